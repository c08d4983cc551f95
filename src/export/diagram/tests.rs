use std::collections::BTreeSet;

use serde_json::Value;

use super::to_diagram;
use crate::compare::movements_alike;
use crate::model::movement::Movement;
use crate::model::pieces::Side;
use crate::notation::moves::{Asked, in_diagram, moves};
use crate::{Variant, builtin_games};

fn game(name: &str) -> Variant {
    Variant::load(name, &[]).expect("a built-in game")
}

/// The text of the diagram of a game: its lines without those that say how it looks.
fn diagram(name: &str) -> Option<String> {
    Some(definition(&to_diagram(&game(name), "trial").text?))
}

fn definition(page: &str) -> String {
    let (_, text) = page.split_once("<div class=\"idiagram\">\n").expect("a diagram");
    let (text, _) = text.split_once("</div>\n").expect("its end");
    let look = || super::LOOK.lines().filter_map(|line| line.split_once('='));
    let looks = |line: &&str| look().all(|(key, _)| !line.starts_with(&format!("{key}=")));
    text.lines().filter(looks).map(|line| format!("{line}\n")).collect()
}

#[test]
fn chess_is_written_as_on_the_site() {
    let text = "\
satellite=trial
files=8
ranks=8
symmetry=mirror
promoZone=1
maxPromote=1
promoChoice=QRBN
royal=2
stalemate=draw
pawn:P:fmWfceFifmnD:pawn:a2-h2
king:K:KisO2:king:e1
queen:Q:Q:queen:d1
rook:R:R:rook:a1,h1
bishop:B:B:bishop:c1,f1
knight:N:N:knight:b1,g1
";
    assert_eq!(diagram("chess").as_deref(), Some(text));
}

#[test]
fn an_old_game_and_a_large_one() {
    let courier = "\
satellite=trial
files=12
ranks=8
symmetry=mirror
promoZone=1
maxPromote=1
promoChoice=Q
royal=2
stalemate=win
baring=0
pawn:P:fmWfcF:pawn:b2-e2,g2-k2,a4,f4,l4
king:K:K:king:g1
queen:Q:F:ferz:f3
sage:S:K:guard:e1
fool:F:W:wazir:h1
courier:C:B:bishop:d1,i1
bishop:B:A:elephant:c1,j1
knight:N:N:knight:b1,k1
rook:R:R:rook:a1,l1
";
    assert_eq!(diagram("courier").as_deref(), Some(courier));
    let shako = "\
satellite=trial
files=10
ranks=10
symmetry=mirror
promoZone=1
maxPromote=1
promoChoice=QRBNEC
royal=2
stalemate=draw
pawn:P:fmWfceFifmnD:pawn:a3-j3
king:K:KisjO2:king:f2
queen:Q:Q:queen:e2
rook:R:R:rook:b2,i2
bishop:B:B:bishop:d2,g2
knight:N:N:knight:c2,h2
elephant:E:FA:elephantferz:a2,j2
cannon:C:mRcpR:cannon:a1,j1
";
    assert_eq!(diagram("shako").as_deref(), Some(shako));
}

#[test]
fn what_other_tables_say_is_in_the_letters() {
    for (name, lines) in [
        ("berolina", &["pawn:P:fmFfceWifmnA:"][..]),
        ("knightmate", &["king:K:NisO2:king:", "manling:M:K:guard:"]),
        ("grasshopper", &["grasshopper:G:gQ:grasshopper:a2-h2", "pawn:P:fmWfcF:pawn:a3-h3"]),
        ("torpedo", &["pawn:P:fmnW2fceF:"]),
        ("cylinder", &["rook:R:oR:rook:", "pawn:P:ofmWofceFoifmnD:"]),
        ("janus", &["king:K:KilO3irO4:king:e1"]),
        ("chess960", &["shuffle=!BQNRK\n", "king:K:KisO2:"]),
        ("makruk", &["symmetry=rotate\n", "promoZone=3\n", "promoChoice=M\n"]),
        ("gustav3", &["hole::::a2,j2,a3,j3,", "king:K:KisjO2:"]),
        ("paradigm", &["bishop:B:BafsW:"]),
        ("falcon", &["falcon:F:afafsKaflafrfKafraflfK:"]),
        ("tencubed", &["pawn:P:fmWfceFifmnD:"]),
        ("three-check", &["king:K:KisO2:"]),
    ] {
        let text = diagram(name).unwrap_or_else(|| panic!("{name} can be said"));
        for line in lines {
            assert!(text.contains(line), "{name} has no {line}:\n{text}");
        }
    }
}

