// Code generated from include/tally.h by Bindings/tools/generate.py; DO NOT EDIT.

package tally

/*
#include "calls.h"
*/
import "C"

// AddFeed adds a feed, or changes the options of one.
//
// A feed is stored with its account and its options, and continues from its cursor. In later runs it runs as soon as
// its account is logged in. The options replace those that are stored. If the URL, prefix, MappingPreset or bytes of
// the mapping changed, the feed requests everything again, and the response replaces its messages.
//
// Errors: [ErrArgument] (also: an unknown profile), [ErrMalformed] (the mapping), [ErrURL], [ErrPath], [ErrRange],
// [ErrLimit], [ErrIO], [ErrFull].
func (a *Account) AddFeed(name string, options FeedOptions) (*Feed, error) {
	texts := &texts{}
	defer texts.free()
	cName, cOptions := texts.text(name), options.raw(texts)
	if texts.err != nil {
		return nil, texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return nil, err
	}
	defer a.leave()
	var raw *C.tally_feed
	err = failure(C.go_feed_add(handle, cName, cOptions, &raw))
	return newFeed(a.engine, raw, err)
}

// FindFeed finds a feed that runs, or that is stored with its options. It runs from now on.
//
// Errors: [ErrNotFound], [ErrLimit], [ErrIO], [ErrCorrupt].
func (a *Account) FindFeed(name string) (*Feed, error) {
	texts := &texts{}
	defer texts.free()
	cName := texts.text(name)
	if texts.err != nil {
		return nil, texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return nil, err
	}
	defer a.leave()
	var raw *C.tally_feed
	err = failure(C.go_feed_find(handle, cName, &raw))
	return newFeed(a.engine, raw, err)
}

// FindFeedByID finds a feed by its identifier, as events and messages have it. It acts like [Account.FindFeed].
//
//   - id: its identifier
//
// [Account.Feeds] has the names of the identifiers.
//
// Errors: [ErrNotFound] (also: FeedLocal was not added), [ErrLimit], [ErrIO], [ErrCorrupt].
func (a *Account) FindFeedByID(id int64) (*Feed, error) {
	handle, err := a.enter()
	if err != nil {
		return nil, err
	}
	defer a.leave()
	var raw *C.tally_feed
	err = failure(C.go_feed_find_by_id(handle, C.int64_t(id), &raw))
	return newFeed(a.engine, raw, err)
}

// Feeds lists the stored feeds of an account, by the bytes of their names. They run in this run or not.
//
//   - after: the next of the page before; "": the first page
//   - limit: the largest number of rows
//
// Errors: [ErrIO], [ErrCorrupt].
// Cost: O(rows).
func (a *Account) Feeds(after string, limit int) (rows []FeedEntry, next string, err error) {
	texts := &texts{}
	defer texts.free()
	cAfter := texts.optional(after)
	if texts.err != nil {
		return nil, "", texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return nil, "", err
	}
	defer a.leave()
	return listOut(limit, cAfter, readFeedEntry, func(rows *C.tally_rows, behind *C.char) C.tally_go_answer {
		return C.go_feed_list(handle, 0, behind, rows)
	})
}

// AllFeeds returns all rows of [Account.Feeds], from as many calls as they take.
func (a *Account) AllFeeds() ([]FeedEntry, error) {
	return allOf(func(after string) ([]FeedEntry, string, error) {
		return a.Feeds(after, 1000)
	})
}

// Rejected lists the rejected items of a feed by their identifiers, the oldest first.
//
//   - feed: its identifier; for an unknown one the list is empty
//   - after: the next of the page before; "": the first page
//   - limit: the largest number of rows
//
// The last MaxRejected are kept until the feed requests everything again. Exports of accounts do not contain them.
//
// Errors: [ErrIO], [ErrCorrupt].
func (a *Account) Rejected(feed int64, after string, limit int) (rows []Rejected, next string, err error) {
	texts := &texts{}
	defer texts.free()
	cAfter := texts.optional(after)
	if texts.err != nil {
		return nil, "", texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return nil, "", err
	}
	defer a.leave()
	return listOut(limit, cAfter, readRejected, func(rows *C.tally_rows, behind *C.char) C.tally_go_answer {
		return C.go_feed_list_rejected(handle, C.int64_t(feed), 0, behind, rows)
	})
}

// AllRejected returns all rows of [Account.Rejected], from as many calls as they take.
func (a *Account) AllRejected(feed int64) ([]Rejected, error) {
	return allOf(func(after string) ([]Rejected, string, error) {
		return a.Rejected(feed, after, 1000)
	})
}

// Remove removes a feed, its messages, and the badges that its responses have set. Where another feed has set a badge
// before, or the host has, that one shows again.
//
// Pending completions get [ErrCancelled].
//
// Errors: [ErrIO], [ErrFull].
func (f *Feed) Remove() error {
	handle, err := f.enter()
	if err != nil {
		return err
	}
	defer f.leave()
	return failure(C.go_feed_remove(handle))
}

// Refresh polls soon, unless a request is in flight.
//
// Errors: [ErrLoggedOut], [ErrUnsupported] (no URL).
func (f *Feed) Refresh() error {
	handle, err := f.enter()
	if err != nil {
		return err
	}
	defer f.leave()
	return failure(C.go_feed_refresh(handle))
}

