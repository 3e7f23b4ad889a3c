//! Recognises the fields of a table's columns by their names.

use std::fmt;

use super::{Field, NAME_OR_KEY, field_named, plain};
use tamis_ingest::FileError;

/// The columns of a table that are read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Columns {
    /// Fields with their column indices, in the order of the columns.
    read: Vec<(Field, usize)>,
    names: Vec<String>,
}

/// Syntax by which a caller assigns a column to a field.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Naming {
    /// A command-line option.
    Option,
    /// An argument of a function.
    Argument,
    /// A request parameter.
    Parameter,
}

impl Naming {
    /// A field and its column in the caller's syntax.
    pub(crate) fn shown(self, field: Field, column: &str) -> String {
        match self {
            Self::Option => format!("--column {field}={column}"),
            Self::Argument => format!("columns={{\"{field}\": {column}}}"),
            Self::Parameter => format!("column={field}={column}"),
        }
    }

    /// The caller's syntax for a file with one name a line.
    pub(crate) fn file_of_names(self) -> Option<&'static str> {
        match self {
            Self::Option => Some("--input-form names"),
            Self::Argument => None,
            Self::Parameter => Some("form=names"),
        }
    }
}

/// Treatment of columns that the caller does not assign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Others {
    /// Recognise them by their names.
    Known,
    /// Skip them.
    Unread,
}

impl Columns {
    /// Columns that are all skipped.
    pub(crate) fn unread(names: Vec<String>) -> Self {
        Self { read: Vec::new(), names }
    }

    /// Recognises the columns of a header. Assignments of the caller take precedence: an assigned field
    /// is looked for in no other column.
    pub(crate) fn of(
        file: &str,
        header: Vec<String>,
        named: &[(Field, String)],
        others: Others,
        naming: Naming,
    ) -> Result<Self, FileError> {
        let wrong = |reason: String| FileError::Content { file: file.to_owned(), reason };
        let mut read = Vec::new();
        for (field, name) in named {
            let at = header.iter().position(|own| own == name.trim()).ok_or_else(|| {
                let columns = shown(&header);
                wrong(format!("there is no column {name:?}; the columns are {columns}"))
            })?;
            read.push((*field, at));
        }
        // An assignment holds for the column and for the field. For names it covers both the whole
        // name and its parts.
        let is_named = |field: Field| {
            let is_beside = |own: Field| own == field || own.is_other_form_of_name(field);
            named.iter().any(|(own, _)| is_beside(*own))
        };
        let is_taken = |at: usize| read.iter().any(|(_, taken)| *taken == at);
        let mut known: Vec<(Field, usize)> = (header.iter().enumerate())
            .filter(|(at, _)| others == Others::Known && !is_taken(*at))
            .filter_map(|(at, name)| Some((field_named(&plain(name))?, at)))
            .filter(|(field, _)| !is_named(*field))
            .collect();
        distinguish_keys(&mut known, &read, &header);
        read.extend(known);
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
        if !read.iter().any(|(field, _)| field.is_identifying()) {
            let columns = shown(&header);
            return Err(wrong(format!(
                "no column is known to hold names; say which one does with {}. The columns are \
                 {columns}",
                naming.shown(Field::Name, "COLUMN")
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
                naming.shown(Field::Id, "COLUMN")
            )));
        }
        Ok(Self { read, names: header })
    }

    /// True if a row is a header. It has all columns that the caller assigned, or else one recognised
    /// as a name.
    pub(crate) fn are_named(row: &[String], named: &[(Field, String)]) -> bool {
        let has = |name: &str| row.iter().any(|cell| cell.trim() == name.trim());
        let is_known = |cell: &String| field_named(&plain(cell)).is_some_and(Field::is_identifying);
        if named.is_empty() {
            row.iter().any(is_known)
        } else {
            named.iter().all(|(_, name)| has(name))
        }
    }

