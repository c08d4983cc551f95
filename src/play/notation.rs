//! Move notation: coordinates, SAN, and the numbers of draughts.

use super::{any_legal, make};
use crate::board::{Bits, Square};
use crate::model::pieces::Piece;
use crate::moves::{Entry, List, Move, TurnPart};
use crate::state::State;
use crate::tables::Tables;

/// Returns a move in coordinate notation: `e2e4`, `e7e8q`, `c6c7+` where the promoted form is written with a plus. A made-up move is
/// written as its maker says: a chain `c3e5g7`, a promotion in place `d8=q`, a huff `xd3`, a declined move `0000`. An announcement adds `!`
/// at the end. Where two legal moves would be written alike, one of them is written in another way: castling as king takes rook, `e1h1`, a
/// capture in passing with the square of the captured piece, `e5d6xd5`. `list` has the legal moves.
pub(crate) fn coordinates<B: Bits>(tables: &Tables<B>, state: &State<B>, list: &List, mv: Move) -> String {
    let bare = |mv: Move| short(tables, state, &list.changes, mv);
    let mut text = bare(mv);
    // most moves can be written in one way only, so there is no need to search for others like them
    let mut ways = apart(tables, state, list, mv);
    let is_other = |other: &Move| other.announced() == mv.announced() && *other != mv;
    let like = |other: &Move| (other.from, other.to) == (mv.from, mv.to) && is_other(other);
    if let Some(last) = ways.pop()
        && list.moves.iter().any(|other| like(other) && bare(*other) == text)
    {
        let shared = |way: &String| {
            let mut others = list.moves.iter().copied().filter(is_other);
            others.any(|other| bare(other) == *way || apart(tables, state, list, other).contains(way))
        };
        text = ways.into_iter().find(|way| !shared(way)).unwrap_or(last);
    }
    if mv.announced() {
        text.push('!');
    }
    text
}

/// Returns a move in coordinate notation, ignoring announcements and other moves.
fn short<B: Bits>(tables: &Tables<B>, state: &State<B>, changes: &[Entry], mv: Move) -> String {
    let rules = &tables.rules;
    if let Some(writing) = tables.writing(mv) {
        return writing.coordinates(&tables.sketch(state, changes, mv));
    }
    let mut text = rules.geometry.name(mv.from) + &rules.geometry.name(mv.to);
    if mv.after != state.at(mv.from) && !rules.written.promotions_unwritten {
        let [before, after] =
            [state.at(mv.from), mv.after].map(|piece| &rules.types[usize::from(piece.kind())]);
        text += &before.becoming(after);
    }
    text
}

/// Returns other ways of writing a move in coordinates, for use where another legal move is written alike; the last is the most explicit.
fn apart<B: Bits>(tables: &Tables<B>, state: &State<B>, list: &List, mv: Move) -> Vec<String> {
    match tables.writing(mv) {
        Some(writing) => writing.apart(&tables.sketch(state, &list.changes, mv)),
        None if mv.takes() && mv.take != mv.to => {
            let taken = tables.rules.geometry.name(mv.take);
            vec![format!("{}x{taken}", short(tables, state, &list.changes, mv))]
        }
        None => Vec::new(),
    }
}

/// Returns a move in standard algebraic notation (FIDE Laws of Chess, appendix C), in the game's own letters, or by the numbers of squares
/// where the game uses them. `list` has the legal moves.
pub(crate) fn san<B: Bits>(tables: &Tables<B>, state: &State<B>, list: &List, mv: Move) -> String {
    let made_up = tables.writing(mv).is_some();
    let mut text = if tables.rules.written.numbers() && (!made_up || mv.takes()) {
        let text = numbers(tables, state, list, mv);
        let like = |other: &&Move| (other.from, other.to) == (mv.from, mv.to) && **other != mv;
        let is_numbered = |other: Move| tables.writing(other).is_none() || other.takes();
        let mut others = list.moves.iter().filter(like).filter(|other| is_numbered(**other));
        match others.any(|&other| numbers(tables, state, list, other) == text) {
            true => coordinates(tables, state, list, mv.with_announcement(false)),
            false => text,
        }
    } else if let Some(text) = named(tables, state, list, mv) {
        text
    } else if made_up {
        let own = own_san(tables, state, list, mv);
        own.unwrap_or_else(|| coordinates(tables, state, list, mv.with_announcement(false)))
    } else {
        plain_san(tables, state, &list.moves, mv)
    };
    if mv.announced() {
        text.push('!');
    }
    // in USI, a plus at the end means promotion, and neither USI nor ICCS marks check; where a player doesn't see everything, the sign would
    // tell of what is not seen
    if tables.rules.written.between().is_some() || tables.rules.sight.is_some() {
        return text;
    }
    let mut after = state.fresh_copy();
    make::<B, false>(tables, &mut after, mv, &list.changes);
    if after.side != state.side && tables.attacks.in_check(&after, after.side) {
        text.push(if any_legal(tables, &after) { '+' } else { '#' });
    }
    text
}

