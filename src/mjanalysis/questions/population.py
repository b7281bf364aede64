"""Populations of players: what is published of them, a policy fitted to it, and how near that comes.

A dial of the policy `value` moves one fan. So fans are fitted one by one: play, multiply each dial by the
ratio of the published to the observed frequency, play again. What was not fitted is a prediction.
"""

from __future__ import annotations

import tomllib
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import mjcore as mj
from mjanalysis.checks import as_whole_number
from mjanalysis.estimates import Mean, Proportion
from mjanalysis.hand_rows import SEATS, seat_columns
from mjanalysis.provenance import attach
from mjanalysis.replicate import PartialRun
from mjanalysis.runs import Run
from mjanalysis.simulation import simulate
from mjanalysis.summaries import SELF_DRAWN, WON
from mjcore.words.errors import MahjongError, quoted

__all__ = ["Calibration", "Population", "against_population", "calibrate", "fit"]

#: The rules that the published numbers are about, as far as they go without flowers.
RULES = mj.MCR.replace(flowers=False)

#: How far a dial may move in a round, and the patience.
STEP, PATIENCE_STEP = (0.62, 1.6), (0.96, 1.04)

_BY_KEY = {fan.key: fan for fan in mj.FANS}


@dataclass(frozen=True)
class Population:
    """What is published of a population, and how a policy is fitted to it.

    Attributes
    ----------
    name, source : str
    fans : mapping of str to float
        Per cent of wins with each fan, by its key.
    draws : float
        Per cent of hands that nobody wins.
    predicted : mapping of str to float
        What else is published; nothing is fitted to it.
    dials : mapping of str to str
        The fan that each dial moves.
    most : mapping of str to float
        What some dials do not exceed.
    rounds, hands, seed : int
    unit : str
        The dial that stays 1.
    patience_power : float
        How strongly the share of draws moves the patience.

    Examples
    --------
    >>> people = Population.read()
    >>> people.fans["seven_pairs"], people.draws
    (3.329, 2.29)
    """

    name: str
    source: str
    fans: Mapping[str, float]
    draws: float
    predicted: Mapping[str, float]
    dials: Mapping[str, str]
    most: Mapping[str, float]
    rounds: int
    hands: int
    seed: int
    unit: str
    patience_power: float

    @classmethod
    def read(cls, path: str | Path | None = None) -> Population:
        """The population of a TOML file; that of this package, people, unless one is given.

        Raises
        ------
        MahjongError
            If there is no such file, or naming what is wrong in it.
        """
        try:
            if path is None:
                text = files("mjanalysis").joinpath("data/human_play.toml").read_text(encoding="utf-8")
            else:
                text = Path(path).read_text(encoding="utf-8")
            found = tomllib.loads(text)
            loop = found["loop"]
            population = cls(
                **found["population"],
                fans=found["fans"],
                draws=found["draws"]["per_cent"],
                predicted=found.get("predicted", {}),
                dials=found["dials"],
                most=found.get("most", {}),
                **loop,
            )
        except OSError as error:
            raise MahjongError(f"{path}: {error.strerror}") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise MahjongError(f"{path} is no TOML file: {error}") from None
        except KeyError as error:
            raise MahjongError(f"{path}: there is no {error.args[0]}") from None
        except TypeError as error:
            raise MahjongError(f"{path}: {str(error).partition('()')[2].strip()}") from None
        population.check(path)
        return population

    def check(self, path: Any = None) -> None:
        """Refuse fans and dials that do not exist, and numbers that are none."""
        where = "" if path is None else f"{path}: "
        for key, share in self.fans.items():
            if key not in _BY_KEY:
                raise MahjongError(f"{where}there is no fan {quoted(key)}")
            _check_number(f"{where}{key}", share, 100)
        _check_number(f"{where}draws", self.draws, 100)
        known = mj.Policy("value").dials(RULES)
        for dial, fan in self.dials.items():
            if dial not in known:
                raise MahjongError(f"{where}value has no dial {quoted(dial)}")
            if fan not in self.fans:
                raise MahjongError(f"{where}dial {dial} is for {quoted(fan)}, of which no share is given")
        if self.unit not in self.dials:
            raise MahjongError(f"{where}the dial that stays 1 is one that is fitted, not {quoted(self.unit)}")


def _check_number(what: str, value: Any, most: float) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= most:
        raise MahjongError(f"{what} is a number above 0, {most:g} at most, not {quoted(value)}")


# ---- how near a run comes ------------------------------------------------------------------------------


