//! `keygen`, `sign`, `build --sign`, and what a required signature refuses.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tamis_engine::store::{SnapshotStore, TrustedKey};

use super::support::{Place, Ran, run, text};

const VERSION: &str = "20261004080000";

/// A signed version with bulk files, and the key that signed it.
struct Signed {
    place: Place,
    folder: tempfile::TempDir,
}

impl Signed {
    fn new() -> Self {
        let (place, folder) = (Place::new(), tempfile::tempdir().expect("temporary folder"));
        place.list("aa_list", &["Ann Example", "Ben Sample"]);
        let signed = Self { place, folder };
        signed.keygen("lists.key");
        let key = text(&signed.path("lists.key"));
        signed.place.build(&["--built-at", "2026-10-04T08:00:00Z", "--sign", &key]);
        signed
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn keygen(&self, name: &str) {
        let ran = run(&["keygen", &text(&self.path(name))]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
    }

    /// `verify`, with the public keys of these pairs required.
    fn verify(&self, keys: &[&str]) -> Ran {
        let keys = keys.iter().map(|name| text(&self.path(&format!("{name}.pub"))));
        let mut arguments = vec!["verify".to_owned(), text(&self.place.out())];
        arguments.extend(keys.flat_map(|key| ["--require-signature".to_owned(), key]));
        run(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn of_version(&self, name: &str) -> PathBuf {
        self.place.out().join(VERSION).join(name)
    }
}

#[test]
fn a_version_is_signed_and_checked_by_any_of_the_keys() {
    let signed = Signed::new();
    let ran = signed.verify(&["lists.key"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.ends_with(", signed by a trusted key\n"), "{}", ran.stdout);
    signed.keygen("next.key");
    assert_eq!(signed.verify(&["next.key", "lists.key"]).code, 0);
    let ran = signed.verify(&["next.key"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("it is by a key that is not trusted"), "{}", ran.stderr);

    // The next key takes over, and the old one is no longer needed.
    let (out, key) = (text(&signed.place.out()), text(&signed.path("next.key")));
    let ran = run(&["sign", &out, &key]);
    assert!(
        ran.stdout.starts_with(&format!("signed version {VERSION}: 2 records, ")),
        "{}",
        ran.stderr
    );
    assert_eq!(signed.verify(&["next.key"]).code, 0);
    assert_eq!(signed.verify(&["lists.key"]).code, 1);
}

#[test]
fn two_builders_sign_the_same_manifest() {
    let signed = Signed::new();
    let other = Place::new();
    other.list("aa_list", &["Ann Example", "Ben Sample"]);
    let key = text(&signed.path("lists.key"));
    other.build(&["--built-at", "2026-10-04T08:00:00Z", "--sign", &key]);
    // Signatures of this library hold random numbers; each is good for both.
    let signature = "manifest.json.minisig";
    fs::copy(other.current_file(signature), signed.of_version(signature)).expect("copied");
    let ran = signed.verify(&["lists.key"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}

#[test]
fn a_changed_file_of_a_signed_version_is_found_and_named() {
    let signed = Signed::new();
    let bulk = "collections/default/names.txt";
    for name in ["manifest.json", "manifest.json.minisig", "snapshot.tamis", "ledger.tamis", bulk] {
        let path = signed.of_version(name);
        let sound = fs::read(&path).expect("there");
        for at in [sound.len() / 5, sound.len() / 2, sound.len() - 3] {
            let mut bytes = sound.clone();
            bytes[at] ^= 1;
            fs::write(&path, bytes).expect("written");
            let ran = signed.verify(&["lists.key"]);
            let is_named =
                ran.stderr.contains(path.file_name().expect("a name").to_str().expect("text"));
            assert!(ran.code == 1 && is_named, "{name} {at}: {}", ran.stderr);
        }
        fs::write(&path, sound).expect("written");
    }
    // Of a version without bulk files, none may be brought in.
    fs::write(signed.of_version("collections/more.json"), "{}").expect("written");
    let ran = signed.verify(&["lists.key"]);
    let expected = "more.json: the signed manifest does not list this file";
    assert!(ran.code == 1 && ran.stderr.contains(expected), "{}", ran.stderr);
    fs::remove_file(signed.of_version("collections/more.json")).expect("removed");
    fs::remove_file(signed.of_version("manifest.json.minisig")).expect("removed");
    let ran = signed.verify(&["lists.key"]);
    let expected = "the version is not signed, and a signature is required";
    assert!(ran.code == 1 && ran.stderr.contains(expected), "{}", ran.stderr);
    assert_eq!(signed.verify(&[]).code, 0);
}

/// A forger can make every checksum right but one.
#[test]
fn a_snapshot_that_is_sound_but_not_the_signed_one_does_not_open() {
    let signed = Signed::new();
    let other = Place::new();
    other.list("aa_list", &["Ben Example", "Ann Sample"]);
    other.build(&["--built-at", "2026-10-04T08:00:00Z"]);
    fs::copy(other.current_file("snapshot.tamis"), signed.of_version("snapshot.tamis"))
        .expect("copied");
    let public: TrustedKey = text(&signed.path("lists.key.pub")).parse().expect("a key");
    let store = SnapshotStore::new(signed.place.out());
    store.open(VERSION).expect("it is sound");
    let error =
        store.trusting(vec![public].into()).open(VERSION).expect_err("it is not the signed one");
    assert!(error.to_string().contains("the manifest says"), "{error}");
}

#[test]
fn a_new_index_is_signed_or_the_version_is_no_longer_signed() {
    let signed = Signed::new();
    let (out, key) = (text(&signed.place.out()), text(&signed.path("lists.key")));
    let ran = run(&["reindex", &out, "--sign", &key]);
    assert!(
        ran.code == 0 && ran.stdout.ends_with("it is signed\n"),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
    assert_eq!(signed.verify(&["lists.key"]).code, 0);
    let ran = run(&["reindex", &out]);
    assert!(ran.stdout.contains("its signature no longer holds and was removed"), "{}", ran.stdout);
    let ran = signed.verify(&["lists.key"]);
    assert!(ran.stderr.contains("the version is not signed"), "{}", ran.stderr);
    assert_eq!(run(&["sign", &out, &key]).code, 0);
    assert_eq!(signed.verify(&["lists.key"]).code, 0);
}

#[test]
fn a_damaged_version_is_not_signed() {
    let signed = Signed::new();
    fs::write(signed.of_version("links.jsonl"), "{}").expect("written");
    let before = fs::read(signed.of_version("manifest.json.minisig")).expect("there");
    signed.keygen("next.key");
    let ran = run(&["sign", &text(&signed.place.out()), &text(&signed.path("next.key"))]);
    assert!(ran.code == 1 && ran.stderr.contains("links.jsonl"), "{}", ran.stderr);
    assert_eq!(fs::read(signed.of_version("manifest.json.minisig")).expect("there"), before);
}

#[test]
fn secret_keys_are_their_owners_alone() {
    let signed = Signed::new();
    let (out, key) = (text(&signed.place.out()), signed.path("lists.key"));
    let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode() & 0o777;
    assert_eq!(mode(&key), 0o600);
    for open in [0o640, 0o604, 0o620] {
        fs::set_permissions(&key, fs::Permissions::from_mode(open)).expect("set");
        let ran = run(&["sign", &out, &text(&key)]);
        let expected = format!("(mode {open:03o}); chmod 600");
        assert!(ran.code == 1 && ran.stderr.contains(&expected), "{}", ran.stderr);
    }
    let ran = run(&["keygen", &text(&key)]);
    assert!(ran.code == 2 && ran.stderr.contains("keys are not replaced"), "{}", ran.stderr);
}

#[test]
fn a_key_with_a_password_signs_with_it_alone() {
    let signed = Signed::new();
    let out = text(&signed.place.out());
    let [password, wrong] = ["right\n", "wrong"].map(|word| {
        let path = signed.path(word.trim());
        fs::write(&path, word).expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("set");
        text(&path)
    });
    let key = text(&signed.path("guarded.key"));
    assert_eq!(run(&["keygen", &key, "--sign-password-file", &password]).code, 0);
    let ran = run(&["sign", &out, &key]);
    assert!(
        ran.code == 1 && ran.stderr.contains("it needs a file with its password"),
        "{}",
        ran.stderr
    );
    let ran = run(&["sign", &out, &key, "--sign-password-file", &wrong]);
    assert!(ran.code == 1 && ran.stderr.contains("the password is another one"), "{}", ran.stderr);
    let ran = run(&["sign", &out, &key, "--sign-password-file", &password]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(signed.verify(&["guarded.key"]).code, 0);
}

#[test]
fn what_is_no_key_is_refused_with_its_name() {
    let signed = Signed::new();
    let (out, public) = (text(&signed.place.out()), text(&signed.path("lists.key.pub")));
    let ran = run(&["verify", &out, "--require-signature", "/nowhere/lists.pub"]);
    assert!(
        ran.code == 2 && ran.stderr.contains("neither a public key in base64 nor a file"),
        "{}",
        ran.stderr
    );
    let ran = run(&["verify", &out, "--require-signature", &text(&signed.path("lists.key"))]);
    assert!(ran.code == 2 && ran.stderr.contains("no public key of minisign"), "{}", ran.stderr);
    fs::set_permissions(&public, fs::Permissions::from_mode(0o600)).expect("set");
    let ran = run(&["sign", &out, &public]);
    assert!(ran.code == 1 && ran.stderr.contains("no secret key of minisign"), "{}", ran.stderr);
    let snapshot = text(&signed.of_version("snapshot.tamis"));
    let ran = run(&["verify", &snapshot, "--require-signature", &public]);
    assert!(
        ran.code == 2 && ran.stderr.contains("a single file has no signature"),
        "{}",
        ran.stderr
    );
}
