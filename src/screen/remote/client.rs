//! HTTP client of a server: documents, and a stream that is written and read at the same time.

use std::error::Error;
use std::fmt::{self, Display};
use std::iter::successors;
use std::sync::Arc;

use axum::body::{Body, BodyDataStream, Bytes, to_bytes};
use axum::http::request::Builder;
use axum::http::{HeaderValue, Method, Request, Response, StatusCode, header};
use futures_util::stream::{StreamExt, unfold};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use rustls::ClientConfig;
use rustls::crypto::ring;
use rustls_platform_verifier::BuilderVerifierExt;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::runtime::{self, Runtime};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::api::http::shape::{BYTES, NDJSON};
use crate::limits::{
    SERVER_CONNECT_WAIT_MAX, SERVER_DOCUMENT_BYTES_MAX, SERVER_WAIT_MAX, STREAM_PIECES_AHEAD,
};
use crate::screen::error::ScreenError;

/// A server with the API of docs/api.md.
pub struct Server {
    address: String,
    client: Client<HttpsConnector<HttpConnector>, Body>,
    runtime: Runtime,
    /// The `Authorization` header of requests, if the server needs a key.
    authorization: Option<HeaderValue>,
}

impl Server {
    /// A server at an address without a trailing slash. Certificates are checked with the trust store
    /// of the operating system.
    ///
    /// # Errors
    /// The system cannot start a thread, or has no root certificates.
    pub fn at(address: &str, key: Option<&str>) -> Result<Self, ScreenError> {
        let fault = |error: &dyn Error| fault(address, chain(error));
        let runtime = runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .and_then(BuilderVerifierExt::with_platform_verifier)
            .map_err(|error| fault(&error))?
            .with_no_client_auth();
        let mut connector = HttpConnector::new();
        connector.enforce_http(false);
        connector.set_nodelay(true);
        connector.set_connect_timeout(Some(SERVER_CONNECT_WAIT_MAX));
        let connector = HttpsConnectorBuilder::new()
            .with_tls_config(tls)
            .https_or_http()
            .enable_http1()
            .wrap_connector(connector);
        let authorization = |key| HeaderValue::try_from(format!("Bearer {key}"));
        let authorization = key.map(authorization).transpose().map_err(|error| fault(&error))?;
        Ok(Self {
            authorization,
            address: address.to_owned(),
            client: Client::builder(TokioExecutor::new()).build(connector),
            runtime: runtime.map_err(|error| fault(&error))?,
        })
    }

    /// Gets a JSON document. For another status, the error holds it and the server's message.
    pub(super) fn get<T: DeserializeOwned>(
        &self,
        path: &str,
    ) -> Result<Result<T, (StatusCode, String)>, ScreenError> {
        let request = self.to(Method::GET, path).body(Body::empty());
        let request = request.map_err(|error| self.broken(&error))?;
        self.runtime.block_on(async {
            let response = self.in_time(self.client.request(request)).await?;
            let response = response.map_err(|error| self.broken(&error))?.map(Body::new);
            if response.status() != StatusCode::OK {
                return Ok(Err((response.status(), self.error_of(response).await?)));
            }
            let text = self.text_of(response).await?;
            let document = serde_json::from_slice(&text);
            document.map(Ok).map_err(|error| self.fault(format!("{path}: {error}")))
        })
    }

    /// Posts bytes, and returns the answer. The inner error is the server's message about bytes that it
    /// cannot read (400).
    pub(crate) fn post(
        &self,
        path: &str,
        bytes: Vec<u8>,
    ) -> Result<Result<Bytes, String>, ScreenError> {
        let request = self.to(Method::POST, path).header(header::CONTENT_TYPE, BYTES);
        let request = request.body(Body::from(bytes)).map_err(|error| self.broken(&error))?;
        self.runtime.block_on(async {
            let response = self.in_time(self.client.request(request)).await?;
            let response = response.map_err(|error| self.broken(&error))?.map(Body::new);
            match response.status() {
                StatusCode::OK => self.text_of(response).await.map(Ok),
                StatusCode::BAD_REQUEST => self.error_of(response).await.map(Err),
                _ => Err(self.fault(self.error_of(response).await?)),
            }
        })
    }

    /// Starts to post a stream of lines, received from a channel. Dropping the sender ends it.
    pub(super) fn post_lines(
        &self,
        path: &str,
    ) -> Result<(mpsc::Sender<Bytes>, Posted<'_>), ScreenError> {
        let (sender, receiver) = mpsc::channel(STREAM_PIECES_AHEAD);
        let pieces = unfold(receiver, |mut receiver: mpsc::Receiver<Bytes>| async {
            receiver.recv().await.map(|piece| (Ok::<_, std::convert::Infallible>(piece), receiver))
        });
        let request = self
            .to(Method::POST, path)
            .header(header::CONTENT_TYPE, NDJSON)
            .body(Body::from_stream(pieces))
            .map_err(|error| self.broken(&error))?;
        let answer = self.runtime.spawn(self.client.request(request));
        Ok((sender, Posted { server: self, answer }))
    }

