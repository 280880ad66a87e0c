# Two commands do everything, set-up included, with Python 3.11+, make and git:
#   make book    builds the site        make test    checks all of it
# `make help` lists the rest.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

# The first Python on the path that is new enough; PYTHON=... names another.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo "$$p" && break; done)
PY := .venv/bin/python
PORT ?= 8000
SITE := _build/html
# Workers for pytest; seconds for one cell, with two chapters at once on slow cores.
WORKERS ?= 2
CELL_TIMEOUT ?= 1500
# Figures go into the notebook, whatever the reader's own settings say.
unexport MPLBACKEND
export PYTHONUTF8 := 1

##@ Read

.PHONY: help
help: ## Say what each command does
	@awk 'BEGIN {FS = ":.*## "} \
	/^##@/ {printf "\n%s\n", substr($$0, 5)} \
	/^[a-z-]+:.*## / {printf "  make %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: setup
setup: ## Make .venv with all that is needed (only when something changed)
	@if [ -z "$(PYTHON)" ]; then \
	echo "No Python 3.11 or newer was found. On Debian 12 or newer:"; \
	echo "  sudo apt-get install python3 python3-venv"; \
	echo "Or name one: make setup PYTHON=/path/to/python3"; exit 1; fi
	@"$(PYTHON)" web/environment.py

.PHONY: book
book: setup ## Build the site; a warning is an error
	@.venv/bin/jupyter-book build . -W --keep-going --quiet >/dev/null
	@echo "The book is built: $(SITE)/index.html"
	@echo "To read it, run 'make serve' and open http://localhost:$(PORT)"

.PHONY: serve
serve: ## Show the built site at http://localhost:8000 (PORT=... for another)
	@test -f $(SITE)/index.html || { echo "Run 'make book' first."; exit 1; }
	@echo "http://localhost:$(PORT)  (Ctrl+C ends it)"
	@"$(PYTHON)" -m http.server $(PORT) --bind 127.0.0.1 --directory $(SITE)

##@ Check

.PHONY: test
test: lint unit notebooks-check site-check ## Check all: code, chapters, site

.PHONY: lint
lint: setup ## Style, types, layers, spelling
	@code=0; \
	.venv/bin/ruff check . || code=1; \
	.venv/bin/ruff format --check . || code=1; \
	.venv/bin/basedpyright || code=1; \
	.venv/bin/lint-imports || code=1; \
	.venv/bin/codespell --ignore-regex '[A-Za-z0-9+/=]{60,}' \
	--ignore-words-list hel,nce,sessio --skip 'LICENSE*,*.svg,*.json,*/static/mathjax,*/node_modules' \
	annotated benchmarks chapters tests web Makefile *.md *.toml *.yml .github \
	|| code=1; \
	exit $$code

.PHONY: unit
unit: setup ## Run the tests of the package and the project
	@$(PY) -m pytest -n $(WORKERS) tests

# loadscope: the cells of one notebook share a kernel, so they stay on one worker.
NBVAL = $(PY) -m pytest --nbval --nbval-current-env -p no:cacheprovider \
	--nbval-sanitize-with web/nbval_sanitize.cfg \
	--nbval-cell-timeout $(CELL_TIMEOUT) -n $(WORKERS) --dist loadscope

.PHONY: notebooks-check
notebooks-check: setup ## Execute every chapter; compare outputs and figures
	@$(NBVAL) chapters || test $$? -eq 5  # 5: there is no notebook yet

.PHONY: site-check
site-check: book ## Look at every page in a headless Chromium, wide and narrow
	@$(PY) web/check_site.py $(SITE)

.PHONY: real
real: setup ## Train on real translation text (ARGS="..." is handed on)
	@$(PY) benchmarks/real_translation.py $(ARGS)

##@ Write

.PHONY: notebooks
notebooks: setup ## Execute every chapter in place, normalised
	@$(PY) web/notebooks.py run

.PHONY: chapter
chapter: setup ## Execute, check and build one: make chapter NAME=21_attention
	@test -f "chapters/$(NAME).ipynb" || { echo "NAME=... must be a chapter:"; \
	ls chapters | sed -n 's/\.ipynb$$//p'; exit 1; }
	@$(PY) web/notebooks.py run $(NAME)
	@$(PY) -m pytest -q tests/test_chapters.py -k "$(NAME)"
	@$(NBVAL) -q chapters/$(NAME).ipynb
	@$(MAKE) book

.PHONY: text
text: setup ## Write a chapter as a script to edit: make text NAME=21_attention
	@mkdir -p build
	@.venv/bin/jupytext --to py:percent "chapters/$(NAME).ipynb" -o "build/$(NAME).py"
	@echo "Edit build/$(NAME).py, then: make untext NAME=$(NAME)"

.PHONY: untext
untext: setup ## Take the edited script back, then execute the chapter
	@.venv/bin/jupytext --to ipynb --update "build/$(NAME).py" \
	-o "chapters/$(NAME).ipynb"
	@$(PY) web/notebooks.py run $(NAME)

.PHONY: vectors
vectors: setup ## Choose chapter 13's word vectors again from all of GloVe (76 MB)
	@.venv/bin/pip install --quiet -e ".[vectors]"
	@$(PY) benchmarks/select_word_vectors.py

.PHONY: vendor
vendor: setup ## Refresh the committed MathJax from web/package-lock.json
	@$(PY) web/vendor.py

.PHONY: screenshots
screenshots: book ## Write a picture of every page to build/screenshots
	@$(PY) web/check_site.py $(SITE) --screenshots build/screenshots

.PHONY: clean
clean: ## Remove what was built (.venv stays)
	@rm -rf _build build .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +
