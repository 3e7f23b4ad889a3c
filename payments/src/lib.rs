//! Reads payment messages: every text of a message as an element with its path, role and kind. Knows
//! neither lists nor matching nor HTTP. The terms are those of docs/glossary.md.
//!
//! ```text
//! bytes ─► text (encoding, characters) ─► tags and texts ─► elements, by the profile ─► messages, parties
//! ```
//!
//! | module | what it holds | what it does not know |
//! |---|---|---|
//! | [`limits`] | every limit of reading as a named constant | anything else |
//! | [`error`] | [`ReadError`]: a fault with its place | formats |
//! | [`kinds`] | roles, kinds of text, and the schema that is asked | messages |
//! | [`profile`] | the table of elements: what is screened as what, and why not | messages |
//! | [`message`] | messages as read: elements, parties, free texts | formats |
//! | `builder`, `siblings` | a file of messages while it is read; positions among siblings | formats |
//! | [`iso20022`] | the reader of ISO 20022 messages | what is done with them |

mod builder;
pub mod error;
pub mod iso20022;
pub mod kinds;
pub mod limits;
pub mod message;
pub mod profile;
mod siblings;

pub use error::{Fault, ReadError};
pub use kinds::{Kind, Role, Schema};
pub use message::{Element, FreeText, Message, MessageFile, Party};
