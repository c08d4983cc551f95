//! Laws that hold of every game of the library, over random play: what is unmade is as before, what is kept in step is in step,
//! what is written is read back, what one side may do the other may do in the mirror; and no text makes a reader panic.
//!
//! By default one game of each variant is played, a short one where an option is chosen; in the long run, two games of full length, or as many
//! as `FERZ_LAW_GAMES` says, and more texts are damaged.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use ferz::{Choice, Game, Last, Outcome, Perft, Side, Variant, builtin_games};

use crate::loaded::load;
use crate::long::long_run;

/// SplitMix64: the same numbers in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    fn below(&mut self, most: usize) -> usize {
        (self.next() % most as u64) as usize
    }
}

/// The number of random games of each variant, and their plies: without an option chosen, and with one.
fn extent() -> (u64, [usize; 2]) {
    let said = std::env::var("FERZ_LAW_GAMES").ok().and_then(|number| number.parse().ok());
    match said.or(long_run().then_some(2)) {
        Some(games) => (games, [120, 120]),
        None => (1, [40, 6]),
    }
}

/// Every game of the library, and every value of every option; and whether an option is chosen.
fn variants() -> Vec<(Variant, bool)> {
    let mut all = Vec::new();
    for name in builtin_games() {
        let variant = load(name, &[]).unwrap();
        for option in variant.options() {
            for value in option.values.iter().filter(|value| **value != option.value) {
                let choice = Choice { name: option.name.clone(), value: value.clone() };
                all.push((load(name, &[choice]).unwrap(), true));
            }
        }
        all.push((variant, false));
    }
    all
}

/// Calls `each` with positions of random games.
fn random_positions(seed: u64, mut each: impl FnMut(&mut Game, &mut Random)) {
    let (games, plies) = extent();
    for (index, (variant, chosen)) in variants().into_iter().enumerate() {
        for game in 0..games {
            let mut random = Random(seed + 1000 * index as u64 + game);
            let mut game = variant.start();
            for _ in 0..plies[usize::from(chosen)] {
                each(&mut game, &mut random);
                let moves = game.legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.play(&moves[random.below(moves.len())]).unwrap();
            }
        }
    }
}

fn written(game: &Game) -> BTreeSet<String> {
    game.legal_moves().into_iter().map(|mv| mv.to_string()).collect()
}

#[test]
fn unmaking_restores_and_the_key_stays_in_step() {
    random_positions(1, |game, _| {
        let before = (game.fen(), game.position().hash(), game.position().remembered());

        for mv in game.legal_moves() {
            game.play(&mv).unwrap();

            game.undo().unwrap();
            assert_eq!((game.fen(), game.position().hash(), game.position().remembered()), before);
        }
    });
}

