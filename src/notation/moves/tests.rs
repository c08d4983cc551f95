//! The notation against recorded examples, and against the mistakes people make.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::model::movement::{Jump, Offset};

/// A tiny board: enough to walk on.
struct Board {
    files: i32,
    ranks: i32,
    own: Vec<(i32, i32)>,
    enemy: Vec<(i32, i32)>,
}

impl Board {
    /// Returns the landing square of a jump over a neighbour.
    fn land(&self, jump: Jump, (file, rank): (i32, i32)) -> Option<(i32, i32)> {
        let (dx, dy) = (i32::from(jump.step.dx), i32::from(jump.step.dy));
        let (over, land) = ((file + dx, rank + dy), (file + 2 * dx, rank + 2 * dy));
        let on = (0..self.files).contains(&land.0) && (0..self.ranks).contains(&land.1);
        let empty = !self.own.contains(&land) && !self.enemy.contains(&land);
        (on && empty && self.enemy.contains(&over)).then_some(land)
    }

    /// Every square the movement may end on, from `at`; naive on purpose.
    fn walk(&self, movement: &Movement, at: (i32, i32)) -> BTreeSet<(i32, i32)> {
        let mut ends = BTreeSet::new();
        for one in &movement.moves {
            ends.extend(one.jumps.iter().filter_map(|jump| self.land(*jump, at)));
            for course in &one.courses {
                let (mut square, mut taken) = (at, 0);
                for step in course.cycle.iter().cycle() {
                    square = (square.0 + i32::from(step.dx), square.1 + i32::from(step.dy));
                    taken += 1;
                    let on = (0..self.files).contains(&square.0) && (0..self.ranks).contains(&square.1);
                    let (own, enemy) = (self.own.contains(&square), self.enemy.contains(&square));
                    if !on || course.max.is_some_and(|max| taken > max) || own {
                        break;
                    }
                    if taken % course.stride == 0 && ((enemy && one.capture) || (!enemy && one.quiet)) {
                        ends.insert(square);
                    }
                    if enemy {
                        break;
                    }
                }
            }
        }
        ends
    }
}

fn square(value: &Value) -> (i32, i32) {
    let text = value.as_str().expect("a square");
    let file = i32::from(text.as_bytes()[0]) - i32::from(b'a');
    (file, text[1..].parse::<i32>().expect("a rank") - 1)
}

fn squares(value: &Value) -> Vec<(i32, i32)> {
    value.as_array().expect("squares").iter().map(square).collect()
}

fn examples() -> Vec<Value> {
    let text = include_str!("../../../tests/data/betza.json");
    serde_json::from_str::<Vec<Value>>(text).expect("the examples are well formed")
}

fn walked(example: &Value, movement: &Movement) -> BTreeSet<(i32, i32)> {
    let (files, ranks) = example["board"].as_str().and_then(|b| b.split_once('x')).expect("a board");
    let board = Board {
        files: files.parse().expect("files"),
        ranks: ranks.parse().expect("ranks"),
        own: squares(&example["own"]),
        enemy: squares(&example["enemy"]),
    };
    board.walk(movement, square(&example["at"]))
}

#[test]
fn recorded_examples_go_where_they_say() {
    let mut wrong = Vec::new();
    for example in examples() {
        let text = example["betza"].as_str().expect("a movement");
        let movement = moves(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}")).0;
        let expected: BTreeSet<_> = squares(&example["dest"]).into_iter().collect();
        if movement.paths.is_empty() {
            assert_eq!(walked(&example, &movement), expected, "{example}");
        }
        let names: BTreeSet<String> = squares_as_names(&example["dest"]);
        if rows::Row::of_example(&example).play(&movement).0 != names {
            wrong.push(text.to_owned());
        }
    }
    // one of the programs recorded here lets a later leg without directions go forward and sideways only
    assert_eq!(wrong, ["aW"]);
}

fn squares_as_names(value: &Value) -> BTreeSet<String> {
    value.as_array().expect("squares").iter().map(|one| one.as_str().expect("a square").to_owned()).collect()
}

