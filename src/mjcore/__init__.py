"""Mahjong hands, waits, distances, scores and exact counts, at machine speed."""

from mjcore import census
from mjcore.deal import deal_hands, draw_walls
from mjcore.encoding.arrays import as_rows, hand_array, hand_of
from mjcore.encoding.hands import Hand, Win, parse_hand
from mjcore.encoding.layout import HAND_DTYPE
from mjcore.encoding.melds import Meld
from mjcore.scoring import SOFT_EIGHT_FANS, score
from mjcore.shape import (
    UNREACHABLE,
    Decomposition,
    decompositions,
    kinds_in,
    n_decompositions,
    shanten,
    useful_tiles,
    waits,
)
from mjcore.words.errors import HandError, MahjongError, RuleError, TileError, WinError
from mjcore.words.soft_eight import SOFT_EIGHT, SoftEightRules
from mjcore.words.tiles import parse_tiles, tile_name, tile_text

__version__ = "0.1.0"

__all__ = [
    "HAND_DTYPE",
    "SOFT_EIGHT",
    "SOFT_EIGHT_FANS",
    "UNREACHABLE",
    "Decomposition",
    "Hand",
    "HandError",
    "MahjongError",
    "Meld",
    "RuleError",
    "SoftEightRules",
    "TileError",
    "Win",
    "WinError",
    "as_rows",
    "census",
    "deal_hands",
    "decompositions",
    "draw_walls",
    "hand_array",
    "hand_of",
    "kinds_in",
    "n_decompositions",
    "parse_hand",
    "parse_tiles",
    "score",
    "shanten",
    "tile_name",
    "tile_text",
    "useful_tiles",
    "waits",
]
