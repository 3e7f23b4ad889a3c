//! A file of messages while it is read: names, nodes, elements and parties.

use std::num::NonZeroU32;
use std::ops::Range;

use ahash::AHashMap;

use crate::kinds::{Kind, Role, Schema};
use crate::message::{Extent, MessageFile, MessageType, Node, NodeOrdinal, Party};
use crate::profile::{Profile, Symbol};
use crate::siblings::Positions;

/// Properties that an element passes on to those inside it.
#[derive(Clone, Copy)]
pub(crate) struct Context {
    pub(crate) role: Role,
    pub(crate) schema: Schema,
    pub(crate) party: Option<u32>,
    pub(crate) transaction: Option<NonZeroU32>,
    pub(crate) batch: Option<NonZeroU32>,
}

impl Context {
    /// Outside of all parties and transactions.
    pub(crate) const OUTSIDE: Self =
        Self { role: Role::None, schema: Schema::Any, party: None, transaction: None, batch: None };
}

/// A file being read.
pub(crate) struct FileBuilder {
    pub(crate) file: MessageFile,
    symbols: AHashMap<Box<str>, Symbol>,
    positions: Positions,
    open: Vec<NodeOrdinal>,
    /// Parties of all messages, of which those are kept that something identifies.
    pub(crate) candidates: Vec<Party>,
}

impl FileBuilder {
    /// An empty file with this profile.
    pub(crate) fn new(profile: &'static Profile) -> Self {
        Self {
            file: MessageFile { profile, ..MessageFile::default() },
            symbols: AHashMap::default(),
            positions: Positions::default(),
            open: Vec::new(),
            candidates: Vec::new(),
        }
    }

    /// The innermost open element.
    pub(crate) fn innermost(&self) -> Option<NodeOrdinal> {
        self.open.last().copied()
    }

    /// Number of elements and attributes.
    pub(crate) fn nodes(&self) -> usize {
        self.file.nodes.len()
    }

    /// Path of the innermost open element; empty if none is open.
    pub(crate) fn path(&self) -> String {
        self.open.last().map_or_else(String::new, |node| self.file.path(*node))
    }

    /// Symbol of a name that the profile has, or an element before.
    pub(crate) fn symbol(&self, name: &str) -> Option<Symbol> {
        self.file.profile.symbol(name).or_else(|| self.symbols.get(name).copied())
    }

    /// Adds a name that has no symbol yet.
    pub(crate) fn add_name(&mut self, name: &str) -> Symbol {
        let symbol = Symbol(ordinal(self.file.profile.names().len() + self.file.names.len()));
        self.file.names.push(name.into());
        self.symbols.insert(name.into(), symbol);
        symbol
    }

    /// Opens an element.
    pub(crate) fn open(&mut self, name: Symbol) -> NodeOrdinal {
        let node = self.add_node(name);
        self.open.push(node);
        node
    }

    /// Closes the innermost open element.
    pub(crate) fn close(&mut self) {
        self.open.pop();
    }

    /// Adds an element, or an attribute, to the innermost open element.
    pub(crate) fn add_node(&mut self, name: Symbol) -> NodeOrdinal {
        let parent = self.innermost();
        let mut node = Node { parent, name, position: 0 };
        self.positions.place(&mut node, &self.open, &mut self.file.nodes);
        let at = NodeOrdinal(ordinal(self.file.nodes.len()));
        self.file.nodes.push(node);
        at
    }

    /// Adds a party; it is kept if something identifies it.
    pub(crate) fn add_party(&mut self, context: &Context) -> u32 {
        let Context { role, schema, transaction, batch, .. } = *context;
        let at = ordinal(self.candidates.len());
        self.candidates.push(Party { transaction, batch, role, schema, span: 0..0 });
        at
    }

    /// Ends a message that has these elements and these candidates for parties.
    pub(crate) fn finish_message(
        &mut self,
        message_type: MessageType,
        transactions: u32,
        elements: Range<usize>,
        candidates: Range<usize>,
    ) {
        let before = self.file.parties.len();
        self.keep_parties(candidates, elements.clone());
        let parties = before..self.file.parties.len();
        self.file.extents.push(Extent { message_type, transactions, elements, parties });
    }

    /// Keeps the candidates of a message that something identifies as its parties, and has its elements
    /// name them by their ordinals.
    fn keep_parties(&mut self, candidates: Range<usize>, elements: Range<usize>) {
        let elements = &mut self.file.elements[elements];
        let mut found = vec![false; candidates.len()];
        // A candidate of an earlier message is in a wrapper around both.
        let place = |party: u32| {
            let place = (party as usize).checked_sub(candidates.start);
            place.filter(|place| *place < candidates.len())
        };
        for element in elements.iter().filter(|element| is_identity(element.kind)) {
            if let Some(place) = element.party.and_then(place) {
                found[place] = true;
            }
        }
        let before = self.file.parties.len();
        let mut ordinals = vec![None; candidates.len()];
        for (place, _) in found.iter().enumerate().filter(|(_, found)| **found) {
            ordinals[place] = Some(ordinal(self.file.parties.len() - before));
            self.file.parties.push(self.candidates[candidates.start + place].clone());
        }
        for (at, element) in elements.iter_mut().enumerate() {
            element.party = element.party.and_then(place).and_then(|place| ordinals[place]);
            if let Some(party) = element.party {
                let span = &mut self.file.parties[before + party as usize].span;
                let start = if span.end == 0 { ordinal(at) } else { span.start };
                *span = start..ordinal(at) + 1;
            }
        }
    }
}

/// True for kinds that identify a party.
fn is_identity(kind: Kind) -> bool {
    matches!(kind, Kind::Name | Kind::Bic | Kind::Lei | Kind::Identifier)
}

/// A number as it is stored: a file has far fewer bytes than an ordinal can count.
pub(crate) fn ordinal(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
