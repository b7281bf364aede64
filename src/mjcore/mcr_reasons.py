"""The fans of a hand of Chinese Official Mahjong and what makes each: readings looked through one by one.

What a hand is worth is said by `score`, whose kernel keeps no sets. Here every reading is gone through again,
slowly, with the sets, tiles and circumstances of each fan, and with what took away the fans that are not
counted. Definitions come from :mod:`mjcore.tables.families`, exclusions from the rows of the rules.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from mjcore.decompose import Decomposition, decompositions
from mjcore.encoding.hands import Win
from mjcore.encoding.layout import N_MELDS
from mjcore.mcr_combinations import Combination, all_combinations, combined, conflict_of
from mjcore.mcr_subject import FIRST_DRAGON, Block, McrSubject, Removed, texts
from mjcore.mcr_waits import Wait, places_of, wait_of
from mjcore.tables import families
from mjcore.tables.choices import USED_DRAGONS, USED_WINDS
from mjcore.tables.families import PAIR
from mjcore.tables.mcr import SEVEN_PAIRS_TILE_FANS, choices_of
from mjcore.words.fans import FAN_BY_KEY
from mjcore.words.mcr import McrRules
from mjcore.words.tiles import FIRST_HONOUR, N_COPIES, N_RANKS, parse_tiles, tile_text

CHICKEN_HAND = "chicken_hand"

_TERMINAL_RANKS = (0, N_RANKS - 1)
_NINE_GATES = np.array([3, 1, 1, 1, 1, 1, 1, 1, 3])

#: Combinations that count, and all that the sets make.
_Chosen = tuple[list[Combination], list[Combination]]


@dataclass(frozen=True)
class Reading:
    """One way to see a hand, and what it is worth so.

    Attributes
    ----------
    way : Decomposition
    fans : dict of str to tuple of str
        Fans that count, in the order of the catalogue, and what makes them, once for each time.
    removed : tuple of Removed
        Fans that the reading has too.
    wait : Wait
    points : int
    """

    way: Decomposition
    fans: dict[str, tuple[str, ...]]
    removed: tuple[Removed, ...]
    wait: Wait
    points: int


def mcr_readings(win: Win, rules: McrRules) -> list[Reading]:
    """Every way to see a hand and what it is worth, the best first.

    Parameters
    ----------
    win : Win
    rules : McrRules

    Returns
    -------
    list of Reading
        Empty if the hand is not complete. Flowers are left out.

    Examples
    --------
    >>> from mjcore.encoding.hands import parse_hand
    >>> for reading in mcr_readings(parse_hand("555666777p5556s +7s").win(source="wall"), McrRules()):
    ...     print(reading.points, reading.way, len(reading.fans))
    48 567p 567p 567p 567s 55s 6
    47 555p 666p 777p 567s 55s 5
    """
    hand = McrSubject(win, rules)
    found = [_best_of(hand, way) for way in decompositions(win, rules)]
    return sorted(found, key=lambda reading: -reading.points)


def _best_of(hand: McrSubject, way: Decomposition) -> Reading:
    """A way to see a hand, with the winning tile where it is worth most and the best combinations."""
    places: list[str | None] = [*places_of(hand.win, hand.rules, way)] or [None]
    readings = []
    for place in places if hand.rules.has_other_fans else places[:1]:
        tried = [_Candidates(hand, way, place, *chosen) for chosen in _combinations_of(hand, way)]
        readings.append(max(tried, key=lambda one: one.worth).reading())
    return max(readings, key=lambda one: (one.points, _listed(one.fans, hand)))


def _listed(fans: Mapping[str, tuple[str, ...]], hand: McrSubject) -> list[tuple[int, int]]:
    """The list that decides between readings worth the same: the earlier fans, and those more often (5.7)."""
    return sorted(((-hand.order[key], len(made_by)) for key, made_by in fans.items()), reverse=True)


def _combinations_of(hand: McrSubject, way: Decomposition) -> Iterator[tuple[_Chosen, _Chosen]]:
    """Combinations of chows and of pungs that are worth trying together, each with all that there are."""
    sets, pair = _blocks_of(way)
    if pair is None:
        yield ([], []), ([], [])
        return
    placed = list(enumerate(sets))
    chows = {place: _chow_number(block.kind) for place, block in placed if block.name == "chow"}
    pungs = {place: block.kind for place, block in placed if block.name == "pung"}
    in_order = sorted(pungs, key=lambda place: pungs[place] in hand.spoken_winds)  # these are combined first
    choices = choices_of(hand.rules)
    chosen = []
    for of_sort, fans_of in (
        (chows, families.chow_fans),
        ({place: pungs[place] for place in in_order}, families.pung_fans),
    ):
        found = all_combinations(of_sort, pair.kind, fans_of)
        tried = choices.worth_trying(tuple(sorted(families.legal_selections(found))))
        chosen.append([(combined(found, choice.fans), found) for choice in tried])
    yield from product(*chosen)


def _blocks_of(way: Decomposition) -> tuple[list[Block], Block | None]:
    """Declared sets, then those of the hand; and the pair, if it is a hand of sets and a pair."""
    sets = [
        Block("chow" if meld.type == "chow" else "pung", meld.kind, str(meld), meld) for meld in way.melds
    ] + [Block(one.type, one.kind, tile_text(one.tiles)) for one in way.sets]
    return sets, Block("pair", way.pairs[0], tile_text(way.pairs * 2)) if sets else None


@dataclass
class _Candidates:
    """The fans that a reading has, one form after another, before they take each other away."""

    hand: McrSubject
    way: Decomposition
    place: str | None
    of_chows: _Chosen
    of_pungs: _Chosen
    found: dict[str, list[str]] = field(default_factory=dict)
    removed: list[Removed] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sets, self.pair = _blocks_of(self.way)
        self.wait = wait_of(self.hand.win, self.hand.rules, self.way, self.place)
        self._add_kinds()
        self._add_circumstances()
        _FORMS[self.way.form](self)
        self._add_new()
        self._settle()

    # ---- what every form has ---------------------------------------------------------------------------

    def _add(self, fan: str, *made_by: str) -> None:
        self.found.setdefault(fan, []).extend(made_by)

    def _add_kinds(self) -> None:
        """Fans of the kinds and suits that occur."""
        kinds, held = self.hand.kinds, 0
        suited = [kind for kind in kinds if kind < FIRST_HONOUR]
        for kind in suited:
            held |= 1 << kind % N_RANKS
        text = tile_text(kinds)
        for fan in sorted(families.rank_fans(held, honours=len(suited) < len(kinds))):
            self._add(fan, text)
        for fan, ranks in families.WITHIN_KINDS.items():
            within = "".join(part + suit for part, suit in zip(ranks, "mpsz", strict=True) if part)
            if set(kinds) <= set(parse_tiles(within).tolist()):
                self._add(fan, text)
        n_suits = len({kind // N_RANKS for kind in suited})
        winds = any(FIRST_HONOUR <= kind < FIRST_DRAGON for kind in kinds)
        for fan in sorted(families.suit_fans(n_suits, winds, kinds[-1] >= FIRST_DRAGON)):
            self._add(fan, self.hand.sorts)

    def _add_circumstances(self) -> None:
        """Fans of how the hand was won."""
        hand, win, scoring = self.hand, self.hand.win, self.hand.rules.scoring
        all_melded = len(hand.exposed) == N_MELDS
        if all_melded and not hand.is_self_drawn:
            for option, is_so in {
                "melded_hand_robbed_tile": win.source == "robbed",
                "melded_hand_added_kong": bool(hand.kongs),
            }.items():
                if is_so and not getattr(scoring, option):
                    all_melded = False
                    sets = tuple(map(str, hand.melds))
                    self._remove("melded_hand", sets, "does not count with such a set or tile", option)
        for fan in sorted(
            families.win_fans(
                win.source, last_wall=win.last_wall, concealed=not hand.exposed, all_melded=all_melded
            )
        ):
            self._add(fan, FAN_BY_KEY[fan].meaning)
        shown = sum(meld.tiles.count(hand.winning_tile) for meld in hand.exposed)
        if win.last_copy or shown == N_COPIES - 1:
            seen = "the hand's own sets show" if shown == N_COPIES - 1 else "everybody sees"
            self._add("last_tile", f"{seen} the other three {tile_text([hand.winning_tile])}")

    def _add_hogs(self, hogs: Iterable[int]) -> None:
        """Tile Hog for each of some kinds."""
        texts = [tile_text([kind] * N_COPIES) for kind in hogs]
        if texts and not self.hand.rules.scoring.tile_hog_repeats:
            self._remove("tile_hog", texts[1:], "counts once", "tile_hog_repeats")
            del texts[1:]
        if texts:
            self._add("tile_hog", *texts)

    def _add_new(self) -> None:
        """Fans that the rules do not have but somebody made."""
        kinds = set(self.hand.kinds)
        for key, fan in self.hand.rules.fans.new_fans.items():
            holds = all(other in self.found and other in self.hand.rows for other in fan.together)
            if fan.within:
                holds = holds and kinds <= set(parse_tiles(fan.within).tolist())
            if fan.touching:
                touching = set(parse_tiles(fan.touching).tolist())
                holds = (
                    holds
                    and self.way.form == "standard"
                    and all(touching.intersection(block.tiles) for block in self._blocks())
                )
            if holds:
                self._add(key, fan.meaning)

    def _blocks(self) -> list[Block]:
        return self.sets if self.pair is None else [*self.sets, self.pair]

    # ---- the five forms --------------------------------------------------------------------------------

    def _add_standard(self) -> None:
        if self._is_nine_gates():
            first, *middle, last = self.hand.kinds
            self._add("nine_gates", tile_text([first] * 3 + middle + [last] * 3))
        self._add_sets(set(families.TRAITS))

    def _add_knitted_straight(self) -> None:
        scoring = self.hand.rules.scoring
        self._add("knitted_straight", tile_text(self.way.singles))
        self._without(
            ["all_types"], scoring.all_types_any_blocks, "a block of each sort", "all_types_any_blocks"
        )
        self._add_sets({"chow"} if scoring.knitted_straight_all_chows else set())
        if not scoring.knitted_straight_all_chows and self.sets[0].name == "chow":
            why = "does not count with a Knitted Straight"
            self._remove("all_chows", [self.sets[0].text], why, "knitted_straight_all_chows")

    def _add_seven_pairs(self) -> None:
        scoring, kinds = self.hand.rules.scoring, self.hand.kinds
        self._without(
            SEVEN_PAIRS_TILE_FANS, scoring.seven_pairs_tile_fans, "sets, not pairs", "seven_pairs_tile_fans"
        )
        self._without(
            ["all_types"], scoring.all_types_any_blocks, "a block of each sort", "all_types_any_blocks"
        )
        in_a_row = kinds == list(range(kinds[0], kinds[0] + 7)) and kinds[-1] < FIRST_HONOUR
        shifted = in_a_row and kinds[0] // N_RANKS == kinds[-1] // N_RANKS
        self._add("seven_shifted_pairs" if shifted else "seven_pairs", str(self.way))
        hogs = [kind for kind in kinds if self.hand.held[kind] == N_COPIES]
        if not scoring.tile_hog_honors:
            honours = [tile_text([kind] * N_COPIES) for kind in hogs if kind >= FIRST_HONOUR]
            self._remove("tile_hog", honours, "honours are no Tile Hog", "tile_hog_honors")
            hogs = [kind for kind in hogs if kind < FIRST_HONOUR]
        self._add_hogs(hogs)

    def _add_orphans(self) -> None:
        self._add("thirteen_orphans", tile_text(self.hand.kinds))

    def _add_knitted(self) -> None:
        honours = [kind for kind in self.way.singles if kind >= FIRST_HONOUR]
        which = "greater" if len(honours) == 7 else "lesser"
        self._add(f"{which}_honors_and_knitted_tiles", tile_text(self.way.singles))
        if len(honours) == 5:
            self._add("knitted_straight", tile_text(self.way.singles[:9]))

    def _without(self, fans: Iterable[str], allowed: bool, needs: str, option: str) -> None:
        """Take away fans that an option does not allow in this form."""
        for fan in [] if allowed else fans:
            if fan in self.found:
                self._remove(fan, self.found.pop(fan), f"needs {needs}", option)

    def _is_nine_gates(self) -> bool:
        """Whether the thirteen tiles before the win were 1112345678999; of a hand as dealt, any thirteen."""
        hand = self.hand
        suit = hand.winning_tile // N_RANKS
        if hand.melds or any(kind // N_RANKS != suit for kind in hand.kinds) or suit == 3:
            return False
        more = hand.concealed[N_RANKS * suit : N_RANKS * (suit + 1)] - _NINE_GATES
        if not hand.win.initial:
            more[hand.winning_tile % N_RANKS] -= 1
            return not more.any()
        return more.min() >= 0

    # ---- sets ------------------------------------------------------------------------------------------

    def _add_sets(self, traits: set[str]) -> None:
        """Fans of sets and pair, with those of EVERY_BLOCK that look at some of these traits only."""
        blocks = self._blocks()
        shared = traits.intersection(*(families.block_traits(block.name, block.kind) for block in blocks))
        for fan, needed in families.EVERY_BLOCK.items():
            if needed <= shared:
                self._add(fan, texts(blocks))
        self._add_combinations(*self.of_chows)
        self._add_combinations(*self.of_pungs)
        self._add_pungs()
        self._add_kongs_and_concealed()
        in_kongs = {meld.kind for meld in self.hand.kongs}
        fours = np.flatnonzero(self.hand.held == N_COPIES).tolist()
        self._add_hogs(kind for kind in fours if kind not in in_kongs)
        if self.wait.fan:
            self._add(self.wait.fan, self.wait.text)

    def _add_combinations(self, chosen: list[Combination], found: list[Combination]) -> None:
        """Fans of sets with each other: those selected, and why the others are not."""
        for one in chosen:
            self._add(one.fan, self._text_of(one))
        for one in found:
            if one in chosen:
                continue
            conflict = conflict_of(one, chosen)
            if conflict is None:
                if one.fan in self.hand.rows:
                    why = "the hand is worth more without it (principle 4)"
                    self.removed.append(Removed(one.fan, (self._text_of(one),), why, principle=4))
                else:  # noted with all others that do not exist
                    self._add(one.fan, self._text_of(one))
                continue
            other, is_same = conflict.other, one.fan == conflict.other.fan
            if conflict.principle == 2 and is_same and self._text_of(one) == self._text_of(other):
                continue  # the same tiles once more
            self.removed.append(
                Removed(
                    one.fan,
                    (self._text_of(one),),
                    self._conflict(one, other, conflict.principle, conflict.is_part),
                    other.fan,
                    conflict.principle,
                )
            )

    def _conflict(self, one: Combination, other: Combination, principle: int, is_part: bool) -> str:
        name = f"{self.hand.name(other.fan)} {self._text_of(other)}"
        if principle == 3:
            return f"a set makes no second {self.hand.name(one.fan)} after {self._text_of(other)}"
        if principle == 5:
            return f"its sets are combined with each other already, by {name} and what joins it"
        if is_part:
            return f"sets of {name} are not taken apart again"
        return f"shares sets with {name}, and the higher of the two is chosen (principle 4)"

    def _add_pungs(self) -> None:
        """Fans of single pungs, but for those that a combination speaks for."""
        pungs = [(place, block) for place, block in enumerate(self.sets) if block.name == "pung"]
        winds = self.hand.wind_fans
        for fan, kind in winds.items():
            for _, block in pungs:
                if block.kind == kind:
                    self._add(fan, block.text)
        speaking = [one for one in self.of_pungs[0] if self._speaks_for_pungs(one.fan)]
        together = {place: one.fan for one in speaking for place in one.places}
        rule = self.hand.rules.scoring.nine_gates_terminal_pungs
        next_is_spoken_for = rule == "absorb_one" and "nine_gates" in self.found
        for place, block in pungs:
            fan, by = "pung_of_terminals_or_honors", together.get(place)
            if block.kind >= FIRST_DRAGON:
                fan = "dragon_pung"
            elif block.kind >= FIRST_HONOUR:
                spoken = (fan for fan, kind in winds.items() if kind == block.kind and fan in self.hand.rows)
                by = by or next(spoken, None)
            elif block.kind % N_RANKS not in _TERMINAL_RANKS:
                continue
            elif next_is_spoken_for:
                by, next_is_spoken_for = "nine_gates", False
            if by is None:
                self._add(fan, block.text)
            elif fan == "dragon_pung":
                self.removed.append(self._excluded(fan, by, block.text))
            else:
                why = f"it is a pung of {self.hand.name(by)} already"
                self.removed.append(Removed(fan, (block.text,), why, by, 1, "P"))

    def _speaks_for_pungs(self, fan: str) -> bool:
        """Whether the pungs of a combination do not count one by one."""
        return fan in USED_WINDS or (fan in USED_DRAGONS and "dragon_pung" in self.hand.rows[fan].excludes)

    def _add_kongs_and_concealed(self) -> None:
        """Fans of kongs and of concealed pungs."""
        hand, scoring = self.hand, self.hand.rules.scoring
        kongs = {
            "concealed_kong": [str(kong) for kong in hand.kongs if kong.is_concealed],
            "melded_kong": [str(kong) for kong in hand.kongs if not kong.is_concealed],
        }
        concealed = [block for block in self.sets if block.name == "pung" and block.meld is None]
        by_another = self.place == "pung" and not hand.is_self_drawn
        claimed = hand.winning_tile if by_another and scoring.discard_completes_melded_pung else None
        own = [block for block in concealed if block.kind != claimed]

        def fans(n_pungs: int) -> set[str]:
            c, m = map(len, kongs.values())
            return families.kong_fans(c, m, n_pungs, str(scoring.mixed_kongs))

        pungs = kongs["concealed_kong"] + [block.text for block in own]
        for fan in sorted(fans(len(own))):
            if fan.endswith("concealed_pungs"):
                self._add(fan, " ".join(pungs))
            else:
                self._add(fan, " ".join(kongs.get(fan, map(str, hand.kongs))))
        if claimed is not None:
            text = tile_text([claimed] * 3)
            for fan in sorted(fans(len(concealed)) - fans(len(own))):
                why = f"another player's tile completed {text}, which is melded so"
                self.removed.append(Removed(fan, (" ".join([*pungs, text]),), why, source="5.2"))

    # ---- what is left ----------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Keep the fans that count, in one pass over the rows, the highest first."""
        self.kept: dict[str, tuple[str, ...]] = {}
        for key in self.hand.rows:
            if key not in self.found:
                continue
            by = next((other for other in self.kept if self._takes_away(other, key)), None)
            if by is None:
                self.kept[key] = tuple(self.found[key])
            else:
                self.removed.append(self._excluded(key, by, *self.found[key]))
        for key in self.found.keys() - self.hand.rows.keys():
            gone = "mixed_kongs" if key not in self.hand.rules.fans.disabled else "disabled"
            self._remove(key, self.found[key], "does not exist under these rules", gone)

    def _takes_away(self, key: str, other: str) -> bool:
        """Whether a fan excludes another whatever the sets."""
        is_set_by_set = other == "dragon_pung" and key in USED_DRAGONS
        return not is_set_by_set and other in self.hand.rows[key].excludes

    @property
    def worth(self) -> tuple[int, list[tuple[int, int]]]:
        """Points, and the list that decides between equal ones."""
        return self._points, _listed(self.kept, self.hand)

    @property
    def _points(self) -> int:
        return sum(self.hand.points[key] * len(made_by) for key, made_by in self.kept.items())

    def reading(self) -> Reading:
        """The reading with the fans that count; without any it is a chicken hand."""
        kept, total = self.kept, self._points
        if total == 0:
            kept = {}
            if CHICKEN_HAND in self.hand.rows:
                kept = {CHICKEN_HAND: ("no other fan counts",)}
                total = self.hand.points[CHICKEN_HAND]
        return Reading(self.way, kept, _merged(self.removed, kept, self.hand), self.wait, total)

    def _excluded(self, key: str, by: str, *made_by: str) -> Removed:
        source = self.hand.rows[by].excludes[key]
        return Removed(key, made_by, f"not counted beside {self.hand.name(by)}", by, 1, source)

    def _remove(self, fan: str, made_by: Iterable[str], why: str, option: str) -> None:
        """Note a fan that an option takes away."""
        made_by = tuple(made_by)
        if made_by:
            self.removed.append(Removed(fan, made_by, why, source=option))

    def _text_of(self, one: Combination) -> str:
        assert self.pair is not None
        return texts(self.pair if place == PAIR else self.sets[place] for place in sorted(one.places))


