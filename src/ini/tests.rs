//! Variants and the files they become.

use super::*;

/// The file of the only variant of a text, or the codes of its faults.
fn made(text: &str) -> Result<String, Vec<&'static str>> {
    let found = import("variants.ini", text, None);
    let codes = |report: &Report| report.diagnostics().iter().map(|fault| fault.code).collect::<Vec<_>>();
    let one = found.variants.into_iter().next();
    let mut all = codes(&found.report);
    match one {
        Some(Imported { text: Some(text), .. }) if all.is_empty() => Ok(text),
        one => {
            all.extend(one.iter().flat_map(|one| codes(&one.report)));
            Err(all)
        }
    }
}

#[test]
fn a_child_says_only_what_differs() {
    let text = made("[open:chess]\ncastling = false\nstalemateValue = loss\n").expect("it is sound");
    assert_eq!(
        text,
        "# Open: the variant `open` of Fairy-Stockfish, a relative of its chess.\n\nextends  = \"chess\"\ncastling = false\n\n\
         [game]\nname = \"Open\"\n\n[end]\nstalemate = { lose = \"stalemate\", draw = false }\ndead      = false\n"
    );
}

#[test]
fn a_variant_without_a_parent_says_everything() {
    let text = "[tiny]\nmaxFile = 3\nmaxRank = 4\nking = k\ncustomPiece1 = a:mRcpR\ncastling = false\n\
                startFen = ak1/3/3/1KA w - - 0 1\nnFoldRule = 0\nnMoveRule = 0\n";
    let made = made(text).expect("it is sound");
    assert!(made.contains("cannon = { letter = \"A\", moves = \"mRcpR\" }"), "{made}");
    assert!(made.contains("symmetry = \"rotate\""), "{made}");
    assert!(!made.contains("extends"), "{made}");
}

#[test]
fn every_fault_of_a_line_is_named() {
    let cases = [
        ("castling = no\n", "ferz::ini::bad_value"),
        ("flagRegionWhite = d44 x\n", "ferz::ini::bad_value"),
        ("customPiece1 = a:xQ\n", "ferz::ini::bad_value"),
        ("customPiece1 = archbishop\n", "ferz::ini::bad_value"),
        ("promotionLimit = queen:1\n", "ferz::ini::bad_value"),
        ("castlin = false\n", "ferz::ini::unknown_key"),
        ("shatarMateRule = true\n", "ferz::ini::not_said"),
        ("startFen = 8/8 w\n", "ferz::ini::bad_value"),
        ("just words\n", "ferz::ini::syntax"),
    ];
    for (line, code) in cases {
        assert_eq!(made(&format!("[mine:chess]\n{line}")), Err(vec![code]), "{line}");
    }
}

#[test]
fn two_pieces_with_a_letter_are_told() {
    let found = import("variants.ini", "[mine:chess]\ncustomPiece2 = a:BN\ncustomPiece1 = a:RN\n", None);
    let report = &found.variants[0].report;
    let told: Vec<_> = report.diagnostics().iter().map(|one| (one.code, &*one.message)).collect();
    assert_eq!(told, [("ferz::ini::letter", "`customPiece1` and `customPiece2` have the same letter")]);
    assert!(found.variants[0].text.is_some());
}

#[test]
fn faults_have_the_place_of_the_word_that_is_wrong() {
    let text = "[mine:chess]\n# a comment\ncustomPiece1 = a:mNxQ\n";
    let found = import("variants.ini", text, None);
    let span = found.variants[0].report.diagnostics()[0].labels[0].span;
    assert_eq!(&text[span.start..span.end], "x");
}

#[test]
fn every_built_in_variant_becomes_a_file() {
    for name in names(include_str!("data/builtin.ini")) {
        let found = import("none.ini", "", Some(&name));
        let faults: Vec<_> =
            found.variants[0].report.diagnostics().iter().map(|fault| &fault.message).collect();
        assert_eq!(faults, Vec::<&String>::new(), "{name}");
        assert!(found.variants[0].text.is_some(), "{name}");
    }
}

#[test]
fn what_only_the_parent_says_is_kept_by_extending_it() {
    let text = made("[turns:cambodian]\npromotionRegionWhite = *5\npromotionRegionBlack = *4\n");
    assert_eq!(
        text.expect("the promotion is the same in both"),
        "# Turns: the variant `turns` of Fairy-Stockfish, a relative of its cambodian.\n\nextends = \"cambodian\"\n\n\
         [game]\nname = \"Turns\"\n\n[promotion]\non = \"rank 5\"\n"
    );
    let refused = |text: &str| {
        let codes = made(text).expect_err("it changes what is kept");
        assert!(
            !codes.is_empty() && codes.iter().all(|code| *code == "ferz::ini::not_said"),
            "{text}: {codes:?}"
        );
    };
    refused("[apart:sittuyin]\npromotionPieceTypes = fn\n");
    refused("[facing:janggi]\nbikjangRule = false\n");
    refused("[other:wolf]\npromotedPieceType = p:q\n");
}

#[test]
fn drops_from_outside_are_said_for_each_side() {
    let drops =
        "[outside]\nimmobile = p\nmaxFile = 3\nmaxRank = 4\npieceDrops = true\nenclosingDrop = anyside\n";
    let text = made(&format!("{drops}startFen = 3/3/3/3[PPpp] w 0 1\n")).expect("there are no walls");
    assert!(text.contains("inside-white") && text.contains("inside-black"), "{text}");
    let codes = made(&format!("{drops}startFen = 3/1*1/3/3[PPpp] w 0 1\n")).expect_err("there is a wall");
    assert_eq!(codes, ["ferz::ini::not_said"]);
}

