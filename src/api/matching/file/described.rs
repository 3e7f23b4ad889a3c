//! File screening in the OpenAPI document.

use super::super::stream::HITS_ONLY;
use super::asked::parameters;
use super::{match_file, preview_file};
use crate::api::http::shape::{BYTES, NDJSON};
use crate::api::interface::{Shape, rules};
use crate::api::operation::{Document, Operation};
use crate::customers::{FIELDS, InputForm};

pub(in crate::api::matching) fn describe(document: &mut Document) {
    document.schema("FilePreview", preview());
    document.operation(whole());
    document.operation(previewed());
}

const CSV: &str = "text/csv";

fn whole() -> Operation {
    let lines = "How the file is read, a line for each row, and the totals.";
    let operation = Operation::post("/api/match/{collection}/file", "matchFile", match_file);
    of_file(operation)
        .summary("Match the customers of a file: CSV, xlsx, ods, NDJSON or names")
        .describes(FILES)
        .parameter(HITS_ONLY.shown())
        .answers_as(lines, NDJSON, Shape::string())
        .answers_as(lines, BYTES, Shape::format("binary"))
        .example("table", &[("hits_only", "true")])
}

fn previewed() -> Operation {
    let path = "/api/match/{collection}/file/preview";
    let seen = "How the file is read, and its first rows as they would be asked.";
    of_file(Operation::post(path, "previewFile", preview_file))
        .summary("Show how a file would be read")
        .describes(PREVIEWS)
        .answers(seen, Shape::component("FilePreview"))
}

/// Adds the parts common to all operations on files.
fn of_file(operation: Operation) -> Operation {
    let says = "A table with a header; its keys stand in `id`";
    let table = "id;Nachname;Vorname;Geburtsdatum\nK-1;Sokolov;Ivan Petrovich;17.05.1962\n";
    operation
        .tag("Match")
        .parameter(rules::collection())
        .parameters(parameters())
        .body(CSV, Shape::string())
        .body(XLSX, Shape::format("binary"))
        .body(ODS, Shape::format("binary"))
        .body(BYTES, Shape::format("binary"))
        .refuses(&[400, 404, 413, 415])
        .example("table", &[("collection", "default")])
        .example_body(CSV, "table", says, table.into())
}

fn preview() -> Shape {
    let text = Shape::string;
    let texts = || Shape::array(text());
    let fields = Shape::array(Shape::one_of(&FIELDS.map(|(_, name, _)| name)));
    let column = Shape::object(vec![("name", text()), ("fields", fields)]);
    let sheet = Shape::object(vec![("name", text()), ("others", texts())]);
    let sheet = sheet.says("The sheet that is read, and those that are not.");
    let file = Shape::object(vec![
        ("form", Shape::one_of(InputForm::NAMES)),
        ("encoding", text()),
        ("sheet", sheet.or_null()),
        ("columns", Shape::array(column).says("Empty for lines of JSON and of names.")),
    ]);
    let snapshot =
        Shape::object(vec![("version", text()), ("sha256", text()), ("built_at", text())]);
    let query = Shape::object(Vec::new()).open().says("What is asked, as a match echoes it.");
    let row = Shape::object(vec![("line", Shape::whole_from(1)), ("cells", texts())]);
    let row = row.and_perhaps(vec![("query", query), ("error", text()), ("ignored", texts())]);
    let shape = Shape::object(vec![
        ("file", file),
        ("snapshot", snapshot),
        ("rows", Shape::array(row).says("The first rows as they would be asked.")),
    ]);
    let error = text().says("Why the file would be refused, which `column` may mend.");
    shape.and_perhaps(vec![("ignored", texts()), ("error", error)])
}

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const ODS: &str = "application/vnd.oasis.opendocument.spreadsheet";

const PREVIEWS: &str = "\
Nothing is screened: the answer has the columns of the file, with the fields that are read from each, and its \
first rows with the query that would be asked, or why none can be. A table without a column that is known to hold \
names is shown, too; `error` then says what is missing.";

const FILES: &str = "\
The body is the file as it is, read as `tamis screen` reads it: a table in any common encoding, below a header \
and perhaps a title, with commas, semicolons, tabs or bars between its cells; an xlsx or ods; match queries a line each; \
or, with `form=names`, a name a line. Columns are known by their names in several languages, or by `column`. \
Ask `/preview` first, for the columns and rows as they are understood.

The answer is NDJSON. Its first line says how the file is read: `{\"file\", \"snapshot\"}`. Each row is answered by \
`{\"id\", \"line\", \"name\", \"status\": 200, \"query\", \"total\", \"results\"}` with the fields of an entry of a match \
answer and, where something of the row was not read, `ignored`; a row of which nothing can be asked by \
`{\"id\", \"line\", \"name\", \"status\": 400, \"error\"}`. Once a second, a line between them says how far \
it is: `{\"progress\"}`. The last line holds the totals: `{\"summary\": {\"screened\", \
\"with_hits\", \"refused\", \"noted\"}}`; an answer without it is not complete, and its last line says why. With \
`hits_only`, rows without a match of which everything was read are left out. Nothing is stored.";
