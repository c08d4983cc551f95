//! Whatever is sent to `ferz engine`, in whatever order, it neither crashes nor stops answering. In the long run, more is sent.

use std::io::Write;
use std::time::Instant;

use crate::dice::Dice;
use crate::long::long_run;
use crate::pipes::{PATIENCE, Peer};

/// One of several.
fn of<'a, T>(dice: &mut Dice, list: &'a [T]) -> &'a T {
    &list[dice.below(list.len())]
}

const NUMBERS: [&str; 16] = [
    "0",
    "1",
    "2",
    "-1",
    "64",
    "-9223372036854775808",
    "99999999999999999999",
    "18446744073709551616",
    "1e308",
    "NaN",
    "inf",
    "0x10",
    "-0.0",
    "1:99999999999",
    "٣",
    "",
];

const POSITIONS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 12 40",
    "rnbcs1kfcbnr/1pppp1ppppp1/5q6/p4p5p/P4P5P/5Q6/1PPPP1PPPPP1/RNBCS1KFCBNR w - - 0 1",
    "4k7/12/12/12/12/12/12/2B2K6 w - - 0 1 unmoved=c1",
    "P5k5/12/12/12/12/12/p11/5K6 w - - 1 2 lost=Qr waits=a8:2",
    "8/8/8/8/3m4/2M5/8/8 w",
    "8/8/8/8/8/8/8/8 b - - 0 1",
    "kkkkkkkk/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/KKKKKKKK w - - 0 1",
];

const MOVES: [&str; 12] =
    ["e2e4", "e7e5", "e1g1", "O-O", "e7e8q", "0000", "a1a1", "z9z9", "@@@@", "Nf3", "e2e4e5e6", "é2é4"];

const GAMES: [&str; 8] = [
    "chess",
    "shatranj",
    "ferz-courier",
    "courier-spiel",
    "english-draughts",
    "normal",
    "nothing",
    "../../etc/passwd",
];

/// Options by UCI that change how it thinks.
const OPTIONS: [&str; 8] = [
    "Hash value 1",
    "Hash value 2",
    "Hash value 0",
    "Hash value -5",
    "Hash value x",
    "Search value tree",
    "Search value alpha-beta",
    "Search value by-game",
];

/// Words of both protocols, and others.
const WORDS: &str = "uci isready go position startpos fen moves setoption name value depth nodes movetime wtime btime \
    winc movestogo mate perft infinite ponder searchmoves stop ponderhit ucinewgame d xboard \
    protover accepted rejected new variant force playother usermove ? . setboard undo remove result \
    level st sd time otim hard easy post nopost analyze exit hint option ping 1/2-1/2 = Hash MultiPV \
    Skill \u{0} ünïcödé";

/// A position with something wrong in it, as a rule.
fn broken(dice: &mut Dice) -> String {
    let mut signs: Vec<char> = of(dice, &POSITIONS).chars().collect();
    for _ in 0..dice.below(4) {
        let at = dice.below(signs.len().max(1));
        match dice.below(5) {
            0 => signs.truncate(at),
            1 => signs.insert(
                at.min(signs.len()),
                *of(dice, &['/', '9', ' ', 'K', 'k', '-', '[', '=', ':', '\u{0}', 'ß']),
            ),
            2 => signs.extend("99999999999999999999".chars()),
            3 if at < signs.len() => drop(signs.remove(at)),
            _ => signs.rotate_left(at),
        }
        if signs.is_empty() {
            break;
        }
    }
    signs.into_iter().collect()
}

