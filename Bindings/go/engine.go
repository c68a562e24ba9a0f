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

// EngineOptions are the options of Open. A member that is left out has its default. Clock, Log and ZoneFile are called
// on any thread. Clock and ZoneFile are called with locks held: they must return soon, and must not use the engine.
type EngineOptions struct {
	Flags            EngineFlags
	File             string // Empty: in memory only.
	Durability       Durability
	MaxDepth         uint32
	MaxPathBytes     uint32
	MaxNodes         uint32
	MaxAccounts      uint32
	MaxFeeds         uint32
	MaxObservers     uint32
	MaxResponseBytes uint32
	CAFile           string
	UserAgent        string
	// The time of day, and the time since any moment, which never goes back. For tests.
	Clock             func() (wall time.Time, elapsed time.Duration)
	Log               func(level LogLevel, text string)
	LogLevel          LogLevel
	Seed              uint64
	BatchIDTime       time.Duration
	MaxBatchIDs       uint32
	MaxLoadedAccounts uint32
	MaxRequests       uint32
	// To one origin.
	MaxRequestsPerOrigin uint32
	MaxForgotten         uint32
	MaxMarks             uint32
	MaxFailedRows        uint32
	MaxRejected          uint32
	MaxReminderLog       uint32
	MaxCachedGroups      uint32
	MaxEvents            uint32
	MaxCompletions       uint32
	Zone                 string
	// The file of a zone (TZif); nil: there is none.
	ZoneFile func(name string) []byte
}

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
	// Not in Go's memory, since it has numbers where C has pointers.
	raw := (*C.tally_engine_options)(C.calloc(1, C.sizeof_tally_engine_options))
	defer C.free(unsafe.Pointer(raw))
	raw.struct_size = C.sizeof_tally_engine_options
	raw.flags = C.uint32_t(options.Flags)
	raw.file = texts.optional(options.File)
	raw.durability = C.int32_t(options.Durability)
	raw.max_depth = C.uint32_t(options.MaxDepth)
	raw.max_path_bytes = C.uint32_t(options.MaxPathBytes)
	raw.max_nodes = C.uint32_t(options.MaxNodes)
	raw.max_accounts = C.uint32_t(options.MaxAccounts)
	raw.max_feeds = C.uint32_t(options.MaxFeeds)
	raw.max_observers = C.uint32_t(options.MaxObservers)
	raw.max_response_bytes = C.uint32_t(options.MaxResponseBytes)
	raw.ca_file = texts.optional(options.CAFile)
	raw.user_agent = texts.optional(options.UserAgent)
	raw.log_level = C.int32_t(options.LogLevel)
	raw.seed = C.uint64_t(options.Seed)
	raw.batch_id_time = exactly(options.BatchIDTime)
	raw.max_batch_ids = C.uint32_t(options.MaxBatchIDs)
	raw.max_loaded_accounts = C.uint32_t(options.MaxLoadedAccounts)
	raw.max_requests = C.uint32_t(options.MaxRequests)
	raw.max_requests_per_origin = C.uint32_t(options.MaxRequestsPerOrigin)
	raw.max_forgotten = C.uint32_t(options.MaxForgotten)
	raw.max_marks = C.uint32_t(options.MaxMarks)
	raw.max_failed_rows = C.uint32_t(options.MaxFailedRows)
	raw.max_rejected = C.uint32_t(options.MaxRejected)
	raw.max_reminder_log = C.uint32_t(options.MaxReminderLog)
	raw.max_cached_groups = C.uint32_t(options.MaxCachedGroups)
	raw.max_events = C.uint32_t(options.MaxEvents)
	raw.max_completions = C.uint32_t(options.MaxCompletions)
	raw.zone = texts.optional(options.Zone)
	if texts.err != nil {
		return nil, texts.err
	}
	core := &core{options: options, idle: make(chan struct{}), scopes: map[*handle]struct{}{}}
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
	core.handle = newHandle(unsafe.Pointer(handle), func(unsafe.Pointer) { close(core.idle) })
	core.wake = func(raw unsafe.Pointer) { C.tally_engine_interrupt((*C.tally_engine)(raw)) }
	// Closing may take long, and is nothing for the goroutine of finalizers.
	runtime.SetFinalizer(engine, func(engine *Engine) { go func() { _ = engine.Close(-1) }() })
	return engine, nil
}

