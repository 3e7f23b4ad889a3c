//! The sample registers: their contents and descriptions. Publishers are fictional.

use tamis_engine::model::{Fact, ListType};

use super::person::NameOrder;

/// Format of a register's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileFormat {
    /// `records.jsonl` (docs/formats.md, "records.jsonl").
    JsonLines,
    /// `records.csv` with a `[columns]` table.
    Csv,
}

impl FileFormat {
    pub(super) fn file_name(self) -> &'static str {
        match self {
            Self::JsonLines => "records.jsonl",
            Self::Csv => "records.csv",
        }
    }

    /// Name of the format in `register.toml`.
    fn name(self) -> &'static str {
        match self {
            Self::JsonLines => "records_jsonl",
            Self::Csv => "records_csv",
        }
    }
}

/// One sample register.
pub(super) struct RegisterPlan {
    pub(super) slug: &'static str,
    name: &'static str,
    short_name: &'static str,
    publisher: &'static str,
    country: &'static str,
    pub(super) list_type: ListType,
    cadence_hours: u32,
    pub(super) format: FileFormat,
    offer: &'static str,
    /// Share of all records, per mille. The shares of all registers make 1,000.
    share: u64,
    /// Types of twenty records: Individual, Company, Organization, Vessel, Aircraft, `-` unknown.
    pub(super) kinds: &'static [u8; 20],
    pub(super) name_order: NameOrder,
    /// Prefix of the number in a reference.
    pub(super) reference_prefix: &'static str,
    pub(super) programmes: &'static [&'static str],
}

use FileFormat::{Csv, JsonLines};
use ListType::{Debarment, Insolvency, Pep, Sanction, TaxWarrant};
use NameOrder::{Capitals, FamilyComma, FamilyFirst, Natural};

macro_rules! plans {
    ($($slug:literal $name:literal $short:literal $publisher:literal $country:literal $list_type:ident
       $cadence:literal $format:ident $offer:literal $share:literal $kinds:literal $order:ident $prefix:literal
       [$($programme:literal)*];)*) => {
        &[$(RegisterPlan {
            slug: $slug, name: $name, short_name: $short, publisher: $publisher, country: $country,
            list_type: $list_type, cadence_hours: $cadence, format: $format, offer: $offer,
            share: $share, kinds: $kinds, name_order: $order, reference_prefix: $prefix,
            programmes: &[$($programme),*],
        }),*]
    };
}

/// All sample registers, largest lists of each kind first.
pub(super) const PLANS: &[RegisterPlan] = plans! {
    "example_sanctions_office" "Example Sanctions Office Consolidated List" "ESO List"
    "Example Sanctions Office" "US" Sanction 24 JsonLines "download" 200 b"IIIIIIIIICCCCCOOVVIA" FamilyComma "ESO-"
    ["EX-CYBER" "EX-NARCO" "EX-PROLIF" "EX-TERROR" "EX-CONFLICT" "EX-CORRUPT"];
    "sample_council_measures" "Sample Council Restrictive Measures" "SCRM"
    "Sample Council" "EU" Sanction 24 JsonLines "download" 120 b"IIIIIIIIIIIIICCCCOOV" Natural "SC."
    ["SC-EAST" "SC-GULF" "SC-HUMAN-RIGHTS" "SC-TERROR" "SC-CHEMICAL"];
    "model_treasury_freeze" "Model Treasury Asset Freeze Targets" "Asset Freeze"
    "Model Treasury" "GB" Sanction 24 Csv "download" 80 b"IIIIIIIIIIIICCCCOOV-" FamilyFirst "MTF"
    ["Regime Alpha" "Regime Beta" "Regime Gamma" "Counter-Terrorism (Model)"];
    "fictional_nations_list" "Fictional Nations Committee List" "FN List"
    "Fictional Nations Committee" "ZZ" Sanction 168 JsonLines "download" 40 b"IIIIIIIIIIIIIIIICCOO" Capitals "FNi."
    ["FN-1" "FN-2" "FN-3"];
    "specimen_parliaments" "Specimen Register of Members of Parliaments" "Specimen MPs"
    "Specimen Institute" "ZZ" Pep 168 JsonLines "download" 150 b"IIIIIIIIIIIIIIIIIIII" Natural "P"
    ["Member of parliament" "Former member of parliament"];
    "placeholder_officials" "Placeholder Register of Senior Officials" "Senior Officials"
    "Placeholder Observatory" "CH" Pep 720 JsonLines "sale" 90 b"IIIIIIIIIIIIIIIIIIIO" FamilyFirst "PO-"
    ["Minister" "Ambassador" "Judge" "Central bank" "State company" "Family member"];
    "demo_bank_debarred" "Demo Development Bank Debarred Firms and Individuals" "Demo Bank"
    "Demo Development Bank" "ZZ" Debarment 72 JsonLines "download" 70 b"CCCCCCCCCCCCCCCIIIII" Natural "D"
    ["Fraud" "Collusion" "Corruption" "Cross debarment"];
    "mock_health_exclusions" "Mock Health Agency Exclusions" "Exclusions"
    "Mock Health Agency" "US" Debarment 720 JsonLines "download" 60 b"IIIIIIIIIIIIIIIIICCC" Capitals "H"
    ["1128a1" "1128a3" "1128b4"];
    "dummy_revenue_warrants" "Dummy Revenue Service Tax Warrants" "Tax Warrants"
    "Dummy Revenue Service" "US" TaxWarrant 168 JsonLines "none" 70 b"IIIIIIIIIICCCCCCCCCC" FamilyComma "W-"
    ["Income tax" "Sales tax" "Withholding tax"];
    "trial_insolvency_gazette" "Trial Gazette of Insolvency Notices" "Insolvency Gazette"
    "Trial Gazette" "IE" Insolvency 24 JsonLines "sale" 70 b"CCCCCCCCCCCCIIIIIIII" Natural "IN/"
    ["Bankruptcy order" "Winding up" "Administration"];
    "imaginary_maritime_watch" "Imaginary Maritime Watch Vessel List" "Maritime Watch"
    "Imaginary Maritime Watch" "PA" Sanction 24 JsonLines "download" 50 b"VVVVVVVVVVVVVVVCCCIA" Natural "MW"
    ["Dark fleet" "Flag fraud" "Illegal fishing"];
};