// PageShown reports that a page is shown. A page that is shown at log-in is shown for the first time then. Repeating
// the call does nothing.
//
//   - page: its number, below MaxFeedPages
//
// Returns -1 and zeros if the user does not begin to see the page.
// Errors: [ErrRange] (of the page).
func (f *Feed) PageShown(page uint32) (PageInfo, error) {
	handle, err := f.enter()
	if err != nil {
		return PageInfo{}, err
	}
	defer f.leave()
	raw := &C.tally_page_info{struct_size: C.sizeof_tally_page_info}
	err = failure(C.go_feed_show_page(handle, C.uint32_t(page), raw))
	return readPageInfo(raw, nil), err
}

// PageHidden reports that a page is no longer shown. Repeating the call does nothing.
//
// Errors: [ErrRange].
func (f *Feed) PageHidden(page uint32) error {
	handle, err := f.enter()
	if err != nil {
		return err
	}
	defer f.leave()
	return failure(C.go_feed_hide_page(handle, C.uint32_t(page)))
}

// Cancel cancels the request in flight and the one that waits for it, if any.
//
// Completions get [ErrCancelled], and no SYNCED follows. Pages that were applied stay. The feed goes on with its
// interval.
func (f *Feed) Cancel() error {
	handle, err := f.enter()
	if err != nil {
		return err
	}
	defer f.leave()
	return failure(C.go_feed_cancel(handle))
}

// Pause pauses or resumes a feed.
//
// A paused feed polls neither by timers nor because of pages. A request in flight, [Feed.Refresh] and
// [Feed.RefreshNow] work as usual. What became due meanwhile happens once. Not stored.
func (f *Feed) Pause(paused bool) error {
	handle, err := f.enter()
	if err != nil {
		return err
	}
	defer f.leave()
	return failure(C.go_feed_pause(handle, integer(paused)))
}

// SetCredential gives a feed a credential of its own, or replaces it. It goes to the server of the feed's URL, and to
// no other one.
//
// If the feed gets a URL of another server, the credential is not sent until it is set again.
//
// Errors: [ErrURL] (the feed has none), [ErrArgument] (as [Account.SetCredential]), [ErrIO], [ErrFull].
func (f *Feed) SetCredential(credential Credential) error {
	texts := &texts{}
	defer texts.free()
	cCredential := credential.raw(texts)
	if texts.err != nil {
		return texts.err
	}
	handle, err := f.enter()
	if err != nil {
		return err
	}
	defer f.leave()
	return failure(C.go_feed_set_credential(handle, cCredential))
}

// RemoveCredential removes the feed's own credential: that of the account for its server counts again.
//
// Errors: [ErrIO], [ErrFull].
func (f *Feed) RemoveCredential() error {
	handle, err := f.enter()
	if err != nil {
		return err
	}
	defer f.leave()
	return failure(C.go_feed_remove_credential(handle))
}

// RefreshNow sends a request immediately, ignoring the polling interval.
//
//   - callback: called with each event; nil: only [Engine.NextEvent] returns the events
//
// Exactly one COMPLETION follows. Its result is [StatusOK], [StatusNotModified], [ErrUnauthorized], [ErrRateLimited]
// (with RetryAfter), [ErrLoggedOut], [ErrCancelled] or another error. If a request is in flight, one more follows it,
// which all callers share. At most MaxCompletions calls are in progress, or have their COMPLETION pending.
//
// Returns the token of the event.
// Errors: [ErrUnsupported] (no URL), [ErrLimit] (MaxCompletions).
func (f *Feed) RefreshNow(callback func(Event)) (Token, error) {
	handle, err := f.enter()
	if err != nil {
		return 0, err
	}
	defer f.leave()
	var cToken C.uint64_t
	err = failure(C.go_feed_refresh_now(handle, eventHandle(callback), &cToken))
	return Token(cToken), err
}

// State reads the state of a feed, and its title: the last one that the server sent, or that of the options.
func (f *Feed) State() (FeedState, error) {
	handle, err := f.enter()
	if err != nil {
		return FeedState{}, err
	}
	defer f.leave()
	raw := &C.tally_feed_state{struct_size: C.sizeof_tally_feed_state}
	text, err := textOut(func(buffer *C.char, capacity C.size_t, length *C.size_t) C.tally_go_answer {
		return C.go_feed_get(handle, raw, buffer, capacity, length)
	})
	return readFeedState(raw, []byte(text)), err
}

// Deliver applies a page that the host received in another way.
//
// The page is applied like a response with status 200: in one transaction, and by the feed's mapping if there is one.
// A SYNCED event follows. Timers are unchanged.
//
// If a request would start from scratch (reset, another epoch, a new URL), this page replaces everything and must not
// say more. Otherwise more is ignored. What the user reads or unreads during a request stays. A request in flight
// continues; if its response has news, it is repeated from this page's cursor, so the cursor never goes back.
//
// Errors: [ErrProtocol], [ErrTooLarge] (MaxResponseBytes), [ErrLoggedOut], [ErrCancelled] (the URL has just changed),
// [ErrLimit], [ErrIO], [ErrFull].
// Cost: O(size).
func (f *Feed) Deliver(page []byte) error {
	handle, err := f.enter()
	if err != nil {
		return err
	}
	defer f.leave()
	cPage, cPageCount := data(page)
	return failure(C.go_feed_deliver(handle, cPage, cPageCount))
}

// Push applies a push to one feed, as [Account.Push] does. feed in the payload is ignored.
//
// Errors: [ErrProtocol], [ErrTooLarge], [ErrLoggedOut], [ErrLimit], [ErrIO], [ErrFull].
func (f *Feed) Push(payload []byte) error {
	handle, err := f.enter()
	if err != nil {
		return err
	}
	defer f.leave()
	cPayload, cPayloadCount := data(payload)
	return failure(C.go_feed_push(handle, cPayload, cPayloadCount))
}
