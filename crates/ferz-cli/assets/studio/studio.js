// src/backend.ts
var UNKEPT = "ferz-unkept";
var Refusal = class extends Error {
  constructor(message, status, file) {
    super(message);
    this.status = status;
    this.file = file;
  }
  status;
  file;
};

// src/http.ts
var TOKEN = 'meta[name="ferz-token"]';
var PAUSE = 2e3;
var Server = class {
  inside = false;
  token = document.querySelector(TOKEN)?.content ?? "";
  async ask(method, path, body) {
    let response = await this.send(method, path, body);
    if (response.status === 403 && await this.renewed()) response = await this.send(method, path, body);
    return { status: response.status, kind: response.headers.get("content-type") ?? "", name: null, body: await response.text() };
  }
  async stream(path, body, told2, stop) {
    const response = await this.send("POST", path, body, stop);
    if (!response.ok || !response.body) throw new Refusal((await response.json()).error, response.status);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (text + part.value).split("\n");
      text = lines.pop();
      for (const line of lines) if (line.startsWith("data:")) told2(line.slice("data:".length));
    }
  }
  async send(method, path, body, signal = null) {
    try {
      return await fetch(path, {
        method,
        signal,
        headers: body === void 0 ? { "x-ferz-token": this.token } : { "x-ferz-token": this.token, "content-type": "application/json" },
        body: body === void 0 ? null : JSON.stringify(body)
      });
    } catch {
      throw new Refusal("The studio can't be reached: is it still running?", 0);
    }
  }
  /** Takes the token of a server that was started anew; whether it is another one. */
  async renewed() {
    const page = await (await this.send("GET", "/")).text();
    const found = new DOMParser().parseFromString(page, "text/html").querySelector(TOKEN)?.content;
    if (!found || found === this.token) return false;
    this.token = found;
    return true;
  }
  /** Listens while the page can be seen: a browser opens only a few lasting connections to a server, however many pages it shows. */
  listen(tell, again, state) {
    let source = null;
    let timer = 0;
    const open2 = () => {
      window.clearTimeout(timer);
      source?.close();
      const opened = new EventSource("/api/events");
      source = opened;
      opened.onopen = () => (state(true), again());
      opened.onerror = () => {
        state(false);
        if (opened.readyState === EventSource.CLOSED && opened === source) timer = window.setTimeout(open2, PAUSE);
      };
      opened.onmessage = (message) => {
        const event2 = JSON.parse(message.data);
        if (event2.kind === "missed") again();
        else tell(event2);
      };
    };
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") return open2();
      window.clearTimeout(timer);
      source?.close();
    });
    open2();
  }
};

// src/dom.ts
var SVG = "http://www.w3.org/2000/svg";
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === void 0 || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => !!child || child === ""));
  return element;
}
function html(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}
function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}
function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}
function renewed(element, ...children) {
  const active = document.activeElement;
  const mark3 = active && element.contains(active) ? active.getAttribute("data-focus") ?? active.getAttribute("name") : null;
  element.replaceChildren(...children);
  if (!mark3) return;
  const name = CSS.escape(mark3);
  element.querySelector(`[data-focus="${name}"], [name="${name}"]`)?.focus({ preventScroll: true });
}
var pressed = false;
var early = false;
addEventListener("pointerdown", () => (pressed = true, early = false), true);
addEventListener(
  "click",
  (event2) => {
    if (early && event2.detail > 0) {
      event2.stopImmediatePropagation();
      event2.preventDefault();
    }
    pressed = early = false;
  },
  true
);
function present(dialog) {
  document.body.append(dialog);
  dialog.showModal();
  early = pressed;
}
var capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
var SIGNS = {
  first: "M6 5v14M19 5L9 12l10 7z",
  back: "M16 5L7 12l9 7z",
  on: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
  undo: "M9 6L4 11l5 5M4 11h10a5 5 0 010 10h-3",
  redo: "M15 6l5 5-5 5M20 11H10a5 5 0 000 10h3",
  turn: "M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 00-4 10c1 1 1.5 2 1.5 3h5c0-1 .5-2 1.5-3a6 6 0 00-4-10z",
  restart: "M5 4v16M9 12l10-7v14z",
  pause: "M8 5v14M16 5v14",
  again: "M5 12a7 7 0 107-7H8M11 2L8 5l3 3"
};
function signed(sign, name, click, can2) {
  const button = html("button", { type: "button", "data-can": can2, click });
  resign(button, sign, name);
  return button;
}
function resign(button, sign, name) {
  const drawn = svg("svg", { viewBox: "0 0 24 24", class: "sign", "aria-hidden": "true" }, svg("path", { d: SIGNS[sign] }));
  button.replaceChildren(drawn);
  button.setAttribute("aria-label", name);
  button.title = name;
}

// src/featured.json
var featured_default = { first: "chess", large: ["courier", "courtyard", "glinski", "chu-shogi", "metamachy", "amazons"] };

// src/fields.ts
function field(words, control) {
  return html("label", { class: "field" }, html("span", {}, words), control);
}
function upTo(highest) {
  return Array.from({ length: highest }, (_, index) => String(index + 1));
}
function select(name, values, value, words = (value2) => value2) {
  return html("select", { name }, ...values.map((one) => html("option", { value: one, selected: one === value }, words(one))));
}
var STRENGTHS = [[28, "master"], [22, "expert"], [16, "advanced"], [11, "intermediate"], [4, "beginner"], [1, "novice"]];
function levels(name, highest, level) {
  const word = (number) => number === highest ? "full strength" : STRENGTHS.find(([least]) => number >= least)[1];
  return select(name, upTo(highest), String(level), (value) => `${value} · ${word(Number(value))}`);
}

// src/memory.ts
var BOARDS = 100;
function keep(where, name, value) {
  try {
    const storage = window[where];
    if (value === null) storage.removeItem(name);
    else storage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
function find(where, name) {
  try {
    return JSON.parse(window[where].getItem(name) ?? "null");
  } catch {
    return null;
  }
}
var named = (path) => `ferz-text:${path}`;
var keepText = (path, unsent) => keep("localStorage", named(path), unsent);
var findText = (path) => find("localStorage", named(path));
function bottom(table) {
  return find("localStorage", "ferz-bottom")?.find(([id]) => id === table)?.[1];
}
function keepBottom(table, side) {
  const others = (find("localStorage", "ferz-bottom") ?? []).filter(([id]) => id !== table);
  keep("localStorage", "ferz-bottom", [...others.slice(1 - BOARDS), [table, side]]);
}

// src/server.ts
var backend;
function serveBy(one) {
  backend = one;
}
var inside = () => backend.inside;
async function answer(method, path, body) {
  const answer2 = await backend.ask(method, path, body);
  if (answer2.status < 200 || answer2.status > 299) {
    const said = read(answer2.body) ?? {};
    throw new Refusal(said.error ?? `the server answered with status ${answer2.status}`, answer2.status, said.file);
  }
  return answer2;
}
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
async function ask(method, path, body) {
  return JSON.parse((await answer(method, path, body)).body);
}
var get = (path) => ask("GET", path);
var post = (path, body = {}) => ask("POST", path, body);
var put = (path, body) => ask("PUT", path, body);
async function stream(path, body, told2, stop) {
  try {
    await backend.stream(path, body, (part) => stop.aborted || told2(JSON.parse(part)), stop);
  } catch (error) {
    if (!stop.aborted) throw error;
  }
}
var fetched = (path) => answer("GET", path);
var sent = (path, body) => answer("POST", path, body);
var listen = (tell, again, state) => backend.listen(tell, again, state);

// src/trouble.ts
var shown = "";
function trouble(error, about, ...offers) {
  const place = byId("trouble");
  const words = error instanceof Error ? error.message : String(error);
  shown = error instanceof Refusal && error.status === 0 ? "connection" : about;
  place.replaceChildren(html("span", {}, words), " ", ...offers, html("button", { type: "button", class: "quiet", click: () => place.hidden = true }, "Close"));
  place.hidden = false;
}
function settled(about) {
  if (shown === about || shown === "connection") byId("trouble").hidden = true;
}
async function attempt(about, work) {
  try {
    const done = await work();
    settled(about);
    return done;
  } catch (error) {
    trouble(error, about);
    return void 0;
  }
}
function say(words) {
  byId("live").textContent = words;
}

// src/clock.ts
var SIDES = ["white", "black"];
var TENTHS = 1e4;
function shownTime(left) {
  const seconds = Math.floor(left / 1e3);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tenth = left < TENTHS ? `.${Math.floor(left / 100) % 10}` : "";
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}${tenth}`;
}
var little = ({ seconds }) => Math.max(10, Math.min(60, seconds / 8)) * 1e3;
var [STOP, GO_ON] = ["Pause the clock", "Resume the clock"];
var Clocks = class {
  /** `paused` stops the clock or lets it go on; `up` is told that the time of a side is up. */
  constructor(paused, up) {
    this.paused = paused;
    this.up = up;
    this.pause.classList.add("pause");
    this.pause.hidden = true;
  }
  paused;
  up;
  faces = { white: this.face("white"), black: this.face("black") };
  pause = signed("pause", STOP, () => this.paused(!this.clock?.paused));
  clock = null;
  /** When the server said so. */
  since = 0;
  timer = 0;
  warned = null;
  face(side) {
    return html("span", { class: "clock", role: "timer", "aria-label": `${capital(side)}'s clock`, hidden: true });
  }
  /** Shows the clock of a game; `over` if the game is. */
  update(clock, over) {
    [this.clock, this.since] = [clock, performance.now()];
    this.pause.hidden = !clock || over || !clock.running && !clock.paused;
    const name = clock?.paused ? GO_ON : STOP;
    if (this.pause.title !== name) resign(this.pause, clock?.paused ? "on" : "pause", name);
    for (const face of Object.values(this.faces)) face.hidden = !clock;
    this.tick();
  }
  close() {
    window.clearTimeout(this.timer);
  }
  tick() {
    window.clearTimeout(this.timer);
    const { clock } = this;
    if (!clock) return;
    const passed = performance.now() - this.since;
    for (const [index, side] of SIDES.entries()) {
      const running = clock.running === side;
      const left = Math.max(0, clock.left[index] - (running ? passed : 0));
      const face = this.faces[side];
      face.textContent = shownTime(left);
      face.classList.toggle("running", running);
      face.classList.toggle("low", left < little(clock));
      if (running) this.next(side, left, little(clock));
    }
  }
  /** Looks again when the time shown is another, and says once a turn that little is left. */
  next(side, left, little2) {
    if (left === 0) return this.up();
    if (left >= little2) this.warned = null;
    else if (this.warned !== side) {
      this.warned = side;
      say(`${capital(side)} has ${Math.ceil(left / 1e3)} seconds left.`);
    }
    const unit = left < TENTHS ? 100 : 1e3;
    this.timer = window.setTimeout(() => this.tick(), left % unit + 1);
  }
};
var USUAL = ["1+0", "2+1", "3+0", "3+2", "5+0", "5+3", "10+0", "10+5", "15+10", "30+0", "30+20"];
function clockFields() {
  const last = find("localStorage", "ferz-clock") ?? ["", "10", "5"];
  const option = (value2, words) => html("option", { value: value2, selected: value2 === last[0] }, words);
  const number = (name, most, step, value2) => html("input", { type: "number", name, min: 0, max: most, step, value: value2, required: true });
  const minutes = number("minutes", 1440, "0.5", last[1]);
  const increment = number("increment", 3600, "1", last[2]);
  const own = html("div", { class: "row" }, field("Minutes for each side", minutes), field("Increment in seconds", increment));
  const show = () => {
    own.hidden = which.value !== "own";
    for (const one of [minutes, increment]) one.disabled = own.hidden;
  };
  const which = html("select", { name: "clock", change: show }, option("", "no clock"), ...USUAL.map((one) => option(one, one)), option("own", "other …"));
  show();
  const value = () => {
    keep("localStorage", "ferz-clock", [which.value, minutes.value, increment.value]);
    if (!which.value) return null;
    const [game2, turn] = which.value === "own" ? [minutes.value, increment.value] : which.value.split("+");
    return { seconds: Math.round(Number(game2) * 60), increment: Math.round(Number(turn)) };
  };
  return { element: html("div", {}, field("Clock: minutes + increment", which), own), value };
}

