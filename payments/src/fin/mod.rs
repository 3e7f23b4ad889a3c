//! The reader of FIN messages (MT), as they are on the network of Swift and in its batches of files.
//!
//! ```text
//! bytes ─► text ─► blocks ─► messages ─► fields of block 4 ─► lines ─► elements, by the profile
//! ```
//!
//! It is tolerant, since real messages break the rules of their fields: a line that is not what its field
//! allows is a name or a free text, and never refused.
//!
//! | module | what it holds | what it does not know |
//! |---|---|---|
//! | `blocks` | the blocks of a text, by their braces | messages, fields |
//! | `fields` | the fields of block 4, and the parts of headers | what fields mean |
//! | `party` | the lines of a party's field, by its option | messages |
//! | `types` | types of messages, and what begins a transaction in them | fields |
//! | `read` | messages out of blocks, as names and texts for the assembler | XML |

mod blocks;
mod fields;
mod party;
mod read;
mod types;

use std::sync::LazyLock;

pub use read::read;
pub use types::KNOWN_TYPES;

use crate::profile::Profile;

/// Text of the profile.
pub const TABLE: &str = include_str!("../../tables/fin.csv");

static PROFILE: LazyLock<Profile> = LazyLock::new(|| Profile::shipped(TABLE));

/// The profile of FIN messages.
#[must_use]
pub fn profile() -> &'static Profile {
    &PROFILE
}

/// True if a file begins with a block of a FIN message, as no XML does.
#[must_use]
pub fn is_fin(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let is_before =
        |byte: &&u8| byte.is_ascii_whitespace() || blocks::SEPARATORS.contains(&char::from(**byte));
    bytes.iter().find(|byte| !is_before(byte)) == Some(&b'{')
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_profile_is_sound() {
        crate::profile::tests::check_shipped(super::profile());
    }
}
