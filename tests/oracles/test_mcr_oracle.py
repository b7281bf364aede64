"""The slow scorer of Chinese Official Mahjong against the worked examples, and hands of many sources."""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from .mcr import score
from .mcr_catalogue import ABSORBS, KEYS, NUMBERS, POINTS, Options
from .mcr_circumstances import Circumstances
from .mcr_readings import Declared, mcr_waits, own
from .sets import N_COPIES, N_KINDS, counts_of, kind_of, kind_text, meld_of

DATA = Path(__file__).parents[1] / "data"
EXAMPLES = json.loads((DATA / "mcr_examples.json").read_text(encoding="utf-8"))
SCORING = {row["id"]: row for row in EXAMPLES["scoring"]}
NOT_WINS = {row["id"]: row for row in EXAMPLES["not_wins"]}
HANDS = [json.loads(line) for line in (DATA / "mcr_hands.jsonl").read_text(encoding="utf-8").splitlines()]
MISSES = {
    miss["id"]: miss
    for miss in tomllib.loads((DATA / "mcr_hands_misses.toml").read_text(encoding="utf-8"))["miss"]
}
BUG_CASES = [
    case
    for line in (DATA / "bug_cases.jsonl").read_text(encoding="utf-8").splitlines()
    if (case := json.loads(line))["kind"] == "mcr-score"
]
WIND_LETTERS = "ESWN"
#: Fans of which either is the right answer where the totals are equal.
SAME_ANSWER = (
    {"pure_double_chow", "mixed_double_chow", "short_straight", "two_terminal_chows"},
    {"edge_wait", "closed_wait", "single_wait"},
)


def declared_of(text):
    return [
        Declared(*meld_of(tiles), bracket == "{")
        for bracket, tiles in re.findall(r"([\[{])([0-9mpsz]+)", text)
    ]


def circumstances_of(text):
    """How a hand was won, in the words of the examples."""
    words = text.split()
    named = dict(word.split("=") for word in words if "=" in word)
    return Circumstances(
        source=next(
            (w for w in words if w in ("replacement", "robbed")), "wall" if "self" in words else "discard"
        ),
        last_wall="last-wall" in words,
        last_copy="last-copy" in words,
        seat_wind=WIND_LETTERS.index(named.get("P", "E")),
        prevalent_wind=WIND_LETTERS.index(named.get("R", "E")),
        flowers=int(named.get("F", 0)),
    )


def scored(row, **options):
    """The score of an example."""
    how = circumstances_of(row["circ"] if "circ" in row else row["how"])
    melds = declared_of(row["melds"])
    return score(counts_of(row["hand"]), melds, kind_of(row["win"]), how, Options(**options))


def total(result):
    return result.points + result.flowers


def key_of(english):
    """The identifier of a fan that is named in English."""
    key = english.lower().replace(" ", "_").replace("-", "_")
    assert key in KEYS
    return key


@pytest.mark.parametrize("example", SCORING)
def test_worked_example_has_its_fans_and_points(example):
    result = scored(SCORING[example])
    assert (result.fans, total(result)) == (SCORING[example]["fans"], SCORING[example]["total"])


@pytest.mark.parametrize("example", ["C01", "C02", "C03", "C04", "C05", "C06"])
def test_complete_hand_below_the_minimum_is_no_win(example):
    row = NOT_WINS[example]
    result = scored(row)
    assert not result.legal
    assert result.points == int(re.match(r"\d+", row["result"])[0])
    fans = re.search(r"\(([\d, ]+)\)", row["result"])
    if fans:
        listed = Counter(KEYS[int(number) - 1] for number in fans[1].split(","))
        assert result.fans == listed


def test_flowers_do_not_help_to_reach_the_minimum():
    row = NOT_WINS["C02"]
    assert scored(row)[:3] == (False, 7, 5)
    drawn = scored(row | {"how": "self F=5"})
    assert (drawn.legal, total(drawn)) == (True, 13)
    assert scored(row, min_points=7).legal
    assert scored(row, flowers=False)[:3] == (False, 7, 0)


