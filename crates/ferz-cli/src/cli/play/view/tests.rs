//! The view without a terminal: played by events, drawn into a buffer.

use std::path::PathBuf;
use std::time::Duration;

use ferz::draw::text::Figures;
use ferz::{Level, MoveKind, Score, Side, Variant};
use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

use super::super::clock::Clock;
use super::super::record::Record;
use super::super::seat::Seat;
use super::super::session::Session;
use super::super::store::Place;
use super::keys::{Act, Intent, read};
use super::sheet::{Pick, Sheet};
use super::state::{Flow, Found, Kind, Look, Purpose, View};

const PLAIN: Look = Look { figures: Figures::Letters, colour: false, unicode: false };

fn view(name: &str, fen: Option<&str>, seats: [Seat; 2], size: (u16, u16)) -> View {
    let variant = Variant::load(name, &[]).unwrap();
    let game = fen.map_or_else(|| variant.start(), |fen| variant.start_from(fen).unwrap());
    let (name, level, place) = (name.to_owned(), Level::USUAL, Place::Nowhere);
    let record =
        Record { name, seats, level, seed: 1, start: None, clock: Clock::default(), place, lost: None };
    View::new(Session::new(game, record, None), PLAIN, size)
}

fn by_hand(name: &str) -> View {
    view(name, None, [Seat::Human; 2], (80, 24))
}

/// Presses keys: a character each, `<` and `>` for Escape and Enter, `^v` for up and down, `{}` for left and right.
fn press(view: &mut View, keys: &str) -> Flow {
    let mut flow = Flow::On;
    for key in keys.chars() {
        let code = match key {
            '<' => KeyCode::Esc,
            '>' => KeyCode::Enter,
            '^' => KeyCode::Up,
            'v' => KeyCode::Down,
            '{' => KeyCode::Left,
            '}' => KeyCode::Right,
            _ => KeyCode::Char(key),
        };
        let event = Event::Key(KeyEvent::new(code, KeyModifiers::NONE));
        flow = view.obey(read(&event).expect("every key means something"));
    }
    flow
}

fn cursor(view: &mut View, square: &str) {
    view.cursor = square.parse().unwrap();
}

fn drawn(view: &View) -> String {
    let mut terminal = Terminal::new(TestBackend::new(view.size.width, view.size.height)).unwrap();
    terminal.draw(|frame| view.draw(frame.buffer_mut())).unwrap();
    let buffer = terminal.backend().buffer();
    let line = |row: u16| {
        let line: String = (0..view.size.width).map(|column| buffer[(column, row)].symbol()).collect();
        line.trim_end().to_owned()
    };
    (0..view.size.height).map(line).collect::<Vec<_>>().join("\n")
}

/// The moves so far in coordinates.
fn made(view: &View) -> Vec<String> {
    view.game().moves().iter().map(ToString::to_string).collect()
}

#[track_caller]
fn shows(name: &str, view: &View) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/screens");
    insta::with_settings!({ snapshot_path => folder, prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, drawn(view));
    });
}

#[test]
fn what_a_part_of_a_turn_puts_on_the_board_goes_to_the_square_pointed_at() {
    let mut view = by_hand("duck");
    press(&mut view, "e2e4>");
    cursor(&mut view, "e5");
    press(&mut view, ">");
    assert_eq!(view.game().side_to_move(), Side::Black);
    assert!(drawn(&view).contains('*'), "{}", drawn(&view));
}

#[test]
fn a_courier_board_fits_an_ordinary_terminal() {
    let mut view = view("courier", None, [Seat::Human, Seat::Player], (80, 24));
    press(&mut view, "Kf2>");
    cursor(&mut view, "b1");
    shows("courier", &view);
}

