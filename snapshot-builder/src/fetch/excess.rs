//! Detects bytes after a body of announced length. HTTP ends the body at `Content-Length`, whatever
//! follows on the connection. A length that is too short would therefore truncate a list silently.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ureq::unversioned::transport::{Buffers, ConnectionDetails, Connector, NextTimeout, Transport};
use ureq::{Error, Timeout};

/// Time for a server to close a connection on request.
const CLOSE_TIME_MAX: Duration = Duration::from_secs(1);

/// Set if more bytes arrived on a connection than were read; known once its body is read to the end.
#[derive(Debug, Clone, Default)]
pub(super) struct Excess(Arc<AtomicBool>);

impl Excess {
    /// True if bytes arrived after the body.
    pub(super) fn is_there(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl<In: Transport> Connector<In> for Excess {
    type Out = Observed<In>;

    fn connect(
        &self,
        _: &ConnectionDetails,
        chained: Option<In>,
    ) -> Result<Option<Self::Out>, Error> {
        let excess = self.clone();
        Ok(chained.map(|inner| Observed { inner, excess, is_broken: false }))
    }
}

/// A connection that is checked for further bytes before it is closed.
#[derive(Debug)]
pub(super) struct Observed<T: Transport> {
    inner: T,
    excess: Excess,
    /// True if nothing more can arrive: the connection has ended or timed out.
    is_broken: bool,
}

impl<T: Transport> Transport for Observed<T> {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.inner.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        self.inner.transmit_output(amount, timeout)
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        let awaited = self.inner.await_input(timeout);
        self.is_broken = !matches!(awaited, Ok(true));
        awaited
    }

    fn is_open(&mut self) -> bool {
        self.inner.is_open()
    }

    fn is_tls(&self) -> bool {
        self.inner.is_tls()
    }
}

impl<T: Transport> Drop for Observed<T> {
    fn drop(&mut self) {
        if self.inner.buffers().input().is_empty() && !self.is_broken {
            let reason = Timeout::PerRead;
            let timeout =
                NextTimeout { after: CLOSE_TIME_MAX.into(), reason, ..Default::default() };
            // A broken or silent connection delivers nothing more; no further detail is needed.
            let _ = self.inner.await_input(timeout);
        }
        let has_more = !self.inner.buffers().input().is_empty();
        self.excess.0.fetch_or(has_more, Ordering::Relaxed);
    }
}
