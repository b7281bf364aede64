"""How a hand of Soft Eight goes: the flow examples F01 to F32, and every option of play."""

import pytest

from mjcore.words.soft_eight import SOFT_EIGHT
from tests.oracles.table_codes import DISCARD_TILE, NO_TILE, SET_CLAIM, TURN, WIN_CLAIM

from .table_scripts import ENGINES, A, B, C, D, action, play

DRAWN_WALL, DRAWN_DECLINED, DRAWN_KONG, WON = range(4)
PURE, DRAGON, SEVEN, KONGBOTTOM, HAIDI, TIANHE, TIANTING = range(7)

#: Ready: 3p and 6p; 6p; 8s; 4s and 7s; 6p and 9p.
ON_36P = "123456m99m45p789s"
ON_6P = "123456m77m57p999s"
ON_8S = "123456m99m234p79s"
ON_47S = "123456m99m234p56s"
ON_69P = "123456m88m23478p"
#: A dealer who can discard a 6p, and keeps two more.
SPARE_6P = "11122233347s66p6p"
#: The dealer's three kongs of his first turn, and what he discards then.
THREE_KONGS = "A ckong 1z; A ckong 2z; A ckong 3z; "


@pytest.fixture(params=ENGINES)
def run(request):
    def run(script, rules=SOFT_EIGHT, **how):
        options = {name: how.pop(name) for name in list(how) if name in rules.options()}
        return play(request.param, rules.replace(**options), script, **how)

    return run


def test_without_claims_75_live_tiles_are_drawn(run):  # F01
    game = run("")
    assert game.outcome == DRAWN_WALL
    assert (game.draws, game.discards) == (75, 76)
    turns = game.questions(TURN)
    assert [q.seat for q in turns] == [n % 4 for n in range(76)]
    assert [q.tile for q in turns] == game.wall[52:128]


def test_a_pung_changes_who_draws_the_last_tile_but_not_which(run):  # F02
    game = run("A discard 5z; C pung", hands=["5z", "1m", "55z"])
    assert game.turns()[1] == "C -"
    assert (game.questions(TURN)[2].seat, game.questions(TURN)[2].tile) == (D, game.wall[53])
    assert (game.questions(TURN)[-1].seat, game.questions(TURN)[-1].tile) == (B, game.wall[127])
    assert game.pungs == [0, 0, 1, 0]


def test_kongs_take_the_tiles_of_the_tail_in_order(run):  # F03
    script = "B ckong 1z; B discard 1p; D ckong 2z; B ckong 3z"
    game = run(script, hands=["1m", "1111z3333z", "2m", "2222z"], kongs="123p")
    turns = [(q.seat, q.tile) for q in game.questions(TURN)]
    assert turns[1:3] == [(B, game.wall[53]), (B, 9)]
    assert turns[4:6] == [(D, game.wall[55]), (D, 10)]
    assert turns[7:9] == [(B, game.wall[57]), (B, 11)]
    assert turns[-1] == (D, game.wall[127])
    assert game.draws == 78


def test_a_kong_does_not_shorten_the_live_wall(run):  # F04
    game = run("B ckong 1z", hands=["", "1111z"])
    turns = [(q.seat, q.tile) for q in game.questions(TURN)]
    assert turns[1:4] == [(B, game.wall[53]), (B, game.wall[128]), (C, game.wall[54])]


BOTH_ON_6P = {"hands": [SPARE_6P, "", ON_36P, ON_6P]}


def test_the_nearer_of_two_winners_wins_alone(run):  # F05
    game = run("C declare; D declare; C win", **BOTH_ON_6P)
    assert (game.winner, game.payer, game.winners) == (C, A, 0b0100)
    assert game.points == [-12, 0, 12, 0]
    assert game.fans[TIANTING] == 1


