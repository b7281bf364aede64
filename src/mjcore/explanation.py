"""What an explanation of a hand says: to be printed, shown in a notebook, or written as JSON.

Nothing here knows the rules of a game: reasons are found elsewhere and only told here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from html import escape
from textwrap import wrap
from typing import Any, NamedTuple, Protocol

from mjcore.decompose import Decomposition
from mjcore.encoding.hands import Win
from mjcore.encoding.layout import CIRCUMSTANCES
from mjcore.encoding.pictures import draw_hand, draw_sets
from mjcore.ledger import Payments, net_text
from mjcore.words.frozen import FrozenMapping
from mjcore.words.rules import RuleSet
from mjcore.words.tiles import tile_text

#: How a winning tile from each source was won, in words.
SOURCE_WORDS = {
    "discard": "won on a discard",
    "wall": "drawn from the wall",
    "replacement": "drawn for a kong",
    "robbed": "won by robbing a kong",
}
#: What each circumstance says of a win.
_CIRCUMSTANCE_WORDS = {
    "last_wall": "last tile of the wall",
    "last_copy": "last copy of its kind",
    "initial": "with the tiles dealt",
    "heavenly_ready": "ready with the tiles dealt",
}
_FORM_WORDS = {
    "standard": "four sets and a pair",
    "seven_pairs": "seven pairs",
    "thirteen_orphans": "thirteen orphans",
    "honors_and_knitted": "honors and knitted tiles",
    "knitted_straight": "knitted straight",
}
_WIDTH = 110
_INDENT = 12  # of what stands beside a label


class SuitTiles(NamedTuple):
    """How many tiles of a suit a hand has, the way its rules count them.

    Examples
    --------
    >>> print(SuitTiles("bamboos", 9, is_main=True))
    bamboos 9
    """

    name: str
    tiles: int
    is_main: bool = False

    def __str__(self) -> str:
        return f"{self.name} {self.tiles}"


class FanReason(NamedTuple):
    """A fan that counts, and what makes it; or one that does not, and why.

    Attributes
    ----------
    code, chinese : str
        Its names.
    clause : str
        Where the rules have it.
    reason : str
        The sets, tiles or circumstance; or why it does not count.

    Examples
    --------
    >>> print(FanReason("DRAGON", "一条龙", "14.2", "123s 456s 789s"))
    DRAGON 一条龙 (14.2): 123s 456s 789s
    """

    code: str
    chinese: str
    clause: str
    reason: str

    def __str__(self) -> str:
        return f"{self.code} {self.chinese} ({self.clause}): {self.reason}"


class FanSaid(Protocol):
    """What is said of a fan, by the rules of any game; its text is a line."""

    @property
    def code(self) -> str:
        """Its name in a program."""

    @property
    def chinese(self) -> str:
        """Its name."""

    def _asdict(self) -> dict[str, Any]: ...


@dataclass(frozen=True, kw_only=True, repr=False)
class Explanation:
    """Why a hand is worth what it is, or why it is no win.

    ``print(explanation)`` writes it in lines, a notebook shows it as a table, `to_dict` is for JSON. Two that
    say the same are equal.

    Attributes
    ----------
    win : Win
        The hand and how it was won.
    rules : RuleSet
    legal : bool
        Whether it is a win.
    sentence : str
        What the hand is: a win with which main suit and fans, or no win and why.
    suits : tuple of SuitTiles
        Tiles of every suit, most first; the main suit is marked. Empty where the game counts no suits.
    reading : Decomposition or None
        The way to see the hand that counts: the one with most fans.
    others : tuple of Decomposition
        The other ways.
    fans : tuple of FanReason, or what the game has in its place
        What counts and what makes it.
    not_counted : tuple of the same
        What one may expect to count, and why it does not.
    points : mapping of str to int
        What the hand scores, by name; for Soft Eight ``base`` and ``multiplier``.
    formula : str
        How the score is worked out.
    shanten : int or None
        Of a hand that is no win, exchanges before it is ready; 127 if its melds leave no way.
    useful : tuple of int
        Of a hand that is no win, kinds that bring it nearer.
    payments : Payments or None
        Who pays whom, where seats were given.

    Examples
    --------
    >>> from mjcore.explaining import explain
    >>> from mjcore.words.soft_eight import SOFT_EIGHT
    >>> explanation = explain("123456m789p123s5z +5z", SOFT_EIGHT)
    >>> explanation.legal, explanation.shanten, tile_text(explanation.useful)
    (False, 1, '123456789m')
    """

    win: Win
    rules: RuleSet
    legal: bool
    sentence: str
    suits: tuple[SuitTiles, ...]
    reading: Decomposition | None = None
    others: tuple[Decomposition, ...] = ()
    fans: tuple[FanSaid, ...] = ()
    not_counted: tuple[FanSaid, ...] = ()
    points: Mapping[str, int] = field(default_factory=dict)
    formula: str = ""
    shanten: int | None = None
    useful: tuple[int, ...] = ()
    payments: Payments | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", FrozenMapping(self.points))

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain dicts, lists, texts and numbers, which JSON can hold.

        Returns
        -------
        dict

        Examples
        --------
        >>> from mjcore.explaining import explain
        >>> from mjcore.words.soft_eight import SOFT_EIGHT
        >>> said = explain("[777z] 12345678s44p +9s", SOFT_EIGHT).to_dict()
        >>> said["fans"][0]["code"], said["suits"]["bamboos"], said["points"]
        ('DRAGON', 9, {'base': 4, 'multiplier': 2})
        """
        return {
            "hand": str(self.win.hand),
            "source": self.win.source,
            "circumstances": [name for name in CIRCUMSTANCES if getattr(self.win, name)],
            "rules": {
                "name": self.rules.name,
                "digest": self.rules.digest,
                "changed": {name: _plain(value) for name, value in self.rules.differences().items()},
            },
            "legal": self.legal,
            "sentence": self.sentence,
            "main_suit": next((suit.name for suit in self.suits if suit.is_main), None),
            "suits": {suit.name: suit.tiles for suit in self.suits},
            "reading": None if self.reading is None else _reading_dict(self.reading),
            "others": [_reading_dict(reading) for reading in self.others],
            "fans": [fan._asdict() for fan in self.fans],
            "not_counted": [fan._asdict() for fan in self.not_counted],
            "points": dict(self.points),
            "formula": self.formula,
            "shanten": self.shanten,
            "useful": [tile_text([kind]) for kind in self.useful],
            "payments": None if self.payments is None else _payments_dict(self.payments),
        }

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.win!r}: {self.sentence}>"

    def __str__(self) -> str:
        lines = [self._headline(), self.sentence]
        for label, texts in [*self._changes(), *self._parts()]:
            for text in texts:
                lines += wrap(
                    text,
                    _WIDTH,
                    initial_indent=f"  {label}".ljust(_INDENT),
                    subsequent_indent=" " * (_INDENT + 2),
                    break_long_words=False,
                    break_on_hyphens=False,
                )
                label = ""
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        pictures = {"result": draw_hand(self.win.hand).html}
        if self.reading is not None:
            reading = self.reading
            pictures["form"] = draw_sets(reading.melds, reading.groups, str(reading)).html
        rows = []
        for label, texts in [("result", [self.sentence]), *self._changes(), *self._parts()]:
            lines = [*map(escape, texts), *([pictures[label]] if label in pictures else [])]
            cell = f'<td style="text-align: left">{"<br>".join(lines)}</td>'  # notebooks set all flush right
            rows.append(f'<tr><th scope="row">{escape(label)}</th>{cell}</tr>')
        return "\n".join(["<table>", f"<caption>{escape(self._headline())}</caption>", *rows, "</table>"])

    def _headline(self) -> str:
        """The hand and how it was won."""
        return ", ".join([str(self.win.hand), *self._how_won()])

    def _changes(self) -> list[tuple[str, Sequence[str]]]:
        """The rules where they are not the usual ones."""
        return [("rules", [repr(self.rules)])] if self.rules.differences() else []

    def _how_won(self) -> list[str]:
        """How the hand was won, in words."""
        circumstances = [words for name, words in _CIRCUMSTANCE_WORDS.items() if getattr(self.win, name)]
        return [SOURCE_WORDS[self.win.source], *circumstances]

    def _parts(self) -> Iterator[tuple[str, Sequence[str]]]:
        """Labels and what is said under each; empty parts are left out."""
        if self.reading is not None:
            yield "form", [reading_text(self.reading)]
        if self.others:
            yield "or", self._other_texts()
        if self.suits:
            yield "suits", [", ".join(f"{suit} (main)" if suit.is_main else str(suit) for suit in self.suits)]
        if self.reading is not None:
            yield "fans", [str(fan) for fan in self.fans] or ["none"]
        if self.not_counted:
            yield "not", [str(fan) for fan in self.not_counted]
        if self.formula:
            yield "score", [self.formula]
        if self.payments is not None:
            yield "payments", [str(entry) for entry in self.payments.entries] or ["none"]
            yield "net", [net_text(self.payments.net)]

    def _other_texts(self) -> list[str]:
        """The other readings, a line each."""
        return [reading_text(reading) for reading in self.others]


