"""The whole API by its own schema, against a live site: nothing fails, and every answer is one that the schema foresees.

Calls are made up by schemathesis from the schema. Where one names a table, a person, a game or an invitation, it often
gets one that is there, so that what lies behind the first refusal is reached as well.
"""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    ignored_auth,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.support.live import LiveSite, StartSite

CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_headers_conformance,
    response_schema_conformance, ignored_auth,
]  # fmt: skip
EXAMPLES = 20  # for each call
SLOW = {"make_account", "get_token"}  # a password takes its time
PASSWORD = "seven-of-clubs"


class Known:
    """A site with people, tables that wait, run and are over, and an invitation."""

    def __init__(self, site: LiveSite) -> None:
        self.site = site
        self.tokens = {name: self._account(name) for name in ("Ann", "Ben", "Cleo")}
        running, waiting, over = (self._table(begun=begun) for begun in (True, False, True))
        self.post("Ann", f"tables/{over}/concede/", id="c", version=0)
        self.post("Ben", f"tables/{over}/concede/", id="c", version=1)
        self.post("Ann", f"tables/{waiting}/invite/", username="Cleo")
        invitation = httpx.get(f"{site.url}/api/me/invitations/", headers=self.headers("Cleo")).json()[0]["id"]
        self.values: dict[str, list[Any]] = {
            "table_id": [running, running, waiting, over, "nothing-here"],
            "name": ["Ann", "ben", "Nobody"],
            "slug": ["no-thanks", "gaia", "nothing"],
            "invitation_id": [invitation, 1, 10**6],
        }

    def headers(self, name: str) -> dict[str, str]:
        return {"Authorization": f"Token {self.tokens[name]}"}

    def _account(self, name: str) -> str:
        given = {"username": name, "email": f"{name}@example.org", "password": PASSWORD}
        assert httpx.post(f"{self.site.url}/api/accounts/", json=given).status_code == 201
        return str(httpx.post(f"{self.site.url}/api/token/", json=given).json()["token"])

    def post(self, name: str, path: str, **body: Any) -> Any:
        answer = httpx.post(f"{self.site.url}/api/{path}", json=body, headers=self.headers(name))
        assert answer.status_code < 300, (path, answer.text)
        return answer.json()

    def _table(self, *, begun: bool) -> str:
        table = str(self.post("Ann", "tables/", game="no-thanks", seats=3)["id"])
        self.post("Ben", f"tables/{table}/join/")
        if begun:
            self.post("Ann", f"tables/{table}/add-bot/")
            self.post("Ann", f"tables/{table}/start/")
        return table


@pytest.mark.long
def test_the_schema_says_all_that_can_happen(start_site: StartSite) -> None:
    site = start_site(EMAIL_URL="dummymail://", BOT_PAUSE="0")
    known = Known(site)
    schema = schemathesis.openapi.from_url(
        f"{site.url}/api/schema/?format=json", headers={"Accept": "application/json"}
    )
    operations = [result.ok() for result in schema.get_all_operations()]
    assert len(operations) > 35
    complaints = [complaint for operation in operations if (complaint := fuzzed(operation, known))]
    assert not complaints, "\n\n".join(complaints)
    assert "Traceback" not in site.output, site.output[-4000:]


def fuzzed(operation: Any, known: Known) -> str:
    """Makes up calls of this operation; what was wrong with one of them, or nothing."""

    @settings(
        max_examples=EXAMPLES // 5 if operation.definition.raw["operationId"] in SLOW else EXAMPLES, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(), who=st.sampled_from(["Ann", "Ben", "Cleo", ""]), real=st.integers(0, 99))
    def tried(case: Any, who: str, real: int) -> None:
        for name, values in known.values.items():
            if name in (case.path_parameters or {}) and real % 5:
                case.path_parameters[name] = values[real % len(values)]
        headers = known.headers(who) if who else {}
        case.call_and_validate(headers=headers, checks=CHECKS, timeout=30)

    try:
        tried()
    except (Exception, BaseExceptionGroup) as error:
        told = [str(one) for one in getattr(error, "exceptions", ())] or [str(error)]
        return f"{operation.label}: " + "\n".join(one[:900] for one in told)
    return ""
