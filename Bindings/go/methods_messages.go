// Code generated from include/tally.h by Bindings/tools/generate.py; DO NOT EDIT.

package tally

/*
#include "calls.h"
*/
import "C"

import "time"

// Messages lists messages, the newest first, sorted by the server's sequence, then its identifier. A push without a
// sequence is the newest when it arrives.
//
//   - path: root, or components separated by dots
//   - Subtree: the path itself and everything below it
//   - MessagesUnread: only those that are not read
//   - after: the next of the page before; "": the first page
//   - limit: the largest number of rows
//
// Errors: [ErrPath], [ErrIO], [ErrCorrupt].
func (a *Account) Messages(path string, flags MessagesFlags, after string, limit int) (rows []Message, next string, err error) {
	texts := &texts{}
	defer texts.free()
	cPath, cAfter := texts.text(path), texts.optional(after)
	if texts.err != nil {
		return nil, "", texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return nil, "", err
	}
	defer a.leave()
	return listOut(limit, cAfter, readMessage, func(rows *C.tally_rows, behind *C.char) C.tally_go_answer {
		return C.go_message_list(handle, cPath, C.uint32_t(flags), behind, rows)
	})
}

// AllMessages returns all rows of [Account.Messages], from as many calls as they take.
func (a *Account) AllMessages(path string, flags MessagesFlags) ([]Message, error) {
	return allOf(func(after string) ([]Message, string, error) {
		return a.Messages(path, flags, after, 1000)
	})
}

// MessagesFrom lists messages from one of them on: first that message, then the older ones, newest first.
//
//   - path: root, or components separated by dots
//   - key: the message, at any path; 0: the newest one, or the oldest one if newer messages are listed
//   - Subtree: the path itself and everything below it
//   - MessagesUnread: only those that are not read
//   - MessagesNewer: [Account.MessagesFrom]: newer ones instead of older ones
//   - after: the next of the page before; "": the first page
//   - limit: the largest number of rows
//
// A chat that opens at a message makes two calls, one of them with MessagesNewer. Each has the room for its part of
// the screen. To continue either list, call with next and the same key, even if that message is gone.
//
// Errors: [ErrPath], [ErrArgument] (key is negative), [ErrNotFound] (key), [ErrIO], [ErrCorrupt].
func (a *Account) MessagesFrom(path string, flags MessagesFlags, key int64, after string, limit int) (rows []Message, next string, err error) {
	texts := &texts{}
	defer texts.free()
	cPath, cAfter := texts.text(path), texts.optional(after)
	if texts.err != nil {
		return nil, "", texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return nil, "", err
	}
	defer a.leave()
	return listOut(limit, cAfter, readMessage, func(rows *C.tally_rows, behind *C.char) C.tally_go_answer {
		return C.go_message_list_from(handle, cPath, C.uint32_t(flags), C.int64_t(key), behind, rows)
	})
}

// AllMessagesFrom returns all rows of [Account.MessagesFrom], from as many calls as they take.
func (a *Account) AllMessagesFrom(path string, flags MessagesFlags, key int64) ([]Message, error) {
	return allOf(func(after string) ([]Message, string, error) {
		return a.MessagesFrom(path, flags, key, after, 1000)
	})
}

// FirstMessage finds where to begin reading: the oldest unread message at a path. All messages that have such a path
// as a further one are read.
//
//   - path: root, or components separated by dots
//   - most: the largest value of each number, which bounds the cost; NoLimit: the numbers are complete
//   - Subtree: the path itself and everything below it
//   - MessagesUnseen: [Account.FirstMessage]: only those that are not seen
//   - MessagesNewest: [Account.FirstMessage]: the newest instead of the oldest
//   - MessagesHighlights: [Account.FirstMessage]: only those of level HIGHLIGHT or above
//
// "9 unread since yesterday" is matching and the time of the oldest one.
//
// Errors: [ErrPath], [ErrIO], [ErrCorrupt].
// Cost: O(log messages) for each path that is searched, and the sum of the numbers.
func (a *Account) FirstMessage(path string, flags MessagesFlags, most uint64) (MessagePosition, error) {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return MessagePosition{}, texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return MessagePosition{}, err
	}
	defer a.leave()
	raw := &C.tally_message_position{struct_size: C.sizeof_tally_message_position}
	err = failure(C.go_message_first(handle, cPath, C.uint32_t(flags), C.uint64_t(most), raw))
	return readMessagePosition(raw, nil), err
}

