"""Time, counted: banks and increments in real time, a player's own hours turn by turn. Every moment is given."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from parlor.tables.clocks import Clocks, Hand
from parlor.tables.models import Pace
from parlor.tables.pace import ALWAYS, LAG, TEMPI, Hours, after, between

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)  # a Monday
FAST, DAILY = TEMPI["fast"], TEMPI["1d"]
EVENINGS = Hours(ZoneInfo("Europe/Vienna"), time(18), time(2))


def seconds(n: float) -> timedelta:
    return timedelta(seconds=n)


def hours(n: float) -> timedelta:
    return timedelta(hours=n)


def two(tempo: object = FAST, **more: object) -> Clocks:
    return Clocks(tempo, {seat: Hand(tempo.bank) for seat in (0, 1)}, **more)  # type: ignore[arg-type,attr-defined]


def test_every_pace_of_a_table_has_its_numbers() -> None:
    assert set(Pace.values) == {"none", *TEMPI}


def test_the_turn_passes_and_earns_its_increment() -> None:
    clocks = two()
    clocks.follow({0: 1}, [0], NOON)
    assert clocks.hands[0].due == NOON + seconds(120) and clocks.hands[1].due is None
    clocks.follow({1: 2}, [1], NOON + seconds(50))
    assert clocks.hands[0].bank == seconds(120 - 50 + 10) and clocks.hands[0].due is None
    assert clocks.hands[1].due == NOON + seconds(50 + 120)


def test_a_bank_never_holds_more_than_its_cap() -> None:
    clocks = two()
    for n in range(40):
        clocks.follow({n % 2: n}, [n % 2], NOON)
    assert clocks.hands[0].bank == FAST.cap == seconds(180)


def test_a_seat_that_is_still_asked_the_same_is_left_alone() -> None:
    clocks = two()
    clocks.follow({0: 1, 1: 1}, [0, 1], NOON)
    clocks.follow({1: 1}, [1], NOON + seconds(30))
    assert clocks.hands[1].due == NOON + seconds(120)


def test_who_goes_on_with_another_question_keeps_running() -> None:
    clocks = two()
    clocks.follow({0: 1}, [0], NOON)
    clocks.follow({0: 2}, [0], NOON + seconds(30))
    assert clocks.hands[0].due == NOON + seconds(130)


def test_a_sealed_choice_stops_the_clock_and_taking_it_back_goes_on() -> None:
    clocks = two()
    clocks.follow({0: 1, 1: 1}, [0, 1], NOON)
    clocks.follow({0: 1, 1: 1}, [1], NOON + seconds(20))
    assert clocks.hands[0].due is None and clocks.hands[0].bank == seconds(100), "nothing is earned yet"
    clocks.follow({0: 1, 1: 1}, [0, 1], NOON + seconds(60))
    assert clocks.hands[0].due == NOON + seconds(160)
    clocks.follow({0: 2, 1: 2}, [0, 1], NOON + seconds(61))
    assert clocks.hands[0].due == NOON + seconds(61 + 99 + 10)


def test_taking_back_again_and_again_earns_nothing() -> None:
    clocks = two()
    clocks.follow({0: 1}, [0], NOON)
    for _n in range(5):
        clocks.follow({1: 2}, [1], NOON)
        clocks.follow({0: 1}, [0], NOON, undone_by=0, undone=True)
    assert clocks.hands[0].due == NOON + seconds(120)
    assert clocks.hands[1].bank == seconds(120)


def test_turn_by_turn_each_question_has_its_own_time_but_not_by_taking_back() -> None:
    clocks = two(DAILY)
    clocks.follow({0: 1}, [0], NOON)
    clocks.follow({1: 2}, [1], NOON + hours(20))
    clocks.follow({0: 1}, [0], NOON + hours(20), undone_by=0, undone=True)
    assert clocks.hands[0].due == NOON + hours(24), "taking back gains no day"
    clocks.follow({1: 3}, [1], NOON + hours(21))
    clocks.follow({0: 4}, [0], NOON + hours(22))
    assert clocks.hands[0].due == NOON + hours(46)


def test_a_pause_stops_all_and_what_was_left_goes_on() -> None:
    clocks = two()
    clocks.follow({0: 1, 1: 1}, [0, 1], NOON)
    clocks.paused = True
    clocks.follow({0: 1, 1: 1}, [0, 1], NOON + seconds(40))
    assert [hand.bank for hand in clocks.hands.values()] == [seconds(80)] * 2
    clocks.paused = False
    clocks.follow({0: 1, 1: 1}, [0, 1], NOON + hours(5))
    assert clocks.hands[1].due == NOON + hours(5) + seconds(80)


def test_a_move_under_way_still_counts_and_then_the_seat_is_late_by_stages() -> None:
    clocks = two()
    clocks.follow({0: 1}, [0], NOON)
    due = NOON + seconds(120)
    stages = [clocks.stage(0, due + wait) for wait in (seconds(0.9), LAG, LAG + seconds(60), LAG + seconds(120))]
    assert stages == ["running", "out", "vote", "over"]
    assert clocks.late(due + LAG) == [0]


def test_somebody_looks_at_the_reminder_and_at_each_stage() -> None:
    clocks = two()
    clocks.follow({0: 1}, [0], NOON)
    due = NOON + seconds(120)
    assert clocks.attention(NOON) == due - seconds(30)
    clocks.hands[0].remind = None
    looks = [NOON]
    while (look := clocks.attention(looks[-1])) is not None:
        looks.append(look)
    assert looks[1:] == [due + LAG, due + LAG + seconds(60), due + LAG + seconds(120)]


def test_time_without_a_server_is_given_back() -> None:
    clocks = two()
    clocks.follow({0: 1}, [0], NOON)
    clocks.postpone(NOON + seconds(10), NOON + hours(1))
    assert clocks.hands[0].due == NOON + hours(1) + seconds(110)
    assert clocks.hands[0].remind == NOON + hours(1) + seconds(80)


def test_time_runs_only_in_the_evenings() -> None:
    """Vienna is an hour ahead in March: from 17:00 to 01:00, eight hours a day."""
    assert after(DAILY, NOON, hours(24), EVENINGS) == datetime(2026, 3, 5, 1, tzinfo=UTC)
    assert after(DAILY, NOON, hours(1), EVENINGS) == datetime(2026, 3, 2, 18, tzinfo=UTC)
    assert after(DAILY, NOON - hours(11.5), hours(1), EVENINGS) == datetime(2026, 3, 2, 17, 30, tzinfo=UTC)
    assert after(FAST, NOON, hours(1), EVENINGS) == NOON + hours(1), "real time runs at all hours"


def test_holidays_do_not_count() -> None:
    away = ALWAYS._replace(holidays=((date(2026, 3, 3), date(2026, 3, 5)),))
    assert after(DAILY, NOON, hours(24), away) == datetime(2026, 3, 6, 12, tzinfo=UTC)
    assert between(DAILY, NOON, datetime(2026, 3, 6, 12, tzinfo=UTC), away) == hours(24)


def test_clocks_that_are_put_forward_lose_nobody_an_hour_of_their_day() -> None:
    """On 29 March 2026 02:00 became 03:00 in Vienna, so that that night is an hour shorter."""
    night = Hours(ZoneInfo("Europe/Vienna"), time(22), time(6))
    assert between(DAILY, datetime(2026, 3, 28, 12, tzinfo=UTC), datetime(2026, 3, 29, 12, tzinfo=UTC), night) == hours(
        7
    )


def test_new_hours_move_the_end_and_keep_what_is_left() -> None:
    clocks = two(DAILY)
    clocks.follow({0: 1}, [0], NOON)
    clocks.change_hours(0, EVENINGS, NOON + hours(16))
    assert clocks.hands[0].due == datetime(2026, 3, 4, 1, tzinfo=UTC), "an evening is 8 hours long"


@given(
    st.integers(0, 60 * 24 * 20),
    st.integers(1, 60 * 24 * 8),
    st.integers(0, 47),
    st.integers(12, 48),
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 6)), max_size=3),
    st.sampled_from(["UTC", "Europe/Vienna", "America/New_York", "Australia/Lord_Howe", "Pacific/Kiritimati"]),
)
def test_what_is_counted_agrees_with_when_it_ends(
    start: int, minutes: int, opens: int, width: int, holidays: list[tuple[int, int]], zone: str
) -> None:
    def clock(half_hours: int) -> time:
        return time(half_hours // 2 % 24, half_hours % 2 * 30)

    off = tuple((date(2026, 3, 20) + timedelta(a), date(2026, 3, 20) + timedelta(a + b)) for a, b in holidays)
    own = Hours(ZoneInfo(zone), clock(opens), clock(opens + width), off)
    since = datetime(2026, 3, 18, tzinfo=UTC) + timedelta(minutes=start)
    left = timedelta(minutes=minutes)
    due = after(DAILY, since, left, own)
    assert due >= since + left
    assert between(DAILY, since, due, own) == left
    middle = since + (due - since) / 2
    assert between(DAILY, since, middle, own) + between(DAILY, middle, due, own) == left
    assert after(DAILY, middle, between(DAILY, middle, due, own), own) == due
