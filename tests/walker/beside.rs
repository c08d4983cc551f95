//! Puts the walk beside ferz: one game for a movement, and positions in which both say what the side to move may do.

use std::collections::BTreeSet;

use ferz::{Move, MoveKind, Piece, PieceType, Position, Setup, Side, Square, Variant};

use super::terms::{Path, read};
use super::walk::{self, Board, outcomes};

/// The movement of the second type of piece.
const PLAIN: &str = "W";

/// A game in which one type of piece has a movement and another goes one step; no piece is royal.
pub(crate) struct Pair {
    variant: Variant,
    kinds: [PieceType; 2],
    movements: [Vec<Path>; 2],
    start: Position,
    /// True if pieces may be set down, so that the whole board after a move is looked at.
    unloads: bool,
}

/// A move as both describe it: the squares from and to, those where pieces were taken, and the board after it where that is looked at.
type Told = (usize, usize, BTreeSet<usize>, Option<Vec<Option<(bool, usize)>>>);

impl Pair {
    pub(crate) fn new(moves: &str, files: usize, ranks: usize) -> Result<Self, String> {
        let row = if files > 1 { format!("M P {}", ". ".repeat(files - 2)) } else { "M".to_owned() };
        let text = |capture: &str| {
            format!(
                "[game]\nname = \"Walks\"\n[board]\nfiles = {files}\nranks = {ranks}\n[pieces]\n\
                 mover = {{ letter = \"M\", moves = \"{moves}\" }}\nplain = {{ letter = \"P\", moves = \"{PLAIN}\" }}\n\
                 [setup]\nwhite = [\"{row}\"]\n{capture}[end.stuck]\nlose = \"no move\"\n",
            )
        };
        // the jumps of draughts come in chains, of which the notation knows nothing
        let variant = Variant::from_text("walks.toml", &text("[capture]\nchains = \"may stop\"\n"), &[])
            .or_else(|_| Variant::from_text("walks.toml", &text(""), &[]))
            .map_err(|error| error.to_string())?;
        let kind = |name| variant.piece_type(name).ok_or_else(|| format!("no {name}"));
        let kinds = [kind("mover")?, kind("plain")?];
        let start = variant.start_position();
        let movements = [read(moves)?, read(PLAIN)?];
        Ok(Self { variant, kinds, movements, start, unloads: moves.contains('u') })
    }

    /// Says on every piece whether it has moved: it has not where the game begins with it.
    pub(crate) fn know(&self, board: &mut Board) {
        for at in 0..board.squares.len() {
            let set_up = self.start.piece_at(square(board.files, at));
            if let Some(piece) = &mut board.squares[at] {
                piece.moved = set_up != Some(self.piece(*piece));
            }
        }
    }

    fn piece(&self, piece: walk::Piece) -> Piece {
        Piece {
            piece_type: self.kinds[piece.kind],
            side: if piece.white { Side::White } else { Side::Black },
        }
    }

    /// Compares the moves of a side; `None` where it is open what a move does, or where ferz can't list so many.
    pub(crate) fn compare(&self, board: &Board, white: bool) -> Option<Result<usize, String>> {
        let mut wanted = BTreeSet::new();
        for from in
            (0..board.squares.len()).filter(|at| board.squares[*at].is_some_and(|piece| piece.white == white))
        {
            for outcome in outcomes(board, from, &self.movements)? {
                let mut after: Vec<Option<(bool, usize)>> =
                    board.squares.iter().map(|piece| piece.map(|piece| (piece.white, piece.kind))).collect();
                let mover = after[outcome.from].take();
                let put = outcome.put.map(|(victim, onto)| (after[victim], onto));
                outcome.taken.iter().for_each(|at| after[*at] = None);
                after[outcome.to] = mover;
                if let Some((piece, onto)) = put {
                    after[onto] = piece;
                }
                let lost = outcome.put.map(|(victim, _)| victim);
                let taken = outcome.taken.into_iter().filter(|at| Some(*at) != lost).collect();
                wanted.insert((outcome.from, outcome.to, taken, self.unloads.then_some(after)));
            }
        }
        let position = self.position(board, white);
        if position.overflow().is_some() {
            return None;
        }
        let mut moves = position.legal_moves();
        moves.retain(|mv| mv.kind() != MoveKind::Chain || mv.captures().len() == 1);
        let told: BTreeSet<Told> = moves.iter().map(|mv| self.told(board, &position, mv)).collect();
        if told == wanted {
            let twice = moves.len() - told.len();
            return Some(if twice == 0 {
                Ok(moves.len())
            } else {
                Err(format!("{position}: {twice} moves twice"))
            });
        }
        let missing: Vec<String> = wanted.difference(&told).take(4).map(|told| words(board, told)).collect();
        let more: Vec<String> = told.difference(&wanted).take(4).map(|told| words(board, told)).collect();
        Some(Err(format!("{position}: ferz lacks {missing:?} and has {more:?} besides")))
    }

    fn position(&self, board: &Board, white: bool) -> Position {
        let side = if white { Side::White } else { Side::Black };
        let pieces = board.squares.iter().enumerate().filter_map(|(at, piece)| Some((at, (*piece)?)));
        let empty = Setup::empty(&self.variant).side_to_move(side);
        let set_up =
            pieces.fold(empty, |set_up, (at, piece)| set_up.put(square(board.files, at), self.piece(piece)));
        set_up.finish().unwrap_or_else(|error| panic!("{error}"))
    }

    fn told(&self, board: &Board, position: &Position, mv: &Move) -> Told {
        let number = |square: Square| usize::from(square.rank()) * board.files + usize::from(square.file());
        let [from, to] = [mv.from(), mv.to()].map(|square| square.map_or(usize::MAX, number));
        let taken = mv.captures().iter().map(|(square, _)| number(*square)).collect();
        let after = self.unloads.then(|| {
            let mut after = position.clone();
            after.play(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
            let piece =
                |piece: Piece| (piece.side == Side::White, usize::from(piece.piece_type == self.kinds[1]));
            (0..board.squares.len()).map(|at| after.piece_at(square(board.files, at)).map(piece)).collect()
        });
        (from, to, taken, after)
    }
}

fn words(board: &Board, (from, to, taken, after): &Told) -> String {
    let name = |at: usize| square(board.files, at).to_string();
    let taken: Vec<String> = taken.iter().map(|at| name(*at)).collect();
    let changed = after.iter().flatten().enumerate().filter_map(|(at, piece)| {
        let before = board.squares[at].map(|piece| (piece.white, piece.kind));
        let letter = match piece {
            None => '.',
            Some((white, kind)) => ["pm", "PM"][usize::from(*white)].chars().nth(1 - kind).unwrap_or('?'),
        };
        (before != *piece).then(|| format!("{}={letter}", name(at)))
    });
    let changed: Vec<String> = changed.collect();
    format!("{}{} x[{}] {}", name(*from), name(*to), taken.join(" "), changed.join(" "))
}

/// The square with a number, on a board of so many files.
pub(crate) fn square(files: usize, at: usize) -> Square {
    let [file, rank] = [at % files, at / files].map(|n| u8::try_from(n).unwrap_or(u8::MAX));
    Square::new(file, rank).unwrap_or_else(|| panic!("no square {at}"))
}
