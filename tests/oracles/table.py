"""A whole hand at a table, played step by step: the flow that both games share.

Slow and plain. A table asks one question at a time; a question that has one answer is not asked. What
only one of the games knows stands in `soft_eight_table` and `mcr_table`.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .table_claims import Claims
from .table_codes import (
    DECLINE,
    DISCARD_READY,
    DISCARD_TILE,
    DRAWN_DECLINED,
    DRAWN_KONG,
    DRAWN_WALL,
    EXPOSE_FLOWER,
    FIRST_FLOWER,
    FROM_CLAIM,
    FROM_TAIL,
    FROM_WALL,
    MAKE_ADDED_KONG,
    MAKE_CONCEALED_KONG,
    NEVER,
    NO_SEAT,
    NO_TILE,
    TURN,
    WIN,
)
from .table_players import Exposed, Player, Turn
from .table_results import Results


class Table(Claims, Results):
    """One hand: `question` is what is due, `act` answers it, `record` and `events` say what came of it."""

    def __init__(
        self,
        rules: Any,
        wall: Sequence[int],
        *,
        dealer: int = 0,
        prevalent_wind: int = 0,
        zha: Sequence[int] = (0, 0, 0, 0),
        di: Sequence[int] = (0, 0, 0, 0),
    ):
        super().__init__(rules, dealer)
        self.prevalent_wind, self.zha, self.di = prevalent_wind, tuple(zha), tuple(di)
        self.wall = self.wall_of([int(tile) for tile in wall])
        self.record: dict[str, Any] = {}
        self._run = self._steps()
        self._go_on(None)

    @property
    def over(self) -> bool:
        return self.question is None

    def act(self, code: int) -> None:
        """Answer the question that is due."""
        if self.question is None or code not in self.question.legal:
            raise ValueError(f"{code} is no answer to {self.question}")
        self._go_on(code)

    def _go_on(self, code):
        try:
            self.question = self._run.send(code)
        except StopIteration:
            self.question = None

    def _steps(self):
        step = self.begin()
        while step is not None:
            step = yield from step
        self.record = self.recorded()

    # -- turns

    def draw(self, player: Player) -> Iterator:
        """A player whose turn comes draws a tile, or the hand ends because there is none."""
        if self.wall.n_live == 0:
            return self.drawn(DRAWN_WALL)
        tile = self.wall.draw()
        return (yield from self.receive(player, tile, FROM_WALL))

    def receive(self, player: Player, tile: int, source: int, *, dead_end: bool = False) -> Iterator:
        """A player takes a tile; what the game does before his turn begins follows."""
        self.take(player, tile, replacement=source == FROM_TAIL)
        turn = Turn(player, source, tile, self.is_last, dead_end, after_kong=source == FROM_TAIL)
        if source == FROM_WALL:
            yield from self.before_turn(turn)
        return self.turn(turn)

    def take(self, player: Player, tile: int, *, replacement: bool) -> None:
        """Put a tile that was drawn in the player's hand."""
        self.begins_turn(player)
        self.n_drawn += 1
        self.event("draw", player, tile, **({"replacement": True} if replacement else {}))
        player.take(tile)
        player.drawn = tile

    def begins_turn(self, player: Player) -> None:
        """A player draws or claims: what barred him from winning does so no more."""
        player.has_drawn = True
        player.barred.clear()
        if self.option("same_tile_follow") == "until_any_ready_turn" and player.declared:
            for other in self.players:
                other.barred.clear()

    @property
    def is_last(self) -> bool:
        return self.wall.n_live == 0

    def turn(self, turn: Turn) -> Iterator:
        """A player with fourteen tiles: he wins, makes a kong, or discards."""
        player = turn.player
        player.recalled = False
        if not (turn.is_claim or turn.again):
            self.count_refused(player, turn.tile, self.refuses_draw(turn))
        while True:
            tile = NO_TILE if turn.tile is None else turn.tile
            answer = yield from self.ask(TURN, player, tile, NO_SEAT, self.turn_actions(turn))
            if answer == WIN and self.is_false_win(player, None, turn):
                self.false_win(player)
                turn.may_win = False
                continue
            break
        if answer == WIN:
            return self.won_by_draw(turn)
        if answer == DECLINE:
            self.event("decline", player)
            return self.drawn(DRAWN_DECLINED)
        if answer >= MAKE_ADDED_KONG:
            return self.add_kong(turn, answer - MAKE_ADDED_KONG)
        if answer >= MAKE_CONCEALED_KONG:
            return self.conceal_kong(player, answer - MAKE_CONCEALED_KONG)
        if answer >= DISCARD_READY:
            return self.discard(turn, answer - DISCARD_READY, ready=True)
        if answer >= DISCARD_TILE:
            return self.discard(turn, answer - DISCARD_TILE)
        return self.expose_flower(turn, answer - EXPOSE_FLOWER)

    def turn_actions(self, turn: Turn) -> set[int]:
        """Everything that may be done in a turn."""
        player, legal = turn.player, set()
        if turn.may_win and self.wins_by_draw(turn):
            if not self.option("decline_win") and not self.is_false_win(player, None, turn):
                return {WIN}
            legal.add(WIN)
        legal |= {MAKE_CONCEALED_KONG + kind for kind in self.concealed_kongs(turn)}
        legal |= {MAKE_ADDED_KONG + kind for kind in self.added_kongs(turn)}
        if player.declared:
            legal.add(DISCARD_TILE + turn.tile)
        else:
            kinds = [kind for kind, n in enumerate(player.concealed) if n]
            legal |= {DISCARD_TILE + kind for kind in (*kinds, *player.held_flowers)}
            legal |= {DISCARD_READY + kind for kind in kinds if self.may_declare_discarding(player, kind)}
        legal |= {EXPOSE_FLOWER + flower - FIRST_FLOWER for flower in self.flowers_to_expose(turn)}
        if turn.last and not turn.is_claim and not player.declared:
            legal |= {DECLINE} if self.option("haidi_undeclared") == "may_decline_discard" else set()
        return legal

    def concealed_kongs(self, turn: Turn) -> list[int]:
        player = turn.player
        if not self.may_kong_now(turn):
            return []
        if player.declared:
            return [turn.tile] if self.may_kong_ready(player, turn.tile, "concealed_kong", turn) else []
        return [kind for kind, n in enumerate(player.concealed) if n == 4]

    def added_kongs(self, turn: Turn) -> list[int]:
        player = turn.player
        if not self.may_kong_now(turn):
            return []
        kinds = [one.kind for one in player.sets if one.type == "pung" and player.concealed[one.kind]]
        if player.declared:
            allowed = turn.tile in kinds and self.may_kong_ready(player, turn.tile, "added_kong", turn)
            return [turn.tile] if allowed else []
        return kinds if self.option("late_added_kong") else [kind for kind in kinds if kind == turn.tile]

    def may_kong_now(self, turn: Turn) -> bool:
        """Whether a kong of one's own tiles can be made in this turn at all."""
        if not self.wall.has_kong_tile or (turn.last and not self.option("haidi_kong")):
            return False
        return not turn.is_claim or (turn.claim == "pung" and not self.option("kong_needs_own_draw"))

    # -- kongs

    def conceal_kong(self, player: Player, kind: int) -> Iterator:
        player.give(kind, 4)
        player.sets.append(Exposed("concealed_kong", kind))
        self.event("kong", player, kind, kind="concealed")
        return self.complete_kong(player, "concealed", kind, None)
        yield

    def add_kong(self, turn: Turn, kind: int) -> Iterator:
        """The fourth tile is added to a pung, unless it is robbed."""
        player = turn.player
        self.event("kong", player, kind, kind="added")
        player.give(kind)
        if self.option("robbable_kongs") == "added_and_fed":
            others = self.after(player)
            winners = yield from self.ask_wins(others, kind, player, robbing=True)
            if winners:
                return self.won_by_claim(winners, player, kind, "robbed")
        place = next(n for n, one in enumerate(player.sets) if one.type == "pung" and one.kind == kind)
        feeder = player.sets[place].feeder
        player.sets[place] = Exposed("added_kong", kind, feeder)
        self.visible[kind] += 1
        return self.complete_kong(player, "added", kind, feeder)

    def complete_kong(self, player: Player, type: str, kind: int, feeder: int | None) -> Iterator:
        """A kong that was made: its tile is drawn, unless it was one too many."""
        self.kongs.append((player.seat, type, kind, feeder))
        limit = self.option("kong_limit")
        dead_end = limit is not None and len(self.kongs) >= limit
        if dead_end and not player.declared:
            return self.drawn(DRAWN_KONG)
        return self.receive(player, self.wall.draw_for_kong(), FROM_TAIL, dead_end=dead_end)

    # -- discards

    def discard(self, turn: Turn, tile: int, *, ready: bool = False) -> Iterator:
        player = turn.player
        player.with_discard = ready
        if ready:
            player.declared = True
            player.heavenly = self.is_dealers_heavenly(player)
            self.event("ready", player, heavenly=player.heavenly)
        player.give(tile)
        player.discards.append(tile)
        if tile < FIRST_FLOWER:
            self.visible[tile] += 1
        self.event("discard", player, tile)
        if player.ready_turn == NEVER and self.is_ready(player):
            player.ready_turn = len(player.discards)
        self.discarders.append(player)
        return self.response(turn, tile)
        yield

    def response(self, turn: Turn, tile: int) -> Iterator:
        """What the others do about a discard: win, declare, claim; then play goes on."""
        player, recovers = turn.player, self.option("pass_recovery")
        others, claim = self.after(player), None
        if recovers:
            claim = yield from self.ask_sets(turn, tile)
        winners = yield from self.ask_wins(others, tile, player, last=turn.last)
        if winners:
            return self.won_by_claim(winners, player, tile, "discard", last=turn.last)
        self.bar(player, tile)
        if (yield from self.ask_heavenly(others, tile, player, claim)):
            return self.turn_again(self.players[self.dealer])
        if not recovers:
            claim = yield from self.ask_sets(turn, tile)
        if claim:
            return self.carry_out(turn, tile, *claim)
        if turn.dead_end and self.option("fourth_kong_dead_end") == "draw":
            return self.drawn(DRAWN_KONG)
        follower = others[0]
        return self.turn_again(follower) if follower.recalled else self.draw(follower)

    def carry_out(self, turn: Turn, tile: int, player: Player, type: str, lowest: int) -> Iterator:
        """A claim that nobody prevented."""
        feeder = turn.player
        self.n_claims += 1
        self.unbar_skipped(feeder, player)
        if type == "chow":
            kinds = [lowest, lowest + 1, lowest + 2]
            kinds.remove(tile)
            self.event("chow", player, from_seat=feeder.seat, tile_claimed=tile, lowest=lowest)
        else:
            kinds = [tile] * (3 if type == "melded_kong" else 2)
            named = {"kind": "melded"} if type == "melded_kong" else {}
            self.event(type.removeprefix("melded_"), player, tile, from_seat=feeder.seat, **named)
        for kind in kinds:
            player.give(kind)
            self.visible[kind] += 1
        player.sets.append(Exposed(type, lowest, feeder.seat))
        if type != "melded_kong":
            self.begins_turn(player)
            return self.turn(Turn(player, FROM_CLAIM, None, turn.last, claim=type))
        if self.option("direct_kong_robbable"):
            others = [other for other in self.after(player) if other is not feeder]
            winners = yield from self.ask_wins(others, tile, player, robbing=True)
            if winners:
                player.sets.pop()
                return self.won_by_claim(winners, player, tile, "robbed")
        return self.complete_kong(player, "melded", tile, feeder.seat)


def play_hand(table: Table, decide: Callable) -> Table:
    """Play a table to the end; `decide` answers each question."""
    while not table.over:
        table.act(decide(table.question))
    return table
