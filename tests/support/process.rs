//! The real server as a process, with requests over a socket.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The longest that a test waits for a server before it fails: machines that run several tests at once are slow.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A running server; killed when dropped.
pub struct Server {
    child: Child,
    output: BufReader<ChildStdout>,
    pub address: SocketAddr,
}

impl Server {
    /// Starts `tamis serve` on a free port with these options, and waits for its first line.
    pub fn start(snapshots: &Path, options: &[&str]) -> Self {
        Self::start_logging(snapshots, options, Stdio::null())
    }

    /// Starts a server as [`Self::start`] does, and waits until it serves a snapshot.
    pub fn ready(snapshots: &Path, options: &[&str]) -> Self {
        let server = Self::start(snapshots, options);
        server.until("/readyz", |body| body.contains("\"ready\""));
        server
    }

    /// Starts a server as [`Self::start`] does, with its log going to `log`.
    pub fn start_logging(snapshots: &Path, options: &[&str], log: impl Into<Stdio>) -> Self {
        Self::spawn(serve_at("127.0.0.1:0", snapshots).args(options), log)
    }

    /// Starts a server at a given address.
    pub fn at(address: &str, snapshots: &Path, options: &[&str]) -> Self {
        Self::spawn(serve_at(address, snapshots).args(options), Stdio::null())
    }

    /// Starts a server that may have this many files open.
    pub fn with_open_files(files: u32, snapshots: &Path, log: impl Into<Stdio>) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -n {files}; exec \"$@\""), "sh"]);
        command.args([env!("CARGO_BIN_EXE_tamis"), "serve", "--listen", "127.0.0.1:0"]);
        Self::spawn(command.arg("--snapshots").arg(snapshots), log)
    }

    /// Starts a server that may write files of this many blocks of 512 bytes, as on a disk that is full
    /// then.
    pub fn with_file_blocks(blocks: u32, snapshots: &Path, options: &[&str]) -> Self {
        let mut command = Command::new("sh");
        let limit = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
        command.args(["-c", &limit, "sh", env!("CARGO_BIN_EXE_tamis"), "serve"]);
        command.args(["--listen", "127.0.0.1:0", "--snapshots"]).arg(snapshots).args(options);
        Self::spawn(&mut command, Stdio::null())
    }

    fn spawn(command: &mut Command, log: impl Into<Stdio>) -> Self {
        let command = command.stdout(Stdio::piped()).stderr(log);
        let mut child = command.spawn().expect("the server starts");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        output.read_line(&mut line).expect("a line");
        let address = line.trim_end().strip_prefix("listening on http");
        let address = address.map(|rest| rest.trim_start_matches("s://").trim_start_matches("://"));
        let address = address.and_then(|address| address.parse().ok());
        let address = address.unwrap_or_else(|| panic!("an address is told, not {line:?}"));
        Self { child, output, address }
    }

    /// Returns the address of the admin interface, for a server started with one; call it once.
    pub fn admin_address(&mut self) -> SocketAddr {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a second line");
        let address = line.trim_end().strip_prefix("probes and metrics on http://");
        let address = address.and_then(|address| address.parse().ok());
        address.unwrap_or_else(|| panic!("an address is told, not {line:?}"))
    }

    /// Returns the process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal by name, such as `TERM`.
    pub fn signal(&self, name: &str) {
        let status = Command::new("kill")
            .args([format!("-{name}"), self.child.id().to_string()])
            .status()
            .expect("kill runs");
        assert!(status.success());
    }

    /// Returns the number of mappings of files of this name in the server's memory.
    pub fn maps_of(&self, name: &str) -> usize {
        let maps = std::fs::read_to_string(format!("/proc/{}/maps", self.child.id()));
        maps.expect("a running process").lines().filter(|line| line.contains(name)).count()
    }

    /// Waits for the end of the process; the server closes its output only then.
    pub fn wait(mut self) -> ExitStatus {
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).expect("UTF-8");
        assert_eq!(rest, "", "nothing but the first line on the standard output");
        self.child.wait().expect("a child")
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("the server accepts");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// Posts lines of JSON on a connection of its own; returns the status and the body. It uses HTTP/1.0,
    /// which closes the connection after the answer.
    pub fn post_lines(&self, path: &str, lines: &str) -> (u16, String) {
        let (mut stream, length) = (self.connect(), lines.len());
        write!(
            stream,
            "POST {path} HTTP/1.0\r\nContent-Type: application/x-ndjson\r\n\
             Content-Length: {length}\r\n\r\n{lines}"
        )
        .expect("the server reads");
        read_answer(stream)
    }

    pub fn get(&self, path: &str) -> (u16, String) {
        let mut stream = self.connect();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
            .expect("the server reads");
        read_answer(stream)
    }

    /// Repeats a request until the body is as expected; fails after [`PATIENCE`].
    pub fn until(&self, path: &str, expected: impl Fn(&str) -> bool) {
        let mut body = String::new();
        let is_reached = in_time(|| {
            body = self.get(path).1;
            expected(&body)
        });
        assert!(is_reached, "{path} stays {body}");
    }
}

/// Waits until something is so; false if it is not within [`PATIENCE`].
pub fn in_time(mut is_so: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + PATIENCE;
    while !is_so() {
        if Instant::now() >= deadline {
            return false;
        }
        std::thread::yield_now();
    }
    true
}

fn serve_at(address: &str, snapshots: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
    command.args(["serve", "--listen", address, "--snapshots"]).arg(snapshots);
    command
}

impl Drop for Server {
    fn drop(&mut self) {
        // `kill` fails if the process has already ended, which is fine.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the processor time of a running process, over all its threads.
pub fn processor_time(process: u32) -> Duration {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).expect("a running process");
    let of_thread = |thread: std::io::Result<std::fs::DirEntry>| {
        let stat = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        stat.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    };
    threads.filter_map(of_thread).sum()
}

/// Reads an answer until the connection closes.
pub fn read_answer(mut stream: TcpStream) -> (u16, String) {
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
    let status = head.split(' ').nth(1).expect("a status line");
    (status.parse().expect("a number"), body.to_owned())
}
