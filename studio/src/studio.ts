// The page as a whole: which view is shown, and what it hears from the server.

import { byId } from "./dom.js";
import { home, newFile, newGame } from "./home.js";
import { PlayView } from "./play.js";
import { get, listen } from "./server.js";
import type { Library, Table } from "./types.js";
import { openTable, originKey } from "./tables.js";
import { attempt, trouble } from "./trouble.js";

let view: PlayView | null = null;

async function route(): Promise<void> {
  const [, kind, id] = location.hash.split("/");
  if (kind === "game" && id) {
    const table = await attempt(() => get<Table>(`/api/tables/${encodeURIComponent(id)}`));
    if (table) {
      view?.close();
      view = new PlayView(byId("main"));
      await attempt(() => view!.begin(table));
      return;
    }
  }
  view?.close();
  view = null;
  const library = await attempt(() => get<Library>("/api/library"));
  if (library) home(byId("main"), library);
}

async function start(): Promise<void> {
  const library = await attempt(() => get<Library>("/api/library"));
  if (library?.first && !location.hash) {
    // the game played last is taken up again, if it is the one that was named
    const key = originKey(library.first);
    const last = library.recent.find((recent) => originKey(recent.origin) === key);
    const opened = last
      ? await attempt(() => get<Table>(`/api/tables/${last.id}`))
      : await attempt(() => openTable({ origin: library.first! }));
    if (opened) history.replaceState(null, "", `#/game/${opened.id}`);
  }
  await route();
}

const themes = ["", "light", "dark"];
function theme(next: string): void {
  document.documentElement.style.colorScheme = next || "";
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem("ferz-theme", next);
  } catch {
    // it is not remembered then
  }
}
try {
  theme(localStorage.getItem("ferz-theme") ?? "");
} catch {
  theme("");
}

byId("theme").addEventListener("click", () => {
  const now = themes.indexOf(document.documentElement.dataset.theme ?? "");
  theme(themes[(now + 1) % themes.length]!);
});
byId("new-game").addEventListener("click", () => void attempt(() => newGame()));
byId("new-file").addEventListener("click", () => void attempt(() => newFile()));
addEventListener("hashchange", () => void route());
listen(
  (event) => void view?.hear(event).catch(trouble),
  () => void view?.refresh().catch(trouble),
  (connected) => {
    document.body.classList.toggle("cut-off", !connected);
  },
);
void start();