// Message reads one message.
//
// Errors: [ErrNotFound], [ErrIO], [ErrCorrupt].
func (a *Account) Message(key int64) (Message, error) {
	handle, err := a.enter()
	if err != nil {
		return Message{}, err
	}
	defer a.leave()
	found, err := partOut(1, readMessage, func(rows *C.tally_rows) C.tally_go_answer {
		return C.go_message_get(handle, C.int64_t(key), rows)
	})
	if err != nil {
		return Message{}, err
	}
	return found.list[0], nil
}

// FindMessage reads the message that a server knows by an identifier, as a notification has it.
//
//   - id: any text
//   - feed: the feed's identifier; 0: that of FeedLocal, which has the posted messages
//
// Errors: [ErrNotFound], [ErrIO], [ErrCorrupt].
// Cost: O(log messages).
func (a *Account) FindMessage(feed int64, id string) (Message, error) {
	texts := &texts{}
	defer texts.free()
	cId := texts.text(id)
	if texts.err != nil {
		return Message{}, texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return Message{}, err
	}
	defer a.leave()
	found, err := partOut(1, readMessage, func(rows *C.tally_rows) C.tally_go_answer {
		return C.go_message_find(handle, C.int64_t(feed), cId, rows)
	})
	if err != nil {
		return Message{}, err
	}
	return found.list[0], nil
}

// MessageData reads the data of a message. Lists leave them out, because they can be long.
//
//   - key: that of the message
//
// The data of a posted message are the host's bytes. Those of a server are JSON without white space, and without the
// escapes that JSON does not need. Members keep their order, and numbers their digits.
//
// Returns the data; none: 0 bytes.
// Errors: [ErrNotFound], [ErrIO], [ErrCorrupt].
func (a *Account) MessageData(key int64) ([]byte, error) {
	handle, err := a.enter()
	if err != nil {
		return nil, err
	}
	defer a.leave()
	content, err := bytesOut(func(out *C.tally_bytes) C.tally_go_answer {
		return C.go_message_get_data(handle, C.int64_t(key), out)
	})
	return content, err
}

// MessageCounts counts the messages at a path, or also below it.
//
//   - path: root, or components separated by dots
//   - Subtree: the path itself and everything below it
//
// Errors: [ErrPath], [ErrIO], [ErrCorrupt].
func (a *Account) MessageCounts(path string, flags MessagesFlags) (MessageCounts, error) {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return MessageCounts{}, texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return MessageCounts{}, err
	}
	defer a.leave()
	raw := &C.tally_message_counts{struct_size: C.sizeof_tally_message_counts}
	err = failure(C.go_message_get_counts(handle, cPath, C.uint32_t(flags), raw))
	return readMessageCounts(raw, nil), err
}

// Read marks messages as read.
//
//   - keys: the keys of messages
//
// Errors: [ErrNotFound], [ErrIO], [ErrFull].
func (a *Account) Read(keys []int64) (int, error) {
	handle, err := a.enter()
	if err != nil {
		return 0, err
	}
	defer a.leave()
	cKeys, cKeysCount := keysOf(keys)
	var cChanged C.size_t
	err = failure(C.go_message_mark_read(handle, cKeys, cKeysCount, &cChanged))
	return int(cChanged), err
}

// ReadPath marks messages at a path as read.
//
//   - path: root, or components separated by dots
//   - Subtree: the path itself and everything below it
//
// Errors: [ErrPath], [ErrIO], [ErrFull].
func (a *Account) ReadPath(path string, flags MessagesFlags) (int, error) {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return 0, texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return 0, err
	}
	defer a.leave()
	var cChanged C.size_t
	err = failure(C.go_message_mark_path_read(handle, cPath, C.uint32_t(flags), &cChanged))
	return int(cChanged), err
}

// ReadUntil marks a message as read, and those that [Account.Messages] lists after it.
//
//   - path: root, or components separated by dots
//   - last: its key
//   - Subtree: the path itself and everything below it
//
// Errors: [ErrPath], [ErrArgument] (last is not positive), [ErrNotFound] (last), [ErrIO], [ErrFull].
func (a *Account) ReadUntil(path string, flags MessagesFlags, last int64) (int, error) {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return 0, texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return 0, err
	}
	defer a.leave()
	var cChanged C.size_t
	err = failure(C.go_message_mark_read_until(handle, cPath, C.uint32_t(flags), C.int64_t(last), &cChanged))
	return int(cChanged), err
}

