// Runs the tests in a real browser, one after another: `FERZ=path/to/ferz npm test [words of a name]`.
import { Room } from "./harness.mjs";
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
async function tried(name, test) {
  const room = await Room.open();
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

const wanted = process.argv.slice(2).join(" ");
let failed = 0;
let run = 0;
for (const [name, test] of Object.entries({ ...play, ...analysis, ...comfort, ...clock, ...hands, ...drops, ...hexagons, ...author, ...setup, ...page, ...site })) {
  if (!name.includes(wanted)) continue;
  run++;
  // a browser on a busy machine may lose what one types or clicks: a test has a second try, and says so
  let said = await tried(name, test);
  if (said) {
    console.log(`again   ${name}\n${said}`);
    said = await tried(name, test);
  }
  if (said) {
    failed++;
    console.log(`FAILED  ${name}\n${said}`);
  }
}
console.log(`${run - failed} of ${run} browser tests passed`);
process.exit(failed || !run ? 1 : 0);
