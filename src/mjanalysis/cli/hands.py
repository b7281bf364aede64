"""Commands about hands given as text: score, waits, shanten."""

import sys
from dataclasses import replace

import click
import pandas as pd

import mjcore as mj
from mjanalysis.cli.notations import read_hand, with_notation
from mjanalysis.cli.options import (
    is_digits,
    refuse_given,
    stakes,
    with_output,
    with_rule_sets,
    with_rules,
)
from mjanalysis.cli.shell import command_line, faults_reported
from mjanalysis.exact import suit_letters
from mjanalysis.provenance import Provenance, attach
from mjcore.encoding.arrays import SOURCES
from mjcore.ready import wait_points
from mjcore.words.errors import quoted

__all__ = ["score", "shanten", "waits"]

NO_SUIT = 255
#: Points of a wait by how it is won, as columns, and columns that say whether they are enough.
WORTH = ("discard", "self_drawn")
ENOUGH = ("discard_enough", "self_drawn_enough")


def _kongs(ctx, parameter, texts):
    """A click callback: ``1:melded:2p:3`` as (owner, type, tile, feeder)."""
    kongs = []
    for text in texts:
        owner, *rest = text.split(":")
        seats = [owner, *rest[2:]]
        if len(rest) not in (2, 3) or not all(is_digits(seat) and len(seat) < 10 for seat in seats):
            raise click.BadParameter(f"{text!r} is not OWNER:TYPE:TILE or OWNER:TYPE:TILE:FEEDER.")
        kongs.append((int(owner), *rest[:2], *map(int, rest[2:])))
    return kongs


#: What the fans of MCR look at and those of Soft Eight do not, and why it cannot matter there.
NOT_IN_SOFT_EIGHT = {
    "seat_wind": "none of its fans looks at winds",
    "prevalent_wind": "none of its fans looks at winds",
    "last_copy": "none of its fans looks at the last copy of a tile",
    "flowers": "it is played without flowers",
}

#: Options of `waits` that change the points of a wait and nothing else.
FOR_POINTS = ("seat_wind", "prevalent_wind", "last_wall", "last_copy")


def _wind(ctx, parameter, text):
    """A click callback: a digit as the number of a wind, other texts as they are."""
    return int(text) if is_digits(text) and len(text) < 10 else text


def _with_winds(command):
    """Give a command the winds of the seat and of the round."""
    for names in (("--prevalent-wind", "--prevalent"), ("--seat-wind", "--seat")):
        command = click.option(
            *names, default="E", show_default=True, callback=_wind, help="MCR: E, S, W or N, or 0 to 3."
        )(command)
    return command


@click.command()
@click.argument("hand")
@click.option(
    "--source",
    type=click.Choice(SOURCES),
    default="discard",
    show_default=True,
    help="Where the winning tile came from.",
)
@click.option("--last-wall", is_flag=True, help="It was the last tile of the wall, drawn or then discarded.")
@click.option("--last-copy", is_flag=True, help="MCR: its three other copies are visible to everyone.")
@click.option("--initial", is_flag=True, help="The dealer wins with the tiles dealt.")
@click.option("--heavenly-ready", is_flag=True, help="Declared ready before drawing or claiming a tile.")
@_with_winds
@click.option("--flowers", type=int, default=0, show_default=True, help="MCR: flowers of the winner.")
@click.option("--winner", type=int, help="Seat of the winner, 0 to 3: shows the payments.")
@click.option("--payer", type=int, help="Seat whose discard or kong gave the tile; none on a self-draw.")
@click.option("--dealer", type=int, help="Seat of the dealer; 0 if left out.")
@click.option(
    "--kong",
    "kongs",
    multiple=True,
    callback=_kongs,
    metavar="OWNER:TYPE:TILE[:FEEDER]",
    help="A kong made by any player, concealed, melded or added, such as 1:melded:2p:3; repeat.",
)
@click.option("--zha", default="0,0,0,0", callback=stakes, metavar="N,N,N,N", help="Zha stakes by seat.")
@click.option("--di", default="0,0,0,0", callback=stakes, metavar="N,N,N,N", help="Di stakes by seat.")
@with_notation
@with_rule_sets
@with_output
def score(hand, notation, dragons, rules, output, winner, payer, dealer, kongs, zha, di, **how):
    """Explain what HAND is worth, or why it is no win.

    \b
    mjanalysis score "[777z] 12345678s44p +9s"
    mjanalysis score "{8888p} 123456m99m78s +9s" --source replacement --winner 1 --kong 1:concealed:8p
    mjanalysis score "[123p][345p] 567789p9s +9s" --rules mcr --seat S --flowers 2
    """
    if isinstance(rules, mj.SoftEightRules):
        refuse_given(rules, NOT_IN_SOFT_EIGHT)
    win = read_hand(hand, notation, dragons).win(**how)
    seats = {"payer": payer, "dealer": dealer, "kongs": kongs, "zha": zha, "di": di}
    explanation = mj.explain(win, rules, winner=winner, **seats)
    output.explanation(explanation, _score_row(explanation, rules))


