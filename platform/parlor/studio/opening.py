"""From the file of a game to its bench, for the studio's own form and for the console."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from parlor.catalog.registry import UnknownGame
from parlor.engine.deal import Deal
from parlor.engine.record import BadRecord
from parlor.studio import keeping
from parlor.studio.bench import BenchError
from parlor.tables.selectors import person


def open_game(request: HttpRequest, content: bytes, at: int | None = None) -> HttpResponse:
    """The way to a new bench with the game, standing at step `at`; where there can be none, back with a sentence."""
    try:
        return redirect("studio_bench", keeping.opened(content, person(request.user), at))
    except keeping.SetUpFailed as why:
        messages.error(request, str(why))
        return redirect(_form_for(why.deal))
    except (BadRecord, UnknownGame, BenchError) as why:
        messages.error(request, str(why))
    return redirect("studio")


def _form_for(deal: Deal) -> str:
    """The address of the form filled in for this deal."""
    options = {name: str(value) for name, value in deal.options.items()}
    return f"{reverse('studio')}?{urlencode({**options, 'game': deal.game, 'seats': deal.seats, 'seed': deal.seed})}"
