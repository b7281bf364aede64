"""Draw the pictures of how hands are packed: python docs/bit_pictures.py

Each picture parses a hand, packs it with the package itself and shows the bytes and bits that come out. They
stand in docs/bits, on paper of their own, so that a dark page shows them as a light one does. A test draws
them again and compares.
"""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from pathlib import Path

import numpy as np

import mjcore as mj
from mjcore.encoding.layout import HAND_DTYPE, KIND_BITS, MELD_TYPES
from mjcore.tables._tables import suit_table, tables_of
from mjcore.tables.mcr import mcr_tables
from mjcore.tables.merge import PAIRS, SETS, product
from mjcore.tables.suits import PARTITION_SHIFT, WAITS_BITS, WAITS_SHIFT, Vectors, _key
from mjcore.words.faces import HEIGHT, WIDTH, blank, face
from mjcore.words.fans import Fan
from mjcore.words.tiles import KIND_TEXTS, N_COPIES, N_KINDS, N_RANKS, SUITS

FOLDER = Path(__file__).with_name("bits")

WIN = mj.parse_hand("[123m]{7777s} 2345678p +8p").win(source="wall", last_wall=True)
MELDS = "[123m] [777z] {7777s}"
SUIT = "1113477m"
RECORDS = ("3334567m", "33345m")
READY = "12345678s44p [777z]"
SHARED = "13479m3455p13s55z"
FANS = "[111z][333z] 222z444z9m +9m"

PAPER, EDGE, INK, FAINT, NONE = "#fffdf4", "#8a8577", "#23272b", "#6b675c", "#f1eee2"
MARK = "#e8590c"
OF_SUIT = {"m": "#f6d5d0", "p": "#cfdff3", "s": "#cfe8d5", "z": "#e7dff2"}
WIDE = 420  # units from side to side: what a phone shows without making letters too small


