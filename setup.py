"""Extensions and their directives, nothing else; the rest is in pyproject.toml.

Set ``MJCORE_BUILD`` to choose how the kernels are compiled:

* ``fast`` (the default): no bounds checks, full optimisation;
* ``debug``: bounds and wraparound checks, asserts, little optimisation;
* ``sanitize``: as debug, with the address and undefined-behaviour sanitizers.
"""

import os
import platform
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

# No contracted floats: the same seed must give the same numbers on every machine.
FLAGS = ["-ffp-contract=off", "-fno-strict-aliasing", "-Wno-unreachable-code", "-Wno-maybe-uninitialized"]
LINK = []
if platform.machine() in ("x86_64", "AMD64"):
    FLAGS += ["-march=x86-64-v2"]  # what NumPy 2 asks of a machine too: SSE4.2 and popcount
if BUILD == "fast":
    FLAGS += ["-O3"]
elif BUILD == "debug":
    FLAGS += ["-O1", "-g"]
elif BUILD == "sanitize":
    FLAGS += ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    LINK += ["-fsanitize=address,undefined"]
else:
    raise SystemExit(f"MJCORE_BUILD is {BUILD!r}; choose fast, debug or sanitize")
MACROS = [("NPY_NO_DEPRECATED_API", "NPY_2_0_API_VERSION"), ("MJ_CHECKED", str(int(CHECKED)))]
if os.name != "nt":  # kernels of one item are spread over many small functions: inline means inline
    MACROS += [("CYTHON_INLINE", "__inline__ __attribute__((always_inline))")]
if os.name == "nt":  # MSVC: its own words for the same wishes
    FLAGS = ["/O2", "/fp:precise"]


#: Their loops are too short for vectors: measured 3 % faster without.
SCALAR = {"mjcore.kernels._mcr", "mjcore.kernels._mcr_scores"}


def extension(source: Path) -> Extension:
    name = ".".join(source.relative_to("src").with_suffix("").parts)
    scalar = ["-fno-tree-vectorize"] if name in SCALAR and os.name != "nt" else []
    return Extension(
        name,
        [str(source)],
        include_dirs=[np.get_include()],
        define_macros=MACROS,
        extra_compile_args=FLAGS + scalar,
        extra_link_args=LINK,
    )


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
