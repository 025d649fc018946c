"""The page where people say when they play, and when they are on holiday."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from parlor.accounts.hours import Holiday, PlayingHours, changing
from parlor.accounts.models import User


class HoursForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in its stubs only
    class Meta:
        model = PlayingHours
        fields = ("opens", "closes")
        widgets = {name: forms.TimeInput(format="%H:%M", attrs={"type": "time"}) for name in fields}


class HolidayForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Holiday
        fields = ("first", "last")
        widgets = {name: forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}) for name in fields}


@login_required
def hours(request: HttpRequest) -> HttpResponse:
    """Daily hours and holidays; what is sent says by `what` which of the two forms it is."""
    person = cast(User, request.user)
    own = PlayingHours.objects.filter(user=person).first() or PlayingHours(user=person)
    what: Any = request.POST.get("what") if request.method == "POST" else None
    hours_form = HoursForm(request.POST if what == "hours" else None, instance=own)
    holiday_form = HolidayForm(request.POST if what == "holiday" else None, instance=Holiday(user=person))
    for form in (hours_form, holiday_form):
        if form.is_bound and form.is_valid():
            with changing(person.pk):
                form.save()
            messages.success(request, _("This holds from now on, also for moves that wait for you."))
            return redirect("account_hours")
    context = {"hours_form": hours_form, "holiday_form": holiday_form, "holidays": Holiday.objects.filter(user=person)}
    return render(
        request, "accounts/hours.html", context, status=422 if hours_form.errors or holiday_form.errors else 200
    )


@login_required
@require_POST
def end_holiday(request: HttpRequest, holiday_id: int) -> HttpResponse:
    """Takes a holiday away again."""
    person = cast(User, request.user)
    holiday = get_object_or_404(Holiday, pk=holiday_id, user=person)
    with changing(person.pk):
        holiday.delete()
    return redirect("account_hours")
