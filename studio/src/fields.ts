// Fields of forms.

import { html } from "./dom.js";

export function field(words: string, control: HTMLElement): HTMLElement {
  return html("label", { class: "field" }, html("span", {}, words), control);
}

/** The numbers from 1 to another, as values of a selection. */
export function upTo(highest: number): string[] {
  return Array.from({ length: highest }, (_, index) => String(index + 1));
}

export function select(name: string, values: string[], value: string, words = (value: string) => value): HTMLSelectElement {
  return html("select", { name }, ...values.map((one) => html("option", { value: one, selected: one === value }, words(one))));
}

/** The lowest level to which each word applies; the highest of all plays as well as it can. */
const STRENGTHS: [number, string][] = [[28, "master"], [22, "expert"], [16, "advanced"], [11, "intermediate"], [4, "beginner"], [1, "novice"]];

/** The levels of the engine, in words with their numbers. */
export function levels(name: string, highest: number, level: number): HTMLSelectElement {
  const word = (number: number) => (number === highest ? "full strength" : STRENGTHS.find(([least]) => number >= least)![1]);
  return select(name, upTo(highest), String(level), (value) => `${value} · ${word(Number(value))}`);
}
