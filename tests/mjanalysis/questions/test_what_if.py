"""Hands scored by other rules, against the same walls played by them by players who do not look at points."""

import numpy as np
import pandas as pd
import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis.hand_rows import columns_of, seat_columns
from mjanalysis.questions.rescoring import columns_needed, rescore
from mjanalysis.questions.what_if import WhatIf
from tests.mjanalysis.test_cli import refused
from tests.mjanalysis.test_cli import run as shell

SOFT = mj.SOFT_EIGHT.replace(min_main_tiles=6)
MCR = mj.MCR.replace(min_points=0)
ZHA = (2, 0, 1, 0)

#: Changes that the policy `efficient` does not look at, so that play is the same.
PAYMENTS = [
    (SOFT, {}),
    (SOFT, {"base_points": 6, "base_points_pure": 9, "dealer_bonus": 3}),
    (SOFT, {"fan_value": 2, "fans": ["DRAGON", "SEVEN", "KONGBOTTOM"]}),
    (SOFT, {"fan_formula": "exponential", "fan_cap": 2}),
    (SOFT, {"winner_kong_scope": "flat", "kong_on_ron_nondiscarder": "void"}),
    (SOFT, {"kong_concealed_points": 5, "kong_open_points": 3, "dealer_bonus_on_kong": True}),
    (SOFT, {"loser_kongs": "netted"}),
    (SOFT, {"ron_payers": "all_three", "kong_bottom_payer": "kong_feeder"}),
    (SOFT, {"zha_model": "mutual_max"}),
    (SOFT.replace(loser_kongs="netted", kong_on_ron_nondiscarder="flat"), {"fan_value": 3}),
    (SOFT.replace(drawn_hand_kongs="flat"), {"kong_open_points": 1}),
    (MCR, {}),
    (MCR, {"points": {"all_chows": 5, "pure_straight": 24}, "disabled": ["short_straight"]}),
    (MCR, {"stake": 3, "tile_hog_honors": False}),
    (MCR, {"new_fans": {"quiet": {"points": 7, "together": ["all_simples"]}}}),
]


def played(rules, **given):
    setup = {"deals": 2_400, "policy": "efficient", "seed": 11, "chunk": 1_200, "hands": True}
    return ma.simulate(rules, **(setup | given))


@pytest.fixture(scope="module")
def runs():
    """Runs by their rules, each played once."""
    found = {}

    def run_of(rules):
        if rules not in found:
            zha = {"zha": ZHA} if isinstance(rules, mj.SoftEightRules) else {}
            found[rules] = played(rules, dealer="rotate", **zha)
        return found[rules]

    return run_of


@pytest.mark.parametrize(("rules", "changes"), PAYMENTS, ids=lambda value: str(value)[:60])
def test_each_hand_pays_what_it_pays_when_it_is_played_by_the_other_rules(runs, rules, changes):
    run, new = runs(rules), rules.replace(**changes)
    again = runs(new)
    known = 0
    for k in range(len(run.parts)):
        found = rescore(columns_of(run.parts.source(k), columns_needed(run)), rules, new, run.setup["zha"])
        columns = columns_of(again.parts.source(k), seat_columns("points"))
        points = np.stack(list(columns.values()), axis=1)
        np.testing.assert_array_equal(found.points[found.known], points[found.known])
        known += found.known.sum()
    assert known > 0.995 * len(run)
    if not changes:
        assert known == len(run)


def test_by_its_own_rules_a_run_keeps_its_points(runs):
    for rules in (SOFT, MCR):
        found = ma.what_if(runs(rules), rules)
        for frame in (found.seats, found.positions):
            by_measure = frame.set_index("measure")
            assert (by_measure.loc["difference", ["value", "low", "high"]] == 0).all(axis=None)
            assert (
                by_measure.loc["rescored", "value"].tolist() == by_measure.loc["as played", "value"].tolist()
            )
        counts = found.wins.set_index("measure")["hits"]
        assert counts["stands, of wins"] == counts["won"] == (runs(rules).frame["outcome"] == "won").sum()
        assert (found.fans["wins_before"] == found.fans["wins_after"]).all()
        assert (found.fans[["value", "low", "high"]] == 0).all(axis=None)


