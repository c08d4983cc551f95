//! Loading a game: the whole pipeline from a text to playable rules, top to bottom.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::erased::{ErasedVariant, compiled};
use super::error::FenError;
use super::files::{read_within, values_beside};
use super::library::BuiltIn;
use super::options::OptionInfo;
use super::outcome::End;
use super::piece::{PieceType, PieceTypeInfo};
use super::position::Position;
use super::session::Game;
use super::square::Square;
use crate::board::{Bits, U256};
use crate::definition::{Choice, Definition, Folder, Library, listed, read, suggest};
use crate::model::pieces::Side;
use crate::model::starts::Starts;
use crate::rules::{Rules, resolve};
use crate::search::Values;
use crate::text::{Diagnostic, Report, Sources, Span};

/// The error of a game file that can't be played, with everything that is wrong with it.
#[derive(Clone, Debug)]
pub struct LoadError {
    /// The problems and their places.
    pub report: Report,
    /// The texts that the places refer to.
    pub sources: Sources,
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut lines = self.report.diagnostics().iter();
        let line = |f: &mut std::fmt::Formatter<'_>, diagnostic: &Diagnostic| {
            if let Some(label) = diagnostic.labels.first() {
                let (line, column) = self.sources.line_column(label.span.source, label.span.start);
                write!(f, "{}:{line}:{column}: ", self.sources.name(label.span.source))?;
            }
            write!(f, "{} ({})", diagnostic.message, diagnostic.code)
        };
        lines.next().map_or(Ok(()), |first| line(f, first))?;
        lines.try_for_each(|diagnostic| writeln!(f).and_then(|()| line(f, diagnostic)))
    }
}

impl std::error::Error for LoadError {}

/// The rules of a game, ready to play. Cloning is cheap.
///
/// ```
/// let variant = ferz::Variant::load("courier", &[])?;
/// assert_eq!((variant.files(), variant.ranks()), (12, 8));
/// assert_eq!(variant.piece_types().len(), 9);
/// assert_eq!(variant.start_position().legal_moves().len(), 27);
/// # Ok::<(), ferz::LoadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Variant {
    pub(super) table: Arc<dyn ErasedVariant>,
    /// The rules of the game, as resolved from the game file.
    pub(crate) rules: Arc<Rules>,
    pub(crate) definition: Arc<Definition>,
    pub(super) name: Arc<str>,
    values: Arc<Values>,
    /// The descriptions of the piece types, made on first use.
    types: Arc<OnceLock<Vec<PieceTypeInfo>>>,
    /// The hash of the rules, computed on first use.
    pub(crate) hash: Arc<OnceLock<u64>>,
}

impl Variant {
    /// Loads a built-in game by name, or a file by its path, with the given values of options. A name that comes from somebody else, such
    /// as a file or a network, goes to [`builtin`](Self::builtin), which reads nothing from the machine.
    ///
    /// # Errors
    /// Everything that is wrong with the game file or the choices. The code `ferz::game::unknown` means that there is no such game or file,
    /// codes that begin with `ferz::option::` that an option or value doesn't exist.
    pub fn load(game: &str, choices: &[Choice]) -> Result<Self, LoadError> {
        Self::load_from(game, choices, Folder::Open)
    }

    /// Loads a game as [`load`](Self::load) does, but reads no file outside the folder of its file: neither the game's own file nor the
    /// files that it extends, nor its engine values may be links that lead elsewhere.
    ///
    /// ```
    /// assert!(ferz::Variant::load_confined("courier", &[]).is_ok());
    /// ```
    ///
    /// # Errors
    /// As for [`load`](Self::load). The code `ferz::extends::outside` means that a file outside the folder is extended.
    pub fn load_confined(game: &str, choices: &[Choice]) -> Result<Self, LoadError> {
        Self::load_from(game, choices, Folder::Confined)
    }