def test_a_win_farther_off_lets_a_passer_change_his_mind(run):  # F06
    game = run("C declare; D declare; C pass; D win; C win", **BOTH_ON_6P)
    assert game.winner == C
    assert game.win_claims() == ["C 6p of A", "D 6p of A", "C 6p of A"]
    game = run("C declare; D declare; C pass; D win; C pass", **BOTH_ON_6P)
    assert game.winner == D


@pytest.mark.parametrize("ready", [False, True])
def test_who_decides_on_a_win_knows_of_claims_and_declarations(run, ready):  # F07
    hands = [ON_47S.replace("234p", "345p") + "6p", "66p", "789m789m99p45p111z"]
    game = run(
        "C declare; " + ("A ready 6p; " if ready else "") + "B pung; C win", hands=hands, min_main_tiles=5
    )
    kinds = [(q.kind, q.seat) for q, _ in game.asked if q.kind in (SET_CLAIM, WIN_CLAIM)]
    assert kinds == [(SET_CLAIM, B), (WIN_CLAIM, C)]
    assert (game.winner, game.payer) == (C, A)
    game = run("C declare; C win", hands=hands, min_main_tiles=5, pass_recovery=False)
    assert game.questions(SET_CLAIM) == []


def test_a_tile_passed_cannot_be_won_from_the_next_player(run):  # F08, N14
    hands = [SPARE_6P, "", ON_36P]
    game = run("C declare; C pass", hands=hands, draws="6p")
    assert game.win_claims()[0] == "C 6p of A"
    assert "C 6p of B" not in game.win_claims()
    game = run("C declare; C pass", hands=hands, draws="6p", same_tile_follow="off")
    assert "C 6p of B" in game.win_claims()


def test_another_tile_of_the_wait_can_be_won(run):  # F09
    hands = [SPARE_6P, "", ON_36P]
    game = run("C declare; C pass; C win", hands=hands, draws="3p")
    assert game.win_claims() == ["C 6p of A", "C 3p of B"]
    assert game.winner == C


def test_a_tile_passed_can_be_won_after_ones_own_turn(run):  # F10
    game = run(
        "C declare; C pass; C win",
        hands=[SPARE_6P, "", ON_36P],
        draws="1s1z6p",
    )
    assert game.win_claims() == ["C 6p of A", "C 6p of D"]
    assert (game.winner, game.payer) == (C, D)


def test_a_player_skipped_by_a_pung_counts_as_passed(run):  # F11
    hands = [SPARE_6P, "", "123456m99m45p567s", "99s6p"]
    game = run("C declare; C pass; D pung; D discard 6p; C win", hands=hands, draws="9s")
    assert game.win_claims() == ["C 6p of A", "C 6p of D"]


def test_a_pung_by_the_neighbour_skips_nobody(run):  # F12
    hands = [SPARE_6P, "", "99s6p", "123456m77m57p678s"]
    game = run("D declare; D pass; C pung; C discard 6p", hands=hands, draws="9s")
    assert game.win_claims()[0] == "D 6p of A"
    assert "D 6p of C" not in game.win_claims()


@pytest.mark.parametrize(
    ("how", "again"),
    [("until_own_turn", False), ("adjacent_only", True), ("until_any_ready_turn", False), ("off", True)],
)
def test_how_long_a_tile_passed_is_barred(run, how, again):  # F13
    hands = [SPARE_6P, "", "", ON_6P]
    game = run("D declare; D pass", hands=hands, draws="1s6p", same_tile_follow=how)
    assert ("D 6p of C" in game.win_claims()) == again


def test_the_turn_of_any_ready_player_can_end_the_bar(run):
    hands = [SPARE_6P, "", "789m789m99p45p111z", ON_6P]
    for how, again in (("until_own_turn", False), ("until_any_ready_turn", True)):
        script = "C declare; D declare; C pass; D pass"
        game = run(script, hands=hands, draws="1s6p", same_tile_follow=how, min_main_tiles=5)
        assert ("D 6p of C" in game.win_claims()) == again


