"""What makes a fan, family by family, against literal statements; and the arrays made of it."""

from itertools import combinations, combinations_with_replacement, product

import numpy as np
import pytest

import mjcore as mj
from mjcore.encoding.layout import SOURCES
from mjcore.tables import families
from mjcore.tables.choices import USED_DRAGONS
from mjcore.tables.families import (
    PAIR,
    block_traits,
    kong_fans,
    legal_selections,
    rank_fans,
    ranks,
    suit_fans,
)
from mjcore.tables.files import load
from mjcore.tables.mcr import (
    N_BYTES,
    REPEATED,
    SEVEN_PAIRS_TILE_FANS,
    SINGLE,
    mcr_tables,
)
from mjcore.tables.parts import first_parts, parts_of
from mjcore.words.fans import FAN_BY_KEY, FANS
from mjcore.words.mcr import MCR, MCR_1998, McrRules
from tests.oracles import mcr_catalogue
from tests.oracles.mcr_combinations import CHOW_FANS, CHOW_FANS_WITH_PAIR, PUNG_FANS, PUNG_FANS_WITH_PAIR
from tests.oracles.mcr_hand import RANKS
from tests.oracles.mcr_readings import KNITTED_PATTERNS
from tests.oracles.sets import CHOW_STARTS


def held(bits):
    return {rank for rank in range(1, 10) if bits >> rank - 1 & 1}


# Kinds


def test_ranks_are_bits_from_the_lowest():
    assert (ranks("1"), ranks("9"), ranks("19"), ranks("")) == (1, 256, 257, 0)


def test_fans_of_ranks_hold_when_no_other_rank_occurs():
    stated = {"all_terminals": {1, 9}} | {fan: set(allowed) for fan, allowed in RANKS.items()}
    assert rank_fans(0, honours=False) == set()
    assert rank_fans(0, honours=True) == {"all_honors"}
    for mask in range(1, 512):
        there = held(mask)
        assert rank_fans(mask, honours=False) == {fan for fan, ranks in stated.items() if there <= ranks}
        terminals = {"all_terminals_and_honors"} if there <= {1, 9} else set()
        assert rank_fans(mask, honours=True) == terminals


def test_fans_of_suits_are_those_of_the_list():
    found = {
        case: suit_fans(case[0], winds=case[1], dragons=case[2]) for case in product(range(4), *[(0, 1)] * 2)
    }
    assert {case for case, fans in found.items() if "no_honors" in fans} == {(n, 0, 0) for n in range(4)}
    assert {case for case, fans in found.items() if "full_flush" in fans} == {(1, 0, 0)}
    assert {case for case, fans in found.items() if "half_flush" in fans} == {(1, 0, 1), (1, 1, 0), (1, 1, 1)}
    assert {case for case, fans in found.items() if "one_voided_suit" in fans} == {
        (2, winds, dragons) for winds, dragons in product((0, 1), repeat=2)
    }
    assert {case for case, fans in found.items() if "all_types" in fans} == {(3, 1, 1)}


# Blocks


def blocks():
    """Every chow, pung and pair: its sort, its kind and its tiles as text."""
    for start in CHOW_STARTS:
        yield "chow", start, [start, start + 1, start + 2]
    for kind in range(34):
        yield "pung", kind, [kind]
        yield "pair", kind, [kind]


@pytest.mark.parametrize(("sort", "kind", "kinds"), list(blocks()))
def test_a_block_has_the_traits_that_its_tiles_show(sort, kind, kinds):
    tiles = [mj.tile_text([one]) for one in kinds]
    suited = tiles[0][1] != "z"
    stated = {
        "chow": sort == "chow" or (sort == "pair" and suited),
        "pung": sort != "chow",
        "outside": not suited or any(tile[0] in "19" for tile in tiles),
        "five": suited and any(tile[0] == "5" for tile in tiles),
        "even": suited and all(tile[0] in "2468" for tile in tiles),
    }
    assert block_traits(sort, kind) == {trait for trait, holds in stated.items() if holds}