#[test]
fn no_text_breaks_the_importer() {
    let whole = "\u{feff}[a:chess]\r\nmaxFile = z\r\nstartFen = [[++*/~~ w\n[b:a]\nking = k:\ncustomPiece25 = é:N\npromotedPieceType = p: :q\n[:]\n[c:c]\n=\n[d]\nmaxRank = 99999999999\n";
    let mut random: u32 = 7;
    let mut next = |below: usize| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) as usize % below.max(1)
    };
    let words = [
        "[x:chess]\n",
        "king = ",
        "startFen = ",
        "8/8/8/8/8/8/8/8",
        "*",
        "[",
        "]",
        ":",
        "=",
        "+P",
        "~",
        "k",
        "customPiece1 = ",
        "mRcpR",
        "999",
        "true",
        "\n",
        "é",
        "maxFile = ",
        "1",
        "flagRegion = ",
        "promotionRegionWhite = ",
        "castlingKingsideFile = 1",
        "\0",
        " w KQkq - 0 1",
    ];
    import("x.ini", whole, None);
    for _ in 0..300 {
        let text: String = (0..next(40)).map(|_| words[next(words.len())]).collect();
        import("x.ini", &text, None);
        import("x.ini", &text, Some("chess"));
    }
}

#[test]
fn movements_are_read_as_fairy_stockfish_plays_them() {
    // letters of directions add up, unless two are one direction; hops over leaps ride; riders are never lame
    let cases = [
        ("fvN", "vN"),
        ("rsN", "sN"),
        ("fslN", "fsN lN"),
        ("flN", "flN"),
        ("fsK", "sW fsF"),
        ("lfK", "fW lfF"),
        ("fK", "fW fF"),
        ("bvQ", "bvR B"),
        ("sfW", "sfW"),
        ("pW", "pR"),
        ("gF", "gB"),
        ("mpK", "mpQ"),
        ("gB3", "pB3"),
        ("pR1", "gR"),
        ("nNN", "NN"),
        ("nR", "R"),
        ("nZ", "nZ"),
        ("ifmnD", "ifmnD"),
    ];
    for (theirs, ours) in cases {
        assert_eq!(betza::words(theirs).as_deref(), Some(ours), "{theirs}");
    }
    for never in ["nH", "nC", "pN", "gD", "pNN", "sfF", "vlN", "svK"] {
        assert_eq!(betza::words(never), None, "{never}");
    }
}

#[test]
fn moves_that_can_be_taken_back_are_no_progress() {
    let game = |piece: &str| {
        let start = "startFen = rnbqkbnr/ssssssss/8/8/8/8/SSSSSSSS/RNBQKBNR w KQkq - 0 1";
        made(&format!("[mine:chess]\ncustomPiece1 = s:{piece}\nnMoveRuleTypes = sn\n{start}\n"))
    };
    let text = game("fmWfceF").expect("none goes back");
    assert!(!text.contains("no-progress"), "as in chess: {text}");
    let text = game("fmWfceFbmW").expect("all go back");
    assert!(text.contains("no-progress = { draw = \"50 moves without capture\" }"), "{text}");
    assert_eq!(game("fmWfceFsmW").expect_err("some go back"), ["ferz::ini::not_said"]);
}

#[test]
fn a_set_that_no_line_says_is_one_of_types() {
    let soldiers = "[mine]\nsoldier = p\nking = k\nrook = r\nstartFen = r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w - - 0 1\n";
    let text = made(soldiers).expect("it can be said");
    assert!(text.contains("moves without capture\""), "soldiers are no pawns: {text}");
}

/// A misspelt option of the tables would never hold, and nobody would miss it.
#[test]
fn the_tables_name_what_there_is() {
    let facts: Vec<(&str, &str)> =
        keys::lines(include_str!("data/facts.txt")).filter_map(|line| line.split_once(" = ")).collect();
    let worked_out = [
        "monarch",
        "royal",
        "has-run-out",
        "same-side",
        "movers",
        "captures-only",
        "first-drops",
        "same-first-drops",
        "same-walls",
        "walls-there",
        "directions",
        "two-goals",
        "royal-goals",
        "same-goals",
        "held-at-start",
        "same-castling",
        "tells-both-checking",
    ];
    let option = |name: &str| keys::key(name).is_some() || TYPES.iter().any(|known| known[0] == name);
    let known = |term: &str| {
        let name = term.trim_start_matches('!').split('=').next().unwrap_or_default();
        option(name) || worked_out.contains(&name) || facts.iter().any(|(fact, _)| *fact == name)
    };
    let all_known = |asked: &str| {
        for term in asked.split([' ', '|', '&']).filter(|term| !term.is_empty()) {
            assert!(known(term), "{term} of {asked}");
        }
    };
    facts.iter().for_each(|(_, asked)| all_known(asked));
    for line in keys::lines(include_str!("data/refused.txt")) {
        let [refused, asked, _] = line.splitn(3, " | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        assert!(option(refused), "{refused}");
        all_known(asked);
    }
    let tables = ["capture", "turn", "must", "hand", "forbid", "after", "board", "end"];
    for table in tables {
        for direction in [pairs::Direction::Import, pairs::Direction::Export] {
            for pair in pairs::pairs(table, direction) {
                all_known(&pair.given);
                assert!(pair.ini.keys().all(|name| option(name)), "{pair:?}");
            }
        }
    }
}
