//! Promotion of pawns and of other pieces, and captures in passing.

use toml::{Table, Value};

use super::{by_side, given, named};
use crate::board::{Bits, SquareSet};
use crate::ini::game::{Game, each, sided};
use crate::ini::pairs::Case;
use crate::ini::types::Type;

/// The rules of promotion: of pawns, then of pieces that have a promoted form.
pub(super) fn promotion(game: &mut Game<'_>) -> Table {
    let mut rules = pawns(game);
    rules.extend(forms(game));
    named(rules)
}

/// Returns the types that promote as pawns of a side, and those that they become.
fn promoting<'a>(game: &'a Game<'_>, at: usize) -> [Vec<&'a Type>; 2] {
    let options = ["promotionPawnTypes", "promotionPieceTypes"];
    options.map(|option| game.bases(&sided(option, at == 0)).collect())
}

/// Some types as game files list them.
pub(super) fn list<'a>(game: &Game<'_>, types: impl IntoIterator<Item = &'a Type>) -> String {
    game.list(&types.into_iter().map(|one| one.name.clone()).collect::<Vec<_>>())
}

/// The maximum numbers of pieces of some types, by their letters, that a side may have for another to become one.
fn limits(game: &Game<'_>) -> Vec<(char, i64)> {
    let limits = game.settings.pairs("promotionLimit").into_iter();
    limits.filter_map(|(letter, most)| Some((letter, most.parse().ok()?))).collect()
}

/// The value of `limit`, if a rule has limits on some types.
fn limited(limits: impl IntoIterator<Item = (String, i64)>) -> Option<Value> {
    let limits: Table = limits.into_iter().map(|(name, most)| (name, most.into())).collect();
    (!limits.is_empty()).then(|| limits.into())
}

/// The pawns of each side that can't promote where they must, for a reason, as cases of a ban.
fn barred(game: &Game<'_>, why: impl Fn(usize) -> Option<Case>) -> Vec<Case> {
    let zones = game.regions("promotionRegion").map(|zone| (!zone.is_empty()).then(|| game.written(zone)));
    let case = |at: usize| Some(why(at)?.into_iter().chain([("zone", zones[at].clone()?)]).collect());
    by_side([0, 1].map(case))
}

/// The pawns of each side that must promote in some squares, but have nothing to promote to.
pub(super) fn stuck(game: &Game<'_>) -> Vec<Case> {
    barred(game, |at| {
        let named = game.settings.said(&sided("promotionPawnTypes", at == 0)).is_some();
        let turns_over = |one: &Type| game.types.iter().any(|form| form.from == Some(one.of));
        let [mut pawns, becomes] = promoting(game, at);
        // pawns that turn over have something to promote to; if no types are named, only those declared as pawns are meant
        pawns.retain(|one| !turns_over(one) && (named || one.is_pawn()));
        let owned = pawns.iter().any(|one| game.owns(one, at == 0));
        (becomes.is_empty() && owned).then(|| vec![("pawns", list(game, pawns))])
    })
}

/// The pawns of each side that must promote in some squares, and can't while their player has as many of each type as the limits allow.
pub(super) fn used_up(game: &Game<'_>) -> Vec<Case> {
    let limits = limits(game);
    barred(game, |at| {
        let [pawns, becomes] = promoting(game, at);
        let most = |one: &&Type| {
            let (_, most) = limits.iter().find(|(letter, _)| *letter == one.of)?;
            Some(format!("count(my {}) >= {most}", one.name))
        };
        let full: Vec<String> = becomes.iter().map(most).collect::<Option<_>>()?;
        let some = !pawns.is_empty() && !full.is_empty();
        some.then(|| vec![("pawns", list(game, pawns)), ("full", full.join(" and "))])
    })
}

fn pawns(game: &Game<'_>) -> Vec<(String, Table)> {
    let both = [0, 1].map(|at| promoting(game, at));
    let has = |at: usize| both[at][0].iter().any(|one| game.owns(one, at == 0));
    let of = |at: usize| {
        let ([from, to], region) = (&both[at], game.promotion_squares(at == 0));
        let idle = to.is_empty() || region.is_empty() || !has(at);
        (!idle).then(|| (list(game, from.clone()), game.written(region), to.clone()))
    };
    // a side without such pawns may have the rule of the other
    let sides = [0, 1].map(|at| of(if has(at) { at } else { 1 - at }));
    let rules = each(sides).into_iter().filter_map(|(side, found)| {
        let (from, on, to) = found?;
        let name = |letter: char| to.iter().find(|one| one.of == letter).map(|one| one.name.clone());
        let limits = limits(game).into_iter().filter_map(|(letter, most)| Some((name(letter)?, most)));
        let rule = given([
            ("pieces", Some(from.into())),
            ("on", Some(on.into())),
            ("to", Some(list(game, to.clone()).into())),
            ("side", side.map(Value::from)),
            ("optional", (!game.settings.is("mandatoryPawnPromotion")).then(|| true.into())),
            ("limit", limited(limits)),
        ]);
        Some((format!("{}-pawns", side.unwrap_or("all")), rule))
    });
    rules.collect()
}

