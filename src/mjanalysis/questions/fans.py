"""How fans come together, what they pay for how often they come, and how rare they are by shape alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

import mjcore as mj
from mjanalysis.columns import FAN_PAIRS, FAN_RARITY, FAN_VALUES
from mjanalysis.estimates import LEVEL, proportions
from mjanalysis.exact import FanTables
from mjanalysis.hand_rows import FAN_COLUMNS, records_of
from mjanalysis.provenance import attach_each, provenance_of
from mjanalysis.questions.population import Population
from mjanalysis.questions.told import Told
from mjanalysis.runs import Run
from mjanalysis.summaries import WON, fans_of
from mjcore.words.errors import MahjongError, quoted

__all__ = ["Fans", "fans"]

EXPECTED = 5  #: wins in which two fans would meet by chance that say enough where they never did
SPARE = 3  #: fans more than the line has parameters, so that each can be left out in turn
TOO_MUCH, TOO_LITTLE = "pays too much", "pays too little"


@dataclass(frozen=True, eq=False, repr=False)
class Fans(Told):
    """Fans of the wins of a run.

    Attributes
    ----------
    pairs : DataFrame
        fan, other, excluded, wins, expected, lift, low, high, p, p_adjusted, the most different from chance
        first, those that never met last: how often two fans count in one win, how often they would if neither
        cared about the other, and whether the rules say that one is not counted beside the other.
    values : DataFrame
        fan, chinese, english, fan_points, wins, per_win, low, high, line, line_low, line_high,
        fair_points, fair_points_low, fair_points_high, p, p_adjusted, verdict: a line through how often fans
        come by what they are worth, what it says of each, and for how many points a fan comes as often as
        this one.
    rarity : DataFrame
        fan, chinese, english, fan_points, wins, per_win, low, high, of_wins, steered, steered_low,
        steered_high, by_people, people, people_low, people_high: played frequencies beside those of shape
        alone and those published of people, and how many times as often the fan was played.
    """

    pairs: pd.DataFrame
    values: pd.DataFrame
    rarity: pd.DataFrame

    def __str__(self) -> str:
        told = self.values[self.values["verdict"] != ""]
        lines = [
            f"{row['english']}: {row['verdict']}, "
            f"{row['fan_points']} point{'' if row['fan_points'] == 1 else 's'} "
            f"for {100 * row['per_win']:.3g} % of wins, "
            f"where {row['fair_points']:.3g} "
            f"[{row['fair_points_low']:.3g}, {row['fair_points_high']:.3g}] are usual"
            for row in told.to_dict("records")
        ]
        met = self.pairs[(self.pairs["p_adjusted"] < 1 - LEVEL) & (self.pairs["wins"] > 0)]
        for title, rows in (
            ("most often together", met[met["lift"] > 1].nlargest(5, "lift")),
            ("least often together", met[met["lift"] < 1].nsmallest(5, "lift")),
        ):
            lines += [
                f"{title}: {row['fan']}, {row['other']}, "
                f"{row['lift']:.3g} [{row['low']:.3g}, {row['high']:.3g}] times chance"
                for row in rows.to_dict("records")
            ]
        return "\n".join(lines) or "No fan stands out by what it pays, and no pair by how often it comes."

    def plot(self, ax: Any = None) -> Any:
        """Draw what fans pay for how often they come.

        Parameters
        ----------
        ax : Axes, optional
            Where to draw; a new figure unless given.

        Returns
        -------
        Axes
        """
        from mjanalysis.present.rule_plots import fan_values

        return fan_values(self.values, ax=ax)


def fans(run: Run, *, exact: FanTables | None = None, population: Population | None = None) -> Fans:
    """Joint occurrence, value and rarity of the fans of a run.

    Parameters
    ----------
    run : Run
    exact : FanTables, optional
        ``ma.exact.fan_tables(run.rules)``; how rare fans are by shape alone is left empty without it, since
        counting takes half a minute under MCR.
    population : Population, optional
        What is published; that of people unless given. Of Chinese Official Mahjong only.

    Returns
    -------
    Fans

    Raises
    ------
    MahjongError
        If it is no run, or the exact tables are those of other rules.

    Notes
    -----
    *Lift* is the share of wins with both fans over the product of the shares with each. Its limits are those
    of its logarithm by the delta method, or the exact bound where the two never met; the p-value is that of
    Fisher's exact test, its smaller tail doubled, adjusted by Holm's method over all pairs.

    The line is a least-squares fit of the logarithm of a fan's frequency against that of its points, with the
    errors of HC3; where all fans are worth the same, it is level. Half a win is added to the wins of each
    fan, so that those that never came count too. `line` is what it says of the frequency; its limits are
    those for one more fan, at most all wins, and show how far fans scatter. `fair_points` are the points at
    which the line meets the frequency of the fan, with Fieller's limits, and p says whether they can be its
    own points, adjusted by Holm's method over all fans. A fan that comes more often than the line says pays
    too much for that, one that comes less often too little: that is said of the list of fans, not of what it
    takes to make them.

    Wins are taken for independent, those of one session too.

    Examples
    --------
    >>> import mjanalysis as ma
    >>> run = ma.simulate(mj.MCR, deals=4_000, policy="efficient", seed=1)
    >>> pairs = fans(run).pairs.set_index(["fan", "other"])
    >>> bool(pairs.loc[("out_with_replacement_tile", "melded_kong"), "low"] > 5)
    True
    """
    if not isinstance(run, Run):
        raise MahjongError(f"the fans of a Run are counted, not {quoted(run)}")
    _check_exact(run, exact)
    if population is not None and not isinstance(population, Population):
        raise MahjongError(f"population is a Population, not {quoted(population)}")
    counts = run.summed(["outcome", *FAN_COLUMNS], lambda columns: _joint(columns, run.rules))
    frequencies = _frequencies(run, counts)
    frames = {
        "pairs": _pairs(run.rules, counts),
        "values": _values(frequencies, int(counts[-1, -1])),
        "rarity": _rarity(
            frequencies, exact, population if population or not _is_mcr(run) else Population.read()
        ),
    }
    record = run.provenance.within("ma.fans")
    return Fans(**attach_each(frames, record))


def _is_mcr(run: Run) -> bool:
    return isinstance(run.rules, mj.McrRules)


def _check_exact(run: Run, exact: FanTables | None) -> None:
    if exact is None:
        return
    if not isinstance(exact, FanTables):
        raise MahjongError(f"exact is what ma.exact.fan_tables(run.rules) gives, not {quoted(exact)}")
    digests = [rules.get("digest") for rules in (provenance_of(exact.fans) or {}).get("rules", [])]
    if run.rules.digest not in digests:
        raise MahjongError("the exact tables are those of other rules than the run's")


def _joint(columns: dict[str, np.ndarray], rules: Any) -> np.ndarray:
    """Wins in which two fans count, each with itself on the diagonal; last come all wins."""
    won = columns["outcome"] == WON
    times = mj.record_fans(records_of({name: values[won] for name, values in columns.items()}), rules)
    table = np.ones((len(times), times.shape[1] + 1))
    table[:, :-1] = times > 0
    return np.rint(table.T @ table).astype(np.int64)


def _frequencies(run: Run, counts: np.ndarray) -> pd.DataFrame:
    """How often each fan of the rules counts."""
    rows = [(key, chinese, english, points, counts[column, column]) for column, key, chinese, english, points
            in fans_of(run.rules)]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["fan", "chinese", "english", "fan_points", "wins"])
    shares = proportions(frame["wins"], int(counts[-1, -1])).rename(columns={"share": "per_win"})
    return pd.concat([frame, shares], axis=1)


# ---- together ------------------------------------------------------------------------------------------


def _pairs(rules: Any, counts: np.ndarray) -> pd.DataFrame:
    known = sorted(fans_of(rules))
    n = int(counts[-1, -1])
    excludes = (
        {fan.key: set(fan.excludes) for fan in rules.fan_rows()} if isinstance(rules, mj.McrRules) else {}
    )
    rows = []
    for place, (column, fan, *_) in enumerate(known):
        for other_column, other, *_ in known[place + 1 :]:
            each = int(counts[column, column]), int(counts[other_column, other_column])
            both = int(counts[column, other_column])
            if both or each[0] * each[1] >= EXPECTED * n > 0:
                excluded = other in excludes.get(fan, ()) or fan in excludes.get(other, ())
                rows.append((fan, other, excluded, both, *each))
    frame = pd.DataFrame(rows, columns=["fan", "other", "excluded", "wins", "first", "second"])
    frame = frame.astype({"wins": np.int64, "first": np.int64, "second": np.int64})  # if there are none, too
    n = max(n, 1)
    frame["expected"] = frame["first"] * frame["second"] / n
    frame = pd.concat([frame, _lifts(frame, n), _against_chance(frame, n)], axis=1)
    surprise = np.abs(np.log(frame["lift"].where(frame["lift"] > 0, np.nan)))
    order = frame.assign(never=frame["wins"] == 0, surprise=surprise).sort_values(
        ["never", "p_adjusted", "surprise"], ascending=[True, True, False], kind="stable"
    )
    return order.reset_index(drop=True)[list(FAN_PAIRS)]


def _lifts(pairs: pd.DataFrame, n: int) -> pd.DataFrame:
    """Lift of each pair, and its limits."""
    from scipy import stats

    both, expected = pairs["wins"].to_numpy(dtype=float), pairs["expected"].to_numpy()
    lift = both / expected
    seen = both > 0
    with np.errstate(divide="ignore"):
        variance = (
            1 / both - 1 / pairs["first"] - 1 / pairs["second"] + 2 * lift / n - 1 / n
        )  # of the logarithm, all three shares from one multinomial sample
    reach = np.exp(stats.norm.ppf((1 + LEVEL) / 2) * np.sqrt(np.clip(variance, 0, None)))
    most = proportions(pairs["wins"], n)["high"].to_numpy() * n / expected
    return pd.DataFrame(
        {"lift": lift, "low": np.where(seen, lift / reach, 0), "high": np.where(seen, lift * reach, most)}
    )


def _against_chance(pairs: pd.DataFrame, n: int) -> pd.DataFrame:
    """Fisher's exact test of each pair, given how often each of the two fans came."""
    from scipy import stats
    from statsmodels.stats.multitest import multipletests

    both, first, second = (pairs[name].to_numpy() for name in ("wins", "first", "second"))
    law = stats.hypergeom(n, first, second)
    p = np.minimum(1.0, 2 * np.minimum(law.cdf(both), law.sf(both - 1)))
    return pd.DataFrame({"p": p, "p_adjusted": multipletests(p, method="holm")[1] if p.size else p})


