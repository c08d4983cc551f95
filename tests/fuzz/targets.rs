//! Functions that any bytes may be given to. They must return, without a panic, and what they look at must hold: a text that is
//! read is written back the same, and a list of moves agrees with itself.
//!
//! They are run by the tests beside this file, and by `cargo fuzz` from the folder `fuzz`.

#![allow(unreachable_pub, reason = "the folder `fuzz` needs them public")]

use std::io::{self, Cursor, Write};
use std::path::Path;
use std::sync::LazyLock;

use ferz::format::format;
use ferz::lint::check_text;
use ferz::pgn::{Notation, Reader};
use ferz::text::render::render;
use ferz::{Game, LoadError, PlayError, Position, Variant};

use crate::protocol::{SupportedVariants, serve};

/// A function that takes any bytes.
pub type Target = fn(&[u8]);

/// All of them by name.
pub const TARGETS: [(&str, Target); 8] = [
    ("definition", definition),
    ("notation", notation),
    ("fen", fen),
    ("moves", moves),
    ("pgn", pgn),
    ("uci", uci),
    ("cecp", cecp),
    ("lsp", lsp),
];

/// The number of moves that may be listed while one input is played on.
const LISTED: usize = 10_000;

/// The games that positions, moves and records are tried in.
const GAMES: [&str; 8] = [
    "chess",
    "shatranj",
    "courier",
    "courier-spiel",
    "courtyard",
    "english-draughts",
    "international-draughts",
    "korkserschach",
];

static VARIANTS: LazyLock<Vec<Variant>> =
    LazyLock::new(|| GAMES.iter().map(|name| Variant::load(name, &[]).expect("it is built in")).collect());

static OFFERS: LazyLock<SupportedVariants> =
    LazyLock::new(|| SupportedVariants::new(&[] as &[&Path]).expect("they are built in"));

/// Chooses a game by the first byte.
fn chosen(data: &[u8]) -> Option<(&'static Variant, String)> {
    let (first, rest) = data.split_first()?;
    Some((&VARIANTS[usize::from(*first) % VARIANTS.len()], String::from_utf8_lossy(rest).into_owned()))
}

/// A game file: it is checked, laid out, and played if it is sound.
pub fn definition(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let checked = check_text("fuzz.toml", &text, None);
    _ = render(&checked.report, &checked.sources, false, 80);
    for problem in checked.report.diagnostics() {
        for label in &problem.labels {
            let (text, span) = (checked.sources.text(label.span.source), label.span);
            assert!(
                text.get(span.start..span.end).is_some(),
                "{}: a place outside of the text",
                problem.code
            );
        }
    }
    if let Ok(laid) = format(&text) {
        assert_eq!(format(&laid).as_deref(), Ok(&*laid), "laid out twice");
    }
    if let Some(variant) = checked.variant {
        _ = variant.rule_sheet(ferz::SheetFormat::Html);
        played(&mut variant.start(), data);
    }
}

/// A text in each of the notations.
pub fn notation(data: &[u8]) {
    let text: String =
        String::from_utf8_lossy(data).chars().filter(|sign| !"\"\\\n\r".contains(*sign)).collect();
    let text: String = text.chars().filter(|sign| !sign.is_control()).take(300).collect();
    for keys in [
        format!("[pieces]\nqueen = {{ moves = \"{text}\" }}"),
        format!("[regions]\nthere = \"{text}\""),
        format!("[promotion]\nto = \"{text}\""),
        format!("[end]\nmine = {{ win = \"{text}\" }}"),
    ] {
        definition(format!("extends = \"chess\"\n{keys}\n").as_bytes());
    }
}

/// A position of one of the games.
pub fn fen(data: &[u8]) {
    let Some((variant, text)) = chosen(data) else { return };
    match variant.start_from(&text) {
        Ok(mut game) => {
            let written = game.fen();
            let again = variant.start_from(&written).expect("what is written is read");
            assert_eq!(again.fen(), written);
            assert_eq!(again.position().hash(), game.position().hash(), "{written}");
            played(&mut game, data);
        }
        Err(error) => {
            assert!(text.get(error.range.clone()).is_some(), "a place outside of the text: {error}")
        }
    }
}

/// Moves of one of the games, in words or chosen by their bytes.
pub fn moves(data: &[u8]) {
    let Some((variant, text)) = chosen(data) else { return };
    let mut game = variant.start();
    for word in text.split_whitespace().take(200) {
        match game.play_text(word) {
            Ok(_) | Err(PlayError::Over(_)) => {}
            Err(_) => {
                let legal = game.legal_moves();
                let at = word.bytes().fold(0_usize, |sum, byte| sum.wrapping_mul(31) + usize::from(byte));
                let Some(next) = legal.get(at % legal.len().max(1)) else { break };
                game.play(next).expect("it is legal");
            }
        }
    }
    agrees(game.position());
    let written = game.fen();
    assert_eq!(variant.start_from(&written).expect("what is written is read").fen(), written);
    while game.undo().is_some() {}
    assert_eq!(game.fen(), variant.start().fen(), "all is taken back");
}

