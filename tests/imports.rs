//! Variants of Fairy-Stockfish that once were imported as other games than it plays. The figures are from Fairy-Stockfish.

use ferz::Variant;
use ferz::ini::import;

/// The game of the only variant of a text, or the message of its first fault.
fn imported(text: &str) -> Result<Variant, String> {
    let found = import("variants.ini", text, None);
    let one = found.variants.into_iter().next().expect("a variant");
    let fault = found.report.diagnostics().iter().chain(one.report.diagnostics()).next();
    match (one.text, fault) {
        (Some(file), _) => Ok(Variant::from_text("imported.toml", &file, &[]).expect("it is sound")),
        (None, fault) => Err(fault.map_or_else(String::new, |fault| fault.message.clone())),
    }
}

#[test]
fn variants_are_imported_as_fairy_stockfish_plays_them() {
    for (text, fen, depth, count) in [
        // a king that is not royal castles through attacks
        ("[a:atomic]\nextinctionPieceTypes = b", "1b2k3/8/8/8/3q4/8/8/B1B1K2R w K - 0 1", 1, 25),
        // no pawn is dropped where it would promote
        ("[a:makruk]\npieceDrops = true\ncapturesToHand = true", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", 1, 37),
        // but squares that the file itself names are meant as they are
        (
            "[a:makruk]\npieceDrops = true\ncapturesToHand = true\npromotionRegionWhite = *6\npromotionRegionBlack = *3",
            "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
            1,
            52,
        ),
        (
            "[a:makruk]\npieceDrops = true\ncapturesToHand = true\npromotionRegionWhite = *6\npromotionRegionBlack = *3",
            "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1",
            1,
            6,
        ),
        // pieces that wait to be brought in have not run out
        ("[a:seirawan]\nextinctionPieceTypes = h\nextinctionValue = loss", "", 2, 784),
        // hoppers hop over the walls of a start position
        (
            "[a]\ncustomPiece1 = x:pR\nking = k\ncastling = false\nstartFen = 4k3/8/8/8/3*4/8/8/3XK3 w - - 0 1",
            "",
            2,
            49,
        ),
        // first moves capture nothing
        (
            "[a:chess]\ncustomPiece1 = a:WisR2\nstartFen = 4k3/8/8/8/8/8/A1p5/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/A1p5/4K3 w - - 0 1",
            1,
            7,
        ),
        ("[a:chess]\npromotionRank = 6", "4k3/8/P7/1P6/2P5/8/8/4K3 w - - 0 1", 1, 14),
        ("[a:chess]\npromotionRank = 6", "4k3/8/8/8/8/p7/1p6/4K3 b - - 0 1", 1, 13),
        ("[a:chess]\ndoubleStepRank = 3", "4k3/8/8/8/P7/1P6/2P5/4K3 w - - 0 1", 1, 10),
        ("[a:chess]\ndoubleStepRankMin = 1", "7k/8/8/4P3/3P4/2P5/1P6/P6K w - - 0 1", 1, 10),
        // a parent that Fairy-Stockfish has in a file
        ("[a:orda]\nstalemateValue = draw", "", 2, 560),
        // nowhere to promote
        (
            "[a]\nmaxFile = 5\nmaxRank = 5\nking = k\ncustomPiece1 = g:W\ncustomPiece2 = f:F\npromotedPieceType = g:f\n\
             promotionRegionWhite = -\npromotionRegionBlack = -\nstartFen = k1g2/5/5/5/K1G2 w - - 0 1",
            "",
            1,
            6,
        ),
        // letters of others for horses and elephants
        (
            "[a:xiangqi]\nstartFen = rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1",
            "",
            1,
            44,
        ),
        // Black's pieces go down, even where both sides sit on the same
        ("[a:racingkings]\ncustomPiece1 = q:sWfsZ", "8/8/8/8/5N2/8/krbn1BRK/qrbnNBRQ b - - 1 1", 1, 21),
        // of two pieces with a letter, one has it, whichever line comes first
        ("[a:chess]\ncustomPiece1 = b:D\narchbishop = b", "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", 1, 9),
        ("[a:chess]\ncustomPiece2 = b:D\ncustomPiece1 = b:W", "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", 1, 9),
        ("[a:chess]\nchancellor = b\narchbishop = b", "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", 1, 31),
        // pawns must turn over
        (
            "[a]\npawn = p\nking = k\ncustomPiece1 = f:F\npromotedPieceType = p:f\nstartFen = 4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            1,
            6,
        ),
        (
            "[a]\npawn = p\nking = k\ncustomPiece1 = f:F\npromotedPieceType = p:f\nmandatoryPawnPromotion = false\n\
             startFen = 4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            1,
            7,
        ),
        // two pawns on a file, one of them dropped promoted
        ("[a:minishogi]\ndropPromoted = true\ndropNoDoubled = p", "4k/5/5/P4/K4[P] w - - 0 1", 1, 38),
        ("[a:minishogi]\ndropPromoted = true\ndropNoDoubled = p", "4k/5/5/+P4/K4[P] w - - 0 1", 1, 45),
        // an option that says what the parent says changes nothing
        ("[a:janggi]\nbikjangRule = true", "", 1, 32),
    ] {
        let game = imported(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        let start = match fen {
            "" => game.start_position(),
            fen => game.position(fen).unwrap_or_else(|error| panic!("{text}: {error}")),
        };
        assert_eq!(start.perft(depth), count, "{text}: {fen}");
    }
}

#[test]
fn generated_names_are_free() {
    let text = "[a]\npass = true\nextinctionPieceTypes = q\nextinctionValue = loss\nqueen = q\nwazir = w\n\
                startFen = qwwwwwww/8/8/8/8/8/8/QWWWWWWW w - - 0 1\n";
    let mut game = imported(text).expect("it is sound").start();
    game.play_text("a1a8").expect("a move");
    assert!(game.outcome().is_some(), "the queen is lost");
}

#[test]
fn what_would_be_played_otherwise_is_refused() {
    for text in [
        "[a:chess]\nextinctionPieceTypes = qb\nextinctionPseudoRoyal = true\ndupleCheck = true\nextinctionValue = loss",
        "[a:minishogi]\ncustomPiece1 = g:WfF",
        "[a:chess]\ncustomPiece1 = a:mWicF\nstartFen = 4k3/3a4/2P5/8/8/2p5/3A4/4K3 w - - 0 1",
        "[a:crazyhouse]\npetrifyOnCaptureTypes = q",
        "[a:chess]\nextinctionPieceTypes = a\nextinctionValue = loss\narchbishop = a",
        "[a:extinction]\narchbishop = n",
        "[a:chess]\npetrifyOnCaptureTypes = krb",
        "[a:chess]\nblastOnCapture = true",
        "[a:atomic]\nflyingGeneral = true\ncommoner = -\nking = k",
        "[a:threekings]\nflagRegionWhite = *2 *3",
        "[a:racingkings]\nwallingRule = duck",
        "[a:knightmate]\npromotedPieceType = b:k",
        "[a:chess]\ncustomPiece1 = q:cZ\nimmobilityIllegal = true",
        "[a:extinction]\nflipEnclosedPieces = reversi",
        "[a:seirawan]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQkq - 0 1",
        "[a:seirawan]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w - - 0 1",
    ] {
        assert!(imported(text).is_err(), "{text}");
    }
}
