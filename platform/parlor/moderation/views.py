"""Pages of moderation for players: reporting something, and having read a notice."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from parlor.accounts.models import User
from parlor.accounts.selectors import person_called
from parlor.moderation import notices, reports
from parlor.moderation.errors import ModerationError
from parlor.tables.access import may_watch
from parlor.tables.models import Table
from parlor.tables.selectors import game_name


class ReportForm(forms.Form):
    """What is reported; with a table, its people and chat lines can be pointed at."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What is it about?"), choices=reports.Kind.choices, widget=forms.RadioSelect
    )
    about = forms.CharField(label=gettext_lazy("Whom do you mean?"), required=False, max_length=40)
    text = forms.CharField(
        label=gettext_lazy("What happened?"),
        max_length=reports.TEXT_MAX,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=gettext_lazy("For a bug: what you did, what came of it, and what you had expected."),
    )
    line = forms.ChoiceField(label=gettext_lazy("Which line of the chat?"), required=False, choices=[("", "")])
    screenshot = forms.FileField(
        label=gettext_lazy("A picture of the screen, if it helps"),
        required=False,
        help_text=gettext_lazy("PNG, JPEG or WebP, at most 3 MB. Only those who look after this site see it."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )
    version = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    def __init__(self, *given: Any, table: Table | None, user: User, meant: str = "", **more: Any) -> None:
        super().__init__(*given, **more)
        self.table = table
        if table is not None:
            said = reports.lines_to_point_at(table, user, meant)
            lines = [(str(line.pk), f"{line.name}: {line.text[:80]}") for line in said]
            cast(forms.ChoiceField, self.fields["line"]).choices = [("", _("none of them")), *lines]
            names = [seat.name for seat in table.seats.exclude(user=None).exclude(user=user)]
            if names:
                self.fields["about"] = forms.ChoiceField(
                    label=self.fields["about"].label,
                    required=False,
                    choices=[("", _("nobody")), *((name, name) for name in names)],
                )
        if table is None or len(cast(forms.ChoiceField, self.fields["line"]).choices) < 2:  # type: ignore[arg-type]
            del self.fields["line"]

    def clean_about(self) -> User | None:
        name = self.cleaned_data["about"]
        if not name:
            return None
        found = person_called(name)
        if found is None:
            raise forms.ValidationError(_("Nobody here is called so."))
        return found


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def report(request: HttpRequest) -> HttpResponse:
    """The form, with `?table=` or `?about=`; sent off, it leads back to where it came from."""
    user = cast(User, request.user)
    table = Table.objects.filter(pk=request.GET.get("table", "").replace("\0", "")[:16]).first()
    if table is not None and not may_watch(table, user):
        table = None
    start: dict[str, Any] = {"about": request.GET.get("about", "")[:40], "line": request.GET.get("line", "")}
    start["kind"] = reports.Kind.PERSON if start["about"] or start["line"] else reports.Kind.BUG
    if table is not None:
        start["version"] = table.version
    if request.method == "POST":
        form = ReportForm(request.POST, request.FILES, table=table, user=user, meant=start["line"])
        if form.is_valid() and _filed(form, user):
            messages.success(request, _("Thank you. Somebody will look at it and answer you."))
            return redirect(table.get_absolute_url() if table else "/")
    else:
        form = ReportForm(initial=start, table=table, user=user, meant=start["line"])
    context = {"form": form, "table": table, "game_called": game_name(table.game) if table else ""}
    return render(request, "moderation/report.html", context, status=422 if form.errors else 200)


def _filed(form: ReportForm, user: User) -> bool:
    given = form.cleaned_data
    try:
        reports.file_report(
            by=user,
            kind=given["kind"],
            text=given["text"],
            table=form.table,
            at_version=given.get("version"),
            about=given.get("about"),
            line=int(given["line"]) if given.get("line") else None,
            upload=given.get("screenshot"),
        )
    except ModerationError as error:
        form.add_error(None, str(error))
        return False
    return True


@login_required
@require_POST
def read_notice(request: HttpRequest, number: int) -> HttpResponse:
    """The person has read it; back to where they were."""
    notices.read(cast(User, request.user), number)
    back = request.POST.get("next", "")
    fits = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    return redirect(back if fits else "/")
