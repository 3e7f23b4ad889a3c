//! Rows of an OpenDocument spreadsheet (ods; ISO/IEC 26300-3), read one after the other.

use std::io::{Read, Seek};

use tamis_ingest::file::open_plain;
use tamis_ingest::xml_parts::{Part, Tag, XmlParts};
use zip::ZipArchive;

use super::sheet_rows::RowsOfCells;
use crate::limits::{SHEET_ROW_BYTES_MAX, SHEET_ROWS_UNPACKED_MAX};

/// The member of the archive with all sheets.
pub(super) const CONTENT: &str = "content.xml";

/// The member that says whether the others are encrypted.
const MANIFEST: &str = "META-INF/manifest.xml";

/// Bytes of the manifest that are read.
const MANIFEST_BYTES_READ: u64 = 1 << 20;

/// Blanks that one element stands for, at most; more exceed the bytes of a row.
const BLANKS_MAX: u32 = SHEET_ROW_BYTES_MAX as u32 + 1;

/// Greatest depth of elements: grouped rows lie in each other, rich text a little deeper.
const DEPTH_MAX: usize = 256;

/// Depth of the elements of sheets: below the document, its body and the spreadsheet.
const TABLE_DEPTH: usize = 4;

/// Names of the sheets, in order.
///
/// # Errors
/// A fault of the file.
pub(super) fn sheet_names<R: Read + Seek>(
    archive: &mut ZipArchive<R>,
) -> Result<Vec<String>, String> {
    check_encryption(archive)?;
    let (mut names, mut bytes) = (Vec::new(), 0);
    let mut parts = parts_of(archive)?;
    while let Some(part) = next_part(&mut parts)? {
        let sheet = match part {
            Part::Open(tag) if tag.name() == "table" => Some(Opened::of(&tag)?),
            _ => None,
        };
        if let Some(Opened::Table(name)) = sheet.filter(|_| parts.depth() == TABLE_DEPTH) {
            bytes += size_of::<String>() + name.len();
            if bytes > SHEET_ROW_BYTES_MAX {
                return Err(format!(
                    "the names of its sheets have more than {SHEET_ROW_BYTES_MAX} bytes"
                ));
            }
            names.push(name);
        }
        parts.renew();
    }
    Ok(names)
}

/// Sends the rows of a sheet as they are read; the last ones stay in `rows`.
///
/// # Errors
/// A fault of the file, or a row beyond the limits of a sheet.
pub(super) fn read_rows<R: Read + Seek>(
    archive: &mut ZipArchive<R>,
    sheet: &str,
    rows: &mut RowsOfCells<'_>,
) -> Result<(), String> {
    let mut parts = parts_of(archive)?;
    let mut table = Table { rows: &mut *rows, number: 0, row: None, cell: None, copied: 0 };
    let mut is_here = false;
    while let Some(part) = next_part(&mut parts)? {
        let step = match part {
            Part::Open(tag) => Step::Open(Opened::of(&tag)?),
            Part::Close => Step::Close,
            Part::Text(text) => Step::of_text(|| table.text(&text)),
            Part::Letter(letter) => Step::of_text(|| table.text(letter.encode_utf8(&mut [0; 4]))),
            Part::UnknownEntity(_) | Part::Other => Step::Done,
        };
        let depth = parts.depth();
        match step {
            Step::Open(Opened::Table(name)) if depth == TABLE_DEPTH => is_here = name == sheet,
            Step::Open(opened) if is_here => table.open(opened, depth),
            Step::Close if is_here && (depth < TABLE_DEPTH || !table.close(depth)?) => break,
            _ => {}
        }
        if table.row.is_none() {
            parts.renew();
        }
    }
    rows.end_row();
    Ok(())
}

fn parts_of<R: Read + Seek>(archive: &mut ZipArchive<R>) -> Result<XmlParts<'_>, String> {
    let content = archive.by_name(CONTENT).map_err(|error| error.to_string())?;
    let text = open_plain(content, CONTENT).map_err(|error| error.to_string())?;
    Ok(XmlParts::of(text))
}

