"""A real Mosquitto on loopback, on a port of its own, that keeps nothing; never the system's service."""

import os
import shutil
import socket
import subprocess
from pathlib import Path

SBIN = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin"))


def found(program: str) -> str:
    path = shutil.which(program, path=SBIN)
    assert path, f"{program} is not here: make test installs Debian's mosquitto"
    return path


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


class Mosquitto:
    """A broker that can be stopped and started again where it was.

    password: what the user `club` needs to be let in; without one everybody is.
    """

    def __init__(self, folder: Path, password: str = "") -> None:
        self.port = free_port()
        self._config = folder / "mosquitto.conf"
        lines = [
            f"listener {self.port} 127.0.0.1",
            "persistence false",
            "log_dest stderr",
            "user root",  # read only where root starts it: it could not read this folder as another
            "max_connections -1",
        ]
        if password:
            users = folder / "users"
            subprocess.run([found("mosquitto_passwd"), "-b", "-c", users, "club", password], check=True)
            lines += ["allow_anonymous false", f"password_file {users}"]
        else:
            lines += ["allow_anonymous true"]
        self._config.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it listens."""
        self._process = subprocess.Popen(
            [found("mosquitto"), "-c", self._config], stderr=subprocess.PIPE, text=True
        )
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if line.rstrip().endswith("running"):
                break
        else:
            raise AssertionError("Mosquitto ended before it served")
        # What it says from now on would fill the pipe, and stop it.
        self._drain = subprocess.Popen(
            ["cat"], stdin=self._process.stderr, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def kill(self) -> None:
        """As a power cut would; whatever it kept in memory is gone."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stderr is not None
            self._process.stderr.close()
            self._drain.wait()
            self._process = None
