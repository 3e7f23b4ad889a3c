//! A file that one program at a time can lock.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

/// A locked file, unlocked when this value is dropped. The file stays; the lock ends with the process
/// in any case.
#[derive(Debug)]
pub struct Lock(File);

impl Lock {
    /// Locks the file, which is created if needed; `None` while another program holds the lock.
    ///
    /// # Errors
    /// The file cannot be created or locked.
    pub fn try_new(path: &Path) -> io::Result<Option<Self>> {
        let file = File::create(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing the file is not enough: a process started in the meantime inherits it with the lock,
        // until it runs its program. If unlocking fails, closing remains.
        let _ = self.0.unlock();
    }
}
