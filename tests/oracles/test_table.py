"""The slow table keeps what must always hold, on hands played at random under random rules."""

import json
import random
import re
from pathlib import Path

import pytest

import mjcore
from mjcore.scoring import score
from mjcore.words.mcr import MCR
from mjcore.words.soft_eight import SOFT_EIGHT

from . import table_codes
from .distance import shanten as soft_eight_shanten
from .mcr_table import McrTable
from .sets import counts_of, kind_of
from .shape_rules import shape_of
from .soft_eight import is_legal
from .soft_eight_table import SoftEightTable, waits_of, wins
from .table_codes import (
    CLAIM_CHOW,
    CLAIM_KONG,
    CLAIM_PUNG,
    DECLARE,
    DISCARD_READY,
    DISCARD_TILE,
    DRAWN_KONG,
    HEAVENLY,
    MAKE_ADDED_KONG,
    MAKE_CONCEALED_KONG,
    PASS,
    RECALL,
    TURN,
    WIN,
    WON,
)
from .table_players import text_of

TYPES = Path(mjcore.__file__).parent / "kernels" / "_table_types.pxd"
GAMES = Path(__file__).parents[1] / "data" / "mcr_games.jsonl"

#: One run in a few seconds, and more where there is time.
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 6))]

#: Options that change how a hand is played, with values to choose from.
SOFT_EIGHT_PLAY = {
    "min_main_tiles": (8, 8, 6, 1, 9),
    "pair_must_be_main": (False, False, False, True),
    "ready_dead_wait": ("own_copies", "own_copies", "allow", "visible_copies"),
    "multi_ron": ("nearest", "all"),
    "chow_claims": (False, True),
    "tail_tiles": (8, 8, 4, 2, 0, 14),
    "tail_replenished": (False, True),
    "tail_order": ("front_first", "rear_first"),
    "must_declare": (True, True, False),
    "decline_win": (True, False),
    "ready_kong": ("waits_unchanged", "structure_unchanged", "still_ready", "added_only", "never"),
    "kong_needs_own_draw": (True, False),
    "robbable_kongs": ("added_and_fed", "fed_only"),
    "kong_limit": (4, 2, 1, None),
    "fourth_kong_dead_end": ("draw", "continue"),
    "chain_kong_by_other": (True, False),
    "haidi_undeclared": ("may_decline_discard", "must_discard_any"),
    "haidi_claims": ("ron_only", "ron_and_kong", "all"),
    "haidi_kong": (False, True),
    "same_tile_follow": ("until_own_turn", "until_any_ready_turn", "adjacent_only", "off"),
    "same_tile_own_discard": (True, False),
    "pass_recovery": (True, False),
    "pass_recovery_scope": ("later_in_order", "next_only", "next_of_discarder"),
    "tianhe_untouched": (True, False),
    "tianting_window": ("before_own_first_draw", "before_first_discard"),
    "tianting_reaction_ron": ("dealer_first_discard", "until_own_draw", "off"),
    "tianting_recall": (False, True),
    "tianting_after_kong": (True, False),
    "dealer_tianting": (False, True),
    "late_ready": ("off", "before_next_discard", "with_consent"),
    "concealed_kong_shown": (True, False),
    "drawn_hand_kongs": ("void", "flat"),
}
MCR_PLAY = {
    "min_points": (8, 8, 4, 1),
    "flowers": (True, True, False),
    "false_win": ("illegal", "penalty10"),
    "stake": (1, 2),
    "flower_policy": ("immediate", "free"),
    "chow_claims": (True, False),
    "must_declare": (False, False, True),
    "ready_kong": ("waits_unchanged", "structure_unchanged", "still_ready", "added_only", "never"),
    "late_added_kong": (True, False),
    "direct_kong_robbable": (False, True),
}


def random_rules(rng: random.Random, defaults, choices):
    """Rules in which about every other option is chosen anew, or the defaults."""
    if rng.random() < 0.2:
        return defaults
    changed = {name: rng.choice(values) for name, values in choices.items() if rng.random() < 0.5}
    return defaults.replace(**changed)


