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
    let (promotion, turn) = (rules.get::<Promotion>(), rules.the::<Turn>());
    let (castles, passes) = (rules.get::<Castling>().is_some(), rules.get::<EnPassant>().is_some());
    let rows = [
        (true, ["w or b", "the side to move"]),
        (
            castles,
            [
                "KQkq or -",
                "which castlings are still allowed: K to the right and Q to the left as White sees the board, capitals for White; - for none",
            ],
        ),
        (!castles && !passes, ["- -", "nothing: there is no castling, and nothing is taken en passant"]),
        (!castles && passes, ["-", "nothing: there is no castling"]),
        (passes, ["a square or -", "the square just passed over, if a man can be taken there en passant"]),
        (castles && !passes, ["-", "nothing: nothing is taken en passant"]),
        (
            first_moves || rules.get::<SafeWalk>().is_some(),
            ["unmoved=c1f1", "the men that have not moved, where that can't be seen from the set-up"],
        ),
        (turn.has_first(), ["first=wb", "whose first turn is still to come, where that can't be seen"]),
        (
            turn.has_programme(),
            [
                "stage=1:e4",
                "how many steps of this turn have been made, and where the man stands that made the last",
            ],
        ),
        (
            promotion.is_some_and(|one| one.lost),
            ["lost=Qrr", "men lost and not yet got back, capitals for White's"],
        ),
        (
            promotion.is_some_and(|one| one.remembers()),
            ["waits=a8:2", "men that wait for their promotion, and for how many more turns"],
        ),
        (
            rules.get::<Declarations>().is_some_and(Declarations::by_mover),
            ["silent=d8", "men attacked without the warning"],
        ),
        (
            rules.the::<Capture>().compulsory == Compulsory::Huff,
            ["offenders=b3", "men that could have taken and may be huffed now"],
        ),
        (true, ["0", "steps in a row without a capture or another step that counts as progress"]),
        (true, ["1", "the number of the move: it grows after Black's turn"]),
    ];
    rows.into_iter().filter(|(holds, _)| *holds).map(|(_, row)| row).collect()
}
