// The first view: games to play, files to write, games to go on with; and the dialogs that begin something new.

import { clockFields } from "./clock.js";
import { capital, html } from "./dom.js";
import { fetched, get, inside, post } from "./server.js";
import { openTable } from "./tables.js";
import type { Choice, Library, Origin, Seat, Table } from "./types.js";

interface Entry {
  /** A file that can't be played yet, which can only be written. */
  broken?: string;
  title: string;
  note: string;
  origin: Origin;
  options: Choice[];
  /** Of a built-in game: its name, its family, and its start positions. */
  name?: string;
  family?: string;
  starts?: number;
  usual?: number | null;
}

function entries(library: Library): { games: Entry[]; files: Entry[] } {
  const games = library.games.map((game) => ({
    title: game.title,
    note: `${game.year ? `${game.year}, ` : ""}${game.files}×${game.ranks}`,
    origin: { "built-in": game.name },
    options: game.options,
    name: game.name,
    family: game.family ?? "other",
    starts: game.starts,
    usual: game.usual_start,
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
      html(
        "button",
        { type: "button", class: "card", click: () => begin(entry, library.levels) },
        entry.name && picture(entry.name),
        html("span", { class: "words" }, html("strong", {}, entry.title), html("span", {}, entry.note)),
      ),
    );
  const recent = library.recent.map((game) =>
    html(
      "li",
      {},
      html("a", { class: "card", href: `#/game/${game.id}` }, html("strong", {}, game.title), html("span", {}, game.moves === 1 ? "1 move" : `${game.moves} moves`)),
    ),
  );
  const part = (title: string, items: HTMLElement[]) => (items.length > 0 ? [html("h2", {}, title), html("ul", { class: "cards" }, ...items)] : []);
  main.className = "home";
  delete main.dataset.table;
  main.replaceChildren(
    html("h1", {}, "Play a game"),
    ...part("Files", files.map(card)),
    ...part("Continue", recent),
    html("h2", {}, "Games"),
    ...sought(games, card),
  );
  document.title = "ferz studio";
}

/** The start position, drawn when it comes into view. */
function picture(name: string): HTMLElement {
  const image = html("img", { alt: "", loading: "lazy", width: 72, height: 72 });
  const address = `/api/games/${name}/picture`;
  if (!inside()) {
    image.src = address;
    return image;
  }
  const draw = async () => {
    const { body } = await fetched(address);
    image.src = `data:image/svg+xml,${encodeURIComponent(body)}`;
  };
  const seen = new IntersectionObserver(([entry]) => {
    if (!entry!.isIntersecting) return;
    seen.disconnect();
    // a game without a picture can be played all the same
    void draw().catch(() => {});
  });
  seen.observe(image);
  return image;
}

/** The games by their families, with a field that leaves those with some words. */
function sought(games: Entry[], card: (entry: Entry) => HTMLElement): HTMLElement[] {
  const families = [...new Set(games.map(({ family }) => family!))].sort();
  const parts = families.map((family) => {
    const cards = games.filter((entry) => entry.family === family).map((entry) => ({ words: `${entry.title} ${entry.name} ${entry.note} ${family}`.toLowerCase(), element: card(entry) }));
    const element = html("section", { "aria-label": capital(family) }, html("h3", {}, capital(family)), html("ul", { class: "cards" }, ...cards.map(({ element }) => element)));
    return { element, cards };
  });
  const none = html("p", { role: "status" });
  const search = html("input", { type: "search", name: "search", placeholder: "Name, year, family or size", "aria-label": "Search for a game" });
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { element, cards } of parts) {
      for (const one of cards) one.element.hidden = !words.every((word) => one.words.includes(word));
      const here = cards.filter((one) => !one.element.hidden).length;
      element.hidden = here === 0;
      found += here;
    }
    none.textContent = words.length > 0 ? (found === 1 ? "1 game" : `${found || "No"} games`) : "";
  });
  return [html("div", { class: "row" }, search, none), ...parts.map(({ element }) => element)];
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
      const { starts = 1, usual = null } = entry;
      if (starts > 1) options.append(startField(starts, usual));
    };
    const game = html(
      "select",
      { name: "game", change: () => ((entry = entries[game.selectedIndex]!), ask()) },
      ...entries.map((one) => html("option", { selected: one === first }, `${one.title} (${one.note})`)),
    );
    const fen = html("input", { name: "fen", autocomplete: "off", spellcheck: "false", placeholder: "the start position" });
    const pgn = html("textarea", { name: "pgn", rows: 3, spellcheck: "false", placeholder: "none" });
    const clock = clockFields();
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
          const start = !fen.value.trim() && !pgn.value.trim() && data.get("start");
          const timed = clock.value();
          const opening = { origin: entry.origin, options: chosen, seats, ...(timed && { clock: timed }), ...(start && { start: Number(start) }), ...(fen.value.trim() && { fen: fen.value }), ...(pgn.value.trim() && { pgn: pgn.value }) };
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
      clock.element,
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

/** The number of the start position, of a game that shuffles its pieces. */
function startField(starts: number, usual: number | null): HTMLElement {
  const number = html("input", { type: "number", name: "start", min: 0, max: starts - 1, value: usual ?? "" });
  const random = html("button", { type: "button", click: () => (number.value = String(Math.floor(Math.random() * starts))) }, "Random");
  return html("div", { class: "row" }, field(`Start position, 0 to ${starts - 1}`, number), random);
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
