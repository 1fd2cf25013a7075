// Tap the board to choose where a move ends. Squares are small on a phone, so the nearest glowing place is meant, and only a button moves.

const REACH = 90; // of the drawing's units: two squares and a bit

/** Let taps on the board choose in the list of squares; gives what shows the choice again on a changed board. */
export function offerGoals() {
  document.addEventListener("click", (event) => {
    const board = event.target.closest(".board-pieces");
    if (board) choose(nearest(board, event));
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-squares]")) mark(event.target.value);
  });
  return () => mark(document.querySelector("[data-squares]")?.value);
}

function nearest(board, { clientX, clientY }) {
  const point = new DOMPoint(clientX, clientY).matrixTransform(board.getScreenCTM().inverse());
  const away = (goal) => Math.hypot(goal.dataset.x - point.x, goal.dataset.y - point.y);
  const near = [...board.querySelectorAll(".goal")].sort((one, other) => away(one) - away(other))[0];
  const inside = document.elementsFromPoint(clientX, clientY).find((one) => one.matches(".room-goal"));
  return inside ?? (near && away(near) <= REACH ? near : null);
}

function choose(goal) {
  if (goal === null) return;
  const list = document.querySelector("[data-squares]");
  const place = goal.dataset.place;
  const button = document.querySelector(`button[data-act="move ${place}"]`);
  if (button) button.focus();
  else if (list) {
    list.closest("details")?.setAttribute("open", "");
    const sheet = list.closest("[popover]:not(:popover-open)");
    sheet?.showPopover();
    list.value = place;
    mark(place);
    list.form.querySelector("button").focus({ preventScroll: false });
  }
}

function mark(place) {
  for (const goal of document.querySelectorAll(".goal")) goal.classList.toggle("chosen", goal.dataset.place === place);
}
