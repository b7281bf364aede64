"""Who pays whom when a hand is won: each option with an example worked out by hand.

Seats 0 to 3 are A to D; A deals unless stated. Expected points are written as on paper, payer by payer.
"""

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjcore.kongs import Kong
from mjcore.ledger import net_points
from mjcore.scoring import score
from mjcore.winnings import multi_ron_payments, soft_eight_payments
from mjcore.words.errors import HandError, MahjongError, RuleError, WinError
from mjcore.words.mcr import MCR
from mjcore.words.soft_eight import SOFT_EIGHT, SoftEightRules

A, B, C, D = range(4)


class Score(NamedTuple):
    base: int = 4
    multiplier: int = 1


PLAIN, ONE_FAN, TWO_FANS = Score(), Score(multiplier=2), Score(multiplier=3)


def net(score=PLAIN, rules=SOFT_EIGHT, **hand):
    hand.setdefault("source", "wall" if hand.get("payer") is None else "discard")
    return soft_eight_payments(score, rules, **hand).net.tolist()


def concealed(owner, tile="8p"):
    return (owner, "concealed", tile, None)


def test_a_self_draw_is_paid_by_three_and_a_discard_by_one():
    assert net(winner=B) == [-(4 + 2), 14, -4, -4]
    assert net(winner=A) == [18, -(4 + 2), -(4 + 2), -(4 + 2)]
    assert net(winner=B, payer=C) == [0, 4, -4, 0]
    assert net(winner=B, payer=A) == [-(4 + 2), 6, 0, 0]
    assert net(winner=B, payer=D, source="robbed") == [0, 4, 0, -4]


def test_every_transfer_says_how_it_was_worked_out():
    paid = soft_eight_payments(
        ONE_FAN,
        SOFT_EIGHT,
        winner=B,
        source="replacement",
        kongs=[concealed(B), concealed(C, "1m")],
        di=(0, 4, 0, 0),
    )
    assert [str(entry) for entry in paid.entries] == [
        "2 pays 1: (4+2)x2 = 12 (WIN, clause 15)",
        "3 pays 1: (4+2)x2 = 12 (WIN, clause 15)",
        "0 pays 1: (4+2+2)x2 = 16 (WIN, clause 15)",
        "0 pays 1: 4 (DI, clause 5.2)",
        "0 pays 2: 2 (KONG_FLAT, clause 4.1)",
        "1 pays 2: 2 (KONG_FLAT, clause 4.1)",
        "3 pays 2: 2 (KONG_FLAT, clause 4.1)",
    ]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [-(4 + 2 + 2), 20, -(4 + 2), -(4 + 2)]),
        ({"dealer_bonus": 3}, [-(4 + 3 + 2), 21, -(4 + 2), -(4 + 2)]),
        ({"dealer_bonus_on_kong": True}, [-(4 + 2 + 2 + 2), 22, -(4 + 2), -(4 + 2)]),
        ({"kong_concealed_points": 1}, [-(4 + 2 + 1), 17, -(4 + 1), -(4 + 1)]),
        ({"kong_open_points": 3}, [-(4 + 2 + 2), 20, -(4 + 2), -(4 + 2)]),
    ],
)
def test_what_a_concealed_kong_and_the_dealer_add_to_a_self_draw(options, expected):
    assert net(rules=SoftEightRules(**options), winner=B, kongs=[concealed(B)]) == expected


@pytest.mark.parametrize(
    ("payer", "expected"),
    [("pung_feeder", [-6, 16, -4, -(4 + 2)]), ("all_three", [-8, 20, -6, -6]), (None, [-6, 14, -4, -4])],
)
def test_a_kong_added_to_a_pung_is_owed_by_its_feeder_by_all_or_by_nobody(payer, expected):
    rules = SoftEightRules(added_kong_payer=payer)
    assert net(rules=rules, winner=B, kongs=[(B, "added", "3s", D)]) == expected


