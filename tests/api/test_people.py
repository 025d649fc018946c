"""Accounts, tokens, and who and where I am."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from parlor.accounts.models import User
from parlor.accounts.services import create_guest

ANN = {"username": "Ann", "email": "ann@example.org", "password": "seven-of-clubs"}


def test_an_account_can_be_used_at_once(nobody: APIClient, mailoutbox: list[Any]) -> None:
    answer = nobody.post("/api/accounts/", ANN, format="json")
    assert answer.status_code == 201
    assert answer.json() == {"username": "Ann", "email": "ann@example.org"}
    assert len(mailoutbox) == 1 and mailoutbox[0].to == ["ann@example.org"]
    answer = nobody.post("/api/token/", {"username": "ann", "password": ANN["password"]}, format="json")
    assert answer.status_code == 200
    nobody.credentials(HTTP_AUTHORIZATION="Token " + answer.json()["token"])
    assert nobody.get("/api/me/").json() == {
        "username": "Ann", "email": "ann@example.org", "is_guest": False, "turns": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"username": "a"}, "username"), ({"username": "a b"}, "username"), ({"username": "Guest-abcd"}, "username"),
        ({"username": "admin"}, "username"), ({"username": ""}, "username"), ({"username": "x" * 500}, "username"),
        ({"username": ["Ann"]}, "username"), ({"username": None}, "username"), ({"username": "Ann\n"}, None),
        ({"email": "nowhere"}, "email"), ({"email": {}}, "email"), ({"email": "x" * 250 + "@example.org"}, "email"),
        ({"password": "short"}, "password"), ({"password": "password123"}, "password"), ({"password": 7}, "password"),
    ],
)  # fmt: skip
def test_sign_up_refuses_what_the_page_refuses(nobody: APIClient, change: dict[str, Any], field: str | None) -> None:
    answer = nobody.post("/api/accounts/", ANN | change, format="json")
    if field is None:  # white space around a name is no mistake
        assert answer.status_code == 201
        return
    assert answer.status_code == 400
    assert answer.json()["field"] == field
    assert answer.json()["detail"]
    assert not User.objects.exists()


def test_a_name_is_given_once_in_any_case(nobody: APIClient) -> None:
    nobody.post("/api/accounts/", ANN, format="json")
    answer = nobody.post("/api/accounts/", ANN | {"username": "aNN", "email": "other@example.org"}, format="json")
    assert answer.status_code == 400 and answer.json()["field"] == "username"


def test_nobody_learns_which_addresses_are_known(nobody: APIClient) -> None:
    first = nobody.post("/api/accounts/", ANN, format="json")
    again = nobody.post("/api/accounts/", ANN | {"username": "Anna"}, format="json")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() | {"username": "Anna"} == again.json()


@pytest.mark.parametrize("given", [{"username": "Ann", "password": "wrong-one"}, {"username": "Zoe", "password": "x"}])
def test_a_wrong_password_gives_no_token(nobody: APIClient, given: dict[str, str]) -> None:
    nobody.post("/api/accounts/", ANN, format="json")
    answer = nobody.post("/api/token/", given, format="json")
    assert answer.status_code == 401
    assert answer.json() == {"detail": "Name and password do not fit together."}
    assert answer["WWW-Authenticate"] == "Token"


def test_guessing_is_slowed_down(nobody: APIClient) -> None:
    nobody.post("/api/accounts/", ANN | {"username": "Guessed"}, format="json")
    wrong = {"username": "Guessed", "password": "wrong-one"}
    statuses = [nobody.post("/api/token/", wrong, format="json").status_code for _try in range(7)]
    assert statuses[0] == 401 and statuses[-1] == 429


def test_a_closed_account_gets_no_token(nobody: APIClient) -> None:
    nobody.post("/api/accounts/", ANN, format="json")
    User.objects.update(is_active=False)
    given = {"username": "Ann", "password": ANN["password"]}
    assert nobody.post("/api/token/", given, format="json").status_code == 401


@pytest.mark.parametrize("token", ["nonsense", "a\0b", "ä", "a b c", "", "x" * 5000])
def test_a_token_that_is_none(nobody: APIClient, token: str) -> None:
    nobody.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    answer = nobody.get("/api/me/")
    assert answer.status_code == 401 and answer.json()["detail"]


def test_what_no_column_can_hold_is_not_looked_up(nobody: APIClient, django_assert_num_queries: Any) -> None:
    nobody.credentials(HTTP_AUTHORIZATION="Token a\0b")
    with django_assert_num_queries(0):
        assert nobody.get("/api/me/").status_code == 401


def test_who_am_i_needs_somebody(nobody: APIClient) -> None:
    assert nobody.get("/api/me/").status_code == 401
    assert nobody.get("/api/me/tables/").status_code == 401


def test_a_guest_in_a_browser_is_somebody_too(nobody: APIClient) -> None:
    nobody.force_login(create_guest())
    assert nobody.get("/api/me/").json()["is_guest"] is True


def test_a_browser_needs_its_own_sign_against_forgery() -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(create_guest())
    answer = client.post("/api/tables/", {"game": "no-thanks", "seats": 3}, format="json")
    assert answer.status_code == 403
    assert "CSRF" in answer.json()["detail"]


def test_my_tables_and_those_that_wait_for_me(
    running: str, ann: APIClient, ben: APIClient, cleo: APIClient, dora: APIClient
) -> None:
    people = [ann, ben, cleo]
    lists = [client.get("/api/me/tables/").json() for client in people]
    assert [[table["id"] for table in tables] for tables in lists] == [[running]] * 3
    waited = [client.get("/api/me/tables/?turn=mine").json() for client in people]
    assert sorted(len(tables) for tables in waited) == [0, 0, 1]
    turn = next(n for n in range(3) if waited[n])
    assert lists[turn][0]["mine"] is True
    assert [client.get("/api/me/").json()["turns"] for client in people] == [int(n == turn) for n in range(3)]
    assert dora.get("/api/me/tables/").json() == []
    assert ann.get("/api/me/tables/?turn=yours").status_code == 400


def test_too_many_accounts_from_one_address(nobody: APIClient, settings: Any) -> None:
    settings.THROTTLED, settings.LIMITS = True, {"sign-up": "20/d/ip"}
    statuses = {nobody.post("/api/accounts/", {"username": f"Ann{n}"}, format="json").status_code for n in range(20)}
    assert statuses == {400}
    answer = nobody.post("/api/accounts/", ANN, format="json")
    assert answer.status_code == 429 and answer.json()["detail"] and answer["Retry-After"]