/// The next part of a file whose elements are not nested without end: a parser keeps the open ones.
fn next_part<'p>(parts: &'p mut XmlParts<'_>) -> Result<Option<Part<'p>>, String> {
    if parts.depth() > DEPTH_MAX {
        return Err(format!("its elements are nested more than {DEPTH_MAX} deep"));
    }
    parts.next_part().map_err(|error| error.to_string())
}

/// Refuses a file that needs a password.
fn check_encryption<R: Read + Seek>(archive: &mut ZipArchive<R>) -> Result<(), String> {
    let Ok(manifest) = archive.by_name(MANIFEST) else { return Ok(()) };
    let mut text = Vec::new();
    let read = manifest.take(MANIFEST_BYTES_READ).read_to_end(&mut text);
    read.map_err(|error| error.to_string())?;
    match String::from_utf8_lossy(&text).contains("encryption-data") {
        true => Err("it is protected by a password".to_owned()),
        false => Ok(()),
    }
}

/// A part of the file, as far as it changes the state of reading.
enum Step {
    Open(Opened),
    Close,
    Done,
}

impl Step {
    fn of_text(take: impl FnOnce()) -> Self {
        take();
        Self::Done
    }
}

/// An opening tag.
enum Opened {
    Table(String),
    Row {
        repeat: u32,
    },
    Cell {
        repeat: u32,
        value: Option<String>,
    },
    Paragraph,
    /// White space within a paragraph.
    Blanks(String),
    Other,
}

impl Opened {
    fn of(tag: &Tag<'_>) -> Result<Self, String> {
        Ok(match tag.name() {
            "table" => Self::Table(Attributes::of(tag)?.get("name").unwrap_or_default().to_owned()),
            "table-row" => {
                Self::Row { repeat: Attributes::of(tag)?.count("number-rows-repeated")? }
            }
            "table-cell" | "covered-table-cell" => {
                let attributes = Attributes::of(tag)?;
                let repeat = attributes.count("number-columns-repeated")?;
                Self::Cell { repeat, value: attributes.value() }
            }
            "p" => Self::Paragraph,
            "s" => {
                let blanks = Attributes::of(tag)?.count("c")?.min(BLANKS_MAX);
                Self::Blanks(" ".repeat(blanks as usize))
            }
            "tab" => Self::Blanks("\t".to_owned()),
            "line-break" => Self::Blanks("\n".to_owned()),
            _ => Self::Other,
        })
    }
}

/// The attributes of a tag by local name.
struct Attributes(Vec<(String, String)>);

impl Attributes {
    fn of(tag: &Tag<'_>) -> Result<Self, String> {
        tag.attributes().map(Self)
    }

    /// The first one of a name.
    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// A number of repetitions, 1 if there is none.
    fn count(&self, name: &str) -> Result<u32, String> {
        let Some(number) = self.get(name) else { return Ok(1) };
        number.parse().map_err(|_| format!("{name} is {number:?}, which is no number"))
    }

    /// The value of a cell that its attributes give: dates in ISO 8601, whole numbers without a
    /// fraction. `None` if its text is the value.
    fn value(&self) -> Option<String> {
        // Office suites say in an attribute of their own that a formula failed; the text names the error.
        if self.0.iter().any(|(name, value)| name == "value-type" && value == "error") {
            return None;
        }
        match self.get("value-type")? {
            "date" => {
                self.get("date-value").map(|date| date.split('T').next().unwrap_or(date).to_owned())
            }
            "float" | "percentage" | "currency" => {
                let text = self.get("value")?;
                Some(
                    text.parse().map_or_else(|_| text.to_owned(), |number: f64| number.to_string()),
                )
            }
            "boolean" => self.get("boolean-value").map(str::to_owned),
            _ => None,
        }
    }
}

/// The sheet during reading.
struct Table<'r, 's> {
    rows: &'r mut RowsOfCells<'s>,
    /// Rows so far, with the empty ones.
    number: u32,
    row: Option<Row>,
    cell: Option<Cell>,
    /// Bytes of repeated rows.
    copied: u64,
}

