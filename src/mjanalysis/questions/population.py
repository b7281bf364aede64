"""Populations of players: what is published of them, and how near a run comes to it.

What a policy was fitted to, it was fitted to; the rest it predicts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import mjcore as mj
from mjanalysis.checks import as_whole_number
from mjanalysis.columns import POPULATION
from mjanalysis.estimates import Mean, Proportion
from mjanalysis.hand_rows import seat_columns
from mjanalysis.provenance import attach
from mjanalysis.runs import Run
from mjanalysis.summaries import SELF_DRAWN, WON
from mjcore.seats import N_SEATS
from mjcore.words.errors import MahjongError, quoted
from mjcore.words.mcr_value import PLANS
from mjcore.words.options import close_matches

__all__ = ["PREDICTED", "RULES", "Population", "against_population", "fit"]

#: The rules that the published numbers are about, as far as they go without flowers.
RULES = mj.MCR.replace(flowers=False)

#: What else can be published of a population, besides fans and drawn hands: shares in per cent, means a hand.
PREDICTED = (
    "self_drawn_per_cent_of_wins", "mean_points", "points_sd_per_hand", "discards_per_hand", "chows_per_hand",
    "pungs_per_hand", "kongs_per_hand",
)  # fmt: skip

#: Tables of a file and what must stand in them, where that is always the same.
_TABLES: Mapping[str, tuple[str, ...] | None] = {
    "population": ("name", "source"),
    "fans": None,
    "draws": ("per_cent",),
    "predicted": None,
    "dials": None,
    "most": None,
    "loop": ("rounds", "hands", "seed", "unit", "patience_power"),
    "sources": None,
}

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
        What else is published, of `PREDICTED`; nothing is fitted to it.
    dials : mapping of str to str
        The fan that each dial moves. Fans that no dial moves are not fitted either.
    most : mapping of str to float
        What some dials do not exceed.
    rounds, hands, seed : int
    unit : str
        The dial that stays 1.
    patience_power : float
        How strongly the share of draws moves the patience.
    sources : mapping of str to str
        Where what is published of a fan, of "draws" or of a name in `predicted` is from, if not `source`.

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
    sources: Mapping[str, str]

    def __str__(self) -> str:
        shares = {**self.fans, "drawn": self.draws}
        lines = [
            f"{what:32}{share:7.3f} % of {'hands' if what == 'drawn' else 'wins'}"
            for what, share in shares.items()
        ]
        return "\n".join([f"{self.name}: {self.source}", *lines])

    @classmethod
    def read(cls, path: str | Path | None = None) -> Population:
        """The population of a TOML file; that of this package, people, unless one is given.

        Parameters
        ----------
        path : path-like, optional
            The file.

        Returns
        -------
        Population

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
            return cls._of(tomllib.loads(text))
        except OSError as error:
            raise MahjongError(f"{path}: {error.strerror}") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise MahjongError(f"{path} is no TOML file: {error}") from None
        except MahjongError as error:
            raise MahjongError(f"{path}: {error}") from None

    @classmethod
    def _of(cls, found: dict[str, Any]) -> Population:
        """The population that a TOML file says."""
        for key, known in _TABLES.items():
            table = found.get(key, {})
            if not isinstance(table, dict):
                raise MahjongError(f"{key} is a table, not {quoted(table)}")
            if known is not None:
                _check_names(key, table, known)
        for key in found:
            if key not in _TABLES:
                raise MahjongError(f"{key} means nothing{close_matches(key, _TABLES)}")
        return cls(
            **found["population"],
            **found["loop"],
            draws=found["draws"]["per_cent"],
            **{key: found.get(key, {}) for key, known in _TABLES.items() if known is None},
        )

    def __post_init__(self) -> None:
        """Refuse fans and dials that do not exist, and numbers that are none."""
        for key, share in self.fans.items():
            if key not in _BY_KEY:
                raise MahjongError(f"there is no fan {quoted(key)}{close_matches(key, _BY_KEY)}")
            _check_number(f"fans.{key}", share, 100)
        _check_number("draws.per_cent", self.draws, 100)
        for name, value in self.predicted.items():
            if name not in PREDICTED:
                raise MahjongError(f"predicted.{name} is not known of runs{close_matches(name, PREDICTED)}")
            _check_number(f"predicted.{name}", value, 1_000_000)
        self._check_dials()
        as_whole_number("loop.rounds", self.rounds, 1)
        as_whole_number("loop.hands", self.hands, 1000)
        as_whole_number("loop.seed", self.seed, 0)
        _check_number("loop.patience_power", self.patience_power, 1)
        for name in self.sources:
            if name not in {"draws", *self.fans, *self.predicted}:
                raise MahjongError(f"sources.{name} is the source of nothing that is published here")

    def _check_dials(self) -> None:
        for dial, fan in self.dials.items():
            if dial not in PLANS:
                raise MahjongError(f"dials.{dial} weighs no plan of value{close_matches(dial, PLANS)}")
            if not isinstance(fan, str) or fan not in self.fans:
                raise MahjongError(f"dials.{dial} is for {quoted(fan)}, of which no share is given")
        for dial, limit in self.most.items():
            if dial not in self.dials:
                raise MahjongError(f"most.{dial} is no dial that is fitted{close_matches(dial, self.dials)}")
            _check_number(f"most.{dial}", limit, PLANS[dial].high)
        if not isinstance(self.unit, str) or self.unit not in self.dials:
            raise MahjongError(f"loop.unit is a dial that is fitted, not {quoted(self.unit)}")


