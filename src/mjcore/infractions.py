"""Errors and disputes at the table: the 21 rows of articles 8 to 12 and 17 as data.

A row says what may be found about its event (`facts`) and what follows: the first `Case` that fits decides
who pays and what happens to the hand. `adjudication` reads the rows.

Beside the facts that an event states, cases may ask for those that follow from the table and the seats named
in the event: ``deals``, ``drew``, ``declared``, ``dead``, ``culprit``, ``any_acted``, ``all_acted``,
``recovers``.
"""

from dataclasses import dataclass, field

#: What can happen to a hand, to a seat or with a tile.
EFFECTS = {
    "TAKE_BACK": "undo what the seat did",
    "DEAD": "the seat loses the right to win this hand",
    "UNDECLARE": "the seat's declaration is withdrawn",
    "END_HAND": "the hand ends with the false win of the seat",
    "REDEAL": "the tiles are dealt again",
    "MUST_RON": "the seat must take the next legal ron",
    "MAY_RON": "the seat may still win on the discard it let pass",
    "MAY_DECLARE": "the seat may still declare ready",
    "CLAIM_REFUSED": "the seat's pung or kong is refused",
    "SKIP_DRAWS": "the seat skips draws until it has the right number of tiles",
    "SKIP_DISCARDS": "the seat skips discards until it has the right number of tiles",
    "SHOW": "the tile is shown to everybody and put back",
}


@dataclass(frozen=True)
class Case:
    """What follows if all of `when`, none of `unless`, and the rules in `options` hold.

    Attributes
    ----------
    when, unless : tuple of str
        Facts.
    options : dict
        Values of options under which the case applies.
    pays : tuple of (int, str), optional
        Points that the offender pays to each of the "others" or the "named".
    is_false_win : bool
        Whether the hand is paid as a false win.
    effects : tuple of (str, str)
        An effect and whom it concerns: the "offender", the "named" or the "tile".
    """

    when: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    options: dict[str, tuple[object, ...]] = field(default_factory=dict)
    pays: tuple[int, str] | None = None
    is_false_win: bool = False
    effects: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Row:
    """An infraction or procedure.

    Attributes
    ----------
    clause, trigger : str
    cases : tuple of Case
        In the order in which they are tried; nothing follows where none fits.
    facts : tuple of str
        What an event may state.
    given : tuple of str
        Facts that the event itself implies.
    needs : tuple of str
        What the event must name: "offender", "named", "tile", "discarder".
    ready : str
        Who must have declared ready: "offender" or "named".
    drew_after : bool
        Whether the offender drew after the discard, so that the discarder sits before him.
    """

    clause: str
    trigger: str
    cases: tuple[Case, ...] = ()
    facts: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    needs: tuple[str, ...] = ("offender",)
    ready: str = ""
    drew_after: bool = False


_DEAD = (("DEAD", "offender"),)

#: Who has declared, or lost the right to win, has nothing more to declare.
_NO_MORE_TO_DECLARE = (Case(when=("declared",)), Case(when=("dead",)))

#: A win that is none: undone, unless another player has pushed his tiles over too.
_MISTAKEN_WIN = (
    Case(unless=("another_pushed",)),
    Case(is_false_win=True, effects=(("END_HAND", "offender"),)),
)

