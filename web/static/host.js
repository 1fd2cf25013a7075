// The host's page.

import { follow } from "./stream.js";
import { keepTime } from "./countdown.js";
import { complain, post } from "./send.js";
import "./invite.js";

// A copy of the games from another machine: the file itself is sent, not JSON.
document.addEventListener("change", async (event) => {
  const path = event.target.dataset.upload;
  const [file] = event.target.files ?? [];
  if (!path || !file) return;
  event.target.disabled = true;
  const { done, answer } = await post(path, file);
  event.target.disabled = false;
  event.target.value = "";
  if (!done) complain(answer.message);
});

follow(({ clock }) => keepTime(clock));
