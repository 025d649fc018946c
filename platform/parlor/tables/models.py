"""The rows of a table: the table itself, its seats, the append-only moves, snapshots, sealed choices and chat."""

from __future__ import annotations

import secrets
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from parlor.tables.faults import Fault  # noqa: F401 - where Django looks for it
from parlor.tables.rating_rows import Rating  # noqa: F401

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_id() -> str:
    """An id that cannot be guessed (50 bits) and is easy to read aloud."""
    return "".join(secrets.choice(ALPHABET) for _n in range(10))


def new_seed() -> bytes:
    """256 secret bits for the chance of one game."""
    return secrets.token_bytes(32)


class Status(models.TextChoices):
    """Where a table stands."""

    WAITING = "waiting", _("waiting for players")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")


class Reason(models.TextChoices):
    """Why a table is finished."""

    PLAYED = "played", _("played to the end")
    CONCEDED = "conceded", _("conceded")
    ABANDONED = "abandoned", _("abandoned by vote")
    TIMEOUT = "timeout", _("out of time")
    STOPPED = "stopped", _("stopped by an admin")
    CLOSED = "closed", _("closed before it began")


class Visibility(models.TextChoices):
    """Who may find and join a table."""

    PRIVATE = "private", _("Only people with the link")
    FRIENDS = "friends", _("Friends of the host")
    OPEN = "open", _("Everybody on this site")


class Pace(models.TextChoices):
    """How fast is played; `tables.pace` has the numbers."""

    NONE = "none", _("No clock")
    FAST = "fast", _("Fast: 2 minutes, and 10 seconds for each move")
    NORMAL = "normal", _("Normal: 5 minutes, and 20 seconds for each move")
    SLOW = "slow", _("Slow: 10 minutes, and 45 seconds for each move")
    HALF_DAY = "12h", _("Turn by turn: 12 hours for each move")
    DAY = "1d", _("Turn by turn: a day for each move")
    TWO_DAYS = "2d", _("Turn by turn: 2 days for each move")
    THREE_DAYS = "3d", _("Turn by turn: 3 days for each move")
    WEEK = "7d", _("Turn by turn: 7 days for each move")


class Absence(models.TextChoices):
    """What happens when somebody's time is out."""

    BOT = "bot", _("A bot plays on until they are back")
    SKIP = "skip", _("Their turn is passed, or a bot makes this one move")
    VOTE = "vote", _("The others decide: a bot plays on, or the game ends")


class Begins(models.TextChoices):
    """When a table that waits for players begins its game."""

    HAND = "hand", _("When the host says so")
    FULL = "full", _("By itself, when all seats are taken")


class Seating(models.TextChoices):
    """Who sits where."""

    SEATED = "seated", _("As they sat down")
    RANDOM = "random", _("At random, drawn when the game begins")


