// What is left of a window, or of the pause before the host passes. The table says how much once, with the panels; the page counts by itself.

let ends = {};
let seconds = {};
let timer = 0;

/** Take the times that came with the newest panels: by name the `rest` and the whole `seconds`, null for what does not run. */
export function keepTime(clock) {
  ends = {};
  seconds = {};
  for (const [name, time] of Object.entries(clock)) {
    if (!time) continue;
    ends[name] = performance.now() + time.rest * 1000;
    seconds[name] = time.seconds;
  }
  for (const shown of document.querySelectorAll(".countdown [data-countdown]")) place(shown);
  tick();
}

function tick() {
  clearTimeout(timer);
  let next = Infinity;
  for (const shown of document.querySelectorAll("[data-countdown]")) {
    const name = shown.dataset.countdown;
    if (!(name in ends)) continue;
    const rest = Math.max(0, ends[name] - performance.now());
    const told = Math.ceil(rest / 1000);
    if (shown.textContent !== String(told)) shown.textContent = told;
    const round = shown.closest(".countdown");
    if (round) sweep(round, name, Math.max(0, told - 1), rest, told);
    if (rest > 0) next = Math.min(next, rest - (told - 1) * 1000);
  }
  if (next < Infinity) timer = setTimeout(tick, next + 1);
}

/** Let the ring run to where it stands at the next second; without motion it jumps there. */
function sweep(round, name, to, rest, told) {
  round.classList.toggle("short", told <= 3);
  const ring = round.querySelector(".rest");
  ring.style.transitionDuration = `${rest - to * 1000}ms`;
  ring.style.strokeDashoffset = 100 - (100 * to) / seconds[name];
}

/** Put the ring where it is now, without a way there. */
function place(shown) {
  const name = shown.dataset.countdown;
  if (!(name in ends)) return;
  const ring = shown.closest(".countdown").querySelector(".rest");
  const rest = (ends[name] - performance.now()) / 1000;
  ring.style.transition = "none";
  ring.style.strokeDashoffset = 100 - (100 * rest) / seconds[name];
  ring.getBoundingClientRect(); // the browser takes it for the beginning
  ring.style.transition = "";
}
