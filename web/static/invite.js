// Ask for an invitation to a seat and show it as a QR code.

import { send } from "./send.js";

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-invite]");
  if (!button) return;
  const answer = await send("/api/invite", { seat: button.dataset.invite });
  if (answer === null) return;
  const dialog = document.getElementById("invitation");
  dialog.querySelector(".qr-card").innerHTML = answer.qr;
  dialog.querySelector(".address").textContent = answer.address;
  dialog.showModal();
});
