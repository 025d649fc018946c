"""The clocks of one table: what each seat has left, and when its time is out. Pure: the present moment is given."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from parlor.tables.pace import ALWAYS, LAG, Hours, Tempo, after, between

Stage = Literal["running", "out", "vote", "over"]


class Hand(msgspec.Struct):
    """A seat's clock. It runs while `due`, the moment when time is out, is set; `bank` is what it started with.

    `remind` is when its player is reminded, once. `question` numbers the question that the time is for.
    """

    bank: timedelta
    due: datetime | None = None
    remind: datetime | None = None
    question: int | None = None
    hours: Hours = ALWAYS


class Clocks:
    """All clocks of a table with a pace. `paused` stops them all."""

    def __init__(self, tempo: Tempo, hands: dict[int, Hand], *, paused: bool = False) -> None:
        self.tempo = tempo
        self.hands = hands
        self.paused = paused

    def follow(
        self,
        questions: Mapping[int, int],
        acting: Collection[int],
        now: datetime,
        *,
        undone_by: int | None = None,
        undone: bool = False,
    ) -> None:
        """Starts and stops clocks by what is asked now.

        `questions` numbers the open question of each seat, answered sealed choices too; `acting` are the seats that
        still owe an answer. A question that is over earns its seat the increment; a new one has its time, turn by
        turn. Taking back (`undone`) earns nobody anything, and costs the seat that does so what its move had earned.
        """
        for seat, hand in self.hands.items():
            asked = questions.get(seat)
            if hand.question is not None and hand.question != asked:
                self._stop(hand, now)
                hand.question = None
                if not undone:
                    hand.bank = max(hand.bank, min(hand.bank + self.tempo.increment, self.tempo.cap))
            if asked is not None and hand.question is None:
                hand.question = asked
                if undone and seat == undone_by:
                    hand.bank = max(hand.bank - self.tempo.increment, timedelta())
                elif self.tempo.by_turns:
                    hand.bank = self.tempo.bank
            if asked is None or self.paused or seat not in acting:
                self._stop(hand, now)
            elif hand.due is None:
                self._start(hand, now)

    def _start(self, hand: Hand, now: datetime) -> None:
        hand.due = after(self.tempo, now, hand.bank, hand.hours)
        early = hand.bank - self.tempo.warning
        hand.remind = after(self.tempo, now, early, hand.hours) if early > timedelta() else None

    def _stop(self, hand: Hand, now: datetime) -> None:
        if hand.due is not None:
            hand.bank = between(self.tempo, now, hand.due, hand.hours)
            hand.due = hand.remind = None

    def give(self, seat: int, more: timedelta, now: datetime) -> None:
        """The seat has more time for its question; whose time is out has it from now on."""
        hand = self.hands[seat]
        running = hand.due is not None
        self._stop(hand, now)
        hand.bank += more
        if running:
            self._start(hand, now)

    def welcome(self, seat: int) -> None:
        """Who was away and is back has time again."""
        hand = self.hands[seat]
        hand.bank = max(hand.bank, self.tempo.welcome)

    def postpone(self, since: datetime, now: datetime) -> None:
        """Time in which the site was away does not count: running clocks run on as they stood at `since`.

        Where `now` comes before `since`, the wall clock was set back, and they go back with it.
        """
        for hand in self.hands.values():
            if hand.due is not None and now < since:
                hand.due -= since - now
                hand.remind = hand.remind and hand.remind - (since - now)
            elif hand.due is not None:
                lost = between(self.tempo, since, now, hand.hours)
                hand.due = after(self.tempo, hand.due, lost, hand.hours)
                hand.remind = hand.remind and after(self.tempo, hand.remind, lost, hand.hours)

    def change_hours(self, seat: int, hours: Hours, now: datetime) -> None:
        """The player's hours have changed: what is left stays, the moment when it is out moves."""
        hand = self.hands[seat]
        running, reminded = hand.due is not None, hand.remind is None
        self._stop(hand, now)
        hand.hours = hours
        if running:
            self._start(hand, now)
            hand.remind = None if reminded else hand.remind

    def stage(self, seat: int, now: datetime) -> Stage:
        """How late the seat is: `out` of time, so late that the others may `vote`, or that even that is `over`."""
        due = self.hands[seat].due
        if due is None or now < due + LAG:
            return "running"
        late = now - due - LAG
        return "out" if late < self.tempo.grace else "vote" if late < 2 * self.tempo.grace else "over"

    def late(self, now: datetime) -> list[int]:
        """The seats whose time is out."""
        return [seat for seat in self.hands if self.stage(seat, now) != "running"]

    def attention(self, now: datetime) -> datetime | None:
        """When somebody has to look after the clocks next: for a reminder, or for the next stage of a late seat."""
        moments: list[datetime] = []
        for hand in self.hands.values():
            if hand.due is not None:
                moments += [hand.remind] if hand.remind is not None else []
                out = hand.due + LAG
                moments += _next((out, out + self.tempo.grace, out + 2 * self.tempo.grace), now)
        return min(moments, default=None)


def _next(moments: Iterable[datetime], now: datetime) -> list[datetime]:
    return [moment for moment in moments if moment > now][:1]