def test_an_open_kong_is_owed_by_its_feeder_who_need_not_be_the_discarder():
    kongs = [(B, "melded", "2p", C)]
    assert net(winner=B, payer=D, kongs=kongs) == [0, 6, -2, -4]
    assert net(winner=B, payer=C, kongs=kongs) == [0, 6, -(4 + 2), 0]
    assert net(rules=SoftEightRules(kong_open_points=3), winner=B, payer=D, kongs=kongs) == [0, 7, -3, -4]


def test_the_winners_kongs_are_multiplied_or_taken_out_of_the_parentheses():
    assert net(ONE_FAN, winner=B, kongs=[concealed(B)]) == [-16, 40, -12, -12]
    flat = SoftEightRules(winner_kong_scope="flat")
    assert net(ONE_FAN, flat, winner=B, kongs=[concealed(B)]) == [
        -(6 * 2 + 2),
        34,
        -(4 * 2 + 2),
        -(4 * 2 + 2),
    ]


@pytest.mark.parametrize(
    ("scope", "option", "expected"),
    [
        ("multiplied", "multiplied", [24, -(4 + 2 + 2) * 2, -2 * 2, -2 * 2]),
        ("multiplied", "flat", [20, -(4 + 2 + 2) * 2, -2, -2]),
        ("multiplied", "void", [16, -(4 + 2 + 2) * 2, 0, 0]),
        ("multiplied", "discarder_covers", [24, -(4 + 2 + 6) * 2, 0, 0]),
        ("flat", "multiplied", [18, -((4 + 2) * 2 + 2), -2, -2]),
        ("flat", "flat", [18, -((4 + 2) * 2 + 2), -2, -2]),
        ("flat", "void", [14, -((4 + 2) * 2 + 2), 0, 0]),
        ("flat", "discarder_covers", [18, -((4 + 2) * 2 + 6), 0, 0]),
    ],
)
def test_what_players_who_did_not_discard_owe_for_the_winners_kong(scope, option, expected):
    rules = SoftEightRules(winner_kong_scope=scope, kong_on_ron_nondiscarder=option)
    assert net(ONE_FAN, rules, winner=A, payer=B, kongs=[concealed(A)]) == expected


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("flat", [-12 - 2, 12 + 8 + 8 - 2, 6 - 8, -8 - 2]),
        ("void", [-12, 28, -8, -8]),
        ("netted", [-12 - 2, 12 + 4 + 8, 2 + 2 - (4 - 2) * 2, -8 - 2]),
    ],
)
def test_a_losers_kong_on_a_self_draw_is_paid_as_it_is_or_void_or_netted(option, expected):
    assert net(ONE_FAN, SoftEightRules(loser_kongs=option), winner=B, kongs=[concealed(C, "1m")]) == expected


@pytest.mark.parametrize(("beside_base", "paid_by_c"), [("multiplied", 2 * 2), ("flat", 2), ("void", 0)])
def test_netting_leaves_players_who_do_not_pay_the_win_as_they_were(beside_base, paid_by_c):
    """B wins from D; C owes B for an open kong, and everybody owes C for a concealed one."""
    rules = SoftEightRules(loser_kongs="netted", kong_on_ron_nondiscarder=beside_base)
    kongs = [(B, "melded", "2p", C), concealed(C, "1m")]
    assert net(ONE_FAN, rules, winner=B, payer=D, kongs=kongs) == [
        -2,
        4 * 2 + paid_by_c - 2,
        2 + 2 + 2 - paid_by_c,
        -4 * 2 - 2,
    ]


def test_netting_can_make_the_winner_pay_the_discarder():
    rules = SoftEightRules(loser_kongs="netted")
    kongs = [concealed(D, tile) for tile in ("1m", "2m", "3m")]
    paid = soft_eight_payments(TWO_FANS, rules, winner=B, payer=D, source="discard", kongs=kongs)
    assert str(paid.entries[0]) == "1 pays 3: (4-6)x3 = 6 (WIN, clause 15)"
    assert paid.net.tolist() == [-6, (4 - 6) * 3, -6, 6 + 6 + 6]


