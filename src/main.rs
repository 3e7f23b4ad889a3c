//! The command line: serving, and screening without a server.

mod cli;

use std::io::Write;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::builder::RangedI64ValueParser;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use ipnet::IpNet;
use tamis::api::http::limit::{Rate, RateLimitSettings, read_network};
use tamis::api::http::service::ServiceSettings;
use tamis::limits;
use tamis::server::logs::{self, LogFormat};
use tamis::server::{self, Addresses, ConnectionSettings, ServerSettings};
use tamis_engine::model::{PUBLIC_URL_RULE, public_url};
use tamis_manual::Manual;

// Answers are many small allocations, made and freed by several threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Screens names against sanctions, PEP, debarment and enforcement lists.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    // Boxed: each is as large as its options.
    Serve(Box<Serve>),
    Screen(Box<cli::screen::Screen>),
    #[command(hide = true)]
    Manual(Manual),
}

const EXIT_CODES: &str = "Exit codes:
  0  stopped by SIGTERM or SIGINT
  1  could not start; the reason is on the standard error stream
  2  a wrong option";

const SIGNALS: &str = "Signals:
  SIGTERM, SIGINT  stop accepting, let requests in work end, exit
  SIGHUP           look for a new snapshot now, and try a refused one again";

/// Serves the current snapshot of a folder over HTTP, and follows it when a new one is published.
///
/// Prints the line `listening on http://ADDRESS` when it is about to accept connections. Until
/// a snapshot is there, requests are answered 503 with Retry-After.
#[derive(Debug, Args)]
#[command(after_help = format!("{EXIT_CODES}\n\n{SIGNALS}"))]
struct Serve {
    /// Folder with the snapshots and the file CURRENT that names the one to serve.
    #[arg(long, env = "TAMIS_SNAPSHOTS", value_name = "DIR", default_value = "snapshots")]
    snapshots: PathBuf,
    /// Folder with descriptions (*.toml) of reference registries. Their data files are counted at
    /// start and every six hours.
    #[arg(long, env = "TAMIS_REGISTRIES", value_name = "DIR")]
    registries: Option<PathBuf>,
    /// Address and port to listen on; port 0 takes a free one.
    #[arg(long, env = "TAMIS_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// A second address, for whoever watches the server: /livez, /readyz and /metrics answer there
    /// however busy the first one is, and /metrics nowhere else.
    #[arg(long, env = "TAMIS_ADMIN_LISTEN", value_name = "ADDRESS")]
    admin_listen: Option<SocketAddr>,
    /// Largest request body, in bytes.
    #[arg(long, env = "TAMIS_BODY_LIMIT", value_name = "BYTES", default_value_t = limits::BODY_BYTES_DEFAULT)]
    body_limit: usize,
    /// How long one request may take, such as 10s or 500ms.
    #[arg(long, env = "TAMIS_REQUEST_TIMEOUT", value_name = "TIME", value_parser = read_duration, default_value = "10s")]
    request_timeout: Duration,
    /// Work on the pool at the same time, in units of an ordinary query; further requests are
    /// answered 503.
    #[arg(long, env = "TAMIS_MAX_IN_FLIGHT", value_name = "UNITS", value_parser = at_least_one(), default_value_t = limits::WORK_IN_FLIGHT_DEFAULT as u32)]
    max_in_flight: u32,
    /// Connections open at the same time. A further one takes the place of one on which no request
    /// is in work; where there is none, it is answered 503.
    #[arg(long, env = "TAMIS_MAX_CONNECTIONS", value_name = "NUMBER", value_parser = at_least_one(), default_value_t = limits::CONNECTIONS_DEFAULT as u32)]
    max_connections: u32,
    /// The same of one client address, other than a trusted proxy; by default half of all.
    #[arg(long, env = "TAMIS_MAX_CONNECTIONS_PER_CLIENT", value_name = "NUMBER", value_parser = at_least_one())]
    max_connections_per_client: Option<u32>,
    /// Threads for requests with several queries; by default one per core.
    #[arg(long, env = "TAMIS_THREADS", value_name = "NUMBER", value_parser = at_least_one())]
    threads: Option<u32>,
    /// How many requests a client address may send, such as 50/s, 600/m or 10000/h; more are
    /// answered 429. Without this option there is no such limit.
    #[arg(long, env = "TAMIS_RATE_LIMIT", value_name = "RATE")]
    rate_limit: Option<Rate>,
    /// How many requests a client address may send at once; by default twice the number of the
    /// rate.
    #[arg(long, env = "TAMIS_RATE_BURST", value_name = "REQUESTS", requires = "rate_limit")]
    rate_burst: Option<NonZeroU32>,
    /// Address or range (10.0.0.0/8) of proxies whose X-Forwarded-For and X-Forwarded-Proto are
    /// believed; may be repeated or separated by commas. Without it the client is whoever opened the
    /// connection.
    #[arg(long, env = "TAMIS_TRUSTED_PROXY", value_name = "NETWORK", value_parser = read_network, value_delimiter = ',')]
    trusted_proxy: Vec<IpNet>,
    /// How long a client may receive nothing of an answer before its connection is closed.
    #[arg(long, env = "TAMIS_WRITE_TIMEOUT", value_name = "TIME", value_parser = read_duration, default_value = "60s")]
    write_timeout: Duration,
    /// How often to look for a new snapshot.
    #[arg(long, env = "TAMIS_POLL_INTERVAL", value_name = "TIME", value_parser = read_duration, default_value = "1s")]
    poll_interval: Duration,
    /// How long requests in work may take to end after SIGTERM.
    #[arg(long, env = "TAMIS_DRAIN_TIMEOUT", value_name = "TIME", value_parser = read_duration, default_value = "30s")]
    drain_timeout: Duration,
    /// Address under which clients reach the service, such as https://screening.example.org, where
    /// a proxy stands before it; by default the Host of each request, over http.
    #[arg(long, env = "TAMIS_PUBLIC_URL", value_name = "URL", value_parser = read_public_url)]
    public_url: Option<String>,
    /// Format of the log lines on the standard error stream.
    #[arg(long, env = "TAMIS_LOG_FORMAT", value_enum, default_value_t = LogForm::Text)]
    log_format: LogForm,
    /// What to log: off, error, warn, info, debug, or a list of targets with levels;
    /// info,tamis::request=off leaves out the line of each request.
    #[arg(long, env = "TAMIS_LOG", value_name = "LEVEL", default_value = "info")]
    log: String,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum LogForm {
    Text,
    Json,
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Serve(serve) => run(*serve).map(|()| ExitCode::SUCCESS),
        Command::Screen(screen) => screen.run(),
        Command::Manual(manual) => {
            manual.write(Cli::command()).map(|()| ExitCode::SUCCESS).map_err(Into::into)
        }
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("tamis: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(serve: Serve) -> Result<(), Box<dyn std::error::Error>> {
    let format = match serve.log_format {
        LogForm::Text => LogFormat::Text,
        LogForm::Json => LogFormat::Json,
    };
    logs::start(format, &serve.log)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let outcome = runtime.block_on(server::serve(serve.settings(), announce));
    // A query that outlived the drain must not hold up the exit.
    runtime.shutdown_background();
    Ok(outcome?)
}

impl Serve {
    fn settings(self) -> ServerSettings {
        let rate_limit = self.rate_limit.map(|rate| RateLimitSettings {
            rate,
            burst: self
                .rate_burst
                .unwrap_or_else(|| rate.count().saturating_add(rate.count().get())),
        });
        let defaults = ServiceSettings::default();
        let most = self.max_connections as usize;
        let half = most.div_ceil(limits::CONNECTIONS_PER_CLIENT_SHARE);
        let most_of_client = self.max_connections_per_client.map_or(half, |most| most as usize);
        ServerSettings {
            snapshots: self.snapshots,
            registries: self.registries,
            listen: self.listen,
            admin_listen: self.admin_listen,
            connections: ConnectionSettings {
                most,
                most_of_client,
                trusted_proxies: self.trusted_proxy.clone(),
                write_timeout: self.write_timeout,
                drain_timeout: self.drain_timeout,
            },
            service: ServiceSettings {
                body_bytes_max: self.body_limit,
                request_timeout: self.request_timeout,
                in_flight_max: self.max_in_flight as usize,
                threads: self.threads.map_or(defaults.threads, |threads| threads as usize),
                public_url: self.public_url,
                metrics_apart: self.admin_listen.is_some(),
                rate_limit,
                trusted_proxies: self.trusted_proxy,
            },
            poll_interval: self.poll_interval,
        }
    }
}

/// Tells scripts where the server listens. A closed output does not stop the server.
fn announce(addresses: Addresses) {
    let mut lines = format!("listening on http://{}\n", addresses.service);
    if let Some(admin) = addresses.admin {
        lines += &format!("probes and metrics on http://{admin}\n");
    }
    let mut output = std::io::stdout();
    let _ = output.write_all(lines.as_bytes()).and_then(|()| output.flush());
}

fn at_least_one() -> RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..)
}

