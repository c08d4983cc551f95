//! Random starts: some of the pieces of the start position may stand on other squares, and every arrangement has a number.
//!
//! ```toml
//! [setup]
//! white   = ["R N B Q K B N R", "P P P P P P P P"]
//! shuffle = ["bishop on light", "bishop on dark", "queen", "knight knight", "rook king rook"]
//! ```
//!
//! Each entry takes as many of the remaining squares as it has pieces, and puts them there in its order, from left to right for White.
//! Black's pieces stand opposite.
//!
//! The numbers are those of [`Starts`]. `where` leaves out the arrangements that don't meet a condition, tested for White:
//!
//! ```toml
//! where = "count(my pawn guarded) = 8"
//! ```

use super::condition::{Condition, resolve, setting};
use super::plan::{Lay, Plan};
use super::rule::{Feature, Rule, Topic};
use super::scope::Scope;
use crate::board::{Bits, Square, SquareSet};
use crate::definition::{Node, Table, Word};
use crate::model::pieces::{Piece, Side, TypeId};
use crate::model::starts::{Entry, MOST, Starts};
use crate::text::{Diagnostic, Report, Span, Writer};

/// Shuffling in the registry; its key stands in `[setup]`.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[],
    read: |scope, root, report| {
        let word = root.table("setup").and_then(|setup| setup.text("where"));
        let Some(starts) = scope.starts else {
            if let Some(word) =
                word.filter(|_| !root.table("setup").is_some_and(|setup| setup.contains("shuffle")))
            {
                report.push(nothing_shuffled(word.span));
            }
            return None;
        };
        let only = word.and_then(|word| only(scope, word, starts, report));
        Some(Box::new(Shuffle { starts: starts.clone(), only }))
    },
    ..Feature::NONE
};

/// Shuffling as the rules have it.
#[derive(Clone, Debug)]
struct Shuffle {
    starts: Starts,
    /// The condition that start positions must meet, and its wording.
    only: Option<Condition<SquareSet>>,
}

/// Reads `shuffle` of `[setup]`.
pub(crate) fn read(
    scope: &Scope<'_>,
    setup: &Table,
    array: &[(Square, Piece)],
    report: &mut Report,
) -> Option<Starts> {
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
    let mut starts = Starts { squares, entries, usual: 0 };
    let fault = misfit(&starts, scope, span, array).or_else(|| {
        match starts.number(array) {
            Some(number) => starts.usual = number,
            None => return Some(Diagnostic::error("ferz::setup::shuffle_start", "the start position is not one that `shuffle` can produce")
                .at(span, "these entries can't produce it")
                .help("set the pieces up in one of the positions that `shuffle` can produce: that one is played unless another is asked for")),
        }
        None
    });
    match fault {
        Some(fault) => {
            report.push(fault);
            None
        }
        None => Some(starts),
    }
}

/// The maximum number of facts that are tested to find the start positions that meet a condition.
const MOST_LOOKS: u64 = 300_000;

/// Reads `where` of `[setup]`.
fn only(
    scope: &Scope<'_>,
    word: Word<'_>,
    starts: &Starts,
    report: &mut Report,
) -> Option<Condition<SquareSet>> {
    let condition = resolve(scope, word, &setting::START, report)?;
    let most = MOST_LOOKS / condition.facts().max(1) as u64;
    if u64::from(starts.count()) > most {
        let message = format!("`where` can't be tried on {} arrangements", starts.count());
        report.push(
            Diagnostic::error("ferz::setup::shuffle_many", message)
                .at(word.span, format!("at most {most} for a condition of this length"))
                .help("shuffle fewer pieces, give them fewer squares, or shorten the condition"),
        );
        return None;
    }
    Some(condition)
}

fn nothing_shuffled(span: Span) -> Diagnostic {
    Diagnostic::error("ferz::setup::where", "`where` goes with `shuffle`, which names the pieces to shuffle")
        .at(span, "nothing is shuffled")
        .help("add `shuffle`, or leave `where` out")
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
                .at(word.span, "no piece to place")
                .help("write the names of pieces, such as `knight knight`, and where they may stand, such as `bishop on light`"),
        );
        return None;
    }
    Some(Entry { pieces, on })
}

