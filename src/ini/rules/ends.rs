//! The ends of the game, in the order in which Fairy-Stockfish tests them.

use toml::{Table, Value};

use super::{castling, chase, counting, hand, setup, texts};
use crate::board::Cells;
use crate::feature::scope::in_a_row;
use crate::ini::game::{Game, Sided};
use crate::ini::squares::Squares;
use crate::ini::{Reversible, reversible, types};
use crate::notation::moves::moves_alone;
use crate::order;

/// All ends.
pub(super) fn ends(game: &mut Game<'_>) -> Table {
    let mut ends = Table::new();
    if let Ok(Some(race)) = castling::race(game) {
        put(&mut ends, "castled", end("win", "noted castled".into(), Some(race.side)));
        put(
            &mut ends,
            "right-lost",
            end("lose", "noted moved or they noted captured".into(), Some(race.side)),
        );
    }
    flags(game, &mut ends);
    extinction(game, &mut ends);
    counts(game, &mut ends);
    connections(game, &mut ends);
    if setup::has_parts(game) {
        // a turn is always completed
        for end in ends.iter_mut().filter_map(|(_, end)| end.as_table_mut()) {
            end.insert("judged".into(), "at the end of the turn".into());
        }
    }
    exhausted(game, &mut ends);
    let royal = game.types.clone().iter().any(|one| types::royal(game, one).is_some());
    no_move(game, royal, &mut ends);
    history(game, royal, &mut ends);
    ends
}

/// Adds an end under a name, or under one like it that is free.
fn put(ends: &mut Table, name: impl Into<String>, end: Value) {
    let name = name.into();
    let mut names = std::iter::once(name.clone()).chain((2_u32..).map(|number| format!("{name}-{number}")));
    if let Some(free) = names.find(|name| !ends.contains_key(name)) {
        ends.insert(free, end);
    }
}

fn end(word: &str, condition: String, side: Option<&str>) -> Value {
    let mut table = texts([(word, condition)]);
    if let Some(side) = side {
        table.insert("side".into(), side.into());
    }
    Value::Table(table)
}

/// The word for the result for the player an end is about.
fn word(value: &str) -> &'static str {
    match value {
        "win" => "win",
        "loss" => "lose",
        _ => "draw",
    }
}

/// The names of the pieces by which a side reaches its goal.
fn flag_pieces(game: &Game<'_>, side: &str) -> String {
    let letters = game.settings.letters(&format!("flagPiece{side}"));
    let names: Vec<String> = letters.into_iter().flat_map(|letter| game.names(letter)).collect();
    let all = names.len() > 1 && names.len() == game.types.len();
    if all { "any".to_owned() } else { names.join(" or ") }
}

/// What pieces have to do in a region to win.
struct Goal {
    /// The number of pieces that must be in the region.
    least: usize,
    /// True if the opponent's pieces there count too.
    blocked: bool,
    /// The word in a condition that requires the pieces to be safe, or nothing.
    safe: &'static str,
}

impl Goal {
    /// Returns `true` if a side has enough of its pieces on its goal before anything has been played.
    fn is_held_at_the_start(&self, game: &Game<'_>) -> bool {
        [("White", true), ("Black", false)].into_iter().any(|(side, white)| {
            let squares = game.settings.squares(&format!("flagRegion{side}"), game.size);
            let letters = game.settings.letters(&format!("flagPiece{side}"));
            let there = game.start.on.iter().filter(|(square, piece)| {
                squares.0.contains(square) && piece.white == white && letters.contains(&piece.letter)
            });
            there.count() >= self.least
        })
    }

    /// The condition under which a side has reached its goal on some squares; empty if there are none.
    fn condition(&self, game: &Game<'_>, side: &str, squares: &Squares) -> String {
        if squares.is_empty() {
            return String::new();
        }
        let Self { least, blocked, safe } = self;
        let piece = flag_pieces(game, side);
        let text = squares.write(game.size);
        let place = if text.starts_with("rank ") && !text[5..].contains(' ') {
            format!("on {text}")
        } else {
            format!("in {text}")
        };
        if *blocked {
            let theirs = squares.opposite(game.size, game.symmetry).write(game.size);
            let full = format!("count(my any in {text}) + count(their any in {theirs}) >= {least}");
            return format!("my {piece} {place}{safe} and {full}");
        }
        match (least, piece.contains(" or ")) {
            (1, false) => format!("my {piece} {place}{safe}"),
            _ => format!("count(my {piece} {place}{safe}) >= {least}"),
        }
    }
}