def against_population(run: Run, population: Population | None = None) -> pd.DataFrame:
    """A run beside what is published of a population.

    Parameters
    ----------
    run : Run
        Of Chinese Official Mahjong.
    population : Population, optional
        People unless given.

    Returns
    -------
    DataFrame
        what, chinese, published, ours, low, high, ratio, fitted; shares in per cent. `fitted` says whether
        the dials were turned until it came right, so that only the other rows are predictions.

    Examples
    --------
    >>> import mjanalysis as ma
    >>> run = ma.simulate(RULES, deals=2_000, policy="value", seed=1)
    >>> against_population(run)["what"].tolist()[:2]
    ['mixed_shifted_chows', 'all_types']
    """
    population = Population.read() if population is None else population
    if not isinstance(run, Run) or not isinstance(run.rules, mj.McrRules):
        raise MahjongError(f"a run of Chinese Official Mahjong is compared, not {quoted(run)}")
    fans, fitted = run.fan_frequencies().set_index("fan"), set(population.dials.values())
    rows = [
        (key, _BY_KEY[key].chinese, share, *(100 * fans.loc[key, ["per_win", "low", "high"]]), key in fitted)
        for key, share in population.fans.items()
    ]
    others = run.summed(
        ["outcome", "source", "base", "discards", *columns_of_seats("points", "chows", "pungs")], _others
    )
    rows.append(("drawn hands", "", population.draws, *_per_cent(others["drawn"]), True))
    for name, published in population.predicted.items():
        if name == "self_drawn_per_cent_of_wins":
            rows.append((name, "", published, *_per_cent(others["self_drawn"]), False))
        elif name == "points_sd_per_hand":
            spread = others["points"].variance ** 0.5
            rows.append((name, "", published, spread, np.nan, np.nan, False))
        elif name in others:
            rows.append((name, "", published, others[name].value, *others[name].interval(), False))
        else:
            raise MahjongError(f"what is published as {quoted(name)} is not known of runs")
    frame = pd.DataFrame(rows, columns=["what", "chinese", "published", "ours", "low", "high", "fitted"])
    frame.insert(6, "ratio", frame["ours"] / frame["published"])
    return attach(frame, run.provenance.of("against_population()"))


def columns_of_seats(*notions: str) -> list[str]:
    """The columns of the seats of some notions.

    >>> columns_of_seats("points")[0]
    'points_0'
    """
    return [name for notion in notions for name in seat_columns(notion)]


def _others(columns: dict[str, np.ndarray]) -> dict[str, Any]:
    won = columns["outcome"] == WON
    n_won = int(won.sum())
    return {
        "drawn": Proportion(int((~won).sum()), len(won)),
        "self_drawn": Proportion(int(np.isin(columns["source"][won], SELF_DRAWN).sum()), n_won),
        "mean_points": Mean.of(columns["base"][won].astype(np.int64)),
        "points": Mean.of(np.concatenate([columns[f"points_{seat}"] for seat in SEATS]).astype(np.int64)),
        "discards_per_hand": Mean.of(columns["discards"].astype(np.int64)),
        "chows_per_hand": Mean.of(sum(columns[f"chows_{seat}"].astype(np.int64) for seat in SEATS)),
        "pungs_per_hand": Mean.of(sum(columns[f"pungs_{seat}"].astype(np.int64) for seat in SEATS)),
    }


def _per_cent(share: Proportion) -> tuple[float, ...]:
    return tuple(100 * value for value in (share.share, *share.interval()))


def fit(frame: pd.DataFrame) -> dict[str, float]:
    """How near the fans of `against_population` come, in three numbers.

    Returns
    -------
    dict
        ``spearman``, the rank correlation over the fans; ``largest_ratio`` of the two, whichever is larger;
        ``rms_log_ratio``.

    Examples
    --------
    >>> frame = pd.DataFrame({"chinese": ["甲", "乙", "丙"], "published": [1.0, 2, 4], "ours": [1.0, 2, 5]})
    >>> {name: round(value, 3) for name, value in fit(frame).items()}
    {'spearman': 1.0, 'largest_ratio': 1.25, 'rms_log_ratio': 0.129}
    """
    from scipy import stats

    fans = frame[frame["chinese"] != ""]
    logs = np.log(fans["ours"] / fans["published"])
    return {
        "spearman": float(stats.spearmanr(fans["published"], fans["ours"]).statistic),
        "largest_ratio": float(np.exp(np.abs(logs).max())),
        "rms_log_ratio": float(np.sqrt((logs**2).mean())),
    }