    /// The beginning of a request.
    fn to(&self, method: Method, path: &str) -> Builder {
        let request = Request::builder().method(method).uri(format!("{}{path}", self.address));
        match &self.authorization {
            Some(authorization) => request.header(header::AUTHORIZATION, authorization),
            None => request,
        }
    }

    /// The message of an unsuccessful answer.
    async fn error_of(&self, response: Response<Body>) -> Result<String, ScreenError> {
        #[derive(Deserialize)]
        struct Said {
            error: String,
        }
        let status = response.status();
        let text = self.text_of(response).await?;
        let said = serde_json::from_slice(&text).map(|Said { error }| error);
        Ok(said.unwrap_or_else(|_| format!("it answers {status}")))
    }

    async fn text_of(&self, response: Response<Body>) -> Result<Bytes, ScreenError> {
        let text = to_bytes(response.into_body(), SERVER_DOCUMENT_BYTES_MAX);
        self.in_time(text).await?.map_err(|error| self.broken(&error))
    }

    async fn in_time<T>(&self, answer: impl Future<Output = T>) -> Result<T, ScreenError> {
        let waited = timeout(SERVER_WAIT_MAX, answer).await;
        waited.map_err(|_| {
            self.fault(format!(
                "no answer for {SERVER_WAIT_MAX:?}; a proxy in between must not buffer requests or answers"
            ))
        })
    }

    /// An error of this server.
    pub(crate) fn fault(&self, reason: impl Display) -> ScreenError {
        fault(&self.address, reason)
    }

    fn broken(&self, error: &dyn Error) -> ScreenError {
        self.fault(chain(error))
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Server({})", self.address)
    }
}

fn fault(address: &str, reason: impl Display) -> ScreenError {
    ScreenError::Server { address: address.to_owned(), reason: reason.to_string() }
}

/// An error with its causes.
fn chain(error: &dyn Error) -> String {
    let causes = successors(error.source(), |error| (*error).source());
    causes.map(ToString::to_string).fold(error.to_string(), |text, cause| {
        // Some errors already show their causes.
        if text.ends_with(&cause) { text } else { format!("{text}: {cause}") }
    })
}

/// A posted stream whose answer has not begun.
pub(super) struct Posted<'s> {
    server: &'s Server,
    answer: JoinHandle<Result<Response<hyper::body::Incoming>, hyper_util::client::legacy::Error>>,
}

impl<'s> Posted<'s> {
    /// Waits for the beginning of the answer.
    pub(super) fn answer(self) -> Result<Lines<'s>, ScreenError> {
        let Self { server, answer } = self;
        server.runtime.block_on(async {
            let response = server.in_time(answer).await?.map_err(|error| server.broken(&error))?;
            let response = response.map_err(|error| server.broken(&error))?.map(Body::new);
            if response.status() != StatusCode::OK {
                let error = server.error_of(response).await?;
                return Err(server.fault(error));
            }
            let version = response.headers().get("x-snapshot-version");
            let version = version.and_then(|version| version.to_str().ok()).unwrap_or_default();
            let version = version.to_owned();
            let pieces = response.into_body().into_data_stream();
            Ok(Lines { server, version, pieces, text: Vec::new(), read: 0 })
        })
    }
}

/// The lines of an answer.
pub(super) struct Lines<'s> {
    server: &'s Server,
    /// The snapshot of the answers.
    pub(super) version: String,
    pieces: BodyDataStream,
    text: Vec<u8>,
    /// Number of bytes of the text already returned.
    read: usize,
}

impl Lines<'_> {
    /// Returns the next line, without its end. A missing line is an error, since the caller expects
    /// one.
    pub(super) fn next(&mut self) -> Result<&[u8], ScreenError> {
        let mut looked = self.read;
        loop {
            if let Some(at) = self.text[looked..].iter().position(|byte| *byte == b'\n') {
                let line = self.read..looked + at;
                self.read = line.end + 1;
                return Ok(&self.text[line]);
            }
            self.text.drain(..self.read);
            (self.read, looked) = (0, self.text.len());
            let server = self.server;
            let next = server.runtime.block_on(server.in_time(self.pieces.next()))?;
            match next {
                Some(Ok(piece)) => self.text.extend_from_slice(&piece),
                Some(Err(error)) => return Err(server.broken(&error)),
                None => return Err(server.fault("the answer ended before all was answered")),
            }
        }
    }
}
