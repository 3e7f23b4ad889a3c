//! Profiles: one table for each format that says what every element of a payment message is, and whether
//! and as what it is screened.
//!
//! A row has a pattern: names of elements from outer to inner, which the end of a path must equal. Of
//! several rows the one with the most names applies. `Dbtr/**` is a block: it applies to the element
//! `Dbtr` and all inside it, up to a block further inside.
//!
//! All patterns are matched at once by an automaton (Aho-Corasick) over names of elements, which takes
//! one step for each opening tag.

use std::collections::VecDeque;
use std::sync::LazyLock;

use ahash::AHashMap;

use crate::kinds::{Kind, Role, Schema};

/// Number of the name of an element; names of attributes begin with `@`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symbol(pub(crate) u32);

/// State of the automaton: the longest end of a path that begins a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State(u16);

impl State {
    /// State outside of all elements.
    pub const START: Self = Self(0);
}

/// Row of an element with text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ElementRow {
    pub pattern: &'static str,
    pub kind: Kind,
    /// Schema that the text is compared with; `None` if that of the block applies.
    pub schema: Option<Schema>,
    /// Reason for which the text is not screened; `None` if it is.
    pub unscreened: Option<&'static str>,
}

/// Row of a block: an element whose contents belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockRow {
    pub pattern: &'static str,
    pub block: Block,
    /// Role of all inside; `None` if that of the outer block applies.
    pub role: Option<Role>,
    /// Schema of all inside; `None` if that of the outer block applies.
    pub schema: Option<Schema>,
}

/// Sort of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Block {
    /// One payment, return, status or entry.
    Transaction,
    /// Several transactions with something in common.
    Batch,
    /// A party with all that identifies it.
    Party,
    /// Part of a party that says what the party is.
    Part,
}

impl Block {
    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "transaction" => Self::Transaction,
            "batch" => Self::Batch,
            "party" => Self::Party,
            "part" => Self::Part,
            _ => return None,
        })
    }
}

/// A table with its automaton.
#[derive(Debug)]
pub struct Profile {
    elements: Vec<ElementRow>,
    blocks: Vec<BlockRow>,
    names: Vec<&'static str>,
    symbols: AHashMap<&'static str, Symbol>,
    /// Next state by state and symbol.
    next: Vec<State>,
    /// Row of the element that ends in a state.
    element_of: Vec<Option<u16>>,
    /// Row of the block that begins in a state.
    block_of: Vec<Option<u16>>,
}

/// The profile of a file without messages.
static EMPTY: LazyLock<Profile> = LazyLock::new(|| Builder::default().finish());

impl Default for &'static Profile {
    fn default() -> Self {
        &EMPTY
    }
}

impl Profile {
    /// Reads a shipped table; tests read all of them.
    pub(crate) fn shipped(table: &'static str) -> Self {
        Self::of(table).unwrap_or_else(|reason| panic!("a shipped profile: {reason}"))
    }

    /// Reads and checks a table.
    fn of(table: &'static str) -> Result<Self, String> {
        let mut builder = Builder::default();
        let mut lines = table.lines().enumerate();
        let header = lines.next().map(|(_, line)| line);
        if header != Some("pattern,what,role,schema,unscreened") {
            return Err("the header is another one".to_owned());
        }
        for (at, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            builder.add(line).map_err(|reason| format!("line {}: {reason}", at + 1))?;
        }
        Ok(builder.finish())
    }

    /// Rows of elements, in the order of the table.
    #[must_use]
    pub fn elements(&self) -> &[ElementRow] {
        &self.elements
    }

    /// Rows of blocks, in the order of the table.
    #[must_use]
    pub fn blocks(&self) -> &[BlockRow] {
        &self.blocks
    }

    /// Symbol of a name that a pattern has.
    pub(crate) fn symbol(&self, name: &str) -> Option<Symbol> {
        self.symbols.get(name).copied()
    }

    /// Names that patterns have, by symbol.
    pub(crate) fn names(&self) -> &[&'static str] {
        &self.names
    }

    /// State after one more name.
    pub(crate) fn step(&self, state: State, symbol: Symbol) -> State {
        let symbols = self.names.len();
        if (symbol.0 as usize) < symbols {
            self.next[usize::from(state.0) * symbols + symbol.0 as usize]
        } else {
            State::START
        }
    }

    /// Row of an element whose path ends in a state.
    pub(crate) fn element(&self, state: State) -> Option<&ElementRow> {
        self.element_of[usize::from(state.0)].map(|row| &self.elements[usize::from(row)])
    }

    /// Row of the block that an element begins whose path ends in a state.
    pub(crate) fn block(&self, state: State) -> Option<&BlockRow> {
        self.block_of[usize::from(state.0)].map(|row| &self.blocks[usize::from(row)])
    }
}

