"""Whole hands played: rows that agree with every other door, and with themselves."""

from collections import Counter

import numpy as np
import pytest

import mjcore as mj
from mjcore.hand_columns import as_walls
from mjcore.kernels._one_table import OneTable
from mjcore.kernels._table_checks import INVARIANTS
from mjcore.playing import deal_places, drawn_walls
from mjcore.policies import as_policies, player_of
from mjcore.table_rules import table_rules

from .covering_rules import covering_rules
from .lively_hands import lively_table
from .table_scripts import make_wall
from .test_soft_eight_flow import ON_6P

NO_FLOWERS = mj.MCR.replace(flowers=False)
GAMES = {"soft_eight": mj.SOFT_EIGHT, "mcr": mj.MCR, "mcr without flowers": NO_FLOWERS}
POLICIES = ["random", "efficient", "value", mj.Policy("value", preset="strong")]
CASES = [
    (name, policy)
    for name in GAMES
    for policy in POLICIES
    if not (name == "soft_eight" and isinstance(policy, mj.Policy))
]


def rng(seed=1):
    return np.random.default_rng(seed)


@pytest.mark.parametrize(("name", "policy"), CASES, ids=str)
def test_the_same_state_plays_the_same_hands_and_walls_do_not_depend_on_policies(name, policy):
    rules = GAMES[name]
    hands = mj.play(rules, policy, n=40, rng=rng())
    assert hands.tobytes() == mj.play(rules, policy, n=40, rng=rng()).tobytes()
    walls = mj.draw_walls(rng(), 40, rules)
    assert np.array_equal(hands["deal_shanten"], mj.play(rules, "random", n=40, rng=rng())["deal_shanten"])
    if rules.name == "soft_eight" or not rules.scoring.flowers:
        dealt = np.zeros((40, 4, 34), dtype=np.uint8)
        for seat in range(4):
            for row, wall in enumerate(walls):
                dealt[row, seat] = np.bincount(wall[deal_places(seat, 0)], minlength=34)
        assert np.array_equal(hands["deal_shanten"], mj.shanten(dealt, rules))


@pytest.mark.parametrize(("name", "policy"), CASES, ids=str)
def test_the_record_of_a_win_is_what_the_scorer_says_of_its_hand(name, policy):
    rules = GAMES[name] if name == "soft_eight" else GAMES[name].replace(min_points=2)
    hands = mj.play(rules, policy, n=150, rng=rng(5))
    assert (hands["points"].sum(axis=1) == 0).all()
    won = hands[hands["outcome"] == mj.OUTCOMES.index("won")]
    scores = mj.score(won["hand"], rules)
    assert scores["legal"].all()
    assert np.array_equal(mj.record_fans(won, rules), scores["fans"])
    if rules.name == "soft_eight":
        assert np.array_equal(won["base"], scores["base"])
        assert np.array_equal(won["multiplier"], scores["multiplier"])
    else:
        assert np.array_equal(won["base"], scores["points"])
        assert np.array_equal(won["flower_points"], scores["flowers"])
        assert np.array_equal(
            won["points"], mj.payments(won["hand"], rules, winner=won["winner"], payer=won["payer"])
        )


def kongs_of(events):
    """Completed kongs in their order, as payments take them; a robbed one is none."""
    kongs, feeders = [], {}
    for event in events:
        if event["type"] == "pung":
            feeders[event["seat"], event["tile"]] = event["from_seat"]
        if event["type"] == "kong":
            feeder = event.get("from_seat", feeders.get((event["seat"], event["tile"])))
            kongs.append((event["seat"], event["kind"], event["tile"], feeder))
    return kongs[:-1] if events[-1].get("robbing_kong") else kongs


