//! The tables of a text and the names in them, for an outline in the editor.

use std::ops::Range;

use lsp_types::{DocumentSymbol, SymbolKind};

use super::outline::{Outline, ROOT_NODE, Role};
use super::position::{Encoding, Lines};

/// The maximum number of entries in an outline.
const MOST: usize = 2000;

/// The tables in their order, each with the names or keys in it.
pub(super) fn symbols(text: &str, outline: &Outline, encoding: Encoding) -> Vec<DocumentSymbol> {
    let lines = Lines::of(text, encoding);
    let keys =
        outline.zones.iter().filter(|zone| matches!(zone.role, Role::Key { .. }) && zone.node != ROOT_NODE);
    let keys: Vec<_> = keys.take(MOST).collect();
    let mut tables: Vec<DocumentSymbol> = Vec::new();
    for (at, zone) in keys.iter().enumerate() {
        let path = outline.path(zone.node);
        let heading = zone.role == Role::Key { heading: true };
        let (Some(name), depth) = (path.last().filter(|name| !name.is_empty()), path.len()) else { continue };
        let next = keys[at + 1..].iter().find(|next| ends(outline, next.role, next.node, depth, heading));
        let end = next.map_or(text.len(), |next| line_start(text, next.range.start));
        let end = zone.range.end.max(end);
        let whole = zone.range.start..zone.range.start + text[zone.range.start..end].trim_end().len();
        let range = zone.range.start..zone.range.end.max(whole.end);
        match (depth, tables.last_mut()) {
            (1, _) => tables.push(symbol(&lines, name, range, zone.range.clone(), 1)),
            (2, Some(table)) if table.name == path[0] || path[0] == "example" => {
                if path == ["example", "shows"] {
                    let said = outline.texts().find(|text| text.range.start > zone.range.end);
                    table.detail = said.map(|said| text[said.range.clone()].to_owned());
                }
                table.children.get_or_insert_default().push(symbol(
                    &lines,
                    name,
                    range,
                    zone.range.clone(),
                    2,
                ));
            }
            _ => {}
        }
    }
    tables
}

/// Returns `true` if the key ends what began at some depth.
fn ends(outline: &Outline, role: Role, node: usize, depth: usize, heading: bool) -> bool {
    let below = outline.path(node).len();
    if heading { role == Role::Key { heading: true } && below <= depth } else { below <= depth }
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |end| end + 1)
}

fn symbol(
    lines: &Lines<'_>,
    name: &str,
    range: Range<usize>,
    chosen: Range<usize>,
    depth: usize,
) -> DocumentSymbol {
    #[expect(deprecated, reason = "the type has no other way to be made")]
    DocumentSymbol {
        name: name.to_owned(),
        detail: None,
        kind: if depth == 1 { SymbolKind::MODULE } else { SymbolKind::PROPERTY },
        tags: None,
        deprecated: None,
        range: lines.range(range),
        selection_range: lines.range(chosen),
        children: None,
    }
}
