//! Steps that the readers of several publishers share.
//!
//! | module | what it does |
//! |---|---|
//! | [`yaml`], [`json`], [`rows`] | items of YAML lists, texts of JSON objects, rows and cells of tables |
//! | [`english_date`] | dates in words |
//! | [`country_codes`], [`topics`], [`titles`] | words that stand for a fact |
//! | [`known_as`], [`alternatives`] | further names in the text of one name |
//! | [`quotes`], [`languages`] | quotation marks, names of languages |
//! | [`births`] | birth dates that nobody has |
//! | [`wording`] | small steps of taking a text apart |
//! | [`groups`], [`short_form`], [`acronyms`] | parentheses in a name; short forms of it, and those that lists write beside it |
//! | [`facts`], [`gathered`] | facts into a record, numbers among them; the rows of a party into one record |

pub(super) mod acronyms;
pub(super) mod alternatives;
pub(super) mod births;
pub(super) mod country_codes;
pub(super) mod english_date;
pub(super) mod facts;
pub(super) mod gathered;
pub(super) mod groups;
pub(super) mod json;
pub(super) mod known_as;
pub(super) mod languages;
pub(super) mod quotes;
pub(super) mod rows;
pub(super) mod short_form;
pub(super) mod titles;
pub(super) mod topics;
pub(super) mod wording;
pub(super) mod yaml;
