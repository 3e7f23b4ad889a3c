//! Address of the client of a request: that of its connection, or one given by a proxy that the
//! operator trusts.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName};
use ipnet::IpNet;

/// Remote address of a connection, which the server adds to the extensions of every request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeerAddress(pub IpAddr);

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Returns the address of the client behind a connection.
///
/// Each proxy appends the address of its caller to `X-Forwarded-For`. The list is read from its end as
/// long as the addresses are those of trusted proxies. The first other address is the client's; anyone
/// may have written the entries before it. If all are trusted, the client is the first entry. If an
/// entry is unreadable, the client is the proxy that wrote it.
pub(super) fn client_address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let mut client = peer.to_canonical();
    let lists = headers.get_all(FORWARDED_FOR).iter().collect::<Vec<_>>();
    let entries = lists.into_iter().rev().flat_map(|list| list.as_bytes().rsplit(|b| *b == b','));
    for entry in entries {
        if !is_within(trusted, client) {
            break;
        }
        let Some(address) = std::str::from_utf8(entry).ok().and_then(read_address) else { break };
        client = address;
    }
    client
}

/// True if an address belongs to one of these networks.
pub(crate) fn is_within(networks: &[IpNet], address: IpAddr) -> bool {
    let address = address.to_canonical();
    networks.iter().any(|network| network.contains(&address))
}

/// Parses an address with or without a port.
fn read_address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().ok();
    let address = address.or_else(|| text.parse().ok().map(|address: SocketAddr| address.ip()));
    address.map(|address| address.to_canonical())
}

/// Reads an address range (`10.0.0.0/8`) or one address.
///
/// # Errors
/// A description of the expected value.
pub fn read_network(text: &str) -> Result<IpNet, &'static str> {
    let address = || text.parse::<IpAddr>().ok().map(IpNet::from);
    text.parse::<IpNet>()
        .ok()
        .or_else(address)
        .ok_or("give an address or a range, such as 10.0.0.5, 10.0.0.0/8 or 2001:db8::/32")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_single_addresses_are_read() {
        for (text, inside, outside) in [
            ("10.0.0.5", "10.0.0.5", "10.0.0.6"),
            ("10.1.2.3/8", "10.255.0.1", "11.0.0.1"),
            ("0.0.0.0/0", "203.0.113.9", "::1"),
            ("2001:db8::/32", "2001:db8:ffff::1", "2001:db9::1"),
            ("::1", "::1", "::2"),
        ] {
            let network = read_network(text).expect(text);
            let holds = |address: &str| network.contains(&address.parse::<IpAddr>().expect("ok"));
            assert!(holds(inside) && !holds(outside), "{text}");
        }
        for text in ["", "10.0.0", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/+8", "::/129", "proxy"] {
            assert!(read_network(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_client_is_the_last_address_that_no_trusted_proxy_has() {
        let trusted = ["10.0.0.0/8", "2001:db8::/32"].map(|text| read_network(text).expect("ok"));
        for (peer, forwarded, expected) in [
            // No header, or a header from a peer that is not trusted.
            ("203.0.113.9", vec![], "203.0.113.9"),
            ("203.0.113.9", vec!["198.51.100.1"], "203.0.113.9"),
            ("10.0.0.1", vec![], "10.0.0.1"),
            // One proxy, two proxies, and entries forged by the client.
            ("10.0.0.1", vec!["198.51.100.1"], "198.51.100.1"),
            ("10.0.0.1", vec!["198.51.100.1, 10.0.0.2"], "198.51.100.1"),
            ("10.0.0.1", vec!["1.2.3.4, 198.51.100.1 ,10.0.0.2"], "198.51.100.1"),
            ("10.0.0.1", vec!["1.2.3.4", "198.51.100.1", "10.0.0.2"], "198.51.100.1"),
            ("2001:db8::1", vec!["2001:db9::7"], "2001:db9::7"),
            // Ports, brackets, and IPv4 addresses written as IPv6.
            ("::ffff:10.0.0.1", vec!["198.51.100.1:4711"], "198.51.100.1"),
            ("10.0.0.1", vec!["[2001:db9::7]:4711"], "2001:db9::7"),
            ("10.0.0.1", vec!["[2001:db9::7]"], "2001:db9::7"),
            ("10.0.0.1", vec!["::ffff:198.51.100.1"], "198.51.100.1"),
            // All entries trusted, and an unreadable entry.
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
