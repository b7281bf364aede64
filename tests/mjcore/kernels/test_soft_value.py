"""The value policy of Soft Eight, move by move, against a slow player written from its definition."""

import numpy as np
import pytest

import mjcore as mj
from mjcore.encoding.layout import HAND_DTYPE
from mjcore.kernels._near import Near
from mjcore.kernels._one_table import DECISIONS, OneTable
from mjcore.kernels._soft_value import SoftValuePlayer
from mjcore.table_rules import table_rules
from mjcore.words.soft_value import SOFT_VALUE_DIALS, SOFT_VALUE_PRESETS
from tests.oracles.near import suit_costs
from tests.oracles.soft_value import CHOW, CONCEALED_KONG, MELDED_KONG, PUNG, SUITS, Hand, View

pytestmark = pytest.mark.slow  # many hands against slow players; other builds play whole hands elsewhere

CLAIM_PUNG, CLAIM_KONG, CLAIM_CHOW, DECLINE = 4, 5, 6, 9
DISCARD, DISCARD_READY, KONG, ADDED_KONG = 18, 60, 94, 128
STANDARD = dict(SOFT_VALUE_PRESETS["standard"])


class Tools:
    """Distances, waits and scores of single hands under a rule set."""

    def __init__(self, rules):
        self.rules = rules
        self.near = Near(table_rules(rules).tables)

    def rows(self, hands):
        rows = np.zeros(len(hands), dtype=HAND_DTYPE)
        rows["winning_tile"] = 255
        rows["concealed"] = [hand.counts for hand in hands]
        rows["melds"] = [(*hand.melds, 0, 0, 0, 0)[:4] for hand in hands]
        return rows

    def missing(self, hands):
        if not hands:
            return []
        out = np.empty(len(hands), dtype=np.uint8)
        rows = self.rows(hands)
        assert self.near.fill_distance(rows.view(np.uint8).reshape(len(rows), -1), out) == -1
        return out.tolist()

    def waits(self, hand):
        return mj.kinds_in(int(mj.waits(self.rows([hand]), self.rules)[0])).tolist()

    def score(self, hand, kind, heavenly):
        row = self.rows([hand])
        row["winning_tile"] = kind
        row["circumstances"] = 8 * heavenly
        scored = mj.score(row, self.rules)[0]
        assert scored["legal"]
        return int(scored["base"]), int(scored["multiplier"])

    def suit_cost(self, hand, suit, sets):
        kinds = SUITS[suit]
        costs = suit_costs(tuple(hand.counts[k] for k in kinds), () if suit == 3 else tuple(range(7)))
        return costs.get((sets, True), 64)


def view_of(table, tools, dials, hand):
    """What the actor sees."""
    players = [table.player(seat) for seat in range(4)]
    return View(
        seat=table.actor,
        dealer=table.dealer,
        visible=tuple(table.visible()[:34].tolist()),
        own=hand.counts,
        left=table.left,
        declared=tuple(p["declared"] for p in players),
        heavenly=players[table.actor]["heavenly"],
        barred=tuple(int(p["barred"]) for p in players),
        discards=tuple(tuple(p["discards"]) for p in players),
        melds=tuple(tuple(m for m in p["melds"].tolist() if m) for p in players),
        feeders=tuple(tuple(p["feeders"]) for p in players),
        missing=tools.missing,
        waits=tools.waits,
        score=tools.score,
        suit_cost=tools.suit_cost,
        dials=dials,
    )


def own_hand(table):
    player = table.player(table.actor)
    return Hand(tuple(player["concealed"].tolist()), tuple(m for m in player["melds"].tolist() if m))


def kong_actions(actions):
    return [a for a in actions if a >= KONG]


def after_kong(hand, action):
    kind = action - (ADDED_KONG if action >= ADDED_KONG else KONG)
    if action < ADDED_KONG:
        return hand.with_meld(CONCEALED_KONG << 6 | (kind + 1), *[kind] * 4)
    melds = list(hand.melds)
    melds[melds.index(PUNG << 6 | (kind + 1))] = MELDED_KONG << 6 | (kind + 1)
    return Hand(hand.with_tile(kind, -1).counts, tuple(melds))


def expected_turn(table, view, hand, dials, n_kongs):
    """Acceptable actions of an undeclared player in his turn."""
    actions = table.actions().tolist()
    if 1 in actions:
        return {1}
    kongs = kong_actions(actions)
    if view.declared[view.seat]:
        return set(kongs[:1]) if kongs else set(actions)
    if DECLINE in actions:
        return {DECLINE}
    near, values = view.best_discards(hand)
    top = max(values.values())
    discards = set()
    for kind, value in values.items():
        if value > top - 1e-9 * max(1, abs(top)):
            discards.add((DISCARD_READY if DISCARD_READY + kind in actions else DISCARD) + kind)
    if kongs and n_kongs < 3:
        far = {a: view.missing([after_kong(hand, a)])[0] for a in kongs}
        slack = {
            a: dials["added_kong_slack"] if a >= ADDED_KONG else dials["concealed_kong_slack"] for a in kongs
        }
        able = [a for a in kongs if far[a] <= near + slack[a]]
        if able:
            return {a for a in able if far[a] == min(far[b] for b in able)}
    if kongs and n_kongs == 3 and any(view.declared[q] for q in view.others) and top < 0:
        return set(kongs)
    return discards