struct Row {
    depth: usize,
    repeat: u32,
    /// Columns so far.
    column: u32,
    /// Cells with a text.
    cells: Vec<(u32, String)>,
}

struct Cell {
    depth: usize,
    repeat: u32,
    value: Option<String>,
    text: String,
    has_paragraph: bool,
    /// Depth of the current paragraph.
    paragraph: Option<usize>,
}

impl Table<'_, '_> {
    /// Takes an opening tag at a depth.
    fn open(&mut self, opened: Opened, depth: usize) {
        match (opened, &mut self.row, &mut self.cell) {
            (Opened::Row { repeat }, None, _) => {
                self.row = Some(Row { depth, repeat, column: 0, cells: Vec::new() });
            }
            (Opened::Cell { repeat, value }, Some(row), None) if depth == row.depth + 1 => {
                let (text, has_paragraph, paragraph) = (String::new(), false, None);
                self.cell = Some(Cell { depth, repeat, value, text, has_paragraph, paragraph });
            }
            // Paragraphs that lie deeper are those of comments and drawings.
            (Opened::Paragraph, _, Some(cell)) if depth == cell.depth + 1 => {
                if std::mem::replace(&mut cell.has_paragraph, true) {
                    cell.text.push('\n');
                }
                cell.paragraph = Some(depth);
            }
            (Opened::Blanks(blanks), _, Some(_)) => self.text(&blanks),
            _ => {}
        }
    }

    /// Takes text of a paragraph. One piece beyond the bytes of a row is enough to be refused.
    fn text(&mut self, text: &str) {
        let cell = self.cell.as_mut().filter(|cell| cell.paragraph.is_some());
        if let Some(cell) = cell.filter(|cell| cell.text.len() <= SHEET_ROW_BYTES_MAX) {
            cell.text.push_str(text);
        }
    }

    /// Takes a closing tag, after which the depth is this. Returns false if the receiver of rows is gone.
    fn close(&mut self, depth: usize) -> Result<bool, String> {
        if let Some(cell) = &mut self.cell {
            cell.paragraph = cell.paragraph.filter(|own| depth >= *own);
        }
        if let Some(cell) = self.cell.take_if(|cell| depth < cell.depth)
            && !self.end_cell(cell)?
        {
            return Ok(false);
        }
        match self.row.take_if(|row| depth < row.depth) {
            Some(row) => self.end_row(&row),
            None => Ok(true),
        }
    }

    fn end_cell(&mut self, cell: Cell) -> Result<bool, String> {
        let Some(row) = &mut self.row else { return Ok(true) };
        let text = cell.value.unwrap_or(cell.text);
        let end = row.column.saturating_add(cell.repeat);
        if !text.is_empty() {
            for column in row.column..end {
                if !self.rows.take(self.number, column, text.clone())? {
                    return Ok(false);
                }
                row.cells.push((column, text.clone()));
            }
        }
        row.column = end;
        Ok(true)
    }

