"""Exact tables say what the census counts, in declared columns, with provenance."""

import json
from math import comb

import numpy as np
import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis import columns, exact
from mjcore import census
from mjcore.counting.hands import special_hands
from mjcore.words.errors import HandError, RuleError

TWO_SUITS = mj.SoftEightRules(min_main_tiles=6, honours_one_suit=False)
RULES = ["standard", "seven_pairs", "thirteen_orphans", "riichi", mj.SOFT_EIGHT, TWO_SUITS]
every_rule = pytest.mark.parametrize("rules", RULES, ids=str)

TABLES = {
    "shanten_table": lambda: exact.shanten_table(mj.SOFT_EIGHT),
    "wait_table": lambda: exact.wait_table(mj.SOFT_EIGHT),
    "complete_table": lambda: exact.complete_table(mj.SOFT_EIGHT),
    "threshold_table": lambda: exact.threshold_table(thresholds=[7, 8]),
    "longest_suit_table": lambda: exact.longest_suit_table(),
    "fan_tables": lambda: exact.fan_tables(mj.SOFT_EIGHT).points,
}


@pytest.mark.parametrize("name", TABLES)
def test_every_column_is_declared_and_the_record_is_plain(name):
    frame = TABLES[name]()
    assert columns.described(frame)["name"].tolist() == list(frame)
    record = ma.provenance_of(frame)
    assert json.loads(json.dumps(record)) == record
    assert name in record["command"]
    assert (record["seed"], record["n"], record["n_requested"]) == (None, None, None)
    digests = [rules["digest"] for rules in record["rules"]]
    assert digests == ([] if name == "longest_suit_table" else [mj.SOFT_EIGHT.digest])
    assert len(frame) == len(frame.drop_duplicates())


@every_rule
def test_distances_are_those_of_the_census(rules):
    frame = exact.shanten_table(rules)
    assert list(frame) == list(columns.EXACT_SHANTEN)
    assert set(frame["tiles"]) == {13, 14}
    for n, rows in frame.groupby("tiles"):
        weighted, distinct = (rows.set_index("shanten")[name].to_dict() for name in ("weighted", "distinct"))
        assert weighted == census.shanten_counts(n, rules)
        assert distinct == census.shanten_counts(n, rules, distinct=True)
        assert sum(weighted.values()) == comb(136, n)
        assert rows["probability"].sum() == pytest.approx(1, abs=1e-12)
    assert frame["weighted"].dtype.kind in "iu"  # exact: floats end at 2^53
    assert set(frame["min_main_tiles"]) == {0 if isinstance(rules, str) else rules.shape.min_main_tiles}


def test_only_the_sizes_asked_for_are_in_the_table():
    assert set(exact.shanten_table("standard", tiles=[14])["tiles"]) == {14}
    with pytest.raises(HandError, match="13 or 14 tiles"):
        exact.shanten_table("standard", tiles=[13, 12])


@every_rule
@pytest.mark.parametrize("by", ["kinds", "tiles"])
def test_waits_are_those_of_the_census(rules, by):
    frame = exact.wait_table(rules, by=by)
    assert frame.set_index("waits")["weighted"].to_dict() == census.wait_counts(rules, by=by)
    assert frame.set_index("waits")["distinct"].to_dict() == census.wait_counts(rules, by=by, distinct=True)
    ready = exact.shanten_table(rules, tiles=[13]).set_index("shanten").loc[0]
    assert frame["weighted"].sum() == ready["weighted"]
    assert frame["probability"].sum() == pytest.approx(ready["probability"], rel=1e-12)


@pytest.mark.parametrize("rules", ["standard", "riichi", "knitted_straight", mj.MCR], ids=str)
def test_complete_hands_without_a_main_suit_stand_by_their_longest(rules):
    frame = exact.complete_table(rules)
    assert list(frame)[:4] == ["rules", "min_main_tiles", "form", "longest"]
    assert list(frame)[4:] == ["weighted", "distinct", "probability"]
    assert columns.described(frame)["name"].tolist() == list(frame)
    rows = census.complete_hands(rules)
    assert len(frame) == len(set(zip(rows["form"].tolist(), rows["main_tiles"].tolist(), strict=True)))
    for form, longest, weighted, distinct in frame[["form", "longest", "weighted", "distinct"]].to_numpy():
        of = rows[(rows["form"] == form) & (rows["main_tiles"] == longest)]
        assert (weighted, distinct) == (of["weighted"].sum(), of["distinct"].sum())
    assert frame["weighted"].sum() == rows["weighted"].sum()
    assert frame["weighted"].dtype.kind in "iu"


