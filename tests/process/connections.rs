//! Clients that hold connections do not keep others out.

use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::support::connection::Connection;
use crate::support::process::{PATIENCE, Server, in_time, read_answer};

/// Less than the lifetime of a half-open connection: shows that nobody waited for the end of one.
const AT_ONCE: Duration = Duration::from_secs(5);

fn empty_folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Opens a connection from this address.
fn connect_from(source: [u8; 4], server: SocketAddr) -> TcpStream {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
    let connected = runtime.expect("a runtime").block_on(async {
        let socket = tokio::net::TcpSocket::new_v4()?;
        socket.bind(SocketAddr::new(IpAddr::from(source), 0))?;
        socket.connect(server).await?.into_std()
    });
    let stream = connected.expect("the server accepts");
    stream.set_nonblocking(false).expect("a socket option");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    stream
}

/// Returns the status of one GET on a connection, and the time that it took.
fn status(connection: &mut Connection, path: &str) -> (u16, Duration) {
    let asked = Instant::now();
    (connection.get(path).status, asked.elapsed())
}

/// Starts a request whose body the server awaits.
fn in_work(server: &Server) -> Connection {
    let mut stream = server.connect();
    let head = "POST /api/match/default HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\n\
                Expect: 100-continue\r\n\r\n";
    stream.write_all(head.as_bytes()).expect("the server reads");
    let mut interim = [0; "HTTP/1.1 100 Continue\r\n\r\n".len()];
    stream.read_exact(&mut interim).expect("the server waits for the body");
    Connection::new(stream)
}

#[test]
fn one_client_with_every_connection_half_open_keeps_nobody_out() {
    let folder = empty_folder();
    let mut server = Server::start(folder.path(), &["--admin-listen", "127.0.0.1:0"]);
    let admin = server.admin_address();
    let half_open: Vec<TcpStream> = (0..1024)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(b"POST /api/match/default HTTP/1.1\r\nHost:").expect("sent");
            stream
        })
        .collect();
    let mut other = Connection::new(connect_from([127, 0, 0, 2], server.address));
    for path in ["/livez", "/openapi.json", "/livez"] {
        let (status, took) = status(&mut other, path);
        assert!(status == 200 && took < AT_ONCE, "{path}: {status} after {took:?}");
    }
    let probe = TcpStream::connect(admin).expect("the second address accepts");
    let (status, took) = status(&mut Connection::new(probe), "/livez");
    assert!(status == 200 && took < AT_ONCE, "probe: {status} after {took:?}");
    drop(half_open);
}

#[test]
fn ten_thousand_idle_connections_leave_room_for_a_request() {
    let folder = empty_folder();
    let server = Server::start(folder.path(), &[]);
    let connect = |_| TcpStream::connect(server.address).expect("the server accepts");
    let idle: Vec<TcpStream> = (0..10_000).map(connect).collect();
    let mut other = Connection::new(connect_from([127, 0, 0, 2], server.address));
    let (status, took) = status(&mut other, "/livez");
    assert!(status == 200 && took < AT_ONCE, "{status} after {took:?}");
    drop(idle);
}

/// True if the other end closed a connection that has nothing to read.
fn is_closed(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).expect("a socket option");
    let peeked = stream.peek(&mut [0]);
    stream.set_nonblocking(false).expect("a socket option");
    // An open connection has no other error than waiting for bytes.
    !peeked.is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
}

#[test]
fn an_idle_connection_gives_its_place_away() {
    let folder = empty_folder();
    let options = ["--max-connections", "2", "--max-connections-per-client", "2"];
    let server = Server::start(folder.path(), &options);
    let held = [0; 2].map(|_| server.connect());
    let mut connections =
        [0, 1].map(|at| Connection::new(held[at].try_clone().expect("another handle")));
    for connection in &mut connections {
        assert_eq!(connection.get("/nowhere").status, 404);
    }
    // They have not been idle for long enough at first.
    server.until("/livez", |body| body.contains("\"ok\""));
    assert!(in_time(|| held.iter().any(is_closed)), "both are open");
    let open = held.iter().position(|stream| !is_closed(stream)).expect("one is enough");
    assert_eq!(connections[open].get("/livez").status, 200);
}

#[test]
fn a_connection_beyond_those_in_work_is_told_so_at_once() {
    let folder = empty_folder();
    for options in [
        ["--max-connections", "2", "--max-connections-per-client", "2"],
        ["--max-connections", "9", "--max-connections-per-client", "2"],
    ] {
        let server = Server::start(folder.path(), &options);
        let mut working = [in_work(&server), in_work(&server)];
        let mut further = server.connect();
        further.write_all(b"GET /livez HTTP/1.1\r\nHost: test\r\n\r\n").expect("sent");
        let mut answer = String::new();
        further.read_to_string(&mut answer).expect("an answer and the end");
        assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
        assert!(answer.contains("\r\nretry-after: 1\r\n"), "{answer}");
        assert!(answer.contains("too many connections are in work"), "{answer}");
        // The request in progress was not affected.
        for connection in &mut working {
            assert_eq!(connection.send("{}").status, 400);
        }
        server.until("/livez", |body| body.contains("\"ok\""));
    }
}

#[test]
fn a_body_that_does_not_end_is_the_clients_fault() {
    let folder = empty_folder();
    let server = Server::start(folder.path(), &["--request-timeout", "200ms"]);
    for path in ["/api/match/default", "/api/screen", "/api/reconcile/default"] {
        let mut stream = server.connect();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n\
             Content-Length: 100\r\n\r\n{{\"queries\":"
        )
        .expect("the server reads");
        let (status, body) = read_answer(stream);
        assert_eq!(status, 408, "{path}: {body}");
        assert!(body.contains("did not come to its end within 200ms"), "{path}: {body}");
    }
}
