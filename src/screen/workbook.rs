//! A table of hits as a workbook (xlsx), for a reviewer.

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use csv::StringRecord;
use rust_xlsxwriter::{DataValidation, Format, IgnoreError, Url, Workbook, Worksheet, XlsxError};

use crate::api::http::shape::is_web_address;
use crate::clearances::Decision;
use crate::customers::sheet_text::name_of_sheet;
use crate::limits::{WORKBOOK_CELL_MAX, WORKBOOK_LINKS_MAX, WORKBOOK_ROWS_MAX};
use tamis_engine::csv::armed;

/// Columns whose cells are no text.
const SCORE: &str = "score";
const LINK: &str = "link";

/// Column for the reviewer's decision, which a menu offers.
const DECISION: &str = "decision";

/// Writes the rows of a table in CSV, whose first line is the header, to a workbook. Returns the number
/// of cells that had to be cut.
///
/// # Errors
/// The table cannot be read, or the workbook cannot be written.
pub(super) fn write(table: &Path, workbook: &Path) -> Result<u64, Box<dyn Error + Send + Sync>> {
    write_sheets(table, workbook, WORKBOOK_ROWS_MAX)
}

/// The same with at most `rows_max` rows a sheet, the header included.
fn write_sheets(
    table: &Path,
    workbook: &Path,
    rows_max: u32,
) -> Result<u64, Box<dyn Error + Send + Sync>> {
    let mut table = csv::Reader::from_reader(BufReader::new(File::open(table)?));
    let columns: Vec<String> = table.headers()?.iter().map(str::to_owned).collect();
    let mut book = Workbook::new();
    // Rows wait there until the workbook is packed, so that memory does not grow with them.
    book.set_tempdir(
        workbook.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new(".")),
    )?;
    let mut row = StringRecord::new();
    let mut has_row = table.read_record(&mut row)?;
    let mut cut = 0;
    for number in 1.. {
        let sheet = book.add_worksheet_with_constant_memory()?;
        let mut sheet = Sheet::begin(sheet.set_name(name_of_sheet(number))?, &columns)?;
        while has_row && sheet.rows < rows_max {
            sheet.add(&row)?;
            has_row = table.read_record(&mut row)?;
        }
        cut += sheet.end()?;
        if !has_row {
            break;
        }
    }
    book.save(workbook)?;
    Ok(cut)
}

/// A sheet while its rows are written.
struct Sheet<'b> {
    sheet: &'b mut Worksheet,
    columns: &'b [String],
    /// Rows so far, the header included.
    rows: u32,
    links: u32,
    /// Cells that had to be cut.
    cut: u64,
}

impl<'b> Sheet<'b> {
    fn begin(sheet: &'b mut Worksheet, columns: &'b [String]) -> Result<Self, XlsxError> {
        let bold = Format::new().set_bold();
        sheet.set_freeze_panes(1, 0)?;
        for (at, column) in (0..).zip(columns) {
            sheet.set_column_width(at, width_of(column))?;
            sheet.write_string_with_format(0, at, column, &bold)?;
        }
        Ok(Self { sheet, columns, rows: 1, links: 0, cut: 0 })
    }

    fn add(&mut self, row: &StringRecord) -> Result<(), XlsxError> {
        for ((at, column), cell) in (0..).zip(self.columns).zip(row) {
            self.write(at, column, armed(cell))?;
        }
        self.rows += 1;
        Ok(())
    }

    fn write(&mut self, at: u16, column: &str, cell: &str) -> Result<(), XlsxError> {
        let sheet = &mut *self.sheet;
        if cell.is_empty() {
            return Ok(());
        }
        if column == SCORE
            && let Ok(score) = cell.parse::<f64>()
        {
            sheet.write_number(self.rows, at, score)?;
            return Ok(());
        }
        // Of a list's addresses only those of the web, and not those that are too long, become links.
        if column == LINK
            && self.links < WORKBOOK_LINKS_MAX
            && is_web_address(cell)
            && sheet.write_url(self.rows, at, Url::new(cell)).is_ok()
        {
            self.links += 1;
            return Ok(());
        }
        let end = end_of_cell(cell);
        self.cut += u64::from(end < cell.len());
        sheet.write_string(self.rows, at, &cell[..end])?;
        Ok(())
    }

    /// Adds what concerns all rows; returns the number of cells that had to be cut.
    fn end(self) -> Result<u64, XlsxError> {
        let Self { sheet, columns, rows, cut, .. } = self;
        let (last_row, last_column) = (rows - 1, columns.len() as u16 - 1);
        sheet.autofilter(0, 0, last_row, last_column)?;
        // Keys and IDs of digits alone stay texts, with the zeros that they begin with.
        let texts = IgnoreError::NumberStoredAsText;
        sheet.ignore_error_range(0, 0, last_row, last_column, texts)?;
        let decision = columns.iter().position(|column| column == DECISION);
        if let (Some(at), 1..) = (decision, last_row) {
            let menu = DataValidation::new().allow_list_strings(&Decision::NAMES)?;
            sheet.add_data_validation(1, at as u16, last_row, at as u16, &menu)?;
        }
        Ok(cut)
    }
}

