// What is to be heard, made here out of tones and noise. The panels say by name and number what happened (`data-cues`); each number
// sounds once, and what happened while the link was down stays silent: the page shows it already.

const SOUNDS = {
  dice: { play: dice, buzz: [] },
  turn: { play: turn, buzz: [60, 80, 60] },
  window: { play: ask, buzz: [90] },
  shot: { play: shot, buzz: [220] },
  bar: { play: bar, buzz: [] },
  wrong: { play: wrong, buzz: [] },
  end: { play: end, buzz: [60, 60, 60, 60, 160] },
};
const APART = 0.7; // seconds between two that come together

const phone = document.body.dataset.page === "player";
const still = matchMedia("(prefers-reduced-motion: reduce)");
let audio = null;
let on = false;
let last = -1;
let standing = [];

/** Sound on this device, where it was switched on, or by default; browsers allow it after the first touch. */
export function listen(byDefault) {
  on = chosen() ?? byDefault;
  last = newest(cues());
  standing = misplaced();
  show();
  if (on) open();
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => on && open());
  addEventListener("click", (event) => {
    if (event.target.closest?.("[data-sound]")) turnTo(!on);
  });
}

/** Sound what is new in the panels. */
export function hear(reconnected) {
  const told = cues();
  if (newest(told) < last) last = -1; // another game counts anew
  const fresh = told.filter(({ number, name }) => number > last && name in SOUNDS);
  last = Math.max(last, newest(told));
  const rested = misplaced().filter((one) => !standing.includes(one));
  standing = misplaced();
  if (rested.length && !fresh.length) fresh.push({ name: "wrong" });
  if (on && !reconnected) fresh.forEach(({ name }, place) => sound(name, place * APART));
}

function sound(name, delay) {
  const { play, buzz } = SOUNDS[name];
  if (audio?.state === "running") play(audio.currentTime + 0.02 + delay);
  if (phone && !still.matches && buzz.length) navigator.vibrate?.(buzz);
}

function cues() {
  const told = document.getElementById("panel-cues")?.dataset.cues.match(/\d+:\w+/g) ?? [];
  return told.map((cue) => ({ number: parseInt(cue), name: cue.split(":")[1] }));
}

/** What stands where it may not. */
function misplaced() {
  return document.getElementById("panel-cues")?.dataset.wrong?.split(" ") ?? [];
}

function newest(told) {
  return Math.max(-1, ...told.map(({ number }) => number));
}

function open() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => {}); // not allowed before a touch
}

function turnTo(yes) {
  on = yes;
  try {
    localStorage.setItem("sound", on ? "on" : "off");
  } catch {
    // a browser that keeps nothing: it holds until the page is left
  }
  show();
  if (!on) return audio?.suspend();
  open();
  audio.resume().then(() => sound("turn", 0)); // that is what it will be like
}

function chosen() {
  try {
    const kept = localStorage.getItem("sound");
    return kept === null ? null : kept === "on";
  } catch {
    return null;
  }
}

function show() {
  for (const button of document.querySelectorAll("[data-sound]")) button.setAttribute("aria-pressed", String(on));
}

// -- the sounds --

/** Bone on wood: a handful of knocks that come to rest. */
function dice(at) {
  for (let knock = 0; knock < 7; knock++) {
    const when = at + 0.07 * knock + 0.012 * knock * Math.random();
    noise(when, { seconds: 0.05, filter: "bandpass", from: 1900 - 90 * knock, loud: 0.5 * 0.84 ** knock });
  }
}

/** Two notes of a small bell. */
function turn(at) {
  bell(at, 392, 0.9);
  bell(at + 0.17, 587.33, 1.2);
}

/** Three strokes of a clock: somebody is asked. */
function ask(at) {
  for (const stroke of [0, 1, 2]) tone(at + 0.16 * stroke, stroke < 2 ? 622.25 : 830.6, { shape: "triangle", seconds: 0.22, loud: 0.24 });
}

/** A crack, its echo in the house, and a thud below. */
function shot(at) {
  noise(at, { seconds: 0.09, filter: "highpass", from: 900, loud: 0.7 });
  noise(at, { seconds: 0.7, filter: "lowpass", from: 2600, to: 180, loud: 0.6 });
  tone(at, 130, { to: 38, seconds: 0.35, loud: 0.7 });
}

/** A bolt that is shot: iron, then wood. */
function bar(at) {
  noise(at, { seconds: 0.16, filter: "bandpass", from: 3200, loud: 0.16 });
  tone(at + 0.16, 150, { to: 70, seconds: 0.2, loud: 0.6 });
  noise(at + 0.16, { seconds: 0.12, filter: "lowpass", from: 700, loud: 0.5 });
}

/** Two low strokes on hollow wood: that is not how it goes. */
function wrong(at) {
  for (const stroke of [0, 1]) tone(at + 0.2 * stroke, 196, { to: 147, shape: "triangle", seconds: 0.18, loud: 0.4 });
}

/** The case is closed. */
function end(at) {
  for (const [place, pitch] of [293.66, 369.99, 440, 587.33].entries()) bell(at + 0.18 * place, pitch, 1.6);
}

function bell(at, pitch, seconds) {
  tone(at, pitch, { seconds, loud: 0.26 });
  tone(at, pitch * 2.76, { seconds: seconds / 3, loud: 0.06 });
}

function tone(at, pitch, { shape = "sine", to = pitch, seconds, loud }) {
  const source = new OscillatorNode(audio, { type: shape, frequency: pitch });
  source.frequency.exponentialRampToValueAtTime(to, at + seconds);
  ring(source, source, at, seconds, loud);
}

function noise(at, { seconds, filter, from, to = from, loud }) {
  const length = Math.ceil(audio.sampleRate * seconds);
  const buffer = new AudioBuffer({ length, sampleRate: audio.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let one = 0; one < length; one++) samples[one] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const shaped = new BiquadFilterNode(audio, { type: filter, frequency: from, Q: 1.2 });
  shaped.frequency.exponentialRampToValueAtTime(to, at + seconds);
  ring(source, source.connect(shaped), at, seconds, loud);
}

/** Begin at once, die away. */
function ring(source, through, at, seconds, loud) {
  const level = new GainNode(audio, { gain: 0 });
  level.gain.setValueAtTime(0.0001, at);
  level.gain.exponentialRampToValueAtTime(loud, at + 0.006);
  level.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  through.connect(level).connect(audio.destination);
  source.start(at);
  source.stop(at + seconds + 0.05);
}