/// A line as programs say it, of either protocol, with wrong numbers, squares and positions.
fn likely(dice: &mut Dice) -> String {
    let number = *of(dice, &NUMBERS);
    let (mv, game) = (*of(dice, &MOVES), *of(dice, &GAMES));
    let limit = *of(
        dice,
        &["depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "mate", "perft"],
    );
    match dice.below(22) {
        0 => format!("position fen {} moves {mv} {mv}", broken(dice)),
        1 => format!("position startpos moves e2e4 {mv} {mv}"),
        2 => format!("go {limit} {number}"),
        3 => {
            format!(
                "go {limit} {number} {} {} ponder",
                of(dice, &["infinite", "nodes 20", "btime 5"]),
                number
            )
        }
        4 => format!("go searchmoves {mv} {mv} {limit} 3"),
        5 => (*of(dice, &["stop", "ponderhit", "ucinewgame", "d", "isready"])).to_owned(),
        6 => format!("setoption name UCI_Variant value {game}"),
        7 => format!(
            "setoption name {} value {number}",
            of(dice, &["Skill Level", "MultiPV", "Move Overhead", "Ponder", "Search", "capture", ""])
        ),
        8 => format!("setoption {number} {mv} value value name"),
        9 => format!("variant {game}"),
        10 => format!("usermove {mv}"),
        11 => mv.to_owned(),
        12 => format!("setboard {}", broken(dice)),
        13 => format!("level {number} {} {number}", of(dice, &NUMBERS)),
        14 => format!("{} {number}", of(dice, &["st", "sd", "time", "otim", "protover", "ping"])),
        15 => (*of(
            dice,
            &["new", "force", "go", "playother", "?", ".", "hard", "easy", "undo", "remove", "hint"],
        ))
        .to_owned(),
        16 => (*of(dice, &["analyze", "exit", "post", "nopost", "result 1-0 {x}", "result", "draw", "bk"]))
            .to_owned(),
        17 => format!("option {}={number}", of(dice, &["MultiPV", "Skill Level", "capture", "", "= ="])),
        18 => format!("setoption name {}", of(dice, &OPTIONS)),
        19 => format!("memory {}", of(dice, &["1", "2", "0", "-5", "x"])),
        20 => format!(
            "{} {}",
            of(dice, &["setoption name Threads value", "cores"]),
            of(dice, &["1", "2", "0", "-5", "x"])
        ),
        _ => format!("{}{}", " ".repeat(dice.below(5)), "e2e4 ".repeat(dice.below(300))),
    }
}

/// Words without sense.
fn soup(dice: &mut Dice) -> String {
    let words: Vec<&str> = WORDS.split(' ').collect();
    let list = |dice: &mut Dice| if dice.below(4) == 0 { *of(dice, &NUMBERS) } else { *of(dice, &words) };
    (0..1 + dice.below(6)).map(|_| format!("{} ", list(dice))).collect()
}

/// A line of any bytes.
fn noise(dice: &mut Dice) -> Vec<u8> {
    let length = dice.below(200);
    (0..length).map(|_| dice.below(256) as u8).filter(|byte| *byte != b'\n').collect()
}

fn line(dice: &mut Dice) -> Vec<u8> {
    let line = match dice.below(8) {
        0 => noise(dice),
        1 | 2 => soup(dice).into_bytes(),
        _ => likely(dice).into_bytes(),
    };
    // a line that ends it all would be obeyed
    if line.trim_ascii().starts_with(b"quit") { b"quite".to_vec() } else { line }
}

/// It still answers.
#[track_caller]
fn is_well(peer: &mut Peer, question: &str, answer: &str, last: &[Vec<u8>]) {
    peer.say(question);
    let begun = Instant::now();
    loop {
        let line = peer.lines.recv_timeout(PATIENCE.saturating_sub(begun.elapsed()));
        match line {
            Ok(line) if line == answer => break,
            Ok(_) => {}
            Err(error) => {
                let last: Vec<_> = last.iter().map(|line| String::from_utf8_lossy(line)).collect();
                panic!("{error}: no answer after {last:#?}")
            }
        }
    }
}

/// Says so many lines, and asks now and then whether all is well.
fn abuse(mut peer: Peer, question: &str, answer: &str, (seed, lines): (u64, usize)) {
    let mut dice = Dice(seed);
    let mut said = Vec::new();
    for number in 1..=lines {
        let line = line(&mut dice);
        let input = peer.input.as_mut().unwrap();
        let sent = input.write_all(&line).and_then(|()| input.write_all(b"\n"));
        said.push(line);
        if sent.is_err() || number % 100 == 0 {
            is_well(&mut peer, question, answer, &said);
            said.clear();
        }
    }
    let long =
        [vec![b'x'; 3 << 20], b"\n\xFF\xFE\x00\n".to_vec(), b"position startpos moves".to_vec()].concat();
    let input = peer.input.as_mut().unwrap();
    input.write_all(&long).unwrap();
    input.write_all(&b" g1f3 g8f6 f3g1 f6g8".repeat(3000)).unwrap();
    input.write_all(b"\n").unwrap();
    is_well(&mut peer, question, answer, &[]);
    peer.say("stop\nquit");
    peer.ends();
}

fn lines() -> usize {
    if long_run() { 4000 } else { 1000 }
}

#[test]
fn no_abuse_by_uci_kills_it() {
    abuse(Peer::uci(), "isready", "readyok", (1, lines()));
}

#[test]
fn no_abuse_by_cecp_kills_it() {
    abuse(Peer::cecp(), "exit\nforce\nping 4711", "pong 4711", (2, lines()));
}

#[test]
fn no_abuse_before_a_protocol_is_known_kills_it() {
    let mut dice = Dice(3);
    for _ in 0..20 {
        let mut peer = Peer::new(&[]);
        for _ in 0..1 + dice.below(5) {
            let line = noise(&mut dice);
            let input = peer.input.as_mut().unwrap();
            input.write_all(&line).and_then(|()| input.write_all(b"\n")).expect("it listens");
        }
        peer.say("uci");
        is_well(&mut peer, "isready", "readyok", &[]);
        peer.say("stop\nquit");
        peer.ends();
    }
}

#[test]
fn more_threads_and_memory_than_there_are_do_no_harm() {
    let mut peer = Peer::uci();
    peer.say("setoption name Threads value 99999999\nsetoption name Hash value 99999999");
    assert_eq!(peer.best("go nodes 500").len(), 4);
    let said = peer.answer("setoption name Threads value 1\nsetoption name Hash value 1\nposition startpos");
    assert!(!said.contains("bestmove"), "{said}");
    assert_eq!(peer.best("go nodes 500").len(), 4);
    peer.say("stop\nquit");
    peer.ends();
}
