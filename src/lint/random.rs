//! Random games, the same ones every time, and what a few of them show.

use std::time::Duration;

use super::View;
use crate::game::{self, Game, Variant};
use crate::model::pieces::{Royalty, Side, TypeId};
use crate::moves::{Move, TooManyMoves, TurnPart};
use crate::order;
use crate::search::Clock;
use crate::text::Diagnostic;

/// The number of games of a plain check, and of plies of each.
const GAMES: u64 = 20;
const PLIES: usize = 200;
/// The number of plies of one more game if the others showed nothing at all.
const LONG: usize = 3000;
const SEED: u64 = 1;
/// The maximum time for all of this, in a plain check.
const TIME: Duration = Duration::from_secs(1);
/// The number of plies from one position whose moves are written and read to the next.
const WRITTEN: usize = 16;
/// The maximum length in moves of a line of play that is shown whole.
const SHOWN: usize = 12;

/// Pseudo-random numbers (SplitMix64).
#[derive(Clone, Debug)]
pub(super) struct Dice(u64);

impl Dice {
    /// Returns the random numbers of one game of a series.
    pub(super) fn new(seed: u64, game: u64) -> Self {
        let mut dice = Self(seed ^ game.wrapping_mul(0xd134_2543_de82_ef95));
        dice.next();
        dice
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        // the modulo bias is less than one in a thousand million million for as few choices as a game has
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// The result of a random game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Over(game::Outcome),
    /// There is no move, and no end applies.
    Stuck,
    /// It was aborted.
    Cut,
    /// It has reached a position with more moves than can be listed.
    TooMany(TooManyMoves),
}

/// Plays on at random. The callback receives each position with its moves and the one that is made next, and may abort.
pub(super) fn play(
    game: &mut Game,
    dice: &mut Dice,
    plies: usize,
    mut watch: impl FnMut(&Game, &[Move], Move) -> bool,
) -> Outcome {
    for _ in 0..plies {
        let moves = match game.look() {
            Err(result) => return Outcome::Over(result),
            Ok(moves) if moves.is_empty() => return game.overflow().map_or(Outcome::Stuck, Outcome::TooMany),
            Ok(moves) => moves,
        };
        let mv = moves[dice.below(moves.len())];
        if !watch(game, &moves, mv) {
            return Outcome::Cut;
        }
        game.advance(mv);
    }
    match game.look() {
        Err(result) => Outcome::Over(result),
        Ok(moves) if moves.is_empty() => game.overflow().map_or(Outcome::Stuck, Outcome::TooMany),
        Ok(_) => Outcome::Cut,
    }
}

/// The time that is left for trying a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    clock: Clock,
    end: Duration,
}

impl Budget {
    /// Creates the budget of a plain check, which begins to run out now.
    pub(super) fn new(clock: Clock) -> Self {
        Self { clock, end: clock.now() + TIME }
    }

    fn is_spent(&self) -> bool {
        self.clock.now() >= self.end
    }
}

/// Returns the lints from the beginning of the game and a few random games.
pub(super) fn lints(variant: &Variant, budget: Budget) -> Vec<Diagnostic> {
    let view = View { rules: &variant.rules, definition: &variant.definition };
    if variant.starts() == 0 {
        return vec![no_start(view)];
    }
    let start = variant.start();
    let holds = |side| !start.position().hand(side).is_empty();
    if !view.has_two_sides() && !Side::BOTH.into_iter().all(holds) {
        return Vec::new();
    }
    if let Some(error) = start.overflow() {
        let sample = Sample { overflow: Some((Vec::new(), error)), ..Sample::empty(&start) };
        return sample.lints(view);
    }
    match start.look() {
        Err(result) => return vec![over_at_once(view, &start, &result)],
        Ok(moves) if moves.is_empty() => {
            let message = "the game can't begin: there is no legal move, and no end covers that";
            return vec![
                Diagnostic::warning("ferz::lint::no_first_move", message)
                    .at(view.place("setup"), format!("{} is to move, but can't", start.side_to_move().capital()))
                    .help("give the side that moves first a piece that can move, or add an end such as `lose = \"no move\"`"),
            ];
        }
        Ok(_) => {}
    }
    if let Some(lint) = check_at_once(view, &start) {
        return vec![lint];
    }
    let mut found = over_after_one(view, &start, budget);
    found.extend(Sample::of(&start, budget).lints(view));
    found
}

