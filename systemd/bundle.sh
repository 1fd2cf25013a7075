#!/usr/bin/env bash
# Packs all that install.sh needs into one archive, for a machine without internet: systemd/bundle.sh [FOLDER]
#
# The wheels are those of this kind of machine and this Python: pack it on a Pi for a Pi.
set -euo pipefail
top=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-$top/dist}
PYTHON=${PYTHON:-python3}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$PYTHON" -m venv "$work/venv"
pip=("$work/venv/bin/pip" --quiet --disable-pip-version-check)
"${pip[@]}" wheel --no-deps --wheel-dir "$work/own" "$top"
wheel=$(basename "$work"/own/*.whl)
name=${wheel%-py3-*}
packed=$work/$name
mkdir -p "$packed/wheels" "$folder"
"${pip[@]}" wheel --wheel-dir "$packed/wheels" "$work/own/${wheel}[virtual]"
mv "$work/own/$wheel" "$packed"
rm -f "$packed/wheels/$wheel"
cp "$top"/systemd/*.{service,timer,path,rules,sysusers,xml,html} "$top"/systemd/{install,kiosk,update}.sh "$packed"
tar -C "$work" -czf "$folder/$name.tar.gz" "$name"
echo "$folder/$name.tar.gz"
echo "On the other machine: tar -xzf $name.tar.gz && sudo $name/install.sh install"
