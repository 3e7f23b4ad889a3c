//! A user's rules on payment messages (docs/payments.md, "Your own rules"): elements that are left out,
//! thresholds of their own, lists that a payment is not screened against, and terms under an embargo.
//!
//! A rule applies to the elements that meet all its conditions. Of the rules with the same effect the first
//! that applies to an element decides.

mod embargo;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use ahash::AHashSet;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use self::embargo::RawEmbargo;
pub(crate) use self::embargo::{Embargo, Embargoed};
use crate::limits::{POLICY_BYTES_MAX, POLICY_RULES_MAX};
use tamis_engine::files::read_short_text;
use tamis_engine::store::checksum::hexadecimal;
use tamis_ingest::descriptions::{DescriptionError, Source, Spanned};
use tamis_payments::{Element, Kind, Message, Role};

/// Rules in the order of their file. The default has none.
#[derive(Debug, Default)]
pub struct Policy {
    rules: Vec<Rule>,
    embargo: Embargo,
    sha256: Option<String>,
}

#[derive(Debug)]
struct Rule {
    reason: &'static str,
    conditions: Conditions,
    effect: Effect,
}

/// Conditions on an element. An empty list is met by every element.
#[derive(Debug)]
struct Conditions {
    roles: Vec<Role>,
    kinds: Vec<Kind>,
    paths: Vec<Pattern>,
    /// Codes of which each element named must have a value, in the same payment.
    codes: Vec<(Pattern, BTreeSet<String>)>,
    /// True if its party must have a BIC.
    with_bic: bool,
}

#[derive(Debug)]
enum Effect {
    LeaveOut,
    Threshold(f64),
    /// The lists left out, by name, slug or short name.
    ExcludeDatasets(Vec<String>),
}

/// Names at the end of a path, from inner to outer.
#[derive(Debug)]
struct Pattern {
    names: Vec<String>,
    /// True for everything below these names, too.
    is_block: bool,
}

/// Ordinal of a rule in its policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct RuleOrdinal(u16);

impl RuleOrdinal {
    /// Number of the rule in its file, from 1.
    pub(crate) fn number(self) -> usize {
        usize::from(self.0) + 1
    }
}

/// Rules that decide about an element, by effect.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Ruling {
    pub(crate) left_out: Option<RuleOrdinal>,
    pub(crate) terms: Terms,
}

/// Rules that change how a text is asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Terms {
    pub(crate) threshold: Option<RuleOrdinal>,
    pub(crate) datasets: Option<RuleOrdinal>,
}

impl Policy {
    /// Reads a file of rules.
    ///
    /// # Errors
    /// The file cannot be read or is too long, is not TOML, or a rule is unsound; the error names file
    /// and line.
    pub fn read(path: &Path) -> Result<Self, DescriptionError> {
        let file = path.display().to_string();
        let text = read_short_text(path, POLICY_BYTES_MAX)
            .map_err(|source| DescriptionError::Unreadable { file: file.clone(), source })?;
        Self::parse(&file, &text)
    }

    /// The rules of a file; none without one.
    ///
    /// # Errors
    /// Those of [`Self::read`].
    pub fn of(path: Option<&Path>) -> Result<Arc<Self>, DescriptionError> {
        path.map_or_else(|| Ok(Arc::default()), |path| Self::read(path).map(Arc::new))
    }

    fn parse(file: &str, text: &str) -> Result<Self, DescriptionError> {
        let source = Source::new(file, text);
        let RawPolicy { rule, embargo: raw } = source.parse()?;
        if let Some(beyond) = rule.get(POLICY_RULES_MAX) {
            let fault = format!("a policy has at most {POLICY_RULES_MAX} rules");
            return Err(source.malformed(&beyond.span(), fault));
        }
        let rules =
            rule.into_iter().map(|rule| Rule::of(&source, rule)).collect::<Result<_, _>>()?;
        let mut embargo = Embargo::default();
        raw.into_iter().try_for_each(|raw| embargo.add(&source, raw))?;
        let sha256 = Some(hexadecimal(&Sha256::digest(text)));
        Ok(Self { rules, embargo, sha256 })
    }

    /// SHA-256 of the file in hexadecimal; `None` without a file.
    pub(crate) fn sha256(&self) -> Option<&str> {
        self.sha256.as_deref()
    }

