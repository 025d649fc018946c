"""What the process environment says: folders, the secret key, and the host and port to serve on."""

import os
import secrets
from pathlib import Path

import environ
from django.core.exceptions import ImproperlyConfigured

PACKAGE = Path(__file__).resolve().parent.parent
LOOPBACK = {"127.0.0.1", "::1", "localhost"}


def checkout() -> Path | None:
    """The root of the source checkout, or None where Parlor was installed as a package."""
    root = PACKAGE.parent.parent
    return root if (root / "manage.py").exists() else None


def shared_folder(name: str) -> Path:
    """`templates`, `static` or `locale` of the whole site: beside manage.py, or inside the installed package."""
    root = checkout()
    return root / name if root else PACKAGE / f"_{name}"


def site_address(host: str, port: int, names: list[str], https: bool) -> str:
    """Where people reach the site: under the first of its names, else where it listens."""
    name = next((name for name in names if name.strip(".*")), "")
    if name:
        return f"{'https' if https else 'http'}://{name.strip('.*')}"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def data_folder() -> Path:
    """Where the site keeps its SQLite file and secret key: PARLOR_DATA, else `var/`."""
    given = os.environ.get("PARLOR_DATA")
    return Path(given).expanduser().resolve() if given else (checkout() or Path.cwd()) / "var"


def made(folder: Path) -> Path:
    """The folder, made if it is not there. Raises ImproperlyConfigured where that is not allowed."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"The folder {folder} cannot be made ({error.strerror}). Set PARLOR_DATA to one that can be written."
        ) from error
    return folder


def secret_key(data: Path) -> str:
    """SECRET_KEY, else the key in the data folder, made there the first time it is asked for."""
    given = os.environ.get("SECRET_KEY")
    if given:
        return given
    path = made(data) / "secret-key"
    try:
        draft = data / f"secret-key.{secrets.token_hex(4)}"
        if not path.exists():
            draft.touch(mode=0o600)
            draft.write_text(secrets.token_urlsafe(50))
            try:
                os.link(draft, path)  # fails where another process was first: its key holds
            except FileExistsError:
                pass
            finally:
                draft.unlink()
        return path.read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"No secret key: {path} can be neither read nor made ({error.strerror}). "
            "Set SECRET_KEY, or PARLOR_DATA to a folder that can be written."
        ) from error


def limits(env: environ.Env) -> dict[str, str]:
    """How often people may do what costs much or bothers others: "so many/in this time/for each user or ip"."""
    return {
        "sign-in": env.str("LIMIT_SIGN_IN", default="30/m/ip"),
        "sign-up": env.str("LIMIT_SIGN_UP", default="20/h/ip"),
        "guests": env.str("LIMIT_GUESTS", default="30/h/ip"),
        "password-reset": env.str("LIMIT_PASSWORD_RESET", default="20/h/ip"),
        "tables": env.str("LIMIT_TABLES", default="60/h/user,240/h/ip"),
        "moves": env.str("LIMIT_MOVES", default="600/m/user,6000/m/ip"),
        "messages": env.str("LIMIT_MESSAGES", default="20/s/socket"),
        "chat": env.str("LIMIT_CHAT", default="8/10s/user,240/m/ip"),
        "invitations": env.str("LIMIT_INVITATIONS", default="40/h/user"),
        "friendships": env.str("LIMIT_FRIENDSHIPS", default="20/h/user"),
        "searches": env.str("LIMIT_SEARCHES", default="30/m/user"),
        "reports": env.str("LIMIT_REPORTS", default="10/h/user"),
        "tests": env.str("LIMIT_TESTS", default="20/h/user"),
    }
