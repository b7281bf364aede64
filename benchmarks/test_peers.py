"""The same questions put to other programs, side by side on the same hands.

They answer one hand a call, which is how they are used from Python; their input is made
beforehand. All of them must agree before a time means anything.
"""

import pytest

import mjcore as mj

#: Hands the peers are asked about, fewer than ours: they take longer.
N_CALLS = 500


def tiles_of(copies):
    """Tiles 0 to 135 of a hand, the first copies of each kind."""
    return [4 * kind + copy for kind, n in enumerate(copies) for copy in range(n)]


def xiangting_shanten(module):
    four = module.PlayerCount.FOUR
    return lambda copies: module.calculate_replacement_number(copies, four) - 1


def xiangting_useful(module):
    four = module.PlayerCount.FOUR
    return lambda copies: module.calculate_necessary_tiles(copies, four)[1]


#: Module, how it is asked, what it is given, and the same question here.
PEERS = {
    "mahjong: shanten": (
        "mahjong.shanten",
        lambda module: module.Shanten.calculate_shanten,
        list,
        mj.shanten,
    ),
    "xiangting: shanten": ("xiangting", xiangting_shanten, list, mj.shanten),
    "riichienv: shanten": ("riichienv", lambda module: module.calculate_shanten, tiles_of, mj.shanten),
    "xiangting: useful tiles": ("xiangting", xiangting_useful, list, mj.useful_tiles),
}


@pytest.mark.parametrize("sort", ["random", "near", "one_suit"])
@pytest.mark.parametrize("peer", PEERS)
def test_side_by_side(timed, hands, n_hands, peer, sort):
    module, asked, given, ours = PEERS[peer]
    ask = asked(pytest.importorskip(module))
    inputs = [given(copies) for copies in hands[sort][:N_CALLS].tolist()]
    assert [ask(hand) for hand in inputs] == ours(hands[sort][:N_CALLS], "riichi").tolist()
    timed(
        f"{peer}, {sort}",
        n_hands,
        lambda: ours(hands[sort], "riichi"),
        peer=lambda: [ask(hand) for hand in inputs],
        n_peer=N_CALLS,
    )
