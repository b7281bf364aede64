"""The rules of Soft Eight (软八张): its seven fans and every option, with the clause each comes from.

The defaults are the rules as written by 李未昕, last revised in October 2015. Where the text can be read in
more than one way, or is silent, the reading is an option and the other readings are its other values. Clauses
are numbered as in the text: ``3.4`` is article 3, item 四.
"""

from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from mjcore.words.errors import RuleError
from mjcore.words.options import Subject, choice, flag, integer, selection
from mjcore.words.rules import RuleSet
from mjcore.words.tiles import N_COPIES, N_TILES
from mjcore.words.values import MOST


class SoftEightFan(NamedTuple):
    """One of the seven conditions of article 14, each worth `Points.fan_value`."""

    code: str
    chinese: str
    english: str
    clause: str


FANS = (
    SoftEightFan("PURE", "清一色", "all tiles of one suit", "14.1"),
    SoftEightFan("DRAGON", "一条龙", "123, 456 and 789 of one suit", "14.2"),
    SoftEightFan("SEVEN", "七对", "seven pairs", "14.3"),
    SoftEightFan("KONGBOTTOM", "杠底花", "self-draw on the tile drawn for a kong", "14.4"),
    SoftEightFan("HAIDI", "海底捞", "self-draw on the last live tile", "14.5"),
    SoftEightFan("TIANHE", "庄家天和", "the dealer wins with the tiles dealt", "14.6"),
    SoftEightFan("TIANTING", "非庄家天听", "another player is ready with the tiles dealt", "14.7"),
)

#: Codes of the fans, in the order of the fan columns of scores.
FAN_CODES = tuple(fan.code for fan in FANS)

#: Tiles dealt before play begins: 13 to each seat and the dealer's fourteenth.
N_DEALT = 53

#: Most points that a hand may move: what an int32 holds.
MOST_POINTS = 2**31 - 1

_N_PAIRS = 4 * 3  # a player who pays and one who is paid
_N_KONG_DEBTS = 4 * N_COPIES * 3  # four kongs of each player, each owed by the three others


@dataclass(frozen=True, kw_only=True)
class Shape(Subject):
    """Which hands are complete."""

    min_main_tiles: int = integer("2", "tiles of one suit that a winning hand needs", 8, low=1, high=14)
    kong_tiles_counted: int = choice("2", "tiles that a kong adds to the count of its suit", 3, 4)
    honours_one_suit: bool = flag("2", "winds and dragons are one suit, otherwise two", True)
    pair_must_be_main: bool = flag("2", "the pair and two sets must be of the main suit", False)
    seven_pairs: bool = flag("2", "seven pairs are a complete hand", True)
    four_kind_as_two_pairs: bool = flag("2", "four equal tiles can be two of the seven pairs", True)
    honour_runs: bool = flag("2", "E-S-W, S-W-N and the three dragons are runs", False)
    dragon_requires_runs: bool = flag(
        "14.2", "DRAGON needs three runs, otherwise nine different ranks of a suit", True
    )
    ready_dead_wait: str = choice(
        "9.5",
        "whose copies make a wait impossible when a player declares ready; "
        "`waits` follows, while the shanten and the counts of hands look at tiles that exist",
        "own_copies",
        "allow",
        "visible_copies",
    )