fn faults(text: &str) -> Vec<Fault> {
    moves(text).expect_err(text)
}

/// Code, marked text and help of the only fault.
#[track_caller]
fn refused(text: &str, code: &str, marked: &str, help: &str) {
    let faults = faults(text);
    let [fault] = &faults[..] else { panic!("{text}: one fault expected: {faults:#?}") };
    assert_eq!(fault.code, format!("ferz::moves::{code}"), "{fault:?}");
    assert_eq!(&text[fault.range.clone()], marked, "{fault:?}");
    let said = fault.help.as_deref().unwrap_or("");
    assert!(said.contains(help), "{text}: {fault:?}");
}

fn same(a: &str, b: &str) {
    let read = |text: &str| {
        let mut movement = moves(text).unwrap_or_else(|e| panic!("{text}: {e:?}")).0;
        movement.moves.iter_mut().for_each(|one| one.courses.sort());
        movement
    };
    assert_eq!(read(a), read(b), "{a} and {b}");
}

#[test]
fn different_spellings_of_a_movement_are_the_same() {
    same("K", "WF");
    same("K3", "W3F3");
    same("KK", "Q");
    same("WW", "R");
    same("R1", "W");
    same("N1", "N");
    same("NN", "N0");
    same("(1,2)", "N");
    same("( 2 , 1 )0", "NN");
    same("mcW", "W");
    same("zB", "zFF");
    same("zR", "zWW");
    same("vW", "fbW");
    same("fmWfcF", " fmW\tfcF ");
    same("mfW", "fmW");
    same("ffN", "fN");
    same("W03", "W3");
    same("fsN", "flfrN");
}

#[test]
fn terms_open_alike_become_one_move() {
    let (movement, lints) = moves("K iN iA iD").expect("good");
    assert_eq!(movement.moves.len(), 2);
    assert_eq!(movement.moves[1].courses.len(), 16);
    assert!(movement.moves[1].first && lints.is_empty());
}

#[test]
fn a_lame_rider_stops_only_after_whole_leaps() {
    let (movement, _) = moves("frnNN").expect("good");
    let course = &movement.moves[0].courses[0];
    assert_eq!(course.cycle, [Offset { dx: 1, dy: 0 }, Offset { dx: 1, dy: 1 }]);
    assert_eq!((course.stride, course.max), (2, None));
    let (limited, _) = moves("nN3").expect("good");
    assert_eq!(limited.moves[0].courses[0].max, Some(6));
}

#[test]
fn a_circular_rider_never_returns_to_its_start() {
    for text in ["qN", "qNN", "qN9"] {
        let (movement, _) = moves(text).expect("good");
        assert_eq!(movement.moves[0].courses.len(), 16);
        assert!(movement.moves[0].courses.iter().all(|course| course.max == Some(7)));
    }
    assert_eq!(moves("qN3").expect("good").0.moves[0].courses[0].max, Some(3));
}

#[test]
fn direction_letters_choose_the_first_leap_of_a_crooked_rider() {
    let (movement, _) = moves("frzB").expect("good");
    let firsts: BTreeSet<_> = movement.moves[0].courses.iter().map(|c| c.cycle[0]).collect();
    assert_eq!(firsts.into_iter().collect::<Vec<_>>(), [Offset { dx: 1, dy: 1 }]);
    assert_eq!(movement.moves[0].courses.len(), 2);
}

#[test]
fn direction_letters_on_k_are_those_of_a_king() {
    same("fK", "fW");
    same("fsK", "fF");
    same("frK", "frF");
    same("fhK", "fW fF");
    same("flQ", "flB");
    same("vQ", "vR");
    same("ifmQ", "ifmR");
}

