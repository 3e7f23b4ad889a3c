//! The reader of ISO 20022 messages. It goes by local names and paths, never by prefixes or versions.
//!
//! | module | what it holds | what it does not know |
//! |---|---|---|
//! | `decode` | bytes as checked text | XML |
//! | `types` | types of messages and their root elements | elements |
//! | `read` | tags and texts out of XML, within limits | what elements mean |

mod decode;
mod read;
mod types;

use std::sync::LazyLock;

pub use read::read;
pub use types::KNOWN_TYPES;

use crate::profile::Profile;

/// Text of the profile.
pub const TABLE: &str = include_str!("../../tables/iso20022.csv");

static PROFILE: LazyLock<Profile> = LazyLock::new(|| Profile::shipped(TABLE));

/// The profile of ISO 20022 messages.
#[must_use]
pub fn profile() -> &'static Profile {
    &PROFILE
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_profile_is_sound() {
        crate::profile::tests::check_shipped(super::profile());
    }
}