@dataclass(frozen=True, kw_only=True)
class Points(Subject):
    """What a hand is worth and who pays."""

    base_points: int = integer("13.1", "base of a hand", 4)
    base_points_pure: int = integer("13.1", "base of a hand all of one suit", 5)
    fan_value: int = integer("14", "what each fan adds to F", 1)
    fan_formula: str = choice("15", "multiplier F + 1, or 2 to the power F", "linear", "exponential")
    fan_cap: int | None = integer("15", "most that F can be", None, None, low=1)
    fans: tuple[str, ...] = selection("14", "fans that count", FAN_CODES)
    dealer_bonus: int = integer("6.2", "added to the base between the dealer and another player", 2)
    dealer_bonus_on_kong: bool = flag("6.2", "the dealer's bonus is added to each kong too", False)
    kong_open_points: int = integer("4.1", "owed for a melded or added kong", 2)
    kong_concealed_points: int = integer("4.1", "owed by each of three for a concealed kong", 2)
    added_kong_payer: str | None = choice(
        "4.1", "who owes a kong added to a pung", "pung_feeder", "all_three", None
    )
    winner_kong_scope: str = choice(
        "13.2", "whether fans multiply the winner's kong points", "multiplied", "flat"
    )
    kong_on_ron_nondiscarder: str = choice(
        "3.3",
        "the winner's kong points owed by players who do not pay the win",
        "multiplied",
        "flat",
        "void",
        "discarder_covers",
    )
    loser_kongs: str = choice("15", "kongs of the others when somebody wins", "flat", "void", "netted")
    drawn_hand_kongs: str = choice("4.1", "kongs of a drawn hand", "void", "flat")
    kong_bottom_payer: str = choice(
        "14.4", "who pays a win on the tile drawn for a fed kong", "all_three", "kong_feeder"
    )
    ron_payers: str = choice("3.3", "who pays a win on a discard", "discarder", "all_three")
    multi_ron: str = choice("3.3", "who wins a discard that several players want", "nearest", "all")
    zha_model: str = choice(
        "5.1",
        "what the zha stakes of a winner and a payer add on a self-draw",
        "mutual_sum",
        "off",
        "mutual_max",
        "own_win_only",
        "dealer_pairs_only",
    )
    zha_max: int = integer("5.1", "largest zha stake of a player", 2)
    zha_pair_cap: int | None = integer("5.1", "most that the stakes of two players add", None, None)
    di_threshold: int = integer("5.2", "points lost to the dealer that allow a di stake", 8)
    di_start: int = integer("5.2", "first di stake", 2, low=1)
    di_step: int = integer("5.2", "rise of a di stake from one hand to the next", 2)
    di_streak: str = choice("5.2", "what ends a series of losses to the dealer", "reign", "strict", "role")
    di_loss_measure: str = choice(
        "5.2", "which points count as lost to the dealer", "paid_on_dealer_wins", "base_only", "net_all"
    )
    di_min_losses: int = integer("5.2", "hands lost to the dealer that allow a di stake", 1, low=1)
    di_step_mode: str = choice(
        "5.2", "whether a di stake may stay, or must be raised or lapse", "up_to", "exact"
    )
    di_symmetric: bool = flag("5.2", "the staker pays too, otherwise he can only gain", True)
    di_cap: int | None = integer("5.2", "largest di stake", None, None)

    def check(self) -> None:
        if self.di_cap is not None and self.di_cap < self.di_start:
            raise RuleError(
                f"di_cap {self.di_cap} is below di_start {self.di_start}, which leaves no stake (clause 5.2)"
            )
        if self._most_moved() > MOST_POINTS:
            raise RuleError(
                f"the points of a hand stay below {MOST_POINTS + 1}, "
                "and with these values they may not (clause 15)"
            )

    @property
    def largest_di(self) -> int:
        """The largest di stake there can be."""
        return MOST if self.di_cap is None else self.di_cap

    def multiplier(self, n_fans: int) -> int:
        """What a win with so many fans is multiplied by (article 15).

        Examples
        --------
        >>> Points().multiplier(2), Points(fan_formula="exponential").multiplier(2)
        (3, 4)
        """
        value = n_fans * self.fan_value
        if self.fan_cap is not None:
            value = min(value, self.fan_cap)
        if self.fan_formula == "linear":
            return value + 1
        return 1 << min(value, MOST_POINTS.bit_length())  # so large already that `check` refuses it

    def _most_moved(self) -> int:
        """At least what all players pay in one hand, whatever it is and whoever wins it."""
        base = max(self.base_points, self.base_points_pure)
        zha = 0 if self.zha_model == "off" else 2 * self.zha_max
        if self.zha_pair_cap is not None:
            zha = min(zha, self.zha_pair_cap)
        kong = max(self.kong_open_points, self.kong_concealed_points)
        kong += self.dealer_bonus * self.dealer_bonus_on_kong
        multiplied = _N_PAIRS * (base + self.dealer_bonus + zha) + _N_KONG_DEBTS * kong
        return multiplied * self.multiplier(len(FANS)) + _N_PAIRS * self.largest_di


@dataclass(frozen=True, kw_only=True)
class Play(Subject):
    """How a hand is played."""

    chow_claims: bool = flag("3.1", "the next player may chow a discard", False)
    tail_tiles: int = integer(
        "3.4", "tiles kept for kongs at the end of the wall", 8, low=0, high=N_TILES - N_DEALT - 1, step=2
    )
    tail_replenished: bool = flag("3.4", "the tail is filled up again from the live wall", False)
    tail_order: str = choice("4.5", "end of the tail kongs draw from", "front_first", "rear_first")
    must_declare: bool = flag("3.2", "only players who declared ready can win", True)
    decline_win: bool = flag("9.3", "a player may decline to win", True)
    ready_kong: str | None = choice(
        "4.4",
        "kongs of a player who declared ready",
        "waits_unchanged",
        "structure_unchanged",
        "still_ready",
        "added_only",
        "never",
    )
    kong_needs_own_draw: bool = flag("4.3", "concealed and added kongs only after one's own draw", True)
    robbable_kongs: str = choice("3.3", "kongs that can be robbed", "added_and_fed", "fed_only")
    kong_limit: int | None = integer("4.2", "the kong from which on a hand runs out", 4, None, low=1)
    fourth_kong_dead_end: str = choice(
        "4.2", "after the discard of a ready player's last kong", "draw", "continue"
    )
    chain_kong_by_other: bool = flag("4.2", "another ready player may kong that discard", True)
    haidi_undeclared: str = choice(
        "3.4", "the last live tile drawn by a player not ready", "may_decline_discard", "must_discard_any"
    )
    haidi_claims: str = choice(
        "3.4", "claims on the discard after the last live tile", "ron_only", "ron_and_kong", "all"
    )
    haidi_kong: bool = flag("3.4", "a kong is allowed with the last live tile", False)
    same_tile_follow: str = choice(
        "7",
        "how long a tile once passed cannot be won on",
        "until_own_turn",
        "until_any_ready_turn",
        "adjacent_only",
        "off",
    )
    same_tile_own_discard: bool = flag("7", "one's own discard bars the tile too", True)
    pass_recovery: bool = flag("9.3", "a player who passed may still win after new information", True)
    pass_recovery_scope: str = choice(
        "9.3", "whose win lets him change his mind", "later_in_order", "next_only", "next_of_discarder"
    )
    tianhe_untouched: bool = flag("3.2", "a kong ends the dealer's chance of TIANHE", True)
    tianting_window: str = choice(
        "9.1", "until when TIANTING can be declared", "before_own_first_draw", "before_first_discard"
    )
    tianting_reaction_ron: str = choice(
        "9.1",
        "discards one can win on by declaring TIANTING",
        "dealer_first_discard",
        "until_own_draw",
        "off",
    )
    tianting_recall: bool = flag("9.1", "declaring TIANTING can recall first discards", False)
    tianting_after_kong: bool = flag("14.7", "TIANTING survives a kong", True)
    dealer_tianting: bool = flag("9.1", "the dealer can have TIANTING", False)
    late_ready: str = choice(
        "9.4",
        "until when a player may choose to declare late; a slip follows the article itself",
        "off",
        "before_next_discard",
        "with_consent",
    )
    concealed_kong_shown: bool = flag("4.3", "the kind of a concealed kong is public", True)


