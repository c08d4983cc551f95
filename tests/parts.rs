//! Parts of a turn that remove a piece, the swap, hops, and conditions about the way of a move and about groups.

use ferz::{Side, Variant};

fn read(text: &str) -> Variant {
    Variant::from_text("parts.toml", text, &[]).unwrap_or_else(|error| panic!("{error}"))
}

/// Chess with some tables instead of its own.
fn chess(tables: &str) -> Variant {
    read(&format!("extends = \"chess\"\n[game]\nname = \"x\"\n{tables}"))
}

/// The legal moves of a position, each as it is written.
fn moves(variant: &Variant, fen: &str) -> Vec<String> {
    let position = variant.position(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    position.legal_moves().iter().map(ToString::to_string).collect()
}

/// The FEN after some moves from a position.
fn after(variant: &Variant, fen: &str, played: &str) -> String {
    let mut game = variant.start_from(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    for text in played.split_whitespace() {
        game.play_text(text).unwrap_or_else(|error| panic!("{fen}: {text}: {error}"));
    }
    game.position().fen()
}

const REMOVES: &str = "[turn]\nevery = [{ move = \"any\" }, { remove = \"their pawn\" }]\n";

#[test]
fn no_piece_is_removed_that_shields_the_own_king() {
    let variant = chess(REMOVES);
    let fen = after(&variant, "4r2k/7p/8/8/4p3/8/P7/4K3 w", "a2a3");
    assert_eq!(moves(&variant, &fen), ["xh7"]);
    // where nothing else could be removed, the turn can't be finished
    let fen = after(&variant, "4r2k/8/8/8/4p3/8/P7/4K3 w", "a2a3");
    assert!(moves(&variant, &fen).is_empty(), "{fen}");
    // one's own king may be left attacked if the removal would expose nothing
    let fen = after(&variant, "7k/7p/8/8/4p3/8/P7/4K3 w", "a2a3");
    assert_eq!(moves(&variant, &fen), ["xe4", "xh7"]);
    assert_eq!(after(&variant, &fen, "xe4"), "7k/7p/8/8/8/P7/8/4K3 b - - 0 1");
}

#[test]
fn bans_duties_and_kinds_know_removals() {
    let start = "4k2r/7p/8/8/4p3/8/P7/4K3 w";
    let ban = chess(&format!("{REMOVES}[forbid]\nmove = \"removing\"\nwhen = \"its square on rank 4\"\n"));
    assert_eq!(moves(&ban, &after(&ban, start, "a2a3")), ["xh7"]);
    let duty = chess(&format!("{REMOVES}[must]\nmove = \"removing\"\nleaving = \"their rook attacked\"\n"));
    assert_eq!(moves(&duty, &after(&duty, start, "a2a3")), ["xe4", "xh7"]);
    let choice = chess("[turn]\nevery = [{ move = \"any\", or = { remove = \"their pawn on rank 5\" } }]\n");
    let all = moves(&choice, start);
    assert!(
        all.contains(&"xe4".to_owned())
            && all.contains(&"a2a3".to_owned())
            && !all.contains(&"xh7".to_owned())
    );
    let optional =
        chess("[turn]\nevery = [{ move = \"any\" }, { remove = \"their pawn\", optional = true }]\n");
    let fen = after(&optional, start, "a2a3");
    assert_eq!(moves(&optional, &fen), ["xe4", "xh7", "0000"]);
}

/// A board of stones that are put down, with an end.
fn stones(end: &str, more: &str) -> Variant {
    read(&format!(
        "[game]\nname = \"x\"\n[board]\nfiles = 5\nranks = 5\nsymmetry = \"same side\"\n\
         [pieces]\nstone = {{ letter = \"S\", moves = \"\" }}\n[setup]\nfen = \"5/5/5/5/5\"\n\
         [hand]\nsupply = \"unlimited\"\n[drop]\npieces = \"stone\"\n{more}\n[end]\nend = {{ {end} }}\nfull = {{ draw = \"no move\" }}\n"
    ))
}

#[test]
fn the_second_player_may_swap_once() {
    let three = "win = \"3 in a row of my stone\"";
    for (place, stone) in [
        ("in place", "2s2/5/5/5/5"),
        ("across the diagonal", "5/5/4s/5/5"),
        ("across the board", "2s2/5/5/5/5"),
    ] {
        let variant = stones(three, &format!("[turn]\nswap = \"{place}\"\n"));
        let start = "5/5/5/5/5 w - - 0 1";
        assert!(!moves(&variant, start).contains(&"swap".to_owned()));
        let fen = after(&variant, start, "S@c5");
        assert_eq!(moves(&variant, &fen).len(), 25, "{fen}");
        let swapped = after(&variant, &fen, "swap");
        assert!(swapped.starts_with(&format!("{stone} w")), "{place}: {swapped}");
        assert_eq!(moves(&variant, &swapped).len(), 24);
        // a position that is written is read back with what may be done in it
        assert_eq!(variant.position(&swapped).expect("its own FEN").fen(), swapped);
        let later = after(&variant, &fen, "S@a1 S@a2");
        assert!(!moves(&variant, &later).contains(&"swap".to_owned()), "{later}");
    }
}

#[test]
fn a_swap_ends_a_turn_of_several_stones() {
    let turn = "[turn]\nfirst = [{ move = \"any\" }]\nfirst-side = \"white\"\nevery = [{ move = \"drop\" }, { move = \"drop\" }]\nswap = \"in place\"\n";
    let variant = stones("win = \"4 in a row of my stone\"", turn);
    let fen = after(&variant, "5/5/5/5/5 w - - 0 1", "S@c3");
    assert!(moves(&variant, &fen).contains(&"swap".to_owned()), "{fen}");
    let swapped = after(&variant, &fen, "swap");
    assert!(swapped.starts_with("5/5/2s2/5/5 w"), "{swapped}");
    let half = after(&variant, &fen, "S@a1");
    assert!(!moves(&variant, &half).contains(&"swap".to_owned()), "{half}");
}

#[test]
fn hops_go_on_over_anything_and_keep_the_king_safe() {
    let variant = chess("[hop]\npieces = \"pawn\"\nby = \"F\"\nover = \"any pawn\"\n");
    let all = moves(&variant, "k7/8/8/4p3/8/2p5/1P6/6K1 w");
    assert!(all.contains(&"b2d4".to_owned()) && all.contains(&"b2f6".to_owned()), "{all:?}");
    let once = chess("[hop]\npieces = \"pawn\"\nby = \"F\"\nchains = false\n");
    let all = moves(&once, "k7/8/8/4p3/8/2p5/1P6/6K1 w");
    assert!(all.contains(&"b2d4".to_owned()) && !all.contains(&"b2f6".to_owned()), "{all:?}");
    // a pinned pawn may not leave its file
    let all = moves(&variant, "k3r3/8/8/8/8/5p2/4P3/4K3 w");
    assert!(!all.contains(&"e2g4".to_owned()), "{all:?}");
    // a pawn that hops onto the last rank promotes
    let all = moves(&variant, "k7/2p5/1P6/8/8/8/8/4K3 w");
    assert!(all.contains(&"b6d8q".to_owned()) && !all.contains(&"b6d8".to_owned()), "{all:?}");
}

#[test]
fn all_pieces_in_one_group_and_chains_between_three_regions() {
    let won = |variant: &Variant, fen: &str| {
        let game = variant.start_from(fen).expect("a position");
        game.outcome().and_then(|outcome| outcome.winner)
    };
    let group = stones("win = \"my stone in one group at W\"", "");
    assert_eq!(won(&group, "s4/5/1SS2/2S2/4s b"), Some(Side::White));
    assert_eq!(won(&group, "s4/5/1SS2/3S1/4s b"), None);
    assert_eq!(won(&group, "ss3/1s3/5/S4/2S2 w"), Some(Side::Black));
    let three = stones("win = \"my stone connects file a to rank 1 to file e at W\"", "");
    assert_eq!(won(&three, "5/SSSSS/4S/4S/4S b"), Some(Side::White));
    // each two are joined, but not all three by the same chain
    assert_eq!(won(&three, "SSSSS/5/5/S3S/S3S b"), None);
}

#[test]
fn black_sees_the_same_lines_as_white() {
    // on hexagons, and along one diagonal only
    let text = |end: &str| {
        format!(
            "[game]\nname = \"x\"\n[board]\nfiles = 5\nranks = 5\nshape = \"hexagon\"\n[pieces]\nstone = {{ letter = \"S\", moves = \"\" }}\n\
             [setup]\nfen = \"5/5/5/5/5\"\n[hand]\nsupply = \"unlimited\"\n[drop]\npieces = \"stone\"\n[end]\nend = {{ win = \"{end}\" }}\nfull = {{ draw = \"no move\" }}\n"
        )
    };
    for (end, line) in [
        ("3 in a row of my stone at W", "5/5/2S2/1S3/S4"),
        ("my stone connects rank 1 to rank 5 at W", "4S/3S1/2S2/1S3/S4"),
    ] {
        let variant = read(&text(end));
        for (side, line) in [(Side::White, line.to_owned()), (Side::Black, line.to_lowercase())] {
            let game = variant.start_from(&format!("{line} w")).expect("a position");
            assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(side), "{end}");
        }
    }
}

#[test]
fn checks_may_be_forbidden_unless_they_mate() {
    let variant = chess("[forbid]\ngives = \"check without checkmate\"\n");
    let all = moves(&variant, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w");
    assert!(all.contains(&"a1a8".to_owned()), "{all:?}");
    let all = moves(&variant, "6k1/5pp1/8/8/8/8/5PPP/R5K1 w");
    assert!(!all.contains(&"a1a8".to_owned()) && all.contains(&"a1a7".to_owned()), "{all:?}");
}

#[test]
fn what_may_never_be_captured_is_not_attacked() {
    for ban in ["capture = \"bishop\", by = \"rook\"", "move = \"capture of bishop by rook\""] {
        let ends = "[end]\nhit = { win = \"my bishop attacked\", before = \"stalemate\" }\naimed = { win = \"their rook attacking my bishop\", before = \"stalemate\" }\n";
        let variant = chess(&format!("[forbid]\nbishops = {{ {ban} }}\n{ends}"));
        let game = variant.start_from("7k/8/8/8/8/8/5B1r/K7 b - - 0 1").expect("a position");
        assert!(game.outcome().is_none(), "{ban}");
        let game = variant.start_from("7k/8/8/8/8/8/5B1q/K7 b - - 0 1").expect("a position");
        assert_eq!(game.outcome().map(|outcome| outcome.reason).as_deref(), Some("hit"), "{ban}");
    }
}

#[test]
fn enclosed_groups_are_removed_and_may_not_be_made() {
    let go = stones(
        "win = \"count(mine) = 20\"",
        "[after.capture]\nmove = \"drop\"\nremove = \"their stone enclosed\"\n\
         [forbid.suicide]\nleaving = \"count(my stone enclosed) > 0\"",
    );
    // two stones and one that shares their last empty square
    assert_eq!(after(&go, "5/1S3/SsSS1/sss2/SSS2 w", "S@d2"), "5/1S3/S1SS1/3S1/SSS2 b - - 0 1");
    // a stone may not be put where it would be enclosed, but where it captures
    assert!(!moves(&go, "5/5/5/s4/1s3 w").contains(&"S@a1".to_owned()));
    assert!(moves(&go, "5/5/S4/sS3/1sS2 w").contains(&"S@a1".to_owned()));
    assert_eq!(after(&go, "5/5/S4/sS3/1sS2 w", "S@a1"), "5/5/S4/1S3/S1S2 b - - 0 1");
    // on the side of the enemy, a group is one of that side
    let position = go.position("5/5/S4/sS3/1sS2 b").expect("sound");
    assert!(position.legal_moves().iter().all(|mv| mv.to_string() != "S@a1"));
}

#[test]
fn an_effect_reaches_from_the_squares_passed() {
    let sweep = chess("[after.sweep]\nmove = \"rook\"\nremove = \"their pawn at fW from its way\"\n");
    let fen = after(&sweep, "4k3/8/8/8/8/8/ppppp3/R6K w", "a1d1");
    assert_eq!(fen.split(' ').next(), Some("4k3/8/8/8/8/8/p2pp3/3R3K"));
}
