//! The fewest edits between two compact names: optimal string alignment (Levenshtein with swaps of
//! neighbours) within a band, with guards.

use std::cmp::Reverse;

use super::{CompactName, LOW_INFORMATION_EDITS_MAX, Pattern, edits_allowed};
use crate::limits::NAME_WORDS_MAX;

/// Cost of an edit. With at most [`super::EDITS_MAX`] edits, fewer edits always cost less.
const EDIT: u8 = 4;
/// Cost of an edit in a token of little information.
const LOW_INFORMATION_EDIT: u8 = 3;
/// Cost above every allowed one.
const TOO_MANY: u8 = u8::MAX;

/// Differences between a query name and a record name as strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Differences {
    /// Letters inserted, left out, exchanged, or swapped with their neighbour.
    pub edits: u8,
    /// Those of them in tokens of little information.
    pub low_information: u8,
    /// Blanks that only one of the names has.
    pub blanks: u8,
}

impl Differences {
    /// Order of differences, the nearest first: fewer edits, more of them in tokens of little
    /// information, fewer blanks.
    #[must_use]
    pub fn order(self) -> impl Ord {
        (self.edits, Reverse(self.low_information), self.blanks)
    }
}

/// Returns the fewest edits between two names. `None` if there are more than their letters allow
/// ([`edits_allowed`]), or if a guard forbids them:
///
/// - Edits in tokens of little information are at most [`LOW_INFORMATION_EDITS_MAX`], the others as many
///   as the informative letters allow, of the name that has fewer of either.
/// - No edit touches a fixed token of either name.
/// - Edits in a token are at most [`CompactName::edits_max`].
/// - The letters of the query that face an edited token of the record are no word by `is_word`, also
///   where the query lacks the blanks around it.
///
/// Of several ways with as few edits, the one with more edits in tokens of little information counts,
/// then the one that keeps letters paired from the end.
#[must_use]
pub fn differences(
    query: &CompactName,
    record: &CompactName,
    is_word: impl Fn(&str) -> bool,
) -> Option<Differences> {
    let (ours, theirs) = (query.letters(), record.letters());
    if ours == theirs {
        let blanks = query.differing_blanks(record);
        return Some(Differences { blanks, ..Differences::default() });
    }
    // Fewer edits cost less, so of the bands the first one with an alignment holds the cheapest.
    let least = Pattern::new(ours).allowed_distance(theirs)?;
    let mut bands = (least..=edits_allowed(ours.len().min(theirs.len())))
        .map(|edits| Grid::new(query, record, edits));
    bands.find(Grid::has_alignment)?.counted(is_word)
}

/// One step of an alignment; it ends behind a letter of the query and a letter of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Equal letters.
    Equal,
    /// A letter in place of another.
    Exchanged,
    /// Two neighbouring letters in the other order.
    Swapped,
    /// A letter of the query alone.
    Extra,
    /// A letter of the record alone.
    Missing,
}

impl Step {
    /// All steps, the preferred ones first.
    const ALL: [Self; 5] =
        [Self::Equal, Self::Exchanged, Self::Swapped, Self::Extra, Self::Missing];

    /// The least that it costs.
    fn cost_min(self) -> u8 {
        if self == Self::Equal { 0 } else { LOW_INFORMATION_EDIT }
    }

    /// Letters of the query and of the record that it takes.
    fn letters(self) -> (usize, usize) {
        match self {
            Self::Equal | Self::Exchanged => (1, 1),
            Self::Swapped => (2, 2),
            Self::Extra => (1, 0),
            Self::Missing => (0, 1),
        }
    }
}

/// Least costs of the beginnings of both names, by letters of the query and of the record.
struct Grid<'a> {
    query: &'a CompactName,
    record: &'a CompactName,
    /// Most edits: cells further than this from the diagonal are not held.
    most: usize,
    costs: Vec<u8>,
}

impl<'a> Grid<'a> {
    /// Fills the cells within so many edits of the diagonal.
    fn new(query: &'a CompactName, record: &'a CompactName, most: usize) -> Self {
        let costs = vec![TOO_MANY; (query.letters().len() + 1) * (2 * most + 1)];
        let mut grid = Self { query, record, most, costs };
        grid.fill();
        grid
    }

    fn has_alignment(&self) -> bool {
        self.cost(self.query.letters().len(), self.record.letters().len()) <= self.cost_max()
    }

    fn cost(&self, query: usize, record: usize) -> u8 {
        self.place(query, record).map_or(TOO_MANY, |place| self.costs[place])
    }

    /// Cost above which nothing counts.
    fn cost_max(&self) -> u8 {
        self.most as u8 * EDIT
    }

