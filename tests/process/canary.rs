//! A marked name is sent in everything that a caller may write, and must not appear in anything that an
//! operator reads.

use std::io::Write;

use serde_json::{Value, json};

use crate::support::process::{Server, read_answer};
use crate::support::worlds::{person, publish};

const NAME: &str = "Zzyzxqvist";

/// Sends a request; the name must not cause a server error.
fn send(server: &Server, method: &str, path: &str, content_type: &str, body: &str) {
    let mut stream = server.connect();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {NAME}.example\r\nConnection: close\r\nUser-Agent: {NAME}\r\n\
         X-Forwarded-For: {NAME}\r\ntraceparent: 00-{NAME}-00\r\nX-Request-Id: {NAME} {NAME}\r\n\
         If-None-Match: {NAME}\r\nRange: {NAME}\r\nContent-Type: {content_type}\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .expect("the server reads");
    assert_ne!(read_answer(stream).0, 500, "{method} {path}");
}

/// Returns every address of the interface document with the name in each place that a caller fills: all
/// at once, and one parameter at a time.
fn addresses(document: &Value) -> Vec<(String, String)> {
    let mut addresses = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        let filled: Vec<String> = path
            .split('/')
            .map(|part| if part.starts_with('{') { NAME.to_owned() } else { part.to_owned() })
            .collect();
        let kept = path.replace("{collection}", "default").replace("{id}", "1");
        for (method, operation) in item.as_object().expect("operations") {
            let method = method.to_uppercase();
            addresses.push((method.clone(), filled.join("/")));
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            for parameter in parameters.iter().filter(|parameter| parameter["in"] == "query") {
                let name = parameter["name"].as_str().expect("a name");
                addresses.push((method.clone(), format!("{kept}?{name}={NAME}")));
            }
            addresses.push((method, format!("{kept}?{NAME}={NAME}")));
        }
    }
    for page in ["record.html?id=", "entity.html?from=1&id=", "search.html?q=", ""] {
        addresses.push(("GET".to_owned(), format!("/estate/{page}{NAME}")));
    }
    for path in ["match/default", "match/default/stream", "filter"] {
        addresses.push((
            "POST".to_owned(),
            format!("/api/{path}?receipt=true&{NAME}={NAME}&topics=sanction"),
        ));
    }
    for form in ["search", "screen"] {
        addresses.push(("POST".to_owned(), format!("/estate/{form}.html")));
    }
    addresses
}

