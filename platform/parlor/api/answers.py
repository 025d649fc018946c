"""The shapes of what the API answers, for its schema."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from parlor.api.shapes import Value
from parlor.tables.models import Absence, Begins, Invitation, Pace, Reason, Seating, Status, Visibility

REFUSALS = ["stale", "illegal", "turn", "stranger", "closed", "fault", "bad", "busy"]


class Error(serializers.Serializer[Any]):
    """Every refusal: a sentence, and where it helps the field that is meant, or a reason that programs can read."""

    detail = serializers.CharField()
    field = serializers.CharField(required=False)
    reason = serializers.ChoiceField(REFUSALS, required=False)


class Me(serializers.Serializer[Any]):
    username = serializers.CharField()
    email = serializers.CharField()
    is_guest = serializers.BooleanField()
    turns = serializers.IntegerField(help_text="how many tables wait for me")


RELATIONS = ["you", "friend", "asked", "asks", "blocked"]


class Person(serializers.Serializer[Any]):
    username = serializers.CharField()
    is_guest = serializers.BooleanField()
    relation = serializers.ChoiceField(
        RELATIONS, allow_null=True, help_text="what they are to you: asked by you, asking you, and so on"
    )
    url = serializers.CharField(help_text="the person's page")


class RatingLine(serializers.Serializer[Any]):
    game = serializers.CharField()
    points = serializers.IntegerField(help_text="1500 at first")
    played = serializers.IntegerField(help_text="tables that it rests on")


class PersonDetail(Person):
    since = serializers.DateTimeField(help_text="when they came")
    finished = serializers.IntegerField(help_text="tables played to the end")
    games = serializers.IntegerField(help_text="different games among them")
    friends = serializers.IntegerField(allow_null=True, help_text="how many; told to friends")
    ratings = RatingLine(many=True)


class Friends(serializers.Serializer[Any]):
    friends = Person(many=True)
    asks = Person(many=True, help_text="who ask you")
    asked = Person(many=True, help_text="whom you have asked")
    blocked = Person(many=True)


class InvitationLine(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    by = serializers.CharField(help_text="who invites you")
    table = serializers.CharField()
    url = serializers.CharField(help_text="the table's page")
    game = serializers.CharField()
    game_name = serializers.CharField()
    taken = serializers.ListField(child=serializers.CharField(), help_text="who sits there already")
    free = serializers.IntegerField(help_text="seats that nobody has taken")


class InvitationState(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    table = serializers.CharField()
    to = serializers.CharField(help_text="who is invited")
    state = serializers.ChoiceField(Invitation.State.choices)


class Account(serializers.Serializer[Any]):
    username = serializers.CharField()
    email = serializers.CharField()


class TokenAnswer(serializers.Serializer[Any]):
    token = serializers.CharField(help_text='sent as "Authorization: Token ..."')


class SeatRange(serializers.Serializer[Any]):
    min = serializers.IntegerField()
    max = serializers.IntegerField()


class PaceLine(serializers.Serializer[Any]):
    value = serializers.ChoiceField(Pace.choices)
    label = serializers.CharField()  # type: ignore[assignment]  # the field of every field is called so too
    by_turns = serializers.BooleanField(help_text="hours or days for each move, counted in the player's own hours")


class Game(serializers.Serializer[Any]):
    slug = serializers.CharField()
    name = serializers.CharField()
    tagline = serializers.CharField()
    designer = serializers.CharField()
    publisher = serializers.CharField()
    year = serializers.IntegerField(allow_null=True)
    seats = SeatRange()
    minutes = serializers.IntegerField()
    weight = serializers.FloatField(help_text="from 1, light, to 5, heavy")
    paces = PaceLine(many=True, help_text="how fast a table of it can be played")
    url = serializers.CharField(help_text="the game's page")


class OptionValue(serializers.Serializer[Any]):
    value = Value()
    label = serializers.CharField()  # type: ignore[assignment]  # the field of every field is called so too
    help = serializers.CharField()
    seats = SeatRange(allow_null=True, help_text="only at tables of so many seats")


class Condition(serializers.Serializer[Any]):
    option = serializers.CharField()
    value = Value()


class GameOption(serializers.Serializer[Any]):
    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # the field of every field is called so too
    help = serializers.CharField()
    default = Value()
    values = OptionValue(many=True)
    when = Condition(allow_null=True, help_text="can differ from its default only where this holds")


class GameStatistic(serializers.Serializer[Any]):
    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # the field of every field is called so too
    per_seat = serializers.BooleanField()


class GameDetail(Game):
    rules = serializers.IntegerField(help_text="number of the rules; a table keeps the one it began with")
    options = GameOption(many=True)
    bots = serializers.ListField(child=serializers.CharField(), help_text="the first plays for absent people")
    statistics = GameStatistic(many=True)


class SeatLine(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="from 0")
    id = serializers.CharField(help_text='as in moves: "seat-2"')
    name = serializers.CharField(help_text="empty for a free seat")
    free = serializers.BooleanField()
    bot = serializers.CharField(allow_null=True, help_text="name of the bot that plays here")
    left = serializers.BooleanField(help_text="the person conceded; a bot plays on")
    away = serializers.BooleanField(help_text="time was out; a bot plays until the person is back")
    you = serializers.BooleanField()
    shared = serializers.BooleanField(help_text="somebody without an account plays at the device of its person")
    acting = serializers.BooleanField(help_text="the game waits for this seat")


class TableLine(serializers.Serializer[Any]):
    """A table in a list."""

    id = serializers.CharField()
    game = serializers.CharField()
    name = serializers.CharField(help_text="of the game")
    status = serializers.ChoiceField(Status.choices)
    version = serializers.IntegerField()
    mine = serializers.BooleanField(help_text="it waits for me")
    host = serializers.CharField(allow_null=True)
    seats = SeatLine(many=True)
    seats_from = serializers.IntegerField(help_text="the fewest taken seats that the game begins with")
    visibility = serializers.ChoiceField(Visibility.choices)
    pace = serializers.ChoiceField(Pace.choices)
    absence = serializers.ChoiceField(Absence.choices, help_text="what happens when somebody's time is out")
    begins = serializers.ChoiceField(Begins.choices)
    seating = serializers.ChoiceField(Seating.choices)
    training = serializers.BooleanField(help_text="the result counts for nothing")
    ready_check = serializers.BooleanField(help_text="it begins only when all people are ready")
    ready = serializers.ListField(
        child=serializers.IntegerField(), help_text="before the game, where that is asked: the seats that are; bots are"
    )
    closes_at = serializers.DateTimeField(allow_null=True, help_text="when it closes by itself if it has not begun")
    url = serializers.CharField()


@extend_schema_field(
    {
        "type": "object",
        "required": ["kind"],
        "properties": {
            "kind": {"type": "string"},
            "pattern": {"type": "object", "additionalProperties": {"type": "object"}},
            "example": {"type": "object"},
        },
        "additionalProperties": True,
    }
)
class ChoiceField(serializers.JSONField):
    """A complete move, or a pattern with an example of a complete move."""


class Place(serializers.Serializer[Any]):
    place = serializers.IntegerField(help_text="from 1; equal for a tie")
    seat = serializers.IntegerField()
    name = serializers.CharField()
    score = serializers.FloatField(allow_null=True)
    details = serializers.DictField(child=serializers.FloatField(), help_text="the numbers behind the score, by label")
    tied = serializers.BooleanField()


class SeatClock(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    bank = serializers.IntegerField(help_text="what is left now, in milliseconds; below 0 when the seat is late")
    due = serializers.IntegerField(allow_null=True, help_text="when time is out, in milliseconds of Unix time")
    running = serializers.BooleanField()
    reminded = serializers.BooleanField(help_text="little is left")


class Clock(serializers.Serializer[Any]):
    now = serializers.IntegerField(help_text="the server's time, in milliseconds of Unix time")
    paused = serializers.BooleanField()
    seats = SeatClock(many=True)


class TableState(TableLine):
    options = serializers.DictField(child=Value())
    seat = serializers.IntegerField(allow_null=True, help_text="the number of yours; null for who only watches")
    acting = serializers.ListField(child=serializers.IntegerField(), help_text="seats that the game waits for")
    view = serializers.DictField(allow_null=True, help_text="what you see of the position; null before it begins")
    choices = serializers.ListField(child=ChoiceField(), help_text="what you may do now")
    chosen = serializers.DictField(allow_null=True, help_text="your sealed choice that waits for the others'")
    undo = serializers.BooleanField(help_text="whether you can take your last move back")
    clock = Clock(allow_null=True, help_text="null where there is no clock, and when the game is over")
    reason = serializers.ChoiceField(Reason.choices, allow_null=True, help_text="why it is finished")
    result = Place(many=True, allow_null=True)
    statistics = serializers.DictField(
        child=serializers.ListField(child=serializers.IntegerField()), allow_null=True, help_text="when it is finished"
    )
    commitment = serializers.CharField(allow_null=True, help_text="sha256 of the seed, told when the game begins")
    seed = serializers.CharField(allow_null=True, help_text="of all chance, told when the game is over")


class Made(serializers.Serializer[Any]):
    version = serializers.IntegerField(help_text="of the table after the step")


class Stale(Error):
    version = serializers.IntegerField(help_text="of the table now")
    state = TableState()


class PreviewAnswer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    lines = serializers.ListField(child=serializers.CharField(), help_text="what the log would say")
    changed = serializers.DictField(help_text="the fields of your view that would change, with their new values")
    open = serializers.BooleanField(help_text="it goes on with something that cannot be foretold")


class LogEntry(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True)
    struck = serializers.BooleanField(help_text="taken back")
    lines = serializers.ListField(child=serializers.CharField())


class Log(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    entries = LogEntry(many=True)
    struck = serializers.ListField(
        child=serializers.IntegerField(), help_text="versions of all steps that were taken back, also before `since`"
    )
