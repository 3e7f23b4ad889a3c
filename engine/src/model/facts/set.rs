//! Sets of facts.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::Fact;

/// A set of facts in the order of the table. As text it is a list of [keys](Fact::key).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FactSet(u32);

const _: () = assert!(Fact::ALL.len() <= u32::BITS as usize, "a bit for each fact");

impl FactSet {
    /// Returns one bit per fact, the first one lowest.
    #[must_use]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Returns the facts of these bits. Bits of no fact are ignored.
    #[must_use]
    pub fn from_bits(bits: u32) -> Self {
        Self(bits & (u32::MAX >> (u32::BITS as usize - Fact::ALL.len())))
    }

    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn iter(self) -> impl Iterator<Item = Fact> {
        Fact::ALL.iter().copied().filter(move |fact| self.0 & Self::bit(*fact) != 0)
    }

    fn bit(fact: Fact) -> u32 {
        1 << fact as u32
    }
}

impl FromIterator<Fact> for FactSet {
    fn from_iter<I: IntoIterator<Item = Fact>>(facts: I) -> Self {
        Self(facts.into_iter().fold(0, |bits, fact| bits | Self::bit(fact)))
    }
}

impl Serialize for FactSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Fact::key))
    }
}

impl<'de> Deserialize<'de> for FactSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let keys = Vec::<String>::deserialize(deserializer)?;
        let fact = |key: &String| {
            Fact::with_key(key).ok_or_else(|| de::Error::custom(format!("{key:?} is no fact")))
        };
        keys.iter().map(fact).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in_and_is_written_by_keys() {
        let set: FactSet = [Fact::Identifiers, Fact::Aliases, Fact::Aliases].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Fact::Aliases, Fact::Identifiers]);
        assert_eq!(FactSet::from_bits(set.bits()), set);
        let text = serde_json::to_string(&set).expect("plain texts");
        assert_eq!(text, r#"["aliases","identifiers"]"#);
        assert_eq!(serde_json::from_str::<FactSet>(&text).expect("its own form"), set);
        let error = serde_json::from_str::<FactSet>(r#"["name","shoes"]"#).expect_err("unknown");
        assert!(error.to_string().contains("\"shoes\" is no fact"), "{error}");
        let all: FactSet = Fact::ALL.iter().copied().collect();
        assert_eq!(FactSet::from_bits(u32::MAX), all, "a bit that is of no fact is left out");
        assert!(FactSet::from_bits(0).is_empty() && !set.is_empty());
    }
}
