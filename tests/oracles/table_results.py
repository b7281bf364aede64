"""How a hand ended, and the record that is kept of it."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mjcore.encoding.layout import CIRCUMSTANCES, HAND_DTYPE, SOURCES

from .table_codes import DRAWN_WALL, FIRST_FLOWER, FROM_TAIL, NO_TILE, WON
from .table_players import Player, Turn, less


class Results:
    """The ends of a hand; the games add what a win is worth and who pays."""

    outcome = DRAWN_WALL
    winners: Sequence[Player] = ()
    payer: Player | None = None
    source = ""
    winning_tile = NO_TILE
    last_wall = initial = False

    def drawn(self, outcome: int):
        """Nobody wins."""
        self.outcome = outcome
        self.events.append({"type": "exhaustive_draw", "outcome": outcome})
        return
        yield

    def won_by_draw(self, turn: Turn):
        player = turn.player
        self.source = "replacement" if turn.source == FROM_TAIL else "wall"
        self.initial = self.is_initial(turn)
        self.last_wall = turn.last
        player.give(turn.tile)
        return self._won([player], None, turn.tile)

    def won_by_claim(self, winners, payer, tile, source, *, last=False):
        self.source, self.last_wall = source, last
        return self._won(winners, payer, tile)

    def _won(self, winners, payer, tile):
        self.outcome, self.winners, self.payer, self.winning_tile = WON, winners, payer, tile
        for player in winners:
            given = {} if payer is None else {"from_seat": payer.seat}
            how = {"self_draw": payer is None, "robbing_kong": self.source == "robbed"}
            self.event("win", player, tile, **how, **given)
        return
        yield

    def row_of(self, winner: Player) -> np.void:
        """The winning hand as a row of HAND_DTYPE."""
        row = np.zeros((), dtype=HAND_DTYPE)
        row["concealed"] = winner.concealed
        row["melds"][: len(winner.sets)] = [one.code for one in winner.sets]
        row["winning_tile"], row["source"] = self.winning_tile, SOURCES.index(self.source)
        how = self.circumstances_of(winner)
        row["circumstances"] = sum(bit for name, bit in CIRCUMSTANCES.items() if how.get(name))
        row["seat_wind"], row["prevalent_wind"] = (winner.seat - self.dealer) % 4, self.prevalent_wind
        row["flowers"] = winner.flowers
        return row

    def recorded(self) -> dict[str, Any]:
        """The fields of RECORD_DTYPE; `fans` as `mjcore.score` counts them."""
        hand = np.zeros((), dtype=HAND_DTYPE)
        hand["winning_tile"] = NO_TILE
        worth = {"base": 0, "multiplier": 0, "flower_points": 0, "fans": self.no_fans()}
        if self.winners:
            hand, worth = self.row_of(self.winners[0]), self.worth_of(self.winners[0])
        points = [n + m for n, m in zip(self.payments(), self.penalties, strict=True)]
        sets = [[one.type for one in player.sets] for player in self.players]
        return {
            "hand": hand,
            "outcome": self.outcome,
            "winner": self.winners[0].seat if self.winners else -1,
            "payer": -1 if self.payer is None else self.payer.seat,
            "winners": sum(1 << player.seat for player in self.winners),
            "dealer": self.dealer,
            "prevalent_wind": self.prevalent_wind,
            "draws": self.n_drawn,
            "discards": sum(len(player.discards) for player in self.players),
            "deal_shanten": [player.deal_shanten for player in self.players],
            "ready_turn": [player.ready_turn for player in self.players],
            "declared": sum(player.declared << player.seat for player in self.players),
            "refused": [player.refused for player in self.players],
            "chows": [types.count("chow") for types in sets],
            "pungs": [types.count("pung") for types in sets],
            "kongs": [sum(type.endswith("kong") for type in types) for types in sets],
            "flowers": [player.flowers for player in self.players],
            "points": points,
            "lost_to_dealer": self.lost_to_dealer(),
            **worth,
        }

    def count_refused(self, player: Player, tile: int, refused: bool) -> None:
        player.refused += bool(refused)

    def flowers_to_expose(self, turn: Turn) -> list[int]:
        """Flowers that may be exposed in a turn, where they may be kept at all."""
        free = self.option("flower_policy") == "free"
        if not free or turn.is_claim or not self.wall.has_kong_tile:
            return []
        return list(turn.player.held_flowers)


def before_draw(player: Player, tile: int) -> tuple[int, ...]:
    """Concealed tiles without the one drawn."""
    return tuple(player.concealed) if tile >= FIRST_FLOWER else less(player.concealed, tile)
