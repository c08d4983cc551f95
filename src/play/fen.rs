//! FEN: a position as a line of text.
//!
//! `placement[hands] side castling passed [checks left] idle number [name=value …]`. Everything after the side may be left out: then every
//! piece that stands where the start position has the same piece counts as unmoved, and nothing else is remembered. Where plies are counted
//! up to a limit, the limit takes the place of `passed`, and the count so far that of `idle`. What is only said by other programs, and means
//! nothing in a game, is ignored, and noted. Named fields are read at any place after the side.

mod pdn;
mod seen;
mod sfen;

use std::ops::Range;

pub(crate) use seen::{UNKNOWN, passed_seen, write_seen};

use crate::board::Bits;
use crate::definition::listed;
use crate::model::pieces::{Side, TypeId};
use crate::state::{State, squares};
use crate::tables::{Placement, Tables};

/// The counters of a FEN, which are not part of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clocks {
    /// The number of plies since the idle count was reset.
    pub(crate) idle: u32,
    /// The move number, from 1.
    pub(crate) number: u32,
}

/// A fault in a FEN, with its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FenFault {
    pub(crate) range: Range<usize>,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

impl FenFault {
    fn new(range: Range<usize>, message: impl Into<String>, help: &str) -> Self {
        Self { range, message: message.into(), help: (!help.is_empty()).then(|| help.to_owned()) }
    }
}

type Field<'a> = (&'a str, Range<usize>);

/// What a FEN says.
#[derive(Clone, Debug)]
pub(crate) struct Content<B: Bits> {
    pub(crate) state: State<B>,
    pub(crate) clocks: Clocks,
    /// What means nothing in this game.
    pub(crate) ignored: Vec<FenFault>,
}

/// Parses a FEN, a position in SFEN in a game that has them, or one of PDN where squares have numbers.
pub(crate) fn read<B: Bits>(tables: &Tables<B>, text: &str) -> Result<Content<B>, FenFault> {
    let offset = |token: &str| token.as_ptr() as usize - text.as_ptr() as usize;
    let fields: Vec<Field<'_>> =
        text.split_whitespace().map(|token| (token, offset(token)..offset(token) + token.len())).collect();
    let Some(placement) = fields.first() else {
        return Err(FenFault::new(
            0..text.len(),
            "the FEN is empty",
            "begin with the placement of the pieces",
        ));
    };
    if tables.rules.written.reads_sfen
        && let Some(sfen) = sfen::Fields::of(&fields)?
    {
        return sfen.read(tables, text.len());
    }
    if tables.rules.written.reads_pdn()
        && let Some(content) = pdn::read(tables, &fields)
    {
        return content;
    }
    if let Some(at) = text.find(UNKNOWN) {
        let message = format!("`{UNKNOWN}` stands for what a player does not see");
        let help = "only a position that is known as a whole can be read";
        return Err(FenFault::new(at..at + 1, message, help));
    }
    let mut ignored = Vec::new();
    let mut state = read_board(tables, placement, (fields.get(1), text.len()), &mut ignored)?;
    let (named, mut plain): (Vec<Option<&Field<'_>>>, Vec<Option<&Field<'_>>>) = fields
        [fields.len().min(2)..]
        .iter()
        .map(Some)
        .partition(|field| field.is_some_and(|(token, _)| token.contains('=')));
    let is_left = |field: &Option<&Field<'_>>| {
        field.is_some_and(|(token, _)| {
            token.contains('+') && token.bytes().all(|byte| byte == b'+' || byte.is_ascii_digit())
        })
    };
    let left = plain.iter().position(is_left).and_then(|at| plain.remove(at));
    let counted = read_counted(tables, &mut state, &mut plain);
    supply_omitted(&mut plain);
    if let Some(Some(field)) = plain.first() {
        read_rights(tables, &mut state, field, &mut ignored)?;
    }
    if let Some(Some(field)) = plain.get(1) {
        read_passed(tables, &mut state, field)?;
    }
    if let Some(field) = left {
        read_left(tables, &mut state, field)?;
    }
    for field in named.into_iter().flatten() {
        read_named(tables, &mut state, field)?;
    }
    tables.settle(&mut state);
    let clocks = read_clocks(&plain, counted)?;
    match plain.get(4).copied().flatten() {
        None => Ok(Content { state, clocks, ignored }),
        Some((_, range)) => Err(FenFault::new(range.clone(), "the FEN should end before this", "")),
    }
}