    fn load_from<'a>(
        game: &'a str,
        choices: &[Choice],
        reach: fn(&'a Path) -> Folder<'a>,
    ) -> Result<Self, LoadError> {
        let path = Path::new(game);
        let is_path =
            game.contains(['/', '\\']) || path.extension().is_some_and(|extension| extension == "toml");
        if !is_path && let Some(found) = BuiltIn.find(game) {
            return built_in(game, found, choices);
        }
        if !is_path && !path.is_file() {
            let help = format!("{} (a path to a `.toml` file works as well)", other_names(game));
            return failed(unknown(game).help(help));
        }
        let folder = reach(path.parent().unwrap_or(Path::new(".")));
        match read_within(folder, path) {
            Ok(text) => {
                let stem = path.file_stem().map_or(game.into(), |stem| stem.to_string_lossy());
                let variant = load_text(&stem, game, &text, folder, choices)?;
                match values_beside(folder, path) {
                    None => Ok(variant),
                    Some((beside, Ok(values))) => variant.valued(&beside.to_string_lossy(), &values),
                    Some((beside, Err(message))) => {
                        let shown = beside.display();
                        let message = format!("can't read {shown}, the values file of the game: {message}");
                        failed(Diagnostic::error("ferz::values::unreadable", message))
                    }
                }
            }
            Err(message) => {
                let diagnostic =
                    Diagnostic::error("ferz::game::unreadable", format!("can't read {game}: {message}"));
                failed(diagnostic)
            }
        }
    }

    /// Loads a built-in game by name, with the given values of options. Whatever the name is, no file is read.
    ///
    /// # Errors
    /// As for [`load`](Self::load), of which files are no part.
    ///
    /// ```
    /// use ferz::Variant;
    /// assert_eq!(Variant::builtin("courier", &[])?.files(), 12);
    /// assert!(Variant::builtin("/etc/hostname", &[]).is_err());
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn builtin(name: &str, choices: &[Choice]) -> Result<Self, LoadError> {
        match BuiltIn.find(name) {
            Some(found) => built_in(name, found, choices),
            None => failed(unknown(name).help(other_names(name))),
        }
    }

    /// Compiles a game file whose rules are sound.
    #[cfg(feature = "tools")]
    pub(crate) fn of(definition: Definition, rules: Rules) -> Self {
        let name = definition.sources.name(crate::text::SourceId::default()).into();
        Self::compile(name, definition, rules)
    }

    fn compile(name: Arc<str>, definition: Definition, rules: Rules) -> Self {
        let (rules, definition) = (Arc::new(rules), Arc::new(definition));
        Self {
            table: compile(&rules),
            rules,
            definition,
            name,
            values: Arc::default(),
            types: Arc::default(),
            hash: Arc::default(),
        }
    }

