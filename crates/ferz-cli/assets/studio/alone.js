"use strict";
(() => {
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
  var pressed = false;
  var early = false;
  addEventListener("pointerdown", () => (pressed = true, early = false), true);
  addEventListener(
    "click",
    (event) => {
      if (early && event.detail > 0) {
        event.stopImmediatePropagation();
        event.preventDefault();
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

  // src/memory.ts
  function find(where, name) {
    try {
      return JSON.parse(window[where].getItem(name) ?? "null");
    } catch {
      return null;
    }
  }

  // src/figures.ts
  var SETS = ["usual", "drawn", "compass", "letters"];
  function chosenSet() {
    const chosen = find("localStorage", "ferz-figures") ?? "";
    return SETS.includes(chosen) ? chosen : SETS[0];
  }
  function lettered({ letter: letter2, royal }) {
    const text = letter2.replace(/[<&]/g, "");
    const size = text.length > 1 ? 17 : 22;
    const disc = (body, ink) => `<circle cx="22.5" cy="22.5" r="18.5" fill="${body}" stroke="#1b1b1b" stroke-width="1.5"/>` + (royal ? `<circle cx="22.5" cy="22.5" r="15.5" fill="none" stroke="${ink}" stroke-width="1.2"/>` : "") + `<text x="22.5" y="22.5" dy="0.36em" text-anchor="middle" font-family="'DejaVu Sans', 'Segoe UI', sans-serif" font-weight="700" font-size="${size}" fill="${ink}">${text}</text>`;
    return [disc("#fffdf8", "#1b1b1b"), disc("#26211b", "#fdfbf6")];
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
    const dress = (piece) => {
      if (set === "letters") return { ...piece, figures: lettered(piece), pointed: false };
      if (set === "compass") return { ...piece, figures: piece.compass };
      return { ...piece, figures: inked(set === "usual" && piece.kanji || piece.figures, variant.sides) };
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
    const { files, ranks, pieces: pieces2 } = variant;
    const shogi = plain(variant);
    const file = (file2) => shogi ? String(files - file2) : letter(file2);
    const rank = (rank2) => shogi ? letter(ranks - 1 - rank2) : String(rank2 + 1);
    const square = (name) => name.replace(SQUARE, (_, at2, number) => file(at2.charCodeAt(0) - 97) + rank(Number(number) - 1));
    const origin = (text) => SQUARE.test(text) ? square(text) : text.replace(/[a-p]/, (at2) => file(at2.charCodeAt(0) - 97)).replace(/^\d+$/, (number) => rank(Number(number) - 1));
    const put = (san) => {
      const [, what, to] = /^(.+)@([a-p]\d{1,2})$/.exec(san) ?? [];
      const piece = pieces2.find((one) => one.letter === what);
      if (!to || (piece ? !piece.neutral : what !== "*")) return null;
      return `${piece?.name ?? "closes"} ${square(to)}`;
    };
    const move = (san) => {
      const placed = put(san);
      if (placed || !shogi) return placed ?? san;
      return san.replace(MOVE, (_, piece, from, sign, at2, number, rest) => piece + origin(from) + (sign === "@" ? "*" : sign || "-") + square(at2 + number) + rest);
    };
    const read = (text) => {
      const back = (text2) => text2.replace(/(\d{1,2})([a-p])/g, (_, number, at2) => letter(files - Number(number)) + (ranks - at2.charCodeAt(0) + 97));
      return shogi && /^(\+?[A-Z])?[-x*]?\d/.test(text) ? back(text).replace(/^(\+?[A-Z]\d?)-/, "$1").replace("*", "@") : text;
    };
    return { file, rank, square, move, read };
  }

  // src/grid.ts
  var SIZE = 45;
  var MARGIN = 20;
  var HALF = 26;
  var WIDE = 30;
  function halved({ files, hexagons, squares }) {
    const even = (at2) => (at2 % files + Math.floor(at2 / files)) % 2;
    const hole = squares.findIndex(({ ground }) => ground === "hole");
    return !hexagons && hole >= 0 && squares.every(({ ground }, at2) => ground === "hole" === (even(at2) === even(hole)));
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
      const { top: top2, height } = this.frame();
      if (this.variant.hexagons) return [8 / height, MARGIN / height];
      return [-top2 / height, (height + top2 - this.variant.ranks * SIZE) / height];
    }
    frame() {
      const { files, ranks, hexagons } = this.variant;
      if (plain(this.variant)) return { left: -4, top: -MARGIN, width: files * SIZE + MARGIN + 4, height: ranks * SIZE + MARGIN + 4 };
      if (!hexagons) return { left: -MARGIN, top: -4, width: files * SIZE + MARGIN + 4, height: ranks * SIZE + MARGIN + 4 };
      const middles = [...this.open()].map(([file, rank]) => this.at(file, rank));
      const span = (along) => middles.reduce(([low2, high], at2) => [Math.min(low2, at2[along]), Math.max(high, at2[along])], [Infinity, -Infinity]);
      const [[left, right], [top2, foot]] = [span(0), span(1)];
      return { left: left - MARGIN, top: top2 - 8, width: right - left + SIZE + 2 * MARGIN, height: foot - top2 + SIZE + 8 + MARGIN };
    }
    /** The file and rank of each square that is played on. */
    *open() {
      const { files, squares } = this.variant;
      for (const [at2, square] of squares.entries()) if (square.ground !== "hole") yield [at2 % files, Math.floor(at2 / files)];
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
      const { left, top: top2, width, height } = this.frame();
      this.element.classList.toggle("plain", plain(variant));
      this.element.classList.toggle("points", variant.lines.length > 0);
      this.element.classList.toggle("halved", halved(variant));
      this.element.setAttribute("viewBox", `${left} ${top2} ${width} ${height}`);
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
        const shown = variant.hexagons ? along.filter((file) => variant.squares[rank * files + file]?.ground !== "hole") : along;
        for (const file of shown) row.append(this.square(file, rank));
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
      const open = [...this.open()];
      const { turned } = this;
      const last = (cells) => turned ? cells.at(-1) : cells[0];
      for (const file of new Set(open.map((cell) => cell[0]))) {
        const near = last(open.filter((cell) => cell[0] === file));
        if (!near) continue;
        const [x, y] = this.at(...near);
        rim.append(svg("text", { x: x + SIZE / 2, y: y + SIZE / 2 + HALF + 13 }, String.fromCharCode(97 + file)));
      }
      for (const rank of new Set(open.map((cell) => cell[1]))) {
        const first = last(open.filter((cell) => cell[1] === rank));
        if (!first) continue;
        const [x, y] = this.at(...first);
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
      const at2 = squares[(Number(square.slice(1)) - 1) * files + square.charCodeAt(0) - 97];
      return at2?.region === void 0 ? "" : regions[at2.region] ?? "";
    }
  };

  // src/hand.ts
  var Hand = class {
    constructor(ground, side) {
      this.ground = ground;
      this.side = side;
      this.element = html("div", { class: "hand", role: "toolbar", "aria-label": `Pieces in hand of ${side}`, hidden: true });
      this.element.addEventListener("pointermove", (event) => this.move(event));
      this.element.addEventListener("pointerup", (event) => this.release(event));
      this.element.addEventListener("pointercancel", () => this.let());
      this.element.addEventListener("lostpointercapture", () => this.let());
      this.element.addEventListener("mousedown", (event) => {
        event.preventDefault();
        if (document.activeElement instanceof HTMLElement || document.activeElement instanceof SVGElement) document.activeElement.blur();
      });
      this.element.addEventListener("keydown", (event) => this.key(event));
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
      button.addEventListener("pointerdown", (event) => this.press(event, from));
      button.addEventListener("click", (event) => {
        if (!this.dragged || event.detail === 0) this.ground.choose(from, event.detail === 0);
        this.dragged = false;
      });
      return button;
    }
    press(event, from) {
      if (event.button !== 0 || !event.isPrimary || this.pressed) return;
      this.dragged = false;
      this.pressed = { from, x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null };
      event.currentTarget.setPointerCapture(event.pointerId);
    }
    move(event) {
      const { pressed: pressed2 } = this;
      if (!pressed2 || pressed2.pointer !== event.pointerId) return;
      if (event.buttons !== 1) return this.let();
      if (!pressed2.ghost) {
        if (!this.ground.graspable(pressed2.from) || Math.hypot(event.clientX - pressed2.x, event.clientY - pressed2.y) < 5) return;
        pressed2.ghost = this.ghost(this.places.get(pressed2.from).held.type);
        this.dragged = true;
        this.ground.grasp(pressed2.from);
      }
      const half = this.ground.grain / 2;
      pressed2.ghost.style.transform = `translate(${event.clientX - half}px, ${event.clientY - half}px)`;
    }
    ghost(type) {
      const ghost = html("div", { class: "ghost", "aria-hidden": "true" });
      ghost.innerHTML = this.figure(type);
      ghost.style.width = `${this.ground.grain}px`;
      document.body.append(ghost);
      return ghost;
    }
    release(event) {
      const { pressed: pressed2 } = this;
      if (!pressed2 || pressed2.pointer !== event.pointerId) return;
      this.let();
      if (pressed2.ghost) this.ground.putAt(pressed2.from, event.clientX, event.clientY);
    }
    /** Lets go of what is on the pointer. */
    let() {
      this.pressed?.ghost?.remove();
      this.pressed = null;
    }
    key(event) {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const places = [...this.places.values()];
      const at2 = places.findIndex(({ button }) => button === event.target);
      const to = { ArrowLeft: at2 - 1, ArrowUp: at2 - 1, ArrowRight: at2 + 1, ArrowDown: at2 + 1, Home: 0, End: places.length - 1 };
      const wanted = to[event.key];
      if (at2 < 0 || wanted === void 0) return;
      const next = places[(wanted + places.length) % places.length].button;
      for (const { button } of places) button.tabIndex = button === next ? 0 : -1;
      next.focus();
      event.preventDefault();
      event.stopPropagation();
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
      element.addEventListener("contextmenu", (event) => event.preventDefault());
      element.addEventListener("pointerdown", (event) => this.press(event));
      element.addEventListener("pointermove", (event) => this.move(event));
      element.addEventListener("pointerup", (event) => this.release(event));
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
    press(event) {
      const square = this.sheet.under(event.target);
      if (!square) return;
      if (event.button === 2) {
        this.begin(square, event);
      } else if (event.pointerType === "touch" && event.isPrimary) {
        const touched = this.touched = { square, x: event.clientX, y: event.clientY, pointer: event.pointerId };
        this.rest = window.setTimeout(() => this.touched === touched && (this.lifted(), this.begin(square, event)), LONG);
      } else if (event.button === 0 && this.shapes.length > 0) {
        this.drawn([]);
      }
    }
    begin(square, event) {
      const colour = event.shiftKey ? event.altKey ? "Y" : "R" : event.altKey ? "B" : "G";
      this.begun = { colour, from: square, to: square };
      this.pointer = event.pointerId;
      this.sheet.element.setPointerCapture(event.pointerId);
      this.paint();
    }
    move(event) {
      const { touched, begun } = this;
      if (touched && !begun && Math.hypot(event.clientX - touched.x, event.clientY - touched.y) > 8) this.forget();
      if (!begun || event.pointerId !== this.pointer) return;
      const to = this.sheet.under(document.elementFromPoint(event.clientX, event.clientY)) ?? begun.from;
      if (to === begun.to) return;
      this.begun = { ...begun, to };
      this.paint();
    }
    release(event) {
      const tapped = this.touched && !this.begun && this.shapes.length > 0;
      this.forget();
      const { begun } = this;
      if (tapped) return this.drawn([]);
      if (!begun || event.pointerId !== this.pointer) return;
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
      const [x, y, X, Y] = [...one, ...other].map((at2) => at2 + SIZE2 / 2);
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
  function led(position2) {
    const { puts, moves: moves2 } = position2;
    if (!puts || moves2.some(({ from, to }) => from !== to)) return { ...position2, puts: null };
    return { ...position2, moves: moves2.map((move) => ({ ...move, from: puts.from ?? "" })) };
  }
  function can(moves2) {
    const kinds = new Set(moves2.map((move) => move.kind));
    if (kinds.has("special")) return moves2.length > 1 ? "several moves to here" : `move to here: ${moves2[0].words || "special"}`;
    if (!moves2[0].from && kinds.has("capture")) return "can be removed";
    if (moves2[0].from.endsWith("@") || !moves2[0].from) return "can be dropped on";
    return kinds.has("capture") ? "can be captured" : "can be moved to";
  }
  function mark(moves2, piece) {
    const kind = moves2.some((move) => move.kind === "special") ? "special" : moves2[0].kind;
    if (kind === "special") return svg("path", { class: "target special", d: piece ? "M22.5 2L43 22.5L22.5 43L2 22.5z" : "M22.5 12L33 22.5L22.5 33L12 22.5z" });
    if (new Set(moves2.map((move) => move.kind)).size > 1) return svg("g", {}, svg("circle", { class: "target", cx: 22.5, cy: 22.5, r: 7 }), svg("circle", { class: "target capture", cx: 22.5, cy: 22.5, r: 19 }));
    if (kind === "capture") return svg("circle", { class: "target capture", cx: 22.5, cy: 22.5, r: 19 });
    return svg("circle", { class: "target", cx: 22.5, cy: 22.5, r: 7 });
  }
  function promoted() {
    return svg("path", { class: "promoted", d: "M38 2l2 4.2 4.6.6-3.4 3.2.9 4.6-4.1-2.3-4.1 2.3.9-4.6-3.4-3.2 4.6-.6z" });
  }
  function ask(ways, spell, title = "Which move?") {
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
      const top2 = down ? Math.min(square.top, innerHeight - height) : Math.max(0, square.bottom - height);
      const left = Math.max(0, Math.min(square.left, innerWidth - square.width));
      Object.assign(dialog.style, { left: `${left}px`, top: `${top2}px`, flexDirection: down ? "column" : "column-reverse" });
      dialog.style.setProperty("--side", `${square.width}px`);
      present(dialog);
    });
  }

  // src/board.ts
  var CLICKS = 32;
  var Board = class {
    constructor(host2, owner, label) {
      this.owner = owner;
      this.element = svg("svg", { class: "board", role: "grid", "aria-label": label });
      this.grid = new Grid(this.element);
      host2.append(this.element);
      const { drawn } = owner;
      if (drawn) this.pen = new Pen(this, (shapes) => drawn.call(owner, shapes), () => this.drop());
      this.element.addEventListener("pointerdown", (event) => this.press(event));
      this.element.addEventListener("pointermove", (event) => this.move(event));
      this.element.addEventListener("pointerup", (event) => this.release(event));
      this.element.addEventListener("pointercancel", () => this.drop());
      this.element.addEventListener("lostpointercapture", () => this.drop());
      this.element.addEventListener("mousedown", (event) => {
        event.preventDefault();
        if (document.activeElement instanceof HTMLElement || document.activeElement instanceof SVGElement) document.activeElement.blur();
      });
      this.element.addEventListener("keydown", (event) => this.key(event));
      this.element.addEventListener("focusin", (event) => {
        const square = this.under(event.target);
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
    update(position2, active, ahead = null, hidden = []) {
      const same = this.position?.fen === position2.fen && this.position.ply === position2.ply;
      this.position = led(position2);
      this.active = active;
      this.ahead = ahead;
      this.hidden = hidden;
      if (!same) {
        this.chosen = null;
        this.hinted = [];
      }
      for (const hand of Object.values(this.hands)) hand.update(position2);
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
    reach(from, moves2) {
      this.free = /* @__PURE__ */ new Map([[from, moves2]]);
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
      const position2 = this.position;
      const old = this.pieces;
      this.pieces = /* @__PURE__ */ new Map();
      const [from, to] = [position2.last[0], position2.last.at(-1)];
      const spare = new Map(old);
      const take = (square, piece) => {
        const found = square === void 0 ? void 0 : spare.get(square);
        if (!found || found.piece.type !== piece.type || found.piece.side !== piece.side || !found.piece.promoted !== !piece.promoted) return null;
        spare.delete(square);
        return found.node;
      };
      const kept = /* @__PURE__ */ new Map();
      for (const piece of position2.pieces) kept.set(piece, take(piece.square, piece));
      for (const piece of position2.pieces) {
        const node = kept.get(piece) ?? (piece.square === to && take(from, piece)) ?? null;
        this.pieces.set(piece.square, { piece, node: this.stand(piece, node || null) });
      }
      for (const { node } of spare.values()) node.remove();
    }
    stand(piece, node) {
      if (!node) {
        node = svg("g", { class: "piece" });
        node.innerHTML = enlarged(this.variant.pieces[piece.type], facing(this.variant.pieces[piece.type], piece.side, this.turned));
        node.classList.toggle("neutral", piece.side === "neutral");
        if (piece.promoted) node.append(promoted());
        this.grid.layer.append(node);
      }
      const [x, y] = this.grid.where(piece.square);
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
      const piece = { square: move.to, type, side };
      this.pieces.set(move.to, { piece, node: this.stand(piece, null) });
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
      const { moves: moves2, puts } = this.position;
      const from = moves2[0]?.from;
      return from !== void 0 && (puts || from.endsWith("@")) && moves2.every((move) => move.from === from) ? from : null;
    }
    /** True if a piece of the side to move is there, in a turn in which pieces move: it may be chosen to see that it can't. */
    own(square) {
      const { position: position2 } = this;
      if (!this.active || !position2 || position2.puts || this.pieces.get(square)?.piece.side !== position2.side) return false;
      return position2.moves.some(({ from, to }) => from !== to && this.grid.cells.has(from));
    }
    moves(from) {
      return this.active && this.position ? this.position.moves.filter((move) => move.from === from) : [];
    }
    /** Marks what stands out, and names every square. */
    paint() {
      const position2 = this.position;
      const targets = /* @__PURE__ */ new Map();
      const { source } = this;
      for (const move of source === null ? [] : this.moves(source)) {
        for (const to of /* @__PURE__ */ new Set([move.to, move.partner ?? move.to])) targets.set(to, [...targets.get(to) ?? [], move]);
      }
      const focus = this.focus && this.grid.cells.has(this.focus) ? this.focus : this.firstSquare();
      for (const [square, { group, marks }] of this.grid.cells) {
        const piece = this.pieces.get(square)?.piece;
        const moves2 = targets.get(square);
        const movable = this.moves(square).length > 0;
        const royal = piece && this.variant.pieces[piece.type].royal;
        const check = !!royal && position2.check && piece.side === position2.side;
        group.classList.toggle("last", position2.last.includes(square));
        group.classList.toggle("chosen", square === source);
        group.classList.toggle("movable", movable);
        group.classList.toggle("hinted", this.hinted.includes(square));
        const premoved = !!this.premove?.includes(square);
        group.classList.toggle("premove", premoved);
        group.classList.toggle("check", check);
        group.classList.toggle("walled", !!position2.walled?.includes(square));
        const hidden = this.hidden.includes(square);
        group.classList.toggle("unseen", hidden);
        marks.replaceChildren(...moves2 ? [mark(moves2, !!piece)] : []);
        group.setAttribute("tabindex", square === focus ? "0" : "-1");
        group.setAttribute("aria-selected", String(square === source));
        const said = [this.spelling.square(square), this.grid.region(square)];
        if (group.classList.contains("hole")) said.push("no square");
        else if (group.classList.contains("walled")) said.push("wall");
        else if (hidden) said.push("not seen");
        else said.push(piece ? this.named(piece) : "empty");
        if (check) said.push("in check");
        if (premoved) said.push("premove");
        if (moves2) said.push(can(moves2));
        else if (movable && source === null) said.push("can move");
        group.setAttribute("aria-label", said.filter(Boolean).join(", "));
      }
      for (const hand of Object.values(this.hands)) hand.paint(source, this.hinted);
    }
    named(piece) {
      return `${sideName(this.variant, piece.side).toLowerCase()} ${this.variant.pieces[piece.type].name}${piece.promoted ? ", promoted" : ""}`;
    }
    firstSquare() {
      const side = this.position?.side ?? "white";
      const own = this.position?.pieces.find((piece) => piece.side === side && this.moves(piece.square).length > 0);
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
      const moves2 = this.moves(square);
      const { source } = this;
      const direct = source === null ? [] : this.moves(source).filter(leadsTo(square));
      const inPlace = direct.length === 0 && moves2.length > 0 && moves2.every((move) => move.to === square);
      const ways = inPlace ? moves2 : direct;
      const chosen = square !== this.chosen && (moves2.length > 0 || this.own(square));
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
      const piece = this.pieces.get(from)?.piece;
      const cell = this.grid.cells.get(to)?.group;
      if (!piece || !cell || !differByPiece(ways)) return ask(ways, this.spelling.move);
      const figure = ({ becomes = piece.type }) => facing(this.variant.pieces[becomes], piece.side, this.turned);
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
    press(event) {
      if (event.button !== 0 || !event.isPrimary || this.pressed) return;
      const square = this.under(event.target);
      if (!square) return;
      const { source } = this;
      const target = source !== null && this.moves(source).some(leadsTo(square));
      const own = this.later ? this.active : !target && (this.moves(square).length > 0 || this.own(square));
      const piece = this.pieces.has(square) && (this.free.has(square) || !!this.owner.put || own || this.waits(square));
      this.pressed = { from: square, x: event.clientX, y: event.clientY, piece, moved: false, pointer: event.pointerId };
      this.element.setPointerCapture(event.pointerId);
    }
    move(event) {
      const { pressed: pressed2 } = this;
      if (!pressed2 || pressed2.pointer !== event.pointerId) return;
      if (event.buttons !== 1) {
        this.drop();
        return;
      }
      if (!pressed2.piece || !pressed2.moved && Math.hypot(event.clientX - pressed2.x, event.clientY - pressed2.y) < 5) return;
      if (!pressed2.moved) {
        pressed2.moved = true;
        this.grasp(pressed2.from);
      }
      const node = this.pieces.get(pressed2.from)?.node;
      const matrix = this.element.getScreenCTM();
      if (!node || !matrix) return;
      const at2 = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
      if (!node.classList.contains("dragged")) this.grid.layer.append(node);
      node.classList.add("dragged");
      node.style.transform = `translate(${at2.x - SIZE / 2}px, ${at2.y - SIZE / 2}px)`;
    }
    release(event) {
      const { pressed: pressed2 } = this;
      if (!pressed2 || pressed2.pointer !== event.pointerId) return;
      this.drop();
      const square = this.under(document.elementFromPoint(event.clientX, event.clientY));
      if (pressed2.moved) this.put(pressed2.from, square);
      else if (square === pressed2.from) this.choose(square);
      else if (event.pointerType === "touch" && !pressed2.piece) this.swiped(event.clientX - pressed2.x, event.clientY - pressed2.y);
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
      const put = this.free.get(from)?.find((move) => move.to === square);
      if (put) void this.owner.play(put);
      if (this.owner.put) return this.owner.put(from, square);
      if (put || this.owner.click) return;
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
    key(event) {
      const square = this.under(event.target);
      if (!square || event.altKey || event.ctrlKey || event.metaKey) return;
      const way = {
        ArrowLeft: [-1, 0],
        ArrowRight: [1, 0],
        ArrowUp: [0, 1],
        ArrowDown: [0, -1]
      };
      const step = way[event.key];
      if (step) {
        const sign = this.turned ? -1 : 1;
        const file = square.charCodeAt(0) - 97 + sign * step[0];
        const rank = Number(square.slice(1)) + sign * step[1];
        const named = (rank2) => this.grid.cells.get(`${String.fromCharCode(97 + file)}${rank2}`);
        const next = named(rank) ?? (this.variant?.hexagons ? named(rank + sign * step[0]) : void 0);
        next?.group.focus();
      } else if (event.key === "Enter" || event.key === " ") {
        this.choose(square, true);
      } else if (event.key === "p" && this.owner.click) {
        const put = [...this.free.values()].flat().find((one) => one.to === square);
        if (put) void this.owner.play(put);
      } else if (event.key === "Escape" && !this.owner.click) {
        const { chosen } = this;
        this.deselect();
        if (chosen) this.handOf(chosen)?.focus(chosen);
      } else {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    }
  };

  // src/alone.ts
  var tree = JSON.parse(byId("tree").textContent ?? "{}");
  var spelling = spelled(tree.variant);
  var host = html("div", { class: "host" });
  var status = html("p", { class: "status", role: "status" });
  var moves = html("ol", { class: "record", "aria-label": "Moves" });
  var board = new Board(host, { play }, "Board");
  var [top, low] = [html("div", { class: "beside" }), html("div", { class: "beside" })];
  function orient() {
    const { white, black } = board.hands;
    top.replaceChildren((board.turned ? white : black).element);
    low.replaceChildren((board.turned ? black : white).element);
  }
  var path = [...tree.line];
  var sans = [...tree.sans];
  var at = path.length - 1;
  function pieces(fen) {
    const found = [];
    const rows = fen.split(" ")[0].replace(/\[.*/, "").split("/");
    rows.forEach((row, index) => {
      let file = 0;
      for (const [, word, marked] of row.matchAll(/(\d+|\+?[^\d+~])(~?)/g)) {
        if (word === void 0) continue;
        if (/\d/.test(word)) {
          file += Number(word);
          continue;
        }
        if (word === "*" && !tree.variant.pieces.some((one) => one.letter === "*")) {
          file++;
          continue;
        }
        const white = word === word.toUpperCase();
        const type = tree.variant.pieces.findIndex((one) => one.letter === word.toUpperCase());
        const form = word.startsWith("+") && tree.variant.pieces.some((one) => `+${one.letter}` === word.toUpperCase());
        const promoted2 = !!marked || form;
        found.push({ square: `${String.fromCharCode(97 + file)}${rows.length - index}`, type, side: white ? "white" : "black", promoted: promoted2 });
        file++;
      }
    });
    return found;
  }
  function position(at2) {
    const { position: position2, moves: moves2 } = tree.nodes[at2];
    const move = ([move2, san, from, to, kind, words]) => ({ move: move2, san, from, to, kind, words });
    return { ...position2, pieces: pieces(position2.fen), moves: moves2.map(move) };
  }
  function play(move) {
    const node = tree.nodes[path[at]];
    const way = node.moves.findIndex((one) => one[0] === move.move);
    const next = node.next[way];
    if (next === null || next === void 0) {
      go(at);
      status.textContent = `${spelling.move(move.san)} is legal, but this page doesn't know what follows it. To play on, open this FEN in ferz: ${node.position.fen}`;
      return;
    }
    path = [...path.slice(0, at + 1), next];
    sans = [...sans.slice(0, at), move.san];
    go(at + 1);
  }
  function go(to) {
    at = Math.max(0, Math.min(to, path.length - 1));
    const node = tree.nodes[path[at]];
    board.update({ ...position(path[at]), ply: at }, !node.position.result);
    const known = node.next.filter((next) => next !== null).length;
    const more = known < node.next.length ? ` The page knows what follows ${known} of ${node.next.length} moves.` : "";
    status.textContent = node.position.result ? node.position.result.words : `${sideName(tree.variant, node.position.side)} to move.${more}`;
    moves.replaceChildren(
      ...sans.map(
        (san, index) => html("li", {}, html("button", { type: "button", class: "quiet", "aria-current": index + 1 === at ? "step" : null, click: () => go(index + 1) }, spelling.move(san)))
      )
    );
  }
  byId("alone").append(
    html("h1", {}, tree.variant.title),
    top,
    host,
    low,
    status,
    html(
      "div",
      { class: "controls", role: "group", "aria-label": "Game" },
      signed("first", "To the beginning", () => go(0)),
      signed("back", "Previous move", () => go(at - 1)),
      signed("on", "Next move", () => go(at + 1)),
      signed("last", "To the last move", () => go(path.length - 1)),
      signed("turn", "Flip the board", () => (board.turn(), orient())),
      signed("again", "The game as it was played", () => (path = [...tree.line], sans = [...tree.sans], go(path.length - 1)))
    ),
    moves
  );
  board.show(dressed(tree.variant));
  orient();
  go(at);
})();
