//! Hover: the description of the word under the pointer.

use std::fmt::Write as _;

use ferz::internals::board::SquareSet;
use ferz::internals::compare::movement_names;
use ferz::internals::definition::{Key, Kind, Word};
use ferz::internals::draw::movement::Diagram;
use ferz::internals::draw::svg;
use ferz::internals::draw::text::{Figures, Look, board};
use ferz::internals::model::movement::Movement;
use ferz::internals::model::pieces::PieceType;
use ferz::internals::notation::moves::{MEANINGS, describe, moves_on};
use ferz::internals::rules::Rules;
use ferz::text::{Report, Span};
use ferz::text::{in_a_row, sentence};
use ferz::{Variant, builtin_games};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

use super::asking::{Asking, Screen};
use super::documents::Origin;
use super::names::Sort;
use super::outline::{Role, Zone};
use super::{shape, uri};
use ferz::internals::feature::condition::{condition, reads};

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
        (_, Kind::Squares) => of_name(asking).or_else(|| of_squares(asking.rules()?, text)),
        (_, Kind::Condition) => {
            let reads = condition(text).ok().map(|condition| sentence(&reads(&condition)) + ".\n\n");
            let name = of_name(asking);
            (reads.is_some() || name.is_some()).then(|| reads.unwrap_or_default() + &name.unwrap_or_default())
        }
        _ => of_name(asking).or_else(key),
    }
}

/// Describes the thing whose name stands at the place.
fn of_name(asking: &Asking<'_>) -> Option<String> {
    let (sort, name, _) = asking.view.name_at(asking.offset)?;
    let rules = asking.rules()?;
    match sort {
        Sort::Piece => Some(of_piece(rules.types.iter().find(|kind| kind.name == name)?, asking.screen)),
        Sort::Region => {
            let [white, black] = *rules.regions.get(&name)?;
            let words = rules.scope().squares_of_region([white, black], "and");
            Some(format!("**{name}**: {words}\n\n{}", drawn_squares(rules, white)))
        }
        Sort::End => {
            let end = rules.ends.iter().find(|end| end.name == name)?;
            Some(format!("**{name}**, an end: {}", end.words))
        }
        Sort::Option => {
            let (definition, _) = asking.view.found.as_ref()?;
            let option = definition.options.iter().find(|option| option.name == name)?;
            let values: Vec<String> = option.values.iter().map(|value| format!("`{}`", value.name)).collect();
            let ask = option.ask.as_deref().unwrap_or("an option");
            Some(format!(
                "**{name}**: {ask}\n\nIts values: {}; the default is `{}`.",
                values.join(", "),
                option.default
            ))
        }
        Sort::Answer(_) => None,
    }
}

/// Describes a piece with its movement.
fn of_piece(piece: &PieceType, screen: Screen) -> String {
    let royal = if piece.royal { " It is royal." } else { "" };
    let text = format!("**{}** (`{}`), `{}`\n\n", sentence(&piece.name), piece.letter, piece.notation);
    text + &of_movement(&piece.movement, &piece.letter, &piece.name, screen) + royal
}

fn of_moves(asking: &Asking<'_>, text: &str, zone: &Zone, path: &[&str]) -> Option<String> {
    let name = path.len().checked_sub(2).and_then(|at| path.get(at)).copied().unwrap_or("piece");
    let mut said = String::new();
    let cells = asking.rules().map(|rules| rules.geometry.cells).unwrap_or_default();
    if let Ok((movement, _)) = moves_on(cells, text) {
        let types = asking.rules().map(|rules| &rules.types[..]).unwrap_or_default();
        let letter = types.iter().find(|kind| kind.name == name).map_or("@", |kind| &kind.letter);
        said += &of_movement(&movement, letter, name, asking.screen);
    }
    let at = asking.offset.saturating_sub(zone.range.start).min(text.len());
    let letter = text[at..].chars().next().or_else(|| text[..at].chars().next_back());
    let meaning = MEANINGS.iter().find(|(sign, _)| letter.is_some_and(|letter| sign.starts_with(letter)));
    if let Some((sign, meaning)) = meaning {
        _ = write!(said, "\n`{sign}`: {meaning}\n");
    }
    (!said.is_empty()).then_some(said)
}

/// Describes a movement in words, as a picture, and in signs for editors that show no pictures.
fn of_movement(movement: &Movement, letter: &str, name: &str, screen: Screen) -> String {
    let known = match movement_names(movement) {
        [] => String::new(),
        names => format!(" Known as the {}.", in_a_row(names, "or")),
    };
    let words = sentence(&describe(movement)) + "." + &known;
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

fn of_squares(rules: &Rules, text: &str) -> Option<String> {
    let word = Word { text, span: Span::default() };
    let [white, black] = rules.scope().squares(word, &mut Report::default())?;
    let words = sentence(&rules.scope().squares_of_region([white, black], "and"));
    Some(format!("{words}\n\n{}", drawn_squares(rules, white)))
}

/// Draws a board on which squares are marked, as White sees it.
fn drawn_squares(rules: &Rules, set: SquareSet) -> String {
    let geometry = &rules.geometry;
    let sign = |file: u8, rank: u8| match geometry
        .square(file, rank)
        .filter(|&square| geometry.playable().holds(square))
    {
        None => ' ',
        Some(square) if set.holds(square) => '■',
        Some(_) => '.',
    };
    let mut text = String::from("```text\n");
    for rank in (0..geometry.ranks).rev() {
        let row: Vec<String> = (0..geometry.files).map(|file| sign(file, rank).to_string()).collect();
        _ = writeln!(text, "{:>2}  {}", rank + 1, row.join(" ").trim_end());
    }
    let files: Vec<String> = (0..geometry.files).map(|file| char::from(b'a' + file).to_string()).collect();
    text + "    " + &files.join(" ") + "\n```\n"
}

/// Describes the piece whose letter stands in a row of the start position.
fn of_letter(asking: &Asking<'_>, text: &str, zone: &Zone) -> Option<String> {
    let at = asking.offset.saturating_sub(zone.range.start).min(text.len());
    let start = text[..at].rfind(' ').map_or(0, |blank| blank + 1);
    let end = text[at..].find(' ').map_or(text.len(), |blank| at + blank);
    let letter = &text[start..end];
    let piece = asking.rules()?.types.iter().find(|kind| kind.letter == letter)?;
    Some(of_piece(piece, asking.screen))
}

/// Returns a position of the game with the default options.
fn of_position(asking: &Asking<'_>, fen: &str) -> Option<String> {
    let game = asking.variant()?.start_from(fen).ok()?;
    Some(format!("```text\n{}\n```", board(&game, &Look::plain(Figures::Letters), &[])))
}

fn of_parent(asking: &Asking<'_>, name: &str) -> Option<String> {
    if let Some(Origin::File(path)) = asking.view.parts.get(1).map(|part| &part.origin) {
        return Some(format!("the file `{}`", path.display()));
    }
    let known = builtin_games().contains(&name);
    let variant = Variant::load(name, &[]).ok().filter(|_| known)?;
    let year = variant.year().map_or_else(String::new, |year| format!(" ({year})"));
    let board = format!("{} files, {} ranks", variant.files(), variant.ranks());
    Some(format!("**{}**{year}, a built-in game: {board}", variant.title()))
}
