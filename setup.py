"""Extensions, their flags and their directives, nothing else; the rest is in pyproject.toml.

Set ``MJCORE_BUILD`` to choose how the kernels are compiled:

* ``fast`` (the default): no bounds checks, full optimisation;
* ``debug``: bounds and wraparound checks, asserts, little optimisation;
* ``sanitize``: as debug, with the address and undefined-behaviour sanitizers.
"""

import os
import platform
import sys
from pathlib import Path

import numpy as np
from Cython.Build import cythonize
from setuptools import Extension, setup

BUILD = os.environ.get("MJCORE_BUILD", "fast")
CHECKED = BUILD != "fast"

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": CHECKED,
    "wraparound": False,
    "initializedcheck": CHECKED,
    "cdivision": not CHECKED,
    "show_performance_hints": not CHECKED,  # checks are meant to cost time
    "embedsignature": True,
    "embedsignature.format": "python",
    "freethreading_compatible": False,
}

#: How each build optimises: gcc and clang. Without -g0, Python's own -g makes wheels four times as large.
OPTIMISED = {
    "fast": ["-O3", "-g0"],
    "debug": ["-O1", "-g"],
    "sanitize": ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"],
}

#: Their loops are too short for vectors: measured 3 % faster without.
SCALAR = {"mjcore.kernels._mcr", "mjcore.kernels._mcr_scores"}


def compile_flags(name: str, build: str, system: str, machine: str) -> list[str]:
    """Flags for one extension: of MSVC on Windows, of gcc and clang elsewhere.

    No contracted floats: the same seed must give the same numbers on every machine.
    """
    if build not in OPTIMISED:
        raise SystemExit(f"MJCORE_BUILD is {build!r}; choose {', '.join(OPTIMISED)}")
    if system == "win32":
        if build == "sanitize":
            raise SystemExit("MJCORE_BUILD is 'sanitize', which needs gcc or clang")
        return ["/O2", "/fp:precise"]  # contracts nothing since Visual Studio 2022, nor before without AVX2
    flags = ["-ffp-contract=off", "-fno-strict-aliasing", "-Wno-unreachable-code", "-Wno-maybe-uninitialized"]
    if system == "darwin":
        flags += ["-Wno-unknown-warning-option"]  # gcc knows warnings that clang does not
    if machine in ("x86_64", "AMD64"):
        flags += ["-march=x86-64-v2"]  # what NumPy 2 asks of a machine too: SSE4.2 and popcount
    return flags + OPTIMISED[build] + (["-fno-tree-vectorize"] if name in SCALAR else [])


def macros(build: str, system: str) -> list[tuple[str, str]]:
    """What the C sources are told."""
    told = [("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION"), ("MJ_CHECKED", str(int(build != "fast")))]
    if system != "win32":  # kernels of one item are spread over many small functions: inline means inline
        told += [("CYTHON_INLINE", "__inline__ __attribute__((always_inline))")]
    return told


def extension(source: Path) -> Extension:
    name = ".".join(source.relative_to("src").with_suffix("").parts)
    return Extension(
        name,
        [str(source)],
        include_dirs=[np.get_include()],
        define_macros=macros(BUILD, sys.platform),
        extra_compile_args=compile_flags(name, BUILD, sys.platform, platform.machine()),
        extra_link_args=[flag for flag in OPTIMISED[BUILD] if flag.startswith("-fsanitize=")],
    )


if __name__ == "__main__":  # workers of cythonize may import this file again
    setup(
        ext_modules=cythonize(
            [extension(source) for source in sorted(Path("src").rglob("*.pyx"))],
            compiler_directives=DIRECTIVES,
            include_path=["src"],
            build_dir=f"build/cython-{BUILD}",
            nthreads=os.cpu_count() or 1,
            quiet=True,
        )
    )
