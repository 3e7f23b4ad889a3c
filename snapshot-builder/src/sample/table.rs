//! Text format of the tables: `[section]` followed by items between blanks, `#` for comments.

/// A parsed table. Items keep the order of the file.
pub(super) struct Table {
    sections: Vec<(&'static str, Vec<&'static str>)>,
}

impl Table {
    /// Reads a table; items before the first section are dropped (a test checks that there are none).
    pub(super) fn parse(text: &'static str) -> Self {
        let mut sections: Vec<(&'static str, Vec<&'static str>)> = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            for item in line.split_whitespace() {
                if let Some(name) = section_name(item) {
                    sections.push((name, Vec::new()));
                } else if let Some((_, items)) = sections.last_mut() {
                    items.push(item);
                }
            }
        }
        Self { sections }
    }

    /// Items of a section; empty if the table has no such section.
    pub(super) fn items(&self, section: &str) -> &[&'static str] {
        self.sections.iter().find(|(name, _)| *name == section).map_or(&[], |(_, items)| items)
    }

    /// The items `key=value` of a section.
    pub(super) fn pairs(
        &self,
        section: &str,
    ) -> impl Iterator<Item = (&'static str, &'static str)> + '_ {
        self.items(section).iter().filter_map(|item| item.split_once('='))
    }

    /// The value of a key in a section of pairs.
    pub(super) fn value(&self, section: &str, key: &str) -> Option<&'static str> {
        self.pairs(section).find(|(name, _)| *name == key).map(|(_, value)| value)
    }
}

fn section_name(item: &'static str) -> Option<&'static str> {
    item.strip_prefix('[')?.strip_suffix(']')
}

/// An item for display: underscores become blanks.
pub(super) fn spaced(item: &str) -> String {
    item.replace('_', " ")
}
