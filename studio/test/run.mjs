// Runs the tests in a real browser, as many at a time as there are processors, four at most: `FERZ=path/to/ferz npm test [words of a name]`.
// `JOBS` gives another number.
import { availableParallelism } from "node:os";
import { browse, Room } from "./harness.mjs";
import { tests as analysis } from "./analysis.mjs";
import { tests as author } from "./author.mjs";
import { tests as clock } from "./clock.mjs";
import { tests as comfort } from "./comfort.mjs";
import { tests as drops } from "./drops.mjs";
import { tests as hands } from "./hands.mjs";
import { tests as hexagons } from "./hexagons.mjs";
import { tests as page } from "./page.mjs";
import { tests as play } from "./play.mjs";
import { tests as setup } from "./setup.mjs";
import { tests as site } from "./site.mjs";

/** Runs a test in a room of its own: what is wrong, if anything is. */
async function tried(name, test, browser) {
  const room = await Room.open(browser);
  const began = Date.now();
  try {
    await Promise.race([
      test(room),
      new Promise((_, failed) => setTimeout(() => failed(new Error("it takes too long")), 600_000).unref()),
    ]);
    if (room.troubles?.length) throw new Error(`the page complains: ${room.troubles.join("; ")}`);
    console.log(`ok      ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    return "";
  } catch (error) {
    return String(error.stack ?? error).replace(/^/gm, "        ");
  } finally {
    await room.close();
  }
}

/** Runs a test, and once more if it fails: a browser on a busy machine may lose what one types or clicks. Says whether it passed. */
async function passed(name, test, browser) {
  let said = await tried(name, test, browser);
  if (said) {
    console.log(`again   ${name}\n${said}`);
    const another = await browse();
    said = await tried(name, test, another);
    await another.close();
  }
  if (said) console.log(`FAILED  ${name}\n${said}`);
  return !said;
}

const wanted = process.argv.slice(2).join(" ");
// the longest begin first, so that none is left to run alone
const all = { ...play, ...page, ...analysis, ...comfort, ...clock, ...hands, ...drops, ...hexagons, ...author, ...setup, ...site };
const waiting = Object.entries(all).filter(([name]) => name.includes(wanted));
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
