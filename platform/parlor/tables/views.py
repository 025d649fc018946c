"""Pages before a game runs: the form that opens a table, the waiting room, and what people do there."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from parlor.accounts import views as accounts
from parlor.accounts.limits import hold_request
from parlor.accounts.models import User
from parlor.catalog.registry import AnyGame
from parlor.catalog.settings_of_games import Visitor, games_for, setting_of
from parlor.catalog.showing import show
from parlor.tables import hot_seat, invitations, service
from parlor.tables.forms import NewTableForm
from parlor.tables.models import Pace, Status, Table
from parlor.tables.rematch import play_again
from parlor.tables.selectors import person
from parlor.tables.waiting_room import room_for

Act = Callable[[Table, User, HttpRequest], object]


def game_or_404(slug: str, visitor: Visitor) -> AnyGame:
    """The game of this slug, if this visitor is shown it. Raises Http404."""
    game = games_for(visitor).get(slug)
    if game is None:
        raise Http404
    return game


@login_required
def new_table(request: HttpRequest, slug: str) -> HttpResponse:
    """The form; sent off, it leads to the waiting room."""
    game = game_or_404(slug, request.user)
    form = NewTableForm(request.POST if request.method == "POST" else None, game=game)
    if request.method == "POST":
        hold_request("tables", request)
        table = form.open(cast(User, request.user))
        if table is not None:
            return redirect(table)
    status = 422 if form.errors else 200
    return render(request, "tables/table_new.html", {"form": form, "game": show(game)}, status=status)


@require_POST
def practice(request: HttpRequest, slug: str) -> HttpResponse:
    """One press from a game's page to one's first move: a private table against bots. Strangers become guests."""
    game = game_or_404(slug, request.user)
    if not request.user.is_authenticated:
        refused = accounts.guest(request)
        if not request.user.is_authenticated:
            return refused
    hold_request("tables", request)
    user = request.user
    table = None
    try:
        pace = next(iter(setting_of(game.slug).paces), Pace.NONE)
        table = service.create(user, game=game.slug, seats=game.seats[0], pace=pace)
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
    context = room_for(request, table)
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
    context = room_for(request, table)
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
    hold_request("tables", request)
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
    number = _number(request.POST.get("seat", ""))
    return _act(request, table_id, lambda table, user, request: service.remove_bot(table.id, user, number))


@require_POST
def add_player(request: HttpRequest, table_id: str) -> HttpResponse:
    """Seats somebody who plays at the same device."""
    name = request.POST.get("name", "")
    return _act(request, table_id, lambda table, user, request: hot_seat.add_player(table.id, user, name))


@require_POST
def remove_player(request: HttpRequest, table_id: str) -> HttpResponse:
    number = _number(request.POST.get("seat", ""))
    return _act(
        request,
        table_id,
        lambda table, user, request: hot_seat.remove_player(table.id, user, -1 if number is None else number),
    )


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


def _number(given: str) -> int | None:
    return int(given) if given.isascii() and given.isdigit() and len(given) < 4 else None
