//! The native half of the Python package `piaget`: minds, maps, memories and the reference world, one by one and in batches.
//!
//! It stands on `crates/piaget` and, for the reference world, on `crates/sim`. What Python sees is `piaget/_native.pyi`.
//! Batches work without the interpreter's lock; what Python gives is checked here, and what is wrong becomes an exception.

#![expect(
    clippy::too_many_arguments,
    reason = "what Python passes by name is one of a few, whatever their number"
)]

mod arrays;
mod asked;
mod callback;
mod character;
mod errors;
mod graph;
mod intents;
mod map;
mod maps;
mod memory;
mod mind;
mod minds;
mod minds_asked;
mod packed;
mod plain;
mod pool;
mod room;
mod scenario;
mod senses;
mod sight;
mod terrain;
mod trace;
mod world;
mod world_actions;
mod worlds;

use pyo3::prelude::*;

/// Lays the parts of a mind close together, as the program `piaget` does.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The module `piaget._native`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<character::Character>()?;
    module.add_class::<terrain::Terrain>()?;
    module.add_class::<sight::Field>()?;
    module.add_class::<mind::Mind>()?;
    module.add_class::<minds::Minds>()?;
    module.add_class::<map::Map>()?;
    module.add_class::<maps::Maps>()?;
    module.add_class::<memory::Memory>()?;
    module.add_class::<graph::Graph>()?;
    module.add_class::<scenario::Scenario>()?;
    module.add_class::<world::World>()?;
    module.add_class::<worlds::Worlds>()?;
    module.add_function(wrap_pyfunction!(trace::play, module)?)?;
    module.add_function(wrap_pyfunction!(errors::digest_of, module)?)
}
