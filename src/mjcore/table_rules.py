"""The rules of play as the machine reads them: options of both games as numbers."""

from functools import lru_cache
from typing import Any

from mjcore.deal import n_wall_tiles
from mjcore.kernels._table_rules import TableRules
from mjcore.scoring import mcr_scorer, soft_eight_scorer
from mjcore.tables._tables import tables_of
from mjcore.words.mcr import McrRules
from mjcore.words.soft_eight import SoftEightRules

_READY_KONG = ("waits_unchanged", "structure_unchanged", "still_ready", "added_only", "never")

#: Of Chinese Official Mahjong, what Soft Eight alone has.
_NOT_IN_MCR: dict[str, Any] = {
    "can_declare": False,
    "tail_tiles": 0,
    "tail_replenished": False,
    "rear_first": False,
    "decline_win": True,
    "kong_needs_own_draw": True,
    "added_kong_robbable": True,
    "kong_limit": 0,
    "dead_end_draws": False,
    "chain_kong_by_other": False,
    "last_may_decline": False,
    "last_claims": 0,
    "last_kong": False,
    "same_tile": 0,
    "same_tile_own": False,
    "pass_recovery": False,
    "recovery_scope": 0,
    "dealt_win_untouched": True,
    "heavenly": False,
    "heavenly_at_once": False,
    "reaction": 0,
    "recall": False,
    "dealer_heavenly": False,
    "late_ready": 0,
    "dead_wait": 0,
    "concealed_kong_shown": False,
    "many_winners": False,
    "pay": {
        "dealer_bonus": 0,
        "bonus_on_kongs": False,
        "kong_open": 0,
        "kong_concealed": 0,
        "added_payer": 0,
        "winner_kongs_flat": False,
        "beside_base": 0,
        "loser_kongs": 0,
        "drawn_kongs": False,
        "bottom_feeder": False,
        "all_pay": False,
        "zha_model": 0,
        "zha_cap": -1,
        "di_symmetric": False,
        "di_measure": 0,
    },
}


@lru_cache(maxsize=64)
def table_rules(rules: SoftEightRules | McrRules, *, separate_walls: bool = False) -> TableRules:
    """A rule set made ready for the machine, once.

    Parameters
    ----------
    rules : SoftEightRules or McrRules
    separate_walls : bool
        Each seat draws from a wall of its own, as on some servers whose games are replayed.

    Returns
    -------
    TableRules
    """
    if isinstance(rules, McrRules):
        options = _mcr_options(rules) | {"separate_walls": separate_walls}
        return TableRules(tables_of(rules), mcr_scorer(rules), options)
    options = _soft_eight_options(rules) | {"separate_walls": separate_walls}
    return TableRules(tables_of(rules), soft_eight_scorer(rules), options)


def _mcr_options(rules: McrRules) -> dict[str, Any]:
    play = rules.play
    flowers = rules.scoring.flowers
    return _NOT_IN_MCR | {
        "n_wall": n_wall_tiles(rules),
        "flowers": flowers,
        "flowers_kept": flowers and play.flower_policy == "free",
        "open_end": True,
        "chow_claims": play.chow_claims,
        "must_declare": play.must_declare,
        "can_declare": play.must_declare,
        "ready_kong": _READY_KONG.index(play.ready_kong or "never"),
        "late_added_kong": play.late_added_kong,
        "melded_kong_robbable": play.direct_kong_robbable,
        "false_win": play.false_win == "penalty10",
        "min_points": rules.scoring.min_points,
        "stake": play.stake,
    }


def _soft_eight_options(rules: SoftEightRules) -> dict[str, Any]:
    play, points = rules.play, rules.points
    return {
        "n_wall": n_wall_tiles(rules),
        "flowers": False,
        "flowers_kept": False,
        "open_end": False,
        "chow_claims": play.chow_claims,
        "must_declare": play.must_declare,
        "can_declare": play.must_declare,
        "tail_tiles": play.tail_tiles,
        "tail_replenished": play.tail_replenished,
        "rear_first": play.tail_order == "rear_first",
        "decline_win": play.decline_win,
        "ready_kong": _READY_KONG.index(play.ready_kong or "never"),
        "kong_needs_own_draw": play.kong_needs_own_draw,
        "late_added_kong": True,
        "added_kong_robbable": play.robbable_kongs == "added_and_fed",
        "melded_kong_robbable": False,
        "kong_limit": play.kong_limit or 0,
        "dead_end_draws": play.fourth_kong_dead_end == "draw",
        "chain_kong_by_other": play.chain_kong_by_other,
        "last_may_decline": play.haidi_undeclared == "may_decline_discard",
        "last_claims": ("ron_only", "ron_and_kong", "all").index(play.haidi_claims),
        "last_kong": play.haidi_kong,
        "same_tile": ("off", "until_own_turn", "until_any_ready_turn", "adjacent_only").index(
            play.same_tile_follow
        ),
        "same_tile_own": play.same_tile_own_discard,
        "pass_recovery": play.pass_recovery,
        "recovery_scope": ("later_in_order", "next_only", "next_of_discarder").index(
            play.pass_recovery_scope
        ),
        "dealt_win_untouched": play.tianhe_untouched,
        "heavenly": True,
        "heavenly_at_once": play.tianting_window == "before_first_discard",
        "reaction": ("off", "dealer_first_discard", "until_own_draw").index(play.tianting_reaction_ron),
        "recall": play.tianting_recall,
        "dealer_heavenly": play.dealer_tianting,
        "late_ready": ("off", "before_next_discard", "with_consent").index(play.late_ready),
        "dead_wait": ("own_copies", "allow", "visible_copies").index(rules.shape.ready_dead_wait),
        "concealed_kong_shown": play.concealed_kong_shown,
        "many_winners": points.multi_ron == "all",
        "false_win": False,
        "min_points": 0,
        "stake": 1,
        "pay": {
            "dealer_bonus": points.dealer_bonus,
            "bonus_on_kongs": points.dealer_bonus_on_kong,
            "kong_open": points.kong_open_points,
            "kong_concealed": points.kong_concealed_points,
            "added_payer": ("pung_feeder", "all_three", None).index(points.added_kong_payer),
            "winner_kongs_flat": points.winner_kong_scope == "flat",
            "beside_base": ("multiplied", "flat", "void", "discarder_covers").index(
                points.kong_on_ron_nondiscarder
            ),
            "loser_kongs": ("flat", "void", "netted").index(points.loser_kongs),
            "drawn_kongs": points.drawn_hand_kongs == "flat",
            "bottom_feeder": points.kong_bottom_payer == "kong_feeder",
            "all_pay": points.ron_payers == "all_three",
            "zha_model": (
                "mutual_sum",
                "off",
                "mutual_max",
                "own_win_only",
                "dealer_pairs_only",
            ).index(points.zha_model),
            "zha_cap": -1 if points.zha_pair_cap is None else points.zha_pair_cap,
            "di_symmetric": points.di_symmetric,
            "di_measure": ("paid_on_dealer_wins", "base_only", "net_all").index(points.di_loss_measure),
        },
    }
