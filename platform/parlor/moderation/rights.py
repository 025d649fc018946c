"""What admins may do besides looking at rows and changing them; `roles` says who may."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class Right(models.Model):
    """Has no rows: it only holds the permissions, `moderation.<name>`."""

    class Meta:
        managed = False
        default_permissions = ()
        permissions: ClassVar = [
            ("look_hidden", _("may look at a running table from each seat")),
            ("extend_time", _("may give a player more time")),
            ("put_bot", _("may let a bot play for somebody")),
            ("stop_table", _("may stop a table")),
            ("roll_back", _("may roll a table back")),
            ("export_table", _("may export a running table")),
            ("warn_person", _("may warn people")),
            ("mute_person", _("may mute people")),
            ("ban_person", _("may ban people")),
            ("merge_guest", _("may merge a guest into an account")),
            ("export_person", _("may export all that is known of a person")),
            ("forget_person", _("may delete a person")),
            ("see_mail", _("may see mail addresses")),
            ("appoint", _("may make people admins")),
            ("decide_reports", _("may decide reports of people")),
            ("decide_bugs", _("may decide reports of bugs")),
        ]

    def __str__(self) -> str:
        return ""
