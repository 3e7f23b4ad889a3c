//! The native half of the Python package: a snapshot in this process, tables in and out by Arrow.
//! What people see, with types and documentation, is the Python half in `tamis/`.
//!
//! | module | what it holds |
//! |---|---|
//! | `capsule` | Arrow streams to and from Python; all unsafe code of this crate |
//! | `cells` | the columns of a table as texts |
//! | `columns` | columns that are no table yet, put side by side |
//! | `frame` | hits and rejected rows as Arrow |
//! | `remote` | versions in an object store, brought to this machine |
//! | `snapshot` | a snapshot, and what is asked of it |
//! | `run` | a table that is being screened |

mod capsule;
mod cells;
mod columns;
mod frame;
mod remote;
mod run;
mod snapshot;

use pyo3::prelude::*;

// As the programs have it: what is found is put into many small texts.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What `tamis/` imports.
#[pymodule]
mod _tamis {
    #[pymodule_export]
    use super::frame::Frame;
    #[pymodule_export]
    use super::frame::hit_columns;
    #[pymodule_export]
    use super::remote::{current_version, pull};
    #[pymodule_export]
    use super::run::Run;
    #[pymodule_export]
    use super::snapshot::Snapshot;
    #[pymodule_export]
    use super::snapshot::SnapshotError;
}
