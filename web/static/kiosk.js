// The screen at the table.

import { follow } from "./stream.js";
import { keepTime } from "./countdown.js";
import { lookAtEnd } from "./end.js";
import { offerGoals } from "./goals.js";
import { obey } from "./own.js";
import { hear, listen } from "./sound.js";
import { stroll } from "./stroll.js";
import "./invite.js";
import "./send.js";

const markGoal = offerGoals();
listen(true);
stroll();
obey();
follow(({ clock, first }) => {
  keepTime(clock);
  lookAtEnd();
  markGoal();
  obey();
  hear(first);
});
