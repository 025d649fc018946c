"""The shapes of what the API takes."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from parlor.accounts.people import PREFIX_MIN
from parlor.tables.models import Absence, Begins, Pace, Seating, Visibility
from parlor.tables.play import CLIENT_ID_MAX
from parlor.tables.votes import KINDS as VOTES

VERSION_MAX = 2**31 - 1


@extend_schema_field({"oneOf": [{"type": "string"}, {"type": "integer"}, {"type": "boolean"}]})
class Value(serializers.Field[Any, Any, Any, Any]):
    """The value of an option: as itself or as text. The game says which are possible."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str | int | bool):
            raise serializers.ValidationError("The value of an option is a text, a number, or true or false.")
        return data


class NewAccount(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150)
    email = serializers.CharField(max_length=254)
    password = serializers.CharField(max_length=1000, trim_whitespace=False)


class Credentials(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=254)
    password = serializers.CharField(max_length=1000, trim_whitespace=False)


class NewTable(serializers.Serializer[Any]):
    game = serializers.CharField(max_length=60, help_text="slug of the game")
    seats = serializers.IntegerField(
        required=False, min_value=1, max_value=100, help_text="how many; the game's fewest when left out"
    )
    seats_from = serializers.IntegerField(
        required=False, min_value=1, max_value=100, help_text="the host may begin with so many; all seats when left out"
    )
    options = serializers.DictField(child=Value(), required=False, help_text="by name; others have their default")
    pace = serializers.ChoiceField(Pace.choices, default=Pace.NONE)
    absence = serializers.ChoiceField(
        Absence.choices, default=Absence.BOT, help_text="what happens when somebody's time is out"
    )
    visibility = serializers.ChoiceField(Visibility.choices, default=Visibility.PRIVATE)
    begins = serializers.ChoiceField(Begins.choices, default=Begins.HAND, help_text="by the host's hand, or when full")
    seating = serializers.ChoiceField(Seating.choices, default=Seating.SEATED)
    training = serializers.BooleanField(default=False, help_text="the result counts for nothing")
    ready_check = serializers.BooleanField(
        default=False, help_text="the game begins only when all people have said that they are ready"
    )


class Readiness(serializers.Serializer[Any]):
    ready = serializers.BooleanField()


class Nothing(serializers.Serializer[Any]):
    """No body is needed."""


class NewVote(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(VOTES)
    agree = serializers.BooleanField()


class NewBot(serializers.Serializer[Any]):
    bot = serializers.CharField(
        max_length=40, required=False, help_text="name of one of the game's bots; its first when left out"
    )


class NewInvitation(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150)


def _version(help_text: str) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=0, max_value=VERSION_MAX, help_text=help_text)


class Step(serializers.Serializer[Any]):
    """Something that a person does at a running table. Sent twice with one id, it counts once."""

    id = serializers.CharField(max_length=CLIENT_ID_MAX, help_text="made by the client, another one for each step")
    version = _version("the version that the person saw")


class NewMove(Step):
    move = serializers.DictField(help_text='{"kind": "Take", ...fields}; seats are written "seat-2"')


class Trial(serializers.Serializer[Any]):
    version = _version("the version that the person saw")
    move = serializers.DictField(help_text="as for moves")


class Since(serializers.Serializer[Any]):
    since = serializers.IntegerField(
        required=False, min_value=-1, max_value=VERSION_MAX, default=-1, help_text="only what came after this version"
    )


class PeopleQuery(serializers.Serializer[Any]):
    q = serializers.CharField(min_length=PREFIX_MIN, max_length=40, help_text="the beginning of the name, in any case")


class MyTablesQuery(serializers.Serializer[Any]):
    turn = serializers.ChoiceField(["mine"], required=False, help_text="mine: only tables that wait for me")