// src/betza.ts
var ATOMS = /* @__PURE__ */ new Map([["0,1", "W"], ["1,1", "F"], ["0,2", "D"], ["1,2", "N"], ["2,2", "A"], ["0,3", "H"], ["1,3", "C"], ["2,3", "Z"], ["3,3", "G"]]);
var SIDES2 = [
  ["f", ([, y]) => y > 0],
  ["b", ([, y]) => y < 0],
  ["l", ([x]) => x < 0],
  ["r", ([x]) => x > 0]
];
var key = ([x, y]) => `${x},${y}`;
function likes([x, y]) {
  const all = [[x, y], [y, x]].flatMap(([a, b]) => [[a, b], [-a, b], [a, -b], [-a, -b]]);
  return [...new Map(all.map((way) => [key(way), way])).values()];
}
function pair([x, y]) {
  const [across, along] = [x < 0 ? "l" : "r", y < 0 ? "b" : "f"];
  return Math.abs(y) > Math.abs(x) ? across + along : along + across;
}
function directed(ways) {
  const all = likes(ways[0]);
  if (ways.length === all.length) return [""];
  const has = new Set(ways.map(key));
  const [x, y] = ways[0];
  if (x === 0 || y === 0) return [SIDES2.filter(([, is]) => ways.some(is)).map(([letter2]) => letter2).join("").replace("fb", "v").replace("lr", "s")];
  const whole = (letter2) => all.filter(letter2).every((way) => has.has(key(way)));
  const oblique = Math.abs(x) !== Math.abs(y);
  const upright = ([a, b]) => Math.abs(b) > Math.abs(a);
  const singles = SIDES2.map(([letter2, is]) => [letter2, (way) => is(way) && (!oblique || upright(way) === "fb".includes(letter2))]);
  for (const [letter2, is] of SIDES2) if (oblique && ways.length === 4 && whole(is)) return [`${letter2}h`];
  for (const [letter2, of] of [["v", "fb"], ["s", "lr"]]) {
    const both = singles.filter(([one]) => of.includes(one));
    if (oblique && ways.length === 4 && both.every(([, is]) => whole(is))) return [letter2];
  }
  const words = [];
  let rest = ways;
  for (const [letter2, is] of singles) {
    if (!whole(is) || !rest.some(is)) continue;
    words.push(letter2);
    rest = rest.filter((way) => !is(way));
  }
  const pairs = rest.map(pair).join("");
  return pairs ? [...words, pairs] : words;
}
function capital2([x, y], slide) {
  const [small, large] = [Math.abs(x), Math.abs(y)].sort((one, other) => one - other);
  const atom = ATOMS.get(`${small},${large}`);
  if (!slide) return atom ?? `(${small},${large})`;
  return atom === "W" ? "R" : atom === "F" ? "B" : atom ? atom + atom : `(${small},${large})0`;
}
function written(legs) {
  const groups = /* @__PURE__ */ new Map();
  for (const { x, y, slide, moves, takes } of legs) {
    const [mode, one] = [moves && takes ? "" : moves ? "m" : "c", capital2([x, y], slide)];
    const group = groups.get(mode + one) ?? { mode, capital: one, ways: [] };
    group.ways.push([x, y]);
    groups.set(mode + one, group);
  }
  const terms2 = [...groups.values()].flatMap(({ mode, capital: capital3, ways }) => directed(ways).map((letters) => letters + mode + capital3));
  for (const mode of ["", "m", "c"]) {
    for (const [one, other, both] of [["W", "F", "K"], ["R", "B", "Q"]]) {
      const at = terms2.indexOf(mode + one);
      if (at < 0 || !terms2.includes(mode + other)) continue;
      terms2[at] = mode + both;
      terms2.splice(terms2.indexOf(mode + other), 1);
    }
  }
  return terms2.join(" ");
}
var known = null;
function terms() {
  if (known) return known;
  known = /* @__PURE__ */ new Map();
  for (const atom of ATOMS.keys()) {
    const all = likes(atom.split(",").map(Number));
    for (let chosen = 1; chosen < 2 ** all.length; chosen++) {
      const ways = all.filter((_, at) => chosen & 1 << at);
      const words = directed(ways);
      if (words.length === 1) for (const slide of [false, true]) known.set(words[0] + capital2(ways[0], slide), { ways, slide });
    }
  }
  return known;
}
function read2(notation) {
  const legs = /* @__PURE__ */ new Map();
  const split = notation.replace(/([mc]?)([KQ])(?=\s|$)/g, (_, mode, both) => both === "K" ? `${mode}W ${mode}F` : `${mode}R ${mode}B`);
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

// src/figures.ts
var SETS = ["usual", "drawn", "compass", "letters"];
var CHANGED = "ferz-figures";
function chosenSet() {
  const chosen = find("localStorage", "ferz-figures") ?? "";
  return SETS.includes(chosen) ? chosen : SETS[0];
}
function chooseSet(set) {
  keep("localStorage", "ferz-figures", set);
  document.dispatchEvent(new Event(CHANGED));
}
function lettered({ letter: letter2, royal }) {
  const text = letter2.replace(/[<&]/g, "");
  const size = text.length > 1 ? 17 : 22;
  const disc2 = (body, ink) => `<circle cx="22.5" cy="22.5" r="18.5" fill="${body}" stroke="#1b1b1b" stroke-width="1.5"/>` + (royal ? `<circle cx="22.5" cy="22.5" r="15.5" fill="none" stroke="${ink}" stroke-width="1.2"/>` : "") + `<text x="22.5" y="22.5" dy="0.36em" text-anchor="middle" font-family="'DejaVu Sans', 'Segoe UI', sans-serif" font-weight="700" font-size="${size}" fill="${ink}">${text}</text>`;
  return [disc2("#fffdf8", "#1b1b1b"), disc2("#26211b", "#fdfbf6")];
}
var INKS = { red: "#b3261e", black: "#1b1b1b", blue: "#1d4f8a", green: "#1d6b3a" };
var ROUND = 'fill="#fbf1da"';
function inked([white, black], sides) {
  const [one, other] = sides.map((side) => INKS[side.toLowerCase()]);
  if (!one || !other || !white.includes(ROUND)) return [white, black];
  return [white.replaceAll(INKS.red, one), black.replaceAll(INKS.black, other)];
}
function dressed(variant) {
  const set = chosenSet();
  const dress = (piece2) => {
    if (set === "letters") return { ...piece2, figures: lettered(piece2), pointed: false };
    if (set === "compass") return { ...piece2, figures: piece2.compass };
    return { ...piece2, figures: inked(set === "usual" && piece2.kanji || piece2.figures, variant.sides) };
  };
  return { ...variant, pieces: variant.pieces.map(dress) };
}
var sideName = ({ sides }, side) => side === "neutral" ? side : sides[side === "white" ? 0 : 1];
var enlarged = ({ figures, compass }, figure) => figures[0] === compass[0] ? figure : `<g transform="translate(-2.25 -2.25) scale(1.1)">${figure}</g>`;
var facing = ({ figures, pointed }, side, turned) => figures[side === "black" !== (pointed && turned) ? 1 : 0];

// src/spelling.ts
var plain = ({ hexagons, squares }) => !hexagons && squares.some(({ ground }) => ground === "middle");
var letter = (number) => String.fromCharCode(97 + number);
var SQUARE = /([a-p])(\d{1,2})/;
var MOVE = /^(\+?[A-Z])([a-p]?\d{0,2})([x@]?)([a-p])(\d{1,2})(.*)$/;
function spelled(variant) {
  const { files, ranks, pieces } = variant;
  const shogi = plain(variant);
  const file = (file2) => shogi ? String(files - file2) : letter(file2);
  const rank = (rank2) => shogi ? letter(ranks - 1 - rank2) : String(rank2 + 1);
  const square = (name) => name.replace(SQUARE, (_, at, number) => file(at.charCodeAt(0) - 97) + rank(Number(number) - 1));
  const origin = (text) => SQUARE.test(text) ? square(text) : text.replace(/[a-p]/, (at) => file(at.charCodeAt(0) - 97)).replace(/^\d+$/, (number) => rank(Number(number) - 1));
  const put2 = (san) => {
    const [, what, to] = /^(.+)@([a-p]\d{1,2})$/.exec(san) ?? [];
    const piece2 = pieces.find((one) => one.letter === what);
    if (!to || (piece2 ? !piece2.neutral : what !== "*")) return null;
    return `${piece2?.name ?? "closes"} ${square(to)}`;
  };
  const move = (san) => {
    const placed = put2(san);
    if (placed || !shogi) return placed ?? san;
    return san.replace(MOVE, (_, piece2, from, sign, at, number, rest) => piece2 + origin(from) + (sign === "@" ? "*" : sign || "-") + square(at + number) + rest);
  };
  const read3 = (text) => {
    const back = (text2) => text2.replace(/(\d{1,2})([a-p])/g, (_, number, at) => letter(files - Number(number)) + (ranks - at.charCodeAt(0) + 97));
    return shogi && /^(\+?[A-Z])?[-x*]?\d/.test(text) ? back(text).replace(/^(\+?[A-Z]\d?)-/, "$1").replace("*", "@") : text;
  };
  return { file, rank, square, move, read: read3 };
}

// src/grid.ts
var SIZE = 45;
var MARGIN = 20;
var HALF = 26;
var WIDE = 30;
function halved({ files, hexagons, squares }) {
  const even = (at) => (at % files + Math.floor(at / files)) % 2;
  const hole = squares.findIndex(({ ground }) => ground === "hole");
  return !hexagons && hole >= 0 && squares.every(({ ground }, at) => ground === "hole" === (even(at) === even(hole)));
}
var Grid = class {
  constructor(element) {
    this.element = element;
  }
  element;
  cells = /* @__PURE__ */ new Map();
  /** The layer of the pieces. */
  layer = svg("g", { "pointer-events": "none" });
  variant;
  turned = false;
  spelling;
  /** The width by the height. */
  get shape() {
    const { width, height } = this.frame();
    return width / height;
  }
  /** The parts of the height above and below the squares. */
  get rims() {
    const { top, height } = this.frame();
    if (this.variant.hexagons) return [8 / height, MARGIN / height];
    return [-top / height, (height + top - this.variant.ranks * SIZE) / height];
  }
  frame() {
    const { files, ranks, hexagons } = this.variant;
    if (plain(this.variant)) return { left: -4, top: -MARGIN, width: files * SIZE + MARGIN + 4, height: ranks * SIZE + MARGIN + 4 };
    if (!hexagons) return { left: -MARGIN, top: -4, width: files * SIZE + MARGIN + 4, height: ranks * SIZE + MARGIN + 4 };
    const middles = [...this.open()].map(([file, rank]) => this.at(file, rank));
    const span = (along) => middles.reduce(([low, high], at) => [Math.min(low, at[along]), Math.max(high, at[along])], [Infinity, -Infinity]);
    const [[left, right], [top, foot]] = [span(0), span(1)];
    return { left: left - MARGIN, top: top - 8, width: right - left + SIZE + 2 * MARGIN, height: foot - top + SIZE + 8 + MARGIN };
  }
  /** The file and rank of each square that is played on. */
  *open() {
    const { files, squares } = this.variant;
    for (const [at, square] of squares.entries()) if (square.ground !== "hole") yield [at % files, Math.floor(at / files)];
  }
  /** The corner of a square, or of the square around the middle of a hexagon. */
  at(file, rank) {
    const { files, ranks, hexagons } = this.variant;
    if (hexagons) {
      const [x, y] = [file * SIZE, (file - 2 * rank) * HALF];
      return this.turned ? [-x, -y] : [x, y];
    }
    return this.turned ? [(files - 1 - file) * SIZE, rank * SIZE] : [file * SIZE, (ranks - 1 - rank) * SIZE];
  }
  /** The corner of a square. */
  where(square) {
    return this.at(square.charCodeAt(0) - 97, Number(square.slice(1)) - 1);
  }
  /** Draws a board, as White or as Black sees it; what is `over` it lies above the pieces. */
  draw(variant, turned, over) {
    [this.variant, this.turned] = [variant, turned];
    const { files, ranks } = variant;
    this.spelling = spelled(variant);
    const { left, top, width, height } = this.frame();
    this.element.classList.toggle("plain", plain(variant));
    this.element.classList.toggle("points", variant.lines.length > 0);
    this.element.classList.toggle("halved", halved(variant));
    this.element.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
    this.element.style.setProperty("--shape", String(this.shape));
    this.element.setAttribute("aria-rowcount", String(ranks));
    this.element.setAttribute("aria-colcount", String(files));
    this.cells.clear();
    const rows = [];
    const order = [...Array(ranks).keys()];
    if (!this.turned) order.reverse();
    for (const rank of order) {
      const row = svg("g", { role: "row" });
      const along = [...Array(files).keys()];
      if (this.turned) along.reverse();
      const shown2 = variant.hexagons ? along.filter((file) => variant.squares[rank * files + file]?.ground !== "hole") : along;
      for (const file of shown2) row.append(this.square(file, rank));
      rows.push(row);
    }
    const rim = variant.hexagons ? this.slopedRim() : this.rim();
    const edge = !variant.hexagons && svg("rect", { class: "edge", width: files * SIZE, height: ranks * SIZE });
    this.layer = svg("g", { "pointer-events": "none", "aria-hidden": "true" });
    this.element.replaceChildren(...rows, ...edge ? [edge] : [], this.lines(), this.walls(), rim, this.layer, ...over);
  }
  /** The names of files along the board, and those of ranks beside it. */
  rim() {
    const { files, ranks } = this.variant;
    const rim = svg("g", { "aria-hidden": "true", class: "rim" });
    const [far, right] = plain(this.variant) ? [-6, files * SIZE + 9] : [ranks * SIZE + 14, -10];
    for (let file = 0; file < files; file++) {
      const [x] = this.at(file, 0);
      rim.append(svg("text", { x: x + SIZE / 2, y: far }, this.spelling.file(file)));
    }
    for (let rank = 0; rank < ranks; rank++) {
      const [, y] = this.at(0, rank);
      rim.append(svg("text", { x: right, y: y + SIZE / 2 + 4 }, this.spelling.rank(rank)));
    }
    return rim;
  }
  /** The letter of a file below its nearest cell, and the number of a rank before its first one. */
  slopedRim() {
    const rim = svg("g", { "aria-hidden": "true", class: "rim" });
    const open2 = [...this.open()];
    const { turned } = this;
    const last = (cells) => turned ? cells.at(-1) : cells[0];
    for (const file of new Set(open2.map((cell) => cell[0]))) {
      const near = last(open2.filter((cell) => cell[0] === file));
      if (!near) continue;
      const [x, y] = this.at(...near);
      rim.append(svg("text", { x: x + SIZE / 2, y: y + SIZE / 2 + HALF + 13 }, String.fromCharCode(97 + file)));
    }
    for (const rank of new Set(open2.map((cell) => cell[1]))) {
      const first2 = last(open2.filter((cell) => cell[1] === rank));
      if (!first2) continue;
      const [x, y] = this.at(...first2);
      rim.append(svg("text", { x: x + SIZE / 2 - WIDE, y: y + SIZE / 2 - HALF / 2 - 4 }, String(rank + 1)));
    }
    return rim;
  }
  /** A square, or the hexagon around it. */
  ground(marked) {
    if (!this.variant.hexagons) return svg("rect", { class: marked, width: SIZE, height: SIZE });
    const middle = SIZE / 2;
    const [wide, half] = [(part) => middle + part * WIDE, (part) => middle + part * HALF];
    const corners = [[-1, 0], [-0.5, -1], [0.5, -1], [1, 0], [0.5, 1], [-0.5, 1]];
    return svg("polygon", { class: marked, points: corners.map(([x, y]) => `${wide(x)},${half(y)}`).join(" ") });
  }
  square(file, rank) {
    const variant = this.variant;
    const square = variant.squares[rank * variant.files + file];
    const [x, y] = this.at(file, rank);
    const hole = square.ground === "hole";
    const marks = svg("g", { "pointer-events": "none" });
    const group = svg(
      "g",
      { role: "gridcell", "data-square": square.name, class: `square ${square.ground}`, transform: `translate(${x} ${y})` },
      this.ground("ground"),
      square.tinted && square.region !== void 0 && !variant.lines.length && this.ground(`tint t${square.region % 6}`),
      square.label && svg("text", { class: "number", x: 3, y: 10, "aria-hidden": "true" }, square.label),
      marks
    );
    if (hole) group.setAttribute("aria-disabled", "true");
    this.cells.set(square.name, { group, marks });
    return group;
  }
  /** The lines of a board of points. */
  lines() {
    const lines = this.variant.lines.map(([from, to]) => {
      const [[x1, y1], [x2, y2]] = [this.at(...from), this.at(...to)];
      return svg("line", { x1: x1 + SIZE / 2, y1: y1 + SIZE / 2, x2: x2 + SIZE / 2, y2: y2 + SIZE / 2 });
    });
    return svg("g", { class: "lines", "aria-hidden": "true", "pointer-events": "none" }, ...lines);
  }
  walls() {
    const lines = this.variant.walls.map(({ file, rank, edge }) => {
      const [x, y] = this.at(file, rank);
      const near = this.turned ? 0 : SIZE;
      const far = this.turned ? SIZE : 0;
      return edge === "right" ? svg("line", { x1: x + near, y1: y, x2: x + near, y2: y + SIZE }) : svg("line", { x1: x, y1: y + far, x2: x + SIZE, y2: y + far });
    });
    return svg("g", { class: "walls", "aria-hidden": "true" }, ...lines);
  }
  /** The region that a square belongs to, in words. */
  region(square) {
    const { files, squares, regions } = this.variant;
    const at = squares[(Number(square.slice(1)) - 1) * files + square.charCodeAt(0) - 97];
    return at?.region === void 0 ? "" : regions[at.region] ?? "";
  }
};

// src/hand.ts
var Hand = class {
  constructor(ground, side) {
    this.ground = ground;
    this.side = side;
    this.element = html("div", { class: "hand", role: "toolbar", "aria-label": `Pieces in hand of ${side}`, hidden: true });
    this.element.addEventListener("pointermove", (event2) => this.move(event2));
    this.element.addEventListener("pointerup", (event2) => this.release(event2));
    this.element.addEventListener("pointercancel", () => this.let());
    this.element.addEventListener("lostpointercapture", () => this.let());
    this.element.addEventListener("mousedown", (event2) => {
      event2.preventDefault();
      if (document.activeElement instanceof HTMLElement || document.activeElement instanceof SVGElement) document.activeElement.blur();
    });
    this.element.addEventListener("keydown", (event2) => this.key(event2));
  }
  ground;
  side;
  element;
  places = /* @__PURE__ */ new Map();
  variant = null;
  pressed = null;
  /** True if the click to come ends a drag. */
  dragged = false;
  /** Belongs to another board. */
  show(variant) {
    this.variant = variant;
    this.element.setAttribute("aria-label", `Pieces in hand of ${sideName(variant, this.side)}`);
    this.places.clear();
    this.element.replaceChildren();
    this.element.hidden = true;
  }
  update({ hands }) {
    const held = hands?.[this.side === "white" ? 0 : 1] ?? [];
    this.element.hidden = held.length === 0;
    const old = this.places;
    this.places = new Map(held.map((held2) => [held2.from, { held: { ...held2 }, button: old.get(held2.from)?.button ?? this.button(held2) }]));
    const buttons = [...this.places.values()].map(({ button }) => button);
    const same = buttons.length === this.element.childElementCount && buttons.every((button, index) => this.element.children[index] === button);
    if (!same) this.element.replaceChildren(...buttons);
  }
  /** One piece fewer, before the server says so. */
  spend(from) {
    const held = this.places.get(from)?.held;
    if (held?.count) held.count--;
  }
  /** Shows what is chosen, what a hint is about, and how many there are. */
  paint(chosen, hinted) {
    const focus = [...this.places.values()].find(({ button }) => button.tabIndex === 0 && button.isConnected)?.held.from ?? this.first();
    for (const [from, { held, button }] of this.places) {
      const { name } = this.variant.pieces[held.type];
      const movable = this.ground.movable(from);
      button.classList.toggle("none", held.count === 0);
      button.classList.toggle("movable", movable);
      button.classList.toggle("hinted", hinted.includes(from));
      button.setAttribute("aria-pressed", String(from === chosen));
      button.setAttribute("aria-disabled", String(!movable));
      button.tabIndex = from === focus ? 0 : -1;
      const count = held.count === null ? "any number" : held.count === 0 ? "none" : String(held.count);
      const said = `${sideName(this.variant, this.side).toLowerCase()} ${name}, ${count} in hand${movable ? ", can be dropped" : ""}`;
      button.setAttribute("aria-label", said);
      button.title = `${name}: ${count}`;
      button.lastElementChild.textContent = held.count ? String(held.count) : held.count === null ? "∞" : "";
    }
  }
  /** Gives the focus back to a place. */
  focus(from) {
    const found = this.places.get(from)?.button;
    found?.focus({ preventScroll: true });
    return !!found;
  }
  first() {
    return [...this.places.values()].find(({ held }) => held.count !== 0)?.held.from ?? this.places.keys().next().value;
  }
  figure(type) {
    return `<svg viewBox="0 0 45 45" aria-hidden="true">${facing(this.variant.pieces[type], this.side, this.ground.turned)}</svg>`;
  }
  button({ from, type }) {
    const button = html("button", { type: "button", "data-hand": from, tabindex: -1 });
    button.innerHTML = `${this.figure(type)}<span aria-hidden="true"></span>`;
    button.addEventListener("pointerdown", (event2) => this.press(event2, from));
    button.addEventListener("click", (event2) => {
      if (!this.dragged || event2.detail === 0) this.ground.choose(from, event2.detail === 0);
      this.dragged = false;
    });
    return button;
  }
  press(event2, from) {
    if (event2.button !== 0 || !event2.isPrimary || this.pressed) return;
    this.dragged = false;
    this.pressed = { from, x: event2.clientX, y: event2.clientY, pointer: event2.pointerId, ghost: null };
    event2.currentTarget.setPointerCapture(event2.pointerId);
  }
  move(event2) {
    const { pressed: pressed2 } = this;
    if (!pressed2 || pressed2.pointer !== event2.pointerId) return;
    if (event2.buttons !== 1) return this.let();
    if (!pressed2.ghost) {
      if (!this.ground.graspable(pressed2.from) || Math.hypot(event2.clientX - pressed2.x, event2.clientY - pressed2.y) < 5) return;
      pressed2.ghost = this.ghost(this.places.get(pressed2.from).held.type);
      this.dragged = true;
      this.ground.grasp(pressed2.from);
    }
    const half = this.ground.grain / 2;
    pressed2.ghost.style.transform = `translate(${event2.clientX - half}px, ${event2.clientY - half}px)`;
  }
  ghost(type) {
    const ghost = html("div", { class: "ghost", "aria-hidden": "true" });
    ghost.innerHTML = this.figure(type);
    ghost.style.width = `${this.ground.grain}px`;
    document.body.append(ghost);
    return ghost;
  }
  release(event2) {
    const { pressed: pressed2 } = this;
    if (!pressed2 || pressed2.pointer !== event2.pointerId) return;
    this.let();
    if (pressed2.ghost) this.ground.putAt(pressed2.from, event2.clientX, event2.clientY);
  }
  /** Lets go of what is on the pointer. */
  let() {
    this.pressed?.ghost?.remove();
    this.pressed = null;
  }
  key(event2) {
    if (event2.altKey || event2.ctrlKey || event2.metaKey) return;
    const places = [...this.places.values()];
    const at = places.findIndex(({ button }) => button === event2.target);
    const to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: places.length - 1 };
    const wanted = to[event2.key];
    if (at < 0 || wanted === void 0) return;
    const next = places[(wanted + places.length) % places.length].button;
    for (const { button } of places) button.tabIndex = button === next ? 0 : -1;
    next.focus();
    event2.preventDefault();
    event2.stopPropagation();
  }
};

// src/pen.ts
var LONG = 450;
var SIZE2 = 45;
var Pen = class {
  /** `drawn` is told what is on the board from now on; `lifted` says that a finger draws instead of moving a piece. */
  constructor(sheet, drawn, lifted) {
    this.sheet = sheet;
    this.drawn = drawn;
    this.lifted = lifted;
    const { element } = sheet;
    element.addEventListener("contextmenu", (event2) => event2.preventDefault());
    element.addEventListener("pointerdown", (event2) => this.press(event2));
    element.addEventListener("pointermove", (event2) => this.move(event2));
    element.addEventListener("pointerup", (event2) => this.release(event2));
    element.addEventListener("pointercancel", () => this.drop());
  }
  sheet;
  drawn;
  lifted;
  layer = svg("g", { class: "shapes", "pointer-events": "none", "aria-hidden": "true" });
  shapes = [];
  best = [];
  begun = null;
  pointer = -1;
  rest = 0;
  touched = null;
  /** Shows arrows and circles of a person, and arrows of the engine. */
  show(shapes, best) {
    [this.shapes, this.best] = [shapes, best];
    this.paint();
  }
  press(event2) {
    const square = this.sheet.under(event2.target);
    if (!square) return;
    if (event2.button === 2) {
      this.begin(square, event2);
    } else if (event2.pointerType === "touch" && event2.isPrimary) {
      const touched = this.touched = { square, x: event2.clientX, y: event2.clientY, pointer: event2.pointerId };
      this.rest = window.setTimeout(() => this.touched === touched && (this.lifted(), this.begin(square, event2)), LONG);
    } else if (event2.button === 0 && this.shapes.length > 0) {
      this.drawn([]);
    }
  }
  begin(square, event2) {
    const colour = event2.shiftKey ? event2.altKey ? "Y" : "R" : event2.altKey ? "B" : "G";
    this.begun = { colour, from: square, to: square };
    this.pointer = event2.pointerId;
    this.sheet.element.setPointerCapture(event2.pointerId);
    this.paint();
  }
  move(event2) {
    const { touched, begun } = this;
    if (touched && !begun && Math.hypot(event2.clientX - touched.x, event2.clientY - touched.y) > 8) this.forget();
    if (!begun || event2.pointerId !== this.pointer) return;
    const to = this.sheet.under(document.elementFromPoint(event2.clientX, event2.clientY)) ?? begun.from;
    if (to === begun.to) return;
    this.begun = { ...begun, to };
    this.paint();
  }
  release(event2) {
    const tapped = this.touched && !this.begun && this.shapes.length > 0;
    this.forget();
    const { begun } = this;
    if (tapped) return this.drawn([]);
    if (!begun || event2.pointerId !== this.pointer) return;
    this.begun = null;
    const other = (one) => one.from !== begun.from || one.to !== begun.to;
    const rest = this.shapes.filter(other);
    const again = this.shapes.some((one) => !other(one) && one.colour === begun.colour);
    this.drawn(again ? rest : [...rest, begun]);
  }
  forget() {
    window.clearTimeout(this.rest);
    this.touched = null;
  }
  drop() {
    this.forget();
    this.begun = null;
    this.paint();
  }
  /** Draws everything; the board calls it when it was drawn anew. */
  paint() {
    const all = [...this.best.map((one) => this.drawing(one, "best")), ...this.shapes.map((one) => this.drawing(one, "")), this.begun && this.drawing(this.begun, "begun")];
    this.layer.replaceChildren(...all.filter((one) => one !== null));
  }
  drawing({ colour, from, to }, more) {
    const [one, other] = [this.sheet.corner(from), this.sheet.corner(to)];
    if (!one || !other) return null;
    const [x, y, X, Y] = [...one, ...other].map((at) => at + SIZE2 / 2);
    const given = { class: `shape ${colour} ${more}`, "data-shape": from === to ? from : `${from}${to}` };
    if (from === to) return svg("circle", { ...given, cx: x, cy: y, r: SIZE2 / 2 - 2.5 });
    const far = Math.hypot(X - x, Y - y);
    const [a, b] = [(X - x) / far, (Y - y) / far];
    const along = (length, aside) => `${x + a * length - b * aside} ${y + b * length + a * aside}`;
    const neck = far - 16;
    const points = [along(8, 3.2), along(neck, 3.2), along(neck, 9), along(far - 2, 0), along(neck, -9), along(neck, -3.2), along(8, -3.2)];
    return svg("path", { ...given, d: `M${points.join("L")}z` });
  }
};

// src/ways.ts
var leadsTo = (square) => (move) => move.to === square || move.partner === square;
function led(position) {
  const { puts, moves } = position;
  if (!puts || moves.some(({ from, to }) => from !== to)) return { ...position, puts: null };
  return { ...position, moves: moves.map((move) => ({ ...move, from: puts.from ?? "" })) };
}
function can(moves) {
  const kinds = new Set(moves.map((move) => move.kind));
  if (kinds.has("special")) return moves.length > 1 ? "several moves to here" : `move to here: ${moves[0].words || "special"}`;
  if (!moves[0].from && kinds.has("capture")) return "can be removed";
  if (moves[0].from.endsWith("@") || !moves[0].from) return "can be dropped on";
  return kinds.has("capture") ? "can be captured" : "can be moved to";
}
function mark(moves, piece2) {
  const kind = moves.some((move) => move.kind === "special") ? "special" : moves[0].kind;
  if (kind === "special") return svg("path", { class: "target special", d: piece2 ? "M22.5 2L43 22.5L22.5 43L2 22.5z" : "M22.5 12L33 22.5L22.5 33L12 22.5z" });
  if (new Set(moves.map((move) => move.kind)).size > 1) return svg("g", {}, svg("circle", { class: "target", cx: 22.5, cy: 22.5, r: 7 }), svg("circle", { class: "target capture", cx: 22.5, cy: 22.5, r: 19 }));
  if (kind === "capture") return svg("circle", { class: "target capture", cx: 22.5, cy: 22.5, r: 19 });
  return svg("circle", { class: "target", cx: 22.5, cy: 22.5, r: 7 });
}
function promoted() {
  return svg("path", { class: "promoted", d: "M38 2l2 4.2 4.6.6-3.4 3.2.9 4.6-4.1-2.3-4.1 2.3.9-4.6-3.4-3.2 4.6-.6z" });
}
function ask2(ways, spell, title = "Which move?") {
  return new Promise((resolve) => {
    let chosen = null;
    const button = (move) => html(
      "button",
      {
        type: "button",
        "data-move": move.move,
        click: () => {
          chosen = move;
          dialog.close();
        }
      },
      html("strong", {}, spell(move.san)),
      " ",
      capital(move.words || "just move")
    );
    const dialog = html(
      "dialog",
      { class: "ask", "aria-label": title, close: () => (dialog.remove(), resolve(chosen)) },
      html("h2", {}, title),
      html("div", { class: "ways" }, ...ways.map(button)),
      html("button", { type: "button", class: "quiet", click: () => dialog.close() }, "Cancel")
    );
    present(dialog);
  });
}
var differByPiece = (ways) => ways.some(({ becomes }) => becomes !== void 0) && new Set(ways.map(({ becomes }) => becomes)).size === ways.length;
function promote(ways, figure, square) {
  return new Promise((resolve) => {
    let chosen = null;
    const button = (way) => {
      const name = capital(way.words || "just move");
      const one = html("button", { type: "button", "data-move": way.move, "aria-label": name, title: name, click: () => (chosen = way, dialog.close()) });
      one.innerHTML = `<svg viewBox="0 0 45 45" aria-hidden="true">${figure(way)}</svg>`;
      return one;
    };
    const dialog = html("dialog", { class: "ask promote", "aria-label": "Promotion", close: () => (dialog.remove(), resolve(chosen)) }, ...ways.map(button));
    dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
    const down = square.top + square.height / 2 < innerHeight / 2;
    const height = Math.min(square.height * ways.length, innerHeight);
    const top = down ? Math.min(square.top, innerHeight - height) : Math.max(0, square.bottom - height);
    const left = Math.max(0, Math.min(square.left, innerWidth - square.width));
    Object.assign(dialog.style, { left: `${left}px`, top: `${top}px`, flexDirection: down ? "column" : "column-reverse" });
    dialog.style.setProperty("--side", `${square.width}px`);
    present(dialog);
  });
}

