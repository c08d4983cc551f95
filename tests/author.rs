//! The commands for authors, as they are called: `rules`, `draw`, `diagram`, `new`, `fmt`, `diff`, `completions` and `man`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A folder of its own, removed at the end.
struct Room(PathBuf);

impl Room {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ferz-author-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).expect("a file");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("a file")
    }

    fn ferz(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        self.fed(arguments, "")
    }

    fn fed(&self, arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
        command.args(arguments).current_dir(&self.0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        child.stdin.take().expect("an input").write_all(input.as_bytes()).expect("it reads");
        let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        (status.code(), text(stdout), text(stderr))
    }

    /// The names of the files, so that no draft is left behind.
    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_sheet_takes_its_format_from_the_file() {
    let room = Room::new("rules");
    for (file, start) in [("a.html", "<!DOCTYPE html>"), ("a.md", "# Chess"), ("a.txt", "Chess\n=====")] {
        assert_eq!(room.ferz(&["rules", "chess", "-o", file]), (Some(0), String::new(), String::new()));
        assert!(room.read(file).starts_with(start), "{file}");
    }
    let (status, text, _) = room.ferz(&["rules", "chess", "--format", "markdown"]);
    assert_eq!((status, text), (Some(0), room.read("a.md")));
    assert_eq!(room.files(), ["a.html", "a.md", "a.txt"]);
    let (status, text, _) = room.ferz(&["rules", "korkserschach", "--option", "en-passant=on"]);
    assert_eq!(status, Some(0));
    assert!(text.contains("en-passant = on") && text.contains("* En passant *"), "{text}");
    let (status, _, problem) = room.ferz(&["rules", "chess", "-o", "no/such/folder.html"]);
    assert_eq!(status, Some(1), "{problem}");
    assert_eq!(room.ferz(&["rules", "ches"]).0, Some(2));
}

#[test]
fn a_movement_is_drawn_in_the_format_of_the_file() {
    let room = Room::new("diagram");
    let (status, text, said) = room.ferz(&["diagram", "fmW fcF", "--ascii", "--letter", "P"]);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    assert!(text.contains("\n.  x  m  x  .\n.  .  P  .  .\n") && text.contains("\nm  moves there"), "{text}");
    assert_eq!(room.ferz(&["diagram", "fmW fcF", "--letter", "<", "-o", "a.svg"]).0, Some(0));
    let svg = room.read("a.svg");
    roxmltree::Document::parse(&svg).expect("well-formed");
    assert!(svg.contains(">&lt;</text>"), "{svg}");
    assert_eq!(room.ferz(&["diagram", "NN", "-o", "a.png"]).0, Some(0));
    assert!(fs::read(room.0.join("a.png")).expect("a file").starts_with(b"\x89PNG"));
    assert_eq!(room.files(), ["a.png", "a.svg"]);
}

#[test]
fn a_movement_that_is_none_is_drawn_nowhere_and_an_unclear_one_with_a_warning() {
    let room = Room::new("diagram-faults");
    let (status, text, said) = room.ferz(&["diagram", "N wW", "-o", "a.svg"]);
    assert_eq!((status, text.as_str()), (Some(1), ""));
    assert!(said.starts_with("ferz::moves::unknown_letter") && said.contains("[MOVEMENT:1:3]"), "{said}");
    assert!(room.files().is_empty());
    let (status, text, said) = room.ferz(&["diagram", "L"]);
    assert_eq!((status, said.contains("ferz::moves::letter_variants")), (Some(0), true), "{said}");
    assert_eq!(text, room.ferz(&["diagram", "C"]).1);
}

#[test]
fn a_position_is_drawn_as_svg() {
    let room = Room::new("draw");
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let arguments = ["draw", "chess", "--fen", fen, "--moves", "h1h8", "--glyphs", "letters"];
    let (status, svg, problem) = room.ferz(&arguments);
    assert_eq!(status, Some(0), "{problem}");
    let document = roxmltree::Document::parse(&svg).expect("well-formed");
    let count = |class: &str| document.descendants().filter(|n| n.attribute("class") == Some(class)).count();
    assert_eq!([count("white"), count("black"), count("mark"), count("figure")], [2, 1, 2, 0]);
    let arguments = ["draw", "chess", "--fen", fen, "--glyphs", "unicode", "--turned", "-o", "board.svg"];
    assert_eq!(room.ferz(&arguments).0, Some(0));
    assert_eq!(room.read("board.svg").matches("class=\"figure\"").count(), 3);
    assert_eq!(room.ferz(&["draw", "courier", "-o", "board.svg"]).0, Some(0));
    assert_eq!(room.read("board.svg").matches("class=\"piece\"").count(), 48);
    assert_eq!(room.ferz(&["draw", "chess", "--fen", "8/8 w"]).0, Some(1));
}

#[test]
fn a_position_is_drawn_as_png() {
    let room = Room::new("png");
    assert_eq!(room.ferz(&["draw", "courtyard", "-o", "board.png", "--scale", "1"]).0, Some(0));
    let bytes = fs::read(room.0.join("board.png")).unwrap();
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
    let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!((side(16), side(20)), (430, 430));
    for scale in ["0", "-1", "1e9", "nan"] {
        assert_eq!(
            room.ferz(&["draw", "chess", "-o", "no.png", &format!("--scale={scale}")]).0,
            Some(2),
            "{scale}"
        );
    }
    assert_eq!(room.files(), ["board.png"]);
}

#[test]
fn a_new_game_is_sound_and_never_replaces_another() {
    let room = Room::new("new");
    let said =
        "mine.toml has been written. To try it: ferz check mine.toml, ferz play mine.toml\n".to_owned();
    assert_eq!(room.ferz(&["new", "mine"]), (Some(0), said, String::new()));
    let first = room.read("mine.toml");
    assert_eq!(room.ferz(&["check", "--verbose", "mine.toml"]).0, Some(0));
    assert_eq!(room.ferz(&["test", "mine.toml"]).1, "1 passed, 0 failed\n");
    let (status, _, problem) = room.ferz(&["new", "mine", "--board", "10x8"]);
    assert_eq!(status, Some(1));
    assert!(problem.contains("it exists already"), "{problem}");
    assert_eq!(room.read("mine.toml"), first);
    assert_eq!(room.ferz(&["new", "mine", "--board", "10x8", "--force"]).0, Some(0));
    assert!(room.read("mine.toml").contains("files = 10"));
    assert_eq!(room.files(), ["mine.toml"]);
    for wrong in
        [&["new", "x", "--board", "99x1"][..], &["new", "../x"], &["new", "x", "--from", "ches"], &["new"]]
    {
        assert_eq!(room.ferz(wrong).0, Some(2), "{wrong:?}");
    }
    assert_eq!(room.ferz(&["new", "My Own Game"]).0, Some(0));
    assert_eq!(room.files(), ["mine.toml", "my-own-game.toml"]);
    assert!(room.read("my-own-game.toml").contains("name    = \"My Own Game\""));
}

#[test]
fn a_child_plays_as_its_parent_wherever_it_lies() {
    let room = Room::new("child");
    fs::create_dir(room.0.join("below")).expect("a folder");
    assert_eq!(room.ferz(&["new", "one", "--from", "courier"]).0, Some(0));
    assert_eq!(room.ferz(&["new", "two", "--from", "one.toml", "-o", "below/two.toml"]).0, Some(0));
    assert!(
        room.read("below/two.toml").contains("extends = \"../one.toml\""),
        "{}",
        room.read("below/two.toml")
    );
    assert_eq!(room.ferz(&["new", "three", "--from", "below/two.toml"]).0, Some(0));
    assert_eq!(room.ferz(&["diff", "courier", "three.toml"]), (Some(0), String::new(), String::new()));
    assert_eq!(room.ferz(&["new", "four", "--from", "courtyard", "--copy"]).0, Some(0));
    assert_eq!(room.ferz(&["diff", "courtyard", "four.toml"]).0, Some(0));
    assert_eq!(room.ferz(&["test", "one.toml", "below/two.toml", "three.toml"]).0, Some(0));
}

#[test]
fn differences_are_said_and_told_by_the_status() {
    let room = Room::new("diff");
    let (status, text, _) = room.ferz(&["diff", "courier", "courier-historic"]);
    assert_eq!(status, Some(1));
    assert!(text.lines().all(|line| line.starts_with("start position ")), "{text}");
    assert!(text.contains("start position f1: new: white king"), "{text}");
    let (status, text, _) = room.ferz(&["diff", "courier", "courier-historic", "--format", "json"]);
    assert_eq!(status, Some(1));
    let list: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(list[0]["topic"], "start position");
    assert_eq!(
        room.ferz(&["diff", "chess", "chess", "--format", "json"]),
        (Some(0), "[]\n".to_owned(), String::new())
    );
    assert_eq!(room.ferz(&["diff", "chess", "ches"]).0, Some(2));
    assert_eq!(room.ferz(&["diff", "chess", "korkserschach", "--option", "none=x"]).0, Some(2));
    let (_, on, _) = room.ferz(&["diff", "chess", "korkserschach", "--option", "en-passant=on"]);
    assert!(!on.lines().any(|line| line.starts_with("en passant:")), "{on}");
}

#[test]
fn files_are_laid_out_in_place_and_only_if_sound() {
    let room = Room::new("fmt");
    let text =
        "extends='chess'\n# mine\n[end]\nstalemate={lose=\"stalemate\",draw=false}\n[game]\nname=\"X\"\n";
    let wanted = "extends = \"chess\"\n\n[game]\nname = \"X\"\n\n# mine\n[end]\nstalemate = { lose = \"stalemate\", draw = false }\n";
    room.write("a.toml", text);
    assert_eq!(room.ferz(&["fmt", "--check", "a.toml"]), (Some(1), "a.toml\n".to_owned(), String::new()));
    assert_eq!(room.read("a.toml"), text);
    assert_eq!(room.ferz(&["fmt", "."]), (Some(0), String::new(), String::new()));
    assert_eq!(room.read("a.toml"), wanted);
    assert_eq!(room.ferz(&["fmt", "--check", "a.toml"]), (Some(0), String::new(), String::new()));
    assert_eq!(room.fed(&["fmt", "-"], text), (Some(0), wanted.to_owned(), String::new()));
    let broken = "[game\nname = \"X\"\n";
    room.write("b.toml", broken);
    let (status, _, problem) = room.ferz(&["fmt", "b.toml", "a.toml"]);
    assert_eq!(status, Some(1));
    assert!(problem.contains("ferz::toml::") && problem.contains("b.toml:1"), "{problem}");
    assert_eq!(room.read("b.toml"), broken);
    assert_eq!(room.ferz(&["fmt", "none.toml"]).0, Some(2));
    let wide: Vec<u8> = "\u{feff}[game]\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    std::fs::write(room.0.join("wide.toml"), wide).unwrap();
    let (status, _, problem) = room.ferz(&["fmt", "wide.toml"]);
    assert!(status == Some(1) && problem.contains("saved as UTF-16"), "{problem}");
    assert_eq!(room.ferz(&["fmt"]).0, Some(2));
    assert_eq!(room.files(), ["a.toml", "b.toml", "wide.toml"]);
}

#[cfg(unix)]
#[test]
fn a_link_and_the_permissions_of_a_file_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let room = Room::new("link");
    room.write("real.toml", "extends='chess'\n");
    fs::set_permissions(room.0.join("real.toml"), fs::Permissions::from_mode(0o640)).expect("permitted");
    symlink("real.toml", room.0.join("link.toml")).expect("a link");
    assert_eq!(room.ferz(&["fmt", "link.toml"]).0, Some(0));
    assert!(fs::symlink_metadata(room.0.join("link.toml")).expect("there").is_symlink());
    assert_eq!(room.read("real.toml"), "extends = \"chess\"\n");
    let mode = fs::metadata(room.0.join("real.toml")).expect("there").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[cfg(feature = "studio")]
#[test]
fn a_site_is_written_whole_over_an_older_one() {
    let room = Room::new("site");
    fs::create_dir(room.0.join("parts")).expect("a folder");
    let page = "<link href=\"studio.css\"><script src=\"site.js\"></script>";
    for name in ["index.html", "site.js", "worker.js", "offline.js", "ferz.js", "ferz.wasm.gz"] {
        fs::write(room.0.join("parts").join(name), page).expect("a file");
    }
    for _ in 0..2 {
        let (status, said, problem) = room.ferz(&["site", "-o", "deep/public", "--parts", "parts"]);
        assert_eq!(status, Some(0), "{problem}");
        assert!(said.starts_with("The site is in deep/public ("), "{said}");
    }
    let files = fs::read_dir(room.0.join("deep/public")).expect("the site");
    let mut names: Vec<_> =
        files.map(|file| file.expect("a file").file_name().into_string().expect("a name")).collect();
    names.sort();
    let page = room.read("deep/public/index.html");
    let parts = page.split(['"', '\'']).filter(|part| part.ends_with(".js") || part.ends_with(".css"));
    assert!(
        parts.clone().count() >= 2 && parts.clone().all(|part| names.iter().any(|name| name == part)),
        "{page}"
    );
    let (packed, plain): (Vec<&str>, Vec<&str>) =
        names.iter().map(|name| &**name).partition(|name| name.ends_with(".gz"));
    assert_eq!((plain.len(), packed.len()), (10, 7), "{names:?}");
    assert!(packed.iter().all(|name| plain.contains(&name.trim_end_matches(".gz"))), "{names:?}");
    assert_eq!(room.read("deep/public/worker.js"), format!("{page}\n{page}"));
    fs::write(room.0.join("file"), "").expect("a file");
    let (status, _, problem) = room.ferz(&["site", "-o", "file", "--parts", "parts"]);
    assert_eq!(status, Some(2));
    assert!(problem.contains("can't write to file"), "{problem}");
    let (status, _, problem) = room.ferz(&["site", "-o", "public", "--parts", "nowhere"]);
    assert_eq!(status, Some(2));
    assert!(problem.contains("can't read nowhere/index.html: there is no such file"), "{problem}");
    assert_eq!(room.ferz(&["site"]).0, Some(2));
}

#[test]
fn shells_and_readers_are_served() {
    let room = Room::new("shell");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (status, text, problem) = room.ferz(&["completions", shell]);
        assert_eq!(status, Some(0), "{problem}");
        assert!(text.contains("courier-spiel") || ["powershell", "elvish"].contains(&shell), "{shell}");
    }
    assert_eq!(room.ferz(&["completions", "dos"]).0, Some(2));
    assert_eq!(room.ferz(&["man", "-o", "pages"]).0, Some(0));
    let pages = fs::read_dir(room.0.join("pages")).expect("pages").count();
    let (_, help, _) = room.ferz(&["--help"]);
    let commands = help.lines().filter(|line| line.starts_with("  ") && !line.trim_start().starts_with('-'));
    assert!(pages >= 18 && pages <= commands.count() + 1, "{pages}");
    let (status, page, _) = room.ferz(&["man", "check"]);
    assert_eq!((status, page), (Some(0), room.read("pages/ferz-check.1")));
    assert_eq!(room.ferz(&["man", "chek"]).0, Some(2));
}

