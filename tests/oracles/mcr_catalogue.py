"""Chinese Official Mahjong as data: the fans, what absorbs what, and the scoring options."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

#: The 81 fans in the order of the 1998 list, by points.
_BY_POINTS = {
    88: """big_four_winds big_three_dragons all_green nine_gates four_kongs seven_shifted_pairs
        thirteen_orphans""",
    64: """all_terminals little_four_winds little_three_dragons all_honors four_concealed_pungs
        pure_terminal_chows""",
    48: "quadruple_chow four_pure_shifted_pungs",
    32: "four_pure_shifted_chows three_kongs all_terminals_and_honors",
    24: """seven_pairs greater_honors_and_knitted_tiles all_even_pungs full_flush pure_triple_chow
        pure_shifted_pungs upper_tiles middle_tiles lower_tiles""",
    16: """pure_straight three_suited_terminal_chows pure_shifted_chows all_fives triple_pung
        three_concealed_pungs""",
    12: "lesser_honors_and_knitted_tiles knitted_straight upper_four lower_four big_three_winds",
    8: """mixed_straight reversible_tiles mixed_triple_chow mixed_shifted_pungs chicken_hand
        last_tile_draw last_tile_claim out_with_replacement_tile robbing_the_kong""",
    6: """all_pungs half_flush mixed_shifted_chows all_types melded_hand two_concealed_kongs
        two_dragon_pungs""",
    4: "outside_hand fully_concealed_hand two_melded_kongs last_tile",
    2: """dragon_pung prevalent_wind seat_wind concealed_hand all_chows tile_hog double_pung
        two_concealed_pungs concealed_kong all_simples""",
    1: """pure_double_chow mixed_double_chow short_straight two_terminal_chows
        pung_of_terminals_or_honors melded_kong one_voided_suit no_honors edge_wait closed_wait
        single_wait self_drawn flower_tiles""",
}
#: Number 82 is the mixed kongs of the appendix.
KEYS = (*(key for keys in _BY_POINTS.values() for key in keys.split()), "concealed_kong_and_melded_kong")
POINTS = {key: points for points, keys in _BY_POINTS.items() for key in keys.split()}
POINTS["concealed_kong_and_melded_kong"] = 5
NUMBERS = {key: number for number, key in enumerate(KEYS, start=1)}

#: Fans that do not count beside the one before the colon, however often they hold (5.5). What a fan takes
#: only from its own sets is counted set by set instead.
_ABSORBS = """
big_four_winds: all_pungs big_three_winds prevalent_wind seat_wind
big_three_dragons: two_dragon_pungs
all_green: half_flush
nine_gates: full_flush no_honors
four_kongs: all_pungs three_kongs two_concealed_kongs two_melded_kongs
    concealed_kong_and_melded_kong concealed_kong melded_kong single_wait
seven_shifted_pairs: full_flush single_wait seven_pairs no_honors
thirteen_orphans: all_types single_wait all_terminals_and_honors
all_terminals: all_pungs double_pung no_honors all_terminals_and_honors outside_hand
    pung_of_terminals_or_honors
