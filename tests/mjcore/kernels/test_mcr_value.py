"""The policy of plans: its soft counts, plans and values against their definition, and what it decides.

The oracle is tests/oracles/mcr_value.py; the check values are those of the policy's definition.
"""

from functools import cache
from itertools import product

import numpy as np
import pytest

import mjcore as mj
from mjcore.kernels._hands import RECORD_DTYPE, fill_records
from mjcore.kernels._mcr_value import McrValuePlayer
from mjcore.kernels._one_table import DECISIONS, EVENTS, OneTable
from mjcore.kernels._soft_counts import soft_counts
from mjcore.kernels._waits import fill_waits
from mjcore.scoring import mcr_scorer
from mjcore.table_rules import table_rules
from mjcore.tables._tables import tables_of
from mjcore.words.mcr_value import MCR_VALUE_PRESETS
from tests.oracles.mcr_value import Hand, Value

PASS, WIN, CLAIM_PUNG, CLAIM_KONG, CLAIM_CHOW, DISCARD_TILE, CONCEAL_KONG, ADD_KONG = (
    0,
    1,
    4,
    5,
    6,
    18,
    94,
    128,
)
CODES = {"chow": 0, "pung": 1, "kong": 2, "concealed_kong": 3}
NAMES = tuple(CODES)
#: Presets with a cut that no template meets exactly, where doubles and floats may differ; no plan left out.
EXTRA = ("big_three_winds", "big_three_dragons", "triple_pung", "mixed_shifted_pungs", "pure_shifted_pungs")
DIALS = {
    "human": {**MCR_VALUE_PRESETS["human"], "template_cut": 0.0307, **dict.fromkeys(EXTRA, 0.7)},
    "strong": {**MCR_VALUE_PRESETS["strong"], "template_cut": 0.0103, **dict.fromkeys(EXTRA, 0.4)},
}


@cache
def player(name, rules=mj.MCR, **dials):
    return McrValuePlayer(mcr_scorer(rules), tables_of(rules), {**DIALS[name], **dials})


@cache
def value(name):
    return Value(DIALS[name])


def counts(text):
    return np.bincount(mj.parse_tiles(text), minlength=34).astype(np.uint8)


def codes_of(melds):
    codes = np.zeros(4, dtype=np.uint8)
    codes[: len(melds)] = [CODES[name] << 6 | (kind + 1) for name, kind in melds]
    return codes


def evaluated(name, copies, melds, visible):
    copies, visible = np.asarray(copies, np.uint8), np.asarray(visible, np.uint8)
    return player(name).evaluate(copies, codes_of(melds), visible, 0, 0)


# ---- check values of the definition ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("copies", "line"),
    [
        ([0] * 9, [1, 0.075843, 0.0123568, 0.000797917, 6.07968e-5, 3.29077e-6, 0.00833711, 0.000526926]),
        ([1, 1] + [0] * 7, [1, 0.217989, 0.134745, 0.0112533, 0.00130781, 8.56023e-5, 0.123191]),
        (
            [0] * 4 + [3, 1, 0, 0, 0],
            [1, 1.13849, 1.24538, 0.399561, 0.034275, 0.00435554, 0.238045, 0.253077],
        ),
    ],
)
def test_soft_counts_of_the_definition(copies, line):
    fields = [0, 5, 1, 6, 2, 7, 10, 11][: len(line)]
    found = soft_counts(tables_of(mj.MCR), 0.106, 3.0).line(copies)[fields]
    assert found == pytest.approx(line, rel=5e-6)


def test_the_hand_of_the_definition():
    exact = McrValuePlayer(mcr_scorer(mj.MCR), tables_of(mj.MCR), MCR_VALUE_PRESETS["human"])
    nothing = np.zeros(34, dtype=np.uint8)
    found = exact.evaluate(counts("123m456p78s2m1144z9p"), codes_of([]), nothing, 0, 0)
    assert found["value"] == pytest.approx(0.082612, abs=1e-6)
    plans = {name: worth for name, worth in found["plans"].items() if worth}
    assert plans == pytest.approx(
        {
            "mixed_straight": 0.06686,
            "fully_concealed_hand": 0.01124,
            "all_types": 0.003797,
            "half_flush": 0.00072,
        },
        abs=5e-6,
    )
    after = found["after"]
    assert after[17] == pytest.approx(0.0745, abs=5e-5)
    assert after[1] == pytest.approx(0.0702, abs=5e-5)
    assert after[27] == after[30] == pytest.approx(0.0255, abs=5e-5)
    assert np.sort(after[~np.isnan(after)])[-5] < 0.011
    assert np.isnan(after[33])


