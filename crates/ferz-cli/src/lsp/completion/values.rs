//! Values: words of the notations, names, and games.

use std::ops::Range;

use ferz::builtin_games;
use ferz::draw::figure_names;
use ferz::language::{Hint, Kind, condition_words, move_kind_words};
use ferz::movement::{KnownMovement, SIGNS, known_movements};
use ferz::text::sentence;
use lsp_types::CompletionItemKind as Item;

use super::super::asking::Asking;
use super::super::names::Sort;
use super::super::outline::Zone;
use super::super::shape;
use super::{Offer, word_around};

/// The words of lists of pieces.
const PIECE_WORDS: [(&str, &str); 2] = [("any", "every piece"), ("but", "every piece except: `any but …`")];

/// The words of pieces that an effect is about.
const SELECTION_WORDS: [(&str, &str); 13] = [
    ("ahead of it", "the next square in the direction of the move: `their any ahead of it`"),
    ("behind its start", "the next square back from where the move began: `their any behind its start`"),
    ("on the rank of", "the ranks of other pieces: `their any on its file on the rank of my king`"),
    ("on the file of", "the files of other pieces: `their any on its rank on the file of my king`"),
    ("it", "the piece that has moved"),
    ("my", "pieces of the player who has moved: `my rook`"),
    ("their", "pieces of the opponent: `their king`"),
    ("any", "pieces of both players, or of all types: `any but pawn`"),
    ("but", "except these types"),
    ("at", "where a movement leads: `any at K from it`"),
    ("from", "the square that the movement begins on"),
    ("between", "in an unbroken row: `their any between it and my any at Q`"),
    ("on", "on some squares: `my pawn on rank 4`"),
];

/// The words of sets of squares.
const SQUARE_WORDS: [(&str, &str); 9] = [
    ("rank", "one rank: `rank 8`"),
    ("ranks", "ranks next to each other: `ranks 1..3`"),
    ("file", "one file: `file a`"),
    ("files", "files next to each other: `files a..c`"),
    ("all", "every square"),
    ("dark", "the dark squares"),
    ("light", "the light squares"),
    ("in", "those of the first that are in the second: `dark in rank 8`"),
    ("but", "those of the first that are not in the rest: `dark but a1`"),
];

/// The words of conditions beside those of facts.
const CONDITION_WORDS: [(&str, &str); 13] = [
    ("can(", "a move leads to a position where this holds: `can(count(theirs) = 1)`"),
    ("my", "the player's pieces: `my pawn on rank 8`"),
    ("their", "pieces of the opponent: `their queen in hill`"),
    ("any", "pieces of both sides"),
    ("mine", "all the player's pieces, in `count(mine)`"),
    ("theirs", "all pieces of the opponent, in `count(theirs)`"),
    ("all", "all pieces, in `count(all)`"),
    ("in", "on the squares of a region"),
    ("on", "on some squares"),
    ("and", "all of them hold"),
    ("or", "at least one of them holds"),
    ("not", "it does not hold"),
    ("without", "what did not happen: `50 moves without capture or pawn move`"),
];

fn keywords<'a>(words: &'a [(&'a str, &'a str)]) -> impl Iterator<Item = Offer> + 'a {
    words.iter().map(|(word, meaning)| Offer::new(*word, Item::KEYWORD, *meaning))
}

/// Returns the completions in a text, and the bytes of the file that they would replace.
pub(super) fn in_text(asking: &Asking<'_>, zone: &Zone) -> (Vec<Offer>, Range<usize>) {
    let (text, path) = (asking.inside(zone), asking.path(zone));
    let at = asking.offset.clamp(zone.range.start, zone.range.end) - zone.range.start;
    let word = word_around(text, at);
    let whole = 0..text.len();
    let range = match (shape::plain(&path), shape::text_at(&path)) {
        (_, Some(Kind::Moves)) | (["setup", ..], _) => at..at,
        (["extends"], _) | (_, Some(Kind::OneOf(_))) => whole,
        (path, _) if matches!(shape::hint_at(path), Hint::Phrases(_)) => whole,
        (["example", "options", _] | ["example", "reason"] | ["options", _, "default"], _) => whole,
        _ => word,
    };
    let offers = offers(asking, &path, &text[..at]);
    (offers, zone.range.start + range.start..zone.range.start + range.end)
}

