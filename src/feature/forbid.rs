//! Bans on captures: pieces that may not capture certain others.
//!
//! ```toml
//! [forbid.kings]
//! capture = "king"
//! by      = "king"
//! ```
//!
//! Invariant: a piece does not attack what it may not capture, so that a ban removes the attack as well.

use super::plan::{Lay, Plan};
use super::rule::{Feature, Rule, Topic, Use};
use super::scope::{Scope, sentence};
use crate::board::Bits;
use crate::definition::{Key, KeyTable, Kind as Shape, Table};
use crate::model::men::TypeId;
use crate::text::Report;

/// The keys of a `[forbid]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "forbid",
    doc: "Who may not take whom.",
    keys: &[
        Key::required("capture", Shape::Pieces, "The pieces that can't be taken …", "\"king\""),
        Key::required("by", Shape::Pieces, "… by these.", "\"king\""),
    ],
};

/// Bans in the registry.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[Key::optional("forbid", Shape::Rules(&Shape::Table(&KEYS)), KEYS.doc, "")],
    measured_by: &[],
    read: |scope, root, report| {
        let all = root.rules("forbid", &KEYS).into_iter();
        let all: Vec<_> = all.filter_map(|(_, table)| read(scope, table, report)).collect();
        if all.is_empty() { None } else { Some(Box::new(Forbids(all))) }
    },
};

/// The bans of a game.
#[derive(Clone, Debug)]
pub(crate) struct Forbids(pub(crate) Vec<Forbid>);

/// Types that can't be taken by others.
#[derive(Clone, Debug)]
pub(crate) struct Forbid {
    victims: Vec<TypeId>,
    by: Vec<TypeId>,
}

/// Reads a `[forbid]`.
fn read(scope: &Scope<'_>, table: &Table, report: &mut Report) -> Option<Forbid> {
    let victims = table.text("capture").map(|word| scope.types(word, report));
    let by = table.text("by").map(|word| scope.types(word, report));
    Some(Forbid { victims: victims?, by: by? })
}

impl Rule for Forbids {
    fn topic(&self) -> Topic {
        Topic { place: 60, heading: "Who may not take whom" }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        let words =
            |one: &Forbid| format!("{} can't take {}.", scope.some(&one.by), scope.some(&one.victims));
        self.0.iter().map(|one| sentence(&words(one))).collect()
    }

    fn changes_movements(&self) -> bool {
        true
    }

    fn relaxed(&self, scope: &Scope<'_>) -> Vec<(Use, Box<dyn Rule>)> {
        let without = |(at, what): (usize, String)| {
            let mut left = self.clone();
            left.0.remove(at);
            (Use { place: 100, kind: "forbid", what }, Box::new(left) as Box<dyn Rule>)
        };
        self.sentences(scope).into_iter().enumerate().map(without).collect()
    }
}

impl<B: Bits> Lay<B> for Forbids {
    fn lay(&self, plan: &mut Plan<'_, B>) {
        for one in &self.0 {
            for table in plan.tables_of(&one.by) {
                let mut uncapturable = table.uncapturable.to_vec();
                uncapturable.extend(&one.victims);
                table.uncapturable = uncapturable.into();
            }
        }
    }
}
