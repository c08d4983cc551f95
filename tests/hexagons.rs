//! Games on hexagons beside a plain referee, which knows where the centres of cells lie and nothing of ferz: neighbours are the cells at one
//! distance, those behind a corner the cells at another.

use std::collections::{BTreeMap, BTreeSet};

use crate::dice::Dice;
use ferz::{MoveKind, Position, Side, Square, Variant};

/// A cell, by file and rank from 0.
type Cell = (i32, i32);

/// The centre of a cell: files stand upright, and ranks slope down to the right.
fn centre((file, rank): Cell) -> (f64, f64) {
    (1.5 * f64::from(file), 3_f64.sqrt() * (f64::from(rank) - f64::from(file) / 2.0))
}

/// The vectors to all cells whose centres are so far away, squared.
fn at_distance(squared: f64) -> Vec<Cell> {
    let near = (-4..=4).flat_map(|x| (-4..=4).map(move |y| (x, y)));
    let far = |&cell: &Cell| (centre(cell).0.powi(2) + centre(cell).1.powi(2) - squared).abs() < 1e-6;
    near.filter(far).collect()
}

/// A game as the referee plays it.
struct Rules {
    name: &'static str,
    cells: BTreeSet<Cell>,
    /// The number of cells that pawns may go from where they begin, as White sees them.
    pawns: BTreeMap<Cell, i32>,
    /// True if pawns capture through corners, and not through sides.
    through_corners: bool,
    /// The vectors to neighbours, to cells behind corners, and of knights.
    vectors: [Vec<Cell>; 3],
}

/// A piece: its letter, and whether it is White's.
type Piece = (char, bool);

#[derive(Clone)]
struct Board {
    pieces: BTreeMap<Cell, Piece>,
    white: bool,
    /// The cells that a pawn has just passed, and where it stands.
    passed: (BTreeSet<Cell>, Cell),
}

/// A move: from, to, and the letter a pawn becomes.
type Step = (Cell, Cell, Option<char>);

impl Rules {
    fn turned(&self, (file, rank): Cell, white: bool) -> Cell {
        let last = |at: fn(&Cell) -> i32| self.cells.iter().map(at).max().unwrap_or(0);
        if white { (file, rank) } else { (last(|cell| cell.0) - file, last(|cell| cell.1) - rank) }
    }

    /// The squares that a piece attacks.
    fn attacks(&self, board: &Board, from: Cell) -> Vec<Cell> {
        let (letter, white) = board.pieces[&from];
        let [sides, corners, leaps] = self.vectors.clone();
        let (vectors, rides) = match letter {
            'K' => ([sides, corners].concat(), false),
            'Q' => ([sides, corners].concat(), true),
            'R' => (sides, true),
            'B' => (corners, true),
            'N' => (leaps, false),
            _ => {
                let ahead = if white { 1.0 } else { -1.0 };
                let all = if self.through_corners { corners } else { sides };
                let fits =
                    |&cell: &Cell| centre(cell).1 * ahead > 0.0 && (centre(cell).0.abs() - 1.5).abs() < 1e-6;
                (all.into_iter().filter(fits).collect(), false)
            }
        };
        let mut found = Vec::new();
        for (dx, dy) in vectors {
            let mut at = from;
            loop {
                at = (at.0 + dx, at.1 + dy);
                if !self.cells.contains(&at) {
                    break;
                }
                found.push(at);
                if !rides || board.pieces.contains_key(&at) {
                    break;
                }
            }
        }
        found
    }

    fn in_check(&self, board: &Board, white: bool) -> bool {
        let king = board.pieces.iter().find(|(_, piece)| **piece == ('K', white)).map(|(cell, _)| *cell);
        let enemies: Vec<Cell> =
            board.pieces.iter().filter(|(_, piece)| piece.1 != white).map(|(cell, _)| *cell).collect();
        king.is_some_and(|king| enemies.iter().any(|&from| self.attacks(board, from).contains(&king)))
    }

    fn moves(&self, board: &Board) -> BTreeSet<Step> {
        let mut found = Vec::new();
        for (&from, &(letter, white)) in board.pieces.iter().filter(|(_, piece)| piece.1 == board.white) {
            let other = |cell: &Cell| board.pieces.get(cell).map(|piece| piece.1 != white);
            if letter != 'P' {
                let open = self.attacks(board, from).into_iter().filter(|to| other(to) != Some(false));
                found.extend(open.map(|to| (from, to, None)));
                continue;
            }
            let mut targets: Vec<Cell> = self.attacks(board, from);
            targets.retain(|to| other(to) == Some(true) || board.passed.0.contains(to));
            let ahead = if white { 1 } else { -1 };
            let most = self.pawns.get(&self.turned(from, white)).copied().unwrap_or(1);
            let way = (1..=most).map(|far| (from.0, from.1 + ahead * far));
            targets.extend(way.take_while(|to| self.cells.contains(to) && !board.pieces.contains_key(to)));
            for to in targets {
                match self.cells.contains(&(to.0, to.1 + ahead)) {
                    true => found.push((from, to, None)),
                    false => found.extend("QRBN".chars().map(|letter| (from, to, Some(letter)))),
                }
            }
        }
        found.into_iter().filter(|mv| !self.in_check(&self.after(board, *mv), board.white)).collect()
    }

    /// Counts the moves at a depth from the start position.
    fn perft(&self, depth: usize) -> usize {
        let variant = Variant::load(self.name, &[]).unwrap_or_else(|error| panic!("{error}"));
        let pieces = pieces(&variant, &variant.start_position());
        self.count(&Board { pieces, white: true, passed: (BTreeSet::new(), (0, 0)) }, depth)
    }