#[test]
fn a_searched_name_is_in_no_log_and_no_metric() {
    let folder = tempfile::tempdir().expect("a folder");
    publish(folder.path(), vec![person(1, "Ivan Sokolov")]);
    let log = folder.path().join("log");
    let file = std::fs::File::create(&log).expect("a file");
    // A file of decisions with the name in every cell, which is refused, and one that is heeded later.
    let (receipts, clearances) =
        (folder.path().join("receipts"), folder.path().join("clearances.csv"));
    let head = "customer_id,record_id,decision,reason,reviewer,decided_at,until,basis,facts";
    let write = |row: &str| {
        let new = folder.path().join("clearances.new");
        std::fs::write(&new, format!("{head}\n{row}\n")).expect("written");
        std::fs::rename(&new, &clearances).expect("renamed");
    };
    let basis = ["0123456789ab"; 11].join("-");
    let mut refused = vec![[NAME; 9].join(",")];
    for [decision, until, basis, facts] in [
        [NAME, "", &basis, ""],
        ["cleared", NAME, &basis, ""],
        ["cleared", "", NAME, ""],
        ["cleared", "", &basis, NAME],
        ["cleared", "", &basis, "[\"\"Zzyzxqvist\"\"]"],
    ] {
        refused
            .push(format!("{NAME},1,{decision},{NAME},{NAME},{NAME},{until},{basis},\"{facts}\""));
    }
    write(&refused[0]);
    let [receipts_at, clearances_at] =
        [&receipts, &clearances].map(|path| path.display().to_string());
    let options = [
        "--log",
        "trace",
        "--log-format",
        "json",
        "--receipts",
        &receipts_at,
        "--clearances",
        &clearances_at,
        "--poll-interval",
        "10ms",
    ];
    let server = Server::start_logging(folder.path(), &options, file);
    server.until("/api/status", |body| body.contains("\"status\":\"ok\""));

    for row in &refused[1..] {
        write(row);
        server.until("/api/status", |body| body.contains("line 2: "));
    }
    let status = server.get("/api/status").1;
    assert!(!status.contains(NAME), "{status}");
    write(&format!("{NAME},1,cleared,{NAME},{NAME},{NAME},,{basis},"));
    server.until("/api/status", |body| body.contains("\"decisions\":1,"));

    let document: Value = serde_json::from_str(&server.get("/openapi.json").1).expect("JSON");
    let addresses = addresses(&document);
    assert!(addresses.len() > 100, "{} addresses", addresses.len());
    let queries = json!({"queries": {NAME: {"schema": NAME, "properties": {
        "name": [NAME], "birthDate": [NAME], "country": [NAME], "imoNumber": [NAME], NAME: [NAME],
    }}}});
    let message = format!(
        "<Document {NAME}=\"{NAME}\"><GrpHdr><MsgId>{NAME}</MsgId></GrpHdr><CdtTrfTxInf><Cdtr><Nm>{NAME}</Nm>\
         <Nm>???</Nm><PstlAdr><TwnNm>{NAME}</TwnNm></PstlAdr></Cdtr><RmtInf><Ustrd>Pay {NAME}</Ustrd></RmtInf>\
         <{NAME}>{NAME}</{NAME}></CdtTrfTxInf></Document>"
    );
    let bodies = [
        queries.to_string(),
        queries.to_string()[1..].to_owned(),
        json!({"queries": {NAME: {"properties": {"name": [NAME]}}}}).to_string(),
        json!({"queries": {NAME: {"query": NAME, "type": NAME}}}).to_string(),
        json!({"name": NAME, "nationality": NAME, NAME: NAME}).to_string(),
        json!({"extend": {"ids": [NAME], "properties": [{"id": NAME}]}}).to_string(),
        json!({"id": NAME, "query": {"properties": {"name": [NAME]}}}).to_string(),
        json!({"id": NAME, "name": NAME}).to_string(),
        json!({"id": NAME, "name": NAME, "customer": NAME}).to_string(),
        json!({"name": NAME, "customer": [NAME]}).to_string(),
        format!("queries={NAME}&extend={NAME}&{NAME}={NAME}"),
        format!("q={NAME}&name={NAME}"),
        format!("name={NAME}&birthDate={NAME}&nationality={NAME}&schema={NAME}&record={NAME}"),
        format!("name={NAME}&birthDate={NAME}&imoNumber={NAME}&record=1"),
        NAME.to_owned(),
        message.clone(),
        message[..message.len() / 2].to_owned(),
        format!("{{1:F01{NAME}}}{{4::50K:{NAME}-}}"),
    ];
    for (method, address) in &addresses {
        if method == "GET" {
            send(&server, method, address, "text/plain", "");
            continue;
        }
        for body in &bodies {
            for kind in
                ["application/json", "application/x-www-form-urlencoded", "application/xml", NAME]
            {
                send(&server, method, address, kind, body);
            }
        }
    }
    for (method, path) in [(NAME, "/livez"), ("GET", "/Zzyzxqvist"), ("DELETE", "/Zzyzxqvist?x")] {
        send(&server, method, path, NAME, NAME);
    }
    // Bytes that are not HTTP.
    let mut stream = server.connect();
    write!(stream, "{NAME} {NAME}\r\n{NAME}\r\n\r\n").expect("the server reads");
    assert_eq!(read_answer(stream).0, 400);

    let metrics = server.get("/metrics").1;
    for route in ["match", "filter"] {
        assert!(metrics.contains(&format!("route=\"/api/{route}/{{collection}}\"")), "{metrics}");
    }
    assert!(!metrics.to_lowercase().contains(&NAME.to_lowercase()), "{metrics}");
    server.signal("TERM");
    assert_eq!(server.wait().code(), Some(0));
    let logged = std::fs::read_dir(&receipts).expect("a log of receipts");
    let logged = logged.map(|entry| std::fs::read_to_string(entry.expect("an entry").path()));
    let logged = logged.collect::<Result<String, _>>().expect("readable");
    assert!(logged.matches("\"verdict\"").count() > 10, "{logged}");
    assert!(!logged.to_lowercase().contains(&NAME.to_lowercase()), "{logged}");
    let text = std::fs::read_to_string(&log).expect("log lines");
    for part in ["/api/search/{collection}", "\"client\":\"127.0.0.1\"", "\"id\":\""] {
        assert!(text.contains(part), "no {part} in the log");
    }
    assert!(!text.contains("log lines were left out"), "lines are missing");
    let line = text.lines().find(|line| line.to_lowercase().contains(&NAME.to_lowercase()));
    assert_eq!(line, None);
}
