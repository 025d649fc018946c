"""Which games there are, and all that a program needs to know to open a table of one."""

from rest_framework.test import APIClient


def test_the_list_needs_no_account(nobody: APIClient) -> None:
    answer = nobody.get("/api/games/")
    assert answer.status_code == 200
    game = next(game for game in answer.json() if game["slug"] == "no-thanks")
    assert game["name"] == "No Thanks!"
    assert game["seats"] == {"min": 3, "max": 7}
    assert game["designer"] == "Thorsten Gimmler"


def test_one_game_lists_options_bots_and_statistics(nobody: APIClient) -> None:
    game = nobody.get("/api/games/no-thanks/").json()
    options = {option["name"]: option for option in game["options"]}
    assert [value["value"] for value in options["chips"]["values"]] == ["hidden", "open"]
    assert options["chips"]["default"] == "hidden"
    assert [value["value"] for value in options["rounds"]["values"]] == [1, 4]
    assert options["rounds"]["when"] is None
    assert "steady" in game["bots"]
    assert {"name": "cards", "label": "Cards taken", "per_seat": True} in game["statistics"]


def test_a_game_that_is_not_there(nobody: APIClient) -> None:
    answer = nobody.get("/api/games/go-fish/")
    assert answer.status_code == 404
    assert answer.json() == {"detail": "There is nothing at this address."}


def test_the_list_can_only_be_read(ann: APIClient) -> None:
    assert ann.post("/api/games/", {}, format="json").status_code == 405
