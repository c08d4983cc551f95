//! Drops that come in from the edge of the board.
//!
//! A piece may be dropped where one that slides in from the left or from below comes to a halt, or on the square of a rank or file that is the
//! first empty one from there, if the square at the other end is empty. Sides are those of the screen, for both players.

use super::about;
use crate::board::Symmetry;
use crate::ini::game::{Game, each};
use crate::ini::pairs::Case;

/// One of the two axes as a side sees it: how long it is, the letters towards its beginning and its end, the names of its steps, and whether
/// they are counted from the end.
struct Axis {
    length: u8,
    towards: [char; 2],
    place: fn(u8) -> String,
    is_turned: bool,
}

impl Axis {
    /// The file or rank this many steps from the beginning.
    fn at(&self, step: u8) -> String {
        (self.place)(if self.is_turned { self.length - 1 - step } else { step })
    }

    /// The squares where a piece may come in along this axis, as conditions.
    fn open(&self) -> Vec<String> {
        let [back, on] = self.towards;
        let last = self.length - 1;
        let halts = format!(
            "count(any at {back}R from its square) = 0 and (its square on {} or any at {on}W from its square)",
            self.at(last)
        );
        let first = |step: u8| {
            let here = format!("its square on {}", self.at(step));
            let behind: String = (1..=step).map(|steps| format!("{back}({steps},0)")).collect();
            let filled = format!(" and count(any at {behind} from its square) = {step}");
            let free = format!(" and not any at {on}({},0) from its square", last - step);
            let parts = [(true, here), (step > 0, filled), (step < last, free)];
            parts.into_iter().filter(|(holds, _)| *holds).map(|(_, part)| part).collect()
        };
        std::iter::once(halts).chain((0..self.length).map(first)).collect()
    }
}

/// The squares where a side may not drop a piece, as the conditions of both sides.
pub(super) fn closed(game: &Game<'_>) -> Vec<Case> {
    let of = |white: bool| {
        // a side that faces the other way has left and right exchanged, but the names of files only where the board is rotated
        let faces_back = !white && game.geometry.symmetry != Symmetry::SameSide;
        let is_rotated = !white && game.geometry.symmetry == Symmetry::Rotate;
        let axis = |length: u8, [back, on]: [char; 2], place: fn(u8) -> String, is_turned: bool| Axis {
            length,
            towards: if faces_back { [on, back] } else { [back, on] },
            place,
            is_turned,
        };
        let file = |step: u8| format!("file {}", char::from(b'a' + step));
        let along = axis(game.geometry.files, ['l', 'r'], file, is_rotated);
        let up = axis(game.geometry.ranks, ['b', 'f'], |step| format!("rank {}", step + 1), faces_back);
        let open: Vec<String> = [along, up].iter().flat_map(Axis::open).collect();
        format!("not ({})", open.join(" or "))
    };
    let case = |(side, closed): (Option<&str>, String)| {
        [("closed", closed)].into_iter().chain(about(side)).collect()
    };
    each([of(true), of(false)]).into_iter().map(case).collect()
}
