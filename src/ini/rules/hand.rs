//! Pieces in hand, and drops.

use std::collections::BTreeSet;

use toml::{Table, Value};

use super::promotion::pawn;
use super::{forbid, named, texts};
use crate::ini::game::{Game, Sided};
use crate::ini::keys::TYPES;
use crate::ini::squares::Squares;
use crate::ini::types::{self, Type};
use crate::order;

/// Returns `true` if there are hands at all.
fn has_hand(game: &Game<'_>) -> bool {
    game.settings.is("pieceDrops") || game.settings.is("capturesToHand") || gates(game)
}

/// Returns `true` if pieces enter where others leave for the first time.
pub(super) fn gates(game: &Game<'_>) -> bool {
    game.settings.is("gating") && game.settings.is("seirawanGating")
}

/// Writes which pieces come to hand, and which are there at the start.
pub(super) fn hand(game: &mut Game<'_>) -> Table {
    if !has_hand(game) {
        return Table::new();
    }
    let mut table = Table::new();
    if game.settings.is("twoBoards") {
        table.insert("captures".into(), "to the partner".into());
    } else if game.settings.is("capturesToHand") {
        table.insert("captures".into(), "to the other side".into());
    }
    if game.settings.is("freeDrops") {
        table.insert("supply".into(), "unlimited".into());
        return table;
    }
    if game.settings.is("dropLoop") {
        table.insert("promoted".into(), "stay".into());
    }
    let own = |white: bool| -> String {
        let mine = game.start.hand.iter().filter(|piece| piece.white == white);
        mine.map(|piece| piece.letter.to_ascii_uppercase().to_string()).collect::<Vec<_>>().join(" ")
    };
    let (white, black) = (own(true), own(false));
    if white == black && !white.is_empty() {
        table.insert("start".into(), white.into());
    } else {
        for (side, letters) in [("white", white), ("black", black)] {
            if !letters.is_empty() {
                table.insert(side.into(), letters.into());
            }
        }
    }
    table
}

/// Writes which pieces may be dropped, and where: types of one region together.
pub(super) fn drop(game: &mut Game<'_>) -> Table {
    let gate = gate(game);
    if !game.settings.is("pieceDrops") {
        return gate.map(|gate| ("gate".to_owned(), Value::Table(gate))).into_iter().collect();
    }
    let never = game
        .settings
        .letters("dropNoDoubled")
        .into_iter()
        .next()
        .filter(|_| game.settings.number("dropNoDoubledCount") == 0);
    let all = game.types.clone();
    let royal: Vec<char> = all
        .iter()
        .filter(|one| types::royal(game, one).is_some_and(|royal| royal.as_bool() == Some(true)))
        .map(|one| one.of)
        .collect();
    let types: Vec<Type> = all
        .into_iter()
        .filter(|one| one.from.is_none() && Some(one.of) != never)
        .filter(|one| !royal.contains(&one.of) || game.start.hand.iter().any(|piece| piece.letter == one.of))
        .collect();
    let mut groups: Vec<(Sided<Squares>, Vec<&Type>)> = Vec::new();
    for one in types.iter().filter(|one| may_be_in_hand(game, one)) {
        let region = Sided::of(region(game, one, true), region(game, one, false));
        match groups.iter_mut().find(|(other, _)| *other == region) {
            Some((_, group)) => group.push(one),
            None => groups.push((region, vec![one])),
        }
    }
    order::by_key(&mut groups, |(_, group)| std::cmp::Reverse(group.len()));
    let mut rules = Vec::new();
    for (region, group) in groups {
        let names: Vec<String> = group.iter().map(|one| one.name.clone()).collect();
        for (side, squares) in region.each() {
            if squares.is_empty() {
                continue;
            }
            let mut table = texts([("pieces", game.list(&names))]);
            if squares != Squares::all(game.size) {
                table.insert("on".into(), squares.write(game.size).into());
            }
            table.extend(manner(game, &group));
            if let Some(side) = side {
                table.insert("side".into(), side.into());
            }
            let of_side = side.map_or_else(String::new, |side| format!("-{side}"));
            rules.push((format!("{}{of_side}", plural(&names[0])), table));
        }
    }
    rules.extend(gate.map(|gate| ("gate".to_owned(), gate)));
    let unnamed = rules.len() == 1;
    let all: Table = rules.iter().map(|(name, table)| (name.clone(), Value::Table(table.clone()))).collect();
    if unnamed { named(rules) } else { all }
}

/// Returns how some types are dropped: promoted too, and as pieces that have not moved.
fn manner(game: &Game<'_>, group: &[&Type]) -> Table {
    let mut table = Table::new();
    let promoted = |one: &Type| one.from.is_some_and(|from| group.iter().any(|base| base.of == from));
    if game.settings.is("dropPromoted") && game.types.iter().any(promoted) {
        table.insert("as".into(), "either side up".into());
    }
    if game.settings.is("castlingDroppedPiece") {
        table.insert("unmoved".into(), true.into());
    }
    table
}

/// The files of a side's first rank.
#[derive(PartialEq, Eq)]
struct Gates {
    /// Those with pieces other than pawns.
    pieces: BTreeSet<usize>,
    /// Those that the start position has a right for.
    open: BTreeSet<usize>,
}

