// The table's own screen has its light and its sound from the table, which keeps them over a restart; the host's page sets them, too.
// On a guest's screen the wishes are not there.

import { post } from "./send.js";

let obeyed = {};

/** Set what the table wishes for and this page has not done yet. */
export function obey() {
  const { theme, sound } = document.getElementById("panel-own").dataset;
  if (theme !== undefined && theme !== obeyed.theme) document.querySelector(`#menu [data-theme-choice="${theme}"]`).click();
  const heard = document.querySelector("#menu [data-sound]");
  if (sound !== undefined && sound !== obeyed.sound && heard.getAttribute("aria-pressed") !== sound) heard.click();
  obeyed = { theme, sound };
}

// What somebody sets on it, the table keeps.
addEventListener("click", (event) => {
  const own = document.getElementById("panel-own");
  if (!event.isTrusted || !("own" in own.dataset)) return;
  const theme = event.target.closest?.("[data-theme-choice]")?.dataset.themeChoice;
  const heard = event.target.closest?.("[data-sound]");
  if (theme !== undefined) post("/api/screen", { theme });
  if (heard) setTimeout(() => post("/api/screen", { sound: heard.getAttribute("aria-pressed") === "true" })); // once it is switched
});