ROWS = {
    "J1": Row(
        "8.2",
        "a kong tile in the tail is knocked over and seen",
        (Case(effects=(("SHOW", "tile"),)),),
        needs=("tile",),
    ),
    "J2": Row(
        "9.1",
        "a hand that was ready as dealt is noticed late",
        (
            *_NO_MORE_TO_DECLARE,
            Case(when=("drew",)),
            Case(when=("deals",), options={"dealer_tianting": (False,)}),
            Case(when=("first_discard_made",), options={"tianting_window": ("before_first_discard",)}),
            Case(effects=(("MAY_DECLARE", "offender"),)),
        ),
        facts=("first_discard_made",),
    ),
    "J3": Row(
        "9.2",
        "a ready player shows a self-draw while another claims the discard before it",
        (
            Case(when=("clear_word_or_act_first",), effects=(("TAKE_BACK", "offender"),)),
            Case(effects=(("CLAIM_REFUSED", "named"),)),
        ),
        facts=("clear_word_or_act_first",),
        needs=("offender", "named"),
        ready="offender",
        drew_after=True,
    ),
    "J4": Row(
        "9.3",
        "a ready player first lets a discard pass and then wants it",
        (
            Case(options={"pass_recovery": (False,)}),
            Case(when=("discarder_declared",), effects=(("MAY_RON", "offender"),)),
            Case(when=("claim_confirmed",), effects=(("MAY_RON", "offender"),)),
            Case(when=("recovers",), effects=(("MAY_RON", "offender"),)),
        ),
        facts=("discarder_declared", "claim_confirmed"),
        needs=("offender", "discarder"),
        ready="offender",
    ),
    "J5": Row(
        "9.4",
        "a player discarded and forgot to declare ready",
        (
            *_NO_MORE_TO_DECLARE,
            Case(when=("second_discarded",)),
            # A slip is judged by the article alone; `late_ready` is about declaring late on purpose.
            Case(when=("on_purpose",), options={"late_ready": ("off",)}),
            Case(unless=("next_discarded",), effects=(("MAY_DECLARE", "offender"),)),
            Case(when=("on_purpose",), options={"late_ready": ("before_next_discard",)}),
            Case(when=("next_agrees",), effects=(("MAY_DECLARE", "offender"),)),
        ),
        facts=("next_discarded", "next_agrees", "second_discarded", "on_purpose"),
    ),
    "J6": Row(
        "9.5",
        "a declared hand is found not to be ready",
        (
            Case(when=("all_acted",), effects=_DEAD),
            Case(when=("concealed_kong_since",), effects=_DEAD),
            Case(when=("any_acted",), options={"bad_ready_cutoff": ("any_one_or_ckong",)}, effects=_DEAD),
            Case(
                when=("open_kong_since",),
                options={"bad_ready_cutoff": ("all_three_or_any_kong",)},
                effects=_DEAD,
            ),
            Case(effects=(("UNDECLARE", "offender"),)),
        ),
        facts=("concealed_kong_since", "open_kong_since"),
        ready="offender",
    ),
    "J7": Row(
        "10.1",
        "the order of the tiles is wrong at the start",
        (Case(when=("culprit", "within_one_round", "redeal_ordered"), effects=(("REDEAL", ""),)),),
        facts=("within_one_round", "redeal_ordered"),
        needs=(),
    ),
    "J8": Row(
        "10.1",
        "the order of the tiles is wrong later in the hand",
        (Case(when=("culprit",), effects=_DEAD),),
        needs=(),
    ),
    "J9": Row(
        "10.1",
        "a wrong pung or kong",
        (
            Case(when=("noticed_at_once",), effects=(("TAKE_BACK", "offender"),)),
            Case(options={"wrong_meld_sanction": (None,)}, effects=(("TAKE_BACK", "offender"),)),
            Case(effects=(("TAKE_BACK", "offender"), *_DEAD)),
        ),
        facts=("noticed_at_once",),
    ),
    "J10": Row("10.2", "too many tiles", (Case(effects=(*_DEAD, ("SKIP_DRAWS", "offender"))),)),
    "J11": Row("10.2", "too few tiles", (Case(effects=(("SKIP_DISCARDS", "offender"),)),)),
    "J12": Row(
        "11.1",
        "a forgotten open kong, or a self-draw discarded by mistake",
        (
            Case(when=("claimed_or_won", "forbidden")),
            Case(when=("next_discarded",)),
            Case(when=("next_drew",), unless=("can_return_tile",)),
            Case(effects=(("TAKE_BACK", "offender"),)),
        ),
        facts=("claimed_or_won", "forbidden", "next_drew", "can_return_tile", "next_discarded"),
    ),
    "J13": Row("11.2", "a mistaken win, tiles pushed over", _MISTAKEN_WIN, facts=("another_pushed",)),
    "J14": Row(
        "11.2", "a false win: another player pushed his tiles too", _MISTAKEN_WIN, given=("another_pushed",)
    ),
    "J15": Row(
        "12.1",
        "a misnamed discard makes a ready player call a win",
        (Case(when=("verified",), pays=(1, "named")),),
        facts=("verified",),
        needs=("offender", "named"),
        ready="named",
    ),
    "J16": Row(
        "12.1",
        "a misnamed discard makes players call a pung or kong",
        (Case(when=("verified",), pays=(1, "named")),),
        facts=("verified",),
        needs=("offender", "named"),
    ),
    "J17": Row(
        "12.2",
        "a ready player looks at another hand",
        (Case(pays=(2, "others"), effects=(("MUST_RON", "offender"),)),),
        ready="offender",
    ),
    "J18": Row(
        "12.3",
        "a pung signalled and not made",
        (Case(when=("cannot_show",), pays=(1, "others")),),
        facts=("cannot_show",),
    ),
    "J19": Row(
        "12.4",
        "an odd act or sound, explained on demand",
        (Case(when=("untrue",), pays=(2, "others")),),
        facts=("untrue",),
    ),
    "J20": Row(
        "12.5",
        "the next tile drawn or seen before one's turn",
        (
            Case(when=("discard_wins", "declared"), effects=(("MUST_RON", "offender"),)),
            Case(when=("claim_refused",), effects=(("CLAIM_REFUSED", "offender"),)),
        ),
        facts=("discard_wins", "claim_refused"),
    ),
    "J21": Row("17.1", "tiles held in the hand instead of on the table"),
}
