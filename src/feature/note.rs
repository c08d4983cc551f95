//! Notes: facts about a player's turns that are remembered because an end depends on them.
//!
//! ```toml
//! [note.shak]
//! when  = "count(my rook, bers, knight attacking their king) > 0"
//! until = "not their king attacked"
//!
//! [end]
//! mate = { lose = "checkmate and they noted shak", before = "checkmate" }
//! ```
//!
//! Both conditions are tested for the player whose turn has just ended. If `when` holds, the note is made; if not, and `until` holds, it is
//! forgotten. Effects make and forget notes as well (`note` and `forget` in `[after]`); a note that only they make needs no table. FENs
//! have a field with the name of the note and the sides that have it: `shak=w`.

use std::sync::Arc;

use super::condition::{Condition, resolve, setting};
use super::plan::{Hook, Last, Lay, Occasion, Plan, Relevance, Station};
use super::rule::{Feature, FenField, FenPlace, Measure, POSITION_FIELDS, Rule, Topic, Whole};
use super::scope::{Scope, is_name};
use crate::board::{Bits, SquareSet};
use crate::definition::{Key, KeyTable, Kind as Shape, Table, Word};
use crate::model::pieces::Side;
use crate::moves::Ground;
use crate::state::{
    InFen, OnChange, Remembers, Slot, SlotDeclaration, SlotShape, Snapshot, State, Until, Words,
};
use crate::text::{Diagnostic, Report};

/// The maximum number of notes in a game.
const MOST: usize = 8;

/// The keys of a table under `[note]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "note",
    doc: "What is remembered of a player's turns.",
    keys: &[
        Key::required(
            "when",
            Shape::Condition,
            "What must hold at the end of a turn of the player for it to be noted.",
            "\"their king attacked\"",
        ),
        Key::optional(
            "until",
            Shape::Condition,
            "What must hold at the end of a turn of the player for it to be forgotten, if it isn't noted anew; by default, never.",
            "\"not their king attacked\"",
        ),
    ],
};

/// Notes in the registry.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[Key::optional("note", Shape::Named(&Shape::Table(&KEYS)), KEYS.doc, "")],
    measured_by: &[("ferz::note::", Measure::Parent)],
    read: |scope, root, report| {
        let notes = read(scope, root, report);
        if notes.is_empty() { None } else { Some(Box::new(Notes(notes)) as Box<dyn Rule>) }
    },
    ..Feature::NONE
};

/// The notes of a game.
#[derive(Clone, Debug)]
struct Notes(Vec<Note>);

/// A note as the rules have it; there are no conditions if only effects make the note.
#[derive(Clone, Debug)]
struct Note {
    name: String,
    when: Option<Condition<SquareSet>>,
    until: Option<Condition<SquareSet>>,
}

/// Returns the names of the notes: those that have a table, and those that only effects make.
pub(crate) fn names(root: &Table) -> Vec<String> {
    let mut names: Vec<String> =
        root.table("note").into_iter().flat_map(Table::keys).map(str::to_owned).collect();
    let effects = root.table("after").into_iter().flat_map(|all| all.iter().map(|(_, entry)| &entry.node));
    let alone = root.table("after").and_then(|all| all.text("note"));
    let made = effects.filter_map(|node| node.table()?.text("note")).chain(alone);
    for word in made.filter(|word| is_name(word.text)) {
        if !names.iter().any(|name| name == word.text) {
            names.push(word.text.to_owned());
        }
    }
    names
}

/// Reads the tables under `[note]`, and the names of the notes that only effects make.
fn read(scope: &Scope<'_>, root: &Table, report: &mut Report) -> Vec<Note> {
    let names = names(root);
    if names.len() > MOST {
        let message = format!("the game has {} notes, but at most {MOST} are allowed", names.len());
        let place = ["note", "after"].iter().find_map(|key| root.get(key));
        let place = place.map_or(root.span(), |entry| entry.key_span);
        report.push(Diagnostic::error("ferz::note::too_many", message).at(place, "too many notes"));
        return Vec::new();
    }
    // effects know notes by their place in this list
    let mut note = |name: String| {
        let table = root.table("note").and_then(|tables| tables.table(&name));
        let mut condition = |key| {
            table.and_then(|table| table.text(key)).and_then(|word| read_condition(scope, word, report))
        };
        Note { when: condition("when"), until: condition("until"), name }
    };
    names.into_iter().map(&mut note).collect()
}

/// Reads a condition about the board at the end of a turn.
fn read_condition(scope: &Scope<'_>, word: Word<'_>, report: &mut Report) -> Option<Condition<SquareSet>> {
    resolve(scope, word, &setting::NOTE, report)
}