/// A state before the automaton is complete.
#[derive(Default)]
struct Node {
    children: Vec<(Symbol, u16)>,
    element: Option<u16>,
    block: Option<u16>,
}

/// A table being read.
struct Builder {
    elements: Vec<ElementRow>,
    blocks: Vec<BlockRow>,
    names: Vec<&'static str>,
    symbols: AHashMap<&'static str, Symbol>,
    nodes: Vec<Node>,
}

impl Default for Builder {
    fn default() -> Self {
        let nodes = vec![Node::default()];
        let (elements, blocks, names) = (Vec::new(), Vec::new(), Vec::new());
        Self { elements, blocks, names, symbols: AHashMap::default(), nodes }
    }
}

impl Builder {
    fn add(&mut self, line: &'static str) -> Result<(), String> {
        let cells: Vec<&'static str> = line.splitn(5, ',').collect();
        let [pattern, what, role, schema, unscreened] = cells[..] else {
            return Err("not five cells".to_owned());
        };
        let schema = optional(schema, Schema::of).ok_or("unknown schema")?;
        if let Some(path) = pattern.strip_suffix("/**") {
            let block = Block::of(what).ok_or("unknown block")?;
            let role = optional(role, Role::of).ok_or("unknown role")?;
            if !unscreened.is_empty() {
                return Err("a block is neither screened nor not".to_owned());
            }
            let row = u16::try_from(self.blocks.len()).map_err(|error| error.to_string())?;
            self.blocks.push(BlockRow { pattern, block, role, schema });
            let node = self.node(path)?;
            set(&mut self.nodes[usize::from(node)].block, row)
        } else {
            let kind = Kind::of(what).ok_or("unknown kind")?;
            if !role.is_empty() {
                return Err("the role of an element is that of its block".to_owned());
            }
            let row = u16::try_from(self.elements.len()).map_err(|error| error.to_string())?;
            let unscreened = Some(unscreened).filter(|reason| !reason.is_empty());
            self.elements.push(ElementRow { pattern, kind, schema, unscreened });
            let node = self.node(pattern)?;
            set(&mut self.nodes[usize::from(node)].element, row)
        }
    }

    /// The node of a path, made if it is missing.
    fn node(&mut self, path: &'static str) -> Result<u16, String> {
        let mut node = 0;
        for name in path.split('/') {
            if name.is_empty() || name == "**" {
                return Err(format!("{path} is no pattern"));
            }
            let next = Symbol(u32::try_from(self.names.len()).map_err(|error| error.to_string())?);
            let symbol = *self.symbols.entry(name).or_insert_with(|| {
                self.names.push(name);
                next
            });
            let children = &self.nodes[usize::from(node)].children;
            let known = children.iter().find(|(known, _)| *known == symbol);
            node = if let Some((_, child)) = known {
                *child
            } else {
                let child = u16::try_from(self.nodes.len()).map_err(|error| error.to_string())?;
                self.nodes.push(Node::default());
                self.nodes[usize::from(node)].children.push((symbol, child));
                child
            };
        }
        Ok(node)
    }

    /// Completes the automaton, breadth first: a state without its own row or step has those of the
    /// longest shorter end of its path.
    fn finish(mut self) -> Profile {
        let symbols = self.names.len();
        let mut next = vec![State::START; self.nodes.len() * symbols];
        let mut shorter = vec![0_usize; self.nodes.len()];
        let mut queue = VecDeque::from([0_usize]);
        while let Some(node) = queue.pop_front() {
            let fallback = shorter[node];
            if node != 0 {
                next.copy_within(fallback * symbols..(fallback + 1) * symbols, node * symbols);
                let (element, block) = (self.nodes[fallback].element, self.nodes[fallback].block);
                let own = &mut self.nodes[node];
                own.element = own.element.or(element);
                own.block = own.block.or(block);
            }
            for (symbol, child) in &self.nodes[node].children {
                let step = &mut next[node * symbols + symbol.0 as usize];
                shorter[usize::from(*child)] = usize::from(step.0);
                *step = State(*child);
                queue.push_back(usize::from(*child));
            }
        }
        Profile {
            element_of: self.nodes.iter().map(|node| node.element).collect(),
            block_of: self.nodes.iter().map(|node| node.block).collect(),
            elements: self.elements,
            blocks: self.blocks,
            names: self.names,
            symbols: self.symbols,
            next,
        }
    }
}

/// Reads a cell that may be empty. The outer option is `None` for an unknown word.
fn optional<T>(word: &str, of: impl Fn(&str) -> Option<T>) -> Option<Option<T>> {
    if word.is_empty() { Some(None) } else { of(word).map(Some) }
}

