"""A policy fitted to a population of players.

A dial of the policy `value` moves one fan. So fans are fitted one by one: play, multiply each dial by the
ratio of the published to the observed frequency, play again.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import mjcore as mj
from mjanalysis.checks import as_whole_number
from mjanalysis.questions.population import RULES, Population, against_population
from mjanalysis.questions.told import Told
from mjanalysis.replicate import PartialRun
from mjanalysis.runs import Run
from mjanalysis.simulation import simulate
from mjcore.words.errors import MahjongError, quoted
from mjcore.words.mcr_value import PLANS

__all__ = ["Calibration", "calibrate", "seed_of_round"]

#: How far a dial may move in a round, and the patience.
STEP, PATIENCE_STEP = (0.62, 1.6), (0.96, 1.04)

DIGITS = 4  #: of a dial that was turned


@dataclass(frozen=True, eq=False, repr=False)
class Calibration(Told):
    """A policy fitted to a population.

    Attributes
    ----------
    population : Population
    policy : Policy
        With the dials as they were turned after the last round.
    history : DataFrame
        round, dial, value, fan, published, observed, turned: shares in per cent, the dial before and after.
    """

    population: Population
    policy: Any
    history: pd.DataFrame

    def to_toml(self) -> str:
        """The dials that were turned, as lines of TOML.

        Returns
        -------
        str
        """
        dials = self.policy.dials(RULES)
        return "".join(
            f"{name} = {dials[name]:.{DIGITS}g}\n" for name in ("patience", *self.population.dials)
        )

    def __str__(self) -> str:
        n_rounds = self.history["round"].max()
        last = self.history[self.history["round"] == n_rounds]
        lines = [f"{self.population.name}, fitted in {n_rounds} rounds, of which the last:"]
        lines += [
            f"{row.dial:22}{row.value:8.4g} gave {row.observed:6.2f} % of {row.published:6.2f} %, "
            f"now {row.turned:.{DIGITS}g}"
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

    In each round hands of Chinese Official Mahjong without flowers are played, and the dial of each fan is
    multiplied by the ratio of the published to the observed share: the whole ratio in the first half of the
    rounds, its root in the second, and from 0.62 to 1.6. The patience follows the share of drawn hands.

    Parameters
    ----------
    population : Population or path-like, optional
        Or a TOML file of one; people unless given.
    start : Policy, optional
        Where the dials begin; the human preset unless given.
    rounds, hands, seed : int, optional
        Instead of those of the population. Each round has walls of its own, which no run has: see
        `seed_of_round`.
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
                RULES, deals=hands, policy=policy, seed=seed_of_round(seed, number), workers=workers,
                progress=progress, dealer="rotate", prevalent_wind="rotate",
            )  # fmt: skip
        except KeyboardInterrupt:
            run = None
        if run is None or run.is_interrupted:
            if not history:
                raise KeyboardInterrupt
            warnings.warn(f"Interrupted after {number - 1} of {rounds} rounds.", PartialRun, stacklevel=2)
            break
        policy, rows = _turned(policy, population, run, 1.0 if 2 * number <= rounds else 0.5)
        history += [(number, *row) for row in rows]
    columns = ["round", "dial", "value", "fan", "published", "observed", "turned"]
    return Calibration(population, policy, pd.DataFrame(history, columns=columns))


def seed_of_round(seed: int, number: int) -> int:
    """The seed of the walls of a round: 128 bits, so that no run that is to be judged has it by chance.

    Examples
    --------
    >>> seed_of_round(1, 1).bit_length() > 100, seed_of_round(1, 1) == seed_of_round(1, 2)
    (True, False)
    """
    low, high = np.random.SeedSequence(seed, spawn_key=(number,)).generate_state(2, np.uint64)
    return int(high) << 64 | int(low)


def _turned(policy: Any, population: Population, run: Run, power: float) -> tuple[Any, list[tuple[Any, ...]]]:
    """The policy with its dials turned after a run, and what was seen."""
    observed = against_population(run, population).set_index("what")["ours"].to_dict()
    dials, drawn = policy.dials(RULES), observed["drawn hands"]
    step = _step(population.draws, drawn, population.patience_power, PATIENCE_STEP)
    changes = {"patience": dials["patience"] * step}
    for dial, fan in population.dials.items():
        changes[dial] = dials[dial] * _step(population.fans[fan], observed[fan], power, STEP)
    unit = changes[population.unit]
    for dial in population.dials:
        changes[dial] = min(changes[dial] / unit, population.most.get(dial, np.inf), PLANS[dial].high)
    changes = {dial: float(f"{value:.{DIGITS}g}") for dial, value in changes.items()}
    rows = [("patience", dials["patience"], "drawn hands", population.draws, drawn, changes["patience"])]
    rows += [
        (dial, dials[dial], fan, population.fans[fan], observed[fan], changes[dial])
        for dial, fan in population.dials.items()
    ]
    return mj.Policy("value", policy.preset, **{**dict(policy.changes), **changes}), rows


def _step(published: float, observed: float, power: float, limits: tuple[float, float]) -> float:
    """The factor of a dial."""
    low, high = limits
    if not observed > 0:
        return high
    return min(max((published / observed) ** power, low), high)
