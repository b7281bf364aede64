"""Every option of Soft Eight's play: what either value does in a hand."""

import pytest

from mjcore.words.soft_eight import SOFT_EIGHT
from tests.oracles.table_codes import CONSENT, HEAVENLY, LATE_READY, SET_CLAIM, TURN, WIN_CLAIM

from .table_scripts import ENGINES, A, B, C, D, action, play
from .test_soft_eight_flow import (
    DRAGON,
    DRAWN_DECLINED,
    DRAWN_WALL,
    KONGBOTTOM,
    LAST_OF_C,
    ON_6P,
    ON_36P,
    ON_47S,
    READY_KONG,
    SPARE_6P,
    TIANHE,
    TIANTING,
    WON,
)


@pytest.fixture(params=ENGINES)
def run(request):
    def run(script, **how):
        options = {name: how.pop(name) for name in list(how) if name in SOFT_EIGHT.options()}
        return play(request.param, SOFT_EIGHT.replace(**options), script, **how)

    return run


# -- claims


def test_chows_are_claimed_by_the_next_player_alone(run):
    hands = ["2s", "13s1111z9s", "34s"]
    how = {"hands": hands, "min_main_tiles": 6}
    assert not run("A discard 2s", **how).could("B chow-middle")
    game = run("A discard 2s; B chow-middle; B discard 9s; B ckong 1z", **how, chow_claims=True)
    assert game.set_claims()[0] == "B 2s of A"
    assert game.chows == [0, 1, 0, 0]
    claimed = game.questions(TURN, B)[0]
    assert action("ckong 1z") not in claimed.legal
    game = run(
        "A discard 2s; B chow-middle; B discard 9s", **how, chow_claims=True, kong_needs_own_draw=False
    )
    assert action("ckong 1z") not in game.questions(TURN, B)[0].legal
    assert "C 2s of A" not in game.set_claims()


def test_a_chow_counts_for_the_dragon(run):
    hands = ["2s", "13s456789s44p12m1z"]
    game = run(
        "A discard 2s; B chow-middle; B ready 1z; B win",
        hands=hands,
        draws="1z1z1z3m",
        chow_claims=True,
    )
    assert (game.winner, game.fans[DRAGON], game.multiplier) == (B, 1, 2)


def test_a_pung_goes_before_a_chow(run):
    hands = ["2s", "13s", "22s"]
    game = run("A discard 2s; C pung", hands=hands, chow_claims=True)
    assert [q.seat for q in game.questions(SET_CLAIM)][:1] == [C]
    game = run("A discard 2s; B chow-middle", hands=hands, chow_claims=True)
    assert [q.seat for q in game.questions(SET_CLAIM)][:2] == [C, B]
    game = run("A discard 2s; B pass", hands=["2s", "1322s"], chow_claims=True)
    first = game.questions(SET_CLAIM)[0]
    assert first.legal == {action("pass"), action("pung"), action("chow-middle")}
    assert game.set_claims().count("B 2s of A") == 1


# -- the tail


@pytest.mark.parametrize("n_tail", [0, 8, 14])
def test_the_tail_shortens_the_live_wall(run, n_tail):
    game = run("", tail_tiles=n_tail, n_tail=n_tail, hands=["1111z"])
    assert game.draws == 136 - 53 - n_tail
    assert game.questions(TURN)[-1].tile == game.wall[135 - n_tail]
    assert game.could("A ckong 1z") == (n_tail > 0)


def test_kongs_can_draw_from_the_rear_of_the_tail(run):
    hands = ["1111z2222z3333z1m1p"]
    script = "A ckong 1z; A ckong 2z; A ckong 3z"
    for order, places in (("front_first", [128, 129, 130]), ("rear_first", [134, 135, 132])):
        game = run(script, hands=hands, kongs="1m2m3m4m5m6m7m8m", tail_order=order)
        assert [q.tile for q in game.questions(TURN)[1:4]] == [game.wall[place] for place in places]


@pytest.mark.parametrize("replenished", [False, True])
def test_a_tail_that_is_filled_up_shortens_the_live_wall(run, replenished):
    script = "A ckong 1z; A ckong 2z"
    game = run(script, hands=["1111z2222z3m"], tail_replenished=replenished)
    n_live = 73 if replenished else 75
    assert game.draws == n_live + 2
    assert game.questions(TURN)[-1].tile == game.wall[52 + n_live]


def test_a_tail_that_is_filled_up_never_runs_out(run):
    how = {"hands": ["1111z2222z3333z"], "tail_tiles": 2, "n_tail": 2, "kong_limit": None}
    game = run("A ckong 1z; A ckong 2z; A ckong 3z", **how, tail_replenished=True)
    assert game.kongs == [3, 0, 0, 0]
    assert [q.tile for q in game.questions(TURN)[1:4]] == [game.wall[place] for place in (134, 135, 131)]


# -- declaring and winning


