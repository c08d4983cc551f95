//! Formatting changes layout and nothing else.

use std::fs;
use std::path::{Path, PathBuf};

use super::format;
use crate::compare::compare;
use crate::{Variant, builtin_games};

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            files(&entry, found);
        } else if entry.extension().is_some_and(|ending| ending == "toml") {
            found.push(entry);
        }
    }
}

fn all(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    found.sort();
    let read = |path: PathBuf| fs::read_to_string(&path).ok().map(|text| (path, text));
    found.into_iter().filter_map(read).collect()
}

/// The comments of a text, in alphabetical order.
fn comments(text: &str) -> Vec<&str> {
    let mut comments: Vec<&str> = text.lines().map(str::trim).filter(|line| line.starts_with('#')).collect();
    comments.sort_unstable();
    comments
}

#[test]
fn the_library_is_laid_out_so_already() {
    for (path, text) in all("games") {
        let formatted = format(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        assert_eq!(formatted, text, "{}: `ferz fmt games` lays it out", path.display());
    }
    assert!(builtin_games().len() > 10);
}

#[test]
fn every_readable_test_file_stays_the_same_game_and_is_laid_out_once() {
    let mut games = 0;
    for (path, text) in all("tests") {
        let name = path.display();
        let Ok(formatted) = format(&text) else {
            assert!(
                toml_edit::DocumentMut::from_str_checked(&text).is_err(),
                "{name} is sound, but isn't laid out"
            );
            continue;
        };
        assert_eq!(format(&formatted).as_deref(), Ok(&*formatted), "{name}");
        assert_eq!(comments(&formatted), comments(&text), "{name}");
        let load = |text: &str| Variant::from_text("it.toml", text, &[]);
        match (load(&text), load(&formatted)) {
            (Ok(was), Ok(is)) => {
                assert_eq!(compare(&was, &is), [], "{name}");
                let ends = |game: &Variant| game.ends();
                assert_eq!(ends(&was), ends(&is), "{name}");
                assert_eq!(was.piece_types(), is.piece_types(), "{name}");
                games += 1;
            }
            (Err(_), Err(_)) => {}
            (was, is) => panic!("{name}: {} {}", was.is_ok(), is.is_ok()),
        }
    }
    assert!(games > 10, "{games}");
}

trait Checked: Sized {
    fn from_str_checked(text: &str) -> Result<Self, String>;
}

impl Checked for toml_edit::DocumentMut {
    /// Checks that a text is sound TOML to both readers.
    fn from_str_checked(text: &str) -> Result<Self, String> {
        toml::from_str::<toml::Table>(text).map_err(|error| error.to_string())?;
        text.parse().map_err(|error: toml_edit::TomlError| error.to_string())
    }
}

#[test]
fn tables_and_keys_stand_in_order_and_keep_their_comments() {
    let text = "\
#:schema x.json
# A game.

[end]   # how it ends
b={draw='third occurrence'}
a = { lose = \"no move\" } # the other
# below the ends

# about the pieces


# more about them
[pieces]
rook = {moves=\"R\",letter='R'}
# the pawn
pawn = { royal=false, letter = \"P\", moves=\"fW\" }
[board]
ranks = 0x8
\"files\"=8
[game]
name = \"X\"
# the end
";
    let wanted = "\
#:schema x.json
# A game.

[game]
name = \"X\"

[board]
files = 8
ranks = 8

# about the pieces

# more about them
[pieces]
rook = { letter = \"R\", moves = \"R\" }
# the pawn
pawn = { letter = \"P\", moves = \"fW\", royal = false }

[end]   # how it ends
b = { draw = \"third occurrence\" }
a = { lose = \"no move\" } # the other
# below the ends

# the end
";
    assert_eq!(format(text).as_deref(), Ok(wanted));
    assert_eq!(format(wanted).as_deref(), Ok(wanted));
}

#[test]
fn what_can_mean_something_is_not_touched() {
    let text = "\
[castling]
ways = { long = { rook = \"h1 f1\", king = \"e1 g1\" } }

[options.x]
ask    = \"a 'b' # c\"
values = { b = {}, a = { pieces.pawn.moves = 'W' } }

[options.y.values]
b = {}

[options.y.values.a.end]
z = { draw = \"no move\" }
c = { lose = \"no move\" }

[walls]
around = \"d4\"

[walls.second]
around = \"e4\"
";
    let formatted = format(text).expect("sound");
    for kept in ["{ rook = \"h1 f1\", king = \"e1 g1\" }", "b = {}, a = ", "z = { draw = \"no move\" }\nc = "]
    {
        assert!(formatted.contains(kept), "{formatted}");
    }
    assert!(formatted.find("d4").unwrap() < formatted.find("e4").unwrap(), "{formatted}");
    assert_eq!(format(&formatted).as_deref(), Ok(&*formatted));
}

#[test]
fn odd_texts_are_laid_out_or_refused() {
    assert_eq!(format("").as_deref(), Ok(""));
    assert_eq!(format("\u{feff}# only a word\r\n").as_deref(), Ok("# only a word\r\n"));
    assert_eq!(format("a=1\r\n\r\n\r\nb=2").as_deref(), Ok("a = 1\r\n\r\nb = 2\r\n"));
    assert_eq!(format("x.y=1\nx.z = 2\n").map(|text| text.contains("x.z = 2")), Ok(true));
    assert_eq!(format("a = [ 1,2 , ]").as_deref(), Ok("a = [1, 2]\n"));
    let lines = "a = [\n  1, # one\n  2,\n]\n";
    assert_eq!(format(lines).as_deref(), Ok(lines));
    let long = "a = \"\"\"\nx = 1\n# no comment\n\"\"\"\n";
    assert_eq!(format(long).as_deref(), Ok(long));
    assert!(format("a = ").is_err());
    assert!(format("a = 1\na = 2").is_err());
}

#[test]
fn dotted_keys_are_laid_out_like_others() {
    let text = "# about it\n\n# the board\nboard.files=8\nboard .  ranks   = 9\n'game'.name='x'\n\ngame.notes = [ 'a' ]\n\
                setup.white=['K']\npieces.king.moves='K'\npieces.king.letter='K'\n[end]\nmate.lose='checkmate'\n\
                stuck={lose='no move'}\n[options]\na={values={off={},on={pieces.king.moves='W',board . files=9}}}\n";
    let laid = "# about it\n\ngame.name = \"x\"\n\ngame.notes         = [\"a\"]\n# the board\nboard.files        = 8\n\
                board.ranks        = 9\npieces.king.letter = \"K\"\npieces.king.moves  = \"K\"\nsetup.white        = [\"K\"]\n\
                \n[end]\nmate.lose = \"checkmate\"\nstuck     = { lose = \"no move\" }\n\n[options]\n\
                a = { values = { off = {}, on = { pieces.king.moves = \"W\", board.files = 9 } } }\n";
    assert_eq!(format(text).as_deref(), Ok(laid));
    assert_eq!(format(laid).as_deref(), Ok(laid));
}
