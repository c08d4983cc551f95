// The file of a game beside its board: the editor, and what is wrong with the text.

import { html } from "./dom.js";
import { get, post, put, Refusal } from "./server.js";
import { attempt, say } from "./trouble.js";
import type { Document, Event, Library, Problem } from "./types.js";
import type { Editor, EditorModule } from "./editor.js";

/** How long after the last key the text is sent. */
const PAUSE = 120;

export class FilePanel {
  readonly element = html("div", { class: "file" });
  private place = html("div", { class: "editor" });
  private state = html("span", { class: "state", role: "status" });
  private problems = html("ol", { class: "problems", "aria-label": "Problems" });
  private save = html("button", { type: "button", disabled: true, click: () => void this.store(false) }, "Save");
  private clash = html("div", { class: "note", hidden: true });
  private editor: Editor | null = null;
  private id = -1;
  private document: Document | null = null;
  /** The text on the disk that the editor's began from. */
  private base = "";
  private timer = 0;
  /** Texts sent and not answered yet: while there are any, what is said of the file is of an older one. */
  private sent = 0;

  constructor(private path: string) {
    this.element.append(html("div", { class: "row" }, this.save, this.state), this.clash, this.place, html("h2", {}, "What is wrong"), this.problems);
    void attempt(() => this.begin());
  }

  close(): void {
    window.clearTimeout(this.timer);
    this.editor?.destroy();
  }

  private async begin(): Promise<void> {
    const library = await get<Library>("/api/library");
    const found = library.files.find((file) => file.path === this.path);
    if (!found) throw new Error(`${this.path} is not open in this studio: start it with the file`);
    this.id = found.id;
    const module: EditorModule = await import("/assets/editor.js" as string);
    const document = await get<Document>(`/api/files/${this.id}`);
    const schema = await get<object>("/api/schema");
    this.base = document.text;
    this.editor = module.create(this.place, document.draft ?? document.text, schema, {
      changed: () => this.later(),
      save: () => void this.store(false),
    });
    this.show(document);
  }

  async hear(event: Event): Promise<void> {
    if (event.kind !== "file" || event.id !== this.id || !this.editor || this.sent > 0) return;
    if (event.revision <= (this.document?.revision ?? 0)) return;
    const document = await get<Document>(`/api/files/${this.id}`);
    if (this.sent === 0) this.show(document);
  }

  private show(document: Document): void {
    const editor = this.editor!;
    this.document = document;
    if (editor.text() === this.base && document.text !== this.base) editor.replace(document.text);
    if (editor.text() === document.text) this.base = document.text;
    if (document.text !== this.base) this.offer(document);
    else this.clash.hidden = true;
    editor.show(document.problems.filter((problem) => (problem.labels[0]?.file ?? document.path) === document.path));
    this.list(document);
    this.tell();
  }

  private tell(): void {
    const dirty = this.editor!.text() !== this.document!.text;
    this.save.disabled = !dirty;
    const sound = this.document!.sound ? "" : " · can't be played as it is; the board keeps the last valid rules";
    this.state.textContent = `${this.document!.name}: ${dirty ? "not saved" : "saved"}${sound}`;
  }

  /** The disk has another text than the editor began from. */
  private offer(document: Document): void {
    this.clash.hidden = false;
    const settle = (work: () => void) => () => ((this.clash.hidden = true), work());
    this.clash.replaceChildren(
      "Another program has changed the file. ",
      html("button", { type: "button", click: settle(() => (this.editor!.replace(document.text), (this.base = document.text), this.later())) }, "Use its text"),
      " ",
      html("button", { type: "button", click: settle(() => void this.store(true)) }, "Overwrite it with mine"),
    );
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
    this.tell();
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.send(), PAUSE);
  }

  private async send(): Promise<void> {
    const text = this.editor!.text();
    this.sent++;
    const document = await attempt(() => post<Document>(`/api/files/${this.id}/draft`, { text }));
    this.sent--;
    if (document && this.sent === 0 && this.editor!.text() === text) this.show(document);
  }

  private async store(over: boolean): Promise<void> {
    window.clearTimeout(this.timer);
    const text = this.editor!.text();
    this.sent++;
    try {
      const seen = over ? (await get<Document>(`/api/files/${this.id}`)).text : this.base;
      const document = await put<Document>(`/api/files/${this.id}`, { text, seen });
      this.clash.hidden = true;
      this.show(document);
      say("Saved");
    } catch (error) {
      if (error instanceof Refusal && error.status === 409) this.offer(await get<Document>(`/api/files/${this.id}`));
      else await attempt(() => Promise.reject(error));
    } finally {
      this.sent--;
    }
  }
}
