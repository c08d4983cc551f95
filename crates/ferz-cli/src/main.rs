//! The `ferz` command: the command line and what stands below it.
//!
//! The layers, from the bottom: the memory for engines, files of the user's, pictures as PNG, the protocols of interfaces, matches, the studio, the protocol of
//! editors, and the command line. What they know of games comes from the library.

mod arena;
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

fn main() -> ExitCode {
    cli::main()
}
