//! Parsing of option values.

use std::net::{SocketAddr, ToSocketAddrs};
use std::time::Duration;

use clap::builder::RangedI64ValueParser;
use tamis_engine::model::{Collection, PUBLIC_URL_RULE, public_url};

pub(super) fn at_least_one() -> RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..)
}

pub(super) fn read_public_url(text: &str) -> Result<String, &'static str> {
    public_url(text).ok_or(PUBLIC_URL_RULE)
}

/// Parses an address with a port, or a host name of this machine with a port. Of a name's addresses the
/// first one counts, IPv4 before IPv6.
pub(super) fn read_address(text: &str) -> Result<SocketAddr, String> {
    const FORMS: &str = "give an address and a port, such as 127.0.0.1:8080, [::1]:8080 or \
                         localhost:8080";
    let has_port = text.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    if !has_port {
        return Err(FORMS.to_owned());
    }
    let known = text.to_socket_addrs().map_err(|error| format!("{error}; {FORMS}"))?;
    known.min_by_key(SocketAddr::is_ipv6).ok_or_else(|| FORMS.to_owned())
}

/// Parses a positive duration with its unit.
pub(super) fn read_duration(text: &str) -> Result<Duration, String> {
    let duration = humantime::parse_duration(text);
    let duration =
        duration.map_err(|error| format!("{error}; give a time such as 500ms or 10s"))?;
    let above_zero = Some(duration).filter(|duration| !duration.is_zero());
    above_zero.ok_or_else(|| "give a time above zero".to_owned())
}

/// Parses a further parameter of a request.
pub(super) fn read_parameter(text: &str) -> Result<(String, String), &'static str> {
    let (name, value) =
        text.split_once('=').ok_or("give a name and a value, such as group=entity")?;
    Ok((name.to_owned(), value.to_owned()))
}

pub(super) fn read_collection(text: &str) -> Result<Collection, String> {
    let names = Collection::NAMES.join(", ");
    Collection::from_name(text).ok_or_else(|| format!("it must be one of {names}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_port_and_may_be_names() {
        for text in ["127.0.0.1:8080", "[::1]:8080", "0.0.0.0:0"] {
            assert_eq!(read_address(text), Ok(text.parse().expect("an address")));
        }
        assert!(read_address("localhost:0").expect("every machine has it").ip().is_loopback());
        for text in ["8080", "localhost", "127.0.0.1", "127.0.0.1:65536", "::1", ""] {
            assert!(read_address(text).expect_err(text).contains("localhost:8080"), "{text}");
        }
    }

    #[test]
    fn times_are_read_with_their_unit() {
        for (text, milliseconds) in
            [("500ms", 500), ("10s", 10_000), ("2m", 120_000), ("1h", 3_600_000)]
        {
            assert_eq!(read_duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "10", "0s", "-1s", "s", "99999999999999999999s"] {
            assert!(read_duration(text).is_err(), "{text}");
        }
    }
}
