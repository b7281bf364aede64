"""What an explanation of a hand of Chinese Official Mahjong says besides."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from mjcore.explanation import Explanation, reading_text
from mjcore.words.fans import SOURCES


class CountedFan(NamedTuple):
    """A fan that counts.

    Attributes
    ----------
    code : str
        Its key in the catalogue.
    number, points : int
        What it is worth each time.
    chinese, english : str
    made_by : tuple of str
        Sets, tiles or circumstance that make it, once for each time it counts.

    Examples
    --------
    >>> made_by = ("123m 123p", "456m 456p")
    >>> fan = CountedFan("mixed_double_chow", 70, 1, "喜相逢", "Mixed Double Chow", made_by)
    >>> print(fan)
    2x1 Mixed Double Chow 喜相逢 (70): 123m 123p, 456m 456p
    >>> fan.times, fan.total
    (2, 2)
    """

    code: str
    number: int
    points: int
    chinese: str
    english: str
    made_by: tuple[str, ...]

    @property
    def times(self) -> int:
        """How often it counts."""
        return len(self.made_by)

    @property
    def total(self) -> int:
        """Points for all times."""
        return self.points * self.times

    def __str__(self) -> str:
        worth = str(self.points) if self.times == 1 else f"{self.times}x{self.points}"
        return f"{worth} {_title(self)}: {_once(self.made_by)}"


class UncountedFan(NamedTuple):
    """A fan that the hand has, read the same way, and that does not count.

    Attributes
    ----------
    code, number, points, chinese, english, made_by
        As of `CountedFan`.
    why : str
    by : str or None
        Code of the fan that took it away.
    principle : int or None
        The principle of counting by which it did: 1 non-repeat, 2 non-separation, 3 non-identical,
        5 account-once.
    source : str
        Who says so: a key of :data:`mjcore.words.fans.SOURCES`, an option of the rules, or a clause.

    Examples
    --------
    >>> made_by, why = ("all tiles are dots",), "not counted beside Full Flush"
    >>> print(UncountedFan("no_honors", 76, 1, "无字", "No Honors", made_by, why, "full_flush", 1, "98"))
    1 No Honors 无字 (76): all tiles are dots; not counted beside Full Flush (principle 1, source 98)
    """

    code: str
    number: int
    points: int
    chinese: str
    english: str
    made_by: tuple[str, ...]
    why: str
    by: str | None
    principle: int | None
    source: str

    def __str__(self) -> str:
        place = f"source {self.source}" if self.source in SOURCES else self.source
        principle = "" if self.principle is None else f"principle {self.principle}, "
        return f"{self.points} {_title(self)}: {_once(self.made_by)}; {self.why} ({principle}{place})"


@dataclass(frozen=True, kw_only=True, repr=False)
class McrExplanation(Explanation):
    """Why a hand of Chinese Official Mahjong is worth what it is, or why it is no win.

    See `Explanation`. ``points`` has the ``total`` of the fans, the ``minimum`` a win needs, how many points
    are ``missing`` to it, and the ``flowers``; ``fans`` are `CountedFan`, ``not_counted`` `UncountedFan`.

    Attributes
    ----------
    other_points : tuple of int
        What each of the other readings is worth.
    wait_fan : str or None
        The fan of the wait that the reading has, counted or not.
    wait : str
        What makes it, or why there is none.

    Examples
    --------
    >>> from mjcore.explaining import explain
    >>> from mjcore.words.mcr import MCR
    >>> explanation = explain("[123p][345p] 567789p9s +9s", MCR)
    >>> explanation.points
    {'total': 36, 'minimum': 8, 'missing': 0, 'flowers': 0}
    >>> explanation.wait
    '9s in 99s, the only tile that wins'
    """

    other_points: tuple[int, ...] = ()
    wait_fan: str | None = None
    wait: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain dicts, lists, texts and numbers, which JSON can hold.

        Returns
        -------
        dict

        Examples
        --------
        >>> from mjcore.explaining import explain
        >>> from mjcore.words.mcr import MCR
        >>> said = explain("[123p][345p] 567789p9s +9s", MCR).to_dict()
        >>> said["fans"][0]["code"], said["fans"][0]["made_by"]
        ('four_pure_shifted_chows', ['[123p] [345p] 567p 789p'])
        """
        said = super().to_dict()
        del said["main_suit"], said["suits"]
        for fan in chain(said["fans"], said["not_counted"]):
            fan["made_by"] = list(fan["made_by"])
        for reading, points in zip(said["others"], self.other_points, strict=True):
            reading["points"] = points
        said["winds"] = {"seat": self.win.seat_wind, "prevalent": self.win.prevalent_wind}
        said["wait"] = {"fan": self.wait_fan, "text": self.wait}
        return said

    def _parts(self) -> Iterator[tuple[str, Sequence[str]]]:
        for label, lines in super()._parts():
            yield label, lines
            if label == "fans":
                yield "wait", [self.wait if self.wait_fan else f"no wait fan: {self.wait}"]

    def _how_won(self) -> list[str]:
        winds = [f"seat wind {self.win.seat_wind}", f"prevalent wind {self.win.prevalent_wind}"]
        return [*super()._how_won(), *winds]

    def _other_texts(self) -> list[str]:
        readings = zip(self.other_points, self.others, strict=True)
        return [f"{points} points, {reading_text(reading)}" for points, reading in readings]


def _title(fan: CountedFan | UncountedFan) -> str:
    """Names and number; a fan that somebody made may have no Chinese one."""
    return " ".join(filter(None, [fan.english, fan.chinese, f"({fan.number})"]))


def _once(made_by: tuple[str, ...]) -> str:
    """What makes a fan; what looks the same is said once."""
    return ", ".join(dict.fromkeys(made_by))
