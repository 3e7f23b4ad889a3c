//! Escaping of text in HTML.

use std::fmt::{self, Display, Write};

/// A value escaped for HTML text and quoted attributes.
pub(super) struct Escaped<T>(pub(super) T);

impl<T: Display> Display for Escaped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaper(f), "{}", self.0)
    }
}

struct Escaper<'a, 'f>(&'a mut fmt::Formatter<'f>);

impl Write for Escaper<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|c| match c {
            '&' => self.0.write_str("&amp;"),
            '<' => self.0.write_str("&lt;"),
            '>' => self.0.write_str("&gt;"),
            '"' => self.0.write_str("&quot;"),
            '\'' => self.0.write_str("&#39;"),
            other => self.0.write_char(other),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Escaped;

    #[test]
    fn nothing_of_a_text_is_read_as_markup() {
        let shown = Escaped("<b a=\"1\" c='2'>&amp;é").to_string();
        assert_eq!(shown, "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;é");
    }
}
