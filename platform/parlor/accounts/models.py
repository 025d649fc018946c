"""People who sit at tables, with an account or as guests; what they prefer, their friends, and whom they block."""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.core.validators import MaxLengthValidator, MinLengthValidator
from django.db import models
from django.db.models.functions import Greatest, Least, Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from parlor.accounts.hours import Holiday, PlayingHours
from parlor.accounts.names import USERNAME_MAX, USERNAME_MIN, allowed_characters

__all__ = ["Block", "Friendship", "Holiday", "PlayingHours", "Preferences", "User", "UserManager"]


class UserManager(DjangoUserManager["User"]):
    """Finds people by name whatever the case it is written in."""

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(username__iexact=username)


class User(AbstractUser):
    """A person. A guest has no usable password and lives in one browser's session."""

    username = models.CharField(
        _("name"),
        max_length=USERNAME_MAX,
        unique=True,
        validators=[allowed_characters, MinLengthValidator(USERNAME_MIN), MaxLengthValidator(USERNAME_MAX)],
        error_messages={"unique": _("Somebody here has that name already.")},
    )
    is_guest = models.BooleanField(_("guest"), default=False)
    banned_until = models.DateTimeField(_("banned until"), null=True, blank=True)
    ban_reason = models.CharField(_("why banned"), max_length=200, blank=True, default="")
    muted_until = models.DateTimeField(_("muted until"), null=True, blank=True)
    sessions_ended = models.PositiveIntegerField(default=0, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                Lower("username"),
                name="username_unique_in_any_case",
                violation_error_message=_("Somebody here has that name already."),
            )
        ]

    def __str__(self) -> str:
        return self.username

    @property
    def is_banned(self) -> bool:
        """Whether the person may not use the site now."""
        return self.banned_until is not None and self.banned_until > timezone.now()

    @property
    def is_muted(self) -> bool:
        """Whether nobody hears the person now."""
        return self.muted_until is not None and self.muted_until > timezone.now()

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """As Django's; it changes too when all the person's sessions are ended."""
        ended = f":{self.sessions_ended}" if self.sessions_ended else ""
        salt = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"
        return salted_hmac(salt, self.password + ended, secret=secret, algorithm="sha256").hexdigest()


class Theme(models.TextChoices):
    SYSTEM = "system", _("as the system")
    LIGHT = "light", _("light")
    DARK = "dark", _("dark")


class Contrast(models.TextChoices):
    SYSTEM = "system", _("as the system")
    HIGH = "high", _("high")


class Density(models.TextChoices):
    COMFORTABLE = "comfortable", _("comfortable")
    COMPACT = "compact", _("compact")


class Preferences(models.Model):
    """How a person wants to see the site. An empty language or time zone is the browser's."""

    user = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="preferences")
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True, default="")
    language = models.CharField(_("language"), max_length=16, blank=True, default="")
    theme = models.CharField(_("colours"), max_length=12, choices=Theme.choices, default=Theme.SYSTEM)
    contrast = models.CharField(_("contrast"), max_length=12, choices=Contrast.choices, default=Contrast.SYSTEM)
    density = models.CharField(_("density"), max_length=12, choices=Density.choices, default=Density.COMFORTABLE)
    sound = models.BooleanField(_("a sound when it is my turn"), default=True)
    confirm_turn = models.BooleanField(_("ask before a move is made"), default=False)
    ratings = models.BooleanField(_("show ratings"), default=True)

    def __str__(self) -> str:
        return f"preferences of {self.user_id}"


class Friendship(models.Model):
    """Two people who are friends, or one who has asked the other to be; of two people there is one row at most."""

    asker = models.ForeignKey(User, models.CASCADE, related_name="+")
    asked = models.ForeignKey(User, models.CASCADE, related_name="+")
    asked_at = models.DateTimeField(auto_now_add=True)
    accepted_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(Least("asker", "asked"), Greatest("asker", "asked"), name="one_friendship_of_two"),
            models.CheckConstraint(condition=~models.Q(asker=models.F("asked")), name="nobody_befriends_themselves"),
        ]

    def __str__(self) -> str:
        return f"{self.asker_id} {'and' if self.accepted_at else 'asked'} {self.asked_id}"


class Block(models.Model):
    """Somebody who wants nothing to do with somebody, who is never told."""

    by = models.ForeignKey(User, models.CASCADE, related_name="+")
    whom = models.ForeignKey(User, models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["by", "whom"], name="one_block_of_two"),
            models.CheckConstraint(condition=~models.Q(by=models.F("whom")), name="nobody_blocks_themselves"),
        ]

    def __str__(self) -> str:
        return f"{self.by_id} blocks {self.whom_id}"
