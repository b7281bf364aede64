"""Soft Eight at a table: which hands win, who may declare, which kongs a ready player may make."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, cached_property, lru_cache
from typing import Any

from mjcore.no_winner import drawn_hand_payments
from mjcore.stakes import lost_to_dealer
from mjcore.winnings import multi_ron_payments, soft_eight_payments

from .distance import shanten
from .sets import N_COPIES, N_KINDS, Meld, meld_tiles
from .shape_rules import Shape, run_starts_of, shape_of, suit_tiles
from .soft_eight import FANS, Circumstances, Evaluation, evaluate, is_legal
from .soft_eight import _readings as readings_of
from .table import Table
from .table_codes import (
    CONSENT,
    DECLARE,
    FROM_DEAL,
    FROM_TAIL,
    FROM_WALL,
    LATE_READY,
    NEVER,
    NO_SEAT,
    NO_TILE,
    PASS,
)
from .table_players import Player, Turn, more, with_copies_left
from .table_wall import TailedWall, dealt_positions

Melds = tuple[Meld, ...]


@cache
def _parts(counts: tuple[int, ...], starts: tuple[int, ...], pairs: int) -> bool:
    """Whether tiles of one suit are sets and so many pairs."""
    place = next((place for place, n in enumerate(counts) if n), None)
    if place is None:
        return pairs == 0
    one = counts[place]

    def rest(*places: int) -> tuple[int, ...]:
        return tuple(n - places.count(k) for k, n in enumerate(counts))

    if pairs and one >= 2 and _parts(rest(place, place), starts, 0):
        return True
    if one >= 3 and _parts(rest(place, place, place), starts, pairs):
        return True
    run = (place, place + 1, place + 2)
    return place in starts and all(counts[k] for k in run) and _parts(rest(*run), starts, pairs)


def may_be_standard(concealed: tuple[int, ...], shape: Shape) -> bool:
    """Whether tiles are sets and one pair, suit by suit; a quick look before the evaluator is asked."""
    n_pairs, starts = 0, run_starts_of(shape)
    for suit in (range(9), range(9, 18), range(18, 27), range(27, 34)):
        counts = concealed[suit.start : suit.stop]
        left = sum(counts) % 3
        offsets = tuple(start - suit.start for start in starts if start in suit)
        n_pairs += left == 2
        if left == 1 or not _parts(counts, offsets, int(left == 2)):
            return False
    return n_pairs == 1


@lru_cache(maxsize=200_000)
def wins(concealed: tuple[int, ...], melds: Melds, shape: Shape) -> bool:
    """Whether fourteen tiles win under the rules."""
    is_pairs = not melds and not any(n % 2 for n in concealed)
    return (is_pairs or may_be_standard(concealed, shape)) and is_legal(concealed, melds, shape)


@lru_cache(maxsize=100_000)
def waits_of(concealed: tuple[int, ...], melds: Melds, shape: Shape) -> frozenset[int]:
    """Kinds that complete thirteen tiles, fifth copies too."""
    if max(suit_tiles(concealed, melds, shape)) + 1 < shape.min_main_tiles:
        return frozenset()
    return frozenset(kind for kind in range(N_KINDS) if wins(more(concealed, kind), melds, shape))


class SoftEightTable(Table):
    """One hand of Soft Eight; see `Table`."""

    @property
    def shape(self) -> Shape:
        return shape_of(self.rules)

    @property
    def has_many_winners(self) -> bool:
        return self.rules.points.multi_ron == "all"

    def wall_of(self, tiles: list[int]) -> TailedWall:
        play = self.rules.play
        return TailedWall(
            tiles,
            n_tail=play.tail_tiles,
            rear_first=play.tail_order == "rear_first",
            replenished=play.tail_replenished,
        )

    def begin(self) -> Iterator:
        """Deal; who is ready with the tiles dealt may say so; the dealer begins."""
        dealer = self.players[self.dealer]
        for player, places in zip([dealer, *self.after(dealer)], dealt_positions(), strict=True):
            for place in places:
                player.take(self.wall.tiles[place])
            player.deal_shanten = shanten(player.concealed, self.rules)
            if player is not dealer and self.is_ready(player):
                player.ready_turn = 0
        tile = self.wall.tiles[52]
        self.event("draw", dealer, tile)
        dealer.take(tile)
        dealer.drawn = tile
        yield from self.ask_heavenly(self.after(dealer), None, None, None)
        return self.turn(Turn(dealer, FROM_DEAL, tile))

    # -- readiness

    def waits(self, player: Player) -> frozenset[int]:
        return waits_of(tuple(player.concealed), player.melds(), self.shape)

    def is_ready(self, player: Player) -> bool:
        """Whether thirteen tiles have a wait of which the player does not hold all copies."""
        return bool(with_copies_left(set(self.waits(player)), player.own()))

    def may_be_declared(self, player: Player, without: int | None = None) -> bool:
        """Whether thirteen tiles are ready as far as declaring goes; `without` is discarded with it."""
        concealed = tuple(player.concealed) if without is None else player.without(without)
        found = set(waits_of(concealed, player.melds(), self.shape))
        own = player.own(without)
        rule = self.rules.shape.ready_dead_wait
        if not found or rule == "allow":
            return bool(found)
        found = with_copies_left(found, own)
        if rule == "own_copies":
            return bool(found)
        return any(self.seen_by(player, kind) < N_COPIES for kind in found)

    def seen_by(self, player: Player, kind: int) -> int:
        """Copies of a kind that a player sees: his own, discards, and what others show."""
        seen = self.visible[kind] + player.concealed[kind]
        for other in self.players:
            shown = other is player or self.rules.play.concealed_kong_shown
            seen += sum(4 * (one.type == "concealed_kong" and one.kind == kind) for one in other.sets) * shown
        return seen

    def may_declare(self, player: Player) -> bool:
        """Whether he is one who can still declare, whatever his tiles."""
        return self.rules.play.must_declare and not (player.declared or player.dead)

    def may_declare_discarding(self, player: Player, kind: int) -> bool:
        return self.may_declare(player) and self.may_be_declared(player, kind)

    def is_dealers_heavenly(self, player: Player) -> bool:
        is_first = player.seat == self.dealer and not (player.discards or self.kongs or self.n_claims)
        return self.rules.play.dealer_tianting and is_first

    def is_untouched(self, player: Player) -> bool:
        """Whether a player who does not deal has his thirteen tiles as dealt, and they are ready."""
        is_open = player.seat != self.dealer and not (player.declared or player.dead or player.has_drawn)
        return is_open and self.may_be_declared(player)

    def may_declare_heavenly(self, player: Player, *, at_start: bool) -> bool:
        window = self.rules.play.tianting_window
        return (at_start or window == "before_own_first_draw") and self.is_untouched(player)

    def before_turn(self, turn: Turn) -> Iterator:
        """Who forgot to declare may do so when the next player has drawn (article 9.4)."""
        how = self.rules.play.late_ready
        if how == "off":
            return
        last = self.discarders[-1]
        yield from self._late(last)
        before = self.discarders[-2] if len(self.discarders) > 1 else None
        if how == "with_consent" and before is not None and self.after(before)[0] is last:
            yield from self._late(before, consent_of=last)

    def _late(self, player: Player, consent_of: Player | None = None) -> Iterator:
        if not (self.may_declare(player) and self.may_be_declared(player)):
            return
        answer = yield from self.ask(LATE_READY, player, NO_TILE, NO_SEAT, {PASS, DECLARE})
        if answer == DECLARE and consent_of is not None:
            answer = yield from self.ask(CONSENT, consent_of, NO_TILE, player.seat, {PASS, DECLARE})
        if answer == DECLARE:
            player.declared = player.with_discard = True
            self.event("ready", player, heavenly=False, late=True)

    # -- the first discards taken back

    def may_recall(self) -> bool:
        return self.rules.play.tianting_recall and not (self.kongs or self.n_claims)

    def recall(self, declarer: Player) -> None:
        """Everybody who has discarded takes his first discard back."""
        self.event("recall", declarer)
        for player in self.players:
            player.barred.clear()
            if not player.discards:
                continue
            tile = player.discards.pop()
            player.take(tile)
            self.visible[tile] -= 1
            player.recalled = True
            if player.with_discard:
                player.declared = player.heavenly = player.with_discard = False
            if player.ready_turn != 0:
                player.ready_turn = NEVER

    def turn_again(self, player: Player) -> Iterator:
        """The turn of a player who took his first discard back."""
        source = FROM_DEAL if player.seat == self.dealer else FROM_WALL
        tile = player.drawn if player.declared else None
        return self.turn(Turn(player, source, tile, again=True))

    # -- wins

    def wins_by_draw(self, turn: Turn) -> bool:
        player = turn.player
        if turn.is_claim or turn.tile is None or player.dead:
            return False
        is_free = player.declared or not self.rules.play.must_declare or self.is_initial(turn)
        return is_free and wins(tuple(player.concealed), player.melds(), self.shape)

    def is_initial(self, turn: Turn) -> bool:
        """Whether a win would be the dealer's with the tiles dealt (or, by option, after kongs of them)."""
        if turn.player.seat != self.dealer or turn.player.declared:
            return False
        if turn.source == FROM_DEAL:
            return not turn.again
        untouched = self.rules.play.tianhe_untouched or turn.player.discards
        return turn.source == FROM_TAIL and not untouched

    def wins_by_claim(self, player, tile, giver, robbing, last) -> bool:
        if player.dead or tile in player.barred:
            return False
        is_free = player.declared or not self.rules.play.must_declare
        if not (is_free or self.is_reaction(player, tile, giver, robbing)):
            return False
        return wins(more(player.concealed, tile), player.melds(), self.shape)

    def is_reaction(self, player, tile, giver, robbing) -> bool:
        """Whether a win would be one that declares ready with the tiles dealt (article 9.1)."""
        how = self.rules.play.tianting_reaction_ron
        if how == "off" or robbing or not self.is_untouched(player):
            return False
        follower = self.after(self.players[self.dealer])[0]
        is_first = giver.seat == self.dealer and len(giver.discards) == 1 and not follower.has_drawn
        return how == "until_own_draw" or is_first

    def is_false_win(self, player, tile, turn, **_: Any) -> bool:
        return False

    def refuses_draw(self, turn: Turn) -> bool:
        return self._is_refused(tuple(turn.player.concealed), turn.player)

    def refuses_claim(self, player, tile, giver, robbing, last) -> bool:
        return not robbing and self._is_refused(more(player.concealed, tile), player)

    def _is_refused(self, concealed, player):
        """Whether the tiles are complete and only the main suit is missing."""
        any_suits = replace(self.shape, min_main_tiles=1, pair_must_be_main=False)
        melds = player.melds()
        return wins(concealed, melds, any_suits) and not wins(concealed, melds, self.shape)

    # -- kongs of a player who declared

    def may_kong_ready(self, player: Player, tile: int, type: str, turn: Turn) -> bool:
        how = self.option("ready_kong")
        n = {"concealed_kong": 4, "added_kong": 1, "melded_kong": 3}[type]
        if how == "never" or player.concealed[tile] < n or (how == "added_only" and type != "added_kong"):
            return False
        before = tuple(player.concealed) if type == "melded_kong" else player.without(tile)
        old = player.melds()
        kept = tuple(meld for meld in old if (meld.type, meld.kind) != ("pung", tile))
        new = (*kept, Meld("kong", tile))
        waits = self.kong_waits(before, old)
        after = self.kong_waits(player.without(tile, n), new)
        if how == "still_ready":
            return bool(after)
        if waits != after:
            return False
        if how == "structure_unchanged" and type != "added_kong":
            return all(self.keeps_pung(more(before, kind), player, tile) for kind in waits)
        return True

    def kong_waits(self, concealed, melds) -> set[int]:
        """Waits that a kong may not change: those of which copies are left to come."""
        found = set(waits_of(concealed, melds, self.shape))
        if self.rules.shape.ready_dead_wait == "allow":
            return found
        held = list(concealed)
        for meld in melds:
            for kind in meld_tiles(meld):
                held[kind] += 1
        return with_copies_left(found, held)

    def keeps_pung(self, concealed, player: Player, tile: int) -> bool:
        """Whether three tiles are a pung in every way to see a complete hand."""
        readings = readings_of(concealed, player.melds(), self.shape)
        return all(reading != "seven pairs" and ("pung", tile) in reading.sets for reading in readings)

    # -- worth and payments

    def circumstances_of(self, winner: Player) -> dict[str, bool]:
        return {
            "last_wall": self.last_wall and self.source != "robbed",
            "initial": self.initial,
            "heavenly_ready": winner.heavenly,
        }

    def evaluation_of(self, winner: Player) -> Evaluation:
        how = self.circumstances_of(winner)
        if not self.rules.play.tianting_after_kong and winner.sets:
            how["heavenly_ready"] = False
        concealed = more(winner.concealed, self.winning_tile)
        return evaluate(concealed, winner.melds(), Circumstances(source=self.source, **how), self.rules)

    def no_fans(self) -> list[int]:
        return [0] * len(FANS)

    def worth_of(self, winner: Player) -> dict[str, Any]:
        found = self.evaluation_of(winner)
        fans = [int(fan in found.fans) for fan in FANS]
        return {"base": found.base, "multiplier": found.multiplier, "flower_points": 0, "fans": fans}

    def payments(self) -> list[int]:
        return self.paid.net.tolist()

    def lost_to_dealer(self) -> list[int]:
        won = any(winner.seat == self.dealer for winner in self.winners)
        return list(lost_to_dealer(self.paid.entries, self.rules, dealer=self.dealer, dealer_won=won))

    @cached_property
    def paid(self):
        """The ledger of the hand."""
        stakes = {"dealer": self.dealer, "kongs": self.kongs}
        if not self.winners:
            return drawn_hand_payments(self.rules, **stakes)
        stakes |= {"source": self.source, "zha": self.zha, "di": self.di}
        scores = [self.evaluation_of(winner) for winner in self.winners]
        seats = [winner.seat for winner in self.winners]
        if self.payer is not None:
            return multi_ron_payments(scores, self.rules, winners=seats, payer=self.payer.seat, **stakes)
        return soft_eight_payments(scores[0], self.rules, winner=seats[0], **stakes)
