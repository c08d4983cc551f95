//! The part of a sheet about notation: steps, written games, and positions as FENs.

use super::Block;
use crate::Variant;
use crate::draw::board::Picture;
use crate::feature::capture::{Capture, Compulsory};
use crate::feature::castling::Castling;
use crate::feature::declaration::Declarations;
use crate::feature::en_passant::EnPassant;
use crate::feature::promotion::Promotion;
use crate::feature::rule::{Sample, Style};
use crate::feature::safe_walk::SafeWalk;
use crate::feature::turn::Turn;
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
            caption: "How moves are written".to_owned(),
            head: ["Move", "For example", "Written"].map(str::to_owned).to_vec(),
            rows: steps(variant).into_iter().map(|row| row.to_vec()).collect(),
        },
        Block::Text(format!(
            "In game scores, a move may instead be written as the letter of the piece and the square it goes to, with an x in between for a capture. The letters are: {}.",
            letters.join(", ")
        )),
    ];
    if rules.written.numbers {
        let title = format!("{}: the numbers of the squares", variant.title());
        let picture = Picture::bare(variant, &title).numbered(variant);
        let text = picture.labels();
        blocks.push(Block::Text(
            "In game scores, squares are written as numbers, joined by a dash, or by an x for a capture:"
                .to_owned(),
        ));
        blocks.push(Block::Board(Box::new(picture), text));
    }
    blocks.push(Block::Text(format!(
        "A position is written as a FEN: the ranks from rank {} down to rank 1, with / between them, each with the letters of its pieces from file a on (capitals for White) and numbers for empty squares; then the fields of the table, with spaces between. This is the start position:",
        rules.geometry.ranks
    )));
    blocks.push(Block::Code(variant.start().fen()));
    let rows = fields(variant).into_iter().map(|row| row.map(str::to_owned).to_vec());
    blocks.push(Block::Table {
        caption: "What follows the pieces".to_owned(),
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
        vec![["a move or a capture", &step, "the square left and the square reached"].map(str::to_owned)];
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
    let (promotion, turn) = (rules.get::<Promotion>(), rules.the::<Turn>());
    let (castles, passes) = (rules.get::<Castling>().is_some(), rules.get::<EnPassant>().is_some());
    let rows = [
        (true, ["w or b", "the side to move"]),
        (
            castles,
            [
                "KQkq or -",
                "which castling moves are still allowed: K to White's right and Q to White's left, capitals for White; - for none",
            ],
        ),
        (!castles && !passes, ["- -", "no castling and no en passant in this game"]),
        (!castles && passes, ["-", "no castling in this game"]),
        (
            passes,
            ["a square or -", "the square just passed over, if a piece can be captured there en passant"],
        ),
        (castles && !passes, ["-", "no en passant in this game"]),
        (
            first_moves || rules.get::<SafeWalk>().is_some(),
            ["unmoved=c1f1", "the pieces that have not moved, where their squares don't show it"],
        ),
        (
            turn.has_first(),
            ["first=wb", "whose first turn is still to come, where the position doesn't show it"],
        ),
        (
            turn.has_programme(),
            [
                "stage=1:e4",
                "how many moves of this turn have been made, and the square of the piece that made the last",
            ],
        ),
        (
            promotion.is_some_and(|one| one.lost),
            ["lost=Qrr", "pieces lost and not yet regained, capitals for White"],
        ),
        (
            promotion.is_some_and(|one| one.remembers()),
            ["waits=a8:2", "pieces waiting to promote, and for how many more turns"],
        ),
        (
            rules.get::<Declarations>().is_some_and(Declarations::by_mover),
            ["silent=d8", "pieces attacked without a warning"],
        ),
        (
            rules.the::<Capture>().compulsory == Compulsory::Huff,
            ["offenders=b3", "pieces that could have captured and may be huffed now"],
        ),
        (true, ["0", "moves without progress: those in a row without a capture or another move that counts"]),
        (true, ["1", "the move number: it goes up after Black's turn"]),
    ];
    rows.into_iter().filter(|(holds, _)| *holds).map(|(_, row)| row).collect()
}
