//! The ends of the game, in the order in which Fairy-Stockfish tests them.

use std::collections::BTreeSet;

use toml::Table;

use super::{about, by_side, put};
use crate::board::{Bits, Cells};
use crate::feature::condition::in_letters;
use crate::feature::scope::in_a_row;
use crate::ini::game::{Game, SIDES, each, sided};
use crate::ini::keys;
use crate::ini::pairs::{Case, RESULTS};
use crate::ini::types::Type;
use crate::ini::{Reversible, reversible};
use crate::notation::moves::moves_alone;

/// All ends.
pub(super) fn ends(game: &mut Game<'_>) -> Table {
    let mut ends = game.paired("board");
    if game.holds("parts") {
        // a turn is always completed
        for end in ends.iter_mut().filter_map(|(_, end)| end.as_table_mut()) {
            end.insert("judged".into(), "at the end of the turn".into());
        }
    }
    for (name, rule) in game.paired("end") {
        put(&mut ends, name, rule);
    }
    let progress = if game.holds("nMoveRule") { counted(game) } else { Vec::new() };
    for (letter, _) in progress.into_iter().filter(|(_, back)| *back == Reversible::Some) {
        let options = SIDES.map(|side| format!("nMoveRuleTypes{side}"));
        let named = options.iter().find(|option| game.settings.letters(option).contains(&letter));
        let needs = "a count of moves that a piece resets only by moves that it can't take back";
        game.refuse(named.unwrap_or(&options[0]), needs);
    }
    ends
}

/// The word for the result for the player an end is about.
pub(super) fn word(value: &str) -> &'static str {
    RESULTS.iter().find(|(_, known, _)| *known == value).map_or("draw", |(word, ..)| word)
}

/// What a word stands for in ends.
pub(super) fn said(game: &Game<'_>, name: &str) -> Option<String> {
    let settings = game.settings;
    let most = game.start.checks.unwrap_or(1);
    let white_odds = settings.text("materialCounting").starts_with('w');
    let either = |first: bool, one: &str, other: &str| if first { one.to_owned() } else { other.to_owned() };
    Some(match name {
        "checks" => most.to_string(),
        "checks-name" => format!("{}-check{}", in_letters(most as u32), if most == 1 { "" } else { "s" }),
        "connectors" | "links" => connectors(game, name == "links"),
        "nth" => ordinal(settings.number("nFoldRule")),
        "progress" => progress(game),
        "along" => along(game)?,
        "stuck" => either(game.holds("royal"), "stalemate", "no move"),
        "otherwise" => either(word(settings.text("stalemateValue")) == "lose", "win", "lose"),
        "favoured" | "burdened" => either(white_odds == (name == "favoured"), "white", "black"),
        name => goal_said(game, name)?,
    })
}

/// What the pieces of a side have to do in a region to win.
#[derive(PartialEq, Eq)]
pub(super) struct Goal {
    pieces: String,
    /// The squares, with the word before them.
    place: String,
    /// The number of pieces that must be there.
    least: usize,
    /// The squares for this side and for the opponent, if the opponent's pieces there count too.
    full: Option<[String; 2]>,
    /// True if the pieces must be safe.
    safe: bool,
}

impl Goal {
    /// The goal of White or Black; `None` if it has no squares.
    fn read(game: &Game<'_>, at: usize) -> Option<Self> {
        let settings = game.settings;
        let squares = game.regions("flagRegion")[at];
        let text = game.written(squares);
        let least = settings.number("flagPieceCount").max(1);
        let is_rank = text.strip_prefix("rank ").is_some_and(|rest| !rest.contains(' '));
        let theirs = || game.written(game.geometry.opposite_set(squares));
        (!squares.is_empty()).then(|| Self {
            pieces: game.either(settings.letters(&format!("flagPiece{}", SIDES[at]))),
            place: format!("{} {text}", if is_rank { "on" } else { "in" }),
            least,
            full: (settings.is("flagPieceBlockedWin") && least > 1).then(|| [text.clone(), theirs()]),
            safe: settings.is("flagPieceSafe"),
        })
    }

    /// Pieces of a player in the region.
    fn there(&self, whose: &str) -> String {
        format!("{whose} {} {}", self.pieces, self.place)
    }

    /// The condition under which the goal is reached: whose it is, and who the opponent is.
    fn reached(&self, [mine, theirs]: [&str; 2], safe: bool) -> String {
        let there = self.there(mine) + if safe { " safe" } else { "" };
        let least = self.least;
        match &self.full {
            Some([here, seen]) => {
                format!("{there} and count({mine} any in {here}) + count({theirs} any in {seen}) >= {least}")
            }
            None if least == 1 && !self.pieces.contains(" or ") => there,
            None => format!("count({there}) >= {least}"),
        }
    }

