"""Payments for arrays of wins: the door to the payments of each game that looks at the hands too.

Wins that are alike in what decides the payments (score, seats, source, stakes, kongs) are paid once and the
result is copied: there are a few hundred sorts of them, however many wins.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjcore.copies import live_copies
from mjcore.encoding.arrays import as_rows, row_label
from mjcore.encoding.layout import CIRCUMSTANCES, HAND_DTYPE, KIND_BITS, MELD_TYPES, N_MELDS, SOURCES
from mjcore.encoding.melds import Meld
from mjcore.kongs import Kong, as_kongs
from mjcore.mcr_payments import mcr_payments, refuse_other_payments
from mjcore.scoring import score
from mjcore.seats import N_SEATS, NO_STAKES
from mjcore.winnings import soft_eight_payments
from mjcore.words.errors import HandError, MahjongError, WinError, quoted
from mjcore.words.mcr import McrRules
from mjcore.words.presets import check_rules
from mjcore.words.soft_eight import SoftEightRules
from mjcore.words.tiles import KIND_TEXTS, N_COPIES
from mjcore.words.values import MOST, as_array, items_of, whole

#: Stands for "nobody paid" in an array of payers.
NO_PAYER = -1

_FIRST_KONG_CODE = MELD_TYPES.index("melded_kong") << KIND_BITS


class _SoftEightScore(NamedTuple):
    base: int
    multiplier: int


class _McrScore(NamedTuple):
    points: int
    flowers: int


def payments(
    wins: Any,
    rules: SoftEightRules | McrRules,
    *,
    winner: Any,
    payer: Any = None,
    dealer: Any = 0,
    kongs: Iterable[Any] = (),
    zha: Any = NO_STAKES,
    di: Any = NO_STAKES,
) -> NDArray[np.int32]:
    """Points each seat wins or loses when a hand is won.

    Parameters
    ----------
    wins : Win, Hand, text, a list of them, or ndarray of HAND_DTYPE, shape (...)
        Winning hands and how they were won, as for `score`.
    rules : SoftEightRules or McrRules
        Chinese Official Mahjong pays for the win alone: the base of 8 and the points of the hand, by the
        stake. `dealer`, `kongs`, `zha` and `di` are left out then.
    winner : int, or array_like of int, shape (...)
        Seats, 0 to 3.
    payer : int or None, or array_like, shape (...)
        Seat that discarded the winning tile, or whose kong was robbed. None on a self-draw; in an array of
        seats None or -1.
    dealer : int, or array_like of int, shape (...)
    kongs : sequence of (owner, "concealed" | "melded" | "added", tile, feeder)
        Completed kongs of all four players in the order in which they were made, the winner's too. One list
        for all wins, or a list of such lists, one a win.
    zha, di : array_like of int, shape (4,) or (..., 4)
        Stakes by seat.

    Returns
    -------
    ndarray of int32, shape (..., 4)
        Sums to zero over the seats.

    Raises
    ------
    HandError
        If a hand is no win under the rules, or hand, seats and kongs contradict each other; the message names
        the row, the seat, the tile and the reason.
    RuleError
        If there are no payments by these rules, or they do not take what is given.

    Examples
    --------
    Seat 1 wins from seat 3 and has a melded kong that seat 2 fed: both pay.

    >>> from mjcore.encoding.hands import parse_hand
    >>> from mjcore.words.soft_eight import SOFT_EIGHT
    >>> win = parse_hand("[2222p] 456p88p123m67s +8s").win()
    >>> payments(win, SOFT_EIGHT, winner=1, payer=3, kongs=[(1, "melded", "2p", 2)]).tolist()
    [0, 6, -2, -4]
    >>> payments(win, SOFT_EIGHT, winner=1, payer=3)
    Traceback (most recent call last):
    mjcore.words.errors.HandError: seat 1's hand has the kong [2222p], which kongs does not list
    """
    check_rules(rules, SoftEightRules, McrRules)
    scores = score(wins, rules).reshape(-1)
    rows, shape = as_rows(wins)
    hands = rows.view(HAND_DTYPE).reshape(-1)
    winners = _column(winner, shape, "the winner")
    columns = [winners, _column(payer, shape, "the payer"), hands["source"], scores["legal"]]
    if isinstance(rules, McrRules):
        refuse_other_payments(rules, dealer=dealer, kongs=kongs, zha=zha, di=di)
        columns += [scores["points"], scores["flowers"]]
        return _each_sort(columns, shape, lambda row: _one_sort_of_mcr(row, rules))
    sets, set_of = _kong_sets(kongs, shape)
    columns += [
        _column(dealer, shape, "the dealer"),
        set_of,
        scores["base"],
        scores["multiplier"],
        hands["circumstances"],
        _kong_codes(hands["melds"]),
        _stakes(zha, shape, "zha"),
        _stakes(di, shape, "di"),
    ]
    paid = _each_sort(columns, shape, lambda row: _one_sort_of_soft_eight(row, sets, rules))
    _check_copies(hands, winners, sets, set_of, shape)
    return paid


def _each_sort(
    columns: Sequence[NDArray[Any]], shape: tuple[int, ...], pay: Callable[[list[int]], NDArray[np.int32]]
) -> NDArray[np.int32]:
    """Payments of all wins, when `pay` knows those of one sort from its row of the columns.

    The first four columns are the winner, the payer, the source and whether the hand is a win.
    """
    table = np.column_stack(columns).astype(np.int64)
    first, sort = _sorts(table)
    paid = np.zeros((len(first), N_SEATS), dtype=np.int32)
    for place in np.argsort(first):  # in the order of the rows, so that the first fault is named
        row = int(first[place])
        winner, _, _, legal, *_ = table[row].tolist()
        try:
            if not legal:
                raise WinError(f"the hand of seat {winner} is no win under these rules, so nobody pays")
            paid[place] = pay(table[row].tolist())
        except MahjongError as error:
            raise type(error)(f"{row_label(row, shape)}{error}") from None
    return paid[sort].reshape(*shape, N_SEATS)


def _sorts(table: NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """First row of each sort of equal rows, and the sort of each row.

    Columns are folded one after another into one key, far faster than sorting whole rows.
    """
    key = np.zeros(len(table), dtype=np.int64)
    for column in table.T:
        if len(column) and (column != column[0]).any():
            key = np.unique(key, return_inverse=True)[1] * (np.ptp(column) + 1) + column - column.min()
    _, first, sort = np.unique(key, return_index=True, return_inverse=True)
    return first, sort


def _one_sort_of_mcr(row: list[int], rules: McrRules) -> NDArray[np.int32]:
    """Payments of one sort of win in Chinese Official Mahjong."""
    winner, payer, source, _, points, flowers = row
    return mcr_payments(
        _McrScore(points, flowers),
        rules,
        winner=winner,
        payer=None if payer == NO_PAYER else payer,
        source=SOURCES[source],
    ).net


def _one_sort_of_soft_eight(
    row: list[int], sets: Sequence[tuple[Kong, ...]], rules: SoftEightRules
) -> NDArray[np.int32]:
    """Payments of one sort of win, after a look at what hand, seats and kongs say of each other."""
    winner, payer, source, _, dealer, which, base, multiplier, circumstances = row[:9]
    codes, zha, di = row[9 : 9 + N_MELDS], row[-2 * N_SEATS : -N_SEATS], row[-N_SEATS:]
    kongs = sets[which]
    paid = soft_eight_payments(
        _SoftEightScore(base, multiplier),
        rules,
        winner=winner,
        payer=None if payer == NO_PAYER else payer,
        source=SOURCES[source],
        dealer=dealer,
        kongs=kongs,
        zha=zha,
        di=di,
    )
    if circumstances & CIRCUMSTANCES["initial"] and winner != dealer:
        raise WinError(
            f"seat {winner} cannot win with the tiles dealt, because seat {dealer} deals (clause 14.6)"
        )
    ready_as_dealt = circumstances & CIRCUMSTANCES["heavenly_ready"]
    if ready_as_dealt and winner == dealer and not rules.play.dealer_tianting:
        raise WinError(f"seat {winner} deals and cannot be heavenly ready (clause 14.7)")
    own = [kong for kong in kongs if kong.owner == winner]
    for kong in own if ready_as_dealt else ():
        if kong.type == "added":
            raise WinError(f"{kong} needs a pung, which nobody claims who is heavenly ready (clause 9.1)")
    _check_own_kongs(winner, own, [Meld.from_code(code) for code in codes if code])
    if SOURCES[source] == "replacement" and not own:
        raise WinError(f"seat {winner} won on the tile drawn for a kong, and kongs lists none of his")
    return paid.net


def _check_own_kongs(winner: int, listed: Sequence[Kong], held: Sequence[Meld]) -> None:
    """Refuse kongs of the winner that are not in his hand, and the other way round."""
    of_hand = {meld.kind: meld for meld in held}
    for kong in listed:
        meld = of_hand.pop(kong.tile, None)
        if meld is None:
            raise HandError(f"{kong} is listed, and his winning hand does not have it")
        if meld.is_concealed != (kong.type == "concealed"):
            raise HandError(f"{kong} is listed, and his winning hand has it as {meld}")
    for meld in of_hand.values():
        raise HandError(f"seat {winner}'s hand has the kong {meld}, which kongs does not list")


def _check_copies(
    hands: NDArray[np.void],
    winners: NDArray[np.int64],
    sets: Sequence[tuple[Kong, ...]],
    set_of: NDArray[np.int64],
    shape: tuple[int, ...],
) -> None:
    """Refuse kongs of other players of which the winner holds a tile: that would be a fifth copy."""
    if not any(sets):
        return
    held = N_COPIES - live_copies(hands)
    for which, kongs in enumerate(sets):
        for kong in kongs:
            wrong = np.flatnonzero((set_of == which) & (winners != kong.owner) & (held[:, kong.tile] > 0))
            if wrong.size:
                row = int(wrong[0])
                raise HandError(
                    f"{row_label(row, shape)}{kong} has all {N_COPIES} copies, "
                    f"and the hand of seat {winners[row]} holds {KIND_TEXTS[kong.tile]} too"
                )


def _kong_codes(melds: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The codes of kongs, in order, and 0 for other sets."""
    return np.sort(np.where(melds > _FIRST_KONG_CODE, melds, 0), axis=1)


