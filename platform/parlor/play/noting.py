"""The form with one's own notes on the page of a table, for browsers without scripts."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from parlor.play.access import turned_away
from parlor.tables.access import may_watch
from parlor.tables.models import Table
from parlor.tables.notes import write_note
from parlor.tables.selectors import person
from parlor.tables.service import TableError


@require_POST
@login_required
def note(request: HttpRequest, table_id: str) -> HttpResponse:
    """Keeps the note and leads back to the table."""
    table = Table.objects.select_related("host").filter(pk=table_id).first()
    user = person(request.user)
    if table is None or user is None:
        raise Http404
    if not may_watch(table, user):
        return turned_away(request, table)
    try:
        write_note(table_id, user, request.POST.get("text", ""))
    except TableError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("Your notes are saved."))
    return redirect(table)