// Close wakes goroutines that wait, waits for calls in progress, writes everything and closes the file. timeout: how
// long writing may take; negative: no limit. A second call does nothing. After ErrThread (inside a callback) the engine
// is still open. After ErrIO, ErrFull and ErrTimeout it is closed.
func (e *Engine) Close(timeout time.Duration) error {
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
	core.closeScopes()
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

// named calls C with the engine and a text.
func (e *Engine) named(name string, call func(*C.tally_engine, *C.char) C.tally_go_answer) error {
	texts := &texts{}
	defer texts.free()
	text := texts.text(name)
	if texts.err != nil {
		return texts.err
	}
	_, err := e.with(func(engine *C.tally_engine) C.tally_go_answer { return call(engine, text) })
	return err
}

// SetAside returns what was wrong with a damaged file that was renamed, and its new name; otherwise "".
func (e *Engine) SetAside() string {
	return e.setAside
}

// OpenAccount opens an account, and creates it if it does not exist. options may be nil.
func (e *Engine) OpenAccount(name string, options *AccountOptions) (*Account, error) {
	if options == nil {
		options = &AccountOptions{}
	}
	var raw *C.tally_account
	err := e.named(name, func(engine *C.tally_engine, name *C.char) C.tally_go_answer {
		return C.go_account_open(engine, name, options.raw(nil), &raw)
	})
	if err != nil {
		return nil, err
	}
	return e.account(raw), nil
}

// FindAccount finds an open account by its identifier, as events have it. ErrNotFound: no open account has it.
func (e *Engine) FindAccount(id int64) (*Account, error) {
	var raw *C.tally_account
	_, err := e.with(func(engine *C.tally_engine) C.tally_go_answer {
		return C.go_account_find(engine, C.int64_t(id), &raw)
	})
	if err != nil {
		return nil, err
	}
	return e.account(raw), nil
}

func (e *Engine) account(raw *C.tally_account) *Account {
	account := &Account{engine: e, handle: newHandle(unsafe.Pointer(raw), func(raw unsafe.Pointer) {
		C.tally_account_release((*C.tally_account)(raw))
	})}
	runtime.SetFinalizer(account, (*Account).Close)
	return account
}

// Accounts lists the names of the stored accounts. after: the next of the page before; "": the first page. A next of ""
// means that there are no more.
func (e *Engine) Accounts(after string, limit int) (names []string, next string, err error) {
	texts := &texts{}
	defer texts.free()
	text := texts.optional(after)
	if texts.err != nil {
		return nil, "", texts.err
	}
	raw, err := e.core.enter()
	if err != nil {
		return nil, "", err
	}
	defer e.core.leave()
	read := func(row *C.tally_account_entry, text []byte) string {
		return at(text, row.name.offset, row.name.length)
	}
	return listOut(limit, text, read, func(rows *C.tally_rows, behind *C.char) C.tally_go_answer {
		return C.go_account_list((*C.tally_engine)(raw), 0, behind, rows)
	})
}

// OpenScope opens a scope, which holds observers, views and widgets. It lasts until it or the engine is closed, even if
// nothing refers to it any more.
func (e *Engine) OpenScope() (*Scope, error) {
	var raw *C.tally_scope
	_, err := e.with(func(engine *C.tally_engine) C.tally_go_answer { return C.go_scope_open(engine, &raw) })
	if err != nil {
		return nil, err
	}
	scope := &Scope{engine: e, handle: newHandle(unsafe.Pointer(raw), func(raw unsafe.Pointer) {
		C.tally_scope_close((*C.tally_scope)(raw))
	})}
	e.core.keepScope(scope.handle)
	return scope, nil
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