    fn place(&self, query: usize, record: usize) -> Option<usize> {
        let column = (record + self.most).checked_sub(query)?;
        (column <= 2 * self.most).then_some(query * (2 * self.most + 1) + column)
    }

    fn fill(&mut self) {
        let (columns, rows) = (self.query.letters().len(), self.record.letters().len());
        for query in 0..=columns {
            for record in query.saturating_sub(self.most)..=rows.min(query + self.most) {
                let mut least = if query + record == 0 { 0 } else { TOO_MANY };
                for step in Step::ALL {
                    // What is before a step rules most of them out.
                    let before = self.before(step, query, record);
                    if before.saturating_add(step.cost_min()) < least {
                        least = least.min(self.behind(step, query, record));
                    }
                }
                let least = if least > self.cost_max() { TOO_MANY } else { least };
                if let Some(place) = self.place(query, record) {
                    self.costs[place] = least;
                }
            }
        }
    }

    /// Cost of all before a step that ends behind this many letters.
    fn before(&self, step: Step, query: usize, record: usize) -> u8 {
        let (of_query, of_record) = step.letters();
        match (query.checked_sub(of_query), record.checked_sub(of_record)) {
            (Some(query), Some(record)) => self.cost(query, record),
            _ => TOO_MANY,
        }
    }

    /// Cost of a step that ends behind this many letters, with all before it.
    fn behind(&self, step: Step, query: usize, record: usize) -> u8 {
        let before = self.before(step, query, record);
        if before == TOO_MANY || !self.applies(step, query, record) {
            return TOO_MANY;
        }
        if step == Step::Equal {
            return before;
        }
        if before + step.cost_min() > self.cost_max() {
            return TOO_MANY;
        }
        let is_fixed = self
            .touched(step, query, record)
            .iter()
            .any(|&(ours, theirs)| self.query.is_fixed(ours) || self.record.is_fixed(theirs));
        let edit =
            if self.is_low_information(step, query, record) { LOW_INFORMATION_EDIT } else { EDIT };
        if is_fixed { TOO_MANY } else { before.saturating_add(edit) }
    }

    /// True if the letters before this place fit the step.
    fn applies(&self, step: Step, query: usize, record: usize) -> bool {
        let (ours, theirs) = (self.query.letters(), self.record.letters());
        match step {
            Step::Equal => ours[query - 1] == theirs[record - 1],
            Step::Exchanged => ours[query - 1] != theirs[record - 1],
            Step::Swapped => {
                ours[query - 1] == theirs[record - 2]
                    && ours[query - 2] == theirs[record - 1]
                    && ours[query - 1] != ours[query - 2]
            }
            Step::Extra | Step::Missing => true,
        }
    }

    /// Tokens of both names that an edit touches: one pair, or two for a swap over a blank. A letter of
    /// one name alone is of the other's token that its own token continues, else of the next one, unless
    /// that one is fixed.
    fn touched(&self, step: Step, query: usize, record: usize) -> [(usize, usize); 2] {
        let pair =
            |query: usize, record: usize| (self.query.token(query), self.record.token(record));
        let one = match step {
            Step::Swapped => return [pair(query - 2, record - 2), pair(query - 1, record - 1)],
            Step::Extra => pair(query - 1, beside(self.query, query - 1, record, self.record)),
            Step::Missing => pair(beside(self.record, record - 1, query, self.query), record - 1),
            Step::Equal | Step::Exchanged => pair(query - 1, record - 1),
        };
        [one; 2]
    }

    fn is_low_information(&self, step: Step, query: usize, record: usize) -> bool {
        let touched = self.touched(step, query, record);
        touched.iter().all(|&(_, theirs)| self.record.is_low_information(theirs))
    }

    /// The steps of the cheapest alignment, each with the letters before its end, the first one first.
    fn steps(&self) -> Vec<(Step, usize, usize)> {
        let (mut query, mut record) = (self.query.letters().len(), self.record.letters().len());
        let mut steps = Vec::with_capacity(query + self.most);
        while let Some(step) = Step::ALL.into_iter().find(|step| {
            let cost = self.behind(*step, query, record);
            cost != TOO_MANY && cost == self.cost(query, record)
        }) {
            steps.push((step, query, record));
            let (of_query, of_record) = step.letters();
            (query, record) = (query - of_query, record - of_record);
        }
        steps.reverse();
        steps
    }

