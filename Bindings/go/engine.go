package tally

/*
#include "calls.h"
*/
import "C"

import (
	"runtime"
	"runtime/cgo"
	"time"
	"unsafe"
)

// An Engine is one file, or memory, with its accounts and their events.
type Engine struct {
	core     *core
	setAside string
}

func flag(is bool) C.int {
	if is {
		return 1
	}
	return 0
}

// Open opens an engine.
func Open(options EngineOptions) (*Engine, error) {
	texts := &texts{}
	defer texts.free()
	raw := options.raw(texts)
	if texts.err != nil {
		return nil, texts.err
	}
	core := &core{options: options, idle: make(chan struct{}), handles: &handles{open: map[*handle]struct{}{}}}
	core.hooks = cgo.NewHandle(core)
	var handle *C.tally_engine
	answer := C.go_engine_open(raw, C.uintptr_t(core.hooks), flag(options.Clock != nil), flag(options.Log != nil),
		flag(options.ZoneFile != nil), &handle)
	if err := failure(answer); err != nil {
		core.hooks.Delete()
		return nil, err
	}
	engine := &Engine{core: core}
	if answer.message != nil {
		engine.setAside = C.GoString(answer.message)
		C.free(unsafe.Pointer(answer.message))
	}
	core.handle = newHandle(unsafe.Pointer(handle), nil, func(unsafe.Pointer) { close(core.idle) })
	core.wake = func(raw unsafe.Pointer) { C.tally_engine_interrupt((*C.tally_engine)(raw)) }
	// Closing may take long, and is nothing for the goroutine of finalizers.
	runtime.SetFinalizer(engine, func(engine *Engine) { go func() { _ = engine.Close() }() })
	return engine, nil
}

// Close wakes goroutines that wait, waits for calls in progress, writes everything and closes the file. It also closes
// the accounts, feeds, scopes and nodes of the engine. A second call does nothing. After ErrThread (inside a callback)
// the engine is still open. After ErrIO and ErrFull it is closed.
func (e *Engine) Close() error { return e.CloseWithin(-1) }

// CloseWithin is Close with a limit of the time that writing may take; negative: no limit. After ErrTimeout the engine
// is closed, and what was not written is lost.
func (e *Engine) CloseWithin(timeout time.Duration) error {
	if C.tally_go_is_inside() != 0 {
		return &Error{StatusThread, "an engine cannot be closed inside a callback"}
	}
	core := e.core
	if !core.close() {
		<-core.idle
		return nil
	}
	runtime.SetFinalizer(e, nil)
	<-core.idle
	err := failure(C.go_engine_close((*C.tally_engine)(core.raw), milliseconds(timeout)))
	core.handles.close()
	core.hooks.Delete()
	return err
}

// enter lends the handle until leave.
func (e *Engine) enter() (*C.tally_engine, error) {
	raw, err := e.core.enter()
	return (*C.tally_engine)(raw), err
}

func (e *Engine) leave() { e.core.leave() }

// with calls C with the engine.
func (e *Engine) with(call func(engine *C.tally_engine) C.tally_go_answer) (Status, error) {
	return e.core.with(call)
}

func (c *core) with(call func(engine *C.tally_engine) C.tally_go_answer) (Status, error) {
	raw, err := c.enter()
	if err != nil {
		return StatusClosed, err
	}
	defer c.leave()
	return answered(call((*C.tally_engine)(raw)))
}

// SetAside returns what was wrong with a damaged file that was renamed, and its new name; otherwise "".
func (e *Engine) SetAside() string {
	return e.setAside
}

// Limit reads a limit of the engine, as EngineOptions has it. See SetLimit.
func (e *Engine) Limit(limit Limit) (int64, error) { return e.SetLimit(limit, LimitKeep) }

