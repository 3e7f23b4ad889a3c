//! Paging of lists.

use super::declared::{Defaulted, Parameter, Whole};
use super::error::ApiError;
use super::parameters::Parameters;
use crate::limits;

/// The requested part of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Paging {
    /// Entries per page.
    pub(crate) limit: usize,
    /// Page number, from 1.
    pub(crate) page: usize,
    /// Number of entries skipped.
    pub(crate) offset: usize,
}

/// The `page` parameter of a list.
pub(crate) const PAGE: Defaulted<Whole> =
    Parameter::new("page", "Which page, from 1.", Whole::from(1)).or(1);

/// The `limit` parameter of a list of registers or programmes (docs/api.md, "Limits").
pub(crate) const LIST_LIMIT: Defaulted<Whole> =
    Parameter::new("limit", "Entries per page.", Whole::between(1, limits::LIST_LIMIT_MAX))
        .or(limits::LIST_LIMIT_DEFAULT);

impl Paging {
    /// Reads `page` and `limit` of a list.
    ///
    /// # Errors
    /// [`ApiError::BadValue`] outside their rules.
    pub(crate) fn read(
        parameters: &Parameters,
        limit: &Defaulted<Whole>,
    ) -> Result<Self, ApiError> {
        let (limit, page) = (limit.read(parameters)?, PAGE.read(parameters)?);
        Ok(Self { limit, page, offset: (page - 1).saturating_mul(limit) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_begin_with_one_and_keep_to_the_limit() {
        let read = |query: &str| Paging::read(&Parameters::parse(Some(query)), &LIST_LIMIT);
        let paging = |limit, page, offset| Ok(Paging { limit, page, offset });
        assert_eq!(read(""), paging(50, 1, 0));
        assert_eq!(read("limit=100&page=3"), paging(100, 3, 200));
        let last = usize::MAX.to_string();
        assert_eq!(read(&format!("page={last}")).map(|paging| paging.offset), Ok(usize::MAX));
        for (query, parameter) in [
            ("limit=0", "limit"),
            ("limit=101", "limit"),
            ("limit=x", "limit"),
            ("page=0", "page"),
            ("page=-1", "page"),
            ("page=1.5", "page"),
        ] {
            assert_eq!(read(query).expect_err(query).parameter(), Some(parameter), "{query}");
        }
    }
}
