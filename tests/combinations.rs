//! Rules combined as nobody did before: games in which something went wrong once, each with the right value.

use ferz::spaces::ActionSpace;
use ferz::{Choice, Dice, Game, Variant, builtin_games};

fn variant(text: &str) -> Variant {
    Variant::from_text("x.toml", text, &[]).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

fn moves(game: &Game) -> Vec<String> {
    let mut moves: Vec<String> = game.legal_moves().iter().map(ToString::to_string).collect();
    moves.sort();
    moves
}

/// A relative of a game of the library.
fn child(parent: &str, more: &str) -> Variant {
    variant(&format!("extends = \"{parent}\"\n[game]\nname = \"x\"\n{more}"))
}

/// Plays at random, and calls `each` with every position.
fn along(variant: &Variant, seed: u64, plies: usize, mut each: impl FnMut(&Game)) {
    let (mut game, mut dice) = (variant.start(), Dice::new(seed));
    for _ in 0..plies {
        each(&game);
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(&moves[dice.below(moves.len() as u64) as usize]).expect("a legal move");
    }
}

#[test]
fn a_wall_that_an_effect_leaves_is_no_lost_piece() {
    let walls = child(
        "chess",
        "[promotion]\nto = \"lost\"\n[after]\nx = { move = \"capture\", wall = \"its square\" }\n",
    );
    (0..4).for_each(|seed| along(&walls, seed, 150, |game| _ = game.position().verify().expect("lawful")));
}

#[test]
fn a_turn_is_passed_only_as_a_whole() {
    let parts =
        "[turn]\npass = \"always\"\nevery = [{ move = \"any\" }, { move = \"any\", optional = true }]\n";
    let mut game = child("chess", parts).start();
    assert!(moves(&game).contains(&"0000".to_owned()));
    game.play_text("e2e4").expect("legal");
    assert_eq!(moves(&game).iter().filter(|mv| *mv == "0000").count(), 1);
    game.play_text("0000").expect("legal");
    assert_eq!(game.side_to_move(), ferz::Side::Black);
}

#[test]
fn every_announced_move_has_an_action_of_its_own() {
    let declared =
        child("chess", "[declarations.gardez]\nsays = \"gardez\"\nattack-on = \"queen\"\nby = \"mover\"\n");
    let space = ActionSpace::new(&declared);
    let mut announced = 0;
    for seed in 0..6 {
        along(&declared, seed, 120, |game| {
            let legal = space.legal(game);
            assert_eq!(legal.len(), game.legal_moves().len(), "{}", game.fen());
            announced += legal.iter().filter(|(_, mv)| mv.to_string().ends_with('!')).count();
        });
    }
    assert!(announced > 100, "{announced}");
}

#[test]
fn the_actions_are_the_legal_moves_with_every_value_of_every_option() {
    for name in builtin_games() {
        for option in crate::loaded::load(name, &[]).expect("a built-in game").options() {
            for value in option.values.iter().filter(|value| **value != option.value) {
                let choice = Choice { name: option.name.clone(), value: value.clone() };
                let chosen = crate::loaded::load(name, &[choice]).expect("every value is sound");
                let space = ActionSpace::new(&chosen);
                along(&chosen, 3, 60, |game| {
                    assert_eq!(
                        space.legal(game).len(),
                        game.legal_moves().len(),
                        "{name} {value}: {}",
                        game.fen()
                    );
                });
            }
        }
    }
}

#[test]
fn every_move_has_an_action_where_squares_and_captures_in_passing_are_unusual() {
    let game = "[game]\nname = \"x\"\n";
    // seen from Black's side, other squares are in play
    let walls = variant(&format!(
        "{game}[board]\nfiles = 8\nranks = 8\nsquares = \"dark\"\n[pieces]\nknight = {{ letter = \"N\", moves = \"mN\" }}\n\
         [setup]\nfen = \"8/8/8/4n3/3N4/8/8/8\"\n[turn]\nevery = [{{ move = \"any\", or = {{ place = \"wall\" }} }}]\n"
    ));
    // a piece goes to one of many squares that another has passed, and captures it there or not
    let passing = variant(&format!(
        "{game}[board]\nfiles = 8\nranks = 10\n[en-passant]\npieces = \"dog\"\n[pieces]\nbee = {{ letter = \"B\", moves = \"gK\" }}\n\
         dog = {{ letter = \"D\", moves = \"ompazR fcF\" }}\n[setup]\nwhite = [\"B D . . . B . .\"]\n"
    ));
    for (variant, fen) in [
        (walls, "7*/8/8/4n3/3N4/8/8/8 b - - 1 1"),
        (passing, "b4b2/8/8/4d3/8/8/8/8/7D/3B1B2 b - b2c2d2e2f2g2 3 2"),
    ] {
        let game = variant.start_from(fen).expect("a position");
        assert_eq!(ActionSpace::new(&variant).legal(&game).len(), moves(&game).len(), "{fen}");
    }
}

#[test]
fn the_hash_of_rules_sees_rules_and_nothing_else() {
    let hash = |more: &str| child("chess", more).rules_hash();
    let chess = crate::loaded::load("chess", &[]).expect("a built-in game").rules_hash();
    assert_eq!(hash("notes = [\"x\"]\n"), chess);
    assert_eq!(hash("[pieces]\nknight = { glyphs = [\"a\", \"b\"] }\n"), chess);
    assert_eq!(hash("[notation]\nsquares = \"usi\"\n"), chess);
    assert_ne!(hash("[pieces]\nknight = { moves = \"NW\" }\n"), chess);
    assert_ne!(hash("[forbid]\nleaving = \"it can never move\"\n"), chess);
    assert_ne!(hash("[end]\nbare = { lose = \"count(mine) = 1\" }\n"), chess);
}

/// Plays random games, and reads every position back from its FEN.
fn every_position_is_read_back(variant: &Variant, plies: usize) {
    for seed in 0..6 {
        along(variant, seed, plies, |game| {
            let fen = game.fen();
            let read = variant.start_from(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!((read.fen(), read.position().hash()), (fen, game.position().hash()));
            assert_eq!(moves(&read), moves(game));
        });
    }
}

#[test]
fn pieces_of_several_types_wait_and_are_read_back() {
    let waiting = child("shinobi", "[promotion]\nafter = 2\nwhile-waiting = [\"immobile\"]\n");
    every_position_is_read_back(&waiting, 120);
    let mut game = waiting.start_from("4k3/8/P7/8/8/8/8/4K3[] w - - 0 1").expect("a position");
    for text in ["a6a7", "e8e7", "e1e2", "e7e8", "e2e1", "e8e7"] {
        game.play_text(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    assert_eq!(moves(&game), ["a7=+"]);
}

#[test]
fn only_the_pieces_of_one_side_wait() {
    let white =
        "[promotion]\npieces = \"pawn\"\non = \"rank 8\"\nto = \"queen\"\nafter = 1\nside = \"white\"\n";
    let game = child("chess", white).start_from("4k3/8/8/8/8/8/p7/4K3 b - - 0 1").expect("a position");
    let mut after = game.clone();
    after.play_text("a2a1").expect("legal");
    assert!(!after.fen().contains("waits"), "{}", after.fen());
}

#[test]
fn rights_that_letters_cannot_tell_apart_are_written_by_squares() {
    let two_kinds = child("chess", "[pieces]\nrook = { moves = \"R isO2\" }\n");
    every_position_is_read_back(&two_kinds, 60);
    let mut game = two_kinds.start();
    ["a2a4", "a7a5", "a1a2"].iter().for_each(|text| _ = game.play_text(text).expect("legal"));
    assert!(game.fen().contains(" castling="), "{}", game.fen());
    let refused = two_kinds.start_from("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 castling=a1h1").unwrap_err();
    assert_eq!(refused.to_string(), "the piece on a1 can't have such a right");
}

#[test]
fn what_a_check_takes_away_is_gone_before_the_first_move() {
    every_position_is_read_back(&child("korkserschach", "[pieces]\npawn = { moves = \"KNADpR\" }\n"), 20);
}

#[test]
fn of_several_pieces_that_may_have_passed_the_one_that_did_is_named() {
    every_position_is_read_back(&child("absorption", "[pieces]\npawn = { moves = \"B\" }\n"), 60);
    let crooked = "[pieces]\npawn = { moves = \"frflpN2 v[feNX-F] C ltmaA\" }\n";
    let chessgi = variant(&format!("extends = \"chessgi\"\nchase = false\n[game]\nname = \"x\"\n{crooked}"));
    every_position_is_read_back(&chessgi, 60);
}

#[test]
fn a_rook_that_can_no_longer_castle_may_still_bring_a_piece() {
    let ways = "[castling]\nways = { short = { king = \"g1\", rook = \"f1\" }, long = { king = \"c1\", rook = \"d1\" } }\n";
    let mut game = child("seirawan", ways).start();
    for text in ["f2f4", "a7a6", "e1f2", "a6a5", "h2h3", "a5a4"] {
        game.play_text(text).expect("legal");
    }
    let of_rook: Vec<String> = moves(&game).into_iter().filter(|mv| mv.starts_with("h1")).collect();
    assert_eq!(of_rook, ["h1h2", "h1h2e", "h1h2h"]);
    assert_eq!(game.variant().start_from(&game.fen()).expect("a position").fen(), game.fen());
}

#[test]
fn castling_beside_a_leap_to_the_same_square_is_written_by_the_rook() {
    let leaps = child("seirawan", "[pieces]\nking = { moves = \"KnD\" }\n");
    let game = leaps.start_from("4k3/8/8/8/8/8/8/4K2R[EHeh] w KE - 0 1").expect("a position");
    let written = moves(&game);
    for text in ["e1g1h", "e1h1h", "h1e1h"] {
        assert!(written.iter().any(|mv| mv == text), "{text}: {written:?}");
        assert_eq!(game.parse_move(text).expect("legal").to_string(), text);
    }
}

#[test]
fn a_jump_that_ends_where_a_leap_does_is_written_with_its_victim() {
    let both = "[game]\nname = \"x\"\n[board]\nfiles = 6\nranks = 6\n[pieces]\n\
         x = { letter = \"X\", moves = \"mA cafmF\" }\ny = { letter = \"Y\", moves = \"W\" }\n\
         [setup]\nwhite = [\"X . . . . Y\"]\n[end]\nnone = { lose = \"count(mine) = 0\" }\n";
    let mut game = variant(both).start_from("6/6/6/2y3/1X4/6 w - - 0 1").expect("a position");
    assert!(["b2d4", "b2xc3d4"].iter().all(|text| moves(&game).contains(&(*text).to_owned())));
    game.play_text("b2xc3d4").expect("legal");
    assert!(!game.fen().contains('y'));
}

#[test]
fn jumps_that_a_piece_has_in_some_places_chain() {
    let crossing = variant(
        "[game]\nname = \"x\"\n[board]\nfiles = 7\nranks = 7\n[pieces]\n\
         fox = { letter = \"F\", moves = \"mW cafmW\", also = [{ on = \"dark\", moves = \"mF cafmF\" }] }\n\
         [setup]\nfen = \"7/7/7/3f3/1ff4/F6/7\"\n[end]\nstuck = { lose = \"no move\" }\n",
    );
    let game = crossing.start_from("7/7/7/3f3/7/2f4/2F4 w").expect("a position");
    let written = moves(&game);
    assert!(written.contains(&"c1c3e5".to_owned()) && !written.contains(&"c1c3".to_owned()), "{written:?}");
    // from a light square there is no diagonal jump
    let light = crossing.start_from("7/7/7/7/3f3/2F4/7 w").expect("a position");
    assert!(moves(&light).iter().all(|mv| !mv.starts_with("c2e4")), "{:?}", moves(&light));
}

#[test]
fn a_ban_on_hops_is_kept_by_hops_of_several_legs() {
    let hops = |more: &str| {
        variant(&format!(
            "[game]\nname = \"x\"\n[board]\nfiles = 6\nranks = 6\n[pieces]\n\
             man = {{ letter = \"M\", moves = \"ftpafmK\" }}\nking = {{ letter = \"K\", moves = \"mQ\" }}\n\
             [setup]\nfen = \"6/6/6/2K3/2M3/6\"\n{more}[end]\nstuck = {{ lose = \"no move\" }}\n"
        ))
    };
    let hop = "c2c4".to_owned();
    assert!(moves(&hops("").start()).contains(&hop));
    assert!(!moves(&hops("[forbid]\nmove = \"man over king\"\n").start()).contains(&hop));
}

#[test]
fn every_walk_to_safety_has_an_action() {
    let walking = child("fox-and-hounds", "[safe-walk]\npieces = \"fox\"\nsteps = 2\n");
    let game = walking.start();
    assert_eq!(ActionSpace::new(&walking).legal(&game).len(), moves(&game).len());
}

#[test]
fn what_a_promoted_piece_was_is_read_back() {
    let two = child(
        "crazyhouse",
        "[promotion]\npieces = \"pawn, knight\"\non = \"rank 8\"\nto = \"queen\"\noptional = true\n",
    );
    let mut game = two.start_from("4k3/8/8/8/8/2r5/8/Q~1Q~~1K3[] b - - 0 1").expect("a position");
    assert_eq!(two.start_from(&game.fen()).expect("a position").fen(), game.fen());
    assert!(two.start_from("4k3/8/8/8/8/8/8/Q~~~3K3[] w - - 0 1").is_err());
    game.play_text("c3c1").expect("legal");
    assert!(game.fen().contains("[p]"), "{}", game.fen());
}

#[test]
fn bans_that_ask_for_replies_end_in_turns_of_several_moves() {
    for gives in ["stalemate", "checkmate"] {
        let ban = format!("[turn]\nsafe = \"at the end of the turn\"\n[forbid]\ngives = \"{gives}\"\n");
        along(&child("marseillais", &ban), 1, 6, |game| assert!(!game.legal_moves().is_empty()));
    }
}

#[test]
fn as_many_pieces_wait_as_either_side_has_squares() {
    let board = "[game]\nname = \"x\"\n[board]\nfiles = 8\nranks = 8\nsquares = \"all but b8..h8\"\n[pieces]\n\
         king = { letter = \"K\", moves = \"K\", royal = true }\nqueen = { letter = \"Q\", moves = \"Q\" }\n\
         pawn = { letter = \"P\", moves = \"fmW\" }\n[setup]\nfen = \"*7/8/8/8/8/8/pp6/4K3\"\n[promotion]\n\
         pieces = \"pawn\"\non = \"rank 8\"\nto = \"queen\"\nafter = 2\n[end]\nstuck = { lose = \"no move\" }\n";
    let mut game = variant(&board.replace("*7", "k7")).start();
    for text in ["e1e2", "a2a1", "e2e3", "b2b1"] {
        game.play_text(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    assert_eq!(game.variant().start_from(&game.fen()).expect("a position").fen(), game.fen());
}

#[test]
fn jumps_by_place_are_no_plain_moves() {
    let jumper = variant(
        "[game]\nname = \"x\"\n[board]\nfiles = 6\nranks = 6\n[pieces]\n\
         man = { letter = \"M\", moves = \"mW\", also = [{ on = \"dark\", moves = \"cafmF\" }] }\n\
         [setup]\nwhite = [\"M M . . M M\"]\n[end]\nstuck = { lose = \"no move\" }\n",
    );
    assert!(!jumper.has_only_plain_moves(true));
}

/// A game of some pieces on a board of a size.
fn small((files, ranks): (u32, u32), pieces: &str, setup: &str, more: &str) -> Variant {
    variant(&format!(
        "[game]\nname = \"x\"\n[board]\nfiles = {files}\nranks = {ranks}\n[pieces]\n{pieces}\n[setup]\n{setup}\n{more}"
    ))
}

#[test]
fn a_ban_on_captures_spares_own_pieces_too() {
    let ban = "[forbid]\nbee = { move = \"capture of cat by cat\" }\n";
    let cats = small((3, 5), "cat = { letter = \"C\", moves = \"omcdA\" }", "white = [\"C C .\"]", ban);
    let game = cats.start_from("c2/3/c1C/3/C2 w - - 2 2").expect("a position");
    game.position().verify().expect("lawful");
    assert!(!moves(&game).contains(&"a1c3".to_owned()), "{:?}", moves(&game));
}

#[test]
fn a_capture_that_makes_another_piece_royal_may_give_check() {
    let bishops = small(
        (8, 8),
        "bishop = { letter = \"B\", moves = \"B\", royal = \"last\" }\nking = { letter = \"K\", moves = \"K\" }\n\
         knight = { letter = \"N\", moves = \"N\" }\nqueen = { letter = \"Q\", moves = \"Q\" }\n\
         rook = { letter = \"R\", moves = \"R\" }",
        "fen = \"8/8/8/8/8/8/krbnNBRK/qrbnNBRQ\"",
        "[forbid]\nchecks = { gives = \"check\" }\n",
    );
    let game = bishops.start();
    game.position().verify().expect("lawful");
    assert!(!moves(&game).contains(&"e1c2".to_owned()));
}

#[test]
fn a_piece_that_is_gone_can_go_on_no_more() {
    let walls = small(
        (11, 8),
        "ant = { letter = \"A\", moves = \"fmW fcF\" }\ndog = { letter = \"D\", moves = \"c(af)mK\" }",
        "white = [\". A D D A A . D . A A\"]",
        "[capture]\ncompulsory = \"huff\"\n[after]\ndog = { move = \"capture by any but ant\", wall = \"its square\" }\n",
    );
    (0..6).for_each(|seed| along(&walls, seed, 120, |game| _ = game.position().verify().expect("lawful")));
}

#[test]
fn a_move_passed_on_is_not_made_by_another_rule_as_well() {
    let ants = small(
        (6, 5),
        "ant = { letter = \"A\", moves = \"K\" }\nbee = { letter = \"B\", moves = \"mQ\" }\n\
         cat = { letter = \"C\", moves = \"paxafmW4 xasmdF0\" }",
        "white = [\"B . . A B .\", \"C C C C C .\"]",
        "[safe-walk]\npieces = \"ant\"\nsteps = 2\n",
    );
    let all = moves(&ants.start());
    assert_eq!(all.iter().filter(|text| *text == "d1b1").count(), 1, "{all:?}");
}

#[test]
fn a_reply_that_is_forbidden_is_none() {
    let gives = "[forbid.mates]\ngives = \"stalemate\"\n";
    (0..4).for_each(|seed| {
        along(&child("ataxx", gives), seed, 60, |game| _ = game.position().verify().expect("lawful"));
    });
}

#[test]
fn what_is_removed_after_a_capture_is_not_captured() {
    let cannons = small(
        (9, 10),
        "cannon = { letter = \"C\", moves = \"pR\" }\nsoldier = { letter = \"P\", moves = \"fsW\" }",
        "white = [\". C . . . . . C .\", \"P . P . P . P . P\"]",
        "[forbid]\ncannons = { move = \"capture of cannon by cannon or cannon over cannon\" }\n\
         [after]\nblast = { move = \"capture\", remove = \"it, any but cannon at K from it\" }\n",
    );
    let text = "7c1/1pp1pp2p/9/9/9/9/8P/3P5/Pc2P1P2/1C5C1 b - - 11 6";
    let game = cannons.start_from(text).expect("a position");
    game.position().verify().expect("lawful");
    assert!(moves(&game).contains(&"b2g2".to_owned()), "{:?}", moves(&game));
}

#[test]
fn neutral_pieces_in_rows_belong_to_nobody() {
    let dogs = small(
        (7, 6),
        "cat = { letter = \"C\", moves = \"mRcpR\" }\ndog = { letter = \"D\", moves = \"\", neutral = true }",
        "white = [\". C . . C C D\"]",
        "",
    );
    let game = dogs.start();
    assert_eq!(game.fen().split(' ').next(), Some("1c2ccD/7/7/7/7/1C2CCD"));
    assert_eq!(dogs.start_from(&game.fen()).expect("a position").fen(), game.fen());
}

#[test]
fn what_arrives_where_its_like_stood_is_the_piece_that_moved() {
    // the dog on d1 takes its like on c1, sets it down, and is itself removed
    let dogs = variant(
        "[game]\nname = \"x\"\n[board]\nfiles = 9\nranks = 9\n[pieces]\ndog = { letter = \"D\", moves = \"dabzmalumcdN vRsW\" }\n\
         ant = { letter = \"A\", moves = \"K\" }\n[setup]\nfen = \"9/9/9/9/9/9/9/1D1DDDA1D/A1DDA4\"\n\
         [after]\ncat = { move = \"capture\", remove = \"it\" }\n",
    );
    (0..6).for_each(|seed| along(&dogs, seed, 60, |game| _ = game.position().verify().expect("lawful")));
}

#[test]
fn a_royal_piece_walks_only_where_no_other_is_left_in_check() {
    let two = child(
        "modern-courier",
        "[pieces]\nqueen = { royal = true }\n[safe-walk]\npieces = \"king\"\nsteps = 2\n",
    );
    (0..4).for_each(|seed| along(&two, seed, 120, |game| _ = game.position().verify().expect("lawful")));
}

#[test]
fn a_drop_is_one_of_the_piece_in_hand_whatever_becomes_of_it() {
    let silver = child("goro-goro-plus", "[after.rook-falls]\nmove = \"silver\"\nbecomes = \"pawn\"\n");
    let game = silver.start_from("s1k2/lgg1p/1ppp1/1PPP1/1K1G1/+lGN1S[Ns] b - - 1 9").expect("a position");
    game.position().verify().expect("lawful");
    assert!(moves(&game).contains(&"S@b6".to_owned()));
}

#[test]
fn a_swap_is_a_turn_of_its_own_where_turns_are_counted_at_once() {
    let walls = child(
        "isolation",
        "[board]\nfiles = 7\nranks = 7\n[setup]\nfen = \"3p3/7/7/7/7/7/3P3\"\n\
         [turn]\nevery = [{ move = \"any\" }, { place = \"wall\" }]\nswap = \"in place\"\n",
    );
    (0..3).for_each(|seed| along(&walls, seed, 8, |game| _ = game.position().verify().expect("lawful")));
}

#[test]
fn a_royal_piece_is_dropped_only_where_it_is_safe_after_all_that_follows() {
    let khon = child(
        "makruk",
        "[pieces]\ngeneral = { letter = \"F\", moves = \"F\" }\n\
         [after]\nkhon = { move = \"any\", remove = \"their khon or knight between it and my any at R2\" }\n\
         [drop]\nothers = { pieces = \"king, general, khon, knight\" }\n[hand]\nstart = \"K F R R S S N N\"\n\
         [setup]\nfen = \"8/8/4pppp/pppp4/4PPPP/PPPP4/8/8\"\n",
    );
    let game = khon
        .start_from("8/5S2/4pppp/pppp4/4PPPP/PPPP4/4F3/2n3k1[KSNNRRssnrrf] w - - 4 3")
        .expect("a position");
    game.position().verify().expect("lawful");
    (0..3).for_each(|seed| along(&khon, seed, 60, |game| _ = game.position().verify().expect("lawful")));
}

#[test]
fn a_rook_that_castles_may_be_blown_up_where_it_arrives() {
    let blast = child(
        "atomic",
        "[after]\nblast = { move = \"king\" }\n[end]\ncheckmate = false\nstalemate = { draw = \"no move\" }\n\
         [pieces]\nking = { royal = false }\n",
    );
    let game = blast
        .start_from("r2qk2r/pp1b1p1p/2npp2b/3P2p1/PP4P1/1Q5B/3PPn1P/1RB1K1NR b Kkq - 2 12")
        .expect("a position");
    game.position().verify().expect("lawful");
}

#[test]
fn a_move_that_is_passed_on_is_a_capture_by_the_piece_that_makes_it() {
    let passed_on = variant(
        "[game]\nname = \"x\"\nsources = [\"x\"]\n[board]\nfiles = 8\nranks = 6\n[forbid]\ncat = { move = \"capture by cat\" }\n\
         [pieces]\nbee = { letter = \"B\", moves = \"RN\" }\ncat = { letter = \"C\", moves = \"KNAD mBcpB\" }\n\
         eel = { letter = \"E\", moves = \"axavcQ\" }\n[setup]\nwhite = [\"B C E B B . B .\"]\n",
    );
    let game = passed_on.start_from("bcebb1b1/8/8/B7/8/1CEBB1B1 b").expect("a position");
    game.position().verify().expect("lawful");
    let by_the_cat: Vec<String> = moves(&game).into_iter().filter(|mv| mv.starts_with("b6")).collect();
    assert!(!by_the_cat.is_empty() && !by_the_cat.contains(&"b6b1".to_owned()), "{by_the_cat:?}");
}
