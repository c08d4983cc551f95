//! Oddities of a position that a game never reaches: sides without their royal pieces, and pieces that would have promoted.

use crate::board::Bits;
use crate::game::Game;
use crate::model::pieces::Side;

/// Returns the oddities of a position, each as a sentence without its full stop. None of them keeps the position from being played.
///
/// ```
/// let game = ferz::Variant::load("chess", &[])?.start_from("8/8/8/8/8/8/P7/4K3 w - - 0 1").unwrap();
/// assert_eq!(ferz::lint::oddities(&game), ["Black has no royal piece"]);
/// # Ok::<(), ferz::LoadError>(())
/// ```
pub fn oddities(game: &Game) -> Vec<String> {
    let mut found: Vec<String> = Side::BOTH.into_iter().filter_map(|side| royals(game, side)).collect();
    found.extend(unpromoted(game));
    found
}

/// A side without royal pieces, or with more of them than at the start.
fn royals(game: &Game, side: Side) -> Option<String> {
    let rules = &game.variant().rules;
    let royal = |kind: u8| rules.types[usize::from(kind)].royal;
    let start = rules.array.iter().filter(|(_, piece)| piece.side() == side && royal(piece.kind())).count();
    let pieces = rules.geometry.every().filter_map(|square| game.piece(square));
    let now = pieces.filter(|&(kind, owner)| owner == side && royal(kind)).count();
    let who = side.capital();
    match now {
        0 if start > 0 => Some(format!("{who} has no royal piece")),
        _ if now > start => Some(format!("{who} has {now} royal pieces, but {start} at the start")),
        _ => None,
    }
}

/// A piece on a square where it must have promoted.
fn unpromoted(game: &Game) -> Option<String> {
    let rules = &game.variant().rules;
    let must = |kind: u8, side: Side, square| {
        let start = rules.array.iter().any(|&(at, piece)| at == square && piece.get() == Some((kind, side)));
        !start
            && rules
                .becomes(kind)
                .any(|becomes| !becomes.may_stay && !becomes.lost && becomes.zone[side.index()].has(square))
    };
    let mut pieces = rules.geometry.every().filter_map(|square| Some((square, game.piece(square)?)));
    let (square, (kind, side)) = pieces.find(|&(square, (kind, side))| must(kind, side, square))?;
    let name = &rules.types[usize::from(kind)].name;
    Some(format!("{}'s {name} on {} stands where it promotes", side.capital(), rules.geometry.name(square)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    #[test]
    fn positions_without_kings_or_with_pawns_beyond_their_promotion_are_odd() {
        let chess = Variant::load("chess", &[]).expect("a built-in game");
        let of = |fen: &str| oddities(&chess.start_from(fen).expect("it can be played"));
        assert_eq!(of("4k3/8/8/8/8/8/P7/4K3 w"), [""; 0]);
        assert_eq!(oddities(&chess.start()), [""; 0]);
        assert_eq!(of("8/8/8/8/8/8/P7/4K3 w"), ["Black has no royal piece"]);
        assert_eq!(of("4k3/8/8/8/8/8/P7/4KK2 w"), ["White has 2 royal pieces, but 1 at the start"]);
        assert_eq!(of("P3k3/8/8/8/8/8/8/4K3 w"), ["White's pawn on a8 stands where it promotes"]);
    }
}