// src/board.ts
var CLICKS = 32;
var Board = class {
  constructor(host, owner, label) {
    this.owner = owner;
    this.element = svg("svg", { class: "board", role: "grid", "aria-label": label });
    this.grid = new Grid(this.element);
    host.append(this.element);
    const { drawn } = owner;
    if (drawn) this.pen = new Pen(this, (shapes) => drawn.call(owner, shapes), () => this.drop());
    this.element.addEventListener("pointerdown", (event2) => this.press(event2));
    this.element.addEventListener("pointermove", (event2) => this.move(event2));
    this.element.addEventListener("pointerup", (event2) => this.release(event2));
    this.element.addEventListener("pointercancel", () => this.drop());
    this.element.addEventListener("lostpointercapture", () => this.drop());
    this.element.addEventListener("mousedown", (event2) => {
      event2.preventDefault();
      if (document.activeElement instanceof HTMLElement || document.activeElement instanceof SVGElement) document.activeElement.blur();
    });
    this.element.addEventListener("keydown", (event2) => this.key(event2));
    this.element.addEventListener("focusin", (event2) => {
      const square = this.under(event2.target);
      if (square) this.rove(square);
    });
  }
  owner;
  element;
  /** The hands, for whoever owns the board to put beside it. */
  hands = { white: new Hand(this, "white"), black: new Hand(this, "black") };
  variant = null;
  position = null;
  spelling;
  grid;
  pieces = /* @__PURE__ */ new Map();
  chosen = null;
  focus = null;
  active = false;
  pressed = null;
  /** Squares clicked while a move is played; null while none is. */
  later = null;
  hinted = [];
  /** Moves beside those of the position, which have no mark. */
  free = /* @__PURE__ */ new Map();
  /** The side that may choose a move ahead of its turn, and the move it has chosen. */
  ahead = null;
  premove = null;
  pen = null;
  /** The squares that the side whose sight is shown does not see. */
  hidden = [];
  turned = false;
  /** Shows another board. */
  show(variant) {
    this.variant = variant;
    this.spelling = spelled(variant);
    this.position = null;
    this.chosen = null;
    this.focus = null;
    for (const hand of Object.values(this.hands)) hand.show(variant);
    this.draw();
  }
  /** Shows a position of which some squares are not seen; moves can be chosen if `active`, and ahead of its turn by a side. */
  update(position, active, ahead = null, hidden = []) {
    const same = this.position?.fen === position.fen && this.position.ply === position.ply;
    this.position = led(position);
    this.active = active;
    this.ahead = ahead;
    this.hidden = hidden;
    if (!same) {
      this.chosen = null;
      this.hinted = [];
    }
    for (const hand of Object.values(this.hands)) hand.update(position);
    this.place();
    this.paint();
    this.follow();
  }
  /** The parts of the height above and below the squares. */
  get rims() {
    return this.grid.rims;
  }
  /** The width by the height. */
  get shape() {
    return this.grid.shape;
  }
  turn() {
    this.turned = !this.turned;
    if (!this.variant) return;
    this.draw();
    if (this.position) {
      this.place();
      if (this.variant.pieces.some(({ pointed }) => pointed)) {
        for (const hand of Object.values(this.hands)) hand.show(this.variant), hand.update(this.position);
      }
      this.paint();
    }
  }
  /** Lets go of the square that is chosen. */
  deselect() {
    this.chosen = null;
    this.premove = null;
    if (this.position) this.paint();
  }
  /** Lets the squares of a move stand out. */
  hint(squares) {
    this.hinted = squares;
    this.paint();
  }
  /** Shows arrows and circles: those of a person, and those of the engine. */
  sketch(shapes, best) {
    this.pen?.show(shapes, best);
  }
  /** Shows where a piece can go, and lets it be put on other squares as well. */
  reach(from, moves) {
    this.free = /* @__PURE__ */ new Map([[from, moves]]);
    this.chosen = from;
    this.paint();
  }
  draw() {
    this.pieces.clear();
    this.grid.draw(this.variant, this.turned, this.pen ? [this.pen.layer] : []);
    this.pen?.paint();
  }
  /** The corner of a square. */
  corner(square) {
    return this.variant && this.grid.cells.has(square) ? this.grid.where(square) : null;
  }
  /** Puts the pieces where they stand; one that has moved glides there. */
  place() {
    const position = this.position;
    const old = this.pieces;
    this.pieces = /* @__PURE__ */ new Map();
    const [from, to] = [position.last[0], position.last.at(-1)];
    const spare = new Map(old);
    const take = (square, piece2) => {
      const found = square === void 0 ? void 0 : spare.get(square);
      if (!found || found.piece.type !== piece2.type || found.piece.side !== piece2.side || !found.piece.promoted !== !piece2.promoted) return null;
      spare.delete(square);
      return found.node;
    };
    const kept = /* @__PURE__ */ new Map();
    for (const piece2 of position.pieces) kept.set(piece2, take(piece2.square, piece2));
    for (const piece2 of position.pieces) {
      const node = kept.get(piece2) ?? (piece2.square === to && take(from, piece2)) ?? null;
      this.pieces.set(piece2.square, { piece: piece2, node: this.stand(piece2, node || null) });
    }
    for (const { node } of spare.values()) node.remove();
  }
  stand(piece2, node) {
    if (!node) {
      node = svg("g", { class: "piece" });
      node.innerHTML = enlarged(this.variant.pieces[piece2.type], facing(this.variant.pieces[piece2.type], piece2.side, this.turned));
      node.classList.toggle("neutral", piece2.side === "neutral");
      if (piece2.promoted) node.append(promoted());
      this.grid.layer.append(node);
    }
    const [x, y] = this.grid.where(piece2.square);
    node.classList.remove("taken");
    node.style.transform = `translate(${x}px, ${y}px)`;
    return node;
  }
  /** Shows a move that is not answered yet. */
  glide(move) {
    if (this.handOf(move.from)) this.land(move);
    const held = this.pieces.get(move.from);
    if (!held || move.from === move.to || !this.grid.cells.has(move.to)) return;
    const [x, y] = this.grid.where(move.to);
    this.pieces.get(move.to)?.node.classList.add("taken");
    held.node.style.transform = `translate(${x}px, ${y}px)`;
  }
  /** Shows a drop that is not answered yet. */
  land(move) {
    const { side } = this.position;
    const letter2 = move.move.split("@")[0].toUpperCase();
    const type = this.variant.pieces.findIndex((one) => one.letter === letter2);
    if (type < 0 || !this.grid.cells.has(move.to)) return;
    const piece2 = { square: move.to, type, side };
    this.pieces.set(move.to, { piece: piece2, node: this.stand(piece2, null) });
    this.hands[side].spend(move.from);
    this.paint();
  }
  /** The hand with a place of this name: a letter as in a FEN and `@`. */
  handOf(place) {
    return place.endsWith("@") ? this.hands[place === place.toUpperCase() ? "white" : "black"] : null;
  }
  /** The place whose moves are shown: the one that was chosen, or the only one that there are moves from and that is not simply a piece. */
  get source() {
    if (this.chosen !== null || !this.active || !this.position) return this.chosen;
    const { moves, puts } = this.position;
    const from = moves[0]?.from;
    return from !== void 0 && (puts || from.endsWith("@")) && moves.every((move) => move.from === from) ? from : null;
  }
  /** True if a piece of the side to move is there, in a turn in which pieces move: it may be chosen to see that it can't. */
  own(square) {
    const { position } = this;
    if (!this.active || !position || position.puts || this.pieces.get(square)?.piece.side !== position.side) return false;
    return position.moves.some(({ from, to }) => from !== to && this.grid.cells.has(from));
  }
  moves(from) {
    return this.active && this.position ? this.position.moves.filter((move) => move.from === from) : [];
  }
  /** Marks what stands out, and names every square. */
  paint() {
    const position = this.position;
    const targets = /* @__PURE__ */ new Map();
    const { source } = this;
    for (const move of source === null ? [] : this.moves(source)) {
      for (const to of /* @__PURE__ */ new Set([move.to, move.partner ?? move.to])) targets.set(to, [...targets.get(to) ?? [], move]);
    }
    const focus = this.focus && this.grid.cells.has(this.focus) ? this.focus : this.firstSquare();
    for (const [square, { group, marks }] of this.grid.cells) {
      const piece2 = this.pieces.get(square)?.piece;
      const moves = targets.get(square);
      const movable = this.moves(square).length > 0;
      const royal = piece2 && this.variant.pieces[piece2.type].royal;
      const check = !!royal && position.check && piece2.side === position.side;
      group.classList.toggle("last", position.last.includes(square));
      group.classList.toggle("chosen", square === source);
      group.classList.toggle("movable", movable);
      group.classList.toggle("hinted", this.hinted.includes(square));
      const premoved = !!this.premove?.includes(square);
      group.classList.toggle("premove", premoved);
      group.classList.toggle("check", check);
      group.classList.toggle("walled", !!position.walled?.includes(square));
      const hidden = this.hidden.includes(square);
      group.classList.toggle("unseen", hidden);
      marks.replaceChildren(...moves ? [mark(moves, !!piece2)] : []);
      group.setAttribute("tabindex", square === focus ? "0" : "-1");
      group.setAttribute("aria-selected", String(square === source));
      const said = [this.spelling.square(square), this.grid.region(square)];
      if (group.classList.contains("hole")) said.push("no square");
      else if (group.classList.contains("walled")) said.push("wall");
      else if (hidden) said.push("not seen");
      else said.push(piece2 ? this.named(piece2) : "empty");
      if (check) said.push("in check");
      if (premoved) said.push("premove");
      if (moves) said.push(can(moves));
      else if (movable && source === null) said.push("can move");
      group.setAttribute("aria-label", said.filter(Boolean).join(", "));
    }
    for (const hand of Object.values(this.hands)) hand.paint(source, this.hinted);
  }
  named(piece2) {
    return `${sideName(this.variant, piece2.side).toLowerCase()} ${this.variant.pieces[piece2.type].name}${piece2.promoted ? ", promoted" : ""}`;
  }
  firstSquare() {
    const side = this.position?.side ?? "white";
    const own = this.position?.pieces.find((piece2) => piece2.side === side && this.moves(piece2.square).length > 0);
    return own?.square ?? this.variant.squares.find((square) => square.ground !== "hole").name;
  }
  rove(square) {
    this.grid.cells.get(this.focus ?? "")?.group.setAttribute("tabindex", "-1");
    this.focus = square;
    this.grid.cells.get(square)?.group.setAttribute("tabindex", "0");
  }
  // ---- choosing
  /** A square or a place in a hand was clicked, or confirmed by key. */
  choose(square, byKey = false) {
    if (this.owner.click) {
      this.owner.click(square);
      return;
    }
    if (this.later) {
      if (this.later.length < CLICKS) this.later.push(square);
      return;
    }
    if (this.ahead && !this.active) return this.plan(square);
    const moves = this.moves(square);
    const { source } = this;
    const direct = source === null ? [] : this.moves(source).filter(leadsTo(square));
    const inPlace = direct.length === 0 && moves.length > 0 && moves.every((move) => move.to === square);
    const ways = inPlace ? moves : direct;
    const chosen = square !== this.chosen && (moves.length > 0 || this.own(square));
    this.chosen = ways.length === 0 && chosen ? square : null;
    this.paint();
    if (ways.length === 0 && !chosen && source !== null && source !== square) this.owner.refused?.(source, square);
    if (ways.length > 0) void this.decide(ways, inPlace && ways.some((move) => move.kind === "special"), byKey ? square : null);
    else if (byKey && this.chosen && this.handOf(this.chosen)) this.goTo(this.moves(this.chosen)[0].to);
  }
  // ---- moves ahead of one's turn
  /** True if a piece of the side that waits for its turn is there. */
  waits(from) {
    if (!this.ahead || this.active) return false;
    return from.endsWith("@") ? this.handOf(from) === this.hands[this.ahead] : this.pieces.get(from)?.piece.side === this.ahead;
  }
  /** Chooses a move ahead by its squares; anything else takes it back. */
  plan(square) {
    const { chosen } = this;
    const target = chosen !== null && chosen !== square && !square.endsWith("@");
    this.premove = target ? [chosen, square] : null;
    this.chosen = !target && chosen !== square && this.waits(square) ? square : null;
    this.paint();
  }
  /** Plays the move that was chosen ahead, if it is legal now. */
  follow() {
    if (!this.premove || this.ahead && !this.active) return;
    const [from, to] = this.premove;
    this.premove = null;
    this.paint();
    const ways = this.moves(from).filter(leadsTo(to));
    if (ways.length > 0) queueMicrotask(() => void this.decide(ways, false, null));
  }
  /** Gives the focus to a square. */
  goTo(square) {
    this.grid.cells.get(square)?.group.focus({ preventScroll: true });
  }
  which(ways) {
    const { from, to } = ways[0];
    const piece2 = this.pieces.get(from)?.piece;
    const cell = this.grid.cells.get(to)?.group;
    if (!piece2 || !cell || !differByPiece(ways)) return ask2(ways, this.spelling.move);
    const figure = ({ becomes = piece2.type }) => facing(this.variant.pieces[becomes], piece2.side, this.turned);
    return promote(ways, figure, cell.getBoundingClientRect());
  }
  /** Plays one of several moves between two squares; asks which is meant. Where keys are used, the focus stays on a square. */
  async decide(ways, sure, focus) {
    const move = ways.length === 1 && !sure ? ways[0] : await this.which(ways);
    if (move) {
      const clicks = [];
      this.later = clicks;
      this.glide(move);
      await this.owner.play(move);
      this.later = null;
      for (const [index, square] of clicks.entries()) {
        if (this.later) this.later.push(...clicks.slice(index));
        if (this.later || !this.active && !this.ahead) break;
        this.choose(square);
      }
    }
    if (focus) this.goTo(focus);
  }
  under(target) {
    return target?.closest("[data-square]")?.getAttribute("data-square") ?? null;
  }
  press(event2) {
    if (event2.button !== 0 || !event2.isPrimary || this.pressed) return;
    const square = this.under(event2.target);
    if (!square) return;
    const { source } = this;
    const target = source !== null && this.moves(source).some(leadsTo(square));
    const own = this.later ? this.active : !target && (this.moves(square).length > 0 || this.own(square));
    const piece2 = this.pieces.has(square) && (this.free.has(square) || !!this.owner.put || own || this.waits(square));
    this.pressed = { from: square, x: event2.clientX, y: event2.clientY, piece: piece2, moved: false, pointer: event2.pointerId };
    this.element.setPointerCapture(event2.pointerId);
  }
  move(event2) {
    const { pressed: pressed2 } = this;
    if (!pressed2 || pressed2.pointer !== event2.pointerId) return;
    if (event2.buttons !== 1) {
      this.drop();
      return;
    }
    if (!pressed2.piece || !pressed2.moved && Math.hypot(event2.clientX - pressed2.x, event2.clientY - pressed2.y) < 5) return;
    if (!pressed2.moved) {
      pressed2.moved = true;
      this.grasp(pressed2.from);
    }
    const node = this.pieces.get(pressed2.from)?.node;
    const matrix = this.element.getScreenCTM();
    if (!node || !matrix) return;
    const at = new DOMPoint(event2.clientX, event2.clientY).matrixTransform(matrix.inverse());
    if (!node.classList.contains("dragged")) this.grid.layer.append(node);
    node.classList.add("dragged");
    node.style.transform = `translate(${at.x - SIZE / 2}px, ${at.y - SIZE / 2}px)`;
  }
  release(event2) {
    const { pressed: pressed2 } = this;
    if (!pressed2 || pressed2.pointer !== event2.pointerId) return;
    this.drop();
    const square = this.under(document.elementFromPoint(event2.clientX, event2.clientY));
    if (pressed2.moved) this.put(pressed2.from, square);
    else if (square === pressed2.from) this.choose(square);
    else if (event2.pointerType === "touch" && !pressed2.piece) this.swiped(event2.clientX - pressed2.x, event2.clientY - pressed2.y);
  }
  swiped(x, y) {
    if (Math.abs(x) > this.grain && Math.abs(x) > 2 * Math.abs(y)) this.owner.swipe?.(x < 0);
  }
  /** The pixels of a square's side. */
  get grain() {
    return SIZE * (this.element.getScreenCTM()?.a ?? 1);
  }
  /** True if a move begins there. */
  movable(from) {
    return this.moves(from).length > 0;
  }
  /** True if a piece may be dragged from there: while a move is played, what can be done afterwards is not known yet. */
  graspable(from) {
    return this.waits(from) || (this.later ? this.active : this.movable(from));
  }
  /** A piece is on the pointer. */
  grasp(from) {
    if (!this.later) this.chosen = from;
    this.paint();
  }
  /** A piece from a hand was let go at a point of the window. */
  putAt(from, x, y) {
    this.put(from, this.under(document.elementFromPoint(x, y)));
  }
  /** A piece was dragged from a square to another, or to none. */
  put(from, square) {
    const put2 = this.free.get(from)?.find((move) => move.to === square);
    if (put2) void this.owner.play(put2);
    if (this.owner.put) return this.owner.put(from, square);
    if (put2 || this.owner.click) return;
    if (this.waits(from) && !this.later) {
      this.chosen = from;
      return square && square !== from ? this.plan(square) : this.deselect();
    }
    if (this.later) {
      if (square && square !== from && this.later.length + 1 < CLICKS) this.later.push(from, square);
      return;
    }
    if (square && this.moves(from).some(leadsTo(square))) this.choose(square);
    else if (square !== from) {
      this.deselect();
      if (square) this.owner.refused?.(from, square);
    }
  }
  /** Lets a dragged piece go back. */
  drop() {
    const { pressed: pressed2 } = this;
    this.pressed = null;
    if (!pressed2?.moved) return;
    const held = this.pieces.get(pressed2.from);
    if (!held) return;
    held.node.classList.remove("dragged");
    this.stand(held.piece, held.node);
  }
  key(event2) {
    const square = this.under(event2.target);
    if (!square || event2.altKey || event2.ctrlKey || event2.metaKey) return;
    const way = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1]
    };
    const step = way[event2.key];
    if (step) {
      const sign = this.turned ? -1 : 1;
      const file = square.charCodeAt(0) - 97 + sign * step[0];
      const rank = Number(square.slice(1)) + sign * step[1];
      const named3 = (rank2) => this.grid.cells.get(`${String.fromCharCode(97 + file)}${rank2}`);
      const next = named3(rank) ?? (this.variant?.hexagons ? named3(rank + sign * step[0]) : void 0);
      next?.group.focus();
    } else if (event2.key === "Enter" || event2.key === " ") {
      this.choose(square, true);
    } else if (event2.key === "p" && this.owner.click) {
      const put2 = [...this.free.values()].flat().find((one) => one.to === square);
      if (put2) void this.owner.play(put2);
    } else if (event2.key === "Escape" && !this.owner.click) {
      const { chosen } = this;
      this.deselect();
      if (chosen) this.handOf(chosen)?.focus(chosen);
    } else {
      return;
    }
    event2.preventDefault();
    event2.stopPropagation();
  }
};

