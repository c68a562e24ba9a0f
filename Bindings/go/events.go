package tally

/*
#include "calls.h"
*/
import "C"

import (
	"context"
	"time"
	"unsafe"
)

// NextEvent waits for an event, takes it, and calls its callback. It returns the context's error when the context ends,
// and ErrClosed when the engine is closed. It occupies a thread while it waits. With a host-driven engine it does not
// wait: the event is nil if none is pending.
func (e *Engine) NextEvent(ctx context.Context) (*Event, error) {
	defer e.interrupting(ctx)()
	return e.wait(ctx)
}

// PollEvent takes an event and calls its callback, without waiting. nil: none is pending.
func (e *Engine) PollEvent() (*Event, error) {
	return e.take(0)
}

// An EventStream sends events to C. See Engine.Events.
type EventStream struct {
	// C is closed when the stream has ended.
	C <-chan Event

	ended chan struct{}
	err   error
}

// Err returns why the stream has ended: the context's error, ErrClosed if the engine was closed, or another error. It
// returns nil while the stream continues, and if a host-driven engine has no more pending events.
func (s *EventStream) Err() error {
	select {
	case <-s.ended:
		return s.err
	default:
		return nil
	}
}

// Events sends all events to a channel, until the context ends or the engine is closed. Then it closes the channel, and
// Err returns why. A goroutine of its own sends the events and calls their callbacks. An event that nobody has received
// by the end is dropped. With a host-driven engine it sends the pending events.
func (e *Engine) Events(ctx context.Context) *EventStream {
	events := make(chan Event)
	stream := &EventStream{C: events, ended: make(chan struct{})}
	go func() {
		defer close(events)
		defer close(stream.ended)
		defer e.interrupting(ctx)()
		for {
			event, err := e.wait(ctx)
			if err != nil || event == nil {
				stream.err = err
				return
			}
			select {
			case events <- *event:
			case <-ctx.Done():
				stream.err = ctx.Err()
				return
			}
		}
	}()
	return stream
}

// wait takes the next event. Somebody has it interrupted when the context ends.
func (e *Engine) wait(ctx context.Context) (*Event, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		event, err := e.take(-1)
		if event != nil || err != nil || e.core.options.Flags&EngineHostDriven != 0 {
			return event, err
		}
	}
}

// interrupting wakes those who wait, from the end of the context until stop is called: one that is woken and whose
// context has not ended waits again.
func (e *Engine) interrupting(ctx context.Context) (stop func()) {
	if ctx.Done() == nil {
		return func() {}
	}
	ended := make(chan struct{})
	go func() {
		select {
		case <-ended:
			return
		case <-ctx.Done():
		}
		for {
			_, _ = e.with(func(engine *C.tally_engine) C.tally_go_answer { return C.go_engine_interrupt(engine) })
			select {
			case <-ended:
				return
			case <-time.After(time.Millisecond):
			}
		}
	}()
	return func() { close(ended) }
}

// take takes an event, and calls its callback. timeout: in milliseconds; -1: no limit. nil: the time passed, or it was
// interrupted.
func (e *Engine) take(timeout C.int64_t) (*Event, error) {
	raw := &C.tally_event{struct_size: C.sizeof_tally_event}
	text := make([]byte, 256)
	for {
		status, err := e.delivering(func(engine *C.tally_engine, catcher C.uintptr_t) C.tally_go_answer {
			return C.go_engine_next_event(engine, timeout, raw, (*C.char)(unsafe.Pointer(&text[0])), C.size_t(len(text)),
				catcher)
		})
		switch {
		case status == StatusBufferTooSmall:
			text = make([]byte, int(raw.text_length)+1)
		case err != nil:
			return nil, err
		case status == StatusEmpty:
			return nil, e.closedError()
		default:
			event := readEvent(raw, text[:raw.text_length])
			return &event, nil
		}
	}
}

// closedError is ErrClosed where it was closed.
func (e *Engine) closedError() error {
	_, err := e.core.enter()
	if err == nil {
		e.core.leave()
	}
	return err
}
