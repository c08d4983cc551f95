//! The Chess Engine Communication Protocol, version 2 (T. Mann and H. G. Muller), which XBoard and WinBoard speak.
//!
//! This file handles the game and whose turn it is; [`manner`] the settings: clocks and others; [`ponder`] thinking on the opponent's time;
//! [`words`] the output.

mod manner;
mod ponder;
mod words;

use ferz::{Limits, Move, PlayError, SearchRequest, SearchResult, Side};

use super::session::{Event, Session};
use manner::Manner;
use ponder::Expected;
use words::{claim, one_line, thinking};

/// The purpose of thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    Nothing,
    Play,
    Analyse,
    /// Pondering the move after the opponent's expected one.
    Ponder,
}

struct Cecp {
    desk: Session,
    /// The side it plays, if any.
    side: Option<Side>,
    aim: Aim,
    analysing: bool,
    manner: Manner,
    expected: Option<Expected>,
    /// Pings to be answered after the move.
    pings: Vec<String>,
    over: bool,
}

/// Serves until `quit`.
pub(super) fn serve(desk: Session) {
    let mut cecp = Cecp {
        desk,
        side: Some(Side::Black),
        aim: Aim::Nothing,
        analysing: false,
        manner: Manner::default(),
        expected: None,
        pings: Vec::new(),
        over: false,
    };
    loop {
        match cecp.desk.next() {
            Event::Line(line) => {
                if !cecp.obey(&line) {
                    break;
                }
            }
            Event::TooLong => cecp.say("Error (too long): the line"),
            Event::Done(opinion, _) => cecp.done(*opinion),
            Event::Loaded(_) => {}
            Event::End => break,
        }
    }
    cecp.desk.finish();
}

impl Cecp {
    fn say(&self, text: &str) {
        self.desk.say(text);
    }

    /// Handles a line; `false` ends the session.
    fn obey(&mut self, line: &str) -> bool {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if word == "quit" {
            return false;
        }
        let known = self.play_on(word, rest, line) || self.set(word, rest, line) || HEARD.contains(&word);
        if known {
            return true;
        }
        if rest.is_empty() && self.desk.game.parse_move(word).is_ok() {
            // a move, as it was sent before there was `usermove`
            self.user_move(word);
        } else {
            let shown: String = line.chars().take(80).collect();
            self.say(&format!("Error (unknown command): {shown}"));
        }
        true
    }

    /// Handles a command about the game; `false` if the word is of another kind.
    fn play_on(&mut self, word: &str, rest: &str, line: &str) -> bool {
        match word {
            "protover" => self.introduce(),
            "ping" if self.aim == Aim::Play => self.pings.push(rest.to_owned()),
            "ping" => self.say(&format!("pong {rest}")),
            "new" => self.renew(),
            "variant" => self.variant(rest),
            "force" | "result" => self.take_sides(None),
            "go" => {
                self.take_sides(Some(self.desk.game.side_to_move()));
                self.go_on();
            }
            "playother" => self.take_sides(Some(self.desk.game.side_to_move().other())),
            "usermove" => self.user_move(rest),
            "?" if self.aim == Aim::Play => {
                if let Some(opinion) = self.desk.finish() {
                    self.done(opinion);
                }
            }
            "setboard" => self.set_board(rest),
            "undo" => self.undo(1, line),
            "remove" => self.undo(2, line),
            "analyze" => {
                self.take_sides(None);
                self.analysing = true;
                self.go_on();
            }
            "exit" => {
                self.halt();
                self.analysing = false;
            }
            "hint" => self.hint(),
            _ => return false,
        }
        true
    }

    /// Plays one side from now on, or neither.
    fn take_sides(&mut self, side: Option<Side>) {
        self.halt();
        self.side = side;
    }

    /// Stops thinking; the result is dropped.
    fn halt(&mut self) {
        self.desk.finish();
        (self.aim, self.expected) = (Aim::Nothing, None);
        self.answer_pings();
    }

    fn answer_pings(&mut self) {
        for ping in std::mem::take(&mut self.pings) {
            self.say(&format!("pong {ping}"));
        }
    }

    fn renew(&mut self) {
        self.halt();
        let standard = self.desk.offers.standard().name.clone();
        if let Err(message) = self.desk.set_variant(&standard) {
            self.say(&format!("tellusererror {message}"));
        }
        self.side = Some(Side::Black);
        (self.manner.depth, self.manner.each) = (None, None);
        (self.analysing, self.over) = (false, false);
    }

    fn variant(&mut self, name: &str) {
        self.halt();
        if let Err(message) = self.desk.set_variant(name) {
            return self.say(&format!("Error ({message}): variant {name}"));
        }
        self.over = false;
        if self.desk.offer.name != self.desk.offers.standard().name {
            for line in ferz::export::to_xboard(self.desk.game.variant()) {
                self.say(&line);
            }
        }
    }

    fn set_board(&mut self, fen: &str) {
        self.halt();
        match self.desk.game.variant().start_from(fen) {
            Ok(game) => {
                self.desk.game = game;
                self.over = false;
            }
            Err(error) => {
                // a position that can't be read must not be replaced by another
                self.side = None;
                self.say(&format!("tellusererror Illegal position: {}", one_line(&error.to_string())));
            }
        }
        self.go_on_analysing();
    }

