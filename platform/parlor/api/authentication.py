"""Who sends a token."""

from __future__ import annotations

from typing import Any

from rest_framework.authentication import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from parlor.accounts.standing import why_banned


class Tokens(TokenAuthentication):
    """As DRF's, but what no column could hold is no token, rather than an error of the database."""

    def authenticate_credentials(self, key: str) -> Any:
        if not key.isalnum():
            raise AuthenticationFailed("Invalid token.")
        user, token = super().authenticate_credentials(key)
        if user.is_banned:
            raise AuthenticationFailed(why_banned(user))
        return user, token
