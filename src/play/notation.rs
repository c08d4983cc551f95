//! Steps as people write them: coordinates, SAN, and the numbers of draughts.

use super::{List, any_legal, make};
use crate::board::{Bits, Square};
use crate::state::State;
use crate::tables::Tables;
use crate::walk::{Link, Move, MoveKind, chain};

/// A step in coordinate notation: `e2e4`, `e7e8q`, a chain `c3e5g7`, in place `d8=q`, a huff `xd3`, a step declined `0000`;
/// with a warning that is said, `!` at the end.
pub(crate) fn coordinates<B: Bits>(
    tables: &Tables<B>,
    state: &State<B>,
    links: &[Link],
    step: Move,
) -> String {
    let rules = &tables.rules;
    let name = |square| rules.geometry.name(square);
    let letter = || rules.types[usize::from(step.after.kind())].letter.to_ascii_lowercase();
    let mut text = match step.how {
        MoveKind::Decline => "0000".to_owned(),
        MoveKind::Huff => format!("x{}", name(step.from)),
        MoveKind::InPlace => format!("{}={}", name(step.from), letter()),
        MoveKind::Chain => {
            let lands = chain(links, step).map(|link| name(link.land));
            lands.fold(name(step.from), |text, land| text + &land)
        }
        MoveKind::Plain | MoveKind::Script => name(step.from) + &name(step.to),
    };
    if promotes(tables, state, step) && !rules.written.promotions_unwritten {
        text += &letter();
    }
    if step.declared {
        text.push('!');
    }
    text
}

/// Whether a man that moves becomes another.
fn promotes<B: Bits>(tables: &Tables<B>, state: &State<B>, step: Move) -> bool {
    let moves = matches!(step.how, MoveKind::Plain | MoveKind::Chain);
    moves && step.after != state.at(step.from) && tables.rules.types.len() > usize::from(step.after.kind())
}

/// A step in standard algebraic notation (FIDE Laws of Chess, appendix C), in the game's own letters, or by the numbers of squares
/// where the game is written so. `list` has the legal steps.
pub(crate) fn san<B: Bits>(tables: &Tables<B>, state: &State<B>, list: &List, step: Move) -> String {
    let castling = |step: Move| if step.how == MoveKind::Script { tables.castling(step) } else { None };
    let mut text = match (castling(step), step.how) {
        (Some(right_hand), _) => {
            let alike = list.steps.iter().filter(|&&other| castling(other) == Some(right_hand)).count();
            match (alike, right_hand) {
                (1, true) => "O-O".to_owned(),
                (1, false) => "O-O-O".to_owned(),
                _ => coordinates(tables, state, &list.links, step),
            }
        }
        _ if tables.rules.written.numbers && step.is_ordinary() => numbers(tables, state, list, step),
        (_, MoveKind::Plain) => plain_san(tables, state, &list.steps, step),
        (_, MoveKind::Chain) => chain_san(tables, state, list, step),
        _ => coordinates(tables, state, &list.links, Move { declared: false, ..step }),
    };
    if step.declared {
        text.push('!');
    }
    let mut after = state.fresh_copy();
    make::<B, false>(tables, &mut after, step, &list.links);
    if after.side != state.side && tables.attacks.in_check(&after, after.side) {
        text.push(if any_legal(tables, &after) { '+' } else { '#' });
    }
    text
}

/// `11-15`, `22x15`; with the squares between where two captures would be written alike.
fn numbers<B: Bits>(tables: &Tables<B>, state: &State<B>, list: &List, step: Move) -> String {
    let number = |square| tables.rules.written.number(&tables.rules.geometry, square).to_string();
    let ends = |step: &Move| (step.from, step.to);
    let alike = list.steps.iter().filter(|other| ends(other) == ends(&step)).count();
    let sign = if step.takes() { "x" } else { "-" };
    let mut squares = vec![number(step.from)];
    if step.how == MoveKind::Chain && alike > 1 {
        squares.extend(chain(&list.links, step).map(|link| number(link.land)));
    } else {
        squares.push(number(step.to));
    }
    let promotion = promotes(tables, state, step) && !tables.rules.written.promotions_unwritten;
    let letter = &tables.rules.types[usize::from(step.after.kind())].letter;
    squares.join(sign) + &if promotion { format!("={letter}") } else { String::new() }
}

/// A chain of jumps: the piece, where it begins, and every square it comes down on, `Gh7xj5xh3`.
fn chain_san<B: Bits>(tables: &Tables<B>, state: &State<B>, list: &List, step: Move) -> String {
    let rules = &tables.rules;
    let lands = chain(&list.links, step).map(|link| format!("x{}", rules.geometry.name(link.land)));
    let mut text = rules.types[usize::from(state.at(step.from).kind())].san.clone();
    text += &rules.geometry.name(step.from);
    text.extend(lands);
    if promotes(tables, state, step) {
        text.push('=');
        text += &rules.types[usize::from(step.after.kind())].letter;
    }
    text
}

