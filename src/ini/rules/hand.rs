//! Pieces in hand, and drops.

use toml::{Table, Value};

use super::{named, texts};
use crate::board::{Bits, SquareSet};
use crate::ini::game::{Game, SIDES, each, sided};
use crate::ini::keys::{TYPES, pawn};
use crate::ini::pairs::Case;
use crate::ini::types::Type;
use crate::order;
use crate::text::sentence;

/// Writes which pieces come to hand, and which are there at the start.
pub(super) fn hand(game: &Game<'_>) -> Table {
    if !game.holds("hands") {
        return Table::new();
    }
    let mut table = game.paired("hand");
    let own = |white: bool| -> String {
        let mine = game.start.hand.iter().filter(|piece| piece.white == white);
        mine.map(|piece| piece.letter.to_ascii_uppercase().to_string()).collect::<Vec<_>>().join(" ")
    };
    let endless = game.settings.is("freeDrops");
    for (side, letters) in each([own(true), own(false)]).into_iter().filter(|_| !endless) {
        if !letters.is_empty() {
            table.insert(side.unwrap_or("start").into(), letters.into());
        }
    }
    table
}

/// Writes which pieces may be dropped, and where: types of one region together.
pub(super) fn drop(game: &mut Game<'_>) -> Table {
    let gate = gate(game);
    let game = &*game;
    if !game.settings.is("pieceDrops") {
        return gate.map(|gate| ("gate".to_owned(), Value::Table(gate))).into_iter().collect();
    }
    let never = game.settings.letters("dropNoDoubled").into_iter().next();
    let never = never.filter(|_| game.settings.number("dropNoDoubledCount") == 0);
    let held = |one: &Type| game.start.hand.iter().any(|piece| piece.letter == one.of);
    let royal = |one: &Type| {
        let mut alike = game.types.iter().filter(|other| other.of == one.of);
        alike.any(|one| one.royal == Some(true.into()))
    };
    let types = game.types.iter().filter(|one| one.from.is_none() && Some(one.of) != never);
    let types = types.filter(|one| (!royal(one) || held(one)) && may_be_in_hand(game, one));
    let mut groups: Vec<([SquareSet; 2], Vec<&Type>)> = Vec::new();
    for one in types {
        let regions = [true, false].map(|white| region(game, one, white));
        match groups.iter_mut().find(|(other, _)| *other == regions) {
            Some((_, group)) => group.push(one),
            None => groups.push((regions, vec![one])),
        }
    }
    order::by_key(&mut groups, |(_, group)| std::cmp::Reverse(group.len()));
    let mut rules = Vec::new();
    for (regions, group) in groups {
        let names: Vec<String> = group.iter().map(|one| one.name.clone()).collect();
        for (side, squares) in each(regions).into_iter().filter(|(_, squares)| !squares.is_empty()) {
            let mut table = texts([("pieces", game.list(&names))]);
            if squares != game.board() {
                table.insert("on".into(), game.written(squares).into());
            }
            let promoted = |one: &Type| group.iter().any(|base| one.from == Some(base.of));
            if game.settings.is("dropPromoted") && game.types.iter().any(promoted) {
                table.insert("as".into(), "either side up".into());
            }
            if game.settings.is("castlingDroppedPiece") {
                table.insert("unmoved".into(), true.into());
            }
            table.extend(side.map(|side| ("side".to_owned(), side.into())));
            let of_side = side.map_or_else(String::new, |side| format!("-{side}"));
            rules.push((format!("{}s{of_side}", names[0]), table));
        }
    }
    rules.extend(gate.map(|gate| ("gate".to_owned(), gate)));
    match rules.len() {
        1 => named(rules),
        _ => rules.into_iter().map(|(name, table)| (name, Value::Table(table))).collect(),
    }
}

/// The drops of a type: of either side, if it may be dropped promoted.
pub(super) fn drops_of(game: &Game<'_>, one: &Type) -> String {
    let forms =
        game.types.iter().filter(|form| game.settings.is("dropPromoted") && form.from == Some(one.of));
    let drops: Vec<String> =
        std::iter::once(one).chain(forms).map(|one| format!("drop of {}", one.name)).collect();
    drops.join(" or ")
}

/// The squares of each colour that a side may drop its pieces on, where these are few: other drops must leave room for a piece that is bound
/// to a colour.
pub(super) fn rooms(game: &Game<'_>) -> Vec<Case> {
    let [region, other] = game.regions("dropRegion");
    let bound = game.settings.typed(TYPES[2][0]).and_then(|piece| game.base(piece.letter));
    let Some(one) = bound.filter(|_| region == other && region.count() as usize <= game.start.hand.len())
    else {
        return Vec::new();
    };
    let room = |(label, dark): (&str, bool)| {
        let squares: SquareSet =
            region.squares().filter(|square| game.geometry.dark(*square) == dark).collect();
        let words = [label.to_owned(), game.written(squares), squares.count().to_string()];
        ["label", "room", "number"].into_iter().zip(words).chain([("x", one.name.clone())]).collect()
    };
    [("dark", true), ("light", false)].into_iter().map(room).collect()
}

