//! Navigation and renaming: from a name to its definition and uses, and giving it another name.

use std::ops::Range;

use ferz::lint::Reading;
use ferz::text::Report;
use lsp_types::{Location, TextEdit, Uri};

use super::asking::Asking;
use super::documents::{Document, Drafts, Origin, Part, View};
use super::names::{Mention, Sort};
use super::position::{Encoding, Lines};
use super::problems::Addresses;
use super::{store, uri};

/// The address of a part of a game file.
fn address(part: &Part, document: &Document, open: &dyn Addresses) -> Option<Uri> {
    match &part.origin {
        Origin::Own => Some(document.uri.clone()),
        Origin::File(path) => open.address(path).or_else(|| uri::of(path)),
        Origin::BuiltIn(name) => uri::of(&store::built_in(name)?),
    }
}

fn location(part: &Part, range: Range<usize>, asking: &Asking<'_>, around: &Around<'_>) -> Option<Location> {
    let range = Lines::of(&part.text, around.encoding).range(range);
    Some(Location { uri: address(part, asking.document, around.open)?, range })
}

/// The other open texts, and the encoding of columns.
#[derive(Debug)]
pub(super) struct Around<'a> {
    pub(super) open: &'a dyn Addresses,
    pub(super) encoding: Encoding,
    pub(super) library: &'a Drafts,
    /// The other game files that are open.
    pub(super) others: Vec<(&'a Document, &'a View)>,
}

/// Returns the place where the name is defined; on `extends`, the text that is extended.
///
/// From where a name is given in a child it leads to where the parent gives it.
pub(super) fn definition(asking: &Asking<'_>, around: &Around<'_>) -> Option<Location> {
    let extends = asking.zone().filter(|zone| asking.path(zone) == ["extends"]);
    if extends.is_some() {
        return location(asking.view.parts.get(1)?, 0..0, asking, around);
    }
    let (sort, name, here) = asking.view.name_at(asking.offset)?;
    let mut given: Vec<(&Part, &Mention)> = Vec::new();
    for part in &asking.view.parts {
        let gives = |mention: &&Mention| mention.defines && mention.sort == sort && mention.word == name;
        given.extend(part.mentions.iter().find(gives).map(|mention| (part, mention)));
    }
    let is_here =
        |(part, mention): &&(&Part, &Mention)| part.origin == Origin::Own && mention.range == here.range;
    let (part, mention) = given.iter().find(|one| !is_here(one)).or(given.first())?;
    location(part, mention.range.clone(), asking, around)
}

/// Every place where the name at the place stands: in this text, in what it extends, and in what is open and extends it.
pub(super) fn references(asking: &Asking<'_>, around: &Around<'_>, with_given: bool) -> Vec<Location> {
    let Some((sort, name, _)) = asking.view.name_at(asking.offset) else { return Vec::new() };
    let mut found = Vec::new();
    for part in &asking.view.parts {
        for mention in
            asking.view.uses(part, &sort, &name).into_iter().filter(|one| with_given || !one.defines)
        {
            found.extend(location(part, mention.range.clone(), asking, around));
        }
    }
    for (document, view) in children(asking.document, around) {
        for mention in
            view.uses(view.own(), &sort, &name).into_iter().filter(|one| with_given || !one.defines)
        {
            let range = Lines::of(&document.text, around.encoding).range(mention.range.clone());
            found.push(Location { uri: document.uri.clone(), range });
        }
    }
    found
}

/// Returns the mentions in this text of the name at the place.
pub(super) fn highlights(asking: &Asking<'_>) -> Vec<(lsp_types::Range, bool)> {
    let Some((sort, name, _)) = asking.view.name_at(asking.offset) else { return Vec::new() };
    let uses = asking.view.uses(asking.view.own(), &sort, &name);
    uses.into_iter().map(|one| (asking.lines.range(one.range.clone()), one.defines)).collect()
}

/// Returns the open texts that extend a text.
fn children<'a>(
    parent: &'a Document,
    around: &'a Around<'a>,
) -> impl Iterator<Item = (&'a Document, &'a View)> {
    let extends = move |view: &View| {
        view.parts
            .iter()
            .any(|part| matches!(&part.origin, Origin::File(path) if Some(path) == parent.path.as_ref()))
    };
    around.others.iter().copied().filter(move |(_, view)| extends(view))
}

