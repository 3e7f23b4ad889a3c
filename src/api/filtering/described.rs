//! The operations in the OpenAPI document.

use serde_json::json;

use super::filter::REPORT;
use super::stream::filter_stream;
use super::{answer, filter_collection, filter_default};
use crate::api::http::shape::{BYTES, NDJSON};
use crate::api::interface::{Shape, rules};
use crate::api::matching::parameters;
use crate::api::matching::receipts::RECEIPT;
use crate::api::operation::{Document, Operation};

pub(in crate::api) fn describe(document: &mut Document) {
    answer::describe(document);
    let one = Operation::post("/api/filter/{collection}", "filter", filter_collection);
    let one = one.parameter(rules::collection());
    document.operation(
        common(one)
            .summary("Screen payment messages against the records of a collection")
            .describes(FILTERS)
            .example("transfer", &[("collection", "sanctions"), ("report", "full")]),
    );
    let all = Operation::post("/api/filter", "filterDefault", filter_default);
    document.operation(
        common(all)
            .summary("Screen payment messages against all lists")
            .describes("The same over the collection `default`."),
    );
    document.operation(stream_operation());
}

fn stream_operation() -> Operation {
    let lines = "One line for each line of the body, in its order.";
    let line = json!({"id": "P-1", "message": TRANSFER});
    Operation::post("/api/filter/{collection}/stream", "filterStream", filter_stream)
        .tag("Match")
        .summary("Screen any number of payment messages, a line each")
        .describes(STREAMS)
        .parameter(rules::collection())
        .parameters([REPORT.shown()])
        .parameters(parameters())
        .body(NDJSON, Shape::string())
        .body(BYTES, Shape::format("binary"))
        .body_may_be_empty()
        .answers_as(lines, NDJSON, Shape::string())
        .answers_as(lines, BYTES, Shape::format("binary"))
        .refuses(&[400, 404, 415])
        .example("lines", &[("collection", "default"), ("explain", "none")])
        .example_body(
            NDJSON,
            "lines",
            "A message with the caller's `id`",
            format!("{line}\n").into(),
        )
}

/// Adds the parts that both addresses share.
fn common(operation: Operation) -> Operation {
    operation
        .tag("Match")
        .parameters([REPORT.shown(), RECEIPT.shown()])
        .parameters(parameters())
        .body(XML, Shape::string())
        .body("text/xml", Shape::string())
        .body("text/plain", Shape::string())
        // Generated clients send bytes and no XML.
        .body(BYTES, Shape::format("binary"))
        .answers("The verdict.", Shape::component("FilterAnswer"))
        .refuses(&[400, 404, 408, 413, 415])
        .example_body(XML, "transfer", "A customer credit transfer", TRANSFER.into())
}

const XML: &str = "application/xml";

const FILTERS: &str = "\
The body is a file of payment messages as it came off the queue, ISO 20022 or FIN (MT): one message, several in a \
wrapper, or several one after the other, with or without headers. Every text of it is asked as a name, compared as a fact of \
its party, searched for names, or left out for a reason, which `report=full` tells. The verdict is `hit` if a \
record reaches the threshold; `unverified` if none does and something could not be screened; else `pass`. A file \
that cannot be read is answered by 400 with the line, the column and the path. Nothing is stored.";

const STREAMS: &str = "\
The body is NDJSON, plain or packed by gzip or zstd as `Content-Encoding` says: on each line an object with the \
caller's `id` (a string or a whole number) and a file of payment messages as the string `message`. Each is \
answered by a line `{\"id\", \"status\": 200, \"verdict\", ...}` with the fields of the answer to one file, in the \
order of the body and while it is sent: read the answer while you send. A line that cannot be read is answered by \
`{\"id\" where known, \"line\", \"status\": 400, \"error\"}`, which is never a pass, and the next one is read; a \
body that cannot be read on ends the answer with such a line. Lines may have up to 1 MiB, their number is not \
limited, and all answers of a stream come from one snapshot.";

/// An invented message with a party of the examples.
const TRANSFER: &str = "\
<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08\"><FIToFICstmrCdtTrf>\
<GrpHdr><MsgId>MSG-1</MsgId></GrpHdr><CdtTrfTxInf>\
<PmtId><EndToEndId>E2E-1</EndToEndId><UETR>7a562c67-ca16-48ba-b074-65581be6f001</UETR></PmtId>\
<IntrBkSttlmAmt Ccy=\"EUR\">1000.00</IntrBkSttlmAmt>\
<Dbtr><Nm>Anna Beispiel</Nm><PstlAdr><TwnNm>Riga</TwnNm><Ctry>LV</Ctry></PstlAdr></Dbtr>\
<CdtrAgt><FinInstnId><BICFI>BANKLV22XXX</BICFI></FinInstnId></CdtrAgt>\
<Cdtr><Nm>Ivan Petrovich Sokolov</Nm><CtryOfRes>RU</CtryOfRes></Cdtr>\
<RmtInf><Ustrd>Charter of OCEAN STAR</Ustrd></RmtInf>\
</CdtTrfTxInf></FIToFICstmrCdtTrf></Document>";
