//! The fields of a customer, and the words of tables for columns and types.

use std::fmt;

use tamis_engine::model::Schema;

/// A field that a column may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Field {
    Id,
    Name,
    /// A given name, in tables with names in parts.
    GivenName,
    /// Names between the given and the family name.
    MiddleName,
    FamilyName,
    BirthDate,
    /// A nationality, jurisdiction or flag.
    Country,
    /// Type of the customer: a person, a company, an organization, a vessel, an aircraft.
    Schema,
    /// The IMO number of a ship.
    Imo,
}

/// Each field with its name in messages and the recognised names of columns. The latter are lower-case
/// letters and digits only.
pub(crate) const FIELDS: [(Field, &str, &[&str]); 9] = [
    (
        Field::Id,
        "id",
        &[
            "id",
            "key",
            "customerid",
            "customerno",
            "customernumber",
            "clientid",
            "clientno",
            "clientnumber",
            "partyid",
            "accountid",
            "externalid",
            "reference",
            "ref",
            "kundennr",
            "kundennummer",
            "numeroclient",
            "nocliente",
            "codicecliente",
            "numerocliente",
            "codigocliente",
            "klantnummer",
            "klantnr",
            "nrklienta",
            "numerklienta",
            "musterino",
            "nomerklienta",
            "kundenr",
            "kundnummer",
        ],
    ),
    (
        Field::Name,
        "name",
        &[
            "name",
            "fullname",
            "customername",
            "clientname",
            "partyname",
            "entityname",
            "companyname",
            "legalname",
            "accountname",
            "customer",
            "client",
            "company",
            "kunde",
            "kundenname",
            "firma",
            "firmenname",
            "nomcomplet",
            "raisonsociale",
            "nombrecompleto",
            "nome",
            "nomecompleto",
            "denominazione",
            "ragionesociale",
            "razonsocial",
            "razaosocial",
            "naam",
            "volledigenaam",
            "nazwa",
            "nazwafirmy",
            "adsoyad",
            "adisoyadi",
            "unvan",
            "fio",
            "naimenovanie",
            "navn",
            "namn",
            "jmeno",
            "xingming",
            "mingcheng",
        ],
    ),
    (
        Field::GivenName,
        "given-name",
        &[
            "givenname",
            "givennames",
            "firstname",
            "firstnames",
            "forename",
            "forenames",
            "vorname",
            "vornamen",
            "prenom",
            "nombre",
            "first",
            "given",
            "voornaam",
            "voornamen",
            "imie",
            "imiona",
            "adi",
            "imya",
            "fornavn",
            "fornamn",
        ],
    ),
    (
        Field::MiddleName,
        "middle-name",
        &[
            "middlename",
            "middlenames",
            "middle",
            "secondname",
            "patronymic",
            "otchestvo",
            "pobatkovi",
        ],
    ),
    (
        Field::FamilyName,
        "family-name",
        &[
            "familyname",
            "lastname",
            "surname",
            "surnames",
            "nachname",
            "nom",
            "apellido",
            "apellidos",
            "last",
            "family",
            "cognome",
            "sobrenome",
            "achternaam",
            "nazwisko",
            "soyad",
            "soyadi",
            "familiya",
            "prizvishche",
            "efternavn",
            "etternavn",
            "efternamn",
            "prijmeni",
        ],
    ),
    (
        Field::BirthDate,
        "birth-date",
        &[
            "birthdate",
            "dateofbirth",
            "dob",
            "birthday",
            "born",
            "geburtsdatum",
            "geburtstag",
            "gebdatum",
            "datedenaissance",
            "fechadenacimiento",
            "yearofbirth",
            "birthyear",
            "datadinascita",
            "datadenascimento",
            "geboortedatum",
            "dataurodzenia",
            "dogumtarihi",
            "datarozhdeniya",
            "datanarodzhennya",
            "fodselsdato",
            "fodelsedatum",
            "datumnarozeni",
            "chushengriqi",
        ],
    ),
    (
        Field::Country,
        "country",
        &[
            "country",
            "countries",
            "countrycode",
            "nationality",
            "nationalities",
            "citizenship",
            "jurisdiction",
            "flag",
            "land",
            "nationalitat",
            "staatsangehorigkeit",
            "pays",
            "nationalite",
            "pais",
            "nacionalidad",
            "nazionalita",
            "cittadinanza",
            "paese",
            "nacionalidade",
            "nationaliteit",
            "obywatelstwo",
            "kraj",
            "uyrugu",
            "uyruk",
            "ulke",
            "grazhdanstvo",
            "gromadyanstvo",
            "strana",
            "statsborgerskap",
            "medborgarskap",
            "guoji",
        ],
    ),
    (
        Field::Schema,
        "schema",
        &["schema", "type", "entitytype", "customertype", "clienttype", "partytype", "legaltype"],
    ),
    (Field::Imo, "imo", &["imo", "imonumber", "imono"]),
];

