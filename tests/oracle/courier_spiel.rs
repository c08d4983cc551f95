//! The rules of Courier-Spiel.

use ferz::Side;

use super::{Ending, Move, Position, Random, other, placement, written};

/// The rules that must occur.
pub(crate) const RULES: [&str; 28] = [
    "double step",
    "en passant",
    "en passant refused: check",
    "en passant after a promotion in the same turn",
    "castling to the a-side",
    "castling to the l-side",
    "castling refused: a square is attacked",
    "castling refused: the rook or a square beyond the king's way is attacked",
    "castling refused: a waiting pawn stands between",
    "rook has moved, king has not",
    "pawn reaches the last rank",
    "pawn that waits",
    "immune piece attacked",
    "own waiting pawn in the way",
    "due promotion",
    "due promotion with a choice",
    "due promotion in check",
    "promotion that attacks the enemy king",
    "due, but nothing is lost",
    "lost just before the wait is over",
    "promotion by itself",
    "promotion by itself, one of several",
    "capture refused: the promotion it brings attacks the king",
    "promoted piece taken, and lost again",
    "no move after a promotion",
    "checkmate",
    "stalemate",
    "repetition",
];

type Square = (i32, i32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    King,
    Queen,
    Rook,
    Knight,
    Bishop,
    Courier,
    Councillor,
    Fool,
    Pawn,
}

const BACK: [Kind; 12] = [
    Kind::Rook,
    Kind::Knight,
    Kind::Bishop,
    Kind::Courier,
    Kind::Councillor,
    Kind::King,
    Kind::Queen,
    Kind::Fool,
    Kind::Courier,
    Kind::Bishop,
    Kind::Knight,
    Kind::Rook,
];

