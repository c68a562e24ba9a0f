// Code generated from include/tally.h by Bindings/tools/generate.py; DO NOT EDIT.

package tally

/*
#include "calls.h"
*/
import "C"

import (
	"runtime"
	"unsafe"
)

// An Account has a tree of badges, feeds, messages and reminders. Closing it releases the handle; the account
// stays open in the engine. Nodes keep their account.
type Account struct {
	handle *handle
	// Kept as long as this is.
	engine *Engine
}

func newAccount(e *Engine, raw *C.tally_account, err error) (*Account, error) {
	if err != nil {
		return nil, err
	}
	made := &Account{engine: e, handle: newHandle(unsafe.Pointer(raw), e.core.handles, func(raw unsafe.Pointer) {
		C.tally_account_release((*C.tally_account)(raw))
	})}
	runtime.SetFinalizer(made, (*Account).Close)
	return made, nil
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

// with calls C with the handle.
func (a *Account) with(call func(handle *C.tally_account) C.tally_go_answer) (Status, error) {
	handle, err := a.enter()
	if err != nil {
		return StatusClosed, err
	}
	defer a.leave()
	return answered(call(handle))
}

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

// A Feed polls a server for messages. Closing it releases the handle; the feed continues.
type Feed struct {
	handle *handle
	// Kept as long as this is.
	engine *Engine
}

func newFeed(e *Engine, raw *C.tally_feed, err error) (*Feed, error) {
	if err != nil {
		return nil, err
	}
	made := &Feed{engine: e, handle: newHandle(unsafe.Pointer(raw), e.core.handles, func(raw unsafe.Pointer) {
		C.tally_feed_release((*C.tally_feed)(raw))
	})}
	runtime.SetFinalizer(made, (*Feed).Close)
	return made, nil
}

// Close releases the handle.
func (f *Feed) Close() {
	runtime.SetFinalizer(f, nil)
	f.handle.close()
}

// enter lends the handle until leave.
func (f *Feed) enter() (*C.tally_feed, error) {
	raw, err := f.handle.enter()
	return (*C.tally_feed)(raw), err
}

func (f *Feed) leave() { f.handle.leave() }

// A Scope holds observers, views and widgets, of any accounts. Closing it removes all of them. A scope that
// nothing refers to stays open until its engine is closed.
type Scope struct {
	handle *handle
	// Kept as long as this is.
	engine *Engine
}

func newScope(e *Engine, raw *C.tally_scope, err error) (*Scope, error) {
	if err != nil {
		return nil, err
	}
	made := &Scope{engine: e, handle: newHandle(unsafe.Pointer(raw), e.core.handles, func(raw unsafe.Pointer) {
		C.tally_scope_close((*C.tally_scope)(raw))
	})}
	return made, nil
}

// Close removes the observers, views and widgets. If another goroutine is using the scope, they are removed when
// its call ends.
func (s *Scope) Close() {
	s.handle.close()
}

// enter lends the handle until leave.
func (s *Scope) enter() (*C.tally_scope, error) {
	raw, err := s.handle.enter()
	return (*C.tally_scope)(raw), err
}

func (s *Scope) leave() { s.handle.leave() }

// with calls C with the handle.
func (s *Scope) with(call func(handle *C.tally_scope) C.tally_go_answer) (Status, error) {
	handle, err := s.enter()
	if err != nil {
		return StatusClosed, err
	}
	defer s.leave()
	return answered(call(handle))
}

// A Snapshot is what the nodes at and below a path owned: see Account.Snapshot. It never changes, and belongs to
// no engine.
type Snapshot struct {
	handle *handle
}

func newSnapshot(raw *C.tally_snapshot, err error) (*Snapshot, error) {
	if err != nil {
		return nil, err
	}
	made := &Snapshot{handle: newHandle(unsafe.Pointer(raw), nil, func(raw unsafe.Pointer) {
		C.tally_snapshot_release((*C.tally_snapshot)(raw))
	})}
	runtime.SetFinalizer(made, (*Snapshot).Close)
	return made, nil
}

// Close releases the memory.
func (s *Snapshot) Close() {
	runtime.SetFinalizer(s, nil)
	s.handle.close()
}

// enter lends the handle until leave.
func (s *Snapshot) enter() (*C.tally_snapshot, error) {
	raw, err := s.handle.enter()
	return (*C.tally_snapshot)(raw), err
}

func (s *Snapshot) leave() { s.handle.leave() }
