"""A tidy frame as Markdown, HTML, LaTeX or CSV text.

Those for reading round each estimate by its interval, put separators into big integers and name
columns for people. CSV is for machines: every digit, and the names of `columns`.
"""

import html

import pandas as pd

from mjanalysis.columns import COLUMNS
from mjanalysis.numerals import grouped, n_decimals, percent, percent_interval, probability_text

__all__ = ["as_csv", "as_html", "as_latex", "as_markdown", "cells"]

#: Columns of estimates that can have an interval.
ESTIMATES = ("share", "per_win", "mean", "value")

#: Stands where there is no number.
NOTHING = "–"

_LATEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "–": "--"}
_LATEX |= {sign: "\\" + sign for sign in "&%$#_{}"}


def _is_missing(value):
    return value is None or (isinstance(value, float) and value != value)


def _text(value, kind):
    """One cell; a column that `columns` does not know is written by what it holds."""
    if _is_missing(value):
        return NOTHING
    if kind == "label":
        return str(value)
    if kind == "count":
        return grouped(value)
    if kind == "probability":
        return probability_text(float(value))
    if kind == "share":
        return percent(float(value), 2)
    if kind == "number":
        return f"{value:.3g}"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _kind(name):
    return COLUMNS[name].kind if name in COLUMNS else "other"


def _estimate(frame):
    """The column that the limits low and high are about; None without them."""
    if {"low", "high"} <= set(frame.columns):
        return next((name for name in ESTIMATES if name in frame), None)
    return None


def _interval_text(name, value, low, high):
    """An estimate with its limits."""
    if _is_missing(value):
        return NOTHING
    if _kind(name) == "share":
        return percent_interval(value, low, high)
    if _is_missing(low):
        return f"{value:.3g}"
    is_whole = all(float(number).is_integer() for number in (value, low, high))  # a quantile of whole numbers
    decimals = 0 if is_whole else n_decimals((high - low) / 2, significant=3)
    return f"{value:.{decimals}f} [{low:.{decimals}f}, {high:.{decimals}f}]"


def _shown(frame):
    """Names of the columns to show: the limits of an interval stand in the column of what they are about."""
    return [name for name in frame.columns if not (_estimate(frame) and name in ("low", "high"))]


def cells(frame):
    """The texts of a table for reading.

    Parameters
    ----------
    frame : DataFrame
        Tidy; its index is not shown. An estimate, its low and its high become one column.

    Returns
    -------
    DataFrame of str
        Columns named for people.

    Examples
    --------
    >>> frame = pd.DataFrame({"draws": [5], "n": [10_000_000], "share": [0.03], "low": [0.0298],
    ...                       "high": [0.0302]})
    >>> cells(frame).to_dict("records")
    [{'Draws': '5', 'Of': '10,000,000', 'Share': '3.000 % [2.980, 3.020]'}]
    """
    texts = {}
    for name in _shown(frame):
        title = COLUMNS[name].title if name in COLUMNS else str(name)
        if name == _estimate(frame):
            rows = zip(frame[name], frame["low"], frame["high"], strict=True)
            texts[title] = [_interval_text(name, *row) for row in rows]
        else:
            kind = _kind(name)
            texts[title] = [_text(value, kind) for value in frame[name].tolist()]
    return pd.DataFrame(texts, dtype=object)


def _is_numeric(frame):
    """For each column of `cells(frame)`, whether it holds numbers, which are set flush right."""
    return [
        _kind(name) not in ("label", "other") or pd.api.types.is_numeric_dtype(frame[name])
        for name in _shown(frame)
    ]


def as_markdown(frame):
    """A Markdown table with aligned columns.

    Examples
    --------
    >>> print(as_markdown(pd.DataFrame({"policy": ["efficient"], "draws": [5]})))
    | Policy    | Draws |
    |:----------|------:|
    | efficient |     5 |
    """
    texts = cells(frame)
    table = [[str(text).replace("|", "\\|") for text in row] for row in [texts.columns, *texts.to_numpy()]]
    widths = [max(3, *(len(row[c]) for row in table)) for c in range(len(texts.columns))]
    flush = _is_numeric(frame)

    def line(row):
        padded = (
            text.rjust(width) if right else text.ljust(width)
            for text, width, right in zip(row, widths, flush, strict=True)
        )
        return f"| {' | '.join(padded)} |"

    rule = "|".join(
        "-" * (width + 1) + ":" if right else ":" + "-" * (width + 1)
        for width, right in zip(widths, flush, strict=True)
    )
    return "\n".join([line(table[0]), f"|{rule}|", *map(line, table[1:])])


def as_html(frame, *, caption=""):
    """An HTML table: header cells with their meaning as tooltip, numbers flush right.

    The number that a text stands for is in ``data-sort``, every digit of it, for scripts that sort; a number
    that is missing has none. Chinese is marked as such.

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
    columns = zip(_shown(frame), cells(frame).items(), _is_numeric(frame), strict=True)
    heads, cells_of = [], []
    for name, (title, texts), right in columns:
        number = ' class="number"' if right else ""
        tip = f' title="{html.escape(COLUMNS[name].description)}"' if name in COLUMNS else ""
        heads.append(f'<th scope="col"{number}{tip}>{html.escape(title)}</th>')
        language = ' lang="zh"' if name == "chinese" else ""
        values = frame[name].tolist() if right else [None] * len(frame)
        cells_of.append(
            [
                f"<td{number}{language}{_sort_key(value)}>{html.escape(text)}</td>"
                for text, value in zip(texts, values, strict=True)
            ]
        )
    rows = [f"<tr>{''.join(row)}</tr>" for row in zip(*cells_of, strict=True)]
    head = [f"<caption><span>{html.escape(caption)}</span></caption>"] if caption else []
    head += [f"<thead><tr>{''.join(heads)}</tr></thead>"]
    return "\n".join(["<table>", *head, "<tbody>", *rows, "</tbody>", "</table>"])


def _sort_key(value):
    """What a cell is sorted by, if it is a number."""
    return "" if _is_missing(value) else f' data-sort="{+value}"'


def as_latex(frame):
    r"""A LaTeX tabular that uses booktabs.

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
    texts = cells(frame)
    head, *rows = (
        " & ".join("".join(_LATEX.get(sign, sign) for sign in text) for text in row) + r" \\"
        for row in [texts.columns, *texts.to_numpy()]
    )
    columns = "".join("r" if right else "l" for right in _is_numeric(frame))
    top = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", head, r"\midrule"]
    return "\n".join([*top, *rows, r"\bottomrule", r"\end{tabular}"])


def as_csv(frame):
    """Comma-separated values, nothing rounded; integers beyond 64 bits stay whole.

    Examples
    --------
    >>> as_csv(pd.DataFrame({"shanten": [0], "weighted": [2**70]}))
    'shanten,weighted\\n0,1180591620717411303424\\n'
    """
    return frame.to_csv(index=False, lineterminator="\n")