/// Pieces that reach a goal.
fn flags(game: &mut Game<'_>, ends: &mut Table) {
    let regions = game.region("flagRegionWhite", "flagRegionBlack");
    let (white, black) = match &regions {
        Sided::Both(both) => (both.clone(), both.clone()),
        Sided::Each(white, black) => (white.clone(), black.clone()),
    };
    let least = game.settings.number("flagPieceCount").max(1);
    let blocked = game.settings.is("flagPieceBlockedWin") && least > 1;
    let safe = if game.settings.is("flagPieceSafe") { " safe" } else { "" };
    let goal = Goal { least, blocked, safe };
    let (white, black) = (goal.condition(game, "White", &white), goal.condition(game, "Black", &black));
    if game.settings.is("flagMove") && !white.is_empty() && !black.is_empty() {
        let kings: Vec<char> = game.types.iter().filter(|one| one.is_king()).map(|one| one.of).collect();
        let king = |side: &str| game.settings.letters(&format!("flagPiece{side}")) == kings;
        return if king("White") && king("Black") {
            reply(&white, &black, ends)
        } else {
            held(&white, &black, ends)
        };
    }
    if goal.is_held_at_the_start(game) {
        game.refuse("flagPieceCount", "a goal that is held when the game begins");
    }
    for (side, condition) in Sided::of(white, black).each() {
        if condition.is_empty() {
            continue;
        }
        let name = side.map_or_else(|| "goal".to_owned(), |side| format!("{side}-goal"));
        if blocked {
            // a goal partly filled by the opponent's pieces is completed only by one's own move
            let theirs = swapped(&condition);
            let other = side.map(|side| if side == "white" { "black" } else { "white" });
            put(ends, name, end("lose", format!("{theirs} and my turn"), other));
        } else {
            put(ends, name, end("win", or_several(&condition, least), side));
        }
    }
}

/// A goal that must be safe, or reached by more pieces than can be captured at once.
fn or_several(condition: &str, least: usize) -> String {
    if !condition.contains(" safe") {
        return condition.to_owned();
    }
    let taken = condition.replace(" safe", "");
    let pieces = taken.strip_prefix("count(").and_then(|rest| rest.split_once(')')).map(|(pieces, _)| pieces);
    format!("{condition} or count({}) >= {}", pieces.unwrap_or(&taken), least + 1)
}

