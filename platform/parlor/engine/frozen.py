"""Lets a type checker know that subclasses of moves and phases are frozen without saying so again."""

from __future__ import annotations

from typing import TYPE_CHECKING, dataclass_transform

import msgspec

if TYPE_CHECKING:

    @dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
    class FrozenMeta(msgspec.StructMeta): ...

else:
    FrozenMeta = msgspec.StructMeta
