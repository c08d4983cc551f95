//! Fast look-ahead without move notation or history.

use super::erased::ErasedPosition;
use super::moves::Move;
use super::outcome::Outcome;
use crate::model::pieces::Side;
use crate::moves::List;

/// The legal moves of one position of an [`Explorer`], in a form that is fast to make. Its memory is reused whenever it is filled.
#[derive(Clone, Debug, Default)]
pub struct MoveList {
    list: List,
    /// The number of the position.
    position: u64,
}

impl MoveList {
    /// Creates an empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of moves.
    pub fn len(&self) -> usize {
        self.list.moves.len()
    }

    /// Returns `true` if there are no moves.
    pub fn is_empty(&self) -> bool {
        self.list.moves.is_empty()
    }
}

/// Fast look-ahead from a [`Position`](crate::Position), for searches and random games: it makes and unmakes millions of moves a second by
/// their index in a list, and keeps no history, so that repetition and moves without progress don't end games.
///
/// ```
/// use ferz::{MoveList, Variant};
/// let position = Variant::load("chess", &[])?.position("6k1/5ppp/8/8/8/8/8/R6K w").unwrap();
/// let (mut explorer, mut moves) = (position.explorer(), MoveList::new());
/// explorer.legal_moves(&mut moves);
/// let mate = (0..moves.len()).find(|&index| {
///     explorer.play(&moves, index);
///     let mates = explorer.outcome().is_some_and(|outcome| outcome.reason == "checkmate");
///     explorer.undo();
///     mates
/// });
/// assert_eq!(explorer.describe(&moves, mate.unwrap()).to_string(), "a1a8");
/// # Ok::<(), ferz::LoadError>(())
/// ```
#[derive(Debug)]
pub struct Explorer {
    board: Box<dyn ErasedPosition>,
    /// The numbers of the positions from the start to here.
    way: Vec<u64>,
    /// The number of positions so far.
    positions: u64,
}

impl Clone for Explorer {
    fn clone(&self) -> Self {
        Self { board: self.board.copy(), way: self.way.clone(), positions: self.positions }
    }
}

impl Explorer {
    /// Creates an explorer of a position.
    pub(super) fn new(mut board: Box<dyn ErasedPosition>) -> Self {
        board.settle();
        Self { board, way: vec![0], positions: 0 }
    }

    /// Returns the side to move.
    pub fn side_to_move(&self) -> Side {
        self.board.side()
    }

    /// Returns the outcome, if a rule ends the game here; rules about history don't.
    pub fn outcome(&self) -> Option<Outcome> {
        let (reason, winner) = self.board.end(None)?;
        Some(Outcome { winner, reason: reason.to_owned() })
    }

    /// Replaces the contents of a list with the legal moves; none when the game is over.
    pub fn legal_moves(&self, moves: &mut MoveList) {
        self.board.list_into(&mut moves.list);
        moves.position = self.position();
    }

    /// Returns a move of a list of this position as a value.
    ///
    /// # Panics
    /// If the list has no such move, or belongs to another position.
    pub fn describe(&self, moves: &MoveList, index: usize) -> Move {
        self.check(moves);
        self.board.describe(moves.list.moves[index])
    }

    /// Plays a move of a list of this position.
    ///
    /// # Panics
    /// If the list has no such move, or belongs to another position.
    pub fn play(&mut self, moves: &MoveList, index: usize) {
        self.check(moves);
        self.board.go(moves.list.moves[index], &moves.list.changes);
        self.positions += 1;
        self.way.push(self.positions);
    }

    fn check(&self, moves: &MoveList) {
        assert_eq!(moves.position, self.position(), "the moves belong to another position");
    }

    /// Takes back the last move; returns `false` in the position where the explorer began.
    pub fn undo(&mut self) -> bool {
        self.board.back() && self.way.pop().is_some()
    }

    /// Returns to where the explorer began.
    pub fn restart(&mut self) {
        self.board.go_home();
        self.way.truncate(1);
    }

    fn position(&self) -> u64 {
        self.way.last().copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Variant, builtin_games};

    /// Counts perft nodes with an explorer, with a list for each depth.
    fn paths(explorer: &mut Explorer, depth: usize, lists: &mut [MoveList]) -> u64 {
        let Some((moves, rest)) = lists.split_first_mut().filter(|_| depth > 0) else { return 1 };
        explorer.legal_moves(moves);
        let mut nodes = 0;
        for index in 0..moves.len() {
            explorer.play(moves, index);
            nodes += paths(explorer, depth - 1, rest);
            assert!(explorer.undo());
        }
        nodes
    }

    #[test]
    fn an_explorer_goes_every_path_and_comes_back() {
        for name in builtin_games() {
            let mut game = Variant::load(name, &[]).expect("a built-in game").start();
            let first = game.legal_moves()[0].clone();
            game.play(&first).expect("a legal move");
            let mut explorer = game.explorer();
            let counted = paths(&mut explorer, 3, &mut vec![MoveList::new(); 3]);
            assert_eq!(counted, game.position().perft(3), "{name}");
            assert!(!explorer.undo(), "{name}: an explorer does not go back beyond its beginning");
        }
    }

    #[test]
    fn restarting_is_taking_everything_back() {
        let game = Variant::load(builtin_games()[0], &[]).expect("a built-in game").start();
        let (mut explorer, mut moves) = (game.explorer(), MoveList::new());
        explorer.legal_moves(&mut moves);
        let before = moves.list.moves.clone();
        explorer.play(&moves, 0);
        explorer.restart();
        explorer.legal_moves(&mut moves);
        assert_eq!((&moves.list.moves, explorer.undo()), (&before, false));
    }

    #[test]
    #[should_panic = "belong to another position"]
    fn a_list_of_another_position_is_refused() {
        let game = Variant::load(builtin_games()[0], &[]).expect("a built-in game").start();
        let (mut explorer, mut moves) = (game.explorer(), MoveList::new());
        explorer.legal_moves(&mut moves);
        explorer.play(&moves, 0);
        explorer.undo();
        explorer.play(&moves, 1);
        explorer.play(&moves, 0);
    }
}