/// Refuses forms that can't be expressed; `pairs` are the types and their forms.
fn refuse_forms(game: &mut Game<'_>, pairs: &[(Type, Type)]) {
    let both = [0, 1].map(|at| promoting(game, at));
    let promotes = |[_, to]: &&[Vec<&Type>; 2]| !to.is_empty();
    let turns = |one: &&Type| pairs.iter().any(|(base, _)| base.of == one.of);
    let twice = both.iter().filter(promotes).any(|[pawns, _]| pawns.iter().any(turns));
    // in Fairy-Stockfish, promoted pawns may turn back as well
    let back = game.settings.is("pieceDemotion") && both.iter().any(|side| promotes(&side));
    let royal = pairs.iter().any(|(_, form)| form.is_king());
    game.refuse_if(twice, "promotedPieceType", "a piece type that promotes both as a pawn and as a piece");
    game.refuse_if(back, "pieceDemotion", "promoted pawns that turn back as pieces do");
    game.refuse_if(royal, "promotedPieceType", "pieces that turn into a king");
}

/// Pieces with a promoted form, which turn when they begin or end a move in the zone.
fn forms(game: &mut Game<'_>) -> Vec<(String, Table)> {
    for (from, option) in &game.settings.orphans {
        game.refuse_if(game.base(*from).is_some(), option, "a promotion to a type whose letter it has taken");
    }
    let pair = |form: &Type| Some((game.base(form.from?)?.clone(), form.clone()));
    let pairs: Vec<(Type, Type)> = game.types.iter().filter_map(pair).collect();
    if pairs.is_empty() {
        return Vec::new();
    }
    refuse_forms(game, &pairs);
    let settings = game.settings;
    let pawns_must = settings.is("mandatoryPawnPromotion");
    let (pawns, others): (Vec<_>, Vec<_>) =
        pairs.into_iter().partition(|(from, _)| pawns_must && from.is_pawn());
    let others_must = settings.is("mandatoryPiecePromotion");
    let mut found = Vec::new();
    for (pairs, name, must) in [(pawns, "pawn-forms", true), (others, "forms", others_must)] {
        let mut to = Table::new();
        for (from, form) in pairs {
            to.insert(from.name.clone(), form.name.clone().into());
            to.extend(settings.is("pieceDemotion").then(|| (form.name, from.name.into())));
        }
        let regions = if to.is_empty() { Vec::new() } else { each(game.regions("promotionRegion")) };
        let limit = form_limits(game, &to);
        for (side, region) in regions.into_iter().filter(|(_, region)| !region.is_empty()) {
            let rule = given([
                ("on", Some(game.written(region).into())),
                ("to", Some(to.clone().into())),
                ("how", (region != game.board()).then(|| "arriving or leaving".into())),
                ("move", settings.is("piecePromotionOnCapture").then(|| "capture".into())),
                ("optional", (!must).then(|| true.into())),
                ("limit", limit.clone()),
                ("side", side.map(Value::from)),
            ]);
            found.push((format!("{}-{name}", side.unwrap_or("all")), rule));
        }
    }
    found
}

/// The maximum number of pieces of a promoted form that a side may have for another to become one.
fn form_limits(game: &mut Game<'_>, to: &Table) -> Option<Value> {
    let mut found = Vec::new();
    for (letter, most) in limits(game) {
        let names = game.names(letter);
        let turns = names.iter().any(|name| to.values().any(|form| form.as_str() == Some(name)));
        match names.as_slice() {
            _ if !turns => {}
            [name] => found.push((name.clone(), most)),
            _ => game.refuse("promotionLimit", "a limit on pieces that several types become"),
        }
    }
    limited(found)
}

/// Captures in passing, in a game with first moves, if any piece can be captured so.
pub(super) fn en_passant(game: &mut Game<'_>) -> Table {
    let passes = |one: &&Type| one.from.is_none() && (one.is_pawn() || one.moves.passes_first());
    let passing: Vec<Type> = game.types.iter().filter(passes).cloned().collect();
    let [takes, others] = [true, false].map(|white| takers(game, white));
    let empty = |option: &str| game.regions(option).iter().all(|squares| squares.is_empty());
    let none = passing.is_empty() || takes.is_empty() && others.is_empty();
    if none || empty("doubleStepRegion") || empty("enPassantRegion") {
        return Table::new();
    }
    game.refuse_if(takes != others, "enPassantTypesBlack", "en passant captures that only one side may make");
    for one in passing.iter().filter(|one| !one.is_pawn()) {
        let rides = one.moves.always.iter().any(|term| term.ends_with(['R', 'B', 'Q']));
        let needs = "captures in passing that only first moves allow, and leaps";
        game.refuse_if(rides || one.moves.leaps_first(), &one.option, needs);
    }
    let on = passed(game, passing.iter().all(Type::is_pawn));
    given([
        ("pieces", Some(list(game, &passing).into())),
        ("by", (takes != passing).then(|| list(game, &takes).into())),
        ("on", on.map(Value::from)),
    ])
}

/// Returns the types that capture in passing: pawns, those that an option names or, if it names none, those whose movements say so.
fn takers(game: &Game<'_>, white: bool) -> Vec<Type> {
    let option = sided("enPassantTypes", white);
    let (named, said) = (game.settings.letters(&option), game.settings.said(&option).is_some());
    let takes = |one: &&Type| one.is_pawn() || named.contains(&one.of) || !said && one.moves.en_passant;
    game.types.iter().filter(|one| one.from.is_none()).filter(takes).cloned().collect()
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
