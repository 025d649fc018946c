"""How often the API may be called for what costs much or can be abused."""

from __future__ import annotations

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView


class _Throttle(SimpleRateThrottle):
    """So many calls from one person, or from one address; without limit where the house is on loopback."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        return not settings.THROTTLED or super().allow_request(request, view)

    def get_cache_key(self, request: Request, view: APIView) -> str:
        person = request.user.pk if request.user and request.user.is_authenticated else None
        return f"throttle-{self.scope}-{person or self.get_ident(request)}"


class AccountThrottle(_Throttle):
    scope = "accounts"
    rate = "20/hour"


class TokenThrottle(_Throttle):
    scope = "tokens"
    rate = "30/min"


class TableThrottle(_Throttle):
    scope = "tables"
    rate = "60/hour"
