//! Hands and drops, promotions by table, bans, duties and counted checks: what they mean, in small positions.

use std::collections::BTreeSet;

use ferz::{Game, Side, Variant};

/// Chess without castling, with these tables.
fn chess(tables: &str) -> Variant {
    let text =
        format!("extends = \"chess\"\ncastling = false\n[game]\nname = \"x\"\nsources = [\"x\"]\n{tables}\n");
    Variant::from_text("drops.toml", &text, &[]).unwrap_or_else(|error| panic!("{error}"))
}

/// The hands of crazyhouse.
const HOUSE: &str = "[hand]\ncaptures = \"to the other side\"\n[drop.others]\npieces = \"any but king, pawn\"\n\
    [drop.pawns]\npieces = \"pawn\"\non = \"ranks 2..7\"\n";

fn start(variant: &Variant, fen: &str) -> Game {
    variant.start_from(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The FEN after some moves, without its clocks.
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

fn builtin(name: &str) -> Variant {
    Variant::load(name, &[]).expect("a built-in game")
}

/// Chess with a cannon that neither takes a cannon nor jumps over one.
const CANNONS: &str = "[pieces]\ncannon = { letter = \"C\", moves = \"mR cpR\" }\n[forbid]\nmove = \"capture of cannon \
    by cannon or cannon over cannon\"\n";

#[test]
fn a_cannon_jumps_over_no_cannon() {
    let variant = chess(CANNONS);
    let jumps = "q3k3/8/c7/8/8/1n6/8/C1C1K3 w";
    assert_eq!(moves(&variant, jumps, "a1"), those("a1a2 a1a3 a1a4 a1a5 a1b1"));
    assert_eq!(moves(&variant, "q3k3/8/p7/8/8/1n6/8/C1C1K3 w", "a1a8"), those("a1a8"));
    assert_eq!(moves(&variant, "c3k3/8/p7/8/8/1n6/8/C1C1K3 w", "a1a8"), those(""));
}

#[test]
fn a_cannon_gives_no_check_over_a_cannon() {
    let variant = chess(CANNONS);
    // over the knight it is check, which the cannon parries by taking the knight's place
    assert_eq!(moves(&variant, "3kc3/8/8/8/4n3/8/C7/4K3 w", "a2"), those("a2e2"));
    assert_eq!(moves(&variant, "3kc3/8/8/8/C1n1n3/8/8/4K3 w", "a4"), those("a4e4"));
    assert!(!moves(&variant, "3kc3/8/8/8/4c3/8/8/3RK3 w", "d1c1").is_empty());
    // who takes the cannon between makes a hurdle of the taker
    assert_eq!(moves(&variant, "3kc3/8/8/8/4c3/2B5/8/4K3 w", "c3e5"), those("c3e5"));
    assert_eq!(moves(&variant, "3kc3/8/8/8/R3c3/8/8/4K3 w", "a4e4"), those(""));
}

#[test]
fn a_piece_comes_from_hand_where_another_begins_its_first_move() {
    let variant = builtin("seirawan");
    let castles = "rnbqk2r/ppppbppp/5n2/4p3/4P3/5N2/PPPPBPPP/RNBQK2R[HEhe] w KQBCDkqbcd - 4 4";
    assert_eq!(moves(&variant, castles, "e1g1"), those("e1g1 e1g1h e1g1e"));
    assert_eq!(moves(&variant, castles, "h1e1"), those("h1e1h h1e1e"));
    let first = |text: &str| after(&variant, castles, text);
    assert_eq!(first("h1e1h"), "rnbqk2r/ppppbppp/5n2/4p3/4P3/5N2/PPPPBPPP/RNBQ1RKH[Ehe]");
    assert_eq!(first("e1g1e"), "rnbqk2r/ppppbppp/5n2/4p3/4P3/5N2/PPPPBPPP/RNBQERK1[Hhe]");
    let mut game = start(&variant, castles);
    game.play_text("O-O/He1").expect("a castling with the hawk on e1");
    assert_eq!(game.fen().split(' ').nth(2), Some("ABCDkqbcd"));
    // a piece that has moved brings none, nor does an empty hand
    assert_eq!(moves(&variant, "4k3/8/8/8/8/8/8/RN2K3[H] w A - 0 1", "b1a"), those("b1a3"));
    assert_eq!(moves(&variant, "4k3/8/8/8/8/8/8/RN2K3[H] w B - 0 1", "b1a"), those("b1a3 b1a3h"));
    assert_eq!(moves(&variant, "4k3/8/8/8/8/8/8/RN2K3[h] w B - 0 1", "b1a"), those("b1a3"));
}

#[test]
fn a_dropped_piece_that_counts_as_unmoved_may_castle() {
    let variant = builtin("placement");
    let fen = "r3k2r/8/8/8/8/8/8/4K3[RR] w - - 0 1";
    let field = |text: &str| {
        let mut game = start(&variant, fen);
        text.split_whitespace().for_each(|text| drop(game.play_text(text).expect(text)));
        game.fen().split(' ').nth(2).unwrap_or_default().to_owned()
    };
    // the king on e1 has moved, as far as the position tells
    assert_eq!(field("R@h1"), "-");
    let fen = "4k3/8/8/8/8/8/8/8[KR] w - - 0 1";
    let placed = |text: &str| {
        let mut game = start(&variant, fen);
        text.split_whitespace().for_each(|text| drop(game.play_text(text).expect(text)));
        game.fen().split(' ').nth(2).unwrap_or_default().to_owned()
    };
    assert_eq!(placed("K@e1 e8e7 R@h1"), "K");
    assert_eq!(placed("R@a1 e8e7 K@e1"), "Q");
    assert_eq!(placed("K@d1 e8e7 R@h1"), "-");
    // no king is dropped where it would be taken
    assert_eq!(moves(&variant, "4k3/8/8/8/8/8/8/2r5[K] w - - 0 1", "K@"), those(""));
    let safe = moves(&variant, "4k3/8/8/8/8/8/2r5/8[K] w - - 0 1", "K@");
    assert_eq!(safe, those("K@a1 K@b1 K@d1 K@e1 K@f1 K@g1 K@h1"));
}

#[test]
fn a_captured_piece_changes_sides() {
    let variant = chess(HOUSE);
    assert_eq!(after(&variant, "4k3/8/8/3n4/4P3/8/8/4K3[] w", "e4d5"), "4k3/8/8/3P4/8/8/8/4K3[N]");
    assert_eq!(after(&variant, "4k3/8/8/3n4/4P3/8/8/4K3[Qnn] b", "d5f6"), "4k3/8/5n2/8/4P3/8/8/4K3[Qnn]");
    let owner = chess(&HOUSE.replace("other side", "owner"));
    assert_eq!(after(&owner, "4k3/8/8/3n4/4P3/8/8/4K3[] w", "e4d5"), "4k3/8/8/3P4/8/8/8/4K3[n]");
    let partner = chess(&HOUSE.replace("other side", "partner"));
    assert_eq!(after(&partner, "4k3/8/8/3n4/4P3/8/8/4K3[B] w", "e4d5"), "4k3/8/8/3P4/8/8/8/4K3[B]");
    // in passing, too
    assert_eq!(after(&variant, "4k3/8/8/8/4p3/8/3P4/4K3[] w", "d2d4 e4d3"), "4k3/8/8/8/8/3p4/8/4K3[p]");
}

#[test]
fn a_promoted_piece_reverts_when_it_is_captured() {
    let variant = chess(HOUSE);
    let promoted = "r3k3/1P6/8/8/8/8/8/4K3[] w";
    assert_eq!(after(&variant, promoted, "b7b8q"), "rQ~2k3/8/8/8/8/8/8/4K3[]");
    assert_eq!(after(&variant, promoted, "b7b8q a8b8"), "1r2k3/8/8/8/8/8/8/4K3[p]");
    // the mark goes along with the piece, and stays where another goes
    assert_eq!(after(&variant, promoted, "b7b8n e8e7 b8c6 e7e6 c6d8"), "r2N~4/8/4k3/8/8/8/8/4K3[]");
    assert_eq!(after(&variant, "Q~3k3/r7/8/8/8/8/8/4K3[] b", "a7a8"), "r3k3/8/8/8/8/8/8/4K3[p]");
    assert_eq!(after(&variant, "Q3k3/r7/8/8/8/8/8/4K3[] b", "a7a8"), "r3k3/8/8/8/8/8/8/4K3[q]");
    // a queen that is dropped has not promoted
    assert_eq!(after(&variant, "4k3/8/8/8/8/8/8/4K3[Q] w", "Q@a8"), "Q3k3/8/8/8/8/8/8/4K3[]");
    let stays = chess(&HOUSE.replace("[hand]", "[hand]\npromoted = \"stay\""));
    assert_eq!(after(&stays, promoted, "b7b8q a8b8"), "1r2k3/8/8/8/8/8/8/4K3[q]");
    // where one side only promotes
    for (side, fen, moves, reached) in [
        ("white", promoted, "b7b8q a8b8", "1r2k3/8/8/8/8/8/8/4K3[p]"),
        ("black", "4k3/8/8/8/8/8/6p1/K6R[] b", "g2g1r h1g1", "4k3/8/8/8/8/8/8/K5R1[P]"),
    ] {
        let one = chess(&format!("{HOUSE}[promotion]\nside = \"{side}\"\n"));
        assert_eq!(after(&one, fen, moves), reached, "{side}");
    }
}

#[test]
fn a_promoted_form_reverts_to_the_type_of_its_letter() {
    let shogi = builtin("shogi");
    assert_eq!(
        after(&shogi, "4k4/9/9/4+r4/4R4/9/9/9/4K4[] w", "e5e6"),
        "4k4/9/9/4R4/9/9/9/9/4K4[R]",
        "a dragon is a rook in hand"
    );
    assert_eq!(after(&shogi, "4k4/9/9/4+p4/4R4/9/9/9/4K4[] w", "e5e6"), "4k4/9/9/4R4/9/9/9/9/4K4[P]");
    assert_eq!(moves(&shogi, "4k4/P8/9/9/9/9/9/9/4K4[] w", "a8"), those("a8a9+"));
    assert_eq!(moves(&shogi, "4k4/9/P8/9/9/9/9/9/4K4[] w", "a7"), those("a7a8 a7a8+"));
}

#[test]
fn hands_in_a_fen_are_read_and_written_back() {
    let variant = chess(HOUSE);
    for fen in [
        "4k3/8/8/8/8/8/8/4K3[] w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3[QRRBNPPPqp] b - - 3 9",
        "4k3/8/8/Q~2n~4/8/8/8/4K3[Pp] w - - 0 1",
    ] {
        assert_eq!(start(&variant, fen).fen(), fen);
    }
    // other programs write them behind a slash, leave them out, or leave out fields that say nothing
    let hands = |fen: &str| start(&variant, fen).fen();
    assert_eq!(hands("4k3/8/8/8/8/8/8/4K3/PQp w - - 0 1"), "4k3/8/8/8/8/8/8/4K3[QPp] w - - 0 1");
    assert_eq!(hands("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), "4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
    assert_eq!(hands("4k3/8/8/8/8/8/8/4K3[-] w 4 7"), "4k3/8/8/8/8/8/8/4K3[] w - - 4 7");
    assert_eq!(hands("4k3/8/8/8/8/8/8/4K3[-] w - 4 7"), "4k3/8/8/8/8/8/8/4K3[] w - - 4 7");
    for (fen, fault) in [
        ("4k3/8/8/8/8/8/8/4K3[K] w", "isn't a piece that can be in hand"),
        ("4k3/8/8/8/8/8/8/4K3[X] w", "X"),
        ("4k3/8/8/8/8/8/8/4K~3[] w", "marked as promoted"),
    ] {
        let said = variant.start_from(fen).expect_err(fen).to_string();
        assert!(said.contains(fault), "{fen}: {said}");
    }
    let said = builtin("chess").start_from("4k3/8/8/8/8/8/8/4K3[Q] w").expect_err("no hands").to_string();
    assert!(said.contains("no pieces in hand"), "{said}");
}

#[test]
fn the_library_tells_what_is_in_hand() {
    let position = start(&chess(HOUSE), "4k3/8/8/8/8/8/8/4K3[QPPn] w").position().clone();
    let hand = |side| {
        let held = position.hand(side).into_iter();
        held.map(|(kind, number)| format!("{number}{kind}")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!((hand(Side::White), hand(Side::Black)), ("1Q 2P".to_owned(), "1N".to_owned()));
    assert!(builtin("chess").start_position().hand(Side::White).is_empty());
}

#[test]
fn taking_back_restores_hands_and_marks() {
    let variant = chess(HOUSE);
    let fen = "r7/1P4k1/8/8/8/8/8/4K3[Np] w - - 0 1";
    let mut game = start(&variant, fen);
    let mut seen = vec![game.fen()];
    for text in ["b7a8q", "P@b7", "N@c7", "g7f7", "a8b7", "f7f6"] {
        game.play_text(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        seen.push(game.fen());
    }
    while let Some(before) = seen.pop() {
        assert_eq!(game.fen(), before);
        game.undo();
    }
    assert_eq!(game.fen(), fen);
}

#[test]
fn a_drop_parries_a_check_from_afar_and_no_other() {
    let variant = chess(HOUSE);
    let drops = |fen: &str| moves(&variant, fen, "N@");
    assert_eq!(drops("4r1k1/8/8/8/8/8/8/4K3[N] w"), those("N@e2 N@e3 N@e4 N@e5 N@e6 N@e7"));
    assert_eq!(drops("6k1/8/8/8/8/5n2/8/4K3[N] w"), those(""), "a knight's check can't be parried so");
    assert_eq!(drops("4r1k1/8/8/8/8/5n2/8/4K3[N] w"), those(""), "nor can two checks");
    assert_eq!(drops("4r1k1/8/8/8/8/8/4R3/4K3[N] w").len(), 64 - 4, "what is pinned binds no drop");
    // in mate by a rook, a piece in hand helps
    let mate = "6k1/8/8/8/8/8/PPP5/1K1r4[] w";
    assert!(start(&variant, mate).outcome().is_some_and(|outcome| outcome.winner == Some(Side::Black)));
    assert_eq!(moves(&variant, &mate.replace("[]", "[B]"), ""), those("B@c1"));
}

#[test]
fn a_side_with_a_drop_left_is_not_stalemated() {
    let variant = chess(HOUSE);
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8[] b";
    assert!(start(&variant, stalemate).outcome().is_some_and(|outcome| outcome.winner.is_none()));
    assert!(start(&variant, &stalemate.replace("[]", "[p]")).outcome().is_none());
}

#[test]
fn drops_go_where_their_table_says() {
    let variant = chess(HOUSE);
    let pawns = moves(&variant, "4k3/8/8/8/8/8/8/4K3[P] w", "P@");
    assert_eq!(pawns.len(), 48);
    assert!(pawns.iter().all(|text| !text.ends_with(['1', '8'])));
    let zone = "[hand]\nstart = \"N\"\n[drop]\npieces = \"knight\"\non = \"rank 1\"\n";
    let both = chess(zone);
    assert_eq!(moves(&both, "4k3/8/8/8/8/8/8/4K3[n] b", "N@"), those("N@a8 N@b8 N@c8 N@d8 N@f8 N@g8 N@h8"));
    let white = chess(&format!("{zone}side = \"white\"\n"));
    assert!(moves(&white, "4k3/8/8/8/8/8/8/4K3[n] b", "N@").is_empty());
    assert_eq!(moves(&white, "4k3/8/8/8/8/8/8/4K3[N] w", "N@").len(), 7);
    assert_eq!(variant.start().fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w - - 0 1");
}

#[test]
fn a_piece_may_be_dropped_either_side_up() {
    let variant = chess(
        "[pieces]\nmarshal = { letter = \"+N\", moves = \"RN\" }\n[hand]\ncaptures = \"to the other side\"\n\
         [drop]\npieces = \"knight\"\nas = \"either side up\"\non = \"a1\"\n",
    );
    assert_eq!(moves(&variant, "4k3/8/8/8/8/8/8/4K3[N] w", "N@"), those("N@a1"));
    assert_eq!(moves(&variant, "4k3/8/8/8/8/8/8/4K3[N] w", "+N@"), those("+N@a1"));
    assert_eq!(after(&variant, "4k3/8/8/8/8/8/8/4K3[N] w", "+N@a1"), "4k3/8/8/8/8/8/8/+N3K3[]");
}

#[test]
fn a_supply_without_end_is_in_no_fen() {
    let variant = chess("[hand]\nsupply = \"unlimited\"\n[drop]\npieces = \"knight\"\non = \"rank 4\"\n");
    assert_eq!(after(&variant, "4k3/8/8/8/8/8/8/4K3 w", "N@a4 N@a5 N@b4"), "4k3/8/8/n7/NN6/8/8/4K3");
    assert_eq!(moves(&variant, "4k3/8/8/8/8/8/8/4K3 w", "N@").len(), 8);
}

#[test]
fn pieces_in_hand_make_a_position_another_one() {
    let variant = chess(HOUSE);
    let hash = |fen: &str| start(&variant, fen).position().hash();
    let bare = hash("4k3/8/8/8/8/8/8/4K3[] w");
    let all: BTreeSet<u64> =
        ["P", "PP", "p", "N", "Pp"].map(|hand| hash(&format!("4k3/8/8/8/8/8/8/4K3[{hand}] w"))).into();
    assert_eq!((all.len(), all.contains(&bare)), (5, false));
    assert_ne!(hash("4k3/8/8/8/8/8/8/Q~3K3[] w"), hash("4k3/8/8/8/8/8/8/Q3K3[] w"));
}

#[test]
fn a_dropped_pawn_may_give_check_but_not_mate() {
    let shogi = builtin("shogi");
    // the king on a9 can't take the pawn, which is guarded, and has no other square
    let mate = "k8/2G6/1G7/9/9/9/9/9/4K4[P] w";
    assert!(!moves(&shogi, mate, "P@").contains("P@a8"));
    // a square more, and it is only check
    let check = "k8/3G5/1G7/9/9/9/9/9/4K4[P] w";
    assert!(moves(&shogi, check, "P@").contains("P@a8"));
    // a pawn on the board may mate
    assert!(moves(&shogi, "k8/2G6/PG7/9/9/9/9/9/4K4[] w", "a7").contains("a7a8"));
    // what pins the guard makes it no mate
    let variant = chess(&format!("{HOUSE}[forbid]\nmove = \"drop\"\ngives = \"checkmate\"\n"));
    assert!(!moves(&variant, "7k/5ppp/8/8/8/8/8/K7[R] w", "R@").contains("R@e8"));
    assert!(moves(&variant, "7k/5pp1/8/8/8/8/8/K7[R] w", "R@").contains("R@e8"));
    // … nor is it where a drop would parry it
    assert!(moves(&variant, "7k/5ppp/8/8/8/8/8/K7[Rn] w", "R@").contains("R@e8"));
}

#[test]
fn two_pawns_on_a_file_are_told_by_where_the_drop_ends() {
    let shogi = builtin("shogi");
    let files: BTreeSet<String> = moves(&shogi, "4k4/9/9/2+P6/9/p8/4P4/9/4K4[P] w", "P@")
        .iter()
        .map(|text| text[2..3].to_owned())
        .collect();
    assert_eq!(files, those("a b c d f g h i"), "neither Black's pawns nor promoted ones count");
}

#[test]
fn a_piece_is_never_left_where_it_could_not_move_again() {
    let shogi = builtin("shogi");
    let ranks = |letter: &str, begin: &str| -> BTreeSet<String> {
        let drops = moves(&shogi, &format!("4k4/9/9/9/9/9/9/9/4K4[{letter}] w"), begin);
        drops.iter().map(|text| text[text.len() - 1..].to_owned()).collect()
    };
    assert_eq!(ranks("P", "P@"), those("1 2 3 4 5 6 7 8"));
    assert_eq!(ranks("L", "L@"), those("1 2 3 4 5 6 7 8"));
    assert_eq!(ranks("N", "N@"), those("1 2 3 4 5 6 7"));
    assert_eq!(ranks("S", "S@"), those("1 2 3 4 5 6 7 8 9"));
    // a knight must promote on the last two ranks, and need not before
    assert_eq!(moves(&shogi, "k8/9/9/2N6/9/9/9/9/4K4[] w", "c6"), those("c6b8+ c6d8+"));
    assert_eq!(moves(&shogi, "k8/9/9/9/2N6/9/9/9/4K4[] w", "c5"), those("c5b7+ c5d7+ c5b7 c5d7"));
    assert_eq!(moves(&shogi, "4k4/9/9/9/9/9/9/2n6/5K3[] b", "c2"), those(""));
    // … and where nothing is forbidden, may stay
    let free = chess("[promotion]\noptional = true\n");
    assert!(moves(&free, "8/P7/8/7k/8/8/8/K7 w", "a7").contains("a7a8"));
    let bound = chess("[promotion]\noptional = true\n[forbid]\nleaving = \"it can never move\"\n");
    assert_eq!(moves(&bound, "8/P7/8/7k/8/8/8/K7 w", "a7"), those("a7a8q a7a8r a7a8b a7a8n"));
}

/// Rooks that become queens on the last two ranks, in some way.
fn rooks(how: &str) -> Variant {
    chess(&format!(
        "[promotion]\npieces = \"rook\"\non = \"ranks 7..8\"\nto = \"queen\"\noptional = false\n{how}\n"
    ))
}

#[test]
fn a_piece_promotes_by_the_moves_that_are_said() {
    let (outside, inside) = ("8/8/R6k/8/8/8/8/K7 w", "8/R7/7k/8/8/8/8/1K6 w");
    let promotes = |how: &str, fen: &str, from: &str, to: &str| {
        let found = moves(&rooks(how), fen, &format!("{from}{to}"));
        assert_eq!(found.len(), 1, "{how}: {found:?}");
        found.iter().any(|text| text.ends_with('q'))
    };
    for (how, [into, out, within, before]) in [
        ("", [true, false, true, false]),
        ("how = \"arriving\"", [true, false, true, false]),
        ("how = \"entering\"", [true, false, false, false]),
        ("how = \"leaving\"", [false, true, true, false]),
        ("how = \"arriving or leaving\"", [true, true, true, false]),
        ("how = \"entering\"\nmove = \"capture\"", [false, false, false, false]),
    ] {
        assert_eq!(promotes(how, outside, "a6", "a7"), into, "{how}: into the zone");
        assert_eq!(promotes(how, inside, "a7", "a5"), out, "{how}: out of it");
        assert_eq!(promotes(how, inside, "a7", "a8"), within, "{how}: within it");
        assert_eq!(promotes(how, outside, "a6", "a5"), before, "{how}: elsewhere");
    }
    let captures = "move = \"capture\"";
    assert!(promotes(captures, "8/n7/R6k/8/8/8/8/K7 w", "a6", "a7"));
    assert!(!promotes("move = \"capture\"\nside = \"black\"", "8/n7/R6k/8/8/8/8/K7 w", "a6", "a7"));
    // Black's zone is opposite
    assert!(promotes("", "8/8/7k/8/8/r7/8/4K3 b", "a3", "a2"));
}

#[test]
fn a_piece_promotes_where_it_stands() {
    let variant = rooks("how = \"standing\"");
    assert_eq!(moves(&variant, "8/R7/7k/8/8/8/8/1K6 w", "a7="), those("a7=q"));
    assert!(moves(&variant, "8/8/R6k/8/8/8/8/1K6 w", "a6=").is_empty(), "only in the zone");
    assert_eq!(after(&variant, "8/R7/7k/8/8/8/8/1K6 w", "a7=q"), "8/Q7/7k/8/8/8/8/1K6");
    assert_eq!(start(&variant, "8/R7/7k/8/8/8/8/1K6 w").position().side_to_move(), Side::White);
    let checked = "1r6/R7/7k/8/8/8/8/1K6 w";
    assert!(moves(&variant, checked, "a7=").is_empty(), "it parries no check");
}

#[test]
fn each_piece_has_promotions_of_its_own() {
    let variant = chess(
        "[pieces]\ntokin = { letter = \"+N\", moves = \"WfF\" }\n[promotion]\npieces = false\n\
         to = { pawn = \"queen, rook\", knight = \"tokin\" }\n[promotion.bishops]\npieces = \"bishop\"\non = \"rank 5\"\n\
         to = \"rook\"\noptional = true\n",
    );
    let fen = "8/P7/1N5k/8/1B6/8/8/K7 w";
    assert_eq!(moves(&variant, fen, "a7"), those("a7a8q a7a8r"));
    assert_eq!(moves(&variant, fen, "b6c8"), those("b6c8+"));
    assert_eq!(moves(&variant, fen, "b4c5"), those("b4c5 b4c5r"));
    assert_eq!(start(&variant, fen).parse_move("b6c8+").expect("legal").to_string(), "b6c8+");
}

#[test]
fn a_ban_may_ask_before_and_after_the_move_and_of_one_side() {
    let kings = "4k3/8/8/R7/8/8/8/1R5K w";
    let after = chess("[forbid]\nleaving = \"count(my rook in ranks 5..8) > 1\"\n");
    assert!(!moves(&after, kings, "b1").contains("b1b5") && moves(&after, kings, "b1").contains("b1b4"));
    let before = chess("[forbid]\nmove = \"rook\"\nwhen = \"my rook in ranks 5..8\"\n");
    assert_eq!(moves(&before, kings, ""), those("h1g1 h1g2 h1h2"));
    let black = chess("[forbid]\nmove = \"rook\"\nwhen = \"my rook in ranks 5..8\"\nside = \"black\"\n");
    assert!(moves(&black, kings, "b1").contains("b1b5"));
    let its = chess("[forbid]\nmove = \"rook\"\nwhen = \"their pawn on its file\"\n");
    let fen = "4k3/2p5/8/8/8/8/8/1R5K w";
    assert!(!moves(&its, fen, "b1").contains("b1c1") && moves(&its, fen, "b1").contains("b1d1"));
}

#[test]
fn kinds_of_move_are_told_apart() {
    let fen = "r3k3/1P6/8/3q4/8/8/8/3RK3[N] w";
    let left = |kind: &str| {
        let variant = chess(&format!("{HOUSE}[forbid]\nmove = \"{kind}\"\nwhen = \"count(mine) > 0\"\n"));
        let all = moves(&chess(HOUSE), fen, "");
        all.difference(&moves(&variant, fen, "")).cloned().collect::<BTreeSet<_>>()
    };
    let captures = those("d1d5 b7a8q b7a8r b7a8b b7a8n");
    assert_eq!(left("capture"), captures);
    assert_eq!(left("capture of queen"), those("d1d5"));
    assert_eq!(left("capture by pawn"), those("b7a8q b7a8r b7a8b b7a8n"));
    assert_eq!(left("capture of rook by rook"), those(""));
    assert_eq!(left("promotion to queen, castling"), those("b7a8q b7b8q"));
    assert!(left("drop").iter().all(|text| text.starts_with("N@")) && left("drop").len() > 50);
    assert_eq!(left("drop of queen"), those(""));
    assert_eq!(left("king"), moves(&chess(HOUSE), fen, "e1"));
    let rooks = moves(&chess(HOUSE), fen, "d1");
    assert_eq!(left("any but king, pawn, knight"), rooks);
    assert_eq!(left("any").len(), moves(&chess(HOUSE), fen, "").len());
}

#[test]
fn leaving_out_a_part_of_a_turn_is_a_pass() {
    let turn = "[turn]\nevery = [{ move = \"any\" }, { move = \"any\", optional = true }]\n";
    let can = |tables: &str| {
        let mut game = chess(&format!("{turn}{tables}")).start();
        game.play_text("e2e4").expect("legal");
        game.parse_move("0000").is_ok()
    };
    assert!(can(""));
    assert!(!can("[forbid]\nmove = \"pass\"\nwhen = \"count(mine) > 0\"\n"));
}

#[test]
fn nobody_may_give_check_where_it_is_forbidden() {
    let racing = builtin("racing-kings");
    let mut game = racing.start();
    for _ in 0..60 {
        let moves = game.legal_moves();
        let Some(next) = moves.get(moves.len() / 3) else { break };
        game.play(next).expect("legal");
        assert!(!game.is_check(), "{}", game.fen());
    }
    // a check is not given by a piece that was in the way either
    let fen = "8/8/8/8/k2N3R/8/8/4K3 w - - 0 1";
    assert!(moves(&racing, fen, "d4").is_empty());
    assert!(moves(&racing, fen, "h4").contains("h4h5"));
}

#[test]
fn a_duty_leaves_only_the_moves_it_names() {
    let variant = chess("[must.checks]\ngives = \"check\"\n[must.rooks]\nmove = \"rook\"\n");
    assert_eq!(moves(&variant, "7k/8/8/8/8/8/8/R3K3 w", ""), those("a1a8"));
    // without a check to give, the second duty alone
    assert!(moves(&variant, "8/7k/p7/8/8/8/8/R3K3 w", "").iter().all(|text| text.starts_with("a1")));
    // with neither, every move
    assert_eq!(moves(&variant, "7k/8/8/8/8/8/8/4K3 w", "").len(), 5);
    let white = chess("[must]\nmove = \"rook\"\nside = \"white\"\n");
    assert!(moves(&white, "r6k/8/8/8/8/8/8/4K3 b", "h8").len() == 3);
    let drops = chess("[hand]\nstart = \"N\"\n[drop]\npieces = \"knight\"\n[must]\nmove = \"drop\"\n");
    assert!(moves(&drops, "4k3/8/8/8/8/8/8/4K3[N] w", "").iter().all(|text| text.starts_with("N@")));
    assert_eq!(moves(&drops, "4k3/8/8/8/8/8/8/4K3[n] w", "").len(), 5);
}

/// The winner and the reason after some moves; nothing while the game goes on.
fn outcome(variant: &Variant, fen: &str, moves: &str) -> Option<(Option<Side>, String)> {
    let mut game = start(variant, fen);
    for text in moves.split_whitespace() {
        game.play_text(text).unwrap_or_else(|error| panic!("{fen}: {text}: {error}"));
    }
    game.outcome().map(|outcome| (outcome.winner, outcome.reason))
}

const PERPETUAL: &str = "6k1/6p1/8/7Q/8/8/q7/7K w";
const CHECKS: &str = "h5e8 g8h7 e8h5 h7g8 h5e8 g8h7 e8h5 h7g8";

#[test]
fn perpetual_check_loses_for_the_one_who_gives_it() {
    let variant = chess(
        "[end]\nrepetition = false\nperpetual = { lose = \"third occurrence, always checking\" }\n\
         repeated = { draw = \"third occurrence\" }\n",
    );
    let lost = |side, reason: &str| Some((Some(side), reason.to_owned()));
    assert_eq!(outcome(&variant, PERPETUAL, CHECKS), lost(Side::Black, "perpetual"));
    assert_eq!(outcome(&variant, PERPETUAL, &CHECKS[..CHECKS.len() - 5]), None, "a ply before");
    // the one who moves last need not be the one who checks: here it is the other
    let black = "7k/Q7/8/8/7q/8/6P1/6K1 b";
    let by_black = "h4e1 g1h2 e1h4 h2g1 h4e1 g1h2 e1h4 h2g1";
    assert_eq!(outcome(&variant, black, by_black), lost(Side::White, "perpetual"));
    // one quiet move among them
    let quiet = "h5e8 g8h7 e8h5 h7g8 h5g5 g8h7 g5h5 h7g8";
    assert_eq!(outcome(&variant, PERPETUAL, quiet), Some((None, "repeated".to_owned())));
    // a quiet move before the position first occurred is forgotten
    let before = outcome(&variant, "5k2/6p1/8/6Q1/8/8/q7/7K w", &format!("g5h5 f8g8 {CHECKS}"));
    assert_eq!(before, lost(Side::Black, "perpetual"));
}

#[test]
fn checks_are_counted_in_play_and_in_fens() {
    let variant = builtin("three-check");
    let fen = |fields: &str| start(&variant, &format!("4k3/8/8/8/8/8/8/R3K3 w - - {fields}")).fen();
    assert_eq!(fen("3+3 0 1"), "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1");
    assert_eq!(fen("1+2 7 9"), "4k3/8/8/8/8/8/8/R3K3 w - - 1+2 7 9");
    assert_eq!(fen("0 1 +2+1"), "4k3/8/8/8/8/8/8/R3K3 w - - 1+2 0 1", "checks given");
    assert_eq!(fen("0 1"), "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1");
    let mut game = start(&variant, "4k3/8/8/8/8/8/8/R3K3 w - - 2+3 0 1");
    for text in ["a1a8", "e8e7"] {
        game.play_text(text).expect("legal");
    }
    assert!(game.fen().contains(" 1+3 "), "{}", game.fen());
    game.play_text("a8a7").expect("legal");
    assert_eq!(
        game.outcome().map(|outcome| (outcome.winner, outcome.reason)),
        Some((Some(Side::White), "three-checks".to_owned()))
    );
    game.undo();
    assert!(game.outcome().is_none() && game.fen().contains(" 1+3 "));
    // two pieces that check at once are one check
    let double = "4k3/8/8/8/4N3/8/8/4RK2 w - - 3+3 0 1";
    let mut game = start(&variant, double);
    game.play_text("e4f6").expect("legal");
    assert!(game.fen().contains(" 2+3 "), "{}", game.fen());
    for wrong in ["4+3", "3+", "3+3+3"] {
        let fen = format!("4k3/8/8/8/8/8/8/R3K3 w - - {wrong} 0 1");
        assert!(variant.start_from(&fen).is_err(), "{wrong}");
    }
    assert!(builtin("chess").start_from("4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1").is_err());
}

#[test]
fn on_one_side_of_the_board_both_go_the_same_way() {
    let text = "[game]\nname = \"x\"\nsources = [\"x\"]\n[board]\nfiles = 5\nranks = 5\nsymmetry = \"same side\"\n\
        [pieces]\npawn = { letter = \"P\", moves = \"fmW frcF\" }\nrook = { letter = \"R\", moves = \"R\" }\n\
        [setup]\nwhite = [\"P R . . .\"]\nblack = [\". . . R P\"]\n[promotion]\npieces = \"pawn\"\non = \"rank 5\"\nto = \"rook\"\n\
        [end]\nstuck = { lose = \"no move\" }\n";
    let variant = Variant::from_text("same.toml", text, &[]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(variant.start().fen(), "5/5/5/5/PR1rp w - - 0 1");
    assert_eq!(moves(&variant, "5/5/5/5/PR1rp b", "e1"), those("e1e2"));
    assert_eq!(moves(&variant, "5/p4/5/5/5 b", "a4"), those("a4a5r"));
    // to the right of both is towards the last file
    assert_eq!(moves(&variant, "5/5/1RRR1/2p2/5 b", "c2"), those("c2d3"));
}

#[test]
fn one_side_may_have_no_royal_piece() {
    let variant = chess(
        "[setup]\nwhite = [\". . . . K . . .\", \"P P P P P P P P\"]\nblack = [\". . . . . . . .\", \"P P P P P P P P\"]\n\
         [end]\nstalemate = { draw = \"stalemate and count(mine) > 0\" }\nhunted = { lose = \"count(mine) = 0\" }\n",
    );
    assert_eq!(
        outcome(&variant, "8/8/8/4p3/8/8/8/4RK2 w", "e1e5"),
        Some((Some(Side::White), "hunted".to_owned()))
    );
    assert!(!start(&variant, "8/8/8/4p3/8/8/8/4RK2 b").is_check());
}

#[test]
fn a_drop_that_is_not_legal_says_why() {
    let shogi = Variant::load("shogi", &[]).unwrap();
    let why = |fen: &str, drop: &str| shogi.position(fen).unwrap().parse_move(drop).unwrap_err().to_string();
    let quiet = "4k4/9/9/4P4/9/9/9/4K4/9[PG] w - 1";
    assert_eq!(why(quiet, "P@e3"), "a pawn can't be dropped on e3 now: a rule forbids it");
    assert_eq!(why(quiet, "P@d9"), "a pawn can't be dropped on d9");
    assert_eq!(why(quiet, "P@e9"), "there is a king on e9 already");
    assert_eq!(why(quiet, "S@d4"), "you have no silver in hand");
    assert_eq!(why(quiet, "K@d4"), "a king can't be dropped");
    let check = "4k4/9/9/9/4r4/9/9/4K4/9[PG] w - 1";
    let in_check = "your king on e2 is in check by the rook on e5, and this move doesn't get it out of check";
    assert_eq!(why(check, "G@d6"), in_check);
    assert_eq!(why("4k4/3R1R3/9/4N4/9/9/9/9/4K4[P] w - 1", "P@e8"), "a rule forbids it here");
    assert!(Variant::load("chess", &[]).unwrap().start_position().parse_move("P@e3").is_err());
}
