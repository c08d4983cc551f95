//! A game of a batch: a position, its legal moves with their numbers, and what must be known of its past.

use super::numbering::{ActionSpace, NONE, Scratch};
use super::planes::ObservationSpace;
use crate::game::ErasedPosition;
use crate::model::pieces::Side;
use crate::moves::List;
use crate::play::History;
use crate::search::Dice;

/// A game without unmaking of moves.
#[derive(Debug)]
pub(super) struct Seat {
    board: Box<dyn ErasedPosition>,
    list: List,
    numbers: Vec<u32>,
    /// True if each legal move has a number.
    all_numbered: bool,
    /// The hashes of all positions of the game, the present one included.
    keys: Vec<u64>,
    idle: u32,
    occurrences: u32,
    dice: Dice,
    /// The numbers whose places in the mask are set.
    shown: Vec<u32>,
}

/// The state in which a ply leaves a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// It goes on.
    Open,
    /// It has ended: the winner.
    Ended(Option<Side>),
    /// It has no end by the rules, but no legal move, or too many plies.
    Stopped,
}

impl Seat {
    /// Creates a game at its start.
    pub(super) fn new(space: &ActionSpace, scratch: &mut Scratch, seed: u64) -> Self {
        let mut board = space.variant().start().stand().0.copy();
        board.settle();
        let mut seat = Self {
            board,
            list: List::default(),
            numbers: Vec::new(),
            all_numbered: true,
            keys: Vec::new(),
            idle: 0,
            occurrences: 1,
            dice: Dice::new(seed),
            shown: Vec::new(),
        };
        seat.restart(space, scratch);
        seat
    }

    /// Begins again, with a seed.
    pub(super) fn begin(&mut self, space: &ActionSpace, scratch: &mut Scratch, seed: u64) {
        self.dice = Dice::new(seed);
        self.restart(space, scratch);
    }

    /// Begins again.
    pub(super) fn restart(&mut self, space: &ActionSpace, scratch: &mut Scratch) {
        self.board.go_home();
        self.keys.clear();
        self.keys.push(self.board.key());
        (self.idle, self.occurrences) = (0, 1);
        self.list_moves(space, scratch);
    }

    fn list_moves(&mut self, space: &ActionSpace, scratch: &mut Scratch) {
        self.board.moves_into(&mut self.list);
        space.numbers_into(&*self.board, &self.list, scratch, &mut self.numbers);
        self.all_numbered = !self.numbers.contains(&NONE);
    }

    /// Returns the side to move.
    pub(super) fn side(&self) -> Side {
        self.board.side()
    }

    /// Returns the legal actions.
    pub(super) fn legal(&self) -> impl Iterator<Item = u32> + '_ {
        self.numbers.iter().copied().filter(|number| *number != NONE)
    }

    /// Returns the place of an action among the legal moves.
    pub(super) fn place(&self, action: u32) -> Option<usize> {
        self.numbers.iter().position(|&number| number == action && number != NONE)
    }

    /// Returns a random legal action; `None` if there is none.
    pub(super) fn by_chance(&mut self) -> Option<u32> {
        if self.all_numbered {
            let at = self.dice.below(self.numbers.len() as u64) as usize;
            return self.numbers.get(at).copied();
        }
        let count = self.legal().count() as u64;
        let at = self.dice.below(count) as usize;
        self.legal().nth(at)
    }

    /// Plays a legal move by its place.
    pub(super) fn play(
        &mut self,
        (space, scratch): (&ActionSpace, &mut Scratch),
        place: usize,
        most_plies: usize,
    ) -> Left {
        self.idle = self.board.advance(self.list.moves[place], &self.list, self.idle);
        let key = self.board.key();
        self.occurrences = 1 + self.keys.iter().filter(|&&known| known == key).count() as u32;
        self.keys.push(key);
        let since = match self.occurrences {
            1 => &[],
            _ => {
                let first = self.keys.iter().position(|&known| known == key).unwrap_or_default();
                &self.keys[first + 1..]
            }
        };
        let checking = self.board.checking(since);
        let chasing = self.board.chasing(self.occurrences, since.len());
        let history =
            History { occurrences: self.occurrences, idle: self.idle, checking, chasing, judges_dead: true };
        if let Some((_, winner)) = self.board.end(Some(history)) {
            return Left::Ended(winner);
        }
        self.list_moves(space, scratch);
        let stopped = self.keys.len() > most_plies || self.legal().next().is_none();
        if stopped { Left::Stopped } else { Left::Open }
    }

    /// Writes the legal actions into a mask that has those written before, or none.
    pub(super) fn mask(&mut self, mask: &mut [bool]) {
        for &number in &self.shown {
            mask[number as usize] = false;
        }
        self.shown.clear();
        for &number in self.numbers.iter().filter(|number| **number != NONE) {
            mask[number as usize] = true;
            self.shown.push(number);
        }
    }

    /// Forgets what has been written into a mask: the next one is empty.
    pub(super) fn new_mask(&mut self) {
        self.shown.clear();
    }

    /// Writes the observation.
    pub(super) fn observe(&self, planes: &ObservationSpace, observation: &mut [u8]) {
        planes.fill(&*self.board, (self.idle, self.occurrences), observation);
    }

    /// Returns the position as a FEN.
    pub(super) fn fen(&self) -> String {
        let number = 1 + (self.keys.len() as u32 - 1) / 2;
        self.board.fen(crate::play::fen::Clocks { idle: self.idle, number })
    }
}
