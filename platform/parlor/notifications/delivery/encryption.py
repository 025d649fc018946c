"""What a push service may carry but not read: aes128gcm for one browser (RFC 8291, RFC 8188).

Why not pywebpush: it is alive, but brings requests, aiohttp, http-ece and py-vapid, sends by requests, and so follows
redirects and looks names up by itself, around the guard for addresses. What is left of it without the sending is this
file and `vapid.py`, on `cryptography`, which the server needs for TLS anyway. The RFC's own example is among the tests.
"""

import os

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD_BYTES = 4096
MOST_BYTES = RECORD_BYTES - 86 - 17  # what fits into one message of 4096 bytes, which every service must take


def point(key: EllipticCurvePublicKey) -> bytes:
    """The 65 bytes of a public key, as web push writes it."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def public_key(raw: bytes) -> EllipticCurvePublicKey:
    """The browser's key from its 65 bytes. Raises ValueError where they are no point of P-256."""
    if len(raw) != 65 or raw[0] != 4:
        raise ValueError("not an uncompressed point")
    return EllipticCurvePublicKey.from_encoded_point(SECP256R1(), raw)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def encrypted(
    plain: bytes,
    browser: EllipticCurvePublicKey,
    auth: bytes,
    *,
    salt: bytes | None = None,
    own: EllipticCurvePrivateKey | None = None,
) -> bytes:
    """The body of a push message: at most MOST_BYTES of `plain`, for the browser with this key and secret.

    `salt` and `own` are made anew for each message; only the RFC's example gives them.
    """
    if len(plain) > MOST_BYTES:
        raise ValueError(f"a push message holds {MOST_BYTES} bytes, not {len(plain)}")
    salt = salt or os.urandom(16)
    own = own or generate_private_key(SECP256R1())
    sender, receiver = point(own.public_key()), point(browser)
    secret = _derived(own.exchange(ECDH(), browser), auth, b"WebPush: info\0" + receiver + sender, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_BYTES.to_bytes(4) + bytes([len(sender)]) + sender
    return head + AESGCM(key).encrypt(nonce, plain + b"\x02", None)  # 2 marks the last record
