//! `extends`: the chain of files from a game file up to the one that extends nothing.
//!
//! `extends = "name"` is a built-in game, or else the file `name.toml` beside this one; whatever has a slash in it or ends in
//! `.toml` is a path from this file's own folder. Two files of one chain are the same when their texts are, so a
//! circle is found however its paths are written.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::parse::{LARGEST_FILE, parse};
use super::spelling::{nearest, shown};
use super::syntax;
use super::tree::{Table, Word};
use super::{Folder, Library};
use crate::order;
use crate::text::{Diagnostic, Report, SourceId, Sources, Span};

const LONGEST_CHAIN: usize = 16;

/// The game files of a chain, the file itself first.
pub(super) struct Chain {
    pub(super) tables: Vec<Table>,
    /// True if every file the chain needs was found and read.
    pub(super) complete: bool,
}

/// A text that is extended, before it is read.
struct Parent {
    name: String,
    text: String,
    dir: Option<PathBuf>,
}

/// Follows `extends` from the head upwards; `None` if the head itself can't be read.
pub(super) fn chain(
    head: SourceId,
    folder: Folder<'_>,
    library: &dyn Library,
    sources: &mut Sources,
    report: &mut Report,
) -> Option<Chain> {
    let text = sources.text(head).to_owned();
    let mut tables = vec![parse(head, &text, report)?];
    let mut files = vec![head];
    let mut dir = folder.path().map(Path::to_path_buf);
    while let Some((name, span)) = tables.last().and_then(extended) {
        let word = Word { text: &name, span };
        let found = if tables.len() >= LONGEST_CHAIN {
            Err(too_long(span))
        } else {
            find(word, dir.as_deref(), folder, library)
                .and_then(|parent| circle(parent, span, &files, sources))
        };
        let Parent { name, text, dir: above } = match found {
            Ok(parent) => parent,
            Err(problem) => {
                if !syntax::told(report, span) {
                    report.push(*problem);
                }
                return Some(Chain { tables, complete: false });
            }
        };
        let id = sources.add(&name, &text);
        let Some(table) = parse(id, &text, report) else { return Some(Chain { tables, complete: false }) };
        tables.push(table);
        files.push(id);
        dir = above;
    }
    Some(Chain { tables, complete: true })
}

fn extended(table: &Table) -> Option<(String, Span)> {
    table.text("extends").map(|word| (word.text.to_owned(), word.span))
}

fn too_long(span: Span) -> Box<Diagnostic> {
    let message = format!("this chain of `extends` has more than {LONGEST_CHAIN} files");
    Box::new(Diagnostic::error("ferz::extends::too_deep", message).at(span, ""))
}

fn circle(
    parent: Parent,
    span: Span,
    files: &[SourceId],
    sources: &Sources,
) -> Result<Parent, Box<Diagnostic>> {
    let Some(first) = files.iter().position(|&file| sources.text(file) == parent.text) else {
        return Ok(parent);
    };
    if first + 1 == files.len() {
        let problem = Diagnostic::error("ferz::extends::circular", "this file extends itself").at(span, "");
        return Err(Box::new(problem.help("name another game file, or remove the line")));
    }
    let names: Vec<_> = files[first..].iter().map(|&file| sources.name(file)).collect();
    let round = format!("{} → {}", names.join(" → "), sources.name(files[first]));
    let problem = Diagnostic::error("ferz::extends::circular", "these files extend one another in a circle")
        .at(span, format!("this leads back to `{}`", sources.name(files[first])))
        .help(format!("break the circle by removing `extends` from one of them: {round}"));
    Err(Box::new(problem))
}

