"""The rule sets in use by their names, and the refusal of what is no rule set."""

from collections.abc import Mapping

from mjcore.words.errors import RuleError, quoted
from mjcore.words.frozen import FrozenMapping
from mjcore.words.mcr import MCR, MCR_1998, MCR_2006
from mjcore.words.rules import RuleSet
from mjcore.words.soft_eight import SOFT_EIGHT

#: Names of text, as the command line takes them; in Python each is ``mj.`` and the name in capitals.
PRESETS: Mapping[str, RuleSet] = FrozenMapping(
    {"soft_eight": SOFT_EIGHT, "mcr": MCR, "mcr_1998": MCR_1998, "mcr_2006": MCR_2006}
)


def check_rules(rules: object, *kinds: type[RuleSet], what: str = "rules are") -> None:
    """Refuse what is no rule set of these kinds.

    Parameters
    ----------
    rules : object
    *kinds : type
    what : str
        How the message begins: what needs such rules.

    Raises
    ------
    RuleError

    Examples
    --------
    >>> from mjcore.words.soft_eight import SoftEightRules
    >>> check_rules("soft_eight", SoftEightRules)
    Traceback (most recent call last):
    mjcore.words.errors.RuleError: rules are SoftEightRules, such as mj.SOFT_EIGHT, not 'soft_eight': \
write mj.SOFT_EIGHT, without quotes
    >>> check_rules(MCR, SoftEightRules, what="walls are those of")
    Traceback (most recent call last):
    mjcore.words.errors.RuleError: walls are those of SoftEightRules, such as mj.SOFT_EIGHT, not mcr rules
    """
    if not isinstance(rules, kinds):
        wanted = " or ".join(kind.__name__ for kind in kinds)
        such = " or ".join(f"mj.{kind.name.upper()}" for kind in kinds)
        shown = f"{rules.name} rules" if isinstance(rules, RuleSet) else quoted(rules)
        hint = written(rules) if isinstance(rules, str) and isinstance(PRESETS.get(rules), kinds) else ""
        raise RuleError(f"{what} {wanted}, such as {such}, not {shown}{hint}")


def written(rules: object) -> str:
    """End of a message that says how the rule set is written whose name was given; empty for other things.

    Examples
    --------
    >>> written("mcr"), written("standard")
    (': write mj.MCR, without quotes', '')
    """
    if not isinstance(rules, str) or rules not in PRESETS:
        return ""
    return f": write mj.{rules.upper()}, without quotes"
