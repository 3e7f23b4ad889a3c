//! `GET /api/programs` (docs/api.md, "Programmes"): programmes with their lists.

use axum::Extension;
use axum::extract::RawQuery;
use axum::response::Response;

use super::shared::{Page, page_of, shared};
use crate::api::http::declared::{Choice, Defaulted, Parameter};
use crate::api::http::error::ApiError;
use crate::api::http::paging::{LIST_LIMIT, PAGE, Paging};
use crate::api::http::parameters::Parameters;
use crate::api::http::service::{Loaded, Taken};
use crate::api::http::text_filter::{TextFilter, Words};
use crate::api::interface::answer::answer;
use crate::api::interface::{Shape, rules};
use crate::api::operation::{Document, Operation};
use tamis_engine::directory::ProgrammeFacts;
use tamis_engine::json::Sequence;
use tamis_engine::model::{ListType, Register, RegisterIndex};

pub(super) fn describe(document: &mut Document) {
    document.schema("Programmes", page_of(Shape::component("Programme")).shape());
    document.schema("Programme", row().shape());
    document.operation(
        Operation::get("/api/programs", "listPrograms", programmes)
            .tag("Lists")
            .summary("Sanctions programmes")
            .parameters([Q.shown(), LIST_TYPE.shown(), PAGE.shown(), LIST_LIMIT.shown()])
            .answers("A page of programmes.", Shape::component("Programmes"))
            .revalidates()
            .refuses(&[400])
            .example("sanctions", &[("q", "p-"), ("limit", "10"), ("page", "1")])
            .example("all", &[("list_type", "ALL")]),
    );
}

/// Answers `GET /api/programs`.
async fn programmes(
    Extension(Taken(loaded)): Extension<Taken>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let question = Question::read(&Parameters::parse(query.as_deref()))?;
    let loaded = loaded.ok_or(ApiError::NoSnapshot)?;
    Ok(answer(&loaded, &question))
}

/// Parameters of the request.
#[derive(Debug, PartialEq, Eq)]
struct Question {
    text: TextFilter,
    /// Type of the lists to count; `None` for all.
    list_type: Option<ListType>,
    paging: Paging,
}

const Q: Parameter<Words> =
    Parameter::new("q", "Keeps programmes with this text in their name or that of a list.", Words);

/// The list types and the value for all of them.
const LIST_TYPES: &[&str] = &["SANCTION", "PEP", "DEBARMENT", "TAX_WARRANT", "INSOLVENCY", "ALL"];

/// The `list_type` parameter; `None` if all types count.
const LIST_TYPE: Defaulted<Choice<Option<ListType>>> = Parameter::new(
    "list_type",
    "Type of the list, or `ALL`.",
    Choice {
        from_name: |name| match name {
            "ALL" => Some(None),
            name => ListType::from_name(name).map(Some),
        },
        accepted: LIST_TYPES,
    },
)
.or(Some(ListType::Sanction));

impl Question {
    fn read(parameters: &Parameters) -> Result<Self, ApiError> {
        Ok(Self {
            text: Q.given(parameters)?.unwrap_or_default(),
            list_type: LIST_TYPE.read(parameters)?,
            paging: Paging::read(parameters, &LIST_LIMIT)?,
        })
    }

    /// For each register, true if it counts.
    fn counted(&self, registers: &[Register]) -> Vec<bool> {
        let of_type = |register: &Register| self.list_type.is_none_or(|t| register.list_type == t);
        registers.iter().map(of_type).collect()
    }
}

answer! {
    /// One programme (docs/api.md, "Programmes").
    struct Row<'s, Lists> as row {
        programme: &'s str = Shape::string(),
        records: u64 = Shape::count(),
        /// Distinct lists
        sources: usize = Shape::count(),
        /// Names of these lists
        lists: Lists = rules::texts(),
    }
}

fn answer(loaded: &Loaded, question: &Question) -> Response {
    let (registers, directory) = (loaded.snapshot.registers(), loaded.directory());
    let counted = question.counted(registers);
    let ranked = directory.programmes_by_records(question.list_type);
    let found = Matching::new(registers, &counted, &question.text);
    let passing = || ranked.clone().filter(|(place, _)| found.passes(directory.programme(*place)));
    let Paging { page, limit, offset } = question.paging;
    let row = |(place, records): (u32, u64)| {
        let facts = directory.programme(place);
        let lists = facts.registers().map(RegisterIndex::index).filter(|at| counted[*at]);
        Row {
            programme: facts.name,
            records,
            sources: lists.clone().count(),
            lists: Sequence(move || lists.clone().map(|at| &registers[at].name)),
        }
    };
    let total = match question.text.words().is_empty() {
        true => ranked.len(),
        false => passing().count(),
    };
    let results = Sequence(|| passing().skip(offset).take(limit).map(row));
    shared(&Page { total, page, limit, results })
}

/// A text filter on the names of programmes and of the lists that contribute to them.
struct Matching<'q> {
    text: &'q TextFilter,
    /// True if a register counts and its name has a word; by word, then by register.
    has_word: Vec<Vec<bool>>,
}

impl<'q> Matching<'q> {
    fn new(registers: &[Register], counted: &[bool], text: &'q TextFilter) -> Self {
        let names = registers
            .iter()
            .map(|register| [&register.name, &register.short_name].map(|name| name.to_lowercase()));
        let names: Vec<[String; 2]> = names.collect();
        let has_word = |word: &String| {
            let names = names.iter().zip(counted);
            names
                .map(|(names, counts)| *counts && names.iter().any(|name| name.contains(word)))
                .collect()
        };
        Self { text, has_word: text.words().iter().map(has_word).collect() }
    }

    /// True if every word is in the name of the programme or of one of its lists.
    fn passes(&self, programme: ProgrammeFacts<'_>) -> bool {
        self.text.words().iter().zip(&self.has_word).all(|(word, of_register)| {
            programme.lower_case.contains(word)
                || programme.registers().any(|at| of_register[at.index()])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Result<Question, ApiError> {
        Question::read(&Parameters::parse(Some(query)))
    }

    #[test]
    fn sanctions_are_the_default_and_all_is_asked_for_by_name() {
        for (query, expected) in [
            ("", Some(ListType::Sanction)),
            ("list_type=", Some(ListType::Sanction)),
            ("list_type=ALL", None),
            ("list_type=TAX_WARRANT", Some(ListType::TaxWarrant)),
        ] {
            assert_eq!(read(query).expect(query).list_type, expected, "{query}");
        }
        let error = read("list_type=all").expect_err("spellings are exact");
        assert_eq!((error.status().as_u16(), error.accepted()), (400, Some(LIST_TYPES)));
    }

    #[test]
    fn the_accepted_list_types_are_those_of_the_model_and_all() {
        assert_eq!(LIST_TYPES.split_last(), Some((&"ALL", ListType::NAMES)));
    }
}