/// Returns the notation of a feature for its move, if no other legal move shares it.
fn own_san<B: Bits>(tables: &Tables<B>, state: &State<B>, list: &List, mv: Move) -> Option<String> {
    let own = |mv: Move| tables.writing(mv)?.san(&tables.sketch(state, &list.changes, mv));
    let text = own(mv)?;
    let bare = |mv: Move| mv.with_announcement(false);
    let mut others =
        list.moves.iter().filter(|other| other.maker() == mv.maker() && bare(**other) != bare(mv));
    let shared = others.any(|&other| own(other).as_deref() == Some(&text));
    (!shared).then_some(text)
}

/// Returns a move by square numbers: `11-15`, `22x15`; with the squares between where two captures would be written alike.
fn numbers<B: Bits>(tables: &Tables<B>, state: &State<B>, list: &List, mv: Move) -> String {
    let number = |square| tables.rules.written.number(&tables.rules.geometry, square).to_string();
    let ends = |mv: &Move| (mv.from, mv.to);
    let alike = list.moves.iter().filter(|other| ends(other) == ends(&mv)).count();
    let effect = tables.effect(state, &list.changes, mv);
    let sign = if effect.takes() { "x" } else { "-" };
    let mut squares = vec![number(mv.from)];
    if alike > 1 {
        squares.extend(tables.sketch(state, &list.changes, mv).path().map(number));
    } else {
        squares.push(number(mv.to));
    }
    let promotion = effect.promotes() && !tables.rules.written.promotions_unwritten;
    let letter = &tables.rules.types[usize::from(mv.after.kind())].letter;
    squares.join(sign) + &if promotion { format!("={letter}") } else { String::new() }
}

/// Returns a move by the names of its squares in USI or ICCS, if the game uses one of them and no other legal move is written alike.
fn named<B: Bits>(tables: &Tables<B>, state: &State<B>, list: &List, mv: Move) -> Option<String> {
    let between = tables.rules.written.between()?;
    let name = |square| tables.rules.written.name(&tables.rules.geometry, square);
    let written = |mv: Move| {
        let kind = |piece: Piece| &tables.rules.types[usize::from(piece.kind())];
        if mv.is_drop() {
            return Some(format!("{}*{}", kind(mv.after).letter, name(mv.to)));
        }
        let before = state.at(mv.from);
        if tables.writing(mv).is_some() || before.get().is_none() {
            return None;
        }
        let promotes = mv.after != before && !tables.rules.written.promotions_unwritten;
        let becoming = if promotes { kind(before).becoming(kind(mv.after)) } else { String::new() };
        Some(format!("{}{between}{}{becoming}", name(mv.from), name(mv.to)))
    };
    let text = written(mv)?;
    let near = |other: &Move| (other.from, other.to) == (mv.from, mv.to) && *other != mv;
    let is_other = |other: &Move| near(other) && other.announced() == mv.announced();
    let alike = |other: &Move| is_other(other) && written(*other).as_ref() == Some(&text);
    (!list.moves.iter().any(alike)).then_some(text)
}

