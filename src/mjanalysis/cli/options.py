"""Options that several commands share."""

import functools
import os
import sys
from pathlib import Path

import click
from click.core import ParameterSource

import mjcore as mj
from mjanalysis.cli.output import Output
from mjcore.tables.forms import FORMS
from mjcore.words.errors import quoted
from mjcore.words.presets import PRESETS
from mjcore.words.rules import parse_toml

__all__ = [
    "changed_rules", "is_digits", "numbers", "one_or_four", "refuse_given", "stakes", "with_any_rule_sets",
    "with_counted_rules", "with_output", "with_rule_sets", "with_rules", "with_rules_by_threshold",
    "with_run", "with_store", "with_workers",
]  # fmt: skip


#: What ``--rules`` can name: rule sets and forms.
RULES = (*PRESETS, *FORMS)

#: The classes of rule sets, and the lines of a file that say which one it is about.
KINDS = tuple({type(rules): None for rules in PRESETS.values()})
_LINES = " or ".join(f'rules = "{kind.name}"' for kind in KINDS)


def rules_of(name, changes=()):
    """The rules that ``--rules`` and ``--set`` mean.

    Parameters
    ----------
    name : str
        Of a rule set, of a form, or of a TOML file.
    changes : iterable of str
        ``option=value``, the value as TOML has it, quotes of texts and brackets of lists left out.

    Returns
    -------
    rule set or str

    Examples
    --------
    >>> rules_of("soft_eight", ["min_main_tiles=9", "kong_limit=none", "fans=PURE,SEVEN"])
    SoftEightRules(min_main_tiles=9, fans=('PURE', 'SEVEN'), kong_limit=None)
    >>> rules_of("mcr_1998", ["min_points=6", "disabled=chicken_hand"])
    McrRules(min_points=6, mixed_kongs='separate', disabled=('chicken_hand',))
    >>> rules_of("riichi")
    'riichi'
    """
    if name in PRESETS:
        rules = PRESETS[name]
    elif name in FORMS:
        if changes:
            raise mj.RuleError(f"{name} is a form without options, so nothing of it can be set")
        return name
    elif name.endswith(".toml"):
        rules = _read(Path(name))
    else:
        raise mj.RuleError(f"{name!r} is neither a file that ends in .toml nor one of {', '.join(RULES)}")
    return changed_rules(rules, changes)


def changed_rules(rules, changes):
    """The rules with the options changed that texts ``option=value`` name.

    Examples
    --------
    >>> changed_rules(mj.MCR, ["min_points=6"])
    McrRules(min_points=6)
    """
    return rules.replace(**listed(rules, dict(map(_change, changes)))) if changes else rules


def _read(path):
    try:
        text = path.read_text(encoding="utf-8-sig")
        return _class_of(parse_toml(text)).from_toml(text)
    except UnicodeDecodeError:
        raise mj.RuleError(f"{path}: the file is no UTF-8 text") from None
    except mj.RuleError as error:
        raise mj.RuleError(f"{path}: {error}") from None


def _class_of(tables):
    """The class of the rules of a file: the one it names, or the only one that knows what it says."""
    if "rules" in tables:
        found = [kind for kind in KINDS if kind.name == tables["rules"]]
        if not found:
            raise mj.RuleError(f"these are rules of {quoted(tables['rules'])}; write {_LINES}")
        return found[0]
    named = {name for name, value in tables.items() if not isinstance(value, dict)}
    named.update(*(value for value in tables.values() if isinstance(value, dict)))
    by_tables = [kind for kind in KINDS if tables.keys() <= _subjects(kind) | _options(kind)]
    by_options = [kind for kind in by_tables if named & _options(kind)]
    for found in (by_options, by_tables):
        if len(found) == 1:
            return found[0]
    raise mj.RuleError(f"it does not say which rules these are; write {_LINES} in its first line")


def _subjects(kind):
    return {row.subject for row in kind.catalogue()}


def _options(kind):
    return {row.name for row in kind.catalogue()}


