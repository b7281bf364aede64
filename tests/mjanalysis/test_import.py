"""What `import mjanalysis` loads, and that it offers what it names."""

import subprocess
import sys

import mjanalysis as ma


def test_slow_packages_wait_until_they_are_used():
    # scipy.stats, statsmodels and pyplot alone would take the 1.5 s that the whole import may take.
    slow = ["scipy.stats", "statsmodels", "matplotlib", "jinja2", "tqdm"]
    code = f"import sys, mjanalysis; print([name for name in {slow} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


def test_no_name_needs_an_extra():
    extras = ["dask", "distributed", "duckdb", "hypothesis", "IPython", "nbclient", "pytest", "yaml"]
    code = "import sys, mjcore, mjanalysis\nfor package in (mjcore, mjanalysis):\n"
    code += "    for name in package.__all__: getattr(package, name)\n"
    code += f"print([name for name in {extras} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


def test_every_public_name_is_there_and_documented():
    for name in ma.__all__:
        assert getattr(ma, name).__doc__
