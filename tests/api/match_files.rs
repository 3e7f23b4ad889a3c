//! `POST /api/match/{collection}/file` (docs/api.md, "Match file").

use std::io::{Cursor, Write};

use axum::body::Body;
use axum::http::Request;
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};
use serde_json::{Value, json};
use tamis::limits::{
    FILE_BYTES_MAX, FILE_PREVIEW_ROWS, SHEET_COLUMNS_MAX, SHEET_ROW_BYTES_MAX,
    SHEET_SHARED_UNPACKED_MAX,
};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::support::client::{Answer, Client, with_body};
use crate::support::documented;
use crate::support::packed::gzip;

const TABLE: &str = "\
Kundenliste 2026

Kunde;Name;Vorname;Geburtsdatum;Land
K-1;Sokolov;Ivan Petrovich;17.05.1962;RU
K-2;Meier;Hans;;DE
K-3;;;1.1.1970;DE
K-4;Garcia Lopez;Maria;yesterday;Narnia
K-5;Nobody;Atall;yesterday;DE
";

async fn ask_at(path: &str, parameters: &str, body: impl Into<Body>) -> Answer {
    let client = Client::serving(documented::world().snapshot);
    let request = Request::post(format!("/api/match/default/{path}?{parameters}"));
    client.send(with_body(request, body)).await
}

async fn ask(parameters: &str, body: impl Into<Body>) -> Answer {
    ask_at("file", parameters, body).await
}

async fn preview(parameters: &str, body: impl Into<Body>) -> Answer {
    ask_at("file/preview", parameters, body).await
}

/// Splits an answer into its first line, those of rows, and its last line.
fn lines_of(answer: &Answer) -> (Value, Vec<Value>, Value) {
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
    let lines = answer.text.lines();
    let mut lines: Vec<Value> = lines
        .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}")))
        .collect();
    let last = lines.pop().expect("a last line");
    let first = lines.remove(0);
    lines.retain(|line| line.get("progress").is_none());
    (first, lines, last)
}

fn error(answer: &Answer) -> String {
    assert_eq!(answer.status, 400, "{answer:?}");
    answer.json()["error"].as_str().expect("a sentence").to_owned()
}

fn sheet(fill: impl FnOnce(&mut rust_xlsxwriter::Worksheet)) -> Vec<u8> {
    let mut book = Workbook::new();
    fill(book.add_worksheet());
    book.save_to_buffer().expect("a workbook")
}

fn archive(members: &[(&str, u64)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, length) in members {
        archive.start_file(*name, SimpleFileOptions::default()).expect("a member");
        let piece = vec![b' '; 1 << 16];
        let mut left = *length;
        while left > 0 {
            let now = left.min(1 << 16);
            archive.write_all(&piece[..now as usize]).expect("written");
            left -= now;
        }
    }
    archive.finish().expect("an archive").into_inner()
}

#[tokio::test]
async fn rows_are_answered_as_match_answers_their_queries() {
    let client = Client::serving(documented::world().snapshot);
    let (first, rows, last) = lines_of(&ask("limit=2", TABLE).await);
    assert_eq!(first["file"]["form"], "csv");
    assert_eq!(first["snapshot"]["version"], documented::world().snapshot.version());
    let ids: Vec<_> = rows.iter().map(|row| (&row["id"], &row["line"], &row["status"])).collect();
    let expected = json!([
        ["K-1", 4, 200],
        ["K-2", 5, 200],
        ["K-3", 6, 400],
        ["K-4", 7, 200],
        ["K-5", 8, 200]
    ]);
    assert_eq!(json!(ids), expected);
    assert_eq!(rows[2]["error"], "the row has no name");
    assert_eq!(
        rows[3]["ignored"],
        json!([
            "the birth date \"yesterday\" cannot be read",
            "the country \"Narnia\" cannot be read"
        ])
    );
    let totals = json!({"screened": 4, "with_hits": 2, "refused": 1, "noted": 2});
    assert_eq!(last, json!({ "summary": totals }));

    let query = json!({"schema": "LegalEntity", "properties": {
        "name": ["Ivan Petrovich Sokolov"], "birthDate": ["1962-05-17"], "nationality": ["RU"]}});
    let alone = client
        .post_json("/api/match/default?limit=2", json!({"queries": {"q": query}}).to_string())
        .await
        .json();
    let alone = &alone["responses"]["q"];
    assert_eq!(rows[0]["name"], "Ivan Petrovich Sokolov");
    for field in ["query", "total", "results"] {
        assert_eq!(rows[0][field], alone[field], "{field}");
    }
}

