"""Pages of the house itself: home and lobby, the page of a game, and refusals that a person can read."""

from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import loader
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from parlor import tracing
from parlor.accounts import selectors
from parlor.accounts.models import User
from parlor.catalog.registry import AnyGame, help_path
from parlor.catalog.settings_of_games import games_for
from parlor.catalog.showing import board_css, show, show_all, show_options
from parlor.play.boards import environment
from parlor.tables.invitations import invitation_line, my_invitations
from parlor.tables.lobby import SEATS_LEFT, Wanted
from parlor.tables.selectors import card, my_tables, open_tables, person
from parlor.tables.views import game_or_404


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """To strangers what this is; to people their tables, those that wait for them first.

    The page itself asks again with the mark of what it shows, and gets the tables alone, or 204 for no news.
    """
    user = person(request.user)
    mine = [card(table, user) for table in my_tables(user)] if user else []
    wanted = Wanted.read(request.GET)
    found = open_tables(user, wanted.game, seats=wanted.seats, friends=wanted.friends)
    others = [card(table, user) for table in found]
    invited = [invitation_line(row) for row in my_invitations(user)] if user else []
    asking = [other.username for other in selectors.asking(user)] if user else []
    mark = sha256(repr((mine, others, invited, asking)).encode()).hexdigest()[:16]
    context = {"my_tables": mine, "open_tables": others, "invitations": invited, "asking": asking, "mark": mark}
    context |= {"wanted": wanted, "filter_seats": SEATS_LEFT, "filter_games": _game_names(user)}
    if request.headers.get("HX-Request"):
        if request.GET.get("seen") == mark:
            return HttpResponse(status=204)
        return render(request, "tables/_lobby_news.html", context)
    return render(request, "home.html", {**context, "games": show_all(request.user)})


@never_cache
@require_safe
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """What the game is, how it is played, and where it can be joined."""
    user = person(request.user)
    found = game_or_404(slug, user)
    context = {
        "game": show(found),
        "help": _help(found),
        "game_css": board_css(found),
        "options": show_options(found),
        "open_tables": [card(table, user) for table in open_tables(user, found.slug)],
    }
    return render(request, "games/game_detail.html", context)


def _game_names(user: User | None) -> list[tuple[str, str]]:
    """Slug and name of each game that this person is shown, by name."""
    shown = games_for(user).values()
    return sorted(((game.slug, game.name) for game in shown), key=lambda pair: pair[1].lower())


def _help(game: AnyGame) -> SafeString:
    """The game's help page, drawn with the same pieces as its board; empty when it has none."""
    path = help_path(game)
    if path is None:
        return mark_safe("")
    return mark_safe(environment().from_string(path.read_text(encoding="utf-8")).render())  # noqa: S308 - autoescaped


def server_error(request: HttpRequest) -> HttpResponse:
    """The page that needs nothing but its template: who knows what is broken. It says by which id the log knows it."""
    page = loader.get_template("500.html").render({"request_id": tracing.request_id()})
    return HttpResponse(page, status=500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "403_csrf.html", status=403)
