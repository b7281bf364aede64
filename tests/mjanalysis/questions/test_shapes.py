"""Distances to the five shapes are those of the kernels, and agree with what is counted exactly."""

import numpy as np
import pandas as pd
import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis import columns
from mjanalysis.questions.shapes import COUNTED, FORMS, MEASURES, shape_distances
from mjcore import census

DEALS, SEED = 60_000, 20261130


@pytest.fixture(scope="module")
def found():
    return shape_distances(deals=DEALS, seed=SEED)


@pytest.fixture(scope="module")
def shanten():
    """Distances of the same deals, one row a shape."""
    (rng,) = (np.random.default_rng(np.random.SeedSequence(SEED, spawn_key=(0, k))) for k in range(1))
    hands = mj.deal_hands(rng, DEALS)
    return pd.DataFrame(
        {form: mj.shanten(hands, form) for form in FORMS} | {"any": mj.shanten(hands, mj.MCR)}
    )


def test_the_nearest_shape_is_the_distance_under_the_rules(found, shanten):
    for form, rows in found.distances.groupby("form"):
        counts = shanten[form].value_counts().to_dict()
        assert {at: hits for at, hits in zip(rows["shanten"], rows["hits"], strict=True) if hits} == counts
        assert rows["hits"].sum() == DEALS


def test_exact_distances_stand_beside_those_that_are_counted(found):
    for form in FORMS:
        rows = found.distances[found.distances["form"] == form]
        if form in COUNTED:
            exact = {at: n / census.n_deals(13) for at, n in census.shanten_counts(13, form).items()}
            assert dict(zip(rows["shanten"], rows["exact"], strict=True)) == exact
        else:
            assert rows["exact"].isna().all()
            assert rows["shanten"].tolist() == list(range(rows["shanten"].max() + 1))
    known = found.distances[found.distances["exact"].notna()]
    # Chance of a false alarm: 1 in 1000.
    assert ma.agreement(known["hits"], known["n"], known["exact"])["p_adjusted"].min() > 0.001


def test_a_special_shape_is_nearer_where_its_distance_is_less(found, shanten):
    hits = found.nearer.set_index(["measure", "form"])["hits"].to_dict()
    special = list(FORMS[1:])
    for form in special:
        others = shanten[[other for other in FORMS if other != form]].min(axis=1)
        assert hits[MEASURES["nearer"], form] == (shanten[form] < shanten["standard"]).sum()
        assert hits[MEASURES["only"], form] == (shanten[form] < others).sum()
    assert hits[MEASURES["nearer"], "any"] == (shanten[special].min(axis=1) < shanten["standard"]).sum()
    assert len(hits) == 2 * len(special) + 1


def test_frames_are_declared_and_made_again_by_their_record(found):
    for frame, names in ((found.distances, columns.SHAPE_SHANTEN), (found.nearer, columns.SHAPES)):
        assert list(frame) == list(names)
        again = eval(ma.provenance_of(frame)["command"], {"ma": ma, "rules": mj.MCR})
        pd.testing.assert_frame_equal(again, frame)
        assert (frame["low"] <= frame["share"]).all()
        assert (frame["share"] <= frame["high"]).all()


def test_workers_change_nothing():
    one, two = (shape_distances(deals=150_000, seed=2, workers=workers) for workers in (1, 2))
    pd.testing.assert_frame_equal(one.distances, two.distances)
    pd.testing.assert_frame_equal(one.nearer, two.nearer)


def test_an_interrupted_run_says_how_many_deals_there_were():
    answers = [False, True]
    with pytest.warns(ma.PartialRun):
        found = shape_distances(deals=200_000, seed=2, stop=lambda: answers.pop(0))
    record = ma.provenance_of(found.nearer)
    assert record["n"] == found.nearer["n"].iloc[0] < record["n_requested"] == 200_000


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"rules": "mcr"}, "mj.MCR, without quotes"),
        ({"rules": mj.SOFT_EIGHT}, "five shapes are those of McrRules"),
        ({"deals": 0}, "deals"),
        ({"seed": -1}, "seed must"),
        ({"workers": 0}, "workers must"),
    ],
)
def test_runs_that_cannot_be_are_refused(changed, named):
    with pytest.raises(mj.MahjongError, match=named):
        shape_distances(**({"seed": 1, "deals": 10} | changed))
