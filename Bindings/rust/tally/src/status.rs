use std::fmt;
use tally_sys as sys;

/// What a call answered: 0 is OK, a negative number an error, a positive one a qualified success.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Status(pub i32);

macro_rules! statuses {
    ($($name:ident = $constant:ident),* $(,)?) => {
        impl Status {
            $(pub const $name: Status = Status(sys::$constant);)*
        }
    };
}

statuses! {
    OK = TALLY_OK,
    HELD = TALLY_HELD,
    MORE = TALLY_MORE,
    RESYNC = TALLY_RESYNC,
    ALREADY_APPLIED = TALLY_ALREADY_APPLIED,
    NOT_MODIFIED = TALLY_NOT_MODIFIED,
    EMPTY = TALLY_EMPTY,
    SET_ASIDE = TALLY_SET_ASIDE,
    ARGUMENT = TALLY_ERROR_ARGUMENT,
    NO_MEMORY = TALLY_ERROR_NO_MEMORY,
    PATH = TALLY_ERROR_PATH,
    RANGE = TALLY_ERROR_RANGE,
    LIMIT = TALLY_ERROR_LIMIT,
    NOT_FOUND = TALLY_ERROR_NOT_FOUND,
    EXISTS = TALLY_ERROR_EXISTS,
    CONFLICT = TALLY_ERROR_CONFLICT,
    BUFFER_TOO_SMALL = TALLY_ERROR_BUFFER_TOO_SMALL,
    STALE_HANDLE = TALLY_ERROR_STALE_HANDLE,
    CLOSED = TALLY_ERROR_CLOSED,
    FORKED = TALLY_ERROR_FORKED,
    THREAD = TALLY_ERROR_THREAD,
    UNSUPPORTED = TALLY_ERROR_UNSUPPORTED,
    INTERNAL = TALLY_ERROR_INTERNAL,
    NOT_APPLIED = TALLY_ERROR_NOT_APPLIED,
    MALFORMED = TALLY_ERROR_MALFORMED,
    IO = TALLY_ERROR_IO,
    FULL = TALLY_ERROR_FULL,
    LOCKED = TALLY_ERROR_LOCKED,
    CORRUPT = TALLY_ERROR_CORRUPT,
    NOT_A_STORE = TALLY_ERROR_NOT_A_STORE,
    NEWER = TALLY_ERROR_NEWER,
    READ_ONLY = TALLY_ERROR_READ_ONLY,
    PERMISSION = TALLY_ERROR_PERMISSION,
    STALE_EPOCH = TALLY_ERROR_STALE_EPOCH,
    URL = TALLY_ERROR_URL,
    NETWORK = TALLY_ERROR_NETWORK,
    TIMEOUT = TALLY_ERROR_TIMEOUT,
    TLS = TALLY_ERROR_TLS,
    PROTOCOL = TALLY_ERROR_PROTOCOL,
    TOO_LARGE = TALLY_ERROR_TOO_LARGE,
    SERVER = TALLY_ERROR_SERVER,
    UNAUTHORIZED = TALLY_ERROR_UNAUTHORIZED,
    RATE_LIMITED = TALLY_ERROR_RATE_LIMITED,
    LOGGED_OUT = TALLY_ERROR_LOGGED_OUT,
    CANCELLED = TALLY_ERROR_CANCELLED,
}

impl Status {
    /// "TALLY_ERROR_PATH".
    pub fn name(self) -> &'static str {
        crate::ffi::borrowed(unsafe { sys::tally_status_name(self.0) })
    }

    /// A sentence for people, without particulars.
    pub fn message(self) -> &'static str {
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

pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn new(status: Status, message: impl Into<String>) -> Error {
        Error { status, message: message.into() }
    }

    /// With the words of the last failed call on this thread.
    pub(crate) fn last(status: Status) -> Error {
        Error { status, message: crate::ffi::last_message() }
    }

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
