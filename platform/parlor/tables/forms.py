"""The form that opens a table: made from what the game declares."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from parlor.accounts.models import User
from parlor.catalog.registry import AnyGame, options_of
from parlor.catalog.settings_of_games import setting_of, with_defaults
from parlor.catalog.showing import condition, words
from parlor.engine import Choice, Option
from parlor.tables import service
from parlor.tables.models import Absence, Begins, Pace, Seating, Table, Visibility

RADIOS = 5
OPTION = "option-"
FURTHER = ("seats_from", "absence", "begins", "ready_check", "seating", "training")
"""What most tables leave as it is; the form folds it away."""


class NewTableForm(forms.Form):
    """Seats, the game's options as `option-<name>`, and who may find the table."""

    def __init__(self, *args: Any, game: AnyGame, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        low, high = game.seats
        setting = setting_of(game.slug)
        defaults = with_defaults(setting, game, {})
        self.fields["seats"] = _few(
            [(str(n), str(n)) for n in range(low, high + 1)], label=gettext_lazy("Players"), initial=str(low)
        )
        if low < high:
            self.fields["seats_from"] = _few(
                [("", _("All seats are taken")), *((str(n), str(n)) for n in range(low, high))],
                label=gettext_lazy("May begin with fewer, from"),
                initial="",
                help_text=gettext_lazy("As soon as so many are there, the host may begin; free seats are taken away."),
            )
        for option in options_of(game):
            self.fields[OPTION + option.name] = _field(game, option, defaults.get(option.name, option.default))
        paces = [pace for pace in Pace.choices if pace[0] in (setting.paces or Pace.values)]
        self.fields["pace"] = _few(
            paces,
            label=gettext_lazy("Pace"),
            initial=paces[0][0],
            help_text=gettext_lazy("Turn by turn, time runs only in each player's own hours, and not on holidays."),
        )
        self.fields["absence"] = _few(
            Absence.choices, label=gettext_lazy("When somebody's time is out"), initial=Absence.BOT
        )
        self.fields["begins"] = _few(Begins.choices, label=gettext_lazy("The game begins"), initial=Begins.HAND)
        self.fields["ready_check"] = forms.BooleanField(
            label=gettext_lazy("Only when everybody has pressed “Ready”"), required=False
        )
        self.fields["seating"] = _few(Seating.choices, label=gettext_lazy("Who sits where"), initial=Seating.SEATED)
        self.fields["training"] = forms.BooleanField(
            label=gettext_lazy("For training: the result counts for nothing"), required=False
        )
        self.fields["visibility"] = _few(
            Visibility.choices, label=gettext_lazy("Who may sit down"), initial=Visibility.PRIVATE
        )

    @property
    def usual(self) -> list[forms.BoundField]:
        """The fields that are shown at once."""
        return [field for field in self.visible_fields() if field.name not in FURTHER]

    @property
    def further(self) -> list[forms.BoundField]:
        """The fields that are folded away."""
        return [field for field in self.visible_fields() if field.name in FURTHER]

    @property
    def further_errors(self) -> bool:
        """Whether something that is folded away needs to be seen."""
        return any(field.errors for field in self.further)

    def open(self, host: User) -> Table | None:
        """The new table; None when something is wrong, which the form then says."""
        if not self.is_valid():
            return None
        given = self.cleaned_data
        try:
            return service.create(
                host,
                game=self.game.slug,
                seats=int(given["seats"]),
                options={name.removeprefix(OPTION): value for name, value in given.items() if name.startswith(OPTION)},
                pace=given["pace"],
                absence=given["absence"],
                visibility=given["visibility"],
                begins=given["begins"],
                seating=given["seating"],
                training=given["training"],
                ready_check=given["ready_check"],
                seats_from=int(given.get("seats_from") or 0) or None,
            )
        except service.TableError as error:
            self.add_error(error.field if error.field in self.fields else None, str(error))
            return None


def _field(game: AnyGame, option: Option[Any], default: object) -> forms.ChoiceField:
    helps = [words(option.help), condition(game, option)]
    return _few(
        [(str(choice.value), _said(choice)) for choice in option.choices],
        label=words(option.label),
        initial=str(default),
        help_text=" ".join(part for part in helps if part),
    )


def _said(choice: Choice[Any]) -> SafeString:
    """A choice with what it means and for how many players it is."""
    notes = [words(choice.help)]
    if choice.seats:
        notes.append(_("For {low} to {high} players.").format(low=choice.seats[0], high=choice.seats[1]))
    note = " ".join(part for part in notes if part)
    if not note:
        return format_html("{}", words(choice.label))
    return format_html('<span>{} <small class="help">{}</small></span>', words(choice.label), note)


def _few(choices: list[tuple[str, Any]], **given: Any) -> forms.ChoiceField:
    """A choice of a few as boxes to press, of many as a list. Left out of a request, it has its default."""
    widget = forms.RadioSelect if len(choices) <= RADIOS else forms.Select
    return _Defaulted(choices=choices, widget=widget, required=False, **given)


class _Defaulted(forms.ChoiceField):
    def clean(self, value: Any) -> Any:
        return super().clean(value or self.initial)
