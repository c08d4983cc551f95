// Boards of hexagons.
import { check, click, quick, same, visit } from "./harness.mjs";

const square = (page, name) => page.locator(`.table .board [data-square="${name}"]`);

/** The middle of a square on the screen. */
async function middle(page, name) {
  const box = await square(page, name).locator(".ground").boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

export const tests = {
  "hexagons stand where their neighbours are, and are played on by mouse and keys": quick(async (room) => {
    const studio = await room.studio();
    const page = await room.page();
    await visit(page, studio, await studio.table("glinski"));
    same(await page.locator(".table .board polygon.ground").count(), 91, "cells");
    same(await page.locator('.table .board [data-square="a7"]').count(), 0, "cells that are not in play");
    const at = Object.fromEntries(await Promise.all(["f5", "f6", "g5", "g6", "e5", "e4"].map(async (name) => [name, await middle(page, name)])));
    const far = (name) => Math.hypot(at[name][0] - at.f5[0], at[name][1] - at.f5[1]);
    const near = ["f6", "g5", "g6", "e5", "e4"].map(far);
    check(Math.max(...near) < 1.06 * Math.min(...near), `neighbours are as far away as each other: ${near.map(Math.round)}`);
    check(at.f6[1] < at.g6[1] && at.g6[1] < at.f5[1] && at.f5[1] < at.g5[1], "ranks slope down to the right");
    // by clicks, by dragging, by keys
    await click(page, "e4", "e6");
    await page.mouse.move(...(await middle(page, "f11")));
    await page.mouse.down();
    await page.mouse.move(...(await middle(page, "e10")), { steps: 3 });
    await page.mouse.up();
    same(await page.locator(".record li button").count(), 1, "a move to nowhere");
    await page.mouse.move(...(await middle(page, "e7")));
    await page.mouse.down();
    await page.mouse.move(...(await middle(page, "f7")), { steps: 3 });
    await page.mouse.up();
    same(await page.locator(".record li button").count(), 1, "no capture sideways");
    await page.mouse.move(...(await middle(page, "f7")));
    await page.mouse.down();
    await page.mouse.move(...(await middle(page, "e6")), { steps: 3 });
    await page.mouse.up();
    await page.waitForFunction(() => document.querySelectorAll(".record li button").length === 2);
    await square(page, "g5").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".record li button").length === 3);
    check((await square(page, "g6").getAttribute("aria-label")).includes("white pawn"), "the pawn stands there");
  }),

  async "a board of hexagons turns, and fits a telephone"(room) {
    const studio = await room.studio();
    const page = await room.page({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await visit(page, studio, await studio.table("shafran"));
    const below = async (one, other) => (await middle(page, one))[1] > (await middle(page, other))[1];
    check(await below("e1", "e10"), "White sits below");
    await page.getByRole("button", { name: /flip/i }).first().click();
    await page.waitForFunction(() => document.querySelector('[data-square="e1"] .ground').getBoundingClientRect().top < document.querySelector('[data-square="e10"] .ground').getBoundingClientRect().top);
    const board = await page.locator(".table .board svg, .table svg.board").first().boundingBox();
    check(board.x >= 0 && board.x + board.width <= 391, `the board is ${Math.round(board.width)} wide`);
    await page.getByRole("tab", { name: "Set up" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".setup .board polygon.ground").length === 70);
  },
};
