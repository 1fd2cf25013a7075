// The hand lies face down: held to look, or left open until it is covered again.

const body = document.body;
let holding = null; // which finger; another one may pick a card meanwhile

document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest("[data-look]")) return;
  body.dataset.looking = "";
  holding = event.pointerId;
});
for (const kind of ["pointerup", "pointercancel"]) {
  addEventListener(kind, (event) => {
    if (event.pointerId === holding) delete body.dataset.looking;
  });
}
addEventListener("blur", () => delete body.dataset.looking);

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
