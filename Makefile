# On a machine with only Python 3.11+ and make: `make demo` shows the program, `make test` tests it.
PYTHON ?= python3
VENV ?= .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
# Compiled modules are kept, whatever the environment says: many tests start the program anew.
export PYTHONDONTWRITEBYTECODE :=
STAMP := $(VENV)/.installed
DEV_STAMP := $(VENV)/.installed-dev
DOCS_STAMP := $(VENV)/.installed-docs
DEMO := output/demo

.PHONY: help demo test fast slow game golden lint check faultless docs hooks format bench wheel clean

help:
	@echo "make demo         build Kalevala and referee a recorded game"
	@echo "make fast         a first answer: the rooms everything stands on, half a minute"
	@echo "make test         all tests but the slow ones and those left to CI, some minutes on two idle processors"
	@echo "make game G=keko  one game: pnp check, its tests and scenarios, the promises every game keeps"
	@echo "make lint         ruff, mypy, import contracts: some seconds; make format mends style"
	@echo "make check        what CI runs: lint, pnp check, docs, all tests but the slow ones, with coverage"
	@echo "make docs         the documentation as a site, every link checked: output/site/index.html"
	@echo "make golden       write the golden files anew and show which changed: read them before keeping them"
	@echo "make hooks        have git run make lint before each commit"
	@echo "make slow         the long tests; make bench: speed of printing; make wheel; make clean"

$(VENV)/pyvenv.cfg:
	@$(PYTHON) -c "import sys; sys.exit(0 if sys.version_info >= (3, 11) else 'pnp needs Python 3.11 or newer; name one with: make PYTHON=python3.12')"
	$(PYTHON) -m venv $(VENV)

$(STAMP): $(VENV)/pyvenv.cfg pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@$(BIN)/python -c "open('$(STAMP)', 'w').close()"

$(DEV_STAMP): $(VENV)/pyvenv.cfg pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]"
	@$(BIN)/python -c "open('$(STAMP)', 'w').close(); open('$(DEV_STAMP)', 'w').close()"

$(DOCS_STAMP): $(VENV)/pyvenv.cfg pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[docs]"
	@$(BIN)/python -c "open('$(DOCS_STAMP)', 'w').close()"

demo: $(STAMP)
	@$(BIN)/python -c "import os, shutil; shutil.rmtree('$(DEMO)', ignore_errors=True); os.makedirs('$(DEMO)')"
	$(BIN)/pnp referee new kalevala aino ilmari -o $(DEMO)/game.record
	$(BIN)/pnp referee play $(DEMO)/game.record < docs/examples/kalevala-moves.txt > $(DEMO)/game.txt
	$(BIN)/pnp referee show $(DEMO)/game.record
	$(BIN)/pnp referee verify $(DEMO)/game.record
	$(BIN)/pnp build kalevala --paper a4 --lang en -o $(DEMO)
	@echo
	@echo "The PDFs to print are in $(DEMO)/kalevala. What the referee said to each move is in $(DEMO)/game.txt;"
	@echo "go on with the game: $(BIN)/pnp referee play $(DEMO)/game.record"
	@echo "or on everybody's phone: $(BIN)/pnp referee host $(DEMO)/game.record"

test: $(DEV_STAMP)
	@echo "Nearly all tests: some minutes on two idle processors. A first answer in half a minute: make fast"
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow and not ci" --pnp-seeds 1 --durations 10

# What every other room stands on, and the commands of the referee.
FAST := tests/base tests/library tests/layout tests/referee tests/table tests/cli/test_main.py tests/cli/referee \
	tests/test_house.py tests/test_catalog.py

fast: $(DEV_STAMP)
	@echo "The rooms everything stands on: half a minute on two idle processors. All tests: make test"
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow and not ci" $(FAST)

slow: $(DEV_STAMP)
	@echo "Thousands of cases: many minutes."
	$(BIN)/python -m pytest -n auto --dist worksteal -m slow

game: $(DEV_STAMP)
	$(if $(G),,$(error Which game? For example: make game G=keko))
	$(BIN)/pnp check --strict $(G)
	$(BIN)/python -m pytest -n auto --dist worksteal -k "$(G)"

golden: $(DEV_STAMP)
	$(BIN)/python -m pytest -n auto --golden
	@git --no-pager diff --stat

lint: $(DEV_STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# `make check NEED=--need-browser` fails when no test ran in a browser; without it a run where there is none says so.
# The tests take twice as long while their coverage is counted. So it is counted for those of `make test` only, and the
# tests marked `ci` (tests/marks.py) run after them without.
# What works on one processor goes side by side.
TOGETHER := $(if $(filter output-sync,$(.FEATURES)),--output-sync)

check: $(DEV_STAMP) $(DOCS_STAMP)
	$(MAKE) -j2 $(TOGETHER) faultless lint docs
	@echo "All tests but the slow ones, with coverage: some twenty minutes on two idle processors."
	$(BIN)/python -m pytest -n auto --dist worksteal -p tests.conftest pnp/conformance
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow and not ci" --cov --cov-report= tests
	$(BIN)/python -m pytest -n auto --dist worksteal -m "ci and not slow" --durations 10 $(NEED) tests

faultless: $(DEV_STAMP)
	$(BIN)/pnp check --strict

# Never with --quiet: what is not said is not counted, and lost links would pass.
docs: $(DOCS_STAMP)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

hooks: $(DEV_STAMP)
	$(BIN)/pre-commit install

format: $(DEV_STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(DEV_STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[bench]"
	$(BIN)/python benchmarks/print_speed.py

wheel: $(DEV_STAMP)
	$(BIN)/python -m build --wheel

clean:
	@$(PYTHON) -c "import shutil; [shutil.rmtree(p, ignore_errors=True) for p in ('$(VENV)', 'dist', 'build', '.mypy_cache', '.ruff_cache', '.pytest_cache', '.hypothesis')]"
