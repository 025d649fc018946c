"""Pages of the studio: the list of benches, one bench with all seats and its panel, and a seat alone for its frame."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from csp.decorators import csp_replace, csp_update
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe
from django.views.static import serve

from parlor.catalog.registry import AnyGame, UnknownGame, all_games, get_game, options_of, package_of, package_path
from parlor.engine import Phase, Refused
from parlor.engine.record import write
from parlor.play.pictures import Around, Picture
from parlor.studio import keeping, looking, reloading
from parlor.studio.access import benches_of, for_authors, may_open
from parlor.studio.bench import Bench, BenchError
from parlor.studio.models import Kept
from parlor.studio.opening import open_game
from parlor.studio.socket import WATCH
from parlor.tables.selectors import game_name, person
from parlor.tables.watch import TooSlow

SHOWN = 40
FILE_BYTES = 8_000_000


@for_authors
@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """What is on one's benches, what was put aside, and the forms that begin with something new."""
    slug = request.GET.get("game", "")
    chosen = all_games().get(slug)
    given = request.GET.dict()
    rows = benches_of(request.user).order_by("-changed_at").defer("content")
    context = {
        "games": [(game.slug, game.name) for game in all_games().values()],
        "chosen": _declared(slug, given) if chosen else None,
        "benches": [_line(row) for row in rows.filter(name="")[:SHOWN]],
        "put_aside": [_line(row) for row in rows.exclude(name="")[:SHOWN]],
    }
    return render(request, "studio/index.html", context)


def _line(row: Kept) -> dict[str, Any]:
    return {"id": row.pk, "name": row.name, "game": game_name(row.game), "at": row.at, "changed": row.changed_at}


def _declared(slug: str, given: dict[str, str]) -> dict[str, Any]:
    """What can be chosen for a new game, with what is chosen already."""
    game = get_game(slug)
    low, high = game.seats
    options = [(option, given.get(option.name, str(option.default))) for option in options_of(game)]
    seats = [(n, str(n) == given.get("seats")) for n in range(low, high + 1)]
    return {"slug": slug, "name": game.name, "seats": seats, "options": options, "seed": given.get("seed", "")[:64]}


@for_authors
@require_POST
def new(request: HttpRequest) -> HttpResponse:
    """A new game on a bench."""
    slug = request.POST.get("game", "")
    seats = request.POST.get("seats", "")
    try:
        game = get_game(slug)
        given: dict[str, str | int | bool] = {
            option.name: request.POST[option.name] for option in options_of(game) if request.POST.get(option.name)
        }
        number = int(seats) if seats.isdecimal() and len(seats) < 4 else game.seats[0]
        bench = keeping.begin(
            Bench.new(slug, number, given, request.POST.get("seed", "").strip()), person(request.user)
        )
    except (UnknownGame, BenchError, Refused) as why:
        messages.error(request, str(why))
    except (Exception, TooSlow) as error:
        messages.error(request, f"The set-up raised {type(error).__name__}: {error}")
    else:
        return redirect("studio_bench", bench)
    return redirect(f"{reverse('studio')}?{urlencode({'game': slug})}")


@for_authors
@require_POST
def open_file(request: HttpRequest) -> HttpResponse:
    """A bench from a file: of the kit, a fault, an export, a report (standing at step `at`); or from a `kept` one."""
    kept = request.POST.get("kept")
    if kept:
        row = benches_of(request.user).filter(pk=kept).first()
        if row is None or not may_open(request.user, kept):
            raise Http404
        made = Kept.objects.create(game=row.game, content=bytes(row.content), at=row.at, by=person(request.user))
        return redirect("studio_bench", made.pk)
    file = request.FILES.get("file")
    if file is not None and (file.size or 0) > FILE_BYTES:
        messages.error(request, "The file is too large for a game.")
        return redirect("studio")
    content = file.read() if file is not None else request.POST.get("record", "").encode()
    at = _number(request.POST.get("at"), -1)
    return open_game(request, content, at if at >= 0 else None)


@for_authors
@never_cache
@require_safe
@csp_update({"frame-src": ["'self'"]})  # type: ignore[arg-type]  # its types know views without arguments
def bench(request: HttpRequest, bench: str) -> HttpResponse:
    """One bench: a frame for each seat, and the panel."""
    row = _row(bench)
    seats = _on(bench, lambda found: list(found.names))
    shown = request.GET.get("seat", "all")
    context: dict[str, Any] = {
        "bench": bench,
        "game": game_name(row.game),
        "slug": row.game,
        "seats": list(enumerate(seats)),
        "shown": shown if shown == WATCH or (shown.isdecimal() and int(shown) < len(seats)) else "all",
        "watch": WATCH,
    }
    return render(request, "studio/bench.html", context | _panel(bench, context["shown"]))


@for_authors
@never_cache
@require_safe
@xframe_options_sameorigin
@csp_replace({"frame-ancestors": ["'self'"]})  # type: ignore[arg-type]  # its types know views without arguments
def seat(request: HttpRequest, bench: str, seat: str) -> HttpResponse:
    """The page of one seat, as its player has it, for the frame of the bench."""
    row = _row(bench)

    def look(found: Bench) -> dict[str, Any]:
        number = int(seat) if seat.isdecimal() and int(seat) < found.seats else None
        picture = Picture(found.running, number)
        live = picture.live(Around(here=frozenset(range(found.seats))))
        return {"live": live, "seat": number, "version": found.at, "status": picture.status}

    context = {"bench": bench, "address": seat, "slug": row.game, "game_css": _style(bench, get_game(row.game))}
    return render(request, "studio/seat.html", context | _on(bench, look))


