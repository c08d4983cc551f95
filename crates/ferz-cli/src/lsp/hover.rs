//! Hover: the description of the word under the pointer.

use std::fmt::Write as _;

use ferz::draw::text::{Figures, Look, board};
use ferz::draw::{Diagram, svg};
use ferz::language::{Key, Kind};
use ferz::lint::{Area, Reading};
use ferz::movement::{Movement, SIGNS};
use ferz::text::{Span, in_a_row, sentence};
use ferz::{PieceTypeInfo, Variant, builtin_games};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

use super::asking::{Asking, Screen};
use super::documents::Origin;
use super::names::Sort;
use super::outline::{Role, Zone};
use super::{shape, uri};

/// The maximum size of a picture: editors cut off longer replies.
const LARGEST_PICTURE: usize = 60_000;

/// Returns the description of a place, if there is one.
pub(super) fn hover(asking: &Asking<'_>) -> Option<Hover> {
    let zone = asking.zone()?;
    let path = asking.path(zone);
    let text = match zone.role {
        Role::Key { .. } => of_name(asking).or_else(|| shape::key_at(&path).map(of_key)),
        Role::Text => of_text(asking, zone, &path),
        _ => None,
    }?;
    let value = text.trim_end().to_owned();
    let kind = if asking.screen.markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
    let contents = HoverContents::Markup(MarkupContent { kind, value });
    let range = match asking.view.name_at(asking.offset) {
        Some((.., mention)) => mention.range.clone(),
        None => zone.range.clone(),
    };
    Some(Hover { contents, range: Some(asking.lines.range(range)) })
}

/// Describes a key of the language.
pub(super) fn of_key(key: &Key) -> String {
    let mut text = format!("**`{}`**: {}", key.name, key.kind.words());
    if key.required {
        text += " (required)";
    }
    _ = write!(text, "\n\n{}\n\n", key.doc);
    if !key.example.is_empty() {
        _ = write!(text, "```toml\n{}\n```\n", key.written());
    }
    text
}

fn of_text(asking: &Asking<'_>, zone: &Zone, path: &[&str]) -> Option<String> {
    let text = asking.inside(zone);
    let key = || shape::key_at(path).map(of_key);
    match (shape::plain(path), shape::text_at(path)?) {
        (["extends"], _) => of_parent(asking, text),
        (["setup", "white" | "black"], _) => of_letter(asking, text, zone),
        (["example", "fen" | "reaches"], _) => of_position(asking, text),
        (_, Kind::Moves) => of_moves(asking, text, zone, path),
        (_, Kind::Pieces) => of_name(asking).or_else(key),
        (_, Kind::Squares) => of_name(asking).or_else(|| of_squares(asking.reading(), text)),
        (_, Kind::Condition) => {
            let reads = asking.reading().condition(text).map(|words| sentence(&words) + ".\n\n");
            let name = of_name(asking);
            (reads.is_some() || name.is_some()).then(|| reads.unwrap_or_default() + &name.unwrap_or_default())
        }
        _ => of_name(asking).or_else(key),
    }
}

/// Describes the thing whose name stands at the place.
fn of_name(asking: &Asking<'_>) -> Option<String> {
    let (sort, name, _) = asking.view.name_at(asking.offset)?;
    let reading = asking.reading();
    match sort {
        Sort::Piece => {
            let types = reading.piece_types();
            of_piece(reading, types.iter().find(|info| info.name == name)?, asking.screen)
        }
        Sort::Region => {
            let region = reading.region(&name)?;
            Some(format!("**{name}**: {}\n\n{}", region.words, drawn(&region)))
        }
        Sort::End => {
            let ends = reading.ends();
            let end = ends.iter().find(|end| end.name == name)?;
            Some(format!("**{name}**, an end: {}", end.words))
        }
        Sort::Option => {
            let options = reading.options();
            let option = options.iter().find(|option| option.name == name)?;
            let values: Vec<String> = option.values.iter().map(|value| format!("`{value}`")).collect();
            let ask = if option.ask.is_empty() { "an option" } else { &option.ask };
            Some(format!(
                "**{name}**: {ask}\n\nIts values: {}; the default is `{}`.",
                values.join(", "),
                option.value
            ))
        }
        Sort::Answer(_) => None,
    }
}

