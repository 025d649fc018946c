"""No Thanks! with four seats and random moves: the driver, with the mover's view after each move, beside a bare loop.

The bare loop is the least that plays the same game by hand, with the same kind of draws: no log, views, undo, checks.
"""

import time
from collections.abc import Callable

from games.no_thanks.game import GAME
from parlor.engine import Chance, Driver, pick

SEATS = 4
SECONDS = 1.0
BEST_OF = 3
TARGET = 40_000


def by_driver(seed: bytes) -> int:
    """Plays one game through the driver; returns the moves made."""
    driver = Driver.start(GAME, SEATS, chance=Chance(seed))
    stream = Chance(seed)("walk")
    moves = 0
    while acting := driver.acting:
        seat = acting[0]
        driver.play(seat, pick(driver.legal(seat), stream))
        driver.view(seat)
        moves += 1
    return moves


def by_hand(seed: bytes) -> int:
    """Plays one game in a loop that knows nothing but this game; returns the moves made."""
    chance = Chance(seed)
    cards = list(range(3, 36))
    chance("deck 1").shuffle(cards)
    deck = cards[9:]
    stream = Chance(seed)("walk")
    chips, taken = [11] * SEATS, [[] for _ in range(SEATS)]
    seat, pot, moves, card = chance("first").below(SEATS), 0, 0, deck.pop()
    while True:
        moves += 1
        if stream.below(2 if chips[seat] else 1):
            chips[seat] -= 1
            pot += 1
            seat = (seat + 1) % SEATS
            continue
        taken[seat].append(card)
        chips[seat] += pot
        pot = 0
        if not deck:
            break
        card = deck.pop()
    for own, hand in zip(chips, taken, strict=True):
        sum(n for n in hand if n - 1 not in hand) - own
    return moves


def rate(play: Callable[[bytes], int], seconds: float = SECONDS) -> float:
    """Moves a second, over about this many seconds of processor time, so that a busy machine disturbs less."""
    moves, number, began = 0, 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        moves += play(number.to_bytes(32, "big"))
        number += 1
    return moves / spent


def main() -> None:
    """Measures both in turn and prints the best of each."""
    pairs = [(rate(by_driver), rate(by_hand)) for _ in range(BEST_OF)]
    driver, bare = max(d for d, _ in pairs), max(b for _, b in pairs)
    print(f"driver    {driver:>10,.0f} moves a second (target {TARGET:,})")
    print(f"bare loop {bare:>10,.0f} moves a second")
    print(f"ratio     {bare / driver:>10.1f}", flush=True)


if __name__ == "__main__":
    main()
