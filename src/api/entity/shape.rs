//! JSON of records, listings and merged entities (docs/api.md, "Record fields", "Listings", "Merged
//! entities"), written directly from the snapshot.

use std::iter::once;

use serde::Serialize;
use uuid::Uuid;

use super::further::Further;
use crate::api::http::listing::ListingStatus;
use crate::api::interface::answer::answer;
use crate::api::interface::{Shape, rules};
use crate::api::operation::Document;
use crate::limits;
use tamis_engine::json::{Joined, Sequence, Shown};
use tamis_engine::lookup::MergedEntity;
use tamis_engine::model::{
    CountryCode, DatePrecision, Day, Fact, FactsChange, ImoNumber, PartialDate, Schema, Timestamp,
};
use tamis_engine::snapshot::RecordView;

pub(super) fn describe(document: &mut Document) {
    document.schema("Record", record_fields().shape());
    document.schema("RecordWithRelated", record_with_related_shape());
    document.schema("Listing", listing_fields().shape());
    document.schema("MergedEntity", merged_fields().shape());
    document.schema("MergedEntityWithRecords", with_records_fields().shape());
}

/// A record without related ones (`nested=false`, and the elements of `related` and `records`).
pub(crate) fn record<'s>(record: RecordView<'s>, today: Day) -> impl Serialize + 's {
    let dob = record.birth_date();
    let entity = record.merged_entity();
    RecordBody {
        id: record.id().0,
        register: &record.register().name,
        name: record.name(),
        alt_names: Joined(move || record.aliases()),
        program: Joined(move || record.programmes()),
        list_type: record.list_type().as_str(),
        entity_type: record.entity_type().map(|entity_type| entity_type.as_str()),
        dob: dob.map(Shown),
        dob_precision: dob.map(|date| date.precision().as_str()),
        nationality: record.countries().next().map(Shown),
        imo: record.imo().map(Shown),
        entity_id: entity,
        source_ref: record.source_ref(),
        source_url: record.source_url(),
        first_seen: Shown(record.first_seen()),
        loaded_at: Shown(record.last_seen()),
        topics: [record.topic().as_str()],
        merged_entity_url: entity.map(|id| Shown(EntityAddress(id))),
        changes: record.facts_changes().map(ChangeBody::from).collect(),
        further: Further { record, today, shows: |_| true },
    }
}

/// A record with its related records and the listings of all of them.
pub(super) fn record_with_related<'a>(
    view: RecordView<'a>,
    related: &'a [RecordView<'a>],
    today: Day,
) -> impl Serialize + 'a {
    #[derive(Serialize)]
    struct WithRelated<R, A, L> {
        #[serde(flatten)]
        record: R,
        related: A,
        listings: L,
    }
    WithRelated {
        record: record(view, today),
        related: Sequence(move || related.iter().map(move |other| record(*other, today))),
        listings: Sequence(move || {
            let records = once(view).chain(related.iter().copied());
            records.map(move |record| listing(record, today))
        }),
    }
}

answer! {
    struct RecordBody<'s, Names, Programmes, More> as record_fields {
        id: u64 = rules::record_id(),
        /// Register name
        register: &'s str = Shape::string(),
        /// Primary name
        name: &'s str = Shape::string(),
        /// Alternate names, joined by `; `
        alt_names: Names = Shape::string(),
        /// Programmes, joined by `; `
        program: Programmes = Shape::string(),
        list_type: &'static str = rules::list_type(),
        /// Null if the list does not give it
        entity_type: Option<&'static str> = rules::entity_type(),
        /// The first birth date
        dob: Option<Shown<PartialDate>> = rules::partial_date().or_null(),
        dob_precision: Option<&'static str> = Shape::one_of(DatePrecision::NAMES).or_null(),
        /// The first country
        nationality: Option<Shown<CountryCode>> = rules::country().or_null(),
        imo: Option<Shown<ImoNumber>> = rules::imo().or_null(),
        /// Merged entity ID
        entity_id: Option<Uuid> = rules::entity_id().or_null(),
        /// The register's own reference
        source_ref: Option<&'s str> = Shape::string().or_null(),
        source_url: Option<&'s str> = Shape::string().or_null(),
        /// Time at which the record was first collected
        first_seen: Shown<Timestamp> = rules::timestamp(),
        /// Last load that contained it
        loaded_at: Shown<Timestamp> = rules::timestamp(),
        topics: [&'static str; 1] = rules::topics(),
        /// Present when the record has a merged entity
        merged_entity_url?: Option<Shown<EntityAddress>> = rules::address(),
        /// The builds in which the record changed, the oldest first
        changes?: Vec<ChangeBody> = Shape::array(change_body().shape()),
        further..: More = Further::fields(|_| true),
    }
}

