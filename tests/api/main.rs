//! Answers of the API, requested in this process without a socket.

mod customer_files;
mod downloads;
mod entity_limits;
mod exporting;
mod filter_policy;
mod filter_streams;
mod filtering;
mod hostile_payments;
mod http_errors;
mod identifiers;
mod listings;
mod match_files;
mod match_requests;
mod match_streams;
mod matching_parties;
mod metrics;
mod other_origins;
mod pages;
mod payment_page;
mod payment_rates;
mod rate_limit;
mod reading_entities;
mod reading_records;
mod receipts;
mod reconciling;
mod reference_data;
mod reference_totals;
mod reference_world;
mod registries;
mod review_page;
mod screening;
mod searching;
mod statements;
#[path = "../support/mod.rs"]
mod support;
mod unread_parameters;
