"""An installed font that has the characters of a text, so that no figure shows boxes in their place."""

import warnings

__all__ = ["MissingFont", "font_with", "with_font"]

#: What fonts for Chinese have in their names; these are tried first, others after them.
CHINESE = ("cjk", "hei", "song", "ming", "pingfang", "source han", "fallback", "noto sans sc")


class MissingFont(UserWarning):
    """No installed font has the characters that were asked for."""


def font_with(text):
    """An installed font that has a glyph of its own for each character.

    Parameters
    ----------
    text : str

    Returns
    -------
    str or None
        The name of its family, of several a plain one without serifs; None if no font has them all.

    Examples
    --------
    >>> font_with("all pungs") is not None, font_with("\\U0010fffe\\U0010ffff") is None
    (True, True)
    """
    from matplotlib import font_manager

    known = sorted(font_manager.fontManager.ttflist, key=_preference)
    return next((font.name for font in known if _has(font.fname, set(text))), None)


def _preference(font):
    name = font.name.lower()
    regular = font.weight in (400, "normal", "regular") and font.style == "normal"
    return not any(part in name for part in CHINESE), not regular, "serif" in name, "mono" in name, name


def _has(path, characters):
    """Whether a font has them; fonts that draw one box for many characters have not."""
    from matplotlib.ft2font import FT2Font

    try:
        font = FT2Font(path)
    except (OSError, RuntimeError):  # it was removed since fonts were listed, or is damaged
        return False
    glyphs = {font.get_char_index(ord(character)) for character in characters}
    return 0 not in glyphs and len(glyphs) == len(characters)


def with_font(texts, otherwise):
    """Texts and the font that has their characters, or other texts with a warning.

    Parameters
    ----------
    texts : sequence of str
    otherwise : sequence of str
        What is written in the usual font instead.

    Returns
    -------
    tuple of (sequence of str, str or None)
        What to write, and the family of the font; None for the usual one.
    """
    found = font_with("".join(texts))
    if found is not None:
        return texts, found
    warnings.warn(
        f"No installed font has the characters of {texts[0]!r} and its like, so {otherwise[0]!r} is written "
        "instead. Install one, such as Noto Sans CJK (fonts-noto-cjk in Debian).",
        MissingFont,
        stacklevel=3,
    )
    return otherwise, None