def _check_names(key: str, table: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for name in known:
        if name not in table:
            raise MahjongError(f"there is no {key}.{name}")
    for name in table:
        if name not in known:
            raise MahjongError(f"{key}.{name} means nothing{close_matches(name, known)}")


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
        what, chinese, published, ours, low, high, ratio, fitted, source; shares in per cent, and the limits
        of ours. `fitted` says whether dials are turned until it comes right; only the other rows are
        predictions.

    Raises
    ------
    MahjongError
        If it is no run of Chinese Official Mahjong, or a fan is none of its rules.

    Examples
    --------
    >>> import mjanalysis as ma
    >>> run = ma.simulate(RULES, deals=2_000, policy="value", seed=1)
    >>> frame = against_population(run)
    >>> frame["what"].tolist()[:2], frame.loc[~frame["fitted"], "what"].tolist()[:2]
    (['mixed_shifted_chows', 'all_types'], ['last_tile', 'self_drawn_per_cent_of_wins'])
    """
    population = Population.read() if population is None else population
    if not isinstance(run, Run) or not isinstance(run.rules, mj.McrRules):
        raise MahjongError(f"a run of Chinese Official Mahjong is compared, not {quoted(run)}")
    rows = _fan_rows(run, population) + _other_rows(run, population)
    frame = pd.DataFrame(rows, columns=["what", "chinese", "published", "ours", "low", "high", "fitted"])
    frame.insert(6, "ratio", frame["ours"] / frame["published"])
    sources = {"drawn hands": population.sources.get("draws", population.source), **population.sources}
    frame["source"] = [sources.get(what, population.source) for what in frame["what"]]
    return attach(frame[list(POPULATION)], run.provenance.within("ma.against_population"))


def _fan_rows(run: Run, population: Population) -> list[tuple[Any, ...]]:
    fans, fitted = run.fan_frequencies().set_index("fan"), set(population.dials.values())
    for key in population.fans:
        if key not in fans.index:
            raise MahjongError(f"the rules of the run do not know {key}, of which a share is published")
    return [
        (key, _BY_KEY[key].chinese, share, *(100 * fans.loc[key, ["per_win", "low", "high"]]), key in fitted)
        for key, share in population.fans.items()
    ]


def _other_rows(run: Run, population: Population) -> list[tuple[Any, ...]]:
    names = ["outcome", "source", "base", "discards"]
    for notion in ("points", "chows", "pungs", "kongs"):
        names += seat_columns(notion)
    sums = run.summed(names, _others)
    rows = [("drawn hands", "", population.draws, *_per_cent(sums["drawn"]), True)]
    for name, published in population.predicted.items():
        found = sums[name]
        ours = _per_cent(found) if isinstance(found, Proportion) else (found.value, *found.interval())
        if name == "points_sd_per_hand":  # points of a hand add up to nothing, so their mean is 0
            ours = tuple((value / N_SEATS) ** 0.5 for value in ours)
        rows.append((name, "", published, *ours, False))
    return rows


def _others(columns: dict[str, np.ndarray]) -> dict[str, Any]:
    won = columns["outcome"] == WON
    points = _by_hand(columns, "points")
    return {
        "drawn": Proportion(int((~won).sum()), len(won)),
        "self_drawn_per_cent_of_wins": Proportion(
            int(np.isin(columns["source"][won], SELF_DRAWN).sum()), int(won.sum())
        ),
        "mean_points": Mean.of(columns["base"][won].astype(np.int64)),
        "points_sd_per_hand": Mean.of((points**2).sum(axis=1)),
        "discards_per_hand": Mean.of(columns["discards"].astype(np.int64)),
        **{
            f"{sets}_per_hand": Mean.of(_by_hand(columns, sets).sum(axis=1))
            for sets in ("chows", "pungs", "kongs")
        },
    }


def _by_hand(columns: dict[str, np.ndarray], notion: str) -> np.ndarray:
    return np.stack([columns[name] for name in seat_columns(notion)], axis=1).astype(np.int64)


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
