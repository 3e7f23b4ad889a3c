//! `tamis serve`.

use std::io::Write;
use std::net::SocketAddr;
use std::num::NonZeroU32;
#[cfg(feature = "object-store")]
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use axum::http::HeaderValue;
use clap::{ArgAction, Args, Command, ValueEnum};
use ipnet::IpNet;
use tamis::api::http::cors::read_origin;
use tamis::api::http::limit::{Rate, RateLimitSettings, read_network};
use tamis::api::http::service::ServiceSettings;
use tamis::limits;
use tamis::logs::{self, LogFormat};
use tamis::receipts::log::LogSettings;
#[cfg(feature = "object-store")]
use tamis::server::SourceSettings;
use tamis::server::{
    self, Addresses, ConnectionSettings, Finding, RegistrySettings, ServerSettings, TlsFiles,
};
use tamis_engine::snapshot::Loading;
use tracing_subscriber::filter::Targets;

use super::config::Configured;
use super::heeded::ClearancesKeys;
use super::trust::Trust;
use super::values::{at_least_one, read_address, read_duration, read_public_url};

const EXIT_CODES: &str = "Exit codes:
  0  stopped by SIGTERM or SIGINT
  1  could not start; the reason is on the standard error stream
  2  a wrong option";

const SIGNALS: &str = "Signals:
  SIGTERM, SIGINT  stop accepting, let requests in work end, exit
  SIGHUP           look for a new snapshot now, check the one in service again, try a refused one
                   again, and read the certificate and the keys again";

