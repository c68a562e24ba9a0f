package tally

/*
#include "calls.h"
*/
import "C"

import (
	"runtime"
	"unsafe"
)

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
	feed := &Feed{engine: e, handle: newHandle(unsafe.Pointer(raw), e.core.handles, func(raw unsafe.Pointer) {
		C.tally_feed_release((*C.tally_feed)(raw))
	})}
	runtime.SetFinalizer(feed, (*Feed).Close)
	return feed, nil
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
