//! Differences between the rules of two games: not between their texts, nor between names that have no effect on play.
//!
//! Pieces are the same if they have the same name; their movements are compared by what they mean on a board, not by how they are
//! written. What features say is compared by their sentences, which say all that their tables hold.
//!
//! Compared: board, pieces, start position, every feature, ends in their order, options and what each value does, move notation. Not
//! compared: titles, sources, notes, glyphs, names of regions, the order of pieces, examples.

mod movement;

use std::collections::BTreeSet;

use crate::board::{Bits, Cells, Square, Symmetry};
use crate::feature::end::Verdict;
use crate::model::movement::Movement;
use crate::model::pieces::PieceType;
use crate::notation::moves::describe;
use crate::rules::Rules;
use crate::walk::Budget;
use crate::{Choice, Variant};

/// A difference of the second game from the first.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The part of the rules that differs, such as `board` or `piece`.
    pub topic: String,
    /// The subject within that part, such as the name of a piece; may be empty.
    pub subject: String,
    /// The statement of the first game; `None` if it makes none.
    pub before: Option<String>,
    /// The statement of the second game; `None` if it makes none.
    pub after: Option<String>,
}

/// The readers of differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Readers {
    /// Authors of game files, who are shown movements as they are written, too.
    Authors,
    Players,
}

/// The differences found so far.
#[derive(Debug)]
struct Found {
    all: Vec<Difference>,
    readers: Readers,
}

impl Found {
    fn add(&mut self, topic: &str, subject: &str, before: Option<String>, after: Option<String>) {
        if before != after {
            let (topic, subject) = (topic.to_owned(), subject.to_owned());
            self.all.push(Difference { topic, subject, before, after });
        }
    }

    fn changed(&mut self, topic: &str, subject: &str, before: impl Into<String>, after: impl Into<String>) {
        self.add(topic, subject, Some(before.into()), Some(after.into()));
    }
}

/// Returns `true` if two movements work alike on every board of at most 16 by 16 squares, whatever stands there.
///
/// Movements that are limited to some squares, and those that lead too many ways, are alike only if they are written alike.
pub(crate) fn movements_alike(one: &Movement, other: &Movement) -> bool {
    movements_alike_within(one, other, &Budget::default())
}

/// The same, and `false` if the budget does not suffice to find out.
pub(crate) fn movements_alike_within(one: &Movement, other: &Movement, budget: &Budget) -> bool {
    movement::alike(one, other, budget)
}

/// Returns the established names of a movement, however it is written; none for most.
pub(crate) fn movement_names(movement: &Movement) -> &'static [&'static str] {
    movement::named(movement)
}

/// Returns `true` if two movements are alike by the terms they are written in, whatever their order.
pub(crate) fn written_alike(one: &Movement, other: &Movement) -> bool {
    movement::atoms(one) == movement::atoms(other)
}

/// Returns the differences between two games as they are, and under each value of an option that both have; none if they are the same game.
///
/// ```
/// use ferz::{Variant, compare::compare};
/// let chess = Variant::load("chess", &[])?;
/// let race = Variant::from_text("race", "extends = \"chess\"\n[end.race]\nwin = \"my king on rank 8\"\n", &[])?;
/// let found = compare(&chess, &race);
/// assert_eq!((found.len(), &*found[0].topic, &*found[0].subject), (1, "end", "race"));
/// assert!(found[0].before.is_none() && found[0].after.is_some());
/// assert!(compare(&chess, &chess).is_empty());
/// # Ok::<(), ferz::LoadError>(())
/// ```
pub fn compare(before: &Variant, after: &Variant) -> Vec<Difference> {
    let plain = rules(before, after, Readers::Authors);
    let mut found = Found { all: plain.clone(), readers: Readers::Authors };
    options(before, after, &mut found);
    answers(before, after, &plain, &mut found);
    found.all
}

/// Returns the differences between two games as they are, whatever options they have.
pub(crate) fn rules(before: &Variant, after: &Variant, readers: Readers) -> Vec<Difference> {
    let (one, other) = (&*before.rules, &*after.rules);
    let mut found = Found { all: Vec::new(), readers };
    board(one, other, &mut found);
    pieces(one, other, &mut found);
    array(one, other, &mut found);
    topics(one, other, &mut found);
    ends(one, other, &mut found);
    writing(one, other, &mut found);
    found.all
}