// src/maker.ts
var EXTENT = 13;
var HOME = "g7";
var KNOWN = "knight 5.3, bishop 8.8, rook 14, queen 22.8";
var TOOLS = ["leap there", "slide that way", "put an enemy there", "put a friend there"];
var SYMMETRIES = ["in all directions", "left and right alike", "this one only"];
var disc = (body, ink) => `<circle cx="22.5" cy="22.5" r="16" fill="${body}" stroke="${ink}" stroke-width="2"/>`;
function piece(name, figures) {
  return { name, letter: name[0].toUpperCase(), words: "", notation: "", royal: false, neutral: false, figures, compass: figures, pointed: false };
}
function board() {
  const name = (at) => `${String.fromCharCode(97 + at % EXTENT)}${Math.floor(at / EXTENT) + 1}`;
  const ground = (at) => at % 2 === 0 ? "dark" : "light";
  const star = disc("#1d5f8a", "#fff") + '<path d="M22.5 11l3.4 7.6 8.3.8-6.3 5.4 1.9 8.1-7.3-4.3-7.3 4.3 1.9-8.1-6.3-5.4 8.3-.8z" fill="#fff"/>';
  return {
    title: "Piece maker",
    year: null,
    inventors: [],
    sides: ["White", "Black"],
    files: EXTENT,
    ranks: EXTENT,
    hexagons: false,
    squares: Array.from({ length: EXTENT * EXTENT }, (_, at) => ({ name: name(at), ground: ground(at) })),
    regions: [],
    walls: [],
    lines: [],
    pieces: [piece("piece", [star, star]), piece("other", [disc("#fff", "#111"), disc("#111", "#fff")])],
    options: [],
    starts: 1,
    has_walls: false,
    ends: []
  };
}
var PieceMaker = class {
  /** `changed` hears of every sound movement; `insert` puts a piece into a file, if there is one. */
  constructor(changed, insert = null) {
    this.changed = changed;
    const host = html("div", { class: "host small-board" });
    this.board = new Board(host, { play: () => {
    }, click: (square) => this.click(square) }, "Where the piece goes");
    this.board.show(board());
    const act = insert ? () => insert(this.entry) : () => void this.copy(this.entry);
    const clear = () => (this.others.clear(), this.set(""));
    this.element.append(
      host,
      html(
        "div",
        { class: "making" },
        field("Movement, in Betza's letters", this.notation),
        this.wrong,
        this.words,
        this.facts,
        html("div", { class: "row pair" }, field("A click on a square", this.tool), field("Applies", this.symmetry)),
        html("p", { class: "quiet-text" }, "Click again to make it move only, then capture only, then nothing. A dot is a move, a ring a capture."),
        html("div", { class: "row" }, html("button", { type: "button", click: clear }, "Clear"), html("button", { type: "button", click: () => void this.copy(new URL(pieceHash(this.notation.value), location.href).href) }, "Copy a link")),
        html("div", { class: "row pair" }, field("Name", this.name), field("Letter", this.letter)),
        this.text,
        html("button", { type: "button", class: "main", click: act }, insert ? "Add to the file" : "Copy for a game file")
      )
    );
    this.spell();
  }
  changed;
  element = html("div", { class: "maker" });
  notation = html("input", { name: "notation", autocomplete: "off", spellcheck: "false", autocapitalize: "off", "aria-describedby": "maker-wrong", input: () => void this.write(this.notation.value) });
  wrong = html("p", { class: "wrong", id: "maker-wrong", role: "alert" });
  words = html("p", { class: "words", "aria-live": "polite" });
  facts = html("p", { class: "quiet-text" });
  tool = select("tool", TOOLS, TOOLS[0]);
  symmetry = select("symmetry", SYMMETRIES, SYMMETRIES[0]);
  name = html("input", { name: "name", autocomplete: "off", spellcheck: "false", value: "new-piece", input: () => this.spell() });
  letter = html("input", { name: "letter", autocomplete: "off", spellcheck: "false", maxlength: 2, value: "X", input: () => this.spell() });
  text = html("textarea", { name: "entry", rows: 2, readonly: true, "aria-label": "The piece for a game file" });
  board;
  legs = [];
  others = /* @__PURE__ */ new Map();
  asked = 0;
  count = 0;
  /** Takes a movement as if it was typed. */
  set(notation) {
    this.notation.value = notation;
    void this.write(notation);
  }
  async write(notation) {
    this.legs = read2(notation);
    await this.show();
  }
  click(square) {
    const [x, y] = [square.charCodeAt(0) - HOME.charCodeAt(0), Number(square.slice(1)) - Number(HOME.slice(1))];
    if (x === 0 && y === 0) return;
    const tool = this.tool.selectedIndex;
    if (tool > 1) {
      const kind = tool === 2 ? "enemy" : "friend";
      if (this.others.get(square) === kind) this.others.delete(square);
      else this.others.set(square, kind);
      return void this.show();
    }
    if (!this.legs) {
      this.wrong.textContent = "Clicks change movements of plain leaps and slides; this one has more. Change it in its letters, or clear it first.";
      return;
    }
    this.toggle(x, y, tool === 1);
    this.notation.value = written(this.legs);
    void this.show();
  }
  /** Makes a leap or slide and those like it the next of: both, moves, captures, nothing. */
  toggle(x, y, slide) {
    const step = slide ? divisor(Math.abs(x), Math.abs(y)) : 1;
    const way = [x / step, y / step];
    const ways = [likes(way), [way, [-way[0], way[1]]], [way]][this.symmetry.selectedIndex];
    const at = ({ x: x2, y: y2, slide: other }, [a, b]) => x2 === a && y2 === b && other === slide;
    const old = this.legs.find((leg) => at(leg, way));
    const others = this.legs.filter((leg) => !ways.some((one) => at(leg, one)));
    const next = !old ? [true, true] : old.moves && old.takes ? [true, false] : old.moves ? [false, true] : null;
    const distinct = new Map(ways.map((one) => [one.join(), one])).values();
    this.legs = next ? [...others, ...[...distinct].map(([x2, y2]) => ({ x: x2, y: y2, slide, moves: next[0], takes: next[1] }))] : others;
  }
  async show() {
    const number = ++this.asked;
    const notation = this.notation.value.trim();
    this.spell();
    const squares = (kind) => [...this.others].filter(([, one]) => one === kind).map(([square]) => square);
    try {
      const trial = notation ? await post("/api/movement", { notation, square: HOME, enemies: squares("enemy"), friends: squares("friend") }) : null;
      if (number !== this.asked) return;
      this.tell(trial);
      this.changed(notation);
    } catch (error) {
      if (number !== this.asked) return;
      this.notation.setAttribute("aria-invalid", "true");
      this.wrong.textContent = error instanceof Refusal ? capital(error.message) : String(error);
    }
  }
  tell(trial) {
    this.notation.removeAttribute("aria-invalid");
    this.wrong.textContent = trial?.warnings.map(capital).join(" ") ?? "";
    const also = trial && trial.names.length > 0 ? ` Known as: ${trial.names.join(", ")}.` : "";
    this.words.textContent = trial ? `${capital(trial.words)}.${also}` : "Click squares, or write a movement.";
    this.facts.textContent = trial ? `${trial.mobility.toFixed(1)} moves on an empty board of 8×8, on average (${KNOWN}).` : "";
    this.paint(trial?.moves ?? [], trial?.takes ?? []);
  }
  paint(moves, takes) {
    const move = (to, kind) => ({ move: HOME + to, san: to, from: HOME, to, kind, words: "" });
    const others = [...this.others].map(([square, kind]) => ({ square, type: 1, side: kind === "enemy" ? "black" : "white" }));
    const position = {
      ply: 0,
      fen: String(this.count++),
      side: "white",
      check: false,
      result: null,
      pieces: [{ square: HOME, type: 0, side: "white" }, ...others],
      walled: [],
      moves: [...moves.map((to) => move(to, "move")), ...takes.map((to) => move(to, "capture"))],
      puts: null,
      number: 1,
      idle: [0, null],
      remembered: [],
      hands: null,
      last: [],
      material: { more: [[], []], points: 0 }
    };
    this.board.update(position, true);
    this.board.reach(HOME, []);
  }
  /** The piece as a line of a game file. */
  get entry() {
    const name = this.name.value.trim().toLowerCase().replace(/[^a-z0-9]+/g, "-") || "new-piece";
    return `${name} = { letter = "${this.letter.value.trim().toUpperCase() || "X"}", moves = ${JSON.stringify(this.notation.value.trim())} }`;
  }
  spell() {
    this.text.value = this.entry;
  }
  async copy(text) {
    await attempt("copy", () => navigator.clipboard.writeText(text));
    say("Copied");
  }
};
var divisor = (one, other) => other === 0 ? one : divisor(other, one % other);
var pieceHash = (notation) => `#/piece/${encodeURIComponent(notation)}`;
function withPiece(file, entry) {
  const heading = /^\[pieces\].*\n/m.exec(file);
  if (!heading) return `${file.trimEnd()}

[pieces]
${entry}
`;
  const at = heading.index + heading[0].length;
  return `${file.slice(0, at)}${entry}
${file.slice(at)}`;
}

// src/tables.ts
var openTable = (opening) => post("/api/tables", opening);
function likewise({ origin, options, seats, clock }) {
  const { seconds, increment } = clock ?? {};
  return { origin, options: Object.fromEntries(options.map((option) => [option.name, option.value])), seats, ...clock && { clock: { seconds, increment } } };
}
var originKey = (origin) => "file" in origin ? `file:${origin.file}` : `built-in:${origin["built-in"]}`;
function remember(table) {
  keep("sessionStorage", "ferz-table", table.made.length > 0 ? null : { id: table.id, opening: likewise(table) });
}
async function reopen(id) {
  const known2 = find("sessionStorage", "ferz-table");
  return known2?.id === id ? openTable(known2.opening) : null;
}

// src/home.ts
var RECENT = 4;
var FEW = 8;
function entries(library) {
  const games = library.games.map((game2) => ({
    title: game2.title,
    note: `${game2.year ? `${game2.year}, ` : ""}${game2.files}×${game2.ranks}`,
    origin: { "built-in": game2.name },
    options: game2.options,
    name: game2.name,
    about: game2.about ?? "",
    tags: game2.tags,
    sides: game2.sides,
    family: game2.family ?? "other",
    starts: game2.starts,
    usual: game2.usual_start
  }));
  const files = library.files.map((file) => ({
    title: file.title ?? file.path.split(/[/\\]/).at(-1),
    ...!file.sound && { broken: file.path },
    note: file.sound ? file.path : `${file.path} (has errors: open it to see them)`,
    origin: { file: file.path },
    options: file.options
  }));
  return { games, files };
}
function home(main, library) {
  const { games, files } = entries(library);
  const card = (entry, large = false) => html(
    "li",
    {},
    html(
      "button",
      { type: "button", class: large ? "card large" : "card", title: entry.about, click: () => void begin(entry, library.levels) },
      entry.name && picture(`/api/games/${entry.name}/picture`),
      html("span", { class: "words" }, html("strong", {}, entry.title), html("span", { class: "about" }, entry.about || entry.note), !!entry.about && html("span", { class: "fine" }, entry.note))
    )
  );
  const recent = library.recent.slice(0, RECENT).map(
    (game2) => html(
      "li",
      {},
      html(
        "a",
        { class: "card", href: `#/game/${game2.id}` },
        picture(`/api/tables/${game2.id}/picture/${game2.moves}.svg`),
        html("span", { class: "words" }, html("strong", {}, game2.title), html("span", {}, game2.moves === 1 ? "1 move" : `${game2.moves} moves`))
      )
    )
  );
  const part = (title, kind, items) => items.length > 0 ? [html("h2", {}, title), html("ul", { class: `cards ${kind}` }, ...items)] : [];
  const shown2 = featured_default.large.flatMap((name) => games.find((entry) => entry.name === name) ?? []);
  main.className = "home";
  delete main.dataset.table;
  main.replaceChildren(
    html("h1", {}, "Chess variants to play, to analyse and to invent"),
    html("p", { class: "lead" }, `Each of these ${games.length} games is a file of rules that ferz reads, checks and plays. Change one, or write your own.`),
    doors(),
    html("p", { class: "row" }, html("a", { href: pieceHash("") }, "Make a piece"), html("span", { class: "quiet-text" }, "by clicking the squares it goes to.")),
    ...part("Files", "files", files.map((entry) => card(entry))),
    ...part("Continue", "recent", recent),
    ...part("Worth a look", "featured", shown2.map((entry) => card(entry, true))),
    html("h2", {}, "All games"),
    ...sought(games, card)
  );
  document.title = "ferz studio";
}
function doors() {
  const door = (title, words, open2) => html("button", { type: "button", class: "door", click: () => void attempt("open", open2) }, html("strong", {}, title), html("span", {}, words));
  return html(
    "div",
    { class: "doors" },
    door("Play", "Against the engine, or against each other.", newGame),
    door("Write a variant", "Its rules in a text, its board beside it.", newFile),
    door("Analyse", "A position or a game, with the engine.", analyse)
  );
}
async function analyse() {
  const { levels: levels2 } = await get("/api/library");
  const table = await openTable({ origin: { "built-in": featured_default.first }, seats: { white: "person", black: "person", level: levels2.usual } });
  location.hash = `#/game/${table.id}/position`;
}
function picture(address) {
  const image = html("img", { alt: "", loading: "lazy", width: 72, height: 72 });
  image.addEventListener("error", () => image.hidden = true);
  if (!inside()) {
    image.src = address;
    return image;
  }
  const draw = async () => {
    const { body } = await fetched(address);
    image.src = `data:image/svg+xml,${encodeURIComponent(body)}`;
  };
  const seen2 = new IntersectionObserver(([entry]) => {
    if (!entry.isIntersecting) return;
    seen2.disconnect();
    void draw().catch(() => {
    });
  });
  seen2.observe(image);
  return image;
}
function sought(games, card) {
  const families = [...new Set(games.map(({ family }) => family))].sort();
  const parts2 = families.map((family) => {
    const own = games.filter((entry) => entry.family === family).sort((one, other) => Number(other.name === family) - Number(one.name === family));
    const words = ({ title, name, note, about, tags: tags2 = [] }) => `${title} ${name} ${note} ${about} ${tags2.join(" ")} ${family}`.toLowerCase();
    const cards = own.map((entry) => ({ words: words(entry), element: card(entry) }));
    const more = html("button", { type: "button", class: "quiet", click: () => (part.few = false, search()) }, `All ${own.length}`);
    const element = html("section", { "aria-label": capital(family) }, html("h3", {}, capital(family)), html("ul", { class: "cards" }, ...cards.map(({ element: element2 }) => element2)), more);
    const part = { element, cards, more, few: own.length > FEW };
    return part;
  });
  const none = html("p", { role: "status" });
  const field2 = html("input", { type: "search", name: "search", placeholder: "Name, rule, year, family or size", "aria-label": "Search for a game", input: () => search() });
  function search() {
    const words = field2.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const { element, cards, more, few } of parts2) {
      more.hidden = !few || words.length > 0;
      for (const [at, one] of cards.entries()) one.element.hidden = !more.hidden && at >= FEW || !words.every((word) => one.words.includes(word));
      const here = cards.filter((one) => !one.element.hidden).length;
      element.hidden = here === 0;
      found += here;
    }
    none.textContent = words.length > 0 ? found === 1 ? "1 game" : `${found || "No"} games` : "";
    for (const button of kinds.children) button.setAttribute("aria-pressed", String(button.textContent === field2.value));
  }
  const tags = [...new Set(games.flatMap(({ tags: tags2 = [] }) => tags2))];
  const kind = (tag) => html("button", { type: "button", "aria-pressed": "false", click: () => (field2.value = field2.value === tag ? "" : tag, search()) }, tag);
  const kinds = html("div", { class: "row kinds", role: "group", "aria-label": "Kinds of games" }, ...tags.map(kind));
  search();
  return [html("div", { class: "row" }, field2, none), kinds, ...parts2.map(({ element }) => element)];
}
async function begin(entry, levels2) {
  if (entry.broken) {
    location.hash = fileHash(entry.broken);
    return;
  }
  const table = await setUp([entry], entry, levels2);
  if (table) location.hash = `#/game/${table.id}`;
}
var fileHash = (path) => `#/file/${encodeURIComponent(path)}`;

// src/begin.ts
async function newGame() {
  const library = await get("/api/library");
  const { games, files } = entries(library);
  const byTitle = [...games].sort((one, other) => one.title.localeCompare(other.title));
  const all = [...files.filter((file) => !file.broken), ...byTitle];
  const last = JSON.stringify(library.recent[0]?.origin ?? { "built-in": featured_default.first });
  const table = await setUp(all, all.find(({ origin }) => JSON.stringify(origin) === last) ?? all[0], library.levels);
  if (table) location.hash = `#/game/${table.id}`;
}
function setUp(entries2, first2, levels2) {
  return new Promise((resolve) => {
    let opened = null;
    let entry = first2;
    const options = html("div", { class: "options" });
    const about = html("p", { class: "quiet-text" });
    const place = html("div", { class: "pictured" });
    const seats = [select("white", ["person", "engine"], "person"), select("black", ["person", "engine"], "engine")];
    const players = seats.map((seat) => field("", seat));
    const random = html("input", { type: "checkbox", name: "random" });
    const level = field("Level of the engine", levels("level", levels2.highest, levels2.usual));
    const seated = () => level.hidden = seats.every(({ value }) => value === "person");
    for (const seat of seats) seat.addEventListener("change", seated);
    const ask3 = () => {
      options.replaceChildren(
        ...entry.options.map(
          (option) => field(option.ask || capital(option.name), select(`option-${option.name}`, option.values, option.value))
        )
      );
      const { starts = 1, usual = null, sides = ["White", "Black"], name } = entry;
      if (starts > 1) options.append(startField(starts, usual));
      players.forEach((player, at) => player.firstElementChild.textContent = sides[at]);
      about.textContent = entry.about || entry.note;
      place.replaceChildren(...name ? [picture(`/api/games/${name}/picture`)] : []);
    };
    const game2 = html(
      "select",
      { name: "game", change: () => (entry = entries2[game2.selectedIndex], ask3()) },
      ...entries2.map((one) => html("option", { selected: one === first2 }, `${one.title} (${one.note})`))
    );
    const fen = html("input", { name: "fen", autocomplete: "off", spellcheck: "false", placeholder: "the start position" });
    const pgn = html("textarea", { name: "pgn", rows: 3, spellcheck: "false", placeholder: "none" });
    const file = html("input", { type: "file", accept: ".pgn", change: () => void file.files?.[0]?.text().then((text) => pgn.value = text) });
    const clock = clockFields();
    const wrong = html("p", { role: "alert", class: "wrong" });
    const form = html(
      "form",
      {
        submit: (event2) => {
          event2.preventDefault();
          const data = new FormData(form);
          const chosen = Object.fromEntries(entry.options.map((option) => [option.name, String(data.get(`option-${option.name}`))]));
          const [white, black] = seats.map(({ value }) => value);
          const other = random.checked && Math.random() < 0.5;
          const sitting = { white: other ? black : white, black: other ? white : black, level: Number(data.get("level")) };
          const start2 = !fen.value.trim() && !pgn.value.trim() && data.get("start");
          const timed = clock.value();
          const opening = { origin: entry.origin, options: chosen, seats: sitting, ...timed && { clock: timed }, ...start2 && { start: Number(start2) }, ...fen.value.trim() && { fen: fen.value }, ...pgn.value.trim() && { pgn: pgn.value } };
          openTable(opening).then(
            (table) => (opened = table, dialog.close()),
            (error) => wrong.textContent = error.message
          );
        }
      },
      html("h2", {}, entries2.length > 1 ? "New game" : first2.title),
      place,
      html("div", { class: "asked" }, entries2.length > 1 && field("Game", game2), about, options, html("div", { class: "row pair" }, ...players), html("label", { class: "row" }, random, " Sides at random"), level, clock.element),
      html("details", {}, html("summary", {}, "Start from a position or a game"), field("FEN", fen), field("PGN: one game, or several", pgn), field("or a file of games", file)),
      wrong,
      html("div", { class: "row" }, html("button", { class: "main" }, "Play"), html("button", { type: "button", class: "quiet", click: () => dialog.close() }, "Cancel"))
    );
    const dialog = html("dialog", { class: "new-game", "aria-label": "New game", close: () => (dialog.remove(), resolve(opened)) }, form);
    ask3();
    seated();
    present(dialog);
  });
}
function startField(starts, usual) {
  const number = html("input", { type: "number", name: "start", min: 0, max: starts - 1, value: usual ?? "" });
  const random = html("button", { type: "button", click: () => number.value = String(Math.floor(Math.random() * starts)) }, "Random");
  return html("div", { class: "row" }, field(`Start position, 0 to ${starts - 1}`, number), random);
}
async function newFile() {
  const library = await get("/api/library");
  const name = html("input", { name: "name", required: true, autocomplete: "off", placeholder: "my-game" });
  const from = html(
    "select",
    { name: "from", change: () => size.hidden = from.value !== "" },
    html("option", { value: "" }, "nothing: a small game with comments"),
    ...library.games.map((game2) => html("option", { value: game2.name }, `${game2.title}, which it extends`))
  );
  const number = (name2, least) => html("input", { name: name2, type: "number", min: least, max: 16, value: 8 });
  const files = number("files", 3);
  const ranks = number("ranks", 4);
  const size = html("div", { class: "row" }, field("Files", files), field("Ranks", ranks));
  const wrong = html("p", { role: "alert", class: "wrong" });
  const form = html(
    "form",
    {
      submit: (event2) => {
        event2.preventDefault();
        const body = from.value ? { name: name.value, from: from.value } : { name: name.value, size: [Number(files.value), Number(ranks.value)] };
        const create = async () => {
          const { id } = await post("/api/files", body);
          const document2 = await get(`/api/files/${id}`);
          return openTable({ origin: { file: document2.path }, seats: { white: "person", black: "person", level: library.levels.usual } });
        };
        create().then(
          (table) => (dialog.close(), location.hash = `#/game/${table.id}/file`),
          (error) => wrong.textContent = error.message
        );
      }
    },
    html("h2", {}, "New file"),
    field("Name", name),
    field("Start from", from),
    size,
    wrong,
    html("div", { class: "row" }, html("button", { class: "main" }, "Create"), html("button", { type: "button", class: "quiet", click: () => dialog.close() }, "Cancel"))
  );
  const dialog = html("dialog", { "aria-label": "New file", close: () => dialog.remove() }, form);
  present(dialog);
}