#[test]
fn two_ways_of_writing_legs_are_one_movement() {
    let paths = |text: &str| {
        let movement = moves(text).unwrap_or_else(|e| panic!("{text}: {e:?}")).0;
        let mut paths = movement.paths;
        paths.sort();
        (movement.moves, paths)
    };
    for (one, other) in [
        ("[W-F]", "[W-fsF]"),
        ("[F-R]", "yafsF"),
        ("[F?R]", "F yafsF"),
        ("[R-sR]", "masR"),
        ("[R?sR]", "RmasR"),
        ("gQ", "gafQ"),
        ("pR", "[pR-fR]"),
    ] {
        assert_eq!(rows::meaning(one), rows::meaning(other), "{one} and {other}");
        assert!(!paths(one).1.is_empty(), "{one}");
    }
    assert_ne!(rows::meaning("[W-F]"), rows::meaning("[F-W]"));
}

#[test]
fn letters_in_front_of_brackets_choose_whole_paths() {
    let ends = |text: &str| rows::ends(text);
    assert_eq!(ends("fr[W-F]"), ["f5"]);
    assert_eq!(ends("f[W-F]"), ["c6", "e6"]);
    assert_eq!(ends("v[F-W]"), ["c2", "c6", "e2", "e6"]);
    assert_eq!(ends("[N-W]"), ["a3", "a5", "c1", "c7", "e1", "e7", "g3", "g5"]);
}

#[test]
fn a_small_letter_for_a_capital_is_guessed() {
    refused("fn", "no_capital", "fn", "did you mean `fN`?");
    refused("fw", "unknown_letter", "w", "did you mean `fW`?");
    refused("MW", "unknown_letter", "M", "did you mean `mW`?");
    refused("K iE", "unknown_letter", "E", "the capitals are");
    refused("fk", "no_capital", "fk", "did you mean `fK`?");
}

#[test]
fn what_is_not_playable_is_named_not_unknown() {
    for (text, letter) in [("O2", "O"), ("I", "I"), ("@4", "@"), ("W isO2", "O")] {
        refused(text, "not_playable", letter, "");
    }
    let message = &faults("O2")[0].message;
    assert_eq!(message, "`O` (castling) is understood but can't be played yet");
}

#[test]
fn misplaced_letters_are_explained() {
    refused("RX", "misplaced_letter", "X", "(1,5)");
    refused("zafN", "misplaced_letter", "z", "leave it out");
    refused("njD", "misplaced_letter", "n", "leave one");
    refused("jW", "misplaced_letter", "j", "`jW2`");
    refused("ajR", "misplaced_letter", "j", "`mpa`");
    refused("fU", "misplaced_letter", "f", "leave it out");
    refused("npR", "misplaced_letter", "n", "paf");
    refused("(a)(a)W", "misplaced_letter", "(", "two terms");
    refused("(f)W", "misplaced_letter", "(f)", "(az)N");
    refused("n[F?R]", "misplaced_letter", "n", "inside");
    refused("[F?yR]", "misplaced_letter", "y", "leave it out");
    refused("[F-pR]", "misplaced_letter", "p", "another leg");
    refused("(a)K", "too_many_ways", "(a)K", "directions");
}

#[test]
fn brackets_that_hold_no_legs_are_explained() {
    refused("[F]", "bad_brackets", "[F]", "without brackets");
    refused("[]", "bad_brackets", "[]", "`[F?R]`");
    refused("[F?R", "bad_brackets", "[F?R", "`[F?R]`?");
    refused("[F?]", "bad_brackets", "[F?]", "without brackets");
    refused("[F-R?]", "bad_brackets", "?", "leave it out");
    refused("[F R]", "bad_brackets", "R", "`[F?R]`");
    refused("[F,R]", "bad_brackets", ",", "`[F?R]`");
    refused("[F?R]3", "bad_brackets", "3", "[F-R3]");
    refused("[F-sR]", "leads_nowhere", "[F-sR]", "45");
    refused("[N-fW]", "unclear_direction", "fW", "outward");
}

#[test]
fn every_fault_of_a_movement_is_reported() {
    let codes: Vec<_> = faults("mmW 3F fR é fm").into_iter().map(|fault| fault.code).collect();
    let expected = ["repeated_letter", "stray_number", "unknown_letter", "no_capital"];
    assert_eq!(codes, expected.map(|code| format!("ferz::moves::{code}")));
}

