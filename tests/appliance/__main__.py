"""`sudo python -m tests.appliance`: the whole life of an appliance on a fresh Debian with its own systemd.

Install from the bundle, play, kill, hang, cut the power, update, break an update, remove: a line for each; it
ends at the first thing that is not so. Takes some minutes; needs debootstrap and systemd-container.
"""

import itertools
import json
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from companion.table import MARKS, Journal, Table
from tests.appliance.container import Container, booted, wait

TOP = Path(__file__).parents[2]
PORT = 8000
HOME = f"http://127.0.0.1:{PORT}"
PROGRAM = "/opt/companion/current/bin/companion"
DATA = "var/lib/companion"
PLAYERS = (("Ann", "scarlet"), ("Ben", "mustard"), ("Cat", "white"))


def ask(path: str, data: object = None, token: str = "") -> Any:
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(HOME + path, body, {"Authorization": f"Bearer {token}"} if token else {})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def served() -> bool:
    try:
        return bool(ask("/healthz")["status"] == "ok")
    except (OSError, urllib.error.URLError):
        return False


class Life:
    """The steps, in their order."""

    def __init__(self, container: Container, archive: Path) -> None:
        self.container = container
        self.archive = archive
        self.tokens: dict[str, str] = {}
        self.began = time.monotonic()

    def tell(self, sentence: str) -> None:
        print(f"{time.monotonic() - self.began:6.1f} s  {sentence}", flush=True)

    def install(self) -> None:
        bundle = self.container.root / "bundle"
        bundle.mkdir()
        subprocess.run(["tar", "-C", bundle, "--strip-components=1", "-xzf", self.archive], check=True)
        self.container.run("/bundle/install.sh", "install")
        wait(served)
        shown = self.container.run("systemctl", "show", "companion", "-p", "ActiveState,User,StatusText")
        assert "ActiveState=active" in shown and "User=companion" in shown, shown
        status = next(line for line in shown.splitlines() if line.startswith("StatusText="))
        self.tell(f"installed and served: {status.removeprefix('StatusText=')}")

    def play(self) -> None:
        ask("/api/games", {"rules": "bluff"})
        for name, suspect in PLAYERS:
            self.tokens[name] = ask("/api/seats", {"name": name, "suspect": suspect})["token"]
        ask("/api/start", {})
        wait(lambda: ask("/healthz")["link"] == "ok")
        while (seen := self.seen())["frame"]["kind"] == "first":
            self.act(seen["awaits"][0], "first")
        self.act(seen["turn"], "roll")
        self.tell("a game of bluff is dealt, the virtual board is linked, the dice are thrown")

    def act(self, seat: str, text: str) -> None:
        ask("/api/act", {"act": text, "version": self.seen()["version"]}, self.tokens[seat])

    def seen(self) -> dict[str, Any]:
        return dict(ask("/api/view"))

    def hands(self) -> dict[str, Any]:
        return {name: ask("/api/view", token=token)["hand"] for name, token in self.tokens.items()}

    def kept(self) -> tuple[Any, ...]:
        """What must outlast everything."""
        seen = self.seen()
        return seen["turn"], seen["frame"], seen["tokens"], len(seen["log"]), self.hands()

    def comes_back(self, what: str, disturb) -> None:
        """Disturb the service, and see it come back by itself with the same game."""
        before, pid = self.kept(), self.pid()
        began = time.monotonic()
        disturb(pid)
        wait(lambda: self.pid() not in ("0", pid) and served())
        took = time.monotonic() - began
        assert self.kept() == before
        self.tell(f"{what}: the same game again after {took:.1f} s")

    def pid(self) -> str:
        return self.container.run("systemctl", "show", "companion", "-p", "MainPID", "--value")

    def power_cuts(self) -> None:
        """A copy of the data folder taken at any moment is a game that goes on."""
        stop = threading.Event()
        writer = threading.Thread(target=self.scribble, args=(stop,))
        writer.start()
        try:
            with tempfile.TemporaryDirectory() as folder:
                for number in range(12):
                    copy = Path(folder) / str(number)
                    shutil.copytree(self.container.root / DATA, copy)
                    table = Table(Journal.open(copy))
                    assert len(table.view(None)["log"]) == len(self.seen()["log"])
                    table.close()
        finally:
            stop.set()
            writer.join()
        self.tell("twelve copies of the data folder, taken while it is written: each opens with the game")

    def scribble(self, stop: threading.Event) -> None:
        """Write into the journal all the time: marks in Ann's notebook."""
        for mark in itertools.cycle(MARKS):
            if stop.is_set():
                return
            ask("/api/note", {"card": "rope", "column": "Ben", "mark": mark}, self.tokens["Ann"])

    def update(self) -> None:
        before = self.kept()
        self.container.run("/bundle/install.sh", "install")
        wait(served)
        assert self.kept() == before
        current = self.container.run("readlink", "-f", "/opt/companion/current")
        assert current.endswith("/2"), current
        self.tell("updated while the game runs: the same game")

    def broken_update(self) -> None:
        before = self.kept()
        own = next((self.container.root / "bundle").glob("*.whl"))
        good = own.read_bytes()
        subprocess.run([sys.executable, "-m", "tests.appliance.spoil", own], check=True)
        told = self.container.run("env", "HEALTHY_WITHIN=8", "/bundle/install.sh", "install", check=False)
        own.write_bytes(good)
        assert "The version before it runs again" in told, told
        wait(served)
        assert self.kept() == before
        self.tell("an update that does not come up gives the place back: the same game")

    def remove(self) -> None:
        self.container.run("/bundle/install.sh", "remove")
        assert not served()
        assert (self.container.root / DATA / "journal.sqlite").exists()
        self.container.run("/bundle/install.sh", "install")
        wait(served)
        self.container.run("/bundle/install.sh", "remove", "--purge")
        assert not (self.container.root / DATA).exists()
        left = self.container.run("find", "/etc", "/opt", "/usr/lib/systemd", "-name", "*companion*")
        assert left == "", left
        self.tell("removed, installed again with the same games, removed with all of them: nothing is left")


def main() -> None:
    cache = Path(tempfile.gettempdir()) / "companion-appliance"
    cache.mkdir(exist_ok=True)
    script = TOP / "systemd/bundle.sh"
    packed = subprocess.run([script, cache], check=True, stdout=subprocess.PIPE, text=True)
    archive = Path(packed.stdout.splitlines()[0])
    with booted(cache) as container:
        life = Life(container, archive)
        life.tell(f"booted {container.run('systemctl', '--version').splitlines()[0]}")
        life.install()
        life.play()
        for what, signal in (("killed", "-KILL"), ("hung, as the watchdog sees it", "-STOP")):
            life.comes_back(what, lambda pid, signal=signal: container.run("kill", signal, pid))
        life.power_cuts()
        life.update()
        life.broken_update()
        life.remove()


main()
