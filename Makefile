# What one does with this checkout. `make help` lists the verbs.
SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(shell for p in python3.11 python3 python3.12 python3.13; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

# Downloads and tool caches go beside the checkout where the home directory cannot be written.
ifneq ($(shell test -n "$$HOME" && test -d "$$HOME" && test -w "$$HOME" && echo yes),yes)
export XDG_CACHE_HOME := $(CURDIR)/.cache
export UV_CACHE_DIR := $(CURDIR)/.cache/uv
export PIP_CACHE_DIR := $(CURDIR)/.cache/pip
endif
export UV_PYTHON_DOWNLOADS := never
export PIP_DISABLE_PIP_VERSION_CHECK := 1
PYTEST_ARGS ?=

.PHONY: help env run test test-long test-all lint audit types format messages bench soak requirements

help:  ## list the verbs
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## /\1\t/' | expand -t 14

env: $(VENV)/ready  ## make .venv from requirements.txt (done again when that file changes)

$(VENV)/ready: requirements.txt pyproject.toml
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; say PYTHON=/path/to/python." >&2; exit 1; }
	@rm -f $@
	@if uv --version >/dev/null 2>&1; then set -e; \
		test -x $(BIN)/python || uv venv --quiet --python "$(PYTHON)" $(VENV); \
		uv pip sync --quiet --compile-bytecode --python $(BIN)/python --require-hashes requirements.txt; \
		uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e .; \
	else set -e; \
		test -x $(BIN)/pip || "$(PYTHON)" -m venv --clear $(VENV); \
		$(BIN)/pip install --quiet --require-hashes -r requirements.txt; \
		$(BIN)/pip install --quiet --no-deps --no-build-isolation -e .; \
	fi
	@touch $@

run: env  ## migrate and start the site on HOST and PORT (127.0.0.1:8000)
	@exec $(BIN)/python manage.py serve --migrate

test: env  ## the tests that take minutes
	$(BIN)/python -m pytest -m "not long" -n 2 --dist loadfile $(PYTEST_ARGS)

test-long: env  ## the others: faults, whole-game proofs, API fuzz
	$(BIN)/python -m pytest -m long -n 2 --dist loadfile $(PYTEST_ARGS) || test $$? -eq 5  # 5: there are none

test-all: test test-long  ## every test

lint: env  ## style, formatting, import directions, file lengths, migrations
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/python tests/file_lengths.py
	$(BIN)/python manage.py makemigrations --check --dry-run

audit: env  ## ask whether the pinned packages have known weaknesses (needs network)
	$(BIN)/python tests/audit.py

types: env  ## mypy: strict for the engine and the games
	$(BIN)/mypy

format: env  ## put every file into the house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

messages: env  ## bring the catalogs of translations up to date, and compile them
	$(BIN)/python manage.py updatetexts

bench: env  ## measure moves a second
	$(BIN)/python -m tests.bench

soak: env  ## play bots for a long time and watch for growth
	$(BIN)/python -m tests.soak

requirements:  ## pin the newest versions that pyproject.toml allows (needs uv)
	uv lock --upgrade
	uv export --quiet --format requirements.txt --no-emit-project --no-header > requirements.txt
	uv export --quiet --format requirements.txt --no-emit-project --no-header --no-annotate --frozen --no-default-groups \
		> deploy/docker/requirements.txt
