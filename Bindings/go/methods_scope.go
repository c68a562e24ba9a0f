// Code generated from include/tally.h by Bindings/tools/generate.py; DO NOT EDIT.

package tally

/*
#include "calls.h"
*/
import "C"

// Observe observes a path. The observer is notified at most once a transaction, and only if what the path shows
// changed.
//
//   - account: an account of the same engine
//   - path: root, or components separated by dots
//   - callback: nil: only [Engine.NextEvent] returns the events
//   - Subtree: the path itself and everything below it
//   - ObserveInitial: the current state of the path is reported first
//
// Observing twice with the same scope, account, path, Subtree flag and callback, which is not nil, is one observer.
// Each registration needs its own [Scope.Unobserve]. This holds for all observers and widgets.
//
// Returns a token that identifies the observer in events and for [Scope.Unobserve].
// Errors: [ErrPath], [ErrLimit].
// Cost: O(1); of a subtree O(badges shown below).
func (s *Scope) Observe(account *Account, path string, flags ObserveFlags, callback func(Event)) (Token, error) {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return 0, texts.err
	}
	handle, err := s.enter()
	if err != nil {
		return 0, err
	}
	defer s.leave()
	cAccount, err := account.enter()
	if err != nil {
		return 0, err
	}
	defer account.leave()
	var cToken C.uint64_t
	err = failure(C.go_observe(handle, cAccount, cPath, C.uint32_t(flags), eventHandle(callback), &cToken))
	return Token(cToken), err
}

// ObserveMessages observes the messages at a path; with Subtree also those below.
//
//   - account: an account of the same engine
//   - path: root, or components separated by dots
//   - callback: called with each event; nil: only [Engine.NextEvent] returns the events
//   - Subtree: the path itself and everything below it
//
// The observer is notified initially, and then at most once a transaction that adds, changes, removes, sees, reads or
// unreads any. The event has their numbers.
//
// Errors: [ErrPath], [ErrLimit], [ErrIO], [ErrFull], [ErrCorrupt].
// Cost: O(messages there), now and for each event.
func (s *Scope) ObserveMessages(account *Account, path string, flags ObserveFlags, callback func(Event)) (Token, error) {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return 0, texts.err
	}
	handle, err := s.enter()
	if err != nil {
		return 0, err
	}
	defer s.leave()
	cAccount, err := account.enter()
	if err != nil {
		return 0, err
	}
	defer account.leave()
	var cToken C.uint64_t
	err = failure(C.go_observe_messages(handle, cAccount, cPath, C.uint32_t(flags), eventHandle(callback), &cToken))
	return Token(cToken), err
}

// ObserveGroups observes the groups of an account.
//
//   - account: an account of the same engine
//   - callback: called with each event; nil: only [Engine.NextEvent] returns the events
//   - ObserveInitial: the current state of the path is reported first
//
// A group is reported at most once a transaction: if its messages change, it is seen, or the words of its summary
// change. It may be gone then. ObserveInitial reports all groups.
//
// Errors: [ErrLimit], [ErrIO], [ErrFull], [ErrCorrupt].
func (s *Scope) ObserveGroups(account *Account, flags ObserveFlags, callback func(Event)) (Token, error) {
	handle, err := s.enter()
	if err != nil {
		return 0, err
	}
	defer s.leave()
	cAccount, err := account.enter()
	if err != nil {
		return 0, err
	}
	defer account.leave()
	var cToken C.uint64_t
	err = failure(C.go_observe_groups(handle, cAccount, C.uint32_t(flags), eventHandle(callback), &cToken))
	return Token(cToken), err
}

// ObserveTotal observes the total over all logged-in accounts.
//
//   - callback: called with each event; nil: only [Engine.NextEvent] returns the events
//   - ObserveInitial: the current state of the path is reported first
//
// Errors: [ErrLimit].
func (s *Scope) ObserveTotal(flags ObserveFlags, callback func(Event)) (Token, error) {
	handle, err := s.enter()
	if err != nil {
		return 0, err
	}
	defer s.leave()
	var cToken C.uint64_t
	err = failure(C.go_observe_total(handle, C.uint32_t(flags), eventHandle(callback), &cToken))
	return Token(cToken), err
}

// ObserveFeed observes the requests of a feed, and the pages that the host delivers.
//
//   - callback: called with each event; nil: only [Engine.NextEvent] returns the events
//
// Each SYNCED of the feed then also comes with the observer's token. While the account is not in memory
// (MaxLoadedAccounts), its number is the last known one.
//
// Errors: [ErrLimit], [ErrNotFound] (the feed was removed).
func (s *Scope) ObserveFeed(feed *Feed, callback func(Event)) (Token, error) {
	handle, err := s.enter()
	if err != nil {
		return 0, err
	}
	defer s.leave()
	cFeed, err := feed.enter()
	if err != nil {
		return 0, err
	}
	defer feed.leave()
	var cToken C.uint64_t
	err = failure(C.go_observe_feed(handle, cFeed, 0, eventHandle(callback), &cToken))
	return Token(cToken), err
}

// ObserveFeeds observes all feeds of an account: SYNCED, DRIFT, and AUTH, also that of the outbox.
//
//   - callback: required
//   - account: nil: all accounts, also later ones
//
// The observer is called for the events that [Engine.NextEvent] returns without a token, before it returns them. In
// the callback they have the observer's token.
//
// Errors: [ErrLimit].
func (s *Scope) ObserveFeeds(account *Account, callback func(Event)) (Token, error) {
	handle, err := s.enter()
	if err != nil {
		return 0, err
	}
	defer s.leave()
	cAccount, err := account.enterIfAny()
	if err != nil {
		return 0, err
	}
	defer account.leaveIfAny()
	var cToken C.uint64_t
	err = failure(C.go_observe_feeds(handle, cAccount, 0, eventHandle(callback), &cToken))
	return Token(cToken), err
}

// ObserveReminders observes the reminders of an account: the event EventReminder, as [Scope.ObserveFeeds] does for
// feeds.
//
//   - callback: required
//   - account: nil: all accounts, also later ones
//
// Errors: [ErrLimit].
func (s *Scope) ObserveReminders(account *Account, callback func(Event)) (Token, error) {
	handle, err := s.enter()
	if err != nil {
		return 0, err
	}
	defer s.leave()
	cAccount, err := account.enterIfAny()
	if err != nil {
		return 0, err
	}
	defer account.leaveIfAny()
	var cToken C.uint64_t
	err = failure(C.go_observe_reminders(handle, cAccount, 0, eventHandle(callback), &cToken))
	return Token(cToken), err
}

// RefreshWidgets draws all widgets of the scope again, for example when a window has come back.
//
// Order: deeper paths first, then the bytes of the paths, then the order of binding.
func (s *Scope) RefreshWidgets() error {
	handle, err := s.enter()
	if err != nil {
		return err
	}
	defer s.leave()
	return failure(C.go_widget_refresh(handle))
}
