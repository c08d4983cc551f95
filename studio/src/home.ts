// The first view: what this is, games to go on with, files to write, and games to play.

import featured from "./featured.json";
import { capital, html } from "./dom.js";
import { fetched, get, inside } from "./server.js";
import { newFile, newGame, setUp } from "./begin.js";
import { pieceHash } from "./maker.js";
import { openTable } from "./tables.js";
import { attempt } from "./trouble.js";
import type { Choice, Library, Origin } from "./types.js";

/** The games to go on with that are shown: a row of them. */
const RECENT = 4;
/** The games of a family that are shown before one asks for more. */
const FEW = 8;

export interface Entry {
  /** A file that can't be played yet, which can only be written. */
  broken?: string;
  title: string;
  note: string;
  origin: Origin;
  options: Choice[];
  /** Of a built-in game: its name, what it is in a sentence, its kinds, its family, and its start positions. */
  name?: string;
  about?: string;
  tags?: string[];
  sides?: [string, string];
  family?: string;
  starts?: number;
  usual?: number | null;
}

export function entries(library: Library): { games: Entry[]; files: Entry[] } {
  const games = library.games.map((game) => ({
    title: game.title,
    note: `${game.year ? `${game.year}, ` : ""}${game.files}×${game.ranks}`,
    origin: { "built-in": game.name },
    options: game.options,
    name: game.name,
    about: game.about ?? "",
    tags: game.tags,
    sides: game.sides,
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
  const card = (entry: Entry, large = false) =>
    html(
      "li",
      {},
      html(
        "button",
        { type: "button", class: large ? "card large" : "card", title: entry.about, click: () => void begin(entry, library.levels) },
        entry.name && picture(`/api/games/${entry.name}/picture`),
        html("span", { class: "words" }, html("strong", {}, entry.title), html("span", { class: "about" }, entry.about || entry.note), !!entry.about && html("span", { class: "fine" }, entry.note)),
      ),
    );
  const recent = library.recent.slice(0, RECENT).map((game) =>
    html(
      "li",
      {},
      html(
        "a",
        { class: "card", href: `#/game/${game.id}` },
        picture(`/api/tables/${game.id}/picture/${game.moves}.svg`),
        html("span", { class: "words" }, html("strong", {}, game.title), html("span", {}, game.moves === 1 ? "1 move" : `${game.moves} moves`)),
      ),
    ),
  );
  const part = (title: string, kind: string, items: HTMLElement[]) => (items.length > 0 ? [html("h2", {}, title), html("ul", { class: `cards ${kind}` }, ...items)] : []);
  const shown = featured.large.flatMap((name) => games.find((entry) => entry.name === name) ?? []);
  main.className = "home";
  delete main.dataset.table;
  main.replaceChildren(
    html("h1", {}, "Chess variants to play, to analyse and to invent"),
    html("p", { class: "lead" }, `Each of these ${games.length} games is a file of rules that ferz reads, checks and plays. Change one, or write your own.`),
    doors(),
    html("p", { class: "row" }, html("a", { href: pieceHash("") }, "Make a piece"), html("span", { class: "quiet-text" }, "by clicking the squares it goes to.")),
    ...part("Files", "files", files.map((entry) => card(entry))),
    ...part("Continue", "recent", recent),
    ...part("Worth a look", "featured", shown.map((entry) => card(entry, true))),
    html("h2", {}, "All games"),
    ...sought(games, card),
  );
  document.title = "ferz studio";
}

/** The three things that one comes for. */
function doors(): HTMLElement {
  const door = (title: string, words: string, open: () => Promise<unknown>) => html("button", { type: "button", class: "door", click: () => void attempt("open", open) }, html("strong", {}, title), html("span", {}, words));
  return html(
    "div",
    { class: "doors" },
    door("Play", "Against the engine, or against each other.", newGame),
    door("Write a variant", "Its rules in a text, its board beside it.", newFile),
    door("Analyse", "A position or a game, with the engine.", analyse),
  );
}

/** Opens a board for both sides, to be analysed. */
async function analyse(): Promise<void> {
  const { levels } = await get<Library>("/api/library");
  const table = await openTable({ origin: { "built-in": featured.first }, seats: { white: "person", black: "person", level: levels.usual } });
  location.hash = `#/game/${table.id}/position`;
}

/** A picture of a position, drawn when it comes into view. */
export function picture(address: string): HTMLImageElement {
  const image = html("img", { alt: "", loading: "lazy", width: 72, height: 72 });
  // a game without a picture can be played all the same
  image.addEventListener("error", () => (image.hidden = true));
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
    void draw().catch(() => {});
  });
  seen.observe(image);
  return image;
}

/** The games by their families, with a field that leaves those with some words. */
function sought(games: Entry[], card: (entry: Entry) => HTMLElement): HTMLElement[] {
  const families = [...new Set(games.map(({ family }) => family!))].sort();
  const parts = families.map((family) => {
    // the game that the family is named after comes first
    const own = games.filter((entry) => entry.family === family).sort((one, other) => Number(other.name === family) - Number(one.name === family));
    const words = ({ title, name, note, about, tags = [] }: Entry) => `${title} ${name} ${note} ${about} ${tags.join(" ")} ${family}`.toLowerCase();
    const cards = own.map((entry) => ({ words: words(entry), element: card(entry) }));
    const more = html("button", { type: "button", class: "quiet", click: () => ((part.few = false), search()) }, `All ${own.length}`);
    const element = html("section", { "aria-label": capital(family) }, html("h3", {}, capital(family)), html("ul", { class: "cards" }, ...cards.map(({ element }) => element)), more);
    const part = { element, cards, more, few: own.length > FEW };
    return part;
  });
  const none = html("p", { role: "status" });
  const field = html("input", { type: "search", name: "search", placeholder: "Name, rule, year, family or size", "aria-label": "Search for a game", input: () => search() });
  function search(): void {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { element, cards, more, few } of parts) {
      more.hidden = !few || words.length > 0;
      for (const [at, one] of cards.entries()) one.element.hidden = (!more.hidden && at >= FEW) || !words.every((word) => one.words.includes(word));
      const here = cards.filter((one) => !one.element.hidden).length;
      element.hidden = here === 0;
      found += here;
    }
    none.textContent = words.length > 0 ? (found === 1 ? "1 game" : `${found || "No"} games`) : "";
    for (const button of kinds.children) button.setAttribute("aria-pressed", String(button.textContent === field.value));
  }
  const tags = [...new Set(games.flatMap(({ tags = [] }) => tags))];
  const kind = (tag: string) => html("button", { type: "button", "aria-pressed": "false", click: () => ((field.value = field.value === tag ? "" : tag), search()) }, tag);
  const kinds = html("div", { class: "row kinds", role: "group", "aria-label": "Kinds of games" }, ...tags.map(kind));
  search();
  return [html("div", { class: "row" }, field, none), kinds, ...parts.map(({ element }) => element)];
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
