"""Figures show Chinese names in a font that has them, and never boxes."""

import pandas as pd
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from matplotlib import font_manager

import mjanalysis as ma
import mjcore as mj
from mjanalysis.present import plots
from mjanalysis.present.fonts import font_with

FRAME = pd.DataFrame(
    {"fan": ["SEVEN", "PURE"], "english": ["seven pairs", "pure"], "chinese": ["七对", "清一色"],
     "of_wins": [0.1, 0.01]}
)  # fmt: skip

#: Characters of these names.
ALL = "七对清一色"


def drawn(pen):
    """A triangle."""
    pen.moveTo((0, 0))
    pen.lineTo((500, 0))
    pen.lineTo((250, 500))
    pen.closePath()
    return pen.glyph()


def make_font(path, name, characters, *, glyphs=None):
    """A font with these characters; each has a glyph of its own unless there are fewer."""
    names = [f"c{place % (glyphs or len(characters))}" for place in range(len(characters))]
    order = [".notdef", *dict.fromkeys(names)]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(dict(zip(map(ord, characters), names, strict=True)))
    builder.setupGlyf({name: drawn(TTGlyphPen(None)) for name in order})
    builder.setupHorizontalMetrics(dict.fromkeys(order, (600, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": name, "styleName": "Regular"})
    builder.setupOS2(usWeightClass=400)
    builder.setupPost()
    builder.save(path)
    return path


@pytest.fixture
def fonts(tmp_path, monkeypatch):
    """Only matplotlib's own fonts are installed; the answer adds one."""
    own = [font for font in font_manager.fontManager.ttflist if "mpl-data" in font.fname]
    assert own
    monkeypatch.setattr(font_manager.fontManager, "ttflist", own)

    def add(name, characters, **options):
        font_manager.fontManager.addfont(make_font(tmp_path / f"{name}.ttf", name, characters, **options))

    return add


def labels(ax):
    ax.figure.canvas.draw()  # a glyph that is missing would be a warning, and so an error here
    return [label.get_text() for label in ax.get_yticklabels()]


def test_chinese_names_are_drawn_in_a_font_that_has_them(fonts):
    fonts("Half", ALL[:3])
    fonts("Whole", ALL)
    ax = plots.fan_frequencies(FRAME, names="chinese")
    assert labels(ax) == ["清一色", "七对"]
    assert {tuple(label.get_fontfamily()) for label in ax.get_yticklabels()} == {("Whole",)}
    assert ax.get_xticklabels()[0].get_fontfamily() != ["Whole"]


def test_without_such_a_font_english_names_stand_with_a_warning(fonts):
    fonts("Half", ALL[:3])
    with pytest.warns(ma.MissingFont, match="fonts-noto-cjk"):
        ax = plots.fan_frequencies(FRAME, names="chinese")
    assert labels(ax) == ["pure", "seven pairs"]
    with pytest.warns(ma.MissingFont):
        assert labels(plots.fan_frequencies(FRAME.drop(columns="english"), names="chinese")) == [
            "PURE",
            "SEVEN",
        ]


def test_a_font_that_draws_the_same_box_for_many_characters_does_not_have_them(fonts):
    fonts("Boxes", ALL, glyphs=2)
    assert any("LastResort" in font.fname for font in font_manager.fontManager.ttflist)
    assert font_with(ALL) is None


def test_fonts_for_chinese_come_before_others_and_lost_files_are_passed_over(fonts, tmp_path):
    fonts("Another", ALL)
    fonts("Some CJK", ALL)
    assert font_with(ALL) == "Some CJK"
    (tmp_path / "Some CJK.ttf").unlink()
    assert font_with(ALL) == "Another"


def test_names_are_english_unless_asked_and_columns_must_be_there(fonts):
    assert labels(plots.fan_frequencies(FRAME)) == ["pure", "seven pairs"]
    assert labels(plots.fan_frequencies(FRAME, names="fan")) == ["PURE", "SEVEN"]
    for frame, names in ((FRAME, "of_wins"), (FRAME, "pinyin"), (FRAME.drop(columns="chinese"), "chinese")):
        with pytest.raises(ValueError, match="named by one of"):
            plots.fan_frequencies(frame, names=names)


def test_nothing_won_needs_no_font(fonts):
    (line,) = plots.fan_frequencies(FRAME.assign(of_wins=0.0), names="chinese").lines
    assert line.get_xdata().size == 0


def test_the_names_of_all_fans_of_both_games_can_be_asked_for(fonts):
    every = [fan.chinese for fan in mj.MCR.fan_rows()] + ma.exact.fan_tables(mj.SOFT_EIGHT).fans[
        "chinese"
    ].tolist()
    fonts("Whole", "".join(sorted({*"".join(every)})))
    assert font_with("".join(every)) == "Whole"