/// Reports that the game is over whatever the first move is.
fn over_after_one(view: View<'_>, start: &Game, budget: Budget) -> Vec<Diagnostic> {
    let Ok(first) = start.look() else { return Vec::new() };
    let mut results = Vec::new();
    for &mv in &first {
        if budget.is_spent() {
            if results.is_empty() {
                return Vec::new();
            }
            let tried = format!("{} of the {} first moves", results.len(), first.len());
            return vec![cut_short(
                view,
                &format!("{tried} were tried, and all of them end the game at once"),
            )];
        }
        let mut game = start.clone();
        game.advance(mv);
        match game.outcome() {
            Some(result) => results.push(result),
            None => return Vec::new(),
        }
    }
    let Some((&mv, result)) = first.first().zip(results.first()) else { return Vec::new() };
    let code = "ferz::lint::over_at_once";
    let count = if first.len() == 1 {
        "the only first move".to_owned()
    } else {
        format!("any of the {} possible first moves", first.len())
    };
    let problem = Diagnostic::warning(code, format!("the game is over after {count}"));
    let words =
        format!("after {}, for example: {}", start.coordinates(mv), result.announcement(start.variant()));
    vec![problem.at(view.named("end", &result.reason), words).help(
        "an end applies to both players unless `side` names one, so `my` pieces may be those of either",
    )]
}

/// Reports that there was no time to try everything that a check tries.
fn cut_short(view: View<'_>, tried: &str) -> Diagnostic {
    let message = "this game is too slow to be tried in full, so some problems may not be shown";
    Diagnostic::advice("ferz::lint::cut_short", message)
        .at(view.place("pieces"), tried)
        .help("`ferz check --deep --games N` plays N games, however long they take")
}

/// Returns what can't be written down in a position: one of two moves with the same notation, or the position itself.
fn unwritten(game: &Game, moves: &[Move]) -> Option<String> {
    let mut written: Vec<String> = moves.iter().map(|&mv| game.coordinates(mv)).collect();
    order::values(&mut written);
    if let Some(pair) = written.windows(2).find(|pair| pair[0] == pair[1]) {
        return Some(format!("two moves are written `{}`", pair[0]));
    }
    let fen = game.fen();
    match game.variant().position(&fen) {
        Err(error) => Some(format!("the FEN `{fen}` is refused: {error}")),
        Ok(read) if read.hash() != game.position().hash() => {
            Some(format!("the FEN `{fen}` is read as another position"))
        }
        Ok(_) => None,
    }
}

/// Reports that a position or a move can't be written down.
fn not_written(view: View<'_>, words: &str, what: &str) -> Diagnostic {
    Diagnostic::warning(
        "ferz::lint::unwritten",
        format!("not every move or position of this game can be written down: {words}"),
    )
    .at(view.place("pieces"), what)
    .help("this is a fault of ferz: please report it, with this file; engines and records may go wrong here")
}

/// Reports that no arrangement meets the condition of random starts.
fn no_start(view: View<'_>) -> Diagnostic {
    let setup = view.root().table("setup").and_then(|setup| setup.get("where"));
    let place = setup.map_or_else(|| view.place("setup"), |entry| entry.key_span);
    Diagnostic::warning("ferz::lint::no_start", "no arrangement of the pieces meets this condition")
        .at(place, "there is no random start")
        .help("change the condition, or what `shuffle` says")
}

fn over_at_once(view: View<'_>, start: &Game, result: &game::Outcome) -> Diagnostic {
    let message = format!("the game is over before the first move: {}", result.announcement(start.variant()));
    Diagnostic::warning("ferz::lint::over_at_start", message)
        .at(
            view.named("end", &result.reason),
            format!("this holds with {} to move in the start position", start.side_to_move().capital()),
        )
        .at(view.place("setup"), "the start position")
        .help("change the start position, or the end's condition")
}