@pytest.mark.parametrize(("own", "again"), [(True, False), (False, True)])
def test_ones_own_discard_bars_a_tile_by_option(run, own, again):
    hands = ["11122233344s66p1z", "", "", ON_6P]
    how = {"hands": hands, "draws": "1s1z6p6p", "same_tile_own_discard": own}
    game = run("D declare; D discard 6p", **how)
    assert ("D 6p of A" in game.win_claims()) == again
    game = run("D declare; D discard 6p", **how, same_tile_follow="adjacent_only")
    assert ("D 6p of A" in game.win_claims()) == again


def test_a_fourth_kong_of_a_player_not_ready_ends_the_hand(run):  # F14
    hands = ["1111z2222z3333z1m1p", "4444z"]
    game = run(THREE_KONGS + "B ckong 4z", hands=hands)
    assert (game.outcome, game.winner, game.draws) == (DRAWN_KONG, -1, 4)
    assert game.points == [0, 0, 0, 0]
    assert game.kongs == [3, 1, 0, 0]
    game = run(THREE_KONGS + "B ckong 4z", hands=hands, drawn_hand_kongs="flat")
    assert game.points == [18 - 2, 6 - 6, -8, -8]
    game = run(THREE_KONGS + "B ckong 4z", hands=hands, kong_limit=None)
    assert game.outcome == DRAWN_WALL
    game = run("A ckong 1z; A ckong 2z", hands=hands, kong_limit=2)
    assert (game.outcome, game.draws) == (DRAWN_KONG, 1)


def test_a_fourth_kong_can_be_robbed(run):  # F15
    hands = ["1111z2222z3333z1m8s", "88s", ON_8S.replace("234p", "345p")]
    script = "C declare; " + THREE_KONGS + "A discard 8s; C pass; B pung; B akong 8s; "
    how = {"hands": hands, "draws": "1p1p2p8s"}
    game = run(script + "C win", **how)
    assert (game.outcome, game.winner, game.payer) == (WON, C, B)
    assert game.points == [18, -6 - 8, 8 - 6, -6]
    assert (game.kongs, game.pungs) == ([3, 0, 0, 0], [0, 1, 0, 0])
    game = run(script + "C pass", **how)
    assert game.outcome == DRAWN_KONG
    game = run(script, **how, robbable_kongs="fed_only")
    assert (game.outcome, game.win_claims()) == (DRAWN_KONG, ["C 8s of A"])


def test_a_win_goes_before_a_fourth_kong(run):  # F16
    hands = ["1111z2222z3333z1m1p", "888s", "123456m99m345p79s"]
    how = {"hands": hands, "draws": "1p1p8s"}
    game = run("C declare; " + THREE_KONGS + "B kong; C win", **how)
    assert (game.winner, game.payer, game.kongs) == (C, D, [3, 0, 0, 0])
    game = run("C declare; " + THREE_KONGS + "B kong; C pass", **how)
    assert (game.outcome, game.kongs) == (DRAWN_KONG, [3, 1, 0, 0])


READY_KONG = "123456m99m56s777z"


def test_a_ready_players_fourth_kong_can_win(run):  # F17
    hands = ["1111z2222z3333z1m1p", READY_KONG]
    game = run("B declare; " + THREE_KONGS + "B ckong 7z; B win", hands=hands, draws="7z", kongs="123p7s")
    assert (game.winner, game.payer) == (B, -1)
    assert game.fans[KONGBOTTOM] == game.fans[TIANTING] == 1
    assert game.multiplier == 3


ON_DEAD_END = {
    "hands": ["1111z2222z3333z1m1p", READY_KONG, "", ON_69P],
    "draws": "7z",
    "kongs": "123p9p",
}


def test_a_ready_players_fourth_kong_tile_must_be_discarded(run):  # F18
    game = run("B declare; D declare; " + THREE_KONGS + "B ckong 7z; D win", **ON_DEAD_END)
    assert (game.winner, game.payer) == (D, B)
    assert game.points == [18 - 2, 6 - 6 - 8, -6 - 2, 8 - 6 - 2]


