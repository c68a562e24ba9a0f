use crate::account::Account;
use crate::ffi::{list_out, text};
use crate::status::{check, Result};
use crate::values::*;
use tally_sys as sys;

/// Messages.
impl Account {
    /// Lists the messages at a path, the newest first, those after a key (0: from the newest).
    pub fn messages(&self, path: &str, flags: MessagesFlags, after: u64, limit: usize) -> Result<Page<Message>> {
        let path = text(path)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        list_out(limit, |rows| unsafe {
            sys::tally_message_list(self.as_ptr(), path.as_ptr(), flags.bits(), after, rows)
        })
    }

    /// All of them, page by page.
    pub fn all_messages<'a>(
        &'a self,
        path: &'a str,
        flags: MessagesFlags,
    ) -> impl Iterator<Item = Result<Message>> + 'a {
        all(move |after: Option<u64>| {
            let page = self.messages(path, flags, after.unwrap_or(0), 1000)?;
            let last = page.last().map(|entry| entry.key);
            Ok((page, last))
        })
    }

    /// Counts the messages at a path.
    pub fn message_counts(&self, path: &str, flags: MessagesFlags) -> Result<MessageCounts> {
        let path = text(path)?;
        let mut result = MessageCounts::default();
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe {
            sys::tally_message_counts(
                self.as_ptr(),
                path.as_ptr(),
                flags.bits(),
                &mut result.total,
                &mut result.unread,
                &mut result.unseen,
            )
        })?;
        Ok(result)
    }

    /// Marks messages as read, all or none. Returns how many were not read before.
    pub fn read(&self, keys: &[u64]) -> Result<usize> {
        let mut changed = 0;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_message_read(self.as_ptr(), keys.as_ptr(), keys.len(), &mut changed) })?;
        Ok(changed)
    }

    /// Marks the messages at a path as read. Returns how many were not read before.
    pub fn read_path(&self, path: &str, flags: MessagesFlags) -> Result<usize> {
        let path = text(path)?;
        let mut changed = 0;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_message_read_path(self.as_ptr(), path.as_ptr(), flags.bits(), &mut changed) })?;
        Ok(changed)
    }

    /// Marks the message with the key `last` as read, and those that lists have after it.
    pub fn read_until(&self, path: &str, flags: MessagesFlags, last: u64) -> Result<usize> {
        let path = text(path)?;
        let mut changed = 0;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe {
            sys::tally_message_read_until(self.as_ptr(), path.as_ptr(), flags.bits(), last, &mut changed)
        })?;
        Ok(changed)
    }

    /// Marks messages as unread again. Returns how many were read before.
    pub fn unread(&self, keys: &[u64]) -> Result<usize> {
        let mut changed = 0;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_message_unread(self.as_ptr(), keys.as_ptr(), keys.len(), &mut changed) })?;
        Ok(changed)
    }

    /// Marks messages as seen, all or none. Returns how many were unseen.
    pub fn mark_seen(&self, keys: &[u64]) -> Result<usize> {
        let mut changed = 0;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_message_mark_seen(self.as_ptr(), keys.as_ptr(), keys.len(), &mut changed) })?;
        Ok(changed)
    }

    /// Posts a message of the host's own, and returns its key.
    pub fn post(&self, path: &str, options: &MessageOptions) -> Result<u64> {
        let path = text(path)?;
        let mut key = 0;
        check(
            options
                // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
                .with(|options| unsafe { sys::tally_message_post(self.as_ptr(), path.as_ptr(), options, &mut key) })?,
        )?;
        Ok(key)
    }

    /// Removes the message that was posted with an id.
    pub fn withdraw(&self, id: &str) -> Result<()> {
        let id = text(id)?;
        // SAFETY: Handles are open as long as their owners. Texts and buffers live until the call returns.
        check(unsafe { sys::tally_message_withdraw(self.as_ptr(), id.as_ptr()) }).map(drop)
    }
}