/// A condition, stated of the other player.
fn swapped(condition: &str) -> String {
    let word = |word: &str| {
        let open = word.len() - word.trim_start_matches(|c: char| !c.is_ascii_alphabetic()).len();
        let (before, name) = match word.rfind('(') {
            Some(at) => word.split_at(at + 1),
            None => word.split_at(open),
        };
        match name {
            "my" => format!("{before}their"),
            "their" => format!("{before}my"),
            _ => word.to_owned(),
        }
    };
    condition.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// A goal that wins if it is still held after the opponent's reply.
fn held(white: &str, black: &str, ends: &mut Table) {
    let theirs = |text: &str| text.replace("my ", "their ");
    // a piece that still stands there after the reply was safe
    let [held_white, held_black] = [white, black].map(|goal| goal.replace(" safe", ""));
    let safe = *white != *held_white;
    for (side, mine, other) in [("white", &held_white, &held_black), ("black", &held_black, &held_white)] {
        let both = format!("{mine} and {} and my turn", theirs(other));
        if side == "white" && !safe {
            put(ends, "both", end("draw", both, Some(side)));
        }
        put(ends, side, end("win", format!("{mine} and my turn"), Some(side)));
    }
    // if the piece can't be captured, the goal need not be held
    for (side, goal) in [("white", white), ("black", black)].into_iter().filter(|_| safe) {
        put(ends, format!("{side}-safe"), end("win", or_several(goal, 1), Some(side)));
    }
}

/// A goal that Black may still reach after White.
fn reply(white: &str, black: &str, ends: &mut Table) {
    let theirs = |text: &str| text.replace("my ", "their ");
    if white == black {
        put(ends, "both", end("draw", format!("{white} and {}", theirs(white)), None));
    } else {
        put(ends, "both", end("draw", format!("{white} and {}", theirs(black)), Some("white")));
    }
    put(ends, "beaten", end("lose", format!("{} and not can({black})", theirs(white)), Some("black")));
    put(ends, "white", end("win", format!("{white} and my turn"), Some("white")));
    put(ends, "black", end("win", black.to_owned(), Some("black")));
}

/// Returns `true` if a type that may run out never comes to the board, or is one of the parent's that has lost its letter to another.
fn has_run_out(game: &Game<'_>) -> bool {
    let settings = game.settings;
    let letters = settings.letters("extinctionPieceTypes");
    let gone = |letter| settings.given.get(&letter).is_some_and(|option| settings.typed(option).is_none());
    let lost = settings.inherited.contains("extinctionPieceTypes")
        && settings.text("extinctionPieceTypes").chars().any(gone);
    lost || letters.iter().any(|letter| game.names(*letter).is_empty())
}

/// The pieces that may run out, as conditions have them: all of a player's, or those of each type.
fn running_out(game: &Game<'_>, all: bool) -> Vec<String> {
    if all {
        return vec!["mine".into()];
    }
    let letters = game.settings.letters("extinctionPieceTypes");
    let names = letters.into_iter().map(|letter| game.names(letter).join(" or "));
    names.filter(|names| !names.is_empty()).map(|names| format!("my {names}")).collect()
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
    if many == 0 && has_run_out(game) {
        game.refuse("extinctionPieceTypes", "a game that is over before its first move");
    }
    let all = settings.text("extinctionPieceTypes").contains('*');
    let types = running_out(game, all);
    let hands = settings.is("pieceDrops") || settings.is("capturesToHand") || hand::gates(game);
    // in an endless supply, no side has any piece
    let in_hand = hands && !settings.is("freeDrops");
    // a type whose last piece loses the game is never in hand
    let single = |letter: char| {
        few == 0
            && value == "loss"
            && !settings.is("twoBoards")
            && !game.start.hand.iter().any(|piece| piece.letter == letter)
            && !game.may_grow(letter)
            && game.start.count(letter, true).max(game.start.count(letter, false)) <= 1
    };
    let held = |letter: &char| game.base(*letter).is_some_and(|one| !one.is_king()) && !single(*letter);
    let with_hand = in_hand && (all || settings.letters("extinctionPieceTypes").iter().any(held));
    let least = if few == 0 { "= 0".to_owned() } else { format!("<= {few}") };
    let one = |whose: &String, more: usize| {
        let theirs = whose.replacen("my ", "their ", 1).replace("mine", "theirs");
        let both_may_go = settings.is("blastOnCapture");
        let others = if many + more > 0 && (many + more > 1 || !all || more > 0 || both_may_go) {
            let held = if with_hand { format!(" + count({theirs} in hand)") } else { String::new() };
            format!(" and count({theirs}){held} >= {}", many + more)
        } else {
            String::new()
        };
        let held = if with_hand { format!(" + count({whose} in hand)") } else { String::new() };
        format!("count({whose}){held} {least}{others}")
    };
    let name = if all { "nothing-left" } else { "none-left" };
    let name = if few > 0 && all { "bare" } else { name };
    let joined = |more: usize| types.iter().map(|whose| one(whose, more)).collect::<Vec<_>>().join(" or ");
    if claim {
        // the side to move may still do the same to the other
        put(ends, name, end(word(&value), format!("{} and not my turn", joined(0)), None));
        put(ends, format!("{name}-first"), end(word(&value), format!("{} and my turn", joined(1)), None));
    } else if !types.is_empty() {
        put(ends, name, end(word(&value), joined(0), None));
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
        put(ends, format!("{word}-{plural}"), end("win", format!("checks(mine) >= {most}"), None));
    }
}

/// Pieces in a row, on a line, in a block, or in a chain from side to side.
fn connections(game: &mut Game<'_>, ends: &mut Table) {
    let settings = game.settings;
    let names: Vec<String> =
        settings.letters("connectPieceTypes").into_iter().flat_map(|letter| game.names(letter)).collect();
    let whose = if names.is_empty() || names.len() > 1 && names.len() == game.types.len() {
        "mine".to_owned()
    } else {
        format!("my {}", names.join(" or "))
    };
    let along = ["connectHorizontal", "connectVertical", "connectDiagonal"].map(|option| settings.is(option));
    let along = match along {
        [true, true, true] => Some(""),
        [true, true, false] => Some(" at W"),
        [true, false, true] => Some(" at sWF"),
        [false, true, true] => Some(" at vWF"),
        [true, false, false] => Some(" at sW"),
        [false, true, false] => Some(" at vW"),
        [false, false, true] => Some(" at F"),
        [false, false, false] => None,
    };
    let word = word(settings.text("connectValue"));
    let (row, line, block) =
        (settings.number("connectN"), settings.number("collinearN"), settings.number("connectNxN"));
    let mut add = |name: &str, number: usize, condition: String, side: Option<&str>| {
        if number > 0 {
            put(ends, name, end(word, condition, side));
        }
    };
    if let Some(along) = along {
        add("row", row, format!("{row} in a row of {whose}{along}"), None);
        add("line", line, format!("{line} on a line of {whose}{along}"), None);
        let goals = |side: &str| {
            let goals = [1, 2].map(|end| settings.squares(&format!("connectRegion{end}{side}"), game.size));
            let seen = |goal: crate::ini::squares::Squares| match side {
                "White" => goal,
                _ => goal.opposite(game.size, game.symmetry),
            };
            goals.map(|goal| seen(goal).write(game.size))
        };
        let every = if whose == "mine" { "my any" } else { &whose };
        for (side, [one, other]) in Sided::of(goals("White"), goals("Black")).each() {
            let name = side.map_or_else(|| "chain".to_owned(), |side| format!("{side}-chain"));
            let chain = format!("{every} connects {one} to {other}{along}");
            add(&name, usize::from(!one.is_empty() && !other.is_empty()), chain, side);
        }
    }
    add("block", block, format!("{block} by {block} of {whose}"), None);
}

/// Nobody has anything left to do: both pass, or the board is full.
fn exhausted(game: &mut Game<'_>, ends: &mut Table) {
    if ["pass", "passOnStalemate"].iter().any(|option| game.settings.is(&format!("{option}White"))) {
        counted_out(game, "passed", "both passed".to_owned(), ends);
    }
    if game.settings.is("adjudicateFullBoard") {
        let squares = game.size.files * game.size.ranks - game.start.walls.0.len();
        counted_out(game, "full", format!("count(all) = {squares}"), ends);
    }
}

/// Checkmate and stalemate.
fn no_move(game: &mut Game<'_>, royal: bool, ends: &mut Table) {
    let settings = game.settings;
    let stalemate = word(settings.text("stalemateValue"));
    if royal {
        put(ends, "checkmate", end(word(settings.text("checkmateValue")), "checkmate".into(), None));
    }
    let text = if royal { "stalemate" } else { "no move" };
    let passes = settings.is("passWhite") || settings.is("passOnStalemateWhite");
    if !royal && passes {
        // a side that can't move passes, but not without pieces
        let drops = settings.is("pieceDrops")
            && matches!(settings.meaning("enclosingDrop"), "none" | "apart" | "on-top" | "outside");
        let first = settings.squares("enclosingDropStart", game.size);
        if !drops && first.0.iter().all(|square| game.start.at(*square).is_some()) {
            put(ends, "none-left", end(stalemate, "count(mine) = 0 and my turn".into(), None));
        }
        return;
    }
    if settings.is("stalematePieceCount") && !passes && stalemate != "draw" {
        let (less, more) = if stalemate == "lose" { ("lose", "win") } else { ("win", "lose") };
        put(ends, "stuck", end(less, format!("{text} and count(mine) < count(theirs)"), None));
        put(ends, "more", end(more, format!("{text} and count(mine) > count(theirs)"), None));
        put(ends, "level", end("draw", text.into(), None));
        return;
    }
    // the rule that decides draws decides this one
    match settings.text("materialCounting") {
        odds @ ("whitedrawodds" | "blackdrawodds") if stalemate == "draw" => {
            let (side, other) = if odds.starts_with('w') { ("white", "black") } else { ("black", "white") };
            put(ends, "stalemate", end("win", text.into(), Some(side)));
            put(ends, "stalemate-too", end("lose", text.into(), Some(other)));
        }
        _ => put(ends, "stalemate", end(stalemate, text.into(), None)),
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
                put(
                    ends,
                    "both-checking",
                    end("draw", format!("{nth} occurrence, both always checking"), None),
                );
            }
            put(ends, "perpetual", end("lose", format!("{nth} occurrence, always checking"), None));
        }
        if chase::chases(game) {
            let asked = |words| format!("{nth} occurrence, {words}");
            put(ends, "both-chasing", end("draw", asked("both always chasing"), None));
            put(ends, "chasing", end("lose", asked("always chasing"), None));
        }
        let value = settings.text("nFoldValue");
        let (said, side) = match (settings.is("nFoldValueAbsolute"), word(value)) {
            (true, said) if said != "draw" => (said, Some("white")),
            // the value is that of the side to move, and an end is about the side that has moved
            (_, "lose") => ("win", None),
            (_, "win") => ("lose", None),
            (_, said) => (said, None),
        };
        repeated(game, (said, side), format!("{nth} occurrence"), ends);
    }
    if counting::counts(game) {
        put(ends, "counted-out", end("draw", "counted out".into(), None));
    }
    let moves = settings.number("nMoveRule");
    if moves > 0 {
        let mut letters = settings.letters("nMoveRuleTypesWhite");
        letters.extend(settings.letters("nMoveRuleTypesBlack"));
        order::values(&mut letters);
        letters.dedup();
        let names: Vec<String> =
            letters.into_iter().filter_map(|letter| irreversible(game, letter)).collect();
        let mut events = vec!["capture".to_owned()];
        // if points decide, the parent has this end, and drops are added to it
        let known = ["none", "unweighted", "whitedrawodds", "blackdrawodds"];
        if settings.is("pieceDrops") && known.contains(&settings.text("materialCounting")) {
            events.push("drop".to_owned());
        }
        events.extend(names.iter().map(|name| format!("{name} move")));
        let resets = in_a_row(&events, "or").replace(" move,", ",").replace(" move or", " or");
        counted_out(game, "no-progress", format!("{moves} moves without {resets}"), ends);
    }
}

