"""Figures show the numbers of the frame and nothing else."""

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot
from matplotlib.axes import Axes
from matplotlib.colors import to_hex

import mjanalysis as ma
from mjanalysis.present import plots


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_exact_distances_are_bars_and_estimates_points_with_intervals(distances):
    two = distances[distances["min_main_tiles"].isin([5, 8])]
    ax = plots.shanten_distribution(two)
    bars, points = ax.containers[0:4:2], ax.containers[1:4:2]
    assert [bar.get_height() for bar in bars[1]] == two[two["min_main_tiles"] == 8]["exact"].tolist()
    line, _, (segments,) = points[1]
    rows = two[two["min_main_tiles"] == 8]
    assert line.get_ydata().tolist() == rows["share"].tolist()
    drawn = np.array(segments.get_segments())[:, :, 1]
    assert np.allclose(drawn, rows[["low", "high"]])
    assert legend(ax) == ["threshold 5", "threshold 8", "estimate"]
    assert to_hex(bars[0][0].get_facecolor()) == plots.OKABE_ITO[0].lower()


@pytest.mark.parametrize("shown", [["share", "low", "high"], ["exact"]])
def test_either_exact_or_estimated_distances_suffice(distances, shown):
    ax = plots.shanten_distribution(distances[distances["min_main_tiles"] == 8][["shanten", *shown]])
    assert len(ax.containers) == 1
    assert ax.get_legend() is None


def test_more_groups_than_the_palette_has_get_colours_of_their_own(distances):
    ax = plots.shanten_distribution(distances)
    bars = [to_hex(bar[0].get_facecolor()) for bar in ax.containers if len(bar) == 4]
    assert len(set(bars)) == 10


def test_completion_curves_tell_policies_by_style_and_thresholds_by_colour(draws):
    rows = draws[draws["main_suit"] == "any"]
    ax = plots.completion_curves(rows)
    lines = [line for line in ax.lines if len(line.get_xdata())]
    assert [line.get_linestyle() for line in lines] == ["-", "--"] * 3
    assert len({line.get_color() for line in lines}) == 3
    first = rows[(rows["min_main_tiles"] == 5) & (rows["policy"] == "efficient")]
    assert lines[0].get_ydata().tolist() == first["share"].tolist()
    low, high = first["low"].tolist(), first["high"].tolist()
    band = ax.collections[0].get_paths()[0].vertices[:, 1]
    assert set(low) | set(high) == set(band)
    assert legend(ax) == ["threshold 5", "threshold 8", "threshold 11", "efficient", "foresight"]


def test_completion_curves_can_compare_main_suits(draws):
    ax = plots.completion_curves(draws[draws["min_main_tiles"] == 8], by="main_suit")
    assert legend(ax)[:2] == ["main suit any", "main suit m"]


def test_the_threshold_curve_has_a_line_for_each_policy_and_number_of_draws(draws):
    rows = draws[(draws["main_suit"] == "any") & draws["draws"].isin([9, 18])]
    ax = plots.threshold_curve(rows)
    policies = ("efficient", "foresight")
    assert legend(ax) == [f"{policy}, {draw} draws" for draw in (9, 18) for policy in policies]
    assert ax.get_xticks().tolist() == [5, 8, 11]


def test_the_threshold_curve_of_exact_probabilities_has_no_error_bars(distances):
    rows = distances[distances["shanten"] == 0].rename(columns={"exact": "probability"})
    ax = plots.threshold_curve(rows[["min_main_tiles", "probability"]])
    assert not ax.containers
    assert ax.lines[0].get_ydata().tolist() == rows["probability"].tolist()


def test_the_threshold_curve_of_an_exact_table_shows_deals_that_are_ready():
    table = ma.exact.threshold_table(thresholds=[8, 9, 11])
    (line,) = plots.threshold_curve(table).lines
    assert line.get_ydata().tolist() == table["ready_probability"].tolist()


def test_the_longest_suit_has_a_line_for_each_measure(suits):
    ax = plots.longest_suit(suits[suits["min_main_tiles"] == 8])
    assert legend(ax) == ["deals", "wins", "wins in it"]


def test_the_map_has_a_place_for_each_row(suits):
    rows = suits[suits["measure"] == "wins"]
    ax = plots.longest_suit_map(rows)
    assert ax.images[0].get_array().shape == (2, 6)
    assert sorted(text.get_text() for text in ax.texts) == sorted(f"{share:.0%}" for share in rows["share"])


def test_forms_without_exact_distances_have_pale_bars_of_their_estimates(shapes):
    ax = plots.shanten_distribution(shapes, by="form")
    counted, _, estimated, _, _ = ax.containers
    assert [bar.get_height() for bar in counted] == shapes["exact"].tolist()[:4]
    assert [bar.get_height() for bar in estimated] == shapes["share"].tolist()[4:]
    assert (counted[0].get_alpha(), estimated[0].get_alpha() < 1) == (1, True)
    assert legend(ax) == ["form standard", "form any", "estimate"]


def test_fans_stand_by_frequency_and_those_that_never_count_are_left_out(fans):
    (line,) = plots.fan_frequencies(fans).lines
    assert line.get_ydata().tolist() == ["rare", "usual"]
    assert line.get_xdata().tolist() == [1e-9, 0.9]
    named = fans.assign(english=["Usual", "Never", "Rare"])
    assert plots.fan_frequencies(named).lines[0].get_ydata().tolist() == ["Rare", "Usual"]


