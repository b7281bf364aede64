"""The dials of the policy that plays Soft Eight for points, and their preset."""

from collections.abc import Mapping
from dataclasses import dataclass

from mjcore.words.frozen import FrozenMapping


@dataclass(frozen=True)
class SoftDial:
    """A number that the policy can be given.

    Attributes
    ----------
    standard : float
        Its value as tuned.
    doc : str
        What it does.
    low, high : float
        Between which it lies.
    """

    standard: float
    doc: str
    low: float = 0.0
    high: float = 1000.0


SOFT_VALUE_DIALS: Mapping[str, SoftDial] = FrozenMapping(
    {
        "hazard": SoftDial(
            0.06, "chance that somebody else ends the hand in a go-around when nobody has declared", 0.0, 1.0
        ),
        "hazard_declared": SoftDial(0.20, "and more of it for each other player who has declared", 0.0, 1.0),
        "loss": SoftDial(3.2, "points lost on average when somebody else ends the hand"),
        "honour_discards": SoftDial(1.4, "how much likelier than others a honour waited for is discarded"),
        "terminal_discards": SoftDial(1.15, "the same of a one or nine"),
        "claim_rate": SoftDial(
            0.6, "share of a tile waited for that each other player discards rather than keeps"
        ),
        "pung_weight": SoftDial(2.0, "how much more a useful tile counts of which two copies are concealed"),
        "scale": SoftDial(1.6, "points of an average hand two tiles from ready, early on"),
        "distance_decay": SoftDial(1.05, "logarithm of what a tile more missing divides the value by"),
        "width": SoftDial(1.1, "power of the weighted live useful tiles in the value"),
        "pure": SoftDial(2.2, "value that a hand of one suit adds, as a factor"),
        "dragon": SoftDial(1.0, "the same of 123, 456 and 789 in a suit"),
        "seven": SoftDial(1.6, "the same of seven pairs"),
        "plan_decay": SoftDial(
            1.1, "logarithm of what a tile that such a hand is farther divides its addition by"
        ),
        "second_step": SoftDial(
            1.0, "power of the useful tiles after the next useful one; 0 does without, twice as fast"
        ),
        "triplet": SoftDial(0.5, "points for a concealed triplet whose fourth tile is live"),
        "triplet_ready": SoftDial(0.25, "the same of a ready hand"),
        "suit_decay": SoftDial(0.5, "logarithm of what each discard in a suit divides the danger of it by"),
        "risk": SoftDial(1.3, "weight of the danger of a discard"),
        "concealed_kong_slack": SoftDial(
            2.0, "tiles that a concealed kong may take a hand farther", -14.0, 14.0
        ),
        "added_kong_slack": SoftDial(0.0, "the same of an added kong", -14.0, 14.0),
        "melded_kong_slack": SoftDial(
            1.0, "the same of a kong of a discard, against passing and against the pung", -14.0, 14.0
        ),
        "pung_slack": SoftDial(0.6, "points that a pung may cost if it takes the hand no farther", -1000.0),
    }
)

SOFT_VALUE_PRESETS: Mapping[str, Mapping[str, float]] = FrozenMapping(
    {"standard": FrozenMapping({name: dial.standard for name, dial in SOFT_VALUE_DIALS.items()})}
)