/// Serves the current snapshot of a folder over HTTP, and follows it when a new one is published.
///
/// Prints the line `listening on http://ADDRESS` (or https) when it is about to accept connections.
/// Until a snapshot is loaded, requests are answered 503 with Retry-After.
#[derive(Debug, Args)]
#[command(after_help = format!("{EXIT_CODES}\n\n{SIGNALS}"))]
pub(crate) struct Serve {
    /// File with options: TOML, whose keys are the names of the options below. An option takes
    /// precedence over its environment variable, and the variable over the file.
    #[arg(long, env = "TAMIS_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// Check the options and everything they name, print a line for each and exit without serving; exit
    /// code 1 if the server could answer no one.
    #[arg(long)]
    check_config: bool,
    /// Print every option with its value and the source of the value, as a configuration file, and exit
    /// without serving.
    #[arg(long)]
    print_config: bool,
    /// Folder with the snapshots and the file CURRENT that names the one to serve.
    #[arg(long, env = "TAMIS_SNAPSHOTS", value_name = "DIR", default_value = "snapshots")]
    snapshots: PathBuf,
    #[command(flatten)]
    trust: Trust,
    /// Loading of the snapshot: map leaves it in its file, memory copies it into the memory of the
    /// process, where changes of the file cannot affect it.
    #[arg(long, env = "TAMIS_LOAD", value_name = "PLACE", value_enum, default_value = "map")]
    load: Load,
    /// Folder with descriptions (*.toml) of reference registries. Their data files are counted at
    /// start and every six hours.
    #[arg(long, env = "TAMIS_REGISTRIES", value_name = "DIR")]
    registries: Option<PathBuf>,
    /// File that keeps the counts of the registries, so that they are shown after a restart until they
    /// are counted again. Nothing is written into the folder of descriptions.
    #[arg(long, env = "TAMIS_REGISTRY_COUNTS", value_name = "FILE", requires = "registries")]
    registry_counts: Option<PathBuf>,
    /// Address and port to listen on, such as 0.0.0.0:8080, [::]:8080 or localhost:8080; port 0 takes a
    /// free one.
    #[arg(long, env = "TAMIS_LISTEN", value_name = "ADDRESS", value_parser = read_address, default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// A second address for monitoring: it serves /livez, /readyz and /metrics however busy the first
    /// one is. /metrics is then served only there.
    #[arg(long, env = "TAMIS_ADMIN_LISTEN", value_name = "ADDRESS", value_parser = read_address)]
    admin_listen: Option<SocketAddr>,
    /// Largest request body, in bytes.
    #[arg(long, env = "TAMIS_BODY_LIMIT", value_name = "BYTES", default_value_t = limits::BODY_BYTES_DEFAULT)]
    body_limit: usize,
    /// Maximum time for one request, such as 10s or 500ms.
    #[arg(long, env = "TAMIS_REQUEST_TIMEOUT", value_name = "TIME", value_parser = read_duration, default_value = "10s")]
    request_timeout: Duration,
    /// Longest wait of a request of several queries; a single query may wait a tenth of it. Requests
    /// that would wait longer are answered 503 at once.
    #[arg(long, env = "TAMIS_MAX_QUEUE_DELAY", value_name = "TIME", value_parser = read_duration, default_value = "1s")]
    max_queue_delay: Duration,
    /// Connections open at the same time. A further one takes the place of an idle one; if there is
    /// none, it is answered 503.
    #[arg(long, env = "TAMIS_MAX_CONNECTIONS", value_name = "NUMBER", value_parser = at_least_one(), default_value_t = limits::CONNECTIONS_DEFAULT as u32)]
    max_connections: u32,
    /// Connections open at the same time from one client address other than a trusted proxy; by default
    /// half of all.
    #[arg(long, env = "TAMIS_MAX_CONNECTIONS_PER_CLIENT", value_name = "NUMBER", value_parser = at_least_one())]
    max_connections_per_client: Option<u32>,
    /// Threads for requests with several queries; by default one per core.
    #[arg(long, env = "TAMIS_THREADS", value_name = "NUMBER", value_parser = at_least_one())]
    threads: Option<u32>,
    /// Rate of requests of one client address, such as 50/s, 600/m or 10000/h; more are answered 429.
    /// By default there is no limit.
    #[arg(long, env = "TAMIS_RATE_LIMIT", value_name = "RATE")]
    rate_limit: Option<Rate>,
    /// Number of requests that a client address may send at once; by default twice the number of the
    /// rate.
    #[arg(long, env = "TAMIS_RATE_BURST", value_name = "REQUESTS", requires = "rate_limit")]
    rate_burst: Option<NonZeroU32>,
    /// Address or range (10.0.0.0/8) of proxies whose X-Forwarded-For and X-Forwarded-Proto are
    /// trusted; may be repeated or separated by commas. By default the client is the peer of the
    /// connection.
    #[arg(long, env = "TAMIS_TRUSTED_PROXY", value_name = "NETWORK", value_parser = read_network, value_delimiter = ',')]
    trusted_proxy: Vec<IpNet>,
    /// File of the TLS certificate and its chain: PEM. Read again on SIGHUP.
    #[arg(long, env = "TAMIS_TLS_CERT", value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// File of the private key of the certificate: PEM.
    #[arg(long, env = "TAMIS_TLS_KEY", value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// File of API keys, with a name and the SHA-256 of a key on each line; without it no key is
    /// needed. Callers send Authorization: Bearer KEY. Read again on SIGHUP.
    #[arg(long, env = "TAMIS_API_KEYS", value_name = "FILE")]
    api_keys: Option<PathBuf>,
    /// File of your rules on payment messages: thresholds by role and kind, elements to leave out, lists
    /// to leave out of some payments (docs/payments.md, "Your own rules"). Read at the start.
    #[arg(long, env = "TAMIS_FILTER_POLICY", value_name = "FILE")]
    filter_policy: Option<PathBuf>,
    /// File of decisions on hits, as tamis clear writes it: hits of a customer that were cleared are left
    /// out where a query names the customer (docs/evidence.md, "Clearances"). Read again when it changes;
    /// it need not exist yet.
    #[arg(long, env = "TAMIS_CLEARANCES", value_name = "FILE")]
    clearances: Option<PathBuf>,
    #[command(flatten)]
    clearances_keys: ClearancesKeys,
    /// Folder of a log of all receipts that callers ask for, each on disk before it is given out
    /// (docs/evidence.md, "The log of a server"). By default none is kept.
    #[arg(long, env = "TAMIS_RECEIPTS", value_name = "DIR")]
    receipts: Option<PathBuf>,
    /// File of the secret key that signs this log every second while it grows, and at its end (see
    /// snapshot-builder keygen); only its owner may be able to read it.
    #[arg(long, env = "TAMIS_RECEIPT_KEY", value_name = "KEY", requires = "receipts")]
    receipt_key: Option<PathBuf>,
    /// File with the password of this key, if it has one.
    #[arg(
        long,
        env = "TAMIS_RECEIPT_KEY_PASSWORD_FILE",
        value_name = "FILE",
        requires = "receipt_key"
    )]
    receipt_key_password_file: Option<PathBuf>,
    /// Origin whose pages may read the answers, such as https://desk.example.org, or * for all; may be
    /// repeated or separated by commas. Reconciliation is open to the pages of all origins.
    #[arg(long, env = "TAMIS_CORS_ORIGIN", value_name = "ORIGIN", value_parser = read_origin, value_delimiter = ',')]
    cors_origin: Vec<HeaderValue>,
    /// Time for which a client may take nothing of an answer before its connection is closed.
    #[arg(long, env = "TAMIS_WRITE_TIMEOUT", value_name = "TIME", value_parser = read_duration, default_value = "60s")]
    write_timeout: Duration,
    /// Interval between checks for a new snapshot.
    #[arg(long, env = "TAMIS_POLL_INTERVAL", value_name = "TIME", value_parser = read_duration, default_value = "1s")]
    poll_interval: Duration,
    /// Address of an object store to pull snapshots from into the folder, so that a fleet follows one
    /// place: s3://BUCKET/FOLDER, gs://BUCKET/FOLDER, az://CONTAINER/FOLDER, https://HOST/FOLDER,
    /// http://HOST/FOLDER or file:///FOLDER; snapshot-builder publish puts them there. Keys and regions
    /// are given as for that command.
    #[cfg(feature = "object-store")]
    #[arg(long, env = "TAMIS_SOURCE", value_name = "URL")]
    source: Option<String>,
    /// Interval between polls of the store.
    #[cfg(feature = "object-store")]
    #[arg(long, alias = "poll", env = "TAMIS_SOURCE_POLL", value_name = "TIME", value_parser = read_duration, default_value = "60s")]
    source_poll: Duration,
    /// Number of the newest snapshots kept in the folder after a new one was pulled, besides the
    /// current one; at least 1.
    #[cfg(feature = "object-store")]
    #[arg(long, env = "TAMIS_SOURCE_KEEP", value_name = "N", value_parser = at_least_one(), default_value_t = limits::SOURCE_KEEP_DEFAULT as u32)]
    source_keep: u32,
    /// Time to keep serving after SIGTERM, while /readyz answers 503, until load balancers notice. A
    /// second signal ends it; by default there is no such delay.
    #[arg(long, env = "TAMIS_DRAIN_DELAY", value_name = "TIME", value_parser = read_duration)]
    drain_delay: Option<Duration>,
    /// Time after that for requests in progress to finish.
    #[arg(long, env = "TAMIS_DRAIN_TIMEOUT", value_name = "TIME", value_parser = read_duration, default_value = "30s")]
    drain_timeout: Duration,
    /// Address under which clients reach the service, such as https://screening.example.org, if it is
    /// behind a proxy; by default the Host of each request, over http.
    #[arg(long, env = "TAMIS_PUBLIC_URL", value_name = "URL", value_parser = read_public_url)]
    public_url: Option<String>,
    /// Serve only the API, without the pages for people at /, /docs and /estate/.
    #[arg(long, env = "TAMIS_NO_PAGES", value_name = "WHETHER", action = ArgAction::Set, num_args = 0..=1, require_equals = true, default_value_t = false, default_missing_value = "true", hide_default_value = true)]
    no_pages: bool,
    /// Format of the log lines on the standard error stream.
    #[arg(long, env = "TAMIS_LOG_FORMAT", value_enum, default_value = "text")]
    log_format: LogFormat,
    /// Log filter: off, error, warn, info, debug, or a list of targets with levels;
    /// info,tamis::request=off leaves out the line of each request.
    #[arg(long, env = "TAMIS_LOG", value_name = "LEVEL", value_parser = logs::read_filter, default_value = "info")]
    log: Targets,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Load {
    Map,
    Memory,
}

