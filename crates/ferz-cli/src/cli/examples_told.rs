//! The outcomes of examples for programs, and the position of one that fails.

use std::io::Write;

use ferz::Game;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use serde_json::json;

use super::draw::{Figures, Look, board};
use super::examples::Suite;

/// The board with the side to move or the result, and the FEN.
pub(super) fn position(game: &Game) -> String {
    let turn = game.outcome_in_words().unwrap_or_else(|| {
        let check = if game.is_check() { ", in check" } else { "" };
        format!("{} to move{check}", game.variant().side_name(game.side_to_move()))
    });
    let drawn = board(game, &Look::plain(Figures::Letters), &[]);
    format!("{}\n  {turn}\n  {}", drawn.trim_end(), game.fen())
}

/// One JSON object per line for each example, or for the game if it can't be loaded.
pub(super) fn json(suite: &Suite) -> String {
    if let Some(message) = &suite.unloaded {
        return format!(
            "{}\n",
            json!({ "game": suite.game, "name": null, "passed": false, "message": message })
        );
    }
    let line = |outcome: &ferz::ExampleOutcome| {
        let (file, line, column) = &outcome.place;
        let problem = outcome.problem.as_ref();
        let object = json!({
            "game": suite.game, "name": outcome.shows, "passed": outcome.fault.is_none(),
            "file": file, "line": line, "column": column,
            "code": problem.map(|problem| problem.code),
            "message": outcome.fault,
            "help": problem.and_then(|problem| problem.help.as_ref()),
            "fen": outcome.game.as_ref().map(Game::fen),
            "counted": outcome.counted.as_ref().map(|counted| counted.number),
        });
        format!("{object}\n")
    };
    suite.outcomes.iter().map(line).collect()
}

/// The report that CI systems read: a suite for each game, a case for each example.
pub(super) fn junit(suites: &[Suite]) -> std::io::Result<Vec<u8>> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let sum = |count: fn(&Suite) -> usize| suites.iter().map(count).sum::<usize>().to_string();
    let (tests, failures, errors) = (sum(cases), sum(Suite::failed), sum(unloaded));
    let all = [("name", "ferz test"), ("tests", &tests), ("failures", &failures), ("errors", &errors)];
    writer
        .create_element("testsuites")
        .with_attributes(all)
        .write_inner_content(|writer| suites.iter().try_for_each(|one| suite(writer, one)))?;
    writer.get_mut().write_all(b"\n")?;
    Ok(writer.into_inner())
}

fn cases(suite: &Suite) -> usize {
    suite.outcomes.len() + unloaded(suite)
}

fn unloaded(suite: &Suite) -> usize {
    usize::from(suite.unloaded.is_some())
}

fn suite(writer: &mut Writer<Vec<u8>>, suite: &Suite) -> std::io::Result<()> {
    let (game, time) = (plain(&suite.game), format!("{:.3}", suite.time.as_secs_f64()));
    let numbers = [cases(suite), suite.failed(), unloaded(suite)].map(|number| number.to_string());
    let attributes = [
        ("name", game.as_str()),
        ("tests", &numbers[0]),
        ("failures", &numbers[1]),
        ("errors", &numbers[2]),
        ("time", &time),
    ];
    writer.create_element("testsuite").with_attributes(attributes).write_inner_content(|writer| {
        if let Some(message) = &suite.unloaded {
            let case =
                writer.create_element("testcase").with_attributes([("name", "loads"), ("classname", &game)]);
            case.write_inner_content(|writer| told(writer, "error", "the game can't be loaded", message))?;
        }
        suite.outcomes.iter().try_for_each(|outcome| case(writer, &game, outcome))
    })?;
    Ok(())
}

fn case(writer: &mut Writer<Vec<u8>>, game: &str, outcome: &ferz::ExampleOutcome) -> std::io::Result<()> {
    let (file, line, column) = &outcome.place;
    let (name, line_text) = (plain(&outcome.shows), line.to_string());
    let attributes = [("name", name.as_str()), ("classname", game), ("file", file), ("line", &line_text)];
    let case = writer.create_element("testcase").with_attributes(attributes);
    let Some(fault) = &outcome.fault else { return case.write_empty().map(|_| ()) };
    let board = outcome.game.as_ref().map(|game| format!("\n{}", position(game))).unwrap_or_default();
    let text = format!("{file}:{line}:{column}: {fault}{board}");
    case.write_inner_content(|writer| told(writer, "failure", fault, &text))?;
    Ok(())
}

fn told(writer: &mut Writer<Vec<u8>>, element: &str, message: &str, text: &str) -> std::io::Result<()> {
    let (message, text) = (plain(message), plain(text));
    let element = writer.create_element(element).with_attribute(("message", message.as_str()));
    element.write_text_content(BytesText::new(&text)).map(|_| ())
}

/// A text without the characters that XML can't hold.
fn plain(text: &str) -> String {
    let fits = |c: char| !c.is_control() && c != '\u{fffe}' && c != '\u{ffff}' || matches!(c, '\n' | '\t');
    text.chars().map(|c| if fits(c) { c } else { '\u{fffd}' }).collect()
}
