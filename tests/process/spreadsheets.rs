//! Spreadsheets: customers read from them, hits written as a workbook, and the workbook read again.

use std::fs;
use std::io::Write;
use std::path::Path;

use calamine::{Data, Reader, Xlsx, open_workbook};
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};
use tamis_engine::csv::armed;

use super::rescreening;
use crate::support::desk::{Desk, column, rows};

/// Writes a spreadsheet with a sheet of notes behind that of customers, whose birth dates are dates and
/// numbers.
fn in_xlsx(path: &Path) {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet().set_name("Customers").expect("a name");
    let date = Format::new().set_num_format("dd.mm.yyyy");
    sheet.write_row(0, 0, ["No", "Full name", "Born", "IMO"]).expect("written");
    sheet.write_row(1, 0, ["", "Maria Garcia Lopez"]).expect("written");
    sheet.write(1, 0, 1).expect("written");
    let born = ExcelDateTime::from_ymd(1962, 5, 17).expect("a day");
    sheet.write_row(3, 0, ["K-2", "Ivan Petrovich Sokolov"]).expect("written");
    sheet.write_with_format(3, 2, &born, &date).expect("written");
    sheet.write(3, 3, 9_074_729).expect("written");
    sheet.write_row(4, 0, ["K-3", "#REF!"]).expect("written");
    book.add_worksheet().set_name("Notes").expect("a name").write(0, 0, "x").expect("written");
    book.save(path).expect("a file");
}

/// Writes the same customers as an office suite does (OpenDocument 1.3).
fn in_ods(path: &Path) {
    const PARTS: [(&str, &str); 3] = [
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        (
            "META-INF/manifest.xml",
            r#"<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>"#,
        ),
        (
            "content.xml",
            r#"<?xml version="1.0"?><office:document-content
            xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
            xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
            xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body>
            <office:spreadsheet><table:table table:name="Customers"><table:table-row>
            <table:table-cell office:value-type="string"><text:p>Full name</text:p></table:table-cell>
            <table:table-cell office:value-type="string"><text:p>Born</text:p></table:table-cell>
            </table:table-row><table:table-row>
            <table:table-cell office:value-type="string"><text:p>Ivan Petrovich Sokolov</text:p></table:table-cell>
            <table:table-cell office:value-type="date" office:date-value="1962-05-17"><text:p>17.05.62</text:p></table:table-cell>
            </table:table-row></table:table></office:spreadsheet></office:body></office:document-content>"#,
        ),
    ];
    let mut packed = zip::ZipWriter::new(fs::File::create(path).expect("a file"));
    for (name, text) in PARTS {
        packed.start_file(name, zip::write::SimpleFileOptions::default()).expect("a member");
        // Such a file has no blanks between tags.
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        packed.write_all(lines.join(" ").replace("> <", "><").as_bytes()).expect("written");
    }
    packed.finish().expect("written");
}