@pytest.mark.parametrize("example", ["C08", "C09", "C12"])
def test_other_tiles_are_no_shape(example):
    assert scored(NOT_WINS[example]) == (False, 0, 0, {}, "none")


@pytest.mark.parametrize("example", ["C07", "C10"])
def test_hand_without_a_wait(example):
    row = NOT_WINS[example]
    assert not mcr_waits(counts_of(row["hand"]), declared_of(row["melds"]), structural=True)


def test_exhausted_wait_is_no_live_wait():
    row = NOT_WINS["C11"]
    concealed, melds = counts_of(row["hand"]), declared_of(row["melds"])
    assert mcr_waits(concealed, melds, structural=True) == {kind_of("3p")}
    assert mcr_waits(concealed, melds) == set()
    with pytest.raises(ValueError, match="fifth copy of 3p"):
        score(concealed, melds, kind_of("3p"))


def test_knitted_straight_allows_one_declared_set():
    assert mcr_waits(counts_of("147m258p36s"), declared_of("[111z]")) == set()
    assert mcr_waits(counts_of("147m258p3s"), declared_of("[111z][222z]"), structural=True) == set()
    assert mcr_waits(counts_of("147m258p36s33z"), declared_of("[111z]")) == {kind_of("9s")}


@pytest.mark.parametrize("row", EXAMPLES["waits"], ids=lambda row: row["id"])
def test_waits_of_all_shapes(row):
    concealed, melds = counts_of(row["state"]), declared_of(row["melds"])
    named = {}
    for word in row["waits"].split():
        first, last = (word.rstrip("!").split("–") * 2)[:2]
        named |= dict.fromkeys(range(kind_of(first), kind_of(last) + 1), word.endswith("!"))
    assert mcr_waits(concealed, melds, structural=True) == set(named)
    assert mcr_waits(concealed, melds) == {kind for kind, is_exhausted in named.items() if not is_exhausted}
    held = own(concealed, melds)
    assert all((held[kind] == N_COPIES) == is_exhausted for kind, is_exhausted in named.items())


#: What an option makes of an example: sections 10.5 and 8.1.
EFFECTS = [
    ("A05", {"nine_gates_terminal_pungs": "absorb_all"}, 92),
    ("A05", {"nine_gates_terminal_pungs": "absorb_none"}, 94),
    ("A09", {"fully_concealed_with_concealed_fans": True}, 92),
    ("A13", {"fully_concealed_with_concealed_fans": True}, 92),
    ("A54", {"points": {"two_concealed_kongs": 8}}, 38),
    ("A34", {"mixed_kongs": 6}, 29),
    ("A34", {"mixed_kongs": "separate"}, 26),
    ("A10", {"all_terminals_triple_pung": False}, 67),
    ("A02", {"forced_one_voided_suit": False}, 120),
    ("A17", {"forced_one_voided_suit": False}, 62),
    ("A36", {"knitted_straight_in_lesser": False}, 12),
    ("A37", {"knitted_straight_all_chows": False}, 14),
    ("A35", {"discard_completes_melded_pung": False}, 67),
    ("A13", {"seven_pairs_tile_fans": False}, 25),
    ("B17", {"seven_pairs_tile_fans": False}, 28),
    ("B23", {"knitted_straight_body_waits": False}, 18),
    ("B24", {"wait_counts_exhausted": False}, 4),
    ("A21", {"tile_hog_honors": False}, 25),
    ("A46", {"stack_44_46": False}, 15),
    ("B22", {"all_types_any_blocks": False}, 14),
    ("B16", {"tile_hog_repeats": False}, 28),
    ("A60", {"flowers": False}, 8),
    ("A20", {"all_pungs_with_18": True}, 50),
]


@pytest.mark.parametrize(("example", "options", "points"), EFFECTS, ids=str)
def test_option_changes_an_example_as_stated(example, options, points):
    assert total(scored(SCORING[example], **options)) == points


def test_every_option_has_a_case_on_either_side():
    tested = {name for _, options, _ in EFFECTS for name in options}
    elsewhere = {
        "min_points",
        "melded_hand_added_kong",
        "melded_hand_robbed_tile",
        "all_terminals_double_pung",
    }
    assert tested | elsewhere | {"disabled", "excludes"} == set(Options.__dataclass_fields__)


