"""Hands begun at one table, and written down move by move when they are over."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjcore.deal import draw_walls
from mjcore.hand_columns import as_walls
from mjcore.in_step import SteppedTables
from mjcore.kernels._one_table import OneTable
from mjcore.logs import FIRST_FLOWER, events_of, log_tile
from mjcore.players import Player
from mjcore.playing import N_DEALT, deal_places
from mjcore.policies import Policy, as_policies, player_of
from mjcore.seats import N_SEATS, NO_STAKES, SEATS, as_numbers, as_seat
from mjcore.stakes import as_di, as_zha
from mjcore.table_rules import table_rules
from mjcore.words.errors import MahjongError, quoted
from mjcore.words.mcr import McrRules
from mjcore.words.presets import check_rules
from mjcore.words.soft_eight import SoftEightRules
from mjcore.words.tiles import N_COPIES, WINDS
from mjcore.words.values import as_generator


def begun_table(
    rules: SoftEightRules | McrRules,
    rng: np.random.Generator,
    *,
    dealer: Any,
    prevalent_wind: Any,
    zha: Any,
    di: Any,
    wall: Any,
) -> tuple[OneTable, NDArray[np.uint8], int]:
    """A table at its first decision, its wall, shuffled unless one is given, and the seed of its policies.

    Chance is drawn as in `play`: the wall, then the seed of the policies.

    Raises
    ------
    MahjongError
        If something given cannot be.
    """
    check_rules(rules, SoftEightRules, McrRules)
    rng = as_generator(rng)
    walls = draw_walls(rng, 1, rules) if wall is None else as_walls([wall], rules)
    seed = int(rng.integers(0, 2**64, size=1, dtype=np.uint64)[0])
    dealer = as_seat(dealer, "the dealer")
    wind = as_wind(prevalent_wind)
    zha, di = table_stakes(zha, di, rules, dealer)
    table = OneTable(table_rules(rules), walls[0], dealer=dealer, wind=wind, seed=seed, zha=zha, di=di)
    return table, walls[0], seed


def as_wind(wind: Any) -> int:
    """The number of a prevalent wind.

    Examples
    --------
    >>> as_wind("S")
    1
    """
    if not isinstance(wind, str) or wind not in tuple(WINDS):
        raise MahjongError(f"the prevalent wind is E, S, W or N, not {quoted(wind)}")
    return WINDS.index(wind)


def play_log(
    rules: SoftEightRules | McrRules,
    policies: Any = "efficient",
    *,
    rng: np.random.Generator,
    dealer: int = 0,
    prevalent_wind: str = "E",
    zha: Any = NO_STAKES,
    di: Any = NO_STAKES,
    wall: NDArray[np.uint8] | None = None,
) -> dict[str, Any]:
    """Play one hand and write it down move by move.

    Parameters
    ----------
    rules : SoftEightRules or McrRules
    policies : str, Policy, Player, or four of these
    rng : numpy.random.Generator
        The same state plays the same hand as ``play(..., n=1)``.
    dealer : int
    prevalent_wind : {"E", "S", "W", "N"}
    zha, di : sequence of int, shape (4,)
    wall : ndarray of uint8, shape (136,) or (144,), optional
        A wall instead of a drawn one.

    Returns
    -------
    dict
        What JSON can hold; `replay` plays it again.

    Raises
    ------
    MahjongError
        As `play`.

    Examples
    --------
    >>> from mjcore.words.mcr import MCR
    >>> log = play_log(MCR, "random", rng=np.random.default_rng(1))
    >>> log["events"][0]["type"], [len(tiles) for tiles in log["deals"]]
    ('draw', [13, 13, 13, 13])
    """
    table, dealt, seed = begun_table(
        rules, rng, dealer=dealer, prevalent_wind=prevalent_wind, zha=zha, di=di, wall=wall
    )
    chosen = as_policies(policies)
    if any(isinstance(policy, Player) for policy in chosen):
        _play_in_step(table, rules, chosen, dealt, seed)
    elif table.play_on([player_of(policy, rules) for policy in chosen]):
        raise MahjongError("the hand broke off, which is a fault of this program")
    return log_of(table, rules, dealt)


def _play_in_step(
    table: OneTable,
    rules: SoftEightRules | McrRules,
    policies: tuple[Policy | Player, ...],
    wall: NDArray[np.uint8],
    seed: int,
) -> None:
    """Play the hand in lock step, where functions are asked, and take the same actions at the table."""
    tables = SteppedTables(
        rules,
        policies,
        wall[None],
        np.array([seed], dtype=np.uint64),
        np.array([table.dealer], dtype=np.uint8),
        np.array([table.wind], dtype=np.uint8),
        np.array([table.zha], dtype=np.uint8),
        np.array([table.di], dtype=np.int32),
    )
    while len(tables):
        (action,) = tables.ask_all()
        table.act(int(action))


def log_of(table: OneTable, rules: SoftEightRules | McrRules, wall: NDArray[np.uint8]) -> dict[str, Any]:
    """The log of a hand that is over."""
    record = table.record()
    is_mcr = isinstance(rules, McrRules)
    flowers = len(wall) > N_COPIES * FIRST_FLOWER
    deals = [[log_tile(int(wall[at])) for at in deal_places(seat, table.dealer)] for seat in SEATS]
    log: dict[str, Any] = {
        "game": rules.name,
        "rules": {
            "flowers": "in_play" if flowers else "none",
            "wall": "common",
            "wall_draws": len(wall) - N_SEATS * N_DEALT,
        },
        "prevalent_wind": WINDS[table.wind],
        "dealer": table.dealer,
        "deals": deals,
        "events": events_of(table.event_rows(), with_passes=not is_mcr),
        "win": None,
        "scores": record["points"].tolist(),
    }
    if not is_mcr:
        log |= {"zha": list(table.zha), "di": list(table.di)}
    if record["winner"] >= 0:
        log["win"] = {
            "seat": int(record["winner"]),
            "from_seat": None if record["payer"] < 0 else int(record["payer"]),
            "win_tile": log_tile(int(record["hand"]["winning_tile"])),
            "points": worth_of(record),
        }
    return log


def worth_of(record: Any) -> int:
    """Points of a winning hand, flowers included, as logs give them; 0 if nobody won."""
    return int(record["base"] * record["multiplier"] + record["flower_points"])


def table_stakes(
    zha: Any, di: Any, rules: SoftEightRules | McrRules, dealer: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Stakes of zha and di, checked; none where the game has none."""
    if isinstance(rules, SoftEightRules):
        return as_zha(zha, rules), as_di(di, rules, dealer=dealer)
    if any(as_numbers(zha, "zha stakes")) or any(as_numbers(di, "di stakes")):
        raise MahjongError(f"{rules.name} has neither zha nor di stakes")
    return NO_STAKES, NO_STAKES
