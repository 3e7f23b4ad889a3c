//! Meaning of the columns in all layouts of the two lists.
//!
//! Columns are found by name, since layouts differ in order, number and spelling. An unknown column
//! becomes a note of the party under the publisher's own name for it.

use tamis_ingest::table::StringRecord;

use crate::error::LoadError;
use tamis_ingest::FileError;
use tamis_ingest::squeeze;
use tamis_ingest::table::Header;

/// A column with a meaning of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    /// Individual, entity or ship.
    Kind,
    /// Primary name or alias.
    NameKind,
    /// Reliability of an alias, as stated by the publisher.
    NameQuality,
    /// Name in another script.
    ScriptName,
    Title,
    BirthDate,
    BirthTown,
    BirthCountry,
    Nationality,
    /// Last part of an address.
    AddressCountry,
    PassportNumber,
    PassportDetails,
    NationalNumber,
    NationalDetails,
    Position,
    Gender,
    Regime,
    ListedOn,
    LastUpdated,
    UnReference,
    OfsiGroup,
    BusinessNumber,
    Imo,
    Flag,
    HullNumber,
    Remarks,
}

/// Spellings of the columns, reduced to letters and digits.
const SPELLINGS: &[(Field, &[&str])] = &[
    (Field::Kind, &["grouptype", "designationtype", "individualentityship"]),
    (Field::NameKind, &["aliastype", "nametype"]),
    (Field::NameQuality, &["aliasquality", "aliasstrength"]),
    (Field::ScriptName, &["namenonlatinscript"]),
    (Field::Title, &["title"]),
    (Field::BirthDate, &["dob", "dobs", "dateofbirth"]),
    (Field::BirthTown, &["townofbirth"]),
    (Field::BirthCountry, &["countryofbirth"]),
    (Field::Nationality, &["nationality", "nationalityies", "nationalities"]),
    (Field::AddressCountry, ADDRESS_COUNTRY),
    (Field::PassportNumber, &["passportnumber"]),
    (Field::PassportDetails, &["passportdetails", "passportadditionalinformation"]),
    (
        Field::NationalNumber,
        &["ninumber", "nationalidentificationnumber", "nationalidentifiernumber"],
    ),
    (
        Field::NationalDetails,
        &["nationalidentificationdetails", "nationalidentifieradditionalinformation"],
    ),
    (Field::Position, &["position"]),
    (Field::Gender, &["gender"]),
    (Field::Regime, &["regime", "regimename"]),
    (Field::ListedOn, &["listedon", "datedesignated"]),
    (Field::LastUpdated, &["lastupdated"]),
    (Field::UnReference, &["unreferencenumber", "unreference", "unref"]),
    (Field::OfsiGroup, &["ofsigroupid"]),
    (Field::BusinessNumber, &["businessregistrationnumbers", "businessregistrationnumber"]),
    (Field::Imo, &["imonumber", "imonumbers"]),
    (Field::Flag, &["currentbelievedflagofship", "currentbelievedflag", "flagofship"]),
    (Field::HullNumber, &["hullidentificationnumberhin", "hullidentificationnumber"]),
    (Field::Remarks, &["otherinformation"]),
];

/// Parts of an address in written order.
const ADDRESS: &[&[&str]] = &[
    &["address1", "addressline1"],
    &["address2", "addressline2"],
    &["address3", "addressline3"],
    &["address4", "addressline4"],
    &["address5", "addressline5"],
    &["address6", "addressline6"],
    &["postzipcode", "addresspostalcode", "postcode"],
    ADDRESS_COUNTRY,
];
const ADDRESS_COUNTRY: &[&str] = &["country", "addresscountry"];

/// Parts of a name in spoken order: the sixth is the family name, or the whole name of an entity.
const NAME: &[&[&str]] = &[&["name1"], &["name2"], &["name3"], &["name4"], &["name5"], &["name6"]];

/// Facts about the name in another script that the name itself shows.
const LEFT_OUT: &[&str] = &["nonlatinscripttype", "nonlatinscriptlanguage"];

/// Fields of every known layout, with their names in a warning.
const USUAL: &[(Field, &str)] = &[
    (Field::Kind, "the type of the party"),
    (Field::NameKind, "the type of the name"),
    (Field::BirthDate, "the birth date"),
    (Field::Nationality, "the nationality"),
    (Field::Regime, "the regime"),
    (Field::ListedOn, "the date of listing"),
];

/// Positions of the columns in a file.
pub(super) struct Columns {
    reference: usize,
    name: Vec<usize>,
    address: Vec<usize>,
    fields: Vec<(Field, usize)>,
    /// All other columns, with the publisher's names.
    others: Vec<(usize, String)>,
}

impl Columns {
    /// True if a row names the required columns.
    pub(super) fn are_in(header: &Header, reference: &str) -> bool {
        let reference = key(reference);
        let has = |wanted: &str| header.names().iter().any(|name| key(name) == wanted);
        has(&reference) && has("name6")
    }

