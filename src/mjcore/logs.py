"""Hands move by move: the events of a table in the words of a log, and back.

A log is a dictionary that JSON can hold: ``rules`` (what of the table is not in the rule set:
flowers, wall, tiles that can be drawn), ``prevalent_wind``, ``dealer``, ``deals`` (thirteen tiles a seat; the
dealer's fourteenth is the first draw), ``events`` in order, ``win``, ``scores``; for Soft Eight also ``zha``
and ``di``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mjcore.encoding.layout import N_FLOWERS
from mjcore.kernels._one_table import EVENTS
from mjcore.words.errors import TileError, quoted
from mjcore.words.tiles import KIND_TEXTS, N_KINDS, as_kind, parse_tiles

FIRST_FLOWER = N_KINDS
_FLOWER_DIGITS = "".join(map(str, range(1, N_FLOWERS + 1)))

Event = dict[str, Any]
Row = tuple[int, int, int, int, int]

#: How a hand without a winner ended, by the number in the column `outcome`.
ENDINGS = ("no_tile_left", "declined", "kong_too_many")

_KONGS = {"melded_kong": "melded", "concealed_kong": "concealed", "added_kong": "added"}


def log_tile(kind: int) -> str:
    """A tile as logs write it; flowers are 1f to 8f.

    Examples
    --------
    >>> log_tile(0), log_tile(34)
    ('1m', '1f')
    """
    return KIND_TEXTS[kind] if kind < N_KINDS else f"{kind - FIRST_FLOWER + 1}f"


def tile_of_log(text: Any) -> int:
    """The kind of a tile in a log.

    Raises
    ------
    TileError
        If it is no tile.

    Examples
    --------
    >>> tile_of_log("7z"), tile_of_log("8f")
    (33, 41)
    """
    if isinstance(text, str) and len(text) == 2 and text[1] == "f" and text[0] in _FLOWER_DIGITS:
        return FIRST_FLOWER + int(text[0]) - 1
    if not isinstance(text, str):
        raise TileError(f"a tile of a log is text, not {quoted(text)}")
    kinds = parse_tiles(text)
    if len(kinds) != 1:
        raise TileError(f"a tile of a log is one tile, and {quoted(text)} are {len(kinds)}")
    return as_kind(kinds[0])


def event_of(row: Row, number: dict[int, int]) -> Event:
    """An event of a table in the words of a log.

    Parameters
    ----------
    row : (type, seat, tile, other, extra)
    number : dict
        For each seat, the number of its last discard in the log, which a win that was passed by names.
    """
    name, (seat, tile, other, extra) = EVENTS[row[0]], row[1:]
    if name == "draw":
        return {"type": "draw", "seat": seat, "tile": log_tile(tile)}
    if name == "replacement":
        return {"type": "draw", "seat": seat, "tile": log_tile(tile), "replacement": True}
    if name == "chow":
        claimed = {"tile_claimed": log_tile(tile), "lowest": log_tile(extra)}
        return {"type": "chow", "seat": seat, "from_seat": other, **claimed}
    if name == "pung":
        return {"type": "pung", "seat": seat, "from_seat": other, "tile": log_tile(tile)}
    if name in _KONGS:
        fed = {"from_seat": other} if name == "melded_kong" else {}
        return {"type": "kong", "seat": seat, "kind": _KONGS[name], **fed, "tile": log_tile(tile)}
    if name == "flower":
        return {
            "type": "flower",
            "seat": seat,
            "tile": log_tile(tile),
            **({"initial": True} if extra else {}),
        }
    if name == "ready":
        return {
            "type": "ready",
            "seat": seat,
            "heavenly": extra == 1,
            **({"late": True} if extra == 2 else {}),
        }
    if name == "win":
        how = {"self_draw": extra == 1, "robbing_kong": extra == 2}
        given = {} if extra == 1 else {"from_seat": other}
        return {"type": "win", "seat": seat, "tile": log_tile(tile), **how, **given}
    if name == "end":
        return {"type": "exhaustive_draw", "reason": ENDINGS[extra]}
    if name == "pass":
        return {"type": "pass", "seat": seat, "event": number.get(other)}
    if name in ("decline", "recall"):
        return {"type": name, "seat": seat}
    return {"type": name, "seat": seat, "tile": log_tile(tile)}  # discard, false_win


def events_of(rows: Sequence[Row], *, with_passes: bool) -> list[Event]:
    """All events of a table in the words of a log.

    Parameters
    ----------
    rows : sequence of (type, seat, tile, other, extra)
    with_passes : bool
        Whether wins that were passed by are written.
    """
    events: list[Event] = []
    number: dict[int, int] = {}
    for row in rows:
        event = event_of(row, number)
        if event["type"] == "pass" and not with_passes:
            continue
        if event["type"] in ("discard", "kong"):
            number[event["seat"]] = len(events)
        events.append(event)
    return events


def event_text(event: Event) -> str:
    """An event in a few words, for messages.

    Examples
    --------
    >>> event_text({"type": "pung", "seat": 2, "from_seat": 1, "tile": "5m"})
    'seat 2 pungs 5m'
    """
    seat, tile = event.get("seat"), event.get("tile", event.get("tile_claimed"))
    tile = tile if tile is None or isinstance(tile, str) else quoted(tile)
    verbs = {
        "draw": "draws",
        "discard": "discards",
        "chow": "chows",
        "pung": "pungs",
        "kong": f"makes a {event.get('kind')} kong of",
        "flower": "exposes the flower",
        "win": "wins on",
        "false_win": "wins falsely on",
        "ready": "declares ready",
        "decline": "ends the hand without a discard",
        "pass": "passes a win by",
        "recall": "recalls the first discards",
    }
    kind = event.get("type")
    if kind == "exhaustive_draw":
        return "the hand is drawn"
    verb = verbs.get(str(kind), f"does something unknown, {quoted(kind)}")
    return f"seat {seat} {verb}" + (f" {tile}" if tile is not None else "")
