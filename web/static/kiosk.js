// The screen at the table.

import { follow } from "./stream.js";
import "./invite.js";
import "./send.js";

follow();
