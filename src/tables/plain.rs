//! The tables of a game whose rules are asked move by move instead of being laid out: for the law that compares the two.

use std::sync::{Arc, OnceLock};

use super::Tables;
use crate::board::Bits;
use crate::rules::Rules;

/// Tables that are compiled when they are first asked for.
#[derive(Clone, Debug)]
pub(super) struct Plain<B> {
    compile: fn(&Arc<Rules>) -> Tables<B>,
    tables: OnceLock<Arc<Tables<B>>>,
}

impl<B> Plain<B> {
    /// Creates the tables that this function will compile.
    pub(super) const fn new(compile: fn(&Arc<Rules>) -> Tables<B>) -> Self {
        Self { compile, tables: OnceLock::new() }
    }
}

impl<B: Bits> Tables<B> {
    /// Returns the tables of the same rules, asked move by move instead of being laid out.
    pub(crate) fn plain(&self) -> &Self {
        let Plain { compile, tables } = &self.plain;
        tables.get_or_init(|| Arc::new(compile(&self.rules)))
    }
}
