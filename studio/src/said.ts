// What the server says: made from the types of the program in crates/ferz-cli/src/studio, whose test `types_of_the_page` holds the two together.

import type { Problem, Side } from "./types.js";

/**
 * Something the page shows has changed.
 */
export type Change = { "kind": "table", id: string, revision: number, } | { "kind": "file", id: number, revision: number, };

export type Choice = { name: string, ask: string, values: Array<string>, value: string, };

/**
 * A clock as the page sees it.
 */
export type Clock = { seconds: number, increment: number,
/**
 * The milliseconds left to White and Black.
 */
left: [number, number],
/**
 * The side whose time runs.
 */
running: Side | null, paused: boolean, };

/**
 * A file as the page sees it.
 */
export type Document = { path: string, name: string, revision: number, text: string,
/**
 * True if that was saved by a page of the studio.
 */
saved_here: boolean, draft: string | null,
/**
 * The text on the disk that the draft began from.
 */
base: string | null,
/**
 * Counts the texts of the editor.
 */
edition: number,
/**
 * True if the draft outlives the program.
 */
kept: boolean,
/**
 * The reason why the file can't be read any more.
 */
unreadable: string | null,
/**
 * True if there are rules to play by, of this text or of an earlier one.
 */
playable: boolean, sound: boolean, problems: Problem[], };

/**
 * Pieces of a type in hand.
 */
export type Held = { type: number,
/**
 * The name of the hand's place of this type: what drops of it come from.
 */
from: string,
/**
 * Null if there are as many as wanted.
 */
count: number | null, };

/**
 * The engine's move, and its evaluation of the position.
 */
export type Hint = { move: string, line: Array<string>,
/**
 * The score for White: hundredths of the most numerous piece, or a mate in so many plies, below 0 against White.
 */
value: number | null, mate: number | null, };

/**
 * The levels of the engine.
 */
export type Levels = { highest: number, usual: number, };

export type Library = { games: Array<LibraryGame>, files: Array<LibraryFile>, recent: Array<RecentGame>, first: Origin | null,
/**
 * True if games are kept on disk.
 */
keeps: boolean, levels: Levels, };

export type LibraryFile = { id: number, path: string, title: string | null, sound: boolean, options: Array<Choice>, };

export type LibraryGame = { name: string, title: string,
/**
 * What White and Black are called.
 */
sides: [string, string], year: string | null, files: number, ranks: number, family: string | null,
/**
 * The game in a sentence.
 */
about: string | null,
/**
 * The kinds of game that it is.
 */
tags: Array<string>,
/**
 * The number of start positions, and which is the usual one, if it is one of them.
 */
starts: number, usual_start: number | null, options: Array<Choice>, };

/**
 * A line of play that the engine has found.
 */
export type Line = {
/**
 * Its number among the best lines, from 1.
 */
number: number, depth: number,
/**
 * The score for White, as of a hint.
 */
value: number | null, mate: number | null,
/**
 * The squares of its first move.
 */
from: string, to: string, moves: Array<string>, sans: Array<string>, nodes: number,
/**
 * In milliseconds.
 */
time: number, };

/**
 * A move that was played.
 */
export type Made = { san: string, move: string, side: Side, says: string | null, };

/**
 * The material balance.
 */
export type Material = {
/**
 * The pieces of which White has more than Black, and those of which Black has; none where captured pieces go to a hand, which shows them.
 */
more: [Array<More>, Array<More>],
/**
 * The difference in points, for White.
 */
points: number, };

export type More = { type: number, count: number, };

export type Move = {
/**
 * In coordinate notation, by which it is played.
 */
move: string, san: string, from: string, to: string,
/**
 * `move`, `capture` or `special`.
 */
kind: "move" | "capture" | "special",
/**
 * The words that tell it from others between the same squares; empty for a plain move.
 */
words: string,
/**
 * The piece that the moving one becomes.
 */
becomes?: number,
/**
 * In castling, the square of the piece that castles with it.
 */
partner?: string, };

/**
 * A move of the game or of a variation as the page sees it.
 */
export type Note = {
/**
 * The place of the move before it in the list; 0 is the beginning.
 */
after: number, move: string, san: string, side: Side, number: number, comment: string, marks: Array<number>, };

/**
 * The origin of the rules.
 */
export type Origin = { "built-in": string } | { "file": string };

export type Outcome = { winner: Side | null, reason: string, words: string, };

export type Piece = { square: string, type: number, side: Side | "neutral",
/**
 * True if it has promoted and may become again what it was.
 */
promoted?: boolean, };

