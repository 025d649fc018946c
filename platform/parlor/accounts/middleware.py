"""Every page in the language and the time zone of who reads it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone, translation
from django.utils.deprecation import MiddlewareMixin

from parlor.accounts.models import Preferences
from parlor.accounts.preferences import language_of, preferences_of, zone_of


class PreferencesMiddleware(MiddlewareMixin):
    """Puts `request.preferences` there (None for strangers) and activates what they say.

    Comes after those that find the person and the language which the browser asks for.
    """

    def process_request(self, request: HttpRequest) -> None:
        chosen: Preferences | None = preferences_of(request.user)
        request.preferences = chosen  # type: ignore[attr-defined]  # the site's own addition
        language = language_of(chosen)
        if language is not None:
            translation.activate(language)
            request.LANGUAGE_CODE = language
        zone = zone_of(request, chosen)
        if zone is None:
            timezone.deactivate()
        else:
            timezone.activate(zone)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        timezone.deactivate()
        return response
