// Movements made of plain leaps and slides, in Betza's letters: written, and read as far as they are of that kind.

/** A leap, or a slide in steps of it: files to the right and ranks forward. */
export interface Leg {
  x: number;
  y: number;
  slide: boolean;
  moves: boolean;
  takes: boolean;
}

type Way = [x: number, y: number];

const ATOMS = new Map([["0,1", "W"], ["1,1", "F"], ["0,2", "D"], ["1,2", "N"], ["2,2", "A"], ["0,3", "H"], ["1,3", "C"], ["2,3", "Z"], ["3,3", "G"]]);
const SIDES: [string, (way: Way) => boolean][] = [
  ["f", ([, y]) => y > 0],
  ["b", ([, y]) => y < 0],
  ["l", ([x]) => x < 0],
  ["r", ([x]) => x > 0],
];

const key = ([x, y]: Way) => `${x},${y}`;

/** All leaps like one, turned and mirrored. */
export function likes([x, y]: Way): Way[] {
  const all: Way[] = [[x, y], [y, x]].flatMap(([a, b]) => [[a, b], [-a!, b], [a, -b!], [-a!, -b!]] as Way[]);
  return [...new Map(all.map((way) => [key(way), way])).values()];
}

/** The letters of a single diagonal direction, or of a single one of an oblique leap: the half of the board, then where it goes farther. */
function pair([x, y]: Way): string {
  const [across, along] = [x < 0 ? "l" : "r", y < 0 ? "b" : "f"];
  return Math.abs(y) > Math.abs(x) ? across + along : along + across;
}

/** The letters of directions, all of one leap: one word, or several where one would be read otherwise. */
function directed(ways: Way[]): string[] {
  const all = likes(ways[0]!);
  if (ways.length === all.length) return [""];
  const has = new Set(ways.map(key));
  const [x, y] = ways[0]!;
  if (x === 0 || y === 0) return [SIDES.filter(([, is]) => ways.some(is)).map(([letter]) => letter).join("").replace("fb", "v").replace("lr", "s")];
  const whole = (letter: (way: Way) => boolean) => all.filter(letter).every((way) => has.has(key(way)));
  const oblique = Math.abs(x) !== Math.abs(y);
  // one letter: both diagonals of a side, or both leaps that go farther to it
  const upright = ([a, b]: Way) => Math.abs(b) > Math.abs(a);
  const singles: typeof SIDES = SIDES.map(([letter, is]) => [letter, (way) => is(way) && (!oblique || upright(way) === "fb".includes(letter))]);
  for (const [letter, is] of SIDES) if (oblique && ways.length === 4 && whole(is)) return [`${letter}h`];
  for (const [letter, of] of [["v", "fb"], ["s", "lr"]] as const) {
    const both = singles.filter(([one]) => of.includes(one));
    if (oblique && ways.length === 4 && both.every(([, is]) => whole(is))) return [letter];
  }
  const words: string[] = [];
  let rest = ways;
  for (const [letter, is] of singles) {
    if (!whole(is) || !rest.some(is)) continue;
    words.push(letter);
    rest = rest.filter((way) => !is(way));
  }
  const pairs = rest.map(pair).join("");
  return pairs ? [...words, pairs] : words;
}

/** The capital of a leap, or of a slide in steps of it. */
function capital([x, y]: Way, slide: boolean): string {
  const [small, large] = [Math.abs(x), Math.abs(y)].sort((one, other) => one - other);
  const atom = ATOMS.get(`${small},${large}`);
  if (!slide) return atom ?? `(${small},${large})`;
  return atom === "W" ? "R" : atom === "F" ? "B" : atom ? atom + atom : `(${small},${large})0`;
}

/** A movement in Betza's letters. */
export function written(legs: Iterable<Leg>): string {
  const groups = new Map<string, { mode: string; capital: string; ways: Way[] }>();
  for (const { x, y, slide, moves, takes } of legs) {
    const [mode, one] = [moves && takes ? "" : moves ? "m" : "c", capital([x, y], slide)];
    const group = groups.get(mode + one) ?? { mode, capital: one, ways: [] };
    group.ways.push([x, y]);
    groups.set(mode + one, group);
  }
  const terms = [...groups.values()].flatMap(({ mode, capital, ways }) => directed(ways).map((letters) => letters + mode + capital));
  for (const mode of ["", "m", "c"]) {
    for (const [one, other, both] of [["W", "F", "K"], ["R", "B", "Q"]] as const) {
      const at = terms.indexOf(mode + one);
      if (at < 0 || !terms.includes(mode + other)) continue;
      terms[at] = mode + both;
      terms.splice(terms.indexOf(mode + other), 1);
    }
  }
  return terms.join(" ");
}

/** Every term that can be written here without a mode, with its leaps. */
let known: Map<string, { ways: Way[]; slide: boolean }> | null = null;

function terms(): Map<string, { ways: Way[]; slide: boolean }> {
  if (known) return known;
  known = new Map();
  for (const atom of ATOMS.keys()) {
    const all = likes(atom.split(",").map(Number) as Way);
    for (let chosen = 1; chosen < 2 ** all.length; chosen++) {
      const ways = all.filter((_, at) => chosen & (1 << at));
      const words = directed(ways);
      if (words.length === 1) for (const slide of [false, true]) known.set(words[0] + capital(ways[0]!, slide), { ways, slide });
    }
  }
  return known;
}

/** The leaps and slides of a movement; null if it has others. */
export function read(notation: string): Leg[] | null {
  const legs = new Map<string, Leg>();
  const split = notation.replace(/([mc]?)([KQ])(?=\s|$)/g, (_, mode: string, both: string) => (both === "K" ? `${mode}W ${mode}F` : `${mode}R ${mode}B`));
  for (const term of split.split(/\s+/).filter(Boolean)) {
    const [, before, mode, after, rest] = /^([fblrvsh]*)([mc]?)([fblrvsh]*)(.+)$/.exec(term) ?? [];
    const found = terms().get(`${before}${after}${rest}`);
    if (!found) return null;
    for (const [x, y] of found.ways) {
      const place = `${x},${y},${found.slide}`;
      const leg = legs.get(place) ?? { x, y, slide: found.slide, moves: false, takes: false };
      legs.set(place, { ...leg, moves: leg.moves || mode !== "c", takes: leg.takes || mode !== "m" });
    }
  }
  return [...legs.values()];
}
