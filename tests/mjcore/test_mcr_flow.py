"""How a hand of Chinese Official Mahjong goes: the sentences of 9.2 to 9.8, and every option of play."""

import pytest

from mjcore.words.mcr import MCR
from tests.oracles.table_codes import FIRST_FLOWER, NO_TILE, SET_CLAIM, TURN, WIN_CLAIM

from .table_scripts import ENGINES, A, B, C, D, action, make_wall, play

DRAWN_WALL, WON = 0, 3
SEVEN_PAIRS, SELF_DRAWN, LAST_DRAW, LAST_CLAIM, REPLACEMENT, ROBBING, LAST_COPY = 19, 80, 44, 45, 46, 47, 58

#: Seven pairs that wait for 5p: 24 points whoever gives the tile.
ON_5P = "1133m2244s6688m5p"
#: Complete with 6s, and worth 7 points off a discard (All Chows and what goes with it).
POOR_ON_36S = "234m567p567s88m45s"


@pytest.fixture(params=ENGINES)
def run(request):
    def run(script, **how):
        options = {name: how.pop(name) for name in list(how) if name in MCR.options()}
        rules = MCR.replace(**options)
        how = {"n": 144 if rules.scoring.flowers else 136, "n_tail": 0} | how
        return play(request.param, rules, script, **how)

    return run


# -- 9.2 deal, 9.3 drawing


def test_all_tiles_of_the_one_wall_are_drawn(run):
    game = run("", flowers=False)
    assert (game.outcome, game.draws, game.discards) == (DRAWN_WALL, 83, 84)
    turns = game.questions(TURN)
    assert [q.tile for q in turns] == game.wall[52:]
    assert [q.seat for q in turns] == [n % 4 for n in range(84)]


def test_flowers_dealt_are_replaced_from_the_end_the_dealer_first(run):
    hands = ["1f3f", "2f", "", "4f"]
    game = run("", hands=hands, kongs="5f1m2m3m6f4m")
    # the dealer's 1f brings 5f; his lowest flower is then 3f, which brings 1m, and 5f brings 2m
    assert [(e["type"], e["seat"], e["tile"]) for e in game.table.events[1:13]] == [
        ("flower", A, "1f"),
        ("draw", A, "5f"),
        ("flower", A, "3f"),
        ("draw", A, "1m"),
        ("flower", A, "5f"),
        ("draw", A, "2m"),
        ("flower", B, "2f"),
        ("draw", B, "3m"),
        ("flower", D, "4f"),
        ("draw", D, "6f"),
        ("flower", D, "6f"),
        ("draw", D, "4m"),
    ]
    assert sum(game.flowers) == 8
    assert game.draws == 144 - 53


def test_a_flower_drawn_fourteenth_leaves_its_replacement_as_the_tile_drawn(run):
    game = run("", hands=["1m1m1m2m2m2m3m3m3m4m4m4m5m1f"], kongs="2f9m")
    first = game.questions(TURN)[0]
    assert (first.seat, first.tile) == (A, 8)
    assert game.flowers[A] >= 2


def test_a_flower_is_replaced_at_once_and_the_next_tile_is_an_ordinary_draw(run):
    game = run("A discard 1z; B win", hands=["1z", ON_5P], draws="1f", kongs="5p")
    assert (game.winner, game.payer, game.flowers[B]) == (B, -1, 1)
    assert (game.fans[SEVEN_PAIRS - 1], game.fans[SELF_DRAWN - 1]) == (1, 1)
    assert game.fans[REPLACEMENT - 1] == 0
    assert game.flower_points == 1
    assert game.points[B] == 3 * (8 + game.base + 1)


def test_a_flower_drawn_for_a_kong_cancels_the_replacement_win(run):
    hands = ["", "1111z234m567p789s9s"]
    game = run("B ckong 1z; B win", hands=hands, kongs="1f9s", min_points=1)
    assert game.fans[REPLACEMENT - 1] == 0
    game = run("B ckong 1z; B win", hands=hands, kongs="9s1f", min_points=1)
    assert game.fans[REPLACEMENT - 1] == 1


