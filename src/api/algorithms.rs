//! `GET /api/algorithms` (docs/api.md, "Algorithms"): what the scoring methods measure, told from
//! the constants that the matcher itself uses (docs/api.md, "Algorithms").

use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::http::shape::{cached, json_response};
use crate::limits;
use tamis_engine::matching::{self, Algorithm, Constant, FeatureKind};
use tamis_engine::model::{ListType, Topic};

/// Answers `GET /api/algorithms`. It needs no snapshot.
pub(super) async fn algorithms() -> Response {
    let constants = matching::constants();
    let body = AlgorithmsBody {
        default: Algorithm::Standard.as_str(),
        threshold: limits::THRESHOLD_DEFAULT,
        algorithms: [Algorithm::Standard, Algorithm::NameOnly]
            .map(|algorithm| AlgorithmBody::new(algorithm, &constants)),
        constants: comparison_of_names(&constants),
        topics: Topics,
    };
    cached(json_response(StatusCode::OK, &body), "no-cache")
}

#[derive(Serialize)]
struct AlgorithmsBody {
    default: &'static str,
    threshold: f64,
    algorithms: [AlgorithmBody; 2],
    constants: Vec<ConstantBody>,
    topics: Topics,
}

#[derive(Serialize)]
struct AlgorithmBody {
    name: &'static str,
    description: &'static str,
    features: Vec<FeatureBody>,
}

impl AlgorithmBody {
    fn new(algorithm: Algorithm, constants: &[Constant]) -> Self {
        let (description, kinds): (_, &[FeatureKind]) = match algorithm {
            Algorithm::Standard => (
                "The name score plus the effects of birth date, country, IMO number and type.",
                FeatureKind::ALL,
            ),
            Algorithm::NameOnly => ("The name score alone.", &[FeatureKind::NameMatch]),
        };
        let features = kinds.iter().map(|kind| FeatureBody::new(*kind, constants)).collect();
        Self { name: algorithm.as_str(), description, features }
    }
}

/// One feature (docs/api.md, "Features") with the constants named after it: `dob_match.same_year`
/// is an effect of `dob_match`. `name_match` has none: it is the base that the others add to.
#[derive(Serialize)]
struct FeatureBody {
    feature: &'static str,
    measures: &'static str,
    effects: Vec<ConstantBody>,
}

impl FeatureBody {
    fn new(kind: FeatureKind, constants: &[Constant]) -> Self {
        let feature = kind.as_str();
        let measures = match kind {
            FeatureKind::NameMatch => "word-by-word likeness of the names; sets the base score",
            FeatureKind::DobMatch => {
                "birth dates at the coarser of both precisions; approximate ones within a year"
            }
            FeatureKind::CountryMatch => {
                "nationality, jurisdiction or flag; of a party that may be an organisation and has none, the countries of its addresses, which never count against it"
            }
            FeatureKind::IdentifierMatch => "the IMO number",
            FeatureKind::TypeMismatch => "whether the record can be what the query's schema says",
        };
        Self { feature, measures, effects: effects_of(feature, constants) }
    }
}

fn effects_of(feature: &str, constants: &[Constant]) -> Vec<ConstantBody> {
    let belongs = |constant: &&Constant| {
        constant.name.strip_prefix(feature).is_some_and(|outcome| outcome.starts_with('.'))
    };
    constants.iter().filter(belongs).map(ConstantBody::from).collect()
}

/// The constants that are not an effect of a feature (docs/api.md, "Algorithms": name-comparison
/// constants).
fn comparison_of_names(constants: &[Constant]) -> Vec<ConstantBody> {
    let own = constants.iter().filter(|constant| !constant.name.contains('.'));
    own.map(ConstantBody::from).collect()
}

#[derive(Serialize)]
struct ConstantBody {
    name: &'static str,
    value: f64,
    meaning: &'static str,
}

impl From<&Constant> for ConstantBody {
    fn from(constant: &Constant) -> Self {
        Self { name: constant.name, value: constant.value, meaning: constant.meaning }
    }
}

/// Each topic with the list types it derives from (docs/api.md, "List types and topics").
struct Topics;

impl Serialize for Topics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(Topic::ALL.len()))?;
        for topic in Topic::ALL {
            let from = ListType::ALL.iter().filter(|list_type| list_type.topic() == *topic);
            let names: Vec<_> = from.map(|list_type| list_type.as_str()).collect();
            map.serialize_entry(topic.as_str(), &names)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::{Constant, Topics, effects_of};

    #[test]
    fn topics_name_the_list_types_they_derive_from() {
        let expected = concat!(
            r#"{"sanction":["SANCTION"],"role.pep":["PEP"],"debarment":["DEBARMENT"],"#,
            r#""reg.action":["TAX_WARRANT","INSOLVENCY"]}"#,
        );
        assert_eq!(serde_json::to_string(&Topics).expect("plain JSON"), expected);
    }

    #[test]
    fn a_feature_has_the_constants_named_after_it() {
        let constant = |name| Constant { name, value: 0.1, meaning: "" };
        let constants = ["dob_match.same", "dob_matches", "name.same"].map(constant);
        let effects = effects_of("dob_match", &constants);
        assert_eq!(effects.iter().map(|c| c.name).collect::<Vec<_>>(), ["dob_match.same"]);
    }
}
