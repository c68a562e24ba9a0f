use std::fmt;
use tally_sys as sys;

/// The result of a call: 0 is OK, a negative number an error, a positive number a qualified success.
#[derive(Default, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(clippy::exhaustive_structs)] // A number, and never more.
pub struct Status(pub i32);

impl Status {
    /// "TALLY_ERROR_PATH".
    pub fn name(self) -> &'static str {
        // SAFETY: The function takes any number, and what it returns is never released.
        crate::ffi::borrowed(unsafe { sys::tally_status_name(self.0) })
    }

    /// Whether it is an error: a negative number.
    pub const fn is_error(self) -> bool {
        self.0 < 0
    }

    /// An English sentence that describes the status in general.
    pub fn message(self) -> &'static str {
        // SAFETY: The function takes any number, and what it returns is never released.
        crate::ffi::borrowed(unsafe { sys::tally_status_message(self.0) })
    }
}

impl fmt::Debug for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ({})", self.name(), self.0)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A failed call: a negative status, and a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    status: Status,
    message: String,
}

/// The result of calls. With `use tally::*` it can also have another error, as that of the standard library.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub(crate) fn new(status: Status, message: impl Into<String>) -> Error {
        Error { status, message: message.into() }
    }

    /// With the message of the last failed call on this thread.
    pub(crate) fn last(status: Status) -> Error {
        Error { status, message: crate::ffi::last_message() }
    }

    /// The status, a negative number.
    pub fn status(&self) -> Status {
        self.status
    }

    /// "TALLY_ERROR_PATH".
    pub fn name(&self) -> &'static str {
        self.status.name()
    }

    /// The description: what failed, and where.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ({})", self.message, self.name())
    }
}

impl std::error::Error for Error {}

/// The answer of a call of C's.
pub(crate) fn check(answer: i32) -> Result<Status> {
    if answer < 0 {
        Err(Error::last(Status(answer)))
    } else {
        Ok(Status(answer))
    }
}

/// The answer of a call of C's that has no other result.
pub(crate) fn done(answer: i32) -> Result<()> {
    check(answer).map(drop)
}

impl crate::times::Member<i32> for Status {
    fn of(raw: i32) -> Status {
        Status(raw)
    }
    fn raw(self) -> i32 {
        self.0
    }
}
