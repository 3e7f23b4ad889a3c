//! How much is tried: enough for every change in the usual run, and more where there is time for it.

/// One of two amounts: `full` where `TAMIS_TESTS_FULL` is set, else `usual`.
pub fn effort<T>(usual: T, full: T) -> T {
    if std::env::var_os("TAMIS_TESTS_FULL").is_some() { full } else { usual }
}
