//! The look of pieces in pictures: `figure` and `kanji`, and what follows from `glyphs` and names.

use crate::definition::{Table, Word, nearest, shown};
use crate::model::figures::{self, Look, MADE, Tile};
use crate::model::pieces::PieceType;
use crate::text::{Diagnostic, Report};

/// Gives all pieces their looks. A piece's own keys take precedence; a figure found by a piece's name alone is taken only if no other piece
/// has it. On tiles, either all pieces are drawn or none is.
pub(super) fn read(table: &Table, tile: Option<Tile>, types: &mut [PieceType], report: &mut Report) {
    for kind in types.iter_mut() {
        let Some(piece) = table.table(&kind.name) else { continue };
        let figures = match piece.text("figure") {
            Some(word) => by_word(word, report),
            None => kind.glyphs.as_ref().and_then(by_glyphs),
        };
        kind.look = Look { figures, kanji: kanji(piece, report), tile };
    }
    for at in 0..types.len() {
        let said = table.table(&types[at].name).is_some_and(|piece| piece.text("figure").is_some());
        if said || types[at].look.figures.is_some() {
            continue;
        }
        let found = figures::named(&types[at].name);
        let taken = types.iter().any(|kind| kind.look.figures == found);
        types[at].look.figures = found.filter(|_| !taken);
    }
    if tile.is_some() && types.iter().any(|kind| kind.look.figures.is_none()) {
        types.iter_mut().for_each(|kind| kind.look.figures = None);
    }
}

fn by_word(word: Word<'_>, report: &mut Report) -> Option<[String; 2]> {
    let figures = figures::named(word.text);
    if figures.is_none() && word.text != MADE {
        let message = format!("there is no figure called `{}`", shown(word.text));
        let near = nearest(word.text, figures::names().chain([MADE]));
        let help = near.map_or_else(
            || format!("leave `figure` out, or write `figure = \"{MADE}\"` for one drawn from the movement"),
            |near| format!("did you mean `{near}`?"),
        );
        report.push(
            Diagnostic::error("ferz::pieces::unknown_figure", message)
                .at(word.span, "unknown figure")
                .help(help),
        );
    }
    figures
}

fn by_glyphs(glyphs: &[String; 2]) -> Option<[String; 2]> {
    Some([figures::sign(&glyphs[0])?, figures::sign(&glyphs[1])?])
}

fn kanji(piece: &Table, report: &mut Report) -> Option<[String; 2]> {
    if let Some(word) = piece.text("kanji") {
        return Some([word.text.to_owned(), word.text.to_owned()]);
    }
    let entry = piece.get("kanji")?;
    let texts = entry.node.list()?.iter().filter_map(|node| Some(node.text()?.text.to_owned()));
    let both = texts.collect::<Vec<_>>().try_into().ok();
    if both.is_none() {
        let message = "`kanji` must be a single text for both sides or a list of two, White's and Black's";
        report.push(
            Diagnostic::error("ferz::pieces::two_glyphs", message)
                .at(entry.node.span, format!("this list has {}", entry.node.list()?.len()))
                .help("for example, `kanji = [\"帥\", \"將\"]`"),
        );
    }
    both
}
