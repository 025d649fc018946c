"""Lines of the log: their fields, and that no secret gets into them."""

import json
import logging
from collections.abc import Iterator

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, RequestFactory

from parlor import tracing
from parlor.site.logs import Json, NoPaths, Plain, logging_settings, without_secrets


@pytest.fixture
def trace() -> Iterator[tracing.Trace]:
    trace = tracing.begin("0123456789ab")
    token = tracing.current.set(trace)
    yield trace
    tracing.current.reset(token)


def record(message: str, *arguments: object, **extra: object) -> logging.LogRecord:
    return logging.getLogger("parlor.tests").makeRecord(
        "parlor.tests", logging.WARNING, __file__, 1, message, arguments, None, extra=extra
    )


def test_a_json_line_says_what_is_known_and_nothing_else(trace: tracing.Trace) -> None:
    tracing.note(account=7, table="k3abc")
    line = json.loads(Json().format(record("Rules of %s failed", "gaia", seat=0, version=12)))
    assert line.pop("time").endswith("+00:00") and line.pop("process") > 0
    assert line == {
        "level": "warning", "logger": "parlor.tests", "message": "Rules of gaia failed",
        "request": "0123456789ab", "account": 7, "table": "k3abc", "seat": 0, "version": 12,
    }  # fmt: skip


def test_a_plain_line_is_one_line_with_the_same(trace: tracing.Trace) -> None:
    line = Plain().format(record("Rules of %s failed", "gaia", table="other", seat=1))
    assert line.endswith("WARNING parlor.tests: Rules of gaia failed · request=0123456789ab table=other seat=1")


def test_outside_of_requests_a_line_is_just_that() -> None:
    assert Plain().format(record("Beat")).endswith("WARNING parlor.tests: Beat")
    assert set(json.loads(Json().format(record("Beat")))) == {"time", "level", "logger", "process", "message"}


def test_what_was_raised_is_in_the_line() -> None:
    try:
        raise ValueError("password=hunter22")
    except ValueError as error:
        failed = record("It failed")
        failed.exc_info = (type(error), error, error.__traceback__)
    line = json.loads(Json().format(failed))
    assert "ValueError: password=***" in line["exception"] and "hunter22" not in Plain().format(failed)
    assert "\n" not in Json().format(failed)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("postgres://parlor:s3cret@db/parlor", "postgres://parlor:***@db/parlor"),
        ("Authorization: Token 0a1b2c3d4e", "Authorization: Token ***"),
        ("sent Bearer abcd3f.ghi", "sent Bearer ***"),
        ("GET /x?token=abcd1234&next=/", "GET /x?token=***&next=/"),
        ("{'password1': 'correct horse'}", "{'password1': '*** horse'}"),
        ("csrftoken=abcdefgh; sessionid=ijklmnop", "csrftoken=***; sessionid=***"),
        ("The table k3abc took a token from ann: fine", "The table k3abc took a token from ann: fine"),
    ],
)
def test_what_looks_like_a_secret_is_left_out(text: str, kept: str) -> None:
    assert without_secrets(text) == kept


@pytest.mark.django_db
def test_djangos_own_lines_name_the_pattern_of_an_address(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caplog.handler, "filters", [NoPaths()])
    with caplog.at_level(logging.DEBUG, "django.request"):
        Client().get("/feeds/nobody/knows/this-secret/")
    assert "this-secret" not in caplog.text and "an unknown address" in caplog.text
    request = RequestFactory().get("/accounts/password/reset/key/1-secret/")
    request.resolver_match = type("Match", (), {"route": "accounts/password/reset/key/<key>/"})()  # type: ignore[assignment]
    line = record("%s: %s", "Internal Server Error", request.path, request=request)
    NoPaths().filter(line)
    assert line.getMessage() == "Internal Server Error: /accounts/password/reset/key/<key>/"


def test_a_shape_that_does_not_exist_is_refused_by_name() -> None:
    assert logging_settings("json", "DEBUG")["handlers"]["console"]["formatter"] == "json"
    with pytest.raises(ImproperlyConfigured, match="PARLOR_LOG is 'xml'"):
        logging_settings("xml", None)
