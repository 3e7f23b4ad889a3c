//! Elements grouped by their paths.

/// A group of elements, or a single one.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Branch {
    /// End of the path from the group above, as in `Cdtr/PstlAdr`.
    pub(super) name: String,
    /// Its own texts, each by the number that came with the path.
    pub(super) texts: Vec<usize>,
    pub(super) below: Vec<Branch>,
}

impl Branch {
    /// Groups consecutive paths by their beginnings. A group with nothing but one other is joined with it.
    /// Attributes stand next to their element.
    pub(super) fn of(paths: impl IntoIterator<Item = (String, usize)>) -> Vec<Self> {
        let mut roots = Vec::new();
        for (path, text) in paths {
            let (groups, name) = split(path.trim_start_matches('/'));
            let mut level = &mut roots;
            for group in groups.split('/').filter(|group| !group.is_empty()) {
                level = &mut last_named(level, group).below;
            }
            last_named(level, name).texts.push(text);
        }
        roots.iter_mut().for_each(Self::join);
        roots
    }

    /// The numbers of all texts, in their order.
    pub(super) fn all_texts(&self) -> Vec<usize> {
        let below = self.below.iter().flat_map(Self::all_texts);
        let mut all: Vec<usize> = self.texts.iter().copied().chain(below).collect();
        all.sort_unstable();
        all
    }

    fn join(&mut self) {
        self.below.iter_mut().for_each(Self::join);
        if self.texts.is_empty() && self.below.len() == 1 {
            let Some(only) = self.below.pop() else { return };
            let name = format!("{}/{}", self.name, only.name);
            *self = Self { name, ..only };
        }
    }
}

/// Splits a path before its last name, or before the last two if that is an attribute.
fn split(path: &str) -> (&str, &str) {
    let (groups, name) = path.rsplit_once('/').unwrap_or(("", path));
    if !name.starts_with('@') {
        return (groups, name);
    }
    let start = groups.rfind('/').map_or(0, |at| at + 1);
    (groups[..start].trim_end_matches('/'), &path[start..])
}

/// The last branch of a level, if it has this name, else a new one.
fn last_named<'b>(level: &'b mut Vec<Branch>, name: &str) -> &'b mut Branch {
    if level.last().is_none_or(|last| last.name != name) {
        level.push(Branch { name: name.to_owned(), texts: Vec::new(), below: Vec::new() });
    }
    let last = level.len() - 1;
    &mut level[last]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A tree with a line a branch, indented.
    fn drawn(paths: &[&str]) -> String {
        fn draw(branches: &[Branch], depth: usize, text: &mut String) {
            for Branch { name, texts, below } in branches {
                let texts: Vec<String> = texts.iter().map(usize::to_string).collect();
                *text += &format!("{}{name} {}\n", "  ".repeat(depth), texts.join(","));
                draw(below, depth + 1, text);
            }
        }
        let mut text = String::new();
        let paths = paths.iter().enumerate().map(|(at, path)| ((*path).to_owned(), at));
        draw(&Branch::of(paths), 0, &mut text);
        text
    }

    #[test]
    fn paths_are_grouped_by_their_beginnings() {
        for (paths, expected) in [
            (
                &[
                    "/D/M/Hdr/Id",
                    "/D/M/Tx[1]/Dbtr/Nm",
                    "/D/M/Tx[1]/Dbtr/Adr/Ctry",
                    "/D/M/Tx[2]/Ref",
                ][..],
                "D/M \n  Hdr/Id 0\n  Tx[1]/Dbtr \n    Nm 1\n    Adr/Ctry 2\n  Tx[2]/Ref 3\n",
            ),
            // An attribute, and text on both sides of an element.
            (
                &["/D/@id", "/D/Amt/@Ccy", "/D/Amt", "/D/P", "/D/P/b", "/D/P"],
                "D/@id 0\nD \n  Amt/@Ccy 1\n  Amt 2\n  P 3,5\n    b 4\n",
            ),
            (
                &["/4/59F/1", "/4/59F/2", "/4/70", "/5/CHK"],
                "4 \n  59F \n    1 0\n    2 1\n  70 2\n5/CHK 3\n",
            ),
            (&["/D"], "D 0\n"),
            (&[], ""),
        ] {
            assert_eq!(drawn(paths), expected);
        }
    }

    proptest! {
        #[test]
        fn no_element_is_lost_and_the_order_stays(
            paths in proptest::collection::vec("(/[ab](\\[[12]\\])?){1,4}(/@c)?", 0..20),
        ) {
            let numbered = paths.iter().cloned().zip(0..);
            let branches = Branch::of(numbered);
            let mut texts: Vec<usize> = branches.iter().flat_map(Branch::all_texts).collect();
            texts.sort_unstable();
            prop_assert_eq!(texts, (0..paths.len()).collect::<Vec<_>>());
            fn check(branch: &Branch, before: &str, paths: &[String]) -> Result<(), TestCaseError> {
                let path = format!("{before}/{}", branch.name);
                for text in &branch.texts {
                    prop_assert_eq!(&paths[*text], &path);
                }
                prop_assert!(!branch.texts.is_empty() || branch.below.len() > 1);
                branch.below.iter().try_for_each(|below| check(below, &path, paths))
            }
            branches.iter().try_for_each(|branch| check(branch, "", &paths))?;
        }
    }
}
