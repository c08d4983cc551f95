//! Legality known beforehand, by masks, agrees with legality found by making every move ([`Position::verify`](ferz::Position::verify)): in
//! random play of every game and option of the library, and of games of every kind of movement.
//!
//! By default a game of each is played; in the long run, or as many as `FERZ_LAW_GAMES` says, eight.

use std::ops::Range;

use ferz::{Choice, Variant, builtin_games};

use crate::dice::Dice;

/// The seeds of so many games, or of more in the long run.
fn games(usually: u64, long: u64) -> Range<u64> {
    let said = std::env::var("FERZ_LAW_GAMES").ok().and_then(|number| number.parse().ok());
    0..said.unwrap_or(if crate::long::long_run() { long } else { usually })
}

/// Plays at random from the start position, checking the law in every position; returns the number of moves left out as unsafe.
fn lawful(variant: &Variant, seed: u64, plies: usize) -> usize {
    let (name, mut position, mut dice) = (variant.name(), variant.start_position(), Dice(seed));
    let mut unsafe_moves = 0;
    for _ in 0..plies {
        unsafe_moves += position.verify().unwrap_or_else(|breach| panic!("{name}: {position}: {breach}"));
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play(&moves[dice.below(moves.len())]).expect("a move of the list");
    }
    unsafe_moves
}

#[test]
fn legality_told_beforehand_and_by_making_every_move_agree() {
    let names = builtin_games();
    let plies = if crate::long::long_run() { 120 } else { 50 };
    let royal = |name: &&&str| {
        let variant = Variant::load(name, &[]).expect("built-in games load");
        let unsafe_moves: usize = games(1, 8).map(|seed| lawful(&variant, seed, plies)).sum();
        unsafe_moves > 0 && variant.piece_types().iter().any(|piece| piece.royal)
    };
    let in_danger = names.iter().filter(royal).count();
    assert!(in_danger > 100, "kings come into danger in random play: in {in_danger} games");
}

#[test]
fn it_does_with_every_value_of_every_option() {
    let plies = if crate::long::long_run() { 80 } else { 25 };
    for name in builtin_games() {
        let game = Variant::load(name, &[]).expect("built-in games load");
        for option in game.options() {
            for value in option.values.iter().filter(|value| **value != option.value) {
                let choice = Choice { name: option.name.clone(), value: value.clone() };
                let variant = Variant::load(name, &[choice]).expect("every value of an option is sound");
                games(1, 3).for_each(|seed| _ = lawful(&variant, seed, plies));
            }
        }
    }
}

/// A game of kings, pawns and pieces of some movement, on a board with this many files and eight ranks.
fn game_of(moves: &str, files: usize, more: &str) -> Variant {
    let back: String = (0..files).map(|file| if file == files / 2 { "K " } else { "M " }).collect();
    let pawns: String = (0..files).map(|file| if file % 3 == 0 { "M " } else { "P " }).collect();
    let text = format!(
        "[game]\nname = \"Paths\"\n[board]\nfiles = {files}\nranks = 8\n{more}\n[pieces]\n\
         king = {{ letter = \"K\", moves = \"K\", royal = true }}\n\
         mover = {{ letter = \"M\", moves = \"{moves}\" }}\npawn = {{ letter = \"P\", moves = \"fmW fcF\" }}\n\
         [setup]\nwhite = [\"{back}\", \"{pawns}\"]\n[end.mate]\nlose = \"checkmate\"\n[end.stuck]\ndraw = \"no move\"\n",
    );
    let variant = Variant::from_text(moves, &text, &[]);
    variant.unwrap_or_else(|error| panic!("{moves}: {error}\n{text}"))
}

/// Movements of every kind that needs more than rays: hoppers, bent, crooked, limited, with effects.
const PATHS: [&str; 33] = [
    "mRcpR",
    "mBcpB",
    "pR",
    "gQ",
    "gN",
    "pafpafR",
    "mpafpafR",
    "[F?R]",
    "[W?B]",
    "[R?sR]",
    "masiR",
    "afsafzW",
    "(az)N",
    "zB",
    "qN",
    "jR",
    "jD",
    "oR",
    "ooB",
    "W*",
    "cafmW K",
    "cafmR mB",
    "K cabK cafK",
    "mNdN",
    "ucR mB",
    "udK W",
    "xN W",
    "tK",
    "kR W",
    "mabK W",
    "tQ7 K",
    "mW feF",
    "mF cafmF cafF",
];

#[test]
fn legality_of_every_kind_of_path_is_told_beforehand_and_by_making_moves_alike() {
    let mut in_danger = 0;
    for moves in PATHS {
        for (files, more) in [(8, ""), (10, "wrap = \"files\""), (16, "")] {
            let variant = game_of(moves, files, more);
            in_danger += games(1, 8).map(|seed| lawful(&variant, seed, 40)).sum::<usize>();
        }
    }
    assert!(in_danger > 500, "kings come into danger in random play: {in_danger} times");
}

#[test]
fn a_movement_that_captures_en_passant_captures_nothing_else() {
    let variant = game_of("mW feF", 8, "");
    let count = |fen: &str| variant.start_from(fen).expect("a position").position().perft(1);
    let alone = count("4k3/8/8/8/8/8/3M4/K7 w - - 0 1");
    // three squares beside the king, four beside the mover
    assert_eq!(alone, 7);
    assert_eq!(count("4k3/8/8/8/8/2m1P3/3M4/K7 w - - 0 1"), alone + 1);
}

#[test]
fn a_named_movement_is_read_though_no_piece_has_it() {
    let child = |movement: &str| {
        let text =
            format!("extends = \"chess\"\n[game]\nname = \"x\"\n[movements]\ngriffon = \"{movement}\"\n");
        Variant::from_text("x.toml", &text, &[]).is_ok()
    };
    assert!(child("[F?R]") && !child("[F?R"));
}

