"""Why an action is not legal at a table, in a sentence."""

from __future__ import annotations

from typing import Any

from mjcore.actions import (
    ADDED_KONG,
    CHOW,
    CONCEALED_KONG,
    DISCARD,
    DISCARD_READY,
    FLOWER,
    KONG,
    PASS,
    PUNG,
    WIN,
)
from mjcore.kernels._one_table import DECISIONS, EVENTS, OneTable
from mjcore.logs import FIRST_FLOWER, log_tile
from mjcore.words.mcr import McrRules
from mjcore.words.soft_eight import SoftEightRules

#: What a seat is asked where there are but two answers.
_TWO_ANSWERS = {
    "win_claim": "win",
    "heavenly": "declare ready",
    "late_ready": "declare ready",
    "consent": "agree",
}


def reason_against(table: OneTable, rules: SoftEightRules | McrRules, action: int) -> str:
    """Why the actor of a table may not take an action now.

    Parameters
    ----------
    table : OneTable
    rules : SoftEightRules or McrRules
    action : int
        Number of an action that is not legal.

    Returns
    -------
    str
    """
    seat = table.actor
    player = table.player(seat)
    decision = DECISIONS[table.decision]
    if decision in _TWO_ANSWERS:
        return f"seat {seat} may {_TWO_ANSWERS[decision]} or pass"
    if action == WIN:
        return _no_win(table, rules, player, seat)
    if decision == "set_claim":
        return _no_claim(table, player, seat, action)
    if action == PASS:
        return f"it is the turn of seat {seat}"
    if action < CHOW + 3:
        return f"seat {seat} may discard, kong or win in its turn"
    if action >= CONCEALED_KONG:
        return _no_kong(table, player, seat, action)
    if action >= DISCARD:
        return _no_discard(rules, player, seat, action)
    if action >= FLOWER:
        return f"seat {seat} has no flower {action - FLOWER + 1} that it may expose now"
    return f"seat {seat} may not end the hand without a discard"


def _no_win(table: OneTable, rules: SoftEightRules | McrRules, player: dict[str, Any], seat: int) -> str:
    tile = table.tile
    if tile >= FIRST_FLOWER:
        return f"seat {seat} did not draw a tile that can win"
    shown = log_tile(tile)
    if player["dead"]:
        return f"seat {seat} lost the right to win this hand"
    if player["held_flowers"]:
        return f"seat {seat} cannot win while it holds a flower"
    if not player["shape_waits"] >> tile & 1:
        return f"{shown} does not complete the hand of seat {seat}"
    if not player["waits"] >> tile & 1:
        return f"with {shown} no suit of seat {seat} reaches the tiles that a win needs"
    if rules.play.must_declare and not player["declared"]:
        return f"seat {seat} has not declared ready"
    if _let_pass(table, seat):
        return f"seat {seat} let the win on {shown} pass"
    if player["barred"] >> tile & 1:
        return f"seat {seat} may not win on {shown} before its turn has come: another was discarded since"
    if isinstance(rules, McrRules):
        return f"the hand of seat {seat} has less than the {rules.scoring.min_points} points that a win needs"
    return f"sets are claimed first, and seat {seat} is asked afterwards whether it wins on {shown}"


def _let_pass(table: OneTable, seat: int) -> bool:
    """Whether a seat could have won on the discard in question."""
    for kind, who, *_ in reversed(table.event_rows()):
        if EVENTS[kind] in ("discard", "pass") and (EVENTS[kind] == "discard" or who == seat):
            return EVENTS[kind] == "pass"
    return False


def _no_claim(table: OneTable, player: dict[str, Any], seat: int, action: int) -> str:
    tile = table.tile
    shown, held = log_tile(tile), int(player["concealed"][tile])
    if action not in (PUNG, KONG, CHOW, CHOW + 1, CHOW + 2):
        return f"seat {seat} may claim the discard or pass"
    if player["declared"] and action != KONG:
        return f"seat {seat} declared ready and claims no more"
    if action == PUNG and held < 2:
        return f"seat {seat} holds {held} of {shown}, where a pung needs 2"
    if action == KONG and held < 3:
        return f"seat {seat} holds {held} of {shown}, where a kong needs 3"
    if action >= CHOW and seat != (table.other + 1) % 4:
        return f"only the next player may chow, seat {(table.other + 1) % 4}"
    if action >= CHOW:
        return f"seat {seat} cannot make that chow of {shown}"
    return f"no kong may be made of {shown} now"


def _no_kong(table: OneTable, player: dict[str, Any], seat: int, action: int) -> str:
    kind = action - (ADDED_KONG if action >= ADDED_KONG else CONCEALED_KONG)
    shown, held = log_tile(kind), int(player["concealed"][kind])
    if action < ADDED_KONG and held < 4:
        return f"seat {seat} holds {held} of {shown}, where a concealed kong needs 4"
    if action >= ADDED_KONG and not held:
        return f"seat {seat} holds no {shown} to add"
    if action >= ADDED_KONG and not any(code == 64 + kind + 1 for code in player["melds"].tolist()):
        return f"seat {seat} has no pung of {shown}"
    if player["declared"]:
        return f"seat {seat} declared ready, and this kong would change its hand"
    return "no kong may be made now"


def _no_discard(rules: SoftEightRules | McrRules, player: dict[str, Any], seat: int, action: int) -> str:
    kind = action - (DISCARD_READY if action >= DISCARD_READY else DISCARD)
    shown = log_tile(kind)
    held = (
        player["concealed"][kind]
        if kind < FIRST_FLOWER
        else player["held_flowers"] >> (kind - FIRST_FLOWER) & 1
    )
    if not held:
        return f"seat {seat} does not hold {shown}"
    if player["declared"]:
        return f"seat {seat} declared ready and discards what it draws"
    if not rules.play.must_declare:
        return "under these rules nobody declares ready with a discard"
    return f"seat {seat} is not ready without {shown}"
