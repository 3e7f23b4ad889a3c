//! A web server that offers a folder, and does something wrong where it is told to.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;

/// What goes wrong, once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The connection is closed.
    Cut,
    /// Nothing comes any more, until the client gives up.
    Stalled,
    /// A bit is another one.
    Flipped,
    /// The next request is answered with 503.
    Unavailable,
    /// The object is shorter from here on, and so is what is said of it.
    Shortened,
    /// The next request finds nothing: the version was removed meanwhile.
    Gone,
}

#[derive(Debug, Default)]
struct State {
    /// Bytes of all bodies so far.
    sent: u64,
    /// What goes wrong when so many are sent.
    fault: Option<(u64, Fault)>,
    /// What `CURRENT` says once, instead of what it says.
    stale: Option<String>,
}

/// The server; it ends with the process.
pub(crate) struct Offered {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
}

impl Offered {
    pub(crate) fn new(folder: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let state = Arc::<Mutex<State>>::default();
        let (root, told) = (folder.to_owned(), Arc::clone(&state));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (root, told) = (root.clone(), Arc::clone(&told));
                // Where the client is gone there is nobody to tell.
                thread::spawn(move || answer_all(&root, &told, stream));
            }
        });
        Self { address, state }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Lets something go wrong when so many more bytes are sent.
    pub(crate) fn fail(&self, after: u64, fault: Fault) {
        let mut state = self.state.lock().expect("sound");
        state.fault = Some((state.sent + after, fault));
    }

    /// Lets the next one who asks for `CURRENT` be told this.
    pub(crate) fn be_stale(&self, version: &str) {
        self.state.lock().expect("sound").stale = Some(format!("{version}\n"));
    }

    pub(crate) fn bytes_sent(&self) -> u64 {
        self.state.lock().expect("sound").sent
    }
}

fn answer_all(root: &Path, state: &Mutex<State>, stream: TcpStream) -> Option<()> {
    let mut requests = BufReader::new(stream.try_clone().ok()?);
    let mut stream = stream;
    loop {
        let (path, range) = read_request(root, &mut requests)?;
        answer(&path, range, state, &mut stream)?;
    }
}

/// The file that is asked for, and the first and last byte of it.
fn read_request(root: &Path, requests: &mut impl BufRead) -> Option<(PathBuf, Option<[u64; 2]>)> {
    let (mut path, mut range) = (None, None);
    loop {
        let mut line = String::new();
        requests.read_line(&mut line).ok().filter(|read| *read > 0)?;
        let line = line.trim_end().to_owned();
        if let Some(asked) = line.strip_prefix("GET /") {
            path = Some(root.join(asked.split(' ').next()?));
        } else if let Some(asked) = line.to_ascii_lowercase().strip_prefix("range: bytes=") {
            let (first, last) = asked.split_once('-')?;
            range = Some([first.parse().ok()?, last.parse().ok()?]);
        } else if line.is_empty() {
            return Some((path?, range));
        }
    }
}

fn answer(
    path: &Path,
    range: Option<[u64; 2]>,
    state: &Mutex<State>,
    stream: &mut TcpStream,
) -> Option<()> {
    let due = |state: &mut State, wanted: &[Fault]| {
        let fault = state.fault.filter(|(at, fault)| state.sent >= *at && wanted.contains(fault));
        fault.map(|(_, fault)| {
            state.fault = None;
            fault
        })
    };
    let mut found = fs::read(path).ok();
    let early = {
        let mut state = state.lock().expect("sound");
        if path.ends_with("CURRENT")
            && let Some(stale) = state.stale.take()
        {
            found = Some(stale.into_bytes());
        }
        due(&mut state, &[Fault::Unavailable, Fault::Gone, Fault::Shortened])
    };
    let status = match early {
        Some(Fault::Unavailable) => "503 Service Unavailable",
        Some(Fault::Gone) => "404 Not Found",
        _ if found.is_none() => "404 Not Found",
        _ if range.is_some() => "206 Partial Content",
        _ => "200 OK",
    };
    if !status.starts_with('2') {
        let head = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n");
        return stream.write_all(head.as_bytes()).ok();
    }
    let whole = found?;
    let all = whole.len() as u64;
    let [first, mut last] = range.unwrap_or([0, all.saturating_sub(1)]);
    if early == Some(Fault::Shortened) {
        last -= 1 + (last - first) / 3;
    }
    let body = &whole[first as usize..(last as usize + 1).min(whole.len())];
    let length = body.len();
    let mut head = format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\nETag: \"{all}\"\r\n");
    if range.is_some() {
        head += &format!("Content-Range: bytes {first}-{last}/{all}\r\n");
    }
    stream.write_all(format!("{head}\r\n").as_bytes()).ok()?;
    for piece in body.chunks(1 << 16) {
        let fault = {
            let mut state = state.lock().expect("sound");
            let before = state.sent;
            state.sent += piece.len() as u64;
            let at = state.fault.map(|(at, _)| at.saturating_sub(before) as usize);
            due(&mut state, &[Fault::Cut, Fault::Stalled, Fault::Flipped])
                .map(|fault| (at.unwrap_or_default().min(piece.len() - 1), fault))
        };
        match fault {
            None => stream.write_all(piece).ok()?,
            Some((at, Fault::Flipped)) => {
                let mut piece = piece.to_vec();
                piece[at] ^= 1;
                stream.write_all(&piece).ok()?;
            }
            Some((at, fault)) => {
                stream.write_all(&piece[..at]).ok()?;
                if fault == Fault::Stalled {
                    // The client goes.
                    let _ = stream.read(&mut [0]);
                }
                return None;
            }
        }
    }
    Some(())
}
