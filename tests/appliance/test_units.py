"""The units hold together and shield the machine from the companion; systemd itself judges them."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[2] / "systemd"
SERVICES = sorted(SYSTEMD.glob("*.service"))
UNITS = sorted([*SERVICES, *SYSTEMD.glob("*.timer"), *SYSTEMD.glob("*.path")])

ROOTS_WORK = {
    "companion-update.service": "It installs: users, units, an environment below /opt, services anew.",
}
"""The units that cannot be fenced, and why; nobody can tell them anything."""
VENDOR = Path("/usr/lib/systemd/system")
"""The units that ours lean on."""

EXPOSURE = 20
"""What `systemd-analyze security` may say at most, in tenths; an ordinary service has 96."""


def analyze(*words: object) -> subprocess.CompletedProcess[str]:
    command = ["systemd-analyze", *map(str, words)]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)


@pytest.fixture
def placed(tmp_path):
    """The units in a root of their own where everything that they call is there."""
    shutil.copytree(VENDOR, tmp_path / VENDOR.relative_to("/"), symlinks=True)
    units = tmp_path / "etc/systemd/system"
    units.mkdir(parents=True)
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8")
        (units / unit.name).write_text(text, encoding="utf-8")
        for program in re.findall(r"^ExecStart=(\S+)", text, re.MULTILINE):
            file = tmp_path / program.lstrip("/")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("#!/bin/sh\n", encoding="ascii")
            file.chmod(0o755)
    return tmp_path


def test_there_are_units():
    assert {unit.name for unit in UNITS} >= {
        "companion.service",
        "companion-kiosk.service",
        "companion-backup.timer",
    }


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_finds_nothing_wrong(placed, unit):
    done = analyze("verify", f"--root={placed}", unit.name)
    told = [line for line in (done.stdout + done.stderr).splitlines() if "companion" in line]
    assert told == []


@pytest.mark.parametrize(
    "service", [unit for unit in SERVICES if unit.name not in ROOTS_WORK], ids=lambda unit: unit.name
)
def test_the_exposure_stays_below_two(service):
    done = analyze("security", "--offline=yes", f"--threshold={EXPOSURE - 1}", service)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", ROOTS_WORK)
def test_what_is_roots_work_starts_one_program_that_takes_no_words(name):
    text = (SYSTEMD / name).read_text(encoding="utf-8")
    assert re.findall(r"^Exec\w+=(.*)", text, re.MULTILINE) == ["/opt/companion/current/bin/companion-update"]


def test_the_wish_to_switch_off_is_acted_on_without_any_right():
    text = (SYSTEMD / "companion-shutdown.service").read_text(encoding="utf-8")
    assert "User=companion\n" in text
    assert "SuccessAction=poweroff\n" in text


def test_a_unit_without_its_fences_is_told(tmp_path):
    fenced = (SYSTEMD / "companion.service").read_text(encoding="utf-8")
    open_unit = tmp_path / "companion.service"
    open_unit.write_text(re.sub(r"(?m)^(SystemCall|Protect|Capability).*\n", "", fenced), encoding="utf-8")
    assert analyze("security", "--offline=yes", f"--threshold={EXPOSURE - 1}", open_unit).returncode != 0


@pytest.mark.parametrize("service", SERVICES, ids=lambda unit: unit.name)
def test_no_group_that_may_be_missing_can_fail_a_unit(service):
    assert "SupplementaryGroups=" not in service.read_text(encoding="utf-8")


def test_the_rule_names_the_pico_and_a_group_that_the_installer_makes():
    rule = (SYSTEMD / "60-companion.rules").read_text(encoding="utf-8")
    group = re.search(r'GROUP="([^"]+)"', rule)
    assert group
    assert re.search(
        rf"^u {group[1]} ", (SYSTEMD / "companion.sysusers").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert 'ATTRS{idVendor}=="2e8a", ATTRS{idProduct}=="0005"' in rule
