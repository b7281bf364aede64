"""The study says what its frames hold, whichever hands were scored."""

import re

import matplotlib
import pandas as pd
import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis import columns, exact
from mjanalysis.questions.mcr_study import N_PAIRS, OFTEN, mcr_study
from mjcore import census
from mjcore.counting.hands import seven_pairs, special_hands, standard_hands

matplotlib.use("Agg")

SMALL = {"deals": 30_000, "seed": 20261130}
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
ONE_IN = 400  #: hands of which one is scored where all would take a minute


def some_pieces(tables):
    """Every kind of complete hand, a few of each."""
    for pieces, skip in ((standard_hands, False), (seven_pairs, True), (special_hands, False)):
        for hands, ways in pieces(tables) if pieces is standard_hands else pieces():
            yield (hands[::ONE_IN].copy(), ways[::ONE_IN].copy()), skip


def tables_of(rules):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mjcore.counting.fans._pieces", some_pieces)
        return exact.fan_tables(rules)


@pytest.fixture(scope="module")
def fans():
    return tables_of(mj.MCR)


@pytest.fixture(scope="module")
def study(fans):
    return mcr_study(**SMALL, fans=fans, command="made by a test")


def numbers(sentence):
    """Every number of a sentence."""
    return [float(text.replace(",", "")) for text in NUMBER.findall(sentence)]


def the_finding(study, words):
    """The one finding that has these words."""
    (sentence,) = [finding for finding in study.findings if words in finding]
    return sentence


def page_of(study):
    figures = study.figures()
    page = ma.report.render(study.title, study.sections(figures), summary=study.findings)
    assert page.count("<svg") == len(figures)
    return page


def test_the_deal_is_counted_and_estimated(study):
    complete = int(census.complete_hands(mj.MCR)["weighted"].sum())
    sentence = the_finding(study, "are complete in one of")
    assert numbers(sentence) == [complete, 14, round(census.n_deals(14) / complete)]
    rows = study.estimates.distances.query("form == 'any' and shanten == 0").iloc[0]
    assert the_finding(study, "are ready").startswith(str(ma.Proportion(int(rows["hits"]), int(rows["n"]))))


def test_special_shapes_are_named_by_how_often_they_are_nearer(study):
    sentence = the_finding(study, "A special shape is nearer")
    rows = study.estimates.nearer.query("measure == 'nearer than four sets and a pair'").set_index("form")
    assert str(ma.Proportion(int(rows.loc["any", "hits"]), SMALL["deals"])) in sentence
    shares = numbers(sentence.split(":")[1])[::3]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] == pytest.approx(100 * rows.loc["seven_pairs", "share"], abs=0.01)


def test_the_minimum_costs_what_the_points_say(study, fans):
    points = fans.points

    def share(least):
        return 100 * points.loc[points["points"] >= least, "wins"].sum() / points["wins"].sum()

    reach, minimum, lost = numbers(the_finding(study, "reach the minimum"))
    assert (minimum, round(reach + lost, 6)) == (8, 100)
    assert reach == pytest.approx(share(8), abs=0.006)
    _, at_7, _, at_9 = numbers(the_finding(study, "A minimum of 7"))
    assert (at_7, at_9) == pytest.approx((share(7), share(9)), abs=0.006)
    frame = study.tables["exact-minimum"]
    assert frame["min_points"].tolist() == list(range(1, 31))
    assert frame["below"].is_monotonic_increasing


CHANGED = [
    mj.MCR,
    mj.MCR.replace(min_points=6),
    mj.MCR.replace(points={"fully_concealed_hand": 2}),
    mj.MCR.replace(points={"fully_concealed_hand": 3}, min_points=10),
]


@pytest.mark.parametrize("rules", CHANGED, ids=repr)
def test_without_fully_concealed_hand_as_many_reach_the_minimum_as_a_second_count_says(rules):
    study = mcr_study(rules, **SMALL, fans=tables_of(rules))
    without = tables_of(rules.replace(disabled=["fully_concealed_hand"])).reached
    said = numbers(the_finding(study, "Without its"))
    assert said[-2:] == [pytest.approx(100 * without, abs=0.006), rules.scoring.min_points]


@pytest.mark.parametrize(
    "changed",
    [
        {"min_points": 10},  # wins of 12 points need no such fan
        {"disabled": ["self_drawn"]},
        {"disabled": ["fully_concealed_hand"]},
        {"points": {"seven_pairs": 8}},
    ],
    ids=repr,
)
def test_what_does_not_follow_from_the_points_is_not_said(changed):
    rules = mj.MCR.replace(**changed)
    study = mcr_study(rules, **SMALL, fans=tables_of(rules))
    assert not any("Without its" in finding for finding in study.findings)


def test_the_most_frequent_fans_and_the_rarest_are_named(study, fans):
    seen = fans.fans[fans.fans["wins"] > 0].sort_values("wins")
    sentence = the_finding(study, "the most frequent are")
    assert numbers(sentence)[:2] == [len(fans.fans), len(seen)]
    assert seen["english"].iloc[-1] in sentence
    assert seen["english"].iloc[0] in the_finding(study, "The rarest")


