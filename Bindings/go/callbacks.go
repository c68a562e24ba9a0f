package tally

/*
#include "callbacks.h"
*/
import "C"

import (
	"runtime/cgo"
	"sync"
	"unsafe"
)

// panics keeps the first one of those that callbacks had.
type panics struct {
	mutex sync.Mutex
	is    bool
	value any
}

func (p *panics) keep(value any) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if !p.is {
		p.is, p.value = true, value
	}
}

// again panics with what was kept.
func (p *panics) again() {
	p.mutex.Lock()
	is, value := p.is, p.value
	p.is, p.value = false, nil
	p.mutex.Unlock()
	if is {
		panic(value)
	}
}

// catching runs a callback, and keeps what it panics with.
func (p *panics) catching(callback func()) (ended bool) {
	defer func() {
		if !ended {
			p.keep(recover())
		}
	}()
	callback()
	return true
}

// core is what an engine and its requests share, and what C's callbacks find. It does not know the Engine, so that
// that can be collected.
type core struct {
	*handle
	options EngineOptions
	hooks   cgo.Handle
	idle    chan struct{}
	// Panics for which there was no caller.
	panics   panics
	lastTime [2]int64
	// Held by who steps, or reads the timeout.
	stepping sync.Mutex
	// Accounts, feeds, scopes and nodes. Go collects a variable after its last use, but its observers must last.
	handles *handles
}

// A callback has no engine, so that it keeps none.
type callback struct {
	event     func(Event)
	widget    func(path string, presentation Presentation)
	notify    func()
	transport func(*Request)
	core      *core
}

func callbackOf(userData C.uintptr_t) *callback {
	return cgo.Handle(userData).Value().(*callback)
}

func (c *callback) handle() C.uintptr_t {
	return C.uintptr_t(cgo.NewHandle(c))
}

// eventHandle is 0 for no callback.
func eventHandle(event func(Event)) C.uintptr_t {
	if event == nil {
		return 0
	}
	return (&callback{event: event}).handle()
}

//export tallyGoEvent
func tallyGoEvent(userData, catcher C.uintptr_t, raw *C.tally_event, text *C.char) {
	cgo.Handle(catcher).Value().(*panics).catching(func() {
		callbackOf(userData).event(readEvent(raw, []byte(C.GoString(text))))
	})
}

//export tallyGoDraw
func tallyGoDraw(userData, catcher C.uintptr_t, path *C.char, raw *C.tally_presentation, text *C.char) {
	cgo.Handle(catcher).Value().(*panics).catching(func() {
		callbackOf(userData).widget(C.GoString(path), readPresentation(raw, []byte(C.GoString(text))))
	})
}

//export tallyGoNotify
func tallyGoNotify(userData C.uintptr_t) {
	callback := callbackOf(userData)
	callback.core.panics.catching(callback.notify)
}

//export tallyGoRelease
func tallyGoRelease(userData C.uintptr_t) {
	cgo.Handle(userData).Delete()
}

//export tallyGoRequest
func tallyGoRequest(userData C.uintptr_t, raw *C.tally_request) {
	callback := callbackOf(userData)
	request := &Request{
		Kind: RequestKind(raw.kind), ID: int64(raw.id), Method: C.GoString(raw.method), URL: C.GoString(raw.url),
		Headers: C.GoString(raw.headers), MaxSize: uint64(raw.max_size), RequestTimeout: durationOf(raw.request_timeout),
		IdleTimeout: durationOf(raw.idle_timeout), Flags: RequestFlags(raw.flags), core: callback.core,
	}
	if raw.body_size > 0 {
		request.Body = append([]byte(nil), unsafe.Slice((*byte)(raw.body), int(raw.body_size))...)
	}
	if !callback.core.panics.catching(func() { callback.transport(request) }) && request.Kind == RequestKindSend {
		_ = request.Fail(StatusNetwork, "the host's transport panicked")
	}
}

func coreOf(userData C.uintptr_t) *core {
	return cgo.Handle(userData).Value().(*core)
}

//export tallyGoClock
func tallyGoClock(userData C.uintptr_t, wall, elapsed *C.int64_t) {
	core := coreOf(userData)
	core.panics.mutex.Lock()
	now := core.lastTime
	core.panics.mutex.Unlock()
	if core.panics.catching(func() {
		wall, elapsed := core.options.Clock()
		now = [2]int64{wall.UnixMilli(), elapsed.Milliseconds()}
	}) {
		core.panics.mutex.Lock()
		core.lastTime = now
		core.panics.mutex.Unlock()
	}
	*wall, *elapsed = C.int64_t(now[0]), C.int64_t(now[1])
}

//export tallyGoLog
func tallyGoLog(userData C.uintptr_t, level C.int32_t, text *C.char) {
	core := coreOf(userData)
	core.panics.catching(func() { core.options.Log(LogLevel(level), C.GoString(text)) })
}

//export tallyGoZone
func tallyGoZone(userData C.uintptr_t, name *C.char, bytes unsafe.Pointer, capacity C.size_t) (size C.size_t) {
	core := coreOf(userData)
	core.panics.catching(func() {
		file := core.options.ZoneFile(C.GoString(name))
		if len(file) <= int(capacity) {
			size = C.size_t(copy(unsafe.Slice((*byte)(bytes), int(capacity)), file))
		}
	})
	return size
}
