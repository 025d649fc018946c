"""The clocks of a table as pages and programs are shown them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from parlor.play.messages import Clock, SeatClock
from parlor.tables.loading import Running
from parlor.tables.pace import between

MS = timedelta(milliseconds=1)
EPOCH = datetime.fromtimestamp(0, timezone.get_fixed_timezone(0))


def clock_message(running: Running, now: datetime | None = None) -> Clock | None:
    """All clocks at this moment; None where there are none, and when the game is over."""
    clocks = running.clocks
    if clocks is None or running.over or running.driver.finished:
        return None
    now = now or timezone.now()
    seats = []
    for seat, hand in sorted(clocks.hands.items()):
        if seat in running.left:
            continue
        left = hand.bank
        if hand.due is not None:
            left = between(clocks.tempo, now, hand.due, hand.hours) if now < hand.due else hand.due - now
        due = None if hand.due is None else unix(hand.due)
        seats.append(
            SeatClock(seat, left // MS, due, hand.due is not None, hand.due is not None and hand.remind is None)
        )
    return Clock(unix(now), clocks.paused, seats)


def clock_texts(running: Running) -> dict[int, str]:
    """What each seat has left, as the page says it before its script counts on."""
    clock = clock_message(running)
    return {} if clock is None else {one.seat: spoken(one.bank) for one in clock.seats}


def unix(moment: datetime) -> int:
    """Milliseconds of Unix time."""
    return (moment - EPOCH) // MS


def spoken(ms: int) -> str:
    """A time as the page shows it: "1 d 3 h", "5 h 20 min", "1:05"; nothing is left at "0:00"."""
    seconds = max(0, ms) // 1000
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86400
    if days:
        return _("{days} d {hours} h").format(days=days, hours=hours % 24)
    if hours:
        return _("{hours} h {minutes} min").format(hours=hours, minutes=minutes % 60)
    return f"{minutes}:{seconds % 60:02}"
