//! The facts of one record, as read from its list and as kept by the snapshot.

use serde::{Deserialize, Serialize};

use super::facts::{FactMut, FactRef, FactType, facts};
use super::{Alias, BirthDate, CountryCode, EntityType, Fact, Identifier, ImoNumber, PartialDate};

// Every record must have the first two, the reference and the name.
macro_rules! declare_record {
    (
        $(#[doc = $about_reference:literal])+
        $reference_key:literal Reference $reference:ident: $reference_type:ty,
            in $reference_place:ident => $reference_shows:expr;

        $(#[doc = $about_name:literal])+
        $name_key:literal Name $name:ident: $name_type:ty, in $name_place:ident
            => $name_shows:expr;

        $(
            $(#[doc = $doc:literal])+
            $key:literal $variant:ident $field:ident: $ty:ty, in $place:ident => $shows:expr;
        )+
    ) => {
        /// One register's entry for one party: the publisher's facts, and nothing else.
        ///
        /// Its fields are the rows of the table of [facts](Fact). The snapshot adds its register,
        /// published id and dates of loading.
        ///
        /// JSON uses the keys of `records.jsonl` for facts that exist there. Empty facts are left out,
        /// and an unknown key is an error. Ledgers keep records in this form for ever: a key may be
        /// added, never renamed.
        #[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Record {
            $(#[doc = $about_reference])+
            #[serde(rename = $reference_key)]
            pub $reference: $reference_type,
            /// True if the reader made the reference from other fields because the publisher gives
            /// none. It identifies the record, but is not shown as the publisher's (docs/api.md,
            /// "Identifiers").
            #[serde(rename = "is_ref_made", default, skip_serializing_if = "std::ops::Not::not")]
            pub is_reference_made: bool,
            $(#[doc = $about_name])+
            #[serde(rename = $name_key)]
            pub $name: $name_type,
            $(
                $(#[doc = $doc])+
                #[serde(rename = $key, default, skip_serializing_if = "is_empty")]
                pub $field: $ty,
            )+
        }

        impl Record {
            /// Returns a fact for reading.
            #[must_use]
            pub fn fact(&self, fact: Fact) -> FactRef<'_> {
                match fact {
                    Fact::Reference => self.$reference.get(),
                    Fact::Name => self.$name.get(),
                    $(Fact::$variant => self.$field.get(),)+
                }
            }

            /// Returns a fact for changing.
            pub fn fact_mut(&mut self, fact: Fact) -> FactMut<'_> {
                match fact {
                    Fact::Reference => self.$reference.get_mut(),
                    Fact::Name => self.$name.get_mut(),
                    $(Fact::$variant => self.$field.get_mut(),)+
                }
            }
        }
    };
}

facts!(declare_record);

fn is_empty(fact: &impl FactType) -> bool {
    fact.get().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: &str = r#"{"ref":"17","is_ref_made":true,"name":"Ann Example","aliases":["Annie",{"name":"A. E.","quality":"weak"},{"name":"Anna","former":true}],"type":"INDIVIDUAL","birth_dates":["1962","circa 1964-02-29"],"born_before":"1970","countries":["PE","GB"],"address_countries":["CL"],"imo":"0123456","programmes":["P1"],"listed_on":"2001-05","listed_until":"2030-01-01","status":"active","historical":"born before 1900","un_reference":"QDi.001","notes":["N"],"source_url":"https://example.org/17","isin":"US0000000000","ticker":"ANN","gender":"female","birth_places":["Lima"],"positions":["Clerk"],"addresses":["1 Street"],"identifiers":[{"type":"Passport","value":"A1","country":"PE"},{"type":"Tax number","value":"2"}]}"#;

    #[test]
    fn every_fact_is_written_under_its_key_and_read_back() {
        let record: Record = serde_json::from_str(FULL).expect("a record");
        let former = Alias::strong("Anna").formerly(true);
        assert_eq!(record.aliases, [Alias::strong("Annie"), Alias::weak("A. E."), former]);
        assert_eq!(serde_json::to_string(&record).expect("written"), FULL);
    }

    #[test]
    fn facts_that_are_empty_are_left_out() {
        let text = r#"{"ref":"1","name":"Ben"}"#;
        let record: Record = serde_json::from_str(text).expect("a record");
        assert_eq!(record.entity_type, None);
        assert_eq!(serde_json::to_string(&record).expect("written"), text);
    }

    #[test]
    fn what_is_not_known_is_refused_by_name() {
        for (field, part) in [
            (r#""blood":"0""#, "unknown field `blood`"),
            (r#""type":"PERSON""#, "unknown variant `PERSON`, expected one of `INDIVIDUAL`"),
            (r#""birth_dates":["1963-02-29"]"#, "expected a date of the form YYYY"),
            (r#""countries":["PER"]"#, "expected a country as two letters"),
            (r#""imo":"17""#, "expected an IMO number of seven digits"),
            (r#""aliases":[{"name":"A","since":1}]"#, "unknown field `since`"),
            (r#""aliases":[{"quality":"weak"}]"#, "missing field `name`"),
            (r#""aliases":[7]"#, "expected a name, or a name with what it differs in"),
            (r#""identifiers":[{"type":"T"}]"#, "missing field `value`"),
        ] {
            let text = format!(r#"{{"ref":"1","name":"Ben",{field}}}"#);
            let error = serde_json::from_str::<Record>(&text).expect_err(field).to_string();
            assert!(error.contains(part), "{field}: {error}");
        }
    }
}
