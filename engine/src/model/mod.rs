//! Plain data that every layer uses: identifiers, the facts of a record and of a register. Knows
//! nothing of files, of text processing or of HTTP.
//!
//! | module | what it holds |
//! |---|---|
//! | `facts` | the facts of a party on a list: the table of [`Fact`]s |
//! | `record` | [`Record`]: the facts of one record |
//! | `register` | [`Register`]: one official list, and its latest run |
//! | `ids` | published IDs and ordinals, each a type of its own |
//! | `kinds` | entity types, schemas, list types, topics, collections and scopes |
//! | `last_change` | the time of the last change of each part of a record |
//! | `listing` | the end of a listing by its own date |
//! | `property`, `identifier_property`, `identifier_form` | the properties of follow-the-money; those of identifiers, and the form of their values |
//! | `alias` | other names, strong or weak, current or former |
//! | `identifier` | numbers of documents and registrations |
//! | `country`, `date`, `birth_date`, `imo`, `timestamp` | country codes, partial dates, birth dates, IMO numbers, moments |
//! | `digits` | numbers as a fixed count of digits |
//! | `numeric_date` | numeric dates, in the order of parts that their writer uses |
//! | `named_enum`, `as_text` | enumerations with published spellings; values read and written as text |
//! | `bulk_file`, `bulk_index` | the bulk files of a collection: names, content types, forms; the content of their index |
//! | `public_url` | the address at which clients reach the service |
//! | `word_mask` | sets of words of one name |

mod alias;
mod as_text;
mod birth_date;
mod bulk_file;
mod bulk_index;
mod country;
mod date;
mod digits;
pub mod facts;
mod identifier;
mod identifier_form;
mod identifier_property;
mod ids;
mod imo;
mod kinds;
mod last_change;
mod listing;
mod named_enum;
mod numeric_date;
mod property;
mod public_url;
mod record;
mod register;
mod timestamp;
mod word_mask;

pub use alias::{Alias, AliasQuality};
pub use birth_date::{BirthDate, BornBefore};
pub use bulk_file::{BULK_FOLDER, BulkForm, BulkName};
pub use bulk_index::{BulkIndex, BulkResource, LeftOut};
pub use country::{
    CountryCode, countries_asked, countries_named, country_of_any_code, country_spelling,
};
pub use date::{DatePrecision, ParseDateError, PartialDate};
pub use facts::Fact;
pub use identifier::Identifier;
pub use identifier_form::in_form;
pub use ids::{NameOrdinal, RecordId, RecordOrdinal, RegisterIndex, WordOrdinal};
pub use imo::ImoNumber;
pub use kinds::{Collection, EntityType, ListType, Schema, Scope, Topic, TypeSet};
pub use last_change::{FactsChange, LastChange};
pub use listing::{Day, ListingEnd, ListingFilter, ListingState};
pub(crate) use named_enum::named_enum;
pub use numeric_date::{DateOrder, read_numeric};
pub use property::Property;
pub use public_url::{PUBLIC_URL_RULE, public_url};
pub use record::Record;
pub use register::{NotTaken, Offer, Register, RegisterRun, RunStatus, registers_named};
pub use timestamp::{SECONDS_PER_DAY, Timestamp, is_version};
pub use word_mask::WordMask;
