//! The rules of Courtyard.

use ferz::Side;

use super::{Ending, Move, Position, Random, other, placement, written};

/// The rules that must occur under all options.
pub(crate) const RULES: [&str; 21] = [
    "chain of two",
    "chain of three",
    "recycling",
    "no vacant home square but the serf would recycle",
    "entry by step",
    "entry by jump",
    "entry refused at the near opening",
    "entry refused to a serf or guard at the opening",
    "jump refused: it would land in the courtyard",
    "jump refused: king over king",
    "jump refused: own piece",
    "king takes",
    "serf takes king",
    "guard takes king",
    "guard moves two squares",
    "guard's second square is taken",
    "king in the courtyard",
    "both kings lost",
    "no move",
    "past a corner of the courtyard",
    "repetition",
];

/// The rules that must occur only if captures may be missed.
pub(crate) const HUFFING: [&str; 9] = [
    "huff",
    "huff with a choice",
    "huffed king",
    "huffed where it now stands",
    "broken chain",
    "missed capture",
    "recycling though a capture is open",
    "a king enters though a capture is open",
    "no move after a huff",
];

/// The rules that must occur only if they may not.
pub(crate) const COMPULSORY: [&str; 2] = ["nothing but captures", "shorter chain beside a longer one"];

/// The options of the game.
#[derive(Clone, Copy)]
pub(crate) struct Options {
    pub(crate) compulsory: bool,
    pub(crate) square: bool,
}

type Square = (i32, i32);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    King,
    Guard,
    Serf,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Piece {
    side: Side,
    kind: Kind,
}

impl Piece {
    fn letter(self) -> char {
        let letter = match self.kind {
            Kind::King => 'K',
            Kind::Guard => 'G',
            Kind::Serf => 'S',
        };
        if self.side == Side::White { letter } else { letter.to_ascii_lowercase() }
    }
}

/// A position.
#[derive(Clone)]
pub(crate) struct Yard {
    options: Options,
    /// By rank and file from 1.
    pieces: [[Option<Piece>; 11]; 11],
    side: Side,
    /// The pieces that failed to capture, of the side that is not to move.
    offenders: Vec<Square>,
    /// There has just been a huff.
    huffed: bool,
    idle: u32,
}

/// A chain of jumps, or the beginning of one.
struct Chain {
    /// Every square the piece lands on.
    path: Vec<Square>,
    after: Yard,
    /// A further jump is open.
    open: bool,
    took_king: bool,
}

fn on_board((file, rank): Square) -> bool {
    (1..=10).contains(&file) && (1..=10).contains(&rank) && (file + rank) % 2 == 1
}

fn forward(side: Side) -> i32 {
    if side == Side::White { 1 } else { -1 }
}

/// The opening on the far side, the only one a side's king may use.
fn opening(side: Side) -> Square {
    if side == Side::White { (6, 7) } else { (5, 4) }
}

fn far_rank(side: Side) -> i32 {
    if side == Side::White { 10 } else { 1 }
}

/// The first squares of the guards and the king.
fn home(side: Side) -> [Square; 5] {
    match side {
        Side::White => [(2, 1), (4, 1), (6, 1), (8, 1), (10, 1)],
        Side::Black => [(1, 10), (3, 10), (5, 10), (7, 10), (9, 10)],
    }
}

impl Yard {
    fn empty(options: Options, side: Side) -> Self {
        let pieces = [[None; 11]; 11];
        Self { options, pieces, side, offenders: Vec::new(), huffed: false, idle: 0 }
    }

    /// The start position.
    pub(crate) fn array(options: Options) -> Self {
        let mut yard = Self::empty(options, Side::White);
        for side in [Side::White, Side::Black] {
            for square in home(side) {
                yard.put(square, Some(Piece { side, kind: Kind::Guard }));
            }
        }
        yard.put((6, 1), Some(Piece { side: Side::White, kind: Kind::King }));
        yard.put((5, 10), Some(Piece { side: Side::Black, kind: Kind::King }));
        for file in 1..=10 {
            let (white, black) = if file % 2 == 1 { (2, 8) } else { (3, 9) };
            yard.put((file, white), Some(Piece { side: Side::White, kind: Kind::Serf }));
            yard.put((file, black), Some(Piece { side: Side::Black, kind: Kind::Serf }));
        }
        yard
    }

