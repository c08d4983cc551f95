// Playing by clicking, dragging and keys.
import { check, click, quick, same, visit } from "./harness.mjs";

/** The same numbers every time. */
function chances(seed) {
  return () => ((seed = (seed * 1103515245 + 12345) % 2147483648), seed / 2147483648);
}

export const tests = {
  async "a Courier game is played to its end by clicking"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("courier");
    await visit(page, studio, id);
    // a short one, of 96 moves
    const chance = chances(34);
    for (let ply = 0; ; ply++) {
      const { position } = await studio.ask(`api/tables/${id}`);
      if (position.result) {
        check(ply > 10, "the game was too short");
        await page.waitForSelector(".status.over");
        const said = await page.locator(".status").textContent();
        check(said.includes(position.result.reason), `${said} doesn't name ${position.result.reason}`);
        same(await page.locator(".record .result").count(), 1, "results in the list");
        break;
      }
      // pieces are taken whenever that can be done, so that it ends
      const takes = position.moves.filter((move) => move.kind === "capture");
      const from = takes.length > 0 ? takes : position.moves;
      const move = from[Math.floor(chance() * from.length)];
      await click(page, move.from, move.to, move.move);
      check(ply < 600, "the game doesn't end");
    }
  },

  "a piece is dragged, a move taken back and played again, the board turned": quick(async (room) => {
    const studio = await room.studio();
    const page = await room.page({ reducedMotion: "no-preference" });
    await visit(page, studio, await studio.table("chess"));
    const middle = async (name) => {
      const box = await page.locator(`.table [data-square="${name}"]`).boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const drag = async (from, to) => {
      await page.mouse.move(...(await middle(from)));
      await page.mouse.down();
      await page.mouse.move(...(await middle(to)), { steps: 6 });
      await page.mouse.up();
    };
    await drag("e2", "e4");
    await page.waitForSelector('.record button:text("e4")');
    same(await page.locator(".counters").textContent(), "Move 1 · 0 of 100 plies without progress");
    await page.getByRole("button", { name: "Flip the board" }).click();
    await drag("e7", "e5");
    await page.waitForSelector('.record button:text("e5")');
    await drag("d2", "d8");
    same(await page.locator(".record li button").count(), 2, "after an illegal drag");
    await page.getByRole("button", { name: "Take back" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".record li button").length === 1);
    await page.getByRole("button", { name: "Replay" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".record li button").length === 2);
    await page.locator('.record button:text("e4")').click();
    await page.waitForFunction(() => document.querySelector(".status").textContent.includes("After move 1"));
    check((await page.locator('.table [data-square="e7"]').getAttribute("aria-label")).includes("black pawn"), "the past is not shown");
  }),

  async "promotions ask what to become"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("chess", { fen: "1n5k/P7/8/8/8/8/8/K7 w - - 0 1" });
    await visit(page, studio, id);
    await click(page, "a7", "b8", "a7b8n");
    const { position } = await studio.ask(`api/tables/${id}`);
    check(position.fen.startsWith("1N5k"), position.fen);
  },

  async "a huff and a recycling in the court"(room) {
    const studio = await room.studio();
    const page = await room.page();
    let id = await studio.table("courtyard", { fen: "4k5/10/10/10/10/10/10/10/2s7/1G3K4 w" });
    await visit(page, studio, id);
    await click(page, "b1", "a2", "b1a2");
    const huff = page.locator('.extra [data-move="xa2"]');
    check((await huff.textContent()).includes("failed to capture"), "the huff is not explained");
    await huff.click();
    await page.waitForSelector('.material[aria-label^="ahead by 1 "]');
    await click(page, "e10", "d9", "e10d9");
    id = await studio.table("courtyard", { fen: "2S1k5/10/10/10/10/10/10/10/10/1G3K4 w" });
    await visit(page, studio, id);
    await click(page, "c10", "h1", "c10h1");
    const { position } = await studio.ask(`api/tables/${id}`);
    check(position.pieces.some((piece) => piece.square === "h1"), "the piece is not recycled");
  },

  async "a promotion that is due comes first and is offered"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("courier-spiel", { fen: "12/1P9k/12/12/12/12/12/K11 w - - 0 1 lost=QR" });
    await visit(page, studio, id);
    for (const [from, to] of [["b7", "b8"], ["l7", "l6"], ["a1", "a2"], ["l6", "l5"], ["a2", "a1"], ["l5", "l4"]]) {
      await click(page, from, to, from + to);
    }
    check((await page.locator(".remembered").textContent()).length > 10, "nothing is said of the waiting piece");
    same(await page.locator(".extra .ways button").count(), 2, "ways to promote");
    await page.locator('.extra [data-move="b8=r"]').click();
    await page.waitForFunction(() => document.querySelectorAll(".record li button").length === 7);
    await click(page, "b8", "b1", "b8b1");
  },

  async "the engine answers, and gives hints"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("courier", { seats: { white: "person", black: "engine", level: 1 } });
    await visit(page, studio, id);
    await click(page, "g2", "g3", "g2g3");
    await page.waitForFunction(() => document.querySelectorAll(".record li button").length === 2);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.waitForSelector(".board .hinted");
    check(/Hint: /.test(await page.locator(".status").textContent()), "no hint is said");
    await page.getByRole("button", { name: "Take back" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".record li button").length === 0);
    await page.getByLabel("White is played by").selectOption("engine");
    await page.waitForFunction(() => document.querySelectorAll(".record li button").length >= 4);
  },

  async "a game is played by keyboard alone"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("chess");
    await visit(page, studio, id);
    // from the top of the page to the board with the tab key
    for (let at = 0; at < 30; at++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement?.hasAttribute("data-square"))) break;
    }
    const focus = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    check(await focus(), "the board can't be reached");
    const to = async (name) => {
      for (let at = 0; at < 20; at++) {
        const now = (await focus()).split(",")[0];
        if (now === name) return;
        const [file, rank] = [name.charCodeAt(0) - now.charCodeAt(0), name.slice(1) - now.slice(1)];
        await page.keyboard.press(file > 0 ? "ArrowRight" : file < 0 ? "ArrowLeft" : rank > 0 ? "ArrowUp" : "ArrowDown");
      }
    };
    await to("g1");
    check((await focus()).includes("white knight"), await focus());
    await page.keyboard.press("Enter");
    await to("f3");
    check((await focus()).includes("can be moved to"), await focus());
    await page.keyboard.press("Enter");
    await page.waitForSelector('.record button:text("Nf3")');
    check((await page.locator("#live").textContent()).includes("White: Nf3"), "the move is not announced");
    // what is redrawn keeps the focus
    await page.getByLabel("Black is played by").focus();
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction(() => document.querySelectorAll(".record li button").length === 2);
    check((await focus()) === "Black is played by", `the focus has gone to ${await focus()}`);
    await page.locator('.record button:text("Nf3")').focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".status").textContent.includes("After move 1"));
    same(await page.evaluate(() => document.activeElement?.textContent), "Nf3", "focus");
    await page.getByRole("tab", { name: "Pieces" }).click();
    await page.locator('.pieces [data-square="b2"]').focus();
    await page.keyboard.press("p");
    await page.waitForSelector('.pieces [data-square="b2"][aria-label*="king"]');
  },

  async "moves can be typed, and what is wrong with one is said"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("chess"));
    const type = async (text) => {
      await page.getByLabel("Type a move").fill(text);
      await page.keyboard.press("Enter");
    };
    await type("Nf3");
    await page.waitForSelector('.record button:text("Nf3")');
    await type("Ke2");
    await page.waitForFunction(() => document.querySelector(".typed .wrong").textContent.length > 20);
    await type("e5");
    await page.waitForSelector('.record button:text("e5")');
    same(await page.locator(".typed .wrong").textContent(), "", "what was wrong before");
  },

  async "a game survives a restart"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("courier");
    await visit(page, studio, id);
    await click(page, "g2", "g3", "g2g3");
    await studio.restart();
    await page.waitForFunction(() => !document.body.classList.contains("cut-off"));
    await page.reload();
    await page.waitForSelector('.record button:text("g3")');
    await click(page, "g7", "g6", "g7g6");
    same((await studio.ask(`api/tables/${id}`)).made.length, 2, "moves after the restart");
  },

  async "a game goes out as PGN and comes in again"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("courier"), "position");
    await click(page, "g2", "g3", "g2g3");
    await click(page, "g7", "g6", "g7g6");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "The game as PGN" }).click()]);
    const text = await (await import("node:fs/promises")).readFile(await download.path(), "utf8");
    check(text.includes('[White "person"]') && /1\. g3 g6 \*/.test(text), text);
    await page.getByLabel("PGN", { exact: true }).fill(text);
    // asked before the click: after it, the new game may be there already
    const old = await page.evaluate(() => location.hash);
    await page.getByRole("button", { name: "Open as a new game" }).click();
    await page.waitForFunction((old) => location.hash !== old, old);
    await page.waitForFunction(() => document.querySelectorAll(".record li button").length === 2);
    await page.getByRole("tab", { name: "Position" }).click();
    await page.getByLabel("PGN", { exact: true }).fill("1. g3 Zz9");
    await page.getByRole("button", { name: "Open as a new game" }).click();
    await page.waitForSelector("#trouble:not([hidden])");
    check((await page.locator("#trouble").textContent()).includes("column 7"), await page.locator("#trouble").textContent());
  },

  async "a game is begun from the first page, with its options"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await page.goto(studio.url);
    await page.getByRole("button", { name: /Courtyard/ }).first().click();
    await page.locator('select[name="option-capture"]').selectOption("compulsory");
    await page.locator('select[name="black"]').selectOption("person");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForSelector(".table .board .piece");
    const id = (await page.evaluate(() => location.hash)).split("/")[2];
    const { options } = await studio.ask(`api/tables/${id}`);
    same(options.find((option) => option.name === "capture").value, "compulsory");
  },

  async "looking at a game leaves nothing behind, and playing does"(room) {
    const { readdir } = await import("node:fs/promises");
    const studio = await room.studio(["chess"]);
    const states = async () => (await readdir(`${room.folder}/.state`)).filter((name) => name.endsWith(".json")).length;
    const page = await room.page();
    await page.goto(studio.url);
    await page.waitForSelector(".table .board .piece");
    // an answer of the engine would be a second move
    await page.getByLabel("Black is played by").selectOption("person");
    await page.waitForFunction(() => !document.querySelector('[name="level-black"]'));
    same(await states(), 0, "games kept after a visit");
    await click(page, "e2", "e4", "e2e4");
    same(await states(), 1, "games kept after a move");
    const played = await page.evaluate(() => location.hash);
    for (let visit = 0; visit < 120; visit++) await studio.table("chess");
    await page.goto(`${studio.url}#/`);
    await page.getByRole("link", { name: /1 move/ }).click();
    await page.waitForFunction((played) => location.hash === played, played);
    same(await states(), 1, "games kept after 120 visits");
  },

  async "a game without a move goes on when the program is started anew"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("courtyard", { options: { capture: "compulsory" } }));
    await studio.restart();
    await page.reload();
    await page.waitForSelector(".table .board .piece");
    const id = (await page.evaluate(() => location.hash)).split("/")[2];
    const { options } = await studio.ask(`api/tables/${id}`);
    same(options.find((option) => option.name === "capture").value, "compulsory");
    check(await page.locator("#trouble").isHidden(), await page.locator("#trouble").textContent());
  },
};