/// Games in PGN.
pub fn pgn(data: &[u8]) {
    for record in Reader::new(data).take(100) {
        let record = record.expect("bytes can be read");
        let played = record.play(&VARIANTS[0], Notation::San);
        if !played.faults.is_empty() {
            continue;
        }
        let written = played.record.to_string();
        let again: Vec<_> = Reader::new(written.as_bytes()).map(Result::unwrap).collect();
        assert_eq!(again.len(), 1, "{written}");
        assert_eq!(again[0].faults, [], "{written}");
        assert_eq!(again[0].play(&VARIANTS[0], Notation::San).record.to_string(), written);
    }
}

/// Plays on by the bytes of some data, and looks at each position on the way.
fn played(game: &mut Game, data: &[u8]) {
    let mut listed = 0;
    for byte in data.iter().rev().take(24) {
        let legal = game.legal_moves();
        let Some(next) = legal.get(usize::from(*byte) * 7919 % legal.len().max(1)) else { break };
        game.play(next).expect("it is legal");
        listed += legal.len();
        if listed > LISTED {
            break;
        }
    }
    agrees(game.position());
    let written = game.fen();
    let again = game.variant().start_from(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(again.fen(), written);
}

/// Checks that everything that can be asked of a position agrees with its moves.
fn agrees(position: &Position) {
    let legal = position.legal_moves();
    assert!(legal.is_empty() || position.overflow().is_none(), "a list is whole or empty");
    // draws for lack of progress end a game and cut no count
    if legal.len() > 500 || position.overflow().is_some() || position.outcome().is_some() {
        return;
    }
    for one in &legal {
        assert!(position.is_legal(one), "{one}: {}", position.fen());
        for written in [one.to_string(), position.san(one)] {
            let read = position.parse_move(&written);
            assert_eq!(read.as_ref(), Ok(one), "{written}: {}", position.fen());
        }
        let mut after = position.clone();
        after.play(one).expect("it is legal");
    }
    assert_eq!(position.perft(1), legal.len() as u64, "{}", position.fen());
}

/// An output that nobody reads.
struct Nowhere;

impl Write for Nowhere {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Lines of one of the protocols of engines. Memory and threads are asked for by few, and what is searched for long ends with the input.
fn engine(first: &str, data: &[u8]) {
    let text = String::from_utf8_lossy(data).to_lowercase();
    let greedy = ["hash", "memory", "threads", "cores"];
    let lines: Vec<&str> =
        text.lines().filter(|line| !greedy.iter().any(|word| line.contains(word))).take(60).collect();
    let input = Cursor::new(format!("{first}\n{}\n", lines.join("\n")));
    let offers = || -> Result<SupportedVariants, LoadError> { Ok(OFFERS.clone()) };
    assert!(serve(input, Box::new(Nowhere), offers).is_ok());
}

/// Lines of the Universal Chess Interface.
pub fn uci(data: &[u8]) {
    engine("uci", data);
}

/// Lines of the Chess Engine Communication Protocol.
pub fn cecp(data: &[u8]) {
    engine("xboard\nprotover 2", data);
}

/// Messages to the language server, one a line: with `{` the body as it is, otherwise the text of a document about which something is asked.
pub fn lsp(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let capabilities = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{}}}"#;
    let mut bodies =
        vec![capabilities.to_owned(), r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#.to_owned()];
    for (number, line) in text.lines().take(30).enumerate() {
        if line.starts_with('{') {
            bodies.push(line.to_owned());
            continue;
        }
        let (uri, id) = ("untitled:fuzz", number + 1);
        let document = serde_json::json!({ "uri": uri, "languageId": "toml", "version": number, "text": line.replace('\u{1}', "\n") });
        let about = serde_json::json!({ "textDocument": { "uri": uri }, "position": { "line": number % 5, "character": number * 3 } });
        let method = ["hover", "completion", "definition", "documentSymbol", "documentHighlight"][number % 5];
        bodies.push(serde_json::json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } }).to_string());
        bodies.push(serde_json::json!({ "jsonrpc": "2.0", "id": id, "method": format!("textDocument/{method}"), "params": about }).to_string());
    }
    let messages = bodies.iter().map(|body| format!("Content-Length: {}\r\n\r\n{body}", body.len()));
    // the end of the input, in order or not
    _ = crate::lsp::serve(Cursor::new(messages.collect::<String>()), Nowhere);
}