// src/analysis.ts
var MOST = 5;
var PAUSE2 = 120;
var REVIEW = 6e4;
var CLEAR = 300;
function chances({ value, mate }) {
  if (mate !== null) return mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-(value ?? 0) * Math.log(3) / CLEAR));
}
function scored({ value, mate }) {
  if (mate !== null) return `${mate < 0 ? "−" : ""}#${Math.ceil(Math.abs(mate) / 2)}`;
  const worth = (value ?? 0) / 100;
  return `${worth < 0 ? "−" : "+"}${Math.abs(worth).toFixed(Math.abs(worth) < 10 ? 1 : 0)}`;
}
async function judged(table, path, stop) {
  let best = null;
  await stream(`/api/tables/${table}/analysis`, { path, lines: 1, nodes: REVIEW }, (line) => best = line, stop);
  return best;
}
var reviewing = () => ["Review", html("span", { class: "wide" }, " the game")];
var Analysis = class {
  constructor(looked) {
    this.looked = looked;
    this.many.setAttribute("aria-label", "Number of lines");
    this.many.addEventListener("change", () => (keep("localStorage", "ferz-lines", Number(this.many.value)), this.again()));
    const row = html("div", { class: "row" }, html("label", {}, this.switch, " Engine"), this.many, html("label", { title: "What the other side would play if it were to move" }, this.threat, " Threat"), this.state, this.reviewed);
    this.element.append(row, this.list);
  }
  looked;
  element = html("section", { class: "analysis", "aria-label": "Analysis" });
  gauge = html("div", { class: "gauge", role: "img", hidden: true }, html("div", {}));
  switch = html("input", { type: "checkbox", name: "engine", change: () => this.again() });
  many = select("lines", upTo(MOST), String(find("localStorage", "ferz-lines") ?? 1));
  threat = html("input", { type: "checkbox", name: "threat", change: () => this.again() });
  state = html("span", { class: "depth" });
  list = html("ol", { class: "lines", "aria-label": "Best lines" });
  reviewed = html("button", { type: "button", click: () => void this.review() }, ...reviewing());
  lines = [];
  spelling;
  white = "";
  shown = "";
  stop = new AbortController();
  timer = 0;
  reviewing = null;
  ask = null;
  get on() {
    return this.switch.checked;
  }
  close() {
    this.stop.abort();
    this.reviewing?.abort();
    window.clearTimeout(this.timer);
  }
  /** Looks at a position, unless it does already. */
  update(table, path, position, turned, variant) {
    [this.spelling, this.white] = [spelled(variant), sideName(variant, "white")];
    this.gauge.classList.toggle("turned", turned);
    const wanted = `${table} ${position.fen} ${path.join(" ")}`;
    if (wanted === this.shown) return;
    this.shown = wanted;
    this.ask = () => void attempt("analysis", () => this.look(table, path, position));
    this.again();
  }
  /** Begins anew with the position shown. */
  again() {
    this.stop.abort();
    window.clearTimeout(this.timer);
    this.lines = [];
    this.gauge.hidden = this.list.hidden = !this.on;
    this.state.textContent = "";
    this.looked.found([]);
    if (this.on && this.ask && !this.reviewing) this.timer = window.setTimeout(this.ask, PAUSE2);
  }
  async look(table, path, position) {
    const stop = this.stop = new AbortController();
    if (position.result) {
      const winner = position.result.winner;
      this.measure(winner ? { value: null, mate: winner === "white" ? 1 : -1 } : { value: 0, mate: null }, position.result.words);
      return renewed(this.list);
    }
    const lines = Number(this.many.value);
    try {
      await stream(`/api/tables/${table}/analysis`, { path, lines, threat: this.threat.checked }, (line) => this.heard(line), stop.signal);
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 422)) throw error;
      renewed(this.list);
      this.state.textContent = capital(error.message);
    }
  }
  heard(line) {
    this.lines[line.number - 1] = line;
    const [best] = this.lines;
    if (!best) return;
    this.measure(best, `${scored(best)} for ${this.white}`);
    this.state.textContent = `depth ${best.depth}, ${best.nodes < 1e6 ? `${Math.ceil(best.nodes / 1e3)}k` : `${(best.nodes / 1e6).toFixed(1)}M`} nodes`;
    renewed(this.list, ...this.lines.filter(Boolean).map((one) => this.written(one)));
    const colour = (number) => this.threat.checked ? "R" : number === 1 ? "E" : "N";
    const moved = this.lines.filter((one) => one?.to && one.from !== one.to);
    this.looked.found(moved.map(({ number, from, to }) => ({ colour: colour(number), from, to })));
  }
  /** Every move of a line goes to the position after it. */
  written(line) {
    const move = (san, index) => {
      const enter = () => this.looked.enter(line.moves.slice(0, index + 1));
      const click = ({ detail }) => detail === 0 && enter();
      return html("button", { type: "button", class: "quiet", disabled: this.threat.checked, "data-focus": `${line.number} ${index}`, pointerdown: enter, click }, san);
    };
    return html("li", {}, html("strong", {}, scored(line)), ...line.sans.map((san, index) => move(this.spelling.move(san), index)));
  }
  measure(score2, words) {
    this.gauge.setAttribute("aria-label", `Evaluation: ${words}`);
    this.gauge.style.setProperty("--white", String(chances(score2)));
    this.gauge.title = words;
  }
  async review() {
    if (this.reviewing) return this.reviewing.abort();
    const stop = this.reviewing = new AbortController();
    this.again();
    this.reviewed.textContent = "Stop the review";
    await attempt("analysis", () => this.looked.review((words) => this.state.textContent = words, stop.signal));
    this.reviewing = null;
    this.reviewed.replaceChildren(...reviewing());
    if (this.on) this.again();
  }
};
var FAULTS = [
  [0.3, 4, "blunder", "blunders"],
  [0.18, 2, "mistake", "mistakes"],
  [0.1, 6, "inaccuracy", "inaccuracies"]
];
function fault(before, after, side) {
  const lost = (chances(before) - chances(after)) * (side === "white" ? 1 : -1);
  const [, mark3, word] = FAULTS.find(([least]) => lost >= least) ?? [];
  if (!mark3) return null;
  return { side, mark: mark3, comment: `${capital(word)}: ${scored(after)} instead of ${scored(before)}. ${before.sans[0]} was better.` };
}
function counted(faults) {
  const of = (side) => {
    const parts2 = FAULTS.map(([, mark3, one, many]) => [faults.filter((fault2) => fault2.side === side && fault2.mark === mark3).length, one, many]);
    return `${capital(side)}: ${parts2.map(([count, one, many]) => `${count} ${count === 1 ? one : many}`).join(", ")}`;
  };
  return `${of("white")}. ${of("black")}.`;
}

// src/file.ts
var PAUSE3 = 120;
var FilePanel = class {
  /** `shown` hears of the file whenever it is another. */
  constructor(path, shown2 = () => {
  }) {
    this.path = path;
    this.shown = shown2;
    this.element.append(html("div", { class: "row" }, this.save, this.state), this.clash, this.place, html("h2", {}, "Problems"), this.problems);
    addEventListener("beforeunload", this.leave);
    void attempt("file", () => this.begin());
  }
  path;
  shown;
  element = html("div", { class: "file" });
  place = html("div", { class: "editor" });
  state = html("span", { class: "state", role: "status" });
  problems = html("ol", { class: "problems", "aria-label": "Problems" });
  save = html("button", { type: "button", disabled: true, click: () => void this.store(false) }, "Save");
  clash = html("div", { class: "note", role: "alert", hidden: true });
  editor = null;
  id = -1;
  document = null;
  /** The text on the disk that the editor's began from. */
  base = "";
  /** The text that the server had last, as far as is known here, and its edition. */
  known = "";
  edition = 0;
  timer = 0;
  /** Texts sent and not answered yet: while there are any, what is said of the file is of an older one. */
  sent = 0;
  leave = (event2) => {
    if (this.dirty) event2.preventDefault();
  };
  close() {
    removeEventListener("beforeunload", this.leave);
    window.clearTimeout(this.timer);
    if (this.editor && this.editor.text() !== this.known) void this.send();
    this.editor?.destroy();
  }
  get dirty() {
    return !!this.editor && !!this.document && (this.editor.text() !== this.document.text || this.document.unreadable !== null);
  }
  /** The file as the server has it; it may have another number after a restart. */
  async fetch() {
    const library = await get("/api/library");
    const found = library.files.find((file) => file.path === this.path);
    if (!found) throw new Error(`${this.path} is not open in this studio: start it with the file`);
    this.id = found.id;
    return get(`/api/files/${this.id}`);
  }
  async begin() {
    const document2 = await this.fetch();
    const module = await import("/assets/editor.js");
    const ask3 = (what, place) => post(`/api/files/${this.id}/${what}`, place).catch(() => void 0);
    const unsent = findText(this.path);
    this.adopt(document2);
    if (unsent) this.base = unsent.base;
    this.editor = module.create(this.place, unsent?.text ?? this.known, ask3, {
      changed: () => this.later(),
      save: () => void this.store(false)
    });
    this.show(document2);
    if (unsent) void this.send();
  }
  /** Changes the text as if it was typed. */
  change(to) {
    if (!this.editor) return;
    const text = to(this.editor.text());
    this.editor.replace(text);
    this.later();
    this.editor.reveal(text.split("\n").length, 1);
  }
  async hear(event2) {
    if (event2.kind !== "file" || event2.id !== this.id || !this.editor || this.sent > 0) return;
    if (event2.revision <= (this.document?.revision ?? 0)) return;
    const document2 = await get(`/api/files/${this.id}`);
    if (this.sent === 0) this.show(document2);
  }
  /** Changes may have been missed, or the server is another. */
  async refresh() {
    if (!this.editor || this.sent > 0) return;
    const document2 = await attempt("file", () => this.fetch());
    if (!document2 || this.sent > 0) return;
    this.show(document2);
    if (this.editor.text() !== this.known) void this.send();
  }
  /** Takes the server's text as the one it has. */
  adopt(document2) {
    this.known = document2.draft ?? document2.text;
    this.edition = document2.edition;
    this.base = document2.base ?? document2.text;
  }
  show(document2) {
    const editor = this.editor;
    this.document = document2;
    const theirs = document2.draft ?? document2.text;
    if (theirs === editor.text()) {
      this.adopt(document2);
      if (document2.kept) keepText(this.path, null);
    } else if (theirs === this.known) {
      this.edition = document2.edition;
    } else if (editor.text() === this.known) {
      this.adopt(document2);
      editor.replace(theirs);
    }
    if (document2.text !== this.base && editor.text() !== document2.text) this.offer(document2);
    else this.clash.hidden = true;
    editor.show(document2.problems.filter((problem) => (problem.labels[0]?.file ?? document2.path) === document2.path));
    this.list(document2);
    this.tell();
    this.shown(document2);
  }
  tell() {
    const { name, sound: sound2, playable, unreadable } = this.document;
    this.save.disabled = !this.dirty;
    const saved = unreadable ? `no longer on disk (${unreadable})` : this.dirty ? "not saved" : "saved";
    const rules = sound2 ? "" : playable ? " · can't be played as it is; the board keeps the last valid rules" : " · can't be played yet";
    this.state.textContent = `${name}: ${saved}${rules}`;
  }
  /** The disk, or another tab, has another text than the editor began from. */
  offer(document2) {
    const rival = document2.text === this.base;
    const theirs = rival ? document2.draft ?? document2.text : document2.text;
    const who = rival ? "Another tab has changed the text." : document2.saved_here ? "Another tab has saved the file." : "Another program has changed the file.";
    const use = () => {
      this.editor.replace(theirs);
      this.edition = document2.edition;
      this.base = document2.text;
      this.later();
    };
    const keep2 = () => rival ? void this.send(true) : void this.store(true);
    const choice = (words, work) => html("button", { type: "button", click: () => (this.clash.hidden = true, work()) }, words);
    this.clash.hidden = false;
    this.clash.replaceChildren(`${who} `, choice("Use its text", use), " ", choice(rival ? "Keep mine" : "Overwrite it with mine", keep2));
  }
  list(document2) {
    const item = (problem) => {
      const label = problem.labels[0];
      const own = !label || label.file === document2.path;
      const where = label ? `${own ? "" : `${label.file}, `}line ${label.line}` : "";
      return html(
        "li",
        { class: problem.severity },
        html("button", { type: "button", class: "quiet", disabled: !own || !label, click: () => label && this.editor?.reveal(label.line, label.column) }, html("strong", {}, problem.severity), ` ${where}`),
        html("span", {}, problem.message),
        problem.help && html("span", { class: "help" }, problem.help)
      );
    };
    const shown2 = document2.problems.filter((problem) => problem.severity !== "advice");
    this.problems.replaceChildren(...shown2.map(item));
    if (shown2.length === 0) this.problems.append(html("li", { class: "none" }, "No problems."));
  }
  later() {
    const text = this.editor.text();
    keepText(this.path, text === this.known ? null : { text, base: this.base });
    this.tell();
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.send(), PAUSE3);
  }
  /** Sends the text, without saving it; `over` what another tab has sent, if that is meant. */
  async send(over = false) {
    if (this.sent > 0) return;
    const text = this.editor.text();
    this.sent++;
    try {
      const edition = over ? null : this.edition;
      const document2 = await post(`/api/files/${this.id}/draft`, { text, seen: this.base, edition });
      [this.known, this.edition] = [text, document2.edition];
      settled("file");
      if (this.editor.text() === text) this.show(document2);
    } catch (error) {
      await this.refused(error, text);
      return;
    } finally {
      this.sent--;
    }
    if (this.editor.text() !== text) void this.send();
  }
  /** The server doesn't take the text: it is another server, or another tab has changed it. */
  async refused(error, text) {
    if (!(error instanceof Refusal && (error.status === 409 || error.status === 404))) return trouble(error, "file");
    const document2 = await attempt("file", () => this.fetch());
    if (!document2) return;
    const theirs = document2.draft ?? document2.text;
    const same = theirs === this.known || theirs === text;
    this.edition = same ? document2.edition : this.edition;
    if (same) this.later();
    else this.offer(document2);
  }
  async store(over) {
    window.clearTimeout(this.timer);
    const text = this.editor.text();
    this.sent++;
    try {
      const seen2 = over ? (await this.fetch()).text : this.base;
      const document2 = await put(`/api/files/${this.id}`, { text, seen: seen2, edition: over ? null : this.edition });
      [this.known, this.edition, this.base] = [text, document2.edition, text];
      settled("file");
      this.show(document2);
      say("Saved");
    } catch (error) {
      if (error instanceof Refusal && error.status === 409) this.offer(await this.fetch());
      else trouble(error, "file");
    } finally {
      this.sent--;
    }
    if (this.editor.text() !== this.known) void this.send();
  }
};

// src/tree.ts
var beginning = () => ({ move: "", san: "", side: "black", number: 0, says: null, comment: "", marks: [], before: null, next: [] });
function grown({ made, notes, first: first2 }) {
  const root = beginning();
  let at = root;
  let number = first2;
  for (const { move, san, side, says } of made) {
    if (side === "white" && at.side === "black" && at !== root) number++;
    at = added(at, { ...beginning(), move, san, side, says, number });
  }
  const [begun, ...others] = notes;
  if (begun) Object.assign(root, { comment: begun.comment });
  const nodes = [root];
  for (const note of others) nodes.push(noted(nodes[note.after], note));
  return root;
}
function added(before, node) {
  before.next.push(node);
  return Object.assign(node, { before });
}
function noted(before, { move, san, side, number, comment, marks }) {
  const node = before.next.find((one) => one.move === move) ?? added(before, { ...beginning(), move, san, side, number });
  return Object.assign(node, { comment, marks });
}
function follow(root, path) {
  let at = root;
  for (const move of path) at = at.next.find((one) => one.move === move) ?? at;
  return at;
}
function pathTo(node) {
  const path = [];
  for (let at = node; at?.before; at = at.before) path.unshift(at.move);
  return path;
}
var mainLine = (made) => made.map(({ move }) => move);
var sameOf = (one, other) => one.length === other.length && one.every((move, index) => move === other[index]);
var MARKS = /* @__PURE__ */ new Map([
  [3, "!!"],
  [1, "!"],
  [5, "!?"],
  [6, "?!"],
  [2, "?"],
  [4, "??"]
]);
var signs = (marks) => marks.map((mark3) => MARKS.get(mark3) ?? `$${mark3}`).join("");
var COMMAND = /\s*\[%c[sa]l\s+([^\]]*)\]/g;
var SCORE = /\s*\[%eval\s+(#?)([+-]?\d+(?:\.\d+)?)[^\]]*\]/g;
function parted(comment) {
  const shapes = [];
  let score2 = null;
  for (const [, list] of comment.matchAll(COMMAND)) {
    for (const [, colour, from, to] of list.matchAll(/([A-Z])([a-z]\d+)([a-z]\d+)?/g)) shapes.push({ colour, from, to: to ?? from });
  }
  for (const [, mate, number] of comment.matchAll(SCORE)) {
    const worth = Number(number);
    score2 = mate ? { value: null, mate: worth * 2 - Math.sign(worth) } : { value: Math.round(worth * 100), mate: null };
  }
  return { words: comment.replaceAll(COMMAND, "").replaceAll(SCORE, "").trim(), shapes, score: score2 };
}
function joined({ words, shapes, score: score2 }) {
  const circles = shapes.filter(({ from, to }) => from === to).map(({ colour, from }) => colour + from);
  const arrows = shapes.filter(({ from, to }) => from !== to).map(({ colour, from, to }) => colour + from + to);
  const worth = score2 && (score2.mate !== null ? `#${score2.mate < 0 ? "-" : ""}${Math.ceil(Math.abs(score2.mate) / 2)}` : ((score2.value ?? 0) / 100).toFixed(2));
  const commands = [circles.length > 0 && `[%csl ${circles.join(",")}]`, arrows.length > 0 && `[%cal ${arrows.join(",")}]`, worth && `[%eval ${worth}]`];
  return [words.trim(), ...commands].filter(Boolean).join(" ");
}

// src/graph.ts
var KINDS = /* @__PURE__ */ new Map([
  [4, "blunder"],
  [2, "mistake"],
  [6, "inaccuracy"]
]);
var Graph = class {
  element = html("div", { class: "graph", hidden: true, role: "img" });
  plies = 0;
  /** `goTo` is told the number of moves before the position that was pointed at. */
  constructor(goTo) {
    this.element.addEventListener("click", ({ clientX }) => {
      const { left, width } = this.element.getBoundingClientRect();
      goTo(Math.round((clientX - left) / width * this.plies));
    });
  }
  /** Shows a game and its result; `at` is the number of moves before the position shown, if it is one of the game. */
  update(root, made, result, at) {
    const nodes = [root];
    for (const { move } of made) {
      const next = nodes.at(-1).next.find((one) => one.move === move);
      if (!next) break;
      nodes.push(next);
    }
    const scores = nodes.map((node) => parted(node.comment).score);
    const sure = result && (result.winner ? { value: null, mate: result.winner === "white" ? 1 : -1 } : { value: 0, mate: null });
    if (sure && scores.some(Boolean)) scores[made.length] = sure;
    const judged2 = scores.flatMap((score2, ply) => score2 ? [{ ply, score: score2, chance: chances(score2) }] : []);
    this.element.hidden = judged2.length < 2;
    if (this.element.hidden) return;
    this.plies = made.length;
    const x = (ply) => 100 * ply / this.plies;
    const y = (chance) => 100 * (1 - chance);
    const points = judged2.map(({ ply, chance }) => `${x(ply)},${y(chance)}`).join(" ");
    const [first2, last] = [judged2[0], judged2.at(-1)];
    const marks = judged2.flatMap(({ ply, chance }) => {
      const kind = nodes[ply].marks.map((mark3) => KINDS.get(mark3)).find(Boolean);
      return kind ? [svg("path", { class: kind, d: `M${x(ply)} ${y(chance)}h0` })] : [];
    });
    this.element.setAttribute("aria-label", `White's chances by move, from ${scored(first2.score)} to ${scored(last.score)}`);
    this.element.replaceChildren(
      svg(
        "svg",
        { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
        svg("polygon", { points: `${x(first2.ply)},100 ${points} ${x(last.ply)},100` }),
        svg("path", { class: "even", d: "M0 50H100" }),
        svg("polyline", { points }),
        ...at === null ? [] : [svg("path", { class: "here", d: `M${x(at)} 0V100` })],
        ...marks
      )
    );
  }
};

// src/tags.ts
var RESULTS = /* @__PURE__ */ new Map([["1-0", "1–0"], ["0-1", "0–1"], ["1/2-1/2", "½–½"]]);
var recorded = ({ tags, position }) => position.result ? void 0 : RESULTS.get(tags.Result ?? "");
function named2(tags, side) {
  const tag = side === "white" ? "White" : "Black";
  return [tags[tag] ?? "", tags[`${tag}Elo`] ?? ""];
}
function event({ Event: Event2, Site, Date, Round }) {
  const date = Date?.split(".").filter((part) => !part.includes("?")).join("-");
  return [Event2, Round && `round ${Round}`, Site, date].filter(Boolean).join(", ");
}
var TagFields = class {
  constructor(write2) {
    this.write = write2;
    const result = html("select", { name: "Result" }, html("option", { value: "" }, "none yet"), ...[...RESULTS].map(([value, words]) => html("option", { value }, words)));
    const input = (name) => html("input", { name, autocomplete: "off", maxlength: 200 });
    for (const name of ["White", "Black", "Event", "Round", "Site", "Date"]) this.inputs.set(name, input(name));
    this.inputs.set("Result", result);
    for (const control of this.inputs.values()) control.addEventListener("change", () => this.change());
    this.element.append(html("legend", {}, "Players and event"), ...[...this.inputs].map(([name, control]) => field(name, control)));
  }
  write;
  element = html("fieldset", { class: "tags" });
  inputs = /* @__PURE__ */ new Map();
  tags = {};
  update({ tags }, { sides }) {
    this.tags = tags;
    for (const [name, control] of this.inputs) if (control !== document.activeElement) control.value = tags[name] ?? "";
    for (const [at, name] of ["White", "Black"].entries()) this.inputs.get(name).previousElementSibling.textContent = sides[at];
  }
  change() {
    const entered = [...this.inputs].map(([name, control]) => [name, control.value.trim()]);
    this.write({ ...this.tags, ...Object.fromEntries(entered) });
  }
};

// src/chapters.ts
var Chapters = class {
  /** `turnTo` is told which game is wanted. */
  constructor(turnTo) {
    this.turnTo = turnTo;
    this.element.append(this.before, this.select, this.after);
  }
  turnTo;
  element = html("div", { class: "row chapters", hidden: true });
  select = html("select", { name: "chapter", "aria-label": "Games of this PGN", change: () => this.turnTo(this.select.selectedIndex) });
  at = 0;
  before = signed("back", "Previous game", () => this.turnTo(this.at - 1));
  after = signed("on", "Next game", () => this.turnTo(this.at + 1));
  update({ chapters, chapter }, { sides }) {
    this.element.hidden = chapters.length < 2;
    this.at = chapter;
    const title = (tags, index) => {
      const [white, black] = ["white", "black"].map((side) => named2(tags, side)[0]);
      const players = white || black ? `${white || sides[0]} – ${black || sides[1]}` : "";
      return `${index + 1}. ${[players, event(tags)].filter(Boolean).join(", ") || "Game"}`;
    };
    renewed(this.select, ...chapters.map((tags, index) => html("option", {}, title(tags, index))));
    this.select.selectedIndex = chapter;
    this.before.disabled = chapter === 0;
    this.after.disabled = chapter + 1 >= chapters.length;
  }
};

// src/pieces.ts
var PiecesPanel = class {
  /** `edit` takes a movement to a piece maker, if there is one beside the file. */
  constructor(table, edit) {
    this.table = table;
    this.edit = edit;
    const host = html("div", { class: "host small-board" });
    this.board = new Board(host, { play: (move) => void this.move(move), click: (square) => void this.block(square) }, "Where the piece can move");
    this.element.append(
      this.list,
      this.words,
      host,
      html("p", { class: "quiet-text" }, "Drag the piece to another square (or press P there); click an empty square to put an enemy piece there; click again for a friendly piece, and again to clear the square.")
    );
  }
  table;
  edit;
  element = html("div", { class: "pieces" });
  list = html("ul", { "aria-label": "Pieces" });
  words = html("p", { class: "words", "aria-live": "polite" });
  board;
  variant = null;
  rules = -1;
  type = 0;
  square = "";
  others = [];
  update(table, variant) {
    if (this.variant === variant) return;
    const same = this.rules === table.rules;
    this.rules = table.rules;
    this.variant = variant;
    if (!same) this.others = [];
    this.type = Math.min(this.type, variant.pieces.length - 1);
    this.board.show(variant);
    const button = (index) => {
      const piece2 = variant.pieces[index];
      const node = html("button", {
        type: "button",
        "aria-pressed": "false",
        click: () => void this.choose(index),
        pointerenter: () => void this.choose(index)
      });
      node.innerHTML = `<svg viewBox="0 0 45 45" aria-hidden="true">${piece2.figures[0]}</svg>`;
      node.append(html("strong", {}, capital(piece2.name)), html("code", {}, piece2.letter));
      return html("li", {}, node);
    };
    this.list.replaceChildren(...variant.pieces.map((_, index) => button(index)));
    if (!same) this.square = this.middle();
    void this.show();
  }
  /** A square in the middle that is played on. */
  middle() {
    const { files, ranks, squares } = this.variant;
    const far = (index) => Math.hypot(index % files - (files - 1) / 2, Math.floor(index / files) - (ranks - 1) / 2.5);
    const played = squares.map((square, index) => ({ square, far: far(index) })).filter(({ square }) => square.ground !== "hole");
    played.sort((one, other) => one.far - other.far);
    return played[0].square.name;
  }
  async choose(index) {
    if (this.type === index) return;
    this.type = index;
    await this.show();
  }
  async move(move) {
    this.square = move.to;
    this.others = this.others.filter((piece2) => piece2.square !== move.to);
    await this.show();
  }
  async block(square) {
    const ground = this.variant.squares.find((one) => one.name === square)?.ground;
    if (square === this.square || ground === "hole") return;
    const found = this.others.find((piece2) => piece2.square === square);
    const type = this.variant.pieces.findIndex((one) => !one.royal);
    this.others = this.others.filter((piece2) => piece2 !== found);
    if (!found) this.others.push({ square, type: Math.max(type, 0), side: "black" });
    else if (found.side === "black") this.others.push({ ...found, side: "white" });
    await this.show();
  }
  /** The way to the piece maker with this movement. */
  editing(notation) {
    const { edit } = this;
    return edit ? html("button", { type: "button", click: () => edit(notation) }, "Change it in the piece maker") : html("a", { href: pieceHash(notation) }, "Open in the piece maker");
  }
  async show() {
    const variant = this.variant;
    const shown2 = variant.pieces[this.type];
    const piece2 = { square: this.square, type: this.type, side: "white" };
    const sent2 = ({ square, type, side }) => ({ square, type, white: side === "white" });
    const asked = { piece: sent2(piece2), others: this.others.map(sent2) };
    this.words.replaceChildren(html("strong", {}, capital(shown2.name)), `: ${shown2.words} `, shown2.notation && html("code", {}, shown2.notation), " ", shown2.notation && this.editing(shown2.notation));
    [...this.list.querySelectorAll("button")].forEach((button, index) => button.setAttribute("aria-pressed", String(index === this.type)));
    const found = await attempt("pieces", () => post(`/api/tables/${this.table()}/reach`, asked));
    if (!found) return;
    const free = variant.squares.filter((square) => square.ground !== "hole").map((square) => square.name);
    const reached = new Map(found.map((target) => [target.square, target]));
    const move = (to) => ({ move: to, san: to, from: this.square, to, kind: reached.get(to)?.takes.length ? "capture" : "move", words: "" });
    const position = {
      ply: 0,
      fen: JSON.stringify(asked),
      side: "white",
      check: false,
      result: null,
      pieces: [piece2, ...this.others],
      moves: found.map((target) => move(target.square)),
      number: 1,
      idle: [0, null],
      walled: [],
      remembered: [],
      hands: null,
      puts: null,
      last: [],
      material: { more: [[], []], points: 0 }
    };
    this.board.update(position, true);
    this.board.reach(this.square, free.filter((square) => square !== this.square).map(move));
  }
};

// src/player.ts
var MOST2 = 8;
var Player = class {
  /** `sit` is told who plays from now on. */
  constructor(side, sit, clock, hand) {
    this.side = side;
    this.sit = sit;
    this.element.append(this.about, hand, clock);
  }
  side;
  sit;
  element = html("div", { class: "strip" });
  about = html("div", { class: "about" });
  update(table, variant, position) {
    const { side } = this;
    this.element.classList.toggle("to-move", position.side === side && !position.result);
    const [name, rating] = named2(table.tags, side);
    renewed(
      this.about,
      this.sign(variant),
      html("strong", { ...name && { title: sideName(variant, side) } }, name || sideName(variant, side)),
      ...rating ? [html("span", { class: "level" }, rating)] : [],
      this.who(table, variant),
      ...table.seats[side] === "engine" ? [html("span", { class: "level" }, "level "), this.level(table)] : [],
      ...this.ahead(variant, position.material)
    );
  }
  /** A piece of the side, the royal one if there is one. */
  sign({ pieces }) {
    const piece2 = pieces.find(({ royal }) => royal) ?? pieces.find(({ neutral }) => !neutral);
    const sign = html("span", { class: "small", "aria-hidden": "true" });
    if (piece2) sign.innerHTML = `<svg viewBox="0 0 45 45">${facing(piece2, this.side, false)}</svg>`;
    return sign;
  }
  who({ seats }, variant) {
    const who = select(`seat-${this.side}`, ["person", "engine"], seats[this.side]);
    who.setAttribute("aria-label", `${sideName(variant, this.side)} is played by`);
    who.addEventListener("change", () => this.sit({ ...seats, [this.side]: who.value }));
    return who;
  }
  level({ seats, levels: highest }) {
    const level = levels(`level-${this.side}`, highest, seats.level);
    level.setAttribute("aria-label", "Level of the engine");
    level.addEventListener("change", () => this.sit({ ...seats, level: Number(level.value) }));
    return level;
  }
  /** The pieces that the side is ahead by, as those that it took, and the difference in points. */
  ahead(variant, { more, points }) {
    const [index, own] = this.side === "white" ? [0, points] : [1, -points];
    const pieces = more[index];
    if (pieces.length === 0 && own <= 0) return [];
    const counted2 = pieces.map(({ type, count }) => `${count}${count > 1 ? " ×" : ""} ${variant.pieces[type].name}`);
    const said = [...counted2, ...own > 0 ? [`${own} ${own === 1 ? "point" : "points"}`] : []].join(", ");
    const figures = pieces.map(({ type, count }) => this.figures(variant.pieces[type], count));
    return [html("span", { class: "material", role: "img", "aria-label": `ahead by ${said}`, title: said }, ...figures, own > 0 && html("span", { class: "points" }, `+${own}`))];
  }
  figures({ figures }, count) {
    const node = html("span", { class: "small" });
    const figure = `<svg viewBox="0 0 45 45" aria-hidden="true">${figures[this.side === "white" ? 1 : 0]}</svg>`;
    node.innerHTML = figure.repeat(Math.min(count, MOST2));
    if (count > MOST2) node.append(`×${count}`);
    return node;
  }
};

// alone:ferz:alone
var parts = null;

// src/link.ts
var through = async (bytes, stream2) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream2)).arrayBuffer());
var MOST3 = 4e6;
async function open(value) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
async function closed(text) {
  try {
    const letters = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    const packed = Uint8Array.from(letters, (letter2) => letter2.charCodeAt(0));
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const decoder = new TextDecoder();
    let json = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      json += decoder.decode(part.value, { stream: true });
      if (json.length > MOST3) throw new Error("too long");
    }
    return JSON.parse(json + decoder.decode());
  } catch {
    throw new Error("This link can't be read: it is damaged or not complete. Copy all of it.");
  }
}
async function linkTo(table, kind) {
  return new URL(`#/${kind}/${await open(await get(`/api/tables/${table}/link`))}`, location.href).href;
}
async function copyLink(table) {
  await attempt("link", async () => {
    await navigator.clipboard.writeText(await linkTo(table, "open"));
    say("Copied");
  });
}

