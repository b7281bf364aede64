"""Pictures of tiles: what lies where, what is said of it, and what is refused."""

import re
import xml.etree.ElementTree as ET
from base64 import b64decode
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import mjcore as mj
from mjcore.words.faces import back, blank, face

SVG = "{http://www.w3.org/2000/svg}"
HAND = "[123m][5555p]{7777s} 11z44s +1z"
DOCS = Path(__file__).parents[2] / "docs"


def of(drawing):
    """The parsed picture."""
    return ET.fromstring(drawing.svg)


def laid(drawing):
    """(x, y, is turned, inside) of each tile, in the order drawn."""
    pattern = r'<g transform="translate\((\d+) (\d+)\)(rotate\(90\))?">(.*?)</g>'
    return [
        (int(x), int(y), bool(turned), inside) for x, y, turned, inside in re.findall(pattern, drawing.svg)
    ]


def kinds_of(drawing):
    """The kind of each tile, None of those face down."""
    known = {blank() + face(kind): kind for kind in range(42)} | {back(): None}
    return [known[inside] for *_, inside in laid(drawing)]


def test_every_kind_and_flower_is_drawn_unlike_all_others():
    faces = [face(kind) for kind in range(42)]
    assert all(one != other for one, other in combinations([*faces, ""], 2))
    assert all(ET.fromstring(f"<g>{each}</g>").findall("path") for each in faces)


@pytest.mark.parametrize("rank", range(1, 9))
@pytest.mark.parametrize("suit", "ps")
def test_a_tile_has_as_many_rings_or_canes_as_its_rank_says(suit, rank):
    inside = face(int(mj.parse_tiles(f"{rank + 1}{suit}")[0]))
    *pattern, _ = ET.fromstring(f"<g>{inside}</g>").findall("path")
    strokes = "".join(path.get("d") for path in pattern if path.get("stroke") != "#fffdf4")
    assert strokes.count("M") == rank + 1
    x_y = [tuple(map(float, place.split(","))) for place in re.findall(r"M([\d.]+,[\d.]+)", strokes)]
    assert len(set(x_y)) == rank + 1
    assert all(3 < x < 27 and 12 < y < 38 for x, y in x_y)


def test_the_corner_tells_ranks_and_letters_apart():
    corners = [ET.fromstring(f"<g>{face(kind)}</g>").findall("path")[-1].get("d") for kind in range(34)]
    assert corners[:9] == corners[9:18] == corners[18:27]
    assert len(set(corners)) == 9 + 7


def test_a_hand_lies_in_the_order_of_its_notation():
    kinds = [0, 1, 2, 13, 13, 13, 13, None, 24, 24, None, 21, 21, 27, 27, 27]
    assert kinds_of(mj.draw(HAND)) == kinds


def test_one_tile_of_an_exposed_set_is_turned_and_none_of_any_other():
    assert [turned for _, _, turned, _ in laid(mj.draw(HAND))] == [
        *[True, False, False], *[True, False, False, False], *[False] * 4, *[False] * 4, False
    ]  # fmt: skip


def test_sets_and_the_winning_tile_stand_apart_and_it_alone_is_marked():
    drawing = mj.draw(HAND)
    left = [x - 40 * turned for x, _, turned, _ in laid(drawing)]
    right = [x + 30 * (not turned) for x, _, turned, _ in laid(drawing)]
    apart = [place + 1 for place in range(15) if left[place + 1] > right[place]]
    assert apart == [3, 7, 11, 15]
    assert all(left[place + 1] >= right[place] for place in range(15))
    (mark,) = of(drawing).findall(f"{SVG}path")
    x, y, length = map(float, re.fullmatch(r"M(\d+) (\d+)h(\d+)", mark.get("d")).groups())
    assert left[-1] < x < x + length < right[-1]
    assert y > 40
    assert of(mj.draw("123m456p789s1122z")).findall(f"{SVG}path") == []


