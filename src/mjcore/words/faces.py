"""What the tiles look like: the face of each kind in strokes of SVG, without a font and without an id.

A tile is `WIDTH` wide and `HEIGHT` high. Its number or letter stands in the upper left corner, for those who
read no Chinese and for small pictures; the rest is what players know: rings, canes, 一 to 九 over 万, the
winds, the dragons. Everything is a stroke, so that all rings or canes of one colour are one path.
"""

from mjcore.words.tiles import FIRST_HONOUR, HONOURS, N_KINDS, N_RANKS

WIDTH, HEIGHT = 30, 40

INK, RED, GREEN, BLUE = "#23272b", "#c0271f", "#17743a", "#1f569c"
_PAPER, _EDGE, _BACK, _ROSE = "#fffdf4", "#8a8577", "#3f7f77", "#cf5f8d"

#: Numbers in a box 6 wide and 9 high, letters of honours in one 8 wide.
_SIGNS = {
    "1": "M.8 2L3.6 0V9",
    "2": "M.2 2.2Q.4 0 3 0T5.8 2.3Q5.8 4.3 .2 9H6",
    "3": "M.3 1Q1.3 0 3 0Q5.5 0 5.5 2.1T2.4 4.2Q6 4.2 6 6.6T3 9Q1 9 0 7.7",
    "4": "M4.6 9V0L0 6.3H6.4",
    "5": "M5.5 0H1L.5 3.9Q1.6 3.3 3 3.3Q6 3.3 6 6.1T3 9Q1 9 0 7.8",
    "6": "M5.3 .5Q4.4 0 3.4 0Q0 0 0 5.6Q0 9 3 9T6 6.2T3 3.6Q.4 3.6 .1 5.8",
    "7": "M0 0H6L2.2 9",
    "8": "M3 4.2Q.5 4.2 .5 2.1T3 0T5.5 2.1T3 4.2Q0 4.2 0 6.6T3 9T6 6.6T3 4.2",
    "9": "M.7 8.5Q1.6 9 2.6 9Q6 9 6 3.4Q6 0 3 0T0 2.8T3 5.4Q5.6 5.4 5.9 3.2",
    "E": "M6 0H0V9H6M0 4.4H5",
    "S": "M6 1.4Q5 0 3 0Q.1 0 .1 2.2T3 4.4Q6.2 4.6 6.2 6.8T3 9Q1 9 0 7.5",
    "W": "M0 0L2 9L4.2 2L6.4 9L8.4 0",
    "N": "M0 9V0L6.2 9V0",
    "C": "M6.3 1.8Q5.3 0 3.5 0Q0 0 0 4.5T3.5 9Q5.3 9 6.3 7.2",
    "F": "M6 0H0V9M0 4.4H5",
    "P": "M0 9V0H3.2Q6.2 0 6.2 2.5T3.2 5H0",
}
#: Characters in a box 20 wide and high.
_NUMERALS = (
    "M1 10H19",
    "M4 5H16M1 16H19",
    "M3 3H17M5 10H15M1 17H19",
    "M2 3H18V18H2ZM8 3Q8 10 5 12M12 3V11H18",
    "M3 2H17M10 2L7 18M4 9H15V18M1 18H19",
    "M10 1V4M1 7H19M7 11L3 19M13 11L17 19",
    "M1 11L19 7M8 2V15Q8 18 11 18H17V14",
    "M7 4Q7 13 1 18M12 3Q13 13 19 18",
    "M8 1Q9 13 1 19M2 7H13V15Q13 18 16 18H19V14",
)
_MYRIAD = "M1 3H19M8 3Q8 14 1 19M7.5 9H16Q16 15 14 19L11 17.5"
_WINDS = (
    "M2 4H18M9 1L4 10H17M11 6V19L8.5 17.5M6 13L3 17M14 13L18 17",
    "M2 4H18M10 1V8M3 19V8H17V19L15 18M7.5 10L8.5 12.5M12.5 10L11.5 12.5M6.5 13H13.5M6 16H14M10 13V19",
    "M1 3H19M3 7H17V18H3ZM8 3V8Q8 11 5 13M12 3V12H16.5",
    "M7 2V19M1 7H7M1 16L7 13M12 2V16Q12 18 14 18H19V14M19 6L12 10",
)
_GREEN_DRAGON = "M5 2L3 8H18M10 1Q8 14 1 19M9 11Q12 17 18 19M7.5 12H15Q12 17 5 19M13 2L16 5"
_RED_DRAGON = "M2 5H18V13H2ZM10 1V20"

#: Places of the rings of each rank, and how wide they are.
_RINGS: tuple[tuple[float, str], ...] = (
    (20, "15,25.5"),
    (10, "15,18 15,32"),
    (8, "7.5,17.5 15,25.5 22.5,33.5"),
    (8.4, "8.5,19 21.5,19 8.5,32 21.5,32"),
    (7.6, "7.5,18 22.5,18 15,25.5 7.5,33 22.5,33"),
    (7.4, "9,17.5 21,17.5 9,25.5 21,25.5 9,33.5 21,33.5"),
    (6.4, "7,16.3 15,18.2 23,20.1 9.5,27.4 20.5,27.4 9.5,34.6 20.5,34.6"),
    (6, "9.5,15.9 20.5,15.9 9.5,22.3 20.5,22.3 9.5,28.7 20.5,28.7 9.5,35.1 20.5,35.1"),
    (6.6, "7,17.4 15,17.4 23,17.4 7,25.7 15,25.7 23,25.7 7,34 15,34 23,34"),
)
#: Which of them are red.
_RED_RINGS = {1: "0", 5: "2", 7: "012", 9: "345"}
#: Upper ends of the canes of each rank from the second, how long they are, and which are red.
_CANES: tuple[tuple[float, str, str], ...] = (
    (10, "15,14 15,27.8", ""),
    (10, "15,14 8,27.8 22,27.8", ""),
    (10, "9,14 21,14 9,27.8 21,27.8", ""),
    (10, "7,14 23,14 7,27.8 23,27.8 15,20.9", "4"),
    (10, "7,14 15,14 23,14 7,27.8 15,27.8 23,27.8", ""),
    (6.6, "15,13 7,22 15,22 23,22 7,31 15,31 23,31", "0"),
    (10, "6,14 12,14 18,14 24,14 6,27.8 12,27.8 18,27.8 24,27.8", ""),
    (6.6, "7,13.5 15,13.5 23,13.5 7,22 15,22 23,22 7,30.5 15,30.5 23,30.5", "147"),
)


