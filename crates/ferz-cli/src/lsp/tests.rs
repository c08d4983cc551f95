//! The server as a whole, and questions about every place of every game.

use std::io::{BufReader, Cursor, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ferz::{Variant, builtin_games};
use lsp_types::CompletionTextEdit;
use serde_json::{Value, json};

use super::asking::{Asking, Screen};
use super::checking::{Checking, Manner};
use super::documents::{Document, Drafts, View};
use super::names::Sort;
use super::navigation::Around;
use super::position::Encoding;
use super::wire::Post;
use super::{completion, hover, navigation, serve, symbols};
use crate::caught::FAULT;

fn document(text: &str) -> Document {
    Document::new("untitled:game".parse().expect("an address"), 1, text.to_owned())
}

/// Asks a question about a byte of a text.
fn asked<T>(document: &Document, view: &View, offset: usize, question: impl FnOnce(&Asking<'_>) -> T) -> T {
    let look = Screen { markdown: true, pictures: true };
    let mut asking = Asking::new(document, view, lsp_types::Position::default(), Encoding::Utf16, look);
    asking.offset = offset;
    question(&asking)
}

fn offered(text: &str) -> Vec<String> {
    let offset = text.find('|').expect("a place");
    let document = document(&text.replace('|', ""));
    let view = View::of(&document, &|_| None);
    let all = asked(&document, &view, offset, |asking| completion::complete(asking, false));
    all.into_iter().map(|item| item.label).collect()
}

/// Returns the hover text at the place of `|`; empty if there is none.
fn hovered(text: &str) -> String {
    let offset = text.find('|').expect("a place");
    let document = document(&text.replace('|', ""));
    let view = View::of(&document, &|_| None);
    let said = asked(&document, &view, offset, hover::hover).map(|hover| hover.contents);
    match said {
        Some(lsp_types::HoverContents::Markup(markup)) => markup.value,
        _ => String::new(),
    }
}

fn texts() -> impl Iterator<Item = (&'static str, String)> {
    builtin_games()
        .into_iter()
        .map(|name| (name, ferz::builtin_file(name).expect("it is there").1.to_owned()))
}

/// Asks every question about a place; returns the number of completions there.
fn everything(document: &Document, view: &View, offset: usize) -> usize {
    asked(document, view, offset, |asking| {
        _ = hover::hover(asking);
        _ = navigation::renamable(asking);
        _ = navigation::highlights(asking);
        let items = completion::complete(asking, true);
        for item in &items {
            let Some(CompletionTextEdit::Edit(edit)) = &item.text_edit else { panic!("{item:?}") };
            let bytes = asking.lines.bytes(edit.range);
            assert!(bytes.start <= offset && offset <= bytes.end, "{item:?}");
        }
        items.len()
    })
}

#[test]
fn questions_about_any_place_of_any_game_have_answers() {
    for (name, text) in texts() {
        let document = document(&text);
        let view = View::of(&document, &|_| None);
        let mut offers = 0;
        for (offset, _) in text.char_indices() {
            let items = asked(&document, &view, offset, |asking| completion::complete(asking, false));
            offers += items.len();
        }
        for (offset, _) in text.char_indices().step_by(11) {
            everything(&document, &view, offset);
        }
        assert!(!symbols::symbols(&text, &view.own().outline, Encoding::Utf16).is_empty(), "{name}");
        assert!(offers > text.len(), "{name}: {offers}");
    }
}

#[test]
fn questions_about_texts_cut_anywhere_have_answers() {
    for (_, text) in texts() {
        for (end, _) in text.char_indices().step_by(23) {
            let document = document(&text[..end]);
            let view = View::of(&document, &|_| None);
            everything(&document, &view, end);
            let middle = (0..=end / 2).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            everything(&document, &view, middle);
            _ = symbols::symbols(&text[..end], &view.own().outline, Encoding::Utf16);
        }
    }
}

#[test]
fn what_is_offered_fits_the_place_and_is_not_there_yet() {
    let has = |text: &str, wanted: &[&str], unwanted: &[&str]| {
        let found = offered(text);
        let there = |word: &&&str| found.iter().any(|label| label == **word);
        assert!(wanted.iter().all(|word| there(&word)), "{text}: {found:?}");
        assert!(!unwanted.iter().any(|word| there(&word)), "{text}: {found:?}");
    };
    has("|", &["extends", "[game]", "[[example]]"], &["letter"]);
    has("extends = \"chess\"\n[board]\nfiles = 8\n|", &["ranks", "a1", "[pieces]"], &["files", "[board]"]);
    has(
        "extends = \"chess\"\n[pieces]\nking = { letter = \"K\", | }",
        &["moves", "royal"],
        &["letter", "[board]"],
    );
    has("extends = \"chess\"\n[pieces]\n|", &["king", "pawn"], &["letter"]);
    has("extends = \"chess\"\n[pieces]\nking = |", &["false"], &["true"]);
    has("extends = \"chess\"\n[pieces]\nking = { royal = | }", &["true", "false"], &["king"]);
    has("extends = |", &["\"chess\""], &["chess"]);
    has("extends = \"chess\"\n[end]\na = { lose = \"my |", &["king"], &["checkmate", "rank"]);
    has("extends = \"chess\"\n[end]\na = { lose = \"|\" }", &["checkmate", "no move", "my"], &[]);
    has("extends = \"chess\"\n[[example]]\nreason = \"|\"", &["checkmate", "stalemate"], &["king"]);
    has("extends = \"chess\"\n[setup]\nwhite = [\"R |", &["K", "."], &["king"]);
    has("extends = \"chess\"\n[[example]]\nshows = \"a\"\n[[example]]\n|", &["shows", "fen"], &[]);
    has("extends = \"chess\"\n[end.|]", &["checkmate"], &["game"]);
    has("extends = \"chess\"\n[options.a]\nvalues = { off = { promotion.| } }", &["to", "on"], &["game"]);
    has("# extends = \"|\"", &[], &["chess"]);
    has(
        "extends = \"crazyhouse\"\n[forbid]\nmove = \"|\"",
        &["drop", "capture", "queen"],
        &["rank", "check"],
    );
    has("extends = \"crazyhouse\"\n[must]\ngives = |", &["\"check\"", "\"checkmate\""], &["\"queen\""]);
    has(
        "extends = \"crazyhouse\"\n[forbid]\n|",
        &["capture", "by", "move", "when", "leaving", "gives"],
        &["on"],
    );
    has("extends = \"crazyhouse\"\n[hand]\n|", &["promoted", "start", "supply"], &["pieces"]);
    has("extends = \"crazyhouse\"\n[drop.x]\n|", &["pieces", "on", "as"], &["moves"]);
    has("extends = \"crazyhouse\"\n[promotion]\nhow = |", &["\"entering\"", "\"standing\""], &[]);
    has("extends = \"chess\"\n[end]\na = { win = \"|\" }", &["checks(", "third occurrence"], &[]);
}

#[test]
fn what_is_said_of_a_word_is_what_it_means() {
    let says = |text: &str, words: &[&str]| {
        let said = hovered(text);
        assert!(words.iter().all(|word| said.contains(word)), "{text}: {said}");
    };
    says(
        "extends = \"chess\"\n[pieces]\nwizard = { moves = \"F |C\" }",
        &["diagonally", "`C`: the leap (1,3)", "```text", "](data:image/svg+xml,"],
    );
    says("extends = \"chess\"\n[promotion]\nto = \"que|en\"", &["**Queen** (`Q`)", "any direction"]);
    says("extends = \"chess\"\n[promo|tion]", &["`promotion`"]);
    says("extends = \"chess\"\n[regions]\nhill = \"d4..|e5\"", &["D4", "e5", "■"]);
    says("extends = \"chess\"\n[end]\na = { lose = \"no mo|ve\" }", &["The player has no legal move."]);
    says("extends = \"che|ss\"", &["**Chess**", "8 files"]);
    says("extends = \"chess\"\n[setup]\nwhite = [\"R N| B Q K B N R\"]", &["**Knight**"]);
    says(
        "extends = \"chess\"\n[[example]]\nshows = \"a\"\nfen = \"4k3/8|/8/8/8/8/8/4K3 w\"",
        &["```text", "8  ."],
    );
    assert_eq!(hovered("extends = \"chess\" # | a remark"), "");
}

#[test]
fn a_piece_with_another_name_makes_the_same_game() {
    let library = Drafts::default();
    let open = std::collections::BTreeMap::<String, Document>::new();
    for (name, text) in texts() {
        let own = document(&text);
        let view = View::of(&own, &|_| None);
        let around = Around { open: &open, encoding: Encoding::Utf16, library: &library, others: Vec::new() };
        let given = view.own().mentions.iter().filter(|one| one.sort == Sort::Piece && one.defines);
        for mention in given {
            let renamed = asked(&own, &view, mention.range.start, |asking| {
                navigation::rename(asking, &around, "other-name").map(|files| {
                    let mut edits = files.into_iter().next().expect("the file itself").1;
                    edits.sort_by_key(|edit| std::cmp::Reverse(edit.range.start));
                    let mut changed = text.clone();
                    edits.iter().for_each(|edit| {
                        changed.replace_range(asking.lines.bytes(edit.range), &edit.new_text)
                    });
                    changed
                })
            });
            let Ok(changed) = renamed else {
                assert!(text.contains("extends"), "{name}: {}: {renamed:?}", mention.word);
                continue;
            };
            let game = Variant::from_text("game.toml", &changed, &[])
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            let before = Variant::load(name, &[]).expect("built-in games load");
            assert_eq!(
                game.start_position().perft(2),
                before.start_position().perft(2),
                "{name}: {}",
                mention.word
            );
            let names: Vec<String> = game.piece_types().iter().map(|piece| piece.name.clone()).collect();
            assert!(
                names.contains(&"other-name".to_owned()) && !names.contains(&mention.word),
                "{name}: {names:?}"
            );
        }
    }
}

/// Returns the messages that a server sends in answer to these, and whether it ended in order.
fn conversation(messages: &[Value]) -> (Vec<Value>, bool) {
    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);
    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("nobody fails here").extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let framed = |message: &Value| format!("Content-Length: {}\r\n\r\n{message}", message.to_string().len());
    let input: String = messages.iter().map(framed).collect();
    let paper = Paper::default();
    let in_order = serve(BufReader::new(Cursor::new(input.into_bytes())), paper.clone());
    let bytes = paper.0.lock().expect("nobody fails here").clone();
    let text = String::from_utf8(bytes).expect("text");
    let bodies = text.split("Content-Length: ").skip(1).filter_map(|part| part.split_once("\r\n\r\n"));
    (bodies.map(|(_, body)| serde_json::from_str(body).expect("JSON")).collect(), in_order)
}

#[test]
fn a_conversation_has_its_order() {
    let begin =
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } });
    let shut = json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown" });
    let leave = json!({ "jsonrpc": "2.0", "method": "exit" });
    let document =
        json!({ "uri": "untitled:a", "languageId": "toml", "version": 1, "text": "extends = \"chess\"" });
    let open =
        json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } });
    let place =
        json!({ "textDocument": { "uri": "untitled:a" }, "position": { "line": 0, "character": 12 } });
    let hover = json!({ "jsonrpc": "2.0", "id": 3, "method": "textDocument/hover", "params": place });
    let (said, in_order) = conversation(&[begin.clone(), open, hover.clone(), shut.clone(), leave.clone()]);
    let answers: Vec<&Value> = said.iter().filter(|one| one.get("id").is_some()).collect();
    assert_eq!(answers.iter().map(|one| &one["id"]).collect::<Vec<_>>(), [1, 3, 2]);
    assert_eq!(answers[0]["result"]["capabilities"]["positionEncoding"], "utf-16");
    assert!(answers[1]["result"]["contents"]["value"].as_str().is_some_and(|text| text.contains("Chess")));
    assert!(answers[2]["result"].is_null() && answers[2].get("error").is_none());
    assert!(in_order);
    assert!(!conversation(&[begin, leave.clone()]).1);
    let (said, in_order) = conversation(&[hover, leave]);
    assert_eq!((said[0]["error"]["code"].as_i64(), in_order), (Some(-32002), false));
}

