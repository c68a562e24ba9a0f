// Package tally keeps trees of unread badges, carries every change up, reports exactly what changed, and stores all of
// it. It is the Go package over the C library libtally.
//
//	engine, err := tally.Open(tally.EngineOptions{File: "badges.db"}) // without File: in memory
//	account, err := engine.OpenAccount("ann", nil)
//	err = account.Set("root.chat.bo", 3)
//	badge, err := account.Get("root") // Kind KindNumber, Count 3
//	err = engine.Close()
//
// Timestamps are a time.Time, which is passed on in whole milliseconds. The zero time means none: a badge without an
// end, or a feed that was never polled. Durations are a time.Duration, in whole milliseconds, rounded away from 0.
// Flags have types, such as ObserveFlags. Members of structures have the names of tally.h, which says what they mean.
// Constants have them without TALLY_.
//
// # Ownership
//
// Engine, Account, Feed, Scope, Node and Snapshot have a Close, which may be called at any time, in any order and more
// than once. A finalizer calls it for objects that were not closed. Objects that are closed, or outlive their engine,
// return ErrClosed. Engine.Close also closes the accounts, feeds, scopes and nodes of the engine. An engine is not
// collected while its own callbacks refer to it, so close it. Only Engine.Close reports whether everything was written.
//
// # Goroutines
//
// Any goroutine may call any method. Engine.Close wakes goroutines that wait in NextEvent, and waits for calls in
// progress. Later calls return ErrClosed. One goroutine at a time may call Step or Timeout; a second one gets
// ErrThread.
//
// # Callbacks
//
// Callbacks run inside Dispatch, NextEvent and Step, on the goroutine that called them. If several goroutines do,
// callbacks run at the same time. If a callback panics, the call that ran it panics after the other callbacks have run,
// with the first panic. A panic of a notify, log, clock, zone or transport function is raised by the next of these
// calls. A callback must not end its goroutine (runtime.Goexit, testing's FailNow).
//
// # Errors
//
// Errors are *Error; errors.Is(err, tally.ErrPath) compares the status. Qualified successes, such as StatusHeld, are
// results.
//
// A Go program does not fork without exec, so what tally.h says about fork is of no concern.
package tally

/*
#cgo pkg-config: tally
#include "calls.h"
*/
import "C"

import (
	"fmt"
	"strings"
	"unsafe"
)

// A Status is the result of a call: 0 is OK, a negative number an error, a positive number a qualified success.
type Status int32

// String returns the name of a status, "TALLY_ERROR_PATH".
func (s Status) String() string {
	return C.GoString(C.tally_status_name(C.tally_status(s)))
}

// Message returns an English sentence that describes a status in general.
func (s Status) Message() string {
	return C.GoString(C.tally_status_message(C.tally_status(s)))
}

// An Error is a failed call, with a description.
type Error struct {
	Status  Status
	Message string
}

func (e *Error) Error() string {
	message := e.Message
	if message == "" {
		message = e.Status.Message()
	}
	return fmt.Sprintf("tally: %s (%s)", message, e.Status)
}

// Is reports whether an error has the same status.
func (e *Error) Is(target error) bool {
	other, is := target.(*Error)
	return is && other.Status == e.Status
}

// LibraryVersion returns the version of the library at run time: major * 1,000,000 + minor * 1,000 + patch, and as
// text.
func LibraryVersion() (uint32, string) {
	return uint32(C.tally_version()), C.GoString(C.tally_version_text())
}

// String returns a pointer to a text, for options where none and an empty text differ.
func String(text string) *string {
	return &text
}

// Int32 returns a pointer to a number, for options where none and 0 differ.
func Int32(number int32) *int32 {
	return &number
}

// Given returns a pointer to a value, for options where none and 0 differ: Given(UnitDay).
func Given[T any](value T) *T {
	return &value
}

// nameOf is the name of a constant, or its type and number.
func nameOf(value int64, names map[int64]string, kind string) string {
	if name, is := names[value]; is {
		return name
	}
	return fmt.Sprintf("%s(%d)", kind, value)
}

// namesOf are the names of flags; those without a name are one number.
func namesOf(value int64, names map[int64]string, kind string) string {
	found, rest := []string{}, value
	for bit := int64(1); bit <= value; bit <<= 1 {
		if name, is := names[bit]; is && value&bit != 0 {
			found, rest = append(found, name), rest&^bit
		}
	}
	if rest != 0 || value == 0 {
		found = append(found, fmt.Sprintf("%s(%d)", kind, rest))
	}
	return strings.Join(found, "|")
}

