//! Opens the store behind an address.

use std::env;
use std::sync::Once;
use std::time::Duration;

use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreScheme, parse_url_opts};
use url::Url;

use crate::error::RemoteError;

/// Supported addresses, for error messages.
const ADDRESSES: &str = "an address is s3://BUCKET/FOLDER, gs://BUCKET/FOLDER, az://CONTAINER/FOLDER, \
                         https://HOST/FOLDER, http://HOST/FOLDER or file:///FOLDER";
/// Prefixes of the environment variables that configure access to a store.
const PREFIXES: [&str; 3] = ["AWS_", "GOOGLE_", "AZURE_"];
/// User-Agent of requests to a store.
const USER_AGENT: &str = concat!("tamis/", env!("CARGO_PKG_VERSION"));

/// A parsed address.
#[derive(Debug)]
pub(crate) struct Address {
    pub(crate) store: Box<dyn ObjectStore>,
    /// Folder in the store.
    pub(crate) folder: Path,
    /// Address without its password, for messages.
    pub(crate) shown: String,
    pub(crate) scheme: ObjectStoreScheme,
}

impl Address {
    /// Parses an address. Keys, region and endpoint come from the environment, in the variables of the
    /// stores' own programs. `timeout` limits each request.
    ///
    /// # Errors
    /// The address names no store, or a variable of the environment is invalid.
    pub(crate) fn read(text: &str, timeout: Duration) -> Result<Self, RemoteError> {
        let url = Url::parse(text).map_err(|error| RemoteError::Address {
            address: text.to_owned(),
            reason: format!("{error}; {ADDRESSES}"),
        })?;
        let shown = without_password(&url);
        let wrong = |reason: String| RemoteError::Address { address: shown.clone(), reason };
        let parsed = ObjectStoreScheme::parse(&url);
        let (scheme, _) = parsed.map_err(|_| wrong(ADDRESSES.to_owned()))?;
        // A store in the memory of this process is useless.
        if scheme == ObjectStoreScheme::Memory {
            return Err(wrong(ADDRESSES.to_owned()));
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(wrong("an address of a store has no \"?\" and no \"#\"".to_owned()));
        }
        trust_as_the_system_does();
        let told = env::vars_os().filter_map(|(name, value)| {
            let name = name.into_string().ok()?;
            let is_told = PREFIXES.iter().any(|prefix| name.starts_with(prefix));
            is_told.then_some((name, value.into_string().ok()?))
        });
        let mut options: Vec<(String, String)> = told.collect();
        options.push(("timeout".to_owned(), format!("{}ms", timeout.as_millis())));
        options.push(("user_agent".to_owned(), USER_AGENT.to_owned()));
        if url.scheme() == "http" {
            options.push(("allow_http".to_owned(), "true".to_owned()));
        }
        let opened = parse_url_opts(&url, options);
        let (store, folder) = opened.map_err(|error| wrong(error.to_string()))?;
        // Empty folders are removed, as in other stores, which have none.
        let store = match scheme {
            ObjectStoreScheme::Local => {
                Box::new(LocalFileSystem::new().with_automatic_cleanup(true))
            }
            _ => store,
        };
        Ok(Self { store, folder, shown, scheme })
    }

    /// True if objects of the store keep attributes in addition to their bytes.
    pub(crate) fn keeps_attributes(&self) -> bool {
        !matches!(self.scheme, ObjectStoreScheme::Local | ObjectStoreScheme::Http)
    }
}

/// An address without its password.
fn without_password(url: &Url) -> String {
    let mut shown = url.clone();
    if url.password().is_some() {
        // This cannot fail, since the address has a password.
        let _ = shown.set_password(Some("***"));
    }
    shown.as_str().trim_end_matches('/').to_owned()
}

/// Chooses the TLS implementation of connections, once per process.
fn trust_as_the_system_does() {
    static CHOSEN: Once = Once::new();
    CHOSEN.call_once(|| {
        // An earlier choice of the program stays.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Address, String> {
        Address::read(text, Duration::from_secs(1)).map_err(|error| error.to_string())
    }

    #[test]
    fn addresses_name_a_store_and_a_folder_in_it() {
        for (text, folder, shown) in [
            ("file:///srv/snapshots/", "srv/snapshots", "file:///srv/snapshots"),
            ("http://localhost:9/lists", "lists", "http://localhost:9/lists"),
            ("https://reader:secret@host/lists", "lists", "https://reader:***@host/lists"),
            ("s3://bucket/production/eu", "production/eu", "s3://bucket/production/eu"),
            ("s3://bucket", "", "s3://bucket"),
        ] {
            let address = read(text).expect(text);
            assert_eq!((address.folder.as_ref(), address.shown.as_str()), (folder, shown));
        }
    }

    #[test]
    fn what_is_no_address_is_told_what_one_is() {
        for (text, expected) in [
            ("/srv/snapshots", "an address is s3://BUCKET/FOLDER"),
            ("ftp://host/lists", "an address is s3://BUCKET/FOLDER"),
            ("memory:///lists", "an address is s3://BUCKET/FOLDER"),
            ("https://host/lists?key=1", "no \"?\""),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.starts_with(text) && error.contains(expected), "{error}");
        }
        let error = read("https://reader:secret@host/lists?key=1").expect_err("it has a query");
        assert!(error.starts_with("https://reader:***@host/lists?key=1: "), "{error}");
    }
}
