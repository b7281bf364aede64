"""Numbers that a policy can be given, with their values in each preset."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mjcore.words.frozen import FrozenMapping


@dataclass(frozen=True)
class Dial:
    """A number that a policy can be given.

    Attributes
    ----------
    settings : tuple of float
        Its value in each preset of the policy, in their order.
    doc : str
        What it does.
    low, high : float
        Between which it lies.
    """

    settings: tuple[float, ...]
    doc: str
    low: float = 0.0
    high: float = 1000.0


def presets_of(names: Sequence[str], dials: Mapping[str, Dial]) -> Mapping[str, Mapping[str, float]]:
    """The presets of these names, in the order of the settings: the value of each dial.

    Examples
    --------
    >>> presets_of(["calm", "bold"], {"risk": Dial((0.5, 2.0), "how much is dared")})["bold"]["risk"]
    2.0
    """
    return FrozenMapping(
        {
            name: FrozenMapping({key: dial.settings[place] for key, dial in dials.items()})
            for place, name in enumerate(names)
        }
    )
