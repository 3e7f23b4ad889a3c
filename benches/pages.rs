//! Measures the time to make each kind of page, over one connection of the real server.
//!
//! `TAMIS_BENCH_SNAPSHOTS=DIR cargo bench --bench pages`

#[path = "../tests/support/process.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests")]
mod process;
mod support;

use process::Server;
use support::load::{Measured, closed, mixed};
use support::{Numbers, queries, snapshot, snapshots_folder};
use tamis_engine::model::RecordOrdinal;

/// Records whose pages are requested, and queries of each class.
const EACH: usize = 2000;

fn get(path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n").into_bytes()
}

fn post(path: &str, form: &str) -> Vec<u8> {
    let length = form.len();
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n{form}"
    )
    .into_bytes()
}

/// The form with a transfer to this creditor.
fn payment(creditor: &str) -> String {
    let creditor = creditor.replace('&', "&amp;").replace('<', "&lt;");
    let message = format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08\"><FIToFICstmrCdtTrf>\
         <GrpHdr><MsgId>MSG-1</MsgId></GrpHdr><CdtTrfTxInf><PmtId><EndToEndId>E2E-1</EndToEndId></PmtId>\
         <IntrBkSttlmAmt Ccy=\"EUR\">1000.00</IntrBkSttlmAmt><Dbtr><Nm>Anna Beispiel</Nm></Dbtr>\
         <Cdtr><Nm>{creditor}</Nm><PstlAdr><TwnNm>Riga</TwnNm><Ctry>LV</Ctry></PstlAdr></Cdtr>\
         <RmtInf><Ustrd>Invoice 4711 of March</Ustrd></RmtInf></CdtTrfTxInf></FIToFICstmrCdtTrf></Document>"
    );
    form_urlencoded::Serializer::new(String::new()).append_pair("message", &message).finish()
}

fn main() {
    let snapshot = snapshot();
    let mut numbers = Numbers(7);
    let records: Vec<_> = (0..EACH)
        .map(|_| RecordOrdinal(numbers.below(snapshot.record_count()) as u32))
        .map(|at| snapshot.record(at))
        .collect();
    let of_records =
        records.iter().map(|own| get(&format!("/estate/record.html?id={}", own.id().0)));
    let merged = records.iter().filter_map(|own| own.merged_entity());
    let of_parties = merged.map(|id| get(&format!("/estate/entity.html?id={id}")));
    let asked = mixed(queries(&snapshot, EACH));
    let form = |path: &'static str, field: &'static str| {
        let encoded =
            |name: &str| form_urlencoded::byte_serialize(name.as_bytes()).collect::<String>();
        asked
            .iter()
            .map(move |asked| post(path, &format!("{field}={}", encoded(&asked.name))))
            .collect()
    };
    let slugs = snapshot.registers().iter().map(|own| &own.slug);
    let lists = slugs.map(|slug| get(&format!("/estate/source.html?name={slug}")));
    let payments: Vec<_> =
        asked.iter().map(|asked| post("/estate/payment.html", &payment(&asked.name))).collect();
    let kinds: [(&str, Vec<Vec<u8>>); 11] = [
        ("home", vec![get("/")]),
        ("record", of_records.collect()),
        ("merged entity", of_parties.collect()),
        ("search", form("/estate/search.html", "q")),
        ("screening", form("/estate/screen.html", "name")),
        ("payment", payments),
        ("lists", vec![get("/estate/sources.html")]),
        ("list", lists.collect()),
        ("collection", vec![get("/estate/collection.html?name=default")]),
        ("programmes", vec![get("/estate/programs.html")]),
        ("status", vec![get("/estate/status.html")]),
    ];
    let server = Server::ready(&snapshots_folder(), &[]);
    Measured::print_head();
    for (kind, requests) in kinds.iter().filter(|(_, requests)| !requests.is_empty()) {
        closed(server.address, requests, 1).print(kind, 1);
    }
}
