"""The root of moves and phases: structs that never change, whose subclasses need not say so again."""

from __future__ import annotations

from typing import dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Frozen(msgspec.Struct, frozen=True):
    """A struct whose subclasses are frozen, for type checkers too."""
