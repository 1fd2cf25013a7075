"""Runs the firmware's main.py under CPython, for machines that no wheel of MicroPython exists for.

As a script: ``boot.py FIRMWARE FAKES``. It makes the few things that CPython lacks or does otherwise.
"""

import runpy
import sys
import time
from io import FileIO
from types import SimpleNamespace
from typing import Any, cast


def _unbuffered(descriptor: int, mode: str) -> Any:
    """stdin or stdout as MicroPython has them: nothing is kept back that poll() would then not see."""
    raw = FileIO(descriptor, mode)
    return SimpleNamespace(buffer=raw, fileno=raw.fileno, flush=raw.flush)  # flushed by CPython at its end


def main(firmware: str, fakes: str) -> None:
    """Run main.py of the folder ``firmware`` with the fakes in the folder ``fakes``."""
    sys.path[:0] = [firmware, fakes, __file__.rpartition("/")[0]]
    sys.stdin = cast(Any, _unbuffered(0, "rb"))
    sys.stdout = cast(Any, _unbuffered(1, "wb"))
    vars(time)["ticks_ms"] = lambda: time.monotonic_ns() // 1_000_000
    vars(time)["ticks_us"] = lambda: time.monotonic_ns() // 1_000
    vars(time)["sleep_us"] = lambda us: time.sleep(us / 1_000_000)
    runpy.run_path(f"{firmware}/main.py", run_name="__main__")


if __name__ == "__main__":
    main(*sys.argv[1:])
