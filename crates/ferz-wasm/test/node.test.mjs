// The npm package in Node.js: `node --test crates/ferz-wasm/test/`, after crates/ferz-wasm/build.sh.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const root = resolve(import.meta.dirname, "../../..");
const target = resolve(root, process.env.CARGO_TARGET_DIR ?? "target");
const { init } = await import(pathToFileURL(resolve(target, "npm/index.js")).href);
const ferz = await init();
const { Engine, Variant } = ferz;
const play = (game, ...moves) => moves.forEach((move) => game.push(move));

test("it is the version of the library", async () => {
  const manifest = await readFile(resolve(root, "Cargo.toml"), "utf8");
  assert.equal(ferz.version(), /^version = "(.*)"/m.exec(manifest)[1]);
  assert.equal(JSON.parse(await readFile(resolve(target, "npm/package.json"), "utf8")).version, ferz.version());
});

test("all games of the library are there", async () => {
  const files = (await readdir(resolve(root, "games"), { recursive: true })).filter((name) => name.endsWith(".toml"));
  assert.equal(ferz.games().length, files.length);
  assert.equal(ferz.family("shogi"), "drops");
  assert.equal(ferz.family("nothing"), undefined);
});

/** The lines of a perft file: a FEN, and the numbers by depth. */
async function perfts(name) {
  const text = await readFile(resolve(root, `tests/perft/${name}.perft`), "utf8");
  return text;
}

