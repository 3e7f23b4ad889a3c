//! Declarations of the parameters of a search (docs/api.md, "Search") and of facets ("Facets").

use crate::api::http::declared::{
    COUNTRY, Choice, Defaulted, Form, Parameter, Rule, TEXT, Whole, parsed,
};
use crate::api::http::error::ApiError;
use crate::api::http::filters::{CHANGED_SINCE, EXCLUDE_DATASET, INCLUDE_DATASET, LISTING, TOPICS};
use crate::api::http::paging::PAGE;
use crate::api::interface::{Shape, ShownParameter, rules};
use crate::api::matching::READABLE;
use crate::limits;
use tamis_engine::model::{Collection, CountryCode, EntityType, ListType, PartialDate};
use tamis_engine::search::Order;
use tamis_engine::text;

pub(super) const Q: Parameter<Name> =
    Parameter::new("q", "Words of a name. Optional when a filter is set.", Name);

pub(in crate::api) const SCOPE: Defaulted<Choice<Collection>> = Parameter::new(
    "scope",
    "The collection that is searched.",
    Choice { from_name: Collection::from_name, accepted: Collection::NAMES },
)
.or(Collection::Default);

pub(super) const TYPE: Parameter<Choice<EntityType>> = Parameter::new(
    "type",
    "Entity type.",
    Choice { from_name: EntityType::from_name, accepted: EntityType::NAMES },
);

pub(super) const LIST_TYPE: Parameter<Choice<ListType>> = Parameter::new(
    "list_type",
    "Type of the list.",
    Choice { from_name: ListType::from_name, accepted: ListType::NAMES },
);

pub(super) const NATIONALITY: Parameter<Form<CountryCode>> =
    Parameter::new("nationality", "Two-letter country code, any case.", COUNTRY);

pub(super) const SOURCE: Parameter<Form<String>> =
    Parameter::new("source", "One register, by its name, slug or short name.", TEXT);

pub(super) const PROGRAM: Parameter<Form<String>> =
    Parameter::new("program", "One programme, by exact name.", TEXT);

pub(super) const DOB: Parameter<Form<PartialDate>> = Parameter::new(
    "dob",
    "The beginning of a birth date, such as its year.",
    Form {
        read: parsed,
        must_be: "a date of the form YYYY, YYYY-MM or YYYY-MM-DD",
        schema: rules::partial_date,
    },
);

pub(super) const SORT: Parameter<Choice<Order>> = Parameter::new(
    "sort",
    "`first_seen` puts the newest first; otherwise exact names come first, then names that start \
     with the text, then the rest, alphabetically.",
    Choice {
        from_name: |name| (name == "first_seen").then_some(Order::Newest),
        accepted: &["first_seen"],
    },
);

pub(super) const LIMIT: Defaulted<Whole> =
    Parameter::new("limit", "Records per page.", Whole::between(1, limits::SEARCH_LIMIT_MAX))
        .or(limits::SEARCH_LIMIT_DEFAULT);

pub(super) const OFFSET: Parameter<Whole> = Parameter::new(
    "offset",
    "Number of records to skip; instead of `page`, not with it.",
    Whole::from(0),
);

/// The parameters of a search in the OpenAPI document, without the collection.
pub(crate) fn of_search() -> Vec<ShownParameter> {
    let mut parameters = vec![Q.shown()];
    parameters.extend(of_records());
    parameters.extend([SORT.shown(), LIMIT.shown(), PAGE.shown(), OFFSET.shown()]);
    parameters
}

/// The collection parameter of a search without one in its path.
pub(crate) fn of_scope() -> ShownParameter {
    SCOPE.shown()
}

/// The parameters of facets in the OpenAPI document.
pub(crate) fn of_facets() -> Vec<ShownParameter> {
    [vec![Q.shown(), SCOPE.shown()], of_records()].concat()
}

/// The filters shared by search and facets.
fn of_records() -> Vec<ShownParameter> {
    let [source, program] = [SOURCE, PROGRAM].map(|text| text.shown());
    vec![
        TYPE.shown(),
        LIST_TYPE.shown(),
        NATIONALITY.shown(),
        source,
        program,
        TOPICS.shown(),
        INCLUDE_DATASET.shown(),
        EXCLUDE_DATASET.shown(),
        DOB.shown(),
        CHANGED_SINCE.shown(),
        LISTING.shown(),
    ]
}

/// Rule of `q`: the text is trimmed before its length is checked.
pub(super) struct Name;

impl Rule for Name {
    type Value = String;

    fn read(&self, parameter: &'static str, text: &str) -> Result<String, ApiError> {
        let (least, most) = (limits::SEARCH_TEXT_CHARS_MIN, limits::NAME_CHARS_MAX);
        let text = text.trim();
        let chars = text.chars().take(most + 1).count();
        if !(least..=most).contains(&chars) {
            let rule = format!("a name of {least} to {most} characters");
            return Err(ApiError::bad_value(parameter, text, rule));
        }
        match text::normalize(text).is_empty() {
            true => Err(ApiError::bad_value(parameter, text, READABLE)),
            false => Ok(text.to_owned()),
        }
    }

    fn schema(&self) -> Shape {
        let blank_free = rules::FILLED;
        Shape::pattern(&format!("{blank_free}[\\s\\S]*{blank_free}"))
            .with("minLength", limits::SEARCH_TEXT_CHARS_MIN as u64)
            .with("maxLength", limits::NAME_CHARS_MAX as u64)
            .says("At least two characters, not counting blanks around them")
    }
}