    /// The non-empty values of a field in a row.
    pub(crate) fn values<'r>(
        &'r self,
        field: Field,
        row: &'r [String],
    ) -> impl Iterator<Item = &'r str> {
        let own = self.read.iter().filter(move |(own, _)| *own == field);
        own.filter_map(|(_, at)| row.get(*at))
            .map(|cell| cell.trim())
            .filter(|cell| !is_nothing(cell))
    }

    /// Name of the column that holds a field, if there is one.
    pub(crate) fn name_of(&self, field: Field) -> Option<&str> {
        let column = self.read.iter().find(|(own, _)| *own == field);
        column.map(|(_, at)| self.names[*at].as_str())
    }

    /// The name of each column, with the fields that are read from it.
    pub(crate) fn each(&self) -> impl Iterator<Item = (&str, impl Iterator<Item = Field>)> {
        self.names.iter().enumerate().map(|(at, name)| {
            let own = self.read.iter().filter(move |(_, place)| *place == at);
            (name.as_str(), own.map(|(field, _)| *field))
        })
    }

    /// Indices of the columns that are read.
    pub(crate) fn places(&self) -> impl Iterator<Item = usize> + '_ {
        self.read.iter().map(|(_, at)| *at)
    }

    /// True if a column holds this field.
    pub(crate) fn hold(&self, field: Field) -> bool {
        self.read.iter().any(|(own, _)| *own == field)
    }

    /// Number of columns.
    pub(crate) fn width(&self) -> usize {
        self.names.len()
    }
}

/// Describes the recognised columns, for the caller to see before the screening.
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

/// True if a cell is a placeholder for an empty value: programs export `NULL` or `n/a`, people write a
/// dash. Only capitals count, since Null is a name.
fn is_nothing(cell: &str) -> bool {
    cell.chars().all(|letter| "-–—".contains(letter))
        || ["NULL", "N/A", "n/a", "#N/A", "\\N"].contains(&cell)
}

/// Treats a column called "Client" as the key as well, if the table has other names and no other key.
/// Without other names the column only holds the name.
fn distinguish_keys(known: &mut Vec<(Field, usize)>, named: &[(Field, usize)], header: &[String]) {
    let is_either = |(field, at): &&(Field, usize)| {
        *field == Field::Name && NAME_OR_KEY.contains(&plain(&header[*at]).as_str())
    };
    let is_other = |column: &&(Field, usize)| !is_either(column);
    let mut others = known.iter().filter(is_other).chain(named).map(|(field, _)| *field);
    let has_name = others.clone().any(Field::is_identifying);
    let has_key = others.any(|field| field == Field::Id);
    if let Some((_, at)) = known.iter().find(is_either).filter(|_| has_name && !has_key) {
        known.push((Field::Id, *at));
    }
}

/// Quotes names.
pub(crate) fn shown(names: &[String]) -> String {
    names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(header: &str, named: &[(Field, &str)]) -> Result<String, String> {
        let header = header.split([',', ';']).map(str::to_owned).collect();
        let named: Vec<_> =
            named.iter().map(|(field, name)| (*field, (*name).to_owned())).collect();
        let columns = Columns::of("a.csv", header, &named, Others::Known, Naming::Option);
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
            ("name,last_name", r#"name = "name", family-name = "last_name""#),
            ("Name;Vorname", r#"name = "Name", given-name = "Vorname""#),
            (
                "Client,First Name,Last Name",
                r#"name = "Client", id = "Client", given-name = "First Name", family-name = "Last Name""#,
            ),
            ("ID,Client,Full Name", r#"id = "ID", name = "Client", name = "Full Name""#),
            ("ID,Client", r#"id = "ID", name = "Client""#),
            ("IMO No.,flag", r#"imo = "IMO No.", country = "flag""#),
        ] {
            assert_eq!(columns(header, &[]).as_deref(), Ok(expected), "{header}");
        }
    }

    #[test]
    fn what_the_caller_says_of_a_column_beats_what_its_name_says() {
        for (named, expected) in [
            (
                &[(Field::GivenName, "name"), (Field::FamilyName, "client")][..],
                r#"given-name = "name", family-name = "client"; not read: "surname""#,
            ),
            (&[(Field::Name, "surname")], r#"name = "surname"; not read: "name", "client""#),
            (&[(Field::Id, "name")], r#"id = "name", family-name = "surname", name = "client""#),
        ] {
            assert_eq!(columns("name,surname,client", named).as_deref(), Ok(expected));
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
