package tally

/*
#include "calls.h"
*/
import "C"

import "time"

// ConfigureOutbox configures the account's outbox for this run.
func (a *Account) ConfigureOutbox(options OutboxOptions) error {
	texts := &texts{}
	defer texts.free()
	raw := options.raw(texts)
	if texts.err != nil {
		return texts.err
	}
	_, err := a.with(func(account *C.tally_account) C.tally_go_answer { return C.go_outbox_configure(account, raw) })
	return err
}

// LeaseOutbox leases rows that are due, for a duration, and reports whether more are due.
func (a *Account) LeaseOutbox(duration time.Duration, limit int) ([]OutboxEntry, bool, error) {
	account, err := a.enter()
	if err != nil {
		return nil, false, err
	}
	defer a.handle.leave()
	list, status, err := partOut(limit, readOutboxEntry, func(to place) C.tally_go_answer {
		return C.go_outbox_lease(account, exactly(duration), to)
	})
	return list, status == StatusMore, err
}

// AckOutbox reports that the server has taken a row, with the body of its response. It returns StatusOK or
// StatusAlreadyApplied.
func (a *Account) AckOutbox(sequence int64, answer []byte) (Status, error) {
	return a.with(func(account *C.tally_account) C.tally_go_answer {
		bytes, size := data(answer)
		return C.go_outbox_ack(account, C.int64_t(sequence), bytes, size)
	})
}

// FailOutbox reports that the server has not taken a row. retryAfter: -1: never. It returns StatusOK or
// StatusAlreadyApplied.
func (a *Account) FailOutbox(sequence, attempt int64, retryAfter time.Duration) (Status, error) {
	return a.with(func(account *C.tally_account) C.tally_go_answer {
		return C.go_outbox_fail(account, C.int64_t(sequence), C.int64_t(attempt), exactly(retryAfter))
	})
}

// Outbox lists the rows in their order, those after a sequence, and whether there are more.
func (a *Account) Outbox(after int64, limit int) ([]OutboxEntry, bool, error) {
	return pageOf(a, &texts{}, limit, readOutboxEntry,
		func(account *C.tally_account, to place) C.tally_go_answer {
			return C.go_outbox_list(account, C.int64_t(after), to)
		})
}

// OutboxCounts are numbers of rows.
type OutboxCounts struct {
	Total, Leased, Failed uint64
}

// OutboxCounts counts the rows.
func (a *Account) OutboxCounts() (OutboxCounts, error) {
	var total, leased, failed C.uint64_t
	_, err := a.with(func(account *C.tally_account) C.tally_go_answer {
		return C.go_outbox_counts(account, &total, &leased, &failed)
	})
	return OutboxCounts{uint64(total), uint64(leased), uint64(failed)}, err
}

// RetryOutbox makes a row that waits or has failed due immediately. It returns 1, or 0 if it is another row.
func (a *Account) RetryOutbox(sequence int64) (int, error) {
	var changed C.size_t
	_, err := a.with(func(account *C.tally_account) C.tally_go_answer {
		return C.go_outbox_retry(account, C.int64_t(sequence), &changed)
	})
	return int(changed), err
}

// RetryAllOutbox makes every row that waits or has failed due immediately. It returns how many.
func (a *Account) RetryAllOutbox() (int, error) {
	var changed C.size_t
	_, err := a.with(func(account *C.tally_account) C.tally_go_answer {
		return C.go_outbox_retry_all(account, &changed)
	})
	return int(changed), err
}

// RemoveOutbox removes a row that has failed for good. It returns 1, or 0 if it is another row.
func (a *Account) RemoveOutbox(sequence int64) (int, error) {
	var changed C.size_t
	_, err := a.with(func(account *C.tally_account) C.tally_go_answer {
		return C.go_outbox_remove(account, C.int64_t(sequence), &changed)
	})
	return int(changed), err
}

// RemoveFailedOutbox removes every row that has failed for good. It returns how many.
func (a *Account) RemoveFailedOutbox() (int, error) {
	var changed C.size_t
	_, err := a.with(func(account *C.tally_account) C.tally_go_answer {
		return C.go_outbox_remove_failed(account, &changed)
	})
	return int(changed), err
}
