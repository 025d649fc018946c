"""Data sets in the console: admins add them by a file, replace them, and switch them on and off."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from parlor.catalog.installed_sets import InstalledSet, Ready, check_name, families, find_family, install, make_ready
from parlor.engine import Unfit


class SetForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in its stubs only
    """`place` is game and family; the file is needed for a new set only."""

    place = forms.ChoiceField(label=gettext_lazy("for"))
    file = forms.FileField(
        label=gettext_lazy("file"),
        required=False,
        help_text=gettext_lazy("A dictionary has one word a line. What the game cannot use is left out, and told."),
    )
    expect = forms.ChoiceField(
        label=gettext_lazy("compare with"),
        required=False,
        help_text=gettext_lazy("A file with other counts is then refused."),
    )

    class Meta:
        model = InstalledSet
        fields = ("name", "label", "help", "enabled")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ready: Ready | None = None
        if "place" in self.fields:
            self.fields["place"].choices = [  # type: ignore[attr-defined]  # a ChoiceField
                (f"{game.slug}/{family.name}", f"{game.name}: {_(family.label)}") for game, family in families()
            ]
        known = {name for _game, family in families() for name in family.known}
        self.fields["expect"].choices = [("", "–"), *((name, name) for name in sorted(known))]  # type: ignore[attr-defined]
        if self.instance.pk is None:
            self.fields["file"].required = True

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if given.get("place"):
            self.instance.game, _slash, self.instance.family = given["place"].partition("/")
        file: UploadedFile[Any] | None = given.get("file")
        if file is None or not self.instance.game:
            return given
        game, family = find_family(self.instance.game, self.instance.family)
        try:
            self.ready = make_ready(family, file.read(), given.get("expect", ""))
        except Unfit as why:
            self.add_error("file", str(why))
        try:
            check_name(game, family, given.get("name", self.instance.name))
        except Unfit as why:
            self.add_error("name" if "name" in self.fields else None, str(why))
        taken = InstalledSet.objects.filter(
            game=self.instance.game, family=self.instance.family, name=given.get("name", "")
        )
        if self.instance.pk is None and taken.exists():
            self.add_error("name", _("There is one of that name already: give it the new file instead."))
        return given


@admin.register(InstalledSet)
class SetAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    """Nothing is deleted: what is not wanted any more is switched off, and tables that have it keep it."""

    form = SetForm
    list_display = ("label", "game", "name", "total", "enabled", "changed_at")
    list_editable = ("enabled",)
    list_filter = ("game", "enabled")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return [(None, {"fields": ["place", "name", "label", "help", "enabled", "file", "expect"]})]
        return [
            (None, {"fields": ["game", "family", "name", "label", "help", "enabled"]}),
            (_("What is in it"), {"fields": ["figures", "told", "digest"]}),
            (_("Another file"), {"fields": ["file", "expect"]}),
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return () if obj is None else ("game", "family", "name", "figures", "told", "digest")

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **more: Any) -> Any:
        made = super().get_form(request, obj, change=change, **more)
        if obj is not None:
            made.base_fields.pop("place", None)
        return made

    @admin.display(description=gettext_lazy("counts"))
    def figures(self, row: InstalledSet) -> SafeString:
        return format_html_join(", ", "{}: {}", [*row.counts.items(), (_("all"), row.total)])

    @admin.display(description=gettext_lazy("notes"))
    def told(self, row: InstalledSet) -> str:
        return " ".join(row.notes)

    @admin.display(description=gettext_lazy("digest"))
    def digest(self, row: InstalledSet) -> str:
        return row.content_id

    def save_model(self, request: HttpRequest, obj: InstalledSet, form: Any, change: bool) -> None:
        ready: Ready | None = getattr(form, "ready", None)
        if ready is None:
            super().save_model(request, obj, form, change)
            return
        install(obj, ready)
        for note in [_("{n} in all.").format(n=obj.total), *ready.notes]:
            messages.info(request, note)
