"""Recorded hands replayed, move by move, on the table of simulations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjcore.actions import (
    ADDED_KONG,
    CHOW,
    CONCEALED_KONG,
    DECLARE,
    DECLINE,
    DISCARD,
    DISCARD_READY,
    FLOWER,
    KONG,
    PASS,
    PUNG,
    RECALL,
    WIN,
)
from mjcore.deal import n_wall_tiles
from mjcore.encoding.layout import N_FLOWERS
from mjcore.kernels._mcr_value import McrValuePlayer
from mjcore.kernels._one_table import DECISIONS, OneTable
from mjcore.ledger import net_text
from mjcore.logs import FIRST_FLOWER, Event, event_of, event_text, log_tile, tile_of_log
from mjcore.playing import N_DEALT, deal_places
from mjcore.policies import Policy, player_of
from mjcore.recording import as_wind, table_stakes, worth_of
from mjcore.records import OUTCOMES
from mjcore.refusals import reason_against
from mjcore.seats import N_SEATS, NO_STAKES, SEATS, as_seat
from mjcore.table_rules import table_rules
from mjcore.words.errors import MahjongError, TileError, quoted
from mjcore.words.mcr import McrRules
from mjcore.words.presets import check_rules
from mjcore.words.soft_eight import SoftEightRules
from mjcore.words.tiles import N_COPIES, N_KINDS, N_TILES
from mjcore.words.values import items_of, whole

#: Stands for a number of tiles that the log does not know: more than there are.
_UNKNOWN = 1000
#: Tiles that can be drawn after the deal, flowers too.
_MOST_DRAWS = N_TILES + N_FLOWERS - N_SEATS * N_DEALT
#: What the rules of a log say of flowers and of the wall.
_FLOWERS = ("none", "in_play", "removed_by_source")
_WALLS = ("common", "separate", "unknown")
#: What an event says only if it is so.
_FLAGS = ("replacement", "initial", "late")


class Replay(NamedTuple):
    """A hand that was replayed.

    Attributes
    ----------
    winner : int or None
    points : int
        Worth of the winning hand, its flowers included (Soft Eight: what the multiplied base comes to before
        additional points); 0 if nobody won.
    scores : tuple of int
        Points to each seat.
    record : row of RECORD_DTYPE
        All that a simulated hand would say of itself.

    Examples
    --------
    >>> from mjcore.words.soft_eight import SOFT_EIGHT
    >>> from mjcore.recording import play_log
    >>> log = play_log(SOFT_EIGHT, "random", rng=np.random.default_rng(1))
    >>> sum(replay(log, SOFT_EIGHT).scores)
    0
    """

    winner: int | None
    points: int
    scores: tuple[int, ...]
    record: Any

    def __str__(self) -> str:
        ended = OUTCOMES[self.record["outcome"]].replace("_", " ")
        ended = ended if self.winner is None else f"seat {self.winner} won {self.points} points"
        return f"{ended}: {net_text(np.asarray(self.scores))}"


class Decision(NamedTuple):
    """A decision of a recorded hand.

    Attributes
    ----------
    rules : SoftEightRules or McrRules
        With flowers or without, as the log was played.
    table : OneTable
        Before the decision. It is played on afterwards: what is to be kept of it is copied.
    action : int
        What the log says that the actor does.
    """

    rules: Any
    table: OneTable
    action: int

    @property
    def discarded(self) -> int | None:
        """The kind that the actor discards in his turn; None if he does something else, or it is a flower."""
        return kind_discarded(self.action)

    def chosen(self, policy: Policy) -> int:
        """What a policy would do instead, seeing what the actor sees."""
        return self.table.choose(player_of(policy, self.rules))

    def worth(self, policy: Policy) -> NDArray[np.float32] | None:
        """What the hand is worth to a policy after each discard: shape (34,), NaN of kinds that are not held.

        None if the policy does not value discards, as only `value` in Chinese Official Mahjong does.
        """
        player = player_of(policy, self.rules)
        if not isinstance(player, McrValuePlayer):
            return None
        table = self.table
        known, seat_wind = table.player(table.actor), (table.actor - table.dealer) % N_SEATS
        visible = np.ascontiguousarray(table.visible()[:N_KINDS])
        return player.evaluate(known["concealed"], known["melds"], visible, seat_wind, table.wind)["after"]


def kind_discarded(action: int) -> int | None:
    """The kind of tile, not a flower, that an action discards.

    Examples
    --------
    >>> kind_discarded(DISCARD + 3), kind_discarded(DISCARD_READY + 3), kind_discarded(WIN)
    (3, 3, None)
    """
    for first in (DISCARD, DISCARD_READY):
        if first <= action < first + N_KINDS:
            return action - first
    return None


def replay(log: Mapping[str, Any], rules: SoftEightRules | McrRules) -> Replay:
    """Play a recorded hand again, move by move.

    Every move must be legal under the rules. The draws are fed to the table in the order of the log; the
    log's own ``rules`` say whether flowers are in play, which wall there is and when a tile is the last. Its
    ``win`` and ``scores`` are left to the caller to compare: a hand may be paid by other rules than it was.

    Parameters
    ----------
    log : mapping
        As `play_log` writes it; a recorded game of another source in that form.
    rules : SoftEightRules or McrRules

    Returns
    -------
    Replay

    Raises
    ------
    MahjongError
        If the log is not in that form, or naming the event and the reason, if a move is not legal, is missing
        or is one too many.

    Examples
    --------
    >>> from mjcore.words.soft_eight import SOFT_EIGHT
    >>> from mjcore.recording import play_log
    >>> log = play_log(SOFT_EIGHT, "efficient", rng=np.random.default_rng(1))
    >>> replay(log, SOFT_EIGHT).scores == tuple(log["scores"])
    True
    """
    return _replayer(log, rules).run()


def decisions(log: Mapping[str, Any], rules: SoftEightRules | McrRules) -> Iterator[Decision]:
    """Go through a recorded hand, and stop before each decision.

    Moves that are the only legal ones are no decisions.

    Parameters
    ----------
    log : mapping
    rules : SoftEightRules or McrRules

    Yields
    ------
    Decision

    Raises
    ------
    MahjongError
        As `replay`, when the event is reached.

    Examples
    --------
    >>> from mjcore.actions import action_text
    >>> from mjcore.words.soft_eight import SOFT_EIGHT
    >>> from mjcore.recording import play_log
    >>> log = play_log(SOFT_EIGHT, "efficient", rng=np.random.default_rng(1))
    >>> first = next(decisions(log, SOFT_EIGHT))
    >>> first.table.actor, action_text(first.action), log["events"][1]["tile"]
    (0, 'discard 2z', '2z')
    """
    replayer = _replayer(log, rules)
    for action in replayer.actions():
        yield Decision(replayer.rules, replayer.table, action)


def _replayer(log: Mapping[str, Any], rules: SoftEightRules | McrRules) -> _Replayer:
    check_rules(rules, SoftEightRules, McrRules)
    if not isinstance(log, Mapping):
        raise MahjongError(f"a log is a dictionary, not {quoted(log)}")
    return _Replayer(log, rules)


class _Replayer:
    """A log on its way through the table."""

    def __init__(self, log: Mapping[str, Any], rules: SoftEightRules | McrRules) -> None:
        said = log.get("rules", {})
        self.events = [_as_event(i, event) for i, event in enumerate(items_of(log.get("events"), "events"))]
        self.at = 0  # the next event of the log
        self.seen = 0  # rows of the table that were compared
        self.number: dict[int, int] = {}
        self.rules = _rules_of(said, rules)
        dealer = as_seat(log.get("dealer", 0), "the dealer")
        wall = _one_of(said, "wall", _WALLS, "common")
        zha, di = table_stakes(log.get("zha", NO_STAKES), log.get("di", NO_STAKES), self.rules, dealer)
        hands = _hands_of(log.get("deals"))
        draws = _draws_of(self.events, hands, self.rules)
        self.table = OneTable(
            table_rules(self.rules, separate_walls=wall == "separate"),
            _dealt_wall(hands, dealer, draws[0]),
            dealer=dealer,
            wind=as_wind(log.get("prevalent_wind", "E")),
            feed=np.array(draws[1:], dtype=np.uint8),
            left=_left(said, wall, self.rules, dealer, len(draws), self.events),
            zha=zha,
            di=di,
        )

    def actions(self) -> Iterator[int]:
        """Play the log, and stop before each decision with what the log says is done."""
        self._compare()
        while self.table.decision:
            try:
                action = self._action()
            except TileError as error:
                raise TileError(f"{self._here()}: {error}") from None
            yield action
            if not self.table.act(action):
                self._refuse(action)
            self._compare()
        if self.at < len(self.events):
            raise MahjongError(f"{self._here()} comes after the end of the hand")

    def run(self) -> Replay:
        for _ in self.actions():
            pass
        record = self.table.record()
        winner = int(record["winner"]) if record["winner"] >= 0 else None
        return Replay(winner, worth_of(record), tuple(record["points"].tolist()), record)

    def _here(self) -> str:
        if self.at >= len(self.events):
            return "after the last event"
        return _named(self.at, self.events[self.at])

    def _compare(self) -> None:
        """Hold what the table did since against the log."""
        rows = self.table.event_rows(self.seen)
        if self.table.fault:
            raise MahjongError(f"{self._here()}: a tile must be drawn, and the log has no further draw")
        for row in rows:
            done = event_of(row, self.number)
            if done["type"] in ("discard", "kong"):
                self.number[done["seat"]] = self.at
            if self.at < len(self.events) and _are_alike(done, self.events[self.at]):
                self.at += 1
            elif done["type"] != "pass":  # not all logs write down what was passed by
                raise MahjongError(f"{self._here()}: by the rules {event_text(done)} now")
        self.seen += len(rows)

    def _upcoming(self, *skipped: str) -> Event:
        """The next event of the log that is none of these."""
        for event in self.events[self.at :]:
            if event["type"] not in skipped:
                return event
        return {"type": "nothing", "seat": None}

    def _action(self) -> int:
        """What the log says that the actor does."""
        table, seat = self.table, self.table.actor
        decision = DECISIONS[table.decision]
        event = self._upcoming()
        own = event.get("seat") == seat
        if decision == "turn":
            return self._turn(event, own)
        if decision == "win_claim":
            if own and event["type"] == "pass":
                return PASS
            event = self._upcoming("pass", "ready")
            if event["type"] not in ("win", "false_win"):
                return PASS
            return WIN if event["seat"] == seat or _precedes(event["seat"], seat, table.other) else PASS
        if decision == "set_claim":
            event = self._upcoming("pass", "ready", "false_win")
            return _claim(event) if event.get("seat") == seat else PASS
        if decision == "consent":
            return DECLARE
        if not own or event["type"] != "ready":
            return PASS
        return RECALL if self._following()["type"] == "recall" else DECLARE

    def _following(self) -> Event:
        """The event after the next one."""
        return self.events[self.at + 1] if self.at + 1 < len(self.events) else {"type": None}

    def _turn(self, event: Event, own: bool) -> int:
        if not own:
            raise MahjongError(f"{self._here()}: it is the turn of seat {self.table.actor}")
        kind, following = event["type"], self._following()
        if kind == "ready" and following["type"] == "discard":
            return DISCARD_READY + tile_of_log(following.get("tile"))
        if kind in ("win", "false_win"):
            return WIN
        if kind == "decline":
            return DECLINE
        if kind in ("discard", "flower", "kong"):
            tile = tile_of_log(event.get("tile"))
            if kind == "flower":
                return FLOWER + max(tile - FIRST_FLOWER, 0)
            if kind == "discard":
                return DISCARD + tile
            if tile < FIRST_FLOWER and event.get("kind") in ("concealed", "added"):
                return (CONCEALED_KONG if event["kind"] == "concealed" else ADDED_KONG) + tile
        raise MahjongError(f"{self._here()}: seat {self.table.actor} must discard, kong or win in its turn")

    def _refuse(self, action: int) -> None:
        raise MahjongError(f"{self._here()} is not legal: {reason_against(self.table, self.rules, action)}")


def _precedes(winner: int, asked: int, discarder: int) -> bool:
    """Whether a winner comes before who is asked, whose win then let him change his mind."""
    return (winner - discarder) % N_SEATS < (asked - discarder) % N_SEATS


def _claim(event: Event) -> int:
    if event["type"] == "pung":
        return PUNG
    if event["type"] == "kong" and event.get("kind") == "melded":
        return KONG
    if event["type"] == "chow":
        place = tile_of_log(event.get("tile_claimed")) - tile_of_log(event.get("lowest"))
        return CHOW + place if 0 <= place <= 2 else CHOW
    return PASS


def _are_alike(done: Event, logged: Event) -> bool:
    """Whether the log says what the table did; what only one of them says is left aside."""
    if done["type"] != logged["type"]:
        return False
    shared = (done.keys() & logged.keys()) - {"reason", "event"}
    if any(logged.get(flag) is True and flag not in done for flag in _FLAGS):
        return False
    return all(_is_same(done[key], logged[key]) for key in shared)


def _is_same(done: Any, logged: Any) -> bool:
    if isinstance(done, int) and not isinstance(done, bool):
        return whole(logged) == done
    return isinstance(logged, type(done)) and logged == done


def _as_event(number: int, event: Any) -> Event:
    if not isinstance(event, Mapping) or not isinstance(event.get("type"), str):
        raise MahjongError(f"event {number} is no dictionary with a type: {quoted(event)}")
    if event["type"] != "exhaustive_draw" and whole(event.get("seat")) not in SEATS:
        raise MahjongError(f"event {number} ({event['type']}) needs a seat, 0 to 3")
    return dict(event)


def _rules_of(said: Mapping[str, Any], rules: SoftEightRules | McrRules) -> SoftEightRules | McrRules:
    """The rules with flowers or without, as the log was played."""
    if not isinstance(said, Mapping):
        raise MahjongError(f"the rules of a log are a dictionary, not {quoted(said)}")
    flowers = _one_of(said, "flowers", _FLOWERS, None)
    if flowers is None or isinstance(rules, SoftEightRules):
        return rules
    return _with_flowers(rules, flowers == "in_play")


@lru_cache(maxsize=64)
def _with_flowers(rules: McrRules, in_play: bool) -> McrRules:
    return rules.replace(flowers=in_play)


def _one_of(said: Mapping[str, Any], name: str, known: Sequence[str], default: str | None) -> str | None:
    value = said.get(name, default)
    if value is not None and not (isinstance(value, str) and value in known):
        raise MahjongError(f"{name} in the rules of a log is {' or '.join(known)}, not {quoted(value)}")
    return value


def _left(
    said: Mapping[str, Any],
    wall: str | None,
    rules: SoftEightRules | McrRules,
    dealer: int,
    n_draws: int,
    events: list[Event],
) -> tuple[int, ...]:
    """Tiles left after the deal: in turn, for kongs, and of each seat's own wall."""
    draws = said.get("wall_draws")
    if wall == "unknown" or draws is None:
        drawn = events[-1]["type"] == "exhaustive_draw"
        left = n_draws - 1 if drawn else _UNKNOWN
        return (left, left, 0, 0, 0, 0)
    draws = whole(draws)
    if draws is None or not 1 <= draws <= _MOST_DRAWS:
        raise MahjongError(
            f"wall_draws is a number of tiles from 1 to {_MOST_DRAWS}, not {quoted(said['wall_draws'])}"
        )
    if wall == "separate":
        own = [draws - (seat == dealer) for seat in SEATS]
        return (sum(own), sum(own), *own)
    if isinstance(rules, SoftEightRules):
        tail = rules.play.tail_tiles
        return (draws - 1 - tail, tail, 0, 0, 0, 0)
    return (draws - 1, draws - 1, 0, 0, 0, 0)


