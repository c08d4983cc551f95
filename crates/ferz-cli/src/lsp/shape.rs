//! The values that may stand at a place of a game file, by the names above it: the tables of keys, looked up by path.

use ferz::language::{Hint, Key, KeyTable, Kind, ROOT};

static DEFINITION: Kind = Kind::Table(&ROOT);

/// The content of a table.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tabled {
    /// These keys.
    Keys(&'static KeyTable),
    /// Names of the author's choosing.
    Names,
}

/// Returns the path without the option value it is in: what an option changes is written as it is without the option.
pub(super) fn plain<'a, 'b>(path: &'a [&'b str]) -> &'a [&'b str] {
    match path {
        ["options", _, "values", _, rest @ ..] if !rest.is_empty() => plain(rest),
        path => path,
    }
}

/// Returns `true` if the path leads into a value of an option.
pub(super) fn in_answer(path: &[&str]) -> bool {
    matches!(path, ["options", _, "values", _, _, ..])
}

/// Returns the kind of value that may stand at a path.
pub(super) fn kind_at(path: &[&str]) -> Option<&'static Kind> {
    if matches!(path, ["options", _, "values", _]) {
        return Some(&DEFINITION);
    }
    plain(path).iter().try_fold(&DEFINITION, |kind, name| below(kind, name))
}

fn below(kind: &'static Kind, name: &str) -> Option<&'static Kind> {
    match kind {
        Kind::Table(table) => table.key(name).map(|key| &key.kind),
        Kind::Named(each) => Some(each),
        Kind::Rules(each) => below(each, name).or(Some(each)),
        Kind::List(each) => below(each, name),
        Kind::Either(kinds) => kinds.iter().find_map(|kind| below(kind, name)),
        _ => None,
    }
}

/// Returns the content of the table at a path.
pub(super) fn table_at(path: &[&str]) -> Option<Tabled> {
    tabled(kind_at(path)?)
}

fn tabled(kind: &'static Kind) -> Option<Tabled> {
    match kind {
        Kind::Table(keys) => Some(Tabled::Keys(keys)),
        Kind::Named(_) => Some(Tabled::Names),
        Kind::Rules(each) => tabled(each),
        Kind::List(each) => tabled(each),
        Kind::Either(kinds) => kinds.iter().find_map(tabled),
        _ => None,
    }
}

/// The key at a path, if its name is one of the language and not of the author's choosing.
pub(super) fn key_at(path: &[&str]) -> Option<&'static Key> {
    let (name, above) = plain(path).split_last()?;
    match table_at(above)? {
        Tabled::Keys(keys) => keys.key(name),
        Tabled::Names => None,
    }
}

/// Returns the hint on the values at a path, besides their kind.
pub(super) fn hint_at(path: &[&str]) -> Hint {
    match (key_at(path), path.split_last().and_then(|(_, above)| key_at(above))) {
        // a hint on names is on those of the tables below
        (Some(Key { kind: Kind::Named(Kind::Named(_)), .. }), _) => Hint::Nothing,
        (None, Some(Key { kind: Kind::Named(Kind::Named(_)), hint, .. })) => *hint,
        (key, _) => key.map_or(Hint::Nothing, |key| key.hint),
    }
}

/// The kind of a text that stands at a path, or in a list there.
pub(super) fn text_at(path: &[&str]) -> Option<&'static Kind> {
    text(kind_at(path)?)
}

fn text(kind: &'static Kind) -> Option<&'static Kind> {
    match kind {
        Kind::List(each) => text(each),
        Kind::Either(kinds) => kinds.iter().find_map(text),
        Kind::Table(_) | Kind::Named(_) | Kind::Rules(_) | Kind::Integer { .. } | Kind::Flag | Kind::Free => {
            None
        }
        kind => Some(kind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_through_lists_and_answers() {
        assert!(matches!(text_at(&["promotion", "to"]), Some(Kind::Pieces)));
        assert!(matches!(text_at(&["pieces", "any-name", "moves"]), Some(Kind::Moves)));
        assert!(matches!(text_at(&["turn", "first", "move"]), Some(Kind::MoveKinds)));
        assert!(matches!(text_at(&["options", "a", "values", "b", "promotion", "to"]), Some(Kind::Pieces)));
        assert!(matches!(table_at(&["options", "a", "values", "b"]), Some(Tabled::Keys(_))));
        assert!(matches!(table_at(&["pieces"]), Some(Tabled::Names)));
        assert!(kind_at(&["nothing", "of", "this"]).is_none());
        assert_eq!(key_at(&["castling", "unattacked"]).map(|key| key.name), Some("unattacked"));
    }
}
