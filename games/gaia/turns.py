"""A turn: feeding, then two actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.gaia.draws import draw, draw_blind, draw_none, draws
from games.gaia.feeding import Feeding, hungry
from games.gaia.limits import Limit
from games.gaia.material import ACTIONS
from games.gaia.moves import (
    Draw,
    DrawBlind,
    DrawNone,
    PlayAnimals,
    PlayCity,
    PlayEarthquake,
    PlayLightning,
    PlayNature,
    PlayRain,
    PlaySun,
    PlayTheft,
    PlayVolcano,
)
from games.gaia.objectives import Objectives
from games.gaia.plays import natures_and_lives, play_animals, play_city, play_nature
from games.gaia.position import Table
from games.gaia.powers import earthquake, lightning, power_plays, theft, volcano, weather
from parlor.engine import Context, End, Legal, Move, Next, Phase, Seat, _

EFFECTS: Mapping[type[Move], Callable[[Table, Seat, Any, Context], Next]] = {
    Draw: draw,
    DrawBlind: draw_blind,
    DrawNone: draw_none,
    PlayNature: play_nature,
    PlayAnimals: play_animals,
    PlayCity: play_city,
    PlaySun: weather.play,
    PlayRain: weather.play,
    PlayEarthquake: earthquake.play,
    PlayLightning: lightning.play,
    PlayVolcano: volcano.play,
    PlayTheft: theft.play,
}
"""What each action does. It returns End() when the game is over by it, or a phase that completes it."""


class Turn(Phase[Table]):
    """A player's turn begins."""

    seat: Seat

    def enter(self, p: Table, ctx: Context) -> Next:
        ctx.count("turns", self.seat)
        cities = hungry(p, self.seat)
        act = Act(self.seat, ACTIONS)
        return (Feeding(self.seat, cities), act) if cities else act


class Act(Phase[Table]):
    """One of the actions of a turn; passing does not exist (a draw is always possible)."""

    prompt = _("{seat} draws or plays a card (actions left: {left})")
    ask = _("Draw or play a card (actions left: {left})")
    seat: Seat
    left: int

    def seats(self, p: Table) -> Sequence[Seat]:
        return (self.seat,)

    def legal(self, p: Table, seat: Seat) -> Legal:
        return [*draws(p), *natures_and_lives(p, seat), *power_plays(p, seat)]

    def apply(self, p: Table, seat: Seat, move: Move, ctx: Context) -> Next:
        done = EFFECTS[type(move)](p, seat, move, ctx)
        if isinstance(done, End):
            return done
        following = Act(seat, self.left - 1) if self.left > 1 else Turn(ctx.after(seat))
        first = (done,) if isinstance(done, Phase) else ()
        return (*first, Objectives(seat), Limit(seat), following)
