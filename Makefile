# make play: the tables in your browser.  make test: all tests.  The rest is for people who change the project.
PYTHON ?= python3
BIN := .venv/bin
# The lists are complete and locked. What is never imported need not be turned into bytecode.
PIP := $(BIN)/pip install -q --no-compile --no-deps --require-hashes -r

.PHONY: play test wasm site test-wasm laws check sanitize types build installed compile dist programs docs words pictures gallery bench bench-server chaos fuzz strength lock clean

play: build
	$(BIN)/tablier serve $(if $(wildcard build/wasm/files.json),--engine build/wasm)

# Many tests wait for a browser or another process: three for two processors.
WORKERS := $(shell expr \( 3 \* $$(nproc) + 1 \) / 2)
# Those that fail beside all the others are asked once more, alone: a test that fails twice fails.
test: build .venv/dev programs
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --ignore tests/wasm || { \
	  [ $$? = 1 ] && echo "Once more, alone, those that failed:" && $(BIN)/python -m pytest --last-failed --maxfail 1 --ignore tests/wasm; }

check: build .venv/dev
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest --concise --ignore-missing-stub --allowlist tests/data/stubtest-allowlist.txt \
	  --ignore-unused-allowlist $$(cd src && find tablier -name '*.pyi' | sed 's/\.pyi$$//; s,/,.,g')
	PATH=$(BIN):$$PATH cython-lint src  # it calls a tool beside it by name
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory node_modules/.package-lock.json && node_modules/.bin/tsc; \
	else echo "Node is not installed: the types of the scripts are not checked."; [ "$$CI" != true ]; fi

# TypeScript, which reads the scripts; nothing of it is needed to run Tablier.
node_modules/.package-lock.json: package.json package-lock.json
	npm ci --no-audit --no-fund

# The types of the scripts and the tables of docs/api.md anew, from the structs of the messages.
types: build
	$(BIN)/python -m tools.messages

# The compiled modules once more, in a copy of the sources, with AddressSanitizer and UndefinedBehaviorSanitizer;
# then the laws and the tests of the searches with them. Python's own allocator would hide overflows of states;
# one test counts what that allocator gives out, and is left out. A quarter of an hour.
SANITIZED := build/sanitize
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
sanitize: .venv/dev
	rm -rf $(SANITIZED)
	mkdir -p $(SANITIZED)
	tar -c --exclude='*.so' src tests bench training tools pyproject.toml README.md | tar -x -C $(SANITIZED)
	sed 's/"-O3"/"-O1", "-g1"/' setup.py >$(SANITIZED)/setup.py
	cd $(SANITIZED) && CFLAGS="$(SANITIZERS)" LDFLAGS="$(SANITIZERS)" \
	  $(abspath $(BIN))/python setup.py -q build_ext --inplace -j 2
	cd $(SANITIZED) && PYTHONPATH=src PYTHONMALLOC=malloc \
	  ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 \
	  LD_PRELOAD="$$(cc -print-file-name=libasan.so) $$(cc -print-file-name=libubsan.so)" \
	  $(abspath $(BIN))/python -m pytest -n 0 -p no:cacheprovider -k "not states_that_are_kept" tests/laws tests/search

# The engine and the tables as WebAssembly, for a visitor's own browser, in build/wasm: docs/browser.md. Needs Node.
wasm: build .venv/wasm build/wasm-parts/packages tools/wasm/node_modules/.package-lock.json
	$(BIN)/python -m tools.wasm

# What was built, in Node and in a real browser, against the native build: ten minutes.
test-wasm: wasm .venv/dev programs
	@$(BIN)/python -m pytest tests/wasm || { \
	  [ $$? = 1 ] && echo "Once more those that failed:" && $(BIN)/python -m pytest --last-failed --maxfail 1 tests/wasm; }

.venv/wasm: requirements/wasm.txt | build
	$(PIP) requirements/wasm.txt && touch $@ || command -v wasm-ld  # Debian's does too

build/wasm-parts/packages: requirements/wasm-browser.txt | build
	rm -rf $@
	$(BIN)/pip download -q --no-deps --require-hashes --only-binary :all: --python-version 3.14 --implementation cp \
	  --abi cp314 --platform pyemscripten_2026_0_wasm32 -d $@ -r requirements/wasm-browser.txt
	touch $@

tools/wasm/node_modules/.package-lock.json: tools/wasm/package.json tools/wasm/package-lock.json
	cd tools/wasm && npm ci --no-audit --no-fund

# The whole collection as static files, in build/site: docs/static.md.
site: wasm
	$(BIN)/python -m tools.static_site

# The source archive, and the wheel made from it, in dist/.
dist: build .venv/dev
	rm -rf dist
	TABLIER_NATIVE= $(BIN)/python -m build --no-isolation -C--global-option=-q