def winning_rows(table):
    """The packed hand of each winner, the nearest first; all but the tiles is that of the record."""
    record = table.record
    nearest, dealer, winners = (int(record[name]) for name in ("winner", "dealer", "winners"))
    seats = [(nearest + k) % 4 for k in range(4) if winners >> (nearest + k) % 4 & 1]
    rows = np.array([record["hand"]] * len(seats), dtype=mj.HAND_DTYPE)
    for row, seat in zip(rows[1:], seats[1:], strict=True):
        player = table.player(seat)
        row["concealed"], row["melds"] = player["concealed"], player["melds"]
        row["seat_wind"] = (seat - dealer) % 4
        row["circumstances"] = record["hand"]["circumstances"] & ~np.uint8(8) | 8 * player["heavenly"]
    return seats, rows


def paid(table, rules):
    """What the ledger says of a hand at a table."""
    record, log = table.record, table.log()
    payer = log["win"] and log["win"]["from_seat"]
    if isinstance(rules, mj.McrRules):
        fined = [event["seat"] for event in log["events"] if event["type"] == "false_win"]
        points = sum(mj.false_win_payments(rules, offender=seat).net for seat in fined)
        if log["win"]:
            points += mj.payments(winning_rows(table)[1][0], rules, winner=log["win"]["seat"], payer=payer)
        return np.zeros(4, dtype=int) + points
    how = {"dealer": log["dealer"], "kongs": kongs_of(log["events"])}
    if not log["win"]:
        return mj.drawn_hand_payments(rules, **how).net
    seats, rows = winning_rows(table)
    how |= {"payer": payer, "zha": log["zha"], "di": log["di"]}
    if len(seats) == 1:
        return mj.payments(rows[0], rules, winner=seats[0], **how)
    source = "robbed" if record["hand"]["source"] == 3 else "discard"
    return mj.multi_ron_payments(mj.score(rows, rules), rules, winners=seats, source=source, **how).net


@pytest.mark.parametrize("game", [mj.SOFT_EIGHT, mj.MCR], ids=lambda game: game.name)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 8))])
def test_points_are_those_of_the_ledger_whatever_the_rules(game, seed):
    met = Counter()
    for number, rules in enumerate(covering_rules(game, seed)):
        for hand in range(30):
            table = lively_table(rules, 10_000 * seed + 100 * number + hand)
            assert table.record["points"].tolist() == paid(table, rules).tolist(), f"{rules}, hand {hand}"
            met["winners"] += int(table.record["winners"]).bit_count() > 1
            met["kongs"] += len(kongs_of(table.events))
            met["false wins"] += any(event["type"] == "false_win" for event in table.events)
            met["wins"] += table.record["outcome"] == 3
    assert met["wins"] > 20
    if game is mj.SOFT_EIGHT:
        assert met["kongs"] > 20


def test_all_who_win_a_tile_are_paid_by_the_ledger():
    rules = mj.SOFT_EIGHT.replace(multi_ron="all", must_declare=False)
    hands = ["6p", ON_6P, "", ON_6P.translate(str.maketrans("ms", "sm"))]
    table = mj.Table(rules, rng(), wall=make_wall(hands), zha=(1, 0, 2, 0), di=(0, 2, 0, 4))
    while table.decision != "turn":
        table.step("pass")
    table.step("discard 6p")
    while not table.over:
        table.step("win" if table.decision == "win_claim" else "pass")
    assert table.record["winners"] == 0b1010
    assert table.record["points"].tolist() == paid(table, rules).tolist()


@pytest.mark.parametrize(("name", "policy"), CASES, ids=str)
def test_a_policy_sees_only_what_its_player_may_see(name, policy):
    rules = GAMES[name]
    player = player_of(as_policies(policy)[0], rules)
    asked = 0
    for seed in range(12):
        hidden = rng(seed)
        table = OneTable(table_rules(rules), mj.draw_walls(rng(seed), 1, rules)[0], seed=seed)
        while table.decision:
            elsewhere = table.copy().reshuffled(hidden)
            action = table.choose(player)
            assert elsewhere.choose(player) == action, f"{name} {policy} seed {seed}"
            asked += 1
            assert table.act(action)
            broken = table.broken_invariant()
            assert not broken, INVARIANTS[broken]
    assert asked > 300