// src/position.ts
var PositionPanel = class {
  constructor(position, table, variant, entitle) {
    this.position = position;
    this.table = table;
    this.variant = variant;
    this.tags = new TagFields(entitle);
    const fen = html("textarea", { rows: 3, name: "fen", spellcheck: "false", placeholder: "a FEN to start from" });
    const pgn = html("textarea", { rows: 4, name: "pgn", spellcheck: "false", placeholder: "a game as PGN, or just its moves" });
    const open2 = async () => {
      const opening = { ...likewise(this.table()), ...fen.value.trim() && { fen: fen.value }, ...pgn.value.trim() && { pgn: pgn.value } };
      const table2 = await attempt("open", () => openTable(opening));
      if (table2) location.hash = `#/game/${table2.id}`;
    };
    this.element.append(
      html("h2", {}, "This position"),
      this.fen,
      html("button", { type: "button", click: () => void this.copy() }, "Copy the FEN"),
      ...inside() ? [" ", html("button", { type: "button", click: () => void copyLink(this.table().id) }, "Copy a link to this game"), " ", html("button", { type: "button", click: () => void this.embed() }, "Copy an iframe")] : [],
      html("ul", { class: "links" }, ...this.links.map(([link]) => html("li", {}, link))),
      this.regions,
      this.tags.element,
      html("h2", {}, "Another position or game"),
      html(
        "form",
        { submit: (event2) => (event2.preventDefault(), void open2()) },
        html("label", { class: "field" }, html("span", {}, "FEN"), fen),
        html("label", { class: "field" }, html("span", {}, "PGN"), pgn),
        html("button", {}, "Open as a new game")
      )
    );
    this.element.addEventListener("focusin", () => this.fill());
  }
  position;
  table;
  variant;
  element = html("div", { class: "position" });
  fen = html("textarea", { rows: 3, readonly: true, "aria-label": "FEN of the position shown", spellcheck: "false" });
  links = [
    [html("a", { download: "" }, "The game as PGN"), () => "pgn"],
    [html("a", { download: "" }, "The position as SVG"), (ply) => `picture/${ply}.svg`],
    // what only the program can make
    ...inside() ? [] : [[html("a", { download: "" }, "The position as PNG"), (ply) => `picture/${ply}.png`]],
    [html("a", { download: "" }, "The game as a self-contained page"), () => "export"]
  ];
  tags;
  regions = html("ul", { class: "regions", "aria-label": "Tinted squares" });
  update(table, variant) {
    this.tags.update(table, variant);
    this.fill();
  }
  fill() {
    const { id } = this.table();
    const { ply, fen } = this.position();
    this.fen.value = fen;
    for (const [link, path] of this.links) {
      const address = `/api/tables/${id}/${path(ply)}`;
      link.href = inside() ? "" : address;
      link.onclick = inside() ? (event2) => (event2.preventDefault(), void attempt("download", () => this.download(address))) : null;
    }
    this.legend();
  }
  /** The regions that are tinted, each with its colour. */
  legend() {
    const { regions = [], squares = [] } = this.variant() ?? {};
    const item = (name, index) => {
      if (!squares.some((square) => square.tinted && square.region === index)) return [];
      const swatch = svg("svg", { viewBox: "0 0 2 1", class: "swatch", "aria-hidden": "true" });
      for (const [x, ground] of ["light", "dark"].entries()) {
        const place = { x, width: 1, height: 1 };
        swatch.append(svg("g", { class: ground }, svg("rect", { class: "ground", ...place }), svg("rect", { class: `tint t${index % 6}`, ...place })));
      }
      return [html("li", {}, swatch, name)];
    };
    renewed(this.regions, ...regions.flatMap(item));
    this.regions.hidden = this.regions.childElementCount === 0;
  }
  /** Saves what has no address of its own. */
  async download(path) {
    const { body, kind, name } = path.endsWith("/export") ? await sent(path, parts) : await fetched(path);
    const address = URL.createObjectURL(new Blob([body], { type: kind }));
    html("a", { href: address, download: name ?? "" }).click();
    window.setTimeout(() => URL.revokeObjectURL(address), 1e4);
  }
  /** Copies what shows the game in a page of another site. */
  async embed() {
    await attempt("link", async () => {
      const frame = html("iframe", { src: await linkTo(this.table().id, "embed"), title: this.table().title, width: 480, height: 640, style: "border: 0" });
      await navigator.clipboard.writeText(frame.outerHTML);
      say("Copied");
    });
  }
  async copy() {
    this.fen.select();
    await attempt("copy", () => navigator.clipboard.writeText(this.fen.value));
    say("Copied");
  }
};

// src/record.ts
var Moves = class {
  constructor(goTo) {
    this.goTo = goTo;
  }
  goTo;
  element = html("ol", { class: "record", "aria-label": "Moves" });
  made = [];
  buttons = [];
  lines = [];
  first = 1;
  result = null;
  current = null;
  /** The buttons of moves outside the game, by their paths. */
  others = /* @__PURE__ */ new Map();
  /** The paths of the variations of which only the first move is shown. */
  folded = /* @__PURE__ */ new Set();
  spelling;
  /** Shows the moves of a game and its variations; the one before the position shown stands out. */
  update(table, root, at, spelling) {
    for (const line of this.lines) this.join(line);
    if (table.first !== this.first || spelling !== this.spelling) this.cut(0);
    this.spelling = spelling;
    this.first = table.first;
    const same = (made, index) => made.san === this.made[index]?.san && made.side === this.made[index].side && made.says === this.made[index].says;
    const other = table.made.findIndex((made, index) => !same(made, index));
    this.cut(other < 0 ? table.made.length : other);
    for (const made of table.made.slice(this.made.length)) this.add(made);
    this.close(table);
    this.note(root, table.notes.length > 0);
    this.mark(at);
  }
  /** Leaves only so many moves. */
  cut(length) {
    while (this.made.length > length) {
      this.made.pop();
      this.buttons.pop().remove();
      const line = this.lines.at(-1);
      if (line.white.childElementCount + line.black.childElementCount > 0) continue;
      line.element.remove();
      this.lines.pop();
    }
  }
  add(made) {
    const ply = this.made.length + 1;
    if (this.lines.length === 0 || made.side === "white" && this.made.at(-1)?.side === "black") this.begin();
    const button = html("button", { type: "button", class: "quiet", "data-focus": ply, click: () => this.goTo(mainLine(this.made).slice(0, ply)) }, this.spelling.move(made.san), made.says && ` “${made.says}”`);
    this.lines.at(-1)[made.side].append(button);
    this.made.push(made);
    this.buttons.push(button);
  }
  begin() {
    const [white, black] = [html("span", {}), html("span", {})];
    const number = html("span", { class: "number" }, `${this.first + this.lines.length}.`);
    const element = html("li", {}, number, white, black);
    this.lines.push({ element, white, black, rest: null });
    this.element.insertBefore(element, this.result);
  }
  close(table) {
    this.result?.remove();
    this.result = null;
    const { result } = table.position;
    const score2 = result ? result.winner === "white" ? "1–0" : result.winner === "black" ? "0–1" : "½–½" : recorded(table);
    if (!score2) return;
    this.result = html("li", { class: "result" }, [score2, result?.reason].filter(Boolean).join(" "));
    this.element.append(this.result);
  }
  /** Puts a line that was split together again. */
  join(line) {
    if (!line.rest) return;
    line.element.append(line.black);
    line.rest.remove();
    line.rest = null;
  }
  /** Puts what is written about White's moves of a line between them and Black's. */
  split(line, parts2) {
    if (parts2.length > 0 && line.black.childElementCount > 0) {
      line.rest = html("li", {}, line.element.firstElementChild.cloneNode(true), html("span", { class: "gap" }, "…"), line.black);
      line.element.after(line.rest);
    }
    line.element.after(...parts2);
  }
  /** Shows what is written about the moves: their marks beside them, comments and variations below each. */
  note(root, noted2) {
    for (const aside of this.element.querySelectorAll(".aside, .glyph")) aside.remove();
    this.others.clear();
    if (!noted2) return;
    let at = root;
    const below = this.lines.map(() => ({ white: [], black: [] }));
    let line = -1;
    for (const [index, { move, side }] of this.made.entries()) {
      if (line < 0 || side === "white" && this.made[index - 1]?.side === "black") line++;
      at = at.next.find((one) => one.move === move);
      if (at.marks.length > 0) this.buttons[index].append(html("span", { class: "glyph" }, signs(at.marks)));
      below[line][side].push(...this.comment(at), ...this.variations(at.before, at));
    }
    for (const [index, line2] of this.lines.entries()) {
      const { white, black } = below[index];
      this.split(line2, white);
      (line2.rest ?? line2.element).after(...black);
    }
    this.element.prepend(...this.comment(root));
    this.element.append(...this.variations(at, null));
  }
  comment({ comment }) {
    const { words } = parted(comment);
    return words ? [this.aside(html("span", { class: "comment" }, words))] : [];
  }
  /** The variations that leave the game after a move. */
  variations(before, game2) {
    return before.next.filter((one) => one !== game2).map((other) => this.folding(other));
  }
  /** A variation of the game, of which all but the first move can be hidden. */
  folding(first2) {
    const key2 = pathTo(first2).join(" ");
    const [begin3, ...rest] = this.variation(first2).slice(1);
    if (rest.length === 0) return this.aside(begin3);
    const more = html("span", {}, ...rest);
    const fold = html("button", { type: "button", class: "quiet fold" });
    const show = () => {
      const hidden = this.folded.has(key2);
      more.hidden = hidden;
      fold.setAttribute("aria-expanded", String(!hidden));
      fold.setAttribute("aria-label", hidden ? "Show the variation" : "Hide all but its first move");
    };
    fold.addEventListener("click", () => {
      if (!this.folded.delete(key2)) this.folded.add(key2);
      show();
    });
    show();
    return this.aside(fold, begin3, more);
  }
  aside(...parts2) {
    return html("li", { class: "aside" }, ...parts2);
  }
  /** A variation in words: its moves, and in parentheses those that leave it. */
  variation(first2) {
    const parts2 = [];
    let told2 = false;
    for (let at = first2, beside = []; at; [at, ...beside] = at.next) {
      const number = at.side === "white" ? `${at.number}. ` : told2 ? "" : `${at.number}… `;
      parts2.push(" ", this.button(at, number));
      const { words } = parted(at.comment);
      if (words) parts2.push(" ", html("span", { class: "comment" }, words));
      for (const other of beside) parts2.push(" (", ...this.variation(other), ")");
      told2 = !words && beside.length === 0;
    }
    return parts2;
  }
  button(node, number) {
    const path = pathTo(node);
    const button = html("button", { type: "button", class: "quiet", "data-focus": path.join(" "), click: () => this.goTo(path) }, number + this.spelling.move(node.san) + signs(node.marks));
    this.others.set(path.join(" "), button);
    return button;
  }
  mark(at) {
    const main = at.every((move, index) => this.made[index]?.move === move);
    const current = (main ? this.buttons[at.length - 1] : this.others.get(at.join(" "))) ?? null;
    if (current !== this.current) {
      this.current?.removeAttribute("aria-current");
      current?.setAttribute("aria-current", "step");
      this.current = current;
    }
    if (current) this.element.scrollTop = current.offsetTop - this.element.clientHeight / 2;
  }
};

// src/remarks.ts
var Remarks = class {
  constructor(write2) {
    this.write = write2;
    for (const [mark3, sign] of MARKS) {
      this.buttons.set(mark3, html("button", { type: "button", "aria-pressed": "false", "data-mark": mark3, click: () => this.mark(mark3) }, sign));
    }
    this.comment.addEventListener("change", () => this.write({ comment: joined({ ...parted(this.node.comment), words: this.comment.value }) }));
    const marks = html("div", { class: "row marks", role: "group", "aria-label": "Marks" }, ...this.buttons.values());
    this.element.append(html("summary", {}, "Annotate"), marks, this.comment, html("div", { class: "row" }, this.promote, this.remove));
  }
  write;
  element = html("details", { class: "remarks" });
  comment = html("textarea", { rows: 2, name: "comment", "aria-label": "Comment", placeholder: "Comment on this move" });
  buttons = /* @__PURE__ */ new Map();
  remove = html("button", { type: "button", click: () => this.write({ remove: true }) }, "Delete the variation from here");
  promote = html("button", { type: "button", title: "It takes the place of the line that it is an alternative to", click: () => this.write({ promote: true }) }, "Promote the variation");
  node = null;
  /** Shows what is written at a move; `game` says whether it is one of the game. */
  update(node, game2) {
    if (this.node !== node && document.activeElement !== this.comment) this.comment.value = parted(node.comment).words;
    this.node = node;
    for (const [mark3, button] of this.buttons) {
      button.setAttribute("aria-pressed", String(node.marks.includes(mark3)));
      button.disabled = !node.before;
    }
    this.remove.hidden = this.promote.hidden = game2;
  }
  /** One mark of these at a time; the same again takes it away. Other glyphs stay. */
  mark(mark3) {
    const { marks } = this.node;
    const others = marks.filter((one) => !MARKS.has(one));
    this.write({ marks: marks.includes(mark3) ? others : [mark3, ...others] });
  }
};

// src/review.ts
var TIME = "time";
async function review({ id, made, position }, notes, told2, stop) {
  const path = mainLine(made);
  const faults = [];
  let before = await judged(id, [], stop);
  if (before) await score(notes, [], before);
  for (const [index, { side, move }] of made.entries()) {
    told2(`Move ${index + 1} of ${made.length}`);
    const over = index + 1 === made.length && position.result?.reason !== TIME ? position.result : null;
    const winner = over?.winner;
    const after = over ? null : await judged(id, path.slice(0, index + 1), stop);
    if (stop.aborted) return;
    const scored2 = after ?? { value: 0, mate: winner ? winner === "white" ? 1 : -1 : null };
    const found = before && before.moves[0] !== move ? fault(before, scored2, side) : null;
    if (found) {
      await mark2(notes, path.slice(0, index), move, before.moves, found);
      faults.push(found);
    }
    if (after) await score(notes, path.slice(0, index + 1), after);
    before = after;
  }
  told2(counted(faults));
}
async function score(notes, path, { value, mate }) {
  await notes.write(path, { comment: joined({ ...parted(notes.node(path).comment), score: { value, mate } }) });
}
async function mark2(notes, path, move, better, { mark: mark3, comment }) {
  const { marks, comment: old } = notes.node([...path, move]);
  if (marks.length > 0 || parted(old).words) return;
  await notes.write([...path, move], { marks: [mark3], comment });
  await notes.write([...path, ...better.slice(0, 6)], {});
}