def test_a_dead_end_turn_without_a_winner_ends_the_hand(run):  # F19
    script = "B declare; D declare; " + THREE_KONGS + "B ckong 7z; D pass"
    game = run(script, **ON_DEAD_END)
    assert (game.outcome, game.points) == (DRAWN_KONG, [0] * 4)
    game = run(script, **ON_DEAD_END, fourth_kong_dead_end="continue")
    assert game.outcome == DRAWN_WALL
    assert game.questions(TURN, C)[0].tile == game.wall[54]


def test_kongs_go_on_from_a_dead_end(run):  # F20
    game = run(
        "A ckong 1z; A ckong 2z; B pung; B ready 1p; D ckong 4z; B ckong 7z; B akong 6s; B win",
        hands=["1111z2222z", "123456m9m777z66s1p", "", "4444z"],
        draws="1p6s5z5z5z7z",
        kongs="222p6s9m",
    )
    assert game.points == [-16 + 12 - 2, 44 - 4 - 2, -16 - 4 - 2, -12 - 4 + 6]
    assert game.fans == [0, 0, 0, 1, 0, 0, 0]
    assert game.kongs == [2, 2, 0, 1]


CHAIN = {
    "hands": ["1111z2222z3333z1m1p", READY_KONG, "123456m99m56p555z"],
    "draws": "7z",
    "kongs": "123p5z9s",
}


def test_another_ready_player_may_kong_a_dead_end_discard(run):  # F21
    script = "B declare; C declare; " + THREE_KONGS + "B ckong 7z; "
    game = run(script + "C kong", **CHAIN)
    assert (game.outcome, game.kongs, game.draws) == (DRAWN_KONG, [3, 1, 1, 0], 3 + 1 + 2)
    game = run(script, **CHAIN, chain_kong_by_other=False)
    assert (game.outcome, game.set_claims()) == (DRAWN_KONG, [])
    game = run(script.replace("C declare; ", ""), **CHAIN)
    assert (game.outcome, game.set_claims()) == (DRAWN_KONG, [])


def test_no_kong_is_made_when_the_tail_is_empty(run):  # F22
    hands = ["1111z2222z3333z1m1p"]
    game = run("A ckong 1z; A ckong 2z", hands=hands, tail_tiles=2, n_tail=2, kong_limit=None)
    assert not any(action("ckong 3z") in q.legal for q in game.questions(TURN)[2:])
    assert game.kongs == [2, 0, 0, 0]
    assert game.draws == 81 + 2


FED_SCRIPT = "A discard 6p; B pung; B discard 1z; B pung; B ready 1z; "


@pytest.mark.parametrize("how", ["waits_unchanged", "structure_unchanged", "still_ready", "never"])
@pytest.mark.parametrize("tile", ["3p", "7s"])
def test_a_ready_player_may_make_some_kongs(run, how, tile):  # F23, F24
    hands = ["111222333s5557m6p", "3334p777s66p99p11z"]
    game = run(FED_SCRIPT, hands=hands, draws="9p1m1m1m" + tile, ready_kong=how)
    allowed = {"waits_unchanged": "7s", "structure_unchanged": "7s", "still_ready": "3p7s", "never": ""}[how]
    assert game.could(f"B ckong {tile}") == (tile in allowed)
    game = run(FED_SCRIPT, hands=hands, draws="9p1m1m1m" + tile, ready_kong="added_only")
    assert not game.could(f"B ckong {tile}")


def test_a_ready_player_may_add_a_tile_that_he_does_not_wait_for(run):  # F25
    hands = ["1112225558889p3s", "33s123456m99m56p1z", "123456m77m678p24s"]
    script = "A discard 3s; C pass; B pung; B ready 1z; B akong 3s; "
    how = {"draws": "1z1z1z3s", "min_main_tiles": 6}
    game = run("C declare; " + script + "C win", hands=hands, **how)
    assert (game.winner, game.payer) == (C, B)
    game = run(script.replace("C pass; ", ""), hands=hands, **how)
    assert game.kongs == [0, 1, 0, 0]
    game = run(script.replace("C pass; ", ""), hands=hands, **how, ready_kong="added_only")
    assert game.kongs == [0, 1, 0, 0]
    game = run(
        script.replace("C pass; ", "").replace("B akong 3s; ", ""), hands=hands, **how, ready_kong="never"
    )
    assert not game.could("B akong 3s")
    hands[1] = "33s123456m99m12s1z"
    game = run("A discard 3s; B pung; B ready 1z; B discard 3s", hands=hands, **how)
    assert game.could("B win")
    assert not game.could("B akong 3s")


