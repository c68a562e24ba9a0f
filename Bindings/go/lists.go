package tally

/*
#include "calls.h"
*/
import "C"

import (
	"math"
	"unsafe"
)

const noLimit = math.MaxInt

// mostRows are the rows that one call asks for at most. A longer list is made of several calls.
const mostRows = 10_000

// A room is C's memory for a list: rows and their texts. Go's memory may not hold the pointers of a tally_rows.
type room[R any] struct {
	rows *C.tally_rows
}

func newRoom[R any](limit int) (*room[R], error) {
	if limit <= 0 {
		return nil, &Error{StatusRange, "a list of no rows"}
	}
	r := &room[R]{(*C.tally_rows)(C.calloc(1, C.sizeof_tally_rows))}
	var row R
	r.rows.struct_size, r.rows.entry_size = C.sizeof_tally_rows, C.uint32_t(unsafe.Sizeof(row))
	capacity := C.size_t(least(limit, mostRows))
	r.allocate(capacity, 4096+64*capacity)
	return r, nil
}

func least(one, other int) int {
	if one < other {
		return one
	}
	return other
}

func (r *room[R]) allocate(rows, text C.size_t) {
	C.free(r.rows.entries)
	C.free(unsafe.Pointer(r.rows.text))
	r.rows.entries, r.rows.capacity = C.malloc(rows*C.size_t(r.rows.entry_size)), rows
	r.rows.text, r.rows.text_capacity = (*C.char)(C.malloc(text)), text
}

func (r *room[R]) free() {
	C.free(r.rows.entries)
	C.free(unsafe.Pointer(r.rows.text))
	C.free(unsafe.Pointer(r.rows))
}

// fill calls C for at most limit rows. If not even one fits, it makes room and calls again.
func (r *room[R]) fill(limit int, call func(rows *C.tally_rows) C.tally_go_answer) (Status, error) {
	for {
		capacity := r.rows.capacity
		r.rows.capacity = C.size_t(least(int(capacity), limit))
		status, err := answered(call(r.rows))
		r.rows.capacity = capacity
		if status != StatusBufferTooSmall {
			return status, err
		}
		r.grow()
	}
}

// grow makes the room that a call needs. Some calls do not say what they need: they get twice as much.
func (r *room[R]) grow() {
	rows, text := r.rows.capacity, r.rows.text_capacity
	if r.rows.count <= rows && r.rows.text_size <= text {
		rows, text = 2*rows, 2*text
	}
	if r.rows.count > rows {
		rows = r.rows.count
	}
	if r.rows.text_size > text {
		text = r.rows.text_size
	}
	r.allocate(rows, text)
}

// next returns the text that continues the list; "": there are no more rows.
func (r *room[R]) next() string {
	if r.rows.next == nil {
		return ""
	}
	return C.GoString(r.rows.next)
}

// addTo adds the rows of the last call to a list.
func addTo[R, T any](list []T, r *room[R], read func(*R, []byte) T) []T {
	rows := unsafe.Slice((*R)(r.rows.entries), int(r.rows.count))
	text := unsafe.Slice((*byte)(unsafe.Pointer(r.rows.text)), int(r.rows.text_capacity))
	if cap(list)-len(list) < len(rows) {
		list = append(make([]T, 0, len(list)+len(rows)), list...)
	}
	for index := range rows {
		list = append(list, read(&rows[index], text))
	}
	return list
}

// listOut returns at most limit rows behind a text, and the text that continues the list if there are more. It makes as
// many calls as that takes.
func listOut[R, T any](limit int, after *C.char, read func(*R, []byte) T,
	call func(rows *C.tally_rows, after *C.char) C.tally_go_answer) (list []T, next string, err error) {
	room, err := newRoom[R](limit)
	if err != nil {
		return nil, "", err
	}
	defer room.free()
	texts := &texts{}
	defer texts.free()
	for {
		status, err := room.fill(limit-len(list), func(rows *C.tally_rows) C.tally_go_answer { return call(rows, after) })
		if err != nil {
			return nil, "", err
		}
		list, next = addTo(list, room, read), room.next()
		if status != StatusMore || len(list) == limit {
			return list, next, nil
		}
		after = texts.text(next)
	}
}

// readString reads the name of an account.
func readString(row *C.tally_account_entry, text []byte) string {
	return at(text, row.name.offset, row.name.length)
}

// allOf returns all rows of a list of pages. The last page has no next, or is empty (ListFollow).
func allOf[T any](page func(after string) ([]T, string, error)) ([]T, error) {
	all, next, err := page("")
	for rest := all; err == nil && next != "" && len(rest) > 0; all = append(all, rest...) {
		rest, next, err = page(next)
	}
	if err != nil {
		return nil, err
	}
	return all, nil
}

// A part is what one call lists: the rows that fit, and the text that continues the list.
type part[T any] struct {
	list   []T
	status Status
	next   string
}

// partOut returns the rows of one call.
func partOut[R, T any](limit int, read func(*R, []byte) T,
	call func(rows *C.tally_rows) C.tally_go_answer) (part[T], error) {
	room, err := newRoom[R](limit)
	if err != nil {
		return part[T]{status: StatusRange}, err
	}
	defer room.free()
	status, err := room.fill(limit, call)
	if err != nil {
		return part[T]{status: status}, err
	}
	return part[T]{addTo(nil, room, read), status, room.next()}, nil
}
