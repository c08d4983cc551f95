// The dialogs that begin something new: a game, or a file.

import featured from "./featured.json";
import { clockFields } from "./clock.js";
import { capital, html, present } from "./dom.js";
import { field, levels as levelled, select } from "./fields.js";
import { type Entry, entries, picture } from "./home.js";
import { get, post } from "./server.js";
import { openTable } from "./tables.js";
import type { Library, Seat, Table } from "./types.js";

/** Asks for a game and how to play it. */
export async function newGame(): Promise<void> {
  const library = await get<Library>("/api/library");
  const { games, files } = entries(library);
  const byTitle = [...games].sort((one, other) => one.title.localeCompare(other.title));
  const all = [...files.filter((file) => !file.broken), ...byTitle];
  // the game played last, or else the one that everyone knows
  const last = JSON.stringify(library.recent[0]?.origin ?? { "built-in": featured.first });
  const table = await setUp(all, all.find(({ origin }) => JSON.stringify(origin) === last) ?? all[0]!, library.levels);
  if (table) location.hash = `#/game/${table.id}`;
}

/** The dialog in which a game is set up; nothing if it is left. */
export function setUp(entries: Entry[], first: Entry, levels: Library["levels"]): Promise<Table | null> {
  return new Promise((resolve) => {
    let opened: Table | null = null;
    let entry = first;
    const options = html("div", { class: "options" });
    const about = html("p", { class: "quiet-text" });
    const place = html("div", { class: "pictured" });
    const seats = [select("white", ["person", "engine"], "person"), select("black", ["person", "engine"], "engine")] as const;
    const players = seats.map((seat) => field("", seat));
    const random = html("input", { type: "checkbox", name: "random" });
    const level = field("Level of the engine", levelled("level", levels.highest, levels.usual));
    const seated = () => (level.hidden = seats.every(({ value }) => value === "person"));
    for (const seat of seats) seat.addEventListener("change", seated);
    const ask = () => {
      options.replaceChildren(
        ...entry.options.map((option) =>
          field(option.ask || capital(option.name), select(`option-${option.name}`, option.values, option.value)),
        ),
      );
      const { starts = 1, usual = null, sides = ["White", "Black"], name } = entry;
      if (starts > 1) options.append(startField(starts, usual));
      players.forEach((player, at) => (player.firstElementChild!.textContent = sides[at]!));
      about.textContent = entry.about || entry.note;
      place.replaceChildren(...(name ? [picture(`/api/games/${name}/picture`)] : []));
    };
    const game = html(
      "select",
      { name: "game", change: () => ((entry = entries[game.selectedIndex]!), ask()) },
      ...entries.map((one) => html("option", { selected: one === first }, `${one.title} (${one.note})`)),
    );
    const fen = html("input", { name: "fen", autocomplete: "off", spellcheck: "false", placeholder: "the start position" });
    const pgn = html("textarea", { name: "pgn", rows: 3, spellcheck: "false", placeholder: "none" });
    const file = html("input", { type: "file", accept: ".pgn", change: () => void file.files?.[0]?.text().then((text) => (pgn.value = text)) });
    const clock = clockFields();
    const wrong = html("p", { role: "alert", class: "wrong" });
    const form = html(
      "form",
      {
        submit: (event: SubmitEvent) => {
          event.preventDefault();
          const data = new FormData(form);
          const chosen = Object.fromEntries(entry.options.map((option) => [option.name, String(data.get(`option-${option.name}`))]));
          const [white, black] = seats.map(({ value }) => value as Seat) as [Seat, Seat];
          const other = random.checked && Math.random() < 0.5;
          const sitting = { white: other ? black : white, black: other ? white : black, level: Number(data.get("level")) };
          const start = !fen.value.trim() && !pgn.value.trim() && data.get("start");
          const timed = clock.value();
          const opening = { origin: entry.origin, options: chosen, seats: sitting, ...(timed && { clock: timed }), ...(start && { start: Number(start) }), ...(fen.value.trim() && { fen: fen.value }), ...(pgn.value.trim() && { pgn: pgn.value }) };
          openTable(opening).then(
            (table) => ((opened = table), dialog.close()),
            (error: Error) => (wrong.textContent = error.message),
          );
        },
      },
      html("h2", {}, entries.length > 1 ? "New game" : first.title),
      place,
      html("div", { class: "asked" }, entries.length > 1 && field("Game", game), about, options, html("div", { class: "row pair" }, ...players), html("label", { class: "row" }, random, " Sides at random"), level, clock.element),
      html("details", {}, html("summary", {}, "Start from a position or a game"), field("FEN", fen), field("PGN: one game, or several", pgn), field("or a file of games", file)),
      wrong,
      html("div", { class: "row" }, html("button", { class: "main" }, "Play"), html("button", { type: "button", class: "quiet", click: () => dialog.close() }, "Cancel")),
    );
    const dialog = html("dialog", { class: "new-game", "aria-label": "New game", close: () => (dialog.remove(), resolve(opened)) }, form);
    ask();
    seated();
    present(dialog);
  });
}

/** The number of the start position, of a game that shuffles its pieces. */
function startField(starts: number, usual: number | null): HTMLElement {
  const number = html("input", { type: "number", name: "start", min: 0, max: starts - 1, value: usual ?? "" });
  const random = html("button", { type: "button", click: () => (number.value = String(Math.floor(Math.random() * starts))) }, "Random");
  return html("div", { class: "row" }, field(`Start position, 0 to ${starts - 1}`, number), random);
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
  present(dialog);
}