/// Returns what is wrong with the entries of this start position.
fn misfit(starts: &Starts, scope: &Scope<'_>, span: Span, array: &[(Square, Piece)]) -> Option<Diagnostic> {
    let geometry = scope.geometry();
    for kind in starts.entries.iter().flat_map(|entry| entry.pieces.iter().copied()) {
        let named =
            starts.entries.iter().flat_map(|entry| &entry.pieces).filter(|&&other| other == kind).count();
        let of = |side| array.iter().filter(move |(_, piece)| piece.get() == Some((kind, side)));
        let there = of(Side::White).count();
        let name = scope.type_name(kind);
        if named != there {
            let message =
                format!("`shuffle` puts {named} {name} on the board, but the start position has {there}");
            return Some(
                Diagnostic::error("ferz::setup::shuffle_pieces", message)
                    .at(span, "these entries")
                    .help("list a type as many times as it has pieces (`rook` twice for two rooks), and leave out the types that are not shuffled"),
            );
        }
        let opposite = |square| of(Side::Black).any(|(at, _)| *at == geometry.opposite(square));
        if of(Side::Black).count() != there || !of(Side::White).all(|(square, _)| opposite(*square)) {
            let message = format!("the {name}s of the two sides don't stand opposite each other");
            return Some(
                Diagnostic::error("ferz::setup::shuffle_sides", message)
                    .at(span, "`shuffle` puts the pieces of both sides opposite each other")
                    .help(format!(
                        "leave the {name} out of `shuffle`, or give both sides the same start position"
                    )),
            );
        }
    }
    for (index, entry) in starts.entries.iter().enumerate() {
        let mut before = starts.entries[..index].iter();
        if let Some(other) =
            before.find(|other| !(other.on & !entry.on).is_empty() && other.on.meets(entry.on))
        {
            let [one, other] = [entry, other].map(|entry| scope.list(&entry.pieces, "and"));
            let message =
                format!("how many squares are left for the {one} depends on where the {other} stands");
            return Some(
                Diagnostic::error("ferz::setup::shuffle_uneven", message)
                    .at(span, "so these start positions can't be numbered")
                    .help(format!("list the {one} before the {other}")),
            );
        }
    }
    (u64::from(starts.count()) >= MOST).then(|| {
        Diagnostic::error("ferz::setup::shuffle_many", format!("there are more than {MOST} start positions"))
            .at(span, "too many with these entries")
            .help("shuffle fewer pieces, or give them fewer squares")
    })
}

impl Rule for Shuffle {
    fn topic(&self) -> Topic {
        Topic { place: 5, heading: "Start positions" }
    }

    fn start_condition(&self) -> Option<&Condition<SquareSet>> {
        self.only.as_ref()
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        let whole = self.starts.squares;
        let put = |entry: &Entry| {
            let pieces = scope.list(&entry.pieces, "and");
            let order = if entry.pieces.windows(2).any(|pair| pair[0] != pair[1]) {
                ", in this order from left to right"
            } else {
                ""
            };
            match entry.on == whole {
                true => format!("{pieces}{order}"),
                false => format!("{pieces} on {}{order}", scope.squares_listed(entry.on, "or")),
            }
        };
        let entries: Vec<String> = self.starts.entries.iter().map(put).collect();
        let placed = format!(
            "On {}, {}'s pieces are placed at random, one after the other: {}.",
            scope.squares_listed(whole, "and"),
            scope.side(Side::White),
            entries.join("; ")
        );
        let first = match &self.only {
            None => format!(
                "There are {} start positions, numbered from 0; the usual one is number {}. {placed}",
                self.starts.count(),
                self.starts.usual
            ),
            Some(condition) => {
                let words = Writer::new(scope.players_of(Side::White)).clause(&condition.clause(scope));
                format!(
                    "{placed} Only arrangements in which {words} are start positions; they are numbered from 0."
                )
            }
        };
        let [white, black] = Side::BOTH.map(|side| scope.side(side));
        vec![first, format!("{black}'s pieces stand opposite {white}'s.")]
    }
}

impl<B: Bits> Lay<B> for Shuffle {
    fn lay(&self, _: &mut Plan<'_, B>) {}
}