def _kong_sets(kongs: Any, shape: tuple[int, ...]) -> tuple[list[tuple[Kong, ...]], NDArray[np.int64]]:
    """The lists of kongs there are, and which one belongs to each row."""
    n = int(np.prod(shape))
    given = items_of(kongs, "kongs", HandError)
    if not (shape and given and all(_is_list_of_kongs(item) for item in given)):
        return [as_kongs(given)], np.zeros(n, dtype=np.int64)
    for length in shape[1:]:
        given = [inner for outer in given for inner in _of_length(outer, length)]
    number: dict[tuple[Kong, ...], int] = {}
    which = [number.setdefault(as_kongs(item), len(number)) for item in _of_length(given, n)]
    return list(number), np.array(which, dtype=np.int64)


def _is_list_of_kongs(item: Any) -> bool:
    """Whether an item of `kongs` is a list itself; a kong begins with the number of a seat."""
    return isinstance(item, (list, tuple)) and (not item or isinstance(item[0], (list, tuple)))


def _of_length(items: Any, length: int) -> list[Any]:
    items = items_of(items, "kongs", HandError)
    if len(items) != length:
        raise HandError(f"kongs are one list for all wins or one for each of {length}, not {len(items)}")
    return items


def _column(seats: Any, shape: tuple[int, ...], role: str) -> NDArray[np.int64]:
    """A seat for each row; nobody is `NO_PAYER`, which only an array may write so."""
    if seats is None and role != "the payer":
        raise MahjongError(f"{role}'s seat is needed: 0, 1, 2 or 3")
    if seats is None:
        return np.full(int(np.prod(shape)), NO_PAYER)
    array = as_array(seats, f"seats of {role}", MahjongError)
    if not array.size:
        array = array.astype(np.int64)
    elif array.ndim and array.dtype == object:
        flat = [NO_PAYER if seat is None else whole(seat) for seat in array.reshape(-1)]
        array = np.array([-N_SEATS if seat is None else seat for seat in flat]).reshape(array.shape)
    least = NO_PAYER if array.ndim and role == "the payer" else 0
    wrong = np.ones(array.shape, dtype=bool)
    if array.dtype.kind in "iu":
        wrong = (array < least) | (array >= N_SEATS)
    if wrong.any():
        first = as_array(seats, role).reshape(-1)[int(np.argmax(wrong))]
        raise MahjongError(f"{role} sits at 0, 1, 2 or 3, not at {quoted(first)}")
    return _broadcast(array, shape, f"seats of {role}").reshape(-1).astype(np.int64)


