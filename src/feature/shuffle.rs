//! Random starts: some of the pieces of the start position may stand otherwise, and every arrangement has a number.
//!
//! ```toml
//! [setup]
//! white   = ["R N B Q K B N R", "P P P P P P P P"]
//! shuffle = ["bishop on light", "bishop on dark", "queen", "knight knight", "rook king rook"]
//! ```
//!
//! Each entry takes as many of the squares left as it has pieces, and puts them there in its order, from left to right as White sees it.
//! Black's pieces stand opposite.
//!
//! An arrangement is a number of mixed base: the first entry is the lowest digit, which counts the choices of squares in lexicographic
//! order. For the five entries above, that is the numbering of Chess960 by Reinhard Scharnagl, in which the array of chess is 518.
//!
//! Invariant: how many choices an entry has doesn't depend on those before it, so that the numbers have no gaps.

use super::plan::{Lay, Plan};
use super::rule::{Feature, Rule, Topic};
use super::scope::{Scope, sentence};
use crate::board::{Bits, Geometry, Square, SquareSet};
use crate::definition::{Node, Table, Word};
use crate::model::pieces::{Piece, Side, TypeId};
use crate::text::{Diagnostic, Report, Span};

/// Shuffling in the registry; its key stands in `[setup]`.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[],
    measured_by: &[],
    read: |scope, _, _| Some(Box::new(scope.shuffle?.clone()) as Box<dyn Rule>),
};

/// The maximum number of arrangements.
const MOST: u64 = 4_294_967_295;

/// Which pieces of the start position are put where by chance.
#[derive(Clone, Debug)]
pub(crate) struct Shuffle {
    /// The squares on which they stand, as White sees them.
    squares: SquareSet,
    entries: Vec<Entry>,
    /// The number of the array in the file.
    usual: u32,
}

/// Pieces that are put on some of the squares left, in this order.
#[derive(Clone, Debug)]
struct Entry {
    pieces: Vec<TypeId>,
    /// The squares that they may stand on.
    on: SquareSet,
}

/// The number of ways to choose so many of some things, which are at most as many as a board has squares.
fn choices(of: usize, chosen: usize) -> u64 {
    (0..chosen)
        .try_fold(1u64, |all, at| Some(all.checked_mul(of.checked_sub(at)? as u64)? / (at as u64 + 1)))
        .unwrap_or(match of < chosen {
            true => 0,
            false => MOST + 1,
        })
}

/// The choice of that number, in lexicographic order: which of the things are chosen.
fn choice(of: usize, chosen: usize, mut number: u64) -> Vec<usize> {
    let (mut found, mut at) = (Vec::new(), 0);
    while found.len() < chosen && at < of {
        let with = choices(of - at - 1, chosen - found.len() - 1);
        if number < with {
            found.push(at);
        } else {
            number -= with;
        }
        at += 1;
    }
    found
}

/// The number of a choice.
fn number_of(of: usize, chosen: &[usize]) -> u64 {
    let mut number = 0;
    let mut begin = 0;
    for (index, &at) in chosen.iter().enumerate() {
        number += (begin..at).map(|skipped| choices(of - skipped - 1, chosen.len() - index - 1)).sum::<u64>();
        begin = at + 1;
    }
    number
}

impl Shuffle {
    /// The number of arrangements.
    pub(crate) fn count(&self) -> u32 {
        let mut free = self.squares;
        let mut all = 1u64;
        for entry in &self.entries {
            let open: Vec<Square> = (free & entry.on).squares().collect();
            all = all.saturating_mul(choices(open.len(), entry.pieces.len()));
            let taken = open.into_iter().take(entry.pieces.len());
            free = taken.fold(free, |free, square| free & !SquareSet::bit(square));
        }
        u32::try_from(all).unwrap_or(u32::MAX)
    }

    /// The number of the array in the file.
    pub(crate) fn usual(&self) -> u32 {
        self.usual
    }

    /// Returns the pieces of the start position with a number.
    pub(crate) fn arranged(
        &self,
        number: u32,
        geometry: &Geometry,
        array: &[(Square, Piece)],
    ) -> Vec<(Square, Piece)> {
        let (mut rest, mut free) = (u64::from(number), self.squares);
        let both = self.squares | geometry.opposite_set(self.squares);
        let mut pieces: Vec<(Square, Piece)> =
            array.iter().filter(|(square, _)| !both.has(*square)).copied().collect();
        for entry in &self.entries {
            let open: Vec<Square> = (free & entry.on).squares().collect();
            let all = choices(open.len(), entry.pieces.len()).max(1);
            let chosen = choice(open.len(), entry.pieces.len(), rest % all);
            rest /= all;
            for (kind, at) in entry.pieces.iter().zip(chosen) {
                free &= !SquareSet::bit(open[at]);
                pieces.push((open[at], Piece::new(*kind, Side::White)));
                pieces.push((geometry.opposite(open[at]), Piece::new(*kind, Side::Black)));
            }
        }
        pieces
    }