class Table(models.Model):
    """One game that is waited for, played, or over."""

    id = models.CharField(primary_key=True, max_length=16, default=new_id, editable=False)
    game = models.CharField(max_length=60)
    rules = models.PositiveIntegerField(_("rules number"))
    options = models.JSONField(default=dict)
    data = models.JSONField(default=dict, help_text="name of each data set -> its sha256")
    seed = models.BinaryField(default=new_seed, max_length=32)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.WAITING)
    reason = models.CharField(max_length=10, choices=Reason.choices, blank=True, default="")
    version = models.PositiveIntegerField(_("version"), default=0)
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.PRIVATE)
    pace = models.CharField(_("pace"), max_length=10, choices=Pace.choices, default=Pace.NONE)
    absence = models.CharField(max_length=10, choices=Absence.choices, default=Absence.BOT)
    begins = models.CharField(max_length=10, choices=Begins.choices, default=Begins.HAND)
    seating = models.CharField(max_length=10, choices=Seating.choices, default=Seating.SEATED)
    training = models.BooleanField(default=False, help_text="its result counts for nothing")
    seats_from = models.PositiveSmallIntegerField(null=True, help_text="taken seats to begin with; null: all")
    rated = models.BooleanField(null=True, help_text="whether ratings have followed from it; null: not looked at yet")
    ready_check = models.BooleanField(default=False, help_text="begins only when all people have said they are ready")
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="hosted_tables", verbose_name=_("host")
    )
    result = models.JSONField(null=True)
    again = models.OneToOneField(
        "self", models.SET_NULL, null=True, related_name="before", help_text="where its people play again"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    changed_at = models.DateTimeField(_("changed"), auto_now=True)
    due_at = models.DateTimeField(null=True, db_index=True, help_text="when a worker has to look after the table")
    paused_at = models.DateTimeField(null=True)
    changes = models.PositiveIntegerField(default=0, help_text="counts what was arranged and is no step")
    frozen = models.CharField(max_length=200, blank=True, default="", help_text="why the game rests, if it does")
    note = models.CharField(max_length=200, blank=True, default="", help_text="what an admin tells its people")

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        indexes: ClassVar = [
            models.Index(fields=["status", "visibility", "-created_at"]),
            models.Index(fields=["rated"], condition=models.Q(status="finished", rated=None), name="tables_to_rate"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"

    def get_absolute_url(self) -> str:
        return f"/tables/{self.id}/"


class Seat(models.Model):
    """A place at a table: free, a person's, or a bot's. Where a person has left or is away, a bot plays on.

    A `shared` seat is played in the browser of a person who has a seat of their own: several people at one device.
    With a clock, `bank_ms` is what is left in milliseconds; while it runs, time is out at `due_at`.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="seats")
    bot = models.CharField(max_length=40, blank=True, default="")
    name = models.CharField(max_length=40, blank=True, default="")
    ready = models.BooleanField(default=False, help_text="its person has said so before the game")
    shared = models.BooleanField(default=False, help_text="somebody plays it at the device of its person")
    left = models.BooleanField(default=False)
    rating_before = models.IntegerField(null=True, help_text="points before this table was rated")
    rating_after = models.IntegerField(null=True)
    away = models.BooleanField(default=False, help_text="a bot plays until its person is back")
    waiting_on = models.BooleanField(default=False, help_text="the game waits for this seat")
    bank_ms = models.PositiveBigIntegerField(null=True)
    due_at = models.DateTimeField(null=True)
    remind_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="one_row_a_seat"),
            models.UniqueConstraint(
                fields=["table", "user"], condition=models.Q(shared=False), name="one_own_seat_a_person"
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["user", "waiting_on"])]

    def __str__(self) -> str:
        return self.name or f"seat {self.number}"

    @property
    def free(self) -> bool:
        """Whether somebody may sit down here."""
        return self.user_id is None and not self.bot


class Move(models.Model):
    """One step of a game, never changed nor deleted; taking back is a step of its own. Version 0 is the set-up.

    Each index costs every move: those of the constraints begin with the table, and nobody looks for moves by person.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="moves", db_index=False)
    version = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", db_index=False)
    client_id = models.CharField(max_length=64, null=True)  # noqa: DJ001 - no id and an empty id are different
    payload = models.BinaryField()
    lines = models.BinaryField()
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "version"], name="one_move_a_version"),
            models.UniqueConstraint(fields=["table", "seat", "client_id"], name="a_move_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.version}"


class Snapshot(models.Model):
    """The state of a game at one version."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="snapshots", db_index=False)
    version = models.PositiveIntegerField()
    state = models.BinaryField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "version"], name="one_snapshot_a_version")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.version}"


class Choice(models.Model):
    """A sealed choice that waits for the others: shown to nobody but its seat."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="choices", db_index=False)
    frame = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    client_id = models.CharField(max_length=64)
    payload = models.BinaryField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "frame", "seat"], name="one_choice_a_seat")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.frame} {self.seat}"


class Beat(models.Model):
    """The one row that says when a worker last looked after tables, so that time without any is noticed."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.at.isoformat()


class Vote(models.Model):
    """What somebody at a running table has said to a question that waits for the others."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="votes", db_index=False)
    kind = models.CharField(max_length=10)
    seat = models.PositiveSmallIntegerField()
    agree = models.BooleanField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "kind", "seat"], name="one_vote_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.kind} {self.seat} {self.agree}"


class Channel(models.TextChoices):
    """Where a line of the chat is said: at the table, or among those who watch a running game."""

    TABLE = "table", _("table")
    WATCHERS = "watchers", _("watching")


class ChatLine(models.Model):
    """What somebody said at a table."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="chat")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True)
    name = models.CharField(max_length=40)
    text = models.CharField(max_length=500)
    channel = models.CharField(max_length=10, choices=Channel.choices, default=Channel.TABLE)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return self.text

    def as_message(self) -> dict[str, Any]:
        """The line as the socket and the API give it."""
        return {
            "n": self.pk,
            "at": self.at.isoformat(),
            "seat": self.seat,
            "name": self.name,
            "text": self.text,
            "channel": self.channel,
        }


class Mute(models.Model):
    """Whom somebody does not want to hear at one table."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    whom = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "user", "whom"], name="one_mute_of_two")]

    def __str__(self) -> str:
        return f"{self.user_id} mutes {self.whom_id} at {self.table_id}"


class Invitation(models.Model):
    """Somebody at a table asks somebody to sit down there; of a table and a person there is one row."""

    class State(models.TextChoices):
        ASKED = "asked", _("invited")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")

    table = models.ForeignKey(Table, models.CASCADE, related_name="invitations")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    to = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations")
    state = models.CharField(max_length=10, choices=State.choices, default=State.ASKED)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "to"], name="one_invitation_a_person")]
        indexes: ClassVar = [models.Index(fields=["to", "state"])]

    def __str__(self) -> str:
        return f"{self.table_id} {self.to_id} {self.state}"


class Note(models.Model):
    """What somebody notes down at a table, for nobody else."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    text = models.TextField(max_length=2000)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["table", "user"], name="one_note_a_person")]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.table_id}"
