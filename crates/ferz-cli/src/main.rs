//! The `ferz` command: the whole program is in the library beside this file.

use std::process::ExitCode;

fn main() -> ExitCode {
    ferz_cli::main()
}
