"""Questions about a discard or a kong: who wins, who declares, who claims a set."""

from collections.abc import Iterable, Iterator
from typing import Any

from .sets import HONOURS, N_KINDS
from .table_codes import (
    CLAIM_CHOW,
    CLAIM_KONG,
    CLAIM_PUNG,
    DECLARE,
    FIRST_FLOWER,
    HEAVENLY,
    NO_SEAT,
    NO_TILE,
    PASS,
    RECALL,
    SET_CLAIM,
    WIN,
    WIN_CLAIM,
)
from .table_players import Player, Question, Turn, text_of

#: What a game does whose rules do not have the option.
UNKNOWN = {
    "tail_replenished": False,
    "decline_win": True,
    "kong_needs_own_draw": True,
    "robbable_kongs": "added_and_fed",
    "kong_limit": None,
    "haidi_undeclared": "must_discard_any",
    "haidi_claims": "ron_only",
    "haidi_kong": False,
    "same_tile_follow": "off",
    "pass_recovery": False,
    "late_added_kong": True,
    "direct_kong_robbable": False,
    "false_win": "illegal",
    "flower_policy": "immediate",
}


class Claims:
    """The players and what happened so far, and the questions that a tile of one of them raises."""

    def __init__(self, rules: Any, dealer: int):
        self.rules, self.dealer = rules, dealer
        self.players = [Player(seat) for seat in range(4)]
        self.question: Question | None = None
        self.events: list[dict[str, Any]] = []
        self.visible = [0] * N_KINDS  # in discards and exposed sets
        self.kongs: list[tuple[int, str, int, int | None]] = []
        self.discarders: list[Player] = []  # of all discards made, taken back or not
        self.penalties = [0] * 4
        self.n_drawn = self.n_claims = 0

    def option(self, name: str) -> Any:
        """The value of an option of play, or what a game without it does."""
        return getattr(self.rules.play, name, UNKNOWN.get(name))

    def after(self, player: Player) -> list[Player]:
        """The three others, in the order of play."""
        return [self.players[(player.seat + steps) % 4] for steps in (1, 2, 3)]

    def event(self, type: str, player: Player, tile: int | None = None, **more: Any) -> None:
        """Note what happened, as the logs of games do."""
        entry: dict[str, Any] = {"type": type, "seat": player.seat}
        if tile is not None:
            entry["tile"] = text_of(tile)
        named = {name: text_of(k) if name in ("tile_claimed", "lowest") else k for name, k in more.items()}
        self.events.append(entry | named)

    def ask(self, kind: int, player: Player, tile: int, other: int, legal: Iterable[int]) -> Iterator:
        """Ask a player, unless he has no choice."""
        legal = frozenset(legal)
        if len(legal) == 1:
            return next(iter(legal))
        answer = yield Question(kind, player.seat, tile, other, legal)
        assert answer in legal
        return answer

    # -- wins

    def ask_wins(self, others, tile, giver, *, robbing=False, last=False) -> Iterator:
        """The players who win on a tile, nearest first."""
        if tile >= FIRST_FLOWER:
            return []
        for other in others:
            self.count_refused(other, tile, self.refuses_claim(other, tile, giver, robbing, last))
        able = [other for other in others if self.wins_by_claim(other, tile, giver, robbing, last)]
        passed: list[Player] = []
        winners: list[Player] = []
        asked_again: list[Player] = []
        for other in able:
            if not (yield from self._wins(other, tile, giver, robbing, last)):
                passed.append(other)
                continue
            winners.append(other)
            for earlier in passed if self.option("pass_recovery") else ():
                if earlier in asked_again or not self.may_recover(earlier, other, giver):
                    continue
                asked_again.append(earlier)
                if (yield from self._wins(earlier, tile, giver, robbing, last)):
                    winners.append(earlier)
                    if not self.has_many_winners:
                        break
            if not self.has_many_winners:
                winners = winners[-1:]
                break
        return [other for other in able if other in winners]

    def _wins(self, player, tile, giver, robbing, last) -> Iterator:
        """Ask one player whether he wins on a tile."""
        false = self.is_false_win(player, tile, None, robbing=robbing, last=last)
        must_declare = self.option("must_declare") and self.is_reaction(player, tile, giver, robbing)
        voluntary = false or must_declare or self.option("decline_win")
        legal = {PASS, WIN} if voluntary else {WIN}
        answer = yield from self.ask(WIN_CLAIM, player, tile, giver.seat, legal)
        if answer == PASS:
            self.events.append({"type": "pass", "seat": player.seat, "event": self._event_of_tile()})
            return False
        if false:
            self.false_win(player)
            return False
        if self.is_reaction(player, tile, giver, robbing):
            player.declared = player.heavenly = True
            self.event("ready", player, heavenly=True)
        return True

    def _event_of_tile(self):
        """The place of the last discard or kong among the events."""
        places = [n for n, event in enumerate(self.events) if event["type"] in ("discard", "kong")]
        return places[-1]

    def may_recover(self, passer: Player, winner: Player, giver: Player) -> bool:
        """Whether the win of a player lets one who passed before him change his mind."""
        scope = self.option("pass_recovery_scope")
        if scope == "next_only":
            return winner is self.after(passer)[0]
        if scope == "next_of_discarder":
            return winner is self.after(giver)[0]
        return True

    # -- declarations with the tiles dealt

    def ask_heavenly(self, others, tile, giver, claim) -> Iterator:
        """Who may declares ready with the tiles dealt; True if the first discards are recalled."""
        at_start = giver is None
        for player in others:
            if (claim and player is claim[0]) or not self.may_declare_heavenly(player, at_start=at_start):
                continue
            legal = {PASS, DECLARE}
            if not at_start and not claim and self.may_recall():
                legal.add(RECALL)
            where = NO_SEAT if at_start else giver.seat
            answer = yield from self.ask(HEAVENLY, player, NO_TILE if at_start else tile, where, legal)
            if answer == PASS:
                continue
            player.declared = player.heavenly = True
            self.event("ready", player, heavenly=True)
            if answer == RECALL:
                self.recall(player)
                return True
        return False

    # -- sets

    def ask_sets(self, turn: Turn, tile: int) -> Iterator:
        """The player who claims a discard, what he makes of it, and its lowest kind; or None."""
        others = self.after(turn.player)
        if tile >= FIRST_FLOWER or others[0].recalled:
            return None
        chows = self.chows(turn, others[0], tile)
        for player in others:
            legal = self.equal_claims(turn, player, tile)
            if not legal:
                continue
            legal |= chows if player is others[0] else set()
            answer = yield from self.ask(SET_CLAIM, player, tile, turn.player.seat, {PASS} | legal)
            if answer != PASS:
                return self._claim(player, tile, answer)
            if player is others[0]:
                return None
            break
        answer = yield from self.ask(SET_CLAIM, others[0], tile, turn.player.seat, {PASS} | chows)
        return None if answer == PASS else self._claim(others[0], tile, answer)

    def _claim(self, player, tile, answer):
        if answer == CLAIM_PUNG:
            return player, "pung", tile
        if answer == CLAIM_KONG:
            return player, "melded_kong", tile
        return player, "chow", tile - (answer - CLAIM_CHOW)

    def equal_claims(self, turn: Turn, player: Player, tile: int) -> set[int]:
        """Pung and kong, as far as a player can and may."""
        legal, n = set(), player.concealed[tile]
        last_claims = self.option("haidi_claims") if turn.last else "all"
        if n >= 2 and not player.declared and last_claims == "all" and not turn.dead_end:
            legal.add(CLAIM_PUNG)
        if n < 3 or not self.wall.has_kong_tile or last_claims == "ron_only":
            return legal
        if player.declared:
            can = self.option("chain_kong_by_other") if turn.dead_end else True
            can = can and self.may_kong_ready(player, tile, "melded_kong", turn)
        else:
            can = last_claims == "all" and not turn.dead_end
        return legal | {CLAIM_KONG} if can else legal

    def chows(self, turn: Turn, player: Player, tile: int) -> set[int]:
        """Chows that the next player can and may make of a discard."""
        if not self.option("chow_claims") or player.declared or turn.last or turn.dead_end:
            return set()
        if tile in HONOURS:
            return set()
        legal = set()
        for place in range(3):
            kinds = [tile - place + n for n in range(3)]
            if 0 <= tile % 9 - place <= 6 and all(k == tile or player.concealed[k] for k in kinds):
                legal.add(CLAIM_CHOW + place)
        return legal

    # -- the same tile again

    def bar(self, giver: Player, tile: int) -> None:
        """A discard that nobody won may not be won on again until one's turn comes (article 7)."""
        how = self.option("same_tile_follow")
        if how == "off" or tile >= FIRST_FLOWER:
            return
        for player in self.players:
            if how == "adjacent_only":
                player.barred.clear()
            if player is not giver or self.option("same_tile_own_discard"):
                player.barred.add(tile)

    def unbar_skipped(self, giver: Player, claimant: Player) -> None:
        """Players between the discarder and who claims are passed over; their turn counts as had."""
        others = self.after(giver)
        skipped = others[: others.index(claimant)]
        for player in (*skipped, claimant):
            player.barred.clear()
        is_any = self.option("same_tile_follow") == "until_any_ready_turn"
        if is_any and any(player.declared for player in skipped):
            for player in self.players:
                player.barred.clear()
