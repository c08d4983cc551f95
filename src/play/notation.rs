//! Steps as people write them: coordinates and SAN.

use super::{any_legal, make};
use crate::board::Bits;
use crate::state::State;
use crate::tables::Tables;
use crate::walk::Step;

/// A step in coordinate notation: `e2e4`, `e7e8q`.
pub(crate) fn coordinates<B: Bits>(tables: &Tables<B>, state: &State<B>, step: Step) -> String {
    let geometry = &tables.rules.geometry;
    let mut text = geometry.name(step.from) + &geometry.name(step.to);
    if step.after != state.at(step.from) {
        text += &tables.rules.types[usize::from(step.after.kind())].letter.to_ascii_lowercase();
    }
    text
}

/// A step in standard algebraic notation (FIDE Laws of Chess, appendix C), in the game's own letters. `steps` are the legal
/// ones.
pub(crate) fn san<B: Bits>(tables: &Tables<B>, state: &State<B>, steps: &[Step], step: Step) -> String {
    let mut text = match tables.castling(step) {
        Some(true) => "O-O".to_owned(),
        Some(false) => "O-O-O".to_owned(),
        None => plain_san(tables, state, steps, step),
    };
    if steps
        .iter()
        .filter(|&&other| tables.castling(other).is_some() && tables.castling(other) == tables.castling(step))
        .count()
        > 1
    {
        text = coordinates(tables, state, step);
    }
    let mut after = state.clone();
    make::<B, false>(tables, &mut after, step);
    if tables.attacks.in_check(&after, after.side) {
        text.push(if any_legal(tables, &after) { '+' } else { '#' });
    }
    text
}

fn plain_san<B: Bits>(tables: &Tables<B>, state: &State<B>, steps: &[Step], step: Step) -> String {
    let geometry = &tables.rules.geometry;
    let man = state.at(step.from);
    let letter = &tables.rules.types[usize::from(man.kind())].san;
    let rivals = steps.iter().filter(|other| {
        other.to == step.to && other.from != step.from && state.at(other.from) == man && other.script == 0
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
pub(crate) fn matching<B: Bits>(
    tables: &Tables<B>,
    state: &State<B>,
    steps: &[Step],
    text: &str,
) -> Vec<Step> {
    let exact: Vec<Step> =
        steps.iter().copied().filter(|&step| coordinates(tables, state, step) == text).collect();
    if !exact.is_empty() {
        return exact;
    }
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    let castling = match bare.to_ascii_uppercase().replace('0', "O").as_str() {
        "O-O" => Some(true),
        "O-O-O" => Some(false),
        _ => None,
    };
    if castling.is_some() {
        return steps.iter().copied().filter(|&step| tables.castling(step) == castling).collect();
    }
    let Some(pattern) = Pattern::read(tables, bare) else { return Vec::new() };
    steps.iter().copied().filter(|&step| pattern.fits(tables, state, step)).collect()
}

/// What a loose writing says of a step.
struct Pattern {
    letter: String,
    file: Option<u8>,
    rank: Option<u8>,
    takes: bool,
    to: crate::board::Square,
    promotion: Option<String>,
}

impl Pattern {
    fn read<B: Bits>(tables: &Tables<B>, text: &str) -> Option<Self> {
        let geometry = &tables.rules.geometry;
        let (text, promotion) = match text.split_once('=') {
            Some((text, letter)) => (text, Some(letter.to_ascii_uppercase())),
            None => (text, None),
        };
        let capital = text.find(|c: char| !c.is_ascii_uppercase() && c != '+')?;
        let (letter, mut rest) = text.split_at(capital);
        let mut promotion = promotion;
        if promotion.is_none() {
            let kept = rest.trim_end_matches(|c: char| c.is_ascii_alphabetic());
            if kept.len() < rest.len() {
                promotion = Some(rest[kept.len()..].to_ascii_uppercase());
                rest = kept;
            }
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

    fn fits<B: Bits>(&self, tables: &Tables<B>, state: &State<B>, step: Step) -> bool {
        let geometry = &tables.rules.geometry;
        let man = state.at(step.from);
        let kind = &tables.rules.types[usize::from(man.kind())];
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
