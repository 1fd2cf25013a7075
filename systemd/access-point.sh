#!/usr/bin/env bash
# The table's own Wi-Fi, for a place without one, through NetworkManager (Raspberry Pi OS Bookworm and newer):
#
#   sudo systemd/access-point.sh on COUNTRY [NAME [KEY]]    COUNTRY as in SE, FI, DE; it says which channels are allowed
#   sudo systemd/access-point.sh off
#
# Off until it is switched on; it then comes back after each start. Without a KEY one is made. The screen shows the
# code for the phones. A Pi's own Wi-Fi takes seven or eight phones. ROOT=FOLDER writes into that folder and starts nothing.
set -euo pipefail

ROOT=${ROOT:-}
profile=$ROOT/etc/NetworkManager/system-connections/companion.nmconnection
settings=$ROOT/etc/companion/companion.toml

fail() { printf '%s\n' "$*" >&2; exit 1; }
usage() { sed -n '2,/^set/{/^set/d;s/^#\( \|$\)//;p}' "$0" >&2; exit 2; }

live() { [ -z "$ROOT" ]; }

set_option() { # set_option NAME VALUE: in the settings, in place of what stood there, commented out or not
    local name=$1 value=${2//\\/\\\\}
    value=${value//\"/\\\"}
    grep -v "^\(# \)\?$name = " "$settings" >"$settings.new" || true
    printf '%s = "%s"\n' "$name" "$value" >>"$settings.new"
    chown --reference="$settings" "$settings.new"
    chmod --reference="$settings" "$settings.new"
    mv "$settings.new" "$settings"
}

on() {
    local country=${1:-} name=${2:-Cluedo} key=${3:-}
    [[ $country =~ ^[A-Z][A-Z]$ ]] || fail "Which country is the Wi-Fi in? Its two letters say which channels are allowed, as in: $0 on SE"
    [ "${#name}" -le 32 ] || fail "A Wi-Fi's name has 32 letters at most."
    [ -n "$key" ] || key=$(LC_ALL=C tr -dc 'a-hjkmnp-z2-9' </dev/urandom | head -c 12 || true)
    if [ "${#key}" -lt 8 ] || [ "${#key}" -gt 63 ]; then fail "A Wi-Fi's key has 8 to 63 letters."; fi
    [ -e "$settings" ] || fail "The companion is not installed here: sudo make install comes first."
    if live; then
        command -v nmcli >/dev/null || fail "This system has no NetworkManager: Raspberry Pi OS Bookworm or newer has it."
        if command -v raspi-config >/dev/null; then raspi-config nonint do_wifi_country "$country"; else iw reg set "$country"; fi
        rfkill unblock wifi || true # where nothing is blocked there may be no rfkill
    fi
    mkdir -p "$(dirname "$profile")"
    (
        umask 0077 # NetworkManager takes no profile that others can read
        cat >"$profile" <<PROFILE
# The companion's own Wi-Fi; made by access-point.sh.
[connection]
id=companion
type=wifi
autoconnect=true
autoconnect-priority=100

[wifi]
mode=ap
band=bg
ssid=$name

[wifi-security]
key-mgmt=wpa-psk
proto=rsn
pairwise=ccmp
group=ccmp
psk=$key

[ipv4]
method=shared
address1=10.42.0.1/24

[ipv6]
method=disabled
PROFILE
    )
    set_option wifi-name "$name"
    set_option wifi-key "$key"
    if live; then
        nmcli connection load "$profile"
        nmcli connection up companion || fail "The Wi-Fi does not come up: is another program using it? journalctl -u NetworkManager says more."
        systemctl restart companion.service
    fi
    echo "The table's Wi-Fi is $name, its key $key."
}

off() {
    if live && [ -e "$profile" ]; then nmcli connection delete companion || true; fi
    rm -f "$profile"
    if [ -e "$settings" ]; then
        set_option wifi-name ""
        set_option wifi-key ""
    fi
    if live; then systemctl try-restart companion.service; fi
    echo "The table's Wi-Fi is off."
}

[ -n "$ROOT" ] || [ "$(id -u)" = 0 ] || fail "This needs root: sudo $0 $*"
case ${1:-} in
    on) on "${@:2}" ;;
    off) off ;;
    *) usage ;;
esac