fn board(one: &Rules, other: &Rules, found: &mut Found) {
    let (a, b) = (&one.geometry, &other.geometry);
    let size = |rules: &Rules| format!("{} files, {} ranks", rules.geometry.files, rules.geometry.ranks);
    found.changed("board", "size", size(one), size(other));
    let holes = |rules: &Rules| {
        let holes = rules.geometry.holes;
        let names = holes.squares().map(|square| rules.geometry.name(square)).collect::<Vec<_>>();
        if names.is_empty() { "none".to_owned() } else { names.join(" ") }
    };
    found.changed("board", "squares not in play", holes(one), holes(other));
    let corner = |dark| if dark { "dark" } else { "light" };
    found.changed("board", "a1", corner(a.dark_corner), corner(b.dark_corner));
    let shape = |cells| if cells == Cells::Hexagons { "hexagons" } else { "squares" };
    found.changed("board", "shape", shape(a.cells), shape(b.cells));
    let sees = |symmetry| match symmetry {
        Symmetry::Mirror => "mirrored",
        Symmetry::Rotate => "rotated",
        Symmetry::SameSide => "from the same side",
    };
    found.changed("board", "Black sees it", sees(a.symmetry), sees(b.symmetry));
}

fn pieces(one: &Rules, other: &Rules, found: &mut Found) {
    let by_name = |rules: &Rules, name: &str| rules.types.iter().find(|kind| kind.name == name).cloned();
    for kind in &one.types {
        match by_name(other, &kind.name) {
            Some(now) => piece(kind, &now, found),
            None => found.add("piece", &kind.name, Some(in_words(kind, found.readers)), None),
        }
    }
    for kind in other.types.iter().filter(|kind| by_name(one, &kind.name).is_none()) {
        found.add("piece", &kind.name, None, Some(in_words(kind, found.readers)));
    }
}

fn in_words(kind: &PieceType, readers: Readers) -> String {
    let royal = if kind.royal { ", royal" } else { "" };
    format!("{}{royal}: {}", kind.letter, moves_of(kind, readers))
}

/// The movement in words; for authors, as it is written, too.
fn moves_of(kind: &PieceType, readers: Readers) -> String {
    let words = describe(&kind.movement);
    match readers {
        Readers::Authors if !kind.notation.is_empty() => format!("`{}`, {words}", kind.notation),
        _ => words,
    }
}

fn piece(was: &PieceType, is: &PieceType, found: &mut Found) {
    let name = &was.name;
    found.changed("piece", &format!("{name}, letter"), &was.letter, &is.letter);
    let royal = |kind: &PieceType| if kind.royal { "royal" } else { "not royal" };
    found.changed("piece", name, royal(was), royal(is));
    if !movements_alike(&was.movement, &is.movement) {
        found.changed(
            "piece",
            &format!("{name}, moves"),
            moves_of(was, found.readers),
            moves_of(is, found.readers),
        );
    }
    let written = |kind: &PieceType| match &*kind.san {
        "" => "no letter".to_owned(),
        san => san.to_owned(),
    };
    // a difference in the letter itself has been reported already
    if was.letter == is.letter {
        found.changed("notation", &format!("{name} in written games"), written(was), written(is));
    }
}

fn array(one: &Rules, other: &Rules, found: &mut Found) {
    let piece = |rules: &Rules, name: &str| -> Option<String> {
        let square: Square = rules.geometry.parse(name)?;
        let (_, piece) = rules.array.iter().find(|(at, _)| *at == square)?;
        let (kind, side) = piece.get()?;
        Some(format!("{} {}", side.name(), rules.types[usize::from(kind)].name))
    };
    let squares =
        |rules: &Rules| rules.geometry.every().map(|sq| rules.geometry.name(sq)).collect::<Vec<_>>();
    let mut names = squares(one);
    let known: BTreeSet<String> = names.iter().cloned().collect();
    names.extend(squares(other).into_iter().filter(|name| !known.contains(name)));
    for name in names {
        found.add("start position", &name, piece(one, &name), piece(other, &name));
    }
}

