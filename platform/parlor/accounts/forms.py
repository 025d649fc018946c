"""Forms of the accounts: allauth's in the words of this site, and the one with which a guest becomes an account."""

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from django import forms
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.utils.translation import gettext_lazy as _

from parlor.accounts.models import Preferences, User
from parlor.accounts.preferences import languages, time_zones
from parlor.accounts.services import keep_guest

LABELS = {"login": _("Name or mail address"), "username": _("Name"), "email": _("Mail address")}
HELP = {
    "username": _("What the others at a table see: letters, digits and . _ -"),
    "password1": _("At least 8 characters, and not a common one."),
}


class OurWords(forms.BaseForm):
    """Labels and help of this site, and no placeholder that repeats the label."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = LABELS.get(name, field.label)
            field.help_text = HELP.get(name, "")
            field.widget.attrs.pop("placeholder", None)


class LoginForm(OurWords, allauth_forms.LoginForm):  # type: ignore[misc]  # allauth ships no types
    pass


class SignupForm(OurWords, allauth_forms.SignupForm):  # type: ignore[misc]
    pass


class AddEmailForm(OurWords, allauth_forms.AddEmailForm):  # type: ignore[misc]
    pass


class ResetPasswordForm(OurWords, allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    pass


class KeepForm(OurWords, allauth_forms.BaseSignupForm):  # type: ignore[misc]
    """The fields and checks of signing up, for somebody who is here already."""

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
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("password1"):
            person = User(username=cleaned.get("username", ""), email=cleaned.get("email", ""))
            try:
                get_adapter().clean_password(cleaned["password1"], user=person)
            except ValidationError as error:
                self.add_error("password1", error)
        return cleaned

    def save(self) -> bool:
        """Makes the account; False, with the error in the form, where somebody took the name in this moment."""
        try:
            keep_guest(
                guest=self.guest,
                username=self.cleaned_data["username"],
                email=self.cleaned_data["email"],
                password=self.cleaned_data["password1"],
            )
        except IntegrityError:
            self.guest.refresh_from_db()
            self.add_error("username", _("Somebody here has that name already."))
            return False
        return True


class PreferencesForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in its stubs only
    """All preferences at once. `guessed` is the time zone that the browser told."""

    class Meta:
        model = Preferences
        fields = ("theme", "contrast", "density", "language", "time_zone", "sound", "confirm_turn", "ratings")
        widgets = {"theme": forms.RadioSelect, "contrast": forms.RadioSelect, "density": forms.RadioSelect}
        help_texts = {
            "density": _("Compact shows more of a table at once."),
            "confirm_turn": _("A move waits until you confirm it, and can be changed until then."),
            "ratings": _("How strong people are taken to be in a game. Off hides them from you alone."),
        }

    def __init__(self, *args: Any, guessed: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        browser = _("as the browser says")
        zone = f"{browser} ({guessed.replace('_', ' ')})" if guessed else browser
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Time zone"), required=False, choices=[("", zone), *_by_region(time_zones())]
        )
        self.fields["language"] = forms.ChoiceField(
            label=_("Language"), required=False, choices=[("", browser), *languages()]
        )


def _by_region(zones: list[str]) -> list[tuple[str, list[tuple[str, str]]]]:
    """The zones as groups of a list, by the part of the world."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for zone in zones:
        region, _slash, place = zone.partition("/")
        groups.setdefault(region, []).append((zone, (place or zone).replace("_", " ").replace("/", " / ")))
    return list(groups.items())
