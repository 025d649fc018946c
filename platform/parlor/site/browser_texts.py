"""The sentences that scripts say: the same as in `static/parlor/js/texts.js`, under the same keys, for translation."""

# ruff: noqa: E501 - each sentence in one piece, as in the script

from __future__ import annotations

import json
from functools import cache

from django.utils.translation import get_language, gettext, override
from django.utils.translation import gettext_noop as _

TEXTS = {
    "choose": _("Choose: {what}"),
    "more": _("Choose at least {count} more: {what}"),
    "places": _("You can choose on the board: {count}"),
    "or": _(" or "),
    "field-animal": _("an animal"),
    "field-card": _("a card"),
    "field-cell": _("a place"),
    "field-deck": _("a deck"),
    "field-seat": _("a player"),
    "field-to": _("where to"),
    "done": _("Done"),
    "confirm": _("Confirm"),
    "change": _("Change"),
    "sure": _("{move}?"),
    "next": _("Next"),
    "back": _("Back"),
    "yes": _("Yes"),
    "no": _("No"),
    "withdraw": _("Change my choice"),
    "arrangeSo": _("{word}: letters: {count}"),
    "arrangeNone": _("No letter laid"),
    "arrangeTwice": _("Use this letter a second time"),
    "arrangeAgain": _("{name}, a second time"),
    "would": _("This would happen:"),
    "unseen": _("What follows nobody can tell yet."),
    "sealed": _("Your choice is kept until all are ready."),
    "lost": _("Connection lost. Trying again… your last move is kept."),
    "lostIdle": _("Connection lost. Trying again…"),
    "forbidden": _("You may not follow this table any more."),
    "missing": _("This table does not exist any more."),
    "broken": _("The connection was closed. Reload the page to go on."),
    "offline": _("You are not connected, so this was not sent."),
    "refused": _("That was not possible."),
    "turn": _("● Your turn – {title}"),
    "sinceYours": _("Since your last move"),
    "concede": _("Give up this game?"),
    "little": _("Little of your time is left."),
    "days": _("{days} d {hours} h"),
    "hours": _("{hours} h {minutes} min"),
    "handover": _("Pass the device to {name}."),
    "handoverTaken": _("I am {name}"),
    "ok": _("Yes, do it"),
    "cancel": _("Cancel"),
    "close": _("Close"),
    "bell": _("Notices"),
    "bellNew": _("Notices: {count} new"),
    "turnAt": _("Your turn at "),
    "look": _("Look"),
    "watching": _("watching"),
    "mute": _("Mute"),
    "muteOf": _("Mute {name}"),
    "muteAsk": _("Hide what {name} says at this table, from you alone?"),
    "muted": _("Muted:"),
    "unmute": _("Hear {name} again"),
    "report": _("Report it"),
    "reportOf": _("Report this line by {name}"),
    "push-off": _("Notices on this device are off."),
    "push-on": _("This device tells you, even when no page is open."),
    "push-busy": _("One moment…"),
    "push-failed": _(
        "That did not work: this browser's push service could not be reached, or the site did not answer. Try again later."
    ),
    "push-blocked": _(
        "This browser blocks notices from this site. Allow them in its settings for this page, then come back."
    ),
    "push-unable": _(
        "This browser cannot show notices while no page is open. Current versions of Firefox, Chrome, Edge and Safari can."
    ),
    "push-install": _(
        "iPhones and iPads show notices only from the home screen: choose Share, “Add to Home Screen”, and open Parlor from there."
    ),
    "push-insecure": _("Browsers take notices only from sites that come over https."),
    "noteSaved": _("Saved"),
    "noteUnsaved": _("Not saved yet. Trying again…"),
    "copied": _("Copied"),
    "uncopied": _("Copying is not possible here; select the text instead."),
    "zoomIn": _("Zoom in"),
    "zoomOut": _("Zoom out"),
    "fit": _("Show all"),
    "shuffleBusy": _("Dealing again…"),
    "shuffleGood": _(
        "It was dealt fairly: the seed has the digest that was shown at the start, and all draws of the set-up ({n}) come out of it again just as they were used."
    ),
    "shuffleNoted": _("The digest compared is the one that this browser noted while the game was running."),
    "shuffleSeed": _(
        "This seed does not have the digest that was shown at the start: the game was not dealt from the seed that was announced."
    ),
    "shuffleDraw": _(
        "Draw {n} of the set-up (“{stream}”) comes out differently from this seed: the game was not dealt as the seed says."
    ),
    "shuffleGiven": _(
        "The seed has the digest that was shown at the start. But the set-up cannot be dealt again from it: the deal was given by hand, or the rules have changed since."
    ),
    "shuffleInsecure": _(
        "This browser checks digests only on pages that come over https or from this machine itself, so it cannot check here. Seed and digest stand above, to be checked by other means."
    ),
    "shuffleUnknown": _("This page does not know the algorithm {name}."),
    "shuffleFailed": _("The draws could not be fetched. Try again."),
    "shuffleDraws": _("All draws of the set-up"),
    "shuffleBelow": _("{stream}: {outcome} (from 0 to below {n})"),
}


def translated() -> str:
    """Those that are not in English in the current language, as JSON for the page; empty where there are none."""
    return _translated(get_language() or "en")


@cache
def _translated(language: str) -> str:
    with override(language):
        texts = {key: said for key, text in TEXTS.items() if (said := gettext(text)) != text}
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":")) if texts else ""