/// Parses the first two fields: the pieces, their marks and the hands; and the side to move, which a text of some length may lack.
fn read_board<B: Bits>(
    tables: &Tables<B>,
    placement: &Field<'_>,
    (side, length): (Option<&Field<'_>>, usize),
    ignored: &mut Vec<FenFault>,
) -> Result<State<B>, FenFault> {
    let (mut state, placed) = read_placement(tables, placement)?;
    state.side = read_side(side, length, ignored)?;
    tables.freshen(&mut state);
    read_marks(tables, &mut state, (&placed, placement.1.start), ignored)?;
    read_hands(tables, &mut state, placement, ignored)?;
    Ok(state)
}

/// Parses the castling rights. They are ignored in a game without castling.
fn read_rights<B: Bits>(
    tables: &Tables<B>,
    state: &mut State<B>,
    (token, range): &Field<'_>,
    ignored: &mut Vec<FenFault>,
) -> Result<(), FenFault> {
    if tables.has_no_rights() && is_rights(token) {
        let message = format!("this game has no castling: `{token}` is ignored");
        ignored.push(FenFault::new(range.clone(), message, "write `-`"));
        return Ok(());
    }
    tables.read_rights_field(state, token).map_err(|(at, message)| {
        FenFault::new(range.start + at..range.end, message, "write `-` if nobody may castle")
    })
}

/// Returns `true` if a field looks like castling rights, as `KQkq` or by files: letters, each once.
fn is_rights(token: &str) -> bool {
    let once = |(at, letter): (usize, char)| !token[..at].contains(letter);
    token.char_indices().all(|(at, letter)| letter.is_ascii_alphabetic() && once((at, letter)))
}

/// Inserts the fields of castling and en passant where they are left out, as some programs do in games without them.
fn supply_omitted(plain: &mut Vec<Option<&Field<'_>>>) {
    let is_number = |field: &Option<&Field<'_>>| {
        field.is_some_and(|(token, _)| token.bytes().all(|byte| byte.is_ascii_digit()))
    };
    if plain.first().is_some_and(is_number) {
        plain.splice(0..0, [None, None]);
    } else if plain.len() <= 3 && plain.get(1).is_some_and(is_number) {
        plain.insert(1, None);
    }
}

/// Parses the field of the checks left: `3+3`.
fn read_left<B: Bits>(
    tables: &Tables<B>,
    state: &mut State<B>,
    (token, range): &Field<'_>,
) -> Result<(), FenFault> {
    match tables.read_left_field(state, token) {
        Some(Ok(())) => Ok(()),
        Some(Err((at, message))) => {
            let at = range.start + at.start..range.start + at.end;
            Err(FenFault::new(at, message, "write what White and Black have left, such as `3+3`"))
        }
        None => Err(FenFault::new(range.clone(), "this game counts no checks", "leave it out")),
    }
}

/// Parses the last two fields: the plies without progress, unless plies are counted elsewhere, and the move number.
fn read_clocks(plain: &[Option<&Field<'_>>], counted: bool) -> Result<Clocks, FenFault> {
    let number = |at: usize, least: u32| match plain.get(at).copied().flatten() {
        None => Ok(least),
        Some((token, range)) => token.parse().map(|n: u32| n.max(least)).map_err(|_| {
            FenFault::new(
                range.clone(),
                "expected a number",
                "a FEN ends with the halfmove clock and the move number, such as `0 1`",
            )
        }),
    };
    Ok(Clocks { idle: if counted { 0 } else { number(2, 0)? }, number: number(3, 1)? })
}

/// The parts of the first field.
struct FirstField<'a> {
    placement: &'a str,
    /// The pieces in hand, in brackets or after a further `/`.
    hands: Option<&'a str>,
}

