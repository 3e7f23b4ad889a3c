//! The example of a client in docs/payments.md routes messages by their verdict, and whatever fails is
//! `unverified`.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use crate::support::desk::Desk;
use crate::support::process::Server;

/// Prints the verdict on each message of the first address, then those of servers that do not answer.
const CALLS: &str = r#"
import sys

answering, silent, gone, message = sys.argv[1:]


def about(name):
    return message.replace("NAME", name).encode()


for name in ["Anna Maier", "Olga Kurz", "???", "<Nm>"]:
    print(verdict(about(name), answering))
for server in [silent, gone, answering + "/nowhere"]:
    print(verdict(about("Anna Maier"), server, timeout=0.3))
"#;

/// The block of this language in a document.
fn block(document: &str, language: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(document);
    let text = fs::read_to_string(path).expect("a document");
    let (_, rest) = text.split_once(&format!("```{language}\n")).expect("an example");
    rest.split_once("```").expect("its end").0.to_owned()
}

#[test]
fn the_example_in_python_passes_only_what_passes() {
    let Ok(version) = Command::new("python3").arg("--version").output() else {
        eprintln!("skipped: there is no python3");
        return;
    };
    assert!(version.status.success(), "{version:?}");
    let desk = Desk::new();
    let server = Server::start(&desk.path("snapshots"), &[]);
    // Connections are made, and nothing is answered.
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let closed = TcpListener::bind("127.0.0.1:0").expect("a port");
    let gone = closed.local_addr().expect("an address");
    drop(closed);
    let addresses = [server.address, silent.local_addr().expect("an address"), gone];
    let message = "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08\"><FIToFICstmrCdtTrf>\
        <CdtTrfTxInf><Cdtr><Nm>NAME</Nm></Cdtr></CdtTrfTxInf></FIToFICstmrCdtTrf></Document>";
    let program = block("docs/payments.md", "python") + CALLS;
    let mut command = Command::new("python3");
    command.env("no_proxy", "*").args(["-B", "-c", &program]);
    command.args(addresses.map(|address| format!("http://{address}"))).arg(message);
    let output = command.output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let verdicts = String::from_utf8(output.stdout).expect("UTF-8");
    let verdicts: Vec<_> = verdicts.lines().collect();
    let (unverified, pass, hit) = ("unverified", "pass", "hit");
    assert_eq!(
        verdicts,
        [pass, hit, unverified, unverified, unverified, unverified, unverified],
        "{said}"
    );
}
