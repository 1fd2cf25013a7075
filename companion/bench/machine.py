"""Which machine a figure was measured on."""

import os
import platform
from pathlib import Path


def machine() -> dict[str, object]:
    """Model, processor, cores, system and Python, as far as the machine tells."""
    return {
        "model": _model(),
        "architecture": platform.machine(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
    }


def _model() -> str:
    board = Path("/proc/device-tree/model")
    if board.exists():
        return board.read_text(errors="replace").strip("\0\n")
    try:
        lines = Path("/proc/cpuinfo").read_text(errors="replace").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or "unknown")
