//! The borders: names, positions and ends as others know them.

use ferz::{Choice, MoveKind, Side, Variant, builtin_games};

use crate::loaded::load;

fn shuffled(name: &str) -> Variant {
    load(name, &[Choice { name: "chess960".to_owned(), value: "on".to_owned() }])
        .expect("a game with this option")
}

fn is_dead(game: &str, fen: &str) -> bool {
    load(game, &[])
        .expect("a built-in game")
        .position(fen)
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
        .is_dead()
}

/// The FEN of a position as others write it, and what in it is ignored.
fn as_read(game: &str, fen: &str) -> (String, Vec<String>) {
    let game = load(game, &[]).expect("a built-in game");
    let notes = game.fen_notes(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let notes = notes.into_iter().map(|note| fen[note.range].to_owned()).collect();
    (game.position(fen).expect("it has been read before").fen(), notes)
}

#[test]
fn positions_are_read_as_others_write_them() {
    let shogi = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    let bare = "4k4/9/9/9/9/9/9/9/4K4";
    for (game, fen, read, ignored) in [
        ("shogi", format!("{shogi} b - 1"), format!("{shogi}[] w - - 0 1"), ""),
        ("shogi", format!("sfen {shogi} b - 1"), format!("{shogi}[] w - - 0 1"), ""),
        ("shogi", format!("sfen {shogi} b -"), format!("{shogi}[] w - - 0 1"), ""),
        ("shogi", format!("{bare} w 2P3p 8"), format!("{bare}[PPppp] b - - 0 4"), ""),
        ("shogi", format!("{bare}[2P3p] w - - 0 1"), format!("{bare}[PPppp] w - - 0 1"), ""),
        ("shogi", format!("{bare}[] b - - 0 1"), format!("{bare}[] b - - 0 1"), ""),
        (
            "reversi",
            "8/8/8/3pP3/3Pp3/8/8/8[PPpp] w - - 0 1".into(),
            "8/8/8/3pP3/3Pp3/8/8/8 w - - 0 1".into(),
            "[PPpp]",
        ),
        ("makruk", "8/8/4k3/8/8/3KM~3/8/8 w - - 0 1".into(), "8/8/4k3/8/8/3KM3/8/8 w - - 0 1".into(), "M~"),
        ("russian-draughts", "W:Wc3,Kf6:B12,d4:H3:F9".into(), "8/8/5K1m/8/3m4/2M5/8/8 w - - 3 9".into(), ""),
        (
            "cambodian",
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde 0 0 1".into(),
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1".into(),
            "",
        ),
        (
            "xiangqi",
            "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 0 1".into(),
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1".into(),
            "r",
        ),
        (
            "antichess",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1".into(),
            "KQkq",
        ),
        (
            "courier-spiel",
            "12/1P9k/12/12/12/12/12/K11 w - - lost=QR 0 1".into(),
            "12/1P9k/12/12/12/12/12/K11 w - - 0 1 lost=QR".into(),
            "",
        ),
    ] {
        let ignored = if ignored.is_empty() { Vec::new() } else { vec![ignored.to_owned()] };
        assert_eq!(as_read(game, &fen), (read, ignored), "{game}: {fen}");
    }
}

/// `[FEN]` and results of PDN, as Lidraughts writes them.
#[test]
fn records_of_draughts_are_read() {
    let game = load("international-draughts", &[]).expect("a built-in game");
    let at = |fen: &str| game.position(fen).map(|position| position.fen());
    assert_eq!(at("W:W31-50:B1-20").as_deref(), Ok(game.start().fen().as_str()));
    assert_eq!(at("B:W31,K5:B1,k6.").unwrap(), "1m7K/k9/10/10/10/10/1M8/10/10/10 b - - 0 1");
    let message = |fen: &str| at(fen).expect_err(fen).message;
    assert_eq!(message("W:W51"), "the squares have the numbers 1 to 50");
    assert_eq!(message("W:31"), "expected `W` or `B`");
    assert_eq!(message("W:WQ31"), "no piece has this letter");
    assert_eq!(message("W:W30-21:B1"), "the smaller number comes first");
    assert_eq!(message("W:W+5:B1"), "the squares have the numbers 1 to 50");
    assert_eq!(message("W:W1:B1"), "a piece stands there already");
    assert_eq!(message("W:W 21:B 1"), "the position should end before this");
    assert_eq!(message("W:"), "expected `W` or `B`");
    assert_eq!(at("W:W31:B1:H3:F12").unwrap(), "1m8/10/10/10/10/10/1M8/10/10/10 w - - 3 12");
    let text = "[Event \"?\"]\n[FEN \"W:W31-50:B1-20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0";
    let record = ferz::pgn::Reader::new(text.as_bytes()).next().expect("a game").expect("it is sound");
    let played = record.play(&game, ferz::pgn::Notation::San);
    assert_eq!((played.faults.len(), played.game.moves().len()), (0, 4), "{:?}", played.faults);
    assert_eq!(record.termination, Some(ferz::pgn::Termination::White));
}

#[test]
fn what_might_mean_two_things_is_refused() {
    let refused =
        |game: &str, fen: &str| load(game, &[]).expect("a game").position(fen).expect_err(fen).message;
    let bare = "4k4/9/9/9/9/9/9/9/4K4";
    assert_eq!(
        refused("shogi", &format!("{bare} b -")),
        "this may be a FEN or SFEN, which disagree about the side that moves"
    );
    let crowded = "a hand holds 1 to 255 pieces of a type";
    for hands in ["99999999999999999999P", "256P", "0P", "255PP"] {
        assert_eq!(refused("shogi", &format!("{bare}[{hands}] w - - 0 1")), crowded, "{hands}");
    }
    let apart = "in SFEN the pieces in hand have a field of their own";
    assert_eq!(refused("shogi", &format!("{bare}/5P w 3p 1")), apart);
    assert_eq!(refused("antichess", "4k3/8/8/8/8/8/8/4K2R w foo - 0 1"), "this game has no castling");
    assert_eq!(
        refused("chess", "4k3/8/8/8/8/8/4K~3/8 w - - 0 1"),
        "no piece of this type is marked as promoted"
    );
    assert_eq!(refused("chess", "4k3/8/8/8/8/8/4K3/8[P] w - - 0 1"), "this game has no pieces in hand");
}

/// Where a ban asks who has passed, a position after a pass is another one.
#[test]
fn a_pass_that_a_ban_asks_about_tells_positions_apart() {
    let rules = "extends = \"chess\"\n[game]\nname = \"x\"\n[turn]\npass = \"always\"\n[forbid.x]\nmove = \"rook\"\nwhen = \"passed\"\n\
                 [end]\nrepetition = { draw = \"second occurrence\" }\nstalemate = false\ndead = false\n";
    let variant = Variant::from_text("x.toml", rules, &[]).expect("it is sound");
    let mut game = variant.start_from("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").expect("a position");
    for text in ["e1d1", "e8d8", "d1e1", "d8d7", "0000", "d7e8"] {
        game.play_text(text).expect("a legal move");
    }
    assert!(game.outcome().is_none() && game.parse_move("a1a2").is_err());
}

#[test]
fn letters_of_others_are_read_in_moves() {
    let game = load("xiangqi", &[]).expect("a game").start();
    for (text, own) in [("Hc3", "b1c3"), ("Nc3", "b1c3"), ("Ee3", ""), ("Ec1-a3", "c1a3")] {
        let read = game.parse_move(text).map(|mv| mv.to_string()).unwrap_or_default();
        assert_eq!(read, own, "{text}");
    }
}

#[test]
fn chess_with_shuffled_ranks_is_chess960() {
    let (option, game) = (shuffled("chess"), load("chess960", &[]).expect("a built-in game"));
    assert_eq!(
        (option.starts(), option.start().fen()),
        (960, load("chess", &[]).expect("a game").start().fen())
    );
    for number in [0, 11, 518, 959] {
        let [one, other] = [&option, &game].map(|variant| variant.numbered_start(number).expect("a start"));
        assert_eq!((one.fen(), one.perft(3)), (other.fen(), other.perft(3)), "{number}");
    }
}

#[test]
fn every_game_that_castles_as_chess_does_has_the_option() {
    let mut with = 0;
    for name in builtin_games() {
        let plain = load(name, &[]).expect("a built-in game");
        let Some(form) = plain.shuffled() else { continue };
        with += 1;
        assert!(
            form.is_shuffled() && form.options().iter().any(|option| option.name == "chess960"),
            "{name}"
        );
        assert_eq!(form.start().fen(), plain.start().fen(), "{name}: the array is the usual start");
        // castling is written as king takes rook, and made by the same rules
        assert_eq!(form.start_position().perft(2), plain.start_position().perft(2), "{name}");
        if form.starts() > 1 {
            let start = form.numbered_start(form.starts() / 3).expect("a start");
            assert_eq!(form.position(&start.fen()).expect("a position").fen(), start.fen(), "{name}");
        }
    }
    assert!(with > 30, "{with} games");
    assert!(load("shogi", &[]).expect("a game").shuffled().is_none());
    let refused = Variant::load("shogi", &[Choice { name: "chess960".to_owned(), value: "on".to_owned() }]);
    assert!(refused.expect_err("no castling").to_string().contains("this game has no option `chess960`"));
}

#[test]
fn a_king_castles_from_wherever_it_stands() {
    let variant = shuffled("atomic");
    let game = variant
        .start_from("b1rkr1q1/pp3p2/n1p4p/6p1/1P2P1PP/8/PbR2P1Q/BN1KRN1B b Eec - 0 10")
        .expect("a FEN");
    assert!(game.legal_moves().iter().all(|mv| mv.side() == Side::Black));
    let house = shuffled("crazyhouse").start_from("4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1").expect("a FEN");
    assert_eq!(house.parse_move("O-O").expect("legal").to_string(), "f1h1");
    assert_eq!(house.parse_move("f1b1").expect("legal").kind(), MoveKind::Castling);
}

#[test]
fn names_of_others_are_known() {
    for (name, game) in [
        ("Standard", "chess"),
        ("From Position", "chess"),
        ("Chess960", "chess960"),
        ("Three-check", "three-check"),
        ("King of the Hill", "king-of-the-hill"),
        ("Racing Kings", "racing-kings"),
        ("S-Chess", "seirawan"),
        ("CRAZYHOUSE", "crazyhouse"),
    ] {
        assert_eq!(
            Variant::recorded(name).map(|variant| variant.name().to_owned()).ok().as_deref(),
            Some(game),
            "{name}"
        );
    }
    let atomic = Variant::recorded("Atomic960").expect("a form");
    assert!(atomic.name() == "atomic" && atomic.is_shuffled());
    assert!(Variant::recorded("Shogi960").is_err() && Variant::recorded("../chess").is_err());
}

/// Python-chess agrees on all these; of bishops in atomic chess it is content with less.
#[test]
fn positions_without_a_way_to_win_are_dead() {
    for (game, fen, dead) in [
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("chess", "4kn2/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("chess", "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", false),
        ("chess", "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true),
        ("chess", "4kb2/1b6/8/8/8/8/8/2B1K3 w - - 0 1", false),
        ("chess", "4kb2/4b3/8/8/8/8/8/2B1K3 w - - 0 1", true),
        ("chess", "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false),
        ("chess", "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", false),
        ("chess", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", false),
        ("three-check", "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", true),
        ("three-check", "4k3/8/8/8/8/8/8/4KN2 w - - 3+3 0 1", false),
        ("king-of-the-hill", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", false),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", true),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", false),
        ("atomic", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1", true),
        ("atomic", "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", false),
        ("atomic", "4kn2/8/8/8/8/8/8/4KR2 w - - 0 1", false),
        ("antichess", "8/8/3b4/8/8/8/8/2B5 w - - 0 1", false),
        ("antichess", "8/8/3b4/8/8/8/8/5B2 w - - 0 1", true),
        ("horde", "4k3/8/8/8/8/8/8/8 w - - 0 1", false),
        // walls and ducks may hem a king in, and a piece may come that no hand counts
        ("atlantis", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", false),
        ("duck", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", false),
    ] {
        assert_eq!(is_dead(game, fen), dead, "{game}: {fen}");
    }
}

#[test]
fn a_dead_position_ends_the_game_and_its_moves_are_still_known() {
    let chess = load("chess", &[]).expect("a built-in game");
    let game = chess.start_from("7k/8/8/8/8/8/4n3/K7 b - - 0 1").expect("a position");
    assert_eq!(
        game.outcome().map(|outcome| (outcome.winner, outcome.reason)),
        Some((None, "dead".to_owned()))
    );
    assert!(!game.legal_moves().is_empty() && game.position().perft(2) > 0);
    let alive = chess.position("7k/8/8/8/8/8/p7/K7 b - - 0 1").expect("a position");
    assert!(alive.can_win(Side::Black) && !alive.can_win(Side::White) && alive.outcome().is_none());
    // a piece may come from the other board
    assert!(
        load("bughouse", &[])
            .expect("a game")
            .start_from("4k3/8/8/8/8/8/8/4K3[] w - - 0 1")
            .expect("a position")
            .outcome()
            .is_none()
    );
    // a game that has no such end
    assert!(
        load("shatranj", &[])
            .expect("a game")
            .position("7k/8/8/8/8/8/8/K7 w")
            .expect("a position")
            .can_win(Side::White)
    );
}