#[test]
fn time_goes_by_for_who_is_to_move_and_is_kept_with_the_game() {
    let mut view = by_hand("chess");
    let kept = |view: &View| view.sitting.record.save(view.game(), None).text();
    assert!(!kept(&view).contains("used:"));
    view.tick(Duration::from_secs(65));
    press(&mut view, "e2e4>");
    view.tick(Duration::from_millis(1500));
    assert!(kept(&view).contains("\nused: 65.000 1.500\n"), "{}", kept(&view));
    // a new game begins with new clocks
    view.act(Act::New);
    assert!(!kept(&view).contains("used:"));
}

#[test]
fn walls_and_regions_are_drawn_without_colour() {
    let mut view = by_hand("courtyard");
    shows("courtyard", &view);
    press(&mut view, "f");
    shows("courtyard_turned", &view);
}

#[test]
fn numbered_squares_have_their_numbers() {
    let mut view = view("international-draughts", None, [Seat::Human; 2], (100, 40));
    press(&mut view, "32-28>18-23>");
    shows("draughts", &view);
}

#[test]
fn targets_are_told_apart_without_colour() {
    let mut view = view("chess", Some("1n5k/P7/8/3p4/4P3/8/8/K7 w"), [Seat::Human; 2], (60, 24));
    cursor(&mut view, "e4");
    press(&mut view, ">");
    shows("targets", &view);
    press(&mut view, "<");
    cursor(&mut view, "a7");
    press(&mut view, ">^}>");
    shows("ways", &view);
}

#[test]
fn pieces_in_hand_are_shown_and_dropped() {
    let fen = "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[NNPp] w KQkq - 0 1";
    let mut view = view("crazyhouse", Some(fen), [Seat::Human; 2], (80, 24));
    press(&mut view, "N@e4>");
    assert_eq!(made(&view), ["N@e4"]);
    shows("hands", &view);
    // by the cursor: an empty square, and what to put there
    cursor(&mut view, "d5");
    press(&mut view, ">");
    let Some(Sheet::Menu(menu)) = &view.sheet else { panic!("no menu") };
    assert_eq!(menu.entries.len(), 1);
    assert_eq!(menu.entries[0].0, "P@d5  drop a pawn");
    press(&mut view, ">");
    assert_eq!(made(&view), ["N@e4", "P@d5"]);
    // no piece of the other side can be chosen
    cursor(&mut view, "e2");
    press(&mut view, ">");
    assert!(view.sheet.is_none());
}

#[test]
fn a_promoted_form_is_written_with_a_plus_before() {
    let mut view = view("shogi", Some("4k4/9/9/9/9/+R8/9/9/4K4[] w - - 0 1"), [Seat::Human; 2], (80, 24));
    press(&mut view, "+Ra5>");
    assert_eq!(made(&view), ["a4a5"]);
}

#[test]
fn a_small_terminal_still_has_a_board_and_a_smaller_one_says_so() {
    let mut view = view("chess", None, [Seat::Human; 2], (48, 12));
    press(&mut view, "e2e4>");
    shows("small", &view);
    view.obey(Intent::Resize(30, 8));
    shows("too_small", &view);
    for size in [(1, 1), (0, 0), (500, 2), (2, 500)] {
        view.obey(Intent::Resize(size.0, size.1));
        press(&mut view, "?");
        drawn(&view);
    }
}

#[test]
fn a_whole_game_is_played_by_cursor() {
    let mut view = by_hand("chess");
    for (from, to) in [("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")] {
        cursor(&mut view, from);
        press(&mut view, ">");
        cursor(&mut view, to);
        press(&mut view, ">");
    }
    assert_eq!(made(&view), ["f2f3", "e7e5", "g2g4", "d8h4"]);
    assert!(drawn(&view).contains("Black has won"));
    cursor(&mut view, "e2");
    press(&mut view, ">");
    assert!(view.words.starts_with("The game is over"), "{}", view.words);
    press(&mut view, "u");
    assert_eq!(view.game().moves().len(), 3);
    press(&mut view, "r");
    assert_eq!(view.game().moves().len(), 4);
}

