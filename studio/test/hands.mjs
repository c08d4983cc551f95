// The board under fingers, mice and keys, fast and clumsy ones too.
import { check, click, same, visit } from "./harness.mjs";

const middle = async (page, name) => {
  const box = await page.locator(`.table [data-square="${name}"]`).boundingBox();
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
};
const moves = (page, count) => page.waitForFunction((count) => document.querySelectorAll(".record li button").length === count, count);
const said = (page, name) => page.locator(`.table [data-square="${name}"]`).getAttribute("aria-label");
/** What is done by a click or a key is asked of the server within it: its answer to another question comes after. */
const answered = (page, studio, id) => page.evaluate((path) => fetch(path).then((answer) => answer.json()), `${studio.url}api/tables/${id}`);

export const tests = {
  async "a piece is dragged by a finger"(room) {
    const studio = await room.studio();
    const page = await room.page({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });
    await visit(page, studio, await studio.table("chess"));
    const touch = await page.context().newCDPSession(page);
    const send = (type, point) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: point ? [point] : [] });
    for (const [from, to, count] of [["e2", "e4", 1], ["g8", "f6", 2]]) {
      const [one, other] = [await middle(page, from), await middle(page, to)];
      await send("touchStart", one);
      for (let part = 1; part <= 8; part++) await send("touchMove", { x: one.x + ((other.x - one.x) * part) / 8, y: one.y + ((other.y - one.y) * part) / 8 });
      await send("touchEnd");
      await moves(page, count);
    }
  },

  async "only the main button chooses and plays"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("chess");
    await visit(page, studio, id);
    for (const button of ["right", "middle"]) {
      for (const square of ["e2", "e4"]) {
        const { x, y } = await middle(page, square);
        await page.mouse.click(x, y, { button });
      }
      same((await answered(page, studio, id)).made.length, 0, `moves by the ${button} button`);
      same(await page.locator(".table .chosen").count(), 0, `squares chosen by the ${button} button`);
    }
    await click(page, "e2", "e4", "e2e4");
  },

  async "a piece let go outside the board goes back, and stays there"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("chess");
    await visit(page, studio, id);
    const place = () => page.evaluate(() => [...document.querySelectorAll(".table .piece")].map((piece) => piece.style.transform).sort());
    const before = await place();
    for (const steps of [1, 8]) {
      const { x, y } = await middle(page, "e2");
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(2, 500, { steps });
      await page.mouse.up();
      const there = await middle(page, "e4");
      await page.mouse.move(there.x, there.y, { steps: 4 });
      same(await page.locator(".table .dragged").count(), 0, "pieces on the pointer");
      same(await place(), before, "places of the pieces");
      await page.mouse.click(there.x, there.y);
      same((await answered(page, studio, id)).made.length, 0, "moves");
    }
  },

  async "after a move by mouse the keys walk through the game and flip the board"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("chess"));
    await click(page, "e2", "e4", "e2e4");
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => document.querySelector(".status").textContent.includes("After move 0"));
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.querySelector(".status").textContent.includes("Black to move"));
    const top = async (name) => (await page.locator(`.table [data-square="${name}"]`).boundingBox()).y;
    check((await top("e8")) < (await top("e1")), "Black is at the bottom");
    await page.keyboard.press("f");
    check((await top("e8")) > (await top("e1")), "the board is not turned");
  },

  async "clicks in quick succession all count"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("chess");
    await visit(page, studio, id);
    // answers are slow, clicks are not
    await page.route("**/play", async (route) => {
      const answer = await route.fetch();
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      await route.fulfill({ response: answer });
    });
    const game = "g1f3 g8f6 f3g1 f6g8 b1c3 b8c6 e2e4 e7e5 f1c4 f8c5 d2d3 d7d6".split(" ");
    const places = {};
    for (const move of game) for (const square of [move.slice(0, 2), move.slice(2)]) places[square] ??= await middle(page, square);
    for (const move of game) {
      for (const square of [move.slice(0, 2), move.slice(2)]) await page.mouse.click(places[square].x, places[square].y);
    }
    await moves(page, game.length);
    same((await studio.ask(`api/tables/${id}`)).made.map((made) => made.move), game);
  },

  async "a move is shown before it is answered"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("chess"));
    let answer;
    const held = new Promise((done) => (answer = done));
    await page.route("**/play", async (route) => (await held, await route.continue()));
    const x = (name) => page.evaluate((name) => new DOMMatrix(document.querySelector(`.table [data-square="${name}"]`).getAttribute("transform").replace(/(\d+) (\d+)/, "$1px, $2px")).f, name);
    const wanted = await x("e4");
    for (const square of ["e2", "e4"]) await page.locator(`.table [data-square="${square}"]`).click();
    await page.waitForFunction((y) => [...document.querySelectorAll(".table .piece")].some((piece) => new DOMMatrix(piece.style.transform).f === y), wanted);
    same(await page.locator(".record li button").count(), 0, "moves answered");
    answer();
    await moves(page, 1);
    check((await said(page, "e4")).includes("white pawn"), await said(page, "e4"));
  },

  async "arrow keys in quick succession all count"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("chess", { pgn: "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6" }));
    await moves(page, 8);
    for (let key = 0; key < 5; key++) void page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => document.querySelector(".status").textContent.includes("After move 3"));
  },

  async "a game of thousands of moves is played as fast as a short one"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const { id: file } = await studio.ask("api/files", { name: "long", size: [8, 8] });
    const { text, path } = await studio.ask(`api/files/${file}`);
    await studio.ask(`api/files/${file}/draft`, { text: text.replace(/^(repetition|no-progress).*\n/gm, "") });
    const seats = { white: "person", black: "person", level: 1 };
    const { id } = await studio.ask("api/tables", { origin: { file: path }, seats, pgn: "Nf3 Nf6 Ng1 Ng8 ".repeat(750) });
    await visit(page, studio, id, "moves");
    await moves(page, 3000);
    // what is drawn again for a move, however long that takes on a busy machine
    await page.evaluate(() => {
      window.changed = 0;
      new MutationObserver((all) => all.forEach(({ addedNodes }) => (window.changed += addedNodes.length))).observe(document.querySelector(".record"), { childList: true, subtree: true });
    });
    await click(page, "e2", "e3", "e2e3");
    same(await page.locator(".record [aria-current]").textContent(), "e3");
    check((await page.evaluate(() => window.changed)) < 10, `${await page.evaluate(() => window.changed)} parts of the list are new`);
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => document.querySelector(".status").textContent.includes("After move 3000 of 3001"));
  },

  async "the player at the bottom is the one whose side is there, after a reload as well"(room) {
    const studio = await room.studio();
    const page = await room.page();
    // all is measured at one time: an engine may play meanwhile
    const below = (side) =>
      page.waitForFunction((side) => {
        const box = (selector) => document.querySelector(selector)?.getBoundingClientRect() ?? { y: NaN };
        const [board, white, black] = [".table .board", '[name="seat-white"]', '[name="seat-black"]'].map(box);
        const [low, high] = side === "white" ? [white, black] : [black, white];
        const [mine, theirs] = (side === "white" ? ["e1", "e8"] : ["e8", "e1"]).map((name) => box(`.table [data-square="${name}"]`));
        return high.y < board.y && low.y > board.y + board.height / 2 && mine.y > theirs.y;
      }, side);
    const id = await studio.table("chess");
    await visit(page, studio, id);
    await below("white");
    await page.getByRole("button", { name: "Flip the board" }).click();
    await below("black");
    await page.reload();
    await page.waitForSelector(".table .board .piece");
    await below("black");
    const other = await studio.table("chess", { seats: { white: "engine", black: "person", level: 1 } });
    await visit(page, studio, other);
    await below("black");
  },

  async "what must be pressed can be seen, in windows of any size"(room) {
    const studio = await room.studio();
    for (const [width, height] of [[1440, 900], [1366, 768], [1280, 720], [1920, 1080], [1024, 768]]) {
      const page = await room.page({ viewport: { width, height } });
      for (const [game, fen] of [["courtyard", "4k5/10/10/10/10/10/10/10/2s7/1G3K4 w"], ["courier", undefined]]) {
        await visit(page, studio, await studio.table(game, fen ? { fen } : {}));
        if (fen) await click(page, "b1", "a2", "b1a2");
        const where = `${game} at ${width}x${height}`;
        const parts = await page.locator(".table .board, .table .strip, .extra button, .controls button, .typed input").all();
        check(parts.length > (fen ? 12 : 11), where);
        for (const part of parts) {
          const box = await part.boundingBox();
          check(box.y >= 0 && box.y + box.height <= height + 0.5 && box.x + box.width <= width + 0.5, `${where}: ${await part.evaluate((node) => node.outerHTML.slice(0, 90))} ends at ${box.y + box.height}`);
        }
        const over = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
        check(over <= 0, `${where}: the page is ${over} pixels too high`);
        const [board, column] = await Promise.all([page.locator(".table .board").boundingBox(), page.locator(".table").boundingBox()]);
        check(column.width - board.width < width / 20, `${where}: ${column.width - board.width} pixels beside the board are empty`);
        check(board.height > height * 0.5, `${where}: the board is only ${board.height} pixels high`);
      }
      await page.close();
    }
  },

  async "a piece that is to be removed can be clicked"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("courtyard", { fen: "4k5/10/10/10/10/10/10/10/2s7/1G3K4 w" });
    await visit(page, studio, id);
    await click(page, "b1", "a2", "b1a2");
    await page.locator('.table [data-square="a2"]').click();
    await page.locator('dialog [data-move="xa2"]').click();
    await moves(page, 2);
    check((await said(page, "a2")).includes("empty"), await said(page, "a2"));
  },

  async "what is wrong stays until it is closed or done"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("chess"), "position");
    await page.getByLabel("PGN", { exact: true }).fill("1. e4 Zz9");
    await page.getByRole("button", { name: "Open as a new game" }).click();
    await page.waitForSelector("#trouble:not([hidden])");
    await click(page, "e2", "e4", "e2e4");
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => document.querySelector(".status").textContent.includes("After move 0"));
    check(await page.locator("#trouble").isVisible(), "the fault is gone with the next move");
    const old = await page.evaluate(() => location.hash);
    await page.getByLabel("PGN", { exact: true }).fill("1. e4 e5");
    await page.getByRole("button", { name: "Open as a new game" }).click();
    await page.waitForFunction((old) => location.hash !== old, old);
    await moves(page, 2);
    check(await page.locator("#trouble").isHidden(), "the fault is shown though all is well");
  },

  async "a typed move that is refused stays, with the reason beside it"(room) {
    const studio = await room.studio();
    const page = await room.page({ viewport: { width: 390, height: 700 } });
    await visit(page, studio, await studio.table("chess"));
    const input = page.getByLabel("Type a move");
    await input.fill("Ke2");
    await input.press("Enter");
    await page.waitForFunction(() => document.querySelector(".typed .wrong").textContent.length > 20);
    same(await input.inputValue(), "Ke2", "the text");
    const box = await page.locator(".typed .wrong").boundingBox();
    check(box.y > 0 && box.y + box.height < 700, `the reason is at ${box.y}`);
    await input.fill("e4");
    same(await page.locator(".typed .wrong").textContent(), "", "the reason for what was mended");
    await input.press("Enter");
    await moves(page, 1);
    await page.waitForFunction(() => document.querySelector(".typed input").value === "");
  },

  async "moves are suggested that the game has"(room) {
    const studio = await room.studio();
    const page = await room.page();
    for (const game of ["english-draughts", "courier"]) {
      const id = await studio.table(game);
      await visit(page, studio, id);
      const { position } = await studio.ask(`api/tables/${id}`);
      const shown = await page.getByLabel("Type a move").getAttribute("placeholder");
      same(shown.replace(" …", "").split(", "), [position.moves[0].san, position.moves.at(-1).san], game);
    }
  },

  async "regions are tinted for both sides, and the legend has their colours"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("courtyard"), "position");
    const found = await page.evaluate(() => {
      const colours = (where) => [...new Set([...document.querySelectorAll(`${where} .tint`)].map((tint) => getComputedStyle(tint).fill))].sort();
      const ranks = new Set([...document.querySelectorAll(".table .tint")].map((tint) => Number(tint.parentElement.dataset.square.slice(1)) <= 5));
      return { board: colours(".table"), legend: colours(".regions"), halves: ranks.size };
    });
    check(found.board.length > 0, "nothing is tinted");
    same(found.legend, found.board, "colours of the legend");
    same(found.halves, 2, "halves of the board with tinted squares");
  },

  async "light and dark squares can be told apart"(room) {
    const studio = await room.studio();
    for (const colorScheme of ["light", "dark"]) {
      const page = await room.page({ colorScheme });
      await visit(page, studio, await studio.table("chess"));
      const contrast = await page.evaluate(() => {
        const light = (name) => {
          const parts = /(\d+), (\d+), (\d+)/.exec(getComputedStyle(document.querySelector(`.table .${name} .ground`)).fill).slice(1).map((part) => part / 255);
          const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
        };
        return light("light") / light("dark");
      });
      check(contrast > 2.2, `${colorScheme}: the contrast is ${contrast.toFixed(2)}`);
    }
  },

  async "the rules can be scrolled by keys alone"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("courier"), "rules");
    await page.frameLocator("iframe.sheet").locator("h1").waitFor();
    await page.getByRole("tab", { name: "Rules" }).focus();
    for (let key = 0; key < 3 && !(await page.evaluate(() => document.activeElement?.tagName === "IFRAME")); key++) await page.keyboard.press("Tab");
    same(await page.evaluate(() => document.activeElement?.tagName), "IFRAME", "focus");
    await page.keyboard.press("End");
    await page.waitForFunction(() => document.querySelector("iframe.sheet").contentWindow.scrollY > 100);
  },
};