#[test]
fn a_fen_is_read_back_to_the_same_position() {
    random_positions(2, |game, _| {
        if game.outcome().is_some() {
            return;
        }
        let fen = game.fen();
        let read = game.variant().start_from(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(read.fen(), fen);
        assert_eq!(read.position().hash(), game.position().hash(), "{fen}");
        assert_eq!(read.position().remembered(), game.position().remembered(), "{fen}");
        let beyond: Vec<String> = written(&read).difference(&written(game)).cloned().collect();
        assert!(written(game).is_subset(&written(&read)), "{fen}");
        // a FEN doesn't tell which positions have occurred, where a rule forbids that one occurs again
        let placed = |game: &Game| game.fen().split(' ').next().map(str::to_owned);
        let mut earlier = game.clone();
        let past: Vec<_> = std::iter::from_fn(|| earlier.undo().map(|_| placed(&earlier))).collect();
        for mv in beyond {
            let mut after = read.clone();
            after.play_text(&mv).unwrap();
            assert!(past.contains(&placed(&after)), "{fen}: {mv}");
        }
    });
}

#[test]
fn moves_are_found_by_their_coordinates_and_their_san() {
    random_positions(3, |game, random| {
        let moves = game.legal_moves();
        assert_eq!(written(game).len(), moves.len(), "{}: two moves are written alike", game.fen());
        // each text is compared with those of all moves, so one move in three is enough
        for mv in moves.into_iter().filter(|_| random.below(3) == 0) {
            for text in [mv.to_string(), game.position().san(&mv)] {
                assert_eq!(game.parse_move(&text).as_ref(), Ok(&mv), "{}: {text}", game.fen());
            }
        }
    });
}

#[test]
fn a_promotion_is_written_unless_the_game_says_otherwise() {
    let written_in = |name: &str, fen: &str| written(&load(name, &[]).unwrap().start_from(fen).unwrap());
    let only = |mv: &str| BTreeSet::from([mv.to_owned()]);
    assert_eq!(written_in("english-draughts", "8/2m1m3/1M6/8/8/8/8/8 w"), only("b6d8"));
    assert!(written_in("shatranj", "8/P6k/8/8/8/8/7p/K7 w").contains("a7a8q"));
}

#[test]
fn bulk_counting_and_threads_change_no_count() {
    random_positions(4, |game, random| {
        if random.below(12) == 0 {
            let fen = game.fen();
            let counted = game.position().perft(2);
            let made = Perft { last: Last::Made, ..Perft::default() };
            assert_eq!(made.count(game.position(), 2), Ok(counted), "{fen}");
            let divided = Perft { threads: 2, ..Perft::default() }.divide(game.position(), 2, &|_, _| ());
            let divided: u64 = divided.expect("small").iter().map(|(_, count)| count).sum();
            assert_eq!(counted, divided, "{fen}");
        }
    });
}

/// Sees a game as the other side does: ranks reversed (and files, where the board is turned), capitals and small letters exchanged.
struct Mirror {
    files: u8,
    ranks: u8,
    turns: bool,
}

impl Mirror {
    fn square(&self, file: u8, rank: u8) -> String {
        let file = if self.turns { self.files - 1 - file } else { file };
        format!("{}{}", char::from(b'a' + file), self.ranks - rank)
    }

    /// Every square of a text replaced; a letter behind a square that begins none stays.
    fn squares(&self, text: &str) -> String {
        let (mut mirrored, mut rest) = (String::new(), text);
        while let Some(letter) = rest.chars().next() {
            let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
            let rank = rest[1..1 + digits].parse::<u8>().ok().filter(|rank| (1..=self.ranks).contains(rank));
            match rank {
                Some(rank) if letter.is_ascii_lowercase() => {
                    mirrored += &self.square(letter as u8 - b'a', rank - 1);
                    rest = &rest[1 + digits..];
                }
                _ => {
                    mirrored.push(letter);
                    rest = &rest[1..];
                }
            }
        }
        mirrored
    }

    fn fen(&self, fen: &str) -> String {
        let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
        let rows: Vec<String> = fields[0].split('/').rev().map(|row| self.row(row)).collect();
        fields[0] = exchanged(&rows.join("/"));
        fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_owned();
        let castling = exchanged(&fields[2]);
        let white = castling.chars().filter(char::is_ascii_uppercase);
        fields[2] = white.chain(castling.chars().filter(|c| !c.is_ascii_uppercase())).collect();
        fields[3] = self.squares(&fields[3]);
        for field in fields.iter_mut().skip(4).filter(|field| field.contains('=')) {
            let (name, value) = field.split_once('=').unwrap();
            let value = match name {
                "lost" => exchanged(value),
                "first" => match value {
                    "w" => "b".to_owned(),
                    "b" => "w".to_owned(),
                    both => both.to_owned(),
                },
                _ => self.squares(value),
            };
            *field = format!("{name}={value}");
        }
        fields.join(" ")
    }

    fn row(&self, row: &str) -> String {
        if !self.turns {
            return row.to_owned();
        }
        let mut cells: Vec<&str> = Vec::new();
        let mut rest = row;
        while !rest.is_empty() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let (cell, after) = rest.split_at(digits.max(1));
            cells.push(cell);
            rest = after;
        }
        cells.into_iter().rev().collect()
    }
}

fn exchanged(text: &str) -> String {
    let exchange =
        |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    text.chars().map(exchange).collect()
}

#[test]
fn the_other_side_may_do_the_same_in_the_mirror() {
    random_positions(5, |game, _| {
        let variant = game.variant();
        let (files, ranks, start) = (variant.files(), variant.ranks(), variant.start_position().fen());
        let placement = |fen: &str| fen.split(' ').next().unwrap_or_default().to_owned();
        // games whose sides differ have no mirror, and hands, marks and counters aren't turned over here
        let alike = |turns: &bool| {
            let mirror = Mirror { files, ranks, turns: *turns };
            !start.contains(['[', '+', '~']) && placement(&mirror.fen(&start)) == placement(&start)
        };
        let rotated = ["courtyard", "english-draughts", "international-draughts"].contains(&variant.name());
        // a rule of one side has no mirror, either, nor the name of a move that can be made along several ways
        let one_sided = [
            "croda",
            "marseillais",
            "double-move",
            "janggi",
            "janggi-modern",
            "connect-four",
            "gale",
            "gonnect",
            "hex",
            "yavalath",
            "konane",
            "pong-hau-ki",
        ]
        .contains(&variant.name());
        if one_sided || variant.piece_types().iter().any(|piece| piece.letter.len() > 1) {
            return;
        }
        if game.fen().contains('=') {
            return;
        }
        // nor has a board of another shape from each side
        let whole = variant.squares().count() == usize::from(files) * usize::from(ranks);
        if !whole && placement(&start).bytes().all(|sign| sign == b'/' || sign.is_ascii_digit()) {
            return;
        }
        let Some(turns) = [rotated, !rotated].into_iter().find(alike) else { return };
        // turned round, the sides on which a king castles change places
        if turns && start.split(' ').nth(2) != Some("-") {
            return;
        }
        let mirror = Mirror { files, ranks, turns };
        let fen = mirror.fen(&game.fen());
        // the mirrored position has no history that could forbid a move or end the game
        if variant.start_from(&game.fen()).is_ok_and(|read| written(&read) != written(game)) {
            return;
        }
        let by_history =
            |outcome: Outcome| ["repetition", "no-progress", "dead"].contains(&outcome.reason.as_str());
        if game.outcome().is_some_and(by_history) {
            return;
        }
        let other = variant.start_from(&fen).unwrap_or_else(|error| panic!("{}: {fen}: {error}", game.fen()));
        let mirrored: BTreeSet<String> = written(game).iter().map(|mv| mirror.squares(mv)).collect();
        assert_eq!(written(&other), mirrored, "{} against {fen}", game.fen());
        let winner = |game: &Game| game.outcome().map(|result| result.winner);
        let expected = winner(game).map(|winner| winner.map(Side::other));
        assert_eq!(winner(&other), expected, "{fen}");
    });
}

