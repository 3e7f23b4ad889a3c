//! Hits and rejected rows as Arrow.

use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, Float64Builder, Int64Builder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use tamis::screen::{Cell, CellOf, Hit};

use crate::capsule::capsule_of;

/// The columns of hits, each with what is in it.
#[pyfunction]
pub(crate) fn hit_columns() -> Vec<(String, &'static str)> {
    let schema = Hits::new().finish().schema;
    let fields = schema.fields().iter();
    fields.map(|field| (field.name().clone(), said(field.data_type()))).collect()
}

fn said(kind: &DataType) -> &'static str {
    match kind {
        DataType::Boolean => "yes or no",
        DataType::Float64 => "score",
        DataType::Int64 => "number",
        _ => "text",
    }
}

/// Batches of one schema, for whoever reads Arrow.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct Frame {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

#[pymethods]
impl Frame {
    /// The batches of one or more frames of one schema.
    #[staticmethod]
    fn concat(frames: Vec<PyRef<'_, Frame>>) -> PyResult<Self> {
        let none = || PyValueError::new_err("there must be at least one frame");
        let schema = frames.first().ok_or_else(none)?.schema.clone();
        let batches = frames.iter().flat_map(|frame| frame.batches.iter().cloned());
        let batches = batches.filter(|batch| batch.num_rows() > 0).collect();
        Ok(Self { schema, batches })
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.schema.fields().iter().map(|field| field.name().as_str()).collect()
    }

    /// Rows from one to before another, each a dictionary.
    fn rows<'py>(
        &self,
        py: Python<'py>,
        start: usize,
        stop: usize,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let of_batch = |batch| (0..RecordBatch::num_rows(batch)).map(move |at| (batch, at));
        let rows = self.batches.iter().flat_map(of_batch);
        rows.skip(start)
            .take(stop.saturating_sub(start))
            .map(|(batch, at)| {
                let row = PyDict::new(py);
                for (field, column) in self.schema.fields().iter().zip(batch.columns()) {
                    row.set_item(field.name(), value_of(py, column, at)?)?;
                }
                Ok(row)
            })
            .collect()
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface lets a producer that cannot cast give what it has.
        let _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok);
        capsule_of(py, Box::new(RecordBatchIterator::new(batches, self.schema.clone())))
    }
}

impl Frame {
    fn of(columns: Vec<(Field, ArrayRef)>) -> Self {
        let (fields, columns): (Vec<Field>, Vec<ArrayRef>) = columns.into_iter().unzip();
        let schema = Arc::new(Schema::new(fields));
        let batch = RecordBatch::try_new(schema.clone(), columns);
        Self { schema, batches: vec![batch.expect("as many rows in each column, of its type")] }
    }
}

fn value_of<'py>(py: Python<'py>, column: &ArrayRef, at: usize) -> PyResult<Bound<'py, PyAny>> {
    if column.is_null(at) {
        return Ok(py.None().into_bound(py));
    }
    match column.data_type() {
        DataType::Boolean => column.as_boolean().value(at).into_bound_py_any(py),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(at).into_bound_py_any(py),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(at).into_bound_py_any(py),
        _ => column.as_string::<i32>().value(at).into_bound_py_any(py),
    }
}

/// Hits of some customers.
pub(crate) struct Hits {
    rows: Int64Builder,
    keys: StringBuilder,
    names: StringBuilder,
    columns: Vec<Column>,
}

/// A column of hits.
enum Column {
    YesOrNo(BooleanBuilder),
    Score(Float64Builder),
    Id(Int64Builder),
    Text(StringBuilder),
}

impl Column {
    /// For what stands in a column; numbers of records are below 2^53.
    fn of(cell: Cell<'_>) -> Self {
        match cell {
            Cell::YesOrNo(_) => Self::YesOrNo(BooleanBuilder::new()),
            Cell::Score(_) => Self::Score(Float64Builder::new()),
            Cell::Id(_) => Self::Id(Int64Builder::new()),
            Cell::Text(_) => Self::Text(StringBuilder::new()),
        }
    }

    fn push(&mut self, cell: Option<Cell<'_>>) {
        match (self, cell) {
            (Self::YesOrNo(builder), Some(Cell::YesOrNo(value))) => builder.append_value(value),
            (Self::Score(builder), Some(Cell::Score(value))) => builder.append_value(value),
            (Self::Id(builder), Some(Cell::Id(value))) => builder.append_value(value as i64),
            (Self::Text(builder), Some(Cell::Text(value))) => builder.append_value(value),
            (Self::YesOrNo(builder), _) => builder.append_null(),
            (Self::Score(builder), _) => builder.append_null(),
            (Self::Id(builder), _) => builder.append_null(),
            (Self::Text(builder), _) => builder.append_null(),
        }
    }