    /// Loads a game file from its text, under the name shown in reports. The game it extends, if any, must be built in.
    ///
    /// # Errors
    /// Everything that is wrong with the game file or the choices.
    ///
    /// ```
    /// let text = r#"
    ///     [game]
    ///     name = "Knights"
    ///     [board]
    ///     files = 5
    ///     ranks = 5
    ///     [pieces]
    ///     knight = { letter = "N", moves = "N" }
    ///     [setup]
    ///     white = ["N N N N N"]
    ///     [end.stuck]
    ///     lose = "no move"
    /// "#;
    /// let variant = ferz::Variant::from_text("knights.toml", text, &[])?;
    /// assert_eq!(variant.start_position().legal_moves().len(), 14);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn from_text(name: &str, text: &str, choices: &[Choice]) -> Result<Self, LoadError> {
        let stem = Path::new(name).file_stem().map_or(name.into(), |stem| stem.to_string_lossy());
        load_text(&stem, name, text, Folder::None, choices)
    }

    /// Reads a game from a text that stands for a file in a folder: paths in `extends` are relative to that folder. The folder is read only
    /// to find these, and engine values beside the file are ignored.
    ///
    /// ```
    /// let text = "extends = \"./parent.toml\"\n";
    /// let error = ferz::Variant::from_text_in("no-such-folder".as_ref(), "child.toml", text, &[]).unwrap_err();
    /// assert!(error.report.diagnostics()[0].code.starts_with("ferz::extends::"), "{error}");
    /// ```
    ///
    /// # Errors
    /// Everything that is wrong with the text or the choices.
    pub fn from_text_in(
        folder: &Path,
        name: &str,
        text: &str,
        choices: &[Choice],
    ) -> Result<Self, LoadError> {
        let stem = Path::new(name).file_stem().map_or(name.into(), |stem| stem.to_string_lossy());
        load_text(&stem, name, text, Folder::Open(folder), choices)
    }

    /// Returns the same game with engine values from a text.
    fn valued(self, shown: &str, text: &str) -> Result<Self, LoadError> {
        Values::read(text).map(|values| self.with_values(values)).map_err(|error| {
            let (mut sources, mut report) = (Sources::default(), Report::default());
            let place = Span::new(sources.add(shown, text), error.range.start, error.range.end);
            report.push(error.diagnostic(place));
            LoadError { report, sources }
        })
    }

    /// Returns the same game with other engine values, in place of those derived from the rules or kept beside the file.
    ///
    /// ```
    /// let chess = ferz::Variant::load("chess", &[])?;
    /// let values = ferz::Values::read("[pieces]\npawn = { mid = 100, end = 120 }\n").unwrap();
    /// assert_eq!(chess.with_values(values).values().pieces["pawn"].end, 120);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    #[must_use]
    pub fn with_values(&self, values: Values) -> Self {
        let values = Arc::new(values);
        Self { table: self.table.valued(Arc::clone(&values)), values, ..self.clone() }
    }

    /// Returns the engine values that are not derived from the rules.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// Returns the name it was loaded by: a built-in game's, or the file's without its extension.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the title in the game file.
    pub fn title(&self) -> &str {
        &self.rules.header.name
    }

    /// Returns what a side is called in sentences: `White` or `Black`, unless the game file has another name.
    ///
    /// ```
    /// use ferz::{Side, Variant};
    /// let variant = Variant::from_text("red.toml", "extends = \"chess\"\nsides.white = \"Red\"", &[]).unwrap();
    /// assert_eq!(Side::BOTH.map(|side| variant.side_name(side)), ["Red", "Black"]);
    /// ```
    pub fn side_name(&self, side: Side) -> &str {
        self.rules.scope().side(side)
    }

    /// Returns when the game was first played or published, if the game file says so.
    pub fn year(&self) -> Option<&str> {
        self.rules.header.year.as_deref()
    }

    /// Returns the inventors of the game.
    pub fn inventors(&self) -> &[String] {
        &self.rules.header.inventor
    }

    /// Returns the sources of the rules.
    pub fn references(&self) -> &[String] {
        &self.rules.header.sources
    }

    /// Returns further notes for the reader.
    pub fn notes(&self) -> &[String] {
        &self.rules.header.notes
    }

    /// Returns the number of files of the board.
    pub fn files(&self) -> u8 {
        self.rules.geometry.files
    }

    /// Returns the number of ranks of the board.
    pub fn ranks(&self) -> u8 {
        self.rules.geometry.ranks
    }

    /// Returns the squares of the board that are in play, from White's first rank on.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let geometry = &self.rules.geometry;
        geometry.playable().squares().map(|number| Square::numbered(geometry, number))
    }

    /// Returns `true` if a square is on the board and in play.
    pub fn has_square(&self, square: Square) -> bool {
        let geometry = &self.rules.geometry;
        square.number(geometry).is_some_and(|number| geometry.playable().has(number))
    }

    /// Returns the descriptions of the piece types, in the order of the game file.
    pub fn piece_types(&self) -> &[PieceTypeInfo] {
        self.types.get_or_init(|| PieceTypeInfo::all(&self.rules.types))
    }

    /// Returns the piece type with a name or a letter; a letter may be of either case.
    ///
    /// ```
    /// let courier = ferz::Variant::load("courier", &[])?;
    /// let sage = courier.piece_type("sage").unwrap();
    /// assert_eq!(courier.piece_type(&courier[sage].letter), Some(sage));
    /// assert_eq!(courier.piece_type("unicorn"), None);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn piece_type(&self, name: &str) -> Option<PieceType> {
        let types = &self.rules.types;
        let found = types.iter().position(|kind| kind.name == name);
        let found = found.or_else(|| types.iter().position(|kind| kind.is_written(name)));
        found.and_then(|index| self.type_at(index))
    }

    /// Returns the piece type with an index.
    pub(crate) fn type_at(&self, index: usize) -> Option<PieceType> {
        let types = &self.rules.types;
        (index < types.len()).then(|| PieceType::of(types, index as u8))
    }

    /// Returns the rules that end the game, in the order in which they are tested.
    ///
    /// ```
    /// use ferz::{Variant, Verdict};
    /// let chess = Variant::load("chess", &[])?;
    /// let end = chess.ends().into_iter().find(|end| end.name == "checkmate").unwrap();
    /// assert_eq!(end.verdict, Verdict::Lose);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn ends(&self) -> Vec<End> {
        End::all(&self.rules)
    }

    /// Returns the rules of the game's features, in sentences.
    pub fn special_rules(&self) -> Vec<String> {
        self.rules.sentences()
    }

    /// Returns the rules that hold because the game file doesn't say otherwise, in sentences.
    pub fn defaults(&self) -> Vec<String> {
        self.rules.defaults()
    }

    /// Returns the options of the game file, with the values in force. The option that is derived from castling is among them only if it is
    /// on: see [`offered_options`](Self::offered_options).
    pub fn options(&self) -> Vec<OptionInfo> {
        OptionInfo::all(&self.definition)
    }

    /// Returns the same game with other values of some options.
    ///
    /// # Errors
    /// If an option or a value doesn't exist, or the values together make no sound game.
    pub fn with_options(&self, choices: &[Choice]) -> Result<Self, LoadError> {
        if choices.is_empty() {
            return Ok(self.clone());
        }
        let mut report = Report::default();
        let definition = self.definition.with_choices(choices, &mut report);
        let rules = resolve(&definition, &mut report);
        if report.has_errors() {
            return Err(LoadError { report, sources: definition.sources });
        }
        let new = Self::compile(Arc::clone(&self.name), definition, rules);
        let values = Arc::clone(&self.values);
        Ok(Self { table: new.table.valued(Arc::clone(&values)), values, ..new })
    }

    /// Returns the texts the game file was read from.
    pub fn sources(&self) -> &Sources {
        &self.definition.sources
    }

    /// Returns the size of the move tables in bytes.
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Returns the start position.
    pub fn start_position(&self) -> Position {
        Position::new(self.clone(), self.table.start(None, self.rules.first_mover()))
    }

    /// Returns the number of start positions: 1 unless the game shuffles its pieces. If they must meet a condition, they are determined
    /// at the first call, and there are none if no arrangement meets it.
    ///
    /// ```
    /// assert_eq!(ferz::Variant::load("chess960", &[])?.starts(), 960);
    /// assert_eq!(ferz::Variant::load("chess", &[])?.starts(), 1);
    /// // of 84,000 arrangements, those in which every pawn is guarded, and queen and archbishop stand on squares of both colours
    /// assert_eq!(ferz::Variant::load("caparandom", &[])?.starts(), 21_836);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn starts(&self) -> u32 {
        let all = || self.rules.starts.as_ref().map_or(1, Starts::count);
        self.table.starts().map_or_else(all, |numbers| numbers.len() as u32)
    }

    /// Returns the number of the start position that is played by default, among all [`starts`](Self::starts); `None` if it does not
    /// meet the condition of the others.
    ///
    /// ```
    /// assert_eq!(ferz::Variant::load("chess960", &[])?.usual_start(), Some(518));
    /// assert_eq!(ferz::Variant::load("caparandom", &[])?.usual_start(), None);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn usual_start(&self) -> Option<u32> {
        let usual = self.rules.starts.as_ref().map_or(0, |starts| starts.usual);
        match self.table.starts() {
            Some(numbers) => numbers.binary_search(&usual).ok().map(|place| place as u32),
            None => Some(usual),
        }
    }

    /// Returns the start position with a number, from 0; `None` if there are fewer.
    ///
    /// ```
    /// let chess960 = ferz::Variant::load("chess960", &[])?;
    /// let position = chess960.numbered_start(0).unwrap();
    /// assert_eq!(position.fen(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    /// assert_eq!(chess960.numbered_start(960), None);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn numbered_start(&self, number: u32) -> Option<Position> {
        let number = match self.table.starts() {
            Some(numbers) => *numbers.get(number as usize)?,
            None => Some(number).filter(|&number| number < self.starts())?,
        };
        Some(Position::new(self.clone(), self.table.start(Some(number), self.rules.first_mover())))
    }

    /// Returns the position that a FEN describes. What follows the side to move may be left out.
    ///
    /// ```
    /// let courier = ferz::Variant::load("courier", &[])?;
    /// let error = courier.position("8/8 w").unwrap_err();
    /// assert_eq!(error.range, 0..3);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    ///
    /// # Errors
    /// The fault of the FEN and its place.
    pub fn position(&self, fen: &str) -> Result<Position, FenError> {
        Position::read(self, fen)
    }

    /// Returns what a FEN says that means nothing in this game, and is ignored: castling rights in a game without castling, pieces in hand in one
    /// in which they never run out.
    ///
    /// ```
    /// let antichess = ferz::Variant::load("antichess", &[])?;
    /// let notes = antichess.fen_notes("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    /// assert_eq!(notes[0].message, "this game has no castling: `K` is ignored");
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    ///
    /// # Errors
    /// The fault of the FEN and its place.
    pub fn fen_notes(&self, fen: &str) -> Result<Vec<FenError>, FenError> {
        Ok(self.table.position(fen)?.1)
    }

    /// Starts a game in the start position.
    pub fn start(&self) -> Game {
        self.start_position().into()
    }

    /// Starts a game in the position that a FEN describes.
    ///
    /// # Errors
    /// The fault of the FEN and its place.
    pub fn start_from(&self, fen: &str) -> Result<Game, FenError> {
        self.position(fen).map(Game::from)
    }

    /// Returns the start position, for the layers below games.
    pub(super) fn array(&self) -> Box<dyn super::erased::ErasedPosition> {
        self.table.start(None, self.rules.first_mover()).0
    }

    /// Returns a game with this name and other rules.
    #[cfg(feature = "tools")]
    pub(crate) fn with_rules(&self, rules: Rules) -> Self {
        let rules = Arc::new(rules);
        Self { table: compile(&rules), rules, types: Arc::default(), hash: Arc::default(), ..self.clone() }
    }
}