    /// Returns the squares where White's pieces of a type may stand at the start, if they are shuffled.
    pub(crate) fn homes(&self, kind: TypeId) -> SquareSet {
        let entries = self.entries.iter().filter(|entry| entry.pieces.contains(&kind));
        entries.fold(SquareSet::NONE, |set, entry| set | entry.on)
    }

    /// Returns every shuffled piece of either side with every square where it may stand at the start.
    pub(crate) fn everywhere(&self, geometry: &Geometry, array: &[(Square, Piece)]) -> Vec<(Square, Piece)> {
        let mut pieces: Vec<Piece> = array.iter().map(|(_, piece)| *piece).collect();
        pieces.sort_unstable_by_key(|piece| piece.place());
        pieces.dedup();
        let owned = pieces.into_iter().filter_map(|piece| Some((piece, piece.get()?)));
        let homes = |(piece, (kind, side)): (Piece, (TypeId, Side))| {
            let white = self.homes(kind);
            let own = if side == Side::White { white } else { geometry.opposite_set(white) };
            own.squares().map(move |square| (square, piece)).collect::<Vec<_>>()
        };
        owned.flat_map(homes).collect()
    }

    /// Returns the number of the arrangement in which pieces stand, if there is one.
    fn number(&self, array: &[(Square, Piece)]) -> Option<u32> {
        let at = |square| array.iter().find(|(at, _)| *at == square).map(|(_, piece)| piece.kind());
        let (mut free, mut number, mut base) = (self.squares, 0, 1);
        for entry in &self.entries {
            let open: Vec<Square> = (free & entry.on).squares().collect();
            // the first choice of squares that hold these pieces, in their order
            let mut chosen = Vec::new();
            for &kind in &entry.pieces {
                let from = chosen.last().map_or(0, |last| last + 1);
                chosen.push((from..open.len()).find(|&index| at(open[index]) == Some(kind))?);
            }
            free = chosen.iter().fold(free, |free, &index| free & !SquareSet::bit(open[index]));
            number += base * number_of(open.len(), &chosen);
            base *= choices(open.len(), entry.pieces.len());
        }
        u32::try_from(number).ok()
    }
}

/// Reads `shuffle` of `[setup]`.
pub(crate) fn read(
    scope: &Scope<'_>,
    setup: &Table,
    array: &[(Square, Piece)],
    report: &mut Report,
) -> Option<Shuffle> {
    let list = setup.list("shuffle")?;
    let span = setup.get("shuffle")?.key_span;
    let found = report.diagnostics().len();
    let entries: Vec<Entry> =
        list.iter().filter_map(Node::text).filter_map(|word| entry(scope, word, report)).collect();
    if report.diagnostics().len() > found || entries.is_empty() {
        return None;
    }
    let placed =
        |side| move |&&(_, piece): &&(Square, Piece)| piece.get().is_some_and(|(_, owner)| owner == side);
    let shuffled = |piece: Piece| entries.iter().any(|entry| entry.pieces.contains(&piece.kind()));
    let squares = array.iter().filter(placed(Side::White)).filter(|(_, piece)| shuffled(*piece));
    let squares = squares.fold(SquareSet::NONE, |set, (square, _)| set | SquareSet::bit(*square));
    let entries: Vec<Entry> =
        entries.into_iter().map(|entry| Entry { on: entry.on & squares, ..entry }).collect();
    let mut shuffle = Shuffle { squares, entries, usual: 0 };
    let fault = shuffle.misfit(scope, span, array).or_else(|| {
        match shuffle.number(array) {
            Some(number) => shuffle.usual = number,
            None => return Some(Diagnostic::error("ferz::setup::shuffle_start", "the start position is none of those that `shuffle` gives")
                .at(span, "these entries don't give it")
                .help("let the rows show one of the start positions: it is the one that is played unless another is asked for")),
        }
        None
    });
    match fault {
        Some(fault) => {
            report.push(fault);
            None
        }
        None => Some(shuffle),
    }
}

/// Reads `bishop on light`: pieces, and the squares they may stand on.
fn entry(scope: &Scope<'_>, word: Word<'_>, report: &mut Report) -> Option<Entry> {
    let part = |range: std::ops::Range<usize>| Word {
        text: &word.text[range.clone()],
        span: word.span.within(0, range),
    };
    let (names, on) = match word.text.find(" on ") {
        Some(at) => (0..at, scope.squares(part(at + 4..word.text.len()), report)?[0]),
        None => (0..word.text.len(), scope.geometry().playable()),
    };
    let offset = |name: &str| name.as_ptr() as usize - word.text.as_ptr() as usize;
    let names: Vec<&str> = word.text[names].split_whitespace().collect();
    let pieces: Option<Vec<TypeId>> =
        names.iter().map(|name| scope.piece(part(offset(name)..offset(name) + name.len()), report)).collect();
    let pieces = pieces?;
    if pieces.is_empty() {
        report.push(
            Diagnostic::error("ferz::setup::shuffle_pieces", "no piece is named here")
                .at(word.span, "nothing to put anywhere")
                .help("write the names of pieces, such as `knight knight`, and where they may stand, such as `bishop on light`"),
        );
        return None;
    }
    Some(Entry { pieces, on })
}