/// Compares the sentences of the features: a sentence of only one of the games is a difference.
fn topics(one: &Rules, other: &Rules, found: &mut Found) {
    let (a, b) = (one.topics(), other.topics());
    let empty = Vec::new();
    let lines = |topics: &[(&str, Vec<String>)], topic: &str| -> Vec<String> {
        topics.iter().find(|(name, _)| *name == topic).map_or(&empty, |(_, lines)| lines).clone()
    };
    let added = b.iter().filter(|(name, _)| !a.iter().any(|(known, _)| known == name));
    for (topic, _) in a.iter().chain(added) {
        let (was, is) = (lines(&a, topic), lines(&b, topic));
        let gone: Vec<&String> = was.iter().filter(|line| !is.contains(line)).collect();
        let new: Vec<&String> = is.iter().filter(|line| !was.contains(line)).collect();
        for at in 0..gone.len().max(new.len()) {
            let said = |lines: &[&String]| lines.get(at).map(|line| (*line).clone());
            found.add(&topic.to_lowercase(), "", said(&gone), said(&new));
        }
    }
}

fn ends(one: &Rules, other: &Rules, found: &mut Found) {
    let (a, b) = (one.endings(), other.endings());
    let named = |ends: &[(String, String)], name: &str| {
        ends.iter().find(|(known, _)| known == name).map(|(_, words)| words.clone())
    };
    let new = b.iter().filter(|(name, _)| named(&a, name).is_none());
    for (name, _) in a.iter().chain(new) {
        found.add("end", name, named(&a, name), named(&b, name));
    }
    let order = |ends: &[(String, String)], others: &[(String, String)]| {
        let kept = ends.iter().filter(|(name, _)| named(others, name).is_some());
        kept.map(|(name, _)| name.clone()).collect::<Vec<_>>().join(", ")
    };
    if decisive_order(one, other) {
        found.changed("end", "order in which the ends are tested", order(&a, &b), order(&b, &a));
    }
}

/// Returns `true` if the order of ends can matter: it does not if all of them have the same result, and for the same player.
fn decisive_order(one: &Rules, other: &Rules) -> bool {
    let verdicts: BTreeSet<&str> = one
        .ends
        .iter()
        .chain(&other.ends)
        .map(|end| match end.verdict {
            Verdict::Lose => "lose",
            Verdict::Win => "win",
            Verdict::Draw => "draw",
        })
        .collect();
    let mut all = one.ends.iter().chain(&other.ends);
    verdicts.len() > 1 || all.any(|end| !end.of_mover && end.verdict != Verdict::Draw)
}

fn writing(one: &Rules, other: &Rules, found: &mut Found) {
    let squares = |rules: &Rules| rules.written.squares();
    found.changed("notation", "squares in game scores", squares(one), squares(other));
    let promotions = |rules: &Rules| match rules.written.promotions_unwritten {
        true => "unwritten",
        false => "written",
    };
    found.changed("notation", "promotions", promotions(one), promotions(other));
}

/// Options that only one of the games has, or whose values differ.
fn options(before: &Variant, after: &Variant, found: &mut Found) {
    let (a, b) = (before.options(), after.options());
    let in_words = |options: &[crate::OptionInfo], name: &str| {
        let option = options.iter().find(|option| option.name == name)?;
        Some(format!("{} (of {})", option.value, option.values.join(", ")))
    };
    let new = b.iter().filter(|option| in_words(&a, &option.name).is_none());
    for option in a.iter().chain(new) {
        found.add("option", &option.name, in_words(&a, &option.name), in_words(&b, &option.name));
    }
}

/// Adds the differences that appear only when an option has a value other than its current one.
fn answers(before: &Variant, after: &Variant, known: &[Difference], found: &mut Found) {
    let others = after.options();
    for option in before.options() {
        let Some(other) = others.iter().find(|other| other.name == option.name) else { continue };
        let shared = option.values.iter().filter(|value| other.values.contains(value));
        for value in shared.filter(|value| **value != option.value || **value != other.value) {
            let choice = [Choice { name: option.name.clone(), value: value.clone() }];
            // a value with which a game isn't sound leaves nothing to compare
            let (Ok(one), Ok(two)) = (before.with_options(&choice), after.with_options(&choice)) else {
                continue;
            };
            let only_then = rules(&one, &two, Readers::Authors)
                .into_iter()
                .filter(|difference| !known.contains(difference));
            found.all.extend(only_then.map(|difference| Difference {
                topic: format!("with {}={value}: {}", option.name, difference.topic),
                ..difference
            }));
        }
    }
}

