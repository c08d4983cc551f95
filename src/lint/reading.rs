//! A text that has been read and resolved, whether or not it is sound: the material of checks, and of editors.

use std::path::Path;
use std::sync::OnceLock;

use super::{Checked, View, options, random};
use crate::board::{Bits, Cells, SquareSet};
use crate::definition::{Definition, Derives, Folder, Library, Word};
use crate::feature::condition;
use crate::game::{BuiltIn, End, OptionInfo, PieceTypeInfo, Variant, look_at};
use crate::model::movement::Movement;
use crate::rules::{Rules, resolve};
use crate::search::Clock;
use crate::text::{Players, Report, Sources, Span, Writer};

/// The texts of files as they are being written, by their paths; `None` for a file that is as it is stored.
pub type Drafts<'a> = dyn Fn(&Path) -> Option<String> + 'a;

/// The library, with files as they are being written.
struct WithDrafts<'a>(&'a Drafts<'a>);

impl Library for WithDrafts<'_> {
    fn find(&self, name: &str) -> Option<(&str, &str)> {
        BuiltIn.find(name)
    }

    fn names(&self) -> Vec<&str> {
        BuiltIn.names()
    }

    fn draft(&self, path: &Path) -> Option<String> {
        (self.0)(path)
    }

    fn derives(&self) -> Derives {
        BuiltIn.derives()
    }
}

/// A text that has been read and resolved, before it is checked as a whole.
///
/// ```
/// use ferz::lint::Reading;
/// let text = "extends = \"chess\"\n[pieces]\nqueen = { moves = \"Q N\" }\n[end]\nrace = { win = \"?\" }\n";
/// let reading = Reading::of("amazons.toml", text, None, &|_| None);
/// assert!(reading.report.has_errors() && reading.variant().is_none());
/// let queen = reading.piece_types().iter().find(|info| info.name == "queen").unwrap();
/// assert_eq!((&*queen.notation, reading.squares("rank 8").unwrap().words.as_str()), ("Q N", "rank 8 (for Black rank 1)"));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Reading {
    /// The game file and its rules, if it could be read at all; the rules only hold if there are no errors.
    found: Option<(Definition, Rules)>,
    types: OnceLock<Vec<PieceTypeInfo>>,
    /// The problems of the texts.
    pub report: Report,
    /// The texts that the places refer to: the text itself, and what it extends.
    pub sources: Sources,
}

/// A set of squares, described.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Area {
    /// The squares in words: `rank 8 (for Black rank 1)`.
    pub words: String,
    /// The board as White sees it, with the squares filled.
    pub drawing: String,
}

