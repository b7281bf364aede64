"""How numbers are written for people: grouped integers, and no more digits than the error supports."""

import math

__all__ = [
    "grouped", "measure_text", "n_decimals", "number_interval", "percent", "percent_interval",
    "probability_text",
]  # fmt: skip

#: The smallest probability still written as a percentage; rarer ones are written as powers of ten.
RARE = 1e-6


def grouped(count):
    """An integer with thousands separators, from five digits up.

    Parameters
    ----------
    count : int
        Any size; the census counts beyond 64 bits.

    Returns
    -------
    str

    Examples
    --------
    >>> grouped(1000), grouped(10_000_000)
    ('1000', '10,000,000')
    """
    count = int(count)
    return f"{count:,}" if abs(count) >= 10_000 else str(count)


def n_decimals(error, *, significant=2):
    """Decimals that show `significant` digits of an error, and no further ones.

    Parameters
    ----------
    error : float
        Half the width of an interval, in the unit that is printed.
    significant : int, default 2
        Digits of the error that are worth showing.

    Returns
    -------
    int
        Never negative; 0 where the error is not finite or not positive.

    Examples
    --------
    >>> n_decimals(0.0123), n_decimals(4.2), n_decimals(250.0)
    (3, 1, 0)
    """
    if not (math.isfinite(error) and error > 0):
        return 0
    return max(0, significant - 1 - math.floor(math.log10(error)))


def percent(share, decimals):
    """A share in [0, 1] as a percentage.

    Examples
    --------
    >>> percent(0.03, 2)
    '3.00 %'
    """
    return f"{100 * share:.{decimals}f} %"


def percent_interval(share, low, high):
    """An estimated share with its interval, rounded by the width of the interval.

    Parameters
    ----------
    share, low, high : float
        In [0, 1]; `share` may be nan where nothing was drawn.

    Returns
    -------
    str

    Examples
    --------
    >>> percent_interval(0.03, 0.0211, 0.0425)
    '3.00 % [2.11, 4.25]'
    """
    decimals = max(2, n_decimals(50 * (high - low)))
    return f"{percent(share, decimals)} [{100 * low:.{decimals}f}, {100 * high:.{decimals}f}]"


def number_interval(value, low, high, *, decimals=None, sign=""):
    """An estimated number with its interval.

    Parameters
    ----------
    value, low, high : float
    decimals : int, optional
        As many as show three digits of half the width of the interval, unless given; of the value, where it
        is not whole and has no limits.
    sign : {"", "+"}
        "+" writes the sign of positive numbers too.

    Returns
    -------
    str

    Examples
    --------
    >>> number_interval(6.667, -5.654, 18.987), number_interval(0.5, 0.25, 0.75, decimals=2, sign="+")
    ('6.7 [-5.7, 19.0]', '+0.50 [+0.25, +0.75]')
    """
    if decimals is None:
        has_none = not math.isfinite(high - low) and value % 1
        decimals = n_decimals(abs(value) if has_none else (high - low) / 2, significant=3)
    told = (f"{number:{sign}.{decimals}f}" for number in (value, low, high))
    value, low, high = (text.replace("+nan", "nan") for text in told)
    return f"{value} [{low}, {high}]"


def measure_text(row, *, sign=""):
    """A row of a frame of measures: what is measured, a share or a value with its interval, and its unit.

    Parameters
    ----------
    row : mapping
        measure, low, high; share, or value and unit; and whose it is, if the frame has positions.
    sign : {"", "+"}
        As for `number_interval`, of values.

    Returns
    -------
    str

    Examples
    --------
    >>> measure_text({"measure": "drawn", "share": 0.03, "low": 0.0211, "high": 0.0425})
    'drawn: 3.00 % [2.11, 4.25]'
    >>> row = {"measure": "difference", "unit": "points", "value": 0.5, "low": 0.25, "high": 0.75}
    >>> measure_text({"position": "dealer", **row}, sign="+")
    'dealer, difference: +0.500 [+0.250, +0.750] points'
    """
    whose = f"{row['position']}, " if "position" in row else ""
    if "share" in row:
        return f"{whose}{row['measure']}: {percent_interval(row['share'], row['low'], row['high'])}"
    told = number_interval(row["value"], row["low"], row["high"], decimals=3, sign=sign)
    return f"{whose}{row['measure']}: {told} {row['unit']}"


def probability_text(probability):
    """An exact probability, to six significant digits.

    Examples
    --------
    >>> probability_text(0.0301234567), probability_text(1.5e-9), probability_text(0.0)
    ('3.01235 %', '1.50000e-09', '0 %')
    """
    if probability == 0:
        return "0 %"
    if probability < RARE:
        return f"{probability:.5e}"
    return percent(probability, n_decimals(100 * probability, significant=6))
