"""Every message of the table socket, in and out, typed: its documentation, and the one schema that both ends read.

Every message is one JSON object with a `type`. A message that carries an `id` (made by the client) is answered by one
with the same id. `version` counts the steps of a table; in a message from a client it is the version that was seen.

A client applies an update whose version is the next after its own, drops older ones, and asks for everything with
`sync` when it missed one: on a gap, or when the heartbeat tells a later version.

Closing codes: 1012 the server restarts, come back soon; 4008 the client reads too slowly; 4400 too many malformed
messages; 4403 not allowed here; 4404 no such table; 4413 a message was too large; 4429 too many messages.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

MAX_BYTES = 16_384
MAX_TEXT = 500

RESTARTING = 1012
TOO_SLOW = 4008
MALFORMED = 4400
FORBIDDEN = 4403
MISSING = 4404
TOO_LARGE = 4413
TOO_MANY = 4429

ClientId = Annotated[str, Meta(min_length=1, max_length=64)]
Version = Annotated[int, Meta(ge=0, le=2**31)]
Raw = dict[str, Any]

# In


class Incoming(msgspec.Struct, tag_field="type", frozen=True, forbid_unknown_fields=True):
    """Base of what a client may send."""


class MakeMove(Incoming, frozen=True, tag="move"):
    """Make this move, or in a sealed phase: this is my choice. `move` is `{"kind": "Take", ...fields}`."""

    id: ClientId
    version: Version
    move: Raw


class LookAhead(Incoming, frozen=True, tag="preview"):
    """Tell what this move would do, without making it."""

    id: ClientId
    version: Version
    move: Raw


class TakeBack(Incoming, frozen=True, tag="undo"):
    """Take my last move back."""

    id: ClientId
    version: Version


class Concede(Incoming, frozen=True, tag="concede"):
    """I give this game up."""

    id: ClientId
    version: Version


class Withdraw(Incoming, frozen=True, tag="withdraw"):
    """Take my sealed choice back."""

    id: ClientId
    version: Version | None = None


class Say(Incoming, frozen=True, tag="chat"):
    """Say this to the table."""

    id: ClientId
    text: Annotated[str, Meta(max_length=MAX_TEXT)]
    version: Version | None = None


class Mute(Incoming, frozen=True, tag="mute"):
    """Show me no lines of this person at this table any more, or show them again. Answered by `accepted` and `chat`."""

    id: ClientId
    name: Annotated[str, Meta(max_length=40)]
    on: bool
    version: Version | None = None


class Sync(Incoming, frozen=True, tag="sync"):
    """Send everything anew. Answered by `table`."""

    id: ClientId | None = None


Request = MakeMove | LookAhead | TakeBack | Concede | Withdraw | Say | Mute | Sync

# Out


class Outgoing(msgspec.Struct, tag_field="type", frozen=True):
    """Base of what the server sends."""


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits where. A `free` seat has no name; in one that was `left` a bot plays on.

    In one whose person is `away` a bot plays until the person is back.
    """

    number: int
    name: str
    bot: bool = False
    left: bool = False
    acting: bool = False
    free: bool = False
    away: bool = False


class LogEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the log says of one version, in the reader's language; `html` has the same lines, for pages only.

    `struck` is there when the step was taken back, `version` always but in a program's update that is of that version.
    """

    seat: int | None
    lines: list[str]
    version: int | UnsetType = UNSET
    struck: bool = False
    html: list[str] | UnsetType = UNSET


class Place(msgspec.Struct, frozen=True):
    """One seat in the result of a finished game; `details` are the numbers behind the score, by their name."""

    place: int
    seat: int
    name: str
    score: float | int | None
    details: dict[str, float | int]
    tied: bool


class SeatClock(msgspec.Struct, frozen=True):
    """What a seat has left: `bank` in milliseconds when the message was made, less than nothing when it is late.

    While the clock is `running`, time is out at `due`, in milliseconds of Unix time. `reminded`: little is left.
    """

    seat: int
    bank: int
    due: int | None
    running: bool
    reminded: bool = False


class Clock(msgspec.Struct, frozen=True):
    """The clocks of all people, by the server's time `now` in milliseconds of Unix time."""

    now: int
    paused: bool
    seats: list[SeatClock]


class Table(Outgoing, frozen=True, tag="table"):
    """All there is to see: sent first, after `sync`, and whenever an update would not be enough.

    Programs get `view`, pages `html` with `kinds` and `names`, the labels of what may be chosen. `seat` is one's own.
    `commitment` is the SHA-256 of the `seed`, which is told when the game has ended.
    """

    version: int
    status: Literal["waiting", "running", "finished", "stopped"]
    seat: int | None
    seats: list[SeatInfo]
    html: str | UnsetType = UNSET
    view: Any = UNSET
    choices: list[Raw] = []
    kinds: dict[str, Raw] | UnsetType = UNSET
    names: dict[str, str] | UnsetType = UNSET
    chosen: Raw | None = None
    log: list[LogEntry] = []
    undo: bool = False
    clock: Clock | None = None
    result: list[Place] | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    commitment: str | UnsetType = UNSET
    seed: str | UnsetType = UNSET


