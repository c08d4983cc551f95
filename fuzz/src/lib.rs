//! The fuzz targets, with the modules of the program that they drive.
#![allow(dead_code, reason = "the targets don't need all of the program")]

#[path = "../../crates/ferz-cli/src/disk/mod.rs"]
mod disk;
#[path = "../../crates/ferz-cli/src/lsp/mod.rs"]
mod lsp;
#[path = "../../crates/ferz-cli/src/memory.rs"]
mod memory;
#[path = "../../crates/ferz-cli/src/protocol/mod.rs"]
mod protocol;
#[path = "../../tests/fuzz/targets.rs"]
pub mod targets;
