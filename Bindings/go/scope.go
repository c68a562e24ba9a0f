package tally

/*
#include "calls.h"
*/
import "C"

// A Token identifies an observer, a view, a widget or a completion in events, and for Unobserve.
type Token uint64

// watch calls C with the scope, an account and a text.
func (s *Scope) watch(account *Account, path string,
	call func(*C.tally_scope, *C.tally_account, *C.char, *C.uint64_t) C.tally_go_answer) (Token, Status, error) {
	texts := &texts{}
	defer texts.free()
	text := texts.text(path)
	if texts.err != nil {
		return 0, StatusArgument, texts.err
	}
	raw, err := account.enter()
	if err != nil {
		return 0, StatusClosed, err
	}
	defer account.handle.leave()
	var token C.uint64_t
	status, err := s.with(func(scope *C.tally_scope) C.tally_go_answer { return call(scope, raw, text, &token) })
	return Token(token), status, err
}

// Unobserve removes an observer, ends a view, or unbinds a widget. When it returns, the callback is never called again.
// Inside a callback it does not wait for calls that could not return before it does: see tally_unobserve in tally.h.
// A token that the scope does not have is accepted.
func (s *Scope) Unobserve(token Token) {
	if scope, err := s.enter(); err == nil { // A scope that was closed has none.
		defer s.leave()
		C.tally_unobserve(scope, C.uint64_t(token))
	}
}

// Bind binds a widget to a path. It is called with how to draw the current state, and whenever that changes. Kind is
// KindDot and so on.
func (s *Scope) Bind(account *Account, path string, widget func(path string, presentation Presentation)) (Token, error) {
	if widget == nil {
		return 0, &Error{StatusArgument, "a widget is a function"}
	}
	token, _, err := s.watch(account, path,
		func(scope *C.tally_scope, account *C.tally_account, path *C.char, token *C.uint64_t) C.tally_go_answer {
			return C.go_widget_bind(scope, account, path, (&callback{widget: widget}).handle(), token)
		})
	return token, err
}

// BeginView reports that the user looks at a path, until EndView; with Subtree, at everything below it too. With
// ViewRead, messages are marked read, not only seen. StatusHeld: a child contributes a badge.
func (s *Scope) BeginView(account *Account, path string, flags ViewFlags) (Token, Status, error) {
	return s.watch(account, path,
		func(scope *C.tally_scope, account *C.tally_account, path *C.char, token *C.uint64_t) C.tally_go_answer {
			return C.go_view_begin(scope, account, path, C.uint32_t(flags), token)
		})
}

// EndView reports that the user no longer looks. It accepts the tokens that Unobserve accepts.
func (s *Scope) EndView(token Token) {
	if scope, err := s.enter(); err == nil {
		defer s.leave()
		C.tally_view_end(scope, C.uint64_t(token))
	}
}
