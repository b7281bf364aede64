"""Rule sets in general: changed by name, written and read back, refused with a reason."""

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field
from typing import ClassVar

import numpy as np
import pytest

from mjcore.words.errors import RuleError
from mjcore.words.options import Subject, choice, flag, integer, selection
from mjcore.words.rules import RuleSet
from mjcore.words.soft_eight import SOFT_EIGHT, Points, SoftEightRules


@dataclass(frozen=True, kw_only=True)
class Tiles(Subject):
    flowers: bool = flag("1", "flowers are in play", True)
    copies: int | None = integer("1", "copies of a kind", 4, None, low=2, high=6, step=2)


@dataclass(frozen=True, kw_only=True)
class Winning(Subject):
    order: str | None = choice("2", "who wins", "first", "last", None)
    fans: tuple[str, ...] = selection("3", "fans that count", ("ONE", "TWO", "THREE"))


@dataclass(frozen=True, init=False, repr=False)
class OtherRules(RuleSet):
    """A second, small set of rules: nothing in the machinery is about Soft Eight."""

    name: ClassVar[str] = "other"

    tiles: Tiles = field(default_factory=Tiles)
    winning: Winning = field(default_factory=Winning)

    def check(self):
        if self.tiles.flowers and self.winning.order is None:
            raise RuleError("flowers need an order of winning")


def test_a_second_rule_set_needs_nothing_but_its_data():
    rules = OtherRules(copies=6, fans=["THREE", "ONE"])
    assert (rules.tiles.copies, rules.winning.fans) == (6, ("ONE", "THREE"))
    assert repr(rules) == "OtherRules(copies=6, fans=('ONE', 'THREE'))"
    assert OtherRules.from_toml(rules.to_toml()) == rules
    assert rules != SOFT_EIGHT


def test_options_that_exclude_each_other_are_refused_together_but_not_on_the_way():
    with pytest.raises(RuleError, match="flowers need an order"):
        OtherRules(order=None)
    without = OtherRules(order=None, flowers=False)
    assert without.replace(order="last", flowers=True).winning.order == "last"


def test_a_variant_leaves_the_original_as_it_was():
    variant = SOFT_EIGHT.replace(min_main_tiles=9, kong_limit=None, dealer_bonus=3)
    assert (variant.shape.min_main_tiles, variant.play.kong_limit, variant.points.dealer_bonus) == (
        9,
        None,
        3,
    )
    assert SoftEightRules() == SOFT_EIGHT
    assert variant.replace(dealer_bonus=2) == SoftEightRules(min_main_tiles=9, kong_limit=None)


def test_a_whole_subject_or_some_of_its_options_can_be_replaced_too():
    points = Points(dealer_bonus=3)
    assert SOFT_EIGHT.replace(points=points).points is not SOFT_EIGHT.points
    assert SOFT_EIGHT.replace(points=points) == SOFT_EIGHT.replace(points={"dealer_bonus": 3})
    assert SOFT_EIGHT.replace(points=points, zha_max=1).differences() == {"dealer_bonus": 3, "zha_max": 1}


def test_rules_can_be_no_more_changed_than_the_text():
    with pytest.raises(FrozenInstanceError):
        SOFT_EIGHT.shape = SOFT_EIGHT.shape
    with pytest.raises(FrozenInstanceError):
        SOFT_EIGHT.shape.min_main_tiles = 9


def test_equal_rules_are_equal_keys_copies_and_messages_to_other_processes():
    rules = SoftEightRules(end_rule=16, fans=("SEVEN", "PURE"))
    twin = SOFT_EIGHT.replace(fans=("PURE", "SEVEN")).replace(end_rule=16)
    assert {rules: "here"}[twin] == "here"
    assert rules.digest == twin.digest != SOFT_EIGHT.digest
    assert pickle.loads(pickle.dumps(rules)) == copy.deepcopy(rules) == rules


def test_what_is_shown_of_rules_makes_them_again():
    rules = SoftEightRules(added_kong_payer=None, pair_must_be_main=True, fans=())
    assert repr(rules) == "SoftEightRules(pair_must_be_main=True, fans=(), added_kong_payer=None)"
    assert eval(repr(rules)) == rules
    assert repr(SOFT_EIGHT) == "SoftEightRules()"


def test_none_survives_toml_as_a_word():
    rules = SoftEightRules(kong_limit=None, added_kong_payer=None, wrong_meld_sanction=None)
    text = rules.to_toml()
    assert 'kong_limit = "none"' in text
    assert 'added_kong_payer = "none"' in text
    assert SoftEightRules.from_toml(text) == rules
    assert SoftEightRules(kong_limit="none") == SoftEightRules(kong_limit=None)


def test_toml_needs_only_what_is_changed():
    text = "[shape]\nmin_main_tiles = 9\n[session]\nend_rule = 16\n"
    assert SoftEightRules.from_toml(text) == SoftEightRules(min_main_tiles=9, end_rule=16)
    assert SoftEightRules.from_toml("") == SOFT_EIGHT


