//! A file in the interface document.

use super::asked::parameters;
use super::match_file;
use crate::api::http::shape::NDJSON;
use crate::api::interface::{Shape, rules};
use crate::api::operation::{Document, Operation};
use crate::customers::{FIELDS, InputForm};

pub(in crate::api::matching) fn describe(document: &mut Document) {
    document.schema("FilePreview", preview());
    document.operation(operation());
}

fn operation() -> Operation {
    let (csv, lines) = ("text/csv", "How the file is read, a line for each row, and the totals.");
    let says = "A table with a header; keys of the caller's stand in `id`";
    let table = "id;Nachname;Vorname;Geburtsdatum\nK-1;Sokolov;Ivan Petrovich;17.05.1962\n";
    let bytes = || Shape::string().with("format", "binary");
    Operation::post("/api/match/{collection}/file", "matchFile", match_file)
        .tag("Match")
        .summary("Match the customers of a file: CSV, xlsx, NDJSON or names")
        .describes(FILES)
        .parameter(rules::collection())
        .parameters(parameters())
        .body(csv, Shape::string())
        .body("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", bytes())
        .body("application/octet-stream", bytes())
        .answers_as(lines, NDJSON, Shape::string())
        .answers_as(lines, "application/json", Shape::component("FilePreview"))
        .refuses(&[400, 404, 413, 415])
        .example("table", &[("collection", "default"), ("preview", "true")])
        .example_body(csv, "table", says, table.into())
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

const FILES: &str = "\
The body is the file as it is, read as `tamis screen` reads it: a table in any common encoding, below a header \
and perhaps a title, with commas, semicolons, tabs or bars between its cells; an xlsx; match queries a line each; \
or, with `form=names`, a name a line. Columns are known by their names in several languages, or by `column`. \
Ask with `preview=true` first, for the columns and rows as they are understood.

The answer is NDJSON. Its first line says how the file is read: `{\"file\", \"snapshot\"}`. Each row is answered by \
`{\"id\", \"line\", \"name\", \"status\": 200, \"query\", \"total\", \"results\"}` with the fields of an entry of a match \
answer and, where something of the row was not read, `ignored`; a row of which nothing can be asked by \
`{\"id\", \"line\", \"name\", \"status\": 400, \"error\"}`. Once a second, a line between them says how far \
it is: `{\"progress\"}`. The last line holds the totals: `{\"summary\": {\"screened\", \
\"with_hits\", \"refused\", \"noted\"}}`; an answer without it is not complete, and its last line says why. With \
`hits_only`, rows without a match of which everything was read are left out. Nothing is stored.";
