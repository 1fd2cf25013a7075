// Keep the page true to the table, through sleep, lost Wi-Fi and half-open links.

import { morph } from "./morph.js";

const OPENING = 3000; // a link may already be dead while it opens
const SILENCE = 6000; // the server gives a sign of life every two seconds
const RETRY = 1000;
const FULL = 2000; // the places of those who left are found empty with the next sign of life
const MOST = 8000;

const body = document.body;
let source = null;
let watchdog = 0;
let retry = 0;
let patience = FULL;
let ended = false;

/** Follow the table for as long as the page is seen. `changed` is called with what was told, after panels
 * have changed; `first` says that it is the first of a connection, which tells everything anew. */
export function follow(changed = () => {}) {
  const wake = () => {
    if (ended) return;
    if (document.hidden) disconnect();
    else if (source === null) connect(changed);
  };
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", wake);
  addEventListener("pagehide", disconnect);
  addEventListener("offline", () => lost(true));
  addEventListener("online", () => reconnect(changed));
  wake();
}

function connect(changed) {
  source = new EventSource(`${body.dataset.stream ?? "/stream"}?${new URLSearchParams({ page: body.dataset.page ?? "", seat: body.dataset.seat ?? "", language: document.documentElement.lang })}`);
  arm(changed, OPENING);
  let first = true;
  source.addEventListener("heartbeat", () => {
    arm(changed);
    lost(false);
  });
  source.addEventListener("panels", (event) => {
    arm(changed);
    lost(false);
    notice("full", false);
    patience = FULL;
    const told = JSON.parse(event.data);
    show(told);
    changed({ ...told, first });
    first = false;
  });
  source.addEventListener("replaced", () => {
    end();
    notice("replaced");
  });
  source.addEventListener("gone", (event) => {
    end();
    if (JSON.parse(event.data).moved) notice("moved");
    else location.reload();
  });
  source.addEventListener("full", () => {
    notice("full");
    lost(false);
    reconnect(changed, patience * (0.75 + Math.random() / 2)); // not all of them at once
    patience = Math.min(2 * patience, MOST);
  });
  source.addEventListener("error", () => {
    lost(true);
    reconnect(changed, RETRY);
  });
}

function show({ version, phase, board, panels }) {
  if (board && body.dataset.board !== board) return location.reload(); // another board has another ground
  body.dataset.version = version;
  body.dataset.phase = phase;
  for (const [name, html] of Object.entries(panels)) {
    const panel = document.getElementById(`panel-${name}`);
    if (panel) morph(panel, html);
  }
}

function arm(changed, patience = SILENCE) {
  clearTimeout(watchdog);
  watchdog = setTimeout(() => {
    lost(true);
    reconnect(changed);
  }, patience);
}

function disconnect() {
  clearTimeout(watchdog);
  clearTimeout(retry);
  source?.close();
  source = null;
}

function reconnect(changed, delay = 0) {
  disconnect();
  if (!ended && !document.hidden) retry = setTimeout(() => connect(changed), delay);
}

function end() {
  ended = true;
  disconnect();
}

function lost(yes) {
  notice("lost", yes);
}

function notice(name, shown = true) {
  document.getElementById(`notice-${name}`).hidden = !shown;
}
