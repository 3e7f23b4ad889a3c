//! Report on the treatment of every element of messages, which needs no lists: for whoever has to show it.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use maud::{DOCTYPE, Markup, html};

use super::files::{Files, MessageFile};
use crate::api::filtering::filter::read_plan;
use crate::api::filtering::plan::{Plan, Treated, Treatment};
use crate::policy::Policy;
use crate::screen::{Output, ScreenError, Watch};
use tamis_engine::csv::{Formulas, Table};
use tamis_payments::{Kind, Role};

/// Form of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CoverageForm {
    Csv,
    /// A page for people, with counts by class in front.
    Html,
}

impl CoverageForm {
    /// The form of a file of this name; a table for the standard output.
    #[must_use]
    pub fn of(output: Option<&Path>) -> Self {
        let ending = output.and_then(Path::extension).and_then(|ending| ending.to_str());
        match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("html" | "htm") => Self::Html,
            _ => Self::Csv,
        }
    }
}

/// Counts of a report.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    pub files: usize,
    /// Files that cannot be read.
    pub unread: usize,
    /// Elements by class.
    pub by_class: BTreeMap<&'static str, usize>,
}

/// Class of an element: what it is asked, compared or searched as.
fn class(own: Treated<'_>) -> &'static str {
    const AGENTS: [Role; 10] = [
        Role::DebtorAgent,
        Role::CreditorAgent,
        Role::InstructingAgent,
        Role::InstructedAgent,
        Role::IntermediaryAgent,
        Role::PreviousInstructingAgent,
        Role::SettlementAgent,
        Role::ReimbursementAgent,
        Role::ChargesAgent,
        Role::AccountServicer,
    ];
    match own.treatment {
        Treatment::Name(_) if AGENTS.contains(&own.element.role) => "agent name",
        Treatment::Name(_) => "party name",
        Treatment::Fact => "fact of a party",
        Treatment::Identifier => "identifier",
        Treatment::Text => match own.element.kind {
            Kind::FreeText => "free text",
            Kind::Identifier | Kind::Account | Kind::Contact => "identifier with words",
            _ => "address",
        },
        Treatment::LeftOut(_) => "not screened",
        Treatment::Unverified(_) => "unverified",
    }
}

/// The columns of the table.
const COLUMNS: [&str; 11] = [
    "file",
    "message",
    "type",
    "transaction",
    "batch",
    "path",
    "role",
    "kind",
    "text",
    "class",
    "why",
];

/// A row of the report, with the cells of [`COLUMNS`].
fn row(file: &str, own: Treated<'_>) -> [String; 11] {
    let Treated { message, element, .. } = own;
    let number = |number: Option<u32>| number.map(|own| own.to_string()).unwrap_or_default();
    [
        file.to_owned(),
        (own.message_at + 1).to_string(),
        message.message_type().name.clone(),
        number(element.transaction.map(u32::from)),
        number(element.batch.map(u32::from)),
        message.path(element),
        element.role.as_str().to_owned(),
        element.kind.as_str().to_owned(),
        message.text(element).to_owned(),
        class(own).to_owned(),
        own.treatment.to_string(),
    ]
}

/// A row for a file that cannot be read.
fn row_unread(file: &str, reason: &str) -> [String; 11] {
    let mut row: [String; 11] = Default::default();
    row[0] = file.to_owned();
    row[9] = "unreadable".to_owned();
    row[10] = reason.to_owned();
    row
}

/// Reports on all files.
///
/// # Errors
/// A file cannot be opened, or the output cannot be written.
pub fn report(
    files: &[PathBuf],
    policy: &Arc<Policy>,
    output: Option<&Path>,
    watch: &dyn Watch,
) -> Result<Coverage, ScreenError> {
    let form = CoverageForm::of(output);
    let mut files = Files::find(files, output, watch)?;
    let (mut coverage, mut rows) = (Coverage::default(), Vec::new());
    while let Some(MessageFile { name, bytes }) = files.next_file()? {
        coverage.files += 1;
        let mut add = |class, row| {
            *coverage.by_class.entry(class).or_default() += 1;
            rows.push(row);
        };
        match read_plan(&bytes, policy) {
            Ok(plan) => plan_rows(&plan, &name, &mut add),
            Err(fault) => {
                add("unreadable", row_unread(&name, &fault.to_string()));
                coverage.unread += 1;
            }
        }
    }
    let text = match form {
        CoverageForm::Csv => {
            let mut table = Table::new(Formulas::Disarmed);
            table.header(&COLUMNS);
            for row in &rows {
                row.iter().fold(table.line(), |line, cell| line.cell(cell)).end();
            }
            table.into_text()
        }
        CoverageForm::Html => page(&coverage, &rows).into_string().into_bytes(),
    };
    let output = Output::create(output, &text)?;
    output.finish()?;
    Ok(coverage)
}

fn plan_rows(plan: &Plan, name: &str, add: &mut impl FnMut(&'static str, [String; 11])) {
    plan.elements().for_each(|own| add(class(own), row(name, own)));
}

const STYLE: &str = "body{font:14px/1.4 sans-serif;margin:2em}table{border-collapse:collapse}\
    td,th{border:1px solid #bbb;padding:.2em .5em;text-align:left;vertical-align:top}\
    td.path{font-family:monospace;word-break:break-all}tr.out{color:#595959}tr.fault{background:#fdd}";

/// The report as a page that stands alone.
fn page(coverage: &Coverage, rows: &[[String; 11]]) -> Markup {
    let of_class = |class: &str| match class {
        "not screened" => "out",
        "unverified" | "unreadable" => "fault",
        _ => "screened",
    };
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                title { "Coverage of payment messages" }
                style { (maud::PreEscaped(STYLE)) }
            }
            body {
                h1 { "Coverage of payment messages" }
                p { (coverage.to_string()) }
                table {
                    thead { tr { th { "class" } th { "elements" } } }
                    tbody {
                        @for (class, count) in &coverage.by_class {
                            tr class=(of_class(class)) { td { (class) } td { (count) } }
                        }
                    }
                }
                h2 { "Elements" }
                table {
                    thead { tr { @for column in COLUMNS { th { (column) } } } }
                    tbody {
                        @for row in rows {
                            tr class=(of_class(&row[9])) {
                                @for (column, cell) in COLUMNS.iter().zip(row) {
                                    td class=(column) { (cell) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The counts as text.
impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let elements: usize = self.by_class.values().sum::<usize>() - self.unread;
        let mut classes = String::new();
        for (class, count) in &self.by_class {
            let _ =
                write!(classes, "{}{count} {class}", if classes.is_empty() { "" } else { ", " });
        }
        write!(f, "{elements} elements in {} files: {classes}", self.files)
    }
}
