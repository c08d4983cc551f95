// Runs the tests in a real browser, as many at a time as there are processors, four at most: `FERZ=path/to/ferz npm test [words of a name]`.
// `JOBS` gives another number. `npm test -- --quick` runs only a few, those marked `quick`.
import { availableParallelism } from "node:os";
import { browse, Room } from "./harness.mjs";
import { tests as analysis } from "./analysis.mjs";
import { tests as author } from "./author.mjs";
import { tests as clock } from "./clock.mjs";
import { tests as comfort } from "./comfort.mjs";
import { tests as drops } from "./drops.mjs";
import { tests as guide } from "./guide.mjs";
import { tests as hands } from "./hands.mjs";
import { tests as hexagons } from "./hexagons.mjs";
import { tests as maker } from "./maker.mjs";
import { tests as page } from "./page.mjs";
import { tests as play } from "./play.mjs";
import { tests as setup } from "./setup.mjs";
import { tests as site } from "./site.mjs";

/** Runs a test in a room of its own: says whether it passed. */
async function passed(name, test, browser) {
  const room = await Room.open(browser);
  const began = Date.now();
  try {
    await Promise.race([
      test(room),
      new Promise((_, failed) => setTimeout(() => failed(new Error("it takes too long")), 30 * 60_000).unref()),
    ]);
    if (room.troubles?.length) throw new Error(`the page complains: ${room.troubles.join("; ")}`);
    console.log(`ok      ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    console.log(`FAILED  ${name}\n${String(error.stack ?? error).replace(/^/gm, "        ")}`);
    return false;
  } finally {
    await room.close();
  }
}

const given = process.argv.slice(2);
const quick = given.includes("--quick");
const wanted = given.filter((word) => word !== "--quick").join(" ");
// the longest begin first, so that none is left to run alone
const all = { ...play, ...page, ...analysis, ...comfort, ...clock, ...guide, ...hands, ...drops, ...hexagons, ...maker, ...author, ...setup, ...site };
const waiting = Object.entries(all).filter(([name, test]) => name.includes(wanted) && (test.quick || !quick));
const run = waiting.length;
let failed = 0;

/** Takes one test after another until none is left. */
async function work() {
  let browser = await browse();
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (!browser.isConnected()) browser = await browse();
    if (!(await passed(...next, browser))) failed++;
  }
  await browser.close();
}

const jobs = Number(process.env.JOBS) || Math.min(availableParallelism(), 4);
await Promise.all(Array.from({ length: jobs }, work));
console.log(`${run - failed} of ${run} browser tests passed`);
process.exit(failed || !run ? 1 : 0);