@pytest.mark.parametrize("game", [mj.SOFT_EIGHT, mj.MCR], ids=lambda game: game.name)
@pytest.mark.parametrize("policy", ["random", "efficient", "value"])
def test_a_policy_sees_no_more_whatever_the_rules(game, policy):
    asked, hidden = Counter(), rng()
    for number, rules in enumerate(covering_rules(game, 1)):
        player = player_of(as_policies(policy)[0], rules)

        def look(table, player=player):
            elsewhere = table._table.copy().reshuffled(hidden)
            assert elsewhere.choose(player) == table._table.copy().choose(player), repr(table)
            asked[table.decision] += 1

        for hand in range(10):
            lively_table(rules, 100 * number + hand, look)
    assert min(asked["turn"], asked["set_claim"], asked["win_claim"]) > 10


@pytest.mark.parametrize("shown", [True, False])
def test_what_is_hidden_is_dealt_anew_and_what_is_seen_stays(shown):
    seen = ("melds", "feeders", "barred", "declared", "heavenly", "dead", "flowers", "discards")
    changed, hidden = Counter(), rng()

    def look(table):
        one, other = table._table, table._table.reshuffled(hidden)
        assert np.array_equal(one.actions(), other.actions())
        assert np.array_equal(one.visible(), other.visible())
        for seat in range(4):
            before, after = one.player(seat), other.player(seat)
            assert before["concealed"].sum() == after["concealed"].sum()
            if seat == one.actor:
                assert np.array_equal(before["concealed"], after["concealed"])
                assert before["waits"] == after["waits"]
            changed["hands"] += not np.array_equal(before["concealed"], after["concealed"])
            same = [np.array_equal(before[name], after[name]) for name in seen]
            changed["kongs"] += not same[0]
            assert all(same[1:])
        changed["asked"] += 1

    for hand in range(20):
        lively_table(mj.SOFT_EIGHT.replace(concealed_kong_shown=shown), hand, look)
    assert changed["hands"] > 2.9 * changed["asked"]
    assert (changed["kongs"] > 10) == (not shown)


@pytest.mark.parametrize(("rules", "n_tiles"), [(mj.SOFT_EIGHT, 136), (mj.MCR, 144)], ids=str)
def test_a_seat_is_dealt_the_hand_that_is_given_and_the_others_follow_the_hypergeometric_law(rules, n_tiles):
    n, seat, dealers = 30_000, 2, np.arange(30_000) % 4
    hand = np.bincount(mj.parse_tiles("123456m99m2223p5s"), minlength=34)
    walls = drawn_walls(rng(20260101), n, rules, hand, seat, dealers)
    assert as_walls(walls, rules) is not None
    dealt = np.zeros((4, n, 42), dtype=np.int64)
    for dealer in range(4):
        for who in range(4):
            tiles = walls[dealer::4][:, deal_places(who, dealer)]
            for kind in range(42):
                dealt[who, dealer::4, kind] = (tiles == kind).sum(axis=1)
    assert (dealt[seat, :, :34] == hand).all()
    copies = np.r_[4 - hand, np.ones(8, dtype=int)][: 34 + n_tiles - 136]
    rest, kinds = n_tiles - 13, len(copies)
    mean = 13 * copies / rest
    variance = mean * (1 - copies / rest) * (rest - 13) / (rest - 1)
    for who in (0, 1, 3):
        z = (dealt[who, :, :kinds].mean(axis=0) - mean) / np.sqrt(variance / n)
        assert np.abs(z).max() < 5  # 120 numbers: chance of a false alarm below 1e-4
        ratio = dealt[who, :, :kinds].var(axis=0) / variance
        assert np.abs(ratio - 1).max() < 0.06


