"""What an operator asks a process: whether it works, and what it has counted."""

import re
import secrets

import pytest
from django.test import Client

from parlor.accounts.models import User
from parlor.site import operators
from parlor.tables import play, service
from parlor.tables.models import Table
from tests.support.tables import tables_at_rest

__all__ = ["tables_at_rest"]
FAR = {"REMOTE_ADDR": "203.0.113.7"}


@pytest.fixture(autouse=True)
def _at_rest(tables_at_rest: None) -> None:
    """No table of another test is in memory."""


@pytest.fixture
def table() -> Table:
    people = [User.objects.create_user(name) for name in ("ann", "bob", "cleo")]
    table = service.create(people[0], game="no-thanks", seats=3)
    for person in people[1:]:
        service.join(table.id, person)
    return service.start(table.id, people[0])


def numbers(client: Client) -> dict[str, float]:
    answer = client.get("/metrics")
    assert answer.status_code == 200 and answer["Content-Type"].startswith("text/plain")
    found = re.findall(r"^(\w+(?:\{[^}]*\})?) (\S+)$", answer.content.decode(), re.MULTILINE)
    return {name: float(value) for name, value in found}


def test_steps_are_counted_with_their_answers_and_how_long_they_took(table: Table) -> None:
    before = numbers(Client())
    acting = table.seats.get(waiting_on=True).user_id
    for version in (0, 7):
        play.move(table.id, acting, secrets.token_hex(4), version, {"kind": "Refuse"}).result(20)
    after = numbers(Client())

    def more(name: str) -> float:
        return after.get(name, 0) - before.get(name, 0)

    assert more('parlor_moves_total{answer="accepted",game="no-thanks"}') == 1
    refused = [name for name in after if name.startswith("parlor_moves_total") and "accepted" not in name]
    assert sum(more(name) for name in refused) == 1
    assert more('parlor_move_seconds_count{game="no-thanks"}') == 2
    assert 0 < more('parlor_move_seconds_sum{game="no-thanks"}') < 20


def test_what_there_is_now_is_read_when_somebody_asks(table: Table) -> None:
    found = numbers(Client())
    assert found['parlor_tables{status="running"}'] == 1 and found['parlor_tables{status="waiting"}'] == 0
    assert found["parlor_tables_in_memory"] >= 0 and found["parlor_sockets"] == 0
    assert found["parlor_writes_waiting"] == 0 and found["process_cpu_seconds_total"] > 0


def test_an_error_in_the_log_is_counted(caplog: pytest.LogCaptureFixture) -> None:
    import logging

    before = numbers(Client())["parlor_errors_total"]
    logging.getLogger("parlor.tests").error("planted")
    logging.getLogger("parlor.tests").warning("planted")
    assert numbers(Client())["parlor_errors_total"] == before + 1


def test_numbers_are_for_this_machine_for_admins_and_for_who_has_the_token(settings: object) -> None:
    settings.METRICS_TOKEN = ""  # type: ignore[attr-defined]
    near, far = Client(), Client(**FAR)
    assert near.get("/metrics").status_code == 200
    assert far.get("/metrics").status_code == 403
    assert far.get("/metrics", headers={"authorization": "Bearer "}).status_code == 403
    assert near.get("/metrics", headers={"x-forwarded-for": "203.0.113.7"}).status_code == 403, "through a proxy"
    settings.METRICS_TOKEN = "open sesame"  # type: ignore[attr-defined]
    assert far.get("/metrics", headers={"authorization": "Bearer open sesame"}).status_code == 200
    assert far.get("/metrics", headers={"authorization": "Bearer wrong"}).status_code == 403
    assert far.get("/metrics", headers={"authorization": "open sesame"}).status_code == 403
    far.force_login(User.objects.create_user("ann"))
    assert far.get("/metrics").status_code == 403
    far.force_login(User.objects.create_user("olga", is_staff=True))
    assert far.get("/metrics").status_code == 200


def test_health_is_told_to_everybody_and_particulars_to_operators(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Client(**FAR).get("/healthz").json() == {"status": "ok"}
    told = Client().get("/healthz").json()
    assert told["status"] == "ok" and told["database"] is True and "beat" in told
    monkeypatch.setattr(operators.rooms, "stopping", True)
    answer = Client(**FAR).get("/healthz")
    assert answer.status_code == 503 and answer.json() == {"status": "not ok"}


def test_without_its_database_a_process_is_not_well(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_anything: object, **_more: object) -> None:
        raise ConnectionError("planted")

    monkeypatch.setattr(operators.Beat.objects, "values_list", away)
    answer = Client().get("/healthz")
    assert answer.status_code == 503 and answer.json()["database"] is False
