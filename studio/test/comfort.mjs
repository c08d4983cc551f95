// What is expected of any board: premoves, promotion on the square, sounds, colours, a rematch; and the first page.
import { check, click, quick, same, visit } from "./harness.mjs";

const square = (page, name) => page.locator(`.table .board [data-square="${name}"]`);
const listed = (page, count) => page.waitForFunction((count) => document.querySelectorAll(".record li button").length === count, count);

/** The contrast of two colours, as WCAG counts it. */
function contrast(one, other) {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\d.]+/g).slice(0, 3).map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

export const tests = {
  "a promotion is chosen on its square": quick(async (room) => {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("chess", { fen: "1n5k/P7/8/8/8/8/8/K7 w - - 0 1" });
    await visit(page, studio, id);
    await square(page, "a7").click();
    await square(page, "a8").click();
    const dialog = page.getByRole("dialog", { name: "Promotion" });
    await dialog.waitFor();
    const [box, target] = [await dialog.boundingBox(), await square(page, "a8").boundingBox()];
    check(Math.abs(box.x - target.x) < 3 && Math.abs(box.y - target.y) < 3, `the choice is at ${box.x}, ${box.y}, the square at ${target.x}, ${target.y}`);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await square(page, "a7").click();
    await square(page, "a8").click();
    await dialog.locator('[data-move="a7a8r"]').click();
    await listed(page, 1);
    check((await studio.ask(`api/tables/${id}`)).position.fen.startsWith("Rn5k"), "no rook");
  }),

  "a move is chosen ahead while the engine thinks": quick(async (room) => {
    const studio = await room.studio();
    const page = await room.page();
    // the page hears of the engine's move when the test lets it, however fast the machine is
    await page.addInitScript(() => {
      const { get, set } = Object.getOwnPropertyDescriptor(EventSource.prototype, "onmessage");
      let held = null;
      const listen = function (hear) {
        set.call(this, (message) => (held ? held.push(() => hear(message)) : hear(message)));
      };
      Object.defineProperty(EventSource.prototype, "onmessage", { configurable: true, get, set: listen });
      window.hold = () => void (held = []);
      window.release = () => {
        const late = held;
        held = null;
        for (const hear of late) hear();
      };
    });
    const id = await studio.table("chess", { seats: { white: "person", black: "engine", level: 6 } });
    await visit(page, studio, id);
    await page.evaluate(() => window.hold());
    await square(page, "e2").click();
    await square(page, "e4").click();
    await listed(page, 1);
    await square(page, "b1").click();
    await square(page, "c3").click();
    await page.waitForSelector('.board .premove[data-square="c3"]');
    await page.evaluate(() => window.release());
    await listed(page, 4);
    check((await page.locator(".record li button").nth(2).textContent()) === "Nc3", "another move was played");
    // one that is taken back is not played
    await page.waitForFunction(() => document.querySelector(".status").textContent.startsWith("White"));
    await page.evaluate(() => window.hold());
    await square(page, "a2").click();
    await square(page, "a3").click();
    await listed(page, 5);
    await square(page, "h2").click();
    await square(page, "h3").click();
    await page.waitForSelector('.board .premove[data-square="h3"]');
    await page.keyboard.press("Escape");
    same(await page.locator(".board .premove").count(), 0, "premoves");
    await page.evaluate(() => window.release());
    await listed(page, 6);
    check((await page.locator(".status").textContent()).startsWith("White"), "it was played");
  }),

  async "sounds can be turned off, and the board has other colours"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await page.addInitScript(() => {
      window.heard = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...given) {
        window.heard++;
        start.apply(this, given);
      };
    });
    await visit(page, studio, await studio.table("chess"));
    await click(page, "e2", "e4", "e2e4");
    same(await page.evaluate(() => window.heard), 1, "sounds");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Sounds").uncheck();
    for (const colours of ["brown", "green", "blue", "grey", "high contrast"]) {
      await page.locator('select[name="board"]').selectOption(colours);
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        const [light, dark] = await page.evaluate(() => ["light", "dark"].map((ground) => getComputedStyle(document.querySelector(`.table .${ground}:not(.last) .ground`)).fill));
        check(contrast(light, dark) >= 2.29, `${colours}, ${colorScheme}: ${contrast(light, dark)}`);
      }
    }
    await page.getByRole("button", { name: "Done" }).click();
    await click(page, "e7", "e5", "e7e5");
    same(await page.evaluate(() => window.heard), 1, "sounds when they are off");
    await page.reload();
    await page.waitForSelector('html[data-board="high contrast"] .table .board .piece');
  },

  async "a rematch changes the sides"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("chess", { fen: "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", seats: { white: "person", black: "engine", level: 3 } });
    await visit(page, studio, id);
    await click(page, "f7", "g7", "f7g7");
    await page.getByRole("button", { name: "Rematch" }).click();
    await page.waitForFunction((id) => !location.hash.includes(id), id);
    await page.waitForFunction(() => document.querySelector('[name="seat-white"]')?.value === "engine");
  },

  async "games are found by their names and families, with pictures"(room) {
    const studio = await room.studio();
    const page = await room.page({ viewport: { width: 1366, height: 768 } });
    await page.goto(studio.url);
    await page.waitForSelector(".cards img");
    await page.waitForFunction(() => document.querySelector(".cards img").naturalWidth > 0);
    const visible = () => page.locator(".home .card:visible").count();
    const all = await visible();
    await page.getByLabel("Search for a game").fill("shogi 9×9");
    await page.waitForFunction((all) => [...document.querySelectorAll(".home .card")].filter((one) => one.checkVisibility()).length < all, all);
    check((await visible()) > 0 && (await page.locator("section:visible h3").first().textContent()) === "Drops", "Shogi is not found");
    await page.getByLabel("Search for a game").fill("xyzzy");
    await page.getByText("No games").waitFor();
  },

  async "a random start has its number"(room) {
    const studio = await room.studio();
    const page = await room.page();
    await page.goto(studio.url);
    await page.getByLabel("Search for a game").fill("chess960");
    await page.getByRole("button", { name: /^Chess960/ }).first().click();
    const number = page.getByLabel(/Start position/);
    same(await number.inputValue(), "518", "the usual start");
    await number.fill("0");
    await page.locator('select[name="black"]').selectOption("person");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForSelector(".table .board .piece");
    const id = (await page.evaluate(() => location.hash)).split("/")[2];
    check((await studio.ask(`api/tables/${id}`)).position.fen.startsWith("bbqnnrkr/"), "another start");
  },

  async "a small laptop and a phone show what matters without scrolling"(room) {
    const studio = await room.studio();
    for (const [width, height, mobile] of [[1366, 768, false], [360, 640, true], [390, 844, true], [740, 360, true], [844, 390, true]]) {
      const page = await room.page({ viewport: { width, height }, ...(mobile && { hasTouch: true, isMobile: true }) });
      await visit(page, studio, await studio.table("crazyhouse"));
      await page.getByLabel("Engine", { exact: true }).check();
      await page.waitForSelector(".lines li");
      await page.evaluate(() => scrollTo(0, 0));
      const always = ["header", ".table .board", ".strip:first-child", ".strip:last-child", ".status", ".controls"];
      for (const part of [...always, ...(mobile ? [] : [".lines", ".record"])]) {
        const box = await page.locator(part).first().boundingBox();
        check(box && box.y >= 0 && box.y + box.height <= height + 0.5 && box.x + box.width <= width + 0.5, `${width}×${height}: ${part} is at ${JSON.stringify(box)}`);
      }
      const head = await page.locator("header").boundingBox();
      check(head.height < 64, `${width}×${height}: the header is ${head.height} high`);
      check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}×${height}: the page can be pushed aside`);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/looks-${width}.png` });
      // as many engines think at once as there are processors
      await page.context().close();
    }
  },
};
