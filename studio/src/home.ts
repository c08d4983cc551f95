// The first view: games to play, files to write, games to go on with; and the dialogs that begin something new.

import { capital, html } from "./dom.js";
import { get, post } from "./server.js";
import { openTable } from "./tables.js";
import type { Choice, Library, Origin, Seat, Table } from "./types.js";

interface Entry {
  /** A file that can't be played yet, which can only be written. */
  broken?: string;
  title: string;
  note: string;
  origin: Origin;
  options: Choice[];
}

function entries(library: Library): { games: Entry[]; files: Entry[] } {
  const games = library.games.map((game) => ({
    title: game.title,
    note: `${game.year ? `${game.year}, ` : ""}${game.files}×${game.ranks}`,
    origin: { "built-in": game.name },
    options: game.options,
  }));
  const files = library.files.map((file) => ({
    title: file.title ?? file.path.split(/[/\\]/).at(-1)!,
    ...(!file.sound && { broken: file.path }),
    note: file.sound ? file.path : `${file.path} (has errors: open it to see them)`,
    origin: { file: file.path },
    options: file.options,
  }));
  return { games, files };
}

export function home(main: HTMLElement, library: Library): void {
  const { games, files } = entries(library);
  const card = (entry: Entry) =>
    html(
      "li",
      {},
      html("button", { type: "button", class: "card", click: () => begin(entry, library.levels) }, html("strong", {}, entry.title), html("span", {}, entry.note)),
    );
  const recent = library.recent.map((game) =>
    html(
      "li",
      {},
      html("a", { class: "card", href: `#/game/${game.id}` }, html("strong", {}, game.title), html("span", {}, game.steps === 1 ? "1 move" : `${game.steps} moves`)),
    ),
  );
  const part = (title: string, items: HTMLElement[]) => (items.length > 0 ? [html("h2", {}, title), html("ul", { class: "cards" }, ...items)] : []);
  main.className = "home";
  delete main.dataset.table;
  main.replaceChildren(
    html("h1", {}, "Play a game"),
    ...part("Files", files.map(card)),
    ...part("Continue", recent),
    ...part("Games", games.map(card)),
  );
  document.title = "ferz studio";
}

async function begin(entry: Entry, levels: Library["levels"]): Promise<void> {
  if (entry.broken) {
    location.hash = fileHash(entry.broken);
    return;
  }
  const table = await setUp([entry], entry, levels);
  if (table) location.hash = `#/game/${table.id}`;
}

/** The address of a file that can't be played yet. */
export const fileHash = (path: string) => `#/file/${encodeURIComponent(path)}`;

/** Asks for a game and how to play it. */
export async function newGame(): Promise<void> {
  const library = await get<Library>("/api/library");
  const { games, files } = entries(library);
  const all = [...files.filter((file) => !file.broken), ...games];
  const table = await setUp(all, all[0]!, library.levels);
  if (table) location.hash = `#/game/${table.id}`;
}