def test_fans_of_one_name_or_none_stand_apart():
    named = {"english": ["New", "New", "Costs $2 or $3"], "chinese": ["", "", ""]}
    fans = pd.DataFrame({"fan": ["one", "two", "three"], "of_wins": [0.1, 0.2, 0.3]} | named)
    for names in ("english", "chinese"):
        ax = plots.fan_frequencies(fans, names=names)
        ax.figure.canvas.draw()
        assert len(ax.lines[0].get_ydata()) == 3
        labels = [label.get_text() for label in ax.get_yticklabels()]
        assert labels == ["New (one)", "New (two)", r"Costs \$2 or \$3"]
    with pytest.raises(ValueError, match="Several rows"):
        plots.fan_frequencies(fans.assign(fan="one"))


def test_fans_of_a_run_stand_with_their_intervals():
    limits = {"low": [0.04, 0.0004], "high": [0.06, 0.003]}
    ax = plots.fan_frequencies(pd.DataFrame({"fan": ["usual", "rare"], "per_win": [0.05, 0.001]} | limits))
    (bars,) = ax.collections
    reaches = [segment[:, 0].tolist() for segment in bars.get_segments()]
    assert reaches == [pytest.approx([0.0004, 0.003]), pytest.approx([0.04, 0.06])]
    assert ax.get_xlabel() == "Share of wins in which the fan counts"


def test_frequent_fans_have_ticks_that_stand_apart():
    ax = plots.fan_frequencies(pd.DataFrame({"fan": ["a", "b"], "of_wins": [0.8, 0.09]}))
    ax.figure.canvas.draw()
    labels = [label.get_text() for label in ax.get_xticklabels(minor=True)]
    assert [text for text in labels if text] == ["2%", "5%", "20%", "50%"]
    wide = plots.fan_frequencies(pd.DataFrame({"fan": ["a", "b"], "of_wins": [0.8, 0.001]}))
    wide.figure.canvas.draw()
    assert {label.get_text() for label in wide.get_xticklabels(minor=True)} == {""}


def test_the_minimum_is_marked_on_its_curve_and_parts_the_points(points):
    ax = plots.minimum_curve(points, marked=8)
    curve, mark = ax.lines
    assert curve.get_ydata().tolist() == points["at_least"].tolist()
    assert (mark.get_xdata().tolist(), mark.get_ydata().tolist()) == ([8], [0.7])
    assert [text.get_text() for text in ax.texts] == ["8 points: 70.0%"]
    assert len(plots.minimum_curve(points).lines) == 1
    below, enough = plots.points_distribution(points, minimum=8).containers
    assert [[bar.get_height() for bar in bars] for bars in (below, enough)] == [[0.1, 0.2], [0.5, 0.2]]
    assert plots.points_distribution(points).get_legend() is None


def test_differences_are_points_with_limits_and_open_where_chance_could_explain_them(compared):
    ax = plots.differences(compared)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["won", "drawn"]
    assert legend(ax) == ["efficient", "value"]
    for bars, points, (_, rows) in zip(
        ax.containers, ax.collections[1::2], compared.groupby("policy"), strict=True
    ):
        assert points.get_offsets()[:, 0].tolist() == rows["difference"].tolist()
        filled = [alpha == 1 for *_, alpha in points.get_facecolors()]
        assert filled == (rows["p_adjusted"] < 0.05).tolist()
        drawn = np.array(bars[2][0].get_segments())[:, :, 0]
        assert np.allclose(drawn, rows[["low", "high"]])
    with pytest.raises(ValueError, match="no common axis"):
        plots.differences(compared.assign(unit=["tiles", "turns"] * 2))
    with pytest.raises(ValueError, match="choose one"):
        plots.differences(compared.drop(columns="policy"))


@pytest.mark.parametrize(
    ("plot", "frame", "named"),
    [
        (plots.completion_curves, "draws", "main_suit"),
        (plots.threshold_curve, "draws", "main_suit"),
        (plots.longest_suit, "suits", "min_main_tiles"),
        (plots.longest_suit_map, "suits", "measure"),
    ],
)
def test_rows_that_would_hide_each_other_are_refused(plot, frame, named, request):
    with pytest.raises(ValueError, match=named):
        plot(request.getfixturevalue(frame))


@pytest.mark.parametrize("name", [name for name in plots.__all__ if name.islower()])
def test_every_plot_draws_where_it_is_told_and_leaves_the_frame_alone(
    name, distances, draws, suits, fans, points, compared
):
    frame = {
        "shanten_distribution": distances,
        "completion_curves": draws[draws["main_suit"] == "any"],
        "threshold_curve": draws[draws["main_suit"] == "any"],
        "fan_frequencies": fans,
        "longest_suit": suits[suits["min_main_tiles"] == 8],
        "longest_suit_map": suits[suits["measure"] == "wins"],
        "minimum_curve": points,
        "points_distribution": points,
        "differences": compared,
    }[name]
    before, (_, (here, there)) = frame.copy(), pyplot.subplots(1, 2)
    ax = getattr(plots, name)(frame, ax=there)
    ax.figure.canvas.draw()
    assert isinstance(ax, Axes)
    assert ax is there
    assert not here.has_data()
    assert ax.get_xlabel()
    assert ax.get_ylabel()
    assert ax.get_title()
    assert frame.equals(before)


def test_a_frame_without_fans_is_refused_with_one_that_has_them():
    with pytest.raises(
        ValueError, match=r"^Fans are drawn from a frame with a column .*fan_frequencies\(\)\.$"
    ):
        ma.plots.fan_frequencies(pd.DataFrame({"measure": ["won"], "share": [0.9]}))
