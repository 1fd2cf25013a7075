// A finished game, step by step. Each step names what differs from the one before; here they are added up once, so that any step is
// one look away.

const PACE = 1600; // milliseconds a step stands while it plays: a move takes 0.7 s
const IDLE = 180000; // the screen at the table goes back by itself
const LOOK = 5000; // and sooner when another game has begun

const body = document.body;
const reel = document.getElementById("reel");
const eyes = document.getElementById("eyes");
const playing = document.querySelector("[data-go=play]");
const atTable = body.dataset.back === "/kiosk";
let steps = [];
let at = 0;
let timer = 0;
let idle = 0;
let stage = null;

async function load() {
  const query = new URLSearchParams({ eyes: eyes.value, ...(atTable && { from: "kiosk" }) });
  try {
    const response = await fetch(`/replay/${body.dataset.game}/steps?${query}`);
    if (!response.ok) throw new Error(response.status);
    steps = added(await response.json());
    document.getElementById("gone").hidden = true;
  } catch {
    document.getElementById("gone").hidden = false;
    return;
  }
  reel.max = steps.length - 1;
  show(Math.min(at, steps.length - 1));
}

function added(told) {
  let whole = {};
  return told.map((step) => {
    whole = { ...whole, ...step, at: { ...whole.at, ...step.at }, hands: { ...whole.hands, ...step.hands } };
    return whole;
  });
}

function show(number) {
  at = Math.max(0, Math.min(number, steps.length - 1));
  const step = steps[at];
  if (!step) return;
  reel.value = at;
  document.getElementById("step").textContent = `${at} / ${steps.length - 1}`;
  document.getElementById("said").innerHTML = step.text.map((sentence) => `<p>${sentence}</p>`).join(""); // escaped where it was made
  pieces(step);
  people(step);
  dice(step.dice);
  for (const [name, end] of [["first", 0], ["back", 0], ["next", steps.length - 1], ["last", steps.length - 1]]) {
    document.querySelector(`[data-go=${name}]`).setAttribute("aria-disabled", at === end);
  }
  if (at === steps.length - 1) play(false);
}

function pieces({ at: points, seat, barred, tied, seduced }) {
  for (const piece of document.querySelectorAll("[data-piece]")) {
    const name = piece.dataset.piece;
    piece.setAttribute("transform", `translate(${points[name].join(" ")})`);
    piece.classList.toggle("active", Boolean(seat) && piece.dataset.player === seat);
    seen(piece.querySelector("[data-tied]"), tied.includes(name));
    seen(piece.querySelector("[data-seduced]"), seduced.includes(name));
  }
  for (const bar of document.querySelectorAll("[data-bar]")) seen(bar, barred.includes(bar.dataset.bar));
}

function seen(part, yes) {
  part?.setAttribute("visibility", yes ? "visible" : "hidden");
}

function people({ seat, out, hands, bullets }) {
  for (const player of document.querySelectorAll("[data-seat]")) {
    const name = player.dataset.seat;
    player.classList.toggle("turn", name === seat);
    player.classList.toggle("out", out.includes(name));
    for (const coin of player.querySelectorAll("[data-card]")) coin.hidden = !hands[name].includes(coin.dataset.card);
  }
  document.querySelectorAll(".cartridge").forEach((one, chamber) => one.classList.toggle("spent", chamber >= bullets));
}

function dice(thrown) {
  document.querySelectorAll(".throw").forEach((place, number) => {
    place.hidden = number >= thrown.length;
    for (const face of place.children) face.hidden = Number(face.dataset.face) !== thrown[number];
  });
}

function play(yes) {
  clearInterval(timer);
  timer = yes ? setInterval(() => show(at + 1), PACE) : 0;
  body.toggleAttribute("data-playing", yes);
  playing.setAttribute("aria-label", yes ? playing.dataset.pause : playing.dataset.play);
}

const moves = {
  first: () => show(0),
  back: () => show(at - 1),
  next: () => show(at + 1),
  last: () => show(steps.length - 1),
  play: () => {
    const yes = !timer;
    if (yes && at === steps.length - 1) show(0);
    play(yes);
  },
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-go]");
  if (!button) return;
  if (button.dataset.go !== "play") play(false);
  moves[button.dataset.go]();
});

reel.addEventListener("input", () => {
  play(false);
  show(Number(reel.value));
});

document.addEventListener("keydown", (event) => {
  if (event.target.closest("select, input, button, a") || event.altKey || event.ctrlKey || event.metaKey) return;
  const move = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" }[event.key];
  if (!move) return;
  event.preventDefault();
  if (move !== "play") play(false);
  moves[move]();
});

// A finger drawn across the board turns the step.
let touched = null;
const board = document.querySelector(".board");
board.addEventListener("pointerdown", ({ clientX }) => (touched = clientX));
board.addEventListener("pointerup", ({ clientX }) => {
  const way = touched === null ? 0 : clientX - touched;
  touched = null;
  if (Math.abs(way) < 40) return;
  play(false);
  moves[way < 0 ? "next" : "back"]();
});

eyes.addEventListener("change", load);
document.getElementById("games")?.addEventListener("change", (event) => {
  location.assign(`/replay/${event.target.value}${location.search}`);
});

/** Nobody at the table shall look at the last game while the next one begins. */
async function table() {
  try {
    const { phase } = await (await fetch("/api/view")).json();
    if (phase !== (stage ??= phase)) location.assign(body.dataset.back);
  } catch {} // the next look tells
}

function awake() {
  clearTimeout(idle);
  idle = setTimeout(() => (timer ? awake() : location.assign(body.dataset.back)), IDLE);
}
if (atTable) {
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, awake);
  awake();
  table();
  setInterval(table, LOOK);
}

load();
