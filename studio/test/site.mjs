// The site without a server: on a plain file server, and from the disk.
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { readFile, writeFile } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { runInThisContext } from "node:vm";
import { deflateRawSync, gunzipSync } from "node:zlib";
import { check, click, quick, same } from "./harness.mjs";

const FERZ = resolve(process.env.FERZ ?? "../target/release/ferz");
const run = promisify(execFile);

/** Writes the site into the room's folder. */
async function written(room) {
  const folder = join(room.folder, "site");
  // built beside the program, or carried by it
  const parts = process.env.PARTS ? ["--parts", process.env.PARTS] : [];
  const { stdout } = await run(FERZ, ["site", "-o", folder, ...parts]);
  check(stdout.includes(folder), stdout);
  return folder;
}

/** A server of files that knows nothing else. */
async function served(folder) {
  const types = { ".html": "text/html", ".wasm": "application/wasm", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json" };
  const asked = [];
  const server = createServer(async (request, response) => {
    const name = new URL(request.url, "http://localhost").pathname.slice(1) || "index.html";
    asked.push(name);
    try {
      const bytes = await readFile(join(folder, name));
      response.writeHead(200, { "content-type": types[extname(name)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${server.address().port}/`, asked, stop: () => (server.close(), server.closeAllConnections()) };
}

/** A page that tells of requests to elsewhere. */
async function visited(room, address, options) {
  const page = await room.page(options);
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (/^https?:$/.test(protocol) && host !== new URL(address).host) room.troubles.push(`it asks ${request.url()}`);
  });
  await page.goto(address);
  await page.waitForSelector(".home .card");
  return page;
}

/** Begins a game from the list, with these players. */
async function begun(page, title, white = "person", black = "person") {
  await page.locator(".home .card", { has: page.locator(`strong:text-is("${title}")`) }).first().click();
  await page.locator('dialog [name="white"]').selectOption(white);
  await page.locator('dialog [name="black"]').selectOption(black);
  await page.locator("dialog").getByRole("button", { name: "Play" }).click();
  await page.waitForSelector("main[data-table] .table .board .piece");
}

const moves = (page) => page.locator(".record li button").allTextContents();
const played = (page, number) => page.waitForFunction((number) => document.querySelectorAll(".record li button").length >= number, number);

/** The npm package, if it was built (`crates/ferz-wasm/build.sh`): tried where `PACKAGE` says where it is. */
const PACKAGE = process.env.PACKAGE;
const packaged = {
  async "the package for JavaScript works in a page"(room) {
    const server = await served(resolve(PACKAGE));
    try {
      const page = await room.page();
      await page.goto(`${server.url}index.js`);
      const found = await page.evaluate(async (address) => {
        const { Variant, Engine, games } = await (await import(address)).init();
        const game = Variant.load("chess").start("6k1/5ppp/8/8/8/8/8/R6K w");
        const { best } = new Engine(1).analyse(game, { time: 200 });
        return { best, nodes: Variant.load("courier").start().perft(2), games: games().length };
      }, `${server.url}index.js`);
      same([found.best, found.nodes], ["a1a8", Number(/Nodes searched: (\d+)/.exec((await run(FERZ, ["perft", "courier", "2"])).stdout)[1])]);
      check(found.games > 100, `${found.games} games`);
    } finally {
      server.stop();
    }
  },
};

export const tests = {
  ...(PACKAGE && packaged),

  async "the site carries the rules of the program"(room) {
    const folder = await written(room);
    const glue = await readFile(join(folder, "worker.js"), "utf8");
    const ferz = runInThisContext(`(() => {${glue};return wasm_bindgen})()`);
    const module = await WebAssembly.compile(gunzipSync(await readFile(join(folder, "ferz.wasm.bin"))));
    ferz.initSync({ module });
    const version = (await run(FERZ, ["--version"])).stdout.trim().split(" ").at(-1);
    same(ferz.version(), version, "version");
    const { files, games } = JSON.parse(gunzipSync(await readFile(join(folder, "games.bin"))));
    ferz.addGames(JSON.stringify(files));
    same(ferz.games(), games.map((game) => game.name), "games");
    for (const { name } of games) {
      const game = ferz.Variant.load(name).start();
      const { stdout } = await run(FERZ, ["perft", name, "2"]);
      const nodes = Number(/Nodes searched: (\d+)/.exec(stdout)?.[1]);
      same(game.perft(2), nodes, `perft 2 of ${name} (is crates/ferz-wasm/build.sh --site due?)`);
      game.free();
    }
  },

  async "the site analyses, and keeps variations"(room) {
    const server = await served(await written(room));
    try {
      const page = await visited(room, server.url);
      await page.waitForFunction(() => document.querySelector(".cards img").naturalWidth > 0);
      await begun(page, "Chess");
      await page.getByLabel("Engine", { exact: true }).check();
      await page.waitForSelector(".lines li button");
      const before = await page.locator(".analysis .depth").textContent();
      await page.waitForFunction((before) => document.querySelector(".analysis .depth").textContent !== before, before);
      // the engine plays while another looks on
      await page.getByLabel("Black is played by").selectOption("engine");
      await page.locator('.table [data-square="e2"]').click();
      await page.locator('.table [data-square="e4"]').click();
      await played(page, 2);
      await page.waitForSelector(".lines li button");
      await page.keyboard.press("Home");
      await page.waitForFunction(() => document.querySelector(".status").textContent.startsWith("After move 0"));
      await page.locator('.table [data-square="d2"]').click();
      await page.locator('.table [data-square="d4"]').click();
      await page.waitForSelector(".aside button");
      await page.reload();
      await page.waitForSelector('.aside button:has-text("1. d4")');
      await page.getByRole("tab", { name: "Set up" }).click();
      // whatever the engine has played
      await page.waitForFunction(() => /^r\S+\/4P3\/8\/PPPP1PPP\/RNBQKBNR w /.test(document.querySelector('[name="setup-fen"]').value));
    } finally {
      server.stop();
    }
  },

  "the site plays, keeps, hints and tells the rules without a server": quick(async (room) => {
    const server = await served(await written(room));
    try {
      const page = await visited(room, server.url);
      same(new Set(server.asked).has("held.js"), false, "held.js is asked for");
      await begun(page, "Chess", "person", "engine");
      await click(page, "e2", "e4");
      await played(page, 2);
      const before = await moves(page);
      await page.getByRole("button", { name: "Hint" }).click();
      await page.waitForFunction(() => document.querySelector(".status").textContent.startsWith("Hint: "));
      await page.reload();
      await page.waitForSelector("main[data-table] .table .board .piece");
      same(await moves(page), before, "after a reload");
      await page.getByRole("tab", { name: "Rules" }).click();
      check(await page.frameLocator("iframe.sheet").locator("h1").textContent(), "the rules have no title");
      await page.getByRole("tab", { name: "Pieces" }).click();
      await page.waitForSelector(".pieces .board .piece");
      await page.getByRole("tab", { name: "Position" }).click();
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "The game as PGN" }).click()]);
      check((await readFile(await download.path(), "utf8")).includes("1. e4 "), "the PGN has no moves");
      await page.goto(`${server.url}#/`);
      await page.waitForSelector('.home h2:text("Continue")');
    } finally {
      server.stop();
    }
  }),

  async "engines play each other on the site while the page answers"(room) {
    const server = await served(await written(room));
    try {
      const page = await visited(room, server.url);
      await begun(page, "The Courier Game", "engine", "engine");
      await played(page, 4);
      await page.getByRole("button", { name: "Flip the board" }).click();
      await page.waitForFunction(() => document.querySelector('.table [data-square="a1"]').getBoundingClientRect().y < document.querySelector('.table [data-square="a8"]').getBoundingClientRect().y);
      // every move goes back to the game, so none may come any more
      for (const side of ["White", "Black"]) await page.getByLabel(`${side} is played by`).selectOption("person");
      await page.waitForFunction(() => document.querySelector(".status").textContent.includes(" to move"));
      await page.getByRole("button", { name: "To the beginning" }).click();
      await page.waitForFunction(() => document.querySelector(".status").textContent.startsWith("After move 0"));
    } finally {
      server.stop();
    }
  },

  async "a file is written on the site, and a link carries it with its game"(room) {
    const server = await served(await written(room));
    try {
      const options = { permissions: ["clipboard-read", "clipboard-write"] };
      const page = await visited(room, server.url, options);
      await page.getByRole("button", { name: "New file" }).click();
      await page.locator('dialog [name="name"]').fill("my own");
      await page.locator("dialog").getByRole("button", { name: "Create" }).click();
      await page.waitForSelector("main .table .board .piece");
      await page.waitForSelector(".cm-content");
      const type = async (text) => {
        await page.locator(".cm-content").click();
        await page.keyboard.press("Control+End");
        await page.keyboard.type(text);
      };
      await type("\n[nonsense]\n");
      await page.waitForSelector(".problems li.error, .file li.error, li.error");
      for (let at = 0; at < 12; at++) await page.keyboard.press("Backspace");
      await page.waitForSelector("li.none");
      await page.keyboard.press("Control+s");
      await page.waitForFunction(() => /: saved/.test(document.body.textContent));
      await page.locator('.typed [name="move"]').fill(await page.locator('.typed [name="move"]').getAttribute("placeholder").then((words) => words.split(",")[0]));
      await page.keyboard.press("Enter");
      await played(page, 1);
      const before = await moves(page);
      await page.getByRole("tab", { name: "Position" }).click();
      await page.getByRole("button", { name: "Copy a link to this game" }).click();
      await page.waitForFunction(() => document.querySelector("#live").textContent === "Copied");
      const link = await page.evaluate(() => navigator.clipboard.readText());
      check(link.startsWith(`${server.url}#/open/`) && link.length < 8000, `${link.length} signs`);
      const other = await room.page();
      await other.goto(link);
      await other.waitForSelector("main[data-table] .table .board .piece");
      same(await moves(other), before, "the moves of the link");
      await other.waitForSelector(".cm-content");
      check((await other.locator(".cm-content").textContent()).includes("My Own"), "the link has no file");
      await other.goto(`${server.url}#/open/${link.split("/open/")[1].slice(0, 200)}`);
      await other.waitForSelector("#trouble:not([hidden])");
    } finally {
      server.stop();
    }
  },

  "the site says when the browser keeps nothing, and what of a link can't be played": quick(async (room) => {
    const server = await served(await written(room));
    try {
      const page = await visited(room, server.url, { permissions: ["clipboard-read", "clipboard-write"] });
      await begun(page, "Chess");
      await page.evaluate(() => {
        for (let size = 2 ** 22; size >= 1; size /= 2) {
          try {
            for (let at = 0; ; at++) localStorage.setItem(`filler-${size}-${at}`, "x".repeat(size));
          } catch {
            // smaller pieces
          }
        }
      });
      await click(page, "e2", "e4");
      await page.getByText("The browser has no room left for this page").waitFor();
      await page.getByRole("button", { name: "Copy a link to the game" }).click();
      await page.waitForFunction(() => document.querySelector("#live").textContent === "Copied");
      const own = await page.evaluate(() => navigator.clipboard.readText());
      await page.evaluate(() => localStorage.clear());
      const game = { version: 1, title: "", origin: { "built-in": "chess" }, options: [], start: null, moves: [], ahead: [], seats: { white: "person", black: "person", level: 1 } };
      const link = (value) => `#/open/${deflateRawSync(JSON.stringify(value)).toString("base64url")}`;
      // a link of its own each time: the address alone would not be loaded anew
      const opened = async (hash) => {
        await page.goto("about:blank");
        await page.goto(hash.startsWith("#") ? server.url + hash : hash);
      };
      await opened(own);
      await played(page, 1);
      await opened(link({ game: { ...game, moves: ["e2e4", "e7e4"] }, text: null }));
      await page.getByText("Only 1 of 2 moves can be played").waitFor();
      check((await page.locator(".note").first().textContent()).includes("the pawn doesn't move from e7 to e4"), "no reason is given");
      await opened(link({ game: { ...game, origin: { file: "broken.toml" } }, text: '[game]\nname = "Broken"\n[nonsense]\n' }));
      await page.waitForSelector(".problems li.error");
      for (const [hash, words] of [
        [link({ something: "else" }), "carries no game"],
        [link({ game, text: null }).slice(0, 40), "can't be read"],
        ["#/file/%E0%A4%A", "can't be read"],
        ["#/file/..%2Fsecret", "There is no file ../secret here"],
      ]) {
        await opened(hash);
        await page.locator("#trouble", { hasText: words }).waitFor();
        await page.waitForSelector(".home .card");
      }
    } finally {
      server.stop();
    }
  }),

  async "the site needs no network from the second visit on"(room) {
    const server = await served(await written(room));
    const page = await visited(room, server.url);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    server.stop();
    await page.goto(server.url);
    await page.waitForSelector(".home .card");
    await begun(page, "Chess");
    await page.locator('.table [data-square="e2"]').click();
    await page.locator('.table [data-square="e4"]').click();
    await played(page, 1);
  },

  async "nothing foreign runs on the site"(room) {
    const server = await served(await written(room));
    try {
      const page = await visited(room, server.url);
      const blocked = await page.evaluate(async () => {
        const broken = [];
        document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => broken.push(effectiveDirective));
        const told = () => new Promise((done) => document.addEventListener("securitypolicyviolation", done, { once: true }));
        const script = document.createElement("script");
        script.textContent = "window.hit = 1";
        for (const attempt of [
          () => document.body.append(script),
          () => document.body.append(Object.assign(new Image(), { src: "https://elsewhere.example/a.png" })),
          () => void fetch("https://elsewhere.example/").catch(() => {}),
          () => document.body.append(Object.assign(document.createElement("iframe"), { src: "https://elsewhere.example/" })),
        ]) {
          const heard = told();
          attempt();
          await heard;
        }
        return { broken, hit: window.hit ?? null };
      });
      same(blocked, { broken: ["script-src-elem", "img-src", "connect-src", "frame-src"], hit: null });
      // what was blocked is told to the console
      room.troubles = [];
    } finally {
      server.stop();
    }
  },

  async "a game is shown in a page of another site, and taken away as a page"(room) {
    const server = await served(await written(room));
    try {
      const page = await visited(room, server.url, { permissions: ["clipboard-read", "clipboard-write"] });
      await begun(page, "Chess");
      await click(page, "e2", "e4");
      await page.getByRole("tab", { name: "Position" }).click();
      await page.getByRole("button", { name: "Copy an iframe" }).click();
      await page.waitForFunction(() => document.querySelector("#live").textContent === "Copied");
      const frame = await page.evaluate(() => navigator.clipboard.readText());
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: /self-contained/ }).click()]);
      const other = await room.page();
      await writeFile(join(room.folder, "index.html"), `<h1>Elsewhere</h1>${frame}`);
      const elsewhere = await served(room.folder);
      await other.goto(elsewhere.url.replace("127.0.0.1", "localhost"));
      const shown = other.frameLocator("iframe");
      await shown.locator(".table .board .piece").first().waitFor();
      same(await shown.locator(".record li button").allTextContents(), ["e4"], "moves");
      same(await shown.locator("header:visible, [role=tablist]:visible").count(), 0, "what belongs to the studio");
      elsewhere.stop();
      if (process.env.SHOTS) await other.screenshot({ path: join(process.env.SHOTS, "embedded.png"), fullPage: true });
      // where a browser lets it keep something, it keeps nothing
      await other.goto(/src="([^"]+)"/.exec(frame)[1]);
      await other.locator(".table .board .piece").first().waitFor();
      const kept = await other.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("ferz-kept:")));
      same(kept, [], "what is kept of a game that was only looked at");
      const file = join(room.folder, "alone.html");
      await download.saveAs(file);
      const alone = await room.alone(file);
      await alone.locator('[data-square="e7"]').click();
      await alone.locator('[data-square="e5"]').click();
      await alone.waitForFunction(() => document.querySelectorAll(".record li").length === 2);
    } finally {
      server.stop();
    }
  },

  async "the site has clocks, material, the help of the language server, and the piece maker"(room) {
    const server = await served(await written(room));
    try {
      const page = await visited(room, server.url);
      await page.locator(".home .card", { has: page.locator('strong:text-is("Chess")') }).first().click();
      await page.locator('dialog [name="clock"]').selectOption("5+3");
      await page.locator("dialog").getByRole("button", { name: "Play" }).click();
      await page.waitForSelector("main[data-table] .table .board .piece");
      await click(page, "e2", "e4");
      await played(page, 2);
      await page.waitForSelector(".clock.running");
      await page.reload();
      await page.waitForSelector(".clock.running");
      await page.getByRole("button", { name: "New file" }).click();
      await page.locator('dialog [name="name"]').fill("helped");
      await page.locator('dialog [name="from"]').selectOption("chess");
      await page.locator("dialog").getByRole("button", { name: "Create" }).click();
      await page.waitForSelector(".cm-content");
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type('\n[promotion]\nto = "quee');
      await page.locator(".cm-tooltip-autocomplete").getByText("queen", { exact: true }).waitFor();
      await page.goto(`${server.url}#/piece/N`);
      await page.getByText("Known as: knight").waitFor();
    } finally {
      server.stop();
    }
  },

  async "the site works from the disk"(room) {
    const folder = await written(room);
    const page = await visited(room, `file://${folder}/index.html`);
    await begun(page, "Chess", "person", "engine");
    const move = await page.locator('.typed [name="move"]').getAttribute("placeholder");
    await page.locator('.typed [name="move"]').fill(move.split(",")[0]);
    await page.keyboard.press("Enter");
    await played(page, 2);
  },
};
