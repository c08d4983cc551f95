//! Longer explanations of each diagnostic code. The texts are `docs/diagnostics.md`.

/// The explanations of all codes, in Markdown: below a heading for each code a summary in a sentence, more sentences, and what is wrong and
/// what is right in fenced blocks.
pub const EXPLANATIONS: &str = include_str!("../../docs/diagnostics.md");

/// The explanation of a code.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Explained {
    /// The code, such as `ferz::moves::no_capital`.
    pub code: &'static str,
    /// The text below its heading, in Markdown.
    pub text: &'static str,
    /// The line of its heading among [`EXPLANATIONS`], from 1.
    pub line: usize,
}

impl Explained {
    /// Returns its first paragraph, on one line.
    pub fn summary(&self) -> String {
        let paragraph = self.text.split("\n\n").next().unwrap_or_default();
        paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Returns each code with its explanation.
///
/// ```
/// let found = ferz::text::explained().find(|one| one.code == "ferz::moves::no_capital").unwrap();
/// assert!(found.text.starts_with(found.summary().split(' ').next().unwrap()));
/// ```
pub fn explained() -> impl Iterator<Item = Explained> {
    let sections = EXPLANATIONS.split("\n## ").scan(1, |line, section| {
        let begins = *line;
        *line += section.matches('\n').count() + 1;
        Some((begins, section))
    });
    sections.skip(1).filter_map(|(line, section)| {
        let (code, text) = section.split_once('\n')?;
        Some(Explained { code: code.trim().trim_matches('`'), text: text.trim(), line })
    })
}
