//! The memory of the machine, as far as engines need it.

use ferz::{Engine, TableTooLarge};

/// Creates an engine whose transposition table fits in the available memory: overcommitted memory would end the program when it is used.
///
/// # Errors
/// If there is no memory for the table.
pub(crate) fn engine(mebibytes: usize, threads: usize) -> Result<Engine, TableTooLarge> {
    match available() {
        Some(most) if mebibytes > most => Err(TableTooLarge(mebibytes)),
        _ => Engine::new(mebibytes, threads),
    }
}

/// Returns the available memory in MiB, where the system reports it.
fn available() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some((kibibytes / 1024).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_larger_than_the_memory_is_refused() {
        assert!(engine(1, 1).is_ok());
        if let Some(most) = available() {
            assert_eq!(engine(2 * most, 1).map(drop), Err(TableTooLarge(2 * most)));
        }
    }
}
