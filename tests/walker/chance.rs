//! Movements and boards made up by chance.

use super::walk::{Board, Piece};
use crate::dice::Dice;

/// The classes of movements that are made up.
pub(crate) const CLASSES: [&str; 11] = [
    "plain",
    "two legs",
    "three legs",
    "hopper",
    "curve",
    "brackets",
    "wrapped",
    "unloading",
    "relay",
    "lame",
    "repeated",
];

const ATOMS: [&str; 26] = [
    "W", "F", "K", "R", "B", "Q", "W", "F", "K", "R", "B", "Q", "D", "N", "A", "H", "C", "Z", "G", "L", "J",
    "NX", "WX", "DY", "FX", "NY",
];

fn one<'a>(dice: &mut Dice, of: &[&'a str]) -> &'a str {
    of[dice.below(of.len())]
}

fn ways(dice: &mut Dice, atom: &str) -> &'static str {
    if dice.below(2) == 0 {
        return "";
    }
    let oblique = "NCZLJ".contains(&atom[..1]) || atom == "DY" || atom == "FX" || atom == "WY";
    let king = "KQ".contains(&atom[..1]);
    let more: &[&str] = match (oblique, king) {
        (true, _) => &["hr", "hl", "fh", "rh", "ff", "lv", "rf", "sf", "bs"],
        (_, true) => &["fh", "rh", "ff", "fv", "frl", "bs", "sv"],
        _ => &["frl", "sf", "fsr"],
    };
    match dice.below(3) {
        0 => one(dice, more),
        _ => one(dice, &["f", "b", "l", "r", "v", "s", "fr", "fl", "br", "bl", "fs"]),
    }
}

fn onward(dice: &mut Dice) -> &'static str {
    one(
        dice,
        &[
            "", "f", "f", "s", "fs", "fs", "b", "l", "r", "fr", "fl", "bs", "v", "z", "q", "fz", "fq", "fh",
            "vs", "bz",
        ],
    )
}

fn range(dice: &mut Dice, atom: &str) -> &'static str {
    match dice.below(8) {
        0 => "2",
        1 => "3",
        2 if !"RBQK".contains(&atom[..1]) => "0",
        3 => "4",
        _ => "",
    }
}

fn passing(dice: &mut Dice) -> &'static str {
    one(dice, &["", "", "m", "c", "c", "d", "p", "mp", "cp", "mc", "cd", "dp", "mcd", "y", "g", "tp", "mk"])
}

fn landing(dice: &mut Dice) -> &'static str {
    one(dice, &["", "", "", "m", "c", "d", "mc", "md", "cd", "mcd", "t", "k", "mk"])
}

fn legs(dice: &mut Dice, atom: &str, count: usize) -> String {
    let mut text = ways(dice, atom).to_owned();
    for _ in 1..count {
        text += passing(dice);
        text += "a";
        text += onward(dice);
        text += if dice.below(8) == 0 { "i" } else { "" };
    }
    text += landing(dice);
    if count > 1 && dice.below(8) == 0 {
        text += one(dice, &["p", "g"]);
    }
    text
}

/// One leg of brackets, and the directions that are sure to be those of its atom.
fn bracketed(dice: &mut Dice) -> String {
    let first = one(dice, &ATOMS);
    let mut atoms = vec![first];
    let mut text = String::from("[");
    let joint = one(dice, &["-", "?"]);
    let modes = passing(dice).replace(['y', 'g'], "");
    text += &if joint == "?" { modes.replace('p', "") } else { modes };
    text += if dice.below(4) == 0 { ways(dice, first) } else { "" };
    text += first;
    text += range(dice, first);
    let more = 1 + dice.below(2);
    for k in 0..6 {
        let before = atoms[atoms.len() - 1];
        if atoms.len() > more {
            break;
        }
        let oblique = |atom: &str| "NCZLJ".contains(&atom[..1]) || ["DY", "FX"].contains(&atom);
        let diagonal = |atom: &str| "FAGB".contains(&atom[..1]);
        let next = one(dice, &ATOMS);
        if oblique(next) && !oblique(before) {
            continue;
        }
        text += if k == 0 || atoms.len() == 1 { joint } else { one(dice, &["-", "?"]) };
        let king = |atom: &str| "KQ".contains(&atom[..1]);
        let letters: &[&str] = match () {
            () if oblique(before) => &[""],
            () if king(next) => &["", "f", "s", "fs", "b", "l", "fr"],
            () if atoms.iter().any(|atom| king(atom) || oblique(atom)) || atoms.len() > 1 => &[""],
            () if diagonal(before) == diagonal(next) => &["", "f", "s", "b", "l", "r", "v"],
            () => &["", "fs", "fr", "fl", "bs", "br", "bl"],
        };
        text += one(dice, letters);
        text += one(dice, &["", "", "m", "c", "mc", "d"]);
        text += next;
        text += range(dice, next);
        atoms.push(next);
    }
    let mixed = atoms.len() == 2 && !text.contains(['f', 'b', 'l', 'r', 'v', 's']);
    let front =
        if mixed && dice.below(3) == 0 { one(dice, &["f", "fr", "v", "s", "l", "rf", "b"]) } else { "" };
    format!("{front}{text}]")
}

