//! A client that calls the routes in this process, without a socket.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::http::request::Builder;
use axum::http::{HeaderMap, Request, StatusCode};
use hyper::body::Frame;
use serde_json::Value;
use tamis::api;
use tamis::api::http::service::{Loaded, Service, ServiceSettings};
use tamis_engine::snapshot::Snapshot;
use tower::ServiceExt;

/// A service and its routes.
pub struct Client {
    pub service: Arc<Service>,
    router: Router,
}

/// An answer, read to the end.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

impl Client {
    /// Makes a service without a snapshot.
    pub fn empty() -> Self {
        Self::with_settings(ServiceSettings { threads: 2, ..ServiceSettings::default() })
    }

    pub fn with_settings(settings: ServiceSettings) -> Self {
        let service = Arc::new(Service::new(settings).expect("threads"));
        Self { router: api::router(Arc::clone(&service)), service }
    }

    /// Makes a service of this snapshot.
    pub fn serving(snapshot: Arc<Snapshot>) -> Self {
        Self::empty().publishing(snapshot)
    }

    /// Swaps the service to this snapshot.
    pub fn publishing(self, snapshot: Arc<Snapshot>) -> Self {
        self.service.current.publish(Arc::new(Loaded::new(snapshot, "0".repeat(64))));
        self
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.expect("a router always answers");
        let (head, body) = response.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.expect("a body in memory");
        let text = String::from_utf8(bytes.to_vec()).expect("UTF-8");
        Answer { status: head.status, headers: head.headers, text }
    }

    pub async fn get(&self, address: &str) -> Answer {
        self.send(Request::get(address).body(Body::empty()).expect("a request")).await
    }

    pub async fn post_json(&self, address: &str, body: impl Into<Body>) -> Answer {
        let request = Request::post(address).header("content-type", "application/json");
        self.send(with_body(request, body)).await
    }
}

/// Returns the request with this body.
pub fn with_body(request: Builder, body: impl Into<Body>) -> Request<Body> {
    request.body(body.into()).expect("a request")
}

/// A body of unknown length that arrives in pieces of 60 bytes.
pub struct Pieces {
    pub left: usize,
    /// True if it ends after the last piece; false if it stays open for ever.
    pub then_ends: bool,
}

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match (self.left, self.then_ends) {
            (0, true) => Poll::Ready(None),
            (0, false) => Poll::Pending,
            _ => {
                self.left -= 1;
                Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(&[b' '; 60])))))
            }
        }
    }
}
