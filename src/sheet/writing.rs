//! The part of a sheet about notation: steps, written games, and positions as FENs.

use super::Block;
use crate::Variant;
use crate::draw::board::Picture;
use crate::feature::capture::Compulsory;
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
            head: ["Step", "Written", "For example"].map(str::to_owned).to_vec(),
            rows: steps(variant).into_iter().map(|row| row.map(str::to_owned).to_vec()).collect(),
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

/// The steps of this game and how they are written.
fn steps(variant: &Variant) -> Vec<[&'static str; 3]> {
    let rules = &variant.rules;
    let promotion = rules.promotion.as_ref();
    let written = !rules.written.promotions_unwritten;
    let in_place = promotion.is_some_and(|promotion| promotion.delays());
    let on_arrival = promotion.is_some() && !in_place;
    let declines = rules.turn.declines();
    let mover_says = rules.declarations.iter().any(|one| one.by_mover);
    let rows = [
        (true, ["a move or a capture", "the square left and the square come to", "b1c3"]),
        (
            on_arrival && written,
            ["promotion", "the step and the letter of the new man, small", "b7b8 and the letter"],
        ),
        (on_arrival && !written, ["promotion", "as any other step", "b7a8"]),
        (
            in_place,
            [
                "promotion in place",
                "the square, = and the letter of the new man, small",
                "b8= and the letter",
            ],
        ),
        (
            rules.castling.is_some(),
            ["castling", "the two squares of the man named first in the rule", "see the rule"],
        ),
        (rules.scope().has_jumps(), ["a chain of jumps", "every square the man comes down on", "c3e5g7"]),
        (
            rules.capture.compulsory == Compulsory::Huff,
            ["a huff", "x and the square of the man removed", "xd3"],
        ),
        (!rules.relocations.is_empty(), ["a man put back", "from where to where", "c10b1"]),
        (declines, ["a step left out", "four noughts", "0000"]),
        (mover_says, ["a step with a warning", "the step and !", "d1d7!"]),
    ];
    rows.into_iter().filter(|(holds, _)| *holds).map(|(_, row)| row).collect()
}

/// The fields of a FEN that this game has.
fn fields(variant: &Variant) -> Vec<[&'static str; 2]> {
    let rules = &variant.rules;
    let first_moves = rules.types.iter().flat_map(|kind| &kind.movement.moves).any(|one| one.first);
    let promotion = rules.promotion.as_ref();
    let rows = [
        (true, ["w or b", "the side to move"]),
        (
            rules.castling.is_some(),
            [
                "KQkq or -",
                "which castlings are still allowed: K to the right and Q to the left as White sees the board, capitals for White; - for none",
            ],
        ),
        (rules.castling.is_none(), ["-", "no castling in this game"]),
        (
            rules.en_passant.is_some(),
            ["a square or -", "the square just passed over, if a man can be taken there en passant"],
        ),
        (rules.en_passant.is_none(), ["-", "nothing is taken en passant in this game"]),
        (
            first_moves || rules.safe_walk.is_some(),
            ["unmoved=c1f1", "the men that have not moved, where that can't be seen from the set-up"],
        ),
        (rules.turn.has_first(), ["first=wb", "whose first turn is still to come, where that can't be seen"]),
        (
            rules.turn.has_programme(),
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
            rules.declarations.iter().any(|one| one.by_mover),
            ["silent=d8", "men attacked without the warning"],
        ),
        (
            rules.capture.compulsory == Compulsory::Huff,
            ["offenders=b3", "men that could have taken and may be huffed now"],
        ),
        (true, ["0", "steps in a row without a capture or another step that counts as progress"]),
        (true, ["1", "the number of the move: it grows after Black's turn"]),
    ];
    rows.into_iter().filter(|(holds, _)| *holds).map(|(_, row)| row).collect()
}
