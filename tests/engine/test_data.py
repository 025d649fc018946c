"""Data sets: files of a game are parsed when first asked for, and sets that an admin adds stay what they were."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

import pytest

from parlor.engine import (
    BadOption,
    Chance,
    Choice,
    DataSet,
    DesignError,
    Driver,
    Family,
    Option,
    Prepared,
    check_game,
    settle,
)
from parlor.engine.data import (
    Installed,
    NoData,
    data_digests,
    family_of,
    keeps,
    label_of,
    load_data,
    options_of,
    provide,
)
from tests.engine.faulty.reference import Reference
from tests.engine.faulty.wordy import Wordy

parsed: list[bytes] = []


def parse(content: bytes) -> frozenset[str]:
    parsed.append(content)
    return frozenset(content.decode().split())


def digest(content: bytes) -> str:
    return sha256(content).hexdigest()


FAMILY = Family("words", "Dictionaries", "dictionary", parse, lambda content: Prepared(content, {}))
OPTION = Option("dictionary", "Dictionary", (Choice("short", "Short"), Choice("other", "Other")), "short")


class Lettered(Reference):
    """The clean game with two word lists and a family of them."""

    slug = "lettered"
    data = (DataSet("short", "faulty/words.txt", parse), DataSet("other", "faulty/words.txt", parse))
    families = (FAMILY,)
    options = (*Reference.options, OPTION)


class Shelf:
    """Installed sets, kept in a dictionary."""

    def __init__(self) -> None:
        self.rows: list[Installed] = []
        self.contents: dict[str, bytes] = {}
        self.asked: list[str] = []

    def put(self, name: str, content: bytes, *, off: bool = False) -> None:
        self.rows = [row for row in self.rows if row.name != name]
        self.rows.append(Installed("words", name, name.title(), digest(content), "Bought.", off))
        self.contents[digest(content)] = content

    def listed(self, game: str) -> Sequence[Installed]:
        return self.rows if game == "lettered" else ()

    def content(self, wanted: str) -> bytes | None:
        self.asked.append(wanted)
        return self.contents.get(wanted)


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    parsed.clear()
    made = Shelf()
    before = provide(made)
    yield made
    provide(before)


def values(options: Sequence[Option[Any]]) -> list[object]:
    return [choice.value for choice in options[-1].choices]


def test_a_file_is_parsed_when_it_is_first_asked_for_and_only_then(shelf: Shelf) -> None:
    class Fresh(Lettered):
        pass

    data = load_data(Fresh())
    assert list(data) == ["short", "other"] and len(data) == 2
    assert set(data_digests(Fresh())) == {"short", "other"} and not parsed
    assert data["short"] == {"apple", "pear"}
    assert len(parsed) == 1
    assert data["short"] is data["short"] is load_data(Fresh())["short"]
    assert len(parsed) == 1
    with pytest.raises(KeyError):
        data["long"]


def test_many_threads_parse_a_file_once(shelf: Shelf) -> None:
    class Fresh(Lettered):
        pass

    ready = threading.Barrier(6)
    seen: list[object] = []

    def read() -> None:
        ready.wait()
        seen.append(load_data(Fresh())["short"])

    threads = [threading.Thread(target=read) for _n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(one) for one in seen}) == 1 and len(parsed) == 1


def test_a_missing_file_is_named_at_once_and_a_bad_one_when_it_is_used() -> None:
    class Missing(Reference):
        data = (DataSet("words", "nowhere.txt", parse),)

    class Broken(Reference):
        data = (DataSet("words", "faulty/words.txt", int),)

    with pytest.raises(DesignError, match=r"data set 'words' \(nowhere.txt\)"):
        load_data(Missing())
    data = load_data(Broken())
    with pytest.raises(DesignError, match=r"data set 'words' \(faulty/words.txt\): invalid literal"):
        data["words"]


def test_what_is_installed_and_on_can_be_chosen(shelf: Shelf) -> None:
    shelf.put("nwl", b"qapik zen")
    shelf.put("old", b"thou", off=True)
    game = Lettered()
    assert values(options_of(game)) == ["short", "other", "nwl"]
    assert options_of(game)[-1].choices[-1] == Choice("nwl", "Nwl", "Bought.")
    assert settle(options_of(game), {"dictionary": "NWL"}, 3)["dictionary"] == "nwl"
    with pytest.raises(BadOption, match=r"short, other, nwl\.$"):
        settle(options_of(game), {"dictionary": "old"}, 3)
    assert options_of(Wordy()) == Wordy.options
    assert values(options_of(game, {"short": "…"})) == ["short", "other"]
    assert (label_of(game, "dictionary", "old"), label_of(game, "dictionary", "short")) == ("Old", None)


def test_the_digests_of_a_table_hold_what_it_chose_besides_the_files(shelf: Shelf) -> None:
    shelf.put("nwl", b"qapik zen")
    game = Lettered()
    shipped = dict(data_digests(game))
    assert data_digests(game, {"dictionary": "other"}) == shipped
    assert data_digests(game, {"dictionary": "nwl"}) == {**shipped, "words/nwl": digest(b"qapik zen")}
    with pytest.raises(BadOption, match=r"^csw is not installed on this site\.$"):
        data_digests(game, {"dictionary": "csw"})


def test_a_table_keeps_the_set_it_began_with(shelf: Shelf) -> None:
    shelf.put("nwl", b"qapik zen")
    game = Lettered()
    begun = dict(data_digests(game, {"dictionary": "nwl"}))
    shelf.put("nwl", b"newer", off=True)
    assert load_data(game, begun)["nwl"] == {"qapik", "zen"}
    assert load_data(game, begun)["short"] == {"apple", "pear"}
    assert sorted(load_data(game, begun)) == ["nwl", "other", "short"]
    assert keeps(game, begun) == begun
    assert keeps(game, {**begun, "short": "from an older release"}) == begun
    assert values(options_of(game, begun)) == ["short", "other", "nwl"]
    shelf.rows.clear()
    assert options_of(game, begun)[-1].choices[-1] == Choice("nwl", "nwl")


def test_the_same_set_is_parsed_once_for_all_tables(shelf: Shelf) -> None:
    class Fresh(Lettered):
        pass

    shelf.put("nwl", b"one set")
    begun = data_digests(Fresh(), {"dictionary": "nwl"})
    assert load_data(Fresh(), begun)["nwl"] is load_data(Fresh(), begun)["nwl"]
    assert parsed == [b"one set"] and len(shelf.asked) == 1


def test_a_set_that_is_not_here_is_told_in_a_sentence(shelf: Shelf) -> None:
    shelf.put("nwl", b"qapik zen never loaded")
    begun = dict(data_digests(Lettered(), {"dictionary": "nwl"}))
    shelf.contents[begun["words/nwl"]] = b"tampered with"
    with pytest.raises(NoData, match=r"needs the set nwl \(words, digest [0-9a-f]{12}\), which is not on this site"):
        load_data(Lettered(), begun)
    shelf.contents.clear()
    with pytest.raises(NoData, match="not on this site"):
        load_data(Lettered(), begun)
    with pytest.raises(NoData, match=r"maps/nwl|set nwl \(maps"):
        load_data(Lettered(), {"maps/nwl": begun["words/nwl"]})


def test_rules_find_the_chosen_set(shelf: Shelf) -> None:
    shelf.put("nwl", b"qapik zen")
    game = Lettered()
    begun = data_digests(game, {"dictionary": "nwl"})
    options = settle(options_of(game, begun), {"dictionary": "nwl"}, 3)
    driver = Driver.start(game, 3, options, chance=Chance(bytes(32)), data=load_data(game, begun))
    assert driver.context.data[driver.options["dictionary"]] == {"qapik", "zen"}


def test_a_family_is_declared_with_its_option_and_its_files() -> None:
    class NoOption(Reference):
        data = Lettered.data
        families = (FAMILY,)

    class NoFile(Lettered):
        data = (DataSet("short", "faulty/words.txt", parse),)

    class Twice(Lettered):
        families = (FAMILY, FAMILY)

    check_game(Lettered())
    assert family_of(Lettered(), "words") is FAMILY and family_of(Lettered(), "maps") is None
    with pytest.raises(DesignError, match="names the option 'dictionary', which is not declared"):
        check_game(NoOption())
    with pytest.raises(DesignError, match="'other' can be chosen but is no data set"):
        check_game(NoFile())
    with pytest.raises(DesignError, match="the same name"):
        check_game(Twice())
