"""Games in the console: status, testers, place in lists, defaults, paces, and how they are doing."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from parlor.accounts.models import User
from parlor.catalog.models import GameSetting
from parlor.catalog.registry import AnyGame, all_games, options_of
from parlor.catalog.showing import words
from parlor.moderation.health import Health, health
from parlor.tables.models import Pace

DEFAULT = "default-"


class GameForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in its stubs only
    """Testers by name, paces as boxes, and for each option of the game its default."""

    tester_names = forms.CharField(
        label=gettext_lazy("Testers"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Who sees the game while it is in alpha: names, separated by commas or lines."),
    )
    allowed = forms.MultipleChoiceField(
        label=gettext_lazy("Paces"),
        required=False,
        choices=Pace.choices,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("With which a table can be opened; none chosen means all."),
    )

    class Meta:
        model = GameSetting
        fields: ClassVar = ["status", "order", "note"]

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        if self.instance.pk:
            self.initial["tester_names"] = ", ".join(self.instance.testers.values_list("username", flat=True))
        self.initial["allowed"] = self.instance.paces
        for name, value in self.instance.defaults.items():
            self.initial[DEFAULT + name] = str(value)

    def clean_tester_names(self) -> list[User]:
        names = [name.strip() for name in self.cleaned_data["tester_names"].replace("\n", ",").split(",")]
        found: list[User] = []
        unknown: list[str] = []
        for name in filter(None, names):
            person = User.objects.filter(username__iexact=name).first()
            if person is None:
                unknown.append(name)
            else:
                found.append(person)
        if unknown:
            raise forms.ValidationError(_("Nobody here is called {names}.").format(names=", ".join(unknown)))
        return found

    def save(self, commit: bool = True) -> GameSetting:
        self.instance.paces = self.cleaned_data["allowed"]
        self.instance.defaults = self._defaults()
        saved: GameSetting = super().save(commit)
        return saved

    def _save_m2m(self) -> None:
        super()._save_m2m()  # type: ignore[misc]  # its stubs have only the public half
        self.instance.testers.set(self.cleaned_data["tester_names"])

    def _defaults(self) -> dict[str, Any]:
        """What differs from the game's own defaults."""
        game = all_games().get(self.instance.slug)
        chosen: dict[str, Any] = {}
        for option in options_of(game) if game else ():
            given = self.cleaned_data.get(DEFAULT + option.name, "")
            value = next((choice.value for choice in option.choices if str(choice.value) == given), option.default)
            if value != option.default:
                chosen[option.name] = value
        return chosen


def _form_for(game: AnyGame | None) -> type[GameForm]:
    fields = {
        DEFAULT + option.name: forms.ChoiceField(
            label=words(option.label),
            required=False,
            choices=[(str(choice.value), words(choice.label)) for choice in option.choices],
            initial=str(option.default),
        )
        for option in (options_of(game) if game else ())
    }
    return type("GameForm", (GameForm,), fields)


@admin.register(GameSetting)
class GameAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    list_display = ("name", "status", "order", "rules", "tables", "errors", "slow")
    list_filter = ("status",)
    change_form_template = "admin/game.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[GameSetting]:
        return GameSetting.objects.filter(slug__in=all_games())

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        known = set(GameSetting.objects.values_list("slug", flat=True))
        GameSetting.objects.bulk_create(
            [GameSetting(slug=slug) for slug in all_games() if slug not in known], ignore_conflicts=True
        )
        self._health: dict[str, Health] = health()
        return super().changelist_view(request, extra_context)

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **more: Any) -> Any:
        more["form"] = _form_for(all_games().get(obj.slug) if obj else None)
        return super().get_form(request, obj, change=change, **more)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        game = all_games().get(obj.slug) if obj else None
        options = [DEFAULT + option.name for option in (options_of(game) if game else ())]
        first = (None, {"fields": ["status", "tester_names", "order", "note", "allowed"]})
        return [first, (_("Defaults for new tables"), {"fields": options})] if options else [first]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        found = self.get_object(request, object_id)
        more = {} if found is None else {"health": health().get(found.slug), "game": all_games().get(found.slug)}
        return super().change_view(request, object_id, form_url, {**more, **(extra_context or {})})

    # Columns

    def _of(self, row: GameSetting) -> Health:
        return getattr(self, "_health", {}).get(row.slug) or Health()

    @admin.display(description=gettext_lazy("game"), ordering="slug")
    def name(self, row: GameSetting) -> str:
        return str(row)

    @admin.display(description=gettext_lazy("rules number"))
    def rules(self, row: GameSetting) -> str:
        game = all_games().get(row.slug)
        return str(game.rules) if game else ""

    @admin.display(description=gettext_lazy("running tables"))
    def tables(self, row: GameSetting) -> str | SafeString:
        """By rules number; those of another number than the installed one are worth a look."""
        told = [(str(n), _("rules {number}").format(number=rules)) for rules, n in self._of(row).running]
        return format_html_join(", ", "{} ({})", told) if told else "0"

    @admin.display(description=gettext_lazy("open errors"))
    def errors(self, row: GameSetting) -> int:
        return self._of(row).errors

    @admin.display(description=gettext_lazy("slow moves"))
    def slow(self, row: GameSetting) -> int:
        return self._of(row).slow