    /// The goal reached by the player; if that must be safe, also by more pieces than can be captured at once.
    fn reached_or_more(&self) -> String {
        let reached = self.reached(MINE, self.safe);
        match self.safe {
            true => format!("{reached} or count({}) >= {}", self.there("my"), self.least + 1),
            false => reached,
        }
    }
}

const MINE: [&str; 2] = ["my", "their"];
const THEIRS: [&str; 2] = ["their", "my"];

/// The goals of White and of Black.
fn goals(game: &Game<'_>) -> [Option<Goal>; 2] {
    [0, 1].map(|at| Goal::read(game, at))
}

/// The goals of both sides, if both have one.
pub(super) fn both_goals(game: &Game<'_>) -> Option<[Goal; 2]> {
    let [white, black] = goals(game);
    Some([white?, black?])
}

/// The goal of a side in words: as that side has it or as the other sees it, reached, held, or reached safely.
fn goal_said(game: &Game<'_>, name: &str) -> Option<String> {
    let (side, how) = name.split_once('-').unwrap_or((name, ""));
    let goal = Goal::read(game, ["white", "black"].iter().position(|name| *name == side)?)?;
    Some(match how {
        "" => goal.reached(MINE, goal.safe),
        "seen" => goal.reached(THEIRS, goal.safe),
        "held" => goal.reached(MINE, false),
        "held-seen" => goal.reached(THEIRS, false),
        "safe" => goal.reached_or_more(),
        _ => return None,
    })
}

/// The goals that win as soon as they are reached, by side where they differ: of that side, or as the other side sees them.
pub(super) fn each_goal(game: &Game<'_>, seen: bool) -> Vec<Case> {
    let words = |goal: &Goal| match seen {
        true => goal.reached(THEIRS, goal.safe),
        false => goal.reached_or_more(),
    };
    let case = |(side, goal): (Option<&'static str>, Option<Goal>)| {
        let other = side.map(|side| if side == "white" { "black" } else { "white" });
        let side_of_rule = if seen { other } else { side };
        let of = ("of-", side.map_or_else(String::new, |side| format!("{side}-")));
        Some([("goal", words(&goal?)), of].into_iter().chain(about(side_of_rule)).collect())
    };
    each(goals(game)).into_iter().filter_map(case).collect()
}

/// Returns `true` if the goals are about the pieces that are royal by their option.
pub(super) fn are_royal(game: &Game<'_>) -> bool {
    let kings: Vec<char> = game.types.iter().filter(|one| one.is_king()).map(|one| one.of).collect();
    SIDES.iter().all(|side| game.settings.letters(&format!("flagPiece{side}")) == kings)
}

/// Returns `true` if a side has enough of its pieces on its goal before anything has been played.
pub(super) fn is_held_at_the_start(game: &Game<'_>, white: bool) -> bool {
    let squares = game.squares(&sided("flagRegion", white));
    let letters = game.settings.letters(&sided("flagPiece", white));
    let there = squares & game.start.own(white, |piece| letters.contains(&piece.letter));
    there.count() as usize >= game.settings.number("flagPieceCount").max(1)
}

/// Returns `true` if a type that may run out never comes to the board, or is one of the parent's that has lost its letter to another.
pub(super) fn has_run_out(game: &Game<'_>) -> bool {
    let settings = game.settings;
    let gone = |letter| settings.given.get(&letter).is_some_and(|option| settings.typed(option).is_none());
    let lost = settings.inherited.contains("extinctionPieceTypes")
        && settings.text("extinctionPieceTypes").chars().any(gone);
    lost || settings.letters("extinctionPieceTypes").iter().any(|letter| game.names(*letter).is_empty())
}

