//! How the game ends, in the order in which Fairy-Stockfish asks.

use toml::{Table, Value};

use super::texts;
use crate::ini::game::{Game, Sided};
use crate::ini::men;

/// All ends.
pub(super) fn ends(game: &mut Game<'_>) -> Table {
    let mut ends = Table::new();
    flags(game, &mut ends);
    extinction(game, &mut ends);
    counts(game, &mut ends);
    let royal = game.types.clone().iter().any(|one| men::royal(game, one).is_some());
    no_move(game, royal, &mut ends);
    history(game, royal, &mut ends);
    ends
}

fn end(word: &str, condition: String, side: Option<&str>) -> Value {
    let mut table = texts([(word, condition)]);
    if let Some(side) = side {
        table.insert("side".into(), side.into());
    }
    Value::Table(table)
}

/// The word for the result of the player an end is about.
fn word(value: &str) -> &'static str {
    match value {
        "win" => "win",
        "loss" => "lose",
        _ => "draw",
    }
}

/// Pieces that reach a goal.
fn flags(game: &mut Game<'_>, ends: &mut Table) {
    let of = |game: &Game<'_>, side: &str| {
        let names: Vec<String> = game
            .settings
            .letters(&format!("flagPiece{side}"))
            .into_iter()
            .flat_map(|letter| game.names(letter))
            .collect();
        names.join(" or ")
    };
    let regions = game.region("flagRegionWhite", "flagRegionBlack");
    let (white, black) = match &regions {
        Sided::Both(both) => (both.clone(), both.clone()),
        Sided::Each(white, black) => (white.clone(), black.clone()),
    };
    let least = game.settings.number("flagPieceCount").max(1);
    let safe = if game.settings.is("flagPieceSafe") { " safe" } else { "" };
    let condition = |game: &Game<'_>, side: &str, squares: &crate::ini::squares::Squares| {
        if squares.is_empty() {
            return String::new();
        }
        let piece = of(game, side);
        let text = squares.write(game.size);
        let place = if text.starts_with("rank ") && !text[5..].contains(' ') {
            format!("on {text}")
        } else {
            format!("in {text}")
        };
        match (least, piece.contains(" or ")) {
            (1, false) => format!("my {piece} {place}{safe}"),
            _ => format!("count(my {piece} {place}{safe}) >= {least}"),
        }
    };
    let (white, black) = (condition(game, "White", &white), condition(game, "Black", &black));
    if game.settings.is("flagMove") && !white.is_empty() && !black.is_empty() {
        return reply(&white, &black, ends);
    }
    for (side, condition) in Sided::of(white, black).each() {
        if !condition.is_empty() {
            let name = side.map_or_else(|| "goal".to_owned(), |side| format!("{side}-goal"));
            ends.insert(name, end("win", condition, side));
        }
    }
}

/// A goal that Black may still reach after White.
fn reply(white: &str, black: &str, ends: &mut Table) {
    let theirs = |text: &str| text.replace("my ", "their ");
    if white == black {
        ends.insert("both".into(), end("draw", format!("{white} and {}", theirs(white)), None));
    } else {
        ends.insert("both".into(), end("draw", format!("{white} and {}", theirs(white)), Some("white")));
    }
    ends.insert(
        "beaten".into(),
        end("lose", format!("{} and not can({black})", theirs(white)), Some("black")),
    );
    ends.insert("white".into(), end("win", format!("{white} and my turn"), Some("white")));
    ends.insert("black".into(), end("win", black.to_owned(), Some("black")));
}

/// Pieces that run out.
fn extinction(game: &mut Game<'_>, ends: &mut Table) {
    let settings = game.settings;
    let value = settings.text("extinctionValue").to_owned();
    if value == "none"
        || settings.is("extinctionPseudoRoyal") && !settings.is("blastOnCapture")
        || settings.text("extinctionPieceTypes") == "-"
    {
        return;
    }
    let (few, many) =
        (settings.number("extinctionPieceCount"), settings.number("extinctionOpponentPieceCount"));
    let claim = settings.is("extinctionClaim");
    let all = settings.text("extinctionPieceTypes").contains('*');
    let types: Vec<String> = match all {
        true => vec!["mine".into()],
        false => {
            let names = settings
                .letters("extinctionPieceTypes")
                .into_iter()
                .map(|letter| game.names(letter).join(" or "));
            names.filter(|names| !names.is_empty()).map(|names| format!("my {names}")).collect()
        }
    };
    let in_hand = settings.is("pieceDrops") || settings.is("capturesToHand");
    // what is lost with its last piece is never in hand
    let single = |letter: char| {
        few == 0
            && value == "loss"
            && !settings.is("twoBoards")
            && !game.may_grow(letter)
            && game.start.count(letter, true).max(game.start.count(letter, false)) <= 1
    };
    let held = |letter: &char| game.base(*letter).is_some_and(|one| !one.is_king()) && !single(*letter);
    if in_hand && (all || settings.letters("extinctionPieceTypes").iter().any(held)) {
        game.refuse("extinctionPieceTypes", "a count of pieces in hand");
        return;
    }
    let least = if few == 0 { "= 0".to_owned() } else { format!("<= {few}") };
    let one = |whose: &String, more: usize| {
        let theirs = whose.replacen("my ", "their ", 1).replace("mine", "theirs");
        let others = if many + more > 0 && (many + more > 1 || !all || more > 0) {
            format!(" and count({theirs}) >= {}", many + more)
        } else {
            String::new()
        };
        format!("count({whose}) {least}{others}")
    };
    let name = if all { "nothing-left" } else { "none-left" };
    let name = if few > 0 && all { "bare" } else { name };
    let joined = |more: usize| types.iter().map(|whose| one(whose, more)).collect::<Vec<_>>().join(" or ");
    if claim {
        // who is about to move may still do the same to the other
        ends.insert(name.into(), end(word(&value), format!("{} and not my turn", joined(0)), None));
        ends.insert(format!("{name}-first"), end(word(&value), format!("{} and my turn", joined(1)), None));
    } else if !types.is_empty() {
        ends.insert(name.into(), end(word(&value), joined(0), None));
    }
}