impl Gates {
    fn of(game: &Game<'_>, white: bool) -> Self {
        let settings = game.settings;
        let rank = if white { 0 } else { game.size.ranks - 1 };
        let own: Vec<(usize, char)> = (0..game.size.files)
            .filter_map(|file| {
                Some((file, game.start.at((file, rank)).filter(|piece| piece.white == white)?.letter))
            })
            .collect();
        let is_pawn = |letter: char| game.base(letter).is_some_and(Type::is_pawn);
        let pieces: BTreeSet<usize> =
            own.iter().filter(|(_, letter)| !is_pawn(*letter)).map(|(file, _)| *file).collect();
        let side = if white { "White" } else { "Black" };
        let of = |option: &str| {
            let letters = settings.letters(&format!("{option}{side}"));
            own.iter()
                .filter(move |(_, letter)| letters.contains(letter))
                .map(|(file, _)| *file)
                .collect::<Vec<_>>()
        };
        let (kings, rooks) = (of("castlingKingPiece"), of("castlingRookPieces"));
        let mut open = BTreeSet::new();
        for letter in game.start.castling.chars().filter(|letter| letter.is_ascii_uppercase() == white) {
            match letter.to_ascii_uppercase() {
                'K' => open.extend(kings.iter().chain(rooks.last())),
                'Q' => open.extend(kings.iter().chain(rooks.first())),
                file => open.extend([(file as usize).saturating_sub('A' as usize)]),
            }
        }
        open.retain(|file| pieces.contains(file));
        Self { pieces, open }
    }
}

/// The pieces that enter where another leaves for the first time.
fn gate(game: &mut Game<'_>) -> Option<Table> {
    if gates(game) {
        // rights to castle name the files on which pieces may come in
        let [white, black] = [true, false].map(|white| Gates::of(game, white));
        if white.open.is_empty() && black.open.is_empty() {
            return None;
        }
        if white.open != white.pieces || black.open != black.pieces {
            game.refuse("startFen", "pieces that come in on some files only");
        }
    }
    let game = &*game;
    let open = |one: &&Type| {
        [true, false].iter().all(|&white| region(game, one, white).0.iter().any(|(_, rank)| *rank == 0))
    };
    let bases = game.types.iter().filter(|one| one.from.is_none() && !one.is_king());
    let names: Vec<String> =
        bases.filter(|one| may_be_in_hand(game, one)).filter(open).map(|one| one.name.clone()).collect();
    // without castling, nothing in a FEN says that these have not moved
    let castling = |one: &Type| {
        let of = |option: &str| game.settings.letters(option).contains(&one.of);
        !game.settings.is("castling")
            && ["White", "Black"].iter().any(|side| {
                of(&format!("castlingKingPiece{side}")) || of(&format!("castlingRookPieces{side}"))
            })
    };
    let stays = |one: &&Type| one.is_pawn() || castling(one);
    let pawns: Vec<&str> = game.types.iter().filter(stays).map(|one| &*one.name).collect();
    let movers = if pawns.is_empty() { "any".to_owned() } else { format!("any but {}", pawns.join(", ")) };
    (gates(game) && !names.is_empty()).then(|| {
        texts([
            ("pieces", game.list(&names)),
            ("on", "its start".to_owned()),
            ("with", format!("first move of {movers}")),
        ])
    })
}

fn plural(name: &str) -> String {
    format!("{name}s")
}

/// Returns `true` if pieces of a type are in hand at the start, or may come there.
fn may_be_in_hand(game: &Game<'_>, one: &Type) -> bool {
    let at_start = game.start.hand.iter().any(|piece| piece.letter == one.of);
    let comes =
        game.settings.is("capturesToHand") || game.settings.is("freeDrops") || game.settings.is("twoBoards");
    at_start || comes || !game.start.has_hand
}

/// The squares on which a side may drop a type, as that side sees them.
fn region(game: &Game<'_>, one: &Type, white: bool) -> Squares {
    if forbid::dropped_from_outside(game) {
        return Squares::all(game.size);
    }
    let side = if white { "White" } else { "Black" };
    let settings = game.settings;
    let mut squares = settings.squares(&format!("dropRegion{side}"), game.size);
    let rank =
        |rank: usize| Squares(Squares::all(game.size).0.into_iter().filter(|(_, at)| *at == rank).collect());
    let first = rank(if white { 0 } else { game.size.ranks - 1 });
    if one.option == pawn() {
        if !settings.is("promotionZonePawnDrops") {
            squares = squares.without(&game.promotion_squares(white));
        }
        if !settings.is("firstRankPawnDrops") {
            squares = squares.without(&first);
        }
    }
    let bound = format!("mobilityRegion{side}{}", types::capital(&one.option));
    if settings.said(&bound).is_some() {
        let bound = settings.squares(&bound, game.size);
        squares = Squares(squares.0.intersection(&bound.0).copied().collect());
    }
    if settings.is("sittuyinRookDrop") && one.option == TYPES[3][0] {
        squares = Squares(squares.0.intersection(&first.0).copied().collect());
    }
    if white { squares } else { squares.opposite(game.size, game.symmetry) }
}
