"""Errors and disputes: each of the 21 rows, each reading of an option, and the hand afterwards."""

import itertools
import re

import numpy as np
import pytest

from mjcore.adjudication import Effect, Event, HandState, adjudicate, after_effects
from mjcore.infractions import EFFECTS, ROWS
from mjcore.ledger import net_points
from mjcore.words.errors import MahjongError, RuleError
from mjcore.words.mcr import MCR
from mjcore.words.soft_eight import SoftEightRules

A, B, C, D = range(4)
NOBODY = [0, 0, 0, 0]


def ruled(row, *facts, state=None, declared=(), drew=(), dead=(), options=None, **event):
    """Net points and effects of an event; the offender is B unless stated."""
    event.setdefault("offender", B)
    if state is None:
        rules = SoftEightRules(**(options or {}))
        state = HandState(rules=rules, declared=declared, drew=drew, dead=dead)
    ruling = adjudicate(Event(row=row, facts=facts, **event), state)
    return net_points(ruling.entries).tolist(), [tuple(effect) for effect in ruling.effects]


def effects(row, *facts, **event):
    """Effects of an event for which nobody pays."""
    net, following = ruled(row, *facts, **event)
    assert net == NOBODY
    assert all(tile is None for _, _, tile in following)
    return [(kind, seat) for kind, seat, _ in following]


def test_there_are_21_rows_with_known_effects_facts_and_options():
    assert list(ROWS) == [f"J{number}" for number in range(1, 22)]
    options = {row.name for row in SoftEightRules.catalogue()}
    derived = {"deals", "drew", "declared", "dead", "culprit", "any_acted", "all_acted", "recovers"}
    for row in ROWS.values():
        assert re.fullmatch(r"(8|9|10|11|12|17)\.\d", row.clause)
        for case in row.cases:
            assert {kind for kind, _ in case.effects} <= EFFECTS.keys()
            assert {*case.when, *case.unless} <= {*row.facts, *row.given, *derived}
            assert case.options.keys() <= options


def test_j1_a_kong_tile_seen_is_shown_and_put_back():
    assert ruled("J1", tile=33, offender=None) == (NOBODY, [("SHOW", None, 33)])


def test_j2_a_hand_ready_as_dealt_may_be_declared_before_its_first_draw():
    assert effects("J2") == [("MAY_DECLARE", B)]
    assert effects("J2", drew=[B]) == []
    assert effects("J2", drew=[A, C]) == [("MAY_DECLARE", B)]


def test_j2_the_dealer_may_not_unless_the_rules_say_so():
    assert effects("J2", offender=A) == []
    assert effects("J2", offender=A, options={"dealer_tianting": True}) == [("MAY_DECLARE", A)]


def test_j2_the_window_can_close_with_the_first_discard():
    closing = {"tianting_window": "before_first_discard"}
    assert effects("J2", "first_discard_made") == [("MAY_DECLARE", B)]
    assert effects("J2", "first_discard_made", options=closing) == []
    assert effects("J2", options=closing) == [("MAY_DECLARE", B)]


def test_j3_a_self_draw_is_void_only_after_a_clear_word_or_act():
    dispute = {"declared": [B], "named": [D]}
    assert effects("J3", "clear_word_or_act_first", **dispute) == [("TAKE_BACK", B)]
    assert effects("J3", **dispute) == [("CLAIM_REFUSED", D)]


def test_j4_who_passed_may_change_his_mind_after_new_information():
    passed = {"declared": [B], "discarder": A}
    assert effects("J4", **passed) == []
    assert effects("J4", "discarder_declared", **passed) == [("MAY_RON", B)]
    assert effects("J4", "claim_confirmed", **passed) == [("MAY_RON", B)]
    assert effects("J4", named=[D], **passed) == [("MAY_RON", B)]
    never = {"pass_recovery": False}
    assert effects("J4", "discarder_declared", "claim_confirmed", named=[C], options=never, **passed) == []


@pytest.mark.parametrize(
    ("scope", "changes"),
    [
        ("later_in_order", {(B, C), (B, D), (C, D)}),
        ("next_only", {(B, C), (C, D)}),
        ("next_of_discarder", {(C, B), (D, B)}),
    ],
)
def test_j4_whose_win_lets_a_player_change_his_mind(scope, changes):
    """A discards; pairs are the player who passed and the one who wins."""
    found = {
        (passed, winner)
        for passed, winner in itertools.permutations([B, C, D], 2)
        if effects(
            "J4",
            offender=passed,
            named=[winner],
            discarder=A,
            declared=[B, C, D],
            options={"pass_recovery_scope": scope},
        )
    }
    assert found == changes