// Batch applies items to many accounts, in one transaction. It returns StatusOK, StatusPartial (some items were
// rejected) or StatusAlreadyApplied. The items' outputs are set, also after an error. options may be nil.
func (e *Engine) Batch(items []Item, options *ItemsOptions) (Status, error) {
	if options == nil {
		options = &ItemsOptions{}
	}
	texts := &texts{}
	defer texts.free()
	rows, raw := writeItems(items, texts), options.raw(texts)
	if texts.err != nil {
		return StatusArgument, texts.err
	}
	status, err := e.with(func(engine *C.tally_engine) C.tally_go_answer {
		return C.go_engine_batch(engine, rows, C.size_t(len(items)), raw)
	})
	readItems(rows, items)
	return status, err
}

// Import imports accounts and sources, in one transaction. It returns StatusOK or StatusPartial (some were rejected).
// The status of each import is set. Messages keep their keys, and revisions their epoch.
func (e *Engine) Import(imports []Import, flags ImportFlags) (Status, error) {
	texts := &texts{}
	defer texts.free()
	rows := writeImports(imports, texts)
	if texts.err != nil {
		return StatusArgument, texts.err
	}
	status, err := e.with(func(engine *C.tally_engine) C.tally_go_answer {
		return C.go_engine_import(engine, rows, C.size_t(len(imports)), C.uint32_t(flags))
	})
	readImports(rows, imports)
	return status, err
}

// OpenScope opens a scope, which holds observers, views and widgets. It lasts until it or the engine is closed, even if
// nothing refers to it any more.
func (e *Engine) OpenScope() (*Scope, error) {
	var raw *C.tally_scope
	_, err := e.with(func(engine *C.tally_engine) C.tally_go_answer { return C.go_scope_open(engine, &raw) })
	return newScope(e, raw, err)
}

// delivering calls C where callbacks may be called: what they panic with panics again from here.
func (e *Engine) delivering(call func(engine *C.tally_engine, catcher C.uintptr_t) C.tally_go_answer) (Status, error) {
	var caught panics
	catcher := cgo.NewHandle(&caught)
	status, err := e.with(func(engine *C.tally_engine) C.tally_go_answer {
		return call(engine, C.uintptr_t(catcher))
	})
	catcher.Delete()
	runtime.KeepAlive(e)
	caught.again()
	e.core.panics.again()
	return status, err
}

// Dispatch calls the callbacks of pending events, at most limit (0: all). It returns how many events were delivered,
// and whether the limit was reached.
func (e *Engine) Dispatch(limit int) (int, bool, error) {
	var count C.size_t
	status, err := e.delivering(func(engine *C.tally_engine, catcher C.uintptr_t) C.tally_go_answer {
		return C.go_engine_dispatch(engine, C.size_t(limit), &count, catcher)
	})
	return int(count), status == StatusMore, err
}

// Step does what is due and calls callbacks, in an engine that the host drives (EngineHostDriven). ErrThread: another
// goroutine is stepping, or this is a callback.
func (e *Engine) Step() error {
	if !e.core.stepping.TryLock() {
		return &Error{StatusThread, "somebody is stepping"}
	}
	defer e.core.stepping.Unlock()
	_, err := e.delivering(func(engine *C.tally_engine, catcher C.uintptr_t) C.tally_go_answer {
		return C.go_engine_step(engine, catcher)
	})
	return err
}

// Timeout returns how long the host may wait before Step has work; negative: no limit. ErrThread: a goroutine is
// stepping, which includes the callbacks of the step.
func (e *Engine) Timeout() (time.Duration, error) {
	if !e.core.stepping.TryLock() {
		return 0, &Error{StatusThread, "somebody is stepping"}
	}
	defer e.core.stepping.Unlock()
	var result C.int64_t
	_, err := e.with(func(engine *C.tally_engine) C.tally_go_answer { return C.go_engine_get_timeout(engine, &result) })
	if result < 0 {
		return -1, err
	}
	return durationOf(result), err
}

// SetNotify sets the function that wakes the host's loop; nil removes it. It is called on any thread, without a lock,
// when the queue is no longer empty. It must not close the engine.
func (e *Engine) SetNotify(notify func()) error {
	_, err := e.with(func(engine *C.tally_engine) C.tally_go_answer {
		if notify == nil {
			return C.go_engine_set_notify(engine, 0)
		}
		return C.go_engine_set_notify(engine, (&callback{notify: notify, core: e.core}).handle())
	})
	return err
}
