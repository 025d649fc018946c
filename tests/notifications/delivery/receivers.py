"""Servers on loopback that keep what they are sent: well-behaved ones, by http and https, and rude ones."""

import socket
import ssl
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat


@dataclass(frozen=True)
class Received:
    """One request: what it asked for, with what headers (names in lower case) and body."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """Answers every POST with `status` and `headers`, and keeps it in `received`."""

    def __init__(self, host: str = "127.0.0.1", port: int = 0, tls: ssl.SSLContext | None = None) -> None:
        self.received: list[Received] = []
        self.status = 200
        self.headers: dict[str, str] = {}
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                heads = {name.lower(): text for name, text in self.headers.items()}
                receiver.received.append(Received(self.command, self.path, heads, body))
                self.send_response(receiver.status)
                for name, text in receiver.headers.items():
                    self.send_header(name, text)
                self.send_header("Content-Length", "0")
                self.end_headers()

            do_GET = do_POST

            def log_message(self, *arguments: object) -> None:
                pass

        self.server = ThreadingHTTPServer((host, port), Handler)
        self.server.handle_error = lambda *arguments: None  # type: ignore[method-assign]  # refused TLS is expected
        if tls:
            self.server.socket = tls.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.port = int(self.server.server_address[1])
        self.url = f"{'https' if tls else 'http'}://localhost:{self.port}"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True)
        self.thread.start()

    def last(self) -> Received:
        assert self.received, "nothing was received"
        return self.received[-1]

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


class Rude:
    """Takes one connection after another and lets `behave` do with it what it likes, after the request's head."""

    def __init__(self, behave: Callable[[socket.socket], None]) -> None:
        self.behave = behave
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listening.getsockname()[1]}/"
        self.sent = 0
        self.done = threading.Event()
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def _serve(self) -> None:
        while True:
            try:
                line, _ = self.listening.accept()
            except OSError:
                return
            with line:
                line.settimeout(10)
                try:
                    line.recv(65_536)
                    self.behave(line)
                except OSError:
                    pass
                finally:
                    self.done.set()

    def pour(self, line: socket.socket, piece: bytes, most: int, pause: float = 0) -> None:
        """Sends the piece over and over, up to `most` bytes in all, and counts what the other side took."""
        while self.sent < most:
            line.sendall(piece)
            self.sent += len(piece)
            time.sleep(pause)

    def close(self) -> None:
        self.listening.shutdown(socket.SHUT_RDWR)
        self.listening.close()
        self.thread.join(5)


class Authority:
    """A certificate authority of the test's own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Parlor test authority")])
        self.certificate = self._signed(self.name, self.key, None, days=1)
        self.file = folder / "authority.pem"
        self.file.write_bytes(self.certificate.public_bytes(Encoding.PEM))

    def _signed(
        self, subject: x509.Name, key: ec.EllipticCurvePrivateKey, host: str | None, days: int
    ) -> x509.Certificate:
        now = datetime.now(UTC)
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self.name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=10))
            .not_valid_after(now + timedelta(days=days))
            .add_extension(x509.BasicConstraints(ca=host is None, path_length=None), critical=True)
        )
        if host:
            builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        return builder.sign(self.key, SHA256())

    def server(self, host: str, days: int = 1) -> ssl.SSLContext:
        """A server's side of TLS, with a certificate for the host that is valid for so many more days."""
        key = ec.generate_private_key(ec.SECP256R1())
        certificate = self._signed(x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "server")]), key, host, days)
        file = self.folder / f"{host}{days}.pem"
        file.write_bytes(
            key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
            + certificate.public_bytes(Encoding.PEM)
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        return context
