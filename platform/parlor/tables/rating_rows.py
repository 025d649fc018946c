"""What a person's rating in one game is kept as."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models


class Rating(models.Model):
    """How strong a person is taken to be in one game: the middle and the width of a guess, after so many tables.

    `mu` and `sigma` are those of the model in `tables.ratings`; people are shown `points`.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=60)
    mu = models.FloatField()
    sigma = models.FloatField()
    played = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        app_label = "tables"
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "game"], name="one_rating_a_game")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game} {self.points}"

    @property
    def points(self) -> int:
        """As people see it: 1500 at first."""
        return points(self.mu)

    @property
    def settled(self) -> bool:
        """Whether enough tables stand behind it."""
        return self.played >= SETTLED_AFTER


SETTLED_AFTER = 5


def points(mu: float) -> int:
    """The rating as people see it; the model's first guess, 25, is 1500."""
    return round(1500 + 40 * (mu - 25))
