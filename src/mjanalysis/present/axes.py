"""What figures have in common: axes, colours, groups of rows, and a quiet finish."""

from mjanalysis.checks import as_frame
from mjanalysis.columns import COLUMNS

# matplotlib is imported where it draws: it takes half a second, which who only wants numbers need not wait.

__all__ = [
    "OKABE_ITO", "SIZE", "STYLES", "axes_or_new", "check_places", "colours_of", "fan_names", "finished",
    "groups_of", "quiet", "reaches_of",
]  # fmt: skip

#: Okabe and Ito's palette without black; yellow last, as it is faint on white.
OKABE_ITO = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#F0E442")

#: Inches of a figure: so narrow that its words can be read on a phone, where it is as wide as the screen.
SIZE = (5.6, 3.9)

#: Line styles of the policies; a bound is dashed.
STYLES = {"efficient": "-", "foresight": "--", "value": ":"}


def axes_or_new(ax):
    """The axes that were given, or those of a new figure."""
    if ax is not None:
        return ax
    from matplotlib import pyplot

    return pyplot.subplots(figsize=SIZE, layout="constrained")[1]


def colours_of(groups):
    """A colour for each group, in order."""
    groups = list(groups)
    if len(groups) <= len(OKABE_ITO):
        return dict(zip(groups, OKABE_ITO, strict=False))
    from matplotlib import colormaps
    from matplotlib.colors import to_hex

    # Both ends are left out: one is too dark for a dark page, the other too pale for a white one.
    steps = [0.12 + 0.8 * place / (len(groups) - 1) for place in range(len(groups))]
    return dict(zip(groups, map(to_hex, colormaps["cividis"](steps)), strict=True))


def finished(ax, x, y, title):
    """Axis labels from the columns' names, shares as percentages, a quiet grid, a legend if needed."""
    from matplotlib.ticker import PercentFormatter

    ax.set_xlabel(COLUMNS[x].label)
    ax.set_ylabel(y)
    ax.set_title(title)
    ax.yaxis.set_major_formatter(PercentFormatter(1.0))
    return quiet(ax, "y")


def quiet(ax, axis):
    """A quiet grid behind what is drawn, and a legend if needed."""
    ax.grid(axis=axis, color="#808080", alpha=0.3, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    if ax.get_legend_handles_labels()[0]:
        ax.legend(frameon=False, fontsize="small")
    return ax


def reaches_of(rows, name="share"):
    """Distances from the share to its limits, as matplotlib wants them."""
    return [(rows[name] - rows["low"]).clip(lower=0), (rows["high"] - rows[name]).clip(lower=0)]


def check_places(df, *keys):
    """Refuse frames that would draw several rows at one place: `keys` are what the figure tells apart."""
    apart = [name for name in keys if name in as_frame(df)]
    if df.duplicated(apart).any():
        labels = [name for name in df if name in COLUMNS and COLUMNS[name].kind == "label"]
        several = [name for name in labels if name not in apart and df[name].nunique() > 1]
        choice = " and one ".join(several) or "of them"
        raise ValueError(f"Several rows fall on one place of the figure: choose one {choice}.")


def fan_names(df, name):
    """What the fans of a frame are called, a name each that no other has.

    One without a name of its own, such as a new fan without a Chinese one, is called by the English name, and
    those of one name are told apart by their keys.

    Parameters
    ----------
    df : DataFrame
        One row a fan; columns fan or english, and `name`.
    name : {"english", "chinese", "fan"}

    Returns
    -------
    Series of str

    Examples
    --------
    >>> import pandas as pd
    >>> new = {"fan": ["one", "two", "all_green"], "english": ["New", "New", "All Green"]}
    >>> fan_names(pd.DataFrame(new | {"chinese": ["", "", "绿一色"]}), "chinese").tolist()
    ['New (one)', 'New (two)', '绿一色']
    """
    named = df[name] if "english" not in df else df[name].where(df[name] != "", df["english"])
    if "fan" not in df:
        return named
    return named.where(~named.duplicated(keep=False), named + " (" + df["fan"] + ")")


def groups_of(df, name):
    """Groups of rows by a column, or the whole frame as one group without a name."""
    if name not in df:
        return {None: df}
    return {value: df[df[name] == value] for value in df[name].drop_duplicates()}
