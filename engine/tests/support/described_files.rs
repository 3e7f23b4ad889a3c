//! Several files as one input of a fuzz target. Each follows a line such as `==> CURRENT`, which may
//! hold more words behind the name.

/// A file described by an input.
pub struct DescribedFile<'i> {
    pub name: &'i str,
    /// Words behind the name.
    pub more: Vec<&'i str>,
    pub bytes: &'i [u8],
}

const MARK: &[u8] = b"==> ";

/// Returns the files of an input. Names that could leave the folder are skipped.
pub fn files_of(input: &[u8]) -> Vec<DescribedFile<'_>> {
    let is_start =
        |at: &usize| input[*at..].starts_with(MARK) && (*at == 0 || input[*at - 1] == b'\n');
    let starts: Vec<usize> = (0..input.len()).filter(is_start).collect();
    let ends = starts.iter().skip(1).copied().chain([input.len()]);
    let parts = starts.iter().zip(ends).map(|(start, end)| &input[start + MARK.len()..end]);
    parts.filter_map(file_of).collect()
}

fn file_of(part: &[u8]) -> Option<DescribedFile<'_>> {
    let end = part.iter().position(|byte| *byte == b'\n').unwrap_or(part.len());
    let (heading, bytes) = part.split_at(end);
    let mut words = std::str::from_utf8(heading).ok()?.split_whitespace();
    let name = words.next()?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let stays_inside = name.bytes().all(is_plain) && !name.starts_with('.') && name.len() < 100;
    stays_inside.then(|| DescribedFile {
        name,
        more: words.collect(),
        bytes: bytes.get(1..).unwrap_or_default(),
    })
}