def test_the_last_tile_is_not_replaced_if_it_is_a_flower(run):
    wall = make_wall(n=144, n_tail=0)
    flowers = [place for place, kind in enumerate(wall) if kind >= FIRST_FLOWER]
    for place in flowers:  # flowers go to the front of what is drawn, one to the place drawn last
        assert place > 60
    rest = [kind for kind in wall if kind < FIRST_FLOWER]
    # seven flowers drawn early are replaced from the end, so that the last tile left is at 144 - 7 - 1
    wall = rest[:53] + list(range(34, 41)) + rest[53:]
    wall = [*wall[:136], 41, *wall[136:]]
    game = run("", wall=wall)
    assert sum(game.flowers) == 7
    assert game.outcome == DRAWN_WALL
    assert game.draws == 91
    assert game.questions(TURN)[-1].tile != 41


# -- 9.4 own turn


def test_the_dealer_can_win_with_the_tiles_dealt(run):
    game = run("A win", hands=[ON_5P + "5p"])
    row = game.table.record["hand"]
    assert (game.winner, game.draws - sum(game.flowers), int(row["circumstances"]) & 4) == (A, 0, 4)


def test_a_win_needs_the_minimum(run):
    hands = ["", POOR_ON_36S]
    game = run("", hands=hands, draws="1z6s")
    assert "B 6s of C" not in game.win_claims()
    assert game.refused[B] >= 1
    game = run("B win", hands=hands, draws="1z6s", min_points=1)
    assert (game.winner, game.payer) == (B, C)
    assert game.points == [-8, 24 + game.base, -8 - game.base, -8]


def test_concealed_and_added_kongs_are_made_after_a_draw_and_draw_from_the_end(run):
    hands = ["5s", "55s1111z9s"]
    game = run("A discard 5s; B pung; B discard 9s; B ckong 1z; B akong 5s", hands=hands, draws="1m1m1m5s")
    claimed = next(q for q in game.questions(TURN, B) if q.tile == NO_TILE)
    assert not any(action(f"ckong {tile}") in claimed.legal for tile in ("1z", "5s"))
    assert (game.kongs, game.pungs) == ([0, 2, 0, 0], [0, 0, 0, 0])
    assert game.questions(TURN, B)[2].tile == game.wall[143] or sum(game.flowers)


@pytest.mark.parametrize("late", [True, False])
def test_a_kong_can_be_added_on_a_later_draw_by_option(run, late):
    hands = ["5s", "555s9s"]
    game = run("A discard 5s; B pung; B discard 9s", hands=hands, draws="1m1m1m2m", late_added_kong=late)
    assert game.could("B akong 5s") == late
    game = run(
        "A discard 5s; B pung; B discard 9s; B akong 5s",
        hands=["5s", "55s9s"],
        draws="1m1m1m5s",
        late_added_kong=late,
    )
    assert game.kongs == [0, 1, 0, 0]


def test_no_kong_is_made_without_a_tile_to_draw(run):
    game = run("", flowers=False, hands=["", "", "", "111z"], kongs="1z")
    assert game.questions(TURN)[-1].seat == D
    assert game.questions(TURN)[-1].tile == 27
    assert not game.could("D ckong 1z")


# -- 9.5 after a discard


def test_the_first_in_turn_order_wins_alone(run):
    hands = ["5p", "", ON_5P, "99m77m66p88s77s1p1p5p"]
    game = run("A discard 5p; C win", hands=hands)
    assert (game.winner, game.winners, game.payer) == (C, 0b0100, A)
    assert game.win_claims() == ["C 5p of A"]
    game = run("A discard 5p; C pass; D win", hands=hands)
    assert (game.winner, game.win_claims()) == (D, ["C 5p of A", "D 5p of A"])


def test_a_win_goes_before_a_pung_and_a_pung_before_a_chow(run):
    hands = ["5p", "46p", "55p"]
    game = run("A discard 5p; C pung", hands=hands)
    assert game.set_claims()[:1] == ["C 5p of A"]
    assert game.turns()[1] == "C -"
    game = run("A discard 5p; B chow-middle", hands=hands)
    assert game.set_claims()[:2] == ["C 5p of A", "B 5p of A"]
    assert game.chows == [0, 1, 0, 0]
    hands = ["5p", "", "55p", ON_5P]
    game = run("A discard 5p; D win", hands=hands)
    assert game.winner == D
    kinds = [q.kind for q, _ in game.asked]
    assert SET_CLAIM not in kinds
    assert kinds[-1] == WIN_CLAIM


