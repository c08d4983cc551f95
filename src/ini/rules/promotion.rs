//! Promotion of pawns and of other pieces, and captures in passing.

use toml::{Table, Value};

use super::{named, texts};
use crate::ini::game::{Game, Sided};
use crate::ini::keys::TYPES;
use crate::ini::squares::Squares;
use crate::ini::types::Type;

/// The rules of promotion: of pawns, then of pieces that have a promoted form.
pub(super) fn promotion(game: &mut Game<'_>) -> Table {
    let mut rules = pawns(game);
    rules.extend(forms(game));
    named(rules)
}

/// Returns the types that the pawns of a side promote to, and the squares where they do.
fn pawn_rule(game: &Game<'_>, side: &str) -> (Vec<String>, Vec<String>) {
    let to: Vec<String> = game
        .settings
        .letters(&format!("promotionPieceTypes{side}"))
        .into_iter()
        .flat_map(|letter| base(game, letter))
        .collect();
    let from: Vec<String> = game
        .settings
        .letters(&format!("promotionPawnTypes{side}"))
        .into_iter()
        .flat_map(|letter| base(game, letter))
        .collect();
    (from, to)
}

/// The names of the pawns that must promote in some squares, of each side, but have nothing to promote to.
pub(super) fn stuck(game: &Game<'_>) -> Vec<(Option<&'static str>, (String, Squares))> {
    if !game.settings.is("mandatoryPawnPromotion") {
        return Vec::new();
    }
    let region = game.region("promotionRegionWhite", "promotionRegionBlack");
    let (white, black) = match region {
        Sided::Both(both) => (both.clone(), both),
        Sided::Each(white, black) => (white, black),
    };
    let of = |side: &str, region: Squares| {
        let (_, to) = pawn_rule(game, side);
        let option = format!("promotionPawnTypes{side}");
        let pawns = game.settings.letters(&option).into_iter().filter_map(|letter| game.base(letter));
        // pawns that turn over have something to promote to
        let pawns = pawns.filter(|one| !game.types.iter().any(|form| form.from == Some(one.of)));
        // if no types are named, only the types declared as pawns are meant
        let pawns = pawns.filter(|one| one.option == pawn() || game.settings.said(&option).is_some());
        let from: Vec<String> = pawns.map(|one| one.name.clone()).collect();
        let owned = game.types.iter().any(|one| from.contains(&one.name) && game.owns(one, side == "White"));
        (to.is_empty() && owned && !region.is_empty()).then(|| (game.list(&from), region))
    };
    match Sided::of(of("White", white), of("Black", black)) {
        Sided::Both(both) => both.into_iter().map(|both| (None, both)).collect(),
        each => each.each().into_iter().filter_map(|(side, stuck)| Some((side, stuck?))).collect(),
    }
}

/// The pawns that must promote in some squares and can't while their player has as many of each type as the limits allow: the side, the
/// pawns and the condition.
pub(super) fn used_up(game: &Game<'_>) -> Vec<(Option<&'static str>, (String, String))> {
    if !game.settings.is("mandatoryPawnPromotion") {
        return Vec::new();
    }
    let limits: Vec<(char, String)> = game.settings.pairs("promotionLimit");
    let (white, black) = match game.region("promotionRegionWhite", "promotionRegionBlack") {
        Sided::Both(both) => (both.clone(), both),
        Sided::Each(white, black) => (white, black),
    };
    let of = |side: &str, region: Squares| {
        let (from, to) = pawn_rule(game, side);
        let most = |name: &String| {
            let limit = limits.iter().find(|(letter, _)| base(game, *letter).as_ref() == Some(name))?;
            Some(format!("count(my {name}) >= {}", limit.1))
        };
        let full: Vec<String> = to.iter().map(most).collect::<Option<_>>()?;
        let idle = from.is_empty() || full.is_empty() || region.is_empty();
        let when = format!("its square on {} and {}", region.write(game.size), full.join(" and "));
        (!idle).then(|| (game.list(&from), when))
    };
    match Sided::of(of("White", white), of("Black", black)) {
        Sided::Both(both) => both.into_iter().map(|both| (None, both)).collect(),
        each => each.each().into_iter().filter_map(|(side, full)| Some((side, full?))).collect(),
    }
}

fn base(game: &Game<'_>, letter: char) -> Option<String> {
    game.base(letter).map(|one| one.name.clone())
}