def face(kind: int) -> str:
    """The face of a kind, or of a flower (34 to 41), as SVG between the corners (0, 0) and (30, 40).

    Examples
    --------
    >>> print(face(31))  # White
    <path d="M11 17H24V36H11Z" stroke="#1f569c" stroke-width="3.2"/>\
<path transform="translate(4.5 4)scale(1.15)" d="M0 9V0H3.2Q6.2 0 6.2 2.5T3.2 5H0" stroke="#1f569c" \
stroke-width="1.7"/>
    """
    suit, rank = divmod(kind, N_RANKS)
    if kind >= N_KINDS:
        return _flower(kind - N_KINDS)
    if kind >= FIRST_HONOUR:
        return _honour(rank)
    return (_character, _rings, _canes)[suit](rank) + _sign(str(rank + 1), INK)


def blank() -> str:
    """The ivory of a tile, under its face.

    Examples
    --------
    >>> "rect" in blank(), blank() == back()
    (True, False)
    """
    return _block(_PAPER)


def back() -> str:
    """A tile that lies face down.

    Examples
    --------
    >>> "path" in back()
    True
    """
    return _block(_BACK) + _path("M7 20L15 8L23 20L15 32Z", "#fff", 1.6)


def _block(colour: str) -> str:
    return f'<rect width="{WIDTH}" height="{HEIGHT}" rx="4" fill="{colour}" stroke="{_EDGE}"/>'


def _path(strokes: str, colour: str, width: float, more: str = "") -> str:
    return f'<path{more} d="{strokes}" stroke="{colour}" stroke-width="{width:g}"/>'


def _scaled(strokes: str, colour: str, width: float, place: str, scale: float) -> str:
    """Strokes of another box, `width` wide in their own units."""
    return _path(strokes, colour, width, f' transform="translate({place})scale({scale:g})"')


def _sign(sign: str, colour: str) -> str:
    """The number or letter in the corner."""
    place, scale = ("4.5 4", 1.15) if sign.isalpha() else ("3.8 3.2", 0.95)
    return _scaled(_SIGNS[sign], colour, 1.7, place, scale)


def _character(rank: int) -> str:
    return _scaled(_NUMERALS[rank], INK, 2.4, "14.2 4", 0.6) + _scaled(_MYRIAD, RED, 2.2, "6 19", 0.9)


def _rings(rank: int) -> str:
    width, places = _RINGS[rank]
    red = [int(place) for place in _RED_RINGS.get(rank + 1, "")]
    rings = _two_colours([f"M{place}h0" for place in places.split()], red, BLUE, width)
    holes = "".join(f"M{place}h0" for place in places.split())
    if rank == 0:
        return rings + _path(holes, _PAPER, 14) + _path(holes, BLUE, 10) + _path(holes, _PAPER, 4)
    return rings + _path(holes, _PAPER, round(0.36 * width, 1))


def _canes(rank: int) -> str:
    if rank == 0:
        cane = _path("M15 37V15", GREEN, 5.4, ' stroke-linecap="butt" stroke-dasharray="6.6 1.1"')
        return cane + _path("M19 21Q23 19 24 13M11 29Q7 27 6 21M19 33.5Q23 32 24 26", GREEN, 2.6)
    length, places, red = _CANES[rank - 1]
    dashes = ' stroke-linecap="butt"' + (
        ' stroke-dasharray="4.6 .8"' if length > 8 else ""
    )  # a knot in long ones
    strokes = [f"M{place}v{length:g}" for place in places.split()]
    return _two_colours(strokes, [int(place) for place in red], GREEN, 3.2, dashes)


def _two_colours(strokes: list[str], red: list[int], colour: str, width: float, more: str = "") -> str:
    """Some of the strokes in red, the others in the colour of the suit."""
    parts = {
        colour: "".join(stroke for place, stroke in enumerate(strokes) if place not in red),
        RED: "".join(strokes[place] for place in red),
    }
    return "".join(_path(part, ink, width, more) for ink, part in parts.items() if part)


def _honour(rank: int) -> str:
    letter = HONOURS[rank]
    if letter == "P":
        return _path("M11 17H24V36H11Z", BLUE, 3.2) + _sign(letter, BLUE)
    if letter in "CF":
        strokes, colour = {"C": (_RED_DRAGON, RED), "F": (_GREEN_DRAGON, GREEN)}[letter]
        return _scaled(strokes, colour, 2.6, "7 17", 0.96) + _sign(letter, colour)
    return _scaled(_WINDS[rank], INK, 2.1, "6 18", 0.96) + _sign(letter, INK)


def _flower(number: int) -> str:
    """Five petals: rose for the first four, blue for the others."""
    petals = "M15 20h0M21 24.4h0M18.7 31.5h0M11.3 31.5h0M9 24.4h0"
    colour = _ROSE if number < 4 else BLUE
    return _path(petals, colour, 7.6) + _path("M15 26.3h0", "#e8b021", 6) + _sign(str(number + 1), colour)
