"""How much one socket may send."""

from parlor.play.limits import BURST, MALFORMED, RATE, Meter


def test_a_burst_passes_and_then_the_rate() -> None:
    meter = Meter(0.0)
    assert all(meter.admit(0.0) for _n in range(int(BURST * RATE)))
    assert not meter.admit(0.0)
    assert meter.admit(1.5 / RATE)
    assert not meter.admit(1.5 / RATE)


def test_what_goes_on_over_the_limit_is_too_much() -> None:
    meter, now, admitted = Meter(0.0), 0.0, 0
    while not meter.exhausted:
        now += 0.001  # a thousand a second
        admitted += meter.admit(now)
    assert now < 1
    assert admitted <= BURST * RATE + RATE * now


def test_somebody_busy_is_not_too_much() -> None:
    meter, now = Meter(0.0), 0.0
    for _n in range(2000):
        now += 1 / 25
        meter.admit(now)
    assert not meter.exhausted


def test_malformed_messages_are_counted() -> None:
    meter = Meter(0.0)
    assert [meter.malformed() for _n in range(MALFORMED)] == [False] * (MALFORMED - 1) + [True]
