"""Preferences: what is kept for a person, and what pages make of it."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from parlor.accounts import preferences as kept
from parlor.accounts.models import Preferences, User
from parlor.accounts.services import create_account, create_guest, set_preferences
from tests.support.pages import sound

pytestmark = pytest.mark.django_db
ADDRESS = "/accounts/preferences/"
ALL = {
    "ratings": "on",
    "theme": "dark", "contrast": "high", "density": "compact", "language": "en", "time_zone": "Asia/Kathmandu",
    "confirm_turn": "on",
}  # fmt: skip


@pytest.fixture(params=["account", "guest"])
def person(request: pytest.FixtureRequest) -> User:
    if request.param == "guest":
        return create_guest()
    return create_account(username="Ann", email="ann@example.org", password="seven-of-clubs")


def test_what_is_chosen_holds_on_the_next_page(client: Client, person: User) -> None:
    client.force_login(person)
    page = sound(client.get(ADDRESS))
    assert '<html lang="en" data-sound="on">' in page
    page = sound(client.post(ADDRESS, ALL, follow=True))
    assert (
        '<html lang="en" data-theme="dark" data-contrast="high" data-density="compact" data-sound="off"'
        ' data-zone="Asia/Kathmandu">'
    ) in page
    assert "Your preferences are kept." in page
    assert '<option value="Asia/Kathmandu" selected>' in page
    assert Preferences.objects.get(user=person).confirm_turn


def test_strangers_follow_their_system(client: Client) -> None:
    assert '<html lang="en">' in sound(client.get("/"))
    assert client.get(ADDRESS)["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize(("field", "value"), [("theme", "pink"), ("time_zone", "Mars/Base"), ("language", "xx")])
def test_what_there_is_not_is_refused(client: Client, person: User, field: str, value: str) -> None:
    client.force_login(person)
    page = sound(client.post(ADDRESS, ALL | {field: value}), 422)
    assert "Select a valid choice" in page and 'data-theme="dark"' not in page
    assert not Preferences.objects.exists()


def test_the_browser_guesses_the_time_zone_until_one_is_chosen(client: Client, person: User, rf: Any) -> None:
    client.force_login(person)
    client.cookies[kept.ZONE_COOKIE] = "America%2FLima"
    assert "as the browser says (America/Lima)" in sound(client.get(ADDRESS))
    request = rf.get("/")
    request.COOKIES[kept.ZONE_COOKIE] = "America%2FLima"
    assert str(kept.zone_of(request, kept.preferences_of(person))) == "America/Lima"
    set_preferences(user=person, time_zone="Asia/Kathmandu")
    assert str(kept.zone_of(request, kept.preferences_of(person))) == "Asia/Kathmandu"
    request.COOKIES[kept.ZONE_COOKIE] = "../../etc/passwd"
    assert kept.zone_of(request, None) is None and kept.guessed_zone(request) == ""


def test_times_on_pages_are_in_the_persons_zone(client: Client, person: User, monkeypatch: pytest.MonkeyPatch) -> None:
    zones = []
    monkeypatch.setattr(
        "parlor.accounts.views.render", lambda *a, **k: zones.append(str(timezone.get_current_timezone())) or _empty()
    )
    client.force_login(person)
    client.get("/accounts/")
    set_preferences(user=person, time_zone="Asia/Kathmandu")
    client.get("/accounts/")
    assert zones == ["UTC", "Asia/Kathmandu"]
    assert str(timezone.get_current_timezone()) == "UTC", "nothing of it stays behind"


def _empty() -> Any:
    from django.http import HttpResponse

    return HttpResponse()


def test_a_language_is_used_as_long_as_the_site_has_it(
    client: Client, person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(person)
    set_preferences(user=person, language="de")
    monkeypatch.setattr(kept, "languages", lambda: [("en", "English")])
    assert '<html lang="en"' in sound(client.get("/"))
    monkeypatch.undo()
    answer = client.get("/")
    assert '<html lang="de"' in sound(answer) and answer["Content-Language"] == "de"
    assert "Deutsch" in dict(kept.languages()).values()


def test_the_switch_on_a_tables_page_is_kept(client: Client, person: User) -> None:
    client.force_login(person)
    assert client.post(f"{ADDRESS}sound/", {"on": "off"}).status_code == 204
    assert 'data-sound="off"' in sound(client.get("/"))
    client.post(f"{ADDRESS}sound/", {"on": "on"})
    assert 'data-sound="on"' in sound(client.get("/"))
    assert client.get(f"{ADDRESS}sound/").status_code == 405