// answered makes an error of an answer, and frees its message.
func answered(answer C.tally_go_answer) (Status, error) {
	if answer.status >= 0 {
		return Status(answer.status), nil
	}
	err := &Error{Status: Status(answer.status), Message: C.GoString(answer.message)}
	C.free(unsafe.Pointer(answer.message))
	return err.Status, err
}

func failure(answer C.tally_go_answer) error {
	_, err := answered(answer)
	return err
}

// texts are those that a call lends to C.
type texts struct {
	held []unsafe.Pointer
	err  error
	// The error says which structure it is about.
	isPlaced bool
}

func (t *texts) free() {
	for _, held := range t.held {
		C.free(held)
	}
}

func (t *texts) text(text string) *C.char {
	if at := strings.IndexByte(text, 0); at >= 0 {
		if t.err == nil {
			t.err = &Error{StatusArgument, fmt.Sprintf("a text holds U+0000, at byte %d", at)}
		}
		return nil
	}
	result := C.CString(text)
	t.held = append(t.held, unsafe.Pointer(result))
	return result
}

// optional is NULL for an empty text.
func (t *texts) optional(text string) *C.char {
	if text == "" {
		return nil
	}
	return t.text(text)
}

// pointer is NULL for nil.
func (t *texts) pointer(text *string) *C.char {
	if text == nil {
		return nil
	}
	return t.text(*text)
}

// zeros is memory of C's, freed with the texts.
func (t *texts) zeros(count int, size C.size_t) unsafe.Pointer {
	memory := C.calloc(C.size_t(count+1), size)
	t.held = append(t.held, memory)
	return memory
}

// bytes is a copy of bytes, since C's memory must not point to Go's.
func (t *texts) bytes(bytes []byte) unsafe.Pointer {
	memory := C.CBytes(bytes)
	t.held = append(t.held, memory)
	return memory
}

// at says which of many structures had the wrong text, unless an earlier one had.
func (t *texts) at(what string, index int) {
	if wrong, is := t.err.(*Error); is && !t.isPlaced {
		wrong.Message, t.isPlaced = fmt.Sprintf("%s %d: %s", what, index, wrong.Message), true
	}
}

// data lends bytes; C only reads them, during the call.
func data(bytes []byte) (unsafe.Pointer, C.size_t) {
	if len(bytes) == 0 {
		return nil, 0
	}
	return unsafe.Pointer(&bytes[0]), C.size_t(len(bytes))
}

// keysOf lends keys.
func keysOf(keys []int64) (*C.int64_t, C.size_t) {
	if len(keys) == 0 {
		return nil, 0
	}
	return (*C.int64_t)(&keys[0]), C.size_t(len(keys))
}

// styleOf is NULL for nil.
func styleOf(style *Style, texts *texts) *C.tally_style {
	if style == nil {
		return nil
	}
	return style.raw(texts)
}

func integer(is bool) C.int32_t {
	return C.int32_t(flag(is))
}

func at(text []byte, offset, length C.uint32_t) string {
	return string(text[offset : uint64(offset)+uint64(length)])
}

// textOut returns the text that call(buffer, capacity, &length) writes.
func textOut(call func(buffer *C.char, capacity C.size_t, length *C.size_t) C.tally_go_answer) (string, error) {
	buffer := make([]byte, 256)
	for {
		var length C.size_t
		answer := call((*C.char)(unsafe.Pointer(&buffer[0])), C.size_t(len(buffer)), &length)
		if _, err := answered(answer); answer.status == C.TALLY_ERROR_BUFFER_TOO_SMALL {
			buffer = make([]byte, int(length)+1)
		} else if err != nil {
			return "", err
		} else {
			return string(buffer[:length]), nil
		}
	}
}

// bytesOut returns a copy of the bytes that C allocates.
func bytesOut(call func(out *C.tally_bytes) C.tally_go_answer) ([]byte, error) {
	var owned C.tally_bytes
	defer C.tally_bytes_release(&owned)
	if err := failure(call(&owned)); err != nil {
		return nil, err
	}
	return append([]byte{}, unsafe.Slice((*byte)(owned.data), int(owned.size))...), nil
}
