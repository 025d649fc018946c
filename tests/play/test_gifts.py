"""The page offers others more time where they are waited for, and tells who has been given some."""

from __future__ import annotations

from parlor.accounts.models import User
from parlor.tables.more_time import give_time
from tests.play.conftest import Start
from tests.play.test_replay import signed_in


def test_the_button_stands_where_it_works_and_the_notice_tells(start: Start, people: list[User]) -> None:
    table = start(pace="fast", visibility="open")

    def page(user: User | None) -> str:
        return signed_in(user).get(f"/tables/{table.pk}/").content.decode()

    assert [page(user).count('data-vote="more-time"') for user in (*people, None)] == [0, 1, 1, 0, 0]
    assert 'data-seat="seat-0" aria-label="Give ann more time"' in page(people[1])
    give_time(table.pk, people[1], 0).result(20)
    assert all("ann has been given more time." in page(user) for user in (*people, None))
    for _again in range(2):
        give_time(table.pk, people[2], 0).result(20)
    assert "ann has been given more time (3 times)." in page(people[0])
    assert 'data-vote="more-time"' not in page(people[1])


def test_without_a_clock_there_is_no_button(start: Start, people: list[User]) -> None:
    assert "more-time" not in signed_in(people[1]).get(f"/tables/{start().pk}/").content.decode()
