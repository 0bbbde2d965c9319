# Longitude. `make run` is all a newcomer needs: it needs python3 (3.11 or later) and make.
PY ?= python3
UV = .venv/bin/uv
PYTHON = .venv/bin/python
PIP = $(PYTHON) -m pip install -q --disable-pip-version-check --no-deps --require-hashes

# LLM=1 adds litellm (models other than the built-in coach) and stays until LLM=0.
LLM ?= $(if $(wildcard .venv/.installed-llm),1,0)
LOCKS = requirements.lock $(if $(filter 1,$(LLM)),requirements-llm.lock)
INSTALLED = .venv/.installed$(if $(filter 1,$(LLM)),-llm)

# Without a .env file this is the demo.
ifeq ($(wildcard .env),)
run seed worker: export DEMO ?= 1
endif

.DEFAULT_GOAL = help
.PHONY: help setup run seed worker test test-postgres services services-stop \
	check lint types imports fix bench docs openapi lock clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-15s %s\n", $$1, $$2}' Makefile

$(INSTALLED): $(LOCKS)
	@$(PY) -c 'import sys; assert sys.version_info >= (3, 11), "Python 3.11 or later is needed, this is " + sys.version'
	@test -x $(PYTHON) || $(PY) -m venv .venv
	@# uv when it can be had (a few seconds), else plain pip: both check every hash.
	@awk '/^[^ #]/ {uv = /^uv==/} uv' requirements.lock > .venv/uv.lock
	@($(PIP) -r .venv/uv.lock && $(UV) pip sync -q --python $(PYTHON) --require-hashes $(LOCKS)) \
	  || $(PIP) $(LOCKS:%=-r %)
	@rm -f .venv/.installed* && touch $@

setup: $(INSTALLED) ## Create .venv with exactly the locked packages (LLM=1 adds litellm)

run: setup ## Start everything on http://127.0.0.1:8000 (PORT=…); Ctrl-C stops it
	@exec $(PYTHON) manage.py up --prepare

seed: setup ## Fill the database with the demo data (does nothing when it is there)
	$(PYTHON) manage.py migrate -v 0
	$(PYTHON) manage.py seed_demo

worker: setup ## Run one more worker beside `make run`
	@exec $(PYTHON) manage.py worker

test: setup ## Run all tests on SQLite, then on PostgreSQL where there is one (ARGS="-k word")
	@.ci/test $(ARGS)

test-postgres: setup ## Run all tests on PostgreSQL only
	@.ci/test --postgres-only $(ARGS)

services: ## Start a private PostgreSQL and Redis for the tests; `make services-stop` ends them
	@.ci/services start && sed 's/^/export /' .services/env

services-stop: ## Stop what `make services` started
	@.ci/services stop

check: lint types imports ## Everything but the tests: format, lint, types, imports, Django's checks
	$(PYTHON) manage.py check --fail-level WARNING
	$(PYTHON) manage.py makemigrations --check --dry-run
	$(PYTHON) -m pytest -q tests/architecture

lint: setup ## Check format and lint of code and templates
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/djade --check --target-version 5.2 $$(git ls-files -co --exclude-standard 'templates/*.html')

types: setup ## Check types
	.venv/bin/mypy

imports: setup ## Check that imports go one way
	.venv/bin/lint-imports

fix: setup ## Format, and mend what can be mended
	.venv/bin/ruff check --fix . || true
	.venv/bin/ruff format .
	.venv/bin/djade --target-version 5.2 $$(git ls-files -co --exclude-standard 'templates/*.html') || true

bench: setup ## Measure the speed of the kernel
	$(PYTHON) -m bench

openapi: setup
	$(PYTHON) manage.py export_openapi_schema --api coach.api.api --indent 2 --output docs/openapi.json

docs: openapi ## Write the generated parts of docs/ (openapi.json)

lock: setup ## Resolve again within the ranges of pyproject.toml and write the lock files
	$(UV) lock -q --upgrade
	$(UV) export -q --frozen --no-emit-project --no-header --no-annotate --all-groups -o requirements.lock
	$(UV) export -q --frozen --no-emit-project --no-header --no-annotate --no-default-groups --extra llm -o requirements-llm.lock
	$(UV) export -q --frozen --no-emit-project --no-header --no-annotate --no-default-groups -o requirements-runtime.lock
	@! grep -n '://' requirements*.lock

clean: ## Remove the environment and the caches, never the data
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