def _hands_of(deals: Any) -> list[list[int]]:
    """The tiles dealt to each seat."""
    hands = [
        [tile_of_log(tile) for tile in items_of(hand, "the tiles of a deal")]
        for hand in items_of(deals, "deals")
    ]
    if [len(hand) for hand in hands] != [N_DEALT] * N_SEATS:
        raise MahjongError(
            f"a log deals {N_DEALT} tiles to each of four seats, not {[len(h) for h in hands]}"
        )
    return hands


def _draws_of(
    events: Sequence[Event], hands: Sequence[Sequence[int]], rules: SoftEightRules | McrRules
) -> list[int]:
    """The tiles drawn, in order, after a look at whether there are so many."""
    most = [N_COPIES] * FIRST_FLOWER + [int(n_wall_tiles(rules) > N_TILES)] * N_FLOWERS
    seen = [0] * len(most)
    for tile in chain(*hands):
        seen[tile] += 1
        if seen[tile] > most[tile]:
            raise MahjongError(f"the deals: {_too_many(tile, seen, most)}")
    draws = []
    for number, event in enumerate(events):
        if event["type"] != "draw":
            continue
        try:
            tile = tile_of_log(event.get("tile"))
        except TileError as error:
            raise TileError(f"{_named(number, event)}: {error}") from None
        seen[tile] += 1
        if seen[tile] > most[tile]:
            raise MahjongError(f"{_named(number, event)}: {_too_many(tile, seen, most)}")
        draws.append(tile)
    if not draws:
        raise MahjongError("a log begins with the dealer's draw, and there is no draw in it")
    return draws


def _too_many(tile: int, seen: Sequence[int], most: Sequence[int]) -> str:
    return f"{seen[tile]} copies of {log_tile(tile)}, where {most[tile]} are in play"


def _named(number: int, event: Event) -> str:
    return f"event {number} ({event_text(event)})"


def _dealt_wall(hands: Sequence[Sequence[int]], dealer: int, first: int) -> NDArray[np.uint8]:
    """A wall of which only the tiles dealt are known; the others are fed."""
    wall = np.zeros(4 * N_DEALT + 1, dtype=np.uint8)
    for seat, hand in enumerate(hands):
        wall[deal_places(seat, dealer)] = hand
    wall[-1] = first
    return wall
