"""What must hold after every action holds, under every option of both games.

The fast build looks only where it is asked to, as here; the debug build looks by itself after each action of
`play`, and says which invariant broke.
"""

from collections import Counter

import numpy as np
import pytest

import mjcore as mj
from mjcore.kernels._one_table import EVENTS
from mjcore.kernels._table_checks import INVARIANTS
from tests.mjcore.covering_rules import CHANGES, covering_rules, values_of
from tests.mjcore.lively_hands import lively_table

GAMES = [mj.SOFT_EIGHT, mj.MCR]
#: Forty hands a rule set in a second or two, and thousands where there is time.
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 16))]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_rule_sets_of_these_tests_have_every_value_of_every_option(game):
    for seed in range(3):
        tried = [rules.options() for rules in covering_rules(game, seed)]
        for row in game.catalogue():
            if row.name not in CHANGES:
                assert {options[row.name] for options in tried} == set(values_of(row)), row.name


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_breaks_after_any_action(game, seed):
    met = Counter()

    def look(table):
        broken = table._table.broken_invariant()
        assert not broken, f"{table} seed {seed} {table.rules}: {INVARIANTS[broken]}"
        met[table.decision] += 1

    for number, rules in enumerate([game, *covering_rules(game, seed)]):
        for hand in range(40):
            table = lively_table(rules, 10_000 * seed + 100 * number + hand, look)
            broken = table._table.broken_invariant()
            assert not broken, f"{table} seed {seed} {rules}: {INVARIANTS[broken]}"
            met[mj.OUTCOMES[table.record["outcome"]]] += 1
    wanted = {"turn", "set_claim", "win_claim", "won", "no_tile_left"}
    assert wanted <= met.keys()


@pytest.mark.parametrize("policy", ["random", "efficient", "value"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_hands_played_at_once_break_nothing_either(game, policy):
    for number, rules in enumerate(covering_rules(game, 2)):
        hands = mj.play(rules, policy, n=200, rng=np.random.default_rng(number), dealer=np.arange(200) % 4)
        assert (hands["points"].sum(axis=1) == 0).all()
        assert (hands["discards"] > 0).any()


#: What tests of lively hands should meet: events with their last column, where it tells them apart.
RARE = {
    "soft_eight": {"ready 1", "ready 2", "win 2", "pass 0", "decline 0", "recall 0", "end 2", "added_kong 0"},
    "mcr": {"win 2", "pass 0", "false_win 0", "flower 0", "flower 1", "added_kong 0", "ready 0"},
}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_lively_hands_meet_what_is_rare(game):
    left = set(RARE[game.name])
    for seed in range(40):
        for number, rules in enumerate(covering_rules(game, seed)):
            for hand in range(40):
                table = lively_table(rules, 10_000 * seed + 100 * number + hand)
                left -= {f"{EVENTS[row[0]]} {row[4]}" for row in table._table.event_rows()}
        if not left:
            return
    assert not left