/// Names of columns that hold the name in some tables. In tables with other columns for names they hold
/// the customer's key or a company.
pub(crate) const NAME_OR_KEY: [&str; 3] = ["customer", "client", "kunde"];

impl Field {
    /// All fields.
    pub fn all() -> impl Iterator<Item = Self> {
        FIELDS.iter().map(|(field, ..)| *field)
    }

    /// Reads a field and the name of its column, such as `name=KUNDENNAME`.
    ///
    /// # Errors
    /// The rule for the text, as the end of "it must be ...".
    pub fn with_column(text: &str) -> Result<(Self, String), String> {
        let parts = text.split_once('=').filter(|(_, column)| !column.is_empty());
        let field = parts.and_then(|(name, column)| {
            let own = FIELDS.iter().find(|(_, own, _)| own.eq_ignore_ascii_case(name))?;
            Some((own.0, column.to_owned()))
        });
        field.ok_or_else(|| {
            let fields = FIELDS.map(|(_, name, _)| name).join(", ");
            format!("a field and a column, such as name=KUNDENNAME; the fields are {fields}")
        })
    }

    /// True if one is the whole name and the other a part of it.
    pub(crate) fn is_other_form_of_name(self, other: Self) -> bool {
        let is_part =
            |field| matches!(field, Self::GivenName | Self::MiddleName | Self::FamilyName);
        (self == Self::Name && is_part(other)) || (is_part(self) && other == Self::Name)
    }

    /// True if a customer can be searched by this field alone.
    pub(crate) fn is_identifying(self) -> bool {
        matches!(self, Self::Name | Self::GivenName | Self::FamilyName | Self::Imo)
    }

    pub(crate) fn is_known_as(self, name: &str) -> bool {
        FIELDS.iter().any(|(field, _, names)| *field == self && names.contains(&name))
    }
}

/// The field of a column name in its [plain] form.
pub(crate) fn field_named(plain: &str) -> Option<Field> {
    Field::all().find(|field| field.is_known_as(plain))
}

/// The name of a column without accents, blanks, punctuation and case.
pub(crate) fn plain(name: &str) -> String {
    let letters = any_ascii::any_ascii(name);
    let letters = letters.bytes().filter(u8::is_ascii_alphanumeric);
    letters.map(|letter| char::from(letter.to_ascii_lowercase())).collect()
}

/// The name of the field on the command line.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let own = FIELDS.iter().find(|(field, ..)| field == self);
        f.write_str(own.map_or("", |(_, name, _)| name))
    }
}

/// Types of customers with the words of files in addition to the type's name, in lower case.
const SCHEMA_WORDS: [(Schema, &[&str]); 6] = [
    (Schema::Person, &["individual", "natural person", "private", "p", "i"]),
    (Schema::Company, &["corporate", "business", "corporation", "c"]),
    (Schema::Organization, &["organisation"]),
    (Schema::LegalEntity, &["legal entity", "legal person", "entity", "e"]),
    (Schema::Vessel, &["ship"]),
    (Schema::Airplane, &["aircraft"]),
];

/// The type of a customer from the words of files.
pub(crate) fn schema_of(text: &str) -> Option<Schema> {
    let text = text.to_lowercase();
    let is_meant = |(schema, words): &&(Schema, &[&str])| {
        schema.as_str().eq_ignore_ascii_case(&text) || words.contains(&text.as_str())
    };
    SCHEMA_WORDS.iter().find(is_meant).map(|(schema, _)| *schema)
}
