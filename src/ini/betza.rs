//! Movements as variants.ini writes them, in the dialect of game files.

/// A movement, and its first moves, which variants.ini ties to places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Moves {
    pub(super) always: Vec<String>,
    pub(super) first: Vec<String>,
    /// True if it captures in passing.
    pub(super) en_passant: bool,
}

/// A fault in a movement, with its place.
pub(super) type Wrong = (std::ops::Range<usize>, String);

const MODIFIERS: &str = "mceipgnfblrsvh";
const ATOMS: &str = "WFDNAHCZGKRBQLJ";
const RIDES: &str = "WFNRBQK";

/// Reads a movement, term by term.
pub(super) fn read(text: &str) -> Result<Moves, Wrong> {
    let mut moves = Moves::default();
    let mut rest = text;
    while !rest.is_empty() {
        let at = text.len() - rest.len();
        let letters = rest.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(rest.len());
        let modifiers = &rest[..letters];
        if let Some(odd) = modifiers.find(|c| !MODIFIERS.contains(c)) {
            return Err((
                at + odd..at + odd + 1,
                format!("Fairy-Stockfish has no letter `{}`", &modifiers[odd..=odd]),
            ));
        }
        let Some(capital) = rest[letters..].chars().next().filter(|c| ATOMS.contains(*c)) else {
            let odd = rest[letters..].chars().next();
            let (length, place) = odd.map_or((0, "at the end"), |c| (c.len_utf8(), "here"));
            return Err((
                at + letters..at + letters + length,
                format!("a capital such as `W` or `N` is missing {place}"),
            ));
        };
        let after = &rest[letters + 1..];
        let doubled = after.starts_with(capital);
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let range = &after[..if doubled { 1 } else { digits }];
        if !range.is_empty() && !RIDES.contains(capital) {
            return Err((
                at..at + letters + 1 + range.len(),
                format!("Fairy-Stockfish has no rider for the leap `{capital}`"),
            ));
        }
        moves.term(modifiers, capital, range);
        rest = &after[range.len()..];
    }
    Ok(moves)
}

/// Returns a movement in the words of game files, where it can be read.
pub(crate) fn words(text: &str) -> Option<String> {
    let moves = read(text).ok()?;
    let first = moves.first.iter().map(|term| format!("i{term}"));
    Some(moves.always.iter().cloned().chain(first).collect::<Vec<_>>().join(" "))
}

impl Moves {
    fn term(&mut self, modifiers: &str, capital: char, range: &str) {
        let en_passant = modifiers.contains('e');
        self.en_passant |= en_passant;
        let first = modifiers.contains('i');
        let plain: String = modifiers.chars().filter(|c| !matches!(c, 'e' | 'i')).collect();
        let directed = plain.contains(['f', 'b', 'l', 'r', 's', 'v', 'h']);
        // one direction of a king or a queen is three here
        let parts: &[char] = match capital {
            'K' if directed => &['W', 'F'],
            'Q' if directed => &['R', 'B'],
            'L' => &['C'],
            'J' => &['Z'],
            _ => &[capital],
        };
        let doubled = range.starts_with(capital);
        for part in parts {
            let range = if doubled { part.to_string() } else { range.to_owned() };
            let term = match (part, doubled) {
                ('W', true) => format!("{plain}R"),
                ('F', true) => format!("{plain}B"),
                ('R' | 'B' | 'Q', true) => format!("{plain}{part}"),
                _ => format!("{plain}{part}{range}"),
            };
            if first { self.first.push(term) } else { self.always.push(term) }
        }
    }

    /// The movement in one text.
    pub(super) fn text(terms: &[String]) -> String {
        let spaced = terms.iter().any(|term| term.len() > 1)
            && !terms.iter().all(|term| term.chars().all(|c| !"fblrsvhin".contains(c)));
        terms.join(if spaced { " " } else { "" })
    }
}