    /// Counts the differences of the cheapest alignment.
    fn counted(&self, is_word: impl Fn(&str) -> bool) -> Option<Differences> {
        let mut found = Differences::default();
        let (mut edited, mut blanks) = ([[0u8; NAME_WORDS_MAX]; 2], Blanks::default());
        // By token of the record: the letters of the query that face it.
        let mut facing = [const { 0..0 }; NAME_WORDS_MAX];
        for (step, query, record) in self.steps() {
            blanks.pass(self, step, query, record);
            let [first, second] = self.touched(step, query, record);
            let (of_query, _) = step.letters();
            for (_, token) in [first, second].into_iter().filter(|_| of_query > 0) {
                let start =
                    if facing[token].is_empty() { query - of_query } else { facing[token].start };
                facing[token] = start..query;
            }
            if step == Step::Equal {
                continue;
            }
            found.edits += 1;
            found.low_information += u8::from(self.is_low_information(step, query, record));
            let [of_query, of_record] = &mut edited;
            of_query[first.0] += 1;
            of_record[first.1] += 1;
            of_query[second.0] += u8::from(second.0 != first.0);
            of_record[second.1] += u8::from(second.1 != first.1);
        }
        found.blanks = blanks.differing;
        let [of_query, of_record] = edited;
        let within = |name: &CompactName, edited: &[u8]| {
            (0..name.token_count()).all(|token| edited[token] <= name.edits_max(token))
        };
        let is_other_word = |token: usize| {
            let letters = self.query.letters()[facing[token].clone()].iter();
            of_record[token] > 0 && is_word(&letters.collect::<String>())
        };
        let letters = self.query.informative_letters().min(self.record.informative_letters());
        let is_allowed = found.low_information <= LOW_INFORMATION_EDITS_MAX
            && usize::from(found.edits - found.low_information) <= edits_allowed(letters)
            && within(self.query, &of_query)
            && within(self.record, &of_record)
            && !(0..self.record.token_count()).any(is_other_word);
        is_allowed.then_some(found)
    }
}

/// The letter of the other name whose token a letter of one name alone is read with, behind so many
/// letters of the other name.
fn beside(own: &CompactName, letter: usize, behind: usize, other: &CompactName) -> usize {
    let (before, next) = (behind.saturating_sub(1), behind.min(other.letters().len() - 1));
    let continues = letter > 0 && own.are_of_one_token(letter - 1, letter);
    let (likely, else_) = if continues { (before, next) } else { (next, before) };
    // At a blank of the other name the token that may be edited is.
    let is_free = |letter: usize| !other.is_fixed(other.token(letter));
    if is_free(likely) || !is_free(else_) { likely } else { else_ }
}

/// Counts the blanks that only one of the names has, from the first step to the last.
#[derive(Default)]
struct Blanks {
    differing: u8,
    /// True for a blank, of the query and of the record, that is not compared yet: letters of one name
    /// alone stand behind it.
    open: [bool; 2],
}

