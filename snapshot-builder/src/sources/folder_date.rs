//! The date at the beginning of a folder's name.

use tamis_engine::model::PartialDate;

/// Date of a folder: `2024`, `2024-05`, `2024-05-03`, and the rest of its name (`T2`, `-text`).
///
/// Ordered by date, then by the rest: `2023-12-20T2` is newer than `2023-12-20T1`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FolderDate {
    pub date: PartialDate,
    /// Rest of the name.
    pub rest: String,
}

impl FolderDate {
    /// Reads the longest date at the start of the name. `None` if there is none or if further digits
    /// follow (`20240503`, `2024-13-01`).
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [10, 7, 4].into_iter().find_map(|length| {
            let date = name.get(..length)?.parse().ok()?;
            let rest = &name[length..];
            let runs_on = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
            let continued = runs_on(rest) || rest.strip_prefix('-').is_some_and(runs_on);
            (!continued).then(|| Self { date, rest: rest.to_owned() })
        })
    }

    /// True if the folder may be read for the state of `day`. If one of the two is only a month or a
    /// year, they are compared at that precision.
    #[must_use]
    pub fn is_not_after(&self, day: PartialDate) -> bool {
        let precision = self.date.precision().min(day.precision());
        self.date.truncated(precision) <= day.truncated(precision)
    }
}

#[cfg(test)]
mod tests {
    use super::FolderDate;

    #[test]
    fn the_longest_date_at_the_start_counts() {
        for (name, date, rest) in [
            ("2024", "2024", ""),
            ("2016-02-text", "2016-02", "-text"),
            ("2023-12-20T2", "2023-12-20", "T2"),
            ("2024-enhanced-xml", "2024", "-enhanced-xml"),
        ] {
            let parsed = FolderDate::parse(name).expect(name);
            assert_eq!((parsed.date.to_string().as_str(), parsed.rest.as_str()), (date, rest));
        }
    }

    #[test]
    fn other_names_have_no_date() {
        for name in ["damaged-copy-2025-08-16", "20240503", "2024-13-01", "2024-05-3", "é", ""] {
            assert_eq!(FolderDate::parse(name), None, "{name:?}");
        }
    }

    #[test]
    fn later_suffixes_are_newer() {
        let names = ["2023", "2023-12", "2023-12-20", "2023-12-20T1", "2023-12-20T2", "2023-12-28"];
        let dates: Vec<_> = names.map(|name| FolderDate::parse(name).expect(name)).into();
        assert!(dates.is_sorted());
    }

    #[test]
    fn as_of_compares_at_the_coarser_precision() {
        for (folder, day, expected) in [
            ("2023-12-20T2", "2023-12-20", true),
            ("2023-12-21", "2023-12-20", false),
            ("2022-04", "2022-04-15", true),
            ("2022-04-15", "2022-04", true),
            ("2022-05", "2022-04-15", false),
        ] {
            let folder = FolderDate::parse(folder).expect(folder);
            assert_eq!(folder.is_not_after(day.parse().expect(day)), expected, "{folder:?} {day}");
        }
    }
}