def test_a_hand_that_is_given_is_played():
    hands = mj.play(
        mj.SOFT_EIGHT, n=400, rng=rng(), hand=mj.parse_hand("123456m99m234p56s"), seat=2, dealer=1
    )
    assert (hands["deal_shanten"][:, 2] == 0).all()
    assert (hands["ready_turn"][:, 2] == 0).all()
    again = mj.play(mj.SOFT_EIGHT, n=400, rng=rng(), hand="123456m99m234p56s", seat=2, dealer=1)
    assert hands.tobytes() == again.tobytes()
    as_dealer = mj.play(mj.MCR, n=50, rng=rng(), hand="19m19p19s1234567z", dealer=0)
    assert (as_dealer["deal_shanten"][:, 0] == 0).all()


def test_dealers_winds_and_stakes_may_differ_from_hand_to_hand():
    n = 60
    dealers, winds = np.arange(n) % 4, np.arange(n) // 4 % 4
    zha, di = rng(2).integers(0, 3, size=(n, 4)), 2 * rng(3).integers(0, 2, size=(n, 4))
    di[np.arange(n), dealers] = 0
    walls = mj.draw_walls(rng(), n)
    how = {"zha": zha, "di": di, "dealer": dealers, "prevalent_wind": winds}
    hands = mj.play(mj.SOFT_EIGHT, walls=walls, rng=rng(), **how)
    assert np.array_equal(hands["dealer"], dealers)
    assert np.array_equal(hands["prevalent_wind"], winds)
    won = hands[hands["winner"] >= 0]
    assert np.array_equal(won["hand"]["prevalent_wind"], won["prevalent_wind"])
    assert np.array_equal(won["hand"]["seat_wind"], (won["winner"] - won["dealer"]) % 4)
    for row in range(n):
        one = {name: values[row] for name, values in how.items()}
        alone = mj.play(mj.SOFT_EIGHT, walls=walls[row : row + 1], rng=rng(), **one)
        assert alone[0].tobytes() == hands[row].tobytes()
    letters = ["ESWN"[wind] for wind in winds]
    named = mj.play(mj.SOFT_EIGHT, walls=walls, rng=rng(), **how | {"prevalent_wind": letters})
    assert named.tobytes() == hands.tobytes()


def test_walls_are_those_that_are_drawn_or_given():
    rows = mj.play(mj.MCR, "random", n=50, rng=rng(7))
    generator = rng(7)
    walls = mj.draw_walls(generator, 50, mj.MCR)
    assert mj.play(mj.MCR, "random", walls=walls, rng=generator).tobytes() == rows.tobytes()
    whole_numbers = walls.astype(np.int64).tolist()
    alike = [mj.play(mj.MCR, walls=given, rng=rng(7), n=50) for given in (walls, whole_numbers)]
    assert alike[0].tobytes() == alike[1].tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_the_distance_of_the_deal_is_that_of_the_first_thirteen_tiles(name):
    """Flowers that were dealt are replaced first; the dealer's fourteenth tile is left aside."""
    for seed in range(40):
        log = mj.play_log(GAMES[name], "random", rng=rng(seed), dealer=seed % 4)
        hands, drawn, place = [list(tiles) for tiles in log["deals"]], log["events"][0]["tile"], None
        for event in log["events"][1:]:
            if event["type"] == "flower" and event.get("initial"):
                is_drawn = event["seat"] == log["dealer"] and event["tile"] == drawn
                place = None if is_drawn else hands[event["seat"]].index(event["tile"])
            elif event.get("replacement") and place is None:
                drawn = event["tile"]
            elif event.get("replacement"):
                hands[event["seat"]][place] = event["tile"]
            else:
                break
        record = mj.play(GAMES[name], "random", n=1, rng=rng(seed), dealer=seed % 4)[0]
        dealt = [np.bincount([mj.parse_tiles(tile)[0] for tile in hand], minlength=34) for hand in hands]
        assert record["deal_shanten"].tolist() == mj.shanten(dealt, GAMES[name]).tolist()


def test_no_hands_are_no_rows():
    for how in (
        {"n": 0},
        {"walls": np.zeros((0, 136), dtype=np.uint8)},
        {"n": 0, "hand": "123456m99m234p56s"},
    ):
        hands = mj.play(mj.SOFT_EIGHT, rng=rng(), **how)
        assert hands.shape == (0,)
        assert hands.dtype == mj.RECORD_DTYPE


