//! Fast look-ahead without move notation or history.

use super::erased::Board;
use super::session::GameResult;
use crate::model::men::Side;
use crate::moves::List;
use crate::moves::Move;

/// The legal moves of one position of a [`Scout`]. Its memory is reused whenever it is filled.
#[derive(Clone, Debug, Default)]
pub struct Steps {
    list: List,
    /// The number of the position.
    position: u64,
}

impl Steps {
    /// The moves.
    pub fn as_slice(&self) -> &[Move] {
        &self.list.steps
    }

    /// Returns the number of moves.
    pub fn len(&self) -> usize {
        self.list.steps.len()
    }

    /// Returns `true` if there are no moves.
    pub fn is_empty(&self) -> bool {
        self.list.steps.is_empty()
    }
}

/// Looks ahead of a [`Game`](crate::Game), for searches and random games: it makes and unmakes moves fast and keeps no history, so that
/// repetition and idle play end nothing.
///
/// ```
/// let game = ferz::Variant::load("chess", &[])?.position("6k1/5ppp/8/8/8/8/8/R6K w").unwrap();
/// let (mut scout, mut steps) = (game.scout(), ferz::Steps::default());
/// scout.list(&mut steps);
/// let mate = (0..steps.len()).find(|&index| {
///     scout.make(&steps, index);
///     let mates = scout.result().is_some_and(|result| result.reason == "checkmate");
///     scout.unmake();
///     mates
/// });
/// assert_eq!(game.coordinates(steps.as_slice()[mate.unwrap()]), "a1a8");
/// # Ok::<(), ferz::LoadError>(())
/// ```
#[derive(Debug)]
pub struct Scout {
    board: Box<dyn Board>,
    /// The numbers of the positions from the start to here.
    way: Vec<u64>,
    /// The number of positions so far.
    positions: u64,
}

impl Clone for Scout {
    fn clone(&self) -> Self {
        Self { board: self.board.copy(), way: self.way.clone(), positions: self.positions }
    }
}

impl Scout {
    /// Creates a scout of a position.
    pub(super) fn new(mut board: Box<dyn Board>) -> Self {
        board.settle();
        Self { board, way: vec![0], positions: 0 }
    }

    /// Returns the side to move.
    pub fn side(&self) -> Side {
        self.board.side()
    }

    /// Returns the result of the game, if it is over; ends about history don't apply.
    pub fn result(&self) -> Option<GameResult> {
        let (reason, winner) = self.board.end(None)?;
        Some(GameResult { winner, reason: reason.to_owned() })
    }

    /// Replaces the contents of `steps` with the legal moves; none when the game is over.
    pub fn list(&self, steps: &mut Steps) {
        self.board.list_into(&mut steps.list);
        steps.position = self.position();
    }

    /// Makes a move of a list of this position.
    ///
    /// # Panics
    /// If the list has no such move, or belongs to another position.
    pub fn make(&mut self, steps: &Steps, index: usize) {
        assert_eq!(steps.position, self.position(), "the moves are of another position");
        self.board.go(steps.list.steps[index], &steps.list.changes);
        self.positions += 1;
        self.way.push(self.positions);
    }

    /// Unmakes the last move; `false` where the scout began.
    pub fn unmake(&mut self) -> bool {
        self.board.back() && self.way.pop().is_some()
    }

    /// Returns to where the scout began.
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

    /// Counts perft nodes with a scout, with a list for each depth.
    fn paths(scout: &mut Scout, depth: usize, lists: &mut [Steps]) -> u64 {
        let Some((steps, rest)) = lists.split_first_mut().filter(|_| depth > 0) else { return 1 };
        scout.list(steps);
        let mut nodes = 0;
        for index in 0..steps.len() {
            scout.make(steps, index);
            nodes += paths(scout, depth - 1, rest);
            assert!(scout.unmake());
        }
        nodes
    }

    #[test]
    fn a_scout_goes_every_path_and_comes_back() {
        for name in builtin_games() {
            let mut game = Variant::load(name, &[]).expect("a built-in game").start();
            let first = game.steps()[0];
            game.play_step(first).expect("a legal move");
            let mut scout = game.scout();
            assert_eq!(paths(&mut scout, 3, &mut vec![Steps::default(); 3]), game.perft(3, true), "{name}");
            assert!(!scout.unmake(), "{name}: a scout does not go back beyond its beginning");
        }
    }

    #[test]
    fn restarting_is_taking_everything_back() {
        let game = Variant::load(builtin_games()[0], &[]).expect("a built-in game").start();
        let (mut scout, mut steps) = (game.scout(), Steps::default());
        scout.list(&mut steps);
        let before = steps.as_slice().to_vec();
        scout.make(&steps, 0);
        scout.restart();
        scout.list(&mut steps);
        assert_eq!((steps.as_slice(), scout.unmake()), (&before[..], false));
    }

    #[test]
    #[should_panic = "of another position"]
    fn a_list_of_another_position_is_refused() {
        let game = Variant::load(builtin_games()[0], &[]).expect("a built-in game").start();
        let (mut scout, mut steps) = (game.scout(), Steps::default());
        scout.list(&mut steps);
        scout.make(&steps, 0);
        scout.unmake();
        scout.make(&steps, 1);
        scout.make(&steps, 0);
    }
}
