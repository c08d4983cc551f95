// Completion and hover in the editor: the answers of the language server, asked for a place in the text.

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { Text } from "@codemirror/state";
import { EditorView, hoverTooltip, type Tooltip } from "@codemirror/view";

/** A place as the language server counts: lines from 0, columns in units of UTF-16. */
interface Place {
  line: number;
  character: number;
}

interface Range {
  start: Place;
  end: Place;
}

interface Item {
  label: string;
  kind?: number;
  detail?: string;
  documentation?: { value: string };
  filterText?: string;
  textEdit: { range: Range; newText: string };
}

interface Hover {
  contents: { value: string };
  range?: Range;
}

/** Asks about a place in the text: `completions` or `hover`. */
export type Ask = <T>(what: string, place: { text: string; line: number; column: number }) => Promise<T | undefined>;

/** The kinds of completions that the editor has signs for, by their numbers in the protocol. */
const KINDS: Record<number, string> = { 5: "property", 6: "variable", 7: "class", 9: "namespace", 10: "property", 12: "constant", 13: "enum", 14: "keyword", 20: "enum", 21: "constant" };

function asked<T>(ask: Ask, what: string, doc: Text, at: number): Promise<T | undefined> {
  const line = doc.lineAt(at);
  return ask<T>(what, { text: doc.toString(), line: line.number - 1, column: at - line.from });
}

function offset(doc: Text, { line, character }: Place): number {
  const found = doc.line(Math.min(line + 1, doc.lines));
  return Math.min(found.from + character, found.to);
}

/** Writes what was chosen; `$0` is where the cursor goes. */
function write(text: string) {
  return (view: EditorView, _: Completion, from: number, to: number) => {
    const cursor = text.indexOf("$0");
    const insert = text.replace("$0", "");
    view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + (cursor < 0 ? insert.length : cursor) }, userEvent: "input.complete" });
  };
}

/** A source of completions. */
export function completions(ask: Ask) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    if (!context.explicit && !context.matchBefore(/[\w-]+|["[]/)) return null;
    const { doc } = context.state;
    const items = (await asked<Item[]>(ask, "completions", doc, context.pos)) ?? [];
    const [first] = items;
    if (!first || context.aborted) return null;
    const { start, end } = first.textEdit.range;
    const from = Math.min(offset(doc, start), context.pos);
    // a heading is found by its name, too
    const brackets = doc.sliceString(from, context.pos).includes("[");
    const option = ({ label, filterText, kind, detail, documentation, textEdit }: Item): Completion => ({
      label: brackets ? label : (filterText ?? label),
      displayLabel: label,
      apply: write(textEdit.newText),
      ...(KINDS[kind ?? 0] && { type: KINDS[kind ?? 0] }),
      ...(detail && { detail }),
      ...(documentation && { info: () => shown(documentation.value) }),
    });
    // the order is that of the server, the likeliest first
    const options = items.map(option).map((one, at) => ({ ...one, boost: -Math.min(99, at) }));
    return { from, to: Math.max(offset(doc, end), context.pos), options };
  };
}

/** Shows what a word means while the pointer rests on it. */
export function hovers(ask: Ask) {
  return hoverTooltip(async (view, pos): Promise<Tooltip | null> => {
    const { doc } = view.state;
    const hover = await asked<Hover | null>(ask, "hover", doc, pos);
    if (!hover || view.state.doc !== doc) return null;
    const place = hover.range ? { pos: offset(doc, hover.range.start), end: offset(doc, hover.range.end) } : { pos };
    return { ...place, above: true, create: () => ({ dom: shown(hover.contents.value) }) };
  });
}

/** Puts the words of a line into an element: bold, code, and pictures that are in the text itself. */
function inline(into: HTMLElement, text: string): void {
  for (const [whole, bold, code, words, picture] of text.matchAll(/\*\*(.+?)\*\*|`([^`]+)`|!\[([^\]]*)\]\((data:image\/svg\+xml,[^)]*)\)|[^*`!]+|./gs) as Iterable<string[]>) {
    if (picture) {
      const image = document.createElement("img");
      [image.src, image.alt] = [picture, words ?? ""];
      into.append(image);
    } else if (bold !== undefined) inline(into.appendChild(document.createElement("strong")), bold);
    else if (code !== undefined) into.appendChild(document.createElement("code")).textContent = code;
    else into.append(whole!);
  }
}

/** Shows the part of Markdown that the language server writes: paragraphs, and blocks between fences. */
export function shown(markdown: string): HTMLElement {
  const whole = document.createElement("div");
  whole.className = "told";
  for (const [index, part] of markdown.split(/^```\w*$/m).entries()) {
    if (index % 2 === 1) {
      whole.appendChild(document.createElement("pre")).textContent = part.replace(/^\n|\n$/g, "");
      continue;
    }
    for (const words of part.split(/\n{2,}/).filter((words) => words.trim())) inline(whole.appendChild(document.createElement("p")), words.trim());
  }
  return whole;
}
