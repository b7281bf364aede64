"""Figures about rules: who has an advantage, what fans pay, how points are spread."""

import numpy as np
import pandas as pd

from mjanalysis.columns import COLUMNS
from mjanalysis.present.axes import OKABE_ITO, axes_or_new, colours_of, groups_of, quiet

# matplotlib is imported where it draws: it takes half a second, which who only wants numbers need not wait.

__all__ = ["fan_values", "positions", "rescored", "score_distribution"]


def positions(df, ax=None):
    """Points a hand by position, with their intervals.

    Parameters
    ----------
    df : DataFrame
        Columns position or seat, mean, low, high; one row each.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    ax = axes_or_new(ax)
    name = "position" if "position" in df else "seat"
    places = range(len(df))
    reaches = [df["mean"] - df["low"], df["high"] - df["mean"]]
    ax.axhline(0, color="#808080", linewidth=0.8)
    ax.errorbar(places, df["mean"], yerr=reaches, fmt="o", capsize=4, color=OKABE_ITO[0])
    ax.margins(x=0.2)
    return _by_position(ax, name, df[name], "What each position wins")


def rescored(df, ax=None):
    """Points a hand by position, as played and by other rules.

    Parameters
    ----------
    df : DataFrame
        Columns position or seat, measure, value, low, high: see `mjanalysis.WhatIf`. Differences are left
        out.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
    """
    ax = axes_or_new(ax)
    name = "position" if "position" in df else "seat"
    places = list(df[name].drop_duplicates())
    measures = [measure for measure in df["measure"].drop_duplicates() if "difference" not in measure]
    ax.axhline(0, color="#808080", linewidth=0.8)
    for number, (measure, colour) in enumerate(zip(measures, OKABE_ITO, strict=False)):
        rows = df[df["measure"] == measure]
        x = [place + 0.2 * (number - (len(measures) - 1) / 2) for place in range(len(rows))]
        reaches = [rows["value"] - rows["low"], rows["high"] - rows["value"]]
        ax.errorbar(x, rows["value"], yerr=reaches, fmt="o", capsize=3, color=colour, label=measure)
    return _by_position(ax, name, places, "The same hands by other rules")


def _by_position(ax, name, places, title):
    """Ticks of positions or seats, and the words of axes that show points a hand of each."""
    ax.set_xticks(range(len(places)), [str(place) for place in places])
    ax.set_xlabel(COLUMNS[name].label)
    ax.set_ylabel(COLUMNS["mean"].label)
    ax.set_title(title)
    return quiet(ax, "y")


def fan_values(df, ax=None):
    """What fans pay for how often they come.

    Parameters
    ----------
    df : DataFrame
        See `mjanalysis.columns.FAN_VALUES`; fans that never came are left out.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
        A dot for each fan with its interval, the line through them with the limits for one more fan; of those
        off the line the furthest of each number of points are named where there is room. Both scales are
        logarithmic.
    """
    ax = axes_or_new(ax)
    rows = df[(df["wins"] > 0) & (df["fan_points"] > 0)].sort_values("fan_points")
    line = rows[rows["line"].notna()]
    if len(line):
        ax.plot(line["fan_points"], line["line"], color="#808080", label="line")
        ax.fill_between(
            line["fan_points"], line["line_low"], line["line_high"], color="#808080", alpha=0.15, linewidth=0
        )
    told = rows["verdict"] != ""
    for chosen, colour, label in ((~told, OKABE_ITO[0], None), (told, OKABE_ITO[1], "off the line")):
        some = rows[chosen]
        reaches = [some["per_win"] - some["low"], some["high"] - some["per_win"]]
        if len(some):
            ax.errorbar(
                some["fan_points"], some["per_win"], yerr=reaches, fmt="o", markersize=3, linewidth=1,
                color=colour, label=label,
            )  # fmt: skip
    ax.set_xscale("log", base=2)
    ax.set_yscale("log")
    ax.xaxis.set_major_formatter(lambda points, _: f"{points:g}")
    ax.yaxis.set_major_formatter(lambda share, _: f"{100 * share:g} %")
    ax.set_xlabel(COLUMNS["fan_points"].label)
    ax.set_ylabel(COLUMNS["per_win"].label)
    ax.set_title("What fans pay for how often they come")
    _name_furthest(ax, rows[told])
    return quiet(ax, "both")


def _name_furthest(ax, rows):
    """Write the names of fans beside their dots, the furthest from the line first, none over another."""
    by_points = rows.groupby(["fan_points", "verdict"])["per_win"]
    most, least = rows.loc[by_points.idxmax()], rows.loc[by_points.idxmin()]
    ends = pd.concat([most[most["verdict"] == "pays too much"], least[least["verdict"] == "pays too little"]])
    away = np.abs(np.log(ends["per_win"] / ends["line"]))
    ax.figure.draw_without_rendering()  # only then is known where things stand
    taken: list = []
    for row in ends.loc[away.sort_values(ascending=False).index].to_dict("records"):
        name = ax.annotate(
            row["english"], (row["fan_points"], row["per_win"]), (5, 3), textcoords="offset points",
            fontsize="x-small", parse_math=False,
        )  # fmt: skip
        box = name.get_window_extent()
        if any(box.overlaps(other) for other in taken):
            name.remove()
        else:
            taken.append(box)


def score_distribution(df, ax=None):
    """How the points of a hand are spread.

    Parameters
    ----------
    df : DataFrame
        Columns points and share, one row a number of points; one more column (optional) of what the lines
        tell apart.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
        What share of hands brings so many points or fewer; a line of steps for each group.

    Raises
    ------
    ValueError
        If groups are told apart by more than one column.
    """
    names = [name for name in df if COLUMNS[name].kind == "label" and name not in ("rules", "points")]
    if len(names) > 1:
        raise ValueError(f"Lines are told apart by one of {', '.join(names)}: choose a value of the others.")
    ax = axes_or_new(ax)
    groups = groups_of(df, names[0] if names else "")
    for (group, rows), colour in zip(groups.items(), colours_of(groups).values(), strict=True):
        rows = rows.sort_values("points")
        label = group
        if group is not None and not isinstance(group, str):
            label = f"{COLUMNS[names[0]].title.lower()} {group}"
        ax.step(rows["points"], rows["share"].cumsum(), where="post", color=colour, label=label)
    ax.axvline(0, color="#808080", linewidth=0.8)
    ax.set_ylim(0, 1)
    ax.yaxis.set_major_formatter(lambda share, _: f"{100 * share:g} %")
    ax.set_xlabel(COLUMNS["mean"].label)
    ax.set_ylabel("Share of hands that bring so much or less")
    ax.set_title("Points of a hand")
    return quiet(ax, "y")