    fn finish(&mut self) -> (DataType, ArrayRef) {
        match self {
            Self::YesOrNo(builder) => (DataType::Boolean, Arc::new(builder.finish())),
            Self::Score(builder) => (DataType::Float64, Arc::new(builder.finish())),
            Self::Id(builder) => (DataType::Int64, Arc::new(builder.finish())),
            Self::Text(builder) => (DataType::Utf8, Arc::new(builder.finish())),
        }
    }
}

impl Hits {
    pub(crate) fn new() -> Self {
        let columns = Hit::COLUMNS.iter().map(|(_, cell)| Column::of(cell(&Hit::default())));
        Self {
            rows: Int64Builder::new(),
            keys: StringBuilder::new(),
            names: StringBuilder::new(),
            columns: columns.collect(),
        }
    }

    /// Adds a hit of a customer, or the customer without one.
    pub(crate) fn push(&mut self, row: u64, key: &str, name: &str, hit: Option<&Hit<'_>>) {
        self.push_cells(row, key, name, |_, cell| hit.map(cell));
    }

    /// Adds a customer of whom nothing was asked, with the reason in its column.
    pub(crate) fn push_refused(&mut self, row: u64, key: &str, name: &str, reason: &str) {
        self.push_cells(row, key, name, |column, _| {
            (column == "reason").then_some(Cell::Text(reason))
        });
    }

    fn push_cells<'h>(
        &mut self,
        row: u64,
        key: &str,
        name: &str,
        cell_of: impl Fn(&str, CellOf) -> Option<Cell<'h>>,
    ) {
        self.rows.append_value(row as i64);
        self.keys.append_value(key);
        self.names.append_value(name);
        for (column, (of, cell)) in self.columns.iter_mut().zip(Hit::COLUMNS) {
            column.push(cell_of(of, cell));
        }
    }

    pub(crate) fn finish(mut self) -> Frame {
        let mut columns: Vec<(Field, ArrayRef)> = vec![
            (Field::new("row", DataType::Int64, false), Arc::new(self.rows.finish())),
            (Field::new("customer_id", DataType::Utf8, false), Arc::new(self.keys.finish())),
            (Field::new("customer_name", DataType::Utf8, false), Arc::new(self.names.finish())),
        ];
        for (column, (name, _)) in self.columns.iter_mut().zip(&Hit::COLUMNS) {
            let (kind, array) = column.finish();
            columns.push((Field::new(*name, kind, true), array));
        }
        Frame::of(columns)
    }
}

/// Rows that could not be screened, or not with all that they hold.
pub(crate) struct Rejects {
    rows: Int64Builder,
    screened: BooleanBuilder,
    /// Key, column, value and reason.
    texts: [(&'static str, StringBuilder); 4],
}

/// A row that could not be screened, or not with all that it holds.
#[derive(Debug, Clone)]
pub(crate) struct Reject {
    pub(crate) row: u64,
    pub(crate) key: String,
    pub(crate) screened: bool,
    pub(crate) column: String,
    pub(crate) value: String,
    pub(crate) reason: String,
}

impl Rejects {
    pub(crate) fn new() -> Self {
        let texts = ["customer_id", "column", "value", "reason"];
        Self {
            rows: Int64Builder::new(),
            screened: BooleanBuilder::new(),
            texts: texts.map(|name| (name, StringBuilder::new())),
        }
    }

    pub(crate) fn push(&mut self, reject: &Reject) {
        let Reject { row, key, screened, column, value, reason } = reject;
        self.rows.append_value(*row as i64);
        self.screened.append_value(*screened);
        for ((_, builder), text) in self.texts.iter_mut().zip([key, column, value, reason]) {
            builder.append_value(text);
        }
    }

    pub(crate) fn finish(mut self) -> Frame {
        let mut columns: Vec<(Field, ArrayRef)> = vec![
            (Field::new("row", DataType::Int64, false), Arc::new(self.rows.finish())),
            (Field::new("screened", DataType::Boolean, false), Arc::new(self.screened.finish())),
        ];
        for (name, builder) in &mut self.texts {
            columns.push((Field::new(*name, DataType::Utf8, false), Arc::new(builder.finish())));
        }
        Frame::of(columns)
    }
}
