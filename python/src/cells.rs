//! The rows of a table: its batches, and their columns as texts, whatever their Arrow type.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::ArrayStreamReader;
use arrow_array::types::{
    Date32Type, Date64Type, Int8Type, Int16Type, Int32Type, Int64Type, TimestampMicrosecondType,
    TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, ArrayReader, ArrayRef, ArrowPrimitiveType, RecordBatch, RecordBatchOptions,
    RecordBatchReader, temporal_conversions::as_date,
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef, TimeUnit};

/// The batches of a stream; a column alone is one of names.
pub(crate) struct Batches {
    stream: ArrayStreamReader,
    schema: SchemaRef,
}

impl Batches {
    pub(crate) fn of(stream: ArrayStreamReader) -> Self {
        let schema = match stream.field().data_type() {
            DataType::Struct(columns) => Schema::new(columns.clone()),
            names => Schema::new(vec![Field::new("name", names.clone(), true)]),
        };
        Self { stream, schema: Arc::new(schema) }
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let array = self.stream.next()?;
        Some(array.and_then(|array| {
            let rows = RecordBatchOptions::new().with_row_count(Some(array.len()));
            let columns = match array.as_struct_opt() {
                Some(table) => table.columns().to_vec(),
                None => vec![array],
            };
            RecordBatch::try_new_with_options(self.schema.clone(), columns, &rows)
        }))
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

/// What is in a row of a column; none where it is null.
type Texts = Box<dyn Fn(usize) -> Option<String> + Send + Sync>;

/// The columns of a batch that are read.
pub(crate) struct Cells {
    columns: Vec<Option<Texts>>,
}

impl Cells {
    /// Reads these columns of a batch.
    ///
    /// # Errors
    /// A sentence that names a column whose type is none that is read.
    pub(crate) fn of(batch: &RecordBatch, places: &[usize]) -> Result<Self, String> {
        let mut columns: Vec<Option<Texts>> = batch.columns().iter().map(|_| None).collect();
        for &at in places {
            let texts = texts_of(batch.column(at).clone()).ok_or_else(|| {
                let schema = batch.schema();
                let field = schema.field(at);
                format!(
                    "column {:?} is of type {}; columns that are read must hold texts, whole numbers \
                     or dates",
                    field.name(),
                    field.data_type()
                )
            })?;
            columns[at] = Some(texts);
        }
        Ok(Self { columns })
    }

    /// A cell for each column; empty where it is null or not read.
    pub(crate) fn row(&self, at: usize) -> Vec<String> {
        let cell = |column: &Option<Texts>| column.as_ref().and_then(|texts| texts(at));
        self.columns.iter().map(|column| cell(column).unwrap_or_default()).collect()
    }
}

fn texts_of(column: ArrayRef) -> Option<Texts> {
    use DataType::{
        Date32, Date64, Dictionary, Int8, Int16, Int32, Int64, LargeUtf8, Null, Timestamp, UInt8,
        UInt16, UInt32, UInt64, Utf8, Utf8View,
    };
    Some(match column.data_type() {
        Utf8 => text(column, |column, at| column.as_string::<i32>().value(at).to_owned()),
        LargeUtf8 => text(column, |column, at| column.as_string::<i64>().value(at).to_owned()),
        Utf8View => text(column, |column, at| column.as_string_view().value(at).to_owned()),
        Dictionary(..) => {
            let keys = column.as_any_dictionary().normalized_keys();
            let values = texts_of(column.as_any_dictionary().values().clone())?;
            Box::new(move |at| column.is_valid(at).then(|| values(keys[at])).flatten())
        }
        Int8 => number::<Int8Type>(column),
        Int16 => number::<Int16Type>(column),
        Int32 => number::<Int32Type>(column),
        Int64 => number::<Int64Type>(column),
        UInt8 => number::<UInt8Type>(column),
        UInt16 => number::<UInt16Type>(column),
        UInt32 => number::<UInt32Type>(column),
        UInt64 => number::<UInt64Type>(column),
        Date32 => date::<Date32Type>(column),
        Date64 => date::<Date64Type>(column),
        Timestamp(TimeUnit::Second, _) => date::<TimestampSecondType>(column),
        Timestamp(TimeUnit::Millisecond, _) => date::<TimestampMillisecondType>(column),
        Timestamp(TimeUnit::Microsecond, _) => date::<TimestampMicrosecondType>(column),
        Timestamp(TimeUnit::Nanosecond, _) => date::<TimestampNanosecondType>(column),
        // A column in which nothing is known.
        Null => Box::new(|_| None),
        _ => return None,
    })
}

fn text(column: ArrayRef, of: fn(&ArrayRef, usize) -> String) -> Texts {
    Box::new(move |at| column.is_valid(at).then(|| of(&column, at)))
}

fn number<T: ArrowPrimitiveType>(column: ArrayRef) -> Texts
where
    T::Native: ToString,
{
    Box::new(move |at| {
        column.is_valid(at).then(|| column.as_primitive::<T>().value(at).to_string())
    })
}

/// Days, in the zone in which they were written: UTC where they have one.
fn date<T: ArrowPrimitiveType>(column: ArrayRef) -> Texts
where
    i64: From<T::Native>,
{
    Box::new(move |at| {
        let value = column.is_valid(at).then(|| column.as_primitive::<T>().value(at));
        let date = value.and_then(|value| as_date::<T>(value.into()));
        date.map(|date| date.format("%Y-%m-%d").to_string())
    })
}
