"""The form with which a guest becomes an account: the fields and checks of signing up."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import BaseSignupForm
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from parlor.accounts.models import User
from parlor.accounts.services import keep_guest


class KeepForm(BaseSignupForm):  # type: ignore[misc]  # allauth ships no types
    password1 = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    field_order = ("username", "email", "password1")

    def __init__(self, *args: Any, guest: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.guest = guest

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean()
        if cleaned.get("password1"):
            person = User(username=cleaned.get("username", ""), email=cleaned.get("email", ""))
            try:
                get_adapter().clean_password(cleaned["password1"], user=person)
            except ValidationError as error:
                self.add_error("password1", error)
        return cleaned

    def save(self) -> User:
        return keep_guest(
            guest=self.guest,
            username=self.cleaned_data["username"],
            email=self.cleaned_data["email"],
            password=self.cleaned_data["password1"],
        )
