//! `GET /api/algorithms` (docs/api.md, "Algorithms").

use super::operation::Operation;
use super::schema::Schema;
use super::{Document, rules};
use crate::api::algorithms;
use tamis_engine::matching::Algorithm;
use tamis_engine::model::Topic;

pub(super) fn describe(document: &mut Document) {
    let constant = Schema::object(vec![
        ("name", Schema::string()),
        ("value", Schema::any_number()),
        ("meaning", Schema::string()),
    ]);
    let feature = Schema::object(vec![
        ("feature", Schema::string()),
        ("measures", Schema::string()),
        ("effects", Schema::array(Schema::component("Constant"))),
    ]);
    let algorithm = Schema::object(vec![
        ("name", Schema::one_of(Algorithm::NAMES)),
        ("description", Schema::string()),
        ("features", Schema::array(feature)),
    ]);
    let list_types = || Schema::array(rules::list_type());
    let topics = Schema::object(Topic::NAMES.iter().map(|name| (*name, list_types())).collect());
    let answer = Schema::object(vec![
        ("default", Schema::exactly("standard")),
        ("threshold", Schema::number(0.0, 1.0)),
        ("algorithms", Schema::array(algorithm)),
        (
            "constants",
            Schema::array(Schema::component("Constant")).says("Of the comparison of names"),
        ),
        ("topics", topics.says("Each topic with the list types it derives from")),
    ]);
    document.schema("Constant", constant);
    document.schema("Algorithms", answer);
    document.operation(
        Operation::get("/api/algorithms", "getAlgorithms", algorithms::algorithms)
            .tag("Match")
            .summary("How scores are made: methods, features, constants")
            .describes("Made from the constants that the matcher itself uses.")
            .answers("Methods and constants.", Schema::component("Algorithms"))
            .revalidates(),
    );
}