def _style(bench: str, game: AnyGame) -> str:
    """The address of the game's style sheet as it is saved now; empty without one."""
    file = f"{package_of(game).rpartition('.')[2]}/board.css"
    if not (package_path(game) / "static" / file).is_file():
        return ""
    stamp = round(reloading.stamp(game, ".css", ".svg") * 1000)
    return reverse("studio_looks", args=[bench, str(stamp), file])


@for_authors
@never_cache
@require_safe
def looks(request: HttpRequest, bench: str, stamp: str, file: str) -> HttpResponseBase:
    """A file that the game's board shows, as it is saved now; elsewhere on the site those from the start are served."""
    try:
        folder = package_path(get_game(_row(bench).game)) / "static"
    except UnknownGame:
        raise Http404 from None
    return serve(request, file, document_root=str(folder))


@for_authors
@never_cache
@require_safe
def panel(request: HttpRequest, bench: str) -> HttpResponse:
    """The panel, if anything is other than at `seen`; with the styles saved anew, the frames are told to load again."""
    context = _panel(bench, request.GET.get("seat", "all"))
    if request.GET.get("seen") == context["seen"]:
        return HttpResponse(status=204)
    answer = render(request, "studio/_panel.html", context)
    if request.GET.get("looks") not in (None, context["looks"]):
        answer["HX-Trigger"] = "studio:looks"
    return answer


def _panel(bench: str, shown: str) -> dict[str, Any]:
    def look(found: Bench) -> dict[str, Any]:
        number = int(shown) if shown.isdecimal() and int(shown) < found.seats else None
        slug = found.game.slug
        return {
            "bench": bench,
            "shown": shown,
            "at": found.at,
            "last": len(found.steps),
            "trouble": found.trouble,
            "fault": looking.fault(found),
            "wrong": reloading.wrong(slug),
            "options": dict(found.options).items(),
            "seed": found.seed.hex(),
            "rules": found.game.rules,
            "finished": found.driver.finished,
            "agenda": looking.agenda(found),
            "asked": looking.asked(found),
            "tree": looking.tree(found, number),
            "seen_by": "a spectator" if number is None else found.names[number],
            "steps": looking.steps(found),
            "position": looking.position_json(found),
            "bots": list(found.game.bots),
            "phases": sorted({phase.__name__ for phase in found.game.phases if phase.seats is not Phase.seats}),
            "looks": str(reloading.stamp(found.game, ".html", ".css", ".svg", ".js")),
        }

    found: dict[str, Any] = _on(bench, look)
    found["seen"] = f"{_row(bench).changed_at.timestamp()} {found['looks']} {len(found['wrong'])} {shown}"
    return found


@for_authors
@require_POST
def act(request: HttpRequest, bench: str) -> HttpResponse:
    """Does one thing with the bench (`do`: go, bots, edit, move), and answers with the panel or the page."""
    given = request.POST
    said = ""

    def do(found: Bench) -> None:
        match given.get("do"):
            case "go":
                found.go(_number(given.get("to"), found.at))
            case "bots":
                bot = given.get("bot", "")
                if bot not in found.game.bots:
                    raise BenchError("There is no such bot.")
                found.let_play(bot, _number(given.get("steps"), 1), given.get("until", ""))
            case "edit":
                found.edit(given.get("position", ""))
            case "move":
                found.play(_number(given.get("seat"), 0), json.loads(given.get("move", "null")))
            case _:
                raise BenchError("That is nothing that a bench can do.")

    try:
        _on(bench, do, changes=True)
    except (BenchError, Refused, ValueError) as why:
        said = str(why)
    except (Exception, TooSlow) as error:
        said = f"The game raised {type(error).__name__}: {error}"
    if request.headers.get("HX-Request"):
        return render(request, "studio/_panel.html", _panel(bench, given.get("shown", "all")) | {"said": said})
    if said:
        messages.error(request, said)
    return redirect(f"{reverse('studio_bench', args=[bench])}?{urlencode({'seat': given.get('shown', 'all')})}")


@for_authors
@require_POST
def keep(request: HttpRequest, bench: str) -> HttpResponse:
    """Puts the present step aside under a name."""
    name = " ".join(request.POST.get("name", "").split())[:80]
    row = _row(bench)
    if name:
        content, at = _on(bench, lambda found: (write(found.record()), found.at))
        Kept.objects.create(game=row.game, name=name, content=content, at=at, by=person(request.user))
    else:
        messages.error(request, "A position that is put aside needs a name.")
    return redirect("studio_bench", bench)


@for_authors
@require_safe
def download(request: HttpRequest, bench: str) -> HttpResponse:
    """The game up to the present step as a file, for a test, a report or another site."""
    answer = HttpResponse(_on(bench, lambda found: write(found.record())), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{_row(bench).game}-{bench}.json"'
    return answer


@for_authors
@require_POST
def delete(request: HttpRequest, bench: str) -> HttpResponse:
    """Takes a bench, or what was put aside, away."""
    _row(bench).delete()
    return redirect("studio")


def _row(bench: str) -> Kept:
    try:
        return Kept.objects.get(pk=bench)
    except Kept.DoesNotExist:
        raise Http404 from None


def _on(bench: str, do: Any, *, changes: bool = False) -> Any:
    try:
        return keeping.on_bench(bench, do, changes=changes)
    except (Kept.DoesNotExist, UnknownGame):
        raise Http404 from None


def _number(given: str | None, otherwise: int) -> int:
    return int(given) if given and given.isascii() and given.isdecimal() and len(given) < 7 else otherwise