/// Reports that no end would apply if a game got stuck, though none did.
fn unspoken(view: View<'_>) -> Option<Diagnostic> {
    let royal = view.rules.types.iter().any(|kind| kind.royal);
    let who = if royal { "a side that is not in check and has no move" } else { "a side without a move" };
    (!super::ends::speak_of_no_move(&view.rules.ends)).then(|| {
        Diagnostic::advice("ferz::lint::stuck", format!("no end covers {who}"))
            .at(view.place("end"), format!("this did not happen in {GAMES} random games, but it may"))
            .help("add an end such as `lose = \"no move\"` or `draw = \"no move\"`")
    })
}

/// Reports that the side that isn't to move begins in check.
fn check_at_once(view: View<'_>, start: &Game) -> Option<Diagnostic> {
    let other = start.side_to_move().other().capital();
    let message = format!("{other} is in check in the start position, but it is not {other}'s turn");
    start.attacks_royal().then(|| {
        Diagnostic::warning("ferz::lint::start_check", message)
            .at(view.place("setup"), "here the royal piece could be captured at once")
            .help("change the start position so that no royal piece is attacked before the first move")
    })
}

/// The danger to a royal piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Peril {
    /// A move captures it.
    Taken(Move),
    /// It is removed for failing to capture.
    Huffed(Move),
    /// It is attacked, and the attacker is to move, but can't capture it.
    Open,
}

impl Peril {
    fn of(game: &Game, moves: &[Move]) -> Option<Self> {
        let types = &game.variant().rules.types;
        let royal = |square| {
            let piece = game.piece(square).filter(|(_, side)| *side != game.side_to_move());
            piece.is_some_and(|(kind, _)| {
                let piece = &types[usize::from(kind)];
                piece.royal && piece.royalty == Royalty::Each
            })
        };
        let loses = |mv: &Move| game.taken(*mv).into_iter().any(royal);
        let takes = |mv: &&Move| mv.part() == TurnPart::Move && loses(mv);
        let huffs = |mv: &&Move| mv.part() == TurnPart::Prelude && loses(mv);
        let open = || game.attacks_royal().then_some(Self::Open);
        let huffed = || moves.iter().find(huffs).copied().map(Self::Huffed);
        moves.iter().find(takes).copied().map(Self::Taken).or_else(huffed).or_else(open)
    }

    fn mv(self) -> Option<Move> {
        match self {
            Self::Taken(mv) | Self::Huffed(mv) => Some(mv),
            Self::Open => None,
        }
    }

    /// Returns the rank: the lower, the worse.
    fn rank(self) -> u8 {
        match self {
            Self::Taken(_) => 0,
            Self::Huffed(_) => 1,
            Self::Open => 2,
        }
    }
}

/// A line of play that shows something.
#[derive(Clone, Debug)]
struct Line {
    moves: Vec<Move>,
    peril: Option<Peril>,
}

/// The findings from a few games.
#[derive(Debug)]
struct Sample<'a> {
    start: &'a Game,
    games: u64,
    ended: u64,
    /// The length of the games in plies.
    plies: usize,
    /// True if there was no time for all of them.
    cut: bool,
    /// True if something was captured or promoted.
    progress: bool,
    stuck: Option<Line>,
    royal: Option<Line>,
    /// The moves to a position with more moves than can be listed, and the rule that makes them.
    overflow: Option<(Vec<Move>, TooManyMoves)>,
    /// The moves to a position that can't be written down, or whose moves can't, and what happens.
    unwritten: Option<(Vec<Move>, String)>,
}

impl<'a> Sample<'a> {
    /// Creates an empty sample.
    fn empty(start: &'a Game) -> Self {
        Self {
            start,
            games: 0,
            ended: 0,
            plies: PLIES,
            cut: false,
            progress: false,
            stuck: None,
            royal: None,
            overflow: None,
            unwritten: None,
        }
    }

    fn of(start: &'a Game, budget: Budget) -> Self {
        let mut sample = Self::empty(start);
        for game in 0..GAMES {
            sample.play(Dice::new(SEED, game), PLIES, budget);
            if sample.overflow.is_some() || sample.cut {
                return sample;
            }
        }
        if sample.ended == 0 && !sample.progress && sample.stuck.is_none() {
            sample.plies = LONG;
            sample.play(Dice::new(SEED, GAMES), LONG, budget);
        }
        sample
    }