/// Returns the completions of a value where no quote has been written.
pub(super) fn bare(asking: &Asking<'_>, zone: &Zone) -> Vec<Offer> {
    let path = asking.path(zone);
    let Some(kind) = shape::kind_at(&path) else { return Vec::new() };
    let mut all: Vec<Offer> = Vec::new();
    if kind.takes_flag() {
        all.extend(["true", "false"].map(|flag| Offer::new(flag, Item::VALUE, "")));
    }
    if let (Kind::Integer { min, max }, Some(key)) = (kind, shape::key_at(&path)) {
        all.push(Offer::new(key.example, Item::VALUE, format!("a whole number from {min} to {max}")));
    }
    let quotable = |offer: &Offer| matches!(offer.kind, Item::CONSTANT | Item::ENUM_MEMBER | Item::FILE);
    all.extend(offers(asking, &path, "").into_iter().filter(quotable).map(Offer::quoted));
    let example = shape::key_at(&path).map(|key| key.example).filter(|example| !example.is_empty());
    if let (true, Some(example)) = (all.is_empty(), example) {
        all.push(Offer::new(example, Item::VALUE, "an example"));
    }
    let extends = asking.view.own().outline.top_text("extends").is_some();
    if extends && matches!(kind, Kind::Table(_) | Kind::Named(_) | Kind::Rules(_)) {
        all.push(Offer::new("false", Item::VALUE, "removes what the parent says"));
    }
    all
}