LAST_OF_C = {"dealer": D, "live_last": "6p", "hands": ["", "66p", "123456m99m567p79s", ON_6P + "1z"]}


def test_a_ready_player_must_discard_the_last_tile(run):  # F26
    game = run("C declare; D ready 1z; D win", **LAST_OF_C)
    assert (game.winner, game.payer, game.multiplier) == (D, C, 1)
    game = run("C declare; D ready 1z; D pass", **LAST_OF_C)
    assert (game.outcome, game.discards) == (DRAWN_WALL, 76)
    assert "B 6p of C" not in game.set_claims()


def test_a_player_not_ready_may_keep_the_last_tile(run):  # F27
    game = run("D ready 1z; C decline", **LAST_OF_C)
    assert (game.outcome, game.discards, game.draws) == (DRAWN_DECLINED, 75, 75)
    game = run("D ready 1z; D win", **LAST_OF_C)
    assert (game.winner, game.payer) == (D, C)
    game = run("D ready 1z; D win", **LAST_OF_C, haidi_undeclared="must_discard_any")
    assert not game.could("C decline")


def test_the_first_discard_can_be_won_by_declaring(run):  # F28
    hands = ["7s", "77s", ON_47S]
    game = run("A discard 7s; B pung; C win", hands=hands)
    assert (game.winner, game.payer, game.points) == (C, A, [-12, 0, 12, 0])
    assert game.fans[TIANTING] == 1
    assert game.declared == 0b0100
    game = run("A discard 7s; B pung", hands=hands, tianting_reaction_ron="off")
    assert game.win_claims() == []


@pytest.mark.parametrize("how", ["dealer_first_discard", "until_own_draw", "off"])
def test_only_the_first_discard_can_be_won_so(run, how):  # N17
    game = run("", hands=["", "", ON_47S], draws="7s", tianting_reaction_ron=how)
    assert ("C 7s of B" in game.win_claims()) == (how == "until_own_draw")


@pytest.mark.parametrize("own_draw", [True, False])
def test_a_kong_of_ones_own_needs_a_draw(run, own_draw):  # F29
    script = "A discard 5m; B pung; B discard 9s; B ckong 1z"
    game = run(script, hands=["5m", "55m1111z9s"], kong_needs_own_draw=own_draw)
    claimed = next(q for q in game.questions(TURN, B) if q.tile == NO_TILE)
    assert (action("ckong 1z") in claimed.legal) == (not own_draw)
    assert game.kongs == [0, 1, 0, 0]


def test_a_declaration_stands_when_the_discard_is_claimed(run):  # F30
    game = run("A ready 5m; B pung", hands=["123456p99p234m56s5m", "55m"])
    assert game.declared == 0b0001
    for later in game.questions(TURN, A)[1:]:  # he may win, and discards nothing but what he draws
        assert later.legal == {action("win"), DISCARD_TILE + later.tile}


def test_who_robs_a_kong_wins_from_its_maker(run):  # F31
    hands = ["88s", "8s", "", "123456m99m345p79s"]
    game = run("D declare; B discard 8s; D pass; A pung; A akong 8s; D win", hands=hands, draws="1p1p1p1p8s")
    assert (game.winner, game.payer) == (D, A)


def test_a_drawn_hand_pays_nothing(run):  # F32
    assert run("", zha=(2, 2, 0, 1), di=(0, 4, 2, 0)).points == [0] * 4