#[test]
fn mistakes_are_explained() {
    refused("", "empty", "", "write how");
    refused("  ", "empty", "", "write how");
    refused("f W", "no_capital", "f", "leave no space: `fW`");
    refused("fm", "no_capital", "fm", "the capitals are");
    refused("mmW", "repeated_letter", "m", "leave one");
    refused("3W", "stray_number", "3", "did you mean `W3`?");
    refused("(1,2", "broken_leap", "(1,2", "did you mean `(1,2)`?");
    refused("(1;2)", "broken_leap", "(1;2)", "did you mean `(1,2)`?");
    refused("(WF)", "broken_leap", "(WF)", "no brackets are needed here: `WF`");
    refused("(0,0)", "leap_nowhere", "(0,0)", "");
    refused("(16,1)", "leap_too_far", "(16,1)", "15");
    refused("(99999999,1)", "leap_too_far", "(99999999,1)", "15");
    refused("W99999999999", "range_too_great", "99999999999", "`W0`");
    refused("RR", "repeated_capital", "RR", "write `R`");
    refused("NNN", "repeated_capital", "NNN", "write `NN`");
    refused("nW", "never_lame", "n", "leave `n` out");
    refused("hF", "unclear_direction", "h", "`fh`");
    refused("N, W", "unknown_letter", ",", "`N W`");
}

#[test]
fn letters_that_dialects_dispute_are_warned_of() {
    let (movement, lints) = moves("L").expect("good");
    assert_eq!(movement, moves("C").expect("good").0);
    assert_eq!((lints[0].code, lints[0].range.clone()), ("ferz::moves::letter_variants", 0..1));
    assert!(moves("J").expect("good").1[0].help.as_deref().is_some_and(|help| help.contains("`Z`")));
}

#[test]
fn what_changes_nothing_is_warned_of() {
    for text in ["vF", "WW WW", "(1,2)(1,2)", "fbF"] {
        let (_, lints) = moves(text).expect(text);
        assert!(!lints.is_empty(), "{text}");
    }
    assert_eq!(moves("fsN fsD lvN hlN").expect("good").1, []);
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,60}") {
        check(&text);
    }

    #[test]
    fn no_row_of_likely_letters_makes_the_reader_panic(text in "[a-zWFDNAHCLZJGKRBQOX0-9(,)\\[ ]{0,80}") {
        check(&text);
    }

    #[test]
    fn every_playable_row_is_read(text in "([mci]?(f|fl|s|)[WFDNACZ](0|3|) ){1,6}") {
        prop_assert!(moves(&text).is_ok(), "{text}: {:?}", moves(&text));
    }
}

/// Every fault of any text has its range within the text.
fn check(text: &str) {
    let faults = match moves(text) {
        Ok((movement, lints)) => {
            assert!(!describe(&movement).is_empty());
            lints
        }
        Err(faults) => {
            assert!(!faults.is_empty());
            faults
        }
    };
    for fault in faults {
        assert!(text.get(fault.range.clone()).is_some(), "{text:?}: {fault:?}");
    }
}

#[test]
fn absurd_texts_are_refused_quickly() {
    for unit in ["f ", "(", "W", "f(", "a", "9", "[", "é", "fK", "W W", "qNN", "\u{a0}w"] {
        check(&unit.repeat(4096 / unit.len()));
    }
    assert_eq!(faults(&"W".repeat(5000))[0].code, "ferz::moves::too_long");
}

/// The squares a piece may go to by worked rows of the notation, and what happens on the way.
mod rows {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::super::moves;
    use crate::board::{Bits, Geometry, Square, SquareSet};
    use crate::model::movement::Movement;
    use crate::model::path::{Ends, Path};
    use crate::model::pieces::Side;
    use crate::walk::Way;
    use crate::walk::{Need, Seen, ways};

    /// A row's board, from the side of the piece.
    pub(super) struct Row {
        geometry: Geometry,
        side: Side,
        from: Square,
        moved: bool,
        own: SquareSet,
        foe: SquareSet,
    }