fn plain_san<B: Bits>(tables: &Tables<B>, state: &State<B>, steps: &[Move], step: Move) -> String {
    let geometry = &tables.rules.geometry;
    let man = state.at(step.from);
    let letter = &tables.rules.types[usize::from(man.kind())].san;
    let rivals = steps.iter().filter(|other| {
        other.to == step.to
            && other.from != step.from
            && state.at(other.from) == man
            && other.how == MoveKind::Plain
    });
    let rivals: Vec<_> = rivals.map(|other| other.from).collect();
    let same_file = rivals.iter().any(|&from| geometry.file(from) == geometry.file(step.from));
    let same_rank = rivals.iter().any(|&from| geometry.rank(from) == geometry.rank(step.from));
    let name = geometry.name(step.from);
    let (file, rank) = name.split_at(1);
    let mut text = letter.clone();
    if letter.is_empty() && step.takes() || !rivals.is_empty() && (!same_file || same_rank) {
        text += file;
    }
    if same_file {
        text += rank;
    }
    if step.takes() {
        text.push('x');
    }
    text += &geometry.name(step.to);
    if step.after != man {
        text.push('=');
        text += &tables.rules.types[usize::from(step.after.kind())].letter;
    }
    text
}

/// The legal steps that a writing may mean: coordinates, SAN, or SAN that says more or less than it must.
pub(crate) fn matching<B: Bits>(tables: &Tables<B>, state: &State<B>, list: &List, text: &str) -> Vec<Move> {
    let steps = &list.steps;
    let those = |wanted: &dyn Fn(Move) -> bool| {
        steps.iter().copied().filter(|&step| wanted(step)).collect::<Vec<_>>()
    };
    let exact = those(&|step| coordinates(tables, state, &list.links, step) == text);
    if !exact.is_empty() {
        return exact;
    }
    let declared = text.trim_end_matches(['+', '#']).ends_with('!') && steps.iter().any(|step| step.declared);
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    let castling = match bare.to_ascii_uppercase().replace('0', "O").as_str() {
        "O-O" => Some(true),
        "O-O-O" => Some(false),
        _ => None,
    };
    if castling.is_some() {
        return those(&|step| {
            step.how == MoveKind::Script && step.declared == declared && tables.castling(step) == castling
        });
    }
    let written = |step: Move| san(tables, state, list, Move { declared: false, ..step });
    let same = |step: Move| step.declared == declared && written(step).trim_end_matches(['+', '#']) == bare;
    let same = those(&same);
    if !same.is_empty() {
        return same;
    }
    let Some(pattern) = Pattern::read(tables, bare) else { return Vec::new() };
    those(&|step| step.declared == declared && pattern.fits(tables, state, step))
}

/// What a loose writing says of a step.
struct Pattern {
    letter: String,
    file: Option<u8>,
    rank: Option<u8>,
    takes: bool,
    to: Square,
    promotion: Option<String>,
}

impl Pattern {
    fn read<B: Bits>(tables: &Tables<B>, text: &str) -> Option<Self> {
        let geometry = &tables.rules.geometry;
        let (text, mut promotion) = match text.split_once('=') {
            Some((text, letter)) => (text, Some(letter.to_ascii_uppercase())),
            None => (text, None),
        };
        let (letter, mut rest) = text.split_at(text.find(|c: char| !c.is_ascii_uppercase() && c != '+')?);
        let kept = rest.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        if promotion.is_none() && kept.len() < rest.len() {
            promotion = Some(rest[kept.len()..].to_ascii_uppercase());
            rest = kept;
        }
        let takes = rest.contains(['x', ':']);
        let squares: String = rest.chars().filter(|c| !matches!(c, 'x' | ':' | '-')).collect();
        let digits = squares.bytes().rev().take_while(u8::is_ascii_digit).count();
        let start = squares.len().checked_sub(digits + 1)?;
        let to = geometry.parse(squares.get(start..)?)?;
        let origin = &squares[..start];
        let file = origin.bytes().next().filter(u8::is_ascii_lowercase).map(|byte| byte - b'a');
        let rank = origin.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let rank = if rank.is_empty() { None } else { Some(rank.parse::<u8>().ok()?.checked_sub(1)?) };
        Some(Self { letter: letter.to_owned(), file, rank, takes, to, promotion })
    }

    fn fits<B: Bits>(&self, tables: &Tables<B>, state: &State<B>, step: Move) -> bool {
        let geometry = &tables.rules.geometry;
        let man = state.at(step.from);
        let Some(kind) = tables.rules.types.get(usize::from(man.kind())).filter(|_| step.is_ordinary())
        else {
            return false;
        };
        let becomes =
            (step.after != man).then(|| tables.rules.types[usize::from(step.after.kind())].letter.as_str());
        let lettered = self.letter == kind.san || self.letter == kind.letter;
        let whole_origin = self.file.is_some() && self.rank.is_some();
        step.to == self.to
            && (lettered || self.letter.is_empty() && whole_origin)
            && self.file.is_none_or(|file| file == geometry.file(step.from))
            && self.rank.is_none_or(|rank| rank == geometry.rank(step.from))
            && (!self.takes || step.takes())
            && (self.promotion.is_none() || self.promotion.as_deref() == becomes)
    }
}