def test_all_tiles_are_inside_of_the_picture():
    for tiles in (HAND, "[CCC]{EEEE}[SSSS][WWWW] F+F", "1z", np.arange(136) // 4):
        drawing = mj.draw(tiles)
        x, y, width, height = map(float, of(drawing).get("viewBox").split())
        for left, top, turned, _ in laid(drawing):
            assert x < left - 40 * turned
            assert left + 30 * (not turned) < x + width
            assert y < top
            assert top + 40 - 10 * turned < y + height


def test_a_picture_says_what_it_shows_and_its_repr_makes_it_again():
    drawing = mj.draw(mj.parse_hand(HAND))
    assert of(drawing).find(f"{SVG}title").text == str(mj.parse_hand(HAND)) == drawing.text
    assert eval(repr(drawing), {"draw": mj.draw}) == drawing
    assert of(mj.draw("1m, 2m")).find(f"{SVG}title").text == "1m, 2m"


def test_two_pictures_on_a_page_share_no_name():
    page = mj.draw(HAND).svg + mj.draw(HAND).svg
    assert not re.search(r"\b(id|class|style|href)=|url\(|<defs|<use|<style|font", page)


def test_a_hand_is_small():
    most = max(
        len(mj.draw(hand).svg) for hand in (HAND, "[6666m][7777m][8888m][9999m] F+F", "6688m5544p2233s5s+5s")
    )
    assert most < 20_000


def test_everything_that_is_a_hand_is_drawn_alike():
    hand = mj.parse_hand(HAND)
    win = hand.win(source="wall")
    same = [HAND, hand, win, mj.hand_array(win)[()], mj.hand_array([win])[0], mj.explain(win, mj.MCR)]
    assert len({mj.draw(each) for each in same}) == 1
    assert hand._repr_svg_() == win._repr_svg_() == mj.draw(hand)._repr_svg_()
    assert hand._repr_html_() == win._repr_html_() == mj.draw(hand).html
    assert repr(hand) == f"parse_hand('{hand}')"


def test_pages_that_show_no_svg_show_the_same_picture_as_an_image():
    drawing = mj.draw(HAND)
    image = ET.fromstring(drawing.html.replace(">", "/>"))
    kind, data = image.get("src").split(",")
    assert kind == "data:image/svg+xml;base64"
    assert b64decode(data).decode() == drawing.svg
    assert image.get("alt") == drawing.text


def test_counts_are_hands_and_other_numbers_are_tiles():
    text = "123m456p789s1122z"
    hand = mj.parse_hand(text)
    assert mj.draw(hand.counts()) == mj.draw(hand.counts().tolist()) == mj.draw(hand)
    assert kinds_of(mj.draw(mj.parse_tiles("9m1m5z"))) == kinds_of(mj.draw("9m1m5z")) == [8, 0, 31]
    assert kinds_of(mj.draw(np.repeat(np.arange(9), 4)[:34]))[-1] == 8  # as many as there are counts


def test_a_wall_is_drawn_in_lines_with_its_flowers():
    (wall,) = mj.draw_walls(np.random.default_rng(1), 1, mj.MCR)
    drawing = mj.draw(wall)
    assert kinds_of(drawing) == wall.tolist()
    assert eval(repr(drawing), {"draw": mj.draw}) == drawing
    lines = {}
    for _, y, _, _ in laid(drawing):
        lines[y] = lines.get(y, 0) + 1
    assert list(lines.values()) == [18] * 8


def test_decompositions_are_drawn_set_by_set():
    (way,) = mj.decompositions("[777z] 123456789s44p", mj.SOFT_EIGHT)
    drawing = mj.draw(way)
    assert drawing.text == str(way)
    assert way._repr_svg_() == drawing.svg
    assert kinds_of(drawing) == [33, 33, 33, *range(18, 27), 12, 12]
    left = [x for x, _, turned, _ in laid(drawing)][1:]
    assert [place + 2 for place, step in enumerate(np.diff(left)) if step > 30] == [3, 6, 9, 12]
    (orphans,) = mj.decompositions("19m19p19s12345677z", "thirteen_orphans")
    assert sorted(kinds_of(mj.draw(orphans))) == mj.parse_tiles("19m19p19s12345677z").tolist()
    (knitted,) = mj.decompositions("147m258p369s12345z", "honors_and_knitted")
    assert len(kinds_of(mj.draw(knitted))) == 14


def test_an_explanation_shows_the_hand_and_how_it_is_read():
    page = mj.explain("[777z] 12345678s44p +9s", mj.SOFT_EIGHT)._repr_html_()
    titles = re.findall('alt="(.*?)"', page)
    assert titles == ["[777z] 44p12345678s +9s", "[777z] 123s 456s 789s 44p"]
    assert mj.explain("123456m789p123s5z +5z", mj.SOFT_EIGHT)._repr_html_().count("<img") == 1


def test_tiles_are_as_wide_as_asked():
    wide, narrow = (float(of(mj.draw("1m2m", width=width)).get("width")) for width in (60, 30))
    assert wide == pytest.approx(2 * narrow)
    assert narrow == 62


def test_a_picture_is_saved_as_it_is(tmp_path):
    drawing = mj.draw(HAND)
    drawing.save(tmp_path / "hand.svg")
    assert (tmp_path / "hand.svg").read_text(encoding="utf-8") == drawing.svg + "\n"


WRONG = {
    "too few tiles": ("[123m] 55z", mj.HandError, "tiles"),
    "a fifth copy": ("[222m] 22m456p789s11z +1z", mj.HandError, "more than four copies"),
    "no tile": ("12x", mj.TileError, "'x'"),
    "no tiles at all": ("", mj.TileError, "has no tiles"),
    "an empty list": ([], mj.TileError, "from 1 to 144 tiles are drawn, not 0"),
    "a flower that is none": ("1m 9f", mj.TileError, "'9f'"),
    "a number": (5, mj.TileError, "not 5"),
    "a fraction": ([1.5], mj.TileError, "a list of kinds"),
    "a kind that is none": ([0, 42], mj.TileError, "42 \\(number 2 of 2\\) is no tile"),
    "a negative kind": ([-1], mj.TileError, "-1"),
    "counts of no hand": ([1] + [0] * 33, mj.HandError, "tile"),
    "two hands": (mj.hand_array([HAND, HAND]), mj.HandError, "at a time"),
    "many deals": (np.zeros((3, 34), dtype=np.uint8), mj.HandError, "shape \\(3, 34\\)"),
    "too many tiles": ([0] * 145, mj.TileError, "not 145"),
    "nothing": (None, mj.TileError, "None"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_no_hand_and_no_tiles_is_refused(case):
    tiles, error, message = WRONG[case]
    with pytest.raises(error, match=message):
        mj.draw(tiles)


@pytest.mark.parametrize("width", [0, 7, 401, 2.5, True, "big", None])
def test_a_width_that_cannot_be_is_refused(width):
    with pytest.raises(mj.MahjongError, match="from 8 to 400 pixels"):
        mj.draw("1m", width=width)


def test_the_picture_in_the_documentation_is_the_one_this_code_draws():
    written = (DOCS / "hand.svg").read_text(encoding="utf-8")
    assert written == mj.draw("[CCC][567s]{9999m} 2345p +5p", width=40).svg + "\n"
