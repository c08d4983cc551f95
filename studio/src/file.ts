// The file of a game beside its board: the editor, and what is wrong with the text.
//
// What is typed is never lost: until the server has it on its disk, the browser keeps it; and of two tabs none replaces what the other has and it
// has not seen.

import { html } from "./dom.js";
import { findText, keepText } from "./memory.js";
import { get, post, put, Refusal } from "./server.js";
import { attempt, say, settled, trouble } from "./trouble.js";
import type { Document, Event, Library, Problem } from "./types.js";
import type { Editor, EditorModule } from "./editor.js";
import type { Ask } from "./help.js";

/** The time after the last key until the text is sent. */
const PAUSE = 120;

export class FilePanel {
  readonly element = html("div", { class: "file" });
  private place = html("div", { class: "editor" });
  private state = html("span", { class: "state", role: "status" });
  private problems = html("ol", { class: "problems", "aria-label": "Problems" });
  private save = html("button", { type: "button", disabled: true, click: () => void this.store(false) }, "Save");
  private clash = html("div", { class: "note", role: "alert", hidden: true });
  private editor: Editor | null = null;
  private id = -1;
  private document: Document | null = null;
  /** The text on the disk that the editor's began from. */
  private base = "";
  /** The text that the server had last, as far as is known here, and its edition. */
  private known = "";
  private edition = 0;
  private timer = 0;
  /** Texts sent and not answered yet: while there are any, what is said of the file is of an older one. */
  private sent = 0;
  private leave = (event: BeforeUnloadEvent) => {
    if (this.dirty) event.preventDefault();
  };

  /** `shown` hears of the file whenever it is another. */
  constructor(
    private path: string,
    private shown: (document: Document) => void = () => {},
  ) {
    this.element.append(html("div", { class: "row" }, this.save, this.state), this.clash, this.place, html("h2", {}, "Problems"), this.problems);
    addEventListener("beforeunload", this.leave);
    void attempt("file", () => this.begin());
  }

  close(): void {
    removeEventListener("beforeunload", this.leave);
    window.clearTimeout(this.timer);
    if (this.editor && this.editor.text() !== this.known) void this.send();
    this.editor?.destroy();
  }

  private get dirty(): boolean {
    return !!this.editor && !!this.document && (this.editor.text() !== this.document.text || this.document.unreadable !== null);
  }

  /** The file as the server has it; it may have another number after a restart. */
  private async fetch(): Promise<Document> {
    const library = await get<Library>("/api/library");
    const found = library.files.find((file) => file.path === this.path);
    if (!found) throw new Error(`${this.path} is not open in this studio: start it with the file`);
    this.id = found.id;
    return get<Document>(`/api/files/${this.id}`);
  }

  private async begin(): Promise<void> {
    const document = await this.fetch();
    const module: EditorModule = await import("/assets/editor.js" as string);
    // help that can't be had is not missed
    const ask: Ask = (what, place) => post(`/api/files/${this.id}/${what}`, place).catch(() => undefined) as Promise<never>;
    const unsent = findText(this.path);
    this.adopt(document);
    if (unsent) this.base = unsent.base;
    this.editor = module.create(this.place, unsent?.text ?? this.known, ask, {
      changed: () => this.later(),
      save: () => void this.store(false),
    });
    this.show(document);
    if (unsent) void this.send();
  }

  /** Changes the text as if it was typed. */
  change(to: (text: string) => string): void {
    if (!this.editor) return;
    const text = to(this.editor.text());
    this.editor.replace(text);
    this.later();
    this.editor.reveal(text.split("\n").length, 1);
  }

  async hear(event: Event): Promise<void> {
    if (event.kind !== "file" || event.id !== this.id || !this.editor || this.sent > 0) return;
    if (event.revision <= (this.document?.revision ?? 0)) return;
    const document = await get<Document>(`/api/files/${this.id}`);
    if (this.sent === 0) this.show(document);
  }

  /** Changes may have been missed, or the server is another. */
  async refresh(): Promise<void> {
    if (!this.editor || this.sent > 0) return;
    const document = await attempt("file", () => this.fetch());
    if (!document || this.sent > 0) return;
    this.show(document);
    if (this.editor.text() !== this.known) void this.send();
  }

  /** Takes the server's text as the one it has. */
  private adopt(document: Document): void {
    this.known = document.draft ?? document.text;
    this.edition = document.edition;
    this.base = document.base ?? document.text;
  }