# Sets together


@pytest.mark.parametrize("size", [2, 3, 4])
def test_chows_together_make_what_the_list_says(size):
    for chows in combinations_with_replacement(range(21), size):
        kinds = [CHOW_STARTS[chow] for chow in chows]
        expected = [fan for fan, holds in CHOW_FANS[size].items() if holds(kinds)]
        assert families.chow_fans(chows) == expected, kinds
        assert len(expected) < 2


def test_terminal_chows_need_their_pair_of_fives():
    found = {}
    for chows in combinations_with_replacement(range(21), 4):
        kinds = [CHOW_STARTS[chow] for chow in chows]
        ends = [chow % 7 for chow in sorted(chows, key=lambda chow: chow % 7)] == [0, 0, 6, 6]
        for pair in range(34) if ends else (4, 13, 22):
            fans = families.chow_fans(chows, pair)
            expected = {fan for fan, holds in CHOW_FANS_WITH_PAIR[4].items() if holds(kinds, pair)}
            assert set(fans) == expected
            for fan in fans:
                found.setdefault(fan, set()).add((chows, pair))
    assert {fan: len(hands) for fan, hands in found.items()} == {
        "pure_terminal_chows": 3,
        "three_suited_terminal_chows": 3,
    }


@pytest.mark.parametrize("size", [2, 3, 4])
def test_pungs_together_make_what_the_list_says(size):
    for pungs in combinations(range(34), size):
        expected = {fan for fan, holds in PUNG_FANS[size].items() if holds(pungs)}
        assert set(families.pung_fans(pungs)) == expected, pungs
        if size < 4 and size in PUNG_FANS_WITH_PAIR and max(pungs) >= 27:
            for pair in set(range(34)) - set(pungs):
                with_pair = {fan for fan, holds in PUNG_FANS_WITH_PAIR[size].items() if holds(pungs, pair)}
                assert set(families.pung_fans(pungs, pair)) == with_pair, (pungs, pair)


def edges(*fans):
    return [(fan, frozenset(sets)) for fan, sets in fans]


def selections(*fans):
    """Legal selections as words: each fan as often as it counts."""
    found = legal_selections(edges(*fans))
    return {"".join(fan * n for fan, n in one) for one in found}


def test_a_selection_takes_no_sets_apart():
    found = selections(("a", (0, 1, 2)), ("b", (0, 1)), ("c", (2, 3)))
    assert found == {"", "a", "b", "c", "ac", "bc"}


def test_a_selection_joins_a_combined_set_once_only():
    circle = selections(("a", (0, 1)), ("b", (1, 2)), ("c", (2, 3)), ("d", (3, 0)))
    assert {one for one in circle if len(one) > 2} == {"abc", "abd", "acd", "bcd"}
    assert circle == selections(("a", (0, 1)), ("c", (2, 3)), ("b", (1, 2)), ("d", (0, 3)))


def test_no_set_makes_the_same_fan_twice_and_the_pair_may():
    assert selections(("a", (0, 1)), ("a", (1, 2))) == {"", "a"}
    assert selections(("a", (0, 1)), ("a", (2, 3))) == {"", "a", "aa"}
    assert selections(("b", (0, PAIR)), ("b", (1, PAIR))) == {"", "b", "bb"}


# Kongs, circumstances, patterns


