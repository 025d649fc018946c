"""The key by which push services know this site (VAPID, RFC 8292).

It comes from PARLOR_VAPID_KEY, else it is derived from SECRET_KEY. Nothing has to be made, stored or shared: all
processes and machines of one site have the same SECRET_KEY already, and hence the same push key. Whoever changes
SECRET_KEY but wants to keep the subscriptions sets PARLOR_VAPID_KEY to what `manage.py shell -c "from
parlor.notifications.delivery import vapid; print(vapid.text())"` printed before. A subscription made for an older
key is renewed by the page as soon as its person opens the settings for notifications.
"""

import functools
import json
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from email.utils import parseaddr

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    derive_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from parlor.notifications.delivery.encryption import point

# The number of points of P-256 (FIPS 186-4, D.1.2.3): private keys lie below it.
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
VALID_SECONDS = 12 * 3600  # of a signature; services refuse more than 24 hours


def plain(data: bytes) -> str:
    """base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def binary(text: str) -> bytes:
    """The bytes of base64url with or without padding. Raises ValueError."""
    return urlsafe_b64decode(text.encode("ascii").rstrip(b"=") + b"=" * (-len(text.rstrip("=")) % 4))


@functools.cache
def _key(given: str, secret: str) -> EllipticCurvePrivateKey:
    if not given:
        stream = HKDF(SHA256(), 48, b"", b"parlor vapid key").derive(secret.encode())
        return derive_private_key(int.from_bytes(stream) % (ORDER - 1) + 1, SECP256R1())
    try:
        raw = binary(given)
        if len(raw) != 32:
            raise ValueError(f"{len(raw)} bytes instead of 32")
        return derive_private_key(int.from_bytes(raw), SECP256R1())
    except ValueError as error:
        raise ImproperlyConfigured(f"PARLOR_VAPID_KEY is no private key of P-256 in base64url ({error}).") from error


def _private() -> EllipticCurvePrivateKey:
    return _key(settings.VAPID_KEY, settings.SECRET_KEY)


def text() -> str:
    """The private key as PARLOR_VAPID_KEY takes it. Secret."""
    return plain(_private().private_numbers().private_value.to_bytes(32))


def application_server_key() -> str:
    """The public key, which a browser is told when it subscribes: 65 bytes in base64url."""
    return plain(point(_private().public_key()))


def contact() -> str:
    """Whom a push service may write to when something is wrong; "" where no address of the site is known."""
    for address in [*(address for _, address in settings.ADMINS), parseaddr(settings.DEFAULT_FROM_EMAIL)[1]]:
        if address and not address.endswith("@localhost"):
            return f"mailto:{address}"
    return ""


def authorization(origin: str) -> str:
    """The Authorization header for messages to push endpoints of this origin."""
    claims = {"aud": origin, "exp": int(time.time()) + VALID_SECONDS}
    if sub := contact():
        claims["sub"] = sub
    signed = ".".join(plain(json.dumps(part, separators=(",", ":")).encode()) for part in (HEAD, claims))
    r, s = decode_dss_signature(_private().sign(signed.encode(), ECDSA(SHA256())))
    return f"vapid t={signed}.{plain(r.to_bytes(32) + s.to_bytes(32))}, k={application_server_key()}"


HEAD = {"typ": "JWT", "alg": "ES256"}
