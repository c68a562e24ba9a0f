use crate::account::Account;
use crate::ffi::{list_out, text, Optional};
use crate::status::{check, Result};
use crate::values::*;
use tally_sys as sys;

/// Groups and their summaries.
impl Account {
    /// Sets how messages are grouped (`TALLY_GROUPING_…`), and the language of summaries (None: as stored).
    pub fn configure_groups(&self, grouping: i32, language: Option<&str>) -> Result<()> {
        let language = Optional::new(language)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_group_configure(self.as_ptr(), grouping, language.as_ptr()) }).map(drop)
    }

    /// Registers a category, with the formats of its summaries.
    pub fn set_category(&self, id: &str, summary: Option<&str>, hidden: Option<&str>) -> Result<()> {
        let (id, summary, hidden) = (text(id)?, Optional::new(summary)?, Optional::new(hidden)?);
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_category_set(self.as_ptr(), id.as_ptr(), summary.as_ptr(), hidden.as_ptr()) })
            .map(drop)
    }

    /// Sets the plural forms of a format for a language (None: the source text).
    pub fn set_strings(&self, key: &str, language: Option<&str>, forms: &Forms) -> Result<()> {
        let (key, language) = (text(key)?, Optional::new(language)?);
        check(
            // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
            forms.with(|forms| unsafe {
                sys::tally_strings_set(self.as_ptr(), key.as_ptr(), language.as_ptr(), forms)
            })?,
        )
        .map(drop)
    }

    /// Imports a file of translations, all or none. kind: `TALLY_STRINGS_…`.
    pub fn import_strings(&self, kind: i32, file: &[u8], language: Option<&str>) -> Result<Imported> {
        let language = Optional::new(language)?;
        let mut result = Imported::default();
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe {
            sys::tally_strings_import(
                self.as_ptr(),
                kind,
                file.as_ptr().cast(),
                file.len(),
                language.as_ptr(),
                &mut result.taken,
                &mut result.skipped,
            )
        })?;
        Ok(result)
    }

    /// Lists the groups, the newest first. after: the key of the leading message of a group (0: from the newest).
    pub fn groups(&self, language: Option<&str>, flags: GroupsFlags, after: u64, limit: usize) -> Result<Page<Group>> {
        let language = Optional::new(language)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        list_out(limit, |rows| unsafe {
            sys::tally_group_list(self.as_ptr(), language.as_ptr(), flags.bits(), after, rows)
        })
    }

    /// All of them, page by page.
    pub fn all_groups<'a>(
        &'a self,
        language: Option<&'a str>,
        flags: GroupsFlags,
    ) -> impl Iterator<Item = Result<Group>> + 'a {
        all(move |after: Option<u64>| {
            let page = self.groups(language, flags, after.unwrap_or(0), 1000)?;
            let last = page.last().map(|entry| entry.newest);
            Ok((page, last))
        })
    }

    /// Reads the group of a thread.
    pub fn group(&self, thread: &str, language: Option<&str>, flags: GroupsFlags) -> Result<Group> {
        let (thread, language) = (text(thread)?, Optional::new(language)?);
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        let page = list_out(1, |rows| unsafe {
            sys::tally_group_get(self.as_ptr(), thread.as_ptr(), language.as_ptr(), flags.bits(), rows)
        })?;
        Ok(page.entries.into_iter().next().expect("a group"))
    }

    /// Lists the messages of a group, the newest first.
    pub fn group_messages(&self, thread: &str, after: u64, limit: usize) -> Result<Page<Message>> {
        let thread = text(thread)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        list_out(limit, |rows| unsafe { sys::tally_group_messages(self.as_ptr(), thread.as_ptr(), after, rows) })
    }

    /// Reports that the user has seen a group: none of its messages is fresh any more.
    pub fn group_seen(&self, thread: &str) -> Result<()> {
        let thread = text(thread)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_group_seen(self.as_ptr(), thread.as_ptr()) }).map(drop)
    }

    /// Dismisses a group. Returns how many of its messages were unseen.
    pub fn dismiss(&self, thread: &str) -> Result<usize> {
        let thread = text(thread)?;
        let mut changed = 0;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_group_dismiss(self.as_ptr(), thread.as_ptr(), &mut changed) })?;
        Ok(changed)
    }
}
