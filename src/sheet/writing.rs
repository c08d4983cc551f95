//! The part of a sheet about notation: steps, written games, and positions as FENs.

use super::Block;
use crate::Variant;
use crate::draw::board::Picture;
use crate::feature::rule::{FenField, FenPlace, Sample, Style, UNMOVED};
use crate::model::men::PieceType;

pub(super) fn blocks(variant: &Variant) -> Vec<Block> {
    let rules = &variant.rules;
    let written = |piece: &PieceType| match &*piece.san {
        "" => format!("{} (none)", piece.name),
        san => format!("{} {san}", piece.name),
    };
    let letters: Vec<String> = rules.types.iter().map(written).collect();
    let mut blocks = vec![
        Block::Table {
            caption: "How steps are written".to_owned(),
            head: ["Step", "For example", "Written"].map(str::to_owned).to_vec(),
            rows: steps(variant).into_iter().map(|row| row.to_vec()).collect(),
        },
        Block::Text(format!(
            "In written games a step may instead begin with the letter of the man and end with the square it comes to, with an x before it for a capture. The letters are: {}.",
            letters.join(", ")
        )),
    ];
    if rules.written.numbers {
        let title = format!("{}: the numbers of the squares", variant.title());
        let picture = Picture::bare(variant, &title).numbered(variant);
        let text = picture.labels();
        blocks.push(Block::Text(
            "Written games call the squares by numbers, and part them by a dash, or by an x for a capture:"
                .to_owned(),
        ));
        blocks.push(Block::Board(Box::new(picture), text));
    }
    blocks.push(Block::Text(format!(
        "A position is written as a FEN: the ranks from rank {} down to rank 1 with / between them, in each the letters of the men from file a on (capitals for White's) and numbers for empty squares; then the fields of the table, with blanks between. This is the position at the beginning:",
        rules.geometry.ranks
    )));
    blocks.push(Block::Code(variant.start().fen()));
    let rows = fields(variant).into_iter().map(|row| row.map(str::to_owned).to_vec());
    blocks.push(Block::Table {
        caption: "What stands behind the men".to_owned(),
        head: ["Field", "Meaning"].map(str::to_owned).to_vec(),
        rows: rows.collect(),
    });
    blocks
}

/// The steps of this game, each with an example and how it is written.
fn steps(variant: &Variant) -> Vec<[String; 3]> {
    let rules = &variant.rules;
    let game = variant.start();
    let step = game.steps().first().map_or_else(|| "a1a2".to_owned(), |&step| game.coordinates(step));
    let mut rows =
        vec![["a move or a capture", &step, "the square left and the square come to"].map(str::to_owned)];
    let (scope, promotions) = (rules.scope(), !rules.written.promotions_unwritten);
    let style = Style { usual: &step, promotions };
    let mut samples: Vec<Sample> = rules.each().flat_map(|rule| rule.samples(&scope, style)).collect();
    samples.sort_by_key(|sample| sample.place);
    rows.extend(samples.into_iter().map(|sample| [sample.what.to_owned(), sample.example, sample.how]));
    rows
}

/// The fields of a FEN that this game has.
fn fields(variant: &Variant) -> Vec<[&'static str; 2]> {
    let rules = &variant.rules;
    let first_moves = rules.types.iter().flat_map(|kind| &kind.movement.moves).any(|one| one.first);
    let mut said: Vec<FenField> = rules.each().flat_map(|rule| rule.fields()).collect();
    if first_moves && !said.iter().any(|field| field.place == UNMOVED.place) {
        said.push(UNMOVED);
    }
    said.sort_by_key(|field| match field.place {
        FenPlace::Named(place) => place,
        FenPlace::Rights | FenPlace::Passed => 0,
    });
    let row = |field: &FenField| [field.example, field.meaning];
    let at = |place| said.iter().find(|field| field.place == place).map(row);
    let mut rows = vec![["w or b", "the side to move"]];
    match (at(FenPlace::Rights), at(FenPlace::Passed)) {
        (None, None) => rows.push(["- -", "nothing: there is no castling, and nothing is taken en passant"]),
        (rights, passed) => {
            rows.push(rights.unwrap_or(["-", "nothing: there is no castling"]));
            rows.push(passed.unwrap_or(["-", "nothing: nothing is taken en passant"]));
        }
    }
    rows.extend(said.iter().filter(|field| matches!(field.place, FenPlace::Named(_))).map(row));
    rows.push(["0", "steps in a row without a capture or another step that counts as progress"]);
    rows.push(["1", "the number of the move: it grows after Black's turn"]);
    rows
}
