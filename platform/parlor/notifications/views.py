"""The pages of notices: the list behind the bell, how somebody wants to be told, and the link that stops mails."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from parlor.accounts.limits import sentence, wait_for
from parlor.accounts.models import User
from parlor.notifications import selectors
from parlor.notifications.bells import bells
from parlor.notifications.delivery.webhook import LABELS
from parlor.notifications.forms import WebhookForm, WishesForm
from parlor.notifications.kinds import Way
from parlor.notifications.messages import Outcome, Sent
from parlor.notifications.models import NoticeSettings, PushSubscription, Webhook, new_secret
from parlor.notifications.people import people, wishes_of
from parlor.notifications.rendering import absolute
from parlor.notifications.stopping import person_of, stop_mail
from parlor.notifications.trials import try_address, try_mail

HOOKS_EACH = 5


def me(request: HttpRequest) -> User:
    """Who asks; only where a decorator has made sure that somebody is signed in."""
    return cast(User, request.user)


@login_required
def notices(request: HttpRequest) -> HttpResponse:
    """The latest notices."""
    rows = selectors.shown(me(request))
    lines = [(row, selectors.as_line(row)) for row in rows]
    fresh = any(row.read_at is None and row.over_at is None for row in rows)
    return render(request, "notifications/notices.html", {"lines": lines, "fresh": fresh})


@login_required
@require_POST
def read(request: HttpRequest) -> HttpResponse:
    """All notices are read; or the one whose table the person goes to."""
    which = [int(number) for number in request.POST.getlist("notice") if number.isdigit()] or None
    if selectors.read(me(request).pk, timezone.now(), which=which):
        bells.ring_soon([me(request).pk])
    return redirect("notices")


@login_required
def preferences(request: HttpRequest) -> HttpResponse:
    """How the person wants to be told; what is sent says by `what` which of the two forms it is."""
    person = me(request)
    wishes = wishes_of(person)
    what = request.POST.get("what") if request.method == "POST" else None
    form = WishesForm(request.POST if what == "wishes" else None, instance=wishes)
    hook_form = WebhookForm(request.POST if what == "hook" else None, instance=Webhook(user=person))
    if form.is_bound and form.is_valid():
        form.save()
        messages.success(request, _("From now on you are told like this."))
        return redirect("notice_preferences")
    if hook_form.is_bound and Webhook.objects.filter(user=person).count() >= HOOKS_EACH:
        hook_form.add_error("url", _("You have {n} of them already. Remove one first.").format(n=HOOKS_EACH))
    if hook_form.is_bound and hook_form.is_valid():
        hook_form.save()
        messages.success(request, _("The address is kept. Send a test to see whether it works."))
        return redirect("notice_preferences")
    known = people([person.pk])[person.pk]
    context = {
        "form": form,
        "ways": [way.label for way in Way],
        "hook_form": hook_form,
        "hooks": [
            (row, LABELS.get(row.flavour, row.flavour)) for row in Webhook.objects.filter(user=person).order_by("pk")
        ],
        "browsers": PushSubscription.objects.filter(user=person).order_by("pk"),
        "mail": known.mail,
        "stopped": wishes.mail_stopped_at,
        "failed": selectors.failed(person),
        "zone": str(known.zone).replace("_", " "),
        "feed": absolute(f"/notifications/feed/{wishes.feed}") if not wishes._state.adding else None,
    }
    bad = form.is_bound or hook_form.is_bound
    return render(request, "notifications/preferences.html", context, status=422 if bad else 200)


@login_required
@require_POST
def feed_new(request: HttpRequest) -> HttpResponse:
    """Makes the secret address of the feeds, or another in place of the old one."""
    NoticeSettings.objects.update_or_create(user=me(request), defaults={"feed": new_secret()})
    messages.success(request, _("The feed has a new address. An old one does not work any more."))
    return redirect("notice_preferences")


@login_required
@require_POST
def mail_again(request: HttpRequest) -> HttpResponse:
    """Mails that were stopped may come again."""
    stop_mail(me(request), None)
    messages.success(request, _("You get mails again."))
    return redirect("notice_preferences")


@login_required
@require_POST
def remove(request: HttpRequest, what: str, number: int) -> HttpResponse:
    """Forgets one of the person's browsers or webhooks."""
    _address(me(request), what, number).delete()
    messages.success(request, _("It is removed."))
    return redirect("notice_preferences")


@login_required
@require_POST
def send_test(request: HttpRequest, what: str, number: int = 0) -> HttpResponse:
    """Sends a test by mail, or to one of the person's browsers or webhooks."""
    person = me(request)
    if wait := wait_for("tests", user=person.pk):
        messages.error(request, sentence(wait))
        return redirect("notice_preferences")
    known = people([person.pk])[person.pk]
    outcome = try_mail(known) if what == "mail" else try_address(known, _address(person, what, number))
    _say(request, outcome)
    return redirect("notice_preferences")


def _say(request: HttpRequest, outcome: Outcome) -> None:
    if outcome.how == Sent.SENT:
        messages.success(request, _("The test is sent. It should arrive in a moment."))
    elif outcome.how == Sent.GONE:
        messages.error(request, _("{reason} It is removed.").format(reason=outcome.reason))
    else:
        messages.error(request, _("The test was not sent: {reason}").format(reason=outcome.reason))


def _address(person: User, what: str, number: int) -> PushSubscription | Webhook:
    models: dict[str, type[PushSubscription] | type[Webhook]] = {"push": PushSubscription, "hook": Webhook}
    if what not in models:
        raise Http404
    return cast(PushSubscription | Webhook, get_object_or_404(models[what], pk=number, user=person))


@csrf_exempt
@never_cache
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Asks whether mails shall stop (a look alone changes nothing), and stops them by POST, as mail programs send it.

    There is no sign against forgery besides the token: whoever has the mail may do this, and nothing else.
    """
    person = person_of(token)
    if person is None:
        raise Http404
    done = request.method == "POST"
    if done:
        again = request.POST.get("again") == "1"
        stop_mail(person, None if again else timezone.now())
        done = not again
    return render(request, "notifications/stop.html", {"done": done, "posted": request.method == "POST"})