/// The description of a piece type of this variant.
///
/// # Panics
/// If the type is of another variant, which has more types.
impl std::ops::Index<PieceType> for Variant {
    type Output = PieceTypeInfo;

    fn index(&self, piece_type: PieceType) -> &PieceTypeInfo {
        &self.piece_types()[piece_type.index()]
    }
}

/// Loads a built-in game: its path in the library, and its text.
fn built_in(name: &str, (path, text): (&str, &str), choices: &[Choice]) -> Result<Variant, LoadError> {
    let stem = Path::new(path).file_stem().map_or(name.into(), |stem| stem.to_string_lossy());
    let variant = load_text(&stem, path, text, Folder::None, choices)?;
    match BuiltIn.values(&stem) {
        Some(values) => variant.valued(&format!("{stem}.values"), values),
        None => Ok(variant),
    }
}

/// Returns the error that consists of one problem without a place.
fn failed(problem: Diagnostic) -> Result<Variant, LoadError> {
    let mut report = Report::default();
    report.push(problem);
    Err(LoadError { report, sources: Sources::default() })
}

fn unknown(name: &str) -> Diagnostic {
    Diagnostic::error("ferz::game::unknown", format!("there is no game called `{name}`"))
}

/// Returns the names that may have been meant.
fn other_names(name: &str) -> String {
    let names = BuiltIn.names();
    match listed(names.iter().copied().filter(|other| name.len() > 2 && other.contains(name))) {
        none if none.is_empty() => {
            suggest(name, names.iter().copied(), "the built-in games are").unwrap_or_default()
        }
        found => format!("the built-in games with this in their names are {found}"),
    }
}