def expected_claim(table, view, hand, dials, n_kongs):
    """Acceptable answers to an offered set."""
    actions, tile = table.actions().tolist(), table.tile
    if view.declared[view.seat]:
        return {CLAIM_KONG} if CLAIM_KONG in actions else {0}
    now = view.missing([hand])[0]
    pung = 99
    if CLAIM_PUNG in actions:
        ponged = hand.with_meld(PUNG << 6 | (tile + 1), tile, tile)
        pung, values = view.best_discards(ponged)
    if CLAIM_KONG in actions and n_kongs < 3:
        far = view.missing([hand.with_meld(MELDED_KONG << 6 | (tile + 1), tile, tile, tile)])[0]
        if far <= now + dials["melded_kong_slack"] and far <= pung + dials["melded_kong_slack"]:
            return {CLAIM_KONG}
    found = []
    if pung < now:
        found.append((-pung, max(values.values()), CLAIM_PUNG))
    elif pung == now:
        margin = max(values.values()) - (view.value(hand, now) - dials["pung_slack"])
        if abs(margin) < 1e-9:
            return {0, CLAIM_PUNG}
        if margin > 0:
            found.append((-pung, max(values.values()), CLAIM_PUNG))
    for chow in range(3):
        if CLAIM_CHOW + chow in actions:
            first = tile - chow
            rest = [first + i for i in range(3) if first + i != tile]
            near, values = view.best_discards(hand.with_meld(CHOW << 6 | (first + 1), *rest))
            if near < now:
                found.append((-near, max(values.values()), CLAIM_CHOW + chow))
    if not found:
        return {0}
    near, value = max(found)[:2]
    return {action for n, v, action in found if n == near and v > value - 1e-9}


def expected_win(table, view, hand, passed):
    """Whether a declared player wins on another's tile."""
    if not view.declared[view.seat] or passed:
        return {1}
    base, multiplier = view.score(hand, table.tile, view.heavenly)
    owed = view.owed()
    bonus = 2 * (view.dealer in (view.seat, table.other))
    now = (base + bonus + sum(owed)) * multiplier
    later = max(view.ready_value(hand, view.dials["claim_rate"]), view.ready_value(hand, 0.0))
    if abs(now - later) < 1e-9:
        return {0, 1}
    return {0} if now < later else {1}


def play_and_compare(rules, dials, rng, n_hands):
    """Let the kernel play, and ask the slow player every time; returns how often by decision."""
    tools = Tools(rules)
    player = SoftValuePlayer(table_rules(rules), dials)
    asked = dict.fromkeys(DECISIONS, 0)
    for wall in mj.draw_walls(rng, n_hands, rules):
        table = OneTable(table_rules(rules), wall, dealer=int(rng.integers(4)), seed=1)
        passed = set()
        while table.decision:
            action = table.choose(player)
            decision = DECISIONS[table.decision]
            hand = own_hand(table)
            if decision in ("turn", "set_claim", "win_claim"):
                asked[decision] += 1
                view = view_of(table, tools, dials, hand)
                n_kongs = sum(code >> 6 >= MELDED_KONG for melds in view.melds for code in melds)
                if decision == "turn":
                    expected = expected_turn(table, view, hand, dials, n_kongs)
                elif decision == "set_claim":
                    expected = expected_claim(table, view, hand, dials, n_kongs)
                else:
                    question = (table.actor, sum(map(len, view.discards)))
                    expected = expected_win(table, view, hand, question in passed)
                    passed.add(question)
                assert action in expected, (decision, hand, action, expected)
            assert table.act(action)
    return asked


@pytest.mark.parametrize(
    "rules", [mj.SOFT_EIGHT, mj.SOFT_EIGHT.replace(chow_claims=True)], ids=["default", "chow claims"]
)
def test_every_move_is_the_one_that_the_definition_says(rules):
    asked = play_and_compare(rules, STANDARD, np.random.default_rng(20260501), 4)
    assert asked["turn"] > 100
    assert asked["set_claim"] > 10


def test_each_dial_is_one_that_the_policy_takes():
    rng = np.random.default_rng(20260502)
    dials = {name: value * (1.5 if value else 1.0) for name, value in STANDARD.items()}
    play_and_compare(mj.SOFT_EIGHT, dials, rng, 2)
    for name in SOFT_VALUE_DIALS:
        with pytest.raises(KeyError):
            SoftValuePlayer(table_rules(mj.SOFT_EIGHT), {k: v for k, v in STANDARD.items() if k != name})
