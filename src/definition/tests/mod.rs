//! Each fault an author can make has a test named for it.

mod extending;
mod laws;
mod merging;
mod options;
mod shape;
mod syntax;

use super::*;
use crate::text::Report;

/// A few games by name.
struct Shelf(&'static [(&'static str, &'static str)]);

impl Library for Shelf {
    fn find(&self, name: &str) -> Option<(&str, &str)> {
        self.0.iter().find(|(game, _)| *game == name).copied()
    }

    fn names(&self) -> Vec<&str> {
        self.0.iter().map(|(game, _)| *game).collect()
    }
}

const EMPTY: Shelf = Shelf(&[]);

static PIECE: KeyTable = KeyTable {
    name: "piece",
    doc: "A type of piece.",
    keys: &[
        Key::required("letter", Kind::Line, "Its letter.", "\"K\""),
        Key::required(
            "moves",
            Kind::Either(&[Kind::Moves, Kind::List(&VECTOR)]),
            "Its moves.",
            "\"fmW fcF\"",
        ),
        Key::optional("royal", Kind::Flag, "Whether it must not be lost.", "true"),
    ],
};
static VECTOR: Kind = Kind::Table(&KeyTable {
    name: "vector",
    doc: "",
    keys: &[Key::optional("leap", Kind::List(&Kind::Integer { min: -16, max: 16 }), "A leap.", "[1, 2]")],
});

static ROOT: KeyTable = KeyTable {
    name: "definition",
    doc: "A game.",
    keys: &[
        EXTENDS,
        Key::optional("board", Kind::Table(&BOARD), "The board.", ""),
        Key::optional("pieces", Kind::Named(&Kind::Table(&PIECE)), "The types of pieces.", ""),
        Key::optional("promotion", Kind::Table(&PROMOTION), "Promotion.", ""),
        Key::optional("walls", Kind::List(&Kind::Table(&PROMOTION)), "Walls.", ""),
        OPTIONS,
    ],
};
static BOARD: KeyTable = KeyTable {
    name: "board",
    doc: "The board.",
    keys: &[
        Key::required("files", Kind::Integer { min: 1, max: 16 }, "How many files.", "12"),
        Key::optional("ranks", Kind::Integer { min: 1, max: 16 }, "How many ranks.", "8"),
        Key::optional("a1", Kind::OneOf(&["dark", "light"]), "The colour of a1.", "\"dark\""),
        Key::optional("year", Kind::Year, "When.", "1205"),
    ],
};
static PROMOTION: KeyTable = KeyTable {
    name: "promotion",
    doc: "Promotion.",
    keys: &[
        Key::optional("on", Kind::Squares, "Where.", "\"rank 8\""),
        Key::optional("to", Kind::Words, "", ""),
    ],
};

struct Run {
    definition: Option<Definition>,
    sources: Sources,
    report: Report,
}

impl Run {
    fn new(text: &str, shelf: &Shelf, choices: &[(&str, &str)]) -> Self {
        let choices: Vec<_> = choices
            .iter()
            .map(|(name, value)| Choice { name: (*name).into(), value: (*value).into() })
            .collect();
        let (mut sources, mut report) = (Sources::default(), Report::default());
        let definition = read("game.toml", text, Folder::None, shelf, &choices, &mut sources, &mut report);
        Self { definition, sources, report }
    }

    /// Read, and compared with the keys above.
    fn checked(text: &str, shelf: &Shelf) -> Self {
        let mut run = Self::new(text, shelf, &[]);
        if let Some(definition) = &mut run.definition {
            check_shape(&mut definition.root, &ROOT, &mut run.report);
        }
        run
    }

    fn root(&self) -> &Table {
        &self.definition.as_ref().expect("a definition").root
    }

    /// Each problem as `code | message | marked text | help`.
    fn said(&self) -> Vec<String> {
        let problems = self.report.diagnostics().iter();
        let line = |problem: &crate::text::Diagnostic| {
            let marked = problem
                .labels
                .first()
                .map_or("", |label| &self.sources.text(label.span.source)[label.span.start..label.span.end]);
            let help = problem.help.as_deref().unwrap_or("");
            format!("{} | {} | {marked} | {help}", problem.code, problem.message)
        };
        problems.map(line).collect()
    }
}

/// Returns the only diagnostic of a text with one fault.
fn only(run: &Run) -> String {
    let said = run.said();
    assert_eq!(said.len(), 1, "{said:#?}");
    said.into_iter().next().unwrap_or_default()
}
