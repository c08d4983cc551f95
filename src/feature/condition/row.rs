//! Pieces in a row, on a line or in a block: `5 in a row of my stone`, `3 on a line of my musketeer`, `2 by 2 of my stone`; of a move, only
//! those with a square of it: `3 in a row of my man through its square`.

use std::sync::Arc;

use super::count::{plural, squares_of};
use super::{Amounts, Asked, Condition, Entry, Fact, Meaning, Resolver, Told};
use crate::board::{Bits, Geometry, Square, SquareSet};
use crate::feature::scope::Scope;
use crate::model::condition::{Its, Pieces, Whose};
use crate::model::path::Leg;
use crate::model::pieces::{Side, TypeId};
use crate::notation::Name;
use crate::notation::condition::{Form, Shape};
use crate::text::{Clause, Diagnostic, Report};

pub(super) const ENTRY: Entry = Entry {
    phrases: &[],
    offers: &[
        ("in a row", "pieces side by side along a line: `5 in a row of my stone`"),
        ("on a line", "pieces on one line, with gaps: `3 on a line of my stone`"),
    ],
    is: |form| matches!(form, Form::Row { .. }),
    resolve: |form, resolver, report| {
        let Form::Row { number, shape, pieces, along, through } = form else { return None };
        let selected = resolver.pieces(pieces, report)?;
        if let Some(its) = through {
            resolver.of_a_move(*its, resolver.bytes(), report)?;
        }
        if !selected.is_seen() {
            report.push(not_seen(resolver.place()));
            return None;
        }
        let along = resolver.directions(along.as_ref(), report)?;
        let geometry = resolver.geometry();
        let lines = lines(geometry, *shape, *number, &along);
        if lines.is_empty() {
            report.push(no_room(resolver.place(), *number, *shape));
            return None;
        }
        let needed = if let Shape::Block { ranks } = shape { number * ranks } else { *number };
        let (shape, number, lines) = (*shape, *number, lines.into());
        let row = Row { selected, shape, number, needed, along, through: *through, lines };
        Some(Condition::Fact(Fact::Row(row)))
    },
};

fn not_seen(place: crate::text::Span) -> Diagnostic {
    Diagnostic::error(
        "ferz::condition::unseen",
        "pieces in a line can be chosen only by owner, type and squares",
    )
    .at(place, "this asks for more than that")
    .help("leave out `attacked`, `safe`, `guarded`, `attacking …` and `in hand`")
}

fn no_room(place: crate::text::Span, number: u32, shape: Shape) -> Diagnostic {
    let message = match shape {
        Shape::Block { ranks } => format!("this board has no block of {number} by {ranks} squares"),
        Shape::Row | Shape::Line => format!("no line on this board has room for {number}"),
    };
    Diagnostic::error("ferz::condition::no_room", message)
        .at(place, "can never happen")
        .help("ask for fewer pieces, or for other directions")
}

/// The word for a line of any direction.
const ANY_LINE: &str = "line";

/// Several pieces of some types: `stones`, `pieces (stone or king)`.
pub(super) fn several(scope: &Scope<'_>, types: &[TypeId]) -> String {
    match types {
        [] => "pieces".to_owned(),
        &[one] => plural(&scope.type_name(one)),
        types => format!("pieces ({})", scope.list(types, "or")),
    }
}

/// So many pieces in some order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row<S> {
    pub(crate) selected: Pieces<S>,
    pub(crate) shape: Shape,
    pub(crate) number: u32,
    /// The number of pieces on one of the lines that makes it hold.
    needed: u32,
    /// The directions, as White sees them.
    pub(crate) along: Vec<(i16, i16)>,
    /// The square of a move that must be among them, if any must.
    pub(crate) through: Option<Its>,
    /// The sets of squares to test: who sits opposite sees the same.
    lines: Arc<[S]>,
}

impl<S: Clone> Row<S> {
    /// Returns the same with the players exchanged.
    pub(super) fn mirrored(&self) -> Self {
        Self { selected: self.selected.mirrored(), ..self.clone() }
    }
}

/// Returns the sets of squares: pieces must fill one of them, or so many pieces must be on one of them.
fn lines(geometry: &Geometry, shape: Shape, number: u32, along: &[(i16, i16)]) -> Vec<SquareSet> {
    let run = |from: Square, (dx, dy): (i16, i16), most: u32| {
        let next = move |at: &Square| geometry.step(*at, dx, dy).filter(|&at| at != from);
        std::iter::successors(Some(from), next).take(most as usize)
    };
    let set = |squares: &mut dyn Iterator<Item = Square>| {
        squares.fold(SquareSet::NONE, |set, square| set | SquareSet::bit(square))
    };
    let playable: Vec<Square> = geometry.playable().squares().collect();
    let mut found = Vec::new();
    match shape {
        Shape::Row => {
            for &by in along {
                found.extend(playable.iter().map(|&from| set(&mut run(from, by, number))));
            }
        }
        Shape::Line => {
            for &(dx, dy) in along {
                let whole = |&from: &Square| {
                    set(&mut run(from, (dx, dy), 256)) | set(&mut run(from, (-dx, -dy), 256))
                };
                found.extend(playable.iter().map(whole));
            }
        }
        Shape::Block { ranks } => {
            let block = |&from: &Square| {
                let column = run(from, (0, 1), ranks);
                set(&mut column.flat_map(|square| run(square, (1, 0), number)))
            };
            found.extend(playable.iter().map(block));
        }
    }
    let needed = if let Shape::Block { ranks } = shape { number * ranks } else { number };
    found.retain(|line| line.count() >= needed);
    let mut seen: Vec<SquareSet> = Vec::new();
    for line in found {
        if !seen.contains(&line) {
            seen.push(line);
        }
    }
    seen
}

