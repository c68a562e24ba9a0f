// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

use crate::*;
use crate::ffi::{Optional, call, list_out, numbers_out, row_out, text};
use crate::page::all;
use crate::status::done;

impl Account {
    /// Registers a category, or replaces the one with that id.
    ///
    /// - `id`: its identifier
    ///
    /// The category is stored. summary is its format, and hidden the format for hidden previews, without arguments;
    /// None: none. A format is the key of its translations and its own source text, for every count. A mere name,
    /// such as "GROUP_MORE", is only a key and is never shown.
    ///
    /// Errors: [`Status::MALFORMED`] (a format), [`Status::TOO_LARGE`] (65,536 bytes), [`Status::IO`],
    /// [`Status::FULL`].
    pub fn set_category(&self, id: &str, summary: Option<&str>, hidden: Option<&str>) -> Result<()> {
        let (id, summary, hidden) = (text(id)?, Optional::new(summary)?, Optional::new(hidden)?);
        done(call!(tally_category_set(self.as_ptr(), id.as_ptr(), summary.as_ptr(), hidden.as_ptr())))
    }

    /// Removes a category; translations of its formats stay.
    ///
    /// - `id`: its identifier
    ///
    /// Errors: [`Status::NOT_FOUND`], [`Status::IO`], [`Status::FULL`].
    pub fn remove_category(&self, id: &str) -> Result<()> {
        let id = text(id)?;
        done(call!(tally_category_remove(self.as_ptr(), id.as_ptr())))
    }

    /// Sets the plural forms of a format for a language, and replaces the former ones.
    ///
    /// - `language`: None or "" means the source text. They are stored
    ///
    /// Errors: [`Status::MALFORMED`] (a form), [`Status::TOO_LARGE`], [`Status::IO`], [`Status::FULL`].
    pub fn set_strings(&self, key: &str, language: Option<&str>, forms: &Forms) -> Result<()> {
        let (key, language) = (text(key)?, Optional::new(language)?);
        forms.with(|forms| done(call!(tally_strings_set(self.as_ptr(), key.as_ptr(), language.as_ptr(), forms))))?
    }

    /// Removes the plural forms of a format for a language. A text is then looked up in the next language, as the
    /// introduction says.
    ///
    /// - `language`: None or "" means the source text
    ///
    /// Errors: [`Status::ARGUMENT`] (also: an invalid language), [`Status::NOT_FOUND`], [`Status::TOO_LARGE`],
    /// [`Status::IO`], [`Status::FULL`].
    pub fn remove_strings(&self, key: &str, language: Option<&str>) -> Result<()> {
        let (key, language) = (text(key)?, Optional::new(language)?);
        done(call!(tally_strings_remove(self.as_ptr(), key.as_ptr(), language.as_ptr())))
    }

    /// Imports the formats of a file of translations, all of them or none.
    ///
    /// - `language`: of a dictionary; None for a catalog
    ///
    /// A text that is not a format is skipped, but is [`Status::MALFORMED`] if its key is that of a category. Plural
    /// forms need `other`. Integers of any kind (`%d`, `%lld`, `%arg`) are the count. docs/concepts/groups.md
    /// explains how catalogs are used.
    ///
    /// Returns the number of imported formats (keys in one language), and of skipped texts.
    /// Errors: [`Status::MALFORMED`], [`Status::TOO_LARGE`] (max_response_bytes), [`Status::IO`], [`Status::FULL`].
    /// Cost: O(size).
    pub fn import_strings(&self, kind: StringsKind, content: &[u8], language: Option<&str>) -> Result<ImportReport> {
        let language = Optional::new(language)?;
        numbers_out(|out| call!(tally_strings_import(
            self.as_ptr(), kind.0, content.as_ptr().cast(), content.len(), language.as_ptr(), out,
        )))
    }

