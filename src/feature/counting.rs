//! Counting: the number of moves left to win, in endgames that are otherwise drawn.
//!
//! ```toml
//! [counting.bare]
//! when   = "count(mine) = 1 and count(theirs) > 1 and count(their pawn) = 0"
//! limits = [{ when = "count(their rook) > 0", moves = 16 }, { moves = 64 }]
//! from   = "pieces"
//! anew   = true
//!
//! [end]
//! counted-out = { draw = "counted out" }
//! ```
//!
//! Conditions are tested for the player about to move. While no count is running, the first one whose `when` holds begins, if it then has a
//! limit: `moves`, or the first of `limits` that holds. While one is running, only a count with `anew` begins, when a move makes its `when`
//! true. Conditions that a move has made true are tested for the player who made it as well: such a count is one ply ahead of that player's
//! next turn. A FEN has the limit and the plies counted so far, in the places of en passant and of idle plies: `32 6`.
//!
//! Invariant: like the idle count, a count makes no difference to whether two positions are the same.

use std::sync::Arc;

use super::condition::{self, Condition, Midst, asks_for_counts, condition, mentions, resolve, setting};
use super::plan::{Hook, Last, Lay, Plan, Relevance, Station};
use super::rule::{Feature, FenField, FenPlace, Measure, Rule, Topic, Whole};
use super::scope::Scope;
use crate::board::{Bits, Geometry, Square, SquareSet};
use crate::definition::{Key, KeyTable, Kind as Shape, Node, Table, Word};
use crate::model::pieces::Side;
use crate::moves::{Ground, Move, View};
use crate::state::{
    InFen, OnChange, Remembers, Slot, SlotDeclaration, SlotShape, Snapshot, State, Until, Words,
};
use crate::text::{Diagnostic, Players, Report, Span, Writer};
use crate::walk::Attacks;

/// The maximum number of counts in a game.
const MOST: usize = 8;

/// The value of `from` for a count that begins with the number of pieces.
const PIECES: &str = "pieces";

/// A number of moves by each player.
const MOVES: Shape = Shape::Integer { min: 1, max: 500 };

/// The keys of a row of `limits`.
pub(crate) const LIMIT: KeyTable = KeyTable {
    name: "limit",
    doc: "A number of moves, and when it applies.",
    keys: &[
        Key::optional(
            "when",
            Shape::Condition,
            "What must hold when the count begins, as seen by the player about to move; by default, nothing.",
            "\"count(their rook) > 1\"",
        ),
        Key::required("moves", MOVES, "The number of moves by each player.", "8"),
    ],
};

/// The keys of a table under `[counting]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "counting",
    doc: "A count of the moves left to win, for an end such as `draw = \"counted out\"`.",
    keys: &[
        Key::required(
            "when",
            Shape::Condition,
            "When it begins, as seen by the player about to move.",
            "\"count(mine) = 1\"",
        ),
        Key::optional("moves", MOVES, "The number of moves by each player.", "64"),
        Key::optional(
            "limits",
            Shape::List(&Shape::Table(&LIMIT)),
            "Several numbers of moves, each with its condition: the first whose condition holds when the count begins applies. If none does, the count doesn't begin.",
            "[{ when = \"count(their rook) > 0\", moves = 16 }, { moves = 64 }]",
        ),
        Key::optional(
            "from",
            Shape::OneOf(&[PIECES]),
            "What it begins with: the number of pieces on the board, as if so many moves had been made; by default, 0.",
            "\"pieces\"",
        ),
        Key::optional(
            "anew",
            Shape::Flag,
            "Whether it replaces a count already under way when its condition comes to hold.",
            "true",
        ),
    ],
};

/// Counting in the registry.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[Key::optional("counting", Shape::Named(&Shape::Table(&KEYS)), KEYS.doc, "")],
    measured_by: &[("ferz::counting::", Measure::Parent)],
    read: |scope, root, report| match root.table("counting").filter(|table| !table.is_empty()) {
        Some(tables) => {
            let counts = read(scope, tables, report);
            (!counts.is_empty()).then(|| Box::new(Counts(counts)) as Box<dyn Rule>)
        }
        None => {
            report.push(asked_in_vain(asked(root)?));
            None
        }
    },
    ..Feature::NONE
};

/// The counts of a game.
#[derive(Clone, Debug)]
struct Counts(Vec<Count<SquareSet>>);

