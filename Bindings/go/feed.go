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

// AddFeed adds a feed, or changes the options of one.
func (a *Account) AddFeed(name string, options FeedOptions) (*Feed, error) {
	texts := &texts{}
	defer texts.free()
	cName, cOptions := texts.text(name), options.raw(texts)
	if texts.err != nil {
		return nil, texts.err
	}
	var raw *C.tally_feed
	_, err := a.with(func(account *C.tally_account) C.tally_go_answer {
		return C.go_feed_add(account, cName, cOptions, &raw)
	})
	if err != nil {
		return nil, err
	}
	return a.feed(raw), nil
}

// FindFeed finds a feed that runs, or that is stored with its options. It runs from now on.
func (a *Account) FindFeed(name string) (*Feed, error) {
	texts := &texts{}
	defer texts.free()
	cName := texts.text(name)
	if texts.err != nil {
		return nil, texts.err
	}
	var raw *C.tally_feed
	_, err := a.with(func(account *C.tally_account) C.tally_go_answer { return C.go_feed_find(account, cName, &raw) })
	if err != nil {
		return nil, err
	}
	return a.feed(raw), nil
}

// FeedWithID finds a feed by its identifier, as events and messages have it. It acts like FindFeed.
func (a *Account) FeedWithID(id int64) (*Feed, error) {
	var raw *C.tally_feed
	_, err := a.with(func(account *C.tally_account) C.tally_go_answer {
		return C.go_feed_with_id(account, C.int64_t(id), &raw)
	})
	if err != nil {
		return nil, err
	}
	return a.feed(raw), nil
}

func (a *Account) feed(raw *C.tally_feed) *Feed {
	feed := &Feed{engine: a.engine, handle: newHandle(unsafe.Pointer(raw), func(raw unsafe.Pointer) {
		C.tally_feed_release((*C.tally_feed)(raw))
	})}
	runtime.SetFinalizer(feed, (*Feed).Close)
	return feed
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
