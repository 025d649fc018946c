"""With whom one sits: blocks keep people apart, tables among friends, and invitations by name."""

from typing import Any

import pytest
from django.core.cache import cache

from parlor.accounts import people
from parlor.accounts.models import User
from parlor.tables import invitations, service
from parlor.tables.access import may_watch
from parlor.tables.models import Invitation, Table
from parlor.tables.selectors import open_tables
from parlor.tables.service import TableError
from tests.support.tables import tables_at_rest

__all__ = ["tables_at_rest"]

pytestmark = pytest.mark.django_db
NOBODY = "There is nobody called {} to invite."


@pytest.fixture(autouse=True)
def _no_counts() -> None:
    cache.clear()


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("Ann")


@pytest.fixture
def ben() -> User:
    return User.objects.create_user("Ben")


@pytest.fixture
def cleo() -> User:
    return User.objects.create_user("Cleo")


def befriend(one: User, other: User) -> None:
    people.ask(by=one, whom=other)
    people.accept(by=other, whom=one)


def opened(host: User, visibility: str = "open") -> Table:
    return service.create(host, game="no-thanks", seats=3, visibility=visibility)


def refusal(act: object, *args: object, **kwargs: object) -> str:
    with pytest.raises(TableError) as refused:
        act(*args, **kwargs)  # type: ignore[operator]
    return str(refused.value)


# Blocks


@pytest.mark.parametrize("blocker", ["who sits", "who comes"])
def test_blocked_people_do_not_sit_down_together(ann: User, ben: User, cleo: User, blocker: str) -> None:
    table = opened(ann)
    service.join(table.pk, cleo)
    people.block(**({"by": cleo, "whom": ben} if blocker == "who sits" else {"by": ben, "whom": cleo}))
    assert refusal(service.join, table.pk, ben) == "There is no seat for you at this table."
    assert open_tables(ben) == [] and may_watch(table, ben)
    service.leave(table.pk, cleo)
    assert open_tables(ben) == [table]
    assert service.join(table.pk, ben) == 1


def test_who_sits_already_keeps_the_seat(ann: User, ben: User) -> None:
    table = opened(ann)
    service.join(table.pk, ben)
    people.block(by=ann, whom=ben)
    assert service.join(table.pk, ben) == 1


# Tables among friends


def test_only_friends_find_see_and_join_a_table_among_friends(ann: User, ben: User, cleo: User) -> None:
    befriend(cleo, ann)
    table = opened(ann, "friends")
    assert (open_tables(cleo), open_tables(ben), open_tables(None)) == ([table], [], [])
    assert may_watch(table, cleo) and may_watch(table, ann)
    assert not may_watch(table, ben) and not may_watch(table, None)
    assert refusal(service.join, table.pk, ben) == "This table is for friends of the host."
    assert service.join(table.pk, cleo) == 1
    people.part(by=cleo, whom=ann)
    assert may_watch(table, cleo), "who sits there sees it"
    service.leave(table.pk, cleo)
    assert not may_watch(table, cleo)


def test_a_friend_who_only_asks_is_no_friend_yet(ann: User, ben: User) -> None:
    people.ask(by=ben, whom=ann)
    table = opened(ann, "friends")
    assert open_tables(ben) == [] and not may_watch(table, ben)


def test_private_tables_are_for_whoever_has_the_link(ann: User, ben: User) -> None:
    table = opened(ann, "private")
    assert may_watch(table, ben) and not may_watch(table, None) and open_tables(ben) == []


# Invitations


def test_an_invitation_is_asked_and_accepted(ann: User, ben: User) -> None:
    table = opened(ann, "friends")
    asked = invitations.invite(table_id=table.pk, by=ann, username=" ben ")
    assert invitations.invite(table_id=table.pk, by=ann, username="Ben") == asked
    (mine,) = invitations.my_invitations(ben)
    line = invitations.invitation_line(mine)
    assert (line["by"], line["game_name"], line["taken"], line["free"]) == ("Ann", "No Thanks!", ["Ann"], 2)
    assert may_watch(table, ben), "who is invited may see a table among friends"
    assert invitations.accept(invitation_id=mine.pk, user=ben) == table
    assert [seat.name for seat in table.seats.all()] == ["Ann", "Ben", ""]
    assert invitations.my_invitations(ben) == []
    assert [row.state for row in invitations.invitations_of(table)] == ["accepted"]


def test_sitting_down_by_the_link_answers_too(ann: User, ben: User) -> None:
    table = opened(ann)
    asked = invitations.invite(table_id=table.pk, by=ann, username="Ben")
    service.join(table.pk, ben)
    asked.refresh_from_db()
    assert asked.state == Invitation.State.ACCEPTED
    service.leave(table.pk, ben)
    assert invitations.invite(table_id=table.pk, by=ann, username="Ben").state == Invitation.State.ASKED


