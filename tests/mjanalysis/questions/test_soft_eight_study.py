"""The study says what its frames hold, in sentences, figures and files that can be read again."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import matplotlib
import pandas as pd
import pytest
from click.testing import CliRunner

import mjanalysis as ma
import mjcore as mj
from mjanalysis import columns
from mjanalysis.cli import main
from mjanalysis.questions.soft_eight_study import soft_eight_study
from mjcore import census

matplotlib.use("Agg")

SMALL = {"deals": 30_000, "lone_deals": 1_500, "hands": 400, "seed": 20260540}
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


@pytest.fixture(scope="module")
def study():
    return soft_eight_study(**SMALL, thresholds=[6, 9], command="made by a test")


def numbers(sentence):
    """Every number of a sentence."""
    return [float(text.replace(",", "")) for text in NUMBER.findall(sentence)]


def the_finding(study, words):
    """The one finding that has these words."""
    (sentence,) = [finding for finding in study.findings if words in finding]
    return sentence


def only(frame, **values):
    """The one row with these values."""
    for name, value in values.items():
        frame = frame[frame[name] == value]
    (row,) = frame.to_dict("records")
    return row


def test_exact_findings_hold_the_counts_of_the_census(study):
    ready = census.shanten_counts(13, mj.SOFT_EIGHT)[0]
    complete = census.shanten_counts(14, mj.SOFT_EIGHT)[-1]
    assert numbers(the_finding(study, "are ready")) == [ready, 13, round(census.n_deals(13) / ready)]
    assert numbers(the_finding(study, "are complete")) == [complete, 14, round(census.n_deals(14) / complete)]


def test_one_tile_more_costs_what_the_exact_table_says(study):
    rarer, longer = numbers(the_finding(study, "times rarer"))[2:4]
    of_8, of_9 = (census.shanten_counts(13, mj.SoftEightRules(min_main_tiles=t)) for t in (8, 9))
    means = [sum(s * count for s, count in of.items()) / census.n_deals(13) for of in (of_8, of_9)]
    assert rarer == round(of_8[0] / of_9[0], 2)
    assert longer == round(means[1] - means[0], 3)


@pytest.mark.parametrize(
    ("policy", "words"), [("efficient", "playing efficiently"), ("foresight", "with perfect foresight")]
)
def test_lone_findings_hold_the_last_row_of_their_curve(study, policy, words):
    row = only(study.estimates.draws, min_main_tiles=8, policy=policy, main_suit="any", draws=18)
    sentence = the_finding(study, words)
    assert str(ma.Proportion(row["hits"], row["n"])) in sentence
    within, share, low, high, n = numbers(sentence)
    assert (within, n) == (18, SMALL["lone_deals"])
    assert share == pytest.approx(100 * row["share"], abs=0.06)
    assert low <= share <= high


def test_the_favoured_suit_is_counted_over_all_wins(study):
    frame = study.estimates.suits
    rows = frame[(frame["min_main_tiles"] == 8) & (frame["measure"] == "wins in a longest suit")]
    share = ma.Proportion(int(rows["hits"].sum()), int(rows["n"].sum()))
    assert f"in {share} wins" in the_finding(study, "longest suit of the deal")
    won = only(study.estimates.draws, min_main_tiles=8, policy="efficient", main_suit="any", draws=18)
    assert share.n == won["hits"]


def test_estimates_are_said_to_agree_by_a_test_of_all_of_them(study):
    frame = study.estimates.distances
    least = ma.agreement(frame["hits"], frame["n"], frame["exact"])["p_adjusted"].min()
    sentence = the_finding(study, "estimated from")
    assert numbers(sentence)[:2] == [len(frame), SMALL["deals"]]
    assert numbers(sentence)[-1] == pytest.approx(least, rel=0.06)
    assert ("agree with" in sentence) == (least >= 0.01)


def test_every_table_has_declared_columns_a_record_and_no_row_twice(study):
    assert {"distances", "draws", "suits", "exact-shanten", "exact-threshold"} <= study.tables.keys()
    for name, frame in study.tables.items():
        assert columns.described(frame)["name"].tolist() == list(frame), name
        assert ma.provenance_of(frame) is not None, name
        assert not frame.duplicated().any(), name
    assert study.tables["exact-threshold"]["min_main_tiles"].tolist() == [6, 8, 9]


def test_sections_show_every_figure_and_every_finding_once(study):
    figures = study.figures()
    sections = study.sections(figures)
    shown = [item for section in sections for item in section.items]
    assert all(sum(item is figure for item in shown) == 1 for figure in figures.values())
    said = [finding for section in sections for finding in section.findings]
    assert sorted(said) == sorted(study.findings)
    assert all(section.reproduce for section in sections)
    assert "made by a test" in [section.reproduce for section in sections]


def test_the_study_holds_what_feasibility_gives(study):
    alone = ma.feasibility(**SMALL, thresholds=[6, 8, 9])
    for name in ("distances", "draws", "suits", "played"):
        pd.testing.assert_frame_equal(getattr(study.estimates, name), getattr(alone, name))


VARIANTS = [
    mj.SoftEightRules(min_main_tiles=14),  # nobody wins so few deals, and there is no next threshold
    mj.SoftEightRules(honours_one_suit=False, min_main_tiles=5),
    mj.SoftEightRules(seven_pairs=False, pair_must_be_main=True, honour_runs=True),
]


@pytest.mark.parametrize("rules", VARIANTS, ids=repr)
def test_a_study_of_other_rules_is_about_their_threshold(rules):
    study = soft_eight_study(rules, deals=2_000, lone_deals=20, hands=20, thresholds=[8], seed=3)
    ready = census.shanten_counts(13, rules)[0]
    assert numbers(the_finding(study, "are ready"))[0] == ready
    figures = study.figures()
    page = ma.report.render(study.title, study.sections(figures), summary=study.findings)
    assert page.count("<svg") == len(figures)
    letters = {"m", "p", "s", "winds", "dragons"} if not rules.shape.honours_one_suit else {*"mpsz"}
    assert set(study.estimates.draws["main_suit"]) == {"any", *letters}
    for frame in study.tables.values():
        digests = {record["digest"] for record in ma.provenance_of(frame)["rules"]}
        assert digests <= {rules.digest}


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"rules": "x"}, "thresholds are an option of SoftEightRules"),
        ({"rules": mj.MCR}, "thresholds are an option of SoftEightRules"),
        ({"seed": None}, "seed must"),
        ({"thresholds": 8}, "min_main_tiles"),
        ({"thresholds": "89"}, "min_main_tiles"),
        ({"deals": 0}, "deals"),
    ],
)
def test_studies_that_cannot_be_are_refused(changed, named):
    with pytest.raises(mj.MahjongError, match=named):
        soft_eight_study(**({"seed": 1, "deals": 10} | changed))


def test_a_study_records_the_call_that_computes_it_again():
    first = soft_eight_study(deals=300, lone_deals=20, thresholds=[9], draws=iter([3, 6]), seed=2)
    again = eval(first.command, {"ma": ma, "rules": mj.SOFT_EIGHT})
    assert again.command == first.command
    for name, frame in first.tables.items():
        pd.testing.assert_frame_equal(again.tables[name], frame, check_exact=True)
        assert first != again


def test_a_study_interrupted_before_lone_play_shows_what_there_is():
    answers = [False] * 2
    with pytest.warns(ma.PartialRun):
        study = soft_eight_study(
            deals=2_000, lone_deals=20, thresholds=[8, 9], seed=3, stop=lambda: not answers or answers.pop()
        )
    assert "No deal was played alone." in str(study.estimates)
    assert not any("lone player" in finding for finding in study.findings)
    figures = study.figures()
    assert figures.keys() == {"distances", "ready"}
    page = ma.report.render(study.title, study.sections(figures), summary=study.findings)
    assert page.count("<svg") == 2
    assert "The run was interrupted before any deal was played alone." in page
    assert "nan" not in " ".join(study.findings)


def test_without_a_win_the_study_says_so():
    study = soft_eight_study(VARIANTS[0], deals=100, lone_deals=1, thresholds=[], draws=[0, 1], seed=1)
    assert any(finding.startswith("No deal was won") for finding in study.findings)
    assert not any("times rarer" in finding for finding in study.findings)


def test_a_second_report_into_the_same_folder_replaces_the_first(tmp_path):
    def written(seed):
        words = ["--deals", "3000", "--lone-deals", "100", "--thresholds", "8,9", "--seed", seed]
        result = CliRunner().invoke(main, ["report", *words, "--rules", "soft_eight", "--out", str(tmp_path)])
        assert result.exit_code == 0, result.output
        files = sorted(path for path in Path(tmp_path).rglob("*") if path.is_file())
        return {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in files}, result.stdout

    first, _ = written("1")
    second, said = written("2")
    assert first.keys() == second.keys()
    changed = {name for name in first if first[name] != second[name]}
    assert {"report.html", "soft_eight/tables/draws.csv", "soft_eight/tables/distances.csv"} <= changed
    assert not {name for name in changed if name.startswith("soft_eight/tables/exact")}
    page = second["report.html"].decode()
    for finding in said.splitlines()[:-1]:
        assert finding in page
    expected = ma.feasibility(deals=3_000, lone_deals=100, thresholds=[8, 9], seed=2)
    for name in ("distances", "draws", "suits"):
        frame = pd.read_csv(tmp_path / "soft_eight" / "tables" / f"{name}.csv")
        pd.testing.assert_frame_equal(frame, getattr(expected, name), check_exact=False, rtol=1e-12)
    for name, content in second.items():
        if name.endswith(".svg"):
            assert ET.fromstring(content.decode()).tag.endswith("svg")
    record = json.loads(second["soft_eight/provenance.json"])["distances"]
    assert (record["n"], record["n_requested"], record["seed"]) == (3_000, 3_000, 2)
