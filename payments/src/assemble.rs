//! Messages, parties and elements out of names that are opened and closed, and texts between them.
//!
//! A message is a header (`AppHdr`) and the `Document` that follows it, in it or around it, or either
//! alone. Elements of a wrapper belong to the message that follows, those after the last one to it.

use std::num::NonZeroU32;

use crate::builder::{Context, FileBuilder, ordinal};
use crate::kinds::{Kind, Role, Schema};
use crate::limits::NAME_WIDTHS;
use crate::message::{Element, MessageFile, MessageType, Node, NodeOrdinal};
use crate::profile::{Block, Profile, State, Symbol};

/// Reason not to screen a text of an element that the profile does not know.
const UNKNOWN_SHAPE: &str = "a date or a short number in an unknown element";

/// An open element.
#[derive(Clone, Copy)]
struct Frame {
    state: State,
    context: Context,
    /// First byte of its text that no element has yet.
    text: usize,
    has_children: bool,
    extent: Option<ExtentKind>,
}

/// Element that begins a message or a part of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ExtentKind {
    Header,
    Document,
}

/// The message being read.
#[derive(Default)]
struct Current {
    /// First of its elements.
    elements: usize,
    /// First of its candidates for parties.
    candidates: usize,
    has_header: bool,
    has_document: bool,
    /// Identifier of the type in the namespace of the document.
    identifier: Option<String>,
    /// Identifier of the type in the header.
    header_identifier: Option<String>,
    /// Name of the outermost element that may say the type.
    root: Option<String>,
    transactions: u32,
    batches: u32,
    /// Depth of the parent of the document, once the document is closed.
    parent: Option<usize>,
    /// Number of elements and candidates when that parent closed: later ones belong to the next message.
    end: Option<(usize, usize)>,
}

/// A format of messages.
#[derive(Clone, Copy)]
pub(crate) struct Format {
    pub(crate) profile: &'static Profile,
    /// The type with an identifier.
    pub(crate) type_of: fn(&str) -> MessageType,
    /// Identifier of the type whose messages have this root element.
    pub(crate) type_of_root: fn(&str) -> Option<&'static str>,
}

/// Messages being assembled.
pub(crate) struct Assembler {
    format: Format,
    profile: &'static Profile,
    pub(crate) builder: FileBuilder,
    frames: Vec<Frame>,
    current: Current,
    is_in_header: bool,
    is_in_document: bool,
    header_symbol: Option<Symbol>,
    type_symbol: Option<Symbol>,
}

impl Assembler {
    pub(crate) fn new(format: Format) -> Self {
        let profile = format.profile;
        Self {
            format,
            profile,
            builder: FileBuilder::new(profile),
            frames: Vec::new(),
            current: Current::default(),
            is_in_header: false,
            is_in_document: false,
            header_symbol: profile.symbol("AppHdr"),
            type_symbol: profile.symbol("MsgDefIdr"),
        }
    }

    /// Number of open elements.
    pub(crate) fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Opens an element. Returns true if its namespace may say the type of the message.
    pub(crate) fn open(&mut self, name: &str, symbol: Symbol) -> bool {
        self.end_text(true);
        let outer = self.frames.last_mut().map(|frame| {
            frame.has_children = true;
            *frame
        });
        let extent = self.begin_extent(name, outer);
        let starts_type = extent == Some(ExtentKind::Document);
        let says_type =
            starts_type || outer.is_some_and(|o| o.extent == Some(ExtentKind::Document));
        let may_say_type = says_type && self.current.identifier.is_none();
        if self.current.root.is_none()
            || (may_say_type && (starts_type || self.is_below_document()))
        {
            self.current.root = Some(name.to_owned());
        }
        let outer = outer.filter(|_| extent.is_none());
        let before = outer.map_or(State::START, |frame| frame.state);
        let state = self.profile.step(before, symbol);
        let mut context = outer.map_or(Context::OUTSIDE, |frame| frame.context);
        let node = self.builder.open(symbol);
        if let Some(row) = self.profile.block(state) {
            context.role = row.role.unwrap_or(context.role);
            context.schema = row.schema.unwrap_or(context.schema);
            self.begin_block(row.block, &mut context, node);
        }
        let text = self.builder.file.texts.len();
        self.frames.push(Frame { state, context, text, has_children: false, extent });
        may_say_type
    }