impl Reading {
    /// Reads a text under the name shown in reports, and resolves it with every value of every option. What it extends is looked for in the
    /// library first, then among the drafts and the files below the folder, if there is one.
    pub fn of<'a>(shown: &str, text: &str, folder: impl Into<Folder<'a>>, drafts: &Drafts<'_>) -> Self {
        let mut reading = Self::with_defaults(shown, text, folder, drafts);
        if let Some((definition, _)) = &reading.found {
            options::check(definition, &mut reading.report);
        }
        reading
    }

    /// Reads a text as [`of`](Self::of) does, with the default values of options alone; faults of others are not in the report.
    pub fn with_defaults<'a>(
        shown: &str,
        text: &str,
        folder: impl Into<Folder<'a>>,
        drafts: &Drafts<'_>,
    ) -> Self {
        let (definition, mut report, sources) = look_at(shown, text, folder.into(), &WithDrafts(drafts));
        let found = definition.map(|definition| {
            let rules = resolve(&definition, &mut report);
            (definition, rules)
        });
        Self { found, types: OnceLock::new(), report, sources }
    }

    /// Returns all findings: with the lints, if there are no errors.
    pub fn checked(self) -> Checked {
        self.checked_by(Clock::default())
    }

    /// Returns all findings; the clock limits the random games.
    pub(super) fn checked_by(self, clock: Clock) -> Checked {
        let Self { found, mut report, sources, .. } = self;
        let Some((definition, rules)) = found.filter(|_| !report.has_errors()) else {
            return Checked { report, sources, variant: None };
        };
        let mut lints = View { rules: &rules, definition: &definition }.lints();
        options::in_all(&definition, &mut lints);
        let variant = Variant::of(definition.clone(), rules);
        lints.extend(random::lints(&variant, random::Budget::new(clock)));
        lints.extend(options::idle(&definition));
        lints.into_iter().for_each(|lint| report.push(lint));
        report.sort();
        Checked { report, sources, variant: Some(variant) }
    }

    /// Returns the game with the default values of its options, if the report has no errors.
    pub fn variant(&self) -> Option<Variant> {
        let (definition, rules) = self.found.as_ref()?;
        (!self.report.has_errors()).then(|| Variant::of(definition.clone(), rules.clone()))
    }

    /// Returns the shape of the cells of the board.
    pub fn cells(&self) -> Cells {
        self.rules().map_or_else(Cells::default, |rules| rules.geometry.cells)
    }

    /// Returns the piece types, as far as they could be read.
    pub fn piece_types(&self) -> &[PieceTypeInfo] {
        let all = || self.rules().map_or_else(Vec::new, |rules| PieceTypeInfo::all(&rules.types));
        self.types.get_or_init(all)
    }

    /// Returns the movement of the piece type of that name.
    pub fn movement(&self, piece: &str) -> Option<Movement> {
        self.rules()?.types.iter().find(|kind| kind.name == piece).map(|kind| kind.movement.clone())
    }

    /// Returns the ends, as far as they could be read.
    pub fn ends(&self) -> Vec<End> {
        self.rules().map_or_else(Vec::new, End::all)
    }

    /// Returns the meaning of a condition in this game, without a capital at the beginning and a full stop at the end; `None` if it can't be
    /// read.
    ///
    /// ```
    /// let reading = ferz::lint::Reading::of("mine.toml", "extends = \"chess\"", None, &|_| None);
    /// assert_eq!(reading.condition("count(my king) = 0").as_deref(), Some("the player has no king"));
    /// assert_eq!(reading.condition("no mov"), None);
    /// ```
    pub fn condition(&self, text: &str) -> Option<String> {
        let scope = self.rules()?.scope();
        let condition = condition::of_move(&scope, text)?;
        Some(Writer::brief(Players::Any).clause(&condition.clause(&scope)))
    }

    /// Returns the options, with the values in force.
    pub fn options(&self) -> Vec<OptionInfo> {
        self.found.as_ref().map_or_else(Vec::new, |(definition, _)| OptionInfo::all(definition))
    }

    /// Returns the squares that a text in the notation of squares names; `None` if it can't be read.
    pub fn squares(&self, text: &str) -> Option<Area> {
        let rules = self.rules()?;
        let word = Word { text, span: Span::default() };
        rules.scope().squares(word, &mut Report::default()).map(|squares| area(rules, squares))
    }

    /// Returns the squares of the region of that name.
    pub fn region(&self, name: &str) -> Option<Area> {
        let rules = self.rules()?;
        Some(area(rules, *rules.regions.get(name)?))
    }

    fn rules(&self) -> Option<&Rules> {
        self.found.as_ref().map(|(_, rules)| rules)
    }
}

fn area(rules: &Rules, [white, black]: [SquareSet; 2]) -> Area {
    let geometry = &rules.geometry;
    let playable = geometry.playable();
    let sign = |file: u8, rank: u8| match geometry.square(file, rank).filter(|&square| playable.has(square)) {
        None => ' ',
        Some(square) if white.has(square) => '■',
        Some(_) => '.',
    };
    let mut drawing = String::new();
    for rank in (0..geometry.ranks).rev() {
        let row: Vec<String> = (0..geometry.files).map(|file| sign(file, rank).to_string()).collect();
        drawing += &format!("{:>2}  {}\n", rank + 1, row.join(" ").trim_end());
    }
    let files: Vec<String> = (0..geometry.files).map(|file| char::from(b'a' + file).to_string()).collect();
    let words = rules.scope().squares_of_region([white, black], "and");
    Area { words, drawing: format!("{drawing}    {}\n", files.join(" ")) }
}
