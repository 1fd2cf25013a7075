// Tokens that can be dragged, or put by name; the firmware below feels them like real ones.

import { follow } from "./stream.js";
import { keepTime } from "./countdown.js";
import { post, send } from "./send.js";

const CELL = 40;
let held = null;

document.addEventListener("pointerdown", (event) => {
  const token = event.target.closest(".token");
  if (!token || held) return;
  event.preventDefault();
  const board = token.ownerSVGElement;
  const lifted = send("/api/virtual", { lift: token.dataset.token });
  held = { token, lifted, from: token.dataset.place, home: token.getAttribute("transform") };
  token.classList.add("held");
  board.setPointerCapture(event.pointerId);
});

document.addEventListener("pointermove", (event) => {
  if (!held) return;
  const { x, y } = point(event);
  held.token.setAttribute("transform", `translate(${x} ${y})`);
});

document.addEventListener("pointerup", (event) => drop(event, placeAt(point(event))));
document.addEventListener("pointercancel", (event) => drop(event, null));

document.addEventListener("submit", (event) => {
  if (event.target.id !== "by-name") return;
  event.preventDefault();
  const { token, place } = event.target.elements;
  put(token.value, place.value.trim());
});

async function drop(event, place) {
  if (!held) return;
  const { token, lifted, from, home } = held;
  held = null;
  token.classList.remove("held");
  if (await lifted) { // in this order on the board, too
    if (place !== null && free(place, token) && (await put(token.dataset.token, place))) return;
    await post("/api/virtual", { token: token.dataset.token, place: from }); // no token hangs in the air
    token.dataset.place = from;
  }
  token.setAttribute("transform", home);
}

/** Whether a place has room for a token: a room always has, a square for one. */
function free(place, token) {
  if (document.querySelector(`.room[data-place="${place}"]`)) return true;
  return [...document.querySelectorAll(".token")].every((other) => other === token || other.dataset.place !== place);
}

async function put(token, place) {
  const answer = await send("/api/virtual", { token, place });
  if (answer) for (const piece of document.querySelectorAll(`.token[data-token="${token}"]`)) piece.dataset.place = place;
  return answer;
}

function point({ clientX, clientY }) {
  return new DOMPoint(clientX, clientY).matrixTransform(document.querySelector(".board-pieces").getScreenCTM().inverse());
}

/** The room, or the square by its name, under a point of the drawing. */
function placeAt({ x, y }) {
  const room = [...document.querySelectorAll(".room")].find((one) => one.isPointInFill(new DOMPoint(x, y)));
  return room ? room.dataset.place : String.fromCharCode(65 + Math.floor(x / CELL)) + Math.floor(y / CELL);
}

follow(({ clock }) => keepTime(clock));
