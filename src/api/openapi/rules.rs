//! Rules and parameters that several operations share, each built from the constant that the
//! handlers use.

use super::operation::Parameter;
use super::schema::Schema;
use crate::limits;
use crate::registries::RegistryKind;
use tamis_engine::matching::Grouping;
use tamis_engine::model::{
    Collection, EntityType, ListType, ListingState, Offer, RecordId, Schema as PartySchema, Topic,
};

/// Whole numbers of parameters are read into 64 bits.
pub(in crate::api) const WHOLE_MAX: u64 = u64::MAX;

/// A moment in UTC, to the second.
pub(in crate::api) fn timestamp() -> Schema {
    Schema::format("date-time")
}

/// A birth or listing date to the year, month or day.
pub(in crate::api) fn partial_date() -> Schema {
    let year = "^[1-9][0-9]{3}";
    let day = Schema::format("date").with("pattern", year);
    let forms =
        [format!("{year}$"), format!("{year}-(0[1-9]|1[0-2])$")].map(|f| Schema::pattern(&f));
    let forms = forms.into_iter().chain([day]).collect();
    Schema::any_of(forms).says("YYYY, YYYY-MM or YYYY-MM-DD, from the year 1000 on")
}

/// The version of a snapshot, `YYYYMMDDHHMMSS` (docs/api.md, "Versions").
pub(in crate::api) fn version() -> Schema {
    Schema::pattern("^[0-9]{14}$").says("YYYYMMDDHHMMSS, UTC")
}

/// The version of the snapshot that the answer was made from.
pub(in crate::api) fn snapshot() -> Schema {
    Schema::pattern("^[0-9]{14}$").says("Version of the snapshot that answered, YYYYMMDDHHMMSS")
}

/// A number of a record.
pub(in crate::api) fn record_id() -> Schema {
    Schema::integer(0, (1 << RecordId::BITS) - 1)
}

/// Digits of a record ID: nineteen fit into 64 bits.
const RECORD_DIGITS: &str = "[0-9]{1,19}";
const UUID: &str = "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}";

/// `101` or `svc-101`.
pub(in crate::api) fn record_id_text() -> Schema {
    Schema::pattern(&format!("^(svc-)?{RECORD_DIGITS}$")).says("A record ID")
}

/// A UUID or `svc-e-<uuid>`.
pub(in crate::api) fn entity_id_text() -> Schema {
    Schema::pattern(&format!("^(svc-e-)?{UUID}$")).says("A merged entity ID")
}

/// Either of them (docs/api.md, "Entity look-up").
pub(in crate::api) fn party_id() -> Schema {
    Schema::pattern(&format!("^((svc-)?{RECORD_DIGITS}|(svc-e-)?{UUID})$"))
}

/// What the column canonical_id of statements holds.
pub(in crate::api) fn canonical_id() -> Schema {
    Schema::pattern(&format!("^(svc-{RECORD_DIGITS}|(svc-e-)?{UUID})$"))
}

/// The ID of a merged entity.
pub(in crate::api) fn entity_id() -> Schema {
    Schema::format("uuid")
}

/// A country as the service shows it.
pub(in crate::api) fn country() -> Schema {
    Schema::pattern("^[A-Z]{2}$")
        .says("ISO 3166-1 alpha-2, upper case; lists use reserved and former codes too")
}

/// A country as callers may write it.
pub(in crate::api) fn asked_country() -> Schema {
    Schema::pattern("^[A-Za-z]{2}$")
}

/// An IMO number as the service shows it.
pub(in crate::api) fn imo() -> Schema {
    Schema::pattern("^[0-9]{7}$").says("IMO number")
}

/// The enumerations, each a component of its own: a client has one type for each of them.
const ENUMERATIONS: [(&str, &[&str]); 8] = [
    ("SchemaName", PartySchema::NAMES),
    ("CollectionName", Collection::NAMES),
    ("ListType", ListType::NAMES),
    ("EntityType", EntityType::NAMES),
    ("Topic", Topic::NAMES),
    ("ListingState", ListingState::NAMES),
    ("Offer", Offer::NAMES),
    ("RegistryKind", RegistryKind::NAMES),
];

pub(in crate::api) fn enumerations() -> Vec<(&'static str, Schema)> {
    ENUMERATIONS.map(|(name, values)| (name, Schema::one_of(values))).to_vec()
}

/// One of these names: a component where they are an enumeration.
pub(in crate::api) fn one_of(names: &'static [&'static str]) -> Schema {
    let component = ENUMERATIONS.iter().find(|(_, own)| *own == names);
    component.map_or_else(|| Schema::one_of(names), |(name, _)| Schema::component(name))
}

/// A schema, as queries name it and answers show it.
pub(in crate::api) fn schema_name() -> Schema {
    Schema::component("SchemaName")
}

pub(in crate::api) fn collection_name() -> Schema {
    Schema::component("CollectionName")
}

pub(in crate::api) fn topic() -> Schema {
    Schema::component("Topic")
}

/// The topics of a record.
pub(in crate::api) fn topics() -> Schema {
    Schema::array(topic())
}

