"""Mahjong hands, waits, distances, scores and exact counts, at machine speed.

What plays a part in most sessions is loaded with the package, the rest when it is first asked for, so
that the package is there at once.
"""

from importlib import import_module as _import_module
from typing import TYPE_CHECKING

from mjcore.deal import deal_hands, draw_walls
from mjcore.encoding.arrays import as_rows, hand_array, hand_of
from mjcore.encoding.hands import Hand, Win, parse_hand
from mjcore.encoding.layout import HAND_DTYPE
from mjcore.encoding.melds import Meld
from mjcore.scoring import SOFT_EIGHT_FANS, points, score
from mjcore.shape import UNREACHABLE, kinds_in, shanten, useful_tiles, waits
from mjcore.words.errors import HandError, MahjongError, RuleError, TileError, WinError
from mjcore.words.fan_changes import NewFan
from mjcore.words.fans import FANS, Fan
from mjcore.words.mcr import MCR, MCR_1998, MCR_2006, McrRules
from mjcore.words.soft_eight import SOFT_EIGHT, SoftEightRules
from mjcore.words.tiles import parse_tiles, tile_name, tile_text

if TYPE_CHECKING:
    from mjcore import census, interchange
    from mjcore.actions import action_text, parse_action
    from mjcore.adjudication import Effect, Event, HandState, Ruling, adjudicate, after_effects
    from mjcore.copies import live_copies
    from mjcore.decompose import ConcealedSet, Decomposition, decompositions, n_decompositions
    from mjcore.drawing import Drawing, draw
    from mjcore.explaining import explain
    from mjcore.explanation import Explanation
    from mjcore.kernels._hands import RECORD_DTYPE
    from mjcore.kongs import Kong
    from mjcore.ledger import Entry, Ledger, Payments
    from mjcore.lockstep import Tables
    from mjcore.lone import lone_efficient, lone_foresight
    from mjcore.mcr_explanation import McrExplanation
    from mjcore.no_winner import drawn_hand_payments, false_win_payments
    from mjcore.one_table import Table
    from mjcore.players import Player
    from mjcore.playing import play
    from mjcore.policies import Policy
    from mjcore.ready import WaitPoints, wait_points
    from mjcore.recording import play_log
    from mjcore.records import OUTCOMES, record_fans
    from mjcore.replaying import Replay, replay
    from mjcore.session import HandResult, SessionState, announce, call_time, change_seats, next_hand
    from mjcore.settle import payments
    from mjcore.settlement import Settlement, settle_totals
    from mjcore.winnings import multi_ron_payments, soft_eight_payments

__version__ = "0.1.0"

__all__ = [
    "FANS",
    "HAND_DTYPE",
    "MCR",
    "MCR_1998",
    "MCR_2006",
    "OUTCOMES",
    "RECORD_DTYPE",
    "SOFT_EIGHT",
    "SOFT_EIGHT_FANS",
    "UNREACHABLE",
    "ConcealedSet",
    "Decomposition",
    "Drawing",
    "Effect",
    "Entry",
    "Event",
    "Explanation",
    "Fan",
    "Hand",
    "HandError",
    "HandResult",
    "HandState",
    "Kong",
    "Ledger",
    "MahjongError",
    "McrExplanation",
    "McrRules",
    "Meld",
    "NewFan",
    "Payments",
    "Player",
    "Policy",
    "Replay",
    "RuleError",
    "Ruling",
    "SessionState",
    "Settlement",
    "SoftEightRules",
    "Table",
    "Tables",
    "TileError",
    "WaitPoints",
    "Win",
    "WinError",
    "action_text",
    "adjudicate",
    "after_effects",
    "announce",
    "as_rows",
    "call_time",
    "census",
    "change_seats",
    "deal_hands",
    "decompositions",
    "draw",
    "draw_walls",
    "drawn_hand_payments",
    "explain",
    "false_win_payments",
    "hand_array",
    "hand_of",
    "interchange",
    "kinds_in",
    "live_copies",
    "lone_efficient",
    "lone_foresight",
    "multi_ron_payments",
    "n_decompositions",
    "next_hand",
    "parse_action",
    "parse_hand",
    "parse_tiles",
    "payments",
    "play",
    "play_log",
    "points",
    "record_fans",
    "replay",
    "score",
    "settle_totals",
    "shanten",
    "soft_eight_payments",
    "tile_name",
    "tile_text",
    "useful_tiles",
    "wait_points",
    "waits",
]

#: Where the names are that are loaded when first asked for; a test holds it against the imports above.
_LATER = {
    "actions": ("action_text", "parse_action"),
    "adjudication": ("Effect", "Event", "HandState", "Ruling", "adjudicate", "after_effects"),
    "copies": ("live_copies",),
    "decompose": ("ConcealedSet", "Decomposition", "decompositions", "n_decompositions"),
    "drawing": ("Drawing", "draw"),
    "explaining": ("explain",),
    "explanation": ("Explanation",),
    "kongs": ("Kong",),
    "ledger": ("Entry", "Ledger", "Payments"),
    "kernels._hands": ("RECORD_DTYPE",),
    "lone": ("lone_efficient", "lone_foresight"),
    "lockstep": ("Tables",),
    "mcr_explanation": ("McrExplanation",),
    "no_winner": ("drawn_hand_payments", "false_win_payments"),
    "one_table": ("Table",),
    "playing": ("play",),
    "players": ("Player",),
    "policies": ("Policy",),
    "ready": ("WaitPoints", "wait_points"),
    "records": ("OUTCOMES", "record_fans"),
    "recording": ("play_log",),
    "replaying": ("Replay", "replay"),
    "session": ("HandResult", "SessionState", "announce", "call_time", "change_seats", "next_hand"),
    "settle": ("payments",),
    "settlement": ("Settlement", "settle_totals"),
    "winnings": ("multi_ron_payments", "soft_eight_payments"),
}
_MODULE_OF = {name: module for module, names in _LATER.items() for name in names}


def __getattr__(name: str) -> object:
    """Load a public name when it is first asked for."""
    if name in ("census", "interchange"):
        return _import_module(f"mjcore.{name}")
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'mjcore' has no attribute {name!r}")
    value = getattr(_import_module(f"mjcore.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """What completion offers: public names, not the modules behind them."""
    return sorted({*(name for name in globals() if name.startswith("__")), *__all__})