/// A count as the rules have it.
#[derive(Clone, Debug)]
struct Count<S> {
    when: Asking<S>,
    /// The limits in plies, each with the condition under which it applies.
    limits: Vec<(Option<Asking<S>>, u16)>,
    from_pieces: bool,
    anew: bool,
}

/// A condition, with what is tested first.
#[derive(Clone, Debug)]
struct Asking<S> {
    condition: Condition<S>,
    /// A piece count that must hold for it to hold, if there is one: most positions have too many pieces, which is a quick test.
    needed: Option<condition::Count<S>>,
}

/// Returns the first end that tests whether the moves have run out.
fn asked(root: &Table) -> Option<Word<'_>> {
    let ends = root.table("end")?.iter().filter_map(|(_, entry)| entry.node.table());
    let mut texts = ends.flat_map(|end| ["win", "lose", "draw"].into_iter().filter_map(|key| end.text(key)));
    texts.find(|text| {
        let mut asks = false;
        if let Ok(said) = condition(text.text) {
            mentions(&said, &mut |form| asks |= asks_for_counts(form));
        }
        asks
    })
}

/// Reads the tables under `[counting]`.
fn read(scope: &Scope<'_>, tables: &Table, report: &mut Report) -> Vec<Count<SquareSet>> {
    if tables.len() > MOST {
        let message = format!("the game has {} counts, but at most {MOST} are allowed", tables.len());
        report.push(
            Diagnostic::error("ferz::counting::too_many", message).at(tables.span(), "too many counts"),
        );
        return Vec::new();
    }
    let counts = tables.iter().filter_map(|(_, entry)| {
        let table = entry.node.table()?;
        let when = table.text("when").and_then(|word| read_condition(scope, word, report));
        let limits = read_limits(scope, table, entry.key_span, report);
        Some(Count {
            when: when?,
            limits: limits?,
            from_pieces: table.contains("from"),
            anew: table.flag("anew").unwrap_or(false),
        })
    });
    counts.collect()
}

/// Reads the number of moves of a count, or its numbers.
fn read_limits(
    scope: &Scope<'_>,
    table: &Table,
    name: Span,
    report: &mut Report,
) -> Option<Vec<(Option<Asking<SquareSet>>, u16)>> {
    let plies = |moves: Option<i64>| moves.and_then(|moves| u16::try_from(2 * moves).ok());
    let rows = match (table.get("moves"), table.get("limits")) {
        (Some(moves), None) => return Some(vec![(None, plies(moves.node.integer())?)]),
        (None, Some(rows)) => rows,
        (moves, limits) => {
            if moves.is_some() || table.has_only(&KEYS) {
                let places = [moves, limits].into_iter().flatten().map(|entry| entry.key_span).collect();
                report.push(one_limit(name, places));
            }
            return None;
        }
    };
    let rows = (rows.node.list()?, rows.key_span);
    if rows.0.is_empty() {
        report.push(one_limit(rows.1, Vec::new()));
    }
    misplaced(rows.0, report);
    let read = rows.0.iter().map(|row| {
        let row = row.table()?;
        let when = row.text("when").map(|word| read_condition(scope, word, report));
        Some((when.map_or(Some(None), |when| when.map(Some))?, plies(row.integer("moves"))?))
    });
    let read: Vec<_> = read.collect();
    read.into_iter().collect::<Option<Vec<_>>>().filter(|rows| !rows.is_empty())
}

/// Reports the row without a condition that stands before others.
fn misplaced(rows: &[Node], report: &mut Report) {
    let open = |row: &&Node| row.table().is_some_and(|row| !row.contains("when") && row.contains("moves"));
    let Some((_, before)) = rows.split_last() else { return };
    if let Some(row) = before.iter().find(open) {
        report.push(
            Diagnostic::error("ferz::counting::order", "a number of moves without `when` must come last")
                .at(row.span, "those after this one are never used")
                .help("put it last, or give it a condition: `when = \"…\"`"),
        );
    }
}

fn one_limit(name: Span, places: Vec<Span>) -> Diagnostic {
    let code = "ferz::counting::limit";
    if places.is_empty() {
        return Diagnostic::error(code, "a count needs a number of moves")
            .at(name, "neither `moves` nor `limits` gives one")
            .help("write `moves = 64`, or several numbers: `limits = [{ when = \"…\", moves = 16 }, { moves = 64 }]`");
    }
    let problem = Diagnostic::error(code, "a count can't have both `moves` and `limits`");
    let problem = places.into_iter().fold(problem, |problem, at| problem.at(at, "one of the two"));
    problem.help(
        "keep one of them (`moves` if the number is always the same); if one of them comes from the parent, set it to `false`",
    )
}

