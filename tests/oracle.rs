//! Courtyard and Courier-Spiel against a second, independent and naive implementation of their rules.
//!
//! `tests/oracle/` holds the rules of the two games as plain loops over plain boards, written from the rule book and
//! not from the program or its game files. Seeded random games, from the start position and from made-up positions, are played
//! by both; in every position pieces, side, legal moves and result must agree. What a game is particular about is
//! counted, and must have occurred. By default, a few games are played, and more until all of it has occurred; in the long
//! run thousands, in which it must occur more often.

mod courier_spiel;
mod courtyard;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use ferz::{Choice, Game, Side, Variant};

use crate::long::long_run;

use courier_spiel::Spiel;
use courtyard::Yard;

/// No game is longer.
const LONGEST: usize = 200;

/// A move and what it leads to.
pub(crate) struct Move<P> {
    /// In coordinate notation.
    pub(crate) text: String,
    /// The weight with which a random game chooses it, if it prefers anything.
    pub(crate) weight: usize,
    /// The position after it.
    pub(crate) after: P,
    /// The rules it is an example of.
    pub(crate) shows: Vec<&'static str>,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    pub(crate) winner: Option<Side>,
    pub(crate) reason: &'static str,
}

/// A position of a game, and the rules of the game.
pub(crate) trait Position: Sized {
    /// The legal moves, none if the side to move has none; the rules the position is an example of go to `shows`.
    fn moves(&self, shows: &mut Vec<&'static str>) -> Vec<Move<Self>>;

    /// Returns the end of the game, apart from repetition and idle play; `stuck` says that there is no move.
    fn end(&self, stuck: bool) -> Option<Ending>;

    /// The side to move.
    fn side(&self) -> Side;

    /// The number of moves since one that counts as progress.
    fn idle(&self) -> u32;

    /// All that makes two positions different.
    fn identity(&self) -> String;

    /// The placement, as the first part of a FEN.
    fn placement(&self) -> String;

    /// Placement and side.
    fn fen(&self) -> String {
        let side = if self.side() == Side::White { 'w' } else { 'b' };
        format!("{} {side}", self.placement())
    }
}

/// The other side.
pub(crate) fn other(side: Side) -> Side {
    match side {
        Side::White => Side::Black,
        Side::Black => Side::White,
    }
}

/// The placement of a board, whose pieces `at` gives by file and rank from 1.
pub(crate) fn placement(files: i32, ranks: i32, at: impl Fn(i32, i32) -> Option<char>) -> String {
    let mut rows = Vec::new();
    for rank in (1..=ranks).rev() {
        let mut row = String::new();
        let mut empty = 0;
        for file in 1..=files {
            match at(file, rank) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        row += &empty.to_string();
                    }
                    empty = 0;
                    row.push(piece);
                }
            }
        }
        if empty > 0 {
            row += &empty.to_string();
        }
        rows.push(row);
    }
    rows.join("/")
}

/// A square by file and rank from 1, as it is written.
pub(crate) fn written((file, rank): (i32, i32)) -> String {
    let letter = "abcdefghijkl".chars().nth(file as usize - 1).expect("a file of the board");
    format!("{letter}{rank}")
}

/// A small generator of random numbers, the same everywhere (splitmix64).
pub(crate) struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below another.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// A number of a range, both ends included.
    pub(crate) fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low + 1) as usize) as i32
    }

    /// True so many times of a hundred.
    pub(crate) fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }
}

/// The numbers of what was compared.
#[derive(Default)]
struct Tally {
    games: usize,
    positions: usize,
    /// The number of times each rule occurred.
    shows: BTreeMap<&'static str, usize>,
    /// The names the program gives to each kind of end.
    reasons: BTreeMap<&'static str, BTreeSet<String>>,
    faults: Vec<String>,
}

impl Tally {
    fn show(&mut self, rule: &'static str) {
        *self.shows.entry(rule).or_default() += 1;
    }

    /// Everything agreed, and all of these occurred.
    #[expect(clippy::print_stdout, reason = "the figures are for those who ask for them")]
    fn judge(&self, name: &str, rules: &[&'static str]) {
        println!("{name}: {} games, {} positions", self.games, self.positions);
        for (rule, times) in &self.shows {
            println!("  {times:7} {rule}");
        }
        for (reason, names) in &self.reasons {
            println!("  {reason} is {names:?}");
        }
        let first = self.faults.iter().take(10).cloned().collect::<Vec<String>>().join("\n\n");
        assert!(self.faults.is_empty(), "{name}: {} games differ, the first:\n{first}", self.faults.len());
        let enough = if long_run() { 3 } else { 1 };
        for rule in rules {
            let times = self.shows.get(rule).copied().unwrap_or_default();
            assert!(times >= enough, "{name}: {rule}: only {times} times");
        }
        let names: BTreeSet<&String> = self.reasons.values().flatten().collect();
        assert!(self.reasons.values().all(|names| names.len() == 1), "{name}: {:?}", self.reasons);
        assert_eq!(names.len(), self.reasons.len(), "{name}: {:?}", self.reasons);
    }
}

/// A move of a random game; without a preference each is as likely as any other.
fn choose<P>(moves: &[Move<P>], prefers: bool, random: &mut Random) -> usize {
    let weight = |mv: &Move<P>| if prefers { mv.weight } else { 1 };
    let mut left = random.below(moves.iter().map(weight).sum());
    for (index, mv) in moves.iter().enumerate() {
        if left < weight(mv) {
            return index;
        }
        left -= weight(mv);
    }
    unreachable!("the weights have been summed")
}

/// The moves that only the first list has.
fn only<'a>(here: &'a [String], there: &[String]) -> Vec<&'a String> {
    here.iter().filter(|text| !there.contains(text)).collect()
}

