//! The form of a game whose first ranks are shuffled, derived from its table of castling.
//!
//! A game has it if its king castles along its rank to both sides with the same type of piece, and its file shuffles nothing. All pieces of
//! types that stand only on that rank are shuffled: two bishops stay on squares of different colours, the king between its rooks. The array
//! of the file is one of the arrangements, and the usual one; in chess, by the numbers of Chess960, it is 518.
//!
//! Where Black's pieces don't stand opposite White's, nothing is shuffled, and only castling becomes that of the form, written as king takes
//! rook.

use crate::definition::{Entry, Node, OptionDecl, OptionValue, SHUFFLED, Table, Value};
use crate::text::Span;

/// The movement of pieces that are kept on different colours.
const BISHOP: &str = "B";

/// Derives the option from the root table of a game file.
pub(crate) fn shuffled(root: &Table) -> Option<OptionDecl> {
    let (setup, castling) = (root.table("setup")?, root.table("castling")?);
    let ways: Vec<Way<'_>> =
        castling.named("ways").map(|(name, node)| way(name.text, node.table()?)).collect::<Option<_>>()?;
    let [one, other] = &ways[..] else { return None };
    let fits = one.types == other.types
        && one.king == other.king
        && [one, other].iter().all(|way| way.rook.1 == one.king.1)
        && (one.rook.0 < one.king.0) != (other.rook.0 < one.king.0);
    if !fits || setup.contains("shuffle") {
        return None;
    }
    let span = castling.span();
    let entry = |value| Entry { key_span: span, node: Node { value, span } };
    // each byte of a text is taken to stand somewhere in the file
    let place = |words: &str| Span::new(span.source, 0, words.len());
    let node = |words: &str| Node { value: Value::Text(words.to_owned()), span: place(words) };
    let text = |words: &str| Entry { key_span: span, node: node(words) };
    let table = |entries: Vec<(&str, Entry)>| table(span, entries);
    let to = |way: &Way<'_>| {
        let parts = way.types.into_iter().zip(way.to).map(|(kind, to)| (kind, text(to)));
        entry(Value::Table(table(parts.collect())))
    };
    let ways = ways.iter().map(|way| (way.name, to(way))).collect();
    let castles = table(vec![("ways", entry(Value::Table(table(ways))))]);
    let mut changes = vec![("castling", entry(Value::Table(castles)))];
    let entries = entries(root, setup, one).unwrap_or_default();
    if !entries.is_empty() {
        let list = entries.iter().map(|words| node(words)).collect();
        let shuffle = table(vec![("shuffle", entry(Value::List(list)))]);
        changes.push(("setup", entry(Value::Table(shuffle))));
    }
    let value = |name: &str, overlay| OptionValue { name: name.to_owned(), overlay };
    Some(OptionDecl {
        name: SHUFFLED.to_owned(),
        ask: Some("Are the pieces of the first rank shuffled?".to_owned()),
        default: "off".to_owned(),
        values: vec![value("off", Table::new(span)), value("on", table(changes))],
        requires: Vec::new(),
    })
}

fn table(span: Span, entries: Vec<(&str, Entry)>) -> Table {
    let mut table = Table::new(span);
    entries.into_iter().for_each(|(key, entry)| table.insert(key, entry));
    table
}

/// A way of castling: its two types with the squares that they leave, by file and rank, and those that they go to.
struct Way<'a> {
    name: &'a str,
    types: [&'a str; 2],
    king: (u8, usize),
    rook: (u8, usize),
    to: [&'a str; 2],
}

/// Reads `{ king = "e1 g1", rook = "h1 f1" }`.
fn way<'a>(name: &'a str, table: &'a Table) -> Option<Way<'a>> {
    let parts = table.iter().filter(|(key, _)| *key != "side");
    let ends = |(kind, entry): (&'a str, &'a Entry)| {
        let (from, to) = entry.node.text()?.text.split_once(' ')?;
        Some((kind, square(from)?, to.trim()))
    };
    let parts: Vec<_> = parts.map(ends).collect::<Option<_>>()?;
    let [(king, from, to), (rook, from_rook, to_rook)] = parts[..] else { return None };
    Some(Way { name, types: [king, rook], king: from, rook: from_rook, to: [to, to_rook] })
}

/// The file of a square from 0 and its rank from 1.
fn square(name: &str) -> Option<(u8, usize)> {
    let (file, rank) = name.split_at_checked(1)?;
    let file = file.bytes().next().filter(u8::is_ascii_lowercase)?;
    Some((file - b'a', rank.parse().ok()?))
}

/// Returns the entries of `shuffle` for the rank of a way; `None` if its pieces don't stand there for both sides alike.
fn entries(root: &Table, setup: &Table, way: &Way<'_>) -> Option<Vec<String>> {
    if setup.contains("black") || setup.contains("fen") {
        return None;
    }
    let rows: Vec<Vec<&str>> = setup
        .list("white")?
        .iter()
        .map(|row| Some(row.text()?.text.split_whitespace().collect()))
        .collect::<Option<_>>()?;
    let at = way.king.1.checked_sub(1)?;
    let row = rows.get(at)?;
    let elsewhere =
        |letter: &str| rows.iter().enumerate().any(|(other, row)| other != at && row.contains(&letter));
    let pieces = root.table("pieces")?;
    let has_letter =
        |letter: &str, piece: &Table| piece.text("letter").is_some_and(|word| word.text == letter);
    let types: Vec<(&str, &Table)> =
        pieces.iter().filter_map(|(name, entry)| Some((name, entry.node.table()?))).collect();
    let mut found: Vec<(&str, &Table, Vec<usize>)> = Vec::new();
    for (file, letter) in row.iter().enumerate().filter(|(_, letter)| **letter != "." && !elsewhere(letter)) {
        let (name, piece) = *types.iter().find(|(_, piece)| has_letter(letter, piece))?;
        match found.iter_mut().find(|(known, ..)| *known == name) {
            Some((.., files)) => files.push(file),
            None => found.push((name, piece, vec![file])),
        }
    }
    let [king, rook] = way.types;
    let files = |name: &str| found.iter().find(|(known, ..)| *known == name).map(|(.., files)| &files[..]);
    let (&[at], &[left, right]) = (files(king)?, files(rook)?) else { return None };
    if at != usize::from(way.king.0) || !(left < at && at < right) {
        return None;
    }
    let two_colours = |piece: &Table, files: &[usize]| {
        piece.text("moves").is_some_and(|word| word.text == BISHOP)
            && matches!(files, [one, other] if one % 2 != other % 2)
    };
    let (bishops, others): (Vec<_>, Vec<_>) = found
        .iter()
        .filter(|(name, ..)| ![king, rook].contains(name))
        .partition(|(_, piece, files)| two_colours(piece, files));
    let on = |name: &str| ["light", "dark"].map(|colour| format!("{name} on {colour}"));
    let mut entries: Vec<String> = bishops.iter().flat_map(|(name, ..)| on(name)).collect();
    // those of which there are fewer first, as the numbers of Chess960 have it
    for number in 1..=row.len() {
        let alike = others.iter().filter(|(.., files)| files.len() == number);
        entries.extend(alike.map(|(name, ..)| vec![*name; number].join(" ")));
    }
    entries.push(format!("{rook} {king} {rook}"));
    Some(entries)
}
