"""What a browser posts about its push subscription: JSON, from the page or from the service worker."""

from __future__ import annotations

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_http_methods

from parlor.accounts.models import User
from parlor.notifications.delivery import push
from parlor.notifications.models import PushSubscription

BROWSERS_EACH = 10


class Keys(msgspec.Struct):
    p256dh: str = ""
    auth: str = ""


class Told(msgspec.Struct):
    """A subscription as browsers write it, and what the browser is called."""

    endpoint: str
    keys: Keys = msgspec.field(default_factory=Keys)
    label: str = ""


@require_http_methods(["POST", "DELETE"])
def subscription(request: HttpRequest) -> HttpResponse:
    """POST keeps the browser for whoever is signed in there now; DELETE forgets it."""
    user = request.user
    if not isinstance(user, User):
        return JsonResponse({"detail": "Sign in first."}, status=403)
    try:
        told = msgspec.json.decode(request.body, type=Told)
    except msgspec.DecodeError:
        return JsonResponse({"detail": "That is no subscription."}, status=400)
    if request.method == "DELETE":
        PushSubscription.objects.filter(user=user, endpoint=told.endpoint).delete()
        return HttpResponse(status=204)
    wrong = push.check(push.Subscription(told.endpoint, told.keys.p256dh, told.keys.auth))
    if wrong is not None or len(told.endpoint) > 1000:
        return JsonResponse({"detail": wrong or "That address is too long."}, status=422)
    keep(user, told)
    return HttpResponse(status=204)


def keep(user: User, told: Told) -> None:
    """The browser belongs to this person from now on, whoever had it before; the oldest of too many goes."""
    keys = {"p256dh": told.keys.p256dh, "auth": told.keys.auth, "failures": 0}
    label = "".join(sign for sign in told.label if sign.isprintable())[:80]
    known = {"label": label} if label else {}
    PushSubscription.objects.update_or_create(endpoint=told.endpoint, defaults={"user": user, **keys, **known})
    own = PushSubscription.objects.filter(user=user).order_by("-pk").values_list("pk", flat=True)
    PushSubscription.objects.filter(pk__in=list(own[BROWSERS_EACH:])).delete()