// Unread marks messages as unread again; they stay seen.
//
//   - keys: the keys of messages
//
// Errors: [ErrNotFound], [ErrIO], [ErrFull].
func (a *Account) Unread(keys []int64) (int, error) {
	handle, err := a.enter()
	if err != nil {
		return 0, err
	}
	defer a.leave()
	cKeys, cKeysCount := keysOf(keys)
	var cChanged C.size_t
	err = failure(C.go_message_mark_unread(handle, cKeys, cKeysCount, &cChanged))
	return int(cChanged), err
}

// MarkSeen marks messages as seen, in one transaction, as when a user dismisses single notifications.
//
//   - keys: the keys of messages
//
// Seen messages leave their groups. They are unseen again only with a new revision from the server. Without keys the
// call changes nothing.
//
// Returns how many were unseen.
// Errors: [ErrNotFound] (a key), [ErrIO], [ErrFull].
// Cost: O(messages).
func (a *Account) MarkSeen(keys []int64) (int, error) {
	handle, err := a.enter()
	if err != nil {
		return 0, err
	}
	defer a.leave()
	cKeys, cKeysCount := keysOf(keys)
	var cChanged C.size_t
	err = failure(C.go_message_mark_seen(handle, cKeys, cKeysCount, &cChanged))
	return int(cChanged), err
}

// SnoozeMessage snoozes a message until a timestamp. Until then it feeds nothing and counts as seen; then it is
// unseen again.
//
//   - until: when it ends; 0: now
//
// Groups and their summaries leave out the message while it is snoozed. Lists, counts of unread messages and
// [Account.FirstMessage] have it, as any message that is seen and unread. A call replaces an earlier snooze. The
// snooze also ends when the message is read, removed, or changed by the server with a new revision. Then no time
// brings it back. A snooze whose time comes while the engine is closed has ended when the account is opened. The
// snooze is on the disk when the call returns. It is part of an account's export.
//
// Errors: [ErrRange] (until is over, or negative), [ErrNotFound] (key), [ErrConflict] (the message is read), [ErrIO],
// [ErrFull], [ErrCorrupt].
func (a *Account) SnoozeMessage(key int64, until time.Time) error {
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_message_snooze(handle, C.int64_t(key), timestamp(until)))
}

// Post posts a message of the host's own, unseen.
//
//   - path: root, or components separated by dots
//
// The message replaces the one that was posted with the same id, whatever its state. No response changes or removes
// it. The account may be logged out. Messages without an id and with the same time are listed in the order of
// posting.
//
// With PostOnce the call changes nothing if the account has a message of the id, or had one that the user has seen.
// It is then [StatusAlreadyApplied]: a dot for a new feature shows once, over restarts and retention. The last
// MaxForgotten removed messages, in the order of lists, are remembered until the feed is removed.
//
// A message with further paths counts at each of them, and once at every path above them, whichever ways lead there.
// It stays one message, which is listed at all of its paths. Reading or seeing it at one of them ends it at all. It
// belongs to path, so only the rules and the servers' marks of that path hold for it. A further path that occurs
// twice, or is path itself, has no effect.
//
// Returns its key; 0 with [StatusAlreadyApplied].
// Errors: [ErrArgument] (also: ONCE without an id), [ErrRange] (time), [ErrPath] (one of them), [ErrTooLarge] (the
// data; all texts together exceed MaxResponseBytes), [ErrLimit] (also: more than MaxAlso further paths), [ErrIO],
// [ErrFull].
func (a *Account) Post(path string, options MessageOptions) (int64, error) {
	texts := &texts{}
	defer texts.free()
	cPath, cOptions := texts.text(path), options.raw(texts)
	if texts.err != nil {
		return 0, texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return 0, err
	}
	defer a.leave()
	var cKey C.int64_t
	err = failure(C.go_message_post(handle, cPath, cOptions, &cKey))
	return int64(cKey), err
}

