//! Wrappers that serialise values as JSON in place, without copying them first. They know nothing of
//! the content.

use std::fmt::{self, Display};

use serde::{Serialize, Serializer};

/// A value serialised as the string of its `Display`, without building that string first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown<T>(pub T);

impl<T: Display> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// An iterator, made anew for each use, serialised as an array.
pub struct Sequence<F>(pub F);

impl<F, I> Serialize for Sequence<F>
where
    F: Fn() -> I,
    I: Iterator<Item: Serialize>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// An iterator of texts, made anew for each use, serialised as one string joined by `; ` (docs/api.md,
/// "Record fields").
pub struct Joined<F>(pub F);

impl<'s, F, I> Display for Joined<F>
where
    F: Fn() -> I,
    I: Iterator<Item = &'s str>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, text) in (self.0)().enumerate() {
            f.write_str(if at == 0 { "" } else { "; " })?;
            f.write_str(text)?;
        }
        Ok(())
    }
}

impl<'s, F, I> Serialize for Joined<F>
where
    F: Fn() -> I,
    I: Iterator<Item = &'s str>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::{Joined, Sequence, Shown};

    #[test]
    fn pieces_are_written_as_strings_and_arrays() {
        let texts = || ["a", "b \"c\""].into_iter();
        for (written, expected) in [
            (serde_json::to_string(&Shown(12)), r#""12""#),
            (serde_json::to_string(&Sequence(texts)), r#"["a","b \"c\""]"#),
            (serde_json::to_string(&Joined(texts)), r#""a; b \"c\"""#),
            (serde_json::to_string(&Joined(|| [].into_iter())), r#""""#),
        ] {
            assert_eq!(written.expect("plain JSON"), expected);
        }
    }
}
