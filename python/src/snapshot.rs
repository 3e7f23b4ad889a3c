//! A snapshot in this process, and what is asked of it.

use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, RecordBatchIterator, RecordBatchReader, StringArray};
use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use tamis::customers::{Field, InputForm};
use tamis::screen::{CustomerFile, ScreenError, TableSettings, answer_line, compared_line};
use tamis_engine::model::{Collection, DateOrder, RecordId, Schema};
use tamis_engine::snapshot::{Snapshot as Opened, SnapshotError as OpenError};
use tamis_engine::store::{SnapshotStore, TrustedKey, TrustedKeys};
use tamis_ingest::characters::Characters;

use crate::capsule::stream_of;
use crate::cells::Batches;
use crate::columns::table_of;
use crate::run::{Customers, Errors, Job, Run};

pyo3::create_exception!(
    tamis,
    SnapshotError,
    PyException,
    "There is no snapshot, or it cannot be opened: it is missing, damaged or of another format."
);

/// A snapshot with what its manifest says.
pub(crate) struct Loaded {
    pub(crate) snapshot: Opened,
    sha256: String,
}

/// A snapshot that is mapped; any number of threads may ask it.
#[pyclass(frozen, module = "tamis._tamis")]
pub(crate) struct Snapshot(Arc<Loaded>);

#[pymethods]
impl Snapshot {
    /// Opens the current version of a folder of snapshots, or one version by its own folder.
    #[new]
    fn open(
        py: Python<'_>,
        path: PathBuf,
        verify: bool,
        require_signature: Vec<String>,
    ) -> PyResult<Self> {
        let keys = read_keys(&require_signature)?;
        let loaded = py.detach(|| load(path, verify, keys));
        loaded.map(|own| Self(Arc::new(own))).map_err(SnapshotError::new_err)
    }

    #[getter]
    fn version(&self) -> &str {
        self.0.snapshot.version()
    }

    #[getter]
    fn built_at(&self) -> String {
        self.0.snapshot.built_at().to_string()
    }

    #[getter]
    fn sha256(&self) -> &str {
        &self.0.sha256
    }

    #[getter]
    fn records(&self) -> usize {
        self.0.snapshot.record_count()
    }

    /// Slug and name of each register.
    #[getter]
    fn registers(&self) -> Vec<(&str, &str)> {
        let registers = self.0.snapshot.registers().iter();
        registers.map(|own| (own.slug.as_str(), own.name.as_str())).collect()
    }

    /// The answer to a query, both as JSON, as a line of a stream has them.
    fn answer(
        &self,
        py: Python<'_>,
        collection: &str,
        parameters: &str,
        query: &str,
    ) -> PyResult<String> {
        let collection = read_collection(collection)?;
        let snapshot = &self.0.snapshot;
        said(py.detach(|| answer_line(snapshot, collection, parameters, query.as_bytes())))
    }

    /// The same of one record alone.
    fn compare(
        &self,
        py: Python<'_>,
        record: u64,
        parameters: &str,
        query: &str,
    ) -> PyResult<String> {
        let snapshot = &self.0.snapshot;
        let record = RecordId(record);
        said(py.detach(|| compared_line(snapshot, record, parameters, query.as_bytes())))
    }

    /// Begins to screen a table: anything with `__arrow_c_stream__`, or a list of names; columns, by
    /// their names and contents; or a file, by how it is read.
    fn screen(&self, py: Python<'_>, table: &Bound<'_, PyAny>, asked: Asked) -> PyResult<Run> {
        let read_column = |(field, column): (String, String)| Ok((read_field(&field)?, column));
        let settings = TableSettings {
            columns: asked.columns.into_iter().map(read_column).collect::<PyResult<_>>()?,
            dates: match asked.day_first {
                true => DateOrder::DayMonthYear,
                false => DateOrder::MonthDayYear,
            },
            schema: read_schema(&asked.schema)?,
            collection: read_collection(&asked.collection)?,
            parameters: asked.parameters,
            all: asked.every_result,
        };
        let errors = read_errors(&asked.errors)?;
        let Asked { threads, kind, .. } = asked;
        let customers = match kind.as_str() {
            "file" => Customers::File(table.extract::<AskedFile>()?.read()?),
            "columns" => Customers::Table(table_of(&table.extract::<Vec<_>>()?)?),
            _ => Customers::Table(reader_of(table)?),
        };
        let aligned = kind == "columns";
        let job = Job { snapshot: Arc::clone(&self.0), settings, threads, errors, aligned };
        Run::begin(py, job, customers)
    }
}

/// How a table is asked, as `_snapshot.py` puts it together.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Asked {
    columns: Vec<(String, String)>,
    schema: String,
    day_first: bool,
    collection: String,
    parameters: String,
    every_result: bool,
    errors: String,
    kind: String,
    threads: Option<usize>,
}