# ---- value and rarity ----------------------------------------------------------------------------------


def _values(frequencies: pd.DataFrame, n: int) -> pd.DataFrame:
    frame = frequencies.copy()
    names = [
        "line",
        "line_low",
        "line_high",
        "fair_points",
        "fair_points_low",
        "fair_points_high",
        "p",
        "p_adjusted",
    ]
    frame[names] = np.nan
    paid = frame["fan_points"] > 0
    is_level = frame.loc[paid, "fan_points"].nunique() < 2
    if n and paid.sum() >= SPARE + (1 if is_level else 2):
        frame.loc[paid, names] = _fit(frame[paid], n)[names].to_numpy()
    off = np.where(frame["per_win"] > frame["line"], TOO_MUCH, TOO_LITTLE)
    frame["verdict"] = np.where(frame["p_adjusted"] < 1 - LEVEL, off, "")
    return frame[list(FAN_VALUES)]


def _fit(rows: pd.DataFrame, n: int) -> pd.DataFrame:
    """The line through the logarithms, and what it says of each fan."""
    from scipy import stats
    from statsmodels.api import OLS
    from statsmodels.stats.multitest import multipletests

    wins = rows["wins"].to_numpy() + 0.5  # so that fans that never came have a logarithm too
    x, y = np.log(rows["fan_points"].to_numpy(dtype=float)), np.log(wins / (n + 1))
    design = np.column_stack([np.ones_like(x), x]) if np.ptp(x) > 0 else np.ones((len(x), 1))
    line = OLS(y, design).fit(cov_type="HC3", use_t=True)
    told = line.get_prediction(design).summary_frame(alpha=1 - LEVEL)
    sampling = 1 / wins - 1 / (n + 1)
    off = (y - told["mean"]) / np.sqrt(sampling + told["mean_se"] ** 2)
    p = 2 * stats.t.sf(np.abs(off), line.df_resid)
    return pd.DataFrame(
        {
            "line": np.exp(told["mean"].to_numpy()),
            "line_low": np.exp(told["obs_ci_lower"].to_numpy()),
            "line_high": np.minimum(np.exp(told["obs_ci_upper"].to_numpy()), 1.0),
            **_fair_points(line, y, sampling),
            "p": p,
            "p_adjusted": multipletests(p, method="holm")[1],
        }
    )


