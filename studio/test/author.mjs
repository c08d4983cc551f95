// Writing a file with the board beside it.
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { check, click, quick, same, visit } from "./harness.mjs";

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

/** Types a line at the end of the text. */
async function type(page, line) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(`${line}\n`);
}

/** Replaces some words in the editor. */
async function swap(page, from, to) {
  await page.evaluate(() => document.querySelector(".cm-content").focus());
  await page.keyboard.press("Control+f");
  await page.locator('.cm-search input[name="search"]').fill(from);
  await page.locator('.cm-search input[name="replace"]').fill(to);
  await page.locator('.cm-search button[name="replaceAll"]').click();
  await page.keyboard.press("Escape");
}

/** Waits until the server has a text that is not saved. */
async function kept(page, studio, words) {
  await page.waitForFunction(
    async ([url, words]) => {
      const answer = await fetch(`${url}api/files/0`).catch(() => null);
      const { draft, kept } = answer?.ok ? await answer.json() : {};
      return kept && draft?.includes(words);
    },
    [studio.url, words],
  );
}

export const tests = {
  async "a save from another program changes the board"(room) {
    const { path, studio, page } = await written(room);
    await click(page, "a1", "a3", "a1a3");
    await page.getByRole("tab", { name: "Pieces" }).click();
    await page.getByRole("button", { name: /Tower/ }).hover();
    for (const moves of ["B", "R", "Q", "N", "R"]) {
      const revision = (await studio.ask(`api/tables/${await id(page)}`)).rules;
      await writeFile(path, GAME.replace('moves = "R"', `moves = "${moves}"`));
      await page.waitForFunction((moves) => document.querySelector(".pieces .words code")?.textContent === moves, moves);
      check((await studio.ask(`api/tables/${await id(page)}`)).rules > revision, "the rules are as they were");
    }
  },

  "typing shows the problem, and mending it the new board": quick(async (room) => {
    const { path, studio, page } = await written(room);
    const editor = page.locator(".cm-content");
    await editor.click();
    await swap(page, '"R"', '"R?"');
    await page.waitForSelector(".problems .error");
    check((await page.locator(".problems .error").first().textContent()).includes("line 10"), "the place is wrong");
    check((await page.locator(".state").textContent()).includes("not saved"), "it is called saved");
    await page.waitForSelector(".cm-lint-marker-error, .cm-lintRange-error");
    await swap(page, '"R?"', '"B"');
    await page.waitForFunction(() => !document.querySelector(".problems .error"));
    same(await readFile(path, "utf8"), GAME, "the file before it is saved");
    const { position } = await studio.ask(`api/tables/${await id(page)}`);
    check(position.moves.some((move) => move.move === "a1b2") && !position.moves.some((move) => move.move === "a1a2"), "the board has the old rules");
    await page.keyboard.press("Control+s");
    await page.waitForFunction(() => document.querySelector(".state").textContent.includes(": saved"));
    check((await readFile(path, "utf8")).includes('moves = "B"'), "it is not saved");
  }),

  async "what another program wrote is not overwritten unasked"(room) {
    const { path, page } = await written(room);
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("# mine\n");
    const theirs = GAME.replace('"Tiny"', '"Theirs"');
    await writeFile(path, theirs);
    await page.waitForSelector(".file .note:not([hidden])");
    const refused = page.waitForResponse((response) => response.request().method() === "PUT");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    same((await refused).status(), 409, "the answer");
    same(await readFile(path, "utf8"), theirs, "the file");
    await page.waitForSelector(".file .note:not([hidden])");
    await page.getByRole("button", { name: "Overwrite it with mine" }).click();
    await page.waitForFunction(() => document.querySelector(".state").textContent.includes(": saved"));
    check((await readFile(path, "utf8")).includes("# mine"), "the own text is lost");
  },

  async "keys and names are completed as the language server does"(room) {
    const { page } = await written(room);
    await page.clock.install();
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("[prom");
    await page.waitForSelector(".cm-tooltip-autocomplete");
    check((await page.locator(".cm-tooltip-autocomplete").textContent()).includes("promotion"), "the table is not offered");
    // an offer is only taken after a moment, so that no key is taken by surprise
    await page.clock.fastForward(1000);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    check((await page.locator(".cm-content").textContent()).includes("[promotion"), "it is not completed");
    await page.keyboard.press("Control+End");
    await page.keyboard.type(']\nto = "towe');
    const offered = page.locator(".cm-tooltip-autocomplete");
    await offered.getByText("tower", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
  },

  async "a word under the pointer is explained, with a picture of a piece"(room) {
    const { page } = await written(room);
    const box = await page.locator(".cm-line", { hasText: "tower = {" }).getByText("tower").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.move(box.x + box.width / 2 + 1, box.y + box.height / 2);
    const told = page.locator(".cm-tooltip .told");
    await told.waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, "hover.png") });
    check((await told.textContent()).includes("Tower"), await told.textContent());
    await page.waitForFunction(() => document.querySelector(".told img")?.naturalWidth > 0);
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
    same(await page.locator(".table .board .piece").count(), 30, "pieces on the board");
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

  async "what is typed outlives a restart of the program, and the page goes on by itself"(room) {
    const { path, studio, page } = await written(room);
    await type(page, "# mine");
    await page.waitForFunction(() => document.querySelector(".state").textContent.includes("not saved"));
    await kept(page, studio, "# mine");
    await studio.restart();
    // typed while the page may not know of the restart yet
    await type(page, "# more");
    await kept(page, studio, "# more");
    await page.waitForSelector("#trouble", { state: "hidden" });
    await page.goto(`${studio.url}#/`);
    await studio.restart();
    await page.goto(studio.url);
    await page.waitForSelector(".cm-content");
    const text = await page.locator(".cm-content").textContent();
    check(text.includes("# mine") && text.includes("# more"), "the text is lost");
    await page.keyboard.press("Control+s");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+s");
    await page.waitForFunction(() => document.querySelector(".state").textContent.includes(": saved"));
    check((await readFile(path, "utf8")).includes("# more"), "it is not saved");
  },

  async "what is typed while the program is away is there when page and program come again"(room) {
    const { studio, page } = await written(room);
    await studio.stop();
    await type(page, "# alone");
    await page.waitForSelector("#trouble:not([hidden])");
    await page.goto("about:blank");
    await studio.restart();
    await page.goto(studio.url);
    await page.waitForSelector(".cm-content");
    check((await page.locator(".cm-content").textContent()).includes("# alone"), "the text is lost");
    await kept(page, studio, "# alone");
  },

  async "a page with a text that is not saved asks before it is closed"(room) {
    const { page } = await written(room);
    const asks = () => page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
    same(await asks(), false, "before anything is typed");
    await type(page, "# mine");
    same(await asks(), true, "with a text that is not saved");
    await page.keyboard.press("Control+s");
    await page.waitForFunction(() => document.querySelector(".state").textContent.includes(": saved"));
    same(await asks(), false, "after it is saved");
  },

  async "a file that is broken from the beginning is mended in the studio"(room) {
    const path = join(room.folder, "tiny.toml");
    await writeFile(path, GAME.replace('"K", royal', '"K!", royal'));
    const studio = await room.studio(["tiny.toml"]);
    const page = await room.page();
    await page.goto(studio.url);
    await page.waitForSelector(".problems .error");
    check((await page.locator(".cm-content").textContent()).includes("K!"), "the text is not shown");
    check(await page.locator("#trouble").isHidden(), await page.locator("#trouble").textContent());
    await swap(page, "K!", "K");
    await page.waitForSelector(".table .board .piece");
    check((await page.evaluate(() => location.hash)).startsWith("#/game/"), "the game has no address");
    // the editor is the same one: what was typed can be taken back
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+z");
    await page.waitForSelector(".problems .error");
    await page.keyboard.press("Control+y");
    await page.waitForFunction(() => !document.querySelector(".problems .error"));
    await click(page, "a1", "a3", "a1a3");
  },

  async "a game whose file was broken overnight is opened with its file, and goes on once that is mended"(room) {
    const { path, studio, page } = await written(room);
    await click(page, "a1", "a3", "a1a3");
    await studio.stop();
    await writeFile(path, GAME.replace('moves = "R"', 'moves = "R?"'));
    await studio.restart();
    await page.goto("about:blank");
    await page.goto(studio.url);
    await page.waitForSelector(".problems .error");
    await writeFile(path, GAME);
    await page.waitForSelector(".table .board .piece");
    same(await page.locator(".record li button").count(), 1, "moves of the game");
    // from the first page as well
    await studio.stop();
    await writeFile(path, "game.name = 3\n");
    await studio.restart();
    await page.goto(`${studio.url}#/`);
    await page.getByRole("button", { name: /has errors/ }).click();
    await page.waitForSelector(".problems .error");
    await page.waitForSelector(".waits");
  },

  async "a file that is deleted is not called saved, and can be written again"(room) {
    const { path, page } = await written(room);
    await rm(path);
    await page.waitForFunction(() => document.querySelector(".state").textContent.includes("no longer on disk"));
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.waitForFunction(() => document.querySelector(".state").textContent.includes(": saved"));
    same(await readFile(path, "utf8"), GAME);
  },

  async "a game whose start position is changed can be started again"(room) {
    const { path, studio, page } = await written(room);
    await click(page, "a1", "a3", "a1a3");
    await writeFile(path, GAME.replace("T . K . T", ". T K . T"));
    await page.waitForSelector(".actions .note:not([hidden])");
    const table = await id(page);
    check((await studio.ask(`api/tables/${table}`)).start !== null, "the position is not kept");
    await page.locator(".actions .note").getByRole("button", { name: "Start again" }).click();
    await page.waitForFunction(() => document.querySelector('.table [data-square="b1"]').getAttribute("aria-label").includes("tower"));
    const { start, made } = await studio.ask(`api/tables/${table}`);
    same([start, made.length], [null, 0], "the game after it");
    check(await page.getByRole("button", { name: "Start again" }).first().isDisabled(), "it can be started again at its start");
  },

  async "two tabs write the same text"(room) {
    const { path, studio, page } = await written(room);
    const other = await page.context().newPage();
    await other.goto(`${studio.url}#/game/${await id(page)}/file`);
    await other.waitForSelector(".cm-content");
    await page.bringToFront();
    await type(page, "# from one tab");
    await kept(page, studio, "# from one tab");
    await other.bringToFront();
    await other.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("# from one tab"));
    await other.locator(".cm-content").click();
    await other.keyboard.press("Control+s");
    await other.waitForFunction(() => document.querySelector(".state").textContent.includes(": saved"));
    await page.bringToFront();
    await page.waitForFunction(() => document.querySelector(".state").textContent.includes(": saved"));
    check(await page.locator(".file .note").isHidden(), await page.locator(".file .note").textContent());
    check((await readFile(path, "utf8")).includes("# from one tab"), "it is not saved");
  },

  async "what two tabs type at once is told of the tab, and neither text is lost"(room) {
    const { path, studio, page } = await written(room);
    // what another tab does, with its own requests; this one doesn't hear of it before it sends
    const theirs = async (route) => (await studio.ask("api/files/0/draft", { text: `${GAME}# theirs\n` }), await route.continue());
    await page.route("**/draft", theirs, { times: 1 });
    await type(page, "# mine");
    await page.waitForFunction(() => document.querySelector(".file .note").textContent.includes("Another tab has changed the text"));
    check((await page.locator(".cm-content").textContent()).includes("# mine"), "the own text is lost");
    check((await studio.ask("api/files/0")).draft.includes("# theirs"), "the other text is lost");
    await page.getByRole("button", { name: "Keep mine" }).click();
    await kept(page, studio, "# mine");
    // and a save of another tab is told as one
    const saves = async (route) => {
      const body = { text: `${GAME}# saved\n`, seen: GAME };
      const saved = await studio.fetch("api/files/0", { method: "PUT", body: JSON.stringify(body) });
      check(saved.ok, await saved.text());
      await route.continue();
    };
    await page.route("**/draft", saves, { times: 1 });
    await type(page, "# again");
    await page.waitForFunction(() => document.querySelector(".file .note").textContent.includes("Another tab has saved the file"));
    await page.getByRole("button", { name: "Overwrite it with mine" }).click();
    await page.waitForFunction(() => document.querySelector(".state").textContent.includes(": saved"));
    check((await readFile(path, "utf8")).includes("# again"), "the own text is lost");
  },
};
