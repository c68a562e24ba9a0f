//! Lists, page by page.

use crate::status::Result;
use std::ops::Deref;

/// A part of a list, and whether more entries follow.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Page<T> {
    /// The entries, in their order.
    pub entries: Vec<T>,
    /// Whether more entries follow: continue after the last one.
    pub more: bool,
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
pub(crate) struct All<T, K, F> {
    pub(crate) after: Option<K>,
    pub(crate) page: std::vec::IntoIter<T>,
    pub(crate) more: bool,
    pub(crate) next: F,
}

impl<T, K, F> Iterator for All<T, K, F>
where
    F: FnMut(Option<K>) -> Result<(Page<T>, Option<K>)>,
{
    type Item = Result<T>;

    fn next(&mut self) -> Option<Result<T>> {
        loop {
            if let Some(entry) = self.page.next() {
                return Some(Ok(entry));
            }
            if !self.more {
                return None;
            }
            match (self.next)(self.after.take()) {
                Ok((page, last)) => {
                    self.more = page.more && last.is_some();
                    self.after = last;
                    self.page = page.into_iter();
                }
                Err(error) => {
                    self.more = false;
                    return Some(Err(error));
                }
            }
        }
    }
}

pub(crate) fn all<T, K, F>(next: F) -> All<T, K, F>
where
    F: FnMut(Option<K>) -> Result<(Page<T>, Option<K>)>,
{
    All { after: None, page: Vec::new().into_iter(), more: true, next }
}
