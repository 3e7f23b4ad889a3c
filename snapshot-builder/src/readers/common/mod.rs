//! Steps shared by the readers of several publishers.
//!
//! | module | what it does |
//! |---|---|
//! | [`yaml`], [`json`], [`rows`] | items of YAML lists, texts of JSON objects, rows and cells of tables |
//! | [`english_date`] | dates in words |
//! | [`country_codes`], [`topics`], [`titles`] | codes and words that state a fact |
//! | [`known_as`], [`alternatives`] | further names in the text of one name |
//! | [`quotes`], [`languages`] | quotation marks, names of languages |
//! | [`births`] | impossible birth dates |
//! | [`wording`] | small steps of parsing texts |
//! | [`groups`], [`short_form`], [`acronyms`] | parentheses in a name; its short forms and acronyms |
//! | [`facts`], [`merged_record`] | facts and identifiers into a record; the rows of a party into one record |

pub(super) mod acronyms;
pub(super) mod alternatives;
pub(super) mod births;
pub(super) mod country_codes;
pub(super) mod english_date;
pub(super) mod facts;
pub(super) mod groups;
pub(super) mod json;
pub(super) mod known_as;
pub(super) mod languages;
pub(super) mod merged_record;
pub(super) mod quotes;
pub(super) mod rows;
pub(super) mod short_form;
pub(super) mod titles;
pub(super) mod topics;
pub(super) mod wording;
pub(super) mod yaml;