def _score_row(explanation, rules):
    """What a hand scores, as a frame of one row."""
    columns = _mcr_columns if isinstance(rules, mj.McrRules) else _soft_eight_columns
    row = {
        "hand": str(explanation.win.hand),
        "legal": explanation.legal,
        **columns(explanation, rules),
    }
    if explanation.payments is not None:
        row |= {f"seat_{seat}": points for seat, points in enumerate(explanation.payments.net.tolist())}
    return pd.DataFrame([row])


def _mcr_columns(explanation, rules):
    return {
        "fans": " ".join(
            fan.code if fan.times == 1 else f"{fan.code}x{fan.times}" for fan in explanation.fans
        ),
        "points": explanation.points.get("total"),
        "flowers": explanation.points.get("flowers"),
    }


def _soft_eight_columns(explanation, rules):
    main = next((suit for suit in explanation.suits if suit.is_main), None)
    number = int(mj.score(explanation.win, rules)["main_suit"])
    return {
        "main_suit": None if number == NO_SUIT else suit_letters(rules)[number],
        "main_tiles": None if main is None else main.tiles,
        "fans": " ".join(fan.code for fan in explanation.fans),
        "base": explanation.points.get("base"),
        "multiplier": explanation.points.get("multiplier"),
    }


def _with_hands(command):
    """Give a command hands, as arguments or a line each of a file."""
    command = click.option(
        "--file",
        "path",
        type=click.Path(exists=True, allow_dash=True, dir_okay=False),
        help="A file with a hand a line, - for standard input; empty lines and those after # are left out.",
    )(command)
    return click.argument("hands", nargs=-1)(with_notation(command))


def _read_hands(hands, path, notation, dragons, faults):
    """Places and hands; what is no hand is reported with its place and its text, and left out."""
    if hands and path is not None:
        raise click.UsageError("Hands are given as arguments or in a file, not both.")
    if hands:
        given = [(f"hand {number}: " if len(hands) > 1 else "", text) for number, text in enumerate(hands, 1)]
    elif path in (None, "-") and sys.stdin is None:
        raise click.UsageError("Give hands as arguments or in a --file: standard input is closed.")
    elif path is None and sys.stdin.isatty():
        raise click.UsageError("Give hands as arguments, in a --file, or on standard input.")
    else:
        given = list(_lines(path or "-"))
    if not given:
        raise mj.HandError("there are no hands in the input")
    found = []
    for place, text in given:
        try:
            found.append((place, read_hand(text, notation, dragons)))
        except mj.MahjongError as error:
            shown = "" if quoted(text) in str(error) else f", written {quoted(text)}"
            faults.report(f"{place}{error}{shown}")
    return found


def _lines(path):
    name = "standard input" if path == "-" else path
    with click.open_file(path, encoding="utf-8-sig") as lines:
        try:
            for number, line in enumerate(lines, 1):
                text = line.partition("#")[0].strip()
                if text:
                    yield f"line {number} of {name}: ", text
        except UnicodeDecodeError:
            raise mj.HandError(f"{name} is no UTF-8 text") from None


