// Who plays, where and when, and how it ended: what the PGN of a game says about it besides its moves.

import { html } from "./dom.js";
import { field } from "./fields.js";
import type { Side, Table, Variant } from "./types.js";

export type Tags = Table["tags"];

const RESULTS = new Map([["1-0", "1–0"], ["0-1", "0–1"], ["1/2-1/2", "½–½"]]);

/** The result that was recorded although the rules have not ended the game. */
export const recorded = ({ tags, position }: Table) => (position.result ? undefined : RESULTS.get(tags.Result ?? ""));

/** The name of a player, and the rating. */
export function named(tags: Tags, side: Side): [name: string, rating: string] {
  const tag = side === "white" ? "White" : "Black";
  return [tags[tag] ?? "", tags[`${tag}Elo`] ?? ""];
}

/** Where and when the game was played. */
export function event({ Event, Site, Date, Round }: Tags): string {
  // what is not known of a date is a question mark
  const date = Date?.split(".").filter((part) => !part.includes("?")).join("-");
  return [Event, Round && `round ${Round}`, Site, date].filter(Boolean).join(", ");
}

/** The fields in which all of this can be entered. */
export class TagFields {
  readonly element = html("fieldset", { class: "tags" });
  private inputs = new Map<string, HTMLInputElement | HTMLSelectElement>();
  private tags: Tags = {};

  constructor(private write: (tags: Tags) => void) {
    const result = html("select", { name: "Result" }, html("option", { value: "" }, "none yet"), ...[...RESULTS].map(([value, words]) => html("option", { value }, words)));
    const input = (name: string) => html("input", { name, autocomplete: "off", maxlength: 200 });
    for (const name of ["White", "Black", "Event", "Round", "Site", "Date"]) this.inputs.set(name, input(name));
    this.inputs.set("Result", result);
    for (const control of this.inputs.values()) control.addEventListener("change", () => this.change());
    this.element.append(html("legend", {}, "Players and event"), ...[...this.inputs].map(([name, control]) => field(name, control)));
  }

  update({ tags }: Table, { sides }: Variant): void {
    this.tags = tags;
    for (const [name, control] of this.inputs) if (control !== document.activeElement) control.value = tags[name] ?? "";
    for (const [at, name] of ["White", "Black"].entries()) this.inputs.get(name)!.previousElementSibling!.textContent = sides[at]!;
  }

  private change(): void {
    const entered = [...this.inputs].map(([name, control]) => [name, control.value.trim()] as const);
    this.write({ ...this.tags, ...Object.fromEntries(entered) });
  }
}
