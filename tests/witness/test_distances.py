"""Other programs as witnesses of the table of shanten in docs/others.md. They are in the extra ``peers``."""

import re
from pathlib import Path

import pytest

import mjcore as mj
from mjcore.interchange.codes import TILE_CODES

PAGE = (Path(__file__).parents[2] / "docs" / "others.md").read_text(encoding="utf-8")
HEAD = '| hand | `"riichi"` | `mahjong` | `xiangting` | `riichienv` | `mj.MCR` | `PyMahjongGB` |'
ROWS = re.findall(r"^\| `(.+?)` \|([ \d|]+)\|$", PAGE[PAGE.index(HEAD) :], re.MULTILINE)
SAID = {text: [int(number) for number in numbers.split("|")] for text, numbers in ROWS}


def of_mahjong(module, hand):
    return module.Shanten.calculate_shanten(list(hand.concealed))


def of_xiangting(module, hand):
    return module.calculate_replacement_number(list(hand.concealed), module.PlayerCount.FOUR) - 1


def of_riichienv(module, hand):
    tiles = [4 * kind + copy for kind, n in enumerate(hand.concealed) for copy in range(n)]
    return module.calculate_shanten(tiles)


def of_pymahjonggb(module, hand):
    pack = tuple(("GANG" if meld.is_kong else "PENG", TILE_CODES[meld.kind], 1) for meld in hand.melds)
    tiles = tuple(TILE_CODES[kind] for kind, n in enumerate(hand.concealed) for _ in range(n))
    return module.MahjongShanten(pack, tiles)


#: Column, module, how it is asked.
PROGRAMS = [
    (1, "mahjong.shanten", of_mahjong),
    (2, "xiangting", of_xiangting),
    (3, "riichienv", of_riichienv),
    (5, "MahjongGB", of_pymahjonggb),
]


def test_the_table_has_rows_of_six_numbers():
    assert {len(numbers) for numbers in SAID.values()} == {6}


@pytest.mark.parametrize(("column", "rules"), [(0, "riichi"), (4, mj.MCR)], ids=["riichi", "MCR"])
def test_the_table_says_what_is_computed_here(column, rules):
    assert mj.shanten(list(SAID), rules).tolist() == [numbers[column] for numbers in SAID.values()]


@pytest.mark.parametrize(("column", "module", "asked"), PROGRAMS, ids=[name for _, name, _ in PROGRAMS])
def test_the_table_says_what_other_programs_answer(column, module, asked):
    program = pytest.importorskip(module)
    answers = {text: asked(program, mj.parse_hand(text)) for text in SAID}
    assert answers == {text: numbers[column] for text, numbers in SAID.items()}
