//! `GET /api/sources` (api.md 4.13): all registers, filtered, sorted and paged.

use axum::Extension;
use axum::extract::RawQuery;
use axum::response::Response;

use super::register_row::RegisterRow;
use super::{Page, shared};
use crate::api::http::error::ApiError;
use crate::api::http::parameters::{Paging, Parameters};
use crate::api::http::service::{Loaded, Taken};
use crate::api::http::text_filter::TextFilter;
use crate::limits::{LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX};
use tamis_engine::json::Sequence;
use tamis_engine::model::{ListType, Register, RegisterIndex};

/// What `limit` of a list of registers or programmes may be (api.md part 8).
pub(super) const LIMIT_RULE: &str = "a whole number from 1 to 100";

/// Answers `GET /api/sources`.
pub(in crate::api) async fn sources(
    Extension(Taken(loaded)): Extension<Taken>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let question = Question::read(&Parameters::parse(query.as_deref()))?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    Ok(answer(&loaded, &question))
}

/// Which registers, in which order.
#[derive(Debug, PartialEq, Eq)]
struct Question {
    text: TextFilter,
    list_type: Option<ListType>,
    newest_first: bool,
    paging: Paging,
}

impl Question {
    /// `latest=true` says the same as `sort=first_seen` and goes before a `sort` that says
    /// otherwise.
    fn read(parameters: &Parameters) -> Result<Self, ApiError> {
        let sorts = |name: &str| match name {
            "name" => Some(false),
            "first_seen" => Some(true),
            _ => None,
        };
        let sort = parameters.choice("sort", sorts, &["name", "first_seen"])?;
        let latest = parameters.flag("latest")?;
        Ok(Self {
            text: TextFilter::read(parameters)?,
            list_type: parameters.choice("list_type", ListType::from_name, ListType::NAMES)?,
            newest_first: latest.unwrap_or_default() || sort.unwrap_or_default(),
            paging: parameters.paging(LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX, LIMIT_RULE)?,
        })
    }

    fn passes(&self, register: &Register) -> bool {
        let Register { name, short_name, slug, .. } = register;
        let country = register.country.english_name().unwrap_or_default();
        let texts = [name, short_name, slug, country, register.list_type.as_str()];
        self.list_type.is_none_or(|list_type| register.list_type == list_type)
            && self.text.finds(&texts, Some(register.country))
    }
}

fn answer(loaded: &Loaded, question: &Question) -> Response {
    let (registers, directory) = (loaded.snapshot.registers(), loaded.directory());
    let mut found = match question.newest_first {
        true => directory.registers_by_age(),
        false => directory.registers_by_name().to_vec(),
    };
    found.retain(|at| question.passes(&registers[at.index()]));
    let Paging { page, limit, offset } = question.paging;
    let row = |at: &RegisterIndex| RegisterRow::new(&registers[at.index()], directory.source(*at));
    let results = Sequence(|| found.iter().skip(offset).take(limit).map(row));
    shared(&Page { total: found.len(), page, limit, results })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Result<Question, ApiError> {
        Question::read(&Parameters::parse(Some(query)))
    }

    #[test]
    fn newest_first_is_asked_for_in_two_ways() {
        for (query, expected) in [
            ("", false),
            ("sort=name", false),
            ("sort=first_seen", true),
            ("latest=true", true),
            ("latest=false", false),
            ("latest=false&sort=first_seen", true),
            ("latest=true&sort=name", true),
            ("sort=&latest=", false),
        ] {
            assert_eq!(read(query).expect(query).newest_first, expected, "{query}");
        }
    }

    #[test]
    fn values_outside_their_rule_are_refused_by_name() {
        for (query, parameter) in [
            ("list_type=sanction", "list_type"),
            ("list_type=ALL", "list_type"),
            ("sort=newest", "sort"),
            ("latest=maybe", "latest"),
            ("limit=101", "limit"),
            ("limit=0", "limit"),
            ("page=0", "page"),
            ("q=a&q=b", "q"),
        ] {
            let error = read(query).expect_err(query);
            assert_eq!((error.status().as_u16(), error.parameter()), (400, Some(parameter)));
        }
    }

    #[test]
    fn the_rule_in_the_error_names_the_limit() {
        assert!(LIMIT_RULE.ends_with(&format!("to {LIST_LIMIT_MAX}")));
    }
}