    impl Row {
        fn new(row: &Value) -> Self {
            let number = |key: &str| row[key].as_u64().expect("a number") as u8;
            let geometry = Geometry::new(number("files"), number("ranks"));
            let set = |key: &str| {
                let names = row[key].as_str().expect("squares").split(',').filter(|name| !name.is_empty());
                names.fold(SquareSet::NONE, |set, name| {
                    set | SquareSet::bit(geometry.parse(name).expect("a square"))
                })
            };
            Self {
                side: if row["black"] == true { Side::Black } else { Side::White },
                from: geometry.parse(row["from"].as_str().expect("a square")).expect("a square"),
                moved: row["moved"] == true,
                own: set("own"),
                foe: set("foe"),
                geometry,
            }
        }

        /// A board of an example of the other kind.
        pub(super) fn of_example(example: &Value) -> Self {
            let (files, ranks) =
                example["board"].as_str().and_then(|board| board.split_once('x')).expect("a board");
            let geometry = Geometry::new(files.parse().expect("files"), ranks.parse().expect("ranks"));
            let square = |name: &Value| geometry.parse(name.as_str().expect("a square")).expect("a square");
            let set = |key: &str| {
                let names = example[key].as_array().expect("squares").iter();
                names.fold(SquareSet::NONE, |set, name| set | SquareSet::bit(square(name)))
            };
            let (own, foe, from) = (set("own"), set("enemy"), square(&example["at"]));
            Self { side: Side::White, from, moved: false, own, foe, geometry }
        }

        fn ways(&self, path: &Path, from: Square) -> Vec<Way<Square>> {
            let seen = Seen { geometry: &self.geometry, kind: 0, side: self.side };
            let open = |way: &Way<Square>| {
                let holds = |&(at, need): &(Square, Need)| match need {
                    Need::Empty => !self.occupied().has(at),
                    Need::Hurdle => self.occupied().has(at),
                    Need::TameHurdle => self.own.has(at),
                    Need::Enemy => self.foe.has(at),
                    Need::Own => self.own.has(at),
                    Need::RoyalEnemy | Need::Passed => false,
                };
                way.needs.iter().all(holds)
            };
            ways(&seen, path, from).expect("few ways").into_iter().filter(open).collect()
        }

        fn occupied(&self) -> SquareSet {
            self.own | self.foe
        }

        fn name(&self, square: Square) -> String {
            self.geometry.name(square)
        }

        /// Every square that a movement leads to, and every effect, as the rows write them.
        pub(super) fn play(&self, movement: &Movement) -> (BTreeSet<String>, BTreeSet<String>) {
            let (mut squares, mut effects) = (BTreeSet::new(), BTreeSet::new());
            for path in movement.clone().into_paths().into_iter().filter(|path| !(path.first && self.moved)) {
                for way in self.ways(&path, self.from) {
                    self.end(&way, &mut squares, &mut effects);
                }
            }
            let odd: BTreeSet<String> =
                effects.iter().filter_map(|effect| effect.split(' ').next()).map(str::to_owned).collect();
            effects.retain(|effect| effect.contains(' ') || odd.contains(effect));
            let plain = effects.iter().filter(|effect| effect.contains(' '));
            let plain: BTreeSet<&str> = plain.filter_map(|effect| effect.split(' ').next()).collect();
            let kept = effects.iter().filter(|e| e.contains(' ') || plain.contains(e.as_str()));
            (squares, kept.cloned().collect())
        }

