// The page as a whole: which view is shown, and what it hears.

import { type Backend, UNKEPT } from "./backend.js";
import { byId, html } from "./dom.js";
import { newFile, newGame } from "./begin.js";
import { fileHash, home } from "./home.js";
import { pieceHash, PieceMaker } from "./maker.js";
import { PlayView } from "./play.js";
import { settings, settle } from "./settings.js";
import { closed, copyLink } from "./link.js";
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
  if (kind === "piece") return make(id ?? "");
  const library = await attempt("library", () => get<Library>("/api/library"));
  if (!library) return;
  if (kind === "file" && id && addressed(id, library)) return;
  home(byId("main"), library);
}

/** Shows the piece maker, with the movement of an address. */
function make(id: string): void {
  const main = byId("main");
  const maker = new PieceMaker((notation) => history.replaceState(null, "", pieceHash(notation)));
  main.className = "making-pieces";
  delete main.dataset.table;
  main.replaceChildren(html("h1", {}, "Piece maker"), maker.element);
  document.title = "Piece maker · ferz studio";
  try {
    maker.set(decodeURIComponent(id));
  } catch (error) {
    trouble(new Error("This address can't be read: it is damaged or not complete."), "piece");
    maker.set("");
  }
}

/** Opens the file of an address; false if there is none. */
function addressed(id: string, { files }: Library): boolean {
  try {
    const path = decodeURIComponent(id);
    if (!files.some((file) => file.path === path)) throw new Error(`There is no file ${path} here.`);
    write(path, () => openFile(path));
    settled("game");
    return true;
  } catch (error) {
    trouble(error instanceof URIError ? new Error("This address can't be read: it is damaged or not complete.") : error, "game");
    return false;
  }
}

/** Opens the game that a link carries. */
async function linked(id: string): Promise<boolean> {
  const table = await carried("/api/link", id);
  if (!table) return location.hash.startsWith("#/file/");
  history.replaceState(null, "", `#/game/${table.id}`);
  await play(table);
  return true;
}

/** Shows the game that a link carries, in a page of another site: nothing is kept unless it is played on. */
async function embedded(id: string): Promise<boolean> {
  const table = await carried("/api/embed", id);
  if (table) await play(table);
  return !!table;
}

/** The table of a game that a link carries. A file with errors is shown with them: perhaps the link asks about them. */
async function carried(path: string, id: string): Promise<Table | undefined> {
  try {
    const table = await post<Table>(path, await closed(id));
    settled("link");
    return table;
  } catch (error) {
    const file = path === "/api/link" && error instanceof Refusal && error.file !== undefined ? await get<Document>(`/api/files/${error.file}`).catch(() => null) : null;
    if (file) location.replace(fileHash(file.path));
    else trouble(error instanceof Refusal && error.status === 400 ? new Error("This link carries no game that ferz can read.") : error, "link");
    return undefined;
  }
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

/** Says that nothing is kept, and offers the game as a link. */
function unkept(words: string): void {
  const { table } = byId("main").dataset;
  trouble(new Error(words), "kept", ...(table ? [html("button", { type: "button", click: () => void copyLink(table) }, "Copy a link to the game")] : []));
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
  document.addEventListener(UNKEPT, (event) => unkept((event as CustomEvent<string>).detail));
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
