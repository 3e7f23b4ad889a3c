//! Places of connections on a listener, and the choice of one to give away when they are short.
//!
//! Idle connections keep their places while there are enough. When places are short, the client with
//! the most connections loses the one that has been idle longest. A client with as many as the newcomer
//! loses only connections that have been idle for a while. Otherwise a client that opens more
//! connections than it may have would lose each of them between two requests.
//!
//! A client may take a place while it holds less than its share of the free ones (dynamic thresholds,
//! Choudhury and Hahne 1998). If one client may hold half of all places, a second one gets half of the
//! rest. So some are left for new clients, however many keep all of theirs busy.

use std::cmp::Reverse;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ahash::AHashMap;
use tokio::time::Instant;

use super::activity::Activity;
use crate::api::http::by_client::ByClient;
use crate::api::http::metrics::ConnectionCounts;
use crate::limits;

/// The places of one listener.
#[derive(Debug)]
pub(super) struct Places {
    /// Maximum number of connections at one time.
    most: usize,
    /// Maximum number of connections of one client.
    most_of_client: usize,
    counts: ConnectionCounts,
    held: Mutex<Held>,
}

/// Owner of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Client {
    /// Key from [`client_key`](crate::api::http::limit::client_key).
    pub(super) key: IpAddr,
    /// True for a proxy, whose connections carry many clients: limits per client do not apply.
    pub(super) is_proxy: bool,
}

/// Every place is taken by a connection with a request in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Full;

#[derive(Debug, Default)]
struct Held {
    /// Connections by number, in order of arrival.
    connections: AHashMap<u64, (Client, Arc<Activity>)>,
    of_client: ByClient<Client>,
    next: u64,
}

impl Places {
    pub(super) fn new(most: usize, most_of_client: usize, counts: ConnectionCounts) -> Arc<Self> {
        Arc::new(Self { most, most_of_client, counts, held: Mutex::default() })
    }

    /// Takes a place for a new connection, if necessary from an idle one.
    ///
    /// # Errors
    /// [`Full`] if there is none.
    pub(super) fn take(self: &Arc<Self>, client: Client) -> Result<Place, Full> {
        let mut held = self.held();
        let own = held.of_client.of(&client);
        let is_full_for_client = !client.is_proxy && own >= self.most_of_client;
        if is_full_for_client || self.is_short(&held, client, own) {
            held.dismiss_one(|other| !is_full_for_client || *other == client, own)?;
            self.counts.displaced.inc();
        }
        self.counts.accepted.inc();
        let (number, activity) = (held.next, Activity::new());
        held.next += 1;
        held.connections.insert(number, (client, Arc::clone(&activity)));
        held.of_client.add(client, 1);
        self.counts.open.set(held.connections.len() as i64);
        Ok(Place { places: Arc::clone(self), number, activity })
    }

    /// True if a client with `own` places gets no free one. Its share is set so that a single client
    /// can reach its maximum.
    fn is_short(&self, held: &Held, client: Client, own: usize) -> bool {
        let free = self.most.saturating_sub(held.connections.len());
        let left_to_others = self.most.saturating_sub(self.most_of_client);
        free == 0 || !client.is_proxy && own * left_to_others >= free * self.most_of_client
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    /// Takes the place of a connection of one of these clients, for a client with `own` places.
    fn dismiss_one(&mut self, whose: impl Fn(&Client) -> bool, own: usize) -> Result<(), Full> {
        // A connection that is no longer idle is skipped, and the next one is tried.
        while let Some(number) = self.most_spare(&whose, own) {
            let is_dismissed =
                self.connections.get(&number).is_some_and(|(_, activity)| activity.dismiss());
            if is_dismissed {
                self.remove(number);
                return Ok(());
            }
        }
        Err(Full)
    }

    /// The connection that has been idle longest, of the client with the most places; proxies come
    /// last.
    fn most_spare(&self, whose: impl Fn(&Client) -> bool, own: usize) -> Option<u64> {
        let now = Instant::now();
        let spare = self.connections.iter().filter(|(_, (client, _))| whose(client));
        let spare = spare.filter_map(|(number, (client, activity))| {
            let share = if client.is_proxy { 0 } else { self.of_client.of(client) };
            let since = activity.spare_since()?;
            let may_go = share > own || now - since >= limits::SPARE_CONNECTION_AGE;
            may_go.then_some((share, Reverse(since), *number))
        });
        spare.max().map(|(_, _, number)| number)
    }

    fn remove(&mut self, number: u64) {
        let Some((client, _)) = self.connections.remove(&number) else { return };
        self.of_client.remove(&client, 1);
    }
}

/// A place; released on drop unless it was given to another connection.
#[derive(Debug)]
pub(super) struct Place {
    places: Arc<Places>,
    number: u64,
    pub(super) activity: Arc<Activity>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut held = self.places.held();
        held.remove(self.number);
        self.places.counts.open.set(held.connections.len() as i64);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn client(last: u8) -> Client {
        Client { key: IpAddr::from([192, 0, 2, last]), is_proxy: false }
    }

