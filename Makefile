# Everything runs in .venv, which is made from the lock files and made anew when they change.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup serve test check lint fmt bench bench-peers load simulate soak lock audit sbom vendor types clients

# The first Python on this machine that is new enough.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin
RUNTIME := .venv/.runtime-stamp
DEV := .venv/.dev-stamp
CODE = $(wildcard domain schema service workers tests bench tools docs/examples clients/python)
SBOM := sbom.json
COUNT = $(shell grep -c "^[a-z].*==" $(1))
export PYTHONUNBUFFERED := 1
# Hundreds of processes start in the tests: without compiled modules each of them compiles them all again.
unexport PYTHONDONTWRITEBYTECODE
# Tests wait for other processes half of their time, so two of them run on each core.
TESTERS := $(shell echo $$((2 * $$(getconf _NPROCESSORS_ONLN))))
export PIP_DISABLE_PIP_VERSION_CHECK := 1

help:
	@echo "make serve   the whole system on an embedded Redis, http://127.0.0.1:8000"
	@echo "make test    the tests;  make check: the long ones;  make lint: ruff and mypy"
	@echo "make audit   known vulnerabilities of the pinned packages;    make sbom: the list of them"
	@echo "make simulate  200 simulated installations with faults;  SEED=n: one of them;  make soak: thousands"
	@echo "make fmt     format;     make bench: benchmarks;     make setup: only the environment"

setup: $(DEV)

# People read its log, not machines, unless they say otherwise.
serve: $(RUNTIME)
	@EMBERLOG_LOG_FORMAT=$${EMBERLOG_LOG_FORMAT:-console} exec $(BIN)/emberlog serve

test: $(DEV)
	$(BIN)/pytest -n $(TESTERS) --maxprocesses 8 --dist worksteal -m "not long" $(ARGS)

# pytest answers 5 when no test is marked.
check: audit
	$(BIN)/pytest -n $(TESTERS) --maxprocesses 8 --dist worksteal -m long $(ARGS) || [ $$? -eq 5 ]

# AUDIT=offline: where the advisories cannot be read, say so and go on.
audit: $(DEV)
	@$(BIN)/python -m tools.audit requirements.lock $(if $(filter offline,$(AUDIT)),--offline)

# The generated modules of clients/ follow the OpenAPI document.
clients: $(DEV)
	@$(BIN)/python -m tools.clients

# Its only warning is that a lock file does not say which package needs which.
sbom: $(DEV)
	@PYTHONWARNINGS=ignore $(BIN)/cyclonedx-py requirements requirements.lock --pyproject pyproject.toml \
		--output-reproducible --of JSON -o $(SBOM)
	@echo "$(SBOM): every package of requirements.lock (CycloneDX)"

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy $(CODE)

fmt: $(DEV)
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

bench: $(DEV)
	$(BIN)/python -m bench $(ARGS)

# SEED=n replays one simulation and shows what happened in it; SEEDS=n runs that many.
simulate: $(DEV)
	$(BIN)/python -m tests.simulator $(if $(SEED),--seed $(SEED),--count $(or $(SEEDS),200)) $(ARGS)

# New seeds each day, for at most half an hour.
soak: $(DEV)
	$(BIN)/python -m tests.simulator --first $$(date +%y%m%d00000) --count $(or $(SEEDS),10000) \
		--seconds $(or $(SECONDS),1800) $(ARGS)

# Needs npm; makes the module that the web client takes from others, in the versions of tools/web.
vendor:
	tools/web/vendor.sh

# Needs npm; makes the types of the API that the web client is checked against.
types:
	cd tests/contract/node && npm ci --silent --no-progress && node_modules/.bin/openapi-typescript \
		../../../schema/openapi.json -o ../../../service/web/play/openapi.d.ts

# Needs npm; boardgame.io is installed from its lock file.
bench-peers: $(DEV)
	$(BIN)/python -m bench compare

# Mixed load on a whole system: make load DURATION=60 for a minute.
load: $(DEV)
	$(BIN)/python -m bench.load --seconds $(or $(DURATION),600) $(ARGS)

$(RUNTIME): requirements.lock pyproject.toml clients/python/pyproject.toml
	@test -x $(BIN)/python || test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed"; exit 1; }
	@test -x $(BIN)/python || { echo "Creating a Python environment in .venv ($(PYTHON)) …"; $(PYTHON) -m venv .venv; }
	@echo "Installing $(call COUNT,$<) pinned packages into .venv ($<): this takes a minute or two …"
	@$(BIN)/python -m pip install -qq --require-hashes -r $<
	@$(BIN)/python -m pip install -qq --no-deps --no-build-isolation -e . -e clients/python
	@touch $@

$(DEV): requirements-dev.lock $(RUNTIME)
	@echo "Installing $(call COUNT,$<) pinned packages for development into .venv ($<): this takes a minute or two …"
	@$(BIN)/python -m pip install -qq --require-hashes -r $<
	@touch $@

LOCK := CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile -q --strip-extras --generate-hashes --allow-unsafe \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --build-deps-for editable pyproject.toml

# Newer versions: make lock ARGS=--upgrade
lock:
	@test -x $(BIN)/pip-compile || { echo "run make setup first"; exit 1; }
	$(LOCK) $(ARGS) -o requirements.lock
	$(LOCK) $(ARGS) --extra dev -c requirements.lock -o requirements-dev.lock
