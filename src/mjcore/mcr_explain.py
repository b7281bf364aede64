"""Explanations of Chinese Official Mahjong: the score of the kernel, and the reading that makes it."""

from functools import lru_cache
from typing import Any

from mjcore.encoding.hands import Win
from mjcore.mcr_explanation import CountedFan, McrExplanation, UncountedFan
from mjcore.mcr_reasons import Reading, mcr_readings
from mjcore.mcr_subject import rows_of
from mjcore.tables.mcr import mcr_tables
from mjcore.words.errors import MahjongError
from mjcore.words.fans import FAN_BY_KEY, Fan
from mjcore.words.mcr import McrRules

_FLOWERS = "flower_tiles"
_N_PAIRS = 7


def explained(win: Win, rules: McrRules, scored: Any) -> McrExplanation:
    """What is said of a complete hand, whether or not it reaches the minimum.

    Parameters
    ----------
    win : Win
    rules : McrRules
    scored : row of a score
        As `score` gives it.

    Returns
    -------
    McrExplanation
        Without payments.

    Raises
    ------
    MahjongError
        If no reading has the fans of the score, so that one of the two is wrong.
    """
    counted = fan_counts(scored, rules)
    flowers = int(scored["flowers"])
    is_flower_fan = bool(counted.pop(_FLOWERS, 0))
    total, minimum = int(scored["points"]), rules.scoring.min_points
    readings = mcr_readings(win, rules)
    best = _reading_of(readings, counted, total, win)
    others = [reading for reading in readings if reading is not best]
    rows = rows_of(rules)
    fans = [_counted(rows[key], made_by) for key, made_by in best.fans.items()]
    formula = _formula(fans, total, flowers)
    if is_flower_fan:
        fans.append(_counted(rows[_FLOWERS], ("a flower",) * win.flowers))
    return McrExplanation(
        win=win,
        rules=rules,
        legal=bool(scored["legal"]),
        sentence=_sentence(total, minimum, flowers),
        suits=(),
        reading=best.way,
        others=tuple(reading.way for reading in others),
        other_points=tuple(reading.points for reading in others),
        fans=tuple(fans),
        not_counted=tuple(
            UncountedFan(*_counted(rows.get(one.fan) or FAN_BY_KEY[one.fan], one.made_by), *one[2:])
            for one in best.removed
        ),
        points={"total": total, "minimum": minimum, "missing": max(minimum - total, 0), "flowers": flowers},
        formula=formula,
        wait_fan=best.wait.fan,
        wait=best.wait.text,
    )


def fan_counts(scored: Any, rules: McrRules) -> dict[str, int]:
    """How often each fan counts, by key, from a row of a score; those that do not are left out.

    Examples
    --------
    >>> from mjcore.scoring import score
    >>> fan_counts(score("[123p][345p] 567789p9s +9s", McrRules())[()], McrRules())
    {'four_pure_shifted_chows': 1, 'all_chows': 1, 'one_voided_suit': 1, 'single_wait': 1}
    """
    times = scored["fans"].tolist()
    return {key: times[column] for key, column in _columns(rules).items() if times[column]}


def why_incomplete(win: Win) -> str:
    """Why a hand is no winning shape, in part of a sentence.

    Examples
    --------
    >>> from mjcore.encoding.hands import parse_hand
    >>> why_incomplete(parse_hand("123456m789p123s5z +6z").win())
    'these tiles make none of the five winning shapes (clause 2)'
    """
    hand = win.hand
    text = "these tiles make none of the five winning shapes"
    pairs = hand.counts(with_winning=True) // 2
    if hand.melds and int(pairs.sum()) + 2 * sum(meld.is_kong for meld in hand.melds) == _N_PAIRS:
        text += ", since a declared kong is no two of seven pairs"
    return f"{text} (clause 2)"


@lru_cache(maxsize=64)
def _columns(rules: McrRules) -> dict[str, int]:
    """Where each fan stands in a score."""
    columns = mcr_tables(rules).column.tolist()
    return dict(zip(rows_of(rules), columns, strict=True))


def _reading_of(readings: list[Reading], counted: dict[str, int], total: int, win: Win) -> Reading:
    """The reading whose fans are those of the score."""
    for reading in readings:
        times = {key: len(made_by) for key, made_by in reading.fans.items()}
        if times == counted and reading.points == total == readings[0].points:
            return reading
    found = ", ".join(f"{reading.points} as {reading.way}" for reading in readings)
    raise MahjongError(f"the score of {win!r} is {total}, but its readings are worth {found}: one is wrong")


def _counted(fan: Fan, made_by: tuple[str, ...]) -> CountedFan:
    return CountedFan(fan.key, fan.number, fan.points, fan.chinese, fan.english, made_by)


def _sentence(total: int, minimum: int, flowers: int) -> str:
    if total < minimum:
        short = f"{_points(minimum - total)} short of the {minimum} that a win needs"
        return f"Not enough to win: {_points(total)}, {short}" + (", flowers apart." if flowers else ".")
    if not flowers:
        return f"A win: {_points(total)}."
    return f"A win: {_points(total)} and {flowers} for flowers, {total + flowers} in all."


def _points(n: int) -> str:
    return f"{n} point{'' if n == 1 else 's'}"


def _formula(fans: list[CountedFan], total: int, flowers: int) -> str:
    """The sum of the fans, and of the flowers apart."""
    terms = [f"{fan.times}x{fan.points}" if fan.times > 1 else str(fan.points) for fan in fans]
    sum_ = " + ".join(terms)
    sum_ = str(total) if sum_ in ("", str(total)) else f"{sum_} = {total}"
    return f"{sum_}, and {flowers} for flowers" if flowers else sum_
