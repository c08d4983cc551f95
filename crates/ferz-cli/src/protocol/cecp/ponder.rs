//! Pondering: thinking on the opponent's time, about the move that is expected.

use ferz::{Limits, Move, Pondering, SearchRequest, SearchResult};

use super::words::thinking;
use super::{Aim, Cecp};

/// A move expected of the opponent.
#[derive(Clone, Debug)]
pub(super) struct Expected {
    pub(super) mv: Move,
    pondering: Pondering,
    /// The result of thinking about it, if that has ended before the move was made.
    pub(super) found: Option<SearchResult>,
}

impl Cecp {
    /// Handles `hard` and `easy`.
    pub(super) fn set_pondering(&mut self, on: bool) {
        self.manner.ponders = on;
        if !on && self.aim == Aim::Ponder {
            self.halt();
        }
    }

    /// Ponders the position after the opponent's expected move, if that is wanted and nothing else is to be done.
    pub(super) fn ponder(&mut self, reply: Option<&Move>) {
        let free = self.manner.ponders && self.aim == Aim::Nothing && !self.analysing;
        let waits = self.side == Some(self.desk.game.side_to_move().other());
        let Some(mv) = reply.filter(|_| free && waits) else { return };
        let mut game = self.desk.game.clone();
        if game.play(mv).is_err() || game.outcome().is_some() || Some(game.side_to_move()) != self.side {
            return;
        }
        let (pondering, post) = (Pondering::default(), self.manner.post);
        let (limits, told) = (Limits { depth: self.manner.depth, ..Limits::default() }, pondering.clone());
        let ask = SearchRequest { limits, pondering: Some(pondering.clone()), ..SearchRequest::default() };
        // until the move is made, output would be about a position that is not on the board
        self.desk.think_of(game, ask, move |insight| (post && told.is_hit()).then(|| thinking(insight)));
        (self.aim, self.expected) = (Aim::Ponder, Some(Expected { mv: mv.clone(), pondering, found: None }));
    }

    /// If a move is the expected one, goes on thinking on its own time.
    pub(super) fn hit(&mut self, text: &str) -> bool {
        let game = &self.desk.game;
        let same = |expected: &mut Expected| game.parse_move(text).is_ok_and(|mv| mv == expected.mv);
        let Some(expected) = self.expected.take_if(same) else { return false };
        if self.desk.game.play(&expected.mv).is_err() {
            return false;
        }
        self.aim = Aim::Play;
        match expected.found {
            Some(opinion) => self.done(opinion),
            None => expected.pondering.hit(self.limits()),
        }
        true
    }
}
