"""What a browser does with a push message, written from the RFCs and not from the site's code: a second opinion."""

import hashlib
import hmac
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from parlor.notifications.delivery.push import Subscription


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def data(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Subscriber:
    """A browser that has subscribed, with the private half of its keys."""

    def __init__(self, private: str = "", auth: str = "BTBZMqHH6r4Tts7J_aSIgg") -> None:
        curve = ec.SECP256R1()
        self.key = (
            ec.derive_private_key(int.from_bytes(data(private)), curve) if private else ec.generate_private_key(curve)
        )
        self.auth = data(auth)
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def at(self, endpoint: str) -> Subscription:
        return Subscription(endpoint, text(self.point), text(self.auth))

    def read(self, body: bytes) -> bytes:
        """The plain text of a push message (RFC 8291, section 3.4, by HMAC alone as its pseudocode does)."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, secret = body[21 : 21 + length], body[21 + length :]
        assert len(body) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        prk_key = hmac.digest(self.auth, shared, hashlib.sha256)
        material = hmac.digest(prk_key, b"WebPush: info\x00" + self.point + sender + b"\x01", hashlib.sha256)
        prk = hmac.digest(salt, material, hashlib.sha256)
        key = hmac.digest(prk, b"Content-Encoding: aes128gcm\x00\x01", hashlib.sha256)[:16]
        nonce = hmac.digest(prk, b"Content-Encoding: nonce\x00\x01", hashlib.sha256)[:12]
        padded = AESGCM(key).decrypt(nonce, secret, None).rstrip(b"\x00")
        assert padded[-1] == 2
        return padded[:-1]


def vouched(authorization: str) -> tuple[dict[str, Any], str]:
    """The claims of a VAPID header and the public key that they are signed with. Raises InvalidSignature."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid"
    head, claims, signature = parts["t"].split(".")
    raw = data(signature)
    assert json.loads(data(head)) == {"typ": "JWT", "alg": "ES256"} and len(raw) == 64
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data(parts["k"]))
    both = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public.verify(both, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    return json.loads(data(claims)), parts["k"]
