//! What kind of entity a list means by "entity".

use tamis_engine::model::EntityType;
use tamis_engine::text::has_legal_form;

/// COMPANY with a legal form in the name, else ORGANIZATION (docs/api.md, "Entity types and
/// schemas").
pub(in crate::readers) fn entity_type_of(name: &str) -> EntityType {
    if has_legal_form(name) { EntityType::Company } else { EntityType::Organization }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_legal_form_makes_a_company() {
        for (name, expected) in [
            ("NORTHERN TRADING CO., LTD.", EntityType::Company),
            ("Granja La Sierra S.A. de C.V.", EntityType::Company),
            ("ARMY OF THE SUN", EntityType::Organization),
            ("COALITION OF SAILORS", EntityType::Organization),
        ] {
            assert_eq!(entity_type_of(name), expected, "{name}");
        }
    }
}
