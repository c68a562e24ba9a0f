// Code generated from include/tally.h by Bindings/tools/generate.py; DO NOT EDIT.

package tally

/*
#include "calls.h"
*/
import "C"

// Flush waits until everything that was applied before the call is on the disk.
//
// Errors: [ErrIO], [ErrFull] (nothing is lost: the changes stay in memory and are tried again).
func (e *Engine) Flush() error {
	handle, err := e.enter()
	if err != nil {
		return err
	}
	defer e.leave()
	return failure(C.go_engine_flush(handle))
}

// Verify checks the whole file: the checksum of every page, the order of pages and indexes, every row and its
// references.
//
// Then it compares the badges in memory with the file. Without a file it checks memory alone. Up to a hundred
// problems go to the log (LogError), each with its page, or its table and row. The message has the first. Badges can
// be used, except while their account is compared.
//
// Errors: [ErrCorrupt] (the engine goes on with what can be read), [ErrInternal] (only memory is wrong), [ErrIO]
// (unreadable, but perhaps sound), [ErrFull].
// Cost: O(size of the file).
func (e *Engine) Verify() error {
	handle, err := e.enter()
	if err != nil {
		return err
	}
	defer e.leave()
	return failure(C.go_engine_verify(handle))
}

// SetLimit reads or changes a limit while the engine is open.
//
//   - value: the new value, in the range of the option; or LimitKeep, which changes nothing
//
// A lower limit removes nothing: until enough is gone, what exceeds it stays, and more is rejected. Tables from which
// old rows leave, such as the ids of batches, are cut when the next row arrives. Accounts in memory beyond it leave
// as soon as nothing needs them. A call that is working on an account keeps the former limit of its nodes. The limits
// of paths cannot change because accounts and feeds in memory have room for the longest path. An engine that was
// opened without MaxLoadedAccounts, or has no file, keeps all accounts in memory.
//
// Returns the value before the call.
// Errors: [ErrArgument] (also: an unknown limit), [ErrRange], [ErrUnsupported] (the limit cannot change).
// Cost: O(1); O(accounts in memory) for NODES and LOADED_ACCOUNTS, O(servers of feeds) for requests.
func (e *Engine) SetLimit(limit Limit, value int64) (int64, error) {
	handle, err := e.enter()
	if err != nil {
		return 0, err
	}
	defer e.leave()
	var cOld C.int64_t
	err = failure(C.go_engine_limit(handle, C.int32_t(limit), C.int64_t(value), &cOld))
	return int64(cOld), err
}

// Backup copies the engine's file while the engine is in use.
//
//   - BackupReplace: replaces an existing file
//
// The copy is on the disk when the call returns, with the original's epoch and permissions. It holds everything
// applied before the call, and a prefix of what is applied during it. It is complete or absent: the call writes
// <file>-partial, replaces that of an interrupted backup, and renames it at the end.
//
// Changes of badges do not wait. A durable call waits for one megabyte at most.
//
// Errors: [ErrExists] (without BackupReplace, or it is no regular file), [ErrLocked] (open in an engine),
// [ErrConflict] (not closed: its log lies beside it), [ErrArgument] (the engine's own files), [ErrUnsupported] (the
// engine has no file), [ErrClosed] (also: closed during the call), [ErrCorrupt], [ErrIO], [ErrFull], [ErrReadOnly],
// [ErrPermission].
// Cost: O(size of the file).
func (e *Engine) Backup(file string, flags BackupFlags) error {
	texts := &texts{}
	defer texts.free()
	cFile := texts.text(file)
	if texts.err != nil {
		return texts.err
	}
	handle, err := e.enter()
	if err != nil {
		return err
	}
	defer e.leave()
	return failure(C.go_engine_backup(handle, cFile, C.uint32_t(flags)))
}

// Stats reads numbers about the engine, except of accounts on which a long call is working.
//
//   - StatsReset: LongestWaitUs and LongestHoldUs begin again
//
// Cost: O(feeds, and accounts in memory).
func (e *Engine) Stats(flags StatsFlags) (Stats, error) {
	handle, err := e.enter()
	if err != nil {
		return Stats{}, err
	}
	defer e.leave()
	raw := &C.tally_stats{struct_size: C.sizeof_tally_stats}
	err = failure(C.go_engine_get_stats(handle, C.uint32_t(flags), raw))
	return readStats(raw, nil), err
}

// SetForeground tells all feeds, also later ones, whether the application is in the foreground; at first it is.
//
// In the background, pages are not seen ([Feed.PageShown]), and timers of feeds with FeedOptionStopsInBackground do
// not poll. Coming to the foreground with a page shown counts as a return to that page.
//
// Cost: O(feeds).
func (e *Engine) SetForeground(foreground bool) error {
	handle, err := e.enter()
	if err != nil {
		return err
	}
	defer e.leave()
	return failure(C.go_engine_set_foreground(handle, integer(foreground)))
}

