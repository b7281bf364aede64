"""Mahjong hands, waits, distances, scores and exact counts, at machine speed."""

from mjcore import census, interchange
from mjcore.adjudication import Effect, Event, HandState, adjudicate, after_effects
from mjcore.deal import deal_hands, draw_walls
from mjcore.decompose import ConcealedSet, Decomposition, decompositions, n_decompositions
from mjcore.encoding.arrays import as_rows, hand_array, hand_of
from mjcore.encoding.hands import Hand, Win, parse_hand
from mjcore.encoding.layout import HAND_DTYPE
from mjcore.encoding.melds import Meld
from mjcore.explain import explain
from mjcore.explanation import Explanation
from mjcore.kongs import Kong
from mjcore.ledger import Entry, Ledger, Payments
from mjcore.lone import lone_efficient, lone_foresight
from mjcore.mcr_explanation import McrExplanation
from mjcore.no_winner import drawn_hand_payments, false_win_payments
from mjcore.ready import WaitPoints, wait_points
from mjcore.scoring import SOFT_EIGHT_FANS, points, score
from mjcore.session import HandResult, SessionState, announce, call_time, change_seats, next_hand
from mjcore.settle import payments
from mjcore.settlement import Settlement, settle_totals
from mjcore.shape import (
    UNREACHABLE,
    kinds_in,
    shanten,
    useful_tiles,
    waits,
)
from mjcore.winnings import multi_ron_payments, soft_eight_payments
from mjcore.words.errors import HandError, MahjongError, RuleError, TileError, WinError
from mjcore.words.fan_changes import NewFan
from mjcore.words.fans import FANS, Fan
from mjcore.words.mcr import MCR, MCR_1998, MCR_2006, McrRules
from mjcore.words.soft_eight import SOFT_EIGHT, SoftEightRules
from mjcore.words.tiles import parse_tiles, tile_name, tile_text

__version__ = "0.1.0"

__all__ = [
    "FANS",
    "HAND_DTYPE",
    "MCR",
    "MCR_1998",
    "MCR_2006",
    "SOFT_EIGHT",
    "SOFT_EIGHT_FANS",
    "UNREACHABLE",
    "ConcealedSet",
    "Decomposition",
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
    "RuleError",
    "SessionState",
    "Settlement",
    "SoftEightRules",
    "TileError",
    "WaitPoints",
    "Win",
    "WinError",
    "adjudicate",
    "after_effects",
    "announce",
    "as_rows",
    "call_time",
    "census",
    "change_seats",
    "deal_hands",
    "decompositions",
    "draw_walls",
    "drawn_hand_payments",
    "explain",
    "false_win_payments",
    "hand_array",
    "hand_of",
    "interchange",
    "kinds_in",
    "lone_efficient",
    "lone_foresight",
    "multi_ron_payments",
    "n_decompositions",
    "next_hand",
    "parse_hand",
    "parse_tiles",
    "payments",
    "points",
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
