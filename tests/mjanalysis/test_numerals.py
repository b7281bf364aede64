"""Numbers as people read them."""

import math

import pytest

from mjanalysis.numerals import (
    grouped,
    n_decimals,
    number_interval,
    percent,
    percent_interval,
    probability_text,
)


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0"), (9_999, "9999"), (10_000, "10,000"), (-12_345, "-12,345"),
     (483774556165488000 * 1000, "483,774,556,165,488,000,000")],
)  # fmt: skip
def test_integers_are_grouped_from_five_digits_and_stay_exact(count, text):
    assert grouped(count) == text


@pytest.mark.parametrize(
    ("error", "decimals"),
    [(1.0, 1), (0.99, 2), (0.1, 2), (12, 0), (1e-7, 8), (0, 0), (math.inf, 0), (math.nan, 0)],
)
def test_two_digits_of_the_error_are_shown(error, decimals):
    assert n_decimals(error) == decimals


@pytest.mark.parametrize(
    ("value", "low", "high", "text"),
    [
        (2.5, math.nan, math.nan, "2.50 [nan, nan]"),  # of a single cluster
        (-0.0625, math.nan, math.nan, "-0.0625 [nan, nan]"),
        (3.0, -math.inf, math.inf, "3 [-inf, inf]"),  # of a single whole number
        (math.nan, math.nan, math.nan, "nan [nan, nan]"),
        (2.5, 1.5, 3.5, "2.50 [1.50, 3.50]"),
    ],
)
def test_a_number_without_limits_keeps_its_digits(value, low, high, text):
    assert number_interval(value, low, high) == text


def test_what_is_no_number_has_no_sign():
    assert number_interval(1.0, math.nan, math.nan, decimals=1, sign="+") == "+1.0 [nan, nan]"


def test_a_share_is_never_shown_with_fewer_than_two_decimals():
    assert percent_interval(0.5, 0.1, 0.9) == "50.00 % [10.00, 90.00]"
    assert percent(1.0, 0) == "100 %"


@pytest.mark.parametrize(
    ("probability", "text"),
    [(1.0, "100.000 %"), (0.5, "50.0000 %"), (1e-6, "0.000100000 %"), (9e-7, "9.00000e-07"), (0, "0 %")],
)
def test_exact_probabilities_show_six_digits(probability, text):
    assert probability_text(probability) == text