fn pawns(game: &mut Game<'_>) -> Vec<(String, Table)> {
    let white = game.promotion_squares(true);
    let black = game.promotion_squares(false).opposite(game.size, game.symmetry);
    let has = |game: &Game<'_>, names: &[String], white: bool| {
        game.types.iter().any(|one| names.contains(&one.name) && game.owns(one, white))
    };
    let of = |game: &Game<'_>, side: &str, region: Squares| {
        let (from, to) = pawn_rule(game, side);
        let idle =
            from.is_empty() || to.is_empty() || region.is_empty() || !has(game, &from, side == "White");
        (!idle).then(|| (game.list(&from), game.list(&to), region.write(game.size), to))
    };
    let rules = (of(game, "White", white), of(game, "Black", black));
    let sided = match rules {
        (None, None) => return Vec::new(),
        (Some(both), None) if has(game, &pawn_rule(game, "Black").0, false) => vec![(Some("white"), both)],
        (None, Some(both)) if has(game, &pawn_rule(game, "White").0, true) => vec![(Some("black"), both)],
        (Some(both), None) | (None, Some(both)) => vec![(None, both)],
        (Some(white), Some(black)) => Sided::of(white, black).each(),
    };
    let mut found = Vec::new();
    for (side, (from, to, on, names)) in sided {
        let mut table = texts([("pieces", from), ("on", on), ("to", to)]);
        if let Some(side) = side {
            table.insert("side".into(), side.into());
        }
        if !game.settings.is("mandatoryPawnPromotion") {
            table.insert("optional".into(), true.into());
        }
        limit(game, &names, &mut table);
        found.push((format!("{}-pawns", side.unwrap_or("all")), table));
    }
    found
}

/// The maximum number of pieces of a type that a side may have for another to become one.
fn limit(game: &Game<'_>, to: &[String], table: &mut Table) {
    let mut limits = Table::new();
    for (letter, most) in game.settings.pairs("promotionLimit") {
        if let (Some(name), Ok(most)) =
            (base(game, letter).filter(|name| to.contains(name)), most.parse::<i64>())
        {
            limits.insert(name, Value::Integer(most));
        }
    }
    if !limits.is_empty() {
        table.insert("limit".into(), Value::Table(limits));
    }
}

/// Pieces with a promoted form, which turn when they begin or end a move in the zone.
fn forms(game: &mut Game<'_>) -> Vec<(String, Table)> {
    for (from, option) in &game.settings.orphans {
        if game.base(*from).is_some() {
            game.refuse(option, "a promotion to a type whose letter it has taken");
        }
    }
    let promoted = game.types.iter().filter_map(|one| Some((base(game, one.from?)?, one.name.clone())));
    let pairs: Vec<(String, String)> = promoted.collect();
    if pairs.is_empty() {
        return Vec::new();
    }
    let doubled = ["White", "Black"].iter().any(|side| {
        let (from, to) = pawn_rule(game, side);
        !to.is_empty() && from.iter().any(|name| pairs.iter().any(|(base, _)| base == name))
    });
    if doubled {
        game.refuse("promotedPieceType", "a piece type that promotes both as a pawn and as a piece");
    }
    let back = game.settings.is("pieceDemotion");
    // in Fairy-Stockfish, promoted pawns may turn back as well
    if back && ["White", "Black"].iter().any(|side| !pawn_rule(game, side).1.is_empty()) {
        game.refuse("pieceDemotion", "promoted pawns that turn back as pieces do");
    }
    if game.types.iter().any(|one| one.from.is_some() && one.is_king()) {
        game.refuse("promotedPieceType", "pieces that turn into a king");
    }
    // pawns must turn, other pieces may
    let (of_pawns, of_others): (Vec<_>, Vec<_>) = pairs.into_iter().partition(|(from, _)| {
        game.settings.is("mandatoryPawnPromotion")
            && game.types.iter().any(|one| one.name == *from && one.is_pawn())
    });
    let must = game.settings.is("mandatoryPiecePromotion");
    let mut found = Vec::new();
    for (pairs, name, must) in [(of_pawns, "pawn-forms", true), (of_others, "forms", must)] {
        if pairs.is_empty() {
            continue;
        }
        let mut to = Table::new();
        for (from, becomes) in pairs {
            to.insert(from.clone(), becomes.clone().into());
            if back {
                to.insert(becomes, from.into());
            }
        }
        let limits = form_limits(game, &to);
        for (side, region) in game.region("promotionRegionWhite", "promotionRegionBlack").each() {
            if !region.is_empty() {
                let mut table = turning(game, &region, &to, must);
                if !limits.is_empty() {
                    table.insert("limit".into(), Value::Table(limits.clone()));
                }
                table.extend(side.map(|side| ("side".to_owned(), side.into())));
                found.push((format!("{}-{name}", side.unwrap_or("all")), table));
            }
        }
    }
    found
}

/// The rule by which pieces turn in a zone: what each becomes, and whether it must.
fn turning(game: &Game<'_>, region: &Squares, to: &Table, must: bool) -> Table {
    let mut table = texts([("on", region.write(game.size))]);
    table.insert("to".into(), Value::Table(to.clone()));
    if *region != Squares::all(game.size) {
        table.insert("how".into(), "arriving or leaving".into());
    }
    if game.settings.is("piecePromotionOnCapture") {
        table.insert("move".into(), "capture".into());
    }
    if !must {
        table.insert("optional".into(), true.into());
    }
    table
}