@click.command()
@_with_hands
@with_rules()
@with_output
def shanten(hands, path, notation, dragons, rules, output):
    """Say how far each of the HANDS is from ready.

    0 is ready, -1 complete, 127 is a hand whose sets leave no way. Useful tiles bring the hand nearer.
    Without HANDS they are read from standard input, one a line. What is no hand is reported, and the others
    are answered; the exit code is 2 then.

    \b
    mjanalysis shanten "123456m99m234p56s" "123456m789p1234s" --rules standard
    """
    record = Provenance.begin(command_line(), rules=[rules])
    with faults_reported() as faults:
        found = [hand for _, hand in _read_hands(hands, path, notation, dragons, faults)]
        rows = mj.hand_array(found)
        far = mj.shanten(rows, rules).tolist()
        useful = [mj.tile_text(mj.kinds_in(mask)) for mask in mj.useful_tiles(rows, rules).tolist()]
        frame = pd.DataFrame({"hand": list(map(str, found)), "shanten": far, "useful": useful})
        if found:
            output.frames({"shanten": attach(frame, record.finish())}, title="Shanten")


@click.command()
@_with_hands
@click.option("--structural", is_flag=True, help="Also kinds of which the hand itself has all four copies.")
@_with_winds
@click.option("--last-wall", is_flag=True, help="MCR: the tile is the last of the wall, or discarded then.")
@click.option("--last-copy", is_flag=True, help="MCR: its three other copies are visible to everyone.")
@with_rules()
@with_output
def waits(hands, path, notation, dragons, structural, rules, output, **how):
    """List the tiles that complete each of the HANDS.

    Hands have 13 tiles, a winning tile is left aside; `left` are the copies outside the hand. A hand that is
    not ready has one row without a tile. Without HANDS they are read from standard input, one a line. What is
    no such hand is reported, and the others are answered; the exit code is 2 then.

    Under the rules of MCR each tile has its points by discard and by self-draw, and whether they reach the
    minimum; winds and the last tile are given only there.

    \b
    mjanalysis waits "3334p777s [666p][999p]"
    mjanalysis waits "[123m][345m] 56s678p33z" --rules mcr --seat S
    """
    if not isinstance(rules, mj.McrRules):
        refuse_given(rules, dict.fromkeys(FOR_POINTS, "waits have points only under mcr"))
    record = Provenance.begin(command_line(), rules=[rules])
    rows: list[dict[str, object]] = []
    with faults_reported() as faults:
        for place, hand in _read_hands(hands, path, notation, dragons, faults):
            try:
                rows += _wait_rows(hand, rules, structural, how)
            except mj.HandError as error:
                if isinstance(error, mj.WinError):  # how it is won, which is the same for all
                    raise
                faults.report(f"{place}{error}")
        if rows:
            output.frames({"waits": attach(pd.DataFrame(rows), record.finish())}, title="Waits")


def _wait_rows(hand, rules, structural, how):
    """A row for each tile that completes a hand, or one that says there is none."""
    kinds = mj.kinds_in(mj.waits(hand, rules, structural=structural)).tolist()
    worth = wait_points(hand, rules, **how) if isinstance(rules, mj.McrRules) else None
    left = mj.live_copies(replace(hand, winning_tile=None)).tolist()
    rows = [
        {"hand": str(hand), "tile": mj.tile_text([kind]), "left": left[kind]}
        | ({} if worth is None else _worth(worth, kind))
        for kind in kinds
    ]
    if kinds:
        return rows
    nothing = {} if worth is None else dict.fromkeys(WORTH, 0) | dict.fromkeys(ENOUGH, False)
    return [{"hand": str(hand), "tile": None, "left": 0} | nothing]


def _worth(worth, kind):
    """What a wait is worth in both ways, and whether that is enough."""
    points = {name: int(getattr(worth, name)[kind]) for name in WORTH}
    return points | {enough: n >= worth.minimum for enough, n in zip(ENOUGH, points.values(), strict=True)}
