// Code generated from include/tally.h by Bindings/tools/generate.py; DO NOT EDIT.

package tally

/*
#include "calls.h"
*/
import "C"

import "time"

// LeaseOutbox gives out rows that are due, in order, as many as fit.
//
//   - limit: the largest number of rows
//
// Nobody else gets them for duration milliseconds (1 to 86,400,000). A row whose result is not reported by then goes
// to the next caller. The account may be logged out. The host chooses the credential.
//
// Errors: [ErrRange], [ErrIO], [ErrFull].
func (a *Account) LeaseOutbox(duration time.Duration, limit int) (rows []OutboxEntry, more bool, err error) {
	handle, err := a.enter()
	if err != nil {
		return nil, false, err
	}
	defer a.leave()
	taken, err := partOut(limit, readOutboxEntry, func(rows *C.tally_rows) C.tally_go_answer {
		return C.go_outbox_lease(handle, exactly(duration), rows)
	})
	return taken.list, taken.status == StatusMore, err
}

// AckOutbox reports that the server has taken a row, and removes it, also if its lease has ended.
//
//   - id: its identifier
//   - body: its body
//
// If it is a page, its states of known messages are merged; it adds and removes none. Other bodies are ignored.
//
// Returns [StatusOK], or [StatusAlreadyApplied] if the row was already removed.
// Errors: [ErrNotFound] (there was never such a row), [ErrConflict] (it was never given out), [ErrIO], [ErrFull].
func (a *Account) AckOutbox(id int64, body []byte) (Status, error) {
	handle, err := a.enter()
	if err != nil {
		return StatusClosed, err
	}
	defer a.leave()
	cBody, cBodyCount := data(body)
	return answered(C.go_outbox_ack(handle, C.int64_t(id), cBody, cBodyCount))
}

// FailOutbox reports that the server has not taken a row.
//
//   - id: its identifier
//   - attempt: as it was given out
//   - retryAfter: the time until it may be given out again, 0 to 24*time.Hour; negative: it has failed for good
//
// Returns [StatusOK], or [StatusAlreadyApplied] if the row was already removed.
// Errors: [ErrRange], [ErrNotFound], [ErrConflict] (this is not its last attempt), [ErrIO], [ErrFull].
func (a *Account) FailOutbox(id, attempt int64, retryAfter time.Duration) (Status, error) {
	handle, err := a.enter()
	if err != nil {
		return StatusClosed, err
	}
	defer a.leave()
	return answered(C.go_outbox_fail(handle, C.int64_t(id), C.int64_t(attempt), exactly(retryAfter)))
}

// Outbox lists rows in order, and gives nothing out. A lease that has ended is listed until the row is given out
// again.
//
//   - ListFollow: whether next is also set at the end of the list, to continue with rows that are added later
//   - after: the next of the page before; "": the first page
//   - limit: the largest number of rows
//
// Errors: [ErrIO], [ErrCorrupt].
func (a *Account) Outbox(flags ListFlags, after string, limit int) (rows []OutboxEntry, next string, err error) {
	texts := &texts{}
	defer texts.free()
	cAfter := texts.optional(after)
	if texts.err != nil {
		return nil, "", texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return nil, "", err
	}
	defer a.leave()
	return listOut(limit, cAfter, readOutboxEntry, func(rows *C.tally_rows, behind *C.char) C.tally_go_answer {
		return C.go_outbox_list(handle, C.uint32_t(flags), behind, rows)
	})
}

// AllOutbox returns all rows of [Account.Outbox], from as many calls as they take.
func (a *Account) AllOutbox(flags ListFlags) ([]OutboxEntry, error) {
	return allOf(func(after string) ([]OutboxEntry, string, error) {
		return a.Outbox(flags, after, 1000)
	})
}

// OutboxCounts counts the rows.
//
// Errors: [ErrIO], [ErrCorrupt].
// Cost: O(rows).
func (a *Account) OutboxCounts() (OutboxCounts, error) {
	handle, err := a.enter()
	if err != nil {
		return OutboxCounts{}, err
	}
	defer a.leave()
	raw := &C.tally_outbox_counts{struct_size: C.sizeof_tally_outbox_counts}
	err = failure(C.go_outbox_get_counts(handle, raw))
	return readOutboxCounts(raw, nil), err
}

// RetryOutbox makes a row that waits or has failed for good due immediately. The library's own wait after failures
// ends too, but not a server's.
//
//   - id: its identifier
//
// Returns 1, or 0 if it is another row.
// Errors: [ErrArgument] (id is not positive), [ErrIO], [ErrFull].
func (a *Account) RetryOutbox(id int64) (int, error) {
	handle, err := a.enter()
	if err != nil {
		return 0, err
	}
	defer a.leave()
	var cCount C.size_t
	err = failure(C.go_outbox_retry(handle, C.int64_t(id), &cCount))
	return int(cCount), err
}

// RetryAllOutbox makes every row that waits or has failed for good due immediately, as [Account.RetryOutbox] does for
// one.
//
// Returns how many rows.
// Errors: [ErrIO], [ErrFull].
// Cost: O(rows).
func (a *Account) RetryAllOutbox() (int, error) {
	handle, err := a.enter()
	if err != nil {
		return 0, err
	}
	defer a.leave()
	var cCount C.size_t
	err = failure(C.go_outbox_retry_all(handle, &cCount))
	return int(cCount), err
}

// RemoveOutbox removes a row that has failed for good.
//
//   - id: its identifier
//
// Returns 1, or 0 if it is another row.
// Errors: [ErrArgument] (id is not positive), [ErrIO], [ErrFull].
func (a *Account) RemoveOutbox(id int64) (int, error) {
	handle, err := a.enter()
	if err != nil {
		return 0, err
	}
	defer a.leave()
	var cCount C.size_t
	err = failure(C.go_outbox_remove(handle, C.int64_t(id), &cCount))
	return int(cCount), err
}

// RemoveFailedOutbox removes every row that has failed for good.
//
// Returns how many.
// Errors: [ErrIO], [ErrFull].
// Cost: O(rows).
func (a *Account) RemoveFailedOutbox() (int, error) {
	handle, err := a.enter()
	if err != nil {
		return 0, err
	}
	defer a.leave()
	var cCount C.size_t
	err = failure(C.go_outbox_remove_failed(handle, &cCount))
	return int(cCount), err
}