def test_without_declarations_everybody_can_win(run):
    how = {"hands": ["", ON_47S], "draws": "7s"}
    game = run("", **how)
    assert not game.could("B win")
    game = run("B win", **how, must_declare=False)
    assert (game.winner, game.declared, game.multiplier) == (B, 0, 1)
    assert not game.could("B ready 7s")
    game = run("B win", hands=["", ON_47S], draws="1z7s", must_declare=False)
    assert (game.winner, game.payer) == (B, C)
    game = run("B declare; B win", hands=["", ON_47S], draws="1z7s", must_declare=False)
    assert (game.winner, game.multiplier) == (B, 2)


@pytest.mark.parametrize("may", [True, False])
def test_a_win_can_be_declined_by_option(run, may):
    game = run("B declare", hands=["1z", ON_47S], draws="7s", decline_win=may)
    assert game.could("B win") == may  # what cannot be declined is not asked
    assert (game.winner == B) == (not may)
    hands = [SPARE_6P, "", ON_36P]
    game = run("C declare; " + ("C pass" if may else ""), hands=hands, decline_win=may)
    assert (game.winner == C) == (not may)


def test_the_dealer_wins_with_the_tiles_dealt(run):
    game = run("A win", hands=[ON_47S + "7s"])
    assert game.fans[TIANHE] == 1
    assert (game.draws, game.points) == (0, [36, -12, -12, -12])
    row = game.table.record["hand"]
    assert (int(row["winning_tile"]), int(row["circumstances"])) == (24, 4)


@pytest.mark.parametrize("untouched", [True, False])
def test_a_kong_ends_the_chance_of_a_heavenly_win_by_option(run, untouched):
    how = {"hands": ["123456m99m56s1111z"], "kongs": "7s", "tianhe_untouched": untouched}
    game = run("A ckong 1z" + ("" if untouched else "; A win"), **how)
    assert game.could("A win") == (not untouched)
    if not untouched:
        assert (game.fans[TIANHE], game.fans[KONGBOTTOM], game.multiplier) == (1, 1, 3)


@pytest.mark.parametrize("dealer_too", [True, False])
def test_the_dealer_can_be_heavenly_ready_by_option(run, dealer_too):
    how = {"hands": [ON_47S + "1z"], "draws": "7s", "dealer_tianting": dealer_too}
    game = run("A ready 1z; A win", **how)
    assert game.fans[TIANTING] == dealer_too
    assert game.points == [(4 + 2) * (1 + dealer_too), -(4 + 2) * (1 + dealer_too), 0, 0]
    how["hands"] = [READY_KONG.replace("777z", "666z") + "6z"]
    game = run("A ckong 6z; A ready 1z; A win", **how, kongs="1z")
    assert game.fans[TIANTING] == 0  # the kong came before


@pytest.mark.parametrize("window", ["before_own_first_draw", "before_first_discard"])
def test_until_when_heavenly_readiness_can_be_declared(run, window):
    game = run("", hands=["", "", ON_47S], tianting_window=window)
    assert len(game.questions(HEAVENLY, C)) == (3 if window == "before_own_first_draw" else 1)


@pytest.mark.parametrize("survives", [True, False])
def test_heavenly_readiness_survives_a_kong_by_option(run, survives):
    game = run(
        "B declare; B ckong 7z; B win",
        hands=["1m", READY_KONG],
        draws="7z",
        kongs="7s",
        tianting_after_kong=survives,
    )
    assert (game.fans[KONGBOTTOM], game.fans[TIANTING]) == (1, survives)


@pytest.mark.parametrize(
    ("scope", "asked"),
    [("later_in_order", "BCDBC"), ("next_only", "BCDC"), ("next_of_discarder", "BCD")],
)
def test_whose_win_lets_a_passer_change_his_mind(run, scope, asked):
    hands = ["11122233377z69p6p", ON_6P, ON_36P, "123456s11s57p888m"]
    script = "B declare; C declare; D declare; B pass; C pass; D win"
    game = run(script, hands=hands, pass_recovery_scope=scope)
    assert "".join("ABCD"[q.seat] for q in game.questions(WIN_CLAIM)) == asked
    assert game.winner == D
    game = run(script, hands=hands, pass_recovery=False)
    assert "".join("ABCD"[q.seat] for q in game.questions(WIN_CLAIM)) == "BCD"


def test_several_players_can_win_a_tile_by_option(run):
    hands = [SPARE_6P, "", ON_36P, ON_6P]
    game = run("C declare; D declare; C win; D win", hands=hands, multi_ron="all")
    assert (game.winner, game.winners, game.points) == (C, 0b1100, [-24, 0, 12, 12])


# -- the last tile


CLAIMABLE_LAST = {
    "dealer": D,
    "live_last": "5z",
    "hands": ["123456m99m56p555z", "", "123456s11s23p78s", "9p"],
}


@pytest.mark.parametrize("claims", ["ron_only", "ron_and_kong", "all"])
def test_claims_of_the_last_discard(run, claims):
    script = "A declare; C discard 5z"
    game = run(script, **CLAIMABLE_LAST, haidi_claims=claims)
    assert game.could("A kong") == (claims != "ron_only")
    game = run("C discard 5z", **CLAIMABLE_LAST, haidi_claims=claims)
    assert game.could("A kong") == game.could("A pung") == (claims == "all")
    assert game.outcome == DRAWN_WALL
    if claims == "all":
        game = run("C discard 5z; A pung", **CLAIMABLE_LAST, haidi_claims=claims)
        assert (game.outcome, game.discards, game.pungs) == (DRAWN_WALL, 77, [1, 0, 0, 0])


