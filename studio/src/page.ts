// The page as a whole: which view is shown, and what it hears.

import type { Backend } from "./backend.js";
import { byId } from "./dom.js";
import { fileHash, home, newFile, newGame } from "./home.js";
import { PlayView } from "./play.js";
import { settings, settle } from "./settings.js";
import { closed } from "./link.js";
import { get, listen, post, Refusal, serveBy } from "./server.js";
import type { Document, Library, Table } from "./types.js";
import { openTable, originKey, reopen } from "./tables.js";
import { attempt, settled, trouble } from "./trouble.js";

let view: PlayView | null = null;

async function route(): Promise<void> {
  const [, kind, id] = location.hash.split("/");
  document.body.classList.toggle("embedded", kind === "embed");
  if (kind === "open" && id && (await linked(id))) return;
  if (kind === "embed" && id && (await embedded(id))) return;
  if (kind === "game" && id && (await game(id))) return;
  view?.close();
  view = null;
  if (kind === "file" && id) {
    const path = decodeURIComponent(id);
    write(path, () => openFile(path));
    return;
  }
  const library = await attempt("library", () => get<Library>("/api/library"));
  if (library) home(byId("main"), library);
}

/** Opens the game that a link carries. */
async function linked(id: string): Promise<boolean> {
  const table = await attempt("link", async () => post<Table>("/api/link", await closed(id)));
  if (!table) return false;
  history.replaceState(null, "", `#/game/${table.id}`);
  await play(table);
  return true;
}

/** Shows the game that a link carries, in a page of another site: nothing is kept unless it is played on. */
async function embedded(id: string): Promise<boolean> {
  const table = await attempt("link", async () => post<Table>("/api/embed", await closed(id)));
  if (table) await play(table);
  return !!table;
}

/** Shows a game; false if there is no such one. */
async function game(id: string): Promise<boolean> {
  const address = `/api/tables/${encodeURIComponent(id)}`;
  try {
    const table = await get<Table>(address);
    settled("game");
    await play(table);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) {
      const table = await reopen(id).catch(() => null);
      if (table) {
        history.replaceState(null, "", `#/game/${table.id}`);
        await play(table);
        return true;
      }
    }
    if (!(error instanceof Refusal) || error.file === undefined) {
      trouble(error, "game");
      return false;
    }
    // its file has to be mended first
    const file = await attempt("game", () => get<Document>(`/api/files/${error.file}`));
    if (file) write(file.path, () => attempt("game", () => get<Table>(address)));
    return !!file;
  }
}

async function play(table: Table): Promise<void> {
  view?.close();
  view = new PlayView(byId("main"));
  const shown = view;
  await attempt("game", () => shown.begin(table));
}

function write(path: string, playable: () => Promise<Table | undefined>): void {
  view?.close();
  view = new PlayView(byId("main"));
  view.wait(path, playable);
}

/** Opens a game of a file that can be played now. */
async function openFile(path: string): Promise<Table | undefined> {
  const opened = await attempt("game", () => openTable({ origin: { file: path } }));
  if (opened) history.replaceState(null, "", `#/game/${opened.id}/file`);
  return opened;
}

async function start(): Promise<void> {
  const library = await attempt("library", () => get<Library>("/api/library"));
  if (library?.first && !location.hash) {
    // the game played last is taken up again, if it is the one that was named
    const key = originKey(library.first);
    const last = library.recent.find((recent) => originKey(recent.origin) === key);
    history.replaceState(null, "", (await first(library, last?.id)) ?? "#/");
  }
  await route();
}

/** The address of the game to begin with. */
async function first({ files, first }: Library, last: string | undefined): Promise<string | null> {
  if (last) return `#/game/${last}`;
  if (!first) return null;
  const broken = "file" in first && files.some((file) => file.path === first.file && !file.sound);
  if (broken) return fileHash(first.file);
  const opened = await attempt("game", () => openTable({ origin: first }));
  return opened ? `#/game/${opened.id}` : null;
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

/** Begins, with what stands behind the page. */
export function begin(backend: Backend): void {
  serveBy(backend);
  byId("theme").addEventListener("click", () => {
    const now = themes.indexOf(document.documentElement.dataset.theme ?? "");
    theme(themes[(now + 1) % themes.length]!);
  });
  settle();
  byId("settings").addEventListener("click", settings);
  byId("new-game").addEventListener("click", () => void attempt("new game", () => newGame()));
  byId("new-file").addEventListener("click", () => void attempt("new file", () => newFile()));
  addEventListener("hashchange", () => void route());
  listen(
    (event) => void view?.hear(event).catch((error) => trouble(error, "news")),
    () => void view?.refresh().then(() => settled("news"), (error) => trouble(error, "news")),
    (connected) => {
      document.body.classList.toggle("cut-off", !connected);
      if (connected) settled("connection");
    },
  );
  void start();
}
