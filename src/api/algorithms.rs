//! `GET /api/algorithms` (docs/api.md, "Algorithms"): the features of the scoring methods, with the
//! constants of the matcher itself.

use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::http::shape::{cached, json_response};
use super::interface::answer::answer;
use super::interface::{Shape, rules};
use super::operation::{Document, Operation};
use crate::limits;
use tamis_engine::matching::{self, Algorithm, Constant, FeatureKind};
use tamis_engine::model::{ListType, Topic};

/// Answers `GET /api/algorithms`. It needs no snapshot.
async fn algorithms() -> Response {
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

pub(super) fn describe(document: &mut Document) {
    document.schema("Constant", constant_fields().shape());
    document.schema("Algorithms", algorithms_fields().shape());
    document.operation(
        Operation::get("/api/algorithms", "getAlgorithms", algorithms)
            .tag("Match")
            .summary("How scores are made: methods, features, constants")
            .describes("Made from the constants that the matcher itself uses.")
            .answers("Methods and constants.", Shape::component("Algorithms"))
            .revalidates(),
    );
}

answer! {
    struct AlgorithmsBody as algorithms_fields {
        default: &'static str = Shape::exactly("standard"),
        threshold: f64 = Shape::number(0.0, 1.0),
        algorithms: [AlgorithmBody; 2] = Shape::array(algorithm_fields().shape()),
        /// Constants of the name comparison
        constants: Vec<ConstantBody> = Shape::array(Shape::component("Constant")),
        /// Each topic with the list types it derives from
        topics: Topics = Topics::shape(),
    }
}

answer! {
    struct AlgorithmBody as algorithm_fields {
        name: &'static str = Shape::one_of(Algorithm::NAMES),
        description: &'static str = Shape::string(),
        features: Vec<FeatureBody> = Shape::array(feature_fields().shape()),
    }
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

answer! {
    /// One feature (docs/api.md, "Features") with the constants named after it: `dob_match.same_year` is an
    /// effect of `dob_match`. `name_match` has none: it is the base that the others add to.
    struct FeatureBody as feature_fields {
        feature: &'static str = Shape::string(),
        measures: &'static str = Shape::string(),
        effects: Vec<ConstantBody> = Shape::array(Shape::component("Constant")),
    }
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

answer! {
    struct ConstantBody as constant_fields {
        name: &'static str = Shape::string(),
        value: f64 = Shape::any_number(),
        meaning: &'static str = Shape::string(),
    }
}

impl From<&Constant> for ConstantBody {
    fn from(constant: &Constant) -> Self {
        Self { name: constant.name, value: constant.value, meaning: constant.meaning }
    }
}

/// Each topic with the list types it derives from (docs/api.md, "List types and topics").
struct Topics;

impl Topics {
    fn shape() -> Shape {
        let of_topic = |name: &&'static str| (*name, Shape::array(rules::list_type()));
        Shape::object(Topic::NAMES.iter().map(of_topic).collect())
    }
}

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
