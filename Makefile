# Each target does all the set-up it needs on a machine with Python 3.11 or later and a C compiler.
# Nothing is installed outside of .venv; set-up that was done is not repeated and needs no network.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

# The first Python that can build extensions in a virtual environment.
CAN_BUILD := import os, sys, sysconfig, venv, ensurepip; \
    sys.exit(sys.version_info < (3, 11) or not os.path.exists(sysconfig.get_path("include") + "/Python.h"))
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11 python; do \
    $$python -c '$(CAN_BUILD)' 2> /dev/null && { echo $$python; break; }; done)

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest
ON_ALL_CORES := -n logical --dist loadfile  # tests of a file share what they computed
COMPILE := python -W ignore setup.py --quiet build_ext --inplace
KERNELS := $(shell find src -name '*.pyx' -o -name '*.pxd')
RESULTS := results
RELEASE = mjcore-$(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)

# A stamp in .venv says what was done. If its Python has gone since, all begins anew.
ifneq ($(wildcard $(VENV)/.made),)
ifneq ($(shell $(BIN)/python -c 'print("works")' 2> /dev/null),works)
$(shell rm -rf $(VENV))
endif
endif

.PHONY: help
help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' $(MAKEFILE_LIST) | expand -t 12

# ---- what there is to do -----------------------------------------------------------------------

.PHONY: run test quick
run: $(VENV)/.built  ## the main job: both rule sets, exact and simulated, with figures and a report in results/
	$(BIN)/mjanalysis report --out $(RESULTS)

.PHONY: variants
variants: $(VENV)/.built  ## both games and three variants of each, side by side, with a page in results/variants/
	$(BIN)/mjanalysis variants --out $(RESULTS)/variants

test: $(VENV)/.built $(VENV)/.test  ## every test and every example in docstrings and docs
	$(PYTEST) $(ON_ALL_CORES)

quick: $(VENV)/.built $(VENV)/.test  ## the tests that take no more than seconds
	$(PYTEST) $(ON_ALL_CORES) -m "not slow"

.PHONY: lint types stubs
lint: $(VENV)/.lint  ## style of Python and Cython sources
	$(BIN)/ruff check .
	PATH="$(abspath $(BIN)):$$PATH" cython-lint src  # it calls pycodestyle by its name

types: $(VENV)/.built $(VENV)/.lint stubs  ## static types, and stubs against the compiled modules
	$(BIN)/mypy src

stubs: $(VENV)/.built $(VENV)/.lint
	$(BIN)/python -m mypy.stubtest --allowlist tests/stubtest.txt --ignore-unused-allowlist \
	    $(subst /,.,$(patsubst src/%.pyx,%,$(filter %.pyx,$(KERNELS))))

.PHONY: bench peers notebooks docs
bench: $(VENV)/.built $(VENV)/.test  ## time the kernels (thread CPU time, nanoseconds a hand)
	$(PYTEST) benchmarks/test_kernels.py benchmarks/test_play.py $(BENCH)

peers: $(VENV)/.built $(VENV)/.test $(VENV)/.peers  ## the same, side by side with other programs
	$(PYTEST) benchmarks $(BENCH)

notebooks: $(VENV)/.built $(VENV)/.test $(VENV)/.notebook  ## execute the notebooks, at small size
	$(BIN)/python notebooks/execute.py

docs: $(VENV)/.built $(VENV)/.test $(VENV)/.docs  ## run every example of the pages and build the site, build/site
	$(PYTEST) tests/test_reference.py
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --jobs auto --quiet -c docs . build/site

# The wheel is built from the sdist and tested where neither the sources nor .venv can be seen.
.PHONY: wheel
wheel: $(VENV)/.build  ## sdist and wheel into dist/, the wheel tested in an environment of its own
	rm -rf build/wheel dist/$(RELEASE)* && mkdir -p build/wheel/unpacked
	$(BIN)/python -W ignore setup.py --quiet sdist
	$(PIP) wheel --no-build-isolation --no-deps --wheel-dir dist dist/$(RELEASE).tar.gz
	tar -xzf dist/$(RELEASE).tar.gz --strip-components 1 -C build/wheel/unpacked && rm -r build/wheel/unpacked/src
	$(BIN)/python -m venv build/wheel/venv
	build/wheel/venv/bin/python -m pip --quiet --disable-pip-version-check install --constraint requirements/build.txt \
	    --requirement requirements/run.txt --requirement requirements/test.txt dist/$(RELEASE)-*.whl
	cd build/wheel/unpacked && ../venv/bin/python tests/installed.py
	ls -l dist

.PHONY: tables
tables: $(VENV)/.built  ## build the suit tables anew from their readable builders
	$(BIN)/python -m mjcore.tables.build

.PHONY: pins
pins: $(VENV)/.made  ## the newest versions that pyproject.toml allows, into requirements/
	$(BIN)/python requirements/pin.py

# ---- other builds: in a copy, so that no build overwrites another's extensions ----------------------

COPIED := pyproject.toml setup.py CITATION.cff LICENSE README.md CONTRIBUTING.md CHANGELOG.md requirements \
    src tests docs benchmarks notebooks
COPY = mkdir -p build/$(1) && \
    find build/$(1) -path build/$(1)/build -prune -o -type f ! -name '*.so' -exec rm {} + && \
    tar -cf - --exclude '*.so' --exclude __pycache__ $(COPIED) | tar -xf - -C build/$(1) && \
    cd build/$(1) && MJCORE_BUILD=$(1) $(abspath $(BIN))/$(COMPILE)

CHECKED := PYTHONPATH=src $(abspath $(BIN))/python -m pytest

.PHONY: debug sanitize
debug: $(VENV)/.built $(VENV)/.test  ## all tests on a build that checks bounds
	@echo "== Building the kernels with bounds checks"
	@$(call COPY,debug)
	cd build/debug && $(CHECKED) tests/checked_build.py && $(CHECKED) $(SOME)

# The sanitizers' library must come before all others. Python itself never frees all it has.
sanitize: $(VENV)/.built $(VENV)/.test  ## kernel tests under the address and undefined-behaviour sanitizers
	@echo "== Building the kernels with sanitizers"
	@$(call COPY,sanitize)
	cd build/sanitize && \
	    LD_PRELOAD=$$($$($(abspath $(BIN))/python -c \
	        'import sysconfig; print(sysconfig.get_config_var("CC").split()[0])') -print-file-name=libasan.so) \
	    ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 \
	    $(CHECKED) tests/mjcore -m "not slow" -p no:cacheprovider

# ---- set-up ------------------------------------------------------------------------------------------

$(VENV)/.made:
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or later with venv, pip and its headers was found."; \
	    echo "Name one: make $(MAKECMDGOALS) PYTHON=/path/to/python3"; exit 1; }
	@echo "== Making $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/.%: requirements/%.txt | $(VENV)/.made
	@echo "== Installing requirements/$*.txt"
	@$(PIP) install --requirement $<
	@touch $@

# A changed kernel needs only its own extension compiled, a changed build needs all of them.
BUILD := pyproject.toml setup.py $(VENV)/.build $(VENV)/.run
$(VENV)/.built: $(KERNELS) $(BUILD)
	@echo "== Compiling the kernels"
	@$(if $(filter $(BUILD),$?),$(PIP) install --no-build-isolation --no-deps --editable .,\
	    $(BIN)/$(COMPILE))
	@touch $@

.PHONY: clean
clean:  ## remove everything that was made
	rm -rf $(VENV) build dist $(RESULTS) docs/reference/generated src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src -name '*.so' -delete
	find . -name __pycache__ -prune -exec rm -rf {} +
