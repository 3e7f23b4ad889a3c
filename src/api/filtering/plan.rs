//! Every element of the messages with what is done about it: asked as a name, compared as a fact,
//! searched for names, or left out with a reason.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use super::party::Party;
use crate::policy::{Policy, RuleOrdinal, Ruling, Terms};
use tamis_payments::{Element, Message, MessageFile};

/// Treatment of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Treatment {
    /// Asked as a name of this schema.
    Name(&'static str),
    /// Compared with the facts of records with the name of its party.
    Fact,
    /// Searched for names.
    Text,
    /// Looked up as an identifier.
    Identifier,
    /// Not screened, for this reason.
    LeftOut(&'static str),
    /// Could not be screened, for this reason.
    Unverified(&'static str),
}

impl fmt::Display for Treatment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(schema) => write!(f, "asked as the name of a {schema}"),
            Self::Fact => f.write_str("compared as a fact of its party"),
            Self::Text => f.write_str("searched for names"),
            Self::Identifier => f.write_str("looked up as an identifier"),
            Self::LeftOut(reason) | Self::Unverified(reason) => f.write_str(reason),
        }
    }
}

/// Place of a party in the messages.
#[derive(Debug)]
pub(super) struct PartyPlace {
    pub(super) message: usize,
    /// Ordinal among the different parties.
    pub(super) party: usize,
    /// Element of each of its names. Some names are an element joined with the next ones.
    pub(super) names: Vec<NamePlace>,
    /// Element of each of its facts.
    pub(super) facts: Vec<usize>,
}

/// Element of a name.
#[derive(Debug, Clone, Copy)]
pub(super) struct NamePlace {
    pub(super) element: usize,
    pub(super) is_joined: bool,
}

/// Place of a text in the messages.
#[derive(Debug)]
pub(super) struct TextPlace {
    pub(super) message: usize,
    /// Ordinal among the different texts.
    pub(super) text: usize,
    /// Elements that it is joined of, each with its first byte.
    pub(super) pieces: Vec<(usize, usize)>,
}

/// A text that is searched for names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Text {
    pub(super) text: String,
    /// True if it is of an address.
    pub(super) is_address: bool,
    pub(super) terms: Terms,
}

/// An element of the messages with its treatment.
#[derive(Clone, Copy)]
pub(crate) struct Treated<'f> {
    /// Ordinal of the message in the file.
    pub(crate) message_at: usize,
    pub(crate) message: Message<'f>,
    /// Ordinal of the element in the message.
    pub(crate) element_at: usize,
    pub(crate) element: &'f Element,
    pub(crate) treatment: Treatment,
}

/// Numbers of elements by treatment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) screened: usize,
    pub(crate) left_out: usize,
    pub(crate) unverified: usize,
}

impl Counts {
    /// Number of all elements.
    pub(crate) fn all(self) -> usize {
        self.screened + self.left_out + self.unverified
    }
}

/// Messages with the parties and texts that are screened, each different one once.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(super) file: MessageFile,
    pub(super) policy: Arc<Policy>,
    /// Rulings of the policy on each element, by message.
    pub(super) rulings: Vec<Vec<Ruling>>,
    /// Treatment of each element, by message.
    pub(super) treatments: Vec<Vec<Treatment>>,
    pub(super) parties: Vec<Party>,
    pub(super) party_places: Vec<PartyPlace>,
    pub(super) texts: Vec<Text>,
    pub(super) text_places: Vec<TextPlace>,
}

impl Plan {
    /// The rules that leave lists out of some element, each with the names of these.
    pub(super) fn exclusions(&self) -> impl Iterator<Item = (RuleOrdinal, &[String])> {
        let applied: BTreeSet<RuleOrdinal> =
            self.rulings.iter().flatten().filter_map(|own| own.terms.datasets).collect();
        self.policy.exclusions().filter(move |(rule, _)| applied.contains(rule))
    }

    /// The rules that applied, each with the number of its elements.
    pub(super) fn applied(&self) -> BTreeMap<RuleOrdinal, usize> {
        let mut applied = BTreeMap::new();
        for (treatment, ruling) in
            self.treatments.iter().flatten().zip(self.rulings.iter().flatten())
        {
            let Ruling { left_out, terms: Terms { threshold, datasets } } = *ruling;
            let rules = match treatment {
                Treatment::Name(_) | Treatment::Text => [threshold, datasets],
                Treatment::Identifier => [datasets, None],
                _ => [left_out, None],
            };
            rules.into_iter().flatten().for_each(|rule| *applied.entry(rule).or_default() += 1);
        }
        applied
    }

    /// All elements in the order of the messages.
    pub(crate) fn elements(&self) -> impl Iterator<Item = Treated<'_>> {
        let messages = self.file.messages().zip(&self.treatments).enumerate();
        messages.flat_map(|(message_at, (message, treatments))| {
            let elements = message.elements().iter().zip(treatments).enumerate();
            elements.map(move |(element_at, (element, treatment))| Treated {
                message_at,
                message,
                element_at,
                element,
                treatment: *treatment,
            })
        })
    }

    pub(crate) fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for treatment in self.treatments.iter().flatten() {
            match treatment {
                Treatment::LeftOut(_) => counts.left_out += 1,
                Treatment::Unverified(_) => counts.unverified += 1,
                _ => counts.screened += 1,
            }
        }
        counts
    }

    /// Number of different parties and texts.
    pub(in crate::api) fn parts(&self) -> usize {
        self.parties.len() + self.texts.len()
    }
}