    /// Finds the columns.
    ///
    /// # Errors
    /// There is no column of references or of names.
    pub(super) fn of(header: &Header, reference: &str, file: &str) -> Result<Self, LoadError> {
        let keys: Vec<String> = header.names().iter().map(|name| key(name)).collect();
        let find = |spelling: &str| keys.iter().position(|key| key == spelling);
        let require = |name: &str| {
            find(&key(name)).ok_or_else(|| FileError::NoColumn {
                file: file.to_owned(),
                column: name.to_owned(),
                header: header.to_string(),
            })
        };
        require("Name 6")?;
        let first_of = |spellings: &[&str]| spellings.iter().find_map(|s| find(s));
        let in_order = |parts: &[&[&str]]| parts.iter().filter_map(|p| first_of(p)).collect();
        let mut columns = Self {
            reference: require(reference)?,
            name: in_order(NAME),
            address: in_order(ADDRESS),
            fields: Vec::new(),
            others: Vec::new(),
        };
        for (field, spellings) in SPELLINGS {
            let found = first_of(spellings).filter(|at| *at != columns.reference);
            columns.fields.extend(found.map(|at| (*field, at)));
        }
        for (at, name) in header.names().iter().enumerate() {
            if !columns.has_taken(at) && !LEFT_OUT.contains(&keys[at].as_str()) {
                columns.others.push((at, name.clone()));
            }
        }
        Ok(columns)
    }

    /// Position of the references.
    pub(super) fn reference(&self) -> usize {
        self.reference
    }

    /// Names of usual columns that the file lacks.
    pub(super) fn missing(&self) -> Vec<&'static str> {
        let missing = USUAL.iter().filter(|(field, _)| self.find(*field).is_none());
        missing.map(|(_, name)| *name).collect()
    }

    fn find(&self, field: Field) -> Option<usize> {
        self.fields.iter().find(|(found, _)| *found == field).map(|(_, at)| *at)
    }

    fn has_taken(&self, at: usize) -> bool {
        at == self.reference
            || self.name.contains(&at)
            || self.address.contains(&at)
            || self.fields.iter().any(|(_, taken)| *taken == at)
    }
}

/// A row of the file.
pub(super) struct Row<'r> {
    cells: &'r StringRecord,
    columns: &'r Columns,
}

impl<'r> Row<'r> {
    /// A row under these columns.
    pub(super) fn new(cells: &'r StringRecord, columns: &'r Columns) -> Self {
        Self { cells, columns }
    }

    /// The publisher's reference of the party.
    pub(super) fn reference(&self) -> Option<String> {
        Some(self.cell(self.columns.reference)).filter(|text| !text.is_empty())
    }

    /// Text of a field; empty if it does not exist.
    pub(super) fn text(&self, field: Field) -> String {
        self.columns.find(field).map(|at| self.cell(at)).unwrap_or_default()
    }

    /// Name in spoken order.
    pub(super) fn name(&self) -> String {
        self.joined(&self.columns.name, " ")
    }

    /// The address in one line.
    pub(super) fn address(&self) -> String {
        self.joined(&self.columns.address, ", ")
    }

    /// Non-empty cells of columns without a field, with their names.
    pub(super) fn others(&self) -> impl Iterator<Item = (&'r str, String)> + '_ {
        let others = self.columns.others.iter();
        others.map(|(at, name)| (name.as_str(), self.cell(*at))).filter(|(_, t)| !t.is_empty())
    }

    fn joined(&self, columns: &[usize], separator: &str) -> String {
        let parts = columns.iter().map(|at| self.cell(*at)).filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join(separator)
    }

    /// A cell without superfluous blanks. OFSI's file escapes quotation marks twice.
    fn cell(&self, at: usize) -> String {
        squeeze(self.cells.get(at).unwrap_or_default()).replace("\"\"", "\"")
    }
}

/// Name of a column, reduced to letters and digits.
fn key(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_column_have_one_key() {
        for (name, expected) in [
            ("D.O.B", "dob"),
            ("Nationality(/ies)", "nationalityies"),
            ("Business registration number (s)", "businessregistrationnumbers"),
            (" Post/Zip  Code", "postzipcode"),
            ("Non-Latin Script Type", "nonlatinscripttype"),
        ] {
            assert_eq!(key(name), expected, "{name}");
        }
    }

    #[test]
    fn no_spelling_stands_for_two_columns() {
        // The country is part of the address and also a field.
        let fields = SPELLINGS.iter().filter(|(field, _)| *field != Field::AddressCountry);
        let fields = fields.map(|(_, spellings)| *spellings);
        let all =
            fields.chain(ADDRESS.iter().copied()).chain(NAME.iter().copied()).chain([LEFT_OUT]);
        let mut spellings: Vec<&str> = all.flatten().copied().collect();
        let count = spellings.len();
        spellings.sort_unstable();
        spellings.dedup();
        assert_eq!(spellings.len(), count);
        assert!(spellings.iter().all(|spelling| key(spelling) == *spelling));
    }
}
