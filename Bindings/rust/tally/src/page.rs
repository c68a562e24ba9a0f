//! Lists, page by page.

use crate::status::Result;
use std::ops::Deref;

/// A part of a list, and whether more entries follow.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Page<T> {
    /// The entries, in their order.
    pub entries: Vec<T>,
    /// Whether more entries follow.
    pub more: bool,
    /// The `after` of the next page, also in a later run. None: no more entries follow, or the entries are
    /// leased. With [`ListFlags::FOLLOW`](crate::ListFlags::FOLLOW) also at the end.
    pub next: Option<String>,
}

impl<T> Deref for Page<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.entries
    }
}

impl<T> IntoIterator for Page<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

/// All of a list, page by page.
pub(crate) struct All<T, F> {
    after: Option<String>,
    page: std::vec::IntoIter<T>,
    is_over: bool,
    read: F,
}

impl<T, F> Iterator for All<T, F>
where
    F: FnMut(Option<&str>) -> Result<Page<T>>,
{
    type Item = Result<T>;

    fn next(&mut self) -> Option<Result<T>> {
        loop {
            if let Some(entry) = self.page.next() {
                return Some(Ok(entry));
            }
            if self.is_over {
                return None;
            }
            match (self.read)(self.after.as_deref()) {
                Ok(page) => {
                    self.is_over = !page.more; // With FOLLOW `next` is always there.
                    self.after = page.next;
                    self.page = page.entries.into_iter();
                }
                Err(error) => {
                    self.is_over = true;
                    return Some(Err(error));
                }
            }
        }
    }
}

pub(crate) fn all<T, F>(read: F) -> All<T, F>
where
    F: FnMut(Option<&str>) -> Result<Page<T>>,
{
    All { after: None, page: Vec::new().into_iter(), is_over: false, read }
}
