//! `GET /api/sources` (docs/api.md, "Registers"): all registers, filtered, sorted and paged.

use axum::Extension;
use axum::extract::RawQuery;
use axum::response::Response;

use super::register_row::{RegisterRow, register_row};
use super::shared::{Page, page_of};
use crate::api::http::declared::{Choice, Defaulted, Parameter, Switch};
use crate::api::http::error::ApiError;
use crate::api::http::paging::{LIST_LIMIT, PAGE, Paging};
use crate::api::http::parameters::Parameters;
use crate::api::http::service::{Loaded, Taken};
use crate::api::http::shape::{CACHED, validated_by_content};
use crate::api::http::text_filter::{TextFilter, Words};
use crate::api::interface::Shape;
use crate::api::operation::{Document, Operation};
use tamis_engine::json::Sequence;
use tamis_engine::model::{ListType, Register, RegisterIndex, Timestamp};

const Q: Parameter<Words> = Parameter::new(
    "q",
    "Keeps registers with this text in name, jurisdiction, country or list type.",
    Words,
);

const LIST_TYPE: Parameter<Choice<ListType>> = Parameter::new(
    "list_type",
    "Type of the list.",
    Choice { from_name: ListType::from_name, accepted: ListType::NAMES },
);

/// The `sort` parameter; true if the newest come first.
const SORT: Defaulted<Choice<bool>> = Parameter::new(
    "sort",
    "`first_seen` puts the newest first.",
    Choice {
        from_name: |name| match name {
            "name" => Some(false),
            "first_seen" => Some(true),
            _ => None,
        },
        accepted: &["name", "first_seen"],
    },
)
.or(false);

const LATEST: Parameter<Switch> =
    Parameter::new("latest", "`true` is the same as `sort=first_seen`.", Switch);

pub(super) fn describe(document: &mut Document) {
    let own = [Q.shown(), LIST_TYPE.shown(), SORT.shown(), LATEST.shown()];
    document.schema("Sources", page_of(Shape::component("Register")).shape());
    document.schema("Register", register_row().shape());
    document.operation(
        Operation::get("/api/sources", "listSources", sources)
            .tag("Lists")
            .summary("The registers")
            .parameters(own.into_iter().chain([PAGE.shown(), LIST_LIMIT.shown()]))
            .answers("A page of registers.", Shape::component("Sources"))
            .revalidates()
            .refuses(&[400])
            .example("sanctions_lists", &[("list_type", "SANCTION"), ("limit", "10")])
            .example("by_text", &[("q", "ofac"), ("sort", "first_seen"), ("page", "1")])
            .example("newest", &[("latest", "true")]),
    );
}

/// Answers `GET /api/sources`.
async fn sources(
    Extension(Taken(loaded)): Extension<Taken>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let question = Question::read(&Parameters::parse(query.as_deref()))?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    Ok(answer(&loaded, &question, Timestamp::now()))
}

/// Filters and order of the request.
#[derive(Debug, PartialEq, Eq)]
struct Question {
    text: TextFilter,
    list_type: Option<ListType>,
    newest_first: bool,
    paging: Paging,
}

impl Question {
    /// Reads the parameters. `latest=true` equals `sort=first_seen` and takes precedence over another
    /// `sort`.
    fn read(parameters: &Parameters) -> Result<Self, ApiError> {
        let sort = SORT.read(parameters)?;
        let latest = LATEST.given(parameters)?;
        Ok(Self {
            text: Q.given(parameters)?.unwrap_or_default(),
            list_type: LIST_TYPE.given(parameters)?,
            newest_first: latest.unwrap_or_default() || sort,
            paging: Paging::read(parameters, &LIST_LIMIT)?,
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

fn answer(loaded: &Loaded, question: &Question, now: Timestamp) -> Response {
    let (registers, directory) = (loaded.snapshot.registers(), loaded.directory());
    let mut found = match question.newest_first {
        true => directory.registers_by_age(),
        false => directory.registers_by_name().to_vec(),
    };
    found.retain(|at| question.passes(&registers[at.index()]));
    let Paging { page, limit, offset } = question.paging;
    let row =
        |at: &RegisterIndex| RegisterRow::new(&registers[at.index()], directory.source(*at), now);
    let results = Sequence(|| found.iter().skip(offset).take(limit).map(row));
    // Validated by content, as registers become stale without a new snapshot.
    validated_by_content(&Page { total: found.len(), page, limit, results }, CACHED)
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
}
