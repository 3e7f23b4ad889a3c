//! Data files next to a description: their names and states.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use tamis_ingest::SourceFile;
use tamis_ingest::file::is_match;

/// Returns the sorted files of this name, which may have one `*` in its last component.
pub(super) fn find(folder: &Path, name: &str) -> io::Result<Vec<SourceFile>> {
    let (parent, pattern) = name.rsplit_once('/').unwrap_or(("", name));
    if !pattern.contains('*') {
        let path = folder.join(name);
        let there = path.try_exists()?;
        let file = there.then(|| SourceFile { path, name: name.to_owned() });
        return Ok(file.into_iter().collect());
    }
    let folder = folder.join(parent);
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        let found = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_file() && is_match(pattern, &found) {
            let name = if parent.is_empty() { found } else { format!("{parent}/{found}") };
            files.push(SourceFile { path, name });
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files)
}

/// Identifies the state of a file without reading it.
pub(super) fn state(file: &SourceFile) -> io::Result<String> {
    let data = fs::metadata(&file.path)?;
    let (inode, size) = (data.ino(), data.len());
    Ok(format!("{} {inode} {size} {}.{}", file.name, data.mtime(), data.mtime_nsec()))
}
