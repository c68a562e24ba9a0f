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
	feed := &Feed{engine: a.engine, handle: newHandle(unsafe.Pointer(raw), func(raw unsafe.Pointer) {
		C.tally_feed_release((*C.tally_feed)(raw))
	})}
	runtime.SetFinalizer(feed, (*Feed).Close)
	return feed, nil
}

// Feeds lists the stored feeds by their names, those after one ("": from the first), and whether there are more.
func (a *Account) Feeds(after string, limit int) ([]FeedEntry, bool, error) {
	texts := &texts{}
	cAfter := texts.optional(after)
	return pageOf(a, texts, limit, readFeedEntry,
		func(account *C.tally_account, to place) C.tally_go_answer {
			return C.go_feed_list(account, cAfter, to)
		})
}

// Rejected lists the rejected items of a feed after a number, and whether there are more.
func (a *Account) Rejected(feed int64, after uint64, limit int) ([]Rejected, bool, error) {
	return pageOf(a, &texts{}, limit, readRejected,
		func(account *C.tally_account, to place) C.tally_go_answer {
			return C.go_feed_rejected(account, C.int64_t(feed), C.uint64_t(after), to)
		})
}

// Push applies a push.
func (a *Account) Push(payload []byte) error {
	_, err := a.with(func(account *C.tally_account) C.tally_go_answer {
		bytes, size := data(payload)
		return C.go_push(account, bytes, size)
	})
	return err
}

// PushBadgePath sets the path whose badge follows the number for the icon in pushes; nil: none.
func (a *Account) PushBadgePath(path *string) error {
	texts := &texts{}
	defer texts.free()
	text := texts.pointer(path)
	if texts.err != nil {
		return texts.err
	}
	_, err := a.with(func(account *C.tally_account) C.tally_go_answer { return C.go_push_badge_path(account, text) })
	return err
}

// Close releases the handle.
func (f *Feed) Close() {
	runtime.SetFinalizer(f, nil)
	f.handle.close()
}

func (f *Feed) with(call func(feed *C.tally_feed) C.tally_go_answer) error {
	raw, err := f.handle.enter()
	if err != nil {
		return err
	}
	defer f.handle.leave()
	return failure(call((*C.tally_feed)(raw)))
}

// State reads the state of the feed.
func (f *Feed) State() (FeedState, error) {
	handle, err := f.handle.enter()
	if err != nil {
		return FeedState{}, err
	}
	defer f.handle.leave()
	raw := &C.tally_feed_state{struct_size: C.sizeof_tally_feed_state}
	title, err := textOut(func(buffer *C.char, capacity C.size_t, length *C.size_t) C.tally_go_answer {
		return C.go_feed_get((*C.tally_feed)(handle), raw, buffer, capacity, length)
	})
	return readFeedState(raw, []byte(title)), err
}

// Remove removes the feed and its messages. Its handles fail with ErrNotFound.
func (f *Feed) Remove() error {
	return f.with(func(feed *C.tally_feed) C.tally_go_answer { return C.go_feed_remove(feed) })
}

// Refresh polls soon, unless a request is in flight.
func (f *Feed) Refresh() error {
	return f.with(func(feed *C.tally_feed) C.tally_go_answer { return C.go_feed_refresh(feed) })
}

// Cancel cancels the request in flight.
func (f *Feed) Cancel() error {
	return f.with(func(feed *C.tally_feed) C.tally_go_answer { return C.go_feed_cancel(feed) })
}

// PageShown reports that a page of the application, 0 to 7, is shown, and returns what is known of it.
func (f *Feed) PageShown(page uint32) (PageInfo, error) {
	raw := &C.tally_page_info{struct_size: C.sizeof_tally_page_info}
	err := f.with(func(feed *C.tally_feed) C.tally_go_answer {
		return C.go_feed_page_shown(feed, C.uint32_t(page), raw)
	})
	return readPageInfo(raw, nil), err
}

// PageHidden reports that the page is no longer shown.
func (f *Feed) PageHidden(page uint32) error {
	return f.with(func(feed *C.tally_feed) C.tally_go_answer { return C.go_feed_page_hidden(feed, C.uint32_t(page)) })
}

// Pause pauses or resumes the feed.
func (f *Feed) Pause(paused bool) error {
	return f.with(func(feed *C.tally_feed) C.tally_go_answer { return C.go_feed_pause(feed, integer(paused)) })
}

// RefreshNow sends a request immediately. It returns the token of the completion. The callback, which may be nil, is
// called once, with the completion.
func (f *Feed) RefreshNow(callback func(Event)) (Token, error) {
	var token C.uint64_t
	err := f.with(func(feed *C.tally_feed) C.tally_go_answer {
		return C.go_feed_refresh_now(feed, eventHandle(callback), &token)
	})
	return Token(token), err
}

// Deliver applies a page that the host has received in another way.
func (f *Feed) Deliver(page []byte) error {
	return f.with(func(feed *C.tally_feed) C.tally_go_answer {
		bytes, size := data(page)
		return C.go_feed_deliver(feed, bytes, size)
	})
}

// Push applies a push about this feed.
func (f *Feed) Push(payload []byte) error {
	return f.with(func(feed *C.tally_feed) C.tally_go_answer {
		bytes, size := data(payload)
		return C.go_feed_push(feed, bytes, size)
	})
}
