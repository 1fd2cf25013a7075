// Pages that only have a form.

import "./send.js";