fn asked_in_vain(word: Word<'_>) -> Diagnostic {
    let message = "this end asks whether a count of moves has run out, but the game has no counts";
    Diagnostic::error("ferz::counting::none", message)
        .at(word.span, "nothing is counted")
        .help("add a count, for example `[counting.bare]` with `when = \"count(mine) = 1\"` and `moves = 64`")
}

/// Reads a condition about the pieces on the board.
fn read_condition(scope: &Scope<'_>, word: Word<'_>, report: &mut Report) -> Option<Asking<SquareSet>> {
    let condition = resolve(scope, word, &setting::COUNTING, report)?;
    Some(Asking { needed: condition.count().cloned(), condition })
}

impl Asking<SquareSet> {
    /// Returns the condition in words, about that player.
    fn said(&self, scope: &Scope<'_>) -> String {
        Writer::new(Players::Someone("that player")).clause(&self.condition.clause(scope))
    }
}

impl Count<SquareSet> {
    fn compile<B: Bits>(&self) -> Count<B> {
        let asking = |asking: &Asking<SquareSet>| {
            let condition = asking.condition.map(B::narrowed);
            Asking { needed: condition.count().cloned(), condition }
        };
        let limits = self.limits.iter().map(|(when, plies)| (when.as_ref().map(asking), *plies));
        Count {
            when: asking(&self.when),
            limits: limits.collect(),
            from_pieces: self.from_pieces,
            anew: self.anew,
        }
    }

    /// The rule in words.
    fn sentence(&self, scope: &Scope<'_>) -> String {
        let row = |(when, plies): &(Option<Asking<SquareSet>>, u16)| match when {
            Some(when) => format!("{} if {}", plies / 2, when.said(scope)),
            None => format!("{} otherwise", plies / 2),
        };
        let allowed = match &self.limits[..] {
            [(None, plies)] => format!("each player is then allowed {} moves", plies / 2),
            rows => {
                let rows: Vec<String> = rows.iter().map(row).collect();
                format!(
                    "the number of moves that each player is then allowed depends on the pieces ({})",
                    rows.join("; ")
                )
            }
        };
        let begun = match self.from_pieces {
            true => " As many moves count as already made as there are pieces on the board.",
            false => "",
        };
        let anew = if self.anew { " It replaces any count already under way." } else { "" };
        let when = self.when.said(scope);
        format!("A count begins when a player is about to move and {when}: {allowed}.{begun}{anew}")
    }
}

impl Rule for Counts {
    fn topic(&self) -> Topic {
        Topic { place: 98, heading: "Counting" }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        self.0.iter().map(|count| count.sentence(scope)).collect()
    }

    fn check(&self, whole: &Whole<'_>, report: &mut Report) {
        if asked(whole.root).is_none() {
            report.push(
                Diagnostic::warning(
                    "ferz::counting::unasked",
                    "moves are counted, but no end asks whether the count runs out",
                )
                .at(whole.place("counting"), "this has no effect")
                .help("add an end such as `[end.counted-out]` with `draw = \"counted out\"`"),
            );
        }
    }

    fn fields(&self) -> Vec<FenField> {
        let meaning = "while moves are counted, the number of plies to count to; the plies counted so far then take the place of the moves without progress";
        vec![FenField { place: FenPlace::Passed, example: "32 or -".into(), meaning }]
    }
}

impl<B: Bits> Lay<B> for Counts {
    fn lay(&self, _: &mut Plan<'_, B>) {}

    fn lay_last(&self, plan: &mut Plan<'_, B>) {
        let slot = plan.declare(SlotDeclaration {
            name: "counting".into(),
            fen: InFen::Counted,
            shape: SlotShape::Counted,
            per_side: false,
            on_change: OnChange::Stays,
            until: Until::Never,
            owner: Arc::new(Counted),
        });
        plan.counted = Some(slot);
        plan.hook_of_both(Arc::new(Counter {
            slot,
            counts: self.0.iter().map(Count::compile).collect(),
            geometry: plan.geometry.clone(),
            hand: plan.hand,
        }));
    }
}

/// The hook that counts plies.
#[derive(Debug)]
struct Counter<B> {
    slot: Slot,
    counts: Vec<Count<B>>,
    geometry: Geometry,
    hand: Option<Slot>,
}

/// A position, its attacks, and the move that comes before or after it.
type Moment<'a, B> = (&'a State<B>, &'a Attacks<B>, Move);

impl<B: Bits> Counter<B> {
    fn holds(&self, asking: &Asking<B>, (state, attacks, mv): Moment<'_, B>, side: Side) -> bool {
        if asking.needed.as_ref().is_some_and(|needed| !needed.holds_for(state, side)) {
            return false;
        }
        let (geometry, hand) = (&self.geometry, self.hand);
        let midst = Midst { state, attacks, geometry, side, hand, ends: mv.start_and_target() };
        asking.condition.holds_in_the_midst(&midst)
    }

