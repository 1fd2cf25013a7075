// A player's phone.

import { follow } from "./stream.js";
import { send } from "./send.js";
import { keepTime } from "./countdown.js";
import { lookAtEnd } from "./end.js";
import { offerGoals } from "./goals.js";
import { hear, listen } from "./sound.js";
import "./hand.js";
import "./invite.js";

const body = document.body;

for (const tab of document.querySelectorAll("nav.tabs button")) {
  tab.addEventListener("click", () => {
    body.dataset.tab = tab.dataset.tab;
    for (const other of tab.parentElement.children) {
      if (other === tab) other.setAttribute("aria-current", "page");
      else other.removeAttribute("aria-current");
    }
    scrollTo(0, 0);
  });
}

document.addEventListener("change", (event) => {
  const picked = event.target.closest("[data-pick]");
  if (picked) picked.parentElement.querySelector(".confirm:last-of-type").scrollIntoView({ block: "nearest" });
});

document.addEventListener("click", (event) => {
  const field = event.target.closest("[data-note]");
  if (field) send("/api/note", { card: field.dataset.note, column: field.dataset.column, mark: field.dataset.mark });
});

const showGoal = offerGoals();
listen(false);
follow(({ clock, first }) => {
  showGoal();
  keepTime(clock);
  lookAtEnd();
  hear(first);
});
