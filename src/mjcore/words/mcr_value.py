"""The dials of the policy that plays Chinese Official Mahjong by the value of its plans, and their presets.

A dial is a number; the kernels take them by these names. Weights of plans make some ways to eight points more
attractive than others. They are not comparable across plans, since they also make up for how many ways a plan
counts.
"""

from collections.abc import Mapping

from mjcore.words.dials import Dial, presets_of
from mjcore.words.frozen import FrozenMapping

#: Plans with a weight, in the order of the kernels: three chows, the knitted straight, whole hands.
PLANS: Mapping[str, Dial] = FrozenMapping(
    {
        "mixed_shifted_chows": Dial((1.04, 1.03), "三色三步高, helped by All Chows"),
        "mixed_triple_chow": Dial((1.38, 1.42), "三色三同顺"),
        "mixed_straight": Dial((1.0, 1.01), "花龙"),
        "pure_straight": Dial((4.9, 3.3), "清龙"),
        "pure_shifted_chows": Dial((1.85, 0.98), "一色三步高"),
        "knitted_straight": Dial((0.52, 0.21), "组合龙"),
        "fully_concealed_hand": Dial((0.0335, 0.034), "small fans, self-drawn without exposed sets"),
        "chicken_hand": Dial((0.0028, 0.0008), "small fans or none with exposed sets"),
        "melded_hand": Dial((0.70, 0.43), "全求人, from two exposed sets"),
        "half_flush": Dial((1.6, 2.0), "混一色"),
        "full_flush": Dial((53.0, 84.0), "清一色"),
        "all_types": Dial((0.83, 1.08), "五门齐"),
        "all_pungs": Dial((2.25, 2.75), "碰碰和"),
        "seven_pairs": Dial((2.55, 2.35), "七对"),
        "honors_and_knitted": Dial((2.8, 1.2), "全不靠 and 七星不靠"),
        "thirteen_orphans": Dial((40.0, 40.0), "十三幺"),
        "outside_hand": Dial((0.82, 0.65), "全带幺"),
        "two_dragon_pungs": Dial((0.5, 0.47), "双箭刻, on the way to three dragons too"),
        "upper_four": Dial((0.55, 0.47), "大于五"),
        "lower_four": Dial((0.55, 0.47), "小于五"),
        "big_three_winds": Dial((0.0, 0.0), "三风刻, on the way to four winds too; off unless it is wanted"),
        "big_three_dragons": Dial((0.0, 0.0), "大三元, beside two_dragon_pungs; off unless it is wanted"),
        "triple_pung": Dial((0.0, 0.0), "三同刻; off unless it is wanted"),
        "mixed_shifted_pungs": Dial((0.0, 0.0), "三色三节高; off unless it is wanted"),
        "pure_shifted_pungs": Dial((0.0, 0.0), "一色三节高; off unless it is wanted"),
    }
)

#: Everything else.
HABITS: Mapping[str, Dial] = FrozenMapping(
    {
        "patience": Dial(
            (0.106, 0.06), "theta, the price of a missing tile; a small one wants short ways", 0.001, 0.9
        ),
        "pung_claims": Dial((3.0, 3.0), "beta, how much easier a pung is completed than a chow"),
        "template_cut": Dial(
            (0.03, 0.01), "kappa, chows whose plan is worth less than this part of the best are left aside"
        ),
        "all_chows_share": Dial(
            (0.45, 0.45), "a, what mixed shifted chows are worth without All Chows", 0.0, 1.0
        ),
        "unclaimable": Dial(
            (0.6, 0.6), "factor of a missing tile that nobody's discard can be claimed for", 0.0, 1.0
        ),
        "points_offset": Dial((0.0, 8.0), "u0, points added to each win before wins are compared"),
        "self_drawn_only": Dial(
            (0.3, 0.3), "sigma, factor of a wait that reaches the minimum only by drawing", 0.0, 1.0
        ),
        "ready_factor": Dial((2.0, 2.0), "what the waits of a ready hand count"),
        "growth_factor": Dial((0.33, 0.33), "what the plans of a ready hand count beside its waits"),
        "claim_factor": Dial((1.6, 1.6), "a set is claimed if the hand is worth this much more with it"),
        "kong_factor": Dial(
            (0.5, 0.5), "a kong is made if the hand is worth this part of the best discard's"
        ),
        "live_correction": Dial(
            (0.0, 1.0), "1 if sets and pairs not yet begun know of tiles that are gone", 0.0, 1.0
        ),
        "skill_noise": Dial(
            (0.0, 0.0), "sigma_n, spread of a random factor on each discard's value", 0.0, 5.0
        ),
        "style_spread": Dial(
            (0.0, 0.0), "sigma_s, spread of a random factor on each plan, once a hand", 0.0, 5.0
        ),
        "caution": Dial(
            (0.0, 0.0), "how much a tile that nobody has shown yet is held back late in the hand", 0.0, 1.0
        ),
        "caution_tiles": Dial((25.0, 25.0), "tiles left below which that begins", 0.0, 144.0),
    }
)

MCR_VALUE_DIALS: Mapping[str, Dial] = FrozenMapping({**HABITS, **PLANS})

#: For players whose hands look like people's, and for the strongest players of this kind.
MCR_VALUE_PRESETS: Mapping[str, Mapping[str, float]] = presets_of(("human", "strong"), MCR_VALUE_DIALS)