/// Writes the maximum number of pieces of a promoted form that a side may have for another to become one.
fn form_limits(game: &mut Game<'_>, to: &Table) -> Table {
    let mut limits = Table::new();
    for (letter, most) in game.settings.pairs("promotionLimit") {
        let names = game.names(letter);
        let turns = names.iter().any(|name| to.values().any(|form| form.as_str() == Some(name)));
        match (names.as_slice(), most.parse::<i64>()) {
            ([name], Ok(most)) if turns => drop(limits.insert(name.clone(), Value::Integer(most))),
            (_, Ok(_)) if turns => {
                game.refuse("promotionLimit", "a limit on pieces that several types become")
            }
            _ => {}
        }
    }
    limits
}

/// Captures in passing, if any piece can be captured so.
pub(super) fn en_passant(game: &mut Game<'_>) -> Table {
    if !game.settings.is("doubleStep") {
        return Table::new();
    }
    let bases = || game.types.iter().filter(|one| one.from.is_none());
    let passing: Vec<Type> =
        bases().filter(|one| one.is_pawn() || one.moves.passes_first()).cloned().collect();
    let passes: Vec<String> = passing.iter().map(|one| one.name.clone()).collect();
    let [takes, others] = ["White", "Black"].map(|side| takers(game, side));
    let steps = ["White", "Black"].map(|side| format!("doubleStepRegion{side}"));
    let regions = ["White", "Black"].map(|side| format!("enPassantRegion{side}"));
    let empty =
        |options: &[String]| options.iter().all(|name| game.settings.squares(name, game.size).is_empty());
    if passes.is_empty() || takes.is_empty() && others.is_empty() || empty(&steps) || empty(&regions) {
        return Table::new();
    }
    if takes != others {
        game.refuse("enPassantTypesBlack", "en passant captures that only one side may make");
    }
    for one in passing.iter().filter(|one| !one.is_pawn()) {
        if one.moves.leaps_first() || one.moves.always.iter().any(|term| term.ends_with(['R', 'B', 'Q'])) {
            game.refuse(&one.option, "captures in passing that only first moves allow, and leaps");
        }
    }
    let mut table = texts([("pieces", game.list(&passes))]);
    if takes != passes {
        table.insert("by".into(), game.list(&takes).into());
    }
    if let Some(on) = passed(game, passing.iter().all(Type::is_pawn)) {
        table.insert("on".into(), on.into());
    }
    table
}

/// Returns the types that capture in passing: pawns, those that an option names or, if it names none, those whose movements say so.
fn takers(game: &Game<'_>, side: &str) -> Vec<String> {
    let option = format!("enPassantTypes{side}");
    let (named, said) = (game.settings.letters(&option), game.settings.said(&option).is_some());
    let takes = |one: &&Type| one.is_pawn() || named.contains(&one.of) || !said && one.moves.en_passant;
    game.types.iter().filter(|one| one.from.is_none()).filter(takes).map(|one| one.name.clone()).collect()
}

/// Returns the squares on which pieces may be captured in passing, as the side that passes sees them; `None` for all squares.
fn passed(game: &mut Game<'_>, only_pawns: bool) -> Option<String> {
    let full = Squares::all(game.size);
    // the squares are given for the side that captures: Black's are those on which White passes
    let (white, black) = match game.region("enPassantRegionWhite", "enPassantRegionBlack") {
        Sided::Both(both) => (both.clone(), both),
        Sided::Each(white, black) => (white, black),
    };
    let turn = |squares: &Squares| squares.opposite(game.size, game.symmetry);
    let (black_passes, white_passes) = (turn(&white), turn(&black));
    if black_passes == white_passes {
        return (white_passes != full).then(|| white_passes.write(game.size));
    }
    // squares that no pawn passes over don't matter
    let region = |name: &str| game.region(&format!("{name}White"), &format!("{name}Black"));
    let over = |squares: Squares, steps: &[usize]| -> Squares {
        let ahead =
            squares.0.iter().flat_map(|&(file, rank)| steps.iter().map(move |step| (file, rank + step)));
        Squares(ahead.filter(|square| full.0.contains(square)).collect())
    };
    let both = |region: Sided<Squares>| match region {
        Sided::Both(both) => (both.clone(), both),
        Sided::Each(white, black) => (white, black),
    };
    let (double, triple) = (both(region("doubleStepRegion")), both(region("tripleStepRegion")));
    let meant = |squares: &Squares, double: Squares, triple: Squares| {
        let crossed: Vec<_> = over(double, &[1]).0.into_iter().chain(over(triple, &[1, 2]).0).collect();
        Squares(crossed.into_iter().filter(|square| squares.0.contains(square)).collect())
    };
    let white_passes = meant(&white_passes, double.0, triple.0);
    let black_passes = meant(&black_passes, double.1, triple.1);
    if only_pawns && white_passes == black_passes {
        return Some(white_passes.write(game.size));
    }
    game.refuse(
        "enPassantRegionBlack",
        "squares of en passant captures that are not the same for both sides",
    );
    None
}

/// The option of the first type of the table, the pawn.
pub(super) fn pawn() -> &'static str {
    TYPES[0][0]
}
