// All tables of a club on one screen; the server tells of them ten times a second at most.

import { follow } from "./stream.js";
import { keepTime } from "./countdown.js";

follow(({ clock }) => keepTime(clock));
