"""Friendship and blocks: who is what to whom, and what nobody is told."""

from typing import Any

import pytest
from django.core.cache import cache

from parlor.accounts import people, selectors
from parlor.accounts.models import Friendship, User
from parlor.accounts.people import Often, PeopleError
from parlor.accounts.services import create_account, create_guest

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_counts() -> None:
    cache.clear()


def account(name: str) -> User:
    return create_account(username=name, email=f"{name}@example.org", password="seven-of-clubs")


@pytest.fixture
def ann() -> User:
    return account("Ann")


@pytest.fixture
def ben() -> User:
    return account("Ben")


def test_one_asks_and_the_other_accepts(ann: User, ben: User) -> None:
    people.ask(by=ann, whom=ben)
    assert (selectors.relation(ann, ben), selectors.relation(ben, ann)) == ("asked", "asks")
    assert selectors.asked(ann) == [ben] == [*selectors.asked(ann)] and selectors.asking(ben) == [ann]
    assert not selectors.are_friends(ann, ben) and selectors.friends(ann) == []
    people.accept(by=ben, whom=ann)
    assert (selectors.relation(ann, ben), selectors.relation(ben, ann)) == ("friend", "friend")
    assert selectors.are_friends(ben, ann) and selectors.friends(ann) == [ben] and selectors.friends(ben) == [ann]
    assert selectors.asking(ben) == []


def test_who_asks_back_accepts(ann: User, ben: User) -> None:
    people.ask(by=ann, whom=ben)
    assert people.ask(by=ben, whom=ann).accepted_at
    assert Friendship.objects.count() == 1


def test_asking_twice_is_asking_once(ann: User, ben: User) -> None:
    assert people.ask(by=ann, whom=ben) == people.ask(by=ann, whom=ben)
    assert not selectors.are_friends(ann, ben), "nobody accepts what they asked for themselves"
    with pytest.raises(PeopleError, match="Ben does not ask"):
        people.accept(by=ann, whom=ben)


@pytest.mark.parametrize("who", ["asker", "asked"])
@pytest.mark.parametrize("accepted", [True, False])
def test_either_may_part(ann: User, ben: User, who: str, accepted: bool) -> None:
    people.ask(by=ann, whom=ben)
    if accepted:
        people.accept(by=ben, whom=ann)
    people.part(**({"by": ann, "whom": ben} if who == "asker" else {"by": ben, "whom": ann}))
    assert (selectors.relation(ann, ben), selectors.relation(ben, ann)) == ("", "")


def test_nobody_is_their_own_friend(ann: User) -> None:
    for act in (people.ask, people.block):
        with pytest.raises(PeopleError, match="That is you"):
            act(by=ann, whom=ann)
    assert selectors.relation(ann, ann) == "you" and not selectors.are_friends(ann, ann)


def test_a_block_ends_a_friendship_and_is_not_told(ann: User, ben: User) -> None:
    people.ask(by=ann, whom=ben)
    people.accept(by=ben, whom=ann)
    people.block(by=ann, whom=ben)
    people.block(by=ann, whom=ben)
    assert selectors.relation(ann, ben) == "blocked" and selectors.blocked(ann) == [ben]
    assert selectors.relation(ben, ann) == "" and selectors.blocked(ben) == []
    assert selectors.apart_ids(ben) == {ann.pk} and selectors.apart_ids(ann) == {ben.pk}
    people.ask(by=ben, whom=ann)
    assert selectors.relation(ben, ann) == "asked", "as with anybody who does not answer"
    assert selectors.asking(ann) == [] and selectors.relation(ann, ben) == "blocked"
    for act in (people.ask, people.accept):
        with pytest.raises(PeopleError, match="You have blocked Ben"):
            act(by=ann, whom=ben)


def test_a_block_can_be_taken_back(ann: User, ben: User) -> None:
    people.block(by=ann, whom=ben)
    people.ask(by=ben, whom=ann)
    people.unblock(by=ann, whom=ben)
    assert selectors.relation(ann, ben) == "" and selectors.apart_ids(ann) == set()
    people.ask(by=ann, whom=ben)
    assert selectors.relation(ben, ann) == "asks"


def test_requests_are_limited(ann: User, settings: Any) -> None:
    settings.THROTTLED, settings.LIMITS = True, {"friendships": "3/h/user"}
    others = [create_guest() for _n in range(4)]
    for other in others[:-1]:
        people.ask(by=ann, whom=other)
    with pytest.raises(Often):
        people.ask(by=ann, whom=others[-1])
    cache.clear()
    people.ask(by=ann, whom=others[-1])


def test_people_are_found_by_the_beginning_of_their_name(ann: User, ben: User) -> None:
    benno, closed = account("benno"), account("Benjamin")
    User.objects.filter(pk=closed.pk).update(is_active=False)
    create_guest()
    assert people.search(by=ann, prefix=" bE ") == [ben, benno]
    assert people.search(by=ann, prefix="An") == [], "not oneself"
    assert people.search(by=ann, prefix="Gu") == [], "guests have no name to look for"
    assert people.search(by=ann, prefix="%_") == []
    for short in ("", "b", " b "):
        with pytest.raises(PeopleError, match="at least 2 letters"):
            people.search(by=ann, prefix=short)


def test_searching_is_limited(ann: User, ben: User, settings: Any) -> None:
    settings.THROTTLED, settings.LIMITS = True, {"searches": "3/h/user"}
    for _n in range(3):
        people.search(by=ann, prefix="be")
    with pytest.raises(Often):
        people.search(by=ann, prefix="be")
    assert people.search(by=ben, prefix="an") == [ann], "each for themselves"
