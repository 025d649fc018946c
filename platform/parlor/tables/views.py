"""Pages before a game runs: the form that opens a table, the waiting room, and what people do there."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from parlor.accounts import views as accounts
from parlor.accounts.models import User
from parlor.catalog.registry import AnyGame, UnknownGame, all_games, get_game
from parlor.catalog.showing import agreed, show
from parlor.tables import invitations, service
from parlor.tables.access import may_watch
from parlor.tables.forms import NewTableForm
from parlor.tables.models import Absence, Begins, Pace, Seat, Seating, Status, Table, Visibility
from parlor.tables.rematch import play_again
from parlor.tables.seating import fewest, unready
from parlor.tables.selectors import game_name, person

Act = Callable[[Table, User, HttpRequest], object]


def game_or_404(slug: str) -> AnyGame:
    """The installed game of this slug. Raises Http404."""
    game = all_games().get(slug)
    if game is None:
        raise Http404
    return game


@login_required
def new_table(request: HttpRequest, slug: str) -> HttpResponse:
    """The form; sent off, it leads to the waiting room."""
    game = game_or_404(slug)
    form = NewTableForm(request.POST if request.method == "POST" else None, game=game)
    if request.method == "POST":
        table = form.open(cast(User, request.user))
        if table is not None:
            return redirect(table)
    status = 422 if form.errors else 200
    return render(request, "tables/table_new.html", {"form": form, "game": show(game)}, status=status)


@require_POST
def practice(request: HttpRequest, slug: str) -> HttpResponse:
    """One press from a game's page to one's first move: a private table against bots. Strangers become guests."""
    game = game_or_404(slug)
    if not request.user.is_authenticated:
        refused = accounts.guest(request)
        if not request.user.is_authenticated:
            return refused
    user = request.user
    table = None
    try:
        table = service.create(user, game=game.slug, seats=game.seats[0])
        for _seat in range(game.seats[0] - 1):
            service.add_bot(table.id, user)
        service.start(table.id, user)
    except service.TableError as error:
        if table is not None:
            service.leave(table.id, user)
        messages.error(request, str(error))
        return redirect(f"/games/{game.slug}/")
    return redirect(table)


def waiting_room(request: HttpRequest, table: Table) -> HttpResponse:
    """The page of a table that waits for players; who has not signed in sees of a private one only the invitation."""
    context = _room(request, table)
    if context["may_look"]:
        return render(request, "tables/table_waiting.html", context)
    if context["signed_in"]:
        return render(request, "tables/table_friends.html", {"host": table.host}, status=403)
    return render(request, "tables/table_invitation.html", context)


@never_cache
@require_safe
def room(request: HttpRequest, table_id: str) -> HttpResponse:
    """The waiting room's changing part, for pages without a socket: 204 while nothing has changed since `seen`."""
    table = _table(table_id)
    if table.status != Status.WAITING:
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    context = _room(request, table)
    if not context["may_look"]:
        return redirect(table) if context["signed_in"] else redirect_to_login(table.get_absolute_url())
    if request.GET.get("seen") == context["mark"]:
        return HttpResponse(status=204)
    return HttpResponse(render_to_string("tables/_room.html", context, request))


def _act(request: HttpRequest, table_id: str, act: Act) -> HttpResponse:
    """Does it, or says why not; then back to the table. Who has not signed in is asked to, and comes back as well."""
    table = _table(table_id)
    user = person(request.user)
    if user is None:
        return redirect_to_login(table.get_absolute_url())
    try:
        act(table, user, request)
    except service.TableError as error:
        messages.error(request, str(error))
    return redirect(table)


@require_POST
def join(request: HttpRequest, table_id: str) -> HttpResponse:
    return _act(request, table_id, lambda table, user, request: service.join(table.id, user))


@require_POST
def leave(request: HttpRequest, table_id: str) -> HttpResponse:
    answer = _act(request, table_id, lambda table, user, request: service.leave(table.id, user))
    closed = not Table.objects.filter(pk=table_id, status=Status.WAITING).exists()
    return redirect("/") if closed and request.user.is_authenticated else answer


@require_POST
def start(request: HttpRequest, table_id: str) -> HttpResponse:
    return _act(request, table_id, lambda table, user, request: service.start(table.id, user))


@require_POST
def ready(request: HttpRequest, table_id: str) -> HttpResponse:
    """The press says that one is ready; with `ready=no`, that one is not any more."""
    said = request.POST.get("ready") != "no"
    return _act(request, table_id, lambda table, user, request: service.set_ready(table.id, user, ready=said))


@require_POST
def again(request: HttpRequest, table_id: str) -> HttpResponse:
    """Leads to the table where the people of this one play again."""
    table = _table(table_id)
    user = person(request.user)
    if user is None:
        return redirect_to_login(table.get_absolute_url())
    try:
        return redirect(play_again(table.pk, user))
    except service.TableError as error:
        messages.error(request, str(error))
    return redirect(table)


@require_POST
def add_bot(request: HttpRequest, table_id: str) -> HttpResponse:
    return _act(
        request,
        table_id,
        lambda table, user, request: service.add_bot(table.id, user, request.POST.get("bot") or None),
    )


@require_POST
def remove_bot(request: HttpRequest, table_id: str) -> HttpResponse:
    given = request.POST.get("seat", "")
    number = int(given) if given.isascii() and given.isdigit() and len(given) < 4 else None
    return _act(request, table_id, lambda table, user, request: service.remove_bot(table.id, user, number))