def test_j2_who_declared_or_lost_the_right_to_win_has_nothing_to_declare():
    assert effects("J2", declared=[B]) == []
    assert effects("J2", dead=[B]) == []
    assert effects("J2", declared=[C], dead=[D]) == [("MAY_DECLARE", B)]


@pytest.mark.parametrize("late_ready", ["off", "before_next_discard", "with_consent"])
def test_j5_a_slip_is_judged_by_the_article_whatever_the_option(late_ready):
    """出牌后忘记报听，在下家未出牌前可以报听。下家出牌后，如果下家认可，按报听有效。如果第二家也出过牌，此轮不许报听。"""
    options = {"late_ready": late_ready}
    assert effects("J5", options=options) == [("MAY_DECLARE", B)]
    assert effects("J5", "next_discarded", options=options) == []
    assert effects("J5", "next_discarded", "next_agrees", options=options) == [("MAY_DECLARE", B)]
    assert effects("J5", "next_discarded", "next_agrees", "second_discarded", options=options) == []


def test_j5_who_declared_or_lost_the_right_to_win_has_nothing_to_declare():
    assert effects("J5", declared=[B]) == []
    assert effects("J5", dead=[B]) == []


@pytest.mark.parametrize(
    ("late_ready", "allowed"),
    [
        ("off", [False, False, False]),
        ("before_next_discard", [True, False, False]),
        ("with_consent", [True, False, True]),
    ],
)
def test_j5_how_long_a_player_may_wait_on_purpose_is_an_option(late_ready, allowed):
    options = {"late_ready": late_ready}
    found = [
        effects("J5", "on_purpose", options=options),
        effects("J5", "on_purpose", "next_discarded", options=options),
        effects("J5", "on_purpose", "next_discarded", "next_agrees", options=options),
    ]
    assert found == [[("MAY_DECLARE", B)] if may else [] for may in allowed]
    late = ("on_purpose", "next_discarded", "next_agrees", "second_discarded")
    assert effects("J5", *late, options=options) == []


@pytest.mark.parametrize(
    ("cutoff", "dead_if"),
    [
        ("all_three_or_ckong", {"all", "concealed"}),
        ("any_one_or_ckong", {"all", "one", "concealed"}),
        ("all_three_or_any_kong", {"all", "concealed", "open"}),
    ],
)
def test_j6_a_wrong_declaration_can_be_withdrawn_until_the_others_have_acted(cutoff, dead_if):
    situations = {
        "nothing": effects("J6", declared=[B], options={"bad_ready_cutoff": cutoff}),
        "one": effects("J6", declared=[B], acted=[C], options={"bad_ready_cutoff": cutoff}),
        "all": effects("J6", declared=[B], acted=[C, D, A], options={"bad_ready_cutoff": cutoff}),
        "concealed": effects(
            "J6", "concealed_kong_since", declared=[B], options={"bad_ready_cutoff": cutoff}
        ),
        "open": effects("J6", "open_kong_since", declared=[B], options={"bad_ready_cutoff": cutoff}),
    }
    dead = {name for name, following in situations.items() if following == [("DEAD", B)]}
    assert dead == dead_if
    assert all(situations[name] == [("UNDECLARE", B)] for name in situations.keys() - dead)


def test_j6_who_lost_the_right_to_win_stays_frozen_or_plays_freely():
    late = {"declared": [B], "acted": [A, C, D]}
    assert effects("J6", **late) == [("DEAD", B)]
    free = {"bad_ready_play": "free"}
    assert effects("J6", options=free, **late) == [("DEAD", B), ("UNDECLARE", B)]
    assert effects("J10", options=free) == [("DEAD", B), ("SKIP_DRAWS", B)]


def test_j7_only_a_known_culprit_and_within_one_round_leads_to_a_new_deal():
    ordered = ("within_one_round", "redeal_ordered")
    assert effects("J7", *ordered) == [("REDEAL", None)]
    assert effects("J7", *ordered, offender=None) == []
    assert effects("J7", "redeal_ordered") == []
    assert effects("J7", "within_one_round") == []