def test_chows_are_of_suited_tiles_and_for_the_next_player(run):
    game = run("A discard 5p", hands=["5p", "", "46p"])
    assert "C 5p of A" not in game.set_claims()
    game = run("A discard 3z", hands=["3z", "12z"])
    assert "B 3z of A" not in game.set_claims()
    game = run("A discard 5p", hands=["5p", "3467p19s234567z"])
    first = game.questions(SET_CLAIM)[0]
    assert first.legal == {
        action("pass"),
        *(action(f"chow-{place}") for place in ("lowest", "middle", "highest")),
    }
    game = run("A discard 5p", hands=["5p", "3467p19s234567z"], chow_claims=False)
    assert "B 5p of A" not in game.set_claims()


def test_a_claimed_kind_can_be_discarded_at_once_and_a_passed_one_claimed_later(run):
    game = run("A discard 5p; B chow-middle; B discard 5p", hands=["5p", "465p"])
    assert game.chows == [0, 1, 0, 0]
    game = run("A discard 5p; C pass; C pung", hands=["5p", "", "55p"], draws="5p")
    assert game.set_claims()[:2] == ["C 5p of A", "C 5p of B"]
    game = run("A discard 5p; C pass; C win", hands=["5p", "", ON_5P], draws="5p")
    assert game.win_claims() == ["C 5p of A", "C 5p of B"]


def test_a_big_kong_draws_a_replacement(run):
    game = run("A discard 5p; C kong", hands=["5p", "", "555p"], kongs="9m")
    assert (game.questions(TURN)[1].seat, game.questions(TURN)[1].tile) == (C, 8)
    assert game.kongs == [0, 0, 1, 0]


def test_after_the_last_tile_only_a_win_is_possible(run):
    how = {"flowers": False, "hands": ["46p55p", ON_5P], "kongs": "5p"}
    game = run("B win", **how)
    assert (game.winner, game.payer, game.fans[LAST_CLAIM - 1]) == (B, D, 1)
    game = run("B pass", **how)
    assert (game.outcome, "A 5p of D" in game.set_claims()) == (DRAWN_WALL, False)
    game = run("D win", flowers=False, hands=["", "", "", ON_5P], kongs="5p")
    assert (game.winner, game.fans[LAST_DRAW - 1], game.fans[SELF_DRAWN - 1]) == (D, 1, 0)


# -- 9.6 robbing, 9.7 visibility


def test_an_added_kong_can_be_robbed(run):
    game = run(
        "A discard 6p; D pass; C pung; C discard 9s; C akong 6p; D win",
        hands=["6p", "", "66p9s", "123m789m123s99s78p"],
        draws="1z1z1z6p",
        min_points=1,
    )
    assert (game.winner, game.payer) == (D, C)
    assert game.fans[ROBBING - 1] == 1
    assert game.fans[LAST_COPY - 1] == 0
    assert (game.kongs, game.pungs) == ([0, 0, 0, 0], [0, 0, 1, 0])


@pytest.mark.parametrize("robbable", [False, True])
def test_a_big_kong_can_be_robbed_by_option(run, robbable):
    hands = ["6p", "", "666p", "123m789m123s99s78p"]
    how = {"hands": hands, "min_points": 1, "direct_kong_robbable": robbable}
    game = run("A discard 6p; D pass; C kong" + ("; D win" if robbable else ""), **how)
    if robbable:
        assert (game.winner, game.payer, game.fans[ROBBING - 1]) == (D, C, 1)
    else:
        assert game.kongs == [0, 0, 1, 0]
        assert game.win_claims().count("D 6p of C") == 0


