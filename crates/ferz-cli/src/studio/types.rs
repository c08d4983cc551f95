//! The types of what the server says, for the page: `studio/src/said.ts` is made from the types here.
//!
//! ```sh
//! UPDATE_SNAPSHOTS=1 cargo test -p ferz-cli --lib types_of_the_page
//! ```

use std::any::TypeId;
use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use super::clock::TimeControl;
use super::document::DocumentView;
use super::games::Event;
use super::library::Library;
use super::setting::PlacedView;
use super::table::TableView;
use super::thinker::Hint;
use super::trial::TrialView;
use super::view::{LineView, VariantView};

const HEAD: &str = "\
// What the server says: made from the types of the program in crates/ferz-cli/src/studio, whose test `types_of_the_page` holds the two together.

import type { Problem, Side } from \"./types.js\";
";

/// The declarations of types, by their names.
struct Declarations {
    config: Config,
    seen: Vec<TypeId>,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // numbers, texts and lists have no file of their own
        if self.seen.contains(&TypeId::of::<T>()) || T::output_path().is_none() {
            return;
        }
        self.seen.push(TypeId::of::<T>());
        let docs = T::docs().unwrap_or_default();
        let text = format!("\n{docs}export {}\n", T::decl(&self.config));
        self.found.insert(T::ident(&self.config), text);
        T::visit_dependencies(self);
    }
}

#[test]
fn types_of_the_page() {
    let config = Config::new().with_large_int("number");
    let mut all = Declarations { config, seen: Vec::new(), found: BTreeMap::new() };
    all.visit::<VariantView>();
    all.visit::<TableView>();
    all.visit::<LineView>();
    all.visit::<Hint>();
    all.visit::<PlacedView>();
    all.visit::<DocumentView<'_>>();
    all.visit::<Library>();
    all.visit::<TrialView>();
    all.visit::<Event>();
    all.visit::<TimeControl>();
    let text: String = all.found.into_values().collect();
    let lines: Vec<&str> = HEAD.lines().chain(text.lines()).map(str::trim_end).collect();
    let text = lines.join("\n") + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../studio/src/said.ts");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(path, &text).expect("the file is written");
    }
    assert_eq!(std::fs::read_to_string(path).expect("the file is there"), text);
}