#[test]
fn conditions_of_random_starts_are_left_out_with_a_warning() {
    let exported = to_diagram(&game("caparandom"), "trial");
    assert!(exported.text.is_some_and(|text| text.contains("shuffle=!BQACNRK\n")));
    assert!(exported.report.diagnostics().iter().any(|found| found.code == "ferz::export::start"));
}

#[test]
fn rules_that_the_diagram_has_not_are_refused_at_their_places() {
    for (name, label) in [
        ("crazyhouse", "this rule"),
        ("grand", "here"),
        ("racing-kings", "here"),
        ("marseillais", "here"),
        ("xiangqi", "here"),
        ("misere", "the Diagram has a different one"),
        ("shatar", "the Diagram has a different one"),
        ("metamachy", "its first moves are allowed in check, too"),
        ("legan", "these squares"),
    ] {
        let found = to_diagram(&game(name), "trial");
        assert!(found.text.is_none(), "{name} is refused");
        let labels = || found.report.diagnostics().iter().flat_map(|fault| &fault.labels);
        assert!(labels().any(|one| one.text == label), "{name}: {:?}", labels().collect::<Vec<_>>());
    }
}

#[test]
fn ends_that_are_left_to_the_players_are_warned_of() {
    let found = to_diagram(&game("three-check"), "trial");
    let [warning] = found.report.diagnostics() else { panic!("one warning") };
    assert_eq!((warning.code, warning.labels.len()), ("ferz::export::end", 4));
    let page = found.text.expect("a page");
    assert!(
        page.contains("<h2>The end of the game</h2>")
            && !page.contains("<svg")
            && !page.contains("diagrams below")
    );
}

/// A piece of a diagram, read back.
struct Read {
    name: String,
    moves: String,
    squares: [BTreeSet<String>; 2],
}

/// Reads the squares of a side: `a2-h2,d4`.
fn squares(text: &str) -> BTreeSet<String> {
    let one = |part: &str| -> Vec<String> {
        let Some((first, last)) = part.split_once('-') else { return vec![part.to_owned()] };
        assert_eq!(first[1..], last[1..], "a run along a rank");
        (first.as_bytes()[0]..=last.as_bytes()[0])
            .map(|file| format!("{}{}", char::from(file), &first[1..]))
            .collect()
    };
    text.split(',').filter(|part| !part.is_empty()).flat_map(one).collect()
}

/// Reads the lines of pieces, by the symmetry that the text says.
fn read(text: &str) -> Vec<Read> {
    let setting = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
    let number = |key| setting(key).and_then(|text| text.parse::<u8>().ok()).expect("a number");
    let (files, ranks) = (number("files"), number("ranks"));
    let symmetry = setting("symmetry").expect("a symmetry");
    let opposite = |square: &String| {
        let (file, rank) = (square.as_bytes()[0], square[1..].parse::<u8>().expect("a rank"));
        let file = if symmetry == "rotate" { b'a' + files - 1 - (file - b'a') } else { file };
        format!("{}{}", char::from(file), ranks + 1 - rank)
    };
    let pieces = text.lines().filter(|line| line.contains(':') && !line.starts_with("hole"));
    let piece = |line: &str| {
        let [name, _, moves, _, places] = line.split(':').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (white, black) = places.split_once(",,").unwrap_or((places, ""));
        let white = squares(white);
        let black = if symmetry == "none" { squares(black) } else { white.iter().map(opposite).collect() };
        Read { name: name.to_owned(), moves: moves.to_owned(), squares: [white, black] }
    };
    pieces.map(piece).collect()
}

/// Splits castling off a movement: what is left, and the squares gone to the left and to the right.
fn without_castling(moves: &str) -> (String, BTreeSet<i8>) {
    let Some(at) = moves.find('O').map(|at| moves[..at].rfind('i').expect("a first move")) else {
        return (moves.to_owned(), BTreeSet::new());
    };
    let mut ways = BTreeSet::new();
    for term in moves[at..].split('i').filter(|term| !term.is_empty()) {
        let (letters, squares) = term.split_once('O').expect("castling");
        let squares: i8 = squares.parse().expect("a number");
        ways.extend(letters.contains(['l', 's']).then_some(-squares));
        ways.extend(letters.contains(['r', 's']).then_some(squares));
    }
    (moves[..at].to_owned(), ways)
}

