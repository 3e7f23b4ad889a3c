//! The structure of a name after the text pipeline.

use super::token::Span;

/// Kind of a name, which decides the tables of titles, stop words and legal forms to read it with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum NameKind {
    /// The name of a natural person.
    Person,
    /// The name of anything else: a company, an organization, a ship, an aircraft.
    Thing,
}

impl NameKind {
    /// Both kinds, in the order of their codes.
    pub const ALL: [Self; 2] = [Self::Person, Self::Thing];
}

/// Class of a word, which decides its weight in a name and the rules that apply to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum WordClass {
    /// An ordinary word, weighted by its rarity.
    Word,
    /// A generic business word ("trading", "bank").
    Generic,
    /// A number in digits; number words and Roman numerals of things become digits.
    Number,
    /// A single letter of a person's name.
    Initial,
    /// An article or preposition.
    Stop,
    /// A particle that fixes an order between its neighbours ("bin", "ould").
    Order,
    /// A title, honorific or suffix ("dr", "haji", "jr").
    Title,
    /// A legal form, as a code shared by all its spellings (`#llc`).
    Legal,
}

impl WordClass {
    /// All classes, in the order of their codes.
    pub const ALL: [Self; 8] = [
        Self::Word,
        Self::Generic,
        Self::Number,
        Self::Initial,
        Self::Stop,
        Self::Order,
        Self::Title,
        Self::Legal,
    ];

    /// Returns the class of a code stored in a snapshot.
    #[must_use]
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code)).copied()
    }

    /// Returns the class's bit in a set of classes.
    #[must_use]
    pub fn bit(self) -> u8 {
        1 << self as u8
    }

    /// Returns the classes in a set, in the order of their codes.
    pub fn in_set(mut set: u8) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || {
            let class = Self::ALL.get(set.trailing_zeros() as usize).copied();
            set &= set.wrapping_sub(1);
            class
        })
    }

    /// Returns the set of all classes whose [`WordClass::is_informative`] equals `informative`.
    #[must_use]
    pub const fn set_where(informative: bool) -> u8 {
        const INFORMATIVE: u8 = 1 << WordClass::Word as u8
            | 1 << WordClass::Generic as u8
            | 1 << WordClass::Number as u8
            | 1 << WordClass::Initial as u8;
        if informative { INFORMATIVE } else { !INFORMATIVE }
    }

    /// True if an unmatched word of this class counts as missing or contradicting.
    #[must_use]
    pub fn is_informative(self) -> bool {
        Self::set_where(true) & self.bit() != 0
    }

    /// True if a name with such a word is most likely that of a thing: "trading", "Ltd".
    #[must_use]
    pub fn is_of_things(self) -> bool {
        matches!(self, Self::Generic | Self::Legal)
    }

    /// True if the class is informative and not that of an initial.
    #[must_use]
    pub fn is_full(self) -> bool {
        self.is_informative() && self != Self::Initial
    }
}

/// One normalised word of a name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Word {
    /// Folded text: lower case, no marks, one script. Never empty, no blanks.
    pub text: String,
    /// Class in a name of this kind.
    pub class: WordClass,
    /// True if it names a place; read only in names of things.
    pub is_place: bool,
    /// Place in the raw text that it was read from: a word, a part of one ("Abdul" of "Abdulaziz"), or
    /// several words ("S.A. de C.V.").
    pub span: Span,
}

/// Neighbouring words written as one: "abdul rahman" as "abdulrahman".
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Compound {
    /// Position of the first word.
    pub start: u8,
    /// Number of words; at least two.
    pub len: u8,
    /// Folded text without blanks.
    pub text: String,
}

/// A name after the text pipeline: at most [`crate::limits::NAME_WORDS_MAX`] words in order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Name {
    /// The words in order.
    pub words: Vec<Word>,
    /// Compounds, by start, then length.
    pub compounds: Vec<Compound>,
}

/// First character of the code of a legal form, in place of its spelling: `#llc`. No folded word has it.
pub(crate) const LEGAL_FORM_MARK: char = '#';

impl Word {
    /// True if it distinguishes a party: an ordinary word that names no place.
    #[must_use]
    pub fn is_distinctive(&self) -> bool {
        self.class == WordClass::Word && !self.is_place
    }

    /// True if it is a legal form, whatever its class in the name.
    #[must_use]
    pub fn is_legal_form(&self) -> bool {
        self.text.starts_with(LEGAL_FORM_MARK)
    }
}

impl Name {
    /// True if it is legal forms alone: "Inc", "Limited Liability Company". Such words have the class of ordinary ones, so that a party of this name can be found by it.
    #[must_use]
    pub fn is_legal_forms(&self) -> bool {
        !self.words.is_empty() && self.words.iter().all(Word::is_legal_form)
    }
}

/// Returns the letter that an initial is compared with: the first letter of a Latin word, or 0. Lists
/// and queries must read it alike.
#[must_use]
pub fn initial_of(word: &str) -> u8 {
    word.bytes().next().filter(u8::is_ascii_lowercase).unwrap_or(0)
}

/// Returns the number of letters of a word, at most 255.
#[must_use]
pub fn letters_of(word: &str) -> u8 {
    word.chars().count().min(255) as u8
}