def test_pairs_are_compared_with_chance_if_neither_needs_the_other(study, fans):
    sentence = the_finding(study, "beyond chance")
    pairs = fans.pairs[fans.pairs["of_wins"] >= OFTEN]
    assert ("prevalent_wind", "seat_wind") in set(zip(pairs["fan"], pairs["other"], strict=True))
    assert "Wind" not in sentence
    (_, often) = (item.frame for item in study.sections()[-1].items[:2])
    assert len(often) == N_PAIRS
    assert often["lift"].is_monotonic_increasing
    names = dict(zip(fans.fans["fan"], fans.fans["english"], strict=True))
    assert set(often["fan"]) <= set(names.values())


def test_every_table_has_declared_columns_a_record_and_no_row_twice(study):
    for name, frame in study.tables.items():
        assert columns.described(frame)["name"].tolist() == list(frame), name
        assert ma.provenance_of(frame) is not None, name
        assert not frame.duplicated().any(), name


def test_sections_show_every_figure_and_every_finding_once(study):
    figures = study.figures()
    assert figures.keys() == {"distances", "points", "minimum", "fans"}
    sections = study.sections(figures)
    shown = [item for section in sections for item in section.items]
    assert all(sum(item is figure for item in shown) == 1 for figure in figures.values())
    assert all(ma.provenance_of(item.frame) for item in shown if isinstance(item, ma.report.Table))
    said = [finding for section in sections for finding in section.findings]
    assert sorted(said) == sorted(study.findings)
    assert all(section.reproduce for section in sections)


def test_figures_and_tables_of_pairs_call_fans_as_they_are_told(fans, monkeypatch):
    monkeypatch.setattr("mjanalysis.present.plots.with_font", lambda named, otherwise: (named, None))
    study = mcr_study(**SMALL, fans=fans, names="chinese")
    figures = study.figures()
    english, chinese = ({getattr(fan, name) for fan in mj.FANS} for name in ("english", "chinese"))
    assert {label.get_text() for label in figures["fans"].axes.get_yticklabels()} <= chinese
    *_, together = study.sections(figures)
    for table in together.items:
        assert len(table.frame)
        assert {*table.frame["fan"], *table.frame["other"]} <= chinese
    assert any(name in study.findings[-1] for name in english)
    with pytest.raises(mj.MahjongError, match="fans have names in english and chinese, not in 'french'"):
        mcr_study(**SMALL, fans=fans, names="french")


def test_the_page_says_what_the_table_does_not_cover(study):
    page = page_of(study)
    for words in (
        "The tables do not cover what players do.",
        "are not counted exactly but only estimated",
        "in 0.1 % of the hands at least",
        "绿一色",
        "Fans that never count in these hands: ",
        "Robbing the Kong",
    ):
        assert words in page


def test_a_study_records_the_call_that_computes_it_again(fans):
    first = mcr_study(deals=300, seed=2, fans=fans)
    assert first.command == "ma.mcr_study(rules, deals=300, seed=2)"
    again = eval(first.command.replace(")", ", fans=fans)"), {"ma": ma, "rules": mj.MCR, "fans": fans})
    for name, frame in first.tables.items():
        pd.testing.assert_frame_equal(again.tables[name], frame, check_exact=True)


@pytest.mark.parametrize("answers", [[False, True], [False, False, True]])
def test_an_interrupted_study_shows_what_there_is(answers, monkeypatch):
    monkeypatch.setattr("mjcore.counting.fans._pieces", some_pieces)
    deals = 100_000 if len(answers) == 2 else 1_000  # one piece of work or two
    with pytest.warns(ma.PartialRun):
        study = mcr_study(deals=deals, seed=3, stop=lambda: answers.pop(0) if answers else True)
    assert study.fans is None
    assert study.figures().keys() == {"distances"}
    assert "The run was interrupted before all complete hands were scored." in page_of(study)
    assert not any("minimum" in finding for finding in study.findings)
    assert not any(name in study.tables for name in ("exact-fans", "exact-minimum"))


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"rules": mj.SOFT_EIGHT}, "this study is about McrRules"),
        ({"rules": "mcr"}, "without quotes"),
        ({"seed": None}, "seed must"),
        ({"deals": 0}, "deals"),
    ],
)
def test_studies_that_cannot_be_are_refused(changed, named):
    with pytest.raises(mj.MahjongError, match=named):
        mcr_study(**({"seed": 1, "deals": 10} | changed))


@pytest.mark.slow
def test_over_all_complete_hands():
    study = mcr_study(**SMALL, workers=2)
    assert study.fans.total == 14 * int(census.complete_hands(mj.MCR)["weighted"].sum())
    without = census.fan_counts(mj.MCR.replace(disabled=["fully_concealed_hand"]))
    said = numbers(the_finding(study, "Without its"))[-2]
    assert said == pytest.approx(100 * without.legal / without.total, abs=0.006)
    assert study.fans.wins_with(8 + 4 - 1) == without.legal
