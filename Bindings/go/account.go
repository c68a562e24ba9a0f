package tally

/*
#include "calls.h"
*/
import "C"

import (
	"runtime"
	"unsafe"
)

// An Account has a tree of badges, feeds, messages and reminders. Closing it releases the handle; the account stays
// open in the engine. Nodes keep their account.
type Account struct {
	handle *handle
	// Kept as long as this is.
	engine *Engine
}

// Close releases the handle.
func (a *Account) Close() {
	runtime.SetFinalizer(a, nil)
	a.handle.close()
}

// enter lends the handle until a.handle.leave.
func (a *Account) enter() (*C.tally_account, error) {
	raw, err := a.handle.enter()
	return (*C.tally_account)(raw), err
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

// pageOf brings a page out: C is called with the account until it fits. The texts, which the call may use, are freed.
func pageOf[R, T any](a *Account, texts *texts, limit int, read func(*R, []byte) T,
	call func(account *C.tally_account, to place) C.tally_go_answer) ([]T, bool, error) {
	defer texts.free()
	if texts.err != nil {
		return nil, false, texts.err
	}
	account, err := a.enter()
	if err != nil {
		return nil, false, err
	}
	defer a.handle.leave()
	return listOut(limit, read, func(to place) C.tally_go_answer { return call(account, to) })
}

func integer(is bool) C.int32_t {
	return C.int32_t(flag(is))
}

// LogIn logs in: the feeds may send requests. token: sent as a bearer token to the
// server of the first feed; empty: none.
func (a *Account) LogIn(token string) error {
	texts := &texts{}
	defer texts.free()
	text := texts.optional(token)
	if texts.err != nil {
		return texts.err
	}
	_, err := a.with(func(account *C.tally_account) C.tally_go_answer { return C.go_account_log_in(account, text) })
	return err
}

// LogOut stops all requests and timers of the account.
func (a *Account) LogOut() error {
	_, err := a.with(func(account *C.tally_account) C.tally_go_answer { return C.go_account_log_out(account) })
	return err
}

// State reads the state of the account.
func (a *Account) State() (AccountState, error) {
	account, err := a.enter()
	if err != nil {
		return AccountState{}, err
	}
	defer a.handle.leave()
	raw := &C.tally_account_state{struct_size: C.sizeof_tally_account_state}
	name, err := textOut(func(buffer *C.char, capacity C.size_t, length *C.size_t) C.tally_go_answer {
		return C.go_account_get(account, raw, buffer, capacity, length)
	})
	return readAccountState(raw, []byte(name)), err
}

// ExportAccount returns everything that is stored for the account, for Engine.ImportAccount.
func (a *Account) ExportAccount() ([]byte, error) {
	account, err := a.enter()
	if err != nil {
		return nil, err
	}
	defer a.handle.leave()
	return bytesOut(func(buffer unsafe.Pointer, capacity C.size_t, size *C.size_t) C.tally_go_answer {
		return C.go_account_export(account, buffer, capacity, size)
	})
}

// Verify recounts the whole tree. ErrInternal: a path is wrong.
func (a *Account) Verify() error {
	_, err := a.with(func(account *C.tally_account) C.tally_go_answer { return C.go_account_verify(account) })
	return err
}