// SetNetwork tells all feeds, also later ones, whether there is a network (1: it is back, or another one); at first
// there is.
//
// When it is back, a feed that waits after a failure polls immediately. If that fails too, this happens again only
// after a regular attempt, or after the network was lost.
//
// Cost: O(feeds).
func (e *Engine) SetNetwork(available bool) error {
	handle, err := e.enter()
	if err != nil {
		return err
	}
	defer e.leave()
	return failure(C.go_engine_set_network(handle, integer(available)))
}

// Woke tells all feeds that the machine was asleep and is awake, as if the network were back.
//
// Failures within 10 s from now do not count, and are tried again 2, 5 and 10 s from now. Work that became due during
// sleep is done once, also without this call.
//
// Cost: O(feeds).
func (e *Engine) Woke() error {
	handle, err := e.enter()
	if err != nil {
		return err
	}
	defer e.leave()
	return failure(C.go_engine_woke(handle))
}

// OpenAccount opens an account, and creates it if it does not exist.
//
// Errors: [ErrLimit], [ErrConflict] (another aggregation or feeding is stored; [Account.Configure] changes the
// feeding), [ErrNotFound] (with AccountExisting), [ErrIO], [ErrFull], [ErrCorrupt].
// Cost: O(stored data of the account) the first time; O(1) with MaxLoadedAccounts.
func (e *Engine) OpenAccount(name string, options *AccountOptions) (*Account, error) {
	texts := &texts{}
	defer texts.free()
	cName, cOptions := texts.text(name), options.raw(texts)
	if texts.err != nil {
		return nil, texts.err
	}
	handle, err := e.enter()
	if err != nil {
		return nil, err
	}
	defer e.leave()
	var raw *C.tally_account
	err = failure(C.go_account_open(handle, cName, cOptions, &raw))
	return newAccount(e, raw, err)
}

// FindAccount finds an open account by its identifier, as events have it.
//
//   - id: that of AccountState
//
// Errors: [ErrNotFound] (no open account has it), [ErrIO], [ErrCorrupt].
// Cost: O(log accounts).
func (e *Engine) FindAccount(id int64) (*Account, error) {
	handle, err := e.enter()
	if err != nil {
		return nil, err
	}
	defer e.leave()
	var raw *C.tally_account
	err = failure(C.go_account_find(handle, C.int64_t(id), &raw))
	return newAccount(e, raw, err)
}

// Accounts lists the stored accounts, open or not, sorted by the bytes of their names.
//
//   - after: the next of the page before; "": the first page
//   - limit: the largest number of rows
//
// Errors: [ErrIO], [ErrCorrupt].
// Cost: O(rows).
func (e *Engine) Accounts(after string, limit int) (rows []string, next string, err error) {
	texts := &texts{}
	defer texts.free()
	cAfter := texts.optional(after)
	if texts.err != nil {
		return nil, "", texts.err
	}
	handle, err := e.enter()
	if err != nil {
		return nil, "", err
	}
	defer e.leave()
	return listOut(limit, cAfter, readString, func(rows *C.tally_rows, behind *C.char) C.tally_go_answer {
		return C.go_account_list(handle, 0, behind, rows)
	})
}

// AllAccounts returns all rows of [Engine.Accounts], from as many calls as they take.
func (e *Engine) AllAccounts() ([]string, error) {
	return allOf(func(after string) ([]string, string, error) {
		return e.Accounts(after, 1000)
	})
}

// RemoveAccount removes an account and everything stored for it.
//
// The removal is on the disk when the call returns. An open account is logged out, and its pending completions get
// [ErrCancelled]. Its observers are notified that their paths show nothing, and are never called again. Its handles
// fail with [ErrNotFound] and must still be released. A later account of this name has another identifier. If it is
// in memory, calls about other accounts wait meanwhile.
//
// Errors: [ErrNotFound], [ErrIO], [ErrFull].
// Cost: O(stored data of the account).
func (e *Engine) RemoveAccount(name string) error {
	texts := &texts{}
	defer texts.free()
	cName := texts.text(name)
	if texts.err != nil {
		return texts.err
	}
	handle, err := e.enter()
	if err != nil {
		return err
	}
	defer e.leave()
	return failure(C.go_account_remove(handle, cName))
}

// ImportAccount creates an account, which must not exist, from exported bytes.
//
// The account is on the disk when the call returns, and is not open. Its identifiers, and those of its feeds and
// messages, are new; [Engine.Import] keeps those of messages. Feeds continue from their cursors when they are added.
// The bytes may come from anywhere: all are checked.
//
// Errors: [ErrExists], [ErrMalformed], [ErrPath], [ErrLimit] (of this engine), [ErrIO], [ErrFull], [ErrCorrupt].
// Cost: O(size).
func (e *Engine) ImportAccount(name string, content []byte) error {
	texts := &texts{}
	defer texts.free()
	cName := texts.text(name)
	if texts.err != nil {
		return texts.err
	}
	handle, err := e.enter()
	if err != nil {
		return err
	}
	defer e.leave()
	cContent, cContentCount := data(content)
	return failure(C.go_account_import(handle, cName, cContent, cContentCount))
}

