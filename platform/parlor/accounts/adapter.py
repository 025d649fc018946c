"""How allauth treats names and mail on this site."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter

from parlor.accounts.names import refuse_reserved


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    def clean_username(self, username: str, shallow: bool = False) -> Any:
        cleaned = super().clean_username(username, shallow=shallow)
        refuse_reserved(cleaned)
        return cleaned
