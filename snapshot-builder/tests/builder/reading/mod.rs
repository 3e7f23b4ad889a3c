//! From the files of a list to records and a report: made-up rows for every trap of the formats,
//! damaged files and mutated input.

mod bis_dpl;
mod bombs;
mod ca_sema_xml;
mod congress;
mod congress_lists;
mod csl_csv;
pub(crate) mod cut_files;
mod damaged_files;
mod eu_xml;
mod every_fact;
mod ftm_entities;
mod ftm_lists;
mod leie_csv;
mod mutated_input;
mod ofac_csv;
mod ofac_enhanced_xml;
mod ofac_text;
mod ofac_xml;
mod own_csv;
mod own_formats;
mod seeded;
mod senzing_jsonl;
pub(crate) mod support;
mod uk_ofsi_csv;
mod uk_parliament_csv;
mod uk_sanctions_list_csv;
mod un_xml;
mod wikidata_json;
mod world_bank_json;
mod written_into_one;
