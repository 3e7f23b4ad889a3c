//! Files of customers, row by row, in chunks that are worth a task.

use std::io::stdin;
use std::path::Path;

use super::columns::{Columns, Naming};
use super::error::ScreenError;
use super::sheet::{self, Sheet, is_error};
use crate::api::http::error::ApiError;
use crate::api::matching::asking::is_a_task;
use crate::customers::Field;
use crate::limits::QUERY_LINE_BYTES_MAX;
use tamis_ingest::characters::Characters;
use tamis_ingest::file::open_stream;
use tamis_ingest::lines::read_line;
use tamis_ingest::rows::{RowForm, Rows};
use tamis_ingest::table::Row as TableRow;
use tamis_ingest::text::{ControlCharacters, TextReader};
use tamis_ingest::{FileError, SourceFile};

/// How a file of customers is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum InputForm {
    /// A table below the names of its columns, with commas, semicolons, tabs or bars between cells.
    Csv,
    /// A match query with the caller's `id` on each line, as JSON.
    Ndjson,
    /// A name on each line.
    Names,
    /// A sheet of a spreadsheet (xlsx, xlsb, xls, ods) below the names of columns.
    Sheet,
}

/// What the caller says of files; what he leaves out is told from them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Told<'j> {
    pub(super) form: Option<InputForm>,
    /// What columns hold.
    pub(super) columns: &'j [(Field, String)],
    pub(super) characters: Option<Characters>,
    /// The sheet of a spreadsheet.
    pub(super) sheet: Option<&'j str>,
}

/// Stands for the standard input.
const STANDARD_INPUT: &str = "-";

/// Rows above the header at most: a title, the date of the export, a blank row.
const TITLE_ROWS_MAX: usize = 10;

/// What stands between cells, the likeliest first.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// A row as the file has it.
#[derive(Debug)]
pub(super) enum Row {
    Cells(Vec<String>),
    Json(Vec<u8>),
    Name(String),
    /// A row that cannot be read, and why.
    Refused(String),
}

/// Some rows of a file, each with the line at which it begins.
#[derive(Debug, Default)]
pub(super) struct Chunk {
    /// Which of the files.
    pub(super) file: usize,
    pub(super) rows: Vec<(u64, Row)>,
    bytes: usize,
    /// About how many bytes of the file were read for it.
    pub(super) read: usize,
}

impl Chunk {
    fn push(&mut self, line: u64, row: Row, bytes: usize) {
        self.rows.push((line, row));
        self.bytes += bytes;
    }

    fn is_full(&self) -> bool {
        is_a_task(self.rows.len(), self.bytes)
    }
}

/// The files of a run, one behind the other.
pub(super) struct Sources {
    files: Vec<Source>,
    /// The one that is being read.
    at: usize,
}

impl Sources {
    pub(super) fn new(files: Vec<Source>) -> Self {
        Self { files, at: 0 }
    }

    /// What is known of each file before it is read.
    pub(super) fn heads(&self) -> Vec<Head> {
        self.files.iter().map(|source| source.head.clone()).collect()
    }

    /// Bytes of all files, where that is known.
    pub(super) fn size(&self) -> Option<u64> {
        self.files.iter().map(|source| source.size).sum()
    }

    /// Passes over so many files, and over the rows of the next one that begin at this line or before it.
    pub(super) fn skip_to(&mut self, file: usize, line: u64) {
        self.at = file;
        if let Some(source) = self.files.get_mut(file) {
            source.done = line;
        }
    }

    /// The next chunk; `None` behind the last one of the last file.
    pub(super) fn next_chunk(&mut self) -> Result<Option<Chunk>, FileError> {
        while let Some(source) = self.files.get_mut(self.at) {
            if let Some(chunk) = source.next_chunk()? {
                return Ok(Some(Chunk { file: self.at, ..chunk }));
            }
            self.at += 1;
        }
        Ok(None)
    }
}

/// What is known of a file before it is read.
#[derive(Debug, Clone)]
pub(super) struct Head {
    pub(super) file: String,
    /// Those of a table; other forms have none.
    pub(super) columns: Columns,
    pub(super) characters: Characters,
    /// Which sheet of a spreadsheet is read, in words.
    pub(super) sheet: Option<String>,
}

