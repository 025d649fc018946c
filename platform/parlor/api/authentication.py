"""Who sends a token."""

from __future__ import annotations

from typing import Any

from django.utils import translation
from rest_framework.authentication import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from parlor.accounts.preferences import language_of, preferences_of
from parlor.accounts.standing import why_banned


class Tokens(TokenAuthentication):
    """As DRF's, but what no column could hold is no token, rather than an error of the database.

    Answers are in the language that the person has chosen for the pages, else in the one that the program asks for.
    """

    def authenticate_credentials(self, key: str) -> Any:
        if not key.isalnum():
            raise AuthenticationFailed("Invalid token.")
        user, token = super().authenticate_credentials(key)
        if user.is_banned:
            raise AuthenticationFailed(why_banned(user))
        language = language_of(preferences_of(user))
        if language is not None:
            translation.activate(language)
        return user, token
