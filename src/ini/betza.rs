//! Movements as variants.ini writes them, in the dialect of game files.

use crate::notation::moves::{clear, directs};

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
/// The separator of directions that were apart.
const BETWEEN: &str = " ";
/// Two letters that are one direction.
const PAIRS: [&str; 16] =
    ["ff", "bb", "ll", "rr", "fl", "fr", "bl", "br", "lf", "lb", "rf", "rb", "fs", "bs", "lv", "rv"];

/// Reads a movement, term by term.
pub(super) fn read(text: &str) -> Result<Moves, Wrong> {
    let mut moves = Moves::default();
    let mut at = 0;
    while at < text.len() {
        let wrong = |from: usize, to: usize, message: String| (at + from..at + to, message);
        let letters = text[at..].find(|c: char| !c.is_ascii_lowercase()).unwrap_or(text.len() - at);
        let (modifiers, rest) = text[at..].split_at(letters);
        if let Some(odd) = modifiers.find(|c| !MODIFIERS.contains(c)) {
            let message = format!("Fairy-Stockfish has no letter `{}`", &modifiers[odd..=odd]);
            return Err(wrong(odd, odd + 1, message));
        }
        let next = rest.chars().next();
        let Some(capital) = next.filter(|c| ATOMS.contains(*c)) else {
            let (length, place) = next.map_or((0, "at the end"), |c| (c.len_utf8(), "here"));
            let message = format!("a capital such as `W` or `N` is missing {place}");
            return Err(wrong(letters, letters + length, message));
        };
        let after = &rest[1..];
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let range = &after[..if after.starts_with(capital) { 1 } else { digits }];
        let length = letters + 1 + range.len();
        if !range.is_empty() && !RIDES.contains(capital) {
            return Err(wrong(0, length, format!("Fairy-Stockfish has no rider for the leap `{capital}`")));
        }
        moves.term(modifiers, capital, range).map_err(|fault| wrong(0, length, fault))?;
        at += length;
    }
    Ok(moves)
}

/// Returns a movement in the notation of game files, if it can be read.
pub(crate) fn words(text: &str) -> Option<String> {
    Some(read(text).ok()?.words())
}

impl Moves {
    fn term(&mut self, modifiers: &str, capital: char, range: &str) -> Result<(), String> {
        self.en_passant |= modifiers.contains('e');
        let first = modifiers.contains('i');
        let rest = modifiers.chars().filter(|c| !matches!(c, 'e' | 'i'));
        let mut modes: String = rest.filter(|c| !directs(*c)).collect();
        // letters with others between them are directions of their own
        let apart = modifiers.split(|c| !directs(c)).filter(|ways| !ways.is_empty());
        let ways = apart.collect::<Vec<_>>().join(BETWEEN);
        if first {
            // first moves only go to empty squares
            if modes.contains('c') && !modes.contains('m') {
                return Err("in Fairy-Stockfish, no first move captures".to_owned());
            }
            modes.retain(|c| c != 'c');
            if !modes.contains('m') {
                modes.insert(0, 'm');
            }
        }
        let (capital, range) = hopping(&mut modes, capital, range)?;
        lame(&mut modes, capital, &range)?;
        let doubled = range.starts_with(capital);
        for (part, ways) in parts(capital, &ways)? {
            let plain = format!("{ways}{modes}");
            let range = if doubled { part.to_string() } else { range.clone() };
            let (part, range) = match part {
                'W' if doubled => ('R', ""),
                'F' if doubled => ('B', ""),
                'R' | 'B' | 'Q' if doubled => (part, ""),
                _ => (part, &*range),
            };
            let term = format!("{plain}{part}{range}");
            if first { self.first.push(term) } else { self.always.push(term) }
        }
        Ok(())
    }

    /// The movement in the notation of game files, with the first moves.
    pub(super) fn words(&self) -> String {
        let first = self.first.iter().map(|term| format!("i{term}"));
        self.always.iter().cloned().chain(first).collect::<Vec<_>>().join(" ")
    }

    /// Returns `true` if a first move passes over squares.
    pub(super) fn passes_first(&self) -> bool {
        let step = |term: &String| {
            term.ends_with(['W', 'F', 'K', 'N', 'C', 'Z']) || !term.contains(|c: char| c.is_ascii_uppercase())
        };
        self.first.iter().any(|term| !step(term))
    }

    /// Returns `true` if a first move leaps over squares.
    pub(super) fn leaps_first(&self) -> bool {
        let leaps = |term: &String| term.ends_with(['D', 'A', 'H', 'G']) && !term.contains('n');
        self.first.iter().any(leaps)
    }

    /// The movement in one text.
    pub(super) fn text(terms: &[String]) -> String {
        let spaced = terms.iter().any(|term| term.len() > 1)
            && !terms.iter().all(|term| term.chars().all(|c| !"fblrsvhin".contains(c)));
        terms.join(if spaced { " " } else { "" })
    }
}

