//! Lists contained in the file, by their names in it.

/// Name of a list in the file until 2018, the slug of its register, and its name since then. Lists that
/// are also loaded from their own agency have a different slug here, so that the two copies stay
/// separate.
const LISTS: [(&str, &str, &str); 13] = [
    ("SDN", "us_trade_csl_sdn", "Specially Designated Nationals (SDN) - Treasury Department"),
    ("EL", "us_bis_entity", "Entity List (EL) - Bureau of Industry and Security"),
    ("DTC", "us_ddtc_debarred", "ITAR Debarred (DTC) - State Department"),
    ("DPL", "us_trade_csl_dpl", "Denied Persons List (DPL) - Bureau of Industry and Security"),
    (
        "SSI",
        "us_trade_csl_ssi",
        "Sectoral Sanctions Identifications List (SSI) - Treasury Department",
    ),
    ("UVL", "us_bis_uvl", "Unverified List (UVL) - Bureau of Industry and Security"),
    ("ISN", "us_isn_nonproliferation", "Nonproliferation Sanctions (ISN) - State Department"),
    ("PLC", "us_trade_csl_plc", "Palestinian Legislative Council List (PLC) - Treasury Department"),
    ("MEU", "us_bis_meu", "Military End User (MEU) List - Bureau of Industry and Security"),
    (
        "CMIC",
        "us_trade_csl_cmic",
        "Non-SDN Chinese Military-Industrial Complex Companies List (CMIC) - Treasury Department",
    ),
    ("CAP", "us_trade_csl_capta", "Capta List (CAP) - Treasury Department"),
    (
        "MBS",
        "us_trade_csl_mbs",
        "Non-SDN Menu-Based Sanctions List (NS-MBS List) - Treasury Department",
    ),
    ("FSE", "us_trade_csl_fse", "Foreign Sanctions Evaders (FSE) - Treasury Department"),
];

/// Register of the list that a row names as its source.
pub(super) fn register_of(source: &str) -> Option<&'static str> {
    let list = LISTS.into_iter().find(|(code, _, title)| source == *title || source == *code);
    list.map(|(_, slug, _)| slug)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_generations_of_names_are_known_and_others_are_not() {
        for (source, slug) in [
            ("EL", Some("us_bis_entity")),
            ("Entity List (EL) - Bureau of Industry and Security", Some("us_bis_entity")),
            ("Capta List (CAP) - Treasury Department", Some("us_trade_csl_capta")),
            ("Entity List", None),
            ("", None),
        ] {
            assert_eq!(register_of(source), slug, "{source}");
        }
    }

    #[test]
    fn every_list_is_told_from_all_others() {
        for (code, slug, title) in LISTS {
            assert_eq!(register_of(title), Some(slug));
            assert_eq!(register_of(code), Some(slug));
            assert_eq!(LISTS.iter().filter(|(_, other, _)| *other == slug).count(), 1);
        }
    }
}
