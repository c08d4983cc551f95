// A studio of its own for every test: a program, a folder, and windows of a browser that share nothing with those of other tests.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";

const FERZ = resolve(process.env.FERZ ?? "../target/release/ferz");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** A folder with a page that is not yet built into the program, served instead of its own. */
const ASSETS = process.env.ASSETS;
/** How long a browser may take over anything: other work may keep the machine busy. */
const PATIENCE = 5 * 60_000;
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];

/** A running `ferz studio`. */
export class Studio {
  static async start(folder, args = [], port = 0) {
    const studio = new Studio();
    studio.folder = folder;
    studio.args = args;
    await studio.launch(port);
    return studio;
  }

  async launch(port) {
    const args = ["studio", ...this.args, "--port", String(port), "--no-open", "--state", join(this.folder, ".state")];
    this.child = spawn(FERZ, args, { cwd: this.folder, stdio: ["ignore", "pipe", "pipe"] });
    this.said = "";
    this.child.stderr.on("data", (data) => (this.said += data));
    this.url = await new Promise((done, failed) => {
      let text = "";
      this.child.stdout.on("data", (data) => {
        text += data;
        const found = /http:\/\/[^ ]+/.exec(text);
        if (found) done(found[0]);
      });
      this.child.on("exit", (code) => failed(new Error(`ferz ended with ${code}: ${this.said}`)));
    });
    this.port = Number(new URL(this.url).port);
    const page = await (await this.fetch("")).text();
    this.token = /ferz-token" content="([0-9a-f]+)"/.exec(page)[1];
  }

  async stop() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((done) => this.child.once("exit", done));
    this.child.kill("SIGKILL");
    await ended;
  }

  async restart() {
    await this.stop();
    await this.launch(this.port);
  }

  /** A request over a connection of its own: the program closes those that are silent, perhaps when the next request is on its way. */
  fetch(path, options = {}) {
    const headers = { "x-ferz-token": this.token ?? "", "content-type": "application/json", connection: "close" };
    return fetch(this.url + path, { ...options, headers });
  }

  async ask(path, body) {
    const response = await this.fetch(path, body === undefined ? {} : { method: "POST", body: JSON.stringify(body) });
    const json = await response.json();
    if (!response.ok) throw new Error(`${path}: ${json.error}`);
    return json;
  }

  /** Opens a table and gives its name. */
  async table(game, more = {}) {
    const seats = { white: "person", black: "person", level: 1 };
    return (await this.ask("api/tables", { origin: { "built-in": game }, seats, ...more })).id;
  }
}

/** Starts a browser: one for all tests that run one after another. */
export const browse = () => chromium.launch({ executablePath: CHROMIUM, args: FLAGS, timeout: PATIENCE });

/** Marks a test as one of the few that `--quick` runs. */
export const quick = (test) => Object.assign(test, { quick: true });

/** What a test has at hand. */
export class Room {
  static async open(browser) {
    const room = new Room();
    room.folder = await mkdtemp(join(tmpdir(), "ferz-studio-"));
    room.browser = browser;
    return room;
  }

  async studio(args) {
    this.served = await Studio.start(this.folder, args);
    return this.served;
  }

  async page(options = {}) {
    // pieces are where they go at once
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: "reduce", ...options });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    this.troubles = [];
    page.on("pageerror", (error) => this.troubles.push(error.message));
    page.on("console", (message) => {
      // a refused request is told in the page as well
      if (message.type() === "error" && !/Failed to load resource|net::ERR/.test(message.text())) this.troubles.push(message.text());
    });
    if (ASSETS) await page.route("**/assets/*", (route) => route.fulfill({ path: join(ASSETS, route.request().url().split("/").at(-1)) }));
    return page;
  }

  /** A page that was taken away, without the program and the network. */
  async alone(file) {
    const context = await this.browser.newContext({ offline: true });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    await page.goto(`file://${file}`);
    return page;
  }

  async close() {
    await this.served?.stop();
    // a request that is still held back by the test is of no concern any more
    const contexts = this.browser.isConnected() ? this.browser.contexts() : [];
    await Promise.all(contexts.flatMap((context) => context.pages()).map((page) => page.unrouteAll({ behavior: "ignoreErrors" })));
    await Promise.all(contexts.map((context) => context.close()));
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Goes to a table and waits until its board stands. */
export async function visit(page, studio, id, tab = "") {
  await page.goto(`${studio.url}#/game/${id}${tab && `/${tab}`}`);
  // a game may begin with an empty board
  const { position } = await studio.ask(`api/tables/${id}`);
  await page.waitForSelector(`main[data-table="${id}"] .table .board ${position.pieces.length ? ".piece" : "[data-square]"}`);
}

/** A square, or the place of a piece in a hand, such as `N@`. */
const square = (page, name) => page.locator(name.endsWith("@") ? `.table [data-hand="${name}"]` : `.table .board [data-square="${name}"]`);

/** Plays a move by clicking its two squares, and what is asked then. */
export async function click(page, from, to, move) {
  const before = await page.locator(".record li button").count();
  if (from && to && from !== to) {
    await square(page, from).click();
    await square(page, to).click();
    const asked = page.locator(`dialog [data-move="${move}"]`);
    await Promise.race([asked.waitFor().catch(() => {}), counted(page, before)]);
    if (await asked.count()) await asked.click();
  } else if (to && !(await page.locator(`.extra [data-move="${move}"]`).count())) {
    // something put on the board
    await square(page, to).click();
  } else {
    await page.locator(`.extra [data-move="${move}"]`).click();
  }
  await counted(page, before);
}

async function counted(page, before) {
  await page.waitForFunction((before) => document.querySelectorAll(".record li button").length > before, before);
}

export function check(holds, words) {
  if (!holds) throw new Error(words);
}

export function same(found, wanted, words = "") {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (one !== other) throw new Error(`${words} ${one} is not ${other}`);
}
