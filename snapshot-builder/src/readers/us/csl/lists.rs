//! The lists of which the file is made up, by what it calls them.

#[derive(Debug, PartialEq, Eq)]
pub(super) struct List {
    /// What the file has called it since 2018, in full.
    pub(super) title: &'static str,
    /// What it was called before.
    pub(super) code: &'static str,
    /// Slug of its register. Lists that are loaded from their own agency, too, have another one
    /// here, so that the two copies stay apart.
    pub(super) slug: &'static str,
}

pub(super) const LISTS: &[List] = &[
    List {
        title: "Specially Designated Nationals (SDN) - Treasury Department",
        code: "SDN",
        slug: "us_trade_csl_sdn",
    },
    List {
        title: "Entity List (EL) - Bureau of Industry and Security",
        code: "EL",
        slug: "us_bis_entity",
    },
    List { title: "ITAR Debarred (DTC) - State Department", code: "DTC", slug: "us_ddtc_debarred" },
    List {
        title: "Denied Persons List (DPL) - Bureau of Industry and Security",
        code: "DPL",
        slug: "us_trade_csl_dpl",
    },
    List {
        title: "Sectoral Sanctions Identifications List (SSI) - Treasury Department",
        code: "SSI",
        slug: "us_trade_csl_ssi",
    },
    List {
        title: "Unverified List (UVL) - Bureau of Industry and Security",
        code: "UVL",
        slug: "us_bis_uvl",
    },
    List {
        title: "Nonproliferation Sanctions (ISN) - State Department",
        code: "ISN",
        slug: "us_isn_nonproliferation",
    },
    List {
        title: "Palestinian Legislative Council List (PLC) - Treasury Department",
        code: "PLC",
        slug: "us_trade_csl_plc",
    },
    List {
        title: "Military End User (MEU) List - Bureau of Industry and Security",
        code: "MEU",
        slug: "us_bis_meu",
    },
    List {
        title: "Non-SDN Chinese Military-Industrial Complex Companies List (CMIC) - Treasury Department",
        code: "CMIC",
        slug: "us_trade_csl_cmic",
    },
    List {
        title: "Capta List (CAP) - Treasury Department",
        code: "CAP",
        slug: "us_trade_csl_capta",
    },
    List {
        title: "Non-SDN Menu-Based Sanctions List (NS-MBS List) - Treasury Department",
        code: "MBS",
        slug: "us_trade_csl_mbs",
    },
    List {
        title: "Foreign Sanctions Evaders (FSE) - Treasury Department",
        code: "FSE",
        slug: "us_trade_csl_fse",
    },
];

/// The list that a row names as its source.
pub(super) fn list_of(source: &str) -> Option<&'static List> {
    LISTS.iter().find(|list| source == list.title || source == list.code)
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
            assert_eq!(list_of(source).map(|list| list.slug), slug, "{source}");
        }
    }

    #[test]
    fn every_list_is_told_from_all_others() {
        for list in LISTS {
            assert_eq!(list_of(list.title), Some(list));
            assert_eq!(list_of(list.code), Some(list));
            assert_eq!(LISTS.iter().filter(|other| other.slug == list.slug).count(), 1);
        }
    }
}
