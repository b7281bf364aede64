"""The rules of Chinese Official Mahjong as arrays: what the scoring kernel looks up.

A set of fans is two 64-bit words, a bit for each row of ``rules.fan_rows()`` in the order of the rows,
most points first. Tables map what can be seen in a hand to such sets (:mod:`mjcore.tables.families`),
one row a fan says what it is worth and what it excludes. Fans that count more than once have a nibble
each in a 32-bit word.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from mjcore.encoding.layout import SOURCES
from mjcore.tables import families
from mjcore.tables.choices import USED_DRAGONS, Choice, Choices
from mjcore.tables.combinations import Combinations
from mjcore.tables.files import load_combinations
from mjcore.tables.parts import melds, trait_bits
from mjcore.words.fans import Fan
from mjcore.words.mcr import McrRules
from mjcore.words.tiles import parse_tiles

#: Fans that can count more than once, each with a nibble; their order is the kernel's.
REPEATED = (
    "dragon_pung",
    "tile_hog",
    "double_pung",
    "pure_double_chow",
    "mixed_double_chow",
    "short_straight",
    "two_terminal_chows",
    "pung_of_terminals_or_honors",
)

#: Fans that the kernel raises one by one, by what only it can see; their order is the kernel's.
SINGLE = (
    "nine_gates",
    "seven_shifted_pairs",
    "thirteen_orphans",
    "seven_pairs",
    "greater_honors_and_knitted_tiles",
    "lesser_honors_and_knitted_tiles",
    "knitted_straight",
    "chicken_hand",
    "last_tile",
    "prevalent_wind",
    "seat_wind",
    "edge_wait",
    "closed_wait",
    "single_wait",
    "flower_tiles",
    "all_types",
    *REPEATED,
)

ALL_KINDS = (1 << 34) - 1

#: Fans of kinds that seven pairs have only if ``seven_pairs_tile_fans`` says so.
SEVEN_PAIRS_TILE_FANS = (
    "all_green",
    "all_terminals",
    "all_honors",
    "all_terminals_and_honors",
    "upper_tiles",
    "middle_tiles",
    "lower_tiles",
    "upper_four",
    "lower_four",
)

#: A selection of combinations as the kernel wants it; the twin of ``choice_t``.
CHOICE_DTYPE = np.dtype(
    [
        ("fans", "<u8", (2,)),
        ("counts", "<u4"),  # a nibble for each repeated fan
        ("used", "u1"),  # pungs of dragons that count no more, and 16 times those of winds
        ("n_more", "u1"),  # other selections to try,
        ("more", "<u2"),  # which stand from here on
    ]
)


#: From keys of fans to a set of them.
Bits = Callable[[Iterable[str]], tuple[int, int]]


@dataclass(frozen=True)
class McrTables:
    """Arrays of one rule set; sets of fans are uint64 (..., 2)."""

    points: np.ndarray  # int32 (n_rows,)
    excludes: np.ndarray  # (n_rows, 2)
    excluding: np.ndarray  # (1, 2): fans that exclude any
    excludes_by_byte: np.ndarray  # (n_bytes, 256, 2): of all fans that a byte of a set holds
    points_by_byte: np.ndarray  # int32 (n_bytes, 256): each counted once
    nibble: np.ndarray  # int8 (n_rows,): place in REPEATED, or -1
    column: np.ndarray  # uint8 (n_rows,): where the fan stands in a score
    single: np.ndarray  # int32 (len(SINGLE),): row, or -1 where there is no such fan
    rank_fans: np.ndarray  # (1024, 2): by ranks held, and 512 if there are honours
    suit_fans: np.ndarray  # (32, 2): by suits held (3 bits), winds, dragons
    block_fans: np.ndarray  # (32, 2): by traits of every block
    within: np.ndarray  # uint64 (n, 4): kinds, two words of fans, 0
    new_fans: np.ndarray  # uint64 (n, 6): kinds within, kinds touching, two words together, two raised
    kong_fans: np.ndarray  # (5, 5, 5, 2): concealed, melded kongs, other concealed pungs
    win_fans: np.ndarray  # (4, 2, 2, 2, 2): source, last of the wall, concealed, all melded
    chow_rows: np.ndarray  # uint8 (12650,)
    chow_choices: np.ndarray  # CHOICE_DTYPE (n,): four a row, by class of pair, and behind them more to try
    pung_rows: np.ndarray  # uint8 (73815,)
    pung_choices: np.ndarray  # CHOICE_DTYPE (n,): three a row
    melds: np.ndarray  # MELD_DTYPE (256,): by meld code
    pairs_without: np.ndarray  # (2,): fans that seven pairs cannot have

    @property
    def nbytes(self) -> int:
        """Bytes of all arrays."""
        return sum(array.nbytes for array in vars(self).values())


def mcr_tables(rules: McrRules) -> McrTables:
    """Make the arrays of a rule set."""
    rows = rules.fan_rows()
    row_of = {fan.key: row for row, fan in enumerate(rows)}
    scoring = rules.scoring

    def bits(fans: Iterable[str]) -> tuple[int, int]:
        held = sum(1 << row_of[fan] for fan in set(fans) if fan in row_of)
        return held & (1 << 64) - 1, held >> 64

    new = rules.fans.new_fans
    choices = choices_of(rules)
    chows, pungs = load_combinations("chows"), load_combinations("pungs")
    points = np.array([fan.points for fan in rows], dtype=np.int32)
    excludes = _sets([bits(_excluded_whatever_the_sets(fan)) for fan in rows])
    fans_of_suits = [
        families.suit_fans((held & 7).bit_count(), bool(held & 8), bool(held & 16)) for held in range(32)
    ]
    return McrTables(
        points=points,
        excludes=excludes,
        excluding=_sets([bits(fan.key for fan in rows if _excluded_whatever_the_sets(fan))]),
        excludes_by_byte=_by_byte(excludes, np.bitwise_or),
        points_by_byte=_by_byte(points[:, None], np.add)[..., 0],
        nibble=np.array([REPEATED.index(f.key) if f.key in REPEATED else -1 for f in rows], dtype=np.int8),
        column=np.array([fan.number - 1 for fan in rows], dtype=np.uint8),
        single=np.array([row_of.get(fan, -1) for fan in SINGLE], dtype=np.int32),
        rank_fans=_sets([bits(families.rank_fans(n & 511, n >= 512)) for n in range(1024)]),
        suit_fans=_sets([bits(fans) for fans in fans_of_suits]),
        block_fans=_sets([bits(_of_traits(traits)) for traits in range(32)]),
        within=_within(bits),
        new_fans=_sets(
            [
                (_kinds(fan.within) or ALL_KINDS, _kinds(fan.touching), *bits(fan.together), *bits([key]))
                for key, fan in new.items()
                if set(fan.together) <= set(row_of)  # what does not exist cannot be had
            ],
            6,
        ),
        kong_fans=_sets(
            [
                bits(families.kong_fans(c, m, p, str(scoring.mixed_kongs)) if c + m + p <= 4 else ())
                for c, m, p in itertools.product(range(5), repeat=3)
            ]
        ),
        win_fans=_sets(
            [
                bits(families.win_fans(source, last_wall=last, concealed=concealed, all_melded=melded))
                for source in SOURCES
                for last, concealed, melded in itertools.product((False, True), repeat=3)
            ]
        ),
        chow_rows=chows.rows_of,
        chow_choices=_choices(chows, choices, bits),
        pung_rows=pungs.rows_of,
        pung_choices=_choices(pungs, choices, bits),
        melds=melds(),
        pairs_without=_sets(bits(() if scoring.seven_pairs_tile_fans else SEVEN_PAIRS_TILE_FANS)),
    )


@lru_cache(maxsize=64)
def choices_of(rules: McrRules) -> Choices:
    """What finds the combinations that are worth counting."""
    together = [fan.together for fan in rules.fans.new_fans.values()]
    return Choices(rules.fan_rows(), itertools.chain.from_iterable(together))


def _excluded_whatever_the_sets(fan: Fan) -> list[str]:
    """What a fan excludes, but for the dragon pungs that a combination of them uses up one by one."""
    return [key for key in fan.excludes if not (key == "dragon_pung" and fan.key in USED_DRAGONS)]


def _sets(values: object, width: int = 2) -> np.ndarray:
    return np.array(values, dtype=np.uint64).reshape(-1, width) if values else np.zeros((0, width), np.uint64)


#: Bytes of a set of fans that the kernel looks up at once; rules with more fans go through them one by one.
N_BYTES = 11


def _by_byte(of_rows: np.ndarray, add: np.ufunc) -> np.ndarray:
    """What the fans of each byte of a set come to, for the bytes there can be and each of their values."""
    padded = np.zeros((8 * N_BYTES, of_rows.shape[1]), dtype=of_rows.dtype)
    padded[: len(of_rows)] = of_rows[: len(padded)]
    found = np.zeros((N_BYTES, 256, of_rows.shape[1]), dtype=of_rows.dtype)
    for value in range(1, 256):
        lowest = (value & -value).bit_length() - 1
        found[:, value] = add(found[:, value & (value - 1)], padded[lowest::8])
    return found


def _choices(combinations: Combinations, choices: Choices, bits: Bits) -> np.ndarray:
    """The best selection for each row and class of pair, and behind them all the others worth trying."""
    tried = [choices.worth_trying(selections) for row in combinations.rows for selections in row]
    first: list[tuple[object, ...]] = []
    more: list[tuple[object, ...]] = []
    place: dict[tuple[Choice, ...], int] = {}
    for one in tried:
        best, *others = one
        if others and one not in place:
            place[one] = len(tried) + len(more)
            more += [_choice(other, bits, 0, 0) for other in others]
        first.append(_choice(best, bits, len(others), place.get(one, 0)))
    return np.array(first + more, dtype=CHOICE_DTYPE)


def _choice(choice: Choice, bits: Bits, n_more: int, more: int) -> tuple[object, ...]:
    counts = sum(n << 4 * REPEATED.index(fan) for fan, n in choice.fans if fan in REPEATED)
    used = choice.used_dragons | choice.used_winds << 4
    return bits(fan for fan, _ in choice.fans), counts, used, n_more, more


def _of_traits(traits: int) -> set[str]:
    return {fan for fan, needed in families.EVERY_BLOCK.items() if trait_bits(needed) & ~traits == 0}


def _kinds(text: str | None) -> int:
    return sum(1 << kind for kind in set(parse_tiles(text).tolist())) if text else 0


def _within(bits: Bits) -> np.ndarray:
    """Fans of hands whose tiles are all among certain kinds."""
    rows = []
    for fan, suits in families.WITHIN_KINDS.items():
        text = "".join(ranks + suit for ranks, suit in zip(suits, "mpsz", strict=True) if ranks)
        rows.append((_kinds(text), *bits([fan]), 0))
    return _sets(rows, 4)