def test_melded_hand_with_a_kong_is_an_option():
    row = SCORING["A53"]
    without = {"dragon_pung", "mixed_double_chow", "melded_kong", "single_wait"}
    assert set(scored(row, melded_hand_added_kong=False).fans) == without
    pungs = row | {"melds": row["melds"].replace("7777z", "777z")}
    assert scored(pungs, melded_hand_added_kong=False) == scored(pungs)


@pytest.mark.parametrize("melded_hand_robbed_tile", [True, False])
def test_melded_hand_never_robs_as_it_holds_the_pair_tile(melded_hand_robbed_tile):
    with pytest.raises(ValueError, match="three 1m are in the pung that is robbed"):
        scored(SCORING["A53"] | {"circ": "discard robbed"}, melded_hand_robbed_tile=melded_hand_robbed_tile)


def test_all_terminals_with_double_pung_is_an_option():
    row = {"melds": "[111m][111s][999m]", "hand": "11p99s", "win": "9s", "circ": "discard"}
    assert scored(row).fans == {"all_terminals": 1}
    assert scored(row, all_terminals_double_pung=True).fans == {"all_terminals": 1, "double_pung": 2}


def test_a_researcher_changes_points_fans_and_what_they_absorb():
    row = SCORING["A30"]
    assert total(scored(row, points={"pure_straight": 24})) == 32
    assert "short_straight" in scored(row, disabled=("pure_straight",)).fans
    green = SCORING["A04"]
    assert scored(green, excludes={"all_green": ()}).fans["half_flush"] == 1


#: Contradictions, and what the refusal says.
REFUSED = [
    ("[123m]", "23444s234p11z", "1z", {"source": "replacement"}, "a replacement tile needs a kong"),
    ("[123m]", "23444s234p11z", "1z", {"source": "robbed"}, "three 1z are in the pung that is robbed"),
    ("[123m][123s]", "23789p99s", "1p", {"source": "robbed", "last_wall": True}, "the wall is not empty"),
    ("[123m]", "23444s234p11z", "4s", {"last_copy": True}, "4s is no last copy"),
    ("", "123m23444s234p11z", "1z", {"initial": True}, "drawn from the wall"),
    ("[123m]", "23444s234p11z", "1z", {"source": "wall", "initial": True}, "nothing is declared"),
    ("", "123m23444s234p11z", "1z", {"source": "wall", "initial": True, "last_wall": True}, "empty the wall"),
    (
        "",
        "123m23444s234p11z",
        "1s",
        {"source": "wall", "initial": True, "last_copy": True},
        "no copies are visible",
    ),
    ("", "123m23444s234p11z", "1z", {"source": "wall", "initial": True, "seat_wind": 2}, "dealer's"),
    ("", "123m23444s234p11z", "1z", {"flowers": 9}, "9 flowers"),
    ("", "123m23444s234p11z", "1z", {"source": "sky"}, "no source"),
    ("", "123m23444s234p1z", "1z", {}, "12 tiles"),
    ("{1111z}", "23444s234p11m", "1z", {}, "fifth copy of 1z"),
]


@pytest.mark.parametrize(("melds", "hand", "win", "how", "reason"), REFUSED, ids=str)
def test_contradiction_is_refused_with_the_reason(melds, hand, win, how, reason):
    with pytest.raises(ValueError, match=reason):
        score(counts_of(hand), declared_of(melds), kind_of(win), Circumstances(**how))


def test_last_copy_that_the_own_pung_shows_needs_no_flag():
    row = SCORING["A59"]
    assert scored(row | {"circ": "self"}) == scored(row)