// src/setup.ts
var SIDES3 = ["white", "black"];
var SetupPanel = class {
  /** `shown` is the position of the game that is shown; `insert` puts a text into the file of the game, if it has one. */
  constructor(shown2, insert) {
    this.shown = shown2;
    this.insert = insert;
    const host = html("div", { class: "host small-board" });
    this.board = new Board(host, { play: () => {
    }, click: (square) => this.click(square), put: (from, to) => this.put(from, to) }, "Board to set up");
    const button = (words, click) => html("button", { type: "button", click }, words);
    const verb = insert ? "Add" : "Show";
    this.example.textContent = `${verb} as an example`;
    this.start.textContent = `${verb} as the start position`;
    this.element.append(
      html("div", { class: "placing" }, this.trays, host),
      html("div", { class: "row" }, button("Start position", () => this.begin("")), button("Position shown", () => this.begin(this.shown().fen)), button("Clear", () => this.clear()), this.turn, this.marked),
      this.hands,
      this.fen,
      this.wrong,
      html("div", { class: "row" }, this.play, this.example, this.start),
      this.text
    );
  }
  shown;
  insert;
  element = html("div", { class: "setup" });
  board;
  trays = html("div", { class: "trays" });
  hands = html("div", { class: "row" });
  turn = html("select", { name: "turn", "aria-label": "Side to move", change: () => void this.check() }, ...SIDES3.map((side) => html("option", { value: side }, `${capital(side)} to move`)));
  promoted = html("input", { type: "checkbox", name: "promoted" });
  marked = html("label", {}, this.promoted, " promoted");
  fen = html("textarea", { rows: 2, name: "setup-fen", spellcheck: "false", "aria-label": "FEN of the position set up", "aria-describedby": "setup-wrong", input: () => (this.changed = true, void this.read(this.fen.value)) });
  wrong = html("p", { class: "wrong", id: "setup-wrong", role: "alert" });
  example = html("button", { type: "button", click: () => this.write(this.placed.example) });
  start = html("button", { type: "button", click: () => this.write(this.placed.setup) });
  play = html("button", { type: "button", class: "main", click: () => void this.open() }, "Play from here");
  text = html("textarea", { rows: 6, readonly: true, hidden: true, "aria-label": "Text for a game file" });
  table = null;
  variant = null;
  /** True if somebody has changed the position: then it stays when the rules change. */
  changed = false;
  tool = "empty";
  pieces = /* @__PURE__ */ new Map();
  walls = /* @__PURE__ */ new Set();
  /** Pieces in hand by their places, such as `N@`. */
  held = /* @__PURE__ */ new Map();
  /** The FEN after the side to move. */
  rest = "";
  placed = null;
  /** Counts what was asked: only the last answer is shown. */
  asked = 0;
  update(table, variant) {
    this.table = table;
    if (this.variant === variant) return;
    this.variant = variant;
    this.board.show(variant);
    this.tool = "empty";
    this.tray();
    void this.read(this.changed ? this.fen.value : this.shown().fen);
  }
  // ---- the tray
  tray() {
    const { pieces, has_walls, sides } = this.variant;
    const all = [...pieces.keys()];
    const row = (name, tools) => tools.length > 0 && html("div", { class: "tray", role: "group", "aria-label": name }, ...tools.map((tool) => this.tooled(tool)));
    const of = (side) => all.filter((type) => !pieces[type].neutral).map((type) => ({ type, side }));
    const neutral = all.filter((type) => pieces[type].neutral).map((type) => ({ type, side: "neutral" }));
    const others = [...neutral, ...has_walls ? ["wall"] : [], "empty"];
    [...this.turn.options].forEach((option, at) => option.textContent = `${sides[at]} to move`);
    this.trays.replaceChildren(...[row(`${sides[0]} pieces`, of("white")), row(`${sides[1]} pieces`, of("black")), row("Other", others)].filter((one) => one !== false));
    this.marked.hidden = !this.shown().hands;
  }
  tooled(tool) {
    const kind = typeof tool === "string" ? null : this.variant.pieces[tool.type];
    const name = tool === "wall" ? "Wall" : tool === "empty" ? "Clear a square" : `${sideName(this.variant, tool.side)} ${kind.name}, ${kind.letter}`;
    const choose = () => {
      this.tool = tool;
      for (const other of this.trays.querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === button));
    };
    const button = html("button", { type: "button", "aria-pressed": String(tool === this.tool), "aria-label": name, title: name, click: choose });
    if (kind) button.innerHTML = `<svg viewBox="0 0 45 45" aria-hidden="true">${kind.figures[tool.side === "black" ? 1 : 0]}</svg>`;
    else button.textContent = tool === "wall" ? "Wall" : "✕";
    return button;
  }
  // ---- the board
  click(square) {
    const { tool } = this;
    const piece2 = this.pieces.get(square);
    if (this.isHole(square)) return;
    this.pieces.delete(square);
    const wall = this.walls.delete(square);
    if (tool === "wall" && !wall) this.walls.add(square);
    if (typeof tool !== "string") {
      const promoted2 = this.promoted.checked && !this.marked.hidden;
      const same = piece2 && piece2.type === tool.type && piece2.side === tool.side && !piece2.promoted === !promoted2;
      if (!same) this.pieces.set(square, { ...tool, square, ...promoted2 && { promoted: promoted2 } });
    }
    void this.check();
  }
  /** A piece was dragged to another square, or off the board. */
  put(from, to) {
    const piece2 = this.pieces.get(from);
    if (!piece2 || from === to || to && this.isHole(to)) return;
    this.pieces.delete(from);
    if (to) this.pieces.set(to, { ...piece2, square: to });
    if (to) this.walls.delete(to);
    void this.check();
  }
  isHole(square) {
    return this.variant.squares.find((one) => one.name === square)?.ground === "hole";
  }
  clear() {
    this.pieces.clear();
    this.walls.clear();
    this.held.clear();
    this.rest = "";
    void this.check();
  }
  // ---- the FEN
  letter({ type, side, promoted: promoted2 }) {
    const { letter: letter2 } = this.variant.pieces[type];
    return (side === "black" ? letter2.toLowerCase() : letter2) + (promoted2 ? "~" : "");
  }
  /** The position as a FEN; whether it is one, the rules say. */
  written() {
    const { files, ranks, squares } = this.variant;
    const row = (rank) => {
      const names = squares.slice((rank - 1) * files, rank * files).map(({ name }) => name);
      const letters = names.map((name) => this.walls.has(name) ? "*" : this.pieces.has(name) ? this.letter(this.pieces.get(name)) : " ");
      return letters.join("").replace(/ +/g, (empty) => String(empty.length));
    };
    const rows = Array.from({ length: ranks }, (_, index) => row(ranks - index));
    const hand = [...this.held].map(([place, count]) => place.slice(0, -1).repeat(count)).join("");
    return [rows.join("/") + (hand && `[${hand}]`), this.turn.value[0], this.rest].filter(Boolean).join(" ");
  }
  /** Takes a position of the game. */
  begin(fen) {
    this.changed = false;
    void this.read(fen);
  }
  /** Asks the rules about the position on the board. */
  async check() {
    this.changed = true;
    this.paint();
    const fen = this.written();
    if (!await this.ask(fen)) this.fen.value = fen;
  }
  /** Takes the position of a FEN, if the rules do; an empty one is the start position. */
  async read(fen) {
    const typed = document.activeElement === this.fen;
    if (typed && !fen.trim()) return this.say("A FEN is missing", null);
    await this.ask(fen, typed);
  }
  async ask(fen, typed = false) {
    const number = ++this.asked;
    try {
      const placed = await post(`/api/tables/${this.table.id}/placed`, { fen });
      if (number === this.asked) this.take(placed, typed);
      return true;
    } catch (error) {
      if (number === this.asked) this.say(error instanceof Error ? error.message : String(error), null);
      return false;
    }
  }
  take(placed, typed) {
    const { position } = placed;
    this.pieces = new Map(position.pieces.map((piece2) => [piece2.square, piece2]));
    this.walls = new Set(position.walled);
    this.turn.value = position.side;
    this.rest = position.fen.split(" ").slice(2).join(" ");
    this.held = new Map((position.hands ?? []).flat().map(({ from, count }) => [from, count ?? 0]));
    if (!typed) this.fen.value = position.fen;
    this.say("", placed);
    this.inHand(position);
    this.paint();
  }
  say(wrong, placed) {
    this.placed = placed;
    this.wrong.textContent = wrong;
    this.fen.toggleAttribute("aria-invalid", !placed);
    for (const button of [this.play, this.example, this.start]) button.disabled = !placed;
  }
  inHand({ hands }) {
    const field2 = (side, type, from, count) => {
      const input = html("input", { type: "number", name: from, min: 0, max: 99, value: count, "aria-label": `${sideName(this.variant, side)} ${this.variant.pieces[type].name} in hand` });
      input.addEventListener("change", () => (this.held.set(from, Math.max(0, Math.min(99, Number(input.value) || 0))), void this.check()));
      const figure = html("span", { class: "small", title: this.variant.pieces[type].name });
      figure.innerHTML = `<svg viewBox="0 0 45 45" aria-hidden="true">${this.variant.pieces[type].figures[side === "black" ? 1 : 0]}</svg>`;
      return html("label", {}, figure, " ", input);
    };
    const all = (hands ?? []).flatMap((hand, index) => hand.flatMap(({ type, from, count }) => count === null ? [] : [field2(SIDES3[index], type, from, count)]));
    renewed(this.hands, ...all.length > 0 ? ["In hand: ", ...all] : []);
    this.hands.hidden = all.length === 0;
  }
  paint() {
    const position = { ...this.shown(), ply: 0, fen: this.written(), check: false, result: null, pieces: [...this.pieces.values()], walled: [...this.walls], moves: [], hands: null, last: [] };
    this.board.update(position, false);
  }
  // ---- what becomes of it
  async open() {
    const table = await attempt("open", () => openTable({ ...likewise(this.table), fen: this.placed.position.fen }));
    if (table) location.hash = `#/game/${table.id}`;
  }
  write(text) {
    if (this.insert) return this.insert(text);
    this.text.hidden = false;
    this.text.value = text;
    this.text.select();
  }
};
var SETUP = /^\[setup\].*\n?(?:(?!\[).*\n?)*/m;
function inserted(file, text) {
  if (!text.startsWith("[setup]")) return `${file.trimEnd()}

${text}`;
  const own = /^extends\b/m.test(file) ? text.replace("\n", "\nwhite = false\n") : text;
  return SETUP.test(file) ? file.replace(SETUP, `${own}
`) : `${file.trimEnd()}

${own}`;
}

// src/sight.ts
function viewer({ position, seats }, bottom2) {
  const persons = ["white", "black"].filter((side) => seats[side] === "person");
  if (!position.unseen || position.result || persons.length === 0) return null;
  return persons.length === 1 ? persons[0] : bottom2;
}
function seen(position, side) {
  const hidden = side && position.unseen ? position.unseen[side === "white" ? 0 : 1] : [];
  if (!side) return [position, hidden];
  const left = new Set(hidden);
  const pieces = position.pieces.filter(({ square }) => !left.has(square));
  const last = position.side === side ? [] : position.last;
  const material = { more: [[], []], points: 0 };
  return [{ ...position, pieces, last, check: false, material, remembered: [], walled: position.walled.filter((square) => !left.has(square)) }, hidden];
}
function told(made, side) {
  return side ? made.map((one) => one.side === side ? one : { ...one, san: "?", says: null }) : made;
}

// src/sounds.ts
var SOUNDS = {
  move: [330, 0.07, "triangle"],
  capture: [196, 0.12, "triangle"],
  check: [520, 0.14, "triangle"],
  end: [262, 0.5, "sine"]
};
var context = null;
var audible = () => find("localStorage", "ferz-sounds") ?? true;
var beAudible = (wanted) => keep("localStorage", "ferz-sounds", wanted);
function sound(kind) {
  if (!audible() || !navigator.userActivation?.hasBeenActive || !globalThis.AudioContext) return;
  context ??= new AudioContext();
  const [pitch, length, type] = SOUNDS[kind];
  const [tone, volume] = [new OscillatorNode(context, { frequency: pitch, type }), new GainNode(context)];
  const now = context.currentTime;
  volume.gain.setValueAtTime(0.22, now);
  volume.gain.exponentialRampToValueAtTime(1e-3, now + length);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + length);
}

