"""Figures of tidy frames. Each takes ``(df, ax=None)``, returns Axes, and computes nothing.

Colours are Okabe and Ito's, told apart by colour-blind readers too; more than seven ordered groups
take steps of cividis. What is exact is a bar or a bare line; what is estimated has an interval.
"""

from math import log10

from mjanalysis.checks import as_frame
from mjanalysis.columns import COLUMNS
from mjanalysis.present.axes import (
    OKABE_ITO,
    SIZE,
    STYLES,
    axes_or_new,
    check_places,
    colours_of,
    fan_names,
    finished,
    groups_of,
    reaches_of,
)
from mjanalysis.present.fonts import with_font

# matplotlib is imported where it draws: it takes half a second, which who only wants numbers need not wait.

__all__ = [
    "OKABE_ITO",
    "completion_curves",
    "differences",
    "fan_frequencies",
    "longest_suit",
    "longest_suit_map",
    "minimum_curve",
    "points_distribution",
    "shanten_distribution",
    "threshold_curve",
]

#: Columns that can name a fan.
FAN_NAMES = ("english", "chinese", "fan")


def shanten_distribution(df, ax=None, *, by="min_main_tiles"):
    """Distribution of the distance to a win, by threshold or by form.

    Parameters
    ----------
    df : DataFrame
        Columns shanten, `by` (optional), and the exact distribution as probability or exact, or the
        estimate as share, low, high, or both.
    ax : Axes, optional
        Where to draw.
    by : {"min_main_tiles", "form"}
        What the colours tell apart.

    Returns
    -------
    Axes
        Exact probabilities as bars, estimates as points with their intervals. Of groups with nothing exact
        beside others, the estimates are pale bars too.

    Raises
    ------
    ValueError
        If several rows fall on one place, as with several forms that are not compared.
    """
    check_places(df, "shanten", by)
    ax = axes_or_new(ax)
    exact = next((name for name in ("probability", "exact") if name in df), None)
    groups = groups_of(df, by)
    width = 0.84 / len(groups)
    for place, ((group, rows), colour) in enumerate(
        zip(groups.items(), colours_of(groups).values(), strict=True)
    ):
        label = None if group is None else f"{COLUMNS[by].title.lower()} {group}".replace("_", " ")
        x = rows["shanten"] + (place - (len(groups) - 1) / 2) * width
        if exact:
            known = "share" not in rows or rows[exact].notna().all()
            height, alpha = (rows[exact], 1) if known else (rows["share"], 0.45)
            ax.bar(x, height, width, color=colour, alpha=alpha, label=label)
        if "share" in rows:
            ax.errorbar(
                x,
                rows["share"],
                yerr=reaches_of(rows),
                fmt="o",
                markersize=3,
                capsize=2,
                linewidth=1,
                color="black" if exact else colour,
                label=None if exact else label,
            )
    if exact and "share" in df:
        ax.errorbar([], [], yerr=[], fmt="o", markersize=3, capsize=2, color="black", label="estimate")
    ax.set_xticks(sorted(df["shanten"].unique()))
    return finished(ax, "shanten", "Share of deals", "Distance of the deal to a win")


def completion_curves(df, ax=None, *, by="min_main_tiles"):
    """Deals that a lone player can complete within so many draws.

    Parameters
    ----------
    df : DataFrame
        Columns draws, share, low, high, `by`, and policy (optional); one main suit, unless that is
        what is compared.
    ax : Axes, optional
        Where to draw.
    by : {"min_main_tiles", "main_suit"}
        What the colours tell apart.

    Returns
    -------
    Axes
        A line for each group and policy with the band of its intervals: efficient play solid, the
        bound by perfect foresight dashed.

    Raises
    ------
    ValueError
        If several rows fall on one place, as with several main suits that are not compared.
    """
    check_places(df, "draws", "policy", by)
    ax = axes_or_new(ax)
    groups = groups_of(df, by)
    for (group, rows), colour in zip(groups.items(), colours_of(groups).values(), strict=True):
        for number, (policy, line) in enumerate(groups_of(rows, "policy").items()):
            label = None if group is None or number else f"{COLUMNS[by].title.lower()} {group}"
            ax.plot(line["draws"], line["share"], STYLES.get(policy, "-"), color=colour, label=label)
            ax.fill_between(line["draws"], line["low"], line["high"], color=colour, alpha=0.2, linewidth=0)
    for policy in groups_of(df, "policy"):
        if policy is not None:
            ax.plot([], [], STYLES.get(policy, "-"), color="#808080", label=policy)
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.set_ylim(bottom=0)
    return finished(ax, "draws", "Share of deals completed", "Complete within so many draws")