    fn user_move(&mut self, text: &str) {
        if self.aim == Aim::Play {
            return self.say(&format!("Illegal move (it is not your turn): {text}"));
        }
        if self.hit(text) {
            return;
        }
        self.halt();
        match self.desk.game.play_text(text) {
            Ok(_) => {
                self.tell_end();
                self.go_on();
            }
            Err(PlayError::Over(_)) if self.may_not_claim() => {
                self.play_past(text);
                self.go_on();
            }
            Err(error) => {
                let why = match error {
                    PlayError::Over(outcome) => format!("the game is over, {}", outcome.reason),
                    error => error.to_string(),
                };
                self.say(&format!("Illegal move ({}): {text}", one_line(&why)));
                self.go_on_analysing();
            }
        }
    }

    fn undo(&mut self, moves: usize, line: &str) {
        self.halt();
        if self.desk.game.moves().len() < moves {
            self.say(&format!("Error (command not legal now): {line}"));
        } else {
            (0..moves).for_each(|_| drop(self.desk.game.undo()));
            self.over = false;
        }
        self.go_on_analysing();
    }

    fn hint(&mut self) {
        if let Some(expected) = &self.expected {
            return self.say(&format!("Hint: {}", expected.mv));
        }
        if self.aim == Aim::Nothing && self.desk.game.outcome().is_none() {
            self.desk.think(
                SearchRequest {
                    limits: Limits { nodes: Some(20_000), ..Default::default() },
                    ..SearchRequest::default()
                },
                |_| None,
            );
            let mv = self.desk.wait().and_then(|opinion| opinion.best);
            if let Some(mv) = mv {
                self.say(&format!("Hint: {}", mv));
            }
        }
    }

    /// Thinks if it is its turn, or if it analyses.
    fn go_on(&mut self) {
        self.go_on_analysing();
        if self.analysing
            || self.side != Some(self.desk.game.side_to_move())
            || self.desk.game.outcome().is_some()
        {
            return;
        }
        let ask = SearchRequest { limits: self.limits(), ..SearchRequest::default() };
        self.aim = Aim::Play;
        self.think(ask);
    }

    fn go_on_analysing(&mut self) {
        if self.analysing && self.aim == Aim::Nothing && self.desk.game.outcome().is_none() {
            self.aim = Aim::Analyse;
            self.think(SearchRequest::default());
        }
    }

    /// Returns the limits of the engine's next move.
    fn limits(&self) -> Limits {
        let made = self.desk.game.moves().iter().filter(|made| Some(made.side()) == self.side).count();
        self.manner.limits(made as u32, self.desk.overhead)
    }

    fn think(&mut self, ask: SearchRequest) {
        let post = self.manner.post || self.analysing;
        self.desk.think(ask, move |insight| post.then(|| thinking(insight)));
    }

    /// Handles the end of thinking.
    fn done(&mut self, opinion: SearchResult) {
        if let Some(expected) = &mut self.expected {
            // kept until the move is made
            expected.found = Some(opinion);
            return;
        }
        let aim = std::mem::replace(&mut self.aim, Aim::Nothing);
        if aim == Aim::Play {
            let mv = opinion.best.or_else(|| self.desk.game.legal_moves().into_iter().next());
            if let Some(mv) = mv {
                self.play(&mv);
            }
        }
        if aim != Aim::Analyse {
            self.go_on();
        }
        self.ponder(opinion.ponder.as_ref());
        if self.aim != Aim::Play {
            self.answer_pings();
        }
    }

    fn play(&mut self, mv: &Move) {
        if self.desk.game.play(mv).is_ok() {
            self.say(&format!("move {mv}"));
            self.tell_end();
        }
    }

    /// Claims the result once the game is over, or offers a draw that the interface would not allow to be claimed.
    fn tell_end(&mut self) {
        if let Some(result) = self.desk.game.outcome().filter(|_| !self.over) {
            self.over = true;
            let said = if self.may_not_claim() { "offer draw".to_owned() } else { claim(&result) };
            self.say(&said);
        }
    }

    /// Returns `true` if the game is over by a count of moves, and the interface judges the game by rules of its own, which don't count.
    fn may_not_claim(&self) -> bool {
        self.desk.offer.is_judged() && self.desk.game.is_counted_out()
    }

    /// Plays a move of an opponent who goes on after the offer: from the position as it stands, counted anew.
    fn play_past(&mut self, text: &str) {
        let fen = self.desk.game.fen();
        let (own, mut fields): (Vec<&str>, Vec<&str>) = fen.split(' ').partition(|field| field.contains('='));
        if let [.., limit, count, _] = &mut fields[..] {
            (*limit, *count) = ("-", "0");
        }
        if let Ok(game) = self.desk.game.variant().start_from(&[fields, own].concat().join(" ")) {
            (self.desk.game, self.over) = (game, false);
        }
        match self.desk.game.play_text(text) {
            Ok(_) => self.tell_end(),
            Err(error) => self.say(&format!("Illegal move ({}): {text}", one_line(&error.to_string()))),
        }
    }
}

/// Commands that need no action.
const HEARD: [&str; 16] = [
    "", "xboard", "accepted", "rejected", "random", "otim", "name", "rating", "ics", "computer", "draw",
    "bk", "white", "black", "?", ".",
];
