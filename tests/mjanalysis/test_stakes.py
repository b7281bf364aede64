"""Stakes against the dealer in many sessions at once are those of the session state, one at a time."""

import itertools

import numpy as np
import pytest

import mjanalysis as ma
import mjcore as mj
from mjanalysis.stakes import DiBooks, as_di_strategies
from mjcore.ledger import Entry

OPTIONS = list(
    itertools.product(("reign", "strict", "role"), ("up_to", "exact"), (1, 2), (0, 8), (None, 4), (2, 3))
)
STRATEGIES = ("highest", "least", "never", "highest")


def entries_of(gains, dealer):
    """A ledger in which each seat lost so much to the dealer."""
    return [Entry(seat, dealer, gain, "WIN", "15") for seat, gain in enumerate(gains) if gain]


def announced(state):
    """Stakes that the strategies announce."""
    stakes = []
    for seat, strategy in enumerate(STRATEGIES):
        legal = state.legal_di(seat)
        some = [stake for stake in legal if stake]
        stakes.append({"never": 0, "least": min(some, default=0), "highest": max(legal)}[strategy])
    return mj.announce(state, di=stakes)


@pytest.mark.parametrize(("streak", "mode", "n_least", "threshold", "cap", "step"), OPTIONS)
def test_books_of_many_sessions_are_those_of_single_ones(streak, mode, n_least, threshold, cap, step):
    rules = mj.SOFT_EIGHT.replace(
        di_streak=streak, di_step_mode=mode, di_min_losses=n_least, di_threshold=threshold, di_cap=cap,
        di_step=step, drawn_hand_dealer="next", end_rule=1_000,
    )  # fmt: skip
    rng, n = np.random.default_rng(len(streak) + threshold), 12
    states = [mj.SessionState(rules=rules, dealer=1) for _ in range(n)]
    books, dealer, highest = DiBooks.of(rules, STRATEGIES, n), np.ones(n, dtype=np.int64), 0
    for _ in range(25):
        winner = np.where(rng.random(n) < 0.6, dealer, rng.integers(-1, 4, size=n))
        gains = rng.integers(0, 9, size=(n, 4)) * (winner == dealer)[:, None]
        gains[np.arange(n), dealer] = 0
        for i, state in enumerate(states):
            result = mj.HandResult(
                winners=[] if winner[i] < 0 else [int(winner[i])],
                entries=entries_of(gains[i].tolist(), int(dealer[i])),
            )
            states[i] = announced(mj.next_hand(state, result))
        onward = np.array([state.dealer for state in states])
        records = {"lost_to_dealer": gains, "winners": np.where(winner < 0, 0, 1 << np.maximum(winner, 0))}
        books, dealer = books.after(records, dealer, onward), onward
        assert books.stakes.tolist() == [list(state.di) for state in states]
        highest = max(highest, books.stakes.max())
    assert highest >= 2


def test_sessions_are_played_for_di_stakes():
    rules = mj.SOFT_EIGHT.replace(min_main_tiles=4)
    given = {"deals": 9_600, "sessions": 24, "policy": "efficient", "seed": 5, "chunk": 4_800}
    plain, staked = (ma.simulate(rules, **given, di=di).frame for di in ("never", "highest"))
    assert plain["winner"].equals(staked["winner"])  # no policy looks at stakes
    assert "di_0" not in plain
    seats = [staked[f"di_{seat}"].to_numpy() for seat in range(4)]
    points = [[of[f"points_{seat}"].to_numpy() for of in (staked, plain)] for seat in range(4)]
    dealer = staked["dealer"].to_numpy()
    winner, payer = (staked[name].fillna(-1).to_numpy(dtype=int) for name in ("winner", "payer"))
    for seat, (stake, (with_di, without)) in enumerate(zip(seats, points, strict=True)):
        assert not stake[dealer == seat].any()
        assert stake.any()
        paying = (dealer != seat) & (winner == dealer) & np.isin(payer, (-1, seat))
        assert np.array_equal((without - with_di)[paying], stake[paying])
        won = (dealer != seat) & (winner == seat) & ((payer == -1) | (payer == dealer))
        assert np.array_equal((with_di - without)[won], stake[won])
    assert (staked["session"].diff().fillna(1) > 0).sum() == 400
    first = staked["hand"] == 0
    assert not any(stake[first].any() for stake in seats)


@pytest.mark.parametrize(
    ("rules", "di", "sessions", "reason"),
    [
        (mj.SOFT_EIGHT, "always", 24, "di is one of never, least, highest, or one a seat, not 'always'"),
        (mj.SOFT_EIGHT, ["highest"], 24, "or one a seat"),
        (mj.SOFT_EIGHT, "highest", None, "di is staked after losses to the dealer: play sessions"),
        (mj.MCR, "least", 16, "mcr has no di stakes"),
    ],
)
def test_strategies_that_cannot_be_are_refused(rules, di, sessions, reason):
    with pytest.raises(mj.MahjongError, match=reason):
        as_di_strategies(rules, di, sessions)


def test_nobody_stakes_where_it_is_not_asked_for():
    assert as_di_strategies(mj.MCR, "never", None) == ("never",) * 4
