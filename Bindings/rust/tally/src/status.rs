use std::fmt;
use tally_sys as sys;

/// What a call answered: 0 is OK, a negative number an error, a positive one a qualified success.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Status(pub i32);

impl Status {
    /// "TALLY_ERROR_PATH".
    pub fn name(self) -> &'static str {
        // SAFETY: The function takes any number, and what it returns is never released.
        crate::ffi::borrowed(unsafe { sys::tally_status_name(self.0) })
    }

    /// A sentence for people, without particulars.
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

/// What went wrong: a negative status, and words for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    status: Status,
    message: String,
}

/// What calls return.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn new(status: Status, message: impl Into<String>) -> Error {
        Error { status, message: message.into() }
    }

    /// With the words of the last failed call on this thread.
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

    /// What was wrong, and where.
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
