// The page of `ferz site`, which needs no server.

import { Inside } from "./inside.js";
import { begin } from "./page.js";

begin(new Inside());

// from the second visit on, the site needs no network; nor does one that was opened from a disk
if (location.protocol.startsWith("http") && window.top === window) {
  navigator.serviceWorker?.register("offline.js").catch(() => {});
}
