//! Tables of keys: what may be written where, said once.
//!
//! The same table serves reading, "did you mean", the diagnostics about unknown and missing keys, and whatever else wants
//! to know the language (a schema, a language server, a formatter, the manual).

/// One key of a table.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Key {
    /// Its name, as it is written.
    pub name: &'static str,
    /// The kind of value of the key.
    pub kind: Kind,
    /// The meaning of the key, in a sentence for authors.
    pub doc: &'static str,
    /// True if the key is required.
    pub required: bool,
    /// A value as it may be written, without the key: `12`, `"rank 8"`.
    pub example: &'static str,
    /// Names and words that may stand there beside those of the kind.
    pub hint: Hint,
}

/// Names and words that may stand under a key, where its kind does not tell.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Hint {
    /// None.
    Nothing,
    /// The names in the table are those of pieces.
    PieceNames,
    /// The text is one of these phrases, each with its meaning; `{piece}` is any piece's name, `{royal}` that of a royal one.
    Phrases(&'static [(&'static str, &'static str)]),
    /// Words beside those of the kind, each with its meaning.
    Words(&'static [(&'static str, &'static str)]),
}

impl Key {
    /// A key that may be left out.
    pub(crate) const fn optional(
        name: &'static str,
        kind: Kind,
        doc: &'static str,
        example: &'static str,
    ) -> Self {
        Self { name, kind, doc, required: false, example, hint: Hint::Nothing }
    }

    /// A key that must be there.
    pub(crate) const fn required(
        name: &'static str,
        kind: Kind,
        doc: &'static str,
        example: &'static str,
    ) -> Self {
        Self { name, kind, doc, required: true, example, hint: Hint::Nothing }
    }

    /// Returns the key with a hint.
    pub(crate) const fn with(self, hint: Hint) -> Self {
        Self { hint, ..self }
    }

    /// The key as an author may write it.
    pub fn written(&self) -> String {
        match self.kind {
            Kind::Table(_) | Kind::Named(_) | Kind::Rules(_) if self.example.is_empty() => {
                format!("[{}]", self.name)
            }
            _ => format!("{} = {}", self.name, self.example),
        }
    }
}

/// The kind of value that may be written under a key.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// Any text.
    Text,
    /// A text on one line without escapes, because places in it are reported.
    Line,
    /// A whole number within bounds, both included.
    Integer {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// `true` or `false`.
    Flag,
    /// A text or a list of texts.
    Words,
    /// A number of points: whole or half, from 0 to 999.
    Points,
    /// A whole number, or words such as `about 1205`.
    Year,
    /// One of these texts.
    OneOf(&'static [&'static str]),
    /// A list, each item of this kind.
    List(&'static Kind),
    /// A table of these keys.
    Table(&'static KeyTable),
    /// A table with names of the author's choosing, each value of this kind.
    Named(&'static Kind),
    /// Rules of one sort, each a table of this kind below a name of the author's choosing. One may do without a name: its keys stand beside
    /// the names, which are never those of keys.
    Rules(&'static Kind),
    /// Any of these; the first that fits is meant.
    Either(&'static [Kind]),
    /// A text in the notation of moves.
    Moves,
    /// A text in the notation of squares.
    Squares,
    /// A text in the notation of sets of pieces.
    Pieces,
    /// A text in the notation of kinds of move.
    MoveKinds,
    /// A text that names pieces on the board, by owner, type and place.
    Selection,
    /// A text in the notation of conditions.
    Condition,
    /// Any value, checked later.
    Free,
}

impl Kind {
    /// Returns a description of the expected value, in an author's terms.
    pub fn words(&self) -> String {
        match self {
            Kind::Text | Kind::Line => "text".into(),
            Kind::Integer { .. } => "a whole number".into(),
            Kind::Flag => "`true` or `false`".into(),
            Kind::Words => "text or a list of texts".into(),
            Kind::Points => "a number, whole or half".into(),
            Kind::Year => "a year (a whole number or text)".into(),
            Kind::OneOf(words) => {
                let quoted: Vec<_> = words.iter().map(|word| format!("`\"{word}\"`")).collect();
                super::spelling::either(&quoted)
            }
            Kind::List(kind) => match kind {
                Kind::Text | Kind::Line => "a list of texts".into(),
                Kind::Integer { .. } => "a list of whole numbers".into(),
                Kind::Table(_) => "a list of tables".into(),
                kind => format!("a list (each item {})", kind.words()),
            },
            Kind::Table(_) | Kind::Named(_) | Kind::Rules(_) => "a table".into(),
            Kind::Either(kinds) => kinds.iter().map(Kind::words).collect::<Vec<_>>().join(", or "),
            Kind::Moves => "text that describes moves".into(),
            Kind::Squares => "text that names squares".into(),
            Kind::Pieces => "text that names piece types".into(),
            Kind::MoveKinds => "text that names kinds of move".into(),
            Kind::Selection => "text that names pieces on the board".into(),
            Kind::Condition => "text with a condition".into(),
            Kind::Free => "anything".into(),
        }
    }

    /// The keys of a table of this kind, if it has keys of the language.
    pub fn keys(&self) -> Option<&'static KeyTable> {
        match self {
            Kind::Table(keys) => Some(keys),
            Kind::Rules(kind) => kind.keys(),
            _ => None,
        }
    }

    /// Returns `true` if `true` and `false` are ordinary values of this kind.
    pub fn takes_flag(&self) -> bool {
        match self {
            Kind::Flag | Kind::Free => true,
            Kind::Either(kinds) => kinds.iter().any(Kind::takes_flag),
            _ => false,
        }
    }

    /// Returns an example of such a value, if values of this kind look alike everywhere.
    pub(crate) fn example(&self) -> Option<String> {
        match self {
            Kind::Squares => Some("\"rank 8\"".into()),
            Kind::List(kind) => Some(format!("[{}]", kind.example()?)),
            Kind::Either(kinds) => kinds.iter().find_map(Kind::example),
            Kind::Table(table) => table.example(),
            Kind::Rules(kind) => kind.example(),
            _ => None,
        }
    }

    /// Returns `true` if several names stand in one text, where an author may write a list.
    pub(crate) fn is_one_text(&self) -> bool {
        match self {
            Kind::Pieces | Kind::Squares => true,
            Kind::Either(kinds) => kinds.iter().any(Kind::is_one_text),
            _ => false,
        }
    }

    /// Returns `true` if the value is a text that no grammar parses.
    pub(crate) fn is_plain_text(&self) -> bool {
        match self {
            Kind::Text | Kind::Line | Kind::Words | Kind::Year => true,
            Kind::Either(kinds) => kinds.iter().all(Kind::is_plain_text),
            _ => false,
        }
    }

    /// Returns `true` if faults are reported at places inside the text, so that it must be in the file verbatim.
    pub(crate) fn is_notation(&self) -> bool {
        matches!(
            self,
            Kind::Line
                | Kind::Moves
                | Kind::Squares
                | Kind::Pieces
                | Kind::MoveKinds
                | Kind::Selection
                | Kind::Condition
        )
    }
}

/// The keys of a table.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct KeyTable {
    /// The name of the table, such as `board` or `piece`.
    pub name: &'static str,
    /// The meaning of the table, in a sentence for authors.
    pub doc: &'static str,
    /// Its keys, in the order in which they are shown.
    pub keys: &'static [Key],
}

impl KeyTable {
    /// The key of that name.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// The names of the keys, in the table's order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        self.keys.iter().map(|key| key.name)
    }

    /// Such a table between braces, with the keys it must have.
    fn example(&self) -> Option<String> {
        let required: Vec<_> = self.keys.iter().filter(|key| key.required).collect();
        let keys = if required.is_empty() { self.keys.iter().take(1).collect() } else { required };
        let lines: Vec<_> = keys.iter().map(|key| key.written()).collect();
        keys.iter().all(|key| !key.example.is_empty()).then(|| format!("{{ {} }}", lines.join(", ")))
    }

    /// Every heading under which a key of that name may stand, below this table.
    pub(crate) fn homes(&'static self, key: &str) -> Vec<String> {
        let mut found = Vec::new();
        self.search(key, "", &mut Vec::new(), &mut found);
        found
    }

    fn search(
        &'static self,
        key: &str,
        path: &str,
        seen: &mut Vec<*const KeyTable>,
        found: &mut Vec<String>,
    ) {
        if seen.contains(&std::ptr::from_ref(self)) {
            return;
        }
        seen.push(self);
        if self.key(key).is_some() {
            found.push(path.to_owned());
        }
        for inner in self.keys {
            let dot = if path.is_empty() { "" } else { "." };
            inner.kind.search(key, &format!("{path}{dot}{}", inner.name), seen, found);
        }
    }
}

impl Kind {
    fn search(&self, key: &str, path: &str, seen: &mut Vec<*const KeyTable>, found: &mut Vec<String>) {
        match self {
            Kind::Table(table) => table.search(key, path, seen, found),
            Kind::List(kind) | Kind::Rules(kind) => kind.search(key, path, seen, found),
            Kind::Named(kind) => kind.search(key, &format!("{path}.NAME"), seen, found),
            Kind::Either(kinds) => kinds.iter().for_each(|kind| kind.search(key, path, seen, found)),
            _ => {}
        }
    }
}
