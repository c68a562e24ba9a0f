package tally

/*
#include "calls.h"
*/
import "C"

import (
	"runtime"
	"time"
	"unsafe"
)

// An Account has a tree of badges, feeds, messages and reminders. Closing it releases the handle; the account stays
// open in the engine. Nodes keep their account.
type Account struct {
	handle *handle
	// Kept as long as this is.
	engine *Engine
}

func newAccount(e *Engine, raw *C.tally_account, err error) (*Account, error) {
	if err != nil {
		return nil, err
	}
	account := &Account{engine: e, handle: newHandle(unsafe.Pointer(raw), e.core.handles, func(raw unsafe.Pointer) {
		C.tally_account_release((*C.tally_account)(raw))
	})}
	runtime.SetFinalizer(account, (*Account).Close)
	return account, nil
}

// Close releases the handle.
func (a *Account) Close() {
	runtime.SetFinalizer(a, nil)
	a.handle.close()
}

// enter lends the handle until leave.
func (a *Account) enter() (*C.tally_account, error) {
	raw, err := a.handle.enter()
	return (*C.tally_account)(raw), err
}

func (a *Account) leave() { a.handle.leave() }

// enterIfAny lends NULL for nil.
func (a *Account) enterIfAny() (*C.tally_account, error) {
	if a == nil {
		return nil, nil
	}
	return a.enter()
}

func (a *Account) leaveIfAny() {
	if a != nil {
		a.leave()
	}
}

func (a *Account) with(call func(account *C.tally_account) C.tally_go_answer) (Status, error) {
	account, err := a.enter()
	if err != nil {
		return StatusClosed, err
	}
	defer a.handle.leave()
	return answered(call(account))
}

// named calls C with the account and a text.
func (a *Account) named(name string, call func(*C.tally_account, *C.char) C.tally_go_answer) (Status, error) {
	texts := &texts{}
	defer texts.free()
	text := texts.text(name)
	if texts.err != nil {
		return StatusArgument, texts.err
	}
	return a.with(func(account *C.tally_account) C.tally_go_answer { return call(account, text) })
}

// LeaseOutbox leases rows that are due, for a duration, and reports whether more are due.
func (a *Account) LeaseOutbox(duration time.Duration, limit int) ([]OutboxEntry, bool, error) {
	account, err := a.enter()
	if err != nil {
		return nil, false, err
	}
	defer a.handle.leave()
	leased, err := partOut(limit, readOutboxEntry, func(rows *C.tally_rows) C.tally_go_answer {
		return C.go_outbox_lease(account, exactly(duration), rows)
	})
	return leased.list, leased.status == StatusMore, err
}

// Plan plans the notifications that the system fires while the program is closed. It returns what to disarm, then what
// to arm, and the plan as a whole. Once the rows are carried out, pass its Token to ConfirmPlan. The next Plan offers a
// plan again that was not confirmed.
func (a *Account) Plan(options PlanOptions) ([]PlanEntry, PlanSummary, error) {
	account, err := a.enter()
	if err != nil {
		return nil, PlanSummary{}, err
	}
	defer a.handle.leave()
	cOptions, raw := options.raw(nil), &C.tally_plan{struct_size: C.sizeof_tally_plan}
	planned, err := partOut(noLimit, readPlanEntry, func(rows *C.tally_rows) C.tally_go_answer {
		return C.go_reminder_plan(account, cOptions, rows, raw)
	})
	return planned.list, readPlanSummary(raw, nil), err
}

// ImportReminders imports the reminders of an iCalendar file: all usable ones, or none if the call fails. It returns
// their number, and the skipped entries in the order of the file. docs/concepts/reminders.md says what is usable.
func (a *Account) ImportReminders(content []byte) (ImportReport, []SkippedEntry, error) {
	account, err := a.enter()
	if err != nil {
		return ImportReport{}, nil, err
	}
	defer a.handle.leave()
	cContent, size := data(content)
	raw := &C.tally_import_report{struct_size: C.sizeof_tally_import_report}
	skipped, err := partOut(noLimit, readSkippedEntry, func(rows *C.tally_rows) C.tally_go_answer {
		return C.go_reminder_import(account, cContent, size, rows, raw)
	})
	return readImportReport(raw, nil), skipped.list, err
}
