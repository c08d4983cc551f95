//! Comments and blank lines between what is laid out.

/// Splits the text into the comment that begins a file, up to its last blank line, and the rest: it is about the file, and stays at its
/// top.
pub(super) fn head(text: &str) -> (&str, &str) {
    let mut end = 0;
    let mut last_blank = None;
    for line in text.split_inclusive('\n') {
        let bare = line.trim();
        if bare.is_empty() {
            last_blank = Some(end + line.len());
        } else if !bare.starts_with('#') {
            break;
        }
        end += line.len();
    }
    let first = text[..end].trim_start();
    match last_blank {
        Some(at) if !text[..at].trim().is_empty() => text.split_at(at),
        // a comment with no blank line after it is about the file if it says so, or if no heading follows
        _ if first.starts_with("#:") => text.split_at(end),
        _ => text.split_at(0),
    }
}

/// Returns the lines of some comments, without spaces around them, and with at most one blank line in a row.
pub(super) fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines().map(str::trim) {
        if !(line.is_empty() && lines.last().is_none_or(|last| last.is_empty())) {
            lines.push(line.to_owned());
        }
    }
    lines
}

/// Splits the text above a table into the part about what precedes it, and the rest.
pub(super) fn split_tail(prefix: &str) -> (Vec<String>, Vec<String>) {
    let all: Vec<&str> = prefix.lines().map(str::trim).collect();
    let tail = all.iter().take_while(|line| !line.is_empty()).count();
    match all.get(tail) {
        Some(_) => (
            all[..tail].iter().map(|line| (*line).to_owned()).collect(),
            lines(&(all[tail..].join("\n") + "\n")),
        ),
        None => (Vec::new(), lines(prefix)),
    }
}

/// Lays out the text above a heading, or at the end: the tail of what precedes it, a blank line, and its own comments.
pub(super) fn above(tail: &[String], own: &[String]) -> String {
    let ended = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    format!("{}\n{}", ended(tail), ended(own))
}

/// Lays out the text above a key: its comments, after a blank line if there was one and it isn't the first key.
pub(super) fn within(prefix: &str, first: bool) -> String {
    let lines = lines(prefix);
    let apart = !first && prefix.lines().next().is_some_and(|line| line.trim().is_empty());
    let kept: String = lines.iter().map(|line| format!("{line}\n")).collect();
    if apart { format!("\n{kept}") } else { kept }
}
