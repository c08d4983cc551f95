//! A random game of every game of the library as text, in `tests/playthroughs/`: positions, the numbers of legal actions, observations,
//! actions, and the result. They are played again here and by the Python package (`python/tests/test_playthroughs.py`), which must find the
//! same. `UPDATE_SNAPSHOTS=1 cargo test --release -p ferz --test playthroughs` writes them.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use ferz::spaces::{ActionSpace, ObservationSpace};
use ferz::{Dice, builtin_games};

use crate::loaded::load;

/// The plies of a playthrough.
const PLIES: usize = 30;

/// The seed of the random moves.
const SEED: u64 = 21;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs")
}

/// The check sum CRC-32, as zlib has it.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |sum, &byte| {
        (0..8).fold(
            sum ^ u32::from(byte),
            |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 },
        )
    })
}

/// Plays a game, and writes what happens.
fn playthrough(name: &str) -> String {
    let variant = load(name, &[]).expect("a game of the library");
    let (space, planes) = (ActionSpace::new(&variant), ObservationSpace::new(&variant));
    let (mut game, mut dice) = (variant.start(), Dice::new(SEED));
    let mut observation = vec![0; planes.size()];
    let mut text = format!("actions {}\nplanes {:?}\n", space.name(), planes.shape());
    for ply in 0..=PLIES {
        planes.observe(&game, &mut observation);
        let mut legal = space.legal(&game);
        legal.sort_by_key(|(number, _)| *number);
        let (sum, count) = (crc32(&observation), legal.len());
        write!(text, "{ply} {} {count} legal, seen {sum:08x}", game.fen()).expect("written");
        if ply == PLIES || legal.is_empty() {
            text.push('\n');
            break;
        }
        let (number, next) = &legal[dice.below(count as u64) as usize];
        writeln!(text, ", plays {number} {next}").expect("written");
        game.play(next).expect("a legal move");
    }
    let outcome =
        game.outcome().map_or_else(|| "*".to_owned(), |outcome| format!("{outcome} {}", outcome.reason));
    text + &format!("{outcome}\n")
}

#[test]
fn every_game_is_played_as_it_was() {
    let update = std::env::var_os("UPDATE_SNAPSHOTS").is_some();
    if update {
        fs::create_dir_all(folder()).expect("a folder");
    }
    for name in builtin_games() {
        let (path, played) = (folder().join(format!("{name}.txt")), playthrough(name));
        if update {
            fs::write(&path, played).expect("written");
            continue;
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        for (line, (kept, played)) in kept.lines().zip(played.lines()).enumerate() {
            assert_eq!(played, kept, "{name}, line {}", line + 1);
        }
        assert_eq!(
            played.lines().count(),
            kept.lines().count(),
            "{name}: no such playthrough, or another length"
        );
    }
}

#[test]
fn there_is_no_playthrough_of_another_game() {
    let files = fs::read_dir(folder()).expect("the folder is there").map(|file| file.expect("a file").path());
    let kept: BTreeSet<String> =
        files.map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect();
    let games: BTreeSet<String> = builtin_games().into_iter().map(str::to_owned).collect();
    assert_eq!(kept, games);
}
