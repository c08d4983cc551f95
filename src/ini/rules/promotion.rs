//! Promotion of pawns and of other pieces, and captures in passing.

use toml::{Table, Value};

use super::{named, texts};
use crate::ini::game::{Game, Sided};
use crate::ini::keys::TYPES;
use crate::ini::squares::Squares;

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
        // those that turn over have something to promote to
        let pawns = pawns.filter(|one| !game.types.iter().any(|form| form.from == Some(one.of)));
        // where no types are named, those that are pawns by name are meant
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

fn base(game: &Game<'_>, letter: char) -> Option<String> {
    game.base(letter).map(|one| one.name.clone())
}

fn pawns(game: &mut Game<'_>) -> Vec<(String, Table)> {
    let region = game.region("promotionRegionWhite", "promotionRegionBlack");
    let (white, black) = match &region {
        Sided::Both(both) => (both.clone(), both.clone()),
        Sided::Each(white, black) => (white.clone(), black.clone()),
    };
    // a pawn that is dropped beyond the zone promotes with its next move
    let drops = game.settings.is("pieceDrops");
    let [white, black] = [white, black].map(|region| if drops { region.ahead(game.size) } else { region });
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
    let turning = |game: &Game<'_>| -> Vec<(String, String)> {
        let promoted = game.types.iter().filter_map(|one| Some((base(game, one.from?)?, one.name.clone())));
        promoted.collect()
    };
    let pairs = turning(game);
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
    let mut to = Table::new();
    for (from, becomes) in pairs {
        to.insert(from.clone(), becomes.clone().into());
        if back {
            to.insert(becomes, from.into());
        }
    }
    let limits = form_limits(game, &to);
    let mut found = Vec::new();
    for (side, region) in game.region("promotionRegionWhite", "promotionRegionBlack").each() {
        let mut table = texts([("on", region.write(game.size))]);
        table.insert("to".into(), Value::Table(to.clone()));
        if !limits.is_empty() {
            table.insert("limit".into(), Value::Table(limits.clone()));
        }
        if region != Squares::all(game.size) {
            table.insert("how".into(), "arriving or leaving".into());
        }
        if game.settings.is("piecePromotionOnCapture") {
            table.insert("move".into(), "capture".into());
        }
        if !game.settings.is("mandatoryPiecePromotion") {
            table.insert("optional".into(), true.into());
        }
        if let Some(side) = side {
            table.insert("side".into(), side.into());
        }
        found.push((format!("{}-forms", side.unwrap_or("all")), table));
    }
    found
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

/// Captures in passing, where anything passes.
pub(super) fn en_passant(game: &mut Game<'_>) -> Table {
    let steps = game.settings.is("doubleStep");
    let names = |letters: Vec<char>, may: &dyn Fn(&crate::ini::types::Type) -> bool| -> Vec<String> {
        let found =
            game.types.iter().filter(|one| one.from.is_none() && letters.contains(&one.of) && may(one));
        found.map(|one| one.name.clone()).collect()
    };
    let regions = game.region("enPassantRegionWhite", "enPassantRegionBlack");
    let own = [game.settings.letters("enPassantTypesWhite"), game.settings.letters("enPassantTypesBlack")];
    let all: Vec<char> = own.concat();
    let passes = names(all.clone(), &|one| (one.is_pawn() && steps) || !one.moves.first.is_empty());
    let takes = names(all, &|_| true);
    let zone = game.settings.squares("doubleStepRegionWhite", game.size);
    if passes.is_empty()
        || takes.is_empty()
        || zone.is_empty() && game.settings.squares("doubleStepRegionBlack", game.size).is_empty()
    {
        return Table::new();
    }
    let region = |side: &str| game.settings.squares(&format!("enPassantRegion{side}"), game.size);
    if region("White").is_empty() && region("Black").is_empty() {
        return Table::new();
    }
    if own[0] != own[1] {
        game.refuse("enPassantTypesBlack", "en passant captures that only one side may make");
    }
    let mut table = texts([("pieces", game.list(&passes))]);
    if takes != passes {
        table.insert("by".into(), game.list(&takes).into());
    }
    let full = Squares::all(game.size);
    // the squares are those of the one who captures: Black's are White's as the one who passes sees them
    let (white, black) = match regions {
        Sided::Both(both) => (both.clone(), both),
        Sided::Each(white, black) => (white, black),
    };
    let turn = |squares: &Squares| squares.opposite(game.size, game.symmetry);
    let (white, black) = (turn(&white), turn(&black));
    if white != full || black != full {
        if white == black {
            table.insert("on".into(), white.write(game.size).into());
        } else {
            let narrow = if white == full { black } else { white };
            table.insert("on".into(), narrow.write(game.size).into());
        }
    }
    table
}

/// The option of the first type of the table, the pawn.
pub(super) fn pawn() -> &'static str {
    TYPES[0][0]
}
