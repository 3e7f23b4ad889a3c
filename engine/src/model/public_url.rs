//! The address at which clients reach the service.

/// Description of the addresses that [`public_url`] accepts, for messages.
pub const PUBLIC_URL_RULE: &str = "give an address such as https://screening.example.org";

/// Reads an address of http or https. It may have a path but no parameters. A slash at its end is
/// removed, because paths are appended.
#[must_use]
pub fn public_url(text: &str) -> Option<String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    let plain = |c: char| c.is_ascii_graphic() && !matches!(c, '?' | '#' | '"' | '<' | '>' | '\\');
    let is_address = rest.starts_with(|c| plain(c) && c != '/') && rest.chars().all(plain);
    is_address.then(|| text.trim_end_matches('/').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_public_address_is_one_of_the_web() {
        for (text, expected) in [
            ("https://s.example.org", "https://s.example.org"),
            ("http://10.0.0.1:8080/", "http://10.0.0.1:8080"),
            ("https://example.org/screening/", "https://example.org/screening"),
        ] {
            assert_eq!(public_url(text).as_deref(), Some(expected), "{text}");
        }
        for text in
            ["", "example.org", "ftp://x", "https://", "https:///x", "https://x?y", "http://x y"]
        {
            assert_eq!(public_url(text), None, "{text}");
        }
    }
}
