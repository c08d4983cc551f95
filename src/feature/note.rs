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
//!
//! Where a condition asks how often a note has been made (`noted freeze 3 times`), notes are counted, up to the greatest number asked for; with
//! `lasts`, a note ends by itself after so many turns of the player. The field then has a number for each side: `freeze=2+0`.

use std::sync::Arc;

use super::condition::{Condition, counted_note, forms, in_bans, in_ends, resolve, setting};
use super::plan::{Hook, Last, Lay, Occasion, Plan, Relevance, Station};
use super::rule::{Feature, FenField, FenPlace, Measure, POSITION_FIELDS, Rule, Topic, Whole};
use super::scope::{Scope, is_name};
use crate::board::{Bits, SquareSet};
use crate::definition::{Key, KeyTable, Kind as Shape, Table, Word};
use crate::model::pieces::Side;
use crate::moves::Ground;
use crate::state::{
    InFen, Item, Noting, OnChange, Remembers, Slot, SlotDeclaration, SlotShape, Snapshot, State, Until, Words,
};
use crate::text::{Diagnostic, Report};

/// The maximum number of notes in a game.
const MOST: usize = 8;

/// The keys of a table under `[note]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "note",
    doc: "What is remembered of a player's turns.",
    keys: &[
        Key::optional(
            "when",
            Shape::Condition,
            "What must hold at the end of a turn of the player for it to be noted; needed unless an effect makes the note.",
            "\"their king attacked\"",
        ),
        Key::optional(
            "until",
            Shape::Condition,
            "What must hold at the end of a turn of the player for it to be forgotten, if it isn't noted anew; by default, never.",
            "\"not their king attacked\"",
        ),
        Key::optional(
            "lasts",
            Shape::Integer { min: 1, max: 200 },
            "For how many of the player's next turns it is remembered; by default, until it is forgotten.",
            "3",
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
    /// The number of turns after which it is forgotten, if it is.
    lasts: Option<u8>,
    /// The greatest number of times that a condition asks for.
    most: u8,
}

impl Note {
    /// Returns how it is made.
    fn noting(&self) -> Noting {
        match (self.lasts, self.most) {
            // the turn in which it is made is over before the first of them
            (Some(turns), _) => Noting::Number(turns + 1),
            (None, 0 | 1) => Noting::Once,
            (None, most) => Noting::Counting(most),
        }
    }
}

/// Returns the names of the notes: those that have a table, and those that only effects make.
pub(crate) fn names(root: &Table) -> Vec<String> {
    let mut names: Vec<String> =
        root.table("note").into_iter().flat_map(Table::keys).map(str::to_owned).collect();
    for word in made_by_effects(root).filter(|word| is_name(word.text)) {
        if !names.iter().any(|name| name == word.text) {
            names.push(word.text.to_owned());
        }
    }
    names
}

/// The names of the notes that effects make.
fn made_by_effects(root: &Table) -> impl Iterator<Item = Word<'_>> {
    let effects = root.table("after").into_iter().flat_map(|all| all.iter().map(|(_, entry)| &entry.node));
    let alone = root.table("after").and_then(|all| all.text("note"));
    effects.filter_map(|node| node.table()?.text("note")).chain(alone)
}

