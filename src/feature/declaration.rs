//! Declarations: an attack on certain enemy men must be announced, or it can't be carried out.
//!
//! ```toml
//! [declarations.gardez]
//! says      = "gardez la reine"
//! attack-on = "queen"
//! by        = "automatic"       # or "mover"
//! ```
//!
//! By the mover, every step that ends a turn with such a man attacked exists twice, silent and with the warning. A man that stood
//! attacked at the end of a side's turn without the warning can't be taken by that side in its next turn while it still stands
//! there. Automatically, the warning is said for the mover, and nothing is ever barred.
//!
//! Invariant: a change of a square's content ends the protection of the man that stood there.

use std::sync::Arc;

use super::rule::{Feature, Played, Rule, Sample, Style, Topic, Use};
use super::scope::Scope;
use crate::board::{Bits, SquareSet};
use crate::definition::{Key, KeyTable, Kind as Shape, Table};
use crate::model::men::{Side, TypeId};
use crate::state::{
    Item, OnChange, Remembers, Slot, SlotDeclaration, SlotShape, Snapshot, State, Until, Words,
};
use crate::text::Report;
use crate::walk::Attacks;

/// The keys of a table under `[declarations]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "declaration",
    doc: "An attack that must be announced.",
    keys: &[
        Key::required("says", Shape::Text, "The words of the warning.", "\"gardez la reine\""),
        Key::required("attack-on", Shape::Pieces, "The enemy pieces whose attack is announced.", "\"queen\""),
        Key::optional(
            "by",
            Shape::OneOf(&["automatic", "mover"]),
            "Whether the warning is given automatically, or must be given by the mover, because an attack made in silence can't be carried out next turn; by default, automatic.",
            "\"mover\"",
        ),
    ],
};

/// Declarations in the registry.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[Key::optional(
        "declarations",
        Shape::Named(&Shape::Table(&KEYS)),
        "Attacks that must be announced.",
        "",
    )],
    measured_by: &[],
    read: |scope, root, report| {
        let all = read(scope, root.table("declarations")?, report);
        if all.is_empty() { None } else { Some(Box::new(Declarations(all))) }
    },
};

/// The declarations of a game.
#[derive(Clone, Debug)]
pub struct Declarations(pub(crate) Vec<Declaration>);

/// A declaration as the rules have it.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    pub(crate) says: String,
    pub(crate) pieces: Vec<TypeId>,
    /// The mover says it, or forgoes what it is for.
    pub by_mover: bool,
}

/// Reads the tables under `[declarations]`.
fn read(scope: &Scope<'_>, tables: &Table, report: &mut Report) -> Vec<Declaration> {
    let declared = tables.iter().filter_map(|(_, entry)| {
        let table = entry.node.table()?;
        Some(Declaration {
            says: table.text("says").map_or_else(String::new, |word| word.text.to_owned()),
            pieces: table.text("attack-on").map(|word| scope.types(word, report))?,
            by_mover: table.text("by").is_some_and(|word| word.text == "mover"),
        })
    });
    declared.collect()
}

impl Rule for Declarations {
    fn topic(&self) -> Topic {
        Topic { place: 100, heading: "Declarations" }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        self.0.iter().map(|one| one.sentence(scope)).collect()
    }

    fn samples(&self, _scope: &Scope<'_>, style: Style<'_>) -> Vec<Sample> {
        let (example, how) = (format!("{}!", style.usual), "the move and !".to_owned());
        let warned = Sample { place: 60, what: "a move with a warning", example, how };
        if self.by_mover() { vec![warned] } else { Vec::new() }
    }

    fn uses(&self, _scope: &Scope<'_>) -> Vec<Use> {
        let said = self.0.iter().map(|one| format!("“{}”", one.says));
        said.map(|what| Use { place: 80, kind: "declaration", what }).collect()
    }

    fn came_up(&self, _scope: &Scope<'_>, played: &Played<'_>) -> Option<usize> {
        let says = played.says?;
        self.0.iter().position(|one| one.says == says)
    }
}

impl Declarations {
    /// Whether the mover must announce some attacks.
    pub fn by_mover(&self) -> bool {
        self.0.iter().any(|one| one.by_mover)
    }
}

