// Before a game the tokens go for a walk over the board, one leg at a time: a picture that lives and asks for nothing.

const PAUSE = 6000; // one leg now and then: while a token walks, a Pi draws the whole board again and again
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Let the tokens of the layer walk while it is seen. */
export function stroll() {
  const walkers = [...document.querySelectorAll(".strollers [data-way]")].map((token) => ({
    token,
    way: token.dataset.way.trim().split(" "),
    at: 0,
    step: 1,
  }));
  let next = 0;
  if (walkers.length) setInterval(() => seen() && walk(walkers[next++ % walkers.length]), PAUSE);
}

function seen() {
  return !document.hidden && !still.matches && ["lobby", "none"].includes(document.body.dataset.phase);
}

/** To the next corner of its way; from the end of it back again. */
function walk(walker) {
  if (walker.way.length < 2) return;
  if (!walker.way[walker.at + walker.step]) walker.step = -walker.step;
  walker.at += walker.step;
  walker.token.setAttribute("transform", `translate(${walker.way[walker.at].replace(",", " ")})`);
}
