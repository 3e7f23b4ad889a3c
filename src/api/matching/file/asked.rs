//! Parameters of a file request: how the file is read, and which rows are answered (docs/api.md, "Match
//! file").

use super::super::settings::parameters as match_parameters;
use super::super::stream::HITS_ONLY;
use crate::api::http::declared::{Choice, Defaulted, Form, Parameter, Switch, TEXT, Whole};
use crate::api::http::error::ApiError;
use crate::api::http::parameters::Parameters;
use crate::api::interface::{Shape, ShownParameter};
use crate::customers::columns::{Naming, Others};
use crate::customers::source::{Purpose, SourceOptions};
use crate::customers::{FIELDS, Field, InputForm};
use tamis_engine::model::{DateOrder, Schema};
use tamis_ingest::characters::Characters;

/// The validated parameters of one file request.
pub(super) struct Asked {
    pub(super) hits_only: bool,
    pub(super) dates: DateOrder,
    pub(super) schema: Schema,
    file: Option<String>,
    header_row: Option<u64>,
    form: Option<InputForm>,
    sheet: Option<String>,
    characters: Option<Characters>,
    columns: Vec<(Field, String)>,
    others: Others,
}

impl Asked {
    pub(super) fn read(parameters: &Parameters) -> Result<Self, ApiError> {
        let column =
            |text| Field::with_column(text).map_err(|rule| ApiError::bad_value(COLUMN, text, rule));
        let only_columns = ONLY_COLUMNS.given(parameters)?.unwrap_or(false);
        Ok(Self {
            others: if only_columns { Others::Unread } else { Others::Known },
            hits_only: HITS_ONLY.given(parameters)?.unwrap_or(false),
            dates: DATES.read(parameters)?,
            schema: SCHEMA.read(parameters)?,
            file: FILE.given(parameters)?,
            header_row: HEADER_ROW.given(parameters)?.map(|row| row as u64),
            form: FORM.given(parameters)?,
            sheet: SHEET.given(parameters)?,
            characters: ENCODING.given(parameters)?,
            columns: parameters.all(COLUMN).map(column).collect::<Result<_, _>>()?,
        })
    }

    /// The parameters for opening the file.
    pub(super) fn options(&self, purpose: Purpose) -> SourceOptions<'_> {
        let Self { form, characters, .. } = *self;
        let naming = Naming::Parameter;
        let (columns, sheet) = (&*self.columns, self.sheet.as_deref());
        let (name, others) = (self.file.as_deref(), self.others);
        let header_row = self.header_row;
        SourceOptions {
            name,
            form,
            header_row,
            columns,
            others,
            naming,
            characters,
            sheet,
            purpose,
        }
    }
}

/// The parameters in the OpenAPI document for reading a file and asking its queries.
pub(super) fn parameters() -> Vec<ShownParameter> {
    let own = [
        FILE.shown(),
        HEADER_ROW.shown(),
        FORM.shown(),
        SHEET.shown(),
        ENCODING.shown(),
        shown_column(),
        ONLY_COLUMNS.shown(),
        DATES.shown(),
        SCHEMA.shown(),
    ];
    own.into_iter().chain(match_parameters()).collect()
}

const FILE: Parameter<Form<String>> = Parameter::new(
    "file",
    "The name of the file, whose ending tells how it is written where its first bytes do not: in a `.txt` without \
     a header and cells, each line is a name.",
    TEXT,
);

const FORM: Parameter<Choice<InputForm>> = Parameter::new(
    "form",
    "How the file is written: a table with a header (`csv`, whatever stands between its cells), match queries \
     as JSON (`ndjson`), a name a line (`names`), or an xlsx or ods (`sheet`). By default it is told from the first bytes and the \
     ending of `file`.",
    Choice { from_name: InputForm::from_name, accepted: InputForm::NAMES },
);

const SHEET: Parameter<Form<String>> =
    Parameter::new("sheet", "The sheet of a spreadsheet; by default the first.", TEXT);

const ENCODING: Parameter<Form<Characters>> = Parameter::new(
    "encoding",
    "The encoding of the file, such as `windows-1251`; by default told by what it holds.",
    Form {
        read: Characters::named,
        must_be: Characters::RULE,
        schema: || Shape::string().with("examples", serde_json::json!(["windows-1251"])),
    },
);

const HEADER_ROW: Parameter<Whole> = Parameter::new(
    "header_row",
    "The line of a table's header; by default the first row with a column that is known to hold names. With 0 there \
     is none, and columns are called 1, 2, 3.",
    Whole::from(0),
);

const COLUMN: &str = "column";

const ONLY_COLUMNS: Parameter<Switch> = Parameter::new(
    "only_columns",
    "With `true`, no columns are read but those that `column` names.",
    Switch,
);

const DATES: Defaulted<Choice<DateOrder>> = Parameter::new(
    "dates",
    "The order of dates in figures that do not begin with the year: 31/12/1970 or 12/31/1970.",
    Choice {
        from_name: |name| match name {
            "dmy" => Some(DateOrder::DayMonthYear),
            "mdy" => Some(DateOrder::MonthDayYear),
            _ => None,
        },
        accepted: &["dmy", "mdy"],
    },
)
.or(DateOrder::DayMonthYear);

const SCHEMA: Defaulted<Choice<Schema>> = Parameter::new(
    "schema",
    "What customers are whose row does not say it.",
    Choice { from_name: Schema::from_name, accepted: Schema::NAMES },
)
.or(Schema::LegalEntity);

/// Repeatable rather than comma-separated, because names of columns may hold commas.
fn shown_column() -> ShownParameter {
    let fields = FIELDS.map(|(_, name, _)| name).join("|");
    let says = "The column of a field, if its name does not tell it, such as `name=KUNDENNAME`; may be repeated.";
    ShownParameter::list(COLUMN, says, Shape::string().with("pattern", format!("^({fields})=.+$")))
}
