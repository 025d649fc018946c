"""One thing of each sort that an address can name, and people who stand differently to it.

Ann has a table for her friends, running, with her friend Ben; all that a person can own is hers. Cleo has an account,
and is nothing to Ann. Gus is a guest.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from parlor.accounts.hours import Holiday
from parlor.accounts.models import Block, Friendship, User
from parlor.accounts.services import create_account, create_guest
from parlor.engine import Chance
from parlor.moderation.notices import Kind, Notice, give_notice
from parlor.notifications.models import NoticeSettings, Webhook
from parlor.notifications.stopping import token_for
from parlor.tables import invitations, service
from parlor.tables.models import Invitation, Move, Seat, Table

PASSWORD = "seven-of-clubs"
DEAL = {"deck 1": [[f"card-{n}" for n in [*range(27, 36), *range(4, 20), *range(22, 27), 3, 21, 20]]], "first": [0]}
ACTORS = ("anonymous", "guest", "stranger", "player", "owner")

# What is sent where something must be sent for the question of who may to come up.
STEP = {"id": "walk-1", "version": 0}
BODIES: dict[str, dict[str, Any]] = {
    "api/tables/": {"game": "no-thanks", "seats": 3},
    "api/tables/<slug:table_id>/invite/": {"username": "Cleo"},
    "api/tables/<slug:table_id>/ready/": {"ready": True},
    "api/tables/<slug:table_id>/moves/": STEP | {"move": {"kind": "Refuse"}},
    "api/tables/<slug:table_id>/preview/": STEP | {"move": {"kind": "Refuse"}},
    "api/tables/<slug:table_id>/undo/": STEP,
    "api/tables/<slug:table_id>/concede/": STEP,
    "api/tables/<slug:table_id>/vote/": {"kind": "pause", "agree": True},
    "api/tables/<slug:table_id>/note/": {"text": "mine"},
    "api/tables/<slug:table_id>/add-player/": {"name": "Zoe"},
    "api/tables/<slug:table_id>/more-time/": {"seat": "seat-1"},
    "tables/<slug:table_id>/invite/": {"username": "Cleo"},
    "tables/<str:table_id>/note/": {"text": "mine"},
    "api/tables/<slug:table_id>/remove-player/": {"seat": 1},
    "tables/<slug:table_id>/add-player/": {"name": "Zoe"},
    "api/me/notices/preferences/": {"daily": True},
}
WAITING = ("join", "leave", "start", "ready", "add-bot", "remove-bot", "add-player", "remove-player", "invite", "room")


class World:
    """The people, and things of Ann's. `renew` makes new ones, for the next address."""

    def __init__(self) -> None:
        names = {"stranger": "Cleo", "player": "Ben", "owner": "Ann"}
        known = {
            who: create_account(username=name, email=f"{name.lower()}@example.org", password=PASSWORD)
            for who, name in names.items()
        }
        self.ann, self.ben = known["owner"], known["player"]
        self.ids: dict[str, Any] = {}
        Friendship.objects.create(asker=self.ben, asked=self.ann, accepted_at=timezone.now())
        self.users: dict[str, User | None] = {"anonymous": None, "guest": create_guest(), **known}

    def client(self, who: str, **how: Any) -> Client:
        """A browser of this actor's."""
        client, user = Client(REMOTE_ADDR="203.0.113.9", **how), self.users[who]
        if user is not None:
            client.force_login(user)
        return client

    def renew(self, route: str) -> None:
        """New things for the address of `route` to name."""
        ann = self.ann
        Block.objects.all().delete()
        Friendship.objects.all().delete()
        Webhook.objects.all().delete()
        Friendship.objects.create(asker=self.ben, asked=ann, accepted_at=timezone.now())
        if "table_id" in route:
            Table.objects.filter(status="waiting").delete()
            waits = any(f"/{act}/" in route for act in WAITING)
            self.ids["table_id"] = self.table(start=not waits).pk
        soon = timezone.now().date() + timedelta(days=5)
        ids: dict[str, Any] = {
            "version": 1,
            "slug": "no-thanks",
            "name": "Ann",
            "act": "block",
            "holiday_id": Holiday.objects.create(user=ann, first=soon, last=soon).pk,
            "what": "hook",
            "secret": NoticeSettings.objects.get_or_create(user=ann)[0].feed,
            "token": token_for(ann.pk),
            "bench": "b",
            "seat": "seat-0",
            "key": "abc",
            "uidb36": "1",
        }
        if "invitation_id" in route:
            whose = self.table(start=False, ben=False)
            ids["invitation_id"] = invitations.invite(table_id=whose.pk, by=ann, username="Ben").pk
        if "number" in route:
            ids["number"] = (
                give_notice(ann, Kind.DECIDED, "It is decided.").pk
                if route.startswith("notices/")
                else Webhook.objects.create(user=ann, flavour="generic", url="https://hooks.example.org/a").pk
            )
        self.ids |= ids

    def address(self, route: str) -> str:
        """The address that `route` has with the things that are there now."""
        pattern = r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)"
        address = re.sub(pattern, lambda found: str(self.ids.get(found[1] or found[2], "x-1")), route)
        return "/" + address.replace("^", "").replace("$", "")

    def table(self, *, start: bool, ben: bool = True) -> Table:
        """A table for Ann's friends, where Ben sits; begun, it is Ann's turn and the third is a bot."""
        table = service.create(self.ann, game="no-thanks", seats=3, visibility="friends")
        if ben:
            service.join(table.pk, self.ben)
        if start:
            service.add_bot(table.pk, self.ann)
            return service.start(table.pk, self.ann, chance=Chance.scripted(**DEAL))
        return table


def rows() -> list[Any]:
    """What must stay as it is when somebody is refused."""
    return [
        (model.__name__, list(model.objects.order_by("pk").values_list()))
        for model in (Table, Seat, Move, User, Friendship, Block, Holiday, Webhook, Invitation, NoticeSettings, Notice)
    ]