WALLS = mj.draw_walls(rng(), 4)
TWICE = WALLS.copy()
TWICE[2, 0] = (TWICE[2, 0] + 1) % 34


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"n": -1}, "whole number from 0 on, not -1"),
        ({"n": 2.0}, "whole number from 0 on, not 2.0"),
        ({"n": True}, "whole number from 0 on, not True"),
        ({"n": 10**15}, "no memory for 1000000000000000 deals"),
        ({"n": 10**15, "hand": "123456m99m234p56s"}, "no memory for 1000000000000000 walls"),
        ({"n": 10**30}, "no memory for"),
        ({"n": -1, "hand": "123456m99m234p56s"}, "whole number from 0 on, not -1"),
        ({"n": None}, "say how many hands are played: n"),
        ({"rng": 1}, "rng is a numpy.random.Generator, such as default_rng"),
        ({"rules": "soft_eight"}, "write mj.SOFT_EIGHT, without quotes"),
        ({"rules": "standard"}, "rules are SoftEightRules or McrRules"),
        ({"policies": "clever"}, "a policy is random, efficient or value, not 'clever'"),
        ({"policies": ["random"] * 3}, "one for each of four seats, not 3"),
        ({"policies": ["random"] * 3 + [7]}, "a policy is random, efficient or value, not 7"),
        ({"policies": None}, "policies are a name, a Policy, a Player or four of these, not None"),
        ({"policies": mj.Policy("value", preset="strong")}, "a preset is standard, not 'strong'"),
        ({"policies": mj.Policy("value", patience=0.1)}, "under soft_eight value has no dial 'patience'"),
        ({"dealer": 4}, "the dealer sits at 0, 1, 2 or 3, not at 4"),
        ({"dealer": 1.0}, "the dealer sits at 0, 1, 2 or 3, not at 1.0"),
        ({"dealer": True}, "the dealer sits at 0, 1, 2 or 3, not at True"),
        ({"dealer": [0, 1, 2, 9]}, "row 3: the dealer sits at"),
        ({"dealer": [0, -1, 2, 3]}, "row 1: the dealer sits at"),
        ({"dealer": [0.0, 1.0, 2.0, 3.0]}, "row 0: the dealer sits at"),
        ({"dealer": [0]}, r"one a hand: shape \(4,\), not \(1,\)"),
        ({"dealer": [0, [1]]}, "uneven rows"),
        ({"prevalent_wind": "X"}, "the prevalent wind is E, S, W or N, or a number from 0 to 3, not 'X'"),
        ({"prevalent_wind": "ES"}, "the prevalent wind is E, S, W or N"),
        ({"prevalent_wind": 4}, "the prevalent wind is E, S, W or N"),
        ({"prevalent_wind": 0.0}, "the prevalent wind is E, S, W or N"),
        ({"prevalent_wind": True}, "the prevalent wind is E, S, W or N"),
        ({"prevalent_wind": ["E", "S", "E", "X"]}, "row 3: the prevalent wind is .*, not 'X'"),
        ({"prevalent_wind": ["E", "S"]}, r"one a hand: shape \(4,\), not \(2,\)"),
        ({"prevalent_wind": [0, [1]]}, "uneven rows"),
        ({"zha": (0, 3, 0, 0)}, "row 0: seat 1 stakes 3 zha, where 2 are allowed"),
        ({"zha": [[0, 0, 0, 0]] * 3 + [[0, 0, 0, 3]]}, "row 3: seat 3 stakes 3 zha"),
        ({"zha": (0.5, 0, 0, 0)}, "whole numbers of shape"),
        ({"zha": (True, False, False, False)}, "whole numbers of shape"),
        ({"zha": (0, 0, 0)}, "whole numbers of shape"),
        ({"zha": (-1, 0, 0, 0)}, "row 0: .* seat 0 has -1"),
        ({"zha": (np.nan, 0, 0, 0)}, "whole numbers of shape"),
        ({"di": (2, 0, 0, 0)}, "row 0: seat 0 deals, and di stakes are against the dealer"),
        ({"di": (0, 2, 0, 0), "dealer": [0, 0, 1, 0]}, "row 2: seat 1 deals"),
        ({"di": (0, 10**7, 0, 0)}, "row 0: seat 1 stakes 10000000 di, where 1000000 are allowed"),
        ({"di": (0, 10**30, 0, 0)}, "whole numbers of shape"),
        ({"rules": mj.MCR, "zha": (1, 0, 0, 0)}, "mcr has no zha stakes"),
        ({"rules": mj.MCR, "di": (0, 0, 0, 2)}, "mcr has no di stakes"),
        ({"walls": np.zeros((4, 136), dtype=np.uint8)}, "row 0: a wall has 4 copies of 1m, not 136"),
        ({"walls": TWICE}, "row 2: a wall has 4 copies of .., not [35]"),
        ({"walls": WALLS[0]}, r"walls are whole numbers of shape \(n, 136\)"),
        ({"walls": WALLS[:, :-1]}, r"walls are whole numbers of shape \(n, 136\)"),
        ({"walls": WALLS.astype(float)}, "walls are whole numbers"),
        ({"walls": WALLS > 3}, "walls are whole numbers"),
        ({"walls": np.where(WALLS == 3, -1, WALLS.astype(int))}, "row 0: .* kinds from 0 to 33"),
        ({"walls": np.where(WALLS == 3, 34, WALLS)}, "row 0: .* kinds from 0 to 33"),
        ({"walls": [[1], [1, 2]]}, "uneven rows"),
        ({"walls": WALLS, "n": 3}, "n is 3, and there are 4 walls"),
        ({"walls": WALLS, "n": 4.0}, "n is 4.0, and there are 4 walls"),
        ({"walls": WALLS, "hand": "123456m99m234p56s"}, "walls or a hand can be given, not both"),
        ({"rules": mj.MCR, "walls": WALLS}, r"walls are whole numbers of shape \(n, 144\)"),
        ({"rules": mj.MCR, "walls": np.zeros((1, 144), dtype=int)}, "row 0: a wall has 4 copies of 1m"),
        ({"hand": "123m"}, "13 or 14 are needed"),
        ({"hand": "11111m234567p78s"}, "5 copies|fifth|four"),
        ({"hand": "123456m99m2345p56s"}, "a player is dealt 13 tiles, and the hand has 14"),
        ({"hand": mj.parse_hand("[111m]23456p678s44z")}, "concealed tiles only"),
        ({"hand": [5, 4, 4] + [0] * 31}, "34 counts from 0 to 4"),
        ({"hand": [-1, 4, 4, 4, 2] + [0] * 29}, "34 counts from 0 to 4"),
        ({"hand": [1.0] * 13 + [0] * 21}, "34 counts from 0 to 4"),
        ({"hand": [True] * 13 + [False] * 21}, "34 counts from 0 to 4"),
        ({"hand": [1] * 13}, "34 counts from 0 to 4"),
        ({"hand": [1] * 12 + [0] * 22}, "a player is dealt 13 tiles, and the hand has 12"),
        ({"seat": 1}, "a seat is named, and no hand that it is dealt"),
        ({"seat": 4, "hand": "123456m99m234p56s"}, "the player who is dealt the hand sits at"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(how, said):
    given = {"n": 4, "rng": rng(), "rules": mj.SOFT_EIGHT, "policies": "random"} | how
    if "walls" in how and "n" not in how:
        del given["n"]
    with pytest.raises(mj.MahjongError, match=said):
        mj.play(given.pop("rules"), given.pop("policies"), **given)


def test_four_policies_sit_where_they_are_put():
    hands = mj.play(mj.SOFT_EIGHT, ["efficient", "random", "random", "random"], n=400, rng=rng())
    assert (hands["winner"] == 0).mean() > 0.4
    assert np.isin(hands["winner"], [1, 2, 3]).mean() < 0.05
