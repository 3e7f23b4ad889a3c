//! A hundred pulls of which each meets a fault at a random byte: whatever happens, what is current is
//! whole, and in the end it is what it should be.

use std::cell::Cell;
use std::fs;
use std::os::unix::fs::symlink;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::thread;

use tamis_engine::store::SnapshotStore;
use tamis_remote::RemoteError;

use crate::offered::{Fault, Offered};
use crate::versions::{BULK, Numbers, assert_whole, bytes_of, current, make, remote, version};

const PULLS: u64 = 100;
/// They mostly wait: for a client to give up, and to try again.
const AT_ONCE: u64 = 10;
/// A fault comes once, and costs one attempt at most; a wrong byte that was kept costs another one.
const ATTEMPTS: usize = 3;

/// What happens to a pull.
#[derive(Debug, Clone, Copy)]
enum Event {
    /// Something on the way, or at the server.
    Fault(Fault),
    /// `CURRENT` as it was before, naming a version that was removed since.
    Stale,
    /// The program ends in the middle, without a word.
    Died,
    /// There is no room left on the disk.
    Full,
}

const EVENTS: [Event; 9] = [
    Event::Fault(Fault::Cut),
    Event::Fault(Fault::Stalled),
    Event::Fault(Fault::Flipped),
    Event::Fault(Fault::Unavailable),
    Event::Fault(Fault::Shortened),
    Event::Fault(Fault::Gone),
    Event::Stale,
    Event::Died,
    Event::Full,
];

#[test]
fn whatever_goes_wrong_what_is_current_is_whole_and_in_the_end_the_right_one() {
    let bucket = tempfile::tempdir().expect("temporary folder");
    for number in [1, 2] {
        make(bucket.path(), number);
    }
    thread::scope(|scope| {
        for worker in 0..AT_ONCE {
            let bucket = bucket.path();
            scope.spawn(move || pull_again_and_again(bucket, worker));
        }
    });
}

fn pull_again_and_again(bucket: &Path, worker: u64) {
    let (old, new) = (version(1), version(2));
    let whole = bytes_of(bucket, &new);
    let offered = Offered::new(bucket);
    let place = tempfile::tempdir().expect("temporary folder");
    let here = SnapshotStore::new(place.path());
    offered.be_stale(&old);
    remote(&offered.url()).pull(&here, |_, _| ()).expect("nothing is wrong yet");
    assert_eq!(current(place.path()), Some(old.clone()));
    let mut numbers = Numbers(0x5eed + worker);
    for turn in (worker..PULLS).step_by(AT_ONCE as usize) {
        let event = EVENTS[turn as usize % EVENTS.len()];
        let at = numbers.below(whole);
        let told = format!("pull {turn}: {event:?} at byte {at} of {whole}");
        let mut errors = Vec::new();
        let from = offered.bytes_sent();
        while current(place.path()) != Some(new.clone()) {
            assert!(errors.len() < ATTEMPTS, "{told}: {errors:?}");
            match errors.is_empty() {
                true => errors.extend(pull_with(event, at, &offered, &here)),
                false => errors.extend(remote(&offered.url()).pull(&here, |_, _| ()).err()),
            }
            let now = current(place.path()).expect("something is current");
            assert!([&old, &new].contains(&&now), "{told}: {now}");
            assert_whole(place.path(), &now);
        }
        // What came before the fault does not come again, unless it may be wrong.
        let sent = offered.bytes_sent() - from;
        let most =
            if matches!(event, Event::Fault(Fault::Flipped)) { 3 * whole } else { 2 * whole };
        assert!(sent < most, "{told}: {sent} bytes were sent");
        here.make_current(&old).expect("it opens");
        fs::remove_dir_all(here.folder(&new)).expect("removed");
    }
}

/// The first attempt, to which the event happens; gives its error.
fn pull_with(
    event: Event,
    at: u64,
    offered: &Offered,
    here: &SnapshotStore,
) -> Option<RemoteError> {
    let source = remote(&offered.url());
    match event {
        Event::Fault(fault) => {
            offered.fail(at, fault);
            source.pull(here, |_, _| ()).err()
        }
        Event::Stale => {
            offered.be_stale(&version(0));
            let error = source.pull(here, |_, _| ()).expect_err("that version is not there");
            assert!(error.to_string().contains("there is no such version"), "{error}");
            Some(error)
        }
        Event::Died => {
            let came = Cell::new(0);
            let died = catch_unwind(AssertUnwindSafe(|| {
                source.pull(here, |_, bytes| {
                    came.set(came.get().max(bytes));
                    assert!(bytes < at, "it ends here, as the test wants it");
                })
            }));
            died.ok().and_then(Result::err)
        }
        Event::Full => {
            let arriving = here.root().join(format!(".{}.arriving", version(2)));
            let file = arriving.join(BULK);
            fs::create_dir_all(file.parent().expect("a folder")).expect("made");
            symlink("/dev/full", &file).expect("linked");
            let error = source.pull(here, |_, _| ()).expect_err("nothing can be written");
            assert!(error.to_string().contains("No space left on device"), "{error}");
            fs::remove_file(&file).expect("removed");
            Some(error)
        }
    }
}
