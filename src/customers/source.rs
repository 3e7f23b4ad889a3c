//! Customer files, read row by row, in chunks for tasks.

use std::io::{Cursor, stdin};
use std::path::Path;

use axum::body::Bytes;

use super::Field;
use super::columns::{Columns, Naming, Others};
use super::sheet::{self, Sheet, SheetNames, is_error};
use crate::limits::{QUERY_LINE_BYTES_MAX, is_a_task};
use tamis_ingest::characters::{Characters, foreign_sign};
use tamis_ingest::file::{characters_of, is_packed, open_stream};
use tamis_ingest::lines::read_line;
use tamis_ingest::rows::{RowForm, Rows};
use tamis_ingest::table::Row as TableRow;
use tamis_ingest::text::{ControlCharacters, TextReader};
use tamis_ingest::{FileError, SourceFile};

/// Format of a customer file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum InputForm {
    /// A table with a header, and commas, semicolons, tabs or bars between cells.
    Csv,
    /// JSON lines, each a match query with the caller's `id`.
    Ndjson,
    /// One name a line.
    Names,
    /// A sheet of a spreadsheet (xlsx, xlsb, xls, ods) with a header.
    Sheet,
}

impl InputForm {
    /// Names of the formats, in the same order.
    pub const NAMES: &'static [&'static str] = &["csv", "ndjson", "names", "sheet"];

    pub(crate) fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Csv, Self::Ndjson, Self::Names, Self::Sheet]
            .into_iter()
            .find(|own| own.name() == name)
    }
}

/// Properties of a file given by the caller; the others are detected.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SourceOptions<'j> {
    /// Name of a file sent in a request.
    pub(crate) name: Option<&'j str>,
    pub(crate) form: Option<InputForm>,
    /// The columns assigned to fields.
    pub(crate) columns: &'j [(Field, String)],
    /// Treatment of the other columns.
    pub(crate) others: Others,
    /// The caller's syntax for these properties.
    pub(crate) naming: Naming,
    pub(crate) characters: Option<Characters>,
    /// The sheet of a spreadsheet.
    pub(crate) sheet: Option<&'j str>,
    /// Line of a table's header; 0 if there is none, so that columns are named by their numbers.
    pub(crate) header_row: Option<u64>,
    pub(crate) purpose: Purpose,
}

/// Purpose for which a file is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Screening,
    /// A preview: a table without a recognised column is opened too, so that the caller can assign
    /// columns.
    Preview,
}

/// Name for the standard input.
const STANDARD_INPUT: &str = "-";

/// Name of a file sent in a request, for messages.
const RECEIVED: &str = "the body";

/// Maximum number of rows above the header: a title, the date of the export, a blank row.
const TITLE_ROWS_MAX: usize = 10;

/// Delimiters of cells, the likeliest first.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

impl<'j> SourceOptions<'j> {
    /// A file of this machine, for screening, with nothing given but these columns.
    pub(crate) fn screening(columns: &'j [(Field, String)], naming: Naming) -> Self {
        Self {
            name: None,
            form: None,
            columns,
            others: Others::Known,
            naming,
            characters: None,
            sheet: None,
            header_row: None,
            purpose: Purpose::Screening,
        }
    }

    /// The encoding of a file of this format, if it is known before reading.
    fn characters_by(self, form: Option<InputForm>) -> Option<Characters> {
        // JSON is UTF-8 (RFC 8259, 8.1); tables have the encoding of the machine that wrote them.
        self.characters.or((form == Some(InputForm::Ndjson)).then_some(Characters::UTF_8))
    }
}

/// A row of the file.
#[derive(Debug, Clone)]
pub(crate) enum Row {
    Cells(Vec<String>),
    Json(Vec<u8>),
    Name(String),
    /// A line of more than [`QUERY_LINE_BYTES_MAX`] bytes.
    LongLine,
    /// An unreadable row, with the reason.
    Refused(String),
}

/// Consecutive rows of a file, each with the line at which it begins.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    /// Index of the file.
    pub(crate) file: usize,
    pub(crate) rows: Vec<(u64, Row)>,
    bytes: usize,
    /// Approximate number of bytes read from the file.
    pub(crate) read: usize,
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

/// The files of a run, one after the other.
pub(crate) struct Sources {
    files: Vec<Source>,
    /// Index of the current file.
    at: usize,
}

impl Sources {
    pub(crate) fn new(files: Vec<Source>) -> Self {
        Self { files, at: 0 }
    }

