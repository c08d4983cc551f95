// The page of `ferz studio`.

import { Server } from "./http.js";
import { begin } from "./page.js";

begin(new Server());
