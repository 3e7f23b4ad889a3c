//! Measures the filter of payment messages: single messages on one and on several connections, a stream,
//! and the look-up of identifiers in this process.
//!
//! A message is a pacs.008 of eight parties and agents with an address and a text. Its names are those of
//! the queries, each class in turn; those of the class "on no list" are what payments mostly have.
//!
//! `TAMIS_BENCH_SNAPSHOTS=DIR [TAMIS_BENCH_QUERIES=FILE] cargo bench --bench payments`

#[path = "../tests/support/process.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests")]
mod process;
mod support;

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Instant;

use process::Server;
use serde_json::json;
use support::Asked;
use support::load::{CONNECTIONS, Measured, closed, mixed};
use tamis_engine::model::{Fact, RecordOrdinal, facts::Value};
use tamis_engine::snapshot::Snapshot;

/// Queries of each class, when they are generated.
const EACH: usize = 2000;
/// Names of a message.
const NAMES: usize = 8;
/// Messages of a stream.
const STREAMED: usize = 20_000;
/// Identifiers that are looked up.
const LOOKED_UP: usize = 1_000_000;

fn escaped(name: &str) -> String {
    name.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A customer credit transfer with eight names.
fn message(names: &[Asked]) -> String {
    let blocks = [
        (
            "Dbtr",
            "<PstlAdr><AdrLine>12 Station Road</AdrLine><TwnNm>Leeds</TwnNm><Ctry>GB</Ctry></PstlAdr>",
        ),
        ("UltmtDbtr", ""),
        (
            "Cdtr",
            "<PstlAdr><AdrLine>Hauptstrasse 7</AdrLine><TwnNm>Graz</TwnNm><Ctry>AT</Ctry></PstlAdr>",
        ),
        ("UltmtCdtr", ""),
    ];
    let agents = [
        ("DbtrAgt", "QZKWLV22XXX"),
        ("CdtrAgt", "QZWKLV22XXX"),
        ("IntrmyAgt1", "QZYKLV22XXX"),
        ("IntrmyAgt2", "QZKYLV22XXX"),
    ];
    let mut names = names.iter().map(|asked| escaped(&asked.name));
    let mut name = || names.next().unwrap_or_default();
    let mut content = String::new();
    for (tag, bic) in agents {
        content += &format!(
            "<{tag}><FinInstnId><BICFI>{bic}</BICFI><Nm>{}</Nm></FinInstnId></{tag}>",
            name()
        );
    }
    for (tag, address) in blocks {
        content += &format!("<{tag}><Nm>{}</Nm>{address}</{tag}>", name());
    }
    format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08\"><FIToFICstmrCdtTrf><GrpHdr>\
         <MsgId>M-1</MsgId></GrpHdr><CdtTrfTxInf><PmtId><EndToEndId>E-1</EndToEndId></PmtId>\
         <IntrBkSttlmAmt Ccy=\"EUR\">1000.00</IntrBkSttlmAmt>{content}<RmtInf><Ustrd>Invoice 2026/4711 of 12 \
         May, spare parts</Ustrd></RmtInf></CdtTrfTxInf></FIToFICstmrCdtTrf></Document>"
    )
}

fn request(message: &str) -> Vec<u8> {
    let head = format!(
        "POST /api/filter?explain=text HTTP/1.1\r\nHost: bench\r\nContent-Type: application/xml\r\n\
         Content-Length: {}\r\n\r\n",
        message.len()
    );
    (head + message).into_bytes()
}

/// Streams messages over one connection and prints the rate. HTTP/1.0 has no chunks between the lines.
fn stream(address: SocketAddr, class: &str, messages: &[String]) {
    let lines: String = (0..STREAMED)
        .map(|at| {
            let line = json!({"id": at, "message": messages[at % messages.len()]});
            format!("{line}\n")
        })
        .collect();
    let connection = TcpStream::connect(address).expect("the server accepts");
    let mut sender = connection.try_clone().expect("a second handle");
    let started = Instant::now();
    let answered = std::thread::scope(|scope| {
        scope.spawn(move || {
            let head = format!(
                "POST /api/filter/default/stream?explain=text HTTP/1.0\r\nHost: bench\r\n\
                 Content-Type: application/x-ndjson\r\nContent-Length: {}\r\n\r\n",
                lines.len()
            );
            sender.write_all(head.as_bytes()).expect("the server reads");
            sender.write_all(lines.as_bytes()).expect("the server reads");
        });
        let lines = BufReader::with_capacity(1 << 17, connection).split(b'\n');
        lines.map(|line| line.expect("a line")).filter(|line| line.starts_with(b"{\"id\":")).count()
    });
    assert_eq!(answered, STREAMED, "each line is answered");
    let rate = STREAMED as f64 / started.elapsed().as_secs_f64();
    println!("{:<36} {rate:>10.0} messages/s", format!("{class}: stream, 1 connection"));
}

/// Identifiers of records, and as many that no record carries.
fn identifiers(snapshot: &Snapshot) -> (Vec<String>, Vec<String>) {
    let records = (0..snapshot.record_count() as u32).map(|at| snapshot.record(RecordOrdinal(at)));
    let carried = records.flat_map(|record| {
        let values = record.values(Fact::Identifiers).filter_map(|value| match value {
            Value::Identifier { value, .. } => Some(value.to_owned()),
            _ => None,
        });
        values.collect::<Vec<_>>()
    });
    let carried: Vec<String> = carried.collect();
    let others = carried.iter().map(|value| format!("{value}0Q")).collect();
    (carried, others)
}

fn look_up(snapshot: &Snapshot, what: &str, values: &[String]) {
    if values.is_empty() {
        return;
    }
    let started = Instant::now();
    let found: usize = (0..LOOKED_UP)
        .map(|at| snapshot.with_identifier(&values[at * 7919 % values.len()]).len())
        .sum();
    let rate = LOOKED_UP as f64 / started.elapsed().as_secs_f64();
    println!("{what}, 1 thread: {rate:.0} look-ups/s, {found} results");
}

fn main() {
    let snapshot = support::snapshot();
    let (carried, others) = identifiers(&snapshot);
    look_up(&snapshot, "identifiers of records", &carried);
    look_up(&snapshot, "identifiers that no record carries", &others);
    let server = Server::ready(&support::snapshots_folder(), &[]);
    let mut classes = support::queries(&snapshot, EACH);
    let all = mixed(support::queries(&snapshot, EACH));
    classes.push(("all classes".to_owned(), all));
    Measured::print_head();
    for (class, queries) in &classes {
        let messages: Vec<String> = queries.chunks_exact(NAMES).map(message).collect();
        let requests: Vec<Vec<u8>> = messages.iter().map(|own| request(own)).collect();
        for connections in [1, CONNECTIONS] {
            let load = format!("{class}: {connections} connections");
            closed(server.address, &requests, connections).print(&load, 1);
        }
        stream(server.address, class, &messages);
    }
}
