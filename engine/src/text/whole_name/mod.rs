//! A name as one string: its letters without blanks, and the edits between two such strings.
//!
//! Tokens come first everywhere else. A slip that makes, moves or destroys a blank, or that hits a short
//! token, gives tokens nobody knows. As one string the name is still an edit or two away.
//!
//! | module | what it holds |
//! |---|---|
//! | `compact` | [`CompactName`]: the letters of a name, each with its token |
//! | `pattern` | [`Pattern`]: a string prepared for a quick test against many others |
//! | `differences` | the fewest edits between two compact names, within the guards |

mod compact;
mod differences;
mod pattern;

pub use compact::CompactName;
pub use differences::{Differences, differences};
pub use pattern::Pattern;

/// Fewest letters of a name that is compared as one string.
pub const LETTERS_MIN: usize = 5;
/// Most edits between two names.
pub const EDITS_MAX: usize = 3;
/// Letters from which on one, two and three edits are allowed: of all letters for the edits of a name,
/// of the informative ones for those that are not in tokens of little information.
pub const LETTERS_PER_EDITS: [usize; EDITS_MAX] = [9, 14, 22];
/// Most edits in tokens of little information.
pub const LOW_INFORMATION_EDITS_MAX: u8 = 2;

/// Edits that a name with this many letters allows.
#[must_use]
pub fn edits_allowed(letters: usize) -> usize {
    LETTERS_PER_EDITS.iter().filter(|least| letters >= **least).count()
}