    /// Sends the further copies of a repeated row.
    fn end_row(&mut self, Row { repeat, cells, .. }: &Row) -> Result<bool, String> {
        let bytes: u64 = cells.iter().map(|(_, text)| text.len() as u64).sum();
        let first = self.number;
        self.number = first.saturating_add(*repeat);
        if cells.is_empty() {
            return Ok(true);
        }
        for number in (first..self.number).skip(1) {
            self.copied += bytes;
            if self.copied > SHEET_ROWS_UNPACKED_MAX {
                return Err(format!(
                    "row {} is repeated {repeat} times, which is more than {} MiB",
                    u64::from(first) + 1,
                    SHEET_ROWS_UNPACKED_MAX >> 20
                ));
            }
            for (column, text) in cells {
                if !self.rows.take(number, *column, text.clone())? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};
    use std::sync::mpsc::sync_channel;

    use zip::write::{SimpleFileOptions, ZipWriter};

    use super::*;

    fn archive(members: &[(&str, &str)]) -> ZipArchive<Cursor<Vec<u8>>> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in members {
            archive.start_file(*name, SimpleFileOptions::default()).expect("a member");
            archive.write_all(text.as_bytes()).expect("written");
        }
        ZipArchive::new(archive.finish().expect("an archive")).expect("an archive")
    }

    fn with_tables(tables: &str) -> ZipArchive<Cursor<Vec<u8>>> {
        let content = format!(
            "<o:document-content xmlns:o='o' xmlns:t='t' xmlns:x='x' xmlns:c='c'><o:body><o:spreadsheet>{tables}\
             </o:spreadsheet></o:body></o:document-content>"
        );
        archive(&[(CONTENT, &content)])
    }

    /// The rows of the sheet "S".
    fn rows_of(tables: &str) -> Result<Vec<(u64, Vec<String>)>, String> {
        let (sender, rows) = sync_channel(1 << 10);
        let mut collected = RowsOfCells::new(&sender);
        read_rows(&mut with_tables(tables), "S", &mut collected)?;
        assert!(collected.send());
        drop(sender);
        Ok(rows.into_iter().flat_map(|sent| sent.expect("rows")).collect())
    }

    fn rows_of_sheet(rows: &str) -> Vec<(u64, Vec<String>)> {
        rows_of(&format!("<t:table t:name='S'>{rows}</t:table>")).expect("rows")
    }

    fn cell(attributes: &str, content: &str) -> String {
        let row = format!(
            "<t:table-row><t:table-cell {attributes}>{content}</t:table-cell></t:table-row>"
        );
        rows_of_sheet(&row).pop().map(|(_, mut cells)| cells.remove(0)).unwrap_or_default()
    }

    #[test]
    fn a_value_is_that_of_the_attributes_and_else_the_text() {
        for (attributes, content, expected) in [
            ("o:value-type='string'", "<x:p>Ann</x:p>", "Ann"),
            ("", "<x:p>Ann &amp; &#66;ob</x:p>", "Ann & Bob"),
            (
                "",
                "<x:p>Ann<x:s x:c='2'/><x:span>Lee<x:tab/></x:span></x:p><x:p>x</x:p>",
                "Ann  Lee\t\nx",
            ),
            ("", "<o:annotation><x:p>a note</x:p></o:annotation><x:p>Ann</x:p>", "Ann"),
            ("o:value-type='date' o:date-value='1962-05-17'", "<x:p>17.5.62</x:p>", "1962-05-17"),
            ("o:value-type='date' o:date-value='1962-05-17T00:00:00'", "<x:p/>", "1962-05-17"),
            ("o:value-type='float' o:value='9074729.0'", "<x:p>9.074.729</x:p>", "9074729"),
            ("o:value-type='percentage' o:value='0.5'", "<x:p>50 %</x:p>", "0.5"),
            ("o:value-type='boolean' o:boolean-value='true'", "<x:p>WAHR</x:p>", "true"),
            ("o:value-type='float' o:value='0' c:value-type='error'", "<x:p>#REF!</x:p>", "#REF!"),
            ("o:value-type='string'", "", ""),
        ] {
            assert_eq!(cell(attributes, content), expected, "{attributes} {content}");
        }
    }

    #[test]
    fn repeated_cells_and_rows_have_their_places() {
        let rows = "<t:table-column t:number-columns-repeated='9'/><t:table-header-rows><t:table-row>\
             <t:table-cell t:number-columns-repeated='2'/><t:table-cell><x:p>a</x:p></t:table-cell>\
             </t:table-row></t:table-header-rows><t:table-row t:number-rows-repeated='3'>\
             <t:table-cell t:number-columns-repeated='1024'/></t:table-row>\
             <t:table-row-group><t:table-row t:number-rows-repeated='2'>\
             <t:covered-table-cell/><t:table-cell t:number-columns-repeated='2'><x:p>b</x:p></t:table-cell>\
             </t:table-row></t:table-row-group><t:table-row t:number-rows-repeated='1048569'><t:table-cell/></t:table-row>";
        let cells =
            |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
        let b = cells(&["", "b", "b"]);
        assert_eq!(rows_of_sheet(rows), [(1, cells(&["", "", "a"])), (5, b.clone()), (6, b)]);
    }

    #[test]
    fn other_sheets_and_tables_within_cells_are_no_rows() {
        let row = |text: &str| {
            format!("<t:table-row><t:table-cell><x:p>{text}</x:p></t:table-cell></t:table-row>")
        };
        let within = format!(
            "<t:table-row><t:table-cell><x:p>b</x:p><t:table t:name='S'>{}</t:table></t:table-cell></t:table-row>",
            row("no")
        );
        let tables = format!(
            "<t:table t:name='R'>{}</t:table><t:table t:name='S'>{within}</t:table><t:table t:name='T'>{}</t:table>",
            row("no"),
            row("no"),
        );
        assert_eq!(rows_of(&tables), Ok(vec![(1, vec!["b".to_owned()])]));
        assert_eq!(sheet_names(&mut with_tables(&tables)).expect("names"), ["R", "S", "T"]);
    }

    #[test]
    fn a_few_bytes_cannot_stand_for_a_text_a_row_or_a_tree_without_end() {
        let blanks = "<x:s x:c='4294967295'/>".repeat(1 << 10);
        let long = "x".repeat(SHEET_ROW_BYTES_MAX / 2 + 1);
        let cell = |attributes: &str, content: &str| {
            format!(
                "<t:table t:name='S'><t:table-row><t:table-cell {attributes}><x:p>{content}</x:p>\
                 </t:table-cell></t:table-row></t:table>"
            )
        };
        let deep = |depth: usize| {
            let depth = depth - TABLE_DEPTH;
            format!("<t:table t:name='S'>{}{}</t:table>", "<a>".repeat(depth), "</a>".repeat(depth))
        };
        for (tables, expected) in [
            (cell("", &blanks), "row 1 has more than 1048576 bytes"),
            (
                cell("t:number-columns-repeated='4294967295'", &long),
                "row 1 has more than 1048576 bytes",
            ),
            (cell("t:number-columns-repeated='1001'", "x"), "row 1 has a cell beyond column 1000"),
            (deep(DEPTH_MAX + 1), "nested more than 256 deep"),
        ] {
            let said = rows_of(&tables).expect_err("refused");
            assert!(said.contains(expected), "{said}");
        }
        assert_eq!(rows_of(&cell("t:number-columns-repeated='1000'", "x")).expect("rows").len(), 1);
        assert_eq!(rows_of(&deep(DEPTH_MAX)), Ok(vec![]));
        let named = format!("<t:table t:name='{long}'/>").repeat(2);
        let said = sheet_names(&mut with_tables(&named)).expect_err("refused");
        assert!(said.contains("names of its sheets"), "{said}");
    }

    #[test]
    fn a_row_that_is_repeated_without_end_and_a_password_are_refused() {
        let text = "x".repeat(1 << 19);
        let row = format!(
            "<t:table t:name='S'><t:table-row t:number-rows-repeated='9999999'><t:table-cell><x:p>{text}\
             </x:p></t:table-cell></t:table-row></t:table>"
        );
        let (sender, rows) = sync_channel(1);
        let ends = std::thread::spawn(move || {
            let mut collected = RowsOfCells::new(&sender);
            read_rows(&mut with_tables(&row), "S", &mut collected)
        });
        let most = SHEET_ROWS_UNPACKED_MAX / (1 << 19) + 1;
        let read: usize = rows.into_iter().map(|sent| sent.expect("rows").len()).sum();
        assert!(read as u64 <= most, "{read} rows");
        assert_eq!(
            ends.join().expect("an end"),
            Err("row 1 is repeated 9999999 times, which is more than 1024 MiB".to_owned())
        );

        let manifest = "<manifest><file-entry><encryption-data/></file-entry></manifest>";
        let said = sheet_names(&mut archive(&[(MANIFEST, manifest), (CONTENT, "x")]));
        assert_eq!(said, Err("it is protected by a password".to_owned()));
    }
}