def test_initial_win_has_no_winning_tile():
    concealed = counts_of("1112345678999m")
    drawn = Circumstances(source="wall", initial=True)
    assert score(concealed, (), kind_of("2m"), drawn).fans["nine_gates"] == 1
    swapped = counts_of("1122345678999m")
    assert score(swapped, (), kind_of("1m"), drawn) == score(concealed, (), kind_of("2m"), drawn)
    single = counts_of("234567m66s34567p")
    assert "closed_wait" not in score(single, (), kind_of("8p"), drawn).fans
    pair = counts_of("234m234p678s1s222z")
    fans = {"fully_concealed_hand": 1, "mixed_double_chow": 1, "pung_of_terminals_or_honors": 1}
    assert score(pair, (), kind_of("1s"), drawn).fans == fans
    assert score(pair, (), kind_of("1s"), Circumstances(source="wall")).fans == fans | {"single_wait": 1}


@pytest.mark.parametrize("rank", range(1, 10))
def test_nine_gates_by_the_rank_that_wins(rank):
    besides = {
        frozenset({1, 9}): {"pure_straight", "tile_hog"},
        frozenset({2, 8}): {"two_concealed_pungs", "short_straight", "pung_of_terminals_or_honors"},
        frozenset({5}): {"two_concealed_pungs", "pung_of_terminals_or_honors"},
        frozenset({3, 4, 6, 7}): {"short_straight"},
    }
    expected = next(fans for ranks, fans in besides.items() if rank in ranks)
    fans = score(counts_of("1112345678999p"), (), kind_of(f"{rank}p")).fans
    assert fans == dict.fromkeys({"nine_gates", *expected}, 1)


def circumstances_of_hand(hand):
    sources = {(True, False): "wall", (True, True): "replacement", (False, True): "robbed"}
    return Circumstances(
        source=sources.get((hand["self_draw"], hand["kong_related"]), "discard"),
        last_wall=hand["wall_last"],
        last_copy=hand["last_of_kind"],
        seat_wind=WIND_LETTERS.index(hand["seat_wind"]),
        prevalent_wind=WIND_LETTERS.index(hand["prevalent_wind"]),
        flowers=hand["flowers"],
    )


def score_of_hand(hand, **options):
    melds = [Declared(meld["kind"], kind_of(meld["tile"]), meld["concealed"]) for meld in hand["melds"]]
    tile, how = kind_of(hand["win_tile"]), circumstances_of_hand(hand)
    return score(counts_of(hand["concealed"]), melds, tile, how, Options(**options))


def is_same_answer(fans: Mapping[str, int], named: Mapping[str, int]) -> bool:
    """Whether two lists of the same total are equal but for ties."""
    for family in SAME_ANSWER:
        if sum(fans.get(fan, 0) for fan in family) != sum(named.get(fan, 0) for fan in family):
            return False
        fans, named = ({fan: n for fan, n in side.items() if fan not in family} for side in (fans, named))
    return fans == named


def named_fans(fans):
    return {key_of(fan): n for fan, n in fans.items()}


def agrees_with_source(hand, result):
    """Whether the source says the same, as far as it says anything."""
    if hand["expected_points"] not in (None, total(result)):
        return False
    lists = [hand["expected_fans"], *hand.get("alt_fans", ())] if hand["expected_fans"] else []
    if lists and not any(is_same_answer(result.fans, named_fans(fans)) for fans in lists):
        return False
    included, excluded = hand["must_include"] or {}, hand["must_exclude"] or []
    has_all = all(
        result.fans.get(key_of(fan), 0) == (n or result.fans.get(key_of(fan))) for fan, n in included.items()
    )
    return has_all and not any(key_of(fan) in result.fans for fan in excluded)


#: The one hand whose circumstances cannot have been.
IMPOSSIBLE = [hand for hand in HANDS if hand["verdict"] == "context_impossible"]
POSSIBLE = [hand for hand in HANDS if hand["verdict"] != "context_impossible"]
FAMILIES = sorted({hand["family"] for hand in POSSIBLE})


@pytest.mark.parametrize("family", FAMILIES)
def test_hands_of_a_source_have_the_points_and_fans_the_rules_give_them(family):
    for hand in POSSIBLE:
        if hand["family"] == family and hand["final_basis"] != "none":
            result = score_of_hand(hand)
            assert total(result) == hand["final_points"], hand["id"]
            lists = [hand["final_fans"], *hand.get("alt_fans", ())]
            assert any(is_same_answer(result.fans, named_fans(fans)) for fans in lists), hand["id"]