class Sheet:
    """A picture that grows downwards."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.parts: list[str] = []
        self.y = 16.0

    def text(self, x: float, words: object, *, size: int = 12, at: str = "start", ink: str = INK) -> None:
        """Words whose middle stands on the line."""
        self.parts.append(
            f'<text x="{x:g}" y="{self.y + 0.36 * size:g}" font-size="{size}" text-anchor="{at}" '
            f'fill="{ink}">{escape(str(words))}</text>'
        )

    def box(self, x: float, width: float, height: float, fill: str, *, edge: str = EDGE) -> None:
        """A box around the line."""
        self.parts.append(
            f'<rect x="{x:g}" y="{self.y - height / 2:g}" width="{width:g}" height="{height:g}" rx="2" '
            f'fill="{fill}" stroke="{edge}" stroke-width="{1 if edge == EDGE else 2}"/>'
        )

    def cells(
        self, x: float, width: float, values: Iterable[object], fills: Sequence[str], size: int = 12
    ) -> None:
        """Values side by side, each in a box."""
        for place, (value, fill) in enumerate(zip(values, fills, strict=True)):
            self.box(x + place * width, width, 20, fill)
            self.text(x + (place + 0.5) * width, value, size=size, at="middle")

    def bits(self, x: float, width: float, value: int, n: int, colours: Callable[[int], str]) -> None:
        """Bits from the highest to the lowest; those that are set have a colour."""
        places = range(n - 1, -1, -1)
        shown = [value >> place & 1 for place in places]
        fills = [colours(place) if bit else NONE for place, bit in zip(places, shown, strict=True)]
        self.cells(x, width, shown, fills, size=min(12, int(width)))

    def over(self, x: float, width: float, words: Iterable[object]) -> None:
        """Small words above cells, or below them."""
        for place, word in enumerate(words):
            self.text(x + (place + 0.5) * width, word, size=10, at="middle", ink=FAINT)

    def down(self, step: float) -> None:
        self.y += step

    def svg(self) -> str:
        high = self.y + 8
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDE} {high:g}" '
            f'width="{1.5 * WIDE:g}" height="{1.5 * high:g}" font-family="sans-serif" fill="none" '
            f'stroke-linecap="round" stroke-linejoin="round"><title>{escape(self.title)}</title>'
            f'<rect width="{WIDE}" height="{high:g}" rx="6" fill="{PAPER}"/>'
            + "".join(self.parts)
            + "</svg>\n"
        )


def suit_of(kind: int) -> str:
    """The letter of a kind's suit."""
    return SUITS[kind // N_RANKS]


def counts_of(text: str) -> np.ndarray:
    """Copies of the nine kinds of one suit."""
    return np.bincount(mj.parse_tiles(text) % N_RANKS, minlength=N_RANKS)


def kinds() -> str:
    """The 34 kinds, and which of 136 tiles they are."""
    sheet = Sheet("The 34 kinds with their text, their number, and the numbers of their four tiles among 136")
    for kind in range(N_KINDS):
        suit, rank = divmod(kind, N_RANKS)
        x, y = 10 + 45 * rank, 8 + 84 * suit
        sheet.parts.append(f'<g transform="translate({x + (43 - WIDTH) // 2} {y})">{blank()}{face(kind)}</g>')
        sheet.y = y + HEIGHT + 9
        sheet.text(x + 21.5, f"{kind}", size=13, at="middle")
        sheet.down(13)
        sheet.text(x + 21.5, KIND_TEXTS[kind], size=10, at="middle", ink=FAINT)
        sheet.down(11)
        first = N_COPIES * kind
        sheet.text(x + 21.5, f"{first}–{first + N_COPIES - 1}", size=10, at="middle", ink=FAINT)
    return sheet.svg()


def row() -> str:
    """A row of HAND_DTYPE, byte by byte."""
    packed = mj.hand_array(WIN)[()]
    values = np.frombuffer(packed.tobytes(), dtype=np.uint8)
    sheet = Sheet(f"The 44 bytes of {WIN.hand}")
    sheet.text(10, f"{WIN.hand}, from the wall, its last tile")
    sheet.down(22)
    for suit, name in enumerate(SUITS):
        at = range(N_RANKS * suit, min(N_RANKS * (suit + 1), N_KINDS))
        sheet.text(10, "" if suit else "concealed")
        sheet.over(80, 36, at)
        sheet.down(16)
        sheet.text(72, name, at="end")
        sheet.cells(80, 36, values[at.start : at.stop], [OF_SUIT[name] if values[i] else NONE for i in at])
        sheet.down(21)
    names = [name for name in HAND_DTYPE.names or () if name != "concealed"]
    for name in names:
        dtype, at = HAND_DTYPE.fields[name][:2]
        sheet.down(3 if name == "melds" else 0)
        sheet.text(10, name)
        fields = values[at : at + dtype.itemsize]
        for place, value in enumerate(fields):
            sheet.text(142 + 62 * place, at + place, size=10, at="end", ink=FAINT)
            sheet.box(146 + 62 * place, 36, 18, "#f7e3b5" if value else NONE)
            sheet.text(164 + 62 * place, value, at="middle")
        sheet.text(200, "" if name == "melds" else meaning(name, int(packed[name])), ink=FAINT)
        sheet.down(21)
    sheet.down(-8)
    return sheet.svg()


def meaning(field: str, value: int) -> str:
    """What a field of the row says, in words."""
    if field == "winning_tile":
        return KIND_TEXTS[value]
    return str(
        {
            "source": WIN.source,
            "circumstances": "the bit of last_wall",
            "seat_wind": WIN.seat_wind,
            "prevalent_wind": WIN.prevalent_wind,
        }.get(field, "")
    )


def melds() -> str:
    """Declared sets as bytes."""
    sheet = Sheet("Declared sets as bytes: two bits say the type, six the lowest kind plus one")
    left, width = 80, 26
    sheet.over(left, width, range(7, -1, -1))
    sheet.text(300, "byte", size=10, ink=FAINT)
    sheet.down(2)
    for text in MELDS.split():
        meld = meld_of(text)
        sheet.down(18)
        sheet.text(10, meld)
        sheet.bits(left, width, meld.code, 8, lambda bit: "#f7e3b5" if bit >= KIND_BITS else "#cfdff3")
        sheet.text(300, meld.code)
        sheet.down(17)
        kind = meld.code % (1 << KIND_BITS)
        sheet.text(left + width, meld.code >> KIND_BITS, size=10, at="middle", ink=FAINT)
        sheet.text(left + 5 * width, f"{kind - 1} + 1", size=10, at="middle", ink=FAINT)
        sheet.text(300, MELD_TYPES[meld.code >> KIND_BITS].replace("_", " "), size=10, ink=FAINT)
        sheet.down(4)
    return sheet.svg()


def meld_of(text: str) -> mj.Meld:
    """The set that stands in brackets."""
    return mj.Meld.from_tiles(mj.parse_tiles(text[1:-1]).tolist(), concealed=text[0] == "{")


def key() -> str:
    """The key of a suit, and where it stands in the tables."""
    counts = counts_of(SUIT)
    weights = np.array([int(_key(np.eye(n, dtype=int)[rank])) for n in (4, 5) for rank in range(n)])
    head, tail = int(_key(counts[:4])), int(_key(counts[4:]))
    vectors = Vectors(N_RANKS)
    fills = ["#f6d5d0"] * 4 + ["#cfdff3"] * 5
    sheet = Sheet(f"The two base-5 keys of {SUIT}")
    left, width = 82, 37
    for name, values in (("rank", range(1, 10)), ("copies", counts), ("× weight", weights)):
        sheet.text(10, name)
        if name == "copies":
            sheet.cells(left, width, values, fills)
        else:
            sheet.over(left, width, values)
        sheet.down(21)
    sheet.text(10, "=")
    sheet.cells(
        left, width, counts * weights, [fill if n else NONE for fill, n in zip(fills, counts, strict=True)]
    )
    sheet.down(26)
    sheet.text(left + 2 * width, f"head {head}", at="middle")
    sheet.text(left + 6.5 * width, f"tail {tail}", at="middle")
    sheet.down(24)
    base, order = int(vectors.base[head]), int(vectors.order[tail])
    sheet.text(10, f"place = base[{head}] + order[{tail}] = {base:,} + {order:,} = {base + order:,}")
    sheet.down(21)
    more = counts + (np.arange(N_RANKS) == 6)
    sheet.text(10, f"one more 7m:  tail {tail} + {int(_key(more[4:])) - tail} = {int(_key(more[4:]))}")
    return sheet.svg()


def joined() -> str:
    """Eight counts made into two keys at once."""
    counts = counts_of(SUIT)[:8]
    word = int.from_bytes(bytes(counts.tolist()), "little")
    pairs = (word + 5 * (word >> 8)) & 0x00FF00FF00FF00FF
    fours = (pairs + 25 * (pairs >> 16)) & 0x0000FFFF0000FFFF
    sheet = Sheet(f"Eight counts of {SUIT} joined to pairs, and pairs to fours, in one word of 64 bits")
    for name, value, n in (("8 counts", word, 1), ("c + 5 c'", pairs, 2), ("q + 25 q'", fours, 4)):
        sheet.text(10, name)
        width = 41 * n
        values = [value >> 8 * n * place & (1 << 8 * n) - 1 for place in range(8 // n - 1, -1, -1)]
        sheet.cells(82, width, values, ["#cfdff3"] * (4 // n) + ["#f6d5d0"] * (4 // n))
        sheet.down(27)
    sheet.down(-8)
    sheet.text(82, "bit 63", size=10, ink=FAINT)
    sheet.text(410, "bit 0", size=10, at="end", ink=FAINT)
    return sheet.svg()


def record() -> str:
    """What else is known of a suit, in 32 bits."""
    table, vectors = suit_table("number"), Vectors(N_RANKS)
    sheet = Sheet("The records of suits: the decomposition, the waits, and whether it would hold the pair")
    marks = (31, PARTITION_SHIFT, WAITS_SHIFT + WAITS_BITS - 1, WAITS_SHIFT, 0)

    def colour(bit: int) -> str:
        return "#f7e3b5" if bit < WAITS_SHIFT else "#cfdff3" if bit < PARTITION_SHIFT else "#cfe8d5"

    for text in RECORDS:
        value = int(table.records[vectors.index(counts_of(text))])
        waits = mj.tile_text(mj.kinds_in(value >> WAITS_SHIFT & (1 << WAITS_BITS) - 1))
        pair = "with the pair" if value & 1 else "no pair"
        sheet.text(10, f"{text}: decomposition {value >> PARTITION_SHIFT:,}, waits {waits}, {pair}")
        sheet.down(18)
        sheet.over(10, 12.5, [place if place in marks else "" for place in range(31, -1, -1)])
        sheet.down(15)
        sheet.bits(10, 12.5, value, 32, colour)
        sheet.down(27)
    sheet.down(-16)
    return sheet.svg()


def mask() -> str:
    """A mask of waits over the 34 kinds."""
    value = int(mj.waits(mj.parse_hand(READY), mj.SOFT_EIGHT))
    sheet = Sheet(f"The waits of {READY} as bits of the 34 kinds")
    sheet.text(10, f"{READY}, Soft Eight")
    sheet.down(20)
    for suit, name in enumerate(SUITS):
        at = range(N_RANKS * suit, min(N_RANKS * (suit + 1), N_KINDS))
        sheet.over(40, 41, at)
        sheet.down(15)
        sheet.text(10, name)
        held = [value >> kind & 1 for kind in at]
        sheet.cells(40, 41, held, [OF_SUIT[name] if bit else NONE for bit in held])
        sheet.down(19)
    sheet.down(4)
    bits = " + ".join(f"2^{kind}" for kind in mj.kinds_in(value))
    sheet.text(10, f"{bits} = {value:,}")
    return sheet.svg()


def tests() -> str:
    """How counts are tested eight at a time."""
    title = "What a shift, a mask and a sum say of a count: its pairs, a single tile, two or more"
    sheet = Sheet(title)
    columns: list[tuple[str, float, Callable[[int], int], int]] = [
        ("x", 62, lambda n: n, 3),
        ("x >> 1 & 3", 140, lambda n: n >> 1 & 3, 2),
        ("x & 1", 216, lambda n: n & 1, 1),
        ("x + 126", 274, lambda n: n + 126, 8),
    ]
    sheet.text(10, "copies", size=10, ink=FAINT)
    for name, x, _, n_bits in columns:
        sheet.text(x + 8.5 * n_bits, name, size=11, at="middle", ink=FAINT)
    for n in range(N_COPIES + 1):
        sheet.down(24)
        sheet.text(22, n, at="middle")
        for _, x, of, n_bits in columns:
            sheet.bits(x, 17, of(n), n_bits, lambda bit: MARK if bit == 7 else "#cfdff3")
    sheet.down(20)
    for n_bits, words in zip((2, 1, 8), ("pairs", "single", "two or more: bit 7"), strict=True):
        x = next(x for _, x, _, n in columns if n == n_bits)
        sheet.text(x + 8.5 * n_bits, words, size=11, at="middle", ink=FAINT)
    return sheet.svg()


def shared() -> str:
    """How the distance of a hand comes from the rows of its suits."""
    merge, form = tables_of("standard").merge, "standard"
    kinds = mj.parse_tiles(SHARED)
    counts = np.bincount(kinds, minlength=N_KINDS)
    suits = [counts[N_RANKS * i : N_RANKS * (i + 1)] for i in range(4)]
    tables = [suit_table("number")] * 3 + [suit_table("honours")]
    classes = [
        int(table.classes[Vectors(len(suit)).index(suit)]) for table, suit in zip(tables, suits, strict=True)
    ]
    rows = [table.rows[cls] for table, cls in zip(tables, classes, strict=True)]
    left, right = product(rows[0], rows[1]), product(rows[2], rows[3])
    sums = left + right[::-1]
    distance = int(merge.final[merge.left[classes[0], classes[1]], merge.right[classes[2], classes[3]]])
    assert distance == sums.min() == mj.shanten(counts, form) + 1
    sheet = Sheet(f"The distance of {SHARED}: rows of suits merged, costs added, the least taken")
    at, width = 120, 29
    sheet.text(10, "sets", ink=FAINT, size=10)
    sheet.over(at, width, SETS)
    sheet.down(13)
    sheet.text(10, "with a pair", ink=FAINT, size=10)
    sheet.over(at, width, ["+" if pair else "" for pair in PAIRS])
    sheet.down(6)

    def line(name: str, values: np.ndarray, fills: Sequence[str]) -> None:
        sheet.down(16)
        sheet.text(10, name)
        sheet.cells(at, width, values, fills)
        sheet.down(7)

    for suit, (held, values) in enumerate(zip(suits, rows, strict=True)):
        text = mj.tile_text([N_RANKS * suit + rank for rank, n in enumerate(held) for _ in range(n)])
        line(f"{text}, {classes[suit]}", values, [OF_SUIT[SUITS[suit]]] * 10)
    sheet.down(6)
    line("m and p", left, ["#e9d6e0"] * 10)
    line("s and z", right, ["#dbe3e2"] * 10)
    line("s and z, reversed", right[::-1], ["#dbe3e2"] * 10)
    line("sum", sums, ["#f7e3b5" if total == distance else NONE for total in sums])
    sheet.down(18)
    sheet.text(10, f"distance {distance}, shanten {distance - 1}")
    return sheet.svg()


def fans() -> str:
    """Fans as bits, with what they exclude."""
    rules = mj.MCR
    explained = mj.explain(mj.parse_hand(FANS).win(), rules)
    rows = rules.fan_rows()
    place = {fan.key: row for row, fan in enumerate(rows)}
    counted = {place[fan.code] for fan in explained.fans}
    not_counted = {place[fan.code] for fan in explained.not_counted}
    tables = mcr_tables(rules)
    excluded = {
        bit
        for one in counted
        for bit in range(len(rows))
        if int(tables.excludes[one, bit // 64]) >> bit % 64 & 1
    }
    assert not_counted <= excluded
    sheet = Sheet(f"The fans of {FANS} as bits, and what they exclude")
    sheet.text(10, f"{FANS}, a discard")
    sheet.down(22)
    for first in range(0, len(rows), 16):
        for bit in range(first, min(first + 16, len(rows))):
            fill = MARK if bit in counted else "#cfdff3" if bit in not_counted else NONE
            sheet.box(10 + 25 * (bit - first), 23, 20, fill, edge=INK if bit in excluded else EDGE)
            sheet.text(21.5 + 25 * (bit - first), bit, size=10, at="middle")
        sheet.down(24)
    for fill, edge, words in (
        (MARK, EDGE, "counts: " + names(rows, counted)),
        ("#cfdff3", INK, "the hand has it, but it is excluded: " + names(rows, not_counted)),
        (NONE, INK, "excluded by a fan that counts"),
    ):
        sheet.box(10, 14, 14, fill, edge=edge)
        for part in wrapped(words):
            sheet.text(32, part, size=11)
            sheet.down(15)
        sheet.down(4)
    sheet.down(-10)
    return sheet.svg()


def names(rows: Sequence[Fan], bits: Iterable[int]) -> str:
    """Fans by the numbers of their bits."""
    return ", ".join(f"{bit}\N{NO-BREAK SPACE}{rows[bit].english}" for bit in sorted(bits))


def wrapped(words: str, most: int = 62) -> list[str]:
    """Lines that fit beside a mark."""
    lines = [""]
    for word in words.split(" "):
        if len(lines[-1]) + len(word) >= most:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return lines


PICTURES = {
    draw.__name__: draw for draw in (kinds, row, melds, key, joined, record, mask, tests, shared, fans)
}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(draw(), encoding="utf-8", newline="\n")
