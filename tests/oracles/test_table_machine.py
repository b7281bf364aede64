"""The machine and the slow table play the same hands: the same questions, legal actions and records."""

import random

import numpy as np
import pytest

import mjcore as mj
from mjcore.actions import action_text
from tests.mjcore.fast_table import FastTable
from tests.oracles.mcr_table import McrTable
from tests.oracles.soft_eight_table import SoftEightTable

#: Values other than the defaults, of every option that a hand depends on.
SOFT_EIGHT_OPTIONS = {
    "chow_claims": [True],
    "tail_tiles": [2, 4, 12, 60],
    "tail_replenished": [True],
    "tail_order": ["rear_first"],
    "must_declare": [False],
    "decline_win": [False],
    "ready_kong": ["structure_unchanged", "still_ready", "added_only", "never"],
    "kong_needs_own_draw": [False],
    "robbable_kongs": ["fed_only"],
    "kong_limit": [1, 2, None],
    "fourth_kong_dead_end": ["continue"],
    "chain_kong_by_other": [False],
    "haidi_undeclared": ["must_discard_any"],
    "haidi_claims": ["ron_and_kong", "all"],
    "haidi_kong": [True],
    "same_tile_follow": ["until_any_ready_turn", "adjacent_only", "off"],
    "same_tile_own_discard": [False],
    "pass_recovery": [False],
    "pass_recovery_scope": ["next_only", "next_of_discarder"],
    "tianhe_untouched": [False],
    "tianting_window": ["before_first_discard"],
    "tianting_reaction_ron": ["until_own_draw", "off"],
    "tianting_recall": [True],
    "tianting_after_kong": [False],
    "dealer_tianting": [True],
    "late_ready": ["before_next_discard", "with_consent"],
    "concealed_kong_shown": [False],
    "multi_ron": ["all"],
    "loser_kongs": ["void", "netted"],
    "winner_kong_scope": ["flat"],
    "kong_on_ron_nondiscarder": ["flat", "void", "discarder_covers"],
    "drawn_hand_kongs": ["flat"],
    "kong_bottom_payer": ["kong_feeder"],
    "ron_payers": ["all_three"],
    "added_kong_payer": ["all_three", None],
    "dealer_bonus_on_kong": [True],
    "ready_dead_wait": ["allow", "visible_copies"],
    "pair_must_be_main": [True],
    "honours_one_suit": [False],
    "seven_pairs": [False],
    "honour_runs": [True],
    "zha_model": ["off", "mutual_max", "own_win_only", "dealer_pairs_only"],
    "zha_pair_cap": [2],
    "di_symmetric": [False],
    "di_loss_measure": ["base_only", "net_all"],
    "min_main_tiles": [3, 5, 6],
}
MCR_OPTIONS = {
    "false_win": ["penalty10"],
    "stake": [3],
    "flower_policy": ["free"],
    "chow_claims": [False],
    "must_declare": [True],
    "ready_kong": ["structure_unchanged", "still_ready", "added_only", "never"],
    "late_added_kong": [False],
    "direct_kong_robbable": [True],
    "min_points": [0, 1, 3],
    "flowers": [False],
}
FIELDS = [name for name in mj.RECORD_DTYPE.names if name not in ("hand", "fans", "fan_counts")]


def random_rules(rng, game):
    """The default rules, or some with a quarter of the options changed."""
    rules, options = (mj.SOFT_EIGHT, SOFT_EIGHT_OPTIONS) if game == "soft_eight" else (mj.MCR, MCR_OPTIONS)
    if rng.random() < 0.15:
        return rules
    return rules.replace(
        **{name: rng.choice(values) for name, values in options.items() if rng.random() < 0.25}
    )


def rich_wall(rng, rules):
    """A wall; half of the time its first tiles come four of a kind together, so that there is more to do."""
    wall = mj.draw_walls(rng, 1, rules)[0]
    if rng.random() < 0.5:
        return wall
    n = int(rng.choice([40, 80, 120]))
    wall[:n] = rng.permutation(np.sort(wall[:n]).reshape(-1, 4)).reshape(-1)
    if rng.random() < 0.5:
        places = rng.permutation(len(wall))[:30]
        wall[places] = wall[rng.permutation(places)]
    return wall


def lively_answer(rng, table, rules):
    """An answer that makes hands go on to their rarer ends: wins, kongs, declarations, nearer hands."""
    question = table.question
    legal = sorted(question.legal)
    chance = rng.random()
    for wanted, threshold in (({1}, 0.85), (set(range(60, 94)), 0.9), ({5, *range(94, 162)}, 0.7)):
        found = [action for action in legal if action in wanted]
        if found and chance < threshold:
            return rng.choice(found)
    discards = [action for action in legal if 18 <= action < 52]
    player = table.players[question.seat]
    if discards and chance < 0.9 and not player.sets and sum(player.concealed) == 14:
        rows = np.repeat(np.array(player.concealed, dtype=np.uint8)[None], len(discards), axis=0)
        rows[np.arange(len(discards)), np.array(discards) - 18] -= 1
        distances = mj.shanten(rows, rules)
        nearest = np.flatnonzero(distances == distances.min())
        return discards[rng.choice(nearest.tolist())]
    return rng.choice(legal)


def play_side_by_side(seed, game):
    """Play one hand at both tables; the two records."""
    rng, walls = random.Random(seed), np.random.default_rng(seed)
    rules = random_rules(rng, game)
    wall = rich_wall(walls, rules)
    dealer = rng.randrange(4)
    how = {"dealer": dealer, "prevalent_wind": rng.randrange(4)}
    if game == "soft_eight":
        how["zha"] = [rng.randrange(3) for _ in range(4)]
        how["di"] = [rng.choice([0, 2]) * (seat != dealer) for seat in range(4)]
    slow = (McrTable if game == "mcr" else SoftEightTable)(rules, wall.tolist(), **how)
    fast = FastTable(rules, wall, **how)
    while not slow.over:
        asked, due = slow.question, fast.question
        assert due is not None, f"{seed} {rules}: {asked}"
        assert (asked.kind, asked.seat) == (due.kind, due.seat), f"{seed} {rules}: {asked}, {due}"
        more, fewer = (
            list(map(action_text, sorted(a.legal - b.legal))) for a, b in ((asked, due), (due, asked))
        )
        assert (more, fewer) == ([], []), f"{seed} {rules}: {asked}"
        answer = lively_answer(rng, slow, rules)
        slow.act(answer)
        fast.act(answer)
    assert fast.over, f"{seed} {rules}: {fast.question}"
    return rules, slow.record, fast.record


def check(seed, game):
    rules, slow, fast = play_side_by_side(seed, game)
    for name in FIELDS:
        expected = list(slow[name]) if isinstance(fast[name], list) else slow[name]
        assert fast[name] == expected, f"{seed} {rules}: {name} is {fast[name]}, not {expected}"
    assert fast["hand"].tobytes() == slow["hand"].tobytes(), f"{seed} {rules}"
    assert fast["fans"] == list(slow["fans"]), f"{seed} {rules}"
    return slow["outcome"]


@pytest.mark.parametrize("game", ["soft_eight", "mcr"])
def test_both_tables_ask_the_same_and_end_the_same(game):
    outcomes = {check(seed, game) for seed in range(60)}
    assert {0, 3} <= outcomes


@pytest.mark.slow
@pytest.mark.parametrize("game", ["soft_eight", "mcr"])
@pytest.mark.parametrize("block", range(2))
def test_both_tables_play_two_hundred_hands_alike(game, block):
    for seed in range(1000 + 100 * block, 1100 + 100 * block):
        check(seed, game)
