//! Pieces in hand, and drops.

use indexmap::IndexMap;
use toml::{Table, Value};

use super::promotion::list;
use super::{any_but, given, named, texts};
use crate::board::{Bits, SquareSet};
use crate::ini::game::{Game, each, sided};
use crate::ini::keys::TYPES;
use crate::ini::pairs::Case;
use crate::ini::types::Type;
use crate::order;
use crate::text::sentence;

/// Writes which pieces come to hand, and which are there at the start, in a game with hands.
pub(super) fn hand(game: &Game<'_>) -> Table {
    let mut table = game.paired("hand");
    let own = [true, false].map(|white| {
        let mine = game.start.hand.iter().filter(|piece| piece.white == white);
        mine.map(|piece| piece.letter.to_ascii_uppercase().to_string()).collect::<Vec<_>>().join(" ")
    });
    let endless = game.settings.is("freeDrops");
    let held = each(own).into_iter().filter(|(_, letters)| !endless && !letters.is_empty());
    table.extend(held.map(|(side, letters)| (side.unwrap_or("start").to_owned(), letters.into())));
    table
}

/// Writes which pieces may be dropped, and where: types of one region together.
pub(super) fn drop(game: &mut Game<'_>) -> Table {
    let gate = if game.holds("gates") { gate(game) } else { None };
    let dropped = game.settings.is("pieceDrops");
    let mut rules = if dropped { drops(game) } else { Vec::new() };
    rules.extend(gate.map(|gate| ("gate".to_owned(), gate)));
    match rules.len() {
        1 if dropped => named(rules),
        _ => rules.into_iter().map(|(name, table)| (name, table.into())).collect(),
    }
}