    /// The heads of all files.
    pub(crate) fn heads(&self) -> Vec<Head> {
        self.files.iter().map(|source| source.head.clone()).collect()
    }

    /// Length of all files in bytes, if known.
    pub(crate) fn size(&self) -> Option<u64> {
        self.files.iter().map(|source| source.size).sum()
    }

    /// Skips a number of files, and the rows of the next one that begin at or before this line.
    pub(crate) fn skip_to(&mut self, file: usize, line: u64) {
        self.at = file;
        if let Some(source) = self.files.get_mut(file) {
            source.done = line;
        }
    }

    /// Returns the next chunk; `None` after the last one of the last file.
    pub(crate) fn next_chunk(&mut self) -> Result<Option<Chunk>, FileError> {
        while let Some(source) = self.files.get_mut(self.at) {
            if let Some(chunk) = source.next_chunk()? {
                return Ok(Some(Chunk { file: self.at, ..chunk }));
            }
            self.at += 1;
        }
        Ok(None)
    }
}

/// Properties of a file known before its rows are read.
#[derive(Debug, Clone)]
pub(crate) struct Head {
    pub(crate) file: String,
    pub(crate) form: InputForm,
    /// Columns of a table; other formats have none.
    pub(crate) columns: Columns,
    pub(crate) characters: Characters,
    /// Sheets of a spreadsheet.
    pub(crate) sheet: Option<SheetNames>,
    pub(crate) nameless: Option<Nameless>,
}

/// A table without a recognised column of names.
#[derive(Debug, Clone)]
pub(crate) struct Nameless {
    /// Advice to the caller.
    pub(crate) reason: String,
    /// The rows read so far that are not a header.
    pub(crate) below: Vec<(u64, Row)>,
}

impl Head {
    /// The detected encoding, sheet and columns, in sentences.
    pub(crate) fn sentences(&self) -> impl Iterator<Item = String> {
        let Self { columns, characters, sheet, .. } = self;
        let characters = (!characters.are_utf_8()).then(|| format!("read as {characters}"));
        let sheet = sheet.as_ref().map(ToString::to_string);
        let columns = (columns.width() > 0).then(|| columns.to_string());
        [characters, sheet, columns].into_iter().flatten()
    }

    /// A row of a table. Spreadsheets omit empty cells at the end of a row.
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

    /// Reason to refuse a text with a lost character: the rest of a name is another name.
    fn damage(&self, text: &str) -> Option<String> {
        let characters = self.characters;
        if text.contains(char::REPLACEMENT_CHARACTER) {
            let lost = "a character is missing: its bytes are not";
            return Some(format!("{lost} {characters}, or it was lost before"));
        }
        let is_of_old = characters.is_decoded && characters.encoding != Characters::UTF_8.encoding;
        foreign_sign(text).filter(|_| is_of_old).map(|sign| {
            format!("{sign:?} stands within a word: the file may have another encoding than {characters}")
        })
    }
}

/// A file during reading.
pub(crate) struct Source {
    pub(crate) head: Head,
    /// For a table without a header, the row that gave the number of columns.
    first: Option<(u64, Vec<String>)>,
    rows: Reader,
    /// Rows up to this line are skipped.
    done: u64,
    /// Length of the file in bytes; `None` if it is compressed or not a regular file.
    pub(crate) size: Option<u64>,
}