/// All but king and pawn.
const OFFICERS: [Kind; 7] =
    [Kind::Queen, Kind::Rook, Kind::Knight, Kind::Bishop, Kind::Courier, Kind::Councillor, Kind::Fool];

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const TWO_DIAGONAL: [(i32, i32); 4] = [(2, 2), (2, -2), (-2, 2), (-2, -2)];
const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl Kind {
    fn letter(self) -> char {
        match self {
            Self::King => 'k',
            Self::Queen => 'q',
            Self::Rook => 'r',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Courier => 'c',
            Self::Councillor => 'w',
            Self::Fool => 'f',
            Self::Pawn => 'p',
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Piece {
    side: Side,
    kind: Kind,
    promoted: bool,
}

impl Piece {
    fn new(side: Side, kind: Kind) -> Self {
        Self { side, kind, promoted: false }
    }
}

/// A pawn on the last rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wait {
    square: Square,
    /// Turns of its owner that are still to begin before its promotion is due.
    turns: u32,
}

/// A position.
#[derive(Clone)]
pub(crate) struct Spiel {
    /// By rank and file from 1.
    pieces: [[Option<Piece>; 13]; 9],
    side: Side,
    /// The squares of the kings and rooks that have not moved.
    unmoved: Vec<Square>,
    /// The square a pawn has just passed over.
    passed: Option<Square>,
    /// White's and Black's pawns on the last rank, in the order of arrival.
    waits: [Vec<Wait>; 2],
    /// White's and Black's lost pieces.
    lost: [Vec<Kind>; 2],
    idle: u32,
    /// There has been a promotion in this turn.
    promoted: bool,
}

fn index(side: Side) -> usize {
    if side == Side::White { 0 } else { 1 }
}

fn forward(side: Side) -> i32 {
    if side == Side::White { 1 } else { -1 }
}

/// The first rank as the side sees it, the second and so on.
fn rank_of(side: Side, rank: i32) -> i32 {
    if side == Side::White { rank } else { 9 - rank }
}

fn on_board((file, rank): Square) -> bool {
    (1..=12).contains(&file) && (1..=8).contains(&rank)
}

impl Spiel {
    fn empty(side: Side) -> Self {
        Self {
            pieces: [[None; 13]; 9],
            side,
            unmoved: Vec::new(),
            passed: None,
            waits: [Vec::new(), Vec::new()],
            lost: [Vec::new(), Vec::new()],
            idle: 0,
            promoted: false,
        }
    }

    /// The start position.
    pub(crate) fn array() -> Self {
        let mut spiel = Self::empty(Side::White);
        for side in [Side::White, Side::Black] {
            for (file, kind) in (1..).zip(BACK) {
                spiel.put((file, rank_of(side, 1)), Some(Piece::new(side, kind)));
                spiel.put((file, rank_of(side, 2)), Some(Piece::new(side, Kind::Pawn)));
            }
        }
        spiel.begin();
        spiel
    }

    /// Kings and rooks on their squares of the start position have not moved.
    fn begin(&mut self) {
        for side in [Side::White, Side::Black] {
            for (file, kind) in [(1, Kind::Rook), (6, Kind::King), (12, Kind::Rook)] {
                let square = (file, rank_of(side, 1));
                if self.at(square) == Some(Piece::new(side, kind)) {
                    self.unmoved.push(square);
                }
            }
        }
    }

    /// A position with few pieces, in which the side that is not to move is not in check.
    pub(crate) fn made(random: &mut Random) -> Self {
        loop {
            let spiel = if random.percent(30) { Self::scene(random) } else { Self::thrown(random) };
            if !spiel.in_check(other(spiel.side)) {
                return spiel;
            }
        }
    }

    /// A position in which something rare is near.
    fn scene(random: &mut Random) -> Self {
        let us = if random.percent(50) { Side::White } else { Side::Black };
        let mut spiel = Self::empty(us);
        let mut put = |side: Side, kind: Kind, file: i32, rank: i32| {
            spiel.put((file, rank_of(us, rank)), Some(Piece::new(side, kind)));
        };
        let them = other(us);
        match random.below(5) {
            0 => {
                // king and pawn on a rank with an enemy rook; the pawn could take in passing but for that
                put(us, Kind::King, 1, 5);
                put(us, Kind::Pawn, random.between(4, 8), 5);
                put(them, Kind::Rook, 12, 5);
                put(them, Kind::King, 12, 8);
                (3..=9).for_each(|file| put(them, Kind::Pawn, file, 7));
            }
            1 => {
                // pawns that meet while another is about to promote
                put(us, Kind::King, 1, 1);
                put(us, Kind::Pawn, 12, 7);
                put(them, Kind::King, 1, 8);
                (2..=5).for_each(|pair| put(us, Kind::Pawn, 2 * pair, 5));
                (2..=5).for_each(|pair| put(them, Kind::Pawn, 2 * pair + 1, 7));
                put(us, Kind::Fool, 2 * random.between(2, 5), 6);
                put(us, Kind::Knight, 2 * random.between(2, 5), 6);
            }
            _ => {
                // a king that will be mated on its own rank while a pawn is about to promote
                put(us, Kind::King, 1, 1);
                put(us, Kind::Pawn, 10, 7);
                put(us, Kind::Fool, random.between(5, 7), 6);
                put(them, Kind::King, 12, 5);
                put(them, Kind::Rook, 11, 2);
                put(them, Kind::Rook, 12, 2);
                (5..=7).for_each(|file| put(them, Kind::Rook, file, 7));
            }
        }
        spiel.begin();
        spiel
    }

    fn thrown(random: &mut Random) -> Self {
        let mut spiel = Self::empty(if random.percent(50) { Side::White } else { Side::Black });
        let theme = random.below(5);
        for side in [Side::White, Side::Black] {
            // two themes are about castling, one about pawns that meet, one about a weak side with many pawns
            let weak = theme == 4 && side == spiel.side;
            let king = Piece::new(side, Kind::King);
            if theme < 2 {
                let home = rank_of(side, 1);
                spiel.put((6, home), Some(king));
                for file in [1, 12] {
                    if random.percent(80) {
                        spiel.put((file, home), Some(Piece::new(side, Kind::Rook)));
                    }
                }
            } else {
                spiel.throw(king, (1, if theme == 3 { 5 } else { 8 }), random);
            }
            let officers = if weak { 2 } else { [2, 4, 7][random.below(3)] };
            for _ in 0..random.below(officers) + usize::from(theme == 4) {
                let kind = OFFICERS[random.below(OFFICERS.len())];
                spiel.throw(Piece::new(side, kind), (2, 8), random);
            }
            for _ in 0..random.below(7) + if theme == 3 { 3 } else { 0 } {
                let ranks = match random.below(10) {
                    _ if weak => (7, 7),
                    0..4 if theme == 3 => (2, 2),
                    0..8 if theme == 3 => (5, 5),
                    0..7 => (5, 7),
                    _ => (2, 5),
                };
                spiel.throw(Piece::new(side, Kind::Pawn), ranks, random);
            }
        }
        spiel.begin();
        spiel
    }

    /// Puts a piece anywhere on some ranks, as its side sees them.
    fn throw(&mut self, piece: Piece, (low, high): (i32, i32), random: &mut Random) {
        loop {
            let square = (random.between(1, 12), rank_of(piece.side, random.between(low, high)));
            if self.at(square).is_none() {
                self.put(square, Some(piece));
                return;
            }
        }
    }

    fn at(&self, (file, rank): Square) -> Option<Piece> {
        self.pieces[rank as usize][file as usize]
    }

    fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.pieces[square.1 as usize][square.0 as usize] = piece;
        self.unmoved.retain(|unmoved| *unmoved != square);
    }

    fn pieces_of(&self, side: Side) -> Vec<(Square, Piece)> {
        let mut pieces = Vec::new();
        for rank in 1..=8 {
            for file in 1..=12 {
                if let Some(piece) = self.at((file, rank)).filter(|piece| piece.side == side) {
                    pieces.push(((file, rank), piece));
                }
            }
        }
        pieces
    }

    /// Returns `true` if a pawn stands on its last rank.
    fn is_immune(&self, square: Square) -> bool {
        self.at(square).is_some_and(|piece| piece.kind == Kind::Pawn && square.1 == rank_of(piece.side, 8))
    }

    /// The squares a piece attacks, whoever stands there.
    fn attacks(&self, from: Square) -> Vec<Square> {
        let piece = self.at(from).expect("a piece");
        let leaps = |offsets: &[(i32, i32)]| -> Vec<Square> {
            let squares = offsets.iter().map(|offset| (from.0 + offset.0, from.1 + offset.1));
            squares.filter(|square| on_board(*square)).collect()
        };
        let rides = |directions: &[(i32, i32)]| -> Vec<Square> {
            let mut squares = Vec::new();
            for direction in directions {
                let mut square = (from.0 + direction.0, from.1 + direction.1);
                while on_board(square) {
                    squares.push(square);
                    if self.at(square).is_some() {
                        break;
                    }
                    square = (square.0 + direction.0, square.1 + direction.1);
                }
            }
            squares
        };
        match piece.kind {
            Kind::King | Kind::Fool => [leaps(&STRAIGHT), leaps(&DIAGONAL)].concat(),
            Kind::Queen => [rides(&STRAIGHT), rides(&DIAGONAL)].concat(),
            Kind::Rook => rides(&STRAIGHT),
            Kind::Knight => leaps(&KNIGHT),
            Kind::Bishop => [leaps(&DIAGONAL), leaps(&TWO_DIAGONAL)].concat(),
            Kind::Courier => rides(&DIAGONAL),
            Kind::Councillor => [leaps(&STRAIGHT), leaps(&DIAGONAL), leaps(&KNIGHT)].concat(),
            Kind::Pawn => leaps(&[(-1, forward(piece.side)), (1, forward(piece.side))]),
        }
    }

    fn is_attacked(&self, square: Square, by: Side) -> bool {
        self.pieces_of(by)
            .iter()
            .any(|(from, _)| !self.is_immune(*from) && self.attacks(*from).contains(&square))
    }

    fn in_check(&self, side: Side) -> bool {
        let king = self.pieces_of(side).into_iter().find(|(_, piece)| piece.kind == Kind::King);
        king.is_some_and(|(square, _)| self.is_attacked(square, other(side)))
    }

    /// The pawn that promotes next, if one is due and a piece is lost.
    fn due(&self, side: Side) -> Option<Square> {
        let waits = &self.waits[index(side)];
        let due = waits.iter().find(|wait| wait.turns == 0).map(|wait| wait.square);
        due.filter(|_| !self.lost[index(side)].is_empty())
    }

    /// Puts a lost piece in the place of a pawn.
    fn promote(&mut self, square: Square, side: Side, kind: Kind) {
        let place = index(side);
        let found = self.lost[place].iter().position(|lost| *lost == kind).expect("a lost piece");
        self.lost[place].remove(found);
        self.waits[place].retain(|wait| wait.square != square);
        self.put(square, Some(Piece { side, kind, promoted: true }));
    }

    /// The moves that promote.
    fn promotions(&self, square: Square, shows: &mut Vec<&'static str>) -> Vec<Move<Self>> {
        let mut kinds = self.lost[index(self.side)].clone();
        kinds.sort();
        kinds.dedup();
        if kinds.len() > 1 {
            shows.push("due promotion with a choice");
        }
        let mut moves = Vec::new();
        for kind in kinds {
            let mut after = self.clone();
            after.promote(square, self.side, kind);
            after.promoted = true;
            let mut move_shows = vec!["due promotion"];
            if self.in_check(self.side) {
                move_shows.push("due promotion in check");
            }
            if after.in_check(other(self.side)) {
                move_shows.push("promotion that attacks the enemy king");
            }
            let text = format!("{}={}", written(square), kind.letter());
            // pawns arrive one by one, and whoever is due takes what is lost at once: never two in a turn
            assert_eq!(after.due(self.side), None, "{}", self.fen());
            moves.push(Move { text, weight: 1, after, shows: move_shows });
        }
        moves
    }

    /// Gives the turn to the other side.
    fn pass(&mut self) {
        self.side = other(self.side);
        self.promoted = false;
        for wait in &mut self.waits[index(self.side)] {
            wait.turns = wait.turns.saturating_sub(1);
        }
    }

    /// Notes that a piece has been taken, which may promote a pawn of its side; what it shows.
    fn lose(&mut self, piece: Piece) -> Vec<&'static str> {
        let mut shows = Vec::new();
        if piece.kind == Kind::Pawn {
            return shows;
        }
        if piece.promoted {
            shows.push("promoted piece taken, and lost again");
        }
        let place = index(piece.side);
        let stalled = self.waits[place].iter().filter(|wait| wait.turns == 0).count();
        if self.waits[place].iter().any(|wait| wait.turns == 1) {
            shows.push("lost just before the wait is over");
        }
        self.lost[place].push(piece.kind);
        if let Some(square) = self.due(piece.side) {
            assert_eq!(self.lost[place].len(), 1, "whoever is due has found nothing lost");
            self.promote(square, piece.side, piece.kind);
            shows.push("promotion by itself");
            if stalled > 1 {
                shows.push("promotion by itself, one of several");
            }
        }
        shows
    }

    /// A move from square to square, legal or not.
    fn moved(&self, from: Square, to: Square) -> Move<Self> {
        let piece = self.at(from).expect("a piece");
        let pawn = piece.kind == Kind::Pawn;
        let mut after = self.clone();
        let mut shows = Vec::new();
        let mut weight = 1;
        let mut taken = self.at(to);
        if pawn && taken.is_none() && from.0 != to.0 {
            shows.push("en passant");
            if self.promoted {
                shows.push("en passant after a promotion in the same turn");
            }
            let beside = (to.0, from.1);
            taken = self.at(beside);
            after.put(beside, None);
            weight = 30;
        }
        after.put(from, None);
        after.put(to, Some(piece));
        after.idle = if pawn || taken.is_some() { 0 } else { self.idle + 1 };
        after.passed = None;
        if let Some(taken) = taken {
            weight += 5;
            shows.extend(after.lose(taken));
        }
        if pawn {
            weight += 3;
            if (to.1 - from.1).abs() == 2 {
                shows.push("double step");
                after.passed = Some((from.0, (from.1 + to.1) / 2));
                weight += 3;
            }
            if to.1 == rank_of(piece.side, 8) {
                shows.push("pawn reaches the last rank");
                after.waits[index(piece.side)].push(Wait { square: to, turns: 3 });
                weight += 8;
            }
        }
        after.pass();
        Move { text: written(from) + &written(to), weight, after, shows }
    }

    /// The target squares of a piece, castling apart and its own king's safety too.
    fn targets(&self, from: Square, shows: &mut Vec<&'static str>) -> Vec<Square> {
        let piece = self.at(from).expect("a piece");
        let mut targets = Vec::new();
        if self.is_immune(from) {
            shows.push("pawn that waits");
            return targets;
        }
        for to in self.attacks(from) {
            match self.at(to) {
                Some(taken) if taken.side == piece.side && self.is_immune(to) => {
                    shows.push("own waiting pawn in the way");
                }
                Some(taken) if taken.side == piece.side || taken.kind == Kind::King => {}
                Some(_) if self.is_immune(to) => shows.push("immune piece attacked"),
                Some(_) => targets.push(to),
                None if piece.kind != Kind::Pawn || self.passed == Some(to) => targets.push(to),
                None => {}
            }
        }
        if piece.kind == Kind::Pawn {
            let one = (from.0, from.1 + forward(piece.side));
            let two = (from.0, from.1 + 2 * forward(piece.side));
            if self.at(one).is_none() {
                targets.push(one);
                if from.1 == rank_of(piece.side, 2) && self.at(two).is_none() {
                    targets.push(two);
                }
            }
        }
        targets
    }

    /// The legal castling moves.
    fn castlings(&self, shows: &mut Vec<&'static str>) -> Vec<Move<Self>> {
        let home = rank_of(self.side, 1);
        let king = (6, home);
        let mut moves = Vec::new();
        for (file, king_to, rook_to, name) in
            [(1, 3, 4, "castling to the a-side"), (12, 10, 9, "castling to the l-side")]
        {
            let rook = (file, home);
            if !self.unmoved.contains(&king) || !self.unmoved.contains(&rook) {
                if self.unmoved.contains(&king) {
                    shows.push("rook has moved, king has not");
                }
                continue;
            }
            let all: Vec<Square> = (file.min(6)..=file.max(6)).map(|file| (file, home)).collect();
            let between: Vec<Square> = all[1..all.len() - 1].to_vec();
            let attacked = |square: &Square| self.is_attacked(*square, other(self.side));
            if between.iter().any(|square| self.at(*square).is_some()) {
                let barring: Vec<&Square> =
                    between.iter().filter(|square| self.at(**square).is_some()).collect();
                if barring.iter().all(|square| self.is_immune(**square)) && !all.iter().any(attacked) {
                    shows.push("castling refused: a waiting pawn stands between");
                }
                continue;
            }
            if all.iter().any(attacked) {
                shows.push("castling refused: a square is attacked");
                let way = (king_to.min(6)..=king_to.max(6)).map(|file| (file, home));
                if !way.into_iter().any(|square| attacked(&square)) {
                    shows.push("castling refused: the rook or a square beyond the king's way is attacked");
                }
                continue;
            }
            let mut mv = self.moved(king, (king_to, home));
            mv.after.put((rook_to, home), self.at(rook));
            mv.after.put(rook, None);
            mv.shows.push(name);
            mv.weight = 15;
            moves.push(mv);
        }
        moves
    }

    /// Returns `true` if a move leaves its own king attacked.
    fn exposes(&self, mv: &Move<Self>) -> bool {
        mv.after.in_check(self.side)
    }

    /// The same move if nothing promoted by itself.
    fn would_expose_without_promotion(&self, from: Square, to: Square) -> bool {
        let mut plain = self.clone();
        plain.waits[index(other(self.side))].clear();
        plain.exposes(&plain.moved(from, to))
    }
}