def test_netting_outside_the_parentheses_is_the_same_as_paying_both_as_they_are():
    kongs = [concealed(B), concealed(C, "1m"), (D, "melded", "2m", B)]
    netted = SoftEightRules(loser_kongs="netted", winner_kong_scope="flat")
    flat = SoftEightRules(winner_kong_scope="flat")
    assert net(ONE_FAN, netted, winner=B, kongs=kongs) == net(ONE_FAN, flat, winner=B, kongs=kongs)


def test_the_feeder_of_the_kong_can_pay_for_all_on_the_tile_drawn_for_it():
    rules = SoftEightRules(kong_bottom_payer="kong_feeder")
    fed = {"winner": B, "source": "replacement", "kongs": [(B, "melded", "2p", C)]}
    assert net(ONE_FAN, **fed) == [-(4 + 2) * 2, 32, -(4 + 2) * 2, -4 * 2]
    assert net(ONE_FAN, rules, **fed) == [0, 32, -32, 0]
    assert net(ONE_FAN, rules, **fed | {"di": (0, 4, 0, 0)}) == [0, 36, -36, 0]
    assert net(ONE_FAN, rules, **fed | {"source": "wall"}) == [-12, 32, -12, -8]
    added = fed | {"kongs": [(B, "added", "2p", D)]}
    assert net(ONE_FAN, rules, **added) == [0, (6 + 4 + 6) * 2, 0, -(6 + 4 + 6) * 2]


def test_the_last_kong_is_the_one_whose_tile_won():
    rules = SoftEightRules(kong_bottom_payer="kong_feeder")
    kongs = [(B, "melded", "2p", C), concealed(B), concealed(D, "1m")]
    assert net(rules=rules, winner=B, source="replacement", kongs=kongs) == [-8 - 2, 22 - 2, -8 - 2, -6 + 6]
    kongs = [kongs[1], kongs[2], kongs[0]]
    assert net(rules=rules, winner=B, source="replacement", kongs=kongs) == [-2, 22 - 2, -22 - 2, 6]


def test_a_discard_can_be_paid_by_all_three_still_without_zha():
    rules = SoftEightRules(ron_payers="all_three")
    assert net(rules=rules, winner=B, payer=D, zha=(0, 2, 1, 0)) == [-(4 + 2), 14, -4, -4]
    assert net(rules=rules, winner=B, payer=D, di=(0, 4, 0, 0)) == [-(4 + 2 + 4), 18, -4, -4]
    covers = SoftEightRules(ron_payers="all_three", kong_on_ron_nondiscarder="discarder_covers")
    assert net(rules=covers, winner=B, payer=D, kongs=[concealed(B)]) == [-6, 20, -4, -(4 + 6)]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [-(6 + 1), 19, -(4 + 1 + 2), -(4 + 1)]),
        ({"zha_model": "mutual_max"}, [-(6 + 1), 18, -(4 + 2), -(4 + 1)]),
        ({"zha_model": "own_win_only"}, [-(6 + 1), 17, -(4 + 1), -(4 + 1)]),
        ({"zha_model": "dealer_pairs_only"}, [-(6 + 1), 15, -4, -4]),
        ({"zha_model": "off"}, [-6, 14, -4, -4]),
        ({"zha_pair_cap": 2}, [-(6 + 1), 18, -(4 + 2), -(4 + 1)]),
    ],
)
def test_zha_adds_the_stakes_of_winner_and_payer_in_the_way_agreed(options, expected):
    rules = SoftEightRules(**options)
    assert net(rules=rules, winner=B, zha=(0, 1, 2, 0)) == expected
    assert net(ONE_FAN, rules, winner=B, zha=(0, 1, 2, 0)) == [2 * points for points in expected]


def test_zha_never_counts_on_a_discard_or_a_robbed_kong():
    assert net(winner=B, payer=C, zha=(0, 2, 1, 0)) == [0, 4, -4, 0]
    assert net(winner=B, payer=C, source="robbed", zha=(0, 2, 1, 0)) == [0, 4, -4, 0]