def reading_text(reading: Decomposition) -> str:
    """A way to see a hand, with the name of its form.

    >>> reading_text(Decomposition("seven_pairs", (), (0, 0, 1, 2, 3, 4, 5)))
    'seven pairs: 11m 11m 22m 33m 44m 55m 66m'
    """
    words = _FORM_WORDS[reading.form]
    text = str(reading)
    return text if text.startswith(words) else f"{words}: {text}"


def _plain(value: Any) -> Any:
    """The value of an option as JSON can hold it."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return list(value)
    if is_dataclass(value):
        return {item.name: _plain(getattr(value, item.name)) for item in fields(value)}
    return value


def _reading_dict(reading: Decomposition) -> dict[str, Any]:
    return {
        "form": reading.form,
        "melds": [str(meld) for meld in reading.melds],
        "sets": [tile_text(meld.tiles) for meld in reading.sets],
        "pairs": [tile_text([pair, pair]) for pair in reading.pairs],
        "singles": tile_text(reading.singles),
    }


def _payments_dict(payments: Payments) -> dict[str, Any]:
    entries = [
        {
            "payer": entry.payer,
            "receiver": entry.receiver,
            "points": entry.points,
            "kind": entry.kind,
            "clause": entry.clause,
            "parts": None if entry.parts is None else entry.parts._asdict(),
        }
        for entry in payments.entries
    ]
    return {"entries": entries, "net": payments.net.tolist()}
