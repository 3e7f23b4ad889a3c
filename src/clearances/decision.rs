//! Decisions on customers and records.

use std::collections::BTreeMap;

use super::basis::Basis;
use super::facts::Facts;
use crate::limits::CLEARANCES_OF_CUSTOMER_MAX;
use tamis_engine::model::{Day, PartialDate, RecordId};

/// A reviewer's decision on a hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decision {
    /// The customer is not the listed party.
    Cleared,
    /// The customer is the listed party.
    Confirmed,
    /// Not decided yet.
    Open,
}

impl Decision {
    const ALL: [Self; 3] = [Self::Cleared, Self::Confirmed, Self::Open];
    /// The words for them.
    pub(crate) const NAMES: [&str; 3] =
        [Self::Cleared.as_str(), Self::Confirmed.as_str(), Self::Open.as_str()];

    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Cleared => "cleared",
            Self::Confirmed => "confirmed",
            Self::Open => "open",
        }
    }

    /// The decision of this name, in upper or lower case.
    pub(crate) fn from_name(name: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|own| own.as_str().eq_ignore_ascii_case(name));
        known.ok_or_else(|| {
            format!("the decision is {name:?}; it must be cleared, confirmed or open")
        })
    }
}

/// A decision on a customer and a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Clearance {
    pub(crate) decision: Decision,
    pub(crate) reason: String,
    pub(crate) reviewer: String,
    /// Time of the decision, ISO 8601.
    pub(crate) decided_at: String,
    /// Last day on which it holds, perhaps a whole month or year; `None` for no end.
    pub(crate) until: Option<PartialDate>,
    pub(crate) basis: Basis,
    /// The facts of the record then, if they were kept.
    pub(crate) facts: Option<Facts>,
}

impl Clearance {
    /// True if it no longer holds by its own date.
    pub(crate) fn is_over(&self, today: Day) -> bool {
        self.until.is_some_and(|until| until.end() <= today.date().start())
    }
}

/// The decisions on a customer by record.
pub(crate) type OfCustomer = BTreeMap<RecordId, Clearance>;

/// Decisions by customer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Clearances {
    by_customer: BTreeMap<String, OfCustomer>,
    /// SHA-256 of the file; empty if there is none.
    pub(crate) sha256: String,
}

impl Clearances {
    /// The decisions of a file of this SHA-256, of which none are read yet.
    pub(super) fn of_file(sha256: String) -> Self {
        Self { sha256, ..Self::default() }
    }

    /// The decisions on a customer, if there are any.
    pub(crate) fn of(&self, customer: &str) -> Option<&OfCustomer> {
        self.by_customer.get(customer)
    }

    /// Adds a decision; there must be none on the same customer and record.
    pub(crate) fn add(
        &mut self,
        customer: String,
        record: RecordId,
        clearance: Clearance,
    ) -> Result<(), String> {
        let own = self.by_customer.entry(customer).or_default();
        if own.contains_key(&record) {
            return Err(format!(
                "there is a decision on this customer and record {} already",
                record.0
            ));
        }
        if own.len() == CLEARANCES_OF_CUSTOMER_MAX {
            return Err(too_many());
        }
        own.insert(record, clearance);
        Ok(())
    }

    /// Takes the decisions of others instead of own ones on the same customers and records. Returns the
    /// number of replaced ones.
    ///
    /// # Errors
    /// A customer would have more than [`CLEARANCES_OF_CUSTOMER_MAX`].
    pub fn replace_by(&mut self, others: Self) -> Result<usize, String> {
        let mut replaced = 0;
        for (customer, records) in others.by_customer {
            let own = self.by_customer.entry(customer).or_default();
            for (record, clearance) in records {
                replaced += usize::from(own.insert(record, clearance).is_some());
            }
            if own.len() > CLEARANCES_OF_CUSTOMER_MAX {
                return Err(too_many());
            }
        }
        Ok(replaced)
    }

    /// Each decision, by customer and record.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, RecordId, &Clearance)> {
        self.by_customer.iter().flat_map(|(customer, records)| {
            records.iter().map(|(record, clearance)| (customer.as_str(), *record, clearance))
        })
    }

    /// Number of decisions.
    #[must_use]
    pub fn count(&self) -> usize {
        self.by_customer.values().map(BTreeMap::len).sum()
    }
}

fn too_many() -> String {
    format!("a customer has at most {CLEARANCES_OF_CUSTOMER_MAX} decisions")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_customer_has_so_many_decisions_and_no_more() {
        let clearance = Clearance {
            decision: Decision::Open,
            reason: String::new(),
            reviewer: String::new(),
            decided_at: String::new(),
            until: None,
            basis: ["0123456789ab"; 11].join("-").parse().expect("a basis"),
            facts: None,
        };
        let one = |record: u64| {
            let mut clearances = Clearances::default();
            let added = clearances.add("K".to_owned(), RecordId(record), clearance.clone());
            added.map(|()| clearances)
        };
        let mut all = Clearances::default();
        for record in 1..=CLEARANCES_OF_CUSTOMER_MAX as u64 {
            assert_eq!(all.replace_by(one(record).expect("added")), Ok(0));
        }
        assert_eq!(all.replace_by(one(1).expect("added")), Ok(1), "one that is there");
        assert_eq!(all.add("K".to_owned(), RecordId(5000), clearance.clone()), Err(too_many()));
        assert_eq!(all.add("L".to_owned(), RecordId(5000), clearance.clone()), Ok(()));
        assert_eq!(all.replace_by(one(5000).expect("added")), Err(too_many()));
    }
}
