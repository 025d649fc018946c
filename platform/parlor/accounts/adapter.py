"""How allauth treats names and mail on this site."""

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest
from django.utils.translation import get_language, override
from rest_framework.authtoken.models import Token

from parlor.accounts.addresses import address_of
from parlor.accounts.models import User
from parlor.accounts.names import refuse_reserved
from parlor.accounts.preferences import language_of, preferences_of
from parlor.accounts.services import keep_language

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    def clean_username(self, username: str, shallow: bool = False) -> Any:
        cleaned = super().clean_username(username, shallow=shallow)
        refuse_reserved(cleaned)
        return cleaned

    def get_client_ip(self, request: HttpRequest) -> str:
        return address_of(request)

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        super().save_user(request, user, form, commit=commit)
        if commit:
            keep_language(user)
        return user

    def set_password(self, user: User, password: str) -> None:
        """As allauth's; a new password ends what programs could do with the old one's token, as it ends sessions."""
        super().set_password(user, password)
        Token.objects.filter(user=user).delete()

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """As allauth's, but a mail server that is down costs the mail and not the page: signing up goes on."""
        language = language_of(preferences_of(context.get("user"))) or get_language()
        try:
            with override(language):
                super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException):
            logger.exception("A mail (%s) could not be sent.", template_prefix)
