//! The `ferz` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    ferz::cli::main()
}