# ---- against the oracle ----------------------------------------------------------------------------------


def test_soft_counts_are_sums_over_all_selections():
    rng = np.random.default_rng(20260101)
    of_kernel = soft_counts(tables_of(mj.MCR), DIALS["human"]["patience"], 3.0)
    for _ in range(200):
        x = np.zeros(9, dtype=int)
        while rng.random() < 0.9 and x.sum() < 14:
            x[rng.choice(np.flatnonzero(x < 4))] += 1
        assert of_kernel.line(x)[:12] == pytest.approx(value("human").plain(tuple(x)), rel=2e-6)


def random_seat(rng):
    """Fourteen tiles or declared sets for them, near some plan, and the tiles that all can see."""
    taste = rng.integers(6)
    w = np.ones(34)
    if taste == 1:
        suit = rng.integers(3)
        w[:] = 0.1
        w[9 * suit : 9 * suit + 9], w[27:] = 1, 0.7
    elif taste == 2:
        w[:] = 0.05
        w[[0, 8, 9, 17, 18, 26]], w[27:] = 1, 1
    elif taste == 3:
        w = rng.exponential(size=34) ** 3
    elif taste == 4:
        low = rng.integers(2) * 5
        w[:] = 0.1
        w[[9 * s + low + r for s in range(3) for r in range(4)]] = 1
    elif taste == 5:
        w[:27], w[31:] = 0.5, 4
    left, visible, melds = np.full(34, 4), np.zeros(34, dtype=int), []
    for _ in range(rng.choice([0, 0, 0, 1, 1, 2, 3, 4])):
        name, kind = str(rng.choice(["chow", *NAMES])), int(rng.choice(34, p=w / w.sum()))
        need = np.zeros(34, dtype=int)
        if name != "chow":
            need[kind] = 3 if name == "pung" else 4
        elif kind < 27 and kind % 9 < 7:
            need[kind : kind + 3] = 1
        if need.any() and (need <= left).all():
            left -= need
            visible += need * (name != "concealed_kong")
            melds.append((name, kind))
    copies = np.zeros(34, dtype=int)
    for _ in range(14 - 3 * len(melds)):
        kind = rng.choice(34, p=w * left / (w * left).sum())
        copies[kind] += 1
        left[kind] -= 1
    for _ in range(rng.integers(70)):
        if left.any():
            kind = rng.choice(34, p=left / left.sum())
            left[kind] -= 1
            visible[kind] += 1
    return copies, melds, visible


def worth_of_waits(hand, copies, visible, discarded):
    """What the waits of 13 tiles are worth, points by `mj.score`; None if they are not ready."""
    row = np.zeros(1, dtype=mj.HAND_DTYPE)
    row["concealed"], row["melds"], row["winning_tile"] = copies, codes_of(hand.melds), 255
    waits = np.zeros(1, dtype=np.uint64)
    fill_waits(tables_of(mj.MCR), row.view(np.uint8).reshape(1, -1), 0, True, waits)
    if not waits[0]:
        return None
    worth, offset = 0.0, hand.dials["points_offset"]
    for kind in range(34):
        if int(waits[0]) >> kind & 1 and hand.live[kind]:
            wins = np.repeat(row, 2)
            wins["winning_tile"], wins["source"] = kind, (0, 1)
            wins["seat_wind"], wins["prevalent_wind"] = hand.winds
            wins["circumstances"] = 2 * (visible[kind] + (kind == discarded) == 3)
            claimed, drawn = mj.score(wins, mj.MCR)["points"].tolist()
            if claimed >= 8:
                worth += hand.price(kind) * (offset + claimed) / (offset + 8)
            elif drawn >= 8:
                worth += hand.price(kind) * 0.3 * (offset + 3 * drawn) / (offset + 24)
    return worth