/// A movement of a class.
pub(crate) fn movement(dice: &mut Dice, class: usize) -> String {
    let atom = one(dice, &ATOMS);
    let range = range(dice, atom);
    let text = match CLASSES[class] {
        "plain" => {
            let unmoved = if dice.below(8) == 0 { "i" } else { "" };
            format!("{unmoved}{}{}{atom}{range}", ways(dice, atom), landing(dice))
        }
        "two legs" => format!("{}{atom}{range}", legs(dice, atom, 2)),
        "three legs" => format!("{}{atom}{range}", legs(dice, atom, 3)),
        "hopper" => {
            let hop = one(dice, &["p", "g", "cp", "mp", "cg", "mg", "dp"]);
            format!("{}{hop}{atom}{range}", ways(dice, atom))
        }
        "curve" => {
            let turn = one(dice, &["z", "q"]);
            format!("{}{turn}{}{atom}{range}", ways(dice, atom), one(dice, &["", "", "m", "c", "p", "cp"]))
        }
        "brackets" => bracketed(dice),
        "wrapped" => {
            let (joined, count) = (one(dice, &["o", "oo"]), 1 + dice.below(2));
            let atom = one(dice, &["W", "F", "N", "R", "B", "Q", "K", "D", "A", "C"]);
            format!("{joined}{}{atom}{}", legs(dice, atom, count), if dice.below(4) == 0 { "3" } else { "" })
        }
        "unloading" => match dice.below(4) {
            0 => format!("{}u{}{atom}{range}", ways(dice, atom), one(dice, &["c", "d", "cd", "mcd"])),
            1 => {
                format!("{}ua{}{}{atom}{range}", one(dice, &["c", "d", "m", ""]), onward(dice), landing(dice))
            }
            2 => format!(
                "{}a{}u{}{atom}{range}",
                one(dice, &["c", "d", "m", "cd"]),
                onward(dice),
                landing(dice)
            ),
            _ => {
                let (first, second) = (one(dice, &["c", "d", "m"]), one(dice, &["c", "d", "m"]));
                format!("{first}a{}{second}a{}u{}{atom}", onward(dice), onward(dice), landing(dice))
            }
        },
        "relay" => match dice.below(3) {
            0 => format!("{}x{atom}{range}", ways(dice, atom)),
            1 => format!("{}xa{}{}{atom}{range}", ways(dice, atom), onward(dice), landing(dice)),
            _ => format!("{}axa{}{}{atom}{range}", one(dice, &["", "c", "p"]), onward(dice), landing(dice)),
        },
        "lame" => {
            let atom = one(dice, &["D", "N", "A", "H", "G", "W", "F", "R", "B", "Q", "WX", "AY", "D", "A"]);
            let letter = one(dice, &["n", "j"]);
            let leaps =
                if letter == "j" && "WF".contains(&atom[..1]) { one(dice, &["2", "3", "0"]) } else { range };
            let letter = if atom == "N" { "n" } else { letter };
            format!("{}{letter}{}{atom}{leaps}", ways(dice, atom), landing(dice))
        }
        _ => one(
            dice,
            &["(az)N", "(afq)N", "(alar)W", "(af)W", "(afr)F", "(afz)N", "c(af)mK", "m(afr)D", "afs(azaq)W"],
        )
        .to_owned(),
    };
    if dice.below(6) == 0 {
        format!("{text} {}", one(dice, &["W", "mF", "fmW", "fcF", "N", "cK"]))
    } else {
        text
    }
}

/// A board of some size, more or less full.
pub(crate) fn size(dice: &mut Dice) -> (usize, usize) {
    let most = [5, 8, 10, 16][dice.below(4)];
    (1 + dice.below(most), 3 + dice.below(most - 2))
}

pub(crate) fn board(dice: &mut Dice, files: usize, ranks: usize) -> Board {
    let full = [2, 10, 25, 50, 80][dice.below(5)];
    let mut movers = 6;
    let mut piece = |dice: &mut Dice| {
        let kind = usize::from(movers == 0 || dice.below(4) > 0);
        movers -= 1 - kind;
        Piece { white: dice.below(2) == 0, kind, moved: true }
    };
    let mut squares: Vec<Option<Piece>> =
        (0..files * ranks).map(|_| (dice.below(100) < full).then(|| piece(dice))).collect();
    let at = dice.below(squares.len());
    squares[at] = Some(Piece { white: dice.below(2) == 0, kind: 0, moved: true });
    Board { files, ranks, squares }
}
