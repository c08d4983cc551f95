// The editor: CodeMirror with TOML's colours, completion and hover from the language server, and the problems at their places.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, defaultHighlightStyle, HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { type Ask, completions, hovers } from "./help.js";
import type { Problem } from "./types.js";

export interface Editor {
  text(): string;
  replace(text: string): void;
  show(problems: Problem[]): void;
  reveal(line: number, column: number): void;
  destroy(): void;
}

export interface EditorModule {
  create(host: HTMLElement, text: string, ask: Ask, owner: { changed(): void; save(): void }): Editor;
}

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--soft)" },
  { tag: tags.string, color: "var(--string)" },
  { tag: [tags.number, tags.atom, tags.bool], color: "var(--number)" },
  { tag: tags.propertyName, color: "var(--key)" },
]);

/** Places are bytes of UTF-8 in what the server says, and units of UTF-16 in the editor. */
function place(text: string): (bytes: number) => number {
  const encoded = new TextEncoder().encode(text);
  const decoder = new TextDecoder();
  return (bytes) => decoder.decode(encoded.subarray(0, Math.min(bytes, encoded.length))).length;
}

function diagnostics(text: string, problems: Problem[]): Diagnostic[] {
  const at = place(text);
  return problems.map((problem) => {
    const label = problem.labels[0];
    const from = label ? at(label.offset) : 0;
    const to = label ? Math.max(from, at(label.end_offset)) : 0;
    const suggestion = problem.suggestions[0];
    const [start, end] = [suggestion?.start ?? suggestion?.offset, suggestion?.end ?? suggestion?.end_offset];
    const fix = suggestion && start !== undefined && end !== undefined ? { start: at(start), end: at(end), text: suggestion.text } : null;
    return {
      from,
      to,
      severity: problem.severity === "advice" ? "info" : problem.severity,
      source: problem.code,
      message: `${problem.message}${label?.text ? ` (${label.text})` : ""}${problem.help ? `\n${problem.help}` : ""}`,
      actions: fix
        ? [{ name: `Write ${fix.text}`, apply: (view: EditorView) => view.dispatch({ changes: { from: fix.start, to: fix.end, insert: fix.text } }) }]
        : [],
    };
  });
}

/** The change from a text to another that leaves alone what both begin and end with, and so the cursor there. */
function difference(old: string, text: string): { from: number; to: number; insert: string } {
  const most = Math.min(old.length, text.length);
  let from = 0;
  while (from < most && old[from] === text[from]) from++;
  let end = 0;
  while (end < most - from && old.at(-1 - end) === text.at(-1 - end)) end++;
  return { from, to: old.length - end, insert: text.slice(from, text.length - end) };
}

export function create(host: HTMLElement, text: string, ask: Ask, owner: { changed(): void; save(): void }): Editor {
  let silent = false;
  const view = new EditorView({
    parent: host,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        lintGutter(),
        EditorView.lineWrapping,
        StreamLanguage.define(toml),
        syntaxHighlighting(colours),
        syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
        autocompletion({ override: [completions(ask)] }),
        hovers(ask),
        EditorView.contentAttributes.of({ "aria-label": "The game file", spellcheck: "false" }),
        keymap.of([
          { key: "Mod-s", preventDefault: true, run: () => (owner.save(), true) },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...lintKeymap,
          ...defaultKeymap,
          indentWithTab,
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !silent) owner.changed();
        }),
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    replace(text) {
      silent = true;
      view.dispatch({ changes: difference(view.state.doc.toString(), text) });
      silent = false;
    },
    show: (problems) => view.dispatch(setDiagnostics(view.state, diagnostics(view.state.doc.toString(), problems))),
    reveal(line, column) {
      const found = view.state.doc.line(Math.min(line, view.state.doc.lines));
      const at = Math.min(found.from + column - 1, found.to);
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}