def random_wall(rng: random.Random, n: int = 136) -> list[int]:
    """A wall; in every other one each player is dealt mostly tiles that go together."""
    wall = [kind for kind in range(34) for _ in range(4)] + list(range(34, 34 + n - 136))
    rng.shuffle(wall)
    if rng.random() < 0.6:
        first = {kind: rng.random() + kind // 9 for kind in range(42)}
        chosen = sorted(wall[:136], key=lambda kind: (first[kind], rng.random()))
        seats = [chosen[start : start + 24] for start in (0, 36, 72, 108)]
        for tiles in seats:
            rng.shuffle(tiles)
        taken = [tiles[:13] for tiles in seats]
        rest = [tile for tiles in seats for tile in tiles[13:]]
        rest += [tile for place in (24, 60, 96, 132) for tile in chosen[place : place + 12]] + wall[136:]
        rng.shuffle(rest)
        wall = [0] * 52 + rest
        for place in range(4):
            for n_tile, tile in enumerate(taken[place]):
                at = 48 + place if n_tile == 12 else 16 * (n_tile // 4) + 4 * place + n_tile % 4
                wall[at] = tile
    return wall


def random_choice(rng: random.Random, boldness: float):
    """A player who often takes what is offered, and otherwise keeps suits together."""

    def decide(table):
        legal = sorted(table.question.legal)
        hesitates = table.question.kind == HEAVENLY and rng.random() < 0.5  # who waits can recall later
        if rng.random() < boldness and not hesitates:
            for code in (WIN, RECALL, DECLARE):
                if code in legal:
                    return code
            ready = [code for code in legal if DISCARD_READY <= code < MAKE_CONCEALED_KONG]
            if ready:
                return rng.choice(ready)
            if table.question.kind == TURN:
                kongs = [code for code in legal if code >= MAKE_CONCEALED_KONG]
                discards = [code for code in legal if DISCARD_TILE <= code < DISCARD_TILE + 34]
                return rng.choice(kongs) if kongs else max(discards or legal, key=lambda c: lonely(table, c))
        return rng.choice(legal)

    def lonely(table, code):
        kind, held = code - DISCARD_TILE, table.players[table.question.seat].concealed
        if kind >= 34:
            return 9.0
        suit = range(27, 34) if kind >= 27 else range(9 * (kind // 9), 9 * (kind // 9) + 9)
        near = sum(held[k] for k in suit if abs(k - kind) <= 2 and (kind < 27 or k == kind))
        return -near - 0.3 * sum(held[k] for k in suit) + rng.random()

    return decide


def tiles_of(table) -> int:
    """Tiles in hands, sets, flowers, discards that were not claimed, and the wall."""
    total = 0
    for player in table.players:
        total += sum(player.concealed) + len(player.held_flowers) + player.flowers + len(player.discards)
        total += sum(3 if one.type in ("chow", "pung") else 4 for one in player.sets)
        total -= sum(one.feeder is not None for one in player.sets)  # claimed tiles are discards too
    return total


def check_sizes(table):
    """Thirteen tiles between turns, fourteen in them."""
    question = table.question
    acting = table.events[-1]["type"] in ("draw", "false_win") or question.kind == TURN
    for player in table.players:
        more = int(question.kind == TURN and player.seat == question.seat) or int(player.recalled)
        if question.kind in (4, 5, 6) and acting:
            assert player.n_tiles in (13, 14)
        elif not more and player.n_tiles != 13:  # who adds a kong that may be robbed has given a tile
            assert table.events[-1]["type"] in ("kong", "pass", "ready", "false_win")
        elif more:
            assert player.n_tiles == 14


def play(table, decide, check):
    while not table.over:
        check_sizes(table)
        check(table)
        table.act(decide(table))
    return table


def test_the_numbers_are_those_of_the_machine():
    text = TYPES.read_text(encoding="utf-8")
    there = {name: int(number) for name, number in re.findall(r"^    ([A-Z_]+) = (\d+)", text, re.M)}
    ours = {name: value for name, value in vars(table_codes).items() if isinstance(value, int)}
    ours.pop("NO_TILE")
    assert ours.items() <= there.items()


def test_the_quick_look_at_a_hand_agrees_with_the_evaluator():
    rng = random.Random(5)
    hands = ["11112222333344m", "123456789m11p111z", "1122334455667z7z", "1m" * 14, "123z456z789m11122m"]
    for text in hands:
        counts = tuple(counts_of(text))
        for rules in (SOFT_EIGHT, SOFT_EIGHT.replace(honour_runs=True, min_main_tiles=1)):
            assert wins(counts, (), shape_of(rules)) == is_legal(counts, (), rules)
    n_legal = 0
    for _ in range(2_000):
        tiles = [rng.choice(range(9)) if rng.random() < 0.8 else rng.choice(range(27, 34)) for _ in range(14)]
        counts = tuple(tiles.count(kind) for kind in range(34))
        if max(counts) <= 4:
            n_legal += is_legal(counts, (), SOFT_EIGHT)
            assert wins(counts, (), shape_of(SOFT_EIGHT)) == is_legal(counts, (), SOFT_EIGHT)
    assert n_legal


@pytest.mark.parametrize("seed", SEEDS)
def test_soft_eight_keeps_its_invariants(seed):
    rng = random.Random(seed)
    for n in range(40):
        rules = random_rules(rng, SOFT_EIGHT, SOFT_EIGHT_PLAY)
        wall, dealer = random_wall(rng), rng.randrange(4)
        table = SoftEightTable(rules, wall, dealer=dealer, zha=(1, 0, 2, 0))
        declared: dict[int, object] = {}

        def check(table, rules=rules, declared=declared):
            for player in table.players:
                if not player.declared:
                    declared.pop(player.seat, None)
                elif player.n_tiles == 13:
                    waits = waits_of(tuple(player.concealed), player.melds(), table.shape)
                    if rules.play.ready_kong != "still_ready" and not player.recalled:
                        own = player.own()
                        live = {k for k in waits if own[k] < 4 or rules.shape.ready_dead_wait == "allow"}
                        assert declared.setdefault(player.seat, live) == live

        play(table, random_choice(rng, 0.9 if n % 2 else 0.3), check)
        check_soft_eight_end(table, rules, wall)


def check_soft_eight_end(table, rules, wall):
    record, places = table.record, table.wall
    assert sum(record["points"]) == 0
    n_tail = len(places.kong_places)
    assert n_tail in (len(table.kongs), len(table.kongs) - 1)
    if n_tail < len(table.kongs):
        assert record["outcome"] == DRAWN_KONG
    if not rules.play.tail_replenished:
        assert n_tail <= rules.play.tail_tiles
        assert places.live_end == 136 - rules.play.tail_tiles
        assert set(places.kong_places) <= set(range(places.live_end, 136))
    assert len(set(places.kong_places)) == n_tail
    assert not set(places.kong_places) & set(range(places.next_live))
    declined = record["outcome"] == 1
    n_wall = 136 - places.next_live - n_tail
    assert (
        tiles_of(table)
        + n_wall
        + (record["outcome"] == WON and table.payer is None)
        + (table.source == "robbed" and not declined)
        == 136
    )
    if record["outcome"] != WON:
        assert record["winner"] == -1
        return
    if rules.points.multi_ron == "nearest":
        assert len(table.winners) == 1
    scored = score(record["hand"], rules)
    assert bool(scored["legal"])
    assert (int(scored["base"]), int(scored["multiplier"])) == (record["base"], record["multiplier"])
    assert scored["fans"].tolist() == record["fans"]
    assert not (record["fans"][3] and record["fans"][4])
    for winner in table.winners:
        if rules.play.must_declare and not winner.declared:
            assert record["fans"][5]
            assert winner.seat == table.dealer
    if rules.play.kong_limit and len(table.kongs) >= rules.play.kong_limit:
        owner = table.players[table.kongs[-1][0]]
        assert owner.declared


@pytest.mark.parametrize("seed", SEEDS)
def test_mcr_keeps_its_invariants(seed):
    rng = random.Random(seed)
    for n in range(40):
        rules = random_rules(rng, MCR, MCR_PLAY)
        size = 144 if rules.scoring.flowers else 136
        table = McrTable(
            rules, random_wall(rng, size), dealer=rng.randrange(4), prevalent_wind=rng.randrange(4)
        )

        def check(table):
            if table.wall.n_live == 0:  # only a win and one discard remain
                assert not any(code >= MAKE_CONCEALED_KONG or 4 <= code <= 8 for code in table.question.legal)

        play(table, random_choice(rng, 0.9 if n % 2 else 0.3), check)
        record = table.record
        assert sum(record["points"]) == 0
        n_won = (record["outcome"] == WON) * ((table.payer is None) + (table.source == "robbed"))
        assert tiles_of(table) + table.wall.n_live + n_won == size
        replaced = sum(1 for event in table.events if event["type"] == "draw" and event.get("replacement"))
        assert replaced == len(table.kongs) + sum(record["flowers"])
        if record["outcome"] == WON:
            scored = score(record["hand"], rules)
            assert bool(scored["legal"])
            assert (int(scored["points"]), int(scored["flowers"])) == (
                record["base"],
                record["flower_points"],
            )
            assert scored["fans"].tolist() == record["fans"]
            assert len(table.winners) == 1
        else:
            assert table.wall.n_live == 0


def test_random_play_meets_what_is_rare():
    """The random hands of this module reach wins of every source, kongs, recalls and late declarations."""
    rare = {"wall", "replacement", "discard", "robbed", "heavenly", "late", "recall", "kong", "pung", "chow"}
    for seed in range(300):
        rng = random.Random(1_000 + seed)
        rules = random_rules(rng, SOFT_EIGHT, SOFT_EIGHT_PLAY)
        table = play(SoftEightTable(rules, random_wall(rng)), random_choice(rng, 0.95), lambda table: None)
        rare -= {table.source, *(event["type"] for event in table.events)}
        rare -= {word for event in table.events for word in ("late", "heavenly") if event.get(word)}
        if not rare:
            break
    assert not rare


def test_the_deal_is_measured_without_the_dealers_last_tile():
    rng = random.Random(3)
    wall = random_wall(rng)
    table = SoftEightTable(SOFT_EIGHT, wall, dealer=2)
    hand = [wall[place] for place in (0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35, 48)]
    counts = [hand.count(kind) for kind in range(34)]
    assert table.players[2].deal_shanten == soft_eight_shanten(counts, SOFT_EIGHT)
    assert table.events[0] == {"type": "draw", "seat": 2, "tile": text_of(wall[52])}


# -- hands that people played


def logged_hands():
    """Hands of the collection that were played with flowers and from one wall."""
    lines = GAMES.read_text(encoding="utf-8").splitlines() if GAMES.exists() else []
    hands = [json.loads(line) for line in lines]
    return [hand for hand in hands if hand["rules"]["flowers"] == "in_play"]


def as_our_wall(hand):
    """Its wall with the end turned round stack by stack, as far as replacements reach."""
    wall = [kinds_of(tile) for tile in hand["wall"]]
    n = sum(bool(event.get("replacement")) for event in hand["events"])
    for place in range(len(wall) - 2, len(wall) - n - 2, -2):
        if place >= len(wall) - n - 1:
            wall[place], wall[place + 1] = wall[place + 1], wall[place]
    return wall


def kinds_of(tile):
    return 33 + int(tile[0]) if tile[1] == "f" else kind_of(tile)


def answer_of(question, event):
    """What a seat does that is asked, when `event` is what happens next."""
    if event["seat"] != question.seat or (question.kind != TURN and event["type"] == "discard"):
        return PASS
    if event["type"] == "win":
        return WIN
    if event["type"] == "discard":
        return DISCARD_TILE + kinds_of(event["tile"])
    if event["type"] == "chow":
        return CLAIM_CHOW + kinds_of(event["tile_claimed"]) - kinds_of(event["lowest"])
    if event["type"] == "pung":
        return CLAIM_PUNG
    tile = kinds_of(event["tile"])
    codes = {"melded": CLAIM_KONG, "concealed": MAKE_CONCEALED_KONG + tile, "added": MAKE_ADDED_KONG + tile}
    return codes[event["kind"]]


@pytest.mark.parametrize("hand", logged_hands(), ids=lambda hand: hand["id"])
def test_hands_played_by_people_go_the_same_way(hand):
    table = McrTable(MCR, as_our_wall(hand), prevalent_wind="ESWN".index(hand["prevalent_wind"]))
    chosen = [event for event in hand["events"] if event["type"] not in ("draw", "flower", "exhaustive_draw")]
    while not table.over:
        done = sum(event["type"] not in ("draw", "flower", "pass") for event in table.events)
        question = table.question
        answer = answer_of(question, chosen[done])
        table.act(answer if answer in question.legal else PASS)
    ours = [event for event in table.events if event["type"] != "pass"]
    assert [(e["type"], e["seat"], e.get("tile")) for e in ours] == [
        (e["type"], e["seat"], e.get("tile")) for e in hand["events"]
    ]
    assert table.record["points"] == hand["scores"]
