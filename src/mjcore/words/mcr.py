"""The rules of Chinese Official Mahjong (国标麻将): every option, and the three sets of rules in use.

The defaults are the list of 81 fans that most tables play by, then established practice, then the rules of
1998 and of 2006, in this order of weight. Wherever these differ, or are silent, the other reading is the
other value of an option. Numbers of clauses are those of the section of the rules that an option is about:
2 winning hands, 3 circumstances, 4 fans, 5 how they count together, 6 waits, 7 payments, 9 play.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from mjcore.words.errors import RuleError
from mjcore.words.fan_changes import FanChanges
from mjcore.words.fans import Fan
from mjcore.words.options import Subject, choice, flag, integer
from mjcore.words.rules import RuleSet


@dataclass(frozen=True, kw_only=True)
class Scoring(Subject):
    """What a hand is worth."""

    min_points: int = integer("5.6", "points, flowers apart, that a win needs", 8, high=10_000)
    mixed_kongs: int | str = choice(
        "5.3", "points of a concealed and a melded kong, or the two fans separately", 5, 6, "separate"
    )
    fully_concealed_with_concealed_fans: bool = flag(
        "3", "Fully Concealed Hand counts with fans that can only be had concealed", False
    )
    seven_pairs_tile_fans: bool = flag(
        "5.3",
        "fans that the rules define by sets and a pair of certain tiles count with seven pairs too",
        True,
    )
    tile_hog_honors: bool = flag("5.5", "four equal honours in seven pairs are a Tile Hog", True)
    knitted_straight_in_lesser: bool = flag(
        "5.3", "Lesser Honors and Knitted Tiles with nine suited tiles is a Knitted Straight too", True
    )
    knitted_straight_all_chows: bool = flag("5.3", "a Knitted Straight can have All Chows", True)
    knitted_straight_body_waits: bool = flag(
        "6", "a tile that the knitted nine have too can make a wait fan beside them", True
    )
    wait_counts_exhausted: bool = flag(
        "6", "a second wait counts as one even if all its tiles are in the hand", True
    )
    nine_gates_terminal_pungs: str = choice(
        "5.5",
        "pungs of terminals that Nine Gates takes away",
        "absorb_one",
        "absorb_all",
        "absorb_none",
    )
    all_terminals_triple_pung: bool = flag("5.5", "Triple Pung counts with All Terminals", True)
    all_terminals_double_pung: bool = flag("5.5", "Double Pung counts with All Terminals", False)
    forced_one_voided_suit: bool = flag(
        "5.5", "One Voided Suit counts with fans that leave room for few suits", True
    )
    discard_completes_melded_pung: bool = flag(
        "5.2", "a pung completed by another player's tile is melded", True
    )
    stack_44_46: bool = flag("3", "Last Tile Draw and Out with Replacement Tile count together", True)
    all_pungs_with_18: bool = flag("5.5", "All Pungs counts with All Terminals and Honors", False)
    all_types_any_blocks: bool = flag(
        "5.3", "All Types needs the five sorts of tiles, otherwise a block of each", True
    )
    tile_hog_repeats: bool = flag("5.5", "Tile Hog counts for each kind, otherwise once", True)
    melded_hand_added_kong: bool = flag("3", "an added kong is an exposed set of a Melded Hand", True)
    melded_hand_robbed_tile: bool = flag(
        "3", "a robbed tile counts for a Melded Hand, whose winner in fact always holds its like", True
    )
    flowers: bool = flag("4", "the eight flowers are in play, a point each", True)


@dataclass(frozen=True, kw_only=True)
class Play(Subject):
    """How a hand is played and paid."""

    false_win: str = choice(
        "7", "a win below the minimum cannot be called, or costs 10 to each", "illegal", "penalty10"
    )
    stake: int = integer("7", "what all payments are multiplied by", 1, low=1)
    dealer_repeats: bool = flag("9.1", "a dealer who wins stays", False)
    flower_policy: str = choice(
        "9.3", "flowers are replaced at once, or may be kept and discarded", "immediate", "free"
    )
    chow_claims: bool = flag("9.5", "the next player may chow a discard", True)
    must_declare: bool = flag(
        "9.4", "only players who declared ready can win, and a declared hand changes no more", False
    )
    ready_kong: str | None = choice(
        "9.4",
        "kongs of a player who declared ready, where that is played",
        "waits_unchanged",
        "structure_unchanged",
        "still_ready",
        "added_only",
        "never",
    )
    late_added_kong: bool = flag("9.4", "the fourth tile may be added on any later draw", True)
    swap_calling: str = choice("9.5", "discarding the kind just claimed", "allowed")
    passing_restriction: str | None = choice("9.5", "what a player who let a tile pass cannot claim", None)
    last_tile_claims: str = choice("9.5", "claims after the last tile of the wall", "hu_only")
    direct_kong_robbable: bool = flag("9.6", "a kong made of a discard can be robbed", False)
    initial_win_wait_fans: bool = flag("3", "a win with the tiles dealt can have a wait fan", False)


_ONLY_CONCEALED = (
    "nine_gates",
    "seven_shifted_pairs",
    "thirteen_orphans",
    "four_concealed_pungs",
    "seven_pairs",
    "greater_honors_and_knitted_tiles",
    "lesser_honors_and_knitted_tiles",
)
_FEW_SUITS = (
    "big_three_dragons",
    "little_three_dragons",
    "quadruple_chow",
    "four_pure_shifted_pungs",
    "four_pure_shifted_chows",
    "big_three_winds",
)

_Change = tuple[bool | str, tuple[str, ...], str]

#: Options that are exclusions: the value that takes some away, from which fans, and which one.
_COUNTED_TOO: dict[str, _Change] = {
    "fully_concealed_with_concealed_fans": (True, _ONLY_CONCEALED, "fully_concealed_hand"),
    "all_terminals_double_pung": (True, ("all_terminals",), "double_pung"),
    "all_pungs_with_18": (True, ("all_terminals_and_honors",), "all_pungs"),
}
#: Options that are exclusions: the value that adds some, to which fans, and which one.
_NOT_COUNTED: dict[str, _Change] = {
    "knitted_straight_in_lesser": (False, ("lesser_honors_and_knitted_tiles",), "knitted_straight"),
    "nine_gates_terminal_pungs": ("absorb_all", ("nine_gates",), "pung_of_terminals_or_honors"),
    "all_terminals_triple_pung": (False, ("all_terminals",), "triple_pung"),
    "forced_one_voided_suit": (False, _FEW_SUITS, "one_voided_suit"),
    "stack_44_46": (False, ("last_tile_draw",), "out_with_replacement_tile"),
}
_MIXED_KONGS = "concealed_kong_and_melded_kong"


@dataclass(frozen=True, init=False, repr=False)
class McrRules(RuleSet):
    """Rules of Chinese Official Mahjong (国标麻将), with what a researcher may want to change.

    Options stand in three subjects, `scoring`, `play` and `fans`, and are given by their own names. See
    `RuleSet` for what can be done with rules and `RuleSet.catalogue` for every option with its values.

    Parameters
    ----------
    **options
        Options that differ from the default. Those of `fans` are tables by the keys of fans: `points`;
        `excludes`, all that a fan then excludes; `disabled`, the keys of fans that do not exist; `new_fans`.
        What they say goes before what other options say of the same fan.

    Raises
    ------
    RuleError
        If an option does not exist, or its value is not one of those allowed.

    Examples
    --------
    >>> rules = McrRules(min_points=6, points={"pure_straight": 24}, disabled=["chicken_hand"])
    >>> rules
    McrRules(min_points=6, points={'pure_straight': 24}, disabled=('chicken_hand',))
    >>> rules.replace(points={}).fans.points
    {}
    >>> rules.replace(points={"tile_hogg": 3})
    Traceback (most recent call last):
    mjcore.words.errors.RuleError: points: there is no 'tile_hogg'; did you mean tile_hog or triple_pung?
    """

    name: ClassVar[str] = "mcr"

    scoring: Scoring = field(default_factory=Scoring)
    play: Play = field(default_factory=Play)
    fans: FanChanges = field(default_factory=FanChanges)

    def check(self) -> None:
        if self.scoring.mixed_kongs == "separate" and _MIXED_KONGS in self.fans.points:
            raise RuleError(
                f"{_MIXED_KONGS} has no points of its own where mixed_kongs is separate (clause 5.3)"
            )

    @property
    def has_other_fans(self) -> bool:
        """Whether fans are worth something else, exclude others, are gone, or are new.

        Examples
        --------
        >>> McrRules(min_points=6).has_other_fans, McrRules(points={"pure_straight": 24}).has_other_fans
        (False, True)
        """
        return self.fans != FanChanges()

    def fan_rows(self) -> tuple[Fan, ...]:
        """The fans there are under these rules, with the points and exclusions they have there.

        Their order is that in which they exclude each other, so that one pass over the rows is enough. What
        single sets count for is not in the rows: under ``nine_gates_terminal_pungs="absorb_one"``, say, one
        pung is spoken for.

        Returns
        -------
        tuple of Fan
            An exclusion that an option brought names the option as its source.

        Examples
        --------
        >>> rows = {fan.key: fan for fan in McrRules(mixed_kongs=6, all_pungs_with_18=True).fan_rows()}
        >>> rows["concealed_kong_and_melded_kong"].points
        6
        >>> rows["all_terminals_and_honors"].excludes
        {'outside_hand': 'P', 'pung_of_terminals_or_honors': 'P'}
        """
        mixed = self.scoring.mixed_kongs
        rows = []
        for fan in self.fans.rows():
            if fan.key == _MIXED_KONGS:
                if not isinstance(mixed, int):
                    continue
                fan = replace(fan, points=self.fans.points.get(fan.key, mixed))
            if fan.key not in self.fans.excludes:
                fan = replace(fan, excludes=self._excludes(fan))
            rows.append(fan)
        return tuple(rows)

    def _excludes(self, fan: Fan) -> Mapping[str, str]:
        """What a fan excludes when the scoring options have had their say."""
        excludes = dict(fan.excludes)
        for option, (value, fans, other) in _COUNTED_TOO.items():
            if getattr(self.scoring, option) == value and fan.key in fans:
                del excludes[other]
        for option, (value, fans, other) in _NOT_COUNTED.items():
            if getattr(self.scoring, option) == value and fan.key in fans:
                excludes[other] = option
        return excludes


#: The rules most tables play by: the list of 81 fans and established practice.
MCR = McrRules()

#: 《中国麻将竞赛规则（试行）》 of July 1998, where it says something else.
MCR_1998 = McrRules(mixed_kongs="separate")

#: *Mahjong Competition Rules* of the World Mahjong Organization, 2006, where they say something else. That no
#: edge or closed wait goes with a Knitted Straight is a ruling of its referees.
MCR_2006 = McrRules(
    points={"two_concealed_kongs": 8},
    mixed_kongs=6,
    fully_concealed_with_concealed_fans=True,
    tile_hog_honors=False,
    knitted_straight_body_waits=False,
    nine_gates_terminal_pungs="absorb_all",
    all_terminals_double_pung=True,
)
