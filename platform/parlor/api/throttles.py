"""Calls that are counted: by LIMITS in the settings, together with what is done on the pages."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from parlor.accounts import limits


class _Throttle(BaseThrottle):
    """Counts one more time for who calls. Raises TooOften, which `errors` puts into words."""

    what = ""

    def allow_request(self, request: Request, view: APIView) -> bool:
        limits.hold_request(self.what, request)
        return True


class AccountThrottle(_Throttle):
    what = "sign-up"


class TokenThrottle(_Throttle):
    what = "sign-in"


class TableThrottle(_Throttle):
    what = "tables"


class MoveThrottle(_Throttle):
    """Counts in memory, as moves are many."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        limits.moves.hold_request(request)
        return True
