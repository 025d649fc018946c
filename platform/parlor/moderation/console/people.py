"""People in the console: who they are, how they stand, and what moderators and owners may do about them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, ClassVar, cast

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from parlor.accounts.models import User
from parlor.accounts.standing import FOREVER
from parlor.moderation import sanctions
from parlor.moderation.console.deeds import Deed, WithDeeds
from parlor.moderation.console.tables import attachment
from parlor.moderation.errors import ModerationError
from parlor.moderation.merging import merge
from parlor.moderation.personal_data import forget, personal_file
from parlor.tables.models import Table

ENDS = {
    "1h": (gettext_lazy("an hour"), timedelta(hours=1)),
    "1d": (gettext_lazy("a day"), timedelta(days=1)),
    "3d": (gettext_lazy("3 days"), timedelta(days=3)),
    "7d": (gettext_lazy("a week"), timedelta(days=7)),
    "30d": (gettext_lazy("30 days"), timedelta(days=30)),
    "365d": (gettext_lazy("a year"), timedelta(days=365)),
    "ever": (gettext_lazy("for good"), None),
    "date": (gettext_lazy("until the date below"), None),
}


class Reason(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Why"), max_length=200, help_text=gettext_lazy("The person reads this.")
    )


class WithEnd(Reason):
    how_long = forms.ChoiceField(
        label=gettext_lazy("For how long"), choices=[(name, label) for name, (label, _time) in ENDS.items()]
    )
    until = forms.DateTimeField(
        label=gettext_lazy("Date"), required=False, widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        chosen = given.get("how_long")
        if chosen == "date" and not given.get("until"):
            raise forms.ValidationError({"until": _("Choose the date.")})
        if chosen in ENDS and chosen != "date":
            span = ENDS[chosen][1]
            given["until"] = timezone.now() + span if span else None
        return given


class Into(forms.Form):
    account = forms.CharField(label=gettext_lazy("Account"), max_length=40)

    def clean_account(self) -> User:
        found = User.objects.filter(username__iexact=self.cleaned_data["account"], is_guest=False).first()
        if found is None:
            raise forms.ValidationError(_("Nobody with an account is called so."))
        return found


class NameAgain(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name"), help_text=gettext_lazy("Type the person's name, so that it is no slip.")
    )


def _warn(request: HttpRequest, person: User, given: dict[str, Any]) -> str:
    sanctions.warn(by=cast(User, request.user), person=person, reason=given["reason"])
    return _("{name} is warned.").format(name=person.username)


def _mute(request: HttpRequest, person: User, given: dict[str, Any]) -> str:
    sanctions.mute(by=cast(User, request.user), person=person, until=given["until"], reason=given["reason"])
    return _("{name} is muted.").format(name=person.username)


def _ban(request: HttpRequest, person: User, given: dict[str, Any]) -> str:
    sanctions.ban(by=cast(User, request.user), person=person, until=given["until"], reason=given["reason"])
    return _("{name} is banned.").format(name=person.username)


def _lift(request: HttpRequest, person: User, given: dict[str, Any]) -> str:
    sanctions.lift(by=cast(User, request.user), person=person, reason=given["reason"])
    return _("{name} may take part again.").format(name=person.username)


def _merge(request: HttpRequest, guest: User, given: dict[str, Any]) -> str:
    merge(guest=guest, into=given["account"])
    return _("The guest is {name} now.").format(name=given["account"].username)


def _export(request: HttpRequest, person: User, given: dict[str, Any]) -> HttpResponse:
    return attachment(personal_file(person), f"{person.username}.json")


def _forget(request: HttpRequest, person: User, given: dict[str, Any]) -> str:
    if given.pop("name") != person.username:
        raise ModerationError(_("That is not the person's name."))
    if person.pk == request.user.pk:
        raise ModerationError(_("That is you."))
    forget(person)
    return _("The person is deleted.")


def _restricted(request: HttpRequest, person: User) -> bool:
    return person.is_banned or person.is_muted


@admin.register(User)
class PersonAdmin(WithDeeds, UserAdmin):  # type: ignore[type-arg]  # generic in its stubs only
    list_display = ("username", "sort", "standing", "date_joined", "last_login")
    list_filter = ("is_guest", "is_staff", "groups")
    search_fields = ("username", "email")
    date_hierarchy = "date_joined"
    change_form_template = "admin/person.html"
    readonly_fields = ("date_joined", "last_login", "is_guest")
    filter_horizontal = ()
    actions = None
    deeds: ClassVar[tuple[Deed, ...]] = (
        Deed("warn", gettext_lazy("Warn"), "moderation.warn_person", _warn, Reason),
        Deed("mute", gettext_lazy("Mute"), "moderation.mute_person", _mute, WithEnd,
             explain=gettext_lazy("Nobody hears a muted person in any chat.")),
        Deed("ban", gettext_lazy("Ban"), "moderation.ban_person", _ban, WithEnd, grave=True,
             explain=gettext_lazy("Ends all sessions and closes what is open. Games go on by the clock or with bots.")),
        Deed("lift", gettext_lazy("Lift ban and mute"), "moderation.ban_person", _lift, Reason, _restricted),
        Deed("merge", gettext_lazy("Merge into an account"), "moderation.merge_guest", _merge, Into,
             lambda request, person: person.is_guest,
             gettext_lazy("Seats, moves and all else of the guest become the account's. There is no way back.")),
        Deed("export", gettext_lazy("Save all that is known"), "moderation.export_person", _export,
             explain=gettext_lazy("One file for the person. It says nothing about who blocks or has reported them.")),
        Deed("forget", gettext_lazy("Delete the person"), "moderation.forget_person", _forget, NameAgain,
             explain=gettext_lazy("Running games are given up; finished ones keep a neutral name. No way back."),
             grave=True, whole=False, nameless=True),
    )  # fmt: skip

    # What may be seen and changed

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **more: Any) -> Any:
        if db_field.name == "groups":
            more["widget"] = forms.CheckboxSelectMultiple
        return super().formfield_for_manytomany(db_field, request, **more)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return super().get_fieldsets(request, obj)
        first = ["username", *(["email"] if request.user.has_perm("moderation.see_mail") else []), "is_guest"]
        sets: list[Any] = [(None, {"fields": [*first, "date_joined", "last_login"]})]
        if request.user.has_perm("moderation.appoint"):
            more = ["is_superuser"] if request.user.is_superuser else []
            sets.append((_("Looks after the site"), {"fields": ["is_active", "is_staff", "groups", *more]}))
        return sets

    def get_search_fields(self, request: HttpRequest) -> list[str]:
        return ["username", "email"] if request.user.has_perm("moderation.see_mail") else ["username"]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody but a superuser changes a superuser: else a password set anew would make one."""
        if obj is not None and obj.is_superuser and not request.user.is_superuser:
            return False
        return super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """People are deleted by the deed, which thinks of their tables."""
        return False

    def particulars(self, request: HttpRequest, thing: User) -> dict[str, Any]:
        return {
            "person": thing,
            "state": self.standing(thing),
            "sanctions": thing.sanctions.select_related("by")[:50],
            "tables": Table.objects.filter(seats__user=thing).distinct().order_by("-changed_at").defer("seed")[:20],
        }

    # Columns

    @admin.display(description=gettext_lazy("sort"))
    def sort(self, person: User) -> str:
        return _("admin") if person.is_staff else _("guest") if person.is_guest else _("account")

    @admin.display(description=gettext_lazy("standing"))
    def standing(self, person: User) -> str:
        told = []
        for held, text in ((person.is_banned and person.banned_until, _("banned")),
                           (person.is_muted and person.muted_until, _("muted"))):  # fmt: skip
            if held:
                ever = held.year >= FOREVER.year
                end = _("for good") if ever else date_format(timezone.localtime(held), "SHORT_DATETIME_FORMAT")
                told.append(f"{text} → {end}")
        return ", ".join(told)