    /// A position with few pieces.
    pub(crate) fn made(options: Options, random: &mut Random) -> Self {
        let side = if random.percent(50) { Side::White } else { Side::Black };
        let mut yard = Self::empty(options, side);
        if random.percent(2) {
            return Self::walled_in(options);
        }
        let theme = random.below(5);
        for side in [Side::White, Side::Black] {
            // ranks as the side sees them
            let king = match theme {
                0 => (6, 9),
                1 => (4, 7),
                _ => (1, 10),
            };
            let before = if side == Side::White { [(7, 8), (5, 8)] } else { [(4, 3), (6, 3)] };
            let square = before[random.below(2)];
            if theme == 4 && yard.at(square).is_none() && yard.at(opening(side)).is_none() {
                yard.put(square, Some(Piece { side, kind: Kind::King }));
                let kind = if random.percent(50) { Kind::Guard } else { Kind::Serf };
                yard.put(opening(side), Some(Piece { side: other(side), kind }));
            } else {
                yard.throw(Piece { side, kind: Kind::King }, king, random);
            }
            for _ in 0..random.below(if theme == 3 { 2 } else { 5 }) {
                yard.throw(Piece { side, kind: Kind::Guard }, (1, 10), random);
            }
            let serfs = if theme == 2 { (8, 10) } else { (1, 9) };
            for _ in 0..random.below(6) {
                yard.throw(Piece { side, kind: Kind::Serf }, serfs, random);
            }
        }
        yard
    }

    /// Black's king can capture; if it does not, White removes it and has no move.
    fn walled_in(options: Options) -> Self {
        let mut yard = Self::empty(options, Side::Black);
        let mut pieces = vec![
            ('K', (10, 1)),
            ('S', (9, 2)),
            ('S', (5, 4)),
            ('k', (4, 3)),
            ('s', (8, 3)),
            ('s', (10, 3)),
            ('s', (7, 4)),
            ('s', (8, 1)),
            ('s', (1, 8)),
        ];
        if options.square {
            pieces.extend([('s', (4, 5)), ('s', (3, 6)), ('s', (6, 3))]);
        }
        for (letter, square) in pieces {
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            let kind = if letter.eq_ignore_ascii_case(&'k') { Kind::King } else { Kind::Serf };
            yard.put(square, Some(Piece { side, kind }));
        }
        yard
    }

    /// Puts a piece anywhere on some ranks, as its side sees them.
    fn throw(&mut self, piece: Piece, (low, high): (i32, i32), random: &mut Random) {
        loop {
            let rank = random.between(low, high);
            let rank = if piece.side == Side::White { rank } else { 11 - rank };
            let square = (random.between(1, 10), rank);
            if on_board(square) && !self.in_courtyard(square) && self.at(square).is_none() {
                self.put(square, Some(piece));
                return;
            }
        }
    }

    fn at(&self, (file, rank): Square) -> Option<Piece> {
        self.pieces[rank as usize][file as usize]
    }

    fn put(&mut self, (file, rank): Square, piece: Option<Piece>) {
        self.pieces[rank as usize][file as usize] = piece;
    }

    fn in_courtyard(&self, (file, rank): Square) -> bool {
        let files = if self.options.square { 5..=6 } else { 4..=7 };
        files.contains(&file) && (5..=6).contains(&rank)
    }

    /// Every square of the board with a piece of a side.
    fn pieces_of(&self, side: Side) -> Vec<(Square, Kind)> {
        let mut pieces = Vec::new();
        for rank in 1..=10 {
            for file in 1..=10 {
                if let Some(piece) = self.at((file, rank)).filter(|piece| piece.side == side) {
                    pieces.push(((file, rank), piece.kind));
                }
            }
        }
        pieces
    }

    fn has_king(&self, side: Side) -> bool {
        self.pieces_of(side).iter().any(|(_, kind)| *kind == Kind::King)
    }

    fn king_in_courtyard(&self, side: Side) -> bool {
        self.pieces_of(side).iter().any(|(square, kind)| *kind == Kind::King && self.in_courtyard(*square))
    }

    fn directions(&self, piece: Piece) -> Vec<(i32, i32)> {
        let ahead = forward(piece.side);
        let mut directions = vec![(-1, ahead), (1, ahead)];
        if piece.kind != Kind::Serf {
            directions.extend([(-1, -ahead), (1, -ahead)]);
        }
        directions
    }