export type PieceType = { name: string, letter: string, words: string, notation: string, royal: boolean,
/**
 * True if it belongs to nobody.
 */
neutral: boolean,
/**
 * White's glyph and Black's: the insides of SVGs of 45 by 45.
 */
figures: [string, string],
/**
 * The same made from the movement.
 */
compass: [string, string],
/**
 * The same with the characters of the game.
 */
kanji?: [string, string],
/**
 * True if its figures point towards the enemy.
 */
pointed: boolean, };

/**
 * A position that can be played.
 */
export type Placed = { position: Position,
/**
 * The position as an example of a game file.
 */
example: string,
/**
 * The pieces as the start position of a game file.
 */
setup: string, };

/**
 * A position, and what can be done in it.
 */
export type Position = { ply: number, fen: string, side: Side, check: boolean, result: Outcome | null, pieces: Array<Piece>,
/**
 * The squares on which there are walls.
 */
walled: Array<string>, moves: Array<Move>,
/**
 * What is put on the board now, in a part of a turn.
 */
puts: Put | null,
/**
 * The number of the move, as the FEN counts.
 */
number: number,
/**
 * Plies without progress, and after how many of them the game ends.
 */
idle: [number, number | null],
/**
 * The state of the position besides its pieces, in sentences.
 */
remembered: Array<string>,
/**
 * The hands of White and of Black; null in a game without drops.
 */
hands: [Array<Held>, Array<Held>] | null,
/**
 * The squares that the last move names.
 */
last: Array<string>, material: Material,
/**
 * The squares that White does not see, and those that Black does not; left out where everything is seen.
 */
unseen?: [Array<string>, Array<string>], };

/**
 * What a part of a turn puts on the board.
 */
export type Put = {
/**
 * Its type; null for a wall.
 */
type: number | null,
/**
 * The square that it leaves, if it is on the board already.
 */
from: string | null,
/**
 * True if a piece is taken off the board instead.
 */
removes?: boolean, };

export type RecentGame = { id: string, title: string, origin: Origin, moves: number, };

/**
 * The kind of player of a side.
 */
export type Seat = "person" | "engine";

/**
 * The players of both sides, and the level of the engine.
 */
export type Seats = { white: Seat, black: Seat, level: number, };

export type Square = { name: string,
/**
 * `light`, `dark`, `middle` on hexagons and where all squares are of one colour, or `hole`.
 */
ground: "light" | "dark" | "middle" | "hole",
/**
 * Its place in the list of regions.
 */
region?: number,
/**
 * True if that has a colour of its own.
 */
tinted?: boolean,
/**
 * Its number in written games.
 */
label?: string, };

/**
 * A table as the page sees it.
 */
export type Table = { id: string, title: string, origin: Origin, revision: number, rules: number, note: string | null,
/**
 * True if the game can be started again from another position than it has.
 */
moved: boolean, seats: Seats, clock: Clock | null,
/**
 * The highest level of the engine; the lowest is 1.
 */
levels: number, thinking: boolean, start: string | null, first: number, options: Array<Choice>, made: Array<Made>, notes: Array<Note>,
/**
 * The players, the event and the result, by their names in PGN.
 */
tags: { [key in string]: string },
/**
 * The same of the games of its PGN, if there are several, and the place of the one on the board.
 */
chapters: Array<{ [key in string]: string }>, chapter: number, ahead: number, position: Position, };

/**
 * A time control: the time for the game, and the increment of each turn, in seconds.
 */
export type TimeControl = { seconds: number, increment: number, };

/**
 * What a movement does.
 */
export type Trial = {
/**
 * Without a capital and a full stop.
 */
words: string,
/**
 * The names of pieces that move so.
 */
names: Array<string>, warnings: Array<string>,
/**
 * The squares to which it goes, if nothing stands there; and those where it takes an enemy.
 */
moves: Array<string>, takes: Array<string>,
/**
 * The moves from a square of an empty board of eight by eight, on average.
 */
mobility: number, };

/**
 * The parts of a game that don't change while it is played.
 */
export type Variant = { title: string, year: string | null, inventors: Array<string>,
/**
 * What White and Black are called in this game.
 */
sides: [string, string], files: number, ranks: number,
/**
 * True if its squares are hexagons.
 */
hexagons: boolean, squares: Array<Square>, regions: Array<string>, walls: Array<Wall>,
/**
 * The lines of a board of points, each between two of them, a file and a rank; none where pieces stand in squares.
 */
lines: Array<[[number, number], [number, number]]>, pieces: Array<PieceType>, options: Array<Choice>,
/**
 * The number of start positions; 1 if pieces are not shuffled.
 */
starts: number,
/**
 * True if there can be walls on its squares.
 */
has_walls: boolean,
/**
 * How the game ends, in sentences.
 */
ends: Array<string>, };

export type Wall = { file: number, rank: number,
/**
 * `right` or `above`.
 */
edge: "right" | "above", };
