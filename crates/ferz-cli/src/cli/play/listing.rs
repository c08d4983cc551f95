//! Lists of moves and the history of a game.

use std::ops::Range;

use ferz::{Game, MoveKind, MoveWords, Side, Square, Variant};

use super::super::show;
use super::sight::told;

/// Returns a move in short notation, with its coordinates.
pub(super) fn written(info: &MoveWords) -> String {
    if info.san == info.coordinates {
        info.san.clone()
    } else {
        format!("{} ({})", info.san, info.coordinates)
    }
}

/// Returns a line for every piece that has moves of a kind.
pub(super) fn move_lines(game: &Game, wanted: impl Fn(&MoveWords) -> bool) -> Vec<String> {
    let order =
        |info: &MoveWords| game.variant().piece_types().iter().position(|piece| piece.name == info.piece);
    let mut infos: Vec<_> =
        game.legal_moves().into_iter().map(|mv| game.in_words(&mv)).filter(wanted).collect();
    infos.sort_by_cached_key(|info| {
        (order(info), info.from.clone(), info.coordinates.len(), info.coordinates.clone())
    });
    let groups = infos.chunk_by(|one, other| (&one.piece, &one.from) == (&other.piece, &other.from));
    groups
        .map(|group| {
            let moves: Vec<String> = group.iter().map(written).collect();
            let place = if group[0].kind == MoveKind::Drop { "in hand" } else { &group[0].from };
            format!("  {} {place}: {}", group[0].piece, moves.join(", "))
        })
        .collect()
}

/// Returns the move number before every move that was made, the first being as given.
pub(super) fn numbers(game: &Game) -> Vec<u32> {
    let made = game.moves();
    let mut numbers = Vec::with_capacity(made.len());
    let mut at = game.position().fullmove_number();
    let mut next = game.side_to_move();
    for mv in made.iter().rev() {
        at -= u32::from(mv.side() == Side::Black && next == Side::White && at > 1);
        numbers.push(at);
        next = mv.side();
    }
    numbers.reverse();
    numbers
}

/// Returns the last move as `12... Qh4+ (d8h4)`; `None` if there is none, or the viewer may not know it.
pub(super) fn last(game: &Game, viewer: Option<Side>) -> Option<String> {
    let made = game.moves().last().filter(|made| viewer.is_none_or(|side| made.side() == side))?;
    let dots = if made.side() == Side::White { "." } else { "..." };
    let (san, coordinates) = (told(game, game.moves().len() - 1, viewer), made.to_string());
    let coordinates = if san == coordinates { String::new() } else { format!(" ({coordinates})") };
    let says = made.announcement().map_or_else(String::new, |words| format!(" \u{201c}{words}\u{201d}"));
    Some(format!("{}{dots} {san}{coordinates}{says}", numbers(game).last()?))
}

/// Returns the squares that the last move names.
pub(super) fn named(game: &Game) -> Vec<Square> {
    game.moves().last().map(ferz::Move::named_squares).unwrap_or_default()
}

/// Returns the square between the edges of the board that a text names, whether or not it is played on.
pub(super) fn square(variant: &Variant, text: &str) -> Option<Square> {
    let on_board = |square: &Square| square.file() < variant.files() && square.rank() < variant.ranks();
    text.parse().ok().filter(on_board)
}

/// Returns all squares between the edges of the board, rank by rank.
pub(super) fn every(variant: &Variant) -> impl Iterator<Item = Square> + use<> {
    let files = variant.files();
    (0..variant.ranks()).flat_map(move |rank| (0..files).filter_map(move |file| Square::new(file, rank)))
}

/// The rules of a game in words.
pub(super) fn rules(variant: &Variant) -> String {
    let mut text = Vec::new();
    // writing to memory does not fail
    let _ = show::rules(&mut text, variant);
    String::from_utf8_lossy(&text).trim_start_matches('\n').to_owned()
}

/// A numbered line of a game's history: its move number, and the indices of its moves.
pub(super) struct Row {
    pub(super) number: u32,
    pub(super) moves: Range<usize>,
}

/// Groups the moves so far by their move number.
pub(super) fn rows(game: &Game) -> Vec<Row> {
    let mut start = 0;
    let numbers = numbers(game);
    let row = |group: &[u32]| {
        let moves = start..start + group.len();
        start = moves.end;
        Row { number: group[0], moves }
    };
    numbers.chunk_by(|one, other| one == other).map(row).collect()
}

/// Returns the moves so far as the viewer may know them, a line per move number; several moves of one turn are separated by commas.
pub(super) fn history(game: &Game, viewer: Option<Side>) -> String {
    let line = |row: Row| {
        let of = |side| {
            let made = row.moves.clone().filter(|&index| game.moves()[index].side() == side);
            made.map(|index| told(game, index, viewer)).collect::<Vec<_>>().join(", ")
        };
        let (white, black) = (of(Side::White), of(Side::Black));
        let white = if white.is_empty() { "..." } else { &white };
        format!("{:>4}. {white:<9} {black}", row.number).trim_end().to_owned()
    };
    rows(game).into_iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_moves_of_one_turn_are_told_from_a_reply() {
        let text = "extends = \"chess\"\n[turn]\nevery = [{ move = \"any\" }, { move = \"any\", another-piece = true }]\n";
        let mut game = Variant::from_text("two.toml", text, &[]).unwrap().start();
        for mv in ["e4", "d4", "e5", "d5"] {
            game.play_text(mv).unwrap();
        }
        assert_eq!(history(&game, None), "   1. e4, d4    e5, d5");
    }

    #[test]
    fn history_begins_with_the_side_that_began() {
        let variant = Variant::load("chess", &[]).unwrap();
        let mut game = variant.start_from("4k3/p7/8/8/8/8/P7/4K3 b - - 0 7").unwrap();
        for mv in ["a5", "a4", "Kd7"] {
            game.play_text(mv).unwrap();
        }
        assert_eq!(history(&game, None), "   7. ...       a5\n   8. a4        Kd7");
        assert_eq!(last(&game, None).as_deref(), Some("8... Kd7 (e8d7)"));
    }
}