    /// Makes the innermost open element a transaction, the only one of its message. Its path has no
    /// position.
    pub(crate) fn begin_only_transaction(&mut self) {
        self.current.transactions += 1;
        if let Some(frame) = self.frames.last_mut() {
            frame.context.transaction = NonZeroU32::new(self.current.transactions);
        }
    }

    /// Sets the type of the message by a namespace.
    pub(crate) fn set_identifier(&mut self, identifier: &str) {
        self.current.identifier = Some(identifier.to_owned());
    }

    /// Adds an attribute to the element opened last. Its name has `@` before it.
    pub(crate) fn attribute(&mut self, symbol: Symbol, value: &str) {
        let Some(frame) = self.frames.last().copied().filter(|_| !is_blank(value)) else { return };
        let node = self.builder.add_node(symbol);
        let start = self.builder.file.texts.len();
        self.builder.file.texts.push_str(value);
        let state = self.profile.step(frame.state, symbol);
        self.add_element(node, Some(state), frame.context, start);
        if let Some(frame) = self.frames.last_mut() {
            frame.text = self.builder.file.texts.len();
        }
    }

    /// Adds text to the innermost open element.
    pub(crate) fn text(&mut self, text: &str) {
        self.builder.file.texts.push_str(text);
    }

    /// Closes the innermost open element.
    pub(crate) fn close(&mut self) {
        self.end_text(false);
        self.builder.close();
        let Some(frame) = self.frames.pop() else { return };
        let depth = self.frames.len();
        let end = self.builder.file.texts.len();
        if let Some(outer) = self.frames.last_mut() {
            outer.text = end;
        }
        match frame.extent {
            Some(ExtentKind::Header) => self.is_in_header = false,
            Some(ExtentKind::Document) => {
                self.is_in_document = false;
                self.current.parent = Some(depth);
            }
            None => {}
        }
        let has_left = self.current.parent.is_some_and(|parent| depth < parent);
        if has_left && self.current.end.is_none() {
            self.current.end =
                Some((self.builder.file.elements.len(), self.builder.candidates.len()));
        }
        // A root element of another kind is a message of its own.
        if depth == 0 && !self.current.has_header {
            self.current.has_document = true;
        }
    }

    /// The messages, when all elements are closed.
    pub(crate) fn finish(mut self) -> MessageFile {
        self.finish_message(self.builder.file.elements.len(), self.builder.candidates.len());
        self.builder.file
    }

    /// Begins a message or a part of it if the element is one.
    fn begin_extent(&mut self, name: &str, outer: Option<Frame>) -> Option<ExtentKind> {
        if outer.is_none() && self.current.has_document {
            self.begin_message();
        }
        let kind = match name {
            _ if self.is_in_document => return None,
            "AppHdr" if !self.is_in_header => ExtentKind::Header,
            "Document" => ExtentKind::Document,
            _ if (self.format.type_of_root)(name).is_some() => ExtentKind::Document,
            _ => return None,
        };
        let is_header = kind == ExtentKind::Header;
        let is_next = self.current.has_document || (is_header && self.current.has_header);
        if is_next {
            self.begin_message();
        }
        match kind {
            ExtentKind::Header => (self.current.has_header, self.is_in_header) = (true, true),
            ExtentKind::Document => (self.current.has_document, self.is_in_document) = (true, true),
        }
        Some(kind)
    }

    fn is_below_document(&self) -> bool {
        self.current.root.as_deref() == Some("Document")
    }

    /// Ends the current message and begins the next one.
    fn begin_message(&mut self) {
        let all = (self.builder.file.elements.len(), self.builder.candidates.len());
        let (elements, parties) = self.current.end.unwrap_or(all);
        self.finish_message(elements, parties);
    }

    fn finish_message(&mut self, elements: usize, parties: usize) {
        let next = Current { elements, candidates: parties, ..Current::default() };
        let current = std::mem::replace(&mut self.current, next);
        let named = current.identifier.or(current.header_identifier);
        let by_root =
            || current.root.as_deref().and_then(self.format.type_of_root).map(str::to_owned);
        let message_type = match named.or_else(by_root) {
            Some(identifier) => (self.format.type_of)(&identifier),
            None => MessageType { name: current.root.unwrap_or_default(), is_known: false },
        };
        let elements = current.elements..elements;
        let candidates = current.candidates..parties;
        self.builder.finish_message(message_type, current.transactions, elements, candidates);
    }

