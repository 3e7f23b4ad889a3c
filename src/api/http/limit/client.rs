//! From which address a request comes: that of its connection, unless a proxy that the operator
//! trusts says otherwise.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use axum::http::{HeaderMap, HeaderName};

/// The other end of a connection, which the server puts into the extensions of every request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeerAddress(pub IpAddr);

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The address of the client behind a connection.
///
/// Each proxy appends the address that it was called from to `X-Forwarded-For`, so the list is
/// walked from its end for as long as its words come from trusted proxies: the first address that
/// is none of them is the client's. What stands before it anyone may have written. Where all are
/// trusted the first one called; where an entry cannot be read, the proxy that wrote it did.
pub(super) fn client_address(peer: IpAddr, headers: &HeaderMap, trusted: &[Network]) -> IpAddr {
    let is_trusted = |address| trusted.iter().any(|network| network.contains(address));
    let mut client = peer.to_canonical();
    let lists = headers.get_all(FORWARDED_FOR).iter().collect::<Vec<_>>();
    let entries = lists.into_iter().rev().flat_map(|list| list.as_bytes().rsplit(|b| *b == b','));
    for entry in entries {
        if !is_trusted(client) {
            break;
        }
        let Some(address) = std::str::from_utf8(entry).ok().and_then(read_address) else { break };
        client = address;
    }
    client
}

/// An address, with a port or without.
fn read_address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().ok();
    let address = address.or_else(|| text.parse().ok().map(|address: SocketAddr| address.ip()));
    address.map(|address| address.to_canonical())
}

/// A range of addresses (`10.0.0.0/8`), or one address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    /// The lowest address.
    first: IpAddr,
    /// Leading bits that all its addresses share.
    prefix: u8,
}

/// A text that is no range of addresses.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("give an address or a range, such as 10.0.0.5, 10.0.0.0/8 or 2001:db8::/32")]
pub struct ParseNetworkError;

impl Network {
    /// The range that shares its first bits with this address; `prefix` is cut to the address's
    /// length.
    pub(super) fn of(address: IpAddr, prefix: u8) -> Self {
        let prefix = prefix.min(bits_of(address));
        let first = match address {
            IpAddr::V4(v4) => {
                let mask = u32::MAX.checked_shl(32 - u32::from(prefix)).unwrap_or(0);
                IpAddr::V4((v4.to_bits() & mask).into())
            }
            IpAddr::V6(v6) => {
                let mask = u128::MAX.checked_shl(128 - u32::from(prefix)).unwrap_or(0);
                IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & mask))
            }
        };
        Self { first, prefix }
    }

    /// The lowest address.
    pub(super) fn first(self) -> IpAddr {
        self.first
    }

    fn contains(self, address: IpAddr) -> bool {
        address.is_ipv4() == self.first.is_ipv4() && Self::of(address, self.prefix) == self
    }
}

fn bits_of(address: IpAddr) -> u8 {
    if address.is_ipv4() { 32 } else { 128 }
}

impl FromStr for Network {
    type Err = ParseNetworkError;

    fn from_str(text: &str) -> Result<Self, ParseNetworkError> {
        let (address, prefix) = match text.split_once('/') {
            Some((address, prefix)) => (address, Some(prefix)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| ParseNetworkError)?;
        let digits = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
        let prefix = match prefix {
            Some(text) => text.parse().ok().filter(|_| digits(&text)).ok_or(ParseNetworkError)?,
            None => bits_of(address),
        };
        if prefix > bits_of(address) {
            return Err(ParseNetworkError);
        }
        Ok(Self::of(address, prefix))
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.first, self.prefix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_and_hold_their_addresses() {
        for (text, shown, inside, outside) in [
            ("10.0.0.5", "10.0.0.5/32", "10.0.0.5", "10.0.0.6"),
            ("10.1.2.3/8", "10.0.0.0/8", "10.255.0.1", "11.0.0.1"),
            ("0.0.0.0/0", "0.0.0.0/0", "203.0.113.9", "::1"),
            ("2001:db8::/32", "2001:db8::/32", "2001:db8:ffff::1", "2001:db9::1"),
            ("::1", "::1/128", "::1", "::2"),
        ] {
            let network: Network = text.parse().expect(text);
            assert_eq!(network.to_string(), shown);
            let holds = |address: &str| network.contains(address.parse().expect("an address"));
            assert!(holds(inside) && !holds(outside), "{text}");
        }
        for text in ["", "10.0.0", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/+8", "::/129", "proxy"] {
            assert!(text.parse::<Network>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_client_is_the_last_address_that_no_trusted_proxy_has() {
        let trusted: Vec<Network> =
            ["10.0.0.0/8", "2001:db8::/32"].iter().map(|text| text.parse().expect("ok")).collect();
        for (peer, forwarded, expected) in [
            // Nobody said anything, or nobody who is trusted did.
            ("203.0.113.9", vec![], "203.0.113.9"),
            ("203.0.113.9", vec!["198.51.100.1"], "203.0.113.9"),
            ("10.0.0.1", vec![], "10.0.0.1"),
            // One proxy, two proxies, and what the client itself wrote before them.
            ("10.0.0.1", vec!["198.51.100.1"], "198.51.100.1"),
            ("10.0.0.1", vec!["198.51.100.1, 10.0.0.2"], "198.51.100.1"),
            ("10.0.0.1", vec!["1.2.3.4, 198.51.100.1 ,10.0.0.2"], "198.51.100.1"),
            ("10.0.0.1", vec!["1.2.3.4", "198.51.100.1", "10.0.0.2"], "198.51.100.1"),
            ("2001:db8::1", vec!["2001:db9::7"], "2001:db9::7"),
            // Ports, brackets, and addresses of one family written as the other's.
            ("::ffff:10.0.0.1", vec!["198.51.100.1:4711"], "198.51.100.1"),
            ("10.0.0.1", vec!["[2001:db9::7]:4711"], "2001:db9::7"),
            ("10.0.0.1", vec!["[2001:db9::7]"], "2001:db9::7"),
            ("10.0.0.1", vec!["::ffff:198.51.100.1"], "198.51.100.1"),
            // All trusted, and an entry that cannot be read.
            ("10.0.0.1", vec!["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
            ("10.0.0.1", vec!["198.51.100.1, unknown, 10.0.0.2"], "10.0.0.2"),
            ("10.0.0.1", vec![""], "10.0.0.1"),
        ] {
            let mut headers = HeaderMap::new();
            for list in &forwarded {
                headers.append(FORWARDED_FOR, list.parse().expect("a header"));
            }
            let client = client_address(peer.parse().expect("an address"), &headers, &trusted);
            assert_eq!(client.to_string(), expected, "{peer} {forwarded:?}");
        }
    }
}
