// The page of `ferz site`, which needs no server.

import { Inside } from "./inside.js";
import { begin } from "./page.js";

begin(new Inside());
