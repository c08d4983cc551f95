//! Promotion of pawns and of other pieces, and captures in passing.

use toml::{Table, Value};

use super::{about, named, texts};
use crate::board::{Bits, SquareSet};
use crate::ini::game::{Game, SIDES, each};
use crate::ini::keys::pawn;
use crate::ini::pairs::Case;
use crate::ini::types::Type;

/// The rules of promotion: of pawns, then of pieces that have a promoted form.
pub(super) fn promotion(game: &mut Game<'_>) -> Table {
    let mut rules = pawns(game);
    rules.extend(forms(game));
    named(rules)
}

/// Returns the names of the types of an option for a side.
fn bases(game: &Game<'_>, option: &str, at: usize) -> Vec<String> {
    let letters = game.settings.letters(&format!("{option}{}", SIDES[at])).into_iter();
    letters.filter_map(|letter| base(game, letter)).collect()
}

fn base(game: &Game<'_>, letter: char) -> Option<String> {
    game.base(letter).map(|one| one.name.clone())
}

/// The types that the pawns of a side promote to.
fn becomes(game: &Game<'_>, at: usize) -> Vec<String> {
    bases(game, "promotionPieceTypes", at)
}

/// The pawns of each side that can't promote where they must, for a reason, as cases of a ban.
fn barred(game: &Game<'_>, why: impl Fn(usize) -> Option<(Vec<String>, &'static str, String)>) -> Vec<Case> {
    let zones = game.regions("promotionRegion");
    let of = |at: usize| {
        let (pawns, word, reason) = why(at).filter(|_| !zones[at].is_empty())?;
        Some(vec![("pawns", game.list(&pawns)), ("zone", game.written(zones[at])), (word, reason)])
    };
    let cases = each([of(0), of(1)]).into_iter();
    cases.filter_map(|(side, case)| Some(case?.into_iter().chain(about(side)).collect())).collect()
}

/// The pawns of each side that must promote in some squares, but have nothing to promote to.
pub(super) fn stuck(game: &Game<'_>) -> Vec<Case> {
    barred(game, |at| {
        let option = format!("promotionPawnTypes{}", SIDES[at]);
        let pawns = game.settings.letters(&option).into_iter().filter_map(|letter| game.base(letter));
        // pawns that turn over have something to promote to
        let pawns = pawns.filter(|one| !game.types.iter().any(|form| form.from == Some(one.of)));
        // if no types are named, only the types declared as pawns are meant
        let pawns = pawns.filter(|one| one.option == pawn() || game.settings.said(&option).is_some());
        let pawns: Vec<&Type> = pawns.collect();
        let owned = pawns.iter().any(|one| game.owns(one, at == 0));
        let names = pawns.into_iter().map(|one| one.name.clone()).collect();
        (becomes(game, at).is_empty() && owned).then(|| (names, "", String::new()))
    })
}

/// The pawns of each side that must promote in some squares, and can't while their player has as many of each type as the limits allow.
pub(super) fn used_up(game: &Game<'_>) -> Vec<Case> {
    let limits = game.settings.pairs("promotionLimit");
    barred(game, |at| {
        let most = |name: &String| {
            let limit = limits.iter().find(|(letter, _)| base(game, *letter).as_ref() == Some(name))?;
            Some(format!("count(my {name}) >= {}", limit.1))
        };
        let full: Vec<String> = becomes(game, at).iter().map(most).collect::<Option<_>>()?;
        let pawns = bases(game, "promotionPawnTypes", at);
        (!pawns.is_empty() && !full.is_empty()).then(|| (pawns, "full", full.join(" and ")))
    })
}

fn pawns(game: &Game<'_>) -> Vec<(String, Table)> {
    let pawns = [0, 1].map(|at| bases(game, "promotionPawnTypes", at));
    let has =
        |at: usize| game.types.iter().any(|one| pawns[at].contains(&one.name) && game.owns(one, at == 0));
    let of = |at: usize| {
        let (from, to, region) = (&pawns[at], becomes(game, at), game.promotion_squares(at == 0));
        let idle = to.is_empty() || region.is_empty() || !has(at);
        (!idle).then(|| (game.list(from), game.list(&to), game.written(region), to))
    };
    let sided = match [of(0), of(1)] {
        [Some(both), None] if has(1) => vec![(Some("white"), both)],
        [None, Some(both)] if has(0) => vec![(Some("black"), both)],
        [Some(both), None] | [None, Some(both)] => vec![(None, both)],
        [white, black] => {
            each([white, black]).into_iter().filter_map(|(side, rule)| Some((side, rule?))).collect()
        }
    };
    let rule = |(side, (from, to, on, names)): (Option<&str>, (String, String, String, Vec<String>))| {
        let name = format!("{}-pawns", side.unwrap_or("all"));
        let mut table = texts([("pieces", from), ("on", on), ("to", to)].into_iter().chain(about(side)));
        if !game.settings.is("mandatoryPawnPromotion") {
            table.insert("optional".into(), true.into());
        }
        let limits = game.settings.pairs("promotionLimit").into_iter().filter_map(|(letter, most)| {
            Some((base(game, letter).filter(|name| names.contains(name))?, most.parse().ok()?))
        });
        limited(limits.collect(), &mut table);
        (name, table)
    };
    sided.into_iter().map(rule).collect()
}

