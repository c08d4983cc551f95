// The page as such: every game opens, everybody can use it, nobody else can.
import AxeBuilder from "axe-core";
import { createServer } from "node:http";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { check, click, same, visit } from "./harness.mjs";

async function scan(page, what) {
  await page.addScriptTag({ content: AxeBuilder.source }).catch(async () => page.evaluate(AxeBuilder.source));
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const said = violations.map((one) => `${one.id}: ${one.help} (${one.nodes.length}): ${one.nodes[0].html.slice(0, 160)} ${one.nodes[0].failureSummary}`);
  check(violations.length === 0, `${what}:\n${said.join("\n")}`);
}

/** Shows a panel, and waits until all of it is there and nothing moves any more. */
async function show(page, tab) {
  await page.getByRole("tab", { name: tab }).click();
  const panel = page.getByRole("tabpanel", { name: tab });
  await panel.locator(":scope > *").first().waitFor();
  if (tab === "Rules") await page.frameLocator("iframe.sheet").locator("h1").waitFor();
  if (tab === "Set up") await page.waitForFunction(() => document.querySelector('[name="setup-fen"]').value);
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState === "finished"));
}

/** Puts an image that can't be loaded into the page, as an evil text would, and waits until that is known. */
const failing = () =>
  new Promise((done) => {
    const image = Object.assign(new Image(), { onerror: () => (image.remove(), done()), src: "x" });
    document.body.append(image);
  });

/** Every game opens; in parts, which are played side by side. */
const PARTS = 4;
const opens = (part) => async (room) => {
  const studio = await room.studio();
  const page = await room.page();
  const { games } = await studio.ask("api/library");
  check(games.length >= 14, "games are missing");
  for (const { name, files, ranks } of games.filter((_, at) => at % PARTS === part)) {
    const id = await studio.table(name);
    await visit(page, studio, id);
    // around hexagons there is nothing
    const hexagons = await page.locator(".table .board polygon.ground").count();
    same(await page.locator(".table .board [data-square]").count(), hexagons || files * ranks, name);
    check(hexagons <= files * ranks, `${name} has ${hexagons} hexagons`);
    for (let ply = 0; ply < 4; ply++) {
      const { position } = await studio.ask(`api/tables/${id}`);
      // over already, or something other than a piece comes next
      if (position.moves.length === 0) break;
      const move = position.moves[(7 * ply + 3) % position.moves.length];
      await click(page, move.from, move.to, move.move);
    }
    if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `${name}.png`) });
    const { position } = await studio.ask(`api/tables/${id}`);
    const pieces = position.pieces.length;
    const shown = page.waitForFunction((pieces) => document.querySelectorAll(".table .board .piece").length === pieces, pieces);
    await shown.catch(async () => same(await page.locator(".table .board .piece").count(), pieces, `pieces of ${name}`));
    const overlap = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    check(!overlap, `${name} is wider than the window`);
  }
};

