// Pieces in hand: shown beside the board, and dropped by mouse, finger, click and key.
import { join } from "node:path";
import { check, quick, same, visit } from "./harness.mjs";

const GAMES = [
  { game: "crazyhouse", fen: "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[NNPp] w KQkq - 0 1", piece: "N", target: "e4", barred: "e2", holds: "white knight" },
  { game: "shogi", fen: "lnsgkgsnl/1r5b1/pppp1pppp/9/9/9/PPPP1PPPP/1B5R1/LNSGKGSNL[Pp] w - - 0 1", piece: "P", target: "e5", barred: "a5", holds: "sente pawn" },
];
const box = async (page, selector) => {
  const { x, y, width, height } = await page.locator(selector).boundingBox();
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
};
const held = (name) => `.table [data-hand="${name}@"]`;
const at = (name) => `.table [data-square="${name}"]`;
const label = (page, selector) => page.locator(selector).getAttribute("aria-label");
const count = (page, name) => page.locator(`${held(name)} span`).textContent();
const moves = (page, number) => page.waitForFunction((number) => document.querySelectorAll(".record li button").length === number, number);
const says = (page, selector, word) =>
  page.waitForFunction(([selector, word]) => document.querySelector(selector).getAttribute("aria-label").includes(word), [selector, word]);

/** Opens each game with pieces in hand, drops one, and sees it on the board and gone from the hand. */
async function each(room, options, drop) {
  const studio = await room.studio();
  const page = await room.page(options);
  for (const one of GAMES) {
    const id = await studio.table(one.game, { fen: one.fen });
    await visit(page, studio, id);
    const before = Number(await count(page, one.piece));
    await drop(page, one);
    await moves(page, 1);
    await says(page, at(one.target), one.holds);
    same((await studio.ask(`api/tables/${id}`)).made[0].move, `${one.piece}@${one.target}`, one.game);
    same(Number(await count(page, one.piece)), before - 1, `${one.game}: in hand afterwards`);
    same(await page.locator(".ghost").count(), 0, "pieces on the pointer");
  }
}