  private show(document: Document): void {
    const editor = this.editor!;
    this.document = document;
    const theirs = document.draft ?? document.text;
    if (theirs === editor.text()) {
      this.adopt(document);
      if (document.kept) keepText(this.path, null);
    } else if (theirs === this.known) {
      this.edition = document.edition;
    } else if (editor.text() === this.known) {
      // it was typed or saved elsewhere, and nothing here
      this.adopt(document);
      editor.replace(theirs);
    }
    if (document.text !== this.base && editor.text() !== document.text) this.offer(document);
    else this.clash.hidden = true;
    editor.show(document.problems.filter((problem) => (problem.labels[0]?.file ?? document.path) === document.path));
    this.list(document);
    this.tell();
    this.shown(document);
  }

  private tell(): void {
    const { name, sound, playable, unreadable } = this.document!;
    this.save.disabled = !this.dirty;
    const saved = unreadable ? `no longer on disk (${unreadable})` : this.dirty ? "not saved" : "saved";
    const rules = sound ? "" : playable ? " · can't be played as it is; the board keeps the last valid rules" : " · can't be played yet";
    this.state.textContent = `${name}: ${saved}${rules}`;
  }

  /** The disk, or another tab, has another text than the editor began from. */
  private offer(document: Document): void {
    const rival = document.text === this.base;
    const theirs = rival ? (document.draft ?? document.text) : document.text;
    const who = rival ? "Another tab has changed the text." : document.saved_here ? "Another tab has saved the file." : "Another program has changed the file.";
    const use = () => {
      this.editor!.replace(theirs);
      this.edition = document.edition;
      this.base = document.text;
      this.later();
    };
    const keep = () => (rival ? void this.send(true) : void this.store(true));
    const choice = (words: string, work: () => void) => html("button", { type: "button", click: () => ((this.clash.hidden = true), work()) }, words);
    this.clash.hidden = false;
    this.clash.replaceChildren(`${who} `, choice("Use its text", use), " ", choice(rival ? "Keep mine" : "Overwrite it with mine", keep));
  }

  private list(document: Document): void {
    const item = (problem: Problem) => {
      const label = problem.labels[0];
      const own = !label || label.file === document.path;
      const where = label ? `${own ? "" : `${label.file}, `}line ${label.line}` : "";
      return html(
        "li",
        { class: problem.severity },
        html("button", { type: "button", class: "quiet", disabled: !own || !label, click: () => label && this.editor?.reveal(label.line, label.column) }, html("strong", {}, problem.severity), ` ${where}`),
        html("span", {}, problem.message),
        problem.help && html("span", { class: "help" }, problem.help),
      );
    };
    const shown = document.problems.filter((problem) => problem.severity !== "advice");
    this.problems.replaceChildren(...shown.map(item));
    if (shown.length === 0) this.problems.append(html("li", { class: "none" }, "No problems."));
  }

  private later(): void {
    const text = this.editor!.text();
    keepText(this.path, text === this.known ? null : { text, base: this.base });
    this.tell();
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.send(), PAUSE);
  }

  /** Sends the text, without saving it; `over` what another tab has sent, if that is meant. */
  private async send(over = false): Promise<void> {
    // one after another, each over the one before
    if (this.sent > 0) return;
    const text = this.editor!.text();
    this.sent++;
    try {
      const edition = over ? null : this.edition;
      const document = await post<Document>(`/api/files/${this.id}/draft`, { text, seen: this.base, edition });
      [this.known, this.edition] = [text, document.edition];
      settled("file");
      if (this.editor!.text() === text) this.show(document);
    } catch (error) {
      await this.refused(error, text);
      return;
    } finally {
      this.sent--;
    }
    if (this.editor!.text() !== text) void this.send();
  }

  /** The server doesn't take the text: it is another server, or another tab has changed it. */
  private async refused(error: unknown, text: string): Promise<void> {
    if (!(error instanceof Refusal && (error.status === 409 || error.status === 404))) return trouble(error, "file");
    const document = await attempt("file", () => this.fetch());
    if (!document) return;
    const theirs = document.draft ?? document.text;
    const same = theirs === this.known || theirs === text;
    this.edition = same ? document.edition : this.edition;
    if (same) this.later();
    else this.offer(document);
  }

  private async store(over: boolean): Promise<void> {
    window.clearTimeout(this.timer);
    const text = this.editor!.text();
    this.sent++;
    try {
      const seen = over ? (await this.fetch()).text : this.base;
      const document = await put<Document>(`/api/files/${this.id}`, { text, seen, edition: over ? null : this.edition });
      [this.known, this.edition, this.base] = [text, document.edition, text];
      settled("file");
      this.show(document);
      say("Saved");
    } catch (error) {
      if (error instanceof Refusal && error.status === 409) this.offer(await this.fetch());
      else trouble(error, "file");
    } finally {
      this.sent--;
    }
    if (this.editor!.text() !== this.known) void this.send();
  }
}