answer! {
    struct ChangeBody as change_body {
        at: Shown<Timestamp> = rules::timestamp(),
        /// Fields of the record with added, removed or changed values
        facts: Vec<&'static str> = Shape::array(Shape::string()),
    }
}

impl From<FactsChange> for ChangeBody {
    fn from(FactsChange { at, facts }: FactsChange) -> Self {
        Self { at: Shown(at), facts: facts.iter().filter_map(Fact::answer).collect() }
    }
}

fn record_with_related_shape() -> Shape {
    let related = Shape::array(Shape::component("Record"))
        .with("maxItems", limits::RELATED_RECORDS_MAX as u64)
        .says("Other active records of the same party");
    let listings = Shape::array(Shape::component("Listing"))
        .says("The record and its related records as listing facts");
    record_fields().shape().and(vec![("related", related), ("listings", listings)])
}

/// Address of a merged entity.
struct EntityAddress(Uuid);

impl std::fmt::Display for EntityAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "/api/entity/{}", self.0)
    }
}

answer! {
    struct ListingBody<'s, Joined, Programmes> as listing_fields {
        record_id: u64 = rules::record_id(),
        register: &'s str = Shape::string(),
        list_type: &'static str = rules::list_type(),
        topics: [&'static str; 1] = rules::topics(),
        /// Programmes, joined by `; `
        programme: Joined = Shape::string(),
        /// The same as a list
        programmes: Programmes = rules::texts(),
        listed_on: Option<Shown<PartialDate>> = rules::partial_date().or_null(),
        delisted_at: Option<Shown<Timestamp>> = rules::timestamp().or_null(),
        status: ListingStatus<'s> = rules::listing_status(),
        source_url: Option<&'s str> = Shape::string().or_null(),
        first_seen: Shown<Timestamp> = rules::timestamp(),
        last_seen: Shown<Timestamp> = rules::timestamp(),
    }
}

fn listing<'s>(record: RecordView<'s>, today: Day) -> impl Serialize + 's {
    ListingBody {
        record_id: record.id().0,
        register: &record.register().name,
        list_type: record.list_type().as_str(),
        topics: [record.topic().as_str()],
        programme: Joined(move || record.programmes()),
        programmes: Sequence(move || record.programmes()),
        listed_on: record.listed_on().map(Shown),
        // Only active records have listings here, and an active record is on its list.
        delisted_at: None,
        status: ListingStatus::of(record, today),
        source_url: record.source_url(),
        first_seen: Shown(record.first_seen()),
        last_seen: Shown(record.last_seen()),
    }
}

/// A merged entity without its records (`nested=false`).
pub(super) fn merged_entity<'a>(entity: &'a MergedEntity<'a>) -> impl Serialize + 'a {
    MergedBody {
        id: entity.id(),
        entity_id: entity.id(),
        caption: entity.caption(),
        schema: Schema::of(entity.entity_type()).as_str(),
        properties: properties(entity),
        datasets: entity.values(|record| once(record.register().name.as_str())),
        topics: entity.values(|record| once(record.topic().as_str())),
        first_seen: Shown(entity.first_seen()),
        last_seen: Shown(entity.last_seen()),
        referents: Sequence(|| entity.records().iter().map(|record| record.id().0)),
    }
}

/// A merged entity with its listings and records.
pub(super) fn merged_entity_with_records<'a>(
    entity: &'a MergedEntity<'a>,
    today: Day,
) -> impl Serialize + 'a {
    let shown = || entity.records().iter().copied().take(limits::ENTITY_RECORDS_MAX);
    WithRecords {
        entity: merged_entity(entity),
        listings: Sequence(move || shown().map(move |record| listing(record, today))),
        records: Sequence(move || shown().map(move |own| record(own, today))),
    }
}

answer! {
    struct WithRecords<E, L, R> as with_records_fields {
        entity..: E = merged_fields(),
        listings: L = up_to_all("Listing"),
        records: R = up_to_all("Record"),
    }
}