    fn play(&mut self, mut dice: Dice, plies: usize, budget: Budget) {
        let mut game = self.start.clone();
        let (mut line, mut progress, mut worst) = (Vec::new(), false, None::<(Peril, usize)>);
        let outcome = play(&mut game, &mut dice, plies, |game, moves, mv| {
            if let Some(peril) = Peril::of(game, moves)
                && worst.is_none_or(|(known, _)| peril.rank() < known.rank())
            {
                worst = Some((peril, line.len()));
            }
            if self.unwritten.is_none() && line.len() % WRITTEN == 0 {
                self.unwritten = unwritten(game, moves).map(|what| (line.clone(), what));
            }
            progress |= mv.part() == TurnPart::Move && !game.is_quiet(mv);
            line.push(mv);
            self.cut |= budget.is_spent();
            !self.cut
        });
        self.games += u64::from(!self.cut);
        self.progress |= progress;
        self.ended += u64::from(matches!(outcome, Outcome::Over(_)));
        if let Some((peril, at)) = worst {
            let better = |known: &Line| {
                let rank = known.peril.map_or(u8::MAX, Peril::rank);
                (peril.rank(), at) < (rank, known.moves.len())
            };
            if self.royal.as_ref().is_none_or(better) {
                self.royal = Some(Line { moves: line[..at].to_vec(), peril: Some(peril) });
            }
        }
        if let Outcome::TooMany(error) = outcome {
            self.overflow = Some((line, error));
            return;
        }
        let shorter = self.stuck.as_ref().is_none_or(|known| known.moves.len() > line.len());
        if outcome == Outcome::Stuck && shorter {
            self.stuck = Some(Line { moves: line, peril: None });
        }
    }

    fn lints(&self, view: View<'_>) -> Vec<Diagnostic> {
        if let Some((line, error)) = &self.overflow {
            return vec![self.too_many(view, line, *error)];
        }
        let mut found = Vec::new();
        if let Some((line, what)) = &self.unwritten {
            let (_, words) = self.follow(&Line { moves: line.clone(), peril: None });
            found.push(not_written(view, &words, what));
        }
        if let Some(line) = &self.royal {
            found.extend(self.peril(view, line));
        }
        if self.cut {
            found.extend(self.stuck.as_ref().map(|line| self.no_way_on(view, line)));
            let (games, plies) = (self.games, self.plies);
            let tried =
                format!("{games} of {GAMES} random games of {plies} plies were played in the time available");
            found.push(cut_short(view, &tried));
            return found;
        }
        // if nothing at all ends the game, that has been reported
        if !view.rules.ends.is_empty() {
            let no_way_on = self.stuck.as_ref().map(|line| self.no_way_on(view, line));
            found.extend(no_way_on.or_else(|| self.endless(view)).or_else(|| unspoken(view)));
        }
        found
    }

    fn too_many(&self, view: View<'_>, line: &[Move], error: TooManyMoves) -> Diagnostic {
        let (game, words) = self.follow(&Line { moves: line.to_vec(), peril: None });
        Diagnostic::error(
            "ferz::lint::too_many_moves",
            "a position of this game has more legal moves than can be listed",
        )
        .at(view.place("pieces"), format!("the rule responsible: {}", error.rule))
        .help(format!(
            "{words} ({}); limit how far the pieces go when they capture, or how many squares they may land on",
            game.fen()
        ))
    }

    fn peril(&self, view: View<'_>, line: &Line) -> Option<Diagnostic> {
        let (game, words) = self.follow(line);
        let peril = line.peril?;
        if matches!(peril, Peril::Taken(_)) && decides_royals(view) {
            return None;
        }
        let square = peril.mv().and_then(|mv| game.taken(mv).last().copied());
        let taken = square.and_then(|square| game.piece(square)).map(|(kind, _)| kind);
        let first = view.rules.types.iter().position(|kind| kind.royal)?;
        let name = &view.rules.types[taken.map_or(first, usize::from)].name;
        let code = "ferz::lint::royal_taken";
        let victim = format!("{}'s {name}", game.side_to_move().other().capital());
        let problem = match peril {
            Peril::Taken(_) => Diagnostic::warning(code, format!("{victim} can be captured: {words}")),
            Peril::Huffed(_) => {
                Diagnostic::advice(code, format!("{victim} can be removed for failing to capture: {words}"))
            }
            Peril::Open => {
                let message = format!(
                    "{victim} can be left attacked with the attacker to move, but can't be captured: {words}"
                );
                Diagnostic::advice(code, message)
            }
        };
        Some(problem.at(view.named("pieces", name), format!("the {name} is royal")).help(
            "nothing is wrong if that is intended; otherwise set `royal = false` for it and say in `[end]` who has won",
        ))
    }

