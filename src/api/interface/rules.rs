//! Rules and parameters shared by operations, built from the constants of the handlers.

use super::parameter::ShownParameter;
use super::shape::Shape;
use crate::limits;
use crate::registries::RegistryKind;
use tamis_engine::matching::Grouping;
use tamis_engine::model::{
    Collection, EntityType, ListType, ListingState, Offer, RecordId, Schema, Topic,
};

/// Maximum of whole-number parameters, which are parsed as 64 bits.
pub(crate) const WHOLE_MAX: u64 = u64::MAX;

/// A timestamp in UTC, to the second.
pub(crate) fn timestamp() -> Shape {
    Shape::format("date-time")
}

/// A birth or listing date with year, month or day precision.
pub(crate) fn partial_date() -> Shape {
    let year = "^[1-9][0-9]{3}";
    let day = Shape::format("date").with("pattern", year);
    let forms =
        [format!("{year}$"), format!("{year}-(0[1-9]|1[0-2])$")].map(|f| Shape::pattern(&f));
    let forms = forms.into_iter().chain([day]).collect();
    Shape::any_of(forms).says("YYYY, YYYY-MM or YYYY-MM-DD, from the year 1000 on")
}

/// The version of a snapshot, `YYYYMMDDHHMMSS` (docs/api.md, "Versions").
pub(crate) fn version() -> Shape {
    Shape::pattern("^[0-9]{14}$").says("YYYYMMDDHHMMSS, UTC")
}

/// Version of the snapshot that the answer was made from.
pub(crate) fn snapshot() -> Shape {
    Shape::pattern("^[0-9]{14}$").says("Version of the snapshot that answered, YYYYMMDDHHMMSS")
}

/// Number of a record.
pub(crate) fn record_id() -> Shape {
    Shape::integer(0, (1 << RecordId::BITS) - 1)
}

/// Digits of a record ID: any nineteen fit into 64 bits.
const RECORD_DIGITS: &str = "[0-9]{1,19}";
const UUID: &str = "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}";

/// `101` or `svc-101`.
pub(crate) fn record_id_text() -> Shape {
    Shape::pattern(&format!("^(svc-)?{RECORD_DIGITS}$")).says("A record ID")
}

/// A UUID or `svc-e-<uuid>`.
pub(crate) fn entity_id_text() -> Shape {
    Shape::pattern(&format!("^(svc-e-)?{UUID}$")).says("A merged entity ID")
}

/// An ID of a record or an entity (docs/api.md, "Entity look-up").
pub(crate) fn party_id() -> Shape {
    Shape::pattern(&format!("^((svc-)?{RECORD_DIGITS}|(svc-e-)?{UUID})$"))
}

/// Value of the column canonical_id of statements.
pub(crate) fn canonical_id() -> Shape {
    Shape::pattern(&format!("^(svc-{RECORD_DIGITS}|(svc-e-)?{UUID})$"))
}

/// The ID of a merged entity.
pub(crate) fn entity_id() -> Shape {
    Shape::format("uuid")
}

/// A country code in answers.
pub(crate) fn country() -> Shape {
    Shape::pattern("^[A-Z]{2}$")
        .says("ISO 3166-1 alpha-2, upper case; lists use reserved and former codes too")
}

/// A country code in requests.
pub(crate) fn asked_country() -> Shape {
    Shape::pattern("^[A-Za-z]{2}$")
}

/// An IMO number in answers.
pub(crate) fn imo() -> Shape {
    Shape::pattern("^[0-9]{7}$").says("IMO number")
}

/// The enumerations. Each is a component, so that generated clients have one type for it.
const ENUMERATIONS: [(&str, &[&str]); 8] = [
    ("SchemaName", Schema::NAMES),
    ("CollectionName", Collection::NAMES),
    ("ListType", ListType::NAMES),
    ("EntityType", EntityType::NAMES),
    ("Topic", Topic::NAMES),
    ("ListingState", ListingState::NAMES),
    ("Offer", Offer::NAMES),
    ("RegistryKind", RegistryKind::NAMES),
];

pub(crate) fn enumerations() -> Vec<(&'static str, Shape)> {
    ENUMERATIONS.map(|(name, values)| (name, Shape::one_of(values))).to_vec()
}

/// One of these names; refers to a component if they are an enumeration.
pub(crate) fn one_of(names: &'static [&'static str]) -> Shape {
    let component = ENUMERATIONS.iter().find(|(_, own)| *own == names);
    component.map_or_else(|| Shape::one_of(names), |(name, _)| Shape::component(name))
}

/// A schema in queries and answers.
pub(crate) fn schema_name() -> Shape {
    Shape::component("SchemaName")
}

pub(crate) fn collection_name() -> Shape {
    Shape::component("CollectionName")
}

