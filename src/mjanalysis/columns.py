"""Every column that a frame of this package can have: what it says, in which unit, how it is written.

Frames are tidy: one row an observation, one column a notion, and a name means the same everywhere.
Every estimated share is the five columns of `ESTIMATE`; a frame has at most one estimate a row.
"""

from dataclasses import dataclass

import pandas as pd

__all__ = [
    "COLUMNS", "COMPARISON", "COVERAGE", "DRAWS", "ESTIMATE", "EXACT_SHANTEN", "FAN_FREQUENCIES",
    "FAN_PAIRS", "FAN_RARITY", "FAN_VALUES", "MEASURES", "PARTS", "PLAYED", "POPULATION", "SCORES", "SHANTEN",
    "SHAPES", "SHAPE_SHANTEN", "SKILL", "SUITS", "TURNS", "Column", "described",
]  # fmt: skip

#: Ways to write a column: as it is, an integer with separators, an exact probability, a percentage
#: rounded by its interval, a number with three digits, or one with two decimals.
KINDS = ("label", "count", "probability", "share", "number", "decimal")


@dataclass(frozen=True)
class Column:
    """A column of a frame.

    Attributes
    ----------
    name : str
        In the frame.
    title : str
        For people: over tables, beside axes.
    unit : str
        Empty for names.
    kind : str
        One of `KINDS`.
    description : str
        A sentence.
    """

    name: str
    title: str
    unit: str
    kind: str
    description: str

    @property
    def label(self):
        """Title and unit, for an axis."""
        return f"{self.title} ({self.unit})" if self.unit else self.title


def _of_seats(name, title, unit, kind, description):
    """A column for each seat."""
    return [
        Column(f"{name}_{seat}", f"{title} of seat {seat}", unit, kind, description.format(seat=seat))
        for seat in range(4)
    ]


#: Columns of hands played, one row a hand; some are what tables tell apart by, too.
_HANDS = (
    Column("session", "Session", "", "label", "Number of the session, or match, from 0."),
    Column("hand", "The hand", "", "label", "The hand: its tiles, or its number in its session, from 0."),
    Column("outcome", "Outcome", "", "label", "How the hand ended: won, or why nobody won."),
    Column("winner", "Winner", "", "label", "Seat that won, the nearest to the discarder of several."),
    Column("payer", "Payer", "", "label", "Seat whose tile was won on; empty after a self-draw."),
    Column("source", "Source", "", "label", "Where the winning tile came from."),
    Column("dealer", "Dealer", "", "label", "Seat of the dealer; in tables whether the seat deals."),
    Column("prevalent_wind", "Prevalent wind", "", "label", "E, S, W or N."),
    Column("seat", "Seat", "", "label", "0 to 3, in the order of turns."),
    Column("position", "Position", "", "label", "Dealer, or so many turns after: next, opposite, last."),
    Column("kongs", "Kongs", "", "label", "Kongs that the seat made in the hand."),
    Column("ready_turn", "Ready turn", "", "label", "Own discards made when the seat was first ready."),
    Column("deal_shanten", "Deal", "exchanges", "label", "Shanten of the first 13 tiles of the seat."),
    Column("won", "Won", "", "count", "Times that the seat won."),
    Column("drawn", "Drawn", "", "count", "Times that nobody won."),
    Column("lost", "Not won", "", "count", "Times that another won, whether the seat paid or not."),
    Column("discards", "Discards", "tiles", "count", "Tiles discarded by all."),
    Column("base", "Base", "points", "number", "Base points of Soft Eight; points of MCR without flowers."),
    Column("multiplier", "Multiplier", "", "number", "What the base is multiplied by; 1 under MCR."),
    Column("flower_points", "Flowers", "points", "number", "Points of the flowers of the winner."),
    Column("last_wall", "Last tile", "", "label", "Whether the winning tile was the last of the wall."),
    Column("last_copy", "Last copy", "", "label", "Whether the three others of its kind were in the open."),
    Column("initial", "As dealt", "", "label", "Whether the hand was won with the tiles dealt."),
    Column("heavenly_ready", "Heavenly ready", "", "label", "Whether the winner was ready as dealt."),
    Column("fans_low", "Fans, low", "", "label", "Fans of the winner, bits for mjcore.record_fans."),
    Column("fans_high", "Fans, high", "", "label", "The rest of these bits."),
    Column("fan_counts", "Fan counts", "", "label", "How often fans count that count several times."),
    Column(
        "winning_hand", "Winning hand", "", "label", "The winning hand, the 44 bytes of a row of HAND_DTYPE."
    ),
    *_of_seats("di", "Di", "points", "label", "What seat {seat} staked against the dealer."),
    *_of_seats("won", "Won", "", "label", "Whether seat {seat} won."),
    *_of_seats("declared", "Declared", "", "label", "Whether seat {seat} declared ready."),
    *_of_seats("deal_shanten", "Deal", "exchanges", "label", "Shanten of the first 13 tiles of seat {seat}."),
    *_of_seats("ready_turn", "Ready turn", "", "label", "Own discards when seat {seat} was first ready."),
    *_of_seats("refused", "Refused", "", "count", "Complete hands that the rules refused seat {seat}."),
    *_of_seats("chows", "Chows", "", "count", "Chows that seat {seat} claimed."),
    *_of_seats("pungs", "Pungs", "", "count", "Pungs that seat {seat} claimed."),
    *_of_seats("kongs", "Kongs", "", "count", "Kongs of seat {seat}."),
    *_of_seats("flowers", "Flowers", "", "count", "Flowers of seat {seat}."),
    *_of_seats("points", "Points", "", "number", "Points that seat {seat} won or lost."),
)

