"""The kit's parts: which tables it tries, the files it writes, its time limit, and another process."""

import json
from pathlib import Path

import pytest

from parlor.engine import Chance, Choice, Driver, Option, pick
from parlor.engine.testing import Fault, check_game, kit, play_game, replay_file, seed_of
from parlor.engine.testing.rebuild import elsewhere, rebuild
from parlor.engine.testing.tables import tables
from tests.engine.faulty.reference import Reference
from tests.engine.faulty.rules import GoldFromNowhere
from tests.engine.faulty.wordy import Wordy


def option(name: str, *values: int, seats: tuple[int, int] | None = None) -> Option[int]:
    choices = (Choice(values[0], str(values[0])), *(Choice(value, str(value), seats=seats) for value in values[1:]))
    return Option(name, name, choices, values[0])


def test_few_combinations_are_all_tried() -> None:
    class Small(Reference):
        options = (option("a", 1, 2), option("b", 1, 2, 3))

    assert len(list(tables(Small(), [3]))) == 6
    assert len(list(tables(Small()))) == 18


def test_of_many_combinations_every_pair_is_tried() -> None:
    class Large(Reference):
        options = tuple(option(name, 1, 2, 3) for name in "abcdefgh")

    tried = list(tables(Large(), [2]))
    assert len(tried) < 30
    for first in "abcdefgh":
        for second in "abcdefgh":
            if first < second:
                assert len({(table.options[first], table.options[second]) for table in tried}) == 9


def test_combinations_that_cannot_be_chosen_are_left_out() -> None:
    class Bound(Reference):
        options = (option("a", 1, 2, seats=(4, 4)), Option("b", "b", option("b", 1, 2).choices, 1, when=("a", 2)))

    assert [str(table) for table in tables(Bound(), [2])] == ["2 seats, a=1, b=1"]
    assert len(list(tables(Bound(), [4]))) == 3


def test_a_fault_is_written_and_leads_back_to_its_place(tmp_path: Path) -> None:
    with pytest.raises(Fault) as found:
        check_game(GoldFromNowhere(), seats=3, folder=tmp_path)
    path = found.value.file
    assert path is not None
    told = json.loads(path.read_text())
    assert (told["game"], told["seats"], told["fault"]["kind"]) == ("reference", 3, "check")
    driver = replay_file(path)
    assert isinstance(driver.game, GoldFromNowhere)
    assert driver.version == told["version"]
    with pytest.raises(AssertionError, match="all gold"):
        driver.game.check(driver.position)


def test_no_game_begins_when_time_is_out() -> None:
    report = check_game(Reference(), 50, budget_seconds=0.01)
    assert report.games == 1
    assert report.skipped == 50 * 6 - 1


def test_data_sets_are_there_in_every_process() -> None:
    assert check_game(Wordy(), 1, 2).checks["other_process_agrees"] == 2


def test_another_process_makes_the_same_trace() -> None:
    game = Reference()
    driver = Driver.start(game, 3, chance=Chance(b"s" * 32))
    stream = Chance(b"walk")("walk")
    while driver.acting:
        seat = stream.choice(driver.acting)
        driver.play(seat, pick(driver.legal(seat), stream))
    rows = [driver.codec.row(row).decode() for row in driver.rows]
    again, trace = rebuild(game, 3, {}, b"s" * 32, rows)
    assert again.digest() == driver.digest()
    assert elsewhere(game, [{"seats": 3, "options": {}, "seed": (b"s" * 32).hex(), "rows": rows}]) == [trace]


def test_bots_play_the_same_game_from_the_same_seed() -> None:
    game = Reference()
    bots = [game.bots["eager"], game.bots["random"]]
    first, again = (play_game(game, 2, {}, seed_of("a"), bots) for _ in range(2))
    assert first.finished
    assert first.driver.digest() == again.driver.digest()


test_as_a_game_says_it = kit(Reference(), seeds=1, long_seeds=2)