@pytest.mark.parametrize("family", FAMILIES)
def test_sources_agree_but_for_listed_misses(family):
    hands = [hand for hand in POSSIBLE if hand["family"] == family]
    missed = {hand["id"] for hand in hands if not agrees_with_source(hand, score_of_hand(hand))}
    assert missed == {hand["id"] for hand in hands if hand["id"] in MISSES}


def test_only_disputed_hands_are_listed_as_misses_and_each_has_a_reason():
    disputed = {hand["id"] for hand in POSSIBLE if hand["verdict"] != "agree"}
    assert set(MISSES) == disputed
    assert all(miss["reason"] for miss in MISSES.values())


@pytest.mark.parametrize(
    "miss", [miss for miss in MISSES.values() if "options" in miss], ids=lambda miss: miss["id"]
)
def test_the_points_of_a_source_hold_under_its_reading_of_the_rules(miss):
    hand = next(hand for hand in HANDS if hand["id"] == miss["id"])
    result = score_of_hand(hand, **miss["options"])
    assert agrees_with_source(hand, result)


def test_impossible_hand_is_refused():
    assert [hand["id"] for hand in IMPOSSIBLE] == ["b9b5ee3f7463"]
    with pytest.raises(ValueError, match="3m is no last copy"):
        score_of_hand(IMPOSSIBLE[0])


def win_of_case(case):
    """Counts, melds, winning tile and circumstances of a hand on which another program went wrong."""
    given = case["input"]
    how = Circumstances(
        source={"self-draw": "wall", "discard": "discard"}[given["win_by"]],
        last_wall=given.get("last_in_wall", False),
        seat_wind=WIND_LETTERS.index(given["seat"]),
        prevalent_wind=WIND_LETTERS.index(given["prevalent"]),
        flowers=given["flowers"],
    )
    melds = [Declared(*meld_of(meld["tiles"]), meld["concealed"]) for meld in given["melds"]]
    return counts_of(given["hand"]), melds, kind_of(given["win"]), how


@pytest.mark.parametrize("case", BUG_CASES, ids=lambda case: case["id"])
def test_hand_on_which_another_program_went_wrong(case):
    right, result = case["right"], score(*win_of_case(case))
    assert total(result) == right["total"]
    assert is_same_answer(result.fans, named_fans(right["fans"]))


def test_fans_are_numbered_by_points():
    assert len(KEYS) == len(POINTS) == 82
    assert [POINTS[key] for key in KEYS[:81]] == sorted((POINTS[key] for key in KEYS[:81]), reverse=True)
    assert (NUMBERS["big_four_winds"], NUMBERS["chicken_hand"], NUMBERS["flower_tiles"]) == (1, 43, 81)
    assert (NUMBERS["concealed_kong_and_melded_kong"], POINTS["concealed_kong_and_melded_kong"]) == (82, 5)
    assert set(ABSORBS) <= set(KEYS)
    assert set().union(*ABSORBS.values()) <= set(KEYS)


def test_no_fan_absorbs_one_that_is_worth_more():
    assert all(POINTS[other] <= POINTS[key] for key, taken in ABSORBS.items() for other in taken)


def test_what_an_absorbed_fan_absorbs_is_absorbed_already():
    open_ends = {
        (key, other)
        for key, taken in ABSORBS.items()
        for other in taken
        if not ABSORBS.get(other, frozenset()) <= taken | {key}
    }
    # The fans of these pairs are never raised together: one fan for all kongs, one shape a reading.
    assert open_ends == {
        ("four_kongs", "two_concealed_kongs"),
        ("three_kongs", "two_concealed_kongs"),
        ("thirteen_orphans", "all_terminals_and_honors"),
        ("pure_terminal_chows", "seven_pairs"),
    }


def test_kinds_are_named_as_in_the_examples():
    assert [kind_text(kind) for kind in (0, 9, 18, 27, N_KINDS - 1)] == ["1m", "1p", "1s", "1z", "7z"]