# ---- fitting a policy ----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Calibration:
    """A policy fitted to a population.

    Attributes
    ----------
    population : Population
    policy : Policy
        With the dials of the last round.
    history : DataFrame
        round, dial, value, fan, published, observed: per cent, before the dial was turned.
    """

    population: Population
    policy: Any
    history: pd.DataFrame

    def to_toml(self) -> str:
        """The dials that were turned, as lines of TOML."""
        dials = self.policy.dials(RULES)
        return "".join(f"{name} = {dials[name]:.4g}\n" for name in ("patience", *self.population.dials))

    def __str__(self) -> str:
        last = self.history[self.history["round"] == self.history["round"].max()]
        lines = [f"{self.population.name}, fitted in {self.history['round'].max()} rounds"]
        lines += [
            f"{row.dial:24}{row.value:10.4g}   {row.observed:6.2f} % of {row.published:6.2f} %"
            for row in last.itertuples()
        ]
        return "\n".join(lines)


def calibrate(
    population: Population | str | Path | None = None,
    *,
    start: Any = None,
    rounds: int | None = None,
    hands: int | None = None,
    seed: int | None = None,
    workers: int = 1,
    progress: bool = False,
) -> Calibration:
    """Turn the dials of the policy `value` until its hands look like those of a population.

    In each round hands are played, and the dial of each fan is multiplied by the ratio of the published to
    the observed share: the whole ratio in the first half of the rounds, its root in the second, and never
    more than a factor of 1.6. The patience follows the share of drawn hands.

    Parameters
    ----------
    population : Population or path-like, optional
        Or a TOML file of one; people unless given.
    start : Policy, optional
        Where the dials begin; the human preset unless given.
    rounds, hands, seed : int, optional
        Instead of those of the population. Each round has walls of its own.
    workers : int
    progress : bool

    Returns
    -------
    Calibration
        Interrupted by Ctrl-C, that of the rounds that were finished.

    Raises
    ------
    MahjongError
        If something given cannot be.

    Warns
    -----
    PartialRun
        If it was interrupted.

    Examples
    --------
    >>> found = calibrate(rounds=1, hands=2_000)
    >>> found.history["dial"].tolist()[:2], found.policy.name
    (['patience', 'mixed_shifted_chows'], 'value')
    """
    if not isinstance(population, Population):
        population = Population.read(population)
    rounds = as_whole_number("rounds", population.rounds if rounds is None else rounds, 1)
    hands = as_whole_number("hands", population.hands if hands is None else hands, 1000)
    seed = as_whole_number("seed", population.seed if seed is None else seed, 0)
    policy = mj.Policy("value") if start is None else start
    if not isinstance(policy, mj.Policy) or policy.name != "value":
        raise MahjongError(f"calibration starts from a policy value, not {quoted(start)}")
    history: list[tuple[Any, ...]] = []
    for number in range(1, rounds + 1):
        try:
            run = simulate(
                RULES, deals=hands, policy=policy, seed=seed + number, workers=workers, progress=progress,
                dealer="rotate", prevalent_wind="rotate",
            )  # fmt: skip
        except KeyboardInterrupt:
            run = None
        if run is None or run.is_interrupted:
            if not history:
                raise KeyboardInterrupt
            warnings.warn(f"Interrupted after {number - 1} of {rounds} rounds.", PartialRun, stacklevel=2)
            break
        power = 1.0 if 2 * number <= rounds else 0.5
        policy, rows = _turned(policy, population, run, power)
        history += [(number, *row) for row in rows]
    columns = ["round", "dial", "value", "fan", "published", "observed"]
    return Calibration(population, policy, pd.DataFrame(history, columns=columns))


def _turned(policy: Any, population: Population, run: Run, power: float) -> tuple[Any, list[tuple[Any, ...]]]:
    """The policy with its dials turned after a run, and what was seen."""
    observed = against_population(run, population).set_index("what")["ours"].to_dict()
    dials = policy.dials(RULES)
    drawn = observed["drawn hands"]
    rows = [("patience", dials["patience"], "drawn hands", population.draws, drawn)]
    step = _step(population.draws, drawn, population.patience_power, PATIENCE_STEP)
    changes = {"patience": dials["patience"] * step}
    for dial, fan in population.dials.items():
        rows.append((dial, dials[dial], fan, population.fans[fan], observed[fan]))
        changes[dial] = dials[dial] * _step(population.fans[fan], observed[fan], power, STEP)
    unit = changes[population.unit]
    for dial in population.dials:
        changes[dial] = min(changes[dial] / unit, population.most.get(dial, np.inf))
    turned = dict(policy.changes) | {dial: float(f"{value:.6g}") for dial, value in changes.items()}
    return mj.Policy("value", policy.preset, **turned), rows


def _step(published: float, observed: float, power: float, limits: tuple[float, float]) -> float:
    """The factor of a dial."""
    low, high = limits
    return high if observed == 0 else min(max((published / observed) ** power, low), high)
