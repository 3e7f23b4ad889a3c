//! Rules and parameters that several operations share, each built from the constant that the
//! handlers use.

use super::operation::Parameter;
use super::schema::Schema;
use crate::limits;
use crate::registries::RegistryKind;
use tamis_engine::model::{
    Collection, EntityType, ListType, Offer, RecordId, Schema as PartySchema, Topic,
};

/// Whole numbers of parameters are read into 64 bits.
pub(super) const WHOLE_MAX: u64 = u64::MAX;

/// A moment in UTC, to the second.
pub(super) fn timestamp() -> Schema {
    Schema::format("date-time")
}

/// A birth or listing date to the year, month or day.
pub(super) fn partial_date() -> Schema {
    let year = "^[1-9][0-9]{3}";
    let day = Schema::format("date").with("pattern", year);
    let forms =
        [format!("{year}$"), format!("{year}-(0[1-9]|1[0-2])$")].map(|f| Schema::pattern(&f));
    let forms = forms.into_iter().chain([day]).collect();
    Schema::any_of(forms).says("YYYY, YYYY-MM or YYYY-MM-DD, from the year 1000 on")
}

/// The version of a snapshot, `YYYYMMDDHHMMSS` (api.md part 9).
pub(super) fn version() -> Schema {
    Schema::pattern("^[0-9]{14}$").says("YYYYMMDDHHMMSS, UTC")
}

/// The version of the snapshot that the answer was made from.
pub(super) fn snapshot() -> Schema {
    Schema::pattern("^[0-9]{14}$").says("Version of the snapshot that answered, YYYYMMDDHHMMSS")
}

/// A number of a record.
pub(super) fn record_id() -> Schema {
    Schema::integer(0, (1 << RecordId::BITS) - 1)
}

/// Digits of a record ID: nineteen fit into 64 bits.
const RECORD_DIGITS: &str = "[0-9]{1,19}";
const UUID: &str = "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}";

/// `101` or `svc-101`.
pub(super) fn record_id_text() -> Schema {
    Schema::pattern(&format!("^(svc-)?{RECORD_DIGITS}$")).says("A record ID")
}

/// A UUID or `svc-e-<uuid>`.
pub(super) fn entity_id_text() -> Schema {
    Schema::pattern(&format!("^(svc-e-)?{UUID}$")).says("A merged entity ID")
}

/// Either of them (api.md 4.4).
pub(super) fn party_id() -> Schema {
    Schema::pattern(&format!("^((svc-)?{RECORD_DIGITS}|(svc-e-)?{UUID})$"))
}

/// What the column canonical_id of statements holds.
pub(super) fn canonical_id() -> Schema {
    Schema::pattern(&format!("^svc-({RECORD_DIGITS}|e-{UUID})$"))
}

/// The ID of a merged entity.
pub(super) fn entity_id() -> Schema {
    Schema::format("uuid")
}

/// A country as the service shows it.
pub(super) fn country() -> Schema {
    Schema::pattern("^[A-Z]{2}$")
        .says("ISO 3166-1 alpha-2, upper case; lists use reserved and former codes too")
}

/// An IMO number as the service shows it.
pub(super) fn imo() -> Schema {
    Schema::pattern("^[0-9]{7}$").says("IMO number")
}

/// The enumerations, each a component of its own: a client has one type for each of them.
pub(super) fn enumerations() -> Vec<(&'static str, Schema)> {
    let all: [(&str, &[&str]); 7] = [
        ("SchemaName", PartySchema::NAMES),
        ("CollectionName", Collection::NAMES),
        ("ListType", ListType::NAMES),
        ("EntityType", EntityType::NAMES),
        ("Topic", Topic::NAMES),
        ("Offer", Offer::NAMES),
        ("RegistryKind", RegistryKind::NAMES),
    ];
    all.map(|(name, values)| (name, Schema::one_of(values))).to_vec()
}

/// A schema, as queries name it and answers show it.
pub(super) fn schema_name() -> Schema {
    Schema::component("SchemaName")
}

/// A collection.
pub(super) fn collection_name() -> Schema {
    Schema::component("CollectionName")
}

/// A topic.
pub(super) fn topic() -> Schema {
    Schema::component("Topic")
}

/// The topics of a record.
pub(super) fn topics() -> Schema {
    Schema::array(topic())
}

/// A list type.
pub(super) fn list_type() -> Schema {
    Schema::component("ListType")
}

/// An entity type.
pub(super) fn entity_type_name() -> Schema {
    Schema::component("EntityType")
}

/// An entity type, or null where the list does not say what the party is.
pub(super) fn entity_type() -> Schema {
    entity_type_name().or_null()
}

/// What a licence lets the service offer.
pub(super) fn offer() -> Schema {
    Schema::component("Offer")
}