def test_j8_a_known_culprit_loses_the_right_to_win():
    assert effects("J8") == [("DEAD", B)]
    assert effects("J8", offender=None) == []


def test_j9_a_wrong_pung_or_kong_is_taken_up_again():
    assert effects("J9", "noticed_at_once") == [("TAKE_BACK", B)]
    assert effects("J9") == [("TAKE_BACK", B), ("DEAD", B)]
    assert effects("J9", options={"wrong_meld_sanction": None}) == [("TAKE_BACK", B)]


def test_j10_and_j11_too_many_tiles_cannot_win_and_too_few_can():
    assert effects("J10") == [("DEAD", B), ("SKIP_DRAWS", B)]
    assert effects("J11") == [("SKIP_DISCARDS", B)]


def test_j12_a_slip_is_taken_back_while_nothing_has_followed_from_it():
    back = [("TAKE_BACK", B)]
    assert effects("J12") == back
    assert effects("J12", "next_drew") == []
    assert effects("J12", "next_drew", "can_return_tile") == back
    assert effects("J12", "next_drew", "can_return_tile", "next_discarded") == []
    assert effects("J12", "claimed_or_won") == back
    assert effects("J12", "claimed_or_won", "forbidden") == []


FALSE_WIN = HandState(declared=[B], kongs=[(C, "concealed", "1m")], di=(0, 2, 0, 0))


def test_j13_a_mistaken_win_that_nobody_followed_costs_nothing():
    assert effects("J13") == []
    assert ruled("J13", "another_pushed", state=FALSE_WIN) == ruled("J14", state=FALSE_WIN)


def test_j14_a_false_win_ends_the_hand():
    """A deals, C has a concealed kong, B has a stake of 2: the example of section 6.4."""
    assert ruled("J14", state=FALSE_WIN) == ([3, -13, 9, 1], [("END_HAND", B, None)])


def test_j14_follows_the_options_of_a_false_win():
    rules = SoftEightRules(false_win_penalty=5, false_win_kongs="void", false_win_dealer_bonus=True)
    state = HandState(rules=rules, kongs=[(C, "concealed", "1m")])
    assert ruled("J14", state=state)[0] == [7, -17, 5, 5]


def test_j14_kongs_of_a_player_who_lost_the_right_to_win_count_or_not():
    kongs = [(C, "concealed", "1m"), (D, "melded", "2m", A)]
    counted = HandState(kongs=kongs, dead=[C])
    assert ruled("J14", state=counted)[0] == [3 - 2 - 2, -9 - 2, 3 + 6, 3 - 2 + 2]
    void = HandState(kongs=kongs, dead=[C], rules=SoftEightRules(dead_hand_kongs="void"))
    assert ruled("J14", state=void)[0] == [3 - 2, -9, 3, 3 + 2]


def test_j15_and_j16_misnaming_a_discard_costs_one_point_to_each_who_was_misled():
    assert ruled("J15", "verified", named=[D], declared=[D]) == ([0, -1, 0, 1], [])
    assert ruled("J15", named=[D], declared=[D]) == (NOBODY, [])
    assert ruled("J16", "verified", named=[A, C]) == ([1, -2, 1, 0], [])
    assert ruled("J16", named=[A]) == (NOBODY, [])


def test_j17_a_ready_player_who_looks_pays_two_to_each_and_must_take_the_next_ron():
    assert ruled("J17", declared=[B]) == ([2, -6, 2, 2], [("MUST_RON", B, None)])


def test_j18_a_signal_without_two_tiles_to_show_costs_one_to_each():
    assert ruled("J18", "cannot_show") == ([1, -3, 1, 1], [])
    assert ruled("J18") == (NOBODY, [])


def test_j19_an_untrue_answer_costs_two_to_each():
    assert ruled("J19", "untrue") == ([2, -6, 2, 2], [])
    assert ruled("J19") == (NOBODY, [])


def test_j20_who_looks_ahead_may_lose_his_claim_and_must_take_a_ron():
    assert effects("J20") == []
    assert effects("J20", "claim_refused") == [("CLAIM_REFUSED", B)]
    assert effects("J20", "discard_wins", declared=[B]) == [("MUST_RON", B)]
    assert effects("J20", "discard_wins", "claim_refused") == [("CLAIM_REFUSED", B)]