def test_di_goes_both_ways_between_dealer_and_staker_and_is_never_multiplied():
    assert net(ONE_FAN, winner=C, payer=A, di=(0, 0, 4, 0)) == [-(6 * 2 + 4), 0, 16, 0]
    assert net(winner=A, di=(0, 0, 4, 2)) == [24, -6, -(6 + 4), -(6 + 2)]
    assert net(winner=A, payer=C, di=(0, 0, 4, 2)) == [10, 0, -10, 0]
    assert net(winner=B, payer=D, di=(0, 0, 4, 0)) == [0, 4, 0, -4]


def test_di_can_be_a_stake_that_only_its_owner_gains():
    rules = SoftEightRules(di_symmetric=False)
    assert net(rules=rules, winner=A, di=(0, 0, 4, 2)) == [18, -6, -6, -6]
    assert net(ONE_FAN, rules, winner=C, payer=A, di=(0, 0, 4, 0)) == [-16, 0, 16, 0]


def test_several_winners_of_one_discard_each_have_their_line_and_share_flat_kongs():
    """B (two fans, a kong) and C (one fan) win from D; the dealer A has a kong too."""
    everybody = SoftEightRules(multi_ron="all")
    kongs = [concealed(B), concealed(A, "1m")]
    paid = multi_ron_payments([TWO_FANS, ONE_FAN], everybody, winners=[B, C], payer=D, kongs=kongs)
    from_d_to_b, from_a_to_b, from_c_to_b, from_d_to_c, for_a = (4 + 2) * 3, 2 * 3, 2, 4 * 2, 2
    assert paid.net.tolist() == [
        3 * for_a - from_a_to_b,
        from_d_to_b + from_a_to_b + from_c_to_b - for_a,
        from_d_to_c - from_c_to_b - for_a,
        -from_d_to_b - from_d_to_c - for_a,
    ]


def test_one_of_several_winners_alone_is_paid_as_ever():
    everybody = SoftEightRules(multi_ron="all")
    kongs = [concealed(B), concealed(C, "1m")]
    alone = multi_ron_payments([ONE_FAN], everybody, winners=[B], payer=D, kongs=kongs)
    assert alone.net.tolist() == net(ONE_FAN, everybody, winner=B, payer=D, kongs=kongs)


def test_the_discarder_covers_the_kong_of_one_winner_but_not_what_the_other_winner_owes():
    rules = SoftEightRules(multi_ron="all", kong_on_ron_nondiscarder="discarder_covers")
    paid = multi_ron_payments([ONE_FAN, PLAIN], rules, winners=[B, C], payer=D, kongs=[concealed(B)])
    assert paid.net.tolist() == [0, (4 + 2 + 2) * 2 + 2, 4 - 2, -(4 + 2 + 2) * 2 - 4]


def test_where_the_nearest_wins_one_tile_has_one_winner():
    with pytest.raises(RuleError, match="the nearest"):
        multi_ron_payments([PLAIN, PLAIN], SOFT_EIGHT, winners=[B, C], payer=D)
    everybody = SoftEightRules(multi_ron="all")
    with pytest.raises(WinError, match="2 winners need as many scores"):
        multi_ron_payments([PLAIN], everybody, winners=[B, C], payer=D)
    with pytest.raises(WinError, match="a payer is needed"):
        multi_ron_payments([PLAIN, PLAIN], everybody, winners=[B, C], payer=None)
    with pytest.raises(MahjongError, match="named twice"):
        multi_ron_payments([PLAIN, PLAIN], everybody, winners=[B, B], payer=D)
    with pytest.raises(WinError, match="has a winner"):
        multi_ron_payments([], everybody, winners=[], payer=D)


