//! The admin address for monitoring. Its probes answer even when the main address is busiest, because
//! it has its own places, thread and turn.

use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;

use tokio::net::TcpListener;
use tokio::sync::oneshot;

use super::listener::{self, ConnectionSettings, Counts};
use crate::api::http::service::Service;
use crate::limits;

/// The thread of the admin address; dropping this ends it.
#[derive(Debug)]
pub(super) struct Admin {
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Admin {
    /// Starts to serve a listener.
    pub(super) fn start(listener: TcpListener, service: Arc<Service>) -> io::Result<Self> {
        let listener = listener.into_std()?;
        let (stop, stopped) = oneshot::channel();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let settings = ConnectionSettings {
            most: limits::ADMIN_CONNECTIONS,
            most_of_client: limits::ADMIN_CONNECTIONS,
            trusted_proxies: Vec::new(),
            write_timeout: limits::WRITE_TIMEOUT_DEFAULT,
            // Monitoring asks again, so a stop does not wait for it.
            drain_timeout: limits::ADMIN_DRAIN_TIMEOUT,
        };
        let router = crate::api::admin_router(service);
        let serve = move || {
            runtime.block_on(async {
                match TcpListener::from_std(listener) {
                    Ok(listener) => {
                        let stop = async { drop(stopped.await) };
                        let counts = Counts::default();
                        listener::run(listener, router, None, settings, counts, stop).await;
                    }
                    Err(error) => tracing::error!(%error, "the second address is not answered"),
                }
            });
        };
        let thread = std::thread::Builder::new().name("admin".to_owned()).spawn(serve)?;
        Ok(Self { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Admin {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