def test_of_equally_long_suits_the_first_is_the_main_suit():
    frame = exact.complete_table(mj.SOFT_EIGHT.replace(min_main_tiles=5))
    six = frame[frame["main_tiles"] == 6].groupby("main_suit")["weighted"].sum()
    assert six["m"] > six["p"] > six["s"] > six["z"]
    eight = exact.complete_table(mj.SOFT_EIGHT).groupby("main_suit")["weighted"].sum()
    assert eight["m"] == eight["p"] == eight["s"]


@pytest.mark.parametrize("rules", [mj.SOFT_EIGHT, TWO_SUITS], ids=str)
def test_complete_hands_are_those_of_the_census(rules):
    frame = exact.complete_table(rules)
    rows = census.complete_hands(rules)
    assert len(frame) == len(rows)
    for name in ("form", "main_tiles", "pure", "dragon", "seven", "weighted", "distinct"):
        assert (frame[name].to_numpy() == rows[name]).all()
    letters = ("m", "p", "s", "winds", "dragons") if rules is TWO_SUITS else ("m", "p", "s", "z")
    assert frame["main_suit"].tolist() == [letters[suit] for suit in rows["main_suit"]]
    won = exact.shanten_table(rules, tiles=[14]).set_index("shanten").loc[-1]
    assert frame["weighted"].sum() == won["weighted"]
    assert frame["probability"].sum() == pytest.approx(won["probability"], rel=1e-12)


def test_winds_and_dragons_are_named_only_where_honours_are_two_suits():
    assert "winds" in set(exact.complete_table(TWO_SUITS)["main_suit"])
    assert set(exact.complete_table(mj.SOFT_EIGHT)["main_suit"]) == {"m", "p", "s", "z"}


def test_thresholds_cost_what_the_rule_text_says():
    frame = exact.threshold_table().set_index("min_main_tiles")
    assert frame.index.tolist() == list(range(5, 15))
    assert frame.loc[8, ["complete", "ready"]].tolist() == [3_670_831_264_500, 10_849_116_772_232]
    assert round(1 / frame.loc[8, "complete_probability"], 1) == 1_157_859.0
    assert round(1 / frame.loc[8, "ready_probability"], 2) == 44_591.15
    assert frame["one_in_ready"].tolist() == (1 / frame["ready_probability"]).round().tolist()
    for name in ("complete", "ready", "complete_probability", "ready_probability"):
        assert frame[name].is_monotonic_decreasing
    assert frame["mean_shanten"].is_monotonic_increasing
    # 2.1 of the rules: seven and eight are one rule, and so are thirteen and fourteen.
    assert (frame.loc[7] == frame.loc[8]).drop("rules").all()
    assert (frame.loc[13] == frame.loc[14]).drop("rules").all()


def test_mean_distances_are_those_of_the_whole_distribution():
    table = exact.threshold_table(TWO_SUITS, thresholds=[6, 11]).set_index("min_main_tiles")
    for threshold in (6, 11):
        rows = exact.shanten_table(TWO_SUITS.replace(min_main_tiles=threshold), tiles=[13])
        mean = (rows["shanten"] * rows["probability"]).sum()
        assert table.loc[threshold, "mean_shanten"] == pytest.approx(mean, rel=1e-12)


@pytest.mark.parametrize("thresholds", [[0], [8, 15], [-1], ["eight"], [7.5], "89", 8, None])
def test_thresholds_that_cannot_be_are_refused(thresholds):
    with pytest.raises(RuleError, match="min_main_tiles"):
        exact.threshold_table(thresholds=thresholds)


def test_a_threshold_of_the_rules_is_looked_at_or_refused():
    nine = mj.SOFT_EIGHT.replace(min_main_tiles=9)
    assert exact.threshold_table(nine, thresholds=[9]).equals(exact.threshold_table(thresholds=[9]))
    with pytest.raises(RuleError, match="min_main_tiles=9 of the rules is none of the thresholds"):
        exact.threshold_table(nine, thresholds=[8, 10])


@pytest.mark.parametrize("rules", ["standard", mj.MCR, 3, None])
def test_rules_without_a_threshold_have_no_table_of_thresholds(rules):
    with pytest.raises(RuleError, match="thresholds are an option of SoftEightRules"):
        exact.threshold_table(rules)


