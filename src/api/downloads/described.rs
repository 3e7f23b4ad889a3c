//! `GET /downloads/collections/{collection}/{file}` (docs/api.md, "Bulk files").

use axum::http::StatusCode;
use tamis_engine::model::{BulkName, Offer};

use super::file;
use crate::api::interface::Shape;
use crate::api::interface::ShownParameter;
use crate::api::interface::rules;
use crate::api::operation::Document;
use crate::api::operation::Operation;

pub(crate) fn describe(document: &mut Document) {
    document.schema("BuildIndex", index());
    let header = |name, says| ShownParameter::header(name, says, Shape::string());
    let mut operation = Operation::get(
        "/downloads/collections/{collection}/{file}",
        "downloadBulkFile",
        file,
    )
    .tag("Data")
    .summary("A bulk file of a collection")
    .describes(
        "The files of the snapshot in service; each build replaces them at the same addresses. A \
         snapshot may have been built without them: 404. Ranges are of the \
         uncompressed file, with `If-Range` of the form that is sent; of several at once none is taken.",
    )
    .parameter(ShownParameter::path("collection", "The collection.", rules::collection_name()))
    .parameter(ShownParameter::path("file", "The file.", Shape::one_of(BulkName::NAMES)))
    .parameter(header("Range", "One range of bytes, such as `bytes=1000-`."))
    .parameter(header("If-Range", "The `ETag` or `Last-Modified` that a range must still be of."))
    .parameter(header("If-Modified-Since", "The `Last-Modified` of the answer that is kept."));
    for name in BulkName::ALL {
        let media_type = name.mime_type();
        let schema = match name {
            BulkName::Index => Shape::component("BuildIndex"),
            _ => Shape::string(),
        };
        operation = operation.answers_as("The file.", media_type, schema);
    }
    let operation = HEADERS
        .iter()
        .fold(operation, |operation, (name, says)| operation.header(name, says, Shape::string()));
    document.operation(
        operation
            .header("Accept-Ranges", "Ranges of bytes may be asked for.", Shape::exactly("bytes"))
            .header("Content-Length", "Bytes that are sent.", Shape::count())
            .may_answer(StatusCode::PARTIAL_CONTENT, "Part")
            .revalidates()
            .refuses(&[404, 412, 416])
            .example(
                "build_index",
                &[("collection", "default"), ("file", BulkName::Index.as_str())],
            )
            .example("names", &[("collection", "default"), ("file", BulkName::Names.as_str())]),
    );
}

/// Headers of a successful answer.
const HEADERS: [(&str, &str); 6] = [
    ("ETag", "Validator: the checksum of the file, and the form that is sent."),
    ("Last-Modified", "Since when the snapshot has been in service."),
    ("Cache-Control", "Whether and how long the answer may be kept."),
    ("Content-Encoding", "The compressed form that is sent, `gzip` or `zstd`."),
    ("Vary", "`Accept-Encoding`."),
    ("X-Snapshot-Version", "Version of the snapshot that the file belongs to."),
];

/// Registers whose records are in none of the files.
pub(crate) fn left_out() -> Shape {
    let register = Shape::object(vec![
        ("dataset", Shape::string().says("Register slug")),
        ("name", Shape::string()),
        ("offer", Shape::one_of(Offer::NAMES)),
        ("records", Shape::count()),
    ]);
    Shape::array(register).says("Registers whose licence lets nobody hand on their records")
}

/// Shape of `index.json`.
fn index() -> Shape {
    let file = Shape::object(vec![
        ("name", Shape::string()),
        ("path", Shape::string()),
        (
            "url",
            Shape::string()
                .with("format", "uri-reference")
                .says("By the address of the request, or the public one"),
        ),
        ("mime_type", Shape::string()),
        ("size", Shape::count().says("Bytes, uncompressed")),
        ("rows", Shape::count()),
        ("checksum", Shape::pattern("^[0-9a-f]{64}$").says("SHA-256")),
    ]);
    Shape::object(vec![
        ("name", rules::collection_name()),
        ("title", Shape::string()),
        ("version", rules::version()),
        ("updated_at", rules::timestamp()),
        ("last_change", rules::timestamp().or_null()),
        ("entity_count", Shape::count()),
        ("target_count", Shape::count()),
        ("left_out", left_out()),
        ("resources", Shape::array(file.open())),
    ])
    .open()
}
