// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

use crate::*;
use crate::ffi::{Optional, bytes_out, call, list_out, numbers_out, row_out, text};
use crate::page::all;
use crate::status::done;
use crate::times::timestamp;
use std::time::SystemTime;

impl Account {
    /// Lists messages, the newest first, sorted by the server's sequence, then its identifier. A push without a
    /// sequence is the newest when it arrives.
    ///
    /// - `path`: `root`, or components separated by dots
    /// - [`MessagesFlags::SUBTREE`]: the path itself and everything below it
    /// - [`MessagesFlags::UNREAD`]: only those that are not read
    /// - `after`: the `next` of the page before; None: the first page
    /// - `limit`: the largest number of rows
    ///
    /// Errors: [`Status::PATH`], [`Status::IO`], [`Status::CORRUPT`].
    pub fn messages(
        &self,
        path: &str,
        flags: MessagesFlags,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Page<Message>> {
        let (path, after) = (text(path)?, Optional::new(after)?);
        list_out(limit, after.as_ptr(), |rows, after| call!(tally_message_list(
            self.as_ptr(), path.as_ptr(), flags.bits(), after, rows,
        )))
    }

    /// All rows of [`Account::messages`], page by page.
    pub fn all_messages<'a>(
        &'a self,
        path: &'a str,
        flags: MessagesFlags,
    ) -> impl Iterator<Item = Result<Message>> + 'a {
        all(move |after| self.messages(path, flags, after, 1000))
    }

    /// Lists messages from one of them on: first that message, then the older ones, newest first.
    ///
    /// - `path`: `root`, or components separated by dots
    /// - `key`: the message, at any path; 0: the newest one, or the oldest one if newer messages are listed
    /// - [`MessagesFlags::SUBTREE`]: the path itself and everything below it
    /// - [`MessagesFlags::UNREAD`]: only those that are not read
    /// - [`MessagesFlags::NEWER`]: [`Account::messages_from`]: newer ones instead of older ones
    /// - `after`: the `next` of the page before; None: the first page
    /// - `limit`: the largest number of rows
    ///
    /// A chat that opens at a message makes two calls, one of them with [`MessagesFlags::NEWER`]. Each has the room
    /// for its part of the screen. To continue either list, call with `next` and the same key, even if that message
    /// is gone.
    ///
    /// Errors: [`Status::PATH`], [`Status::ARGUMENT`] (key is negative), [`Status::NOT_FOUND`] (key), [`Status::IO`],
    /// [`Status::CORRUPT`].
    pub fn messages_from(
        &self,
        path: &str,
        flags: MessagesFlags,
        key: i64,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Page<Message>> {
        let (path, after) = (text(path)?, Optional::new(after)?);
        list_out(limit, after.as_ptr(), |rows, after| call!(tally_message_list_from(
            self.as_ptr(), path.as_ptr(), flags.bits(), key, after, rows,
        )))
    }

    /// All rows of [`Account::messages_from`], page by page.
    pub fn all_messages_from<'a>(
        &'a self,
        path: &'a str,
        flags: MessagesFlags,
        key: i64,
    ) -> impl Iterator<Item = Result<Message>> + 'a {
        all(move |after| self.messages_from(path, flags, key, after, 1000))
    }

    /// Finds where to begin reading: the oldest unread message at a path. All messages that have such a path as a
    /// further one are read.
    ///
    /// - `path`: `root`, or components separated by dots
    /// - `most`: the largest value of each number, which bounds the cost; [`sys::TALLY_NO_LIMIT`]: the numbers are
    ///   complete
    /// - [`MessagesFlags::SUBTREE`]: the path itself and everything below it
    /// - [`MessagesFlags::UNSEEN`]: [`Account::first_message`]: only those that are not seen
    /// - [`MessagesFlags::NEWEST`]: [`Account::first_message`]: the newest instead of the oldest
    /// - [`MessagesFlags::HIGHLIGHTS`]: [`Account::first_message`]: only those of level HIGHLIGHT or above
    ///
    /// "9 unread since yesterday" is `matching` and the `time` of the oldest one.
    ///
    /// Errors: [`Status::PATH`], [`Status::IO`], [`Status::CORRUPT`].
    /// Cost: O(log messages) for each path that is searched, and the sum of the numbers.
    pub fn first_message(&self, path: &str, flags: MessagesFlags, most: u64) -> Result<MessagePosition> {
        let path = text(path)?;
        numbers_out(|out| call!(tally_message_first(self.as_ptr(), path.as_ptr(), flags.bits(), most, out)))
    }

    /// Reads one message.
    ///
    /// Errors: [`Status::NOT_FOUND`], [`Status::IO`], [`Status::CORRUPT`].
    pub fn message(&self, key: i64) -> Result<Message> {
        row_out(|rows| call!(tally_message_get(self.as_ptr(), key, rows)))
    }

    /// Reads the message that a server knows by an identifier, as a notification has it.
    ///
    /// - `id`: any text
    /// - `feed`: the feed's identifier; 0: that of [`sys::TALLY_FEED_LOCAL`], which has the posted messages
    ///
    /// Errors: [`Status::NOT_FOUND`], [`Status::IO`], [`Status::CORRUPT`].
    /// Cost: O(log messages).
    pub fn find_message(&self, feed: i64, id: &str) -> Result<Message> {
        let id = text(id)?;
        row_out(|rows| call!(tally_message_find(self.as_ptr(), feed, id.as_ptr(), rows)))
    }

    /// Reads the data of a message. Lists leave them out, because they can be long.
    ///
    /// - `key`: that of the message
    ///
    /// The data of a posted message are the host's bytes. Those of a server are JSON without white space, and without
    /// the escapes that JSON does not need. Members keep their order, and numbers their digits.
    ///
    /// Returns the data; none: 0 bytes.
    /// Errors: [`Status::NOT_FOUND`], [`Status::IO`], [`Status::CORRUPT`].
    pub fn message_data(&self, key: i64) -> Result<Vec<u8>> {
        bytes_out(|out| call!(tally_message_get_data(self.as_ptr(), key, out)))
    }

    /// Counts the messages at a path, or also below it.
    ///
    /// - `path`: `root`, or components separated by dots
    /// - [`MessagesFlags::SUBTREE`]: the path itself and everything below it
    ///
    /// Errors: [`Status::PATH`], [`Status::IO`], [`Status::CORRUPT`].
    pub fn message_counts(&self, path: &str, flags: MessagesFlags) -> Result<MessageCounts> {
        let path = text(path)?;
        numbers_out(|out| call!(tally_message_get_counts(self.as_ptr(), path.as_ptr(), flags.bits(), out)))
    }

    /// Marks messages as read.
    ///
    /// - `keys`: the keys of messages
    ///
    /// Errors: [`Status::NOT_FOUND`], [`Status::IO`], [`Status::FULL`].
    pub fn read(&self, keys: &[i64]) -> Result<usize> {
        let mut result = 0;
        done(call!(tally_message_mark_read(self.as_ptr(), keys.as_ptr(), keys.len(), &mut result))).map(|()| result)
    }

    /// Marks messages at a path as read.
    ///
    /// - `path`: `root`, or components separated by dots
    /// - [`MessagesFlags::SUBTREE`]: the path itself and everything below it
    ///
    /// Errors: [`Status::PATH`], [`Status::IO`], [`Status::FULL`].
    pub fn read_path(&self, path: &str, flags: MessagesFlags) -> Result<usize> {
        let path = text(path)?;
        let mut result = 0;
        done(call!(tally_message_mark_path_read(
            self.as_ptr(), path.as_ptr(), flags.bits(), &mut result,
        ))).map(|()| result)
    }

    /// Marks a message as read, and those that [`Account::messages`] lists after it.
    ///
    /// - `path`: `root`, or components separated by dots
    /// - `last`: its key
    /// - [`MessagesFlags::SUBTREE`]: the path itself and everything below it
    ///
    /// Errors: [`Status::PATH`], [`Status::ARGUMENT`] (last is not positive), [`Status::NOT_FOUND`] (last),
    /// [`Status::IO`], [`Status::FULL`].
    pub fn read_until(&self, path: &str, flags: MessagesFlags, last: i64) -> Result<usize> {
        let path = text(path)?;
        let mut result = 0;
        done(call!(tally_message_mark_read_until(
            self.as_ptr(), path.as_ptr(), flags.bits(), last, &mut result,
        ))).map(|()| result)
    }

    /// Marks messages as unread again; they stay seen.
    ///
    /// - `keys`: the keys of messages
    ///
    /// Errors: [`Status::NOT_FOUND`], [`Status::IO`], [`Status::FULL`].
    pub fn unread(&self, keys: &[i64]) -> Result<usize> {
        let mut result = 0;
        done(call!(tally_message_mark_unread(
            self.as_ptr(), keys.as_ptr(), keys.len(), &mut result,
        ))).map(|()| result)
    }

    /// Marks messages as seen, in one transaction, as when a user dismisses single notifications.
    ///
    /// - `keys`: the keys of messages
    ///
    /// Seen messages leave their groups. They are unseen again only with a new revision from the server. Without keys
    /// the call changes nothing.
    ///
    /// Returns how many were unseen.
    /// Errors: [`Status::NOT_FOUND`] (a key), [`Status::IO`], [`Status::FULL`].
    /// Cost: O(messages).
    pub fn mark_seen(&self, keys: &[i64]) -> Result<usize> {
        let mut result = 0;
        done(call!(tally_message_mark_seen(self.as_ptr(), keys.as_ptr(), keys.len(), &mut result))).map(|()| result)
    }

    /// Snoozes a message until a timestamp. Until then it feeds nothing and counts as seen; then it is unseen again.
    ///
    /// - `until`: when it ends; 0: now
    ///
    /// Groups and their summaries leave out the message while it is snoozed. Lists, counts of unread messages and
    /// [`Account::first_message`] have it, as any message that is seen and unread. A call replaces an earlier snooze.
    /// The snooze also ends when the message is read, removed, or changed by the server with a new revision. Then no
    /// time brings it back. A snooze whose time comes while the engine is closed has ended when the account is
    /// opened. The snooze is on the disk when the call returns. It is part of an account's export.
    ///
    /// Errors: [`Status::RANGE`] (`until` is over, or negative), [`Status::NOT_FOUND`] (key), [`Status::CONFLICT`]
    /// (the message is read), [`Status::IO`], [`Status::FULL`], [`Status::CORRUPT`].
    pub fn snooze_message(&self, key: i64, until: impl Into<Option<SystemTime>>) -> Result<()> {
        done(call!(tally_message_snooze(self.as_ptr(), key, timestamp(until))))
    }

    /// Posts a message of the host's own, unseen.
    ///
    /// - `path`: `root`, or components separated by dots
    ///
    /// The message replaces the one that was posted with the same id, whatever its state. No response changes or
    /// removes it. The account may be logged out. Messages without an id and with the same time are listed in the
    /// order of posting.
    ///
    /// With [`MessageFlags::ONCE`] the call changes nothing if the account has a message of the id, or had one that
    /// the user has seen. It is then [`Status::ALREADY_APPLIED`]: a dot for a new feature shows once, over restarts
    /// and retention. The last max_forgotten removed messages, in the order of lists, are remembered until the feed
    /// is removed.
    ///
    /// A message with further paths counts at each of them, and once at every path above them, whichever ways lead
    /// there. It stays one message, which is listed at all of its paths. Reading or seeing it at one of them ends it
    /// at all. It belongs to `path`, so only the rules and the servers' marks of that path hold for it. A further
    /// path that occurs twice, or is `path` itself, has no effect.
    ///
    /// Returns its key; 0 with [`Status::ALREADY_APPLIED`].
    /// Errors: [`Status::ARGUMENT`] (also: ONCE without an id), [`Status::RANGE`] (time), [`Status::PATH`] (one of
    /// them), [`Status::TOO_LARGE`] (the data; all texts together exceed max_response_bytes), [`Status::LIMIT`]
    /// (also: more than [`sys::TALLY_MAX_ALSO`] further paths), [`Status::IO`], [`Status::FULL`].
    pub fn post(&self, path: &str, options: &MessageOptions) -> Result<i64> {
        let path = text(path)?;
        let mut result = 0;
        options.with(|options| done(call!(tally_message_post(
            self.as_ptr(), path.as_ptr(), options, &mut result,
        ))).map(|()| result))?
    }

    /// Removes messages of any feed, or posted ones, as when a user deletes them.
    ///
    /// - `keys`: the keys of messages
    ///
    /// A server's message stays removed while the server sends the same revision, or none; a greater revision brings
    /// it back. An account with an outbox gets a row of [`OutboxKind::REMOVAL`], so that the server removes it as
    /// well. The last max_forgotten removed messages of a feed are remembered. Without keys the call changes nothing.
    ///
    /// Errors: [`Status::NOT_FOUND`] (a key), [`Status::IO`], [`Status::FULL`].
    /// Cost: O(log n) in the messages, for each one.
    pub fn remove_messages(&self, keys: &[i64]) -> Result<()> {
        done(call!(tally_message_remove(self.as_ptr(), keys.as_ptr(), keys.len())))
    }

    /// Removes the message that was posted with an id.
    ///
    /// - `id`: its identifier
    ///
    /// Errors: [`Status::NOT_FOUND`], [`Status::IO`], [`Status::FULL`].
    pub fn withdraw(&self, id: &str) -> Result<()> {
        let id = text(id)?;
        done(call!(tally_message_withdraw(self.as_ptr(), id.as_ptr())))
    }
}
