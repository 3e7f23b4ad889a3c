//! The real lists: every version at hand against figures that were measured by other means, and
//! what the engine finds in them. All of these are ignored unless they are asked for, since they
//! need the folder that `TAMIS_SHARED` names.

mod ca_sema;
mod cut_lists;
mod engine_equals_oracle;
mod eu_fsf;
mod eu_parliament_meps;
mod gb_ofsi_conlist;
mod gb_parliament_mps;
mod labelled_names;
mod ledger_chain;
mod linking;
mod never_hidden;
mod ofac_and_un;
mod ofac_forms;
mod packed_names;
mod read_again;
mod search_equals_oracle;
mod self_recall;
mod us_bis_dpl;
mod us_congress;
mod us_hhs_leie;
mod us_ofac_cons;
mod us_ofac_sdn;
mod us_trade_csl;
mod worldbank_debarred;