/// Finds what a file in `dir` extends; `folder` is that of the head of the chain.
fn find(
    word: Word<'_>,
    dir: Option<&Path>,
    folder: Folder<'_>,
    library: &dyn Library,
) -> Result<Parent, Box<Diagnostic>> {
    let is_path = word.text.contains(['/', '\\']) || word.text.ends_with(".toml");
    if !is_path && let Some((name, text)) = library.find(word.text) {
        return Ok(Parent { name: name.to_owned(), text: text.to_owned(), dir: None });
    }
    let Some(dir) = dir else { return Err(not_found(word, None, is_path, library)) };
    let file = if is_path { word.text.to_owned() } else { format!("{}.toml", word.text) };
    let path = dir.join(file.trim_start_matches("./"));
    if !folder.admits(&path) {
        return Err(outside(word));
    }
    let draft = library.draft(&path);
    if word.text.is_empty() || draft.is_none() && !path.exists() {
        return Err(not_found(word, Some(dir), is_path, library));
    }
    let text = draft.map_or_else(|| load(&path), Ok).map_err(|why| {
        let message = format!("`{}` can't be read: {why}", path.display());
        Box::new(Diagnostic::error("ferz::extends::unreadable", message).at(word.span, ""))
    })?;
    let above = path.parent().map(Path::to_path_buf);
    Ok(Parent { name: path.display().to_string(), text, dir: above })
}

/// Returns the text of a file; never more of it than a game file may have.
fn load(path: &Path) -> Result<String, String> {
    let kind = std::fs::metadata(path).map_err(|error| error.to_string())?;
    if !kind.is_file() {
        return Err("it is not a file".into());
    }
    // reports quote what they are about, and another file may hold secrets
    if path.extension().is_none_or(|extension| extension != "toml") {
        return Err("the name of a game file must end in `.toml`".into());
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    file.take(LARGEST_FILE as u64 + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() > LARGEST_FILE {
        return Err("it is larger than one megabyte".into());
    }
    String::from_utf8(bytes).map_err(|_| "it is not a text file in UTF-8".into())
}

fn outside(word: Word<'_>) -> Box<Diagnostic> {
    let message = format!("`{}` is outside the folder whose files may be read", shown(word.text));
    let problem = Diagnostic::error("ferz::extends::outside", message).at(word.span, "");
    Box::new(problem.help("extend a built-in game, or a file in the folder of the game or below it"))
}

fn not_found(word: Word<'_>, dir: Option<&Path>, is_path: bool, library: &dyn Library) -> Box<Diagnostic> {
    let name = shown(word.text);
    if name.trim().is_empty() {
        let problem = Diagnostic::error("ferz::extends::not_found", "`extends` names no game");
        let help = "write the name of a built-in game, or a path such as `./parent.toml`; or remove the line";
        return Box::new(problem.at(word.span, "a name is missing").help(help));
    }
    let message =
        if is_path { format!("there is no file `{name}`") } else { format!("there is no game `{name}`") };
    let problem = Diagnostic::error("ferz::extends::not_found", message).at(word.span, "");
    let files = dir.map(|dir| definitions_in(&dir.join(folder(word.text)))).unwrap_or_default();
    let last = word.text.rsplit(['/', '\\']).next().unwrap_or(word.text);
    let built_in = library.names();
    let near = if is_path {
        nearest(last, files.iter().map(String::as_str)).map(|near| format!("{}{near}", folder(word.text)))
    } else {
        nearest(last, built_in.into_iter().chain(files.iter().filter_map(|file| file.strip_suffix(".toml"))))
            .map(str::to_owned)
    };
    Box::new(match near {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None if is_path && dir.is_none() => {
            problem.help("a game that is not in a file can only extend built-in games")
        }
        None if is_path => problem.help("paths are relative to the folder of this file"),
        None => problem.help("write the name of a built-in game, or a path such as `./parent.toml`"),
    })
}

fn folder(path: &str) -> &str {
    path.rfind(['/', '\\']).map_or("", |at| &path[..=at])
}

fn definitions_in(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).into_iter().flatten().take(200).flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<_> = names.filter(|name| name.ends_with(".toml")).collect();
    order::values(&mut names);
    names
}