pub(crate) fn topic() -> Shape {
    Shape::component("Topic")
}

/// The topics of a record.
pub(crate) fn topics() -> Shape {
    Shape::array(topic())
}

pub(crate) fn list_type() -> Shape {
    Shape::component("ListType")
}

pub(crate) fn entity_type_name() -> Shape {
    Shape::component("EntityType")
}

/// An entity type, or null if the list does not give the type of the party.
pub(crate) fn entity_type() -> Shape {
    entity_type_name().or_null()
}

/// Offer that a licence allows.
pub(crate) fn offer() -> Shape {
    Shape::component("Offer")
}

pub(crate) fn registry_kind() -> Shape {
    Shape::component("RegistryKind")
}

/// A non-blank character: U+0085 is a blank in Unicode, but not in ECMA-262.
pub(crate) const FILLED: &str = "[^\\s\\u0085]";

/// A text that is not blank.
pub(crate) fn filled() -> Shape {
    Shape::pattern(FILLED).says("Not blank")
}

pub(crate) fn texts() -> Shape {
    Shape::array(Shape::string())
}

/// An address, absolute or relative to that of the service.
pub(crate) fn address() -> Shape {
    Shape::format("uri-reference")
}

/// The path parameter `collection`.
pub(crate) fn collection() -> ShownParameter {
    let says =
        "Which records are asked; any other name is 404 and the answer lists the collections.";
    ShownParameter::path("collection", says, collection_name())
}

/// One named value, or several separated by commas, with blank ones in between. Handwritten addresses
/// use the second form.
pub(crate) fn one_of_separated(names: &[&str]) -> Shape {
    let one = names.iter().map(|name| name.replace('.', "\\.")).collect::<Vec<_>>().join("|");
    let separated = format!("^([ ,]*({one})( *, *({one})?)* *)?$");
    let several = Shape::pattern(&separated).says("several, separated by commas");
    Shape::any_of(vec![topic(), several])
}

/// A value of a list, or several separated by commas; may be empty like the field of a form.
pub(crate) fn listed() -> Shape {
    Shape::pattern("^$|[^\\s,]")
}

/// Ignored parts of the request.
pub(crate) fn ignored() -> Shape {
    let most = limits::IGNORED_SENTENCES_MAX as u64 + 1;
    let says = "Parts of the request that were ignored, in sentences; omitted if there are none";
    texts().with("maxItems", most).says(says)
}

/// The `listing` filter.
pub(crate) fn listing() -> Shape {
    one_of(ListingState::NAMES)
}

/// The `group` parameter: results are records or parties.
pub(crate) fn group() -> Shape {
    one_of(Grouping::NAMES).says("What the results are, where they are not records")
}

pub(crate) fn listing_status() -> Shape {
    Shape::string().or_null().says(
        "What the register says of the listing; `ended`, with that in brackets, once the listing is \
         over by its own date",
    )
}

/// Rule of `changed_since`.
pub(crate) fn moment() -> Shape {
    let day = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])";
    let local = format!("^{day}T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$");
    let time = "T([01][0-9]|2[0-3])([0-5][0-9]([0-5][0-9])?)?Z?";
    let basic = format!("^[0-9]{{4}}(0[1-9]|1[0-2])(0[1-9]|1[0-9]|2[0-8])({time})?$");
    let forms = [
        Shape::format("date"),
        Shape::format("date-time"),
        Shape::pattern(&local).says("a time without offset"),
        Shape::pattern("^[0-9]{4}(-(0[1-9]|1[0-2]))?$").says("a year or a month"),
        Shape::pattern(&basic).says("the basic format; ordinal and week dates are read as well"),
    ];
    Shape::any_of(forms.to_vec())
}

/// A boolean: `true` or `false` in any case, `1` or `0`.
pub(crate) fn switch() -> Shape {
    let spelt = "^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|0|1)$";
    Shape::any_of(vec![Shape::boolean(), Shape::pattern(spelt)])
}

/// A text no longer than a name may be.
pub(crate) fn short_text() -> Shape {
    Shape::string().with("maxLength", limits::NAME_CHARS_MAX as u64)
}

/// `If-None-Match` of operations whose answers can be revalidated.
pub(crate) fn if_none_match() -> ShownParameter {
    let says =
        "The ETag of an answer that the caller has; while it is still current, the answer is 304.";
    ShownParameter::header("If-None-Match", says, Shape::string())
}

/// The register in examples.
pub(crate) const EXAMPLE_REGISTER: &str = "US OFAC Specially Designated Nationals";

/// The merged entity in examples.
pub(crate) const EXAMPLE_ENTITY: &str = "9f2c1d0e-0000-5000-8000-00000000abcd";