#[test]
fn arrows_follow_the_screen_also_on_a_turned_board() {
    let mut view = by_hand("chess");
    cursor(&mut view, "e2");
    press(&mut view, ">^^>");
    assert_eq!(made(&view), ["e2e4"]);
    press(&mut view, "f");
    cursor(&mut view, "e7");
    press(&mut view, ">^^>");
    assert_eq!(made(&view), ["e2e4", "e7e5"]);
    press(&mut view, "{{{{{{{{{{{{vvvvvvvvvv");
    assert_eq!(view.cursor.to_string(), "h8");
}

#[test]
fn a_click_chooses_as_enter_does() {
    let mut view = by_hand("courier");
    for name in ["g1", "f2"] {
        let square: ferz::Square = name.parse().unwrap();
        let place = view.plan().unwrap().square(square.file(), square.rank());
        view.obey(Intent::Point(place.x, place.bottom() - 1));
    }
    assert_eq!(made(&view).len(), 1, "{}", view.words);
    view.obey(Intent::Point(79, 0));
    assert_eq!(made(&view).len(), 1);
}

#[test]
fn several_ways_between_two_squares_are_offered() {
    let mut view = view("chess", Some("1n5k/P7/8/8/8/8/8/K7 w"), [Seat::Human; 2], (60, 24));
    cursor(&mut view, "a7");
    press(&mut view, ">^>");
    let Some(Sheet::Menu(menu)) = &view.sheet else { panic!("no menu") };
    assert_eq!(menu.entries.len(), 4);
    assert!(menu.entries.iter().any(|(words, _)| words == "a8=R  become a rook"), "{:?}", menu.entries);
    press(&mut view, "v<");
    assert!(view.sheet.is_none() && made(&view).is_empty());
    press(&mut view, ">2");
    assert_eq!(made(&view).len(), 1);
}

#[test]
fn a_move_that_is_not_between_two_squares_is_in_the_menu() {
    let mut found = Vec::new();
    for name in ferz::builtin_games() {
        let mut view = by_hand(name);
        let mut game = view.game().clone();
        // walks until there is such a move
        for turn in 0..200_usize {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            let kinds = [MoveKind::Huff, MoveKind::Decline, MoveKind::PromotionInPlace];
            if let Some(mv) = moves.iter().find(|mv| kinds.contains(&mv.kind())) {
                view.sitting.game = game;
                view.changed();
                press(&mut view, "m");
                let Some(Sheet::Menu(menu)) = &view.sheet else { panic!("no menu") };
                assert!(
                    menu.entries.iter().any(|entry| entry.1 == Pick::Move(mv.clone())),
                    "{name}: {menu:?}"
                );
                found.push(name);
                break;
            }
            game.play(&moves[turn * 7919 % moves.len()]).unwrap();
        }
    }
    assert!(found.len() > 1, "{found:?}");
}

#[test]
fn a_letter_that_begins_a_move_is_no_command() {
    let mut view = by_hand("courier");
    let bar = view.bar;
    press(&mut view, "e");
    assert_ne!(view.bar, bar);
    press(&mut view, "2");
    assert_eq!(view.bar, bar);
    assert_eq!(view.writing.as_ref().unwrap().text, "e2");
    press(&mut view, "<f2");
    assert!(!view.shape.turned);
    press(&mut view, "<l2");
    assert!(view.sheet.is_none());
    assert_eq!(view.writing.as_ref().unwrap().text, "l2");
    press(&mut view, "<h2");
    assert!(!view.asked);
    press(&mut view, "<u2");
    assert_eq!(view.writing.as_ref().unwrap().text, "2");
    // an 8x8 board has no file l, so that 2 is a level
    let mut view = by_hand("chess");
    press(&mut view, "l2");
    assert_eq!(view.sitting.record.level.number(), 2);
}

#[test]
fn mistaken_moves_are_explained_and_cancelled() {
    let mut view = by_hand("chess");
    press(&mut view, "a1a3>");
    assert!(view.words.contains("the rook is blocked on a2"), "{}", view.words);
    press(&mut view, "Nf3<");
    assert!(view.writing.is_none() && made(&view).is_empty());
    press(&mut view, "Nf3>");
    assert_eq!(made(&view), ["g1f3"]);
}