#: What finds the fans of each form.
_FORMS: dict[str, Callable[[_Candidates], None]] = {
    "standard": _Candidates._add_standard,
    "seven_pairs": _Candidates._add_seven_pairs,
    "thirteen_orphans": _Candidates._add_orphans,
    "honors_and_knitted": _Candidates._add_knitted,
    "knitted_straight": _Candidates._add_knitted_straight,
}


def _merged(
    removed: list[Removed], kept: dict[str, tuple[str, ...]], hand: McrSubject
) -> tuple[Removed, ...]:
    """Equal reasons told once, in the order of the catalogue.

    A combination that another fan excludes whatever the sets is told so, and not by its sets.
    """
    merged: dict[tuple[object, ...], Removed] = {}
    for one in removed:
        by = next((key for key in kept if one.fan in hand.rows[key].excludes), None)
        if by is not None and one.principle is not None:
            name, source = hand.rows[by].english, hand.rows[by].excludes[one.fan]
            one = Removed(one.fan, one.made_by, f"not counted beside {name}", by, 1, source)
        key = (one.fan, *one[2:])
        made_by = merged[key].made_by + one.made_by if key in merged else one.made_by
        merged[key] = one._replace(made_by=made_by)
    order = {key: place for place, key in enumerate([*hand.rows, *FAN_BY_KEY])}
    return tuple(sorted(merged.values(), key=lambda one: order[one.fan]))


def _chow_number(kind: int) -> int:
    """A chow as the families number it: seven to a suit."""
    return 7 * (kind // N_RANKS) + kind % N_RANKS