#: All columns, by name.
COLUMNS = {
    column.name: column
    for column in (
        # What a row is about.
        Column("rules", "Rules", "", "label", "The rule set or the form of the hand."),
        Column(
            "min_main_tiles",
            "Threshold",
            "tiles",
            "label",
            "Least tiles of one suit in a win; 0 where the rules ask for none.",
        ),
        Column("tiles", "Hand", "tiles", "label", "Tiles in the hand: 13 before a draw, 14 after it."),
        Column(
            "shanten",
            "Shanten",
            "exchanges",
            "label",
            "Tiles to exchange before the hand is ready: 0 is ready, -1 complete.",
        ),
        Column(
            "policy",
            "Policy",
            "",
            "label",
            "How the lone player discards: efficient sees his hand, foresight also all his draws.",
        ),
        Column(
            "main_suit",
            "Main suit",
            "",
            "label",
            "The suit that reaches the threshold: m, p, s, z (honours), the first of several, or any.",
        ),
        Column(
            "draws", "Draws", "tiles", "label", "Tiles drawn after the deal: by the lone player or by all."
        ),
        Column("longest", "Longest suit", "tiles", "label", "Tiles in the suit the deal has most of."),
        Column("measure", "Measure", "", "label", "What is counted among what; a row counts one thing."),
        Column(
            "form",
            "Form",
            "",
            "label",
            "The form of the hand; both is four sets and a pair, and seven pairs too; any is the nearest.",
        ),
        Column("main_tiles", "Main tiles", "tiles", "label", "Tiles in the main suit."),
        Column("waits", "Waits", "", "label", "Kinds of tile, or live tiles, that complete the hand."),
        Column("useful", "Useful", "", "label", "Kinds that bring the hand nearer to a win."),
        Column("tile", "Tile", "", "label", "A kind that completes the hand."),
        Column("left", "Left", "", "label", "Copies of the kind outside the hand."),
        Column("discard", "Discard", "points", "label", "What a win on a discard of the kind is worth."),
        Column("self_drawn", "Self-draw", "points", "label", "What a win on the player's own draw is worth."),
        Column("discard_enough", "Enough", "", "label", "Whether a win on a discard reaches the minimum."),
        Column("self_drawn_enough", "Enough drawn", "", "label", "Whether a self-draw reaches the minimum."),
        Column("pure", "Pure", "", "label", "Whether every tile is of one suit."),
        Column("dragon", "Dragon", "", "label", "Whether 123, 456 and 789 of one suit are among the sets."),
        Column("seven", "Seven pairs", "", "label", "Whether the hand counts as seven pairs."),
        # Exact counts.
        Column("complete", "Winning deals", "hands", "count", "Deals of 14 tiles that are legal wins."),
        Column("ready", "Ready deals", "hands", "count", "Deals of 13 tiles that are ready."),
        Column("complete_probability", "Winning", "", "probability", "Winning deals of 14 tiles over all."),
        Column("ready_probability", "Ready", "", "probability", "Ready deals of 13 tiles over all."),
        Column("one_in_ready", "Ready: one in", "deals", "count", "Deals for each that is ready, rounded."),
        Column("mean_shanten", "Mean shanten", "exchanges", "number", "Over all deals of 13 tiles."),
        Column("weighted", "Deals", "hands", "count", "Hands of physical tiles: all are equally likely."),
        Column("distinct", "Distinct hands", "hands", "count", "Hands that differ in kinds of tile."),
        Column("probability", "Probability", "", "probability", "Deals like this over all deals."),
        # Exact counts of wins: complete hands, each of their tiles drawn last.
        Column("fan", "Fan", "", "label", "The fan, by its key in the rules."),
        Column("other", "Other fan", "", "label", "A fan that counts in the same win."),
        Column("english", "Name", "", "label", "The fan in English."),
        Column("chinese", "Chinese", "", "label", "The fan in Chinese."),
        Column("fan_points", "Worth", "points", "label", "What the fan is worth by itself, counted once."),
        Column(
            "points",
            "Points",
            "",
            "label",
            "Points without flowers (MCR), base times multiplier (Soft Eight); of a fan, what it counts for.",
        ),
        Column(
            "wins",
            "Wins",
            "hands",
            "count",
            "Hands won like this; in exact tables complete concealed hands of physical tiles, 14 times each: "
            "any tile may be drawn last.",
        ),
        Column("times", "Counted", "", "count", "How often the fan counts in these wins."),
        Column("of_wins", "Of all wins", "", "probability", "Wins like this over all wins."),
        Column("at_least", "So many or more", "", "probability", "Wins with these points or more over all."),
        Column("min_points", "Minimum", "points", "label", "Points, flowers apart, that a win needs."),
        Column("below", "Below", "", "probability", "Complete hands below the minimum over all of them."),
        Column(
            "lift",
            "Lift",
            "times",
            "number",
            "How often both fans count in a win, over how often they would if neither cared about the other.",
        ),
        # Estimates.
        Column("hits", "Hits", "", "count", "Draws in which it happened."),
        Column("n", "Of", "", "count", "Draws made, on which the estimate rests."),
        Column("share", "Share", "", "share", "Hits over n."),
        Column("low", "Low", "", "share", "Lower limit of the interval around the estimate."),
        Column("high", "High", "", "share", "Upper limit of the interval around the estimate."),
        Column("per_win", "Of wins", "", "share", "Hands won with the fan over all that were won."),
        Column("per_hand", "Of hands", "", "share", "Hands won with the fan over all that were played."),
        Column(
            "share_of_points",
            "Of points",
            "",
            "share",
            "What the fan brings, as often as it counts, over the points of all wins.",
        ),
        Column("mean", "Points a hand", "", "number", "Mean of what a seat wins or loses in a hand."),
        Column("standard_error", "Standard error", "", "number", "Of the mean, between independent hands."),
        Column("standard_deviation", "Deviation", "", "number", "Standard deviation of one hand."),
        Column("quantile_05", "5 %", "points", "number", "One hand in twenty brings so little or less."),
        Column("median", "Median", "points", "number", "Half of the hands bring so much or less."),
        Column("quantile_95", "95 %", "points", "number", "One hand in twenty brings so much or more."),
        Column("statistic", "Statistic", "", "label", "The mean, or which quantile."),
        # Policies matched.
        Column("strong_seats", "Strong seats", "", "label", "Seats that play the stronger policy."),
        Column("seatings", "Seatings", "", "count", "Ways to give the seats to the policies."),
        Column("walls", "Walls", "", "count", "Walls that were played, each in every seating."),
        Column("strong_wins", "Strong wins", "", "share", "Hands that a seat of the stronger policy wins."),
        Column("weak_wins", "Weak wins", "", "share", "Hands that a seat of the weaker policy wins."),
        Column("strong_deal_ins", "Strong deals in", "", "share", "Hands lost to a tile that it gave away."),
        Column("weak_deal_ins", "Weak deals in", "", "share", "The same of a seat of the weaker policy."),
        Column(
            "hands_needed",
            "Hands needed",
            "hands",
            "count",
            "Single hands that tell the policies apart at 95 % with a power of 80 %.",
        ),
        Column(
            "explained",
            "Explained",
            "",
            "share",
            "Of the variance of the points of a seat in a hand, what is due to its policy; the rest is luck.",
        ),
        Column("explained_low", "Explained, low", "", "share", "Its lower limit."),
        Column("explained_high", "Explained, high", "", "share", "Its upper limit."),
        Column("interval", "Interval", "", "label", "Which kind of interval."),
        Column("estimated", "Estimated", "", "label", "What an interval is about."),
        Column("size", "Sample size", "", "count", "Of each sample."),
        Column("nominal", "Nominal", "", "share", "How many intervals should cover what they estimate."),
        Column("value", "Value", "", "number", "What the statistic or the measure comes to."),
        Column(
            "wins_before", "Wins, before", "hands", "count", "Hands won with the fan as they were played."
        ),
        Column("wins_after", "Wins, after", "hands", "count", "Those of them that count it by other rules."),
        Column("excluded", "Excluded", "", "label", "Whether the rules count one not beside the other."),
        Column(
            "expected", "By chance", "hands", "number", "Wins with both if neither cared about the other."
        ),
        Column("line", "Line", "", "share", "What the line says of how often a fan of these points comes."),
        Column("line_low", "Line, low", "", "share", "Lower limit for one more fan of these points."),
        Column("line_high", "Line, high", "", "share", "Upper limit for one more fan of these points."),
        Column(
            "fair_points", "Fair", "points", "number", "Points at which the line comes to how often it came."
        ),
        Column("fair_points_low", "Fair, low", "points", "number", "Lower limit of these points."),
        Column("fair_points_high", "Fair, high", "points", "number", "Upper limit of these points."),
        Column("verdict", "Verdict", "", "label", "What the adjusted p-value says, if it is below 5 %."),
        Column("steered", "Over shape", "times", "number", "Played frequency over that of shape alone."),
        Column("steered_low", "Over shape, low", "times", "number", "Lower limit of this ratio."),
        Column("steered_high", "Over shape, high", "times", "number", "Upper limit of this ratio."),
        Column("by_people", "Of people's wins", "", "share", "Share of wins with the fan, as published."),
        Column("people", "Over people", "times", "number", "Played frequency over the published one."),
        Column("people_low", "Over people, low", "times", "number", "Lower limit of this ratio."),
        Column("people_high", "Over people, high", "times", "number", "Upper limit of this ratio."),
        # A run beside what is published.
        Column(
            "what", "What", "", "label", "A fan, in per cent of wins; drawn hands, in per cent; or as named."
        ),
        Column("published", "Published", "", "decimal", "What is published of the population."),
        Column("ours", "Played", "", "decimal", "What it is in the run."),
        Column("ratio", "Ratio", "times", "decimal", "The run over what is published."),
        Column("fitted", "Fitted", "", "label", "Whether dials were turned until it came right."),
        Column(
            "reason",
            "Reason",
            "",
            "label",
            "Why the row is what it is; empty where all is as it was written.",
        ),
        Column("exact", "Exact", "", "probability", "What the share estimates, counted exactly."),
        Column("z", "z", "", "number", "Standard deviations between the count and the expected one."),
        Column("p", "p", "", "number", "Chance of a count at least as far off."),
        Column("p_adjusted", "p, adjusted", "", "number", "The same, allowing for all rows together."),
        # Comparisons.
        Column("variant", "Variant", "", "label", "What differs from the rules that all are compared with."),
        Column("metric", "Metric", "", "label", "What is compared."),
        Column("unit", "Unit", "", "label", "Of the value, or of both sides and their difference."),
        Column("a", "First", "", "decimal", "Of the first that is compared."),
        Column("b", "Second", "", "decimal", "Of the second."),
        Column("difference", "Difference", "", "number", "The second less the first."),
        Column(
            "effect",
            "Effect",
            "",
            "number",
            "Size of the difference without a unit: Cohen's h of shares, Cohen's d of means, logarithm of "
            "the ratio of standard deviations.",
        ),
        Column("paired", "Paired", "", "label", "Whether both sides are compared wall by wall."),
        # Files of a stored run.
        Column("part", "Part", "", "label", "File of the part, in the folder of the run."),
        Column("rows", "Rows", "hands", "count", "Hands in the part."),
        Column("bytes", "Size", "bytes", "count", "Length of the file."),
        Column("state", "State", "", "label", "Whether the part is whole, damaged, foreign or missing."),
        *_HANDS,
    )
}