test("perft is as other programs count", async () => {
  const known = [
    ["chess", 4, 197_281],
    ["courier", 3, 21_325],
    ["shogi", 3, 25_470],
    ["xiangqi", 3, 79_666],
  ];
  for (const [name, depth, nodes] of known) {
    const text = await perfts(name);
    const counted = Variant.load(name).start().perft(depth);
    assert.ok(new RegExp(`\\b${counted}\\b`).test(text.replaceAll(/[,_]/g, "")), `${name} ${depth}: ${counted}`);
    if (name !== "courier") assert.equal(counted, nodes, name);
  }
  const kiwipete = Variant.load("chess").start("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
  assert.equal(kiwipete.perft(3), 97_862);
});

test("a game is played, taken back and written", () => {
  const game = Variant.load("chess").start();
  assert.equal(game.legalMoves().length, 20);
  assert.deepEqual(game.push("e4"), { uci: "e2e4", san: "e4", from: "e2", to: "e4", side: "white", capture: false, drop: false, promotion: null });
  const other = game.clone();
  play(other, "e5");
  assert.deepEqual(game.moves(), ["e2e4"]);
  assert.equal(game.fen().split(" ")[1], "b");
  assert.equal(game.side, "black");
  assert.equal(game.pop(), "e2e4");
  assert.equal(game.pop(), undefined);
  play(game, "f3", "e5", "g4", "Qh4");
  assert.deepEqual(game.outcome(), { winner: "black", reason: "checkmate", result: "0-1" });
  assert.ok(game.isCheck());
  assert.deepEqual(game.ucis(), []);
  assert.match(game.pgn(), /1\. f3 e5 2\. g4 Qh4# 0-1/);
  assert.equal(game.pieces().length, 32);
});

test("what is dropped has no square it comes from", () => {
  const game = Variant.load("crazyhouse").start();
  play(game, "e4", "d5", "exd5", "Qxd5", "Nc3", "Qd8");
  const drops = game.legalMoves().filter((move) => move.drop);
  assert.ok(drops.length > 20 && drops.every((move) => move.from === null && /^P@|^p@/i.test(move.uci)));
});

test("options are chosen", () => {
  const name = ferz.games().find((name) => Variant.load(name).options().some((option) => option.values.length > 1));
  const [option] = Variant.load(name).options();
  const value = option.values.find((value) => value !== option.value);
  assert.equal(Variant.load(name, { [option.name]: value }).options()[0].value, value);
  assert.throws(() => Variant.load(name, { [option.name]: "no such value" }), (error) => error.problems[0].code.startsWith("ferz::option::"));
  assert.throws(() => Variant.load(name, { [option.name]: 3 }), /the options/);
});

test("what is no string is refused by the name of its argument", () => {
  const game = Variant.load("chess").start();
  const refused = [
    [() => Variant.load(5), "name", "number"],
    [() => Variant.load(), "name", "undefined"],
    [() => Variant.fromText("a.toml", {}), "toml", "object"],
    [() => Variant.load("chess").start(8), "fen", "number"],
    [() => Variant.load("chess").sheet(1), "kind", "number"],
    [() => game.push(12), "text", "number"],
    [() => game.parse(null), "text", "object"],
    [() => ferz.check("a.toml", 7), "toml", "number"],
    [() => ferz.format(7), "toml", "number"],
    [() => ferz.family(7), "name", "number"],
    [() => ferz.addGames(7), "json", "number"],
  ];
  for (const [call, name, kind] of refused) {
    assert.throws(call, (error) => error instanceof TypeError && error.message === `${name} must be a string, not ${kind}`);
  }
  // and the module goes on
  assert.equal(game.push("e4").uci, "e2e4");
  assert.equal(Variant.load("chess").start(null).fen(), Variant.load("chess").start().fen());
});

test("errors say what is wrong and where", () => {
  assert.throws(
    () => Variant.load("ches"),
    (error) => error instanceof Error && error.problems[0].code === "ferz::game::unknown" && /chess/.test(error.problems[0].help),
  );
  assert.throws(() => Variant.load("chess").start("8/8 w"), /FEN/);
  const game = Variant.load("chess").start();
  assert.throws(() => game.push("e5"), Error);
  assert.throws(() => game.push("\0"), Error);
  assert.throws(() => Variant.load("chess").sheet("pdf"), /html/);
  assert.throws(() => ferz.format("a = ["), Error);
  assert.throws(() => ferz.addGames("{"), /games/);
  const text = 'extends = "chess"\n[pieces]\nqueen = { moves = "Q?" }\n';
  const [problem] = ferz.check("mine.toml", text);
  assert.equal(problem.severity, "error");
  assert.deepEqual([problem.labels[0].file, problem.labels[0].line], ["mine.toml", 3]);
  assert.throws(() => Variant.fromText("mine.toml", text), (error) => error.problems[0].labels[0].line === 3);
  const sound = Variant.fromText("mine.toml", 'extends = "chess"\ngame.name = "Mine"\n');
  assert.equal(sound.title, "Mine");
});

test("a file is laid out, drawn and told", () => {
  assert.equal(ferz.format('game.name="A"\n'), 'game.name = "A"\n');
  assert.ok("properties" in ferz.schema());
  const courier = Variant.load("courier");
  assert.deepEqual([courier.files, courier.ranks, courier.pieces().length], [12, 8, 9]);
  assert.match(courier.sheet(), /^<!DOCTYPE html>/i);
  assert.match(courier.sheet("markdown"), /^# /);
  assert.match(courier.start().diagram(), /^<svg .*<\/svg>\s*$/s);
});

test("the engine finds a mate, and minds its limits", () => {
  const engine = new Engine(1);
  const game = Variant.load("chess").start("6k1/5ppp/8/8/8/8/8/R6K w");
  const found = engine.analyse(game, { nodes: 2000 });
  assert.deepEqual([found.best, found.lines[0].mate], ["a1a8", 1]);
  const start = Variant.load("chess").start();
  const began = performance.now();
  const lines = [];
  const timed = engine.analyse(start, { time: 300, lines: 2 }, (line) => void lines.push(line));
  const took = performance.now() - began;
  assert.ok(took > 100 && took < 3000, `${took} ms`);
  assert.ok(timed.time >= 100 && timed.lines.length === 2 && lines.length >= 4);
  assert.equal(lines.at(-1).pv.length > 0, true);
  let heard = 0;
  engine.analyse(start, { depth: 30 }, () => ++heard < 3);
  assert.equal(heard, 3);
  assert.throws(() => engine.analyse(start, { depth: 5 }, () => { throw new TypeError("mine"); }), TypeError);
  assert.throws(() => engine.analyse(start, {}), /limits/);
  assert.throws(() => engine.analyse(start, { depth: "deep" }), /limits/);
  assert.throws(() => engine.analyse(start, { level: 99 }), /level/);
  const weak = engine.analyse(start, { level: 1, seed: 3 });
  assert.ok(start.ucis().includes(weak.best));
  assert.deepEqual(engine.analyse(start, { depth: 4, moves: ["a3"] }).best, "a2a3");
});

test("it plays any game to an end or for long, deep boards too", () => {
  const engine = new Engine(1);
  for (const name of ["courier", "shogi", "english-draughts"]) {
    const game = Variant.load(name).start();
    for (let ply = 0; ply < 30 && !game.outcome(); ply++) game.push(engine.analyse(game, { nodes: 300 }).best);
    assert.equal(game.moves().length, 30, name);
  }
});