def test_the_digest_is_the_same_on_every_machine():
    assert SOFT_EIGHT.digest == SoftEightRules.from_toml(SOFT_EIGHT.to_toml()).digest
    assert len(SOFT_EIGHT.digest) == 64


def test_numbers_from_arrays_count_as_plain_numbers():
    rules = SoftEightRules(
        min_main_tiles=np.int8(9), pair_must_be_main=np.bool_(True), multi_ron=np.str_("all")
    )
    assert rules == SoftEightRules(min_main_tiles=9, pair_must_be_main=True, multi_ron="all")
    assert type(rules.shape.min_main_tiles) is int


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"min_main_tile": 9}, "no option 'min_main_tile'; did you mean min_main_tiles"),
        ({"colour": "red"}, "no option 'colour'$"),
        ({"multi_ron": "nearst"}, "multi_ron is nearest or all, not 'nearst'; did you mean nearest"),
        ({"min_main_tiles": "9"}, "a whole number from 1 to 14, not '9'"),
        ({"seven_pairs": 1}, "seven_pairs is true or false, not 1"),
        ({"fans": "PURE"}, r"fans must be a list: write \['PURE'\] \(clause 14\)"),
        ({"fans": "PUR"}, "each at most once, not 'PUR'; did you mean PURE"),
        ({"fans": ("PURE", "PURE")}, "not 'PURE, PURE'"),
        ({"fans": ("PURE", 1)}, "each at most once, and 1 is none of them"),
        ({"points": {"kong_limit": 3}}, r"'kong_limit' belongs under \[play\], not under \[points\]"),
        ({"points": 3}, "no option 'points'"),
    ],
)
def test_an_option_that_cannot_be_is_refused_with_its_name_and_choices(options, message):
    with pytest.raises(RuleError, match=message):
        SOFT_EIGHT.replace(**options)
    with pytest.raises(RuleError, match=message):
        SoftEightRules(**options)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("min_main_tiles = 9", r"option 'min_main_tiles' belongs under \[shape\]"),
        ("[shapes]\nmin_main_tiles = 9", r"no table 'shapes'; its tables are \[shape\], \[points\]"),
        ("[shape]\nmin_main = 9", "no option 'min_main'; did you mean min_main_tiles"),
        ("[play]\nmin_main_tiles = 9", r"belongs under \[shape\], not under \[play\]"),
        ("shape = 9", "'shape' is a table of options, not 9"),
        ("[shape\n", "not valid TOML"),
        ('rules = "mcr"', "rules of 'mcr', not of 'soft_eight'"),
        (b"", "read from TOML text"),
    ],
)
def test_toml_that_cannot_be_is_refused(text, message):
    with pytest.raises(RuleError, match=message):
        SoftEightRules.from_toml(text)


def test_names_of_subjects_are_no_names_of_options():
    for rules in (SoftEightRules, OtherRules):
        rows = rules.catalogue()
        names = [row.name for row in rows]
        assert len(set(names)) == len(names)
        assert not set(names) & {row.subject for row in rows}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[shape]\nx = " + "[" * 5000 + "]" * 5000, "nested too deeply"),
        ("[points]\nbase_points = " + "9" * 5000, "more digits than can be read"),
        ("[points]\nbase_points = " + "9" * 4000, "not a huge number"),
        ("[" + "a" * 10**6 + "]", "no table 'aaa"),
        ("[shape]\n" + "a" * 10**6 + " = 1", "no option 'aaa"),
        ("[points]\nmulti_ron = '" + "a" * 10**6 + "'", "not 'aaa"),
        ("['a']\n['a']\n" + "['" + "a" * 10**6 + "']\n" * 2, "not valid TOML"),
        ('["a\\nb"]', "no table 'a"),
    ],
    ids=range(8),
)
def test_hostile_toml_is_refused_in_one_short_line(text, message):
    with pytest.raises(RuleError, match=message) as caught:
        SoftEightRules.from_toml(text)
    assert len(str(caught.value)) < 300
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "options",
    [
        {"min_main_tiles": np.array([8, 9])},
        {"multi_ron": np.array(["all", "nearest"])},
        {"fans": ["PURE", np.array([1, 2])]},
        {"fans": np.array(["PURE"])},
        {"multi_ron": []},
        {"shape": {3: 4}},
        {"a" * 10**6: 1},
    ],
    ids=range(7),
)
def test_arrays_and_other_junk_are_refused_in_one_short_line(options):
    with pytest.raises(RuleError) as caught:
        SoftEightRules(**options)
    assert len(str(caught.value)) < 300
    assert "\n" not in str(caught.value)


def test_an_array_of_one_number_without_axes_is_that_number():
    assert SoftEightRules(min_main_tiles=np.array(9)) == SoftEightRules(min_main_tiles=9)