/// Returns the name at a place, if it can be renamed.
///
/// # Errors
/// Returns the reason if it can't be renamed.
pub(super) fn renamable<'a>(asking: &Asking<'a>) -> Result<(Sort, String, &'a Mention), String> {
    let view = asking.view;
    let found = view
        .name_at(asking.offset)
        .filter(|(sort, name, _)| view.gives(sort, name) || view.names(sort).contains(&name.as_str()));
    let Some((sort, name, mention)) = found else {
        return Err("there is no name here that this game file defines".to_owned());
    };
    let gives =
        |part: &&Part| part.mentions.iter().any(|one| one.defines && one.sort == sort && one.word == name);
    if let Some(parent) = view.parts[1..].iter().find(gives) {
        let place = match &parent.origin {
            Origin::BuiltIn(path) => format!("the built-in game {path}"),
            Origin::File(path) => path.display().to_string(),
            Origin::Own => "this file".to_owned(),
        };
        let sort = sort.words();
        return Err(format!(
            "the {sort} `{name}` is defined in {place}, which this file extends: rename it there"
        ));
    }
    Ok((sort, name, mention))
}

/// Renames the name at the place, in this text and in open texts that extend it.
///
/// # Errors
/// Returns the reason if that is not possible: the name is taken, is invalid, or would mean something else.
pub(super) fn rename(
    asking: &Asking<'_>,
    around: &Around<'_>,
    new: &str,
) -> Result<Vec<(Uri, Vec<TextEdit>)>, String> {
    let (sort, name, _) = renamable(asking)?;
    if new == name {
        return Ok(Vec::new());
    }
    check_name(asking, around.library, &sort, &name, new)?;
    let mut edits = Vec::new();
    let own = (asking.document, asking.view);
    for (document, view) in std::iter::once(own).chain(children(asking.document, around)) {
        if view.names(&sort).contains(&new) {
            return Err(format!("{} already has {} called `{new}`", document.shown(), sort.one()));
        }
        let lines = Lines::of(&document.text, around.encoding);
        let edit = |mention: &&Mention| {
            // the ending of a plural is kept
            let range = mention.range.start..mention.range.start + name.len();
            TextEdit { range: lines.range(range), new_text: new.to_owned() }
        };
        edits.push((document.uri.clone(), view.uses(view.own(), &sort, &name).iter().map(edit).collect()));
    }
    Ok(edits)
}

fn check_name(
    asking: &Asking<'_>,
    library: &Drafts,
    sort: &Sort,
    name: &str,
    new: &str,
) -> Result<(), String> {
    let view = asking.view;
    let plain = new.starts_with(|c: char| c.is_ascii_lowercase())
        && new.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    let word = sort.words();
    if !plain {
        return Err(format!(
            "`{new}` is not a name: a name consists of lower-case letters, digits and hyphens"
        ));
    }
    if view.names(sort).contains(&new) || view.gives(sort, new) {
        return Err(format!("there is already {} called `{new}`", sort.one()));
    }
    // the rules themselves know best which words mean something else
    match renamed(asking, library, sort, name, new).first() {
        Some(problem) => Err(format!("`{new}` can't be the name of this {word}: {problem}")),
        None => Ok(()),
    }
}

/// Returns the diagnostics that the new name would cause.
fn renamed(asking: &Asking<'_>, library: &Drafts, sort: &Sort, name: &str, new: &str) -> Vec<String> {
    let (view, text) = (asking.view, &asking.document.text);
    let mut changed = text.to_string();
    let mut uses = view.uses(view.own(), sort, name);
    uses.sort_by_key(|one| std::cmp::Reverse(one.range.start));
    uses.dedup_by_key(|one| one.range.start);
    uses.iter().for_each(|one| changed.replace_range(one.range.start..one.range.start + name.len(), new));
    let problems = |text: &str| {
        Reading::with_defaults("", text, asking.document.dir(), &|path| library.text(path)).report
    };
    let (before, after): (Report, Report) = (problems(text), problems(&changed));
    let count =
        |report: &Report, code: &str| report.diagnostics().iter().filter(|one| one.code == code).count();
    let new_ones =
        after.diagnostics().iter().filter(|one| count(&after, one.code) > count(&before, one.code));
    new_ones.map(|one| one.message.clone()).collect()
}
