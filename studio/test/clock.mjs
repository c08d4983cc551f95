// Clocks, and the material beside the board.
import { check, click, same, visit } from "./harness.mjs";

const square = (page, name) => page.locator(`.table .board [data-square="${name}"]`);
const clock = (page, side) => page.getByRole("timer", { name: `${side}'s clock` });
const told = (page, words) => page.waitForFunction((words) => document.querySelector(".status")?.textContent.includes(words), words);
const MATERIAL = ".strip .material";

export const tests = {
  async "a clock is chosen with the game, and the choice is remembered"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await page.goto(studio.url);
    const begin = async () => {
      await page.locator(".home .card", { has: page.locator('strong:text-is("Chess")') }).first().click();
      await page.locator('dialog [name="black"]').selectOption("person");
    };
    const play = async () => {
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await page.waitForSelector("main[data-table] .table .board .piece");
    };
    await begin();
    await play();
    same(await page.locator(".clock:visible").count(), 0, "clocks without a time control");
    await page.goto(`${studio.url}#/`);
    await begin();
    await page.locator('dialog [name="clock"]').selectOption("own");
    await page.getByLabel("Minutes for each side").fill("1.5");
    await page.getByLabel("Increment in seconds").fill("2");
    await play();
    same([await clock(page, "White").textContent(), await clock(page, "Black").textContent()], ["1:30", "1:30"]);
    await page.goto(`${studio.url}#/`);
    await begin();
    same(await page.getByLabel("Minutes for each side").inputValue(), "1.5", "the last choice");
    await page.locator('dialog [name="clock"]').selectOption("5+3");
    await play();
    same(await clock(page, "White").textContent(), "5:00");
  },

  async "the clock of the side to move runs, and goes on after a reload"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("chess", { clock: { seconds: 300, increment: 3 } });
    await visit(page, studio, id);
    await click(page, "e2", "e4");
    same(await page.locator(".clock.running").count(), 0, "clocks that run before both have moved");
    await click(page, "e7", "e5");
    same(await clock(page, "Black").textContent(), "5:03", "with the increment");
    await page.waitForFunction(() => /^(5:0[0-2]|[0-4]:)/.test(document.querySelector(".clock.running")?.textContent));
    await page.reload();
    await page.waitForSelector(".clock.running");
    const [white, black] = (await studio.ask(`api/tables/${id}`)).clock.left;
    check(white < 303_000 && black === 303_000, `${white} and ${black} are left`);
    // what the page shows lies between what is left before and after
    const [minutes, seconds] = (await clock(page, "White").textContent()).split(":").map(Number);
    const later = (await studio.ask(`api/tables/${id}`)).clock.left[0];
    const shown = 1000 * (60 * minutes + seconds);
    check(shown > later - 2000 && shown < 303_000, `${shown} is shown, ${later} is left`);
    await click(page, "g1", "f3");
    check(await clock(page, "Black").evaluate((face) => face.classList.contains("running")), "Black's clock does not run");
  },

  async "the clock is stopped, and the next move starts it"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("chess", { clock: { seconds: 300, increment: 0 }, pgn: "1. e4 e5" });
    await visit(page, studio, id);
    await click(page, "d2", "d4");
    await click(page, "e5", "d4");
    await page.getByRole("button", { name: "Pause the clock" }).click();
    await told(page, "The clock is stopped");
    const { left } = (await studio.ask(`api/tables/${id}`)).clock;
    await page.getByRole("button", { name: "Resume the clock" }).waitFor();
    await page.reload();
    await told(page, "The clock is stopped");
    await click(page, "d1", "d4");
    same((await studio.ask(`api/tables/${id}`)).clock.left[0], left[0], "White's time after a move with a stopped clock");
    await page.waitForSelector(".clock.running");
  },

  async "who runs out of time has lost, and a move taken back gives it back"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("chess", { clock: { seconds: 1, increment: 0 } });
    await visit(page, studio, id);
    await click(page, "e2", "e4");
    // watched before the clock runs, which may be for a moment only
    await page.evaluate(() => {
      const low = (done) => document.querySelector(".clock.running.low") && done();
      window.low = new Promise((done) => new MutationObserver(() => low(done)).observe(document.body, { attributes: true, childList: true, subtree: true }));
    });
    await click(page, "e7", "e5");
    await page.evaluate(() => window.low);
    await told(page, "Black has won on time.");
    same(await clock(page, "White").textContent(), "0:00.0");
    same(await page.locator(".table .board .movable").count(), 0, "pieces that can still move");
    check((await page.locator(".record .result").textContent()) === "0–1 time", "the moves don't end with the result");
    const refused = await studio.ask(`api/tables/${id}/play`, { move: "d2d4" }).catch((error) => error.message);
    check(String(refused).includes("White's time is up"), `played: ${JSON.stringify(refused)}`);
    const pgn = await (await studio.fetch(`api/tables/${id}/pgn`)).text();
    for (const part of ['[TimeControl "1"]', '[Termination "time forfeit"]', '[Result "0-1"]', "1. e4 e5 0-1"]) check(pgn.includes(part), `${part} is missing in ${pgn}`);
    await page.getByRole("button", { name: "Take back" }).click();
    await told(page, "Black to move");
    same(await clock(page, "White").textContent(), "0:01.0", "given back");
    await page.getByRole("button", { name: "Rematch" }).waitFor({ state: "detached" });
  },

  async "the engine keeps within its clock"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("chess", { seats: { white: "person", black: "engine", level: 24 }, clock: { seconds: 60, increment: 0 } });
    await visit(page, studio, id);
    for (const [ply, [from, to]] of [["a2", "a3"], ["b2", "b3"], ["c2", "c3"], ["g2", "g3"]].entries()) {
      await square(page, from).click();
      await square(page, to).click();
      await page.waitForFunction((made) => document.querySelectorAll(".record li button").length >= made, 2 * ply + 2);
    }
    const { clock: { left }, position } = await studio.ask(`api/tables/${id}`);
    check(left[1] < 60_000 && left[1] > 0 && !position.result, `${left[1]} ms are left to the engine: ${JSON.stringify(position.result)}`);
  },

  async "what a side is ahead by stands beside its name, in any position of the game"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("chess"));
    same(await page.locator(MATERIAL).count(), 0, "material at the start");
    for (const [from, to] of [["e2", "e4"], ["d7", "d5"], ["e4", "d5"]]) await click(page, from, to);
    same(await page.locator(MATERIAL).getAttribute("aria-label"), "ahead by 1 pawn, 1 point");
    same(await page.locator(`${MATERIAL} .points`).textContent(), "+1");
    await click(page, "d8", "d5");
    await page.locator(MATERIAL).waitFor({ state: "detached" });
    await page.keyboard.press("ArrowLeft");
    await page.locator(MATERIAL).waitFor();
    // what is in hand is shown there
    await visit(page, studio, await studio.table("crazyhouse", { pgn: "1. e4 d5 2. exd5" }));
    await page.waitForFunction(() => document.querySelector(".strip .material")?.textContent === "+2");
    same(await page.locator(`${MATERIAL} svg`).count(), 0, "figures of what is in hand");
    // a promoted piece is there, the pawn is not
    await visit(page, studio, await studio.table("chess", { fen: "4k3/7P/8/8/8/8/8/4K3 w - - 0 1" }));
    const before = await page.locator(MATERIAL).first().getAttribute("aria-label");
    check(before.includes("1 pawn"), before);
    await click(page, "h7", "h8", "h7h8n");
    await page.waitForFunction(() => document.querySelector(".strip .material")?.getAttribute("aria-label").includes("1 knight"));
  },

  async "pieces can be shown as letters"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("xiangqi");
    await visit(page, studio, id);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Figures").selectOption("letters");
    await page.getByRole("button", { name: "Done" }).click();
    const letters = () => page.locator(".table .board .piece text").allTextContents();
    await page.waitForFunction(() => document.querySelector(".table .board .piece text")?.getAttribute("font-weight") === "700");
    const { pieces } = (await studio.ask(`api/tables/${id}`)).position;
    same((await letters()).length, pieces.length, "letters");
    await page.reload();
    await page.waitForSelector('.table .board .piece text[font-weight="700"]');
    await page.getByRole("tab", { name: "Set up" }).click();
    check((await page.locator(".tray text[font-weight='700']").count()) > 0, "the tray has other figures");
  },

  async "pieces can be shown as characters, which turn with the board"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("shogi"));
    const figure = () => page.locator(".table .board .piece").first().innerHTML();
    const usual = await figure();
    check(!usual.includes("<text"), "characters on tiles");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Figures").selectOption("drawn");
    await page.getByRole("button", { name: "Done" }).click();
    await page.waitForSelector(".table .board .piece text");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Figures").selectOption("usual");
    await page.getByRole("button", { name: "Done" }).click();
    await page.waitForFunction(() => document.querySelector(".table .board .piece") && !document.querySelector(".table .board .piece text"));
    const turned = () => page.locator(".table .board .piece g[transform^='rotate(180']").count();
    same(await turned(), 20, "tiles that point down");
    await page.getByRole("button", { name: "Flip the board" }).click();
    same(await turned(), 20, "tiles that point down on the turned board");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Figures").selectOption("compass");
    await page.getByRole("button", { name: "Done" }).click();
    await page.waitForSelector(".table .board .piece text");
  },
};
