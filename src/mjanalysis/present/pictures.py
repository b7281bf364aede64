"""Frames whose columns of hands are shown as tiles."""

import mjcore as mj

__all__ = ["pictured"]


def pictured(frame, column="hand", *, width=24):
    """Show a frame with the hands of a column drawn.

    Parameters
    ----------
    frame : DataFrame
        It stays as it is.
    column : str
        The column of hands: text, `Hand`, `Win`, or whatever else `mjcore.draw` draws. Where nothing is,
        nothing is drawn.
    width : int
        Pixels from side to side of an upright tile.

    Returns
    -------
    Styler
        A notebook shows it; ``.to_html()`` writes it.

    Raises
    ------
    MahjongError
        If there is no such column, or no hand in one of its rows; the message names the row.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"hand": ["[777z] 12345678s44p +9s"], "points": [8]})
    >>> pictured(frame).to_html().count("<svg")
    1
    >>> pictured(frame, "points")
    Traceback (most recent call last):
    mjcore.words.errors.TileError: row 0 of column 'points': a hand, text or a list of kinds is drawn, not 8
    """
    if column not in frame.columns:
        raise mj.MahjongError(
            f"the frame has no column {column!r}: it has {', '.join(map(str, frame.columns))}"
        )
    svg = [_svg(value, row, column, width) for row, value in enumerate(frame[column])]
    others = [name for name in frame.columns if name != column]
    shown = frame.assign(**{column: svg})
    return shown.style.hide(axis="index").format(escape="html", subset=others)


def _svg(value, row, column, width):
    """One cell."""
    if (
        value is None
        or (isinstance(value, float) and value != value)
        or (isinstance(value, str) and not value)
    ):
        return ""
    try:
        return mj.draw(value, width=width).svg
    except mj.MahjongError as error:
        raise type(error)(f"row {row} of column {column!r}: {error}") from None
