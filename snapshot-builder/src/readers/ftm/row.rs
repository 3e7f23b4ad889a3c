//! A row of a join, and its byte format.

use std::io;

use crate::error::LoadError;
use crate::readers::Input;

/// A row that joins a party with an entity that belongs to it or that it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Row<'r> {
    /// Kind of the row.
    pub(super) kind: Kind,
    /// Position among rows of an ordered kind; else 0.
    pub(super) order: u32,
    /// Line from which it was read.
    pub(super) origin: Origin,
    /// Join key: the id of a party, an address or a position.
    pub(super) key: &'r str,
    /// A second text; see [`Kind`].
    pub(super) other: &'r str,
    /// Text of the row; see [`Kind`].
    pub(super) body: &'r str,
}

/// Kinds of rows, in the order in which those of one key are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Kind {
    /// A party; its body is its line.
    Party,
    /// A Sanction of a party; its body is its line, `other` its schema.
    Sanction,
    /// An Identification or a Passport of a party; its body is its line, `other` its schema.
    Document,
    /// A Security that a party issued; its body is its line, `other` its schema.
    Security,
    /// An address of a party; its body is the address in one line.
    Address,
    /// A position of a party; its body is the name, `other` the known facts about the time in it.
    Post,
    /// An Address or Position; its body is the text, `other` its schema.
    Place,
    /// A party's request for the address that is the key; `other` is the party's id.
    AddressWanted,
    /// An occupant's request for the position that is the key; `other` is the party's id, the body the
    /// known facts about the time in it.
    PostWanted,
}

/// A line of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Origin {
    /// Number of the main file.
    pub(super) file: u32,
    /// Line number, from 1.
    pub(super) line: u64,
}

impl Origin {
    pub(super) fn file_name<'i>(&self, input: &'i Input<'_>) -> &'i str {
        let file = usize::try_from(self.file).ok().and_then(|file| input.main.get(file));
        file.map_or("", |file| file.name.as_str())
    }
}

impl Kind {
    const ALL: [Self; 9] = [
        Self::Party,
        Self::Sanction,
        Self::Document,
        Self::Security,
        Self::Address,
        Self::Post,
        Self::Place,
        Self::AddressWanted,
        Self::PostWanted,
    ];

    /// True if a join holds rows of this kind in memory; others are streamed.
    pub(super) fn is_held(self) -> bool {
        !matches!(self, Self::AddressWanted | Self::PostWanted)
    }
}

impl<'r> Row<'r> {
    /// A row of an unordered kind.
    pub(super) fn new(
        kind: Kind,
        origin: Origin,
        key: &'r str,
        other: &'r str,
        body: &'r str,
    ) -> Self {
        Self { kind, order: 0, origin, key, other, body }
    }

    /// Appends the row.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) -> io::Result<()> {
        let texts = [self.key, self.other, self.body];
        bytes.push(self.kind as u8);
        bytes.extend_from_slice(&self.order.to_le_bytes());
        bytes.extend_from_slice(&self.origin.file.to_le_bytes());
        bytes.extend_from_slice(&self.origin.line.to_le_bytes());
        for text in texts {
            let length = u32::try_from(text.len()).map_err(io::Error::other)?;
            bytes.extend_from_slice(&length.to_le_bytes());
            bytes.extend_from_slice(text.as_bytes());
        }
        Ok(())
    }

    /// Sort key among the rows of a join: by key, the party first; its rows by their own order, or as
    /// read.
    pub(super) fn place_in_join(&self) -> impl Ord + use<'r> {
        let posts = if self.kind == Kind::Post { (self.body, self.other) } else { ("", "") };
        (self.key, self.kind, self.order, posts, self.origin)
    }

    /// Schema of the entity from which a row of a party was made.
    pub(super) fn schema(&self) -> &'r str {
        match self.kind {
            Kind::Address => "Address",
            Kind::Post => "Occupancy",
            _ => self.other,
        }
    }

    /// Calls `on_row` with each row of the bytes.
    pub(super) fn read_all(
        mut bytes: &'r [u8],
        mut on_row: impl FnMut(Self) -> Result<(), LoadError>,
    ) -> Result<(), LoadError> {
        while !bytes.is_empty() {
            let row = Self::read(&mut bytes).ok_or_else(|| {
                let reason = io::Error::other("what was written there has changed");
                LoadError::io("temporary file", reason)
            })?;
            on_row(row)?;
        }
        Ok(())
    }

    fn read(bytes: &mut &'r [u8]) -> Option<Self> {
        let [kind] = take(bytes)?;
        let kind = *Kind::ALL.get(usize::from(kind))?;
        let order = u32::from_le_bytes(take(bytes)?);
        let (file, line) = (u32::from_le_bytes(take(bytes)?), u64::from_le_bytes(take(bytes)?));
        let origin = Origin { file, line };
        let (key, other) = (take_text(bytes)?, take_text(bytes)?);
        Some(Self { kind, order, origin, key, other, body: take_text(bytes)? })
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

fn take_text<'r>(bytes: &mut &'r [u8]) -> Option<&'r str> {
    let length = usize::try_from(u32::from_le_bytes(take(bytes)?)).ok()?;
    let (taken, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    std::str::from_utf8(taken).ok()
}