def standing(hand, visible):
    """Worth of 13 tiles."""
    waits = worth_of_waits(hand, hand.c, visible, None)
    return hand.total if waits is None else 2 * waits + 0.33 * hand.total


def after_discards(hand, visible):
    """Worth after each discard."""
    worth = {}
    for kind, delta in hand.delta.items():
        rest = np.array(hand.c)
        rest[kind] -= 1
        waits = worth_of_waits(hand, rest, visible, kind)
        plans = hand.total + delta
        worth[kind] = plans if waits is None else 2 * waits + 0.33 * plans
    return worth


def check_seats(seed, n):
    """Compare random seats; returns how often each plan was worth something, and how many were ready."""
    rng = np.random.default_rng(seed)
    seen, n_ready = dict.fromkeys(player("human").evaluate(*nobody())["plans"], 0), 0
    for _, name in product(range(n), DIALS):
        copies, melds, visible = random_seat(rng)
        found = evaluated(name, copies, melds, visible)
        hand = Hand(value(name), copies, melds, visible)
        case = (name, copies.tolist(), melds, visible.tolist())
        assert found["value"] == pytest.approx(hand.total, rel=1e-4, abs=1e-12), case
        for plan, worth in found["plans"].items():
            assert worth == pytest.approx(hand.plans.get(plan, 0), rel=1e-4, abs=1e-12), (plan, case)
            seen[plan] += worth > 0
        after = after_discards(hand, visible)
        n_ready += any(abs(after[kind] - hand.total - delta) > 1e-9 for kind, delta in hand.delta.items())
        assert np.flatnonzero(~np.isnan(found["after"])).tolist() == sorted(after), case
        for kind, worth in after.items():
            # a discard may cost nearly everything: then what is left is a small difference of floats
            assert found["after"][kind] == pytest.approx(worth, rel=1e-4, abs=2e-6 * hand.total), (kind, case)
    return seen, n_ready


def nobody():
    return np.zeros(34, np.uint8), codes_of([]), np.zeros(34, np.uint8), 0, 0


def test_plans_and_discards_are_those_of_the_definition():
    seen, n_ready = check_seats(20260102, 150)
    assert min(seen.values()) > 0, seen
    assert n_ready > 20


@pytest.mark.slow
def test_plans_and_discards_of_more_hands():
    check_seats(20260103, 1500)


def test_thirteen_tiles_are_worth_their_plans_and_waits():
    rng = np.random.default_rng(20260104)
    for _, name in product(range(80), DIALS):
        copies, melds, visible = random_seat(rng)
        copies[rng.choice(np.flatnonzero(copies))] -= 1
        hand = Hand(value(name), copies, melds, visible)
        assert evaluated(name, copies, melds, visible)["standing"] == pytest.approx(
            standing(hand, visible), rel=1e-4
        )


def test_hands_are_valued_one_by_one_or_together():
    rng = np.random.default_rng(20260105)
    seats = [random_seat(rng) for _ in range(50)]
    rows = np.zeros(50, dtype=mj.HAND_DTYPE)
    rows["concealed"], rows["melds"] = [seat[0] for seat in seats], [codes_of(seat[1]) for seat in seats]
    rows["winning_tile"] = 255
    visible = np.array([seat[2] for seat in seats], dtype=np.uint8)
    values, after = np.empty(50, np.float32), np.empty((50, 34), np.float32)
    assert player("strong").fill_values(rows.view(np.uint8).reshape(50, -1), visible, values, after) == -1
    for i, seat in enumerate(seats):
        found = evaluated("strong", *seat)
        assert found["value"] == values[i]
        np.testing.assert_array_equal(found["after"], after[i])


# ---- decisions -------------------------------------------------------------------------------------------


