// The screen at the table.

import { follow } from "./stream.js";
import { keepTime } from "./countdown.js";
import { lookAtEnd } from "./end.js";
import "./invite.js";
import "./send.js";

follow(({ clock }) => {
  keepTime(clock);
  lookAtEnd();
});
