//! Fast look-ahead without move notation or history.

use super::erased::Board;
use super::session::GameResult;
use crate::model::men::Side;
use crate::moves::List;
use crate::moves::Move;

/// The legal moves of one position of an [`Explorer`]. Its memory is reused whenever it is filled.
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
/// let (mut explorer, mut steps) = (game.explorer(), ferz::Steps::default());
/// explorer.list(&mut steps);
/// let mate = (0..steps.len()).find(|&index| {
///     explorer.make(&steps, index);
///     let mates = explorer.result().is_some_and(|result| result.reason == "checkmate");
///     explorer.unmake();
///     mates
/// });
/// assert_eq!(game.coordinates(steps.as_slice()[mate.unwrap()]), "a1a8");
/// # Ok::<(), ferz::LoadError>(())
/// ```
#[derive(Debug)]
pub struct Explorer {
    board: Box<dyn Board>,
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
    /// Creates a explorer of a position.
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

    /// Unmakes the last move; `false` where the explorer began.
    pub fn unmake(&mut self) -> bool {
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

    /// Counts perft nodes with a explorer, with a list for each depth.
    fn paths(explorer: &mut Explorer, depth: usize, lists: &mut [Steps]) -> u64 {
        let Some((steps, rest)) = lists.split_first_mut().filter(|_| depth > 0) else { return 1 };
        explorer.list(steps);
        let mut nodes = 0;
        for index in 0..steps.len() {
            explorer.make(steps, index);
            nodes += paths(explorer, depth - 1, rest);
            assert!(explorer.unmake());
        }
        nodes
    }

    #[test]
    fn a_scout_goes_every_path_and_comes_back() {
        for name in builtin_games() {
            let mut game = Variant::load(name, &[]).expect("a built-in game").start();
            let first = game.steps()[0];
            game.play_step(first).expect("a legal move");
            let mut explorer = game.explorer();
            assert_eq!(
                paths(&mut explorer, 3, &mut vec![Steps::default(); 3]),
                game.perft(3, true),
                "{name}"
            );
            assert!(!explorer.unmake(), "{name}: a explorer does not go back beyond its beginning");
        }
    }

    #[test]
    fn restarting_is_taking_everything_back() {
        let game = Variant::load(builtin_games()[0], &[]).expect("a built-in game").start();
        let (mut explorer, mut steps) = (game.explorer(), Steps::default());
        explorer.list(&mut steps);
        let before = steps.as_slice().to_vec();
        explorer.make(&steps, 0);
        explorer.restart();
        explorer.list(&mut steps);
        assert_eq!((steps.as_slice(), explorer.unmake()), (&before[..], false));
    }

    #[test]
    #[should_panic = "of another position"]
    fn a_list_of_another_position_is_refused() {
        let game = Variant::load(builtin_games()[0], &[]).expect("a built-in game").start();
        let (mut explorer, mut steps) = (game.explorer(), Steps::default());
        explorer.list(&mut steps);
        explorer.make(&steps, 0);
        explorer.unmake();
        explorer.make(&steps, 1);
        explorer.make(&steps, 0);
    }
}
