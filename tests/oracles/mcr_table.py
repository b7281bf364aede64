"""Chinese Official Mahjong at a table: flowers, the minimum, false wins."""

from collections.abc import Iterator
from dataclasses import fields
from functools import lru_cache
from typing import Any

from mjcore.mcr_payments import mcr_false_win_payments, mcr_payments

from .knitted import shanten
from .mcr import Score, score
from .mcr_catalogue import NUMBERS, Options
from .mcr_circumstances import Circumstances
from .mcr_readings import Declared, is_complete, mcr_waits, readings
from .sets import N_COPIES
from .table import Table
from .table_codes import DRAWN_WALL, FIRST_FLOWER, FROM_DEAL, FROM_TAIL, FROM_WALL
from .table_players import Exposed, Player, Turn, less, more, with_copies_left
from .table_wall import OpenWall, dealt_positions

FLOWERS = range(FIRST_FLOWER, FIRST_FLOWER + 8)

cached_score = lru_cache(maxsize=50_000)(score)


@lru_cache(maxsize=100_000)
def waits_of(concealed: tuple[int, ...], declared: tuple[Declared, ...]) -> frozenset[int]:
    """Kinds that complete thirteen tiles, whatever they are worth; fifth copies too."""
    return frozenset(mcr_waits(concealed, declared, structural=True))


@lru_cache(maxsize=64)
def options_of(rules: Any) -> Options:
    """The scoring options of rules as the oracle has them."""
    scoring = {field.name: getattr(rules.scoring, field.name) for field in fields(rules.scoring)}
    changes = {name: getattr(rules.fans, name) for name in ("points", "disabled", "excludes")}
    return Options(**scoring, **changes)