impl<S: PartialEq> Meaning<S> for Row<S> {
    fn map<T>(&self, convert: fn(&S) -> T) -> Fact<T> {
        let lines = self.lines.iter().map(convert).collect();
        Fact::Row(Row {
            selected: self.selected.map(convert),
            shape: self.shape,
            number: self.number,
            needed: self.needed,
            along: self.along.clone(),
            through: self.through,
            lines,
        })
    }

    fn holds(&self, asked: &impl Asked<S>) -> bool
    where
        S: Bits,
    {
        let side = asked.side();
        let stand = squares_of(&self.selected, asked.state(), side);
        let through = self.through.map_or(stand, |its| asked.its(its) & stand);
        let is_full = |&line: &S| line.meets(through) && (line & stand).count() >= self.needed;
        stand.count() >= self.needed && self.lines.iter().any(is_full)
    }
}

impl Told for Row<SquareSet> {
    fn clause(&self, scope: &Scope<'_>, holds: bool) -> Clause {
        let (number, pieces, along) =
            (self.number, several(scope, &self.selected.types), lines_said(&self.along));
        let what = match self.shape {
            Shape::Row if along == ANY_LINE => format!("{number} {pieces} in a row"),
            Shape::Row => format!("{number} {pieces} in a row on one {along}"),
            Shape::Line => format!("{number} {pieces} on the same {along}"),
            Shape::Block { ranks } => format!("{pieces} on all squares of a block of {number} by {ranks}"),
        };
        let what = what + &self.through.map_or_else(String::new, |its| format!(" through {}", its.spoken()));
        let have = if holds { "has" } else { "does not have" };
        match self.selected.whose.role() {
            Some(role) => Clause::of(role, format!("{have} {what}")),
            None => Clause::about("there", format!("{} {what}", if holds { "are" } else { "are not" })),
        }
    }

    fn is_about_theirs(&self) -> bool {
        self.selected.whose == Whose::Theirs
    }

    fn may(&self, amounts: &dyn Amounts, me: Side, hold: bool) -> bool {
        !hold || amounts.count(&self.selected, me).1 >= self.needed
    }

    fn why_never(&self, amounts: &dyn Amounts, denied: bool) -> Option<String> {
        let range = amounts.range(&self.selected);
        let none = Side::BOTH.iter().all(|&me| amounts.count(&self.selected, me).0 == 0);
        Some(if denied || none { range } else { format!("{range}, never {}", self.needed) })
    }
}

/// The lines that lie in some directions, in the words of a sheet: `file or rank`.
pub(super) fn lines_said(along: &[(i16, i16)]) -> &'static str {
    let straight = along.iter().all(|&(dx, dy)| dx == 0 || dy == 0);
    let diagonal = along.iter().all(|&(dx, dy)| dx != 0 && dy != 0);
    match along {
        [(0, _)] => "file",
        [(_, 0)] => "rank",
        _ if straight => "file or rank",
        _ if diagonal => "diagonal",
        _ => ANY_LINE,
    }
}

impl Resolver<'_> {
    /// The directions of a movement, each once and without its opposite; the eight of a king where none is named.
    pub(super) fn directions(&self, said: Option<&Name>, report: &mut Report) -> Option<Vec<(i16, i16)>> {
        let usual = ("K".to_owned(), 0..0);
        let (text, range) = said.unwrap_or(&usual);
        let movement = match crate::notation::moves::moves_alone(self.geometry().cells, text) {
            Ok((movement, _)) => movement,
            Err(faults) => {
                self.misread(range.clone(), &faults, report);
                return None;
            }
        };
        let mut along = Vec::new();
        for path in movement.into_paths() {
            let [Leg { cycle, .. }] = &path.legs[..] else { return self.no_direction(range, report) };
            let [by] = cycle[..] else { return self.no_direction(range, report) };
            let (dx, dy) = (i16::from(by.dx), i16::from(by.dy));
            let by = if (dx, dy) < (0, 0) { (-dx, -dy) } else { (dx, dy) };
            if !along.contains(&by) {
                along.push(by);
            }
        }
        Some(along)
    }

    fn no_direction<T>(&self, range: &std::ops::Range<usize>, report: &mut Report) -> Option<T> {
        report.push(
            Diagnostic::error("ferz::condition::odd_movement", "this movement doesn't go in straight lines")
                .at(self.at(range.clone()), "it bends, or goes to any square")
                .help("use leaps and rides, such as `K`, `R`, `vW` or `B`"),
        );
        None
    }
}