    /// Returns the limit of a count in plies, if the count can begin for a player.
    fn limit(&self, count: &Count<B>, moment: Moment<'_, B>, side: Side) -> Option<u16> {
        if !self.holds(&count.when, moment, side) {
            return None;
        }
        let holds = |(when, _): &&(Option<Asking<B>>, u16)| {
            when.as_ref().is_none_or(|when| self.holds(when, moment, side))
        };
        count.limits.iter().find(holds).map(|(_, plies)| *plies)
    }

    /// Returns the bit of a count and a player in the set of counts that were possible before the move.
    fn mark(at: usize, side: Side) -> B {
        B::bit((2 * at + side.index()) as Square)
    }

    /// Returns the count that begins with a move: the plies already counted, and the limit.
    fn begun(&self, moment: Moment<'_, B>, going_on: bool, before: B) -> Option<(u16, u16)> {
        let (state, us) = (moment.0, moment.0.side);
        for (at, count) in self.counts.iter().enumerate().filter(|(_, count)| count.anew || !going_on) {
            let first = if count.from_pieces { 2 * state.occupied().count() as u16 } else { 0 };
            for side in [us.other(), us] {
                // the count of the player who has just moved is one ply ahead, if it has anything to begin with
                let (asked, start) = match side == us {
                    true => (moment.2.takes() && (first > 0 || going_on), first.saturating_sub(1)),
                    false => (true, first),
                };
                let comes = side != us && !going_on || !before.meets(Self::mark(at, side));
                if asked
                    && comes
                    && let Some(limit) = self.limit(count, moment, side)
                {
                    return Some((start, limit));
                }
            }
        }
        None
    }
}

impl<B: Bits> Hook<B> for Counter<B> {
    fn stations(&self) -> &'static [Station] {
        &[Station::TurnEnd]
    }

    /// While no count is running, one begins only with a capture or a promotion, unless the pieces that it requires are there already.
    fn relevance(&self) -> Option<Relevance<B>> {
        let few = self.counts.iter().map(|count| count.when.needed.as_ref()?.few());
        Some(Relevance {
            captures: true,
            while_held: vec![self.slot],
            while_few: few.collect::<Option<Vec<_>>>()?.concat(),
            ..Relevance::default()
        })
    }

    fn looks_before(&self) -> bool {
        true
    }

    fn before(&self, view: &View<'_, B>, _barred: &dyn Fn() -> B, step: Move) -> B {
        let going_on = self.slot.counted(view.state).1 > 0;
        let moment = (view.state, view.attacks(), step);
        let mut held = B::NONE;
        for (at, count) in self.counts.iter().enumerate() {
            // while no count is running, `before` matters only for those that a capture begins
            if if going_on { count.anew } else { step.takes() } {
                for side in Side::BOTH {
                    if self.limit(count, moment, side).is_some() {
                        held |= Self::mark(at, side);
                    }
                }
            }
        }
        held
    }

    fn turn_ends(&self, ground: Ground<'_, B>, state: &mut State<B>, last: Last<B>) {
        let (count, limit) = self.slot.counted(state);
        let begun = self.begun((state, ground.attacks, last.mv), limit > 0, last.before);
        if let Some(counted) = begun.or((limit > 0).then_some((count.saturating_add(1), limit))) {
            self.slot.put_counted(state, counted);
        }
    }
}

/// The slot of the plies counted.
#[derive(Debug)]
struct Counted;

impl Remembers for Counted {
    fn expects(&self, _: SlotShape) -> &'static str {
        "expected two numbers, the plies to count to and those counted so far, as in `32 6`"
    }

    fn sentences(&self, _: &Snapshot<'_>, _: SlotShape, words: &dyn Fn(Side) -> Vec<u64>) -> Vec<String> {
        let (count, limit) = Words(&words(Side::White)).counted();
        let said = || format!("{count} of {limit} plies of a count have been made");
        (limit > 0).then(said).into_iter().collect()
    }
}