fn up_to_all(component: &str) -> Shape {
    let most = limits::ENTITY_RECORDS_MAX as u64;
    Shape::array(Shape::component(component)).with("maxItems", most)
}

answer! {
    struct MergedBody<'s, Properties, Names, Topics, Referents> as merged_fields {
        id: Uuid = rules::entity_id(),
        /// The same as `id`
        entity_id: Uuid = rules::entity_id(),
        /// Most frequent name among the records
        caption: &'s str = Shape::string(),
        schema: &'static str = rules::schema_name(),
        properties: Properties = properties_fields().shape(),
        /// Register names
        datasets: Names = rules::texts(),
        topics: Topics = rules::topics(),
        first_seen: Shown<Timestamp> = rules::timestamp(),
        last_seen: Shown<Timestamp> = rules::timestamp(),
        /// The records it was built from
        referents: Referents = Shape::array(rules::record_id()),
    }
}

answer! {
    #[expect(non_snake_case, reason = "the names in JSON")]
    struct Properties<N, A, D, C, I, P> as properties_fields {
        name: N = rules::texts(),
        alias: A = rules::texts(),
        birthDate: D = Shape::array(rules::partial_date()),
        nationality: C = Shape::array(rules::country()),
        imoNumber: I = Shape::array(rules::imo()),
        programme: P = rules::texts(),
    }
}

/// Combined values of the records, sorted and distinct (docs/api.md, "Merged entities"). A primary name
/// of one record that is an alias of another is shown as a name.
fn properties<'a>(entity: &'a MergedEntity<'a>) -> impl Serialize + 'a {
    let name = entity.values(|record| once(record.name()));
    let mut alias = entity.values(RecordView::aliases);
    alias.retain(|alias| !name.contains(alias));
    let dates = entity.values(|record| record.birth_dates().map(|born| born.date));
    let countries = entity.values(RecordView::countries);
    let imos = entity.values(|record| record.imo().into_iter());
    Properties {
        name,
        alias,
        birthDate: Sequence(move || dates.clone().into_iter().map(Shown)),
        nationality: Sequence(move || countries.clone().into_iter().map(Shown)),
        imoNumber: Sequence(move || imos.clone().into_iter().map(Shown)),
        programme: entity.values(RecordView::programmes),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::super::further::FIELDS;
    use super::*;

    fn body(entity_id: Option<Uuid>) -> String {
        let body = RecordBody {
            id: 101,
            register: "Test List",
            name: "DOE, Jane",
            alt_names: Joined(|| ["Jane D.", "J. Doe"].into_iter()),
            program: Joined(|| [].into_iter()),
            list_type: "SANCTION",
            entity_type: None,
            dob: "1962-05".parse().ok().map(Shown),
            dob_precision: Some("month"),
            nationality: None,
            imo: None,
            entity_id,
            source_ref: Some("77"),
            source_url: None,
            first_seen: Shown(Timestamp(0)),
            loaded_at: Shown(Timestamp(1)),
            topics: ["sanction"],
            merged_entity_url: entity_id.map(|id| Shown(EntityAddress(id))),
            changes: Vec::new(),
            further: BTreeMap::<String, String>::new(),
        };
        serde_json::to_string(&body).expect("plain JSON")
    }

    #[test]
    fn a_record_has_the_fields_of_the_description_in_its_order() {
        let expected = concat!(
            r#"{"id":101,"register":"Test List","name":"DOE, Jane","alt_names":"Jane D.; J. Doe","#,
            r#""program":"","list_type":"SANCTION","entity_type":null,"dob":"1962-05","#,
            r#""dob_precision":"month","nationality":null,"imo":null,"entity_id":null,"#,
            r#""source_ref":"77","source_url":null,"first_seen":"1970-01-01T00:00:00+00:00","#,
            r#""loaded_at":"1970-01-01T00:00:01+00:00","topics":["sanction"]}"#,
        );
        assert_eq!(body(None), expected);
        let fields: BTreeMap<String, serde_json::Value> =
            serde_json::from_str(expected).expect("an object");
        let fields: BTreeSet<&str> = fields.keys().map(String::as_str).collect();
        assert_eq!(fields, BTreeSet::from(FIELDS));
    }

    #[test]
    fn a_record_of_a_merged_entity_names_its_address() {
        let body = body(Some(Uuid::nil()));
        let address = r#""merged_entity_url":"/api/entity/00000000-0000-0000-0000-000000000000""#;
        assert!(body.contains(address), "{body}");
    }
}