// src/tabs.ts
var Tabs = class {
  constructor(chosen) {
    this.chosen = chosen;
    this.element.append(this.list);
  }
  chosen;
  element = html("section", { class: "side", "aria-label": "Beside the board" });
  panels = /* @__PURE__ */ new Map();
  list = html("div", { role: "tablist", "aria-label": "Beside the board" });
  get names() {
    return [...this.list.children].map((tab) => tab.id.slice("tab-".length));
  }
  /** Adds a panel, before another if one is named. */
  add(name, title, panel, before) {
    this.panels.set(name, panel);
    const tab = html("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, click: () => this.select(name) }, title);
    tab.addEventListener("keydown", (event2) => this.key(event2, name));
    this.list.insertBefore(tab, before ? this.list.querySelector(`#tab-${before}`) : null);
    this.element.append(html("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, hidden: true, tabindex: 0 }, panel.element));
  }
  key(event2, name) {
    const names = this.names;
    const step = event2.key === "ArrowRight" ? 1 : event2.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const next = names[(names.indexOf(name) + step + names.length) % names.length];
    this.select(next);
    document.getElementById(`tab-${next}`)?.focus();
    event2.preventDefault();
  }
  select(name) {
    for (const other of this.panels.keys()) {
      const chosen = other === name;
      const tab = this.list.querySelector(`#tab-${other}`);
      tab?.setAttribute("aria-selected", String(chosen));
      tab?.setAttribute("tabindex", chosen ? "0" : "-1");
      this.element.querySelector(`#panel-${other}`).hidden = !chosen;
    }
    this.chosen(name);
  }
  close() {
    for (const panel of this.panels.values()) panel.close?.();
  }
};

// src/play.ts
var PlayView = class {
  constructor(main) {
    this.main = main;
    main.className = "play";
    this.boardColumn.append(this.players.black.element, this.host, this.players.white.element);
    this.actions.append(html("div", { class: "row" }, this.status, this.counters, this.clocks.pause), this.note, this.extra, html("div", { class: "row" }, this.controls(), this.typed()));
    main.replaceChildren(html("div", { class: "heading" }, this.title, this.event), this.boardColumn, this.actions, this.tabs.element);
    document.addEventListener("keydown", this.keys);
    document.addEventListener(CHANGED, this.dress);
    this.host.prepend(this.analysis.gauge);
    this.host.addEventListener("wheel", (event2) => this.wheel(event2), { passive: false });
  }
  main;
  /** Nothing while a file can't be played yet. */
  table = null;
  variant;
  spelling;
  /** The position shown, if it is not the last. */
  past = null;
  /** The moves before it. */
  way = [];
  /** The moves before the position asked for, until it is there. */
  wanted = null;
  /** The game with its variations. */
  tree;
  host = html("div", { class: "host" });
  board = new Board(
    this.host,
    {
      play: (move) => this.play(move),
      refused: (from, to) => void this.refuse(from, to),
      drawn: (shapes) => void this.sketch(shapes),
      swipe: (forward) => void this.go(forward ? 1 : -1)
    },
    "Board"
  );
  clocks = new Clocks((paused) => void this.change("clock", { paused }), () => void this.fetch(this.table).catch((error) => trouble(error, "game")));
  players = { white: this.player("white"), black: this.player("black") };
  rules = -1;
  /** The pieces on the board of the last position. */
  pieces = 0;
  closed = false;
  title = html("h1", {});
  event = html("p", { class: "event" });
  status = html("p", { class: "status" });
  counters = html("p", { class: "counters" });
  note = html("p", { class: "note", hidden: true });
  extra = html("div", { class: "extra" });
  input = html("input", { name: "move", autocomplete: "off", spellcheck: "false", autocapitalize: "off", "aria-label": "Type a move", "aria-describedby": "typed-wrong", input: () => this.untold() });
  wrong = html("p", { class: "wrong", id: "typed-wrong", role: "alert" });
  moves = new Moves((path) => void this.goTo(path));
  graph = new Graph((ply) => void this.goTo(mainLine(this.table.made).slice(0, ply)));
  chapters = new Chapters((chapter) => void this.change("chapter", { chapter }));
  brief = html("details", { class: "brief" });
  remarks = new Remarks((change) => void this.remark(change));
  best = [];
  analysis = new Analysis({
    enter: (moves) => void this.enter(moves),
    found: (best) => this.draft(this.best = best),
    review: (told2, stop) => review(this.table, { node: (path) => follow(this.tree, path), write: (path, change) => this.write(path, change) }, told2, stop)
  });
  turned = 0;
  maker = null;
  tabs = new Tabs((name) => this.main.dataset.panel = name);
  boardColumn = html("section", { class: "table", "aria-label": "Board" });
  actions = html("section", { class: "actions", "aria-label": "Play" });
  dress = () => {
    this.rules = -1;
    if (this.table) void this.fetch(this.table).catch((error) => trouble(error, "game"));
  };
  keys = (event2) => this.key(event2);
  close() {
    this.closed = true;
    document.removeEventListener("keydown", this.keys);
    document.removeEventListener(CHANGED, this.dress);
    this.clocks.close();
    this.tabs.close();
    this.analysis.close();
  }
  async begin(table) {
    this.main.classList.remove("waiting");
    this.host.querySelector(".waits")?.remove();
    this.table = table;
    this.addPanels(table);
    await this.show(table);
  }
  /** Shows the file of a game that can't be played yet; `playable` opens the game as soon as it can be. */
  wait(path, playable) {
    const name = path.split(/[/\\]/).at(-1);
    this.title.textContent = name;
    document.title = `${name} · ferz studio`;
    delete this.main.dataset.table;
    this.main.classList.add("waiting");
    this.host.append(html("p", { class: "waits" }, "The board appears here as soon as the file has no errors."));
    let opened = false;
    const shown2 = async (file) => {
      if (!file.playable || opened || this.closed) return;
      opened = true;
      const table = await playable();
      opened = !!table;
      if (table && !this.closed) await this.begin(table);
    };
    this.tabs.add("file", "File", new FilePanel(path, (file) => void shown2(file).catch((error) => trouble(error, "game"))));
    this.tabs.select("file");
  }
  // ---- news
  async hear(event2) {
    const { table } = this;
    if (table && event2.kind === "table" && event2.id === table.id && event2.revision > table.revision) await this.fetch(table);
    for (const panel of this.tabs.panels.values()) await panel.hear?.(event2);
  }
  async refresh() {
    if (this.table) await this.fetch(this.table);
    for (const panel of this.tabs.panels.values()) await panel.refresh?.();
  }
  async fetch({ id }) {
    const table = await get(`/api/tables/${id}`).catch((error) => this.reopened(id, error));
    if (table && !this.closed) await this.show(table);
  }
  /** A table without moves goes with the server; another like it takes its place. */
  async reopened(id, error) {
    const table = error instanceof Refusal && error.status === 404 ? await reopen(id) : null;
    if (!table) throw error;
    history.replaceState(null, "", `#/game/${table.id}`);
    this.rules = -1;
    return table;
  }
  async show(table) {
    const before = this.table;
    if (this.rules === table.rules && table.revision < before.revision) return;
    this.table = table;
    if (this.rules !== table.rules) {
      this.variant = dressed(await get(`/api/tables/${table.id}/variant`));
      this.rules = table.rules;
      this.spelling = spelled(this.variant);
      this.board.show(this.variant);
      this.measure();
      this.brief.open = table.made.length === 0;
      this.brief.replaceChildren(html("summary", {}, "How the game ends"), html("ul", {}, ...this.variant.ends.map((end) => html("li", {}, end))));
      this.brief.hidden = this.variant.ends.length === 0;
      this.past = null;
    }
    this.tree = grown(this.told);
    const turned = table.chapter !== before.chapter;
    if (turned || table.made.length !== before.made.length) this.past = this.wanted = null;
    document.title = `${table.title} · ferz studio`;
    this.main.dataset.table = table.id;
    this.title.textContent = table.title;
    this.event.textContent = event(table.tags);
    remember(table);
    this.orient(table);
    for (const panel of this.tabs.panels.values()) panel.update?.(table, this.variant);
    this.draw();
    const last = turned ? null : table.made.at(-1);
    if (last && table.made.length > before.made.length) sound(table.position.result ? "end" : table.position.check ? "check" : this.pieces > table.position.pieces.length ? "capture" : "move");
    this.pieces = table.position.pieces.length;
    this.clocks.update(table.clock, !!table.position.result);
    if (last && table.made.length > before.made.length) {
      const { san, says } = this.told.made.at(-1);
      say(`${sideName(this.variant, last.side)}: ${this.spelling.move(san)}${says ? `, “${says}”` : ""}. ${this.standing(table)}`);
    }
  }
  /** Tells the style sheet how the board is: what lies beside it stands by its squares. */
  measure() {
    const { shape, rims: [above, below] } = this.board;
    for (const [name, value] of Object.entries({ shape, above, below })) this.main.style.setProperty(`--${name}`, String(value));
  }
  /** Asks the server for a change of the game; whether it is made. */
  async change(path, body = {}, refused = (error) => trouble(error, "change")) {
    try {
      const table = await post(`/api/tables/${this.table.id}/${path}`, body);
      settled("change");
      if (!this.closed) await this.show(table);
      return true;
    } catch (error) {
      refused(error);
      await this.fetch(this.table).catch((error2) => trouble(error2, "change"));
      return false;
    }
  }
  async play(move) {
    if (this.past) return this.enter([move.move]);
    await this.change("play", { move: move.move, ply: this.table.made.length });
  }
  /** Says why there is no move between two places. */
  async refuse(from, to) {
    const { fen } = this.position;
    const why = from && await this.reason(from, to);
    if (!why || this.position.fen !== fen) return;
    this.status.textContent = `${capital(why)}.`;
    this.status.classList.add("refused");
    say(this.status.textContent);
  }
  /** The reason why there is no move between two places, if the rules give one. */
  async reason(from, to) {
    const text = (from.endsWith("@") ? from.toUpperCase() : from) + to;
    const said = (error) => error instanceof Refusal && error.status === 422 ? error.message : "";
    const why = await post(`/api/tables/${this.table.id}/line`, { path: [...this.path, text] }).then(() => "", said);
    return why.startsWith("`") ? "" : why.replace(/\b[a-p]\d{1,2}\b/g, (square) => this.spelling.square(square));
  }
  /** The reason why no piece that was named by its letter goes to a square, if there is one such piece. */
  async reasonOf(typed) {
    const [, letter2, to] = /^([A-Z]|\+[A-Z])x?-?([a-p]\d{1,2})[+#]?$/.exec(typed) ?? [];
    const { pieces, side } = this.position;
    const own = pieces.filter((piece2) => piece2.side === side && this.variant.pieces[piece2.type].letter === letter2);
    return to && own.length === 1 ? this.reason(own[0].square, to) : "";
  }
  // ---- what is seen
  get position() {
    return this.past ?? this.table.position;
  }
  /** The side whose sight is shown, or null. */
  get viewer() {
    return viewer(this.table, this.side(this.table));
  }
  /** The table with the moves that may be told. */
  get told() {
    return { ...this.table, made: told(this.table.made, this.viewer) };
  }
  /** The moves before the position shown. */
  get path() {
    return this.past ? this.way : mainLine(this.table.made);
  }
  /** True if a person may move in the game now. */
  get active() {
    const { position, seats } = this.table;
    return !this.past && !position.result && seats[position.side] === "person";
  }
  /** The side that a person plays while the engine thinks. */
  get premover() {
    const { position, seats } = this.table;
    const other = position.side === "white" ? "black" : "white";
    return !this.past && !position.result && seats[position.side] === "engine" && seats[other] === "person" ? other : null;
  }
  standing(table) {
    const { position, thinking, clock } = table;
    const side = sideName(this.variant, position.side);
    if (position.result) return position.result.words;
    const result = recorded(table);
    if (result) return `${result}, as recorded. ${side} to move.`;
    if (clock?.paused) return `The clock is stopped: ${side} to move.`;
    return thinking ? `${side} is thinking …` : this.due(position);
  }
  /** What the side to move has to do. */
  due(position) {
    const { side, check, puts } = led(seen(position, this.viewer)[0]);
    const name = sideName(this.variant, side);
    if (puts?.removes) return `${name} to remove a piece.`;
    if (puts) return `${name} to ${puts.type === null ? "close a square" : `place the ${this.variant.pieces[puts.type].name}`}.`;
    return `${name} to move${check ? ", in check" : ""}.`;
  }
  draw() {
    const table = this.table;
    const { position } = this;
    const { path } = this;
    const node = follow(this.tree, path);
    const [shown2, hidden] = seen(position, this.viewer);
    this.board.update(shown2, this.active || !!this.past, this.premover, hidden);
    this.analysis.update(table.id, path, position, this.board.turned, this.variant);
    this.draft();
    const game2 = sameOf(path, mainLine(table.made).slice(0, path.length));
    this.remarks.update(node, game2);
    this.graph.update(this.tree, table.made, table.position.result, game2 ? path.length : null);
    this.chapters.update(table, this.variant);
    this.status.textContent = this.past ? this.whereabouts(this.past) : this.standing(table);
    this.status.classList.remove("refused");
    this.status.classList.toggle("over", !this.past && !!table.position.result);
    const [idle, limit] = position.idle;
    this.counters.textContent = `Move ${position.number}${limit === null || this.viewer ? "" : ` · ${idle} of ${limit} plies without progress`}`;
    this.tell(table);
    renewed(this.extra, ...this.beside(shown2));
    for (const player of Object.values(this.players)) player.update(table, this.variant, shown2);
    this.moves.update(this.told, this.tree, path, this.spelling);
    const { moves } = position;
    const some = [.../* @__PURE__ */ new Set([moves[0], moves.at(-1)])].flatMap((move) => move ? [this.spelling.move(move.san)] : []);
    this.input.placeholder = some.length > 0 ? `${some.join(", ")} …` : "";
    const can2 = { back: table.made.length > 0, again: table.ahead > 0, restart: table.moved, move: this.active };
    for (const button of this.actions.querySelectorAll("button[data-can]")) {
      button.disabled = !can2[button.dataset.can];
    }
  }
  /** The fate of the game when the rules changed. */
  tell({ note, moved }) {
    this.note.hidden = !note;
    const again = moved && html("button", { type: "button", click: () => void this.change("restart") }, "Start again");
    this.note.replaceChildren(...note ? [note, " "] : [], ...again ? [again] : []);
  }
  /** The state of the position, and moves that are not between two squares. */
  beside(position) {
    const parts2 = [];
    if (position.remembered.length > 0) {
      parts2.push(html("ul", { class: "remembered", "aria-label": "What else the position records" }, ...position.remembered.map((line) => html("li", {}, line))));
    }
    if (this.table.position.result && !this.past) parts2.push(html("button", { type: "button", class: "main", click: () => void this.rematch() }, "Rematch"));
    const odd = this.active || this.past ? position.moves.filter((move) => move.kind === "special" && (!move.from || move.from === move.to)) : [];
    if (odd.length > 0) {
      const button = (move) => html("button", { type: "button", "data-move": move.move, click: () => void this.play(move) }, html("strong", {}, this.spelling.move(move.san)), " ", capital(move.words));
      parts2.push(html("div", { class: "ways", role: "group", "aria-label": "Other moves" }, ...odd.map(button)));
    }
    return parts2;
  }
  /** Begins the same game again, with the sides changed. */
  async rematch() {
    const { start: start2, seats, tags } = this.table;
    const others = { ...seats, white: seats.black, black: seats.white };
    const { White, Black } = tags;
    const names = { ...Black && { White: Black }, ...White && { Black: White } };
    const table = await attempt("open", async () => {
      const opened = await openTable({ ...likewise(this.table), seats: others, ...start2 && { fen: start2 } });
      return Object.keys(names).length > 0 ? post(`/api/tables/${opened.id}/tags`, names) : opened;
    });
    if (table) location.hash = `#/game/${table.id}`;
  }
  player(side) {
    return new Player(side, (seats) => void this.change("seats", seats), this.clocks.faces[side], this.board.hands[side].element);
  }
  // ---- walking through the game
  /** The moves before the position that is shown or about to be: what follows goes on from there. */
  get at() {
    return this.wanted ?? this.path;
  }
  async goTo(path) {
    const { id, made } = this.table;
    const live = sameOf(path, mainLine(made));
    this.wanted = path;
    const past = live ? null : await attempt("walk", () => post(`/api/tables/${id}/line`, { path }));
    if (this.wanted !== path) return;
    this.wanted = null;
    if (past === void 0) return;
    [this.past, this.way] = [past, path];
    this.draw();
    say(this.status.textContent ?? "");
  }
  /** Goes back or on by a move: on along the line that the move shown belongs to. */
  async go(by) {
    const { at } = this;
    const node = follow(this.tree, at);
    const main = mainLine(this.table.made);
    const game2 = sameOf(at, main.slice(0, at.length));
    const next = game2 ? main[at.length] : node.next[0]?.move;
    if (by < 0 && at.length > 0) await this.goTo(at.slice(0, -1));
    if (by > 0 && next !== void 0) await this.goTo([...at, next]);
  }
  whereabouts(position) {
    const { ply, result } = position;
    const { made } = this.table;
    const game2 = sameOf(this.way, mainLine(made).slice(0, ply));
    if (led(position).puts) return this.due(position);
    return game2 ? `After move ${ply} of ${made.length}.` : `In a variation.${result ? ` ${result.words}` : ""}`;
  }
  wheel(event2) {
    if (!this.table || event2.ctrlKey) return;
    event2.preventDefault();
    this.turned += event2.deltaY;
    if (Math.abs(this.turned) < 30) return;
    void this.go(this.turned > 0 ? 1 : -1);
    this.turned = 0;
  }
  // ---- variations and annotations
  /** Goes on from the position shown, in a variation unless the game goes on so. */
  async enter(moves) {
    const path = [...this.at, ...moves];
    if (!sameOf(path, pathTo(follow(this.tree, path))) && !await this.write(path, {})) return;
    await this.goTo(path);
  }
  write(path, change) {
    return this.change("note", { path, ...change });
  }
  async remark(change) {
    const { path } = this;
    if (!await this.write(path, change)) return;
    if (change.remove) await this.goTo(path.slice(0, -1));
    if (change.promote) await this.goTo(path);
  }
  /** Shows what is drawn on the position, and what the engine would play. */
  draft(best = this.best) {
    if (this.table && this.tree) this.board.sketch(parted(follow(this.tree, this.path).comment).shapes, best);
  }
  async sketch(shapes) {
    this.board.sketch(shapes, this.best);
    const { path } = this;
    await this.write(path, { comment: joined({ ...parted(follow(this.tree, path).comment), shapes }) });
  }
  controls() {
    return html(
      "div",
      { class: "controls", role: "group", "aria-label": "Game" },
      signed("first", "To the beginning", () => void this.goTo([])),
      signed("back", "Previous move", () => void this.go(-1)),
      signed("on", "Next move", () => void this.go(1)),
      signed("last", "To the last move", () => void this.goTo(mainLine(this.table.made))),
      signed("undo", "Take back", () => void this.takeBack(), "back"),
      signed("redo", "Replay", () => void this.change("redo"), "again"),
      signed("again", "Start again", () => void this.change("restart"), "restart"),
      signed("turn", "Flip the board", () => this.turn()),
      signed("hint", "Hint", () => void this.advise(), "move")
    );
  }
  /** The side at the bottom: the one that was chosen, or else the one that a person plays. */
  side({ id, seats }) {
    return bottom(id) ?? (seats.white === "engine" && seats.black === "person" ? "black" : "white");
  }
  /** Puts a side at the bottom. */
  orient(table) {
    const side = this.side(table);
    if (this.board.turned !== (side === "black")) this.board.turn();
    const [top, low] = side === "white" ? ["black", "white"] : ["white", "black"];
    if (this.boardColumn.lastElementChild === this.players[low].element) return;
    this.host.before(this.players[top].element);
    this.host.after(this.players[low].element);
  }
  /** Takes back the last move, or the game as far as the position shown: in a variation, as far as that left it. */
  takeBack() {
    const main = mainLine(this.table.made);
    const left = this.way.findIndex((move, index) => move !== main[index]);
    void this.change("undo", this.past ? { to: left < 0 ? this.way.length : left } : {});
  }
  turn() {
    keepBottom(this.table.id, this.board.turned ? "white" : "black");
    this.orient(this.table);
    this.tree = grown(this.told);
    this.draw();
  }
  async advise() {
    const table = this.table;
    const hint = await attempt("hint", () => post(`/api/tables/${table.id}/hint`));
    const move = hint && this.table.position.moves.find((one) => one.move === hint.move);
    if (!hint || !move) return;
    this.board.hint([move.from, move.to].filter(Boolean));
    const [white, black] = this.variant.sides;
    const worth = hint.mate !== null ? `${hint.mate > 0 ? white : black} wins in ${Math.ceil(Math.abs(hint.mate) / 2)} moves` : hint.value !== null ? `${hint.value >= 0 ? "+" : "−"}${(Math.abs(hint.value) / 100).toFixed(2)} for ${white}` : "";
    this.status.textContent = `Hint: ${this.spelling.move(move.san)}${worth ? ` (${worth})` : ""}`;
    say(this.status.textContent);
  }
  typed() {
    const submit = async (event2) => {
      event2.preventDefault();
      const move = this.input.value.trim();
      if (move) await this.type(move);
    };
    return html("form", { class: "typed", submit: (event2) => void submit(event2) }, this.input, html("button", {}, "Play"), this.wrong);
  }
  /** Plays a typed move; one that is refused stays to be mended, with the reason beside it. */
  async type(typed) {
    const move = this.spelling.read(typed);
    this.untold();
    const refused = async (error) => {
      const words = error instanceof Error ? error.message : String(error);
      this.wrong.textContent = words;
      this.input.setAttribute("aria-invalid", "true");
      const why = await this.reasonOf(move);
      if (why && this.wrong.textContent === words) this.wrong.textContent = capital(why);
      this.wrong.scrollIntoView({ block: "nearest" });
    };
    const { past } = this;
    const here = past?.moves.find((one) => one.move === move || one.san === move);
    if (past && !here) return refused(new Error(`${typed} is not a move in the position shown`));
    const done = here ? (await this.enter([here.move]), true) : await this.change("play", { move, ply: this.table.made.length }, refused);
    if (done && this.input.value.trim() === typed) this.input.value = "";
    if (!done) this.input.select();
  }
  untold() {
    this.wrong.textContent = "";
    this.input.removeAttribute("aria-invalid");
  }
  key(event2) {
    const typing = event2.target === this.input;
    if (typing && event2.key === "Escape") return this.input.blur();
    const idle = typing && !this.input.value && event2.key.length > 1;
    const busy = !idle && event2.target.closest("input, textarea, select, dialog, .cm-editor, [role=tab]");
    if (busy || !this.table || event2.altKey || event2.ctrlKey || event2.metaKey) return;
    const act = {
      ArrowLeft: () => void this.go(-1),
      ArrowRight: () => void this.go(1),
      Home: () => void this.goTo([]),
      End: () => void this.goTo(mainLine(this.table.made)),
      Escape: () => this.board.deselect(),
      f: () => this.turn()
    };
    const wanted = act[event2.key];
    if (wanted) {
      wanted();
      event2.preventDefault();
    }
  }
  // ---- panels
  /** Shows a movement in the piece maker beside the file. */
  make(notation) {
    this.maker?.set(notation);
    this.tabs.select("maker");
  }
  addPanels(table) {
    const frame = html("iframe", { title: "Rules of the game", class: "sheet", tabindex: 0, ...inside() && { sandbox: "" } });
    let sheetOf = "";
    const update = ({ id, rules }) => {
      const wanted2 = `/api/tables/${id}/sheet?rules=${rules}`;
      if (sheetOf === wanted2) return;
      sheetOf = wanted2;
      if (inside()) void attempt("rules", async () => frame.srcdoc = (await fetched(wanted2)).body);
      else frame.src = wanted2;
    };
    const opened = this.tabs.panels.has("file");
    const panels = [
      ["moves", "Moves", { element: html("div", { class: "study" }, this.analysis.element, this.chapters.element, this.graph.element, this.moves.element, this.remarks.element, this.brief) }],
      ["rules", "Rules", { element: frame, update }],
      ["pieces", "Pieces", new PiecesPanel(() => this.table.id, "file" in table.origin ? (notation) => this.make(notation) : null)],
      ["position", "Position", new PositionPanel(() => this.position, () => this.table, () => this.variant, (tags) => void this.change("tags", tags))]
    ];
    for (const [name, title, panel] of panels) this.tabs.add(name, title, panel, opened ? "file" : void 0);
    if ("file" in table.origin && !opened) this.tabs.add("file", "File", new FilePanel(table.origin.file));
    const file = this.tabs.panels.get("file");
    if (file instanceof FilePanel) {
      const add = (entry) => {
        this.tabs.select("file");
        file.change((old) => withPiece(old, entry));
      };
      this.maker = new PieceMaker(() => {
      }, add);
      this.tabs.add("maker", "Make a piece", this.maker);
      this.maker.set("");
    }
    const insert = (text) => {
      this.tabs.select("file");
      if (file instanceof FilePanel) file.change((old) => inserted(old, text));
    };
    this.tabs.add("setup", "Set up", new SetupPanel(() => this.position, file ? insert : null), file ? "file" : void 0);
    const wanted = location.hash.split("/")[3];
    const first2 = wanted && this.tabs.panels.has(wanted) ? wanted : "file" in table.origin ? "file" : "moves";
    this.tabs.select(first2);
  }
};

// src/settings.ts
var BOARDS2 = ["brown", "green", "blue", "grey", "high contrast"];
function settle() {
  document.documentElement.dataset.board = find("localStorage", "ferz-board") ?? BOARDS2[0];
}
function settings() {
  const board2 = html("select", { name: "board" }, ...BOARDS2.map((one) => html("option", { value: one, selected: one === document.documentElement.dataset.board }, one)));
  board2.addEventListener("change", () => (keep("localStorage", "ferz-board", board2.value), settle()));
  const figures = select("figures", SETS, chosenSet());
  figures.addEventListener("change", () => chooseSet(figures.value));
  const sounds = html("input", { type: "checkbox", name: "sounds" });
  sounds.checked = audible();
  sounds.addEventListener("change", () => (beAudible(sounds.checked), sound("move")));
  const dialog = html(
    "dialog",
    { "aria-label": "Settings", close: () => dialog.remove() },
    html("h2", {}, "Settings"),
    field("Board", board2),
    field("Figures", figures),
    html("label", { class: "row" }, sounds, " Sounds"),
    html("div", { class: "row" }, html("button", { type: "button", class: "main", click: () => dialog.close() }, "Done"))
  );
  present(dialog);
}

// src/page.ts
var view = null;
async function route() {
  const [, kind, id] = location.hash.split("/");
  document.body.classList.toggle("embedded", kind === "embed");
  if (kind === "open" && id && await linked(id)) return;
  if (kind === "embed" && id && await embedded(id)) return;
  if (kind === "game" && id && await game(id)) return;
  view?.close();
  view = null;
  if (kind === "piece") return make(id ?? "");
  const library = await attempt("library", () => get("/api/library"));
  if (!library) return;
  if (kind === "file" && id && addressed(id, library)) return;
  home(byId("main"), library);
}
function make(id) {
  const main = byId("main");
  const maker = new PieceMaker((notation) => history.replaceState(null, "", pieceHash(notation)));
  main.className = "making-pieces";
  delete main.dataset.table;
  main.replaceChildren(html("h1", {}, "Piece maker"), maker.element);
  document.title = "Piece maker · ferz studio";
  try {
    maker.set(decodeURIComponent(id));
  } catch (error) {
    trouble(new Error("This address can't be read: it is damaged or not complete."), "piece");
    maker.set("");
  }
}
function addressed(id, { files }) {
  try {
    const path = decodeURIComponent(id);
    if (!files.some((file) => file.path === path)) throw new Error(`There is no file ${path} here.`);
    write(path, () => openFile(path));
    settled("game");
    return true;
  } catch (error) {
    trouble(error instanceof URIError ? new Error("This address can't be read: it is damaged or not complete.") : error, "game");
    return false;
  }
}
async function linked(id) {
  const table = await carried("/api/link", id);
  if (!table) return location.hash.startsWith("#/file/");
  history.replaceState(null, "", `#/game/${table.id}`);
  await play(table);
  return true;
}
async function embedded(id) {
  const table = await carried("/api/embed", id);
  if (table) await play(table);
  return !!table;
}
async function carried(path, id) {
  try {
    const table = await post(path, await closed(id));
    settled("link");
    return table;
  } catch (error) {
    const file = path === "/api/link" && error instanceof Refusal && error.file !== void 0 ? await get(`/api/files/${error.file}`).catch(() => null) : null;
    if (file) location.replace(fileHash(file.path));
    else trouble(error instanceof Refusal && error.status === 400 ? new Error("This link carries no game that ferz can read.") : error, "link");
    return void 0;
  }
}
async function game(id) {
  const address = `/api/tables/${encodeURIComponent(id)}`;
  try {
    const table = await get(address);
    settled("game");
    await play(table);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) {
      const table = await reopen(id).catch(() => null);
      if (table) {
        history.replaceState(null, "", `#/game/${table.id}`);
        await play(table);
        return true;
      }
    }
    if (!(error instanceof Refusal) || error.file === void 0) {
      trouble(error, "game");
      return false;
    }
    const file = await attempt("game", () => get(`/api/files/${error.file}`));
    if (file) write(file.path, () => attempt("game", () => get(address)));
    return !!file;
  }
}
async function play(table) {
  view?.close();
  view = new PlayView(byId("main"));
  const shown2 = view;
  await attempt("game", () => shown2.begin(table));
}
function write(path, playable) {
  view?.close();
  view = new PlayView(byId("main"));
  view.wait(path, playable);
}
async function openFile(path) {
  const opened = await attempt("game", () => openTable({ origin: { file: path } }));
  if (opened) history.replaceState(null, "", `#/game/${opened.id}/file`);
  return opened;
}
async function start() {
  const library = await attempt("library", () => get("/api/library"));
  if (library?.first && !location.hash) {
    const key2 = originKey(library.first);
    const last = library.recent.find((recent) => originKey(recent.origin) === key2);
    history.replaceState(null, "", await first(library, last?.id) ?? "#/");
  }
  await route();
}
async function first({ files, first: first2 }, last) {
  if (last) return `#/game/${last}`;
  if (!first2) return null;
  const broken = "file" in first2 && files.some((file) => file.path === first2.file && !file.sound);
  if (broken) return fileHash(first2.file);
  const opened = await attempt("game", () => openTable({ origin: first2 }));
  return opened ? `#/game/${opened.id}` : null;
}
function unkept(words) {
  const { table } = byId("main").dataset;
  trouble(new Error(words), "kept", ...table ? [html("button", { type: "button", click: () => void copyLink(table) }, "Copy a link to the game")] : []);
}
var themes = ["", "light", "dark"];
function theme(next) {
  document.documentElement.style.colorScheme = next || "";
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem("ferz-theme", next);
  } catch {
  }
}
try {
  theme(localStorage.getItem("ferz-theme") ?? "");
} catch {
  theme("");
}
function begin2(backend2) {
  serveBy(backend2);
  byId("theme").addEventListener("click", () => {
    const now = themes.indexOf(document.documentElement.dataset.theme ?? "");
    theme(themes[(now + 1) % themes.length]);
  });
  settle();
  byId("settings").addEventListener("click", settings);
  byId("new-game").addEventListener("click", () => void attempt("new game", () => newGame()));
  byId("new-file").addEventListener("click", () => void attempt("new file", () => newFile()));
  document.addEventListener(UNKEPT, (event2) => unkept(event2.detail));
  addEventListener("hashchange", () => void route());
  listen(
    (event2) => void view?.hear(event2).catch((error) => trouble(error, "news")),
    () => void view?.refresh().then(() => settled("news"), (error) => trouble(error, "news")),
    (connected) => {
      document.body.classList.toggle("cut-off", !connected);
      if (connected) settled("connection");
    }
  );
  void start();
}

// src/studio.ts
begin2(new Server());