/// The pipeline: read, resolve, compile.
fn load_text(
    name: &str,
    shown: &str,
    text: &str,
    folder: Folder<'_>,
    choices: &[Choice],
) -> Result<Variant, LoadError> {
    let (mut sources, mut report) = (Sources::default(), Report::default());
    let definition = read(shown, text, folder, &BuiltIn, choices, &mut sources, &mut report);
    let resolved = definition.map(|definition| {
        let rules = resolve(&definition, &mut report);
        (rules, definition)
    });
    match resolved {
        Some((rules, definition)) if !report.has_errors() => {
            Ok(Variant::compile(name.into(), definition, rules))
        }
        _ => Err(LoadError { report, sources }),
    }
}

/// Returns the game of some rules in the narrowest width the board fits.
fn compile(rules: &Arc<Rules>) -> Arc<dyn ErasedVariant> {
    match rules.geometry.squares() {
        0..=64 => compiled::<u64>(rules),
        65..=128 => compiled::<u128>(rules),
        _ => compiled::<U256>(rules),
    }
}

const _: () = assert!(U256::WIDTH >= 16 * 16);

/// Reads a game file for inspection, whether or not it can be played.
#[cfg(feature = "tools")]
pub(crate) fn look_at(
    shown: &str,
    text: &str,
    folder: Folder<'_>,
    library: &dyn Library,
) -> (Option<Definition>, Report, Sources) {
    let (mut sources, mut report) = (Sources::default(), Report::default());
    let definition = read(shown, text, folder, library, &[], &mut sources, &mut report);
    (definition, report, sources)
}