/// Describes a piece with its movement.
fn of_piece(reading: &Reading, piece: &PieceTypeInfo, screen: Screen) -> Option<String> {
    let royal = if piece.royal { " It is royal." } else { "" };
    let text = format!("**{}** (`{}`), `{}`\n\n", sentence(&piece.name), piece.letter, piece.notation);
    let movement = reading.movement(&piece.name)?;
    Some(text + &of_movement(&movement, &piece.letter, &piece.name, screen) + royal)
}

fn of_moves(asking: &Asking<'_>, text: &str, zone: &Zone, path: &[&str]) -> Option<String> {
    let name = path.len().checked_sub(2).and_then(|at| path.get(at)).copied().unwrap_or("piece");
    let mut said = String::new();
    let reading = asking.reading();
    if let Ok((movement, _)) = Movement::read(reading.cells(), text, Span::default()) {
        let types = reading.piece_types();
        let letter = types.iter().find(|kind| kind.name == name).map_or("@", |kind| &kind.letter);
        said += &of_movement(&movement, letter, name, asking.screen);
    }
    let at = asking.offset.saturating_sub(zone.range.start).min(text.len());
    let letter = text[at..].chars().next().or_else(|| text[..at].chars().next_back());
    let meaning = SIGNS.iter().find(|(sign, _)| letter.is_some_and(|letter| sign.starts_with(letter)));
    if let Some((sign, meaning)) = meaning {
        _ = write!(said, "\n`{sign}`: {meaning}\n");
    }
    (!said.is_empty()).then_some(said)
}

/// Describes a movement in words, as a picture, and in signs for editors that show no pictures.
fn of_movement(movement: &Movement, letter: &str, name: &str, screen: Screen) -> String {
    let known = match movement.names() {
        [] => String::new(),
        names => format!(" Known as the {}.", in_a_row(names, "or")),
    };
    let words = sentence(&movement.words()) + "." + &known;
    let diagram = Diagram::of(movement);
    let (signs, legend) = diagram.text(letter, false);
    let mut text = format!("{words}\n\n");
    if screen.pictures {
        let picture = uri::picture(&svg::movement(&diagram, letter, name, &words, svg::Frame::Alone));
        if picture.len() <= LARGEST_PICTURE {
            _ = write!(text, "![{words}]({picture})\n\n");
        }
    }
    _ = write!(text, "```text\n{signs}\n");
    legend.iter().for_each(|(sign, words)| _ = writeln!(text, "{sign}  {words}"));
    text + "```\n"
}

fn of_squares(reading: &Reading, text: &str) -> Option<String> {
    let area = reading.squares(text)?;
    Some(format!("{}\n\n{}", sentence(&area.words), drawn(&area)))
}

/// The board on which the squares are marked, as a block.
fn drawn(area: &Area) -> String {
    format!("```text\n{}```\n", area.drawing)
}

/// Describes the piece whose letter stands in a row of the start position.
fn of_letter(asking: &Asking<'_>, text: &str, zone: &Zone) -> Option<String> {
    let at = asking.offset.saturating_sub(zone.range.start).min(text.len());
    let start = text[..at].rfind(' ').map_or(0, |blank| blank + 1);
    let end = text[at..].find(' ').map_or(text.len(), |blank| at + blank);
    let letter = &text[start..end];
    let types = asking.reading().piece_types();
    of_piece(asking.reading(), types.iter().find(|info| info.letter == letter)?, asking.screen)
}

/// Returns a position of the game with the default options.
fn of_position(asking: &Asking<'_>, fen: &str) -> Option<String> {
    let game = asking.reading().variant()?.start_from(fen).ok()?;
    Some(format!("```text\n{}\n```", board(&game, &Look::plain(Figures::Letters), &[])))
}

fn of_parent(asking: &Asking<'_>, name: &str) -> Option<String> {
    if let Some(Origin::File(path)) = asking.view.parts.get(1).map(|part| &part.origin) {
        return Some(format!("the file `{}`", path.display()));
    }
    let known = builtin_games().contains(&name);
    let variant = Variant::builtin(name, &[]).ok().filter(|_| known)?;
    let year = variant.year().map_or_else(String::new, |year| format!(" ({year})"));
    let board = format!("{} files, {} ranks", variant.files(), variant.ranks());
    Some(format!("**{}**{year}, a built-in game: {board}", variant.title()))
}
