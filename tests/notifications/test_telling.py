"""From what happens at a table to who is told what."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from parlor.accounts.models import Block, User
from parlor.notifications import news, presence, telling
from parlor.notifications.models import Delivery, News, Notice, NoticeSettings
from parlor.tables import chat, invitations, play, service, votes
from parlor.tables.events import Written, wrote
from parlor.tables.models import Seat, Table
from tests.notifications.conftest import REFUSE, TAKE, Start, move


def told(person: User) -> list[str]:
    """Of what kinds the person has notices that hold and were not read, in order."""
    rows = Notice.objects.filter(user=person, read_at=None, over_at=None).order_by("pk")
    return list(rows.values_list("kind", flat=True))


def test_a_game_begins_with_one_notice_for_each(start: Start, people: list[User]) -> None:
    start()
    assert [told(person) for person in people] == [["turn"], ["started"], ["started"]]


def test_a_move_tells_the_next_and_ends_what_was_told(start: Start, people: list[User]) -> None:
    ann, bob, _cleo = people
    table = start(pace="1d")
    move(table, ann, 0)
    assert told(bob) == ["started"]
    assert telling.look() == {ann.pk, bob.pk}
    assert told(ann) == [] and told(bob) == ["started", "turn"]
    assert telling.look() is None and not News.objects.exists()
    notice = Notice.objects.get(user=ann, kind="turn")
    assert notice.over_at is not None
    assert notice.deliveries.get().state == Delivery.State.DROPPED


def test_the_row_is_part_of_the_transaction_of_the_move(start: Start, people: list[User], monkeypatch: Any) -> None:
    table = start()
    before = News.objects.count()
    with transaction.atomic():
        wrote(Written(table.pk, 1, [1]))
        transaction.set_rollback(True)
    assert News.objects.count() == before
    monkeypatch.setattr("parlor.tables.events._recorders", [lambda several: 1 / 0])
    with pytest.raises(ZeroDivisionError):
        play.move(table.pk, people[0].pk, "x", 0, REFUSE).result(20)
    table.refresh_from_db()
    assert table.version == 0


def test_a_turn_that_comes_back_between_two_looks_is_a_new_one(start: Start, people: list[User]) -> None:
    table = start(seats=3)
    for version, person in enumerate(people):
        move(table, person, version)
    telling.look()
    rows = Notice.objects.filter(user=people[0], kind="turn").order_by("pk")
    assert [(row.occasion, row.over_at is None) for row in rows] == [("0", False), ("3", True)]


def test_a_turn_of_several_decisions_is_one(start: Start, people: list[User]) -> None:
    table = start()
    move(table, people[0], 0, TAKE)  # ann takes the card and is asked again
    telling.look()
    assert Notice.objects.filter(user=people[0], kind="turn").count() == 1
    assert told(people[0]) == ["turn"]


def test_who_looks_at_the_table_is_not_told(start: Start, people: list[User]) -> None:
    ann, bob, _cleo = people
    table = start()
    presence.come("p", [(bob.pk, table.pk)])
    assert told(bob) == []  # what was told before is seen now
    move(table, ann, 0)
    telling.look()
    assert told(bob) == [] and not Delivery.objects.filter(user=bob, state="waiting").exists()
    move(table, bob, 1)
    presence.go("p", [(bob.pk, table.pk)])
    move(table, people[2], 2)
    move(table, ann, 3)
    telling.look()
    assert told(bob) == ["turn"]


def test_a_mark_that_nobody_renews_is_void(start: Start, people: list[User]) -> None:
    table = start()
    presence.come("p", [(people[1].pk, table.pk)], timezone.now() - timedelta(minutes=2))
    move(table, people[0], 0)
    telling.look()
    assert told(people[1]) == ["turn"]


def test_the_end_tells_the_result(start: Start, people: list[User]) -> None:
    ann, bob, _cleo = people
    table = start(seats=3)
    play.concede(table.pk, bob.pk, "c", 0).result(20)
    play.concede(table.pk, ann.pk, "c", 0).result(20)
    telling.look()
    table.refresh_from_db()
    assert table.status == "finished"
    notice = Notice.objects.get(user=people[2], kind="ended")
    assert notice.facts["won"] == ["cleo"] and notice.facts["place"] == 1
    assert told(people[2])[-1] == "ended" and "turn" not in told(people[2])


def test_invitations_last_until_they_are_answered(people: list[User]) -> None:
    ann, bob, cleo = people
    table = service.create(ann, game="no-thanks", seats=3)
    made = invitations.invite(table_id=table.pk, by=ann, username="bob")
    Block.objects.create(by=cleo, whom=User.objects.create_user("dora"))
    telling.look()
    assert told(bob) == ["invited"]
    invitations.decline(invitation_id=made.pk, user=bob)
    telling.look()
    assert told(bob) == []


def test_questions_go_to_those_who_have_not_answered(start: Start, people: list[User]) -> None:
    ann, bob, cleo = people
    table = start(pace="1d")
    votes.vote(table.pk, ann, "pause", agree=True).result(20)
    telling.look()
    assert (told(ann), told(bob), told(cleo)) == (["turn"], ["started", "asks"], ["started", "asks"])
    votes.vote(table.pk, bob, "pause", agree=True).result(20)
    telling.look()
    assert told(bob) == ["started"] and told(cleo) == ["started", "asks"]


def test_little_time_is_told_once(start: Start, people: list[User]) -> None:
    table = start(pace="1d")
    now = timezone.now()
    Seat.objects.filter(table=table, number=0).update(due_at=now + timedelta(hours=5), remind_at=None)
    for _again in range(2):
        with transaction.atomic():
            wrote(Written(table.pk))
        telling.look()
    assert told(people[0]) == ["turn", "time"]
    delivery = Delivery.objects.get(notice__kind="time")
    assert delivery.due_at is not None and delivery.due_at <= timezone.now()


def test_lines_said_while_away_are_one_notice(start: Start, people: list[User]) -> None:
    ann, bob, cleo = people
    table = start()
    Block.objects.create(by=cleo, whom=ann)
    chat.say(table.pk, ann, "Hello")
    telling.look()
    chat.say(table.pk, ann, "Anybody?")
    telling.look()
    assert told(bob) == ["started", "chat"] and told(cleo) == ["started"] and told(ann) == ["turn"]
    assert Notice.objects.get(user=bob, kind="chat").facts["count"] == 2


def test_choices_hold(start: Start, people: list[User]) -> None:
    wishes = NoticeSettings(user=people[1])
    for way in ("page", "mail"):
        wishes.choose("turn", way, False)  # type: ignore[arg-type]
    wishes.save()
    table = start()
    move(table, people[0], 0)
    telling.look()
    notice = Notice.objects.get(user=people[1], kind="turn")
    assert not notice.on_page and not notice.deliveries.exists()


def test_a_worker_that_dies_while_looking_loses_nothing(start: Start, people: list[User], monkeypatch: Any) -> None:
    table = start()
    move(table, people[0], 0)

    def die(*_anything: object) -> None:
        raise MemoryError

    with monkeypatch.context() as dying:
        dying.setattr(telling, "_write", die)
        with pytest.raises(MemoryError):
            telling.look()
    assert telling.look() is None  # still claimed
    telling.look(timezone.now() + news.CLAIM)
    assert told(people[1]) == ["started", "turn"]


def test_one_table_that_cannot_be_told_keeps_no_other(start: Start, people: list[User], monkeypatch: Any) -> None:
    broken, good = start(), start()
    for table in (broken, good):
        move(table, people[0], 0)
    real = telling.occasions

    def planted(scene: Any, *rest: Any) -> Any:
        return 1 / 0 if scene.table == broken else real(scene, *rest)

    monkeypatch.setattr(telling, "occasions", planted)
    telling.look()
    assert list(Notice.objects.filter(user=people[1], kind="turn").values_list("table", flat=True)) == [good.pk]
    assert News.objects.filter(table_id=broken.pk).exists()


def test_a_table_that_nobody_filled_tells_its_people(people: list[User]) -> None:
    table = service.create(people[0], game="no-thanks", seats=3)
    service.join(table.pk, people[1])
    invitations.invite(table_id=table.pk, by=people[0], username="cleo")
    telling.look()
    service.expire(timezone.now() + timedelta(days=8))
    telling.look(timezone.now())
    assert (told(people[0]), told(people[1]), told(people[2])) == (["ended"], ["ended"], [])


def test_a_table_that_is_gone_leaves_no_news(start: Start) -> None:
    table = start(told=False)
    Table.objects.filter(pk=table.pk).delete()
    assert telling.look() is None and not News.objects.exists()
    assert connection.connection is not None