    /// Lists groups, the one with the newest message first. A group's messages are read again after any change except
    /// a newer message.
    ///
    /// - `language`: of the summaries; None: the account's
    /// - [`GroupsFlags::HIDDEN`]: previews are hidden
    /// - `after`: the `next` of the page before; None: the first page
    /// - `limit`: the largest number of rows
    ///
    /// Errors: [`Status::ARGUMENT`] (also: an invalid language), [`Status::IO`], [`Status::CORRUPT`].
    /// Cost: O(n log n) in groups and messages.
    pub fn groups(
        &self,
        language: Option<&str>,
        flags: GroupsFlags,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Page<Group>> {
        let (language, after) = (Optional::new(language)?, Optional::new(after)?);
        list_out(limit, after.as_ptr(), |rows, after| call!(tally_group_list(
            self.as_ptr(), language.as_ptr(), flags.bits(), after, rows,
        )))
    }

    /// All rows of [`Account::groups`], page by page.
    pub fn all_groups<'a>(
        &'a self,
        language: Option<&'a str>,
        flags: GroupsFlags,
    ) -> impl Iterator<Item = Result<Group>> + 'a {
        all(move |after| self.groups(language, flags, after, 1000))
    }

    /// Reads one group.
    ///
    /// - `thread`: the thread of the group; "": messages without a thread
    /// - `language`: of the summaries; None: the account's
    /// - [`GroupsFlags::HIDDEN`]: previews are hidden
    ///
    /// Errors: [`Status::ARGUMENT`] (also: an invalid language), [`Status::NOT_FOUND`] (no message, or no grouping by
    /// threads), [`Status::IO`], [`Status::CORRUPT`].
    pub fn group(&self, thread: &str, language: Option<&str>, flags: GroupsFlags) -> Result<Group> {
        let (thread, language) = (text(thread)?, Optional::new(language)?);
        row_out(|rows| call!(tally_group_get(
            self.as_ptr(), thread.as_ptr(), language.as_ptr(), flags.bits(), rows,
        )))
    }

    /// Lists the messages of a group as [`Account::messages`] does.
    ///
    /// - `thread`: the thread of the group; "": messages without a thread
    /// - `after`: the `next` of the page before; None: the first page
    /// - `limit`: the largest number of rows
    ///
    /// Errors: [`Status::IO`], [`Status::CORRUPT`].
    pub fn group_messages(&self, thread: &str, after: Option<&str>, limit: usize) -> Result<Page<Message>> {
        let (thread, after) = (text(thread)?, Optional::new(after)?);
        list_out(limit, after.as_ptr(), |rows, after| call!(tally_group_list_messages(
            self.as_ptr(), thread.as_ptr(), 0, after, rows,
        )))
    }

    /// All rows of [`Account::group_messages`], page by page.
    pub fn all_group_messages<'a>(&'a self, thread: &'a str) -> impl Iterator<Item = Result<Message>> + 'a {
        all(move |after| self.group_messages(thread, after, 1000))
    }

    /// Reports that the user has seen the group: none of its messages is fresh any more. The messages stay in the
    /// group and in the badge. This is stored.
    ///
    /// - `thread`: the thread of the group; "": messages without a thread
    ///
    /// Errors: [`Status::NOT_FOUND`], [`Status::IO`], [`Status::FULL`].
    /// Cost: O(messages of the group).
    pub fn group_seen(&self, thread: &str) -> Result<()> {
        let thread = text(thread)?;
        done(call!(tally_group_mark_seen(self.as_ptr(), thread.as_ptr())))
    }

    /// Dismisses a group: its messages become seen, in one transaction.
    ///
    /// - `thread`: the thread of the group; "": messages without a thread
    ///
    /// A dismissed message comes back only with a new revision from the server. Without grouping by threads, the
    /// thread "" is all of them. To dismiss single messages, call [`Account::mark_seen`].
    ///
    /// Returns how many messages were unseen.
    /// Errors: [`Status::NOT_FOUND`] (the group), [`Status::IO`], [`Status::FULL`].
    /// Cost: O(messages).
    pub fn dismiss(&self, thread: &str) -> Result<usize> {
        let thread = text(thread)?;
        let mut result = 0;
        done(call!(tally_group_dismiss(self.as_ptr(), thread.as_ptr(), &mut result))).map(|()| result)
    }
}
