"""Why an action is not legal: every sentence that is said, and where it is right."""

import ast
import re
from pathlib import Path

import numpy as np
import pytest

import mjcore as mj
from mjcore import refusals
from mjcore.words.mcr import MCR
from mjcore.words.soft_eight import SOFT_EIGHT

from .table_scripts import SEATS, make_wall
from .table_scripts import action as number_of
from .test_soft_eight_flow import ON_47S

EASY = MCR.replace(flowers=False, min_points=0)
FREE = SOFT_EIGHT.replace(must_declare=False)
FULL = "1111z2222z3333z1m1p"
ON_12P = "123456789m11p22p"
KONG_IN_CHOWS = "111123456m99m56s"

#: Rules, hands and draws, what was done before, whose decision of which sort, an action, and the reason.
CASES = [
    (SOFT_EIGHT, {}, "", "A turn", "pass", "it is the turn of seat 0"),
    (SOFT_EIGHT, {}, "", "A turn", "pung", "seat 0 may discard, kong or win in its turn"),
    (SOFT_EIGHT, {}, "", "A turn", "declare", "seat 0 may discard, kong or win in its turn"),
    (SOFT_EIGHT, {}, "", "A turn", "decline", "seat 0 may not end the hand without a discard"),
    (MCR, {}, "", "A turn", "flower 3f", "seat 0 has no flower 3 that it may expose now"),
    (SOFT_EIGHT, {"hands": [FULL]}, "", "A turn", "discard 9s", "seat 0 does not hold 9s"),
    (MCR, {}, "", "A turn", "discard 8f", "seat 0 does not hold 8f"),
    (SOFT_EIGHT, {"hands": [FULL]}, "", "A turn", "discard_ready 9s", "seat 0 does not hold 9s"),
    (SOFT_EIGHT, {"hands": [FULL]}, "", "A turn", "discard_ready 1z", "seat 0 is not ready without 1z"),
    (
        FREE, {"hands": [FULL]}, "", "A turn", "discard_ready 1m",
        "under these rules nobody declares ready with a discard",
    ),
    (
        SOFT_EIGHT, {"hands": [FULL]}, "", "A turn", "concealed_kong 1m",
        "seat 0 holds 1 of 1m, where a concealed kong needs 4",
    ),
    (SOFT_EIGHT, {"hands": [FULL]}, "", "A turn", "added_kong 9s", "seat 0 holds no 9s to add"),
    (SOFT_EIGHT, {"hands": [FULL]}, "", "A turn", "added_kong 1m", "seat 0 has no pung of 1m"),
    (
        SOFT_EIGHT.replace(tail_tiles=0), {"hands": [FULL], "n_tail": 0}, "", "A turn", "concealed_kong 1z",
        "no kong may be made now",
    ),
    (SOFT_EIGHT, {"hands": [FULL]}, "", "A turn", "win", "1p does not complete the hand of seat 0"),
    (
        SOFT_EIGHT, {"hands": ["123m456p789s11z23m1m"]}, "", "A turn", "win",
        "with 1m no suit of seat 0 reaches the tiles that a win needs",
    ),
    (
        MCR.replace(min_points=60), {"hands": [ON_47S + "7s"], "n": 144}, "", "A turn", "win",
        "the hand of seat 0 has less than the 60 points that a win needs",
    ),
    (
        SOFT_EIGHT, {"hands": ["", ON_47S], "draws": "7s"}, "", "B turn", "win",
        "seat 1 has not declared ready",
    ),
    (
        MCR.replace(flower_policy="free"), {"hands": ["1f" + FULL[:-2]], "n": 144}, "", "A turn", "win",
        "seat 0 cannot win while it holds a flower",
    ),
    (
        SOFT_EIGHT, {"hands": ["2s", "22s"]}, "A discard 2s; B pung", "B turn", "win",
        "seat 1 did not draw a tile that can win",
    ),
    (
        EASY.replace(min_points=60, false_win="penalty10"), {"hands": [ON_47S + "7s"]}, "A win", "A turn",
        "win", "seat 0 lost the right to win this hand",
    ),
    (
        SOFT_EIGHT, {"hands": ["", ON_47S], "draws": "7s"}, "B declare", "B turn", "discard 1m",
        "seat 1 declared ready and discards what it draws",
    ),
    (
        SOFT_EIGHT, {"hands": ["", KONG_IN_CHOWS], "draws": "7s"}, "B declare", "B turn", "concealed_kong 1m",
        "seat 1 declared ready, and this kong would change its hand",
    ),
    (SOFT_EIGHT, {"hands": ["", ON_47S]}, "", "B heavenly", "win", "seat 1 may declare ready or pass"),
    (
        SOFT_EIGHT.replace(late_ready="with_consent"), {"hands": [ON_47S + "1z", "1z"]}, "A discard 1z",
        "A late_ready", "pung", "seat 0 may declare ready or pass",
    ),
    (
        SOFT_EIGHT.replace(late_ready="with_consent"), {"hands": [ON_47S + "1z", "1z"]},
        "A discard 1z; A pass; A declare", "B consent", "win", "seat 1 may agree or pass",
    ),
    (
        SOFT_EIGHT, {"hands": ["1z", ON_47S], "draws": "1z7s"}, "B declare", "B win_claim", "pung",
        "seat 1 may win or pass",
    ),
    (
        SOFT_EIGHT, {"hands": ["2s", "", "22s"]}, "A discard 2s", "C set_claim", "win",
        "2s does not complete the hand of seat 2",
    ),
    (
        SOFT_EIGHT, {"hands": ["2s", "", "22s"]}, "A discard 2s", "C set_claim", "discard 2s",
        "seat 2 may claim the discard or pass",
    ),
    (
        SOFT_EIGHT, {"hands": ["2s", "", "22s1m2m3m4m5m6m7m8m9m1p1z"]}, "A discard 2s", "C set_claim", "kong",
        "seat 2 holds 2 of 2s, where a kong needs 3",
    ),
    (
        SOFT_EIGHT, {"hands": ["2s", "", "22s13s"]}, "A discard 2s", "C set_claim", "chow_middle",
        "only the next player may chow, seat 1",
    ),
    (
        SOFT_EIGHT, {"hands": ["2s", "22s13s"]}, "A discard 2s", "B set_claim", "chow_middle",
        "seat 1 cannot make that chow of 2s",
    ),
    (
        EASY, {"hands": ["2s", "13s456789m1112z", "9p"]}, "A discard 2s", "B set_claim", "pung",
        "seat 1 holds 0 of 2s, where a pung needs 2",
    ),
    (
        SOFT_EIGHT, {"hands": ["1z", "", "123456789m1p111z"]}, "C declare; A discard 1z", "C set_claim",
        "pung", "seat 2 declared ready and claims no more",
    ),
    (
        SOFT_EIGHT.replace(tail_tiles=0), {"hands": ["1z", "", "111z"], "n_tail": 0}, "A discard 1z",
        "C set_claim", "kong", "no kong may be made of 1z now",
    ),
    (
        FREE, {"hands": ["1p", "", ON_12P]}, "A discard 1p", "C set_claim", "win",
        "sets are claimed first, and seat 2 is asked afterwards whether it wins on 1p",
    ),
    (
        FREE, {"hands": ["1p", "1p", ON_12P]}, "A discard 1p; B discard 1p; C pass; C pass",
        "C set_claim of B", "win",
        "seat 2 may not win on 1p before its turn has come: another was discarded since",
    ),
    (
        EASY, {"hands": ["1p", "", ON_12P]}, "A discard 1p; C pass", "C set_claim", "win",
        "seat 2 let the win on 1p pass",
    ),
]  # fmt: skip