export const tests = {
  "a piece in hand is dropped by dragging it with the mouse": quick(async (room) => {
    await each(room, {}, async (page, { piece, target }) => {
      const [one, other] = [await box(page, held(piece)), await box(page, at(target))];
      await page.mouse.move(one.x, one.y);
      await page.mouse.down();
      await page.mouse.move(other.x, other.y, { steps: 5 });
      await page.waitForSelector(`${at(target)} .target`);
      same(await page.locator(".ghost").count(), 1, "pieces on the pointer");
      await page.mouse.up();
    });
  }),

  async "a piece in hand is dropped by a finger"(room) {
    await each(room, { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }, async (page, { piece, target }) => {
      const touch = await page.context().newCDPSession(page);
      const send = (type, point) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: point ? [point] : [] });
      await page.locator(held(piece)).scrollIntoViewIfNeeded();
      const [one, other] = [await box(page, held(piece)), await box(page, at(target))];
      await send("touchStart", one);
      for (let part = 1; part <= 8; part++) await send("touchMove", { x: one.x + ((other.x - one.x) * part) / 8, y: one.y + ((other.y - one.y) * part) / 8 });
      await send("touchEnd");
    });
  },

  async "a piece in hand is dropped by two clicks, and taps"(room) {
    for (const options of [{}, { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }]) {
      await each(room, options, async (page, { piece, target, barred }) => {
        const press = async (selector) => (options.hasTouch ? page.locator(selector).tap() : page.locator(selector).click());
        await press(held(piece));
        same(await page.locator(held(piece)).getAttribute("aria-pressed"), "true", "chosen");
        same(await page.locator(`${at(target)} .target`).count(), 1, "marks on a target");
        same(await page.locator(`${at(barred)} .target`).count(), 0, "marks on another square");
        await press(at(target));
      });
      await room.served.stop();
    }
  },

  async "a piece in hand is dropped by keys alone, and heard of"(room) {
    await each(room, {}, async (page, { piece, target }) => {
      await page.locator('.hand:not([hidden]) button[tabindex="0"]').last().focus();
      for (let key = 0; key < 9 && (await page.evaluate(() => document.activeElement.dataset.hand)) !== `${piece}@`; key++) await page.keyboard.press("ArrowRight");
      check((await label(page, held(piece))).includes("in hand, can be dropped"), await label(page, held(piece)));
      await page.keyboard.press("Enter");
      const square = () => page.evaluate(() => document.activeElement.dataset.square);
      check((await label(page, at(await square()))).includes("can be dropped on"), `the focus is on ${await square()}`);
      // Escape goes back to the hand
      await page.keyboard.press("Escape");
      same(await page.evaluate(() => document.activeElement.dataset.hand), `${piece}@`, "the focus after Escape");
      await page.keyboard.press("Enter");
      for (let key = 0; key < 9 && (await square())[0] !== target[0]; key++) await page.keyboard.press((await square())[0] < target[0] ? "ArrowRight" : "ArrowLeft");
      for (let key = 0; key < 9 && (await square()) !== target; key++) await page.keyboard.press(Number((await square()).slice(1)) < Number(target.slice(1)) ? "ArrowUp" : "ArrowDown");
      await page.keyboard.press("Enter");
    });
  },

  async "a drop is shown before it is answered, and taken back if it is refused"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const { game, fen } = GAMES[0];
    await visit(page, studio, await studio.table(game, { fen }));
    let answer;
    let held_back = new Promise((done) => (answer = done));
    await page.route("**/play", async (route) => (await held_back, await route.continue()));
    await page.locator(held("N")).click();
    await page.locator(at("e4")).click();
    await says(page, at("e4"), "white knight");
    same(await count(page, "N"), "1", "in hand before the answer");
    same(await page.locator(".record li button").count(), 0, "moves answered");
    answer();
    await moves(page, 1);
    // the next is refused
    await page.unroute("**/play");
    await page.route("**/play", (route) => route.fulfill({ status: 409, json: { error: "not now" } }));
    await page.locator(held("p")).click();
    await page.locator(at("e5")).click();
    await says(page, at("e5"), "empty");
    same(await count(page, "p"), "1", "in hand after a refusal");
  },

  async "clicks on a hand in quick succession all count"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("crazyhouse", { fen: GAMES[0].fen });
    await visit(page, studio, id);
    await page.route("**/play", async (route) => {
      const answer = await route.fetch();
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      await route.fulfill({ response: answer });
    });
    const drops = [["N", "e4"], ["p", "e5"], ["N", "d4"]];
    const places = [];
    for (const [piece, square] of drops) places.push(await box(page, held(piece)), await box(page, at(square)));
    for (const { x, y } of places) await page.mouse.click(x, y);
    await moves(page, 3);
    same((await studio.ask(`api/tables/${id}`)).made.map((made) => made.move), ["N@e4", "P@e5", "N@d4"]);
  },

  async "a piece in hand let go elsewhere, or none of it, stays there"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("crazyhouse", { fen: GAMES[0].fen });
    await visit(page, studio, id);
    for (const [name, to] of [["N", "e2"], ["N", null], ["Q", "e4"], ["p", "e4"]]) {
      const [one, other] = [await box(page, held(name)), to ? await box(page, at(to)) : { x: 2, y: 500 }];
      await page.mouse.move(one.x, one.y);
      await page.mouse.down();
      await page.mouse.move(other.x, other.y, { steps: 4 });
      await page.mouse.up();
      same(await page.locator(".ghost, .table .target").count(), 0, `${name} to ${to}: pieces on the pointer, and targets`);
    }
    for (const name of ["Q", "p"]) {
      await page.locator(held(name)).click({ force: true });
      same(await page.locator(".table .target").count(), 0, `targets of ${name}`);
    }
    same((await studio.ask(`api/tables/${id}`)).made.length, 0, "moves");
    same(await page.locator(held("Q")).getAttribute("aria-disabled"), "true");
    same(await label(page, held("Q")), "white queen, none in hand");
  },

  async "each hand is by its player's name, and turns with the board"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("crazyhouse", { fen: GAMES[0].fen }));
    for (const [low, top] of [["N", "p"], ["p", "N"]]) {
      const [mine, theirs, board] = [await box(page, held(low)), await box(page, held(top)), await box(page, ".table .board")];
      check(mine.y > board.y && theirs.y < board.y, `${low} is at ${mine.y}, ${top} at ${theirs.y}`);
      await page.keyboard.press("f");
    }
    const types = await page.evaluate(() => [...document.querySelectorAll(".hand:not([hidden])")].map((hand) => hand.childElementCount));
    same(types, [5, 5], "types in the hands");
  },

  async "what is captured comes to hand, and a hint may be a drop"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("crazyhouse", { pgn: "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8" });
    await visit(page, studio, id);
    same([await count(page, "P"), await count(page, "p")], ["1", "1"], "in hand");
    same(await page.locator(".strip .material svg").count(), 0, "figures of captured pieces");
    same(await page.locator(".remembered").count(), 0, "sentences of what is beside the board");
    await page.keyboard.press("Home");
    await page.waitForFunction(() => document.querySelector('.table [data-hand="P@"] span').textContent === "");
    same(await page.locator(".hand .movable").count(), 0, "pieces to drop in an earlier position");
    await page.route("**/hint", (route) => route.fulfill({ json: { move: "P@e6", line: [], value: 0, mate: null } }));
    await page.keyboard.press("End");
    await page.getByRole("button", { name: "Hint" }).click();
    await page.waitForSelector(`${held("P")}.hinted`);
    check(await page.locator(`${at("e6")}.hinted`).count(), "the square of the hint");
  },

  async "who may promote is asked whether to"(room) {
    const studio = await room.studio();
    const page = await room.page();
    for (const [move, name] of [["a6a7+", "tokin"], ["a6a7", "pawn"]]) {
      await visit(page, studio, await studio.table("shogi", { fen: "4k4/9/9/P8/9/9/9/9/4K4[] w - - 0 1" }));
      await page.locator(at("a6")).click();
      await page.locator(at("a7")).click();
      await page.locator(`dialog [data-move="${move}"]`).click();
      await moves(page, 1);
      check((await label(page, at("a7"))).includes(`sente ${name}`), await label(page, at("a7")));
      same(await page.locator(".table .piece .promoted").count(), name === "tokin" ? 1 : 0, `marks of promoted pieces for ${move}`);
    }
  },

  async "a promoted piece is marked, and comes to hand as what it was"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("crazyhouse", { fen: "3qk3/8/8/8/8/8/3Q~4/3QK3[] b - - 0 1" }));
    same(await page.locator(".table .piece .promoted").count(), 1, "marks");
    check((await label(page, at("d2"))).includes("white queen, promoted"), await label(page, at("d2")));
    await page.locator(at("d8")).click();
    await page.locator(at("d2")).click();
    await moves(page, 1);
    same([await count(page, "p"), await count(page, "q")], ["1", ""], "in hand");
  },

  async "what is counted is told in sentences"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("three-check", { pgn: "1. e4 f6 2. Qh5+ g6" }));
    check((await page.locator(".remembered").textContent()).includes("check"), await page.locator(".actions").textContent());
  },

  async "a game taken away as a page has its hands"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("crazyhouse", { fen: "4k3/8/8/8/8/8/4Q~3/4K3[Np] w - - 0 1" }), "position");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: /self-contained/ }).click()]);
    const file = join(room.folder, "alone.html");
    await download.saveAs(file);
    await studio.stop();
    const alone = await room.alone(file);
    await alone.waitForSelector(".board .piece .promoted");
    await alone.locator('[data-hand="N@"]').click();
    await alone.locator('[data-square="d4"]').click();
    await alone.waitForFunction(() => document.querySelectorAll(".record li").length === 1);
    const squares = await alone.evaluate(() => ["d4", "e2", "e8"].map((name) => document.querySelector(`[data-square="${name}"]`).getAttribute("aria-label").split(", ")[1]));
    same(squares, ["white knight", "white queen", "black king"]);
    same(await alone.locator('[data-hand="N@"] span').textContent(), "", "in hand");
  },

  async "hands fit beside boards of any size"(room) {
    const studio = await room.studio();
    const text = 'extends = "shogi"\n[board]\nfiles = 15\nranks = 14\n[setup]\nwhite = ["L N S G K G S N L . . . . . .", ". B . . . . . R . . . . . . .", "P P P P P P P P P P P P P P P"]\n[promotion]\non = "ranks 12..14"\n';
    const { id: file } = await studio.ask("api/files", { name: "wide", size: [8, 8] });
    const { path } = await studio.ask(`api/files/${file}`);
    await studio.ask(`api/files/${file}/draft`, { text: `game.name = "Wide"\n${text}` });
    const seats = { white: "person", black: "engine", level: 1 };
    const wide = (await studio.ask("api/tables", { origin: { file: path }, seats })).id;
    for (const [width, height] of [[1366, 768], [1280, 720], [1024, 768], [1920, 1080]]) {
      const page = await room.page({ viewport: { width, height } });
      for (const id of [await studio.table("crazyhouse", { seats }), await studio.table("shogi", { seats }), wide]) {
        await visit(page, studio, id);
        const where = `${id} at ${width}x${height}`;
        const parts = await page.locator(".table .board, .table .strip, .hand button, .controls button, .typed input").all();
        check(parts.length > 20, where);
        for (const part of parts) {
          const box = await part.boundingBox();
          check(box.y >= 0 && box.y + box.height <= height + 0.5 && box.x + box.width <= width + 0.5, `${where}: ${await part.evaluate((node) => node.outerHTML.slice(0, 90))} ends at ${box.y + box.height}`);
        }
        const over = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
        check(over <= 0, `${where}: the page is ${over} pixels too high`);
        const board = await page.locator(".table .board").boundingBox();
        check(board.height > height * 0.5, `${where}: the board is only ${board.height} pixels high`);
      }
      await page.close();
    }
  },
};
