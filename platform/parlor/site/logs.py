"""How a line of the log looks: for people, or one JSON object a line for programs. Neither holds a secret.

Fields beside time, level, logger, process and message: what the call gave as `extra` (see FIELDS), and the request id,
account and table of the request that was being worked for.
"""

from __future__ import annotations

import logging
import re
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.core.exceptions import ImproperlyConfigured

from parlor import tracing

FIELDS = ("request", "account", "table", "seat", "version", "route", "status", "code", "seconds", "received", "sent")
"""In this order; `seconds` is how long it took, `received` and `sent` count messages, `account` is a number."""

SECRETS = re.compile(
    r"(?P<before>://[^\s:/@]*:|\b(?:bearer|token|basic)\s+(?=\S*\d)|"
    r"\b(?:password\d?|passwd|token|secret|key|sessionid|csrftoken|csrfmiddlewaretoken|authorization)['\"]?"
    r"\s*[=:]\s*['\"]?(?:(?:bearer|token|basic)\s+)?)(?P<secret>[^\s&'\"@,;]{4,})",
    re.IGNORECASE,
)


def without_secrets(text: str) -> str:
    """The text with what looks like a password, a token or a key left out."""
    return SECRETS.sub(r"\g<before>***", text)


def fields(record: logging.LogRecord) -> dict[str, Any]:
    """What the line says beside its message, by name; what is not known is left out."""
    trace = tracing.current.get()
    found: dict[str, Any] = {}
    if trace is not None:
        found = {"request": trace.id, "account": trace.account, "table": trace.table}
    found["table"] = found.get("table") or tracing.at_table.get()
    own = record.__dict__
    for name in FIELDS:
        if isinstance(own.get(name), str | int | float):
            found[name] = own[name]
    return {name: found[name] for name in FIELDS if found.get(name) not in (None, "")}


class NoPaths(logging.Filter):
    """In what Django says about a request, its path is left out: some are secrets (a feed, a new password)."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        path = getattr(request, "path", None)
        if path and isinstance(record.args, tuple):
            match = getattr(request, "resolver_match", None)
            route = f"/{match.route}" if match is not None else "an unknown address"
            record.args = tuple(route if argument == path else argument for argument in record.args)
        return True


class Plain(logging.Formatter):
    """`2026-11-30 08:15:02 INFO parlor.access: GET games/<slug>/ · request=… status=200 seconds=0.012`."""

    def format(self, record: logging.LogRecord) -> str:
        said = f"{self.formatTime(record, '%Y-%m-%d %H:%M:%S')} {record.levelname} {record.name}: {record.getMessage()}"
        more = " ".join(f"{name}={value}" for name, value in fields(record).items())
        lines = [f"{said} · {more}" if more else said]
        if record.exc_info:
            lines.append(self.formatException(record.exc_info))
        return without_secrets("\n".join(lines))


class Json(logging.Formatter):
    """One object a line; what was raised stands in `exception`."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": without_secrets(record.getMessage()),
            **fields(record),
        }
        if record.exc_info:
            line["exception"] = without_secrets(self.formatException(record.exc_info))
        return msgspec.json.encode(line).decode()


def logging_settings(shape: str, level: str | None) -> dict[str, Any]:
    """Django's LOGGING. `shape` is "plain" or "json"; `level`, where given, holds for everything."""
    if shape not in ("plain", "json"):
        raise ImproperlyConfigured(f"PARLOR_LOG is {shape!r}; it may be plain or json.")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"no paths": {"()": "parlor.site.logs.NoPaths"}},
        "formatters": {"plain": {"()": "parlor.site.logs.Plain"}, "json": {"()": "parlor.site.logs.Json"}},
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": shape, "filters": ["no paths"]},
            "counted": {"class": "parlor.measures.CountErrors"},
        },
        "root": {"handlers": ["console", "counted"], "level": level or "WARNING"},
        "loggers": {
            "parlor": {"level": level or "INFO"},
            "django.request": {"level": "ERROR"},  # what strangers ask for in vain is no news
            "channels_redis": {"level": "CRITICAL"},  # a traceback a second while Redis is away; ours says it once
            "django.server": {"handlers": [], "propagate": True},
        },
    }