/// Returns the greatest number of times that a condition asks for of a note, and the place of that condition; 0 if none asks.
fn most_asked<'a>(root: &'a Table, note: &str) -> (u32, Option<Word<'a>>) {
    let mut most = (0, None);
    for word in in_ends(root).chain(in_bans(root)) {
        forms(word, &mut |form| {
            if let Some((_, times)) =
                counted_note(form).filter(|(name, times)| *name == note && *times > most.0)
            {
                most = (times, Some(word));
            }
        });
    }
    most
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
        let (when, until) = (condition("when"), condition("until"));
        let (most, asked) = most_asked(root, &name);
        let lasts = table.and_then(|table| table.get("lasts"));
        if let (Some(lasts), Some(asked)) = (lasts, asked) {
            report.push(
                Diagnostic::error("ferz::note::counted", "a note that ends by itself isn't counted")
                    .at(asked.span, "asks how often it has been made")
                    .at(lasts.key_span, "it ends by itself")
                    .help("leave out `lasts`, or use two notes"),
            );
        }
        let effects = made_by_effects(root).any(|word| word.text == name);
        if let Some(table) = table.filter(|table| !table.contains("when") && !effects) {
            report.push(
                Diagnostic::error("ferz::note::never", format!("nothing makes the note `{name}`"))
                    .at(table.span(), "there is no `when`, and no effect makes it")
                    .help(format!(
                        "say when it is made, or make it by an effect: `note = \"{name}\"` in `[after]`"
                    )),
            );
        }
        let lasts = lasts.and_then(|lasts| lasts.node.integer()).and_then(|turns| u8::try_from(turns).ok());
        Note { when, until, lasts, most: u8::try_from(most).unwrap_or(u8::MAX), name }
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
        let ends = |note: &Note| {
            let turns = match note.lasts? {
                1 => "next turn".to_owned(),
                turns => format!("next {turns} turns"),
            };
            let name = note.name.replace('-', " ");
            Some(format!("The mark “{name}” lasts for that player's {turns}."))
        };
        self.0.iter().flat_map(|note| said(note).into_iter().chain(ends(note))).collect()
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
        let field = |note: &Note| {
            let (value, meaning) = match note.noting() {
                Noting::Once => ("w", "the sides that have this mark"),
                Noting::Counting(_) => ("2+0", "how often White and Black have been given this mark"),
                Noting::Number(_) => ("2+0", "for how many more turns White and Black have this mark"),
            };
            FenField { place: FenPlace::Named(26), example: format!("{}={value}", note.name).into(), meaning }
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
                shape: if note.noting() == Noting::Once { SlotShape::Flag } else { SlotShape::Number },
                per_side: true,
                on_change: OnChange::Stays,
                until: Until::Never,
                owner: Arc::new(OfPlayers { name: note.name.clone(), noting: note.noting() }),
            });
            let slot = slot.noting(note.noting());
            plan.notes.push(slot);
            if let Some(when) = &note.when {
                let (geometry, hand) = (plan.geometry.clone(), plan.hand);
                plan.hook_of_both(Arc::new(Noter {
                    slot,
                    occasion: Arc::new(Occasion { when: when.map(B::narrowed), geometry, hand }),
                    until: note.until.as_ref().map(|until| until.map(B::narrowed)),
                }));
            }
            if note.lasts.is_some() {
                plan.hook_of_both(Arc::new(Countdown(slot)));
            }
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
            self.slot.note(state, side, true);
        } else if self.until.as_ref().is_some_and(|until| occasion.asked(attacks, state, last.mv, until)) {
            self.slot.note(state, side, false);
        }
    }
}

/// The hook that counts the turns that are left of a note.
#[derive(Debug)]
struct Countdown(Slot);

impl<B: Bits> Hook<B> for Countdown {
    fn stations(&self) -> &'static [Station] {
        &[Station::TurnEnd]
    }

    fn relevance(&self) -> Option<Relevance<B>> {
        Some(Relevance { while_held: vec![self.0], ..Relevance::none() })
    }

    fn turn_ends(&self, _: Ground<'_, B>, state: &mut State<B>, _: Last<B>) {
        let side = state.side;
        let left = self.0.number(state, side).saturating_sub(1);
        self.0.put_number(state, side, left);
    }
}

/// The slot of a note.
#[derive(Debug)]
struct OfPlayers {
    name: String,
    noting: Noting,
}

impl Remembers for OfPlayers {
    fn expects(&self, _: SlotShape) -> &'static str {
        match self.noting {
            Noting::Once => "expected `w`, `b`, `wb` or `-`, for the sides that have the mark",
            Noting::Counting(_) => "expected how often White and Black have been given the mark, as in `2+0`",
            Noting::Number(_) => {
                "expected for how many more turns White and Black have the mark, as in `2+0`"
            }
        }
    }

    fn admits(&self, _: &Snapshot<'_>, item: Item) -> Result<bool, String> {
        match (item, self.noting) {
            (Item::Number(number), Noting::Counting(most)) if number > most => {
                Err(format!("this mark is counted up to {most}"))
            }
            // one more until the turn is over in which it is made
            (Item::Number(number), Noting::Number(turns)) if number > turns => {
                Err(format!("this mark lasts for at most {} turns", turns - 1))
            }
            _ => Ok(true),
        }
    }

    fn sentences(&self, _: &Snapshot<'_>, _: SlotShape, words: &dyn Fn(Side) -> Vec<u64>) -> Vec<String> {
        let of = |side: Side| {
            let is = if let Noting::Counting(_) = self.noting { "has been" } else { "is" };
            let marked = |more: String| Some(format!("{} {is} marked “{}”{more}", side.name(), self.name));
            match (Words(&words(side)).0[0], self.noting) {
                (0, _) => None,
                (_, Noting::Once) => marked(String::new()),
                (1, Noting::Counting(_)) => marked(" once".to_owned()),
                (2, Noting::Counting(_)) => marked(" twice".to_owned()),
                (times, Noting::Counting(_)) => marked(format!(" {times} times")),
                (1, Noting::Number(_)) => marked(" for one more turn".to_owned()),
                (turns, Noting::Number(_)) => marked(format!(" for {turns} more turns")),
            }
        };
        Side::BOTH.into_iter().filter_map(of).collect()
    }
}
