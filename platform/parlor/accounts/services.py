"""What changes people: making guests, accounts, and accounts out of guests."""

from contextlib import nullcontext

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import get_language

from parlor.accounts import hours
from parlor.accounts.models import Preferences, User
from parlor.accounts.names import guest_name

GUEST_TRIES = 20


def create_guest() -> User:
    """A new guest under a free name, with no password that could ever match."""
    for _attempt in range(GUEST_TRIES):
        guest = User(username=guest_name(), is_guest=True)
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save()
        except IntegrityError:  # somebody has that name
            continue
        return guest
    raise RuntimeError("No free guest name was found.")


def create_account(*, username: str, email: str, password: str) -> User:
    """A new person; the caller has validated the values. The mail address starts unconfirmed."""
    with transaction.atomic():
        user = User.objects.create_user(username=username, email=email, password=password)
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=False)
    return user


def keep_guest(*, guest: User, username: str, email: str, password: str) -> User:
    """The guest's own row becomes an account, so that tables and moves stay theirs."""
    with transaction.atomic():
        guest.username = username
        guest.email = User.objects.normalize_email(email)
        guest.is_guest = False
        guest.set_password(password)
        guest.save(update_fields=["username", "email", "is_guest", "password"])
        EmailAddress.objects.create(user=guest, email=guest.email, primary=True, verified=False)
    return guest


def keep_language(user: User) -> None:
    """Who has just come is written to in the language of the page that they came by; the site's own needs no note."""
    language = get_language()
    if language and language != settings.LANGUAGE_CODE:
        set_preferences(user=user, language=language)


def set_preferences(*, user: User, **values: object) -> Preferences:
    """Keeps these preferences of the person, the others stay; the caller has validated the values."""
    with hours.changing(user.pk) if "time_zone" in values else nullcontext():
        return Preferences.objects.update_or_create(user=user, defaults=values)[0]