impl Serve {
    /// Serves, or performs the action of `--check-config` or `--print-config`.
    pub(crate) fn run(
        self,
        configured: &Configured,
        program: &Command,
    ) -> Result<(), Box<dyn std::error::Error>> {
        if self.print_config {
            print!("{}", configured.as_file(program));
            return Ok(());
        }
        let (checks, format, filter) = (self.check_config, self.log_format, self.log.clone());
        let mut settings = self.settings();
        let log = logs::start(format, filter)?;
        if checks {
            let findings = server::check(&settings);
            findings.iter().for_each(|finding| println!("{finding}"));
            let faults: Vec<_> = findings.iter().filter_map(fault).collect();
            if !faults.is_empty() {
                return Err(faults.join("; ").into());
            }
            println!("the configuration can be served");
            return Ok(());
        }
        settings.service.request_log = log.requests;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let outcome = runtime.block_on(server::serve(settings, announce));
        // A query that outlived the drain must not delay the exit.
        runtime.shutdown_background();
        Ok(outcome?)
    }

    fn settings(self) -> ServerSettings {
        let rate_limit = self.rate_limit.map(|rate| RateLimitSettings {
            rate,
            burst: self
                .rate_burst
                .unwrap_or_else(|| rate.count().saturating_add(rate.count().get())),
        });
        let defaults = ServiceSettings::default();
        let (registries, kept) = (self.registries, self.registry_counts);
        let files = self.tls_cert.zip(self.tls_key);
        let tls = files.map(|(certificates, key)| TlsFiles { certificates, key });
        let most = self.max_connections as usize;
        let half = most.div_ceil(limits::CONNECTIONS_PER_CLIENT_SHARE);
        let most_of_client = self.max_connections_per_client.map_or(half, |most| most as usize);
        ServerSettings {
            store: self.trust.store(&self.snapshots).loading(match self.load {
                Load::Map => Loading::Map,
                Load::Memory => Loading::Memory,
            }),
            registries: registries.map(|folder| RegistrySettings { folder, kept }),
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
                queue_delay_max: self.max_queue_delay,
                threads: self.threads.map_or(defaults.threads, |threads| threads as usize),
                public_url: self.public_url,
                pages: !self.no_pages,
                policy: defaults.policy,
                api_keys: None,
                cors_origins: self.cors_origin,
                is_tls: tls.is_some(),
                metrics_apart: self.admin_listen.is_some(),
                rate_limit,
                request_log: None,
                trusted_proxies: self.trusted_proxy,
            },
            tls,
            api_keys: self.api_keys,
            filter_policy: self.filter_policy,
            clearances: self.clearances.map(|path| self.clearances_keys.file(path)),
            receipts: self.receipts.map(|folder| LogSettings {
                folder,
                key: self.receipt_key,
                key_password: self.receipt_key_password_file,
            }),
            #[cfg(feature = "object-store")]
            source: self.source.map(|url| SourceSettings {
                url,
                interval: self.source_poll,
                keep: NonZeroUsize::new(self.source_keep as usize).unwrap_or(NonZeroUsize::MIN),
            }),
            drain_delay: self.drain_delay.unwrap_or_default(),
            poll_interval: self.poll_interval,
        }
    }
}