/// The squares of a side's first rank: those with pieces other than pawns, and those that the start position has a right for.
fn gates(game: &Game<'_>, white: bool) -> [SquareSet; 2] {
    let home = game.home(white);
    let own = |wanted: &dyn Fn(char) -> bool| home & game.start.own(white, |piece| wanted(piece.letter));
    let of = |option: &str| {
        let letters = game.settings.letters(&sided(option, white));
        own(&|letter| letters.contains(&letter))
    };
    let pieces = own(&|letter| !game.base(letter).is_some_and(Type::is_pawn));
    let (kings, rooks) = (of("castlingKingPiece"), of("castlingRookPieces"));
    let rights = game.start.castling.chars().filter(|letter| letter.is_ascii_uppercase() == white);
    let open = rights.map(|letter| match letter.to_ascii_uppercase() {
        'K' => kings | rooks.squares().last().map_or(SquareSet::NONE, SquareSet::bit),
        'Q' => kings | rooks.squares().next().map_or(SquareSet::NONE, SquareSet::bit),
        file => {
            home.squares().filter(|at| game.geometry.file(*at) == (file as u8).saturating_sub(b'A')).collect()
        }
    });
    [pieces, open.fold(SquareSet::NONE, |all, open| all | open & pieces)]
}

/// The pieces that enter where another leaves for the first time.
fn gate(game: &mut Game<'_>) -> Option<Table> {
    if !game.holds("gates") {
        return None;
    }
    // rights to castle name the files on which pieces may come in
    let both = [true, false].map(|white| gates(game, white));
    if both.iter().all(|[_, open]| open.is_empty()) {
        return None;
    }
    if both.iter().any(|[pieces, open]| pieces != open) {
        game.refuse("startFen", "pieces that come in on some files only");
    }
    let game = &*game;
    let open =
        |one: &&Type| [true, false].iter().all(|&white| region(game, one, white).meets(game.home(true)));
    let bases = game.types.iter().filter(|one| one.from.is_none() && !one.is_king());
    let held = bases.filter(|one| may_be_in_hand(game, one)).filter(open);
    let names: Vec<String> = held.map(|one| one.name.clone()).collect();
    // without castling, nothing in a FEN says that these have not moved
    let castles = |one: &Type| {
        let of =
            |option: &str, side: &str| game.settings.letters(&format!("{option}{side}")).contains(&one.of);
        let either = |side: &&str| of("castlingKingPiece", side) || of("castlingRookPieces", side);
        !game.settings.is("castling") && SIDES.iter().any(either)
    };
    let stays = game.types.iter().filter(|one| one.is_pawn() || castles(one));
    let stays: Vec<&str> = stays.map(|one| &*one.name).collect();
    let movers = if stays.is_empty() { "any".to_owned() } else { format!("any but {}", stays.join(", ")) };
    let with = format!("first move of {movers}");
    let rule = [("pieces", game.list(&names)), ("on", "its start".to_owned()), ("with", with)];
    (!names.is_empty()).then(|| texts(rule))
}

/// Returns `true` if pieces of a type are in hand at the start, or may come there.
fn may_be_in_hand(game: &Game<'_>, one: &Type) -> bool {
    let comes = ["capturesToHand", "freeDrops", "twoBoards"].iter().any(|option| game.settings.is(option));
    comes || !game.start.has_hand || game.start.hand.iter().any(|piece| piece.letter == one.of)
}

/// The squares on which a side may drop a type, as that side sees them.
fn region(game: &Game<'_>, one: &Type, white: bool) -> SquareSet {
    if game.holds("outside") {
        return game.board();
    }
    let settings = game.settings;
    let side = usize::from(!white);
    let first = game.seen(game.home(white), white);
    let mut squares = game.regions("dropRegion")[side];
    if one.option == pawn() && !settings.is("promotionZonePawnDrops") {
        squares &= !game.promotion_squares(white);
    }
    if one.option == pawn() && !settings.is("firstRankPawnDrops") {
        squares &= !first;
    }
    squares &= game.regions(&format!("mobilityRegion#{}", sentence(&one.option)))[side];
    match settings.is("sittuyinRookDrop") && one.option == TYPES[3][0] {
        true => squares & first,
        false => squares,
    }
}