#[test]
fn earlier_positions_are_looked_at_but_not_played() {
    let mut view = by_hand("chess");
    press(&mut view, "d2d4>d7d5>c2c4>d5c4>");
    let pawn = view.game().variant().piece_types().iter().position(|piece| piece.letter == "P").unwrap();
    assert_eq!(view.lost(Side::White), [(pawn as u8, 1)]);
    press(&mut view, "p");
    assert_eq!(view.shown().moves().len(), 3);
    assert_eq!(view.lost(Side::White), []);
    assert_eq!(view.standing(), "After move 3 of 4.");
    press(&mut view, ">");
    assert_eq!(made(&view).len(), 4);
    view.obey(Intent::Act(Act::First));
    assert_eq!(view.shown().moves().len(), 0);
    press(&mut view, "pn");
    assert_eq!(view.shown().moves().len(), 1);
    press(&mut view, "<");
    assert!(view.past.is_none());
}

#[test]
fn the_engine_is_asked_and_only_the_answer_to_the_last_question_counts() {
    let mut view = view("chess", None, [Seat::Human, Seat::Player], (80, 24));
    assert_eq!(view.asks().unwrap().kind, Kind::Worth);
    view.hear(view.asks().unwrap(), &Found::Worth(Score::Value(30), 4));
    assert!(drawn(&view).contains("Evaluation: +0.30, depth 4"));
    view.hear(view.asks().unwrap(), &Found::Enough);
    assert_eq!(view.asks(), None);
    press(&mut view, "h");
    let hint = view.asks().unwrap();
    assert_eq!(hint.kind, Kind::Hint);
    let mv = view.game().parse_move("d4").unwrap();
    view.hear(hint, &Found::Move(Some(mv)));
    assert_eq!(view.words, "Try d4 (d2d4).");
    press(&mut view, "e2e4>");
    let question = view.asks().unwrap();
    assert_eq!(question.kind, Kind::Move);
    let answer = view.game().parse_move("e5").unwrap();
    // the engine's move for a position that is no longer there must not be played
    press(&mut view, "u");
    view.hear(question, &Found::Move(Some(answer.clone())));
    assert_eq!(made(&view).len(), 0);
    press(&mut view, "e2e4>");
    press(&mut view, "a7a6>");
    assert_eq!(view.words, "It is the engine's turn.");
    view.hear(view.asks().unwrap(), &Found::Move(Some(answer.clone())));
    assert_eq!(made(&view), ["e2e4", "e7e5"]);
    press(&mut view, "u");
    assert_eq!(made(&view).len(), 0);
}

#[test]
fn worth_is_said_for_white_whoever_is_to_move() {
    let mut view = by_hand("chess");
    press(&mut view, "e2e4>");
    view.hear(view.asks().unwrap(), &Found::Worth(Score::Value(50), 3));
    assert_eq!(view.worth.unwrap().score, Score::Value(-50));
    view.hear(view.asks().unwrap(), &Found::Worth(Score::Win(3), 3));
    assert!(drawn(&view).contains("Black wins in 2 moves"));
    press(&mut view, "a");
    press(&mut view, "<e");
    assert_eq!(view.asks(), None);
}

#[test]
fn leaving_asks_only_if_something_would_be_lost() {
    let mut view = by_hand("chess");
    assert_eq!(press(&mut view, "q"), Flow::Leave);
    press(&mut view, "d2d4>");
    assert_eq!(press(&mut view, "q"), Flow::On);
    assert_eq!(press(&mut view, "1"), Flow::On);
    assert!(view.sheet.is_none());
    press(&mut view, "q");
    assert_eq!(press(&mut view, "2"), Flow::Leave);
}

