//! `links.jsonl`: reasons for linking records of a version, and for not linking others that share a
//! key.
//!
//! One JSON object per line for each two records that share a key. The version's manifest lists the
//! file with its checksum.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use tamis_engine::model::RecordId;
use tamis_engine::named_enum;

use super::candidates::{Candidates, Pair};
use super::clusters::{Clusters, Refusal};
use super::keys::Kind;
use super::party::Party;

/// Name of the file in a version's folder.
pub const LINKS_FILE: &str = "links.jsonl";

named_enum!(
    /// Result for a pair.
    Outcome {
        /// They belong to one merged entity.
        Joined = "joined",
        /// They are kept apart because of a contradiction. Worth a review.
        Refused = "refused",
        /// They are kept apart because a reviewer declared them, or records joined with them,
        /// different.
        Different = "different",
    }
);

/// Two records that share a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// Result for the pair.
    pub outcome: Outcome,
    /// Kind of the shared key.
    pub kind: Kind,
    /// The shared value in words: the reference, the number, the words of the name and the birth date.
    /// For a reviewed pair, the reviewer.
    pub value: String,
    /// The first record.
    pub left: Side,
    /// The second record.
    pub right: Side,
    /// Reason for keeping them apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A record of a pair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// Published id.
    pub id: RecordId,
    /// Slug of the register.
    pub register: String,
    /// The publisher's reference of the entry, or the one that the reader made.
    pub reference: String,
    /// Primary name.
    pub name: String,
}

/// Writes the evidence of a build and makes it durable.
pub(super) fn write(
    path: &Path,
    slugs: &[String],
    candidates: &Candidates,
    clusters: &Clusters,
) -> io::Result<()> {
    let mut file = BufWriter::new(File::create_new(path)?);
    let sides = Sides { slugs, parties: &candidates.parties };
    let joined = clusters.joined.iter().map(|pair| sides.link(pair, None));
    let refused = clusters.refused.iter().map(|(pair, why)| sides.link(pair, Some(why)));
    for link in joined.chain(refused) {
        serde_json::to_writer(&mut file, &link).map_err(io::Error::from)?;
        file.write_all(b"\n")?;
    }
    file.into_inner()?.sync_all()
}

/// Reads the evidence of a version, line by line.
///
/// # Errors
/// The file cannot be opened.
pub fn read(path: &Path) -> io::Result<impl Iterator<Item = io::Result<Link>> + use<>> {
    let lines = BufReader::new(File::open(path)?).lines();
    Ok((1..).zip(lines).map(|(number, line)| {
        let wrong = |error| io::Error::other(format!("line {number}: {error}"));
        serde_json::from_str(&line?).map_err(wrong)
    }))
}

struct Sides<'b> {
    slugs: &'b [String],
    parties: &'b [Party],
}

impl Sides<'_> {
    fn link(&self, pair: &Pair, refusal: Option<&Refusal>) -> Link {
        Link {
            outcome: match refusal {
                None => Outcome::Joined,
                Some(Refusal::Different(..)) => Outcome::Different,
                Some(_) => Outcome::Refused,
            },
            kind: pair.kind,
            value: pair.value.clone(),
            left: self.side(pair.left),
            right: self.side(pair.right),
            reason: refusal.map(|refusal| self.reason(refusal)),
        }
    }

    fn side(&self, at: u32) -> Side {
        let Party { id, register, reference, name, .. } = &self.parties[at as usize];
        let register = self.slugs[*register as usize].clone();
        Side { id: *id, register, reference: reference.clone(), name: name.clone() }
    }

    fn reason(&self, refusal: &Refusal) -> String {
        let both = |one: u32, other: u32| {
            let [one, other] = [one, other].map(|at| self.side(at));
            let label = |of: Side| format!("{} of {} ({:?})", of.reference, of.register, of.name);
            format!("{} and {}", label(one), label(other))
        };
        match refusal {
            Refusal::Names => "their names share no word that tells parties apart".to_owned(),
            Refusal::SameRegister(one, other) => {
                format!("{} are two entries of one list", both(*one, *other))
            }
            Refusal::Contradiction(what) => what.to_string(),
            Refusal::Others(one, other, what) => format!("of {}, {what}", both(*one, *other)),
            Refusal::Different(one, other) => {
                format!("a reviewer told {} apart", both(*one, *other))
            }
        }
    }
}
