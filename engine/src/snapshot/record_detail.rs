//! What the index keeps of a record beside its columns: those facts of the table that are
//! `in detail`, archived. A further fact changes their layout: raise
//! [`FORMAT_VERSION`](super::format::FORMAT_VERSION).

use std::sync::LazyLock;

use rkyv::util::AlignedVec;
use rkyv::{Archive, Deserialize, Serialize, rancor};

use crate::model::facts::facts;
use crate::model::{Alias, AliasQuality, CountryCode, Identifier, PartialDate, Record};

/// An archived alias.
#[derive(Debug, Clone, PartialEq, Eq, Archive, Serialize, Deserialize)]
pub struct AliasDetail {
    /// As published.
    pub name: String,
    /// Whether the publisher marks it as weak.
    pub weak: bool,
}

/// An archived identifier.
#[derive(Debug, Clone, PartialEq, Eq, Archive, Serialize, Deserialize)]
pub struct IdentifierDetail {
    /// What it is.
    pub kind: String,
    /// The number.
    pub value: String,
    /// [`CountryCode`] code of the issuer.
    pub country: Option<u16>,
}

/// The form in which a fact is archived.
pub trait Detail: Sized {
    /// That form.
    type Kept;

    /// The fact, to be archived.
    fn keep(self) -> Self::Kept;

    /// The fact, read from an archive.
    fn restore(kept: Self::Kept) -> Self;
}

macro_rules! kept_as_they_are {
    ($($ty:ty),+) => {
        $(impl Detail for $ty {
            type Kept = Self;

            fn keep(self) -> Self {
                self
            }

            fn restore(kept: Self) -> Self {
                kept
            }
        })+
    };
}

kept_as_they_are!(String, Option<String>, Vec<String>);

impl Detail for Option<PartialDate> {
    type Kept = Option<u32>;

    fn keep(self) -> Option<u32> {
        self.map(PartialDate::to_code)
    }

    fn restore(kept: Option<u32>) -> Self {
        kept.and_then(PartialDate::from_code)
    }
}

impl Detail for Vec<Alias> {
    type Kept = Vec<AliasDetail>;

    fn keep(self) -> Vec<AliasDetail> {
        let keep = |a: Alias| AliasDetail { name: a.name, weak: a.quality == AliasQuality::Weak };
        self.into_iter().map(keep).collect()
    }

    fn restore(kept: Vec<AliasDetail>) -> Self {
        let restore =
            |a: AliasDetail| if a.weak { Alias::weak(a.name) } else { Alias::strong(a.name) };
        kept.into_iter().map(restore).collect()
    }
}

impl Detail for Vec<Identifier> {
    type Kept = Vec<IdentifierDetail>;

    fn keep(self) -> Vec<IdentifierDetail> {
        let keep = |Identifier { kind, value, country }| IdentifierDetail {
            kind,
            value,
            country: country.map(CountryCode::to_code),
        };
        self.into_iter().map(keep).collect()
    }

    fn restore(kept: Vec<IdentifierDetail>) -> Self {
        let restore = |IdentifierDetail { kind, value, country }| Identifier {
            kind,
            value,
            country: country.and_then(CountryCode::from_code),
        };
        kept.into_iter().map(restore).collect()
    }
}

/// What stands for a fact that is a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Archive, Serialize, Deserialize)]
pub struct InColumn;

macro_rules! kept {
    (column, $ty:ty) => {
        InColumn
    };
    (detail, $ty:ty) => {
        <$ty as Detail>::Kept
    };
}

macro_rules! keep {
    (column, $fact:expr) => {
        InColumn
    };
    (detail, $fact:expr) => {
        Detail::keep($fact)
    };
}

macro_rules! restore {
    (column, $kept:expr) => {
        Default::default()
    };
    (detail, $kept:expr) => {
        Detail::restore($kept)
    };
}

macro_rules! declare_detail {
    ($(
        $(#[doc = $doc:literal])+
        $key:literal $variant:ident $field:ident: $ty:ty, in $place:ident => $shows:expr;
    )+) => {
        /// The text of a record and whatever no column holds; see [`Record`] for its fields.
        #[derive(Debug, Clone, PartialEq, Eq, Archive, Serialize, Deserialize)]
        pub struct RecordDetail {
            pub is_reference_made: bool,
            $(pub $field: kept!($place, $ty),)+
        }

        impl RecordDetail {
            /// The archived part of a record.
            #[must_use]
            pub fn from_model(record: Record) -> Self {
                Self {
                    is_reference_made: record.is_reference_made,
                    $($field: keep!($place, record.$field),)+
                }
            }

            /// The record with this text; the caller fills in what the columns hold.
            pub(super) fn into_model(self) -> Record {
                Record {
                    is_reference_made: self.is_reference_made,
                    $($field: restore!($place, self.$field),)+
                }
            }
        }
    };
}

facts!(declare_detail);

/// What stands for an archive whose bytes are none: a record that says nothing.
pub(super) fn blank() -> &'static ArchivedRecordDetail {
    static BLANK: LazyLock<AlignedVec> = LazyLock::new(|| {
        let blank = RecordDetail::from_model(Record::default());
        rkyv::to_bytes::<rancor::Error>(&blank).expect("plain strings and numbers are archived")
    });
    rkyv::access::<_, rancor::Error>(&BLANK).expect("what was archived is an archive")
}