class Edits(msgspec.Struct, frozen=True):
    """What makes the new HTML of the one that a page has; `base` and `sum` are their Adler-32, of UTF-8.

    The old HTML is cut at every "<". From the part `at` on, `gone` parts give way to those of `text`, which is cut in
    the same way; to none where it is null. Parts are counted in the old HTML; edits are in order and do not overlap.
    A page with another base, or that comes to another sum, asks for everything with `sync`.
    """

    base: int
    sum: int
    parts: list[tuple[int, int, str | None]]  # at, gone, text


class Update(Outgoing, frozen=True, omit_defaults=True, tag="update"):
    """The next version. Pages get the whole `html`, programs what is new in their view.

    `changed` has new fields as they are now. Where few entries of a list or dict are new, `entries` has these instead,
    by number or key: `{"taken.2": {"0": "card-7"}}` is about the third list in the field `taken`. An entry whose number
    is the length of the list is added at its end. What is in neither stays as it was.

    A page that came with `?edits=1` is sent `edits` to the HTML that it was sent last instead, where that is at hand.

    `log` has the entries that are new or now struck through; `acting` the seats that must act. What is not there has
    its default: most seats are offered nothing, and nothing to take back.
    """

    version: int
    status: Literal["running", "finished"] = "running"
    acting: list[int] = []
    html: str | UnsetType = UNSET
    changed: dict[str, Any] = {}
    entries: dict[str, dict[int | str, Any]] = {}
    choices: list[Raw] = []
    kinds: dict[str, Raw] | UnsetType = UNSET
    names: dict[str, str] | UnsetType = UNSET
    chosen: Raw | None = None
    log: list[LogEntry] = []
    undo: bool = False
    clock: Clock | None = None
    result: list[Place] | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    seed: str | UnsetType = UNSET
    edits: Edits | UnsetType = UNSET


class Accepted(Outgoing, frozen=True, tag="accepted"):
    """It is done and stored; the table is at `version`."""

    id: str
    version: int


Reason = Literal["stale", "illegal", "turn", "stranger", "closed", "busy", "bad", "fault"]


class Refused(Outgoing, frozen=True, tag="refused"):
    """It was not done, and why, as a sentence. `id` is null where the request had none that could be read."""

    id: str | None
    reason: Reason
    detail: str


class Previewed(Outgoing, frozen=True, tag="preview"):
    """What the move would write into the log and change in the own view; `open` when chance or unseen things follow."""

    id: str
    version: int
    lines: list[str]
    changed: dict[str, Any]
    open: bool


class ChatLine(msgspec.Struct, frozen=True):
    """One line of the chat; `n` grows, `at` is ISO 8601. Text is text: never markup.

    What somebody says who only watches a running game is in the channel "watchers"; who plays there shows it on demand.
    """

    n: int
    at: str
    seat: int | None
    name: str
    text: str
    channel: Literal["table", "watchers"] = "table"


class Chat(Outgoing, frozen=True, tag="chat"):
    """Lines of the chat: the latest ones first of all, then each as it is said.

    `whole` says that these lines take the place of all before; then `muted` are those whom one does not hear here.
    """

    lines: list[ChatLine]
    whole: bool = False
    muted: list[str] = []


class Presence(Outgoing, frozen=True, tag="presence"):
    """Which seats are connected, and how many others watch."""

    seats: list[int]
    spectators: int


class Heartbeat(Outgoing, frozen=True, tag="heartbeat"):
    """The table's latest version, every 15 seconds."""

    version: int


Reply = Table | Update | Accepted | Refused | Previewed | Chat | Presence | Heartbeat


class Bad(Exception):
    """A message that is none of ours; `id` if it has a usable one."""

    def __init__(self, detail: str, client_id: str | None) -> None:
        super().__init__(detail)
        self.id = client_id


class _OnlyId(msgspec.Struct):
    id: ClientId | None = None


_request: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
_reply: msgspec.json.Decoder[Reply] = msgspec.json.Decoder(Reply)
_only_id = msgspec.json.Decoder(_OnlyId)
_encoder = msgspec.json.Encoder()


def read(text: str) -> Request:
    """The client's message. Raises Bad with a sentence."""
    try:
        return _request.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError, OverflowError) as error:
        raise Bad(f"The message is malformed: {error}.", id_of(text)) from None


def id_of(text: str) -> str | None:
    """The id in a message that need not be well-formed otherwise."""
    try:
        return _only_id.decode(text).id
    except (msgspec.MsgspecError, RecursionError, UnicodeError, OverflowError):
        return None


def write(message: Outgoing) -> str:
    """The message as it goes over the wire."""
    return _encoder.encode(message).decode()


def read_reply(text: str | bytes) -> Reply:
    """A server's message, for clients written in Python and for tests."""
    return _reply.decode(text)
