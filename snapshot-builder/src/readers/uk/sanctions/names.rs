//! Names of a party, one or two in a row.

use tamis_engine::model::{Alias, AliasQuality, Record};

use super::columns::{Field, Row};
use crate::readers::common::facts::add_unique;

/// Names in the rows of a party, without repetitions.
#[derive(Default)]
pub(super) struct Names(Vec<Name>);

#[derive(PartialEq, Eq)]
struct Name {
    /// Name in Latin letters; empty for some names that the UN gives only in their own script.
    latin: String,
    /// Name in another script; mostly empty.
    script: String,
    rank: Rank,
    quality: AliasQuality,
    is_former: bool,
}

/// Kind of a name, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Primary,
    Variation,
    Other,
}

impl Names {
    /// Adds the names of a row.
    pub(super) fn add(&mut self, row: &Row<'_>) {
        let (latin, script) = (row.name(), row.text(Field::ScriptName));
        if latin.is_empty() && script.is_empty() {
            return;
        }
        let kind = row.text(Field::NameKind).to_lowercase();
        let quality = quality_of(&row.text(Field::NameQuality));
        let is_former = kind == "fka";
        add_unique(&mut self.0, Name { latin, script, rank: rank_of(&kind), quality, is_former });
    }

    /// Sets the names of the record: the best one is primary, all others are aliases in the publisher's
    /// order. Some parties of OFSI's old files have only aliases.
    pub(super) fn put(self, record: &mut Record) {
        let key = |name: &Name| (name.latin.is_empty(), name.rank, name.is_weak());
        let best = self.0.iter().enumerate().min_by_key(|(_, name)| key(name)).map(|(at, _)| at);
        for (at, name) in self.0.into_iter().enumerate() {
            let mut texts = [name.latin, name.script].into_iter().filter(|text| !text.is_empty());
            if Some(at) == best {
                record.name = texts.next().unwrap_or_default();
            }
            let alias =
                |text| Alias { name: text, quality: name.quality, is_former: name.is_former };
            record.aliases.extend(texts.map(alias));
        }
    }
}

impl Name {
    fn is_weak(&self) -> bool {
        self.quality == AliasQuality::Weak
    }
}

/// Kind of a name: "Prime Alias" before 2022; then "Primary name" and "Primary name variation" in any
/// case.
fn rank_of(kind: &str) -> Rank {
    match (kind.contains("prim"), kind.contains("variation")) {
        (true, false) => Rank::Primary,
        (true, true) => Rank::Variation,
        _ => Rank::Other,
    }
}

/// Quality of an alias: "Low quality" is weak; "Good quality" and an empty text are not.
fn quality_of(text: &str) -> AliasQuality {
    let text = text.to_lowercase();
    if text.contains("low") || text.contains("weak") {
        AliasQuality::Weak
    } else {
        AliasQuality::Strong
    }
}
