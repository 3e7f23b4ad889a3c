//! Records added to and removed from a register, day by day (docs/api.md, "Registers").

use super::{Change, SourceFacts};
use crate::limits::SOURCE_DAYS;
use crate::model::{SECONDS_PER_DAY, Timestamp};

/// The changes of the last [`SOURCE_DAYS`] calendar days (UTC) up to a given one.
#[derive(Debug, Clone, Copy)]
pub struct RecentChanges<'d> {
    /// Days with a change, ascending.
    days: &'d [Change],
    /// The last day, in days since 1970-01-01.
    today: i64,
}

impl<'d> RecentChanges<'d> {
    /// Makes the changes up to and including the day of `now`.
    pub(super) fn new(days: &'d [Change], now: Timestamp) -> Self {
        Self { days, today: now.0.div_euclid(SECONDS_PER_DAY) }
    }

    /// Returns every day, oldest first, including days without a change.
    pub fn days(self) -> impl Iterator<Item = Change> + 'd {
        (self.today - SOURCE_DAYS + 1..=self.today).map(move |number| {
            let day = Timestamp(number * SECONDS_PER_DAY);
            let known = self.days.binary_search_by_key(&day, |change| change.day);
            known.map_or(Change { day, added: 0, removed: 0 }, |at| self.days[at])
        })
    }

    /// Returns the numbers of records added and removed on the last `days` days, today included.
    #[must_use]
    pub fn within(self, days: i64) -> (u64, u64) {
        let window = (self.today - days + 1) * SECONDS_PER_DAY..=self.today * SECONDS_PER_DAY;
        let changes = self.days.iter().filter(|change| window.contains(&change.day.0));
        changes.fold((0, 0), |(added, removed), change| {
            (added + change.added, removed + change.removed)
        })
    }
}

impl SourceFacts {
    /// Returns the recent changes, seen from `now`.
    #[must_use]
    pub fn changes(&self, now: Timestamp) -> RecentChanges<'_> {
        RecentChanges::new(&self.days, now)
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, RecentChanges, SECONDS_PER_DAY, SOURCE_DAYS, Timestamp};

    fn change(day: i64, added: u64, removed: u64) -> Change {
        Change { day: Timestamp(day * SECONDS_PER_DAY), added, removed }
    }

    #[test]
    fn windows_end_with_today_and_count_whole_days() {
        let days = [change(910, 7, 7), change(911, 64, 0), change(993, 8, 0), change(994, 0, 4)];
        let days = [&days[..], &[change(1000, 2, 1), change(1001, 100, 100)]].concat();
        let last_second_of_day_1000 = Timestamp(1001 * SECONDS_PER_DAY - 1);
        let recent = RecentChanges::new(&days, last_second_of_day_1000);
        assert_eq!([recent.within(1), recent.within(7)], [(2, 1), (2, 5)]);
        assert_eq!([recent.within(8), recent.within(90)], [(10, 5), (74, 5)]);
        let all: Vec<Change> = recent.days().collect();
        assert_eq!(all.len(), SOURCE_DAYS as usize);
        assert_eq!((all[0], all[1]), (change(911, 64, 0), change(912, 0, 0)));
        assert_eq!((all[83], all[89]), (change(994, 0, 4), change(1000, 2, 1)));
    }
}