def threshold_curve(df, ax=None):
    """How a share falls as the threshold rises.

    Parameters
    ----------
    df : DataFrame
        Columns min_main_tiles and share, low, high, or probability, or ready_probability, as
        :func:`mjanalysis.exact.threshold_table` has it; draws and policy (optional) become lines of their
        own.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
        Estimates with error bars, exact probabilities without.

    Raises
    ------
    ValueError
        If several rows fall on one place.
    """
    check_places(df, "min_main_tiles", "draws", "policy")
    exact = "probability" if "probability" in df else "ready_probability"
    ax = axes_or_new(ax)
    groups = groups_of(df, "draws")
    for (draws, rows), colour in zip(groups.items(), colours_of(groups).values(), strict=True):
        for policy, line in groups_of(rows, "policy").items():
            named = [policy, None if draws is None else f"{draws} draws"]
            label = ", ".join(part for part in named if part) or None
            style = STYLES.get(policy, "-")
            if "share" in line:
                ax.errorbar(
                    line["min_main_tiles"],
                    line["share"],
                    yerr=reaches_of(line),
                    fmt=f"o{style}",
                    markersize=3,
                    capsize=3,
                    color=colour,
                    label=label,
                )
            else:
                ax.plot(
                    line["min_main_tiles"],
                    line[exact],
                    f"o{style}",
                    markersize=3,
                    color=colour,
                    label=label,
                )
    ax.set_xticks(sorted(df["min_main_tiles"].unique()))
    ax.set_ylim(bottom=0)
    return finished(ax, "min_main_tiles", "Share of deals", "By threshold")


def minimum_curve(df, ax=None, *, marked=None):
    """What share of complete hands reaches each minimum of points.

    Parameters
    ----------
    df : DataFrame
        Columns min_points and at_least, one row a minimum.
    ax : Axes, optional
        Where to draw.
    marked : int, optional
        The minimum of the rules, which is pointed out.

    Returns
    -------
    Axes
        A line of steps: points are whole numbers.

    Raises
    ------
    ValueError
        If several rows fall on one place.
    """
    check_places(df, "min_points")
    ax = axes_or_new(ax)
    ax.plot(df["min_points"], df["at_least"], drawstyle="steps-mid", color=OKABE_ITO[0])
    for least, share in df.loc[df["min_points"] == marked, ["min_points", "at_least"]].to_numpy():
        ax.plot(least, share, "o", color=OKABE_ITO[1])
        ax.annotate(f"{least:.0f} points: {share:.1%}", (least, share), (8, 6), textcoords="offset points")
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.set_ylim(0, 1.02)  # the line at the top is seen whole
    return finished(ax, "min_points", "Share of complete hands", "Complete hands that reach the minimum")


def points_distribution(df, ax=None, *, minimum=None):
    """What complete hands are worth.

    Parameters
    ----------
    df : DataFrame
        Columns points and of_wins, one row a number of points.
    ax : Axes, optional
        Where to draw.
    minimum : int, optional
        Points that a win needs: hands with less are drawn in another colour.

    Returns
    -------
    Axes
        A bar for each number of points; probabilities are exact.

    Raises
    ------
    ValueError
        If several rows fall on one place.
    """
    check_places(df, "points")
    ax = axes_or_new(ax)
    enough = df["points"] >= (0 if minimum is None else minimum)
    for rows, colour, label in (
        (df[~enough], OKABE_ITO[1], f"below {minimum} points"),
        (df[enough], OKABE_ITO[0], None if minimum is None else f"{minimum} points or more"),
    ):
        if len(rows):
            ax.bar(rows["points"], rows["of_wins"], color=colour, label=label)
    ax.xaxis.get_major_locator().set_params(integer=True)
    return finished(ax, "points", "Share of complete hands", "Complete hands by points")


