"""The page on variants: its tables are comparisons, and its sentences claim what these support."""

import json

import matplotlib
import pandas as pd
import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis.questions import variants
from mjanalysis.questions.variants import BASES, GAMES, VARIANTS, _agreed, _summed_up
from tests.mjanalysis.test_cli import refused
from tests.mjanalysis.test_cli import run as shell

matplotlib.use("Agg")

LABELS = [GAMES, *(label for of_game in VARIANTS.values() for label in of_game)]
LEFT_OUT = ["p_adjusted", "variant", "policy"]


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    return ma.variants_study(deals=1_000, seed=1, store=tmp_path_factory.mktemp("runs"))


def rows_of(frame, **chosen):
    for name, value in chosen.items():
        frame = frame[frame[name] == value]
    return frame.reset_index(drop=True)


@pytest.mark.slow
def test_tables_are_the_comparisons_of_each_variant_with_its_base(study):
    chows = mj.SOFT_EIGHT.replace(chow_claims=True)
    six = BASES["mcr"].replace(min_points=6)
    for base, other, table, label in [
        (mj.SOFT_EIGHT, chows, "soft_eight", "chows claimed"),
        (BASES["mcr"], six, "mcr", "minimum of 6 points"),
        (mj.SOFT_EIGHT, BASES["mcr"], "games", GAMES),
    ]:
        alone = ma.compare(base, other, deals=1_000, seed=1, policy="efficient").frame
        rows = rows_of(study.tables[table], variant=label, policy="efficient")
        pd.testing.assert_frame_equal(
            rows.drop(columns=LEFT_OUT), alone.drop(columns=["p_adjusted", "policy"])
        )
        assert rows["paired"].all()


@pytest.mark.slow
def test_every_variant_is_there_under_both_policies(study):
    seen = pd.concat(study.tables.values())[["variant", "policy"]].drop_duplicates()
    assert sorted(map(tuple, seen.to_numpy())) == sorted(
        (x, y) for x in LABELS for y in ("efficient", "value")
    )
    for frame in study.tables.values():
        assert ma.columns.described(frame)["name"].tolist() == list(frame)
        assert ma.provenance_of(frame)["n"] == 1_000
    assert [rules["name"] for rules in ma.provenance_of(study.tables["games"])["rules"]] == list(BASES)


@pytest.mark.slow
def test_disabled_fans_are_not_compared_and_the_others_are(study):
    fans = rows_of(study.tables["mcr"], variant="no chicken hand", policy="efficient")["metric"]
    assert "fan: chicken_hand" not in set(fans)
    assert "fan: all_types" in set(fans)


@pytest.mark.slow
def test_sentences_claim_what_the_tables_support(study):
    sentences = [sentence for game in study.sections() for of in game.sections for sentence in of.findings]
    assert len(sentences) == 2 * len(LABELS)
    frame = pd.concat(study.tables.values())
    for sentence in sentences:
        head, _, said = sentence.partition(": ")
        label, policy = head.split(", played by ")
        rows = rows_of(frame, variant=_label(label), policy=policy).set_index("metric")
        seen, _, unseen = said.partition("o difference was seen in ")
        for metric in variants._HEADLINES:
            if "," in rows.loc[metric, "unit"]:  # points of two games
                assert metric not in sentence
                continue
            is_seen = rows.loc[metric, "p_adjusted"] < 0.05
            assert (f"{metric}: " in seen, metric in unseen) == (is_seen, not is_seen)


@pytest.mark.slow
def test_findings_are_what_both_policies_see(study):
    assert len(study.findings) == len(LABELS)
    frame = pd.concat(study.tables.values())
    for sentence in study.findings:
        label, _, said = sentence.partition(", played by efficient and by value: ")
        rows = rows_of(frame, variant=_label(label))
        rows = rows[~rows["unit"].str.contains(",") & rows["metric"].isin(variants._HEADLINES)]
        both = rows[rows["p_adjusted"] < 0.05].groupby("metric").filter(lambda seen: len(seen) == 2)
        for metric in variants._HEADLINES:
            assert (metric in said) == (metric in set(both["metric"]))


def _label(label):
    return next(known for known in LABELS if known.lower() == label.lower())


