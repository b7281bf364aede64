"""Policies: how a player plays, by name, with every dial that a researcher may turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from numbers import Real
from typing import Any

from mjcore.kernels._policy import Player as ReadyPlayer
from mjcore.players import POLICY_NAMES, Player
from mjcore.seats import N_SEATS
from mjcore.table_rules import table_rules
from mjcore.words.dials import Dial
from mjcore.words.errors import MahjongError, quoted
from mjcore.words.mcr import McrRules
from mjcore.words.mcr_value import MCR_VALUE_DIALS, MCR_VALUE_PRESETS
from mjcore.words.options import close_matches
from mjcore.words.presets import check_rules
from mjcore.words.soft_eight import SoftEightRules
from mjcore.words.soft_value import SOFT_VALUE_DIALS, SOFT_VALUE_PRESETS

#: Presets of the policy `value` by game, the default first.
PRESETS: dict[str, Mapping[str, Mapping[str, float]]] = {
    McrRules.name: MCR_VALUE_PRESETS,
    SoftEightRules.name: SOFT_VALUE_PRESETS,
}

#: Dials of the policy `value` by game.
DIALS: dict[str, Mapping[str, Dial]] = {
    McrRules.name: MCR_VALUE_DIALS,
    SoftEightRules.name: SOFT_VALUE_DIALS,
}


class Policy:
    """How a player plays.

    Parameters
    ----------
    name : {"random", "efficient", "value"}
        ``random`` takes any legal action, each as likely. ``efficient`` brings the hand as near to complete
        as it can, then keeps most live tiles useful, claims what brings it nearer and declares at once.
        ``value`` plays for points.
    preset : str, optional
        Of ``value``: "human" (the default) or "strong" in Chinese Official Mahjong, "standard" in Soft Eight.
    **dials : float
        Dials of ``value`` that differ from the preset; `dials` tells what there is.

    Raises
    ------
    MahjongError
        If there is no such policy, preset or dial, or a dial is no number.

    Examples
    --------
    >>> from mjcore.words.mcr import MCR
    >>> bold = Policy("value", preset="strong", patience=0.07)
    >>> bold
    Policy('value', preset='strong', patience=0.07)
    >>> bold.dials(MCR)["patience"], Policy("value").dials(MCR)["patience"]
    (0.07, 0.106)
    >>> Policy("greedy")
    Traceback (most recent call last):
    mjcore.words.errors.MahjongError: a policy is random, efficient or value, not 'greedy'
    """

    __slots__ = ("changes", "name", "preset")

    name: str
    preset: str | None
    changes: tuple[tuple[str, float], ...]

    def __init__(self, name: str, preset: str | None = None, **dials: float) -> None:
        if not isinstance(name, str) or name not in POLICY_NAMES:
            raise MahjongError(f"a policy is random, efficient or value, not {quoted(name)}")
        if name != "value" and (preset is not None or dials):
            raise MahjongError(f"the policy {name} has neither presets nor dials")
        presets = {key for game in PRESETS.values() for key in game}
        if preset is not None and not (isinstance(preset, str) and preset in presets):
            raise MahjongError(f"a preset of value is {', '.join(sorted(presets))}, not {quoted(preset)}")
        known = {key for game in DIALS.values() for key in game}
        for dial, setting in dials.items():
            if dial not in known:
                raise MahjongError(f"value has no dial {quoted(dial)}{close_matches(dial, known)}")
            if isinstance(setting, bool) or not isinstance(setting, Real) or setting != setting:
                raise MahjongError(f"dial {dial} is a number, not {quoted(setting)}")
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "preset", preset)
        changes = tuple(sorted((dial, float(setting)) for dial, setting in dials.items()))
        object.__setattr__(self, "changes", changes)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a policy does not change; make another one with another {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return _policy, (self.name, self.preset, self.changes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Policy) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        parts = [repr(self.name)]
        if self.preset is not None:
            parts.append(f"preset={self.preset!r}")
        parts += [f"{dial}={setting!r}" for dial, setting in self.changes]
        return f"Policy({', '.join(parts)})"

    def _key(self) -> tuple[Any, ...]:
        return self.name, self.preset, self.changes

    def dials(self, rules: SoftEightRules | McrRules) -> dict[str, float]:
        """Every dial in force under a rule set; empty where the policy has none.

        Parameters
        ----------
        rules : SoftEightRules or McrRules

        Returns
        -------
        dict of float

        Raises
        ------
        MahjongError
            If the preset, or a dial that was turned, is of the other game.
        """
        check_rules(rules, SoftEightRules, McrRules)
        if self.name != "value":
            return {}
        presets = PRESETS[rules.name]
        preset = next(iter(presets)) if self.preset is None else self.preset
        if preset not in presets:
            raise MahjongError(f"under {rules.name} a preset is {' or '.join(presets)}, not {quoted(preset)}")
        dials = dict(presets[preset])
        for dial, setting in self.changes:
            if dial not in dials:
                raise MahjongError(f"under {rules.name} value has no dial {quoted(dial)}")
            known = DIALS[rules.name][dial]
            if not known.low <= setting <= known.high:
                raise MahjongError(f"dial {dial} is from {known.low:g} to {known.high:g}, not {setting:g}")
            dials[dial] = setting
        return dials


def _policy(name: str, preset: str | None, changes: Sequence[tuple[str, float]]) -> Policy:
    return Policy(name, preset, **dict(changes))


def as_policies(policies: Any) -> tuple[Policy | Player, ...]:
    """Four policies, one a seat, from a name, a policy, a player or four of these.

    Raises
    ------
    MahjongError
        If there are neither one nor four, or one is no policy, or functions differ in players of the same
        name and version.

    Examples
    --------
    >>> as_policies("random")[3]
    Policy('random')
    """
    if isinstance(policies, (str, Policy, Player)):
        policies = (policies,) * N_SEATS
    if not isinstance(policies, (list, tuple)):
        raise MahjongError(
            f"policies are a name, a Policy, a Player or four of these, not {quoted(policies)}"
        )
    if len(policies) != N_SEATS:
        raise MahjongError(f"policies are one for all or one for each of four seats, not {len(policies)}")
    made = tuple(one if isinstance(one, (Policy, Player)) else Policy(one) for one in policies)
    known: dict[Player, Player] = {}
    for one in made:
        if isinstance(one, Player) and one.function != known.setdefault(one, one).function:
            raise MahjongError(f"two functions play as {one!r}: give one of them another name or version")
    return made


def policy_text(policy: Policy | Player) -> str:
    """A policy in a few words: its name, and what is not usual about it.

    Examples
    --------
    >>> policy_text(Policy("value")), policy_text(Policy("value", patience=0.07))
    ('value', "Policy('value', patience=0.07)")
    """
    is_usual = isinstance(policy, Policy) and policy == Policy(policy.name)
    return policy.name if is_usual else repr(policy)


@lru_cache(maxsize=8)  # those of `value` in MCR hold tables of 26 MB each
def player_of(policy: Policy | Player, rules: SoftEightRules | McrRules) -> ReadyPlayer:
    """A policy made ready for a rule set, once.

    Raises
    ------
    MahjongError
        If the policy cannot play under the rules, or is a function of the user's.
    """
    if isinstance(policy, Player):
        raise MahjongError(
            f"{policy!r} is a function, which answers for many tables: it plays in mj.play and ma.simulate, "
            "and only policies of the project can be asked here"
        )
    dials = policy.dials(rules)
    if policy.name == "random":
        from mjcore.kernels._random_player import RandomPlayer

        return RandomPlayer()
    made = table_rules(rules)
    if policy.name == "efficient":
        from mjcore.kernels._efficient import EfficientPlayer

        return EfficientPlayer(made.tables, made.scorer)
    if isinstance(rules, McrRules):
        from mjcore.kernels._mcr_value import McrValuePlayer

        return McrValuePlayer(made.scorer, made.tables, dials)
    from mjcore.kernels._soft_value import SoftValuePlayer

    return SoftValuePlayer(made, dials)
