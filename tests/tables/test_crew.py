"""The threads on which tables work: one as a rule, another when that one waits or takes long."""

from __future__ import annotations

import threading
from collections.abc import Callable

from parlor.tables import crew as module
from parlor.tables.crew import Crew

SECONDS = 20


def done(crew: Crew, work: Callable[[], object]) -> threading.Event:
    """Submits the work; the event tells that it is done."""
    event = threading.Event()

    def both() -> None:
        work()
        event.set()

    crew.submit(both)
    return event


def test_one_thread_works_off_what_waits() -> None:
    crew, names, gate = Crew(4, "hand"), [], threading.Event()
    first = done(crew, lambda: gate.wait(SECONDS))
    others = [done(crew, lambda: names.append(threading.current_thread().name)) for _n in range(50)]
    gate.set()
    assert first.wait(SECONDS) and all(event.wait(SECONDS) for event in others)
    assert set(names) == {"hand_1"}


def test_another_takes_over_while_one_waits() -> None:
    crew, gate, going = Crew(2, "hand"), threading.Event(), threading.Event()

    def wait() -> None:
        crew.hand_over()
        going.set()
        gate.wait(SECONDS)

    waiting = done(crew, wait)
    assert going.wait(SECONDS)
    assert done(crew, lambda: None).wait(SECONDS)
    gate.set()
    assert waiting.wait(SECONDS)
    assert done(crew, lambda: None).wait(SECONDS)


def test_who_takes_long_keeps_nobody_waiting() -> None:
    crew, gate, going = Crew(2, "hand"), threading.Event(), threading.Event()

    def take_long() -> None:
        going.set()
        gate.wait(SECONDS)

    slow = done(crew, take_long)
    assert going.wait(SECONDS)
    behind = done(crew, lambda: None)
    while not behind.wait(module.LONG):
        crew.nudge()
    assert not slow.is_set()
    gate.set()
    assert slow.wait(SECONDS)


def test_when_all_take_long_the_first_free_one_goes_on() -> None:
    crew, gates = Crew(2, "hand"), [threading.Event(), threading.Event()]
    going = [threading.Event(), threading.Event()]

    def take_long(n: int) -> None:
        crew.hand_over()
        going[n].set()
        gates[n].wait(SECONDS)

    both = [done(crew, lambda n=n: take_long(n)) for n in range(2)]
    assert all(event.wait(SECONDS) for event in going)
    behind = done(crew, lambda: None)
    crew.nudge()
    assert not behind.wait(0.01)
    gates[1].set()
    assert behind.wait(SECONDS) and not both[0].is_set()
    gates[0].set()
    assert all(event.wait(SECONDS) for event in both)


def test_work_that_fails_is_the_end_of_nothing() -> None:
    crew = Crew(1, "hand")
    crew.submit(lambda: 1 // 0)
    assert done(crew, lambda: None).wait(SECONDS)