impl Head {
    /// A row of a table. Spreadsheets leave out the last cells of a row where they are empty.
    fn row_of(&self, cells: Vec<String>) -> Row {
        let width = self.columns.width();
        let is_wider = cells.len() > width && cells[width..].iter().any(|cell| !cell.is_empty());
        if is_wider {
            return Row::Refused(TableRow::width_reason(cells.len(), width));
        }
        let mut read = self.columns.places().filter_map(|at| cells.get(at));
        let error =
            |cell: &String| is_error(cell).then(|| format!("a cell holds the error {cell}"));
        match read.find_map(|cell| error(cell).or_else(|| self.damage(cell))) {
            Some(reason) => Row::Refused(reason),
            None => Row::Cells(cells),
        }
    }

    /// The reason to refuse a text that lost a character: the rest of a name is another name.
    fn damage(&self, text: &str) -> Option<String> {
        let characters = self.characters;
        text.contains(char::REPLACEMENT_CHARACTER).then(|| {
            format!("a character is missing: its bytes are not {characters}, or it was lost before")
        })
    }
}

/// A file that is being read.
pub(super) struct Source {
    pub(super) head: Head,
    rows: Reader,
    /// Rows up to this line are passed over.
    done: u64,
    /// Bytes of the file, where it is one that is not packed.
    size: Option<u64>,
}

