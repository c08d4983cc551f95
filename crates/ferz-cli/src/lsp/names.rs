//! The names in a text: where each is given, and where it is used.

use std::ops::Range;

use ferz::language::{Hint, Kind};

use super::outline::{Outline, Role, Zone};
use super::shape;

/// The sort of thing that a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Piece,
    Region,
    End,
    Option,
    /// A value of the option of that name.
    Answer(String),
}

impl Sort {
    /// One of the sort, with its article.
    pub(super) fn one(&self) -> &'static str {
        match self {
            Self::Piece => "a piece",
            Self::Region => "a region",
            Self::End => "an end",
            Self::Option => "an option",
            Self::Answer(_) => "a value",
        }
    }

    /// The sort in a sentence.
    pub(super) fn words(&self) -> &'static str {
        self.one().split(' ').next_back().unwrap_or_default()
    }
}

/// A name at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mention {
    pub(super) sort: Sort,
    /// The word as it stands there.
    pub(super) word: String,
    pub(super) range: Range<usize>,
    /// True if the name is defined here.
    pub(super) defines: bool,
}

impl Mention {
    /// Returns `true` if this is a mention of the name; for a piece also in the plural, if no other piece has that name.
    pub(super) fn is_of(&self, sort: &Sort, name: &str, is_given: impl Fn(&str) -> bool) -> bool {
        let plural =
            || *sort == Sort::Piece && self.word.strip_suffix('s') == Some(name) && !is_given(&self.word);
        self.sort == *sort && (self.word == name || plural())
    }
}

/// All names in a text, in the order of their places.
pub(super) fn mentions(text: &str, outline: &Outline) -> Vec<Mention> {
    let mut found = Vec::new();
    for (at, zone) in outline.zones.iter().enumerate() {
        let path = outline.path(zone.node);
        match zone.role {
            Role::Key { .. } => found.extend(of_key(text, zone, &path, &outline.zones[at + 1..])),
            Role::Text => of_text(text, zone, &path, &mut found),
            _ => {}
        }
    }
    found
}

fn of_key(text: &str, zone: &Zone, path: &[&str], rest: &[Zone]) -> Option<Mention> {
    let (sort, defines) = match shape::plain(path) {
        ["pieces", _] => (Sort::Piece, true),
        ["regions", _] => (Sort::Region, true),
        ["end", _] => (Sort::End, true),
        ["options", _] => (Sort::Option, true),
        ["options", option, "values", _] => (Sort::Answer((*option).to_owned()), true),
        ["example", "options", _] => (Sort::Option, false),
        ["promotion", "to" | "limit", _] | ["promotion", _, "to" | "limit", _] => (Sort::Piece, false),
        [table @ .., _] if matches!(shape::hint_at(table), Hint::PieceNames) => (Sort::Piece, false),
        _ => return None,
    };
    // after the equals sign and the spaces
    let value = rest.iter().take(3).find(|next| next.node == zone.node && next.role == Role::Bare);
    let removed = value.is_some_and(|value| &text[value.range.clone()] == "false");
    let defines = defines && !shape::in_answer(path) && !removed;
    Some(Mention { sort, word: text[zone.range.clone()].to_owned(), range: zone.range.clone(), defines })
}

fn of_text(text: &str, zone: &Zone, path: &[&str], found: &mut Vec<Mention>) {
    let inside = &text[zone.range.clone()];
    let mut push = |sort: Sort, range: Range<usize>| {
        let range = zone.range.start + range.start..zone.range.start + range.end;
        found.push(Mention { sort, word: text[range.clone()].to_owned(), range, defines: false });
    };
    match (shape::plain(path), shape::text_at(path)) {
        (_, Some(Kind::Pieces | Kind::MoveKinds | Kind::Selection)) => {
            words(inside).for_each(|range| push(Sort::Piece, range))
        }
        (path, _) if matches!(shape::hint_at(path), Hint::Phrases(_)) => {
            words(inside).for_each(|range| push(Sort::Piece, range));
        }
        (_, Some(Kind::Squares)) => words(inside).for_each(|range| push(Sort::Region, range)),
        (_, Some(Kind::Condition)) => {
            in_condition(inside).into_iter().for_each(|(sort, range)| push(sort, range));
        }
        (["example", "options", option] | ["options", option, "default"], _) => {
            push(Sort::Answer((*option).to_owned()), 0..inside.len());
        }
        (["example", "reason"], _) => push(Sort::End, 0..inside.len()),
        _ => {}
    }
}