impl Declaration {
    /// The enemy men of a side that it attacks and ought to warn of.
    pub(crate) fn attacked<B: Bits>(&self, attacks: &Attacks<B>, state: &State<B>, by: Side) -> B {
        let occupied = state.occupied();
        let men = self.pieces.iter().fold(B::NONE, |men, &kind| men | state.of(kind, by.other()));
        let attacked = |square: &u8| attacks.attacked(state, *square, by, occupied, B::NONE);
        men.squares().filter(attacked).fold(B::NONE, |set, square| set | B::bit(square))
    }

    /// The rule in words.
    fn sentence(&self, scope: &Scope<'_>) -> String {
        let (who, says) = (scope.list(&self.pieces, "or"), &self.says);
        match self.by_mover {
            true => format!(
                "A move that leaves an enemy {who} attacked may be made with the words \u{201c}{says}\u{201d} (written with a `!`) or in silence. If an enemy {who} is attacked at the end of a player's turn and the player has not said these words, the player can't capture it next turn, unless it has moved. The warning must be given anew each turn."
            ),
            false => format!(
                "A move that leaves an enemy {who} attacked is announced with \u{201c}{says}\u{201d}, which has no further effect."
            ),
        }
    }
}

/// Declarations as they are played: those that the mover makes or forgoes.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    rules: Box<[Declaration]>,
    /// The enemy pieces that a side left attacked at the end of its last turn without saying so.
    silent: Slot,
}

impl Declared {
    /// Lays out the declarations that movers make, if there are any; declares what a position remembers of them.
    pub(crate) fn compile(
        all: &[Declaration],
        declare: &mut dyn FnMut(SlotDeclaration) -> Slot,
    ) -> Option<Self> {
        let rules: Box<[Declaration]> =
            all.iter().filter(|declaration| declaration.by_mover).cloned().collect();
        (!rules.is_empty()).then(|| Self {
            rules,
            silent: declare(SlotDeclaration {
                name: "silent",
                shape: SlotShape::Squares,
                per_side: true,
                on_change: OnChange::Ends,
                until: Until::Never,
                owner: Arc::new(Silent),
            }),
        })
    }

    /// The enemy pieces whose attack by a side is to be declared.
    pub(crate) fn attacked<B: Bits>(&self, attacks: &Attacks<B>, state: &State<B>, by: Side) -> B {
        self.rules.iter().fold(B::NONE, |set, declaration| set | declaration.attacked(attacks, state, by))
    }

    /// The pieces that the side to move can't take now.
    #[inline]
    pub(crate) fn barred<B: Bits>(&self, state: &State<B>) -> B {
        self.silent.squares(state, state.side)
    }

    /// The turn of a side is over, with a declaration or in silence.
    pub(crate) fn end_turn<B: Bits>(
        &self,
        attacks: &Attacks<B>,
        state: &mut State<B>,
        side: Side,
        declared: bool,
    ) {
        let silent = if declared { B::NONE } else { self.attacked(attacks, state, side) };
        self.silent.put_squares(state, side, silent);
    }
}

/// What a position remembers of attacks that were not declared.
#[derive(Debug)]
struct Silent;

impl Remembers for Silent {
    fn expects(&self, _: SlotShape) -> &'static str {
        "squares are needed, as in `d4e5`"
    }

    /// Only pieces of the other side can have been attacked.
    fn admits(&self, snapshot: &Snapshot<'_>, item: Item) -> Result<bool, String> {
        Ok(match item {
            Item::Square { side, square } => {
                (snapshot.at)(square).get().is_some_and(|(_, owner)| owner != side)
            }
            _ => true,
        })
    }

    fn sentences(
        &self,
        snapshot: &Snapshot<'_>,
        _: SlotShape,
        words: &dyn Fn(Side) -> Vec<u64>,
    ) -> Vec<String> {
        let silent: SquareSet = Words(&words(snapshot.side)).squares();
        let line = || format!("attacked in silence, so not to be captured now: {}", snapshot.list(silent));
        (!silent.is_empty()).then(line).into_iter().collect()
    }
}