/// A kind of registry.
pub(super) fn registry_kind() -> Schema {
    Schema::component("RegistryKind")
}

/// A character that is no blank: U+0085 is one of Unicode's, but none of ECMA-262.
pub(super) const FILLED: &str = "[^\\s\\u0085]";

/// A text that is not blank.
pub(super) fn filled() -> Schema {
    Schema::pattern(FILLED).says("Not blank")
}

/// Texts.
pub(super) fn texts() -> Schema {
    Schema::array(Schema::string())
}

/// How many records have a value; by falling count, then by value.
pub(super) fn value_counts(values: Schema) -> Schema {
    Schema::array(Schema::object(vec![("value", values), ("count", Schema::count())]))
}

/// The path parameter `collection`.
pub(super) fn collection() -> Parameter {
    let says =
        "Which records are asked; any other name is 404 and the answer lists the collections.";
    Parameter::path("collection", says, collection_name())
}

/// `topics` (api.md 4.1 and 4.6).
pub(super) fn topics_filter() -> Parameter {
    let says = "Keeps records with one of these topics. Repeat it or separate values by commas.";
    Parameter::list("topics", says, one_of_separated(Topic::NAMES))
}

/// One named value, or several separated by commas, with blank ones in between; the second form
/// is what the first becomes in addresses written by hand.
fn one_of_separated(names: &[&str]) -> Schema {
    let one = names.iter().map(|name| name.replace('.', "\\.")).collect::<Vec<_>>().join("|");
    let separated = format!("^ *({one})? *(, *({one})? *)*$");
    let several = Schema::pattern(&separated).says("several, separated by commas");
    Schema::any_of(vec![topic(), several])
}

/// `include_dataset`.
pub(super) fn include_dataset() -> Parameter {
    let says = "Keeps records of these registers, by exact name. Repeat it or separate names by \
                commas; a name that no register has matches nothing.";
    Parameter::list("include_dataset", says, Schema::string())
}

/// `exclude_dataset`.
pub(super) fn exclude_dataset() -> Parameter {
    let says = "Leaves out records of these registers, by exact name.";
    Parameter::list("exclude_dataset", says, Schema::string())
}

/// The rule of `changed_since`.
pub(super) fn moment() -> Schema {
    let day = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])";
    let local = format!("^{day}T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$");
    let forms = [
        Schema::format("date"),
        Schema::format("date-time"),
        Schema::pattern(&local).says("a time without offset"),
    ];
    Schema::any_of(forms.to_vec())
}

/// What `changed_since` does.
pub(super) const CHANGED_SINCE: &str = "Keeps records that were added or changed on or after this \
                                        ISO 8601 date or time; a time without offset is UTC.";

/// A switch: `true` or `false` in any case, `1` or `0`.
pub(super) fn switch() -> Schema {
    let spelt = "^([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|0|1)$";
    Schema::any_of(vec![Schema::boolean(), Schema::pattern(spelt)])
}

/// `page`.
pub(super) fn page() -> Parameter {
    Parameter::query("page", "Which page, from 1.", Schema::integer(1, WHOLE_MAX).default(1u64))
}

/// `q` of a list.
pub(super) fn text_filter(says: &str) -> Parameter {
    let rule = Schema::string().with("maxLength", limits::NAME_CHARS_MAX as u64);
    Parameter::query("q", says, rule)
}

/// `limit` of a list of registers or programmes.
pub(super) fn list_limit() -> Parameter {
    let (default, most) = (limits::LIST_LIMIT_DEFAULT as u64, limits::LIST_LIMIT_MAX as u64);
    Parameter::query("limit", "Entries of a page.", Schema::integer(1, most).default(default))
}

/// `If-None-Match` of the operations whose answers can be revalidated.
pub(super) fn if_none_match() -> Parameter {
    let says =
        "The ETag of an answer that the caller has; while it still holds, 304 comes instead.";
    Parameter::header("If-None-Match", says, Schema::string())
}

/// The register that examples ask about.
pub(super) const EXAMPLE_REGISTER: &str = "US OFAC Specially Designated Nationals";

/// The merged entity that examples ask about.
pub(super) const EXAMPLE_ENTITY: &str = "9f2c1d0e-0000-5000-8000-00000000abcd";

/// A list that is answered whole: `{total, results}`.
pub(super) fn results_of(row: Schema) -> Schema {
    Schema::object(vec![("total", Schema::count()), ("results", Schema::array(row))])
}

/// A page of a list of registers or programmes.
pub(super) fn page_of(component: &str) -> Schema {
    Schema::object(vec![
        ("total", Schema::count()),
        ("page", Schema::whole_from(1)),
        ("limit", Schema::integer(1, limits::LIST_LIMIT_MAX as u64)),
        ("results", Schema::array(Schema::component(component))),
    ])
}
