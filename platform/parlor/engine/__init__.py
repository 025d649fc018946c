"""The interface between a game and the platform: everything that a game imports comes from here."""

from parlor.engine.bots import Bot, Imagine, Planner, candidates, play_ahead, play_out, random_bot, worth
from parlor.engine.chance import Chance, Stream, commitment
from parlor.engine.codec import Codec, Row, codec
from parlor.engine.context import Context
from parlor.engine.decisions import Decision
from parlor.engine.driver import Driver
from parlor.engine.errors import BadOption, DesignError, Illegal, NotYourTurn, Over, Refused, RulesError
from parlor.engine.game import Game, check_game
from parlor.engine.ids import Cell, Seat, around, cell, ids, number, seat_id, seat_of, sort_of, xy
from parlor.engine.log import Entry, Line, Only, Phrase, Plural, Reader, _
from parlor.engine.marks import Counted, Hand, Hidden, Mark, Others, Owner, Public, Team
from parlor.engine.moves import Legal, Move, Pattern, between, flag, many, one, permit, pick, text
from parlor.engine.options import Choice, DataSet, Family, Option, Options, Prepared, Statistic, Unfit, settle
from parlor.engine.phases import End, Leave, Next, Phase, PlayOn
from parlor.engine.position import Opens, Part, Position, Supply, View
from parlor.engine.preview import Preview, preview
from parlor.engine.results import Standing, standings
from parlor.engine.snapshot import check_storable, dump, floor_of, load

__all__ = [
    "BadOption",
    "Bot",
    "Cell",
    "Chance",
    "Choice",
    "Codec",
    "Context",
    "Counted",
    "DataSet",
    "Decision",
    "DesignError",
    "Driver",
    "End",
    "Entry",
    "Family",
    "Game",
    "Hand",
    "Hidden",
    "Illegal",
    "Imagine",
    "Leave",
    "Legal",
    "Line",
    "Mark",
    "Move",
    "Next",
    "NotYourTurn",
    "Only",
    "Opens",
    "Option",
    "Options",
    "Others",
    "Over",
    "Owner",
    "Part",
    "Pattern",
    "Phase",
    "Phrase",
    "Planner",
    "PlayOn",
    "Plural",
    "Position",
    "Prepared",
    "Preview",
    "Public",
    "Reader",
    "Refused",
    "Row",
    "RulesError",
    "Seat",
    "Standing",
    "Statistic",
    "Stream",
    "Supply",
    "Team",
    "Unfit",
    "View",
    "_",
    "around",
    "between",
    "candidates",
    "cell",
    "check_game",
    "check_storable",
    "codec",
    "commitment",
    "dump",
    "flag",
    "floor_of",
    "ids",
    "load",
    "many",
    "number",
    "one",
    "permit",
    "pick",
    "play_ahead",
    "play_out",
    "preview",
    "random_bot",
    "seat_id",
    "seat_of",
    "settle",
    "sort_of",
    "standings",
    "text",
    "worth",
    "xy",
]  # fmt: skip