#[tokio::test]
async fn with_hits_only_nothing_that_was_not_read_is_left_out() {
    let (_, rows, last) = lines_of(&ask("hits_only=true", TABLE).await);
    let ids: Vec<_> = rows.iter().map(|row| row["id"].as_str().expect("an id")).collect();
    assert_eq!(ids, ["K-1", "K-3", "K-4", "K-5"]);
    assert_eq!(rows[3]["results"], json!([]));
    assert_eq!(last["summary"]["screened"], 4);
}

#[tokio::test]
async fn a_preview_shows_columns_and_first_rows_as_they_would_be_asked() {
    let more: String = (6..20).map(|at| format!("K-{at};Meier;Anna;;\n")).collect();
    let answer = preview("", format!("{TABLE}{more}")).await;
    assert_eq!(answer.header("content-type"), Some("application/json"));
    let shown = answer.json();
    let columns = shown["file"]["columns"].as_array().expect("columns");
    let columns: Vec<_> = columns.iter().map(|own| (&own["name"], &own["fields"])).collect();
    let expected = json!([
        ["Kunde", ["name", "id"]],
        ["Name", ["name"]],
        ["Vorname", ["given-name"]],
        ["Geburtsdatum", ["birth-date"]],
        ["Land", ["country"]]
    ]);
    assert_eq!(json!(columns), expected);
    let rows = shown["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), FILE_PREVIEW_ROWS);
    assert_eq!(rows[0]["cells"][1], "Sokolov");
    assert_eq!(rows[0]["query"]["birthDate"], json!(["1962-05-17"]));
    assert_eq!(rows[2]["error"], "the row has no name");
}

#[tokio::test]
async fn the_caller_says_what_the_file_does_not() {
    let table = "a;b\nSokolov, Ivan;05/17/1962\n";
    let said = error(&ask("", table).await);
    let expected = "the body: no column is known to hold names; say which one does with column=name=COLUMN. \
                    The columns are \"a\", \"b\"";
    assert_eq!(said, expected);
    let shown = preview("", table).await.json();
    assert_eq!(shown["error"], expected);
    assert_eq!(shown["rows"][0]["cells"], json!(["Sokolov, Ivan", "05/17/1962"]));
    let parameters = "column=name%3Da&column=birth-date%3Db&dates=mdy&schema=Person";
    let row = &preview(parameters, table).await.json()["rows"][0]["query"];
    assert_eq!(row["birthDate"], json!(["1962-05-17"]));
    assert_eq!(row["schema"], "Person");

    let table_of_both = "name,country\nIvan Sokolov,RU\n";
    for (parameters, countries) in [("", json!(["RU"])), ("&only_columns=true", json!([]))] {
        let answer = ask(&format!("column=name%3Dname{parameters}"), table_of_both).await;
        assert_eq!(lines_of(&answer).1[0]["query"]["nationality"], countries);
    }

    for parameters in ["form=names", "file=names.txt"] {
        let (first, rows, _) = lines_of(&ask(parameters, "Ivan Sokolov\n").await);
        assert_eq!((&first["file"]["form"], &rows[0]["id"]), (&json!("names"), &Value::Null));
    }
    let (first, ..) = lines_of(&ask("file=names.txt", "name\tid\nIvan Sokolov\t7\n").await);
    assert_eq!(first["file"]["form"], "csv");

    let sign = |letter: char| match letter {
        'А'..='я' => (letter as u32 - 'А' as u32 + 0xc0) as u8,
        letter => letter as u8,
    };
    let bytes: Vec<u8> = "name\nИван Соколов\n".chars().map(sign).collect();
    let (first, rows, _) = lines_of(&ask("encoding=cp1251", bytes).await);
    assert_eq!(
        (&first["file"]["encoding"], &rows[0]["name"]),
        (&json!("windows-1251"), &json!("Иван Соколов"))
    );

    let lines = "{\"id\": 7, \"name\": \"Ivan Sokolov\"}\n{\"id\": 8}\n";
    let (first, rows, _) = lines_of(&ask("", gzip(lines.as_bytes())).await);
    assert_eq!((&first["file"]["form"], &rows[0]["id"]), (&json!("ndjson"), &json!(7)));
    assert_eq!((&rows[1]["id"], &rows[1]["status"]), (&json!(8), &json!(400)));

    for (parameters, named) in [
        ("column=name", "column"),
        ("column=town%3Da", "column"),
        ("encoding=klingon", "encoding"),
        ("form=pdf", "form"),
        ("dates=ymd", "dates"),
        ("schema=Saint", "schema"),
        ("column=name%3Dc", "the body: there is no column \"c\""),
    ] {
        let said = error(&ask(parameters, table).await);
        assert!(said.starts_with(named), "{parameters}: {said}");
    }
}

#[tokio::test]
async fn a_file_that_is_damaged_further_down_has_no_totals() {
    let (.., last) = lines_of(&ask("", "name\nIvan Sokolov\n\"Ann\nBo\n").await);
    assert_eq!(last["status"], 400);
    let said = last["error"].as_str().expect("a sentence");
    assert!(said.starts_with("the body: line 3"), "{said}");
}

#[tokio::test]
async fn a_spreadsheet_is_read_by_its_sheet_and_its_dates() {
    let dates = Format::new().set_num_format("dd.mm.yyyy");
    let born = ExcelDateTime::from_ymd(1962, 5, 17).expect("a date");
    let mut book = Workbook::new();
    let first = book.add_worksheet().set_name("Legende").expect("named");
    first.write(0, 0, "name is a name").expect("written");
    let second = book.add_worksheet().set_name("Kunden").expect("named");
    for (column, title) in ["Kundennr.", "Name", "Geburtsdatum"].into_iter().enumerate() {
        second.write(2, column as u16, title).expect("written");
    }
    second.write(3, 0, 17).expect("written");
    second.write(3, 1, "Ivan Petrovich Sokolov").expect("written");
    second.write_with_format(3, 2, &born, &dates).expect("written");
    let book = book.save_to_buffer().expect("a workbook");

    let (first, rows, last) = lines_of(&ask("sheet=Kunden", book.clone()).await);
    assert_eq!(first["file"]["sheet"], json!({"name": "Kunden", "others": ["Legende"]}));
    assert_eq!((&rows[0]["id"], &rows[0]["line"]), (&json!("17"), &json!(4)));
    assert_eq!(rows[0]["query"]["birthDate"], json!(["1962-05-17"]));
    assert_eq!(last["summary"]["with_hits"], 1);
    let said = error(&ask("sheet=Leute", book).await);
    assert!(said.ends_with("the sheets are \"Legende\", \"Kunden\""), "{said}");
}

#[tokio::test]
async fn a_small_file_cannot_fill_the_memory() {
    let shared = SHEET_SHARED_UNPACKED_MAX;
    let xlsx = |length| [("xl/workbook.xml", 9), ("xl/sharedStrings.xml", length - 9)];
    for (members, expected) in [
        (&xlsx(shared)[..], "File not found"),
        (&xlsx(shared + 1), "xl/sharedStrings.xml unpacks to more than 32 MiB"),
        (&[("xl/workbook.bin", 9)], "the form xlsb is not read from a request"),
        (
            &[("content.xml", 9), ("Pictures/1.png", shared + 1)],
            "Pictures/1.png unpacks to more than",
        ),
        (&[("content.xml", 9)], "content.xml"),
    ] {
        let said = error(&ask("", archive(members)).await);
        assert!(said.contains(expected), "{said}");
    }
    let compound = [&[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1][..], &[0; 1024]].concat();
    assert!(error(&ask("", compound).await).contains("xls"));

    for (column, is_read) in [(SHEET_COLUMNS_MAX - 1, true), (SHEET_COLUMNS_MAX, false)] {
        let wide = sheet(|sheet| {
            sheet.write(0, 0, "name").expect("written");
            sheet.write(0, column as u16, "x").expect("written");
        });
        assert_eq!(ask("", wide).await.status == 200, is_read, "{column}");
    }
    for (cells, is_read) in
        [(SHEET_ROW_BYTES_MAX / (1 << 14), true), (SHEET_ROW_BYTES_MAX / (1 << 14) + 1, false)]
    {
        let long = "x".repeat(1 << 14);
        let heavy = sheet(|sheet| {
            sheet.write(0, 0, "name").expect("written");
            for column in 0..cells {
                sheet.write(1, column as u16, &long).expect("written");
            }
        });
        let (_, rows, last) = lines_of(&ask("", heavy).await);
        assert_eq!((rows.len(), last.get("summary").is_some()), (usize::from(is_read), is_read));
    }
}

#[tokio::test]
async fn a_file_has_a_size_plain_and_unpacked() {
    let table = |length: usize| {
        let row = format!("Ann,{}\n", "x".repeat((1 << 20) - 5));
        let mut text = format!("name,x\n{}", row.repeat(length >> 20));
        text.truncate(length);
        text + &"\n".repeat(length % (1 << 20))
    };
    assert_eq!(ask("", table(FILE_BYTES_MAX)).await.status, 200);
    assert_eq!(ask("", table(FILE_BYTES_MAX + 1)).await.status, 413);
    let client = Client::serving(documented::world().snapshot);
    let packed = gzip(table(FILE_BYTES_MAX + 1).as_bytes());
    let request = Request::post("/api/match/default/file").header("content-encoding", "gzip");
    let answer = client.send(with_body(request, packed)).await;
    assert_eq!(answer.status, 413, "{answer:?}");
}