@pytest.mark.parametrize("table", [exact.shanten_table, exact.wait_table, exact.complete_table])
@pytest.mark.parametrize("rules", [3, None, "no such form", [mj.SOFT_EIGHT]])
def test_what_is_no_rule_set_and_no_form_is_refused(table, rules):
    with pytest.raises(RuleError, match="neither a rule set nor a form"):
        table(rules)


@pytest.mark.parametrize("tiles", [13, "13", [13.5], None])
def test_sizes_that_cannot_be_are_refused(tiles):
    with pytest.raises(HandError, match="13 or 14 tiles"):
        exact.shanten_table("standard", tiles=tiles)
    with pytest.raises(HandError, match="1 to 14 tiles"):
        exact.longest_suit_table(tiles=tiles)


def test_the_command_of_a_record_gives_the_table_again():
    rules = mj.SoftEightRules(min_main_tiles=9, honours_one_suit=False)
    tables = [
        exact.shanten_table(rules, tiles=iter([14])),
        exact.shanten_table("riichi"),
        exact.wait_table(rules, by="tiles"),
        exact.wait_table("thirteen_orphans"),
        exact.complete_table(rules),
        exact.threshold_table(rules, thresholds=(t for t in (11, 9))),
        exact.threshold_table(rules),
        exact.longest_suit_table(tiles=np.array([5, 3]), honours_one_suit=False),
    ]
    for table in tables:
        record = ma.provenance_of(table)
        names = {record["name"] for record in record["rules"]}
        of = {"soft_eight": rules, "riichi": "riichi", "thirteen_orphans": "thirteen_orphans"}
        again = eval(record["command"], {"ma": ma, "rules": of[names.pop()] if names else None})
        assert again.equals(table), record["command"]
        assert ma.provenance_of(again)["command"] == record["command"]


def test_rules_without_a_threshold_are_named_by_what_they_have():
    assert exact.rules_name(mj.MCR) == "mcr"
    assert exact.threshold_of(mj.MCR) == 0
    assert exact.suit_letters(mj.MCR) == ("m", "p", "s", "z")
    for table in (exact.shanten_table, exact.wait_table):
        with pytest.raises(RuleError, match="not counted exactly"):
            table(mj.MCR)


@pytest.mark.parametrize("rules", [mj.SOFT_EIGHT, mj.SOFT_EIGHT.replace(fan_formula="exponential")], ids=str)
def test_fans_are_those_of_the_census(rules):
    tables, counts = exact.fan_tables(rules, progress=True), census.fan_counts(rules)
    for frame in (tables.fans, tables.points, tables.pairs, tables.by_minimum([8])):
        assert columns.described(frame)["name"].tolist() == list(frame)
    assert tables.fans["english"].tolist()[1] == "123, 456 and 789 of one suit"
    assert tables.fans["chinese"].tolist() == ["清一色", "一条龙", "七对"]
    assert dict(zip(tables.fans["fan"], tables.fans["wins"], strict=True)) == counts.with_fan
    assert dict(zip(tables.fans["fan"], tables.fans["times"], strict=True)) == counts.times
    assert dict(zip(tables.points["points"], tables.points["wins"], strict=True)) == counts.points
    assert tables.points["of_wins"].sum() == pytest.approx(1, abs=1e-12)
    assert tables.points["at_least"].iloc[0] == 1
    assert tables.points["at_least"].iloc[-1] == tables.points["of_wins"].iloc[-1]
    assert (tables.minimum, tables.reached) == (0, 1)
    assert ma.provenance_of(tables.fans)["command"] == "ma.exact.fan_tables(rules).fans"


def test_fans_of_mcr_are_counted_by_points_and_minimum(monkeypatch):
    monkeypatch.setattr("mjcore.counting.fans._pieces", lambda tables: [(p, False) for p in special_hands()])
    rules = mj.MCR.replace(min_points=30)
    tables = exact.fan_tables(rules, workers=1)
    enough = tables.points.loc[tables.points["points"] >= 30, "of_wins"].sum()
    assert tables.minimum == 30
    assert 0 < tables.reached < 1
    assert tables.reached == pytest.approx(enough) == tables.wins_with(30) / tables.total
    named = tables.fans.set_index("fan").loc["thirteen_orphans", ["english", "chinese", "fan_points"]]
    assert named.tolist() == ["Thirteen Orphans", "十三幺", 88]
    seen = []
    assert census.fan_counts(rules, on_scored=seen.append).total == tables.points["wins"].sum()
    assert sum(seen) == 13 + 720 + 11016


