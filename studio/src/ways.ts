// Steps to a square: how they are marked and said, and which of several is meant.

import { capital, html, svg } from "./dom.js";
import type { Step } from "./types.js";

/** What can be done on a target, in words. */
export function can(steps: Step[]): string {
  const kinds = new Set(steps.map((step) => step.kind));
  if (kinds.has("special")) return steps.length > 1 ? "several moves to here" : `move to here: ${steps[0]!.words || "special"}`;
  if (steps[0]!.from.endsWith("@")) return "can be dropped on";
  return kinds.has("capture") ? "can be captured" : "can be moved to";
}

/** The mark of a target: a dot for a move, a ring for a capture, a diamond for anything else. */
export function mark(steps: Step[], man: boolean): SVGElement {
  const kind = steps.some((step) => step.kind === "special") ? "special" : steps[0]!.kind;
  if (kind === "special") return svg("path", { class: "target special", d: man ? "M22.5 2L43 22.5L22.5 43L2 22.5z" : "M22.5 12L33 22.5L22.5 33L12 22.5z" });
  if (kind === "capture") return svg("circle", { class: "target capture", cx: 22.5, cy: 22.5, r: 19 });
  return svg("circle", { class: "target", cx: 22.5, cy: 22.5, r: 7 });
}

/** The mark of a piece that has promoted. */
export function promoted(): SVGElement {
  return svg("path", { class: "promoted", d: "M38 2l2 4.2 4.6.6-3.4 3.2.9 4.6-4.1-2.3-4.1 2.3.9-4.6-3.4-3.2 4.6-.6z" });
}

/** Offers steps in a dialog; null if none is taken. */
export function ask(ways: Step[], title = "Which move?"): Promise<Step | null> {
  return new Promise((resolve) => {
    let chosen: Step | null = null;
    const button = (step: Step) =>
      html(
        "button",
        {
          type: "button",
          "data-step": step.step,
          click: () => {
            chosen = step;
            dialog.close();
          },
        },
        html("strong", {}, step.san),
        " ",
        capital(step.words || "just move"),
      );
    const dialog = html(
      "dialog",
      { class: "ask", "aria-label": title, close: () => (dialog.remove(), resolve(chosen)) },
      html("h2", {}, title),
      html("div", { class: "ways" }, ...ways.map(button)),
      html("button", { type: "button", class: "quiet", click: () => dialog.close() }, "Cancel"),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}
