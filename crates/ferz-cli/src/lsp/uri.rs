//! Addresses of files: `file:` URIs and paths.

use std::path::{Component, Path, PathBuf};

use lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The characters that are escaped in the path of a URI: all but the unreserved ones.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'/');

/// Returns the path of a `file:` URI; `None` for anything else.
pub(super) fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let rest = rest.split(['?', '#']).next()?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let decoded = percent_decode_str(rest).decode_utf8().ok()?;
    let drive = decoded.strip_prefix('/').filter(|path| path.chars().nth(1) == Some(':'));
    match (cfg!(windows), drive) {
        (true, Some(path)) => Some(PathBuf::from(path.replace('/', "\\"))),
        _ => decoded.starts_with('/').then(|| PathBuf::from(&*decoded)),
    }
}

/// Returns the URI of a file by its absolute path.
pub(super) fn of(path: &Path) -> Option<Uri> {
    let text = path.to_str()?.replace('\\', if cfg!(windows) { "/" } else { "\\" });
    let slash = if text.starts_with('/') { "" } else { "/" };
    let encoded = utf8_percent_encode(&text, PLAIN).to_string();
    format!("file://{slash}{encoded}").parse().ok()
}

/// Normalizes a path, as far as possible, so that the same file has the same path.
pub(super) fn settled(path: &Path) -> PathBuf {
    if let Ok(path) = path.canonicalize() {
        return path;
    }
    if let (Some(folder), Some(name)) = (path.parent(), path.file_name())
        && let Ok(folder) = folder.canonicalize()
    {
        return folder.join(name);
    }
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

/// Returns an SVG picture as a data URI.
pub(super) fn picture(svg: &str) -> String {
    format!("data:image/svg+xml,{}", utf8_percent_encode(svg, NON_ALPHANUMERIC))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn paths_with_any_sign_come_back() {
        for name in ["/tmp/a game.toml", "/home/jürgen/ströbeck#1.toml", "/a/100%/b?.toml"] {
            let uri = of(Path::new(name)).expect("a URI");
            assert_eq!(path(&uri), Some(PathBuf::from(name)), "{}", uri.as_str());
        }
    }

    #[test]
    fn what_is_no_file_has_no_path() {
        for address in ["untitled:Untitled-1", "http://example.org/a.toml", "file://elsewhere/a.toml"] {
            assert_eq!(path(&address.parse().expect("a URI")), None, "{address}");
        }
    }

    #[test]
    fn dots_in_a_path_are_no_matter() {
        assert_eq!(settled(Path::new("/no/such/./folder/../a.toml")), PathBuf::from("/no/such/a.toml"));
    }
}
