//! Tests of tables.

use super::*;

fn table(name: &str, moves: &str) -> Table {
    let variant = Variant::load(name, &[]).unwrap();
    let seats = Seats { black: Seat::Person, ..Seats::default() };
    let mut table = Table::new(Origin::BuiltIn(name.to_owned()), &variant, None, seats).unwrap();
    moves.split_whitespace().for_each(|mv| table.play(mv).unwrap());
    table
}

#[test]
fn moves_taken_back_can_be_played_again_until_another_is() {
    let mut table = table("chess", "e4 d5 exd5");
    table.undo(Some(1)).unwrap();
    assert_eq!((table.moves().len(), table.ahead.len()), (1, 2));
    table.redo().unwrap();
    assert_eq!(table.moves(), ["e2e4", "d7d5"]);
    table.play("exd5").unwrap();
    assert!(table.redo().is_err());
    table.undo(None).unwrap();
    table.play("Nc3").unwrap();
    assert!(table.ahead.is_empty());
    assert!(table.undo(Some(9)).is_err() && table.play("e2e5").is_err());
}

#[test]
fn against_the_engine_a_person_gets_its_own_turn_back() {
    let mut table = table("chess", "e4 e5 Nf3 Nc6");
    table.seats.black = Seat::Engine;
    table.undo(None).unwrap();
    assert_eq!(table.moves(), ["e2e4", "e7e5"]);
    table.redo().unwrap();
    assert_eq!(table.moves().len(), 4);
}

#[test]
fn a_game_goes_out_as_pgn_and_comes_in_again() {
    let mut table = table("chess", "e4 d5 exd5");
    let text = table.pgn("normal", "2026-05-31").unwrap();
    assert!(text.contains("[Variant \"normal\"]") && text.ends_with("1. e4 d5 2. exd5 *\n"), "{text}");
    let read = |text: &str| {
        Table::of_pgn(table.origin.clone(), table.game.variant(), text, table.seats).map(|t| t.game.fen())
    };
    assert_eq!(read(&text).unwrap(), table.game.fen());
    assert_eq!(read("1. e4 d5 2. exd5").unwrap(), table.game.fen());
    assert!(read("1. e4 e5 2. Ke3 *").unwrap_err().message().contains("column 13"));
    assert!(read("").is_err());
    table.undo(Some(0)).unwrap();
}

#[test]
fn what_is_kept_is_restored() {
    let mut table = table("courtyard", "");
    let first = table.game.legal_moves()[0].to_string();
    table.play(&first).unwrap();
    table.undo(Some(0)).unwrap();
    let text = serde_json::to_string(&table.kept()).unwrap();
    let kept: Kept = serde_json::from_str(&text).unwrap();
    let mut again = Table::restored(&kept, table.game.variant()).unwrap();
    assert_eq!(again.game.fen(), table.game.fen());
    again.redo().unwrap();
    assert_eq!(again.moves(), [first]);
}

#[test]
fn a_position_outlives_a_change_of_the_rules_where_it_makes_sense() {
    let text = |moves: &str, files: usize| {
        format!(
            "game.name = \"Two\"\nboard = {{ files = {files}, ranks = 4 }}\nend.stuck.lose = \"no move\"\n\
             setup.white = [\"A{}\"]\npieces.a = {{ letter = \"A\", moves = \"{moves}\" }}",
            " .".repeat(files - 1)
        )
    };
    let load = |text: &str| Variant::from_text("two.toml", text, &[]).unwrap();
    let origin = Origin::File("/two.toml".to_owned());
    let seats = Seats { black: Seat::Person, ..Seats::default() };
    let mut table = Table::new(origin, &load(&text("R", 4)), None, seats).unwrap();
    table.play("a1c1").unwrap();
    table.play("a4d4").unwrap();
    table.follow(&load(&text("Q", 4)));
    assert_eq!((table.moves().len(), table.note.as_deref()), (2, None));
    let fen = table.game.fen();
    table.follow(&load(&text("W", 4)));
    assert_eq!((table.moves().len(), table.game.fen()), (0, fen));
    assert!(table.note.as_deref().is_some_and(|note| note.contains("as it was")));
    let mut again = Table::restored(&table.kept(), &load(&text("W", 4))).unwrap();
    again.restart().unwrap();
    assert_eq!((again.start.as_deref(), again.game.fen()), (None, load(&text("W", 4)).start().fen()));
    table.follow(&load(&text("W", 5)));
    assert_eq!(table.start, None);
    assert!(table.note.as_deref().is_some_and(|note| note.contains("0 of the 0")), "{:?}", table.note);
}