/// Returns the difference, if there is one.
fn difference<P: Position>(
    position: &P,
    moves: &[Move<P>],
    end: Option<&Ending>,
    game: &Game,
) -> Option<String> {
    let mut expected: Vec<String> = moves.iter().map(|mv| mv.text.clone()).collect();
    let mut found: Vec<String> = game.legal_moves().into_iter().map(|mv| mv.to_string()).collect();
    expected.sort();
    found.sort();
    let fen = game.fen();
    let winner = game.outcome().map(|result| result.winner);
    if fen.split(' ').next() != Some(&position.placement()) {
        Some(format!("pieces: expected {}", position.placement()))
    } else if game.side_to_move() != position.side() {
        Some(format!("side: expected {:?}", position.side()))
    } else if winner != end.map(|end| end.winner) {
        Some(format!("end: expected {end:?}, found {:?}", game.outcome()))
    } else if expected != found {
        let (missing, excess) = (only(&expected, &found), only(&found, &expected));
        Some(format!(
            "moves: missing {missing:?}, excess {excess:?}\n  expected {expected:?}\n  found {found:?}"
        ))
    } else {
        None
    }
}

/// Plays a random game to its end, and compares it all the way.
fn play<P: Position>(mut position: P, mut game: Game, random: &mut Random, tally: &mut Tally) {
    let start = position.fen();
    let prefers = random.percent(75);
    let mut played: Vec<String> = Vec::new();
    let mut seen: HashMap<String, u32> = HashMap::new();
    tally.games += 1;
    while played.len() < LONGEST {
        let times = seen.entry(position.identity()).or_default();
        *times += 1;
        let mut shows = Vec::new();
        let mut end = position.end(false);
        let mut moves = if end.is_some() { Vec::new() } else { position.moves(&mut shows) };
        if end.is_none() && moves.is_empty() {
            end = position.end(true);
        } else if end.is_none() && *times >= 3 {
            end = Some(Ending { winner: None, reason: "repetition" });
        } else if end.is_none() && position.idle() >= 100 {
            end = Some(Ending { winner: None, reason: "moves without progress" });
        }
        if end.is_some() {
            moves.clear();
        }
        tally.positions += 1;
        shows.into_iter().for_each(|rule| tally.show(rule));
        if let Some(fault) = difference(&position, &moves, end.as_ref(), &game) {
            tally.faults.push(format!("{start}\n  {}\n  {}\n  {fault}", played.join(" "), game.fen()));
            return;
        }
        if let Some(end) = end {
            let name = game.outcome().expect("it has ended").reason;
            tally.show(end.reason);
            tally.reasons.entry(end.reason).or_default().insert(name);
            return;
        }
        let mv = moves.swap_remove(choose(&moves, prefers, random));
        if let Err(error) = game.play_text(&mv.text) {
            tally.faults.push(format!("{start}\n  {}\n  {}: {error}", played.join(" "), mv.text));
            return;
        }
        mv.shows.iter().for_each(|rule| tally.show(rule));
        played.push(mv.text);
        position = mv.after;
    }
}

/// Random games from the start position and from made-up positions.
fn compare<P: Position>(
    game: &str,
    choices: &[(&str, &str)],
    array: impl Fn() -> P,
    made: impl Fn(&mut Random) -> P,
    games: [usize; 2],
    rules: &[&'static str],
) {
    let choice =
        |(name, value): &(&str, &str)| Choice { name: (*name).to_owned(), value: (*value).to_owned() };
    let chosen: Vec<Choice> = choices.iter().map(choice).collect();
    let variant = Variant::load(game, &chosen).unwrap_or_else(|error| panic!("{game}: {error}"));
    let mut random = Random(2);
    let mut tally = Tally::default();
    let fewer = if long_run() { 1 } else { 16 };
    for _ in 0..games[0] / fewer {
        play(array(), variant.start(), &mut random, &mut tally);
    }
    for number in 0..games[1] {
        if number >= games[1] / fewer && rules.iter().all(|rule| tally.shows.contains_key(rule)) {
            break;
        }
        let start = made(&mut random);
        let fen = start.fen();
        let begun = variant.start_from(&fen).unwrap_or_else(|error| panic!("{game}: {fen}: {error}"));
        play(start, begun, &mut random, &mut tally);
    }
    tally.judge(&format!("{game} {choices:?}"), rules);
}

fn courtyard(capture: &str, walls: &str, rules: &[&'static str]) {
    let options = courtyard::Options { compulsory: capture == "compulsory", square: walls == "square" };
    let choices = [("capture", capture), ("courtyard", walls)];
    let made = |random: &mut Random| Yard::made(options, random);
    let all: Vec<&str> = courtyard::RULES.iter().chain(rules).copied().collect();
    compare("courtyard", &choices, || Yard::array(options), made, [300, 3000], &all);
}

#[test]
fn courtyard_with_huffing() {
    courtyard("huff", "wide", &courtyard::HUFFING);
}

#[test]
fn courtyard_with_huffing_and_a_small_courtyard() {
    courtyard("huff", "square", &courtyard::HUFFING);
}

#[test]
fn courtyard_with_compulsory_captures() {
    courtyard("compulsory", "wide", &courtyard::COMPULSORY);
}

#[test]
fn courtyard_with_compulsory_captures_and_a_small_courtyard() {
    courtyard("compulsory", "square", &courtyard::COMPULSORY);
}

#[test]
fn courier_spiel() {
    compare("courier-spiel", &[], Spiel::array, Spiel::made, [100, 2000], &courier_spiel::RULES);
}