@require_POST
def invite(request: HttpRequest, table_id: str) -> HttpResponse:
    name = request.POST.get("username", "")
    return _act(
        request, table_id, lambda table, user, request: invitations.invite(table_id=table.id, by=user, username=name)
    )


@login_required
@require_POST
def answer(request: HttpRequest, invitation_id: int, act: str) -> HttpResponse:
    """Accepting leads to the table, declining back to the lobby, withdrawing back to the waiting room."""
    user = cast(User, request.user)
    try:
        if act == "accept":
            return redirect(invitations.accept(invitation_id=invitation_id, user=user))
        if act == "withdraw":
            return redirect(invitations.withdraw(invitation_id=invitation_id, user=user).table)
        invitations.decline(invitation_id=invitation_id, user=user)
    except service.TableError as error:
        messages.error(request, str(error))
    return redirect("/")


def _table(table_id: str) -> Table:
    try:
        return service.find(table_id)
    except Table.DoesNotExist:
        raise Http404 from None


def _room(request: HttpRequest, table: Table) -> dict[str, Any]:
    """What the waiting room shows this visitor."""
    user = person(request.user)
    seats = list(table.seats.all())
    seated = user is not None and any(seat.user_id == user.pk for seat in seats)
    free = sum(seat.free for seat in seats)
    is_host = user is not None and table.host_id == user.pk
    missing = max(0, fewest(table) - len(seats) + free)
    own = next((seat.number for seat in seats if user is not None and seat.user_id == user.pk), None)
    waited = unready(table)
    lines = [_seat(seat, user, table.ready_check) for seat in seats]
    host = table.host.username if table.host else ""
    asked = _invited(table, user) if seated else []
    return {
        "table": {
            "id": table.id,
            "slug": table.game,
            "game_name": game_name(table.game),
            "host": host,
            "version": table.version,
            "visibility": Visibility(table.visibility).label,
            "is_open": table.visibility == Visibility.OPEN,
            "among_friends": table.visibility == Visibility.FRIENDS,
        },
        "signed_in": user is not None,
        "may_look": may_watch(table, user),
        "seat": own,
        "invited": asked,
        "suggestions": invitations.suggestions(table, user) if user and seated and free else [],
        "seats": lines,
        "options": _options(table),
        "terms": _terms(table),
        "closes_at": table.due_at,
        "share_url": request.build_absolute_uri(table.get_absolute_url()),
        "is_host": is_host,
        "seated": seated,
        "can_join": user is not None and not seated and free > 0,
        "can_start": is_host and not missing and not waited,
        "ready_check": table.ready_check,
        "ready": any(seat.ready for seat in seats if seat.number == own),
        "full": not free,
        "closes": seated and all(seat.user_id in (None, user and user.pk) for seat in seats),
        "start_why": _why_not(free, missing, waited) if is_host else "",
        "mark": sha256(repr((lines, host, asked)).encode()).hexdigest()[:16],
    }


def _terms(table: Table) -> list[dict[str, str]]:
    """What was agreed about the table itself."""
    terms = [(_("Pace"), str(Pace(table.pace).label))]
    if table.pace != Pace.NONE:
        terms.append((_("When somebody's time is out"), str(Absence(table.absence).label)))
    terms.append((_("The game begins"), str(Begins(table.begins).label)))
    if table.ready_check:
        terms.append((_("Before it begins"), _("Everybody says that they are ready")))
    terms.append((_("Who sits where"), str(Seating(table.seating).label)))
    if table.seats_from:
        seats = _("{low} to {high}").format(low=table.seats_from, high=table.seats.count())
        terms.insert(0, (_("Players"), seats))
    if table.training:
        terms.append((_("For training"), _("The result counts for nothing")))
    return [{"label": label, "value": value} for label, value in terms]


def _invited(table: Table, user: User | None) -> list[dict[str, Any]]:
    """Whom people here have invited; `mine` can be withdrawn by this visitor."""
    return [
        {
            "id": row.pk,
            "name": row.to.username,
            "by": row.by.username,
            "state": row.state,
            "label": row.get_state_display(),
            "mine": row.state == row.State.ASKED and user is not None and user.pk in (row.by_id, table.host_id),
        }
        for row in invitations.invitations_of(table)
    ]


def _options(table: Table) -> list[dict[str, str]]:
    try:
        return agreed(get_game(table.game), table.options)
    except UnknownGame:
        return []


def _seat(seat: Seat, user: User | None, ready_check: bool) -> dict[str, Any] | None:
    if seat.free:
        return None
    you = user is not None and seat.user_id == user.pk
    return {
        "number": seat.number,
        "name": seat.name,
        "you": you,
        "bot": bool(seat.bot),
        "ready": ready_check and seat.ready,
    }


def _why_not(free: int, missing: int, waited: list[str]) -> str:
    """What the host still waits for, or could wait for."""
    if not missing and waited:
        return _("Not all are ready yet: {names}.").format(names=", ".join(waited))
    if not free:
        return ""
    if not missing:
        return _("Free seats are taken away when the game begins.")
    if missing < free:
        return _("The game can begin when {n} more are there. Wait for people, or add bots.").format(n=missing)
    if free == 1:
        return _("One seat is still free. Wait for somebody, or add a bot.")
    return _("{n} seats are still free. Wait for people, or add bots.").format(n=free)