export const tests = {
  "every game opens, looks right and can be played (1 of 4)": opens(0),
  "every game opens, looks right and can be played (2 of 4)": opens(1),
  "every game opens, looks right and can be played (3 of 4)": opens(2),
  "every game opens, looks right and can be played (4 of 4)": opens(3),

  async "a phone shows the whole board"(room) {
    const studio = await room.studio();
    const page = await room.page({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    for (const game of ["courier", "courtyard", "english-draughts"]) {
      const id = await studio.table(game);
      await visit(page, studio, id);
      const box = await page.locator(".table .board").boundingBox();
      check(box.x >= 0 && box.x + box.width <= 360.5, `${game}: the board is from ${box.x} to ${box.x + box.width}`);
      check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${game}: the page can be pushed aside`);
      const { position } = await studio.ask(`api/tables/${id}`);
      const move = position.moves[0];
      await page.locator(`.table [data-square="${move.from}"]`).tap();
      await page.locator(`.table [data-square="${move.to}"]`).tap();
      await page.waitForFunction(() => document.querySelectorAll(".record li button").length === 1);
    }
  },

  async "no barrier that a scan finds, light and dark"(room) {
    await writeFile(join(room.folder, "bad.toml"), "game.name = 3\n");
    const studio = await room.studio(["."]);
    for (const colorScheme of ["light", "dark"]) {
      const page = await room.page({ colorScheme, bypassCSP: true });
      await page.goto(`${studio.url}#/`);
      await page.waitForSelector(".card");
      await scan(page, `${colorScheme}: first page`);
      await page.getByRole("button", { name: "New game" }).click();
      await scan(page, `${colorScheme}: new game`);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Settings" }).click();
      await scan(page, `${colorScheme}: settings`);
      await page.keyboard.press("Escape");
      await page.goto(`${studio.url}#/piece/fmR%20fcF`);
      await page.waitForSelector(".maker .board .target");
      await scan(page, `${colorScheme}: piece maker`);
      const id = await studio.table("courtyard", { fen: "4k5/10/10/10/10/10/10/10/2s7/1G3K4 w", clock: { seconds: 8, increment: 900 } });
      await visit(page, studio, id);
      await click(page, "b1", "a2", "b1a2");
      await page.getByLabel("Engine", { exact: true }).check();
      await page.getByText("Annotate").click();
      for (const tab of ["Moves", "Rules", "Pieces", "Position", "Set up"]) {
        await show(page, tab);
        await scan(page, `${colorScheme}: ${tab}`);
      }
    }
    const page = await room.page({ bypassCSP: true });
    await writeFile(join(room.folder, "good.toml"), 'extends = "chess"\n\n[game]\nname = "Good"\n');
    await studio.stop();
    const other = await room.studio(["good.toml"]);
    await page.goto(other.url);
    await page.waitForSelector(".cm-content");
    await scan(page, "file");
  },

  async "a page of another origin can't drive it"(room) {
    const studio = await room.studio();
    const id = await studio.table("chess");
    const evil = createServer((_, response) => {
      response.setHeader("content-type", "text/html");
      response.end("<h1>evil</h1>");
    });
    await new Promise((done) => evil.listen(0, "127.0.0.1", done));
    const page = await room.page();
    await page.goto(`http://localhost:${evil.address().port}/`);
    const tried = await page.evaluate(
      async ([url, id, token]) => {
        const target = `${url}api/tables/${id}/play`;
        const body = JSON.stringify({ move: "e2e4" });
        const got = [];
        const tries = [
          () => fetch(target, { method: "POST", body, mode: "no-cors" }),
          () => fetch(target, { method: "POST", body, headers: { "x-ferz-token": token, "content-type": "application/json" } }),
          () => fetch(`${url}api/tables/${id}`),
          () => fetch(url),
        ];
        for (const attempt of tries) {
          got.push(await attempt().then((response) => (response.type === "opaque" ? "opaque" : `read ${response.status}`), () => "refused"));
        }
        const form = document.createElement("form");
        Object.assign(form, { action: target, method: "post", enctype: "text/plain", target: "frame" });
        const frame = Object.assign(document.createElement("iframe"), { name: "frame" });
        document.body.append(frame, form);
        // what the browser shows in place of the answer is loaded as well
        const answered = new Promise((done) => frame.addEventListener("load", done, { once: true }));
        form.submit();
        await answered;
        return got;
      },
      [studio.url, id, studio.token],
    );
    same(tried, ["refused", "refused", "refused", "refused"]);
    same((await studio.ask(`api/tables/${id}`)).made.length, 0, "moves played from outside");
    // the browser says why it turned the page away
    room.troubles = [];
    evil.close();
  },

  async "a game taken away as a page can be played on without the program"(room) {
    const studio = await room.studio();
    const page = await room.page();
    const id = await studio.table("courier");
    await visit(page, studio, id, "position");
    await click(page, "g2", "g3", "g2g3");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: /self-contained/ }).click()]);
    const file = join(room.folder, "alone.html");
    await download.saveAs(file);
    await studio.stop();
    const alone = await room.alone(file);
    await alone.waitForSelector(".board .piece");
    await alone.locator('[data-square="g7"]').click();
    await alone.locator('[data-square="g6"]').click();
    await alone.waitForFunction(() => document.querySelectorAll(".record li").length === 2);
    check((await alone.locator("main").textContent()).includes("How the courier moves"), "the rule sheet is missing");
    check(!(await readFile(file, "utf8")).includes("127.0.0.1"), "the page knows the server");
  },

  async "texts of a file can't become part of the page"(room) {
    const evil = '<img src=x onerror=\\"window.hit=1\\">';
    await writeFile(join(room.folder, "evil.toml"), `extends = "chess"\n[game]\nname = "${evil}"\nnotes = ["${evil}"]\n[options."a"]\nask = "${evil}"\ndefault = "x"\nvalues = { x = {}, y = { board.a1 = "light" } }\n`);
    const studio = await room.studio(["evil.toml"]);
    const page = await room.page({ bypassCSP: true });
    await page.goto(studio.url);
    await page.waitForSelector(".table .board .piece");
    for (const tab of ["Rules", "Pieces", "Position", "File"]) {
      await show(page, tab);
      await page.evaluate(failing);
    }
    check(!(await page.evaluate(() => window.hit)), "a text was run");
  },
};
