"""What somebody gets who asks too often: 429 with a sentence, and when to try again."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from parlor.accounts.limits import TooOften

USUAL_WAIT = 60  # seconds, where who refused did not say


class LimitMiddleware:
    """Turns TooOften into a page, and puts Retry-After where it is missing. The API has its own words."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code == 429 and "Retry-After" not in response:
            response["Retry-After"] = str(USUAL_WAIT)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, TooOften):
            return None
        answer = render(request, "429.html", {"said": str(error)}, status=429)
        answer["Retry-After"] = str(error.wait)
        return answer