fn read_public_url(text: &str) -> Result<String, &'static str> {
    public_url(text).ok_or(PUBLIC_URL_RULE)
}

/// Reads a time above zero with its unit.
fn read_duration(text: &str) -> Result<Duration, String> {
    let duration = humantime::parse_duration(text);
    let duration =
        duration.map_err(|error| format!("{error}; give a time such as 500ms or 10s"))?;
    let above_zero = Some(duration).filter(|duration| !duration.is_zero());
    above_zero.ok_or_else(|| "give a time above zero".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_unit() {
        for (text, milliseconds) in
            [("500ms", 500), ("10s", 10_000), ("2m", 120_000), ("1h", 3_600_000)]
        {
            assert_eq!(read_duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "10", "0s", "-1s", "s", "99999999999999999999s"] {
            assert!(read_duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn defaults_are_the_limits_of_the_service() {
        let Command::Serve(serve) = Cli::parse_from(["tamis", "serve"]).command else {
            panic!("another command");
        };
        assert_eq!(serve.max_in_flight as usize, limits::WORK_IN_FLIGHT_DEFAULT);
        assert_eq!(serve.request_timeout, limits::REQUEST_TIMEOUT_DEFAULT);
        assert_eq!(serve.write_timeout, limits::WRITE_TIMEOUT_DEFAULT);
        assert_eq!(serve.poll_interval, limits::POLL_INTERVAL_DEFAULT);
        assert_eq!(serve.drain_timeout, limits::DRAIN_TIMEOUT_DEFAULT);
    }
}
