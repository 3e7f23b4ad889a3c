//! Differences between a receipt and its replay.

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::receipts::ChainFault;

/// A line of the receipts, and what is different.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finding {
    /// Line in the file of the receipts; of a stored answer without one, in the file of the answers.
    pub line: u64,
    /// The customer's key, if the query is known.
    pub id: Option<Value>,
    pub differences: Vec<Difference>,
}

/// A difference, written as a sentence.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Difference {
    #[error("chain broken: {0}")]
    Chain(String),
    #[error("query missing: no line of the queries has this number")]
    QueryMissing,
    #[error("query differs: it is not the one of this receipt")]
    QueryDiffers,
    #[error("receipt missing: the queries have number {number}")]
    ReceiptMissing { number: u64 },
    #[error(
        "receipt missing: this line of the stored answers, and those after it, have none in their order"
    )]
    AnswerUnreceipted,
    #[error("version missing: {0}")]
    VersionMissing(String),
    #[error("version differs: its manifest has SHA-256 {found}")]
    VersionDiffers { found: String },
    #[error("program differs: it was {0}")]
    ProgramDiffers(String),
    #[error("program differs in its constants: {0}")]
    ConstantsDiffer(String),
    #[error(
        "policy missing: the receipt names rules on messages of SHA-256 {0}; give them by --policy"
    )]
    PolicyMissing(String),
    #[error("parameters not accepted: {0}")]
    Parameters(String),
    #[error("query not read as it was: {0}")]
    QueryRead(String),
    #[error("differs: the answer has another hash")]
    AnswerDiffers,
    #[error("differs: the verdict is now {0}")]
    VerdictDiffers(&'static str),
    #[error("stored answer differs: it is not the one of this receipt{0}")]
    StoredDiffers(String),
}

impl From<ChainFault> for Difference {
    fn from(fault: ChainFault) -> Self {
        Self::Chain(fault.to_string())
    }
}

impl Serialize for Difference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Describes the first place where two JSON values differ, as the end of a sentence.
pub(super) fn first_difference(stored: &Value, replayed: &Value) -> String {
    let mut path = String::new();
    match differing(stored, replayed, &mut path) {
        None => String::new(),
        Some((stored, replayed)) => format!("; {path} is {stored}, in the replay {replayed}"),
    }
}

fn differing<'v>(
    stored: &'v Value,
    replayed: &'v Value,
    path: &mut String,
) -> Option<(&'v Value, &'v Value)> {
    const NONE: &Value = &Value::Null;
    let mut within = |key: String, stored: &'v Value, replayed: &'v Value| {
        let length = path.len();
        path.push('/');
        path.push_str(&key);
        let found = differing(stored, replayed, path);
        if found.is_none() {
            path.truncate(length);
        }
        found
    };
    match (stored, replayed) {
        (Value::Object(stored), Value::Object(replayed)) => {
            let added = replayed.iter().filter(|(key, _)| !stored.contains_key(*key));
            let pairs =
                stored.iter().map(|(key, own)| (key, own, replayed.get(key).unwrap_or(NONE)));
            let mut pairs = pairs.chain(added.map(|(key, new)| (key, NONE, new)));
            pairs.find_map(|(key, stored, replayed)| within(key.clone(), stored, replayed))
        }
        (Value::Array(stored), Value::Array(replayed)) => (0..stored.len().max(replayed.len()))
            .find_map(|at| {
                let of = |values: &'v [Value]| values.get(at).unwrap_or(NONE);
                within(at.to_string(), of(stored), of(replayed))
            }),
        (stored, replayed) => (stored != replayed).then_some((stored, replayed)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_place_that_differs_is_named() {
        let stored = json!({"total": 3, "results": [{"score": 0.9, "aliases": ["A"]}]});
        assert_eq!(first_difference(&stored, &stored), "");
        for (replayed, expected) in [
            (
                json!({"total": 4, "results": [{"score": 0.9, "aliases": ["A"]}]}),
                "/total is 3, in the replay 4",
            ),
            (
                json!({"total": 3, "results": [{"score": 0.9, "aliases": ["A", "B"]}]}),
                "/results/0/aliases/1 is null, in the replay \"B\"",
            ),
            (
                json!({"total": 3, "results": []}),
                "/results/0 is {\"aliases\":[\"A\"],\"score\":0.9}, in the replay null",
            ),
            (
                json!({"total": 3, "results": [{"score": 0.9, "aliases": ["A"], "imo": 1}]}),
                "/results/0/imo is null, in the replay 1",
            ),
        ] {
            assert_eq!(first_difference(&stored, &replayed), format!("; {expected}"));
        }
    }
}
