//! Malformed and hostile messages, each with its right outcome: for the reader, and for whatever screens
//! what it reads. The listed name in them is [`NAME`].
#![allow(dead_code, unreachable_pub, reason = "shared by programs that each use a part")]

mod encodings;
mod fin;
mod xml;

/// Name of a listed person, which no hostile message may hide.
pub const NAME: &str = "Ivan Petrovich Sokolov";

/// A message with its right outcome.
pub struct Hostile {
    pub name: &'static str,
    pub bytes: Vec<u8>,
    pub outcome: Outcome,
}

/// Right outcome of a message.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// It is refused, and the error begins so: line, column, path and reason.
    Refused(&'static str),
    /// It has these texts in this order, and no others.
    Read(Vec<String>, Verdict),
}

/// Verdict on a message that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It holds [`NAME`], whatever else is in it.
    Hit,
    /// A part of it cannot be screened.
    Unverified,
    /// All of it is screened, and there is no listed name in it.
    Pass,
}

/// All messages, of both formats.
pub fn messages() -> Vec<Hostile> {
    let mut messages = xml::refused();
    messages.extend(encodings::refused());
    messages.extend(xml::read());
    messages.extend(fin::refused());
    messages.extend(fin::read());
    messages
}

fn refused(name: &'static str, bytes: impl Into<Vec<u8>>, start: &'static str) -> Hostile {
    Hostile { name, bytes: bytes.into(), outcome: Outcome::Refused(start) }
}

fn read<T: Into<String>>(
    name: &'static str,
    bytes: impl Into<Vec<u8>>,
    verdict: Verdict,
    texts: impl IntoIterator<Item = T>,
) -> Hostile {
    let texts = texts.into_iter().map(Into::into).collect();
    Hostile { name, bytes: bytes.into(), outcome: Outcome::Read(texts, verdict) }
}