enum Reader {
    Table(Rows<'static>),
    Sheet(Sheet),
    Lines { reader: TextReader<'static>, is_json: bool, number: u64, buffer: Vec<u8> },
}

impl Source {
    /// Opens a file, compressed by gzip or zstd or not at all, and reads its header.
    pub(crate) fn open(path: &Path, options: SourceOptions<'_>) -> Result<Self, FileError> {
        let is_standard_input = path == Path::new(STANDARD_INPUT);
        let file = match is_standard_input {
            true => "standard input".to_owned(),
            false => path.display().to_string(),
        };
        let by_name = if is_standard_input { None } else { form_by_name(&file) };
        let is_sheet = match options.form {
            None => !is_standard_input && sheet::is_one(path),
            Some(form) => form == InputForm::Sheet,
        };
        if is_sheet {
            return Self::of_sheet(Sheet::open(path, options.sheet), file, options);
        }
        // Some programs give text tables and web pages the name of a spreadsheet.
        let by_name = by_name.filter(|form| *form != InputForm::Sheet);
        let source = SourceFile { path: path.to_owned(), name: file.clone() };
        let characters = match options.characters_by(options.form.or(by_name)) {
            Some(options) => options,
            // A pipe can be read only once.
            None if is_standard_input => Characters::UTF_8,
            None => source.characters()?,
        };
        let reader = match is_standard_input {
            true => open_stream(stdin(), &file, characters)?,
            false => source.open_with(ControlCharacters::Forbidden, characters)?,
        };
        let size = if is_standard_input { None } else { plain_size(path) };
        let source = Self::of_text(file, reader, by_name, options, characters)?;
        Ok(Self { size, ..source })
    }

    /// Opens a file sent in a request, like [`Self::open`].
    pub(crate) fn received(bytes: Bytes, options: SourceOptions<'_>) -> Result<Self, FileError> {
        let file = RECEIVED.to_owned();
        let size = (!is_packed(&bytes)).then_some(bytes.len() as u64);
        let is_sheet = match options.form {
            None => sheet::begins(&bytes),
            Some(form) => form == InputForm::Sheet,
        };
        if is_sheet {
            return Self::of_sheet(Sheet::received(bytes, options.sheet), file, options);
        }
        let characters = match options.characters_by(options.form) {
            Some(options) => options,
            None => characters_of(Cursor::new(bytes.clone()), &file)?,
        };
        let reader = open_stream(Cursor::new(bytes), &file, characters)?;
        let by_name = options.name.and_then(form_by_name).filter(|form| *form != InputForm::Sheet);
        let source = Self::of_text(file, reader, by_name, options, characters)?;
        Ok(Self { size, ..source })
    }

    fn of_text(
        file: String,
        reader: TextReader<'static>,
        by_name: Option<InputForm>,
        options: SourceOptions<'_>,
        characters: Characters,
    ) -> Result<Self, FileError> {
        if let Some(sheet) = options.sheet {
            let reason = format!("it is no spreadsheet, so it has no sheet {sheet:?}");
            return Err(FileError::Content { file, reason });
        }
        let form = match options.form {
            Some(form) => form,
            None => form_of(by_name, reader.buffer())
                .map_err(|reason| FileError::Content { file: file.clone(), reason })?,
        };
        if form == InputForm::Csv {
            return Self::of_table(file, reader, options, characters);
        }
        if let Some((field, column)) = options.columns.first() {
            let reason = format!(
                "{} is for tables, and this is a file of {}",
                options.naming.shown(*field, column),
                if form == InputForm::Names { "names" } else { "JSON lines" }
            );
            return Err(FileError::Content { file, reason });
        }
        let (is_json, number, buffer) = (form == InputForm::Ndjson, 0, Vec::new());
        let rows = Reader::Lines { reader, is_json, number, buffer };
        let columns = Columns::default();
        let head = Head { file, form, columns, characters, sheet: None, nameless: None };
        Ok(Self { head, first: None, rows, done: 0, size: None })
    }

    fn of_table(
        file: String,
        reader: TextReader<'static>,
        options: SourceOptions<'_>,
        characters: Characters,
    ) -> Result<Self, FileError> {
        let (mut rows, line) = table_rows(reader, &file)?;
        let first = (line, cells_of(&rows));
        let mut next = || Ok(rows.advance()?.map(|line| (line, cells_of(&rows))));
        let is_narrow = first.1.len() == 1;
        let Header { columns, nameless, customer } = header(&file, first, &mut next, options)
            .map_err(|fault| match options.naming.file_of_names().filter(|_| is_narrow) {
                Some(said) => fault.with_advice(&format!("if each line is a name, say {said}")),
                None => fault,
            })?;
        let form = InputForm::Csv;
        let head = Head { file, form, columns, characters, sheet: None, nameless };
        Ok(Self { head, first: customer, rows: Reader::Table(rows), done: 0, size: None })
    }

    fn of_sheet(
        opened: Result<Sheet, String>,
        file: String,
        options: SourceOptions<'_>,
    ) -> Result<Self, FileError> {
        let wrong = |reason: String| FileError::Content { file: file.clone(), reason };
        let mut sheet = opened.map_err(wrong)?;
        let names = sheet.names.clone();
        let mut next = || sheet.next_row().map_err(wrong);
        let Some(first) = next()? else { return Err(FileError::Empty { file }) };
        let Header { columns, nameless, customer } = header(&file, first, &mut next, options)
            .map_err(|fault| fault.with_advice(&names.to_string()))?;
        let (form, characters) = (InputForm::Sheet, Characters::UTF_8);
        let head = Head { file, form, columns, characters, sheet: Some(names), nameless };
        Ok(Self { head, first: customer, rows: Reader::Sheet(sheet), done: 0, size: None })
    }

    /// True if customers have keys of the caller.
    pub(crate) fn has_keys(&self) -> bool {
        match self.rows {
            Reader::Table(_) | Reader::Sheet(_) => self.head.columns.hold(Field::Id),
            Reader::Lines { is_json, .. } => is_json,
        }
    }

    /// Returns the next chunk; `None` at the end.
    pub(crate) fn next_chunk(&mut self) -> Result<Option<Chunk>, FileError> {
        let mut chunk = Chunk::default();
        if let Some((line, cells)) = self.first.take().filter(|(line, _)| *line > self.done) {
            chunk.push(line, self.head.row_of(cells), 0);
        }
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
                    let wrong =
                        |reason| FileError::Content { file: self.head.file.clone(), reason };
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
                        (true, ..) => Row::LongLine,
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

/// The header of a table.
struct Header {
    columns: Columns,
    nameless: Option<Nameless>,
    /// The first row, if it is a customer and not a header.
    customer: Option<(u64, Vec<String>)>,
}

/// Finds the header of a table, unless the caller gives its line. It is the first row or, below a
/// title, the first row with a recognised column of names.
fn header(
    file: &str,
    first: (u64, Vec<String>),
    next: &mut dyn FnMut() -> Result<Option<(u64, Vec<String>)>, FileError>,
    options: SourceOptions<'_>,
) -> Result<Header, FileError> {
    let names =
        |row: &[String]| -> Vec<String> { row.iter().map(|name| name.trim().to_owned()).collect() };
    let mut below = Vec::new();
    let (names, customer) = match options.header_row {
        Some(0) => ((1..=first.1.len()).map(|at| at.to_string()).collect(), Some(first)),
        Some(wanted) => {
            let mut row = Some(first);
            while row.as_ref().is_some_and(|(line, _)| *line < wanted) {
                row = next()?;
            }
            match row {
                Some((line, row)) if line == wanted => (names(&row), None),
                _ => {
                    let reason = format!("no row begins at line {wanted}");
                    return Err(FileError::Content { file: file.to_owned(), reason });
                }
            }
        }
        None => {
            let mut found = Columns::are_named(&first.1, options.columns).then(|| names(&first.1));
            while found.is_none()
                && below.len() < TITLE_ROWS_MAX
                && let Some((line, row)) = next()?
            {
                found = Columns::are_named(&row, options.columns).then(|| names(&row));
                below.push((line, Row::Cells(row)));
            }
            (found.unwrap_or_else(|| names(&first.1)), None)
        }
    };
    match Columns::of(file, names.clone(), options.columns, options.others, options.naming) {
        Err(fault) if options.purpose == Purpose::Preview => {
            let first = customer.into_iter().map(|(line, row)| (line, Row::Cells(row)));
            let below = first.chain(below).collect();
            let nameless = Nameless { reason: fault.to_string(), below };
            Ok(Header { columns: Columns::unread(names), nameless: Some(nameless), customer: None })
        }
        columns => columns.map(|columns| Header { columns, nameless: None, customer }),
    }
}

/// The rows of a delimited table, advanced to the first one, and its line.
pub(crate) fn table_rows(
    reader: TextReader<'static>,
    file: &str,
) -> Result<(Rows<'static>, u64), FileError> {
    let mut lines = reader.buffer().split(|byte| *byte == b'\n').take(1 + TITLE_ROWS_MAX);
    let first = lines.clone().next().unwrap_or_default();
    // A title has a single cell.
    let divided = lines.find(|line| line.iter().any(|byte| DELIMITERS.contains(byte)));
    // Spreadsheets may state the delimiter on a line of its own.
    let (delimiter, lines_before) = match first.trim_ascii_end() {
        [b's', b'e', b'p', b'=', delimiter] => (*delimiter, 1),
        first => (likeliest_delimiter(divided.unwrap_or(first)), 0),
    };
    let mut rows = Rows::of(reader, RowForm { delimiter, has_quotes: true, lines_before })?;
    match rows.advance()? {
        Some(line) => Ok((rows, line)),
        None => Err(FileError::Empty { file: file.to_owned() }),
    }
}

/// The cells of the current row, as texts.
pub(crate) fn cells_of(rows: &Rows<'_>) -> Vec<String> {
    rows.row().iter().map(|cell| String::from_utf8_lossy(cell).into_owned()).collect()
}

/// Length of a file in bytes; `None` if it is compressed, as the length is then known only at its end.
fn plain_size(path: &Path) -> Option<u64> {
    let name = path.to_string_lossy().to_lowercase();
    let is_packed = [".gz", ".zst"].iter().any(|ending| name.ends_with(ending));
    path.metadata().ok().map(|file| file.len()).filter(|_| !is_packed)
}

/// The format from the name of a file, ignoring the extension of a compression.
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

/// Detects the format of a text if the caller does not give it.
///
/// # Errors
/// The reason why the text has no known format.
fn form_of(by_name: Option<InputForm>, start: &[u8]) -> Result<InputForm, String> {
    match (by_name, start.trim_ascii_start()) {
        (None | Some(InputForm::Ndjson), [b'[', ..]) => {
            Err("it is one array of JSON; a query on each line is read".to_owned())
        }
        (Some(InputForm::Names), start) if is_table(start) => Ok(InputForm::Csv),
        (Some(InputForm::Names), start) if has_fixed_columns(start) => {
            let reason = "its lines have columns of blanks; a table has commas, semicolons or tabs";
            Err(reason.to_owned())
        }
        (Some(form), _) => Ok(form),
        (None, [b'{', ..]) => Ok(InputForm::Ndjson),
        (None, _) => Ok(InputForm::Csv),
    }
}

/// The first non-empty complete lines of a text.
fn first_lines(start: &[u8]) -> Vec<&[u8]> {
    let whole = start.iter().rposition(|byte| *byte == b'\n').map_or(start, |end| &start[..end]);
    let lines = whole.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    lines.filter(|line| !line.is_empty()).take(1 + TITLE_ROWS_MAX).collect()
}

/// True if most lines have a gap too wide for one between words of a name.
fn has_fixed_columns(start: &[u8]) -> bool {
    const GAP: &[u8] = b"   ";
    let lines = first_lines(start);
    let has_gap = |line: &&&[u8]| line.windows(GAP.len()).any(|part| part == GAP);
    2 * lines.iter().filter(has_gap).count() > lines.len()
}

/// True if a file with the name of a text is a table: it has a recognised header or delimiters in every
/// line. Commas occur in names, too.
fn is_table(start: &[u8]) -> bool {
    let lines = first_lines(start);
    let is_header = |line: &&[u8]| {
        let delimiter = likeliest_delimiter(line);
        let cells = line.split(|byte| *byte == delimiter);
        let cells = cells.map(|cell| String::from_utf8_lossy(cell).trim_matches('"').to_owned());
        Columns::are_named(&cells.collect::<Vec<_>>(), &[])
    };
    let has_cells = |line: &&[u8]| line.iter().any(|byte| b"\t;|".contains(byte));
    lines.iter().any(is_header) || (!lines.is_empty() && lines.iter().all(has_cells))
}

/// The most frequent delimiter between the names of columns.
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
    fn a_text_may_be_a_table() {
        for (start, expected) in [
            ("Ann Lee\nSmith, John\n", InputForm::Names),
            ("Ann Lee\nBo; Lee\n", InputForm::Names),
            ("id\tname\n1\tAnn\n", InputForm::Csv),
            ("1\tAnn\n2\tBo\n", InputForm::Csv),
            ("Customers\n\n\"Nachname\",\"Vorname\"\nLee,Ann\n", InputForm::Csv),
            ("Name\nAnn\n", InputForm::Csv),
            ("", InputForm::Names),
        ] {
            let form = form_of(Some(InputForm::Names), start.as_bytes());
            assert_eq!(form, Ok(expected), "{start:?}");
        }
        assert_eq!(form_of(None, b" {\"name\": \"Ann\"}"), Ok(InputForm::Ndjson));
        assert_eq!(form_of(None, b"Ann Lee\n"), Ok(InputForm::Csv));
        let fixed = b"K-1   Ann Lee      1960\nK-2   Bo Berg      1970\n";
        assert!(form_of(Some(InputForm::Names), fixed).is_err());
        assert!(form_of(Some(InputForm::Ndjson), b"[{}]").is_err());
    }

    #[test]
    fn forms_have_the_names_of_the_command() {
        use clap::ValueEnum;
        for form in InputForm::value_variants() {
            let value = form.to_possible_value().expect("none is hidden");
            assert_eq!(value.get_name(), form.name());
            assert_eq!(InputForm::from_name(form.name()), Some(*form));
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
