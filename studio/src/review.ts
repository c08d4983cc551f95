// The review of a game: every position is judged briefly, its score is written at the move before it, and the moves that lost much are marked.

import { counted, type Fault, fault, judged } from "./analysis.js";
import type { Change } from "./remarks.js";
import { joined, mainLine, type Node, parted, type Path, type Score } from "./tree.js";
import type { Table } from "./types.js";

/** The reason of a result on the clock. */
const TIME = "time";

/** The notes of the game that is reviewed. */
interface Notes {
  node(path: Path): Node;
  write(path: Path, change: Change): Promise<boolean>;
}

/** Marks the moves of the game that lost much, each with what was better. */
export async function review({ id, made, position }: Table, notes: Notes, told: (words: string) => void, stop: AbortSignal): Promise<void> {
  const path = mainLine(made);
  const faults: Fault[] = [];
  let before = await judged(id, [], stop);
  if (before) await score(notes, [], before);
  for (const [index, { side, move }] of made.entries()) {
    told(`Move ${index + 1} of ${made.length}`);
    // the time that a side had left says nothing of its last move
    const over = index + 1 === made.length && position.result?.reason !== TIME ? position.result : null;
    const winner = over?.winner;
    const after = over ? null : await judged(id, path.slice(0, index + 1), stop);
    if (stop.aborted) return;
    const scored = after ?? { value: 0, mate: winner ? (winner === "white" ? 1 : -1) : null };
    const found = before && before.moves[0] !== move ? fault(before, scored, side) : null;
    if (found) {
      await mark(notes, path.slice(0, index), move, before!.moves, found);
      faults.push(found);
    }
    if (after) await score(notes, path.slice(0, index + 1), after);
    before = after;
  }
  told(counted(faults));
}

/** Writes a score at a move. */
async function score(notes: Notes, path: Path, { value, mate }: Score): Promise<void> {
  await notes.write(path, { comment: joined({ ...parted(notes.node(path).comment), score: { value, mate } }) });
}

async function mark(notes: Notes, path: Path, move: string, better: Path, { mark, comment }: Fault): Promise<void> {
  const { marks, comment: old } = notes.node([...path, move]);
  if (marks.length > 0 || parted(old).words) return;
  await notes.write([...path, move], { marks: [mark], comment });
  await notes.write([...path, ...better.slice(0, 6)], {});
}