#: An estimated share.
ESTIMATE = ("hits", "n", "share", "low", "high")

#: Exact distribution of the distance to a win.
EXACT_SHANTEN = ("rules", "min_main_tiles", "tiles", "shanten", "weighted", "distinct", "probability")

#: The same, estimated from random deals.
SHANTEN = ("rules", "min_main_tiles", "shanten", *ESTIMATE, "exact")

#: The same by the shape that the hand aims at.
SHAPE_SHANTEN = ("rules", "form", "shanten", *ESTIMATE, "exact")

#: How often a special shape is nearer than four sets and a pair, or than all other shapes.
SHAPES = ("rules", "form", "measure", *ESTIMATE)

#: What a lone player completes within so many draws.
DRAWS = ("rules", "min_main_tiles", "policy", "main_suit", "draws", *ESTIMATE)

#: The suit that the deal favours; `measure` is one of deals (having this longest suit), wins (of
#: those), wins in it (of those wins).
SUITS = ("rules", "min_main_tiles", "policy", "draws", "longest", "measure", *ESTIMATE)

#: What whole hands of four players come to under each threshold.
PLAYED = ("rules", "min_main_tiles", "policy", "measure", *ESTIMATE)

#: How often each fan counts in hands that were played.
FAN_FREQUENCIES = (
    "fan", "chinese", "english", "points", "wins", "per_win", "low", "high", "per_hand", "share_of_points",
)  # fmt: skip