/// A file and its properties, as `_snapshot.py` puts them together.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct AskedFile {
    path: PathBuf,
    form: Option<String>,
    sheet: Option<String>,
    encoding: Option<String>,
    header_row: Option<u64>,
}

impl AskedFile {
    fn read(self) -> PyResult<CustomerFile> {
        let Self { path, form, sheet, encoding, header_row } = self;
        let form = form.map(|form| {
            InputForm::from_name(&form).ok_or_else(|| not_one_of("form", &form, InputForm::NAMES))
        });
        let characters = encoding.map(|name| {
            Characters::named(&name).ok_or_else(|| {
                let rule = Characters::RULE;
                PyValueError::new_err(format!("encoding is {name:?}; it must be {rule}"))
            })
        });
        let (form, characters) = (form.transpose()?, characters.transpose()?);
        Ok(CustomerFile { path, form, sheet, characters, header_row })
    }
}

/// A line for Python.
fn said(line: Result<Vec<u8>, ScreenError>) -> PyResult<String> {
    let line = line.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(String::from_utf8(line)?)
}

/// Opens a version, named by its folder, or the current one of a folder of versions.
fn load(path: PathBuf, verify: bool, keys: TrustedKeys) -> Result<Loaded, String> {
    let failed = |error: OpenError| error.to_string();
    let is_version = path.join("manifest.json").is_file();
    let (root, version) = match (is_version, path.parent(), path.file_name()) {
        (true, Some(root), Some(name)) => (root, name.to_str().map(str::to_owned)),
        _ => (path.as_path(), SnapshotStore::new(&path).current_version().map_err(failed)?),
    };
    let version = version.ok_or_else(|| {
        format!("{} holds no snapshot: it has no file CURRENT that names one", path.display())
    })?;
    let store = SnapshotStore::new(root).trusting(keys);
    let opened = if verify { store.open(&version) } else { store.open_verified(&version) };
    let (snapshot, manifest) = opened.map_err(failed)?;
    let sha256 = manifest.snapshot_sha256().unwrap_or_default().to_owned();
    Ok(Loaded { snapshot, sha256 })
}

/// Public keys, of which one must have signed what is opened.
pub(crate) fn read_keys(texts: &[String]) -> PyResult<TrustedKeys> {
    let key = |text: &String| {
        let fault =
            |error| PyValueError::new_err(format!("require_signature is {text:?}: {error}"));
        text.parse::<TrustedKey>().map_err(fault)
    };
    Ok(texts.iter().map(key).collect::<PyResult<Vec<_>>>()?.into())
}

/// The batches of a table, or of a list of names.
fn reader_of(table: &Bound<'_, PyAny>) -> PyResult<Box<dyn RecordBatchReader + Send>> {
    if let Some(stream) = stream_of(table)? {
        return Ok(Box::new(Batches::of(stream)));
    }
    match table.extract::<Vec<Option<String>>>() {
        Ok(names) => Ok(names_of(names)),
        Err(_) => Err(PyTypeError::new_err(format!(
            "a table must be a list of names or have __arrow_c_stream__, as those of pyarrow, pandas, \
             Polars and DuckDB do; this is of type {}",
            table.get_type().name()?
        ))),
    }
}

/// A table of one column of names.
fn names_of(names: Vec<Option<String>>) -> Box<dyn RecordBatchReader + Send> {
    let names: ArrayRef = Arc::new(StringArray::from(names));
    let batch = RecordBatch::try_from_iter_with_nullable([("name", names, true)]);
    let batch = batch.expect("one column of texts");
    let schema = batch.schema();
    Box::new(RecordBatchIterator::new([Ok(batch)], schema))
}

fn read_collection(text: &str) -> PyResult<Collection> {
    Collection::from_name(text).ok_or_else(|| not_one_of("collection", text, Collection::NAMES))
}

fn read_schema(text: &str) -> PyResult<Schema> {
    Schema::from_name(text).ok_or_else(|| not_one_of("schema", text, Schema::NAMES))
}

fn read_errors(text: &str) -> PyResult<Errors> {
    match text {
        "raise" => Ok(Errors::Raise),
        "keep" => Ok(Errors::Keep),
        "coerce" => Ok(Errors::Coerce),
        _ => Err(not_one_of("errors", text, &["raise", "keep", "coerce"])),
    }
}

fn read_field(text: &str) -> PyResult<Field> {
    let fields: Vec<String> =
        Field::all().map(|field| field.to_string().replace('-', "_")).collect();
    let known = Field::all().zip(&fields).find(|(_, name)| *name == text);
    let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
    known.map(|(field, _)| field).ok_or_else(|| not_one_of("field", text, &fields))
}

fn not_one_of(what: &str, text: &str, known: &[&str]) -> PyErr {
    PyValueError::new_err(format!("{what} is {text:?}; it must be one of {}", known.join(", ")))
}
