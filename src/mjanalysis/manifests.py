"""What a manifest says of a stored run and of its parts: how it is written, read and compared."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mjanalysis.estimates import MOST
from mjcore.words.errors import MahjongError, quoted
from mjcore.words.rules import parse_toml

__all__ = [
    "ANEW", "MANIFEST", "StoreError", "check_same_run", "digest_of", "digests_of", "is_listed", "listed_as",
    "manifest_text", "part_name", "part_number", "read_manifest",
]  # fmt: skip

FORMAT = "mjanalysis hands 1"  #: of a folder; other formats are refused
MANIFEST = "manifest.json"
SHOWN = 3  #: the most differences from another run that are told

#: What becomes of a manifest that is damaged.
ANEW = f"take it away, and the call that made the run makes {MANIFEST} again from what the parts say"

#: What a manifest says of the whole, and of each part.
ABOUT = {"run", "n", "provenance"}
OF_PART = {"part", "name", "rows", "bytes", "sha256"}


class StoreError(MahjongError):
    """A folder of parts that cannot be used as it is."""


# ---- runs ----------------------------------------------------------------------------------------------


def digest_of(plain: Mapping[str, Any]) -> str:
    """Short digest of plain values: of what the rows of a run depend on.

    >>> digest_of({"seed": 1, "chunk": 2}) == digest_of({"chunk": 2, "seed": 1})
    True
    """
    text = json.dumps(plain, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def digests_of(run: Mapping[str, Any]) -> set[str]:
    """The digest of a run, or of each of those that were merged.

    Parameters
    ----------
    run : mapping
        As in a manifest.
    """
    if not isinstance(run["seed"], list):
        return {digest_of(run)}
    return {
        digest_of({**run, "seed": seed, "chunk": chunk})
        for seed, chunk in zip(run["seed"], run["chunk"], strict=True)
    }


def check_same_run(folder: Path, ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> None:
    """Refuse to add to a folder that holds another run, or merged ones.

    Raises
    ------
    StoreError
    """
    if isinstance(theirs.get("seed"), list):
        raise StoreError(f"{folder} holds merged runs, and no hands are added to them: name another folder")
    if ours != theirs:
        told = _differences(_spelled(ours), _spelled(theirs)) or _differences(ours, theirs)
        more = f"; and {len(told) - SHOWN} more" * (len(told) > SHOWN)
        raise StoreError(
            f"{folder} holds another run, with {'; '.join(told[:SHOWN])}{more}: name another folder"
        )


def _spelled(run: Mapping[str, Any]) -> dict[str, Any]:
    """A run with the options of its rules one by one, where they can be read."""
    try:
        return {**run, "rules": parse_toml(run["rules"]["toml"])}
    except (KeyError, TypeError, AttributeError, MahjongError):
        return dict(run)


def _differences(ours: Any, theirs: Any, name: str = "") -> list[str]:
    """Where plain values differ, each in a few words.

    >>> _differences({"setup": {"zha": [0, 1], "seat": 2}}, {"setup": {"zha": [0, 0], "seat": 2}})
    ['setup zha 1 0, not 1']
    """
    if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
        inner = [(key, ours.get(key), theirs.get(key)) for key in dict.fromkeys([*ours, *theirs])]
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        inner = [(place, *pair) for place, pair in enumerate(zip(ours, theirs, strict=True))]
    else:
        return [] if ours == theirs else [f"{name} {quoted(theirs)}, not {quoted(ours)}"]
    return [told for key, a, b in inner for told in _differences(a, b, f"{name} {key}".strip())]


# ---- parts ---------------------------------------------------------------------------------------------


def part_name(k: int) -> str:
    """The name of the file of a part.

    >>> part_name(12), part_number("part-000012.parquet"), part_number("part-12.parquet")
    ('part-000012.parquet', 12, None)
    """
    return f"part-{k:06d}.parquet"


def part_number(name: str) -> int | None:
    """Which part a file is by its name, if it is one."""
    number = name.removeprefix("part-").removesuffix(".parquet")
    k = int(number) if number.isascii() and number.isdecimal() else -1
    return k if k >= 0 and name == part_name(k) else None


def listed_as(k: int, content: bytes, rows: int) -> dict[str, Any]:
    """What a manifest says of a part with this content."""
    sha256 = hashlib.sha256(content).hexdigest()
    return {"part": k, "name": part_name(k), "rows": rows, "bytes": len(content), "sha256": sha256}


def is_listed(content: bytes, part: Mapping[str, Any]) -> bool:
    """Whether a part has the content that is said of it."""
    return len(content) == part["bytes"] and hashlib.sha256(content).hexdigest() == part["sha256"]


def _is_entry(part: Mapping[str, Any]) -> bool:
    counts = (part["part"], part["rows"], part["bytes"])
    return part.keys() >= OF_PART and all(map(_is_count, counts)) and part["name"] == part_name(part["part"])


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < MOST


# ---- manifests -----------------------------------------------------------------------------------------


def read_manifest(folder: Path) -> tuple[dict[str, Any], dict[int, dict[str, Any]]]:
    """What the manifest of a folder says of the whole, and of each part by its number.

    Raises
    ------
    StoreError
        If the folder has no manifest, or one that cannot be read.
    """
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        parts = manifest.pop("parts")
        known = manifest.pop("format") == FORMAT
        listed = {part["part"]: part for part in parts}
        if known and not (manifest.keys() >= ABOUT and all(map(_is_entry, parts))):
            raise ValueError
    except (FileNotFoundError, NotADirectoryError):
        raise StoreError(f"{quoted(str(folder))} is no stored run: there is no {MANIFEST} in it") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise StoreError(f"{path}: this manifest is damaged; {ANEW}") from None
    if not known:
        raise StoreError(f"{path}: this is no manifest of the format {FORMAT!r}")
    return manifest, listed


def manifest_text(about: Mapping[str, Any], listed: Mapping[int, Mapping[str, Any]]) -> str:
    """A manifest that says this of the whole, and of each part in a line."""
    head = json.dumps({"format": FORMAT, **about}, ensure_ascii=False, indent=1)
    rows = ",\n".join("  " + json.dumps(listed[k]) for k in sorted(listed))
    return head.removesuffix("\n}") + f',\n "parts": [\n{rows}\n ]\n}}\n'
