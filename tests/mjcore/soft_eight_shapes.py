"""Every shape option of Soft Eight, alone and together, for tests that try them all."""

from mjcore.words.soft_eight import SoftEightRules

#: Options that differ from the rules as written.
OPTIONS = [
    *({"min_main_tiles": n} for n in range(1, 15)),  # 8 is the default
    {"seven_pairs": False},
    {"four_kind_as_two_pairs": False},
    {"pair_must_be_main": True},
    {"honour_runs": True},
    {"honours_one_suit": False},
    {"kong_tiles_counted": 4},
    {"dragon_requires_runs": False},
    {"min_main_tiles": 9, "pair_must_be_main": True, "honour_runs": True, "honours_one_suit": False},
    {"min_main_tiles": 5, "four_kind_as_two_pairs": False, "honours_one_suit": False},
    {"min_main_tiles": 6, "pair_must_be_main": True, "seven_pairs": False},
    {"min_main_tiles": 11, "honour_runs": True, "kong_tiles_counted": 4},
    {"min_main_tiles": 13, "kong_tiles_counted": 4, "pair_must_be_main": True, "honours_one_suit": False},
]
SHAPES = [SoftEightRules(**options) for options in OPTIONS]


def shape_name(rules):
    """The options of a rule set that are not the default, as the name of a test."""
    return repr(rules).removeprefix("SoftEightRules(").removesuffix(")").replace(", ", "-") or "default"
