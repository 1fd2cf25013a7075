"""`companion run` as a process of its own, and a client for its HTTP surface."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

PATIENCE = 30
"""Seconds for anything that a slow machine may take."""


@dataclass
class Evening:
    """A running companion.

    told: what it printed before it served, by the first word of each line.
    """

    process: subprocess.Popen[str]
    told: dict[str, str] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"http://localhost:{self.told['Phones'].rstrip('/').rpartition(':')[2]}"

    def ask(self, path: str, data: object = None, token: str | None = None) -> Any:
        """GET, or POST with data; gives the JSON answer."""
        body = None if data is None else json.dumps(data).encode()
        request = urllib.request.Request(self.address + path, body)
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def read(self, path: str) -> str:
        """GET a page as text."""
        with urllib.request.urlopen(self.address + path, timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def until(self, holds: Any) -> dict[str, Any]:
        """The first public view, as the stream tells them, that a condition holds of."""
        patient_until = time.monotonic() + PATIENCE
        with urllib.request.urlopen(f"{self.address}/api/stream", timeout=PATIENCE) as stream:
            kind = b""
            for line in stream:  # a sign of life comes every two seconds
                assert time.monotonic() < patient_until, "the condition did not come to hold"
                if line.startswith(b"event: "):
                    kind = line[7:].strip()
                elif line.startswith(b"data: ") and kind == b"view" and holds(seen := json.loads(line[6:])):
                    return dict(seen)
        raise AssertionError("the stream ended before the condition held")

    def stop(self, how: int = signal.SIGTERM) -> int:
        """Send a signal and wait for the end; gives the exit code."""
        self.process.send_signal(how)
        return self.process.wait(timeout=PATIENCE)


def command(*words: object, program: list[str] | None = None) -> list[str]:
    """The words of a command line."""
    return [*(program or [str(Path(sys.executable).with_name("companion"))]), *map(str, words)]


@contextlib.contextmanager
def running(
    *words: object,
    program: list[str] | None = None,
    cwd: Path | None = None,
    port: int = 0,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Evening]:
    """`companion run` with these words, from the line with the address until the block ends."""
    process = subprocess.Popen(
        command("run", "--port", port, *words, program=program),
        stdout=subprocess.PIPE,
        text=True,
        cwd=cwd,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **environment},
    )
    evening = Evening(process)
    impatience = threading.Timer(PATIENCE, process.kill)
    impatience.start()
    try:
        assert process.stdout is not None
        for line in process.stdout:
            subject, _, rest = line.strip().partition(" ")
            evening.told[subject] = rest.strip()
            if subject == "Phones":
                break
        impatience.cancel()
        assert "Phones" in evening.told, f"it ended before it served: {evening.told}"
        yield evening
    finally:
        impatience.cancel()
        if process.poll() is None:
            process.kill()
        process.communicate()
