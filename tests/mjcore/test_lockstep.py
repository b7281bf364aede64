"""Tables in lock step, and one alone: the same machine and the same records."""

import numpy as np
import pytest

import mjcore as mj


@pytest.mark.parametrize("rules", [mj.SOFT_EIGHT, mj.MCR], ids=lambda rules: rules.name)
@pytest.mark.parametrize("at_once", [1, 7, 1024])
def test_a_policy_asked_in_lock_step_plays_the_hands_that_it_plays_alone(rules, at_once):
    tables = mj.Tables(rules, 60, np.random.default_rng(4), at_once=at_once)
    while len(tables):
        tables.step(tables.choose("random"))
    assert tables.n_over == 60
    assert tables.records.tobytes() == mj.play(rules, "random", n=60, rng=np.random.default_rng(4)).tobytes()


def test_arrays_show_what_the_seat_may_see():
    tables = mj.Tables(mj.SOFT_EIGHT, 30, np.random.default_rng(4))
    for _ in range(40):
        concealed, melds, mask = tables.concealed(), tables.melds(), tables.mask()
        about = tables.table()
        size = concealed.sum(axis=1) + 3 * (melds[:, 0] > 0).sum(axis=1)
        assert np.array_equal(size, 13 + (about["decision"] == 1))
        assert np.array_equal(mask.sum(axis=1), tables.n_legal)
        assert (tables.n_legal >= 2).all()
        assert (tables.visible() + concealed <= 4).all()
        discards = tables.discards()
        assert np.array_equal((discards < 255).sum(axis=2), tables.players()["n_discards"])
        chosen = (np.random.default_rng(1).random(len(tables)) * tables.n_legal).astype(int)
        tables.step(tables.legal[np.arange(len(tables)), chosen])


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (lambda n: np.full(n, 4), "row 0: pung is not legal; legal are"),
        (lambda n: np.full(n, 200), "row 0: actions are numbers from 0 to 161, not 200"),
        (lambda n: np.zeros(n - 1, dtype=int), "one a table"),
        (lambda n: np.zeros(n), "whole numbers"),
    ],
)
def test_an_action_that_cannot_be_is_named_and_nothing_is_done(actions, said):
    tables = mj.Tables(mj.SOFT_EIGHT, 5, np.random.default_rng(4))
    before = tables.concealed()
    with pytest.raises(mj.MahjongError, match=said):
        tables.step(actions(len(tables)))
    assert np.array_equal(tables.concealed(), before)


def test_one_table_goes_the_same_way_move_by_move_and_its_copy_another():
    table = mj.Table(mj.SOFT_EIGHT, np.random.default_rng(9))
    other = table.copy()
    other.step(other.legal[-1])
    assert table.events != other.events
    while not table.over:
        table.step(mj.action_text(table.choose("efficient")))
    assert table.record.tobytes() == mj.play(mj.SOFT_EIGHT, n=1, rng=np.random.default_rng(9))[0].tobytes()
    assert mj.replay(table.log(), mj.SOFT_EIGHT).record.tobytes() == table.record.tobytes()
    with pytest.raises(mj.MahjongError, match="the hand is over"):
        table.step("pass")