fn offers(asking: &Asking<'_>, path: &[&str], before: &str) -> Vec<Offer> {
    let hint = shape::hint_at(path);
    if let Hint::Phrases(phrases) = hint {
        return phrases.iter().flat_map(|phrase| spelt_out(asking, phrase)).collect();
    }
    match (shape::plain(path), shape::text_at(path)) {
        (["extends"], _) => games(asking, before),
        (["setup", "white" | "black"], _) => letters(asking),
        (["pieces", _, "figure"], _) => {
            figure_names().map(|name| Offer::new(name, Item::ENUM_MEMBER, "a figure")).collect()
        }
        (["example", "reason"], _) => of_sort(asking, &Sort::End),
        (["example", "options", option] | ["options", option, "default"], _) => {
            of_sort(asking, &Sort::Answer((*option).to_owned()))
        }
        (_, Some(Kind::Pieces)) => {
            let more = if let Hint::Words(words) = hint { words } else { &[] };
            let words = keywords(&PIECE_WORDS).chain(keywords(more));
            of_sort(asking, &Sort::Piece).into_iter().chain(words).collect()
        }
        (_, Some(Kind::Squares)) => {
            of_sort(asking, &Sort::Region).into_iter().chain(keywords(&SQUARE_WORDS)).collect()
        }
        (_, Some(Kind::MoveKinds)) => {
            let kinds = move_kind_words().map(|(word, meaning)| Offer::new(word, Item::KEYWORD, meaning));
            let words = keywords(&PIECE_WORDS).chain(kinds);
            of_sort(asking, &Sort::Piece).into_iter().chain(words).collect()
        }
        (_, Some(Kind::Selection)) => {
            of_sort(asking, &Sort::Piece).into_iter().chain(keywords(&SELECTION_WORDS)).collect()
        }
        (_, Some(Kind::Condition)) => conditional(asking, before),
        (_, Some(Kind::Moves)) => {
            let signs = SIGNS.iter().map(|(sign, meaning)| Offer::new(*sign, Item::OPERATOR, *meaning));
            signs.chain(known_movements().iter().flat_map(known)).collect()
        }
        (_, Some(Kind::OneOf(words))) => {
            words.iter().map(|word| Offer::new(*word, Item::ENUM_MEMBER, "")).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the names of a known movement, which are completed to its notation.
fn known(known: &KnownMovement) -> Vec<Offer> {
    let offer = |name: &&str| Offer::new(*name, Item::VALUE, known.notation).written(known.notation);
    known.names.iter().map(offer).collect()
}

/// Returns names of a kind; a piece with its movement in words.
fn of_sort(asking: &Asking<'_>, sort: &Sort) -> Vec<Offer> {
    let types = asking.reading().piece_types();
    let offer = |name: &str| {
        let offer = Offer::new(name, Item::CONSTANT, sort.one());
        match types.iter().find(|kind| *sort == Sort::Piece && kind.name == name) {
            Some(kind) => offer.words(format!("`{}` {}.", kind.letter, sentence(&kind.words))),
            None => offer,
        }
    };
    asking.view.names(sort).into_iter().map(offer).collect()
}

/// Returns the completions in a condition: squares after `in` and `on`, pieces after an owner, otherwise all words.
fn conditional(asking: &Asking<'_>, before: &str) -> Vec<Offer> {
    let start = word_around(before, before.len()).start;
    let last = before[..start].split_whitespace().next_back().unwrap_or("");
    let last = last.rsplit('(').next().unwrap_or("");
    let pieces = of_sort(asking, &Sort::Piece).into_iter();
    let facts = condition_words().map(|(word, meaning)| Offer::new(word, Item::KEYWORD, meaning));
    match last {
        "in" | "on" => of_sort(asking, &Sort::Region).into_iter().chain(keywords(&SQUARE_WORDS)).collect(),
        "my" | "their" | "any" => pieces.collect(),
        _ => facts
            .chain(keywords(&CONDITION_WORDS))
            .chain(pieces)
            .chain(of_sort(asking, &Sort::Region))
            .collect(),
    }
}

/// The letters of the start position.
fn letters(asking: &Asking<'_>) -> Vec<Offer> {
    let types = asking.reading().piece_types();
    let letters = types.iter().map(|kind| Offer::new(&kind.letter, Item::VALUE, &kind.name));
    letters.chain([Offer::new(".", Item::VALUE, "an empty square")]).collect()
}

/// Returns a phrase once for each name that may stand in it.
fn spelt_out(asking: &Asking<'_>, (phrase, meaning): &(&str, &str)) -> Vec<Offer> {
    let types = asking.reading().piece_types();
    let royal = || types.iter().filter(|kind| kind.royal).map(|kind| kind.name.as_str()).collect();
    let (place, names): (&str, Vec<&str>) = match () {
        () if phrase.contains("{piece}") => ("{piece}", asking.view.names(&Sort::Piece)),
        () if phrase.contains("{royal}") => ("{royal}", royal()),
        () => ("", vec![""]),
    };
    let offer = |name: &&str| Offer::new(phrase.replace(place, name), Item::ENUM_MEMBER, *meaning);
    names.iter().map(offer).collect()
}

/// The maximum number of files searched in a folder.
const MOST_FILES: usize = 500;

/// Returns games that can be extended: built-in ones, and files beside this one or in the folder that is being written.
fn games(asking: &Asking<'_>, before: &str) -> Vec<Offer> {
    let built_in = builtin_games().into_iter().filter(|_| !before.contains(['/', '\\']));
    let mut all: Vec<Offer> =
        built_in.map(|name| Offer::new(name, Item::CONSTANT, "a built-in game")).collect();
    let Some(dir) = asking.document.dir() else { return all };
    let folder = before.rfind('/').map_or("./", |slash| &before[..=slash]);
    let own = asking.document.path.as_deref();
    let entries = std::fs::read_dir(dir.join(folder)).into_iter().flatten().flatten().take(MOST_FILES);
    let mut files: Vec<String> = entries
        .filter(|entry| Some(entry.path()) != own.map(std::path::Path::to_path_buf))
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok().filter(|name| !name.starts_with('.'))?;
            let is_folder = entry.file_type().ok()?.is_dir();
            let shown = if is_folder { format!("{folder}{name}/") } else { format!("{folder}{name}") };
            (is_folder || name.ends_with(".toml")).then_some(shown)
        })
        .collect();
    files.sort();
    all.extend(files.into_iter().map(|file| Offer::new(file, Item::FILE, "")));
    all
}
