"""The page that lists all games."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from parlor.catalog.showing import show_all


@require_safe
def game_list(request: HttpRequest) -> HttpResponse:
    return render(request, "games/game_list.html", {"games": show_all(request.user)})
