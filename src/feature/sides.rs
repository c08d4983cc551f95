//! The names of the two sides: what people call White and Black in this game.
//!
//! ```toml
//! [sides]
//! white = "Red"
//! black = "Blue"
//! ```
//!
//! They are for sentences. In game files, positions, tags and results the sides are `white` and `black`.

use crate::definition::{Key, KeyTable, Kind as Shape, Table};
use crate::model::sides::SideNames;
use crate::text::{Diagnostic, Report};

/// The keys of `[sides]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "sides",
    doc: "What the two sides are called in rule sheets and messages; by default, White and Black.",
    keys: &[
        Key::optional("white", Shape::Text, "The name of the side that game files call `white`.", "\"Red\""),
        Key::optional("black", Shape::Text, "The name of the side that game files call `black`.", "\"Blue\""),
    ],
};

/// The length of the longest name.
const MOST: usize = 24;

/// Reads `[sides]`.
pub(crate) fn read(table: &Table, report: &mut Report) -> SideNames {
    let usual = SideNames::default();
    let said = ["white", "black"].map(|key| table.text(key));
    for word in said.into_iter().flatten() {
        let length = word.text.chars().count();
        if word.text.trim() != word.text || !(1..=MOST).contains(&length) {
            report.push(
                Diagnostic::error("ferz::sides::name", "this can't be the name of a side")
                    .at(word.span, if length > MOST { "too long" } else { "spaces, or nothing" })
                    .help(format!(
                        "write a name of 1 to {MOST} characters, without spaces around it, such as `Red`"
                    )),
            );
            return usual;
        }
    }
    let names = SideNames::new(said.map(|word| word.map(|word| word.text)));
    if names.are_alike() {
        let place = said.into_iter().flatten().last().map_or(table.span(), |word| word.span);
        report.push(
            Diagnostic::error("ferz::sides::alike", "both sides have the same name")
                .at(place, "the name of the other side, too")
                .help("give the sides different names"),
        );
    }
    names
}