def new_table(rules, seed):
    wall = mj.draw_walls(np.random.default_rng(seed), 1, rules)[0]
    return OneTable(table_rules(rules), wall, dealer=seed % 4, wind=seed // 4 % 4, seed=seed)


def melds_of(row):
    return [(NAMES[code >> 6], (code & 63) - 1) for code in row.tolist() if code]


def seen_by_actor(table, name, copies=None, melds=None, visible=None):
    """The oracle's view of the actor's hand, or of what it would be."""
    own = table.player(table.actor)
    winds = (table.actor - table.dealer) % 4, table.wind
    copies = own["concealed"] if copies is None else copies
    melds = melds_of(own["melds"]) if melds is None else melds
    visible = table.visible()[:34].astype(int) if visible is None else visible
    return Hand(value(name), copies, melds, visible, winds), visible


def with_set(table, name, used, meld):
    """The actor's hand with tiles moved into a set."""
    own, visible = table.player(table.actor), table.visible()[:34].astype(int)
    copies, melds = own["concealed"].astype(int), melds_of(own["melds"])
    for kind in used:
        copies[kind] -= 1
        visible[kind] += meld[0] != "concealed_kong"
    if meld[0] == "added_kong":
        melds.remove(("pung", meld[1]))
        meld = ("kong", meld[1])
    return seen_by_actor(table, name, copies, [*melds, meld], visible)


def worth_of_claims(table, name):
    """What the hand is worth without a claim, and with each."""
    visible = table.visible()[:34].astype(int)
    visible[table.tile] -= 1
    worth = {PASS: 1.6 * standing(*seen_by_actor(table, name, visible=visible))}
    for action in table.actions().tolist():
        tile = table.tile
        if action == CLAIM_PUNG:
            worth[action] = max(after_discards(*with_set(table, name, [tile] * 2, ("pung", tile))).values())
        elif action == CLAIM_KONG:
            worth[action] = standing(*with_set(table, name, [tile] * 3, ("kong", tile)))
        elif action >= CLAIM_CHOW:
            low = tile - (action - CLAIM_CHOW)
            used = [kind for kind in range(low, low + 3) if kind != tile]
            worth[action] = max(after_discards(*with_set(table, name, used, ("chow", low))).values())
    return worth


def check_claim(table, name, action):
    worth = worth_of_claims(table, name)
    kong = worth.pop(CLAIM_KONG, -1.0)
    if action == CLAIM_KONG:
        assert kong >= max(worth[PASS], worth[CLAIM_PUNG]) * (1 - 1e-4)
    else:
        assert kong <= max(worth[PASS], worth.get(CLAIM_PUNG, 0)) * (1 + 1e-4)
        assert worth[action] >= max(worth.values()) * (1 - 1e-4)


def check_turn(table, name, action):
    hand, visible = seen_by_actor(table, name)
    after = after_discards(hand, visible)
    best = max(after.values())
    kongs = {}
    for legal in table.actions().tolist():
        if legal >= ADD_KONG:
            kind = legal - ADD_KONG
            kongs[legal] = standing(*with_set(table, name, [kind], ("added_kong", kind)))
        elif legal >= CONCEAL_KONG:
            kind = legal - CONCEAL_KONG
            kongs[legal] = standing(*with_set(table, name, [kind] * 4, ("concealed_kong", kind)))
    if action >= CONCEAL_KONG:
        assert kongs[action] >= max(0.5 * best, *kongs.values()) * (1 - 1e-4)
    else:
        assert max(kongs.values(), default=0) <= 0.5 * best * (1 + 1e-4)
        # honours and terminals go first where it makes no difference, so that 0.03 % may
        assert after[action - DISCARD_TILE] >= best * (1 - 4e-4) - 2e-6 * hand.total


@pytest.mark.parametrize("name", DIALS)
def test_decisions_are_those_of_the_definition(name):
    n = dict.fromkeys(["discards", "kongs", "passes", "claims"], 0)
    for seed in range(12):
        table = new_table(mj.MCR, seed)
        while table.decision:
            action = table.choose(player(name, mj.MCR))
            if action == WIN:
                assert table.act(action)
                continue
            if DECISIONS[table.decision] == "set_claim":
                check_claim(table, name, action)
                n["passes" if action == PASS else "claims"] += 1
            else:
                check_turn(table, name, action)
                n["kongs" if action >= CONCEAL_KONG else "discards"] += 1
            assert table.act(action)
    assert n["discards"] > 300
    assert min(n["passes"], n["claims"]) > 20, n


@pytest.mark.parametrize(
    "rules", [mj.MCR, mj.MCR.replace(chow_claims=False, must_declare=True)], ids=["mcr", "hybrid"]
)
def test_nothing_depends_on_what_is_hidden(rules):
    rng = np.random.default_rng(20260106)
    policy = player("strong", rules, skill_noise=0.3, style_spread=0.5, caution=0.9)
    for seed in range(20):
        table = new_table(rules, seed)
        while table.decision:
            other = table.reshuffled(rng)
            action = table.choose(policy)
            assert other.choose(policy) == action
            assert table.act(action)


# ---- rules and dials -------------------------------------------------------------------------------------


def played(rules, policy, n, seed=20260107):
    """Hands of four equal players; their records."""
    rng = np.random.default_rng(seed)
    walls = mj.draw_walls(rng, n, rules)
    out = np.zeros(n, dtype=RECORD_DTYPE)
    nothing = np.zeros(n, np.uint8)
    seeds = rng.integers(2**63, size=n, dtype=np.uint64)
    bad = fill_records(
        table_rules(rules),
        [policy] * 4,
        walls,
        seeds,
        nothing,
        nothing,
        np.zeros((n, 4), np.uint8),
        np.zeros((n, 4), np.int32),
        out.view(np.uint8).reshape(n, -1),
    )
    assert bad == (-1, 0)
    return out


@pytest.mark.parametrize(
    "options",
    [
        {"chow_claims": False},
        {"must_declare": True, "ready_kong": "waits_unchanged"},
        {"false_win": "penalty10"},
        {"flower_policy": "free"},
        {"direct_kong_robbable": True},
        {"min_points": 1},
        {"min_points": 24},
        {"flowers": False},
    ],
    ids=lambda options: "-".join(map(str, options)),
)
def test_whole_hands_are_played_by_all_rules(options):
    rules = mj.MCR.replace(**options)
    hands = played(rules, player("human", rules), 150)
    won = hands[hands["outcome"] == 3]
    assert len(won) > 30
    assert won["base"].min() >= rules.scoring.min_points
    assert not hands["points"].sum(axis=1).any()
    if "chow_claims" in options:
        assert not hands["chows"].any()
    if "must_declare" in options:
        assert (won["declared"] >> won["winner"] & 1).all()
    if "flower_policy" in options:
        assert hands["flowers"].sum() > 4 * len(hands)


def test_false_wins_are_never_called():
    rules = mj.MCR.replace(false_win="penalty10")
    for seed in range(60):
        table = new_table(rules, seed)
        assert table.play_on([player("human", rules)] * 4) == 0
        assert all(EVENTS[event[0]] != "false_win" for event in table.event_rows())


def test_noise_and_taste_are_the_players_own_and_can_be_repeated():
    same = [played(mj.MCR, player("human"), 50) for _ in range(2)]
    assert (same[0] == same[1]).all()
    for dials in ({"skill_noise": 0.5}, {"style_spread": 0.5}, {"caution": 0.9}):
        other = [played(mj.MCR, player("human", **dials), 50) for _ in range(2)]
        assert (other[0] == other[1]).all()
        assert (other[0] != same[0]).any()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "drawn", "mean", "self_drawn", "discards"),
    [("human", 0.0237, 13.26, 0.252, 50.0), ("strong", 0.0078, 13.08, 0.263, 47.7)],
)
def test_hands_are_distributed_as_published(name, drawn, mean, self_drawn, discards):
    """Figures of the definition's section 10, each within 4.5 standard errors of 12,000 hands."""
    rules, n = mj.MCR.replace(flowers=False), 12_000
    exact = McrValuePlayer(mcr_scorer(rules), tables_of(rules), MCR_VALUE_PRESETS[name])
    hands = played(rules, exact, n)
    won = hands[hands["outcome"] == 3]
    assert abs(1 - len(won) / n - drawn) < 4.5 * np.sqrt(drawn * (1 - drawn) / n)
    assert abs(won["base"].mean() - mean) < 4.5 * won["base"].std() / np.sqrt(len(won))
    assert abs((won["payer"] < 0).mean() - self_drawn) < 4.5 * np.sqrt(
        self_drawn * (1 - self_drawn) / len(won)
    )
    assert abs(hands["discards"].mean() - discards) < 4.5 * hands["discards"].std() / np.sqrt(n) + 0.05