impl Difference {
    /// The difference in a line: `piece queen, moves: … → …`.
    pub fn line(&self) -> String {
        let subject = if self.subject.is_empty() { String::new() } else { format!(" {}", self.subject) };
        let what = match (&self.before, &self.after) {
            (Some(before), Some(after)) => format!("{before} → {after}"),
            (Some(before), None) => format!("no longer: {before}"),
            (None, Some(after)) => format!("new: {after}"),
            (None, None) => String::new(),
        };
        format!("{}{subject}: {what}", self.topic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> Variant {
        Variant::from_text("it.toml", text, &[]).unwrap_or_else(|error| panic!("{error}"))
    }

    fn lines(one: &str, other: &str) -> Vec<String> {
        compare(&game(one), &game(other)).iter().map(Difference::line).collect()
    }

    #[test]
    fn another_spelling_is_the_same_game() {
        let one = "extends = \"chess\"\n[pieces]\nking = { moves = \"K\" }\nqueen = { moves = \"RB\" }";
        let other = "extends = \"chess\"\n[game]\nname = \"Other\"\n[pieces]\nking = { moves = \"mWmF cF cW\" }\n\
                     queen = { moves = [{ ride = [1, 1] }, { ride = [0, 1] }] }";
        assert_eq!(lines(one, other), Vec::<String>::new());
    }

    #[test]
    fn every_part_of_the_rules_is_compared() {
        let chess = "extends = \"chess\"\n";
        for (change, wanted) in [
            ("[board]\na1 = \"light\"", "board a1: dark → light"),
            ("[board]\nsymmetry = \"rotate\"", "board Black sees it: mirrored → rotated"),
            ("[pieces]\nrook = { moves = \"R4\" }", "piece rook, moves: `R`, moves"),
            ("[pieces]\nqueen = { royal = true }", "piece queen: not royal → royal"),
            (
                "[pieces]\nrook = { letter = \"T\" }\n[setup]\nwhite = [\"T N B Q K B N T\", \"P P P P P P P P\"]",
                "piece rook, letter: R → T",
            ),
            ("[pieces]\ncamel = { letter = \"C\", moves = \"C\" }", "piece camel: new: C: `C`"),
            (
                "[setup]\nwhite = [\"R B N Q K B N R\", \"P P P P P P P P\"]",
                "start position b1: white knight → white bishop",
            ),
            ("[promotion]\nto = \"queen\"", "promotion: A pawn"),
            ("[castling]\nunattacked = \"nothing\"", "castling: Castling"),
            (
                "[after]\nmove = \"any\"\ngives = \"check\"\nmoved = \"their king\"",
                "effects of moves: new: After a move that gives check",
            ),
            ("en-passant = false", "en passant: no longer: "),
            ("[capture]\ncompulsory = \"strict\"", "captures: Captures are never compulsory. →"),
            ("[forbid]\ncapture = \"queen\"\nby = \"queen\"", "who may not capture whom: new: "),
            ("[turn]\nfirst-mover = \"black\"", "turns: new: Black moves first."),
            ("[turn]\nevery = [{ move = \"any\" }, { move = \"pawn\" }]", "turns: new: In every turn"),
            ("[end]\nno-progress = false", "end no-progress: no longer: "),
            ("[end]\nstalemate = { draw = false, lose = \"stalemate\" }", "end stalemate: The game is drawn"),
            ("[notation]\nsquares = \"numbers\"", "notation squares in game scores: letters → numbers"),
            ("[safe-walk]\npieces = \"king\"\nsteps = 2", "several steps at once: new: A king"),
            ("[options.x]\nvalues = { a = {}, b = {} }", "option x: new: a (of a, b)"),
        ] {
            let found = lines(chess, &format!("{chess}{change}"));
            assert!(found.iter().any(|line| line.starts_with(wanted)), "{change}: {found:#?}");
        }
    }

    #[test]
    fn every_built_in_game_is_itself_and_no_other() {
        let games: Vec<Variant> =
            crate::builtin_games().iter().map(|name| Variant::load(name, &[]).unwrap()).collect();
        for (at, one) in games.iter().enumerate() {
            for (other_at, other) in games.iter().enumerate() {
                assert_eq!(compare(one, other).is_empty(), at == other_at, "{} {}", one.name(), other.name());
            }
        }
    }

    #[test]
    fn an_answer_that_does_something_else_is_a_difference() {
        let one = "extends = \"chess\"\n[options.x]\nvalues = { a = {}, b = { castling = false } }";
        let other = "extends = \"chess\"\n[options.x]\nvalues = { a = {}, b = { en-passant = false } }";
        let found = lines(one, other);
        assert!(found.iter().any(|line| line.starts_with("with x=b: castling: new: ")), "{found:#?}");
        assert!(found.iter().any(|line| line.starts_with("with x=b: en passant: no longer: ")), "{found:#?}");
    }
}