impl Position for Spiel {
    fn moves(&self, shows: &mut Vec<&'static str>) -> Vec<Move<Self>> {
        if let Some(square) = self.due(self.side) {
            return self.promotions(square, shows);
        }
        if self.waits[index(self.side)].iter().any(|wait| wait.turns == 0) {
            shows.push("due, but nothing is lost");
        }
        let mut moves = self.castlings(shows);
        for (from, _) in self.pieces_of(self.side) {
            for to in self.targets(from, shows) {
                let mut mv = self.moved(from, to);
                if !self.exposes(&mv) {
                    if mv.after.in_check(mv.after.side) {
                        mv.weight += 12;
                    }
                    moves.push(mv);
                } else if mv.shows.contains(&"promotion by itself")
                    && !self.would_expose_without_promotion(from, to)
                {
                    shows.push("capture refused: the promotion it brings attacks the king");
                } else if mv.shows.contains(&"en passant") {
                    shows.push("en passant refused: check");
                }
            }
        }
        if moves.is_empty() && self.promoted {
            shows.push("no move after a promotion");
        }
        moves
    }

    fn end(&self, stuck: bool) -> Option<Ending> {
        if !stuck {
            return None;
        }
        Some(if self.in_check(self.side) {
            Ending { winner: Some(other(self.side)), reason: "checkmate" }
        } else {
            Ending { winner: None, reason: "stalemate" }
        })
    }

    fn side(&self) -> Side {
        self.side
    }

    fn idle(&self) -> u32 {
        self.idle
    }

    fn identity(&self) -> String {
        let castles = |side: Side, file: i32| {
            let home = rank_of(side, 1);
            self.unmoved.contains(&(6, home)) && self.unmoved.contains(&(file, home))
        };
        let rights = [(Side::White, 1), (Side::White, 12), (Side::Black, 1), (Side::Black, 12)]
            .map(|(side, file)| castles(side, file));
        let moves = self.moves(&mut Vec::new());
        let passing = self.passed.filter(|_| moves.iter().any(|mv| mv.shows.contains(&"en passant")));
        let lost = self.lost.clone().map(|mut lost| {
            lost.sort();
            lost
        });
        format!("{} {rights:?} {passing:?} {lost:?} {:?}", self.fen(), self.waits)
    }

    fn placement(&self) -> String {
        placement(12, 8, |file, rank| {
            let piece = self.at((file, rank))?;
            let letter = piece.kind.letter();
            Some(if piece.side == Side::White { letter.to_ascii_uppercase() } else { letter })
        })
    }
}