fn set(place: &mut Option<u16>, row: u16) -> Result<(), String> {
    match place.replace(row) {
        None => Ok(()),
        Some(_) => Err("a second row with this pattern".to_owned()),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    fn state(profile: &Profile, path: &str) -> State {
        let unknown = Symbol(u32::MAX);
        path.split('/').fold(State::START, |state, name| {
            profile.step(state, profile.symbol(name).unwrap_or(unknown))
        })
    }

    #[test]
    fn the_row_with_the_most_names_applies() {
        let profile = Profile::of(
            "pattern,what,role,schema,unscreened\nId,reference,,,references, of all sorts\n\
             Othr/Id,identifier,,,\nId/Othr/Id,account,,,\nTax/Cdtr/**,party,tax party,,\n\
             Cdtr/**,party,creditor,any,\nOld/Cdtr/Nm,name,,,\n",
        )
        .expect("a table");
        for (path, expected) in [
            ("Case/Id", Some("Id")),
            ("Id/Id", Some("Id")),
            ("OrgId/Othr/Id", Some("Othr/Id")),
            ("Acct/Id/Othr/Id", Some("Id/Othr/Id")),
            ("Id/Othr/Other/Id", Some("Id")),
            ("Id/Othr", None),
        ] {
            let row = profile.element(state(&profile, path));
            assert_eq!(row.map(|row| row.pattern), expected, "{path}");
        }
        let role = |path| profile.block(state(&profile, path)).and_then(|row| row.role);
        assert_eq!(role("Document/Tax/Cdtr"), Some(Role::TaxParty));
        assert_eq!(role("Taxes/Cdtr"), Some(Role::Creditor));
        assert_eq!(role("Old/Cdtr"), Some(Role::Creditor));
        assert_eq!(role("Cdtr/Id"), None);
        let reason = profile.element(state(&profile, "Id")).and_then(|row| row.unscreened);
        assert_eq!(reason, Some("references, of all sorts"));
    }

    #[test]
    fn a_table_with_a_fault_is_refused_with_its_line() {
        for (row, expected) in [
            ("Nm,name,,", "not five cells"),
            ("Nm,nam,,,", "unknown kind"),
            ("Nm,name,debtor,,", "that of its block"),
            ("Nm,name,,Ship,", "unknown schema"),
            ("Dbtr/**,party,deptor,,", "unknown role"),
            ("Dbtr/**,name,,,", "unknown block"),
            ("Dbtr/**,party,,,because", "neither screened"),
            ("Dbtr//Nm,name,,,", "no pattern"),
            ("Nm,name,,,\nNm,name,,,", "a second row"),
        ] {
            let table = format!("pattern,what,role,schema,unscreened\n\n{row}\n").leak();
            let error = Profile::of(table).expect_err(row);
            assert!(error.contains(expected) && error.starts_with("line "), "{row}: {error}");
        }
        assert!(Profile::of("Nm,name,,,").is_err());
    }

    /// A pattern without its first name; empty if it has only one.
    fn shorter(pattern: &'static str) -> &'static str {
        let names = pattern.strip_suffix("/**").unwrap_or(pattern);
        names.split_once('/').map_or("", |(_, shorter)| shorter)
    }

    /// Checks a shipped profile: no row repeats a row that would apply without it, and kinds that identify
    /// a party are screened.
    pub(crate) fn check_shipped(profile: &Profile) {
        check_repetition(profile);
        check_kinds(profile);
    }

    fn check_repetition(profile: &Profile) {
        for row in profile.elements() {
            let other = profile.element(state(profile, shorter(row.pattern)));
            let is_same = other.is_some_and(|o| {
                (o.kind, o.schema, o.unscreened) == (row.kind, row.schema, row.unscreened)
            });
            assert!(!is_same, "{}", row.pattern);
        }
        for row in profile.blocks() {
            let other = profile.block(state(profile, shorter(row.pattern)));
            let is_same = other
                .is_some_and(|o| (o.block, o.role, o.schema) == (row.block, row.role, row.schema));
            assert!(!is_same, "{}", row.pattern);
        }
    }

    fn check_kinds(profile: &Profile) {
        let screened = [
            Kind::Name,
            Kind::Bic,
            Kind::Lei,
            Kind::Identifier,
            Kind::Account,
            Kind::Town,
            Kind::Country,
            Kind::CountryOfResidence,
            Kind::CountrySubdivision,
            Kind::AddressLine,
            Kind::BirthDate,
            Kind::BirthPlace,
            Kind::BirthCountry,
            Kind::FreeText,
        ];
        let never = [Kind::Amount, Kind::Date, Kind::Reference, Kind::Code, Kind::Number];
        for row in profile.elements() {
            let reason = row.unscreened;
            assert!(!screened.contains(&row.kind) || reason.is_none(), "{}", row.pattern);
            assert!(!never.contains(&row.kind) || reason.is_some(), "{}", row.pattern);
        }
    }
}
