//! The descriptions that are part of the program.

/// Name and text of the description of each of these slugs.
macro_rules! shipped {
    ($($slug:literal),+ $(,)?) => {
        &[$((
            concat!($slug, ".toml"),
            include_str!(concat!("../../registers/", $slug, ".toml")),
        )),+]
    };
}

/// Descriptions shipped with the builder: file name and text, by slug.
pub(super) const SHIPPED: &[(&str, &str)] = shipped![
    "adb_sanctions",
    "ae_local",
    "afdb_debarred",
    "ar_repet",
    "au_asic_banned",
    "au_dfat",
    "au_insolvency_notices",
    "au_listed_terrorists",
    "au_parliament",
    "be_fod",
    "br_ceis",
    "br_pep",
    "ca_commons",
    "ca_ineligible_suppliers",
    "ca_listed_terrorists",
    "ca_sema",
    "ch_finma_warnings",
    "ch_parlament",
    "ch_seco",
    "cz_isir",
    "cz_national",
    "de_bundestag",
    "de_insolvenz",
    "dk_pep",
    "ebrd_ineligible",
    "eib_excluded",
    "eu_cor_members",
    "eu_edes",
    "eu_fsf",
    "eu_meps",
    "eu_parliament_meps",
    "eu_travel_bans",
    "everypolitician",
    "fr_assemblee",
    "fr_bodacc",
    "fr_gels",
    "fr_hatvp",
    "fr_senat",
    "gb_commons",
    "gb_disqualified_directors",
    "gb_fcdo_uksl",
    "gb_gazette_insolvency",
    "gb_iir",
    "gb_lords",
    "gb_ofsi_conlist",
    "gb_ofsi_invbans",
    "gb_parliament_mps",
    "gb_procurement_debarment",
    "gb_proscribed",
    "iadb_sanctioned",
    "il_nbctf",
    "in_mha",
    "jp_meti_eul",
    "jp_mof",
    "mx_sat_69b",
    "nl_insolvency",
    "nl_terrorism",
    "nz_insolvency",
    "nz_russia",
    "pk_nacta",
    "pl_mswia",
    "qa_nctc",
    "sg_mas",
    "tr_masak",
    "ua_nazk_war",
    "ua_nsdc",
    "un_sc_consolidated",
    "us_bis_dpl",
    "us_bis_entity",
    "us_bis_meu",
    "us_bis_uvl",
    "us_ca_ftb_top500",
    "us_ca_medicaid",
    "us_cia_world_leaders",
    "us_congress",
    "us_cuba_restricted",
    "us_dc_excluded",
    "us_ddtc_debarred",
    "us_dhs_uflpa",
    "us_dod_1260h",
    "us_fda_debarred",
    "us_fda_disqualified",
    "us_fdic_failed_banks",
    "us_fincen_311",
    "us_finra_barred",
    "us_hhs_leie",
    "us_in_tax_warrants",
    "us_isn_nonproliferation",
    "us_ny_medicaid",
    "us_ny_tax_warrants",
    "us_ofac_cons",
    "us_ofac_sdn",
    "us_ok_tax_warrants",
    "us_pa_medicheck",
    "us_plum",
    "us_sam_exclusions",
    "us_state_fto",
    "us_state_legislators",
    "us_state_tel",
    "us_trade_csl",
    "us_trade_csl_capta",
    "us_trade_csl_cmic",
    "us_trade_csl_dpl",
    "us_trade_csl_fse",
    "us_trade_csl_mbs",
    "us_trade_csl_plc",
    "us_trade_csl_sdn",
    "us_trade_csl_ssi",
    "us_tx_medicaid",
    "us_wa_tax_warrants",
    "us_wi_delinquent",
    "wd_peps",
    "worldbank_debarred",
    "za_fic",
];

#[cfg(test)]
mod tests {
    use super::SHIPPED;

    #[test]
    fn every_description_in_the_folder_is_shipped() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("registers");
        let entries = std::fs::read_dir(folder).expect("a folder of descriptions");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        let shipped: Vec<&str> = SHIPPED.iter().map(|(name, _)| *name).collect();
        assert_eq!(shipped, names);
    }
}
