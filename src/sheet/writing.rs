//! The part of a sheet about notation: moves, recorded games, and positions as FENs.

use super::Block;
use crate::Variant;
use crate::draw::board::Picture;
use crate::feature::condition::idle;
use crate::feature::rule::{FenField, FenPlace, Sample, Style, UNMOVED};
use crate::model::condition::Resets;
use crate::model::pieces::{Piece, PieceType, Side};
use crate::order;
use crate::rules::Rules;

pub(super) fn blocks(variant: &Variant) -> Vec<Block> {
    let mut blocks = vec![Block::Table {
        caption: "How moves are written".to_owned(),
        head: ["Move", "For example", "Written"].map(str::to_owned).to_vec(),
        rows: moves(variant).into_iter().map(|row| row.to_vec()).collect(),
    }];
    scores(variant, &mut blocks);
    positions(variant, &mut blocks);
    blocks
}

/// Adds how moves are written in game scores.
fn scores(variant: &Variant, blocks: &mut Vec<Block>) {
    let rules = &variant.rules;
    let written = |piece: &PieceType| match &*piece.san {
        "" => format!("{} (none)", piece.spoken()),
        san => format!("{} {san}", piece.spoken()),
    };
    let letters: Vec<String> = rules.types.iter().filter(|piece| !piece.neutral).map(written).collect();
    let bare = rules.types.iter().any(|piece| piece.san.is_empty() && !piece.neutral);
    let x = match (rules.scope().has_captures(), bare) {
        (false, _) => "",
        (true, false) => ", with an x in between for a capture",
        (true, true) => {
            ", with an x in between for a capture; a capture by a piece without a letter begins with the file it leaves"
        }
    };
    blocks.push(Block::Text(format!(
        "In game scores, a move may instead be written as the letter of the piece and the square it goes to{x}. The letters are: {}.",
        letters.join(", ")
    )));
    if rules.written.numbers() {
        let title = format!("{}: the numbers of the squares", variant.title());
        let picture = Picture::bare(variant, &title).numbered(variant);
        let text = picture.labels();
        blocks.push(Block::Text(
            "In game scores, squares are written as numbers, joined by a dash, or by an x for a capture:"
                .to_owned(),
        ));
        blocks.push(Block::Board(Box::new(picture), text));
    }
    if let Some(names) = rules.written.names_in_words() {
        blocks.push(Block::Text(format!("In game scores, moves are written {names}.")));
    }
}

/// Adds how positions are written.
fn positions(variant: &Variant, blocks: &mut Vec<Block>) {
    let rules = &variant.rules;
    let rows: Vec<Vec<String>> = fields(variant).into_iter().map(|row| row.to_vec()).collect();
    let named = match rows.iter().any(|row| row[0].contains('=')) {
        true => "; fields with an = appear only when they are needed",
        false => "",
    };
    blocks.push(Block::Text(format!(
        "A position is written as a FEN: the ranks from rank {} down to rank 1, with / between them, each with the letters of its pieces, starting from file a (capitals for White), and numbers for empty squares; then the fields in the table below, with spaces between{named}. This is the start position:",
        rules.geometry.ranks
    )));
    blocks.push(Block::Code(variant.start().fen()));
    let said: Vec<FenField> = rules.each().flat_map(|rule| rule.fields()).collect();
    let placed = said.iter().filter(|field| field.place == FenPlace::Placement);
    let placed: Vec<String> = placed.map(|field| format!("{} ({})", field.example, field.meaning)).collect();
    if !placed.is_empty() {
        blocks.push(Block::Text(format!("The piece placement may also contain: {}.", placed.join("; "))));
    }
    blocks.push(Block::Table {
        caption: "What follows the pieces".to_owned(),
        head: ["Field", "Meaning"].map(str::to_owned).to_vec(),
        rows,
    });
}