    fn no_way_on(&self, view: View<'_>, line: &Line) -> Diagnostic {
        let (game, words) = self.follow(line);
        let checked = if game.is_check() { " in check" } else { "" };
        let message = format!("a game can come to a halt without a result: {words}");
        Diagnostic::warning("ferz::lint::stuck", message)
            .at(view.place("end"), format!("no end applies when a side{checked} has no legal move"))
            .help("add an end such as `[end.no-moves]` with `lose = \"no move\"` or `draw = \"no move\"`")
    }

    /// Reports that no game ended, and that none is drawn for lack of progress.
    fn endless(&self, view: View<'_>) -> Option<Diagnostic> {
        let draws = view.rules.ends.iter().any(|end| end.condition.is_history());
        if draws || 2 * self.ended >= self.games {
            return None;
        }
        let code = "ferz::lint::endless";
        let help = "add ends that make it a draw, such as `draw = \"third occurrence\"` and `draw = \"100 plies without capture\"`";
        let longer = match self.plies {
            PLIES => String::new(),
            plies => format!(", and one of {plies},"),
        };
        let games = match self.ended {
            0 => {
                format!("{GAMES} random games of {PLIES} plies{longer} were played, and none came to an end")
            }
            ended => format!("of {GAMES} random games of {PLIES} plies, {} did not end", GAMES - ended),
        };
        let problem = if self.progress || self.ended > 0 {
            Diagnostic::advice(
                code,
                "a game may go on for ever, because no end covers repetition or moves without progress",
            )
        } else {
            let message = format!(
                "this game seems to go nowhere: nothing was captured or promoted in a game of {} plies",
                self.plies
            );
            Diagnostic::warning(code, message)
        };
        Some(problem.at(view.place("end"), games).help(help))
    }

    /// Returns the position a line leads to, and the line in words.
    fn follow(&self, line: &Line) -> (Game, String) {
        let mut game = self.start.clone();
        let mut words = Vec::new();
        for (at, &mv) in line.moves.iter().enumerate() {
            if at + SHOWN >= line.moves.len() {
                words.push(game.coordinates(mv));
            }
            game.advance(mv);
        }
        let last = line
            .peril
            .and_then(Peril::mv)
            .map(|mv| format!(", then {}", game.coordinates(mv)))
            .unwrap_or_default();
        let whole = line.moves.len() <= SHOWN;
        let says = match (words.is_empty(), whole) {
            (true, _) => format!("in the start position{last}"),
            (false, true) => format!("after {}{last}", words.join(" ")),
            (false, false) => format!("in the position {}{last}", game.fen()),
        };
        (game, says)
    }
}

/// Returns `true` if an end says what becomes of a player without royal pieces.
fn decides_royals(view: View<'_>) -> bool {
    let royal = |kind: &TypeId| view.rules.types[usize::from(*kind)].royal;
    let counts = view.rules.ends.iter().filter_map(|end| end.condition.count());
    let mut types = counts.map(|count| &count.pieces.types);
    types.any(|types| !types.is_empty() && types.iter().all(royal))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_moves_with_one_notation_are_found() {
        let start = Variant::load("chess", &[]).expect("it is built in").start();
        let moves = start.look().expect("nobody has won");
        assert_eq!(unwritten(&start, &moves), None);
        let twice = [&moves[..], &moves[3..4]].concat();
        let found = unwritten(&start, &twice).expect("a fault");
        assert_eq!(found, format!("two moves are written `{}`", start.coordinates(moves[3])));
    }
}
