// The piece maker: squares become a movement, a movement becomes squares, and the piece goes into a file.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { check, quick, same } from "./harness.mjs";

const square = (page, name) => page.locator(`.maker .board [data-square="${name}"]`);
const notation = (page) => page.getByLabel("Movement, in Betza's letters");
const writes = (page, text) => page.waitForFunction((text) => document.querySelector('.maker [name="notation"]').value === text, text);
const tells = (page, words) => page.waitForFunction((words) => document.querySelector(".maker .words").textContent.includes(words), words);
const marked = (page, kind) => page.locator(`.maker .board .square:has(${kind})`).evaluateAll((all) => all.map((one) => one.dataset.square).sort());

export const tests = {
  "a movement is made by clicking squares, and shown when it is written": quick(async (room) => {
    const studio = await room.studio();
    const page = await room.page();
    await page.goto(studio.url);
    await page.getByRole("link", { name: "Make a piece" }).click();
    await tells(page, "Click squares");
    await square(page, "h9").click();
    await writes(page, "N");
    await tells(page, "Known as: knight");
    same((await marked(page, ".target")).length, 8, "squares of a knight");
    await square(page, "h9").click();
    await writes(page, "mN");
    await square(page, "h9").click();
    await writes(page, "cN");
    await page.getByLabel("A click on a square").selectOption("slide that way");
    await page.getByLabel("Applies").selectOption("left and right alike");
    await square(page, "i9").click();
    await writes(page, "cN fB");
    await tells(page, "diagonally forward");
    // what is written shows where it goes, around pieces in the way
    await notation(page).fill("fmR fcF");
    await page.waitForFunction(() => document.querySelectorAll(".maker .board .target").length === 8);
    same(await marked(page, ".target.capture"), ["f8", "h8"]);
    await page.getByLabel("A click on a square").selectOption("put a friend there");
    await square(page, "g10").click();
    await page.waitForFunction(() => document.querySelectorAll(".maker .board .target").length === 4);
    await notation(page).fill("fmE");
    await page.waitForSelector('.maker [name="notation"][aria-invalid]');
    // its address carries it
    await notation(page).fill("zB");
    await page.waitForFunction(() => location.hash === "#/piece/zB");
    await page.reload();
    await page.waitForSelector(".maker");
    await writes(page, "zB");
    await square(page, "h8").locator(".target.capture").waitFor({ state: "attached" });
  }),

  async "every choice of directions is written as ferz reads it"(room) {
    const studio = await room.studio();
    const { outputFiles } = await build({ entryPoints: [new URL("../src/betza.ts", import.meta.url).pathname], bundle: true, format: "esm", write: false });
    const { likes, read, written } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
    const reached = ({ x, y, slide }) => {
      const steps = Array.from({ length: slide ? 6 : 1 }, (_, at) => [x * (at + 1), y * (at + 1)]);
      return steps.filter((way) => way.every((part) => Math.abs(part) <= 6)).map(([x, y]) => `${String.fromCharCode("g".charCodeAt(0) + x)}${7 + y}`);
    };
    for (const leap of [[0, 1], [1, 1], [1, 2]]) {
      const all = likes(leap);
      for (let chosen = 1; chosen < 2 ** all.length; chosen++) {
        const slide = chosen % 2 === 0;
        const legs = all.filter((_, at) => chosen & (1 << at)).map(([x, y]) => ({ x, y, slide, moves: true, takes: chosen % 3 > 0 }));
        const notation = written(legs);
        same((await studio.ask("api/movement", { notation, square: "g7" })).moves.sort(), legs.flatMap(reached).sort(), notation);
        same(read(notation).map((leg) => JSON.stringify(leg)).sort(), legs.map((leg) => JSON.stringify(leg)).sort(), notation);
      }
    }
    same([written(read("K")), written(read("mQ cN")), written(read("fmW fcF")), read("zB")], ["K", "mQ cN", "fmW fcF", null]);
  },

  async "a piece goes from the file to the piece maker and into the file"(room) {
    const path = join(room.folder, "tiny.toml");
    await writeFile(path, 'extends = "gardner"\n\n[game]\nname = "Tiny"\n');
    const studio = await room.studio(["tiny.toml"]);
    const page = await room.page();
    await page.goto(studio.url);
    await page.waitForSelector(".cm-content");
    await page.getByRole("tab", { name: "Pieces" }).click();
    await page.locator(".pieces li button", { hasText: "Knight" }).click();
    await page.getByRole("button", { name: "Change it in the piece maker" }).click();
    await writes(page, "N");
    await square(page, "g9").click();
    await writes(page, "N D");
    await page.getByLabel("Name", { exact: true }).fill("Desert rider");
    await page.getByLabel("Letter", { exact: true }).fill("d");
    await page.getByRole("button", { name: "Add to the file" }).click();
    await page.locator(".cm-content", { hasText: "desert-rider" }).waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.waitForFunction(() => /: saved/.test(document.querySelector(".file .state").textContent));
    check((await readFile(path, "utf8")).includes('[pieces]\ndesert-rider = { letter = "D", moves = "N D" }\n'), await readFile(path, "utf8"));
    await page.getByRole("tab", { name: "Pieces" }).click();
    await page.locator(".pieces li button", { hasText: "Desert-rider" }).waitFor();
  },
};
