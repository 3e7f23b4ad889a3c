//! Mistyped IMO numbers of a query: an answer without a record must not read as clear.

use std::fmt;

use super::MatchQuery;
use crate::candidates::BoundFilter;
use crate::model::ImoNumber;

/// A query's IMO number with a wrong check digit that no record under the filter has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MistypedImo {
    /// The number as given.
    pub asked: ImoNumber,
    /// IMO numbers of records under the filter that differ by one digit or one swap, ascending.
    pub near: Vec<ImoNumber>,
}

impl MistypedImo {
    /// Finds the mistyped IMO numbers of a query.
    pub fn of<'a>(
        query: &'a MatchQuery,
        filter: &'a BoundFilter<'_>,
    ) -> impl Iterator<Item = Self> + 'a {
        let is_there = |imo: &ImoNumber| {
            filter.snapshot().index().with_imo(*imo).any(|at| filter.passes_record(at))
        };
        let wrong = query.imos.iter().filter(|imo| !imo.has_valid_check_digit());
        wrong.filter(move |imo| !is_there(imo)).map(move |&asked| {
            let mut near: Vec<ImoNumber> = asked.one_slip_away().filter(is_there).collect();
            near.sort_unstable();
            Self { asked, near }
        })
    }
}

impl fmt::Display for MistypedImo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const AWAY: &str = "one digit or one swap of digits away";
        write!(f, "IMO number {} has a wrong check digit and is on no record", self.asked)?;
        let near: Vec<String> = self.near.iter().map(ImoNumber::to_string).collect();
        match near.as_slice() {
            [] => write!(f, ", nor is any number {AWAY}."),
            _ => write!(f, "; {AWAY}: {}.", near.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_number_is_told_with_those_that_may_be_meant() {
        let imo = |text| ImoNumber::parse(text).expect("seven digits");
        let mut mistyped = MistypedImo { asked: imo("9074728"), near: Vec::new() };
        assert_eq!(
            mistyped.to_string(),
            "IMO number 9074728 has a wrong check digit and is on no record, nor is any number one \
             digit or one swap of digits away."
        );
        mistyped.near = ["9074729", "9074782"].map(imo).to_vec();
        assert_eq!(
            mistyped.to_string(),
            "IMO number 9074728 has a wrong check digit and is on no record; one digit or one swap of \
             digits away: 9074729, 9074782."
        );
    }
}