/// The kinds of moves of this game, each with an example and its notation.
fn moves(variant: &Variant) -> Vec<[String; 3]> {
    let rules = &variant.rules;
    let position = variant.start_position();
    let moves = position.legal_moves();
    let plain = moves.iter().find(|mv| mv.promotion().is_none()).or(moves.first());
    let mv = plain.map_or_else(|| "a1a2".to_owned(), ToString::to_string);
    let mut rows = vec![
        [
            if rules.scope().has_captures() { "a move or a capture" } else { "a move" },
            &mv,
            "the square the piece leaves and the square it reaches",
        ]
        .map(str::to_owned),
    ];
    let (scope, promotions) = (rules.scope(), !rules.written.promotions_unwritten);
    let style = Style { usual: &mv, promotions };
    let mut samples: Vec<Sample> = rules.each().flat_map(|rule| rule.samples(&scope, style)).collect();
    order::by_key(&mut samples, |sample| sample.place);
    if !scope.has_moves() {
        rows.clear();
    }
    rows.extend(samples.into_iter().map(|sample| [sample.what.to_owned(), sample.example, sample.how]));
    rows
}

/// The field of the pieces that have not moved, with two squares on which it matters as an example.
fn unmoved(rules: &Rules) -> FenField {
    let matters = |piece: Piece| rules.types[usize::from(piece.kind())].movement.asks_for_unmoved();
    let own = rules.array.iter().filter(|(_, piece)| piece.side() == Side::White && matters(*piece));
    let squares: String = own.take(2).map(|(square, _)| rules.geometry.name(*square)).collect();
    match squares.is_empty() {
        true => UNMOVED,
        false => FenField { example: format!("unmoved={squares}").into(), ..UNMOVED },
    }
}

/// The fields of a FEN that this game has.
fn fields(variant: &Variant) -> Vec<[String; 2]> {
    let rules = &variant.rules;
    let first_moves = rules.types.iter().any(|kind| kind.movement.asks_for_unmoved());
    let mut said: Vec<FenField> = rules.each().flat_map(|rule| rule.fields()).collect();
    let by_file = rules.written.unmoved_by_file && !said.iter().any(|field| field.place == FenPlace::Rights);
    if first_moves && by_file {
        let meaning = "the files of the pieces that have not moved, capitals for White; - for none";
        said.push(FenField { place: FenPlace::Rights, example: "DEde or -".into(), meaning });
    } else if first_moves && !said.iter().any(|field| field.place == UNMOVED.place) {
        said.push(unmoved(rules));
    }
    order::by_key(&mut said, |field| match field.place {
        FenPlace::Named(place) => place,
        FenPlace::Placement | FenPlace::Rights | FenPlace::Passed => 0,
    });
    let row = |field: &FenField| [field.example.to_string(), field.meaning.to_owned()];
    let words = |words: [&str; 2]| words.map(str::to_owned);
    let at = |place| said.iter().find(|field| field.place == place).map(row);
    let mut rows: Vec<[String; 2]> = vec![words(["w or b", "the side to move"])];
    match (at(FenPlace::Rights), at(FenPlace::Passed)) {
        (None, None) => rows.push(words(["- -", "no castling and no en passant in this game"])),
        (rights, passed) => {
            rows.push(rights.unwrap_or_else(|| words(["-", "no castling in this game"])));
            rows.push(passed.unwrap_or_else(|| words(["-", "no en passant in this game"])));
        }
    }
    rows.extend(said.iter().filter(|field| matches!(field.place, FenPlace::Named(_))).map(row));
    let resets = rules.ends.iter().find_map(|end| end.condition.resets());
    let resets = resets.cloned().unwrap_or_else(|| Resets {
        captures: true,
        drops: false,
        types: rules.each().flat_map(|rule| rule.progress()).copied().collect(),
    });
    let clock =
        format!("the halfmove clock: the number of plies without {}", idle::events(&rules.scope(), &resets));
    rows.push(["0".to_owned(), clock]);
    rows.push(words(["1", "the move number, which goes up by one after Black's turn"]));
    rows
}
