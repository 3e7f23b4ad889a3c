//! Size of tests: enough for every change in the usual run, and more where there is time.

/// Returns `full` if `TAMIS_TESTS_FULL` is set, else `usual`.
pub fn effort<T>(usual: T, full: T) -> T {
    if std::env::var_os("TAMIS_TESTS_FULL").is_some() { full } else { usual }
}