def winning_hands(run):
    return np.frombuffer(b"".join(run.frame["winning_hand"].dropna()), dtype=mj.HAND_DTYPE)


def test_wins_that_do_not_stand_are_counted_and_pay_nothing(runs):
    run, new = runs(MCR), MCR.replace(min_points=10)
    found = ma.what_if(run, new)
    legal = mj.score(winning_hands(run), new)["legal"]
    counts = found.wins.set_index("measure")[["hits", "n"]]
    assert counts.loc["refused, of wins"].tolist() == [(~legal).sum(), len(legal)]
    points = run.frame[seat_columns("points")].to_numpy()
    after = points * 0
    after[np.flatnonzero(run.frame["outcome"] == "won")[legal]] = points[run.frame["outcome"] == "won"][legal]
    seats = found.seats.set_index(["measure", "seat"])["value"]
    for seat in range(4):
        assert seats["rescored", seat] == pytest.approx(after[:, seat].mean())
        paired = ma.Mean.of(after[:, seat] - points[:, seat])
        row = found.seats.set_index(["measure", "seat"]).loc[("difference", seat)]
        assert (row["value"], row["low"], row["high"]) == pytest.approx((paired.value, *paired.interval()))


def test_what_a_fan_brings_is_what_it_counts_for(runs):
    run = runs(MCR)
    found = ma.what_if(run, MCR.replace(points={"all_chows": 5}))
    times = mj.score(winning_hands(run), MCR)["fans"][:, 62]
    row = found.fans.set_index("fan").loc["all_chows"]
    assert row["wins_before"] == np.count_nonzero(times)
    assert row["value"] == pytest.approx(3 * times.mean())
    soft = ma.what_if(runs(SOFT), SOFT.replace(fan_value=2)).fans.set_index("fan")
    scored = mj.score(winning_hands(runs(SOFT)), SOFT)
    brought = scored["fans"][:, 1].astype(int) * scored["base"]
    assert soft.loc["DRAGON", "value"] == pytest.approx(brought.mean())


def test_points_of_wins_are_those_of_the_scorer(runs):
    run, new = runs(MCR), MCR.replace(min_points=10, points={"all_chows": 5})
    found = ma.what_if(run, new).points["value"].tolist()
    before, after = (mj.score(winning_hands(run), rules) for rules in (MCR, new))
    worths = [(one["points"] + one["flowers"])[after["legal"]].mean() for one in (before, after)]
    assert found == pytest.approx([*worths, worths[1] - worths[0]])


def test_playing_again_shows_what_changes_in_play(runs):
    run, new = runs(SOFT), SOFT.replace(min_main_tiles=8)
    found = ma.what_if(run, new, replay=True)
    again = played(new, dealer="rotate", zha=ZHA)
    pd.testing.assert_frame_equal(found.replayed.frame, again.frame)
    value = found.seats.set_index(["measure", "seat"])["value"]
    for seat in range(4):
        assert value["played again", seat] == pytest.approx(again.frame[f"points_{seat}"].mean())
        whole = value["difference, played again", seat]
        assert whole == pytest.approx(value["played again", seat] - value["as played", seat])
        assert value["difference", seat] + value["difference of play alone", seat] == pytest.approx(whole)
    counts = found.wins.set_index("measure")["hits"]
    assert counts["won, played again"] == (again.frame["outcome"] == "won").sum()


def test_sessions_are_clusters_and_are_not_played_again():
    run = played(SOFT, sessions=8)
    found = ma.what_if(run, SOFT.replace(fan_value=2))
    assert set(found.seats["n"]) == {300}
    with pytest.raises(mj.MahjongError, match="the same walls cannot be played again"):
        ma.what_if(run, SOFT.replace(fan_value=2), replay=True)


