"""What a notice says, in the current language: a title and lines. Nothing here knows the board."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from parlor.notifications.kinds import Kind
from parlor.notifications.models import Notice
from parlor.tables.models import Reason
from parlor.tables.selectors import game_name
from parlor.tables.votes import ABANDON, PAUSE, REPLACE


def title_of(notice: Notice) -> str:
    """The notice in a few words."""
    facts = notice.facts
    game = game_name(facts.get("game", ""))
    if notice.kind == Kind.CHAT:
        n = int(facts.get("count", 1))
        return ngettext("A new line in the chat at {game}", "{n} new lines in the chat at {game}", n).format(
            n=n, game=game
        )
    return {
        Kind.TURN: _("Your turn at {game}"),
        Kind.TIME: _("Your time at {game} runs out soon"),
        Kind.INVITED: _("{by} invites you to {game}"),
        Kind.STARTED: _("{game} has begun"),
        Kind.ENDED: _("{game} was closed") if notice.occasion == Reason.CLOSED else _("{game} is over"),
        Kind.ASKS: _("{by} asks you something at {game}"),
        Kind.HOUSE: _("Word from those who look after this site"),
    }[Kind(notice.kind)].format(game=game, by=facts.get("by", ""))


def line_of(notice: Notice) -> str:
    """One sentence more, as far as there is something to say."""
    facts = notice.facts
    if notice.kind == Kind.CHAT:
        return f"{facts.get('by', '')}: {facts.get('text', '')}"
    if notice.kind == Kind.HOUSE:
        return str(facts.get("text", ""))
    if notice.kind == Kind.ENDED:
        return _ending(notice.occasion, facts)
    if notice.kind == Kind.ASKS:
        return {
            PAUSE: _("{by} asks for a pause."),
            ABANDON: _("{by} asks to end the game without a winner."),
            REPLACE: _("Somebody does not answer. Shall a bot play on?"),
        }[facts.get("question", PAUSE)].format(by=facts.get("by", ""))
    others = facts.get("with") or []
    return _("With {names}.").format(names=", ".join(others)) if others else ""


def _ending(occasion: str, facts: dict[str, Any]) -> str:
    if occasion == Reason.CLOSED:
        return _("Not enough players came in time.")
    why = {
        Reason.ABANDONED: _("The players voted to end the game."),
        Reason.TIMEOUT: _("Time ran out."),
        Reason.STOPPED: _("An admin stopped the game."),
    }.get(facts.get("reason", ""), "")
    won, place = facts.get("won") or [], facts.get("place")
    if not won:
        return why
    result = ngettext("{names} has won.", "{names} have won together.", len(won)).format(names=", ".join(won))
    if place is not None and place > 1:
        result += " " + _("You came in at place {place}.").format(place=place)
    elif place == 1:
        result = _("You have won!") if len(won) == 1 else _("You share the first place.")
    return f"{result} {why}".strip()
