"""A Debian of its own under systemd-nspawn: booted, entered, gone after the block. For root on Linux."""

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PACKAGES = "systemd,systemd-sysv,dbus,udev,python3,python3-venv,procps"
RELEASE = "bookworm"
ASK = ("systemctl", "is-system-running")
PATIENCE = 300


class Container:
    """A booted system. root: its files as seen from outside. It shares the network of this machine."""

    def __init__(self, root: Path, leader: int) -> None:
        self.root = root
        self._leader = leader

    def run(self, *words: object, check: bool = True) -> str:
        """Run a command in it; gives what it printed. Raises RuntimeError where it fails."""
        inside = ["nsenter", "-t", str(self._leader), "-m", "-u", "-i", "-p", "-C", "--"]
        clean = ["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8"]
        done = subprocess.run(
            [*inside, *clean, *map(str, words)],
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE,
        )
        if check and done.returncode:
            raise RuntimeError(f"{' '.join(map(str, words))} failed:\n{done.stdout}")
        return done.stdout.strip()


def debian(cache: Path) -> Path:
    """A minimal Debian in a folder, made once."""
    root = cache / RELEASE
    if not (root / "made").exists():
        subprocess.run(["rm", "-rf", root], check=True)
        command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", RELEASE, str(root)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        (root / "made").touch()
    return root


@contextmanager
def booted(cache: Path) -> Iterator[Container]:
    """A fresh copy of the Debian, booted with its own systemd."""
    with tempfile.TemporaryDirectory(dir=cache) as folder:
        root = Path(folder) / "root"
        subprocess.run(["cp", "-a", "--reflink=auto", debian(cache), root], check=True)
        command = ["systemd-nspawn", "--quiet", "--directory", root, "--register=no", "--keep-unit", "--boot"]
        nspawn = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            container = Container(root, _leader(nspawn))
            wait(lambda: container.run(*ASK, check=False) in ("running", "degraded"))
            yield container
        finally:
            nspawn.terminate()
            nspawn.wait(timeout=PATIENCE)
            _unmount(root)


def wait(holds, seconds: float = 90.0) -> None:
    """Wait until a condition holds, looking ten times a second. Raises TimeoutError."""
    until = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > until:
            raise TimeoutError(f"{holds.__name__} did not come to hold in {seconds:.0f} s")
        time.sleep(0.1)


def _leader(nspawn: subprocess.Popen[bytes]) -> int:
    """The first process inside, as this machine counts."""
    children = Path(f"/proc/{nspawn.pid}/task/{nspawn.pid}/children")
    wait(lambda: bool(children.read_text().split()))
    return int(children.read_text().split()[0])


def _unmount(root: Path) -> None:
    for line in Path("/proc/mounts").read_text().splitlines():
        place = line.split()[1]
        if place.startswith(str(root)) and os.path.ismount(place):
            subprocess.run(["umount", "--lazy", place], check=False)
