//! The page and what it is made of, built ahead from `studio/` and carried in the program.

use ferz::draw::svg::escaped;

/// The page; `{token}` stands where the token goes.
const INDEX: &str = include_str!("../../assets/studio/index.html");

/// The page, with the token if the client may have it.
pub(super) fn index(token: Option<&str>) -> String {
    INDEX.replace("{token}", &escaped(token.unwrap_or_default()))
}

/// A part of the page: its type and its text.
pub(super) fn asset(name: &str) -> Option<(&'static str, &'static str)> {
    const SCRIPT: &str = "text/javascript; charset=utf-8";
    let found = match name {
        "studio.js" => (SCRIPT, include_str!("../../assets/studio/studio.js")),
        "editor.js" => (SCRIPT, include_str!("../../assets/studio/editor.js")),
        "studio.css" => ("text/css; charset=utf-8", include_str!("../../assets/studio/studio.css")),
        "icon.svg" => ("image/svg+xml", include_str!("../../assets/studio/icon.svg")),
        _ => return None,
    };
    Some(found)
}

/// The script of a page that stands alone.
pub(super) const ALONE: &str = include_str!("../../assets/studio/alone.js");
/// The style of the board.
pub(super) const STYLE: &str = include_str!("../../assets/studio/studio.css");

/// A title as the name of a file.
pub(super) fn file_stem(title: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let stem: String = title.chars().map(plain).collect();
    let parts: Vec<&str> = stem.split('-').filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { "game".to_owned() } else { parts.join("-") }
}
