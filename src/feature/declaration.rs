//! Declarations: an attack on certain enemy pieces must be announced, or it can't be carried out.
//!
//! ```toml
//! [declarations.gardez]
//! says      = "gardez la reine"
//! attack-on = "queen"
//! by        = "automatic"       # or "mover"
//! ```
//!
//! If declarations are left to the mover, every move that ends a turn with such a piece attacked exists twice, silent and with the warning.
//! A piece that was attacked at the end of a side's turn without the warning can't be captured by that side in its next turn while it is
//! still there. If declarations are automatic, the warning is given for the mover, and no capture is ever barred.
//!
//! Invariant: a change of a square's content ends the protection of the piece that stood there.

use std::sync::Arc;

use super::plan::{Announcer, Barred, Hook, Last, Lay, Plan, Station};
use super::rule::{Feature, FenField, FenPlace, Played, Rule, Sample, Style, Topic, Use};
use super::scope::Scope;
use crate::board::Bits;
use crate::definition::{Key, KeyTable, Kind as Shape, Table};
use crate::model::pieces::{Side, TypeId};
use crate::moves::{Ground, View};
use crate::state::{InFen, OnChange, Remembers, Slot, SlotDeclaration, SlotShape, Snapshot, State, Until};
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
    read: |scope, root, report| {
        let all = read(scope, root.table("declarations")?, report);
        if all.is_empty() { None } else { Some(Box::new(Declarations(all))) }
    },
    ..Feature::NONE
};

/// The declarations of a game.
#[derive(Clone, Debug)]
pub(crate) struct Declarations(pub(crate) Vec<Declaration>);

/// A declaration as the rules have it.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    pub(crate) says: String,
    pub(crate) pieces: Vec<TypeId>,
    /// The mover announces the attack, or forgoes it.
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

    fn has_other_moves(&self) -> bool {
        self.by_mover()
    }

    fn fields(&self) -> Vec<FenField> {
        let (place, meaning) = (FenPlace::Named(50), "pieces attacked without a warning");
        let field = FenField { place, example: "silent=d8".into(), meaning };
        if self.by_mover() { vec![field] } else { Vec::new() }
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
    /// Returns `true` if the mover must announce some attacks.
    fn by_mover(&self) -> bool {
        self.0.iter().any(|one| one.by_mover)
    }
}

impl Declaration {
    /// Returns the enemy pieces that a side attacks and whose attack it ought to announce.
    pub(crate) fn attacked<B: Bits>(&self, attacks: &Attacks<B>, state: &State<B>, by: Side) -> B {
        let occupied = state.occupied();
        let pieces = self.pieces.iter().fold(B::NONE, |pieces, &kind| pieces | state.of(kind, by.other()));
        let attacked = |square: &u8| attacks.attacked(state, *square, by, occupied, B::NONE);
        pieces.squares().filter(attacked).fold(B::NONE, |set, square| set | B::bit(square))
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

impl<B: Bits> Lay<B> for Declarations {
    fn lay(&self, plan: &mut Plan<'_, B>) {
        plan.announcers.push(Arc::new(self.clone()));
        let rules: Box<[Declaration]> = self.0.iter().filter(|one| one.by_mover).cloned().collect();
        if rules.is_empty() {
            return;
        }
        let silent = plan.declare(SlotDeclaration {
            name: "silent".into(),
            fen: InFen::Field(50),
            shape: SlotShape::Squares,
            per_side: true,
            on_change: OnChange::Ends,
            until: Until::Never,
            owner: Arc::new(Silent),
        });
        plan.hooks.barred.push(Barred::Squares(silent));
        plan.hook_of_both(Arc::new(Declared { rules, silent }));
    }
}

impl<B: Bits> Announcer<B> for Declarations {
    fn says(&self, after: &View<'_, B>, us: Side, declared: bool) -> Option<&str> {
        let said = self.0.iter().find(|declaration| {
            let attacked = || {
                after.state.side != us && !declaration.attacked(after.attacks(), after.state, us).is_empty()
            };
            (declared || !declaration.by_mover) && attacked()
        });
        said.map(|declaration| declaration.says.as_str())
    }
}

/// Declarations in play: those that the mover makes or forgoes.
#[derive(Debug)]
struct Declared {
    rules: Box<[Declaration]>,
    /// The enemy pieces that a side left attacked at the end of its last turn without announcing it.
    silent: Slot,
}

impl Declared {
    /// The enemy pieces whose attack by a side is to be declared.
    fn attacked<B: Bits>(&self, attacks: &Attacks<B>, state: &State<B>, by: Side) -> B {
        self.rules.iter().fold(B::NONE, |set, declaration| set | declaration.attacked(attacks, state, by))
    }
}

impl<B: Bits> Hook<B> for Declared {
    fn stations(&self) -> &'static [Station] {
        &[Station::Announce, Station::TurnEnd]
    }

    fn is_announced(&self, after: &View<'_, B>, us: Side) -> bool {
        after.state.side != us && !self.attacked(after.attacks(), after.state, us).is_empty()
    }

    /// Records the attacks that were not announced.
    fn turn_ends(&self, ground: Ground<'_, B>, state: &mut State<B>, last: Last<B>) {
        let side = state.side;
        let declared = last.mv.announced();
        let silent = if declared { B::NONE } else { self.attacked(ground.attacks, state, side) };
        self.silent.put_squares(state, side, silent);
    }
}

/// The slot of attacks that were not announced.
#[derive(Debug)]
struct Silent;

impl Remembers for Silent {
    fn sentences(
        &self,
        snapshot: &Snapshot<'_>,
        _: SlotShape,
        words: &dyn Fn(Side) -> Vec<u64>,
    ) -> Vec<String> {
        snapshot.about("attacked in silence, so not to be captured now", words)
    }
}