/// Width of a column, in digits of the usual font.
fn width_of(column: &str) -> u32 {
    match column {
        "reason" | "comment" => 60,
        "customer_name" | "matched_name" | "record_name" | "list" | LINK => 30,
        _ => 15,
    }
}

/// End of the part of a text that fits into a cell.
fn end_of_cell(text: &str) -> usize {
    if text.len() <= WORKBOOK_CELL_MAX {
        return text.len();
    }
    let mut units = 0;
    let mut beyond = text.char_indices().skip_while(|(_, letter)| {
        units += letter.len_utf16();
        units <= WORKBOOK_CELL_MAX
    });
    beyond.next().map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use calamine::{Data, Reader, Xlsx, open_workbook};

    use super::*;

    type Rows = Vec<Vec<Data>>;

    fn sheets_of(rows: &str, rows_max: u32) -> (u64, Vec<(String, Rows)>) {
        let folder = tempfile::tempdir().expect("a folder");
        let [table, workbook] = ["hits", "hits.xlsx"].map(|name| folder.path().join(name));
        std::fs::write(&table, rows).expect("written");
        let cut = write_sheets(&table, &workbook, rows_max).expect("a workbook");
        let mut book: Xlsx<_> = open_workbook(&workbook).expect("opens");
        let sheets = book.worksheets().into_iter();
        let rows = |range: calamine::Range<Data>| range.rows().map(<[_]>::to_vec).collect();
        (cut, sheets.map(|(name, range)| (name, rows(range))).collect())
    }

    fn text(text: &str) -> Data {
        Data::String(text.to_owned())
    }

    #[test]
    fn keys_stay_texts_and_scores_are_numbers() {
        let rows = "customer_id,score,customer_name,link,decision\n\
                    007,0.9,'=1+1,https://list.example/1,\n";
        let (cut, sheets) = sheets_of(rows, 10);
        let row = [text("007"), Data::Float(0.9), text("=1+1"), text("https://list.example/1")];
        assert_eq!((cut, sheets.len(), sheets[0].0.as_str()), (0, 1, "Hits"));
        assert_eq!(sheets[0].1[1][..4], row, "what is a text in a sheet is no formula");
    }

    #[test]
    fn only_addresses_of_the_web_are_links() {
        let folder = tempfile::tempdir().expect("a folder");
        let [table, workbook] = ["hits", "hits.xlsx"].map(|name| folder.path().join(name));
        let long = format!("https://list.example/{}", "x".repeat(3000));
        let rows =
            format!("link\nhttps://list.example/1\nfile:///etc/passwd\ninternal:Hits!A1\n{long}\n");
        std::fs::write(&table, rows).expect("written");
        write(&table, &workbook).expect("a workbook");
        let mut book = zip::ZipArchive::new(File::open(&workbook).expect("a file")).expect("zip");
        let mut read = |name: &str| {
            let member = book.by_name(name).expect("a member");
            std::io::read_to_string(member).expect("text")
        };
        let targets = read("xl/worksheets/_rels/sheet1.xml.rels");
        assert_eq!(targets.matches("Target=").count(), 1, "{targets}");
        assert!(targets.contains("https://list.example/1\""), "{targets}");
        assert!(read("xl/worksheets/sheet1.xml").contains("file:///etc/passwd"));
    }

    #[test]
    fn rows_beyond_a_sheet_go_on_another_one() {
        for (rows, expected) in [("", vec![1]), ("1\n2\n", vec![3]), ("1\n2\n3\n", vec![3, 2])] {
            let (_, sheets) = sheets_of(&format!("customer_id\n{rows}"), 3);
            let lengths: Vec<usize> = sheets.iter().map(|(_, rows)| rows.len()).collect();
            assert_eq!(lengths, expected, "{rows:?}");
            assert!(sheets.iter().all(|(_, rows)| rows[0][0] == text("customer_id")));
        }
    }

    #[test]
    fn a_text_longer_than_a_cell_is_cut_and_counted() {
        let long = "a".repeat(WORKBOOK_CELL_MAX - 1);
        for (added, kept, expected) in [("é", "é", 0), ("éb", "é", 1), ("𝒳", "", 1)] {
            let (cut, sheets) = sheets_of(&format!("reason\n{long}{added}\n"), 10);
            assert_eq!(cut, expected, "{added}");
            assert_eq!(sheets[0].1[1][0], text(&format!("{long}{kept}")), "{added}");
        }
    }
}