    /// The jumps a piece could make now: the square it captures on and the one it lands on.
    fn jumps(&self, from: Square, shows: &mut Vec<&'static str>) -> Vec<(Square, Square)> {
        let piece = self.at(from).expect("a piece");
        let mut jumps = Vec::new();
        for (right, up) in self.directions(piece) {
            let over = (from.0 + right, from.1 + up);
            let to = (from.0 + 2 * right, from.1 + 2 * up);
            if !on_board(over) || !on_board(to) || self.at(to).is_some() {
                continue;
            }
            let Some(taken) = self.at(over) else { continue };
            if taken.side == piece.side {
                shows.push("jump refused: own piece");
                continue;
            }
            if taken.kind == Kind::King && piece.kind == Kind::King {
                shows.push("jump refused: king over king");
                continue;
            }
            let enters = piece.kind == Kind::King && over == opening(piece.side);
            if self.in_courtyard(to) && !enters {
                shows.push("jump refused: it would land in the courtyard");
                continue;
            }
            jumps.push((over, to));
        }
        jumps
    }

    /// Every chain that begins with these jumps, and every beginning of one.
    fn chains(&self, from: Square, path: &[Square], chains: &mut Vec<Chain>, shows: &mut Vec<&'static str>) {
        for (over, to) in self.jumps(from, shows) {
            let mut after = self.clone();
            let took_king = self.at(over).is_some_and(|piece| piece.kind == Kind::King);
            after.put(to, self.at(from));
            after.put(from, None);
            after.put(over, None);
            let mut path = path.to_vec();
            path.push(to);
            let inside = self.in_courtyard(to);
            let open = !inside && !after.jumps(to, &mut Vec::new()).is_empty();
            chains.push(Chain { path: path.clone(), after: after.clone(), open, took_king });
            if !inside {
                after.chains(to, &path, chains, shows);
            }
        }
    }

    /// The target squares of a piece without a capture, to home squares apart.
    fn walks(&self, from: Square, shows: &mut Vec<&'static str>) -> Vec<Square> {
        let piece = self.at(from).expect("a piece");
        let mut walks = Vec::new();
        for (right, up) in self.directions(piece) {
            let one = (from.0 + right, from.1 + up);
            if !on_board(one) || self.at(one).is_some() {
                continue;
            }
            if self.in_courtyard(one) {
                if piece.kind == Kind::King && from == opening(piece.side) {
                    walks.push(one);
                } else if piece.kind == Kind::King && from == opening(other(piece.side)) {
                    shows.push("entry refused at the near opening");
                } else if from == opening(Side::White) || from == opening(Side::Black) {
                    shows.push("entry refused to a serf or guard at the opening");
                }
                continue;
            }
            walks.push(one);
            let two = (one.0 + right, one.1 + up);
            if piece.kind == Kind::Guard && on_board(two) && !self.in_courtyard(two) {
                if self.at(two).is_none() {
                    walks.push(two);
                } else {
                    shows.push("guard's second square is taken");
                }
            }
        }
        walks
    }

    /// The home squares a serf may be put back on.
    fn returns(&self, from: Square, shows: &mut Vec<&'static str>) -> Vec<Square> {
        let piece = self.at(from).expect("a piece");
        if piece.kind != Kind::Serf || from.1 != far_rank(piece.side) {
            return Vec::new();
        }
        let vacant: Vec<Square> =
            home(piece.side).into_iter().filter(|square| self.at(*square).is_none()).collect();
        if vacant.is_empty() {
            shows.push("no vacant home square but the serf would recycle");
        }
        vacant
    }

    /// The moves that remove an offender.
    fn huffs(&self, shows: &mut Vec<&'static str>) -> Vec<Move<Self>> {
        if self.offenders.len() > 1 {
            shows.push("huff with a choice");
        }
        let mut moves = Vec::new();
        for square in &self.offenders {
            let mut after = self.clone();
            after.put(*square, None);
            after.offenders.clear();
            after.huffed = true;
            after.idle = 0;
            let king = self.at(*square).is_some_and(|piece| piece.kind == Kind::King);
            let mut move_shows = vec!["huff"];
            if king {
                move_shows.push("huffed king");
            }
            let weight = if king { 5 } else { 1 };
            moves.push(Move { text: format!("x{}", written(*square)), weight, after, shows: move_shows });
        }
        moves
    }

    /// The turn of the other side.
    fn passed(mut self, offenders: Vec<Square>, progress: bool) -> Self {
        self.side = other(self.side);
        self.offenders = offenders;
        self.huffed = false;
        self.idle = if progress { 0 } else { self.idle + 1 };
        self
    }