def reach(rules, script, asked, **how):
    """A table at the decision that is `asked`, such as ``C set_claim of B``."""
    if isinstance(rules, mj.McrRules):
        how = {"n": 144 if rules.scoring.flowers else 136, "n_tail": 0} | how
    wall = make_wall(**how)
    table = mj.Table(rules, np.random.default_rng(1), wall=wall)
    lines = {seat: [] for seat in range(4)}
    for line in filter(None, map(str.strip, script.split(";"))):
        lines[SEATS.index(line[0])].append(line[1:].strip())
    while not table.over:
        own = lines[table.seat]
        if own and number_of(own[0]) in table.legal:
            table.step(number_of(own.pop(0)))
            continue
        other = f" of {SEATS[table.other]}" if table.other is not None else ""
        if not any(lines.values()) and f"{SEATS[table.seat]} {table.decision}{other}".startswith(asked):
            return table
        drawn = 18 + (table.tile or 0)
        usual = drawn if drawn in table.legal else max(a for a in table.legal if a < 52)
        table.step(usual if table.decision == "turn" else 0)
    raise AssertionError(f"it never came to {asked}; left of the script: {lines}")


@pytest.mark.parametrize(("rules", "how", "script", "asked", "action", "reason"), CASES)
def test_an_action_that_is_not_legal_is_refused_with_the_reason(rules, how, script, asked, action, reason):
    table = reach(rules, script, asked, **how)
    before = table.events
    with pytest.raises(mj.MahjongError, match=re.escape(f"{action} is not legal: {reason}")):
        table.step(action)
    assert table.events == before


def sentences():
    """Every sentence that the module can say, as a regular expression."""
    for node in ast.walk(ast.parse(Path(refusals.__file__).read_text(encoding="utf-8"))):
        said = node.value if isinstance(node, ast.Return) else None
        if isinstance(said, ast.JoinedStr):
            yield "".join(
                re.escape(part.value) if isinstance(part, ast.Constant) else ".+" for part in said.values
            )
        elif isinstance(said, ast.Constant) and isinstance(said.value, str):
            yield re.escape(said.value)


def test_every_sentence_has_a_case():
    said = [reason for *_, reason in CASES]
    found = list(sentences())
    assert len(found) > 25
    assert [pattern for pattern in found if not any(map(re.compile(pattern).match, said))] == []
