"""`sudo python -m tests.appliance`: the whole life of an appliance on a fresh Debian with its own systemd.

Install from the bundle, play, kill, hang, cut the power, back up and take back, misspell a setting, lose the
data folder, wish for an update and to switch off, update, break an update, remove: a line for each; it ends
at the first thing that is not so. Takes some minutes; needs debootstrap and systemd-container.
"""

import itertools
import json
import shutil
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from companion.table import MARKS, Journal, Table
from tests.appliance.container import Container, booted, wait
from tests.appliance.spoil import spoil

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


def ask_refused(path: str, data: object) -> str:
    """What is answered to a request that is refused."""
    try:
        ask(path, data)
    except urllib.error.HTTPError as fault:
        return fault.read().decode()
    raise AssertionError(f"{path} was not refused")


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
        self.lives_well()
        before, pid = self.kept(), self.pid()
        began = time.monotonic()
        disturb(pid)
        wait(lambda: self.pid() not in ("0", pid) and served())
        took = time.monotonic() - began
        assert self.kept() == before
        self.tell(f"{what}: the same game again after {took:.1f} s")

    def lives_well(self) -> None:
        """Wait until the start counts as a good one; two cut short in a row would lead to a safe one."""
        starts = self.container.root / DATA / "starts"
        wait(lambda: served() and not starts.exists())

    def restarted(self) -> None:
        """Start the service again and wait for its pages."""
        self.container.run("systemctl", "restart", "companion")
        self.lives_well()

    def host_page(self) -> str:
        with urllib.request.urlopen(f"{HOME}/host", timeout=10) as answer:
            return str(answer.read().decode())

    def back_up_and_restore(self) -> None:
        before = self.kept()
        self.container.run("systemctl", "start", "companion-backup.service")
        name = ask("/api/backup")[0]["backup"]
        self.act(self.seen()["turn"], self.some_act())
        assert self.kept() != before
        self.lives_well()
        pid = self.pid()
        ask("/api/restore", {"backup": name})
        wait(lambda: served() and len(ask("/api/backup")) == 2)
        assert self.kept() == before
        assert self.pid() == pid
        self.tell("backed up by its unit while it is played, played on, taken back: the game of the backup")

    def some_act(self) -> str:
        """Something that the seat in turn may do: its token goes where the dice lead."""
        offers = ask("/api/view", token=self.tokens[self.seen()["turn"]])["acts"]
        move = next(one for one in offers if one["act"] == "move")
        return f"move {move['choices'][0][0]}"

    def misspelt_setting(self) -> None:
        before = self.kept()
        settings = self.container.root / "etc/companion/companion.toml"
        good = settings.read_text(encoding="utf-8")
        settings.write_text(f'{good}\nlnaguage = "fi"\n', encoding="utf-8")
        self.restarted()
        assert "perhaps language is meant" in self.host_page()
        assert self.kept() == before
        self.container.run("journalctl", "--sync")
        told = self.container.run("journalctl", "-u", "companion", "-o", "cat", "-n", "40")
        assert "did you mean language" in told, told
        settings.write_text(good, encoding="utf-8")
        self.restarted()
        self.tell("started with a misspelt setting: the game goes on, pages and log say what was meant")

    def lost_data_folder(self) -> None:
        """A data folder whose file system is read-only, as after a worn card's fault."""
        before = self.kept()
        place = f"/{DATA}"
        self.container.run("systemctl", "stop", "companion")
        uid, gid = (self.container.run("id", option, "companion") for option in ("-u", "-g"))
        self.container.run("mount", "-t", "tmpfs", "-o", f"ro,mode=0700,uid={uid},gid={gid}", "tmpfs", place)
        self.container.run("systemctl", "start", "companion")
        wait(served)
        assert "are not kept" in self.host_page()
        ask("/api/games", {"rules": "classic"})
        self.container.run("systemctl", "stop", "companion")
        self.container.run("umount", place)
        self.container.run("systemctl", "start", "companion")
        self.lives_well()
        assert self.kept() == before
        self.tell("the data folder read-only: played without it, and with the same game when it is back")

    def wished_update(self) -> None:
        """The host's page wishes, a unit of root's acts; here the checkout that it fetches into is gone."""
        root = self.container.root
        assert "/api/wish" in self.host_page(), "the page offers to switch off"
        assert "not-found" in ask_refused("/api/wish", {"wish": "update"}), "no checkout, no update"
        (root / "etc/companion/source").write_text("/nowhere\n", encoding="ascii")
        ask("/api/wish", {"wish": "update"})
        wait(lambda: "The checkout /nowhere is gone" in self.host_page())
        (root / "etc/companion/source").unlink()
        self.tell("an update wished for by the page: the unit acts, and what it says stands on the page")

    def wished_shutdown(self) -> None:
        """systemd would switch the container off; here it is told not to."""
        unit = "companion-shutdown.service"
        told = self.container.run("systemctl", "show", unit, "-p", "SuccessAction", "--value")
        assert told == "poweroff", told
        drop_in = self.container.root / f"etc/systemd/system/{unit}.d/intercepted.conf"
        drop_in.parent.mkdir()
        drop_in.write_text("[Unit]\nSuccessAction=none\n", encoding="ascii")
        self.container.run("systemctl", "daemon-reload")
        ask("/api/wish", {"wish": "shutdown"})
        acted = ("systemctl", "show", unit, "-p", "Result,ExecMainExitTimestampMonotonic")
        wait(lambda: "Monotonic=0" not in self.container.run(*acted))
        assert "Result=success" in self.container.run(*acted), self.container.run(*acted)
        assert self.container.run("ls", "/run/companion").split() == ["port"]
        drop_in.unlink()
        drop_in.parent.rmdir()
        self.container.run("systemctl", "daemon-reload")
        self.tell("switching off wished for by the page (intercepted): the unit acts")

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
        spoil(own)
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
        life.back_up_and_restore()
        life.misspelt_setting()
        life.lost_data_folder()
        life.wished_update()
        life.wished_shutdown()
        life.update()
        life.broken_update()
        life.remove()


if __name__ == "__main__":
    main()