#[test]
fn movements_by_place_are_lawful() {
    let more = "\n[regions]\nhouse = \"ranks 1..3\"";
    let places = "R\", also = [{ on = \"ranks 2..4\", moves = \"N\" }, { within = \"house\", moves = \"B\" }], within = \"ranks 1..6";
    let variant = game_of(places, 9, more);
    assert!(games(2, 8).map(|seed| lawful(&variant, seed, 80)).sum::<usize>() > 0);
}

#[test]
fn jumps_in_many_directions_on_boards_of_every_width_are_told_at_once() {
    for (files, width) in [(8, 64), (11, 128), (16, 256)] {
        let rank = |letters: &str| {
            letters.repeat(files).chars().take(files).map(|c| format!("{c} ")).collect::<String>()
        };
        let text = format!(
            "[game]\nname = \"Jumpers {width}\"\n[board]\nfiles = {files}\nranks = {files}\n[pieces]\n\
             man = {{ letter = \"M\", moves = \"mK cafmW cafmF\" }}\n\
             explorer = {{ letter = \"S\", moves = \"mK cafmN cafmF\" }}\n\
             [setup]\nwhite = [\"{}\", \"{}\"]\n[capture]\ncompulsory = \"strict\"\n[end.stuck]\nlose = \"no move\"\n",
            rank("MS"),
            rank("SM"),
        );
        let variant = Variant::from_text("jumpers.toml", &text, &[]).expect("a sound game");
        games(2, 8).for_each(|seed| assert_eq!(lawful(&variant, seed, 150), 0));
    }
}

#[test]
fn an_effect_that_opens_a_line_gives_check() {
    let text = "extends = \"racing-kings\"\n[game]\nname = \"x\"\n[after]\nmove = \"any\"\nremove = \"their any between it and my any at R2\"\n";
    let variant = Variant::from_text("opened.toml", text, &[]).expect("a sound game");
    let game = variant.start_from("8/6q1/b6R/5B2/1r3N2/1k2n1R1/3nNB1K/1rb4Q w - - 16 9").expect("a position");
    game.position().verify().expect("the law holds");
    assert!(game.parse_move("f5e4").is_err());
}

/// Bans and duties of every form that is laid out in some way of its own.
const RULES: [&str; 24] = [
    "[forbid.x]\nmove = \"drop of pawn\"\nwhen = \"my pawn on its file\"\nside = \"white\"",
    "[forbid.x]\nmove = \"drop\"\nwhen = \"count(any on its rank) > 2\"",
    "[forbid.x]\nmove = \"drop\"\nwhen = \"count(their any on its colour) >= 3 and not my any on its file\"\nside = \"black\"",
    "[forbid.x]\nmove = \"drop\"\nwhen = \"their any at N from its square or check\"",
    "[forbid.x]\nmove = \"drop\"\nleaving = \"count(my any on ranks 1..2) > 9\"",
    "[forbid.x]\nmove = \"drop\"\nleaving = \"count(mine) > 14 or count(theirs) < 12\"\nside = \"white\"",
    "[forbid.x]\nmove = \"drop\"\ngives = \"check\"",
    "[forbid.x]\nmove = \"capture of pawn by pawn\"",
    "[forbid.x]\nmove = \"capture of pawn\"\nside = \"black\"",
    "[forbid.x]\nmove = \"capture\"\nwhen = \"count(mine) > count(theirs)\"",
    "[forbid.x]\nmove = \"capture or drop\"\nwhen = \"check\"",
    "[forbid.x]\nmove = \"any\"\nwhen = \"their any at K from its start\"",
    "[forbid.x]\nmove = \"any\"\nwhen = \"its square on ranks 5..6 and count(theirs) > 12\"",
    "[forbid.x]\nmove = \"promotion or castling\"\nleaving = \"count(theirs) > 10\"",
    "[forbid.x]\nmove = \"any\"\nleaving = \"their any at F from its square\"",
    "[forbid.x]\nmove = \"any\"\ngives = \"check\"",
    "[forbid.x]\nmove = \"any but capture\"\ngives = \"check\"\nside = \"white\"",
    "[forbid.x]\nmove = \"first move of pawn\"\nwhen = \"count(all) < 31\"",
    "[must.x]\nmove = \"drop\"",
    "[must.x]\nmove = \"drop\"\nwhen = \"count(mine) < 14\"",
    "[must.x]\nmove = \"capture\"",
    "[must.x]\nmove = \"capture\"\nwhen = \"count(all) > 20\"\nside = \"white\"",
    "[must.x]\nmove = \"any\"\ngives = \"check\"",
    "[must.x]\nmove = \"drop\"\n[must.y]\nmove = \"capture\"\n[forbid.x]\nmove = \"drop of pawn\"\nwhen = \"count(theirs) > 14\"",
];

#[test]
fn bans_and_duties_of_every_form_are_lawful() {
    let mut lawful_games = 0;
    for mother in [
        "chess",
        "crazyhouse",
        "placement",
        "shogi",
        "kyoto-shogi",
        "janggi",
        "atomic",
        "duck",
        "three-check",
    ] {
        for (at, rule) in RULES.into_iter().enumerate() {
            let text = format!("extends = \"{mother}\"\n[game]\nname = \"x\"\n{rule}\n");
            let Ok(variant) = Variant::from_text(&format!("{mother} with {rule}"), &text, &[]) else {
                continue;
            };
            games(1, 6).for_each(|seed| _ = lawful(&variant, 100 * seed + at as u64, 40));
            lawful_games += 1;
        }
    }
    assert!(lawful_games > 120, "{lawful_games} games");
}
