"""The three roles, as groups: owner, game admin, moderator. Each migration gives them what is said here, no more.

Who wants other rights for somebody makes a group of another name. A superuser may do all that an owner may.
"""

from __future__ import annotations

from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Group, Permission
from django.db.models import Q

OWNER, GAME_ADMIN, MODERATOR = "Owner", "Game admin", "Moderator"

_LOOK = {"tables.view_table", "moderation.view_report"}
_MODERATOR = {
    "accounts.view_user",
    "moderation.look_hidden",
    "moderation.extend_time",
    "moderation.put_bot",
    "moderation.stop_table",
    "moderation.warn_person",
    "moderation.mute_person",
    "moderation.ban_person",
    "moderation.decide_reports",
    "moderation.view_announcement",
    "catalog.view_maintenance",
    "catalog.view_gamesetting",
}
_GAME_ADMIN = {
    "catalog.view_gamesetting",
    "catalog.change_gamesetting",
    "catalog.view_installedset",
    "catalog.add_installedset",
    "catalog.change_installedset",
    "catalog.delete_installedset",
    "catalog.view_maintenance",
    "moderation.look_hidden",
    "moderation.extend_time",
    "moderation.put_bot",
    "moderation.stop_table",
    "moderation.roll_back",
    "moderation.export_table",
    "moderation.decide_bugs",
    "moderation.view_announcement",
    "tables.view_fault",
    "tables.change_fault",
}
_OWNER = {
    "accounts.add_user",
    "accounts.change_user",
    "auth.view_group",
    "auth.add_group",
    "auth.change_group",
    "auth.delete_group",
    "catalog.add_maintenance",
    "catalog.change_maintenance",
    "catalog.delete_maintenance",
    "moderation.add_announcement",
    "moderation.change_announcement",
    "moderation.delete_announcement",
    "moderation.view_auditentry",
    "moderation.merge_guest",
    "moderation.export_person",
    "moderation.forget_person",
    "moderation.see_mail",
    "moderation.appoint",
}
ROLES = {
    MODERATOR: _LOOK | _MODERATOR,
    GAME_ADMIN: _LOOK | _GAME_ADMIN,
    OWNER: _LOOK | _MODERATOR | _GAME_ADMIN | _OWNER,
}
"""What each role may do, as `app.codename`."""


def settle_roles(using: str = "default") -> None:
    """Makes the groups, and gives each exactly its permissions. Those of models that are not installed are left out."""
    wanted = {name for names in ROLES.values() for name in names}
    known = _permissions(wanted, using)
    if len(known) < len(wanted):
        for label in {name.partition(".")[0] for name in wanted}:
            if apps.is_installed(f"parlor.{label}") or label == "auth":
                create_permissions(apps.get_app_config(label), verbosity=0, using=using)
        known = _permissions(wanted, using)
    for role, names in ROLES.items():
        group, _made = Group.objects.using(using).get_or_create(name=role)
        due = {known[name].pk for name in names if name in known}
        if set(group.permissions.values_list("pk", flat=True)) != due:
            group.permissions.set(due)


def _permissions(names: set[str], using: str) -> dict[str, Permission]:
    one_of = Q()
    for name in names:
        label, _dot, codename = name.partition(".")
        one_of |= Q(content_type__app_label=label, codename=codename)
    found = Permission.objects.using(using).filter(one_of).select_related("content_type")
    return {f"{one.content_type.app_label}.{one.codename}": one for one in found}
