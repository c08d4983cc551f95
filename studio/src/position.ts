// The position as text, and what can be taken away: FEN, PGN, a picture, a page that stands alone.

import { parts } from "ferz:alone";
import { html, renewed, svg } from "./dom.js";
import { copyLink, linkTo } from "./link.js";
import { fetched, inside, sent } from "./server.js";
import { likewise, openTable } from "./tables.js";
import { TagFields, type Tags } from "./tags.js";
import { attempt, say } from "./trouble.js";
import type { Position, Table, Variant } from "./types.js";

export class PositionPanel {
  readonly element = html("div", { class: "position" });
  private fen = html("textarea", { rows: 3, readonly: true, "aria-label": "FEN of the position shown", spellcheck: "false" });
  private links: [HTMLAnchorElement, (ply: number) => string][] = [
    [html("a", { download: "" }, "The game as PGN"), () => "pgn"],
    [html("a", { download: "" }, "The position as SVG"), (ply) => `picture/${ply}.svg`],
    // what only the program can make
    ...(inside() ? [] : [[html("a", { download: "" }, "The position as PNG"), (ply: number) => `picture/${ply}.png`] as [HTMLAnchorElement, (ply: number) => string]]),
    [html("a", { download: "" }, "The game as a self-contained page"), () => "export"],
  ];
  private tags: TagFields;
  private regions = html("ul", { class: "regions", "aria-label": "Tinted squares" });

  constructor(
    private position: () => Position,
    private table: () => Table,
    private variant: () => Variant,
    entitle: (tags: Tags) => void,
  ) {
    this.tags = new TagFields(entitle);
    const fen = html("textarea", { rows: 3, name: "fen", spellcheck: "false", placeholder: "a FEN to start from" });
    const pgn = html("textarea", { rows: 4, name: "pgn", spellcheck: "false", placeholder: "a game as PGN, or just its moves" });
    const open = async () => {
      const opening = { ...likewise(this.table()), ...(fen.value.trim() && { fen: fen.value }), ...(pgn.value.trim() && { pgn: pgn.value }) };
      const table = await attempt("open", () => openTable(opening));
      if (table) location.hash = `#/game/${table.id}`;
    };
    this.element.append(
      html("h2", {}, "This position"),
      this.fen,
      html("button", { type: "button", click: () => void this.copy() }, "Copy the FEN"),
      ...(inside() ? [" ", html("button", { type: "button", click: () => void copyLink(this.table().id) }, "Copy a link to this game"), " ", html("button", { type: "button", click: () => void this.embed() }, "Copy an iframe")] : []),
      html("ul", { class: "links" }, ...this.links.map(([link]) => html("li", {}, link))),
      this.regions,
      this.tags.element,
      html("h2", {}, "Another position or game"),
      html(
        "form",
        { submit: (event: SubmitEvent) => (event.preventDefault(), void open()) },
        html("label", { class: "field" }, html("span", {}, "FEN"), fen),
        html("label", { class: "field" }, html("span", {}, "PGN"), pgn),
        html("button", {}, "Open as a new game"),
      ),
    );
    this.element.addEventListener("focusin", () => this.fill());
  }

  update(table: Table, variant: Variant): void {
    this.tags.update(table, variant);
    this.fill();
  }

  private fill(): void {
    const { id } = this.table();
    const { ply, fen } = this.position();
    this.fen.value = fen;
    for (const [link, path] of this.links) {
      const address = `/api/tables/${id}/${path(ply)}`;
      link.href = inside() ? "" : address;
      link.onclick = inside() ? (event) => (event.preventDefault(), void attempt("download", () => this.download(address))) : null;
    }
    this.legend();
  }

  /** The regions that are tinted, each with its colour. */
  private legend(): void {
    const { regions = [], squares = [] } = this.variant() ?? {};
    const item = (name: string, index: number) => {
      if (!squares.some((square) => square.tinted && square.region === index)) return [];
      const swatch = svg("svg", { viewBox: "0 0 2 1", class: "swatch", "aria-hidden": "true" });
      for (const [x, ground] of ["light", "dark"].entries()) {
        const place = { x, width: 1, height: 1 };
        swatch.append(svg("g", { class: ground }, svg("rect", { class: "ground", ...place }), svg("rect", { class: `tint t${index % 6}`, ...place })));
      }
      return [html("li", {}, swatch, name)];
    };
    renewed(this.regions, ...regions.flatMap(item));
    this.regions.hidden = this.regions.childElementCount === 0;
  }

  /** Saves what has no address of its own. */
  private async download(path: string): Promise<void> {
    const { body, kind, name } = path.endsWith("/export") ? await sent(path, parts) : await fetched(path);
    const address = URL.createObjectURL(new Blob([body], { type: kind }));
    html("a", { href: address, download: name ?? "" }).click();
    window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  /** Copies what shows the game in a page of another site. */
  private async embed(): Promise<void> {
    await attempt("link", async () => {
      const frame = html("iframe", { src: await linkTo(this.table().id, "embed"), title: this.table().title, width: 480, height: 640, style: "border: 0" });
      await navigator.clipboard.writeText(frame.outerHTML);
      say("Copied");
    });
  }

  private async copy(): Promise<void> {
    this.fen.select();
    await attempt("copy", () => navigator.clipboard.writeText(this.fen.value));
    say("Copied");
  }
}