#[test]
fn spreadsheets_are_read_with_their_dates_and_the_rest_of_them_is_named() {
    let desk = Desk::new();
    in_xlsx(&desk.path("customers.xlsx"));
    let (code, output, said) = desk.screen(&["customers.xlsx", "--column", "id=No"]);
    assert_eq!(code, 3, "{said}");
    let hits = rows(&output);
    assert_eq!(column(&hits, "customer_id"), ["1", "K-2"], "{said}");
    for expected in [
        r#"customers.xlsx: sheet "Customers"; not read: "Notes""#,
        r#"id = "No", name = "Full name", birth-date = "Born", imo = "IMO""#,
        "customers.xlsx,5,5,no,a cell holds the error #REF!",
    ] {
        assert!(said.contains(expected), "{expected} in {said}");
    }
    let reasons = column(&hits, "reason");
    assert!(reasons.iter().all(|reason| !reason.contains("cannot be read")), "{reasons:?}");

    in_ods(&desk.path("customers.ods"));
    desk.write("names.txt", "Anna Maier\n");
    let (code, output, said) = desk.screen(&["customers.ods"]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(column(&rows(&output), "record_name"), ["Ivan Petrovich Sokolov"], "{said}");

    for (arguments, expected) in [
        (
            &["customers.xlsx", "--sheet", "Kunden"][..],
            r#"there is no sheet "Kunden"; the sheets are "Customers", "Notes""#,
        ),
        (&["customers.xlsx", "--sheet", "Notes"], "no column is known to hold names"),
        (&["names.txt", "--sheet", "Names"], r#"it is no spreadsheet, so it has no sheet "Names""#),
        (&["customers.ods", "-o", "hits.ods"], "hits.ods: hits are written as xlsx, csv or ndjson"),
        (&["customers.ods", "--output-form", "xlsx"], "a workbook is written to a file"),
    ] {
        let (code, _, said) = desk.screen(arguments);
        assert!(code == 1 && said.contains(expected), "{code}: {said}");
    }
    desk.write("broken.xlsx", "PK\u{3}\u{4}nothing");
    let (code, _, said) = desk.screen(&["broken.xlsx"]);
    assert!(code == 1 && said.contains("broken.xlsx: "), "{code}: {said}");
}

/// The cells of the first sheet of a workbook, as texts.
fn cells_of(path: &Path) -> Vec<Vec<String>> {
    let mut book: Xlsx<_> = open_workbook(path).expect("a workbook");
    let (_, range) = book.worksheets().into_iter().next().expect("a sheet");
    range.rows().map(|row| row.iter().map(Data::to_string).collect()).collect()
}

const CUSTOMERS: &str = "id,name,dob\n\
    =7,Ivan Sokolov,1962\n\
    0815,\"Kurz, Olga\",\n\
    K-3,Nobody Whoever,\n";

#[test]
fn hits_of_a_workbook_are_those_of_a_table() {
    let desk = Desk::new();
    desk.write("customers.csv", CUSTOMERS);
    for all in [&[][..], &["--all"]] {
        for output in ["hits.csv", "hits.xlsx"] {
            let (code, _, said) = desk.screen(&[&["customers.csv", "-o", output], all].concat());
            assert_eq!(code, 0, "{said}");
        }
        let mut table = csv::ReaderBuilder::new()
            .has_headers(false)
            .from_path(desk.path("hits.csv"))
            .expect("a table");
        let table = table.records().map(|row| row.expect("a row"));
        let table: Vec<Vec<String>> =
            table.map(|row| row.iter().map(|cell| armed(cell).to_owned()).collect()).collect();
        assert_eq!(table.len(), if all.is_empty() { 3 } else { 4 });
        assert_eq!(cells_of(&desk.path("hits.xlsx")), table);
    }
    let left = fs::read_dir(desk.path("")).expect("a folder");
    let mut left: Vec<_> = left.map(|file| file.expect("a file").file_name()).collect();
    left.sort();
    assert_eq!(left, ["customers.csv", "hits.csv", "hits.xlsx", "snapshots"]);
}

#[test]
fn a_workbook_of_earlier_hits_is_compared_as_the_table_is() {
    let desk = Desk::new();
    desk.write("customers.csv", rescreening::CUSTOMERS);
    for before in ["before.csv", "before.xlsx"] {
        desk.screen(&["customers.csv", "-o", before]);
    }
    rescreening::refresh(&desk);
    let compared = ["before.csv", "before.xlsx"].map(|before| {
        let now = ["customers.csv", "-o", "now.xlsx", "--earlier", before];
        let (code, _, said) = desk.screen(&now);
        assert_eq!(code, 0, "{said}");
        let new = desk.read("now.xlsx.new.csv");
        assert_eq!(column(&rows(&new), "customer_id"), ["K-2", "K-4"]);
        (new, desk.read("now.xlsx.removed.csv"))
    });
    assert_eq!(compared[0], compared[1]);
}

#[test]
fn an_interrupted_workbook_is_finished_by_the_next_run() {
    let desk = Desk::new();
    desk.write("customers.csv", CUSTOMERS);
    // A folder under the name of the workbook: all customers are screened, and it cannot be written.
    fs::create_dir_all(desk.path("hits.xlsx/folder")).expect("made");
    let run = ["customers.csv", "-o", "hits.xlsx", "--noted-every", "1ns"];
    let (code, _, said) = desk.screen(&run);
    assert!(code == 1 && said.contains("hits.xlsx: "), "{code}: {said}");
    fs::remove_dir_all(desk.path("hits.xlsx")).expect("removed");
    let (code, _, said) = desk.screen(&run);
    assert!(code == 0 && said.contains("resuming after 3 customers"), "{code}: {said}");
    assert_eq!(cells_of(&desk.path("hits.xlsx")).len(), 3);
}