def test_pairs_of_fans_come_with_their_lift_the_highest_first():
    pairs, counts = exact.fan_tables(mj.SOFT_EIGHT).pairs, census.fan_counts(mj.SOFT_EIGHT)
    found = {
        (fan, other): wins for fan, other, wins in pairs[["fan", "other", "wins"]].itertuples(index=False)
    }
    assert found == {pair: wins for pair, wins in counts.joint.items() if wins}
    assert pairs["lift"].is_monotonic_decreasing
    first = pairs.iloc[0]
    chances = [counts.with_fan[first[name]] / counts.total for name in ("fan", "other")]
    assert first["lift"] == pytest.approx(first["of_wins"] / np.prod(chances))


def test_a_minimum_leaves_the_wins_that_have_so_many_points():
    tables = exact.fan_tables(mj.SOFT_EIGHT)
    frame = tables.by_minimum([0, 4, 5, 9, 99])
    wins = dict(zip(tables.points["points"], tables.points["wins"], strict=True))
    expected = [sum(n for points, n in wins.items() if points >= least) for least in frame["min_points"]]
    assert frame["wins"].tolist() == expected
    assert [tables.wins_with(least) for least in frame["min_points"]] == expected
    assert frame["below"].tolist() == [1 - share for share in frame["at_least"]]
    assert (frame["wins"].iloc[-1], tables.total) == (0, expected[0])
    record = ma.provenance_of(frame)
    assert record["command"] == "ma.exact.fan_tables(rules).by_minimum([0, 4, 5, 9, 99])"
    assert ma.provenance_of(tables.points)["command"] == "ma.exact.fan_tables(rules).points"
    with pytest.raises(HandError, match="minimums"):
        tables.by_minimum([-1])


def test_scoring_of_all_hands_can_be_stopped(monkeypatch):
    monkeypatch.setattr("mjcore.counting.fans._pieces", lambda tables: [(p, False) for p in special_hands()])
    for progress in (True, False):
        with pytest.raises(KeyboardInterrupt):
            exact.fan_tables(mj.MCR, stop=lambda: True, progress=progress)
    assert exact.fan_tables(mj.MCR, stop=lambda: False).total > 0


@pytest.mark.parametrize("rules", ["standard", "mcr", None])
def test_what_has_no_fans_has_no_table_of_them(rules):
    with pytest.raises(RuleError, match=r"fans are counted under|neither a rule set nor a form"):
        exact.fan_tables(rules)


@pytest.mark.parametrize("honours_one_suit", [True, False])
def test_longest_suits_are_those_of_the_census(honours_one_suit):
    frame = exact.longest_suit_table(tiles=[5, 13], honours_one_suit=honours_one_suit)
    for n, rows in frame.groupby("tiles"):
        expected = census.longest_suit_counts(n, honours_one_suit=honours_one_suit)
        assert rows.set_index("longest")["weighted"].to_dict() == expected
        assert rows["probability"].sum() == pytest.approx(1, abs=1e-12)
    with pytest.raises(HandError, match="1 to 14 tiles"):
        exact.longest_suit_table(tiles=[15])


def test_names_letters_and_thresholds_of_rules_and_forms():
    assert exact.rules_name("riichi") == "riichi"
    assert exact.rules_name(TWO_SUITS) == "soft_eight"
    assert [exact.threshold_of(rules) for rules in ("standard", mj.SOFT_EIGHT, TWO_SUITS)] == [0, 8, 6]
    assert exact.suit_letters("standard") == exact.suit_letters(mj.SOFT_EIGHT) == ("m", "p", "s", "z")
    assert exact.suit_letters(TWO_SUITS) == ("m", "p", "s", "winds", "dragons")


def test_integers_beyond_2_to_the_53_stay_exact_in_files(tmp_path):
    path = tmp_path / "longest.csv"
    frame = exact.longest_suit_table(tiles=[14])
    frame.to_csv(path, index=False)
    written = [int(line.split(",")[2]) for line in path.read_text().splitlines()[1:]]
    assert written == list(census.longest_suit_counts(14).values())
    assert max(written) > 2**53
    assert np.sum(written, dtype=object) == comb(136, 14)