/// A movement as in its game, with moves that it has on some squares only as first moves.
fn own_movement(variant: &Variant, name: &str) -> Movement {
    let pieces = variant.definition.root.table("pieces").expect("pieces");
    let own = pieces.table(name).expect("a piece");
    let text = own.text("moves").expect("a movement").text;
    let named = variant.definition.root.table("movements").and_then(|all| all.text(text));
    let also = own.list("also").unwrap_or_default().iter().filter_map(|one| one.table()?.text("moves"));
    let also: Vec<String> =
        also.flat_map(|word| word.text.split_whitespace().map(|term| format!(" i{term}"))).collect();
    moves(&format!("{}{}", named.map_or(text, |word| word.text), also.concat())).expect("it was read").0
}

#[test]
fn every_game_is_refused_at_a_place_or_all_of_it_is_there() {
    let mut told = 0;
    for name in builtin_games() {
        let variant = game(name);
        let found = to_diagram(&variant, "trial");
        assert_eq!(found.text.is_none(), found.report.has_errors(), "{name}");
        assert!(found.report.diagnostics().iter().all(|fault| !fault.labels.is_empty()), "{name}");
        let Some(page) = found.text else { continue };
        let read = read(&definition(&page));
        let rules = &variant.rules;
        assert_eq!(read.len(), rules.types.len(), "{name}");
        for piece in &read {
            let kind = rules.types.iter().position(|kind| kind.name == piece.name).expect("a type");
            for side in Side::BOTH {
                let own = rules.array.iter().filter(|(_, one)| one.get() == Some((kind as u8, side)));
                let own: BTreeSet<String> = own
                    .map(|(square, _)| {
                        let (file, rank) = (rules.geometry.file(*square), rules.geometry.rank(*square));
                        format!("{}{}", char::from(b'a' + file), rank + 1)
                    })
                    .collect();
                assert_eq!(piece.squares[side.index()], own, "{name}: {}", piece.name);
            }
        }
        told += 1;
    }
    assert!(told > 35, "only {told} games can be said");
}

#[test]
fn movements_read_back_as_the_same() {
    for name in builtin_games() {
        let Some(text) = diagram(name) else { continue };
        let variant = game(name);
        for piece in read(&text) {
            let (own, ways) = without_castling(&piece.moves);
            // captures in passing and what may be captured so, and the edges of the board, are in other tables of a game file
            let round = variant.rules.geometry.wrap.files;
            let own = own.replace("ce", "c").replace("nn", "n").replace("nW", "W");
            let own = if round { own.replace('o', "") } else { own };
            let back = moves(&own).unwrap_or_else(|faults| panic!("{name}: {own}: {faults:?}")).0;
            assert!(movements_alike(&back, &own_movement(&variant, &piece.name)), "{name}: {own}");
            let kind = variant.rules.types.iter().position(|kind| kind.name == piece.name);
            let castling = variant.rules.joint_moves().map(|way| &way.parts[0]);
            let said: BTreeSet<i8> = castling
                .filter(|king| Some(usize::from(king.kind)) == kind)
                .filter(|king| piece.squares[0].contains(&variant.rules.geometry.name(king.from)))
                .map(|king| {
                    variant.rules.geometry.file(king.to) as i8 - variant.rules.geometry.file(king.from) as i8
                })
                .collect();
            assert_eq!(ways, said, "{name}: {}", piece.moves);
        }
    }
}

#[test]
fn a_movement_that_keeps_its_letters_means_the_same_there() {
    let rows: Value =
        serde_json::from_str(include_str!("../../../tests/data/betza-legs.json")).expect("JSON");
    let asked = Asked { longest: 8, ..Asked::default() };
    let mut agree = 0;
    for row in rows["rows"].as_array().expect("rows") {
        let betza = row["betza"].as_str().expect("a movement");
        if in_diagram(betza, asked).as_deref() != Ok(betza) {
            continue;
        }
        let listed = |key: &str| -> BTreeSet<String> {
            let all = row[key].as_array().expect("a list").iter().filter_map(Value::as_str);
            // what follows a square is what a move does on its way; of a relayed move, only the end counts
            let square = |text: &str| {
                let end = text.split('>').next_back().unwrap_or(text);
                end.split(['(', '{']).next().unwrap_or(end).to_owned()
            };
            all.filter(|text| !text.ends_with('}') || text.contains('{')).map(square).collect()
        };
        assert_eq!(listed("diagram"), listed("expect"), "{betza} is read otherwise there");
        agree += 1;
    }
    assert!(agree > 80, "only {agree} rows");
}
