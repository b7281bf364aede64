"""What waits are worth: ready, and perhaps below the minimum."""

import numpy as np
import pytest

from mjcore.encoding.arrays import hand_array, hand_of
from mjcore.encoding.hands import Hand, parse_hand
from mjcore.ready import wait_points
from mjcore.scoring import points
from mjcore.shape import kinds_in, waits
from mjcore.words.errors import HandError, RuleError, WinError
from mjcore.words.mcr import MCR
from mjcore.words.soft_eight import SOFT_EIGHT
from mjcore.words.tiles import parse_tiles, tile_text
from tests.oracles.random_wins import MIXTURE, random_wins

CHICKEN = "[123m][345m]56s678p33z"


def kinds(mask):
    return tile_text(kinds_in(mask))


def ready_rows(seed, n):
    """Hands before they were won."""
    rows = random_wins(np.random.default_rng(seed), n, mixture=MIXTURE)
    rows["winning_tile"] = 255
    return rows


def test_each_wait_is_worth_what_its_win_scores():
    rows = ready_rows(20260311, 400)
    found = wait_points(rows, MCR)
    assert (found.waits == waits(rows, MCR)).all()
    assert (found.waits > 0).mean() > 0.95
    for i, row in enumerate(rows):
        before = hand_of(row)
        winds = {"seat_wind": before.seat_wind, "prevalent_wind": before.prevalent_wind}
        live = kinds_in(found.waits[i]).tolist()
        held = before.hand.counts().astype(int)
        for meld in before.hand.melds:
            np.add.at(held, list(meld.tiles), 1)
        for kind in range(34):
            expected = [0, 0, 0]
            if kind in live:
                hand = Hand(before.hand.concealed, before.hand.melds, kind)
                wins = [hand.win(source=source, **winds) for source in ("discard", "wall")]
                expected = [4 - held[kind], *points(wins, MCR).tolist()]
            assert [found.left[i, kind], found.discard[i, kind], found.self_drawn[i, kind]] == expected


def test_a_hand_can_be_ready_below_the_minimum():
    found = wait_points(CHICKEN, MCR)
    assert (kinds(found.waits), kinds(found.enough_by_discard), kinds(found.enough_self_drawn)) == (
        "47s",
        "47s",
        "",
    )
    assert str(found).splitlines() == [
        "4s  4 left, discard 8, self-draw 1 (7 short)",
        "7s  4 left, discard 8, self-draw 1 (7 short)",
    ]
    assert repr(found) == f"<WaitPoints: {str(found).replace(chr(10), '; ')}>"
    easier = wait_points(CHICKEN, MCR.replace(min_points=1))
    assert kinds(easier.enough_self_drawn) == "47s"


def test_some_waits_reach_the_minimum_and_others_do_not():
    found = wait_points("123456m789p1234s", MCR)
    assert (kinds(found.waits), kinds(found.enough_by_discard)) == ("14s", "4s")
    assert (found.discard[parse_tiles("1s")[0]], found.self_drawn[parse_tiles("1s")[0]]) == (5, 7)


def test_a_hand_that_is_not_ready_has_no_waits():
    found = wait_points("[123m]56s678p33z12m2s", MCR)
    assert (int(found.waits), found.discard.any(), str(found)) == (0, False, "not ready")
    assert repr(found) == "<WaitPoints: not ready>"


def test_an_exhausted_wait_is_none():
    found = wait_points("[111z][222z]4444666s", MCR)
    assert kinds(found.waits) == "5s"
    assert found.left.sum() == 4
    assert int(wait_points("{3333p}1255p678m678s", MCR).waits) == 0


def test_winds_are_those_of_the_hand_unless_given():
    text = "[222z][345m]56s678p33z"
    tile = parse_tiles("4s")[0]
    plain, south = (wait_points(text, MCR, seat_wind=wind).discard[tile] for wind in ("E", "S"))
    assert south == plain + 1 == 2  # Seat Wind for Pung of Terminals or Honors
    assert wait_points(text, MCR, seat_wind=1, prevalent_wind="S").discard[tile] == 4
    row = hand_array(parse_hand(text + "+4s").win(seat_wind="S", prevalent_wind="S"))
    assert wait_points(row, MCR).discard[tile] == 4
    assert wait_points(row, MCR, prevalent_wind="E").discard[tile] == 2


def test_circumstances_of_the_hand_are_left_aside():
    win = parse_hand(CHICKEN + "+4s").win(source="wall", last_wall=True, last_copy=True, flowers=3)
    assert str(wait_points(win, MCR)) == str(wait_points(CHICKEN, MCR))


def test_last_tiles_count_where_they_can_be():
    tile = parse_tiles("4s")[0]
    last = wait_points(CHICKEN, MCR, last_wall=True)
    assert (last.discard[tile], last.self_drawn[tile]) == (8, 8)  # Last Tile Claim, Last Tile Draw
    shown = wait_points(CHICKEN, MCR, last_copy=True)
    assert (shown.discard[tile], shown.self_drawn[tile]) == (4, 5)
    pairs = "1133m5577p2299s4z"
    hidden = (wait_points(pairs, MCR, last_copy=flag).discard for flag in (False, True))
    assert (np.diff(np.stack([*hidden]), axis=0) == 0).all()


def test_many_hands_keep_their_shape_and_are_summed_up():
    texts = [CHICKEN, "123456m789p1234s", "[123m]56s678p33z12m2s", "1133m5577p2299s4z"]
    found = wait_points(hand_array(texts).reshape(2, 2), MCR)
    assert (found.waits.shape, found.left.shape, found.discard.shape) == ((2, 2), (2, 2, 34), (2, 2, 34))
    assert str(found) == (
        "4 hands, 3 ready; a wait reaches 8 by discard in 3, by self-draw in 2, in neither way in 0"
    )
    counts = np.stack([parse_hand(text).counts() for text in texts[1::2]])
    assert (wait_points(counts, MCR).self_drawn == found.self_drawn.reshape(4, 34)[1::2]).all()
    nothing = wait_points(np.zeros((0, 34), dtype=np.uint8), MCR)
    assert (nothing.waits.shape, nothing.discard.shape) == ((0,), (0, 34))


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: wait_points(CHICKEN, SOFT_EIGHT), RuleError, "only under McrRules"),
        (
            lambda: wait_points(CHICKEN, MCR, seat_wind="X"),
            WinError,
            "seat_wind is one of E, S, W, N or 0 to 3",
        ),
        (lambda: wait_points(CHICKEN, MCR, prevalent_wind=4), WinError, "prevalent_wind is one of"),
        (lambda: wait_points(CHICKEN, MCR, seat_wind=True), WinError, "not True"),
        (lambda: wait_points(CHICKEN, MCR, last_wall="no"), WinError, "last_wall is True or False, not 'no'"),
        (
            lambda: wait_points(CHICKEN, MCR, last_copy=np.array([1, 0])),
            WinError,
            "last_copy is True or False",
        ),
        (lambda: wait_points([CHICKEN, "123m"], MCR), HandError, "row 1: "),
        (lambda: wait_points(CHICKEN + "4s", MCR), HandError, "14 tiles where 13 are needed"),
    ],
)
def test_what_has_no_waits_is_refused_with_the_reason(call, error, message):
    with pytest.raises(error, match=message):
        call()
