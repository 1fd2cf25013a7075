# make run and make test start from a bare clone: .ci/setup.sh brings what they need.
.PHONY: help run test bench lint install remove clean
BIN := .venv/bin

help:
	@echo "make run     start the companion (ARGS='--port 9000' passes options on; --help tells them)"
	@echo "make test    everything that must hold: linters, types, arrows, doctests, tests"
	@echo "make lint    the first three of these, in seconds"
	@echo "make bench   how quick it is on this machine"
	@echo "make install make this machine the companion: sudo make install (KIOSK=yes with the screen; SOURCE=a wheel)"
	@echo "make remove  take it away again: sudo make remove (PURGE=yes with all games)"
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
	@$(BIN)/mypy --config-file .ci/firmware-types.ini firmware/*.py
	@echo "== import-linter"
	@$(BIN)/lint-imports --no-logo
	@echo "== shell"
	@if command -v shellcheck >/dev/null; then shellcheck .ci/run .ci/setup.sh systemd/*.sh; else echo "(no shellcheck here)"; fi

test: lint
	@echo "== doctests and tests"
	@$(BIN)/pytest -n 2 --dist loadfile $(ARGS)

bench:
	@.ci/setup.sh run
	@$(BIN)/companion bench $(ARGS)

install:
	@systemd/install.sh install $(if $(KIOSK),--kiosk) $(SOURCE)

remove:
	@systemd/install.sh remove $(if $(PURGE),--purge)

clean:
	rm -rf .venv .cache build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
