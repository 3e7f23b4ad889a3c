//! Lists of the US Treasury (Office of Foreign Assets Control) in every published form that holds
//! facts. The forms are one list, so they share the mapping of facts to fields. A record keeps its
//! reference whichever form is read (only the printed list has none).
//!
//! | module | what it reads |
//! |---|---|
//! | [`csv_set`] | `sdn.csv` or `cons_prim.csv` with companions |
//! | [`xml_list`] | `sdn.xml` or `consolidated.xml` |
//! | [`enhanced`] | `sdn_enhanced.xml` or `cons_enhanced.xml`, with names in their own script |
//! | [`printed`] | `sdnlist.txt`, the printed list |
//! | [`fact`], [`document_kinds`] | kinds of facts, and their fields |
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