@pytest.mark.parametrize(
    ("hand", "error", "message"),
    [
        ({"winner": 4}, MahjongError, "the winner sits at 0, 1, 2 or 3, not at 4"),
        ({"winner": True}, MahjongError, "the winner sits at"),
        ({"winner": B, "payer": B}, WinError, "seat 1 cannot win from itself"),
        ({"winner": B, "payer": -1}, MahjongError, "the payer sits at"),
        ({"winner": B, "dealer": 1.5}, MahjongError, "the dealer sits at .* not at 1.5"),
        ({"winner": B, "source": "discard"}, WinError, "won by discard, so the seat that pays must be named"),
        (
            {"winner": B, "payer": C, "source": "wall"},
            WinError,
            "from the wall was given by nobody, and seat 2",
        ),
        ({"winner": B, "source": "flower"}, WinError, "comes from discard, robbed, wall, replacement"),
        ({"winner": B, "zha": (0, 3, 0, 0)}, MahjongError, "seat 1 stakes 3 zha, where 2 are allowed"),
        ({"winner": B, "zha": (0, -1, 0, 0)}, MahjongError, "at least 0, and seat 1 has -1"),
        ({"winner": B, "zha": (0, 1)}, MahjongError, "4 whole numbers, one a seat, not 2"),
        ({"winner": B, "zha": 1}, MahjongError, "4 whole numbers"),
        ({"winner": B, "di": (2, 0, 0, 0)}, MahjongError, "seat 0 deals"),
        ({"winner": B, "di": (0, 0.5, 0, 0)}, MahjongError, "seat 1 has 0.5"),
        ({"winner": B, "kongs": [(B, "melded", "2p", None)]}, HandError, "seat 1's melded kong of 2p needs"),
    ],
)
def test_a_hand_that_cannot_have_ended_so_is_refused(hand, error, message):
    with pytest.raises(error, match=message):
        net(**hand)


def test_a_di_stake_above_the_cap_is_refused():
    with pytest.raises(MahjongError, match="seat 2 stakes 6 di, where 4 are allowed"):
        net(rules=SoftEightRules(di_cap=4), winner=B, di=(0, 0, 6, 0))


OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "dealer_bonus": st.integers(0, 4),
        "dealer_bonus_on_kong": st.booleans(),
        "added_kong_payer": st.sampled_from(["pung_feeder", "all_three", None]),
        "winner_kong_scope": st.sampled_from(["multiplied", "flat"]),
        "kong_on_ron_nondiscarder": st.sampled_from(["multiplied", "flat", "void", "discarder_covers"]),
        "loser_kongs": st.sampled_from(["flat", "void", "netted"]),
        "kong_bottom_payer": st.sampled_from(["all_three", "kong_feeder"]),
        "ron_payers": st.sampled_from(["discarder", "all_three"]),
        "zha_model": st.sampled_from(
            ["mutual_sum", "off", "mutual_max", "own_win_only", "dealer_pairs_only"]
        ),
        "zha_pair_cap": st.sampled_from([None, 2]),
        "di_symmetric": st.booleans(),
    },
)


@st.composite
def hands(draw):
    """Any hand that was won, with its seats, kongs and stakes."""
    winner, dealer = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    payer = draw(st.sampled_from([None, *(seat for seat in range(4) if seat != winner)]))
    kongs = []
    for tile in draw(st.lists(st.integers(0, 33), max_size=6, unique=True)):
        owner, kind = draw(st.integers(0, 3)), draw(st.sampled_from(["concealed", "melded", "added"]))
        if sum(kong.owner == owner for kong in kongs) < 4:
            feeder = None if kind == "concealed" else (owner + draw(st.integers(1, 3))) % 4
            kongs.append(Kong(owner, kind, tile, feeder))
    stakes = st.lists(st.integers(0, 2), min_size=4, max_size=4)
    di = draw(stakes)
    di[dealer] = 0
    return {
        "winner": winner,
        "payer": payer,
        "source": draw(st.sampled_from(["wall", "replacement"] if payer is None else ["discard", "robbed"])),
        "dealer": dealer,
        "kongs": kongs,
        "zha": draw(stakes),
        "di": di,
    }


SCORES = st.builds(Score, st.integers(4, 5), st.integers(1, 5))


@given(SCORES, OPTIONS, hands())
def test_under_any_options_a_hand_sums_to_zero_and_its_entries_are_its_net(score, options, hand):
    paid = soft_eight_payments(score, SoftEightRules(**options), **hand)
    assert paid.net.sum() == 0
    assert paid.net.tolist() == net_points(paid.entries).tolist()
    assert all(entry.parts is None or abs(entry.parts.points) == entry.points for entry in paid.entries)