    /// Number of rules.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// True without rules.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Terms under an embargo; `None` without any.
    pub(crate) fn embargo(&self) -> Option<&Embargo> {
        Some(&self.embargo).filter(|embargo| !embargo.is_empty())
    }

    pub(crate) fn reason(&self, rule: RuleOrdinal) -> &'static str {
        self.rules[usize::from(rule.0)].reason
    }

    /// Threshold of a rule; `None` for that of the request.
    pub(crate) fn threshold(&self, terms: Terms) -> Option<f64> {
        match self.rules[usize::from(terms.threshold?.0)].effect {
            Effect::Threshold(threshold) => Some(threshold),
            _ => None,
        }
    }

    /// The rules that leave out lists, with the names of these.
    pub(crate) fn exclusions(&self) -> impl Iterator<Item = (RuleOrdinal, &[String])> {
        self.ordinals().filter_map(|(ordinal, rule)| match &rule.effect {
            Effect::ExcludeDatasets(names) => Some((ordinal, &**names)),
            _ => None,
        })
    }

    fn ordinals(&self) -> impl Iterator<Item = (RuleOrdinal, &Rule)> {
        (0..).map(RuleOrdinal).zip(&self.rules)
    }

    /// The ruling on each element of a message.
    pub(crate) fn rulings(&self, message: Message<'_>) -> Vec<Ruling> {
        let mut rulings = vec![Ruling::default(); message.elements().len()];
        if self.is_empty() {
            return rulings;
        }
        let rules: Vec<_> =
            self.ordinals().map(|(ordinal, rule)| (ordinal, rule, rule.reach(message))).collect();
        for (ruling, element) in rulings.iter_mut().zip(message.elements()) {
            let names: Vec<&str> = message.names(element).collect();
            for (ordinal, rule, reach) in &rules {
                let decided = match rule.effect {
                    Effect::LeaveOut => &mut ruling.left_out,
                    Effect::Threshold(_) => &mut ruling.terms.threshold,
                    Effect::ExcludeDatasets(_) => &mut ruling.terms.datasets,
                };
                if decided.is_none() && rule.conditions.apply(element, &names, reach) {
                    *decided = Some(*ordinal);
                }
            }
        }
        rulings
    }
}

/// Parts of a message that meet the conditions of a rule beyond single elements.
struct Reach {
    /// Payments with each of the codes.
    codes: Vec<Payments>,
    /// Parties with a BIC.
    with_bic: AHashSet<u32>,
}

/// Payments of a message: all, or some batches and transactions.
#[derive(Default)]
struct Payments {
    all: bool,
    batches: AHashSet<u32>,
    transactions: AHashSet<u32>,
}

impl Payments {
    fn add(&mut self, element: &Element) {
        match (element.transaction, element.batch) {
            (Some(transaction), _) => drop(self.transactions.insert(transaction.get())),
            (None, Some(batch)) => drop(self.batches.insert(batch.get())),
            (None, None) => self.all = true,
        }
    }

    fn hold(&self, element: &Element) -> bool {
        self.all
            || element.transaction.is_some_and(|own| self.transactions.contains(&own.get()))
            || element.batch.is_some_and(|own| self.batches.contains(&own.get()))
    }
}

impl Conditions {
    fn apply(&self, element: &Element, names: &[&str], reach: &Reach) -> bool {
        let has_bic = || element.party.is_some_and(|party| reach.with_bic.contains(&party));
        (self.roles.is_empty() || self.roles.contains(&element.role))
            && (self.kinds.is_empty() || self.kinds.contains(&element.kind))
            && (self.paths.is_empty() || self.paths.iter().any(|path| path.matches(names)))
            && (!self.with_bic || has_bic())
            && reach.codes.iter().all(|payments| payments.hold(element))
    }
}

impl Pattern {
    fn of(text: &str) -> Option<Self> {
        let (path, is_block) = match text.strip_suffix("/**") {
            Some(path) => (path, true),
            None => (text, false),
        };
        let names: Vec<String> = path.rsplit('/').map(str::to_owned).collect();
        let is_name = |name: &String| !name.is_empty() && !name.contains(['*', '[']);
        names.iter().all(is_name).then_some(Self { names, is_block })
    }

