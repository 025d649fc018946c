"""People who sit at tables: with an account, or as guests until they keep their name."""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.core.validators import MaxLengthValidator, MinLengthValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from parlor.accounts.names import USERNAME_MAX, USERNAME_MIN, allowed_characters


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
