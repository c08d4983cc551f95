// Panels beside the board, one of which is shown.

import { html } from "./dom.js";
import type { Event, Table, Variant } from "./types.js";

export interface Panel {
  element: HTMLElement;
  /** The table or its rules are others now. */
  update?(table: Table, variant: Variant): void;
  hear?(event: Event): Promise<void>;
  /** Changes may have been missed. */
  refresh?(): Promise<void>;
  close?(): void;
}

export class Tabs {
  readonly element = html("section", { class: "side", "aria-label": "Beside the board" });
  readonly panels = new Map<string, Panel>();
  private list = html("div", { role: "tablist", "aria-label": "Beside the board" });

  constructor(private chosen: (name: string) => void) {
    this.element.append(this.list);
  }

  private get names(): string[] {
    return [...this.list.children].map((tab) => tab.id.slice("tab-".length));
  }

  /** Adds a panel, before another if one is named. */
  add(name: string, title: string, panel: Panel, before?: string): void {
    this.panels.set(name, panel);
    const tab = html("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, click: () => this.select(name) }, title);
    tab.addEventListener("keydown", (event) => this.key(event, name));
    this.list.insertBefore(tab, before ? this.list.querySelector(`#tab-${before}`) : null);
    this.element.append(html("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, hidden: true, tabindex: 0 }, panel.element));
  }

  private key(event: KeyboardEvent, name: string): void {
    const names = this.names;
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const next = names[(names.indexOf(name) + step + names.length) % names.length]!;
    this.select(next);
    document.getElementById(`tab-${next}`)?.focus();
    event.preventDefault();
  }

  select(name: string): void {
    for (const other of this.panels.keys()) {
      const chosen = other === name;
      const tab = this.list.querySelector(`#tab-${other}`);
      tab?.setAttribute("aria-selected", String(chosen));
      tab?.setAttribute("tabindex", chosen ? "0" : "-1");
      this.element.querySelector<HTMLElement>(`#panel-${other}`)!.hidden = !chosen;
    }
    this.chosen(name);
  }

  close(): void {
    for (const panel of this.panels.values()) panel.close?.();
  }
}
