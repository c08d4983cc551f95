// What a board says and asks on its own: taps that open a choice, what comes next within a turn, why a move is refused; and boards as the
// players of a game know them.
import { check, quick, same, visit } from "./harness.mjs";

const square = (page, name) => page.locator(`.table .board [data-square="${name}"]`);
const listed = (page, count) => page.waitForFunction((count) => document.querySelectorAll(".record li button").length === count, count);
const says = (page, words) => page.waitForFunction((words) => document.querySelector(".status").textContent.includes(words), words);
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function drag(page, from, to) {
  const middle = async (name) => {
    const box = await square(page, name).locator(".ground").boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...(await middle(from)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(to)), { steps: 4 });
  await page.mouse.up();
}

export const tests = {
  "the board shows what the side at the bottom sees, and everything at the end": async (room) => {
    const studio = await room.studio();
    const page = await room.page({ viewport: { width: 1366, height: 768 } });
    await visit(page, studio, await studio.table("dark-chess", { fen: "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1" }));
    const labelled = (name, words) => page.locator(`.table .board [data-square="${name}"][aria-label*="${words}"]`).waitFor();
    await labelled("e8", "not seen");
    await labelled("a1", "queen");
    await page.keyboard.press("f");
    await labelled("a1", "not seen");
    await labelled("e8", "king");
    await page.keyboard.press("f");
    await square(page, "a1").click();
    await square(page, "a8").click();
    await labelled("e8", "black king");
    await page.keyboard.press("f");
    await labelled("a8", "not seen");
    same(await page.locator(".record li button").allTextContents(), ["?"], "White's move, as Black knows it");
    await square(page, "e8").click();
    await square(page, "e7").click();
    await listed(page, 2);
    await labelled("a8", "not seen");
  },

  "the tap that opens a choice chooses nothing in it": quick(async (room) => {
    const studio = await room.studio();
    for (const [game, fen, from, to, choice] of [
      ["chess", "1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7", "b8", "a7b8n"],
      ["shogi", "4k4/9/9/P8/9/9/9/9/4K4[] w - - 0 1", "a6", "a7", "a6a7"],
    ]) {
      for (const options of [PHONE, { ...PHONE, viewport: { width: 1366, height: 768 } }]) {
        const page = await room.page(options);
        // before the page hears of a click
        await page.addInitScript(() => addEventListener("click", () => (window.clicks = (window.clicks ?? 0) + 1), true));
        await visit(page, studio, await studio.table(game, { fen }));
        await square(page, from).tap();
        await square(page, to).tap();
        await page.waitForFunction(() => window.clicks === 2);
        await page.locator("dialog[open]").waitFor();
        same(await page.locator(".record li button").count(), 0, `${game}: moves made by the tap`);
        const box = await page.locator("dialog").boundingBox();
        check(box.x >= 0 && box.x + box.width <= options.viewport.width && box.width < options.viewport.width, `the choice is ${box.width} wide at ${box.x}`);
        await page.locator(`dialog [data-move="${choice}"]`).tap();
        await listed(page, 1);
        await page.context().close();
      }
    }
  }),

  "the choice of a promotion is as wide as its square, where it is first seen": quick(async (room) => {
    const studio = await room.studio();
    const page = await room.page({ viewport: { width: 1366, height: 768 } });
    await visit(page, studio, await studio.table("chess", { fen: "1n5k/P7/8/8/8/8/8/K7 w - - 0 1" }));
    await drag(page, "a7", "b8");
    const dialog = page.getByRole("dialog", { name: "Promotion" });
    await dialog.waitFor();
    const [box, ground] = [await dialog.boundingBox(), await square(page, "b8").locator(".ground").boundingBox()];
    check(Math.abs(box.width - ground.width) < 4, `it is ${box.width} wide, the square ${ground.width}`);
    // a click beside it leaves all as it was
    await page.mouse.click(1200, 700);
    await dialog.waitFor({ state: "detached" });
    same(await page.locator(".record li button").count(), 0, "moves");
  }),

  "within a turn the board says what comes next and where": quick(async (room) => {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("duck"));
    await drag(page, "e2", "e4");
    await says(page, "White to place the duck.");
    same(await page.locator(".table .board .target").count(), 32, "squares for the duck");
    await square(page, "e3").click();
    await says(page, "Black to move.");
    same(await page.locator(".record li button").allTextContents(), ["e4", "duck e3"]);
    await square(page, "e7").click();
    await square(page, "e5").click();
    await says(page, "Black to place the duck.");
    // the duck is dragged from where it is
    await drag(page, "e3", "e6");
    await listed(page, 4);
    check((await square(page, "e6").getAttribute("aria-label")).includes("duck"), "the duck is elsewhere");
    // parts are taken back one by one
    await page.getByRole("button", { name: "Take back" }).click();
    await says(page, "Black to place the duck.");
    await page.getByRole("button", { name: "Take back" }).click();
    await says(page, "Black to move.");
  }),

  async "an arrow of the Amazons, and a stone, go where a mark is"(room) {
    const studio = await room.studio();
    const page = await room.page(PHONE);
    await visit(page, studio, await studio.table("amazons"));
    await square(page, "d1").tap();
    await square(page, "d7").tap();
    await says(page, "White to close a square.");
    check((await page.locator(".table .board .target").count()) > 10, "no square is marked");
    await square(page, "g7").tap();
    await says(page, "Black to move.");
    same(await page.locator(".record li button").last().textContent(), "closes g7");
    // the only piece that can be dropped need not be chosen
    await visit(page, studio, await studio.table("reversi"));
    same(await page.locator(".table .board .target").count(), 4, "squares for the stone");
    await page.locator(".table .board .square:has(.target)").first().tap();
    await listed(page, 1);
  },

  "one castles by the king's move or with the king onto the rook": quick(async (room) => {
    const studio = await room.studio();
    const page = await room.page();
    const fen = "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w KQkq - 0 1";
    for (const to of ["e1", "g1"]) {
      await visit(page, studio, await studio.table("chess960", { fen }));
      await square(page, "b1").click();
      await square(page, to).click();
      await page.waitForSelector('.record button:text("O-O")');
    }
    await visit(page, studio, await studio.table("chess", { fen: "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1" }));
    await drag(page, "e1", "a1");
    await page.waitForSelector('.record button:text("O-O-O")');
  }),

  "an illegal move says why": quick(async (room) => {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("chess", { fen: "4r1k1/8/8/8/8/8/3PN3/4K3 w - - 0 1" }));
    await drag(page, "d2", "d5");
    await says(page, "The pawn doesn't move from d2 to d5");
    // a pinned piece can be taken up, and says so when it is put down
    await square(page, "e2").click();
    await square(page, "f4").click();
    await says(page, "king");
    same(await page.locator(".record li button").count(), 0, "moves");
    await drag(page, "d2", "d4");
    await says(page, "Black to move.");
    // so does one that is typed by its letter
    await page.getByLabel("Type a move").fill("Ke5");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".typed .wrong").textContent.startsWith("The king doesn't move from g8 to e5"));
    await page.getByLabel("Type a move").fill("");
    await page.keyboard.press("Escape");
    // in an earlier position, too
    await page.keyboard.press("Home");
    await says(page, "After move 0");
    await drag(page, "d2", "d6");
    await says(page, "The pawn doesn't move from d2 to d6");
  }),

  "the bar of the engine leaves the board where it is": quick(async (room) => {
    const studio = await room.studio();
    for (const options of [{ viewport: { width: 1366, height: 768 } }, PHONE]) {
      const page = await room.page(options);
      await visit(page, studio, await studio.table("chess"));
      const before = await page.locator(".table .board").boundingBox();
      await page.getByLabel("Engine", { exact: true }).check();
      await page.waitForSelector(".lines li");
      same(await page.locator(".table .board").boundingBox(), before, "the board");
      const [bar, top, low] = [await page.locator(".gauge").boundingBox(), await square(page, "h8").locator(".ground").boundingBox(), await square(page, "h1").locator(".ground").boundingBox()];
      check(Math.abs(bar.y - top.y) < 2 && Math.abs(bar.y + bar.height - low.y - low.height) < 2, `the bar from ${bar.y} to ${bar.y + bar.height}, the squares from ${top.y} to ${low.y + low.height}`);
      check(bar.x >= top.x + top.width && bar.x + bar.width <= options.viewport.width, `the bar is at ${bar.x}`);
      await page.context().close();
    }
  }),

  "comments and variations stand at their move": quick(async (room) => {
    const studio = await room.studio();
    const page = await room.page();
    const pgn = "1. e4 {the king's pawn} (1. d4 d5) e5 2. Nf3 Nc6 {a knight} 3. Bb5 *";
    await visit(page, studio, await studio.table("chess", { pgn }));
    const lines = () => page.locator(".record li").evaluateAll((lines) => lines.map((line) => line.textContent.trim().replace(/\s+/g, " ")));
    same(await lines(), ["1.e4", "the king's pawn", "1. d4 d5", "1.…e5", "2.Nf3Nc6", "a knight", "3.Bb5"]);
    // the line is one again when nothing parts it any more
    await page.locator('.aside button:has-text("d4")').click();
    await says(page, "In a variation.");
    await page.getByText("Annotate").click();
    await page.getByRole("button", { name: "Delete the variation from here" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".record .aside").length === 2);
    await page.locator('.record button:text-is("e4")').click();
    await says(page, "After move 1");
    await page.getByLabel("Comment").fill("");
    await page.getByLabel("Comment").blur();
    await page.waitForFunction(() => document.querySelectorAll(".record .aside").length === 1);
    same((await lines())[0], "1.e4e5");
  }),

  async "players, event and result of a record are shown, and can be entered"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const pgn = '[Event "Opera"]\n[Site "Paris"]\n[Date "1858.??.??"]\n[White "Morphy"]\n[Black "Allies"]\n[WhiteElo "2690"]\n[Result "1-0"]\n\n1. e4 e5 1-0';
    const id = await studio.table("chess", { pgn });
    await visit(page, studio, id);
    same(await page.locator(".strip strong").allTextContents(), ["Allies", "Morphy"]);
    same(await page.locator(".event").textContent(), "Opera, Paris, 1858");
    same(await page.locator(".record .result").textContent(), "1–0");
    await says(page, "1–0, as recorded");
    await page.getByRole("tab", { name: "Position" }).click();
    await page.locator(".tags").getByLabel("Black").fill("Duke and Count");
    await page.locator(".tags").getByLabel("Black").blur();
    await page.waitForSelector('.strip strong:text("Duke and Count")');
    const text = await (await studio.fetch(`api/tables/${id}/pgn`)).text();
    for (const tag of ['[White "Morphy"]', '[Black "Duke and Count"]', '[Event "Opera"]', '[Result "1-0"]']) check(text.includes(tag), text);
    await studio.restart();
    await page.reload();
    await page.waitForSelector('.strip strong:text("Duke and Count")');
    // who plays on has not resigned
    await page.locator('.table [data-square="g1"]').click();
    await page.locator('.table [data-square="f3"]').click();
    await listed(page, 3);
    same(await page.locator(".record .result").count(), 0, "results");
  },

  "shogi stands on plain wood, with the signs and names of its players": quick(async (room) => {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("shogi");
    await visit(page, studio, id);
    await says(page, "Sente to move.");
    const grounds = await page.locator(".table .board .ground").evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).fill))]);
    same(grounds.length, 1, "colours of squares");
    same(await page.locator(".table .board .piece text").count(), 0, "letters on tiles");
    same(await page.locator(".table .rim text").allTextContents(), [..."987654321ihgfedcba"], "the rim");
    same(await square(page, "c3").getAttribute("aria-label"), "7g, sente pawn, can move");
    await drag(page, "c3", "c4");
    await page.waitForSelector('.record button:text-is("P-7f")');
    await page.getByLabel("Type a move").fill("P-3d");
    await page.keyboard.press("Enter");
    await page.waitForSelector('.record button:text-is("P-3d")');
    await page.getByLabel("Type a move").fill("b2h8+");
    await page.keyboard.press("Enter");
    await listed(page, 3);
  }),

  async "only regions that a game wants to be seen are tinted"(room) {
    const studio = await room.studio();
    const page = await room.page();
    for (const [game, tints, colours] of [["glinski", 0, 3], ["courtyard", 6, 2]]) {
      await visit(page, studio, await studio.table(game));
      same(await page.locator(".table .board .tint").count(), tints, game);
      const grounds = await page.locator(".table .board .ground").evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).fill))]);
      same(grounds.length, colours, `colours of ${game}`);
    }
  },

  "the first page opens three doors, and a new game asks in words": quick(async (room) => {
    const studio = await room.studio();
    const page = await room.page();
    await page.goto(studio.url);
    await page.waitForSelector(".featured img");
    same(await page.locator(".featured .card").count(), 6, "large boards");
    await page.getByRole("button", { name: "several moves a turn" }).click();
    await page.waitForFunction(() => [...document.querySelectorAll(".home section strong")].filter((one) => one.checkVisibility()).some((one) => one.textContent === "Duck chess"));
    check(!(await page.locator('.home section strong:text-is("Chess")').isVisible()), "chess has one move a turn");
    await page.getByRole("button", { name: /^Play/ }).click();
    const dialog = page.getByRole("dialog", { name: "New game" });
    await dialog.waitFor();
    same(await dialog.locator('[name="level"] option:checked').textContent(), "6 · beginner");
    check(!(await dialog.locator('[name="minutes"]').isVisible()), "fields of a clock that is off");
    const xiangqi = await dialog.locator('[name="game"] option').evaluateAll((all) => all.findIndex((one) => one.textContent.startsWith("Xiangqi (")));
    await dialog.locator('[name="game"]').selectOption({ index: xiangqi });
    await dialog.getByText("Red", { exact: true }).waitFor();
    await dialog.locator('[name="black"]').selectOption("person");
    check(!(await dialog.locator('[name="level"]').isVisible()), "a level of nobody");
    await dialog.getByRole("button", { name: "Play" }).click();
    await page.waitForSelector('.strip strong:text("Red")');
  }),
};
