"""The schema is complete, free of warnings, and says what the calls really answer."""

from typing import Any

import jsonschema
import pytest
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from rest_framework.test import APIClient

from tests.support.pages import sound

CALLS = {
    "/api/accounts/": "post", "/api/token/": "post", "/api/games/": "get", "/api/games/{slug}/": "get",
    "/api/tables/": "post", "/api/tables/{table_id}/": "get", "/api/tables/{table_id}/join/": "post",
    "/api/tables/{table_id}/leave/": "post", "/api/tables/{table_id}/start/": "post",
    "/api/tables/{table_id}/ready/": "post",
    "/api/tables/{table_id}/add-player/": "post", "/api/tables/{table_id}/remove-player/": "post",
    "/api/tables/{table_id}/add-bot/": "post", "/api/tables/{table_id}/concede/": "post",
    "/api/tables/{table_id}/undo/": "post", "/api/tables/{table_id}/moves/": "post",
    "/api/tables/{table_id}/preview/": "post", "/api/tables/{table_id}/log/": "get",
    "/api/me/": "get", "/api/me/tables/": "get", "/api/me/friends/": "get",
    "/api/me/notices/": "get", "/api/me/notices/read/": "post", "/api/me/notices/preferences/": "get",
    "/api/me/invitations/": "get", "/api/invitations/{invitation_id}/accept/": "post",
    "/api/invitations/{invitation_id}/decline/": "post", "/api/tables/{table_id}/invite/": "post",
    "/api/people/": "get", "/api/people/{name}/": "get", "/api/people/{name}/friend/": "post",
    "/api/people/{name}/unfriend/": "post", "/api/people/{name}/block/": "post",
    "/api/people/{name}/unblock/": "post", "/api/tables/{table_id}/vote/": "post", "/api/tables/{table_id}/back/": "post",
    "/api/tables/{table_id}/note/": "get", "/api/tables/{table_id}/more-time/": "post",
}  # fmt: skip


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    GENERATOR_STATS.reset()
    made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    assert not GENERATOR_STATS, "drf-spectacular has complaints"
    return made


def test_it_is_valid_and_names_every_call(schema: dict[str, Any]) -> None:
    validate_schema(schema)
    assert {path: next(iter(calls)) for path, calls in schema["paths"].items()} == CALLS
    for calls in schema["paths"].values():
        for call in calls.values():
            assert call["summary"]
            assert any(status.startswith("2") for status in call["responses"])
            assert any(status.startswith("4") for status in call["responses"])


@pytest.mark.parametrize("accept", ["application/json", "application/yaml", "*/*"])
def test_it_is_served_to_everybody(nobody: APIClient, accept: str) -> None:
    answer = nobody.get("/api/schema/", HTTP_ACCEPT=accept)
    assert answer.status_code == 200 and b"Parlor" in answer.content


def test_people_can_read_it(nobody: APIClient) -> None:
    page = sound(nobody.get("/api/docs/"))
    for path, method in CALLS.items():
        assert f"<code>{method.upper()} {path}</code>" in page
    assert "seats[].name" in page and "Body" in page


def test_answers_are_as_the_schema_says(
    schema: dict[str, Any], running: str, ann: APIClient, ben: APIClient, cleo: APIClient
) -> None:
    def check(path: str, answer: Any, method: str = "get") -> Any:
        call = schema["paths"][path][method]["responses"][str(answer.status_code)]
        shape = strict(call["content"]["application/json"]["schema"])
        jsonschema.validate(answer.json(), {**shape, "components": strict(schema["components"])})
        return answer.json()

    table = "/api/tables/{table_id}/"
    check("/api/games/", ann.get("/api/games/"))
    check("/api/games/{slug}/", ann.get("/api/games/no-thanks/"))
    check("/api/me/", ann.get("/api/me/"))
    check("/api/me/tables/", ann.get("/api/me/tables/"))
    check("/api/people/{name}/", ann.get("/api/people/Ben/"))
    check("/api/people/{name}/friend/", ann.post("/api/people/Ben/friend/"), "post")
    check("/api/people/", ann.get("/api/people/?q=be"))
    check("/api/me/friends/", ann.get("/api/me/friends/"))
    turn = check(table, ann.get(f"/api/tables/{running}/"))["acting"][0]
    client = [ann, ben, cleo][turn]
    move = {"id": "a", "version": 0, "move": {"kind": "Take"}}
    check(table + "preview/", client.post(f"/api/tables/{running}/preview/", move, format="json"), "post")
    check(table + "moves/", client.post(f"/api/tables/{running}/moves/", move, format="json"), "post")
    stale = client.post(f"/api/tables/{running}/moves/", move | {"id": "b"}, format="json")
    assert stale.status_code == 409
    check(table + "moves/", stale, "post")
    check(table + "log/", ann.get(f"/api/tables/{running}/log/"))
    for n, leaving in enumerate((ann, ben)):
        body = {"id": f"c{n}", "version": 0}
        check(table + "concede/", leaving.post(f"/api/tables/{running}/concede/", body, format="json"), "post")
    check(table, cleo.get(f"/api/tables/{running}/"))
    check(table + "undo/", cleo.post(f"/api/tables/{running}/undo/", {"id": "u", "version": 0}, format="json"), "post")


def strict(shape: Any) -> Any:
    """The schema in plain JSON Schema, with objects that have no other fields than those it names."""
    if isinstance(shape, list):
        return [strict(item) for item in shape]
    if not isinstance(shape, dict):
        return shape
    made = {name: strict(part) for name, part in shape.items()}
    if made.pop("nullable", False) is True:
        return {"anyOf": [made, {"type": "null"}]}
    if made.get("type") == "object" and isinstance(made.get("properties"), dict):
        made.setdefault("additionalProperties", False)
    return made