@pytest.mark.parametrize("allowed", [True, False])
def test_a_kong_with_the_last_tile_by_option(run, allowed):
    how = {"dealer": D, "live_last": "5z", "hands": ["", "", "555z", "9p"], "haidi_kong": allowed}
    game = run("", **how)
    assert game.questions(TURN)[-1].tile == 31
    assert game.could("C ckong 5z") == allowed
    if allowed:
        game = run("C ckong 5z", **how)
        assert (game.outcome, game.draws) == (DRAWN_WALL, 76)
        game = run("C ckong 5z; C decline", **how)
        assert (game.outcome, game.draws) == (DRAWN_DECLINED, 76)


# -- the kongs of a ready player


@pytest.mark.parametrize(("how", "allowed"), [("waits_unchanged", True), ("structure_unchanged", False)])
def test_a_pung_that_can_be_seen_as_chows_by_option(run, how, allowed):
    game = run("B declare", hands=["1z", "111222333m99m56s"], draws="1m", ready_kong=how)
    assert game.could("B ckong 1m") == allowed


# -- readiness


@pytest.mark.parametrize("rule", ["own_copies", "allow", "visible_copies"])
def test_waiting_for_a_fifth_copy_is_ready_by_option(run, rule):
    game = run("", hands=["", "123456789m1111p"], ready_dead_wait=rule)
    assert game.could("B declare") == (rule == "allow")
    assert game.ready_turn[B] == 255 or game.ready_turn[B] > 0


@pytest.mark.parametrize("shown", [True, False])
@pytest.mark.parametrize("rule", ["own_copies", "visible_copies"])
def test_waiting_for_tiles_that_all_see_is_ready_by_option(run, shown, rule):
    game = run(
        "A ckong 3p",
        hands=["3333p", "12p123456m99m789s"],
        draws="1z",
        ready_dead_wait=rule,
        concealed_kong_shown=shown,
    )
    first = game.questions(TURN, B)[0]
    assert (action("ready 1z") in first.legal) == (rule == "own_copies" or not shown)


# -- declaring late, and taking back


@pytest.mark.parametrize("how", ["off", "before_next_discard", "with_consent"])
def test_a_declaration_can_be_made_late_by_option(run, how):
    hands = [ON_47S + "1z", "1z"]
    game = run("A discard 1z" + ("" if how == "off" else "; A declare"), hands=hands, late_ready=how)
    assert game.declared == (0 if how == "off" else 1)
    game = run("A discard 1z; A pass", hands=hands, late_ready=how)
    # asked when B has drawn, and when C has drawn if B may agree; afterwards again for later discards
    early = []
    for question, _ in game.asked:
        if question.kind == TURN and question.seat == D:
            break
        early += [question.seat] if question.kind == LATE_READY else []
    assert early == {"off": [], "before_next_discard": [A], "with_consent": [A, A]}[how]


@pytest.mark.parametrize("agrees", [True, False])
def test_the_next_player_must_agree_once_he_has_discarded(run, agrees):
    script = "A discard 1z; A pass; A declare; B " + ("declare" if agrees else "pass")
    game = run(script, hands=[ON_47S + "1z", "1z"], late_ready="with_consent")
    consents = game.questions(CONSENT)
    assert consents[0].seat == B
    if agrees:
        assert game.declared == 1


def test_first_discards_can_be_taken_back_by_option(run):
    hands = [ON_6P + "1z", "2z", "", ON_47S]
    assert not run("", hands=hands).could("D recall")
    how = {"hands": hands, "draws": "3z4z", "tianting_recall": True}
    game = run("A ready 1z; B discard 3z; D pass; D pass; D recall; A discard 7p; B discard 2z", **how)
    assert game.declared == 1 << D
    turns = [q.seat for q in game.questions(TURN)]
    assert turns[:6] == [A, B, A, B, C, A]  # D is frozen
    assert game.questions(TURN)[4].tile == game.wall[54]
    assert (game.draws, game.discards) == (75, 76)
    answers = [code for q, code in game.asked if q.kind == TURN]
    assert answers[2:4] == [action("discard 7p"), action("discard 2z")]


def test_the_first_of_two_discards_taken_back_cannot_be_claimed(run):
    hands = ["7z1z", "6z", "77z66z", ON_47S]
    how = {"hands": hands, "tianting_recall": True, "draws": "9p9p"}
    game = run(
        "A discard 1z; B discard 9p; D pass; D pass; D recall; A discard 7z; B discard 6z; C pung", **how
    )
    assert game.pungs == [0, 0, 1, 0]
    assert "C 7z of A" not in game.set_claims()
    assert "C 6z of B" in game.set_claims()


def test_outcomes_are_counted_as_they_come(run):
    game = run("C declare; D ready 1z; D win", **LAST_OF_C)
    assert (game.outcome, game.draws, game.discards) == (WON, 75, 76)