impl<'a> FirstField<'a> {
    fn new(token: &'a str, ranks: usize) -> Self {
        if let Some((placement, hands)) = token.split_once('[') {
            return Self { placement, hands: Some(hands.strip_suffix(']').unwrap_or(hands)) };
        }
        match token.rsplit_once('/') {
            Some((placement, hands)) if token.matches('/').count() == ranks => {
                Self { placement, hands: Some(hands) }
            }
            _ => Self { placement: token, hands: None },
        }
    }
}

/// Parses the placement of the pieces; returns with it the range of the pieces in hand, and the marks of promoted pieces.
fn read_placement<B: Bits>(
    tables: &Tables<B>,
    (token, range): &Field<'_>,
) -> Result<(State<B>, Placement), FenFault> {
    let first = FirstField::new(token, usize::from(tables.rules.geometry.ranks));
    let placement = tables.read_placement(first.placement).map_err(|(at, message, help)| {
        FenFault::new(range.start + at.start..range.start + at.end, message, &help)
    })?;
    let mut state = tables.empty_state();
    for &(square, piece) in &placement.pieces {
        state.change::<true>(&tables.keys, square, piece);
    }
    Ok((state, placement))
}

/// Parses the marks of promoted pieces in the first field, which begins at `start`. A mark on a piece of a type that others promote to is
/// ignored in a game that doesn't ask what a piece was.
fn read_marks<B: Bits>(
    tables: &Tables<B>,
    state: &mut State<B>,
    (placement, start): (&Placement, usize),
    ignored: &mut Vec<FenFault>,
) -> Result<(), FenFault> {
    let help = "leave the `~` out";
    for (square, at, marks) in &placement.promoted {
        if tables.mark_promoted(state, (*square, *marks)) {
            continue;
        }
        let at = start + at.start..start + at.end;
        let (kind, rules) = (state.at(*square).kind(), &tables.rules);
        let types = 0..rules.types.len() as TypeId;
        if *marks > 1 || !types.into_iter().any(|from| rules.becomes(from).any(|way| way.to.contains(&kind)))
        {
            return Err(FenFault::new(at, "no piece of this type is marked as promoted", help));
        }
        ignored.push(FenFault::new(at, "this game doesn't mark promoted pieces: `~` is ignored", help));
    }
    Ok(())
}

/// Parses the pieces in hand in the first field. They are ignored in a game in which they never run out.
fn read_hands<B: Bits>(
    tables: &Tables<B>,
    state: &mut State<B>,
    (token, range): &Field<'_>,
    ignored: &mut Vec<FenFault>,
) -> Result<(), FenFault> {
    let first = FirstField::new(token, usize::from(tables.rules.geometry.ranks));
    let Some(hands) = first.hands.filter(|hands| !matches!(*hands, "" | "-")) else { return Ok(()) };
    let start = range.start + first.placement.len() + 1;
    let help = "leave the brackets out";
    match tables.read_hands(state, hands) {
        Some(Ok(())) => Ok(()),
        Some(Err((at, message))) => Err(FenFault::new(start + at.start..start + at.end, message, "")),
        None if tables.has_supply() => {
            let message = "the pieces to drop never run out: those in brackets are ignored";
            ignored.push(FenFault::new(start - 1..range.end, message, help));
            Ok(())
        }
        None => Err(FenFault::new(start - 1..range.end, "this game has no pieces in hand", help)),
    }
}

fn read_side(field: Option<&Field<'_>>, end: usize, ignored: &mut Vec<FenFault>) -> Result<Side, FenFault> {
    let help = "the placement is followed by `w` or `b`";
    match field {
        Some(("w", _)) => Ok(Side::White),
        Some(("b", _)) => Ok(Side::Black),
        Some(("r", range)) => {
            ignored.push(FenFault::new(
                range.clone(),
                "`r` is read as White, who is Red for some",
                "write `w`",
            ));
            Ok(Side::White)
        }
        Some((_, range)) => Err(FenFault::new(range.clone(), "the side to move must be `w` or `b`", help)),
        None => Err(FenFault::new(end..end, "the FEN doesn't say who is to move", help)),
    }
}

