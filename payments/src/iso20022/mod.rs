//! The reader of ISO 20022 messages. It goes by local names and paths, never by prefixes or versions.
//!
//! | module | what it holds | what it does not know |
//! |---|---|---|
//! | `decode` | bytes as checked text | XML |
//! | `types` | types of messages and their root elements | elements |
//! | `assemble` | messages, parties and elements out of tags and texts | XML |
//! | `read` | tags and texts out of XML, within limits | what elements mean |

mod assemble;
mod decode;
mod read;
mod types;

pub use read::read;
pub use types::KNOWN_TYPES;
