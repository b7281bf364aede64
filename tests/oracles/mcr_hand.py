"""A won hand of Chinese Official Mahjong: what all its readings share."""

from functools import cached_property, lru_cache

from .mcr_catalogue import absorptions_of, points_of
from .mcr_circumstances import check_circumstances, check_tiles, is_last_copy
from .mcr_combinations import DRAGONS, WINDS
from .mcr_readings import Declared, mcr_waits, own, readings
from .sets import HONOURS, N_COPIES, ORPHANS, counts_of

TERMINALS = frozenset(kind for kind in ORPHANS if kind not in HONOURS)
GREEN = frozenset(kind for kind, n in enumerate(counts_of("23468s6z")) if n)
REVERSIBLE = frozenset(kind for kind, n in enumerate(counts_of("1234589p245689s5z")) if n)
NINE_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)

#: Fans of hands that hold only these ranks and no honour.
RANKS = {
    "upper_tiles": range(7, 10),
    "middle_tiles": range(4, 7),
    "lower_tiles": range(1, 4),
    "upper_four": range(6, 10),
    "lower_four": range(1, 5),
    "all_simples": range(2, 9),
}


@lru_cache(maxsize=64)
def _tables(options):
    """Points and absorptions under the options."""
    return points_of(options), absorptions_of(options)


class WonHand:
    """A hand with all that its readings share."""

    def __init__(self, concealed, melds, winning_tile, how, options):
        self.before = [int(n) for n in concealed]
        self.declared = tuple(Declared(*meld) for meld in melds)
        self.tile, self.how, self.options = int(winning_tile), how, options
        check_tiles(self.before, self.declared, self.tile)
        check_circumstances(self.before, self.declared, self.tile, how)
        self.concealed = [n + (kind == self.tile) for kind, n in enumerate(self.before)]
        self.held = own(self.concealed, self.declared)
        self.kinds = frozenset(kind for kind, n in enumerate(self.held) if n)
        self.kongs = [meld for meld in self.declared if meld.type == "kong"]
        self.n_exposed = sum(not meld.concealed for meld in self.declared)
        self.points, self.absorptions = _tables(options)
        self.flowers = how.flowers if options.flowers else 0

    def readings(self):
        """Every reading; an initial win distinguishes no winning tile."""
        return readings(
            self.concealed,
            self.declared,
            None if self.how.initial else self.tile,
            claimed=not self.how.is_self_drawn,
            claimed_pung_is_melded=self.options.discard_completes_melded_pung,
            body_waits=self.options.knitted_straight_body_waits,
        )

    @cached_property
    def has_sole_wait(self):
        """Whether the 13 tiles waited on one kind only."""
        waits = mcr_waits(self.before, self.declared, structural=self.options.wait_counts_exhausted)
        return len(waits) == 1

    @cached_property
    def fans_of_circumstances(self):
        """Fans that only look at how the hand was won, the concealment apart."""
        how = self.how
        holds = {
            "self_drawn": how.is_self_drawn,
            "last_tile_draw": how.is_self_drawn and how.last_wall,
            "last_tile_claim": how.source == "discard" and how.last_wall,
            "out_with_replacement_tile": how.source == "replacement",
            "robbing_the_kong": how.source == "robbed",
            "last_tile": is_last_copy(self.declared, self.tile, how),
        }
        return {fan: 1 for fan, is_true in holds.items() if is_true}

    @cached_property
    def n_hogs(self):
        """How many kinds are there four times without being a kong."""
        kongs = {meld.kind for meld in self.kongs}
        return sum(n == N_COPIES and kind not in kongs for kind, n in enumerate(self.held))

    @cached_property
    def fans_of_kinds(self):
        """Fans that only look at which kinds there are (of four sets and a pair, or of seven pairs)."""
        kinds, honours = self.kinds, self.kinds & set(HONOURS)
        suits = {kind // 9 for kind in kinds - honours}
        there = {kind % 9 + 1 for kind in kinds}
        holds = {fan: not honours and there <= set(ranks) for fan, ranks in RANKS.items()}
        holds |= {
            "all_green": kinds <= GREEN,
            "reversible_tiles": kinds <= REVERSIBLE,
            "all_terminals": kinds <= TERMINALS,
            "all_honors": not suits,
            "all_terminals_and_honors": kinds <= set(ORPHANS) and bool(suits) and bool(honours),
            "full_flush": len(suits) == 1 and not honours,
            "half_flush": len(suits) == 1 and bool(honours),
            "all_types": self.has_all_types,
            "one_voided_suit": len(suits) == 2,
            "no_honors": not honours,
        }
        return {fan: 1 for fan, is_true in holds.items() if is_true}

    @cached_property
    def has_all_types(self):
        """Whether the three suits, winds and dragons are all there."""
        suits = {kind // 9 for kind in self.kinds if kind not in HONOURS}
        return len(suits) == 3 and bool(self.kinds & set(WINDS)) and bool(self.kinds & set(DRAGONS))

    @cached_property
    def is_nine_gates(self):
        """Whether the 13 tiles before the win (of an initial win any 13) are 1112345678999 of a suit."""
        after = [kind for kind, n in enumerate(self.concealed) if n] if self.how.initial else [self.tile]
        for kind in after:
            rest = [n - (k == kind) for k, n in enumerate(self.concealed)]
            if any(tuple(rest[9 * suit : 9 * suit + 9]) == NINE_GATES for suit in range(3)):
                return True
        return False
