#!/usr/bin/env bash
# The screen: one page, full screen. companion-kiosk.service runs it, as installed beside the companion.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
settings=/etc/companion/companion.toml
profile=${STATE_DIRECTORY:-$HOME}/chromium

# Where another program has the port of the settings, the companion says which one it took.
port=$(cat /run/companion/port 2>/dev/null) || port=$("$here/companion" settings --get port "$settings") || port=8000
home="http://localhost:$port/kiosk"

for browser in chromium chromium-browser; do
    command -v "$browser" >/dev/null && break
done

# A power cut leaves the last evening marked as crashed, and Chromium would ask about it.
rm -rf "$profile"
options=(
    --kiosk --user-data-dir="$profile" --ozone-platform=wayland
    --no-first-run --noerrdialogs --disable-infobars --disable-session-crashed-bubble --disable-translate
    --disable-component-update --disable-background-networking --disable-sync --disable-features=Translate
    --disable-pinch --overscroll-history-navigation=0 --password-store=basic --check-for-update-interval=31536000
    --autoplay-policy=no-user-gesture-required # so that the table can be heard before anybody has touched it
)
page="file://$here/../share/companion/start.html?page=$home"

# A page that nobody shows any more (the monitor went off and on, the boot was black) ends the screen, and the unit
# starts it anew. The companion knows whether its page is shown here.
watch() {
    local seen=0 shown
    while sleep 20; do
        shown=$(curl --silent --max-time 5 --output /dev/null --write-out '%{http_code}' "http://localhost:$port/kiosk/shown") || continue
        if [ "$shown" = 204 ]; then
            seen=0
        elif [ "$shown" = 404 ] && [ $((++seen)) -ge 6 ]; then
            echo "The page has not been shown for two minutes: the screen starts anew." >&2
            kill "$1"
            return
        fi
    done
}

cage -d -- "$browser" "${options[@]}" "$page" &
screen=$!
watch $screen &
wait $screen
