"""What a person may be called on this site."""

import secrets

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

USERNAME_MIN = 2
USERNAME_MAX = 20
GUEST_PREFIX = "Guest-"
GUEST_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # without those that read alike

# Names that would speak for the house.
RESERVED = {"admin", "administrator", "moderator", "mod", "parlor", "root", "staff", "support", "system", "webmaster"}

allowed_characters = RegexValidator(r"\A[A-Za-z0-9._-]+\Z", _("A name is made of letters, digits and . _ - only."))
username_validators = [allowed_characters]


def refuse_reserved(username: str) -> None:
    """Raises ValidationError for a name that would pass for the house or for a guest."""
    if username.lower() in RESERVED or username.lower().startswith(GUEST_PREFIX.lower()):
        raise ValidationError(_("That name is kept for the house. Please choose another."), code="reserved")


def guest_name() -> str:
    """`Guest-` and four letters or digits; the caller checks that it is free."""
    return GUEST_PREFIX + "".join(secrets.choice(GUEST_LETTERS) for _position in range(4))