@pytest.mark.parametrize("mixed", ["5", "6", "separate"])
def test_kongs_and_concealed_pungs_are_one_fan_each(mixed):
    one = {
        (1, 0): "concealed_kong",
        (0, 1): "melded_kong",
        (2, 0): "two_concealed_kongs",
        (0, 2): "two_melded_kongs",
    }
    words = {2: "two_concealed_pungs", 3: "three_concealed_pungs", 4: "four_concealed_pungs"}
    for concealed, melded, others in product(range(5), repeat=3):
        if concealed + melded + others > 4:
            continue
        n_kongs = concealed + melded
        if n_kongs > 2:
            expected = {"four_kongs" if n_kongs == 4 else "three_kongs"}
        elif (concealed, melded) == (1, 1):
            apart = {"concealed_kong", "melded_kong"}
            expected = apart if mixed == "separate" else {"concealed_kong_and_melded_kong"}
        else:
            expected = {one[concealed, melded]} if n_kongs else set()
        n = concealed + others
        if n > 2 or (n == 2 and concealed < 2) or (n == 2 and n_kongs > 2):
            expected.add(words[n])
        assert kong_fans(concealed, melded, others, mixed) == expected, (concealed, melded, others)


def test_circumstances_raise_the_fans_of_section_3():
    for source, last, concealed, melded in product(SOURCES, *[(False, True)] * 3):
        found = families.win_fans(source, last_wall=last, concealed=concealed, all_melded=melded)
        drawn = source in ("wall", "replacement")
        stated = {
            "self_drawn": drawn,
            "last_tile_draw": drawn and last,
            "out_with_replacement_tile": source == "replacement",
            "fully_concealed_hand": drawn and concealed,
            "last_tile_claim": not drawn and last,
            "robbing_the_kong": source == "robbed",
            "concealed_hand": not drawn and concealed,
            "melded_hand": not drawn and melded,
        }
        assert found == {fan for fan, holds in stated.items() if holds}


