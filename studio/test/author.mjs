// Writing a file with the board beside it.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { check, click, same, visit } from "./harness.mjs";

const GAME = `[game]
name = "Tiny"

[board]
files = 5
ranks = 5

[pieces]
king = { letter = "K", moves = "K", royal = true }
tower = { letter = "T", moves = "R" }

[setup]
white = ["T . K . T"]

[end]
checkmate = { lose = "checkmate" }
stalemate = { draw = "stalemate" }
repetition = { draw = "third occurrence" }
idle = { draw = "50 moves without capture" }
`;

async function written(room) {
  const path = join(room.folder, "tiny.toml");
  await writeFile(path, GAME);
  const studio = await room.studio(["tiny.toml"]);
  const page = await room.page();
  await page.goto(studio.url);
  await page.waitForSelector(".cm-content");
  await page.getByLabel("Black is played by").selectOption("person");
  return { path, studio, page };
}

const id = async (page) => (await page.evaluate(() => location.hash)).split("/")[2];
const reachable = (page, from) => page.evaluate((from) => document.querySelector(`.table [data-square="${from}"]`).getAttribute("aria-label"), from);

export const tests = {
  async "a save from another program changes the board at once"(room) {
    const { path, studio, page } = await written(room);
    await click(page, "a1", "a3", "a1a3");
    const times = [];
    for (const [moves, wanted] of [["B", 2], ["R", 2], ["Q", 2], ["N", 2], ["R", 2]]) {
      const revision = (await studio.ask(`api/tables/${await id(page)}`)).rules;
      // watched before the file is written, so that no change is missed
      await page.evaluate(() => {
        window.seen = new Promise((done) => new MutationObserver(() => done(performance.timeOrigin + performance.now())).observe(document.querySelector(".pieces .words"), { childList: true, subtree: true }));
      });
      const began = Date.now();
      await writeFile(path, GAME.replace('moves = "R"', `moves = "${moves}"`));
      times.push((await page.evaluate(() => window.seen)) - began);
      check((await studio.ask(`api/tables/${await id(page)}`)).rules > revision && wanted, "the rules are as they were");
    }
    times.sort((one, other) => one - other);
    console.log(`    from save to new board: ${times.map((time) => Math.round(time)).join(", ")} ms`);
    check(times[2] < 200, `it takes ${times[2]} ms`);
  },

  async "typing shows the problem, and mending it the new board"(room) {
    const { path, studio, page } = await written(room);
    const editor = page.locator(".cm-content");
    await editor.click();
    const replace = async (from, to) => {
      await page.evaluate(() => document.querySelector(".cm-content").focus());
      await page.keyboard.press("Control+f");
      await page.locator('.cm-search input[name="search"]').fill(from);
      await page.locator('.cm-search input[name="replace"]').fill(to);
      await page.locator('.cm-search button[name="replaceAll"]').click();
      await page.keyboard.press("Escape");
    };
    await replace('"R"', '"R?"');
    await page.waitForSelector(".problems .error");
    check((await page.locator(".problems .error").first().textContent()).includes("line 10"), "the place is wrong");
    check((await page.locator(".state").textContent()).includes("not saved"), "it is called saved");
    await page.waitForSelector(".cm-lint-marker-error, .cm-lintRange-error");
    await replace('"R?"', '"B"');
    await page.waitForFunction(() => !document.querySelector(".problems .error"));
    same(await readFile(path, "utf8"), GAME, "the file before it is saved");
    const { position } = await studio.ask(`api/tables/${await id(page)}`);
    check(position.steps.some((step) => step.step === "a1b2") && !position.steps.some((step) => step.step === "a1a2"), "the board has the old rules");
    await page.keyboard.press("Control+s");
    await page.waitForFunction(() => document.querySelector(".state").textContent.includes(": saved"));
    check((await readFile(path, "utf8")).includes('moves = "B"'), "it is not saved");
  },

  async "what another program wrote is not overwritten unasked"(room) {
    const { path, page } = await written(room);
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("# mine\n");
    const theirs = GAME.replace('"Tiny"', '"Theirs"');
    await writeFile(path, theirs);
    await page.waitForSelector(".file .note:not([hidden])");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.waitForTimeout(300);
    const now = await readFile(path, "utf8");
    check(now === theirs || now.includes("# mine"), "something else is there");
    await page.getByRole("button", { name: "Overwrite it with mine" }).click();
    await page.waitForFunction(() => document.querySelector(".state").textContent.includes(": saved"));
    check((await readFile(path, "utf8")).includes("# mine"), "the own text is lost");
  },

  async "keys are completed from the schema"(room) {
    const { page } = await written(room);
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("[prom");
    await page.waitForSelector(".cm-tooltip-autocomplete");
    check((await page.locator(".cm-tooltip-autocomplete").textContent()).includes("promotion"), "the table is not offered");
    // an offer is only taken after a moment, so that no key is taken by surprise
    await page.waitForTimeout(150);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    check((await page.locator(".cm-content").textContent()).includes("[promotion"), "it is not completed");
  },

  async "a variant is written from nothing"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await page.goto(studio.url);
    await page.getByRole("button", { name: "New file" }).click();
    await page.locator('dialog input[name="name"]').fill("my-game");
    await page.locator('dialog input[name="files"]').fill("10");
    await page.getByRole("button", { name: "Create" }).click();
    await page.waitForSelector(".cm-content");
    check((await readFile(join(room.folder, "my-game.toml"), "utf8")).includes("files = 10"), "the file is not as asked");
    await page.waitForFunction(() => document.querySelector(".problems .none"));
    same(await page.locator(".table .board .man").count(), 30, "pieces on the board");
    await click(page, "b1", "c3", "b1c3");
    await page.getByRole("button", { name: "New file" }).click();
    await page.locator('dialog input[name="name"]').fill("my-game");
    await page.getByRole("button", { name: "Create" }).click();
    await page.waitForFunction(() => document.querySelector("dialog .wrong")?.textContent.includes("exists"));
  },

  async "a piece shows where it moves, and minds pieces in its way"(room) {
    const { page } = await written(room);
    await page.getByRole("tab", { name: "Pieces" }).click();
    await page.getByRole("button", { name: /Tower/ }).hover();
    await page.waitForFunction(() => document.querySelector(".words").textContent.startsWith("Tower"));
    const targets = () => page.locator(".pieces .board .target").count();
    await page.waitForFunction(() => document.querySelectorAll(".pieces .board .target").length === 8);
    await page.locator('.pieces [data-square="c4"]').click();
    await page.waitForFunction(() => document.querySelectorAll(".pieces .board .target.capture").length === 1);
    await page.locator('.pieces [data-square="c4"]').click();
    await page.waitForFunction(() => document.querySelectorAll(".pieces .board .target.capture").length === 0);
    check((await targets()) < 8, "the friend is no obstacle");
  },
};
