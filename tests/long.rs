//! The long run, in which tests do more than usual.

/// Returns `true` in the long run: if `FERZ_LONG_RUN` is set.
pub(crate) fn long_run() -> bool {
    std::env::var_os("FERZ_LONG_RUN").is_some_and(|value| value != "0")
}
