//! Movements laid out, against worked rows of the notation: the squares a piece may go to, and what happens on the way.

use std::collections::BTreeSet;

use serde_json::Value;

use super::way::Way;
use super::{Need, Seen, ways};
use crate::board::{Bits, Geometry, Square, SquareSet};
use crate::model::movement::Movement;
use crate::model::path::{Ends, Path};
use crate::model::pieces::Side;
use crate::notation::moves::moves;

/// A row's board, from the side of the piece.
struct Row {
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
    fn of_example(example: &Value) -> Self {
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
    fn play(&self, movement: &Movement) -> (BTreeSet<String>, BTreeSet<String>) {
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
fn meaning(text: &str) -> BTreeSet<(bool, Way<Square>)> {
    let movement = moves(text).unwrap_or_else(|e| panic!("{text}: {e:?}")).0;
    let geometry = Geometry::new(8, 8);
    let seen = Seen { geometry: &geometry, kind: 0, side: Side::White };
    let all = movement.into_paths().into_iter();
    all.flat_map(|path| ways(&seen, &path, 27).expect("few").into_iter().map(move |way| (path.first, way)))
        .collect()
}

/// The squares that a movement leads to from d4 on an empty board.
fn ends(text: &str) -> Vec<String> {
    let example = serde_json::json!({ "board": "8x8", "at": "d4", "own": [], "enemy": [] });
    let movement = moves(text).unwrap_or_else(|e| panic!("{text}: {e:?}")).0;
    Row::of_example(&example).play(&movement).0.into_iter().collect()
}

#[test]
fn worked_rows_go_where_they_say() {
    let text = include_str!("../../tests/data/betza-legs.json");
    let rows: Value = serde_json::from_str(text).expect("the rows are well formed");
    let rows = rows["rows"].as_array().expect("rows");
    let (mut wrong, mut elsewhere) = (Vec::new(), 0);
    for row in rows {
        let betza = row["betza"].as_str().expect("a movement");
        let (movement, _) = moves(betza).unwrap_or_else(|faults| panic!("{betza}: {faults:?}"));
        // castling is no walk; tests/walker.rs has it
        if betza.contains('O') {
            elsewhere += 1;
            continue;
        }
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
    assert_eq!(elsewhere, 5);
}

#[test]
fn recorded_examples_go_where_they_say() {
    let text = include_str!("../../tests/data/betza.json");
    let mut wrong = Vec::new();
    for example in serde_json::from_str::<Vec<Value>>(text).expect("the examples are well formed") {
        let text = example["betza"].as_str().expect("a movement");
        let movement = moves(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}")).0;
        let dest = example["dest"].as_array().expect("squares").iter();
        let names: BTreeSet<String> = dest.map(|one| one.as_str().expect("a square").to_owned()).collect();
        if Row::of_example(&example).play(&movement).0 != names {
            wrong.push(text.to_owned());
        }
    }
    // one of the programs recorded here lets a later leg without directions go forward and sideways only
    assert_eq!(wrong, ["aW"]);
}

#[test]
fn two_ways_of_writing_legs_are_one_movement() {
    for (one, other) in [
        ("[W-F]", "[W-fsF]"),
        ("[F-R]", "yafsF"),
        ("[F?R]", "F yafsF"),
        ("[R-sR]", "masR"),
        ("[R?sR]", "RmasR"),
        ("gQ", "gafQ"),
        ("pR", "[pR-fR]"),
    ] {
        assert_eq!(meaning(one), meaning(other), "{one} and {other}");
    }
    assert_ne!(meaning("[W-F]"), meaning("[F-W]"));
}

#[test]
fn letters_in_front_of_brackets_choose_whole_paths() {
    let ends = |text: &str| ends(text);
    assert_eq!(ends("fr[W-F]"), ["f5"]);
    assert_eq!(ends("fr[W?B]"), ["e4", "f5", "g6", "h7"]);
    assert_eq!(ends("f[W-F]"), ["c6", "e6"]);
    assert_eq!(ends("v[F-W]"), ["c2", "c6", "e2", "e6"]);
    assert_eq!(ends("[N-W]"), ["a3", "a5", "c1", "c7", "e1", "e7", "g3", "g5"]);
}
