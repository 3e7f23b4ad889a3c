//! The use case: differences between the ledgers of two versions.
//!
//! Both are read once, as streams in the same order (by register and reference), so that memory does
//! not grow with their size.
//!
//! | module | what it holds |
//! |---|---|
//! | `change` | one differing record: facts, their values, its merged entity |
//! | `event` | events of a comparison, and the numbers of differing records |
//! | `merge` | the entries of a register in both ledgers, merged |

mod change;
mod event;
mod merge;

use std::collections::BTreeSet;
use std::io;

pub use self::change::{EntityChange, FactChange, Kind, RecordChange, remark};
pub use self::event::{Event, Totals};
use crate::error::Refused;
use crate::ledger::Ledger;

/// Compares two ledgers, or only the register that `only` names. `tell` receives each record that
/// differs, sorted by register and reference, and each register at its end.
///
/// A record counts as changed if a build in between counted it so and its facts still differ.
///
/// # Errors
/// A ledger cannot be read, `tell` fails, or no version has the register.
pub fn diff(
    old: &Ledger,
    new: &Ledger,
    only: Option<&str>,
    mut tell: impl FnMut(Event) -> io::Result<()>,
) -> anyhow::Result<Totals> {
    let slugs = old.head().registers.iter().chain(&new.head().registers);
    let slugs: BTreeSet<&String> =
        slugs.filter(|slug| only.is_none_or(|only| only == *slug)).collect();
    if let Some(only) = only.filter(|_| slugs.is_empty()) {
        return Err(Refused::Option(format!("neither version has a register {only}")).into());
    }
    let mut all = Totals::default();
    for slug in slugs {
        let totals = merge::register(old, new, slug, &mut tell)?;
        tell(Event::Register { register: slug.clone(), totals })?;
        all.add(totals);
    }
    Ok(all)
}
