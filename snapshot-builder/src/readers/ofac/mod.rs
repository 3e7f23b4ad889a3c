//! The lists of the US Treasury (Office of Foreign Assets Control) in every form that it publishes
//! with facts in them. The forms are one list, so they share how facts become fields, and a record
//! keeps its reference whichever form is read (the printed list alone has none).
//!
//! | module | what it reads |
//! |---|---|
//! | [`csv_set`] | `sdn.csv` or `cons_prim.csv` with companions |
//! | [`xml_list`] | `sdn.xml` or `consolidated.xml` |
//! | [`enhanced`] | `sdn_enhanced.xml` or `cons_enhanced.xml`, with names in their own script |
//! | [`printed`] | `sdnlist.txt`, the list as it is printed |
//! | [`fact`], [`document_kinds`] | kinds of facts, and the fields they belong to |
//! | [`fields`] | steps that all of them share |
//! | [`elements`] | lists of elements in the two XML forms |
//! | [`remarks`], [`identifiers`] | facts in words |

pub(super) mod csv_set;
mod document_kinds;
mod elements;
pub(super) mod enhanced;
mod fact;
mod fields;
mod identifiers;
pub(super) mod printed;
mod remarks;
pub(super) mod xml_list;