impl Rule for Notes {
    fn topic(&self) -> Topic {
        Topic { place: 97, heading: "Marks" }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        let said = |note: &Note| {
            let when = note.when.as_ref()?;
            let until = match &note.until {
                None => String::new(),
                Some(until) if *until == when.clone().denied() => "; if not, the mark is removed".to_owned(),
                Some(until) => format!("; if not, but {}, the mark is removed", until.words(scope)),
            };
            let (name, when) = (note.name.replace('-', " "), when.words(scope));
            Some(format!("A player is marked “{name}” if, after that player's turn, {when}{until}."))
        };
        self.0.iter().filter_map(said).collect()
    }

    fn check(&self, whole: &Whole<'_>, report: &mut Report) {
        let fields: Vec<FenField> = whole.scope.rules.iter().flat_map(|rule| rule.fields()).collect();
        for note in &self.0 {
            let name = format!("{}=", note.name);
            let others = fields.iter().filter(|field| field.example.starts_with(&name)).count() > 1;
            if !others && !POSITION_FIELDS.contains(&&*note.name) {
                continue;
            }
            let entry = whole.root.table("note").and_then(|notes| notes.get(&note.name));
            let place = entry.map_or(whole.place("after"), |entry| entry.key_span);
            let message = format!("the FENs of this game have another field called `{}`", note.name);
            report.push(
                Diagnostic::error("ferz::note::name", message)
                    .at(place, "already the name of a field")
                    .help("give the note another name"),
            );
        }
    }

    fn fields(&self) -> Vec<FenField> {
        let meaning = "the sides that have this mark";
        let field = |note: &Note| FenField {
            place: FenPlace::Named(26),
            example: format!("{}=w", note.name).into(),
            meaning,
        };
        self.0.iter().map(field).collect()
    }
}

impl<B: Bits> Lay<B> for Notes {
    fn lay(&self, plan: &mut Plan<'_, B>) {
        for note in &self.0 {
            let slot = plan.declare(SlotDeclaration {
                name: note.name.clone().into(),
                fen: InFen::Field(26),
                shape: SlotShape::Flag,
                per_side: true,
                on_change: OnChange::Stays,
                until: Until::Never,
                owner: Arc::new(OfPlayers(note.name.clone())),
            });
            plan.notes.push(slot);
            let Some(when) = &note.when else { continue };
            let (geometry, hand) = (plan.geometry.clone(), plan.hand);
            plan.hook_of_both(Arc::new(Noter {
                slot,
                occasion: Arc::new(Occasion { when: when.map(B::narrowed), geometry, hand }),
                until: note.until.as_ref().map(|until| until.map(B::narrowed)),
            }));
        }
    }
}

/// The hook that makes a note.
#[derive(Debug)]
struct Noter<B> {
    slot: Slot,
    occasion: Arc<Occasion<B>>,
    until: Option<Condition<B>>,
}

impl<B: Bits> Hook<B> for Noter<B> {
    fn stations(&self) -> &'static [Station] {
        &[Station::TurnEnd]
    }

    /// While nobody has the mark, only the moves that give it matter.
    fn relevance(&self) -> Option<Relevance<B>> {
        let occasion = Some(Arc::clone(&self.occasion));
        Some(Relevance { while_held: vec![self.slot], occasion, ..Relevance::none() })
    }

    fn turn_ends(&self, ground: Ground<'_, B>, state: &mut State<B>, last: Last<B>) {
        let (side, attacks, occasion) = (state.side, ground.attacks, &self.occasion);
        if occasion.holds(attacks, state, last.mv) {
            self.slot.put_flag(state, side, true);
        } else if self.until.as_ref().is_some_and(|until| occasion.asked(attacks, state, last.mv, until)) {
            self.slot.put_flag(state, side, false);
        }
    }
}

/// The slot of a note.
#[derive(Debug)]
struct OfPlayers(String);

impl Remembers for OfPlayers {
    fn expects(&self, _: SlotShape) -> &'static str {
        "expected `w`, `b`, `wb` or `-`, for the sides that have the mark"
    }

    fn sentences(&self, _: &Snapshot<'_>, _: SlotShape, words: &dyn Fn(Side) -> Vec<u64>) -> Vec<String> {
        let noted = |side: &Side| Words(&words(*side)).0[0] != 0;
        let said = |side: Side| format!("{} is marked “{}”", side.name(), self.0);
        Side::BOTH.into_iter().filter(noted).map(said).collect()
    }
}
