//! Rate limit by client address (docs/api.md, "Rate limit"). Off unless the operator sets a rate.
//!
//! Each address may make `burst` requests at once and `rate` per unit of time in the long run (the
//! generic cell rate algorithm). Addresses are forgotten once their allowance is full again; at most
//! [`limits::RATE_LIMIT_ADDRESSES_MAX`] are kept.

mod client;
mod rate;

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock};

use axum::http::{Extensions, HeaderMap};
use governor::clock::{Clock, MonotonicClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{NotUntil, Quota, RateLimiter};
use ipnet::IpNet;

use self::client::client_address;
pub(crate) use self::client::is_within;
pub use self::client::{PeerAddress, read_network};
pub use self::rate::{ParseRateError, Rate};
use super::error::ApiError;
use crate::limits;

/// The operator's settings of the rate limit.
#[derive(Debug, Clone)]
pub struct RateLimitSettings {
    /// Sustained rate of requests of one address.
    pub rate: Rate,
    /// Requests that an address may make at once after a pause.
    pub burst: NonZeroU32,
}

/// The active limit. Generic over the clock, so that tests need not wait.
#[derive(Debug)]
pub struct RateLimit<C: Clock = MonotonicClock> {
    quota: Quota,
    clock: C,
    addresses: RwLock<Addresses<C>>,
    /// Number of addresses above which idle ones are removed.
    prune_above: AtomicUsize,
}

type Addresses<C> =
    RateLimiter<Key, HashMapStateStore<Key>, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// Unit that counts as one client.
type Key = IpAddr;

impl RateLimit {
    /// A limit with these settings.
    #[must_use]
    pub fn new(settings: RateLimitSettings) -> Self {
        Self::with_clock(settings, MonotonicClock)
    }
}

impl<C: Clock + Clone> RateLimit<C> {
    fn with_clock(settings: RateLimitSettings, clock: C) -> Self {
        let RateLimitSettings { rate, burst } = settings;
        let quota = rate.quota(burst);
        Self {
            quota,
            addresses: RwLock::new(RateLimiter::hashmap_with_clock(quota, clock.clone())),
            clock,
            prune_above: AtomicUsize::new(limits::RATE_LIMIT_PRUNED_FROM),
        }
    }

    /// Counts a request of a client, or refuses it.
    ///
    /// # Errors
    /// [`ApiError::TooManyRequests`] with the time until the next allowed request.
    pub(crate) fn admit(&self, client: IpAddr) -> Result<(), ApiError> {
        self.count(client_key(client)).map_err(|seconds| ApiError::TooManyRequests { seconds })
    }

    /// Counts a request; otherwise returns the whole seconds until the next one is allowed.
    fn count(&self, key: Key) -> Result<(), u64> {
        let addresses = self.addresses.read().unwrap_or_else(PoisonError::into_inner);
        let outcome = addresses.check_key(&key).map_err(|refusal| self.seconds_until(&refusal));
        let many = addresses.len() > self.prune_above.load(Ordering::Relaxed);
        drop(addresses);
        if many {
            self.prune();
        }
        outcome
    }

    /// Seconds rounded up, at least one: `Retry-After` takes whole seconds, and 0 means at once.
    fn seconds_until(&self, refusal: &NotUntil<C::Instant>) -> u64 {
        let wait = refusal.wait_time_from(self.clock.now());
        let begun = u64::from(wait.subsec_nanos() > 0);
        (wait.as_secs() + begun).max(1)
    }

    /// Removes the addresses whose allowance is full again; if too many remain, removes all.
    ///
    /// The next removal is due when the number of addresses has doubled, so its cost per request is
    /// almost nothing.
    fn prune(&self) {
        let mut addresses = self.addresses.write().unwrap_or_else(PoisonError::into_inner);
        if addresses.len() <= self.prune_above.load(Ordering::Relaxed) {
            return; // another request was faster
        }
        addresses.retain_recent();
        if addresses.len() > limits::RATE_LIMIT_ADDRESSES_MAX / 2 {
            *addresses = RateLimiter::hashmap_with_clock(self.quota, self.clock.clone());
        }
        addresses.shrink_to_fit();
        let next = (addresses.len() * 2).max(limits::RATE_LIMIT_PRUNED_FROM);
        self.prune_above.store(next, Ordering::Relaxed);
    }
}

/// Address of the client of a request, taking the headers of trusted proxies into account. `None` if
/// the connection has no address; the server sets one for every connection.
pub(crate) fn client(
    extensions: &Extensions,
    headers: &HeaderMap,
    trusted: &[IpNet],
) -> Option<IpAddr> {
    let PeerAddress(peer) = extensions.get()?;
    Some(client_address(*peer, headers, trusted))
}

/// An IPv4 address, or the prefix of an IPv6 address that counts as one client.
pub(crate) fn client_key(address: IpAddr) -> Key {
    match address.to_canonical() {
        v4 @ IpAddr::V4(_) => v4,
        v6 @ IpAddr::V6(_) => IpNet::new_assert(v6, limits::RATE_LIMIT_IPV6_PREFIX).network(),
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::time::Duration;

    use governor::clock::FakeRelativeClock;

    use super::*;

    fn limit(rate: &str, burst: u32) -> RateLimit<FakeRelativeClock> {
        let settings = RateLimitSettings {
            rate: rate.parse().expect("a rate"),
            burst: NonZeroU32::new(burst).expect("above zero"),
        };
        RateLimit::with_clock(settings, FakeRelativeClock::default())
    }

    fn address(number: u32) -> Key {
        IpAddr::V4(Ipv4Addr::from_bits(number))
    }

    fn known(limit: &RateLimit<FakeRelativeClock>) -> usize {
        limit.addresses.read().expect("not poisoned").len()
    }

    #[test]
    fn a_burst_is_allowed_and_then_one_request_at_a_time() {
        let limit = limit("2/s", 3);
        let outcomes: Vec<_> = (0..5).map(|_| limit.count(address(1))).collect();
        assert_eq!(outcomes, [Ok(()), Ok(()), Ok(()), Err(1), Err(1)]);
        assert_eq!(limit.count(address(2)), Ok(()), "others are not concerned");
        limit.clock.advance(Duration::from_millis(499));
        assert_eq!(limit.count(address(1)), Err(1));
        limit.clock.advance(Duration::from_millis(1));
        assert_eq!((limit.count(address(1)), limit.count(address(1))), (Ok(()), Err(1)));
    }

    #[test]
    fn the_wait_is_told_in_whole_seconds_rounded_up() {
        for (rate, advance_ms, expected) in [
            ("1/m", 0, 60),
            ("1/m", 1, 60),
            ("1/m", 1_000, 59),
            ("1/m", 59_999, 1),
            ("100/s", 0, 1),
            ("1/h", 0, 3_600),
        ] {
            let limit = limit(rate, 1);
            limit.count(address(1)).expect("the first one");
            limit.clock.advance(Duration::from_millis(advance_ms));
            assert_eq!(limit.count(address(1)), Err(expected), "{rate} after {advance_ms} ms");
        }
    }

    #[test]
    fn an_ipv6_client_is_a_network_and_an_ipv4_client_an_address() {
        let key = |text: &str| client_key(text.parse().expect("an address"));
        assert_eq!(key("2001:db8:1:2:3:4:5:6"), key("2001:db8:1:2:ffff::"));
        assert_ne!(key("2001:db8:1:2::"), key("2001:db8:1:3::"));
        assert_ne!(key("192.0.2.1"), key("192.0.2.2"));
    }

    #[test]
    fn addresses_are_forgotten_when_their_allowance_is_full_again() {
        let limit = limit("1/s", 1);
        for number in 0..limits::RATE_LIMIT_PRUNED_FROM as u32 {
            limit.count(address(number)).expect("its first request");
        }
        assert_eq!(known(&limit), limits::RATE_LIMIT_PRUNED_FROM);
        limit.clock.advance(Duration::from_secs(10));
        limit.count(address(u32::MAX)).expect("its first request");
        assert_eq!(known(&limit), 1, "only the one that came last");
        assert_eq!(limit.count(address(u32::MAX)), Err(1), "which is still counted");
    }

    #[test]
    fn no_more_addresses_are_known_than_the_limit_allows() {
        let limit = limit("1/h", 1);
        for number in 0..3 * limits::RATE_LIMIT_ADDRESSES_MAX as u32 {
            limit.count(address(number)).expect("its first request");
            assert!(known(&limit) <= limits::RATE_LIMIT_ADDRESSES_MAX);
        }
    }
}
