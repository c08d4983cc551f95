//! The module `_ferz` of the Python package `ferz`: the library, as Python sees it.

mod batch;
mod board;
mod engine;
mod errors;
mod pgn;
mod spaces;
mod values;
mod variant;

use pyo3::prelude::*;

/// The compiled part of the package `ferz`.
#[pymodule]
fn _ferz(module: &Bound<'_, PyModule>) -> PyResult<()> {
    errors::register(module)?;
    module.add_class::<variant::Variant>()?;
    module.add_class::<values::PieceType>()?;
    module.add_class::<values::Piece>()?;
    module.add_class::<values::Move>()?;
    module.add_class::<values::Outcome>()?;
    module.add_class::<errors::Diagnostic>()?;
    module.add_class::<board::Board>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<engine::Info>()?;
    module.add_class::<pgn::GameRecord>()?;
    module.add_class::<spaces::ActionSpace>()?;
    module.add_class::<spaces::ObservationSpace>()?;
    module.add_class::<batch::Batch>()?;
    module.add_function(wrap_pyfunction!(variant::load, module)?)?;
    module.add_function(wrap_pyfunction!(variant::games, module)?)?;
    module.add_function(wrap_pyfunction!(variant::check, module)?)?;
    module.add_function(wrap_pyfunction!(pgn::read_pgn, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
