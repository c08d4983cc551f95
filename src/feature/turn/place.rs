//! Parts of a turn in which something is put on the board: a wall, or a neutral piece.
//!
//! ```toml
//! [turn]
//! every = [{ move = "amazon" }, { place = "wall", at = "Q from it" }]
//! ```

use std::sync::Arc;

use super::Stage;
use crate::board::{Bits, Square, SquareSet};
use crate::definition::{Table, Word};
use crate::feature::condition::reach;
use crate::feature::plan::{Plan, PutNext};
use crate::feature::rule::Sample;
use crate::feature::scope::{Scope, at_reach};
use crate::model::pieces::{Piece, Side, TypeId};
use crate::model::reach::Reach;
use crate::moves::{List, Maker, Move, Role, Sketch, TurnPart, Writing};
use crate::state::State;
use crate::text::{Diagnostic, Report};

/// The word for a wall.
const WALL: &str = "wall";
/// The suffix of the value of `at`.
const FROM_IT: &str = " from it";

/// A placement on the board instead of a move, as the rules have it.
#[derive(Clone, Debug)]
pub(super) struct Placing {
    /// The neutral piece; `None` for a wall.
    kind: Option<TypeId>,
    /// As White and as Black see them.
    on: Option<[SquareSet; 2]>,
    /// The squares by a movement from the piece that made the last move of the turn.
    at: Option<Arc<Reach<SquareSet>>>,
}

/// Reads what a part of a turn puts on the board.
pub(super) fn read(scope: &Scope<'_>, table: &Table, report: &mut Report) -> Option<Placing> {
    let on = table.text("on").map(|word| scope.squares(word, report));
    let at = table.text("at").map(|word| read_at(scope, word, report));
    let word = table.text("place")?;
    let kind = if word.text == WALL { None } else { Some(neutral(scope, word, report)?) };
    let flat = |said: Option<Option<[SquareSet; 2]>>| said.map_or(Some(None), |said| said.map(Some));
    Some(Placing { kind, on: flat(on)?, at: at.map_or(Some(None), |at| at.map(Some))?.map(Arc::new) })
}

/// Resolves the name of a neutral piece.
fn neutral(scope: &Scope<'_>, word: Word<'_>, report: &mut Report) -> Option<TypeId> {
    let kind = scope.piece(word, report)?;
    if scope.types[usize::from(kind)].neutral {
        return Some(kind);
    }
    report.push(
        Diagnostic::error("ferz::turn::not_neutral", format!("the {} is not a neutral piece", word.text))
            .at(word.span, "`place` can put only walls and neutral pieces on the board")
            .help(format!("add `neutral = true` to `{}` in `[pieces]`, or use `[drop]` for pieces that are dropped from the hand", word.text)),
    );
    None
}

/// Reads `Q from it`.
fn read_at(scope: &Scope<'_>, word: Word<'_>, report: &mut Report) -> Option<Reach<SquareSet>> {
    let Some(movement) = word.text.strip_suffix(FROM_IT) else {
        report.push(
            Diagnostic::error("ferz::turn::at", "this doesn't say where the movement starts")
                .at(word.span, format!("`{}` is missing at the end", FROM_IT.trim()))
                .help("write, for example, `at = \"Q from it\"`; `it` is the piece that has just moved"),
        );
        return None;
    };
    let span = word.span.within(0, 0..movement.len());
    reach(scope, Word { text: movement, span }, report)
}

/// Reports a part of a turn that has neither a move nor anything else, or several.
pub(super) fn not_one(table: &Table) -> Diagnostic {
    let problem = |message| Diagnostic::error("ferz::turn::move_or_place", message);
    let said: Vec<_> = ["move", "place", "remove"].into_iter().filter_map(|key| table.get(key)).collect();
    match said[..] {
        [_, .., last] => problem("a part of a turn can have only one of `move`, `place` and `remove`")
            .at(last.key_span, "one too many")
            .help("give each a part of its own, such as `{ move = \"any\" }, { place = \"wall\" }`"),
        _ => problem("a part of a turn must have `move`, `place` or `remove`")
            .at(table.span(), "this part has none of them")
            .help("write, for example, `{ move = \"any\" }` or `{ place = \"wall\" }`"),
    }
}

/// Reports an `or` beside no move, or one that says not just one thing.
pub(super) fn half_a_choice(or: &Table, no_move: bool) -> Diagnostic {
    let (message, label) = match (no_move, or.contains("place") && or.contains("remove")) {
        (true, _) => {
            ("`or` gives an alternative to a move, but there is no `move`", "an alternative to what?")
        }
        (_, true) => ("`or` can have only one of `place` and `remove`", "one too many"),
        _ => ("nothing says what may be done instead of the move", "`place` or `remove` is missing"),
    };
    Diagnostic::error("ferz::turn::or", message)
        .at(or.span(), label)
        .help("write, for example, `{ move = \"any\", or = { place = \"wall\" } }`")
}

impl Placing {
    pub(super) fn is_of_walls(&self) -> bool {
        self.kind.is_none()
    }

    /// Returns `true` if it puts pieces of a type on the board.
    pub(super) fn is_of(&self, kind: TypeId) -> bool {
        self.kind == Some(kind)
    }

