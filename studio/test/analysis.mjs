// The engine on a position, variations and annotations, arrows and circles.
import { readFile } from "node:fs/promises";
import { check, click, same, visit } from "./harness.mjs";

const middle = async (page, name) => {
  const box = await page.locator(`.table [data-square="${name}"]`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

async function draw(page, from, to) {
  await page.mouse.move(...(await middle(page, from)));
  await page.mouse.down({ button: "right" });
  if (to !== from) await page.mouse.move(...(await middle(page, to)), { steps: 4 });
  await page.mouse.up({ button: "right" });
  await page.waitForSelector(`.board .shape[data-shape="${from === to ? from : from + to}"]:not(.begun)`);
}

const pgn = async (page) => {
  await page.getByRole("tab", { name: "Position" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "The game as PGN" }).click()]);
  await page.getByRole("tab", { name: "Moves" }).click();
  return (await readFile(await download.path(), "utf8")).replaceAll("\n", " ");
};

/** The number of moves in the list, those of variations too. */
const listed = (page, count) => page.waitForFunction((count) => document.querySelectorAll(".record li button:not(.fold)").length === count, count);
const says = (page, words) => page.waitForFunction((words) => document.querySelector(".status").textContent.includes(words), words);

export const tests = {
  async "the engine looks at the position shown, with lines, arrows and a bar"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("chess", { fen: "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1" }));
    await page.getByLabel("Number of lines").selectOption("2");
    await page.getByLabel("Engine", { exact: true }).check();
    await page.waitForSelector(".lines li:nth-child(2)");
    await page.waitForFunction(() => document.querySelector(".lines li strong").textContent === "#1");
    check((await page.locator(".gauge").getAttribute("aria-label")).includes("#1 for White"), "the bar doesn't say so");
    await page.waitForSelector('.board .shape.best[data-shape="e1e8"]');
    // a move of a line goes to the position after it
    await page.locator(".lines li:first-child button").first().click();
    await says(page, "In a variation.");
    await page.waitForFunction(() => document.querySelectorAll(".lines li").length === 0);
    check((await page.locator(".gauge").getAttribute("aria-label")).includes("checkmate"), await page.locator(".gauge").getAttribute("aria-label"));
    await page.keyboard.press("ArrowLeft");
    await page.waitForSelector(".lines li:nth-child(2)");
    await page.getByLabel("Engine", { exact: true }).uncheck();
    same(await page.locator(".board .shape").count(), 0, "arrows without the engine");
    same((await studio.ask(`api/tables/${(await page.evaluate(() => location.hash)).split("/")[2]}`)).made.length, 0, "moves of the game");
  },

  async "a threat is what the other side would play"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("chess", { fen: "6k1/5ppp/8/8/8/8/8/K3R3 b - - 0 1" });
    await visit(page, studio, id);
    await page.getByLabel("Engine", { exact: true }).check();
    await page.getByLabel("Threat").check();
    await page.waitForSelector('.board .shape.best.R[data-shape="e1e8"]');
    check(await page.locator(".lines button").first().isDisabled(), "a threat can be played");
    await visit(page, studio, await studio.table("chess", { fen: "4k3/8/8/8/8/8/8/K3R3 b - - 0 1" }));
    await page.getByLabel("Engine", { exact: true }).check();
    await page.getByLabel("Threat").check();
    await page.getByText("The side to move is in check, so no other threat can be shown").waitFor();
  },

  async "variations, comments and marks go out as PGN and come in again"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("chess"));
    await click(page, "e2", "e4", "e2e4");
    await click(page, "e7", "e5", "e7e5");
    await page.keyboard.press("ArrowLeft");
    await says(page, "After move 1 of 2.");
    await click(page, "c7", "c5", "c7c5");
    await says(page, "In a variation.");
    await click(page, "g1", "f3", "g1f3");
    await listed(page, 4);
    await page.getByText("Annotate").click();
    await page.locator('[data-mark="5"]').click();
    await page.waitForFunction(() => document.querySelector(".aside").textContent.includes("Nf3!?"));
    await page.getByLabel("Comment").fill("Sicilian");
    await page.getByLabel("Comment").blur();
    await page.waitForFunction(() => document.querySelector(".aside").textContent.includes("Sicilian"));
    await draw(page, "f3", "e5");
    await draw(page, "d4", "d4");
    const text = await pgn(page);
    check(text.includes("1. e4 e5 (1... c5 2. Nf3 $5 {Sicilian [%csl Gd4] [%cal Gf3e5]}) *"), text);
    // a left click takes the drawings away
    await page.locator('.table [data-square="a5"]').click();
    await page.waitForFunction(() => !document.querySelector(".board .shape"));
    await page.getByRole("tab", { name: "Position" }).click();
    await page.getByLabel("PGN", { exact: true }).fill(text);
    const old = await page.evaluate(() => location.hash);
    await page.getByRole("button", { name: "Open as a new game" }).click();
    await page.waitForFunction((old) => location.hash !== old, old);
    await listed(page, 4);
    await page.locator('.aside button:has-text("Nf3")').click();
    await page.waitForSelector('.board .shape[data-shape="f3e5"]');
    await page.getByText("Annotate").click();
    same(await page.getByLabel("Comment").inputValue(), "Sicilian");
    await page.getByRole("button", { name: "Delete the variation from here" }).click();
    await listed(page, 3);
    await says(page, "In a variation.");
  },

  async "the wheel and the keys go through the moves, and variations are kept"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("chess");
    for (const move of ["e2e4", "e7e5", "g1f3"]) await studio.ask(`api/tables/${id}/play`, { move });
    await visit(page, studio, id);
    await listed(page, 3);
    await page.mouse.move(...(await middle(page, "e4")));
    await page.mouse.wheel(0, -100);
    await says(page, "After move 2 of 3.");
    await page.mouse.wheel(0, -100);
    await says(page, "After move 1 of 3.");
    await page.mouse.wheel(0, 100);
    await says(page, "After move 2 of 3.");
    // the move of the game makes no variation
    await page.locator('.table [data-square="g1"]').click();
    await page.locator('.table [data-square="f3"]').click();
    await says(page, "Black to move");
    await page.keyboard.press("Home");
    await says(page, "After move 0 of 3.");
    await click(page, "d2", "d4", "d2d4");
    await studio.restart();
    await page.reload();
    await listed(page, 4);
  },

  async "a review marks what lost the game"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("chess");
    for (const move of ["f2f3", "e7e5", "g2g4", "d8h4"]) await studio.ask(`api/tables/${id}/play`, { move });
    await visit(page, studio, id);
    await page.getByRole("button", { name: "Review the game" }).click();
    await page.waitForFunction(() => /White: 1 blunder/.test(document.querySelector(".analysis .depth").textContent));
    check((await page.locator('.record button:has-text("g4")').first().textContent()).includes("??"), "the blunder has no mark");
    check((await page.locator(".aside .comment").first().textContent()).startsWith("Blunder"), "nothing is said of it");
    check((await page.locator(".aside button").count()) > 0, "nothing better is shown");
    // the scores are drawn, and lead to their moves
    same(await page.locator(".graph .blunder").count(), 1, "blunders in the graph");
    const { x, y, width, height } = await page.locator(".graph").boundingBox();
    await page.mouse.click(x + width * 0.75, y + height / 2);
    await says(page, "After move 3 of 4.");
    check(/2\. g4 \$4 \{\[%eval -?#?-?[\d.]+\] *Blunder|2\. g4 \$4 \{Blunder[^}]*\[%eval/.test(await pgn(page)), "the PGN has no scores");
  },

  async "a variation is folded, and takes the place of the game"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("chess", { pgn: "1. e4 e5 (1... c5 2. Nf3 d6) 2. Bc4 *" }));
    await listed(page, 6);
    const fold = page.locator(".fold");
    await fold.click();
    same([await fold.getAttribute("aria-expanded"), await page.locator('.aside button:has-text("Nf3")').isVisible()], ["false", false]);
    await fold.click();
    await page.locator('.aside button:has-text("Nf3")').click();
    await says(page, "In a variation.");
    await page.getByText("Annotate").click();
    await page.getByRole("button", { name: "Promote the variation" }).click();
    await says(page, "After move 3 of 4.");
    check((await pgn(page)).includes("1. e4 c5 (1... e5 2. Bc4) 2. Nf3 d6 *"), await pgn(page));
  },

  async "the list of a long game shows the last move, and the game how it ends"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const there = "Nf3 Nf6 Ng1 Ng8";
    await visit(page, studio, await studio.table("chess", { pgn: `1. e4 e5 ${there} d4 d5 ${there} c4 c5 ${there} b4 b5 ${there} a4 a5 *` }));
    await listed(page, 26);
    const [list, last] = [await page.locator(".record").boundingBox(), await page.locator(".record [aria-current]").boundingBox()];
    check(last.y >= list.y && last.y + last.height <= list.y + list.height, `the last move is at ${last.y}, the list ends at ${list.y + list.height}`);
    await page.getByText("How the game ends").click();
    await page.getByText("A player who is checkmated (in check, with no legal move) loses.").waitFor();
  },

  async "several games of one PGN are turned over like pages"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const text = '[White "Ada"]\n[Black "Bob"]\n\n1. e4 e5 1-0\n\n[White "Cyd"]\n\n1. d4 *\n\n1. e5 *\n';
    const id = await studio.table("chess", { pgn: text });
    await visit(page, studio, id);
    await page.getByText("1 game is left out: the PGN, line 10, column 4").waitFor();
    const games = page.getByLabel("Games of this PGN");
    same(await games.locator("option").allTextContents(), ["1. Ada – Bob", "2. Cyd – Black"]);
    await page.getByRole("button", { name: "Next game" }).click();
    await page.waitForFunction(() => document.querySelector(".record").textContent.includes("d4"));
    await click(page, "d7", "d5", "d7d5");
    await studio.restart();
    await page.reload();
    await listed(page, 2);
    await games.selectOption({ index: 0 });
    await page.waitForFunction(() => document.querySelector(".record").textContent.includes("e5"));
    const both = await pgn(page);
    check(both.includes("1. e4 e5 1-0") && both.includes("1. d4 d5 *"), both);
  },

  async "a long touch draws, and a swipe goes through the moves"(room) {
    const studio = await room.studio();
    const page = await room.page({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
    const id = await studio.table("chess");
    for (const move of ["e2e4", "e7e5"]) await studio.ask(`api/tables/${id}/play`, { move });
    await visit(page, studio, id);
    const client = await page.context().newCDPSession(page);
    const touch = async (type, at) => client.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] });
    await touch("touchStart", await middle(page, "d4"));
    await page.waitForSelector(".board .shape.begun");
    await touch("touchMove", await middle(page, "d5"));
    await touch("touchEnd");
    await page.waitForSelector('.board .shape[data-shape="d4d5"]:not(.begun)');
    await touch("touchStart", await middle(page, "b4"));
    await touch("touchMove", await middle(page, "e4"));
    await touch("touchMove", await middle(page, "g4"));
    await touch("touchEnd");
    await says(page, "After move 1 of 2.");
  },
};
