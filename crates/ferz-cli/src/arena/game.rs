//! One game between two players.

use std::time::{Duration, Instant};

use ferz::pgn::{Notation, Note, Record, Termination};
use ferz::{Game, Score, Side};

use super::adjudication::{Adjudication, Opinions};
use super::limits::{Allowance, PlayerLimits, Running};
use super::player::{Player, PlayerError, Reply};

/// The time to wait for an answer if no clock is running.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);
/// The maximum number of moves of a game by default: its rules need not end it.
const MOST_PLIES: usize = 2000;

/// The way in which a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ending {
    /// By the rules of the game.
    Rules,
    /// One side has given up.
    Resignation,
    /// By adjudication of the players' scores, or of the game's length.
    Adjudication,
    /// One side has used up its time.
    Time,
    /// One side broke the rules.
    Illegal,
    /// One side's program ended or stopped answering.
    Lost,
}

impl Ending {
    /// All ways.
    pub(crate) const ALL: [Self; 6] =
        [Self::Rules, Self::Resignation, Self::Adjudication, Self::Time, Self::Illegal, Self::Lost];

    /// Returns the value of the tag `Termination`.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Rules | Self::Resignation => "normal",
            Self::Adjudication => "adjudication",
            Self::Time => "time forfeit",
            Self::Illegal => "rules infraction",
            Self::Lost => "abandoned",
        }
    }

    /// Returns `true` if a player has forfeited a game that might have gone on.
    pub(crate) fn is_forfeit(self) -> bool {
        matches!(self, Self::Time | Self::Illegal | Self::Lost)
    }

    /// Returns its name in summaries.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Resignation => "resignation",
            Self::Adjudication => "adjudication",
            Self::Time => "time",
            Self::Illegal => "illegal",
            Self::Lost => "crash",
        }
    }
}

/// A game that is over.
#[derive(Clone, Debug)]
pub(crate) struct Finished {
    /// Its number, from 1.
    pub(crate) number: usize,
    /// The index of the player who had White.
    pub(crate) white: usize,
    pub(crate) winner: Option<Side>,
    pub(crate) ending: Ending,
    /// The reason in words.
    pub(crate) reason: String,
    pub(crate) plies: usize,
    pub(crate) record: Record,
}

/// Returns the points of the first player, in halves.
pub(crate) fn points(finished: &Finished) -> usize {
    match finished.winner {
        None => 1,
        Some(side) => 2 * usize::from((side as usize) == finished.white),
    }
}

/// The terms of all games of a match.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub(crate) adjudication: Adjudication,
    /// The time by which a player may exceed its own.
    pub(crate) margin: Duration,
}

/// The end of a game.
pub(super) struct Over {
    pub(super) winner: Option<Side>,
    pub(super) ending: Ending,
    pub(super) reason: String,
    /// The side whose player must be restarted.
    pub(super) broken: Option<Side>,
    /// True if the player can't have been set up for this game.
    unfit: bool,
}

impl Over {
    fn forfeit(side: Side, ending: Ending, reason: String) -> Self {
        let reason = format!("{}: {reason}", side.name());
        Self { winner: Some(side.other()), ending, reason, broken: Some(side), unfit: false }
    }

    /// A player that was not set up for this game.
    fn unfit(side: Side, reason: String) -> Self {
        Self { unfit: true, ..Self { reason, ..Self::forfeit(side, Ending::Illegal, String::new()) } }
    }
}

/// A game being played.
pub(super) struct MatchGame<'a> {
    /// White's player and Black's.
    pub(super) players: [&'a mut dyn Player; 2],
    pub(super) paces: [PlayerLimits; 2],
    pub(super) terms: Terms,
    pub(super) game: Game,
    /// The comment on each move, if there is one.
    remarks: Vec<Option<String>>,
    clocks: [Option<Running>; 2],
    opinions: Opinions,
    /// By side, whether its player has made a legal move.
    answered: [bool; 2],
}

