"""The rows of moderation, each kept beside what is done with it."""

from parlor.moderation.announcements import Announcement
from parlor.moderation.audit import AuditEntry
from parlor.moderation.notices import Notice
from parlor.moderation.reports import Report, Screenshot
from parlor.moderation.rights import Right
from parlor.moderation.sanctions import Sanction

__all__ = ["Announcement", "AuditEntry", "Notice", "Report", "Right", "Sanction", "Screenshot"]
