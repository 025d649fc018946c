"""What each role may do, and above all what it may not."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command

from parlor.accounts.models import User
from parlor.moderation.roles import GAME_ADMIN, MODERATOR, OWNER, ROLES, settle_roles
from parlor.tables.models import Table
from tests.moderation.conftest import Browser
from tests.support.pages import sound

LISTS = {
    "/admin/": {OWNER, GAME_ADMIN, MODERATOR},
    "/admin/tables/table/": {OWNER, GAME_ADMIN, MODERATOR},
    "/admin/moderation/report/": {OWNER, GAME_ADMIN, MODERATOR},
    "/admin/catalog/gamesetting/": {OWNER, GAME_ADMIN, MODERATOR},
    "/admin/tables/fault/": {OWNER, GAME_ADMIN},
    "/admin/accounts/user/": {OWNER, MODERATOR},
    "/admin/catalog/maintenance/add/": {OWNER},
    "/admin/moderation/announcement/add/": {OWNER},
    "/admin/moderation/auditentry/": {OWNER},
    "/admin/auth/group/": {OWNER},
    "/admin/accounts/user/add/": {OWNER},
    "/admin/moderation/auditentry/add/": set(),
    "/admin/account/emailaddress/": set(),
}
PERSON = {
    "warn": {OWNER, MODERATOR},
    "mute": {OWNER, MODERATOR},
    "ban": {OWNER, MODERATOR},
    "export": {OWNER},
    "forget": {OWNER},
}
TABLE = {
    "bot": {OWNER, GAME_ADMIN, MODERATOR},
    "more-time": {OWNER, GAME_ADMIN, MODERATOR},
    "stop": {OWNER, GAME_ADMIN, MODERATOR},
    "roll-back": {OWNER, GAME_ADMIN},
    "export": {OWNER, GAME_ADMIN},
}


@pytest.fixture
def roles(owner: User, game_admin: User, moderator: User) -> dict[str, User]:
    return {OWNER: owner, GAME_ADMIN: game_admin, MODERATOR: moderator}


def test_each_page_is_for_some_and_closed_to_the_others(roles: dict[str, User], browser: Browser) -> None:
    for role, user in roles.items():
        client = browser(user)
        for path, allowed in LISTS.items():
            answer = client.get(path)
            assert (answer.status_code == 200) == (role in allowed), (role, path, answer.status_code)
            if answer.status_code == 200:
                sound(answer)


def test_each_deed_is_for_some_and_refused_to_the_others(
    roles: dict[str, User], browser: Browser, running: Table, ben: User
) -> None:
    for role, user in roles.items():
        client = browser(user)
        for base, deeds in (
            (f"/admin/accounts/user/{ben.pk}/", PERSON),
            (f"/admin/tables/table/{running.pk}/", TABLE),
        ):
            shown = client.get(base + "change/")
            page = sound(shown) if shown.status_code == 200 else ""
            for deed, allowed in deeds.items():
                path = f"{base}deed/{deed}/"
                assert (f"deed/{deed}/" in page) == (role in allowed), (role, deed)
                for answer in (client.get(path), client.post(path, {})):
                    assert (answer.status_code != 403) == (role in allowed), (role, path, answer.status_code)


def test_players_and_strangers_see_nothing_of_it(browser: Browser, ann: User, running: Table) -> None:
    from django.test import Client

    for path in (*LISTS, f"/admin/tables/table/{running.pk}/look/", f"/admin/tables/table/{running.pk}/deed/stop/"):
        assert Client().get(path).status_code == 302, path
        assert browser(ann).get(path, follow=True).status_code == 403, path


def test_nobody_but_an_owner_makes_admins(roles: dict[str, User], browser: Browser, ben: User) -> None:
    for role, user in roles.items():
        browser(user).post(
            f"/admin/accounts/user/{ben.pk}/change/",
            {"username": "Ben", "email": "ben@example.org", "is_active": "on", "is_staff": "on", "is_superuser": "on"},
        )
        ben.refresh_from_db()
        assert ben.is_staff == (role == OWNER), role
        assert not ben.is_superuser, "what a superuser is, only a superuser says"
        User.objects.filter(pk=ben.pk).update(is_staff=False)


def test_an_owner_has_no_hold_over_a_superuser(owner: User, browser: Browser) -> None:
    boss = User.objects.create_superuser("Boss", "boss@example.org", "seven-of-clubs")
    assert browser(owner).get(f"/admin/accounts/user/{boss.pk}/password/").status_code == 403
    answer = browser(owner).post(f"/admin/accounts/user/{boss.pk}/deed/ban/", {"reason": "no", "how_long": "1d"})
    assert answer.status_code == 422
    boss.refresh_from_db()
    assert not boss.is_banned


def test_nobody_reads_the_keys_of_others(browser: Browser) -> None:
    boss = User.objects.create_superuser("Boss", "boss@example.org", "seven-of-clubs")
    assert browser(boss).get("/admin/authtoken/tokenproxy/").status_code == 404


def test_a_moderator_does_not_read_mail_addresses(moderator: User, owner: User, browser: Browser, ben: User) -> None:
    path = f"/admin/accounts/user/{ben.pk}/change/"
    assert "ben@example.org" not in sound(browser(moderator).get(path))
    assert "ben@example.org" not in sound(browser(moderator).get("/admin/accounts/user/?q=ben%40example"))
    assert "ben@example.org" in sound(browser(owner).get(path))


def test_each_migration_gives_the_roles_what_is_said_and_no_more(transactional_db: None) -> None:
    settle_roles()
    group = Group.objects.get(name=MODERATOR)
    group.permissions.add(Permission.objects.get(codename="forget_person"))
    Group.objects.filter(name=GAME_ADMIN).delete()
    call_command("migrate", verbosity=0)
    for role, names in ROLES.items():
        held = {
            f"{one.content_type.app_label}.{one.codename}"
            for one in Group.objects.get(name=role).permissions.select_related("content_type")
        }
        assert held == names, role