def _stakes(stakes: Any, shape: tuple[int, ...], name: str) -> NDArray[np.int64]:
    """Four stakes for each row."""
    array = as_array(stakes, f"{name} stakes", MahjongError)
    if array.ndim == 0:
        raise MahjongError(f"{name} stakes are {N_SEATS} whole numbers, one a seat, not {quoted(stakes)}")
    if array.shape[-1] != N_SEATS:
        raise MahjongError(f"{name} stakes are {N_SEATS} whole numbers, one a seat, not {array.shape[-1]}")
    if array.dtype.kind not in "iu" or (array > MOST).any():
        for stake in array.reshape(-1):
            number = whole(stake)
            if number is None:
                raise MahjongError(f"{name} stakes are whole numbers, not {quoted(stake)}")
            if not 0 <= number <= MOST:
                raise MahjongError(f"{name} stakes are from 0 to {MOST}, not {quoted(stake)}")
    return _broadcast(array, (*shape, N_SEATS), f"{name} stakes").reshape(-1, N_SEATS).astype(np.int64)


def _broadcast(array: NDArray[Any], shape: tuple[int, ...], what: str) -> NDArray[Any]:
    try:
        return np.broadcast_to(array, shape)
    except ValueError:
        raise MahjongError(f"{what} have shape {array.shape}, where the wins have {shape}") from None
