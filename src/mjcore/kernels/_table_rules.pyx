"""A rule set as the machine reads it."""

from libc.string cimport memset

from mjcore.kernels._mcr_scores cimport McrScorer
from mjcore.kernels._soft_eight cimport SoftEightScorer
from mjcore.kernels._table_types cimport MCR_GAME, SOFT_EIGHT_GAME, play_rules_t
from mjcore.tables._tables cimport Tables


cdef class TableRules:
    """A rule set as the machine reads it.

    Parameters
    ----------
    tables : Tables
    scorer : McrScorer or SoftEightScorer
    options : mapping
        Every field of ``play_rules_t`` that is a number, by its name, and as ``pay`` a mapping of those of
        ``pay_rules_t``.
    """

    def __init__(self, Tables tables, scorer, options):
        self.tables = tables
        self.scorer = scorer
        memset(&self.rules, 0, sizeof(play_rules_t))
        self.rules.form = &tables.form
        if isinstance(scorer, McrScorer):
            self.rules.game = MCR_GAME
            self.rules.mcr = &(<McrScorer>scorer).mcr
        else:
            self.rules.game = SOFT_EIGHT_GAME
            self.rules.soft = &(<SoftEightScorer>scorer).rules
        _set_options(&self.rules, dict(options))


cdef _set_options(play_rules_t* rules, options):
    """Fill the numbers of a rule set; each option must be there, and no other."""
    rules.n_wall = options.pop("n_wall")
    rules.flowers = options.pop("flowers")
    rules.flowers_kept = options.pop("flowers_kept")
    rules.separate_walls = options.pop("separate_walls")
    rules.chow_claims = options.pop("chow_claims")
    rules.must_declare = options.pop("must_declare")
    rules.can_declare = options.pop("can_declare")
    rules.tail_tiles = options.pop("tail_tiles")
    rules.open_end = options.pop("open_end")
    rules.tail_replenished = options.pop("tail_replenished")
    rules.rear_first = options.pop("rear_first")
    rules.decline_win = options.pop("decline_win")
    rules.ready_kong = options.pop("ready_kong")
    rules.kong_needs_own_draw = options.pop("kong_needs_own_draw")
    rules.late_added_kong = options.pop("late_added_kong")
    rules.added_kong_robbable = options.pop("added_kong_robbable")
    rules.melded_kong_robbable = options.pop("melded_kong_robbable")
    rules.kong_limit = options.pop("kong_limit")
    rules.dead_end_draws = options.pop("dead_end_draws")
    rules.chain_kong_by_other = options.pop("chain_kong_by_other")
    rules.last_may_decline = options.pop("last_may_decline")
    rules.last_claims = options.pop("last_claims")
    rules.last_kong = options.pop("last_kong")
    rules.same_tile = options.pop("same_tile")
    rules.same_tile_own = options.pop("same_tile_own")
    rules.pass_recovery = options.pop("pass_recovery")
    rules.recovery_scope = options.pop("recovery_scope")
    rules.dealt_win_untouched = options.pop("dealt_win_untouched")
    rules.heavenly = options.pop("heavenly")
    rules.heavenly_at_once = options.pop("heavenly_at_once")
    rules.reaction = options.pop("reaction")
    rules.recall = options.pop("recall")
    rules.dealer_heavenly = options.pop("dealer_heavenly")
    rules.late_ready = options.pop("late_ready")
    rules.dead_wait = options.pop("dead_wait")
    rules.concealed_kong_shown = options.pop("concealed_kong_shown")
    rules.many_winners = options.pop("many_winners")
    rules.false_win = options.pop("false_win")
    rules.min_points = options.pop("min_points")
    rules.stake = options.pop("stake")
    rules.pay = options.pop("pay")
    if options:
        raise TypeError(f"the machine knows no {', '.join(options)}")
