"""Games as a site has decided about them: who sees them, who may open a table, and with what."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from parlor.accounts.models import User
from parlor.catalog import discovery
from parlor.catalog.models import GameSetting, Maintenance
from parlor.tables import service
from parlor.tables.models import Status, Table
from tests.moderation.conftest import Browser
from tests.support.pages import sound


def decide(**values: object) -> GameSetting:
    return GameSetting.objects.update_or_create(slug="no-thanks", defaults=values)[0]


def slugs(client: Client) -> list[str]:
    return [game["slug"] for game in client.get("/api/games/").json()]


def test_an_alpha_game_is_for_its_testers_and_admins(browser: Browser, ann: User, ben: User, moderator: User) -> None:
    decide(status="alpha").testers.add(ann)
    for client, sees in ((Client(), False), (browser(ben), False), (browser(ann), True), (browser(moderator), True)):
        assert ("no-thanks" in slugs(client)) == sees
        assert (client.get("/games/no-thanks/").status_code == 200) == sees
        assert ("/games/no-thanks/" in sound(client.get("/games/"))) == sees
    with pytest.raises(service.TableError, match="not open"):
        service.create(ben, game="no-thanks", seats=3)
    assert service.create(ann, game="no-thanks", seats=3).game == "no-thanks"


def test_beta_is_open_and_says_so(browser: Browser, ann: User) -> None:
    decide(status="beta")
    assert "beta" in sound(browser(ann).get("/games/no-thanks/"))
    service.create(ann, game="no-thanks", seats=3)


def test_a_closed_game_is_shown_but_takes_no_tables(browser: Browser, ann: User) -> None:
    decide(status="closed", note="Back on Monday.")
    page = sound(browser(ann).get("/games/no-thanks/"))
    assert "Back on Monday." in page and "/games/no-thanks/new/" not in page
    with pytest.raises(service.TableError, match="Monday"):
        service.create(ann, game="no-thanks", seats=3)


def test_a_game_that_is_off_is_gone_but_its_tables_go_on(
    browser: Browser, ann: User, ben: User, running: Table
) -> None:
    waiting = service.create(ben, game="no-thanks", seats=3, visibility="open")
    assert waiting.pk in sound(browser(ann).get("/"))
    decide(status="off")
    page = sound(browser(ann).get("/"))
    assert waiting.pk not in page and 'value="no-thanks"' not in page and running.pk in page
    assert browser(ann).get("/games/no-thanks/").status_code == 404 and "no-thanks" not in slugs(browser(ann))
    assert browser(ann).get(running.get_absolute_url()).status_code == 200
    assert Table.objects.get(pk=running.pk).status == Status.RUNNING


def test_games_stand_in_the_chosen_order(browser: Browser, ann: User) -> None:
    assert slugs(browser(ann))[0] != "no-thanks"
    decide(order=1)
    assert slugs(browser(ann))[0] == "no-thanks"


def test_defaults_and_paces_of_new_tables(browser: Browser, ann: User) -> None:
    decide(defaults={"rounds": 4}, paces=["1d", "3d"])
    assert service.create(ann, game="no-thanks", seats=3, pace="1d").options["rounds"] == 4
    assert service.create(ann, game="no-thanks", seats=3, pace="1d", options={"rounds": 1}).options["rounds"] == 1
    with pytest.raises(service.TableError):
        service.create(ann, game="no-thanks", seats=3, pace="fast")
    page = sound(browser(ann).get("/games/no-thanks/new/"))
    assert 'value="1d"' in page and 'value="fast"' not in page
    paces = [pace["value"] for pace in browser(ann).get("/api/games/no-thanks/").json()["paces"]]
    assert paces == ["1d", "3d"]
    browser(ann).post("/games/no-thanks/practice/")
    assert Table.objects.filter(status=Status.RUNNING, pace="1d").exists()


def test_the_console_sets_testers_defaults_and_paces(browser: Browser, game_admin: User, ann: User) -> None:
    client = browser(game_admin)
    client.get("/admin/catalog/gamesetting/")
    row = GameSetting.objects.get(slug="no-thanks")
    path = f"/admin/catalog/gamesetting/{row.pk}/change/"
    assert "default-rounds" in sound(client.get(path))
    form = {"status": "alpha", "order": 7, "note": "", "tester_names": "ann, nobody", "default-rounds": "4"}
    assert "nobody" in sound(client.post(path, form))
    client.post(path, {**form, "tester_names": "ann", "allowed": ["1d"]})
    row.refresh_from_db()
    assert (row.status, row.order, row.defaults, row.paces) == ("alpha", 7, {"rounds": 4}, ["1d"])
    assert list(row.testers.all()) == [ann]


def test_maintenance_closes_the_site_for_new_tables_only(browser: Browser, ann: User, running: Table) -> None:
    waiting = service.create(ann, game="no-thanks", seats=3)
    for _n in range(2):
        service.add_bot(waiting.id, ann)
    soon = Maintenance.objects.create(begins_at=timezone.now() + timedelta(hours=1), text="New release.")
    page = sound(browser(ann).get("/"))
    assert "New release." in page and "data-countdown" in page
    service.create(ann, game="no-thanks", seats=3)
    Maintenance.objects.filter(pk=soon.pk).update(begins_at=timezone.now())
    assert "No new tables" in sound(browser(ann).get("/"))
    with pytest.raises(service.TableError, match="looked after"):
        service.create(ann, game="no-thanks", seats=3)
    with pytest.raises(service.TableError, match="looked after"):
        service.start(waiting.id, ann)
    assert browser(ann).get(running.get_absolute_url()).status_code == 200
    Maintenance.objects.filter(pk=soon.pk).update(ends_at=timezone.now())
    assert "New release." not in sound(browser(ann).get("/"))
    service.start(waiting.id, ann)


def test_packages_that_are_left_out_are_named_to_who_looks_after_games(
    browser: Browser, owner: User, game_admin: User, moderator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = discovery.LeftOut("hearts", "there is no module <hearts>", "Traceback: line 3")
    monkeypatch.setattr(discovery, "LEFT_OUT", [out, discovery.LeftOut("spades", "its slug is taken")])
    for admin in (owner, game_admin):
        page = sound(browser(admin).get("/admin/"))
        assert "<strong>hearts</strong>: there is no module &lt;hearts&gt;" in page and "Traceback: line 3" in page
        assert "<strong>spades</strong>: its slug is taken" in page
    assert "hearts" not in sound(browser(moderator).get("/admin/"))
    monkeypatch.setattr(discovery, "LEFT_OUT", [])
    assert "left out" not in sound(browser(owner).get("/admin/"))
