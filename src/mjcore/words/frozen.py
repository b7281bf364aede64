"""A mapping that cannot be changed and can be a key itself."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

V = TypeVar("V")


class FrozenMapping(Mapping[str, V]):
    """Names and values, fixed when made; equal to every mapping that says the same.

    Parameters
    ----------
    values : mapping of str
        Taken in this order.

    Examples
    --------
    >>> points = FrozenMapping({"pure_straight": 24})
    >>> points["pure_straight"], points == {"pure_straight": 24}, points
    (24, True, {'pure_straight': 24})
    >>> {points: "a key"}[FrozenMapping({"pure_straight": 24})]
    'a key'
    """

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, V]) -> None:
        self._values = dict(values)

    def __getitem__(self, name: str) -> V:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __repr__(self) -> str:
        return repr(self._values)
