// The end of a game: the screen's pages turn by themselves, and what was noted at the deal is compared.

const TURN = 14000; // milliseconds a page stands: long enough to be read aloud
const NOTED = "companion-promise";
const still = matchMedia("(prefers-reduced-motion: reduce)");
let slide = 1;
let held = false;
let timer = 0;

/** Look at the panel of the end after anything may have changed it. */
export function lookAtEnd() {
  const panel = document.getElementById("panel-end");
  if (panel.dataset.promise) localStorage.setItem(NOTED, panel.dataset.promise);
  compare(panel.querySelector("[data-digest]"));
  if (panel.querySelector("[data-slides]")) {
    mark();
    if (!timer) timer = setInterval(() => held || still.matches || document.hidden || open(slide + 1), TURN);
  } else {
    clearInterval(timer);
    timer = 0;
    slide = 1;
  }
}

/** Say where this screen itself saw the same fingerprint at the deal; one that came later says nothing. */
function compare(proof) {
  const said = proof?.querySelector("[data-noted]");
  if (said) said.hidden = localStorage.getItem(NOTED) !== proof.dataset.digest;
}

function open(number) {
  const slides = document.querySelectorAll("[data-slides] .slide").length;
  slide = ((number - 1) % slides) + 1;
  mark();
}

function mark() {
  document.querySelector("[data-slides]").dataset.open = slide;
  for (const leaf of document.querySelectorAll("[data-slide]")) {
    const here = Number(leaf.dataset.slide) === slide;
    if (here) leaf.setAttribute("aria-current", "true");
    else leaf.removeAttribute("aria-current");
  }
  const button = document.querySelector("[data-hold]");
  button?.setAttribute("aria-pressed", held);
  button?.toggleAttribute("data-held", held);
}

document.addEventListener("click", (event) => {
  const leaf = event.target.closest("[data-slide]");
  if (leaf) {
    held = true; // whoever chooses a page wants to read it
    open(Number(leaf.dataset.slide));
  }
  if (event.target.closest("[data-hold]")) {
    held = !held;
    mark();
  }
});
