// The screen at the table.

import { follow } from "./stream.js";
import "./send.js";

follow();