#: What a stronger policy wins from a weaker one.
SKILL = (
    "strong_seats", "seatings", "walls", "mean", "low", "high", "standard_error", "standard_deviation",
    "strong_wins", "weak_wins", "strong_deal_ins", "weak_deal_ins", "hands_needed", "explained",
    "explained_low", "explained_high",
)  # fmt: skip

#: What differs between two runs, beside what the rows are about.
COMPARISON = (
    "metric", "unit", "a", "b", "difference", "low", "high", "p", "p_adjusted", "effect", "paired", "n",
)  # fmt: skip

#: How often intervals cover what they estimate.
COVERAGE = ("interval", "estimated", "size", "nominal", *ESTIMATE)

#: How two fans come together.
FAN_PAIRS = ("fan", "other", "excluded", "wins", "expected", "lift", "low", "high", "p", "p_adjusted")

#: What fans pay for how often they come.
FAN_VALUES = (
    "fan", "chinese", "english", "fan_points", "wins", "per_win", "low", "high", "line", "line_low",
    "line_high", "fair_points", "fair_points_low", "fair_points_high", "p", "p_adjusted", "verdict",
)  # fmt: skip

#: How often fans are played, beside shape alone and beside people.
FAN_RARITY = (
    "fan", "chinese", "english", "fan_points", "wins", "per_win", "low", "high", "of_wins", "steered",
    "steered_low", "steered_high", "by_people", "people", "people_low", "people_high",
)  # fmt: skip

