use super::random::{Dice, play};
use super::reach::Reach;
use super::*;
use crate::board::Bits;
use crate::definition::Word;
use crate::feature::condition::{Amounts, resolve, setting};
use crate::game::builtin_games;
use crate::lint::ends::{Bounds, implies};
use crate::model::condition::{Pieces, Whose};
use crate::rules::resolve as resolve_rules;

/// Every game of the library and every odd but valid file of the tests, with every value of their options.
fn games() -> Vec<Variant> {
    let odd = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/diagnostics/valid");
    let paths =
        std::fs::read_dir(odd).expect("the folder is there").map(|entry| entry.expect("an entry").path());
    let files = paths.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
    let mut names: Vec<String> = files.map(|path| path.to_string_lossy().into_owned()).collect();
    assert!(names.len() > 30, "{}", names.len());
    names.extend(builtin_games().into_iter().map(str::to_owned));
    let mut games = Vec::new();
    for name in names {
        let game = Variant::load(&name, &[]).expect("they load");
        let others = game.definition.variants().map(|definition| {
            let mut report = Report::default();
            let rules = resolve_rules(&definition, &mut report);
            assert!(!report.has_errors(), "{name}: its answers are sound");
            Variant::of(definition, rules)
        });
        let others: Vec<_> = others.collect();
        games.push(game);
        games.extend(others);
    }
    games
}

#[test]
fn no_man_ever_stands_where_it_is_said_never_to() {
    for variant in games() {
        let rules = &variant.rules;
        let reach = Reach::of(rules);
        let view = View { rules, definition: &variant.definition };
        let bounds = Bounds { view, reach: &reach };
        for number in 0..6 {
            let mut game = variant.start();
            play(&mut game, &mut Dice::new(7, number), 250, |game, _, _| {
                for square in rules.geometry.every() {
                    if let Some((kind, side)) = game.piece(square) {
                        let name = &rules.types[usize::from(kind)].name;
                        assert!(
                            reach.squares(kind, side).has(square),
                            "{}: a {name} on {}",
                            variant.name(),
                            rules.geometry.name(square)
                        );
                    }
                }
                counts_are_within(&bounds, game);
                true
            });
        }
    }
}

/// Checks that the numbers of pieces of each type are within the bounds.
fn counts_are_within(bounds: &Bounds<'_>, game: &crate::game::Game) {
    let rules = bounds.view.rules;
    for side in Side::BOTH {
        let of = |wanted: Option<u8>| {
            let selected = rules.geometry.every().filter_map(|square| game.piece(square));
            selected
                .filter(|&(kind, owner)| owner == side && wanted.is_none_or(|wanted| kind == wanted))
                .count() as u32
        };
        let kinds = (0..rules.types.len() as u8).map(Some).chain([None]);
        for kind in kinds {
            let selected = Pieces {
                whose: Whose::Mine,
                types: kind.into_iter().collect(),
                region: None,
                its: None,
                reached: None,
                in_hand: false,
                safety: None,
                attacking: None,
                enclosed: None,
            };
            let (least, most) = bounds.count(&selected, side);
            assert!((least..=most).contains(&of(kind)), "{kind:?}: {} not in {least}..={most}", of(kind));
        }
    }
}

#[test]
fn no_end_of_a_sound_game_is_said_never_to_come_about() {
    for variant in games() {
        let view = View { rules: &variant.rules, definition: &variant.definition };
        let reach = Reach::of(view.rules);
        let never = ends::lints(view, &reach);
        assert!(never.is_empty(), "{}: {never:?}", variant.name());
    }
}

#[test]
fn what_implies_what() {
    let game = Variant::load("chess", &[]).expect("a built-in game");
    let scope = game.rules.scope();
    let meant = |text: &str| {
        let word = Word { text, span: Span::new(SourceId::default(), 0, text.len()) };
        resolve(&scope, word, &setting::END, &mut Report::default()).expect(text)
    };
    for (one, other) in [
        ("count(my rook) = 1", "count(my rook) <= 2"),
        ("count(my rook) < 3", "count(my rook) <= 2"),
        ("count(my rook) > 4", "count(my rook) != 2"),
        ("checkmate", "no move"),
        ("checkmate", "count(my rook) = 1 or check"),
        ("not no move", "not checkmate"),
        ("5th occurrence", "third occurrence"),
    ] {
        assert!(implies(&meant(one), &meant(other)), "{one} {other}");
        assert!(!implies(&meant(other), &meant(one)) || one == "count(my rook) < 3", "{other} {one}");
    }
    assert!(!implies(&meant("check"), &meant("no move")));
}

#[test]
fn shares_have_the_intervals_of_the_books() {
    // 8 of 10: 0.4902 to 0.9433, as in R. G. Newcombe, Statistics in Medicine 17 (1998), method 3
    let (low, high) = Share { part: 8, whole: 10 }.interval();
    assert!((low - 0.4902).abs() < 1e-4 && (high - 0.9433).abs() < 1e-4, "{low} {high}");
    // 81 of 263: 0.2553 to 0.3662, an example there
    let (low, high) = Share { part: 81, whole: 263 }.interval();
    assert!((low - 0.2553).abs() < 1e-4 && (high - 0.3662).abs() < 1e-4, "{low} {high}");
    assert_eq!(Share { part: 0, whole: 0 }.interval(), (0.0, 1.0));
}

#[test]
fn a_score_counts_a_draw_as_a_half() {
    let mut deep = Deep::default();
    assert_eq!(deep.score(Side::White), None);
    deep.ends.insert("one".to_owned(), [30, 10, 60]);
    let (score, (low, high)) = deep.score(Side::White).expect("games were finished");
    assert!((score - 0.6).abs() < 1e-12);
    // the variance is 0.3 + 0.15 - 0.36 = 0.09, the half width 1.96 * 0.03
    assert!((low - (0.6 - 0.0588)).abs() < 1e-4 && (high - (0.6 + 0.0588)).abs() < 1e-4, "{low} {high}");
    assert!((deep.score(Side::Black).expect("games").0 - 0.4).abs() < 1e-12);
    deep.lengths = vec![1, 2, 4, 9];
    assert_eq!((deep.median_length(), deep.mean_length()), (3.0, 4.0));
}

/// A clock on which a tenth of a second passes whenever it is read.
fn hasty() -> crate::Clock {
    use std::sync::atomic::{AtomicU64, Ordering};
    static LOOKS: AtomicU64 = AtomicU64::new(0);
    crate::Clock::new(|| std::time::Duration::from_millis(100 * LOOKS.fetch_add(1, Ordering::Relaxed)))
}

#[test]
fn what_there_was_no_time_to_try_is_said() {
    let chess = Variant::load("chess", &[]).expect("it is built in");
    let found = random::lints(&chess, random::Budget::new(hasty()));
    let [note] = &found[..] else { panic!("{found:?}") };
    assert_eq!(note.code, "ferz::lint::cut_short");
    assert_eq!(note.labels[0].text, "0 of 20 random games of 200 plies were played in the time available");
    let mut report = Report::default();
    report.push(note.clone());
    assert_eq!(report.without_advice(), 0, "it is shown whatever is asked for");
}