    fn begin_block(&mut self, block: Block, context: &mut Context, node: NodeOrdinal) {
        match block {
            Block::Party => context.party = Some(self.builder.add_party(context)),
            Block::Part => {
                let party =
                    context.party.and_then(|at| self.builder.candidates.get_mut(at as usize));
                if let Some(party) = party {
                    let agrees = [Schema::Any, context.schema].contains(&party.schema);
                    party.schema = if agrees { context.schema } else { Schema::Any };
                }
            }
            Block::Transaction if context.transaction.is_none() => {
                self.current.transactions += 1;
                context.transaction = NonZeroU32::new(self.current.transactions);
                self.number(node);
            }
            Block::Transaction => {}
            Block::Batch => {
                self.current.batches += 1;
                context.batch = NonZeroU32::new(self.current.batches);
                self.number(node);
            }
        }
    }

    /// Gives a node a position even if it is the only one of its name.
    fn number(&mut self, node: NodeOrdinal) {
        let position = &mut self.builder.file.nodes[node.0 as usize].position;
        *position = (*position).max(1);
    }

    /// Ends the text of the innermost open element, which goes on inside it or ends.
    fn end_text(&mut self, is_before_child: bool) {
        let Some(frame) = self.frames.last().copied() else { return };
        let text = &self.builder.file.texts[frame.text..];
        if is_blank(text) {
            self.builder.file.texts.truncate(frame.text);
            return;
        }
        // Text beside elements is not known to any schema.
        let state = Some(frame.state).filter(|_| !is_before_child && !frame.has_children);
        if let Some(node) = self.builder.innermost() {
            self.add_element(node, state, frame.context, frame.text);
        }
    }

    /// Adds an element that has the texts from a byte to their end.
    fn add_element(
        &mut self,
        node: NodeOrdinal,
        state: Option<State>,
        context: Context,
        start: usize,
    ) {
        let text = &self.builder.file.texts[start..];
        let row = state.and_then(|state| self.profile.element(state));
        let (kind, unscreened) = match row {
            Some(row)
                if (row.unscreened.is_some() || row.kind.is_compared()) && !row.kind.fits(text) =>
            {
                (Kind::FreeText, None)
            }
            Some(row) => (row.kind, row.unscreened),
            None => match Kind::of_shape(text) {
                Some(kind) => (kind, Some(UNKNOWN_SHAPE)),
                None => (Kind::FreeText, None),
            },
        };
        let is_possibly_cut = kind == Kind::Name && NAME_WIDTHS.contains(&text.chars().count());
        let is_text = kind == Kind::FreeText && context.role == Role::None;
        let is_alone =
            context.party.is_none() && matches!(kind, Kind::Name | Kind::Bic | Kind::Lei);
        let is_known = row.is_some();
        let schema = row.and_then(|row| row.schema).unwrap_or(context.schema);
        self.note_type(node, start);
        let party = if is_alone {
            Some(self.builder.add_party(&Context { schema, ..context }))
        } else {
            context.party
        };
        self.builder.file.elements.push(Element {
            transaction: context.transaction,
            batch: context.batch,
            party,
            role: if is_text { Role::FreeText } else { context.role },
            kind,
            schema,
            unscreened,
            is_known,
            is_possibly_cut,
            continues: false,
            node,
            text: ordinal(start)..ordinal(self.builder.file.texts.len()),
        });
    }

    /// Keeps the type that the header of the current message says.
    fn note_type(&mut self, node: NodeOrdinal, start: usize) {
        let Node { name, parent, .. } = self.builder.file.nodes[node.0 as usize];
        let is_header = |at: NodeOrdinal| {
            Some(self.builder.file.nodes[at.0 as usize].name) == self.header_symbol
        };
        if self.type_symbol == Some(name) && parent.is_some_and(is_header) {
            self.current.header_identifier =
                Some(self.builder.file.texts[start..].trim().to_owned());
        }
    }
}

/// True if a text is nothing but the white space of XML.
pub(crate) fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| b" \t\r\n".contains(&byte))
}