    fn places(most: usize, most_of_client: usize) -> Arc<Places> {
        Places::new(most, most_of_client, ConnectionCounts::default())
    }

    fn are_dismissed<const N: usize>(places: [&Place; N]) -> [bool; N] {
        places.map(|place| !place.places.held().connections.contains_key(&place.number))
    }

    async fn a_moment() {
        tokio::time::advance(Duration::from_millis(1)).await;
    }

    #[tokio::test(start_paused = true)]
    async fn who_holds_the_most_loses_what_waited_longest() {
        let places = places(4, 3);
        let take = async |last| {
            a_moment().await;
            places.take(client(last)).expect("a place")
        };
        let quiet = take(1).await;
        let [first, second, third] = [take(2).await, take(2).await, take(2).await];
        let other = take(3).await;
        let dismissed = are_dismissed([&quiet, &first, &second, &third, &other]);
        assert_eq!(dismissed, [false, true, false, false, false]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_takes_its_own_places_when_they_are_idle_for_a_while() {
        let places = places(10, 2);
        let first = places.take(client(1)).expect("a place");
        let _work = first.activity.work(false);
        let second = places.take(client(1)).expect("a place");
        assert_eq!(places.take(client(1)).map(drop), Err(Full), "it may be between two requests");
        tokio::time::advance(limits::SPARE_CONNECTION_AGE).await;
        let third = places.take(client(1)).expect("that of the second");
        assert_eq!(are_dismissed([&first, &second, &third]), [false, true, false]);
        let _more = third.activity.work(false);
        assert_eq!(places.take(client(1)).map(drop), Err(Full));
        places.take(client(2)).expect("others are not concerned");
        drop(first);
        places.take(client(1)).expect("room again");
    }

    #[tokio::test(start_paused = true)]
    async fn work_keeps_its_place() {
        let places = places(1, 1);
        let place = places.take(client(1)).expect("a place");
        let work = place.activity.work(false);
        assert_eq!(places.take(client(2)).map(drop), Err(Full));
        drop(work);
        places.take(client(2)).expect("the place of what is idle");
        drop(place);
        assert_eq!(places.held().of_client.shares().count(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_in_work_leaves_places_to_the_next() {
        for (most_of_client, expected) in
            [(64, [64, 32, 16, 8]), (96, [96, 24, 6, 2]), (128, [128, 0, 0, 0])]
        {
            let places = places(128, most_of_client);
            let take_all = |last| -> Vec<_> {
                let taken = std::iter::from_fn(|| places.take(client(last)).ok());
                taken.map(|place| (place.activity.work(false), place)).collect()
            };
            let held: Vec<_> = (1..=4).map(take_all).collect();
            let counts: Vec<usize> = held.iter().map(Vec::len).collect();
            assert_eq!(counts, expected, "{most_of_client}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_idle_is_not_kept_from_a_client_that_holds_its_share() {
        let places = places(8, 4);
        let idle: Vec<_> = (0..4).map(|_| places.take(client(1)).expect("a place")).collect();
        a_moment().await;
        let busy: Vec<_> = (0..2).map(|_| places.take(client(2)).expect("a place")).collect();
        let third = places.take(client(2)).expect("one that was idle");
        assert_eq!(are_dismissed([&idle[0], &idle[3], &busy[0]]), [false, true, false]);
        drop(third);
    }

    #[tokio::test(start_paused = true)]
    async fn proxies_have_no_limit_and_lose_last() {
        let proxy = Client { is_proxy: true, ..client(9) };
        let places = places(3, 1);
        let own = [places.take(proxy).expect("a place"), places.take(proxy).expect("a second")];
        a_moment().await;
        let other = places.take(client(1)).expect("a place");
        let _next = places.take(client(2)).expect("that of the other client");
        assert_eq!(are_dismissed([&own[0], &own[1], &other]), [false, false, true]);
    }
}