def _share_on_logarithms(share):
    """A percentage, or a power of ten where it would be long.

    >>> [_share_on_logarithms(share) for share in (1.0, 0.001, 1e-4, 1e-6)]
    ['100%', '0.1%', '0.01%', '$10^{-6}$']
    """
    power = round(log10(share))
    return f"{100 * share:g}%" if power >= -4 else f"$10^{{{power}}}$"


def _share_between(share):
    """A tick between powers of ten: labels at 2 and 5 stand apart, those of all would not."""
    return f"{100 * share:g}%" if f"{share:e}"[0] in "25" else ""


def fan_frequencies(df, ax=None, *, names=None):
    """How often each fan counts, the most frequent on top.

    Parameters
    ----------
    df : DataFrame
        Columns fan or english, and of_wins (exact), or per_win, low and high (estimated, as
        `Run.fan_frequencies` has them); one row a fan.
    ax : Axes, optional
        Where to draw.
    names : {"english", "chinese", "fan"}, optional
        The column that names them; English unless given, or the key of the fan if there is none. Where no
        installed font has the characters, Chinese names fall back to that with a warning, `MissingFont`.

    Returns
    -------
    Axes
        A dot for each fan that occurs, with the interval of an estimate; the scale is logarithmic, as some
        fans are millions of times rarer than others.

    Raises
    ------
    ValueError
        If several rows fall on one place, or the frame has no such names.
    """
    usual = "english" if "english" in as_frame(df) else "fan"
    name = usual if names is None else names
    if not df.columns.intersection(FAN_NAMES).size:
        raise ValueError(
            f"Fans are drawn from a frame with a column {' or '.join(FAN_NAMES)}, such as that of "
            "run.fan_frequencies()."
        )
    if name not in FAN_NAMES or name not in df:
        raise ValueError(f"Fans are named by one of {', '.join(FAN_NAMES)} among the columns, not {name!r}.")
    check_places(df, "fan" if "fan" in df else name)
    share = "per_win" if "per_win" in df else "of_wins"
    rows = df[df[share] > 0].sort_values(share)
    named, font = fan_names(rows, name).tolist(), None
    if name == "chinese" and named:
        named, font = with_font(named, fan_names(rows, usual).tolist())
    named = [each.replace("$", r"\$") for each in named]  # between two of them would be a formula
    if ax is None:
        from matplotlib import pyplot

        ax = pyplot.subplots(figsize=(SIZE[0], 1.2 + 0.19 * len(rows)), layout="constrained")[1]
    reaches = reaches_of(rows, share) if share == "per_win" else None
    ax.errorbar(rows[share], named, xerr=reaches, fmt="o", markersize=4, linewidth=1, color=OKABE_ITO[0])
    ax.set_xscale("log")
    ax.xaxis.set_major_formatter(lambda share, _: _share_on_logarithms(share))
    within_a_decade = rows[share].max() < 10 * rows[share].min()
    ax.xaxis.set_minor_formatter(lambda share, _: _share_between(share) if within_a_decade else "")
    ax.tick_params(axis="y", labelsize="small", length=0, **({"labelfontfamily": font} if font else {}))
    ax.set_ylim(-0.6, len(rows) - 0.4)
    ax.set_xlabel(f"Share of {'complete hands' if reaches is None else 'wins'} in which the fan counts")
    ax.set_ylabel(COLUMNS["fan"].label)
    ax.set_title("Fans by frequency")
    ax.grid(color="#808080", alpha=0.3, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def longest_suit(df, ax=None):
    """What happens to deals by the tiles in their longest suit.

    Parameters
    ----------
    df : DataFrame
        Columns longest, share, low, high and measure (optional): see `columns.SUITS`. One
        threshold, policy and number of draws.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
        A line with error bars for each measure.

    Raises
    ------
    ValueError
        If several rows fall on one place.
    """
    check_places(df, "longest", "measure")
    ax = axes_or_new(ax)
    groups = groups_of(df, "measure")
    for (measure, rows), colour in zip(groups.items(), colours_of(groups).values(), strict=True):
        ax.errorbar(
            rows["longest"],
            rows["share"],
            yerr=reaches_of(rows),
            fmt="o-",
            markersize=3,
            capsize=3,
            color=colour,
            label=measure,
        )
    ax.set_xticks(sorted(df["longest"].unique()))
    ax.set_ylim(bottom=0)
    return finished(ax, "longest", "Share", "By the longest suit of the deal")


def longest_suit_map(df, ax=None):
    """A heat map of a share by threshold and longest suit.

    Parameters
    ----------
    df : DataFrame
        Columns longest, min_main_tiles and share, one row a place; one measure, policy and number
        of draws.
    ax : Axes, optional
        Where to draw.

    Returns
    -------
    Axes
        Percentages stand in the places; empty where nothing was seen.

    Raises
    ------
    ValueError
        If several rows fall on one place.
    """
    check_places(df, "longest", "min_main_tiles")
    ax = axes_or_new(ax)
    grid = df.pivot(index="min_main_tiles", columns="longest", values="share")
    image = ax.imshow(grid, cmap="cividis", vmin=0, vmax=1, aspect="auto", origin="lower")
    for row, shares in enumerate(grid.to_numpy()):
        for column, share in enumerate(shares):
            if share == share:
                ax.text(
                    column,
                    row,
                    f"{share:.0%}",
                    ha="center",
                    va="center",
                    fontsize="x-small",
                    color="#111111" if share > 0.5 else "white",
                )
    ax.set_xticks(range(len(grid.columns)), grid.columns)
    ax.set_yticks(range(len(grid.index)), grid.index)
    ax.set_xlabel(COLUMNS["longest"].label)
    ax.set_ylabel(COLUMNS["min_main_tiles"].label)
    measure = df["measure"].iloc[0] if "measure" in df else "Share"
    ax.set_title(f"{measure}, by threshold and longest suit".capitalize())
    ax.figure.colorbar(image, ax=ax, format=lambda share, _: f"{share:.0%}")
    return ax


def differences(df, ax=None, *, by="metric"):
    """How far second things lie from first ones, with limits; nought is a line.

    Parameters
    ----------
    df : DataFrame
        Columns difference, low, high, p_adjusted, unit, `by`, and policy (optional): see
        `columns.COMPARISON`. Units that all begin with %, or one.
    ax : Axes, optional
        Where to draw.
    by : {"metric", "variant"}
        What stands in the rows, the first on top; of the other there is one.

    Returns
    -------
    Axes
        Points are open where chance could explain the difference (p_adjusted 0.05 or more).

    Raises
    ------
    ValueError
        If several rows fall on one place, or the units differ.
    """
    check_places(df, by, "policy")
    units = list(df["unit"].unique())
    shares = all(unit.startswith("%") for unit in units)
    if len(units) > 1 and not shares:
        raise ValueError(f"Differences in {' and '.join(units)} have no common axis: choose one.")
    ax = axes_or_new(ax)
    places = {name: place for place, name in enumerate(df[by].unique())}
    groups = groups_of(df, "policy")
    for number, ((policy, rows), colour) in enumerate(
        zip(groups.items(), colours_of(groups).values(), strict=True)
    ):
        y = rows[by].map(places) + (number - (len(groups) - 1) / 2) * 0.25
        reach = [rows["difference"] - rows["low"], rows["high"] - rows["difference"]]
        ax.errorbar(rows["difference"], y, xerr=reach, fmt="none", capsize=2, color=colour)
        filled = [colour if p < 0.05 else "none" for p in rows["p_adjusted"]]
        ax.scatter(rows["difference"], y, s=18, c=filled, edgecolors=colour, zorder=3, label=policy)
    ax.axvline(0, color="#808080", linewidth=0.8)
    ax.set_yticks(list(places.values()), list(places))
    ax.invert_yaxis()
    ax.locator_params(axis="x", nbins=6)  # more would write one number over another
    ax.set_xlabel(f"Difference, {'percentage points' if shares else units[0]}")
    ax.set_ylabel(COLUMNS[by].label)
    ax.set_title("What differs")
    ax.grid(axis="x", color="#808080", alpha=0.3, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    if len(groups) > 1:
        ax.legend(frameon=False, fontsize="small")
    return ax


def __dir__() -> list[str]:
    """What completion offers: public names."""
    return sorted(__all__)
