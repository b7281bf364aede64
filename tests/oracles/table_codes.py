"""The numbers by which a table names what is decided, what is done and what came of it.

They are those of ``mjcore/kernels/_table_types.pxd``, copied; a test holds the two together.
"""

# What is decided.
TURN, WIN_CLAIM, SET_CLAIM, HEAVENLY, LATE_READY, CONSENT = 1, 2, 3, 4, 5, 6

# Actions; a kind is added to the last four, the number of a flower to `EXPOSE_FLOWER`, and to `CLAIM_CHOW`
# where the claimed tile stands: 0 lowest, 1 middle, 2 highest.
PASS, WIN, DECLARE, RECALL, CLAIM_PUNG, CLAIM_KONG, CLAIM_CHOW = 0, 1, 2, 3, 4, 5, 6
DECLINE, EXPOSE_FLOWER = 9, 10
DISCARD_TILE, DISCARD_READY, MAKE_CONCEALED_KONG, MAKE_ADDED_KONG = 18, 60, 94, 128
N_ACTIONS = 162

# Where the tile came from that begins a turn.
FROM_DEAL, FROM_WALL, FROM_TAIL, FROM_CLAIM = 0, 1, 2, 3

# How a hand ended.
DRAWN_WALL, DRAWN_DECLINED, DRAWN_KONG, WON = 0, 1, 2, 3

FIRST_FLOWER = 34
NO_SEAT = 255
NEVER = 255
NO_TILE = 255

#: Kinds of decision as words, for messages.
QUESTIONS = {
    TURN: "turn",
    WIN_CLAIM: "win claim",
    SET_CLAIM: "set claim",
    HEAVENLY: "heavenly",
    LATE_READY: "late ready",
    CONSENT: "consent",
}