/// Number of records of each register in its newest version, in the order of [`PLANS`]: exact shares
/// rounded down, with the remainder given to the first registers.
pub(super) fn sizes(records: u64) -> Vec<u64> {
    let mut sizes: Vec<u64> = PLANS.iter().map(|plan| records * plan.share / 1000).collect();
    let left: u64 = records - sizes.iter().sum::<u64>();
    sizes.iter_mut().take(left as usize).for_each(|size| *size += 1);
    sizes
}

/// Header names of the CSV register, by the key of `records.jsonl`.
pub(super) const CSV_COLUMNS: [(&str, &str); 12] = [
    ("ref", "Group ID"),
    ("name", "Full Name"),
    ("aliases", "Other Names"),
    ("type", "Kind"),
    ("birth_dates", "Dates of Birth"),
    ("countries", "Nationalities"),
    ("imo", "IMO"),
    ("programmes", "Regimes"),
    ("listed_on", "Listed"),
    ("status", "Status"),
    ("notes", "Other Information"),
    ("source_url", "Link"),
];

/// Separator of several values in one CSV cell. No generated value contains it.
pub(super) const CSV_SEPARATOR: &str = ";";

impl RegisterPlan {
    /// The text of `register.toml`.
    pub(super) fn description(&self) -> String {
        let site = format!("https://{}.example/", self.slug.replace('_', "-"));
        let mut text = format!(
            "name = {:?}\nshort_name = {:?}\nslug = {:?}\npublisher = {:?}\ncountry = {:?}\n\
             list_type = {:?}\ncadence_hours = {}\nformat = {:?}\nsource_url = {:?}\n\
             licence = \"Invented data, free of rights\"\nlicence_url = {:?}\noffer = {:?}\n\
             max_drop_percent = 20\n",
            self.name,
            self.short_name,
            self.slug,
            self.publisher,
            self.country,
            self.list_type.as_str(),
            self.cadence_hours,
            self.format.name(),
            format!("{site}list"),
            format!("{site}licence"),
            self.offer,
        );
        if self.format == Csv {
            let columns = CSV_COLUMNS.map(|(key, header)| {
                if Fact::with_key(key).is_some_and(|fact| fact.kind().is_plural()) {
                    return format!(
                        "{key} = {{ header = {header:?}, separator = {CSV_SEPARATOR:?} }}\n"
                    );
                }
                format!("{key} = {header:?}\n")
            });
            text = format!("{text}\n[columns]\n{}", columns.concat());
        }
        text
    }

    /// The reference of the record at `index`; it never depends on other records.
    pub(super) fn reference(&self, index: u64) -> String {
        format!("{}{}", self.reference_prefix, 1000 + index)
    }

    /// The address of the record's page.
    pub(super) fn page(&self, index: u64) -> String {
        format!("https://{}.example/entry/{}", self.slug.replace('_', "-"), 1000 + index)
    }

    /// The kind of the record at `index`, as in [`RegisterPlan::kinds`].
    pub(super) fn kind(&self, index: u64) -> u8 {
        self.kinds[slot(index)]
    }

    /// Number of vessels among the records before `index`.
    pub(super) fn vessels_before(&self, index: u64) -> u64 {
        let vessels = |slots: u64| (0..slots).filter(|at| self.kind(*at) == b'V').count() as u64;
        index / 20 * vessels(20) + vessels(index % 20)
    }
}

/// Slot of a record in the kinds. Consecutive records take slots seven apart, so that types mix.
fn slot(index: u64) -> usize {
    (index % 20 * 7 % 20) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_make_one_thousand_and_sizes_add_up() {
        assert_eq!(PLANS.iter().map(|plan| plan.share).sum::<u64>(), 1000);
        for records in [1, 10, 11, 999, 5000, 1_234_567] {
            assert_eq!(sizes(records).iter().sum::<u64>(), records);
        }
    }

    #[test]
    fn every_list_type_has_a_register_and_descriptions_are_toml() {
        for list_type in ListType::ALL {
            assert!(PLANS.iter().any(|plan| plan.list_type == *list_type), "{list_type:?}");
        }
        for plan in PLANS {
            let table: toml::Table = plan.description().parse().expect(plan.slug);
            assert_eq!(table["slug"].as_str(), Some(plan.slug));
            assert_eq!(table.contains_key("columns"), plan.format == Csv);
        }
    }
}