@dataclass(frozen=True, kw_only=True)
class Session(Subject):
    """Who deals, what errors cost, when a session ends and how it is settled."""

    dealer_after_win: str = choice(
        "6.1", "who deals after somebody won", "winner", "rotate_unless_dealer_wins"
    )
    drawn_hand_dealer: str = choice("6.1", "who deals after a drawn hand", "stay", "next")
    false_win_penalty: int = integer("11.2", "paid to each of three for a false win", 3)
    false_win_dealer_bonus: bool = flag("11.2", "the dealer's bonus is added to that penalty", False)
    false_win_kongs: str = choice("11.2", "kongs of a hand ended by a false win", "flat", "void")
    bad_ready_play: str = choice(
        "9.5", "how a declared player who lost the right to win plays on", "frozen", "free"
    )
    dead_hand_kongs: str = choice("9.5", "kongs of a player who lost the right to win", "count", "void")
    wrong_meld_sanction: str | None = choice(
        "10.1", "a wrong pung or kong that was noticed too late", "dead", None
    )
    bad_ready_cutoff: str = choice(
        "9.5",
        "what makes it too late to withdraw a wrong declaration",
        "all_three_or_ckong",
        "any_one_or_ckong",
        "all_three_or_any_kong",
    )
    wind_change_minutes: int = integer("8.1", "time between two changes of seats", 60)
    wind_change_per_player: int = integer("8.1", "changes of seats a player may ask for in a session", 1)
    wind_change_dealer: str = choice("8.1", "who deals after a change of seats", "keeps_person", "east")
    end_rule: str | int = integer(
        "17.4",
        "what follows when time is called; or the number of hands of a session",
        "four_dealer_changes",
        "four_dealer_changes",
        "four_rotations",
        "four_hands",
        low=1,
    )
    settle_unit: int = integer("16.1", "points that make a hundred", 10, low=1)
    settle_method: str = choice("16.2", "remainder of the total, or of its amount", "modular", "truncate")
    settle_final_tie: str = choice("16.2", "equal remainders of equal totals", "seat_order", "lot")


@dataclass(frozen=True, init=False, repr=False)
class SoftEightRules(RuleSet):
    """Rules of Soft Eight (软八张), every reading of the text an option.

    Options stand in four subjects, `shape`, `points`, `play` and `session`, and are given by their own names.
    See `RuleSet` for what can be done with rules and `RuleSet.catalogue` for every option with its values.

    Parameters
    ----------
    **options
        Options that differ from the rules as written.

    Raises
    ------
    RuleError
        If an option does not exist, or its value is not one of those allowed.

    Examples
    --------
    >>> strict = SoftEightRules(min_main_tiles=9, kong_limit=None)
    >>> strict
    SoftEightRules(min_main_tiles=9, kong_limit=None)
    >>> strict.shape.min_main_tiles, strict.points.dealer_bonus
    (9, 2)
    >>> SoftEightRules(multi_ron="both")
    Traceback (most recent call last):
    mjcore.words.errors.RuleError: multi_ron is nearest or all, not 'both' (clause 3.3)
    """

    name: ClassVar[str] = "soft_eight"

    shape: Shape = field(default_factory=Shape)
    points: Points = field(default_factory=Points)
    play: Play = field(default_factory=Play)
    session: Session = field(default_factory=Session)


#: The rules as written, every option at its default.
SOFT_EIGHT = SoftEightRules()
