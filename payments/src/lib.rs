//! Reads payment messages, ISO 20022 and FIN: every text of a message as an element with its path, role and
//! kind. Knows neither lists nor matching nor HTTP. The terms are those of docs/glossary.md.
//!
//! ```text
//! bytes ─► text (encoding, characters) ─► names and texts ─► elements, by the profile ─► messages, parties
//! ```
//!
//! | module | what it holds | what it does not know |
//! |---|---|---|
//! | [`limits`] | every limit of reading as a named constant | anything else |
//! | [`error`] | [`ReadError`]: a fault with its place | formats |
//! | [`kinds`] | roles, kinds of text, and the schema that is asked | messages |
//! | [`profile`] | the table of elements: what is screened as what, and why not | messages |
//! | [`message`] | messages as read: elements, parties, free texts | formats |
//! | `siblings` | positions of elements among those of the same name | messages |
//! | `builder` | a file of messages while it is read | formats |
//! | `assemble` | messages, parties and elements out of names and texts | formats |
//! | [`iso20022`] | the reader of ISO 20022 messages (MX) | what is done with them |
//! | [`fin`] | the reader of FIN messages (MT) | what is done with them |

mod assemble;
mod builder;
pub mod error;
pub mod fin;
pub mod iso20022;
pub mod kinds;
pub mod limits;
pub mod message;
pub mod profile;
mod siblings;

pub use error::{Fault, ReadError};
pub use kinds::{Kind, Role, Schema};
pub use message::{Element, FreeText, Message, MessageFile, Party, element_at};

/// Reads all messages of a file of either format.
///
/// # Errors
/// Those of [`fin::read`] for a file that begins with a brace, else those of [`iso20022::read`].
pub fn read(bytes: &[u8]) -> Result<MessageFile, ReadError> {
    if fin::is_fin(bytes) { fin::read(bytes) } else { iso20022::read(bytes) }
}
