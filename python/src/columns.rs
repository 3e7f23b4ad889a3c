//! Columns that are no table yet, put side by side.

use std::sync::Arc;

use arrow_array::ffi_stream::ArrayStreamReader;
use arrow_array::{
    Array, ArrayReader, ArrayRef, RecordBatch, RecordBatchIterator, RecordBatchReader, StringArray,
};
use arrow_schema::{DataType, Field, Schema};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyInt, PyMapping, PyString};

use crate::capsule::stream_of;

/// A table of columns, which are of one length, whatever pieces each is in.
pub(crate) fn table_of(
    columns: &[(String, Bound<'_, PyAny>)],
) -> PyResult<Box<dyn RecordBatchReader + Send>> {
    let mut fields = Vec::new();
    let mut pieces = Vec::new();
    for (name, column) in columns {
        let (kind, arrays) = match stream_of(column)? {
            Some(stream) => arrays_of(name, stream)?,
            None => (DataType::Utf8, vec![texts_of(name, column)?]),
        };
        fields.push(Field::new(name, kind, true));
        pieces.push(arrays);
    }
    let rows: Vec<usize> =
        pieces.iter().map(|arrays| arrays.iter().map(|array| array.len()).sum()).collect();
    if let Some(at) = rows.iter().position(|own| *own != rows[0]) {
        let ((first, _), (other, _)) = (&columns[0], &columns[at]);
        return Err(PyValueError::new_err(format!(
            "{first} has {} rows and {other} has {}; columns must be of one length",
            rows[0], rows[at]
        )));
    }
    let schema = Arc::new(Schema::new(fields));
    let batches: Vec<_> =
        level(pieces).into_iter().map(|row| RecordBatch::try_new(schema.clone(), row)).collect();
    Ok(Box::new(RecordBatchIterator::new(batches, schema)))
}

/// The type of a column, and its pieces.
fn arrays_of(name: &str, stream: ArrayStreamReader) -> PyResult<(DataType, Vec<ArrayRef>)> {
    let kind = stream.field().data_type().clone();
    if matches!(kind, DataType::Struct(_)) {
        return Err(PyTypeError::new_err(format!(
            "{name} is a table; it must be one column of it"
        )));
    }
    let arrays: Result<Vec<_>, _> = stream.collect();
    Ok((kind, arrays.map_err(|error| PyValueError::new_err(format!("{name}: {error}")))?))
}

/// The texts, whole numbers and dates of a list, or of whatever else is gone through one by one.
fn texts_of(name: &str, column: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    let is_one = column.is_instance_of::<PyString>() || column.is_instance_of::<PyBytes>();
    let items = match is_one || column.cast::<PyMapping>().is_ok() {
        true => None,
        false => column.try_iter().ok(),
    };
    let items = items.ok_or_else(|| {
        let given = column.get_type();
        PyTypeError::new_err(format!(
            "{name} must be a column of pyarrow, pandas or Polars, or a list; this is of type {given}"
        ))
    })?;
    let texts = items.enumerate().map(|(at, item)| {
        let item = item?;
        text_of(&item)?.ok_or_else(|| {
            let given = item.get_type();
            PyTypeError::new_err(format!(
                "{name}[{at}] is of type {given}; it must be a text, a whole number, a date or None"
            ))
        })
    });
    let texts: Vec<Option<String>> = texts.collect::<PyResult<_>>()?;
    Ok(Arc::new(StringArray::from(texts)))
}

/// What stands in an item, `Some(None)` where it is empty; none where it is of no type that is read.
fn text_of(item: &Bound<'_, PyAny>) -> PyResult<Option<Option<String>>> {
    if let Ok(text) = item.cast::<PyString>() {
        return Ok(Some(Some(text.to_str()?.to_owned())));
    }
    // pandas has a float that is no number for what is missing.
    if item.is_none() || item.extract::<f64>().is_ok_and(f64::is_nan) {
        return Ok(Some(None));
    }
    if item.is_instance_of::<PyInt>() && !item.is_instance_of::<PyBool>() {
        return Ok(Some(Some(item.str()?.to_str()?.to_owned())));
    }
    match item.getattr_opt("strftime")? {
        Some(shown) => Ok(Some(Some(shown.call1(("%Y-%m-%d",))?.extract()?))),
        None => Ok(None),
    }
}

/// Pieces of columns of one length, cut wherever one of the columns has an end.
fn level(mut pieces: Vec<Vec<ArrayRef>>) -> Vec<Vec<ArrayRef>> {
    for column in &mut pieces {
        column.retain(|array| !array.is_empty());
        column.reverse();
    }
    let mut rows = Vec::new();
    while let Some(length) =
        pieces.iter().filter_map(|column| column.last()).map(|array| array.len()).min()
    {
        let cut = |column: &mut Vec<ArrayRef>| {
            let array = column.pop().expect("columns of one length");
            if array.len() > length {
                column.push(array.slice(length, array.len() - length));
            }
            array.slice(0, length)
        };
        rows.push(pieces.iter_mut().map(cut).collect());
    }
    rows
}