class McrTable(Table):
    """One hand of Chinese Official Mahjong; see `Table`."""

    has_many_winners = False

    def wall_of(self, tiles: list[int]) -> OpenWall:
        return OpenWall(tiles)

    @property
    def keeps_flowers(self) -> bool:
        return self.rules.play.flower_policy == "free"

    # -- dealing and drawing

    def begin(self) -> Iterator:
        """Deal, replace flowers from the dealer on, and begin."""
        dealer = self.players[self.dealer]
        order = [dealer, *self.after(dealer)]
        for player, places in zip(order, dealt_positions(), strict=True):
            for place in places:
                player.take(self.wall.tiles[place])
        tile = self.wall.tiles[52]
        self.event("draw", dealer, tile)
        dealer.take(tile)
        for player in order if not self.keeps_flowers else ():
            tile = self._replace_dealt(player, tile) if player is dealer else tile
            if player is not dealer:
                self._replace_dealt(player, None)
        dealer.drawn = tile
        for player in order:
            self._note_deal(player, tile if player is dealer else None)
        return self.turn(Turn(dealer, FROM_DEAL, tile))
        yield

    def _replace_dealt(self, player: Player, watched: int | None) -> int | None:
        """Replace the flowers dealt to a player; what has become of the tile watched."""
        while player.held_flowers:
            flower = player.held_flowers[0]
            tile = self._replace(player, flower, initial=True)
            if flower == watched:
                watched = tile
        return watched

    def _replace(self, player: Player, flower: int, *, initial: bool) -> int:
        """Put a flower on the table and draw another tile from the end of the wall."""
        player.give(flower)
        player.flowers += 1
        self.event("flower", player, flower, **({"initial": True} if initial else {}))
        tile = self.wall.draw_for_kong()
        self.n_drawn += 1
        self.event("draw", player, tile, replacement=True)
        player.take(tile)
        player.drawn = tile
        return tile

    def _note_deal(self, player: Player, fourteenth: int | None) -> None:
        """How far the thirteen tiles dealt are from complete, without the dealer's fourteenth."""
        concealed = tuple(player.concealed)
        if fourteenth is not None and fourteenth < FIRST_FLOWER:
            concealed = less(concealed, fourteenth)
        player.deal_shanten = shanten(concealed, "mcr") if sum(concealed) == 13 else 127
        if fourteenth is None and self.is_ready(player):
            player.ready_turn = 0

    def receive(self, player: Player, tile: int, source: int, *, dead_end: bool = False) -> Iterator:
        """A player takes a tile; flowers are replaced at once, and the last tile is not replaced."""
        self.take(player, tile, replacement=source == FROM_TAIL)
        while tile in FLOWERS and not self.keeps_flowers:
            if self.wall.n_live == 0:
                player.give(tile)
                player.discards.append(tile)
                self.event("discard", player, tile)
                return self.drawn(DRAWN_WALL)
            tile, source = self._replace(player, tile, initial=False), FROM_WALL
        return self.turn(Turn(player, source, tile, self.is_last))
        yield

    def expose_flower(self, turn: Turn, number: int) -> Iterator:
        """A flower that was kept is exposed and replaced."""
        player = turn.player
        tile = self._replace(player, FIRST_FLOWER + number, initial=False)
        source = FROM_DEAL if turn.source == FROM_DEAL else FROM_WALL
        if tile in FLOWERS and self.wall.n_live == 0:
            player.give(tile)
            player.discards.append(tile)
            self.event("discard", player, tile)
            return self.drawn(DRAWN_WALL)
        return self.turn(Turn(player, source, tile, self.is_last))
        yield

    # -- readiness

    def declared_of(self, player: Player) -> tuple[Declared, ...]:
        return tuple(one.declared() for one in player.sets)

    def is_ready(self, player: Player) -> bool:
        """Whether thirteen tiles have a wait of which the player does not hold all copies."""
        if player.n_tiles - len(player.held_flowers) != 13:
            return False
        found = waits_of(tuple(player.concealed), self.declared_of(player))
        return bool(with_copies_left(set(found), player.own()))

    def may_declare_discarding(self, player: Player, kind: int) -> bool:
        if not self.rules.play.must_declare or player.dead or player.held_flowers:
            return False
        found = waits_of(player.without(kind), self.declared_of(player))
        return bool(with_copies_left(set(found), player.own(kind)))

    def is_dealers_heavenly(self, player: Player) -> bool:
        return False

    def may_declare_heavenly(self, player: Player, *, at_start: bool) -> bool:
        return False

    def before_turn(self, turn: Turn) -> Iterator:
        return
        yield

    # -- wins

    def may_win(self, player: Player) -> bool:
        """Whether a complete hand of a player would be his to win, were it worth enough."""
        is_free = player.declared or not self.rules.play.must_declare
        return is_free and not player.dead and not player.held_flowers

    def is_initial(self, turn: Turn) -> bool:
        return turn.source == FROM_DEAL

    def draw_score(self, turn: Turn) -> Score | None:
        """What the hand of a turn is worth, if it is complete and may be won at all."""
        player, tile = turn.player, turn.tile
        is_free = self.may_win(player) or (self.is_initial(turn) and not (player.dead or player.held_flowers))
        if turn.is_claim or not is_free or not is_complete(player.concealed, len(player.sets)):
            return None
        source = "replacement" if turn.source == FROM_TAIL else "wall"
        concealed = less(player.concealed, tile)
        return self.score_of(player, concealed, tile, source, turn.last, self.is_initial(turn))

    def claim_score(self, player: Player, tile: int, robbing: bool, last: bool) -> Score | None:
        """What the hand would be worth with another player's tile, if it is complete and may be won."""
        if not self.may_win(player) or not is_complete(more(player.concealed, tile), len(player.sets)):
            return None
        source = "robbed" if robbing else "discard"
        return self.score_of(player, tuple(player.concealed), tile, source, last, False)

    def score_of(self, player, concealed, tile, source, last, initial) -> Score:
        how = Circumstances(
            source=source,
            last_wall=last,
            last_copy=self.is_last_copy(concealed, tile, source, initial),
            initial=initial,
            seat_wind=(player.seat - self.dealer) % 4,
            prevalent_wind=self.prevalent_wind,
            flowers=player.flowers,
        )
        return cached_score(concealed, self.declared_of(player), tile, how, options_of(self.rules))

    def is_last_copy(self, concealed, tile, source, initial) -> bool:
        """Whether everybody sees the three other copies (9.7)."""
        seen = self.visible[tile] - (source == "discard")
        if source == "robbed" and seen == N_COPIES:  # a kong of a discard, which lies there whole
            seen -= 1
        return seen == N_COPIES - 1 and not initial and not concealed[tile]

    def is_enough(self, found: Score | None) -> bool:
        """Whether a win may be called: the minimum is reached, or false wins are part of the game."""
        return found is not None and (found.legal or self.rules.play.false_win == "penalty10")

    def wins_by_draw(self, turn: Turn) -> bool:
        return self.is_enough(self.draw_score(turn))

    def wins_by_claim(self, player, tile, giver, robbing, last) -> bool:
        return self.is_enough(self.claim_score(player, tile, robbing, last))

    def is_false_win(self, player, tile, turn, *, robbing=False, last=False) -> bool:
        found = self.draw_score(turn) if turn else self.claim_score(player, tile, robbing, last)
        return found is not None and not found.legal

    def false_win(self, player: Player) -> None:
        """A complete hand below the minimum was called: the caller pays and can win no more."""
        player.dead = True
        paid = mcr_false_win_payments(self.rules, offender=player.seat).net.tolist()
        self.penalties = [n + m for n, m in zip(self.penalties, paid, strict=True)]
        self.event("false_win", player)

    def refuses_draw(self, turn: Turn) -> bool:
        found = self.draw_score(turn)
        return found is not None and not found.legal

    def refuses_claim(self, player, tile, giver, robbing, last) -> bool:
        found = self.claim_score(player, tile, robbing, last)
        return found is not None and not found.legal

    def is_reaction(self, player, tile, giver, robbing) -> bool:
        return False

    # -- kongs of a player who declared

    def may_kong_ready(self, player: Player, tile: int, type: str, turn: Turn) -> bool:
        how = self.option("ready_kong")
        n = {"concealed_kong": 4, "added_kong": 1, "melded_kong": 3}[type]
        if tile >= FIRST_FLOWER or how == "never" or player.concealed[tile] < n:
            return False
        if how == "added_only" and type != "added_kong":
            return False
        before = tuple(player.concealed) if type == "melded_kong" else player.without(tile)
        kept = [one for one in player.sets if (one.type, one.kind) != ("pung", tile)]
        new = tuple(one.declared() for one in (*kept, Exposed(type, tile)))
        old = self.declared_of(player)
        waits = self._live_waits(before, old)
        after = self._live_waits(player.without(tile, n), new)
        if how == "still_ready":
            return bool(after)
        if waits != after:
            return False
        if how == "structure_unchanged" and type != "added_kong":
            return all(self._keeps_pung(more(before, kind), old, tile) for kind in waits)
        return True

    def _live_waits(self, concealed, declared) -> set[int]:
        return mcr_waits(concealed, declared) if sum(concealed) + 3 * len(declared) == 13 else set()

    def _keeps_pung(self, concealed, declared, tile) -> bool:
        """Whether three tiles are a pung in every way to see a complete hand."""
        return all(
            any((block.type, block.kind) == ("pung", tile) for block in reading.sets)
            for reading in readings(concealed, declared, None, claimed=False)
        )

    # -- worth and payments

    def circumstances_of(self, winner: Player) -> dict[str, bool]:
        concealed = winner.concealed
        last_copy = self.is_last_copy(concealed, self.winning_tile, self.source, self.initial)
        return {"last_wall": self.last_wall, "last_copy": last_copy, "initial": self.initial}

    def won_score(self) -> Score:
        winner = self.winners[0]
        concealed = tuple(winner.concealed)
        return self.score_of(winner, concealed, self.winning_tile, self.source, self.last_wall, self.initial)

    def no_fans(self) -> list[int]:
        return [0] * max(NUMBERS.values())

    def worth_of(self, winner: Player) -> dict[str, Any]:
        found, fans = self.won_score(), self.no_fans()
        for fan, n in found.fans.items():
            fans[NUMBERS[fan] - 1] = n
        return {"base": found.points, "multiplier": 1, "flower_points": found.flowers, "fans": fans}

    def lost_to_dealer(self) -> list[int]:
        return [0] * 4

    def payments(self) -> list[int]:
        if not self.winners:
            return [0] * 4
        payer = None if self.payer is None else self.payer.seat
        seat = self.winners[0].seat
        paid = mcr_payments(self.won_score(), self.rules, winner=seat, payer=payer, source=self.source)
        return paid.net.tolist()