impl Blanks {
    /// Passes the blanks before the letters of a step that ends behind these letters.
    fn pass(&mut self, grid: &Grid<'_>, step: Step, query: usize, record: usize) {
        let (of_query, of_record) = step.letters();
        let begins_token = |name: &CompactName, behind: usize, letters: usize| {
            let first = behind - letters;
            letters > 0 && first > 0 && !name.are_of_one_token(first - 1, first)
        };
        self.open[0] |= begins_token(grid.query, query, of_query);
        self.open[1] |= begins_token(grid.record, record, of_record);
        if of_query == of_record {
            self.differing += u8::from(self.open[0] != self.open[1]);
            self.open = [false; 2];
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::WordMask;
    use crate::text::{NameKind, tokenize};

    fn compact(raw: &str) -> CompactName {
        CompactName::new(raw, &tokenize(raw, NameKind::Thing)).expect("a string")
    }

    /// Edits, those in tokens of little information, and blanks.
    fn counted(query: &str, record: &str) -> Option<(u8, u8, u8)> {
        let is_word = |letters: &str| letters == "mary";
        let found = differences(&compact(query), &compact(record), is_word)?;
        Some((found.edits, found.low_information, found.blanks))
    }

    #[test]
    fn slips_are_counted_where_they_are() {
        for (query, record, expected) in [
            ("Oleander Zarqandi", "Oleander Zarqandi", Some((0, 0, 0))),
            ("Oleander Zarqndi", "Oleander Zarqandi", Some((1, 0, 0))),
            ("leander Zarqandi", "Oleander Zarqandi", Some((1, 0, 0))),
            ("Oleadner Zarqandi", "Oleander Zarqandi", Some((1, 0, 0))),
            ("Olean der Zarqandi", "Oleander Zarqandi", Some((0, 0, 1))),
            ("OleanderZarqandi", "Oleander Zarqandi", Some((0, 0, 1))),
            ("Oleande rZarqandi", "Oleander Zarqandi", Some((0, 0, 2))),
            ("Oleandez Rarqandi", "Oleander Zarqandi", Some((1, 0, 0))),
            ("Oleander Zarqandi Fnc", "Oleander Zarqandi Inc", Some((1, 1, 0))),
            ("Oleander Zarqandi B. V.", "Oleander Zarqandi BV", Some((0, 0, 1))),
            ("Oleander Zarqandi LI MITED", "Oleander Zarqandi Limited", Some((0, 0, 1))),
            ("Ole4nder Zarqandi", "Oleander Zarqandi", Some((1, 0, 0))),
            ("MaryxZarqandi", "Mary Zarqandi", Some((1, 0, 1))),
            (
                "Oleander Limited Liability Ompany",
                "Oleander Limited Liability Company",
                Some((1, 1, 0)),
            ),
        ] {
            assert_eq!(counted(query, record), expected, "{query} {record}");
        }
    }

    #[test]
    fn guards_keep_other_names_apart() {
        for (query, record) in [
            ("Oleander Zarqandi Pro", "Oleander Zarqandi Con"),
            ("Oleander Mosuli", "Oleander Qaduli"),
            ("Oleander Zarqandi 7", "Oleander Zarqandi 8"),
            ("Oleander Fund VIII", "Oleander Fund IX"),
            ("Oleander Zarqandi II", "Oleander Zarqandi"),
            ("MaryZarqandi", "Mark Zarqandi"),
            ("OleanderMary Zarqandi", "Oleander Mark Zarqandi"),
        ] {
            assert_eq!(counted(query, record), None, "{query} {record}");
        }
        let record = compact("Oleander Armenia");
        let established = compact("Oleander Almenia").with_fixed(WordMask::word(1));
        let differences = |query: &CompactName| differences(query, &record, |_| false);
        assert_eq!(differences(&established), None);
        let apart = compact("Oleander Arme nia").with_fixed(WordMask::all_of(3));
        let blank = Some(Differences { blanks: 1, ..Differences::default() });
        assert_eq!(differences(&apart), blank, "blanks are free of it");
    }

    /// Optimal string alignment by its recurrence, over the whole table.
    pub(in super::super) fn distance(a: &[char], b: &[char]) -> usize {
        let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                table[i][j] = if i == 0 || j == 0 {
                    i + j
                } else {
                    let exchanged = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                    let least = exchanged.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1);
                    let is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                    if is_swap { least.min(table[i - 2][j - 2] + 1) } else { least }
                };
            }
        }
        table[a.len()][b.len()]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2048))]
        /// One long word each, so that no guard is in the way.
        #[test]
        fn edits_are_the_distance(
            a in "[a-c]{14,17}",
            b in "[a-c]{14,17}",
        ) {
            let of = |text: &str| text.chars().collect::<Vec<char>>();
            let expected = distance(&of(&a), &of(&b));
            let found = differences(&compact(&a), &compact(&b), |_| false);
            prop_assert_eq!(found.map(|found| usize::from(found.edits)), (expected <= 2).then_some(expected));
        }

        /// A narrow band finds what the band of all allowed edits finds, whatever may not be edited.
        #[test]
        fn the_first_band_with_an_alignment_suffices(
            ours in "([a-b]{4,7}|inc|7)( ([a-b]{4,7}|inc|limited|7)){1,4}",
            edits in prop::collection::vec((0..3u8, 0..64usize, "[a-b ]"), 0..4),
            fixed in 0..32u32,
        ) {
            let mut theirs: Vec<char> = ours.chars().collect();
            for (kind, place, letter) in edits {
                let at = place % theirs.len();
                let letter = letter.chars().next().expect("a letter");
                match kind {
                    0 => theirs.insert(at, letter),
                    1 => drop(theirs.remove(at)),
                    _ => theirs[at] = letter,
                }
            }
            let of = |text: &str| CompactName::new(text, &tokenize(text, NameKind::Thing));
            let theirs: String = theirs.iter().collect();
            let (Some(ours), Some(theirs)) = (of(&ours), of(&theirs)) else { return Ok(()) };
            let fixed = (0..5).filter(|at| fixed >> at & 1 == 1).map(WordMask::word);
            let ours = ours.with_fixed(fixed.fold(WordMask::NONE, |all, word| all | word));
            let most = edits_allowed(ours.letters().len().min(theirs.letters().len()));
            let grid = Grid::new(&ours, &theirs, most);
            let is_word = |text: &str| text.starts_with("ab");
            let expected = grid.has_alignment().then(|| grid.counted(is_word)).flatten();
            prop_assert_eq!(differences(&ours, &theirs, is_word), expected);
        }
    }
}