/** The dialog in which a game is set up; nothing if it is left. */
function setUp(entries: Entry[], first: Entry, levels: Library["levels"]): Promise<Table | null> {
  return new Promise((resolve) => {
    let opened: Table | null = null;
    let entry = first;
    const options = html("div", { class: "options" });
    const ask = () => {
      options.replaceChildren(
        ...entry.options.map((option) =>
          field(option.ask || capital(option.name), select(`option-${option.name}`, option.values, option.value)),
        ),
      );
    };
    const game = html(
      "select",
      { name: "game", change: () => ((entry = entries[game.selectedIndex]!), ask()) },
      ...entries.map((one) => html("option", { selected: one === first }, `${one.title} (${one.note})`)),
    );
    const fen = html("input", { name: "fen", autocomplete: "off", spellcheck: "false", placeholder: "the start position" });
    const pgn = html("textarea", { name: "pgn", rows: 3, spellcheck: "false", placeholder: "none" });
    const wrong = html("p", { role: "alert", class: "wrong" });
    const form = html(
      "form",
      {
        submit: (event: SubmitEvent) => {
          event.preventDefault();
          const data = new FormData(form);
          const chosen = Object.fromEntries(entry.options.map((option) => [option.name, String(data.get(`option-${option.name}`))]));
          const who = (side: string) => String(data.get(side)) as Seat;
          const seats = { white: who("white"), black: who("black"), level: Number(data.get("level")) };
          const opening = { origin: entry.origin, options: chosen, seats, ...(fen.value.trim() && { fen: fen.value }), ...(pgn.value.trim() && { pgn: pgn.value }) };
          openTable(opening).then(
            (table) => ((opened = table), dialog.close()),
            (error: Error) => (wrong.textContent = error.message),
          );
        },
      },
      html("h2", {}, entries.length > 1 ? "New game" : first.title),
      entries.length > 1 && field("Game", game),
      options,
      field("White", select("white", ["person", "engine"], "person")),
      field("Black", select("black", ["person", "engine"], "engine")),
      field("Level of the engine", select("level", upTo(levels.highest), String(levels.usual))),
      html("details", {}, html("summary", {}, "Start from"), field("FEN", fen), field("PGN", pgn)),
      wrong,
      html("div", { class: "row" }, html("button", { class: "main" }, "Play"), html("button", { type: "button", class: "quiet", click: () => dialog.close() }, "Cancel")),
    );
    const dialog = html("dialog", { "aria-label": "New game", close: () => (dialog.remove(), resolve(opened)) }, form);
    ask();
    document.body.append(dialog);
    dialog.showModal();
  });
}

export function field(words: string, control: HTMLElement): HTMLElement {
  return html("label", { class: "field" }, html("span", {}, words), control);
}

/** The numbers from 1 to another, as values of a selection. */
export function upTo(highest: number): string[] {
  return Array.from({ length: highest }, (_, index) => String(index + 1));
}

export function select(name: string, values: string[], value: string): HTMLSelectElement {
  return html("select", { name }, ...values.map((one) => html("option", { value: one, selected: one === value }, one)));
}

/** Asks for the name of a new file and what it begins with. */
export async function newFile(): Promise<void> {
  const library = await get<Library>("/api/library");
  const name = html("input", { name: "name", required: true, autocomplete: "off", placeholder: "my-game" });
  const from = html(
    "select",
    { name: "from", change: () => (size.hidden = from.value !== "") },
    html("option", { value: "" }, "nothing: a small game with comments"),
    ...library.games.map((game) => html("option", { value: game.name }, `${game.title}, which it extends`)),
  );
  const number = (name: string, least: number) => html("input", { name, type: "number", min: least, max: 16, value: 8 });
  const files = number("files", 3);
  const ranks = number("ranks", 4);
  const size = html("div", { class: "row" }, field("Files", files), field("Ranks", ranks));
  const wrong = html("p", { role: "alert", class: "wrong" });
  const form = html(
    "form",
    {
      submit: (event: SubmitEvent) => {
        event.preventDefault();
        const body = from.value ? { name: name.value, from: from.value } : { name: name.value, size: [Number(files.value), Number(ranks.value)] };
        const create = async () => {
          const { id } = await post<{ id: number }>("/api/files", body);
          const document = await get<{ path: string }>(`/api/files/${id}`);
          return openTable({ origin: { file: document.path }, seats: { white: "person", black: "person", level: library.levels.usual } });
        };
        create().then(
          (table) => (dialog.close(), (location.hash = `#/game/${table.id}/file`)),
          (error: Error) => (wrong.textContent = error.message),
        );
      },
    },
    html("h2", {}, "New file"),
    field("Name", name),
    field("Start from", from),
    size,
    wrong,
    html("div", { class: "row" }, html("button", { class: "main" }, "Create"), html("button", { type: "button", class: "quiet", click: () => dialog.close() }, "Cancel")),
  );
  const dialog = html("dialog", { "aria-label": "New file", close: () => dialog.remove() }, form);
  document.body.append(dialog);
  dialog.showModal();
}