def _change(text):
    option, equals, value = text.partition("=")
    if not equals:
        raise mj.RuleError(f"--set takes option=value, not {text!r}")
    return option.strip(), value_of(value.strip())


def value_of(text):
    """A value as TOML has it, or a text without quotes.

    Examples
    --------
    >>> value_of("8"), value_of("[1, 2]"), value_of("fed_only"), value_of("true")
    (8, [1, 2], 'fed_only', True)
    """
    try:
        return parse_toml(f"value = {text}")["value"]
    except mj.RuleError:  # a text without quotes; what else it may be, the option refuses
        return text


def listed(rules, changes):
    """Changes in which names, apart by commas, are a list where the option is a selection."""
    selections = {row.name for row in rules.catalogue() if getattr(row.allowed, "members", ())}
    return {
        option: [name.strip() for name in value.split(",")]
        if option in selections and isinstance(value, str)
        else value
        for option, value in changes.items()
    }


def with_rules(names=RULES, why="", *, listed=None, default="soft_eight"):
    """Give a command ``--rules`` and ``--set``; it gets a rule set or the name of a form as `rules`.

    Parameters
    ----------
    names : iterable of str
        Rule sets and forms that it takes; files of options are those of the rule sets.
    why : str
        Why it takes no others.
    listed : str, optional
        An option of the rules whose values the command lists elsewhere, so that ``--set`` refuses it.
    default : str or None
        The rules if none are named. None if the command then takes several: it gets None too, and there is
        nothing that ``--set`` could change.
    """
    names = tuple(names)
    sets, forms = ([name for name in names if name in known] for known in (PRESETS, FORMS))
    example = "seven_pairs=false" if listed else "min_main_tiles=9"
    offered = [f"A rule set ({', '.join(sets)})"] + ([f"a form ({', '.join(forms)})"] if forms else [])

    def decorated(command):
        @click.option(
            "--rules",
            "name",
            default=default,
            show_default=default or "soft_eight and mcr, one after the other",
            metavar="NAME|FILE.toml",
            help=f"{', '.join(offered)}, or a file of options.",
        )
        @click.option(
            "--set",
            "changes",
            multiple=True,
            metavar="OPTION=VALUE",
            help=f"Change an option of the rules, such as {example}; repeat for others.",
        )
        @functools.wraps(command)
        def call(*args, name, changes, **options):
            for option, value in map(_change, changes):
                if listed is not None and (option == listed or (isinstance(value, dict) and listed in value)):
                    raise click.BadParameter(
                        f"{listed} takes all values of --thresholds here, so list those you want there.",
                        ctx=click.get_current_context(),
                        param_hint="--set",
                    )
            if name is None:
                if changes:
                    raise click.BadParameter(
                        "name the rules that it changes with --rules.",
                        ctx=click.get_current_context(),
                        param_hint="--set",
                    )
                return command(*args, rules=None, **options)
            rules = rules_of(name, changes)
            of = rules if isinstance(rules, str) else rules.name
            if of not in names:
                reason = f"{of} is only a form" if of in FORMS and not forms else why
                raise click.BadParameter(
                    f"{name}: {reason}; this command takes {', '.join(names)}.",
                    ctx=click.get_current_context(),
                    param_hint="--rules",
                )
            return command(*args, rules=rules, **options)

        return call

    return decorated


def _is_counted(name):
    form = FORMS[name]
    return not (form.honors_and_knitted or form.knitted_straight)


with_rule_sets = with_rules(PRESETS)
with_any_rule_sets = with_rules(PRESETS, default=None)
with_counted_rules = with_rules(
    ("soft_eight", *filter(_is_counted, FORMS)), "distances to knitted shapes are not counted exactly"
)
with_rules_by_threshold = with_rules(
    ("soft_eight",), "only soft_eight has a threshold on the tiles of one suit", listed="min_main_tiles"
)


