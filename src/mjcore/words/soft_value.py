"""The dials of the policy that plays Soft Eight for points, and their preset."""

from collections.abc import Mapping

from mjcore.words.dials import Dial, presets_of
from mjcore.words.frozen import FrozenMapping

SOFT_VALUE_DIALS: Mapping[str, Dial] = FrozenMapping(
    {
        "hazard": Dial(
            (0.06,),
            "chance that somebody else ends the hand in a go-around when nobody has declared",
            0.0,
            1.0,
        ),
        "hazard_declared": Dial((0.20,), "and more of it for each other player who has declared", 0.0, 1.0),
        "loss": Dial((3.2,), "points lost on average when somebody else ends the hand"),
        "honour_discards": Dial((1.4,), "how much likelier than others a honour waited for is discarded"),
        "terminal_discards": Dial((1.15,), "the same of a one or nine"),
        "claim_rate": Dial(
            (0.6,), "share of a tile waited for that each other player discards rather than keeps"
        ),
        "pung_weight": Dial((2.0,), "how much more a useful tile counts of which two copies are concealed"),
        "scale": Dial((1.6,), "points of an average hand two tiles from ready, early on"),
        "distance_decay": Dial((1.05,), "logarithm of what a tile more missing divides the value by"),
        "width": Dial((1.1,), "power of the weighted live useful tiles in the value"),
        "pure": Dial((2.2,), "value that a hand of one suit adds, as a factor"),
        "dragon": Dial((1.0,), "the same of 123, 456 and 789 in a suit"),
        "seven": Dial((1.6,), "the same of seven pairs"),
        "plan_decay": Dial(
            (1.1,), "logarithm of what a tile that such a hand is farther divides its addition by"
        ),
        "second_step": Dial(
            (1.0,), "power of the useful tiles after the next useful one; 0 does without, twice as fast"
        ),
        "triplet": Dial((0.5,), "points for a concealed triplet whose fourth tile is live"),
        "triplet_ready": Dial((0.25,), "the same of a ready hand"),
        "suit_decay": Dial((0.5,), "logarithm of what each discard in a suit divides the danger of it by"),
        "risk": Dial((1.3,), "weight of the danger of a discard"),
        "concealed_kong_slack": Dial(
            (2.0,), "tiles that a concealed kong may take a hand farther", -14.0, 14.0
        ),
        "added_kong_slack": Dial((0.0,), "the same of an added kong", -14.0, 14.0),
        "melded_kong_slack": Dial(
            (1.0,), "the same of a kong of a discard, against passing and against the pung", -14.0, 14.0
        ),
        "pung_slack": Dial((0.6,), "points that a pung may cost if it takes the hand no farther", -1000.0),
    }
)

#: As tuned.
SOFT_VALUE_PRESETS: Mapping[str, Mapping[str, float]] = presets_of(("standard",), SOFT_VALUE_DIALS)
