//! The folder of a game file, and which files may be read from there.

use std::path::{Path, absolute};

/// The folder in which paths of a game file begin, and how far they may lead.
///
/// ```
/// use ferz::{Folder, check_text};
/// let text = "extends = \"../parent.toml\"\n";
/// let checked = check_text("child.toml", text, Folder::Confined(".".as_ref()));
/// assert_eq!(checked.report.diagnostics()[0].code, "ferz::extends::outside");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Folder<'a> {
    /// No folder: only built-in games can be extended.
    #[default]
    None,
    /// A folder from which paths may lead anywhere.
    Open(&'a Path),
    /// A folder outside which no file is read, whatever paths and symbolic links say.
    Confined(&'a Path),
}

impl<'a> Folder<'a> {
    /// Returns the path of the folder, if there is one.
    pub fn path(self) -> Option<&'a Path> {
        match self {
            Self::None => None,
            Self::Open(path) | Self::Confined(path) => Some(path),
        }
    }

    /// Returns `true` if the file at a path may be read. If there is no such file, as much of the path as exists decides.
    ///
    /// ```
    /// use ferz::Folder;
    /// let here = Folder::Confined("".as_ref());
    /// assert!(here.admits("no-such-file.toml".as_ref()) && !here.admits("../game.toml".as_ref()));
    /// assert!(Folder::Open("".as_ref()).admits("../game.toml".as_ref()));
    /// ```
    pub fn admits(self, path: &Path) -> bool {
        match self {
            Self::None => false,
            Self::Open(_) => true,
            Self::Confined(folder) => is_inside(folder, path),
        }
    }
}

impl<'a> From<Option<&'a Path>> for Folder<'a> {
    fn from(path: Option<&'a Path>) -> Self {
        path.map_or(Self::None, Self::Open)
    }
}

/// Returns `true` if a path, with its links followed, is below a folder. A link to nothing is not.
fn is_inside(folder: &Path, path: &Path) -> bool {
    // the empty path is the current folder
    let (Ok(folder), Ok(path)) = (folder.join(".").canonicalize(), absolute(path)) else { return false };
    let existing = path.ancestors().find(|part| part.symlink_metadata().is_ok());
    existing.and_then(|part| part.canonicalize().ok()).is_some_and(|real| real.starts_with(folder))
}
