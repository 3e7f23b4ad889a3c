//! Messages as read. A [`MessageFile`] holds the texts and paths of all its messages; a [`Message`] is a
//! view of one of them.

use std::fmt::Write;
use std::num::NonZeroU32;
use std::ops::Range;

use crate::kinds::{Kind, Role, Schema};
use crate::profile::{Profile, Symbol};

/// A text of a message, as sent, with its classification.
#[derive(Debug, Clone)]
pub struct Element {
    /// Number of the transaction in its message, from 1; `None` for headers and batches.
    pub transaction: Option<NonZeroU32>,
    /// Number of the batch in its message, from 1: a payment information block, which says what its
    /// transactions share.
    pub batch: Option<NonZeroU32>,
    /// Ordinal of the party in its message.
    pub party: Option<u32>,
    pub role: Role,
    pub kind: Kind,
    /// Schema of the text itself; that of its party may say more.
    pub schema: Schema,
    /// Reason for which the text is not screened; `None` if it is.
    pub unscreened: Option<&'static str>,
    /// True if the profile has a row for the element.
    pub is_known: bool,
    /// True for a name that may run on into the line after it: it is as long as a field at whose end
    /// senders cut names, or the first word of the next line would not have found room in its own.
    pub is_possibly_cut: bool,
    /// True for a name that continues the name before it.
    pub continues: bool,
    pub(crate) node: NodeOrdinal,
    pub(crate) text: Range<u32>,
}

/// A party: what identifies it is together in one block of the message.
#[derive(Debug, Clone)]
pub struct Party {
    pub transaction: Option<NonZeroU32>,
    pub batch: Option<NonZeroU32>,
    pub role: Role,
    pub schema: Schema,
    /// Elements from the first one to the last one of the party, by ordinal in the message. Some may
    /// belong to a party inside this one.
    pub(crate) span: Range<u32>,
}

/// Free texts that belong together, joined by blanks in their order: a name may run over two of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FreeText {
    pub text: String,
    /// The joined elements by ordinal in the message, each with its first byte in the text.
    pub pieces: Vec<(usize, usize)>,
}

/// Type of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageType {
    /// Identifier such as `pacs.008.001.08`, or the name of the root element if there is none.
    pub name: String,
    /// True if the elements of the type are in the profile. Others are read by the same names.
    pub is_known: bool,
}

/// Ordinal of an element in its file, with or without text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NodeOrdinal(pub(crate) u32);

/// An element with or without text, or an attribute.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    /// `None` for the root.
    pub(crate) parent: Option<NodeOrdinal>,
    pub(crate) name: Symbol,
    /// Position among the siblings of the same name, from 1; 0 if it is the only one.
    pub(crate) position: u32,
}

/// Extent of one message in its file.
#[derive(Debug, Clone)]
pub(crate) struct Extent {
    pub(crate) message_type: MessageType,
    pub(crate) transactions: u32,
    pub(crate) elements: Range<usize>,
    pub(crate) parties: Range<usize>,
}

/// The messages of one file.
#[derive(Debug, Default)]
pub struct MessageFile {
    pub(crate) profile: &'static Profile,
    /// Names that the profile does not have; their symbols follow its own.
    pub(crate) names: Vec<Box<str>>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) texts: String,
    pub(crate) elements: Vec<Element>,
    pub(crate) parties: Vec<Party>,
    pub(crate) extents: Vec<Extent>,
}

impl MessageFile {
    /// The messages in their order.
    pub fn messages(&self) -> impl ExactSizeIterator<Item = Message<'_>> {
        self.extents.iter().map(|extent| Message { file: self, extent })
    }

    fn name(&self, node: NodeOrdinal) -> &str {
        let symbol = self.node(node).name.0 as usize;
        let known = self.profile.names();
        known.get(symbol).copied().unwrap_or_else(|| &self.names[symbol - known.len()])
    }

    fn node(&self, node: NodeOrdinal) -> &Node {
        &self.nodes[node.0 as usize]
    }

    /// Path of an element: local names, with a position where a name repeats.
    pub(crate) fn path(&self, node: NodeOrdinal) -> String {
        let above = std::iter::successors(Some(node), |node| self.node(*node).parent);
        let nodes: Vec<NodeOrdinal> = above.collect();
        let mut path = String::new();
        for node in nodes.into_iter().rev() {
            // Writing to a String cannot fail.
            let _ = write!(path, "/{}", self.name(node));
            let position = self.node(node).position;
            if position > 0 {
                let _ = write!(path, "[{position}]");
            }
        }
        path
    }

    /// True if an element is below another one, and no attribute of it.
    fn is_within(&self, inner: NodeOrdinal, outer: NodeOrdinal) -> bool {
        let above = |node: &NodeOrdinal| self.node(*node).parent;
        // An element has a greater number than those around it.
        !self.name(inner).starts_with('@')
            && std::iter::successors(above(&inner), above)
                .take_while(|node| node.0 >= outer.0)
                .any(|node| node == outer)
    }

    /// True if two paths have the same names.
    fn is_alike(&self, one: NodeOrdinal, other: NodeOrdinal) -> bool {
        let (mut one, mut other) = (Some(one), Some(other));
        while one != other {
            let (Some(left), Some(right)) = (one, other) else { return false };
            if self.node(left).name != self.node(right).name {
                return false;
            }
            (one, other) = (self.node(left).parent, self.node(right).parent);
        }
        true
    }
}

/// One message of a file.
#[derive(Clone, Copy)]
pub struct Message<'f> {
    file: &'f MessageFile,
    extent: &'f Extent,
}