def test_stakes_against_the_dealer_stay_as_they_were_staked():
    run = played(SOFT, sessions=24, di="highest")
    same = ma.what_if(run, SOFT).seats.set_index("measure")
    assert (same.loc["difference", ["value", "low", "high"]] == 0).all(axis=None)
    one_sided = SOFT.replace(di_symmetric=False)
    found = ma.what_if(run, one_sided).positions.set_index(["measure", "position"])["value"]
    assert found["difference", "dealer"] < 0  # he no longer gains when he wins, and pays as before
    plain = ma.what_if(played(SOFT, sessions=24), one_sided).positions.set_index("measure")
    assert (plain.loc["difference", "value"] == 0).all()
    with pytest.raises(mj.RuleError, match="di_start: it changes the stakes of the run"):
        ma.what_if(run, SOFT.replace(di_start=4))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"tail_tiles": 4}, "tail_tiles: it changes how hands are played"),
        ({"ready_dead_wait": "allow"}, "ready_dead_wait: it changes how hands are played"),
        ({"dealer_after_win": "rotate_unless_dealer_wins"}, "dealer_after_win: it changes how"),
        ({"multi_ron": "all"}, "multi_ron: the rows of a run keep one winning hand"),
        ({"added_kong_payer": "all_three"}, "do not say which kongs were added to pungs"),
        ({"drawn_hand_kongs": "flat"}, "do not say who fed its kongs"),
    ],
)
def test_rules_that_are_played_otherwise_are_refused(runs, changes, said):
    with pytest.raises(mj.RuleError, match=said):
        ma.what_if(runs(SOFT), SOFT.replace(**changes))


def test_other_refusals_say_why(runs):
    with pytest.raises(mj.RuleError, match="flowers: other tiles are played with"):
        ma.what_if(runs(MCR), MCR.replace(flowers=False))
    with pytest.raises(mj.RuleError, match="hands of mcr are scored by other rules of it"):
        ma.what_if(runs(MCR), SOFT)
    with pytest.raises(mj.MahjongError, match="did not keep its winning hands"):
        ma.what_if(played(MCR, hands=False), MCR)
    with pytest.raises(mj.MahjongError, match="the hands of a Run are scored again"):
        ma.what_if(5, MCR)
    both = played(SOFT.replace(multi_ron="all"))
    with pytest.raises(mj.RuleError, match="keep one winning hand of a tile that several won on"):
        ma.what_if(both, both.rules.replace(fan_value=2))


def test_it_says_that_play_is_held_fixed(runs):
    found = ma.what_if(runs(MCR), MCR.replace(min_points=10))
    assert isinstance(found, WhatIf)
    assert str(found).startswith("Play is held fixed")
    for name in ("wins", "points", "seats", "positions", "fans"):
        ma.columns.described(getattr(found, name))
        assert ma.provenance_of(getattr(found, name))["command"].startswith("ma.what_if(ma.simulate(")
    axes = found.plot()
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["as played", "rescored"]


def test_hands_that_stay_open_are_left_out_and_counted():
    """A loser's kong that nobody paid for may have been fed or not; by rules that pay for it, who knows."""
    run = played(SOFT.replace(loser_kongs="void"))
    found = ma.what_if(run, SOFT)
    wins = found.wins.set_index("measure").loc["left out"]
    kongs = run.frame[seat_columns("kongs")].to_numpy()
    won = run.frame[seat_columns("won")].to_numpy()
    assert 0 < wins["hits"] <= ((kongs * ~won).any(axis=1)).sum()
    assert set(found.seats["n"]) == {len(run) - wins["hits"]}
    assert "left out of the points of seats" in str(found)


def test_the_command_scores_a_stored_run_or_plays_one(tmp_path):
    given = ("--set", "min_main_tiles=6", "--policy", "efficient", "--seed", 3, "--deals", 1000)
    folder = tmp_path / "run"
    assert shell("simulate", *given, "--hands", "--store", folder).exit_code == 0
    paths = [tmp_path / "stored.csv", tmp_path / "played.csv"]
    for path, words in zip(paths, ((folder,), given), strict=True):
        result = shell("what-if", *words, "--change", "fan_value=2", "--replay", "--out", path)
        assert result.exit_code == 0, result.output
    tables = [pd.read_csv(path.with_name(f"{path.stem}-seats.csv")) for path in paths]
    pd.testing.assert_frame_equal(*tables)
    assert "difference of play alone" in tables[0]["measure"].tolist()
    assert "it changes how hands are played" in refused("what-if", folder, "--change", "tail_tiles=4")
    assert "--change" in refused("what-if", folder)