        fn end(&self, way: &Way<Square>, squares: &mut BTreeSet<String>, effects: &mut BTreeSet<String>) {
            let to = way.to;
            let emptied = to == self.from && way.relay.is_none() || way.taken.contains(&to);
            let (own, foe) = (self.own.has(to) && !emptied, self.foe.has(to) && !emptied);
            let mut said: Vec<String> = Vec::new();
            let ends = way.ends;
            if own && ends.meets(Ends::RELAY) {
                // rooks, in these rows
                if way.relay.is_none() {
                    let rook = moves("R").expect("good").0;
                    let (more, _) = self.play(&rook);
                    let ends: BTreeSet<String> = more.into_iter().collect();
                    effects.extend(ends.iter().cloned());
                    squares.extend(ends);
                }
                return;
            }
            let open = if own {
                ends.meets(Ends::OWN)
            } else if foe {
                ends.meets(Ends::ENEMY)
            } else {
                ends.meets(Ends::EMPTY)
            };
            if !open {
                return;
            }
            let set_down = way.set_down.map(|(victim, _)| victim);
            for &at in way.taken.iter().filter(|&&at| Some(at) != set_down) {
                let whose = if self.own.has(at) { "own " } else { "" };
                said.push(format!("takes {whose}{}", self.name(at)));
            }
            if own && set_down != Some(to) {
                said.push(format!("takes own {}", self.name(to)));
            }
            if let Some((victim, put)) = way.set_down {
                said.push(format!("puts {} on {}", self.name(victim), self.name(put)));
            }
            if let Some(by) = way.relay {
                said.push(format!("by {}", self.name(by)));
            }
            for &at in way.leaves.iter().filter(|_| !own && !foe) {
                said.push(format!("leaves {}", self.name(at)));
            }
            squares.insert(self.name(to));
            effects.insert(match said.is_empty() {
                true => self.name(to),
                false => format!("{} {}", self.name(to), said.join(", ")),
            });
        }
    }

    /// The ways of a movement from the middle of an empty board, with what they need.
    pub(super) fn meaning(text: &str) -> BTreeSet<(bool, Way<Square>)> {
        let movement = moves(text).unwrap_or_else(|e| panic!("{text}: {e:?}")).0;
        let geometry = Geometry::new(8, 8);
        let seen = Seen { geometry: &geometry, kind: 0, side: Side::White };
        let all = movement.into_paths().into_iter();
        all.flat_map(|path| {
            ways(&seen, &path, 27).expect("few").into_iter().map(move |way| (path.first, way))
        })
        .collect()
    }

    /// The squares that a movement leads to from d4 on an empty board.
    pub(super) fn ends(text: &str) -> Vec<String> {
        let example = serde_json::json!({ "board": "8x8", "at": "d4", "own": [], "enemy": [] });
        let movement = moves(text).unwrap_or_else(|e| panic!("{text}: {e:?}")).0;
        Row::of_example(&example).play(&movement).0.into_iter().collect()
    }

    #[test]
    fn worked_rows_go_where_they_say() {
        let text = include_str!("../../../tests/data/betza-legs.json");
        let rows: Value = serde_json::from_str(text).expect("the rows are well formed");
        let rows = rows["rows"].as_array().expect("rows");
        let (mut wrong, mut refused) = (Vec::new(), Vec::new());
        for row in rows {
            let betza = row["betza"].as_str().expect("a movement");
            let movement = match moves(betza) {
                Ok((movement, _)) => movement,
                Err(faults) => {
                    refused.push(format!("{betza}: {}", faults[0].message));
                    continue;
                }
            };
            let listed = |key: &str| -> BTreeSet<String> {
                let all = row[key].as_array().expect("a list").iter();
                all.map(|one| one.as_str().expect("a text").to_owned()).collect()
            };
            let (squares, effects) = Row::new(row).play(&movement);
            if (&squares, &effects) != (&listed("expect"), &listed("effects")) {
                let missing: Vec<_> = listed("expect").difference(&squares).cloned().collect();
                let more: Vec<_> = squares.difference(&listed("expect")).cloned().collect();
                wrong.push(format!(
                    "{betza} own {} foe {}: missing {missing:?}, more {more:?}; effects {effects:?} for {:?}",
                    row["own"],
                    row["foe"],
                    listed("effects")
                ));
            }
        }
        assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), rows.len(), wrong.join("\n"));
        assert!(refused.iter().all(|one| one.contains("`O` (castling)")), "{refused:?}");
        assert_eq!(refused.len(), 5);
    }
}