bench: build .venv/dev
	$(BIN)/python -m bench

# Measure the bots for so long, on all processors, and write docs/strength.md anew. Goes on where it stopped,
# from the recorded results too; after a change of the engine: make strength ANEW=1.
# BEFORE is the engine of an older version built elsewhere: make strength BEFORE="/path/to/.venv/bin/tablier engine".
MINUTES ?= 60
BEFORE ?=
ANEW ?=
strength: build
	$(BIN)/python -m bench.strength --minutes $(MINUTES) $(if $(ANEW),--anew) $(if $(BEFORE),--before "$(BEFORE)")

bench-server: build .venv/dev
	$(BIN)/python -m bench.server

# The laws of every game with every choice of every option; `make test` asks them of three board sizes of each.
laws: build .venv/dev
	TABLIER_ALL_OPTIONS=1 $(BIN)/python -m pytest -n auto tests/laws

# The readers, the API, forms and sockets with fifty times as much nonsense as `make test` sends; ten minutes.
fuzz: build .venv/dev
	TABLIER_FUZZ=50 $(BIN)/python -m pytest -n 2 --dist worksteal tests/fuzz

# Processes, Redis, PostgreSQL and Dask workers killed and stopped at random while games are played; three minutes.
chaos: build .venv/dev programs
	$(BIN)/python -m tests.chaos.chaos

# The documentation as a site that needs no network, in build/docs; a broken link fails. Before, the pictures of the guide and what
# its notebook shows are made anew.
docs: build .venv/dev .venv/docs
	$(BIN)/python -m tools.figures
	$(BIN)/python -m tools.notebook
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --clean
	@echo "build/docs/index.html"

# The README's pictures anew, of the pages as they are.
pictures: build .venv/dev programs
	$(BIN)/python -m tools.pictures

# Every page and state on every screen, light and dark, in both languages, as one local page: build/gallery/index.html.
# make gallery ONLY="phone dark" takes those whose name has the words.
ONLY ?=
gallery: build .venv/dev programs
	$(BIN)/python -m tools.gallery --only "$(ONLY)"

# After a change of what people are told: bring the catalogues of translations up to date, then translate.
# build/words.html has all of it, the languages side by side.
words: build .venv/dev
	$(BIN)/python -m tools.catalogue

# Compiling fills the processors while packages are fetched.
build: .venv/build
	@$(MAKE) -j2 --no-print-directory installed
installed: compile .venv/tablier

# Always asked: setup.py rebuilds what changed. A stale compiled module would run silently.
compile: .venv/build
	@TABLIER_NATIVE=1 $(BIN)/python setup.py -q build_ext --inplace

# What compiling needs, and nothing else does.
.venv/build: requirements/build.txt
	$(PYTHON) -m venv .venv
	$(PIP) requirements/build.txt
	touch $@

.venv/serve: requirements/serve.txt .venv/build
	$(PIP) requirements/serve.txt
	touch $@

# The command `tablier`, of the sources as they are; all is compiled already.
.venv/tablier: pyproject.toml .venv/serve | compile
	TABLIER_NATIVE=1 $(BIN)/pip install -q --no-deps --no-build-isolation -e .
	touch $@

.venv/dev: requirements/dev.txt | build
	$(PIP) requirements/dev.txt
	touch $@

# What only `make docs` needs.
.venv/docs: requirements/docs.txt | .venv/dev
	$(PIP) requirements/docs.txt
	touch $@

# The browser tests drive Debian's chromium and Firefox, the server's start a PostgreSQL and a Redis of their own.
programs: .venv/dev
	@$(BIN)/python -m tests.programs

# Needs uv. Writes the locked lists anew: all of them with the versions of the longest.
LOCK := uv pip compile -q --generate-hashes --no-header --no-emit-index-url --universal --python-version 3.11
# Litestar asks for them and uses them only to invent examples for the documentation, which we do not.
UNUSED := --no-emit-package faker --no-emit-package polyfactory
BUILD_TOOLS := $(PYTHON) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")'
lock:
	$(BUILD_TOOLS) | $(LOCK) --upgrade - pyproject.toml --extra dev -o requirements/dev.txt
	for name in build serve serve-postgres-redis docs; do cp requirements/dev.txt requirements/$$name.txt; done
	$(BUILD_TOOLS) | $(LOCK) - -o requirements/build.txt
	$(LOCK) --extra docs pyproject.toml -o requirements/docs.txt
	$(LOCK) $(UNUSED) pyproject.toml --extra server -o requirements/serve.txt
	$(LOCK) $(UNUSED) pyproject.toml --extra server --extra postgres --extra redis -o requirements/serve-postgres-redis.txt

clean:
	rm -rf .venv build dist src/*.egg-info
	find src \( -name '*.so' -o -name '*.mo' \) -delete
