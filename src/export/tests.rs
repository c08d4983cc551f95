use super::to_variants_ini;
use crate::{Variant, builtin_games};

fn exported(name: &str) -> super::Exported {
    to_variants_ini(&Variant::load(name, &[]).expect("a built-in game"), "trial")
}

#[test]
fn what_is_exported_is_imported_as_the_same_game() {
    let mut told = 0;
    for name in builtin_games() {
        let Some(text) = exported(name).text else { continue };
        let import = crate::ini::import("trial.ini", &text, None);
        let [one] = import.variants.as_slice() else { panic!("{name}: one section") };
        let Some(file) = &one.text else { continue };
        let again = Variant::from_text("again.toml", file, &[]).expect("an imported game can be played");
        let own = Variant::load(name, &[]).expect("a built-in game");
        let counts = |variant: &Variant| variant.start_position().perft(2);
        assert_eq!(counts(&again), counts(&own), "{name}:\n{text}\n{file}");
        told += 1;
    }
    assert!(told > 90, "only {told} games are exported and imported again");
}

/// Fairy-Stockfish has more variants in a file of its own than are built in. Those that the library has, too, may be parents of an import.
#[test]
fn games_that_are_not_built_in_there_are_known_as_parents() {
    const HEAD: &str = "# Games of the library that are not built in in Fairy-Stockfish, as `ferz export` writes them. A test makes this file with UPDATE_SNAPSHOTS=1.\n";
    let built_in = include_str!("../ini/data/builtin.ini");
    let is_known = |name: &String| [']', ':'].iter().any(|end| built_in.contains(&format!("[{name}{end}")));
    let mut text = HEAD.to_owned();
    for name in builtin_games() {
        let variant = Variant::load(name, &[]).expect("a built-in game");
        let own = vec![name.to_owned()];
        let names = if variant.rules.header.uci.is_empty() { &own } else { &variant.rules.header.uci };
        if names.iter().any(is_known) {
            continue;
        }
        if let Some(section) = to_variants_ini(&variant, &names[0]).text {
            text += &format!("\n{section}");
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/ini/data/library.ini");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(path, &text).expect("the file is written");
    }
    assert_eq!(std::fs::read_to_string(path).expect("the file is there"), text);
}

#[test]
fn rules_that_have_options_of_their_own_are_exported_as_these() {
    for (name, lines) in [
        ("xiangqi", &["mobilityRegionWhiteFers = d1 e1 f1 d2 e2 f2 d3 e3 f3", "flyingGeneral = true"][..]),
        ("racing-kings", &["flagMove = true", "flagPieceWhite = k", "checking = false"]),
        ("horde", &["extinctionPieceTypes = *", "stalemateValue = draw"]),
        ("suicide", &["stalematePieceCount = true", "stalemateValue = win"]),
        ("three-kings", &["extinctionPieceCount = 2"]),
        ("extinction", &["extinctionPieceTypes = kqrbnp"]),
        (
            "coregal",
            &["extinctionPieceTypes = q", "extinctionPieceCount = 64", "extinctionPseudoRoyal = true"],
        ),
        ("spartan", &["dupleCheck = true", "promotionLimit = k:2"]),
        ("torpedo", &["pawn = p", "doubleStepRegionWhite = *1 *2 *3 *4 *5 *6 *7 *8"]),
        ("berolina", &["customPiece1 = p:fmFfcWifmnA", "enPassantTypes = p"]),
        ("shako", &["castlingRank = 2", "castlingRookKingsideFile = i"]),
        ("makpong", &["makpongRule = true"]),
        ("duck", &["wallingRule = duck"]),
        ("seirawan", &["seirawanGating = true"]),
        ("placement", &["dropOppositeColoredBishop = true", "castlingDroppedPiece = true"]),
        ("synochess", &["janggiCannon = c"]),
        ("atomar", &["blastOnCapture = true", "blastImmuneTypes = k", "mutuallyImmuneTypes = k"]),
        (
            "reversi",
            &["enclosingDrop = reversi", "flipEnclosedPieces = reversi", "materialCounting = unweighted"],
        ),
        ("connect-four", &["enclosingDrop = top", "connectN = 4"]),
        ("minishogi", &["nFoldValueAbsolute = true", "nFoldRule = 4"]),
    ] {
        let text = exported(name).text.unwrap_or_else(|| panic!("{name} can be exported"));
        for line in lines {
            assert!(text.lines().any(|other| other == *line), "{name}: `{line}` in\n{text}");
        }
    }
}

#[test]
fn rules_added_to_a_game_are_exported_as_options() {
    for (parent, rules, lines) in [
        (
            "chess",
            "[end]\nx = { win = \"count(my knight on rank 8) >= 2\", before = \"stalemate\" }",
            &["flagPieceWhite = n", "flagRegionWhite = *8", "flagRegionBlack = *1", "flagPieceCount = 2"][..],
        ),
        (
            "chess",
            "[end]\nx = { win = \"my any on rank 8\", before = \"stalemate\" }",
            &["flagPieceWhite = *", "flagPieceBlack = *"],
        ),
        // several ends that say something only together
        (
            "chess",
            "[end.both]\ndraw = \"count(my knight on rank 8) >= 2 and count(their knight on rank 8) >= 2 and my turn\"\n\
             side = \"white\"\nbefore = \"stalemate\"\n\
             [end.w]\nwin = \"count(my knight on rank 8) >= 2 and my turn\"\nside = \"white\"\nbefore = \"stalemate\"\n\
             [end.b]\nwin = \"count(my knight on rank 8) >= 2 and my turn\"\nside = \"black\"\nbefore = \"stalemate\"",
            &["flagMove = true", "flagPieceWhite = n", "flagPieceCount = 2", "flagRegionBlack = *1"],
        ),
        ("crazyhouse", "[must]\nmove = \"drop of pawn\"", &["mustDrop = true", "mustDropType = p"]),
        ("crazyhouse", "[must]\nmove = \"drop\"", &["mustDrop = true", "mustDropType = *"]),
        (
            "crazyhouse",
            "[forbid.x]\nmove = \"drop of pawn\"\nwhen = \"count(my pawn on its file) >= 2\"",
            &["dropNoDoubled = p", "dropNoDoubledCount = 2"],
        ),
        // the same, in other words
        (
            "crazyhouse",
            "[forbid.x]\nmove = \"drop of pawn\"\nwhen = \"not count(my pawn on its file) = 0\"",
            &["dropNoDoubled = p"],
        ),
        ("chess", "[forbid]\nx = { capture = \"knight\", by = \"knight\" }", &["mutuallyImmuneTypes = n"]),
    ] {
        let text = format!("extends = \"{parent}\"\n[game]\nname = \"t\"\n{rules}\n");
        let game = Variant::from_text("t.toml", &text, &[]).expect("a sound game");
        let text = to_variants_ini(&game, "t").text.unwrap_or_else(|| panic!("{rules} can be exported"));
        for line in lines {
            assert!(text.lines().any(|other| other == *line), "{rules}: `{line}` in\n{text}");
        }
    }
}

#[test]
fn what_cannot_be_said_is_told_at_its_place() {
    for name in builtin_games() {
        let found = exported(name);
        assert_eq!(found.text.is_none(), found.report.has_errors(), "{name}");
    }
    let found = exported("courier");
    assert!(found.text.is_none());
    assert!(found.report.diagnostics().iter().all(|fault| !fault.labels.is_empty()));
}

#[test]
fn a_rule_that_only_looks_like_an_option_is_refused() {
    for (parent, rules) in [
        ("extinction", "[end]\nx = { lose = \"count(my pawn) + count(my knight) < 9\" }"),
        ("chess", "[end]\nx = { lose = \"count(my queen) = 0\", side = \"white\" }"),
        ("coregal", "[end]\nx = { lose = \"count(my knight) = 0\" }"),
        (
            "chess",
            "[end]\nx = { lose = \"third occurrence, always checking\", before = \"repetition\" }\nrepetition = { draw = \"5th occurrence\" }",
        ),
        (
            "chess",
            "[end]\nx = { draw = \"third occurrence, both always checking\", before = \"repetition\" }",
        ),
        ("chess", "[end]\nx = { win = \"my king in d4..e5\" }"),
        ("crazyhouse", "[end]\nno-progress = { draw = \"50 moves without capture or pawn move\" }"),
        (
            "chess",
            "[end]\nx = { win = \"my queen on rank 8 safe\", side = \"white\", before = \"stalemate\" }\ny = { win = \"my queen on rank 8\", side = \"black\", before = \"stalemate\" }",
        ),
        ("crazyhouse", "[forbid]\nx = { gives = \"checkmate\", move = \"drop of pawn\" }"),
        ("crazyhouse", "[after.x]\nmove = \"capture by any but pawn\"\nwall = \"its square\""),
        ("seirawan", "[setup]\nwhite = [\"R N B Q K B N R\", \"P P P P P P P P\", \"N . . . . . . .\"]"),
        ("shogi", "[promotion]\nside = \"white\""),
        (
            "spartan",
            "[promotion.spartans]\nlimit = { king = 2, general = 1 }\n[promotion.persians]\nto = \"queen, general\"",
        ),
        ("chess", "[castling]\nunattacked = \"rook's path\""),
        ("chess", "[turn]\npass = \"always\""),
        ("chess", "[forbid]\nx = { capture = \"knight, bishop\", by = \"knight, bishop\" }"),
        ("duck", "[setup]\nwhite = false\nfen = \"rnbqkbnr/pppppppp/8/8/3*4/8/PPPPPPPP/RNBQKBNR\""),
    ] {
        let text = format!("extends = \"{parent}\"\n[game]\nname = \"t\"\n{rules}\n");
        let game =
            Variant::from_text("t.toml", &text, &[]).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert!(to_variants_ini(&game, "t").text.is_none(), "{text}");
    }
}

#[test]
fn forms_are_reported_where_there_are_too_few_letters() {
    let report = exported("chu-shogi").report;
    let of_forms = |fault: &&crate::text::Diagnostic| fault.message.contains("what this piece becomes");
    assert!(report.diagnostics().iter().filter(of_forms).count() > 1);
}
