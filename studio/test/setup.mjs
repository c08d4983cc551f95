// The board editor.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { check, same, visit } from "./harness.mjs";

const square = (page, name) => page.locator(`.setup .board [data-square="${name}"]`);
const fen = (page, words) => page.waitForFunction((words) => document.querySelector('[name="setup-fen"]').value.startsWith(words), words);

export const tests = {
  async "a position is set up from the tray and played from"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("chess"));
    await page.getByRole("tab", { name: "Set up" }).click();
    await fen(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await fen(page, "8/8/8/8/8/8/8/8 w");
    for (const [piece, at] of [["white king", "e1"], ["black king", "e8"], ["white queen", "a1"], ["black pawn", "h2"]]) {
      await page.getByRole("button", { name: new RegExp(`^${piece}, `, "i") }).click();
      await square(page, at).click();
    }
    await fen(page, "4k3/8/8/8/8/8/7p/Q3K3 w - - 0 1");
    // dragged to another square, and off the board
    const middle = async (name) => {
      const box = await square(page, name).boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    await page.mouse.move(...(await middle("h2")));
    await page.mouse.down();
    await page.mouse.move(...(await middle("h3")), { steps: 4 });
    await page.mouse.up();
    await fen(page, "4k3/8/8/8/8/7p/8/Q3K3 w");
    await page.getByLabel("Side to move").selectOption("black");
    await fen(page, "4k3/8/8/8/8/7p/8/Q3K3 b");
    const old = await page.evaluate(() => location.hash);
    await page.getByRole("button", { name: "Play from here" }).click();
    await page.waitForFunction((old) => location.hash !== old, old);
    await page.waitForFunction(() => document.querySelectorAll(".table .board .piece").length === 4);
    check((await page.locator(".status").textContent()).startsWith("Black"), await page.locator(".status").textContent());
  },

  async "a FEN is typed, and what is wrong with it said"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("crazyhouse"));
    await page.getByRole("tab", { name: "Set up" }).click();
    await fen(page, "rnbqkbnr/");
    const typed = page.getByLabel("FEN of the position set up");
    await typed.fill("4k3/8/8/9/8/8/8/4K3 w");
    await page.waitForFunction(() => document.querySelector("#setup-wrong").textContent.includes("9"));
    check(await page.getByRole("button", { name: "Play from here" }).isDisabled(), "what is no position can be played");
    await typed.fill("4k3/8/8/8/8/8/4Q~3/4K3[NNp] w - - 0 1");
    await page.waitForFunction(() => document.querySelector("#setup-wrong").textContent === "");
    same(await page.getByLabel("White knight in hand").inputValue(), "2");
    same(await page.locator(".setup .board .promoted").count(), 1, "promoted pieces");
    await page.getByLabel("White knight in hand").fill("1");
    await page.getByLabel("White knight in hand").blur();
    await fen(page, "4k3/8/8/8/8/8/4Q~3/4K3[Np] w");
  },

  async "neutral pieces and walls are shown and set up"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("duck", { fen: "4k3/8/8/8/4*3/8/4R3/4K3 w - - 0 1" }));
    check((await page.locator('.table [data-square="e4"]').getAttribute("aria-label")).includes("neutral duck"), "the duck is not shown");
    await page.getByRole("tab", { name: "Set up" }).click();
    await fen(page, "4k3/8/8/8/4*3/8/4R3/4K3 w");
    await page.getByRole("button", { name: "Clear a square" }).click();
    await square(page, "e4").click();
    await fen(page, "4k3/8/8/8/8/8/4R3/4K3 w");
    await page.getByRole("button", { name: "neutral duck" }).click();
    await square(page, "d4").click();
    await fen(page, "4k3/8/8/8/3*4/8/4R3/4K3 w");
    await visit(page, studio, await studio.table("isolation"));
    await page.getByRole("tab", { name: "Set up" }).click();
    await page.getByRole("button", { name: "wall", exact: true }).click();
    await square(page, "b3").click();
    await page.waitForSelector('.setup .board .walled[data-square="b3"]');
  },

  async "a position becomes the start position and an example of a file"(room) {
    await writeFile(join(room.folder, "mine.toml"), 'extends = "chess"\ncastling = false\n\n[game]\nname = "Mine"\n');
    const studio = await room.studio(["mine.toml"]);
    const page = await room.page();
    await page.goto(studio.url);
    await page.waitForSelector(".table .board .piece");
    await page.waitForSelector(".cm-content");
    await page.getByRole("tab", { name: "Set up" }).click();
    await page.getByLabel("FEN of the position set up").fill("4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1");
    await page.waitForFunction(() => !document.querySelector(".setup .main").disabled);
    await page.waitForFunction(() => document.querySelectorAll(".setup .board .piece").length === 10);
    await page.getByRole("button", { name: "Add as an example" }).click();
    await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("[[example]]"));
    await page.getByRole("tab", { name: "Set up" }).click();
    await page.getByRole("button", { name: "Add as the start position" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".table .board .piece").length === 10);
    check((await page.locator(".cm-content").textContent()).includes("white = false"), "the parent's pieces stay");
  },
};
