//! The ranges that can be folded in an editor: tables, values of several lines, and comments of several lines.

use lsp_types::{DocumentSymbol, FoldingRange, FoldingRangeKind};

/// Returns the ranges of lines that can be folded, in the order of the text.
pub(super) fn folds(text: &str, symbols: &[DocumentSymbol]) -> Vec<FoldingRange> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut folds = comments(&lines);
    for table in symbols {
        folds.extend(fold(&lines, table));
        folds.extend(table.children.iter().flatten().filter_map(|key| fold(&lines, key)));
    }
    folds.sort_by_key(|fold| (fold.start_line, std::cmp::Reverse(fold.end_line)));
    folds.dedup_by_key(|fold| (fold.start_line, fold.end_line));
    folds
}

fn comments(lines: &[&str]) -> Vec<FoldingRange> {
    let mut folds = Vec::new();
    let mut from = None;
    for at in 0..=lines.len() {
        let comment = lines.get(at).is_some_and(|line| line.starts_with('#'));
        match from {
            None if comment => from = Some(at),
            Some(first) if !comment => {
                folds.extend(range(first, at - 1, Some(FoldingRangeKind::Comment)));
                from = None;
            }
            _ => {}
        }
    }
    folds
}

/// A table or key with what belongs to it; comments at its end are about what follows.
fn fold(lines: &[&str], symbol: &DocumentSymbol) -> Option<FoldingRange> {
    let (first, mut last) = (symbol.range.start.line as usize, symbol.range.end.line as usize);
    while last > first && lines.get(last).is_none_or(|line| line.is_empty() || line.starts_with('#')) {
        last -= 1;
    }
    range(first, last, None)
}

fn range(first: usize, last: usize, kind: Option<FoldingRangeKind>) -> Option<FoldingRange> {
    let line = |at: usize| u32::try_from(at).ok();
    let folded =
        FoldingRange { start_line: line(first)?, end_line: line(last)?, kind, ..FoldingRange::default() };
    (first < last).then_some(folded)
}
