"""Exact tables of fans over all complete hands, against published counts of shapes and themselves."""

import json
import runpy
from pathlib import Path

import numpy as np
import pytest

import mjcore as mj
from mjcore import census
from mjcore.counting.hands import seven_pairs, special_hands, standard_hands
from mjcore.tables._tables import tables_of

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"
EXACT = json.loads((DATA / "exact.json").read_text())
COMPLETE = EXACT["complete_hands_14"]
FOURTEEN_SINGLES = 4**14


def published(key):
    return int(COMPLETE[key]["distinct"]), int(COMPLETE[key]["weighted"])


def sums(rows):
    return int(rows["distinct"].sum()), int(rows["weighted"].sum())


def test_complete_mcr_hands_are_as_many_as_published():
    rows = census.complete_hands(mj.MCR)
    assert sums(rows) == published("mcr_union shapes (no 8-fan test)")
    by_form = {form: sums(rows[rows["form"] == form]) for form in np.unique(rows["form"]).tolist()}
    assert by_form["thirteen_orphans"] == published("thirteen_orphans")
    assert by_form["honors_and_knitted"] == published(
        "mcr_lesser+greater honours and knitted (全不靠 incl 七星不靠)"
    )
    assert by_form["knitted_straight"] == published("mcr_knitted straight + meld + pair (组合龙, 面子手)")


@pytest.mark.parametrize("form", ["honors_and_knitted", "knitted_straight"])
def test_a_knitted_form_is_counted_alone(form):
    assert sums(census.complete_hands(form)) == sums(
        census.complete_hands(mj.MCR)[census.complete_hands(mj.MCR)["form"] == form]
    )


@pytest.mark.parametrize("rules", [mj.MCR, "honors_and_knitted", "knitted_straight"])
def test_distances_to_knitted_shapes_are_refused_rather_than_wrong(rules):
    with pytest.raises(mj.RuleError, match="knitted"):
        census.shanten_counts(13, rules)
    with pytest.raises(mj.RuleError, match="knitted"):
        census.wait_counts(rules)


def test_the_pieces_of_all_complete_hands_are_all_of_them():
    def total(pieces):
        n = weighted = 0
        for hands, ways in pieces:
            assert (hands.sum(axis=1) == 14).all()
            n, weighted = n + len(hands), weighted + int(ways.sum())
        return n, weighted

    assert total(standard_hands(tables_of("standard"))) == published("standard_4melds_pair")
    assert total(seven_pairs()) == published("seven_pairs_quad_counts_as_two_pairs")
    assert total(special_hands())[0] == 13 + 720 + 11016


def test_soft_eight_fans_follow_from_its_complete_hands():
    counts, rows = census.fan_counts(mj.SOFT_EIGHT), census.complete_hands(mj.SOFT_EIGHT)
    assert counts.total == counts.legal == 14 * int(rows["weighted"].sum()) == sum(counts.points.values())
    assert counts.with_fan["DRAGON"] == 14 * int(rows["weighted"][rows["dragon"]].sum())
    assert counts.joint["PURE", "DRAGON"] == 14 * int(rows["weighted"][rows["dragon"] & rows["pure"]].sum())


def test_fans_are_counted_under_rules_only():
    with pytest.raises(mj.RuleError, match="fans are counted under SoftEightRules or McrRules"):
        census.fan_counts("standard")


@pytest.mark.slow
def test_mcr_fans_over_all_complete_hands():
    counts = census.fan_counts(mj.MCR)
    assert counts.total == 14 * published("mcr_union shapes (no 8-fan test)")[1]
    assert counts.total == sum(counts.points.values())
    assert counts.with_fan["thirteen_orphans"] == 14 * published("thirteen_orphans")[1]
    greater, lesser = published("mcr_七星不靠")[1], published("mcr_全不靠 without 七星")[1]
    assert counts.with_fan["greater_honors_and_knitted_tiles"] == 14 * greater
    assert counts.with_fan["lesser_honors_and_knitted_tiles"] == 14 * lesser
    nine_suited = 6 * 21 * FOURTEEN_SINGLES  # the whole pattern and five of seven honours
    straight = published("mcr_knitted straight + meld + pair (组合龙, 面子手)")[1] + nine_suited
    assert counts.with_fan["knitted_straight"] == 14 * straight
    never = ("all_pungs", "melded_hand", "last_tile", "robbing_the_kong", "concealed_hand", "flower_tiles")
    for fan in never:  # concealed, self-drawn, and absorbed by Four Concealed Pungs
        assert counts.with_fan[fan] == 0, fan
    assert counts.joint["seven_pairs", "full_flush"] > 0
    assert counts.joint["seven_pairs", "self_drawn"] == counts.with_fan["seven_pairs"]
    assert counts.with_fan["self_drawn"] + counts.with_fan["fully_concealed_hand"] == counts.total
    assert counts.times["tile_hog"] > counts.with_fan["tile_hog"]
    assert counts.legal == sum(weight for points, weight in counts.points.items() if points >= 8)
    made = runpy.run_path(str(ROOT / "docs" / "make_fan_wins.py"))
    assert made["FILE"].read_text(encoding="utf-8") == made["as_toml"](counts)