pub(in crate::api) fn list_type() -> Schema {
    Schema::component("ListType")
}

pub(in crate::api) fn entity_type_name() -> Schema {
    Schema::component("EntityType")
}

/// An entity type, or null where the list does not say what the party is.
pub(in crate::api) fn entity_type() -> Schema {
    entity_type_name().or_null()
}

/// What a licence lets the service offer.
pub(in crate::api) fn offer() -> Schema {
    Schema::component("Offer")
}

pub(in crate::api) fn registry_kind() -> Schema {
    Schema::component("RegistryKind")
}

/// A character that is not a blank: U+0085 is one of Unicode's, but none of ECMA-262.
pub(in crate::api) const FILLED: &str = "[^\\s\\u0085]";

/// A text that is not blank.
pub(in crate::api) fn filled() -> Schema {
    Schema::pattern(FILLED).says("Not blank")
}

pub(in crate::api) fn texts() -> Schema {
    Schema::array(Schema::string())
}

/// How many records have a value; by falling count, then by value.
pub(in crate::api) fn value_counts(values: Schema) -> Schema {
    Schema::array(Schema::object(vec![("value", values), ("count", Schema::count())]))
}

/// The path parameter `collection`.
pub(in crate::api) fn collection() -> Parameter {
    let says =
        "Which records are asked; any other name is 404 and the answer lists the collections.";
    Parameter::path("collection", says, collection_name())
}

/// One named value, or several separated by commas, with blank ones in between; the second form
/// is what the first becomes in addresses written by hand.
pub(in crate::api) fn one_of_separated(names: &[&str]) -> Schema {
    let one = names.iter().map(|name| name.replace('.', "\\.")).collect::<Vec<_>>().join("|");
    let separated = format!("^ *({one})? *(, *({one})? *)*$");
    let several = Schema::pattern(&separated).says("several, separated by commas");
    Schema::any_of(vec![topic(), several])
}

/// What was asked and not got.
pub(super) fn ignored() -> Schema {
    let most = limits::IGNORED_SENTENCES_MAX as u64 + 1;
    let says = "Parts of the request that were ignored, in sentences; omitted if there are none";
    texts().with("maxItems", most).says(says)
}

/// Which listings were asked for.
pub(super) fn listing() -> Schema {
    one_of(ListingState::NAMES)
}

/// What results are.
pub(super) fn group() -> Schema {
    one_of(Grouping::NAMES).says("What the results are, where they are not records")
}

pub(super) fn listing_status() -> Schema {
    Schema::string().or_null().says(
        "What the register says of the listing; `ended`, with that in brackets, once the listing is \
         over by its own date",
    )
}

/// The rule of `changed_since`.
pub(in crate::api) fn moment() -> Schema {
    let day = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])";
    let local = format!("^{day}T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$");
    let time = "T([01][0-9]|2[0-3])([0-5][0-9]([0-5][0-9])?)?Z?";
    let basic = format!("^[0-9]{{4}}(0[1-9]|1[0-2])(0[1-9]|1[0-9]|2[0-8])({time})?$");
    let forms = [
        Schema::format("date"),
        Schema::format("date-time"),
        Schema::pattern(&local).says("a time without offset"),
        Schema::pattern("^[0-9]{4}(-(0[1-9]|1[0-2]))?$").says("a year or a month"),
        Schema::pattern(&basic).says("the basic format; ordinal and week dates are read as well"),
    ];
    Schema::any_of(forms.to_vec())
}

/// A switch: `true` or `false` in any case, `1` or `0`.
pub(in crate::api) fn switch() -> Schema {
    let spelt = "^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|0|1)$";
    Schema::any_of(vec![Schema::boolean(), Schema::pattern(spelt)])
}

/// A text no longer than a name may be.
pub(in crate::api) fn short_text() -> Schema {
    Schema::string().with("maxLength", limits::NAME_CHARS_MAX as u64)
}

/// `If-None-Match` of the operations whose answers can be revalidated.
pub(in crate::api) fn if_none_match() -> Parameter {
    let says =
        "The ETag of an answer that the caller has; while it is still current, the answer is 304.";
    Parameter::header("If-None-Match", says, Schema::string())
}

/// The register that examples ask about.
pub(in crate::api) const EXAMPLE_REGISTER: &str = "US OFAC Specially Designated Nationals";

/// The merged entity that examples ask about.
pub(in crate::api) const EXAMPLE_ENTITY: &str = "9f2c1d0e-0000-5000-8000-00000000abcd";

/// A list that is answered whole: `{total, results}`.
pub(in crate::api) fn results_of(row: Schema) -> Schema {
    Schema::object(vec![("total", Schema::count()), ("results", Schema::array(row))])
}

/// A page of a list of registers or programmes.
pub(in crate::api) fn page_of(component: &str) -> Schema {
    Schema::object(vec![
        ("total", Schema::count()),
        ("page", Schema::whole_from(1)),
        ("limit", Schema::integer(1, limits::LIST_LIMIT_MAX as u64)),
        ("results", Schema::array(Schema::component(component))),
    ])
}
