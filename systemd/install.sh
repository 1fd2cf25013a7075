#!/usr/bin/env bash
# Turns this machine into the companion, updates it, takes it away again:
#
#   sudo systemd/install.sh install [--kiosk] [SOURCE]     also the update: the running game goes on
#   sudo systemd/install.sh remove [--purge]               --purge: the games, too
#
# --kiosk: with the screen, from then on. SOURCE is the checkout or a wheel; without it the checkout that this file lies in, or the wheel beside it. Wheels in
# a folder `wheels` beside SOURCE are taken instead of the network. Safe to call again at any time, and after it was
# interrupted: a new version is made beside the old one and takes its place only when it is whole; one that does not
# come up gives the place back. ROOT=FOLDER installs into that folder instead of /, and starts nothing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

ROOT=${ROOT:-}
PYTHON=${PYTHON:-python3}
opt=$ROOT/opt/companion
etc=$ROOT/etc/companion
settings=$etc/companion.toml
units=$ROOT/etc/systemd/system
rules=$ROOT/etc/udev/rules.d
names=$ROOT/etc/avahi/services
HEALTHY_WITHIN=${HEALTHY_WITHIN:-60} # seconds that a new version has until it answers

say() { printf '%s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

usage() { sed -n '2,/^set/{/^set/d;s/^#\( \|$\)//;p}' "$0" >&2; exit 2; }

live() { [ -z "$ROOT" ] && [ -d /run/systemd/system ]; } # there is a systemd that runs this very root

system() { # systemctl, for the units of this root
    if live; then systemctl "$@"; else systemctl --root="${ROOT:-/}" "$@"; fi
}

on_a_pi() { grep -qs 'Raspberry Pi' /proc/device-tree/model; }

# --- What the system must have ------------------------------------------------------------------------------------------

debian() { DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@"; }

packages() {
    local missing=()
    "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3 python3-venv)
    if on_a_pi; then
        "$PYTHON" -c 'import lgpio' 2>/dev/null || missing+=(python3-lgpio)
    fi
    if [ "$kiosk" = yes ]; then
        command -v cage >/dev/null || missing+=(cage)
        command -v chromium >/dev/null || command -v chromium-browser >/dev/null || missing+=(chromium)
        command -v curl >/dev/null || missing+=(curl)
    fi
    ((${#missing[@]})) || return 0
    [ -z "$ROOT" ] || return 0
    say "Installing ${missing[*]} ..."
    { debian update && debian install -y --no-install-recommends "${missing[@]}"; } ||
        fail "Could not install ${missing[*]}. Is there internet? Install them, then call this again."
}

users() {
    install -D -m 0644 "$here/companion.sysusers" "$ROOT/usr/lib/sysusers.d/companion.conf"
    mkdir -p "$ROOT/etc"
    systemd-sysusers --root="${ROOT:-/}" companion.conf
    [ -z "$ROOT" ] || return 0
    local group
    for group in dialout plugdev gpio; do # which of them there are depends on the system
        ! getent group "$group" >/dev/null || usermod -a -G "$group" companion
    done
    for group in video render input audio; do
        ! getent group "$group" >/dev/null || usermod -a -G "$group" companion-kiosk
    done
}

# --- The program ----------------------------------------------------------------------------------------------------------

make_version() { # a new environment beside those that there are; sets $made
    local number wheels=() options=()
    number=$(find "$opt/versions" -mindepth 1 -maxdepth 1 -printf '%f\n' | sed 's/[^0-9].*//' | sort -n | tail -n 1)
    made=$opt/versions/$((${number:-0} + 1))
    say "Installing the companion into $made ..."
    trap 'rm -rf "$made"' EXIT
    # PEP 668: the system's own Python is left alone. On a Pi its packages are seen, for lgpio may come from Debian.
    if on_a_pi; then options=(--system-site-packages); fi
    "$PYTHON" -m venv ${options[@]+"${options[@]}"} "$made"
    [ ! -d "$(dirname "$source")/wheels" ] || wheels=(--no-index --find-links "$(dirname "$source")/wheels")
    "$made/bin/pip" install --quiet --disable-pip-version-check --no-warn-script-location "${wheels[@]}" "${source}[virtual]" ||
        fail "Could not install the Python packages: the lines above say why. What was installed before is untouched."
    install -m 0755 "$here/kiosk.sh" "$made/bin/companion-kiosk"
    install -m 0755 "$here/update.sh" "$made/bin/companion-update"
    install -D -m 0644 "$here/start.html" "$made/share/companion/start.html"
    "$made/bin/companion" --version >/dev/null || fail "The new companion does not run. What was installed before is untouched."
}

point_to() { # make a version the current one, in one step
    ln -sfn "versions/$(basename "$1")" "$opt/next"
    mv -T "$opt/next" "$opt/current"
}

current() { readlink -f "$opt/current" 2>/dev/null || true; }

forget_old() { # the current one and the one before it stay
    local version
    for version in "$opt"/versions/*; do
        if [ "$version" != "$made" ] && [ "$version" != "$1" ]; then rm -rf "$version"; fi
    done
}

keep_settings() { # a file that is there is the host's
    [ -e "$settings" ] || (
        umask 0027
        mkdir -p "$etc"
        "$made/bin/companion" settings >"$made/companion.toml"
        mv "$made/companion.toml" "$settings"
    )
    if [ -z "$ROOT" ]; then chown root:companion "$etc" "$settings"; fi
    "$made/bin/companion" settings --check "$settings" >/dev/null ||
        fail "Correct these settings, then call this again. What was installed before is untouched."
}

remember_source() { # where the host's page fetches a newer version from: a checkout, if it was one
    if [ -e "$source/.git" ]; then
        printf '%s\n' "$source" >"$etc/source"
        chmod 0644 "$etc/source"
    else
        rm -f "$etc/source"
    fi
}

place_units() {
    local unit port
    for unit in "$here"/*.service "$here"/*.timer "$here"/*.path; do
        install -D -m 0644 "$unit" "$units/$(basename "$unit")"
    done
    install -D -m 0644 "$here/60-companion.rules" "$rules/60-companion.rules"
    port=$("$made/bin/companion" settings --get port "$settings")
    mkdir -p "$names"
    sed "s|<port>8000</port>|<port>$port</port>|" "$here/avahi.xml" >"$names/companion.service"
    chmod 0644 "$names/companion.service"
    if live; then
        systemctl daemon-reload
        { udevadm control --reload && udevadm trigger --subsystem-match=tty; } || true # no udev in a container
    fi
    system enable --quiet companion.service companion-backup.timer companion-shutdown.path companion-update.path
    [ "$kiosk" = no ] || system enable --quiet companion-kiosk.service
}

served_at() { # the port that it is served on; another than in the settings if another program has that
    cat /run/companion/port 2>/dev/null || "$opt/current/bin/companion" settings --get port "$settings"
}

healthy() {
    local port try
    for ((try = 0; try < HEALTHY_WITHIN; try++)); do
        port=$(served_at)
        if "$opt/current/bin/python" - "$port" <<'PYTHON' 2>/dev/null; then return 0; fi
import sys, urllib.request
urllib.request.urlopen(f"http://127.0.0.1:{sys.argv[1]}/healthz", timeout=2)
PYTHON
        sleep 1
    done
    return 1
}

start_afresh() { # what another version has failed to do is no reason for a safe start of this one
    systemctl stop companion.service 2>/dev/null || true
    systemctl reset-failed companion.service 2>/dev/null || true
    rm -f /var/lib/companion/starts
    systemctl start companion.service || true # what becomes of it is asked otherwise
}

start() { # start: $1 is the version that ran before
    live || return 0
    start_afresh
    if healthy; then
        systemctl start companion-backup.timer companion-shutdown.path companion-update.path
        [ "$kiosk" = no ] || systemctl restart companion-kiosk.service
        return 0
    fi
    journalctl --quiet --unit=companion --lines=10 --output=cat >&2 || true
    [ -n "$1" ] || fail "The companion does not come up: the lines above say why."
    systemctl stop companion.service 2>/dev/null || true
    point_to "$1"
    start_afresh
    rm -rf "$made"
    fail "The new version does not come up: the lines above say why. The version before it runs again."
}

install_companion() {
    local before
    packages
    users
    mkdir -p "$opt/versions"
    before=$(current)
    make_version
    keep_settings
    point_to "$made"
    trap - EXIT
    remember_source
    place_units
    start "$before"
    forget_old "$before"
    say "Installed. Settings: $settings"
    if live; then
        say "Phones: http://$(hostname -I | cut -d ' ' -f 1):$(served_at)/"
        [ ! -t 1 ] || say "Host key: $(cat /var/lib/companion/host.key)" # for whoever sits here, and no log
    fi
}

remove_companion() {
    local all=(companion-kiosk.service companion-backup.timer companion-shutdown.path companion-update.path companion.service)
    system disable --quiet "${all[@]}" 2>/dev/null || true
    if live; then systemctl stop "${all[@]}" 2>/dev/null || true; fi
    rm -f "$units"/companion.service "$units"/companion-{backup,kiosk,shutdown,update}.{service,timer,path}
    rm -f "$rules/60-companion.rules" "$names/companion.service" "$ROOT/usr/lib/sysusers.d/companion.conf"
    rm -rf "$opt"
    if live; then systemctl daemon-reload; fi
    if [ "$purge" = yes ]; then
        rm -rf "$etc" "$ROOT/var/lib/companion" "$ROOT/var/lib/companion-kiosk"
        [ -n "$ROOT" ] || { userdel companion-kiosk && userdel companion; } 2>/dev/null || true
        say "Removed, with all games and settings."
    else
        say "Removed. The games are still in /var/lib/companion, the settings in /etc/companion; remove --purge takes them, too."
    fi
}

kept_kiosk() { # what was asked for once stays, through every update
    if system is-enabled --quiet companion-kiosk.service 2>/dev/null; then echo yes; else echo no; fi
}

action=${1:-}
[ $# -eq 0 ] || shift
kiosk=$(kept_kiosk)
purge=no source=
for word in "$@"; do
    case $word in
        --kiosk) kiosk=yes ;;
        --purge) purge=yes ;;
        -*) usage ;;
        *) source=$word ;;
    esac
done
[ -n "$ROOT" ] || [ "$(id -u)" = 0 ] || fail "This needs root: sudo $0 $action"
if [ -z "$source" ]; then
    source=$(find "$here" -maxdepth 1 -name '*.whl' | tail -n 1)
    source=${source:-$(dirname "$here")}
fi
source=$(cd "$(dirname "$source")" && pwd)/$(basename "$source")

case $action in
    install) install_companion ;;
    remove) remove_companion ;;
    *) usage ;;
esac