def test_the_last_copy_is_one_whose_three_others_everybody_sees(run):
    hands = ["6p", "", "66p9s", "123m789m123s99s78p"]
    game = run("A discard 6p; D pass; C pung; C discard 9s; D win", hands=hands, draws="6p", min_points=1)
    assert (game.winner, game.payer, game.fans[LAST_COPY - 1]) == (D, -1, 1)


# -- 9.8 the end, and options


def test_a_drawn_hand_pays_nothing(run):
    assert run("").points == [0, 0, 0, 0]


def test_the_stake_multiplies_payments(run):
    single = run("A win", hands=[ON_5P + "5p"]).points
    assert run("A win", hands=[ON_5P + "5p"], stake=3).points == [3 * points for points in single]


@pytest.mark.parametrize("allowed", [True, False])
def test_a_false_win_costs_ten_to_each_by_option(run, allowed):
    hands = ["", POOR_ON_36S]
    rule = "penalty10" if allowed else "illegal"
    script = "A discard 1z; B win" if allowed else "A discard 1z"
    hands[0] = "1z"
    game = run(script, hands=hands, draws="1z6s", false_win=rule)
    assert ("B 6s of C" in game.win_claims()) == allowed
    if allowed:
        assert game.winner != B
        assert game.points == [10, -30, 10, 10]
        assert len(game.questions(WIN_CLAIM, B)) == 1  # he can win no more
    game = run(script, hands=hands, draws="6s", false_win=rule, min_points=40)
    turns = [q for q in game.questions(TURN, B) if q.tile == 23]
    assert [action("win") in q.legal for q in turns[:2]] == ([True, False] if allowed else [False])


@pytest.mark.parametrize("free", [True, False])
def test_flowers_can_be_kept_by_option(run, free):
    how = {"flower_policy": "free" if free else "immediate", "kongs": "9m8m"}
    hands = ["1f1m", "2f"]
    if not free:
        game = run("", hands=hands, **how)
        assert game.flowers[A] >= 1
        assert not game.could("A expose 1f")
        return
    game = run("A expose 1f; A discard 9m; B discard 2f", hands=hands, **how)
    assert game.deal_shanten[:2] == [127, 127]
    first, second, third = game.questions(TURN)[:3]
    assert {action("expose 1f"), action("discard 1f")} <= first.legal
    assert (second.seat, second.tile) == (A, 8)
    assert action("discard 2f") in third.legal
    assert game.flowers[:2] == [1, 0]


def test_a_hand_with_a_flower_in_it_does_not_win(run):
    hands = ["", "1133m2244s6688m1f"]
    game = run("", hands=hands, draws="1z5p", flower_policy="free")
    assert game.questions(WIN_CLAIM, B) == []
    game = run("B expose 1f; B win", hands=hands, draws="1z1z1z1z5p", kongs="5p", flower_policy="free")
    assert game.winner == B


def test_after_a_claim_a_kept_flower_is_not_exposed_but_may_be_discarded(run):
    game = run("A discard 5p; B pung; B discard 1f", hands=["5p", "55p1f"], flower_policy="free")
    claimed = next(q for q in game.questions(TURN, B) if q.tile == NO_TILE)
    assert action("expose 1f") not in claimed.legal
    assert game.flowers[B] == 0


@pytest.mark.parametrize("must", [True, False])
def test_only_declared_hands_win_by_option(run, must):
    how = {"hands": ["", ON_5P], "draws": "1z2z3z4z1z5p", "must_declare": must}
    game = run("B ready 1z; B win" if must else "B win", **how)
    assert (game.winner, game.payer, game.declared) == (B, C, 2 if must else 0)
    game = run("", **how)
    assert game.could("B win") == (not must)


@pytest.mark.parametrize(
    ("how", "allowed"),
    [
        ("waits_unchanged", True),
        ("structure_unchanged", False),
        ("still_ready", True),
        ("added_only", False),
        ("never", False),
    ],
)
def test_kongs_of_a_declared_hand_by_option(run, how, allowed):
    hands = ["", "111222333m99s56p"]
    game = run(
        "B ready 1z", hands=hands, draws="1z2z3z4z1m", must_declare=True, ready_kong=how, flowers=False
    )
    assert game.could("B ckong 1m") == allowed