little_four_winds: big_three_winds
little_three_dragons: two_dragon_pungs
all_honors: all_pungs all_terminals_and_honors outside_hand pung_of_terminals_or_honors
four_concealed_pungs: all_pungs three_concealed_pungs two_concealed_pungs
pure_terminal_chows: seven_pairs full_flush all_chows pure_double_chow two_terminal_chows no_honors
quadruple_chow: pure_shifted_pungs tile_hog pure_double_chow pure_triple_chow
four_pure_shifted_pungs: pure_triple_chow all_pungs pure_shifted_pungs
four_pure_shifted_chows: pure_shifted_chows short_straight two_terminal_chows
three_kongs: two_concealed_kongs two_melded_kongs concealed_kong melded_kong concealed_kong_and_melded_kong
all_terminals_and_honors: all_pungs outside_hand pung_of_terminals_or_honors
seven_pairs: single_wait
melded_hand: single_wait
two_concealed_kongs: concealed_kong two_concealed_pungs
fully_concealed_hand: self_drawn
concealed_kong_and_melded_kong: concealed_kong melded_kong
all_even_pungs: all_pungs all_simples no_honors
full_flush: no_honors
pure_triple_chow: pure_shifted_pungs
pure_shifted_pungs: pure_triple_chow
upper_tiles: no_honors upper_four
middle_tiles: all_simples no_honors
lower_tiles: no_honors lower_four
three_suited_terminal_chows: all_chows mixed_double_chow two_terminal_chows no_honors
all_fives: all_simples no_honors
three_concealed_pungs: two_concealed_pungs
lesser_honors_and_knitted_tiles: all_types single_wait
greater_honors_and_knitted_tiles: all_types single_wait lesser_honors_and_knitted_tiles
upper_four: no_honors
lower_four: no_honors
reversible_tiles: one_voided_suit
last_tile_draw: self_drawn
out_with_replacement_tile: self_drawn
robbing_the_kong: last_tile
two_melded_kongs: melded_kong
all_chows: no_honors
all_simples: no_honors
"""
ABSORBS = {
    row.split(":")[0]: frozenset(row.split(":")[1].split())
    for row in _ABSORBS.replace("\n    ", " ").strip().splitlines()
}

#: Fans that force a hand out of one suit; whether one voided suit then still counts is an option.
FORCE_A_VOIDED_SUIT = (
    "big_three_dragons",
    "little_three_dragons",
    "quadruple_chow",
    "four_pure_shifted_pungs",
    "four_pure_shifted_chows",
    "big_three_winds",
)

#: Fans of which a concealed hand is part (section 3).
INHERENTLY_CONCEALED = frozenset(
    (
        "nine_gates",
        "seven_shifted_pairs",
        "thirteen_orphans",
        "four_concealed_pungs",
        "seven_pairs",
        "greater_honors_and_knitted_tiles",
        "lesser_honors_and_knitted_tiles",
    )
)

#: Fans of the tiles that `seven_pairs_tile_fans` gives to seven pairs.
SEVEN_PAIRS_TILE_FANS = frozenset(
    (
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
)


@dataclass(frozen=True, kw_only=True)
class Options:
    """The scoring options of section 8.1 with their defaults, and a researcher's own changes.

    `points` replaces the points of fans, `disabled` fans are never raised, and `excludes` replaces what a
    fan absorbs.
    """

    min_points: int = 8
    mixed_kongs: int | str = 5
    fully_concealed_with_concealed_fans: bool = False
    seven_pairs_tile_fans: bool = True
    tile_hog_honors: bool = True
    knitted_straight_in_lesser: bool = True
    knitted_straight_all_chows: bool = True
    knitted_straight_body_waits: bool = True
    wait_counts_exhausted: bool = True
    nine_gates_terminal_pungs: str = "absorb_one"
    all_terminals_triple_pung: bool = True
    all_terminals_double_pung: bool = False
    forced_one_voided_suit: bool = True
    discard_completes_melded_pung: bool = True
    stack_44_46: bool = True
    all_pungs_with_18: bool = False
    all_types_any_blocks: bool = True
    tile_hog_repeats: bool = True
    melded_hand_added_kong: bool = True
    melded_hand_robbed_tile: bool = True
    flowers: bool = True
    points: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    disabled: tuple[str, ...] = ()
    excludes: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}), hash=False)


def points_of(options: Options) -> dict[str, int]:
    """What each fan is worth under the options."""
    points = dict(POINTS)
    if options.mixed_kongs != "separate":
        points["concealed_kong_and_melded_kong"] = int(options.mixed_kongs)
    return points | dict(options.points)


def absorptions_of(options: Options) -> dict[str, frozenset[str]]:
    """What each fan absorbs under the options."""
    more: dict[str, set[str]] = {}
    less: dict[str, set[str]] = {}
    if not options.all_terminals_triple_pung:
        more["all_terminals"] = {"triple_pung"}
    if options.all_terminals_double_pung:
        less["all_terminals"] = {"double_pung"}
    if not options.forced_one_voided_suit:
        more |= {key: more.get(key, set()) | {"one_voided_suit"} for key in FORCE_A_VOIDED_SUIT}
    if not options.stack_44_46:
        more["last_tile_draw"] = {"out_with_replacement_tile"}
    if options.all_pungs_with_18:
        less["all_terminals_and_honors"] = {"all_pungs"}
    table = {
        key: (ABSORBS.get(key, frozenset()) | more.get(key, set())) - less.get(key, set()) for key in KEYS
    }
    return table | {key: frozenset(keys) for key, keys in options.excludes.items()}
