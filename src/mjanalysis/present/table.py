"""A frame as a notebook shows it: estimates with their intervals, columns of hands drawn."""

import re

import pandas as pd

import mjcore as mj
from mjanalysis.checks import as_frame
from mjanalysis.present.tables import as_html, as_markdown, is_missing
from mjcore.encoding.pictures import as_pixels

__all__ = ["Table", "table"]

#: Numbers never break; where style sheets are not shown, they are wider than need be.
STYLE = (
    "<style>.mj-table table td, .mj-table table th {padding: 0.25em 0.75em} "
    ".mj-table table .number {text-align: right; white-space: nowrap; "
    "font-variant-numeric: tabular-nums}</style>"
)

#: Cells of text. Notebooks set all cells flush right, and those not trusted show no style sheets.
TEXT_CELL = re.compile(r'<(t[dh])(?![^>]*class="number")(?=[ >])')


class Table:
    """What `table` makes: a page of HTML in a notebook, Markdown where it is printed.

    Parameters
    ----------
    frame : DataFrame
        Tidy; its index is not shown.
    drawn : tuple of str
        Columns of hands.
    width : int
        Pixels from side to side of an upright tile.

    Examples
    --------
    >>> Table(pd.DataFrame({"policy": ["efficient"], "draws": [5]}))
    | Policy    | Draws |
    |:----------|------:|
    | efficient |     5 |
    """

    def __init__(self, frame, drawn=(), width=24):
        self.frame = as_frame(frame).copy(deep=False)
        for name in dict.fromkeys(drawn):
            self.frame[name] = _drawings(frame, name, as_pixels(width))
        self.frame = self.frame.rename(columns={name: _title(name) for name in drawn})

    def to_html(self, *, max_rows=None):
        """The table as HTML.

        Parameters
        ----------
        max_rows : int, optional
            How many rows at most, all unless given. What is left out is counted.

        Returns
        -------
        str
        """
        shown = self.frame.iloc[:max_rows]
        more = f"<p>{len(self.frame) - len(shown):,} more rows</p>" if len(shown) < len(self.frame) else ""
        page = TEXT_CELL.sub(r'<\1 style="text-align: left"', as_html(shown))
        return f'<div class="mj-table">{STYLE}\n{page}\n{more}</div>'

    def _repr_html_(self):
        return self.to_html(max_rows=pd.options.display.max_rows)

    def __repr__(self):
        shown = self.frame.iloc[: pd.options.display.max_rows]
        more = f"\n{len(self.frame) - len(shown):,} more rows" if len(shown) < len(self.frame) else ""
        return as_markdown(shown) + more


def _title(name):
    """Of a drawn column: a column of the same name that is not drawn may be about another thing."""
    return str(name).replace("_", " ").capitalize()


def _drawings(frame, name, width):
    """The hands of a column drawn, nothing where none is."""
    if name not in frame.columns:
        raise mj.MahjongError(
            f"the frame has no column {name!r}: it has {', '.join(map(str, frame.columns))}"
        )
    return pd.Series(
        [_drawing(value, row, name, width) for row, value in enumerate(frame[name].tolist())],
        index=frame.index,
        dtype=object,
    )


def _drawing(value, row, name, width):
    """One cell."""
    if is_missing(value) or (isinstance(value, str) and not value):
        return ""
    try:
        return mj.draw(value, width=width)
    except mj.MahjongError as error:
        raise type(error)(f"row {row} of column {name!r}: {error}") from None


def table(frame, *, drawn=(), width=24):
    """Show a frame for reading: each estimate with its interval, hands as tiles.

    Parameters
    ----------
    frame : DataFrame
        Tidy, as all frames here are; it stays as it is. An estimate, its low and its high become one
        column, titles are those of `columns`.
    drawn : str or sequence of str, optional
        Columns of hands or tiles: text, `Hand`, `Win`, or whatever else `mjcore.draw` draws. Where nothing
        is, nothing is drawn.
    width : int
        Pixels from side to side of an upright tile.

    Returns
    -------
    Table
        A notebook shows it, `print` prints it, ``.to_html()`` is its text. Rows beyond those that pandas
        shows (``pandas.options.display.max_rows``) are counted, not shown.

    Raises
    ------
    MahjongError
        If it is no frame, there is no such column, or no hand in one of its rows; the message names the row.

    Examples
    --------
    >>> frame = pd.DataFrame({"hand": ["[777z] 12345678s44p +9s"], "share": [0.03], "low": [0.0298],
    ...                       "high": [0.0302]})
    >>> print(table(frame, drawn="hand"))
    | Hand                    |                  Share |
    |:------------------------|-----------------------:|
    | [777z] 44p12345678s +9s | 3.000 % [2.980, 3.020] |
    >>> table(frame, drawn="hand").to_html().count("<img")
    1
    >>> table(frame, drawn="share")
    Traceback (most recent call last):
    mjcore.words.errors.TileError: row 0 of column 'share': a hand, text or a list of kinds is drawn, not 0.03
    """
    return Table(frame, (drawn,) if isinstance(drawn, str) else tuple(drawn), width)