def test_declined_is_declined(ann: User, ben: User) -> None:
    table = opened(ann)
    asked = invitations.invite(table_id=table.pk, by=ann, username="Ben")
    assert invitations.decline(invitation_id=asked.pk, user=ben).state == "declined"
    assert invitations.my_invitations(ben) == []
    assert refusal(invitations.invite, table_id=table.pk, by=ann, username="Ben") == "Ben has declined."
    for act in (invitations.accept, invitations.decline):
        assert "settled already" in refusal(act, invitation_id=asked.pk, user=ben)


def test_an_invitation_is_withdrawn_by_who_asked_or_by_the_host(ann: User, ben: User, cleo: User) -> None:
    table = opened(ann)
    service.join(table.pk, ben)
    asked = invitations.invite(table_id=table.pk, by=ben, username="Cleo")
    for stranger in (cleo, User.objects.create_user("Dora")):
        assert "settled already" in refusal(invitations.withdraw, invitation_id=asked.pk, user=stranger)
    invitations.withdraw(invitation_id=asked.pk, user=ann)
    assert invitations.my_invitations(cleo) == [] and invitations.invitations_of(table) == []
    invitations.invite(table_id=table.pk, by=ben, username="Cleo")
    assert len(invitations.my_invitations(cleo)) == 1


@pytest.mark.parametrize("blocker", ["inviter", "invited"])
def test_a_blocked_person_is_nobody(ann: User, ben: User, blocker: str) -> None:
    table = opened(ann)
    people.block(**({"by": ann, "whom": ben} if blocker == "inviter" else {"by": ben, "whom": ann}))
    assert refusal(invitations.invite, table_id=table.pk, by=ann, username="Ben") == NOBODY.format("Ben")
    assert refusal(invitations.invite, table_id=table.pk, by=ann, username="Nemo") == NOBODY.format("Nemo")


def test_a_block_after_the_invitation_hides_it(ann: User, ben: User) -> None:
    asked = invitations.invite(table_id=opened(ann).pk, by=ann, username="Ben")
    people.block(by=ben, whom=ann)
    assert invitations.my_invitations(ben) == []
    assert "settled already" in refusal(invitations.accept, invitation_id=asked.pk, user=ben)


def test_what_cannot_be_invited(tables_at_rest: None, ann: User, ben: User, cleo: User) -> None:
    table = opened(ann)

    def told(by: User, name: str) -> str:
        return refusal(invitations.invite, table_id=table.pk, by=by, username=name)

    assert told(ben, "Cleo") == "You do not sit at this table."
    assert told(ann, "ann") == "Ann sits here already."
    for _seat in range(2):
        service.add_bot(table.pk, ann)
    assert told(ann, "Cleo") == "All seats are taken."
    service.start(table.pk, ann)
    assert told(ann, "Cleo") == "The game has begun already."


def test_invitations_are_gone_when_the_game_begins(tables_at_rest: None, ann: User, ben: User) -> None:
    table = opened(ann)
    asked = invitations.invite(table_id=table.pk, by=ann, username="Ben")
    for _seat in range(2):
        service.add_bot(table.pk, ann)
    assert refusal(invitations.accept, invitation_id=asked.pk, user=ben) == "All seats are taken."
    service.start(table.pk, ann)
    assert invitations.my_invitations(ben) == []


def test_invitations_are_limited(ann: User, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    monkeypatch.setattr(invitations, "INVITATIONS_A_TABLE", 3)
    settings.THROTTLED, settings.LIMITS = True, {"invitations": "4/h/user"}
    for n in range(6):
        User.objects.create_user(f"p{n}")
    first, second = opened(ann), opened(ann)
    for n in range(3):
        invitations.invite(table_id=first.pk, by=ann, username=f"p{n}")
    assert "No more than 3" in refusal(invitations.invite, table_id=first.pk, by=ann, username="p3")
    invitations.invite(table_id=second.pk, by=ann, username="p0")
    assert "too often" in refusal(invitations.invite, table_id=second.pk, by=ann, username="p1")


def test_friends_are_suggested(ann: User, ben: User, cleo: User) -> None:
    for friend in (cleo, ben):
        befriend(ann, friend)
    table = opened(ann)
    assert invitations.suggestions(table, ann) == ["Ben", "Cleo"]
    invitations.invite(table_id=table.pk, by=ann, username="Ben")
    assert invitations.suggestions(table, ann) == ["Cleo"]
    service.join(table.pk, cleo)
    assert invitations.suggestions(table, ann) == []
