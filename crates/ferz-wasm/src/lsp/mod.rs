//! The answers of the language server for the page of the studio: its own files, as far as they are about one text.
#![allow(dead_code, unreachable_pub, reason = "an editor asks more of them")]

#[path = "../../../ferz-cli/src/lsp/asking.rs"]
mod asking;
#[path = "../../../ferz-cli/src/lsp/completion/mod.rs"]
mod completion;
#[path = "../../../ferz-cli/src/lsp/documents.rs"]
mod documents;
#[path = "../../../ferz-cli/src/lsp/hover.rs"]
mod hover;
#[path = "../../../ferz-cli/src/lsp/names.rs"]
mod names;
#[path = "../../../ferz-cli/src/lsp/outline.rs"]
mod outline;
#[path = "../../../ferz-cli/src/lsp/page.rs"]
mod page;
#[path = "../../../ferz-cli/src/lsp/position.rs"]
mod position;
#[path = "../../../ferz-cli/src/lsp/shape.rs"]
mod shape;
#[path = "../../../ferz-cli/src/lsp/uri.rs"]
mod uri;

pub(crate) use page::TextPlace;
