// The page on which people choose how they are told: the switch for pushes to this browser.

import { initPush } from "./push.js";

initPush(document.getElementById("push"));