/// Pieces that run out: the name of the end, its condition, and the same if the opponent must have one more.
pub(super) fn extinct(game: &Game<'_>) -> Option<Case> {
    let settings = game.settings;
    let [few, many] =
        ["extinctionPieceCount", "extinctionOpponentPieceCount"].map(|option| settings.number(option));
    let all = settings.text("extinctionPieceTypes").contains('*');
    let letters = settings.letters("extinctionPieceTypes");
    // all of a player's pieces, or those of each type, of the player and of the opponent
    let names =
        letters.iter().map(|letter| game.names(*letter).join(" or ")).filter(|names| !names.is_empty());
    let types: Vec<[String; 2]> = match all {
        true => vec![["mine".to_owned(), "theirs".to_owned()]],
        false => names.map(|names| MINE.map(|whose| format!("{whose} {names}"))).collect(),
    };
    // a type whose last piece loses the game is never in hand
    let single = |letter: char| {
        few == 0
            && settings.text("extinctionValue") == "loss"
            && !settings.is("twoBoards")
            && !game.start.hand.iter().any(|piece| piece.letter == letter)
            && !game.may_grow(letter)
            && game.most(letter) <= 1
    };
    let held = |letter: &char| game.base(*letter).is_some_and(|one| !one.is_king()) && !single(*letter);
    // in an endless supply, no side has any piece
    let in_hand = game.holds("hands") && !settings.is("freeDrops") && (all || letters.iter().any(held));
    let number = |pieces: &String| match in_hand {
        true => format!("count({pieces}) + count({pieces} in hand)"),
        false => format!("count({pieces})"),
    };
    let least = if few == 0 { "= 0".to_owned() } else { format!("<= {few}") };
    // `more` is what the opponent must have besides
    let joined = |more: usize| {
        let others = many + more > 1 || more > 0 || many > 0 && (!all || settings.is("blastOnCapture"));
        let one = |[mine, theirs]: &[String; 2]| match others {
            true => format!("{} {least} and {} >= {}", number(mine), number(theirs), many + more),
            false => format!("{} {least}", number(mine)),
        };
        types.iter().map(one).collect::<Vec<_>>().join(" or ")
    };
    let name = match (all, few) {
        (false, _) => "none-left",
        (true, 0) => "nothing-left",
        (true, _) => "bare",
    };
    (!types.is_empty()).then(|| vec![("left", name.to_owned()), ("few", joined(0)), ("fewer", joined(1))])
}

/// The pieces that must be connected, as most conditions have them, or as the ends of a chain.
fn connectors(game: &Game<'_>, of_chain: bool) -> String {
    match &*game.either(game.settings.letters("connectPieceTypes")) {
        "" | "any" if of_chain => "my any".to_owned(),
        "" | "any" => "mine".to_owned(),
        names => format!("my {names}"),
    }
}

/// The directions of rows, lines and chains; `None` if there are none.
pub(super) fn along(game: &Game<'_>) -> Option<String> {
    let options = ["connectHorizontal", "connectVertical", "connectDiagonal"];
    let open = options.map(|option| game.settings.text(option)).join(" ");
    let by = keys::meaning("connect", &open)?;
    Some(if by.is_empty() { String::new() } else { format!(" at {by}") })
}

/// The squares that a chain must connect.
pub(super) fn chains(game: &Game<'_>) -> Vec<Case> {
    let [one, other] = ["connectRegion1", "connectRegion2"].map(|option| game.regions(option));
    let case = |at: usize| {
        let goals = [&one, &other].map(|goals| game.written(goals[at]));
        let is_there = goals.iter().all(|goal| !goal.is_empty());
        is_there.then(|| ["one", "other"].into_iter().zip(goals).collect())
    };
    by_side([0, 1].map(case))
}

/// The types whose moves may count as progress: in Fairy-Stockfish, only moves that can't be taken back do.
fn counted(game: &Game<'_>) -> Vec<(char, Reversible)> {
    let letters: BTreeSet<char> =
        SIDES.iter().flat_map(|side| game.settings.letters(&format!("nMoveRuleTypes{side}"))).collect();
    let back = |one: &Type| Some(reversible(&moves_alone(Cells::Squares, &one.moves.words()).ok()?.0));
    letters.into_iter().filter_map(|letter| Some((letter, back(game.base(letter)?)?))).collect()
}

/// What begins the count of moves without progress anew.
fn progress(game: &Game<'_>) -> String {
    let mut events = vec!["capture".to_owned()];
    // if points decide, the parent has this end, and drops are added to it
    let known = ["none", "unweighted", "whitedrawodds", "blackdrawodds"];
    if game.settings.is("pieceDrops") && known.contains(&game.settings.text("materialCounting")) {
        events.push("drop".to_owned());
    }
    let lasting = counted(game).into_iter().filter(|(_, back)| *back == Reversible::None);
    let names = lasting.filter_map(|(letter, _)| Some(&game.base(letter)?.name));
    events.extend(names.map(|name| format!("{name} move")));
    in_a_row(&events, "or").replace(" move,", ",").replace(" move or", " or")
}

fn ordinal(number: usize) -> String {
    match (number, number % 10, number % 100) {
        (2, ..) => "second".to_owned(),
        (3, ..) => "third".to_owned(),
        (_, 1, other) if other != 11 => format!("{number}st"),
        (_, 2, other) if other != 12 => format!("{number}nd"),
        (_, 3, other) if other != 13 => format!("{number}rd"),
        _ => format!("{number}th"),
    }
}