    /// True if it is the end of a path, given from inner to outer; of a block, the end of its beginning.
    fn matches(&self, path: &[&str]) -> bool {
        let starts = if self.is_block { 1..path.len() } else { 0..1.min(path.len()) };
        let mut ends = starts.map(|start| &path[start..]);
        ends.any(|end| {
            end.len() >= self.names.len() && self.names.iter().zip(end).all(|(a, b)| a == b)
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPolicy {
    #[serde(default)]
    rule: Vec<Spanned<RawRule>>,
    #[serde(default)]
    embargo: Vec<Spanned<RawEmbargo>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRule {
    reason: Spanned<String>,
    #[serde(default)]
    roles: Vec<Spanned<String>>,
    #[serde(default)]
    kinds: Vec<Spanned<String>>,
    #[serde(default)]
    paths: Vec<Spanned<String>>,
    #[serde(default)]
    codes: BTreeMap<Spanned<String>, BTreeSet<String>>,
    #[serde(default)]
    with_bic: bool,
    #[serde(default)]
    leave_out: bool,
    threshold: Option<Spanned<f64>>,
    exclude_dataset: Option<Vec<String>>,
}

impl Rule {
    fn of(source: &Source<'_>, raw: Spanned<RawRule>) -> Result<Self, DescriptionError> {
        let span = raw.span();
        let raw = raw.into_inner();
        let roles = words(source, "roles", &raw.roles, Role::of, Role::ALL, Role::as_str)?;
        let kinds = words(source, "kinds", &raw.kinds, Kind::of, Kind::ALL, Kind::as_str)?;
        let pattern = |field: &str, text: &Spanned<String>| {
            let accepted =
                || "names of elements, as in CdtrAgt/**, RmtInf/Ustrd or 4/70".to_owned();
            source.checked(field, text, Pattern::of, accepted)
        };
        let paths =
            raw.paths.iter().map(|path| pattern("paths", path)).collect::<Result<_, _>>()?;
        let codes =
            raw.codes.into_iter().map(|(path, values)| Ok((pattern("codes", &path)?, values)));
        let codes = codes.collect::<Result<_, DescriptionError>>()?;
        let conditions = Conditions { roles, kinds, paths, codes, with_bic: raw.with_bic };
        let threshold = raw.threshold.map(|own| {
            source.number("threshold", &own, |own| (0.0..=1.0).contains(&own), "0 to 1")
        });
        let effects = [
            raw.leave_out.then_some(Effect::LeaveOut),
            threshold.transpose()?.map(Effect::Threshold),
            raw.exclude_dataset.map(Effect::ExcludeDatasets),
        ];
        let mut effects = effects.into_iter().flatten();
        let (Some(effect), None) = (effects.next(), effects.next()) else {
            let fault = "a rule has one of leave_out = true, threshold and exclude_dataset";
            return Err(source.malformed(&span, fault));
        };
        if conditions.are_none() {
            let fault = "a rule has a condition: roles, kinds, paths, codes or with_bic = true";
            return Err(source.malformed(&span, fault));
        }
        // A policy lives as long as its program, and answers repeat its reasons.
        let reason = source.text("reason", &raw.reason)?.leak();
        Ok(Self { reason, conditions, effect })
    }

    fn reach(&self, message: Message<'_>) -> Reach {
        let elements = message.elements();
        let payments_with = |(path, values): &(Pattern, BTreeSet<String>)| {
            let mut payments = Payments::default();
            for element in elements {
                let has_value = values.contains(message.text(element).trim());
                if has_value && path.matches(&message.names(element).collect::<Vec<_>>()) {
                    payments.add(element);
                }
            }
            payments
        };
        let banks = elements.iter().filter(|own| self.conditions.with_bic && own.kind == Kind::Bic);
        Reach {
            codes: self.conditions.codes.iter().map(payments_with).collect(),
            with_bic: banks.filter_map(|element| element.party).collect(),
        }
    }
}

impl Conditions {
    fn are_none(&self) -> bool {
        let Self { roles, kinds, paths, codes, with_bic } = self;
        roles.is_empty() && kinds.is_empty() && paths.is_empty() && codes.is_empty() && !with_bic
    }
}

/// Reads words of the profile.
fn words<T: Copy>(
    source: &Source<'_>,
    field: &str,
    texts: &[Spanned<String>],
    of: impl Fn(&str) -> Option<T>,
    all: &[T],
    as_str: impl Fn(T) -> &'static str,
) -> Result<Vec<T>, DescriptionError> {
    let accepted = || all.iter().map(|own| as_str(*own)).collect::<Vec<_>>().join(", ");
    texts.iter().map(|text| source.checked(field, text, &of, accepted)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_the_end_of_a_path() {
        for (pattern, path, expected) in [
            ("Nm", "/Document/Cdtr/Nm", true),
            ("Cdtr/Nm", "/Document/Cdtr/Nm", true),
            ("Dbtr/Nm", "/Document/Cdtr/Nm", false),
            ("tr/Nm", "/Document/Cdtr/Nm", false),
            ("Cdtr", "/Document/Cdtr/Nm", false),
            ("Cdtr/**", "/Document/Cdtr/Nm", true),
            ("Cdtr/**", "/Document/Cdtr/PstlAdr/Ctry", true),
            ("Document/Cdtr/**", "/Document/Cdtr/Nm", true),
            ("Nm/**", "/Document/Cdtr/Nm", false),
            ("A/Document/Cdtr/Nm", "/Document/Cdtr/Nm", false),
        ] {
            let names: Vec<&str> = path.trim_start_matches('/').rsplit('/').collect();
            assert_eq!(Pattern::of(pattern).expect(pattern).matches(&names), expected, "{pattern}");
        }
        for unsound in ["", "/Nm", "Cdtr//Nm", "*", "Cdtr[1]/Nm", "**"] {
            assert!(Pattern::of(unsound).is_none(), "{unsound}");
        }
    }

    #[test]
    fn the_example_of_the_documentation_is_sound() {
        let text = include_str!("../../docs/payments.md");
        let (_, example) = text.split_once("```toml\n").expect("an example");
        let (example, _) = example.split_once("```").expect("its end");
        assert_eq!(Policy::parse("example", example).expect("sound").len(), 4);
    }

    #[test]
    fn an_unsound_rule_is_refused_with_its_line() {
        let whole = "[[rule]]\nreason = \"r\"\nroles = [\"creditor\"]\nleave_out = true\n";
        assert_eq!(Policy::parse("p.toml", whole).expect("sound").len(), 1);
        for (rule, said) in [
            ("reason = \"r\"\nleave_out = true", "line 1: a rule has a condition"),
            ("reason = \"r\"\nroles = [\"creditor\"]", "line 1: a rule has one of"),
            (
                "reason = \"r\"\nroles = [\"creditor\"]\nleave_out = true\nthreshold = 0.8",
                "line 1: a rule has one of",
            ),
            ("reason = \" \"\nwith_bic = true\nleave_out = true", "line 2: reason"),
            ("with_bic = true\nleave_out = true", "missing field `reason`"),
            ("reason = \"r\"\nroles = [\"payer\"]\nleave_out = true", "line 3: roles is \"payer\""),
            ("reason = \"r\"\nkinds = [\"bic\"]\nleave_out = true", "line 3: kinds is \"bic\""),
            ("reason = \"r\"\nwith_bic = true\nthreshold = 1.5", "line 4: threshold is \"1.5\""),
            ("reason = \"r\"\npaths = [\"a//b\"]\nleave_out = true", "line 3: paths is \"a//b\""),
            ("reason = \"r\"\nwith_bic = true\nleaveout = true", "unknown field `leaveout`"),
            ("[[embargo]]\nreason = \"r\"", "line 2: an embargo has words or countries"),
            ("[[embargo]]\nreason = \"r\"\nwords = [\"-\"]", "line 4: words is \"-\""),
            (
                "[[embargo]]\nreason = \"r\"\ncountries = [\"Iran\"]",
                "line 4: countries is \"Iran\"",
            ),
        ] {
            let rule = rule.strip_prefix("[[embargo]]").map_or_else(
                || format!("[[rule]]\n{rule}\n"),
                |terms| format!("\n[[embargo]]{terms}\n"),
            );
            let fault = Policy::parse("p.toml", &rule).expect_err(&rule);
            let fault = fault.to_string();
            assert!(fault.starts_with("p.toml: line ") && fault.contains(said), "{rule}: {fault}");
        }
        let many = |count: usize| Policy::parse("p.toml", &whole.repeat(count));
        assert_eq!(
            many(POLICY_RULES_MAX).expect("as many as there may be").len(),
            POLICY_RULES_MAX
        );
        let fault = many(POLICY_RULES_MAX + 1).expect_err("one more").to_string();
        assert!(fault.contains("at most"), "{fault}");
    }
}