def _fair_points(line: Any, y: np.ndarray, sampling: np.ndarray) -> dict[str, np.ndarray]:
    """Where the line comes to `y`, with Fieller's limits; empty where it is level."""
    from scipy import stats

    nothing = np.full(len(y), np.nan)
    names = ("fair_points", "fair_points_low", "fair_points_high")
    if len(line.params) < 2:
        return dict.fromkeys(names, nothing)
    (a, b), (of_a, of_both, of_b) = line.params, line.cov_params()[[0, 0, 1], [0, 1, 1]]
    square = stats.t.ppf((1 + LEVEL) / 2, line.df_resid) ** 2
    # (y - a - b x)^2 = t^2 (variance of y and of the line at x), a quadratic in x
    first = b**2 - square * of_b
    second = b * (y - a) + square * of_both
    third = (y - a) ** 2 - square * (sampling + of_a)
    if first <= 0:  # the slope is not known to be one
        return {"fair_points": np.exp((y - a) / b), "fair_points_low": nothing, "fair_points_high": nothing}
    root = np.sqrt(np.clip(second**2 - first * third, 0, None))
    limits = np.exp((second - root) / first), np.exp((second + root) / first)
    return dict(zip(names, (np.exp((y - a) / b), *limits), strict=True))


def _rarity(frequencies: pd.DataFrame, exact: FanTables | None, people: Population | None) -> pd.DataFrame:
    frame = frequencies.copy()
    shape = {} if exact is None else exact.fans.set_index("fan")["of_wins"].to_dict()
    published = {} if people is None else {fan: share / 100 for fan, share in people.fans.items()}
    for name, known, ratio in (("of_wins", shape, "steered"), ("by_people", published, "people")):
        frame[name] = frame["fan"].map(known).astype(float)
        base = frame[name].where(frame[name] > 0)
        for suffix, limit in (("", "per_win"), ("_low", "low"), ("_high", "high")):
            frame[f"{ratio}{suffix}"] = frame[limit] / base
    return frame[list(FAN_RARITY)]
