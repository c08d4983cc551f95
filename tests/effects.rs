//! Effects of moves, and parts of turns in which something is put on the board, in small positions.

use std::collections::BTreeSet;

use ferz::{Game, MoveKind, Side, Variant};

/// Chess without castling, with these tables.
fn chess(tables: &str) -> Variant {
    let text =
        format!("extends = \"chess\"\ncastling = false\n[game]\nname = \"x\"\nsources = [\"x\"]\n{tables}\n");
    Variant::from_text("effects.toml", &text, &[]).unwrap_or_else(|error| panic!("{error}"))
}

fn start(variant: &Variant, fen: &str) -> Game {
    variant.start_from(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The placement after some moves.
fn after(variant: &Variant, fen: &str, moves: &str) -> String {
    let mut game = start(variant, fen);
    for text in moves.split_whitespace() {
        game.play_text(text).unwrap_or_else(|error| panic!("{fen}: {text}: {error}"));
    }
    game.fen().split(' ').next().unwrap_or_default().to_owned()
}

/// The legal moves that begin with a text, as they are written.
fn moves(variant: &Variant, fen: &str, begin: &str) -> BTreeSet<String> {
    let all = start(variant, fen).legal_moves().into_iter().map(|mv| mv.to_string());
    all.filter(|text| text.starts_with(begin)).collect()
}

fn those(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

const BLAST: &str = "[after.blast]\nmove = \"capture\"\nremove = \"it, any but pawn at K from it\"\n\
    [end]\nexploded = { win = \"count(their king) = 0\", before = \"stalemate\" }\n";

#[test]
fn who_loses_the_last_royal_piece_by_an_effect_has_lost_though_the_other_is_in_check() {
    let variant = chess(BLAST);
    let mut game = start(&variant, "3qk3/3p4/8/8/8/8/8/3QK2r w");
    assert!(game.is_check());
    game.play_text("d1d7").expect("it ends the game");
    assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(Side::White));
}

#[test]
fn nobody_may_lose_a_royal_piece_by_an_effect_of_a_move() {
    let variant = chess(BLAST);
    // the rook would take its own king along, and the king itself
    assert_eq!(moves(&variant, "4k3/8/8/8/8/8/3p4/3RK3 w", "d1d2"), those(""));
    assert_eq!(moves(&variant, "4k3/8/8/8/8/8/3p4/3RK3 w", "e1d2"), those(""));
}

#[test]
fn a_king_next_to_the_other_is_attacked_by_nobody() {
    let variant = chess(BLAST);
    let fen = "8/8/8/8/8/3k4/3K4/3r4 w";
    assert!(!start(&variant, fen).is_check());
    // away from the other king it would be in check
    assert_eq!(moves(&variant, fen, "d2"), those("d2c2 d2c3 d2e2 d2e3"));
}

#[test]
fn a_pinned_piece_may_capture_where_the_blast_takes_the_pinner_along() {
    let variant = chess(BLAST);
    // the knight on e4 is pinned by the rook on e8; on d6 nothing near the rook goes, on f7 … the rook does not either, on d7 it does
    let fen = "k3r3/3p4/1p6/4N3/8/8/8/4K3 w";
    assert_eq!(moves(&variant, fen, "e5"), those("e5d7"));
}

#[test]
fn what_a_blast_removes_goes_to_hand_as_what_it_was() {
    let variant = chess(&format!(
        "[hand]\ncaptures = \"to the other side\"\npromoted = \"revert\"\n[drop.all]\npieces = \"any but king\"\n{BLAST}"
    ));
    // the pawn that promotes by capturing is a pawn in Black's hand, and the queen on f8 that was one, too
    let reached = after(&variant, "k4q~r1/6P1/8/8/8/8/8/K7[] w", "g7f8q");
    assert_eq!(reached, "k7/8/8/8/8/8/8/K7[RPp]");
}

#[test]
fn effects_follow_one_another() {
    let variant = chess(
        "[after.change]\nmove = \"capture by knight\"\nflip = \"it\"\n[after.next]\nmove = \"capture by knight\"\n\
         remove = \"their knight at K from it\"\n",
    );
    // the first turns the captor round, so that it is theirs, but not next to itself
    assert_eq!(after(&variant, "4k3/8/8/3p4/4n3/4N3/8/4K3 w", "e3d5"), "4k3/8/8/3n4/8/8/8/4K3");
}

#[test]
fn a_condition_is_asked_of_the_position_before_the_move() {
    let variant = chess(
        "[after.turn]\nmove = \"rook\"\nwhen = \"their king on its file\"\nflip = \"their pawn at W from it\"\n",
    );
    // the king stands on the file where the rook comes to
    assert_eq!(after(&variant, "3k4/3p4/8/2p5/8/8/8/3RK3 w", "d1d5"), "3k4/3p4/8/2PR4/8/8/8/4K3");
    // … or does not
    assert_eq!(after(&variant, "4k3/3p4/8/2p5/8/8/8/3RK3 w", "d1d5"), "4k3/3p4/8/2pR4/8/8/8/4K3");
}

#[test]
fn walls_stand_in_the_way_and_are_part_of_the_position() {
    let variant = chess("[after.stone]\nmove = \"capture by knight\"\nwall = \"its square\"\n");
    let mut game = start(&variant, "4k3/8/8/8/8/5p2/8/R3K1N1 w");
    game.play_text("g1f3").expect("a capture");
    let fen = game.fen();
    assert!(fen.starts_with("4k3/8/8/8/8/5*2/8/R3K3 b"), "{fen}");
    assert_eq!(start(&variant, &fen).position().hash(), game.position().hash());
    assert_ne!(start(&variant, &fen.replace("5*2", "8")).position().hash(), game.position().hash());
    assert_eq!(moves(&variant, "4k3/8/8/8/8/R4*2/8/4K3 w", "a3f3"), those(""));
    assert_eq!(moves(&variant, "4k3/8/8/8/8/R4*2/8/4K3 w", "a3g3"), those(""));
    // games without such a rule have no walls
    assert!(Variant::load("chess", &[]).expect("built in").start_from(&fen).is_err());
}

#[test]
fn a_wall_put_on_the_board_is_a_move_of_its_own() {
    let variant = chess("[turn]\nevery = [{ move = \"any\" }, { place = \"wall\", on = \"ranks 4..5\" }]\n");
    let mut game = start(&variant, "4k3/8/8/8/8/8/8/R3K3 w");
    game.play_text("a1a4").expect("a move");
    let placed = game.legal_moves();
    assert_eq!(placed.len(), 15, "sixteen squares but that of the rook");
    assert!(placed.iter().all(|mv| mv.kind() == MoveKind::Place && mv.from().is_none() && mv.to().is_some()));
    assert_eq!(game.side_to_move(), Side::White);
    game.play_text("*@e5").expect("a wall");
    assert_eq!(game.side_to_move(), Side::Black);
    game.undo();
    assert!(!game.fen().contains('*'));
}

#[test]
fn what_is_put_on_the_board_must_not_leave_a_royal_piece_attacked() {
    let variant = chess(
        "[pieces]\nduck = { letter = \"*\", moves = \"\", neutral = true }\n[turn]\nevery = [{ move = \"any\" }, { place = \"duck\" }]\n",
    );
    let mut game = start(&variant, "4r2k/8/8/4*3/8/8/8/4K3 w");
    game.play_text("e1e2").expect("the duck stands between");
    let stay = game.legal_moves().iter().map(ToString::to_string).collect::<BTreeSet<_>>();
    assert_eq!(stay, those("*@e3 *@e4 *@e6 *@e7"));
}

#[test]
fn an_end_may_come_before_one_of_the_parent() {
    let text = |before: &str| format!("[end]\nbare = {{ win = \"count(theirs) = 1\"{before} }}\n");
    let fen = "k7/8/1K6/8/8/8/8/1Q6 w";
    let reason = |before: &str| {
        let mut game = start(&chess(&text(before)), fen);
        game.play_text("b1b5").ok();
        game.outcome().map(|outcome| outcome.reason)
    };
    assert_eq!(reason(""), Some("bare".to_owned()));
    let mut game = start(&chess(&text(", before = \"checkmate\"")), "k7/p7/1K6/8/8/8/8/7Q w");
    game.play_text("b6a7").ok();
    assert!(game.outcome().is_none() || game.outcome().is_some_and(|outcome| outcome.reason == "bare"));
}

#[test]
fn who_has_passed_is_remembered() {
    let variant = Variant::load("reversi", &[]).expect("a built-in game");
    let mut game = start(&variant, "8/8/8/8/8/8/8/PP1p4 w");
    game.play_text("0000").expect("nothing can be enclosed");
    assert!(game.fen().contains("passed=w"), "{}", game.fen());
    game.play_text("0000").expect("nor by Black");
    assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(Side::White));
}

#[test]
fn nothing_follows_around_a_pass_which_ends_nowhere() {
    let variant = Variant::load("ataxx", &[]).expect("a built-in game");
    let fen = "4ppP/4ppp/4ppp/7/7/pp5/1p5 w";
    assert_eq!(after(&variant, fen, "0000"), "4ppP/4ppp/4ppp/7/7/pp5/1p5");
}

#[test]
fn a_piece_placed_after_a_move_belongs_to_the_ply_of_that_move() {
    let variant = Variant::load("duck", &[]).expect("a built-in game");
    let mut game = start(&variant, "4k3/8/8/8/4*3/8/4R3/4K3 w - - 7 1");
    for text in ["e2e3", "*@a1", "e8e7", "*@a2"] {
        game.play_text(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    assert_eq!(game.fen(), "8/4k3/8/8/8/4R3/*7/4K3 w - - 9 2");
}

#[test]
fn a_pass_and_a_move_that_leaves_a_wall_are_read_in_loose_notation() {
    let reversi = Variant::load("reversi", &[]).expect("a built-in game");
    // Black has no stone to enclose, and passes
    let game = start(&reversi, "8/8/8/8/8/8/8/PPP4p b - - 0 1");
    assert_eq!(game.parse_move("h1h1").map(|mv| mv.kind()), Ok(ferz::MoveKind::Pass));
    assert!(game.parse_move("a1a1q").is_err());
    let walls = chess("[after.petrify]\nmove = \"capture by any but pawn\"\nwall = \"its square\"\n");
    let game = start(&walls, "4k3/8/8/8/3p4/8/4N3/4K3 w");
    assert_eq!(game.parse_move("e2xd4").map(|mv| mv.to_string()).ok().as_deref(), Some("e2d4"));
    assert!(game.parse_move("Ne2xd4=Q").is_err());
}

#[test]
fn a_captured_piece_returns_to_the_first_of_its_squares_that_is_empty() {
    let rebirth = "[after.rebirth]\nmove = \"capture of rook\"\nput = \"what it took\"\non = \"a1 h1\"\nsame = \"colour\"\n";
    let variant = chess(rebirth);
    // a dark square: White sees the dark corner of the first rank as a1, Black as h8
    assert_eq!(after(&variant, "4k3/8/8/8/3r4/8/8/3QK3 w", "d1d4"), "4k2r/8/8/8/3Q4/8/8/4K3");
    assert_eq!(after(&variant, "4k3/8/8/3r4/8/8/8/3QK3 w", "d1d5"), "r3k3/8/8/3Q4/8/8/8/4K3");
    assert_eq!(after(&variant, "4k2n/8/8/8/3r4/8/8/3QK3 w", "d1d4"), "4k2n/8/8/8/3Q4/8/8/4K3");
    // the rook would be back on h8, and give check
    assert_eq!(moves(&variant, "4k3/8/8/8/3r4/8/8/3Q3K w", "d1d4"), those(""));
}

#[test]
fn a_captured_piece_may_return_as_an_unmoved_one() {
    let text = |unmoved| {
        format!(
            "extends = \"chess\"\n[game]\nname = \"x\"\nsources = [\"x\"]\n[after.rebirth]\nmove = \"capture of rook\"\n\
             put = \"what it took\"\non = \"h1\"\nunmoved = {unmoved}\n"
        )
    };
    for (unmoved, castles) in [(true, true), (false, false)] {
        let variant = Variant::from_text("effects.toml", &text(unmoved), &[]).unwrap();
        let mut game = start(&variant, "r3k3/8/8/8/1r6/8/8/1R2K3 w q - 0 1");
        game.play_text("b1b4").unwrap();
        assert_eq!(
            game.legal_moves().iter().any(|mv| mv.to_string() == "e8g8"),
            castles,
            "unmoved: {unmoved}"
        );
        game.undo();
        assert_eq!(game.fen(), "r3k3/8/8/8/1r6/8/8/1R2K3 w q - 0 1");
    }
}

#[test]
fn a_piece_returns_to_its_owners_hand() {
    let hands = "[hand]\ncaptures = \"to the other side\"\npromoted = \"revert\"\n[drop.all]\npieces = \"any but king\"\n";
    let home = "[after.home]\nmove = \"capture by any but king\"\nto-hand = \"it\"\n";
    let variant = chess(&format!("{hands}{home}"));
    assert_eq!(after(&variant, "4k3/8/8/3p4/8/2N5/8/4K3[] w", "c3d5"), "4k3/8/8/8/8/8/8/4K3[NP]");
    // a pawn that has just promoted is a pawn in hand
    assert_eq!(after(&variant, "n3k3/1P6/8/8/8/8/8/4K3[] w", "b7a8q"), "4k3/8/8/8/8/8/8/4K3[NP]");
    // the only piece between rook and king can't leave the board
    assert_eq!(moves(&variant, "4r1k1/8/8/8/3p4/8/4N3/4K3[] w", "e2d4"), those(""));
}

#[test]
fn an_effect_sees_the_check_that_a_move_gives_and_what_the_effects_before_it_have_left() {
    let variant = chess(
        "[after.first]\nmove = \"knight\"\ngives = \"check\"\nremove = \"their queen\"\n\
         [after.second]\nmove = \"knight\"\nleaving = \"count(their queen) = 0\"\nremove = \"their pawn\"\n",
    );
    let fen = "3qk3/p7/8/8/8/2N5/8/4K3 w";
    assert_eq!(after(&variant, fen, "c3d5"), "3qk3/p7/8/3N4/8/8/8/4K3");
    assert_eq!(after(&variant, "3qk3/p7/8/8/4N3/8/8/4K3 w", "e4d6"), "4k3/8/3N4/8/8/8/8/4K3");
}

#[test]
fn a_check_can_count_as_a_move_of_the_checking_sides_own_pieces() {
    let text = "extends = \"chess\"\n[game]\nname = \"x\"\nsources = [\"x\"]\n\
                [after.check]\nmove = \"knight\"\ngives = \"check\"\nmoved = \"my rook\"\n";
    let variant = Variant::from_text("effects.toml", text, &[]).unwrap();
    let rights = |text: &str| {
        let mut game = start(&variant, "r3k2r/8/8/8/4N3/8/8/R3K2R w KQkq - 0 1");
        game.play_text(text).unwrap();
        game.fen().split(' ').nth(2).map(str::to_owned)
    };
    assert_eq!(rights("e4c5").as_deref(), Some("KQkq"));
    assert_eq!(rights("e4d6").as_deref(), Some("kq"));
}

#[test]
fn notes_of_kinds_of_move_are_made_and_forgotten_and_taken_back() {
    let tables = "[after.far]\nmove = \"rook\"\nwhen = \"its square on rank 8\"\nnote = \"far\"\n\
                  [after.near]\nmove = \"rook\"\nwhen = \"its square on rank 1\"\nforget = \"far\"\n\
                  [forbid]\nmove = \"king\"\nwhen = \"they noted far\"\n";
    let variant = chess(tables);
    let mut game = start(&variant, "7k/8/8/8/8/8/8/RK6 w");
    for (text, field) in [("a1a8", Some("far=w")), ("h8g7", None)] {
        let played = game.play_text(text);
        assert_eq!(played.is_ok(), field.is_some(), "{text}");
        assert!(field.is_none_or(|field| game.fen().contains(field)), "{}", game.fen());
    }
    game.undo();
    assert!(!game.fen().contains("far=w"), "{}", game.fen());
    let mut game = start(&variant, "R7/6k1/8/8/8/8/8/1K6 w - - 0 1 far=w");
    game.play_text("a8a1").unwrap();
    assert!(!game.fen().contains("far=w"), "{}", game.fen());
    assert!(game.play_text("g7g8").is_ok());
}

#[test]
fn a_part_of_a_turn_may_be_a_move_or_something_put_on_the_board() {
    let variant =
        chess("[turn]\nevery = [{ move = \"king, capture\", or = { place = \"wall\", on = \"rank 4\" } }]\n");
    let fen = "4k3/8/8/8/3p4/8/3R4/4K3 w";
    assert_eq!(moves(&variant, fen, "d2"), those("d2d4"));
    assert_eq!(moves(&variant, fen, "*@"), those("*@a4 *@b4 *@c4 *@e4 *@f4 *@g4 *@h4"));
    // a wall that parries a check is an answer to it
    let fen = "4r1k1/8/8/8/8/8/3P1P2/3RKR2 w";
    assert_eq!(moves(&variant, fen, "*"), those("*@e4"));
}

#[test]
fn one_side_may_have_longer_turns() {
    let variant =
        chess("[turn]\nevery = [{ move = \"any\" }, { move = \"pawn\" }]\nevery-side = \"black\"\n");
    let mut game = variant.start();
    for text in ["e2e4", "g8f6", "e7e5", "g1f3", "b8c6"] {
        game.play_text(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    assert!(game.play_text("f6e4").is_err(), "the second move is a pawn's");
}

#[test]
fn parts_of_turns_may_be_drops() {
    let hands = "[hand]\nstart = \"N N\"\n[drop.all]\npieces = \"knight\"\n";
    let variant = chess(&format!(
        "{hands}[turn]\nevery = [{{ move = \"any\" }}, {{ move = \"drop\", optional = true }}]\n"
    ));
    let mut game = variant.start();
    game.play_text("e2e4").unwrap();
    let texts: BTreeSet<String> = game.legal_moves().iter().map(|mv| mv.to_string()).collect();
    assert!(texts.contains("N@e5") && texts.contains("0000") && !texts.contains("d2d4"), "{texts:?}");
}

/// The number of legal moves as perft counts them, and as they are listed.
fn counted(variant: &Variant, fen: &str) -> (u64, u64) {
    let game = start(variant, fen);
    let counted = ferz::Perft::default().count(game.position(), 1).expect("it can be counted");
    (counted, game.legal_moves().len() as u64)
}

#[test]
fn what_a_blast_may_remove_decides_whether_a_pinned_piece_may_capture() {
    let variant = chess(BLAST);
    // the knight is pinned by a bishop that goes with the pawn; by one that stays; and it takes the other king with it
    for (fen, mv, legal) in [
        ("4k3/8/2n5/1B6/1P6/8/8/4K3 b", "c6b4", true),
        ("4k3/3n4/1PB5/8/8/8/8/7K b", "d7b6", true),
        ("4k3/3n4/2B2P2/8/8/8/8/7K b", "d7f6", false),
        ("4k3/3q4/8/8/B7/8/3P4/4K3 b", "d7d2", true),
        ("4k3/3q4/8/8/B7/8/3P4/6K1 b", "d7d2", false),
    ] {
        assert_eq!(!moves(&variant, fen, mv).is_empty(), legal, "{fen}: {mv}");
        let (counted, listed) = counted(&variant, fen);
        assert_eq!(counted, listed, "{fen}");
    }
}

#[test]
fn a_drop_may_parry_a_check_by_what_it_does() {
    let drops = "[hand]\ncaptures = \"to the other side\"\n[drop]\npieces = \"bishop\"\n";
    let encloses =
        "[after.enclose]\nmove = \"drop\"\nflip = \"their any but king between it and my any at Q\"\n";
    let variant = chess(&format!("{drops}{encloses}"));
    // the rook on a8 turns over between the pawn and the bishop; the others stand in between
    let fen = "8/p7/R4k2/8/8/8/8/4K3[b] b";
    assert_eq!(moves(&variant, fen, "B@"), those("B@a5 B@b6 B@c6 B@d6 B@e6"));
    let removes = "[after.clear]\nmove = \"drop\"\nremove = \"any but king at W from it\"\n";
    let variant = chess(&format!("{drops}{removes}"));
    assert_eq!(moves(&variant, "8/8/R4k2/8/8/8/8/4K3[b] b", "B@a"), those("B@a5 B@a7"));
}

#[test]
fn a_king_that_survives_what_it_does_attacks_the_other() {
    let variant = chess("[after.burst]\nmove = \"capture\"\nremove = \"any at W from it\"\n");
    assert!(moves(&variant, "8/8/3k4/8/3K4/8/8/8 b", "d6d5").is_empty(), "next to the other king");
    assert!(start(&variant, "8/8/8/3k4/3K4/8/8/8 b").is_check());
}

#[test]
fn an_effect_with_a_condition_makes_no_capture_harmless() {
    let blast = "[after.blast]\nmove = \"capture\"\nremove = \"any at N from it\"\n";
    let fen = "3k3R/8/4K3/8/8/8/8/8 b";
    assert!(!start(&chess(blast), fen).is_check(), "the rook would take its own king");
    let sometimes = format!("{blast}when = \"count(my queen) = 1\"\n");
    assert!(start(&chess(&sometimes), fen).is_check());
}

#[test]
fn what_is_safe_at_the_end_of_a_turn_need_not_parry_at_once() {
    let turn = "[turn]\nevery = [{ move = \"any\" }, { move = \"any\", another-piece = true }]\n\
        safe = \"at the end of the turn\"\n[hand]\ncaptures = \"to the other side\"\n[drop]\npieces = \"bishop\"\n";
    let variant = chess(turn);
    // the king may step away after the drop; but not first, where no other piece could save it then
    let fen = "3k4/8/8/8/8/8/8/K2R4[b] b";
    assert_eq!(moves(&variant, fen, "B@").len(), 61);
    let fen = "3k4/8/8/8/8/8/8/K2R4[] b";
    assert_eq!(moves(&variant, fen, "d8"), those(""), "no other piece can move after the king");
}

/// Whether the side to move is in check in chess with these tables.
fn is_check(tables: &str, fen: &str) -> bool {
    start(&chess(tables), fen).is_check()
}

#[test]
fn a_capture_that_would_cost_its_side_a_royal_piece_is_no_attack_however_that_comes() {
    let of = |rest: &str| format!("[after.blast]\nmove = \"capture\"\n{rest}\n");
    let along = of("remove = \"any at R from it\"");
    assert!(!is_check(&along, "3k4/8/8/8/8/8/8/r2K3R b"), "nobody attacks it");
    assert!(!is_check(&along, "R2k4/8/8/8/8/8/8/3K4 b"), "along the file down to the king");
    assert!(is_check(&along, "R2k4/8/8/3P4/8/8/8/3K4 b"), "the pawn stands between");
    let file = of("remove = \"my any on its file\"");
    assert!(!is_check(&file, "R2k4/8/8/3P4/8/8/8/3K4 b"), "the king stands on the file");
    assert!(is_check(&file, "R2k4/8/8/3P4/8/8/8/4K3 b"), "beside it");
    let from_start = of("remove = \"any at W from its start\"");
    assert!(!is_check(&from_start, "R2k4/K7/8/8/8/8/8/8 b"), "the king stands beside the rook");
    assert!(is_check(&from_start, "R2k4/1K6/8/8/8/8/8/8 b"), "the king stands across from it");
    let near = "remove = \"any at N from it\"";
    let sometimes = of(&format!("{near}\nwhen = \"count(my queen) = 1\""));
    assert!(is_check(&sometimes, "3k3R/8/4K3/8/8/8/8/8 b"));
    assert!(!is_check(&sometimes, "3k3R/8/4K3/8/8/8/8/Q7 b"));
    let of_white = of(&format!("{near}\nside = \"white\""));
    assert!(!is_check(&of_white, "3k3R/8/4K3/8/8/8/8/8 b"));
    assert!(is_check(&of_white, "8/8/8/8/8/4k3/8/3K3r w"));
    let of_rooks = format!("[after.blast]\nmove = \"capture by rook\"\n{near}\n");
    assert!(!is_check(&of_rooks, "3k3R/8/4K3/8/8/8/8/8 b"));
    assert!(is_check(&of_rooks, "3k3Q/8/4K3/8/8/8/8/8 b"));
}

#[test]
fn a_royal_piece_that_may_go_may_go_capturing() {
    let last = "[pieces.king]\nroyal = \"last\"\n[after.burst]\nmove = \"capture\"\nremove = \"it\"\n";
    assert!(is_check(last, "8/8/3k4/3K4/8/8/8/K7 b"), "White has another king");
    assert!(!is_check(last, "8/8/3k4/3K4/8/8/8/8 b"), "White has no other king");
}

#[test]
fn a_king_castles_over_squares_on_which_its_capture_would_cost_the_other_its_king() {
    let text = "extends = \"chess\"\n[game]\nname = \"x\"\nsources = [\"x\"]\n\
        [after.blast]\nmove = \"capture\"\nremove = \"any at R from it\"\n";
    let variant = Variant::from_text("castles.toml", text, &[]).unwrap_or_else(|error| panic!("{error}"));
    let castles = |fen: &str| moves(&variant, fen, "e1g1").len();
    assert_eq!(castles("5k2/8/8/8/8/8/8/4K2R w K - 0 1"), 1);
    assert_eq!(castles("4k3/8/8/8/8/8/5r2/4K2R w K - 0 1"), 0, "the rook attacks f1");
    // on f1 the king could be captured, but the blast would go along the file to the other one
    assert_eq!(castles("5k2/8/8/8/8/3b4/8/4K2R w K - 0 1"), 1);
    assert_eq!(castles("6k1/8/8/8/8/3b4/8/4K2R w K - 0 1"), 0);
}

#[test]
fn a_refusal_says_that_the_move_would_cost_the_king() {
    let variant = chess(BLAST);
    let refused = |fen: &str, text: &str| {
        let mut game = start(&variant, fen);
        game.play_text(text).expect_err("not legal").to_string()
    };
    for text in ["d1d2", "e1d2"] {
        let said = refused("4k3/8/8/8/8/8/3p4/3RK3 w", text);
        assert!(said.contains("it would cost you your king"), "{said}");
    }
    let said = refused("3rk3/8/8/8/8/8/8/4K3 w", "e1d1");
    assert!(said.contains("the king would be attacked on d1"), "{said}");
}

#[test]
fn a_movement_in_a_selection_may_have_spaces() {
    let effects = |at: &str| {
        format!("[after.blast]\nmove = \"capture\"\nremove = \"it, any but king at {at} from it\"\n")
    };
    let fen = "4k3/8/8/3bp3/3pn3/8/4R3/4K3 w";
    for at in ["K", "W F", "fW  sW bW F"] {
        let variant = chess(&effects(at));
        assert_eq!(after(&variant, fen, "e2e4"), "4k3/8/8/8/8/8/8/4K3", "{at}");
    }
    let between =
        "[after.blast]\nmove = \"capture\"\nremove = \"their any between it and my king at W B, it\"\n";
    assert_eq!(after(&chess(between), "4k3/8/4q3/4R3/4n3/8/4K3/8 w", "e5e6"), "4k3/8/8/8/4n3/8/4K3/8");
    let none =
        chess("[forbid.far]\nmove = \"any\"\nwhen = \"count(their any at W F from its square) = 0\"\n");
    assert_eq!(moves(&none, "7k/8/8/8/8/8/4p3/K7 w", ""), those(""));
}

#[test]
fn squares_ahead_and_behind_are_those_of_the_shortest_leap_in_the_direction_of_the_move() {
    let ram = chess("[after.ram]\nmove = \"any\"\nremove = \"their any but king ahead of it\"\n");
    assert_eq!(after(&ram, "4k3/8/8/p2p4/8/8/8/R3K3 w", "a1a4"), "4k3/8/8/3p4/R7/8/8/4K3");
    assert_eq!(after(&ram, "4k3/8/5p2/8/8/4p3/8/2B1K3 w", "c1d2"), "4k3/8/5p2/8/8/8/3B4/4K3", "diagonally");
    assert_eq!(
        after(&ram, "4k3/8/8/3p4/8/8/8/1N2K3 w", "b1c3"),
        "4k3/8/8/8/8/2N5/8/4K3",
        "a knight's leap on"
    );
    assert_eq!(after(&ram, "4k2p/8/8/8/8/8/8/4K2R w", "h1h7"), "4k3/7R/8/8/8/8/8/4K3");
    let back = chess("[after.back]\nmove = \"any\"\nremove = \"their any but king behind its start\"\n");
    assert_eq!(after(&back, "4k3/8/8/8/p7/R7/8/4K3 w", "a3a1"), "4k3/8/8/8/8/8/8/R3K3");
    assert_eq!(after(&back, "4k3/8/8/8/p7/R7/8/4K3 w", "a3c3"), "4k3/8/8/8/p7/2R5/8/4K3");
    assert_eq!(after(&back, "4k3/8/8/8/8/8/8/R3K3 w", "a1a4"), "4k3/8/8/8/R7/8/8/4K3", "off the board");
    let corner = chess(
        "[after.corner]\nmove = \"rook\"\nremove = \"their any on its file on the rank of my king, their any on rank 4 at W from it\"\n",
    );
    assert_eq!(after(&corner, "4k3/8/8/8/8/8/2R5/p1p1K3 w", "c2c4"), "4k3/8/8/8/2R5/8/8/p3K3");
    assert_eq!(after(&corner, "4k3/8/8/2p5/3p4/8/2R5/4K3 w", "c2c4"), "4k3/8/8/8/2Rp4/8/8/4K3");
}