def test_six_knitted_patterns_give_each_chain_to_a_suit():
    assert set(map(frozenset, families.knitted_patterns())) == set(KNITTED_PATTERNS)
    for pattern in families.knitted_patterns():
        suits = [{kind % 9 + 1 for kind in pattern if kind // 9 == suit} for suit in range(3)]
        assert sorted(map(sorted, suits)) == [[1, 4, 7], [2, 5, 8], [3, 6, 9]]


# The arrays


def test_every_fan_is_made_by_one_family():
    made = {
        *families.WITHIN_RANKS, *families.WITHIN_KINDS, "all_honors", "all_terminals_and_honors",
        *(fan for n, w, d in product(range(4), (0, 1), (0, 1)) for fan in suit_fans(n, w, d)),
        *families.EVERY_BLOCK, *families.CHOW_EDGES, *families.TERMINAL_CHOWS,
        *families.PUNG_EDGES, *families.PUNG_PAIR_EDGES,
        *(fan for kongs in product(range(5), repeat=3) if sum(kongs) < 5 for fan in kong_fans(*kongs, "5")),
        *(
            fan
            for source, last, open_ in product(SOURCES, (0, 1), (0, 1))
            for fan in families.win_fans(source, last_wall=last, concealed=not open_, all_melded=open_)
        ),
        *SINGLE,
    }  # fmt: skip
    assert made == set(FAN_BY_KEY)


def test_fans_that_count_more_than_once_are_those_of_the_catalogue():
    assert {fan.key for fan in FANS if fan.repeats} == {*REPEATED, "flower_tiles"}
    assert set(SEVEN_PAIRS_TILE_FANS) == mcr_catalogue.SEVEN_PAIRS_TILE_FANS


def test_sets_of_fans_are_bits_of_the_rows():
    rows = MCR.fan_rows()
    tables = mcr_tables(MCR)
    assert tables.points.tolist() == [fan.points for fan in rows]
    assert tables.column.tolist() == [fan.number - 1 for fan in rows]
    for fan, (a, b) in zip(rows, tables.excludes.tolist(), strict=True):
        bits = a | b << 64
        set_by_set = {"dragon_pung"} if fan.key in USED_DRAGONS else set()
        assert {rows[n].key for n in range(len(rows)) if bits >> n & 1} == set(fan.excludes) - set_by_set
    assert 0 < tables.nbytes < 1 << 20


def test_a_fan_that_is_not_there_has_no_bit():
    tables = mcr_tables(MCR_1998)
    assert len(tables.points) == 81
    without = mcr_tables(McrRules(disabled=["nine_gates", "flower_tiles"]))
    assert without.single[[SINGLE.index("nine_gates"), SINGLE.index("flower_tiles")]].tolist() == [-1, -1]


@pytest.mark.parametrize(("name", "first"), [("number", 0), ("honours", 27)])
def test_a_partition_says_what_a_tile_can_do_in_it(name, first):
    table = load(name)
    parts = parts_of(table)
    assert len(parts) == len(table.partitions)
    for id, part in enumerate(first_parts(table, parts)[1:], 1):
        start, stop = table.partition_start[id : id + 2].tolist()
        assert part == parts[start]
        assert set(parts["n_more"][start:stop]) == {stop - start - 1}
    for part, (n_sets, *names, pair) in zip(parts, table.partitions.tolist(), strict=True):
        chows = sorted(one for one in names[:n_sets] if one < 16)
        pungs = {one - 16 for one in names[:n_sets] if one >= 16}
        assert part["chows"][: part["n_chows"]].tolist() == chows
        assert (part["pair"], bits(part["pungs"])) == (pair, pungs)
        ends = {(chow, rank) for chow in chows for rank in (chow, chow + 2)}
        assert bits(part["side"]) == {rank for chow, rank in ends - {(0, 2), (6, 6)}}
        assert bits(part["middle"]) == {chow + 1 for chow in chows}
        assert bits(part["edge"]) == {rank for chow, rank in ((0, 2), (6, 6)) if chow in chows}
        of_blocks = [block_traits("chow", first + chow) for chow in chows]
        of_blocks += [block_traits("pung", first + pung) for pung in pungs]
        of_blocks += [block_traits("pair", first + pair)] if pair != 255 else []
        in_all = set(families.TRAITS).intersection(*of_blocks)
        assert {families.TRAITS[n] for n in bits(part["traits"])} == in_all


def bits(mask):
    return {n for n in range(16) if int(mask) >> n & 1}


def test_melds_are_what_their_codes_say():
    melds = mcr_tables(MCR).melds
    for sort, kind in product(range(4), range(34)):
        meld = melds[sort << 6 | (kind + 1)]
        if sort or kind in CHOW_STARTS:
            expected = block_traits("pung" if sort else "chow", kind)
            assert {families.TRAITS[n] for n in bits(meld["traits"])} == expected
            in_it = {kind} if sort else {kind, kind + 1, kind + 2}
            kinds = [
                {n for n in range(34) if int(meld[name]) >> n & 1} for name in ("kinds", "pungs", "kongs")
            ]
            assert kinds == [in_it, in_it if sort else set(), in_it if sort > 1 else set()]
            assert int(meld["n"]).to_bytes(4, "little") == bytes([sort == 0, sort == 3, sort == 2, sort != 3])
            assert int(meld["symbol"]) == (0 if sort else 7 * (kind // 9) + kind % 9)
    assert melds[0]["traits"] == (1 << len(families.TRAITS)) - 1
    assert not any(melds[0][name] for name in ("kinds", "pungs", "kongs", "n", "symbol"))


def test_bytes_of_sets_of_fans_exclude_and_are_worth_what_their_fans_are():
    for rules in (MCR, MCR_1998):
        tables, rows = mcr_tables(rules), rules.fan_rows()
        for at, value in product(range(N_BYTES), (0, 1, 2, 3, 5, 128, 170, 255)):
            here = [row for row in range(len(rows)) if row // 8 == at and value >> row % 8 & 1]
            assert tables.points_by_byte[at, value] == sum(rows[row].points for row in here)
            excluded = np.bitwise_or.reduce(tables.excludes[here], axis=0, initial=0)
            assert np.array_equal(tables.excludes_by_byte[at, value], excluded)
