// How the game went: White's chances after every move, once they have been judged, and the moves that were marked.

import { chances, scored } from "./analysis.js";
import { html, svg } from "./dom.js";
import { type Node, parted } from "./tree.js";
import type { Made, Position } from "./types.js";

/** The glyphs of moves that stand out, and their colours. */
const KINDS = new Map([
  [4, "blunder"],
  [2, "mistake"],
  [6, "inaccuracy"],
]);

export class Graph {
  readonly element = html("div", { class: "graph", hidden: true, role: "img" });
  private plies = 0;

  /** `goTo` is told the number of moves before the position that was pointed at. */
  constructor(goTo: (ply: number) => void) {
    this.element.addEventListener("click", ({ clientX }) => {
      const { left, width } = this.element.getBoundingClientRect();
      goTo(Math.round(((clientX - left) / width) * this.plies));
    });
  }

  /** Shows a game and its result; `at` is the number of moves before the position shown, if it is one of the game. */
  update(root: Node, made: Made[], result: Position["result"], at: number | null): void {
    const nodes = [root];
    for (const { move } of made) {
      const next = nodes.at(-1)!.next.find((one) => one.move === move);
      if (!next) break;
      nodes.push(next);
    }
    const scores = nodes.map((node) => parted(node.comment).score);
    const sure = result && (result.winner ? { value: null, mate: result.winner === "white" ? 1 : -1 } : { value: 0, mate: null });
    if (sure && scores.some(Boolean)) scores[made.length] = sure;
    const judged = scores.flatMap((score, ply) => (score ? [{ ply, score, chance: chances(score) }] : []));
    this.element.hidden = judged.length < 2;
    if (this.element.hidden) return;
    this.plies = made.length;
    const x = (ply: number) => (100 * ply) / this.plies;
    const y = (chance: number) => 100 * (1 - chance);
    const points = judged.map(({ ply, chance }) => `${x(ply)},${y(chance)}`).join(" ");
    const [first, last] = [judged[0]!, judged.at(-1)!];
    const marks = judged.flatMap(({ ply, chance }) => {
      const kind = nodes[ply]!.marks.map((mark) => KINDS.get(mark)).find(Boolean);
      return kind ? [svg("path", { class: kind, d: `M${x(ply)} ${y(chance)}h0` })] : [];
    });
    this.element.setAttribute("aria-label", `White's chances by move, from ${scored(first.score)} to ${scored(last.score)}`);
    this.element.replaceChildren(
      svg(
        "svg",
        { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
        svg("polygon", { points: `${x(first.ply)},100 ${points} ${x(last.ply)},100` }),
        svg("path", { class: "even", d: "M0 50H100" }),
        svg("polyline", { points }),
        ...(at === null ? [] : [svg("path", { class: "here", d: `M${x(at)} 0V100` })]),
        ...marks,
      ),
    );
  }
}
