"""The rows of moderation, each kept beside what is done with it."""

from parlor.moderation.audit import AuditEntry
from parlor.moderation.rights import Right

__all__ = ["AuditEntry", "Right"]