impl<'a> MatchGame<'a> {
    pub(super) fn new(
        players: [&'a mut dyn Player; 2],
        paces: [PlayerLimits; 2],
        terms: Terms,
        game: Game,
    ) -> Self {
        let remarks = vec![Some("book".to_owned()); game.moves().len()];
        let clocks = paces.map(|pace| pace.clock.map(Running::new));
        Self {
            players,
            paces,
            terms,
            game,
            remarks,
            clocks,
            opinions: Opinions::default(),
            answered: [false; 2],
        }
    }

    /// Plays the game to its end.
    ///
    /// # Errors
    /// If a player can't play such a game, with its side.
    pub(super) fn play(&mut self) -> Result<Over, (Side, String)> {
        for side in Side::BOTH {
            match self.players[side as usize].begin(&self.game, &self.paces[side as usize]) {
                Ok(()) => {}
                Err(PlayerError::Unfit(words)) => return Err((side, words)),
                Err(PlayerError::Silent) => {
                    let reason = "it has not become ready for a game in time".to_owned();
                    return Ok(Over::forfeit(side, Ending::Lost, reason));
                }
                Err(trouble) => return Ok(self.judge(side, trouble, Duration::ZERO)),
            }
        }
        let over = loop {
            if let Some(over) = self.ended() {
                break over;
            }
            if let Err(over) = self.next_move() {
                break over;
            }
        };
        if let Some(side) = over.broken.filter(|_| over.unfit) {
            return Err((side, over.reason));
        }
        let outcome = over.winner.map_or(Termination::Draw, Termination::win).word();
        for side in Side::BOTH.into_iter().filter(|side| over.broken != Some(*side)) {
            self.players[side as usize].end(outcome);
        }
        Ok(over)
    }

    /// Returns the result if the game is over, by its rules or by those of the match.
    fn ended(&self) -> Option<Over> {
        let over = |winner, ending, reason: String| {
            Some(Over { winner, ending, reason, broken: None, unfit: false })
        };
        if let Some(result) = self.game.outcome() {
            return over(result.winner, Ending::Rules, result.reason);
        }
        let rules = &self.terms.adjudication;
        if let Some((winner, why)) = self.opinions.verdict(rules, self.game.position().fullmove_number()) {
            return over(winner, Ending::Adjudication, why.to_owned());
        }
        if self.game.moves().len() >= rules.plies.unwrap_or(MOST_PLIES) {
            return over(None, Ending::Adjudication, "the game is too long".to_owned());
        }
        None
    }

    fn next_move(&mut self) -> Result<(), Over> {
        let side = self.game.side_to_move();
        let allowance = self.allowance(side);
        let begun = Instant::now();
        let reply = self.players[side as usize]
            .choose(&self.game, &allowance)
            .map_err(|trouble| self.judge(side, trouble, begun.elapsed()))?;
        self.press(side, &reply)?;
        let mv = self.game.parse_move(&reply.mv).map_err(|error| {
            let shown: String = reply.mv.chars().take(40).collect();
            match self.answered[side as usize] {
                true => Over::forfeit(side, Ending::Illegal, format!("`{shown}` can't be played: {error}")),
                false => Over::unfit(side, format!("its first move, `{shown}`, can't be played ({error}): it is set up for another game, other letters or another start position")),
            }
        })?;
        self.game.play(&mv).map_err(|error| Over::forfeit(side, Ending::Illegal, error.to_string()))?;
        self.answered[side as usize] = true;
        self.opinions.add(&self.terms.adjudication, side, &reply);
        self.remarks.push(remark(&reply));
        Ok(())
    }

    fn allowance(&self, side: Side) -> Allowance {
        let pace = self.paces[side as usize];
        let clocks = [0, 1].map(|at: usize| self.clocks[at].map(|clock| clock.told()));
        let time = self.clocks[side as usize].map(|clock| clock.left).or(pace.each);
        let patience = time.map_or(PATIENCE, |time| time + self.terms.margin + Duration::from_millis(20));
        Allowance { pace, clocks, patience }
    }

    /// Stops the clock; if it has run out, the game is over.
    fn press(&mut self, side: Side, reply: &Reply) -> Result<(), Over> {
        let at = side as usize;
        let each = self.paces[at].each.is_some_and(|each| reply.time > each + self.terms.margin);
        let clock = self.clocks[at].as_mut().is_some_and(|clock| !clock.press(reply.time, self.terms.margin));
        if each || clock {
            return Err(self.late(side, reply.time));
        }
        Ok(())
    }

    fn late(&self, side: Side, time: Duration) -> Over {
        let left = self.clocks[side as usize].map(|clock| clock.left).or(self.paces[side as usize].each);
        let left = left.unwrap_or_default().as_secs_f64();
        let words = format!("its time is up: it took {:.2} s and had {left:.2}", time.as_secs_f64());
        let over = Over::forfeit(side, Ending::Time, words);
        match over.winner.filter(|&winner| !self.game.position().can_win(winner)) {
            None => over,
            Some(winner) => Over {
                winner: None,
                reason: format!(
                    "{}, but {} can't win with the pieces that are left",
                    over.reason,
                    winner.name()
                ),
                ..over
            },
        }
    }

    /// Returns the result if a player has not answered with a move, after this time.
    fn judge(&self, side: Side, trouble: PlayerError, time: Duration) -> Over {
        let pace = self.paces[side as usize];
        match trouble {
            PlayerError::Silent if pace.clock.is_some() || pace.each.is_some() => self.late(side, time),
            PlayerError::Silent => {
                Over::forfeit(side, Ending::Lost, format!("no reply for {:.0} s", time.as_secs_f64()))
            }
            PlayerError::Gone(words) | PlayerError::Unfit(words) => Over::forfeit(side, Ending::Lost, words),
            PlayerError::Wrong(words) => Over::forfeit(side, Ending::Illegal, words),
            PlayerError::Resigns => Over {
                winner: Some(side.other()),
                ending: Ending::Resignation,
                reason: format!("{} resigns", side.name()),
                broken: None,
                unfit: false,
            },
        }
    }

    /// Returns the game in PGN, with a comment after each move and the reason of its end last; the caller sets the players and the event.
    pub(super) fn record(&self, over: &Over) -> Record {
        let mut record = Record::of(&self.game, Notation::San);
        for (ply, remark) in record.line.plies.iter_mut().zip(&self.remarks) {
            ply.notes.extend(remark.clone().map(Note::Comment));
        }
        match record.line.plies.last_mut() {
            Some(ply) => ply.notes.push(Note::Comment(over.reason.clone())),
            None => record.line.before.push(over.reason.clone()),
        }
        let outcome = over.winner.map_or(Termination::Draw, Termination::win);
        record.termination = Some(outcome);
        record.set("Result", outcome.word());
        let clocks = self.paces.map(|pace| pace.text());
        record.set("TimeControl", &if clocks[0] == clocks[1] { clocks[0].clone() } else { "?".to_owned() });
        record.set("Termination", over.ending.word());
        record.set("PlyCount", &self.game.moves().len().to_string());
        record
    }
}

/// Returns a player's comment on a move, as match programs write it: score in units of a piece, depth, and time.
fn remark(reply: &Reply) -> Option<String> {
    let time = reply.time.as_secs_f64();
    let score = match reply.score? {
        Score::Value(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Score::Win(plies) => format!("+M{plies}"),
        Score::Loss(plies) => format!("-M{plies}"),
    };
    Some(format!("{score}/{} {time:.3}s", reply.depth))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_are_those_of_match_programs() {
        let reply = |score| Reply {
            score: Some(score),
            depth: 9,
            time: Duration::from_millis(250),
            ..Reply::default()
        };
        assert_eq!(remark(&reply(Score::Value(-31))).as_deref(), Some("-0.31/9 0.250s"));
        assert_eq!(remark(&reply(Score::Win(5))).as_deref(), Some("+M5/9 0.250s"));
        assert_eq!(remark(&Reply::default()), None);
    }
}