/// Writes the maximum number of pieces of each type that a side may have for another to become one.
fn limited(limits: Vec<(String, i64)>, table: &mut Table) {
    if !limits.is_empty() {
        let limits = limits.into_iter().map(|(name, most)| (name, Value::Integer(most)));
        table.insert("limit".into(), Value::Table(limits.collect()));
    }
}

/// Refuses forms that can't be expressed; `pairs` are the types and their forms.
fn refuse_forms(game: &mut Game<'_>, pairs: &[(String, String)]) {
    let both = [0, 1].map(|at| !becomes(game, at).is_empty());
    let turns = |at: usize| {
        bases(game, "promotionPawnTypes", at).iter().any(|name| pairs.iter().any(|(base, _)| base == name))
    };
    if [0, 1].iter().any(|&at| both[at] && turns(at)) {
        game.refuse("promotedPieceType", "a piece type that promotes both as a pawn and as a piece");
    }
    // in Fairy-Stockfish, promoted pawns may turn back as well
    if game.settings.is("pieceDemotion") && both.contains(&true) {
        game.refuse("pieceDemotion", "promoted pawns that turn back as pieces do");
    }
    if game.types.iter().any(|one| one.from.is_some() && one.is_king()) {
        game.refuse("promotedPieceType", "pieces that turn into a king");
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
    refuse_forms(game, &pairs);
    // pawns must turn, other pieces may
    let must = game.settings.is("mandatoryPawnPromotion");
    let is_pawn = |name: &str| game.types.iter().any(|one| one.name == name && one.is_pawn());
    let (of_pawns, of_others): (Vec<_>, Vec<_>) =
        pairs.into_iter().partition(|(from, _)| must && is_pawn(from));
    let must = game.settings.is("mandatoryPiecePromotion");
    let mut found = Vec::new();
    for (pairs, name, must) in [(of_pawns, "pawn-forms", true), (of_others, "forms", must)] {
        let mut to = Table::new();
        for (from, becomes) in pairs {
            to.insert(from.clone(), becomes.clone().into());
            if game.settings.is("pieceDemotion") {
                to.insert(becomes, from.into());
            }
        }
        let regions = if to.is_empty() { Vec::new() } else { each(game.regions("promotionRegion")) };
        let limits = form_limits(game, &to);
        for (side, region) in regions.into_iter().filter(|(_, region)| !region.is_empty()) {
            let mut table = turning(game, region, &to, must);
            limited(limits.clone(), &mut table);
            table.extend(side.map(|side| ("side".to_owned(), side.into())));
            found.push((format!("{}-{name}", side.unwrap_or("all")), table));
        }
    }
    found
}

/// The rule by which pieces turn in a zone: what each becomes, and whether it must.
fn turning(game: &Game<'_>, region: SquareSet, to: &Table, must: bool) -> Table {
    let mut table = texts([("on", game.written(region))]);
    table.insert("to".into(), Value::Table(to.clone()));
    if region != game.board() {
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

/// The maximum number of pieces of a promoted form that a side may have for another to become one.
fn form_limits(game: &mut Game<'_>, to: &Table) -> Vec<(String, i64)> {
    let mut limits = Vec::new();
    for (letter, most) in game.settings.pairs("promotionLimit") {
        let names = game.names(letter);
        let turns = names.iter().any(|name| to.values().any(|form| form.as_str() == Some(name)));
        let Ok(most) = most.parse::<i64>() else { continue };
        match names.as_slice() {
            [name] if turns => limits.push((name.clone(), most)),
            _ if turns => game.refuse("promotionLimit", "a limit on pieces that several types become"),
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
    let bases = game.types.iter().filter(|one| one.from.is_none());
    let passing = bases.filter(|one| one.is_pawn() || one.moves.passes_first());
    let passing: Vec<Type> = passing.cloned().collect();
    let passes: Vec<String> = passing.iter().map(|one| one.name.clone()).collect();
    let [takes, others] = SIDES.map(|side| takers(game, side));
    let empty = |option: &str| game.regions(option).iter().all(|squares| squares.is_empty());
    let none = takes.is_empty() && others.is_empty();
    if passes.is_empty() || none || empty("doubleStepRegion") || empty("enPassantRegion") {
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
    let on = passed(game, passing.iter().all(Type::is_pawn));
    table.extend(on.map(|on| ("on".to_owned(), on.into())));
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
    let geometry = &game.geometry;
    // the squares are given for the side that captures: Black's are those on which White passes
    let [black, white] = game.regions("enPassantRegion").map(|squares| geometry.opposite_set(squares));
    if black == white {
        return (white != game.board()).then(|| game.written(white));
    }
    // squares that no pawn passes over don't matter
    let over = |option: &str, at: usize, most: i16| -> SquareSet {
        let passed = |square| (1..=most).filter_map(move |by| geometry.step(square, 0, by));
        game.regions(option)[at].squares().flat_map(passed).collect()
    };
    let [white, black] = [(0, white), (1, black)]
        .map(|(at, squares)| squares & (over("doubleStepRegion", at, 1) | over("tripleStepRegion", at, 2)));
    if only_pawns && white == black {
        return Some(game.written(white));
    }
    let needs = "squares of en passant captures that are not the same for both sides";
    game.refuse("enPassantRegionBlack", needs);
    None
}