@given(SCORES, hands())
def test_the_formula_of_article_15_pair_by_pair_gives_the_same(score, hand):
    """The text, word for word: (base + additional) x (fans + 1) + di, and the losers' kongs as they are."""
    winner, payer, dealer = hand["winner"], hand["payer"], hand["dealer"]
    expected = [0] * 4
    for p in range(4):
        for q in range(4):
            kong = 0
            for made in hand["kongs"]:
                if made.owner == q and p != q and (made.type == "concealed" or made.feeder == p):
                    kong += 2
            points = kong
            if q == winner and p != winner:
                pays = payer is None or payer == p
                base = score.base if pays else 0
                bonus = 2 if pays and dealer in (p, q) else 0
                zha = hand["zha"][p] + hand["zha"][q] if payer is None else 0
                di = hand["di"][p] + hand["di"][q] if pays and dealer in (p, q) else 0
                points = (base + bonus + zha + kong) * score.multiplier + di
            expected[p] -= points
            expected[q] += points
    assert soft_eight_payments(score, SOFT_EIGHT, **hand).net.tolist() == expected


def test_without_zha_di_and_kongs_nobody_pays_more_than_35():
    most = Score(base=5, multiplier=5)
    assert net(most, winner=B) == [-35, 85, -25, -25]


def test_a_row_of_scores_is_a_score():
    wins = ["12345678s44p [777z] +9s", "123456m99m234p56s +7s"]
    scores = score(wins, SOFT_EIGHT)
    seats = {"winner": B, "payer": C, "source": "discard"}
    assert soft_eight_payments(scores[0], SOFT_EIGHT, **seats).net.tolist() == [0, 8, -8, 0]
    assert soft_eight_payments(score(wins[1], SOFT_EIGHT), SOFT_EIGHT, **seats).net.tolist() == [0, 4, -4, 0]
    everybody = SOFT_EIGHT.replace(multi_ron="all")
    assert multi_ron_payments(scores, everybody, winners=[B, D], payer=C).net.tolist() == [0, 8, -12, 4]


@pytest.mark.parametrize(
    ("points", "message"),
    [
        (score("123456m789p123s5z +5z", SOFT_EIGHT), "seat 1 scored as no win"),
        (score(["123456m99m234p56s +7s"], SOFT_EIGHT), "base of a score is a whole number"),
        (3, "a score has base and multiplier, and 3 has no base"),
        (Score(base=4.5), "base of a score is a whole number from 0, not 4.5"),
        (Score(base=-4), "base of a score is a whole number from 0, not -4"),
    ],
)
def test_what_is_no_score_of_a_win_is_refused(points, message):
    with pytest.raises(WinError, match=message):
        soft_eight_payments(points, SOFT_EIGHT, winner=B, payer=C, source="discard")


def test_more_points_than_32_bits_hold_are_refused():
    with pytest.raises(MahjongError, match="2147483647 are the most"):
        soft_eight_payments(Score(multiplier=2**30), SOFT_EIGHT, winner=B, payer=C, source="discard")


def test_rules_of_another_game_are_refused():
    with pytest.raises(RuleError, match="rules are SoftEightRules"):
        soft_eight_payments(PLAIN, MCR, winner=B, payer=C, source="discard")
    with pytest.raises(RuleError, match="rules are SoftEightRules"):
        multi_ron_payments([PLAIN], "soft_eight", winners=[B], payer=C)


def test_the_discarder_covers_all_kongs_of_the_winner_also_where_three_pay_the_win():
    rules = SoftEightRules(ron_payers="all_three", kong_on_ron_nondiscarder="discarder_covers")
    assert net(rules=rules, winner=B, payer=C, source="discard", kongs=[concealed(B)]) == [-6, 20, -10, -4]


def test_the_feeder_of_the_pung_pays_a_win_on_the_tile_of_an_added_kong_whoever_owes_the_kong():
    for payer, expected in (("pung_feeder", [0, 16, 0, -16]), (None, [0, 14, 0, -14])):
        rules = SoftEightRules(kong_bottom_payer="kong_feeder", added_kong_payer=payer)
        kongs = [(B, "added", "8p", D)]
        assert net(rules=rules, winner=B, source="replacement", kongs=kongs) == expected
