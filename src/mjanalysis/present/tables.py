"""A tidy frame as Markdown, HTML, LaTeX or CSV text.

Those for reading round each estimate by its interval, put separators into big integers and name
columns for people. CSV is for machines: every digit, and the names of `columns`.
"""

import html
import re
import unicodedata

import numpy as np
import pandas as pd

from mjanalysis.checks import as_frame
from mjanalysis.columns import COLUMNS
from mjanalysis.numerals import grouped, number_interval, percent, percent_interval, probability_text
from mjcore.words.errors import MahjongError, quoted

__all__ = ["as_csv", "as_html", "as_latex", "as_markdown", "cells"]

#: Columns of estimates that can have an interval.
ESTIMATES = ("share", "per_win", "lift", "mean", "value", "difference", "ours")

#: Stands where there is no number.
NOTHING = "–"

_LATEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "–": "--"}
_LATEX |= {sign: "\\" + sign for sign in "&%$#_{}"}


def is_missing(value):
    """Whether there is nothing in a cell."""
    return pd.api.types.is_scalar(value) and pd.isna(value)


def _text(value, kind):
    """One cell; a column that `columns` does not know is written by what it holds."""
    if is_missing(value):
        return NOTHING
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if kind == "label":
        return _in_a_line(value)
    if kind == "count":
        return grouped(value)
    if kind == "probability":
        return probability_text(float(value))
    if kind == "share":
        return percent(float(value), 2)
    if kind == "number":
        return f"{value:.3g}"
    if kind == "decimal":
        return f"{value:.2f}"
    return f"{value:.4g}" if isinstance(value, float) else _in_a_line(value)


def _in_a_line(value):
    """A text without line breaks, which would end the row of a table.

    >>> _in_a_line("one\\ntwo")
    'one two'
    """
    return " ".join(str(value).splitlines())


def _kind(name):
    return COLUMNS[name].kind if name in COLUMNS else "other"


def _limits(frame):
    """The columns with the limits of each estimate: low and high, or those named after it."""
    limits = {name: (f"{name}_low", f"{name}_high") for name in as_frame(frame).columns}
    limits |= dict.fromkeys([name for name in ESTIMATES if name in frame][:1], ("low", "high"))
    return {name: pair for name, pair in limits.items() if {*pair} <= {*frame.columns}}


def _interval_text(name, value, low, high):
    """An estimate with its limits."""
    if is_missing(value):
        return NOTHING
    if _kind(name) == "share":
        return percent(value, 2) if is_missing(low) else percent_interval(value, low, high)
    if is_missing(low):
        return f"{value:.3g}"
    is_whole = all(float(number).is_integer() for number in (value, low, high))  # a quantile of whole numbers
    return number_interval(value, low, high, decimals=0 if is_whole else None)


def _shown(frame):
    """Names of the columns to show: the limits of an interval stand in the column of what they are about."""
    if not frame.columns.is_unique:
        name = frame.columns[frame.columns.duplicated()][0]
        raise MahjongError(f"the frame has two columns {quoted(name)}: rename one of them")
    limits = {name for pair in _limits(frame).values() for name in pair}
    return [name for name in frame.columns if name not in limits]


def cells(frame):
    """The texts of a table for reading.

    Parameters
    ----------
    frame : DataFrame
        Tidy; its index is not shown. An estimate, its low and its high become one column.

    Returns
    -------
    DataFrame of str
        Columns named for people, and several of them alike where these names are.

    Raises
    ------
    MahjongError
        If two columns of the frame have the same name.

    Examples
    --------
    >>> frame = pd.DataFrame({"draws": [5], "n": [10_000_000], "share": [0.03], "low": [0.0298],
    ...                       "high": [0.0302]})
    >>> cells(frame).to_dict("records")
    [{'Draws': '5', 'Of': '10,000,000', 'Share': '3.000 % [2.980, 3.020]'}]
    """
    titles, texts, limits = [], [], _limits(frame)
    for name in _shown(frame):
        titles.append(COLUMNS[name].title if name in COLUMNS else _in_a_line(name))
        if name in limits:
            rows = zip(*(frame[column].tolist() for column in (name, *limits[name])), strict=True)
            texts.append([_interval_text(name, *row) for row in rows])
        else:
            kind = _kind(name)
            texts.append([_text(value, kind) for value in frame[name].tolist()])
    return pd.DataFrame(dict(enumerate(texts)), dtype=object).set_axis(titles, axis="columns")


def _is_numeric(frame):
    """For each column of `cells(frame)`, whether it holds numbers, which are set flush right."""
    types = pd.api.types
    return [
        _kind(name) not in ("label", "other")
        or (types.is_numeric_dtype(frame[name]) and not types.is_bool_dtype(frame[name]))
        for name in _shown(frame)
    ]


def as_markdown(frame):
    """A Markdown table with aligned columns.

    Parameters
    ----------
    frame : DataFrame
        As a function of this package gives it.

    Returns
    -------
    str

    Examples
    --------
    >>> print(as_markdown(pd.DataFrame({"policy": ["efficient"], "draws": [5]})))
    | Policy    | Draws |
    |:----------|------:|
    | efficient |     5 |
    """
    texts = cells(frame)
    table = [[str(text).replace("|", "\\|") for text in row] for row in [texts.columns, *texts.to_numpy()]]
    widths = [max(3, *(_width(row[c]) for row in table)) for c in range(len(texts.columns))]
    flush = _is_numeric(frame)

    def line(row):
        padded = []
        for text, width, right in zip(row, widths, flush, strict=True):
            room = " " * (width - _width(text))
            padded.append(room + text if right else text + room)
        return f"| {' | '.join(padded)} |"

    rule = "|".join(
        "-" * (width + 1) + ":" if right else ":" + "-" * (width + 1)
        for width, right in zip(widths, flush, strict=True)
    )
    return "\n".join([line(table[0]), f"|{rule}|", *map(line, table[1:])])


