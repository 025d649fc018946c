"""What the studio's panel shows of a bench: where it stands, who is asked what, and the position with its marks."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import msgspec

from parlor.engine import Move
from parlor.engine.layout import marks_of
from parlor.studio.bench import Bench

MOVES_SHOWN = 40
NOTHING = object()


class Node(NamedTuple):
    """A value of the position: what all of it is, and what the chosen seat sees of it. Either a leaf or with parts."""

    name: str
    mark: str
    whole: str
    seen: str
    parts: list[Node]

    @property
    def hidden(self) -> bool:
        """Whether the seat sees something else than there is."""
        return self.whole != self.seen


def tree(bench: Bench, seat: int | None) -> list[Node]:
    """The fields of the position as a tree."""
    position, view = bench.driver.position, bench.driver.view(seat)
    return [
        _node(name, mark.value, getattr(position, name), getattr(view, name, NOTHING))
        for name, mark, _hint in marks_of(type(position))
    ]


def _node(name: str, mark: str, whole: Any, seen: Any) -> Node:
    if isinstance(whole, msgspec.Struct):
        marks = {field: found.value for field, found, _hint in marks_of(type(whole))}
        inner = [(field, marks[field], getattr(whole, field), getattr(seen, field, NOTHING)) for field in marks]
    elif isinstance(whole, dict):
        theirs = seen if isinstance(seen, dict) else {}
        inner = [(str(key), "", value, theirs.get(key, NOTHING)) for key, value in whole.items()]
    elif isinstance(whole, list) and any(isinstance(item, list | dict | msgspec.Struct) for item in whole):
        fits = isinstance(seen, list) and len(seen) == len(whole)
        inner = [(str(n), "", item, seen[n] if fits else NOTHING) for n, item in enumerate(whole)]
    else:
        return Node(name, mark, _text(whole), _text(seen), [])
    return Node(name, mark, _brief(whole), _brief(seen), [_node(*part) for part in inner])


def _text(value: Any) -> str:
    return "–" if value is NOTHING else json.dumps(msgspec.to_builtins(value), ensure_ascii=False)


def _brief(value: Any) -> str:
    if value is NOTHING or not isinstance(value, list | dict | msgspec.Struct):
        return _text(value)
    return f"{len(value)} entries" if isinstance(value, list | dict) else type(value).__name__


def agenda(bench: Bench) -> list[dict[str, Any]]:
    """The phases that wait, the next one first: name and parameters; branches of single seats stand below theirs."""

    def lines(stack: Any, depth: int) -> list[dict[str, Any]]:
        found = []
        for frame in reversed(stack):
            parameters = msgspec.to_builtins(frame.phase)
            parameters.pop("type", None)
            found.append({"name": type(frame.phase).__name__, "parameters": json.dumps(parameters), "depth": depth})
            for seat, branch in frame.branches:
                found.append({"name": f"for seat {seat}", "parameters": "", "depth": depth + 1})
                found.extend(lines(branch, depth + 2))
        return found

    return lines(bench.driver.agenda, 0)


def asked(bench: Bench) -> list[dict[str, Any]]:
    """Whoever must act, and what they may do, in the form that programs send."""
    found = []
    for seat in bench.driver.acting:
        legal = bench.driver.legal(seat)
        codec = bench.driver.codec
        moves = [codec.raw(offer) for offer in legal if isinstance(offer, Move)]
        patterns = [
            f"{offer.kind.__name__}: {', '.join(offer.parts)}" for offer in legal if not isinstance(offer, Move)
        ]
        decision = bench.driver.decision(seat)
        found.append(
            {
                "seat": int(seat),
                "name": bench.names[seat],
                "phase": type(decision.frame.phase).__name__ if decision else "",
                "count": len(moves),
                "moves": [(json.dumps(move), _said(move)) for move in moves[:MOVES_SHOWN]],
                "more": max(0, len(moves) - MOVES_SHOWN),
                "patterns": patterns,
            }
        )
    return found


def _said(move: dict[str, Any]) -> str:
    """A move in a line: `Play card=card-3 cell=cell-0_1`."""
    fields = (f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in move.items())
    return " ".join([str(move.get("kind", "")), *(field for field in fields if not field.startswith("kind="))])


def _step(step: dict[str, Any]) -> str:
    if step.get("move"):
        return _said(step["move"])
    if step.get("moves"):
        return "; ".join(f"{int(seat) + 1}: {_said(move)}" for seat, move in step["moves"].items())
    return str(step.get("do"))


def steps(bench: Bench) -> list[dict[str, Any]]:
    """All steps: number, seat, and what was done."""
    return [
        {
            "number": number,
            "seat": None if step.seat is None else bench.names[step.seat],
            "what": _step(step.step),
        }
        for number, step in enumerate(bench.steps, 1)
    ]


def fault(bench: Bench) -> dict[str, Any] | None:
    """What the file of this game says went wrong, and the move with which it did, if there is one."""
    told = bench.fault
    if not told:
        return None
    seat, move, version = told.get("seat"), told.get("move"), told.get("version")
    found = {"error": str(told.get("error", "")), "version": version if isinstance(version, int) else len(bench.steps)}
    if isinstance(seat, int) and 0 <= seat < bench.seats and isinstance(move, dict):
        found |= {"seat": seat, "name": bench.names[seat], "move": json.dumps(move), "said": _said(move)}
    return found


def position_json(bench: Bench) -> str:
    """The position as an author edits it."""
    return msgspec.json.format(msgspec.json.encode(bench.driver.position), indent=1).decode()