#[test]
fn a_check_that_panics_is_told_and_ends_nothing() {
    let (post, letters) = Post::new();
    let checking = Checking::new(post, Manner::default());
    let tells = |text: &str, code: &str| {
        checking.changed(&document(text));
        let told = std::iter::from_fn(|| letters.recv_timeout(Duration::from_secs(300)).ok()).flatten();
        told.map(|message| json!(message).to_string()).any(|said| said.contains(code))
    };
    assert!(tells(&format!("extends = \"chess\"\n{FAULT}\n"), "ferz::check::broken"));
    assert!(tells("extends = \"ches\"\n", "ferz::extends::not_found"));
    checking.end();
}

#[test]
fn other_files_in_toml_are_left_alone() {
    let is = |text: &str| document(text).is_definition();
    assert!(!is("[package]\nname = \"a\"\n[[example]]\nname = \"b\"\n"));
    assert!(!is("[tool.black]\nline-length = 100\n"));
    assert!(is(""));
    assert!(is("extends = \"chess\"\n[peices]\n"));
    assert!(is("#:schema ../ferz.schema.json\n[peices]\n"));
    assert!(texts().all(|(_, text)| is(&text)));
}

#[test]
fn editors_in_terminals_are_spared_pictures_unless_they_are_wanted() {
    let look = |name: &str, options: Value, formats: Value| {
        let capabilities = json!({ "textDocument": { "hover": { "contentFormat": formats } } });
        let client = json!({ "name": name });
        let params =
            json!({ "capabilities": capabilities, "clientInfo": client, "initializationOptions": options });
        Screen::of(&serde_json::from_value(params).expect("sound parameters"))
    };
    let both = json!(["markdown", "plaintext"]);
    let with = |markdown, pictures| Screen { markdown, pictures };
    assert_eq!(look("Visual Studio Code", Value::Null, both.clone()), with(true, true));
    assert_eq!(look("Neovim", Value::Null, both.clone()), with(true, false));
    assert_eq!(look("Neovim", json!({ "pictures": true }), both), with(true, true));
    assert_eq!(look("any", Value::Null, json!(["plaintext"])), with(false, false));
}