/// The rules of drops, with names.
fn drops(game: &Game<'_>) -> Vec<(String, Table)> {
    let never = game.settings.letters("dropNoDoubled").into_iter().next();
    let never = never.filter(|_| game.settings.number("dropNoDoubledCount") == 0);
    let royal = |of: char| game.types.iter().any(|one| one.of == of && one.royal == Some(true.into()));
    let types = game.types.iter().filter(|one| one.from.is_none() && Some(one.of) != never);
    let types = types.filter(|one| (!royal(one.of) || is_held(game, one)) && may_be_in_hand(game, one));
    let mut groups: IndexMap<[SquareSet; 2], Vec<&Type>> = IndexMap::new();
    for one in types {
        groups.entry([true, false].map(|white| region(game, one, white))).or_default().push(one);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    order::by_key(&mut groups, |(_, group)| std::cmp::Reverse(group.len()));
    let mut rules = Vec::new();
    for (regions, group) in groups {
        let promoted = |one: &Type| group.iter().any(|base| one.from == Some(base.of));
        let turned = game.settings.is("dropPromoted") && game.types.iter().any(promoted);
        for (side, squares) in each(regions).into_iter().filter(|(_, squares)| !squares.is_empty()) {
            let rule = given([
                ("pieces", Some(list(game, group.iter().copied()).into())),
                ("on", (squares != game.board()).then(|| game.written(squares).into())),
                ("as", turned.then(|| "either side up".into())),
                ("unmoved", game.settings.is("castlingDroppedPiece").then(|| true.into())),
                ("side", side.map(Value::from)),
            ]);
            let of_side = side.map_or_else(String::new, |side| format!("-{side}"));
            rules.push((format!("{}s{of_side}", group[0].name), rule));
        }
    }
    rules
}

/// The drops of a type: of either side, if it may be dropped promoted.
pub(super) fn drops_of(game: &Game<'_>, one: &Type) -> String {
    let turned = game.settings.is("dropPromoted");
    let forms = game.types.iter().filter(|form| turned && form.from == Some(one.of));
    let drops = std::iter::once(one).chain(forms).map(|one| format!("drop of {}", one.name));
    drops.collect::<Vec<_>>().join(" or ")
}

/// The squares of each colour that a side may drop its pieces on, where these are few: other drops must leave room for a piece that is bound
/// to a colour.
pub(super) fn rooms(game: &Game<'_>) -> Vec<Case> {
    let [region, other] = game.regions("dropRegion");
    let bound = game.settings.typed(TYPES[2][0]).and_then(|piece| game.base(piece.letter));
    let few = region == other && region.count() as usize <= game.start.hand.len();
    let Some(one) = bound.filter(|_| few) else { return Vec::new() };
    let room = |(label, dark): (&str, bool)| {
        let squares: SquareSet =
            region.squares().filter(|square| game.geometry.dark(*square) == dark).collect();
        let words = [label.to_owned(), game.written(squares), squares.count().to_string()];
        ["label", "room", "number"].into_iter().zip(words).chain([("x", one.name.clone())]).collect()
    };
    [("dark", true), ("light", false)].into_iter().map(room).collect()
}

/// The options of the pieces that castle.
const CASTLERS: [&str; 2] = ["castlingKingPiece", "castlingRookPieces"];

/// The squares of a side's first rank: those with pieces other than pawns, and those that the start position has a right for.
fn gates(game: &Game<'_>, white: bool) -> [SquareSet; 2] {
    let home = game.home(white);
    let own = |wanted: &dyn Fn(char) -> bool| home & game.start.own(white, |piece| wanted(piece.letter));
    let pieces = own(&|letter| !game.base(letter).is_some_and(Type::is_pawn));
    let [kings, rooks] = CASTLERS.map(|option| {
        let letters = game.settings.letters(&sided(option, white));
        own(&|letter| letters.contains(&letter))
    });
    let rights = game.start.castling.chars().filter(|letter| letter.is_ascii_uppercase() == white);
    let open = rights.map(|letter| match letter.to_ascii_uppercase() {
        'K' => (kings, rooks.squares().last()),
        'Q' => (kings, rooks.squares().next()),
        file => (SquareSet::NONE, home.squares().nth(usize::from(file as u8 - b'A'))),
    });
    let open = open.flat_map(|(kings, other)| kings.squares().chain(other)).collect::<SquareSet>();
    [pieces, open & pieces]
}

/// The pieces that enter where another leaves for the first time.
fn gate(game: &mut Game<'_>) -> Option<Table> {
    // rights to castle name the files on which pieces may come in
    let both = [true, false].map(|white| gates(game, white));
    if both.iter().all(|[_, open]| open.is_empty()) {
        return None;
    }
    let some_only = both.iter().any(|[pieces, open]| pieces != open);
    game.refuse_if(some_only, "startFen", "pieces that come in on some files only");
    let enters = |one: &&Type| {
        let open = |white| region(game, one, white).meets(game.home(true));
        one.from.is_none() && !one.is_king() && may_be_in_hand(game, one) && open(true) && open(false)
    };
    let entering: Vec<&Type> = game.types.iter().filter(enters).collect();
    // without castling, nothing in a FEN says that these have not moved
    let castlers = CASTLERS.iter().flat_map(|option| [true, false].map(|white| sided(option, white)));
    let castlers: Vec<char> = castlers.flat_map(|option| game.settings.letters(&option)).collect();
    let castles = |one: &Type| !game.settings.is("castling") && castlers.contains(&one.of);
    let stays = game.types.iter().filter(|one| one.is_pawn() || castles(one));
    let stays: Vec<&str> = stays.map(|one| &*one.name).collect();
    let with = format!("first move of {}", any_but(&stays.join(", ")));
    let some = !entering.is_empty();
    let rule = [("pieces", list(game, entering)), ("on", "its start".to_owned()), ("with", with)];
    some.then(|| texts(rule))
}

/// Returns `true` if pieces of a type are in hand at the start.
fn is_held(game: &Game<'_>, one: &Type) -> bool {
    game.start.hand.iter().any(|piece| piece.letter == one.of)
}

/// Returns `true` if pieces of a type are in hand at the start, or may come there.
fn may_be_in_hand(game: &Game<'_>, one: &Type) -> bool {
    let comes = ["capturesToHand", "freeDrops", "twoBoards"].iter().any(|option| game.settings.is(option));
    comes || !game.start.has_hand || is_held(game, one)
}

/// The squares on which a side may drop a type, as that side sees them.
fn region(game: &Game<'_>, one: &Type, white: bool) -> SquareSet {
    if game.holds("outside") {
        return game.board();
    }
    let is = |option: &str| game.settings.is(option);
    let of = |option: &str| game.regions(option)[usize::from(!white)];
    let first = game.seen(game.home(white), white);
    let limits = [
        (one.is_pawn() && !is("promotionZonePawnDrops"), !game.promotion_squares(white)),
        (one.is_pawn() && !is("firstRankPawnDrops"), !first),
        (one.option == TYPES[3][0] && is("sittuyinRookDrop"), first),
        (true, of(&format!("mobilityRegion#{}", sentence(&one.option)))),
    ];
    let limits = limits.into_iter().filter(|(holds, _)| *holds);
    limits.fold(of("dropRegion"), |all, (_, limit)| all & limit)
}
