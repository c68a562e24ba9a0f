//! Arrays of structures on their way to C: operations, items and imports.

use crate::badges::Node;
use crate::ffi::{text, Optional};
use crate::status::{Error, Result, Status};
use std::any::Any;
use std::ffi::CString;
use std::os::raw::c_char;
use std::ptr;

/// A value that C has as a structure in an array.
pub(crate) trait Row {
    type Raw: 'static;
    /// For messages: "operation".
    const NAME: &'static str;
    /// Writes the members that go in. `lent` keeps the memory that they point to.
    fn raw(&self, lent: &mut Lent) -> Result<Self::Raw>;
    /// Reads the members that come out.
    fn read(&mut self, raw: &Self::Raw);
}

/// The memory that structures point to, until the call returns.
#[derive(Default)]
pub(crate) struct Lent {
    texts: Vec<CString>,
    structures: Vec<Box<dyn Any>>,
}

impl Lent {
    /// A text; None: NULL.
    pub(crate) fn text(&mut self, value: Option<&str>) -> Result<*const c_char> {
        let Some(value) = value else { return Ok(ptr::null()) };
        let lent = text(value)?;
        let first = lent.as_ptr();
        self.texts.push(lent);
        Ok(first)
    }

    /// A structure with its texts; None: NULL.
    pub(crate) fn structure<T: 'static>(&mut self, own: Option<Result<(T, Vec<Optional>)>>) -> Result<*const T> {
        let Some(own) = own else { return Ok(ptr::null()) };
        let lent = Box::new(own?);
        let first: *const T = &lent.0;
        self.structures.push(lent);
        Ok(first)
    }

    /// An array of structures. The message of an error says which one has a wrong text.
    pub(crate) fn rows<R: Row>(&mut self, from: &[R]) -> Result<*mut R::Raw> {
        let mut rows = Vec::with_capacity(from.len());
        for (index, each) in from.iter().enumerate() {
            let placed = |error: Error| match error.message().contains("U+0000") {
                true => Error::new(Status::ARGUMENT, format!("{} {index}: {}", R::NAME, error.message())),
                false => error,
            };
            rows.push(each.raw(self).map_err(placed)?);
        }
        let first = rows.as_mut_ptr();
        self.structures.push(Box::new(rows));
        Ok(first)
    }
}

/// Lends an array to a call, and reads what the call has written, also after an error.
pub(crate) fn with_rows<R: Row>(
    of: &mut [R],
    call: impl FnOnce(*mut R::Raw, usize) -> Result<Status>,
) -> Result<Status> {
    let mut lent = Lent::default();
    let rows = lent.rows(of)?;
    let answer = call(rows, of.len());
    // SAFETY: `lent` has as many rows.
    unsafe { read_rows(rows, of) };
    answer
}

/// Reads the members that come out of as many structures as there are values.
pub(crate) unsafe fn read_rows<R: Row>(rows: *const R::Raw, into: &mut [R]) {
    for (index, each) in into.iter_mut().enumerate() {
        each.read(&*rows.add(index));
    }
}

/// None for an empty text.
pub(crate) fn filled(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

/// The node of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Target {
    /// A path.
    Path(String),
    /// From [`Node::as_raw`]. A node that was released fails with STALE_HANDLE.
    Node(u64),
}

impl From<&str> for Target {
    fn from(path: &str) -> Target {
        Target::Path(path.into())
    }
}

impl From<String> for Target {
    fn from(path: String) -> Target {
        Target::Path(path)
    }
}

impl From<&Node> for Target {
    fn from(node: &Node) -> Target {
        Target::Node(node.as_raw())
    }
}

impl crate::Operation {
    /// The same operation on a path or a node.
    #[must_use]
    pub fn on(mut self, target: impl Into<Target>) -> crate::Operation {
        match target.into() {
            Target::Path(path) => (self.path, self.node) = (path, 0),
            Target::Node(node) => self.node = node,
        }
        self
    }
}