def refuse_given(rules, reasons):
    """Refuse options that have no meaning under the rules, if they were given."""
    ctx = click.get_current_context()
    for parameter in ctx.command.params:
        given = ctx.get_parameter_source(parameter.name) is not ParameterSource.DEFAULT
        if parameter.name in reasons and given:
            of = rules if isinstance(rules, str) else rules.name
            raise click.BadParameter(
                f"it has no meaning under {of}: {reasons[parameter.name]}.", ctx=ctx, param=parameter
            )


def with_output(command):
    """Give a command ``--json`` and ``--out``; it gets an `Output` as `output`."""

    @click.option("--json", "as_json", is_flag=True, help="Write JSON to standard output.")
    @click.option(
        "--out",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Write to a file instead; its ending says how: .csv .md .html .tex .json.",
    )
    @functools.wraps(command)
    def call(*args, as_json, out, **options):
        return command(*args, output=Output(as_json, out).checked(), **options)

    return call


#: Gives a command ``--store``.
with_store = click.option(
    "--store",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Keep the hands played there; the same command goes on where it was stopped.",
)


def with_run(command):
    """Give a command ``--seed``, ``--workers`` and ``--progress``."""
    return click.option(
        "--seed",
        type=click.IntRange(min=0),
        default=1,
        show_default=True,
        help="The same seed gives the same numbers whatever the number of workers.",
    )(with_workers(command))


def with_workers(command):
    """Give a command ``--workers`` and ``--progress``."""

    @click.option(
        "--workers",
        type=click.IntRange(min=1),
        default=None,
        help="Threads; as many as processors if not given.",
    )
    @click.option(
        "--progress/--no-progress",
        default=None,
        help="A bar on standard error; by default if that is a terminal.",
    )
    @functools.wraps(command)
    def call(*args, workers, progress, **options):
        workers = _n_processors() if workers is None else workers
        is_open = sys.stderr is not None
        progress = is_open and (sys.stderr.isatty() if progress is None else progress)
        return command(*args, workers=workers, progress=progress, **options)

    return call


def _n_processors():
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def is_digits(text):
    """Whether text is digits from 0 to 9, and not those of other scripts.

    Examples
    --------
    >>> is_digits("12"), is_digits("٣"), is_digits("-1"), is_digits("")
    (True, False, False, False)
    """
    return text.isascii() and text.isdecimal()


def stakes(ctx, parameter, text):
    """A click callback: ``0,2,1,0`` as stakes, whose number and size the rules check."""
    parts = [part.strip() for part in text.split(",")]
    if not all(is_digits(part.removeprefix("-")) and len(part) < 10 for part in parts):
        raise click.BadParameter(f"{text!r} is not four whole numbers such as 0,2,1,0.")
    return tuple(map(int, parts))


def one_or_four(ctx, parameter, text):
    """A click callback: a name, or names of four seats apart by commas; None without text."""
    names = [] if text is None else [name.strip() for name in text.split(",")]
    return (names[0] if len(names) == 1 else names) if names else None


def numbers(low, high):
    """A click callback: ``8``, ``0-18`` or ``5,8,11-14`` as a list of numbers between two limits.

    Examples
    --------
    >>> numbers(1, 14)(None, None, "5,8,11-14")
    [5, 8, 11, 12, 13, 14]
    >>> numbers(1, 14)(None, None, "8-99")
    Traceback (most recent call last):
    click.exceptions.BadParameter: '8-99': 99 is none of the numbers from 1 to 14.
    """

    def listed(ctx, parameter, text):
        found: list[int] = []
        for part in text.split(","):
            first, dash, last = part.strip().partition("-")
            ends = [first, last if dash else first]
            if not all(is_digits(end) and len(end) < 10 for end in ends) or int(ends[0]) > int(ends[1]):
                raise click.BadParameter(f"{text!r} is no list of numbers such as 8 or 0-18 or 5,8,11-14.")
            for end in map(int, ends):
                if not low <= end <= high:
                    raise click.BadParameter(f"{text!r}: {end} is none of the numbers from {low} to {high}.")
            found += range(int(ends[0]), int(ends[1]) + 1)
        return found

    return listed