#: A run beside what is published of a population.
POPULATION = ("what", "chinese", "published", "ours", "low", "high", "ratio", "fitted", "source")

#: How long hands take.
TURNS = ("rules", "measure", "statistic", "n", "value", "low", "high")

#: What a run measures besides shares.
MEASURES = ("rules", "measure", "unit", "n", "value", "low", "high")

#: Points a hand, beside what they are told apart by.
SCORES = (
    "n", "won", "drawn", "lost", "mean", "low", "high", "standard_error", "standard_deviation", "quantile_05",
    "median", "quantile_95",
)  # fmt: skip

#: What has become of the parts of a stored run.
PARTS = ("part", "rows", "bytes", "state", "reason")


def described(frame):
    """What the columns of a frame mean.

    Parameters
    ----------
    frame : DataFrame

    Returns
    -------
    DataFrame
        name, title, unit, description; one row a column, in their order.

    Raises
    ------
    KeyError
        If a column is not declared here.

    Examples
    --------
    >>> described(pd.DataFrame(columns=["draws"])).loc[0, "description"]
    'Tiles drawn after the deal: by the lone player or by all.'
    """
    unknown = [name for name in frame.columns if name not in COLUMNS]
    if unknown:
        raise KeyError(f"The columns {unknown} are not declared in columns.py.")
    rows = [COLUMNS[name] for name in frame.columns]
    return pd.DataFrame(
        {field: [getattr(row, field) for row in rows] for field in ("name", "title", "unit", "description")}
    )


def __dir__() -> list[str]:
    """What completion offers: public names."""
    return sorted(__all__)
