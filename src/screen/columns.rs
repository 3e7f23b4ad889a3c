//! What the columns of a table of customers hold, told from their names.

use std::fmt;

use crate::customers::{FIELDS, Field, plain};
use crate::screen::error::ScreenError;

/// The columns of a table that are read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Columns {
    /// What is read, where, in the order of the columns.
    read: Vec<(Field, usize)>,
    names: Vec<String>,
}

/// How a caller says which column holds a field.
#[derive(Debug, Clone, Copy)]
pub(super) enum Naming {
    /// By an option of the command.
    Option,
    /// By an argument in a program.
    Argument,
}

impl Naming {
    fn shown(self, field: Field) -> String {
        match self {
            Self::Option => format!("--column {field}=COLUMN"),
            Self::Argument => format!("columns={{\"{field}\": COLUMN}}"),
        }
    }
}

impl Columns {
    /// Tells the columns of a header, in which the caller may have said what some hold: a field that he
    /// named is looked for nowhere else.
    pub(super) fn of(
        file: &str,
        header: Vec<String>,
        named: &[(Field, String)],
        naming: Naming,
    ) -> Result<Self, ScreenError> {
        let wrong = |reason: String| ScreenError::Input { file: file.to_owned(), reason };
        let mut read = Vec::new();
        for (field, name) in named {
            let at = header.iter().position(|own| own == name.trim()).ok_or_else(|| {
                let columns = shown(&header);
                wrong(format!("there is no column {name:?}; the columns are {columns}"))
            })?;
            read.push((*field, at));
        }
        for (field, ..) in FIELDS {
            if named.iter().all(|(own, _)| *own != field) {
                let known = header.iter().map(|name| plain(name));
                let known = known.enumerate().filter(|(_, name)| field.is_known_as(name));
                read.extend(known.map(|(at, _)| (field, at)));
            }
        }
        read.sort_unstable_by_key(|(_, at)| *at);
        for (at, name) in header.iter().enumerate() {
            let is_read = |at| read.iter().any(|(_, own)| *own == at);
            if let Some(first) = header[..at].iter().position(|own| own == name)
                && is_read(first)
            {
                let (first, at) = (first + 1, at + 1);
                return Err(wrong(format!("columns {first} and {at} are both named {name:?}")));
            }
        }
        let has = |field| read.iter().any(|(own, _)| *own == field);
        if has(Field::Name) {
            // The whole name says more than its parts.
            read.retain(|(field, _)| {
                !matches!(field, Field::GivenName | Field::MiddleName | Field::FamilyName)
            });
        } else if !has(Field::FamilyName) && !has(Field::GivenName) && !has(Field::Imo) {
            let columns = shown(&header);
            return Err(wrong(format!(
                "no column is known to hold names; say which one does with {}. The columns are \
                 {columns}",
                naming.shown(Field::Name)
            )));
        }
        if read.iter().filter(|(field, _)| *field == Field::Id).count() > 1 {
            let ids: Vec<String> = read
                .iter()
                .filter(|(field, _)| *field == Field::Id)
                .map(|(_, at)| header[*at].clone())
                .collect();
            let columns = shown(&ids);
            return Err(wrong(format!(
                "several columns may hold the customer's key: {columns}; say which one does with {}",
                naming.shown(Field::Id)
            )));
        }
        Ok(Self { read, names: header })
    }

    /// The values of a field in a row, but for empty ones.
    pub(super) fn values<'r>(
        &'r self,
        field: Field,
        row: &'r [String],
    ) -> impl Iterator<Item = &'r str> {
        let own = self.read.iter().filter(move |(own, _)| *own == field);
        own.filter_map(|(_, at)| row.get(*at))
            .map(|cell| cell.trim())
            .filter(|cell| !cell.is_empty())
    }

    /// Whether one of them holds this.
    /// The name of the column in which a field is, where it is in one.
    pub(super) fn name_of(&self, field: Field) -> Option<&str> {
        let column = self.read.iter().find(|(own, _)| *own == field);
        column.map(|(_, at)| self.names[*at].as_str())
    }

    /// Places of the columns that are read.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> + '_ {
        self.read.iter().map(|(_, at)| *at)
    }

    pub(super) fn hold(&self, field: Field) -> bool {
        self.read.iter().any(|(own, _)| *own == field)
    }

    /// How many columns there are.
    pub(super) fn width(&self) -> usize {
        self.names.len()
    }
}

/// What was understood, for the caller to see before anything is screened.
impl fmt::Display for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (field, place)) in self.read.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            write!(f, "{comma}{field} = {:?}", self.names[*place])?;
        }
        let is_read = |at: usize| self.read.iter().any(|(_, own)| *own == at);
        let rest = (0..self.names.len()).filter(|at| !is_read(*at));
        let rest: Vec<String> = rest.map(|at| self.names[at].clone()).collect();
        if rest.is_empty() {
            return Ok(());
        }
        write!(f, "; not read: {}", shown(&rest))
    }
}

fn shown(names: &[String]) -> String {
    names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(header: &str, named: &[(Field, &str)]) -> Result<String, String> {
        let header = header.split(',').map(str::to_owned).collect();
        let named: Vec<_> =
            named.iter().map(|(field, name)| (*field, (*name).to_owned())).collect();
        let columns = Columns::of("a.csv", header, &named, Naming::Option);
        columns.map(|columns| columns.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn well_known_names_are_understood() {
        for (header, expected) in [
            (
                "Customer ID,Full Name,Date of Birth,Nationality,Phone",
                r#"id = "Customer ID", name = "Full Name", birth-date = "Date of Birth", country = "Nationality"; not read: "Phone""#,
            ),
            (
                "Kundennr.,Nachname,Vorname,Geburtsdatum,Staatsangehörigkeit",
                r#"id = "Kundennr.", family-name = "Nachname", given-name = "Vorname", birth-date = "Geburtsdatum", country = "Staatsangehörigkeit""#,
            ),
            ("name", r#"name = "name""#),
            ("name,last_name", r#"name = "name"; not read: "last_name""#),
            ("IMO No.,flag", r#"imo = "IMO No.", country = "flag""#),
        ] {
            assert_eq!(columns(header, &[]).as_deref(), Ok(expected), "{header}");
        }
    }

    #[test]
    fn a_named_column_takes_the_place_of_well_known_ones() {
        let columns = columns("name,KUNDENNAME,id", &[(Field::Name, "KUNDENNAME")]);
        assert_eq!(columns.as_deref(), Ok(r#"name = "KUNDENNAME", id = "id"; not read: "name""#));
    }

    #[test]
    fn what_cannot_be_understood_is_said() {
        for (header, named, expected) in [
            (
                "a,b",
                &[][..],
                r#"a.csv: no column is known to hold names; say which one does with --column name=COLUMN. The columns are "a", "b""#,
            ),
            (
                "a,b",
                &[(Field::Name, "c")],
                r#"a.csv: there is no column "c"; the columns are "a", "b""#,
            ),
            ("name,x,name", &[], r#"a.csv: columns 1 and 3 are both named "name""#),
            (
                "name,id,ref",
                &[],
                r#"a.csv: several columns may hold the customer's key: "id", "ref"; say which one does with --column id=COLUMN"#,
            ),
        ] {
            assert_eq!(columns(header, named), Err(expected.to_owned()));
        }
    }
}