enum Reader {
    Table(Rows<'static>),
    Sheet(Sheet),
    Lines { reader: TextReader<'static>, is_json: bool, number: u64, buffer: Vec<u8> },
}

impl Source {
    /// Opens a file, packed by gzip or zstd or not at all, and reads the names of its columns.
    pub(super) fn open(path: &Path, told: Told<'_>) -> Result<Self, ScreenError> {
        let Told { form, columns: named, characters, sheet } = told;
        let is_standard_input = path == Path::new(STANDARD_INPUT);
        let file = match is_standard_input {
            true => "standard input".to_owned(),
            false => path.display().to_string(),
        };
        let by_name = if is_standard_input { None } else { form_by_name(&file) };
        let form = form.or(by_name);
        if form == Some(InputForm::Sheet) {
            return Self::open_sheet(path, file, sheet, named);
        }
        let source = SourceFile { path: path.to_owned(), name: file.clone() };
        let characters = match (characters, form) {
            (Some(said), _) => said,
            // What comes through a pipe is read once. JSON is UTF-8 (RFC 8259, 8.1).
            (None, _) if is_standard_input => Characters::UTF_8,
            (None, Some(InputForm::Ndjson)) => Characters::UTF_8,
            // Spreadsheets write the encoding of their machine.
            (None, _) => source.characters()?,
        };
        let reader = match is_standard_input {
            true => open_stream(stdin(), &file, characters)?,
            false => source.open_with(ControlCharacters::Forbidden, characters)?,
        };
        let size = if is_standard_input { None } else { plain_size(path) };
        let form = form.unwrap_or(match reader.buffer().trim_ascii_start() {
            [b'{', ..] => InputForm::Ndjson,
            _ => InputForm::Csv,
        });
        if form == InputForm::Csv {
            let table = Self::open_table(file, reader, named, characters);
            return table.map(|table| Self { size, ..table });
        }
        if let Some((field, column)) = named.first() {
            let reason = format!(
                "--column {field}={column} is for tables, and this is a file of {}",
                if form == InputForm::Names { "names" } else { "JSON lines" }
            );
            return Err(ScreenError::Input { file, reason });
        }
        let (is_json, number, buffer) = (form == InputForm::Ndjson, 0, Vec::new());
        let rows = Reader::Lines { reader, is_json, number, buffer };
        let head = Head { file, columns: Columns::default(), characters, sheet: None };
        Ok(Self { head, rows, done: 0, size })
    }

    fn open_table(
        file: String,
        reader: TextReader<'static>,
        named: &[(Field, String)],
        characters: Characters,
    ) -> Result<Self, ScreenError> {
        let mut rows = table_rows(reader, &file)?;
        let first = cells_of(&rows);
        let mut next = || Ok::<_, FileError>(rows.advance()?.map(|_| cells_of(&rows)));
        let columns = header(&file, first, &mut next, named)?;
        let head = Head { file, columns, characters, sheet: None };
        Ok(Self { head, rows: Reader::Table(rows), done: 0, size: None })
    }

    fn open_sheet(
        path: &Path,
        file: String,
        named: Option<&str>,
        columns: &[(Field, String)],
    ) -> Result<Self, ScreenError> {
        let wrong = |reason: String| ScreenError::Input { file: file.clone(), reason };
        let mut sheet = Sheet::open(path, named).map_err(wrong)?;
        let mut next = || {
            let row = sheet.next_row().map_err(wrong)?;
            Ok::<_, ScreenError>(row.map(|(_, cells)| cells))
        };
        let Some(first) = next()? else { return Err(FileError::Empty { file }.into()) };
        let columns = header(&file, first, &mut next, columns)?;
        let head = Head { file, columns, characters: Characters::UTF_8, sheet: Some(sheet.said()) };
        Ok(Self { head, rows: Reader::Sheet(sheet), done: 0, size: None })
    }

    /// Whether customers have keys of the caller's.
    pub(super) fn has_keys(&self) -> bool {
        match self.rows {
            Reader::Table(_) | Reader::Sheet(_) => self.head.columns.hold(Field::Id),
            Reader::Lines { is_json, .. } => is_json,
        }
    }

    /// The next chunk; `None` behind the last.
    fn next_chunk(&mut self) -> Result<Option<Chunk>, FileError> {
        let mut chunk = Chunk::default();
        while !chunk.is_full() {
            match &mut self.rows {
                Reader::Table(rows) => {
                    let Some(line) = rows.advance()? else { break };
                    let bytes = rows.row().as_slice().len() + rows.row().len();
                    chunk.read += bytes;
                    if line <= self.done {
                        continue;
                    }
                    chunk.push(line, self.head.row_of(cells_of(rows)), bytes);
                }
                Reader::Sheet(sheet) => {
                    let wrong = |reason| FileError::Sheet { file: self.head.file.clone(), reason };
                    let Some((number, cells)) = sheet.next_row().map_err(wrong)? else { break };
                    let bytes = cells.iter().map(|cell| cell.len() + 1).sum();
                    chunk.read += bytes;
                    if number > self.done {
                        chunk.push(number, self.head.row_of(cells), bytes);
                    }
                }
                Reader::Lines { reader, is_json, number, buffer } => {
                    let allowance = reader.get_ref().allowance();
                    let read =
                        read_line(reader, QUERY_LINE_BYTES_MAX, buffer, || allowance.renew());
                    let read = read.map_err(|error| FileError::from_io(&self.head.file, error))?;
                    if read.last.is_none() {
                        break;
                    }
                    *number += 1;
                    chunk.read += buffer.len() + 1;
                    if *number <= self.done {
                        continue;
                    }
                    let text = buffer.trim_ascii();
                    let row = match (read.is_too_long, text, *is_json) {
                        (true, ..) => Row::Refused(ApiError::LongLine.to_string()),
                        (_, [], _) => continue,
                        (_, text, true) => Row::Json(text.to_vec()),
                        (_, text, false) => {
                            let name = String::from_utf8_lossy(text).into_owned();
                            self.head.damage(&name).map_or(Row::Name(name), Row::Refused)
                        }
                    };
                    chunk.push(*number, row, text.len());
                }
            }
        }
        Ok(Some(chunk).filter(|chunk| !chunk.rows.is_empty()))
    }
}

/// The columns of a table, whose header is the first row or, below a title, the first one with a column that is
/// known to hold names.
fn header<E: Into<ScreenError>>(
    file: &str,
    first: Vec<String>,
    next: &mut dyn FnMut() -> Result<Option<Vec<String>>, E>,
    named: &[(Field, String)],
) -> Result<Columns, ScreenError> {
    let mut found = Some(first.clone());
    for _ in 0..TITLE_ROWS_MAX {
        match &found {
            Some(row) if !Columns::are_named(row, named) => found = next().map_err(Into::into)?,
            _ => break,
        }
    }
    let found = found.filter(|row| Columns::are_named(row, named)).unwrap_or(first);
    let names = found.iter().map(|name| name.trim().to_owned()).collect();
    Columns::of(file, names, named, Naming::Option)
}

/// The rows of a table as spreadsheets write it, advanced to the names of its columns.
pub(super) fn table_rows(
    reader: TextReader<'static>,
    file: &str,
) -> Result<Rows<'static>, FileError> {
    let mut lines = reader.buffer().split(|byte| *byte == b'\n').take(1 + TITLE_ROWS_MAX);
    let first = lines.clone().next().unwrap_or_default();
    // A title has one cell.
    let divided = lines.find(|line| line.iter().any(|byte| DELIMITERS.contains(byte)));
    // Spreadsheets may say on a line of its own what stands between cells.
    let (delimiter, lines_before) = match first.trim_ascii_end() {
        [b's', b'e', b'p', b'=', delimiter] => (*delimiter, 1),
        first => (likeliest_delimiter(divided.unwrap_or(first)), 0),
    };
    let mut rows = Rows::of(reader, RowForm { delimiter, has_quotes: true, lines_before })?;
    match rows.advance()? {
        Some(_) => Ok(rows),
        None => Err(FileError::Empty { file: file.to_owned() }),
    }
}

/// The cells of the row that a table is at, as texts.
pub(super) fn cells_of(rows: &Rows<'_>) -> Vec<String> {
    rows.row().iter().map(|cell| String::from_utf8_lossy(cell).into_owned()).collect()
}

/// Bytes of a file, unless it is packed: then nobody knows before its end.
fn plain_size(path: &Path) -> Option<u64> {
    let name = path.to_string_lossy().to_lowercase();
    let is_packed = [".gz", ".zst"].iter().any(|ending| name.ends_with(ending));
    path.metadata().ok().map(|file| file.len()).filter(|_| !is_packed)
}

/// The form that the name of a file tells, whatever it is packed by.
fn form_by_name(name: &str) -> Option<InputForm> {
    let name = name.to_lowercase();
    if sheet::is_named(Path::new(&name)) {
        return Some(InputForm::Sheet);
    }
    let name = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(&name);
    let forms = [
        (InputForm::Csv, [".csv", ".tsv", ".tab"]),
        (InputForm::Ndjson, [".ndjson", ".jsonl", ".json"]),
        (InputForm::Names, [".txt", ".names", ".lst"]),
    ];
    let is_named = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
    forms.iter().find(|(_, endings)| is_named(endings)).map(|(form, _)| *form)
}

/// What stands most often between the names of columns.
fn likeliest_delimiter(header: &[u8]) -> u8 {
    let mut counts = [0; DELIMITERS.len()];
    let mut is_quoted = false;
    for byte in header {
        is_quoted ^= *byte == b'"';
        if let Some(at) = DELIMITERS.iter().position(|own| own == byte).filter(|_| !is_quoted) {
            counts[at] += 1;
        }
    }
    let most = (0..DELIMITERS.len()).rev().max_by_key(|at| counts[*at]);
    DELIMITERS[most.unwrap_or_default()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_between_cells_is_told_from_the_header() {
        for (header, expected) in [
            ("id,name", b','),
            ("id;name;born", b';'),
            ("id\tname", b'\t'),
            ("\"id, or key\";name", b';'),
            ("name", b','),
        ] {
            assert_eq!(likeliest_delimiter(header.as_bytes()), expected, "{header}");
        }
    }

    #[test]
    fn the_form_is_told_from_the_name() {
        for (name, expected) in [
            ("a.CSV", Some(InputForm::Csv)),
            ("a.csv.gz", Some(InputForm::Csv)),
            ("b.jsonl.zst", Some(InputForm::Ndjson)),
            ("names.txt", Some(InputForm::Names)),
            ("Kunden.XLSX", Some(InputForm::Sheet)),
            ("customers", None),
        ] {
            assert_eq!(form_by_name(name), expected, "{name}");
        }
    }
}