// RemoveMessages removes messages of any feed, or posted ones, as when a user deletes them.
//
//   - keys: the keys of messages
//
// A server's message stays removed while the server sends the same revision, or none; a greater revision brings it
// back. An account with an outbox gets a row of OutboxKindRemoval, so that the server removes it as well. The last
// MaxForgotten removed messages of a feed are remembered. Without keys the call changes nothing.
//
// Errors: [ErrNotFound] (a key), [ErrIO], [ErrFull].
// Cost: O(log n) in the messages, for each one.
func (a *Account) RemoveMessages(keys []int64) error {
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	cKeys, cKeysCount := keysOf(keys)
	return failure(C.go_message_remove(handle, cKeys, cKeysCount))
}

// Withdraw removes the message that was posted with an id.
//
//   - id: its identifier
//
// Errors: [ErrNotFound], [ErrIO], [ErrFull].
func (a *Account) Withdraw(id string) error {
	texts := &texts{}
	defer texts.free()
	cId := texts.text(id)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_message_withdraw(handle, cId))
}

// SetCategory registers a category, or replaces the one with that id.
//
//   - id: its identifier
//
// The category is stored. summary is its format, and hidden the format for hidden previews, without arguments; nil or
// empty: none. A format is the key of its translations and its own source text, for every count. A mere name, such as
// "GROUP_MORE", is only a key and is never shown.
//
// Errors: [ErrMalformed] (a format), [ErrTooLarge] (65,536 bytes), [ErrIO], [ErrFull].
func (a *Account) SetCategory(id, summary, hidden string) error {
	texts := &texts{}
	defer texts.free()
	cId, cSummary, cHidden := texts.text(id), texts.optional(summary), texts.optional(hidden)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_category_set(handle, cId, cSummary, cHidden))
}

// RemoveCategory removes a category; translations of its formats stay.
//
//   - id: its identifier
//
// Errors: [ErrNotFound], [ErrIO], [ErrFull].
func (a *Account) RemoveCategory(id string) error {
	texts := &texts{}
	defer texts.free()
	cId := texts.text(id)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_category_remove(handle, cId))
}

// SetStrings sets the plural forms of a format for a language, and replaces the former ones.
//
//   - language: "" means the source text. They are stored
//
// Errors: [ErrMalformed] (a form), [ErrTooLarge], [ErrIO], [ErrFull].
func (a *Account) SetStrings(key, language string, forms Forms) error {
	texts := &texts{}
	defer texts.free()
	cKey, cLanguage, cForms := texts.text(key), texts.optional(language), forms.raw(texts)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_strings_set(handle, cKey, cLanguage, cForms))
}

// RemoveStrings removes the plural forms of a format for a language. A text is then looked up in the next language,
// as the introduction says.
//
//   - language: "" means the source text
//
// Errors: [ErrArgument] (also: an invalid language), [ErrNotFound], [ErrTooLarge], [ErrIO], [ErrFull].
func (a *Account) RemoveStrings(key, language string) error {
	texts := &texts{}
	defer texts.free()
	cKey, cLanguage := texts.text(key), texts.optional(language)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_strings_remove(handle, cKey, cLanguage))
}

// ImportStrings imports the formats of a file of translations, all of them or none.
//
//   - language: of a dictionary; "" for a catalog
//
// A text that is not a format is skipped, but is [ErrMalformed] if its key is that of a category. Plural forms need
// other. Integers of any kind (%d, %lld, %arg) are the count. docs/concepts/groups.md explains how catalogs are used.
//
// Returns the number of imported formats (keys in one language), and of skipped texts.
// Errors: [ErrMalformed], [ErrTooLarge] (MaxResponseBytes), [ErrIO], [ErrFull].
// Cost: O(size).
func (a *Account) ImportStrings(kind StringsKind, content []byte, language string) (ImportReport, error) {
	texts := &texts{}
	defer texts.free()
	cLanguage := texts.optional(language)
	if texts.err != nil {
		return ImportReport{}, texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return ImportReport{}, err
	}
	defer a.leave()
	cContent, cContentCount := data(content)
	raw := &C.tally_import_report{struct_size: C.sizeof_tally_import_report}
	err = failure(C.go_strings_import(handle, C.int32_t(kind), cContent, cContentCount, cLanguage, raw))
	return readImportReport(raw, nil), err
}