impl Shuffle {
    /// Returns what is wrong with the entries of this start position.
    fn misfit(&self, scope: &Scope<'_>, span: Span, array: &[(Square, Piece)]) -> Option<Diagnostic> {
        let geometry = scope.geometry();
        for kind in self.entries.iter().flat_map(|entry| entry.pieces.iter().copied()) {
            let named =
                self.entries.iter().flat_map(|entry| &entry.pieces).filter(|&&other| other == kind).count();
            let of = |side| array.iter().filter(move |(_, piece)| piece.get() == Some((kind, side)));
            let there = of(Side::White).count();
            let name = scope.type_name(kind);
            if named != there {
                let message =
                    format!("`shuffle` puts {named} {name} on the board, but the start position has {there}");
                return Some(
                    Diagnostic::error("ferz::setup::shuffle_pieces", message).at(span, "these entries").help(
                        "name every piece of a type once, and leave types that stay where they are out",
                    ),
                );
            }
            let opposite = |square| of(Side::Black).any(|(at, _)| *at == geometry.opposite(square));
            if of(Side::Black).count() != there || !of(Side::White).all(|(square, _)| opposite(*square)) {
                let message = format!("the {name}s of the two sides don't stand opposite each other");
                return Some(
                    Diagnostic::error("ferz::setup::shuffle_sides", message)
                        .at(span, "these entries put the pieces of both sides opposite each other")
                        .help(format!("leave the {name} out of `shuffle`, or let the start position be the same for both")),
                );
            }
        }
        for (index, entry) in self.entries.iter().enumerate() {
            let mut before = self.entries[..index].iter();
            if let Some(other) =
                before.find(|other| !(other.on & !entry.on).is_empty() && other.on.meets(entry.on))
            {
                let [one, other] = [entry, other].map(|entry| scope.list(&entry.pieces, "and"));
                let message =
                    format!("how many squares are left for the {one} depends on where the {other} stands");
                return Some(
                    Diagnostic::error("ferz::setup::shuffle_uneven", message)
                        .at(span, "so these start positions can't be numbered")
                        .help(format!("name the {one} before the {other}")),
                );
            }
        }
        (u64::from(self.count()) >= MOST).then(|| {
            Diagnostic::error(
                "ferz::setup::shuffle_many",
                format!("there are more than {MOST} start positions"),
            )
            .at(span, "by these entries")
            .help("shuffle fewer pieces, or give them fewer squares")
        })
    }
}

impl Rule for Shuffle {
    fn topic(&self) -> Topic {
        Topic { place: 5, heading: "Start positions" }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        let whole = self.squares;
        let put = |entry: &Entry| {
            let pieces = scope.list(&entry.pieces, "and");
            let order = if entry.pieces.windows(2).any(|pair| pair[0] != pair[1]) {
                ", in this order from left to right"
            } else {
                ""
            };
            match entry.on == whole {
                true => format!("{pieces}{order}"),
                false => format!("{pieces} on {}{order}", scope.square_words(entry.on)),
            }
        };
        let entries: Vec<String> = self.entries.iter().map(put).collect();
        vec![
            sentence(&format!(
                "there are {} start positions, numbered from 0; the usual one is {}. On the squares of {}, White's pieces are placed at random, one after the other: {}.",
                self.count(),
                self.usual,
                scope.square_words(whole),
                entries.join("; ")
            )),
            "Black's pieces stand opposite White's.".to_owned(),
        ]
    }
}

impl<B: Bits> Lay<B> for Shuffle {
    fn lay(&self, _: &mut Plan<'_, B>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_numbered_in_order_without_gaps() {
        for (of, chosen) in [(5, 2), (6, 1), (3, 3), (8, 4), (4, 0)] {
            let mut last = None;
            for number in 0..choices(of, chosen) {
                let these = choice(of, chosen, number);
                assert_eq!((these.len(), number_of(of, &these)), (chosen, number));
                assert!(last.is_none_or(|before| before < these), "{these:?} comes too late");
                last = Some(these);
            }
        }
    }

    #[test]
    fn more_than_there_are_can_not_be_chosen() {
        assert_eq!(choices(2, 3), 0);
        assert_eq!(choices(0, 0), 1);
    }
}
