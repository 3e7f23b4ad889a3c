//! From the files of a list to records and a report: made-up rows for every trap of the formats,
//! damaged files, mutated input, and the real lists where they are at hand.

mod damaged_files;
mod mutated_input;
mod ofac_csv;
mod own_formats;
mod real_lists;
mod support;
mod un_xml;