// Groups lists groups, the one with the newest message first. A group's messages are read again after any change
// except a newer message.
//
//   - language: of the summaries; "": the account's
//   - GroupsHidden: previews are hidden
//   - after: the next of the page before; "": the first page
//   - limit: the largest number of rows
//
// Errors: [ErrArgument] (also: an invalid language), [ErrIO], [ErrCorrupt].
// Cost: O(n log n) in groups and messages.
func (a *Account) Groups(language string, flags GroupsFlags, after string, limit int) (rows []Group, next string, err error) {
	texts := &texts{}
	defer texts.free()
	cLanguage, cAfter := texts.optional(language), texts.optional(after)
	if texts.err != nil {
		return nil, "", texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return nil, "", err
	}
	defer a.leave()
	return listOut(limit, cAfter, readGroup, func(rows *C.tally_rows, behind *C.char) C.tally_go_answer {
		return C.go_group_list(handle, cLanguage, C.uint32_t(flags), behind, rows)
	})
}

// AllGroups returns all rows of [Account.Groups], from as many calls as they take.
func (a *Account) AllGroups(language string, flags GroupsFlags) ([]Group, error) {
	return allOf(func(after string) ([]Group, string, error) {
		return a.Groups(language, flags, after, 1000)
	})
}

// Group reads one group.
//
//   - thread: the thread of the group; "": messages without a thread
//   - language: of the summaries; "": the account's
//   - GroupsHidden: previews are hidden
//
// Errors: [ErrArgument] (also: an invalid language), [ErrNotFound] (no message, or no grouping by threads), [ErrIO],
// [ErrCorrupt].
func (a *Account) Group(thread, language string, flags GroupsFlags) (Group, error) {
	texts := &texts{}
	defer texts.free()
	cThread, cLanguage := texts.optional(thread), texts.optional(language)
	if texts.err != nil {
		return Group{}, texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return Group{}, err
	}
	defer a.leave()
	found, err := partOut(1, readGroup, func(rows *C.tally_rows) C.tally_go_answer {
		return C.go_group_get(handle, cThread, cLanguage, C.uint32_t(flags), rows)
	})
	if err != nil {
		return Group{}, err
	}
	return found.list[0], nil
}

// GroupMessages lists the messages of a group as [Account.Messages] does.
//
//   - thread: the thread of the group; "": messages without a thread
//   - after: the next of the page before; "": the first page
//   - limit: the largest number of rows
//
// Errors: [ErrIO], [ErrCorrupt].
func (a *Account) GroupMessages(thread, after string, limit int) (rows []Message, next string, err error) {
	texts := &texts{}
	defer texts.free()
	cThread, cAfter := texts.optional(thread), texts.optional(after)
	if texts.err != nil {
		return nil, "", texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return nil, "", err
	}
	defer a.leave()
	return listOut(limit, cAfter, readMessage, func(rows *C.tally_rows, behind *C.char) C.tally_go_answer {
		return C.go_group_list_messages(handle, cThread, 0, behind, rows)
	})
}

// AllGroupMessages returns all rows of [Account.GroupMessages], from as many calls as they take.
func (a *Account) AllGroupMessages(thread string) ([]Message, error) {
	return allOf(func(after string) ([]Message, string, error) {
		return a.GroupMessages(thread, after, 1000)
	})
}

// GroupSeen reports that the user has seen the group: none of its messages is fresh any more. The messages stay in
// the group and in the badge. This is stored.
//
//   - thread: the thread of the group; "": messages without a thread
//
// Errors: [ErrNotFound], [ErrIO], [ErrFull].
// Cost: O(messages of the group).
func (a *Account) GroupSeen(thread string) error {
	texts := &texts{}
	defer texts.free()
	cThread := texts.optional(thread)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_group_mark_seen(handle, cThread))
}

// Dismiss dismisses a group: its messages become seen, in one transaction.
//
//   - thread: the thread of the group; "": messages without a thread
//
// A dismissed message comes back only with a new revision from the server. Without grouping by threads, the thread ""
// is all of them. To dismiss single messages, call [Account.MarkSeen].
//
// Returns how many messages were unseen.
// Errors: [ErrNotFound] (the group), [ErrIO], [ErrFull].
// Cost: O(messages).
func (a *Account) Dismiss(thread string) (int, error) {
	texts := &texts{}
	defer texts.free()
	cThread := texts.optional(thread)
	if texts.err != nil {
		return 0, texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return 0, err
	}
	defer a.leave()
	var cChanged C.size_t
	err = failure(C.go_group_dismiss(handle, cThread, &cChanged))
	return int(cChanged), err
}
