//! Kinds of move: `capture of queen`, `drop of pawn`, `king, rook`, `castling`.
//!
//! The tree loses which sign joins the kinds. Whether there are such piece types is checked by the resolver.

use pest::Parser as _;
use pest::iterators::Pair;
use pest_derive::Parser;

use super::Fault;
use super::fault::{bounded, foremost};
use super::parse::{stopped, word_at};
use super::pieces::{PieceExpr, mistake::not_a_name};

#[derive(Parser)]
#[grammar = "grammar/kinds.pest"]
struct Grammar;

/// The words of kinds of move but for those that rules add, each with its meaning.
pub(crate) const WORDS: [(&str, &str); 8] = [
    ("capture", "a move that captures: `capture of queen`, `capture by pawn`"),
    ("drop", "a piece put on the board from hand: `drop of pawn`"),
    ("promotion", "a move by which a piece promotes: `promotion to queen`"),
    (
        "first move of",
        "the first move of a piece, with which another comes in from hand: `first move of any but pawn`",
    ),
    ("of", "the pieces captured, dropped or promoted"),
    ("by", "the pieces that capture"),
    ("to", "what pieces promote to"),
    ("over", "the pieces hopped over, in a ban: `cannon over cannon`"),
];

/// A kind of move as written. Pieces that are not named are `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A move by one of these pieces.
    By(PieceExpr),
    Capture {
        of: Option<PieceExpr>,
        by: Option<PieceExpr>,
    },
    Drop {
        of: Option<PieceExpr>,
    },
    Promotion {
        of: Option<PieceExpr>,
        to: Option<PieceExpr>,
    },
    /// A kind with a word of its own, such as `castling`.
    Named(String),
    /// A move by one of these that has not moved before.
    First {
        of: PieceExpr,
    },
    /// A jump of one of the first over one of the second.
    Over {
        by: PieceExpr,
        hurdles: PieceExpr,
    },
}

/// Parses kinds of move, or reports all that is wrong.
pub(crate) fn kinds(text: &str) -> Result<Vec<Kind>, Vec<Fault>> {
    bounded(text, "ferz::kinds::too_long")?;
    let parsed = Grammar::parse(Rule::kinds, text).map_err(|error| {
        let (at, expected) = stopped(&error, words);
        vec![misplaced(text, at, &expected)]
    })?;
    let mut faults = Vec::new();
    let pairs = parsed.flat_map(Pair::into_inner);
    let read: Vec<Kind> = pairs.filter_map(|pair| kind(pair, &mut faults)).collect();
    if faults.is_empty() { Ok(read) } else { Err(foremost(faults)) }
}

/// Returns an author's term for something that the parser expected.
fn words(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::of => "`of`",
        Rule::by => "`by`",
        Rule::to => "`to`",
        Rule::over => "`over`",
        Rule::but => "`but`",
        Rule::comma => "a comma",
        Rule::pieces | Rule::jumpers | Rule::names | Rule::row | Rule::name => "the name of a piece type",
        Rule::first
        | Rule::first_word
        | Rule::capture
        | Rule::capture_word
        | Rule::drop
        | Rule::drop_word
        | Rule::promotion
        | Rule::promotion_word
        | Rule::named
        | Rule::some => "a kind of move",
        _ => return None,
    })
}

fn misplaced(text: &str, at: usize, expected: &[&str]) -> Fault {
    let word = word_at(text, at);
    let label = match expected {
        [] if word.is_empty() => "something is missing here".to_owned(),
        [] => "not expected here".to_owned(),
        expected => format!("expected {}", super::fault::any_of(expected)),
    };
    let message = match word {
        "" => "this kind of move is incomplete".to_owned(),
        word => format!("`{word}` can't go here"),
    };
    let help = match expected {
        ["a comma"] => "separate kinds of move with commas, as in `castling, capture of queen`",
        ["the name of a piece type"] => "name one or more piece types, as in `capture of queen or rook`",
        _ => {
            "the kinds of move are `any`, `any but …`, names of pieces, `capture of …`, `capture by …`, `drop of …`, `promotion of …`, `promotion to …`, `… over …`, `first move of …`, `castling`, `pass` and `placing`"
        }
    };
    Fault::new("ferz::kinds::misplaced", at..at + word.len(), message, label).help(help)
}

fn kind(pair: Pair<'_, Rule>, faults: &mut Vec<Fault>) -> Option<Kind> {
    let (rule, word) = (pair.as_rule(), pair.as_str().to_owned());
    let (mut of, mut by, mut to, mut over, mut some) = (None, None, None, None, None);
    let mut last = None;
    for inner in pair.into_inner() {
        match inner.as_rule() {
            Rule::pieces | Rule::jumpers => {
                let said = Some(pieces(inner, faults));
                match last {
                    Some(Rule::by) => by = said,
                    Some(Rule::to) => to = said,
                    Some(Rule::over) => over = said,
                    Some(_) => of = said,
                    None => some = said,
                }
            }
            rule => last = Some(rule),
        }
    }
    Some(match rule {
        Rule::capture => Kind::Capture { of, by },
        Rule::drop => Kind::Drop { of },
        Rule::promotion => Kind::Promotion { of, to },
        Rule::first => Kind::First { of: of? },
        Rule::named => Kind::Named(word),
        Rule::some => match over {
            None => Kind::By(some?),
            Some(hurdles) => Kind::Over { by: some?, hurdles },
        },
        _ => return None,
    })
}

fn pieces(pair: Pair<'_, Rule>, faults: &mut Vec<Fault>) -> PieceExpr {
    let mut read = PieceExpr::default();
    for inner in pair.into_inner() {
        match inner.as_rule() {
            Rule::any => read.all = true,
            Rule::names | Rule::row => {
                for name in inner.into_inner().filter(|inner| inner.as_rule() == Rule::name) {
                    let range = name.as_span().start()..name.as_span().end();
                    faults.extend(not_a_name(name.as_str(), range.clone()));
                    let named = (name.as_str().to_owned(), range);
                    if read.all { read.except.push(named) } else { read.names.push(named) }
                }
            }
            _ => {}
        }
    }
    read
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn kinds_are_read() {
        let read =
            kinds("capture of queen or rook by any but pawn, drop of pawn, castling").expect("well formed");
        let [Kind::Capture { of: Some(of), by: Some(by) }, Kind::Drop { of: Some(drop) }, Kind::Named(word)] =
            &read[..]
        else {
            panic!("{read:?}")
        };
        let listed = |names: &[(String, std::ops::Range<usize>)]| {
            names.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(listed(&of.names), names(&["queen", "rook"]));
        assert!(by.all);
        assert_eq!(listed(&by.except), names(&["pawn"]));
        assert_eq!(listed(&drop.names), names(&["pawn"]));
        assert_eq!(word, "castling");
    }

    #[test]
    fn a_jump_ends_the_pieces_of_the_kind_before_it() {
        let read = kinds("capture of cannon by cannon, rook or cannon over cannon").expect("well formed");
        let [Kind::Capture { by: Some(by), .. }, Kind::Over { by: jumpers, hurdles }] = &read[..] else {
            panic!("{read:?}")
        };
        assert_eq!((by.names.len(), jumpers.names.len(), hurdles.names.len()), (1, 2, 1));
    }

    #[test]
    fn faults_have_their_place() {
        for (text, at) in [("", 0), ("capture of", 10), ("drop by pawn", 5), ("king castling", 5)] {
            let faults = kinds(text).expect_err(text);
            assert_eq!((faults[0].code, faults[0].range.start), ("ferz::kinds::misplaced", at), "{text}");
        }
    }
}