#[test]
fn a_game_is_kept_in_the_file_that_is_named() {
    let path = std::env::temp_dir().join(format!("ferz-view-{}.ferz", std::process::id()));
    let mut view = by_hand("chess");
    press(&mut view, "d2d4>s");
    assert_eq!(view.writing.as_ref().unwrap().purpose, Purpose::File);
    view.obey(Intent::Paste(path.display().to_string()));
    press(&mut view, ">");
    assert!(view.words.contains("is now kept in"), "{}", view.words);
    assert_eq!(press(&mut view, "q"), Flow::Leave);
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(text.contains("d2d4"));
}

const ACTS: [Act; 16] = [
    Act::Undo,
    Act::Redo,
    Act::Hint,
    Act::Flip,
    Act::Level,
    Act::Bar,
    Act::Menu,
    Act::Help,
    Act::Rules,
    Act::Back,
    Act::On,
    Act::First,
    Act::Last,
    Act::Resign,
    Act::New,
    Act::Quit,
];

/// Any event at all.
fn intents() -> impl Strategy<Value = Intent> {
    prop_oneof![
        8 => (-1..=1_i8, -1..=1_i8).prop_map(|(right, down)| Intent::Go(right, down)),
        8 => Just(Intent::Confirm),
        1 => Just(Intent::Cancel),
        6 => (0..90_u16, 0..30_u16).prop_map(|(column, row)| Intent::Point(column, row)),
        4 => proptest::char::range(' ', '~').prop_map(Intent::Char),
        1 => any::<char>().prop_map(Intent::Char),
        1 => any::<String>().prop_map(Intent::Paste),
        1 => Just(Intent::Erase),
        3 => proptest::sample::select(&ACTS[..]).prop_map(Intent::Act),
        1 => (0..120_u16, 0..50_u16).prop_map(|(width, height)| Intent::Resize(width, height)),
        1 => Just(Intent::Resize(80, 24)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_events_whatever_break_the_view(
        name in proptest::sample::select(ferz::builtin_games()),
        intents in proptest::collection::vec(intents(), 1..150),
        unicode in any::<bool>(),
    ) {
        let mut view = by_hand(name);
        if unicode {
            view.look = Look { figures: Figures::Unicode, colour: true, unicode: true };
        }
        for intent in intents {
            // nothing is to be written to a disk
            if view.writing.as_ref().is_some_and(|writing| writing.purpose == Purpose::File) {
                view.writing = None;
            }
            view.obey(intent);
            if let Some(question) = view.asks() {
                let mv = view.asked_of(question).legal_moves().into_iter().next();
                view.hear(question, &Found::Move(mv));
                view.hear(question, &Found::Worth(Score::Value(1), 1));
            }
            drawn(&view);
        }
    }
}

#[test]
fn a_screen_of_any_size_is_drawn_on_in_part() {
    let (width, height) = super::terminal::bounded((u16::MAX, u16::MAX));
    let view = view("chess", None, [Seat::Human; 2], (width, height));
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| view.draw(frame.buffer_mut())).unwrap();
    assert!(usize::from(width) * usize::from(height) <= 1 << 20);
    assert_eq!(super::terminal::bounded((80, 24)), (80, 24));
}

#[test]
fn what_a_player_does_not_see_is_not_drawn() {
    let mut view = view("dark-chess", None, [Seat::Human, Seat::Player], (80, 24));
    press(&mut view, "e2e4>");
    assert_eq!(view.asks().map(|question| question.kind), Some(Kind::Move));
    let reply = view.game().parse_move("e7e5").unwrap();
    let question = view.asks().unwrap();
    view.hear(question, &Found::Move(Some(reply)));
    assert_eq!(view.words, "Black has moved.");
    cursor(&mut view, "d8");
    press(&mut view, ">h");
    assert!(view.words.starts_with("The engine sees everything"), "{}", view.words);
    assert_eq!(view.asks(), None, "what the position is worth is not shown");
    let screen = drawn(&view);
    assert!(screen.contains("e4 ?") && screen.contains("d8 not seen"), "{screen}");
    assert!(!screen.contains("Evaluation"), "{screen}");
    view.act(Act::Resign);
    assert!(drawn(&view).contains("e4 e5"), "{}", drawn(&view));
}
