package tally

/*
#include "calls.h"
*/
import "C"

import "time"

// A Request is a request for the host's transport: to send (RequestKindSend), or to cancel (RequestKindCancel).
type Request struct {
	Kind           RequestKind
	ID             int64
	Method         string
	URL            string
	Headers        string // Lines, each ended by CR and LF.
	Body           []byte
	MaxSize        uint64
	RequestTimeout time.Duration
	IdleTimeout    time.Duration
	Flags          RequestFlags

	core *core
}

// SetTransport sends requests through a function of the host; nil: libcurl sends them again. The function is called on
// the loop thread, one call at a time, and should hand the request on. If it panics, the request fails with
// StatusNetwork.
func (e *Engine) SetTransport(transport func(*Request)) error {
	_, err := e.with(func(engine *C.tally_engine) C.tally_go_answer {
		if transport == nil {
			return C.go_engine_set_transport(engine, 0)
		}
		return C.go_engine_set_transport(engine, (&callback{transport: transport, core: e.core}).handle())
	})
	return err
}

// Respond reports the response to a request, once, on any goroutine. status: of HTTP, after redirects. ErrNotFound: the
// request has ended.
func (r *Request) Respond(status int, headers string, body []byte) error {
	texts := &texts{}
	defer texts.free()
	text := texts.optional(headers)
	if texts.err != nil {
		return texts.err
	}
	_, err := r.core.with(func(engine *C.tally_engine) C.tally_go_answer {
		bytes, size := data(body)
		return C.go_transport_respond(engine, C.int64_t(r.ID), C.int32_t(status), text, bytes, size)
	})
	return err
}

// Fail reports that there is no response, with StatusNetwork, StatusTLS, StatusTimeout, StatusProtocol or
// StatusTooLarge, and a description of the error.
func (r *Request) Fail(status Status, why string) error {
	return r.Respond(int(status), "", []byte(why))
}

// Progress reports that a part of the response has come.
func (r *Request) Progress() error {
	_, err := r.core.with(func(engine *C.tally_engine) C.tally_go_answer {
		return C.go_transport_progress(engine, C.int64_t(r.ID))
	})
	return err
}