// Total reads the total of all accounts that are logged in: what an application's icon shows.
//
// A mute of root holds back what the account adds. Flags are 0. The revision counts the changes of the total since
// the engine was opened.
func (e *Engine) Total() (Badge, error) {
	handle, err := e.enter()
	if err != nil {
		return Badge{}, err
	}
	defer e.leave()
	raw := &C.tally_badge{}
	err = failure(C.go_engine_get_total(handle, raw))
	return readBadge(raw, nil), err
}

// TotalOfAll reads the total of all stored accounts, logged in or not, open or not. Flags and revision are 0. The
// part of each account is of its own moment.
//
// Errors: [ErrLimit] (MaxAccounts), [ErrIO], [ErrCorrupt].
// Cost: O(stored accounts, and the badges of those that are not in memory).
func (e *Engine) TotalOfAll() (Badge, error) {
	handle, err := e.enter()
	if err != nil {
		return Badge{}, err
	}
	defer e.leave()
	raw := &C.tally_badge{}
	err = failure(C.go_engine_get_total_of_all(handle, raw))
	return readBadge(raw, nil), err
}

// Descriptor returns a descriptor for poll, epoll or select.
//
// The descriptor is readable while events are pending, or, with EngineHostDriven, when [Engine.Step] has work. After
// a dispatch that leaves only events without a callback, it is readable again when the next event comes. A host that
// takes these too calls [Engine.PollEvent] until it returns nil. Never read from the descriptor or close it.
func (e *Engine) Descriptor() (int, error) {
	handle, err := e.enter()
	if err != nil {
		return 0, err
	}
	defer e.leave()
	var cDescriptor C.intptr_t
	err = failure(C.go_engine_get_descriptor(handle, &cDescriptor))
	return int(cDescriptor), err
}

// SetZone sets the device's zone, and plans the reminders that follow it again.
//
//   - name: nil: that of the options or the system
//
// Errors: [ErrNotFound], [ErrTooLarge].
func (e *Engine) SetZone(name *string) error {
	texts := &texts{}
	defer texts.free()
	cName := texts.pointer(name)
	if texts.err != nil {
		return texts.err
	}
	handle, err := e.enter()
	if err != nil {
		return err
	}
	defer e.leave()
	return failure(C.go_engine_set_zone(handle, cName))
}

// Position reads how far a source was applied by [Engine.Batch].
//
// Errors: [ErrNotFound] (no batch of this source was applied), [ErrIO], [ErrCorrupt].
func (e *Engine) Position(source string) (Position, error) {
	texts := &texts{}
	defer texts.free()
	cSource := texts.text(source)
	if texts.err != nil {
		return Position{}, texts.err
	}
	handle, err := e.enter()
	if err != nil {
		return Position{}, err
	}
	defer e.leave()
	raw := &C.tally_position{struct_size: C.sizeof_tally_position}
	err = failure(C.go_engine_get_position(handle, cSource, raw))
	return readPosition(raw, nil), err
}

// ExportAccount returns everything that is stored for an account, so that [Engine.Import] can put it in the same
// place.
//
//   - name: the account's, which need not be open
//
// The bytes are those of [Account.ExportAccount], with the keys of the account's messages and its epoch.
//
// Errors: [ErrNotFound], [ErrLimit], [ErrIO], [ErrCorrupt].
// Cost: O(stored data of the account).
func (e *Engine) ExportAccount(name string) ([]byte, error) {
	texts := &texts{}
	defer texts.free()
	cName := texts.text(name)
	if texts.err != nil {
		return nil, texts.err
	}
	handle, err := e.enter()
	if err != nil {
		return nil, err
	}
	defer e.leave()
	content, err := bytesOut(func(out *C.tally_bytes) C.tally_go_answer {
		return C.go_engine_export_account(handle, cName, out)
	})
	return content, err
}

// ExportSource returns how far a source was applied, and the ids that it remembers, for [Engine.Import].
//
// Errors: [ErrNotFound] (no batch of this source was applied), [ErrIO], [ErrCorrupt].
// Cost: O(remembered ids).
func (e *Engine) ExportSource(source string) ([]byte, error) {
	texts := &texts{}
	defer texts.free()
	cSource := texts.text(source)
	if texts.err != nil {
		return nil, texts.err
	}
	handle, err := e.enter()
	if err != nil {
		return nil, err
	}
	defer e.leave()
	content, err := bytesOut(func(out *C.tally_bytes) C.tally_go_answer {
		return C.go_engine_export_source(handle, cSource, out)
	})
	return content, err
}