/// Checks that have been given.
fn counts(game: &mut Game<'_>, ends: &mut Table) {
    let settings = game.settings;
    if settings.is("checkCounting") {
        let most = game.start.checks.unwrap_or(1);
        let names = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
        let word = names.get(most).map_or_else(|| most.to_string(), |name| (*name).to_owned());
        let plural = if most == 1 { "check" } else { "checks" };
        ends.insert(format!("{word}-{plural}"), end("win", format!("checks(mine) >= {most}"), None));
    }
    if settings.number("connectN") > 0 {
        game.refuse("connectN", "an end by pieces in a row");
    }
}

/// Checkmate and stalemate.
fn no_move(game: &mut Game<'_>, royal: bool, ends: &mut Table) {
    let settings = game.settings;
    let stalemate = word(settings.text("stalemateValue"));
    if royal {
        ends.insert("checkmate".into(), end(word(settings.text("checkmateValue")), "checkmate".into(), None));
    }
    let text = if royal { "stalemate" } else { "no move" };
    if settings.is("stalematePieceCount") {
        let (less, more) = if stalemate == "lose" { ("lose", "win") } else { ("win", "lose") };
        ends.insert("stuck".into(), end(less, format!("{text} and count(mine) < count(theirs)"), None));
        ends.insert("more".into(), end(more, format!("{text} and count(mine) > count(theirs)"), None));
        ends.insert("level".into(), end("draw", text.into(), None));
    } else {
        ends.insert("stalemate".into(), end(stalemate, text.into(), None));
    }
}

/// Repetition, and moves without progress.
fn history(game: &mut Game<'_>, royal: bool, ends: &mut Table) {
    let settings = game.settings;
    let fold = settings.number("nFoldRule");
    if fold > 1 {
        let nth = if fold == 3 { "third".to_owned() } else { ordinal(fold) };
        if settings.is("perpetualCheckIllegal") && royal {
            if game.parent.asks("both always checking") || !game.parent.asks("always checking") {
                ends.insert(
                    "both-checking".into(),
                    end("draw", format!("{nth} occurrence, both always checking"), None),
                );
            }
            ends.insert("perpetual".into(), end("lose", format!("{nth} occurrence, always checking"), None));
        }
        let value = settings.text("nFoldValue");
        let (said, side) = match (settings.is("nFoldValueAbsolute"), word(value)) {
            (true, said) if said != "draw" => (said, Some("white")),
            // the value is that of the side to move, and an end is about the one who has moved
            (_, "lose") => ("win", None),
            (_, "win") => ("lose", None),
            (_, said) => (said, None),
        };
        ends.insert("repetition".into(), end(said, format!("{nth} occurrence"), side));
    }
    let moves = settings.number("nMoveRule");
    if moves > 0 {
        let mut letters = settings.letters("nMoveRuleTypesWhite");
        letters.extend(settings.letters("nMoveRuleTypesBlack"));
        letters.sort_unstable();
        letters.dedup();
        let names: Vec<String> =
            letters.into_iter().filter_map(|letter| game.base(letter).map(|one| one.name.clone())).collect();
        let resets = if names.is_empty() {
            "capture".to_owned()
        } else {
            format!("capture or {} move", names.join(" or "))
        };
        ends.insert(
            "no-progress".into(),
            end(
                "draw",
                format!(
                    "{moves} moves without {}",
                    resets.replace(" or ", ", ").replacen(
                        ", ",
                        if names.len() > 1 { ", " } else { " or " },
                        1
                    )
                ),
                None,
            ),
        );
    }
}

fn ordinal(number: usize) -> String {
    match number {
        2 => "second".to_owned(),
        number if number % 10 == 1 && number % 100 != 11 => format!("{number}st"),
        number if number % 10 == 2 && number % 100 != 12 => format!("{number}nd"),
        number if number % 10 == 3 && number % 100 != 13 => format!("{number}rd"),
        number => format!("{number}th"),
    }
}
