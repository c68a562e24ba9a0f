package tally

/*
#include "calls.h"
*/
import "C"

import (
	"math"
	"unsafe"
)

// place is where a list goes.
type place = C.tally_go_place

// A room is what a list is brought out to: rows and their texts, at most as many as the limit.
type room[R any] struct {
	limit   int
	entries []R
	text    []byte
	// The numbers of rows, and of bytes of their texts: those that exist, or that are needed.
	counts []C.size_t
	// The place of the text that continues the list. C gets a pointer to it, so it is apart from Go's pointers.
	textOfNext *C.tally_text
}

const noLimit = math.MaxInt

func newRoom[R any](limit int) (*room[R], error) {
	if limit <= 0 {
		return nil, &Error{StatusRange, "a list of no rows"}
	}
	return &room[R]{limit, make([]R, least(limit, 64)), make([]byte, 4096), make([]C.size_t, 2), new(C.tally_text)}, nil
}

func least(one, other int) int {
	if one < other {
		return one
	}
	return other
}

// fill calls C.
func (r *room[R]) fill(call func(to place) C.tally_go_answer) (Status, error) {
	r.counts[0], r.counts[1], *r.textOfNext = 0, 0, C.tally_text{}
	return answered(call(place{
		entries: unsafe.Pointer(&r.entries[0]), entry_size: C.size_t(unsafe.Sizeof(r.entries[0])),
		capacity: C.size_t(len(r.entries)), text: (*C.char)(unsafe.Pointer(&r.text[0])),
		text_capacity: C.size_t(len(r.text)), counts: &r.counts[0], next: r.textOfNext,
	}))
}

// isFull reports whether the list has as many rows as the caller requested.
func (r *room[R]) isFull() bool {
	return int(r.counts[0]) == r.limit
}

// next returns the text that continues the list; "": there are no more rows.
func (r *room[R]) next() string {
	return at(r.text, r.textOfNext.offset, r.textOfNext.length)
}

// grow makes room for four times as many rows or bytes of texts, and at least for what the call says that it needs.
func (r *room[R]) grow(isMore bool) {
	rows, bytes := 4*len(r.entries), 4*len(r.text)
	forRows := isMore && int(r.counts[0]) == len(r.entries)
	forText := isMore && !forRows
	if !isMore {
		forRows, forText = int(r.counts[0]) > len(r.entries), int(r.counts[1]) > len(r.text)
		if int(r.counts[0]) > rows {
			rows = int(r.counts[0])
		}
		if int(r.counts[1]) > bytes {
			bytes = int(r.counts[1])
		}
	}
	if forRows {
		r.entries = make([]R, least(r.limit, rows))
	}
	if forText || !forRows {
		r.text = make([]byte, bytes)
	}
}

func made[R, T any](r *room[R], read func(*R, []byte) T) []T {
	result := make([]T, r.counts[0])
	for index := range result {
		result[index] = read(&r.entries[index], r.text)
	}
	return result
}

// listOut returns a list, and the text that continues it if it has more rows than the limit. If not all requested rows
// fit, it repeats the call with more room, so all rows are of one moment.
func listOut[R, T any](limit int, read func(*R, []byte) T, call func(to place) C.tally_go_answer) ([]T, string, error) {
	room, err := newRoom[R](limit)
	if err != nil {
		return nil, "", err
	}
	for {
		status, err := room.fill(call)
		if isMore := status == StatusMore; status == StatusBufferTooSmall || isMore && !room.isFull() {
			room.grow(isMore)
		} else if err != nil {
			return nil, "", err
		} else {
			return made(room, read), room.next(), nil
		}
	}
}

// partOut is the same of a call that has an effect: what fits is what comes.
func partOut[R, T any](limit int, read func(*R, []byte) T, call func(to place) C.tally_go_answer) ([]T, Status, error) {
	room, err := newRoom[R](limit)
	if err != nil {
		return nil, StatusRange, err
	}
	for {
		status, err := room.fill(call)
		if status == StatusBufferTooSmall {
			room.grow(false)
		} else if err != nil {
			return nil, status, err
		} else {
			return made(room, read), status, nil
		}
	}
}