    fn capture(&self, from: Square, chain: Chain) -> Move<Self> {
        let kind = self.at(from).expect("a piece").kind;
        let end = *chain.path.last().expect("a jump");
        let mut text = written(from);
        chain.path.iter().for_each(|square| text += &written(*square));
        let mut shows = vec![];
        match chain.path.len() {
            1 => {}
            2 => shows.push("chain of two"),
            _ => shows.push("chain of three"),
        }
        if end == from {
            shows.push("chain back to its beginning");
        }
        if kind == Kind::King {
            shows.push("king takes");
        }
        if chain.took_king {
            shows.push(if kind == Kind::Serf { "serf takes king" } else { "guard takes king" });
        }
        if self.in_courtyard(end) {
            shows.push("entry by jump");
        }
        if chain.open {
            shows.push("broken chain");
        }
        let offenders = if chain.open { vec![end] } else { vec![] };
        let weight = 3 + 3 * chain.path.len() + if chain.took_king { 30 } else { 0 };
        Move { text, weight, after: chain.after.passed(offenders, true), shows }
    }

    /// A move without a capture; `could` are the pieces that could have captured.
    fn quiet(&self, from: Square, to: Square, recycles: bool, could: &[Square]) -> Move<Self> {
        let piece = self.at(from).expect("a piece");
        let mut after = self.clone();
        after.put(from, None);
        after.put(to, Some(piece));
        let offenders: Vec<Square> =
            could.iter().map(|square| if *square == from { to } else { *square }).collect();
        let mut shows = vec![];
        if !could.is_empty() {
            shows.push("missed capture");
        }
        if could.contains(&from) {
            shows.push("huffed where it now stands");
        }
        if recycles {
            shows.push("recycling");
            if !could.is_empty() {
                shows.push("recycling though a capture is open");
            }
        }
        if self.in_courtyard(to) {
            shows.push("entry by step");
            if !could.is_empty() {
                shows.push("a king enters though a capture is open");
            }
        }
        if piece.kind == Kind::Guard && (to.0 - from.0).abs() == 2 {
            shows.push("guard moves two squares");
        }
        let corners = [((3, 6), (4, 7)), ((7, 4), (8, 5))];
        if corners.iter().any(|(one, two)| (from, to) == (*one, *two) || (from, to) == (*two, *one)) {
            shows.push("past a corner of the courtyard");
        }
        let weight = if recycles || piece.kind == Kind::Serf { 3 } else { 2 };
        let progress = piece.kind == Kind::Serf;
        Move { text: written(from) + &written(to), weight, after: after.passed(offenders, progress), shows }
    }
}

impl Position for Yard {
    fn moves(&self, shows: &mut Vec<&'static str>) -> Vec<Move<Self>> {
        if !self.offenders.is_empty() {
            return self.huffs(shows);
        }
        let mut moves = Vec::new();
        let mut could = Vec::new();
        for (from, _) in self.pieces_of(self.side) {
            let mut chains = Vec::new();
            self.chains(from, &[], &mut chains, shows);
            if !chains.is_empty() {
                could.push(from);
            }
            if self.options.compulsory {
                chains.retain(|chain| !chain.open);
                let longest = chains.iter().map(|chain| chain.path.len()).max();
                if chains.iter().any(|chain| Some(chain.path.len()) < longest) {
                    shows.push("shorter chain beside a longer one");
                }
            }
            moves.extend(chains.into_iter().map(|chain| self.capture(from, chain)));
        }
        if self.options.compulsory && !moves.is_empty() {
            shows.push("nothing but captures");
            return moves;
        }
        for (from, _) in self.pieces_of(self.side) {
            for to in self.walks(from, shows) {
                moves.push(self.quiet(from, to, false, &could));
            }
            for to in self.returns(from, shows) {
                moves.push(self.quiet(from, to, true, &could));
            }
        }
        if moves.is_empty() && self.huffed {
            shows.push("no move after a huff");
        }
        moves
    }

    fn end(&self, stuck: bool) -> Option<Ending> {
        for side in [Side::White, Side::Black] {
            if self.king_in_courtyard(side) {
                return Some(Ending { winner: Some(side), reason: "king in the courtyard" });
            }
        }
        if !self.has_king(Side::White) && !self.has_king(Side::Black) {
            return Some(Ending { winner: None, reason: "both kings lost" });
        }
        stuck.then(|| Ending { winner: Some(other(self.side)), reason: "no move" })
    }

    fn side(&self) -> Side {
        self.side
    }

    fn idle(&self) -> u32 {
        self.idle
    }

    fn identity(&self) -> String {
        format!("{} {:?}", self.fen(), self.offenders)
    }

    fn placement(&self) -> String {
        placement(10, 10, |file, rank| self.at((file, rank)).map(Piece::letter))
    }
}