fn fault(finding: &Finding) -> Option<&str> {
    match finding {
        Finding::Fault(why) => Some(why),
        Finding::Sound(_) | Finding::Doubtful(_) => None,
    }
}

/// Prints the address for scripts. A closed output does not stop the server.
fn announce(addresses: Addresses) {
    let scheme = if addresses.is_tls { "https" } else { "http" };
    let mut lines = format!("listening on {scheme}://{}\n", addresses.service);
    if let Some(admin) = addresses.admin {
        lines += &format!("probes and metrics on http://{admin}\n");
    }
    let mut output = std::io::stdout();
    let _ = output.write_all(lines.as_bytes()).and_then(|()| output.flush());
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches;

    use super::*;

    #[test]
    fn defaults_are_the_limits_of_the_service() {
        let matches = Serve::augment_args(Command::new("serve")).get_matches_from(["serve"]);
        let serve = Serve::from_arg_matches(&matches).expect("defaults");
        assert_eq!(serve.max_queue_delay, limits::QUEUE_DELAY_DEFAULT);
        assert_eq!(serve.request_timeout, limits::REQUEST_TIMEOUT_DEFAULT);
        assert_eq!(serve.write_timeout, limits::WRITE_TIMEOUT_DEFAULT);
        assert_eq!(serve.poll_interval, limits::POLL_INTERVAL_DEFAULT);
        #[cfg(feature = "object-store")]
        assert_eq!(serve.source_poll, limits::SOURCE_POLL_DEFAULT);
        assert_eq!(serve.drain_timeout, limits::DRAIN_TIMEOUT_DEFAULT);
    }
}
