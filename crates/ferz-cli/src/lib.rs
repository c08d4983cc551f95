//! The `ferz` command: the command line and the layers below it.
//!
//! The layers, from the bottom: the memory for engines, files of the user's, faults of ferz itself, pictures as PNG, the protocols of interfaces, matches, the studio, the protocol of
//! editors, and the command line. What they know of games comes from the library.
//!
//! The whole program is here, so that it is compiled while the machine code of the library is still being made; `main.rs` only calls it.
//! There is nothing in it for other programs: they use the library.

mod arena;
mod caught;
mod cli;
mod disk;
#[cfg(test)]
#[path = "../../../tests/fuzz/mod.rs"]
mod fuzz;
mod lsp;
mod memory;
mod png;
mod protocol;
#[cfg(feature = "studio")]
mod studio;

use std::process::ExitCode;

/// Runs the command that the arguments of the process state, and returns the exit status.
///
/// ```no_run
/// let status = ferz_cli::main();
/// ```
pub fn main() -> ExitCode {
    cli::main()
}
