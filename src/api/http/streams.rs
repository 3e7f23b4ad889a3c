//! Places of query streams, shared among clients.
//!
//! A client may hold as many places as are free: a first one half of all, a second one half of the rest
//! (dynamic thresholds, Choudhury and Hahne 1998). So a new client always finds a place, however many
//! are connected.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::by_client::ByClient;
use super::line::Client;
use crate::limits::STREAMS_MAX;

/// The places of all streams.
#[derive(Debug, Default)]
pub(super) struct Streams {
    by_client: Mutex<ByClient<Client>>,
}

/// Places taken by a stream; released on drop.
#[derive(Debug)]
pub(crate) struct StreamPlace {
    streams: Arc<Streams>,
    client: Client,
    places: usize,
}

impl Streams {
    /// Takes places for a stream of this client; `None` if it would hold more than are free.
    pub(super) fn take(self: &Arc<Self>, client: Client, places: usize) -> Option<StreamPlace> {
        let mut by_client = self.by_client();
        if by_client.of(&client) + by_client.total() + places > STREAMS_MAX {
            return None;
        }
        by_client.add(client, places);
        Some(StreamPlace { streams: Arc::clone(self), client, places })
    }

    /// Number of places taken.
    pub(super) fn len(&self) -> usize {
        self.by_client().total()
    }

    fn by_client(&self) -> MutexGuard<'_, ByClient<Client>> {
        self.by_client.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        self.streams.by_client().remove(&self.client, self.places);
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;
    use crate::limits::FILE_PLACES;

    #[test]
    fn a_client_holds_no_more_places_than_are_free() {
        let streams = Arc::new(Streams::default());
        let client = |number: u8| Some(IpAddr::from([192, 0, 2, number]));
        let take_all = |number: u8| -> Vec<StreamPlace> {
            std::iter::from_fn(|| streams.take(client(number), 1)).collect()
        };
        let held: Vec<_> = (1..=4).map(take_all).collect();
        let counts: Vec<usize> = held.iter().map(Vec::len).collect();
        assert_eq!(counts, [8, 4, 2, 1].map(|share| share * STREAMS_MAX / 16));
        drop(held);
        assert_eq!(
            (streams.len(), streams.by_client().shares().count()),
            (0, 0),
            "all were given back"
        );
        let files: Vec<_> =
            [1, 1, 1, 2, 2, 3, 3].map(|number| streams.take(client(number), FILE_PLACES)).into();
        let held: Vec<bool> = files.iter().map(Option::is_some).collect();
        assert_eq!(held, [true, true, false, true, false, true, false]);
        drop(files);
        assert_eq!(streams.len(), 0);
    }
}