    fn count(&self, board: &Board, depth: usize) -> usize {
        let moves = self.moves(board);
        if depth == 1 {
            moves.len()
        } else {
            moves.iter().map(|mv| self.count(&self.after(board, *mv), depth - 1)).sum()
        }
    }

    fn after(&self, board: &Board, (from, to, becomes): Step) -> Board {
        let mut next = board.clone();
        let (letter, white) = board.pieces[&from];
        next.pieces.remove(&from);
        if letter == 'P' && from.0 != to.0 && !board.pieces.contains_key(&to) {
            next.pieces.remove(&board.passed.1);
        }
        next.pieces.insert(to, (becomes.unwrap_or(letter), white));
        let passed = match letter == 'P' && from.0 == to.0 {
            true => (from.1.min(to.1) + 1..from.1.max(to.1)).map(|rank| (to.0, rank)).collect(),
            false => BTreeSet::new(),
        };
        (next.passed, next.white) = ((passed, to), !board.white);
        next
    }
}

fn cell(square: Square) -> Cell {
    (i32::from(square.file()), i32::from(square.rank()))
}

fn named(name: &str) -> Cell {
    cell(name.parse().unwrap_or_else(|_| panic!("{name} is a cell")))
}

/// The pieces of a position.
fn pieces(variant: &Variant, position: &Position) -> BTreeMap<Cell, Piece> {
    let squares =
        (0..variant.files()).flat_map(|file| (0..variant.ranks()).map(move |rank| Square::new(file, rank)));
    let mut pieces = BTreeMap::new();
    for square in squares.flatten() {
        let Some(piece) = position.piece_at(square) else { continue };
        let letter = variant.piece_types()[piece.piece_type.index()].letter.chars().next();
        pieces.insert(cell(square), (letter.unwrap_or('?'), piece.side == Side::White));
    }
    pieces
}

/// Plays random games and compares the legal moves of all positions; returns how many there were of each.
fn compare(rules: &Rules, games: usize) -> (usize, usize) {
    let variant = Variant::load(rules.name, &[]).unwrap_or_else(|error| panic!("{error}"));
    let (mut dice, mut positions, mut moves) = (Dice(11), 0, 0);
    for _ in 0..games {
        let mut position = variant.start_position();
        let mut board =
            Board { pieces: pieces(&variant, &position), white: true, passed: (BTreeSet::new(), (0, 0)) };
        for _ in 0..120 {
            let mut legal = position.legal_moves();
            legal.retain(|mv| mv.kind() != MoveKind::Castling);
            let told = |mv: &ferz::Move| -> Step {
                let becomes = mv.promotion().map(|kind| variant.piece_types()[kind.index()].letter.clone());
                let [from, to] =
                    [mv.from(), mv.to()].map(|square| cell(square.unwrap_or_else(|| panic!("{mv}"))));
                (from, to, becomes.and_then(|letter| letter.chars().next()))
            };
            let listed: BTreeSet<Step> = legal.iter().map(told).collect();
            assert_eq!(listed, rules.moves(&board), "{} {position}", rules.name);
            (positions, moves) = (positions + 1, moves + listed.len());
            assert_eq!(position.is_check(), rules.in_check(&board, board.white), "{position}");
            if legal.is_empty() || position.outcome().is_some() {
                break;
            }
            let mv = &legal[dice.below(legal.len())];
            board = rules.after(&board, told(mv));
            position.play(mv).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(pieces(&variant, &position), board.pieces, "{} {position}", rules.name);
        }
    }
    (positions, moves)
}

/// The cells of a board: the lowest and the highest rank of each file.
fn cells(files: i32, low: fn(i32) -> i32, high: fn(i32) -> i32) -> BTreeSet<Cell> {
    (0..files).flat_map(|file| (low(file)..=high(file)).map(move |rank| (file, rank))).collect()
}

#[test]
fn the_games_on_hexagons_are_played_as_by_a_plain_referee() {
    let vectors = || [3.0, 9.0, 21.0].map(at_distance);
    assert_eq!(vectors().map(|vectors| vectors.len()), [6, 6, 12]);
    let two = |names: &str| names.split(' ').map(|name| (named(name), 2)).collect::<BTreeMap<_, _>>();
    let large = || cells(11, |file| 0.max(file - 5), |file| 10.min(file + 5));
    assert_eq!(large().len(), 91);
    let glinski = Rules {
        name: "glinski",
        cells: large(),
        pawns: two("b1 c2 d3 e4 f5 g5 h5 i5 j5"),
        through_corners: false,
        vectors: vectors(),
    };
    let mccooey = Rules {
        name: "mccooey",
        cells: large(),
        pawns: two("c1 d2 e3 g4 h4 i4"),
        through_corners: true,
        vectors: vectors(),
    };
    let mut pawns = two("b2 c2 g4 h5");
    pawns.extend(["d2", "e2", "f3"].map(|name| (named(name), 3)));
    let small = cells(9, |file| 0.max(file - 4), |file| 9.min(file + 5));
    assert_eq!(small.len(), 70);
    let shafran = Rules { name: "shafran", cells: small, pawns, through_corners: true, vectors: vectors() };
    for (rules, counts) in [(&glinski, [51, 2586]), (&mccooey, [31, 947]), (&shafran, [42, 1706])] {
        assert_eq!([rules.perft(1), rules.perft(2)], counts, "{}", rules.name);
    }
    for rules in [glinski, mccooey, shafran] {
        let (positions, moves) = compare(&rules, 12);
        assert!(
            positions > 600 && moves > 20 * positions,
            "{}: {positions} positions, {moves} moves",
            rules.name
        );
    }
}
