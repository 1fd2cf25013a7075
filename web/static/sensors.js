// The sensors as they are now; the server tells of them five times a second at most.

import { follow } from "./stream.js";
import "./send.js";

follow();