ROW = {
    "metric": "won", "unit": "% of hands", "a": 97.0, "b": 98.0, "difference": 1.0, "low": 0.8, "high": 1.2,
    "p_adjusted": 0.001,
}  # fmt: skip
NOT_SEEN = ROW | {"metric": "refused", "low": -0.1, "p_adjusted": 0.06}


def test_what_was_seen_and_what_was_not_are_told_apart():
    assert _summed_up("Here", [ROW, NOT_SEEN]) == (
        "Here: won: 97.00 to 98.00 % of hands, +1.00 [+0.80, +1.20]. "
        "No difference was seen in refused (+1.00 [-0.10, +1.20])."
    )
    assert _summed_up("Here", [NOT_SEEN]) == "Here: no difference was seen in refused (+1.00 [-0.10, +1.20])."
    assert _summed_up("Here", [ROW]).endswith("[+0.80, +1.20].")


def test_policies_that_disagree_are_named():
    less = ROW | {"difference": -1.0, "low": -1.2, "high": -0.8}
    limits = "won +1.00 [+0.80, +1.20] and {} % of hands"
    assert _agreed("x", [ROW, NOT_SEEN], [ROW, NOT_SEEN]) == f"x: {limits.format('+1.00 [+0.80, +1.20]')}."
    assert _agreed("x", [ROW], [less]) == (
        "x: no difference that both see points the same way. "
        f"Opposite by policy: {limits.format('-1.00 [-1.20, -0.80]')}."
    )
    assert _agreed("x", [ROW], [NOT_SEEN]) == "x: there is no metric in which both see a difference."


@pytest.mark.slow
def test_every_table_and_figure_stands_in_the_report(study):
    figures = study.figures()
    page = ma.report.render("Rules", study.sections(figures))
    assert page.count("<svg") == len(figures) == len(LABELS)
    for label in LABELS:
        assert f"{label}: every metric" in page
    assert study.notes["games"] == ("The constants of value were found for these rules.",)
    assert "not found for soft_eight with min_main_tiles=9" in study.notes["soft_eight"][0]
    assert "not found for mcr with min_points=6" in study.notes["mcr"][0]
    assert all(note.split(",")[0] in page for notes in study.notes.values() for note in notes)
    assert page.count("min_main_tiles=9") >= 1


@pytest.mark.slow
def test_a_study_that_is_stopped_keeps_what_was_done():
    told = []
    stopped = ma.variants_study(deals=1_000, seed=1, stop=lambda: told.append(0) or len(told) > 8)
    assert set(stopped.tables) >= {"games"}
    assert set(stopped.tables["games"]["policy"]) == {"efficient"}
    assert len(stopped.figures()) == sum(frame["variant"].nunique() for frame in stopped.tables.values())
    assert ma.variants_study(deals=1_000, seed=1, stop=lambda: True) is None


@pytest.mark.slow
def test_the_command_writes_a_page_and_goes_on_where_it_was_stopped(tmp_path):
    words = ("variants", "--deals", 1_000, "--store", tmp_path / "runs", "--out")
    first = shell(*words, tmp_path / "one")
    assert first.exit_code == 0, first.output
    written = {path: path.stat().st_mtime_ns for path in (tmp_path / "runs").rglob("part-*")}
    assert len(written) == 16
    shell(*words, tmp_path / "two")
    assert written == {path: path.stat().st_mtime_ns for path in (tmp_path / "runs").rglob("part-*")}
    for name in ("games", "soft_eight", "mcr"):
        one, two = (tmp_path / folder / "tables" / f"{name}.csv" for folder in ("one", "two"))
        assert one.read_text("utf-8") == two.read_text("utf-8")
    records = json.loads((tmp_path / "one" / "provenance.json").read_text("utf-8"))
    assert records["games"]["command"].startswith("mjanalysis variants --deals 1000")
    assert len(list((tmp_path / "one" / "figures").glob("*.svg"))) == len(LABELS)
    assert "<h1>" in (tmp_path / "one" / "report.html").read_text("utf-8")
    assert all(sentence.split(":")[0] in first.stdout for sentence in LABELS if sentence == GAMES)


def test_a_place_that_cannot_be_written_is_refused_first(tmp_path):
    (tmp_path / "file").write_text("")
    assert "cannot be written" in refused("variants", "--out", tmp_path / "file" / "here")