/// Reads the limit up to which plies are counted, and the count so far; returns `true` if plies are counted.
fn read_counted<B: Bits>(tables: &Tables<B>, state: &mut State<B>, plain: &mut [Option<&Field<'_>>]) -> bool {
    let number = |at: usize| plain.get(at).copied().flatten()?.0.parse::<u16>().ok();
    let (Some(limit), Some(count), 4) = (number(1), number(2), plain.len()) else { return false };
    match limit {
        _ if !tables.counts() => return false,
        // nothing is counted
        0 => plain[1] = None,
        _ => {
            tables.put_counted(state, limit, count);
            plain[1..=2].fill(None);
        }
    }
    limit > 0
}

fn read_passed<B: Bits>(
    tables: &Tables<B>,
    state: &mut State<B>,
    (token, range): &Field<'_>,
) -> Result<(), FenFault> {
    if *token == "-" {
        return Ok(());
    }
    let help = "write `-`, or the squares the last move passed over";
    let Ok(named) = squares(&tables.rules.geometry, token) else {
        return Err(FenFault::new(range.clone(), "this is not a square on the board", help));
    };
    let named = named.iter().fold(B::NONE, |over, &(_, square)| over | B::bit(square));
    // the piece that has passed may be named as well, which Fairy-Stockfish does unless it is a pawn of chess: `c5d6`
    let pieces = state.side(Side::White) | state.side(Side::Black);
    let (over, by) = (named & !pieces, named & pieces);
    match tables.mark(state, over, by).filter(|_| !over.is_empty()) {
        Some(mark) => state.slots.passed = mark,
        None => {
            return Err(FenFault::new(
                range.clone(),
                format!("no piece can just have passed over {token}"),
                help,
            ));
        }
    }
    Ok(())
}

fn read_named<B: Bits>(
    tables: &Tables<B>,
    state: &mut State<B>,
    (token, range): &Field<'_>,
) -> Result<(), FenFault> {
    let (name, value) = token.split_once('=').unwrap_or((token, ""));
    let start = range.start + name.len() + 1;
    match tables.read_named_field(state, name, value) {
        Some(Ok(())) => Ok(()),
        Some(Err((at, message))) => Err(FenFault::new(start + at.start..start + at.end, message, "")),
        None => Err(FenFault::new(
            range.clone(),
            format!("this game has no field called `{name}`"),
            &format!("its fields are {}", listed(tables.field_names())),
        )),
    }
}

/// Formats those squares that the last move has passed over which are to be told.
fn passed_field<B: Bits>(tables: &Tables<B>, state: &State<B>, told: B) -> String {
    let geometry = &tables.rules.geometry;
    if told.is_empty() {
        return "-".to_owned();
    }
    let passed = state.slots.passed;
    let victim = (tables.mark(state, passed.squares, B::NONE) != Some(passed)).then_some(passed.victim);
    told.squares().chain(victim).map(|square| geometry.name(square)).collect()
}

/// Formats a FEN; `passable` says whether an en passant capture is among the legal moves.
pub(crate) fn write<B: Bits>(tables: &Tables<B>, state: &State<B>, passable: bool, clocks: Clocks) -> String {
    let mut text = tables.write_placement(state);
    text += if state.side == Side::White { " w " } else { " b " };
    text += &tables.rights_field(state);
    text.push(' ');
    let counted = tables.counted(state);
    text += &match counted {
        Some((limit, _)) => limit.to_string(),
        None if passable => passed_field(tables, state, state.slots.passed.squares),
        None => "-".to_owned(),
    };
    if let Some(left) = tables.left_field(state) {
        text += &format!(" {left}");
    }
    let idle = counted.map_or(clocks.idle, |(_, count)| u32::from(count));
    text += &format!(" {idle} {}", clocks.number);
    for (name, value) in tables.named_fields(state) {
        text += &format!(" {name}={value}");
    }
    text
}
