"""Whole hands played by policies: one row of numbers a hand."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjcore.deal import draw_walls, n_wall_tiles
from mjcore.encoding.hands import Hand, parse_hand
from mjcore.encoding.layout import N_FLOWERS
from mjcore.hand_columns import as_walls, seat_column, stake_columns, wind_column
from mjcore.in_step import SteppedTables
from mjcore.kernels._hands import RECORD_DTYPE, fill_records
from mjcore.kernels._table_checks import INVARIANTS
from mjcore.policies import Policy, as_policies, player_of
from mjcore.seats import N_SEATS, NO_STAKES, as_seat
from mjcore.table_rules import table_rules
from mjcore.words.errors import MahjongError, quoted
from mjcore.words.mcr import McrRules
from mjcore.words.presets import check_rules
from mjcore.words.soft_eight import SoftEightRules
from mjcore.words.tiles import N_COPIES, N_KINDS
from mjcore.words.values import as_array, as_generator, whole

N_DEALT = 13


def play(
    rules: SoftEightRules | McrRules,
    policies: Any = "efficient",
    *,
    n: int | None = None,
    rng: np.random.Generator,
    dealer: Any = 0,
    prevalent_wind: Any = "E",
    zha: Any = NO_STAKES,
    di: Any = NO_STAKES,
    walls: NDArray[np.uint8] | None = None,
    hand: Any = None,
    seat: int | None = None,
) -> NDArray[np.void]:
    """Play whole hands and write one row of each.

    Parameters
    ----------
    rules : SoftEightRules or McrRules
    policies : str, Policy, Player, or four of these
        One for all or one for each seat. A `Player` is a function of one's own.
    n : int
        Number of hands; left out where `walls` are given.
    rng : numpy.random.Generator
        Shuffles the walls first, then gives each hand the seed of its policies' own chance. The same state
        plays the same hands on every machine, and walls do not depend on the policies.
    dealer : int, or array_like of int, shape (n,)
        Seat that deals.
    prevalent_wind : {"E", "S", "W", "N"}, or array_like, shape (n,)
        Also as a number, 0 to 3.
    zha, di : array_like of int, shape (4,) or (n, 4)
        Stakes by seat (Soft Eight).
    walls : ndarray of uint8, shape (n, 136) or (n, 144), optional
        Walls to be played instead of drawn ones, as `draw_walls` gives them.
    hand : counts, text or Hand, optional
        Thirteen tiles that one seat is dealt every time; the others are shuffled.
    seat : int, optional
        Which seat; 0 where `hand` is given.

    Returns
    -------
    structured ndarray, shape (n,)
        ``hand`` and how it won, as `mjcore.score` takes it (``winning_tile`` 255 if nobody won); ``outcome``
        0 no tile left, 1 the last tile was not discarded, 2 a kong too many, 3 won; ``winner`` and ``payer``
        (-1 nobody, or a self-draw); ``winners``, a bit a seat; ``dealer``; ``prevalent_wind``; ``draws``
        after the deal; ``discards``; by seat ``deal_shanten`` (of the first 13 tiles), ``ready_turn`` (own
        discards made when first ready, 255 never), ``refused`` (complete hands that the minimum or the
        threshold refused), ``chows``, ``pungs``, ``kongs``, ``flowers`` and ``points``; ``declared``, a bit a
        seat;
        ``fans`` and ``fan_counts``, which `record_fans` spells out; ``base``, ``multiplier`` and
        ``flower_points`` of the winner (MCR: ``base`` is the worth of the fans); ``lost_to_dealer``, of each
        seat's points what counts towards a di stake (`di_loss_measure`).

    Raises
    ------
    MahjongError
        Naming the row and the reason, if an argument cannot be.

    Examples
    --------
    >>> from mjcore.words.soft_eight import SOFT_EIGHT
    >>> hands = play(SOFT_EIGHT, "efficient", n=2000, rng=np.random.default_rng(1))
    >>> hands["points"].sum(), bool((hands["outcome"] == 3).mean() > 0.9)
    (np.int64(0), True)
    """
    check_rules(rules, SoftEightRules, McrRules)
    rng = as_generator(rng)
    chosen = as_policies(policies)
    players = [player_of(policy, rules) for policy in chosen if isinstance(policy, Policy)]
    if walls is None:
        walls = drawn_walls(rng, n, rules, hand, seat, dealer)
    else:
        if hand is not None:
            raise MahjongError("walls or a hand can be given, not both")
        walls = as_walls(walls, rules)
        if n is not None and whole(n) != len(walls):
            raise MahjongError(f"n is {quoted(n)}, and there are {len(walls)} walls")
    size = len(walls)
    seeds = rng.integers(0, 2**64, size=size, dtype=np.uint64)
    dealers = seat_column(dealer, size, "the dealer")
    winds = wind_column(prevalent_wind, size)
    stakes = stake_columns(zha, di, rules, dealers)
    if len(players) < N_SEATS:
        tables = SteppedTables(rules, chosen, walls, seeds, dealers, winds, *stakes)
        while len(tables):
            tables.ask_all()
        return tables.records
    out = np.zeros(size, dtype=RECORD_DTYPE)
    bad, fault = fill_records(
        table_rules(rules),
        players,
        walls,
        seeds,
        dealers,
        winds,
        *stakes,
        out.view(np.uint8).reshape(size, RECORD_DTYPE.itemsize),
    )
    if fault:
        reason = INVARIANTS.get(fault, f"a policy took action {fault - 1000}, which is not legal")
        raise MahjongError(f"row {bad}: the hand broke off, which is a fault of this program: {reason}")
    return out


def deal_places(seat: int, dealer: int) -> NDArray[np.intp]:
    """Places of the wall from which a seat is dealt its first thirteen tiles.

    Three rounds of four tiles from the dealer on, then one each; the dealer's fourteenth stands at 52.

    Examples
    --------
    >>> deal_places(1, dealer=0).tolist()
    [4, 5, 6, 7, 20, 21, 22, 23, 36, 37, 38, 39, 49]
    """
    places = np.arange(4 * N_DEALT)
    turn = np.where(places < 48, places // 4, places)
    return np.flatnonzero(turn % N_SEATS == (seat - dealer) % N_SEATS)


def drawn_walls(
    rng: np.random.Generator, n: Any, rules: Any, hand: Any, seat: Any, dealer: Any
) -> NDArray[np.uint8]:
    """Shuffled walls; with a hand, those in which the seat is dealt it."""
    if n is None:
        raise MahjongError("say how many hands are played: n")
    if hand is None:
        if seat is not None:
            raise MahjongError("a seat is named, and no hand that it is dealt")
        return draw_walls(rng, n, rules)
    size = whole(n)
    if size is None or size < 0:
        raise MahjongError(f"the number of deals is a whole number from 0 on, not {quoted(n)}")
    counts = _dealt_counts(hand)
    seat = as_seat(0 if seat is None else seat, "the player who is dealt the hand")
    rest = np.repeat(np.arange(N_KINDS), N_COPIES - counts)
    if n_wall_tiles(rules) > N_KINDS * N_COPIES:
        rest = np.r_[rest, np.arange(N_KINDS, N_KINDS + N_FLOWERS)]
    try:
        others = rng.permuted(np.tile(rest.astype(np.uint8), (size, 1)), axis=1)
        walls = np.empty((size, n_wall_tiles(rules)), dtype=np.uint8)
    except (MemoryError, ValueError, OverflowError):
        raise MahjongError(f"there is no memory for {quoted(size)} walls") from None
    dealers = seat_column(dealer, size, "the dealer")
    for one in range(N_SEATS):
        places, rows = deal_places(seat, one), dealers == one
        own = np.zeros(walls.shape[1], dtype=bool)
        own[places] = True
        walls[np.ix_(rows, own)] = np.repeat(np.arange(N_KINDS), counts)
        walls[np.ix_(rows, ~own)] = others[rows]
    return walls


def _dealt_counts(hand: Any) -> NDArray[np.int64]:
    """Counts of thirteen tiles dealt to a player."""
    if isinstance(hand, str):
        hand = parse_hand(hand)
    if isinstance(hand, Hand):
        if hand.melds or hand.winning_tile is not None:
            raise MahjongError(f"a hand that is dealt has concealed tiles only, and {hand} has more")
        counts = np.asarray(hand.counts(), dtype=np.int64)
    else:
        counts = as_array(hand, "counts")
    wrong = counts.dtype.kind not in "iu" or counts.shape != (N_KINDS,)
    if wrong or counts.min() < 0 or counts.max() > N_COPIES:
        raise MahjongError(f"a hand that is dealt is text, a Hand or {N_KINDS} counts from 0 to {N_COPIES}")
    if counts.sum() != N_DEALT:
        raise MahjongError(f"a player is dealt {N_DEALT} tiles, and the hand has {counts.sum()}")
    return counts.astype(np.int64)
