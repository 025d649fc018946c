"""The example of RFC 8291, appendix A, byte for byte; and what a browser makes of anything else."""

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from parlor.notifications.delivery.encryption import MOST_BYTES, encrypted, public_key
from tests.notifications.delivery.browsers import Subscriber, data

PLAIN = b"When I grow up, I want to be a watermelon"
RECEIVER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
MESSAGE = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_rfc() -> None:
    browser = Subscriber(RECEIVER)
    own = ec.derive_private_key(int.from_bytes(data(SENDER)), ec.SECP256R1())
    assert encrypted(PLAIN, public_key(browser.point), browser.auth, salt=data(SALT), own=own) == data(MESSAGE)
    assert browser.read(data(MESSAGE)) == PLAIN


def test_each_message_is_sealed_anew_for_one_browser() -> None:
    browser, other = Subscriber(), Subscriber()
    first, second = (encrypted(PLAIN, public_key(browser.point), browser.auth) for _ in range(2))
    assert first[:16] != second[:16] and first[21:86] != second[21:86]
    assert browser.read(first) == browser.read(second) == PLAIN
    with pytest.raises(InvalidTag):
        other.read(first)


def test_a_message_fits_into_what_every_service_takes() -> None:
    browser = Subscriber()
    full = encrypted(b"x" * MOST_BYTES, public_key(browser.point), browser.auth)
    assert len(full) == 4096 and browser.read(full) == b"x" * MOST_BYTES
    with pytest.raises(ValueError, match="bytes"):
        encrypted(b"x" * (MOST_BYTES + 1), public_key(browser.point), browser.auth)


@pytest.mark.parametrize(
    "raw",
    [b"", b"\x04" * 65, b"\x04" + bytes(64), Subscriber().point[:-1], b"\x02" + bytes(32)],
    ids=["empty", "off the curve", "zeros", "short", "packed"],
)
def test_what_is_no_key(raw: bytes) -> None:
    with pytest.raises(ValueError, match=r"(?i)point|curve|key"):
        public_key(raw)