    /// The notation of what is put on the board.
    pub(super) fn sample(&self, scope: &Scope<'_>) -> Option<Sample> {
        let open = self.on.map_or(scope.geometry().playable(), |[white, _]| white);
        let full = scope.array.iter().fold(SquareSet::NONE, |set, (at, _)| set | SquareSet::bit(*at));
        let square = scope.geometry().name((open & !full).squares().next()?);
        let (what, letter, how) = match self.kind {
            None => ("a wall placed", Piece::WALL_SIGN, "*, @ and the square"),
            Some(kind) => (
                "a piece placed",
                &*scope.types[usize::from(kind)].letter,
                "the letter of the piece, @ and the square",
            ),
        };
        Some(Sample { place: 48, what, example: format!("{letter}@{square}"), how: how.to_owned() })
    }

    /// The part as the predicate of a player: `places a wall on an empty square`.
    pub(super) fn words(&self, scope: &Scope<'_>) -> String {
        let what = match self.kind {
            None => "places a wall".to_owned(),
            Some(kind) => format!("places the {}", scope.type_name(kind)),
        };
        let on = self.on.filter(|on| *on != [scope.geometry().playable(); 2]);
        let on = on.map_or_else(String::new, |on| format!(" (one of {})", scope.squares_of_both(on, "and")));
        let at = self.at.as_ref();
        let at = at.map_or_else(String::new, |at| {
            at_reach(&at.notation, "the piece that has just moved".into()).plain()
        });
        format!("{what} on an empty square{on}{at}")
    }
}

/// A placement on the board instead of a move, on a board of some width.
#[derive(Clone, Debug)]
pub(super) struct Placed<B> {
    maker: Maker,
    kind: Option<TypeId>,
    on: [B; 2],
    at: Option<Arc<Reach<B>>>,
    /// By square, a wall put there.
    walls: Box<[Move]>,
}

/// Lays out the parts of a turn in which something is put on the board.
pub(super) fn lay<B: Bits>(plan: &mut Plan<'_, B>, stages: &[Stage]) -> Box<[Option<Placed<B>>]> {
    let place = |stage: &Stage| stage.place.as_ref().map(|place| place.lay(plan));
    stages.iter().map(place).collect()
}

impl Placing {
    fn lay<B: Bits>(&self, plan: &mut Plan<'_, B>) -> Placed<B> {
        let royal = plan.types.iter().any(|kind| kind.royal);
        let maker = plan.maker(if royal { &Checked } else { &Free });
        let geometry = plan.geometry;
        let wall = |square: Square| {
            let place = plan.keep(|record| record.add(square, (Piece::EMPTY, Piece::WALL), Role::Placed));
            Move::listed(ends(square), (maker, TurnPart::Move), place)
        };
        let walls = if self.kind.is_none() { geometry.every().map(wall).collect() } else { Box::default() };
        let all = B::from_wide(geometry.playable());
        Placed {
            maker,
            kind: self.kind,
            on: self.on.map_or([all; 2], |on| on.map(B::from_wide)),
            at: self.at.as_ref().map(|at| Arc::new(at.map(B::narrowed))),
            walls,
        }
    }
}

/// Returns the squares by which something put on a square is written.
fn ends(square: Square) -> Move {
    Move::plain(square, square, square, Piece::EMPTY)
}

impl<B: Bits> Placed<B> {
    /// The squares on which a side may put it after a move by one of some types.
    pub(super) fn after(&self, by: u64, side: Side) -> PutNext<'_, B> {
        PutNext { by, on: self.on[side.index()], at: self.at.as_deref() }
    }

    /// Lists the squares on which it may be put; `last` is that of the piece that made the last move of the turn.
    pub(super) fn list(&self, state: &State<B>, last: Square, list: &mut List) {
        let (us, occupied) = (state.side, state.occupied());
        let mut open = self.on[us.index()] & !occupied;
        if let Some(at) = &self.at {
            open &= at.open(us, last, occupied);
        }
        let Some(kind) = self.kind else {
            return open.squares().for_each(|square| list.moves.push(self.walls[usize::from(square)]));
        };
        let piece = Piece::neutral(kind);
        let old = (state.pieces(kind) & state.nobodys()).squares().next();
        for square in open.squares() {
            list.push_listed(ends(square), (self.maker, TurnPart::Move), REASON, |record| {
                if let Some(old) = old {
                    record.add(old, (piece, Piece::EMPTY), Role::Moved);
                }
                record.add(square, (Piece::EMPTY, piece), Role::Placed);
            });
        }
    }
}

/// The name of the rule in the error about too many moves.
const REASON: &str = "something put on the board";

/// The name and notation of something put on the board: `*@e4`.
#[derive(Debug)]
struct Free;

/// The same in games with royal pieces, which it may leave attacked.
#[derive(Debug)]
struct Checked;

/// Returns the sign of what is put on the board, and the square.
fn written(sketch: &Sketch<'_>) -> String {
    let put = sketch.changes.iter().find_map(|entry| entry.change.after.neutral_kind());
    let letter = put.map_or(Piece::WALL_SIGN, |kind| &sketch.types[usize::from(kind)].letter);
    format!("{letter}@{}", sketch.square(sketch.mv.to))
}

impl Writing for Free {
    fn name(&self) -> &'static str {
        "place"
    }

    fn coordinates(&self, sketch: &Sketch<'_>) -> String {
        written(sketch)
    }
}

impl Writing for Checked {
    fn name(&self) -> &'static str {
        "place"
    }

    fn coordinates(&self, sketch: &Sketch<'_>) -> String {
        written(sketch)
    }

    fn is_doubtful(&self) -> bool {
        true
    }
}
