"""Which shapes a rule set accepts, in the few words the distance and wait tables need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mjcore.words.errors import RuleError, quoted
from mjcore.words.mcr import McrRules
from mjcore.words.presets import PRESETS, written
from mjcore.words.soft_eight import SoftEightRules

Pairs = Literal["none", "quads", "different"]


@dataclass(frozen=True)
class Form:
    """The winning shapes a hand may aim at.

    A hand is complete under the form if it is complete in any of the shapes that are on. With
    ``min_main_tiles`` above 0 it must also hold that many tiles of one suit.
    """

    standard: bool = False  #: four sets and a pair
    seven_pairs: Pairs = "none"  #: with four equal tiles as two pairs ("quads"), or all different
    orphans: bool = False  #: thirteen orphans
    honors_and_knitted: bool = False  #: fourteen different tiles of one knitted pattern and honours
    knitted_straight: bool = False  #: a whole knitted pattern, a set and a pair
    min_main_tiles: int = 0
    kong_tiles_counted: int = 3
    honours_one_suit: bool = True
    pair_must_be_main: bool = False
    honour_runs: bool = False


FORMS = {
    "standard": Form(standard=True),
    "seven_pairs": Form(seven_pairs="quads"),
    "seven_different_pairs": Form(seven_pairs="different"),
    "thirteen_orphans": Form(orphans=True),
    "honors_and_knitted": Form(honors_and_knitted=True),
    "knitted_straight": Form(knitted_straight=True),
    "riichi": Form(standard=True, seven_pairs="different", orphans=True),
}


#: The five shapes of Chinese Official Mahjong.
MCR_FORM = Form(
    standard=True, seven_pairs="quads", orphans=True, honors_and_knitted=True, knitted_straight=True
)


def form_of(rules: SoftEightRules | McrRules | str | Form) -> Form:
    """The form that a rule set, or the name of a form, stands for.

    >>> form_of("riichi").orphans
    True
    """
    if isinstance(rules, Form):
        return rules
    if isinstance(rules, McrRules):
        return MCR_FORM
    if isinstance(rules, SoftEightRules):
        shape = rules.shape
        quads: Pairs = "quads" if shape.four_kind_as_two_pairs else "different"
        return Form(
            standard=True,
            seven_pairs=quads if shape.seven_pairs else "none",
            min_main_tiles=shape.min_main_tiles,
            kong_tiles_counted=shape.kong_tiles_counted,
            honours_one_suit=shape.honours_one_suit,
            pair_must_be_main=shape.pair_must_be_main,
            honour_runs=shape.honour_runs,
        )
    if isinstance(rules, str) and rules in FORMS:
        return FORMS[rules]
    such = ", ".join(f"mj.{name.upper()}" for name in PRESETS)
    raise RuleError(
        f"{quoted(rules)} is neither a rule set nor a form"
        + (written(rules) or f"; rule sets are {such}, forms are {', '.join(map(repr, FORMS))}")
    )