fn game_files() -> Vec<(PathBuf, String)> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let folders = fs::read_dir(games).unwrap().map(|entry| entry.unwrap().path());
    let files = folders.flat_map(|folder| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    files.map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// Damages a text somewhere: a character dropped, doubled, exchanged, a piece cut or moved.
fn damaged(text: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(letters.len());
        match random.below(6) {
            0 => drop(letters.remove(at)),
            1 => letters.insert(at, letters[at]),
            2 => letters[at] = char::from(b' ' + random.below(95) as u8),
            3 => letters.truncate(at.max(1)),
            4 => {
                let end = (at + random.below(40)).min(letters.len());
                drop(letters.drain(at..end));
            }
            _ => letters.insert(at, ['\u{0}', 'é', '\u{2028}', '"', '[', '9', '\n'][random.below(7)]),
        }
        if letters.is_empty() {
            letters.push(' ');
        }
    }
    letters.into_iter().collect()
}

#[test]
fn no_damaged_game_file_makes_the_readers_panic() {
    let mut random = Random(6);
    let rounds = if long_run() { 60 } else { 8 };
    for (path, text) in game_files() {
        for _ in 0..rounds {
            let text = damaged(&text, &mut random);
            match Variant::from_text(&path.to_string_lossy(), &text, &[]) {
                Ok(variant) => drop(variant.start().legal_moves()),
                Err(error) => assert!(error.report.has_errors(), "{text}"),
            }
        }
    }
}

#[test]
fn no_damaged_fen_makes_the_reader_panic() {
    let mut kept = Random(7);
    random_positions(7, |game, random| {
        if random.below(4) == 0 {
            let fen = damaged(&game.fen(), &mut kept);
            if let Ok(read) = game.variant().start_from(&fen) {
                read.legal_moves();
            }
        }
    });
}

/// Games in which some ordinary moves are made by asking rules one by one, each with the rules that need it.
const ASKED: [(&str, &[&str]); 9] = [
    (
        "effects that follow from every move",
        &[
            "amazons",
            "ard-ri",
            "atlantis",
            "benedict",
            "brandubh",
            "chu-shogi",
            "einstein",
            "hasami-shogi",
            "hnefatafl",
            "mak-yek",
            "snailtrail",
            "tablut",
            "ultima",
        ],
    ),
    (
        "turns of several parts",
        &[
            "double-move",
            "duck",
            "isolation",
            "isolation7x7",
            "joust",
            "marseillais",
            "monster",
            "nine-mens-morris",
            "progressive",
            "six-mens-morris",
            "twelve-mens-morris",
        ],
    ),
    (
        "notes and counts that every move may change",
        &["cambodian", "dodgem", "jetan", "karouk", "makpong", "makruk", "makhouse", "sittuyin", "shatar"],
    ),
    ("gates, and rights that follow the pieces", &["seirawan", "shouse", "coffeehouse"]),
    (
        "effects of captures",
        &[
            "absorption",
            "andernach",
            "atomar",
            "atomic",
            "circe",
            "kamikaze",
            "nocheckatomic",
            "petrified",
            "rifle",
        ],
    ),
    (
        "pieces that are lost, wait or are relocated",
        &["courier-spiel", "courtyard", "korkserschach", "eurasian", "grand", "ai-wok"],
    ),
    ("positions that are remembered", &["go-9x9", "gonnect"]),
    ("passes that are remembered", &["janggi", "janggi-casual", "janggi-modern", "janggi-traditional"]),
    (
        "a swap, hands that change by promotion, a prelude, moves in a row",
        &[
            "game-of-y",
            "hex",
            "yavalath",
            "koedem",
            "placement",
            "asean",
            "asalto",
            "frisian-draughts",
            "frysk",
        ],
    ),
];

#[test]
fn ordinary_moves_are_made_without_asking_rules() {
    for name in builtin_games() {
        let (mut game, mut random) = (load(name, &[]).unwrap().start(), Random(7));
        let mut sum = [0, 0];
        for _ in 0..60 {
            let [all, called] = game.position().called();
            sum = [sum[0] + all, sum[1] + called];
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(&moves[random.below(moves.len())]).unwrap();
        }
        let excused = ASKED.iter().any(|(_, games)| games.contains(&name));
        assert!(
            excused || sum[1] == 0,
            "{name}: rules are asked for {} of {} ordinary moves",
            sum[1],
            sum[0]
        );
    }
}