def _width(text):
    """Columns of a terminal that a text takes: Chinese takes two a character."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def as_html(frame, *, caption=""):
    """An HTML table: header cells with their meaning as tooltip, numbers flush right.

    The number that a text stands for is in ``data-sort``, every digit of it, for scripts that sort; a number
    that is missing has none. Chinese is marked as such. What draws itself is drawn.

    Parameters
    ----------
    frame : DataFrame
        As a function of this package gives it.
    caption : str
        Stands over the table; none unless given.

    Returns
    -------
    str

    Examples
    --------
    >>> print(as_html(pd.DataFrame({"n": [10_000]}), caption="Draws"))
    <table>
    <caption><span>Draws</span></caption>
    <thead><tr><th scope="col" class="number" title="Draws made, on which the estimate \
rests.">Of</th></tr></thead>
    <tbody>
    <tr><td class="number" data-sort="10000">10,000</td></tr>
    </tbody>
    </table>
    """
    columns = zip(_shown(as_frame(frame)), cells(frame).items(), _is_numeric(frame), strict=True)
    heads, cells_of = [], []
    for name, (title, texts), right in columns:
        number = ' class="number"' if right else ""
        tip = f' title="{html.escape(COLUMNS[name].description)}"' if name in COLUMNS else ""
        heads.append(f'<th scope="col"{number}{tip}>{html.escape(title)}</th>')
        values = frame[name].tolist()
        keys = map(_sort_key, values) if right else [""] * len(values)
        cells_of.append(
            [
                f"<td{number}{_language(text)}{key}>{_drawn(value) or html.escape(text)}</td>"
                for text, value, key in zip(texts, values, keys, strict=True)
            ]
        )
    rows = [f"<tr>{''.join(row)}</tr>" for row in zip(*cells_of, strict=True)]
    head = [f"<caption><span>{html.escape(caption)}</span></caption>"] if caption else []
    head += [f"<thead><tr>{''.join(heads)}</tr></thead>"]
    return "\n".join(["<table>", *head, "<tbody>", *rows, "</tbody>", "</table>"])


def _drawn(value):
    """What a value draws of itself, if anything."""
    return value._repr_html_() if hasattr(value, "_repr_svg_") else ""


def _language(text):
    """What marks a cell as Chinese.

    >>> _language("全求人"), _language("Melded Hand"), _language("12")
    (' lang="zh"', '', '')
    """
    letters = [sign for sign in text if sign.isalpha()]
    is_chinese = letters and all(unicodedata.east_asian_width(letter) == "W" for letter in letters)
    return ' lang="zh"' if is_chinese else ""


def _sort_key(value):
    """What a cell is sorted by, if it is a number."""
    return "" if is_missing(value) else f' data-sort="{+value}"'


def as_latex(frame):
    r"""A LaTeX tabular that uses booktabs; Chinese needs XeLaTeX or LuaLaTeX and a package such as ctex.

    Parameters
    ----------
    frame : DataFrame
        As a function of this package gives it.

    Returns
    -------
    str

    Examples
    --------
    >>> print(as_latex(pd.DataFrame({"policy": ["a_b"], "draws": [5]})))
    \begin{tabular}{lr}
    \toprule
    Policy & Draws \\
    \midrule
    a\_b & 5 \\
    \bottomrule
    \end{tabular}
    """
    texts, flush = cells(frame), _is_numeric(frame)
    head, *rows = (
        " & ".join(_latex(text, right) for text, right in zip(row, flush, strict=True)) + r" \\"
        for row in [texts.columns, *texts.to_numpy()]
    )
    columns = "".join("r" if right else "l" for right in flush)
    top = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", head, r"\midrule"]
    return "\n".join([*top, *rows, r"\bottomrule", r"\end{tabular}"])


def _latex(text, is_number):
    r"""A cell of a tabular: what would be commands is escaped, numbers have minus signs and powers.

    >>> _latex("[777z] a_b", False), _latex("-1", True), _latex("8.2e-08", True)
    ('{}[777z] a\\_b', '$-$1', '$8.2 \\times 10^{-8}$')
    """
    if is_number and (found := re.fullmatch(r"(-?\d[\d.]*)e([-+]\d+)", text)):
        return rf"${found[1]} \times 10^{{{int(found[2])}}}$"
    escaped = "".join(_LATEX.get(sign, sign) for sign in text)
    if is_number:
        return re.sub(r"-(?=\d)", "$-$", escaped)
    return "{}" + escaped if escaped[:1] in ("[", "*") else escaped  # after \\\\ these would be its options


def as_csv(frame):
    """Comma-separated values, nothing rounded; integers beyond 64 bits stay whole.

    Parameters
    ----------
    frame : DataFrame
        As a function of this package gives it.

    Returns
    -------
    str

    Examples
    --------
    >>> as_csv(pd.DataFrame({"shanten": [0], "weighted": [2**70]}))
    'shanten,weighted\\n0,1180591620717411303424\\n'
    """
    return as_frame(frame).to_csv(index=False, lineterminator="\n")


def __dir__() -> list[str]:
    """What completion offers: public names."""
    return sorted(__all__)