def test_j21_tiles_held_in_the_hand_are_put_on_the_table():
    assert effects("J21") == []


@pytest.mark.parametrize("row", ROWS)
def test_whatever_is_found_a_ruling_moves_points_only_between_seats(row):
    facts, named = ROWS[row].facts, (D,) if "named" in ROWS[row].needs else ()
    state = HandState(declared=[A, B, C, D], kongs=[(C, "concealed", "1m")], di=(0, 2, 0, 4))
    for size in range(len(facts) + 1):
        for found in itertools.combinations(facts, size):
            net, following = ruled(row, *found, state=state, named=named, tile=0, discarder=A)
            assert sum(net) == 0
            after_effects(state, [Effect(*effect) for effect in following])


def test_effects_change_what_is_known_of_the_hand():
    state = HandState(declared=[A, B])
    after = after_effects(
        state, [Effect("DEAD", A), Effect("UNDECLARE", B), Effect("MUST_RON", C), Effect("REDEAL")]
    )
    assert (after.dead, after.declared, after.must_ron) == ({A}, {A}, {C})
    assert state == HandState(declared=[A, B])


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ({"row": "J22"}, "rows of infractions are J1 to J21, not 'J22'"),
        (
            {"row": "J5", "offender": B, "facts": ["next_discards"]},
            "J5 knows no fact 'next_discards'; did you mean",
        ),
        ({"row": "J5"}, "J5, a player discarded and forgot to declare ready, needs offender"),
        ({"row": "J1"}, "needs tile"),
        ({"row": "J3", "offender": B}, "needs named"),
        ({"row": "J4", "offender": B}, "needs discarder"),
        ({"row": "J5", "offender": 4}, "the offender sits at"),
        ({"row": "J16", "offender": B, "named": [B]}, "seat 1 is the offender and one of the others too"),
        ({"row": "J4", "offender": B, "discarder": B}, "seat 1 is the offender and one of the others too"),
        ({"row": "J16", "offender": B, "named": [A, A]}, "a player named is named twice"),
        ({"row": "J1", "tile": 34}, "34 is no kind of tile"),
        ({"row": "J1", "tile": [1]}, "is no kind of tile"),
        ({"row": ["J1"]}, "J1 to J21, not a list"),
        ({"row": "J18", "offender": B, "facts": 3}, "facts are a list, not 3"),
        ({"row": "J18", "offender": B, "facts": "cannot_show"}, "facts are a list, not 'cannot_show'"),
        ({"row": "J18", "offender": B, "facts": [["cannot_show"]]}, "J18 knows no fact a list"),
        ({"row": "J18", "offender": B, "facts": [3, "x"]}, "J18 knows no fact 3"),
        ({"row": "J18", "offender": B, "named": np.array(3)}, "seats are a list, not 3"),
        (
            {"row": "J4", "offender": B, "discarder": C, "named": [C]},
            "seat 2 discarded the tile and cannot claim it or win on it",
        ),
        ({"row": "J3", "offender": B, "named": [A]}, "seat 0 discarded the tile and cannot claim it"),
        ({"row": "J3", "offender": B, "named": [D], "discarder": C}, "drew after the discard of seat 0"),
    ],
)
def test_an_event_that_cannot_be_is_refused(event, message):
    with pytest.raises(MahjongError, match=message):
        Event(**event)


def test_what_only_a_ready_player_can_do_needs_a_declaration():
    with pytest.raises(
        MahjongError, match="J17, a ready player looks at another hand: seat 1 has not declared"
    ):
        ruled("J17")
    with pytest.raises(MahjongError, match="seat 3 has not declared ready"):
        ruled("J15", "verified", named=[D])


def test_what_is_no_hand_no_event_and_no_effect_is_refused():
    for rules in ("soft_eight", None, MCR):
        with pytest.raises(RuleError, match="rules are SoftEightRules"):
            HandState(rules=rules)
    for state in ({"declared": 3}, {"kongs": None}, {"di": None}, {"di": (0, 10**9, 0, 0)}):
        with pytest.raises(MahjongError):
            HandState(**state)
    with pytest.raises(MahjongError, match="an Event is judged in a HandState, not 3 in 4"):
        adjudicate(3, 4)
    for state, effects_ in ((3, []), (HandState(), 3), (HandState(), [3])):
        with pytest.raises(MahjongError, match="effects"):
            after_effects(state, effects_)
