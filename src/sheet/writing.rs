//! The part of a sheet about notation: steps, written games, and positions as FENs.

use super::Block;
use crate::Variant;
use crate::board::{Bits, SquareSet};
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
    let geometry = &rules.geometry;
    let game = variant.start();
    let step = game.steps().first().map_or_else(|| "a1a2".to_owned(), |&step| game.coordinates(step));
    let mut rows =
        vec![["a move or a capture", &step, "the square left and the square come to"].map(str::to_owned)];
    let mut row = |what: &str, example: String, how: &str| {
        rows.push([what.to_owned(), example, how.to_owned()]);
    };
    let first =
        |set: SquareSet| set.squares().next().map_or_else(String::new, |square| geometry.name(square));
    if let Some(promotion) = &rules.promotion {
        let letter =
            promotion.to.first().map(|&kind| rules.types[usize::from(kind)].letter.to_ascii_lowercase());
        let letter = letter.unwrap_or_default();
        let to = promotion.zone[0].squares().next().unwrap_or_default();
        let from = geometry.step(to, 0, -1).map_or_else(String::new, |from| geometry.name(from));
        let to = geometry.name(to);
        match (promotion.delays(), rules.written.promotions_unwritten) {
            (true, _) => row(
                "promotion in place",
                format!("{to}={letter}"),
                "the square, = and the letter of the new man, small",
            ),
            (_, true) => row("promotion", format!("{from}{to}"), "as any other step"),
            (_, false) => row(
                "promotion",
                format!("{from}{to}{letter}"),
                "the step and the letter of the new man, small",
            ),
        }
    }
    if let Some(way) = rules.castling.as_ref().and_then(|castling| castling.ways.first()) {
        let [from, to] = [way.parts[0].from, way.parts[0].to].map(|square| geometry.name(square));
        let who = rules.scope().list(&[way.parts[0].kind], "or");
        row("castling", format!("{from}{to}"), &format!("the two squares of the {who}"));
    }
    if rules.scope().has_jumps() {
        row("a chain of jumps", "c3e5g7".to_owned(), "every square the man comes down on");
    }
    if rules.capture.compulsory == Compulsory::Huff {
        let square = rules.array.first().map_or_else(String::new, |(square, _)| geometry.name(*square));
        row("a huff", format!("x{square}"), "x and the square of the man removed");
    }
    if let Some(relocation) = rules.relocations.first() {
        let squares = first(relocation.from[0]) + &first(relocation.to[0]);
        row("a man put back", squares, "from where to where");
    }
    if rules.turn.declines() {
        row("a step left out", "0000".to_owned(), "four noughts");
    }
    if rules.declarations.iter().any(|one| one.by_mover) {
        row("a step with a warning", format!("{step}!"), "the step and !");
    }
    rows
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
        (
            rules.castling.is_none() && rules.en_passant.is_none(),
            ["- -", "nothing: there is no castling, and nothing is taken en passant"],
        ),
        (rules.castling.is_none() && rules.en_passant.is_some(), ["-", "nothing: there is no castling"]),
        (
            rules.en_passant.is_some(),
            ["a square or -", "the square just passed over, if a man can be taken there en passant"],
        ),
        (
            rules.castling.is_some() && rules.en_passant.is_none(),
            ["-", "nothing: nothing is taken en passant"],
        ),
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
