# make play: the tables in your browser.  make test: all tests.  The rest is for people who change the project.
PYTHON ?= python3
BIN := .venv/bin
export TABLIER_NATIVE := 1
AS_ROOT := $(if $(filter 0,$(shell id -u)),,sudo)

.PHONY: play test check build words pictures bench bench-server strength lock clean

play: build
	$(BIN)/tablier serve

test: build .venv/dev /usr/bin/chromium /usr/bin/redis-server /usr/lib/postgresql
	$(BIN)/python -m pytest -n auto

# The browser tests drive the system's chromium, the server's start a PostgreSQL and a Redis of their own.
install = $(AS_ROOT) sh -c "apt-get -q update && apt-get -qy --no-install-recommends install $(1)"
/usr/bin/chromium /usr/bin/redis-server:
	$(call install,$(@F))
/usr/lib/postgresql:
	$(call install,postgresql)

check: build .venv/dev
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	PATH=$(BIN):$$PATH cython-lint src  # it calls a tool beside it by name

bench: build .venv/dev
	$(BIN)/python -m bench

# Measure the bots for so long, on all processors, and write docs/strength.md anew. Goes on where it stopped.
MINUTES ?= 60
strength: build
	$(BIN)/python -m bench.strength --minutes $(MINUTES)

bench-server: build .venv/dev
	$(BIN)/python -m bench.server

# The README's pictures anew, of the pages as they are.
pictures: build .venv/dev /usr/bin/chromium
	$(BIN)/python -m docs.pictures

# After a change of what people are told: bring the catalogues of translations up to date, then translate.
words: build .venv/dev
	$(BIN)/python -m tablier.web.catalogue

# Always asked: Cython rebuilds what changed. A stale compiled module would run silently.
build: build/flags .venv/play
	@$(BIN)/python setup.py -q build_ext --inplace

# Cython looks at the sources only: other flags mean building all anew.
build/flags: setup.py requirements/play.txt
	rm -rf build
	mkdir build
	touch $@

.venv/play: requirements/play.txt pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install -q --require-hashes -r requirements/play.txt
	$(BIN)/pip install -q --no-deps --no-build-isolation -e .
	touch $@

.venv/dev: requirements/dev.txt .venv/play
	$(BIN)/pip install -q --require-hashes -r requirements/dev.txt
	touch $@

# Needs uv. Writes the locked lists anew.
lock:
	for name in play dev; do \
	  uv pip compile -q --upgrade --generate-hashes --no-header --no-emit-index-url --universal \
	    --python-version 3.11 requirements/$$name.in -o requirements/$$name.txt; done

clean:
	rm -rf .venv build src/*.egg-info
	find src \( -name '*.so' -o -name '*.mo' \) -delete
