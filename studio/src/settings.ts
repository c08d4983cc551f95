// What everyone sets for themselves: the colours of the board, the figures of the pieces, and sounds.

import { html, present } from "./dom.js";
import { chooseSet, chosenSet, SETS } from "./figures.js";
import { field, select } from "./fields.js";
import { find, keep } from "./memory.js";
import { audible, beAudible, sound } from "./sounds.js";

/** The boards of the style sheet; the first needs no name there. */
const BOARDS = ["brown", "green", "blue", "grey", "high contrast"];

/** Applies what was set before. */
export function settle(): void {
  document.documentElement.dataset.board = find<string>("localStorage", "ferz-board") ?? BOARDS[0]!;
}

export function settings(): void {
  const board = html("select", { name: "board" }, ...BOARDS.map((one) => html("option", { value: one, selected: one === document.documentElement.dataset.board }, one)));
  board.addEventListener("change", () => (keep("localStorage", "ferz-board", board.value), settle()));
  const figures = select("figures", SETS, chosenSet());
  figures.addEventListener("change", () => chooseSet(figures.value));
  const sounds = html("input", { type: "checkbox", name: "sounds" });
  sounds.checked = audible();
  sounds.addEventListener("change", () => (beAudible(sounds.checked), sound("move")));
  const dialog = html(
    "dialog",
    { "aria-label": "Settings", close: () => dialog.remove() },
    html("h2", {}, "Settings"),
    field("Board", board),
    field("Figures", figures),
    html("label", { class: "row" }, sounds, " Sounds"),
    html("div", { class: "row" }, html("button", { type: "button", class: "main", click: () => dialog.close() }, "Done")),
  );
  present(dialog);
}