/// Returns the capital and the range of a hopping piece as in game files. A hop of a leap's length rides there, and one that lands next
/// to what it hops over has a limit of 1.
fn hopping(modes: &mut String, capital: char, range: &str) -> Result<(char, String), String> {
    if !modes.contains(['p', 'g']) {
        return Ok((capital, range.to_owned()));
    }
    let rides = match capital {
        'W' | 'R' => 'R',
        'F' | 'B' => 'B',
        'K' | 'Q' => 'Q',
        _ => return Err(format!("in Fairy-Stockfish a hopping `{capital}` never moves")),
    };
    let limit = range.trim_start_matches(|c: char| !c.is_ascii_digit());
    let hop = match limit {
        "" => return Ok((rides, String::new())),
        "1" => "g",
        _ => "p",
    };
    *modes = modes.replace(['p', 'g'], hop);
    Ok((rides, if limit == "1" { String::new() } else { limit.to_owned() }))
}

/// Drops the `n` of a rider, which changes nothing in Fairy-Stockfish.
fn lame(modes: &mut String, capital: char, range: &str) -> Result<(), String> {
    if modes.contains('n') && "HCLG".contains(capital) {
        return Err(format!("in Fairy-Stockfish a lame `{capital}` never moves"));
    }
    if "RBQ".contains(capital) || !range.is_empty() {
        modes.retain(|c| c != 'n');
    }
    Ok(())
}

/// Returns the parts of a movement in these directions: their capitals and directions, where several letters add up.
fn parts(capital: char, ways: &str) -> Result<Vec<(char, String)>, String> {
    let own = clear(capital);
    let compound = [('K', 'W', 'F'), ('Q', 'R', 'B')].into_iter().find(|(both, ..)| *both == capital);
    let squares: &[(i8, i8)] = match own {
        'N' | 'C' | 'Z' => &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)],
        'F' | 'B' | 'A' | 'G' | 'K' | 'Q' => &[(1, 1), (1, -1), (-1, -1), (-1, 1)],
        _ => &[],
    };
    if ways.is_empty() || squares.is_empty() || ways.contains('h') {
        if ways.contains('h') && ways.contains(BETWEEN) {
            return Err("an `h` goes with the letter next to it".to_owned());
        }
        let ways = ways.replace(BETWEEN, "");
        return Ok(match compound {
            // in Fairy-Stockfish, one direction of a king or a queen is three
            Some((_, line, slant)) if !ways.is_empty() => vec![(line, ways.clone()), (slant, ways)],
            _ => vec![(own, ways)],
        });
    }
    let ways = ways.split(BETWEEN).map(directions).collect::<Result<Vec<_>, _>>()?.concat();
    let mut parts = Vec::new();
    if let Some((_, straight, _)) = compound {
        // of two letters, the second is the straight direction between them
        let mut letters: Vec<char> = ways.iter().filter_map(|way| way.chars().last()).collect();
        letters.dedup();
        parts.push((straight, letters.iter().collect()));
    }
    let oblique = compound.map_or(own, |(.., oblique)| oblique);
    parts.extend(fewest(&ways, squares).into_iter().map(|way| (oblique, way.to_owned())));
    Ok(parts)
}

/// Returns the directions without those that lie within others; an empty one for all.
fn fewest<'a>(ways: &[&'a str], squares: &[(i8, i8)]) -> Vec<&'a str> {
    let mut sorted = ways.to_vec();
    sorted.sort_by_key(|way| std::cmp::Reverse(squares.iter().filter(|by| goes(way, **by)).count()));
    let mut kept: Vec<&str> = Vec::new();
    for way in sorted {
        let more = |by: &(i8, i8)| goes(way, *by) && !kept.iter().any(|kept| goes(kept, *by));
        if squares.iter().any(more) {
            kept.push(way);
        }
    }
    match squares.iter().all(|by| kept.iter().any(|way| goes(way, *by))) {
        true => vec![""],
        false => kept,
    }
}

/// Returns the directions of letters that stand next to each other.
fn directions(ways: &str) -> Result<Vec<&str>, String> {
    let mut directions: Vec<&str> = Vec::new();
    let mut rest = ways;
    while !rest.is_empty() {
        let length = if PAIRS.iter().any(|pair| rest.starts_with(pair)) { 2 } else { 1 };
        let (way, after) = rest.split_at(length);
        let misread = [("s", ['f', 'b', 'v']), ("v", ['l', 'r', 's'])];
        if misread.iter().any(|(before, letters)| way == *before && after.starts_with(letters)) {
            return Err(format!("`{way}` before `{}` is not a direction in Fairy-Stockfish", &after[..1]));
        }
        directions.push(way);
        rest = after;
    }
    Ok(directions)
}

/// Returns `true` if a leap goes in a direction. Of two letters, the second is the direction in which it goes farther.
fn goes(way: &str, (dx, dy): (i8, i8)) -> bool {
    let towards = |letter: char| match letter {
        'f' => dy > 0,
        'b' => dy < 0,
        'l' => dx < 0,
        'r' => dx > 0,
        _ => true,
    };
    let farther = match way.chars().last() {
        Some('f' | 'b' | 'v') => dy.abs() >= dx.abs(),
        _ => dx.abs() >= dy.abs(),
    };
    way.chars().all(towards) && farther
}
