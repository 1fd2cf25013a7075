// The hand lies face down: held to look, or left open until it is covered again.

const body = document.body;

document.addEventListener("pointerdown", (event) => {
  if (event.target.closest("[data-look]")) body.dataset.looking = "";
});
for (const kind of ["pointerup", "pointercancel", "blur"]) addEventListener(kind, () => delete body.dataset.looking);

document.addEventListener("keydown", (event) => {
  if ((event.key === " " || event.key === "Enter") && event.target.closest("[data-look]")) body.dataset.looking = "";
});
addEventListener("keyup", () => delete body.dataset.looking);

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-keep-open]")) body.toggleAttribute("data-hand-open");
  if (event.target.closest("[data-cover]")) body.removeAttribute("data-hand-open");
});

document.addEventListener("contextmenu", (event) => {
  if (event.target.closest("[data-look]")) event.preventDefault(); // a long press is a look, no menu
});