/// The name of a type whose moves are progress: in Fairy-Stockfish, only moves that can't be taken back are.
fn irreversible(game: &mut Game<'_>, letter: char) -> Option<String> {
    let one = game.base(letter)?;
    let (movement, _) = moves_alone(Cells::Squares, &one.moves.words()).ok()?;
    match reversible(&movement) {
        Reversible::None => Some(one.name.clone()),
        Reversible::Some => {
            let options = ["nMoveRuleTypesWhite", "nMoveRuleTypesBlack"];
            let named = options.into_iter().find(|option| game.settings.letters(option).contains(&letter));
            game.refuse(
                named.unwrap_or(options[0]),
                "a count of moves that a piece resets only by moves that it can't take back",
            );
            None
        }
        Reversible::All => None,
    }
}

/// The end of a position that has occurred too often.
fn repeated(game: &mut Game<'_>, (said, side): (&str, Option<&str>), condition: String, ends: &mut Table) {
    match said {
        "draw" => counted_out(game, "repetition", condition, ends),
        said => put(ends, "repetition", end(said, condition, side)),
    }
}

/// An end that is a draw unless material decides it.
fn counted_out(game: &mut Game<'_>, name: &str, condition: String, ends: &mut Table) {
    let mut add = |name: &str, word, condition: String, side| {
        put(ends, name, end(word, condition, side));
    };
    match game.settings.text("materialCounting") {
        "unweighted" => {
            add(&format!("{name}-more"), "win", format!("{condition} and count(mine) > count(theirs)"), None);
            add(name, "draw", condition, None);
        }
        "whitedrawodds" => add(name, "win", condition, Some("white")),
        "blackdrawodds" => add(name, "win", condition, Some("black")),
        "none" => add(name, "draw", condition, None),
        _ => {
            game.refuse("materialCounting", "points for pieces, and odds");
            add(name, "draw", condition, None);
        }
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
