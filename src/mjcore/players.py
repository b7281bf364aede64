"""Players whose policy is a function of one's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from mjcore.words.errors import MahjongError, quoted

#: Names of the policies of the project, from the one that plays worst to the one that plays best.
POLICY_NAMES = ("random", "efficient", "value")

#: What a name and a version are made of: both stand in manifests, and names in those of folders.
_NAME = re.compile(r"\w[\w .+-]*")


@dataclass(frozen=True)
class Player:
    """A policy of one's own: a function that answers for many tables at once.

    Stands wherever a `Policy` or the name of one can: in `play`, `play_log` and whatever simulates hands.

    Parameters
    ----------
    name : str
        Letters, digits, spaces and ``_ . + -``; not the name of a policy of the project.
    function : callable or None
        ``function(tables, rows, rng)`` gives an action for each of `rows`: whole numbers, shape (k,).
        ``tables`` are `Tables`, ``rows`` the indices of those whose asking seat this player holds, in
        ascending order, and ``rng`` is a generator of its own. None is a player that is known by its name
        only, as stored runs know theirs: it plays nothing.
    version : str
        Tells this function from others of the same name. A function has no digest, so that equality, stores
        and records go by name and version alone: change it whenever the function plays otherwise.

    Raises
    ------
    MahjongError
        If name or version cannot be, or the function cannot be called. While hands are played: if an answer
        is not one legal action a row, naming the player, the hand and the reason.

    Notes
    -----
    All that an answer may depend on is what `Tables` shows of a row, and ``rng``: a player that remembers
    what it was asked before makes rows depend on the order in which hands are played. An exception in the
    function is passed on, with a note that says who was asked about which hands.

    Threads play any function. Processes are sent it by its module and name, so that it has to stand in a
    module that they can import, and is no lambda.

    Examples
    --------
    >>> import numpy as np
    >>> from mjcore.playing import play
    >>> from mjcore.words.soft_eight import SOFT_EIGHT
    >>> def any_legal(tables, rows, rng):
    ...     return tables.legal[rows, rng.integers(tables.n_legal[rows])]
    >>> player = Player("any legal", any_legal, version="1")
    >>> player
    Player('any legal', version='1')
    >>> hands = play(SOFT_EIGHT, [player, "efficient", "efficient", "efficient"], n=200,
    ...              rng=np.random.default_rng(1))
    >>> bool((hands["winner"] == 0).sum() < (hands["winner"] == 1).sum())
    True
    """

    name: str
    function: Callable[..., Any] | None = field(compare=False)
    version: str = field(kw_only=True)

    def __post_init__(self) -> None:
        for what, text in (("name", self.name), ("version", self.version)):
            if not isinstance(text, str) or not _NAME.fullmatch(text):
                raise MahjongError(
                    f"the {what} of a player is text of letters, digits, spaces and _ . + -, "
                    f"not {quoted(text)}"
                )
        if self.name in POLICY_NAMES:
            raise MahjongError(f"{self.name} is a policy of the project: a player needs another name")
        if self.function is not None and not callable(self.function):
            raise MahjongError(f"the player {self.name} needs a function, not {quoted(self.function)}")

    def __repr__(self) -> str:
        return f"Player({self.name!r}, version={self.version!r})"