fn plain_san<B: Bits>(tables: &Tables<B>, state: &State<B>, moves: &[Move], mv: Move) -> String {
    let geometry = &tables.rules.geometry;
    let piece = state.at(mv.from);
    let letter = &tables.rules.types[usize::from(piece.kind())].san;
    let like = |other: Piece| {
        let same = || tables.rules.types[usize::from(other.kind())].san == *letter;
        other == piece || other.get().is_some() && same()
    };
    let rivals = moves.iter().filter(|other| {
        other.to == mv.to
            && other.from != mv.from
            && like(state.at(other.from))
            && tables.writing(**other).is_none()
    });
    let rivals: Vec<_> = rivals.map(|other| other.from).collect();
    let same_file = rivals.iter().any(|&from| geometry.file(from) == geometry.file(mv.from));
    let same_rank = rivals.iter().any(|&from| geometry.rank(from) == geometry.rank(mv.from));
    let name = geometry.name(mv.from);
    let (file, rank) = name.split_at(1);
    let mut text = letter.clone();
    if letter.is_empty() && mv.takes() || !rivals.is_empty() && (!same_file || same_rank) {
        text += file;
    }
    if same_file {
        text += rank;
    }
    if mv.takes() {
        text.push('x');
    }
    text += &geometry.name(mv.to);
    if mv.after != piece {
        text.push('=');
        text += &tables.rules.types[usize::from(mv.after.kind())].letter;
    }
    text
}

/// Returns the legal moves that a text may mean: coordinates, SAN, or SAN with more or less detail than required.
pub(crate) fn matching<B: Bits>(tables: &Tables<B>, state: &State<B>, list: &List, text: &str) -> Vec<Move> {
    let moves = &list.moves;
    let those =
        |wanted: &dyn Fn(Move) -> bool| moves.iter().copied().filter(|&mv| wanted(mv)).collect::<Vec<_>>();
    let exact = those(&|mv| coordinates(tables, state, list, mv) == text);
    if !exact.is_empty() {
        return exact;
    }
    if tables.rules.written.between().is_some() {
        let named = those(&|mv| san(tables, state, list, mv) == text);
        if !named.is_empty() {
            return named;
        }
    }
    if text.starts_with('@')
        && let Some(kind) = tables.rules.types.iter().find(|kind| kind.san.is_empty())
    {
        // in game scores, the type that is written without a letter has none in drops either
        return matching(tables, state, list, &format!("{}{text}", kind.letter));
    }
    if let Some((letter, to)) = text.split_once('@')
        && let Some(kind) = tables.rules.types.iter().find(|kind| kind.is_synonym(letter))
    {
        return matching(tables, state, list, &format!("{}@{to}", kind.letter));
    }
    let announced = text.trim_end_matches(['+', '#']).ends_with('!') && moves.iter().any(|mv| mv.announced());
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    let castling = match bare.to_ascii_uppercase().replace('0', "O").as_str() {
        text @ ("O-O" | "O-O-O") => Some(text.to_owned()),
        _ => None,
    };
    if castling.is_some() {
        let own = |mv: Move| tables.writing(mv)?.san(&tables.sketch(state, &list.changes, mv));
        return those(&|mv| mv.announced() == announced && own(mv) == castling);
    }
    let written = |mv: Move| san(tables, state, list, mv.with_announcement(false));
    let same = |mv: Move| mv.announced() == announced && written(mv).trim_end_matches(['+', '#']) == bare;
    let same = those(&same);
    if !same.is_empty() {
        return same;
    }
    let Some(pattern) = Pattern::read(tables, bare) else { return Vec::new() };
    those(&|mv| mv.announced() == announced && pattern.fits(tables, state, mv))
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

    fn fits<B: Bits>(&self, tables: &Tables<B>, state: &State<B>, mv: Move) -> bool {
        let geometry = &tables.rules.geometry;
        let piece = state.at(mv.from);
        let Some(kind) =
            tables.rules.types.get(usize::from(piece.kind())).filter(|_| mv.part() == TurnPart::Move)
        else {
            return false;
        };
        let after = tables.rules.types.get(usize::from(mv.after.kind())).filter(|_| mv.after != piece);
        let becomes = |letter: &str| after.is_some_and(|kind| kind.is_written(letter));
        let lettered = self.letter == kind.san || self.letter == kind.letter || kind.is_synonym(&self.letter);
        let whole_origin = self.file.is_some() && self.rank.is_some();
        mv.to == self.to
            && (lettered || self.letter.is_empty() && whole_origin)
            && self.file.is_none_or(|file| file == geometry.file(mv.from))
            && self.rank.is_none_or(|rank| rank == geometry.rank(mv.from))
            && (!self.takes || mv.takes())
            && self.promotion.as_deref().is_none_or(becomes)
    }
}
