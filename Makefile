# make run and make test start from a bare clone: .ci/setup.sh brings what they need.
.PHONY: help run test bench lint clean
BIN := .venv/bin

help:
	@echo "make run     start the companion (ARGS='--port 9000' passes options on; --help tells them)"
	@echo "make test    everything that must hold: linters, types, arrows, doctests, tests"
	@echo "make lint    the first three of these, in seconds"
	@echo "make bench   how quick it is on this machine"
	@echo "make clean   remove the environment and all that tools left behind"

run:
	@.ci/setup.sh run
	@exec $(BIN)/companion run $(ARGS)

lint:
	@.ci/setup.sh test
	@echo "== ruff"
	@$(BIN)/ruff check .
	@echo "== mypy"
	@$(BIN)/mypy
	@echo "== import-linter"
	@$(BIN)/lint-imports --no-logo
	@echo "== shell"
	@if command -v shellcheck >/dev/null; then shellcheck .ci/run .ci/setup.sh; else echo "(no shellcheck here)"; fi

test: lint
	@echo "== doctests and tests"
	@$(BIN)/pytest -n 2 $(ARGS)

bench:
	@.ci/setup.sh run
	@$(BIN)/companion bench $(ARGS)

clean:
	rm -rf .venv .cache build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
