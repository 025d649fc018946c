"""Daily hours and holidays: what can be said, and that running clocks follow."""

from __future__ import annotations

from datetime import date, time

import pytest
from django.test import Client

from parlor.accounts.hours import Holiday, PlayingHours, hours_of, on_change
from parlor.accounts.models import User
from parlor.accounts.services import set_preferences
from tests.support.pages import sound

pytestmark = pytest.mark.django_db
ADDRESS = "/accounts/hours/"


@pytest.fixture
def ann(client: Client) -> User:
    user = User.objects.create_user("ann")
    client.force_login(user)
    return user


def test_who_has_said_nothing_plays_at_any_time(ann: User, client: Client) -> None:
    assert hours_of([ann.pk])[ann.pk][1:] == (time(), time(), ())
    assert "No holidays are planned." in sound(client.get(ADDRESS))


def test_hours_holidays_and_zone_are_kept(ann: User, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[int, object]] = []
    monkeypatch.setattr("parlor.accounts.hours._listeners", [])
    on_change(lambda user, before: heard.append((user, before.opens)))
    client.post(ADDRESS, {"what": "hours", "opens": "18:00", "closes": "01:30"})
    client.post(ADDRESS, {"what": "holiday", "first": "2026-07-01", "last": "2026-07-14"})
    set_preferences(user=ann, time_zone="Europe/Vienna")
    zone, *rest = hours_of([ann.pk])[ann.pk]
    assert str(zone) == "Europe/Vienna"
    assert rest == [time(18), time(1, 30), ((date(2026, 7, 1), date(2026, 7, 14)),)]
    page = sound(client.get(ADDRESS))
    assert 'value="18:00"' in page and 'value="01:30"' in page
    client.post(f"{ADDRESS}{Holiday.objects.get().pk}/end/")
    assert not Holiday.objects.exists()
    assert heard == [(ann.pk, time()), *[(ann.pk, time(18))] * 3]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"what": "hours", "opens": "18:00", "closes": "23:00"}, "at least 6 hours"),
        ({"what": "hours", "opens": "late", "closes": "23:00"}, "valid time"),
        ({"what": "holiday", "first": "2026-07-02", "last": "2026-07-01"}, "before the first"),
        ({"what": "holiday", "first": "2026-07-01", "last": "2026-08-05"}, "35 days"),
        ({"what": "holiday", "first": "2026-05-01", "last": "2026-05-01"}, "already"),
        ({"what": "holiday", "first": "2026-07-01", "last": "2026-08-04"}, "34 are left"),
    ],
)
def test_what_would_let_a_clock_stand_still_is_refused(
    ann: User, client: Client, given: dict[str, str], why: str
) -> None:
    Holiday.objects.create(user=ann, first=date(2026, 5, 1), last=date(2026, 5, 1))
    answer = client.post(ADDRESS, given)
    assert why in sound(answer, 422)
    assert Holiday.objects.count() == 1 and not PlayingHours.objects.exists()


def test_nobody_ends_anothers_holiday(ann: User, client: Client) -> None:
    other = User.objects.create_user("bob")
    holiday = Holiday.objects.create(user=other, first=date(2026, 5, 1), last=date(2026, 5, 1))
    assert client.post(f"{ADDRESS}{holiday.pk}/end/").status_code == 404
