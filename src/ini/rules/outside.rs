//! Drops that come in from the edge of the board.
//!
//! A piece may be dropped where one that slides in from the left or from below comes to a halt, or on the square of a rank or file that is the
//! first empty one from there, if the square at the other end is empty. Sides are those of the screen, for both players.

use super::by_side;
use crate::board::Symmetry;
use crate::ini::game::Game;
use crate::ini::pairs::Case;

/// The squares where a piece may come in along an axis, as conditions: the letters towards its beginning and its end, and the names of its
/// steps from there.
fn open([back, on]: [char; 2], steps: &[String]) -> Vec<String> {
    let last = steps.len() - 1;
    let halts = format!(
        "count(any at {back}R from its square) = 0 and (its square on {} or any at {on}W from its square)",
        steps[last]
    );
    let first = |(step, name): (usize, &String)| {
        let here = format!("its square on {name}");
        let behind: String = (1..=step).map(|steps| format!("{back}({steps},0)")).collect();
        let filled = format!(" and count(any at {behind} from its square) = {step}");
        let free = format!(" and not any at {on}({},0) from its square", last - step);
        let parts = [(true, here), (step > 0, filled), (step < last, free)];
        parts.into_iter().filter(|(is_asked, _)| *is_asked).map(|(_, part)| part).collect()
    };
    std::iter::once(halts).chain(steps.iter().enumerate().map(first)).collect()
}

/// The squares where a side may not drop a piece, as the conditions of both sides.
pub(super) fn closed(game: &Game<'_>) -> Vec<Case> {
    let of = |white: bool| {
        let mut files: Vec<String> =
            (0..game.geometry.files).map(|file| format!("file {}", char::from(b'a' + file))).collect();
        let mut ranks: Vec<String> = (1..=game.geometry.ranks).map(|rank| format!("rank {rank}")).collect();
        let (mut along, mut up) = (['l', 'r'], ['b', 'f']);
        // a side that faces the other way has left and right exchanged, but the names of files only where the board is rotated
        if !white && game.geometry.symmetry != Symmetry::SameSide {
            along.reverse();
            up.reverse();
            ranks.reverse();
        }
        if !white && game.geometry.symmetry == Symmetry::Rotate {
            files.reverse();
        }
        let open = [open(along, &files), open(up, &ranks)].concat();
        Some(vec![("closed", format!("not ({})", open.join(" or ")))])
    };
    by_side([of(true), of(false)])
}
