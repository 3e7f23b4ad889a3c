//! From the files of a list to records and a report: made-up rows for every trap of the formats,
//! damaged files, mutated input, and the real lists where they are at hand.

mod bis_dpl;
mod ca_sema_xml;
mod csl_csv;
mod damaged_files;
mod eu_xml;
mod leie_csv;
mod mutated_input;
mod ofac_csv;
mod ofac_enhanced_xml;
mod ofac_forms;
mod ofac_text;
mod ofac_xml;
mod own_csv;
mod own_formats;
mod real_ca_sema;
mod real_eu_fsf;
mod real_gb_ofsi_conlist;
mod real_lists;
mod real_us_bis_dpl;
mod real_us_hhs_leie;
mod real_us_ofac_cons;
mod real_us_ofac_sdn;
mod real_us_trade_csl;
mod real_worldbank_debarred;
mod support;
mod uk_ofsi_csv;
mod uk_sanctions_list_csv;
mod un_xml;
mod world_bank_json;