/// Words of lower-case letters, digits and dashes.
pub(super) fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(in_word)?;
        at = start + text[start..].find(|sign| !in_word(sign)).unwrap_or(text.len() - start);
        Some(start..at)
    })
}

/// Returns `true` if a character may be in the middle of a name.
pub(super) fn in_word(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '-' || sign == '_'
}

/// The names of a condition: of regions from `in`, `on` or `connects` up to the next `and`, `or`, `at`, owner or bracket, otherwise of
/// pieces.
fn in_condition(text: &str) -> Vec<(Sort, Range<usize>)> {
    let (mut found, mut place, mut end) = (Vec::new(), false, 0);
    for range in words(text) {
        place &= !text[end..range.start].contains(['(', ')']);
        end = range.end;
        match &text[range.clone()] {
            "in" | "on" | "connects" | "connect" if !place => place = true,
            "and" | "or" | "at" | "my" | "their" => place = false,
            _ => found.push((if place { Sort::Region } else { Sort::Piece }, range)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, sort: &Sort) -> Vec<(String, bool)> {
        let all = mentions(text, &Outline::of(text)).into_iter();
        all.filter(|one| one.sort == *sort).map(|one| (one.word, one.defines)).collect()
    }

    #[test]
    fn pieces_are_named_in_their_table_in_lists_in_conditions_and_in_castling() {
        let text = "[pieces]\nking = { letter = \"K\" }\nbishop = false\n[castling]\nways = { short = { king = \"e1 g1\" } }\n\
                    unattacked = \"king's path\"\n[promotion]\nto = \"any but king\"\n[end]\na = { win = \"their king in hill\" }\n";
        let kings: Vec<bool> = found(text, &Sort::Piece)
            .into_iter()
            .filter(|(word, _)| word == "king")
            .map(|(_, given)| given)
            .collect();
        assert_eq!(kings, [true, false, false, false, false]);
        assert!(found(text, &Sort::Piece).contains(&("bishop".to_owned(), false)));
        assert_eq!(found(text, &Sort::Region), [("hill".to_owned(), false)]);
    }

    #[test]
    fn a_condition_says_where_names_of_regions_are() {
        let sorts = |text: &str| {
            let region =
                |(sort, range): (Sort, Range<usize>)| (sort == Sort::Region).then(|| text[range].to_owned());
            in_condition(text).into_iter().filter_map(region).collect::<Vec<_>>()
        };
        assert_eq!(sorts("their king in hill and my rook on rank 8 or check"), ["hill", "rank", "8"]);
        assert_eq!(sorts("count(my pawn in camp) = 1"), ["camp", "1"].map(str::to_owned)[..1]);
        assert_eq!(
            sorts("4 in a row of my stone at W and my stone connects left to right at W"),
            ["a", "row", "of", "left", "to", "right"]
        );
        assert_eq!(sorts("my king in dark in rank 8"), ["dark", "in", "rank", "8"]);
    }

    #[test]
    fn what_an_answer_changes_is_not_given_there() {
        let text =
            "[options.a]\nvalues = { on = {}, off = { pieces.pawn.moves = \"W\" } }\ndefault = \"on\"\n";
        assert_eq!(found(text, &Sort::Piece), [("pawn".to_owned(), false)]);
        let answers = found(text, &Sort::Answer("a".to_owned()));
        assert_eq!(answers.iter().filter(|(_, given)| *given).count(), 2);
        assert!(answers.contains(&("on".to_owned(), false)));
    }
}
