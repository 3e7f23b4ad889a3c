//! A second reading of XML that shares nothing with the first: it cuts the text at every `<`.

/// Paths without positions, each with its text, of all elements and attributes that have one. Only for
/// well-formed files in UTF-8, without references to characters by number.
pub(crate) fn leaves(text: &str) -> Vec<(String, String)> {
    let mut leaves = Vec::new();
    let mut open: Vec<(String, String)> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        add(&mut open, &unescaped(&rest[..at]));
        rest = &rest[at..];
        let (end, skipped) = match rest {
            _ if rest.starts_with("<!--") => ("-->", 4),
            _ if rest.starts_with("<![CDATA[") => ("]]>", 9),
            _ if rest.starts_with("<?") => ("?>", 2),
            _ => (">", 1),
        };
        let length = rest[skipped..].find(end).expect("the end of the markup");
        let inside = &rest[skipped..skipped + length];
        rest = &rest[skipped + length + end.len()..];
        if skipped == 9 {
            add(&mut open, inside);
        } else if skipped == 1 {
            tag(inside, &mut open, &mut leaves);
        }
    }
    leaves
}

fn add(open: &mut [(String, String)], text: &str) {
    if let Some((_, own)) = open.last_mut() {
        own.push_str(text);
    }
}

fn tag(inside: &str, open: &mut Vec<(String, String)>, leaves: &mut Vec<(String, String)>) {
    if !inside.starts_with('/') {
        flush(open, leaves);
        let name = inside.trim_end_matches('/').split_whitespace().next().expect("a name");
        let above = open.last().map_or("", |(path, _)| path);
        let path = format!("{above}/{}", local(name));
        let mut values = inside.split(['"', '\'']);
        while let (Some(name), Some(value)) = (values.next(), values.next()) {
            let name = name.trim().trim_end_matches('=').split_whitespace().last().expect("a name");
            if !name.starts_with("xmlns") && !value.trim().is_empty() {
                leaves.push((format!("{path}/@{}", local(name)), unescaped(value)));
            }
        }
        open.push((path, String::new()));
    }
    if inside.starts_with('/') || inside.ends_with('/') {
        flush(open, leaves);
        open.pop();
    }
}

fn flush(open: &mut [(String, String)], leaves: &mut Vec<(String, String)>) {
    if let Some((path, text)) = open.last_mut() {
        let text = std::mem::take(text);
        if !text.trim_matches([' ', '\t', '\r', '\n']).is_empty() {
            leaves.push((path.clone(), text));
        }
    }
}

fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

fn unescaped(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    text.replace("&apos;", "'").replace("&amp;", "&")
}

/// A path without the positions of its elements.
pub(crate) fn without_positions(path: &str) -> String {
    path.split(']').map(|part| part.split('[').next().unwrap_or_default()).collect()
}
