//! The search methods.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A search method.
///
/// ```
/// use ferz::Method;
/// assert_eq!("tree".parse(), Ok(Method::Tree));
/// assert_eq!(Method::AlphaBeta.to_string(), "alpha-beta");
/// assert!("minimax".parse::<Method>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Alpha-beta: all lines to increasing depths, with pruning, on all threads.
    #[default]
    AlphaBeta,
    /// Monte-Carlo tree search: a tree that grows most where play looks best, on one thread.
    Tree,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 2] = [Self::AlphaBeta, Self::Tree];

    /// Returns its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AlphaBeta => "alpha-beta",
            Self::Tree => "tree",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of an unknown method name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseMethodError(pub String);

impl fmt::Display for ParseMethodError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no search `{}`: it is `alpha-beta` or `tree`", self.0)
    }
}

impl std::error::Error for ParseMethodError {}

impl FromStr for Method {
    type Err = ParseMethodError;

    fn from_str(text: &str) -> Result<Self, ParseMethodError> {
        let named = |method: &Self| method.name().eq_ignore_ascii_case(text);
        Self::ALL.into_iter().find(named).ok_or_else(|| ParseMethodError(text.to_owned()))
    }
}
