"""Chinese Official Mahjong read word for word: what a hand is worth, by trying everything."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from .mcr_catalogue import INHERENTLY_CONCEALED, NUMBERS, SEVEN_PAIRS_TILE_FANS, Options
from .mcr_circumstances import SOURCES, Circumstances
from .mcr_combinations import DRAGONS, WINDS, chow_selections, pung_selections
from .mcr_hand import TERMINALS, WonHand
from .mcr_readings import Declared, Reading
from .sets import HONOURS, N_COPIES, ORPHANS, meld_of_code

#: Fan of so many concealed and melded kongs.
KONGS = {
    (2, 0): "two_concealed_kongs",
    (0, 2): "two_melded_kongs",
    (1, 1): "concealed_kong_and_melded_kong",
    (1, 0): "concealed_kong",
    (0, 1): "melded_kong",
}
#: Fan of so many concealed pungs, concealed kongs among them.
CONCEALED_PUNGS = {2: "two_concealed_pungs", 3: "three_concealed_pungs", 4: "four_concealed_pungs"}


class Score(NamedTuple):
    """What a hand is worth: `points` without `flowers`, theirs, and fans with how often they count.

    `form` is the shape of the best reading, or "none" where the tiles are no winning shape.
    """

    legal: bool
    points: int
    flowers: int
    fans: dict[str, int]
    form: str


def score(
    concealed: Sequence[int],
    melds: Sequence[Declared],
    winning_tile: int,
    circumstances: Circumstances | None = None,
    options: Options | None = None,
) -> Score:
    """The best of all readings; `concealed` has 34 counts without the winning tile.

    Raises ValueError with the reason if tiles or circumstances cannot be.

    >>> from .sets import counts_of
    >>> score(counts_of("22p44p88p5577s555z"), (), 31).fans
    {'seven_pairs': 1, 'tile_hog': 1, 'one_voided_suit': 1}
    """
    hand = WonHand(concealed, melds, winning_tile, circumstances or Circumstances(), options or Options())
    found = [(*_best_of_reading(reading, hand), reading.form) for reading in hand.readings()]
    if not found:
        return Score(False, 0, _of_flowers(hand), {}, "none")
    value, _, fans, form = _best(found)
    listed = {fan: fans[fan] for fan in sorted(fans, key=lambda fan: (-hand.points[fan], NUMBERS[fan]))}
    if hand.flowers and "flower_tiles" not in hand.options.disabled:
        listed["flower_tiles"] = hand.flowers
    return Score(value >= hand.options.min_points, value, _of_flowers(hand), listed, form)


def _of_flowers(hand):
    return 0 if "flower_tiles" in hand.options.disabled else hand.flowers * hand.points["flower_tiles"]


def score_row(row: Any, options: Options | None = None) -> Score:
    """The score of one row of a hand array.

    >>> import numpy as np
    >>> from .random_wins import random_wins
    >>> row = random_wins(np.random.default_rng(1), 1, mixture={"orphans": 1})[0]
    >>> score_row(row).form
    'thirteen_orphans'
    """
    melds = [Declared(*meld_of_code(code), code >> 6 == 3) for code in row["melds"].tolist() if code]
    bits = int(row["circumstances"])
    how = Circumstances(
        source=SOURCES[row["source"]],
        last_wall=bool(bits & 1),
        last_copy=bool(bits & 2),
        initial=bool(bits & 4),
        seat_wind=int(row["seat_wind"]),
        prevalent_wind=int(row["prevalent_wind"]),
        flowers=int(row["flowers"]),
    )
    return score(row["concealed"].tolist(), melds, int(row["winning_tile"]), how, options)


def _best(found):
    """The greatest value, and of equal ones the list that 5.7 prefers."""
    return found[0] if len(found) == 1 else max(found, key=lambda entry: entry[:2])


def _valued(fans, hand):
    """The value of fans, the list that 5.7 compares, and the fans."""
    entries = [(hand.points[fan], -NUMBERS[fan], n) for fan, n in fans.items()]
    return sum(points * n for points, _, n in entries), sorted(entries, reverse=True), fans


def _best_of_reading(reading: Reading, hand: WonHand):
    """What a reading is worth by its best selection of combinations; if that is nothing, a chicken hand."""
    raise_fans = {
        "standard": _standard,
        "seven_pairs": _seven_pairs,
        "thirteen_orphans": _orphans,
        "honors_and_knitted": _honors_and_knitted,
        "knitted_straight": _knitted_straight,
    }[reading.form]
    best = _best([_valued(_settled(fans, reading, hand), hand) for fans in raise_fans(reading, hand)])
    if best[0] == 0 and "chicken_hand" not in hand.options.disabled:
        return _valued({"chicken_hand": 1}, hand)
    return best


def _settled(fans, reading, hand):
    """What is left of raised fans when concealment is added and absorbed fans are taken away."""
    disabled = hand.options.disabled
    fans = {fan: n for fan, n in fans.items() if n and fan not in disabled}
    fans |= {fan: 1 for fan in _concealment(fans, reading, hand) if fan not in disabled}
    absorbed = frozenset().union(*(hand.absorptions[fan] for fan in fans))
    return {fan: n for fan, n in fans.items() if fan not in absorbed}


def _concealment(fans, reading, hand):
    """Fully concealed or concealed hand, where the fans do not imply it (section 3)."""
    if hand.n_exposed:
        return ()
    if INHERENTLY_CONCEALED & fans.keys():
        takes_it = hand.options.fully_concealed_with_concealed_fans and hand.how.is_self_drawn
        return ("fully_concealed_hand",) if takes_it else ()
    if reading.form not in ("standard", "knitted_straight"):
        return ()
    return ("fully_concealed_hand",) if hand.how.is_self_drawn else ("concealed_hand",)


def _orphans(_reading, hand):
    return [{"thirteen_orphans": 1, **hand.fans_of_circumstances}]


def _honors_and_knitted(_reading, hand):
    n_honours = len(hand.kinds & set(HONOURS))
    fan = "greater_honors_and_knitted_tiles" if n_honours == 7 else "lesser_honors_and_knitted_tiles"
    has_straight = n_honours == 5 and hand.options.knitted_straight_in_lesser
    return [{fan: 1, "knitted_straight": int(has_straight), **hand.fans_of_circumstances}]


def _seven_pairs(_reading, hand):
    kinds = sorted(hand.kinds)
    is_shifted = len(kinds) == 7 and kinds[6] - kinds[0] == 6 and len({kind // 9 for kind in kinds}) == 1
    is_shifted = is_shifted and kinds[0] not in HONOURS
    fans = {"seven_shifted_pairs" if is_shifted else "seven_pairs": 1}
    fans |= {fan: 1 for fan in hand.fans_of_kinds if _counts_with_pairs(fan, hand)}
    hogs = [kind for kind in kinds if hand.held[kind] == N_COPIES]
    if not hand.options.tile_hog_honors:
        hogs = [kind for kind in hogs if kind not in HONOURS]
    return [fans | {"tile_hog": _hogs(len(hogs), hand)} | hand.fans_of_circumstances]


def _counts_with_pairs(fan, hand):
    """Whether a fan of the kinds is available to seven pairs."""
    if fan == "all_types":
        return hand.options.all_types_any_blocks
    return hand.options.seven_pairs_tile_fans or fan not in SEVEN_PAIRS_TILE_FANS


def _hogs(n, hand):
    return n if hand.options.tile_hog_repeats else min(n, 1)


def _knitted_straight(reading, hand):
    """The knitted body and one set and a pair, of which few fans look at anything."""
    fans = {"knitted_straight": 1, **hand.fans_of_circumstances, **_wait_fan(reading, hand)}
    fans["all_types"] = int(hand.has_all_types and hand.options.all_types_any_blocks)
    fans["no_honors"] = int(not hand.kinds & set(HONOURS))
    is_chows = reading.sets[0].type == "chow" and reading.pair not in HONOURS
    fans["all_chows"] = int(is_chows and hand.options.knitted_straight_all_chows)
    fans["tile_hog"] = _hogs(hand.n_hogs, hand)
    return [fans | _kong_fans(hand) | _pungs_one_by_one(reading, fans, frozenset(), hand)]


def _standard(reading, hand):
    """Four sets and a pair: what all selections share, and then each of them."""
    blocks = [set(block.kinds()) for block in reading.sets] + [{reading.pair}]
    chows = [block.kind for block in reading.sets if block.type == "chow"]
    pungs = [block.kind for block in reading.sets if block.type != "chow"]
    fans = hand.fans_of_kinds | hand.fans_of_circumstances | _wait_fan(reading, hand) | _kong_fans(hand)
    fans["nine_gates"] = int(hand.is_nine_gates)
    fans["all_chows"] = int(len(chows) == 4 and reading.pair not in HONOURS)
    fans["all_pungs"] = int(len(pungs) == 4)
    fans["all_even_pungs"] = int(len(pungs) == 4 and all(_is_even(kind) for kind in (*pungs, reading.pair)))
    fans["outside_hand"] = int(all(block & set(ORPHANS) for block in blocks))
    fans["all_fives"] = int(all(any(_is_five(kind) for kind in block) for block in blocks))
    fans["melded_hand"] = int(_is_melded_hand(hand))
    fans["tile_hog"] = _hogs(hand.n_hogs, hand)
    n_concealed = sum(block.concealed for block in reading.sets if block.type != "chow")
    if n_concealed > 2 or (n_concealed == 2 and "two_concealed_kongs" not in fans):
        fans[CONCEALED_PUNGS[n_concealed]] = 1
    disabled = hand.options.disabled
    return [
        {
            **fans,
            **dict(of_chows.fans),
            **dict(of_pungs.fans),
            **_pungs_one_by_one(reading, fans, of_pungs.used_honours, hand),
        }
        for of_chows in chow_selections(tuple(sorted(chows)), reading.pair, disabled)
        for of_pungs in pung_selections(tuple(sorted(pungs)), reading.pair, disabled)
    ]


def _is_even(kind):
    return kind not in HONOURS and (kind % 9 + 1) % 2 == 0


def _is_five(kind):
    return kind not in HONOURS and kind % 9 + 1 == 5


def _is_melded_hand(hand):
    """Four exposed sets and another player's tile.

    A melded kong does not show whether its fourth tile was added, so without `melded_hand_added_kong` none
    is taken.
    """
    if hand.n_exposed < 4 or hand.how.is_self_drawn:
        return False
    if hand.how.source == "robbed" and not hand.options.melded_hand_robbed_tile:
        return False
    return hand.options.melded_hand_added_kong or not hand.kongs


def _wait_fan(reading, hand):
    """The wait fan of the block that holds the winning tile, if the tile was the only wait."""
    return {reading.wait: 1} if reading.wait and hand.has_sole_wait else {}


def _kong_fans(hand):
    """The one fan for how many kongs there are, or both that a mixed pair of kongs is worth."""
    n_concealed = sum(meld.concealed for meld in hand.kongs)
    n_melded = len(hand.kongs) - n_concealed
    if len(hand.kongs) > 2:
        return {"four_kongs" if len(hand.kongs) == 4 else "three_kongs": 1}
    if (n_concealed, n_melded) == (1, 1) and hand.options.mixed_kongs == "separate":
        return {"concealed_kong": 1, "melded_kong": 1}
    return {KONGS[n_concealed, n_melded]: 1} if hand.kongs else {}


def _pungs_one_by_one(reading, fans, used, hand):
    """Fans of single pungs, those of honours that a combination has used up left out (5.5)."""
    pungs = [block.kind for block in reading.sets if block.type != "chow"]
    winds = {"prevalent_wind": WINDS[hand.how.prevalent_wind], "seat_wind": WINDS[hand.how.seat_wind]}
    found = {fan: int(wind in pungs) for fan, wind in winds.items()}
    found["dragon_pung"] = sum(kind in DRAGONS and kind not in used for kind in pungs)
    scored = {wind for fan, wind in winds.items() if fan not in hand.options.disabled}
    plain = [k for k in pungs if k in TERMINALS or (k in WINDS and k not in used and k not in scored)]
    absorbed = 0
    if fans.get("nine_gates"):
        rule = hand.options.nine_gates_terminal_pungs
        absorbed = min(len(plain), {"absorb_one": 1, "absorb_all": 4, "absorb_none": 0}[rule])
    found["pung_of_terminals_or_honors"] = len(plain) - absorbed
    return found
