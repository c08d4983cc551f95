//! The long run, on request.

/// Returns `true` if the environment variable `FERZ_LONG_RUN` is set, and not to `0`. Then the heavy tests do all they can, which takes many
/// minutes; otherwise they do a part of it, which still touches every game and every rule.
pub(crate) fn long_run() -> bool {
    std::env::var_os("FERZ_LONG_RUN").is_some_and(|value| value != "0")
}
