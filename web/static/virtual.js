// Pieces that can be dragged, moved by keys, or put by name; the firmware below feels them like real ones.

import { follow } from "./stream.js";
import { keepTime } from "./countdown.js";
import { post, send } from "./send.js";

const CELL = 40;
const FAR = 14; // squares that a key looks for the next place
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SHELF = ""; // off the board
let held = null;

document.addEventListener("pointerdown", (event) => {
  const piece = event.target.closest("[data-token]");
  if (!piece || held || event.button) return;
  event.preventDefault();
  piece.focus({ preventScroll: true });
  const lifted = send("/api/virtual", { lift: piece.dataset.token });
  held = { piece, lifted, from: piece.dataset.place, at: piece.getAttribute("transform"), home: piece.getAttribute("transform") };
  piece.parentNode.append(piece); // above all others
  piece.classList.add("held");
  piece.ownerSVGElement.setPointerCapture(event.pointerId);
});

document.addEventListener("pointermove", (event) => {
  if (!held) return;
  const { x, y } = point(event);
  held.at = `translate(${x} ${y})`;
  hold();
});

document.addEventListener("pointerup", (event) => drop(placeAt(point(event))));
document.addEventListener("pointercancel", () => drop(null));

document.addEventListener("keydown", (event) => {
  const piece = event.target.closest?.("[data-token]");
  const way = ARROWS[event.key];
  if (!piece || held) return;
  if (event.key === "Delete" || event.key === "Backspace") lift(piece);
  else if (way) step(piece, way);
  else return;
  event.preventDefault();
});

document.addEventListener("submit", (event) => {
  if (event.target.id !== "by-name") return;
  event.preventDefault();
  const { token, place } = event.target.elements;
  put(token.value, named(place.value.trim()));
});

/** While the table tells news, the piece in the hand stays in the hand. */
function hold() {
  held?.piece.classList.add("held");
  held?.piece.setAttribute("transform", held.at);
}

async function drop(place) {
  if (!held) return;
  const { piece, lifted, from, home } = held;
  held = null;
  piece.classList.remove("held");
  const answer = await lifted; // in this order on the board, too
  if (answer && place === SHELF) return show(answer);
  if (answer) {
    if (place !== null && free(place, piece) && (await put(piece.dataset.token, place))) return;
    if (from !== SHELF) await post("/api/virtual", { token: piece.dataset.token, place: from }); // it must not hang in the air
  }
  piece.dataset.place = from;
  piece.setAttribute("transform", home);
}

/** To the next place in a direction that takes the piece. */
function step(piece, [right, down]) {
  let { e: x, f: y } = piece.transform.baseVal.consolidate().matrix;
  for (let steps = 0; steps < FAR; steps++) {
    x += right * CELL;
    y += down * CELL;
    const place = placeAt({ x, y });
    if (place && place !== piece.dataset.place && free(place, piece)) return put(piece.dataset.token, place);
  }
}

async function lift(piece) {
  const answer = await send("/api/virtual", { lift: piece.dataset.token });
  if (answer) show(answer);
}

async function put(token, place) {
  const answer = await send("/api/virtual", { token, place });
  if (answer) show(answer);
  return answer;
}

/** Draw every piece where the board has it. */
function show({ places, weapons, drawn }) {
  for (const [name, place] of Object.entries({ ...places, ...weapons })) {
    const piece = document.getElementById(`piece-${name}`);
    if (!piece || piece === held?.piece) continue;
    piece.dataset.place = place ?? SHELF;
    piece.setAttribute("transform", `translate(${drawn[name].join(" ")})`);
  }
}

/** Whether a place has room for a piece: a room always has, a square for one. */
function free(place, piece) {
  if (document.querySelector(`.room[data-place="${place}"]`)) return true;
  return [...document.querySelectorAll("[data-token]")].every((other) => other === piece || other.dataset.place !== place);
}

function point({ clientX, clientY }) {
  return new DOMPoint(clientX, clientY).matrixTransform(document.querySelector(".board-pieces").getScreenCTM().inverse());
}

/** The room, or the square by its name, under a point of the drawing; SHELF right of the board. */
function placeAt({ x, y }) {
  if (x > document.querySelector(".board-ground").viewBox.baseVal.width - 8) return SHELF;
  const room = [...document.querySelectorAll(".room")].find((one) => one.isPointInFill(new DOMPoint(x, y)));
  return room ? room.dataset.place : named(String.fromCharCode(65 + Math.floor(x / CELL)) + Math.floor(y / CELL));
}

/** A place as it was typed: rooms are written small, squares with a capital letter. */
function named(place) {
  return /^[a-z]\d+$/i.test(place) ? place.toUpperCase() : place.toLowerCase();
}

follow(({ clock }) => {
  keepTime(clock);
  hold();
});