impl<'f> Message<'f> {
    /// Type of the message.
    #[must_use]
    pub fn message_type(self) -> &'f MessageType {
        &self.extent.message_type
    }

    /// Number of transactions.
    #[must_use]
    pub fn transactions(self) -> u32 {
        self.extent.transactions
    }

    /// All texts in their order, each once.
    #[must_use]
    pub fn elements(self) -> &'f [Element] {
        &self.file.elements[self.extent.elements.clone()]
    }

    /// Parties with a name or an identifier, in their order.
    #[must_use]
    pub fn parties(self) -> &'f [Party] {
        &self.file.parties[self.extent.parties.clone()]
    }

    /// Text of an element as sent.
    #[must_use]
    pub fn text(self, element: &Element) -> &'f str {
        &self.file.texts[element.text.start as usize..element.text.end as usize]
    }

    /// Path of an element, as in `/Document/FIToFICstmrCdtTrf/CdtTrfTxInf[1]/Cdtr/Nm`.
    #[must_use]
    pub fn path(self, element: &Element) -> String {
        self.file.path(element.node)
    }

    /// Names of an element and those around it, from inner to outer.
    pub fn names(self, element: &Element) -> impl Iterator<Item = &'f str> + use<'f> {
        let file = self.file;
        let above = std::iter::successors(Some(element.node), |node| file.node(*node).parent);
        above.map(|node| file.name(node))
    }

    /// Elements of a party by ordinal, without those of a party inside it.
    pub fn elements_of(self, party: u32) -> impl Iterator<Item = (usize, &'f Element)> {
        let span = self.parties().get(party as usize).map_or(0..0, |party| party.span.clone());
        let span = span.start as usize..span.end as usize;
        let elements = span.clone().zip(&self.elements()[span]);
        elements.filter(move |(_, element)| element.party == Some(party))
    }

    /// Identifier that the sender gave the message: that of the message itself, else that of the
    /// case, else that of the header.
    #[must_use]
    pub fn message_id(self) -> Option<&'f str> {
        let found = |parent, name| self.named(&[name]).find(|(node, _)| self.is_in(*node, parent));
        let places = [
            ("GrpHdr", "MsgId"),
            ("Assgnmt", "Id"),
            ("AppHdr", "BizMsgIdr"),
            // The sender's reference of a FIN message, in its first sequence if it has any.
            ("4", "20"),
            ("A", "20"),
            ("B", "20"),
        ];
        places.iter().find_map(|(parent, name)| found(parent, name)).map(|(_, text)| text)
    }

    /// Unique end-to-end transaction references, those of the original payments included.
    pub fn uetrs(self) -> impl Iterator<Item = &'f str> {
        self.named(&["UETR", "OrgnlUETR", "121"]).map(|(_, text)| text)
    }

    /// End-to-end identifications, those of the original payments included.
    pub fn end_to_end_ids(self) -> impl Iterator<Item = &'f str> {
        self.named(&["EndToEndId", "OrgnlEndToEndId"]).map(|(_, text)| text)
    }

    /// Elements of these names, with their texts.
    fn named(self, names: &[&str]) -> impl Iterator<Item = (NodeOrdinal, &'f str)> {
        let symbols: Vec<_> =
            names.iter().filter_map(|name| self.file.profile.symbol(name)).collect();
        let elements = self.elements().iter();
        elements
            .filter(move |element| symbols.contains(&self.file.node(element.node).name))
            .map(move |element| (element.node, self.text(element)))
    }

    fn is_in(self, node: NodeOrdinal, parent: &str) -> bool {
        self.file.node(node).parent.is_some_and(|above| self.file.name(above) == parent)
    }

    /// Free texts in their order. Consecutive ones with the same names in their paths, of the same
    /// transaction and batch, are joined, and so is a text with that of an element within it.
    #[must_use]
    pub fn free_texts(self) -> Vec<FreeText> {
        self.free_texts_by(|_| Some(()))
    }

    /// The free texts with a key, by ordinal of their element. Only those with equal keys are joined.
    pub fn free_texts_by<K: PartialEq>(self, key: impl Fn(usize) -> Option<K>) -> Vec<FreeText> {
        let mut texts: Vec<FreeText> = Vec::new();
        let mut before: Option<(&Element, K)> = None;
        let elements = self.elements().iter().enumerate();
        for (at, element) in elements.filter(|(_, element)| element.kind == Kind::FreeText) {
            let Some(own_key) = key(at) else { continue };
            let own = self.text(element);
            let continues = before.as_ref().is_some_and(|(before, key)| {
                (before.transaction, before.batch, before.party, key)
                    == (element.transaction, element.batch, element.party, &own_key)
                    && (self.file.is_alike(before.node, element.node)
                        || self.file.is_within(element.node, before.node)
                        || self.file.is_within(before.node, element.node))
            });
            match texts.last_mut().filter(|_| continues) {
                Some(joined) => {
                    joined.text.push(' ');
                    joined.pieces.push((at, joined.text.len()));
                    joined.text.push_str(own);
                }
                None => texts.push(FreeText { text: own.to_owned(), pieces: vec![(at, 0)] }),
            }
            before = Some((element, own_key));
        }
        texts
    }
}

impl FreeText {
    /// Ordinal of the element that a byte of the text is in.
    #[must_use]
    pub fn element_at(&self, byte: usize) -> Option<usize> {
        element_at(&self.pieces, byte)
    }
}

/// Ordinal of the element that a byte of a joined text is in, by its pieces: elements with the first byte of
/// each.
#[must_use]
pub fn element_at(pieces: &[(usize, usize)], byte: usize) -> Option<usize> {
    let before = pieces.partition_point(|(_, start)| *start <= byte);
    pieces.get(before.checked_sub(1)?).map(|(element, _)| *element)
}
