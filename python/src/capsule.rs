//! Arrow streams to and from Python, by the PyCapsule interface
//! (<https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>).

#![allow(unsafe_code)]

use std::ffi::CStr;

use arrow_array::RecordBatchReader;
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyCapsuleMethods};

const STREAM: &CStr = c"arrow_array_stream";

/// The stream of anything with `__arrow_c_stream__`; none where it has none.
///
/// # Errors
/// What the export raises; `ValueError` for a stream that cannot be read.
pub(crate) fn stream_of(table: &Bound<'_, PyAny>) -> PyResult<Option<ArrayStreamReader>> {
    let Some(export) = table.getattr_opt("__arrow_c_stream__")? else { return Ok(None) };
    let capsule = export.call0()?.cast_into::<PyCapsule>()?;
    let stream = capsule.pointer_checked(Some(STREAM))?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: the interface puts an initialised stream into a capsule of this name, which lives until
    // the end of this function; nothing else runs before it is moved out, and what is left behind is
    // a released one.
    let reader = unsafe { ArrayStreamReader::from_raw(stream.as_ptr()) };
    reader.map(Some).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// A capsule with the batches that a reader gives.
pub(crate) fn capsule_of<'py>(
    py: Python<'py>,
    reader: Box<dyn RecordBatchReader + Send>,
) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(reader), STREAM)
}
