//! Writes the list of the descriptions that are part of the program: those in `registers`.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=registers");
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("registers");
    let mut files: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    files.sort_by_key(fs::DirEntry::file_name);
    let rows: Vec<String> = files
        .iter()
        .map(|file| format!("({:?}, include_str!({:?}))", file.file_name(), file.path()))
        .collect();
    let list = format!("&[{}]", rows.join(",\n"));
    Ok(fs::write(Path::new(&env::var("OUT_DIR")?).join("shipped.rs"), list)?)
}
