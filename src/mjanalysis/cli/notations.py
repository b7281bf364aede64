"""Hands in the notations that can be pasted: this package's, mahjong-algorithm's and Botzone's."""

import re

import click

import mjcore as mj
from mjcore.interchange.algorithm import DRAGON_ORDERS, from_algorithm_text
from mjcore.interchange.codes import kind_of_code

__all__ = ["NOTATIONS", "read_hand", "with_notation"]

NOTATIONS = ("mjcore", "algorithm", "botzone")

_CODE = re.compile(r"[A-Za-z]\w?")
_WINNING_SIZE = 14


def read_hand(text, notation="mjcore", dragons=None):
    """Read a hand.

    Parameters
    ----------
    text : str
    notation : {"mjcore", "algorithm", "botzone"}
        Botzone has codes for tiles only; sets go in brackets and a winning tile after a plus as usual.
    dragons : {"white_first", "red_first"}, optional
        How 567z are meant in the notation of mahjong-algorithm.

    Returns
    -------
    Hand
        In the other notations the last tile of fourteen wins, if no plus says which one does.

    Raises
    ------
    MahjongError
        If it is no hand in that notation.

    Examples
    --------
    >>> read_hand("[W1 W2 W3] {J1 J1 J1 J1} B5 B5 F1 F1 F1 T1 T2 T3", "botzone")
    parse_hand('[123m]{7777z} 55p12s111z +3s')
    >>> read_hand("[555z,1]123m45678s66z9s", "algorithm", "red_first")
    parse_hand('[777z] 123m45678s66z +9s')
    """
    if dragons is not None and notation != "algorithm":
        raise mj.TileError("dragons are read in an order of their own in the notation algorithm only")
    if notation == "algorithm":
        return from_algorithm_text(text, dragons=dragons)
    if notation == "botzone":
        return _with_last_as_winning(
            mj.parse_hand(_CODE.sub(lambda code: mj.tile_text([kind_of_code(code[0])]), text)), text
        )
    return mj.parse_hand(text)


def _with_last_as_winning(hand, text):
    if hand.winning_tile is not None or hand.n_tiles < _WINNING_SIZE:
        return hand
    last = kind_of_code(_CODE.findall(re.sub(r"\[.*?\]|\{.*?\}", "", text))[-1])
    concealed = list(hand.concealed)
    concealed[last] -= 1
    return mj.Hand(tuple(concealed), hand.melds, last)


def with_notation(command):
    """Give a command ``--notation`` and ``--dragons``, which it gets as they are."""
    command = click.option(
        "--dragons",
        type=click.Choice(DRAGON_ORDERS),
        help="How 567z are meant in the notation algorithm: its programs have red first.",
    )(command)
    return click.option(
        "--notation",
        type=click.Choice(NOTATIONS),
        default="mjcore",
        show_default=True,
        help="Hands as [123m]45p+5p here, [123m,1]45pCC of mahjong-algorithm, or W1 B2 J3 of Botzone.",
    )(command)
