#!/usr/bin/env bash
# Makes .venv fit for "run" or "test": .ci/setup.sh run|test
#
# Safe to call again at any time, twice at once, and after it was interrupted: it works under a lock, notes what it
# finished in .venv/ready, and makes .venv anew when it was left half made. Says nothing when nothing is to be done.
set -euo pipefail
cd "$(dirname "$0")/.."

level=${1:?run or test}
venv=.venv
oldest=3.11

say() { printf '%s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }
quietly() { # what it prints goes to a log, whose end is shown only where it fails
    "$@" >>.cache/setup.log 2>&1 </dev/null || { tail -n 8 .cache/setup.log >&2; return 1; }
}
mkdir -p .cache
: >.cache/setup.log

# --- Debian's packages: installed when we may, else named -------------------------------------------------------------

packages=()
reasons=()
need() { # need PACKAGE "what is missing, in words"
    packages+=("$1")
    reasons+=("$2")
}

install_needed() {
    ((${#packages[@]})) || return 0
    local missing command root=()
    printf -v missing '%s, ' "${reasons[@]}"
    missing=${missing%, }
    command="sudo apt-get install -y ${packages[*]}"
    if ! command -v apt-get >/dev/null; then
        fail "Missing: $missing. Install it with this machine's package manager, then run make $level again."
    elif [ "$(id -u)" != 0 ]; then
        # the question for a password would hang where nobody sits
        sudo -n true 2>/dev/null || fail "Missing: $missing. Run this, then make $level again: $command"
        root=(sudo -n)
    fi
    say "Installing what is missing ($missing) ..."
    local apt=(${root[@]+"${root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300)
    { quietly "${apt[@]}" update && quietly "${apt[@]}" install -y --no-install-recommends "${packages[@]}"; } ||
        fail "Could not install ${packages[*]}. Is there internet? Run this, then make $level again: $command"
    # Debian starts a broker that it installs; the tests start their own, and nobody has asked for another.
    [[ " ${packages[*]} " != *" mosquitto "* || ! -d /run/systemd/system ]] ||
        quietly ${root[@]+"${root[@]}"} systemctl disable --now mosquitto || true
    packages=()
    reasons=()
}

# --- Python -----------------------------------------------------------------------------------------------------------

new_enough() { "$1" -c "import sys; sys.exit(sys.version_info < (${oldest/./, }))" 2>/dev/null; }

find_python() {
    local name
    for name in python3 python3.13 python3.12 python3.11 python3.14; do
        if new_enough "$name"; then
            python=$name
            return 0
        fi
    done
    return 1
}

require_python() {
    find_python && return 0
    if command -v python3 >/dev/null; then
        fail "Python $oldest or newer is needed, and this machine has $(python3 --version 2>&1):" \
            "install Debian 12 (Raspberry Pi OS Bookworm) or newer, or a newer Python, then run make $level again."
    fi
    need python3 "Python $oldest or newer"
    need python3-venv "Python's venv module"
    install_needed
    find_python || fail "Python $oldest or newer is needed, and this Debian has only $(python3 --version 2>&1)."
}

# --- A Raspberry Pi ---------------------------------------------------------------------------------------------------

on_a_pi() { grep -qs 'Raspberry Pi' /proc/device-tree/model; }

# lgpio has no wheel for Python 3.13 and newer: there it comes from Debian, seen through the system's site packages.
debian_lgpio() { on_a_pi && "$python" -c 'import sys; sys.exit(sys.version_info < (3, 13))'; }

need_for_pi() {
    on_a_pi || return 0
    if debian_lgpio; then
        "$python" -c 'import lgpio' 2>/dev/null ||
            # only Raspberry Pi OS has it; elsewhere the button on the screen serves
            ! apt-cache show python3-lgpio >/dev/null 2>&1 || need python3-lgpio "lgpio for the GPIO pins"
    elif ! command -v cc >/dev/null || ! "$python" -c "$has_headers"; then
        need gcc "a C compiler for RPi.GPIO"
        need python3-dev "Python's headers"
    fi
}
has_headers='import os, sys, sysconfig; sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))'

# --- The environment --------------------------------------------------------------------------------------------------

need_for_venv() {
    whole || "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        case $python in
            python3) need python3-venv "Python's venv module" ;;
            *) need "$python-venv" "Python's venv module" ;;
        esac
}

need_for_test() {
    command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null ||
        need chromium "Chromium for the browser tests"
    command -v firefox-esr >/dev/null || command -v firefox >/dev/null ||
        # not every system has it; without it the walk in Firefox is reported as skipped
        ! apt-cache show firefox-esr >/dev/null 2>&1 || need firefox-esr "Firefox for its browser test"
    command -v openscad >/dev/null ||
        # 9 MB beside Chromium; without it the tests of the parts to print are reported as skipped
        ! apt-cache show openscad >/dev/null 2>&1 || need openscad "OpenSCAD for the parts to print"
    [ "$(uname)" != Linux ] || "$python" -c 'import ctypes; ctypes.CDLL("libatomic.so.1")' 2>/dev/null ||
        need libatomic1 "a library of Playwright's driver"
    [ "$(uname)" != Linux ] || command -v systemd-analyze >/dev/null || need systemd "systemd-analyze for the units"
    [ "$(uname)" != Linux ] || command -v shellcheck >/dev/null || need shellcheck "shellcheck for the scripts"
    PATH=$PATH:/usr/sbin:/usr/local/sbin command -v mosquitto >/dev/null || need mosquitto "Mosquitto, a broker to test MQTT with"
}

# A change of these asks for a new look at what is installed.
fingerprint() { { cat pyproject.toml .ci/setup.sh && "$python" -c 'import sys; print(sys.version)'; } | cksum; }

ready() { # ready LEVEL: was that finished, for these files and this Python, in this folder, and does it still run?
    [ "$1" = run ] || [ -d $stubs ] || return 1
    [ -f $venv/ready ] && grep -qx "$1 $key" $venv/ready && $venv/bin/companion --version >/dev/null 2>&1
}

whole() { # an environment that packages can go into: not interrupted, not moved, and its Python is still there
    [ ! -e $venv/installing ] && $venv/bin/pip --version >/dev/null 2>&1 && new_enough $venv/bin/python
}

make_venv() {
    local options=()
    debian_lgpio && options=(--system-site-packages)
    rm -rf $venv
    quietly "$python" -m venv ${options[@]+"${options[@]}"} $venv || fail "Could not make $venv: the lines above say why."
}

# MicroPython's types for the linter, outside the environment: they would hide Python's own.
stubs=.cache/typings
install_stubs() {
    rm -rf $stubs
    quietly $venv/bin/pip install --quiet --disable-pip-version-check --target $stubs \
        micropython-rp2-rpi-pico-stubs==1.29.0.post1 ||
        fail "Could not install MicroPython's types: the lines above say why. Is there internet? Then run make $level again."
}

install_packages() {
    local extras=virtual
    [ "$level" = test ] && extras=test,dev
    on_a_pi && ! debian_lgpio && extras=$extras,pi
    say "Installing the companion's Python packages into $venv (once, a minute or two) ..."
    rm -f $venv/ready
    touch $venv/installing
    quietly $venv/bin/pip install --quiet --disable-pip-version-check --editable ".[$extras]" ||
        fail "Could not install the Python packages: the lines above say why. Is there internet? Then run make $level again."
    [ "$level" = run ] || install_stubs
    rm $venv/installing
    echo "run $key" >$venv/ready
    if [ "$level" = test ]; then echo "test $key" >>$venv/ready; fi
}

require_python
exec 9>.cache/setup.lock
"$python" -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX)' # held until this script ends; macOS has no flock command
key=$(fingerprint)

[ "$level" = run ] || need_for_test
if ready "$level"; then
    install_needed
    exit 0
fi
need_for_venv
need_for_pi
install_needed
whole || make_venv
install_packages
