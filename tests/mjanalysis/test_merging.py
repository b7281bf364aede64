"""Merged runs say what their runs say together: sums are sums, and sessions stay apart."""

import functools
import json
import os

import numpy as np
import pandas as pd
import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis import provenance
from mjanalysis.replicate import added

RULES = mj.MCR.replace(min_points=0)
GIVEN = {"deals": 1_050, "policy": "random", "chunk": 400, "dealer": "rotate"}
IN_SESSIONS = {"deals": 1_600, "policy": "random", "chunk": 400, "sessions": 16}
SEEDS = (5, 3, 8)
QUESTIONS = [
    ("outcomes", {}), ("outcomes", {"by": "seat"}), ("turns", {}), ("fan_frequencies", {}), ("refused", {}),
    ("expected_scores", {"by": ["seat", "dealer"]}),
]  # fmt: skip


def played(seed, folder=None, rules=RULES, **changes):
    return ma.simulate(rules, seed=seed, store=folder, **(GIVEN | changes))


@pytest.fixture(scope="module", params=[GIVEN, IN_SESSIONS], ids=["hands", "sessions"])
def runs(request):
    return [ma.simulate(RULES, seed=seed, **request.param) for seed in SEEDS]


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Three stored runs."""
    place = tmp_path_factory.mktemp("runs")
    for seed in SEEDS:
        played(seed, place / f"seed-{seed}")
    return [place / f"seed-{seed}" for seed in SEEDS]


def sums(run):
    """Whole numbers that merge, with the hands told apart by session where there are any."""
    names = ["outcome", "points_0", "points_2", "draws", *(["session"] if run.setup["sessions"] else [])]

    def of_part(columns):
        clusters = columns.get("session", np.arange(len(columns["draws"])))
        points = np.zeros(len(clusters), dtype=np.int64)
        np.add.at(points, clusters - clusters.min(), columns["points_0"])
        return {
            "won": ma.Proportion(int((columns["outcome"] == mj.OUTCOMES.index("won")).sum()), len(clusters)),
            "points": int((points**2).sum()),
            "draws": np.bincount(columns["draws"], minlength=256),
        }

    return run.summed(names, of_part)


def test_a_merge_is_the_sum_of_its_runs_exactly(runs):
    merged = ma.merge(runs)
    assert len(merged) == sum(map(len, runs))
    whole, of_runs = sums(merged), functools.reduce(added, map(sums, runs))
    assert whole["draws"].tolist() == of_runs["draws"].tolist()
    assert (whole["won"], whole["points"]) == (of_runs["won"], of_runs["points"])
    for by in (None, "seat"):
        hits = [run.outcomes(by)[["hits", "n"]].to_numpy() for run in (merged, *runs)]
        assert (hits[0] == sum(hits[1:])).all()
        assert hits[0].sum() > 0
    wins = [run.fan_frequencies()["wins"] for run in (merged, *runs)]
    assert (wins[0] == sum(wins[1:])).all()


def test_a_merge_in_a_folder_says_the_same_as_one_in_memory(runs, tmp_path):
    merged = ma.merge(runs)
    stored = ma.merge(runs, store=tmp_path / "all")
    for run in (stored, ma.open_run(tmp_path / "all")):
        pd.testing.assert_frame_equal(run.frame, merged.frame)
        for question, given in QUESTIONS:
            found, expected = (getattr(each, question)(**given) for each in (run, merged))
            pd.testing.assert_frame_equal(found, expected)


def test_the_mean_of_a_merge_is_that_of_all_its_hands_or_sessions(runs):
    merged = ma.merge(runs)
    row = merged.expected_scores(by="seat").set_index("seat").loc[1]
    frames = [run.frame for run in runs]
    if runs[0].setup["sessions"]:
        totals = pd.concat(frame.groupby("session")["points_1"].sum() for frame in frames)
    else:
        totals = pd.concat(frame["points_1"] for frame in frames)
    mean = ma.Mean.of(totals)
    each = len(merged) / len(totals)
    assert row["mean"] == pytest.approx(mean.value / each)
    assert row["standard_error"] == pytest.approx(mean.standard_error / each)


def test_rows_stand_run_after_run_and_sessions_are_numbered_through(runs):
    frame = ma.merge(runs).frame
    alone = pd.concat([run.frame for run in runs], ignore_index=True)
    if "session" in frame:
        assert frame["session"].tolist() == np.repeat(np.arange(300), 16).tolist()
        assert alone["session"].max() == 99
        alone["session"] = frame["session"]
    pd.testing.assert_frame_equal(frame, alone, check_index_type=False)


def test_merges_can_be_merged(runs, tmp_path):
    flat = ma.merge(runs, store=tmp_path / "flat")
    first = ma.merge(runs[:2], store=tmp_path / "two")
    for nested in (
        ma.merge([first, runs[2]]),
        ma.merge([tmp_path / "two", runs[2]], store=tmp_path / "nested"),
        ma.merge([ma.merge(runs[:1]), ma.merge(runs[1:])], store=tmp_path / "late"),
        ma.open_run(tmp_path / "late"),
    ):
        assert nested.provenance.seed == SEEDS
        pd.testing.assert_frame_equal(nested.frame, flat.frame)


def test_provenance_names_all_seeds_and_computes_the_merge_again(runs):
    merged = ma.merge(runs)
    record = merged.provenance
    assert (record.seed, record.chunk, record.n, record.is_interrupted) == (SEEDS, 400, len(merged), False)
    assert "seeds 5, 3, 8" in repr(merged)
    again = eval(record.command, {"ma": ma, "rules": RULES})
    pd.testing.assert_frame_equal(again.frame, merged.frame)
    told = ma.provenance_of(merged.outcomes())
    assert told["seed"] == list(SEEDS)
    assert json.loads(json.dumps(told)) == told


def test_chunks_may_differ(folders):
    other = played(11, chunk=1_600)
    merged = ma.merge([folders[0], other])
    assert (len(merged), merged.provenance.chunk) == (2_100, (400, 1_600))
    assert ma.merge([merged, folders[1]]).provenance.chunk == (400, 1_600, 400)


def test_files_are_shared_where_they_can_be_and_copied_otherwise(folders, tmp_path, monkeypatch):
    ma.merge(folders, store=tmp_path / "shared")
    parts = sorted((tmp_path / "shared").glob("part-*"))
    assert len(parts) == 9
    assert all(part.stat().st_nlink > 1 for part in parts)
    monkeypatch.setattr("pathlib.Path.hardlink_to", lambda self, file: os.link(file, "/proc/nowhere"))
    ma.merge(folders, store=tmp_path / "copied")
    for part in parts:
        copy = tmp_path / "copied" / part.name
        assert copy.stat().st_nlink == 1
        assert copy.read_bytes() == part.read_bytes()


def test_a_run_that_is_made_anew_leaves_the_merge_as_it_was(tmp_path):
    runs = [tmp_path / "a", tmp_path / "b"]
    for seed, folder in enumerate(runs):
        played(seed, folder)
    expected = ma.merge(runs, store=tmp_path / "both").frame
    (runs[0] / "part-000001.parquet").unlink()
    with pytest.warns(ma.DamagedPart):
        played(0, runs[0])
    pd.testing.assert_frame_equal(ma.open_run(tmp_path / "both").frame, expected)
    assert (ma.verify(tmp_path / "both")["state"] == "whole").all()


def test_a_merge_is_not_played_on(folders, tmp_path):
    merged = ma.merge(folders, store=tmp_path / "all")
    with pytest.raises(ma.StoreError, match="holds merged runs, and no hands are added to them"):
        played(5, tmp_path / "all")
    with pytest.raises(mj.MahjongError, match="a merge has the walls of several seeds"):
        ma.simulate(RULES, walls=merged)


# ---- what is refused -----------------------------------------------------------------------------------


def test_equal_seeds_are_refused_by_name(folders):
    for runs in ([folders[0], folders[0]], [*folders, ma.merge(folders[:1])]):
        with pytest.raises(mj.MahjongError, match=r"seed-5 and .* both have the seed 5: .* are the same"):
            ma.merge(runs)
    with pytest.raises(mj.MahjongError, match="run 0 and run 1 both have the seed 4"):
        ma.merge([played(4), played(4, chunk=1_600)])  # other chunks, and yet the same walls at first


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"rules": mj.MCR}, r"rules McrRules\(min_points=0\) and McrRules\(\)"),
        ({"policy": "efficient"}, r"policies .*Policy\('random'\).* and .*Policy\('efficient'\)\)"),
        ({"dealer": 1}, "dealer 'rotate' and 1"),
        ({"hands": True}, "hands False and True"),
        ({"dealer": 0, "sessions": 16, "deals": 1_600}, "dealer 'rotate' and 0; sessions None and 16"),
    ],
)
def test_what_differs_is_named(folders, changes, said):
    with pytest.raises(mj.MahjongError, match=f"seed-5 and run 1 differ in {said}: only runs that differ in"):
        ma.merge([folders[0], played(99, **changes)])


def test_runs_of_another_version_are_refused(folders, tmp_path):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(mj, "__version__", "0.0.1")
        provenance._versions.cache_clear()
        played(99, tmp_path / "old")
    provenance._versions.cache_clear()
    with pytest.raises(mj.MahjongError, match=rf"differ in mjcore '{mj.__version__}' and '0.0.1'"):
        ma.merge([folders[0], tmp_path / "old"])


def test_what_is_no_list_of_runs_is_refused(folders, tmp_path):
    with pytest.raises(mj.MahjongError, match="a list of runs or of their folders"):
        ma.merge(str(folders[0]))
    with pytest.raises(mj.MahjongError, match="none is given"):
        ma.merge([])
    with pytest.raises(mj.MahjongError, match="a run or its folder is merged, not 5"):
        ma.merge([5])
    with pytest.raises(ma.StoreError, match="is no stored run"):
        ma.merge([tmp_path])
    (tmp_path / "all").mkdir()
    (tmp_path / "all" / "notes.txt").touch()
    with pytest.raises(ma.StoreError, match=r"holds notes\.txt and no manifest\.json"):
        ma.merge(folders, store=tmp_path / "all")
    with pytest.raises(ma.StoreError, match=r"seed-8 holds manifest\.json, part-.*: name a new or empty"):
        ma.merge(folders[:2], store=folders[2])


def test_a_damaged_part_is_named_and_nothing_is_left_behind(tmp_path):
    for seed in (1, 2):
        played(seed, tmp_path / f"{seed}")
    part = tmp_path / "2" / "part-000001.parquet"
    content = bytearray(part.read_bytes())
    content[-40] ^= 1  # in the footer, which has no checksum of its own
    part.write_bytes(content)
    with pytest.raises(ma.StoreError, match=r"2/part-000001.parquet: this part is not the one"):
        ma.merge([tmp_path / "1", tmp_path / "2"], store=tmp_path / "both")
    assert list((tmp_path / "both").iterdir()) == []
    with pytest.raises(ma.StoreError, match=r"2/part-000001.parquet: this part is not the one"):
        ma.merge([tmp_path / "1", tmp_path / "2"]).outcomes()


def test_more_sessions_than_have_numbers_are_refused(monkeypatch):
    monkeypatch.setitem(ma.merge.__globals__, "MOST_SESSIONS", 150)
    runs = [ma.simulate(RULES, seed=seed, **IN_SESSIONS) for seed in (1, 2)]
    with pytest.raises(mj.MahjongError, match="200 sessions are more than have numbers: 150 at most"):
        ma.merge(runs)