#[test]
fn spaces_are_shown_in_words_as_a_list_and_as_json() {
    let room = Room::new("spaces");
    let (status, words, _) = room.ferz(&["spaces", "crazyhouse"]);
    assert_eq!(status, Some(0));
    for wanted in ["drops from the hand, such as Q@", "piece becomes another", "own knight", "White to move"]
    {
        assert!(words.contains(wanted), "{wanted}: {words}");
    }
    let (_, list, _) = room.ferz(&["spaces", "crazyhouse", "--actions"]);
    let (_, json, _) = room.ferz(&["spaces", "crazyhouse", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let actions = json["actions"].as_array().expect("a list");
    assert_eq!(list.lines().count(), actions.len());
    for (number, (line, action)) in list.lines().zip(actions).enumerate() {
        assert_eq!(line, format!("{number} {}", action.as_str().expect("a text")));
    }
    let name = json["name"].as_str().expect("a name");
    assert!(
        words.contains(&format!("Name: {name}")) && words.contains(&format!("{} actions", actions.len()))
    );
    assert_eq!(
        json["planes"].as_array().map(Vec::len),
        json["shape"][0].as_u64().map(|planes| planes as usize)
    );
    assert_eq!(room.ferz(&["spaces", "nothing"]).0, Some(2));
}

#[test]
fn a_child_with_a_name_has_its_own_year_inventor_sources_and_notes() {
    let room = Room::new("origin");
    room.write("own.toml", "extends = \"capablanca\"\n[game]\nname = \"Mine\"\n");
    room.write(
        "dated.toml",
        "extends = \"capablanca\"\n[game]\nname = \"Mine\"\nyear = 2026\ninventor = \"Me\"\n",
    );
    room.write("same.toml", "extends = \"capablanca\"\n");
    let (_, own, _) = room.ferz(&["show", "own.toml"]);
    assert!(own.starts_with("Mine, 10 files, 8 ranks\n\n") && !own.contains("Sources"), "{own}");
    let (_, dated, _) = room.ferz(&["show", "dated.toml"]);
    assert!(dated.starts_with("Mine (2026), 10 files, 8 ranks\nby Me\n"), "{dated}");
    let (_, same, _) = room.ferz(&["show", "same.toml"]);
    assert!(
        same.starts_with("Capablanca Chess (1920), 10 files, 8 ranks\nby José Raúl Capablanca\n"),
        "{same}"
    );
    assert_eq!(room.ferz(&["new", "ours", "--from", "capablanca"]).0, Some(0));
    assert!(!room.ferz(&["show", "ours.toml"]).1.contains("by José"));
}

#[test]
fn a_file_whose_ending_tells_no_format_is_not_written() {
    let room = Room::new("endings");
    for arguments in [
        &["draw", "chess", "-o", "x.jpg"][..],
        &["rules", "chess", "-o", "x.pdf"],
        &["diagram", "N", "-o", "x.gif"],
    ] {
        let (status, _, said) = room.ferz(arguments);
        assert!(status == Some(2) && said.contains("there is no format `."), "{said}");
    }
    assert!(room.files().is_empty(), "{:?}", room.files());
    assert_eq!(room.ferz(&["draw", "chess", "-o", "x.jpg", "--format", "svg"]).0, Some(0));
    assert_eq!(room.ferz(&["rules", "chess", "-o", "rules"]).0, Some(0));
}

#[test]
fn games_that_differ_are_told_from_games_that_cannot_be_loaded() {
    let room = Room::new("trouble");
    room.write("bad.toml", "extends = \"chess\"\n[pieces]\nqueen = { moves = \"k\" }\n");
    assert_eq!(room.ferz(&["diff", "chess", "chess"]).0, Some(0));
    assert_eq!(room.ferz(&["diff", "chess", "capablanca"]).0, Some(1));
    assert_eq!(room.ferz(&["diff", "chess", "bad.toml"]).0, Some(2));
    assert_eq!(room.ferz(&["diff", "chess", "nowhere.toml"]).0, Some(2));
}

#[test]
fn lines_end_after_formatting_as_they_did_before() {
    let room = Room::new("endings-of-lines");
    room.write("dos.toml", "extends   =  \"chess\"\r\n[game]\r\nname=\"Mine\"\r\n");
    assert_eq!(room.ferz(&["fmt", "dos.toml"]).0, Some(0));
    assert_eq!(room.read("dos.toml"), "extends = \"chess\"\r\n\r\n[game]\r\nname = \"Mine\"\r\n");
    assert_eq!(room.ferz(&["fmt", "--check", "dos.toml"]).0, Some(0));
}

#[test]
fn an_odd_position_is_remarked_on_and_shown() {
    let room = Room::new("odd");
    let (status, out, said) = room.ferz(&["moves", "chess", "--fen", "P6q/8/8/8/8/8/8/4K3 w"]);
    assert!(status == Some(0) && out.contains("e1e2"), "{out}");
    assert_eq!(said, "note: Black has no royal piece\nnote: White's pawn on a8 stands where it promotes\n");
}

#[test]
fn a_game_is_exported_or_refused_by_place() {
    let room = Room::new("export");
    let (status, text, said) = room.ferz(&["export", "capablanca", "--to", "variants.ini", "--name", "mine"]);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    assert!(text.contains("[mine]\n") && text.contains("maxFile = 10"), "{text}");
    let (status, text, said) = room.ferz(&["export", "marseillais", "--to", "variants.ini"]);
    assert_eq!((status, text.as_str()), (Some(1), ""));
    assert!(said.contains("ferz::export::unsaid") && said.contains("these parts of a turn"), "{said}");
    assert_eq!(room.ferz(&["export", "chess", "--to", "variants.ini", "--name", "a]b"]).0, Some(2));
    let write = ["export", "chess", "--to", "variants.ini", "-o", "chess.ini"];
    assert_eq!(room.ferz(&write).0, Some(0));
    assert_eq!(room.ferz(&write).0, Some(1), "what is there is not overwritten");
}

#[test]
fn a_game_is_exported_as_a_page_or_refused_by_place() {
    let room = Room::new("export-diagram");
    let (status, page, said) = room.ferz(&["export", "shako", "--to", "diagram", "--name", "mine"]);
    assert!(
        status == Some(0) && said.contains("ferz::export::end") && said.contains("left to the players"),
        "{said}"
    );
    for part in
        ["<div class=\"idiagram\">\nsatellite=mine\n", "king:K:KisjO2:king:f2\n", "<h2>Special rules</h2>"]
    {
        assert!(page.contains(part), "{page}");
    }
    let (status, page, said) = room.ferz(&["export", "crazyhouse", "--to", "diagram"]);
    assert_eq!((status, page.as_str()), (Some(1), ""));
    assert!(
        said.contains("ferz::export::unsaid") && said.contains("the Interactive Diagram can't express"),
        "{said}"
    );
    assert_eq!(room.ferz(&["export", "chess", "--to", "diagram", "--name", "a b"]).0, Some(2));
    let write = ["export", "chess", "--to", "diagram", "-o", "chess.html"];
    assert_eq!(room.ferz(&write).0, Some(0));
    assert_eq!(room.ferz(&write).0, Some(1), "what is there is not overwritten");
}

#[test]
fn a_variant_of_another_program_is_imported_or_refused_by_line() {
    let room = Room::new("import");
    let text = "[open:chess]\ncastling = false\n\n[fleeing:chess]\nshatarMateRule = true\n";
    let (status, file, said) = room.fed(&["import", "-", "open"], text);
    assert_eq!((status, said), (Some(0), String::new()));
    assert!(file.contains("extends  = \"chess\"\ncastling = false\n"), "{file}");
    let (status, file, said) = room.fed(&["import", "-"], text);
    assert_eq!(status, Some(1));
    assert!(file.starts_with("# Open") && !file.contains("Fleeing"), "{file}");
    assert!(said.contains("ferz::ini::not_said") && said.contains("1 imported, 1 refused"), "{said}");
    assert_eq!(room.fed(&["import", "-", "opn"], text).0, Some(2));
    assert_eq!(room.ferz(&["import", "none.ini"]).0, Some(2));
}
