#!/usr/bin/env bash
# What companion-update.service runs: the newest version of the checkout that this was installed from, installed.
# What it has to say stands where the host's page reads it.
set -euo pipefail
rm -f /run/companion/update
exec 3>&1 >/run/companion-update/said 2>&1
trap 'cat /run/companion-update/said >&3' EXIT

source=$(cat /etc/companion/source)
if [ ! -d "$source/.git" ]; then
    echo "The checkout $source is gone: install once more by hand, then updates find it."
    exit 1
fi
owner=$(stat -c %U "$source")
runuser -u "$owner" -- git -C "$source" pull --quiet --ff-only ||
    { echo "Nothing new could be fetched: is there internet, and is $source as it was fetched?"; exit 1; }
"$source/systemd/install.sh" install "$source"
echo "The newest version is in place."
