//! Move notation: coordinates, SAN, and the numbers of draughts.

use super::{any_legal, make};
use crate::board::{Bits, Square};
use crate::moves::{Entry, List, Move, TurnPart};
use crate::state::State;
use crate::tables::Tables;

/// Returns a move in coordinate notation: `e2e4`, `e7e8q`, or as the feature that made it writes it: a chain `c3e5g7`, in place `d8=q`, a
/// huff `xd3`, a move declined `0000`; with an announcement, `!` at the end. Where two legal moves would be written alike, one of them is
/// written in another way: castling as king takes rook, `e1h1`, a capture in passing with what it takes, `e5d6xd5`. `list` has the legal
/// moves.
pub(crate) fn coordinates<B: Bits>(tables: &Tables<B>, state: &State<B>, list: &List, step: Move) -> String {
    let bare = |step: Move| short(tables, state, &list.changes, step);
    let is_other = |other: &Move| other.announced() == step.announced() && *other != step;
    let like = |other: &Move| (other.from, other.to) == (step.from, step.to) && is_other(other);
    let mut text = bare(step);
    if list.steps.iter().any(|other| like(other) && bare(*other) == text) {
        let others: Vec<Move> = list.steps.iter().copied().filter(is_other).collect();
        let shared = |way: &String| {
            let written =
                |other: &Move| bare(*other) == *way || apart(tables, state, list, *other).contains(way);
            others.iter().any(written)
        };
        let mut ways = apart(tables, state, list, step);
        let last = ways.pop();
        text = ways.into_iter().find(|way| !shared(way)).or(last).unwrap_or(text);
    }
    if step.announced() {
        text.push('!');
    }
    text
}

/// Returns a move in coordinate notation, announcements and other moves aside.
fn short<B: Bits>(tables: &Tables<B>, state: &State<B>, changes: &[Entry], step: Move) -> String {
    let rules = &tables.rules;
    if let Some(writing) = tables.writing(step) {
        return writing.coordinates(&tables.sketch(state, changes, step));
    }
    let mut text = rules.geometry.name(step.from) + &rules.geometry.name(step.to);
    if step.after != state.at(step.from) && !rules.written.promotions_unwritten {
        text += &rules.types[usize::from(step.after.kind())].letter.to_ascii_lowercase();
    }
    text
}

/// Returns other ways of writing a move in coordinates, for where another legal move is written like it; the last one says most.
fn apart<B: Bits>(tables: &Tables<B>, state: &State<B>, list: &List, step: Move) -> Vec<String> {
    match tables.writing(step) {
        Some(writing) => writing.apart(&tables.sketch(state, &list.changes, step)),
        None if step.takes() && step.take != step.to => {
            let taken = tables.rules.geometry.name(step.take);
            vec![format!("{}x{taken}", short(tables, state, &list.changes, step))]
        }
        None => Vec::new(),
    }
}

/// Returns a move in standard algebraic notation (FIDE Laws of Chess, appendix C), in the game's own letters, or by the numbers of squares
/// where the game uses them. `list` has the legal moves.
pub(crate) fn san<B: Bits>(tables: &Tables<B>, state: &State<B>, list: &List, step: Move) -> String {
    let made_up = tables.writing(step).is_some();
    let mut text = if tables.rules.written.numbers && (!made_up || step.takes()) {
        numbers(tables, state, list, step)
    } else if made_up {
        let own = own_san(tables, state, list, step);
        own.unwrap_or_else(|| coordinates(tables, state, list, step.with_announcement(false)))
    } else {
        plain_san(tables, state, &list.steps, step)
    };
    if step.announced() {
        text.push('!');
    }
    let mut after = state.fresh_copy();
    make::<B, false>(tables, &mut after, step, &list.changes);
    if after.side != state.side && tables.attacks.in_check(&after, after.side) {
        text.push(if any_legal(tables, &after) { '+' } else { '#' });
    }
    text
}

/// Returns the notation of a feature for its move, if no other legal move shares it.
fn own_san<B: Bits>(tables: &Tables<B>, state: &State<B>, list: &List, step: Move) -> Option<String> {
    let own = |step: Move| tables.writing(step)?.san(&tables.sketch(state, &list.changes, step));
    let text = own(step)?;
    let bare = |step: Move| step.with_announcement(false);
    let mut others =
        list.steps.iter().filter(|other| other.maker() == step.maker() && bare(**other) != bare(step));
    let shared = others.any(|&other| own(other).as_deref() == Some(&text));
    (!shared).then_some(text)
}

/// Returns a move by square numbers: `11-15`, `22x15`; with the squares between where two captures would be written alike.
fn numbers<B: Bits>(tables: &Tables<B>, state: &State<B>, list: &List, step: Move) -> String {
    let number = |square| tables.rules.written.number(&tables.rules.geometry, square).to_string();
    let ends = |step: &Move| (step.from, step.to);
    let alike = list.steps.iter().filter(|other| ends(other) == ends(&step)).count();
    let effect = tables.effect(state, &list.changes, step);
    let sign = if effect.takes() { "x" } else { "-" };
    let mut squares = vec![number(step.from)];
    if alike > 1 {
        squares.extend(tables.sketch(state, &list.changes, step).path().map(number));
    } else {
        squares.push(number(step.to));
    }
    let promotion = effect.promotes() && !tables.rules.written.promotions_unwritten;
    let letter = &tables.rules.types[usize::from(step.after.kind())].letter;
    squares.join(sign) + &if promotion { format!("={letter}") } else { String::new() }
}

fn plain_san<B: Bits>(tables: &Tables<B>, state: &State<B>, steps: &[Move], step: Move) -> String {
    let geometry = &tables.rules.geometry;
    let man = state.at(step.from);
    let letter = &tables.rules.types[usize::from(man.kind())].san;
    let rivals = steps.iter().filter(|other| {
        other.to == step.to
            && other.from != step.from
            && state.at(other.from) == man
            && tables.writing(**other).is_none()
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

/// Returns the legal moves that a text may mean: coordinates, SAN, or SAN that says more or less than it must.
pub(crate) fn matching<B: Bits>(tables: &Tables<B>, state: &State<B>, list: &List, text: &str) -> Vec<Move> {
    let steps = &list.steps;
    let those = |wanted: &dyn Fn(Move) -> bool| {
        steps.iter().copied().filter(|&step| wanted(step)).collect::<Vec<_>>()
    };
    let exact = those(&|step| coordinates(tables, state, list, step) == text);
    if !exact.is_empty() {
        return exact;
    }
    let announced =
        text.trim_end_matches(['+', '#']).ends_with('!') && steps.iter().any(|step| step.announced());
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    let castling = match bare.to_ascii_uppercase().replace('0', "O").as_str() {
        text @ ("O-O" | "O-O-O") => Some(text.to_owned()),
        _ => None,
    };
    if castling.is_some() {
        let own = |step: Move| tables.writing(step)?.san(&tables.sketch(state, &list.changes, step));
        return those(&|step| step.announced() == announced && own(step) == castling);
    }
    let written = |step: Move| san(tables, state, list, step.with_announcement(false));
    let same =
        |step: Move| step.announced() == announced && written(step).trim_end_matches(['+', '#']) == bare;
    let same = those(&same);
    if !same.is_empty() {
        return same;
    }
    let Some(pattern) = Pattern::read(tables, bare) else { return Vec::new() };
    those(&|step| step.announced() == announced && pattern.fits(tables, state, step))
}

/// The parts of a move in loose notation.
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
        let Some(kind) =
            tables.rules.types.get(usize::from(man.kind())).filter(|_| step.part() == TurnPart::Move)
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
